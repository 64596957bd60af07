"""Lines that went wrong, each with the whole answer its writer reads under it, in each language."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.apply import fold_events
from judge.game.messages import Command
from judge.game.press.messages import SendPress
from judge.game.seats.messages import JoinGame, OpenGame, PlayerJoined
from judge.game.settings import Language, Seating, Settings
from judge.game.state import Game
from judge.handlers.orders import handle_orders
from judge.handlers.session import Session
from judge.notation.line import Misread, MisreadReason
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.line_answers import Done, OrderAccepted, Outcome
from judge.rules.board import Power
from judge.rules.position import Phase
from judge.rules.verdicts import Illegal
from tests.reports.parlour import (
    FRANCE,
    MASTER,
    NOW,
    OPENED,
    ROME,
    SEATS,
    SETTINGS,
    SPRING,
    game_at,
    given,
    opening_events,
    person,
    position,
    speaking,
)
from tests.reports.retreats_and_winters import WINTER, retreat_scene
from tests.shared.services import context
from tests.stories.conversations import compare

BOTH: tuple[Language, ...] = ("en", "fr")
HERE = Path(__file__).parent
READER = SEATS[FRANCE]
_HEAD = re.compile(r"^(?:== (?P<scene>.+)|>>> (?P<line>.*))$", re.MULTILINE)


@dataclass(frozen=True)
class Scene:
    """Where a line is written: the game as it stands, whether in time, the phase the letter names, what it commands."""

    game: Game | None
    late: timedelta = timedelta(0)
    written: timedelta | None = None
    phase: str = ""
    command: Command | None = None


COASTS = position("F1903M", {"FRANCE": "F MAO, F SPA/NC, A GAS, F ROM, F LYO"}, {})
FULL = fold_events(opening_events())


def scenes() -> Mapping[str, Scene]:
    spring = game_at(SPRING)
    given_later = [replace(event, written=NOW) for event in given(SPRING, "FRANCE", "A PAR - PIC")]
    lots = fold_events(opening_events(replace(SETTINGS, seating=Seating.LOTS))[:1])
    few = fold_events(opening_events()[:3])
    someone = replace(person(FRANCE), address=MASTER.address)
    opening = OpenGame(ROME, Settings(), MASTER, "seed")
    asked_for = PlayerJoined(person(Power("AUSTRIA")), (FRANCE,), OPENED)
    return {
        "spring 1903": Scene(spring),
        "retreats of spring 1903": Scene(retreat_scene()),
        "fall 1903, coasts": Scene(game_at(COASTS)),
        "winter 1903, two builds": Scene(game_at(WINTER["builds"])),
        "winter 1903, Paris lost": Scene(game_at(WINTER["lost"])),
        "winter 1903, one removal": Scene(game_at(WINTER["removals"])),
        "winter 1903, nothing due": Scene(game_at(WINTER["none"])),
        "a minute after the deadline": Scene(spring, late=timedelta(minutes=1)),
        "under PHASE F1902M": Scene(spring, phase="F1902M"),
        "written before the phase opened": Scene(spring, written=timedelta(days=-2)),
        "overtaken": Scene(game_at(SPRING, *given_later), written=timedelta(hours=1)),
        "before the game begins": Scene(FULL),
        "a name that is taken": Scene(spring, command=opening),
        "a seat one has": Scene(few, command=JoinGame(person(Power("AUSTRIA")))),
        "a power somebody asked for": Scene(
            fold_events([*opening_events()[:1], asked_for]),
            command=JoinGame(someone, (FRANCE,)),
        ),
        "lots only": Scene(lots, command=JoinGame(someone, (FRANCE,))),
        "all seats taken": Scene(spring, command=JoinGame(replace(someone, address=SEATS[FRANCE]))),
        "press without text": Scene(spring, command=SendPress(READER, (FRANCE,), "")),
    }


def carried_out(scene: Scene, line: str, language: Language) -> Session:
    """What becomes of one line, five minutes before the deadline unless the scene says otherwise."""
    game = speaking(scene.game, READER, language) if scene.game and READER in scene.game.people else scene.game
    reader = game.people[READER] if game and READER in game.people else replace(person(FRANCE), language=language)
    deadline = game.deadline.at if game and game.deadline else NOW
    now = deadline + (scene.late or timedelta(minutes=-5))
    letter = context(now, number=9, written=OPENED + scene.written if scene.written else None)
    start = Session(game, reader, phase=Phase.parse(scene.phase) if scene.phase else None)
    if scene.command:
        return start.decided(line, scene.command, letter, Done(Outcome.PLAIN_WORDS))
    there = start.in_game
    assert there is not None
    return handle_orders(there, line, letter)


def answer(scene: Scene, line: str, language: Language) -> str:
    """What the reader finds under their line, quotation included; nothing where the line is not quoted."""
    session = carried_out(scene, line, language)
    words = write_acknowledgement(session.game, session.person, session.answers, "", "", NOW)
    return "\n".join(under(words.text.splitlines())).replace("\N{NO-BREAK SPACE}", " ").strip("\n")


def under(lines: list[str]) -> Iterator[str]:
    start = next((place for place, line in enumerate(lines) if line.startswith(">")), len(lines))
    for line in lines[start:]:
        if line and not line.startswith((">", "  ")):
            return
        yield line


def told(text: str, language: Language) -> str:
    """The file with every answer written anew."""
    here, known = "", scenes()
    heads = list(_HEAD.finditer(text))
    pages = [text[: heads[0].start()]]
    for head in heads:
        if head["scene"]:
            here = head["scene"]
            pages.append(f"== {here}\n\n")
        else:
            pages.append(f">>> {head['line']}\n{answer(known[here], head['line'], language)}\n\n")
    return "".join(pages).rstrip("\n") + "\n"


@pytest.mark.parametrize("language", BOTH)
def test_every_wrong_line_has_an_answer_that_reads_well(language: Language) -> None:
    path = HERE / f"wrong-lines.{language}.txt"
    compare(told(path.read_text(encoding="utf-8"), language), path)


# --- no kind of mistake is left without a line ----------------------------------------------------------------------

OF_SCOUTS = {MisreadReason.NO_SCOUT_THERE, MisreadReason.SABOTAGE_ELSEWHERE}
"""For boards with scouts: see tests/campaign."""

UNHEARD = {
    Illegal.BUILD_TWICE,  # a second order for a centre replaces the first
    Illegal.REMOVAL_TWICE,  # likewise
    Illegal.RETREAT_CLOSED,  # only of positions written by hand
    Illegal.SUPPORTED_NEEDS_CONVOY,  # see tests/rules/test_legality.py
    Illegal.CLOSED,  # for boards with closed regions: see tests/rules/test_small_tables.py
    Illegal.BUILD_HOMELESS,  # for boards where powers build elsewhere: see tests/rules/test_build_places.py
    Illegal.SHUT_IN,  # likewise: see tests/rules/stim/test_closed_regions.py
    Illegal.NO_UNIT,  # refused before the rules are asked
    Illegal.NOT_DISLODGED,  # offered to be kept for the next moves
    Illegal.SUPPORT_OTHER_COAST,  # known only once the other order is
    Illegal.WRONG_PHASE,  # misread: the reader knows the phase
    Illegal.NO_POWER,  # this and the rest are for boards with troops: see tests/rules/stim
    Illegal.POWER_RESTS,
    Illegal.TOO_WEAK_TO_DISPERSE,
    Illegal.TROOP_UNKNOWN,
    Illegal.TROOP_OF_OTHERS,
    Illegal.TROOP_FULL,
    Illegal.NO_ALLY,
}


def answers(language: Language) -> Iterator[object]:
    here, known = "", scenes()
    for head in _HEAD.finditer((HERE / f"wrong-lines.{language}.txt").read_text(encoding="utf-8")):
        here = head["scene"] or here
        if head["line"] is not None:
            yield from (answered.answer for answered in carried_out(known[here], head["line"], language).answers)


@pytest.mark.parametrize("language", BOTH)
def test_every_kind_of_mistake_in_an_order_has_its_line(language: Language) -> None:
    given_answers = list(answers(language))
    misread = {one.why for one in given_answers if isinstance(one, Misread)}
    void = {one.void.why for one in given_answers if isinstance(one, OrderAccepted) and one.void}
    assert set(MisreadReason) - misread == OF_SCOUTS
    assert set(Illegal) - void == UNHEARD
    assert len(given_answers) >= 60


@pytest.mark.parametrize("language", BOTH)
def test_what_an_answer_proposes_is_understood_when_it_is_sent_back(language: Language) -> None:
    here, known = "", scenes()
    for head in _HEAD.finditer((HERE / f"wrong-lines.{language}.txt").read_text(encoding="utf-8")):
        here = head["scene"] or here
        if head["line"] is not None:
            told_lines = answer(known[here], head["line"], language).splitlines()
            for proposed in (line.strip() for line in told_lines if line.startswith("    ") and "^" not in line):
                again = carried_out(known[here], proposed, language).answers
                assert [one.answer.void for one in again if isinstance(one.answer, OrderAccepted)] == [None], proposed
