"""The orders of a power: those in force, those kept for later phases; their fingerprints, and the answer to PROVE."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import assert_never

from judge.game.apply import closing_line
from judge.game.orders.messages import (
    AllOf,
    AnyOf,
    BuildWish,
    Choice,
    Condition,
    LeftAside,
    Not,
    OrderText,
    PlanSource,
    PlanStep,
    PlanTaken,
    RemovalWish,
    RetreatWish,
    Stands,
    Wish,
    is_earlier_phase,
    phase_order,
)
from judge.game.orders.order_status import OrderStatus, order_status, probable_slips
from judge.game.orders.rules import is_of_sets, salt_of
from judge.game.people.messages import Person
from judge.game.phases.close import orders_to_judge
from judge.game.phases.messages import GameFingerprint, PhaseClosed
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.notation.line import Misread, OfferReason
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import fingerprint_of, in_groups, order_set_lines
from judge.reports.deadlines import example_order
from judge.reports.language import fill_template, moment_text
from judge.reports.layout import LineToSend, RowsOfTable, TableRow, no_wrap, one_line, plain_spaces, wrapped
from judge.reports.line_answers import AnsweredLine, OrderAccepted, OrdersOffered
from judge.reports.phrasing import Phrasing, neutral_notation, phrasing_for
from judge.reports.quoted_lines import AnswerStyle, QuotedLine, quote_line
from judge.reports.void_orders import explain_void
from judge.reports.war_report import scout_order_as_written
from judge.rules.board import Power
from judge.rules.legality import Slip
from judge.rules.orders import Build, Hold, Order, Waive, province_of, with_coast
from judge.rules.position import Phase, PhaseKind, Position

# --- fingerprints of orders: of the set in force, of all powers in a report


@dataclass(frozen=True)
class AcceptedSet:
    """A set of orders of a power with its salt, as it stood after a letter ``at`` some moment.

    ``judged`` for the set that a phase was judged by, when it closed.
    """

    power: Power
    orders: tuple[Order, ...]
    salt: str
    position: Position
    at: datetime | None = None
    judged: bool = False


_NO_CLOSE = "0" * 64
"""Stands for the fingerprint of a game before its first close that has one."""

_TOLD_DIGITS = 16
"""So many digits of the fingerprint of a game are told in letters: who chooses what is hashed needs some 2^64 tries."""


@dataclass(frozen=True)
class _ShownSet:
    """An accepted set as a template shows it; ``lines`` are what is hashed."""

    power: str
    at: str
    judged: bool
    fingerprint: str
    lines: tuple[str, ...]


def fingerprinted(game: Game, one: AcceptedSet) -> tuple[str, Sequence[str]]:
    """Return the fingerprint of a set of orders, and its lines in the neutral notation of the board.

    The coasts of its orders are completed, however they were written; with a salt of an older judge they stand as they
    were written.
    """
    board = game.board_at(one.position)
    is_completed = is_of_sets(one.salt)
    orders = [with_coast(order, board, one.position) if is_completed else order for order in one.orders]
    lines = order_set_lines(game.name, one.power, orders, one.position, board, neutral_notation(board))
    return fingerprint_of(lines, one.salt), lines


def fingerprint_in_force(game: Game, power: Power) -> str:
    """Return the fingerprint of a power's orders as they would be judged now; empty where it has given none."""
    position = game.open_position
    if position is None or not game.fingerprint_key or not game.orders.get(power):
        return ""
    orders = orders_to_judge(game, position)[power]
    return fingerprinted(game, AcceptedSet(power, orders, salt_of(game, power), position))[0]


def _fingerprint_rows(game: Game, event: PhaseClosed, reader: Person) -> RowsOfTable:
    """Return power, fingerprint and salt of each set of orders of a phase that its reader may know."""
    phrasing = phrasing_for(game, reader, event.before)
    names = {power: phrasing.power(power) for power in phrasing.powers if power in event.salts}
    width = max(map(len, names.values()), default=0)
    return RowsOfTable(
        TableRow(f"  {name:{width}}  {mark}  {event.salts[power]}", (name, mark, event.salts[power]))
        for power, name in names.items()
        if (mark := judged_fingerprint(game, event, power))
    )


def judged_fingerprint(game: Game, event: PhaseClosed, power: Power) -> str:
    """Return the fingerprint of the orders of a power by which a phase was judged."""
    judged = AcceptedSet(power, event.orders.get(power, ()), event.salts[power], event.before)
    return fingerprinted(game, judged)[0]


def game_fingerprint(game: Game, event: PhaseClosed, log: str, acts: tuple[str, ...] | None) -> GameFingerprint:
    """Return the fingerprint of a game at a close; ``game`` is as it was before, ``log`` the hash of its last event.

    ``acts`` are the lines of public acts since the close before, None in a fingerprint of an older judge.
    """
    known = GameFingerprint(game.fingerprint or _NO_CLOSE, log, "", acts)
    lines = _hashed_lines(game, event, known)
    return replace(known, own=sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest())


def _hashed_lines(game: Game, event: PhaseClosed, known: GameFingerprint) -> tuple[str, ...]:
    """Return the lines that the fingerprint of a game is made of."""
    judged = (judged_fingerprint(game, event, power) for power in game.board.powers if power in event.salts)
    return (known.before, known.log, f"{game.name} {event.before.phase}", *judged, *act_lines(event, known))


def act_lines(event: PhaseClosed, known: GameFingerprint) -> tuple[str, ...]:
    """Return the lines of public acts in a fingerprint of a game, that of the close last; none in an older one."""
    return () if known.acts is None else (*known.acts, closing_line(event))


def told_fingerprint(event: PhaseClosed) -> str:
    """Return the fingerprint of the game at a close as letters tell it; empty where there is none."""
    return beginning_of(event.fingerprint.own) if event.fingerprint else ""


def beginning_of(fingerprint: str) -> str:
    """Return the fingerprint of a game, 64 digits, as letters tell it."""
    return in_groups(fingerprint[:_TOLD_DIGITS])


def write_proof(
    game: Game,
    reader: Person,
    phase: Phase,
    sets: Sequence[AcceptedSet],
    closed: PhaseClosed | None,
    *,
    is_whole: bool,
) -> str:
    """Return the sets of orders accepted in a phase, oldest first, with all that their fingerprints are made of.

    ``closed`` is the event that closed it, as the reader may know it; with it goes what the orders of each power were
    judged by, and where that is all of them (``is_whole``) the lines that the fingerprint of the game is made of.
    """
    position = closed.before if closed else sets[-1].position
    phrasing = phrasing_for(game, reader, position)
    return fill_template(
        reader.language,
        "player.proof",
        phase=phrasing.phase(phase),
        code=str(phase),
        sets=[_shown(game, one, reader) for one in sets],
        judged=_fingerprint_rows(game, closed, reader) if closed else "",
        game=told_fingerprint(closed) if closed else "",
        lines=_hashed_lines(game, closed, closed.fingerprint) if closed and is_whole and closed.fingerprint else (),
    )


def _shown(game: Game, one: AcceptedSet, reader: Person) -> _ShownSet:
    mark, lines = fingerprinted(game, one)
    phrasing = phrasing_for(game, reader, one.position)
    at = moment_text(one.at, reader.zone, reader.language) if one.at else ""
    return _ShownSet(phrasing.power(one.power), at, one.judged, mark, (one.salt, *lines))


@dataclass(frozen=True)
class OrdersInForce:
    """The orders of one power in force, as a template shows them.

    ``is_required`` when the power must order units in this phase, ``scouts_to_send`` when it may order scouts.
    ``notes`` say why orders are void, what becomes of units without one, which orders are probably not meant so;
    ``mistakes`` says how many void orders keep them from being complete, and is empty for none; ``has_void`` when any
    order is void, meant or not; ``fingerprint`` is that of the orders, empty where there is none.
    """

    power: str
    is_required: bool
    scouts_to_send: bool
    orders: tuple[str, ...]
    notes: tuple[str, ...]
    mistakes: str
    has_void: bool
    is_complete: bool
    fingerprint: str


def orders_in_force(
    game: Game, power: Power, phrasing: Phrasing, answers: Sequence[AnsweredLine] = (), *, foreseen: bool = False
) -> OrdersInForce:
    """Return the orders of a power in force in the open phase.

    ``answers`` are those to the lines of the letter that this is an answer to. An order that the letter wrote otherwise
    than the list does is followed by its words, while there is room for them; the reason why one is void is not
    repeated. ``foreseen`` when the orders were kept before anybody knew the position.
    """
    standing = order_status(game, power)
    read = [(one.line, one.answer) for one in answers if isinstance(one.answer, OrderAccepted)]
    told = {answer.order for _, answer in read if answer.void}
    worded = {answer.order for line, answer in read if not _is_as_written(line, answer.order, phrasing)}
    in_order = phrasing.by_place(standing.orders, province_of)
    mistakes = 0 if standing.is_complete else len(standing.mistakes)
    return OrdersInForce(
        power=phrasing.power(power),
        is_required=standing.duty.is_required,
        scouts_to_send=standing.scouts_to_send,
        orders=_all_listed(in_order, standing, phrasing, worded),
        notes=(
            *_notes(standing, phrasing, told),
            *(_slip_in_words(one, phrasing) for one in probable_slips(game, power, foreseen=foreseen)),
            *_given_twice(read, power, phrasing),
        ),
        mistakes=phrasing.count("force.mistakes", mistakes) if mistakes else "",
        has_void=bool(standing.void),
        is_complete=standing.is_complete,
        fingerprint=fingerprint_in_force(game, power),
    )


_MOST_LINES = 6
"""The most lines of orders with words; where there are more orders, each stands in the reader's notation alone."""


def _all_listed(
    orders: Sequence[Order], standing: OrderStatus, phrasing: Phrasing, worded: Collection[Order]
) -> tuple[str, ...]:
    """Return orders as a list shows them, those ``worded`` with their words while there is room."""
    shown = [_listed(order, standing, phrasing, in_words=False) for order in orders]
    left = _MOST_LINES - len(orders)
    for place, order in enumerate(orders):
        if order in worded:
            line = _listed(order, standing, phrasing, in_words=True)
            more = wrapped(f"  {line}").count("\n")
            if more <= left:
                shown[place], left = line, left - more
    return tuple(shown)


def _listed(order: Order, standing: OrderStatus, phrasing: Phrasing, *, in_words: bool) -> str:
    written = phrasing.order(order)
    if standing.void_order_for(order):
        return LineToSend(phrasing.say("force.marked", order=written), written)
    if in_words:
        return LineToSend(phrasing.say("line.understood", order=written, words=phrasing.words(order)), written)
    return LineToSend(written)


def _is_as_written(line: str, order: Order, phrasing: Phrasing) -> bool:
    """Whether a line writes an order as the reader's notation does, whatever its spaces and capitals."""
    wanted, written = ("".join(plain_spaces(text).split()).casefold() for text in (phrasing.order(order), line))
    return wanted in written


def _notes(standing: OrderStatus, phrasing: Phrasing, told: Collection[Order]) -> Iterator[str]:
    for void in standing.mistakes:
        if void.order not in told:
            key = "force.void_seen" if void.seen else "force.void"
            yield phrasing.say(key, order=phrasing.order(void.order), why=explain_void(void.why, void.order, phrasing))
    if standing.idle:
        yield phrasing.count(
            _consequence_key("void", phrasing), len(standing.idle), units=phrasing.units_at(standing.idle)
        )
    if standing.missing:
        yield phrasing.count(
            _consequence_key("none", phrasing), len(standing.missing), units=phrasing.units_at(standing.missing)
        )
    if standing.left:
        key = "force.builds_missing" if standing.duty.builds else "force.removals_missing"
        yield phrasing.count(key, standing.left)
    if standing.mistakes and standing.duty.is_required and not standing.is_complete:
        yield phrasing.count("force.ready", len(standing.mistakes))
    if meant := len(standing.void) - len(standing.mistakes):
        yield phrasing.count("force.meant", meant)


def _slip_in_words(slip: Slip, phrasing: Phrasing) -> str:
    """Return a line on an order that is taken as written, and probably not meant so."""
    other = phrasing.order(slip.other) if slip.other else ""
    return phrasing.say(f"slip.{slip.kind.value}", order=phrasing.order(slip.order), other=other)


def _given_twice(read: Sequence[tuple[str, OrderAccepted]], power: Power, phrasing: Phrasing) -> Iterator[str]:
    """Yield a line on each unit for which a letter has several orders that differ; the last of them stands.

    That a line lets all units hold is no order of its own for one that has another.
    """
    units_on = Counter(line for line, _ in read)
    given = [one.order for line, one in read if not (isinstance(one.order, Hold) and units_on[line] > 1)]
    given = [order for order in given if not isinstance(order, Build | Waive)]
    for at, order in {at: order for order in given if (at := province_of(order))}.items():
        unit = phrasing.position.unit_at(at)
        if unit and unit.power == power and any(province_of(one) == at and one != order for one in given):
            yield phrasing.say("slip.given_twice", unit=phrasing.unit_at(at), order=phrasing.order(order))


def _consequence_key(orders: str, phrasing: Phrasing) -> str:
    """Return the key of the sentence on what becomes of units with a void order (``void``) or none (``none``)."""
    is_retreat = phrasing.position.phase.kind is PhaseKind.RETREAT
    keys = {
        ("void", False): "force.void_hold",
        ("void", True): "force.void_disband",
        ("none", False): "force.units_hold",
        ("none", True): "force.units_disband",
    }
    return keys[orders, is_retreat]


# --- kept for phases to come


_LONGEST_LINE = 500


@dataclass(frozen=True)
class AdvanceOrders:
    """The lines kept for one phase: conditions as they were understood, orders as they were written."""

    for_phase: str
    lines: tuple[str, ...]


def advance_orders(game: Game, powers: Sequence[Power], phrasing: Phrasing) -> tuple[AdvanceOrders, ...]:
    """Return what the player of these powers has kept for later phases, the nearest phase first."""
    open_phase = phrasing.position.phase
    ahead = [kept for kept in game.advance if kept.power in powers and is_earlier_phase(open_phase, kept.phase)]
    phases = sorted(dict.fromkeys(kept.phase for kept in ahead), key=phase_order)
    return tuple(
        AdvanceOrders(
            phrasing.phase(phase, "for"),
            tuple(line for kept in ahead if kept.phase == phase for line in _step_lines(kept.step, phrasing)),
        )
        for phase in phases
    )


def standing_wishes(game: Game, powers: Sequence[Power], phrasing: Phrasing) -> tuple[str, ...]:
    """Return the standing wishes of the player of these powers, each as the command that sets it."""
    wished = (game.wished[power] for power in powers if power in game.wished)
    return tuple(_wish_line(wish, phrasing) for one in wished for wish in one.wishes)


def _step_lines(step: PlanStep, phrasing: Phrasing, indent: str = "") -> Iterator[str]:
    match step:
        case OrderText(text):
            yield indent + one_line(text, _LONGEST_LINE)
        case Choice(condition, then, otherwise):
            yield indent + phrasing.say("kept.if", condition=condition_in_words(condition, phrasing))
            for one in then:
                yield from _step_lines(one, phrasing, indent + "  ")
            if otherwise:
                yield indent + phrasing.say("kept.else")
            for one in otherwise:
                yield from _step_lines(one, phrasing, indent + "  ")
            yield indent + phrasing.say("kept.end_if")


def condition_in_words(condition: Condition, phrasing: Phrasing) -> str:
    """Return a condition as its reader would write it, inner groups in brackets."""
    match condition:
        case Stands(at, power, kind, troop):
            named = [phrasing.power(power)] if power else []
            letter = troop or (kind.value if kind else "")
            return no_wrap(" ".join([*named, *([letter] if letter else []), phrasing.place(at)]))
        case Not(of):
            return phrasing.say("kept.not", of=_in_brackets(of, phrasing))
        case AllOf(conditions):
            return phrasing.say("kept.and").join(_in_brackets(one, phrasing) for one in conditions)
        case AnyOf(conditions):
            return phrasing.say("kept.or").join(_in_brackets(one, phrasing) for one in conditions)
        case _:
            assert_never(condition)


def _in_brackets(condition: Condition, phrasing: Phrasing) -> str:
    said = condition_in_words(condition, phrasing)
    return f"({said})" if isinstance(condition, AllOf | AnyOf) else said


def _raised(build: Build, phrasing: Phrasing) -> str:
    """Return a unit to raise as a wish names it, with the ally it is for."""
    ally = f" {phrasing.power(build.power)}" if build.power else ""
    return f"{build.troop or build.kind.value} {phrasing.place(build.at)}{ally}"


def _wish_line(wish: Wish, phrasing: Phrasing) -> str:
    match wish:
        case RetreatWish(of, to, disband):
            places = [*map(phrasing.place, to), *([phrasing.say("kept.disband")] if disband else [])]
            key = "kept.retreats_of" if of else "kept.retreats"
            return phrasing.say(key, of=phrasing.place(of) if of else "", list=", ".join(places))
        case BuildWish(builds, waive):
            units = [no_wrap(_raised(build, phrasing)) for build in builds]
            return phrasing.say(
                "kept.builds", list=", ".join([*units, *([phrasing.say("kept.waive")] if waive else [])])
            )
        case RemovalWish(units):
            return phrasing.say("kept.removals", list=", ".join(map(phrasing.place, units)))
        case _:
            assert_never(wish)


# --- taken up when a phase opens


@dataclass(frozen=True)
class PlansTakenUp:
    """The result of one power's plans, as a template shows it.

    ``force`` are the orders in force, None when the phase is over already; ``aside`` are lines that came to no order.
    """

    said: tuple[str, ...]
    force: OrdersInForce | None
    aside: tuple[QuotedLine, ...]


def plans_taken_up(
    game: Game, reader: Person, taken: Sequence[PlanTaken], phrasing: Phrasing, *, passed: bool
) -> tuple[PlansTakenUp, ...]:
    """Return the result of each power's plans; ``phrasing`` speaks of the position the phase opened with."""
    powers = dict.fromkeys(one.power for one in taken)
    return tuple(
        PlansTakenUp(
            said=tuple(_said(one, phrasing) for one in taken if one.power == power),
            force=None if passed else _orders_in_force(game, power, phrasing),
            aside=tuple(
                _echo(left, power, reader, phrasing) for one in taken if one.power == power for left in one.aside
            ),
        )
        for power in powers
    )


def _orders_in_force(game: Game, power: Power, phrasing: Phrasing) -> OrdersInForce:
    """Return the orders in force, with those to scouts among them."""
    in_force = orders_in_force(game, power, phrasing, foreseen=True)
    return replace(in_force, orders=(*in_force.orders, *map(scout_order_as_written, game.errands_of(power))))


def _said(taken: PlanTaken, phrasing: Phrasing) -> str:
    key = {PlanSource.ADVANCE: "taken.advance", PlanSource.WISHES: "taken.wishes"}[taken.plan]
    return phrasing.say(key, power=phrasing.power(taken.power), phase=phrasing.phase(taken.phase, "for"))


def _echo(left: LeftAside, power: Power, reader: Person, phrasing: Phrasing) -> QuotedLine:
    """The line with the reason why it came to no order; one that was misread is read again for its mark.

    What reads as an order by itself stood in a line that left open whether it was meant.
    """
    own = load_notation(left.notation)
    others = [load_notation(name) for name in notation_names() if name != left.notation]
    read = left.why or read_order(left.line, phrasing.position, phrasing.board, power, own, others)
    answer = read if isinstance(read, Misread | Refused) else OrdersOffered((read,), OfferReason.GUESS)
    return quote_line(
        AnsweredLine(left.line, answer), AnswerStyle(phrasing, reader.zone, example_order((power,), phrasing))
    )
