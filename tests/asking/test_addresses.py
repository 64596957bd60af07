"""Nobody learns by asking what part an address has in an anonymous game: one answer for all.

In one world an address has a part in the game, in the other somebody else has that part and the address none. Whatever
others write of that address is answered alike, and brings the same letters to all but the two; what is refused is
refused in silence, once the owner of the address says yes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from judge.game.settings import Address
from judge.requests.vocabulary import vocabulary
from judge.rules.board import Power
from tests.asking.worlds import PACT, Worlds, answers, difference, enter, sent
from tests.fog.tables import Desk, copied, desk_of
from tests.shared.shares import share_of

VICTIM, OTHER, OLD_MASTER = "viktor@example.net", "walter@example.net", "meg@example.com"
OWNERS = (VICTIM, OTHER, OLD_MASTER)
"""Whose own letters may tell: those of the two, and of whoever has named one of them master."""

MASTER, PLAYER, WATCHER, STANDBY = "anna@example.org", "flora@example.com", "basil@example.org", "sofia@example.com"
STRANGER, OF_ANOTHER_GAME = "zoe@example.org", "mona@example.com"
ASKERS = (MASTER, PLAYER, WATCHER, STANDBY, STRANGER, OF_ANOTHER_GAME)
CURIOUS = (MASTER, PLAYER, STRANGER)

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def opened(desk: Desk, settings: str = "", master: str = MASTER) -> None:
    """The game of a master who may play, and another game of somebody else's."""
    folder = desk.services.config.folders.boards
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "pact.toml").write_text(PACT, encoding="utf-8")
    enter(desk, OF_ANOTHER_GAME, "OPEN milan")
    enter(desk, master, f"OPEN rome {settings}")


def joined(desk: Desk, first: str, second: str = "") -> None:
    """All seven seats: England is the first one's, Italy perhaps the second one's."""
    for power in POWERS:
        named = {"AUSTRIA": MASTER, "FRANCE": PLAYER, "ENGLAND": first, "ITALY": second}.get(power)
        enter(desk, named or f"{power.lower()}@example.org", f"JOIN rome {power}")


def surrounded(desk: Desk) -> None:
    """One who watches, one who waits for a seat."""
    enter(desk, WATCHER, "WATCH rome")
    enter(desk, STANDBY, "STANDBY rome")


def plays(desk: Desk, who: str, _: str) -> None:
    opened(desk)
    joined(desk, who)
    surrounded(desk)


def plays_another_power(desk: Desk, who: str, idle: str) -> None:
    opened(desk)
    joined(desk, who, idle)
    surrounded(desk)


def has_joined(desk: Desk, who: str, _: str) -> None:
    """The game has not begun, and its master has a seat."""
    opened(desk)
    enter(desk, MASTER, "JOIN rome")
    enter(desk, PLAYER, "JOIN rome FRANCE")
    enter(desk, who, "JOIN rome ENGLAND")
    enter(desk, WATCHER, "WATCH rome")


def has_joined_before_the_master(desk: Desk, who: str, _: str) -> None:
    """The game has not begun, and its master may yet take a seat."""
    opened(desk)
    enter(desk, PLAYER, "JOIN rome FRANCE")
    enter(desk, who, "JOIN rome ENGLAND")
    enter(desk, WATCHER, "WATCH rome")


def watches(desk: Desk, who: str, _: str) -> None:
    opened(desk)
    joined(desk, "edith@example.net")
    surrounded(desk)
    enter(desk, who, "WATCH rome")


def waits(desk: Desk, who: str, _: str) -> None:
    opened(desk)
    joined(desk, "edith@example.net")
    surrounded(desk)
    enter(desk, who, "STANDBY rome")


def has_played(desk: Desk, who: str, idle: str) -> None:
    plays(desk, who, idle)
    desk.write(who, "RESIGN rome NOW")
    desk.write(STANDBY, "TAKEOVER rome ENGLAND")
    desk.later()


def has_just_left(desk: Desk, who: str, _: str) -> None:
    opened(desk)
    joined(desk, who)
    enter(desk, WATCHER, "WATCH rome")
    desk.write(who, "RESIGN rome NOW")
    desk.later()


def plays_in_a_war(desk: Desk, who: str, _: str) -> None:
    """The master plays Aadleron, whose seat may be shared."""
    opened(desk, "BOARD pact")
    for player, power in ((MASTER, "Aadleron"), (PLAYER, "Reinheim"), (who, "Milania")):
        enter(desk, player, f"JOIN rome {power}")
    surrounded(desk)


def is_master(desk: Desk, who: str, _: str) -> None:
    """Of a war, in which somebody else plays Aadleron."""
    opened(desk, "BOARD pact", OLD_MASTER)
    for player, power in ((PLAYER, "Aadleron"), (MASTER, "Reinheim"), ("edith@example.net", "Milania")):
        enter(desk, player, f"JOIN rome {power}")
    surrounded(desk)
    desk.write(OLD_MASTER, f"HANDOVER {who}")
    desk.confirm(who)
    desk.later()


PARTS: Mapping[str, Callable[[Desk, str, str], None]] = {
    "plays": plays,
    "plays, as the other does": plays_another_power,
    "has joined": has_joined,
    "has joined before the master": has_joined_before_the_master,
    "watches": watches,
    "waits for a seat": waits,
    "has played": has_played,
    "has just left": has_just_left,
    "plays in a war": plays_in_a_war,
    "is master": is_master,
}
"""What part an address may have in a game."""

OF_AN_ADDRESS = (
    "STRATEGIST {who}",
    "HANDOVER {who}",
    "REPLACE FRANCE BY {who}",
    "REPLACE ENGLAND BY {who}",
    "REPLACE Reinheim BY {who}",
    "INVITE {who}",
    "REJECT {who}",
    "SEAT {who} ENGLAND",
    "PLAYER {who}",
    "SET ADDRESS {who}",
    "RECORD rome",
    "VOTE MASTER ENGLAND",
    "PRESS TO {who}\nHello.\nENDPRESS",
)
"""The lines that are read as speaking of an address, and those about all players."""

SHAPES = ("{verb} {who}", "{verb} ENGLAND {who}")
"""How any other verb could name one."""

ENDS_READING = frozenset({"stop", "press", "broadcast", "diary", "to_editor", "to_admins", "whatif", "if"})
"""What makes of the lines below it something else."""

AFTERWARDS = (
    "STATUS rome\nBOARD rome\nREPORT\nLIST\nSUMMARY rome\nRECORD rome\nHISTORY rome PRESS",
    "TAKEOVER rome FRANCE",
    "UNVOTE",
)
"""What may show later what came of a line."""


@contextmanager
def worlds(folder: Path, part: str) -> Iterator[Worlds]:
    """One in which the address has this part, one in which somebody else has it."""
    with desk_of(folder / "one") as one, desk_of(folder / "other") as other:
        PARTS[part](one, VICTIM, OTHER)
        PARTS[part](other, OTHER, VICTIM)
        assert difference(sent(one), sent(other), OWNERS) == ""
        yield Worlds(one, other, OWNERS)


def every_verb() -> Iterator[str]:
    """Letters in which an address stands behind each verb of the language, in the words the judge prints."""
    verbs = [verb for key, verb in vocabulary().printed["verbs", "en"].items() if key not in ENDS_READING]
    for first in range(0, len(verbs), 8):
        yield "\n".join(shape.format(verb=verb, who=VICTIM) for verb in verbs[first : first + 8] for shape in SHAPES)


@pytest.fixture(scope="module", params=PARTS)
def part(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def both(part: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    """The worlds of a part, in which nothing happens any more."""
    with worlds(tmp_path_factory.mktemp("worlds"), part) as both:
        yield both


def test_no_line_about_an_address_tells_what_part_it_has(both: Worlds, part: str) -> None:
    """Half of the lines are drawn, by the part; ``make sweeps`` takes every one."""
    lines = [line.format(who=VICTIM) for line in OF_AN_ADDRESS]
    asked = [*product(ASKERS, lines), *product((MASTER, STRANGER), every_verb())]
    found = [f"{who}: {line}\n{told}" for who, line in share_of(asked, 2, part) if (told := both.told_apart(who, line))]
    assert found == [], "\n\n".join(found)


def test_nor_does_what_comes_of_it(both: Worlds, part: str, tmp_path: Path) -> None:
    """Asked once more, asked about by others, left without an answer until the offer is over.

    Of the lines that bring something about a sixth is drawn, by the part; ``make sweeps`` takes every one.
    """
    lines = (line.format(who=VICTIM) for line in OF_AN_ADDRESS)
    done = [(who, line) for who, line in product(ASKERS, lines) if both.brings_about(who, line)]
    assert done, "somebody may do something"
    found: list[str] = []
    for number, (who, line) in enumerate(share_of(done, 6, part)):
        with (
            copied(both.one, tmp_path / f"one-{number}") as here,
            copied(both.other, tmp_path / f"other-{number}") as there,
        ):
            found += [f"{who}: {line}\n{told}" for told in _afterwards(Worlds(here, there, OWNERS), who, line)]
    assert found == [], "\n\n".join(found)


def _afterwards(both: Worlds, who: str, line: str) -> Iterator[str]:
    before = [len(sent(desk)) for desk in both.both]
    for desk in both.both:
        for _ in range(2):
            desk.write(who, line)
            desk.later(timedelta(minutes=1))
        for asker, text in product(CURIOUS, AFTERWARDS):
            desk.write(asker, text)
        desk.later(timedelta(days=3))
        for asker in CURIOUS:
            desk.write(asker, AFTERWARDS[0])
    one, other = (sent(desk)[since:] for desk, since in zip(both.both, before, strict=True))
    if told := difference(one, other, OWNERS):
        yield told


FORGED = (
    *("STATUS rome", "LIST", "nothing at all", "A LVP - YOR", "PRESS TO ALL\nHello.\nENDPRESS", "HERE", "RETURN"),
    *("JOIN rome", "STANDBY rome", "WATCH rome", "TAKEOVER rome ENGLAND", "RESIGN rome NOW", "VOTE DRAW"),
    "SET LANGUAGE fr",
)


def test_what_is_written_in_its_name_is_answered_to_nobody_else(both: Worlds) -> None:
    """Nor does a reply address of one's own under its From tell anything."""
    strays = [(line, to) for line in FORGED for desk in both.both for to, _ in answers(desk, VICTIM, line, "-")]
    assert [(line, to) for line, to in strays if to not in OWNERS] == []
    found = [f"{line}\n{told}" for line in FORGED if (told := both.told_apart(VICTIM, line, bearer=PLAYER))]
    assert found == [], "\n\n".join(found)


def test_whoever_plays_already_is_refused_once_they_say_yes(tmp_path: Path) -> None:
    """Named for a seat, asked to share one: the answer is theirs alone, and nobody has two seats."""
    with desk_of(tmp_path / "seven") as desk:
        plays(desk, VICTIM, OTHER)
        desk.write(MASTER, f"REPLACE FRANCE BY {VICTIM}")
        desk.write(VICTIM, "TAKEOVER rome FRANCE")
        assert "You have a seat in this game already." in _told(desk, VICTIM)
        assert desk.game.powers_of(Address(VICTIM)) == (Power("ENGLAND"),)
    with desk_of(tmp_path / "war") as desk:
        plays_in_a_war(desk, VICTIM, OTHER)
        desk.write(MASTER, f"STRATEGIST {VICTIM}")
        desk.write(VICTIM, "STRATEGIST")
        assert "You have a seat in this game already." in _told(desk, VICTIM)
        assert desk.game.powers_of(Address(VICTIM)) == (Power("MILANIA"),)


def _told(desk: Desk, who: str) -> str:
    return " ".join(desk.texts(who)[-1].split())


def test_a_record_tells_nothing_of_games_that_hide_their_players(tmp_path: Path) -> None:
    """A deadline kept in an anonymous game does not show in what another game tells of its players."""
    with desk_of(tmp_path / "one") as one, desk_of(tmp_path / "other") as other:
        for desk, who in ((one, VICTIM), (other, OTHER)):
            for player in (VICTIM, OTHER, *POWERS[2:]):
                name = player if "@" in player else f"{player.lower()}@example.org"
                begin = ("OPEN agora ANONYMOUS no",) if player == VICTIM else ()
                enter(desk, name, *begin, "JOIN agora")
            plays(desk, who, "")
            desk.let_time_pass()
        both = Worlds(one, other, OWNERS)
        assert one.services.figures(Address(VICTIM)) != other.services.figures(Address(VICTIM)), (
            "there is something to hide"
        )
        assert both.told_apart(STRANGER, "RECORD agora") == ""
