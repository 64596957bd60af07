"""Letters that atheris makes up by the code they reach, sent through a whole judge until the time is up.

Run ``make fuzz``, or ``python -m bench.guided_fuzz --seconds 600``. It begins with the letters of the tests, knows the
pieces of ``bench/fuzz_letter.py`` as words, and keeps what it adds in a folder of its own for the run. A letter that
breaks a promise lies in ``--keep`` behind one byte of the fuzzer's; it belongs among the letters of the tests.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from bench.fuzz_letter import PIECES, corpus

LONGEST = 16 * 1024
"""Bytes of one letter: what is longer has its own test, and would leave time for few."""

_FIGURES = re.compile(r"^#(\d+)\s+DONE\s+cov: (\d+)", re.MULTILINE)


def write_corpus(folder: Path) -> None:
    """The letters of the tests as the fuzzer reads them: to the writer's own reply address, under the writer's name."""
    folder.mkdir()
    for number, raw in enumerate(corpus()):
        (folder / f"{number}").write_bytes(b"\0" + raw[: LONGEST - 1])


def write_words(path: Path) -> None:
    """The pieces as a dictionary of libFuzzer's, with their bytes as numbers."""
    words = ("".join(f"\\x{byte:02x}" for byte in piece) for piece in PIECES if piece)
    path.write_text("".join(f'"{word}"\n' for word in words), encoding="ascii")


@click.command()
@click.option("--seconds", default=600, show_default=True, help="How long to go on.")
@click.option("--seed", default=1, show_default=True, help="What the chances are drawn from.")
@click.option("--keep", type=click.Path(path_type=Path), default=Path("broken"), show_default=True)
def main(seconds: int, seed: int, keep: Path) -> None:
    """Send what atheris makes up through the whole judge, until the time is up or a promise is broken."""
    keep.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "found").mkdir()
        write_corpus(place / "letters")
        write_words(place / "words")
        limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=2048"]
        names = [f"-seed={seed}", f"-dict={place / 'words'}", f"-artifact_prefix={keep}/"]
        command = [sys.executable, "-m", "bench.guided_target", folder, *limits, *names]
        ran = subprocess.run(  # it is ourselves
            [*command, str(place / "found"), str(place / "letters")], stderr=subprocess.PIPE, text=True, check=False
        )
    done = _FIGURES.search(ran.stderr)
    if ran.returncode or done is None:
        raise click.ClickException(f"a promise was broken; the letter lies in {keep}\n{ran.stderr[-8000:]}")
    click.echo(f"{done[1]} letters, {done[2]} edges of the code reached; no promise was broken")


if __name__ == "__main__":
    main()
