"""A master who plays has an interest: what can favour them is proposed to the others, and done once all agree."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import time, timedelta

import pytest

from judge.game.apply import apply_all
from judge.game.deadlines.messages import DeadlineMoved, GamePaused, MoveDeadline, PauseGame
from judge.game.folded_log import game_at_opening, valid_phases
from judge.game.mastery.decide import rollback_to
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposed,
    ActProposedNews,
    ChangeSettings,
    CloseForced,
    ConfirmProposal,
    CorrectPosition,
    ForceClose,
    MasterAct,
    MasterChanged,
    MasterChangedNews,
    PositionCorrected,
    RolledBack,
    SettingsChanged,
    Terminate,
)
from judge.game.messages import Command, Event
from judge.game.orders.messages import WithdrawOrders
from judge.game.phases.close import close_early
from judge.game.phases.messages import GameEnded, PhaseClosed, PhaseClosedNews
from judge.game.refusals import Refusal
from judge.game.replacements.messages import EjectPlayer, ReplacementSought, ReplacePlayer, Resign, SeatVacated
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.votes.messages import CastVote, ForEnding, ForProposal, VotePassed
from judge.rules.board import Location, Power, Province
from judge.rules.corrections import RemoveUnit
from judge.rules.orders import Move
from judge.rules.position import Phase
from tests.game.event_logs import close, folded, log
from tests.game.tables import (
    OPENED,
    POWERS,
    WEEKLY,
    address,
    all_hold,
    decided,
    give,
    happen,
    move,
    person,
    refused,
    started,
)
from tests.shared.changed_members import with_master
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of
from tests.shared.notified import notices

MASTER = address("FRANCE")
OPERATOR = Address("operator@shell.invalid")
OTHERS = [power for power in POWERS if power != "FRANCE"]
ITALY = Power("ITALY")

ACTS: Mapping[str, tuple[Callable[[], Command], MasterAct, type[Event]]] = {
    "a phase closed now": (lambda: ForceClose(MASTER), MasterAct.FORCE_CLOSE, CloseForced),
    "an earlier deadline": (
        lambda: MoveDeadline(MASTER, length=-timedelta(days=6)),
        MasterAct.MOVE_TIME,
        DeadlineMoved,
    ),
    "a corrected position": (
        lambda: CorrectPosition(MASTER, (RemoveUnit(Province("VEN")),), "It was never there."),
        MasterAct.CORRECT,
        PositionCorrected,
    ),
    "an end without result": (lambda: Terminate(MASTER, "Nobody writes."), MasterAct.TERMINATE, GameEnded),
    "other settings": (
        lambda: ChangeSettings(MASTER, replace(WEEKLY, hour=time(20))),
        MasterAct.CHANGE_SETTINGS,
        SettingsChanged,
    ),
    "somebody named for a seat": (
        lambda: ReplacePlayer(MASTER, ITALY, replace(person("ITALY"), address=Address("friend@example.org"))),
        MasterAct.NAME_PLAYER,
        ReplacementSought,
    ),
    "a player put out": (lambda: EjectPlayer(MASTER, ITALY), MasterAct.EMPTY_SEAT, SeatVacated),
}


ABOUT_ITALY = {MasterAct.EMPTY_SEAT, MasterAct.NAME_PLAYER}


def playing() -> Game:
    """The first spring of a game whose master plays France."""
    return with_master(started(), MASTER)


def proposed(game: Game, command: Command) -> Game:
    events = decided(game, command)
    assert kinds_of(events) == [ActProposed]
    return after(game, events)


def after(game: Game, events: tuple[Event, ...]) -> Game:
    found = apply_all(game, events)
    assert found is not None
    return found


def agree(power: str, number: int = 1) -> CastVote:
    return CastVote(address(power), ForProposal(number))


@each_case("act", ACTS)
def test_an_act_that_can_favour_a_master_who_plays_is_done_once_all_others_agree(act: str) -> None:
    command, kind, event = ACTS[act]
    game = proposed(playing(), command())
    asked = [power for power in OTHERS if kind not in ABOUT_ITALY or power != "ITALY"]
    for power in asked[:-1]:
        events = decided(game, agree(power))
        assert not any(isinstance(one, event) for one in events)
        game = after(game, events)
    events = decided(game, agree(asked[-1]))
    assert kinds_of(events[1:3]) == [VotePassed, ActAgreed]
    assert isinstance(events[2], ActAgreed)
    assert events[2] == ActAgreed(1, kind, Phase.parse("S1901M"), OPENED)
    assert isinstance(events[3], event)
    assert after(game, events).proposal is None


@each_case("act", ACTS)
def test_a_master_who_does_not_play_does_it_at_once(act: str) -> None:
    game, command = started(), ACTS[act][0]()
    events = decided(game, replace(command, by=game.master))  # type: ignore[arg-type]  # every act is somebody's
    assert isinstance(events[0], ACTS[act][2])


def test_the_master_is_not_asked_and_agrees_to_nothing() -> None:
    game = proposed(playing(), ForceClose(MASTER))
    assert refused(game, CastVote(MASTER, ForProposal(1))).why is Refusal.NOT_CONSULTED


def test_whose_seat_it_is_about_is_not_asked() -> None:
    game = proposed(playing(), EjectPlayer(MASTER, ITALY))
    assert refused(game, agree("ITALY")).why is Refusal.NOT_CONSULTED


def test_everyone_is_told_and_the_others_are_asked() -> None:
    game = playing()
    told = notices(game, decided(game, ForceClose(MASTER)))
    asked = {one.to: one.news.may_agree for one in told if isinstance(one.news, ActProposedNews)}
    assert {to for to, may_agree in asked.items() if may_agree} == {*map(address, OTHERS)}
    assert not asked[MASTER]


def test_two_minutes_from_now_is_proposed_not_done() -> None:
    """A master who plays moved the deadline to two minutes from now while two powers had no orders."""
    game = playing()
    assert game.deadline is not None
    (event,) = decided(game, MoveDeadline(MASTER, to=OPENED + timedelta(minutes=2)))
    assert isinstance(event, ActProposed)
    assert after(game, (event,)).deadline == game.deadline


@pytest.mark.parametrize("command", [MoveDeadline(MASTER, length=timedelta(days=1)), PauseGame(MASTER)])
def test_more_time_for_everyone_is_given_at_once(command: Command) -> None:
    assert isinstance(decided(playing(), command)[0], DeadlineMoved | GamePaused)


def test_nobody_moves_a_deadline_to_less_than_the_grace_of_the_game_from_now() -> None:
    game = started()
    graceful = replace(
        WEEKLY, missing=replace(WEEKLY.missing, grace=replace(WEEKLY.missing.grace, movement=timedelta(hours=12)))
    )
    game = replace(game, settings=graceful)
    soon = refused(game, MoveDeadline(game.master, to=OPENED + timedelta(hours=11)))
    assert (soon.why, soon.at) == (Refusal.HOUR_TOO_SOON, OPENED + timedelta(hours=12))
    assert isinstance(decided(game, MoveDeadline(game.master, to=OPENED + timedelta(hours=12)))[0], DeadlineMoved)


def closed_in_spring(master: Address = MASTER) -> tuple[Game, Command, Command]:
    """A game whose spring has closed, and the commands that go back to it: with its orders, without them."""
    events = log()
    close(events, ("FRANCE", Move(Province("PAR"), Location(Province("BUR")))))
    back, anew = (_back(events, master, keep=keep) for keep in (True, False))
    return with_master(folded(events), master), back, anew


def _back(events: list[Event], master: Address, *, keep: bool) -> Command:
    closed = valid_phases(events)[-1]
    was = game_at_opening(events, closed)
    assert was is not None
    return rollback_to(master, closed, was, (closed.number,), keep=keep)


def test_orders_that_a_master_who_plays_has_read_are_locked() -> None:
    """Having read everybody's orders, a master rolled the phase back, changed his own and closed."""
    game, back, _ = closed_in_spring()
    game = proposed(game, back)
    for power in OTHERS:
        game = happen(game, agree(power))
    assert game.locked
    assert game.orders[Power("FRANCE")]
    assert refused(game, give("FRANCE", move("PAR", "PIC"))).why is Refusal.ORDERS_LOCKED
    assert refused(game, WithdrawOrders(address("ITALY"))).why is Refusal.ORDERS_LOCKED


def test_orders_are_given_anew_where_all_others_have_agreed_to_that() -> None:
    game, _, back = closed_in_spring()
    game = proposed(game, back)
    for power in OTHERS:
        game = happen(game, agree(power))
    assert not game.locked
    happen(game, give("FRANCE", move("PAR", "PIC")))


def test_going_back_under_a_master_who_does_not_play_locks_nothing() -> None:
    game, back, _ = closed_in_spring(started().master)
    (event,) = decided(game, back)
    assert isinstance(event, RolledBack)
    assert not event.locked


def test_nobody_agrees_to_a_proposal_that_they_have_not_read() -> None:
    game = proposed(playing(), ForceClose(MASTER))
    for power in OTHERS[:-1]:
        game = happen(game, agree(power))
    game = happen(game, Terminate(MASTER, "It is late."))
    assert game.proposal is not None
    assert game.proposal.number == 2
    assert refused(game, agree(OTHERS[-1])).why is Refusal.NO_SUCH_PROPOSAL
    events = decided(game, agree(OTHERS[-1], 2))
    assert not any(isinstance(one, VotePassed | GameEnded) for one in events)


def test_a_new_proposal_tells_that_it_takes_the_place_of_another() -> None:
    game = proposed(playing(), ForceClose(MASTER))
    told = notices(game, decided(game, Terminate(MASTER, "It is late.")))
    assert {one.news.replaces for one in told if isinstance(one.news, ActProposedNews)} == {1}


@each_case("act", ACTS)
def test_the_operator_agrees_for_all_others_and_everybody_is_told(act: str) -> None:
    command, kind, event = ACTS[act]
    game = proposed(playing(), command())
    assert refused(game, ConfirmProposal(OPERATOR, 2)).why is Refusal.NO_SUCH_PROPOSAL
    events = decided(game, ConfirmProposal(OPERATOR, 1))
    assert events[0] == ActAgreed(1, kind, Phase.parse("S1901M"), OPENED, by_operator=True)
    assert isinstance(events[1], event)
    told = {one.to for one in notices(game, events) if isinstance(one.news, ActAgreed)}
    assert {*game.audience} <= told
    assert refused(after(game, events), ConfirmProposal(OPERATOR, 1)).why is Refusal.NO_SUCH_PROPOSAL


def test_an_agreement_to_go_back_names_the_phase_it_is_about() -> None:
    game, back, _ = closed_in_spring()
    agreed = decided(proposed(game, back), ConfirmProposal(OPERATOR, 1))[0]
    assert isinstance(agreed, ActAgreed)
    assert (agreed.phase, agreed.back_to, agreed.back_to_number) == (
        Phase.parse("F1901M"),
        Phase.parse("S1901M"),
        1,
    )


def test_a_proposal_ends_with_its_phase_and_everybody_is_told() -> None:
    game = proposed(all_hold(playing()), ForceClose(MASTER))
    closed = close_early(game, OPENED + timedelta(days=1))
    assert any(isinstance(one, PhaseClosed) for one in closed)
    told = [one.news for one in notices(game, closed) if isinstance(one.news, PhaseClosedNews)]
    assert [one.proposal for one in told] == [1] * len(game.audience)
    assert refused(after(game, closed), agree("ITALY")).why is Refusal.NO_SUCH_PROPOSAL


def test_a_proposal_ends_with_its_master_and_everybody_is_told() -> None:
    game = proposed(playing(), ForceClose(MASTER))
    magda = replace(person("ITALY"), address=Address("magda@example.org"))
    changed = (MasterChanged(magda, MASTER, OPENED),)
    told = [one.news for one in notices(game, changed) if isinstance(one.news, MasterChangedNews)]
    assert {one.proposal for one in told} == {1}
    game = after(game, changed)
    assert refused(game, agree("ITALY")).why is Refusal.NO_SUCH_PROPOSAL


def test_once_the_game_is_over_who_has_played_does_not_go_back() -> None:
    game, back, _ = closed_in_spring()
    for power in POWERS:
        game = happen(game, CastVote(address(power), ForEnding()))
    assert game.ended
    assert refused(game, back).why is Refusal.MASTER_PLAYS


def test_whoever_has_left_but_may_come_back_counts_as_playing() -> None:
    game = playing()
    game = happen(game, Resign(MASTER, at_once=True))
    assert isinstance(decided(game, ForceClose(MASTER))[0], ActProposed)


def test_alone_among_empty_seats_a_master_asks_nobody() -> None:
    game = playing()
    alone = replace(game, members=replace(game.members, seats={Power("FRANCE"): game.members.seats[Power("FRANCE")]}))
    assert isinstance(decided(alone, ForceClose(MASTER))[0], CloseForced)


@each_case("act", ACTS)
def test_a_proposed_act_names_no_master(act: str) -> None:
    """Whoever is master once all have agreed does it, so that a move of address leaves it alone."""
    (event,) = decided(playing(), ACTS[act][0]())
    assert isinstance(event, ActProposed)
    assert not event.act.by
