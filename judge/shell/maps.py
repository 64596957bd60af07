"""The shell command that draws positions, phases and centres by years: of a game here, or given as lines of JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import click

from judge.formats.positions_json import (
    JsonFaultError,
    JsonObject,
    read_json_object,
    read_order_lines,
    read_phase_to_judge,
)
from judge.game.folded_log import valid_phases
from judge.game.messages import Event
from judge.game.people.messages import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.languages import FALLBACK, LANGUAGES
from judge.maps.of_game import chart_of_game, chart_png, draw_chart, map_of_phase, map_of_position, reader_of_map
from judge.maps.paper import PageForm, Paper, Sheet
from judge.maps.picture import UndrawableError, draw_map, draw_png
from judge.maps.view import MapView, map_of_board
from judge.notation.line import Misread
from judge.notation.tables import notation_names
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.phrasing import Phrasing
from judge.rules.judge_phase import judge_phase
from judge.shell.games import game_of
from judge.shell.letters import player_of
from judge.shell.table import database_of
from judge.shell.terminal import config_at, echo, standard_input
from judge.store.overview import open_read_only


class _NoSuchPictureError(Exception):
    """The game has no such phase, power or orders to show; the message says what it has."""


@dataclass(frozen=True)
class _Wish:
    """What to draw of a game: a phase (the open one if empty), as a power knows it, with orders; or the chart.

    On a ``paper`` it has room to write orders beside; ``blank`` without units and owners.
    """

    phase: str
    power: str
    orders: bool
    chart: bool
    blank: bool
    paper: Paper | None
    language: Language | None
    notation: str | None

    @property
    def is_sheet(self) -> bool:
        """Whether it is on paper, with room to write."""
        return self.blank or self.paper is not None


_FORMS: Mapping[str, PageForm] = {".svg": "svg", ".png": "png", ".pdf": "pdf"}


@click.command(name="map")
@click.argument("game", required=False)
@click.argument("phase", default="")
@click.option("--power", default="", help="Draw what this power may know, in its player's language and notation.")
@click.option("--orders", is_flag=True, help="With the orders of the phase and what became of them.")
@click.option("--chart", is_flag=True, help="The centres of each power by years instead.")
@click.option("--blank", is_flag=True, help="A sheet to write on, without units; GAME may be left out.")
@click.option("--paper", type=click.Choice(get_args(Paper)), help="A sheet with room to write orders beside the map.")
@click.option("--language", type=click.Choice(sorted(LANGUAGES)), help="Of the words in the picture.")
@click.option("--notation", type=click.Choice(notation_names()), help="Of the names of regions.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="FILE.svg or FILE.png; of a sheet FILE.pdf, too."
)
@click.option("--jsonl", is_flag=True, help="Draw positions given as JSON lines on standard input instead.")
@click.pass_obj
def draw_phase(path: Path, /, *, game: str | None, phase: str, out: Path | None, jsonl: bool, **wished: Any) -> None:
    """Draw a PHASE of a GAME (S1901M; the open one by default) as a map, or its chart; see docs/maps.md."""
    if jsonl:
        for number, line in enumerate(standard_input(), start=1):
            if line.strip():
                echo(map_line(line, number))
        return
    wish = _Wish(phase, **wished)
    form = _FORMS.get(out.suffix) if out else None
    if out is None or form is None or (game is None and not wish.blank) or (form == "pdf" and not wish.is_sheet):
        raise click.UsageError(
            "name a game and a file: map rome --out rome.svg, or rome.png; map --blank --out sheet.pdf; or give --jsonl"
        )
    drawn = _of_game(path, game, wish, form) if game else _of_no_game(wish, form)
    try:
        out.write_bytes(drawn)
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from error


# --- of a game, or of none


def _of_no_game(wish: _Wish, form: PageForm) -> bytes:
    notation = wish.notation or "standard"
    return Sheet(map_of_board(STANDARD_BOARD, wish.language or "en", notation), (), wish.paper or "a4", True).written(
        form
    )


def _of_game(path: Path, game: str, wish: _Wish, form: PageForm) -> bytes:
    with database_of(config_at(path)) as at, open_read_only(at) as found:
        known = game_of(found, game)
        try:
            return _drawn(known, found.events(known.name), wish, form)
        except (_NoSuchPictureError, UndrawableError) as error:
            raise click.ClickException(str(error)) from error


def _drawn(game: Game, events: Sequence[Event], wish: _Wish, form: PageForm) -> bytes:
    """Return the picture of what is wished for; what a power does not know is not in it."""
    if game.position is None:
        message = f"{game.name} has not begun"
        raise _NoSuchPictureError(message)
    reader = _reader(game, wish)
    if wish.chart:
        if wish.phase or wish.orders or wish.is_sheet:
            message = "a chart is of the whole game: it goes with no phase, no orders and no paper"
            raise _NoSuchPictureError(message)
        chart = chart_of_game(game, reader_of_map(game, reader, whole=not wish.power))
        return chart_png(chart) if form == "png" else draw_chart(chart).encode()
    view = _phase(game, events, wish, reader)
    if wish.is_sheet:
        powers = game.powers_of(reader.address) if wish.power else ()
        return Sheet(view, powers, wish.paper or "a4", wish.blank).written(form)
    return draw_png(view) if form == "png" else draw_map(view).encode()


def _reader(game: Game, wish: _Wish) -> Person:
    """The player of a power, or the master, with the language and the notation wished for."""
    reader = game.people[player_of(game, wish.power) if wish.power else game.master]
    return replace(reader, language=wish.language or reader.language, notation=wish.notation or reader.notation)


def _phase(game: Game, events: Sequence[Event], wish: _Wish, reader: Person) -> MapView:
    now, seen_by = game.position, reader_of_map(game, reader, whole=not wish.power)
    assert now is not None
    closed = {str(event.before.phase): event for event in valid_phases(events)}
    if event := closed.get(wish.phase):
        return map_of_phase(game, event, seen_by, orders=wish.orders)
    if wish.phase not in {"", str(now.phase)}:
        message = f"{game.name} has no phase {wish.phase}; it has {' '.join((*closed, str(now.phase)))}"
        raise _NoSuchPictureError(message)
    if wish.orders:
        message = f"{now.phase} of {game.name} is not judged: there are no orders to draw"
        raise _NoSuchPictureError(message)
    return map_of_position(game, seen_by)


# --- lines of JSON


def map_line(text: str, number: int = 1) -> str:
    """Return a line of JSON with the picture of a position; with its orders, if the line has any.

    In: what ``adjudicate`` reads, ``language`` and ``title`` besides; ``notation`` is that of the names, too. Out:
    ``id`` and ``svg``, or an ``error`` as ``adjudicate`` has it.
    """
    table: JsonObject = {}
    try:
        table = read_json_object(text)
        return json.dumps({"id": table.get("id"), "svg": draw_map(_view_in_json(table))})
    except UndrawableError as error:
        fault = JsonFaultError(str(error), "board")
    except JsonFaultError as error:
        fault = error
    return json.dumps({"id": table.get("id"), "error": str(fault), "line": number, "field": fault.field or None})


def _view_in_json(table: JsonObject) -> MapView:
    request = read_phase_to_judge(table)
    wanted = str(table.get("language") or FALLBACK)
    language = wanted if wanted in LANGUAGES else None
    if language is None:
        raise JsonFaultError(f"The languages are {', '.join(sorted(LANGUAGES))}.", "language")
    judgement = None
    if request.orders:
        read = {power: [*read_order_lines(request, power, texts)] for power, texts in request.orders.items()}
        orders = {
            power: [line.read for line in lines if not isinstance(line.read, Misread)] for power, lines in read.items()
        }
        judgement = judge_phase(request.board, request.book, request.position, orders)
    phrasing = Phrasing(language, request.notation, request.board, request.position)
    return MapView(phrasing, str(table.get("title") or ""), judgement)
