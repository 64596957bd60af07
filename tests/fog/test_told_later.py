"""A game that tells later: whoever only watches gets each result when its time has come, and learns nothing before."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.published import published_game
from tests.asking.worlds import enter
from tests.fog.tables import OWN, Desk, desk_of
from tests.shared.keyed import without_game_fingerprints

MASTER, WATCHER, FRANCE = "meg@example.org", "walter@example.net", "france@example.com"
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
DELAY = timedelta(days=3)
CODE = re.compile(r"code [A-Z0-9]{6}")


@contextmanager
def begun(folder: Path, delay: str = "3d") -> Iterator[Desk]:
    """A game under way, that somebody watches; two days before its first deadline."""
    with desk_of(folder) as desk:
        enter(desk, MASTER, f"OPEN rome WATCHERS-DELAY {delay}")
        for power in POWERS:
            enter(desk, f"{power.lower()}@example.com", f"JOIN rome {power}")
        enter(desk, WATCHER, "WATCH rome\nSET MAPS png")
        yield desk


def told(desk: Desk, before: int) -> list[str]:
    """What the observer was told since, without what depends on the key of each world."""
    return [without_game_fingerprints(text) for text in desk.texts(WATCHER)[before:]]


def ordered(desk: Desk, orders: str) -> int:
    """A phase for which France has ordered something; how many letters the observer had before."""
    desk.write(FRANCE, orders)
    before = len(desk.letters(WATCHER))
    desk.let_time_pass()
    return before


def test_each_result_comes_to_who_watches_when_its_time_has_come_with_its_map(tmp_path: Path) -> None:
    with begun(tmp_path) as desk:
        before = ordered(desk, "A PAR - BUR")
        desk.later(DELAY - timedelta(minutes=1))
        assert len(desk.letters(WATCHER)) == before
        desk.later(timedelta(minutes=1))
        (letter,) = desk.letters(WATCHER)[before:]
        assert "A PAR - BUR" in desk.texts(WATCHER)[-1]
        assert b"List-Unsubscribe: <mailto:" in letter
        assert b"UNWATCH%20rome" in letter
        assert [picture.phase for picture in desk.pictures(WATCHER)] == ["S1901M"]


@pytest.mark.parametrize("words", ["next phase", "phase suivante"])
def test_each_result_comes_to_who_watches_when_the_next_phase_has_closed(tmp_path: Path, words: str) -> None:
    with begun(tmp_path, words) as desk:
        assert desk.game.settings.press.delay is None
        before = ordered(desk, "A PAR - BUR")
        assert len(desk.letters(WATCHER)) == before
        known = published_game(desk.log, desk.clock.now())
        assert known is not None
        assert known.closed == ()
        ordered(desk, "A BUR - MUN")
        assert "A PAR - BUR" in desk.texts(WATCHER)[-1]
        assert "A BUR - MUN" not in desk.texts(WATCHER)[-1]
        assert len(desk.letters(WATCHER)) == before + 1
        known = published_game(desk.log, desk.clock.now())
        assert known is not None
        assert [str(event.before.phase) for event in known.closed] == ["S1901M"]
        assert known.told_by(desk.clock.now()) == known.closed[0].at
        assert known.told_by(known.closed[0].at) < known.closed[0].at
        desk.write(MASTER, "TERMINATE rome")
        assert any("A BUR - MUN" in text for text in desk.texts(WATCHER))


@pytest.mark.parametrize("delay", ["3d", "no"])
def test_who_watches_is_told_the_phase_in_the_prose_of_the_zine(tmp_path: Path, delay: str) -> None:
    with begun(tmp_path, delay) as desk:
        ordered(desk, "A PAR - BUR")
        desk.later(DELAY)
        assert "France moves to Burgundy" in above_orders(desk, WATCHER)
        assert "France moves to Burgundy" not in above_orders(desk, FRANCE)
        desk.write(WATCHER, "SET LANGUAGE fr")
        ordered(desk, "A BUR - MUN")
        desk.later(DELAY)
        assert "l’Allemagne tient Munich contre la France" in above_orders(desk, WATCHER)


def test_where_the_master_says_who_watches_nobody_is_told_in_prose(tmp_path: Path) -> None:
    with begun(tmp_path, "no") as desk:
        desk.write(MASTER, "SET WATCHERS named")
        ordered(desk, "A PAR - BUR")
        assert "France moves to Burgundy" not in above_orders(desk, WATCHER)


def above_orders(desk: Desk, reader: str) -> str:
    """The last letter of results to somebody, up to its orders, on one line."""
    text = next(text for text in reversed(desk.texts(reader)) if re.match(r"\[rome\] R[ée]sult", text))
    return " ".join(re.split("ORDERS|ORDRES", text, maxsplit=1)[0].split())


def test_whoever_watches_no_longer_is_told_no_more(tmp_path: Path) -> None:
    with begun(tmp_path) as desk:
        ordered(desk, "A PAR - BUR")
        desk.write(WATCHER, "UNWATCH rome")
        before = len(desk.letters(WATCHER))
        desk.later(2 * DELAY)
        assert len(desk.letters(WATCHER)) == before


def test_two_worlds_that_differ_in_what_is_told_later_are_one_to_who_watches(tmp_path: Path) -> None:
    with begun(tmp_path / "one") as one, begun(tmp_path / "other") as other:
        before = ordered(one, "A PAR - BUR\nPRESS TO ALL\nBurgundy!\nENDPRESS")
        ordered(other, "A PAR - GAS")
        for desk in (one, other):
            desk.later(DELAY - timedelta(minutes=1))
        assert told(one, before) == told(other, before)
        for desk in (one, other):
            desk.later(timedelta(minutes=1))
        assert told(one, before) != told(other, before)


def test_a_result_that_is_told_later_is_told_as_it_was(tmp_path: Path) -> None:
    """The next phase closes before; the letter about the first says nothing of it."""
    with begun(tmp_path / "one", "20d") as one, begun(tmp_path / "other", "20d") as other:
        for desk, second in ((one, "A BUR - MUN"), (other, "STATUS")):
            before = ordered(desk, "A PAR - BUR")
            ordered(desk, second)
            desk.later(desk.game.untold[0].event.at + timedelta(days=20) - desk.clock.now())
            assert len(desk.letters(WATCHER)) == before + 1
        assert told(one, before) == told(other, before)
        assert one.pictures(WATCHER) == other.pictures(WATCHER)


@pytest.mark.parametrize("ending", ["SET WATCHERS-DELAY no", "TERMINATE rome"])
def test_what_was_not_told_yet_is_told_at_once_when_nothing_is_told_later_any_more(tmp_path: Path, ending: str) -> None:
    with begun(tmp_path) as desk:
        before = ordered(desk, "A PAR - BUR")
        desk.write(MASTER, ending)
        assert any("A PAR - BUR" in text for text in desk.texts(WATCHER)[before:])


ASKED = (
    *("STATUS rome", "BOARD rome", "THREATS rome", "SUMMARY rome", "MAP rome", "HISTORY rome", "WHY A PAR", "LIST"),
    *("EXPORT rome", "ARCHIVE rome", "DISPUTE A PAR", "RECORD rome", "Where is my ally?", "Who has the most centres?"),
    *(
        "WHATIF\nA BUR - MUN\nENDWHATIF",
        "WHATIF F1901M\nA PAR - BUR\nENDWHATIF",
        "PROVE S1901M",
        "OVERVIEW",
        "A BUR - MUN",
    ),
)


TO_GAME = f"judge+rome@{OWN.partition('@')[2]}"


def asked_of_both(
    one: Desk, other: Desk, asker: str, question: str, to: str | None = TO_GAME
) -> tuple[list[str], list[str]]:
    """What is answered in two worlds, in which as many letters have come to the asker; a reply without ``to``."""
    before = len(one.letters(asker))
    for desk in (one, other):
        desk.write(asker, question, to)
        desk.later()
    of_one, of_other = ([CODE.sub("…", text) for text in desk.texts(asker)[before:]] for desk in (one, other))
    return of_one, of_other


@pytest.mark.parametrize(("asker", "to"), [(WATCHER, TO_GAME), (WATCHER, None), ("zoe@example.net", TO_GAME)])
def test_nobody_learns_by_asking_what_is_told_later(tmp_path: Path, asker: str, to: str | None) -> None:
    with begun(tmp_path / "one") as one, begun(tmp_path / "other") as other:
        ordered(one, "A PAR - BUR\nPRESS TO ALL\nBurgundy!\nENDPRESS")
        other.write("italy@example.com", "A VEN - TYR")
        other.let_time_pass()
        answered = 0
        for question in ASKED:
            answer, another = asked_of_both(one, other, asker, question, to)
            assert answer == another, question
            answered += len(answer)
        assert answered > len(ASKED) / 2, "strangers are not answered without end"
        one.write(FRANCE, "STATUS rome\nHISTORY rome")
        assert "A PAR - BUR" in one.texts(FRANCE)[-1]


def test_of_a_game_that_tells_at_once_everybody_learns_by_asking(tmp_path: Path) -> None:
    with begun(tmp_path / "one", "no") as one, begun(tmp_path / "other", "no") as other:
        ordered(one, "A PAR - BUR")
        ordered(other, "A PAR - GAS")
        answer, another = asked_of_both(one, other, "zoe@example.net", "HISTORY rome")
        assert answer != another
