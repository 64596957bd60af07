"""A rule book as a value: one named policy for each question on which the rule texts differ, and its names.

The rules ask ``book.convoy_routes``; nothing asks which book it is. Sources: the 2003 rules of 18centres (000), the
1971 rules as printed by Moeshoeshoe (001), the FAF site (002), Battle soop (003), the strategy booklet of STIM (004),
the Avalon Hill texts as the DATC reads them.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, get_type_hints

from judge.languages import Spoken
from judge.rules.board import Board

# --- a rule book as a value: one named policy for each question on which the rule texts differ


class ConvoyRoutes(Enum):
    """Which of several routes of one convoy must survive (DATC 4.A.1)."""

    ANY = "any"  # one surviving route is enough
    ALL = "all"  # one broken route stops the army (001 XII.4)


class LandOrSea(Enum):
    """Which way an army goes if it could go by land and by convoy (DATC 4.A.3)."""

    INTENT = "intent"  # by sea if an own fleet convoys it or the order says so; never both
    BOTH = "both"  # both are tried, land first, one success is enough (000 XIII.B, 001 XIV.5)


class Paradoxes(Enum):
    """How a convoy paradox is resolved (DATC 4.A.2)."""

    SZYKMAN = "szykman"  # the convoyed attacks of the paradox fail
    SEA_FIRST = "sea_first"  # fights over convoying fleets are settled before any landing (000 XIII.A)
    ALL_FAIL = "all_fail"  # 001 XII.5, and what is left undecided fails


class ConvoyedAttackerOrigin(Enum):
    """What a unit dislodged by a convoyed army may do in that army's origin (DATC 4.A.5, 4.A.7)."""

    OPEN = "open"  # it may keep others out of there, and retreat there
    CLOSED = "closed"  # neither, as with an attacker that came by land (000 X.C, XII, 001 IX.7, XI)


class DisorderRemovals(Enum):
    """Which unit a power in civil disorder loses first (000 XV, 001 XIV.4, DATC 4.D.8)."""

    FARTHEST_2023 = "2023"  # farthest from the nearest owned centre; fleets; English name
    FARTHEST_FRENCH_2003 = "2003"  # farthest from home; off a centre; fleets; French name
    FARTHEST_1971 = "1971"  # farthest from home; fleets; English name


class TieAtTerm(Enum):
    """The meaning of a tie for first place when the last year is over."""

    SHARED = "shared"  # joint first
    NOBODY = "nobody"  # bonus shared, no winner


class CountedAtTerm(Enum):
    """The count that ranks the powers when the last year is over."""

    CENTRES = "centres"
    UNITS = "units"  # 001 III: the most pieces on the board


class Damage(Enum):
    """Which losers of fights lose hit points (004 6 and 8 differ)."""

    NONE = "none"
    DISLODGED = "dislodged"  # units driven out (004 8)
    LOSERS = "losers"  # units driven out, and attackers that whoever holds the region beat (004 6)


class CentreControl(Enum):
    """When a power takes control of the centre its unit stands in."""

    AUTUMN = "autumn"  # when an autumn is over
    EVERY_SEASON = "every_season"  # 004: two phases alike, each with its news of the front


class AdjustmentPhases(Enum):
    """In which years there is an adjustment phase."""

    WHERE_DUE = "where_due"
    EVERY_YEAR = "every_year"  # 004 5: every turn has its own, where alliances too are made


class UnitSight(Enum):
    """Which units of other powers a power sees."""

    ALL = "all"
    NEIGHBOURS = "neighbours"  # 004 3: the fog of war hides those that are not next to one's own


@dataclass(frozen=True)
class RuleBook:
    """One rule book; ``name`` is for people, the rules never read it."""

    name: str
    convoy_routes: ConvoyRoutes
    land_or_sea: LandOrSea
    paradoxes: Paradoxes
    convoyed_attacker_origin: ConvoyedAttackerOrigin
    disorder_removals: DisorderRemovals
    tie_at_term: TieAtTerm = TieAtTerm.SHARED
    counted_at_term: CountedAtTerm = CountedAtTerm.CENTRES
    adjustments_in_last_year: bool = False
    press_in_short_phases: bool = True
    damage: Damage = Damage.NONE
    control: CentreControl = CentreControl.AUTUMN
    adjustments: AdjustmentPhases = AdjustmentPhases.WHERE_DUE
    sight: UnitSight = UnitSight.ALL
    eliminated_take_over: bool = False


# --- the data files --------------------------------------------------------------------------------------------------


_FOLDER = files("judge.rules").joinpath("books")
_ALIASES = {"standard": "2023"}
_KINDS: Mapping[str, type] = MappingProxyType(
    {one.name: get_type_hints(RuleBook)[one.name] for one in fields(RuleBook) if one.name != "name"}
)


class UnknownRuleBook(LookupError):  # noqa: N818 - the name is part of the contract between rooms
    """No rule book has that name."""


@lru_cache
def rulebook_names() -> tuple[str, ...]:
    """Return the names of all rule books, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


@lru_cache
def load_rulebook(name: str) -> RuleBook:
    """Return the rule book of that name (``standard`` is another word for ``2023``); UnknownRuleBook for others."""
    name = _ALIASES.get(name, name)
    if name not in rulebook_names():
        raise UnknownRuleBook(name)
    said = tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return RuleBook(name=name, **{policy: policy_value(policy, word) for policy, word in said.items()})


@lru_cache(maxsize=256)
def rulebook_of(board: Board, name: str = "") -> RuleBook:
    """Return a rule book with the policies that the board chooses instead; UnknownRuleBook for an unknown name.

    Without a name it is the board's own book, else ``2023``.
    """
    return replace(load_rulebook(name or board.rulebook or "2023"), **board.policies)


def policy_names() -> tuple[str, ...]:
    """Return the names of all policies, sorted."""
    return tuple(sorted(_KINDS))


def policy_value(policy: str, word: object) -> Any:
    """Return the value of an existing policy that a word names; ValueError with all values if it names none."""
    kind = _KINDS[policy]
    values: Mapping[object, object] = {False: False, True: True}
    if issubclass(kind, Enum):
        values = {one.value: one for one in kind}
    if type(word) is not type(next(iter(values))) or word not in values:
        message = f"{policy} is {' or '.join(map(_spelled, values))}"
        raise ValueError(message)
    return values[word]


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


# --- gives a board the names that a rule book has for its powers and phases


@lru_cache(maxsize=256)
def board_in_book(board: Board, book: str) -> Board:
    """Return the board with the names of a rule book; the same object for the same two, the board itself for others."""
    names = _table().get(book, {})
    if names.get("map") != board.map:
        return board
    return replace(
        board,
        called={power: Spoken({**board.powers[power], **said}) for power, said in names.get("powers", {}).items()},
        phases=names.get("phases", ""),
        book_words=book,
        later=board_in_book(board.later, book) if board.later else None,
    )


@lru_cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((files("judge.rules") / "book_names.toml").read_text(encoding="utf-8"))
