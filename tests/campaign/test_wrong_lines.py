"""Lines of a war that went wrong, each with the whole answer its writer reads under it, in each language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.notation.line import Misread, MisreadReason
from judge.reports.line_answers import InvalidCommand, OrderAccepted, ScoutOrderAccepted
from judge.rules.verdicts import Illegal
from judge.rules.war.scouts import ErrandFailure
from tests.campaign.scene import acknowledged, carried_out, scenes, speaking, under
from tests.stories.conversations import compare

BOTH: tuple[Language, ...] = ("en", "fr")
HERE = Path(__file__).parent
_HEAD = re.compile(r"^(?:== (?P<scene>.+)|>>> (?P<line>.*))$", re.MULTILINE)


def page(language: Language) -> Path:
    return HERE / f"wrong-lines.{language}.txt"


def lines(language: Language) -> Iterator[tuple[str, str]]:
    here = ""
    for head in _HEAD.finditer(page(language).read_text(encoding="utf-8")):
        here = head["scene"] or here
        if head["line"] is not None:
            yield here, head["line"]


def answer(scene: str, line: str, language: Language) -> str:
    """What the reader finds under their line, quotation included."""
    game, power = scenes()[scene]
    text = acknowledged(speaking(game, power, language), line, power)
    return "\n".join(under(text)).strip("\n")


def told(language: Language) -> str:
    """The page with every answer written anew."""
    text = page(language).read_text(encoding="utf-8")
    heads = list(_HEAD.finditer(text))
    here, pages = "", [text[: heads[0].start()]]
    for head in heads:
        here = head["scene"] or here
        is_scene = bool(head["scene"])
        pages.append(
            f"== {here}\n\n" if is_scene else f">>> {head['line']}\n{answer(here, head['line'], language)}\n\n"
        )
    return "".join(pages).rstrip("\n") + "\n"


@pytest.mark.parametrize("language", BOTH)
def test_every_wrong_line_has_an_answer_that_reads_well(language: Language) -> None:
    compare(told(language), page(language))


@pytest.mark.parametrize("language", BOTH)
def test_no_kind_of_mistake_of_a_war_is_left_without_a_line(language: Language) -> None:
    written = [(*scenes()[scene], line) for scene, line in lines(language)]
    answers = [one.answer for game, power, line in written for one in carried_out(game, line, power).answers]
    misread = {one.why for one in answers if isinstance(one, Misread)}
    assert misread >= {MisreadReason.NO_SCOUT_THERE, MisreadReason.SABOTAGE_ELSEWHERE, MisreadReason.UNKNOWN_PLACE}
    assert {one.futile for one in answers if isinstance(one, ScoutOrderAccepted)} >= {
        ErrandFailure.TOO_FAR,
        ErrandFailure.NO_CENTRE,
    }
    void = {one.void.why for one in answers if isinstance(one, OrderAccepted) and one.void}
    of_troops = {Illegal.NO_POWER, Illegal.TROOP_OF_OTHERS, Illegal.NO_ALLY, Illegal.TOO_WEAK_TO_DISPERSE}
    assert void >= of_troops | {Illegal.NOTHING_TO_SUPPORT, Illegal.SUPPORTED_CANNOT}
    assert any(isinstance(one, InvalidCommand) for one in answers)
    assert len(list(lines(language))) >= 40


@pytest.mark.parametrize("language", BOTH)
def test_what_an_answer_proposes_works_when_it_is_sent_back(language: Language) -> None:
    for scene, line in lines(language):
        game, power = scenes()[scene]
        rows = answer(scene, line, language).splitlines()
        for proposed in (row.strip() for row in rows if row.startswith("    ") and "^" not in row):
            for one in carried_out(game, proposed, power).answers:
                assert isinstance(one.answer, OrderAccepted | ScoutOrderAccepted), proposed
                assert not (one.answer.void if isinstance(one.answer, OrderAccepted) else one.answer.futile), proposed
