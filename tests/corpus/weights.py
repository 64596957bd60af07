"""Finds the weights by which orders are likely (judge/notation/likely_orders.json): ``python -m tests.corpus.weights``.

They are taught by the letters of the corpus, and by those tables of tests that tell what gives a unit an order and what
gives it none. ``--apart`` writes nothing: each fifth of the letters is weighed by what the other four have taught, and
what that says of the units left without an order is counted.
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
from zlib import crc32

import judge.notation.likely_orders as likely
from judge.handlers import second_look
from judge.handlers.plain_words import reader_for
from judge.handlers.session import GameSession
from judge.notation.line import Misread, OrderReader
from judge.notation.read import read_order
from judge.notation.second_look import Looked
from judge.notation.tables import load_notation
from judge.rules.board import Location, Power, Province
from judge.rules.board_file import load_board
from judge.rules.orders import Move, Order, SupportMove, province_of
from judge.rules.position import PhaseKind
from tests.corpus.carried_out import BOARD, position_of, settled
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters, letters_in
from tests.turns import tables

_FEWEST = 12
"""Orders of units in which a feature must be seen."""
_EPOCHS, _RATE = 4, 0.15
"""Rounds through all examples, the rate of AdaGrad."""
_OF_NONE, _OF_SILENT = 3.0, 3.0
"""How much more a unit counts that is given nothing; that no grammar found an order for."""
_SURE = 0.001
_LEAST = 10
"""Hundredths; a feature of less weight is left out."""
_PARTS = 5
_HUNDRED = 100
_TESTS = Path(__file__).parents[1]
_TABLES = ("implied", "corrections", "beside", "seasons")


@dataclass(frozen=True)
class Example:
    """A unit that a letter names: the features of each order that it may have and of none; which of them is meant.

    ``is_silent`` if the grammars leave it without an order; the orders known beside it are those that they found.
    """

    part: int
    features: tuple[tuple[str, ...], ...]
    meant: int
    is_silent: bool


def taught() -> Iterator[tuple[int, CorpusLetter]]:
    """Yield the letters that teach, each with the fifth of them that it is of: by sets, in the tables by scenes."""
    for language in LANGUAGES:
        yield from ((letter.number // _HUNDRED % _PARTS, letter) for letter in letters(language))
        for name in _TABLES:
            yield from map(_by_scene, letters_in(_TESTS / name / language, language, 1))
    for how in ("", tables.DENIED, tables.UNOFFERED, tables.SPOKEN_OF):
        yield from map(_by_scene, tables.lines_told(how))


def _by_scene(letter: CorpusLetter) -> tuple[int, CorpusLetter]:
    return crc32(f"{letter.scene} {letter.power}".encode()) % _PARTS, letter


def examples_of(told: tuple[int, CorpusLetter]) -> list[Example]:
    """Return examples of the units that a letter of moves or retreats names, where it is sure what is meant."""
    part, letter = told
    looks: list[likely.LeftUnread] = []

    def left_unread(of: likely.LeftUnread, _: OrderReader) -> Iterator[Looked]:
        looks.append(of)
        yield from ()

    second_look.likely_orders = left_unread  # type: ignore[assignment, attr-defined]
    session = settled(letter)
    position = position_of(letter.scene, letter.book)
    if not isinstance(session, GameSession) or position.phase.kind is PhaseKind.ADJUSTMENT:
        return []
    reader = reader_for(session.view, position, session.person)
    words = tuple(likely.said_words(session.looked_at, reader))
    left = looks[-1] if looks else likely.LeftUnread((), second_look.orders_of(session), ())
    meant, fair = (_orders(letter, texts) for texts in (letter.meant, letter.also | letter.offer))
    orders = left.known if _is_of_none(letter) else meant
    found: list[Example] = []
    for at in sorted(unit.at.province for unit in reader.scene.units()):
        if at not in fair.keys() - meant.keys() and (not _is_of_none(letter) or _denies(letter, at)):
            found += _example(part, likely.LetterSaid(words, reader, _others(orders, at)), at, meant.get(at))
            if at in {*left.silent, *left.guessed}:
                as_read = likely.LetterSaid(words, reader, _others(left.known, at), left.doubted)
                is_silent = at in left.silent
                found += (replace(one, is_silent=is_silent) for one in _example(part, as_read, at, meant.get(at)))
    return found


def _is_of_none(letter: CorpusLetter) -> bool:
    """Whether it tells of some units, by their names, that nothing gives them an order, and nothing of the others."""
    return bool(letter.never) and all(len(one.split()) == len(("A", "MUN")) for one in letter.never)


def _others(orders: Mapping[Province, Order], at: Province) -> Mapping[Province, Order]:
    return {one: order for one, order in orders.items() if one != at}


def _denies(letter: CorpusLetter, at: Province) -> bool:
    """Whether a letter of a table says of a unit that nothing gives it an order: ``never`` is ``A MUN``."""
    return at in {unit.split()[1].partition("/")[0] for unit in letter.never}


def _example(part: int, said: likely.LetterSaid, at: Province, meant: Order | None) -> list[Example]:
    """The example that a unit is, where the letter names it and what is meant is among what it may be."""
    orders = said.orders(at) if at in said.mentions else []
    ways = [_without_coast(order) for order in orders]
    if _without_coast(meant) not in ways:
        return []
    features = tuple(tuple(sorted(said.features(at, order))) for order in orders)
    return [Example(part, features, ways.index(_without_coast(meant)), is_silent=False)]


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
            much = (1.0 if each.meant else _OF_NONE) * (_OF_SILENT if each.is_silent else 1.0)
            for at, chance in enumerate(likely.chances([sum(weights[one] for one in way) for way in ways])):
                slope = much * (chance - (at == each.meant))
                for one in ways[at] if abs(slope) >= _SURE else ():
                    slopes[one] += slope * slope
                    weights[one] -= _RATE * slope / math.sqrt(slopes[one])
    rounded = ((one, round(_HUNDRED * weights[at])) for one, at in numbers.items())
    return {one: weight for one, weight in rounded if abs(weight) >= _LEAST}


def told_apart(examples: Sequence[Example]) -> Iterator[tuple[float, int, int]]:
    """Yield of each silent unit the chance and number of its likeliest order, and the one meant, as others teach."""
    for part in range(_PARTS):
        weights = weights_of([each for each in examples if each.part != part])
        for each in (one for one in examples if one.part == part and one.is_silent):
            scores = [sum(weights.get(one, 0) for one in way) / _HUNDRED for way in each.features]
            chances = likely.chances(scores)
            best = max(range(len(chances)), key=chances.__getitem__)
            yield chances[best], best, each.meant


def main(arguments: Sequence[str]) -> None:
    """Find the weights and write them, or count what those of other letters say."""
    told = [*taught()]
    examples: list[Example] = []
    with ProcessPoolExecutor() as pool:
        for number, found in enumerate(pool.map(examples_of, told, chunksize=8), start=1):
            examples += found
            if number % 500 == 0:
                sys.stderr.write(f"{number} of {len(told)} letters\n")
    if "--apart" in arguments:
        apart = [*told_apart(examples)]
        said = [one for one in apart if one[1] and one[0] >= likely._LIKELY]
        right = sum(best == meant for _, best, meant in said)
        none = sum(not meant for _, _, meant in said), sum(not meant for _, _, meant in apart)
        told_right = f"{len(apart)} units, {sum(bool(one[2]) for one in apart)} with an order meant: {right} found"
        sys.stdout.write(f"{told_right}, {len(said) - right - none[0]} wrong; of {none[1]} without one {none[0]}\n")
        return
    lines = (f"{json.dumps(one)}: {weight}" for one, weight in sorted(weights_of(examples).items()))
    Path(likely.__file__).with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
