"""Fingerprints of orders in letters: of the set in force, of all powers in a report, and the answer to PROVE."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from judge.game.orders.rules import is_of_sets, salt_of
from judge.game.people.address_book import Person
from judge.game.phases.close import orders_to_judge
from judge.game.phases.messages import GameFingerprint, PhaseClosed
from judge.game.public_acts import closing_line
from judge.game.state import Game
from judge.notation.write import fingerprint_of, in_groups, order_set_lines
from judge.reports.language import moment_text
from judge.reports.layout import RowsOfTable, TableRow
from judge.reports.phrasing import neutral_notation, phrasing_for
from judge.reports.templates import fill_template
from judge.rules.board import Power
from judge.rules.orders import Order, with_coast
from judge.rules.position import Phase, Position


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


def _lines_behind(game: Game, closed: PhaseClosed) -> tuple[str, ...]:
    return _hashed_lines(game, closed, closed.fingerprint) if closed.fingerprint else ()


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
        lines=_lines_behind(game, closed) if closed and is_whole else (),
    )


def _shown(game: Game, one: AcceptedSet, reader: Person) -> _ShownSet:
    mark, lines = fingerprinted(game, one)
    phrasing = phrasing_for(game, reader, one.position)
    at = moment_text(one.at, reader.zone, reader.language) if one.at else ""
    return _ShownSet(phrasing.power(one.power), at, one.judged, mark, (one.salt, *lines))
