"""The page docs/vocabulary.md: every word a letter may use, written from the tables the judge itself reads.

``python -m tests.requests.vocabulary_page`` writes it again.
"""

from collections.abc import Iterator
from pathlib import Path

from judge.languages import FALLBACK, languages_read, words_of
from judge.reports.help import topic_for_key
from judge.requests.requests import MOST_LINES_OF_LETTER, MOST_PRESS_OF_LETTER, MOST_QUESTIONS_OF_LETTER
from judge.requests.vocabulary import vocabulary

PAGE = Path(__file__).parents[2] / "docs" / "vocabulary.md"
TABLES = {language: words_of(language, "verbs") for language in languages_read()}

HEAD = """\
# The command language

Every word that a letter may hold for the judge, in all languages. Version {version}. This page is written from
`judge/languages/*/read/verbs.toml` and `judge/reports/topics.toml` by `python -m tests.requests.vocabulary_page`; a
test compares them. What each command does is told by `HELP` and the word in the last column, in a letter to the judge
(`judge/languages/en/templates/help/`).

## How a letter is read

- One line is one command, anywhere in the letter; orders stand bare. Letter case, accents and punctuation behind a
  word do not matter, and all languages are read whatever the reader's own. The first word of a cell is the one that
  the judge prints.
- `RÉSUMÉ` is the one word that needs its accents: without them it is `RESUME`.
- A command begins its line. `SIGNOFF` and `LIST` are commands only when they stand alone there, for prose may begin
  with "end" or "list".
- `PRESS`, `BROADCAST`, `DIARY` and `WHATIF` open a block that ends with its own word, with another one that people
  close a block with (`[closing]`), with the next line of `PRESS` or `DIARY`, or with the letter; none of its lines is
  anything else. Press that holds what reads as an order of its writer's or as a command is asked about, unless it is
  `VERBATIM`. `IF` opens a block that ends with `ENDIF`. Settings may stand on lines below `OPEN` or `JOIN`.
- Quoted text and signatures are not read, nor is anything below `SIGNOFF`; if something there looks like an order, the
  answer says so.
- Every line is answered where it stands. A line that was not understood changes nothing, and nothing else.
- At most {lines} lines of a letter are read, {questions} questions answered, {press} pieces of press sent.

## How it changes

The version rises with each release that adds words. A word once read stays read, with the same meaning:
`tests/requests/vocabulary/` keeps the words of every earlier version, and a test reads them all. What the judge prints
may change. `HELP` tells the version.
"""

TITLES = {
    "verbs": "Commands",
    "settings": "Settings",
    "values": "Values that are words",
    "seasons": "Seasons",
    "kinds": "Kinds of phases",
    "logic": "What joins conditions",
    "wishes": "What PREFER speaks of",
}
WORDS_BETWEEN = "Words that may stand between others and mean nothing: "


NAMES = {"en": "English", "fr": "French", "de": "German"}


def page() -> str:
    """The whole page."""
    sections = "\n".join(
        _section(name) for name, table in TABLES[FALLBACK].items() if isinstance(table, dict) and name != "fillers"
    )
    fillers = ", ".join(f"`{word}`" for tables in TABLES.values() for word in tables["fillers"]["words"])
    head = HEAD.format(
        version=vocabulary().version,
        lines=MOST_LINES_OF_LETTER,
        questions=MOST_QUESTIONS_OF_LETTER,
        press=MOST_PRESS_OF_LETTER,
    )
    return f"{head}\n{sections}\n## Fillers\n\n{WORDS_BETWEEN}{fillers}.\n"


def _section(name: str) -> str:
    rows, named = "\n".join(_rows(name)), " | ".join(NAMES.get(language, language) for language in TABLES)
    return (
        f"## {TITLES.get(name, name.capitalize())}\n\n| | {named} | HELP |\n{'|---' * len(TABLES)}|---|---|\n{rows}\n"
    )


def _rows(name: str) -> Iterator[str]:
    for key in TABLES[FALLBACK][name]:
        topic = topic_for_key(f"{name}.{key}")
        words = (tables.get(name, {}).get(key, ()) for tables in TABLES.values())
        cells = " | ".join(", ".join(f"`{form}`" for form in forms) for forms in words)
        yield f"| {key} | {cells} | {topic.words['en'][0] if topic else ''} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
