"""Chains of fleets: every one in which no fleet is idle, and no other (000 XIII.A, 001 XII.2, DATC 6.G.19)."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Location, Province, Terrain, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import convoy_chains, shortest_chain
from tests.shared.each_case import each_case

STANDARD = load_board("standard")
SEAS = [at for at in sorted(STANDARD.regions) if STANDARD.terrain(at) is Terrain.SEA]
COASTS = [at for at in sorted(STANDARD.regions) if STANDARD.terrain(at) is Terrain.COAST]

CASES = [
    ("LON BEL", "NTH", ["NTH"]),
    ("LON BEL", "ENG NTH", ["ENG", "NTH"]),
    ("LON BEL", "ENG IRI", ["ENG"]),  # DATC 6.F.12
    ("LON TUN", "ENG MAO WES", ["ENG MAO WES"]),  # 001 XII.2
    ("LON TUN", "ENG WES", []),
    ("MAR SPA", "LYO WES", ["LYO"]),  # DATC 6.G.19
    ("LVP EDI", "ENG IRI NTH NWG NAO", ["NAO NWG", "IRI ENG NTH"]),  # DATC 6.G.6
    ("BUL TRI", "AEG ION ADR", ["AEG ION ADR"]),  # DATC 6.C.4, from either coast
    ("GRE SEV", "AEG BLA", []),  # DATC 6.F.1
]


@each_case(("shores", "fleets", "expected"), CASES)
def test_chains_of_the_texts(shores: str, fleets: str, expected: list[str]) -> None:
    origin, to = map(Province, shores.split())
    found = list(convoy_chains(STANDARD, [Province(fleet) for fleet in fleets.split()], origin, to))
    assert [" ".join(chain) for chain in found] == expected


@given(seed=st.integers(0, 2**32 - 1))
def test_a_chain_is_a_set_of_fleets_of_which_none_is_idle(seed: int) -> None:
    random = Random(seed)
    origin, to = random.sample(COASTS, 2)
    fleets = random.sample(SEAS, random.randint(1, 8))
    sets = [set(some) for size in range(1, 9) for some in combinations(fleets, size) if _join(some, origin, to)]
    lean = [some for some in sets if not any(fewer < some for fewer in sets)]
    found = [set(chain) for chain in convoy_chains(STANDARD, fleets, origin, to)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, lean))
    assert len(shortest_chain(STANDARD, fleets, origin, to)) == min(map(len, lean), default=0)


@given(seed=st.integers(0, 2**32 - 1))
def test_the_shortest_chain_is_the_first_of_all(seed: int) -> None:
    random = Random(seed)
    origin, to = random.sample(COASTS, 2)
    fleets = random.sample(SEAS, random.randint(1, len(SEAS)))
    assert shortest_chain(STANDARD, fleets, origin, to) == next(convoy_chains(STANDARD, fleets, origin, to), ())


def _join(fleets: Iterable[Province], origin: Province, to: Province) -> bool:
    """Whether the coasts are in one piece with these seas, by flooding from one."""
    dry, wet = set(fleets), {origin}
    while flooded := {fleet for fleet in dry if wet & _around(fleet)}:
        dry -= flooded
        wet = flooded
        if any(to in _around(fleet) for fleet in flooded):
            return True
    return False


def _around(sea: Province) -> set[Province]:
    return {place.province for place in STANDARD.neighbours(UnitKind.FLEET, Location(sea))}
