"""Writes docs/judge.cdx.json, what the judge is made of in CycloneDX, from the lock and docs/licences.md: make sbom."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bench.pythons import ABOUT, claimed
from judge.shell.build import own_requirements
from judge.system.files import __version__

HERE = Path(__file__).parents[2]
SBOM = HERE / "docs" / "judge.cdx.json"
LICENCES = (HERE / "docs" / "licences.md").read_text(encoding="utf-8")
LOCK = (HERE / "requirements.lock").read_text(encoding="utf-8")

Part = Mapping[str, Any]
"""A component, or another object of CycloneDX 1.6."""


def table(heading: str) -> Sequence[Mapping[str, str]]:
    """The rows of the table of docs/licences.md whose first column has a heading, by the headings of all columns."""
    lines = LICENCES[LICENCES.index(f"| {heading} |") :].split("\n\n")[0].splitlines()
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(head, row, strict=True)) for row in rows]


def locked() -> Mapping[str, tuple[str, Sequence[str]]]:
    """What the lock names: the version of each package, and the SHA-256 of each of its files."""
    entries = re.finditer(r"^([\w.-]+)==(\S+).*((?:\n +--hash=.*)*)", LOCK, re.MULTILINE)
    return {canonicalize_name(one[1]): (one[2], re.findall(r"sha256:(\w{64})", one[3])) for one in entries}


def needed() -> Mapping[str, Sequence[str]]:
    """Every package that the judge runs with, under any Python claimed, each with those that it needs itself."""
    found: dict[str, Sequence[str]] = {}
    waiting = list(_of(own_requirements()))
    while waiting:
        if (name := waiting.pop()) not in found:
            found[name] = sorted(_of(metadata.requires(name) or ()))
            waiting += found[name]
    return dict(sorted(found.items()))


def _of(requirements: Sequence[str]) -> Iterator[str]:
    for one in map(Requirement, requirements):
        where = [
            {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": system, "extra": ""}
            | {"platform_system": system.capitalize()}
            for python in claimed()
            for system in ("linux", "darwin")
        ]
        if one.marker is None or any(map(one.marker.evaluate, where)):
            yield canonicalize_name(one.name)


# --- as CycloneDX


def sbom() -> str:
    """The file: the judge, what ships inside it, what it needs; without date and place, so it is always the same."""
    wants = needed()
    parts = [*map(_shipped, table("what")), *map(_package, table("package"))]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _judge()},
        "components": parts,
        "dependencies": [
            {"ref": "judge", "dependsOn": sorted({*_of(own_requirements()), *map(_ref, table("what"))})},
            *({"ref": name, "dependsOn": needs} for name, needs in wants.items()),
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _judge() -> Part:
    about = {"name": ABOUT["name"], "version": __version__, "description": ABOUT["description"]}
    licence = {"licenses": [{"expression": ABOUT["license"]}], "purl": f"pkg:pypi/judge@{__version__}"}
    return {"type": "application", "bom-ref": "judge", **about, **licence}


def _shipped(row: Mapping[str, str]) -> Part:
    files = [
        {"type": "file", "name": in_the_wheel(path), "hashes": [_hashed(sha256(path.read_bytes()).hexdigest())]}
        for path in files_of(row)
    ]
    version = {"version": row["version"]} if row["version"] else {}
    return {"type": "data", "bom-ref": _ref(row), "name": _plain(row["what"]), **version} | {
        "licenses": _licences(row),
        "components": files,
    }


def _package(row: Mapping[str, str]) -> Part:
    name = row["package"]
    version, hashes = locked()[name]
    about = {"type": "library", "bom-ref": name, "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}
    fonts = [
        {"type": "data", "name": row[heading], "licenses": _licences(row)}
        for heading in [f"font inside {name}"]
        if heading in LICENCES
        for row in table(heading)
    ]
    inside = {"components": fonts} if fonts else {}
    return {**about, "hashes": [*map(_hashed, hashes)], "licenses": _licences(row), **inside}


def files_of(row: Mapping[str, str]) -> Sequence[Path]:
    """The files that a row of what ships speaks of."""
    return sorted(HERE.glob(row["where"].strip("`")))


def in_the_wheel(path: Path) -> str:
    """Where a file of the checkout is in the wheel (``pyproject.toml``)."""
    name = path.relative_to(HERE).as_posix()
    return name if name.startswith("judge/") else f"judge/packaged_files/{name}"


def _ref(row: Mapping[str, str]) -> str:
    return f"judge:{row['where'].strip('`')}"


def _hashed(digest: str) -> Part:
    return {"alg": "SHA-256", "content": digest}


def _licences(row: Mapping[str, str]) -> Sequence[Part]:
    """A licence by its SPDX expression, where the row gives nothing but one; else in the row's words."""
    only = re.fullmatch(r"`([^`]+)`(?: \(.*\))?", row["licence"])
    return [{"expression": only[1]}] if only else [{"license": {"name": _plain(row["licence"])}}]


def _plain(text: str) -> str:
    return text.replace("`", "")


if __name__ == "__main__":
    SBOM.write_text(sbom(), encoding="utf-8")
