"""What the master of a game may do, what becomes of the game by it, who is told."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.deadlines.messages import PauseGame
from judge.game.deadlines.rules import calendar_entries
from judge.game.decide import decide
from judge.game.folded_log import game_at_opening, valid_phases
from judge.game.mastery.decide import rollback_to
from judge.game.mastery.messages import (
    AcceptGame,
    ChangeSettings,
    CloseForced,
    CorrectPosition,
    ForceClose,
    GameOfferedNews,
    MasterChanged,
    MasterChangedNews,
    OfferGame,
    PositionCorrected,
    PositionCorrectedNews,
    Predict,
    RolledBack,
    RolledBackNews,
    SettingsChanged,
    SettingsChangedNews,
    Terminate,
)
from judge.game.messages import Command, Event
from judge.game.phases.close import close_early, next_alarm
from judge.game.phases.messages import CloseReason, Ending, GameEnded, Misses, PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Settings, Token, VoteRules, VoteSecrecy
from judge.game.state import Game
from judge.game.votes.messages import CastVote, ForConcession, ForDraw, ForExtension
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.corrections import AddUnit, Correction, GiveCentre, MoveUnit, RemoveUnit
from judge.rules.orders import Move
from judge.rules.position import Phase
from tests.game.event_logs import MASTER, close, folded, log, roll_back
from tests.game.tables import (
    OPENED,
    POWERS,
    WEEKLY,
    address,
    decided,
    figures_in,
    give,
    happen,
    move,
    person,
    refused,
    started,
)
from tests.shared.changed_members import with_entry
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of
from tests.shared.notified import notices
from tests.shared.shares import drawn

EVERYONE = {*map(address, POWERS), MASTER}


def after(game: Game, events: Sequence[Event]) -> Game:
    found = apply_all(game, events)
    assert found is not None
    return found


# --- who may ---------------------------------------------------------------------------------------------------

AT_ANY_TIME: Sequence[Callable[[str], Command]] = [
    lambda by: ChangeSettings(address(by), replace(WEEKLY, hour=time(20))),
    lambda by: ForceClose(address(by)),
    lambda by: CorrectPosition(address(by), (RemoveUnit(Province("PAR")),), "a slip"),
    lambda by: OfferGame(address(by), address("olga"), Token("code")),
    lambda by: Terminate(address(by), ""),
    lambda by: Predict(address(by)),
]


@each_case("ask", AT_ANY_TIME)
def test_only_the_master_may(ask: Callable[[str], Command]) -> None:
    assert refused(started(), ask("FRANCE")).why is Refusal.NOT_THE_MASTER


@each_case("ask", AT_ANY_TIME)
def test_what_the_master_did_is_told_to_everyone(ask: Callable[[str], Command]) -> None:
    game = started()
    if isinstance(ask("master"), Predict | OfferGame):
        return
    events = decided(game, ask("master"))
    assert {notice.to for notice in notices(game, events)} == EVERYONE


def test_nobody_judges_sealed_orders_the_master_neither() -> None:
    assert refused(started(), Predict(MASTER)).why is Refusal.ORDERS_ARE_SEALED


# --- settings --------------------------------------------------------------------------------------------------


def test_settings_change_from_the_next_phase_on() -> None:
    game = started()
    events = decided(game, ChangeSettings(MASTER, replace(WEEKLY, hour=time(20))))
    changed = after(game, events)
    assert changed.settings.hour == time(20)
    assert changed.deadline == game.deadline
    assert [notice.news for notice in notices(game, events)] == [SettingsChangedNews(events[0], WEEKLY)] * 8  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [replace(WEEKLY, rulebook="faf"), replace(WEEKLY, scoring="draw-size")])
def test_the_rules_a_game_has_begun_under_stay(settings: Settings) -> None:
    assert refused(started(), ChangeSettings(MASTER, settings)).why is Refusal.SETTING_FIXED


def test_before_it_has_begun_the_rule_book_may_change() -> None:
    opened = folded(log()[:1])
    assert isinstance(decided(opened, ChangeSettings(MASTER, replace(WEEKLY, rulebook="faf")))[0], SettingsChanged)


def test_votes_cast_under_other_rules_are_void() -> None:
    game = happen(started(), CastVote(address("FRANCE"), ForDraw()))
    open_votes = replace(WEEKLY, votes=replace(WEEKLY.votes, concessions=False))
    assert not happen(game, ChangeSettings(MASTER, open_votes)).ballots


# --- a phase closed by force -----------------------------------------------------------------------------------


def test_a_forced_close_takes_the_orders_there_are_and_says_by_whom() -> None:
    game = happen(started(), give("FRANCE", move("PAR", "BUR")))
    events = decided(game, ForceClose(MASTER, Phase.parse("S1901M")))
    forced, closed = events[0], events[1]
    assert isinstance(forced, CloseForced)
    assert isinstance(closed, PhaseClosed)
    assert (forced.by, closed.because) == (MASTER, CloseReason.FORCED)
    assert Province("BUR") in closed.judgement.after.units
    assert not after(game, events).misses


def test_a_close_for_another_phase_than_the_open_one_closes_nothing() -> None:
    assert refused(started(), ForceClose(MASTER, Phase.parse("F1901M"))).why is Refusal.OTHER_PHASE


# --- back to a phase --------------------------------------------------------------------------------------------


def two_years() -> list[Event]:
    events = log()
    close(events, ("FRANCE", move("PAR", "BUR")), ("GERMANY", move("MUN", "BUR")))
    close(events, ("FRANCE", move("BRE", "MAO")))
    close(events, ("ITALY", move("ROM", "APU")))
    return events


def test_going_back_restores_position_and_orders_and_sets_a_fresh_deadline() -> None:
    events = two_years()
    back = roll_back(events, "F1901M")
    game = after(folded(events), back)
    assert game.position is not None
    assert str(game.position.phase) == "F1901M"
    assert game.position.units[Province("BRE")].power == "FRANCE"
    assert move("BRE", "MAO") in game.orders_of(Power("FRANCE"))
    assert game.deadline is not None
    assert game.deadline.at > OPENED + timedelta(days=30)
    assert game.undone == (2, 3)
    assert not after(folded(events), roll_back(events, "F1901M", keep=False)).orders
    news = {notice.to: notice.news for notice in notices(folded(events), back)}
    assert news.keys() == EVERYONE
    assert all(isinstance(one, RolledBackNews) for one in news.values())


def test_a_phase_gone_back_to_waits_for_its_deadline_or_the_master() -> None:
    events = two_years()
    game = after(folded(events), roll_back(events, "F1901M"))
    assert close_early(game, OPENED + timedelta(days=31)) == ()
    forced = decided(game, ForceClose(MASTER))
    assert isinstance(forced[1], PhaseClosed)
    assert forced[1].number == 4


def test_a_phase_that_has_been_undone_cannot_be_gone_back_to_again() -> None:
    events = two_years()
    (closed,) = (one for one in valid_phases(events) if str(one.before.phase) == "F1901M")
    was = game_at_opening(events, closed)
    assert was is not None
    events += roll_back(events, "S1901M")
    assert refused(folded(events), rollback_to(MASTER, closed, was, (2, 3), keep=True)).why is Refusal.NOT_CLOSED
    assert valid_phases(events) == ()


def test_what_was_counted_of_undone_phases_counts_no_longer() -> None:
    events = two_years()
    before = folded(events[: events.index(valid_phases(events)[1])])
    since = folded(events)
    misses = {since.readers[address("ITALY")]: Misses(7, 7)}
    missed = replace(since, members=replace(since.members, misses=misses))
    game = after(missed, roll_back(events, "F1901M"))
    assert game.misses == before.misses
    assert game.still_years == before.still_years


def test_a_game_that_is_over_goes_on_once_its_end_is_undone() -> None:
    events = two_years()
    events += decided(folded(events), Terminate(MASTER, "a mistake"))
    assert folded(events).ended
    assert folded([*events, *roll_back(events, "F1901M")]).ended is None


MOVES = [("FRANCE", "PAR", "BUR"), ("GERMANY", "MUN", "BUR"), ("ITALY", "VEN", "TRI"), ("AUSTRIA", "TRI", "VEN")]


@drawn(20)
@given(first=st.lists(st.sampled_from(MOVES), unique=True), second=st.booleans())
def test_replayed_with_the_same_orders_a_phase_comes_out_the_same(
    first: list[tuple[str, str, str]], second: bool
) -> None:
    events = log()
    close(events, *((power, move(at, to)) for power, at, to in first))
    if second:
        close(events)
    back = roll_back(events, "S1901M")
    replayed = decided(after(folded(events), back), ForceClose(MASTER))
    (again,) = (event for event in replayed if isinstance(event, PhaseClosed))
    original = valid_phases(events)[0]
    assert again.judgement == original.judgement
    assert again.orders == original.orders
    assert again.number == len(valid_phases(events)) + 1


# --- the position corrected --------------------------------------------------------------------------------------

CORRECTIONS: Sequence[tuple[Correction, str]] = [
    (AddUnit(Power("FRANCE"), UnitKind.ARMY, Location(Province("BUR"))), "BUR"),
    (MoveUnit(Province("PAR"), Location(Province("RUH"))), "RUH"),
    (AddUnit(Power("RUSSIA"), UnitKind.FLEET, Location(Province("BUL"), "SC")), "BUL"),
]


@pytest.mark.parametrize(("correction", "at"), CORRECTIONS, ids=str)
def test_a_correction_changes_the_position_and_is_told_with_its_reason(correction: Correction, at: str) -> None:
    game = started()
    events = decided(game, CorrectPosition(MASTER, (correction,), "The report was wrong."))
    corrected = after(game, events)
    assert corrected.position is not None
    assert Province(at) in corrected.position.units
    news = {notice.to: notice.news for notice in notices(game, events)}
    assert news.keys() == EVERYONE
    assert all(
        isinstance(one, PositionCorrectedNews) and one.event.reason == "The report was wrong." for one in news.values()
    )


def test_a_centre_may_be_given_and_taken() -> None:
    game = happen(started(), CorrectPosition(MASTER, (GiveCentre(Province("PAR"), Power("ITALY")),), "so it was"))
    assert game.position is not None
    assert game.position.owners[Province("PAR")] == "ITALY"
    neutral = happen(game, CorrectPosition(MASTER, (GiveCentre(Province("PAR"), None),), "so it was"))
    assert neutral.position is not None
    assert Province("PAR") not in neutral.position.owners


WRONG: Sequence[Correction] = [
    AddUnit(Power("FRANCE"), UnitKind.ARMY, Location(Province("PAR"))),
    AddUnit(Power("FRANCE"), UnitKind.ARMY, Location(Province("NTH"))),
    AddUnit(Power("FRANCE"), UnitKind.FLEET, Location(Province("BUR"))),
    AddUnit(Power("FRANCE"), UnitKind.FLEET, Location(Province("SPA"))),
    RemoveUnit(Province("BUR")),
    MoveUnit(Province("BUR"), Location(Province("RUH"))),
    GiveCentre(Province("BUR"), Power("FRANCE")),
]


@each_case("correction", WRONG, ids=str)
def test_what_the_board_does_not_allow_is_refused_whole(correction: Correction) -> None:
    fine = AddUnit(Power("FRANCE"), UnitKind.ARMY, Location(Province("GAS")))
    assert refused(started(), CorrectPosition(MASTER, (fine, correction), "why not")).why is Refusal.UNCORRECTABLE


def test_a_correction_without_a_reason_is_refused() -> None:
    assert refused(started(), CorrectPosition(MASTER, (RemoveUnit(Province("PAR")),), " ")).why is Refusal.REASON_WANTED


def test_orders_to_corrected_units_are_gone_and_their_own_player_is_told_alone() -> None:
    game = happen(started(), give("FRANCE", move("PAR", "BUR")))
    game = happen(game, give("FRANCE", move("BRE", "MAO")))
    events = decided(game, CorrectPosition(MASTER, (RemoveUnit(Province("PAR")),), "a slip"))
    assert after(game, events).orders_of(Power("FRANCE")) == (move("BRE", "MAO"),)
    lost = {
        notice.to: notice.news.lost
        for notice in notices(game, events)
        if isinstance(notice.news, PositionCorrectedNews)
    }
    assert lost.pop(address("FRANCE")) == (Power("FRANCE"),)
    assert not any(lost.values())


def test_a_corrected_position_is_what_the_phase_is_judged_from() -> None:
    game = happen(started(), CorrectPosition(MASTER, (MoveUnit(Province("PAR"), Location(Province("RUH"))),), "so"))
    events = decided(game, ForceClose(MASTER))
    (closed,) = (event for event in events if isinstance(event, PhaseClosed))
    assert Province("RUH") in closed.before.units


# --- another master, the end -----------------------------------------------------------------------------------


def test_a_game_is_handed_over_once_the_one_who_is_asked_says_yes() -> None:
    game = started()
    events = decided(game, OfferGame(MASTER, address("olga"), Token("code")))
    (offer,) = notices(game, events)
    assert (offer.at, isinstance(offer.news, GameOfferedNews)) == (address("olga"), True)
    offered = after(game, events)
    assert refused(offered, AcceptGame(person("olga"), Token("wrong"))).why is Refusal.NOT_A_PLAYER
    assert refused(offered, AcceptGame(person("FRANCE"), Token("code"))).why is Refusal.NOT_A_PLAYER
    late = OPENED + timedelta(days=8)
    assert refused(offered, AcceptGame(person("olga"), Token("code")), late).why is Refusal.NOT_A_PLAYER
    accepted = decided(offered, AcceptGame(person("olga"), Token("code")))
    assert kinds_of(accepted) == [MasterChanged]
    told = {notice.to: notice.news for notice in notices(offered, accepted)}
    assert told.keys() == EVERYONE | {address("olga")}
    assert {to for to, news in told.items() if isinstance(news, MasterChangedNews) and news.is_you} == {address("olga")}
    game = after(offered, accepted)
    assert game.master == address("olga")
    assert refused(game, AcceptGame(person("olga"), Token("code"))).why is Refusal.NOT_A_PLAYER
    assert refused(game, ForceClose(MASTER)).why is Refusal.NOT_THE_MASTER


def test_the_master_ends_a_game_without_a_result() -> None:
    (end,) = decided(started(), Terminate(MASTER, "Too few of us are left."))
    assert isinstance(end, GameEnded)
    assert (end.ending, end.winners, end.scores) == (Ending.TERMINATED, (), {})
    assert end.reason == "Too few of us are left."


def test_a_game_that_has_not_begun_can_be_ended_and_waits_for_nobody_any_more() -> None:
    waiting = folded(log()[:3])
    game = after(waiting, decided(waiting, Terminate(MASTER, "Nobody else came.")))
    assert (game.ended is not None, next_alarm(game)) == (True, None)


def test_a_game_that_stands_still_is_neither_closed_nor_extended_by_vote() -> None:
    game = happen(started(), PauseGame(MASTER))
    assert refused(game, ForceClose(MASTER)).why is Refusal.PAUSED
    assert refused(game, CastVote(address("FRANCE"), ForExtension(timedelta(days=3)))).why is Refusal.PAUSED


# --- orders are sealed -----------------------------------------------------------------------------------------

SEALED = (Move(Province("PAR"), Location(Province("GAS"))), Move(Province("BER"), Location(Province("PRU"))))
ACTS: Sequence[Command] = [
    ChangeSettings(MASTER, replace(WEEKLY, hour=time(20))),
    CorrectPosition(MASTER, (GiveCentre(Province("BEL"), Power("FRANCE")),), "so it was"),
    CorrectPosition(MASTER, (RemoveUnit(Province("PAR")),), "so it was"),
    OfferGame(MASTER, address("olga"), Token("code")),
    AcceptGame(person("olga"), Token("code")),
    Predict(MASTER),
    Terminate(MASTER, "over"),
    *(CastVote(address(power), motion) for power in POWERS for motion in (ForDraw(), ForConcession(Power("ITALY")))),
    give("FRANCE", SEALED[0]),
    give("GERMANY", SEALED[1]),
]


@drawn(60)
@given(
    st.sampled_from([replace(WEEKLY, votes=VoteRules(tally=tally)) for tally in VoteSecrecy]),
    st.lists(st.sampled_from(ACTS), max_size=12),
)
def test_no_notice_holds_an_order_before_its_phase_has_closed(rules: Settings, acts: list[Command]) -> None:
    game = started(rules)
    for act in (give("FRANCE", SEALED[0]), give("GERMANY", SEALED[1]), *acts):
        events = decide(game, act, OPENED)
        if not isinstance(events, Refused):
            told = repr(notices(game, events))
            assert not any(repr(order) in told for order in SEALED)
            game = after(game, events)


def test_what_is_corrected_or_undone_stands_in_the_log_with_who_did_it() -> None:
    events = two_years()
    (back,) = roll_back(events, "F1901M")
    assert isinstance(back, RolledBack)
    assert back.by == MASTER
    (corrected,) = decided(started(), CorrectPosition(MASTER, (RemoveUnit(Province("PAR")),), "a slip"))
    assert isinstance(corrected, PositionCorrected)
    assert corrected.by == MASTER


def test_the_record_of_a_player_forgets_what_has_been_undone_and_no_forced_close_counts_against_it() -> None:
    events = log()
    close(events)
    before = figures_in(events)[address("FRANCE")]
    events += decided(folded(events), ForceClose(MASTER))
    assert figures_in(events)[address("FRANCE")] == before
    back = roll_back(events, "S1901M", keep=False)
    undone = figures_in([*events, *back])[address("FRANCE")]
    assert (undone.on_time, undone.missed) == (0, 0)


def test_a_phase_that_opens_again_is_a_newer_entry_of_the_same_calendar() -> None:
    events = log()
    france = replace(folded(events).people[address("FRANCE")], calendar=True)

    def with_calendar(game: Game) -> Game:
        return with_entry(game, france)

    spring = with_calendar(folded(events))
    close(events)
    autumn = with_calendar(folded(events))
    again = with_calendar(folded([*events, *roll_back(events, "S1901M")]))
    (first,) = calendar_entries(None, spring, address("FRANCE"), OPENED)
    told = calendar_entries(autumn, again, address("FRANCE"), OPENED)
    (anew,) = (entry for entry in told if entry.phase == first.phase)
    assert anew.sequence > first.sequence + 1
