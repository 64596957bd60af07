"""Playing a recorded game: which there are, in which language a terminal is spoken to."""

from click.testing import CliRunner

from judge.cli import main
from judge.game.settings import Language
from judge.shell.terminal import terminal_language
from tests.shared.each_case import each_case


def test_a_game_that_was_never_recorded_is_named_as_such() -> None:
    done = CliRunner().invoke(main, ["play", "six", "--language", "en"])
    assert done.exit_code == 2
    assert done.stderr.endswith("Error: There is no recorded game “six”; there are five, four, one, three, two.\n")


@each_case(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_language_of_a_terminal(environ: dict[str, str], language: Language) -> None:
    assert terminal_language(environ) == language
