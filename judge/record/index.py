"""The index of a record: what it is of, its pages in order with their hashes, centres by years, how it ended."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.state import Game
from judge.record.seal import NO_PAGE, PageForm, sealed
from judge.record.words import moment_in_utc, unsay
from judge.record.writing import PageWriter, page_of
from judge.reports.centre_chart import centre_charts, chart_title
from judge.reports.ending import score_table
from judge.reports.own_texts import packaged_texts_alone

INDEX = "index.txt"


@dataclass(frozen=True)
class IndexEntry:
    """A page in the index: its file, its hash, whether it counts no longer."""

    name: str
    own: str
    undone: bool = False


_FORMER_TITLE = "\u00a0: les archives"
"""What stood behind the name of the game in French indexes once."""


@packaged_texts_alone()
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


@packaged_texts_alone()
def read_started(text: str, form: PageForm) -> str | None:
    """Return when the game of an index started, as it stands there."""
    found = (unsay(form.language, "record.game_on_board", " ".join(one.split("\n"))) for one in text.split("\n\n"))
    return next((facts["at"] for facts in found if facts), None)
