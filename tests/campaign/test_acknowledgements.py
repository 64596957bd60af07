"""Whole answers to letters of a war, as files; what is in force of scouts, what is taken back, who is reminded."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.deadlines.messages import ReminderSentNews
from judge.game.messages import Notice
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.reports.notices import write_notice
from judge.rules.board import Corps, Power, Province
from tests.campaign.scene import EAST, OPENING, SEATS, WEST, acknowledged, carried_out, game_at, scenes, speaking
from tests.shared.each_case import each_case
from tests.stories.conversations import compare

HERE = Path(__file__).parent / "letters"
BOTH: tuple[Language, ...] = ("en", "fr")


def resting() -> Game:
    """The knights of BRU have used their power two phases ago."""
    knights = OPENING.units[Province("BRU")]
    assert isinstance(knights.corps, Corps)
    units = {**OPENING.units, Province("BRU"): knights.with_health(3, 2)}
    return game_at(replace(OPENING, units=units))


LETTERS: Mapping[str, tuple[tuple[Game, Power], Mapping[Language, str]]] = {
    "all-in-order": (
        scenes()["first phase"],
        {
            "fr": "Bonjour,\n\nI GUE A FUR\nI LIS S I RAN T\nW PON A BRU\nI AAD A MIR\nW FOR T\nI VAL T\n"
            "F ANS A DET\n\nE AAD A LIS\nE PON E R BRU\n",
            "en": "Hello,\n\nI GUE A FUR\nI LIS S I RAN T\nW PON A BRU\nI AAD A MIR\nW FOR T\nI VAL T\n"
            "F ANS A DET\n\nE AAD A LIS\nE PON E R BRU\n",
        },
    ),
    "half-of-it": (scenes()["first phase"], dict.fromkeys(BOTH, "I GUE A FUR\nE PON E L BRU\n")),
    "third-errand": (
        scenes()["two scouts in one place"],
        dict.fromkeys(BOTH, "E PON A BRU\nE PON E R BRU\nE PON A LIS\n"),
    ),
    "power-at-rest": ((resting(), EAST), dict.fromkeys(BOTH, "C BRU A P PON\nC SCH S P I RAN T\nC BRU T\n")),
    "retreats": (scenes()["retreats"], dict.fromkeys(BOTH, "I GUE R MIR\n")),
    "adjustments": (scenes()["adjustments"], dict.fromkeys(BOTH, "+W VAL\n+E AAD\n")),
    "adjustments-nothing-yet": (
        scenes()["adjustments"],
        {"fr": "PRÉFÉRENCES RECRUTEMENTS W VAL, F POR\n", "en": "PREFER RECRUITS W VAL, F POR\n"},
    ),
    "too-many": (scenes()["adjustments, Reinheim"], dict.fromkeys(BOTH, "-I RAN\n+E REI\n")),
    "in-advance": (
        scenes()["first phase"],
        {
            "fr": "TOUR F1M\nI GUE A FUR\nE PON A BRU ; E AAD A LIS\n+E AAD\n\nTOUR W1A\n"
            "+E AAD\nSI W PON\n+W VAL\nFIN SI\n",
            "en": "PHASE F1M\nI GUE A FUR\nE PON A BRU ; E AAD A LIS\n+E AAD\n\nPHASE W1A\n"
            "+E AAD\nIF W PON\n+W VAL\nENDIF\n",
        },
    ),
    "what-if": (
        scenes()["first phase"],
        {
            "fr": "ESSAI\nI GUE A FUR\nE PON A BRU\nE PON X\nFIN ESSAI\n",
            "en": "WHATIF\nI GUE A FUR\nE PON A BRU\nE PON X\nENDWHATIF\n",
        },
    ),
}


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_the_answer_reads_as_it_was_approved(name: str, language: Language) -> None:
    (game, power), letters = LETTERS[name]
    text = acknowledged(speaking(game, power, language), letters[language], power)
    compare(text, HERE / f"{name}.{language}.txt")


# --- what becomes of errands


def errands(game: Game, power: Power = WEST) -> list[str]:
    return [str(errand.at) for errand in game.errands_of(power)]


@pytest.mark.parametrize("word", ["EFFACER", "ANNULER", "CLEAR", "ANNULER TOUT"])
def test_taking_orders_back_takes_errands_back(word: str) -> None:
    given = carried_out(game_at(), "I GUE A FUR\nE PON A BRU").game
    assert given
    assert errands(given) == ["PON"]
    taken = carried_out(given, word).game
    assert taken
    assert (errands(taken), taken.orders_of(WEST)) == ([], ())


def test_a_power_without_scouts_is_told_nothing_of_them() -> None:
    game = replace(game_at(), scouting=replace(game_at().scouting, scouts=()))
    assert "claireur" not in acknowledged(game, "I GUE T")


@pytest.mark.parametrize("language", BOTH)
def test_a_reminder_tells_of_errands_in_force(language: Language) -> None:
    given = carried_out(game_at(), "I GUE A FUR\nE PON A BRU").game
    assert given
    game = speaking(as_seen_by(given, SEATS[WEST]), WEST, language)
    words = write_notice(game, Notice(SEATS[WEST], ReminderSentNews((WEST,))))
    compare(words.text.replace("\N{NO-BREAK SPACE}", " "), HERE / f"reminder.{language}.txt")
