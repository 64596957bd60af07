"""Lists of games are what going through all games would give, of many a page; hidden games are shown to their own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from bench.old_games import old_game
from judge.game.folded_log import fold_log
from judge.game.league import Excerpt, Need, Summary, need_of, stage_of
from judge.game.names import Stage
from judge.game.phases.messages import Ending, GameEnded
from judge.game.settings import Access, Address, Entry, GameName
from judge.rules.board import Power
from judge.rules.position import Phase
from judge.store import snapshots
from judge.store.connection import open_up_to_date
from judge.store.schema import migrations
from tests.shared.listed import LISTED
from tests.shared.shares import drawn
from tests.store.conftest import NOON

OLD = fold_log(old_game("old", years=1)).summary
READER = Address("reader@example.org")
HOURS = st.integers(0, 5).map(lambda hours: NOON + timedelta(hours=hours))


@st.composite
def summaries(draw: st.DrawFn, name: GameName) -> Summary:
    """A game in short, as far as lists look at it."""
    assert OLD
    stage = draw(st.sampled_from(Stage))
    access = Access(draw(st.sampled_from(Entry)), hidden=draw(st.booleans()))
    is_over, has_begun = stage is Stage.OVER, stage is Stage.RUNNING
    return replace(
        OLD,
        name=name,
        settings=replace(OLD.settings, access=access),
        languages=draw(
            st.dictionaries(st.sampled_from([READER, Address("other@example.org")]), st.sampled_from(["en", "fr"]))
        ),
        phase=Phase.parse("S1901M") if has_begun else None,
        waiting=draw(st.integers(0, 1)),
        free_seats=0 if has_begun or is_over else draw(st.integers(0, 2)),
        sought=(Power("FRANCE"),) if has_begun and draw(st.booleans()) else (),
        last_closed=draw(HOURS) if has_begun or is_over else None,
        ended=GameEnded(Ending.DRAW, {}, {}, (), draw(HOURS)) if is_over else None,
    )


GAMES = [GameName(f"game-{number}") for number in range(6)]
HISTORIES = st.lists(st.sampled_from(GAMES).flatmap(summaries), max_size=20)
"""What is told of some games, the same game more than once."""


def excerpt(games: Sequence[Summary], order: Callable[[Summary], object], page: int, most: int) -> Excerpt[GameName]:
    """A page of the games in some order; within it they stand in the order of opening."""
    ordered = sorted(games, key=order)  # type: ignore[arg-type]
    shown = [game.name for game in ordered[(page - 1) * most : page * most]]
    return Excerpt(tuple(sorted(shown)), max(0, len(games) - page * most))


def closed(game: Summary) -> datetime | None:
    return game.last_closed


def ended(game: Summary) -> datetime | None:
    return game.ended.at if game.ended else None


def latest(at: Callable[[Summary], datetime | None]) -> Callable[[Summary], object]:
    """The order in which what happened last comes first."""
    return lambda game: (NOON - (at(game) or NOON), -GAMES.index(game.name))


@contextmanager
def listing(history: Sequence[Summary]) -> Iterator[tuple[Database, Sequence[Summary]]]:
    """A database with those games, each told of last as it was told last; and these, in the order of opening."""
    with TemporaryDirectory() as folder, closing(open_up_to_date(Path(folder) / "judge.db", migrations)) as db:
        for name in GAMES:
            db.execute("INSERT INTO games (name) VALUES (?)", [name])
        assert snapshots.unlisted_games(db, 99) == tuple(GAMES)
        for summary in history:
            snapshots.list_game(db, summary.name, summary)
        yield db, sorted({summary.name: summary for summary in history}.values(), key=lambda game: game.name)


def by_need(game: Summary) -> tuple[Need, GameName]:
    return need_of(game), game.name


def shown(games: Sequence[Summary]) -> list[Summary]:
    return [game for game in games if not game.settings.access.hidden]


@given(HISTORIES)
@drawn(40)
def test_each_page_has_those_that_need_people_first_and_whoever_asks_their_own_hidden_ones(
    history: Sequence[Summary],
) -> None:
    with listing(history) as (db, games):
        for stage in LISTED:
            here = [game for game in games if stage_of(game) is stage]
            order = latest(ended) if stage is Stage.OVER else by_need
            for page in (1, 2, 3, 9):
                assert snapshots.page_of_games(db, stage, page, 2, None) == excerpt(shown(here), order, page, 2)
            known = [game.name for game in here if READER in game.languages or not game.settings.access.hidden]
            assert snapshots.page_of_games(db, stage, 1, 9, READER) == Excerpt(tuple(known))
            for need in Need:
                wanting = [game for game in shown(here) if need_of(game) <= need]
                assert snapshots.games_that_need(db, stage, need, 2) == excerpt(wanting, by_need, 1, 2)


@given(HISTORIES, HOURS)
@drawn(40)
def test_what_has_happened_lately_and_who_has_had_to_do_with_a_game(
    history: Sequence[Summary], since: datetime
) -> None:
    with listing(history) as (db, games):
        for find, at in ((snapshots.games_closed_since, closed), (snapshots.games_ended_since, ended)):
            late = [game for game in shown(games) if (moment := at(game)) and moment > since]
            assert find(db, since, 2) == excerpt(late, latest(at), 1, 2)
        own = [game for game in games if READER in game.languages]
        assert snapshots.first_games(db, 2) == tuple(game.name for game in shown(games)[:2])
        assert snapshots.games_of(db, READER, tuple(Stage)) == tuple(game.name for game in own)
        assert snapshots.language_of(db, READER) == (own[0].languages[READER] if own else None)
        assert snapshots.count_over(db, GAMES[:4]) == sum(bool(game.ended) for game in games if game.name in GAMES[:4])
