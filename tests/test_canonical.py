import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitecrawl.frontier.canonical import identity, normalize, without_tracking


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("HTTP://EXAMPLE.com:80/a", "http://example.com/a"),
        ("https://example.com:443", "https://example.com/"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("https://example.com/a/./b/../c#part", "https://example.com/a/c"),
        ("https://example.com/%7euser/%c3%a4", "https://example.com/~user/%C3%A4"),
        ("https://example.com/größe?q=ä", "https://example.com/gr%C3%B6%C3%9Fe?q=%C3%A4"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("  https://example.com/a b\n", "https://example.com/a%20b"),
        ("https://user:secret@example.com/a", "https://example.com/a"),
        ("https://example.com/?", "https://example.com/"),
        ("https://example.com/A/", "https://example.com/A/"),
        ("https://example.com/a?b=2&a=1", "https://example.com/a?b=2&a=1"),
        ("https://example.com/a%2Fb%3F", "https://example.com/a%2Fb%3F"),
        ("https:example.com", "https://example.com/"),
        ("https://[::1]:80/", "https://[::1]:80/"),
    ],
)
def test_an_address_is_written_in_one_form(url, normal):
    assert normalize(url) == normal


@pytest.mark.parametrize(
    ("url", "resolved"),
    [
        ("../c", "https://example.com/c"),
        ("?page=2", "https://example.com/a/b?page=2"),
        ("//other.example/x", "https://other.example/x"),
        ("", "https://example.com/a/b?q=1"),
        ("#top", "https://example.com/a/b?q=1"),
        ("\\c\\d", "https://example.com/c/d"),
    ],
)
def test_a_link_is_resolved_against_its_page(url, resolved):
    assert normalize(url, "https://example.com/a/b?q=1") == resolved


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/relative",
        "mailto:a@example.com",
        "javascript:void(0)",
        "ftp://example.com/",
        "http://",
        "https://exa mple.com/",
    ],
)
def test_what_is_no_http_address_is_refused(url):
    assert normalize(url) is None


@pytest.mark.parametrize(
    "other",
    [
        "https://example.com/p?a=1&b=2&utm_source=news&utm_medium=mail",
        "https://example.com/p?b=2&a=1",
        "https://example.com/p?a=1&a=1&b=2",
        "https://example.com/p?a=1&b=2&gclid=x&fbclid=y&_ga=z",
        "https://example.com/p;jsessionid=0A1B2C?a=1&b=2",
        "https://example.com/p?a=1&PHPSESSID=9f2&b=2",
        "https://example.com/p?a=1&sid=4f8a1c9be07d23564f8a1c9b&b=2",
        "https://example.com/(S(lit3py55t21z5v55vlm25s55))/p?a=1&b=2",
        "https://EXAMPLE.com/p?a=1&b=2&#top",
    ],
)
def test_visitors_and_campaigns_do_not_make_another_page(other):
    assert identity(other) == "https://example.com/p?a=1&b=2"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/a", "https://example.com/a/"),
        ("https://example.com/a", "https://example.com/A"),
        ("https://example.com/a?sid=12", "https://example.com/a?sid=13"),
        ("https://example.com/a?ref=b", "https://example.com/a"),
        ("https://example.com/a?page=2", "https://example.com/a?page=3"),
        ("https://example.com/a%2Fb", "https://example.com/a/b"),
        ("http://example.com/a", "https://example.com/a"),
    ],
)
def test_addresses_that_may_be_different_pages_stay_apart(one, other):
    assert identity(one) != identity(other)


def test_a_base_that_is_no_address_does_not_spoil_a_whole_link():
    assert normalize("https://example.com/a", "no address") == "https://example.com/a"


def test_a_broken_escape_is_not_completed_by_decoding():
    assert normalize("https://example.com/%2%35%%34") == "https://example.com/%2%35%%34"


def test_brackets_are_one_parameter_whether_escaped_or_not():
    assert identity("https://example.com/?f[x]=1&e=") == identity("https://example.com/?e&f%5Bx%5D=1")


def test_without_tracking_keeps_the_order_of_the_other_parameters():
    assert without_tracking("https://example.com/a?b=2&utm_id=7&a=1") == "https://example.com/a?b=2&a=1"


@given(st.text(max_size=40))
def test_any_text_gives_none_or_a_form_that_stays_the_same(text):
    normal = normalize(text, "https://example.com/a/")
    assert normal is None or normalize(normal) == normal


@given(st.text(st.sampled_from("/.?&=%;#[]:aZ7é \\{"), max_size=30))
def test_identity_is_the_identity_of_itself(tail):
    key = identity(f"https://example.com/{tail}")
    assert identity(key) == key
