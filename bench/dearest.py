"""Looks for letters that cost more than those known: the dearest found so far are changed again and again.

Run ``python -m bench.dearest --seconds 600``. A letter is a recipe of a few lines, each repeated; chance puts it
together from every word of the command language and from what orders are made of. What is found belongs into
``tests/worst_letters.py``.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import click

from bench.fuzz_letter import PIECES
from bench.siege import WRITER, besieged
from bench.worst import WARM_UP

LETTERS_OF_ONE_SIEGE = 90
_KEPT = 12
_WORTH_ANOTHER_LOOK = 0.15
_LONGEST = 40_000
"""Bytes of a letter: of more than this nothing is read."""

_ORDERS = (
    b"A PAR - BUR|A PAT - BURR|F BRE - MAO via|A PAR S A MAR - BUR|A PAR S F BRE - XYZ|226-01-05 A PAR BUR|A PAR (|A |"
    b"F |PAR |BUR |MAR |- |S |C |H |SC |, |; |and |if |the |of the |coast |xyz |zrkk |PAR-|Paris|army in Paris |12) |"
    b"a) |FRANCE: |ENGLAND |REBUILD |BUILD A PAR|remove |\xcc\x81|e\xcc\x81\xcc\x82|\xe2\x80\x8b|\xd0\x90|a@b.c |"
    b"<a@b.c>, |WHATIF\n|ENDWHATIF\n|IF A PAR\n|ELSE\n|ENDIF\n|PHASE F1901M\n|PRESS TO FRANCE, ENGLAND\n|ENDPRESS\n|"
    b"On 5 Jan x wrote:\n|From: x\nTo: y\nDate: z\n|> |-- \n|PREFER |VOTE |HELP |SET |ABSENCE |DRAW |WHY A PAR\n|"
    b"HISTORY 1901\n|\n"
).split(b"|")
_PIECES = (*_ORDERS, *_ORDERS, *PIECES[:: max(1, len(PIECES) // len(_ORDERS))])
"""Twice as often what orders are made of as what else letters are."""


@dataclass(frozen=True)
class Recipe:
    """Lines made of pieces, and how often the whole of them is said; ``first`` stands above."""

    first: tuple[bytes, ...]
    lines: tuple[tuple[bytes, ...], ...]
    times: int

    @property
    def raw(self) -> bytes:
        """The letter."""
        body = b"".join(b"".join(line) + b"\r\n" for line in self.lines)
        return b"From: %s\r\n\r\n%s\r\n%s" % (
            WRITER.encode(),
            b"".join(self.first),
            (body * self.times)[:_LONGEST],
        )


def _piece(chance: random.Random) -> bytes:
    return chance.choice(_PIECES)


def _line(chance: random.Random) -> tuple[bytes, ...]:
    piece = (_piece(chance),) * chance.choice((1, 1, 1, 2, 5, 20, 60))
    return (*piece, *(_piece(chance) for _ in range(chance.choice((0, 0, 1, 2, 5)))))


def fresh(chance: random.Random) -> Recipe:
    """A recipe by chance alone."""
    first = (_piece(chance), b"\r\n") if chance.randrange(3) == 0 else ()
    lines = tuple(_line(chance) for _ in range(chance.choice((1, 1, 2, 3, 5))))
    return Recipe(first, lines, chance.choice((1, 8, 20, 50, 150, 1000)))


def changed(recipe: Recipe, chance: random.Random) -> Recipe:
    """The recipe with one thing about it another."""
    place = chance.randrange(len(recipe.lines))
    match chance.randrange(5):
        case 0:
            return replace(recipe, times=max(1, int(recipe.times * chance.choice((0.5, 2, 4)))))
        case 1:
            return replace(recipe, first=(_piece(chance), b"\r\n"))
        case 2:
            return replace(recipe, lines=(*recipe.lines, _line(chance)))
        case 3:
            line = list(recipe.lines[place])
            line[chance.randrange(len(line))] = _piece(chance)
        case _:
            line = [*recipe.lines[place], *_line(chance)]
    return replace(recipe, lines=(*recipe.lines[:place], tuple(line), *recipe.lines[place + 1 :]))


def costs(recipes: Sequence[Recipe]) -> Iterator[tuple[float, Recipe]]:
    """What each costs in processor time; where it is much, the less of two times."""
    with besieged() as siege:
        siege.send(WARM_UP, siege.recipients[0])
        for recipe in recipes:
            seconds = []
            for number in range(2):
                raw = b"X-Number: %d\r\n%s" % (number, recipe.raw)
                begun = time.process_time()
                siege.send(raw, siege.recipients[0])
                seconds.append(time.process_time() - begun)
                if seconds[0] < _WORTH_ANOTHER_LOOK:
                    break
            yield min(seconds), recipe


@click.command()
@click.option("--seconds", default=600, show_default=True, help="How long to go on.")
@click.option("--seed", default=1, show_default=True, help="What the chances are drawn from.")
def main(seconds: int, seed: int) -> None:
    """Print the dearest letters found, the dearest first."""
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
        click.echo(f"{cost:.2f} s {recipe.times} times {recipe.lines!r:.300} under {recipe.first!r}")


if __name__ == "__main__":
    main()
