"""The words of a line with their places, and the verb it begins with."""

import re
from dataclasses import dataclass
from itertools import islice
from unicodedata import normalize

from judge.game.settings import Language
from judge.requests.vocabulary import fold_case, vocabulary

_COURTESY = re.compile(
    r"(?:[\s,]+(?:please|pls|svp|stp|s['’]il (?:vous|te) pla[iî]t)"
    r"|\s*[,.!;]\s*(?:(?:many )?thanks|thank you|thx|merci)"
    r"(?: beaucoup| d['’]avance| a lot| in advance| bien)?)+[\s.!]*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\s,;=]+")


@dataclass(frozen=True)
class Word:
    """A word of a line as it was written, with its place in the line (characters)."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class VerbLine:
    """A line that begins with a verb: the line, the key and the language of the verb, the ``words`` behind it."""

    text: str
    key: str
    language: Language
    words: tuple[Word, ...]

    @property
    def rest(self) -> Word | None:
        """Everything behind the verb; None where there is nothing."""
        return rest_of(self.text, self.words)

    @property
    def named(self) -> tuple[Word, ...]:
        """The words behind the verb that hold a letter or a digit, without small ones such as "the" and "for"."""
        spoken = (word for word in self.words if any(map(str.isalnum, word.text)))
        return tuple(word for word in spoken if fold_case(word.text) not in vocabulary().fillers)


def words_in(line: str, start: int = 0) -> tuple[Word, ...]:
    """The words of a line from some place on; commas, semicolons and equals signs separate them."""
    return tuple(Word(found.group(), found.start()) for found in _WORD.finditer(line) if found.start() >= start)


def rest_of(line: str, words: tuple[Word, ...]) -> Word | None:
    """The rest of a line from the first of these words on; None without words."""
    return Word(line[words[0].start :].rstrip(), words[0].start) if words else None


def without_courtesy(line: str) -> str:
    """A line without the "please" or the ", thanks" it ends in."""
    return _COURTESY.sub("", line)


def without_fillers(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words that are not small ones in front of a name, without elided articles."""
    stripped = (without_elision(word) for word in words)
    return tuple(word for word in stripped if fold_case(word.text) not in vocabulary().fillers)


def without_elision(word: Word) -> Word:
    """The name behind an elided article: ``l'Italie``, ``d’Autriche``."""
    found = re.match(r"[LlDd]['’](?=\w)", word.text)
    return Word(word.text[found.end() :], word.start + found.end()) if found else word


def verb_of(line: str) -> tuple[str | None, Language, tuple[Word, ...]]:
    """The key of the verb a line begins with (None without one), its language, the words behind it.

    Verbs of two words are preferred to those of one.
    """
    first = [found.group() for found in islice(_WORD.finditer(line), 2)]
    known, accented = vocabulary().verbs, vocabulary().accented
    for length in range(len(first), 0, -1):
        form = " ".join(first[:length]).rstrip(":.!")
        verb = accented.get(normalize("NFC", form).casefold()) or known.get(fold_case(form))
        if verb:
            return *verb, words_in(line)[length:]
    return None, "en", ()
