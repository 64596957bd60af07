"""Movement phases written as text: every order with the verdict expected beside it.

A case is a table of a TOML file: a ``title``, perhaps a ``number``, and ``orders``, lines such as
``F WAL - ENG | moved 2:1 against ENG`` under the name of their power. A line without an order is a unit left without
one. ``otherwise`` holds the lines that come out differently under some ``books``; ``stands`` places a unit on another
coast than its order says; ``retreats`` says where dislodged units may go. Without ``books`` a case holds for all.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.rules.board import Province, Unit
from judge.rules.boardfile import load_board
from judge.rules.movement import Fought, judge_movement
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, Order, SupportHold, SupportMove, province_of
from judge.rules.position import Phase, Position
from judge.rules.rulebooks import load_rulebook, rulebook_names
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Cut,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
)
from tests.rules import plain

SPRING = Phase.parse("S1901M")
STANDARD = load_board("standard")


@dataclass(frozen=True)
class Fight:
    """One case under one book: who stands where, what was ordered, and what is said of each line."""

    name: str
    book: str
    units: Mapping[Province, Unit]
    orders: Mapping[Province, MovementOrder]
    lines: Mapping[Province, str]
    expected: Mapping[str, str]
    retreats: Mapping[str, str] = field(default_factory=dict)

    def fought(self) -> Fought:
        """The phase judged under the book."""
        return judge_movement(STANDARD, load_rulebook(self.book), Position(SPRING, self.units), self.orders)

    def said(self, fought: Fought) -> Mapping[str, str]:
        """What was judged of each line."""
        return {self.lines[at]: said(verdict, self.lines) for at, verdict in fought.verdicts.items()}


def fights(files: Iterable[Path]) -> tuple[Fight, ...]:
    """Every case of some files, once for each book it speaks of."""
    cases = [case for file in sorted(files) for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]]
    every_book = " ".join(rulebook_names())
    return tuple(fight(case, book) for case in cases for book in case.get("books", every_book).split())


def fight(case: Mapping[str, Any], book: str) -> Fight:
    """One case under one book."""
    units: dict[Province, Unit] = {}
    orders: dict[Province, MovementOrder] = {}
    lines: dict[Province, str] = {}
    for power, line in _lines(case["orders"]):
        stands = plain.unit(power, " ".join(line.split()[:2]))
        at = stands.at.province
        units[at], lines[at] = stands, line
        if len(line.split()) > 2:
            orders[at] = movement_order(line)
    moved = [plain.unit(units[at].power, text) for text in case.get("stands", ()) for at in [_province(text)]]
    title = re.sub(r"\W+", "-", case["title"].lower().replace("'", "")).strip("-")
    return Fight(
        name=f"{case['number']}-{title}",
        book=book,
        units=units | {unit.at.province: unit for unit in moved},
        orders=orders,
        lines=lines,
        expected=_expected(case, book),
        retreats=case.get("retreats", {}) | _otherwise(case, book).get("retreats", {}),
    )


def _lines(text: str) -> Iterator[tuple[str, str]]:
    power = ""
    for line in text.strip().splitlines():
        if line.isalpha():
            power = line
        else:
            yield power, line.partition("|")[0].strip()


def _expected(case: Mapping[str, Any], book: str) -> dict[str, str]:
    return _answers(case["orders"]) | _answers(_otherwise(case, book).get("orders", ""))


def _otherwise(case: Mapping[str, Any], book: str) -> Mapping[str, Any]:
    return next((other for other in case.get("otherwise", ()) if book in other["books"].split()), {})


def _answers(text: str) -> dict[str, str]:
    pairs = [line.split("|") for line in text.strip().splitlines() if "|" in line]
    return {order.strip(): answer.strip() for order, answer in pairs}


def _province(text: str) -> Province:
    return plain.location(text.split()[1]).province


def movement_order(line: str) -> MovementOrder:
    """The order of one line."""
    order = plain.order(line)
    assert isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy)
    return order


def said(verdict: Verdict, lines: Mapping[Province, str]) -> str:
    """A verdict as the cases write it; ``lines`` are the orders by province."""
    reason = _said(verdict.reason, lines)
    driven = verdict.dislodged
    return f"{reason}; dislodged {driven.strength}:{driven.against} from {driven.by}" if driven else reason


def _said(reason: Reason, lines: Mapping[Province, str]) -> str:  # noqa: PLR0912
    match reason:
        case Stood(unordered):
            return "no order" if unordered else "held"
        case Moved(strength, against, opposed_by, convoyed_by):
            against_whom = f":{against} against {'+'.join(opposed_by)}" if opposed_by else ""
            return f"moved {strength}{against_whom}{_via(convoyed_by)}"
        case Supported():
            return "supported"
        case Carried(used):
            return "carried" if used else "not used"
        case Bounced(by, strength, against):
            return f"bounced {strength}:{against} by {'+'.join(by)}"
        case HeadToHead(by, strength, against):
            return f"head to head {strength}:{against} with {by}"
        case OwnUnit(unit):
            return f"own unit {unit}"
        case OwnSupport(defender, discounted, strength, against):
            return f"own support {'+'.join(discounted)}, {strength}:{against} against {defender}"
        case Cut(by, dislodged):
            return f"cut by {'+'.join(by)}{' dislodging' if dislodged else ''}"
        case Unmatched(did):
            return f"unmatched by {_line(did, lines)}"
        case NoConvoy():
            return "no convoy"
        case Disrupted(fleets):
            return f"disrupted {'+'.join(fleets)}"
        case Paradox(fleets):
            return f"paradox {'+'.join(fleets)}"
        case Void(why):
            return f"void {why.value}"
        case _:
            raise AssertionError(reason)


def _via(fleets: tuple[Province, ...]) -> str:
    return f" via {'-'.join(fleets)}" if fleets else ""


def _line(order: Order | None, lines: Mapping[Province, str]) -> str:
    at = province_of(order) if order else None
    return lines[at] if at else "no order"
