"""The changelog: each version tells when it was, and stands in the same groups in the same order."""

import re
from pathlib import Path

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
VERSIONS = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]
GROUPS = [
    "Writing to the judge",
    "What the judge writes",
    "Games, players, press",
    "Boards, maps, clockwork players, archives, zine",
    "Operating",
]


def test_each_version_tells_when_it_was() -> None:
    assert [version for version in VERSIONS if not re.match(r"[\d.]+\n\n.*\b20\d\d\b.*\n", version)] == []


def test_each_change_stands_in_one_of_the_groups() -> None:
    for version in VERSIONS:
        head, *groups = re.split(r"^### ", version, flags=re.MULTILINE)
        assert "\n- " not in head
        assert [name for name in GROUPS if name in {group.split("\n")[0] for group in groups}] == [
            group.split("\n")[0] for group in groups
        ]
