"""Reads and writes orders to scouts: ``E PON A AAD``, ``E PON E L BRU``, ``E PON S S``, ``+E AAD`` (004 5, 8)."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple, assert_never

from judge.notation.grammar import Reading
from judge.notation.lexer import Token, tokens_of, words_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_LINE
from judge.notation.misread import Misread, Misreading
from judge.notation.outposts import Outposts
from judge.notation.tables import Notation, Part
from judge.rules.board import Board, Province
from judge.rules.errands import (
    Commission,
    Enlist,
    Investigate,
    Rest,
    RestAll,
    Sabotage,
    SpyQuickly,
    SpySlowly,
    Travel,
)

_LONGEST_CODE = 4
"""Letters of what may be a region's code, though it is none of this board."""

_BEFORE_PLACE = (Part.FILLER, Part.TROOP, Part.ARMY, Part.FLEET, Part.POWER)
_MOST_BEFORE = 4


class _Verb(NamedTuple):
    """What a scout is told to do, or the first word of it, up to a token."""

    does: str
    end: int


def read_errand(
    line: str, board: Board, own: Notation, others: Sequence[Notation] = (), outposts: Outposts | None = None
) -> Commission | RestAll | Misread | None:
    """The errand of a line, None where it speaks of no scout; what is wrong with one that cannot be read.

    A spy that names no region spies where it is; scouts that rest and name none are all those left. Recruiting, of
    which 004 prints nothing, is written as that of units is. With ``outposts`` the scout that is named must be
    there, and what would work for it is shown.
    """
    if len(line) > LONGEST_LINE or not (tokens := tokens_of(line)):
        return None
    reader = _Line(line, tokens, Lexicon(tokens, own, others, board), outposts)
    return next((found for start in reader.starts() if (found := reader.read(start))), None)


def write_errand(errand: Commission) -> str:
    """An errand as the booklet would write it; it prints no example."""
    match errand:
        case Travel(at, to):
            return f"E {at} A {to}"
        case SpySlowly(at, target):
            return f"E {at} E L {target}"
        case SpyQuickly(at, target):
            return f"E {at} E R {target}"
        case Investigate(at, about):
            return f"E {at} I A {about}".rstrip()
        case Sabotage(at):
            return f"E {at} S S"
        case Rest(at):
            return f"E {at} T"
        case Enlist(at):
            return f"+E {at}"
        case _:
            assert_never(errand)


def names_scout(texts: Sequence[str]) -> bool:
    """Whether the first of these words means a scout."""
    return bool(texts) and texts[0] in _scouts()


class _Start(NamedTuple):
    """The token behind the word for a scout, and whether one is to be recruited."""

    place: int
    enlists: bool
    is_letter: bool


class _Line:
    """One line that may be an order to a scout."""

    def __init__(self, line: str, tokens: Sequence[Token], lexicon: Lexicon, outposts: Outposts | None) -> None:
        self._line = line
        self._tokens = tokens
        self._texts = tuple(token.text for token in tokens)
        self._lexicon = lexicon
        self._outposts = outposts

    def starts(self) -> Iterator[_Start]:
        """Where a scout is named first thing, behind a bullet, a number, a heading, the word for recruiting."""
        for start in sorted({*Reading(self._lexicon).starts(), *self._behind_all()}):
            recruiting = next((found.end for found in self._lexicon.of(start, Part.BUILD)), None)
            enlists = recruiting is not None or self._texts[start - 1 : start] == ("+",)
            place = self._unfilled(recruiting if recruiting is not None else start)
            if names_scout(self._texts[place:]):
                yield _Start(place + 1, enlists, len(self._texts[place]) == 1)

    def _behind_all(self) -> Iterator[int]:
        """The token behind the words for all of them."""
        for words in _alls():
            if self._texts[: len(words)] == words:
                yield len(words)

    def read(self, start: _Start) -> Commission | RestAll | Misread | None:
        """The order from the word behind the scout on; None where these are words about scouts."""
        at = self._place(start.place)
        if at is None:
            return RestAll() if self._all_rest(start) else self._nowhere(start)
        post, end = at
        if start.enlists and end == len(self._tokens):
            return Enlist(post)
        verb = self._verb(end)
        if verb is None:
            return self._unsaid(post, end)
        if self._outposts and post not in self._outposts.posts:
            mark = self._unfilled(start.place)
            return self._misread(mark, end, Misreading.NO_SCOUT_THERE, self._elsewhere(verb))
        return self._told(post, verb)

    def _all_rest(self, start: _Start) -> bool:
        """Whether nothing stands behind the scout but that it rests; not where the two letters are somebody's name."""
        verb = None if start.enlists else self._verb(start.place)
        if verb is None or verb.does != "rest" or verb.end < len(self._tokens):
            return False
        between = self._line[self._tokens[start.place - 1].end : self._tokens[start.place].start]
        return "." not in between

    def _nowhere(self, start: _Start) -> Misread | None:
        """No region behind the scout: a line about one if it goes on like an order, or is hardly more than a code."""
        place, size = start.place, len(self._tokens)
        goes_on = any(self._verb(end) for end in range(place + 1, min(place + 3, size)))
        if place == size and start.is_letter:
            end = self._tokens[-1].end
            hints = self._elsewhere(None, start.enlists)
            return Misread(self._line, end, end, Misreading.INCOMPLETE, (), hints)
        is_code = start.is_letter and size == place + 1 and len(self._texts[place]) <= _LONGEST_CODE
        if not (goes_on or is_code):
            return None
        verb = self._verb(place + 1)
        hints = self._elsewhere(verb, start.enlists) if verb or start.enlists or is_code else ()
        return self._misread(place, place + 1, Misreading.UNKNOWN_PLACE, hints)

    def _unsaid(self, at: Province, end: int) -> Misread:
        """Behind the scout no order, or half of one."""
        halves = [does for does in _does() if (self._texts[end : end + 1], does) in _halves()]
        if self._texts[end + len(halves[:1]) :] == ():
            return self._lacking(at, *(halves or ("",)))
        place = end + len(halves[:1])
        hints = self._hints((at,), *(halves or ("",)))
        return self._misread(place, place + 1, Misreading.UNKNOWN_WORD, hints)

    def _told(self, at: Province, verb: _Verb) -> Commission | Misread:
        if verb.does == "investigate":
            return Investigate(at, self._line[self._tokens[verb.end - 1].end :].strip(" :*"))
        place = verb.end + (self._texts[verb.end : verb.end + 1] == (":",))
        if place == len(self._tokens):
            match verb.does:
                case "travel":
                    return self._lacking(at, "travel")
                case "sabotage" | "rest":
                    return Sabotage(at) if verb.does == "sabotage" else Rest(at)
                case _:
                    return _spying(verb.does, at, at)
        if verb.does == "rest":
            mark = self._unfilled(place)
            return self._misread(mark, len(self._tokens), Misreading.TOO_MUCH, (write_errand(Rest(at)),))
        target = self._place(place)
        if target is None:
            mark = self._unfilled(place)
            return self._misread(mark, len(self._tokens), Misreading.UNKNOWN_PLACE, self._hints((at,), verb.does))
        goal, end = target
        if verb.does == "sabotage" and goal != at:
            mark = self._unfilled(place)
            return self._misread(mark, end, Misreading.SABOTAGE_ELSEWHERE, self._shortened(at, verb, goal))
        if end < len(self._tokens):
            return self._misread(end, len(self._tokens), Misreading.TOO_MUCH, self._shortened(at, verb, goal))
        if verb.does == "sabotage":
            return Sabotage(at)
        return Travel(at, goal) if verb.does == "travel" else _spying(verb.does, at, goal)

    # --- words

    def _verb(self, place: int) -> _Verb | None:
        """What the scout is told to do, the longest words first."""
        place += self._texts[place : place + 1] == (":",)
        for words, does in _verbs():
            if self._texts[place : place + len(words)] == words:
                return _Verb(does, place + len(words))
        return next((_Verb("travel", found.end) for found in self._lexicon.of(place, Part.MOVE)), None)

    def _place(self, start: int) -> tuple[Province, int] | None:
        """The region named from a token on, behind articles and the kind of a unit; the token behind it."""
        pending = [(start, 0)]
        while pending:
            place, before = pending.pop(0)
            for found in self._lexicon.of(place, Part.PLACE):
                return Province(found.lexeme.value), found.end
            if before < _MOST_BEFORE:
                pending += [(found.end, before + 1) for found in self._lexicon.of(place, *_BEFORE_PLACE)]
        return None

    def _unfilled(self, place: int) -> int:
        """The first token from here on that is no article."""
        while any(ends := [found.end for found in self._lexicon.of(place, Part.FILLER)]):
            place = max(ends)
        return place

    # --- what is wrong

    def _elsewhere(self, verb: _Verb | None, enlists: bool = False) -> tuple[str, ...]:
        """Orders like this one for scouts there are."""
        if self._outposts is None:
            return ()
        if enlists:
            return tuple(write_errand(errand) for errand in self._outposts.recruits())
        target = self._place(verb.end) if verb else None
        return self._hints(self._outposts.posts, verb.does if verb else "", target=target[0] if target else None)

    def _hints(self, posts: Sequence[Province], *does: str, target: Province | None = None) -> tuple[str, ...]:
        if self._outposts is None:
            return ()
        return tuple(map(write_errand, self._outposts.like(posts, does, target)))

    def _shortened(self, at: Province, verb: _Verb, goal: Province) -> tuple[str, ...]:
        """The order without what is too much; for who would sabotage from afar, the way there."""
        if self._outposts is None:
            return ()
        is_way = verb.does == "travel" or goal != at
        goes: Commission = Travel(at, goal) if is_way else Sabotage(at)
        meant = goes if verb.does in {"travel", "sabotage"} else _spying(verb.does, at, goal)
        return (write_errand(meant),) if self._outposts.may(meant) else self._hints((at,), verb.does)

    def _lacking(self, at: Province, *does: str) -> Misread:
        end = self._tokens[-1].end
        return Misread(self._line, end, end, Misreading.INCOMPLETE, (), self._hints((at,), *does))

    def _misread(self, start: int, end: int, why: Misreading, hints: tuple[str, ...]) -> Misread:
        return Misread(self._line, self._tokens[start].start, self._tokens[end - 1].end, why, (), hints)


def _spying(does: str, at: Province, target: Province) -> Commission:
    return SpySlowly(at, target) if does == "spy_slowly" else SpyQuickly(at, target)


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads((files(__package__) / "tables" / "errands.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _scouts() -> frozenset[str]:
    return frozenset(text for word in _table()["scout"] for text in words_of(word))


@lru_cache(maxsize=1)
def _alls() -> tuple[tuple[str, ...], ...]:
    return tuple(words_of(words) for words in _table()["all"])


def _does() -> tuple[str, ...]:
    return tuple(_table()["does"])


@lru_cache(maxsize=1)
def _verbs() -> tuple[tuple[tuple[str, ...], str], ...]:
    found = [(words_of(words), does) for does, listed in _table()["does"].items() for words in listed]
    return tuple(sorted(found, key=lambda verb: -len(verb[0])))


@lru_cache(maxsize=1)
def _halves() -> frozenset[tuple[tuple[str, ...], str]]:
    """The first words of those that have two, with what they may begin."""
    return frozenset((words[:1], does) for words, does in _verbs() if len(words) > 1)
