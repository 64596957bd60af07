"""What holds on every board, however it looks: small boards and their orders drawn at random."""

from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import read_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.rules.position import Phase, Position
from judge.rules.rulebook import load_rulebook, rulebook_names
from judge.rules.verdicts import Illegal, Judgement, Moved, Void
from tests.shared.shares import drawn

POWERS = (Power("NORTH"), Power("SOUTH"), Power("WEST"))
CODES = tuple(f"R{letter}" for letter in "ABCDEFGHIJ")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A ring of land and water with more borders across it; one power may stand aside, one region be closed."""
    size = draw(st.integers(5, len(CODES)))
    codes = CODES[:size]
    terrains = {code: draw(st.sampled_from(("coast", "coast", "land", "sea"))) for code in codes}
    terrains |= {codes[0]: "coast", codes[1]: "coast", codes[2]: "sea"}
    extra = draw(st.sets(st.tuples(st.sampled_from(codes), st.sampled_from(codes)), max_size=12))
    pairs = {frozenset((codes[i], codes[i - 1])) for i in range(size)} | {
        frozenset(pair) for pair in extra if len(set(pair)) == 2
    }
    pairs |= {frozenset((code, codes[2])) for code in codes if terrains[code] != "land" and code != codes[2]}
    pairs |= {frozenset((code, codes[0])) for code in codes if terrains[code] != "sea" and code != codes[0]}
    aside = draw(st.sampled_from(("", 'standing = "WEST"', 'closed = "RA"')))
    ports = {code for code in codes[1:] if terrains[code] == "coast" and draw(st.booleans())}
    return read_board(_written(codes, terrains, pairs, aside, ports), "random.toml")


def _written(
    codes: tuple[str, ...], terrains: dict[str, str], pairs: set[frozenset[str]], aside: str, ports: set[str]
) -> str:
    def borders(closed: str) -> str:
        able = {code for code in codes if terrains[code] != closed}
        near = {code: sorted(min(pair - {code}) for pair in pairs if code in pair and pair <= able) for code in able}
        return "\n".join(f'{code} = "{" ".join(near[code])}"' for code in codes if code in able and near[code])

    port = {code: ", port = true" if code in ports else "" for code in codes}
    regions = "\n".join(
        f'{code} = {{ terrain = "{terrains[code]}", en = "{code}x"{port[code]} }}' for code in codes[1:]
    )
    return (
        f'name = "random"\nstart_year = 1900\nvictory_centres = 1\n{aside}\n[powers]\n'
        'NORTH = { homes = "RA", start = "A RA", en = "North" }\n'
        'SOUTH = { homes = "", start = "", en = "South" }\nWEST = { homes = "", start = "", en = "West" }\n'
        f'[regions]\nRA = {{ terrain = "coast", en = "RAx", centre = true }}\n{regions}\n'
        f"[borders.army]\n{borders('sea')}\n[borders.fleet]\n{borders('land')}\n"
    )


@st.composite
def battles(draw: st.DrawFn) -> tuple[Board, Position, dict[Power, list[Order]]]:
    board = draw(boards())
    units: dict[Province, Unit] = {}
    for code, region in board.regions.items():
        kinds = {Terrain.LAND: [UnitKind.ARMY], Terrain.SEA: [UnitKind.FLEET], Terrain.COAST: list(UnitKind)}[
            region.terrain
        ]
        if draw(st.booleans()):
            units[code] = Unit(draw(st.sampled_from(POWERS)), draw(st.sampled_from(kinds)), Location(code))
    position = Position(Phase.parse("S1900M"), units)
    orders: dict[Power, list[Order]] = {power: [] for power in POWERS}
    places = st.sampled_from(sorted(board.regions))
    for at, unit in units.items():
        one, other = draw(places), draw(places)
        choices: tuple[Order, ...] = (
            Hold(at),
            Move(at, Location(one)),
            Move(at, Location(one)),
            SupportHold(at, one),
            SupportMove(at, one, Location(other)),
            Convoy(at, one, other),
        )
        orders[unit.power].append(draw(st.sampled_from(choices)))
    return board, position, orders


@drawn(150)
@given(battles(), st.sampled_from(rulebook_names()))
def test_every_battle_comes_out_by_the_rules(
    battle: tuple[Board, Position, dict[Power, list[Order]]], book: str
) -> None:
    board, position, orders = battle
    judgement = judge_phase(board, load_rulebook(book), position, orders)
    assert judgement == judge_phase(board, load_rulebook(book), position, dict(reversed(orders.items())))
    _no_unit_is_made_or_lost(board, position, judgement)
    for power, verdicts in judgement.verdicts.items():
        for verdict in verdicts:
            if isinstance(verdict.reason, Moved) and isinstance(verdict.order, Move):
                assert verdict.order.to.province not in board.closed
                assert power not in board.standing
            if isinstance(verdict.reason, Void) and verdict.reason.why is Illegal.CLOSED:
                assert board.closed


def _no_unit_is_made_or_lost(board: Board, position: Position, judgement: Judgement) -> None:
    """Whoever is gone was driven out, and had no way or nobody to take it."""
    after = judgement.after
    driven = [verdict for verdicts in judgement.verdicts.values() for verdict in verdicts if verdict.dislodged]
    gone = len(position.units) - len(after.units) - len(after.dislodged)
    assert 0 <= gone <= len(driven)
    assert all(unit.power not in board.standing for unit in (one.unit for one in after.dislodged.values()))
    assert all(code == unit.at.province for code, unit in after.units.items())
