"""The lines of orders with their results: written for the record, read back as the orders that were given."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from judge.game.settings import Language
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_verdict
from judge.record.seal import PageForm
from judge.reports.board_tables import retreat_lines
from judge.reports.language import say
from judge.reports.layout import no_wrap
from judge.reports.phrasing import Phrasing
from judge.reports.verdict_sentences import reason_in_words, wants_reason
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.verdicts import Carried, Judgement, Verdict, Waived

_INDENT, _WHY = "  ", "      "
_WITHOUT_ORDER = ("unordered", "no_retreat_order", "by_default")
"""The marks that say that there was no order."""


class UnreadableOrderError(Exception):
    """A line that is no order with its result."""


def order_lines(judgement: Judgement, power: Power, phrasing: Phrasing, form: PageForm) -> Iterator[str]:
    """Yield the orders of a power with their results, each with its reason below, as pages of that form have them."""
    judgement = judgement if form.number > 1 else _with_convoys_used(judgement)
    for verdict in judgement.verdicts[power]:
        text = no_wrap(write_verdict(verdict, phrasing.position, phrasing.board, phrasing.notation, phrasing.language))
        if verdict.order is None and not _says_unordered(text, phrasing.notation, phrasing.language):
            text += f" ({say(phrasing.language, 'record.unordered')})"
        yield _INDENT + text
        if wants_reason(verdict):
            why = reason_in_words(verdict, phrasing)
            yield _WHY + (why if form.number > 1 else _with_number_in_digits(why, verdict))


def retreats_of_page(judgement: Judgement, before: Phrasing, after: Phrasing, form: PageForm) -> Sequence[str]:
    """Return a sentence for each dislodged unit; in the words of no book, as pages of that form have them."""
    lines = retreat_lines(judgement, before, after, load_notation("standard").marks[before.language]["destroyed"])
    return lines if form.number > 1 else [_with_two_prepositions(line) for line in lines]


def _with_two_prepositions(line: str) -> str:
    """A sentence on a unit without hit points as French pages of the first format have it."""
    return line.replace("l'attaque venue d", "l'attaque venue de d") if "n'a plus de PV" in line else line


def _with_convoys_used(judgement: Judgement) -> Judgement:
    """A judgement in the words of pages in which nothing is said of convoys that were not used."""
    told = {
        power: tuple(replace(one, reason=Carried()) if one.is_unused else one for one in verdicts)
        for power, verdicts in judgement.verdicts.items()
    }
    return replace(judgement, verdicts=told)


def _with_number_in_digits(why: str, verdict: Verdict) -> str:
    """A reason as pages of the first format have it: builds that nobody ordered begin with their number in digits."""
    match verdict.reason:
        case Waived(count, by_order=False):
            return f"{count} {why.partition(' ')[2]}"
        case _:
            return why


def is_reason(line: str) -> bool:
    """Whether a line is of the reason below an order."""
    return line.startswith(_WHY)


def read_order_lines(lines: Sequence[str], power: Power, phrasing: Phrasing) -> tuple[Order, ...]:
    """Return the orders that were given.

    UnreadableOrderError with the line that cannot be read.
    """
    orders: list[Order] = []
    for line in lines:
        if is_reason(line):
            continue
        text, marks = _without_marks(line.strip(), phrasing.notation, phrasing.language)
        order = _read(text, power, phrasing)
        if not _is_of_nobody(marks, phrasing.notation.marks[phrasing.language], phrasing.language):
            orders.append(order)
    return tuple(orders)


def _read(text: str, power: Power, phrasing: Phrasing) -> Order:
    for written in dict.fromkeys((_with_signs_of_orders(text, phrasing.notation), text)):
        order = read_order(written, phrasing.position, phrasing.board, power, phrasing.notation)
        if not isinstance(order, Misread):
            return order
    raise UnreadableOrderError(text)


_ROLES = {"moved": "move", "stopped": "move", "cut": "support", "broken": "convoy"}
"""The sign of an order for which each sign of a report stands."""


def _with_signs_of_orders(text: str, notation: Notation) -> str:
    """Return an order with the signs of an order in place of those of the convention's reports (000 IX to XIII)."""
    for sign, role in _ROLES.items():
        if sign in notation.report:
            text = text.replace(f" {notation.report[sign]} ", f" {notation.signs[role]} ", 1)
    return text


# --- the marks behind an order


@lru_cache
def _known_marks(notation: Notation, language: Language) -> frozenset[str]:
    return frozenset({*notation.marks[language].values(), say(language, "record.unordered")} - {""})


def _without_marks(text: str, notation: Notation, language: Language) -> tuple[str, frozenset[str]]:
    """Return an order without the marks in brackets behind it, and these."""
    found: set[str] = set()
    while text.endswith(")"):
        order, _, bracket = text.rpartition(" (")
        marks = {*bracket.removesuffix(")").split(", ")}
        if not order or not marks <= _known_marks(notation, language):
            break
        found |= marks
        text = order
    return text, frozenset(found)


def _says_unordered(text: str, notation: Notation, language: Language) -> bool:
    marks = _without_marks(text.replace("\ue000", " "), notation, language)[1]
    return _is_of_nobody(marks, notation.marks[language], language)


def _is_of_nobody(marks: frozenset[str], words: object, language: Language) -> bool:
    assert isinstance(words, dict)
    return bool(marks & {say(language, "record.unordered"), *(words[one] for one in _WITHOUT_ORDER if words[one])})
