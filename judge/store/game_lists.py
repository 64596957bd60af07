"""The tables by which lists find their games: answered from indexes, however many games have been played."""

from collections.abc import Sequence
from datetime import datetime

from sqlite_utils import Database

from judge.game.settings import Address, GameName, Language
from judge.game.summary import Excerpt, Need, Stage, Summary, need_of, stage_of
from judge.store.records import format_timestamp

# --- written with the events of a game


def list_game(db: Database, game: GameName, summary: Summary) -> None:
    """Put a game where lists find it, with everyone who has had to do with it; nothing is written where all is so."""
    facts = ("stage", "need", "hidden", "closed", "ended")
    db.execute(
        """UPDATE listed_games SET (stage, need, hidden, closed, ended) = (:stage, :need, :hidden, :closed, :ended)
           WHERE game = :game
             AND (stage, need, hidden, closed, ended) IS NOT (:stage, :need, :hidden, :closed, :ended)""",
        {**dict(zip(facts, _facts(summary), strict=True)), "game": game},
    )
    (number,) = db.execute("SELECT number FROM listed_games WHERE game = ?", [game]).fetchone()
    _write_people(db, number, summary)


def _facts(summary: Summary) -> tuple[str | int | None, ...]:
    """Where a game stands, whom it needs, whether it is hidden, when a phase last closed and when it ended."""
    return (
        stage_of(summary).value,
        need_of(summary).value,
        int(summary.settings.access.hidden),
        format_timestamp(summary.last_closed) if summary.last_closed else None,
        format_timestamp(summary.ended.at) if summary.ended else None,
    )


def is_listed_as(db: Database, game: GameName, summary: Summary) -> bool:
    """Whether lists have a game as its summary tells of it; also where they are yet to have it."""
    number, *facts = db.execute(
        "SELECT number, stage, need, hidden, closed, ended FROM listed_games WHERE game = ?", [game]
    ).fetchone()
    people = db.execute("SELECT address, language FROM game_people WHERE number = ?", [number]).fetchall()
    return facts[0] is None or (tuple(facts) == _facts(summary) and dict(people) == summary.languages)


def _write_people(db: Database, number: int, summary: Summary) -> None:
    known = dict(db.execute("SELECT address, language FROM game_people WHERE number = ?", [number]).fetchall())
    for address in known.keys() - summary.languages.keys():
        db.execute("DELETE FROM game_people WHERE address = ? AND number = ?", [address, number])
    for address, language in summary.languages.items() - known.items():
        db.execute("INSERT OR REPLACE INTO game_people VALUES (?, ?, ?)", [address, number, language])


def forget_listing(db: Database, game: GameName) -> None:
    """Have a game put anew where lists find it, before the next list."""
    db.execute("UPDATE listed_games SET stage = NULL WHERE game = ?", [game])


def leave_out(db: Database, game: GameName) -> None:
    """Have a game that cannot be told in no list, until something of it is stored again."""
    db.execute("UPDATE listed_games SET stage = 'untold', hidden = 1 WHERE game = ?", [game])


def is_listed(db: Database, game: GameName) -> bool:
    """Whether lists find a game, or leave it out."""
    (stage,) = db.execute("SELECT stage FROM listed_games WHERE game = ?", [game]).fetchone()
    return stage is not None


def unlisted_games(db: Database, most: int) -> tuple[GameName, ...]:
    """The first games that are yet to be put where lists find them."""
    return _names(db, "SELECT game FROM listed_games WHERE stage IS NULL ORDER BY number LIMIT ?", [most])


# --- pages of the list of all games


_PAGES = {
    Stage.OPENING: "stage = 'opening' AND hidden = 0 ORDER BY need, number",
    Stage.RUNNING: "stage = 'running' AND hidden = 0 ORDER BY need, number",
    Stage.OVER: "ended IS NOT NULL AND hidden = 0 ORDER BY ended DESC, number DESC",
}
"""Which games come first: those that need people, and of these the oldest; of games that are over the last."""


def page_of_games(db: Database, stage: Stage, page: int, most: int, reader: Address | None) -> Excerpt[GameName]:
    """A page of the games that anybody may know of, in the order of opening; the first has the reader's hidden ones."""
    games, before = _count(db, stage), (page - 1) * most
    if before > games:
        return Excerpt()
    rows = db.execute(
        f"SELECT number, game FROM listed_games WHERE {_PAGES[stage]} LIMIT ? OFFSET ?",  # noqa: S608
        [most, before],
    ).fetchall()
    hidden = db.execute(
        """SELECT number, game FROM game_people JOIN listed_games USING (number)
           WHERE address = ? AND hidden = 1 AND stage = ? ORDER BY number LIMIT ?""",
        [reader, stage.value, most if page == 1 else 0],
    ).fetchall()
    return Excerpt(tuple(GameName(game) for _, game in sorted(rows + hidden)), games - before - len(rows))


def _count(db: Database, stage: Stage, need: Need = Need.NOBODY) -> int:
    """How many games of a stage that anybody may know of need people as much as that, or more."""
    (games,) = db.execute(
        "SELECT coalesce(sum(games), 0) FROM game_counts WHERE stage = ? AND need <= ?", [stage.value, need]
    ).fetchone()
    return int(games)


def games_that_need(db: Database, stage: Stage, need: Need, most: int) -> Excerpt[GameName]:
    """The games of a stage that need people as much as that, or more, oldest first."""
    rows = db.execute(
        """SELECT number, game FROM listed_games WHERE stage = ? AND hidden = 0 AND need <= ?
           ORDER BY need, number LIMIT ?""",
        [stage.value, need, most],
    ).fetchall()
    return Excerpt(tuple(GameName(game) for _, game in sorted(rows)), _count(db, stage, need) - len(rows))


# --- what has happened lately


def games_closed_since(db: Database, since: datetime, most: int) -> Excerpt[GameName]:
    """The games in which a phase has closed after a moment: those in which one closed last."""
    return _latest(db, "closed", since, most)


def games_ended_since(db: Database, since: datetime, most: int) -> Excerpt[GameName]:
    """The games that have ended after a moment: the last ones."""
    return _latest(db, "ended", since, most)


def _latest(db: Database, column: str, since: datetime, most: int) -> Excerpt[GameName]:
    after = format_timestamp(since)
    rows = db.execute(
        f"""SELECT number, game FROM listed_games WHERE hidden = 0 AND {column} > ?
            ORDER BY {column} DESC, number DESC LIMIT ?""",  # noqa: S608
        [after, most],
    ).fetchall()
    (games,) = db.execute(
        f"SELECT count(*) FROM listed_games WHERE hidden = 0 AND {column} > ?",  # noqa: S608
        [after],
    ).fetchone()
    return Excerpt(tuple(GameName(game) for _, game in sorted(rows)), games - len(rows))


# --- the games of one person


def games_of(db: Database, address: Address, stages: Sequence[Stage], most: int = -1) -> tuple[GameName, ...]:
    """The games of these stages that somebody has ever had to do with, in the order of opening, at most so many."""
    marks = ", ".join("?" * len(stages))
    return _names(
        db,
        f"""SELECT game FROM game_people JOIN listed_games USING (number)
            WHERE address = ? AND stage IN ({marks}) ORDER BY number LIMIT ?""",  # noqa: S608
        [address, *(stage.value for stage in stages), most],
    )


def first_games(db: Database, most: int) -> tuple[GameName, ...]:
    """The first games that anybody may know of."""
    return _names(db, "SELECT game FROM listed_games WHERE hidden = 0 ORDER BY number LIMIT ?", [most])


def count_over(db: Database, games: Sequence[GameName]) -> int:
    """How many of these games are over."""
    marks = ", ".join("?" * len(games))
    row = db.execute(f"SELECT count(*) FROM listed_games WHERE game IN ({marks}) AND stage = 'over'", games)  # noqa: S608
    return int(row.fetchone()[0])


def language_of(db: Database, address: Address) -> Language | None:
    """The language that somebody reads in the first game they have had to do with; None for a stranger."""
    row = db.execute("SELECT language FROM game_people WHERE address = ? ORDER BY number LIMIT 1", [address]).fetchone()
    return row[0] if row else None


def _names(db: Database, query: str, values: Sequence[str | int]) -> tuple[GameName, ...]:
    return tuple(GameName(game) for (game,) in db.execute(query, values).fetchall())
