"""Recorded games, played from their first letter to their last report; what a newcomer reads and looks at meanwhile."""

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from judge.game.folded_log import valid_phases
from judge.game.league import public_hobby, summary_of
from judge.game.messages import Event
from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.game.published import published_game
from judge.game.settings import Language
from judge.game.state import Game
from judge.languages import LANGUAGES
from judge.maps.of_game import ChartView, draw_chart
from judge.maps.picture import draw_map
from judge.maps.view import MapView
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.language import count, say
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name
from judge.reports.phase_facts import board_clauses
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power
from judge.rules.book_text import Citing
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.verdicts import Bounced
from judge.shell.local_game import GAME, Correspondent, LocalGame, open_and_join, start_local_game, text_of
from judge.shell.terminal import terminal_language
from judge.site.frame import fill
from judge.system.files import TYPED_PROGRAM, packaged
from judge.zine.forms import Form, write_form
from judge.zine.issue import IssueContents, Masthead, draft_issue
from judge.zine.sources import told_since

# --- the pictures of a played game: a folder of maps that grows phase by phase, and the page that shows them


@dataclass(frozen=True)
class GalleryPicture:
    """A picture in the folder, the name it is shown under, and what happened in it, if anything is told."""

    file: str
    name: str
    text: str = ""


@dataclass
class Gallery:
    """The maps of one game in ``folder``, which is made; ``index.html`` shows the newest first until the game is over.

    While it is not, the page asks its browser every second to be read again.
    """

    folder: Path
    title: str
    language: Language
    _pictures: list[GalleryPicture] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the folder and an empty page, so that it can be opened before the first phase is over."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write_page(is_over=False)

    @property
    def page(self) -> Path:
        """The page to be opened in a browser."""
        return self.folder / "index.html"

    def add_phase(self, game: Game, event: PhaseClosed, text: str) -> None:
        """Draw a phase with its orders; ``text`` is what happened in it."""
        phrasing = phrasing_of(game, event, self.language)
        file = f"{event.number:03}-{event.before.phase}.svg"
        drawn = draw_map(MapView(phrasing, str(game.name), event.judgement))
        name = phase_name(event.before.phase, game.board.phase_names, self.language)
        self._add(GalleryPicture(file, f"{name[:1].upper()}{name[1:]}", text), drawn)

    def close(self, game: Game) -> None:
        """Draw the centres by years; the page shows the whole game from its beginning and is not read again."""
        board = game.board_at(game.stands_at)
        phrasing = Phrasing(self.language, load_notation("standard"), board, game.stands_at)
        chart = draw_chart(ChartView(phrasing, game.centre_history, str(game.name)))
        self._add(GalleryPicture("centres.svg", say(self.language, "chart.name")), chart)
        self._write_page(is_over=True)

    def add_file(self, name: str, drawn: bytes) -> Path:
        """Write a picture beside the maps, and return where it lies; the page does not show it."""
        (self.folder / name).write_bytes(drawn)
        return self.folder / name

    def _add(self, picture: GalleryPicture, drawn: str) -> None:
        (self.folder / picture.file).write_text(drawn, encoding="utf-8")
        self._pictures.append(picture)
        self._write_page(is_over=False)

    def _write_page(self, *, is_over: bool) -> None:
        shown: Sequence[GalleryPicture] = self._pictures if is_over else self._pictures[::-1]
        page = fill("played_game.html", title=self.title, language=self.language, pictures=shown, is_over=is_over)
        self.page.write_text(page, encoding="utf-8")


def phrasing_of(game: Game, event: PhaseClosed, language: Language) -> Phrasing:
    """Return the phrasing that tells of a closed phase, in the standard notation."""
    return Phrasing(language, load_notation("standard"), game.board_at(event.before), event.before)


# --- what a newcomer reads on the terminal while a recorded game is played


_PHASE_WIDTH = 26
"""Columns for the names of phases, behind which stands what happened."""

_WIDTH = 120
"""Columns of a line where no terminal says how wide it is."""

_SHOWN_HEADERS = ("From", "To", "Subject", "Date")


@dataclass(frozen=True)
class Screen:
    """Writes to ``console`` in ``language``; on a terminal the course of the game is shown below."""

    console: Console
    language: Language

    def say(self, key: str, **facts: object) -> None:
        """Write one sentence."""
        self.write(say(self.language, key, **facts))

    def count(self, key: str, n: int, **facts: object) -> str:
        """Return one clause in the form that goes with a number."""
        return count(self.language, key, n, **facts)

    def write(self, text: str) -> None:
        """Write lines as they are."""
        self.console.print(Text(plain_spaces(text)), soft_wrap=True)

    @contextmanager
    def progress(self, total: int) -> Iterator[Progress]:
        """Show how many of so many phases are over, while a terminal is there to show it."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as shown:
            shown.add_task("", total=total)
            yield shown

    def phase(self, game: Game, event: PhaseClosed) -> str:
        """Write one line on a closed phase; return what happened in it."""
        name = phase_name(event.before.phase, game.board.phase_names, self.language)
        clauses = board_clauses(event, phrasing_of(game, event, self.language))
        happened = plain_spaces(say(self.language, "words.semicolon").join(clauses))
        line = Text(f"  {name:<{_PHASE_WIDTH}}", style="bold").append(Text(happened, style="not bold"))
        line.truncate(self.console.width if self.console.is_terminal else _WIDTH, overflow="ellipsis")
        self.console.print(line, soft_wrap=True)
        return f"{happened[:1].upper()}{happened[1:]}."

    def letter(self, letter: EmailMessage) -> None:
        """Write a letter as a mail program shows it."""
        headers = "\n".join(f"{name}: {str(letter[name]).strip()}" for name in _SHOWN_HEADERS)
        text = "\n".join(f"  | {line}".rstrip() for line in f"{headers}\n\n{text_of(letter)}".splitlines())
        self.write(f"{text}\n")

    def differences(self, differences: Sequence[str]) -> None:
        """Write where the judge and the record differ."""
        self.say("play.differs")
        self.write("\n".join(f"  {one}" for one in differences))

    def next_steps(self, place: Path, page: Path, rule: Path | None, zine: Path, reader: str) -> None:
        """Write where everything lies, and what to do now; ``rule`` is the picture of one, if any."""
        self.say("play.where", folder=place)
        lying = (
            ("play.maps", page),
            *([("play.rule", rule)] if rule else []),
            ("play.zine", zine),
            ("play.mailboxes", f"mutt -f {place}/mailboxes/{reader}"),
            ("play.archive", f"less {place}/archive/{GAME}/*.txt"),
            ("play.config", f"{TYPED_PROGRAM} --config {place}/config.toml game {GAME}"),
        )
        for key, how in lying:
            self.say(key, how=how)
        self.say("play.go_on", program=TYPED_PROGRAM)


# --- the zine of a played game: its last season, as a page and as a PDF


_NAME = "zine"
_FORMS: Sequence[Form] = ("pdf", "html")


def print_zine(log: Sequence[Event], folder: Path, language: Language, now: datetime) -> Path:
    """Write the zine of a game that has begun into ``folder``; return the PDF, beside which the page lies."""
    known = published_game(log, now)
    assert known is not None
    masthead = Masthead(say(language, "zine.title"), 1, now.date(), (language,))
    contents = IssueContents((told_since(known, None, now),), public_hobby([summary_of(known.game)]))
    issue = draft_issue(masthead, contents)
    for form in _FORMS:
        (folder / f"{_NAME}.{form}").write_bytes(write_form(issue, form))
    return folder / f"{_NAME}.{_FORMS[0]}"


# --- recorded games: the orders of every phase, and the positions that follow


GAMES = packaged("games")


@dataclass(frozen=True)
class RecordedPhase:
    """One phase: orders and units in the standard notation; ``centres`` after the last phase of an autumn only."""

    phase: Phase
    orders: Mapping[Power, tuple[str, ...]]
    units: Mapping[Power, tuple[str, ...]]
    centres: Mapping[Power, tuple[str, ...]] | None

    def differences(self, after: Position) -> tuple[str, ...]:
        """Return how a position differs from the record, in words; empty if it does not."""
        powers = sorted({*self.units, *(unit.power for unit in after.units.values())})
        found = [
            f"{self.phase} {power}: units {' '.join(mine)} against {' '.join(theirs)}"
            for power in powers
            if (mine := tuple(sorted(map(str, after.units_of(power)))))
            != (theirs := tuple(sorted(self.units.get(power, ()))))
        ]
        for power, theirs in (self.centres or {}).items():
            mine = tuple(after.centres_of(power))
            if mine != tuple(sorted(theirs)):
                found.append(f"{self.phase} {power}: centres {' '.join(mine)} against {' '.join(theirs)}")
        return tuple(found)


def recorded_games() -> tuple[str, ...]:
    """Return the names of the recorded games."""
    return tuple(sorted(path.stem for path in GAMES.glob("*.json")))


def load_record(name: str) -> tuple[RecordedPhase, ...]:
    """The phases of a recorded game, in order; FileNotFoundError when there is none of that name."""
    told = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return tuple(_phase(entry) for entry in told["phases"])


def _phase(entry: Mapping[str, object]) -> RecordedPhase:
    return RecordedPhase(
        Phase.parse(str(entry["phase"])),
        orders=_by_power(entry["orders"]),
        units=_by_power(entry["units"]),
        centres=_by_power(entry["centers"]) if "centers" in entry else None,
    )


def _by_power(told: object) -> Mapping[Power, tuple[str, ...]]:
    assert isinstance(told, dict)
    return {Power(power): tuple(items) for power, items in told.items()}


# --- plays a recorded game from its first letter to its last report


def play_phase(table: LocalGame, recorded: RecordedPhase, press: Mapping[Power, str]) -> Sequence[str]:
    """Play one phase: everyone's orders by letter, then the deadline if a unit has no order.

    ``press`` is what some players add to their letters. Return how the result differs from the record, in words. A
    phase in which nobody has anything to write is passed over by the judge; then the record must have no change.
    """
    position = table.game.open_position
    if position is None or position.phase != recorded.phase:
        return recorded.differences(table.game.stands_at)
    for power, player in table.players.items():
        lines = [_as_written(line, position, table.game, player) for line in recorded.orders.get(power, ())]
        if lines:
            player.answer("\n".join([*lines, *press.get(power, "").splitlines()]))
    table.settle()
    _let_the_deadline_pass(table, recorded.phase)
    return recorded.differences(table.game.stands_at)


def _let_the_deadline_pass(table: LocalGame, phase: Phase) -> None:
    """Drive the clock past the deadline, unless the last letter has closed the phase already."""
    game = table.game
    if game.deadline and game.open_position and game.open_position.phase == phase:
        table.clock.advance_to(game.deadline.at)
        table.judge.wake()
        table.settle()


def _as_written(line: str, position: Position, game: Game, player: Correspondent) -> str:
    """A recorded order as this player writes it."""
    order = read_order(line, position, game.board, player.power, load_notation("standard"))
    assert not isinstance(order, Misread), order
    return write_order(order, position, game.board, load_notation(player.notation))


_PRESS: Mapping[str, Mapping[str, str]] = {
    "S1901M": {
        "ENGLAND": "PRESS TO FRANCE\nShall we leave the Channel empty, you and I?\nENDPRESS",
        "ITALY": "PRESS TO ALL\nItaly wishes everyone a long and honest game.\nENDPRESS",
    },
    "F1901M": {
        "FRANCE": "PRESSE À ANGLETERRE, ALLEMAGNE\nLa Belgique me suffit, foi de gentilhomme.\nFIN PRESSE",
        "RUSSIA": "PRESS TO TURKEY\nThe Black Sea is wide enough for both of us.\nENDPRESS",
    },
}


_CONFIG = """# The judge that played the recorded game, for the commands of the shell.
[folders]
data = "data"
archive = "archive"
mailboxes = "mailboxes"
tournaments = "tournaments"
"""


def play_recorded_game(name: str, folder: Path | None, screen: Screen) -> bool:
    """Play a recorded game in ``folder`` (a temporary one if None); return whether every position is as recorded."""
    place = folder or Path(tempfile.mkdtemp(prefix="judge-play-"))
    record = load_record(name)
    table = start_local_game(place)
    smtp = table.judge.services.config.smtp
    screen.say("play.begins", record=name, host=smtp.host, port=table.judge.door.port)
    gallery = Gallery(place / "maps", say(screen.language, "play.title", record=name), screen.language)
    screen.say("play.watch", page=gallery.page)
    try:
        (place / "config.toml").write_text(_CONFIG, encoding="utf-8")
        open_and_join(table)
        differences = _play_all(table, record, screen, gallery)
        gallery.close(table.game)
        printed = print_zine(table.judge.services.store.events(GAME), place, screen.language, table.clock.now())
        reader = _reader(table, screen.language)
        rule = _close_with(table, reader, record, differences, screen)
        drawn = gallery.add_file("rule.png", rule) if rule else None
    finally:
        table.judge.stop()
    screen.next_steps(place, gallery.page, drawn, printed, reader.address)
    return not differences


def _play_all(table: LocalGame, record: Sequence[RecordedPhase], screen: Screen, gallery: Gallery) -> tuple[str, ...]:
    """Play phase by phase; each that is over is a line on the screen and a map in the gallery."""
    differences: list[str] = []
    shown = 0
    with screen.progress(len(record)) as progress:
        for phase in record:
            press = {Power(power): text for power, text in _PRESS.get(str(phase.phase), {}).items()}
            differences += play_phase(table, phase, press)
            closed = tuple(valid_phases(table.judge.services.store.events(GAME)))
            for event in closed[shown:]:
                gallery.add_phase(table.game, event, screen.phase(table.game, event))
            shown = len(closed)
            progress.advance(progress.task_ids[0])
    return tuple(differences)


def _close_with(
    table: LocalGame,
    reader: Correspondent,
    record: Sequence[RecordedPhase],
    differences: Sequence[str],
    screen: Screen,
) -> bytes:
    """Show the last report as a player received it, how the game ended, what was checked; return a rule's picture."""
    report, end = _last_news(reader)
    picture = b""
    screen.say("play.report", reader=reader.address)
    screen.letter(report)
    if asked := _dispute_of(table, reader):
        reader.answer(asked)
        table.settle()
        screen.say("play.dispute")
        screen.letter(reader.last())
        picture = _picture_in(reader.last())
    screen.say("play.ended", subject=str(end["Subject"]).strip().removeprefix(f"[{GAME}] "))
    if differences:
        screen.differences(differences)
    else:
        letters = sum(len(player.read) for player in table.players.values())
        movements = sum(phase.phase.kind is PhaseKind.MOVEMENT for phase in record)
        screen.say("play.checked", n=len(record), movements=movements, letters=letters)
    reasons = Counter(
        event.because for event in table.judge.services.store.events(GAME) if isinstance(event, PhaseClosed)
    )
    early, late = reasons[CloseReason.COMPLETE], reasons[CloseReason.DEADLINE]
    screen.say("play.closed", early=screen.count("play.early", early), late=screen.count("play.late", late))
    return picture


def _picture_in(letter: EmailMessage) -> bytes:
    """The picture that comes with a letter, as PNG; empty for none."""
    pictures = (part for part in letter.walk() if part.get_content_type() == "image/png")
    return next((part.get_content() for part in pictures), b"")


def _dispute_of(table: LocalGame, reader: Correspondent) -> str:
    """Return the lines that dispute the last move of a player that failed and ask for the rule; empty for none."""
    closed = [event for event in table.judge.services.store.events(GAME) if isinstance(event, PhaseClosed)]
    for event in reversed(closed):
        cites = Citing(table.game.book.name, table.game.board_at(event.before), event.judgement)
        for verdict in event.judgement.verdicts[reader.power]:
            rule = cites.rule_of(verdict)
            if verdict.unit and rule and isinstance(verdict.reason, Bounced):
                return say(reader.language, "play.lines", phase=event.before.phase, unit=verdict.unit, rule=rule.number)
    return ""


def _reader(table: LocalGame, language: Language) -> Correspondent:
    """The player with the most centres at the end, of those who read this language."""
    position = table.game.stands_at
    readers = (player for player in table.players.values() if player.language == language)
    return max(readers, key=lambda player: len(position.centres_of(player.power)))


def _last_news(reader: Correspondent) -> Sequence[EmailMessage]:
    """The two newest letters that do not answer one of the reader's own."""
    return [letter for letter in reader.read if letter["Auto-Submitted"] == "auto-generated"][-2:]


# --- the command that plays a recorded game


@click.command(name="play")
@click.argument("game", default="one")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=None,
    help="Where to put everything; a scratch folder by default.",
)
@click.option("--language", type=click.Choice(tuple(LANGUAGES)), help="Of what is shown; the terminal's by default.")
def play_game(game: str, folder: Path | None, language: Language | None) -> None:
    """Play a recorded GAME to its end by real mail, with seven correspondents, in a scratch folder."""
    language = language or terminal_language(os.environ)
    if game not in recorded_games():
        raise click.UsageError(say(language, "play.unknown", name=game, names=", ".join(recorded_games())))
    screen = Screen(Console(highlight=False), language)
    if not play_recorded_game(game, folder, screen):
        sys.exit(1)
