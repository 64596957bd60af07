"""Whoever is written to elsewhere is who they were: nothing of a game is left at the old address."""

from dataclasses import fields, replace
from datetime import timedelta

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.mastery.commands import AcceptGame
from judge.game.mastery.messages import GameOffered, MasterChanged
from judge.game.orders.messages import WhatIfAsked
from judge.game.people.mailboxes import AddressMove
from judge.game.people.messages import AddressChanged, LetterBounced, MoveAsked
from judge.game.phases.settings import Misses
from judge.game.replacements.messages import LeavingReason
from judge.game.replacements.vacancy import SeatOffer, Vacancy
from judge.game.seats.messages import Muster
from judge.game.settings import Address, Token
from judge.game.state import Game, MailState, SharingState
from judge.game.strategists.messages import StrategistPair
from judge.rules.board import Power
from tests.game.tables import OPENED, address, missing, person, started

OLD, NEW, OTHER = address("FRANCE"), Address("france@elsewhere.example"), address("ITALY")
FRANCE, ITALY = Power("FRANCE"), Power("ITALY")
TOKEN, AT = Token("fresh"), OPENED + timedelta(hours=1)
MOVED = AddressChanged(OLD, NEW, TOKEN, AT)

NOT_OF_PEOPLE = {
    "name", "settings", "seed", "joined", "position", "deadline", "timekeeping", "orders", "scouting", "errands",
    "war_state", "alive", "advance", "wished", "press", "phases_closed", "ended", "held_open", "ballots",
    "still_years", "undone", "reopened", "version",
}  # fmt: skip
"""What holds no address: powers, numbers of readers, hours."""

FORGOTTEN = {"mail"}
"""What was true of the old mailbox."""


def everywhere() -> Game:
    """A game in which an address stands wherever one can."""
    game = started()
    assert game.position is not None
    vacancy = Vacancy(OLD, LeavingReason.RESIGNED, AT, (OTHER, OLD), SeatOffer(OLD, AT), OLD, game.position.phase)
    return replace(
        game,
        master=OLD,
        sharing=SharingState(
            {ITALY: (OLD,)}, {OLD: (ITALY,)}, {OLD: StrategistPair(OTHER), OTHER: StrategistPair(OLD)}
        ),
        watching=(OTHER, OLD),
        whatifs=(WhatIfAsked(OLD, AT),),
        mail=MailState(
            bounces={OLD: (LetterBounced(OLD, hard=True, at=AT),)},
            unreachable=frozenset({OLD}),
            moves={OLD: AddressMove(MoveAsked(OLD, NEW, TOKEN, TOKEN, AT))},
        ),
        standbys=(OTHER, OLD),
        applicants={OLD: (FRANCE,)},
        invited=frozenset({OLD}),
        placed={OLD: FRANCE},
        muster=Muster(AT, (OTHER, OLD), AT),
        misses={OLD: Misses(1, 2, game.position.phase)},
        vacancies={FRANCE: vacancy},
        former_players={OLD: FRANCE},
        offered=GameOffered(OLD, OLD, TOKEN, AT),
        played=frozenset({OLD, OTHER}),
        saw_secrets=frozenset({OLD}),
    )


def test_nothing_of_a_game_is_left_at_the_old_address() -> None:
    before = everywhere()
    after = apply_all(before, [MOVED]) or missing()
    for field in fields(Game):
        was, now = repr(getattr(before, field.name)), repr(getattr(after, field.name))
        assert (OLD in was) is (field.name not in NOT_OF_PEOPLE), field.name
        assert OLD not in now, field.name
        assert now.count(NEW) == (was.count(OLD) if field.name not in FORGOTTEN else 0), field.name


def test_who_joined_first_stays_first_with_their_number() -> None:
    before = everywhere()
    after = apply_all(before, [MOVED]) or missing()
    assert [*after.people] == [NEW if one == OLD else one for one in before.people]
    assert after.people[NEW] == replace(before.people[OLD], address=NEW, token=TOKEN)
    assert after.readers[NEW] == before.readers[OLD]


def test_an_offer_of_the_game_goes_along_with_whoever_made_it() -> None:
    game = started()
    offer = GameOffered(game.master, OTHER, Token("code"), OPENED)
    moved = apply_all(game, [offer, AddressChanged(game.master, NEW, TOKEN, AT)])
    accepted = decide(moved, AcceptGame(person("ITALY"), Token("code")), AT)
    assert isinstance(accepted, tuple)
    assert [type(event) for event in accepted] == [MasterChanged]
