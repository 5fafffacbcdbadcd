from hypothesis import given
from hypothesis import strategies as st

from mcp_server.numbering import Numbering


@given(st.lists(st.text(max_size=6)))
def test_strings_are_numbered_in_the_order_they_are_met(strings):
    numbering = Numbering()

    numbers = [numbering.number(string) for string in strings]

    expected = {string: place for place, string in enumerate(dict.fromkeys(strings))}
    assert [number for number, _ in numbers] == [expected[string] for string in strings]
    assert [string for string, (_, new) in zip(strings, numbers, strict=True) if new] == list(expected)
    assert list(numbering.lexicon().texts()) == list(expected)


def test_more_strings_than_the_first_table_holds_keep_their_numbers():
    numbering = Numbering()
    strings = [f"wört{number}" for number in range(5000)]

    first = [numbering.number(string)[0] for string in strings]

    assert first == [numbering.number(string)[0] for string in strings] == list(range(5000))
    assert numbering.lexicon().find("wört4711") == 4711
