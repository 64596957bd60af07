"""Two players of one power: one seat, one vote; who may share it, what becomes of it when one of them goes."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from judge.game.apply import apply_all, fold_events
from judge.game.deadlines.deadline import Absence, phase_deadline
from judge.game.deadlines.messages import ReminderSent
from judge.game.deadlines.rules import absences_to_wait_for
from judge.game.decide import decide
from judge.game.messages import Command, Event, Notice
from judge.game.orders.messages import LeaveLines, LinesLeft, OrderGiven
from judge.game.people.messages import AddressChanged, Person
from judge.game.phases.close import close_early, is_left_open
from judge.game.phases.messages import Misses, OrdersMissed
from judge.game.press.messages import PressNews, PressSent
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import EjectPlayer, Resign, SeatVacatedNews, TakeSeat
from judge.game.seats.messages import (
    AskStrategist,
    DeclineToShare,
    GameOpened,
    GameStarted,
    GameStartedNews,
    JoinGame,
    PairChangedNews,
    PlayerJoined,
    PlayerJoinedNews,
    ShareSeat,
    StrategistAsked,
    StrategistAskedNews,
    StrategistJoined,
    StrategistJoinedNews,
    StrategistsChangedNews,
)
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.game.votes.messages import CastVote, ForConcession, ForDraw
from judge.game.votes.rules import motions_of
from judge.rules.board_file import own_board
from judge.rules.orders import Hold
from tests.campaign.scene import EAST, ISLE, MASTER, NOW, OPENED, OPENING, SEATS, SETTINGS, WEST
from tests.game.tables import figures_in
from tests.shared.each_case import each_case
from tests.shared.notified import notices

PACT = 'name = "pact"\nbase = "seuil"\n\n[war.strategists]\nAADLERON = 2\n'
OURS = replace(SETTINGS, board="pact", board_text=PACT, access=replace(SETTINGS.access, anonymous=False))
ANNA, BORIS = SEATS[WEST], Address("boris@example.org")
OTHER = Person(Address("olga@example.org"), Token("olgatoken"), "en", "stim")
ASKED = AskStrategist(ANNA, Person(BORIS, Token("boristoken"), "en", "stim"))


def begun(settings: Settings = OURS) -> Game:
    joined = [
        PlayerJoined(Person(at, Token(f"{power.lower()}token"), "fr", "stim"), (), OPENED)
        for power, at in SEATS.items()
    ]
    due = phase_deadline(settings, OPENING.phase.kind, OPENED)
    opened = GameOpened(GameName("rome"), settings, MASTER, "seed", OPENED)
    game = fold_events((opened, *joined, GameStarted(SEATS, OPENING, due, OPENED)))
    assert game is not None
    return game


def having(game: Game, *commands: Command) -> Game:
    for command in commands:
        events = decide(game, command, NOW)
        assert not isinstance(events, Refused), (command, events)
        found = apply_all(game, events)
        assert found is not None
        game = found
    return game


def shared() -> Game:
    return having(begun(), ASKED, ShareSeat(BORIS))


def readers(found: Iterable[object]) -> list[object]:
    return [getattr(one, "to", None) for one in found]


def test_a_board_says_how_many_players_a_power_may_have() -> None:
    assert own_board("pact", PACT).war.strategists == {WEST: 2}
    assert shared().players_of(WEST) == (ANNA, BORIS)
    assert shared().powers_of(BORIS) == (WEST,)


def asked(address: Address) -> AskStrategist:
    """Whoever it is may be asked."""
    return replace(ASKED, player=Person(address, Token("x"), "fr"))


REFUSALS: list[tuple[str, tuple[Command, ...], Command, Refusal]] = [
    ("a power of one", (), AskStrategist(SEATS[EAST], OTHER), Refusal.STRATEGISTS_FULL),
    ("a third", (ASKED, ShareSeat(BORIS)), AskStrategist(ANNA, OTHER), Refusal.STRATEGISTS_FULL),
    ("oneself", (), replace(ASKED, player=Person(ANNA, Token("x"), "fr")), Refusal.SHARES_ALREADY),
    ("who shares it", (ASKED, ShareSeat(BORIS)), replace(ASKED, by=BORIS), Refusal.STRATEGISTS_FULL),
    ("somebody who plays", (asked(SEATS[ISLE]),), ShareSeat(SEATS[ISLE]), Refusal.ALREADY_JOINED),
    ("the master", (asked(MASTER.address),), ShareSeat(MASTER.address), Refusal.SEEN_TOO_MUCH),
    (
        "who has played another power",
        (Resign(SEATS[ISLE], at_once=True), asked(SEATS[ISLE])),
        ShareSeat(SEATS[ISLE]),
        Refusal.PLAYED_HERE,
    ),
    ("asked twice", (ASKED,), ASKED, Refusal.ALREADY_ASKED_TO_SHARE),
    ("nobody asked", (), ShareSeat(BORIS), Refusal.NOT_OFFERED),
    ("declined", (ASKED, DeclineToShare(BORIS)), ShareSeat(BORIS), Refusal.NOT_OFFERED),
    (
        "another was quicker",
        (ASKED, AskStrategist(ANNA, OTHER), ShareSeat(OTHER.address)),
        ShareSeat(BORIS),
        Refusal.STRATEGISTS_FULL,
    ),
    ("the master has no seat", (), AskStrategist(MASTER.address, OTHER), Refusal.NOT_A_PLAYER),
]


@each_case(("before", "command", "why"), [one[1:] for one in REFUSALS], ids=[one[0] for one in REFUSALS])
def test_a_seat_is_not_shared_with(before: tuple[Command, ...], command: Command, why: Refusal) -> None:
    refused = decide(having(begun(), *before), command, NOW)
    assert isinstance(refused, Refused)
    assert refused.why is why


def test_who_is_asked_sees_nothing_before_they_agree() -> None:
    game = having(begun(), ASKED)
    known = as_seen_by(game, BORIS)
    assert BORIS in game.correspondents
    assert BORIS not in game.audience
    assert known.position is not None
    assert (known.position.units, known.scouting.scouts) == ({}, ())


def test_both_see_the_same_of_the_war() -> None:
    game = shared()
    assert as_seen_by(game, ANNA) == as_seen_by(game, BORIS)


def test_a_power_has_one_vote_and_the_later_word_counts() -> None:
    game = having(shared(), CastVote(ANNA, ForConcession(EAST)))
    assert motions_of(game, WEST) == (ForConcession(EAST),)
    game = having(game, CastVote(BORIS, ForConcession(ISLE)))
    assert motions_of(game, WEST) == (ForConcession(ISLE),)


def test_a_letter_to_the_power_reaches_both_and_one_of_theirs_neither() -> None:
    game = shared()
    to_west = PressSent(EAST, (WEST,), "Well?", False, NOW)
    from_west = PressSent(WEST, (EAST,), "Well!", False, NOW)
    assert readers(one for one in notices(game, (to_west,)) if isinstance(one.news, PressNews)) == [ANNA, BORIS]
    assert readers(one for one in notices(game, (from_west,)) if isinstance(one.news, PressNews)) == [SEATS[EAST]]


def test_both_are_reminded() -> None:
    game = shared()
    assert game.position is not None
    sent = ReminderSent(game.position.phase, (WEST,), NOW, NOW)
    assert readers(notices(game, (sent,))) == [ANNA, BORIS]


def test_a_power_is_away_while_both_are() -> None:
    game = shared()
    assert game.position is not None
    first, second = (Absence(date(2026, 12, 1), date(2026, 12, 9)), Absence(date(2026, 12, 5), date(2026, 12, 20)))
    one = replace(game, timekeeping=replace(game.timekeeping, absences={game.readers[ANNA]: (first,)}))
    both = replace(
        game,
        timekeeping=replace(game.timekeeping, absences={game.readers[ANNA]: (first,), game.readers[BORIS]: (second,)}),
    )
    assert absences_to_wait_for(one, game.position) == ()
    assert [found.absence for found in absences_to_wait_for(both, game.position)] == [Absence(second.first, first.last)]


@pytest.mark.parametrize(("gone", "stays"), [(ANNA, BORIS), (BORIS, ANNA)])
@pytest.mark.parametrize("at_once", [True, False])
def test_when_one_goes_the_other_plays_on(gone: Address, stays: Address, at_once: bool) -> None:
    game = having(shared(), CastVote(gone, ForDraw(())))
    game = replace(game, members=replace(game.members, misses={game.readers[ANNA]: Misses(1, 2)}))
    left = having(game, Resign(gone, at_once))
    assert left.players_of(WEST) == (stays,)
    assert (left.vacant, left.sought) == ((), ())
    assert motions_of(left, WEST) == (ForDraw(()),)
    assert left.misses == {stays: Misses(1, 2)}
    assert gone not in left.audience
    assert having(left, Resign(stays, at_once=True)).vacant == (WEST,)


def test_a_seat_that_is_taken_away_is_taken_from_both() -> None:
    game = shared()
    events = decide(game, EjectPlayer(MASTER.address, WEST), NOW)
    assert not isinstance(events, Refused)
    gone = [one.to for one in notices(game, events) if isinstance(one.news, SeatVacatedNews)]
    after = apply_all(game, events)
    assert after is not None
    assert sorted(gone) == sorted((ANNA, BORIS))
    assert (after.players_of(WEST), after.members.sharing.partners, set(after.audience) & {ANNA, BORIS}) == (
        (),
        {},
        set(),
    )
    taken = having(after, TakeSeat(OTHER, WEST))
    assert taken.players_of(WEST) == (OTHER.address,)


@pytest.mark.parametrize(("old", "players"), [(ANNA, ("new@example.org", BORIS)), (BORIS, (ANNA, "new@example.org"))])
def test_either_may_move(old: Address, players: tuple[str, ...]) -> None:
    moved = apply_all(shared(), (AddressChanged(old, Address("new@example.org"), Token("fresh"), NOW),))
    assert moved is not None
    assert moved.players_of(WEST) == players


def test_a_deadline_missed_is_missed_by_both() -> None:
    log: list[Event] = [
        GameOpened(GameName("rome"), OURS, MASTER, "seed", OPENED),
        *(PlayerJoined(Person(at, Token("token"), "fr", "stim"), (), OPENED) for at in SEATS.values()),
    ]
    game = begun()
    assert game.deadline is not None
    assert game.position is not None
    log_all: list[Event] = [
        *log,
        GameStarted(SEATS, OPENING, game.deadline, OPENED),
        StrategistAsked(WEST, ASKED.player, ANNA, NOW),
        StrategistJoined(WEST, BORIS, NOW),
        OrdersMissed(ANNA, (WEST,), game.position.phase, 1, 1, NOW + timedelta(days=1)),
    ]
    figures = figures_in(log_all)
    assert (figures[ANNA].missed, figures[BORIS].missed, figures[BORIS].games) == (1, 1, 1)


# --- before the beginning


def before_it_begins(settings: Settings = OURS) -> Game:
    """A game that wants one more player."""
    seats = list(SEATS.items())[1:]
    opened = GameOpened(GameName("rome"), settings, MASTER, "seed", OPENED)
    joined = [player(power, at) for power, at in seats]
    game = fold_events([opened, *(PlayerJoined(one, (), OPENED) for one in joined)])
    assert game is not None
    return game


def player(power: str, at: Address) -> Person:
    return Person(at, Token(f"{power.lower()}token"), "fr", "stim")


def begins(game: Game) -> tuple[Game, list[Notice]]:
    """The game once the last player has joined, and who is told what then."""
    (power, at), *_ = SEATS.items()
    events = decide(game, JoinGame(player(power, at), ()), NOW)
    assert not isinstance(events, Refused), events
    after = apply_all(game, events)
    assert after is not None
    return after, list(notices(game, events))


def of_the_pact(game: Game) -> Address:
    """Who is given the seat for two as this game begins."""
    return begins(game)[0].seats[WEST]


FIRST = of_the_pact(before_it_begins())
OTHERS = [at for at in list(SEATS.values())[1:] if at != FIRST]
ASKED_EARLY = AskStrategist(FIRST, ASKED.player)


def test_two_agree_before_the_beginning_and_share_the_seat_from_its_first_hour() -> None:
    game, told = begins(having(before_it_begins(), ASKED_EARLY, ShareSeat(BORIS)))
    assert (game.players_of(WEST), game.members.sharing.pairs) == ((FIRST, BORIS), {})
    (seat,) = [one.news for one in told if one.to == BORIS]
    assert seat == StrategistJoinedNews(WEST, (FIRST,))
    assert [type(one.news) for one in told if one.to == FIRST] == [GameStartedNews, StrategistsChangedNews]
    others = [one for one in told if one.to not in {BORIS, FIRST, MASTER.address}]
    assert {type(one.news) for one in others} == {GameStartedNews, PlayerJoinedNews}


def test_who_has_not_answered_is_asked_as_the_game_begins() -> None:
    game, told = begins(having(before_it_begins(), ASKED_EARLY))
    assert [one.news for one in told if one.to == BORIS] == [StrategistAskedNews(WEST, FIRST)]
    assert having(game, ShareSeat(BORIS)).players_of(WEST) == (FIRST, BORIS)


def test_of_two_who_agree_the_seat_takes_one_and_a_seat_of_one_takes_none() -> None:
    both = (ASKED_EARLY, AskStrategist(FIRST, OTHER), ShareSeat(BORIS), ShareSeat(OTHER.address))
    other = (AskStrategist(OTHERS[0], ASKED.player), ShareSeat(BORIS))
    for commands, by, gone in ((both, FIRST, OTHER.address), (other, OTHERS[0], BORIS)):
        game, told = begins(having(before_it_begins(), *commands))
        ended = [one for one in told if isinstance(one.news, PairChangedNews)]
        assert sorted((one.to, one.news.other) for one in ended if isinstance(one.news, PairChangedNews)) == sorted(
            ((by, gone), (gone, by))
        )
        assert gone not in game.audience
        assert gone not in game.correspondents


def test_before_the_beginning_a_seat_is_not_shared_by_everybody() -> None:
    alone = replace(OURS, board="seuil", board_text="")
    cases: list[tuple[Settings, tuple[Command, ...], Command, Refusal]] = [
        (alone, (), ASKED_EARLY, Refusal.NO_STRATEGISTS),
        (OURS, (), AskStrategist(BORIS, OTHER), Refusal.NOT_A_PLAYER),
        (OURS, (), AskStrategist(FIRST, player("X", OTHERS[0])), Refusal.PLAYS_ALREADY),
        (OURS, (), AskStrategist(FIRST, MASTER), Refusal.PLAYS_ALREADY),
        (OURS, (ASKED_EARLY,), ASKED_EARLY, Refusal.ALREADY_ASKED_TO_SHARE),
        (OURS, (), ShareSeat(BORIS), Refusal.NOT_OFFERED),
        (OURS, (ASKED_EARLY, DeclineToShare(BORIS)), ShareSeat(BORIS), Refusal.NOT_OFFERED),
        (OURS, (ASKED_EARLY, ShareSeat(BORIS), DeclineToShare(BORIS)), ShareSeat(BORIS), Refusal.NOT_OFFERED),
    ]
    for settings, before, command, why in cases:
        assert decide(having(before_it_begins(settings), *before), command, NOW) == Refused(why), (before, command)


def test_whoever_was_asked_and_moves_or_takes_a_seat_is_where_they_are() -> None:
    game = having(before_it_begins(), ASKED_EARLY, ShareSeat(BORIS))
    moved = apply_all(game, (AddressChanged(BORIS, Address("new@example.org"), Token("fresh"), NOW),))
    assert moved is not None
    assert begins(moved)[0].players_of(WEST) == (FIRST, "new@example.org")
    moved = apply_all(game, (AddressChanged(FIRST, Address("new@example.org"), Token("fresh"), NOW),))
    assert moved is not None
    assert moved.address_of(moved.members.sharing.pairs[moved.readers[BORIS]].by) == "new@example.org"


def test_a_promise_stands_whoever_else_asks() -> None:
    promised = (ASKED_EARLY, ShareSeat(BORIS))
    another = AskStrategist(OTHERS[0], ASKED.player)
    assert decide(having(before_it_begins(), *promised), another, NOW) == Refused(Refusal.PLAYS_ALREADY)
    game = having(before_it_begins(ANONYMOUS), *promised, another)
    assert decide(game, ShareSeat(BORIS), NOW) == Refused(Refusal.ALREADY_JOINED)
    assert begins(game)[0].players_of(WEST) == (FIRST, BORIS)


ANONYMOUS = replace(OURS, access=replace(OURS.access, anonymous=True))


def test_in_an_anonymous_game_no_answer_tells_who_plays() -> None:
    for ready in (before_it_begins(ANONYMOUS), begins(before_it_begins(ANONYMOUS))[0]):
        by = ready.seats.get(WEST, FIRST)
        other = next(ready.people[one] for one in ready.wishes if one != by)
        for who in (OTHER, other, MASTER):
            game = having(ready, AskStrategist(by, who))
            assert isinstance(decide(game, ShareSeat(who.address), NOW), Refused) is (who != OTHER), who
            if game.position is None:
                begun, told = begins(game)
                assert [type(one.news) for one in told if one.to == by] == [GameStartedNews], who
                assert begun.by_address(begun.members.sharing.asked) == {who.address: (WEST,)}


def test_what_one_strategist_left_open_holds_the_phase_until_either_settles_it() -> None:
    game = shared()
    assert game.position is not None
    orders = tuple(
        OrderGiven(unit.power, Hold(unit.at.province), 3, None, NOW) for unit in game.position.units.values()
    )
    left = LinesLeft(WEST, game.position.phase, 4, (), (), 1, (), NOW)
    for settler in (ANNA, BORIS):
        asked = apply_all(game, (*orders, left))
        assert asked is not None
        assert is_left_open(asked)
        assert close_early(asked, NOW) == ()
        meant = decide(asked, LeaveLines(settler, 5, game.position.phase, settled=True), NOW)
        assert isinstance(meant, tuple)
        settled = apply_all(asked, meant)
        assert settled is not None
        assert not is_left_open(settled), settler
