import pytest

from sitecrawl.document import read_document


def markdown_of(html):
    page = f"<title>T</title><main>{html}</main>"
    blocks = read_document(page.encode(), "https://a.test/", "text/html; charset=utf-8").blocks
    return "\n---\n".join(block.markdown for block in blocks)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><th>a<th>b<th>c<tr><td>1<td><td>3</table>", "| a | b | c |\n| --- | --- | --- |\n| 1 |  | 3 |"),
        ("<table><tr><td>Mon<td>9–5<tr><td>Sun<td>–</table>", "|  |  |\n| --- | --- |\n| Mon | 9–5 |\n| Sun | – |"),
        ("<table><tr><td><b>a</b><td><b>b</b><tr><td>1<td>2</table>", "| **a** | **b** |\n| --- | --- |\n| 1 | 2 |"),
        (
            "<table><tr><th rowspan=2>k<th colspan=2>price<tr><th>month<th>year<tr><td>x<td>1<td>2</table>",
            "| k | price month | price year |\n| --- | --- | --- |\n| x | 1 | 2 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td colspan=2>group<tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| group |  |\n| 1 | 2 |",
        ),
        (
            "<table><tr><th>a<th>b<th>c<tr><td colspan=2>free<td>3</table>",
            "| a | b | c |\n| --- | --- | --- |\n| free | free | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>x|y<td><code>p | q</code></table>",
            "| a | b |\n| --- | --- |\n| x\\|y | `p \\| q` |",
        ),
        ("<table><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td>3<br>4</table>", "| a | b |\n| --- | --- |\n| 1 2 | 3 4 |"),
        ("<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td>✓</table>", "| a | b |\n| --- | --- |\n| x; y | ✓ |"),
        (
            "<table><tr><th>a<th>b<tr><td>1<td><table><tr><td>in<td>7</table></table>",
            "| a | b |\n| --- | --- |\n| 1 | in 7 |",
        ),
        (
            "<table><caption>Fares</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
            "Fares\n---\n| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        (
            "<table><tfoot><tr><td>sum<td>3</tfoot><tr><th>a<th>b<tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n| sum | 3 |",
        ),
        (
            "<table><tr><th>day<th>from<tr><th colspan=2>summer<tr><td>Monday<td>9</table>",
            "| day | from |\n| --- | --- |\n| summer |  |\n| Monday | 9 |",
        ),
        ("<table><form><tr><th>a<th>b<tr><td>1<td>2</form></table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        (
            "<table>loose <b>words</b><p>para</p><tr><th>a<th>b</tr>between<tr><td>1<td>2</table>",
            "loose **words**\n---\npara\n---\nbetween\n---\n| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
    ],
)
def test_data_tables_are_pipe_tables_with_spans_expanded(html, markdown):
    assert markdown_of(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<table role=presentation><tr><td>one<td>two</table>", "one\n---\ntwo"),
        ("<table><tr><td><p>left</p><p>more</p><td>right</table>", "left\n---\nmore\n---\nright"),
        (
            "<table><tr><td><h2>Head</h2>text<td>side<tr><td>x<td>y</table>",
            "Head\n---\ntext\n---\nside\n---\nx\n---\ny",
        ),
        (
            "<table><tr><td>menu<td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>",
            "menu\n---\n| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<table><tr><td>one<tr><td>two</table>", "one\n---\ntwo"),
    ],
)
def test_layout_tables_are_unwrapped(html, markdown):
    assert markdown_of(html) == markdown


def test_code_of_several_lines_in_a_cell_keeps_its_lines_under_the_columns_head():
    html = (
        "<table><tr><th>Word<th>Example<tr><td>if<td><pre>if x:\n    y()</pre><tr><td>pass<td><pre>pass</pre></table>"
    )
    assert markdown_of(html).split("\n---\n") == [
        "**Word**: if",
        "**Example**",
        "```\nif x:\n    y()\n```",
        "**Word**: pass",
        "**Example**",
        "```\npass\n```",
    ]


@pytest.mark.parametrize(
    ("table", "row", "cell"),
    [
        ("<div style='display: table'>", "<p style='color: red; display:table-row'>", "<b style='display:table-cell'>"),
        ('<div role="table">', '<p role="row">', '<b role="cell">'),
        ("<style>.r{display:table-row} .c {display: table-cell}</style><div>", '<p class="r">', '<b class="c">'),
        ("<div>", '<p class="d-table-row">', '<b class="d-table-cell">'),
    ],
    ids=["style", "role", "rule", "class"],
)
def test_elements_that_stand_in_rows_of_cells_are_a_table(table, row, cell):
    rows = "".join(f"{row}{cell}{wood}</b>{cell}{price}</b></p>" for wood, price in (("Oak", 12), ("Ash", 10)))
    assert markdown_of(f"{table}{rows}</div>") == "|  |  |\n| --- | --- |\n| Oak | 12 |\n| Ash | 10 |"


def test_columns_of_a_layout_are_no_table():
    html = "<div class='table-row'><div class='table-cell'>Menu</div><div class='table-cell'>Text of it</div></div>"
    assert markdown_of(html) == "Menu\n---\nText of it"


def test_a_box_drawn_as_a_table_is_its_label_and_its_text():
    html = (
        "<div class=warning><table><tr><td rowspan=2><img src=w.png alt='[警告]'></td><th>警告</th></tr>"
        "<tr><td><p>触らないでください。</p></td></tr></table></div>"
    )
    assert markdown_of(html) == "**警告**\n---\n触らないでください。"


def test_a_table_of_pictures_and_texts_keeps_both():
    html = "<table><tr><td><img src=a.png alt=Oak><td>hard<tr><td><img src=b.png alt=Lime><td>soft</table>"
    assert "hard" in markdown_of(html)
    assert "Lime" in markdown_of(html)
