"""The errors both processes raise on purpose.

SiteKnowledgeError
├── PassageFileError
│   └── PassageVersionError
└── UsageRefused

Each message is one sentence, or two, that names the thing, the value and the next step.
"""


class SiteKnowledgeError(Exception):
    """Base of every expected failure; its text is shown to the user as it stands."""


class PassageFileError(SiteKnowledgeError):
    """A file or line is no passage record; raised by `passagefile`."""


class PassageVersionError(PassageFileError):
    """A passage record of another format version; raised by `passagefile`."""


class UsageRefused(SiteKnowledgeError):
    """A command was given arguments it cannot work with; raised before any crawl starts."""
