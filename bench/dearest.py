"""Looks for letters that cost more than those known: the dearest found so far are changed again and again.

Run ``python -m bench.dearest --seconds 600``. A letter is a recipe of a few lines, each repeated, in a frame: as plain
text, as a page, as parts, as a report of a mail server, as headers. Chance puts it together from every word of the
command language, from what orders are made of and from what frames are; what costs most is changed further. What is
found belongs into ``tests/shared/worst_letters.py``.
"""

import gc
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import click

from bench.fuzz_letter import PIECES
from bench.siege import WRITER, besieged
from bench.worst import MOST_SECONDS, WARM_UP, at_rest

LETTERS_OF_ONE_SIEGE = 90
_KEPT = 12
_BOUNCE = 5
"""The place of the address that reports come to, from nobody."""

_WORTH_ANOTHER_LOOK = 0.15
_PLAIN, _LARGE = 40_000, 4_900_000
"""Bytes of a plain letter, of which no more is read, and of one in another frame: the doors take little more."""

_ORDERS = (
    b"A PAR - BUR|A PAT - BURR|F BRE - MAO via|A PAR S A MAR - BUR|A PAR S F BRE - XYZ|226-01-05 A PAR BUR|A PAR (|A |"
    b"F |PAR |BUR |MAR |- |S |C |H |SC |, |; |and |if |the |of the |coast |xyz |zrkk |PAR-|Paris|army in Paris |12) |"
    b"a) |FRANCE: |ENGLAND |REBUILD |BUILD A PAR|remove |\xcc\x81|e\xcc\x81\xcc\x82|\xe2\x80\x8b|\xd0\x90|a@b.c |"
    b"<a@b.c>, |WHATIF\n|ENDWHATIF\n|IF A PAR\n|ELSE\n|ENDIF\n|PHASE F1901M\n|PRESS TO FRANCE, ENGLAND\n|ENDPRESS\n|"
    b"On 5 Jan x wrote:\n|From: x\nTo: y\nDate: z\n|> |-- \n|PREFER |VOTE |HELP |SET |ABSENCE |DRAW |WHY A PAR\n|"
    b"HISTORY 1901\n|\n"
).split(b"|")
_FRAMED = (
    b"--a\r\n|--a\r\nContent-Type: text/plain\r\n\r\n|--a\r\nContent-Type: text/html\r\n\r\n|\r\n\r\n|X: y\r\n|"
    b"--a\r\nContent-Type: message/delivery-status\r\n\r\n|--a\r\nContent-Type: message/rfc822\r\n\r\n|"
    b"Status: 5.1.1\r\n\r\n|Action: failed\r\n|Final-Recipient: rfc822; a@b.c\r\n|To: a@b.c, |"
    b"Content-Type: multipart/mixed; boundary=a\r\n|"
    b"<p>|<div style='left:1px'>|</div>|<a x='|<s>|&amp;|<td>|<blockquote>|<style>p{left:1px}</style>|=41|=\r\n|QUFB|"
    b"=?utf-8?q?x?= |; name=x|*0*=x;|On x wrote:\r\n|<!--|-->|\t|\0"
).split(b"|")
FRAMES = {
    "plain": b"",
    "page": b"Content-Type: text/html\r\n",
    "parts": b"Content-Type: multipart/mixed; boundary=a\r\n",
    "choice": b"Content-Type: multipart/alternative; boundary=a\r\n",
    "report": b"Content-Type: multipart/report; report-type=delivery-status; boundary=a\r\n",
    "base64": b"Content-Transfer-Encoding: base64\r\n",
    "quoted": b"Content-Type: text/plain; format=flowed; delsp=yes\r\nContent-Transfer-Encoding: quoted-printable\r\n",
}
"""The headers of each kind of letter."""

_PIECES = (*_ORDERS, *_ORDERS, *PIECES[:: max(1, len(PIECES) // len(_ORDERS))])
"""Twice as often what orders are made of as what else letters are."""


@dataclass(frozen=True)
class Recipe:
    """Lines made of pieces, and how often the whole of them is said; ``first`` stands above.

    ``frame`` is the kind of letter, ``to`` the place of its recipient among those that a letter may come to.
    """

    first: tuple[bytes, ...]
    lines: tuple[tuple[bytes, ...], ...]
    times: int
    frame: str = "plain"
    to: int = 0

    @property
    def raw(self) -> bytes:
        """The letter."""
        body = b"".join(b"".join(line) + b"\r\n" for line in self.lines)
        longest = _PLAIN if self.frame == "plain" else _LARGE
        times = min(self.times if self.frame == "plain" else 20 * self.times, longest // max(1, len(body)) + 1)
        return b"From: %s\r\n%s\r\n%s\r\n%s" % (
            WRITER.encode(),
            FRAMES[self.frame],
            b"".join(self.first),
            (body * times)[:longest],
        )


def _piece(chance: random.Random, frame: str) -> bytes:
    return chance.choice(_FRAMED if frame != "plain" and chance.randrange(2) else _PIECES)


def _line(chance: random.Random, frame: str) -> tuple[bytes, ...]:
    piece = (_piece(chance, frame),) * chance.choice((1, 1, 1, 2, 5, 20, 60, 600))
    return (*piece, *(_piece(chance, frame) for _ in range(chance.choice((0, 0, 1, 2, 5)))))


def fresh(chance: random.Random) -> Recipe:
    """A recipe by chance alone."""
    frame = chance.choice(("plain", *FRAMES))
    first = (_piece(chance, frame), b"\r\n") if chance.randrange(3) == 0 else ()
    lines = tuple(_line(chance, frame) for _ in range(chance.choice((1, 1, 2, 3, 5))))
    to = chance.choice((0, 0, 2, 5) if frame == "report" else (0, 0, 0, 2))
    return Recipe(first, lines, chance.choice((1, 8, 20, 50, 150, 1000)), frame, to)


def changed(recipe: Recipe, chance: random.Random) -> Recipe:
    """The recipe with one thing about it another."""
    place = chance.randrange(len(recipe.lines))
    match chance.randrange(5):
        case 0:
            return replace(recipe, times=max(1, int(recipe.times * chance.choice((0.5, 2, 4)))))
        case 1:
            return replace(recipe, first=(_piece(chance, recipe.frame), b"\r\n"))
        case 2:
            return replace(recipe, lines=(*recipe.lines, _line(chance, recipe.frame)))
        case 3:
            line = list(recipe.lines[place])
            line[chance.randrange(len(line))] = _piece(chance, recipe.frame)
        case _:
            line = [*recipe.lines[place], *_line(chance, recipe.frame)]
    return replace(recipe, lines=(*recipe.lines[:place], tuple(line), *recipe.lines[place + 1 :]))


def costs(recipes: Sequence[Recipe]) -> Iterator[tuple[float, Recipe]]:
    """What each costs in processor time; where it is much, the least of three times, as it would be at rest."""
    with besieged() as siege:
        siege.send(WARM_UP, siege.recipients[0])
        gc.freeze()  # as in the process that reads letters
        for recipe in recipes:
            seconds = []
            for number in range(3):
                raw = b"X-Number: %d\r\n%s" % (number, recipe.raw)
                begun = time.process_time()
                siege.send(raw, siege.recipients[recipe.to], None if recipe.to == _BOUNCE else WRITER)
                seconds.append(time.process_time() - begun)
                if seconds[-1] < _WORTH_ANOTHER_LOOK:
                    break
            yield min(seconds) if min(seconds) <= MOST_SECONDS else at_rest(min(seconds)), recipe


def _told(pieces: Sequence[bytes]) -> str:
    """Pieces of a line as a reader can put them together again: ``60 × b'; ' + b'A '``."""
    runs = ((piece, len([*same])) for piece, same in groupby(pieces))
    return " + ".join(f"{times} × {piece!r}" if times > 1 else repr(piece) for piece, times in runs)


@click.command()
@click.option("--seconds", default=600, show_default=True, help="How long to go on.")
@click.option("--seed", default=1, show_default=True, help="What the chances are drawn from.")
def main(seconds: int, seed: int) -> None:
    """Print the dearest letters found, the dearest first; the exit code tells whether one costs too much."""
    chance, end, tried = random.Random(seed), time.monotonic() + seconds, 0
    dearest: list[tuple[float, Recipe]] = []
    while time.monotonic() < end:
        old = [recipe for _, recipe in dearest]
        new = [fresh(chance) for _ in range(LETTERS_OF_ONE_SIEGE // 3)]
        new += [changed(chance.choice(old or new), chance) for _ in range(LETTERS_OF_ONE_SIEGE // 3)]
        dearest = sorted([*dearest, *costs(new)], key=lambda one: -one[0])[:_KEPT]
        tried += len(new)
        click.echo(f"{tried} letters, the dearest {dearest[0][0]:.2f} s", err=True)
    for cost, recipe in dearest:
        where = f"{recipe.frame} to {recipe.to}"
        lines = " / ".join(map(_told, recipe.lines))
        click.echo(f"{cost:.2f} s {where}, {recipe.times} times {lines} under {_told(recipe.first)}")
    sys.exit(dearest[0][0] > MOST_SECONDS)


if __name__ == "__main__":
    main()
