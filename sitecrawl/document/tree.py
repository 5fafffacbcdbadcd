"""A parsed page: the element tree with what the walk asks about it again and again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.addresses import Addresses
from sitecrawl.document.extent import text_length
from sitecrawl.document.footnotes import join_labels
from sitecrawl.document.repairs import keep_formulas, mend_head, show_noscript, without_deep_nesting, without_early_ends
from sitecrawl.document.tabular import make_tables

# what an element holds somewhere below it
BLOCK, HEADING, TABLE, CODE = 1, 2, 4, 8

HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCK_TAGS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        *HEADING_TAGS,
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "xmp",
    )
)
# never text for people; math scripts are turned into <math-tex> before
UNREAD_TAGS = (
    "script", "style", "template", "noscript", "svg", "iframe", "object", "embed", "canvas", "audio",
    "video", "select", "datalist", "textarea", "map", "noframes", "applet", "head", "rp",
)  # fmt: skip
_FLAGS = dict.fromkeys(BLOCK_TAGS, BLOCK)
_FLAGS |= dict.fromkeys(HEADING_TAGS, BLOCK | HEADING)
_FLAGS |= {"table": BLOCK | TABLE, "pre": BLOCK | CODE}
_WITH_ID = etree.XPath("//*[@id]")
_IDS = etree.XPath("//@id", smart_strings=False)
# attributes by which a control names what it opens, and those that make a link such a control
_OPENS = ("aria-controls", "data-target", "data-bs-target", "popovertarget", "commandfor")
_TOGGLES = ("data-toggle", "data-bs-toggle")
_LINK_ROLES = ("tab", "button")
_ASKED = (*_OPENS, *_TOGGLES, "role")
_HAVING = etree.XPath(f"//*[{' or '.join(f'@{name}' for name in _ASKED)}]")
_HANDLERS = etree.XPath("//@onclick", smart_strings=False)


@dataclass(slots=True)
class PageTree:
    """A page's root element and what was looked up once: ids, controls, what elements hold."""

    root: Element
    addresses: Addresses
    styles: str = ""
    # UTF-8, ASCII letters in lower case
    source: bytes = b""
    _programs: list[Element] = field(default_factory=list)
    _handlers: list[str] = field(default_factory=list)
    _scripts: str | None = None
    _holds: dict[Element, int] | None = None
    _repeated_ids: frozenset[str] | None = None
    _controlled: frozenset[str] | None = None
    _by_id: dict[str, Element] | None = None
    _having: dict[str, list[Element]] | None = None
    _length: int | None = None

    def having(self, name: str) -> list[Element]:
        """The elements with a role, or with an attribute of a control, in document order."""
        if self._having is None:
            self._having = {asked: [] for asked in _ASKED}
            for element in _HAVING(self.root):
                for key in element.keys():  # noqa: SIM118  an element iterates over its children
                    if key in self._having:
                        self._having[key].append(element)
        return self._having[name]

    def note_scripts(self, programs: list[Element], handlers: list[str]) -> None:
        """Keep a page's scripts, which are about to be dropped from its tree."""
        self._programs, self._handlers = programs, handlers

    @property
    def scripts(self) -> str:
        """The text of all scripts, once they are noted."""
        if self._scripts is None:
            self._scripts = "\n".join([*(program.text or "" for program in self._programs), *self._handlers])
        return self._scripts

    @property
    def length(self) -> int:
        """Characters of the whole page's text, runs of white space as one."""
        if self._length is None:
            self._length = text_length(self.root)
        return self._length

    @property
    def holds(self) -> dict[Element, int]:
        """What each element holds somewhere below it (`BLOCK` and so on); elements without any are left out."""
        if self._holds is None:
            self._holds = _note_contents(self.root)
        return self._holds

    @property
    def repeated_ids(self) -> frozenset[str]:
        """Ids that stand on several elements."""
        if self._repeated_ids is None:
            ids: list[str] = _IDS(self.root)
            self._repeated_ids = frozenset(name for name, count in Counter(ids).items() if count > 1)
        return self._repeated_ids

    @property
    def controlled(self) -> frozenset[str]:
        """Ids, and other names, that a control of the page opens."""
        if self._controlled is None:
            values = [element.get(name) or "" for name in _OPENS for element in self.having(name)]
            links = [element for name in _TOGGLES for element in self.having(name)]
            links += [element for element in self.having("role") if element.get("role") in _LINK_ROLES]
            values += [element.get("href") or "" for element in links if element.tag == "a"]
            self._controlled = frozenset(name.lstrip("#") for value in values for name in value.split())
        return self._controlled

    def opens_at(self, element: Element, identifier: str) -> bool:
        """Whether `#identifier` opens the page at this element and not at an earlier one."""
        return identifier not in self.repeated_ids or self.by_id(identifier) is element

    def by_id(self, identifier: str) -> Element | None:
        """The first element of that id."""
        if self._by_id is None:
            self._by_id = {}
            for element in _WITH_ID(self.root):
                self._by_id.setdefault(element.get("id", ""), element)
        return self._by_id.get(identifier)

    def mentions(self, *names: str) -> bool:
        """Whether one of the names, ASCII in lower case, stands anywhere in the page's source."""
        return any(name.encode() in self.source for name in names)


def parse_page(text: str, url: str) -> PageTree | None:
    """Parse HTML, however malformed; None when there is no element at all."""
    body = text.encode("utf-8", "ignore").replace(b"\x00", b"")
    source = body.lower()
    body = without_early_ends(body, source)
    root, is_whole = _parse(body)
    if not is_whole:
        root, _ = _parse(without_deep_nesting(body.decode()).encode())
    if root is None:
        return None
    mend_head(root)
    base = next((href for element in root.iter("base") if (href := element.get("href"))), None)
    return PageTree(root, Addresses(url, base), source=source)


def _parse(body: bytes) -> tuple[Element | None, bool]:
    """The root element, and whether the parser came to the page's end."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        root = None
    last = parser.error_log.last_error
    return root, last is None or last.type != etree.ErrorTypes.ERR_RESOURCE_LIMIT


def prepare(tree: PageTree) -> None:
    """Note styles and scripts and drop what is never read.

    Metadata, JSON-LD and shell signals have to be read before; ids, controls and what elements hold are
    looked up afterwards.
    """
    root = tree.root
    handlers: list[str] = _HANDLERS(root) if tree.mentions("onclick") else []
    programs = list(root.iter("script"))
    tree.note_scripts([script for script in programs if _is_program(script)], handlers)
    tree.styles = "\n".join(style.text for style in root.iter("style") if style.text and not style.get("media"))
    keep_formulas(programs)
    show_noscript(root)
    etree.strip_elements(root, *UNREAD_TAGS, with_tail=False)
    join_labels(root, tree.source)
    make_tables(root, tree.styles, tree.source)


def _is_program(script: Element) -> bool:
    kind = (script.get("type") or "").lower()
    return not kind or "javascript" in kind or kind == "module"


def _note_contents(root: Element) -> dict[Element, int]:
    holds: dict[Element, int] = {}
    for element in root.iter(*_FLAGS):
        flag = _FLAGS[str(element.tag)]
        parent = element.getparent()
        while parent is not None:
            known = holds.get(parent, 0)
            if known & flag == flag:
                break
            holds[parent] = known | flag
            parent = parent.getparent()
    for element in root.iterfind(".//*[@role='heading']"):
        parent = element.getparent()
        while parent is not None and not holds.get(parent, 0) & HEADING:
            holds[parent] = holds.get(parent, 0) | BLOCK | HEADING
            parent = parent.getparent()
    return holds
