"""Finds the weights by which orders are likely (judge/notation/likely_orders.json): ``python -m tests.corpus.weights``.

``--apart`` writes nothing: each fifth of the sets is weighed by what the other four have taught, and what that says of
the units whose order was meant is counted.
"""

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import judge.notation.likely_orders as likely
from judge.handlers.plain_words import reader_for
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.rules.board import Location, Power, Province
from judge.rules.board_file import load_board
from judge.rules.orders import Move, Order, SupportMove, province_of
from judge.rules.position import PhaseKind
from tests.corpus.carried_out import BOARD, position_of, settled
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters

_FEWEST = 12
"""Letters in which a feature must be seen."""
_EPOCHS, _RATE, _OF_NONE = 5, 0.15, 3.0
"""Rounds through all examples, the rate of AdaGrad, how much more a unit that is given nothing counts."""
_SURE = 0.001
_LEAST = 10
"""Hundredths; a feature of less weight is left out."""
_PARTS = 5
_HUNDRED = 100


@dataclass(frozen=True)
class Example:
    """A unit that a letter names: the features of each order that it may have and of none; which of them is meant."""

    letter: str
    features: tuple[tuple[str, ...], ...]
    meant: int

    @property
    def part(self) -> int:
        """The fifth of the sets that its letter is of."""
        return int(self.letter.rpartition("-")[2]) // _HUNDRED % _PARTS


def examples_of(letter: CorpusLetter) -> list[Example]:
    """Return an example for each unit that a letter of moves or retreats names, where it is sure what is meant."""
    session = settled(letter)
    position = position_of(letter.scene, letter.book)
    if session.game is None or position.phase.kind is PhaseKind.ADJUSTMENT:
        return []
    reader = reader_for(session.game, position, session.person)
    meant, fair = (_orders(letter, texts) for texts in (letter.meant, letter.also | letter.offer))
    words = tuple(likely.said_words(session.looked_at, reader))
    found: list[Example] = []
    for at in sorted(unit.at.province for unit in reader.scene.units()):
        said = likely.LetterSaid(words, reader, {each: order for each, order in meant.items() if each != at})
        if at in said.mentions and (at in meant or at not in fair):
            orders = [_without_coast(order) for order in said.orders(at)]
            order = _without_coast(meant.get(at))
            features = (tuple(sorted(said.features(at, one))) for one in said.orders(at))
            found += [Example(letter.name, tuple(features), orders.index(order))] if order in orders else []
    return found


def _orders(letter: CorpusLetter, texts: Iterable[str]) -> Mapping[Province, Order]:
    position, board, standard = position_of(letter.scene, letter.book), load_board(BOARD), load_notation("standard")
    read = [read_order(text, position, board, Power(letter.power), standard) for text in sorted(texts)]
    orders = [order for order in read if not isinstance(order, Misread)]
    return {at: order for order in orders if (at := province_of(order))}


def _without_coast(order: Order | None) -> Order | None:
    match order:
        case Move() | SupportMove():
            plain = replace(order, to=Location(order.to.province))
            return replace(plain, by_sea=False) if isinstance(plain, Move) else plain
        case _:
            return order


def weights_of(examples: Sequence[Example]) -> dict[str, int]:
    """Return the weights of features, in hundredths, under which what is meant is likeliest."""
    counts = Counter(one for each in examples for features in each.features for one in features)
    numbers = {one: at for at, one in enumerate(sorted(one for one, many in counts.items() if many >= _FEWEST))}
    known = [([[numbers[one] for one in way if one in numbers] for way in each.features], each) for each in examples]
    weights, slopes = [0.0] * len(numbers), [1e-8] * len(numbers)
    order = random.Random(1)
    for _ in range(_EPOCHS):
        order.shuffle(known)
        for ways, each in known:
            much = 1.0 if each.meant else _OF_NONE
            for at, chance in enumerate(likely.chances([sum(weights[one] for one in way) for way in ways])):
                slope = much * (chance - (at == each.meant))
                for one in ways[at] if abs(slope) >= _SURE else ():
                    slopes[one] += slope * slope
                    weights[one] -= _RATE * slope / math.sqrt(slopes[one])
    rounded = ((one, round(_HUNDRED * weights[at])) for one, at in numbers.items())
    return {one: weight for one, weight in rounded if abs(weight) >= _LEAST}


def told_apart(examples: Sequence[Example]) -> Iterator[tuple[float, int, int]]:
    """Yield of each example the chance and number of its likeliest order, and the one meant, by what others teach."""
    for part in range(_PARTS):
        weights = weights_of([each for each in examples if each.part != part])
        for each in (one for one in examples if one.part == part):
            scores = [sum(weights.get(one, 0) for one in way) / _HUNDRED for way in each.features]
            chances = likely.chances(scores)
            best = max(range(len(chances)), key=chances.__getitem__)
            yield chances[best], best, each.meant


def main(arguments: Sequence[str]) -> None:
    """Find the weights and write them, or count what those of other sets say."""
    told = [letter for language in LANGUAGES for letter in letters(language)]
    examples: list[Example] = []
    with ProcessPoolExecutor() as pool:
        for number, found in enumerate(pool.map(examples_of, told, chunksize=8), start=1):
            examples += found
            if number % 500 == 0:
                sys.stderr.write(f"{number} of {len(told)} letters\n")
    if "--apart" in arguments:
        said = [one for one in told_apart(examples) if one[1] and one[0] >= likely._LIKELY]
        right = sum(best == meant for _, best, meant in said)
        told_right = f"{right} the one meant ({right / len(said):.1%})"
        sys.stdout.write(f"{len(examples)} units, {len(said)} told an order, {told_right}\n")
        return
    lines = (f"{json.dumps(one)}: {weight}" for one, weight in sorted(weights_of(examples).items()))
    Path(likely.__file__).with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
