"""What a reply says to a question of ours that asks for a yes or a no."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from judge.game.settings import shown_code
from judge.mail.letter import Letter
from judge.mail.oldmail import bare_subject
from judge.mail.vocabulary import fold

_GREETED = 2
"""Lines of which the first may only greet."""

_MOST_WORDS = 4
"""Words of a greeting, a name or a word of leave."""

_ENDS = (".", ",", ":", ";", "!", "…")


class Assent(Enum):
    """What was answered; only a clear yes counts as one."""

    YES = auto()
    NO = auto()
    UNCLEAR = auto()


def read_assent(letter: Letter, code: str) -> Assent:
    """A reply to the question that has this code: a yes, a no, or neither clearly.

    A reply without any text of its own is a yes where it holds the question, known by its code, and nothing stands
    struck out, attached, or as a no in the subject or below what mail programs put at the end.
    """
    lines = [fold(line).strip() for line in letter.text.splitlines()]
    if not any(lines):
        return Assent.YES if _is_bare(letter, shown_code(code).lower()) else Assent.UNCLEAR
    if not _says_no(lines):
        return Assent.YES if _says_yes(lines, shown_code(code).lower()) else Assent.UNCLEAR
    words, shown = _words(), shown_code(code).lower()
    holds_yes = any(words.yes.match(line) or words.yes_alone.match(line) or shown in line for line in lines)
    return Assent.UNCLEAR if holds_yes else Assent.NO


def _is_bare(letter: Letter, code: str) -> bool:
    aside = [fold(line).strip(" >|") for line in (*letter.below, *letter.cut)]
    is_quoted = any(code in re.findall(r"\w+", line) for line in aside)
    says_no = _says_no([*aside, fold(bare_subject(letter.subject))])
    return is_quoted and not (letter.struck or letter.attached_texts or says_no)


def _says_yes(lines: list[str], code: str) -> bool:
    """Whether a yes is the first that is said, or the code stands alone where a sentence may begin.

    A line that begins with such a word in the midst of a text is the end of a sentence, or a machine's.
    """
    words, begun = _words(), _begun(lines)
    if any(line.strip(" .!*_") == code for line in begun):
        return not any("?" in line for line in lines)
    first = next((line for line in begun[:_GREETED] if not _is_greeting(line)), "")
    if words.yes.match(first):
        return not words.doubt.search(words.harmless.sub(" ", first))
    is_short = all(len(line.split()) <= _MOST_WORDS for line in lines)
    return is_short and words.yes_alone.match(first) is not None and not words.doubt.search(" ".join(lines))


def _begun(lines: list[str]) -> list[str]:
    """The lines with which a sentence may begin: the first, one below a blank one or below what ends like one."""
    pairs = pairwise(["", *lines])
    return [line for above, line in pairs if line and (not above or above.endswith(_ENDS) or _is_greeting(above))]


def _is_greeting(line: str) -> bool:
    """Whether a line may be the one that addresses us: a few words, none of which answers."""
    answers = _words().yes.match(line) or _words().yes_alone.match(line)
    return not answers and len(line.split()) <= _MOST_WORDS and line.endswith((",", "!", ":", ";")) and "?" not in line


def _says_no(lines: Iterable[str]) -> bool:
    kept = list(lines)
    return _is_said(kept, _words().no) or _words().denial.search(" ".join(kept)) is not None


def _is_said(lines: Iterable[str], words: re.Pattern[str]) -> bool:
    return any(words.match(line) for line in lines)


@dataclass(frozen=True)
class _Words:
    yes: re.Pattern[str]
    yes_alone: re.Pattern[str]
    no: re.Pattern[str]
    denial: re.Pattern[str]
    doubt: re.Pattern[str]
    harmless: re.Pattern[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    table = tomllib.loads((files("judge.mail") / "assent.toml").read_text(encoding="utf-8"))
    folded = {key: [fold(word) for word in words] for key, words in table.items()}
    goes_on = _any_of(folded["goes_on"])
    return _Words(
        _opening(folded["yes"], goes_on),
        _alone(folded["yes_alone"]),
        re.compile(f"{_opening(folded['no'], goes_on).pattern}|{_alone(folded['no_alone']).pattern}"),
        _anywhere(folded["denials"]),
        re.compile(rf"\?|n't\b|{_anywhere(folded['doubts']).pattern}"),
        _anywhere(folded["harmless"]),
    )


_BEFORE = r"[\s*_«“\"'(]*"


def _opening(words: list[str], goes_on: str) -> re.Pattern[str]:
    """Where a line begins with such a word and goes on as an answer does."""
    return re.compile(rf"{_BEFORE}{_any_of(words)}\s*(?:$|[.,;:!?…*_–—-]|(?<=\s){goes_on}(?!\w))")


def _alone(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"{_BEFORE}{_any_of(words)}[\s.!*_»”\"')]*$")


def _anywhere(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_any_of(words)}(?!\w)")


def _any_of(words: list[str]) -> str:
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return f"(?:{'|'.join(longest_first)})"
