"""Hand-made games for the letters: one table of seven invented players, and phases in which much goes wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from judge.game.apply import fold_events
from judge.game.deadlines.deadline import phase_deadline
from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven
from judge.game.people.messages import Person
from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined
from judge.game.settings import Address, GameName, Language, Lengths, Settings, Token
from judge.game.state import Game
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.reports.phrasing import USUAL_NOTATIONS
from judge.rules.board import Location, Power, Province, Unit, UnitKind, Year
from judge.rules.board_file import load_board
from judge.rules.fast import kept_for_same
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order
from judge.rules.position import Phase, Position, opening_position
from judge.rules.rulebook import load_rulebook
from tests.shared.changed_members import with_entry

BOARD = load_board("standard")
STANDARD = load_notation("standard")
ROME = GameName("rome")
SETTINGS = Settings(rulebook="18centres", lengths=Lengths(), last_year=Year(1907))
OPENED = datetime(2026, 11, 20, 14, 10, tzinfo=UTC)
NOW = datetime(2026, 11, 26, 22, 55, tzinfo=UTC)

MASTER = Person(Address("odile@example.org"), Token("mastermaster"), "fr", "18centres")
FRANCE = Power("FRANCE")
SEATS = {
    Power("AUSTRIA"): Address("anselm@example.net"),
    Power("ENGLAND"): Address("edith@example.org"),
    FRANCE: Address("fernand@example.org"),
    Power("GERMANY"): Address("gerda@example.com"),
    Power("ITALY"): Address("iacopo@example.net"),
    Power("RUSSIA"): Address("rurik@example.org"),
    Power("TURKEY"): Address("tarik@example.com"),
}
"""Fernand reads French in the notation of 18centres, everyone else English in the standard one."""


def person(power: Power) -> Person:
    address = SEATS[power]
    token = Token(f"{power.lower()}token")
    if power == FRANCE:
        return Person(address, token, "fr", "18centres", "Europe/Paris")
    return Person(address, token, "en", "standard", "Europe/London")


def opening_events(settings: Settings = SETTINGS) -> list[Event]:
    """The game opened and joined by all seven, not started."""
    joined = [PlayerJoined(person(power), (), OPENED) for power in SEATS]
    return [GameOpened(ROME, settings, MASTER, "seed", OPENED), *joined]


def started(position: Position | None = None, settings: Settings = SETTINGS) -> GameStarted:
    at = position or opening_position(BOARD)
    return GameStarted(SEATS, at, phase_deadline(settings, at.phase.kind, OPENED), OPENED)


@kept_for_same
def game_at(position: Position | None = None, *events: Event) -> Game:
    """The game of these seven as it stands at a position, and once more events have happened."""
    game = fold_events([*opening_events(), started(position), *events])
    assert game is not None
    return game


def unit(power: Power, text: str) -> Unit:
    kind, _, place = text.partition(" ")
    province, _, coast = place.partition("/")
    return Unit(power, UnitKind(kind), Location(Province(province), coast))


def position(phase: str, units: Mapping[str, str], owners: Mapping[str, str]) -> Position:
    """A position from ``{"FRANCE": "A PAR, F BRE"}`` and ``{"FRANCE": "PAR BRE"}``."""
    standing = [unit(Power(power), text) for power, listed in units.items() for text in listed.split(", ") if text]
    held = {Province(centre): Power(power) for power, centres in owners.items() for centre in centres.split()}
    return Position(Phase.parse(phase), {one.at.province: one for one in standing}, held)


def order(text: str, at: Position) -> Order:
    read = read_order(text, at, BOARD, None, STANDARD)
    assert not isinstance(read, Misread), read
    return read


def orders(at: Position, written: Mapping[str, Sequence[str]]) -> dict[Power, tuple[Order, ...]]:
    return {Power(power): tuple(order(line, at) for line in lines) for power, lines in written.items()}


def given(at: Position, power: str, *lines: str) -> tuple[OrderGiven, ...]:
    return tuple(OrderGiven(Power(power), order(line, at), 7, None, OPENED) for line in lines)


def closed(
    at: Position, written: Mapping[str, Sequence[str]], silent: Sequence[str] = (), number: int = 5
) -> PhaseClosed:
    """A phase closed at its deadline with these orders."""
    read = orders(at, written)
    judgement = judge_phase(BOARD, load_rulebook(SETTINGS.rulebook), at, read)
    then = started(at).deadline.at
    return PhaseClosed(
        number=number,
        before=at,
        orders=read,
        judgement=judgement,
        silent=tuple(map(Power, silent)),
        because=CloseReason.DEADLINE if silent else CloseReason.COMPLETE,
        deadline=phase_deadline(SETTINGS, judgement.after.phase.kind, then),
        at=then,
    )


# --- a spring in which much goes wrong ------------------------------------------------------------------------

CENTRES_1903 = {
    "AUSTRIA": "BUD TRI VIE SER",
    "ENGLAND": "EDI LON LVP NWY",
    "FRANCE": "BRE MAR PAR SPA POR BEL",
    "GERMANY": "BER KIE MUN DEN HOL",
    "ITALY": "NAP ROM VEN TUN",
    "RUSSIA": "MOS SEV STP WAR SWE RUM",
    "TURKEY": "ANK CON SMY BUL GRE",
}
SPRING = position(
    "S1903M",
    {
        "AUSTRIA": "A TRI, A VIE, A SER, F ALB",
        "ENGLAND": "F NTH, F ENG, A YOR, F NWY",
        "FRANCE": "A BUR, A PAR, A BEL, F BRE, F MAO, F SPA/SC",
        "GERMANY": "A MUN, A RUH, A KIE, F DEN, F HOL",
        "ITALY": "A VEN, A PIE, F ION, F TUN",
        "RUSSIA": "A GAL, A UKR, F SEV, F SWE, A RUM, F STP/SC",
        "TURKEY": "A BUL, A GRE, F AEG, F BLA, A CON",
    },
    CENTRES_1903,
)
SPRING_ORDERS = {
    "AUSTRIA": ["A TRI - VEN", "A VIE - TRI", "A SER S A BUL - RUM", "F ALB - GRE"],
    "ENGLAND": ["F NTH C A YOR - BEL", "A YOR - BEL", "F ENG S A YOR - BEL", "F NWY S F NTH"],
    "FRANCE": ["A BUR H", "A PAR S A BUR", "A BEL S A BUR", "F BRE - ENG", "F MAO S F BRE - ENG", "F SPA/SC - LYO"],
    "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR", "A KIE - RUH", "F DEN - NTH", "F HOL S F DEN - NTH"],
    "RUSSIA": ["A GAL - VIE", "A UKR - GAL", "F SEV S A RUM", "F SWE - DEN", "A RUM - BUL", "F STP/SC - BAR"],
    "TURKEY": ["A BUL - RUM", "A GRE S A BUL", "F AEG - ION", "F BLA S A BUL - RUM", "A CON - BUL"],
}

# --- an autumn that ends with builds and removals, and the retreats before it ------------------------------------

AUTUMN = position(
    "F1903M",
    {
        "AUSTRIA": "A TRI, A VIE, F ALB",
        "ENGLAND": "F NTH, F NWY, A YOR",
        "FRANCE": "A BUR, A PAR, F MAO, F LYO",
        "GERMANY": "A MUN, F DEN, F HOL, A BEL",
        "ITALY": "A VEN, A PIE, F ION, F TUN, A TYR",
        "RUSSIA": "A GAL, A UKR, F SEV, F SWE, A RUM, F BAL, A BOH",
        "TURKEY": "A BUL, A GRE, F AEG, A SER, A CON",
    },
    CENTRES_1903,
)
AUTUMN_ORDERS = {
    "AUSTRIA": ["A TRI - SER", "A VIE - BUD"],
    "ENGLAND": ["F NTH - BEL", "F NWY H"],
    "FRANCE": ["A BUR - BEL", "A PAR - PIC", "F MAO - POR", "F LYO - SPA/SC"],
    "GERMANY": ["A MUN - TYR", "F HOL S A BEL"],
    "ITALY": ["A TYR - VIE", "A VEN - TRI"],
    "RUSSIA": ["A BOH - MUN", "F BAL - DEN", "F SWE S F BAL - DEN", "A GAL - BUD"],
    "TURKEY": ["A SER H", "A BUL S A SER"],
}


NOTATION_OF: Mapping[Language, str] = USUAL_NOTATIONS


def speaking(game: Game, address: Address, language: Language) -> Game:
    """The game with one person reading that language, in the notation usual with it."""
    reader = replace(game.people[address], language=language, notation=NOTATION_OF[language])
    return with_entry(game, reader)
