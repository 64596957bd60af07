"""What nobody has decided on is told to nobody: news, the fields of a game, of a closed phase, signatures."""

from dataclasses import dataclass, fields, replace

import pytest

from judge.game.messages import Notice
from judge.game.people.messages import AddressBook
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import PressSent, PressWriter
from judge.game.press.rules import press_as_read
from judge.game.settings import PressSignature
from judge.game.state import Game, Members, PressState, SharingState
from judge.game.visibility import through_fog
from judge.reports.notices import write_notice
from judge.rules.board import Power
from judge.rules.orders import Hold
from judge.rules.verdicts import Verdict
from judge.rules.war.fog import hide_unseen, view_for
from tests.game.tables import OPENED
from tests.reports.war_room import at_war

WAR = at_war()[0]


@dataclass(frozen=True)
class UnheardOf:
    """News of a kind that nobody has thought of."""

    secret: str = "where the army stands"


def test_news_nobody_has_thought_of_does_not_pass_the_fog() -> None:
    reader = next(iter(WAR.players))
    with pytest.raises(AssertionError):
        through_fog(WAR, WAR, Notice(reader, UnheardOf()))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        write_notice(WAR, Notice(reader, UnheardOf()))  # type: ignore[arg-type]


def test_a_reason_nobody_has_thought_of_does_not_pass_the_fog() -> None:
    position = WAR.position
    assert position is not None
    unit = next(iter(position.units.values()))
    view = view_for(WAR.board, position, WAR.scouting, unit.power)
    verdict = Verdict(unit, Hold(unit.at.province), UnheardOf())  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        hide_unseen(WAR.board, verdict, view, view.sight)


def test_a_letter_of_another_name_that_names_nobody_is_unsigned() -> None:
    press = PressSent(Power("FRANCE"), (), "x", held=False, at=OPENED, signature=PressSignature.BLACK)
    assert press_as_read(press).writer is PressWriter.UNSIGNED
    assert press_as_read(replace(press, signature=PressSignature.GREY)).writer is PressWriter.UNSIGNED


FILTERED = {
    "position",
    "proposal",
    "scouting",
    "errands",
    "war_state",
    "orders",
    "left_open",
    "unread",
    "unanswered",
    "alive",
    "centre_history",
    "course",
    "acts",
    "untold",
}
"""What a reader is shown less of."""

OF_EVERYONE = {
    "name", "settings", "address_book.people", "address_book.numbers", "members.master", "members.seats",
    "sharing.partners", "members.offered", "members.muster", "members.watching", "address_book.candidate",
    "joined", "deadline", "timekeeping", "phases_closed", "ended", "held_open", "vacancies", "still_years", "undone",
    "reopened", "clockwork", "lesson", "proposals", "locked", "fingerprint",
}  # fmt: skip
"""What says nothing of the board; who may see which address is decided where it is shown (``knows_addresses``)."""

OWN_ONLY = {
    "seed", "fingerprint_key", "order_sets", "advance", "wished",
    "press.held", "press.ready", "press.last_sweep", "press.unread", "press.muted",
    "address_book.bounces", "address_book.unreachable", "address_book.moves", "address_book.invited",
    "members.wishes", "members.standbys",
    "members.applicants", "members.placed", "members.misses", "members.whatifs", "members.former_players",
    "sharing.asked", "sharing.pairs", "members.played", "members.saw_secrets", "ballots", "version",
}  # fmt: skip
"""What is shown, where it is at all, to the one whose it is."""


def test_of_every_field_of_a_game_somebody_has_decided_who_may_know_it() -> None:
    groups = {"press": PressState, "address_book": AddressBook, "members": Members, "sharing": SharingState}
    names = [field.name for field in fields(Game) if field.name not in groups]
    names += [
        f"{one}.{field.name}" for one, kind in groups.items() for field in fields(kind) if field.name not in groups
    ]
    assert {*names} == FILTERED | OF_EVERYONE | OWN_ONLY
    assert len(names) == len(FILTERED) + len(OF_EVERYONE) + len(OWN_ONLY)


CLOSED = {
    "filtered": {"before", "orders", "judgement", "silent", "scouts", "awaited", "clockwork", "salts"},
    "of everyone": {"number", "because", "deadline", "at", "fingerprint"},
}


def test_of_every_field_of_a_closed_phase_somebody_has_decided_who_may_know_it() -> None:
    assert {field.name for field in fields(PhaseClosed)} == CLOSED["filtered"] | CLOSED["of everyone"]
