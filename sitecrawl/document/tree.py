"""A parsed page: the element tree with what the walk asks about it again and again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.addresses import Addresses
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
    "script",
    "style",
    "template",
    "noscript",
    "svg",
    "iframe",
    "object",
    "embed",
    "canvas",
    "audio",
    "video",
    "select",
    "datalist",
    "textarea",
    "map",
    "noframes",
    "applet",
    "head",
    "rp",
)
_FLAGS = dict.fromkeys(BLOCK_TAGS, BLOCK)
_FLAGS |= dict.fromkeys(HEADING_TAGS, BLOCK | HEADING)
_FLAGS |= {"table": BLOCK | TABLE, "pre": BLOCK | CODE}
_WITH_ID = etree.XPath("//*[@id]")
_IDS = etree.XPath("//@id", smart_strings=False)
_CONTROLLED = etree.XPath(
    "//@aria-controls | //@data-target | //@data-bs-target | //a[@data-toggle or @data-bs-toggle or @role='tab' or"
    " @role='button']/@href | //*[@popovertarget]/@popovertarget | //@commandfor",
    smart_strings=False,
)
_HANDLERS = etree.XPath("//@onclick", smart_strings=False)


@dataclass(slots=True)
class PageTree:
    """A page's root element and what was looked up once: ids, controls, what elements hold."""

    root: Element
    addresses: Addresses
    holds: dict[Element, int] = field(default_factory=dict)
    repeated_ids: frozenset[str] = frozenset()
    controlled: frozenset[str] = frozenset()
    styles: str = ""
    scripts: str = ""
    source: str = ""
    _by_id: dict[str, Element] | None = None

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
        """Whether one of the names, in lower case, stands anywhere in the page's source."""
        return any(name in self.source for name in names)


def parse_page(text: str, url: str) -> PageTree | None:
    """Parse HTML, however malformed; None when there is no element at all."""
    source = without_early_ends(text.replace("\x00", ""))
    root, is_whole = _parse(source)
    if not is_whole:
        root, _ = _parse(without_deep_nesting(source))
    if root is None:
        return None
    mend_head(root)
    base = next((href for element in root.iter("base") if (href := element.get("href"))), None)
    return PageTree(root, Addresses(url, base), source=text.lower())


def _parse(source: str) -> tuple[Element | None, bool]:
    """The root element, and whether the parser came to the page's end."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(source.encode("utf-8", "ignore"), parser)
    except etree.XMLSyntaxError:
        root = None
    last = parser.error_log.last_error
    return root, last is None or last.type != etree.ErrorTypes.ERR_RESOURCE_LIMIT


def prepare(tree: PageTree) -> None:
    """Drop what is never read and note ids, controls, styles and what each element holds.

    Metadata, JSON-LD and shell signals have to be read before.
    """
    root = tree.root
    tree.styles = "\n".join(style.text for style in root.iter("style") if style.text and not style.get("media"))
    handlers: list[str] = _HANDLERS(root)
    tree.scripts = "\n".join(
        [*(script.text for script in root.iter("script") if script.text and _is_program(script)), *handlers]
    )
    keep_formulas(root)
    show_noscript(root)
    etree.strip_elements(root, *UNREAD_TAGS, with_tail=False)
    ids: list[str] = _IDS(root)
    tree.repeated_ids = frozenset(_repeated(ids))
    controls: list[str] = _CONTROLLED(root)
    tree.controlled = frozenset(name.lstrip("#") for value in controls for name in value.split())
    make_tables(root, tree.styles, tree.source)
    tree.holds = _note_contents(root)


def _is_program(script: Element) -> bool:
    kind = (script.get("type") or "").lower()
    return not kind or "javascript" in kind or kind == "module"


def _repeated(ids: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    return {name for name in ids if name in seen or seen.add(name)}  # type: ignore[func-returns-value]


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
