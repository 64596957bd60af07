"""Every kind of letter, whole, in both languages, as its reader gets it; in others what is seen most."""

from collections.abc import Callable

from judge.game.settings import Language
from judge.languages import LANGUAGES
from judge.reports.language import LetterText
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_letter_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    golden(f"{name}.{language}", LETTERS[name](language))


SEEN_MOST = (
    *("player.seated", "player.confirmation", "all.started", "player.acknowledgement-three-right-two-wrong"),
    *("player.press", "all.results-autumn-dislodged", "all.results-retreats-builds", "player.reminder-retreats"),
    *("player.reminder-removals", "all.extended", "all.ended-solo", "all.ended-shared", "anyone.stranger"),
)
OTHERS = [language for language in LANGUAGES if language not in BOTH]


@each_case("language", OTHERS)
@each_case("name", SEEN_MOST)
def test_what_is_seen_most_is_written_in_every_language(name: str, language: Language, golden: Golden) -> None:
    """A language may be half done: what it lacks stands there in English."""
    golden(f"{name}.{language}", LETTERS[name](language))
