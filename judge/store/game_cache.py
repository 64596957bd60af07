"""The games last used, folded, in memory: of a game that is here only new events are read."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock

from sqlite_utils import Database

from judge.game.folded_log import FoldedLog, continue_fold, fold_log
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.store import event_log
from judge.store.event_json import dump_event, read_event
from judge.store.snapshots import read_snapshot

MOST_CHARACTERS = 10_000_000
"""How many characters of JSON the games in memory would make; a character takes about five bytes of memory."""

_LIKELY_CHARACTERS = 10_000
"""What is reckoned for a game whose JSON is not known."""


@dataclass(frozen=True)
class _Foreseen:
    """A fold with events that are likely to be written next; ``texts`` are they as they would stand in the log."""

    texts: tuple[str, ...]
    folded: FoldedLog


@dataclass(frozen=True)
class _CachedGame:
    """A game, with the fold ``before`` the events that came last, which pages of the archive go on from.

    ``is_stored``: the snapshot of it is known to be in the database.
    """

    folded: FoldedLog
    characters: int
    before: FoldedLog
    is_stored: bool
    foreseen: _Foreseen | None = None


class GameCache:
    """The games last used, folded, as many as ``most`` characters of their JSON allow. Any thread may call."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._games: OrderedDict[GameName, _CachedGame] = OrderedDict()
        self._most = most
        self._characters = 0
        self._lock = Lock()

    def folded(self, db: Database, game: GameName) -> FoldedLog:
        """The fold of all events of a game: of those that are new since it was last folded, here or in its snapshot."""
        with self._lock:
            known = self._games.get(game)
        before, characters = (known.folded, known.characters) if known else read_snapshot(db, game)
        texts = event_log.texts(db, game, after=before.version)
        if known and known.foreseen and known.foreseen.texts == texts:
            folded = known.foreseen.folded
        else:
            folded = _fold_on(db, game, before, tuple(map(read_event, texts)))
        self.keep(game, folded, characters, is_stored=folded is before)
        return folded

    def after(self, db: Database, game: GameName, seen: int, more: tuple[Event, ...]) -> FoldedLog:
        """The fold of the ``seen`` events of a game and of more behind them; an empty one where it has others."""
        known = self.folded(db, game)
        return _fold_on(db, game, known, more) if known.version == seen else FoldedLog()

    def foresee(self, db: Database, game: GameName, seen: int, more: tuple[Event, ...]) -> None:
        """Fold events that another process is likely to write behind the ``seen`` ones of a game in memory.

        The fold counts once the log has just these.
        """
        with self._lock:
            known = self._games.get(game)
        if known is None or known.folded.version != seen:
            return
        foreseen = _Foreseen(tuple(map(dump_event, more)), _fold_on(db, game, known.folded, more))
        with self._lock:
            if self._games.get(game) is known:
                self._games[game] = replace(known, foreseen=foreseen)

    def at(self, game: GameName, version: int) -> FoldedLog | None:
        """The fold of the first ``version`` events of a game, if it is the newest or the one before; else None."""
        with self._lock:
            known = self._games.get(game)
        folds = (known.folded, known.before) if known else ()
        return next((folded for folded in folds if folded.version == version), None)

    def stored(self, game: GameName, version: int) -> FoldedLog | None:
        """The fold of all events of a game, if there are so many and its snapshot is in the database; else None."""
        with self._lock:
            known = self._games.get(game)
        return known.folded if known and known.is_stored and known.folded.version == version else None

    def keep(self, game: GameName, folded: FoldedLog, characters: int = 0, *, is_stored: bool = True) -> None:
        """Keep a game as it has been folded; those that have not been used for the longest time go for it.

        ``is_stored``: its snapshot is in the database. The number of ``characters`` of that may be unknown.
        """
        if folded.game is None:
            return
        with self._lock:
            known = self._games.pop(game, None)
            if known is None or known.folded.version < folded.version:
                before = known.folded if known else FoldedLog()
                likely = known.characters if known else _LIKELY_CHARACTERS
                new = _CachedGame(folded, characters or likely, before, is_stored)
            else:
                new = known  # nothing has happened, or another thread has read more meanwhile
            self._games[game] = new
            self._characters += new.characters - (known.characters if known else 0)
            while self._characters > self._most and len(self._games) > 1:
                _, oldest = self._games.popitem(last=False)
                self._characters -= oldest.characters


def _fold_on(db: Database, game: GameName, known: FoldedLog, more: tuple[Event, ...]) -> FoldedLog:
    """The fold of a game's events, given that of its first ones and the events behind them."""
    if not more:
        return known
    return continue_fold(known, more) or fold_log((*event_log.events(db, game)[: known.version], *more))
