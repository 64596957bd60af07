"""Whether a judge that is started on what a power cut has left keeps what it had promised."""

import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass, field
from email import message_from_bytes
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from random import Random

from judge.config import read_config
from judge.paths.deliver import MOST_UNMARKED, LetterPictures, deliver_due
from judge.paths.painter import draw_letter_picture
from judge.paths.receive import Intake
from judge.service import pools
from judge.service.app import Judge
from judge.shell.local_game import no_dkim_keys
from judge.shell.new_service import lay_out, make_service
from judge.site.progress import STATE as NOTES
from judge.system.clock import SettableClock
from tests.power.disk import Call, Cut, Disk
from tests.power.scenarios import ADDRESS, FORGOTTEN, READERS, Recording, config_at, wish_at
from tests.shared.stored import faults_of

pools._PROCESSES = get_context("fork")  # type: ignore[assignment]  # a second less for each letter that is read apart

# --- what was promised up to a call


@dataclass
class Promised:
    """By Message-ID the letters that were taken in and those that left, the latter with their reader; what is done."""

    relay: int
    taken: set[str] = field(default_factory=set)
    left: list[tuple[str, str]] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    _dots: dict[int, str] = field(default_factory=dict)
    _leaving: bytes = b""

    def note(self, call: Call) -> None:
        """Note what a mark tells."""
        word, _, what = call.data.decode("utf-8", "replace").partition(" ")
        if call.kind != "M":
            return
        if word == "dot":
            self._dots[call.at] = what
        elif word == "250" and call.at in self._dots:
            self.taken.add(self._dots.pop(call.at))
        elif word == "done":
            self.done.add(what)
            self.taken.update(re.findall("dropped (.*)", what))
        elif call.at == self.relay:
            self._note_leaving(call.data)

    def _note_leaving(self, sent: bytes) -> None:
        self._leaving += sent
        *whole, self._leaving = self._leaving.split(b"\r\n.\r\n")
        for one in whole:
            to = re.findall(rb"(?i)^RCPT TO:<([^>]+)>", one, re.MULTILINE)[-1]
            named = re.search(rb"(?i)^Message-ID:\s*(<[^>]+>)", one, re.MULTILINE)
            assert named
            self.left.append((named[1].decode(), to.decode()))


# --- the start of a judge on a folder


def recover(root: Path, promised: Promised, recording: Recording) -> None:
    """Start a judge, let it do all there is to do; AssertionError where it has not kept a promise."""
    config = config_at(root)
    judge = Judge(config, SettableClock(recording.now), no_dkim_keys)
    try:
        stood = events_of(root)
        judge.timeline.catch_up()
        Intake(judge.services).take_in()
        while judge.timeline.step() or judge.timeline.tidy():
            pass
        while deliver_due(judge.services, LetterPictures(judge.services, draw_letter_picture)):
            pass
    finally:
        judge.stop()
    faults = faults_of(config)
    assert not faults, faults
    check_whole(stood, recording)
    check_letters(root, promised, recording)


def check_whole(stood: Sequence[tuple[str, str, object]], recording: Recording) -> None:
    """What stood in the log is what the judge of the record wrote, letter by letter whole."""
    if recording.name in {"restore", "upgrade"}:
        return
    written = events_of(recording.base / "after")
    assert stood == written[: len(stood)]
    if len(stood) < len(written) and stood:
        assert stood[-1][2] is None or stood[-1][2] != written[len(stood)][2], f"half of what letter {stood[-1][2]} did"


def check_letters(root: Path, promised: Promised, recording: Recording) -> None:
    """Letters that were taken are read and answered; letters out are known, none is lost, few have left twice."""
    read, answered = letters_of(root)
    _, have_answers = letters_of(recording.base / "after")
    for one in promised.taken:
        assert read.get(one) in {"done", "held"}, f"{one} was taken and is {read.get(one)}"
    assert not promised.taken & have_answers - answered, "some were taken and not answered"
    with closing(connected(root)) as db:
        out = {*db.execute("SELECT message_id, recipient FROM outbox")}
    delivered = Counter((_id(path.read_bytes()), path.parts[-3]) for path in (root / "mailboxes").glob("*@*/new/*"))
    gone = {*promised.left, *delivered}
    lost = set() if recording.name == "restore" else gone - out  # a backup knows of none that have left since
    assert not lost, f"{lost} have left, and are not in the outbox"
    assert out <= gone or recording.name in {"backup", "restore", "upgrade"}, f"{out - gone} have never left"
    assert "published" not in promised.done or len(out) == READERS
    again = [one for one in promised.left if one in delivered]
    assert len(again) <= (1 if len(promised.left) <= MOST_UNMARKED else MOST_UNMARKED), f"{again} left twice"
    assert all(number == 1 for number in delivered.values())


def letters_of(root: Path) -> tuple[dict[str, str], set[str]]:
    """What has become of each letter in, by Message-ID; which have had an answer."""
    with closing(connected(root)) as db:
        rows = db.execute(
            """SELECT raw, state, EXISTS (SELECT 1 FROM outbox WHERE outbox.letter = id)
               FROM letters JOIN letter_bytes ON letter_bytes.letter = id"""
        ).fetchall()
    return {_id(raw): state for raw, state, _ in rows}, {_id(raw) for raw, _, is_answered in rows if is_answered}


def connected(root: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{root / 'data' / 'judge.db'}?mode=rw", uri=True)


def events_of(root: Path) -> list[tuple[str, str, object]]:
    """The log, by game: each event with the letter that it came of."""
    with closing(connected(root)) as db:
        return db.execute("SELECT game, event, letter FROM events ORDER BY game, number").fetchall()


def _id(raw: bytes) -> str:
    return str(message_from_bytes(raw)["Message-ID"]).strip()


# --- what commands have promised


def check_backup(root: Path, promised: Promised, recording: Recording) -> None:
    """A backup is whole or not there, and there once the command has ended."""
    kept = root / "kept.db"
    assert kept.exists() or "kept" not in promised.done
    if kept.exists():
        with closing(sqlite3.connect(kept)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert db.execute("SELECT game, event, letter FROM events ORDER BY game, number").fetchall() == events_of(
                recording.base / "before"
            )


def check_replaced(root: Path, promised: Promised, recording: Recording) -> None:
    """It is the old database or the new one, whole; where it is the new one, the old one is kept beside it."""
    stands, old, new = (
        contents(one / "data" / "judge.db") for one in (root, recording.base / "before", recording.base / "after")
    )
    assert stands == new or (stands == old and "replaced" not in promised.done), "neither the old database nor the new"
    if stands == new:
        (kept,) = [one for one in (root / "data").glob("judge.db.before-*") if one.name.endswith("Z")]
        assert contents(kept) == old, "what is kept is not the old database"


def contents(database: Path) -> tuple[object, ...]:
    """The tables of a database, its log and which letters it has; from a copy, so that nothing is changed."""
    with tempfile.TemporaryDirectory() as copies:
        for path in database.parent.glob(f"{database.name}*"):
            shutil.copy(path, copies)
        with closing(sqlite3.connect(Path(copies) / database.name)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            asked = ("sql FROM sqlite_master ORDER BY name", "* FROM events", "id FROM letters")
            return tuple(row for one in asked for row in db.execute(f"SELECT {one}"))


def check_laid_out(root: Path, promised: Promised, recording: Recording) -> None:
    """A configuration that is there is whole; once the command has ended all is there; it may be given again."""
    if "laid out" in promised.done:
        made = {str(path.relative_to(recording.base / "after")) for path in (recording.base / "after").rglob("*")}
        assert {str(path.relative_to(root)) for path in root.rglob("*")} >= made
    for _ in lay_out(root / "new", ADDRESS):
        pass
    assert read_config(root / "new" / "config.toml").judge.address == "judge@example.org"


def check_service(root: Path, promised: Promised, recording: Recording) -> None:
    """What has been made is whole and stays, the key before all; the command may be given again."""
    deploy = root / "new" / "deploy"
    if "laid out" in promised.done:
        check_files(root, recording, "new/deploy")
    key, begun = deploy / "dkim.pem", (deploy / "dns.txt").exists()
    before = key.read_bytes() if key.exists() else b""
    assert before or not begun, "the record of a key stands, and not the key"
    with redirect_stdout(StringIO()):
        make_service(wish_at(root), read_config(root / "new" / "config.toml"), "", lambda _: False)
    assert key.read_bytes() == before or not before


def check_desk(root: Path, _: Promised, recording: Recording) -> None:
    """What the editor has sent for the issue in work stands in it once both letters are read."""
    if len(letters_of(root)[0]) == 2:
        check_files(root, recording, "zine")


def check_kept(root: Path, promised: Promised, recording: Recording) -> None:
    """An issue that is said to be kept is."""
    if "published" in promised.done:
        check_files(root, recording, "zine")


def check_files(root: Path, recording: Recording, folder: str) -> None:
    """All files of a folder are there as they are at the end."""
    made = recording.base / "after"
    for path in (path for path in (made / folder).rglob("*") if path.is_file()):
        assert (root / path.relative_to(made)).read_bytes() == path.read_bytes(), path


def check_forgotten(root: Path, _: Promised, __: Recording) -> None:
    """Of somebody who is to be forgotten nothing is left."""
    assert not (root / "mailboxes" / FORGOTTEN).exists()


def check_site(root: Path, _: Promised, recording: Recording) -> None:
    """Pages that are noted, and would not be written again, are there."""
    made, site = recording.base / "after" / "site", root / "site"
    if (site / NOTES).exists() and (site / NOTES).read_bytes() == (made / NOTES).read_bytes():
        check_files(root, recording, "site")


Check = Callable[[Path, Promised, Recording], None]


def checks_of(recording: Recording) -> tuple[Check, ...]:
    """What must hold of every state of a scenario, in that order."""
    of_commands: dict[str, tuple[Check, ...]] = {
        "backup": (check_backup, recover),
        "restore": (check_replaced, recover),
        "upgrade": (check_replaced, recover),
        "init": (check_laid_out,),
        "service": (check_service,),
        "desk": (recover, check_desk),
        "zine": (recover, check_kept),
        "site": (check_site,),
        "forget": (recover, check_forgotten),
    }
    return of_commands.get(recording.name, (recover,))


# --- states, one after the other


CHANCES = 1
"""Seeds of chance that each cut is tried with, besides those of the corners."""


@dataclass(frozen=True)
class Failure:
    """What a judge did wrong on what a power cut had left, and how to see it again."""

    base: Path
    seed: int
    cut: int
    why: str

    def __str__(self) -> str:
        return f"{self.why}\n  python -m tests.power.replay {self.base} {self.seed} {self.cut}"


def cuts_of(recording: Recording) -> Iterator[tuple[int, Disk, Promised]]:
    """The disk and the promises before the first call, then after each; they are changed from one to the next."""
    disk, promised = Disk(recording.root, recording.base / "before"), Promised(recording.relay)
    yield 0, disk, promised
    for number, call in enumerate(recording.calls, 1):
        disk.act(call)
        promised.note(call)
        yield number, disk, promised


def states(recording: Recording, drawn: Collection[int], seed: int) -> Iterator[tuple[bool, Failure | None]]:
    """Try what is left at some cuts, the corners and ``CHANCES`` by chance; whether each was new, and what failed.

    What has been tried on the same promises is not tried again.
    """
    seen: set[bytes] = set()
    for cut, disk, promised in cuts_of(recording):
        chance = Random(f"{seed} {cut}")
        seeds = [*range(len(Cut.CORNERS)), *(chance.randrange(len(Cut.CORNERS), 2**31) for _ in range(CHANCES))]
        for one in seeds if cut in drawn else ():
            left = Cut(disk, cut, one)
            digest = left.digest + repr((sorted(promised.taken), promised.left, sorted(promised.done))).encode()
            is_new = digest not in seen
            seen.add(digest)
            yield is_new, attempt(recording, left, promised, cut) if is_new else None


def draw(recording: Recording, number: int, seed: int) -> list[int]:
    """So many cuts, the end among them, that about that number of states comes of them; all where there are fewer."""
    end = len(recording.calls)
    others = min(end, -(-number // (len(Cut.CORNERS) + CHANCES)) - 1)
    return [*sorted(Random(seed).sample(range(end), max(0, others))), end]


def attempt(recording: Recording, left: Cut, promised: Promised, cut: int) -> Failure | None:
    """Lay what is left, and start a judge on it."""
    with tempfile.TemporaryDirectory() as folder:
        left.lay(Path(folder) / "judge")
        try:
            for check in checks_of(recording):
                check(Path(folder) / "judge", promised, recording)
        except Exception as error:  # noqa: BLE001 - whatever it is, a judge must start
            return Failure(recording.base, left.seed, cut, f"{recording.name}: {type(error).__name__}: {error}")
    return None
