"""The sentences of one language, read from its data file."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language

NO_BREAK_SPACE = "\u00a0"


@dataclass(frozen=True)
class Phrasebook:
    """All the sentences of a language by dotted key; ``weekdays`` begin with Monday, ``months`` with January."""

    language: Language
    sentences: Mapping[str, str]
    weekdays: Sequence[str]
    months: Sequence[str]
    no_break_before: str
    no_break_after: str

    def set_type(self, text: str) -> str:
        """The text with the no-break spaces its language wants around punctuation."""
        if self.no_break_before:
            text = re.sub(f" (?=[{re.escape(self.no_break_before)}])", NO_BREAK_SPACE, text)
        if self.no_break_after:
            text = re.sub(f"(?<=[{re.escape(self.no_break_after)}]) ", NO_BREAK_SPACE, text)
        return text


@lru_cache
def phrasebook(language: Language) -> Phrasebook:
    """The phrasebook of a language."""
    tables = tomllib.loads((files("judge.reports") / "languages" / f"{language}.toml").read_text(encoding="utf-8"))
    calendar = tables["calendar"]
    bare = Phrasebook(
        language,
        sentences=dict(_flat(tables)),
        weekdays=calendar["weekdays"],
        months=calendar["months"],
        no_break_before=tables["typography"]["no_break_before"],
        no_break_after=tables["typography"]["no_break_after"],
    )
    sentences = {key: bare.set_type(sentence) for key, sentence in bare.sentences.items()}
    return Phrasebook(language, sentences, bare.weekdays, bare.months, bare.no_break_before, bare.no_break_after)


def _flat(table: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield above + key, value
        elif isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")


def say(language: Language, key: str, /, **facts: object) -> str:
    """One sentence with its facts filled in; KeyError when there is no such sentence or a fact is missing."""
    return phrasebook(language).sentences[key].format_map(facts)


def count(language: Language, key: str, n: int, /, **facts: object) -> str:
    """One sentence in the form, ``one`` or ``many``, that goes with a number."""
    is_one = n in ({0, 1} if language == "fr" else {1})
    return say(language, f"{key}.{'one' if is_one else 'many'}", n=n, **facts)


def listing(language: Language, items: Sequence[str], last: str = "words.and") -> str:
    """``A, B and C``; ``last`` is the key of the word before the last item."""
    if not items:
        return ""
    *first, final = items
    return say(language, last).join([say(language, "words.comma").join(first), final]) if first else final
