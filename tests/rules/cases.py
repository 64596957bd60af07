"""Cases kept as data, read from their files: a position, what is written phase by phase, what becomes of each line.

A case is a ``[[case]]`` of a TOML file. ``orders`` holds lines such as ``F WAL - ENG | moved 2:1 against ENG`` under
the name of their power: the line as written, then the verdict as ``sayings`` has it. A unit alone is one without an
order (``no order``, or ``stays`` where there is nothing to say); ``nothing | not built 1`` is what was left undone.

The lines also place the units; ``stands`` places one otherwise than its line says, ``strengths`` are those that are
not 1, ``health`` the hit points of units that have lost some. ``phase`` is the first one, ``centres`` who owns what in
it, ``dislodged`` who must retreat in it. ``then`` holds what is written in the phases that follow, ``retreats`` where
the units driven out first may go. ``after`` is the phase in the end, ``owned`` who owns what then, ``coasts`` are the
fleets that stand on one of several; ``ends`` says how the game ends in its ``last_year``. ``board`` is where it is
played, on the standard board where nothing is said.

``otherwise`` holds what comes out differently under some ``books``; without ``books`` a case holds for all.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from judge.rules.board import Power
from judge.rules.rulebook import rulebook_names

LEFT_ALONE = ("no order", "stays", "no retreat ordered", "nowhere to go", "removed at", "not built")
"""What is said of a unit, or of a build, that nobody spoke of."""


@dataclass(frozen=True)
class Row:
    """One line of a power, and what becomes of it."""

    power: Power
    line: str
    status: str

    @property
    def is_order(self) -> bool:
        """Whether the line is an order, not just a unit."""
        return not self.status.startswith(LEFT_ALONE)


Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Case:
    """One case under one book; ``str`` is an id to find it by."""

    facts: Mapping[str, Any]
    book: str

    def __str__(self) -> str:
        return f"{self.name}[{self.book}]"

    @property
    def name(self) -> str:
        """``6.F.14-simple-convoy-paradox``."""
        words = re.sub(r"\W+", "-", self.facts["title"].lower().replace("'", "")).strip("-")
        return f"{self.facts['number']}-{words}"

    @cached_property
    def phases(self) -> Sequence[Rows]:
        """What is written in each phase, with what becomes of it under the book."""
        written = (self.facts["orders"], *self.facts.get("then", ()))
        changes = (self._otherwise.get("orders", ""), *self._otherwise.get("then", ()))
        return [
            _changed(rows_of(text), rows_of(change)) for text, change in zip_longest(written, changes, fillvalue="")
        ]

    def fact(self, key: str) -> Any:
        """One of the facts of the case as it is under the book, None where nothing is said."""
        return self._otherwise.get(key, self.facts.get(key))

    @cached_property
    def _otherwise(self) -> Mapping[str, Any]:
        return next((other for other in self.facts.get("otherwise", ()) if self.book in other["books"].split()), {})


def facts_in(files: Iterable[Path]) -> Iterator[Mapping[str, Any]]:
    """The tables of every case of some files, in the order of their names."""
    for file in sorted(files):
        yield from tomllib.loads(file.read_text(encoding="utf-8"))["case"]


def cases(files: Iterable[Path]) -> tuple[Case, ...]:
    """Every case of some files, once for each book it speaks of."""
    return tuple(case for facts in facts_in(files) for case in under_each_book(facts))


def under_each_book(facts: Mapping[str, Any]) -> tuple[Case, ...]:
    """One case under each of its books."""
    books = facts["books"].split() if "books" in facts else rulebook_names()
    return tuple(Case(facts, book) for book in books)


def rows_of(text: str) -> Rows:
    """The lines of one phase, each under the name of its power: a line without a verdict."""
    rows: list[Row] = []
    power = Power("")
    for line in text.strip().splitlines():
        written, bar, status = line.partition("|")
        if bar:
            rows.append(Row(power, written.strip(), status.strip()))
        else:
            power = Power(line.strip())
    return tuple(rows)


def _changed(rows: Rows, changes: Rows) -> Rows:
    """The rows with another verdict on some lines, all of which must be there."""
    fates = {row.line: row.status for row in changes}
    missing = fates.keys() - {row.line for row in rows}
    if missing:
        raise ValueError(missing)
    return tuple(replace(row, status=fates.get(row.line, row.status)) for row in rows)
