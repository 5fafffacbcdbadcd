"""What stands under an admonition is read as the text it is."""

import pytest

from sitecrawl.document.admonitions import unindent_admonitions


@pytest.mark.parametrize(
    ("source", "moved"),
    [
        (
            '!!! note "Title"\n\n    Text.\n\n    - a\n        - b\n\nAfter.',
            '!!! note "Title"\n\n\nText.\n\n- a\n    - b\n\nAfter.',
        ),
        ("!!! note\n    Text.", "!!! note\n\nText."),
        (
            '=== "C"\n\n    ```c\n    int  x;\n    ```\n\n=== "D"\n\n    text',
            '=== "C"\n\n\n```c\nint  x;\n```\n\n=== "D"\n\n\ntext',
        ),
        ("??? a\n    !!! b\n        deep\n    back\nout", "??? a\n\n!!! b\n\ndeep\nback\nout"),
        ("- item\n\n    !!! tip\n        text", "- item\n\n    !!! tip\n\n    text"),
        ("Text\n\n    code", "Text\n\n    code"),
        ("```\n!!! note\n    kept\n```", "```\n!!! note\n    kept\n```"),
        ("Title\n===\n\n    code", "Title\n===\n\n    code"),
        ("!!!include(a.md)!!!\n\n    code", "!!!include(a.md)!!!\n\n    code"),
    ],
)
def test_indented_content_of_an_admonition_is_moved_left_and_code_stays(source, moved):
    assert unindent_admonitions(source) == moved
