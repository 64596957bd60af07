"""What the pages of a running game may not tell, for another judge to go on with: people, seats, open orders, time."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.game.deadlines.deadline import Absence
from judge.game.figures import Figures
from judge.game.folded_log import FoldedLog
from judge.game.messages import Event
from judge.game.orders.messages import AdvanceKept
from judge.game.orders.plans import Wish
from judge.game.people.address_book import Person
from judge.game.press.messages import DiaryWritten
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.game.state_parts import Misses
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.war.scouts import ScoutOrder
from judge.store.event_json import UNREADABLE, as_json, from_json
from judge.system.packaged import PROGRAM

FORMAT = 1
"""The number of the format written here."""


class NoPrivatePartError(Exception):
    """A text is no private part of a game; the message says what is wrong with it."""


@dataclass(frozen=True)
class PrivatePart:
    """What the pages up to the one with the hash ``last_page`` do not tell.

    ``people`` are master, players, stand-bys and observers, without the secrets of their reply addresses. ``seed`` is
    that of the lots, ``deadline`` None where none runs. ``stays`` says in lines what is not in it.
    """

    game: GameName
    last_page: str
    seed: str
    master: Address
    people: tuple[Person, ...]
    seats: Mapping[Power, Address]
    standbys: tuple[Address, ...] = ()
    observers: tuple[Address, ...] = ()
    deadline: datetime | None = None
    paused: bool = False
    orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    errands: Mapping[Power, tuple[ScoutOrder, ...]] = field(default_factory=dict)
    advance: tuple[AdvanceKept, ...] = ()
    wishes: Mapping[Power, tuple[Wish, ...]] = field(default_factory=dict)
    notes: tuple[DiaryWritten, ...] = ()
    absences: Mapping[Address, tuple[Absence, ...]] = field(default_factory=dict)
    figures: Mapping[Address, Figures] = field(default_factory=dict)
    misses: Mapping[Address, Misses] = field(default_factory=dict)
    stays: tuple[str, ...] = ()


def private_part_of(folded: FoldedLog, log: Sequence[Event], last_page: str) -> PrivatePart:
    """Return the private part of a game that has begun; ``last_page`` is the hash of the last page of its record."""
    game = folded.game
    assert game is not None
    known = dict.fromkeys((game.master, *game.seats.values(), *game.standbys, *game.observers))
    is_open = game.open_position is not None
    return PrivatePart(
        game=game.name,
        last_page=last_page,
        seed=game.seed,
        master=game.master,
        people=tuple(replace(game.people[one], token=Token("")) for one in known),
        seats=game.seats,
        standbys=game.standbys,
        observers=game.observers,
        deadline=game.deadline.at if game.deadline and is_open else None,
        paused=game.timekeeping.paused is not None,
        orders={power: game.orders_of(power) for power in game.orders} if is_open else {},
        errands={power: game.errands_of(power) for power in game.errands} if is_open else {},
        advance=game.advance,
        wishes={power: kept.wishes for power, kept in game.wished.items()},
        notes=tuple(event for event in log if isinstance(event, DiaryWritten)),
        absences={one: game.absences_of(one) for one in known if game.absences_of(one)},
        figures={
            game.address_of(reader): one
            for reader, one in folded.tally.figures.items()
            if game.address_of(reader) in known
        },
        misses={one: count for one, count in game.misses.items() if one in known},
        stays=tuple(_stays(game)),
    )


def _stays(game: Game) -> Iterator[str]:
    """What is in neither the pages nor the private part."""
    yield "letters between players: they stay with the judge that delivered them"
    if game.press.held or game.press.unread:
        yield "letters that are kept for later, or for the next player of a seat: their writers send them again"
    if game.ballots:
        yield "votes that have not passed: they are cast again"
    for seat, partners in game.members.sharing.partners.items():
        yield f"the further strategists of {seat}: {', '.join(game.addresses_of(partners))} join again (STRATEGIST)"
    if game.held_open:
        yield "that the phase is held open: it closes at its deadline"
    if game.members.applicants:
        yield f"who asks for a seat: {', '.join(game.applicants)}"
    former = game.addresses_of(one for one in game.members.former_players if one not in game.members.seated)
    known = [one for one in former if not one.endswith(".invalid")]  # of a game taken over, whose players nobody named
    if known:
        yield f"who has left a seat, with their reliability: {', '.join(known)}"


def dump_private_part(part: PrivatePart) -> str:
    """Return a private part as JSON, to be read by a person too."""
    return json.dumps({"format": FORMAT, **as_json(part)}, ensure_ascii=False, indent=1) + "\n"


def read_private_part(text: str) -> PrivatePart:
    """Return the private part that ``dump_private_part`` wrote; NoPrivatePartError."""
    try:
        fields = json.loads(text)
    except ValueError as error:
        message = f"it is no JSON: {error}"
        raise NoPrivatePartError(message) from None
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        message = f"it has no “format”: {FORMAT}; “{PROGRAM} archive GAME --for-import FILE” writes one"
        raise NoPrivatePartError(message)
    try:
        part: PrivatePart = from_json(fields, PrivatePart)
    except UNREADABLE as error:
        message = f"{type(error).__name__}: {error}"
        raise NoPrivatePartError(message) from None
    return part
