"""Read names of regions and units outside orders, in conditions, wishes and corrections."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.tables import Notation, OrderPart
from judge.notation.write import write_place
from judge.reports.line_answers import InvalidCommand, Unknown
from judge.requests.vocabulary import Word
from judge.rules.board import Board, Location, Power, Province, UnitKind

_KINDS = {OrderPart.ARMY: UnitKind.ARMY, OrderPart.FLEET: UnitKind.FLEET}
_PARTS_BEFORE = (OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP, OrderPart.POWER, OrderPart.FILLER)
_MOST_BEFORE = 5
"""Words that may stand before a region: its power, the kind of its unit, articles."""


@dataclass(frozen=True)
class NamedRegion:
    """A region that words name, perhaps with a coast, a kind of unit, a power.

    ``end`` is the place of the token after them; ``borrowed`` when they are of another notation than the reader's;
    ``troop`` is the letter of a unit type of the board, where it has any.
    """

    at: Location
    kind: UnitKind | None
    power: Power | None
    end: int
    borrowed: bool = False
    troop: str = ""


@dataclass(frozen=True)
class _WordsBefore:
    """The words that stood before a region so far."""

    kind: UnitKind | None = None
    power: Power | None = None
    words: int = 0
    troop: str = ""


class RegionReader:
    """Reads the words of a part of a line as regions, in a reader's notation."""

    def __init__(self, written: Word, board: Board, own: Notation, others: Sequence[Notation]) -> None:
        self.tokens = tokens_of(written.text)
        self.lexicon = Lexicon(self.tokens, own, others, board)
        self._written = written
        self._board = board
        self._own = own

    @property
    def size(self) -> int:
        """Return how many tokens there are."""
        return len(self.tokens)

    def named(self, place: int) -> NamedRegion | InvalidCommand:
        """Return what is named from a token on.

        The reader's own notation counts first, then the others.
        """
        found = tuple(one for one in self._named(place, _WordsBefore()) if self._exists(one.at))
        best = [one for one in found if one.borrowed == min(other.borrowed for other in found)]
        longest = [one for one in best if one.end == max(other.end for other in best)]
        places = dict.fromkeys(one.at for one in longest)
        if len(places) == 1:
            return max(longest, key=lambda one: bool(one.troop))
        at = self._region_at(place)
        hints = tuple(places) or self._near(at)
        return self.wrong(Unknown.REGION, at, at + 1, [write_place(one, self._own, self._board) for one in hints])

    def wrong(self, what: Unknown, start: int, end: int, hints: Sequence[str] = ()) -> InvalidCommand:
        """Return the fault of the tokens from ``start`` to ``end``; of nothing if they are beyond the last."""
        if start >= self.size:
            return InvalidCommand.missing(what, self._written.end, tuple(hints))
        first, last = self.tokens[start].start, self.tokens[min(end, self.size) - 1].end
        text, at = self._written.text[first:last], self._written.start
        return InvalidCommand.at(what, Word(text, at + first), tuple(hints))

    def _named(self, place: int, before: _WordsBefore) -> Iterator[NamedRegion]:
        for found in self.lexicon.of(place, OrderPart.PLACE):
            named = NamedRegion(
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
        for found in self.lexicon.of(place, *_PARTS_BEFORE):
            yield from self._named(found.end, self._stepped(before, found.lexeme.part, found.lexeme.value))

    def _stepped(self, before: _WordsBefore, part: OrderPart, value: str) -> _WordsBefore:
        step = replace(before, words=before.words + 1)
        match part:
            case OrderPart.POWER if value in self._board.powers:
                return replace(step, power=Power(value))
            case OrderPart.ARMY | OrderPart.FLEET:
                return replace(step, kind=_KINDS[part])
            case OrderPart.TROOP if troop := self._board.war.troops.get(value):
                return replace(step, kind=troop.kind, troop=value)
            case _:
                return step

    def _on_a_coast(self, named: NamedRegion) -> Iterator[NamedRegion]:
        """Yield a region with its coast: ``STP/SC``, ``STP (sc)``, ``Spain south coast``."""
        if named.at.coast or not self.lexicon.has_coasts(named.at.province):
            return
        place = named.end + self._is(named.end, "/")
        bracket = self._is(place, "(")
        for found in self.lexicon.of(place + bracket, OrderPart.COAST):
            if not bracket or self._is(found.end, ")"):
                yield replace(named, at=Location(named.at.province, found.lexeme.value), end=found.end + bracket)

    def _exists(self, at: Location) -> bool:
        """Return whether a region has the coast that is named, if any is."""
        return at.coast in {"", *self._board.regions[at.province].coasts}

    def _is(self, place: int, sign: str) -> bool:
        return place < self.size and self.tokens[place].text == sign

    def _region_at(self, place: int) -> int:
        """Return the place of the token that should name a region: behind the power and kind of unit."""
        while place < self.size and any(self.lexicon.of(place, *_PARTS_BEFORE)):
            place += 1
        return place

    def _near(self, place: int) -> tuple[Location, ...]:
        """Return regions whose name in the reader's notation is similar to a token."""
        if place >= self.size:
            return ()
        places = (Location(code) for code in self._board.regions)
        codes = {write_place(place, self._own, self._board).casefold(): place for place in places}
        near = get_close_matches(self.tokens[place].text, codes, n=2)
        return tuple(codes[code] for code in near)
