"""What a newcomer reads and looks at while a recorded game is played."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from judge.game.league import public_hobby
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.published import published_game
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.summary import summary_of
from judge.maps.of_game import ChartView, draw_chart
from judge.maps.picture import draw_map
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.language import count, say
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name
from judge.reports.own_texts import TEMPLATE_FOLDER
from judge.reports.phase_facts import board_clauses
from judge.reports.phrasing import Phrasing
from judge.shell.play.local_game import GAME, text_of
from judge.system.files import TYPED_PROGRAM
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
        assert game.position is not None
        board = game.board_at(game.position)
        phrasing = Phrasing(self.language, load_notation("standard"), board, game.position)
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
        page = _template().render(title=self.title, language=self.language, pictures=shown, is_over=is_over)
        self.page.write_text(page, encoding="utf-8")


def phrasing_of(game: Game, event: PhaseClosed, language: Language) -> Phrasing:
    """Return the phrasing that tells of a closed phase, in the standard notation."""
    return Phrasing(language, load_notation("standard"), game.board_at(event.before), event.before)


@lru_cache
def _template() -> Template:
    loader = FileSystemLoader(TEMPLATE_FOLDER)
    return Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    ).get_template("played_game.html")


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
    known = published_game(log)
    assert known is not None
    masthead = Masthead(say(language, "zine.title"), 1, now.date(), (language,))
    contents = IssueContents((told_since(known, None, now),), public_hobby([summary_of(known.game)]))
    issue = draft_issue(masthead, contents)
    for form in _FORMS:
        (folder / f"{_NAME}.{form}").write_bytes(write_form(issue, form))
    return folder / f"{_NAME}.{_FORMS[0]}"
