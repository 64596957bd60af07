"""Tells small talk, thanks among it, from what is meant for the judge."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache

from judge.game.settings import Language, PlayingStrength
from judge.languages import LANGUAGES, languages_read, word_table, words_of
from judge.notation.lexer import folded_words
from judge.notation.tables import every_notation, notation_names, prose_phrases
from judge.requests.names import game_name
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    any_of,
    fold_case,
    keys_of,
    spaced_words,
    value_of,
    verb_of,
    vocabulary,
    without_fillers,
)

# --- tells small talk from what is meant for the judge


_MOST_WORDS = 8
"""Words of a letter that says nothing else."""


def guess_language(*texts: str) -> Language | None:
    """The language, one in which the judge writes, that most of the small words belong to; None where two have most."""
    words = _words(*texts)
    found = {one: sum(word in _small_words(one, "words") for word in words) for one in LANGUAGES}
    most = [language for language, count in found.items() if count == max(found.values())]
    return most[0] if len(most) == 1 else None


def _is_small_word(word: str) -> bool:
    """Whether a word is one of the small ones that every sentence has, in any language."""
    folded = fold_case(word)
    return any(folded in _small_words(one, name) for one in languages_read() for name in ("words", "particles"))


def asks_for_no_mail(*texts: str) -> bool:
    """Whether a letter of a few words asks not to be written to, as one writes to a mailing list."""
    words = _words(*texts)
    asked = any(not _small_words(language, "no_more").isdisjoint(words) for language in languages_read())
    return asked and len(words) <= _MOST_WORDS


def _words(*texts: str) -> list[str]:
    return [word for text in texts for word in re.findall(r"[\w']+", fold_case(text))]


@cache
def _small_words(language: str, name: str) -> frozenset[str]:
    """The words of one list of a language's table of small talk, folded."""
    return frozenset(map(fold_case, words_of(language, "small_talk").get(name, ())))


def _spelt(name: str) -> str:
    """The pattern of what stands in a list of the small talk of all languages, written as it is written there."""
    spoken = [one for language in languages_read() for one in words_of(language, "small_talk").get(name, ())]
    return "|".join(re.escape(one).replace("'", "['’]") for one in sorted(spoken, key=len, reverse=True))


_MOST_NAMES = 3
_MOST_LINES = 12
_WORD = re.compile(r"[^\W\d_]+")


def is_courtesies_only(text: str) -> bool:
    """Whether a text says nothing but courtesies; a question, a digit, any other word is no courtesy.

    A single word on the last line may be a name in lower case.
    """
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith(">")]
    if len(lines) > _MOST_LINES or re.search(r"[\d?]", "".join(lines)):
        return False
    return all(_is_courtesy_line(line, is_last=line is lines[-1] and len(lines) > 1) for line in lines)


def words_said(line: str) -> Sequence[str]:
    """The words of a line, without courtesies and the words that go with them."""
    words = _WORD.findall(line)
    return list(_words_beyond_courtesies([*zip(words, map(_folded, words), strict=True)]))


def _is_courtesy_line(line: str, *, is_last: bool) -> bool:
    """Whether a line has only courtesies, words that go with them, and few names; or names alone."""
    words, others = _WORD.findall(line), words_said(line)
    if len(others) == 1 and keys_of(fold_case(others[0])):
        return False
    return not others or (is_last and len(words) == 1) or _are_names(others)


def _are_names(words: Sequence[str]) -> bool:
    """Whether all begin with a capital, and not all are codes: ``Anna DUPONT``, but not ``PAR BUR``."""
    are_codes = all(word.isupper() for word in words)
    return len(words) <= _MOST_NAMES and not are_codes and all(word[0].isupper() for word in words)


def _folded(word: str) -> str:
    return "".join(folded_words(word))


def _words_beyond_courtesies(words: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The words that neither belong to a courtesy nor usually stand beside one."""
    known = prose_phrases("courtesies") | prose_phrases("beside_courtesies") | prose_phrases("dates")
    longest = max(map(len, known))
    at = 0
    while at < len(words):
        texts = tuple(text for _, text in words[at : at + longest])
        taken = next((size for size in range(len(texts), 0, -1) if texts[:size] in known), 0)
        if not taken:
            yield words[at][0]
        at += taken or 1


_SIMILARITY, _SHORT = 0.75, 3
_MOST_WORDS_OF_QUESTION = 2
"""Words that a question about one game may have behind it, small ones left out: its name, and perhaps "please"."""

Talk = Callable[[VerbLine], bool]
"""Whether nothing behind a verb is what the verb could mean, so that its line is a sentence."""


def is_small_talk(verb: VerbLine, talk: Talk) -> bool:
    """Whether a line is a sentence: its verb not in capitals, and nothing behind it that the verb could take.

    ``State of the union: fine``, ``Watch out!``, ``Why not?``, ``Vote of thanks to the judge``.
    """
    return bool(verb.words) and not verb.text[: verb.words[0].start].isupper() and talk(verb)


def names_no_game(verb: VerbLine) -> bool:
    """Nothing, or one name of a game as it must be written, may stand behind the verb."""
    bare = [word for word in without_fillers(verb.words) if word.text.strip(":") and not verb_of(word.text)[0]]
    if not bare:
        return False
    return len(_said(verb)) > _MOST_WORDS_OF_QUESTION or game_name(bare[0].text.rstrip("?.")) is None


def names_no_past(verb: VerbLine) -> bool:
    """A name of a game, or a date or a phase, may stand behind the verb."""
    return not any(letter.isdigit() for word in verb.words for letter in word.text) and names_no_game(verb)


def exports_nothing(verb: VerbLine) -> bool:
    """A name of a game, or a format, may stand behind the verb; of two words one is a format."""
    return _names_no_file(verb, vocabulary().formats)


def archives_nothing(verb: VerbLine) -> bool:
    """A name of a game, a notation or a language may stand behind the verb; of several words one is of those two."""
    languages = {word: key for word, key in vocabulary().values.items() if key in LANGUAGES}
    return _names_no_file(verb, {**dict.fromkeys(every_notation()), **languages}, 3)


def _names_no_file(verb: VerbLine, forms: Mapping[str, object], most: int = _MOST_WORDS_OF_QUESTION) -> bool:
    """Nothing behind the verb is the name of a game alone, or one word or more of ``forms`` beside it."""
    words = _said(verb)
    is_form = len(words) > 1 and _any_similar(words, forms)
    return (len(words) > most or not is_form) if len(words) > 1 else names_no_game(verb)


def opens_nothing(verb: VerbLine) -> bool:
    """Behind the name of a game settings or a preset may stand."""
    words = _said(verb)
    return bool(words[2:]) and not _any_similar(words[1:], {**vocabulary().settings, **vocabulary().presets})


def practises_nothing(verb: VerbLine) -> bool:
    """A setting, a board, a strength or a power, which has a capital, may stand behind the verb."""
    words = _said(verb)
    strengths = {
        word: key for word, key in vocabulary().values.items() if key in {one.value for one in PlayingStrength}
    }
    known = {**vocabulary().settings, **vocabulary().boards, **strengths}
    return not _any_similar(words, known) and not any(word.text[0].isupper() for word in words)


def teaches_nothing(verb: VerbLine) -> bool:
    """A number, a setting, a notation or a word for which lesson may stand behind the verb."""
    words = _said(verb)
    known = {**vocabulary().settings, **vocabulary().lessons, **dict.fromkeys(notation_names())}
    return not _any_similar(words, known) and not any(word.text.isdecimal() for word in words)


def sets_nothing(verb: VerbLine) -> bool:
    """A setting, or another verb, may stand behind the verb."""
    words = _said(verb)
    return not _any_similar(words, vocabulary().settings) and verb_of(words[0].text if words else "")[0] is None


def votes_nothing(verb: VerbLine) -> bool:
    """A motion, or the word for all, may stand behind the verb."""
    words = _said(verb)
    return not _any_similar(words, vocabulary().motions) and value_of(words[0].text if words else "") != "all"


def asks_nothing(verb: VerbLine) -> bool:
    """Anything but small words may stand behind the verb."""
    return all(_is_small_word(word.text) for word in _said(verb))


def _said(verb: VerbLine) -> tuple[Word, ...]:
    """The words behind a verb without small ones and without the signs around them."""
    stripped = (Word(word.text.strip(":.,!?…"), word.start) for word in without_fillers(verb.words))
    return tuple(word for word in stripped if word.text)


def _any_similar(words: Collection[Word], known: Mapping[str, object]) -> bool:
    texts = [fold_case(word.text) for word in words]
    return any(get_close_matches(text, known, 1, _SIMILARITY if len(text) > _SHORT else 1.0) for text in texts)


@cache
def _courtesy() -> re.Pattern[str]:
    return re.compile(
        rf"(?:[\s,]+(?:{_spelt('please')})"
        rf"|\s*[,.!;]\s*(?:{_spelt('thanks')})(?: (?:{_spelt('behind_thanks')}))?)+[\s.!]*$",
        re.IGNORECASE,
    )


_LONGEST_COURTESY = 100
"""Characters at the end of a line that are looked at, since a search through a line of blanks takes their square."""


def without_courtesy(line: str) -> str:
    """A line without the "please" or the ", thanks" it ends in."""
    found = _courtesy().search(line, max(0, len(line) - _LONGEST_COURTESY))
    return line[: found.start()] if found else line


# --- recognises letters that only thank, or that say nothing: the only replies that are left without an answer


_CLAUSE = re.compile(r"[^.,;:!\n()]+")
_THANKING_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS_OF_THANKS = 12
"""Words of a clause that says what somebody is thanked for."""

_Phrase = tuple[str, ...]


def is_thanks(text: str) -> bool:
    """Whether a text only thanks, says that it was read, greets or parts; nothing at all counts as well.

    Quoted lines are left out. A question, a word of somebody who wants something or objects, is never thanks; nor is
    a name that no courtesy stands before.
    """
    lines = [line for line in text.split("\n") if not line.lstrip().startswith((">", "|"))]
    clauses = [words for found in _CLAUSE.finditer("\n".join(lines)) if (words := _THANKING_WORD.findall(found[0]))]
    if any("?" in line for line in lines):
        return False
    return all(_is_thankful(words, is_first=words is clauses[0]) for words in clauses)


def _is_thankful(written: Sequence[str], *, is_first: bool) -> bool:
    words = tuple(word for one in written for word in folded_words(one))
    if _holds_any("wants", words) or len(words) > _MOST_WORDS_OF_THANKS:
        return False
    at, others, courteous = 0, list[str](), not is_first
    while at < len(words) and not (_length_of("opens", words, at) and not others):
        length = _length_of("courtesies", words, at) or _length_of("receipts", words, at)
        courteous = courteous or length > 0
        beside = length or _length_of("beside", words, at)
        others += [] if beside else written[at : at + 1]
        at += beside or 1
    are_names = len(others) <= _MOST_NAMES and all(word[:1].isupper() and not word[1:].isupper() for word in others)
    return at < len(words) or (courteous and are_names)


def _holds_any(table: str, words: _Phrase) -> bool:
    return any(_length_of(table, words, at) for at in range(len(words)))


def _length_of(table: str, words: _Phrase, at: int) -> int:
    """How many words the longest phrase of a table takes from here on; 0 where none begins here."""
    phrases = _phrases()[table]
    return next((size for size in range(min(5, len(words) - at), 0, -1) if words[at : at + size] in phrases), 0)


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, frozenset[_Phrase]]:
    tables = word_table("requests", "thanks")
    read = {name: frozenset(tuple(folded_words(one)) for one in phrases) for name, phrases in tables.items()}
    return read | {
        "courtesies": prose_phrases("courtesies"),
        "beside": prose_phrases("beside_courtesies") | prose_phrases("dates"),
    }


# --- recognises what calls for an answer in a letter that gives no order


@cache
def _greeting() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_spelt('greetings')})\s+(?P<whom>[^\s,!:.][^,!:.\n]{{0,30}})[,!:.\n]", re.IGNORECASE)


_LONGEST_CALL = 300
"""Characters of a sentence that may call for an answer; a longer one tells a story."""


def calls_for_answer(text: str, sentences: Sequence[str], is_named: Callable[[str], bool]) -> str:
    """The first sentence of a letter of talk that calls for an answer by its words; empty where none does.

    ``is_named`` tells whether a sentence names regions, units or powers. A letter to other players, a piece of press
    and a letter of thanks call for none.
    """
    words, greeted = spaced_words(text), _greeting().match(text)
    is_to_others = greeted is not None and not _stands_in("judge", spaced_words(greeted["whom"]))
    is_press = any(words.startswith(f" {one} ") for one in _calls()["press"]) or text.lstrip().startswith('"')
    if is_to_others or is_press:
        return ""
    is_courteous = _stands_in("courtesy", words) and not _stands_in("not_courtesy", words)
    short = (one for one in sentences if len(one) <= _LONGEST_CALL)
    return next((one for one in short if _calls_in(one, None if is_courteous else is_named)), "")


def about_subject(sentence: str) -> str:
    """What a sentence says of the subject of its letter, as of what stands above it; empty if it says nothing of it."""
    said = spaced_words(sentence)
    above = _call_words("subject").sub(" the above ", said)
    return above if above != said else ""


def _calls_in(sentence: str, is_named: Callable[[str], bool] | None) -> bool:
    """Whether a sentence calls for an answer; in a letter of courtesy, without ``is_named``, only in so many words."""
    words = spaced_words(sentence)
    if is_named is None or _stands_in("calls", words):
        return _stands_in("calls", words)
    return "?" in sentence or (_stands_in("attitudes", words) and (_stands_in("topics", words) or is_named(sentence)))


def _stands_in(table: str, words: str) -> bool:
    return _call_words(table).search(words) is not None


@cache
def _call_words(table: str) -> re.Pattern[str]:
    return re.compile(f" {any_of(_calls()[table])} ")


@cache
def _calls() -> Mapping[str, Sequence[str]]:
    return word_table("requests", "calls")
