"""What a mail server has checked, read from its Authentication-Results header (RFC 8601).

Parts of such a header are words of strangers, a sender's address for one; so a header that is unfinished, or repeats a
property, counts as none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class MethodResult:
    """One method with its result, both in lower case, and its properties such as ``header.d``, unchanged."""

    method: str
    result: str
    properties: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A property, empty where there is none."""
        return self.properties.get(name, "")


@dataclass(frozen=True)
class AuthenticationResults:
    """All results of one mail server for one letter: ``server`` is its authserv-id, in lower case."""

    server: str
    verdicts: tuple[MethodResult, ...] = ()


def read_authentication_results(value: str) -> AuthenticationResults | None:
    """Parse the value of one header; None when it is malformed."""
    words = _words(value)
    if words is None:
        return None
    (server, *version), *parts = _between_semicolons(words)
    if not server or len(version) > 1 or not all(word.isdecimal() for word in version):
        return None
    told = [part for part in parts if part and [word.lower() for word in part] != ["none"]]
    verdicts = tuple(filter(None, map(_method_result, told)))
    return AuthenticationResults(_unquoted(server).lower(), verdicts) if len(verdicts) == len(told) else None


_GAP = re.compile(r"\s+")
_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s";()\\])+')
_IN_COMMENT = re.compile(r"[^()\\]+|\\.")


def _words(value: str) -> list[str] | None:
    """The words and semicolons of a header, without its comments; None when a comment or quotation is unfinished."""
    words: list[str] = []
    place = depth = 0
    while place < len(value):
        found = _IN_COMMENT.match(value, place) if depth else _GAP.match(value, place) or _WORD.match(value, place)
        letter = value[place]
        if found:
            if not depth and not found[0].isspace():
                words.append(found[0])
            place = found.end()
            continue
        if letter in "()":
            depth += 1 if letter == "(" else -1
        elif letter == ";" and not depth:
            words.append(letter)
        else:
            return None
        if depth < 0:
            return None
        place += 1
    return None if depth else words


def _between_semicolons(words: list[str]) -> list[list[str]]:
    """The words in their parts; the first part has at least one word, which may be empty."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == ";":
            parts.append([])
        else:
            parts[-1].append(word)
    return [parts[0] or [""], *parts[1:]]


_PAIR = re.compile(r"([A-Za-z][\w.-]*)(?:/\d+)?=(.*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")


def _method_result(words: list[str]) -> MethodResult | None:
    pairs = [(found[1].lower(), _unquoted(found[2])) for word in words if (found := _PAIR.fullmatch(word))]
    (method, result), *told = pairs or [("", "")]
    properties = dict(told)
    if not result or len(pairs) != len(words) or len(properties) != len(told):
        return None
    return MethodResult(method, result.lower(), properties)


def _unquoted(word: str) -> str:
    return _ESCAPED.sub(r"\1", word[1:-1]) if len(word) > 1 and word.startswith('"') and word.endswith('"') else word
