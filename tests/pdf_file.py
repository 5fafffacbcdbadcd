"""Small PDF files for tests, written object by object (ISO 32000-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """A line of text at a place of the page, in points; `font` is one of F1 Helvetica, F2 Courier."""

    text: str
    y: float
    x: float = 72
    size: float = 10
    font: str = "F1"


def prose(first_y: float, *lines: str, x: float = 72) -> list[Text]:
    """Lines of body text, 12 points apart."""
    return [Text(line, first_y - 12 * number, x) for number, line in enumerate(lines)]


def pdf(
    pages: Sequence[Sequence[Text]],
    outline: Sequence[tuple[int, str, int, float]] = (),
    info: dict[str, str] | None = None,
) -> bytes:
    """A PDF of pages; an outline entry is (level from 1, title, page from 1, top in points)."""
    count = len(pages)
    first_page, first_stream, first_entry = 5, 5 + count, 5 + 2 * count
    objects = {
        1: f"<< /Type /Catalog /Pages 2 0 R {f'/Outlines {first_entry} 0 R' if outline else ''} >>".encode(),
        2: f"<< /Type /Pages /Count {count} /Kids [{_references(range(first_page, first_page + count))}] >>".encode(),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    }
    for number, page in enumerate(pages):
        stream = "\n".join(map(_shown, page)).encode("cp1252")
        objects[first_page + number] = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
            f" /Contents {first_stream + number} 0 R >>"
        ).encode()
        objects[first_stream + number] = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)
    objects |= _outline(outline, first_entry, first_page) if outline else {}
    if info:
        objects[max(objects) + 1] = (
            f"<< {' '.join(f'/{key} ({_escaped(value)})' for key, value in info.items())} >>".encode("cp1252")
        )
    return _written(objects, max(objects) if info else None)


def _shown(text: Text) -> str:
    return f"BT /{text.font} {text.size:g} Tf {text.x:g} {text.y:g} Td ({_escaped(text.text)}) Tj ET"


def _outline(entries: Sequence[tuple[int, str, int, float]], root: int, first_page: int) -> dict[int, bytes]:
    """The outline's objects: entries in their order, each linked to its parent, neighbours and first child."""
    numbers = range(root + 1, root + 1 + len(entries))
    children: dict[int, list[int]] = {root: []}
    parents: list[int] = []
    for number, (level, *_) in zip(numbers, entries, strict=True):
        parents = parents[: level - 1]
        children[parents[-1] if parents else root].append(number)
        children[number] = []
        parents.append(number)
    objects = {root: f"<< /Type /Outlines {_ends(children[root])} >>".encode()}
    for parent, below in children.items():
        for place, number in enumerate(below):
            _, title, page, top = entries[number - root - 1]
            links = f"/Prev {below[place - 1]} 0 R " if place else ""
            links += f"/Next {below[place + 1]} 0 R " if place + 1 < len(below) else ""
            target = f"/Dest [{first_page + page - 1} 0 R /XYZ 72 {top:g} null]"
            objects[number] = (
                f"<< /Title ({_escaped(title)}) /Parent {parent} 0 R {links}{_ends(children[number])} {target} >>"
            ).encode("cp1252")
    return objects


def _ends(children: Sequence[int]) -> str:
    return f"/First {children[0]} 0 R /Last {children[-1]} 0 R /Count {len(children)}" if children else ""


def _references(numbers: Sequence[int] | range) -> str:
    return " ".join(f"{number} 0 R" for number in numbers)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _written(objects: dict[int, bytes], info: int | None) -> bytes:
    body, offsets = b"%PDF-1.4\n", []
    for number in sorted(objects):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {f'/Info {info} 0 R' if info else ''} >>\n"
    return body + table + trailer.encode() + b"startxref\n%d\n%%%%EOF\n" % len(body)
