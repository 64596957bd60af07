"""Read what lines other than orders name: notations, addresses, powers, closed phases, regions, units, conditions."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache

from judge.game.orders.messages import AllOf, AnyOf, Condition, Not, Stands, phase_order
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from judge.mail.headers import is_address
from judge.notation.lexer import folded_words, tokens_of
from judge.notation.lexicon import is_slip, lexicon_of, printed_names
from judge.notation.tables import Notation, OrderPart, load_notation, notation_names
from judge.notation.write import write_place
from judge.reports.line_answers import InvalidCommand, Unknown
from judge.requests.governing import stems_of
from judge.requests.names import phase_named
from judge.requests.vocabulary import Word, fold_case, vocabulary
from judge.rules.board import Board, Location, Power, Province, UnitKind
from judge.rules.position import Phase


def notations_of(person: Person, board: Board) -> tuple[Notation, tuple[Notation, ...]]:
    """Return a person's own notation, and the others to be tried after it, that of the board first."""
    return notations_by_name(person.notation, board)


@lru_cache
def notations_by_name(name: str, board: Board) -> tuple[Notation, tuple[Notation, ...]]:
    """Return the notation of that name, and the others to be tried after it, the board's first.

    The notation of a campaign, which nobody can choose, is among them on its own board only.
    """
    names = dict.fromkeys((*([board.notation] if board.notation else []), *notation_names()))
    return load_notation(name), tuple(load_notation(other) for other in names if other != name)


_ADDRESS = ("name@example.org",)


def read_address(word: Word) -> Address | InvalidCommand:
    """The mail address that a word is, perhaps in brackets."""
    bare = word.text.strip("<>()").lower()
    return Address(bare) if is_address(bare) else InvalidCommand.at(Unknown.VALUE, word, _ADDRESS)


def read_powers(words: Sequence[Word], board: Board, notation: Notation) -> tuple[Power, ...] | InvalidCommand:
    """Return the powers that some words name, each once, or what is wrong with the first unknown word.

    Any name of a power counts, in any language; names may be of two words.
    """
    powers: list[Power] = []
    left = list(words)
    while left:
        taken = next((length for length in (2, 1) if _power_named(left[:length], board, notation)), None)
        power = _power_named(left[:taken], board, notation) if taken else None
        if taken is None or power is None:
            return _unknown_power(left[0], board)
        powers.append(power)
        left = left[taken:]
    return tuple(dict.fromkeys(powers))


_SHORTEST_POWER = 4
"""Letters of a word that is taken for a power among others: shorter ones are small words as well."""


def powers_among(words: Sequence[Word], board: Board, notation: Notation) -> tuple[Power, ...]:
    """Return the powers named among the words of a sentence, each once."""
    bare = [Word(word.text.strip(".:!?()"), word.start) for word in words]
    pairs = [bare[at : at + size] for at in range(len(bare)) for size in (1, 2)]
    long = [pair for pair in pairs if all(len(word.text) >= _SHORTEST_POWER for word in pair)]
    return tuple(dict.fromkeys(power for pair in long if (power := _power_named(pair, board, notation))))


@dataclass(frozen=True)
class SpokenPower:
    """A power that a sentence names, and the word for it; ``is_exact`` when it is its name as it is written."""

    power: Power
    word: Word
    is_exact: bool


def powers_spoken_of(text: str, board: Board, notation: Notation) -> tuple[SpokenPower, ...]:
    """Return the powers that a text names in order, by name, as a people, or with a slip: ``the Turks``, ``litalie``.

    A language is no power: ``in English``.
    """
    found: list[SpokenPower] = []
    last = ""
    for one in _NAME.finditer(text):
        word, before, last = Word(one[0], one.start()), last, fold_case(one[0])
        exact = powers_among([word], board, notation)
        near = exact or _people_named(last, before, board) or _power_with_slip(last, board, notation)
        found += [SpokenPower(power, word, bool(exact)) for power in near[:1]]
    return tuple(found)


_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


_SHORTEST_SLIP = 5


def _people_named(word: str, before: str, board: Board) -> tuple[Power, ...]:
    if before in {"in", "en", "grand", "grande"} or word in {"grand", "grande"}:
        return ()
    stems = ((power, stems_of(tuple(names.values()))) for power, names in board.powers.items())
    named = tuple(power for power, known in stems if word[:5] in known)
    return named if len(named) == 1 else ()


def _power_with_slip(word: str, board: Board, notation: Notation) -> tuple[Power, ...]:
    """Return the one power whose name a word is but for a slip, or for the apostrophe of its article."""
    if word[:1] in {"l", "d"} and (named := powers_among([Word(word[1:], 0)], board, notation)):
        return named
    names = {fold_case(name): power for power, spoken in board.powers.items() for name in spoken.values()}
    near = {power for name, power in names.items() if len(word) >= _SHORTEST_SLIP and is_slip(word, name)}
    return tuple(near) if len(near) == 1 else ()


def _power_named(words: Sequence[Word], board: Board, notation: Notation) -> Power | None:
    text = " ".join(word.text for word in words)
    key = folded_words(text)
    lexemes = (*notation.phrases.get(key, ()), *printed_names(board).get(key, ()))
    named = (lexeme.value for lexeme in lexemes if lexeme.part is OrderPart.POWER)
    return next((Power(name) for name in named if name in board.powers), None)


def _unknown_power(word: Word, board: Board) -> InvalidCommand:
    names = {fold_case(name): name for spoken in board.powers.values() for name in spoken.values()}
    near = get_close_matches(fold_case(word.text), names, n=1, cutoff=0.6)
    return InvalidCommand.at(Unknown.POWER, word, tuple(names[name] for name in near))


_MOST_SUGGESTED = 3
"""Phases that are suggested, the newest ones, to somebody who asked for one that does not exist."""


def closed_phase_named(word: Word, closed: Sequence[PhaseClosed]) -> PhaseClosed | None:
    """Return the closed phase that a word names, None if there is none; ``closed`` are in order."""
    phase = phase_named(word.text)
    if phase is None:
        return None
    place = bisect_left(closed, phase_order(phase), key=lambda event: phase_order(event.before.phase))
    return closed[place] if place < len(closed) and closed[place].before.phase == phase else None


def unknown_phase(word: Word | None, phases: Sequence[Phase]) -> InvalidCommand:
    """Say that there is no such phase, or none at all yet, and suggest the newest ones."""
    hints = tuple(map(str, reversed(phases[-_MOST_SUGGESTED:])))
    if word is None:
        return InvalidCommand(Unknown.PHASE, hints=hints)
    return InvalidCommand.at(Unknown.PHASE, word, hints)


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
        self.lexicon = lexicon_of(self.tokens, own, others, board)
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
        longest = self._longest(place)
        places = dict.fromkeys(one.at for one in longest)
        if len(places) == 1:
            return max(longest, key=lambda one: bool(one.troop))
        at = self._region_at(place)
        hints = tuple(places) or self._near(at)
        return self.wrong(Unknown.REGION, at, at + 1, [write_place(one, self._own, self._board) for one in hints])

    def all_named(self) -> tuple[Province, ...]:
        """Return the regions that the whole text may name: several where a name belongs to more than one."""
        return tuple(dict.fromkeys(one.at.province for one in self._longest(0) if one.end == self.size))

    def _longest(self, place: int) -> Sequence[NamedRegion]:
        found = tuple(one for one in self._named(place, _WordsBefore()) if self._exists(one.at))
        best = [one for one in found if one.borrowed == min(other.borrowed for other in found)]
        return [one for one in best if one.end == max(other.end for other in best)]

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


_MAX_DEPTH = 12

_ParsedCondition = tuple[Condition, int]
"""A condition, with the place of the token after it."""


def read_condition(
    written: Word, board: Board, own: Notation, others: Sequence[Notation]
) -> Condition | InvalidCommand:
    """Return the condition that some words state, or what is wrong with them.

    AND and OR side by side need brackets, for either could be meant first. A bracket left open closes with the line, as
    with older e-mail judges.
    """
    reader = _ConditionParser(RegionReader(written, board, own, others))
    read = reader.joined(0, 0)
    if isinstance(read, InvalidCommand):
        return read
    condition, end = read
    if reader.word(end) == "then":
        end += 1
    return condition if end >= reader.names.size else reader.names.wrong(Unknown.CONDITION, end, end + 1)


class _ConditionParser:
    """Parses a condition; every method begins at the place of a token."""

    def __init__(self, names: RegionReader) -> None:
        self.names = names

    def word(self, place: int) -> str | None:
        """Return what joins conditions at a place: ``not``, ``and``, ``or``, ``then``, a bracket, or None."""
        if place >= self.names.size:
            return None
        text = self.names.tokens[place].text
        return text if text in {"(", ")"} else vocabulary().logic.get(text)

    def joined(self, place: int, depth: int) -> _ParsedCondition | InvalidCommand:
        """Read one condition, or several with the same word between them."""
        first = self._single(place, depth)
        if isinstance(first, InvalidCommand):
            return first
        conditions, end = [first[0]], first[1]
        joint = self.word(end)
        while (word := self.word(end)) in {"and", "or"}:
            if word != joint:
                return self.names.wrong(Unknown.AND_OR_WITHOUT_BRACKETS, end, end + 1)
            more = self._single(end + 1, depth)
            if isinstance(more, InvalidCommand):
                return more
            conditions.append(more[0])
            end = more[1]
        if len(conditions) == 1:
            return conditions[0], end
        return (AllOf(tuple(conditions)) if joint == "and" else AnyOf(tuple(conditions))), end

    def _single(self, place: int, depth: int) -> _ParsedCondition | InvalidCommand:
        match self.word(place):
            case "not" | "(" if depth == _MAX_DEPTH:
                return self.names.wrong(Unknown.CONDITION, place, place + 1)
            case "not":
                read = self._single(place + 1, depth + 1)
                return read if isinstance(read, InvalidCommand) else (Not(read[0]), read[1])
            case "(":
                read = self.joined(place + 1, depth + 1)
                return read if isinstance(read, InvalidCommand) else (read[0], read[1] + (self.word(read[1]) == ")"))
            case "and" | "or" | "then" | ")":
                return self.names.wrong(Unknown.CONDITION, place, place + 1)
            case _:
                return self._stands(place)

    def _stands(self, place: int) -> _ParsedCondition | InvalidCommand:
        named = self.names.named(place)
        return (
            named
            if isinstance(named, InvalidCommand)
            else (Stands(named.at, named.power, named.kind, named.troop), named.end)
        )
