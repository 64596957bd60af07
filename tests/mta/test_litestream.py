"""A copy of the database by Litestream, made while the judge works: the disk is lost, the game goes on."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from judge.store.connection import connect_read_only
from tests.mail.sink import Sink, listening
from tests.mta.postfix import PATIENCE, own_folder, until
from tests.mta.stage import DEPLOY, JUDGE, JudgeProcess, Players
from tests.shared.ports import free_port
from tests.shared.shell import shell

LITESTREAM = Path(sys.executable).with_name("litestream")
ALICE = "alice@example.com"


@contextmanager
def copied(folder: Path) -> Iterator[Path]:
    """Litestream at work by deploy/litestream.yml; the configuration."""
    config = folder / "litestream.yml"
    text = (DEPLOY.parent / "litestream.yml").read_text(encoding="utf-8")
    config.write_text(text.replace("/var/lib/judge", f"{folder}/judge").replace("/var/backups", f"{folder}/backups"))
    with (folder / "litestream.log").open("wb") as log:
        process = subprocess.Popen([LITESTREAM, "replicate", "-config", config], stdout=log, stderr=log)
        try:
            yield config
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def restored(config: Path, database: Path, to: Path) -> int:
    """Put the copy of a database back at ``to``; how many letters have left by it, 0 while there is no copy."""
    to.unlink(missing_ok=True)
    command: list[str | Path] = [LITESTREAM, "restore", "-config", config, "-o", to, database]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        return 0
    with closing(connect_read_only(to)) as db:
        return int(db.execute("SELECT count(*) FROM outbox WHERE state = 'sent'").fetchone()[0])


def test_a_judge_whose_disk_is_lost_goes_on_from_the_copy() -> None:
    assert LITESTREAM.exists(), "install requirements-mta.lock: make test-mta does"
    with ExitStack() as stack:
        folder, sink = stack.enter_context(own_folder()), Sink()
        judge = JudgeProcess(folder / "judge", free_port(), stack.enter_context(listening(sink)))
        players = Players(sink, judge.port)
        database = folder / "judge" / "data" / "judge.db"
        judge.start()
        stack.callback(judge.stop)
        with copied(folder) as config:
            players.write(ALICE, JUDGE, "OPEN rome")
            players.write(ALICE, players.letter(ALICE, "Did you write this")["Reply-To"], "Yes.")
            reply_to = players.letter(ALICE, "The game is open")["Reply-To"]
            until(lambda: judge.rows("SELECT 1 FROM outbox WHERE state = 'waiting'") == [])
            sent = len(sink.taken)
            until(lambda: restored(config, database, folder / "copy.db") == sent)
            judge.stop(signal.SIGKILL)
        shutil.rmtree(database.parent)
        database.parent.mkdir(mode=0o700)
        put_back = shell(folder / "judge", "restore", str(folder / "backups" / "judge"))
        assert put_back.exit_code == 0, put_back.output
        judge.start()
        players.write(ALICE, reply_to, "STATUS")
        until(lambda: players.count(ALICE, "rome.*Your letter: OK") == 2)
        told = "what was written since the copy is to be written again; the same game answers, and nothing came twice"
        assert len(sink.taken) == sent + 2, told
        assert players.count(ALICE, "rome.*Please write again") == 1
