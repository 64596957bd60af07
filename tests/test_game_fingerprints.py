"""The fingerprint of a game: what a report bears is computed from its page, and changes with all that came before."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame, text_of
from judge.shell.play import load_record, play_phase
from judge.store.event_chain import first_hash, hashes
from tests.shared.seated import agree, lay_seated_table

FRANCE = Power("FRANCE")
TOLD = re.compile(
    r"^(?:Fingerprint of the game up to here:|Empreinte de la partie jusqu.ici.:) ([0-9a-f-]{19})$", re.MULTILINE
)
ON_PAGE = re.compile(r"^  (?:log|game) +([0-9a-f]{64})$", re.MULTILINE)
PAGES = ("001-S1901M", "002-F1901M", "003-W1901A")


def play_two_phases(table: LocalGame) -> None:
    for phase in load_record("one")[:2]:
        play_phase(table, phase, {})


def play_a_year(table: LocalGame) -> None:
    play_two_phases(table)
    play_phase(table, load_record("one")[2], {})


def pages(folder: Path) -> dict[str, str]:
    return {name: (folder / "archive" / GAME / f"{name}.txt").read_text(encoding="utf-8") for name in PAGES}


def reports(table: LocalGame, power: Power) -> Sequence[str]:
    """The fingerprints that the reports to a player bear, oldest first."""
    table.players[power].fetch()
    return [found for letter in table.players[power].read for found in TOLD.findall(text_of(letter))]


def told(digits: str) -> str:
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


def hashed(*lines: str) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def fingerprints_of_orders(page: str) -> list[str]:
    return re.findall(r"^  \S.*? +([0-9a-f-]{34})  s[0-9a-f]{15}$", page, re.MULTILINE)


def told_to_everybody(page: str) -> list[str]:
    """The lines that a page has under that title."""
    (block,) = re.findall(r"since the phase before\n\n((?:  .*\n)+)", page)
    return [line.strip() for line in block.splitlines()]


def test_what_every_report_bears_is_computed_from_the_pages_by_anybody(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, played_on=play_a_year)
    table.judge.stop()
    before, expected = "0" * 64, []
    for name, page in pages(tmp_path).items():
        log, own = ON_PAGE.findall(page)
        orders = fingerprints_of_orders(page)
        assert orders
        assert own == hashed(before, log, f"rome {name.partition('-')[2]}", *orders, *told_to_everybody(page))
        before = own
        expected.append(told(own))
    assert all(reports(table, power) == expected for power in table.players)


@pytest.mark.parametrize("says", [r"as\sits\sreport\sbears\sit:", r"telle\sque\sson\scompte\srendu\sla\sporte.:"])
def test_prove_tells_what_the_fingerprint_of_a_report_is_made_of(tmp_path: Path, says: str) -> None:
    table = lay_seated_table(tmp_path, played_on=play_a_year)
    asking = table.players[FRANCE]
    asking.answer(f"SET LANGUAGE {'en' if 'report' in says else 'fr'}\nPROVE F1901M\n")
    table.settle()
    answer = text_of(asking.last())
    table.judge.stop()
    found = re.search(rf"{says}\s(\S+)\n((?:    .*\n)+)", answer)
    assert found
    made_of = [line.strip() for line in found[2].splitlines()]
    assert found[1] == told(hashed(*made_of)) == reports(table, FRANCE)[1]


def test_a_byte_of_a_closed_phase_changes_every_fingerprint_from_then_on(tmp_path: Path) -> None:
    """Though the game goes on as if nothing were: the order that was changed is of a phase that is over."""
    folders = (tmp_path / "left alone", tmp_path / "changed")
    told_in = []
    for folder in folders:
        table = lay_seated_table(folder, played_on=play_two_phases)
        if folder.name == "changed":
            _change_an_order(folder / "data" / "judge.db", table)
        play_phase(table, load_record("one")[2], {})
        told_in.append(reports(table, FRANCE))
        table.judge.stop()
    (*one, last), (*other, changed) = told_in
    assert one == other
    assert last != changed


def _change_an_order(database: Path, table: LocalGame) -> None:
    """What an operator would do who has the key, and hides it: the order, and every hash behind it anew."""
    key = table.judge.services.store.key(lambda: "")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DROP TRIGGER event_changed")
        (number,) = db.execute("SELECT min(number) FROM events WHERE event LIKE '%order-given%'").fetchone()
        db.execute(
            "UPDATE events SET event = replace(event, '2026-01-05T09', '2026-01-05T08') WHERE number = ?", [number]
        )
        texts = [text for (text,) in db.execute("SELECT event FROM events ORDER BY number")]
        found = hashes(key, first_hash(key, GAME), texts)
        for place, one in enumerate(found, 1):
            db.execute("UPDATE event_chain SET hash = ? WHERE number = ?", [bytes.fromhex(one), place])


def test_a_rollback_is_one_more_event(tmp_path: Path) -> None:
    """History grows: the phase that is undone keeps its page, and the next close goes on from its fingerprint."""
    table = lay_seated_table(tmp_path, played_on=play_two_phases)
    undone = reports(table, FRANCE)
    table.players[Power("AUSTRIA")].answer("ROLLBACK F1901M")
    table.settle()
    agree(table)
    play_phase(table, load_record("one")[1], {})
    log = [event for event in table.judge.services.store.events(GAME) if isinstance(event, PhaseClosed)]
    table.judge.stop()
    assert [told(event.fingerprint.own) for event in log if event.fingerprint] == reports(table, FRANCE)
    assert reports(table, FRANCE)[:2] == undone
    assert log[2].fingerprint
    assert log[1].fingerprint
    assert log[2].fingerprint.before == log[1].fingerprint.own


def fsck(folder: Path) -> str:
    names = ("data", "archive", "mailboxes", "tournaments", "boards")
    config = "".join(f'{name} = "{folder / name}"\n' for name in names)
    (folder / "config.toml").write_text(f"[folders]\n{config}", encoding="utf-8")
    return CliRunner().invoke(main, ["--config", str(folder / "config.toml"), "fsck"]).output


@pytest.mark.parametrize("field", ["own", "log"])
def test_fsck_finds_a_close_that_bears_another(tmp_path: Path, field: str) -> None:
    """Though every hash of the log is made to fit."""
    lay_seated_table(tmp_path, played_on=play_a_year).judge.stop()
    with closing(sqlite3.connect(tmp_path / "data" / "judge.db")) as db, db:
        db.execute("DROP TRIGGER event_changed")
        db.execute(
            "UPDATE events SET event = json_set(event, ?, ?) WHERE event LIKE '%phase-closed%F1901M%fingerprint%'",
            [f"$.fingerprint.{field}", "0" * 64],
        )
    assert "F1901M closed with another fingerprint of the game than its log has" in fsck(tmp_path)
    assert f"002-F1901M.txt says “{'game' if field == 'own' else 'log '} " in fsck(tmp_path)
