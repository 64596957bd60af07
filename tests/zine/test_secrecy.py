"""What a game's settings keep secret is in no issue: two worlds that differ in a secret print the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from judge.game.apply import fold_events
from judge.game.people.messages import AddressBook
from judge.game.phases.messages import PhaseClosed
from judge.game.published import published_game
from judge.game.seats.messages import GameOpened
from judge.game.settings import NO_READER, Access, PressRules, Settings
from judge.game.state import Game, Members
from judge.rules.board import Province
from judge.zine.issue import IssueContents, Masthead, draft_issue
from judge.zine.sources import told_since
from tests.asking.masters import ALL_OTHERWISE, ONE, begun
from tests.fog.tables import Desk, desk_of
from tests.fog.wars import at_war, play_phase
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import OPENED, eventful_log, opened, recorded_log, unplayed_log
from tests.shared.shares import is_whole
from tests.zine.issues import LATER, issue_of_desk, issue_of_log, printed
from tests.zine.twins import FRANCE, SECRETS, Log, diary, played, press, without_orders


@each_case("secret", SECRETS)
def test_two_worlds_that_differ_in_a_secret_are_published_as_one(secret: str) -> None:
    """An issue is made of what is published and of nothing else."""
    one, other = SECRETS[secret]()
    assert one != other
    assert published_game(one, LATER) == published_game(other, LATER)


PRINTED = ("who plays", "who wrote under a false name", "where units are in the fog")


@pytest.mark.parametrize("secret", SECRETS if is_whole() else PRINTED)
def test_two_worlds_that_differ_in_a_secret_print_the_same_issue(secret: str) -> None:
    one, other = SECRETS[secret]()
    assert issue_of_log(one) == issue_of_log(other)


DELAY = timedelta(days=3)
DELAYED = Settings(press=PressRules(delay=DELAY))


def test_what_has_happened_of_late_is_published_once_the_time_that_a_game_asks_for_has_passed() -> None:
    log = recorded_log("one", DELAYED, phases=4)
    then = next(event for event in reversed(log) if isinstance(event, PhaseClosed))
    before = log[: log.index(then)]
    for now, is_told in ((then.at + DELAY - timedelta(seconds=1), False), (then.at + DELAY, True)):
        known = published_game(log, now)
        assert known is not None
        assert (known.closed[-1].number == then.number) is is_told
        assert (known == published_game(before, now)) is not is_told


def test_once_a_game_is_over_nothing_is_told_later() -> None:
    log = eventful_log()
    opening = log[0]
    assert isinstance(opening, GameOpened)
    delayed = (replace(opening, settings=replace(opening.settings, press=DELAYED.press)), *log[1:])
    known = published_game(delayed, log[-1].at)
    assert known is not None
    assert known.game.ended
    assert known.closed == published_game(log, LATER).closed  # type: ignore[union-attr]


def test_what_is_no_secret_is_told_apart() -> None:
    """The worlds above would be told apart, if anything that they differ in were printed."""
    assert issue_of_log(played()) != issue_of_log(without_orders(played()))
    assert issue_of_log(played(Settings(), press("One."))) != issue_of_log(played(Settings(), press("Two.")))


# --- whole judges


@contextmanager
def two_desks(folder: Path) -> Iterator[tuple[Desk, Desk]]:
    with desk_of(folder / "one") as one, desk_of(folder / "other") as other:
        yield one, other


whole = pytest.mark.skipif(not is_whole(), reason="dear; by make sweeps")


@whole
def test_who_plays_what_they_write_in_private_and_what_they_order_next_is_in_no_issue(tmp_path: Path) -> None:
    """Players, orders of the open phase and in advance, diaries, private press, votes, absences, who is silent."""
    with two_desks(tmp_path) as (one, other):
        begun(one, ONE, "", master_plays=True)
        begun(other, ALL_OTHERWISE, "", master_plays=True)
        assert one.log != other.log
        assert issue_of_desk(one) == issue_of_desk(other)


@whole
def test_where_units_are_under_the_fog_is_in_no_issue(tmp_path: Path) -> None:
    with two_desks(tmp_path) as (one, other):
        for desk, seed in ((one, 1), (other, 2)):
            at_war(desk)
            play_phase(Random(seed), desk, complete=True)
        positions = [desk.game.position for desk in (one, other)]
        assert positions[0] != positions[1]
        assert len({position and position.phase for position in positions}) == 1
        issue = issue_of_desk(one)
        assert "fog of war" in issue
        assert issue == issue_of_desk(other)


def test_what_is_told_is_the_position_that_counted() -> None:
    """The master has taken a unit from Serbia, and given Belgium to France, once a phase had closed."""
    known = published_game(eventful_log(), LATER)
    assert known is not None
    (number,) = known.corrected
    place = next(at for at, event in enumerate(known.closed) if event.number == number)
    after, following = known.closed[place].judgement.after, known.closed[place + 1].before
    assert Province("SER") not in after.units
    assert (after.owners[Province("BEL")], after.units) == (FRANCE, following.units)
    told = draft_issue(
        Masthead("Zine", 1, OPENED.date()), IssueContents([told_since(known, OPENED, known.closed[-1].at)])
    )
    assert "The position was corrected after this phase." in printed(told)


# --- games that are told of nowhere, and what is taken over of others


def test_a_game_that_stands_in_no_list_is_told_of_nowhere() -> None:
    for settings in (Settings(access=Access(hidden=True)), Settings(practice=True)):
        assert published_game(opened(settings), LATER) is None
    assert published_game(opened(Settings())[:-1], LATER) is None, "nor is one that has not begun"


PUBLISHED = {
    *("name", "settings", "address_book", "members", "joined", "position", "deadline", "scouting", "phases_closed"),
    *("ended", "still_years", "undone", "centre_history", "course"),
}
"""The fields of a game that an issue may be made of; nothing of people is in the two that know them."""


@pytest.mark.parametrize("log", [played(Settings(), diary("x")), eventful_log()], ids=["running", "over"])
def test_what_nobody_has_decided_on_is_not_published(log: Log) -> None:
    known, whole_game = published_game(log, LATER), fold_events(log)
    assert known is not None
    assert whole_game is not None
    bare = Game(whole_game.name, whole_game.settings, "", AddressBook(), Members(NO_READER))
    differing = {one.name for one in fields(Game) if getattr(known.game, one.name) != getattr(bare, one.name)}
    assert differing <= PUBLISHED
    assert (known.game.address_book, known.game.members) == (AddressBook(), Members(NO_READER))
    assert not any(event.awaited or event.salts for event in known.closed)


def test_once_a_game_is_over_its_fog_has_lifted_and_its_diaries_are_printed() -> None:
    known = published_game(unplayed_log("seuil"), LATER)
    assert known is not None
    assert all(event.judgement.verdicts for event in known.closed)
    assert "Never again." in issue_of_log(eventful_log()), "as players were told when they wrote them"
    assert "Never again." not in issue_of_log(eventful_log()[:-1])
