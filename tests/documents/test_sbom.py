"""What the judge is made of: the list for programs, the lock and docs/licences.md agree, and leave nothing out."""

import json
import re
from importlib import metadata

from tests.documents import sbom

LISTED = json.loads(sbom.SBOM.read_text(encoding="utf-8"))
SHIPPED = {path for row in sbom.table("what") for path in sbom.files_of(row)}


def test_the_list_is_written_from_the_lock_and_the_licences() -> None:
    """``make sbom`` writes it anew."""
    assert sbom.SBOM.read_text(encoding="utf-8") == sbom.sbom()


def test_what_the_judge_needs_is_what_the_page_has_a_licence_for() -> None:
    assert [row["package"] for row in sbom.table("package")] == [*sbom.needed()]


def test_a_licence_is_the_one_that_its_package_gives() -> None:
    """Older packages give none in this form: theirs was read in the text that they bring."""
    told = {row["package"]: row["licence"].strip("`") for row in sbom.table("package")}
    given = {name: metadata.metadata(name).get_all("License-Expression") for name in told}
    assert {name: licences for name, licences in given.items() if licences and licences != [told[name]]} == {}


def test_every_package_is_listed_with_a_version_and_hashes() -> None:
    packages = [one for one in LISTED["components"] if one["type"] == "library"]
    assert len(packages) == len(sbom.needed())
    for one in packages:
        assert re.fullmatch(rf"pkg:pypi/{one['name']}@[\w.]+", one["purl"])
        assert one["hashes"]
        assert all(re.fullmatch(r"[0-9a-f]{64}", hashed["content"]) for hashed in one["hashes"])


def test_every_row_of_what_ships_has_files_and_every_file_that_is_no_text_a_row() -> None:
    assert all(sbom.files_of(row) for row in sbom.table("what"))
    inside = (path for name in ("judge", "templates", "games", "deploy") for path in (sbom.HERE / name).rglob("*.*"))
    binary = {path for path in inside if path.suffix != ".pyc" and path.is_file() and b"\0" in path.read_bytes()[:4096]}
    assert binary <= SHIPPED


def test_each_thing_depends_only_on_what_is_listed() -> None:
    refs = {"judge", *(one["bom-ref"] for one in LISTED["components"])}
    assert {one["ref"] for one in LISTED["dependencies"]} <= refs
    assert {name for one in LISTED["dependencies"] for name in one["dependsOn"]} <= refs


def test_the_list_names_no_machine_and_no_place() -> None:
    text = sbom.SBOM.read_text(encoding="utf-8")
    assert re.findall(r"https?://(?!cyclonedx\.org/)|file:|(?<![\w.])/\w+/", text) == []
