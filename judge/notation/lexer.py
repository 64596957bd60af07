"""Splits a line into normalised tokens, each with its place in the line.

Case, accents, dashes, arrows and invisible characters are normalised.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from judge.languages import word_table
from judge.notation.effort import spend_once

DASH, ARROW = "-", ">"
_OF_SYMBOL_FONTS = "\uf0e0\uf0e8\uf0f0\uf0ae\uf0de"
"""Private-use characters that Wingdings and Symbol leave in a text; word processors write ``->`` as the first."""
_FULL_ARROWS = (
    (0x2190, 0x2200),
    (0x2794, 0x27C0),
    (0x27F0, 0x2800),
    (0x2900, 0x2980),
    (0x2B00, 0x2BFF),
    (0x1F800, 0x1F8FF),
)
_TELLING_PICTURES = frozenset("❌✖✗✘❎🚫⛔🛑👎❓❔⁉🤔🤷🙅❗")
_FIRST_PICTURE = "\u2300"
_MINUS = frozenset("−˗")
_ALIKE = {"\uff1e": ARROW, "[": "(", "{": "(", "]": ")", "}": ")", "ʼ": "'"}
_END = ";"
_SHORT = 200
_LONG = 3000
"""The lengths in characters up to which the tokens of a line are kept: those of many lines, and of a few."""
_SIGNS_OF_EFFORT = 5
"""Characters that become tokens in the time that a unit of effort takes."""
_NOISE = frozenset(".,!\"'`´*«»“”„‘’…°º")
_FARTHEST_KIND = 6
"""Tokens from an ``a`` within which such a word stands."""
_PARTS = frozenset(",;/&-+>=")
_UNMARKED = re.compile(r"(?:ai|is|are|was|were|does|did|have|has|had|wo|ca|could|should|would|must)nt")
"""A "not" without its apostrophe; "dont" may be French."""
_TOKEN = re.compile(
    r"(?P<word>(?:[^\W\d_]\.){2,}[^\W\d_](?![^\W_])|[^\W\d_]{2,}(?<=[nN])['’`´][tT](?![^\W_])|[^\W_]+)"
    r"|(?P<arrow>[-=~|]*(?:>|&gt;)+|[-=]+ (?:>|&gt;)+)"
    r"|(?P<dash>-+)|(?P<sign>[^\s\w])"
)


class LineToken(NamedTuple):
    """A word or a sign, normalised, with its place in the line in characters; ``is_stopped`` if a full stop follows.

    A tuple, because the tokens of a piece of a line are the key of whatever is found out of it.
    """

    text: str
    start: int
    end: int
    is_word: bool
    is_stopped: bool = False


def tokens_of(line: str) -> tuple[LineToken, ...]:
    """Return the tokens of a line; quotes, stops, commas, the stars of bold type and a last semicolon are left out."""
    if len(line) <= _SHORT:
        return _known_tokens(line)
    spend_once(line, len(line) // _SIGNS_OF_EFFORT)
    return _known_long(line) if len(line) <= _LONG else _tokens(line)


def _tokens(line: str) -> tuple[LineToken, ...]:
    visible, places = _visible(line)
    found = [_token(match, places, visible.startswith(".", match.end())) for match in _TOKEN.finditer(visible)]
    tokens = [part for token in found if token.text not in _NOISE for part in _with_article_apart(token)]
    while tokens and tokens[-1].text == _END:
        tokens.pop()
    return tuple(
        token._replace(text="à") if token.text == "a" and _is_preposition(tokens, at, visible) else token
        for at, token in enumerate(tokens)
    )


def _with_article_apart(token: LineToken) -> tuple[LineToken, ...]:
    """The token; an article without its apostrophe is one of its own: ``latlantique``, ``mer dirlande``."""
    if token.text[:1] not in _ELIDED or token.text[1:] not in _behind_article():
        return (token,)
    at = token.start + 1
    return token._replace(text=token.text[0], end=at, is_stopped=False), token._replace(text=token.text[1:], start=at)


_ELIDED = frozenset("ld")


@cache
def _behind_article() -> frozenset[str]:
    """The names before which an article is written without its apostrophe."""
    return frozenset(_fold(name) for name in _prepositions()["glued"])


@cache
def _prepositions() -> Mapping[str, list[str]]:
    return word_table("notation/tables", "prepositions")


def _is_preposition(tokens: Sequence[LineToken], at: int, line: str) -> bool:
    """Return whether an ``a`` lacks its accent: ``une flotte a brest``, ``a brest une flotte``."""
    kinds, articles = _beside_preposition()
    if at and tokens[at - 1].text in kinds:
        return True
    behind = tokens[at + 2 : at + _FARTHEST_KIND]
    kind = next((one for before, one in pairwise(behind) if before.text in articles and one.text in kinds), None)
    return kind is not None and not _PARTS.intersection(line[tokens[at].end : kind.start])


_known_tokens = lru_cache(maxsize=512)(_tokens)
_known_long = lru_cache(maxsize=16)(_tokens)
"""The tokens of the lines read last; a line that is no command is looked at several times."""


@cache
def _beside_preposition() -> tuple[frozenset[str], frozenset[str]]:
    """The words for the kind of a unit beside which an ``a`` is no army, and the articles before them."""
    table = _prepositions()
    return frozenset(table["kinds"]), frozenset(table["articles"])


def folded_words(phrase: str) -> tuple[str, ...]:
    """Return the normalised words of a phrase; a hyphen counts as a space: ``Pays-Bas`` is ``pays bas``."""
    texts = tuple(token.text for token in tokens_of(phrase))
    return texts if len(texts) == 1 else tuple(text for text in texts if text != DASH)


def mixed_script(line: str) -> tuple[int, int] | None:
    """Return the place of the first word with letters that are not Latin.

    None if there is none, or no Latin letter in the line.
    """
    if line.isascii():
        return None
    visible, places = _visible(line)
    if "LATIN" not in {_script(sign) for sign in visible if sign.isalpha()}:
        return None
    for match in _TOKEN.finditer(visible):
        if any(_script(sign) != "LATIN" for sign in match.group() if sign.isalpha()):
            return places[match.start()], places[match.end() - 1] + 1
    return None


def _visible(line: str) -> tuple[str, Sequence[int]]:
    """Return the line without invisible characters, accents composed, and the original place of each character."""
    seen = line.translate(_SEEN)
    if len(seen) == len(line):  # nothing invisible, nothing to compose
        return seen, range(len(line))
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(line):
        if unicodedata.category(sign) == "Mn" and signs:
            composed = unicodedata.normalize("NFC", signs[-1] + sign)
            signs[-1] = composed if len(composed) == 1 else signs[-1]
        elif (plain := _SEEN[ord(sign)]) is not None:
            signs.append(plain)
            places.append(place)
    return "".join(signs), places


class _Seen(dict[int, str | None]):
    """What is read for a sign, by its code; None for one that is not seen, and for an accent behind its letter."""

    def __missing__(self, code: int) -> str | None:
        """Find it out, and keep it of as many signs as letters have."""
        sign = chr(code)
        category = unicodedata.category(sign)
        is_hidden = category in ("Cf", "Mn", "Me") or _is_picture(sign, category)
        seen = None if is_hidden else _plain(sign, category)
        if len(self) < _MOST_SIGNS:
            self[code] = seen
        return seen


_MOST_SIGNS = 1000
_SEEN = _Seen()


def _is_picture(sign: str, category: str) -> bool:
    """Return whether a sign is an emoji or another picture that says nothing: no arrow, none that denies or asks."""
    if category not in ("So", "Sk") or sign in _TELLING_PICTURES or sign < _FIRST_PICTURE:
        return False
    return sign not in _arrows() and "ARROW" not in unicodedata.name(sign, "")


def _plain(sign: str, category: str) -> str:
    if category == "No":
        return str(unicodedata.digit(sign, sign))
    if category == "Pd" or sign in _MINUS:
        return DASH
    return ARROW if sign in _arrows() else _ALIKE.get(sign, sign)


@cache
def _arrows() -> frozenset[str]:
    """Return every sign that points to the right only."""
    signs = (chr(code) for start, end in _FULL_ARROWS for code in range(start, end))
    named = {sign: unicodedata.name(sign, "") for sign in signs}
    right = {sign for sign, name in named.items() if "ARROW" in name and "RIGHT" in name and "LEFT" not in name}
    return frozenset(right | {*"▶►▸▷▹➤", *_OF_SYMBOL_FONTS})


def _token(match: re.Match[str], places: Sequence[int], is_stopped: bool) -> LineToken:
    kind, text = match.lastgroup, match.group()
    match kind:
        case "word":
            if not text.isalnum():  # "can't" is one word, and its letter no hold
                text = re.sub("[’`´]", "'", text.replace(".", ""))
            text = _fold(text)
            text = f"{text[:-2]}n't" if _UNMARKED.fullmatch(text) else text
        case "arrow":
            text = ARROW
        case "dash":
            text = DASH
    return LineToken(text, places[match.start()], places[match.end() - 1] + 1, kind == "word", is_stopped)


def _fold(word: str) -> str:
    """Return a word in small letters without accents.

    A word of one letter keeps its accent, because ``à`` is no army.
    """
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if len(bare) > 1 else unicodedata.normalize("NFKC", word.casefold())


def _script(letter: str) -> str:
    base = unicodedata.normalize("NFKD", letter)[0]
    return unicodedata.name(base, "?").split()[0]
