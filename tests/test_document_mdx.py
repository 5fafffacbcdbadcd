"""MDX read as Markdown: what is code for the page's builder goes, what people read stays."""

import pytest

from sitecrawl.document.mdx import mdx_to_markdown


@pytest.mark.parametrize(
    ("source", "markdown"),
    [
        ("import A from 'a';\n\n# T", "# T"),
        ("---\ntitle: T\n---\nimport {\n  A,\n} from 'a'\n\nText", "---\ntitle: T\n---\nText"),
        ("export const meta = {\n  a: 1,\n\n  b: 2,\n}\n\nText", "Text"),
        ("Text {/* a\nnote */} on", "Text  on"),
        ("## Own {/* #my-own */}", "## Own {/* #my-own */}"),
        ("Some <Badge kind={{a: '>'}}>new</Badge> word", "Some new word"),
        ("Text\nimport a from 'a' stays in a paragraph", "Text\nimport a from 'a' stays in a paragraph"),
        ("import duties are paid by the buyer", "import duties are paid by the buyer"),
        ("`<Tabs>` and `{/* x */}`", "`<Tabs>` and `{/* x */}`"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
    ],
)
def test_statements_comments_and_tags_go_and_text_stays(source, markdown):
    assert mdx_to_markdown(source).strip() == markdown


def test_what_stands_in_a_component_is_moved_left():
    source = "<Tabs>\n  <Tab\n    label='npm'\n  >\n    ## Inside\n\n    - a\n      - b\n  </Tab>\n</Tabs>\nAfter"
    lines = [line for line in mdx_to_markdown(source).split("\n") if line]
    assert lines == ["npm", "## Inside", "- a", "  - b", "After"]


def test_fences_stay_as_they_are():
    fence = "```jsx\nimport A from 'a'\n<A title='x' />\n```"
    assert mdx_to_markdown(f"<Box>\n{fence}\n</Box>").strip() == fence
