"""The whole record of a game, made from its log."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from judge.game.apply import fold_events
from judge.game.folded_log import FoldedLog
from judge.game.messages import Event
from judge.game.seats.messages import GameOpened, GameStarted
from judge.record.index import INDEX, IndexEntry, index_text
from judge.record.pages import RecordPage, is_kept_back, pages_of, public_events
from judge.record.seal import NO_PAGE, PageForm, is_intact, read_seal, sealed, usual_form
from judge.reports.own_texts import packaged_texts_alone


@packaged_texts_alone()
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


@packaged_texts_alone()
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
