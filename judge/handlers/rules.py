"""Handle RULE: the contents of a rule book, a paragraph with its example judged, what a word of the book means."""

from collections.abc import Iterable

from judge.game.state import Game
from judge.handlers.registry import handles
from judge.handlers.session import LineContext, Session
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.reports.line_answers import InvalidCommand, LineAnswer, TextAnswer, Unknown
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.rules import (
    JudgedExample,
    ToldParagraph,
    write_paragraphs,
    write_rule_books,
    write_rule_contents,
    write_terms,
)
from judge.requests.rules import RuleRequest
from judge.requests.vocabulary import Word, value_of
from judge.rules.board import Power
from judge.rules.book_text import BookText, RuleExample, RuleParagraph, load_book_text
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order
from judge.rules.rulebook import load_rulebook, rulebook_names

_SIGNS = " .:!?\"'“”«»()[]<>"
_MOST_PARAGRAPHS = 40
"""Paragraphs below one number that are sent at once; of more their titles are."""


@handles()
def handle_rule(session: Session, line: str, question: RuleRequest, context: LineContext) -> Session:
    """Answer from the rule book that is named, from the game's own, or from all."""
    del context
    return session.told(line, _answer(question.about, session))


def _answer(about: Word | None, session: Session) -> LineAnswer:
    language = session.person.language
    first, rest = _first_and_rest(about)
    book = first.text.casefold() if first else ""
    if book not in rulebook_names():
        book, rest = _book_of(session.game), about
    asked = (rest.text.strip(_SIGNS) or rest.text.strip()) if rest else ""
    if not book:
        return _from_all_books(asked, rest, session) if asked else TextAnswer(write_rule_books(language))
    text = load_book_text(book)
    if not asked:
        return TextAnswer(write_rule_contents(text, text.paragraphs, language))
    if value_of(asked) == "all":
        return TextAnswer(write_paragraphs(text, _told(text, text.paragraphs), language))
    if paragraphs := text.numbered(asked):
        if len(paragraphs) > _MOST_PARAGRAPHS:
            return TextAnswer(write_rule_contents(text, paragraphs, language))
        return TextAnswer(write_paragraphs(text, _told(text, paragraphs), language))
    if not any(map(str.isalnum, asked)) and not text.meaning(asked):
        return TextAnswer(write_rule_contents(text, text.paragraphs, language))
    return _from_all_books(asked, rest, session, book)


def _from_all_books(asked: str, rest: Word | None, session: Session, first: str = "") -> LineAnswer:
    """Return what a word means: in one book, where that knows it; else in each that does."""
    language = session.person.language
    books = [load_book_text(name) for name in ((first,) if first else rulebook_names())]
    known = [(text, term) for text in books if (term := text.meaning(asked))]
    if not known and first:
        books = [load_book_text(name) for name in rulebook_names()]
        known = [(text, term) for text in books if (term := text.meaning(asked))]
    if known:
        return TextAnswer(write_terms(known, language))
    return InvalidCommand.at(Unknown.RULE, rest or Word(asked, 0), (first or "1971",))


def _first_and_rest(about: Word | None) -> tuple[Word | None, Word | None]:
    if about is None:
        return None, None
    head, _, tail = about.text.partition(" ")
    rest = Word(tail.strip(), about.start + len(head) + 1) if tail.strip() else None
    return Word(head.strip(",:;."), about.start), rest


def _book_of(game: Game | None) -> str:
    """Return the rule book of a game, empty for none."""
    return load_rulebook(game.settings.rulebook).name if game else ""


def _told(text: BookText, paragraphs: Iterable[RuleParagraph]) -> tuple[ToldParagraph, ...]:
    return tuple(ToldParagraph(one, judged_examples(text.book, one)) for one in paragraphs)


def judged_examples(book: str, paragraph: RuleParagraph) -> tuple[JudgedExample, ...]:
    """Return the examples of a paragraph as its rule book judges them."""
    return tuple(_judged(book, example) for example in paragraph.examples)


def _judged(book: str, example: RuleExample) -> JudgedExample:
    """Return an example as the rule book judges it."""
    orders: dict[Power, list[Order]] = {}
    standard = load_notation("standard")
    for power, line in example.lines:
        order = read_order(line, example.position, STANDARD_BOARD, power, standard)
        if not isinstance(order, Misread):
            orders.setdefault(power, []).append(order)
    return JudgedExample(example, judge_phase(STANDARD_BOARD, load_rulebook(book), example.position, orders))
