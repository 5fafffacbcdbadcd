from bench.known_item import section_ids

_PAGE = """<div class="sect1" id="locks"><h2>Locks</h2><p>Text.</p>
<div class="sect2" id="deadlocks"><div class="titlepage"><h3 class="title">Deadlocks</h3></div>
<a id="index-7"></a><p id="first">They wait.</p></div>
<div class="sect2" id="advisory"><h3>Advisory</h3><p>More.</p><p id="last">End.</p></div></div>"""


def test_a_division_belongs_to_the_heading_that_it_opens_with():
    assert section_ids(_PAGE, "deadlocks") == {"deadlocks", "index-7", "first"}


def test_an_id_inside_a_section_gives_the_same_section():
    assert section_ids(_PAGE, "first") == section_ids(_PAGE, "deadlocks")


def test_the_last_section_runs_to_the_end():
    assert section_ids(_PAGE, "last") == {"advisory", "last"}


def test_a_fragment_that_is_not_on_the_page_holds_itself_alone():
    assert section_ids(_PAGE, "nowhere") == {"nowhere"}
