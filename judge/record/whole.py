"""The whole record of a game, made from its log."""

from collections.abc import Iterator, Sequence

from judge.game.apply import fold_events
from judge.game.folded_log import FoldedLog
from judge.game.messages import Event
from judge.game.seats.messages import GameOpened, GameStarted
from judge.record.index import INDEX, IndexEntry, index_text
from judge.record.pages import RecordPage, is_kept_back, pages_of
from judge.record.seal import NO_PAGE, PageForm, read_seal, sealed, usual_form


def record_of(events: Sequence[Event], form: PageForm | None = None) -> dict[str, str]:
    """Return the whole record of a game by file name: its index, its pages, the file of a board of somebody's own.

    All pages are in ``form``; by default each is in the language that the master read then. Empty where there are no
    pages; the index alone while what happens is hidden from players.
    """
    game = fold_events(events)
    if game is None or game.position is None or game.settings.practice:
        return {}
    if is_kept_back(game):
        return {INDEX: index_text(game, None, (), form or usual_form(game))}
    texts = dict(_own_board(events))
    entries: list[IndexEntry] = []
    for page in pages_of(FoldedLog(), events):
        texts[page.name] = sealed_page(page, entries, form)
        entries.append(IndexEntry(page.name, read_seal(texts[page.name]).own, page.undone))
    started = next(event.at for event in events if isinstance(event, GameStarted))
    return {INDEX: index_text(game, started, entries, form or usual_form(game)), **texts}


def sealed_page(page: RecordPage, before: Sequence[IndexEntry], form: PageForm | None = None) -> str:
    """Return a page with its foot, behind those that an index lists."""
    used = form or page.form
    return sealed(page.write(used), used, before[-1].own if before else NO_PAGE)


def _own_board(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """The file of the board, where it is not packaged with the judge."""
    opened = events[0]
    if isinstance(opened, GameOpened) and opened.settings.board_text:
        yield f"{opened.settings.board}.toml", opened.settings.board_text
