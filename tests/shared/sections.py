"""Reads tables of lines as tests keep them: under headings ``[name]``, with comments behind ``# ``."""

import re
from collections.abc import Mapping
from pathlib import Path


def sections(file: Path) -> Mapping[str, list[str]]:
    """Return the lines of a file under its headings."""
    found: dict[str, list[str]] = {}
    here: list[str] = []
    for row in file.read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"\[(.+)\]", row):
            here = found.setdefault(heading[1], [])
        elif row and not row.startswith("# "):
            here.append(row)
    return found
