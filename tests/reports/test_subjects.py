"""The subject of every letter that is kept as approved is one that a telephone shows whole."""

import re
from collections.abc import Iterator
from pathlib import Path

from judge.reports.templates import MOST_SUBJECT_SIGNS

TESTS = Path(__file__).parents[1]
FOLDERS = ("reports/letters", "campaign/letters", "stories")
_TAG = re.compile(r"\[[^\]]*\]")
_PRESS = re.compile(r"\] (?:La France|Le maître de jeu|The game master|Unsigned press) (?:à|au|to) ")
"""Press, whose subject names everybody that it reaches."""


def subjects() -> Iterator[str]:
    """Every subject of a letter of ours, with the name of its game made that of the usual one."""
    for folder in FOLDERS:
        for path in sorted((TESTS / folder).glob("*.txt")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.startswith("Subject: ["):
                    yield _TAG.sub("[rome]", line.removeprefix("Subject: "), count=1)


def test_a_telephone_shows_the_subject_of_every_letter_whole() -> None:
    found = {one for one in subjects() if not _PRESS.search(one)}
    assert len(found) > 100
    assert {one for one in found if len(one) > MOST_SUBJECT_SIGNS} == set()
