"""What a master learns by any line there is: who plays, or has played, no more than players; who saw all plays no more.

In the two worlds players have written other orders, letters, votes and notes, and one's seat is the other's. The table
of lines holds every verb of the language, so that a new one is not forgotten.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.settings import Address
from judge.game.visibility import has_seen_too_much
from judge.requests.vocabulary import vocabulary
from tests.asking.masters import (
    ALL_OTHERWISE,
    EDITH,
    INSIDE_BLOCKS,
    IVAN,
    LINES,
    MASTER,
    ONE,
    OWNERS,
    SHOWS,
    WHAT_NOBODY_MAY_KNOW,
    Secrets,
    begun,
    every_line,
    has_been_replaced,
    has_resigned,
    never_played,
    plays,
)
from tests.asking.worlds import PACT, Worlds, difference, enter, sent, settled
from tests.fog.tables import Desk, desk_of


def test_the_table_of_lines_holds_every_verb() -> None:
    assert set(LINES) | INSIDE_BLOCKS == set(vocabulary().printed["verbs", "en"])


@contextmanager
def worlds(folder: Path, become: Callable[[Desk, Secrets], None], other_secrets: Secrets) -> Iterator[Worlds]:
    """The two, one of them with other secrets."""
    with desk_of(folder / "one") as one, desk_of(folder / "other") as other:
        become(one, ONE)
        become(other, other_secrets)
        assert difference(sent(one), sent(other), (*OWNERS, *_may_know(one))) == ""
        yield Worlds(one, other, OWNERS)


def _may_know(desk: Desk) -> tuple[str, ...]:
    """A master without a seat was told who is away."""
    return () if desk.game.has_played(Address(MASTER)) else (MASTER,)


def _found(both: Worlds, become: Callable[[Desk, Secrets], None]) -> list[str]:
    return [f"{line}\n{told}" for line in every_line(become) if (told := _told_apart(both, line))]


def _told_apart(both: Worlds, text: str) -> str:
    """Nothing is hidden any more of a phase that the line has closed, or of a game that it has ended."""
    changes = [settled(desk, MASTER, text) for desk in both.both]
    if any(change.events for change in changes):
        changes = [settled(desk, MASTER, f"{text}\n{SHOWS}") for desk in both.both]
    is_over = [any(isinstance(event, PhaseClosed | GameEnded) for event in change.events) for change in changes]
    if all(is_over):
        return ""
    one, other = ([(letter.to, letter.raw) for letter in change.outgoing] for change in changes)
    return difference(one, other, OWNERS)


@pytest.mark.parametrize("become", [plays, has_resigned, has_been_replaced])
def test_a_master_who_plays_or_has_played_learns_no_secret_by_any_line(
    tmp_path: Path, become: Callable[[Desk, Secrets], None]
) -> None:
    """No order before its deadline, no letter between others, no vote, no note, nobody's name."""
    with worlds(tmp_path, become, ALL_OTHERWISE) as both:
        found = _found(both, become)
    assert found == [], "\n\n".join(found)


def test_a_master_who_plays_closes_no_phase_over_the_heads_of_others(tmp_path: Path) -> None:
    """Nor does one who has given the seat up and may take it back."""
    for name, become in {"plays": plays, "resigned": has_resigned}.items():
        with desk_of(tmp_path / name) as desk:
            become(desk, ONE)
            number = desk.game.phases_closed
            desk.write(MASTER, "CLOSE")
            assert desk.game.phases_closed == number, name


def test_nor_does_a_master_without_a_seat_learn_what_is_nobody_elses(tmp_path: Path) -> None:
    with worlds(tmp_path, never_played, WHAT_NOBODY_MAY_KNOW) as both:
        found = _found(both, never_played)
        assert found == [], "\n\n".join(found)


def test_who_is_who_is_told_a_master_without_a_seat(tmp_path: Path) -> None:
    """So the worlds do differ in something."""
    with worlds(tmp_path, never_played, ALL_OTHERWISE) as both:
        assert EDITH in _told_apart(both, "REPORT")


# --- whoever has seen all plays no more


def _begun_without_a_seat(desk: Desk) -> None:
    """The master has handed the game over to Edith, who plays; a seat is empty."""
    begun(desk, ONE, "", master_plays=False)
    desk.write(MASTER, f"HANDOVER {EDITH}")
    desk.confirm(EDITH)
    desk.write("france@example.org", "RESIGN rome NOW")
    desk.later()


def _named(desk: Desk) -> None:
    _begun_without_a_seat(desk)
    desk.write(EDITH, f"REPLACE FRANCE BY {MASTER}\nINVITE {MASTER}")


def _still_master(desk: Desk) -> None:
    begun(desk, ONE, "", master_plays=False)
    desk.write("france@example.org", "RESIGN rome NOW")


def _before_the_start(desk: Desk) -> None:
    """The master gives the powers out by hand, so sees who has joined; then somebody else is master, or they are."""
    enter(desk, MASTER, "OPEN rome POWERS hand")
    for player in (EDITH, IVAN):
        enter(desk, player, "JOIN rome")
    desk.write(MASTER, "SET POWERS lots")


def _handed_over_before_the_start(desk: Desk) -> None:
    _before_the_start(desk)
    desk.write(MASTER, f"HANDOVER {EDITH}")
    desk.confirm(EDITH)
    desk.write(EDITH, f"INVITE {MASTER}")


def _asked_to_share(desk: Desk) -> None:
    folder = desk.services.config.folders.boards
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "pact.toml").write_text(PACT, encoding="utf-8")
    enter(desk, MASTER, "OPEN rome BOARD pact")
    for player, power in ((EDITH, "Aadleron"), (IVAN, "Reinheim"), ("milo@example.org", "Milania")):
        enter(desk, player, f"JOIN rome {power}")
    desk.write(EDITH, f"STRATEGIST {MASTER}")


WAYS_IN = (
    *(
        "JOIN rome",
        "JOIN rome FRANCE",
        "SIGNON ?rome",
        "STANDBY rome",
        "TAKEOVER rome FRANCE",
        "TAKEOVER rome",
        "RETURN",
    ),
    *("STRATEGIST", "HERE", "A PAR - BUR", "SET MASTER plays\nSET POWERS choice\nJOIN rome"),
)


@pytest.mark.parametrize(
    "become",
    [_begun_without_a_seat, _named, _still_master, _before_the_start, _handed_over_before_the_start, _asked_to_share],
)
def test_whoever_has_seen_all_finds_no_way_to_a_seat(tmp_path: Path, become: Callable[[Desk], None]) -> None:
    with desk_of(tmp_path) as desk:
        become(desk)
        assert has_seen_too_much(desk.game, Address(MASTER))
        for way in WAYS_IN:
            desk.write(MASTER, way)
            if "Did you write this?" in desk.texts(MASTER)[-1]:
                desk.confirm(MASTER)
            assert Address(MASTER) not in {*desk.game.seats.values(), *desk.game.players, *desk.game.standbys}, way
            desk.later()


def test_nobody_with_a_seat_becomes_one_who_sees_all_by_a_setting(tmp_path: Path) -> None:
    with desk_of(tmp_path) as desk:
        enter(desk, MASTER, "OPEN rome ANONYMOUS no", "JOIN rome")
        enter(desk, EDITH, "JOIN rome")
        before = desk.game.settings
        for line in ("SET MASTER arbiter", "SET ANONYMOUS yes"):
            desk.write(MASTER, line)
        assert desk.game.settings == before
