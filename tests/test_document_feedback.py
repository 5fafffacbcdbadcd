"""Questions about the page itself are no content of it."""

from __future__ import annotations

import pytest

from sitecrawl.document import read_document


def markdown_of(html: str) -> list[str]:
    page = f"<title>T</title><main><h1>Oak</h1><p>Oak is a hard wood.</p>{html}</main>"
    return [
        block.markdown for block in read_document(page.encode(), "https://a.test/", "text/html; charset=utf-8").blocks
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Was this page helpful?",
        "Did this article answer your question?",
        "Rate this page",
        "War diese Seite hilfreich?",
        "Cette page vous a-t-elle été utile ?",
        "¿Te ha resultado útil esta página?",
        "Questa pagina ti è stata utile?",
        "Esta página foi útil?",
        "Was deze pagina nuttig?",
        "Была ли эта страница полезна?",
        "このページは役に立ちましたか?",
        "此页面对您有帮助吗?",
        "이 페이지가 도움이 되었나요?",
    ],
)
@pytest.mark.parametrize(
    "form", ["<p>{}</p><p>Yes</p><p>No</p>", "<h3>Feedback</h3><div>{}<div>Yes / No</div></div>", "<h2>{}</h2>"]
)
def test_the_question_whether_the_page_helped_is_left_out(question, form):
    assert markdown_of(form.format(question)) == ["Oak", "Oak is a hard wood."]


def test_a_question_about_the_subject_stays():
    html = "<h2>Is this wood useful outdoors?</h2><p>Yes.</p><h2>Was this oak helpful to ships?</h2><p>No.</p>"
    assert markdown_of(html)[2:] == ["Is this wood useful outdoors?", "Yes.", "Was this oak helpful to ships?", "No."]


@pytest.mark.parametrize(
    "line",
    [
        "Last updated on May 3, 2024 by Ann",
        "Zuletzt aktualisiert am 3. Mai 2024",
        "最終更新: 2024年5月3日",
        "Dernière mise à jour : 3 mai 2024",
    ],
)
def test_a_line_at_the_end_that_dates_the_page_is_left_out(line):
    assert markdown_of(f"<p>It grows slowly.</p><div>{line}</div>") == [
        "Oak",
        "Oak is a hard wood.",
        "It grows slowly.",
    ]


def test_a_date_at_the_beginning_stays():
    lines = markdown_of(
        "<p>Last updated: 3 May 2024</p><h2>Who we are</h2><p>A shop.</p><h2>What we keep</h2><p>Names.</p>"
    )
    assert lines[2] == "Last updated: 3 May 2024"


@pytest.mark.parametrize(
    "link", ["Edit this page", "Diese Seite bearbeiten", "Modifier cette page", "ページを編集", "编辑此页"]
)
def test_a_link_that_invites_to_edit_the_page_is_left_out(link):
    assert markdown_of(f'<p><a href="https://git.test/oak.md">{link}</a></p>') == ["Oak", "Oak is a hard wood."]
