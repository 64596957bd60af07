"""Reads a reply to a confirmation request as a yes, a no, or neither."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise
from typing import Any

from judge.game.settings import shown_code
from judge.languages import word_table
from judge.mail.letter import Letter
from judge.mail.quoted_letters import bare_subject
from judge.requests.vocabulary import fold_case

_LINES_TO_FIRST_WORD = 2
"""Lines within which the answer must begin; the first may only greet."""

_MOST_WORDS = 4
"""Words of a greeting, a name or a closing."""

_ENDS = (".", ",", ":", ";", "!", "…")


class Assent(Enum):
    """The answer; only a clear yes counts as one."""

    YES = auto()
    NO = auto()
    UNCLEAR = auto()


def read_assent(letter: Letter, code: str) -> Assent:
    """The answer of a reply to the request with this code.

    A reply without any text of its own is a yes where it quotes the request, known by its code, and nothing is struck
    out or attached, and there is no no in the subject or below what mail programs put at the end.
    """
    lines = [fold_case(line).strip() for line in letter.text.splitlines()]
    if not any(lines):
        return Assent.YES if _is_bare(letter, shown_code(code).lower()) else Assent.UNCLEAR
    if not _is_no(lines):
        return Assent.YES if _is_yes(lines, shown_code(code).lower()) else _who_wrote(letter.text)
    words, shown = _words(), shown_code(code).lower()
    holds_yes = any(words.yes.match(line) or words.yes_alone.match(line) or shown in line for line in lines)
    return Assent.UNCLEAR if holds_yes else Assent.NO


def first_word_of_assent(line: str) -> Assent | None:
    """What a line that answers an offer says first: yes, no, or a yes with doubts; None for any other line."""
    if is_exclamation(line):
        return None
    words, folded = _words(), _words().interjection.sub("", fold_case(line).strip())
    if words.no.match(folded):
        return Assent.NO
    if words.yes_alone.match(folded):
        return Assent.YES
    if not words.yes.match(folded):
        return None
    return Assent.UNCLEAR if is_doubtful(folded) else Assent.YES


def is_exclamation(line: str) -> bool:
    """Whether a line begins with what is called out and answers nothing: ``Oh no! Russia has written before me.``."""
    return _EXCLAMATION.match(fold_case(line)) is not None


_EXCLAMATION = re.compile(r"\W*(?:oh|ah|argh),?\s+(?:no|non)\s?!")


def is_doubtful(text: str) -> bool:
    """Whether words beside a yes leave open what is meant: a denial, an exception, a condition, a question."""
    words = _words()
    return words.doubt.search(words.harmless.sub(" ", fold_case(text))) is not None


def _is_bare(letter: Letter, code: str) -> bool:
    aside = [fold_case(line).strip(" >|") for line in (*letter.below, *letter.cut)]
    is_quoted = any(code in re.findall(r"\w+", line) for line in aside)
    says_no = _is_no([*aside, fold_case(bare_subject(letter.subject))])
    return is_quoted and not (letter.struck or letter.attached_texts or says_no)


def _is_yes(lines: list[str], code: str) -> bool:
    """Whether a yes is said first, or the code stands alone where a sentence may begin.

    A line in the middle of a text that begins with such a word is the end of a sentence, or a machine's.
    """
    words, begun = _words(), _sentence_starts(lines)
    if any(line.strip(" .!*_") == code for line in begun):
        return not any("?" in line for line in lines)
    first = next((line for line in begun[:_LINES_TO_FIRST_WORD] if not _is_greeting(line)), "")
    if words.yes.match(first):
        return not is_doubtful(first)
    is_short = all(len(line.split()) <= _MOST_WORDS for line in lines)
    return is_short and words.yes_alone.match(first) is not None and not words.doubt.search(" ".join(lines))


_LONGEST_OF_WORDS = 200
"""Characters of a reply that says who wrote in words of its own."""


def _who_wrote(text: str) -> Assent:
    """What a reply of nothing but words about who wrote says; a name may stand below: ``Yup, that was me!``."""
    first, *below = [line for line in text.splitlines() if line.strip()]
    names = [line for line in below if all(word[0].isupper() for word in line.split())]
    said = " ".join([first, *(line for line in below if line not in names)])
    if "?" in text or len(text) > _LONGEST_OF_WORDS:
        return Assent.UNCLEAR
    plain = re.sub(r"n't\b", " not", fold_case(said))
    kinds = list(_kinds_of(re.findall(r"[^\W_]+", plain)))
    if kinds[-2:] == ["authors", ""]:  # "yep it's me Dmitri"
        kinds.pop()
    if "" in kinds or not {"assents", "authors"} & {*kinds}:
        return Assent.UNCLEAR
    if "denied" in kinds:
        is_mixed = kinds.count("denied") > 1 or _words().yes.match(plain)
        return Assent.UNCLEAR if is_mixed else Assent.NO
    return Assent.YES


def _kinds_of(said: Sequence[str]) -> Iterator[str]:
    """The tables that the words stand in one after the other, the longest phrases first; empty for none."""
    phrases, at = _phrases_of_authors(), 0
    while at < len(said):
        size = next((size for size in (4, 3, 2, 1) if tuple(said[at : at + size]) in phrases), 0)
        yield phrases[tuple(said[at : at + size])] if size else ""
        at += size or 1


@lru_cache(maxsize=1)
def _phrases_of_authors() -> Mapping[tuple[str, ...], str]:
    return {tuple(fold_case(one).split()): table for table, words in _table()["words"].items() for one in words}


def _sentence_starts(lines: list[str]) -> list[str]:
    """The lines with which a sentence may begin: the first, one below a blank one or below the end of a sentence."""
    pairs = pairwise(["", *lines])
    return [line for above, line in pairs if line and (not above or above.endswith(_ENDS) or _is_greeting(above))]


def _is_greeting(line: str) -> bool:
    """Whether a line may be a salutation: a few words, none of which is an answer."""
    answers = _words().yes.match(line) or _words().yes_alone.match(line)
    return not answers and len(line.split()) <= _MOST_WORDS and line.endswith((",", "!", ":", ";")) and "?" not in line


def _is_no(lines: Iterable[str]) -> bool:
    kept = list(lines)
    return _any_matches(kept, _words().no) or _words().denial.search(" ".join(kept)) is not None


def _any_matches(lines: Iterable[str], words: re.Pattern[str]) -> bool:
    return any(words.match(line) for line in lines)


@dataclass(frozen=True)
class _Words:
    yes: re.Pattern[str]
    yes_alone: re.Pattern[str]
    no: re.Pattern[str]
    denial: re.Pattern[str]
    doubt: re.Pattern[str]
    harmless: re.Pattern[str]
    interjection: re.Pattern[str]


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return word_table("handlers", "assent")


@lru_cache(maxsize=1)
def _words() -> _Words:
    folded = {key: [fold_case(word) for word in words] for key, words in _table().items() if key != "words"}
    goes_on = _any_of(folded["goes_on"])
    return _Words(
        _opening(folded["yes"], goes_on),
        _alone(folded["yes_alone"]),
        re.compile(f"{_opening(folded['no'], goes_on).pattern}|{_alone(folded['no_alone']).pattern}"),
        _anywhere(folded["denials"]),
        re.compile(rf"\?|n't\b|{_anywhere(folded['doubts']).pattern}"),
        _anywhere(folded["harmless"]),
        re.compile(rf"^(?:{_BEFORE}{_any_of(folded['interjections'])}[\s,.!…]+)+"),
    )


_BEFORE = r"[\s*_«“\"'(]*"


def _opening(words: list[str], goes_on: str) -> re.Pattern[str]:
    """Matches a line that begins with one of the words and goes on as an answer does."""
    return re.compile(rf"{_BEFORE}{_any_of(words)}\s*(?:$|[.,;:!?…*_–—-]|(?<=\s){goes_on}(?!\w))")


def _alone(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"{_BEFORE}{_any_of(words)}[\s.!*_»”\"')]*$")


def _anywhere(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_any_of(words)}(?!\w)")


def _any_of(words: list[str]) -> str:
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return f"(?:{'|'.join(longest_first)})"
