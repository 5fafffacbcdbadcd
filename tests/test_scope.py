import pytest

from sitecrawl.errors import UsageRefused
from sitecrawl.frontier.scope import Scope


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("https://example.com/x", None),
        ("http://example.com/x", None),
        ("https://EXAMPLE.com:443/x", None),
        ("https://www.example.com/x", "other host"),
        ("https://example.com:8443/x", "other host"),
        ("https://example.com.evil.test/", "other host"),
        ("https://example.com@evil.test/", "other host"),
        ("mailto:a@example.com", "not http"),
    ],
)
def test_scope_is_the_host_of_the_start_url(url, rule):
    assert Scope("https://example.com/start").refusal(url) == rule


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/docs", None),
        ("/docs/", None),
        ("/docs?x=1", None),
        ("/docs/setup", None),
        ("/docs-old", "path prefix"),
        ("/docs.html", "path prefix"),
        ("/Docs/setup", "path prefix"),
        ("/", "path prefix"),
        ("/docs/../about", "path prefix"),
    ],
)
@pytest.mark.parametrize("prefix", ["/docs", "docs/", "/docs/", "https://example.com/docs/"])
def test_a_path_prefix_counts_whole_segments(prefix, path, rule):
    assert Scope("https://example.com/", path_prefix=prefix).refusal(f"https://example.com{path}") == rule


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/guides/planes", None),
        ("/courses/dovetails", None),
        ("/guides/old-catalogue", "exclude"),
        ("/news/fair", "include"),
    ],
)
def test_include_and_exclude_are_searched_in_the_whole_url(path, rule):
    scope = Scope("https://example.com/", include="/guides/|/courses/", exclude="/guides/old-")
    assert scope.refusal(f"https://example.com{path}") == rule


def test_an_expression_may_be_written_as_people_read_the_address():
    scope = Scope("https://example.com/", include="/größe/")
    assert scope.refusal("https://example.com/gr%C3%B6%C3%9Fe/42") is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"start_url": "mailto:a@example.com"}, "url=mailto:a@example.com"),
        ({"start_url": "https://example.com/", "include": "["}, "include=["),
        ({"start_url": "https://example.com/", "exclude": "*x"}, "exclude=*x"),
        (
            {"start_url": "https://example.com/", "path_prefix": "https://other.test/a"},
            "path_prefix=https://other.test/a",
        ),
    ],
)
def test_an_argument_that_cannot_be_used_is_named(arguments, named):
    with pytest.raises(UsageRefused) as refused:
        Scope(**arguments)
    assert str(refused.value).startswith(named)


@pytest.mark.parametrize(
    "path",
    [
        "/login", "/Login/", "/user/logout", "/wp-admin/edit", "/wp-login.php", "/login.html", "/shop/cart",
        "/checkout/step-2", "/account/orders", "/en/account", "/de/admin", "/admin", "/?add-to-cart=12",
        "/index.php?title=Special:UserLogin&r=a", "/index.php?route=checkout/cart",
        "/index.php?action=login", "/signin.aspx", "/wiki/Special:UserLogin",
    ],
)  # fmt: skip
def test_private_areas_are_left_alone_unless_listed(path):
    url = f"https://example.com{path}"
    scope = Scope("https://example.com/")
    assert scope.refusal(url) == "private area"
    assert scope.refusal(url, listed=True) is None
    assert Scope("https://example.com/", keep_private=True).refusal(url) is None


@pytest.mark.parametrize(
    "path",
    [
        "/ref/contrib/admin/", "/git-checkout.html", "/library/login.html", "/accounting", "/cartography",
        "/blog/how-to-login", "/register-of-ships", "/howto/auth", "/?action=view", "/?q=login",
    ],
)  # fmt: skip
def test_pages_about_such_things_are_no_private_areas(path):
    assert Scope("https://example.com/").refusal(f"https://example.com{path}") is None


def test_a_path_prefix_the_user_typed_is_not_private():
    scope = Scope("https://example.com/account/help", path_prefix="/account/help")
    assert scope.refusal("https://example.com/account/help/returns") is None
    assert scope.refusal("https://example.com/account/help/login") == "private area"


@pytest.mark.parametrize(
    "path",
    [
        "/a.png", "/A.JPG", "/x.tar.gz", "/sitemap.xml.gz", "/v.mp4", "/style.css", "/style.css?v=3",
        "/font.woff2", "/feed.rss", "/price-list.xlsx", "/assets/app.js", "/main.js",
        "/jquery-3.7.1.min.js", "/chunk.3f2a1b9c.js", "/x.js?v=1", "/logo%2Epng",
    ],
)  # fmt: skip
def test_files_that_are_no_pages_are_refused_by_their_extension(path):
    assert Scope("https://example.com/").refusal(f"https://example.com{path}", listed=True) == "file type"


@pytest.mark.parametrize(
    "path",
    [
        "/node.js", "/docs/next.js/routing", "/vue.js/", "/readme.md/", "/logo.png/", "/v1.2",
        "/release-3.14", "/asp.net", "/index.html", "/page.php?file=a.zip", "/wiki/File:Logo.png",
        "/openai.com", "/.png", "/manual/core.html.en", "/files/package.json", "/guide.txt", "/notes.md",
    ],
)  # fmt: skip
def test_a_dot_in_a_name_does_not_make_a_file(path):
    assert Scope("https://example.com/").refusal(f"https://example.com{path}") is None


@pytest.mark.parametrize(("keep_pdf", "rule"), [(True, None), (False, "PDF reader missing")])
def test_pdf_files_are_admitted_where_they_can_be_read(keep_pdf, rule):
    assert Scope("https://example.com/", keep_pdf=keep_pdf).refusal("https://example.com/Menu.PDF") == rule
