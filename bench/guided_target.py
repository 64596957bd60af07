"""What the guided fuzzer calls for each letter it makes up: the door of a whole judge, from DATA to the answers.

``bench/guided_fuzz.py`` starts it, with a folder for the judge and the options of libFuzzer.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["judge", "aiosmtpd"]):
    from bench.fuzz_letter import LETTERS_OF_ONE_SIEGE, as_the_writers
    from bench.siege import Siege


class Attack:
    """A siege that is begun afresh before its writer has used up the answers of a day."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sent = 0
        self._siege = self._begun()

    def one(self, raw: bytes) -> None:
        """Tell the door one letter; its first byte says to which address it comes, and whether its From is left."""
        if self._sent == LETTERS_OF_ONE_SIEGE:
            self._siege.close()
            self._siege = self._begun()
            self._sent = 0
        self._sent += 1
        first, rest = raw[0] if raw else 0, raw[1:]
        recipients = self._siege.recipients
        self._siege.hand_in(rest if first & 0x80 else as_the_writers(rest), recipients[first % len(recipients)])

    def _begun(self) -> Siege:
        return Siege(Path(tempfile.mkdtemp(dir=self._folder)))


if __name__ == "__main__":
    name, folder, *options = sys.argv
    atheris.Setup([name, *options], Attack(Path(folder)).one)
    atheris.Fuzz()
