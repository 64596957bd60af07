"""The letter that the operator has sent from the judge to itself: its token lies in the data folder until it is back.

Whoever has not read that file, or carried the letter, cannot write such a letter; past its hour nobody can.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest
from pathlib import Path

from judge.private_files import write_whole
from judge.store.timestamps import format_timestamp, parse_timestamp

_NAME = "road-letter.json"


@dataclass(frozen=True)
class RoadLetter:
    """The ``token`` in the address that a road letter goes to, and ``until`` when it counts (UTC)."""

    token: str
    until: datetime

    def is_meant(self, token: str, at: datetime) -> bool:
        """Whether a letter that bears a token, and arrived at that hour, is this one."""
        return at <= self.until and compare_digest(self.token.encode(), token.encode())


def await_road_letter(data: Path, letter: RoadLetter) -> None:
    """Note that a road letter is under way; OSError where that cannot be written. The judge's user may read it."""
    path = data / _NAME
    write_whole(path, json.dumps({"token": letter.token, "until": format_timestamp(letter.until)}) + "\n")
    owner = data.stat()
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)


def awaited_road_letter(data: Path) -> RoadLetter | None:
    """The road letter that is under way, if there is one."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads((data / _NAME).read_text(encoding="utf-8"))
        return RoadLetter(str(noted["token"]), parse_timestamp(noted["until"]))
    return None


def forget_road_letter(data: Path) -> None:
    """Have no road letter count any more."""
    (data / _NAME).unlink(missing_ok=True)
