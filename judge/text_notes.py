"""Notes of what the operator's own texts were made from, so that changes of the packaged ones can be told later."""

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path

from judge.private_files import write_whole
from judge.reports.own_texts import own_texts_in_use, packaged_text


def note_own_texts(data: Path) -> None:
    """Note each own text with the packaged one of today; one that is noted stays, until the own text is changed.

    The notes lie in the data folder. OSError where they cannot be written.
    """
    noted, own = _notes(data), own_texts_in_use().usable
    notes = {
        name: noted[name]
        if name in noted and noted[name]["own"] == _digest(text)
        else {"own": _digest(text), "packaged": packaged_text(name)}
        for name, text in own.items()
    }
    if notes != noted:
        write_whole(_path(data), f"{json.dumps(notes, ensure_ascii=False, indent=1)}\n")


def changed_texts(data: Path) -> Iterator[tuple[str, str]]:
    """Yield each own text whose packaged text has changed since it was made: its name, the change as a unified diff."""
    noted = _notes(data)
    for name, text in own_texts_in_use().usable.items():
        note = noted.get(name)
        now = packaged_text(name)
        if note and note["own"] == _digest(text) and note["packaged"] != now:
            lines = (note["packaged"].splitlines(keepends=True), now.splitlines(keepends=True))
            yield name, "".join(unified_diff(*lines, f"{name}, as it was", f"{name}, as it is"))


def _path(data: Path) -> Path:
    return data / "own-texts.json"


def _notes(data: Path) -> Mapping[str, Mapping[str, str]]:
    """What is noted; nothing where that cannot be read, for it is noted again."""
    try:
        notes: Mapping[str, Mapping[str, str]] = json.loads(_path(data).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return notes


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
