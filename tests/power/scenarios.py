"""What is recorded: judges and commands at work in processes of their own, each on a folder that lies there, synced."""

import gzip
import os
import re
import shutil
import smtplib
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from pathlib import Path
from zlib import crc32

from judge.config import ClockConfig, Config, FolderConfig, RelayConfig, SmtpConfig, ZineConfig, read_config
from judge.game.settings import Address
from judge.handlers.desk import Editions, keep_printed
from judge.mail.maildir import deliver_to_maildir
from judge.paths.gazette import publish_zine, services_beside
from judge.paths.receive import Intake
from judge.service.app import Judge
from judge.service.site import write_whole_site
from judge.shell.local_game import no_dkim_keys
from judge.shell.new_service import KEY_FILE, SELECTOR, ServiceWish, lay_out, make_service
from judge.shell.operate import restore
from judge.store.data_folder import LastBackup, note_backup
from judge.store.life import back_up, upgrade_database
from judge.store.overview import open_read_only
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from judge.store.spool import spool_path
from judge.store.store import Store
from judge.system.clock import SettableClock, SystemClock
from judge.zine.forms import FinishedZine
from judge.zine.issue import write_issue
from tests.mail.sink import Sink, listening
from tests.power.disk import Call, mark, read_record
from tests.shared.duels import OTHER, READER, played_duels, write_in
from tests.shared.served import HERE, PATIENCE, configure, serving, until
from tests.zine.small_issue import small_issue

MORNING, HOUR = datetime(2026, 1, 5, 9, 0, tzinfo=UTC), datetime(2026, 1, 12, 20, 0, tzinfo=UTC)
"""When the game began, when its first phase closes."""
READERS, FORGOTTEN, EDITOR = 40, "edith@example.org", "editor@example.org"
ADDRESS = {"judge.address": "judge@example.org"}
SERVICE = {
    **ADDRESS,
    "relay.host": "127.0.0.1",
    "lmtp.host": "127.0.0.1",
    "dkim.selector": SELECTOR,
    "dkim.key_file": str(KEY_FILE),
}
UNITS = {"lena": "A CRA H\nA FEL H\nF TAR H", "oskar": "F HEN H\nA PAN H\nA REE H"}


@dataclass(frozen=True)
class Recording:
    """What was recorded below ``base``: ``before``, what lay at ``root``, ``after``, what lies there then; the calls.

    ``now`` is the hour at the end, ``relay`` the port that letters left for.
    """

    base: Path
    calls: tuple[Call, ...]
    now: datetime
    relay: int

    @property
    def name(self) -> str:
        """The scenario."""
        return self.base.name

    @property
    def root(self) -> Path:
        return self.base / "judge"


def config_at(root: Path, relay: int = 0) -> Config:
    """The configuration of a judge that has all its files below a folder."""
    return Config(
        smtp=SmtpConfig(port=0),
        folders=FolderConfig(root / "data", root / "archive", root / "mailboxes", zine=root / "zine"),
        zine=ZineConfig(EDITOR),
        clock=ClockConfig(sweep_seconds=3600),
        relay=RelayConfig("127.0.0.1", relay) if relay else RelayConfig(),
    )


def record(base: Path) -> Recording:
    """Play the scenario of that name in a folder that is not there yet, and return what was recorded of it."""
    lay, play = SCENARIOS[base.name]
    root = base / "judge"
    root.mkdir(parents=True)
    lay(root)
    shutil.copytree(root, base / "before", ignore=shutil.ignore_patterns("*-shm"))
    paths = [root, *root.rglob("*")]
    (base / "before.inodes").write_text("".join(f"{one.stat().st_ino} {one.relative_to(root)}\n" for one in paths))
    with compiled(base):
        play(base, root)
    shutil.copytree(root, base / "after")
    return read_recording(base)


def read_recording(base: Path) -> Recording:
    """What was recorded in a folder."""
    now, relay = (base / "now").read_text().split()
    return Recording(base, read_record(base / "record"), datetime.fromisoformat(now), int(relay))


@contextmanager
def compiled(base: Path) -> Iterator[None]:
    """Every process that is started meanwhile is recorded."""
    compiler = shutil.which("cc")
    assert compiler, "a C compiler makes the recorder: apt-get install gcc libc6-dev"
    library = base / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    added = {"LD_PRELOAD": library, "POWER_FOLDER": base / "judge", "POWER_RECORD": base / "record"}
    os.environ.update({name: str(value) for name, value in added.items()})
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


# --- a game of two by letters, through a door, a worker and a relay


@dataclass(frozen=True)
class Post:
    """Letters to a judge at a ``port``, each with a mark before its last dot; what comes of them at the relay."""

    record: Path
    port: int
    sink: Sink

    def send(self, who: str, text: str, to: str = "judge@localhost") -> None:
        mail = letter(who, to, text)
        with smtplib.SMTP("127.0.0.1", self.port, "localhost", timeout=PATIENCE) as line:
            line.ehlo()
            line.mail(f"{who}@example.org")
            line.rcpt(to)
            mark(self.record, f"dot {mail['Message-ID']}".encode(), line.sock.getsockname()[1])  # type: ignore[union-attr]
            assert line.data(mail.as_bytes())[0] == 250

    def drop(self, root: Path, who: str) -> None:
        """Put a letter into the Maildir that the judge reads, as another program does."""
        mail = letter(who, "judge@localhost", "HELP")
        command = [sys.executable, "-c", _DROP, str(root / "mailboxes" / "in"), who]
        subprocess.run(command, cwd=HERE, check=True, input=mail.as_bytes())
        mark(self.record, f"done dropped {mail['Message-ID']}".encode())

    def answer_to(self, who: str, pattern: str) -> str:
        """Wait for a letter to somebody whose Reply-To is such; that address."""
        found: list[str] = []

        def is_there() -> list[str]:
            letters = (message_from_bytes(raw) for _, to, raw in self.sink.taken if f"{who}@example.org" in to)
            found.extend(one["Reply-To"] for one in letters if re.search(pattern, str(one["Reply-To"])))
            return found

        until(is_there)
        return found[-1]

    def wait_for(self, who: str, subject: str) -> None:
        """Wait for a letter to somebody of that subject."""
        until(
            lambda: any(
                f"{who}@example.org" in to and subject in str(message_from_bytes(raw)["Subject"])
                for _, to, raw in self.sink.taken
            )
        )


_DROP = """
import pathlib, sys
from judge.handlers.desk import Editions
from judge.mail.maildir import deliver_to_maildir
deliver_to_maildir(pathlib.Path(sys.argv[1]), sys.argv[2], sys.stdin.buffer.read())
"""


def letter(who: str, to: str, text: str) -> EmailMessage:
    """A letter whose Message-ID follows from what it says."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = f"{who}@example.org", to, "A letter"
    mail["Message-ID"] = f"<{who}.{crc32(f'{to} {text}'.encode())}@example.org>"
    mail.set_content(text)
    return mail


def sit_down(post: Post) -> dict[str, str]:
    """Lena and Oskar open a game and take their seats; the address of each in it."""
    for who, lines in (("lena", "OPEN alpha BOARD duel RULES 2023\nJOIN alpha UPLAND"), ("oskar", "JOIN alpha")):
        post.send(who, lines)
        post.send(who, "Yes", post.answer_to(who, r"\+ok\."))
    return {who: post.answer_to(who, r"\+alpha\.") for who in UNITS}


def letters(base: Path, root: Path) -> None:
    """The first start of a judge; a game of two, two phases of it; strangers; letters dropped into its Maildir."""
    sink = Sink()
    with listening(sink) as relay:
        folders = "".join(f'{name} = "judge/{name}"\n' for name in ("data", "archive", "mailboxes"))
        config = configure(base, f'[folders]\n{folders}[relay]\nhost = "127.0.0.1"\nport = {relay}\n')
        with serving(config) as port:
            post = Post(base / "record", port, sink)
            at = sit_down(post)
            with ThreadPoolExecutor(6) as pool:
                for phase in ("spring", "fall"):
                    strangers = [f"{phase}{number}" for number in range(4)]
                    written = [pool.submit(post.send, one, "HELP") for one in strangers]
                    written.append(pool.submit(post.drop, root, f"drop{phase}"))
                    for who, to in (("lena", "SALTINGS"), ("oskar", "UPLAND")):
                        post.send(who, f"{UNITS[who]}\nPRESS TO {to}\nPeace in {phase}?\nEND PRESS", at[who])
                    for each in written:
                        each.result()
                    post.wait_for("lena", f"Results of {phase}")
                    for stranger in (*strangers, f"drop{phase}"):
                        post.wait_for(stranger, "")
    note(base, SystemClock().now(), relay)


def note(base: Path, now: datetime, relay: int = 0) -> None:
    """Note the hour of the end, and the relay."""
    (base / "now").write_text(f"{now.isoformat()} {relay}")


# --- what is done on a folder in one process, which marks what it has promised


def game(root: Path, *, is_over: bool = False) -> None:
    """A game of two at whose first phase Lena has written; with a backup of that where Oskar has, too."""
    with played_duels(root, ["alpha"]) as table:
        write_in(table, table.players[READER], "alpha", UNITS["lena"])
        if is_over:
            back_up(root / "data" / "judge.db", spool_path(root / "data"), root / "backup.db")
            write_in(table, table.players[OTHER], "alpha", UNITS["oskar"])


def readers(root: Path) -> None:
    """People who read the zine."""
    with closing(Store(root / "data" / "judge.db", lambda: MORNING)) as store:
        wishes = (
            Subscription(Publication.ZINE, Address(f"reader{one}@example.org"), is_on=True) for one in range(READERS)
        )
        assert store.commit(Transaction(None, LetterStatus.DONE, subscriptions=tuple(wishes)))


def laid_out(root: Path) -> None:
    """The folder of a judge that is to stand behind Postfix."""
    for _path in lay_out(root / "new", SERVICE):
        pass


def forgotten(root: Path) -> None:
    """Somebody who is to be forgotten, with a letter in their mailbox."""
    wish = Subscription(Publication.FORGETTING, Address(FORGOTTEN), is_on=True, alarm=MORNING)
    with closing(Store(root / "data" / "judge.db", lambda: MORNING)) as store:
        assert store.commit(Transaction(None, LetterStatus.DONE, subscriptions=(wish,)))
    deliver_to_maildir(root / "mailboxes" / FORGOTTEN, "news", b"Subject: News\n\nof Edith\n")


def issue(root: Path) -> None:
    """An issue that its editor works on; people who read the zine."""
    readers(root)
    write_issue(small_issue("en"), root / "zine" / "may")


def released(root: Path) -> None:
    """The database of an older judge."""
    (root / "data").mkdir()
    packed = HERE / "tests" / "released" / "0.0.2.db.gz"
    (root / "data" / "judge.db").write_bytes(gzip.decompress(packed.read_bytes()))


def in_one_process(act: str, base: Path, root: Path) -> None:
    """A function of ``ACTS`` in a process of its own; letters that it has leave for a relay are taken."""
    with listening(Sink()) as relay:
        note(base, HOUR if act == "hour" else MORNING, relay)
        command = [sys.executable, "-m", "tests.power.scenarios", act, str(root), str(relay)]
        subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def keep_hour(root: Path, _: str) -> None:
    """The hour of the phase comes, and is kept; letters go into Maildirs."""
    settled(config_at(root), SettableClock(HOUR))


def send_zine(root: Path, relay: str) -> None:
    """An issue of the zine is published and kept, then sent through a relay."""
    config = config_at(root, int(relay))
    forms: Editions = {"en": FinishedZine("The Courier no. 1", "THE COURIER\n", "<p>The Courier</p>", b"%PDF")}
    with services_beside(config, SettableClock(MORNING)) as services:
        assert publish_zine(services, 1, forms, MORNING, {}) == READERS
    keep_printed(root / "zine", 1, forms)
    done("published")
    settled(config, SettableClock(MORNING))


def edit(root: Path, _: str) -> None:
    """The editor of the zine sends a text for the issue in work, and confirms that letter."""
    drop(root, letter("editor", "judge@localhost", "TEXT editorial\nGood morning.\nEND TEXT"))
    (asked,) = (root / "mailboxes" / EDITOR / "new").iterdir()
    drop(root, letter("editor", str(message_from_bytes(asked.read_bytes())["Reply-To"]), "Yes"))


def drop(root: Path, mail: EmailMessage) -> None:
    """Put a letter into the Maildir that the judge reads, and have it read."""
    deliver_to_maildir(root / "mailboxes" / "in", str(mail["Message-ID"]), mail.as_bytes())
    done(f"dropped {mail['Message-ID']}")
    settled(config_at(root), SettableClock(MORNING))


def settled(config: Config, clock: SettableClock) -> None:
    """A judge that ran up to now does all there is to do."""
    judge = Judge(config, clock, no_dkim_keys)
    judge.services.store.heartbeat(clock.heartbeat())
    judge.start()
    Intake(judge.services).take_in()
    assert judge.settle(PATIENCE)
    judge.stop()


def keep_backup(root: Path, _: str) -> None:
    """A backup is made, and noted."""
    data = root / "data"
    back_up(data / "judge.db", spool_path(data), root / "kept.db")
    note_backup(data, LastBackup(MORNING, str(root / "kept.db")))
    done("kept")


def put_back(root: Path, _: str) -> None:
    """A backup takes the place of the database."""
    restore(config_at(root), root / "backup.db", MORNING, str, replace=True)
    done("replaced")


def bring_up_to_date(root: Path, _: str) -> None:
    """The database of an older judge is upgraded."""
    upgrade_database(root / "data" / "judge.db", MORNING, str)
    done("replaced")


def write_pages(root: Path, _: str) -> None:
    """The site is written."""
    with open_read_only(root / "data" / "judge.db") as found:
        assert not write_whole_site(config_at(root), found, root / "site", str, MORNING).failed


def begin(root: Path, _: str) -> None:
    """The folder of a judge is made."""
    for _path in lay_out(root / "new", ADDRESS):
        pass
    done("laid out")


def begin_service(root: Path, _: str) -> None:
    """The files of a service are made in the folder of a judge."""
    make_service(wish_at(root), read_config(root / "new" / "config.toml"), "", lambda _: False)
    done("laid out")


def wish_at(root: Path) -> ServiceWish:
    """To have files for Postfix and systemd made, and nothing put into place."""
    return ServiceWish(root / "new", postfix=True, systemd=True, write=False, user="judge")


def done(what: str) -> None:
    """Mark that something is done, so that it holds from now on."""
    mark(Path(os.environ["POWER_RECORD"]), f"done {what}".encode())


ACTS: dict[str, Callable[[Path, str], None]] = {
    "hour": keep_hour,
    "zine": send_zine,
    "backup": keep_backup,
    "restore": put_back,
    "upgrade": bring_up_to_date,
    "init": begin,
    "service": begin_service,
    "desk": edit,
    "site": write_pages,
    "forget": lambda root, _: settled(config_at(root), SettableClock(MORNING)),
}

SCENARIOS: dict[str, tuple[Callable[[Path], object], Callable[[Path, Path], None]]] = {
    "letters": (lambda _: None, letters),
    "zine": (readers, partial(in_one_process, "zine")),
    "upgrade": (released, partial(in_one_process, "upgrade")),
    "hour": (game, partial(in_one_process, "hour")),
    "restore": (partial(game, is_over=True), partial(in_one_process, "restore")),
    "backup": (game, partial(in_one_process, "backup")),
    "init": (lambda _: None, partial(in_one_process, "init")),
    "service": (laid_out, partial(in_one_process, "service")),
    "desk": (issue, partial(in_one_process, "desk")),
    "forget": (forgotten, partial(in_one_process, "forget")),
    "site": (partial(game, is_over=True), partial(in_one_process, "site")),
}
"""What lies in a folder before, and what is recorded then."""

if __name__ == "__main__":
    ACTS[sys.argv[1]](Path(sys.argv[2]), sys.argv[3])
