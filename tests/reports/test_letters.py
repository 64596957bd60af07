"""Every kind of letter, whole, in both languages, as its reader gets it."""

from collections.abc import Callable

from judge.game.settings import Language
from judge.reports.templates import LetterText
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_letter_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    golden(f"{name}.{language}", LETTERS[name](language))
