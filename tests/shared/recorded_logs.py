"""The log of a recorded game as the judge would have kept it, without any mail."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from judge.game.apply import Trail, apply, fold_events
from judge.game.deadlines.deadline import Deadline
from judge.game.decide import decide
from judge.game.folded_log import game_at_opening
from judge.game.mastery.decide import rollback_to
from judge.game.mastery.messages import (
    ChangeSettings,
    ConfirmProposal,
    CorrectPosition,
    ForceClose,
    MasterChanged,
    RollBack,
)
from judge.game.messages import Command, Event
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.press.messages import DiaryWritten, PressSent
from judge.game.refusals import Refused
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined
from judge.game.settings import Address, GameName, Language, Reader, Settings, Token, VoteRules
from judge.game.state import Game, GivenOrder
from judge.game.votes.messages import CastVote, ForProposal
from judge.handlers.transaction import fingerprinted_trail
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.rules.board import Power, Province, Year
from judge.rules.board_file import load_board
from judge.rules.corrections import GiveCentre, RemoveUnit
from judge.rules.position import Phase, Position, opening_position
from judge.shell.play import RecordedPhase, load_record

OPENED = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
MASTER = Person(Address("meg@example.org"), Token("mastermaster"))


def opened(settings: Settings, master: Person = MASTER, name: str = "rome") -> tuple[Event, ...]:
    """A game that has just begun, each seat with a player of its own."""
    first = GameOpened(GameName(name), settings, master, "seedofthelots", OPENED, "the key of fingerprints")
    game = apply(None, first)
    seats = {power: Address(f"{seat[0].lower()}@example.com") for seat in game.board.seats for power in seat}
    joined = [
        PlayerJoined(Person(at, Token(f"{at.partition('@')[0]}token")), (), OPENED)
        for at in dict.fromkeys(seats.values())
    ]
    started = GameStarted(seats, opening_position(game.board), Deadline(OPENED + timedelta(days=7), OPENED), OPENED)
    return (first, *joined, started)


@cache
def recorded_log(record: str, settings: Settings = Settings(), phases: int | None = None) -> tuple[Event, ...]:  # noqa: B008
    """The log of a recorded game, of its first ``phases`` alone if they are given."""
    log = list(opened(settings))
    game = fold_events(log)
    assert game is not None
    for phase in load_record(record)[:phases]:
        if game.open_position and game.open_position.phase == phase.phase:
            events = close_at_deadline(_ordered(game, game.open_position, phase), _next_day(game))
            log += events
            for event in events:
                game = apply(game, event)
    return tuple(log)


def _next_day(game: Game) -> datetime:
    return OPENED + timedelta(days=1 + game.phases_closed)


def _ordered(game: Game, position: Position, phase: RecordedPhase) -> Game:
    given = {power: tuple(_orders(game, position, power, lines)) for power, lines in phase.orders.items()}
    return replace(game, orders=given)


def _orders(game: Game, position: Position, power: Power, lines: Sequence[str]) -> Iterator[GivenOrder]:
    for line in lines:
        order = read_order(line, position, game.board, power, load_notation("standard"))
        assert not isinstance(order, Misread), line
        yield GivenOrder(order, 1, None)


def idle_fleet_log() -> tuple[Event, ...]:
    """Two phases, in the second of which a fleet is to carry an army and the next one does not carry it on."""
    log = list(opened(Settings()))
    for day, lines in enumerate(
        (
            ("F LON - ENG", "F EDI - NTH", "A LVP - YOR"),
            ("A YOR - BRE", "F NTH C A YOR - BRE", "F ENG H"),
        )
    ):
        game = _folded(log)
        assert game.open_position
        given = tuple(_orders(game, game.open_position, Power("ENGLAND"), lines))
        log += close_at_deadline(replace(game, orders={Power("ENGLAND"): given}), OPENED + timedelta(days=day))
    return tuple(log)


# --- a log with a page of every kind


@cache
def eventful_log(language: Language = "en") -> tuple[Event, ...]:
    """Two years with press; the master has gone back, corrected, changed settings; at last all concede to Austria."""
    log = list(recorded_log("one", phases=4))
    first = log[0]
    assert isinstance(first, GameOpened)
    log[0] = replace(first, master=replace(MASTER, language=language))
    log.insert(-3, PressSent(Power("ITALY"), (), "Peace!\n\nPublic press\n  Austria  A BUD", held=False, at=OPENED))
    _act(log, _going_back(log, 3))
    _act(log, CorrectPosition(MASTER.address, CORRECTIONS, "It had been\nforgotten."))
    _act(log, _less_patient(log))
    for _ in range(2):
        log += close_at_deadline(_folded(log), OPENED + timedelta(days=30))
    log.append(DiaryWritten(Power("FRANCE"), Reader(4), "Never again.", _open_phase(log), OPENED))
    ended = _folded(log)
    log.append(game_ended(ended, ended.position, Ending.CONCESSION, (Power("AUSTRIA"),), OPENED + timedelta(days=40)))
    return fingerprinted_trail(Trail(None).on(log), "secret", "0" * 64).events


@cache
def agreed_log() -> tuple[Event, ...]:
    """A phase played, then, under a master who plays: other settings and an early close, to which all others agreed."""
    log = list(opened(Settings()))
    france = _folded(log).seats[Power("FRANCE")]
    log += close_at_deadline(_folded(log), OPENED + timedelta(days=7))
    log.append(MasterChanged(_folded(log).people[france], MASTER.address, OPENED + timedelta(days=8)))
    acts: tuple[Command, ...] = (replace(_less_patient(log), by=france), ForceClose(france))
    for number, act in enumerate(acts, 1):
        _act(log, act)
        for player in _folded(log).seats.values():
            if player != france:
                _act(log, CastVote(player, ForProposal(number)))
    return tuple(log)


def gone_back_log(*, by_operator: bool) -> tuple[Event, ...]:
    """Two phases played, then, under a master who plays, the first open again: all others agreed, or the operator."""
    log = list(opened(Settings()))
    france = _folded(log).seats[Power("FRANCE")]
    for week in (1, 2):
        log += close_at_deadline(_folded(log), OPENED + timedelta(days=7 * week))
    log.append(MasterChanged(_folded(log).people[france], MASTER.address, OPENED + timedelta(days=15)))
    _act(log, replace(_going_back(log, 1), by=france))
    if by_operator:
        _act(log, ConfirmProposal(Address("operator@shell.invalid"), 1))
        return tuple(log)
    for player in _folded(log).seats.values():
        if player != france:
            _act(log, CastVote(player, ForProposal(1)))
    return tuple(log)


CORRECTIONS = (GiveCentre(Province("BEL"), Power("FRANCE")), RemoveUnit(Province("SER")))


def _folded(log: Sequence[Event]) -> Game:
    game = fold_events(log)
    assert game is not None
    return game


def _open_phase(log: Sequence[Event]) -> Phase:
    position = _folded(log).position
    assert position is not None
    return position.phase


def _act(log: list[Event], command: Command) -> None:
    events = decide(_folded(log), command, OPENED + timedelta(days=20))
    assert not isinstance(events, Refused), events
    log += events


def _going_back(log: Sequence[Event], number: int) -> RollBack:
    (to,) = [one for one in log if isinstance(one, PhaseClosed) and one.number == number]
    was = game_at_opening(log, to)
    assert was is not None
    undone = tuple(one.number for one in log if isinstance(one, PhaseClosed) and one.number >= number)
    return rollback_to(MASTER.address, to, was, undone, keep=False)


def _less_patient(log: Sequence[Event]) -> ChangeSettings:
    settings = _folded(log).settings
    return ChangeSettings(MASTER.address, replace(settings, last_year=Year(1905), votes=VoteRules(drawn_after=3)))


def unplayed_log(board: str, text: str = "") -> tuple[Event, ...]:
    """Seven phases of a game on a board, or on one of somebody's own, in which nobody writes; a draw of all ends it."""
    usual = load_board(board)
    named = Settings(board="mine" if text else board, board_text=text, rulebook=usual.rulebook or "2023")
    log = list(opened(named))
    for number in range(7):
        log += close_at_deadline(_folded(log), OPENED + timedelta(days=number))
    ended = _folded(log)
    if ended.ended is None:
        log.append(game_ended(ended, ended.position, Ending.DRAW, ended.survivors, OPENED + timedelta(days=9)))
    return tuple(log)


def reopened(log: Sequence[Event]) -> tuple[Event, ...]:
    """A log whose master has gone back, once the game was over, to before its last phase closed."""
    longer = list(log)
    last = [one for one in log if isinstance(one, PhaseClosed)][-1]
    _act(longer, _going_back(longer, last.number))
    return tuple(longer)
