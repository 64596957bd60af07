"""Every kind of letter, whole, in both languages, as its reader gets it."""

import pytest
from collections.abc import Callable
from judge.game.deadlines.messages import Extended, PhaseExtended, Reminder
from judge.game.messages import News, Notice
from judge.game.people.messages import MoveAsked, MoveHalfway, MoveOff, MoveToConfirm, Moved, Reached, TokenGiven, Unreachable
from judge.game.phases.messages import Ended, Ending, GameEnded, PhaseClosed, Results
from judge.game.press.messages import DiaryWritten, PressSent, Recipients
from judge.game.settings import Language
from judge.reports.words import Words
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH

Golden = Callable[[str, Words], None]


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", LETTERS)
def test_letter_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    golden(f"{name}.{language}", LETTERS[name](language))
