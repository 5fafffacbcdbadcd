import pytest

from sitecrawl.document.model import Block, Document
from sitecrawl.frontier.soft404 import is_soft_404


def document(title, heading, text):
    blocks = (Block("heading", heading, 1), Block("text", text)) if heading else (Block("text", text),)
    return Document("https://shop.test/x", title, None, None, None, blocks)


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Page not found – Marsh Lane Traders", ""),
        ("404", ""),
        ("Error 404 | Shop", "Welcome"),
        ("Shop", "404 - Page Not Found"),
        ("Shop", "Oops! That page can’t be found."),
        ("Laden", "Seite nicht gefunden"),
        ("Boutique", "Erreur 404 : page introuvable"),
        ("Tienda", "Página no encontrada"),
        ("Negozio", "Pagina non trovata"),
        ("Winkel", "Pagina niet gevonden"),
        ("Sklep", "Nie znaleziono strony"),
        ("Магазин", "Страница не найдена"),
        ("店", "ページが見つかりません"),
        ("商店", "页面不存在"),
    ],
)
def test_a_short_page_named_not_found_is_a_soft_404_in_many_languages(title, heading):
    assert is_soft_404(document(title, heading, "Try the start page."))


@pytest.mark.parametrize(
    ("title", "heading", "words"),
    [
        ("How to fix a page not found error", "How to fix a page not found error", 60),
        ("404 Not Found - HTTP", "404 Not Found", 400),
        ("Peugeot 404", "The Peugeot 404", 40),
        ("Lost and found", "Lost and found", 30),
        ("Room 404", "Room 404", 30),
    ],
)
def test_a_page_about_something_is_none(title, heading, words):
    assert not is_soft_404(document(title, heading, "word " * words))


def test_a_page_with_the_text_of_the_probe_is_a_soft_404():
    probe = document("Marsh Lane", "Hm", "We looked everywhere for it.")

    assert is_soft_404(document("Marsh Lane", "Hm", "We looked everywhere for it."), probe)


def test_the_address_in_an_error_text_does_not_hide_it():
    text = "The page {} is not here. Please use the search or go back to the start page of our shop, thank you all."
    probe = document("Not found", "", text.format("/probe"))

    assert is_soft_404(document("Shop", "", text.format("/lamp-9")), probe)


def test_a_page_that_only_resembles_a_probe_without_the_words_not_found_is_none():
    probe = document("Marsh Lane", "Shop", "Lamps cost ten euros and ship in two days from our own yard by the river")
    page = document("Marsh Lane", "Shop", "Lamps cost nine euros and ship in two days from our own yard by the river")

    assert not is_soft_404(page, probe)
