"""What the pages of a record say: facts, values, lines of orders, the words that fill them.

All values are frozen; results and scores are not among them, for they are worked out again, and of positions
only those of another judge.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from json import JSONDecodeError, JSONDecoder
from typing import Any

from judge.game.mastery.messages import MasterAct
from judge.game.messages import tag_of
from judge.game.phases.messages import CloseReason, Ending
from judge.game.settings import Language, PlayingStrength, Settings
from judge.game.state import Game
from judge.game.war.messages import WarEvent
from judge.languages import FALLBACK, LANGUAGES
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_verdict
from judge.reports.board_tables import retreat_lines
from judge.reports.language import phrasebook, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.phrasing import Phrasing, neutral_notation
from judge.reports.verdict_sentences import reason_in_words, wants_reason
from judge.rules.board import Power
from judge.rules.corrections import Correction
from judge.rules.orders import Order
from judge.rules.verdicts import Carried, Judgement, Verdict, Waived
from judge.rules.war.scouts import ScoutOrder
from judge.store.event_json import as_json, from_json

# --- the foot of every page: language and notation, the hash of the page before, the hash of the page


FORMAT = 2
"""The number of the format written here; in 1 nothing was said of convoys that were not used."""

NO_PAGE = "0" * 64
"""Stands in the first page for the hash of the page before."""

_FOOT = re.compile(r"record (\d+) ([a-z]{2}) (\S+)\nbefore  ([0-9a-f]{64})\nSHA-256 ([0-9a-f]{64})\n\Z")

_ANY_HASH = re.compile(r"^(before  |SHA-256 )[0-9a-f]{64}$", re.MULTILINE)


@dataclass(frozen=True)
class PageForm:
    """The language and the notation of a page, both by their names, and the number of its format."""

    language: Language
    notation: str
    number: int = FORMAT


@dataclass(frozen=True)
class Seal:
    """The foot of a page as it was read: ``before`` is the hash of the page before, ``own`` that of the page."""

    form: PageForm
    before: str
    own: str


class NoSealError(Exception):
    """A page has no foot of a format that is known; ``is_former`` when it may be a page from before there were any."""

    def __init__(self, *, is_former: bool) -> None:
        super().__init__()
        self.is_former = is_former


def usual_form(game: Game) -> PageForm:
    """The form of the pages in a game's folder: the language of the master, the neutral notation of the board."""
    return PageForm(game.people[game.master].language, neutral_notation(game.board).name)


def sealed(body: str, form: PageForm, before: str) -> str:
    """Return a page with its foot; its hash is that of all bytes above the last line."""
    text = f"{body}\nrecord {form.number} {form.language} {form.notation}\nbefore  {before}\n"
    return f"{text}SHA-256 {sha256(text.encode()).hexdigest()}\n"


def read_seal(text: str) -> Seal:
    """Return the foot of a page; NoSealError where there is none that is known."""
    found = _FOOT.search(text)
    if found is None or not 0 < int(found[1]) <= FORMAT:
        raise NoSealError(is_former=not _ANY_HASH.search(text))
    return Seal(_form(found), found[4], found[5])


def is_intact(text: str, before: str) -> bool:
    """Whether a page bears the hash of its own text, and ``before`` as that of the page before."""
    found = _FOOT.search(text)
    form = read_form(text)
    return found is not None and form is not None and found[4] == before and sealed(body_of(text), form, before) == text


def read_form(text: str) -> PageForm | None:
    """Return the form of a page; None where it has no foot that is known."""
    found = _FOOT.search(text)
    return _form(found) if found else None


def _form(foot: re.Match[str]) -> PageForm:
    return PageForm(foot[2] if foot[2] in LANGUAGES else FALLBACK, foot[3], int(foot[1]))


def body_of(text: str) -> str:
    """Return a page without its foot."""
    found = _FOOT.search(text)
    return text[: found.start() - 1] if found else text


# --- what the pages of a record say that does not follow from anything else; the rest follows by the rules


@dataclass(frozen=True)
class TextFact:
    """What somebody wrote; ``author`` is the line above it, as it stands on the page."""

    author: str
    text: str


@dataclass(frozen=True)
class Named:
    """What a page names one by one, though it need not: settings that are as usual, choices of the rule book.

    ``choices`` is None for all that there are. Pages from before a setting or a choice existed do not name it.
    """

    settings: frozenset[str] = frozenset()
    choices: frozenset[str] | None = None


@dataclass(frozen=True)
class OpeningFacts:
    """The opening: the settings without the text of a board of somebody's own; ``seed`` is empty while it is secret.

    ``master_plays`` is what the page says of a master who plays, as in ``GameStarted``, powers by their names there.
    """

    settings: Settings
    seed: str
    started: datetime
    deadline: datetime
    named: Named
    master_plays: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PhaseFacts:
    """A closed phase: the orders as they were judged, of scouts too; ``deadline`` is the next one, None at the end.

    ``clockwork`` are the powers whose orders clockwork players gave, ``salts`` those of the fingerprints of orders.
    ``log`` is what stands for all events before in the fingerprint of the game, empty where the page has none; ``acts``
    the lines of public acts in it, None on older pages.
    """

    closed: datetime
    because: CloseReason
    orders: Mapping[Power, tuple[Order, ...]]
    errands: Mapping[Power, tuple[ScoutOrder, ...]]
    deadline: datetime | None
    press: tuple[TextFact, ...]
    clockwork: Mapping[Power, PlayingStrength]
    salts: Mapping[Power, str]
    log: str = ""
    acts: tuple[str, ...] | None = None


@dataclass(frozen=True)
class JoiningFacts:
    """A power joined a seat by lot."""

    at: datetime


@dataclass(frozen=True)
class AgreementFacts:
    """All other players, or the operator, agreed to an act of the master, who plays.

    ``back_to`` is the number of the page before which the game goes back, 0 where the page tells none.
    """

    at: datetime
    number: int
    act: MasterAct
    by_operator: bool = False
    back_to: int = 0


@dataclass(frozen=True)
class CorrectionFacts:
    """The master corrected the position."""

    at: datetime
    corrections: tuple[Correction, ...]
    reason: str


@dataclass(frozen=True)
class TakeoverFacts:
    """Another judge had a position, from which the game goes on; ``position`` is in the words of ``positions_json``."""

    at: datetime
    position: Mapping[str, object]
    deadline: datetime


@dataclass(frozen=True)
class WarFacts:
    """Something was decided in a war; the position in ``event`` is the one before it, and nobody decided it."""

    at: datetime
    event: WarEvent


@dataclass(frozen=True)
class SettingsFacts:
    """The master changed settings; ``changed`` are the new ones by name, as JSON."""

    at: datetime
    changed: Mapping[str, object]
    named: Named


@dataclass(frozen=True)
class RollbackFacts:
    """The master went back to before a phase closed; ``undone`` are the numbers of the pages that count no longer."""

    at: datetime
    undone: tuple[int, ...]
    deadline: datetime


@dataclass(frozen=True)
class EndingFacts:
    """The end: the seed, empty where the opening told it; the diaries."""

    ended: datetime
    ending: Ending
    winners: tuple[Power, ...]
    reason: str
    seed: str
    notes: tuple[TextFact, ...]


PageFacts = (
    OpeningFacts
    | PhaseFacts
    | JoiningFacts
    | AgreementFacts
    | CorrectionFacts
    | TakeoverFacts
    | WarFacts
    | SettingsFacts
    | RollbackFacts
    | EndingFacts
)


# --- the words that writer and reader of the record share: what one fills in, the other takes apart


_FIELD = re.compile(r"\{(\w+)\}")
_FINGERPRINT = re.compile(r"  (\S.*?) +([0-9a-f-]{34})  ([0-9a-fs][0-9a-f]{15})")
_LOG = re.compile(r"  log   ([0-9a-f]{64})")
_MOMENT = "%Y-%m-%d %H:%M UTC"
_MOMENT_READ = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"


def moment_in_utc(moment: datetime) -> str:
    """Return a moment as the record writes it, to the minute: ``2026-01-12 20:00 UTC``."""
    return moment.astimezone(UTC).strftime(_MOMENT)


def read_moment(text: str) -> datetime:
    """Return the moment that the record wrote; ValueError when it is none."""
    return datetime.strptime(text, _MOMENT).replace(tzinfo=UTC)


def read_fingerprint_line(text: str) -> tuple[str, str, str]:
    """Return power, fingerprint and salt of the line of a fingerprint; nothing where it is no such line."""
    found = _FINGERPRINT.fullmatch(text)
    return (found[1], found[2], found[3]) if found else ("", "", "")


def log_line(log: str) -> str:
    """Return the line of what stands for all events before in the fingerprint of the game."""
    return f"  log   {log}"


def read_log_line(text: str) -> str:
    """Return what stands there for all events before; nothing where it is no such line."""
    found = _LOG.fullmatch(text)
    return found[1] if found else ""


def unsay(
    language: Language, key: str, text: str, as_read: Callable[[str], str] = lambda sentence: sentence
) -> Mapping[str, str] | None:
    """Return the facts of a sentence, the inverse of ``say``; None where the text is not that sentence.

    ``as_read`` is what becomes of a sentence on its way to the reader of the text: other spaces, another apostrophe.
    """
    found = _pattern(as_read(phrasebook(language).sentences[key])).fullmatch(text)
    return found.groupdict() if found else None


@lru_cache
def _pattern(sentence: str) -> re.Pattern[str]:
    seen = set[str]()
    parts: list[str] = []
    for number, part in enumerate(_FIELD.split(sentence)):
        if number % 2 == 0:
            parts.append(re.escape(part))
        else:
            any_text = _MOMENT_READ if part == "at" else ".*?"
            parts.append(f"(?P={part})" if part in seen else f"(?P<{part}>{any_text})")
            seen.add(part)
    return re.compile("".join(parts), re.DOTALL)


# --- values of the record that a program must read back whole: settings a line each, an act of the master a line


_VALUE_INDENT, _FURTHER = "  ", "      "
_ENTRY = re.compile(r"  (\S+) = (.*)")


# --- a table: a value a line, `votes.draws = "dias"`


def table_lines(table: Mapping[str, Any]) -> list[str]:
    """Return the lines of a table of JSON values; tables in it are named with dots, long lines go on below."""
    return [_line(f"{key} =", json.dumps(value, ensure_ascii=False)) for key, value in flat_table(table)]


def _line(first: str, rest: str) -> str:
    return hanging_indent(f"{_VALUE_INDENT}{first}", rest.split(" "), len(_VALUE_INDENT) + len(first) + 1).replace(
        "\n" + " " * (len(_VALUE_INDENT) + len(first) + 1), f"\n{_FURTHER}"
    )


def whole_lines(lines: Iterable[str]) -> list[str]:
    """Return lines as they were before they were wrapped."""
    whole: list[str] = []
    for line in lines:
        if whole and line.startswith(_FURTHER):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    return whole


def flat_table(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a table by their dotted names."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from flat_table(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def read_table(lines: Iterable[str]) -> dict[str, Any]:
    """Return the table that ``table_lines`` wrote; ValueError names the line that is none of a table."""
    table: dict[str, Any] = {}
    for line in whole_lines(lines):
        found = _ENTRY.fullmatch(line)
        if found is None:
            raise ValueError(line.strip())
        *path, last = found[1].split(".")
        inner = table
        for name in path:
            inner = inner.setdefault(name, {})
        inner[last] = json.loads(found[2])
    return table


def with_changes(table: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with some of its values changed, those of tables in it one by one."""
    return {**table, **{key: _changed(table.get(key), value) for key, value in changes.items()}}


def _changed(value: Any, change: Any) -> Any:
    return with_changes(value, change) if isinstance(value, Mapping) and isinstance(change, Mapping) else change


# --- a value in a line: `give-centre centre="BEL" to="FRANCE"`


def value_line(value: Any, leave_out: frozenset[str] = frozenset()) -> str:
    """Return a dataclass as a line: its class in small letters, its fields as JSON but those to ``leave_out``."""
    fields = as_json(value)
    told = (f"{key}={json.dumps(one, ensure_ascii=False)}" for key, one in fields.items() if key not in leave_out)
    return _line(tag_of(value.__class__), " ".join(told))


def read_value_line(line: str, kinds: Iterable[type], **filled_in: Any) -> Any:
    """Return the value of one of these classes that ``value_line`` wrote; ValueError where there is none.

    ``filled_in`` are the fields that were left out, as far as the class has them.
    """
    tag, _, rest = line.partition(" ")
    kind = next((one for one in kinds if tag_of(one) == tag), None)
    if kind is None:
        raise ValueError(tag)
    fields: dict[str, Any] = {}
    while rest:
        name, _, rest = rest.partition("=")
        try:
            fields[name], end = JSONDecoder().raw_decode(rest)
        except JSONDecodeError:
            raise ValueError(rest) from None
        rest = rest[end:].removeprefix(" ")
    left_out = {one.name for one in dataclass_fields(kind)} & filled_in.keys()
    return from_json({**fields, **{name: as_json(filled_in[name]) for name in left_out}}, kind)


# --- the lines of orders with their results: written for the record, read back as the orders that were given


_INDENT, _WHY = "  ", "      "
_WITHOUT_ORDER = ("unordered", "unread", "unanswered", "no_retreat_order", "by_default")
"""The marks that say that there was no order; two of them stand in letters to its player alone."""


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


def notation_of(form: PageForm) -> Notation:
    """Return the notation of a page; pages of the first format do not tell whose a unit is that an order helps."""
    notation = load_notation(form.notation)
    return notation if form.number > 1 or not notation.foreign else _of_no_nationality(notation)


@lru_cache
def _of_no_nationality(notation: Notation) -> Notation:
    return replace(notation, foreign={})


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
