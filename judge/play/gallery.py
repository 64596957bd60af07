"""The pictures of a played game: a folder of maps that grows phase by phase, and the page that shows them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.maps.chart import ChartView, draw_chart
from judge.maps.picture import draw_map
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.language import say
from judge.reports.names import phase_name
from judge.reports.own_texts import TEMPLATE_FOLDER
from judge.reports.phrasing import Phrasing


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
