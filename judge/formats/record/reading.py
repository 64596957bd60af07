"""Reads a page of the record strictly: blocks of lines under titles, sentences taken apart, orders in its notation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations
from typing import Any, TypeVar, get_args

from judge.formats.record.facts import (
    AgreementFacts,
    CorrectionFacts,
    EndingFacts,
    JoiningFacts,
    Named,
    OpeningFacts,
    PageForm,
    PhaseFacts,
    RollbackFacts,
    SettingsFacts,
    TakeoverFacts,
    TextFact,
    UnreadableOrderError,
    WarFacts,
    flat_table,
    log_line,
    read_fingerprint_line,
    read_log_line,
    read_moment,
    read_order_lines,
    read_table,
    read_value_line,
    unsay,
    whole_lines,
    with_changes,
)
from judge.formats.record.pages import NOT_OF_THE_ACT, PageWriter
from judge.game.mastery.rules import kinds_of_acts
from judge.game.orders.rules import is_of_sets
from judge.game.phases.messages import CloseReason, Ending
from judge.game.settings import PlayingStrength, Settings
from judge.game.state import Game
from judge.game.war.messages import WarEvent
from judge.reports.language import phrasebook, say
from judge.reports.orders import AcceptedSet, fingerprinted
from judge.rules.board import Location, Power
from judge.rules.corrections import Correction
from judge.rules.orders import Move, Order, Retreat, with_coast
from judge.rules.position import Position
from judge.rules.war.scouts import ScoutOrder
from judge.store.event_json import UNREADABLE, as_json, from_json

Value = TypeVar("Value")


class UnreadablePageError(Exception):
    """A page that cannot be read: the number of the line, from 1, what stands there, what should."""

    def __init__(self, line: int, stands: str, wanted: str) -> None:
        super().__init__(line, stands, wanted)
        self.line, self.stands, self.wanted = line, stands, wanted


@dataclass(frozen=True)
class _Block:
    """Lines without a blank one among them; ``first`` is the number of the first of them."""

    first: int
    lines: tuple[str, ...]

    @property
    def paragraph(self) -> str:
        """The lines as one."""
        return " ".join(self.lines)


@dataclass(frozen=True)
class PageReader:
    """Reads the pages of one form; ``text`` is a page without its foot."""

    text: str
    form: PageForm

    @property
    def _blocks(self) -> tuple[_Block, ...]:
        return tuple(_blocks(self.text))

    def _words(self, key: str, **facts: object) -> str:
        return say(self.form.language, key, **facts)

    # --- sentences and sections

    def _find(self, key: str) -> Mapping[str, str] | None:
        """The facts of the first block that is this sentence."""
        found = (unsay(self.form.language, key, block.paragraph) for block in self._blocks)
        return next((facts for facts in found if facts is not None), None)

    def _wanted(self, key: str) -> Mapping[str, str]:
        facts = self._find(key)
        if facts is None:
            sentence = phrasebook(self.form.language).sentences[key]
            raise UnreadablePageError(1, self.text.partition("\n")[0], sentence)
        return facts

    def _section(self, title: str) -> tuple[_Block, ...]:
        """The blocks below a title, up to the next title; none where it does not stand."""
        titles = {self._words(name) for name in _TITLES}
        blocks = self._blocks
        start = next((n for n, one in enumerate(blocks) if one.lines == (self._words(title),)), None)
        if start is None:
            return ()
        below = blocks[start + 1 :]
        end = next((n for n, one in enumerate(below) if self._is_title(one, titles)), len(below))
        return below[:end]

    def _is_title(self, block: _Block, titles: set[str]) -> bool:
        is_varying = any(
            unsay(self.form.language, name, block.paragraph) is not None
            for name in ("heading.after", "heading.corrected")
        )
        return block.paragraph in titles or is_varying

    def _moment(self, key: str, name: str = "at") -> datetime:
        text = self._wanted(key)[name]
        try:
            return read_moment(text)
        except ValueError:
            raise self._fault(text, "2026-01-12 20:00 UTC") from None

    def _fault(self, stands: str, wanted: str) -> UnreadablePageError:
        """An error at the line where something stands."""
        lines = self.text.split("\n")
        at = next((n for n, line in enumerate(lines, 1) if stands and stands in line), 1)
        return UnreadablePageError(at, lines[at - 1], wanted)

    # --- kinds of pages

    def opening(self) -> OpeningFacts:
        """Read the opening."""
        settings, named = self._in_section("heading.settings", _read_settings)
        choices = self._in_section("heading.choices", read_table)
        seed = (self._find("record.seed") or {}).get("seed", "")
        named = replace(named, choices=frozenset(choices))
        started, deadline = self._moment("record.started"), self._moment("record.deadline")
        return OpeningFacts(settings, seed, started, deadline, named, self._master_plays())

    def _master_plays(self) -> tuple[str, ...] | None:
        """The names of the powers of a master who plays, as the opening has them; None where it says nothing."""
        told = self._find("record.master_plays_powers")
        if told is not None:
            return tuple(told["powers"].split(", "))
        return None if self._find("record.master_plays") is None else ()

    def _in_section(self, title: str, read: Callable[[tuple[str, ...]], Value]) -> Value:
        """What the first block of a section says."""
        block = next(iter(self._section(title)), None)
        if block is None:
            raise UnreadablePageError(1, self.text.partition("\n")[0], self._words(title))
        try:
            return read(block.lines)
        except UNREADABLE as error:
            raise UnreadablePageError(block.first, block.lines[0], f"{title}: {error}") from None

    def phase(self, game: Game, position: Position) -> PhaseFacts:
        """Read a closed phase, whose orders were given in a position."""
        why = self._wanted("record.closed")["why"]
        because = next((one for one in CloseReason if self._words(f"closing.{one.value}") == why), None)
        if because is None:
            raise self._fault(why, self._words(f"closing.{CloseReason.DEADLINE.value}"))
        orders = {
            power: self._orders(block, power, game, position) for power, block in self._by_power(game, "heading.orders")
        }
        errands = {
            power: tuple(self._values(block, block.lines[1:], get_args(ScoutOrder)))
            for power, block in self._by_power(game, "heading.errands")
        }
        closed, press = self._moment("record.closed"), self._texts("heading.press")
        deadline = self._moment("record.deadline") if self._find("record.deadline") else None
        clockwork, marked = dict(self._clockwork(game)), dict(self._fingerprints(game))
        for power in marked.keys() & orders.keys():
            mark, salt = marked[power]
            orders[power] = _as_written(game, AcceptedSet(power, orders[power], salt, position), mark)
        salts = {power: salt for power, (_, salt) in marked.items()}
        return PhaseFacts(
            closed, because, orders, errands, deadline, press, clockwork, salts, self._log(), self._acts()
        )

    def _log(self) -> str:
        """What stands for all events before in the fingerprint of the game; empty where the page has none."""
        for block in self._section("heading.game")[:1]:
            found = read_log_line(block.lines[0])
            if not found:
                raise UnreadablePageError(block.first, block.lines[0], log_line("…"))
            return found
        return ""

    def _acts(self) -> tuple[str, ...] | None:
        """The lines of public acts in the fingerprint of the game but that of the close; None where there is none."""
        for block in self._section("heading.acts")[:1]:
            return tuple(map(str.strip, block.lines[:-1]))
        return None

    def _fingerprints(self, game: Game) -> Iterator[tuple[Power, tuple[str, str]]]:
        """The fingerprints of orders, each with its salt."""
        named = {names[self.form.language]: power for power, names in game.board.powers.items()}
        for block in self._section("heading.fingerprints")[:1]:
            for number, line in enumerate(block.lines, block.first):
                name, mark, salt = read_fingerprint_line(line)
                if name not in named:
                    raise UnreadablePageError(number, line, self._words("heading.fingerprints"))
                yield named[name], (mark, salt)

    def _clockwork(self, game: Game) -> Iterator[tuple[Power, PlayingStrength]]:
        """The powers whose orders clockwork players gave, as their names say."""
        writer = PageWriter(game, self.form)
        for power, block in self._by_power(game, "heading.orders"):
            for strength in PlayingStrength:
                if block.lines[0] == writer.ordering(power, strength):
                    yield power, strength

    def _by_power(self, game: Game, title: str) -> Iterator[tuple[Power, _Block]]:
        """The blocks of a section, each headed by a power."""
        named = {names[self.form.language]: power for power, names in game.board.powers.items()}
        named |= {self._words("record.silent", power=name): power for name, power in named.items()}
        writer = PageWriter(game, self.form)
        named |= {writer.ordering(power, how): power for power in game.board.powers for how in PlayingStrength}
        for block in self._section(title):
            if block.lines[0] not in named:
                raise UnreadablePageError(block.first, block.lines[0], next(iter(named)))
            yield named[block.lines[0]], block

    def _orders(self, block: _Block, power: Power, game: Game, position: Position) -> tuple[Order, ...]:
        try:
            return read_order_lines(block.lines[1:], power, PageWriter(game, self.form).phrasing(position))
        except UnreadableOrderError as error:
            at = next((n for n, line in enumerate(block.lines) if str(error) in line), 0)
            raise UnreadablePageError(
                block.first + at, block.lines[at], f"an order in the notation {self.form.notation}"
            ) from None

    def _values(self, block: _Block, lines: tuple[str, ...], kinds: tuple[type, ...], **more: object) -> Iterator[Any]:
        """The values of lines in a block; a line that was too long goes on in the next."""
        for line in whole_lines(lines):
            try:
                yield read_value_line(line.strip(), kinds, **more)
            except UNREADABLE as error:
                raise UnreadablePageError(block.first, line, f"{self._words('heading.entries')}: {error}") from None

    def _texts(self, title: str) -> tuple[TextFact, ...]:
        return tuple(
            TextFact(block.lines[0], "\n".join(line.removeprefix(">").removeprefix(" ") for line in block.lines[1:]))
            for block in self._section(title)
        )

    def joining(self) -> JoiningFacts:
        """Read that a power joined a seat."""
        return JoiningFacts(self._moment("record.joined_at"))

    def agreement(self) -> AgreementFacts:
        """Read what all other players, or the operator, agreed to."""
        by_operator = self._find("record.confirmed_at") is not None
        agreed = "record.confirmed_at" if by_operator else "record.agreed_at"
        number, act = self._wanted(agreed)["number"], self._wanted("record.agreed_to")["act"]
        page = (self._find("record.agreed_back") or {}).get("page", "0")
        acts = {self._words(f"act.{one.value}"): one for one in kinds_of_acts()}
        if act not in acts or not (number.isdecimal() and page.isdecimal()):
            raise self._fault(act, next(iter(acts)))
        return AgreementFacts(self._moment(agreed), int(number), acts[act], by_operator, int(page))

    def correction(self) -> CorrectionFacts:
        """Read a correction."""
        corrections = tuple(self._entries(get_args(Correction)))
        return CorrectionFacts(
            self._moment("record.corrected_at"), corrections, self._wanted("record.reason")["reason"]
        )

    def taken_over(self) -> TakeoverFacts:
        """Read a position that another judge had."""
        position = self._in_section("heading.entries", read_table)
        return TakeoverFacts(self._moment("record.taken_at"), position, self._moment("record.deadline"))

    def decided(self, game: Game) -> WarFacts:
        """Read what was decided in a war; the position of the event is the one before it."""
        at = self._moment("record.decided_at")
        position = game.position
        filled = {"by": game.master, "at": at, "position": position, "phase": position.phase if position else None}
        (event,) = self._entries(get_args(WarEvent), **{name: filled[name] for name in NOT_OF_THE_ACT})
        return WarFacts(at, event)

    def _entries(self, kinds: tuple[type, ...], **more: object) -> Iterator[Any]:
        for block in self._section("heading.entries")[:1]:
            yield from self._values(block, block.lines, kinds, **more)

    def settings(self) -> SettingsFacts:
        """Read changed settings."""
        block = next((one for one in self._blocks if one.lines[0].startswith("  ")), None)
        try:
            changed = read_table(block.lines) if block else {}
        except UNREADABLE as error:
            raise self._fault(str(error), "votes.draws = …") from None
        named = Named(frozenset(name for name, _ in flat_table(changed)))
        return SettingsFacts(self._moment("record.settings_at"), changed, named)

    def rollback(self) -> RollbackFacts:
        """Read which pages count no longer."""
        told = self._wanted("record.undone_at")["pages"]
        if not all(one.isdecimal() for one in told.split(", ")):
            raise self._fault(told, "2, 3")
        return RollbackFacts(
            self._moment("record.undone_at"), tuple(map(int, told.split(", "))), self._moment("record.deadline")
        )

    def ending(self, game: Game) -> EndingFacts:
        """Read the end."""
        how = self._wanted("record.ended")["how"]
        kinds = {self._words(f"conclusion.{one.value}"): one for one in Ending}
        kinds[self._words("conclusion.term_of_turns")] = Ending.TERM
        if how not in kinds:
            raise self._fault(how, next(iter(kinds)))
        named = {names[self.form.language]: power for power, names in game.board.powers.items()}
        told = (self._find("record.shared") or self._find("record.won") or {}).get("winners", "")
        winners = tuple(named[name] for name in told.split(", ") if name in named)
        reason = (self._find("record.reason") or {}).get("reason", "")
        ended = self._moment("record.ended")
        return EndingFacts(ended, kinds[how], winners, reason, self.seed(), self._texts("heading.notes"))

    def seed(self) -> str:
        """Return the seed, if this page tells it."""
        return (self._find("record.seed") or {}).get("seed", "")


_NAMES = """
settings choices board before orders dislodged errands scouted since centres territories scouts entries fingerprints
acts game press notes scores
"""
_TITLES = tuple(f"heading.{name}" for name in _NAMES.split())


def _read_settings(lines: Iterable[str]) -> tuple[Settings, Named]:
    """The settings that a page names; all others are as usual."""
    table = read_table(lines)
    return from_json(with_changes(as_json(Settings()), table), Settings), Named(
        frozenset(name for name, _ in flat_table(table))
    )


def _blocks(text: str) -> Iterator[_Block]:
    lines: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line:
            lines.append(line)
        elif lines:
            yield _Block(number - len(lines), tuple(lines))
            lines = []


_MOST_COASTS = 8
"""Orders of one set that may have been written without their coasts."""


def _as_written(game: Game, printed: AcceptedSet, mark: str) -> tuple[Order, ...]:
    """The orders of a set as its fingerprint has them: an older judge took it before it completed their coasts."""
    if is_of_sets(printed.salt) or fingerprinted(game, printed)[0] == mark:
        return printed.orders
    board, position = game.board_at(printed.position), printed.position
    bare = {one: _without_coast(one) for one in printed.orders}
    short = [one for one in printed.orders if bare[one] != one and with_coast(bare[one], board, position) == one]
    for size in range(1, len(short[:_MOST_COASTS]) + 1):
        for some in combinations(short[:_MOST_COASTS], size):
            orders = tuple(bare[one] if one in some else one for one in printed.orders)
            if fingerprinted(game, replace(printed, orders=orders))[0] == mark:
                return orders
    return printed.orders


def _without_coast(order: Order) -> Order:
    return replace(order, to=Location(order.to.province)) if isinstance(order, Move | Retreat) else order
