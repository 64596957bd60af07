"""Determines whether and how a game has ended: by a solo, or at the end of its last year."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.rules.board import Board, Power, Year
from judge.rules.position import Phase, Position, Season
from judge.rules.rulebook import CountedAtTerm, RuleBook, TieAtTerm
from judge.rules.verdicts import Judgement


@dataclass(frozen=True)
class Solo:
    """One power has enough centres to win, or is the last one left."""

    power: Power


@dataclass(frozen=True)
class JointVictory:
    """The powers of one player have won: they have enough units on the board, or no other player has any left."""

    powers: tuple[Power, ...]


PowersByPlayer = Sequence[Sequence[Power]]
"""The powers of each player."""


@dataclass(frozen=True)
class TermReached:
    """The last year is over: the leaders in board order, and those who have won by it (none if a tie wins nothing)."""

    leaders: tuple[Power, ...]
    winners: tuple[Power, ...]


def find_ending(
    board: Board,
    book: RuleBook,
    before: Position,
    judgement: Judgement,
    last_year: Year | None,
    *,
    sides: PowersByPlayer = (),
) -> Solo | JointVictory | TermReached | None:
    """Return how the phase just judged ended the game, None while it goes on.

    ``sides`` default to the seats of the board. Centres count once an autumn with its retreats is over (000 IV, 001
    II). The last year ends there too, before its adjustments, unless the rule book still has them.
    """
    after = judgement.after
    winner = solo_winner(board, after, before.phase.year) if is_end_of_autumn(before.phase, after.phase) else None
    if winner:
        return Solo(winner)
    if side := _strongest(board, after, sides or board.seats) or _last_side(board, after, sides or board.seats):
        return JointVictory(side) if len(side) > 1 else Solo(side[0])
    if last_year is not None and _is_past(book, after.phase, last_year):
        return _term(board, book, after)
    return None


def centres_to_win(board: Board, year: Year, power: Power | None = None) -> int:
    """Return how many centres win in a year, for a power or for those without a number of their own; 0 for none."""
    passed = year - board.start_year
    return board.victory.of.get(power or "") or board.victory.in_year(passed, board.victory_centres)


def solo_winner(board: Board, position: Position, year: Year) -> Power | None:
    """Return the power with enough centres to win; a solo only at the end of an autumn, that of ``year``.

    Of several, where so few are enough, it is the one furthest above its number; while two are, nobody.
    """
    held = Counter(position.owners.values())
    needed = {power: centres_to_win(board, year, power) for power in board.powers}
    above = {power: held[power] - number for power, number in needed.items() if number and held[power] >= number}
    first = [power for power, more in above.items() if more == max(above.values())]
    return first[0] if len(first) == 1 else None


def is_end_of_autumn(before: Phase, after: Phase) -> bool:
    """Return whether an autumn is over with its retreats, so that centres have changed hands."""
    return before.season is Season.FALL and (before.season, before.year) != (after.season, after.year)


def survivors(board: Board, position: Position) -> tuple[Power, ...]:
    """The powers that have a unit or a centre left, in board order."""
    alive = {unit.power for unit in position.units.values()} | set(position.owners.values())
    alive |= {dislodged.unit.power for dislodged in position.dislodged.values()}
    return tuple(power for power in board.powers if power in alive)


def _strongest(board: Board, position: Position, sides: PowersByPlayer) -> tuple[Power, ...]:
    """Return the side with enough units on the board, where units win (001 XIV.2)."""
    units = Counter(unit.power for unit in position.units.values())
    strong = (side for side in sides if sum(units[power] for power in side) >= board.victory_units)
    return tuple(next(strong, ())) if board.victory_units else ()


def _last_side(board: Board, position: Position, sides: PowersByPlayer) -> tuple[Power, ...]:
    """Return the powers of the only side that has any left; powers that nobody plays are on no side."""
    left = [power for power in survivors(board, position) if power not in board.standing]
    sides_left = [side for side in sides if {*side} & {*left}]
    return tuple(power for power in sides_left[0] if power in left) if len(sides_left) == 1 else ()


def _is_past(book: RuleBook, phase: Phase, last_year: Year) -> bool:
    if phase.season is Season.WINTER and not book.adjustments_in_last_year:
        return phase.year >= last_year
    return phase.year > last_year


def _term(board: Board, book: RuleBook, position: Position) -> TermReached:
    counts = _counts(book, position)
    best = max((counts[power] for power in board.powers), default=0)
    leaders = tuple(power for power in board.powers if counts[power] == best)
    shared = len(leaders) == 1 or book.tie_at_term is TieAtTerm.SHARED
    return TermReached(leaders, leaders if shared else ())


def _counts(book: RuleBook, position: Position) -> Counter[Power]:
    match book.counted_at_term:
        case CountedAtTerm.CENTRES:
            return Counter(position.owners.values())
        case CountedAtTerm.UNITS:
            return Counter(unit.power for unit in position.units.values())
        case _:
            assert_never(book.counted_at_term)
