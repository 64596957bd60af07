"""Finds the command that a sentence comes near to, to be suggested; only questions are ever carried out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import pairwise

from judge.game.settings import Language
from judge.languages import FALLBACK, LANGUAGES
from judge.notation.lexicon import is_slip
from judge.notation.read import is_in_codes
from judge.notation.tables import load_notation, notation_names
from judge.requests.dates import read_days, read_length, speaks_of_days
from judge.requests.small_talk import guess_language
from judge.requests.vocabulary import (
    Word,
    answered_in,
    any_of,
    fold_case,
    keys_of,
    phrase_of,
    spaced_words,
    verb_of,
    vocabulary,
    without_fillers,
    words_in,
)
from judge.requests.wishes import Wish, wish_of, wish_tables
from judge.rules.book_text import term_of_books

_CHOICES = frozenset("abcd1234")
"""The letters and numbers of choices."""
_LONGEST_CALL = 6
"""Words of a sentence that only calls for an answer: ``Hello? Is anybody there?``."""
_SHORTEST_TOPIC = 4
"""Letters by which a page of the help is recognised."""

_LENGTH = re.compile(r"(?<= )(?=(\w+) (?:(?:more|further|extra|additional|full|whole|autres) )?([a-z]+) )")
"""A number with a unit of time behind it."""

_ANY_DAY = date(2026, 1, 5)
_CLAUSE_END = re.compile(r"[.!?](?:\s|$)|\s\(|[;:]\s|,\s|\s(?:and|et|so|donc|car|but|mais)\s")
"""Where the words for days in a sentence may end."""


@dataclass(frozen=True)
class SuggestedCommand:
    """A sentence that is no command, and the ``command`` it comes near to.

    ``to`` are the words that should name powers, where the sentence is for others to read; else there are none.
    ``about`` is what it says that no one command does. ``names`` are words among which the games and powers stand that
    the command needs; ``language`` is that of the sentence. ``asks`` when the command changes nothing, so that it may
    be carried out.
    """

    command: str
    to: tuple[Word, ...] = ()
    about: str = ""
    names: tuple[Word, ...] = ()
    asks: bool = False
    language: Language = "en"


@dataclass(frozen=True)
class PossibleOrder:
    """No command: an order, or prose."""


@dataclass(frozen=True)
class Suggestion:
    """The ``command`` to suggest.

    ``to`` are the words that should name powers, where the sentence is for others. ``about`` is what the sentence says
    that no command does. ``names`` are words among which the command's games and powers are named. ``asks`` when the
    command changes nothing, so that it may be carried out.
    """

    command: str
    to: str = ""
    about: str = ""
    names: str = ""
    asks: bool = False
    language: Language = "en"


def suggest_command(line: str) -> Suggestion | None:
    """The command that a sentence comes near to: ``VOTE DRAW`` for ``I would vote for a draw``; None for others."""
    words = spaced_words(line)
    language = guess_language(line) or _language_told(words)
    if supposed := _supposed_pattern().match(words):
        return _supposition(line, words[: supposed.end()], language or "en")
    wish = wish_of(line, language)
    if wish and wish.key == "map" and _names_choice(words.split()):
        return None
    said = _from_wish(wish, line) if wish else None
    if said is None and (setting := _from_setting(line, language or "en")):
        return Suggestion(setting, language=language or "en")
    return said or _from_press(line) or _from_word(words) or _from_slip(line) or _for_a_person(line, language or "en")


def _language_told(words: str) -> Language | None:
    """The language of which a sentence without its small words has some other sign, such as an elision."""
    signs: Mapping[Language, Sequence[str]] = wish_tables()["told_by"]
    told = (one for one, said in signs.items() if re.search(f" {any_of(said)} ", words))
    return next((one for one in told if one in LANGUAGES), None)


_MOST_WORDS_WITH_SLIP = 6
_SHORTEST_WITH_SLIP = 5
"""Letters of a verb that is known in spite of a slip; of a shorter one two letters may be swapped."""


def _from_slip(line: str) -> Suggestion | None:
    """The command of a line in capitals whose verb has a slip: ``RESING rome``, ``VTOE DRAW``; None for others."""
    first, *rest = line.split(maxsplit=1) or ("",)
    word = first.rstrip(":.!")
    said = fold_case(word)
    is_word = word.isalpha() and word.isupper() and len(line.split()) <= _MOST_WORDS_WITH_SLIP
    if not is_word or verb_of(line)[0] or any((said,) in load_notation(name).phrases for name in notation_names()):
        return None
    known = {form: verb for form, verb in vocabulary().verbs.items() if _is_with_slip(said, form)}
    if len({key for key, _ in known.values()}) != 1:
        return None
    form, (_, language) = next(iter(known.items()))
    return Suggestion(" ".join((form.upper(), *rest)), language=language)


def _is_with_slip(word: str, verb: str) -> bool:
    if min(len(word), len(verb)) >= _SHORTEST_WITH_SLIP:
        return is_slip(word, verb)
    return len(word) == len(verb) == _SHORTEST_WITH_SLIP - 1 and sorted(word) == sorted(verb) and is_slip(word, verb)


def near(line: str) -> SuggestedCommand | PossibleOrder:
    """What a sentence wishes for, where it is no command; perhaps an order."""
    said = None if is_in_codes(line) else suggest_command(line)
    if said is None:
        return PossibleOrder()
    to, names = without_fillers(words_in(said.to)), without_fillers(words_in(said.names))
    if said.to and not to:
        return PossibleOrder()
    return SuggestedCommand(said.command, to, said.about, names, said.asks, said.language)


def _names_choice(words: Sequence[str]) -> bool:
    """Whether words name orders among which one chooses, ``Plan A``; they wish for no map."""
    choices = wish_tables()["titles"]["of_choices"]
    return any(word in choices and letter in _CHOICES for word, letter in pairwise(words))


ABOUT = frozenset(
    {"same_orders", "orders_stand", "orders_attached", "orders_asked", "pass", "codes_english", "codes_french"}
)
"""Wishes that no one command does."""

_NAMING_BEHIND, _NAMING = frozenset({"draw", "concede"}), frozenset({"join", "watch", "practice", "tutorial"})
"""Wishes behind which powers are named; in which games are, and powers."""


def _from_wish(wish: Wish, line: str) -> Suggestion | None:
    if wish.key in ABOUT:
        return Suggestion("", about=wish.key, language=wish.language)
    command = _command(wish, line)
    names = wish.behind if wish.key in _NAMING_BEHIND else line if wish.key in _NAMING else ""
    return Suggestion(command, names=names, asks=wish.asks, language=wish.language) if command else None


def _command(wish: Wish, line: str) -> str | None:
    """The command for a wish; None where it lacks what the command needs."""
    language = wish.language
    verbs, values = (vocabulary().printed[section, language] for section in ("verbs", "values"))
    match wish.key:
        case "draw" | "unvote_draw":
            verb = verbs["vote" if wish.key == "draw" else "unvote"]
            return f"{verb} {vocabulary().printed['motions', language]['draw']}"
        case "absence":
            days = _days(wish.behind if speaks_of_days(wish.behind) else wish.before)
            return f"{verbs['absence']} {days}" if speaks_of_days(days) else None
        case "not_playing":  # "I can't play next week" leaves no seat
            days = _days(wish.behind if speaks_of_days(wish.behind) else wish.before)
            return f"{verbs['absence']} {days}" if speaks_of_days(days) else verbs["resign"]
        case "absence_over":
            return f"{verbs['absence']} {values['cancelled']}"
        case "extend":
            return f"{verbs['extend']} {_length(line, language)}"
        case "take":
            length = _length(line, language)
            return None if length.endswith("h") else f"{verbs['take']} {length}"
        case "help_leaving":
            return f"{verbs['help']} {verbs['resign']}"
        case "help_regions":
            return f"{verbs['help']} {phrase_of('topic_regions', language)}"
        case "help_votes":
            return f"{verbs['help']} VOTES"
        case "help_orders":
            return f"{verbs['help']} {_topic(spaced_words(line), wish)}"
        case "to_all":
            return phrase_of("press_to_all", language)
        case "in_english" | "in_french":
            spoken = "en" if wish.key == "in_english" else "fr"
            return f"{verbs['set']} {vocabulary().printed['settings', language]['language']} {spoken}"
        case key:
            return verbs[key]


@cache
def _meaning_asked() -> Mapping[Language, re.Pattern[str]]:
    """Questions what a word means, by their languages."""
    tables: Mapping[Language, Mapping[str, Sequence[str]]] = wish_tables()["meaning"]
    return {
        language: re.compile(
            rf"^{any_of(words['before'])}(?: {any_of(words['small'])})* (.+?)(?: {any_of(words['behind'])})?$"
        )
        for language, words in tables.items()
    }


@cache
def _code_asked() -> Mapping[Language, re.Pattern[str]]:
    """Questions for the abbreviation of a region, by their languages."""
    tables: Mapping[Language, Mapping[str, Sequence[str]]] = wish_tables()["code_of"]
    return {
        language: re.compile(rf".* {any_of(words['nouns'])} {any_of(words['links'])} (?P<of>.+)$")
        for language, words in tables.items()
    }


def _from_word(words: str) -> Suggestion | None:
    """The question what a word of the rule books means: ``What is a stand-off?``."""
    for spoken, pattern in _meaning_asked().items():
        asked = pattern.match(words.strip())
        if asked is None:
            continue
        language = answered_in(spoken)
        said, verbs = asked.group(1), vocabulary().printed["verbs", language]
        if term := term_of_books(said):
            return Suggestion(f"{verbs['rule']} {term}", asks=True, language=language)
        if " " not in said and (any(keys_of(said)) or said in wish_tables()["explained"]["words"]):
            return Suggestion(f"{verbs['help']} {said.upper()}", asks=True, language=language)
    for spoken, pattern in _code_asked().items():
        if coded := pattern.match(words):
            language = answered_in(spoken)
            command = f"{vocabulary().printed['verbs', language]['help']} REGION {coded['of'].strip().upper()}"
            return Suggestion(command, asks=True, language=language)
    return None


def _for_a_person(line: str, language: Language) -> Suggestion | None:
    """The answer to a question about a game that no command answers, or to a complaint about a result or a map."""
    words = spaced_words(line)
    is_call = len(words.split()) <= _LONGEST_CALL
    is_asked = "?" in line and (
        not words.strip() or _says(words, "topics") or _says(words, "results") or (is_call and _says(words, "calls"))
    )
    is_about_one = _says(words, "results") or _says(words, "drawn")
    is_complaint = not is_asked and is_about_one and _says(words, "complaints")
    return Suggestion("", about="person", language=language) if is_asked or is_complaint else None


def _says(words: str, table: str) -> bool:
    """Whether a phrase of a table of what is for a person stands among spaced words."""
    return _said_of(table).search(words) is not None


@cache
def _said_of(table: str) -> re.Pattern[str]:
    """The phrases of a table; a star stands for any ending."""
    return re.compile(f" {any_of(wish_tables()['for_a_person'][table])} ")


def _supposition(line: str, lead: str, language: Language) -> Suggestion:
    """The what-if of a sentence such as ``What if I move A PAR to BUR?``, which supposes an order."""
    verbs = vocabulary().printed["verbs", language]
    behind = re.split(r"[^\W_]+", line, maxsplit=len(lead.split()))[-1].strip(" ?.!,:'’")
    behind = _opening_of_supposition().sub("", behind, count=1)
    present: Mapping[str, str] = wish_tables()["supposed"]["present"]
    behind = re.sub(r"[^\W\d_]+", lambda word: present.get(word[0], word[0]), behind)
    return Suggestion(
        "\n".join((verbs["whatif"], behind, verbs["end_whatif"])), about="supposed", asks=True, language=language
    )


def _topic(words: str, wish: Wish) -> str:
    """The page of the help that a question is about: by its first word that begins like the page's name.

    On press where it asks how one writes *to* somebody, who may be a power with a name like a page.
    """
    tables, known = wish_tables(), wish.language if wish.language in wish_tables()["pages"] else FALLBACK
    pages: Sequence[str] = tables["pages"][known]
    addressed = tables["addressees"][known]
    if spaced_words(wish.behind).startswith(tuple(f" {word} " for word in addressed["words"])):
        return str(addressed["page"])
    return next((page for page in pages[1:] if f" {fold_case(page)[:_SHORTEST_TOPIC]}" in words), pages[0])


def _from_setting(line: str, language: Language) -> str | None:
    """The command for a setting that a sentence wants, with its value: ``Changez ma notation en faf``."""
    folded = fold_case(line)
    for key, phrase, pattern in _wanted():
        if phrase in folded and (found := pattern.search(folded)):
            value = line[found.start(1) : found.end(1)].strip(" .,!?;:()<>")
            printed = vocabulary().printed
            if key == "reminder" and read_length(value) is None:
                continue
            return f"{printed['verbs', language]['set']} {printed['settings', language][key]} {value}"
    named = _PREFERENCE.fullmatch(line)
    return f"{vocabulary().printed['verbs', language]['set']} {line.strip()}" if named else None


_PREFERENCE = re.compile(r"\s*(?:LANGUAGE|LANGUE|ZONE|FUSEAU|NOTATION)\s+[\w/-]+\s*")
"""What somebody sets of their own, in capitals, without the verb: ``LANGUAGE fr``."""


@lru_cache(maxsize=1)
def _wanted() -> Sequence[tuple[str, str, re.Pattern[str]]]:
    """The settings that may be wanted, each with one phrase that wants it, and the pattern of that."""
    return [
        (key, phrase, re.compile(rf"(?:^|\W){re.escape(phrase)}\s+(\S+)"))
        for key, phrases in wish_tables()["wanted"].items()
        for phrase in map(fold_case, phrases)
    ]


def _from_press(line: str) -> Suggestion | None:
    """The suggestion for words to other players: ``To Germany: I agree.``, ``Dis à l'Italie que je suis d'accord``."""
    for language, pattern in reversed(_address_patterns().items()):
        if found := pattern.match(fold_case(line)):
            to = line[found.start("to") : found.end("to")].strip()
            return Suggestion(phrase_of("press_to_powers", language), to, language=language)
    return None


def _days(said: str) -> str:
    """The part of some words that names days: up to the end of a clause that can be read."""
    said = said.strip(" ,:.-–—")
    ends = [found.start() for found in _CLAUSE_END.finditer(said)]
    parts = [said[:end].strip(" ,:.") for end in (*reversed(ends), len(said))]
    readable = [part for part in parts if read_days(part, _ANY_DAY)]
    return max(readable, key=len, default=said[: min(ends, default=len(said))].strip(" ,:."))


def _length(line: str, language: Language) -> str:
    """The length of time a sentence names, as EXTEND takes it; three days where it names none."""
    words, days = spaced_words(line), phrase_of("days", language)
    for count, unit in _LENGTH.findall(words):
        if length := read_length(f"{_numbers().get(count, count)} {unit}"):
            hours = length // timedelta(hours=1)
            return f"{length.days}{days}" if re.match("[^h]", unit) else f"{hours}h"
    return f"3{days}"


@lru_cache(maxsize=1)
def _numbers() -> Mapping[str, str]:
    return {word: number for number, words in wish_tables()["numbers"].items() for word in words}


def ways_in(text: str) -> int | None:
    """How many powers a draw is among that a sentence speaks of: ``a three-way draw``, ``nulle à 3``; else None."""
    counts = re.findall(r" (?:a (?=(\w+))|(?=(\w+) way ))", spaced_words(text))
    ways = (_numbers().get(one or other, one or other) for one, other in counts)
    return next((int(count) for count in ways if count.isdecimal() and int(count) > 1), None)


def count_in(word: str) -> int | None:
    """How many a word says, ``trois`` or ``3``; None for any other, and for one alone."""
    count = _numbers().get(fold_case(word), word)
    return int(count) if count.isdecimal() and int(count) > 1 else None


def phrase_pattern(phrase: str) -> str:
    """The pattern of a phrase between spaces; its "*" is up to three words, its "$" the end of the line.

    A word with a hyphen at its end stands for all that begin so: "annul-" for « annuler », « annulez », « annulation ».
    """
    marks = {"*": r"(?:\w+ ){0,3}", "$": "$"}
    words = (marks.get(word) or _word_pattern(word) for word in phrase.split())
    return " " + "".join(words)


def _word_pattern(word: str) -> str:
    begun = re.escape(spaced_words(word).strip())
    return rf"{begun}\w* " if word.endswith("-") else f"{begun} "


@lru_cache(maxsize=1)
def _supposed_pattern() -> re.Pattern[str]:
    phrases: Sequence[str] = wish_tables()["supposed"]["words"]
    return re.compile("|".join(map(phrase_pattern, sorted(phrases, key=len, reverse=True))))


@lru_cache(maxsize=1)
def _opening_of_supposition() -> re.Pattern[str]:
    """Matches who supposes an order, before it: ``I move A PAR to BUR``."""
    words = sorted(wish_tables()["supposed"]["skipped"], key=len, reverse=True)
    return re.compile(rf"^(?:(?:{'|'.join(map(re.escape, words))})\b['’\s]*)+", re.IGNORECASE)


@lru_cache(maxsize=1)
def _address_patterns() -> dict[Language, re.Pattern[str]]:
    table = wish_tables()["said_to"]
    that = "|".join(map(re.escape, map(fold_case, table["that"])))
    patterns = {}
    for language in (one for one in LANGUAGES if one in table):
        words = "|".join(map(re.escape, sorted(map(fold_case, table[language]), key=len, reverse=True)))
        patterns[language] = re.compile(rf"(?:{words})\s+(?P<to>[^:.?!]{{3,50}}?)\s*(?::|\s(?:{that}))(?:\s|$|\w).*")
    return patterns
