"""Letters as people write them, each with what its writer means: read from the files in ``letters/``."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from judge.game.settings import Language

LETTERS = Path(__file__).parent / "letters"
LANGUAGES: tuple[Language, ...] = ("en", "fr")
SETS = {
    "first": 1,
    "second": 101,
    "third": 201,
    "fourth": 301,
    "fifth": 401,
    "sixth": 501,
    "seventh": 601,
    "eighth": 701,
    "ninth": 801,
    "tenth": 901,
    "eleventh": 1001,
    "twelfth": 1101,
    "thirteenth": 1201,
    "fourteenth": 1301,
    "fifteenth": 1401,
    "sixteenth": 1501,
    "seventeenth": 1601,
    "eighteenth": 1701,
    "nineteenth": 1801,
    "twentieth": 1901,
    "twentyfirst": 2001,
    "twentysecond": 2101,
    "twentythird": 2201,
    "twentyfourth": 2301,
    "twentyfifth": 2401,
    "twentysixth": 2501,
    "twentyseventh": 2601,
    "twentyeighth": 2701,
    "twentyninth": 2801,
    "thirtieth": 2901,
    "thirtyfirst": 3001,
    "thirtysecond": 3101,
    "thirtythird": 3201,
    "thirtyfourth": 3301,
    "thirtyfifth": 3401,
    "thirtysixth": 3501,
    "thirtyseventh": 3601,
    "thirtyeighth": 3701,
}
"""The set the grammar was made with, and those kept from its makers until they were measured; where each begins."""


@dataclass(frozen=True)
class CorpusLetter:
    """One letter, or several of one writer in turn, and what must become of the orders in it.

    ``scene`` is ``opening`` or a phase of a recorded game (``one/F1902M``). Orders are in the standard notation:
    ``meant`` has to be in force or offered in the end, ``also`` may be in force, ``offer`` may be offered and no more,
    ``never`` not even that. ``expects`` is ``orders``, ``explained`` (something has to be answered) or
    ``conversation`` (nothing is).
    """

    language: Language
    family: str
    number: int
    scene: str
    power: str
    book: str
    texts: tuple[str, ...] = ()
    subject: str = ""
    expects: str = "orders"
    meant: frozenset[str] = field(default_factory=frozenset)
    also: frozenset[str] = field(default_factory=frozenset)
    offer: frozenset[str] = field(default_factory=frozenset)
    never: frozenset[str] = field(default_factory=frozenset)

    @property
    def name(self) -> str:
        """What it is called in lists: ``fr/corrections-12``."""
        return f"{self.language}/{self.family}-{self.number}"


def letters(language: Language) -> Iterator[CorpusLetter]:
    """Every letter in a language, by sets and families; those of a set are numbered from where it begins."""
    for name, first in SETS.items():
        yield from letters_in(LETTERS / name / language, language, first)


def letters_in(folder: Path, language: Language, first: int) -> Iterator[CorpusLetter]:
    """The letters of one set in a language, a file for each family."""
    for file in sorted(folder.glob("*.txt")):
        found = file.read_text(encoding="utf-8").split("%% ")[1:]
        for number, text in enumerate(found, start=first):
            yield _letter(CorpusLetter(language, file.stem, number, "", "", ""), text)


def _letter(empty: CorpusLetter, text: str) -> CorpusLetter:
    """A letter between two heads; a line that begins with ``%`` is about it, all others are its text."""
    head, *lines = text.rstrip("\n").split("\n")
    scene, power, *book = head.split()
    letter = replace(empty, scene=scene, power=power, book=book[0] if book else "standard")
    texts: list[list[str]] = [[]]
    for line in lines:
        if not line.startswith("% "):
            texts[-1].append(line)
        elif line == "% then":
            texts.append([])
        else:
            letter = _noted(letter, line.removeprefix("% "))
    return replace(letter, texts=tuple("\n".join(each) for each in texts))


def _noted(letter: CorpusLetter, note: str) -> CorpusLetter:
    key, _, value = note.partition(": ")
    orders = frozenset(each.strip() for each in value.split(";"))
    match key:
        case "explained" | "conversation":
            return replace(letter, expects=key)
        case "subject":
            return replace(letter, subject=value)
        case "meant":
            return replace(letter, meant=orders)
        case "also":
            return replace(letter, also=orders)
        case "offer":
            return replace(letter, offer=orders)
        case "never":
            return replace(letter, never=orders)
    raise ValueError(f"{letter.name}: “{note}” is no line about a letter.")
