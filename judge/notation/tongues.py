"""Knows the order words of languages in which the judge does not write."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from judge.notation.lexer import folded_words, tokens_of
from judge.notation.lexicon import FoundLexeme, GuessingLexicon, Lexicon, lexicon_of
from judge.notation.tables import Lexeme, OrderPart, shared_phrases, valued_phrases

_LONGEST = 5
_LONGEST_READ = 500
"""Characters of a line; where a longer one is in another language its beginning tells it."""


class TongueLexicon(GuessingLexicon):
    """The words of a line, those of other languages included; some of them may be names with a slip."""

    def __init__(self, plain: Lexicon, strange: Iterable[int], codes: Iterable[int]) -> None:
        super().__init__(plain.tokens, plain.own, plain.others, plain.board, frozenset(strange), frozenset(codes))

    def _found(self, place: int) -> Iterator[FoundLexeme]:
        yield from super()._found(place)
        texts = tuple(token.text for token in self.tokens[place : place + _LONGEST])
        for size in range(1, len(texts) + 1):
            yield from (FoundLexeme(Lexeme(part), place + size) for part in _words().get(texts[:size], ()))

    def foreign_word(self) -> str:
        """The first word that only another language has; empty if there is none."""
        plain = lexicon_of(self.tokens, self.own, self.others, self.board)
        unlike = (token.text for place, token in enumerate(self.tokens) if not _is_known(plain, place))
        return next((text for text in unlike if (text,) in _words()), "")


def _is_known(plain: Lexicon, place: int) -> bool:
    """Whether a word is one of ours; a letter is another language's where it stands for a unit only there."""
    if len(plain.tokens[place].text) > 1:
        return bool(plain.at(place))
    is_unit = {OrderPart.ARMY, OrderPart.FLEET} & set(_words().get((plain.tokens[place].text,), ()))
    return not is_unit or any(plain.of(place, OrderPart.ARMY, OrderPart.FLEET))


@cache
def _words() -> Mapping[tuple[str, ...], tuple[OrderPart, ...]]:
    """What each order word of another language is."""
    found: defaultdict[tuple[str, ...], tuple[OrderPart, ...]] = defaultdict(tuple)
    for part, phrases in valued_phrases("tongues", "words").items():
        for phrase in phrases:
            found[folded_words(phrase)] += (OrderPart(part),)
    return dict(found)


def foreign_word_in(lines: Iterable[str]) -> str:
    """Return the first word of a letter that is of another language than English and French; empty if none is."""
    only_there = shared_phrases("tongues", "only_there")
    first = {phrase[0] for phrase in only_there}
    for line in lines:
        tokens = tokens_of(line[:_LONGEST_READ])
        for place, token in enumerate(tokens):
            if token.text not in first:
                continue
            texts = tuple(one.text for one in tokens[place : place + _LONGEST])
            if any(texts[:size] in only_there for size in range(1, len(texts) + 1)):
                return line[token.start : token.end]
    return ""
