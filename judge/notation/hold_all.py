"""Reads a line that has all units hold, or those without another order: a quantifier, a noun, a word for holding."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from judge.notation.lexer import LineToken, tokens_of
from judge.notation.tables import OrderPart, load_notation, notation_names, shared_phrases
from judge.rules.board import Unit, UnitKind

LONGEST_HOLD_ALL = 200
"""Characters; no longer line has all units hold."""

_QUANTIFIERS = frozenset({"all", "other", "nobody", "everywhere"})
_NOUNS = frozenset({"units", "armies", "fleets"})
_HOLD = "hold"
_COURTESY = "courtesy"


@dataclass(frozen=True)
class HoldAll:
    """Every unit holds, of one ``kind`` if it is named; ``others`` only those without another order.

    ``besides`` is what the line excepts: orders, or units that it does not speak of. Without ``says_all``, as in
    ``XXX partout``, a unit that has another order in the same letter keeps it.
    """

    others: bool
    kind: UnitKind | None = None
    besides: str = ""
    says_all: bool = True

    def speaks_of(self, unit: Unit) -> bool:
        """Whether a unit is of the kind named."""
        return self.kind in {None, unit.kind}


def hold_all_in(line: str) -> HoldAll | None:
    """Return what a line tells all units, or all others; None for any other line."""
    tokens = tokens_of(line) if len(line) <= LONGEST_HOLD_ALL else ()
    if not _words().keys() & {token.text for token in tokens}:
        return None
    for place, end in _exceptions(tokens):
        held = _read(tokens[:place])
        if held and end < len(tokens):
            return replace(held, besides=line[tokens[end].start :])
    return _read(tokens)


def _exceptions(tokens: tuple[LineToken, ...]) -> Iterator[tuple[int, int]]:
    """Where what is excepted begins, and where its first unit does."""
    for place in range(1, len(tokens)):
        yield from ((place, end) for role, end in _roles_at(tokens, place) if role == "except")


def _read(tokens: tuple[LineToken, ...]) -> HoldAll | None:
    """What words say together, each of them in its role; they name a quantifier and a word for holding once."""
    found = _path(tokens, 0, frozenset())
    if found is None or not _tells(found):
        return None
    kind = UnitKind.ARMY if "armies" in found else UnitKind.FLEET if "fleets" in found else None
    return HoldAll("other" in found, kind, says_all=bool(found & {"all", "nobody"}))


def _tells(roles: frozenset[str]) -> bool:
    if "nobody" in roles:
        return "moves" in roles and _HOLD not in roles
    if "stand" in roles and not roles & (_NOUNS if "other" in roles else _NOUNS | {"all"}):
        return False
    return bool(roles & {_HOLD, "stand"}) and "moves" not in roles and bool(roles & _QUANTIFIERS)


def _path(tokens: tuple[LineToken, ...], place: int, roles: frozenset[str]) -> frozenset[str] | None:
    """The roles of all words from a place on, the first way that tells something."""
    if place == len(tokens):
        return roles if _tells(roles) else None
    for role, end in _roles_at(tokens, place):
        if role == "except" or (role == _HOLD and _HOLD in roles):
            continue
        if found := _path(tokens, end, roles if role in {"small", _COURTESY} else roles | {role}):
            return found
    return None


def _roles_at(tokens: tuple[LineToken, ...], place: int) -> Iterator[tuple[str, int]]:
    """Each role of the words that begin here, the longest first."""
    texts = tuple(token.text for token in tokens[place : place + _LONGEST])
    for size in range(len(texts), 0, -1):
        for role in _phrases().get(texts[:size], ()):
            yield role, place + size


_LONGEST = 5


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The roles of each phrase; a word for holding of any convention has that of holding."""
    found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    standing = shared_phrases("hold_all", "stand")
    for name in notation_names():
        for phrase, lexemes in load_notation(name).phrases.items():
            for part, role in ((OrderPart.HOLD, _HOLD), (OrderPart.IMMOBILE, _HOLD), (OrderPart.COURTESY, _COURTESY)):
                if any(one.part is part for one in lexemes) and role not in found[phrase] and phrase not in standing:
                    found[phrase].append(role)
    for role in (
        "other",
        "all",
        "nobody",
        "moves",
        "everywhere",
        "armies",
        "fleets",
        "units",
        "stand",
        "except",
        "small",
    ):
        for phrase in shared_phrases("hold_all", role):
            found[phrase].append(role)
    return {phrase: tuple(roles) for phrase, roles in found.items()}


@cache
def _words() -> Mapping[str, None]:
    """The first word of every quantifier: a line without any of them is read no further."""
    return dict.fromkeys(phrase[0] for role in _QUANTIFIERS for phrase in shared_phrases("hold_all", role))
