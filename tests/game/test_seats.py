"""How a game fills: who may join, who waits, who is asked whether they are there, who gets which power."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.league import summary_of
from judge.game.messages import Command
from judge.game.phases.close import next_alarm
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import (
    AddStandby,
    Allotment,
    AllotmentReason,
    AnswerMuster,
    ApprovePlayer,
    DeclinePlayer,
    GameReady,
    GameReadyNews,
    GameStarted,
    GameStartedNews,
    JoinGame,
    LeaveGame,
    MusterCalled,
    MusterCalledNews,
    PlacePlayer,
    PlayerInvited,
    PlayerJoined,
    PlayerJoinedNews,
    PlayerLeft,
    SeatAsked,
    SeatAskedNews,
    SeatGiven,
    SeatsFreedNews,
    SeatsLost,
    SeatsLostNews,
    StandbyAdded,
    StartGame,
    WishesChanged,
)
from judge.game.seats.rules import extend_muster_after_outage
from judge.game.settings import Access, Address, Entry, Seating, Settings
from judge.game.state import Game
from judge.rules.board import Power
from tests.game.mustered import LISTS, MUSTER, MUSTERED, filled, silent
from tests.game.tables import (
    OPENED,
    POWERS,
    WEEKLY,
    address,
    decided,
    happen,
    joined,
    opened,
    person,
    refused,
    rung,
    started,
)
from tests.shared.changed_members import with_master
from tests.shared.each_case import each_case
from tests.shared.notified import notices
from tests.shared.shares import drawn

MASTER = address("master")
APPROVED = replace(LISTS, access=Access(Entry.APPROVED))
NAMED = replace(LISTS, access=Access(Entry.NAMED))
BY_HAND = replace(WEEKLY, seating=Seating.HAND, access=Access(anonymous=False))
MANUAL = replace(LISTS, access=Access(manual=True))


def kinds(events: object) -> list[type]:
    assert isinstance(events, tuple)
    return [type(event) for event in events]


def told(game: Game, events: object, kind: type) -> dict[str, object]:
    """Reader to their news of one kind."""
    assert isinstance(events, tuple)
    return {one.to: one.news for one in notices(game, events) if isinstance(one.news, kind)}


# --- who may join ------------------------------------------------------------------------------------------------


def test_whoever_asks_for_a_seat_that_the_master_gives_waits_for_the_answer() -> None:
    game = opened(APPROVED)
    events = decided(game, JoinGame(person("ITALY"), (Power("ITALY"),)))
    assert kinds(events) == [SeatAsked]
    assert told(game, events, SeatAskedNews) == {
        MASTER: SeatAskedNews(address("ITALY"), (Power("ITALY"),), is_full=False)
    }
    game = happen(game, JoinGame(person("ITALY"), (Power("ITALY"),)))
    assert game.players == ()
    game = happen(game, ApprovePlayer(MASTER, address("ITALY")))
    assert game.wishes == {address("ITALY"): (Power("ITALY"),)}


def test_whom_the_master_has_named_before_need_not_ask() -> None:
    game = happen(opened(APPROVED), ApprovePlayer(MASTER, address("ITALY")))
    assert kinds(decided(game, JoinGame(person("ITALY")))) == [PlayerJoined]


def test_whoever_is_turned_away_has_no_seat_and_hears_of_it() -> None:
    game = happen(opened(APPROVED), JoinGame(person("ITALY")))
    events = decided(game, DeclinePlayer(MASTER, address("ITALY")))
    assert [one.to for one in notices(game, events)] == [address("ITALY")]
    assert happen(game, DeclinePlayer(MASTER, address("ITALY"))).applicants == {}


def test_the_master_is_asked_once_and_again_for_another_list() -> None:
    game = happen(opened(APPROVED), JoinGame(person("ITALY"), (Power("ITALY"),)))
    assert refused(game, JoinGame(person("ITALY"), (Power("ITALY"),))).why is Refusal.ALREADY_ASKED
    assert kinds(decided(game, JoinGame(person("ITALY")))) == [SeatAsked]


def test_whoever_asked_may_take_it_back() -> None:
    game = happen(opened(APPROVED), JoinGame(person("ITALY")))
    assert address("ITALY") in game.correspondents
    assert happen(game, LeaveGame(address("ITALY"))).applicants == {}
    assert notices(game, decided(game, LeaveGame(address("ITALY")))) == ()


def test_only_those_join_whom_the_master_has_named() -> None:
    game = opened(NAMED)
    assert refused(game, JoinGame(person("ITALY"))).why is Refusal.NOT_INVITED
    assert kinds(decided(game, ApprovePlayer(MASTER, address("ITALY")))) == [PlayerInvited]
    invited = happen(game, ApprovePlayer(MASTER, address("ITALY")))
    assert kinds(decided(invited, JoinGame(person("ITALY")))) == [PlayerJoined]
    assert kinds(decided(game, JoinGame(person("master")))) == [PlayerJoined], "the master may always"


@pytest.mark.parametrize(
    ("settings", "may"),
    [
        (WEEKLY, True),
        (replace(WEEKLY, access=Access(master_plays=False)), False),
        (replace(WEEKLY, seating=Seating.HAND), False),
        (BY_HAND, True),
    ],
    ids=["by default", "not where the settings say so", "not where it gives all away", "where nobody is hidden"],
)
def test_the_master_plays(settings: Settings, *, may: bool) -> None:
    answer = decide(opened(settings), JoinGame(person("master")), OPENED)
    assert (answer == Refused(Refusal.MASTER_ONLY)) is not may


NOBODY_ELSE: dict[str, Command] = {
    "lets people in": ApprovePlayer(address("ITALY"), address("late")),
    "turns people away": DeclinePlayer(address("ITALY"), address("late")),
    "gives powers": PlacePlayer(address("ITALY"), address("ITALY"), Power("ITALY")),
    "begins": StartGame(address("ITALY")),
}


@pytest.mark.parametrize("command", NOBODY_ELSE.values(), ids=NOBODY_ELSE)
def test_nobody_but_the_master(command: Command) -> None:
    assert refused(filled(APPROVED, 0), command).why is Refusal.NOT_THE_MASTER


# --- the waiting list --------------------------------------------------------------------------------------------


def waiting_for(settings: Settings, *names: str) -> Game:
    game = filled(settings)
    for name in names:
        game = happen(game, AddStandby(person(name)))
    return game


def test_a_seat_given_back_goes_to_the_first_who_waits() -> None:
    game = waiting_for(MANUAL, "late", "later")
    assert game.standbys == (address("late"), address("later"))
    events = decided(game, LeaveGame(address("ITALY")))
    assert kinds(events) == [PlayerLeft, SeatGiven, GameReady]
    after = happen(game, LeaveGame(address("ITALY")))
    assert after.standbys == (address("later"),)
    assert address("late") in after.players
    assert address("ITALY") not in after.players
    assert told(game, events, PlayerJoinedNews)[address("late")] == PlayerJoinedNews((), 7, 7, moved_up=True)
    assert told(game, events, SeatsFreedNews)[MASTER] == SeatsFreedNews(1, by_muster=False, given=1, joined=7, needed=7)


def test_who_has_left_hears_no_more_of_the_game() -> None:
    game = happen(filled(MANUAL, 7), LeaveGame(address("ITALY")))
    assert address("ITALY") not in game.audience
    assert kinds(decided(game, JoinGame(person("ITALY")))) == [PlayerJoined, GameReady], "and may come back"


def test_who_waits_may_stop_waiting() -> None:
    game = happen(waiting_for(MANUAL, "late"), LeaveGame(address("late")))
    assert game.standbys == ()


def test_stand_bys_of_a_game_under_way_keep_their_order() -> None:
    game = happen(happen(started(), AddStandby(person("late"))), AddStandby(person("later")))
    assert game.standbys == (address("late"), address("later"))


def test_the_list_of_an_approved_game_is_open_to_those_the_master_lets_in() -> None:
    game = opened(APPROVED)
    for power in POWERS:
        game = happen(game, ApprovePlayer(MASTER, address(power)))
        game = happen(game, JoinGame(person(power)))
    asked = decided(game, AddStandby(person("late")))
    assert kinds(asked) == [SeatAsked]
    assert told(game, asked, SeatAskedNews) == {MASTER: SeatAskedNews(address("late"), (), is_full=True)}
    game = happen(game, AddStandby(person("late")))
    assert kinds(decided(game, ApprovePlayer(MASTER, address("late")))) == [StandbyAdded]


WAITING: dict[str, tuple[Callable[[], Game], Command, Refusal]] = {
    "while seats are free": (lambda: filled(MANUAL, 6), AddStandby(person("late")), Refusal.SEATS_FREE),
    "with a seat": (lambda: filled(MANUAL), AddStandby(person("ITALY")), Refusal.ALREADY_JOINED),
    "twice": (lambda: waiting_for(MANUAL, "late"), AddStandby(person("late")), Refusal.ALREADY_WAITING),
    "by asking for a seat": (lambda: waiting_for(MANUAL, "late"), JoinGame(person("late")), Refusal.ALREADY_WAITING),
    "by joining a full game": (lambda: filled(MANUAL), JoinGame(person("late")), Refusal.GAME_FULL),
    "by leaving": (lambda: filled(MANUAL), LeaveGame(address("late")), Refusal.NOT_A_PLAYER),
}


@each_case(("game", "command", "why"), WAITING.values(), ids=WAITING)
def test_nobody_waits(game: Callable[[], Game], command: Command, why: Refusal) -> None:
    assert refused(game(), command).why is why


# --- the muster --------------------------------------------------------------------------------------------------


def test_a_full_game_asks_everyone_but_the_one_who_has_just_written() -> None:
    game = filled(MUSTERED, 6)
    joined, called = decided(game, JoinGame(person("TURKEY")))
    assert called == MusterCalled(OPENED + MUSTER, tuple(map(address, POWERS[:6])), OPENED)
    asked = {
        who for who, news in told(game, (joined, called), MusterCalledNews).items() if getattr(news, "asked", False)
    }
    assert asked == set(map(address, POWERS[:6]))
    assert next_alarm(happen(game, JoinGame(person("TURKEY")))) == OPENED + MUSTER


def test_the_game_begins_with_the_last_answer() -> None:
    game = filled(MUSTERED)
    for power in POWERS[:5]:
        game = happen(game, AnswerMuster(address(power)))
    assert refused(game, AnswerMuster(address(POWERS[0]))).why is Refusal.NOT_ASKED
    assert kinds(decided(game, AnswerMuster(address(POWERS[5]))))[1:] == [GameStarted]


def test_who_does_not_answer_loses_the_seat_to_the_first_who_waits_and_he_is_asked_in_turn() -> None:
    game = silent(waiting_for(MUSTERED, "late"), "ITALY")
    then = OPENED + MUSTER
    events = rung(game, then)
    assert kinds(events) == [SeatsLost, SeatGiven, MusterCalled]
    assert told(game, events, SeatsLostNews) == {address("ITALY"): SeatsLostNews()}
    assert told(game, events, SeatsFreedNews)[address("FRANCE")] == SeatsFreedNews(
        1, by_muster=True, given=1, joined=7, needed=7
    )
    again = apply_all(game, events)
    assert again.members.muster
    assert (again.members.muster.until, again.mustered) == (then + MUSTER, (address("late"),))
    assert kinds(decided(again, AnswerMuster(address("late")), then))[1:] == [GameStarted]


def test_without_anybody_who_waits_the_game_waits_for_players_again_and_then_asks_everyone_anew() -> None:
    game = silent(filled(MUSTERED), "ITALY", "FRANCE")
    events = rung(game, OPENED + MUSTER)
    assert kinds(events) == [SeatsLost]
    again = apply_all(game, events)
    assert (again.free_seats, again.members.muster, next_alarm(again)) == (2, None, None)
    assert told(game, events, SeatsFreedNews)[MASTER] == SeatsFreedNews(2, by_muster=True, given=0, joined=5, needed=7)
    again = happen(again, JoinGame(person("late")))
    again = happen(again, JoinGame(person("later")))
    assert again.members.muster
    assert len(again.mustered) == len(POWERS) - 1


def test_a_player_who_leaves_during_the_muster_does_not_undo_the_answers_of_others() -> None:
    game = silent(waiting_for(MUSTERED, "late"), "ITALY", "FRANCE")
    after = happen(game, LeaveGame(address("ITALY")))
    assert after.members.muster
    assert set(after.mustered) == {address("FRANCE"), address("late")}


def test_an_outage_gives_the_time_back_to_those_who_have_not_answered() -> None:
    game = silent(filled(MUSTERED), "ITALY")
    down, up = OPENED + timedelta(days=1), OPENED + timedelta(days=4)
    (called,) = extend_muster_after_outage(game, down, up)
    assert called == MusterCalled(OPENED + MUSTER + timedelta(days=3), (address("ITALY"),), up)
    again = apply_all(game, (called,))
    assert extend_muster_after_outage(again, down, up + timedelta(minutes=1)) == (), (
        "the same outage is not given back twice"
    )
    assert extend_muster_after_outage(game, down, down + timedelta(minutes=59)) == ()
    assert extend_muster_after_outage(filled(LISTS), down, up) == ()


def test_a_muster_changes_nothing_where_the_settings_ask_for_none() -> None:
    assert kinds(decided(filled(LISTS, 6), JoinGame(person("TURKEY")))) == [PlayerJoined, GameStarted]


# --- powers ------------------------------------------------------------------------------------------------------


def test_a_list_may_be_changed_until_the_game_begins() -> None:
    game = happen(opened(LISTS), JoinGame(person("ITALY"), (Power("ITALY"),)))
    wishes = (Power("TURKEY"), Power("FRANCE"))
    assert kinds(decided(game, JoinGame(person("ITALY"), wishes))) == [WishesChanged]
    assert happen(game, JoinGame(person("ITALY"), wishes)).wishes == {address("ITALY"): wishes}


def test_everyone_is_told_what_gave_them_their_power() -> None:
    game = opened(LISTS)
    lists = {"a": "FRANCE ITALY", "b": "FRANCE TURKEY", "c": "RUSSIA", "d": "", "e": "", "f": ""}
    for who, wishes in lists.items():
        game = happen(game, JoinGame(person(who), tuple(map(Power, wishes.split()))))
    events = decided(game, JoinGame(person("g"), (Power("RUSSIA"),)))
    how = {
        str(who)[0]: next(iter(news.how.values()))
        for who, news in told(game, events, GameStartedNews).items()
        if isinstance(news, GameStartedNews) and news.how
    }
    assert {how["a"], how["b"]} == {Allotment(AllotmentReason.WISH, 1), Allotment(AllotmentReason.WISH, 2)}
    assert {how["c"].by, how["g"].by} == {AllotmentReason.WISH, AllotmentReason.UNWISHED}
    assert {how[who] for who in "def"} == {Allotment(AllotmentReason.LOT)}


def test_the_master_gives_powers_by_hand_and_lots_give_the_rest() -> None:
    game = happen(filled(BY_HAND), PlacePlayer(MASTER, address("ITALY"), Power("RUSSIA")))
    game = happen(game, PlacePlayer(MASTER, address("FRANCE"), Power("RUSSIA")))
    game = happen(game, PlacePlayer(MASTER, address("TURKEY"), Power("ITALY")))
    (start,) = decided(game, StartGame(MASTER))
    assert isinstance(start, GameStarted)
    assert start.seats[Power("RUSSIA")] == address("FRANCE"), "the last word counts"
    assert start.seats[Power("ITALY")] == address("TURKEY")
    assert len(set(start.seats.values())) == len(POWERS)
    how = {
        who: news.how
        for who, news in told(game, (start,), GameStartedNews).items()
        if isinstance(news, GameStartedNews)
    }
    assert list(how[address("FRANCE")].values()) == [Allotment(AllotmentReason.HAND)]
    assert list(how[address("ITALY")].values()) == [Allotment(AllotmentReason.LOT)]


def test_a_game_that_waits_for_the_master_says_so_and_begins_at_the_word() -> None:
    game = filled(MANUAL, 6)
    assert refused(game, StartGame(MASTER)).why is Refusal.SEATS_FREE
    events = decided(game, JoinGame(person("TURKEY")))
    assert told(game, events, GameReadyNews) == {MASTER: GameReadyNews(())}
    full = happen(game, JoinGame(person("TURKEY")))
    assert kinds(decided(full, StartGame(MASTER))) == [GameStarted]
    begun = happen(full, StartGame(MASTER))
    assert refused(begun, StartGame(MASTER)).why is Refusal.ALREADY_STARTED


def test_nobody_begins_before_the_muster_is_over() -> None:
    both = replace(LISTS, access=Access(manual=True, muster=MUSTER))
    game = filled(both)
    assert refused(game, StartGame(MASTER)) == Refused(Refusal.MUSTER_OPEN, at=OPENED + MUSTER)
    game = silent(game)
    assert kinds(decided(game, StartGame(MASTER))) == [GameStarted]


PLACING: dict[str, tuple[Game, Address, Refusal]] = {
    "where powers are not given by hand": (filled(MANUAL), address("ITALY"), Refusal.NOT_BY_HAND),
    "to somebody without a seat": (filled(BY_HAND), address("late"), Refusal.NO_SUCH_PLAYER),
    "in a game under way": (started(), address("ITALY"), Refusal.ALREADY_STARTED),
}


@pytest.mark.parametrize(("game", "who", "why"), PLACING.values(), ids=PLACING)
def test_no_power_is_given(game: Game, who: Address, why: Refusal) -> None:
    assert refused(game, PlacePlayer(MASTER, who, Power("ITALY"))).why is why


# --- what is known of whom ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("anonymous", [True, False])
def test_players_learn_each_others_addresses_only_where_names_are_open(*, anonymous: bool) -> None:
    game = filled(replace(LISTS, access=Access(anonymous=anonymous)), 6)
    events = decided(game, JoinGame(person("TURKEY")))
    knows = {
        who
        for who, news in told(game, events, GameStartedNews).items()
        if isinstance(news, GameStartedNews) and news.players
    }
    assert knows == ({MASTER} if anonymous else {MASTER, *map(address, POWERS)})


def test_a_master_who_plays_in_an_anonymous_game_learns_no_more_than_others() -> None:
    game = happen(opened(LISTS), JoinGame(person("master")))
    for power in POWERS[:5]:
        game = happen(game, JoinGame(person(power)))
    events = decided(game, JoinGame(person("TURKEY")))
    assert not any(getattr(news, "players", None) for news in told(game, events, GameStartedNews).values())


@pytest.mark.parametrize(("anonymous", "powers"), [(True, ()), (False, ("FRANCE",))], ids=["hidden", "open"])
def test_it_is_told_that_the_master_plays(powers: tuple[str, ...], *, anonymous: bool) -> None:
    """At the start and in lists; which power only where names are open, and nobody has one before the start."""
    game = joined(opened(replace(WEEKLY, access=Access(anonymous=anonymous))), *POWERS[:-1])
    game = with_master(game, address("FRANCE"))
    assert summary_of(game).master_plays == ()
    events = decided(game, JoinGame(person(POWERS[-1])))
    (begun,) = [event for event in events if isinstance(event, GameStarted)]
    assert begun.master_plays == powers
    after = apply_all(game, events)
    assert after is not None
    assert summary_of(after).master_plays == powers


def test_nothing_is_told_of_a_master_who_does_not_play() -> None:
    events = decided(filled(LISTS, 6), JoinGame(person("TURKEY")))
    assert [one.master_plays for one in events if isinstance(one, GameStarted)] == [None]
    assert summary_of(filled(LISTS, 6)).master_plays is None


# --- whatever happens --------------------------------------------------------------------------------------------

NAMES = [*POWERS, "late", "later", "master"]
COMMANDS = st.one_of(
    st.builds(lambda who: JoinGame(person(who)), st.sampled_from(NAMES)),
    st.builds(lambda who: AddStandby(person(who)), st.sampled_from(NAMES)),
    st.builds(lambda who: LeaveGame(address(who)), st.sampled_from(NAMES)),
    st.builds(lambda who: AnswerMuster(address(who)), st.sampled_from(NAMES)),
    st.builds(lambda who: ApprovePlayer(MASTER, address(who)), st.sampled_from(NAMES)),
    st.builds(lambda who: DeclinePlayer(MASTER, address(who)), st.sampled_from(NAMES)),
    st.just(StartGame(MASTER)),
    st.none(),
)
ACCESS = st.builds(
    Access, entry=st.sampled_from(Entry), manual=st.booleans(), muster=st.sampled_from([timedelta(), MUSTER])
)


@drawn(150)
@given(access=ACCESS, commands=st.lists(COMMANDS, max_size=60))
def test_seats_and_the_waiting_list_always_add_up(access: Access, commands: list[Command | None]) -> None:
    """None stands for an hour: whatever the game waits for comes about."""
    game, now = opened(replace(LISTS, access=access)), OPENED
    for command in commands:
        if command is None:
            hour = next_alarm(game)
            if hour is None or game.position:
                continue
            now = max(now, hour)
            events = rung(game, hour)
        else:
            answer = decide(game, command, now)
            events = () if isinstance(answer, Refused) else answer
        told = notices(game, events)
        game = apply_all(game, events)
        assert all(one.to in game.people for one in told)
        assert len(game.players) <= len(POWERS)
        assert not set(game.standbys) & set(game.players)
        assert not set(game.applicants) & {*game.players, *game.standbys}
        assert not (game.standbys and game.free_seats), "who waits has every seat that is free"
        assert {*game.players, *game.standbys} <= set(game.audience)
        if game.members.muster:
            assert not game.free_seats
            assert set(game.mustered) <= set(game.players)
        if game.position:
            assert sorted(game.seats.values()) == sorted(game.players)
