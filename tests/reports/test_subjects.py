"""The subject of every letter that is kept as approved is one that a telephone shows whole."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.reports.language import MOST_SUBJECT_SIGNS, phrasebook, subject_of

TESTS = Path(__file__).parents[1]
FOLDERS = ("reports/letters", "campaign/letters", "stories")
_TAG = re.compile(r"\[[^\]]*\]")
_PRESS = re.compile(r"\] (?:L[ae] \S+|L'\S+|Le maître de jeu|The game master|Unsigned press|[A-Z]\w+) (?:à|aux?|to) ")
"""Press, whose subject names everybody that it reaches."""


def subjects() -> Iterator[str]:
    """Every subject of a letter of ours, with the name of its game made that of the usual one."""
    for folder in FOLDERS:
        for path in sorted((TESTS / folder).glob("*.txt")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.startswith("Subject: ["):
                    yield _TAG.sub("[rome]", line.removeprefix("Subject: "), count=1)


FACTS: Mapping[Language, Mapping[str, object]] = {
    "en": {
        "phase": "spring 1903, retreats",
        "of_phase": "spring 1903, retreats",
        "power": "Austria",
        "who": "Austria",
        "winners": "Scandinavia",
        "to_winner": "Scandinavia",
        "motion": "a draw of all",
        "powers": "Austria and Italy",
        "day": "29 November 2026",
    },
    "fr": {
        "phase": "les retraites du printemps 1903",
        "of_phase": "des retraites du printemps 1903",
        "power": "Autriche-Hongrie",
        "who": "Autriche-Hongrie",
        "winners": "l'Autriche-Hongrie",
        "to_winner": "à l'Autriche-Hongrie",
        "motion": "nulle de tous",
        "powers": "Autriche-Hongrie, Italie",
        "day": "29 novembre 2026",
    },
}
"""The longest facts of usual games."""

OTHERS = dict.fromkeys(("number", "n", "joined", "needed", "most", "place"), 12) | {
    "game": "rome",
    "troop": "chevaliers du soleil couchant",
    "title": "une saison entière",
    "sender": "France",
    "to": "à tous",
    "outcome": "OK",
}


@pytest.mark.parametrize("language", FACTS)
def test_a_telephone_shows_every_subject_whole_whatever_the_phase_and_the_power(language: Language) -> None:
    keys = [key for key, text in phrasebook(language).sentences.items() if key.startswith("subject.") and "[{" in text]
    told = [subject_of(language, key, **FACTS[language], **OTHERS) for key in keys]
    assert len(told) > 80
    assert [one for one in told if len(one) > MOST_SUBJECT_SIGNS] == []


def test_a_telephone_shows_the_subject_of_every_letter_whole() -> None:
    found = {one for one in subjects() if not _PRESS.search(one)}
    assert len(found) > 100
    assert {one for one in found if len(one) > MOST_SUBJECT_SIGNS} == set()
