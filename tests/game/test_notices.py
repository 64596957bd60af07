"""Who is told what: the one place where secrecy is decided."""

from dataclasses import replace

from judge.game.apply import apply_all
from judge.game.deadlines.messages import PhaseExtended, ReminderSentNews
from judge.game.messages import Notice
from judge.game.phases.close import close_early
from judge.game.phases.messages import GameEnded, PhaseClosedNews
from judge.game.press.messages import PressNews, SendPress
from judge.game.refusals import Refusal
from judge.game.seats.messages import GameOpened, GameStartedNews, JoinGame, OpenGame, PlayerJoinedNews
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import Phase
from tests.game.tables import (
    OPENED,
    POWERS,
    ROME,
    WEEKLY,
    address,
    all_hold,
    decided,
    give,
    joined,
    move,
    opened,
    person,
    refused,
    rung,
    started,
)
from tests.shared.notified import notices

EVERYONE = {address("master"), *map(address, POWERS)}


def told(before: Game | None, events: object) -> dict[str, list[type]]:
    """Reader to the kinds of news they get."""
    readers: dict[str, list[type]] = {}
    for notice in notices(before, events):  # type: ignore[arg-type]
        readers.setdefault(notice.to, []).append(type(notice.news))
    return readers


def test_the_master_hears_that_the_game_is_open() -> None:
    events = decided(None, OpenGame(ROME, WEEKLY, person("master"), "s"))
    assert told(None, events) == {address("master"): [GameOpened]}


def test_a_newcomer_alone_hears_of_the_seat() -> None:
    events = decided(opened(), JoinGame(person("FRANCE")))
    assert notices(opened(), events) == (Notice(address("FRANCE"), PlayerJoinedNews((), joined=1, needed=7)),)


def test_everyone_hears_of_the_start_each_with_their_own_power() -> None:
    game = joined(opened(), *POWERS[:6])
    events = decided(game, JoinGame(person("TURKEY"), (Power("TURKEY"),)))
    powers = {
        notice.to: notice.news.powers for notice in notices(game, events) if isinstance(notice.news, GameStartedNews)
    }
    assert powers == {address(power): (power,) for power in POWERS} | {address("master"): ()}


def test_nobody_is_told_of_an_order() -> None:
    assert told(started(), decided(started(), give("FRANCE", move("PAR", "BUR")))) == {}


def test_press_reaches_its_recipients_and_nobody_else() -> None:
    game = started()
    to = (Power("ITALY"), Power("RUSSIA"))
    events = decided(game, SendPress(address("FRANCE"), to, "Peace?"))
    assert told(game, events) == {address("ITALY"): [PressNews], address("RUSSIA"): [PressNews]}


def test_press_to_everyone_reaches_everyone_but_its_author() -> None:
    game = started()
    events = decided(game, SendPress(address("FRANCE"), (), "Peace?"))
    assert told(game, events) == {reader: [PressNews] for reader in EVERYONE - {address("FRANCE")}}


def test_press_to_oneself_alone_is_refused() -> None:
    command = SendPress(address("FRANCE"), (Power("FRANCE"),), "Note.")
    assert refused(started(), command).why is Refusal.PRESS_TO_ONESELF


def test_everyone_gets_the_results() -> None:
    game = all_hold(started())
    assert told(game, close_early(game, OPENED)) == {reader: [PhaseClosedNews] for reader in EVERYONE}


def test_only_those_who_have_not_finished_are_reminded() -> None:
    game = started()
    for place in ("PAR", "MAR", "BRE"):
        game = apply_all(game, decided(game, give("FRANCE", move(place, "GAS"))))
    assert game.deadline
    events = rung(game, game.deadline.at - WEEKLY.reminder)
    assert told(game, events) == {address(power): [ReminderSentNews] for power in POWERS if power != "FRANCE"}


def test_an_outage_is_told_to_everyone() -> None:
    game = started()
    assert game.deadline
    assert told(game, rung(game, game.deadline.at)) == {reader: [PhaseExtended] for reader in EVERYONE}


def test_the_end_is_told_to_everyone_after_the_last_results() -> None:
    game = started(replace(WEEKLY, last_year=type(started().board.start_year)(1901)))
    assert game.position
    fall = replace(game, position=replace(game.position, phase=Phase.parse("F1901M")))
    ready = all_hold(fall)
    assert told(ready, close_early(ready, OPENED)) == {reader: [PhaseClosedNews, GameEnded] for reader in EVERYONE}


def test_kept_press_goes_out_when_the_next_movement_phase_opens_and_not_before() -> None:
    game = started(replace(WEEKLY, rulebook="18centres"))
    assert game.position
    retreats = replace(game, position=replace(game.position, phase=Phase.parse("S1901R")))
    press = decided(retreats, SendPress(address("FRANCE"), (Power("ITALY"),), "Paix ?"))
    assert told(retreats, press) == {}
    waiting = apply_all(retreats, press)
    closing = close_early(waiting, OPENED)
    assert told(waiting, closing)[address("ITALY")] == [PhaseClosedNews, PressNews]
    assert told(waiting, closing)[address("RUSSIA")] == [PhaseClosedNews]
