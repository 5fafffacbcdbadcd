import pytest

from mcp_server.definitions import defined_names, stressed_names
from mcp_server.engine import IndexedPassage, build_engine

SEE = "The dirty read is described elsewhere. A dirty read may harm; avoid the dirty read, and read on."
TERMS = "dirty read\n: A transaction reads data of another.\n\nphantom read\n: Rows appear."


@pytest.mark.parametrize(
    ("text", "anchor", "names"),
    [
        ("lag(value, offset)\n: The row before.", None, ["lag"]),
        (
            "| Function | Use |\n| --- | --- |\n| `lag` ( `value` ) | The row before. |",
            None,
            ["Function", "`lag` ", "lag"],
        ),
        ("Text.", "functools.lru_cache", ["functools lru cache"]),
        ("(none)\n: Nothing.", None, ["(none)"]),
        ("-n <number>\n--max-count=<number>\n: At most so many.", None, ["-n", "--max-count"]),
        ("`work_mem` (`integer`)\n\nMemory of a sort.", None, ["`work_mem` "]),
        ("classmethod Path.home()\n: The user's folder.", None, ["Path.home"]),
    ],
)
def test_a_name_is_read_without_its_arguments(text, anchor, names):
    assert defined_names(text, anchor) == names


def engine_of(*texts):
    filler = ["Roses want sun.", "Oars are long.", "Kites fly high.", "Boats need paint."]
    return build_engine(
        IndexedPassage(page, f"Page {page}", (), text, "en") for page, text in enumerate((*texts, *filler))
    )


def test_the_passage_that_defines_a_name_goes_before_those_that_use_it():
    assert engine_of(SEE, TERMS).search("dirty read").hits[0].number == 1


def test_an_identifier_is_found_by_its_parts_in_a_name():
    uses = "Call chdir before os.listdir, or os.listdir sees another folder."
    defines = "os.listdir(path='.')\n: Returns the names in a folder, whichever they may be, in no order."
    hits = engine_of(uses, defines).search("listdir in os", explain=True).hits

    assert "definition" in [part.signal for part in hits[0].parts]
    assert hits[0].number == 1


SETTING = "`huge_page_size` (`integer`)\n: Size of a page when huge_pages is not `off`. The default is zero."


@pytest.mark.parametrize(
    "defines",
    [
        "`huge_pages` (`enum`)\n: Asks for large ones, by `try`, which falls back on others where there are none.",
        "| Setting | Meaning |\n| --- | --- |\n| `huge_pages` | Asks for large ones, falls back on others. |",
        "memory.huge_pages=MODE\n: Asks for large ones, by `try`, which falls back on others.",
    ],
)
def test_a_passage_that_defines_an_identifier_goes_before_those_that_speak_of_it(defines):
    assert engine_of(SETTING, defines).search("What does huge_pages do?").hits[0].number == 1


def test_a_section_that_is_named_after_an_identifier_defines_it():
    passages = [
        IndexedPassage(0, "Settings", ("Logs",), "Without HUGE_PAGES nothing is logged.", "en"),
        IndexedPassage(0, "Settings", ("HUGE_PAGES",), "Asks for large ones and falls back on others.", "en"),
        IndexedPassage(1, "Boats", (), "Oars are long.", "en"),
    ]
    logs, named = sorted(build_engine(passages).search("HUGE_PAGES", explain=True).hits, key=lambda hit: hit.number)

    assert "defined" in [part.signal for part in named.parts]
    assert "defined" not in [part.signal for part in logs.parts]


def test_a_name_that_is_the_question_is_worth_the_whole_question():
    (part,) = [
        p for p in engine_of(SEE, TERMS).search("phantom", explain=True).hits[0].parts if p.signal == "definition"
    ]
    (whole,) = [
        p for p in engine_of(SEE, TERMS).search("phantom read", explain=True).hits[0].parts if p.signal == "definition"
    ]

    assert 0 < part.value < whole.value


def test_stressed_words_are_those_between_single_or_double_stars():
    text = "A *dirty read*, **free delivery** and 2 * 3 * 4, *`value`*, snake*case*d."

    assert stressed_names(text) == ["dirty read", "free delivery"]


def test_a_passage_that_stresses_a_term_goes_before_one_that_uses_it():
    uses = "The dirty read that we mean harms few. A dirty read it is."
    stresses = "Reading what another has written but not kept is called a *dirty read* and may harm."

    assert engine_of(uses, stresses).search("dirty read").hits[0].number == 1
