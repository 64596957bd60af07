"""What a reply says to a question of ours that asks for a yes or a no."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import shown_code
from judge.mail.letter import Letter
from judge.mail.vocabulary import fold


class Assent(Enum):
    """What was answered; only a clear yes counts as one."""

    YES = auto()
    NO = auto()
    UNCLEAR = auto()


def read_assent(letter: Letter, code: str) -> Assent:
    """A reply to the question that has this code: a yes, a no, or neither clearly.

    A reply without any text of its own is a yes, unless something stands struck out, attached, or as a no below what
    mail programs put at the end.
    """
    lines = [fold(line).strip() for line in letter.text.splitlines() if line.strip()]
    if not lines:
        aside = [fold(line).strip(" >|") for line in (*letter.below, *letter.cut)]
        is_bare = not (letter.struck or letter.attached_texts or _says_no(aside))
        return Assent.YES if is_bare else Assent.UNCLEAR
    says_yes = _is_said(lines, _words().yes) or shown_code(code).lower() in {line.strip(" .!*_") for line in lines}
    match says_yes, _says_no(lines):
        case True, False:
            return Assent.YES
        case False, True:
            return Assent.NO
        case _:
            return Assent.UNCLEAR


def _says_no(lines: Iterable[str]) -> bool:
    kept = list(lines)
    return _is_said(kept, _words().no) or _words().denial.search(" ".join(kept)) is not None


def _is_said(lines: Iterable[str], words: re.Pattern[str]) -> bool:
    return any(words.match(line) for line in lines)


@dataclass(frozen=True)
class _Words:
    yes: re.Pattern[str]
    no: re.Pattern[str]
    denial: re.Pattern[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    table = tomllib.loads((files("judge.mail") / "assent.toml").read_text(encoding="utf-8"))
    folded = {key: [fold(word) for word in words] for key, words in table.items()}
    goes_on = _any_of(folded["goes_on"])
    return _Words(
        _opening(folded["yes"], folded["yes_alone"], goes_on),
        _opening(folded["no"], folded["no_alone"], goes_on),
        re.compile(rf"(?<!\w){_any_of(folded['denials'])}(?!\w)"),
    )


def _opening(words: list[str], alone: list[str], goes_on: str) -> re.Pattern[str]:
    """Where a line begins with such a word and goes on as an answer does."""
    behind = rf"\s*(?:$|[.,;:!?…*_–—-]|(?<=\s){goes_on}(?!\w))"
    return re.compile(rf"[\s*_«“\"'(]*(?:{_any_of(words)}{behind}|{_any_of(alone)}[\s.!*_»”\"')]*$)")


def _any_of(words: list[str]) -> str:
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return f"(?:{'|'.join(longest_first)})"
