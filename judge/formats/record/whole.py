"""The whole record of a game: its index, its pages, its zip file."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from judge.formats.record.facts import NO_PAGE, PageForm, is_intact, moment_in_utc, read_seal, sealed, unsay, usual_form
from judge.formats.record.pages import PageWriter, RecordPage, is_kept_back, page_of, pages_of, public_events
from judge.game.apply import fold_events
from judge.game.deadlines.deadline import Absence
from judge.game.deadlines.rules import reserves_taken
from judge.game.figures import Figures
from judge.game.folded_log import FoldedLog
from judge.game.messages import Event
from judge.game.orders.messages import AdvanceKept, Wish
from judge.game.people.messages import Person
from judge.game.phases.messages import Misses
from judge.game.press.messages import DiaryWritten
from judge.game.seats.messages import GameOpened, GameStarted
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.reports.board_tables import centre_charts, chart_title
from judge.reports.ending import score_table
from judge.reports.own_texts import texts_of_records
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.war.scouts import ScoutOrder
from judge.store.event_json import UNREADABLE, as_json, from_json
from judge.system.files import PROGRAM

# --- the index of a record: what it is of, its pages in order with their hashes, centres by years, how it ended


INDEX = "index.txt"


@dataclass(frozen=True)
class IndexEntry:
    """A page in the index: its file, its hash, whether it counts no longer."""

    name: str
    own: str
    undone: bool = False


_FORMER_TITLE = "\u00a0: les archives"
"""What stood behind the name of the game in French indexes once."""


@texts_of_records()
def index_text(
    game: Game, started: datetime | None, entries: Sequence[IndexEntry], form: PageForm, title: str = ""
) -> str:
    """Return the index of a game with its foot; ``started`` is None where its pages are kept back.

    ``title`` is the one that an older index has.
    """
    writer = PageWriter(game, form)
    body = page_of(
        title or writer.say("record.index", game=game.name),
        writer.say("record.kept_back") if started is None else _facts(writer, started),
        writer.ended(game.ended) if game.ended and started else "",
        *_tables(writer, game if started else None),
        *((writer.say("heading.pages"), "\n".join(_entry_lines(writer, entries))) if entries else ()),
        writer.say("record.how_to_check"),
    )
    return sealed(body, form, entries[-1].own if entries else NO_PAGE)


def _facts(writer: PageWriter, started: datetime) -> str:
    settings = writer.game.settings
    return writer.say(
        "record.game_on_board", rulebook=settings.rulebook, board=settings.board, at=moment_in_utc(started)
    )


def _tables(writer: PageWriter, game: Game | None) -> Iterator[str]:
    """Yield scores and centres by years."""
    if game is None:
        return
    language = writer.form.language
    if game.ended and game.ended.scores:
        yield writer.say("heading.scores")
        yield score_table(game.ended, {power: names[language] for power, names in game.board.powers.items()})
    charts = centre_charts(game.centre_history, game.board, language)
    if charts:
        yield chart_title(game.board, language)
        yield from charts


def _entry_lines(writer: PageWriter, entries: Iterable[IndexEntry]) -> Iterator[str]:
    for one in entries:
        undone = writer.say("record.page_undone", name=one.name)
        yield f"  {undone if one.undone else one.name}"
        yield f"    {one.own}"


def read_name(text: str, form: PageForm) -> str:
    """Return the name of the game of an index; empty where its first line is no title."""
    first = text.partition("\n")[0]
    title = unsay(form.language, "record.index", first)
    return title["game"] if title else first.removesuffix(_FORMER_TITLE) if has_former_title(text, form) else ""


def has_former_title(text: str, form: PageForm) -> bool:
    """Whether an index bears the title that French indexes bore once."""
    return form.language == "fr" and text.partition("\n")[0].endswith(_FORMER_TITLE)


_ENTRY = re.compile(r"^  (\d{3}-\S+?\.txt)(,.*)?\n    ([0-9a-f]{64})$", re.MULTILINE)


def read_index(text: str) -> tuple[IndexEntry, ...]:
    """Return the pages that an index lists, in their order."""
    return tuple(IndexEntry(name, own, undone=bool(mark)) for name, mark, own in _ENTRY.findall(text))


@texts_of_records()
def read_started(text: str, form: PageForm) -> str | None:
    """Return when the game of an index started, as it stands there."""
    found = (unsay(form.language, "record.game_on_board", " ".join(one.split("\n"))) for one in text.split("\n\n"))
    return next((facts["at"] for facts in found if facts), None)


# --- the whole record of a game, made from its log


@texts_of_records()
def record_of(
    events: Sequence[Event], form: PageForm | None = None, standing: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Return the whole record of a game by file name: its index, its pages, the file of a board of somebody's own.

    All pages are in ``form``; by default each is in the language that the master read then. Empty where there are no
    pages. While what happens is hidden from players, the index alone; if such a game was over once and is open again,
    the record as it was then. A page never changes: those that are ``standing`` already, intact and in their place, are
    taken as they are, though the judge would have other words for them by now.
    """
    public = public_events(events)
    game = fold_events(public)
    if game is None or game.position is None or game.settings.practice:
        return {}
    if is_kept_back(game):
        return {INDEX: index_text(game, None, (), form or usual_form(game))}
    texts = dict(_own_board(public))
    entries: list[IndexEntry] = []
    for page in pages_of(FoldedLog(), public):
        stands = standing.get(page.name, "")
        texts[page.name] = stands if is_intact(stands, hash_of_last(entries)) else sealed_page(page, entries, form)
        entries.append(IndexEntry(page.name, read_seal(texts[page.name]).own, page.undone))
    started = next(event.at for event in public if isinstance(event, GameStarted))
    return {INDEX: index_text(game, started, entries, form or usual_form(game)), **texts}


@texts_of_records()
def sealed_page(page: RecordPage, before: Sequence[IndexEntry], form: PageForm | None = None) -> str:
    """Return a page with its foot, behind those that an index lists."""
    used = form or page.form
    return sealed(page.write(used), used, hash_of_last(before))


def hash_of_last(entries: Sequence[IndexEntry]) -> str:
    """Return the hash of the last page that an index lists, zeros where it lists none."""
    return entries[-1].own if entries else NO_PAGE


def standing_pages(folder: Path) -> dict[str, str]:
    """Return the pages that lie in a folder by the names of their files."""
    return {path.name: path.read_bytes().decode("utf-8", errors="replace") for path in folder.glob("[0-9]*-*.txt")}


def _own_board(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """The file of the board, where it is not packaged with the judge."""
    opened = events[0]
    if isinstance(opened, GameOpened) and opened.settings.board_text:
        yield f"{opened.settings.board}.toml", opened.settings.board_text


# --- the pages of a record as one zip file


_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can tell; with one hour for every page the same pages are the same bytes."""

_UNIX = 3
_READABLE = 0o100644 << 16


def zipped(folder: str, texts: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file with the pages, by file name, in one folder; the same pages always give the same bytes."""
    found = BytesIO()
    with ZipFile(found, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, text in texts.items():
            page = ZipInfo(f"{folder}/{name}", _BEGINNING)
            page.create_system, page.external_attr, page.compress_type = _UNIX, _READABLE, ZIP_DEFLATED
            file.writestr(page, text)
    return found.getvalue()


# --- what the pages of a running game may not tell, for another judge to go on with: people, seats, open orders, time


FORMAT = 1
"""The number of the format written here."""


class NoPrivatePartError(Exception):
    """A text is no private part of a game; the message says what is wrong with it."""


@dataclass(frozen=True)
class PrivatePart:
    """What the pages up to the one with the hash ``last_page`` do not tell.

    ``people`` are master, players, stand-bys and observers, without the secrets of their reply addresses. ``seed`` is
    that of the lots, ``deadline`` None where none runs, ``reserves`` are the days taken of them.
    ``stays`` says in lines what is not in it.
    """

    game: GameName
    last_page: str
    seed: str
    master: Address
    people: tuple[Person, ...]
    seats: Mapping[Power, Address]
    standbys: tuple[Address, ...] = ()
    observers: tuple[Address, ...] = ()
    deadline: datetime | None = None
    paused: bool = False
    orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    errands: Mapping[Power, tuple[ScoutOrder, ...]] = field(default_factory=dict)
    advance: tuple[AdvanceKept, ...] = ()
    wishes: Mapping[Power, tuple[Wish, ...]] = field(default_factory=dict)
    notes: tuple[DiaryWritten, ...] = ()
    absences: Mapping[Address, tuple[Absence, ...]] = field(default_factory=dict)
    figures: Mapping[Address, Figures] = field(default_factory=dict)
    misses: Mapping[Address, Misses] = field(default_factory=dict)
    reserves: Mapping[Power, int] = field(default_factory=dict)
    stays: tuple[str, ...] = ()


def private_part_of(folded: FoldedLog, log: Sequence[Event], last_page: str) -> PrivatePart:
    """Return the private part of a game that has begun; ``last_page`` is the hash of the last page of its record."""
    game = folded.game
    assert game is not None
    known = dict.fromkeys((game.master, *game.seats.values(), *game.standbys, *game.observers))
    is_open = game.open_position is not None
    return PrivatePart(
        game=game.name,
        last_page=last_page,
        seed=game.seed,
        master=game.master,
        people=tuple(replace(game.people[one], token=Token("")) for one in known),
        seats=game.seats,
        standbys=game.standbys,
        observers=game.observers,
        deadline=game.deadline.at if game.deadline and is_open else None,
        paused=game.timekeeping.paused is not None,
        orders={power: game.orders_of(power) for power in game.orders} if is_open else {},
        errands={power: game.errands_of(power) for power in game.errands} if is_open else {},
        advance=game.advance,
        wishes={power: kept.wishes for power, kept in game.wished.items()},
        notes=tuple(event for event in log if isinstance(event, DiaryWritten)),
        absences={one: game.absences_of(one) for one in known if game.absences_of(one)},
        figures={
            game.address_of(reader): one
            for reader, one in folded.tally.figures.items()
            if game.address_of(reader) in known
        },
        misses={one: count for one, count in game.misses.items() if one in known},
        reserves=reserves_taken(game),
        stays=tuple(_stays(game)),
    )


def _stays(game: Game) -> Iterator[str]:
    """What is in neither the pages nor the private part."""
    yield "letters between players: they stay with the judge that delivered them"
    if game.press.held or game.press.unread:
        yield "letters that are kept for later, or for the next player of a seat: their writers send them again"
    if game.ballots:
        yield "votes that have not passed: they are cast again"
    for seat, partners in game.members.sharing.partners.items():
        yield f"the further strategists of {seat}: {', '.join(game.addresses_of(partners))} join again (STRATEGIST)"
    if game.held_open:
        yield "that the phase is held open: it closes at its deadline"
    if game.members.applicants:
        yield f"who asks for a seat: {', '.join(game.applicants)}"
    former = game.addresses_of(one for one in game.members.former_players if one not in game.members.seated)
    known = [one for one in former if not one.endswith(".invalid")]  # of a game taken over, whose players nobody named
    if known:
        yield f"who has left a seat, with their reliability: {', '.join(known)}"


def dump_private_part(part: PrivatePart) -> str:
    """Return a private part as JSON, to be read by a person too."""
    return json.dumps({"format": FORMAT, **as_json(part)}, ensure_ascii=False, indent=1) + "\n"


def read_private_part(text: str) -> PrivatePart:
    """Return the private part that ``dump_private_part`` wrote; NoPrivatePartError."""
    try:
        fields = json.loads(text)
    except ValueError as error:
        message = f"it is no JSON: {error}"
        raise NoPrivatePartError(message) from None
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        message = f"it has no “format”: {FORMAT}; “{PROGRAM} archive GAME --for-import FILE” writes one"
        raise NoPrivatePartError(message)
    try:
        part: PrivatePart = from_json(fields, PrivatePart)
    except UNREADABLE as error:
        message = f"{type(error).__name__}: {error}"
        raise NoPrivatePartError(message) from None
    return part
