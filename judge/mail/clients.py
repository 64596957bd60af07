"""The marks that mail programs leave in letters, read from ``clients.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class ClientMarks:
    """Words that show that a mail program, not a person, wrote a line; see ``clients.toml``."""

    attribution_begins: tuple[str, ...]
    attribution_says: tuple[str, ...]
    old_letter_titles: frozenset[str]
    old_senders: frozenset[str]
    old_headers: frozenset[str]
    trailers: tuple[str, ...]
    footers: tuple[str, ...]
    html_cut: tuple[str, ...]
    html_attribution: tuple[str, ...]
    robot_subjects: tuple[str, ...]
    robot_senders: frozenset[str]


@cache
def load_client_marks() -> ClientMarks:
    """Read the data file, once."""
    table = tomllib.loads(files("judge.mail").joinpath("clients.toml").read_text("utf-8"))
    return ClientMarks(
        attribution_begins=tuple(table["attribution"]["begins"]),
        attribution_says=tuple(table["attribution"]["says"]),
        old_letter_titles=frozenset(map(str.lower, table["old_letter"]["titles"])),
        old_senders=frozenset(map(str.lower, table["old_headers"]["senders"])),
        old_headers=frozenset(map(str.lower, [*table["old_headers"]["senders"], *table["old_headers"]["others"]])),
        trailers=tuple(table["trailers"]["begins"]),
        footers=tuple(table["footers"]["hold"]),
        html_cut=tuple(table["html"]["cut"]),
        html_attribution=tuple(table["html"]["attribution"]),
        robot_subjects=tuple(table["robots"]["subjects"]),
        robot_senders=frozenset(table["robots"]["senders"]),
    )
