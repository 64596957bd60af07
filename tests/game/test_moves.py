"""Whoever is written to elsewhere is who they were: nothing of a game is left at the old address."""

from dataclasses import is_dataclass, replace
from datetime import timedelta
from typing import Any, get_args, get_type_hints

import pytest

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.mastery.messages import AcceptGame, GameOffered, MasterChanged, ProposedAct
from judge.game.people.messages import AddressBook, AddressChanged, AddressMove, Bounce, ConfirmMove, MoveAsked, Person
from judge.game.phases.messages import Misses
from judge.game.press.messages import ObserverCame
from judge.game.replacements.messages import LeavingReason
from judge.game.settings import Address, Token
from judge.game.state import Game, MasterOffer, Members, Muster, SeatOffer, SharingState, StrategistPair, Vacancy
from judge.rules.board import Power
from tests.game.tables import OPENED, address, happen, person, started
from tests.shared.kinds import kinds_of

OLD, NEW, ITALY = address("FRANCE"), Address("france@elsewhere.example"), address("ITALY")
FRANCE = Power("FRANCE")
TOKEN, AT = Token("fresh"), OPENED + timedelta(hours=1)
MOVED = AddressChanged(OLD, NEW, TOKEN, AT)


def everywhere() -> Game:
    """A game in which somebody has every part that one can have."""
    game = started()
    assert game.position is not None
    one, other = game.readers[OLD], game.readers[ITALY]
    sharing = SharingState(
        {Power("ITALY"): (one,)}, {one: (FRANCE,)}, {one: StrategistPair(other), other: StrategistPair(one)}
    )
    members = Members(
        master=one,
        offered=MasterOffer(one, TOKEN, AT),
        wishes={other: (), one: (FRANCE,)},
        seats={FRANCE: one},
        sharing=sharing,
        standbys=(other, one),
        applicants={one: (FRANCE,)},
        placed={one: FRANCE},
        muster=Muster(AT, (other, one), AT),
        watching=(other, one),
        misses={one: Misses(1, 2, game.position.phase)},
        whatifs={one: (AT,)},
        former_players={one: FRANCE},
        played=frozenset({one, other}),
        saw_secrets=frozenset({one}),
    )
    book = replace(
        game.address_book,
        moves={one: AddressMove(NEW, TOKEN, TOKEN, AT)},
        bounces={one: (Bounce(hard=True, at=AT),)},
        unreachable=frozenset({one}),
        invited=frozenset({OLD}),
        candidate=OLD,
    )
    vacancy = Vacancy(one, LeavingReason.RESIGNED, AT, (other, one), SeatOffer(one, AT), one, game.position.phase)
    return replace(game, address_book=book, members=members, vacancies={FRANCE: vacancy})


def test_nothing_of_a_game_changes_but_its_address_book_when_somebody_moves() -> None:
    before = everywhere()
    after = apply_all(before, [MOVED])
    assert replace(after, address_book=before.address_book, version=before.version) == before


def test_the_address_book_keeps_what_is_of_the_person_and_drops_what_was_of_the_mailbox() -> None:
    after = apply_all(everywhere(), [MOVED])
    book = after.address_book
    assert OLD not in repr(book)
    assert book.invited == {NEW}
    assert book.candidate == NEW
    assert not [*book.moves, *book.bounces, *book.unreachable]


def parts_of(kind: Any, known: set[Any]) -> set[Any]:
    """A type with all types that it is made of."""
    if kind in known or kind is AddressBook:
        return known
    known.add(kind)
    for one in get_type_hints(kind).values() if is_dataclass(kind) else get_args(kind):
        parts_of(one, known)
    return known


def test_no_address_stands_in_a_game_outside_its_address_book() -> None:
    """Whatever is new in a game, and of people, is by number, so that a move of address leaves it alone."""
    acts = set(get_args(ProposedAct))  # of the master at the time: test_consent.py
    assert Address not in parts_of(Game, acts)
    assert Address in parts_of(Person, set()), "it would have been found"


@pytest.mark.parametrize("back", [True, False], ids=["comes back", "is somebody else's"])
def test_an_address_that_somebody_has_left_is_nobody_s_until_it_is_taken_again(back: bool) -> None:
    moved = apply_all(started(), [MOVED])
    assert OLD not in moved.people
    if back:
        again = apply_all(moved, [AddressChanged(NEW, OLD, TOKEN, AT)])
        assert again.readers == started().readers
    else:
        again = apply_all(moved, [ObserverCame(replace(person("FRANCE"), token=TOKEN), AT)])
        assert again.powers_of(OLD) == ()
        assert again.powers_of(NEW) == (FRANCE,)
        assert again.readers[OLD] == len(again.people)


def test_two_who_exchange_their_addresses_exchange_nothing_else() -> None:
    game, between = started(), Address("between@example.org")
    steps = ((OLD, between), (ITALY, OLD), (between, ITALY))
    after = apply_all(game, [AddressChanged(one, to, TOKEN, AT) for one, to in steps])
    assert after.members == game.members
    assert (after.seats[FRANCE], after.seats[Power("ITALY")]) == (ITALY, OLD)


def test_who_joined_first_stays_first_with_their_number() -> None:
    before = everywhere()
    after = apply_all(before, [MOVED])
    assert [*after.people] == [NEW if one == OLD else one for one in before.people]
    assert after.people[NEW] == replace(before.people[OLD], address=NEW, token=TOKEN)
    assert after.readers[NEW] == before.readers[OLD]


def test_an_offer_of_the_game_goes_along_with_whoever_made_it() -> None:
    game = started()
    offer = GameOffered(game.master, ITALY, Token("code"), OPENED)
    moved = apply_all(game, [offer, AddressChanged(game.master, NEW, TOKEN, AT)])
    accepted = decide(moved, AcceptGame(person("ITALY"), Token("code")), AT)
    assert isinstance(accepted, tuple)
    assert kinds_of(accepted) == [MasterChanged]


def test_a_move_waits_for_the_mailbox_it_names_whoever_has_that_or_leaves_it() -> None:
    codes = Token("code-of-italy"), Token("code-of-france")
    game = apply_all(started(), [MoveAsked(ITALY, OLD, *codes, AT)])
    of_new, of_old = ConfirmMove(OLD, codes[1], TOKEN), ConfirmMove(ITALY, codes[0], TOKEN)
    assert decide(game, of_new, AT) == (), "it is somebody else's"
    left = apply_all(game, [MOVED])
    both = happen(happen(left, of_old, AT), of_new, AT)
    assert both.readers[OLD] == left.readers[ITALY]
    assert both.readers[NEW] == left.readers[NEW]
