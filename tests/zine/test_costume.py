"""Each game is told in the costume of its own rule book: notation, names of powers, regions and seasons, titles."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from judge.game.apply import fold_events
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language, Settings
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.language import say
from judge.rules.board_file import board_names
from judge.rules.rulebook import rulebook_names
from judge.zine.article import Article, Headline, Orders, Paragraph, orders_in_row
from judge.zine.issue import IssueContents, Masthead, draft_issue
from judge.zine.issue_articles import GameArticleWriter
from judge.zine.sources import told_since
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import OPENED, opened, recorded_log
from tests.zine.issues import BOTH, known_of

BOOKS = ("1971", "18centres", "2023", "faf", "soop")


@cache
def article_in(book: str, language: Language, phases: int = 5) -> Article:
    """The article on the first year of a recorded game by a rule book."""
    known = known_of(recorded_log("two", Settings(rulebook=book), phases))
    return GameArticleWriter(told_since(known, OPENED, known.closed[-1].at), language).article()


def orders_of(article: Article) -> Iterator[str]:
    for block in article.blocks:
        if isinstance(block, Orders):
            yield from (order for _, row in block.entries for order in orders_in_row(row))


def headlines(article: Article) -> list[str]:
    return [block.text for block in article.blocks if isinstance(block, Headline)]


def words(article: Article) -> str:
    return " ".join(block.text for block in article.blocks if isinstance(block, Paragraph))


@each_case("book", BOOKS)
def test_orders_are_in_the_notation_of_the_book(book: str) -> None:
    named = book if book in {"1971", "18centres", "faf", "soop"} else "18centres"
    log = recorded_log("two", Settings(rulebook=book), 1)
    game = fold_events(log)
    assert game
    (closed,) = [event for event in log if isinstance(event, PhaseClosed)]
    written = [
        write_order(order, closed.before, game.board, load_notation(named))
        for orders in closed.orders.values()
        for order in orders
    ]
    moves = [one for one in orders_of(article_in(book, "fr", 1)) if "(" not in one]
    assert moves
    assert len({re.sub(r"\W", "", one) for one in written} & {re.sub(r"\W", "", one) for one in moves}) >= 8, moves


PHASES = {
    "2023": "Hiver 1901, ajustements",
    "18centres": "Automne 1901, ajustements",
    "1971": "Automne 1901, ajustements",
    "faf": "Automne 1901, ajustements",
    "soop": "Automne 1901, ajustements",
}


@each_case("book", BOOKS)
def test_powers_and_seasons_have_the_names_of_the_book(book: str) -> None:
    article = article_in(book, "fr")
    assert PHASES[book] in headlines(article)
    powers = {power for block in article.blocks if isinstance(block, Orders) for power, _ in block.entries}
    assert ("Angleterre" in powers) == (book in {"1971", "faf", "soop"})
    assert ("Grande-Bretagne" in powers) == (book in {"18centres", "2023"})


def test_builds_have_the_word_of_the_book() -> None:
    assert "mobilise" in words(article_in("18centres", "fr"))
    for book in ("1971", "faf"):
        assert "mobilis" not in words(article_in(book, "fr"))
        assert "construit" in words(article_in(book, "fr"))


def test_every_board_and_every_book_has_a_title_in_both_languages() -> None:
    for language in BOTH:
        for board in board_names():
            assert say(language, f"board_title.{board}").casefold() != board
        for book in rulebook_names():
            assert len(say(language, f"book.{book}")) > len(book)


@pytest.mark.parametrize("language", BOTH)
def test_titles_stand_where_keys_stood(language: Language) -> None:
    log = opened(Settings(board="1971-five", rulebook="1971"), name="arras")
    known = known_of(log)
    article = GameArticleWriter(told_since(known, None, OPENED), language).article()
    assert article.blocks[1] == Paragraph(
        {
            "fr": "Carte classique à cinq joueurs, règlement de 1971 (Moeshoeshoe).",
            "en": "Standard board for five, the rules of 1971 (Moeshoeshoe).",
        }[language]
    )


def test_a_chosen_notation_is_that_of_all_games() -> None:
    known = known_of(recorded_log("two", Settings(rulebook="1971"), 1))
    told = told_since(known, None, known.closed[-1].at)
    issue = draft_issue(Masthead("Zine", 1, OPENED.date(), ("fr",), notation="faf"), IssueContents([told]))
    (article,) = [one.texts["fr"] for one in issue.articles if one.name == "rome"]
    assert [*orders_of(article)][3] == "EDI - GRO"
