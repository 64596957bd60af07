"""Games in short are written with their events, are what folding gives, and spare everyone the reading of events."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from bench.old_games import keep_old_games, old_game, player_of
from bench.siege import WRITER, Siege
from judge.game.apply import apply, fold_events
from judge.game.decide import decide
from judge.game.folded_log import fold_log
from judge.game.league import Summary, are_told_alike
from judge.game.orders.messages import GiveOrder, LeaveLines
from judge.game.press.messages import SendPress
from judge.game.refusals import Refused
from judge.game.settings import GameName
from judge.game.votes.messages import CastVote, ForDraw
from judge.rules.board import Power
from judge.rules.orders import Hold
from judge.shell.games import games_table, players_table
from judge.shell.local_game import text_of
from judge.store import event_log
from judge.store.overview import open_read_only
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.game.event_logs import gone_back
from tests.shared.shares import drawn
from tests.shared.worst_letters import letter
from tests.store.conftest import NOON

OLD = old_game("old", years=1)


LOGS = {"old": OLD, "rome": gone_back()}


def in_short(name: str, length: int | None = None) -> Summary:
    """The first events of a game folded, all of them where there is no ``length``."""
    summary = fold_log(LOGS[name][:length]).summary
    assert summary is not None
    return summary


def told(store: Store) -> tuple[Summary, ...]:
    return tuple(store.summaries(store.games()).values())


def keep(store: Store, name: str, start: int = 0, end: int | None = None) -> None:
    assert store.commit(Transaction(None, LetterStatus.DONE, GameName(name), start, LOGS[name][start:end]))


@given(st.sampled_from(sorted(LOGS)), st.lists(st.integers(1, 60), max_size=6))
@drawn(12)
def test_after_every_change_a_game_in_short_is_what_its_events_come_to(name: str, pieces: Sequence[int]) -> None:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "judge.db", lambda: NOON)
        ends = [end for end in accumulate(pieces) if end < len(LOGS[name])]
        for start, end in pairwise((0, *ends, len(LOGS[name]))):
            keep(store, name, start, end)
            assert told(store) == (in_short(name, end),)
            assert store.game(GameName(name)) == fold_events(LOGS[name][:end])
        store.close()


def test_orders_and_votes_change_nothing_of_a_game_in_short() -> None:
    """So the letters that come all day write no more of it than the number of events."""
    game = fold_events(OLD[:30])
    assert game is not None
    assert game.open_position is not None
    assert game.deadline is not None
    now = game.deadline.at - timedelta(hours=1)
    player, power = next((address, power) for power, address in game.power_player_pairs)
    order, phase = Hold(game.open_position.units_of(power)[0].at.province), game.open_position.phase
    commands = (
        GiveOrder(player, order, 1, now),
        LeaveLines(player, 1, phase, offered=((power, order),), unclear=1),
        CastVote(player, ForDraw()),
        SendPress(player, (), "Peace?"),
    )
    for command in commands:
        events = decide(game, command, now)
        assert not isinstance(events, Refused)
        for event in events:
            later = apply(game, event)
            assert are_told_alike(game, later), event


def test_a_change_that_comes_too_late_leaves_the_game_in_short_as_it_is(store: Store) -> None:
    keep(store, "old", 0, 40)
    late = Transaction(None, LetterStatus.DONE, GameName("old"), 20, OLD[20:30])
    assert not store.commit(late)
    assert told(store) == (in_short("old", 40),)


STALE = {
    "a database from before": ("DROP TABLE summaries", "DELETE FROM _sqlite_migrations WHERE name = 'games_in_short'"),
    "other code": ("UPDATE summaries SET made_by = 'another', summary = '{}'",),
    "a judge that knew of none has gone on": (
        "UPDATE summaries SET version = 9, summary = json_set(summary, '$.version', 9)",
    ),
    "one is missing": ("DELETE FROM summaries WHERE game = 'rome'",),
}


@pytest.mark.parametrize("statements", STALE.values(), ids=STALE)
def test_what_is_not_of_this_code_and_of_all_events_is_made_anew(
    path: Path, clock: SettableClock, store: Store, statements: Sequence[str]
) -> None:
    for name in LOGS:
        keep(store, name)
    store.close()
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    store = Store(path, clock.now)
    assert told(store) == tuple(map(in_short, LOGS))
    store.close()


BEHIND_ITS_BACK = {
    "nothing": (),
    "one is missing": ("DELETE FROM summaries WHERE game = 'rome'",),
    "the newest is missing": ("DELETE FROM summaries WHERE game = 'old'",),
    "every row has another number": ("UPDATE summaries SET rowid = rowid + 7",),
    "rows are numbered from the beginning": ("UPDATE summaries SET rowid = -rowid", "VACUUM"),
}


@pytest.mark.parametrize("statements", BEHIND_ITS_BACK.values(), ids=BEHIND_ITS_BACK)
def test_whatever_has_been_read_all_games_are_told_as_they_stand(
    path: Path, store: Store, statements: Sequence[str]
) -> None:
    keep(store, "rome", 0, 40)
    keep(store, "old", 0, 30)
    assert told(store) == (in_short("rome", 40), in_short("old", 30))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
    assert told(store) == (in_short("rome", 40), in_short("old", 30))
    keep(store, "old", 30, 35)  # the newest row is replaced
    assert told(store) == (in_short("rome", 40), in_short("old", 35))
    keep(store, "rome", 40, 45)  # another one
    assert told(store) == (in_short("rome", 45), in_short("old", 35))


def test_a_game_that_cannot_be_told_keeps_no_other_from_being_told(
    path: Path, clock: SettableClock, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for name in LOGS:
        keep(store, name)
    store.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE summaries SET made_by = 'another'")
        db.execute("""UPDATE events SET event = '{"format": 99}' WHERE game = 'old' AND number = 7""")
    store = Store(path, clock.now)
    assert told(store) == (in_short("rome"),)
    assert "old cannot be told" in caplog.text
    store.close()


# --- what is asked of all games


@pytest.fixture
def siege(tmp_path: Path) -> Iterator[Siege]:
    """A judge with a game under way, and old ones that it has not looked at since it was started."""
    store = Store(tmp_path / "data" / "judge.db", lambda: NOON)
    keep_old_games(store, 2, years=1)
    store.close()
    siege = Siege(tmp_path)
    yield siege
    siege.close()


STRANGER, OLD_PLAYER = "stranger@example.net", player_of(Power("FRANCE")).address
ASKED = {
    "hello": (STRANGER, b"Hello, is anybody there?\r\n", "Over: old-0, old-1"),
    "a list": (STRANGER, b"LIST\r\n", "Over: old-0, old-1"),
    "a record": (OLD_PLAYER, b"RECORD\r\n", "Games: 2. Deadlines kept: 4"),
    "the record of a game": (STRANGER, b"RECORD rome\r\n", "does not say who plays"),
    "finished games": (OLD_PLAYER, b"PLAYER\r\n", "old-1"),
    "somebody else's finished games": (STRANGER, f"PLAYER {OLD_PLAYER}\r\n".encode(), OLD_PLAYER),
    "ranking, players and statistics": (STRANGER, b"RANKING\r\nPLAYERS\r\nSTATISTICS\r\n", "standard 2"),
    "a game there is none of": (STRANGER, b"STATUS nowhere\r\n", "old-0, old-1 or rome"),
    "a seat where none is free": (STRANGER, b"JOIN rome\r\n", "All seats of this game are taken"),
    "a new game": (STRANGER, b"OPEN milan\r\n", "OPEN milan"),
    "a list for a player": (WRITER, b"LIST\r\n", "Over: old-0, old-1"),
    "orders": (WRITER, b"A PAR - BUR\r\n", "PAR"),
    "nothing at all": (STRANGER, b"", "Over: old-0, old-1"),
}


def noted_reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[GameName, int]]:
    """Whose events are read from now on, each time with how many before them are not."""
    reads: list[tuple[GameName, int]] = []
    real = event_log.texts

    def noting(db: Database, game: GameName, after: int = 0) -> tuple[str, ...]:
        reads.append((game, after))
        return real(db, game, after)

    monkeypatch.setattr(event_log, "texts", noting)
    return reads


def test_questions_about_all_games_read_no_events_of_those_that_are_over(
    siege: Siege, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = noted_reads(monkeypatch)
    for name, (sender, text, words) in ASKED.items():
        recipient = siege.recipients[0 if sender == WRITER else 2]
        out = siege.send(letter(text).replace(WRITER.encode(), sender.encode(), 1), recipient, sender)
        said = " ".join(text_of(message_from_bytes(out[0].raw, policy=default)).split())
        assert [one.to for one in out] == [sender], name
        assert words in said, (name, said)
    read = {game for game, _ in reads}
    assert "rome" in read
    assert not {"old-0", "old-1"} & read


def test_tables_of_all_games_in_the_shell_read_no_event_that_is_folded(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_old_games(store, 2, years=1)
    reads = noted_reads(monkeypatch)
    with open_read_only(path) as looking:
        games, players = games_table(looking), players_table(looking)
    assert [row[0] for row in games.rows] == ["old-0", "old-1"]
    assert {row[1] for row in players.rows} == {2}
    assert [read for read in reads if read[1] == 0] == []
