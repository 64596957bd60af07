"""What each word of a line can be: in the reader's own convention, then on the board, then in the other conventions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from judge.notation.lexer import DASH, Token, words_of
from judge.notation.tables import Lexeme, Notation, Part
from judge.rules.board import Board, Province, Terrain
from judge.rules.fog import UNKNOWN

_COAST_LENGTH = 2
_SETTLED = (Part.PLACE, Part.COAST)


@dataclass(frozen=True)
class Found:
    """A lexeme read up to token ``end``, with a coast glued to it; ``borrowed``: a place as others name it."""

    lexeme: Lexeme
    end: int
    borrowed: bool = False
    coast: str = ""


class Lexicon:
    """The words of one line, looked up once each."""

    def __init__(self, tokens: Sequence[Token], own: Notation, others: Sequence[Notation], board: Board) -> None:
        self.tokens = tuple(tokens)
        self._own = own
        self._others = tuple(other for other in others if other != own)
        self._board = board
        self._seen: dict[int, tuple[Found, ...]] = {}

    @property
    def places(self) -> range:
        """Where a token begins."""
        return range(len(self.tokens))

    def at(self, place: int) -> tuple[Found, ...]:
        """Everything that can begin at a token, longest first, each lexeme once for each end."""
        if place not in self._seen:
            whole = (found for key, end in self._keys(place) for found in self._looked_up(key, end))
            glued = self._glued(place) if place < len(self.tokens) else ()
            self._seen[place] = tuple(sorted((*whole, *glued), key=lambda found: -found.end))
        return self._seen[place]

    def of(self, place: int, *parts: Part) -> Iterator[Found]:
        """What can begin at a token and is one of these parts of an order."""
        there = self._seen.get(place)
        if there is None:
            there = self.at(place)
        return (found for found in there if found.lexeme.part in parts) if there else iter(())

    def is_sea(self, province: Province) -> bool:
        """Whether a province of the board is a sea."""
        return self._board.terrain(province) is Terrain.SEA

    def has_coasts(self, province: Province) -> bool:
        """Whether a province of the board has several coasts."""
        return bool(self._board.regions[province].coasts)

    def _keys(self, place: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The phrases that begin at a token: its text, then longer ones; a hyphen inside a name is skipped."""
        key: tuple[str, ...] = ()
        while place < len(self.tokens) and len(key) < self._longest:
            token = self.tokens[place]
            place += 1
            if token.text == DASH and key:
                if key[-1].isalpha() and place < len(self.tokens) and self.tokens[place].is_word:
                    continue
                return
            key = (*key, token.text)
            yield key, place

    @cached_property
    def _longest(self) -> int:
        return max(notation.longest for notation in (self._own, *self._others))

    def _looked_up(self, key: tuple[str, ...], end: int) -> Iterator[Found]:
        for lexeme, borrowed in _meanings(key, self._own, self._others, self._board):
            yield Found(lexeme, end, borrowed)

    def _glued(self, place: int) -> Iterator[Found]:
        """A place with its coast in one word: ``BULcn``, ``ESPCS``."""
        word = self.tokens[place].text
        name, coast = word[:-_COAST_LENGTH], word[-_COAST_LENGTH:]
        sides = [side for side in self._looked_up((coast,), place + 1) if side.lexeme.part is Part.COAST]
        for found in self._looked_up((name,), place + 1) if sides else ():
            if found.lexeme.part is Part.PLACE and self.has_coasts(Province(found.lexeme.value)):
                for side in sides:
                    yield Found(found.lexeme, place + 1, found.borrowed or side.borrowed, side.lexeme.value)


@lru_cache(maxsize=4096)
def _meanings(
    key: tuple[str, ...], own: Notation, others: tuple[Notation, ...], board: Board
) -> tuple[tuple[Lexeme, bool], ...]:
    """What a phrase can be, the reader's own convention and the board first; whether only others have it so."""
    ours = {*_known(own, key, board), *printed(board).get(key, ())}
    theirs = {lexeme for notation in others for lexeme in _known(notation, key, board)}
    theirs.update(_codes(board).get(key, ()))
    return tuple(
        (lexeme, borrowed and lexeme.part in _SETTLED)
        for lexemes, borrowed in ((ours, False), (theirs - ours, True))
        for lexeme in sorted(lexemes, key=lambda lexeme: (lexeme.part.value, lexeme.value))
    )


def _known(notation: Notation, key: tuple[str, ...], board: Board) -> Iterator[Lexeme]:
    """What a phrase is in a convention, whose places count on the board they were made for alone."""
    for lexeme in notation.phrases.get(key, ()):
        match lexeme.part:
            case Part.PLACE:
                if notation.board == board.map and lexeme.value in board.regions:
                    yield lexeme
            case Part.POWER:
                if lexeme.value in board.powers:
                    yield lexeme
            case _:
                yield lexeme


@lru_cache
def printed(board: Board) -> Mapping[tuple[str, ...], frozenset[Lexeme]]:
    """The names of places, powers and troops as the board prints them."""
    found: defaultdict[tuple[str, ...], set[Lexeme]] = defaultdict(set)
    for code, region in board.regions.items():
        for name in region.names.values():
            found[words_of(name)].add(Lexeme(Part.PLACE, code))
    for power, names in board.powers.items():
        for name in (power, *names.values()):
            found[words_of(name)].add(Lexeme(Part.POWER, power))
    for letter, troop in board.war.troops.items():
        for name in (letter, *troop.names.values()):
            found[words_of(name)].add(Lexeme(Part.TROOP, letter))
        found[(UNKNOWN,)].add(Lexeme(Part.TROOP, UNKNOWN))
    return {key: frozenset(lexemes) for key, lexemes in found.items()}


@lru_cache
def _codes(board: Board) -> Mapping[tuple[str, ...], tuple[Lexeme, ...]]:
    """The board's own codes of its places."""
    return {(code.casefold(),): (Lexeme(Part.PLACE, code),) for code in board.regions}
