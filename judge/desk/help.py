"""Answers to HELP: finds the topic of any word of the vocabulary, of an order, of a mark or of a reason."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache

from judge.desk.options import OPTIONS, PERSONAL
from judge.game.person import Person
from judge.game.settings import Language
from judge.mail.meanings import Help
from judge.mail.vocabulary import fold, form_of, keys_of, vocabulary, written_value
from judge.mail.words import verb_of
from judge.notation.lexer import words_of
from judge.notation.tables import load_notation, notation_names
from judge.reports.echo import Shown
from judge.reports.help import (
    SettingTold,
    Topic,
    topic_of,
    topics,
    write_first_page,
    write_no_topic,
    write_settings,
    write_topic,
    write_topics,
)
from judge.reports.language import phrasebook
from judge.reports.layout import one_line
from judge.rules.board import Board
from judge.rules.rulebook import RuleBook


def settings_told(topic: Topic, language: Language) -> str:
    """A paragraph for the foot of a page; empty where the page explains no setting."""
    told = []
    for key in dict.fromkeys((*OPTIONS, *PERSONAL)):
        option = OPTIONS.get(key) or PERSONAL[key]
        if f"settings.{key}" in topic.keys:
            examples = tuple(written_value(word, language) for word in option.examples)
            told.append(SettingTold(form_of("settings", key, language), option.bounds, examples))
    return write_settings(told, language)


_ALL = frozenset({"topics", "sujets"})
"""What asks for the list of topics, in either language."""

_NEAREST = 3
_LONGEST = 400
"""Characters that are looked at; none of our sentences has more."""

_FEW = 6
"""Words for which anything near is looked for."""

_SENTENCE = 2
"""Words from which on a sentence of ours can be known by them."""

_SHARE = 0.75
"""How many of the words of a sentence a quotation of it must hold."""


def answer_help(question: Help, reader: Person, board: Board, book: RuleBook | None = None) -> Shown:
    """The page that was asked for, in the reader's language; the first when none was named.

    Its examples are on a board; what it says of a war is so under a rule book.
    """
    if question.about is None:
        return Shown(write_first_page(reader, vocabulary().version, board))
    asked = " ".join(question.about.text[:_LONGEST].split()).strip(" .:!?\"'“”«»()[]<>")
    topic = find_topic(asked, reader)
    if topic:
        return Shown(write_topic(topic, reader, board, book) + settings_told(topic, reader.language))
    near = () if fold(asked) in _ALL else _nearest(asked)
    return Shown(write_no_topic(one_line(asked, 60), near, reader) if near else write_topics(reader))


def find_topic(asked: str, reader: Person) -> Topic | None:
    """The topic of some words: as they stand, by their verb, as a sentence of ours, by the last one that is known."""
    whole = _known(asked, reader)
    if whole:
        return whole
    verb = verb_of(asked)[0]
    if verb and verb != "set" and (commanded := topic_of(f"verbs.{verb}")):
        return commanded
    quoted = _sentence(_words(asked), reader)
    known = (_known(word, reader) for word in reversed(asked.split()) if fold(word) not in vocabulary().fillers)
    return quoted or next((topic for topic in known if topic), None)


def _known(asked: str, reader: Person) -> Topic | None:
    """The topic of words that are one name: of a topic, in the vocabulary, in an order, of a mark, of a reason."""
    folded = fold(asked)
    return _named().get(folded) or next((topic for key in _keys(asked, reader) if (topic := topic_of(key))), None)


def _keys(asked: str, reader: Person) -> Iterator[str]:
    folded = fold(asked)
    yield from keys_of(folded)
    if folded in _marks():
        yield "part.mark"
    for name in (reader.notation, *notation_names()):
        for lexeme in load_notation(name).phrases.get(words_of(asked), ()):
            yield f"part.{lexeme.part.value}"
    code = folded.replace(" ", "_").replace("-", "_")
    yield from (key for topic in topics() for key in topic.keys if key.partition(".")[2] == code)


@lru_cache(maxsize=1)
def _named() -> dict[str, Topic]:
    """Every word a topic is asked by, folded."""
    return {fold(word): topic for topic in topics() for words in topic.words.values() for word in words}


@lru_cache(maxsize=1)
def _marks() -> frozenset[str]:
    """Every mark that a report puts after an order."""
    notations = map(load_notation, notation_names())
    return frozenset(
        fold(mark).strip(" .") for one in notations for marks in one.marks.values() for mark in marks.values() if mark
    )


def _sentence(words: frozenset[str], reader: Person) -> Topic | None:
    """The topic of a sentence of ours that somebody has copied, with whatever names were filled in."""
    quoted = [found for found in _sentences(reader.language) if len(found[0] & words) >= _SHARE * len(found[0])]
    likest = max(quoted, key=lambda found: len(found[0] & words) / len(found[0] | words), default=None)
    return likest[1] if likest else None


@lru_cache
def _sentences(language: Language) -> tuple[tuple[frozenset[str], Topic], ...]:
    """The words of every sentence that has its help, without those that are filled in."""
    told = [(_words(re.sub(r"\{\w+\}", "", said)), _key(key)) for key, said in phrasebook(language).sentences.items()]
    return tuple((words, topic) for words, key in told if len(words) >= _SENTENCE and (topic := topic_of(key)))


def _key(sentence: str) -> str:
    """The key of a sentence, whichever form goes with its number."""
    return sentence.removesuffix(".one").removesuffix(".many")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(text)))


def _nearest(asked: str) -> tuple[Topic, ...]:
    """Topics whose names, or the words they explain, look like one of the words asked for."""
    known = {fold(word): topic for word, key in vocabulary().words if (topic := topic_of(key))} | _named()
    near = [
        form for word in (fold(asked), *fold(asked).split()[:_FEW]) for form in get_close_matches(word, known, _NEAREST)
    ]
    return tuple(dict.fromkeys(known[form] for form in near))[:_NEAREST]
