"""Sentences of letters, each with the line that would do what it wishes for."""

from pathlib import Path

HERE = Path(__file__).parent / "wishes"


def sentences(language: str) -> list[tuple[str, str, str]]:
    """Each sentence with its heading and with what is proposed for it."""
    found, heading = [], ""
    for row in (HERE / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        heading = row.strip("[]") if row.startswith("[") else heading
        if " => " in row and not row.startswith("#"):
            line, _, command = row.rpartition(" => ")
            found.append((heading, line, command))
    return found
