"""Letters changed at random, sent through the whole judge: from the bytes that are kept to the answers that go out.

Run ``python -m bench.fuzz_letter --seconds 600``. A letter of the corpus is changed, kept, settled, and what goes out
is held against the judge's promises; whatever breaks one is written to ``--keep``. Where atheris runs,
``bench/guided_fuzz.py`` chooses its changes by the code they reach.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from bench.siege import WRITER, besieged
from judge.requests.vocabulary import vocabulary

CORPUS = Path(__file__).parent.parent / "tests" / "mail" / "letters"

_FORMS = (
    b"From: |Subject: |To: |Content-Type: |Content-Transfer-Encoding: |multipart/mixed; boundary=|"
    b"multipart/alternative; |text/html|text/plain; charset=|format=flowed; delsp=yes|base64|quoted-printable|utf-7|"
    b"utf-16|idna|=?utf-8?q?=0D=0ABcc:|"
    b'?=|name*0*=|%0d%0a|<|>|@|\r\n|\n|\r|\r\n\r\n|\r\n.\r\n|--|--a\r\n|--a--|; |"|=E9|\xe9|\xff|\x00|\xe2\x80\xae|'
    b"On 5 Jan 20:00 x wrote:|-- |> |<blockquote>|<!--|<div style='white-space:pre'>|&#x110000;|&nbsp;|+AAo-|"
    b"PRESS TO ALL\n|ENDPRESS\n|BROADCAST\n|STATUS\n|HELP\n|CLEAR\n|SET NOTATION |PHASE F1901M\n|WHY |WHATIF\n|"
    b"RESEND 1\n|OPEN x\n|JOIN rome\n|IF |A PAR - BUR\n|A PAR S A MAR - BUR\n|"
    b"F BRE - MAO; A MAR H\n|BUILD A PAR\n|A |F | - "
).split(b"|")
PIECES = (*_FORMS, *(word.encode() + b" " for word, _, _ in vocabulary().words))
"""What mail is made of, and every word of the command language."""

_REPLACED = re.compile(
    rb"^(?:From|Message-ID|Auto-Submitted|Precedence|List-Id):.*\r?\n(?:[ \t].*\r?\n)*", re.MULTILINE | re.IGNORECASE
)


def corpus() -> tuple[bytes, ...]:
    """The letters of the tests, each as the writer's own."""
    return tuple(as_the_writers(path.read_bytes()) for path in sorted(CORPUS.glob("*.eml")))


def as_the_writers(raw: bytes) -> bytes:
    """A letter under the From of the player who is besieged with, and never a twin of another."""
    return b"From: " + WRITER.encode() + b"\r\n" + _REPLACED.sub(b"", raw)


def changed(raw: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """A letter after a few changes at random."""
    for _ in range(chance.randint(1, 8)):
        raw = chance.choice(_CHANGES)(raw, chance.choice(others), chance)
    return raw


def _place(raw: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(raw))
    return start, min(len(raw), start + chance.choice((0, 1, 2, 8, 64, 512)))


def _insert(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + chance.choice(PIECES) + raw[chance.choice((start, end)) :]


def _drop(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + raw[end:]


def _flip(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + chance.randbytes(end - start) + raw[end:]


def _repeat(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + raw[start:end] * chance.choice((2, 3, 10, 100, 1000)) + raw[end:]


def _splice(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randint(0, len(raw))] + other[chance.randint(0, len(other)) :]


_CHANGES: tuple[Callable[[bytes, bytes, random.Random], bytes], ...] = (
    _insert,
    _insert,
    _drop,
    _flip,
    _repeat,
    _splice,
)
LETTERS_OF_ONE_SIEGE = 90
"""After about a hundred in a day a correspondent gets no more answers."""


@click.command()
@click.option("--seconds", default=60, show_default=True, help="How long to go on.")
@click.option("--seed", default=1, show_default=True, help="What the chances are drawn from.")
@click.option("--keep", type=click.Path(path_type=Path), default=Path("broken"), show_default=True)
def main(seconds: int, seed: int, keep: Path) -> None:
    """Send letters nobody would write through the whole judge, until the time is up or a promise is broken."""
    chance, letters, end = random.Random(seed), corpus(), time.monotonic() + seconds
    sent, answered, slowest = 0, 0, 0.0
    while time.monotonic() < end:
        with besieged() as siege:
            for _ in range(LETTERS_OF_ONE_SIEGE):
                raw = changed(chance.choice(letters), letters, chance)
                begun = time.process_time()
                try:
                    answered += bool(siege.send(raw, chance.choice(siege.recipients)))
                except Exception:
                    keep.mkdir(exist_ok=True)
                    (keep / f"{seed}-{sent}.eml").write_bytes(raw)
                    raise
                sent, slowest = sent + 1, max(slowest, time.process_time() - begun)
    click.echo(f"{sent} letters, {answered} of them answered; the slowest took {slowest:.2f} s; no promise was broken")


if __name__ == "__main__":
    main()
