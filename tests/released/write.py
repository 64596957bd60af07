"""Writes the database that the present version leaves of a game under way, for the tests of later versions."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.system.files import __version__
from tests.shared.shell import lay_half_written_table

HERE = Path(__file__).parent


def write(target: Path) -> None:
    """Play up to the autumn of the first year, and pack the database."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        lay_half_written_table(folder / "judge").judge.stop()
        with closing(sqlite3.connect(folder / "judge" / "data" / "judge.db")) as db:
            db.execute("VACUUM INTO ?", [str(folder / "whole.db")])
        target.write_bytes(gzip.compress((folder / "whole.db").read_bytes(), 9, mtime=0))


if __name__ == "__main__":
    write(HERE / f"{__version__}.db.gz")
