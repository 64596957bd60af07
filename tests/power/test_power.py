"""A power cut at any call loses nothing that was promised: a share of what ``make power`` tries.

The recorder and the model of the disk are tried first, on writers of a file that do it right or forget a step.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.power.disk import Cut, Disk, read_record
from tests.power.recovery import cuts_of, draw, states
from tests.power.scenarios import SCENARIOS, Recording, compiled, record
from tests.shared.shares import in_turn

STEPS = {
    "new folder": "os.mkdir('d')",
    "sync of the root": "sync('.')",
    "write": "open('d/unfinished', 'wb').write(b'promised' * 1000)",
    "sync of the file": "sync('d/unfinished')",
    "renaming": "os.rename('d/unfinished', 'd/file')",
    "sync of the folder": "sync('d')",
}
SYNC = "def sync(path): file = os.open(path, os.O_RDONLY); os.fsync(file); os.close(file)"


def lost(tmp_path: Path, *forgotten: str) -> set[str]:
    """What is found at the end in the place of a file that was written so, in any state that a power cut may leave."""
    base = tmp_path / "".join(forgotten).replace(" ", "-")
    (base / "judge").mkdir(parents=True)
    (base / "before").mkdir()
    (base / "before.inodes").write_text(f"{(base / 'judge').stat().st_ino} .\n")
    steps = [step for name, step in STEPS.items() if name not in forgotten]
    with compiled(base):
        subprocess.run([sys.executable, "-c", "\n".join(["import os", SYNC, *steps])], check=True, cwd=base / "judge")
    disk = Disk(base / "judge", base / "before")
    for call in read_record(base / "record"):
        disk.act(call)
    found = set()
    for seed in range(40):
        left = Cut(disk, 0, seed)
        file = left.left.get("d/file")
        found.add(
            "no file" if file is None else {b"promised" * 1000: "well", b"": "empty"}.get(left.bytes_of(file), "torn")
        )
    return found - {"well"}


def test_a_writer_that_forgets_a_sync_is_caught_and_one_that_does_not_is_not(tmp_path: Path) -> None:
    assert lost(tmp_path / "right") == set()
    assert lost(tmp_path, "sync of the root") == {"no file"}
    assert lost(tmp_path, "sync of the file") == {"empty", "torn"}
    assert lost(tmp_path, "sync of the folder") == {"no file"}


STATES = 8 * len(in_turn(range(5), 0))


@pytest.mark.parametrize("scenario", in_turn([*SCENARIOS], 0, of=len(SCENARIOS)))
def test_a_power_cut_loses_no_letter_no_event_no_page_and_nothing_that_was_done(scenario: str, tmp_path: Path) -> None:
    recording = record(tmp_path / scenario)
    assert told_at_the_end(recording) == lies_at_the_end(recording), "a call that changes the disk was not recorded"
    found = [*states(recording, draw(recording, STATES, 1), 1)]
    assert not [str(failure) for _, failure in found if failure]
    assert len(found) == STATES


def told_at_the_end(recording: Recording) -> dict[str, bytes | None]:
    *_, (cut, disk, _) = cuts_of(recording)
    left = Cut(disk, cut, Cut.CORNERS.index("everything"))
    return {name: left.bytes_of(file) if file else None for name, file in left.left.items()}


def lies_at_the_end(recording: Recording) -> dict[str, bytes | None]:
    folder = recording.base / "after"
    paths = [path for path in folder.rglob("*") if not path.name.endswith("-shm")]
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in paths}
