"""What a line of PRESS says of its letter: to whom it goes, from whom, to whom it says that it goes, when."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.game.press.rules import Signature
from judge.game.settings import Language
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word, without_elision


@dataclass(frozen=True)
class Named:
    """The words that name recipients, one way or the other; ``everyone`` when one of them is the word for all."""

    powers: tuple[Word, ...] = ()
    everyone: bool = False
    master: bool = False
    observers: bool = False

    @property
    def is_nobody(self) -> bool:
        """Whether no word named anybody."""
        return not (self.powers or self.everyone or self.master or self.observers)


@dataclass(frozen=True)
class PressText:
    """A block of press. ``but`` are those who do not get it, of all others.

    ``signed`` is whom it is from, ``shown`` whom it shows as recipients, ``after`` the words that say when it goes
    out; each None where nothing says so.
    """

    to: Named
    text: str
    but: Named | None = None
    signed: Named | None = None
    shown: Named | None = None
    after: tuple[Word, ...] | None = None
    grey: bool = False


@dataclass(frozen=True)
class DiaryText:
    """A block of notes for oneself."""

    text: str


@dataclass(frozen=True)
class WatchGame:
    """Watch a game, or where ``is_on`` is false no more; ``name`` None when the line names none."""

    language: Language
    name: Word | None
    is_on: bool


AboutPress = PressText | DiaryText | WatchGame

_PARTS = frozenset({"but", "from", "shown", "after"})
_OTHERS = frozenset({"all", "master", "observers"})


def read_press(words: tuple[Word, ...], text: str, *, to_all: bool) -> PressText:
    """The letter that the words behind the verb and the lines below it make."""
    parts: dict[str, list[Word]] = {"to": []}
    part, grey = "to", False
    for key, word in _keyed(words):
        begins = key in _PARTS and not (part == "after" and key == "from")  # after the results OF a phase
        if begins:
            part = str(key)
            parts.setdefault(part, [])
        elif key == "grey" and part != "after":
            grey = True
        elif fold(word.text) not in vocabulary().fillers:
            parts[part].append(word)
    to = _named(parts["to"])
    return PressText(
        to=replace(to, everyone=to.everyone or to_all),
        text=text,
        but=_named(parts["but"]) if "but" in parts else None,
        signed=_named(parts["from"]) if "from" in parts else None,
        shown=_named(parts["shown"]) if "shown" in parts else None,
        after=tuple(parts["after"]) if "after" in parts else None,
        grey=grey,
    )


def is_results(word: Word) -> bool:
    """Whether a word says that results are meant."""
    return _key(word) == "results"


def _named(words: list[Word]) -> Named:
    kinds = [value_of(word.text) if value_of(word.text) == "all" else _key(word) for word in words]
    powers = (word for word, kind in zip(words, kinds, strict=True) if kind not in _OTHERS)
    return Named(tuple(powers), "all" in kinds, "master" in kinds, "observers" in kinds)


def _key(word: Word) -> str | None:
    return vocabulary().addressing.get(fold(word.text))


def _keyed(words: tuple[Word, ...]) -> Iterator[tuple[str | None, Word]]:
    """The words, each with what it is in the line of a letter; an elided "de" is a word, two words may be one."""
    pieces = [piece for word in words for piece in _pieces(Word(word.text.strip(":"), word.start))]
    place = 0
    while place < len(pieces):
        two = pieces[place : place + 2]
        pair = Word(" ".join(word.text for word in two), two[0].start)
        word = pair if _key(pair) else two[0]
        yield _key(word), word
        place += len(two) if word is pair else 1


def _pieces(word: Word) -> Iterator[Word]:
    bare = without_elision(word)
    if bare != word:
        yield Word(word.text[:1], word.start)
    if bare.text:
        yield bare


def read_watching(language: Language, words: tuple[Word, ...], *, is_on: bool) -> WatchGame | None:
    """The game that is to be watched; None of prose that begins with the word."""
    named = [word for word in words if fold(word.text) not in vocabulary().fillers]
    return WatchGame(language, named[0] if named else None, is_on) if len(named) <= 1 else None


def read_signatures(word: str) -> tuple[Signature, ...] | None:
    """The signatures that one word allows, several with slashes between them; none for ``no``, None of no such word."""
    keys = [value_of(one) for one in word.split("/")]
    if keys in (["no"], ["none"]):
        return ()
    known = {one.value: one for one in Signature}
    return tuple(known[key] for key in keys) if set(keys) <= known.keys() else None
