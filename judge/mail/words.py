"""The words of a line with their places, and the verb it begins with."""

import re
from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.vocabulary import fold, vocabulary


@dataclass(frozen=True)
class Word:
    """A word of a line as it was written, with its place in the line (characters)."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.start + len(self.text)


def words_in(line: str, start: int = 0) -> tuple[Word, ...]:
    """The words of a line from some place on; commas, semicolons and equals signs only part them."""
    return tuple(
        Word(found.group(), found.start()) for found in re.finditer(r"[^\s,;=]+", line) if found.start() >= start
    )


def verb_of(line: str) -> tuple[str | None, Language, tuple[Word, ...]]:
    """The verb a line begins with, its language and the words after it; verbs of two words come first."""
    words = words_in(line)
    known = vocabulary().verbs
    for length in (2, 1):
        if len(words) >= length:
            form = fold(" ".join(word.text for word in words[:length])).rstrip(":.!")
            if form in known:
                key, language = known[form]
                return key, language, words[length:]
    return None, "en", ()
