"""One state of a record again, that a judge had done wrong on: ``python -m tests.power.replay FOLDER SEED CUT``."""

import sys
from pathlib import Path
from tempfile import mkdtemp

from click import echo

from tests.power.disk import Cut
from tests.power.recovery import checks_of, cuts_of
from tests.power.scenarios import read_recording


def main(base: Path, seed: int, cut: int) -> None:
    """Lay the state, say where it lies, and start a judge on it."""
    recording = read_recording(base)
    _, disk, promised = next(one for one in cuts_of(recording) if one[0] == cut)
    folder = Path(mkdtemp(prefix="replayed-"))
    left = Cut(disk, cut, seed)
    left.lay(folder / "before")
    left.lay(folder / "judge")
    echo(f"{recording.name}, after call {cut}: {recording.calls[cut - 1] if cut else ''}")
    echo(f"{left.told}; it lies in {folder / 'before'}, and in {folder / 'judge'} with what the judge made of it")
    echo(f"promised: {sorted(promised.taken)} taken, {promised.left} left, {sorted(promised.done)} done")
    for check in checks_of(recording):
        check(folder / "judge", promised, recording)
    echo("all is well")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
