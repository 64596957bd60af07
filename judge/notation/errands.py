"""Reads, writes and suggests orders to scouts: ``E PON A AAD``, ``E PON E L BRU``, ``+E AAD`` (004 5, 8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, assert_never

from judge.languages import word_table
from judge.notation.grammar import LineParser
from judge.notation.lexer import LineToken, folded_words, tokens_of
from judge.notation.lexicon import Lexicon, lexicon_of
from judge.notation.line import LONGEST_ORDER_LINE, Misread, MisreadReason
from judge.notation.tables import Notation, OrderPart
from judge.rules.adjustments import distances_from
from judge.rules.board import Board, Province
from judge.rules.war.scouts import (
    LONGEST_TRAVEL,
    Enlist,
    Investigate,
    Rest,
    RestAll,
    Sabotage,
    ScoutOrder,
    SpyQuickly,
    SpySlowly,
    Travel,
)

# --- suggests orders to scouts that would work


_MOST = 3


@dataclass(frozen=True)
class ScoutHints:
    """The material of hints for scouts: the board, the scouts, the enemies in sight, the centres for recruiting."""

    board: Board
    posts: tuple[Province, ...]
    enemies: frozenset[Province] = frozenset()
    centres: tuple[Province, ...] = ()

    def like(self, posts: Sequence[Province], does: Sequence[str], target: Province | None) -> tuple[ScoutOrder, ...]:
        """Return a few orders of those kinds to scouts at these posts, for that region if possible.

        Of any kind if ``does`` is empty.
        """
        meant = (errand for at in posts for kind in does for errand in self._errands(at, kind, target))
        steps = ([Travel(at, region) for region in self._near(at)] for at in posts)
        found = (*meant, *(step for turn in zip_longest(*steps) for step in turn if step))
        return tuple(dict.fromkeys(found))[:_MOST]

    def instead(self, errand: ScoutOrder) -> tuple[ScoutOrder, ...]:
        """Return a few orders that may succeed in place of one that cannot."""
        match errand:
            case Travel(at, to) | SpySlowly(at, to) | SpyQuickly(at, to):
                return tuple(Travel(at, way) for way in self._towards(at, to)[:_MOST])
            case Enlist(at):
                return tuple(one for one in self.recruits() if one.at != at)
            case _:
                return ()

    def _towards(self, at: Province, to: Province) -> list[Province]:
        """Where the scout can go that is nearest to a region."""
        away = distances_from(self.board, [to])
        within = [region for region, far in distances_from(self.board, [at]).items() if 0 < far <= LONGEST_TRAVEL]
        return sorted(within, key=lambda region: (away.get(region, len(away)), region))

    def recruits(self) -> tuple[ScoutOrder, ...]:
        """Return a few orders to recruit a scout."""
        return tuple(Enlist(centre) for centre in self.centres[:_MOST])

    def may(self, errand: ScoutOrder) -> bool:
        """Return whether the target is in the scout's reach."""
        match errand:
            case Travel(at, to):
                return self._away(at, to) <= LONGEST_TRAVEL
            case SpySlowly(at, target) | SpyQuickly(at, target):
                return self._away(at, target) <= 1
            case _:
                return True

    def _errands(self, at: Province, kind: str, target: Province | None) -> Iterator[ScoutOrder]:
        """Those of one kind, for the wanted region if it can be reached, else where the reader sees an enemy."""
        met = [region for region in (at, *self._near(at)) if region in self.enemies]
        whom = target if target in met else next(iter(met), None)
        if target and kind == "travel" and 0 < self._away(at, target) <= LONGEST_TRAVEL:
            yield Travel(at, target)
        if whom and kind in {"spy_slowly", ""}:
            yield SpySlowly(at, whom)
        if whom and kind in {"spy_quickly", ""}:
            yield SpyQuickly(at, whom)
        if at in self.enemies and kind in {"sabotage", ""}:
            yield Sabotage(at)
        if kind == "investigate":
            yield Investigate(at)

    def _near(self, at: Province) -> list[Province]:
        """The regions next door, those of enemies first."""
        near = [region for region, away in distances_from(self.board, [at]).items() if away == 1]
        return sorted(near, key=lambda region: (region not in self.enemies, region))

    def _away(self, at: Province, to: Province) -> int:
        return distances_from(self.board, [at]).get(to, LONGEST_TRAVEL + 1)


# --- reads and writes orders to scouts: ``E PON A AAD``, ``E PON E L BRU``, ``E PON S S``, ``+E AAD`` (004 5, 8)


_LONGEST_CODE = 4
"""Letters of a word that may be a region's code, although the board has none such."""

_BEFORE_PLACE = (OrderPart.FILLER, OrderPart.ATTACK, OrderPart.TROOP, OrderPart.ARMY, OrderPart.FLEET, OrderPart.POWER)
_MOST_BEFORE = 4


class _Verb(NamedTuple):
    """The order word of a scout, or its first word, up to token ``end``."""

    does: str
    end: int


def read_errand(
    line: str, board: Board, own: Notation, others: Sequence[Notation] = (), scout_hints: ScoutHints | None = None
) -> ScoutOrder | RestAll | Misread | None:
    """Return the order to a scout that a line gives, None if it names no scout, a ``Misread`` if it cannot be read.

    A spy without a region spies where it is; ``RestAll`` if scouts rest and none is named. Recruiting, which 004 does
    not print, is written like the building of units. With ``scout_hints`` the scout that is named must be there, and
    hints are orders that would work for it.
    """
    if len(line) > LONGEST_ORDER_LINE or not (tokens := tokens_of(line)):
        return None
    reader = _Line(line, tokens, lexicon_of(tokens, own, others, board), scout_hints)
    return next((found for start in reader.starts() if (found := reader.read(start))), None)


def write_errand(errand: ScoutOrder) -> str:
    """Return an order to a scout as the booklet (004) would write it; it prints no example."""
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
    """Return whether the first of these words means a scout."""
    return bool(texts) and texts[0] in _scouts()


class _Start(NamedTuple):
    """The token behind the word for a scout, and whether one is to be recruited."""

    place: int
    enlists: bool
    is_letter: bool


class _Line:
    """One line that may be an order to a scout."""

    def __init__(
        self, line: str, tokens: Sequence[LineToken], lexicon: Lexicon, scout_hints: ScoutHints | None
    ) -> None:
        self._line = line
        self._tokens = tokens
        self._texts = tuple(token.text for token in tokens)
        self._lexicon = lexicon
        self._outposts = scout_hints

    def starts(self) -> Iterator[_Start]:
        """Where a scout is named first thing, behind a bullet, a number, a heading, the word for recruiting."""
        for start in sorted({*LineParser(self._lexicon).starts(), *self._behind_all()}):
            recruiting = next((found.end for found in self._lexicon.of(start, OrderPart.BUILD)), None)
            enlists = recruiting is not None or self._texts[start - 1 : start] == ("+",)
            place = self._unfilled(recruiting if recruiting is not None else start)
            if names_scout(self._texts[place:]):
                yield _Start(place + 1, enlists, len(self._texts[place]) == 1)

    def _behind_all(self) -> Iterator[int]:
        """The token behind the words for all of them."""
        for words in _alls():
            if self._texts[: len(words)] == words:
                yield len(words)

    def read(self, start: _Start) -> ScoutOrder | RestAll | Misread | None:
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
            return self._misread(mark, end, MisreadReason.NO_SCOUT_THERE, self._elsewhere(verb))
        return self._told(post, verb)

    def _all_rest(self, start: _Start) -> bool:
        """Whether nothing stands behind the scout but that it rests; not where the two letters are somebody's name."""
        verb = None if start.enlists else self._verb(start.place)
        if verb is None or verb.does != "rest" or verb.end < len(self._tokens):
            return False
        between = self._line[self._tokens[start.place - 1].end : self._tokens[start.place].start]
        return "." not in between

    def _nowhere(self, start: _Start) -> Misread | None:
        """Return a misread line if no region follows the scout.

        None unless the line goes on like an order, or is hardly more than a code.
        """
        place, size = start.place, len(self._tokens)
        goes_on = any(self._verb(end) for end in range(place + 1, min(place + 3, size)))
        if place == size and start.is_letter:
            end = self._tokens[-1].end
            hints = self._elsewhere(None, start.enlists)
            return Misread(self._line, end, end, MisreadReason.INCOMPLETE, (), hints)
        is_code = start.is_letter and size == place + 1 and len(self._texts[place]) <= _LONGEST_CODE
        if not (goes_on or is_code):
            return None
        verb = self._verb(place + 1)
        hints = self._elsewhere(verb, start.enlists) if verb or start.enlists or is_code else ()
        return self._misread(place, place + 1, MisreadReason.UNKNOWN_PLACE, hints)

    def _unsaid(self, at: Province, end: int) -> Misread:
        """Behind the scout no order, or half of one."""
        halves = [does for does in _does() if (self._texts[end : end + 1], does) in _halves()]
        if self._texts[end + len(halves[:1]) :] == ():
            return self._lacking(at, *(halves or ("",)))
        place = end + len(halves[:1])
        hints = self._hints((at,), *(halves or ("",)))
        return self._misread(place, place + 1, MisreadReason.UNKNOWN_WORD, hints)

    def _told(self, at: Province, verb: _Verb) -> ScoutOrder | Misread:
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
            return self._misread(mark, len(self._tokens), MisreadReason.TOO_MUCH, (write_errand(Rest(at)),))
        target = self._place(place)
        if target is None:
            mark = self._unfilled(place)
            return self._misread(mark, len(self._tokens), MisreadReason.UNKNOWN_PLACE, self._hints((at,), verb.does))
        goal, end = target
        if verb.does == "sabotage" and goal != at:
            mark = self._unfilled(place)
            return self._misread(mark, end, MisreadReason.SABOTAGE_ELSEWHERE, self._shortened(at, verb, goal))
        if end < len(self._tokens):
            return self._misread(end, len(self._tokens), MisreadReason.TOO_MUCH, self._shortened(at, verb, goal))
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
        return next((_Verb("travel", found.end) for found in self._lexicon.of(place, OrderPart.MOVE)), None)

    def _place(self, start: int) -> tuple[Province, int] | None:
        """The region named from a token on, behind articles and the kind of a unit; the token behind it."""
        pending = [(start, 0)]
        while pending:
            place, before = pending.pop(0)
            for found in self._lexicon.of(place, OrderPart.PLACE):
                return Province(found.lexeme.value), found.end
            if before < _MOST_BEFORE:
                pending += [(found.end, before + 1) for found in self._lexicon.of(place, *_BEFORE_PLACE)]
        return None

    def _unfilled(self, place: int) -> int:
        """The first token from here on that is no article."""
        while any(ends := [found.end for found in self._lexicon.of(place, OrderPart.FILLER)]):
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
        goes: ScoutOrder = Travel(at, goal) if is_way else Sabotage(at)
        meant = goes if verb.does in {"travel", "sabotage"} else _spying(verb.does, at, goal)
        return (write_errand(meant),) if self._outposts.may(meant) else self._hints((at,), verb.does)

    def _lacking(self, at: Province, *does: str) -> Misread:
        end = self._tokens[-1].end
        return Misread(self._line, end, end, MisreadReason.INCOMPLETE, (), self._hints((at,), *does))

    def _misread(self, start: int, end: int, why: MisreadReason, hints: tuple[str, ...]) -> Misread:
        return Misread(self._line, self._tokens[start].start, self._tokens[end - 1].end, why, (), hints)


def _spying(does: str, at: Province, target: Province) -> ScoutOrder:
    return SpySlowly(at, target) if does == "spy_slowly" else SpyQuickly(at, target)


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return word_table("notation/tables", "errands")


@lru_cache(maxsize=1)
def _scouts() -> frozenset[str]:
    return frozenset(text for word in _table()["scout"] for text in folded_words(word))


@lru_cache(maxsize=1)
def _alls() -> tuple[tuple[str, ...], ...]:
    return tuple(folded_words(words) for words in _table()["all"])


def _does() -> tuple[str, ...]:
    return tuple(_table()["does"])


@lru_cache(maxsize=1)
def _verbs() -> tuple[tuple[tuple[str, ...], str], ...]:
    found = [(folded_words(words), does) for does, listed in _table()["does"].items() for words in listed]
    return tuple(sorted(found, key=lambda verb: -len(verb[0])))


@lru_cache(maxsize=1)
def _halves() -> frozenset[tuple[tuple[str, ...], str]]:
    """The first words of those that have two, with what they may begin."""
    return frozenset((words[:1], does) for words, does in _verbs() if len(words) > 1)
