"""Handle RULE: the contents of a rule book, a paragraph with its example judged, what a word of the book means."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.mastery.messages import ChangeSettings
from judge.game.refusals import Refusal, Refused
from judge.game.settings import LONGEST_HOUSE_RULES, GameName, MapForm, house_rules
from judge.handlers.registry import handles, handles_in_game, no_game
from judge.handlers.session import GameSession, LineContext, Session
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Outcome, TextAnswer, Unknown
from judge.reports.rules import (
    pictured_examples,
    write_house_rules,
    write_paragraphs,
    write_rule_books,
    write_rule_contents,
    write_terms,
)
from judge.reports.terms import house_paragraphs
from judge.requests.questions import HouseRulesRequest, NewHouseRulesRequest, RuleRequest
from judge.requests.vocabulary import Word, value_of
from judge.rules.book_text import BookText, RuleParagraph, load_book_text
from judge.rules.rulebook import rulebook_names
from judge.store.records import LetterPicture

_SIGNS = " .:!?\"'“”«»()[]<>"
_NO_GAME = GameName("rules")
"""What the picture of an example is named after in a letter about no game."""
_MOST_PARAGRAPHS = 40
"""Paragraphs below one number that are sent at once; of more their titles are."""
_MOST_PICTURES = 4
"""Examples of one answer that are drawn; no paragraph has more, the book as PDF draws all."""


@handles()
def handle_rule(session: Session, line: str, question: RuleRequest, context: LineContext) -> Session:
    """Answer from the rule book that is named, from the game's own, or from all."""
    del context
    return session.told(line, _answer(question.about, session))


@handles()
def handle_house_rules(session: Session, line: str, _: HouseRulesRequest, context: LineContext) -> Session:
    """Answer with the rules that the game keeps, else with those of the operator."""
    del context
    language = session.person.language
    kept = house_paragraphs(session.game.settings, language) if session.game else ()
    return session.told(line, TextAnswer("\n\n".join(kept) or write_house_rules(language)))


@handles_in_game(no_game)
def handle_new_house_rules(session: GameSession, line: str, new: NewHouseRulesRequest, context: LineContext) -> Session:
    """Have the master's rules take the place of those that the game has in their language; an empty text, of none."""
    if len(new.text) > LONGEST_HOUSE_RULES:
        return session.told(line, Refused(Refusal.HOUSE_RULES_TOO_LONG, days=LONGEST_HOUSE_RULES))
    settings, rules = session.game.settings, house_rules(new.language, new.text)
    others = [one for one in settings.house_rules if one.language != new.language]
    kept = tuple(one for one in (*others, rules) if one.paragraphs)
    command = ChangeSettings(session.person.address, replace(settings, house_rules=kept))
    return session.decided(line, command, context, Done(Outcome.SETTINGS_CHANGED))


def _answer(about: Word | None, session: Session) -> LineAnswer:
    language = session.person.language
    first, rest = _first_and_rest(about)
    book = first.text.casefold() if first else ""
    if book not in rulebook_names():
        book, rest = session.game.book.name if session.game else "", about
    asked = (rest.text.strip(_SIGNS) or rest.text.strip()) if rest else ""
    if not book:
        return _from_all_books(asked, rest, session) if asked else TextAnswer(write_rule_books(language))
    text = load_book_text(book)
    if not asked:
        return TextAnswer(write_rule_contents(text, text.paragraphs, language))
    if value_of(asked) == "all":
        whole = LetterPicture(_NO_GAME, 0, None, language, "", "pdf", shows="rules", phase=book)
        return TextAnswer(write_paragraphs(text, text.paragraphs, language), pictures=(whole,))
    if paragraphs := text.numbered(asked):
        if len(paragraphs) > _MOST_PARAGRAPHS:
            return TextAnswer(write_rule_contents(text, paragraphs, language))
        return _with_pictures(text, paragraphs, session)
    if not any(map(str.isalnum, asked)) and not text.meaning(asked):
        return TextAnswer(write_rule_contents(text, text.paragraphs, language))
    if not text.meaning(asked) and (mentioned := text.mentioning(asked)):
        if len(mentioned) > 1:
            return TextAnswer(write_rule_contents(text, mentioned, language))
        return _with_pictures(text, mentioned, session)
    return _from_all_books(asked, rest, session, book)


def _with_pictures(text: BookText, paragraphs: Sequence[RuleParagraph], session: Session) -> TextAnswer:
    """Return paragraphs in full, with pictures of their first examples where the reader's letters bear any."""
    named = [name for one in paragraphs for name in pictured_examples(text.book, one)][:_MOST_PICTURES]
    told, reader = write_paragraphs(text, paragraphs, session.person.language), session.person
    if reader.wanted_map is MapForm.NO:
        return TextAnswer(told)
    game, form = session.game.name if session.game else _NO_GAME, reader.wanted_map.value
    shown = LetterPicture(game, 0, None, reader.language, "", form, "", "rule")
    return TextAnswer(told, pictures=tuple(replace(shown, phase=name) for name in named))


def _from_all_books(asked: str, rest: Word | None, session: Session, first: str = "") -> LineAnswer:
    """Return what a word means: in one book, where that knows it; else in each that does."""
    for names in ((first,) if first else (), rulebook_names()):
        known = [(text, term) for text in map(load_book_text, names) if (term := text.meaning(asked))]
        if known:
            return TextAnswer(write_terms(known, session.person.language))
    paragraphs = load_book_text(first).paragraphs if first else ()
    hints = (paragraphs[len(paragraphs) // 2].number,) if paragraphs else rulebook_names()
    return InvalidCommand.at(Unknown.RULE, rest or Word(asked, 0), hints)


def _first_and_rest(about: Word | None) -> tuple[Word | None, Word | None]:
    if about is None:
        return None, None
    head, _, tail = about.text.partition(" ")
    rest = tail.strip()
    return Word(head.strip(",:;."), about.start), Word(rest, about.end - len(rest)) if rest else None
