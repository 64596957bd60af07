"""A war on the board of Seuil as the judge has it, and letters about it carried out without any mail."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from judge.game.apply import fold_events
from judge.game.deadlines.deadline import phase_deadline
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined
from judge.game.settings import Address, GameName, Language, Settings, Token
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.line_answers import LineAnswer, TextAnswer
from judge.requests.read_lines import read_lines
from judge.requests.requests import QuestionRequest
from judge.rules.board import Location, Power, Province, Unit, Year
from judge.rules.board_file import load_board
from judge.rules.position import Dislodged, Phase, Position, opening_position
from judge.rules.war.scouts import Scout, Scouting
from tests.shared.changed_members import with_entry
from tests.shared.services import context

BOARD = load_board("seuil")
WEST, EAST, ISLE = Power("AADLERON"), Power("REINHEIM"), Power("MILANIA")
SETTINGS = Settings(board="seuil", rulebook="stim", notation="stim", last_year=Year(3))
OPENED = datetime(2026, 11, 20, 14, 10, tzinfo=UTC)
NOW = datetime(2026, 11, 20, 22, 55, tzinfo=UTC)
SEATS = {
    WEST: Address("aurele@example.fr"),
    EAST: Address("renate@example.org"),
    ISLE: Address("milo@example.com"),
}
MASTER = Person(Address("odile@example.org"), Token("mastermaster"), "fr", "stim")
OPENING = opening_position(BOARD)


def game_at(position: Position = OPENING, scouting: Scouting | None = None) -> Game:
    """The war as it stands at a position, with these scouts."""
    joined = [
        PlayerJoined(Person(at, Token(f"{power.lower()}token"), "fr", "stim"), (), OPENED)
        for power, at in SEATS.items()
    ]
    due = phase_deadline(SETTINGS, position.phase.kind, OPENED)
    game = fold_events(
        [
            GameOpened(GameName("rome"), SETTINGS, MASTER, "seed", OPENED),
            *joined,
            GameStarted(SEATS, position, due, OPENED),
        ]
    )
    assert game is not None
    return replace(game, scouting=scouting or game.scouting)


def standing(
    phase: str, units: Mapping[Power, str], owners: Mapping[Power, str], driven: Mapping[Power, str] | None = None
) -> Position:
    """A position from ``{WEST: "I AAD, W PON 2"}``, a unit with fewer hit points than its troop where a number says so.

    ``driven`` are units driven out, with who came and where they may go: ``I GUE 1 < FUR > MIR PON``.
    """
    standing = [unit(power, text) for power, listed in units.items() for text in listed.split(", ") if text]
    out = [_driven(power, text) for power, listed in (driven or {}).items() for text in listed.split(", ")]
    held = {Province(centre): power for power, centres in owners.items() for centre in centres.split()}
    return Position(
        Phase.parse(phase), {one.at.province: one for one in standing}, held, {one.unit.at.province: one for one in out}
    )


def unit(power: Power, text: str) -> Unit:
    letter, at, *health = text.split()
    fresh = BOARD.war.troops[letter].raised(power, Location(Province(at)))
    return fresh.with_health(int(health[0]), 0) if health else fresh


def _driven(power: Power, text: str) -> Dislodged:
    who, _, ways = text.partition(" > ")
    one, _, by = who.partition(" < ")
    return Dislodged(unit(power, one), Province(by), tuple(Location(Province(way)) for way in ways.split()))


def scouts(posts: Mapping[Power, str]) -> Scouting:
    """Scouts from ``{WEST: "AAD PON"}``."""
    return Scouting(
        tuple(
            Scout(power, number, Province(at))
            for power, line in posts.items()
            for number, at in enumerate(line.split(), 1)
        )
    )


def speaking(game: Game, power: Power, language: Language) -> Game:
    reader = replace(game.people[SEATS[power]], language=language)
    return with_entry(game, reader)


def _answer(_: QuestionRequest, __: Game | None, ___: Person) -> LineAnswer:
    return TextAnswer("")


def _phases(_: GameName) -> Sequence[PhaseClosed]:
    return ()


def carried_out(game: Game, letter: str, power: Power = WEST) -> Session:
    """A letter of the player of a power, line by line."""
    start = Session(game, game.people[SEATS[power]])
    return handle_lines(start, context(NOW), read_lines(letter), ())


def acknowledged(game: Game, letter: str, power: Power = WEST) -> str:
    """The whole answer to a letter."""
    session = carried_out(game, letter, power)
    assert session.game is not None
    known = as_seen_by(session.game, session.person.address)
    words = write_acknowledgement(known, session.person, session.answers, "", "", NOW)
    return words.text.replace("\N{NO-BREAK SPACE}", " ")


def under(text: str) -> Iterator[str]:
    """The lines of an acknowledgement that quote and answer."""
    lines = text.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(">"))
    for line in lines[start:]:
        if line and not line.startswith((">", "  ")):
            return
        yield line


# --- scenes

_HELD = {WEST: "AAD FOR POR VAL ANS GUE HAU LIS MIR ORM PON SAB BRU FUR", EAST: "HAF REI SCH WOL"}
_AT_SEA = standing(
    "F1M",
    {WEST: "F DET, I ANS, W LIS, F BUC, I POR, F AIG", EAST: "C RAN, C BRU 2, I SCH, F REN"},
    {WEST: "AAD FOR", EAST: "REI SCH"},
)
_DRIVEN = standing(
    "S1R",
    {WEST: "W PON 2, W FOR", EAST: "C GUE, C BRU"},
    _HELD,
    {WEST: "I GUE 1 < FUR > MIR, W LIS 2 < RAN > AAD ANS"},
)
_WINTER = standing("W1A", {WEST: "I GUE, W PON 2, W FOR, I AAD", EAST: "C BRU, I RAN, I REI, I SCH"}, _HELD)
_POSTS = scouts({WEST: "AAD PON", EAST: "BRU REI"})
_FEW = scouts({WEST: "PON", EAST: "REI"})


@cache
def scenes() -> Mapping[str, tuple[Game, Power]]:
    """Where lines are written, and by whom."""
    return {
        "first phase": (game_at(), WEST),
        "first phase, Reinheim": (game_at(), EAST),
        "second phase, at sea": (game_at(_AT_SEA, _POSTS), WEST),
        "retreats": (game_at(_DRIVEN, _POSTS), WEST),
        "adjustments": (game_at(_WINTER, _FEW), WEST),
        "adjustments, Reinheim": (game_at(_WINTER, _FEW), EAST),
        "two scouts in one place": (game_at(OPENING, scouts({WEST: "PON PON", EAST: "REI"})), WEST),
    }
