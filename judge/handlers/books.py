"""Answers out of books: the topics of the help, the paragraphs of a rule book."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache

from judge.game.mastery.messages import ChangeSettings
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import LONGEST_HOUSE_RULES, GameName, Language, MapForm, Settings, house_rules
from judge.handlers.names import RegionReader, notations_of
from judge.handlers.session import GameSession, LineContext, Session, handles, handles_in_game, no_game
from judge.handlers.settings import GAME_SETTINGS, PERSONAL_SETTINGS
from judge.languages import guessed_at
from judge.notation.lexer import folded_words
from judge.notation.tables import OrderPart, load_notation, notation_names
from judge.reports.help import (
    HelpTopic,
    SettingHelp,
    help_topics,
    topic_for_key,
    write_help_first_page,
    write_help_topic,
    write_help_topics,
    write_region_named,
    write_regions,
    write_results_legend,
    write_settings_help,
    write_sign,
    write_unknown_topic,
)
from judge.reports.language import phrasebook
from judge.reports.layout import Page, joined_pages, one_line
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
from judge.requests.questions import HelpRequest, HouseRulesRequest, NewHouseRulesRequest, RuleRequest
from judge.requests.vocabulary import Word, fold_case, form_of, keys_of, value_of, verb_of, vocabulary, written_value
from judge.rules.board import Board, Province
from judge.rules.book_text import BookText, RuleParagraph, load_book_text
from judge.rules.rulebook import RuleBook, rulebook_names
from judge.store.records import LetterPicture

# --- HELP: the topic of any word of the vocabulary, of an order, of a mark or of a reason


def _write_setting_values(topic: HelpTopic, language: Language) -> Page:
    """Return a paragraph for the end of a page; empty where the page explains no setting."""
    told = []
    for key in dict.fromkeys((*GAME_SETTINGS, *PERSONAL_SETTINGS)):
        option = GAME_SETTINGS.get(key) or PERSONAL_SETTINGS[key]
        if f"settings.{key}" in topic.keys:
            examples = tuple(written_value(word, language) for word in option.examples)
            told.append(SettingHelp(form_of("settings", key, language), option.bounds, examples))
    return write_settings_help(told, language)


_OF_REGIONS, _OF_RESULTS = f"part.{OrderPart.PLACE.value}", f"part.{OrderPart.MARK.value}"
_TABLES = {_OF_REGIONS: write_regions, _OF_RESULTS: write_results_legend}
"""What stands below a page: all regions, all results of a report; by what the page explains."""

_TOPIC_LIST_WORDS = frozenset({"topics", "sujets"})
"""Words that ask for the list of topics, in either language."""

_MOST_NEAREST = 3
_LONGEST = 400
"""Characters that are looked at; none of our sentences has more."""

_LONGEST_SIGN = 3
"""Characters of a sign that examples do not show and the glossary has: ``A``, ``PV``, ``T+C``."""

_MOST_WORDS_COMPARED = 6
"""Words of a question that are compared with the names of topics."""

_FEWEST_SENTENCE_WORDS = 2
"""Words that a sentence of the judge must have to be recognised by them."""

_SHARE_QUOTED = 0.75
"""Share of the words of a sentence that a quotation of it must hold."""


def answer_help(question: HelpRequest, reader: Person, board: Board, book: RuleBook | None = None) -> TextAnswer:
    """Return the page that was asked for, in the reader's language; the first page when none was named.

    Its examples are for ``board``; a page about war tells what holds under ``book``.
    """
    if question.about is None:
        return TextAnswer(write_help_first_page(reader, vocabulary().version, board))
    written = " ".join(question.about.text[:_LONGEST].split())
    asked = written.strip(" .:!?\"'“”«»()[]<>") or written
    if regions := _regions_asked(asked, reader, board):
        return TextAnswer(write_region_named(regions, reader, board))
    if told := _write_sign(written, asked, reader, board, book):
        return TextAnswer(told)
    if topic := find_topic(asked, reader):
        pages = [write_help_topic(topic, reader, board, book), _write_setting_values(topic, reader.language)]
        table = _TABLES.get(next((key for key in _TABLES if topic == topic_for_key(key)), ""))
        return TextAnswer(joined_pages([*pages, *(["\n", table(reader, board)] if table else [])]))
    near = () if fold_case(asked) in _TOPIC_LIST_WORDS else _nearest_topics(asked, reader.language)
    return TextAnswer(write_unknown_topic(one_line(asked, 60), near, reader) if near else write_help_topics(reader))


def _write_sign(written: str, asked: str, reader: Person, board: Board, book: RuleBook | None) -> str:
    """Return what a sign tells, by examples, else from the glossary of the book; empty where words name a topic."""
    if "(" not in written and (fold_case(asked) in _named() or verb_of(asked)[0]):
        return ""
    if told := write_sign(written, reader, board):
        return told
    name = book.name if book else reader.notation
    text = load_book_text(name if name in rulebook_names() else board.rulebook or Settings().rulebook)
    term = text.meaning(asked) if len(asked) <= _LONGEST_SIGN else None
    return write_terms([(text, term)], reader.language) if term else ""


def _regions_asked(asked: str, reader: Person, board: Board) -> tuple[Province, ...]:
    """Return the regions that words may name, alone or behind REGION; none where they name a topic or a verb, too."""
    first, _, rest = asked.partition(" ")
    if rest and _named().get(fold_case(first)) == topic_for_key(_OF_REGIONS):
        asked = rest
    elif fold_case(asked) in _named() or any(keys_of(fold_case(asked))):
        return ()
    return RegionReader(Word(asked, 0), board, *notations_of(reader, board)).all_named()


def find_topic(asked: str, reader: Person) -> HelpTopic | None:
    """Return the topic of some words, None if there is none.

    They are tried as a name, by their verb, as a quoted sentence of the judge, by the last word that is known; what
    ends as a sentence is no command.
    """
    whole = _topic_named(asked, reader)
    if whole:
        return whole
    verb, quoted = verb_of(asked)[0], _topic_of_sentence(_word_set(asked), reader)
    if quoted and asked.rstrip().endswith("."):
        return quoted
    if verb and verb != "set" and (commanded := topic_for_key(f"verbs.{verb}")):
        return commanded
    known = (
        _topic_named(word, reader) for word in reversed(asked.split()) if fold_case(word) not in vocabulary().fillers
    )
    return quoted or next((topic for topic in known if topic), None)


def _topic_named(asked: str, reader: Person) -> HelpTopic | None:
    """Return the topic of words that are one name: of a topic, a command, a part of an order, a mark, a reason."""
    folded = fold_case(asked)
    return _named().get(folded) or next(
        (topic for key in _topic_keys(asked, reader) if (topic := topic_for_key(key))), None
    )


def _topic_keys(asked: str, reader: Person) -> Iterator[str]:
    folded = fold_case(asked)
    yield from keys_of(folded)
    if folded in _report_marks():
        yield "part.mark"
    for name in (reader.notation, *notation_names()):
        for lexeme in load_notation(name).phrases.get(folded_words(asked), ()):
            yield f"part.{lexeme.part.value}"
    code = folded.replace(" ", "_").replace("-", "_")
    yield from (key for topic in help_topics() for key in topic.keys if key.partition(".")[2] == code)


@lru_cache(maxsize=1)
def _named() -> dict[str, HelpTopic]:
    """Every word a topic is asked by, folded."""
    return {fold_case(word): topic for topic in help_topics() for words in topic.words.values() for word in words}


@lru_cache(maxsize=1)
def _report_marks() -> frozenset[str]:
    """Return every mark that a report puts behind an order, folded."""
    marks = (marks for name in notation_names() for marks in load_notation(name).marks.values())
    return frozenset(fold_case(mark).strip(" .") for told in marks for mark in filter(None, told.values()))


def _topic_of_sentence(words: frozenset[str], reader: Person) -> HelpTopic | None:
    """Return the topic of a sentence of the judge that was copied, whatever names were filled in."""
    quoted = [
        found
        for found in _sentences_with_topics(reader.language)
        if len(found[0] & words) >= _SHARE_QUOTED * len(found[0])
    ]
    likest = max(quoted, key=lambda found: len(found[0] & words) / len(found[0] | words), default=None)
    return likest[1] if likest else None


@lru_cache
def _sentences_with_topics(language: Language) -> tuple[tuple[frozenset[str], HelpTopic], ...]:
    """Return the words of every sentence that has a topic, without those that are filled in."""
    told = [
        (_word_set(re.sub(r"\{\w+\}", "", said)), _sentence_key(key))
        for key, said in phrasebook(language).sentences.items()
    ]
    return tuple(
        (words, topic) for words, key in told if len(words) >= _FEWEST_SENTENCE_WORDS and (topic := topic_for_key(key))
    )


def _sentence_key(sentence: str) -> str:
    """Return the key of a sentence without its ending for one or for many."""
    return sentence.removesuffix(".one").removesuffix(".many")


def _word_set(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold_case(text)))


def _nearest_topics(asked: str, language: Language) -> tuple[HelpTopic, ...]:
    """Return topics whose names, or the words they explain, are similar to a word that was asked for."""
    spoken = guessed_at(language)
    explained = ((word, topic_for_key(key)) for word, key, one in vocabulary().words if one in spoken)
    named = ((word, topic) for topic in help_topics() for one in spoken for word in topic.words[one])
    known = {fold_case(word): topic for word, topic in (*explained, *named) if topic}
    near = [
        form
        for word in (fold_case(asked), *fold_case(asked).split()[:_MOST_WORDS_COMPARED])
        for form in get_close_matches(word, known, _MOST_NEAREST)
    ]
    return tuple(dict.fromkeys(known[form] for form in near))[:_MOST_NEAREST]


# --- RULE: the contents of a rule book, a paragraph with its example judged, what a word of the book means


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
