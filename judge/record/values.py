"""Values of the record that a program must read back whole: settings a line each, an act of the master a line."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields as dataclass_fields
from json import JSONDecodeError, JSONDecoder
from typing import Any

from judge.reports.layout import hanging_indent
from judge.store.event_json import as_json, from_json, tag_of

_INDENT, _FURTHER = "  ", "      "
_ENTRY = re.compile(r"  (\S+) = (.*)")


# --- a table: a value a line, `votes.draws = "dias"`


def table_lines(table: Mapping[str, Any]) -> list[str]:
    """Return the lines of a table of JSON values; tables in it are named with dots, long lines go on below."""
    return [_line(f"{key} =", json.dumps(value, ensure_ascii=False)) for key, value in flat_table(table)]


def _line(first: str, rest: str) -> str:
    return hanging_indent(f"{_INDENT}{first}", rest.split(" "), len(_INDENT) + len(first) + 1).replace(
        "\n" + " " * (len(_INDENT) + len(first) + 1), f"\n{_FURTHER}"
    )


def whole_lines(lines: Iterable[str]) -> list[str]:
    """Return lines as they were before they were wrapped."""
    whole: list[str] = []
    for line in lines:
        if whole and line.startswith(_FURTHER):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    return whole


def flat_table(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a table by their dotted names."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from flat_table(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def read_table(lines: Iterable[str]) -> dict[str, Any]:
    """Return the table that ``table_lines`` wrote; ValueError names the line that is none of a table."""
    table: dict[str, Any] = {}
    for line in whole_lines(lines):
        found = _ENTRY.fullmatch(line)
        if found is None:
            raise ValueError(line.strip())
        *path, last = found[1].split(".")
        inner = table
        for name in path:
            inner = inner.setdefault(name, {})
        inner[last] = json.loads(found[2])
    return table


def with_changes(table: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with some of its values changed, those of tables in it one by one."""
    return {**table, **{key: _changed(table.get(key), value) for key, value in changes.items()}}


def _changed(value: Any, change: Any) -> Any:
    return with_changes(value, change) if isinstance(value, Mapping) and isinstance(change, Mapping) else change


# --- a value in a line: `give-centre centre="BEL" to="FRANCE"`


def value_line(value: Any, leave_out: frozenset[str] = frozenset()) -> str:
    """Return a dataclass as a line: its class in small letters, its fields as JSON but those to ``leave_out``."""
    fields = as_json(value)
    told = (f"{key}={json.dumps(one, ensure_ascii=False)}" for key, one in fields.items() if key not in leave_out)
    return _line(tag_of(value.__class__), " ".join(told))


def read_value_line(line: str, kinds: Iterable[type], **filled_in: Any) -> Any:
    """Return the value of one of these classes that ``value_line`` wrote; ValueError where there is none.

    ``filled_in`` are the fields that were left out, as far as the class has them.
    """
    tag, _, rest = line.partition(" ")
    kind = next((one for one in kinds if tag_of(one) == tag), None)
    if kind is None:
        raise ValueError(tag)
    fields: dict[str, Any] = {}
    while rest:
        name, _, rest = rest.partition("=")
        try:
            fields[name], end = JSONDecoder().raw_decode(rest)
        except JSONDecodeError:
            raise ValueError(rest) from None
        rest = rest[end:].removeprefix(" ")
    left_out = {one.name for one in dataclass_fields(kind)} & filled_in.keys()
    return from_json({**fields, **{name: as_json(filled_in[name]) for name in left_out}}, kind)
