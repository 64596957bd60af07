"""Writes into ``docs/reading.md`` how many letters of the corpus become what their writers mean."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from judge.game.settings import Language
from tests.corpus.carried_out import Finding, carried_out
from tests.corpus.collection import LANGUAGES, letters

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
BEGIN, END = "<!-- figures, by python -m tests.corpus.figures -->", "<!-- end of the figures -->"
NAMES: dict[Language, str] = {"en": "English", "fr": "French"}
FAMILIES = {
    "lists": "orders, one a line",
    "sentences": "orders in sentences",
    "chatty": "orders in the middle of talk, press beside them",
    "phone": "phones, dictation, no punctuation",
    "tables": "tables, bullets, arrows, brackets",
    "slips": "names misspelt, kinds of units wrong or left out",
    "foreign": "other fanzines' notations, another language",
    "holds": "units held all at once",
    "retreats": "retreats",
    "winters": "builds and removals",
    "corrections": "corrections",
    "cancelled": "orders taken back, drafts",
    "denials": "what a unit is not to do",
    "plans": "plans, choices, conditions, what-ifs",
    "quoted": "reports, advice, orders of others",
    "allies": "letters to other players",
    "seasons": "titles of this phase, of another, of several",
    "mail": "quotations, forwarded letters, signatures",
    "replies": "replies to an answer: yes, no, but",
    "wishes": "absence, draws, resigning, questions",
    "talk": "thanks, complaints, bewilderment",
}
"""What each family holds, in the order of the tables."""


@cache
def findings(language: Language) -> tuple[Finding, ...]:
    """Every letter in a language with what became of it."""
    return tuple(Finding(letter, carried_out(letter)) for letter in letters(language))


def figures() -> str:
    """The tables, from the first mark to the last."""
    return "\n".join([BEGIN, "", *(line for language in LANGUAGES for line in _table(language)), END])


def write() -> None:
    """Put the tables in the place of those on the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(before + figures() + rest.partition(END)[2], encoding="utf-8")


def _table(language: Language) -> Iterator[str]:
    found = findings(language)
    head = ("Family", "Letters", "With orders", "In force", "Or offered", "Others", "As they should", "Not meant")
    yield f"### {NAMES[language]}"
    yield ""
    yield _line(head)
    yield _line(["---", *["---:"] * (len(head) - 1)])
    for family, name in FAMILIES.items():
        yield _line(_row(name, [each for each in found if each.letter.family == family]))
    yield _line(_row("**all**", found))
    yield ""


def _row(name: str, found: Sequence[Finding]) -> Iterable[str]:
    ordering = [each for each in found if each.letter.meant]
    others = [each for each in found if not each.letter.meant]
    wrong = sum(bool(each.executed_not_meant) for each in found)
    whole = sum(each.is_whole for each in ordering)
    share = f" ({100 * whole // len(ordering)} %)" if name == "**all**" else ""
    right = sum(each.is_answered_rightly for each in others)
    in_force = sum(each.is_in_force_whole for each in ordering)
    counts = (len(found), len(ordering), in_force, f"{whole}{share}", len(others), right, wrong)
    return (name, *map(str, counts))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    write()
