"""Reads what a sentence wishes for by its grammar: who wishes, what act, of what, and whether it is denied."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from judge.game.settings import Language
from judge.languages import FALLBACK, word_table
from judge.requests.vocabulary import answered_in, fold_case

_LONGEST_STEM = 30
"""Letters of a word that its stem in a table may have; nobody writes longer ones."""

_TOKEN = re.compile(r"[^\W_]+|(?!(?<=[^\W_])[-./:][^\W_])[^\w\s'’]")
"""A word, or a sign that does not stand within a word, a date or an hour."""

_ENDS_SENTENCE = frozenset(".!?;…")
_JOINS = frozenset({"and", "et", "but", "mais", "because", "car", "since", "puis", "therefore"})
"""Words behind which a clause begins, as behind every sign."""

_MOST_WORDS = 60
_MOST_BETWEEN = 2
_FARTHEST = 6
"""Words that may stand between two words of a wish, those of ``before`` not counted; and with them."""

NO_WISH = "none"


@dataclass(frozen=True)
class Wish:
    """What a sentence wishes for: the key of a wish of ``wishes.toml``.

    ``asks`` when its answer changes nothing. ``behind`` is what the sentence says behind the words of the wish,
    ``before`` what it says in front of whoever wishes.
    """

    key: str
    language: Language
    asks: bool
    before: str
    behind: str


@dataclass(frozen=True)
class _Token:
    """A word, folded, or a sign, with its place in the line."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        return self.text.isalnum()


@dataclass(frozen=True)
class _Phrase:
    """Words of a table that stand at some place; ``language`` is None where both have them."""

    table: str
    size: int
    language: Language | None


@dataclass(frozen=True)
class _Rule:
    key: str
    does: str
    denied: str
    by_writer: bool
    asks: bool
    says: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class _Lead:
    """What has been read of a clause before its wish."""

    at: int
    start: int = 0
    subject: str = ""
    subject_at: int = -1
    denials: int = 0
    has_ne: bool = False
    has_verb: bool = False
    reports: bool = False


@dataclass(frozen=True)
class _Match:
    """The words of a wish up to token ``end``; the denials among them, the languages they belong to."""

    end: int
    denials: int
    languages: tuple[Language, ...]


def wish_of(line: str, guess: Language | None) -> Wish | None:
    """The gravest wish of a line, in the language that its words belong to where ``guess`` says none; else None."""
    words = list(islice(_TOKEN.finditer(line), _MOST_WORDS + 1))
    if not 0 < len(words) <= _MOST_WORDS:
        return None
    tokens = [_Token(fold_case(found[0]), found.start(), found.end()) for found in words]
    found = min(_Sentences(line, tokens, guess).wishes(), key=lambda pair: pair[0], default=None)
    return found[1] if found else None


class _Sentences:
    """The sentences of one line."""

    def __init__(self, line: str, tokens: Sequence[_Token], guess: Language | None) -> None:
        self._line, self._tokens, self._guess = line, tokens, guess
        self._phrases: dict[int, Sequence[_Phrase]] = {}

    def wishes(self) -> Iterator[tuple[int, Wish]]:
        """Each wish with its rank, the gravest first."""
        for start in self._clause_starts():
            lead: _Lead | None = _Lead(start, start)
            while lead and lead.at < len(self._tokens):
                yield from self._wishes_behind(lead)
                lead = self._longer(lead)

    def _clause_starts(self) -> Iterator[int]:
        before = [_Token(".", 0, 0), *self._tokens]
        return (at for at, token in enumerate(before[:-1]) if not token.is_word or token.text in _JOINS)

    def _longer(self, lead: _Lead) -> _Lead | None:
        """The beginning of a clause with one phrase more of those that may stand before a wish."""
        known = [
            one
            for one in self._at(lead.at)
            if one.table in _TABLES_BEFORE and not (one.table == "reports" and lead.has_verb)
        ]
        if not known:
            is_number = self._tokens[lead.at].text[:1].isdigit()
            return replace(lead, at=lead.at + 1) if is_number else None
        phrase = max(known, key=lambda one: (one.size, -_TABLES_BEFORE.index(one.table)))
        has_ne = lead.has_ne or self._tokens[lead.at].text in {"ne", "n"}
        lead = replace(lead, at=lead.at + phrase.size, has_ne=has_ne)
        match phrase.table:
            case "writer" | "you":
                at = lead.subject_at if lead.subject else lead.at - phrase.size
                return replace(lead, subject=phrase.table, subject_at=at)
            case "denials":
                return replace(lead, denials=lead.denials + 1)
            case "with_ne":
                return replace(lead, denials=lead.denials + lead.has_ne)
            case "leads":
                return replace(lead, has_verb=True)
            case "reports":
                return replace(lead, reports=True, subject="writer")
            case _:
                return lead

    def _wishes_behind(self, lead: _Lead) -> Iterator[tuple[int, Wish]]:
        for table in dict.fromkeys(one.table for one in self._at(lead.at)):
            for rank, rule, says in _rules_by_first().get(table, ()):
                if rule.by_writer and lead.subject == "you":
                    continue
                if (match := self._match(says, lead.at, lead.has_ne)) and (wish := self._read(rule, lead, match)):
                    yield rank, wish

    def _read(self, rule: _Rule, lead: _Lead, match: _Match) -> Wish | None:
        denials = lead.denials + match.denials + self._is_denied_behind(match.end)
        is_denied = denials % 2 == 1
        if not rule.asks and any(one.table == "postscripts" for one in self._at(0)):
            return None
        is_question = rule.asks and self._line.rstrip().endswith("?")
        is_told = lead.reports or (not lead.subject and self._is_denied_before(lead.start))
        if not is_denied and is_told and not is_question:
            return None
        key = rule.denied if is_denied else rule.does
        if key == NO_WISH:
            return None
        last = self._tokens[match.end - 1].end
        until = next((one.start for one in self._tokens[match.end :] if one.text in _ENDS_SENTENCE), len(self._line))
        at = lead.subject_at if lead.subject_at >= 0 else lead.at
        begins = max((one.end for one in self._tokens[:at] if one.text in _ENDS_SENTENCE), default=0)
        languages = match.languages
        spoken = self._guess or answered_in(next((one for one in languages if one != FALLBACK), FALLBACK))
        return Wish(key, spoken, rule.asks, self._line[begins : self._tokens[at].start], self._line[last:until])

    def _match(self, says: tuple[str, ...], at: int, has_ne: bool) -> _Match | None:
        """The words of a wish from token ``at`` on, the first of them there; None where they do not follow."""
        match = _Match(at, 0, ())
        for number, name in enumerate(says):
            between = -1 if number == 0 else 0 if says[number - 1] == "/" else _MOST_BETWEEN
            following = self._next(name, match, has_ne, between)
            if following is None:
                return None
            match = following
        is_denied = has_ne and says[-1] != "$" and self._has_denial(match.end, has_ne=True)
        return replace(match, denials=match.denials + is_denied)

    def _next(self, name: str, match: _Match, has_ne: bool, most: int) -> _Match | None:
        """The words with those of the next class, at once or behind at most so many others."""
        if name == "/":
            words = (at for at in range(match.end, len(self._tokens)) if self._tokens[at].is_word)
            return replace(match, end=next(words, len(self._tokens)))
        if name == "$":
            return self._end_of_clause(match, has_ne)
        denials = match.denials
        for at in range(match.end, min(match.end + (1 if most < 0 else _FARTHEST), len(self._tokens))):
            phrases = [one for one in self._at(at) if one.table == name]
            if phrases:
                longest = max(phrases, key=lambda one: one.size)
                spoken = (longest.language,) if longest.language else ()
                return _Match(at + longest.size, denials, (*match.languages, *spoken))
            most -= not any(one.table in _TABLES_BEFORE for one in self._at(at))
            if not self._tokens[at].is_word or most < 0:
                return None
            denials += self._has_denial(at, has_ne=has_ne)
        return None

    def _has_denial(self, at: int, *, has_ne: bool) -> bool:
        tables = {one.table for one in self._at(at)}
        return "denials" in tables or (has_ne and "with_ne" in tables)

    def _end_of_clause(self, match: _Match, has_ne: bool) -> _Match | None:
        """The end of the clause, where nothing but small words, courtesies and denials stands before it."""
        at, denials = match.end, match.denials
        while at < len(self._tokens) and self._tokens[at].is_word and self._tokens[at].text not in _JOINS:
            known = [one for one in self._at(at) if one.table in _TABLES_AFTER]
            if not known:
                return None
            longest = max(known, key=lambda one: one.size)
            denials += longest.table == "denials" or (longest.table == "with_ne" and has_ne)
            at += longest.size
        return replace(match, denials=denials)

    def _is_denied_behind(self, end: int) -> bool:
        """Whether the next clause is a no and nothing else, as in ``Draw? No way.``."""
        words = (at for at in range(end, len(self._tokens)) if self._tokens[at].is_word)
        at = next(words, None)
        if at is None or at == end:
            return False
        said = [one for one in self._at(at) if one.table == "no"]
        return any(self._end_of_clause(_Match(at + one.size, 0, ()), has_ne=False) for one in said)

    def _is_denied_before(self, start: int) -> bool:
        """Whether an earlier clause of the sentence denies something, so that this one may go on with it."""
        ends = (at + 1 for at in range(start) if self._tokens[at].text in _ENDS_SENTENCE)
        begins = max(ends, default=0)
        words = [at for at in range(begins, start) if self._tokens[at].is_word]
        denied = [at for at in words if any(one.table in {"denials", "ne"} for one in self._at(at))]
        return bool(denied) and denied != words

    def _at(self, at: int) -> Sequence[_Phrase]:
        """Every phrase of a table that stands here."""
        if at not in self._phrases:
            self._phrases[at] = tuple(self._read_phrases(at)) if at < len(self._tokens) else ()
        return self._phrases[at]

    def _read_phrases(self, at: int) -> Iterator[_Phrase]:
        word = self._tokens[at].text
        keys = (word, *(f"{word[:size]}*" for size in range(2, min(len(word), _LONGEST_STEM) + 1)))
        for words, table, language in (entry for key in keys for entry in _lexicon.phrases.get(key, ())):
            here = self._tokens[at : at + len(words)]
            if len(here) == len(words) and all(map(_is_form, words, here)):
                yield _Phrase(table, len(words), language)


def _is_form(written: str, token: _Token) -> bool:
    return token.text.startswith(written[:-1]) if written.endswith("*") else token.text == written


_TABLES_BEFORE = ("harmless", "reports", "denials", "ne", "with_ne", "writer", "you", "leads", "small", "dates")
_TABLES_AFTER = ("denials", "with_ne", "small", "dates", "after", "you")


class _Lexicon:
    """The tables of ``wishes.toml``."""

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        return word_table("requests", "wishes")

    @cached_property
    def phrases(self) -> Mapping[str, Sequence[tuple[tuple[str, ...], str, Language | None]]]:
        """Every phrase by its first word: its words, its table, the language it belongs to, None for both."""
        found: defaultdict[str, list[tuple[tuple[str, ...], str, Language | None]]] = defaultdict(list)
        for name, table in self.tables["before"].items():
            for phrase in table["words"]:
                found[_folded(phrase)[0]].append((_folded(phrase), name, None))
        for name, spoken in self.tables["classes"].items():
            for language, phrases in spoken.items():
                for phrase in phrases:
                    own = None if all(phrase in others for others in spoken.values()) else language
                    found[_folded(phrase)[0]].append((_folded(phrase), name, own))
        return found


def _folded(phrase: str) -> tuple[str, ...]:
    return tuple(fold_case(phrase).split())


_lexicon = _Lexicon()


def wish_tables() -> Mapping[str, Any]:
    """The tables of ``wishes.toml``."""
    return _lexicon.tables


@lru_cache(maxsize=1)
def _rules_by_first() -> Mapping[str, Sequence[tuple[int, _Rule, tuple[str, ...]]]]:
    """The ways to say each wish by the class of their first word, with the rank of the wish."""
    found: defaultdict[str, list[tuple[int, _Rule, tuple[str, ...]]]] = defaultdict(list)
    for rank, (key, row) in enumerate(_lexicon.tables["wishes"].items()):
        says = tuple(tuple(one.split()) for one in row["says"])
        does, denied = row.get("does", key), row.get("denied", NO_WISH)
        rule = _Rule(key, does, denied, row.get("by") == "writer", row.get("asks", False), says)
        for one in says:
            found[one[0]].append((rank, rule, one))
    return found
