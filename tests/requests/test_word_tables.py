"""A language is read by the tables of its folder, each of which adds to one that the judge reads."""

from pathlib import Path

import judge.languages
from judge.languages import languages_read, word_table, words_of

FOLDERS = Path(judge.languages.__file__).parent
ROOMS = ("requests", "handlers", "notation/tables")
OF_A_LANGUAGE = {"verbs", "small_talk", "commands"}
"""What a language has by itself."""


def added() -> list[tuple[str, str]]:
    """The tables of each language that are joined to one for all."""
    paths = sorted(path for language in languages_read() for path in (FOLDERS / language / "read").glob("*.toml"))
    return [(path.parents[1].name, path.stem) for path in paths if path.stem not in OF_A_LANGUAGE]


def test_english_and_french_are_read_first() -> None:
    assert languages_read()[:2] == ("en", "fr")


def test_every_table_of_a_language_adds_to_one_that_is_read() -> None:
    rooms = {
        (language, name): [room for room in ROOMS if (FOLDERS.parent / room / f"{name}.toml").is_file()]
        for language, name in added()
    }
    assert {table: found for table, found in rooms.items() if len(found) != 1} == {}


def test_a_table_has_what_a_language_adds_and_all_that_it_had() -> None:
    months = word_table("requests", "dates")["months"]
    assert months["12"][:2] == ["december", "dec"]
    for language in languages_read():
        for number, words in words_of(language, "dates").get("months", {}).items():
            assert months[number][-len(words) :] == words
