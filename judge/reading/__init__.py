"""Shows how the judge reads letters: as text for a person, or as lines of JSON for a program."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.clock import SystemClock
from judge.config import Config, FolderConfig
from judge.handlers.services import Services
from judge.mail.bounces import read_bounce
from judge.mail.letter import Letter, read_letter
from judge.positions_json import JsonFaultError, JsonObject, read_json_object
from judge.reading.assumed_game import ARRIVAL, AssumedGame, assumed_game
from judge.reading.letter_reading import LetterReading, read_as_writer
from judge.reading.origin import origin_of
from judge.reading.preview import SettleLetter, preview_letter
from judge.reading.report import write_report
from judge.store.store import Store


@contextmanager
def services_if_any(config: Config | None) -> Iterator[Services | None]:
    """Yield the services of a judge that has run before, closed at the end; None if there is none."""
    database = config.folders.data / "judge.db" if config else None
    if config is None or database is None or not database.is_file():
        yield None
        return
    clock = SystemClock()
    with closing(Store(database, clock.now)) as store:
        yield Services(config, store, clock)


@contextmanager
def empty_office() -> Iterator[Services]:
    """The services of a judge that has no games; nothing of it is kept."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        folders = FolderConfig(path, *(path / name for name in ("archive", "mailboxes", "tournaments", "boards")))
        clock = SystemClock()
        with closing(Store(path / "judge.db", clock.now)) as store:
            yield Services(Config(folders=folders), store, clock)


def read_file(path: Path, services: Services | None, now: datetime, settle: SettleLetter) -> str:
    """Return a report on the letter in a file; OSError if it cannot be read. Without services no game is known.

    ``settle`` is what the judge does with an incoming letter; what it would write is shown.
    """
    raw = path.read_bytes()
    letter = _recognised(raw)
    origin = origin_of(raw, letter, services)
    outcome = preview_letter(raw, letter, services, settle, now) if services else None
    return write_report(str(path), origin, read_as_writer(letter, origin.game, origin.writer, services, now), outcome)


def read_jsonl(lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer each line at once with one line (``write`` adds its end); blank lines are passed over."""
    with empty_office() as services:
        for line in lines:
            if line.strip():
                write(read_jsonl_line(line, services))


def read_jsonl_line(line: str, services: Services) -> str:
    """Read one letter as if its writer played a power in a position; a bad line is answered with an ``error``.

    In: ``file``, ``power``, ``phase``, ``units``, perhaps ``notation``, ``rules``, ``dislodged``, ``centers``. Out:
    ``file``, ``from``, ``automatic``, ``bounce``, ``why``, ``text``, ``cut``, ``attachments``, ``orders``, ``refused``,
    ``commands``, ``press``.
    """
    table: JsonObject = {}
    try:
        table = read_json_object(line)
        scene = assumed_game(table)
        raw = scene.file.read_bytes()
    except JsonFaultError as fault:
        return json.dumps({"file": table.get("file"), "error": str(fault)})
    except OSError as error:
        return json.dumps({"file": table.get("file"), "error": f"The file cannot be read: {error.strerror}."})
    return json.dumps(_told(scene, read_as_writer(_recognised(raw), scene.game, scene.writer, services, ARRIVAL)))


def _recognised(raw: bytes) -> Letter:
    """The letter; of a machine's, its text may show too that it is a bounce."""
    letter = read_letter(raw)
    if letter.robot is None or letter.bounce or read_bounce(raw) is None:
        return letter
    return replace(letter, bounce="its text")


def _told(scene: AssumedGame, finding: LetterReading) -> dict[str, object]:
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
