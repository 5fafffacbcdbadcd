"""File types that are no pages, told by the last path segment."""

from __future__ import annotations

import re
from urllib.parse import unquote

_NO_PAGES = """
    png jpg jpeg jpe jfif gif webp svg svgz ico bmp tif tiff avif heic heif psd eps raw indd xcf
    mp3 m4a ogg oga opus wav flac aac wma aif aiff mid midi mp4 m4v mov avi wmv mkv webm ogv flv mpg mpeg 3gp swf
    zip gz tgz bz2 tbz xz txz zst 7z rar tar jar war ear cab deb rpm dmg pkg exe msi iso img apk ipa whl gem crx xpi bin
    css scss less woff woff2 ttf otf eot
    doc docx dot dotx xls xlsx xlsm ppt pptx pps ppsx odt ods odp odg rtf epub mobi azw3 djvu
    csv tsv parquet sqlite db ics vcf gpx kml kmz stl step dwg dxf torrent
    rss atom xml xsl xslt xsd dtd rdf wsdl webmanifest
"""
_EXTENSIONS = frozenset(_NO_PAGES.split())
_PDF = "pdf"
PDF_READER_MISSING = "PDF reader missing"
"""The rule under which PDF files are left out as long as the optional extra is not installed."""
PDF_ADVICE = (
    "PDF files were left out: nothing that reads them is installed. Run in the checkout: "
    "pip install -r requirements-pdf.txt (installed: pip install '.[pdf]'), and crawl again."
)

# `/node.js` is a page about Node.js: a script is told by where it lies, how it is called or how it is asked for
_SCRIPT = re.compile(r"\.(?:js|mjs|cjs|ts|map)", re.IGNORECASE)
_SCRIPT_FOLDER = re.compile(
    r"/(?:js|javascripts?|scripts?|static|_static|assets?|dist|build|bundles?|vendors?|lib|libs|node_modules|_next|_nuxt|"
    r"wp-content|wp-includes|resources|themes?|plugins?|cdn-cgi)/",
    re.IGNORECASE,
)
_SCRIPT_NAME = re.compile(
    r"(?:main|app|index|scripts?|bundle|vendors?|common|custom|theme|site|global|functions|runtime|polyfills?|plugins?|"
    r"search-?index|searchtools|doctools|documentation_options|language_data|sw|service-?worker|analytics|gtag|gtm|"
    r"jquery.*|bootstrap.*|.*\.min|.*\.bundle|.*[.-](?=[0-9a-f]*[0-9])[0-9a-f]{6,}|.*\.(?:js|css))",
    re.IGNORECASE,
)


def is_file(path: str, query: str = "") -> bool:
    """Whether a URL's path (and its query without `?`) names a file that holds no page text; a PDF may hold some.

    A last segment that ends in a slash, or a wiki's `File:name.png`, names a page.
    """
    folder, stem, extension = _parts(path)
    if not extension:
        return False
    if extension in _EXTENSIONS:
        return True
    return bool(_SCRIPT.fullmatch(f".{extension}")) and _is_script(folder, stem, query)


def is_pdf_file(path: str) -> bool:
    """Whether a URL's path names a PDF file."""
    return _parts(path)[2] == _PDF


def _parts(path: str) -> tuple[str, str, str]:
    """Folder, name and extension in lower case; no extension when the path names a page."""
    folder, _, name = unquote(path).rpartition("/")
    stem, _, extension = name.rpartition(".")
    return folder, stem, "" if not stem or ":" in stem else extension.lower()


def _is_script(folder: str, stem: str, query: str) -> bool:
    return bool(
        _SCRIPT_NAME.fullmatch(stem)
        or _SCRIPT_FOLDER.search(f"{folder}/")
        or re.match(r"(?:v|ver|version|t|hash|rev)=|[0-9.]+$", query)
    )
