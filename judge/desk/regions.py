"""Reads names of regions and units outside orders, as conditions and wishes bear them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from judge.mail.words import Word
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.tables import Notation, Part
from judge.notation.write import write_place
from judge.reports.echo import Unknown, Wrong
from judge.rules.board import Board, Kind, Location, Power, Province

_KINDS = {Part.ARMY: Kind.ARMY, Part.FLEET: Kind.FLEET}
_BEFORE = (Part.ARMY, Part.FLEET, Part.TROOP, Part.POWER, Part.FILLER)
_MOST_BEFORE = 5
"""Words in front of a region: its power, the kind of its unit, articles."""


@dataclass(frozen=True)
class Named:
    """What words name: a region, perhaps with a coast, a kind of unit, a power; ``end`` is the token behind them.

    ``troop`` is the letter of one that the board has, where it has any.
    """

    at: Location
    kind: Kind | None
    power: Power | None
    end: int
    borrowed: bool = False
    troop: str = ""


@dataclass(frozen=True)
class _Before:
    """What stood in front of a region so far."""

    kind: Kind | None = None
    power: Power | None = None
    words: int = 0
    troop: str = ""


class Names:
    """The words of a part of a line, with what they name in a reader's notation."""

    def __init__(self, written: Word, board: Board, own: Notation, others: Sequence[Notation]) -> None:
        self.tokens = tokens_of(written.text)
        self.lexicon = Lexicon(self.tokens, own, others, board)
        self._written = written
        self._board = board
        self._own = own

    @property
    def size(self) -> int:
        """How many tokens there are."""
        return len(self.tokens)

    def named(self, place: int) -> Named | Wrong:
        """What is named from a token on; in the own notation where that knows it, else in the others."""
        found = tuple(one for one in self._named(place, _Before()) if self._exists(one.at))
        best = [one for one in found if one.borrowed == min(other.borrowed for other in found)]
        longest = [one for one in best if one.end == max(other.end for other in best)]
        places = dict.fromkeys(one.at for one in longest)
        if len(places) == 1:
            return max(longest, key=lambda one: bool(one.troop))
        at = self._region_at(place)
        hints = tuple(places) or self._near(at)
        return self.wrong(Unknown.REGION, at, at + 1, [write_place(one, self._own, self._board) for one in hints])

    def wrong(self, what: Unknown, start: int, end: int, hints: Sequence[str] = ()) -> Wrong:
        """The tokens from ``start`` to ``end`` are at fault; nothing stands there if they are beyond the last."""
        if start >= self.size:
            return Wrong.missing(what, self._written.end, tuple(hints))
        first, last = self.tokens[start].start, self.tokens[min(end, self.size) - 1].end
        text, at = self._written.text[first:last], self._written.start
        return Wrong.at(what, Word(text, at + first), tuple(hints))

    def _named(self, place: int, before: _Before) -> Iterator[Named]:
        for found in self.lexicon.of(place, Part.PLACE):
            named = Named(
                Location(Province(found.lexeme.value), found.coast),
                before.kind,
                before.power,
                found.end,
                found.borrowed,
                before.troop,
            )
            yield named
            yield from self._on_a_coast(named)
        if before.words == _MOST_BEFORE:
            return
        for found in self.lexicon.of(place, *_BEFORE):
            yield from self._named(found.end, self._stepped(before, found.lexeme.part, found.lexeme.value))

    def _stepped(self, before: _Before, part: Part, value: str) -> _Before:
        step = replace(before, words=before.words + 1)
        match part:
            case Part.POWER if value in self._board.powers:
                return replace(step, power=Power(value))
            case Part.ARMY | Part.FLEET:
                return replace(step, kind=_KINDS[part])
            case Part.TROOP if troop := self._board.war.troops.get(value):
                return replace(step, kind=troop.kind, troop=value)
            case _:
                return step

    def _on_a_coast(self, named: Named) -> Iterator[Named]:
        """``STP/SC``, ``STP (sc)``, ``Spain south coast``."""
        if named.at.coast or not self.lexicon.has_coasts(named.at.province):
            return
        place = named.end + self._is(named.end, "/")
        bracket = self._is(place, "(")
        for found in self.lexicon.of(place + bracket, Part.COAST):
            if not bracket or self._is(found.end, ")"):
                yield replace(named, at=Location(named.at.province, found.lexeme.value), end=found.end + bracket)

    def _exists(self, at: Location) -> bool:
        """Whether a region has the coast that is named, if any is."""
        return at.coast in {"", *self._board.regions[at.province].coasts}

    def _is(self, place: int, sign: str) -> bool:
        return place < self.size and self.tokens[place].text == sign

    def _region_at(self, place: int) -> int:
        """The token that should name a region: behind the power and the kind of unit."""
        while place < self.size and any(self.lexicon.of(place, *_BEFORE)):
            place += 1
        return place

    def _near(self, place: int) -> tuple[Location, ...]:
        """Regions whose name in the own notation looks like a token."""
        if place >= self.size:
            return ()
        places = (Location(code) for code in self._board.regions)
        codes = {write_place(place, self._own, self._board).casefold(): place for place in places}
        near = get_close_matches(self.tokens[place].text, codes, n=2)
        return tuple(codes[code] for code in near)
