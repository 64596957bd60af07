"""Shows what the judge makes of letters: as text for a person, or as lines of JSON for a program."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.clock import SystemClock
from judge.config import Config, FolderConfig
from judge.desk.office import Office
from judge.mail.bounces import read_bounce
from judge.mail.letter import Letter, read_letter
from judge.positions import FaultError, Table, table_of
from judge.reading.finding import Finding, find
from judge.reading.origin import origin_of
from judge.reading.outcome import Settle, outcome_of
from judge.reading.scene import NOW, Scene, scene_of
from judge.reading.sheet import write_sheet
from judge.store.store import Store


@contextmanager
def office_if_any(config: Config | None) -> Iterator[Office | None]:
    """The office of a judge that has worked already, closed at the end; None where there is none."""
    database = config.folders.data / "judge.db" if config else None
    if config is None or database is None or not database.is_file():
        yield None
        return
    clock = SystemClock()
    with closing(Store(database, clock.now)) as store:
        yield Office(config, store, clock)


@contextmanager
def empty_office() -> Iterator[Office]:
    """The office of a judge that has no games; nothing of it is kept."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        folders = FolderConfig(path, *(path / name for name in ("archive", "mailboxes", "tournaments", "boards")))
        clock = SystemClock()
        with closing(Store(path / "judge.db", clock.now)) as store:
            yield Office(Config(folders=folders), store, clock)


def read_file(path: Path, office: Office | None, now: datetime, settle: Settle) -> str:
    """A sheet on the letter in a file: OSError when it cannot be read. Without an office no game is known.

    ``settle`` is what the judge does with a letter that comes in; what it would write is shown.
    """
    raw = path.read_bytes()
    letter = _recognised(raw)
    origin = origin_of(raw, letter, office)
    outcome = outcome_of(raw, letter, office, settle, now) if office else None
    return write_sheet(str(path), origin, find(letter, origin.game, origin.writer, office, now), outcome)


def read_jsonl(lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer each line at once with one line (``write`` adds its end); blank lines are passed over."""
    with empty_office() as office:
        for line in lines:
            if line.strip():
                write(read_jsonl_line(line, office))


def read_jsonl_line(line: str, office: Office) -> str:
    """Read one letter as if its writer played a power in a position; a bad line is answered with an ``error``.

    In: ``file``, ``power``, ``phase``, ``units``, perhaps ``notation``, ``rules``, ``dislodged``, ``centers``. Out:
    ``file``, ``from``, ``automatic``, ``bounce``, ``why``, ``text``, ``cut``, ``attachments``, ``orders``, ``refused``,
    ``commands``, ``press``.
    """
    table: Table = {}
    try:
        table = table_of(line)
        scene = scene_of(table)
        raw = scene.file.read_bytes()
    except FaultError as fault:
        return json.dumps({"file": table.get("file"), "error": str(fault)})
    except OSError as error:
        return json.dumps({"file": table.get("file"), "error": f"The file cannot be read: {error.strerror}."})
    return json.dumps(_told(scene, find(_recognised(raw), scene.game, scene.writer, office, NOW)))


def _recognised(raw: bytes) -> Letter:
    """The letter; of a machine's, its text may show too that it is a bounce."""
    letter = read_letter(raw)
    if letter.robot is None or letter.bounce or read_bounce(raw) is None:
        return letter
    return replace(letter, bounce="its text")


def _told(scene: Scene, finding: Finding) -> dict[str, object]:
    letter = finding.letter
    return {
        "file": str(scene.file),
        "from": letter.sender,
        "automatic": letter.robot is not None,
        "bounce": letter.bounce is not None,
        "why": letter.bounce or letter.robot or letter.trouble,
        "text": letter.text,
        "cut": letter.cut,
        "attachments": letter.attachments,
        "orders": finding.orders,
        "refused": [{"line": line, "why": why} for line, why in finding.refused],
        "commands": finding.commands,
        "press": finding.press,
    }
