import pytest

from sitecrawl.frontier.linkheader import canonical_in, markdown_in

PAGE = "https://example.com/shop/lamp?v=1"
LAMP = "https://example.com/shop/lamp"


@pytest.mark.parametrize(
    ("values", "canonical"),
    [
        ([f'<{LAMP}>; rel="canonical"'], LAMP),
        (["<lamp>;rel=canonical"], LAMP),
        (["</shop/lamp> ; title=\"a, b\"; REL='x'", f'<{LAMP}>; type=text/html; Rel="Alternate CANONICAL"'], LAMP),
        ([f'</style.css>; rel=preload; as=style, <{LAMP}>; rel="canonical"'], LAMP),
        ([f'<{LAMP}>; rel=next; rel="canonical"'], None),
        ([f'<{LAMP}>; rev="canonical"', "canonical", ""], None),
        (["<mailto:a@example.com>; rel=canonical"], None),
    ],
)
def test_a_link_header_names_the_canonical_page(values, canonical):
    assert canonical_in(values, PAGE) == canonical


@pytest.mark.parametrize(
    ("values", "markdown"),
    [
        (['</shop/lamp.md>; rel="alternate"; type="text/markdown"'], f"{LAMP}.md"),
        (
            ["</feed>; rel=alternate; type=application/rss+xml, <lamp.md>;type=text/markdown;rel=alternate"],
            f"{LAMP}.md",
        ),
        (['<lamp.md>; rel="alternate"; type="text/markdown; variant=CommonMark"'], f"{LAMP}.md"),
        (['<lamp.md>; rel="alternate"', '<lamp.md>; rel="next"; type="text/markdown"'], None),
    ],
)
def test_a_link_header_names_the_markdown_form_of_a_page(values, markdown):
    assert markdown_in(values, PAGE) == markdown
