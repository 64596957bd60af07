"""Promises about mailboxes: bounces are weighed, a move needs both mailboxes, a fresh token leaves the old one dead."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.apply import apply_all, fold_events
from judge.game.decide import decide
from judge.game.messages import Event, Notice
from judge.game.people.messages import (
    AddressChanged,
    AddressChangedNews,
    AskMove,
    BecameUnreachable,
    BecameUnreachableNews,
    ChangeToken,
    ConfirmMove,
    LetterBounced,
    MoveAsked,
    MoveAskedNews,
    MoveConfirmed,
    MoveConfirmedNews,
    MoveRefused,
    Person,
    ReachedAgain,
    ReachedAgainNews,
    RecordBounce,
    RecordReached,
    RefuseMove,
    TokenChanged,
    TokenChangedNews,
)
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import GameOpened
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from tests.game.tables import OPENED as NOW
from tests.game.tables import started
from tests.shared.notified import notices

DAY = timedelta(days=1)
ALIX = Address("alix@example.com")


@pytest.fixture
def game() -> Game:
    return started()


def player(game: Game, number: int = 1) -> Address:
    return game.players[number]


def bounced(game: Game, days_and_kinds: Sequence[tuple[float, str]]) -> tuple[Game, list[Event]]:
    """The game once letters to one player have come back, on which day and how."""
    told: list[Event] = []
    for day, kind in days_and_kinds:
        events = decide(game, RecordBounce(player(game), hard=kind == "hard"), NOW + day * DAY)
        assert not isinstance(events, Refused)
        game, told = apply_all(game, events), [*told, *events]
    return game, told


SCORES = {
    "three hard bounces on three days": ([(0, "hard"), (1.5, "hard"), (3, "hard")], True),
    "two hard bounces": ([(0, "hard"), (1.5, "hard")], False),
    "ten hard bounces within one day": ([(number / 24, "hard") for number in range(10)], False),
    "seven soft bounces in a week weigh less than two hard": ([(day * 1.1, "soft") for day in range(7)], False),
    "a hard bounce counts on the day of a soft one": ([(0, "soft"), (0.5, "hard"), (2, "hard"), (4, "hard")], True),
    "a soft bounce adds nothing on the day of a hard one": ([(0, "hard"), (0.5, "soft"), (2, "hard")], False),
    "what came back more than a week ago is forgotten": ([(0, "hard"), (2, "hard"), (7.5, "hard")], False),
}  # fmt: skip


@pytest.mark.parametrize(("bounces", "is_unreachable"), SCORES.values(), ids=SCORES)
def test_a_player_is_unreachable_after_three_hard_bounces_in_a_week(
    game: Game, bounces: Sequence[tuple[float, str]], is_unreachable: bool
) -> None:
    after, events = bounced(game, bounces)
    assert after.is_unreachable(player(game)) is is_unreachable
    assert any(isinstance(event, BecameUnreachable) for event in events) is is_unreachable


def test_a_bounce_that_adds_nothing_is_no_event(game: Game) -> None:
    _, events = bounced(game, [(0, "hard"), (0.1, "hard"), (0.2, "soft")])
    assert events == [LetterBounced(player(game), hard=True, at=NOW)]


def test_a_bounce_of_somebody_unknown_is_nobodys(game: Game) -> None:
    assert decide(game, RecordBounce(ALIX, hard=True), NOW) == ()


THREE = [(0, "hard"), (1.5, "hard"), (3, "hard")]


def test_a_letter_ends_it_and_the_count_begins_anew(game: Game) -> None:
    gone, _ = bounced(game, THREE)
    by = player(game)
    assert decide(gone, RecordReached(by), NOW + 3 * DAY) == (ReachedAgain(by, NOW + 3 * DAY),)
    back = apply_all(gone, [ReachedAgain(by, NOW + 3 * DAY)])
    assert decide(back, RecordReached(by), NOW + 4 * DAY) == ()
    again, _ = bounced(back, [(4.5, "hard"), (6, "hard")])
    assert not again.is_unreachable(by)


@pytest.mark.parametrize("everyone", [False, True], ids=["the master alone", "everyone"])
def test_who_hears_of_it_is_a_setting_and_never_the_player(game: Game, everyone: bool) -> None:
    game = replace(game, settings=replace(game.settings, tell_unreachable=everyone))
    by, at = player(game), NOW
    powers = game.powers_of(by)
    readers = [reader for reader in game.people if reader != by] if everyone else [game.master]
    gone = BecameUnreachable(by, at)
    assert list(notices(game, [LetterBounced(by, hard=True, at=at), gone])) == [
        Notice(reader, BecameUnreachableNews(powers, by if reader == game.master else None)) for reader in readers
    ]
    assert list(notices(apply_all(game, [gone]), [ReachedAgain(by, at)])) == [
        Notice(reader, ReachedAgainNews(powers)) for reader in readers
    ]


def test_a_master_who_plays_learns_no_address(game: Game) -> None:
    game = replace(game, members=replace(game.members, wishes={**game.members.wishes, game.members.master: ()}))
    by = player(game)
    (told,) = notices(game, [BecameUnreachable(by, NOW)])
    assert told == Notice(game.master, BecameUnreachableNews(game.powers_of(by)))


# --- a move

OLD_CODE, NEW_CODE, FRESH = Token("oldcode"), Token("newcode"), Token("fresh")


def asked(game: Game) -> tuple[Game, MoveAsked]:
    events = decide(game, AskMove(player(game), ALIX, OLD_CODE, NEW_CODE), NOW)
    assert events == (MoveAsked(player(game), ALIX, OLD_CODE, NEW_CODE, NOW),)
    after = apply_all(game, events)
    return after, events[0]


@pytest.mark.parametrize("old_first", [True, False], ids=["old address first", "new address first"])
def test_both_mailboxes_move_a_person_and_one_alone_does_not(game: Game, old_first: bool) -> None:
    moving, _ = asked(game)
    old = player(game)
    pairs = [(old, OLD_CODE), (ALIX, NEW_CODE)]
    (by, code), (other, its_code) = pairs if old_first else reversed(pairs)
    first = decide(moving, ConfirmMove(by, code, FRESH), NOW)
    assert first == (MoveConfirmed(old, from_new=not old_first, at=NOW),)
    half = apply_all(moving, first)
    assert set(half.people) == set(game.people)
    second = decide(half, ConfirmMove(other, its_code, FRESH), NOW)
    assert second == (MoveConfirmed(old, old_first, NOW), AddressChanged(old, ALIX, FRESH, NOW))
    assert [(notice.to, notice.at, notice.news) for notice in notices(half, second)] == [
        (ALIX, None, AddressChangedNews(is_new=True)),
        (ALIX, old, AddressChangedNews(is_new=False)),
    ]


def test_whoever_has_moved_keeps_seat_number_and_place(game: Game) -> None:
    old = player(game)
    moved = apply_all(game, [AddressChanged(old, ALIX, FRESH, NOW)])
    assert moved.powers_of(ALIX) == game.powers_of(old)
    assert moved.readers[ALIX] == game.readers[old]
    assert moved.players.index(ALIX) == game.players.index(old)
    assert moved.people[ALIX] == replace(game.people[old], address=ALIX, token=FRESH)
    assert old not in {*moved.people, *moved.seats.values(), *moved.readers, *moved.wishes}


def test_a_master_who_has_moved_is_still_the_master(game: Game) -> None:
    moved = apply_all(game, [AddressChanged(game.master, ALIX, FRESH, NOW)])
    assert moved.master == ALIX


THIEVES = {
    "the old code from the new mailbox": (ALIX, OLD_CODE),
    "the new code from the old mailbox": (None, NEW_CODE),
    "the old code from a stranger": (Address("mallory@example.com"), OLD_CODE),
    "the new code from a stranger": (Address("mallory@example.com"), NEW_CODE),
    "a code that was never given": (ALIX, Token("guess")),
}


@pytest.mark.parametrize(("by", "code"), THIEVES.values(), ids=THIEVES)
def test_a_code_counts_only_from_the_mailbox_it_was_sent_to(game: Game, by: Address | None, code: Token) -> None:
    moving, _ = asked(game)
    command = ConfirmMove(by or player(game), code, FRESH)
    assert decide(moving, command, NOW) == Refused(Refusal.NOT_A_PLAYER)


def test_codes_die_after_a_week_and_with_the_move(game: Game) -> None:
    moving, _ = asked(game)
    late = decide(moving, ConfirmMove(player(game), OLD_CODE, FRESH), NOW + 8 * DAY)
    assert isinstance(late, Refused)
    moved = apply_all(moving, [AddressChanged(player(game), ALIX, FRESH, NOW)])
    assert isinstance(decide(moved, ConfirmMove(ALIX, NEW_CODE, FRESH), NOW), Refused)


def test_each_code_goes_to_its_own_mailbox(game: Game) -> None:
    _, event = asked(game)
    old = player(game)
    assert notices(game, [event]) == (
        Notice(old, MoveAskedNews(event, OLD_CODE, is_new=False)),
        Notice(old, MoveAskedNews(event, NEW_CODE, is_new=True), at=ALIX),
    )
    assert notices(game, [event, MoveConfirmed(old, from_new=True, at=NOW)])[2:] == (
        Notice(old, MoveConfirmedNews(is_new=True), at=ALIX),
    )


@pytest.mark.parametrize("by_new", [False, True])
def test_a_no_of_either_mailbox_ends_a_move(game: Game, by_new: bool) -> None:
    moving, _ = asked(game)
    old = player(game)
    no = RefuseMove(ALIX, NEW_CODE) if by_new else RefuseMove(old, OLD_CODE)
    refused = decide(moving, no, NOW)
    assert refused == (MoveRefused(old, from_new=by_new, at=NOW),)
    told = [(notice.to, notice.at) for notice in notices(moving, refused)]
    assert told == ([(old, None), (old, ALIX)] if by_new else [(old, None)])
    after = apply_all(moving, refused)
    assert not after.address_book.moves
    for code in (ConfirmMove(old, OLD_CODE, FRESH), ConfirmMove(ALIX, NEW_CODE, FRESH)):
        assert isinstance(decide(after, code, NOW), Refused)


def test_whose_address_it_is_shows_nowhere_in_a_move(game: Game) -> None:
    """Asked for another player's address and for a stranger's, the judge says the same until the very end."""
    old, other = player(game), player(game, 2)
    stranger = Address("nobody@example.com")
    said = []
    for to in (other, stranger):
        events = decide(game, AskMove(old, to, OLD_CODE, NEW_CODE), NOW)
        assert not isinstance(events, Refused)
        moving = apply_all(game, events)
        agreed = decide(moving, ConfirmMove(old, OLD_CODE, FRESH), NOW)
        assert not isinstance(agreed, Refused)
        heard = [(notice.to, notice.at, type(notice.news)) for notice in notices(game, (*events, *agreed))]
        said.append([(who, "new" if at == to else at, news) for who, at, news in heard])
    assert said[0] == said[1]


def test_nobody_moves_to_where_somebody_is_written_to_nor_often(game: Game) -> None:
    old, other = player(game), player(game, 2)
    assert decide(game, AskMove(old, old, OLD_CODE, NEW_CODE), NOW) == Refused(Refusal.ADDRESS_TAKEN)
    asked_for = decide(game, AskMove(old, other, OLD_CODE, NEW_CODE), NOW)
    assert not isinstance(asked_for, Refused)
    halfway = decide(apply_all(game, asked_for), ConfirmMove(old, OLD_CODE, FRESH), NOW)
    assert not isinstance(halfway, Refused)
    theirs = apply_all(game, (*asked_for, *halfway))
    assert decide(theirs, ConfirmMove(other, NEW_CODE, FRESH), NOW) == ()
    moving, _ = asked(game)
    again = AskMove(player(game), Address("alice@example.com"), Token("a"), Token("b"))
    soon, later = NOW + timedelta(minutes=59), NOW + timedelta(minutes=60)
    assert decide(moving, again, soon) == Refused(Refusal.MOVE_PENDING, at=later)
    assert not isinstance(decide(moving, again, later), Refused)


def test_of_two_who_move_to_one_mailbox_the_second_stays(game: Game) -> None:
    moving, _ = asked(game)
    other = player(game, 2)
    events: list[Event] = [
        MoveAsked(other, ALIX, Token("x"), Token("y"), NOW),
        MoveConfirmed(other, from_new=True, at=NOW),
        AddressChanged(player(game), ALIX, FRESH, NOW),
    ]
    after = apply_all(moving, events)
    assert decide(after, ConfirmMove(other, Token("x"), FRESH), NOW) == ()


# --- tokens


def test_anyone_may_have_a_fresh_token_of_their_own(game: Game) -> None:
    by = player(game)
    events = decide(game, ChangeToken(by, FRESH), NOW)
    assert events == (TokenChanged(by, FRESH, by_master=False, at=NOW),)
    after = apply_all(game, events)
    assert after.people[by].token == FRESH
    assert notices(game, events) == ()


def test_the_master_alone_may_give_one_to_a_player(game: Game) -> None:
    of = next(address for address in game.players if address != game.master)
    power = game.powers_of(of)[0]
    given = decide(game, ChangeToken(game.master, FRESH, power), NOW)
    assert given == (TokenChanged(of, FRESH, by_master=True, at=NOW),)
    assert notices(game, given) == (Notice(of, TokenChangedNews()),)
    assert decide(game, ChangeToken(of, FRESH, power), NOW) == Refused(Refusal.NOT_THE_MASTER)
    assert decide(game, ChangeToken(ALIX, FRESH), NOW) == Refused(Refusal.NOT_A_PLAYER)


def test_before_the_start_no_power_has_a_player() -> None:
    master = Person(Address("odile@example.org"), Token("k"))
    game = fold_events([GameOpened(GameName("rome"), Settings(), master, "seed", NOW)])
    assert game
    power = next(iter(game.board.powers))
    assert decide(game, ChangeToken(master.address, FRESH, power), NOW) == Refused(Refusal.NO_PLAYER_THERE, power=power)
