"""The end of a game: how many centres win, whether it has ended, what everybody scores."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import assert_never

from judge.rules.board import Board, Power, Year
from judge.rules.position import Phase, Position, Season
from judge.rules.rulebook import CountedAtTerm, RuleBook, TieAtTerm
from judge.rules.verdicts import Judgement

# --- determines whether and how a game has ended: by a solo, or at the end of its last year


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


def count_still_years(before: int, position: Position, judgement: Judgement) -> int:
    """The years in a row without a change once a phase was judged at a position; ``before`` it there were so many."""
    if not is_end_of_autumn(position.phase, judgement.after.phase):
        return before
    return 0 if judgement.gained else before + 1


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


# --- scores a finished game exactly: C-Diplo (000 V) and other scorings, each by its name


POINTS_TO_SHARE = Fraction(100)

CentresByPower = Mapping[Power, int]
Scores = Mapping[Power, Fraction]
PowersOfEachPlayer = Sequence[Sequence[Power]]
"""The powers of each player."""

Scoring = Callable[[Board, CentresByPower, Power | None], Scores]
"""A function from the centres at the end to the scores of all powers; the third argument is the solo winner, if any."""


@dataclass(frozen=True)
class ScoreParts:
    """The points of one power by source: for taking part, its centres, its place, neutral centres."""

    taking_part: int
    centres: int
    place: Fraction
    neutral: Fraction = Fraction(0)

    @property
    def total(self) -> Fraction:
        """All of them."""
        return self.taking_part + self.centres + self.place + self.neutral


@dataclass(frozen=True)
class PlaceScoring:
    """A scoring with points for taking part, for centres and for places; tied powers share the points of their places.

    A ``solo`` scores that, and nobody else anything. The first centres score ``first_centres``, each further one a
    point. With ``whole`` the points of neutral centres are shared out.
    """

    solo: int
    places: tuple[int, ...]
    taking_part: int = 0
    first_centres: tuple[int, ...] = ()
    whole: bool = False

    def __call__(self, board: Board, centres: CentresByPower, solo: Power | None) -> Scores:
        """The score of every power in ``centres``, the eliminated too."""
        if solo:
            return _to_one(centres, solo, self.solo)
        return {power: parts.total for power, parts in self.parts(board, centres).items()}

    def parts(self, board: Board, centres: CentresByPower) -> Mapping[Power, ScoreParts]:
        """Where the points of every power come from when nobody wins alone."""
        ranked = list(_places(centres))
        found: dict[Power, ScoreParts] = {}
        for group in ranked:
            bonuses = self.places[len(found) : len(found) + len(group)]
            place = Fraction(sum(bonuses), len(group))
            found |= {power: ScoreParts(self.taking_part, self._of_centres(centres[power]), place) for power in group}
        if self.whole:
            scores = {power: parts.total for power, parts in found.items()}
            whole = _with_neutral_centres(scores, ranked, len(board.centres) - sum(centres.values()))
            found = {power: replace(parts, neutral=whole[power] - scores[power]) for power, parts in found.items()}
        return {power: found[power] for power in centres}

    def _of_centres(self, held: int) -> int:
        return sum(self.first_centres[:held]) + max(0, held - len(self.first_centres))


c_diplo = PlaceScoring(100, (38, 14, 7), taking_part=1, whole=True)
"""C-Diplo (000 V); on the standard board seven scores sum to 100, neutral centres included."""


def equal_shares(centres: CentresByPower, sharers: Sequence[Power], sides: PowersOfEachPlayer = ()) -> Scores:
    """Score a draw: the players in it share alike, however many centres they have (001 II).

    ``sides`` are the powers of players who play several; their share is divided among those of them in the draw.
    """
    of_player = {power: next((tuple(side) for side in sides if power in side), (power,)) for power in sharers}
    players = set(of_player.values())
    shared = {power: sum(other in sharers for other in side) * len(players) for power, side in of_player.items()}
    return {power: POINTS_TO_SHARE / shared[power] if power in shared else Fraction(0) for power in centres}


def draw_size(board: Board, centres: CentresByPower, solo: Power | None) -> Scores:
    """A solo takes all; else all players who still own a centre share alike."""
    return equal_shares(centres, [solo] if solo else _survivors(centres), board.seats)


def sum_of_squares(_: Board, centres: CentresByPower, solo: Power | None) -> Scores:
    """A solo takes all; else 100 points are shared by the squares of the centres."""
    if solo:
        return _to_one(centres, solo, 100)
    squares = sum(held * held for held in centres.values()) or 1
    return {power: POINTS_TO_SHARE * held * held / squares for power, held in centres.items()}


def tribute(_: Board, centres: CentresByPower, solo: Power | None) -> Scores:
    """A point a centre, 66 shared by the survivors; each pays the leader a point for each of its centres above six.

    Nobody pays more than their share of the 66; leaders of as many centres divide what the others pay.
    """
    if solo:
        return _to_one(centres, solo, 100)
    leaders, survivors, most = _leaders(centres), _survivors(centres), max(centres.values())
    share = Fraction(66, max(1, len(survivors)))
    paid = min(share, Fraction(max(0, most - 6)))
    won = paid * (len(survivors) - len(leaders)) / max(1, len(leaders))
    return {
        power: Fraction(0) if power not in survivors else held + share + (won if power in leaders else -paid)
        for power, held in centres.items()
    }


def open_tribute(_: Board, centres: CentresByPower, solo: Power | None) -> Scores:
    """34 points, three a centre; each pays the leader its lead over them.

    The eliminated score nothing, and their lag counts all the same; of N leaders each gets the whole parts of what is
    paid divided by N times N.
    """
    if solo:
        return _to_one(centres, solo, 340)
    leaders, survivors, most = _leaders(centres), _survivors(centres), max(centres.values())
    won = sum(most - held for held in centres.values()) // max(1, len(leaders)) ** 2
    return {
        power: Fraction(0 if power not in survivors else 34 + 3 * held - (most - held) + won * (power in leaders))
        for power, held in centres.items()
    }


_MIND_THE_GAP = PlaceScoring(0, (9, 6, 3))
"""Half points: its places are worth 4.5, 3 and 1.5."""


def open_mind_the_gap(board: Board, centres: CentresByPower, solo: Power | None) -> Scores:
    """Nine points to survivors, 1.5 a centre, 4.5, 3 and 1.5 to the first three places.

    A leader alone takes from each other power its lead over the second, at most half of what that power has.
    """
    if solo:
        return _to_one(centres, solo, 100)
    leaders, survivors = _leaders(centres), _survivors(centres)
    places = _MIND_THE_GAP(board, centres, None)
    scores = {
        power: (places[power] - held) / 2 + Fraction(3 * held, 2) + 9 * (power in survivors)
        for power, held in centres.items()
    }
    if len(leaders) != 1:
        return scores
    first, second, *_ = [*sorted(centres.values(), reverse=True), 0]
    taken = {power: min(Fraction(first - second), had / 2) for power, had in scores.items() if power not in leaders}
    return {
        power: had - taken.get(power, 0) + sum(taken.values()) * (power in leaders) for power, had in scores.items()
    }


def boucher(_: Board, centres: CentresByPower, solo: Power | None) -> Scores:
    """Each survivor scores the number of eliminated powers, half a point while there is none; a solo scores seven."""
    if solo:
        return _to_one(centres, solo, 7)
    survivors = _survivors(centres)
    each = Fraction(len(centres) - len(survivors)) or Fraction(1, 2)
    return {power: each * (power in survivors) for power in centres}


SCORINGS: Mapping[str, Scoring] = {
    "c-diplo": c_diplo,
    "c-diplo-73": PlaceScoring(73, (38, 14, 7), taking_part=1, whole=True),
    "c-diplo-80": PlaceScoring(80, (25, 14, 7)),
    "c-diplo-namur": PlaceScoring(85, (38, 14, 7), taking_part=1, first_centres=(5, 4, 3, 2, 2, 2)),
    "carnage": PlaceScoring(28_034, (7000, 6000, 5000, 4000, 3000, 2000, 1000)),
    "draw-size": draw_size,
    "sum-of-squares": sum_of_squares,
    "tribute": tribute,
    "open-tribute": open_tribute,
    "open-mind-the-gap": open_mind_the_gap,
    "boucher": boucher,
}
"""Every scoring by its name."""

_SHARE_DRAWS = frozenset({"c-diplo", "draw-size"})
"""Scorings under which the players of a draw score alike; under the others their centres count."""


def scoring_names() -> tuple[str, ...]:
    """The names of the scorings, the usual one first."""
    return tuple(SCORINGS)


def draw_is_shared(scoring: str) -> bool:
    """Return whether the players of a draw score alike."""
    return scoring in _SHARE_DRAWS


def points_by_parts(scoring: str, board: Board, centres: CentresByPower) -> Mapping[Power, ScoreParts]:
    """Return the points of each power by source under a scoring that has several; empty under another."""
    chosen = SCORINGS[scoring]
    return chosen.parts(board, centres) if isinstance(chosen, PlaceScoring) else {}


def score_draw(
    scoring: str, board: Board, centres: CentresByPower, sharers: Sequence[Power], sides: PowersOfEachPlayer = ()
) -> Scores:
    """Return the scores of a game that ends in a draw; ``sides`` as in ``equal_shares``."""
    return equal_shares(centres, sharers, sides) if draw_is_shared(scoring) else SCORINGS[scoring](board, centres, None)


def _to_one(centres: CentresByPower, solo: Power, points: int) -> Scores:
    return {power: Fraction(points if power == solo else 0) for power in centres}


def _leaders(centres: CentresByPower) -> tuple[Power, ...]:
    most = max(centres.values(), default=0)
    return tuple(power for power, held in centres.items() if held == most > 0)


def _survivors(centres: CentresByPower) -> tuple[Power, ...]:
    return tuple(power for power, held in centres.items() if held)


def _places(centres: CentresByPower) -> Iterator[tuple[Power, ...]]:
    """The powers from first to last, those of as many centres together."""
    ranked = sorted(centres, key=lambda power: -centres[power])
    for _, group in groupby(ranked, key=lambda power: centres[power]):
        yield tuple(group)


def _with_neutral_centres(scores: Scores, places: Sequence[tuple[Power, ...]], neutral: int) -> dict[Power, Fraction]:
    """Share out the points of neutral centres: scores are rounded up in order of place, the winner takes the rest.

    Powers of one place are rounded up together, or not at all if the points do not suffice; tied winners divide the
    rest.
    """
    rounded = dict(scores)
    points = Fraction(neutral)
    for group in places:
        missing = -scores[group[0]] % 1
        if missing * len(group) <= points:
            rounded |= {power: scores[power] + missing for power in group}
            points -= missing * len(group)
    winners = places[0] if places else ()
    return rounded | {power: rounded[power] + points / len(winners) for power in winners}
