"""Writes ``docs/datc.md``, every case of the DATC with its result under each book, from the data that is run."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.rules.rulebook import rulebook_names
from tests.rules.cases import Case, Row, Rows, cases

DATC = Path(__file__).parent / "datc"
PAGE = Path(__file__).parents[2] / "docs" / "datc.md"
CONTENTS = tomllib.loads((DATC / "contents.toml").read_text(encoding="utf-8"))
PREFERRED = "2023"
BOOKS = (PREFERRED, *(name for name in rulebook_names() if name != PREFERRED))

OPENING = f"""# The DATC, case by case

The Diplomacy Adjudicator Test Cases of Lucas B. Kruijswijk, version 3 (2024), chapter 6. This page is written by
`python -m tests.rules.datc_page` from the cases in `tests/rules/datc/`, which `make test` runs: every order of every
case with its verdict and the reason for it, where the units driven out may retreat, what stands in the end.

The result is the one the DATC prefers, which is that of the book `{PREFERRED}`; `=` says that another book comes to the
same, order by order and reason by reason. A letter refers to what comes out otherwise, listed under the table; a result
that differs in a reason alone is listed too.
"""


def numbers() -> Iterator[tuple[str, str]]:
    """Every case of the DATC with its title."""
    for section in CONTENTS["section"]:
        for count, title in enumerate(section["cases"], start=1):
            yield f"{section['number']}.{count}", title


def page() -> str:
    """The whole page."""
    sections = [_section(section) for section in CONTENTS["section"]]
    return "\n".join([OPENING, _tally(), *sections, _not_run()])


def write() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


def _tally() -> str:
    run = {case.facts["number"] for case in cases(DATC.glob("6.?.toml"))}
    listed = [number for number, _ in numbers()]
    return f"{len(run & set(listed))} of {len(listed)} cases are run, each under all {len(BOOKS)} books.\n"


def _section(section: Mapping[str, Any]) -> str:
    found = cases([DATC / f"{section['number']}.toml"])
    tables = [[case for case in found if case.facts is facts] for facts in _each(found)]
    head = ["Case", "Title", "Result", *(book for book in BOOKS if book != PREFERRED)]
    rows = [head, ["---"] * len(head), *map(_row, tables)]
    notes = [note for table in tables for note in _notes(table)]
    lines = [f"## {section['number']} {section['title']}", "", *(f"| {' | '.join(row)} |" for row in rows), "", *notes]
    return "\n".join([*lines, ""] if notes else lines)


def _each(found: Sequence[Case]) -> list[Mapping[str, Any]]:
    return list({id(case.facts): case.facts for case in found}.values())


def _row(table: Sequence[Case]) -> list[str]:
    """One case: the result preferred, then a sign for each other book."""
    by_book = {case.book: case for case in table}
    preferred = by_book[PREFERRED]
    letters = _letters(table)
    signs = [letters.get(book, "=") for book in BOOKS if book != PREFERRED]
    return [preferred.facts["number"], preferred.facts["title"], _result(preferred), *signs]


def _letters(table: Sequence[Case]) -> Mapping[str, str]:
    """For each book that decides otherwise the letter of its note, books that decide alike sharing one."""
    by_book = {case.book: case for case in table}
    preferred = _fates(by_book[PREFERRED])
    kinds: list[object] = []
    letters: dict[str, str] = {}
    for book in BOOKS:
        fates = _fates(by_book[book])
        if fates != preferred:
            if fates not in kinds:
                kinds.append(fates)
            letters[book] = "abc"[kinds.index(fates)]
    return letters


def _fates(case: Case) -> tuple[object, ...]:
    return tuple(case.phases), case.fact("retreats")


def _notes(table: Sequence[Case]) -> Iterator[str]:
    """What comes out otherwise, once for each letter."""
    by_book = {case.book: case for case in table}
    letters = _letters(table)
    for letter in sorted(set(letters.values())):
        books = [book for book in BOOKS if letters.get(book) == letter]
        changes = "; ".join(_changes(by_book[PREFERRED], by_book[books[0]]))
        yield f"- {table[0].facts['number']} {letter} ({', '.join(books)}): {changes}"


def _changes(preferred: Case, other: Case) -> Iterator[str]:
    for rows, changed in zip(preferred.phases, other.phases, strict=True):
        for row, instead in zip(rows, changed, strict=True):
            if row != instead:
                yield f"`{instead.line}` {instead.status}"
    if other.fact("retreats") != preferred.fact("retreats"):
        yield f"retreats open: {_refuges(other.fact('retreats'))}"


def _refuges(retreats: Mapping[str, str]) -> str:
    return ", ".join(f"{at} to {places or 'nowhere'}" for at, places in retreats.items()) or "none"


def _result(case: Case) -> str:
    """What came of a case: who moved, who was driven out, in the last phase of it."""
    return "; ".join(said for rows in case.phases for said in _said(rows)) or "nothing moves"


def _said(rows: Rows) -> Iterator[str]:
    for row in rows:
        if row.status.startswith(("moved", "retreated", "built", "disbanded")):
            yield row.line
        elif "; dislodged" in row.status:
            yield f"{_unit(row)} dislodged"
        elif row.status.startswith(("removed", "collided", "no retreat")) or " R " in row.line:
            yield f"{_unit(row)} removed"


def _unit(row: Row) -> str:
    return " ".join(row.line.split()[:2])


def _not_run() -> str:
    head = [["Issue", "Choice", "Cases", "Why not"], ["---"] * 4]
    rows = [[choice[key] for key in ("issue", "what", "cases", "why")] for choice in CONTENTS["choice"]]
    lines = [
        "## What is not run",
        "",
        "Every case is run. Of the choices that chapter 4 of the DATC leaves open, these no book of ours makes:",
        "",
        *(f"| {' | '.join(row)} |" for row in [*head, *rows]),
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    write()
