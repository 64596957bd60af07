"""Reads words that have all units hold, or those without another order: a quantifier, a noun, a word for holding."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, pairwise, product

from judge.notation.effort import spend
from judge.notation.lexer import DASH, LineToken, folded_words, tokens_of
from judge.notation.tables import (
    OrderPart,
    listed_phrases,
    load_notation,
    notation_names,
    shared_phrases,
    starred_keys,
    starred_phrase,
)
from judge.rules.board import Unit, UnitKind

_LONGEST_CLAUSE = 200
"""Characters; no longer clause has all units hold."""
_LONGEST_LINE = 500
_MOST_PIECES = 24
_LONGEST_REMARK = 6
"""Words at the end of a clause that may be about anything."""

_TOGETHER = frozenset({"all_armies", "all_fleets"})
"""Plurals: ``The fleets hold``."""
_QUANTIFIERS = frozenset({"all", "number", "other", "nobody", "everywhere", "self"}) | _TOGETHER
_NOUNS = frozenset({"units", "armies", "fleets"}) | _TOGETHER
_KINDS = {"armies": UnitKind.ARMY, "all_armies": UnitKind.ARMY, "fleets": UnitKind.FLEET, "all_fleets": UnitKind.FLEET}
_HOLD, _STAY = "hold", "stay"
_STAYING = frozenset({_HOLD, _STAY, "stand", "moves"})
_OTHERS = frozenset({"other"})
_BEFORE_REST = frozenset({"le", "du", "au"})
"""What makes a noun of the French word for "stays", which then means the others."""
_EXCEPTING = frozenset({"except"})
_WHOSE = "whose"
_SILENT = frozenset({"small", "courtesy", _WHOSE})
_THEIRS = frozenset({"their", "leurs"})
_OBJECTS = frozenset({"it", "him", "her", "them"})
"""What may be held by whoever speaks: one unit, and not all."""
_STOP = re.compile(r"(?<=[^\W_]{3})[.!?]\s+(?=\S)")
_FROM_THERE = re.compile(
    r",?\s+(?:(?:d['’]où|from where|from which|whence)\s+(?:(?:l['’])?on|nous|je|we|i)"
    r"|(?:dont l['’e]?a?|whose)\s*[^\W_]+)\s+",
    re.IGNORECASE,
)
"""How a clause begins that tells what goes from where a unit excepted stands: « … sauf en Prusse, d'où l'on … »."""
_EXCEPTED = re.compile(
    r",\s*([^,;:.]{2,40}?)\s+(?:except(?:é|ée|és|ées|ed)|mise?s? à part|aside)\b(?:,|(?=[.;:]|$))", re.IGNORECASE
)
"""What is excepted, in front of the word for it: « …, l’Ionienne exceptée, … »."""
_TOLD_OF_IT = re.compile(r"(?:it|this one|that one|she|he|elle|il|celle-ci)(?:['’](?:s|ll|d))?\s+(?=\S)", re.IGNORECASE)
"""How a sentence begins that tells of a unit excepted right before it: ``… apart from Paris. It goes to Burgundy.``"""
_OF_IT = re.compile(rf"^((?:[^\W_]+['’ ]*){{1,5}})\s*[.,;:!–-]\s*{_TOLD_OF_IT.pattern}", re.IGNORECASE)
_CUT = re.compile(
    r"(?:[,;!?()]|(?<!\bst)\.)+\s*|\s+[-–—]+\s+|:\s+|\s+(?=(?:and|et|but|mais|while|then|puis|pis|&)\s)"
    r"|(?<!\bou)\s+(?=(?:so|donc|alors|du coup)\s+(?:(?:please|just|can|could)\s+)*(?:all|every|nobody|both|hold|tou))"
    r"|\s+(?=(?:every(?:thing|one|body) else|all (?:the )?(?:others?|rest)|the rest)\s)"
    r"|\s+(?=(?:tout le reste|tous les autres|toutes les autres)\s)",
    re.IGNORECASE,
)
_OPENING = re.compile(r"(?:(?:and|et|but|mais|while|then|so|puis|pis|donc|alors|du coup|&)\s+)+", re.IGNORECASE)
_STAYS_THERE = re.compile(r"\b(?:on|nous)\s+(?:n['’])?y\b|\bwe\b.+\bthere\b", re.IGNORECASE)
"""Who speaks stays where the words before say, and that is one unit's place: « On est bien en Suède, on y reste »."""
_POWER_TOLD = re.compile(rf"{_STOP.pattern}|,\s+(?=(?:so|donc|alors)\s)", re.IGNORECASE)
_ALONE = re.compile(r"[\s.,;:!?()–—-]*")


@dataclass(frozen=True)
class HoldAll:
    """Every unit holds, of one ``kind`` if it is named; ``others`` only those without another order.

    ``besides`` is what the words except: orders, or units that they do not speak of. Without ``says_all``, as in
    ``XXX partout``, a unit that has another order in the same letter keeps it. ``count`` is how many units they name,
    0 for no number. Without ``sure``, as in ``We stay put``, it may be meant of no unit. ``listed`` is what a bracket
    says of which units they are, ``whose`` the word that names their power: ``turkish``.
    """

    others: bool
    kind: UnitKind | None = None
    besides: str = ""
    says_all: bool = True
    count: int = 0
    sure: bool = True
    listed: str = ""
    whose: str = ""

    def speaks_of(self, unit: Unit) -> bool:
        """Whether a unit is of the kind named."""
        return self.kind in {None, unit.kind}


@dataclass(frozen=True)
class HoldClause:
    """What a line tells all units, or all others, and the other words of the line, ``before`` and ``after`` that."""

    held: HoldAll
    before: str = ""
    after: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the line tells nothing else."""
        return not (self.before or self.after)


def is_counted(held: HoldAll, units: Iterable[Unit]) -> bool:
    """Return whether there are as many of the units that are to hold as the words say, if they say it."""
    return not held.count or held.count == sum(held.speaks_of(unit) for unit in units)


_MAY_WAIT = re.compile(r"\w[.!,;:]\s.*\b(?:can|peut|peuvent|pourra) (?:wait|attendre)\b", re.IGNORECASE)


def is_said_of_all_else(line: str) -> bool:
    """Return whether a line says behind talk what people say of all else: ``Take your time. The rest can wait``."""
    return _MAY_WAIT.search(line) is not None


def hold_clause_in(line: str, own: Collection[str] = ()) -> HoldClause | None:
    """Return what a line, or a clause of it, tells all units; None for any other line.

    Units that are called those of a power (``All Turkish units hold``) are the writer's own where the word begins with
    one of ``own``; so are all units where that power itself holds.
    """
    told = _hold_clause_in(line) or next(_of_own_power_in(line, tuple(own)), None)
    is_of_others = told and told.held.whose and not told.held.whose.startswith(tuple(own))
    return None if is_of_others else told


def _of_own_power_in(line: str, own: tuple[str, ...]) -> Iterator[HoldClause]:
    """Yield what a line tells the power with which one of its sentences begins, or what follows from that."""
    starts = [0, *(found.end() for found in _POWER_TOLD.finditer(line) if own)]
    for at in starts[:_MOST_PIECES]:
        if told := _of_own_power(line[at:], own):
            yield replace(told, before=_bare(line[:at])) if at else told


def _of_own_power(line: str, own: tuple[str, ...]) -> HoldClause | None:
    """What a line tells the power that it begins with, as all its units, not certain: ``Turkey stands still``."""
    tokens = tokens_of(line) if own and len(line) <= _LONGEST_CLAUSE else ()
    for owner, behind in pairwise(tokens):
        if behind.text == "s" and owner.text.startswith(own):  # "England's other units"
            return _hold_clause_in(f"{line[: owner.start]}my{line[behind.end :]}")
    named = next((token for token in tokens if token.text not in _FOR_POWER), None)
    if named is None or not named.text.startswith(own) or set(line[: named.start]) & set(".,;:!?"):
        return None
    if not _FOR.isdisjoint(token.text for token in tokens[: tokens.index(named)]) and (
        told := _hold_clause_in(line[named.end :])
    ):
        return told
    told = _hold_clause_in(f"everything{line[named.end :]}")
    return _unsure(told) if told and told.is_whole and not told.held.others else None


@lru_cache(maxsize=64)
def _hold_clause_in(line: str) -> HoldClause | None:
    texts = {token.text for token in tokens_of(line)} if len(line) <= _LONGEST_LINE else set()
    if not all(texts & _first_words(roles) for roles in (_QUANTIFIERS, _STAYING)):
        return None
    tokens = [token for token in tokens_of(line) if token.text != DASH]
    said = tuple(tuple(_places_of(tokens, roles)) for roles in (_QUANTIFIERS, _STAYING))
    if not all(said):
        return None
    if told := _with_exceptions(line):
        return _unsure(told) if line.rstrip().endswith("?") else told
    cuts = [(0, 0), *_behind_greeting(tokens), *(found.span() for found in _CUT.finditer(line)), (len(line), len(line))]
    if len(cuts) - 1 > _MOST_PIECES:
        return None
    runs = ((first, last) for size in range(len(cuts) - 1, 0, -1) for first, last in _runs(len(cuts), size))
    spans = [(cuts[first][1], cuts[last][0]) for first, last in runs]
    spans = [(start, end) for start, end in spans if all(_stands_within(start, end, places) for places in said)]
    clauses = (_clause(line, start, end, _with_exceptions) for start, end in spans)
    remarks = (_clause(line, start, end, _with_remark) for start, end in spans if texts & _first_words(_OTHERS))
    told = next((found for found in chain(clauses, remarks) if found), None)
    led = _hold_clause_in(told.before) if told and told.before and not told.held.others else None
    is_of_others = bool(told and led and led.held.others)  # "Everyone else: as you were, nobody stirs"
    return replace(told, held=replace(told.held, others=True)) if told and is_of_others else told


def _behind_greeting(tokens: Sequence[LineToken]) -> Iterator[tuple[int, int]]:
    """Where a greeting ends that no sign parts from those who are told: ``slt tt le monde tient``."""
    end = next((size for size in range(4, 0, -1) if _words(tokens[:size]) in _greetings()), 0)
    told = [behind for role, behind in _roles_at(tokens, end) if role == "all"] if 0 < end < len(tokens) else []
    if told and "self" not in dict(_roles_at(tokens, max(told))):  # "Hello everybody I hold on"
        yield tokens[end - 1].end, tokens[end].start


def _words(tokens: Sequence[LineToken]) -> tuple[str, ...]:
    return tuple(token.text for token in tokens)


@cache
def _greetings() -> frozenset[tuple[str, ...]]:
    return shared_phrases("hold_all", "greeting")


def _places_of(tokens: Sequence[LineToken], roles: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where phrases stand that have one of these roles, in characters: without them no clause tells anything."""
    openings = _first_words(roles)
    for place, token in enumerate(tokens):
        if token.text in openings:
            yield from ((token.start, tokens[end - 1].end) for role, end in _roles_at(tokens, place) if role in roles)


def _stands_within(start: int, end: int, places: Sequence[tuple[int, int]]) -> bool:
    return any(start <= begins and ends <= end for begins, ends in places)


def _runs(cuts: int, size: int) -> Iterator[tuple[int, int]]:
    """The pieces between two cuts, by the numbers of the cuts; the last ones first, as exceptions stand behind."""
    return ((first, first + size) for first in range(cuts - size - 1, -1, -1))


def _clause(line: str, start: int, end: int, read: Callable[[str], HoldClause | None]) -> HoldClause | None:
    text = line[start:end]
    if start and _STAYS_THERE.search(text):
        return None
    opened = _OPENING.match(text)
    found = read(text[opened.end() :] if opened else text)
    if found is None:
        return None
    before, after = (_bare(words) for words in (line[:start], f"{found.after} {line[end:]}"))
    return replace(_unsure(found) if line[end : end + 1] == "?" else found, before=before, after=after)


def _unsure(told: HoldClause) -> HoldClause:
    """What is asked: ``Do all units hold?``."""
    return replace(told, held=replace(told.held, sure=False))


def _bare(words: str) -> str:
    """Words without the signs and the "and" around them; a colon behind them stays, for they may be a title."""
    bare = words.strip(" ,;.!–—-").lstrip(": ")
    opened = _OPENING.match(bare)
    return "" if _ALONE.fullmatch(words) else bare[opened.end() :] if opened else bare


def _with_exceptions(text: str) -> HoldClause | None:
    """What a text tells all units, with what it excepts, up to the end of the sentence."""
    if len(text) > _LONGEST_LINE:
        return None
    text = _EXCEPTED.sub(r" except \1,", text)
    tokens = [token for token in tokens_of(text) if token.text != DASH]
    stop = next((one for one in _STOP.finditer(text) if not _TOLD_OF_IT.match(text, one.end())), None)
    ended = stop.start() if stop else len(text)
    for place, end in _exceptions(tokens):
        held = _read(tokens[:place]) if tokens[place].start < ended else None
        if held and end < len(tokens):
            besides, after = text[tokens[end].start : ended], text[stop.end() :] if stop else ""
            if tokens[end].start > ended:
                return None
            besides = _FROM_THERE.sub(", which ", besides, count=1)
            excepting = replace(held, besides=_OF_IT.sub(r"\1, which ", besides, count=1))
            return HoldClause(_but_a_kind(excepting), after=after)
    held = None if stop else _read(tokens) or next(_with_exception_inside(text, tokens), None) or _with_list(text)
    return HoldClause(held) if held else None


def _but_a_kind(held: HoldAll) -> HoldAll:
    """What all units of the other kind are told, where one kind is excepted: ``… but the two fleets, Brest to …``."""
    named, told = (*re.split(r"[,:;]\s+|\s+[-–—]+\s+", held.besides, maxsplit=1), "")[:2]
    tokens = tokens_of(named)
    allowed = _TOGETHER | _SILENT | {"number", "all"}
    found = next((roles for roles in _readings(tokens) if roles & _TOGETHER and roles <= allowed), None)
    if found is None or held.kind:
        return held
    other = UnitKind.ARMY if "all_fleets" in found else UnitKind.FLEET
    return replace(held, kind=other, besides=told)


_LISTED = re.compile(r"([^()]+?)(?:\(|\s[-–—]+\s)([^()]+?)(?:\)|\s[-–—]+\s)([^()]+)")


def _with_list(text: str) -> HoldAll | None:
    """What a text tells all other units, listed in brackets or between dashes: ``All else (Berlin, Kiel) holds``."""
    found = _LISTED.fullmatch(text)
    held = _read([one for one in tokens_of(f"{found[1]} {found[3]}") if one.text != DASH]) if found else None
    return replace(held, listed=found[2]) if found and held and held.others else None


def _with_exception_inside(text: str, tokens: Sequence[LineToken]) -> Iterator[HoldAll]:
    """What a text tells all units but those that stand before the word for it: ``Everybody except Vienna holds``.

    A comma before the exception has one behind it, else it parts two clauses: ``All of them, but Vienna holds``.
    """
    for place, end in _exceptions(tokens):
        for behind in range(end + 1, len(tokens)):
            held = _read((*tokens[:place], *tokens[behind:]))
            besides = text[tokens[end].start : tokens[behind].start].rstrip()
            is_opened = "," in text[tokens[place - 1].end : tokens[place].start]
            if held and (besides.endswith(",") or not is_opened):
                yield replace(held, besides=besides.rstrip(","))


def _with_remark(text: str) -> HoldClause | None:
    """What a text tells all other units before words that say nothing of units: ``le reste ne bouge pas d'un poil``."""
    return next(_before_remark(text, [token for token in tokens_of(text) if token.text != DASH]), None)


def _before_remark(text: str, tokens: Sequence[LineToken]) -> Iterator[HoldClause]:
    for place in range(len(tokens) - 1, max(1, len(tokens) - 1 - _LONGEST_REMARK), -1):
        said = {role for at in range(place, len(tokens)) for role, _ in _roles_at(tokens, at)} - _SILENT
        if said:
            return
        if held := _read(tokens[:place], speaks_of=_OTHERS):
            yield HoldClause(held, after=text[tokens[place].start :])


# --- several units that words name together, whatever they are to do


_LONGEST_GROUP = 8
"""Words."""
_ARTICLES = frozenset({"the", "my", "our", "le", "la", "les", "mes", "nos", "mon", "ma", "notre", "l"})
_FOR = frozenset({"for", "pour"})
_FOR_POWER = _ARTICLES | _FOR | {"so", "then", "donc", "alors"}
_POSSESSIVES = frozenset({"my", "our", "mes", "nos"})
_SINGLE = frozenset({"other", "autre"})
_JOINING = frozenset({"and", "et"})
_OF_THEM = re.compile(r"\W+(?:of (?:them|those)|d['’]entre (?:elles|eux)),?", re.IGNORECASE)
_STOPPED = re.compile(r"[.;:!?()]")


def groups_in(line: str) -> Iterator[tuple[int, int, HoldAll]]:
    """Yield the units that words of a line name together, ``both fleets``, ``all the rest``, with where these stand.

    What they are to do is not looked at.
    """
    tokens, place = tokens_of(line), 0
    while place < len(tokens):
        group, end = next(_groups_at(line, tokens, place), (None, place + 1))
        if group:
            last = tokens[end - 1].end
            behind = _OF_THEM.match(line, last)
            yield tokens[place].start, behind.end() if behind else last, group
        place = end


def _groups_at(line: str, tokens: Sequence[LineToken], place: int) -> Iterator[tuple[HoldAll, int]]:
    """The groups that words name from a place on, the longest first; each begins and ends with a word of its own."""
    begins = (role in _QUANTIFIERS for role, _ in _roles_at(tokens, place))
    if tokens[place].text not in _ARTICLES and not any(begins):
        return
    for end in range(min(place + _LONGEST_GROUP, len(tokens)), place + 1, -1):
        words = tokens[place:end]
        if _WHOSE in dict(_roles_of(tuple(token.text for token in tokens[end : end + 1]) or ("",))):
            continue  # « les armées françaises »
        is_ended = any(role not in _SILENT for role, _ in _roles_at(tokens[:end], end - 1))
        if not is_ended or _STOPPED.search(line, words[0].start, words[-1].end):
            continue
        if roles := next((found for found in _readings(words) if _names_several(found, words)), None):
            kinds = {_KINDS[role] for role in roles if role in _KINDS}
            count = _count(words, 1) if "number" in roles else 0
            yield HoldAll("other" in roles, next(iter(kinds), None), count=count), end


def _names_several(roles: frozenset[str], words: Sequence[LineToken]) -> bool:
    """Whether words in these roles name more than one unit, all of one kind or of any, and of no power."""
    texts = [word.text for word in words]
    if not roles <= {"all", "number", "other", *_NOUNS} or len({_KINDS.get(role) for role in roles & {*_KINDS}}) > 1:
        return False
    if any(text in _JOINING or _WHOSE in dict(_roles_of((text,))) for text in texts):
        return False
    if "other" in roles:
        return texts[-1] not in _SINGLE and (texts[0] in _ARTICLES or bool(roles & {"all", "number"}))
    if "number" in roles or roles & _TOGETHER:
        return bool(roles & _NOUNS)
    quantified = (at for at in range(len(words)) for role, _ in _roles_at(words, at) if role == "all")
    is_plural = texts[-1].endswith("s") or any(texts[at] not in _POSSESSIVES for at in quantified)
    return "all" in roles and bool(roles & _NOUNS) and is_plural


def is_of_orders(line: str) -> bool:
    """Return whether a line speaks of what was ordered, which stands as it is, and not of units."""
    texts, apart = (
        [token.text for token in tokens_of(line)],
        set(map(starred_phrase, listed_phrases("hold_all", "apart"))),
    )
    sizes = {len(phrase) for phrase in apart}
    phrases = (tuple(texts[at : at + size]) for at in range(len(texts)) for size in sizes)
    return any(not apart.isdisjoint(starred_keys(phrase)) for phrase in phrases)


# --- what words tell together


def _exceptions(tokens: Sequence[LineToken]) -> Iterator[tuple[int, int]]:
    """Where what is excepted begins, and where its first unit does."""
    openings = _first_words(_EXCEPTING)
    for place in range(1, len(tokens)):
        if tokens[place].text in openings:
            yield from ((place, end) for role, end in _roles_at(tokens, place) if role in _EXCEPTING)


def _read(tokens: Sequence[LineToken], *, speaks_of: frozenset[str] = frozenset()) -> HoldAll | None:
    """What words say together, each of them in its role; one of ``speaks_of`` must be there, if any are given."""
    if not tokens or tokens[-1].end - tokens[0].start > _LONGEST_CLAUSE:
        return None
    wanted = speaks_of or _QUANTIFIERS
    found = next((roles for roles in _readings(tokens) if _tells(roles) and roles & wanted), None)
    if found is None or ("self" in found and tokens[-1].text in _OBJECTS) or _are_of_others(tokens):
        return None
    kinds = [kind for role, kind in _KINDS.items() if role in found]
    is_counted = "number" in found
    says_all = bool(found & {"all", "nobody", "number", "self"})
    count = _count(tokens, len(kinds)) if is_counted else 0
    sure = "self" not in found and (bool(found & _NOUNS) or not (is_counted or "stand" in found))
    whose = next((token.text for token in tokens if _WHOSE in dict(_roles_of((token.text,)))), "")
    kind = kinds[0] if len(kinds) == 1 else None
    return HoldAll("other" in found, kind, says_all=says_all, count=count, sure=sure, whose=whose)


def _count(tokens: Sequence[LineToken], kinds: int) -> int:
    """How many units words name, of so many kinds: "two armies hold, and so do two fleets", "fleet and two armies"."""
    numbers = [numbers_in_words()[token.text] for token in tokens if token.text in numbers_in_words()]
    single = sum((token.text,) in _single_units() for token in tokens) if len(numbers) < kinds else 0
    return sum(numbers[: max(kinds, 1)]) + single


@cache
def _single_units() -> frozenset[tuple[str, ...]]:
    """The words for one army, and for one fleet."""
    return shared_phrases("hold_all", "armies") | shared_phrases("hold_all", "fleets")


def _are_of_others(tokens: Sequence[LineToken]) -> bool:
    """Whether units are somebody else's: ``Their fleets hold``."""
    units = shared_phrases("hold_all", "all_armies") | shared_phrases("hold_all", "all_fleets")
    pairs = pairwise(token.text for token in tokens)
    return any(owner in _THEIRS and (noun,) in units for owner, noun in pairs)


def _tells(roles: frozenset[str]) -> bool:
    if "nobody" in roles:
        return "moves" in roles and not roles & {_HOLD, _STAY, "stand"}
    if "self" in roles and roles & {"number", _STAY, *_NOUNS} and "everywhere" not in roles:
        return False
    if "stand" in roles and not roles & ({*_NOUNS, "number"} if "other" in roles else {*_NOUNS, "all"}):
        return False
    return bool(roles & {_HOLD, _STAY, "stand"}) and "moves" not in roles and bool(roles & _QUANTIFIERS)


def _readings(tokens: Sequence[LineToken]) -> Iterator[frozenset[str]]:
    """The roles of all words together, in each way to read them; the longest phrases first."""
    reached: dict[int, dict[frozenset[str], None]] = defaultdict(dict)
    reached[0][frozenset()] = None
    for place in range(len(tokens)):
        found = _roles_at(tokens, place) if reached[place] else ()
        spend(len(reached[place]) // 2)
        for roles in reached[place]:
            for role, end in found:
                if role not in _EXCEPTING:
                    reached[end][roles if role in _SILENT else roles | {role}] = None
    yield from reached[len(tokens)]


def _roles_at(tokens: Sequence[LineToken], place: int) -> list[tuple[str, int]]:
    """Each role of the words that begin here, the longest first."""
    spend(1)
    found = _roles_of(tuple([token.text for token in tokens[place : place + _LONGEST]]))
    is_noun = place > 0 and tokens[place].text == "reste" and tokens[place - 1].text in _BEFORE_REST
    return [(role, place + size) for role, size in found if not is_noun or role in _OTHERS]


@lru_cache(maxsize=4096)
def _roles_of(texts: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Each role that the first of these words have together, with their number, the longest first.

    The first word of a longer phrase for holding speaks of no others: « reste sur place ».
    """
    found = [(role, size) for size in range(len(texts), 0, -1) for role in _phrases().get(texts[:size], ())]
    if any(key in _adjectives() for key in starred_keys(texts[:1])):
        found.append((_WHOSE, 1))
    longest = max((size for role, size in found if role == _HOLD), default=0)
    return tuple((role, size) for role, size in found if role not in _OTHERS or size >= longest)


_LONGEST = 6
ROLES = (
    *("other", "all", "number", "nobody", "self", "moves", "everywhere", "all_armies", "all_fleets"),
    *("armies", "fleets", "units", "hold", "stand", "except", "small"),
)
"""What words can be here, as in the table."""


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The roles of each phrase; a word for holding of any convention has that of holding."""
    found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    standing = shared_phrases("hold_all", "stand")
    for name in notation_names():
        for phrase, lexemes in load_notation(name).phrases.items():
            for part, role in ((OrderPart.HOLD, _HOLD), (OrderPart.IMMOBILE, _HOLD), (OrderPart.COURTESY, "courtesy")):
                if any(one.part is part for one in lexemes) and role not in found[phrase] and phrase not in standing:
                    found[phrase].append(role)
    kept = product(listed_phrases("hold_all", "keeps"), listed_phrases("hold_all", "what"))
    for pair in (*product(listed_phrases("hold_all", "stays"), listed_phrases("hold_all", "where")), *kept):
        found[folded_words(" ".join(pair))].append(_HOLD)
    for role in ROLES:
        for phrase in shared_phrases("hold_all", role):
            if role not in found[phrase]:
                found[phrase].append(role)
    apart = listed_phrases("hold_all", "apart")
    for said in listed_phrases("sentences", "hold"):  # what one unit does: "Everybody sits tight"
        for ending in ("", "s") if "*" in said else ("",):
            staying = folded_words(said.replace("*", ending))
            if said not in apart and not {_HOLD, "stand"}.intersection(found[staying]):
                found[staying].append(_STAY)
    return {phrase: tuple(roles) for phrase, roles in found.items()}


@cache
def _adjectives() -> frozenset[tuple[str, ...]]:
    return frozenset(map(starred_phrase, listed_phrases("sentences", "nationality")))


@cache
def numbers_in_words() -> Mapping[str, int]:
    """Return the numbers from two on, by their words, English and French."""
    words = (
        *("two deux both", "three trois", "four quatre", "five cinq", "six six", "seven sept", "eight huit"),
        "nine neuf",
    )
    spoken = {word: count for count, both in enumerate(words, 2) for word in both.split()}
    return spoken | {str(count): count for count in range(2, 35)}


@cache
def _first_words(roles: frozenset[str]) -> frozenset[str]:
    """The first word of every phrase that has one of these roles: a line without any of them is read no further."""
    return frozenset(phrase[0] for phrase, found in _phrases().items() if roles.intersection(found))
