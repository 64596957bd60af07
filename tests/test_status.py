"""How a judge stands, as its operator is told: in words, as JSON, as figures for Prometheus."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from judge.mail.letter import write_bounce
from judge.service.app import write_metrics
from judge.shell.local_game import LocalGame
from judge.store.connection import connect_read_only
from judge.store.data_folder import look_at_folder
from judge.store.records import Transaction
from judge.store.retention import JunkLimits
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SystemClock
from judge.system.log import error_file
from tests.shared.processes import processes
from tests.shared.served import configure, send, subjects, until
from tests.shared.shell import SEALED, folder_of, lay_half_written_table, shell

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    """A game whose first spring is over; for the second phase England alone has written, in part."""
    table = lay_half_written_table(tmp_path_factory.mktemp("status"), "WAITED public ANONYMOUS no")
    yield table
    table.judge.stop()


def status(folder: Path) -> dict[str, Any]:
    done = shell(folder, "status", "--json")
    assert done.exit_code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def number(folder: Path, question: str) -> int:
    with closing(connect_read_only(folder / "data" / "judge.db")) as db:
        return int(db.execute(f"SELECT count(*) FROM {question}").fetchone()[0])


def keys(told: dict[str, Any], above: str = "") -> Iterator[str]:
    for key, value in told.items():
        yield f"{above}{key}"
        if isinstance(value, dict) and key != "games":
            yield from keys(value, f"{key}.")


def test_the_figures_are_those_of_the_database(table: LocalGame) -> None:
    folder = folder_of(table)
    told = status(folder)
    assert told["games"] == {"opening": 0, "running": 1, "over": 0, "practice": 0}
    assert told["letters_in"]["received"] == number(folder, "letters")
    assert (told["letters_in"]["unread"], told["letters_in"]["oldest"]) == (0, None)
    assert told["letters_out"]["queued"] == number(folder, "outbox")
    assert told["letters_out"]["waiting"] == 0
    (alarm,) = told["alarms"]
    assert (alarm["game"], alarm["phase"]) == ("rome", "F1901M")


def test_every_key_is_on_the_page(table: LocalGame) -> None:
    page = (DOCS / "status.md").read_text(encoding="utf-8")
    named: set[str] = set()
    for cell in re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE):
        above = ""
        for key in re.findall(r"`([\w.]+)`", cell):
            above = key.partition(".")[0] if not key.startswith(".") and "." in key else above
            named.add(f"{above}{key}" if key.startswith(".") else key)
    told = {key for key in keys(status(folder_of(table))) if not any(part.startswith(f"{key}.") for part in named)}
    assert told == named


def test_people_are_told_the_same(table: LocalGame) -> None:
    told = shell(folder_of(table), "status").stdout
    facts = dict(re.split(r"  +", line, maxsplit=1) for line in told.splitlines() if "  " in line)
    assert facts["games"] == "0 opening, 1 running, 0 over, 0 practice"
    assert facts["letters not read"] == "0"
    assert facts["last backup"] == "none that is known of"


def test_letters_that_were_set_aside_and_lie_nowhere_are_told(tmp_path: Path) -> None:
    path = configure(tmp_path)
    (tmp_path / "data").mkdir()
    with closing(Store(tmp_path / "data" / "judge.db", SystemClock().now)) as store:
        for text in (b"one", b"two", b"three"):
            letter = store.keep("smtp", "alice@example.org", "judge@localhost", text).result()
            store.commit(Transaction(letter, LetterStatus.SET_ASIDE))
    lying = tmp_path / "mailboxes" / "set-aside" / "new"
    lying.mkdir(parents=True)
    (lying / "letter-3.0123456789abcdef").write_text("x")
    told = status(path.parent)["letters_in"]
    assert (told["set_aside"], told["unproven"]) == (1, 2)
    assert "2 of the last week, the newest letter 2 (story tells of it)" in shell(path.parent, "status").stdout


def test_what_strangers_have_left_is_told_and_what_of_it_is_dropped(tmp_path: Path) -> None:
    store, raw = Store(tmp_path / "data" / "judge.db", SystemClock().now), b"From: x@example.org\r\n\r\nBuy!\r\n"
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    for number in (1, 2):
        sent = store.keep("smtp", "x@example.org", "judge@localhost", raw * number).result()
        store.commit(Transaction(sent, LetterStatus.SET_ASIDE))
    store.drop_junk(JunkLimits(timedelta(days=1), len(raw)))
    write_metrics(tmp_path / "judge.prom", store.overview(), look_at_folder(tmp_path / "data"))
    store.close()
    told, read = status(tmp_path)["strangers"], metrics(tmp_path / "judge.prom")
    assert told == {"letters": 1, "bytes": len(raw), "gone_letters": 1, "gone_bytes": 2 * len(raw)}
    assert (read["judge_stranger_letters",], read["judge_stranger_bytes",]) == (1, len(raw))
    assert read["judge_stranger_bytes_dropped_total",] == 2 * len(raw)


def test_without_a_database_it_says_so_in_a_line(tmp_path: Path) -> None:
    done = shell(configure(tmp_path).parent, "status")
    assert done.exit_code == 1
    assert "there is no database" in done.output


def metrics(path: Path) -> dict[tuple[str, ...], float]:
    """Each figure by its name and labels, as Prometheus' own parser reads them."""
    families = text_string_to_metric_families(path.read_text(encoding="utf-8"))
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def test_prometheus_reads_figures_that_are_those_of_the_database(table: LocalGame, tmp_path: Path) -> None:
    folder, store = folder_of(table), table.judge.services.store
    write_metrics(tmp_path / "judge.prom", store.overview(), look_at_folder(folder / "data"))
    read = metrics(tmp_path / "judge.prom")
    assert read["judge_letters_received_total",] == number(folder, "letters")
    assert read["judge_letters_queued_total",] == number(folder, "outbox")
    assert read["judge_events_total",] == number(folder, "events")
    assert read["judge_games", "running"] == number(folder, "games")
    assert read["judge_letters_unread",] == number(folder, "letters WHERE state = 'new'")
    assert read["judge_letters_outgoing",] == number(folder, "outbox WHERE state = 'waiting'")
    assert read["judge_letters_given_up",] == number(folder, "outbox WHERE state = 'given-up'")
    assert read["judge_next_alarm_timestamp_seconds",] > table.clock.now().timestamp()
    assert (tmp_path / "judge.prom").stat().st_mode & 0o777 == 0o644, "the collector is another user"
    assert [path.name for path in tmp_path.iterdir()] == ["judge.prom"]


def test_every_figure_is_on_the_page_under_its_name(table: LocalGame, tmp_path: Path) -> None:
    store = table.judge.services.store
    write_metrics(tmp_path / "judge.prom", store.overview(), look_at_folder(folder_of(table) / "data"))
    page = (DOCS / "operating.md").read_text(encoding="utf-8")
    assert {name for name, *_ in metrics(tmp_path / "judge.prom") if f"`{name}`" not in page} == set()


# --- a judge that runs


def test_a_served_judge_tells_how_it_stands_and_the_story_of_a_letter_by_its_number(tmp_path: Path) -> None:
    config = configure(tmp_path, '[metrics]\nfile = "judge.prom"\n')
    with processes(config) as judge:
        send(judge.port, "HELP")
        until(lambda: subjects(tmp_path))
        until(lambda: "letter 1, answer 1: sent" in judge.log())
        until((tmp_path / "judge.prom").exists)
        assert metrics(tmp_path / "judge.prom")["judge_door_up",] == 1
        assert shell(tmp_path, "backup", str(tmp_path / "copy.db")).exit_code == 0
        told = status(tmp_path)
        assert (told["running"], told["door_running"], told["worker_running"]) == (True, True, True)
        assert told["backup"]["file"] == str(tmp_path / "copy.db")
        said = [line.partition(" INFO ")[2] for line in judge.log().splitlines() if "letter 1" in line]
        assert [re.sub(r"at \S+ \S+ by smtp, \d+ bytes", "…", line) for line in said] == [
            "letter 1: arrived …",
            "letter 1: done",
            "letter 1, answer 1: sent",
        ]
    assert status(tmp_path)["running"] is False


def story(folder: Path, letter: int) -> list[str]:
    done = shell(folder, "story", str(letter), "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line)["what"] for line in done.stdout.splitlines()]


def test_the_story_of_a_letter_tells_what_became_of_it_and_nothing_that_was_written(table: LocalGame) -> None:
    folder = folder_of(table)
    last = number(folder, "letters")
    arrived, read, event, written, left = story(folder, last)
    england = next(player.address for power, player in table.players.items() if power == "ENGLAND")
    assert re.fullmatch(r"arrived by smtp for a reply address of rome, \d+ bytes", arrived)
    assert read == f"read and carried out; from {england}"
    assert event == "rome: order-given"
    assert re.fullmatch(rf"answer \d+ to {england}: written", written)
    assert re.fullmatch(r"answer \d+: left", left)
    told = "\n".join(story(folder, last))
    assert SEALED not in told
    assert "judge+rome." not in told


def test_the_story_of_a_bounce_names_what_came_back_and_that_of_the_letter_names_the_bounce(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = lay_half_written_table(tmp_path)
    store, folder = table.judge.services.store, folder_of(table)
    asked = number(folder, "letters")
    with closing(connect_read_only(folder / "data" / "judge.db")) as db:
        answer, envelope, to = db.execute(
            "SELECT id, envelope_from, recipient FROM outbox WHERE letter = ?", [asked]
        ).fetchone()
    with caplog.at_level("INFO", "judge"):
        bounce = store.keep("smtp", None, envelope, write_bounce("judge@localhost", to, "5.1.1", "550 no")).result()
        table.judge.wake()
        table.settle()
    assert f"a bounce of letter {asked}, answer {answer}" in caplog.messages
    _, came, fate, *_ = story(folder, bounce)
    assert came == f"a bounce of letter {asked}, answer {answer}"
    assert fate.startswith("automatic mail, which is never answered")
    assert story(folder, asked)[-1] == f"answer {answer}: came back as letter {bounce}"
    table.judge.stop()


def test_only_a_letter_that_changed_a_game_was_carried_out(tmp_path: Path) -> None:
    table = lay_half_written_table(tmp_path, "WAITED public ANONYMOUS no")
    england = next(player for power, player in table.players.items() if power == "ENGLAND")
    told = []
    for text in ("HELP", "The moon was full last night."):
        england.answer(text)
        table.settle()
        told.append(story(folder_of(table), number(folder_of(table), "letters"))[1])
    table.judge.stop()
    assert told == [f"read and answered; it changed no game; from {england.address}"] * 2


def test_the_story_of_a_letter_there_is_not_is_one_clear_line(table: LocalGame) -> None:
    done = shell(folder_of(table), "story", "4711")
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "no letter has the number 4711" in done.stderr


def test_who_wrote_is_hidden_where_the_master_may_not_know_it(tmp_path: Path) -> None:
    table = lay_half_written_table(tmp_path, "ANONYMOUS yes")
    try:
        told = "\n".join(story(tmp_path, number(tmp_path, "letters")))
    finally:
        table.judge.stop()
    addresses = [player.address for player in table.players.values()]
    assert "hidden" in told
    assert [address for address in addresses if address in told] == []


def test_the_last_errors_are_told(table: LocalGame) -> None:
    path = error_file(folder_of(table) / "data")
    at = datetime.now(UTC).isoformat(timespec="seconds")
    lines = [{"at": at, "level": "ERROR", "says": f"letter {one}: it could not be settled"} for one in range(9)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "half a li", encoding="utf-8")
    assert [one["says"] for one in status(folder_of(table))["errors"]][-1] == "letter 8: it could not be settled"
    path.unlink()
