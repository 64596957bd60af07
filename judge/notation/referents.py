"""Puts the unit that is meant where words say "the former", "the other one", "the one leading", "propping it up"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, is_in
from judge.notation.tables import shared_phrases
from judge.rules.board import Province, UnitKind

# --- the first of two, the second


_PAIR = re.compile(r"n,?&n")
_NOT_BEFORE_NOUN = frozenset({Role.UNKNOWN, Role.KIND, Role.UNIT})


def with_ordinals(
    sentences: Iterable[tuple[SentenceWord, ...]], lexicon: Lexicon
) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences in which "the former", "the second" is the unit of the last pair that it stands for.

    ``Sevastopol and the Black Sea: the first supports the second``, « la première soutient la seconde ». "The first"
    alone is none: it stands for one where the other of the two is told, too. What is left is not certain.
    """
    pair: tuple[SentenceWord, ...] = ()
    for words in sentences:
        told = [at for at, word in enumerate(words) if word.role is not Role.SMALL]
        letters = "".join(words[at].role.value for at in told)
        found = next(iter(_PAIR.finditer(letters)), None)
        start = told[found.end() - 1] + 1 if found else 0
        pair = (words[told[found.start()]], words[told[found.end() - 1]]) if found else pair
        meant = dict(_ordinals(words, start, lexicon)) if pair else {}
        is_both = {*meant.values()} == {0, 1}
        yield tuple(
            replace(pair[meant[at]], start=word.start, end=word.end, guessed=True)
            if at in meant and (is_both or _is_certain(word, lexicon))
            else word
            for at, word in enumerate(words)
        )
        if not found and any(word.role is Role.UNIT for word in words):
            pair = ()


def _ordinals(words: Sequence[SentenceWord], start: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """The places of words that stand for the first (0) or the second (1) of two, and for which."""
    for at, word in enumerate(words):
        if at < start or word.role is Role.UNIT or word.end == word.start:
            continue
        last = lexicon.tokens[word.end - 1]
        which = [number for number, table in enumerate(("first_of_two", "second_of_two")) if is_in(table, last)]
        is_noun = at + 1 < len(words) and words[at + 1].role in _NOT_BEFORE_NOUN
        if which and not is_noun and word.end > 1 and is_in("articles", lexicon.tokens[word.end - 2]):
            yield at, which[0]


def _is_certain(word: SentenceWord, lexicon: Lexicon) -> bool:
    """Whether a word always stands for one of two: "the former", "the latter"."""
    return is_in("one_of_two", lexicon.tokens[word.end - 1])


# --- several that a sentence only names


_TOPIC = re.compile(r"[ ,&b]*n(?:[ ,]*& *n|, *n)+ *\?? *")
_THEY = frozenset({"they", "both", "elles", "ils"})


def with_topics(sentences: Iterable[tuple[SentenceWord, ...]], lexicon: Lexicon) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences; "they" at the beginning are those that the one before names: ``Paris and Brest? They hold``.

    Such a sentence names several, and says nothing of them.
    """
    topic: tuple[SentenceWord, ...] = ()
    for words in sentences:
        first = next((at for at, word in enumerate(words) if word.role is not Role.SMALL), len(words))
        is_they = first < len(words) and lexicon.tokens[words[first].start].text in _THEY
        if topic and is_they:
            spot = words[first]
            meant = (replace(one, start=spot.start, end=spot.end, guessed=bool(one.spots)) for one in topic)
            yield (*words[:first], *meant, *words[first + 1 :])
        else:
            yield words
        is_topic = _TOPIC.fullmatch("".join(word.role.value for word in words)) is not None
        topic = tuple(word for word in words if word.role in {Role.UNIT, Role.AND, Role.COMMA}) if is_topic else ()


# --- what two do together, of which one only helps


_TOGETHER = re.compile(
    r"(?P<one>n),?&(?P<other>n)(?:[hi]+|[mpdu]*[mp]+u*(?P<to>n))[u&,:w]*(?P<first>[nk])(?P<doing>[mpduq]*[sS]?[uq]*s?)"
    r"(?:[,&]+w?(?P<second>[nk])(?P<helping>[mpduq]*s?[uq]*s?)|(?<=[sS])(?P<helped>[nk]))?(?=[,:&b]|$)"
)


def with_orders_shared(words: Sequence[SentenceWord], kinds: Mapping[Province, UnitKind]) -> Sequence[SentenceWord]:
    """Return the words in which of two units that attack, or hold, together one helps the other where that is said.

    ``Serbia and Greece hit Bulgaria, Serbia going in and Greece lending support``. Two kinds of units stand for the
    units of those kinds; ``kinds`` are those of the power's own units.
    """
    told = [word for word in words if word.role is not Role.SMALL]
    found = _TOGETHER.search("".join(word.role.value for word in told))
    if found is None:
        return words
    one, other = units = told[found.start("one")], told[found.start("other")]
    target = told[found.start("to")] if found["to"] else None
    if not (_kinds(one, kinds) and _kinds(other, kinds)) or (target and _kinds(target, kinds)):
        return words
    said = [(name, "s" in found[doing]) for name, doing in (("first", "doing"), ("second", "helping")) if found[name]]
    named = [(_named_again(told[found.start(name)], units, kinds), is_helping) for name, is_helping in said]
    helpers = [unit for unit, is_helping in named if is_helping]
    leaders = [unit for unit, is_helping in named if not is_helping]
    if any(unit is None for unit, _ in named) or len(helpers) > 1 or len(leaders) > 1 or helpers == leaders:
        return words
    if not (helpers or target or "S" in found["doing"]):  # "Paris and Brest hold, Brest …"
        return words
    leader = next(iter(leaders), None) or (other if helpers[0] is one else one)
    helper = other if leader is one else one
    end = told[found.end() - 1].end
    before = [word for word in words if word.end <= one.start and word is not one]
    behind = [word for word in words if word.start >= end and word is not told[found.end() - 1]]
    return [*before, *_spelt(leader, helper, target, (one.start, end)), *behind]


def _spelt(
    leader: SentenceWord, helper: SentenceWord, target: SentenceWord | None, span: tuple[int, int]
) -> Iterator[SentenceWord]:
    """The words by which a unit goes to a place, or holds, with the help of another."""
    start, end = span
    yield replace(leader, start=start, end=start, guessed=True)
    yield SentenceWord(Role.MOVE if target else Role.HOLD, start, start)
    yield from (replace(target, start=start, end=start),) if target else ()
    yield SentenceWord(Role.COMMA, start, start)
    yield replace(helper, start=start, end=start, guessed=True)
    yield SentenceWord(Role.SUPPORT, start, start)
    yield replace(leader, start=start, end=start if target else end)
    if target:
        yield from (SentenceWord(Role.TOWARDS, start, start), replace(target, start=start, end=end))


def _named_again(
    word: SentenceWord, units: Sequence[SentenceWord], kinds: Mapping[Province, UnitKind]
) -> SentenceWord | None:
    """The one of two units that a word names again, by its region or by its kind."""
    if word.role is Role.KIND:
        found = [one for one in units if word.kind in _kinds(one, kinds)]
        return found[0] if len(found) == 1 else None
    places = {spot.province for spot in word.spots}
    return next((one for one in units if places & {spot.province for spot in one.spots}), None)


def _kinds(word: SentenceWord, kinds: Mapping[Province, UnitKind]) -> set[UnitKind]:
    """The kinds of the units of the power's that a word may name."""
    return {kinds[spot.province] for spot in word.spots if spot.province in kinds}


# --- what is said of one unit and of the next


_ENDING_PART = frozenset({Role.COMMA, Role.COLON, Role.BUT, Role.AND})


def with_same_of_others(words: Sequence[SentenceWord], *, is_about: bool) -> Iterator[SentenceWord]:
    """Yield the words of a sentence, "nor does Brest", "so does Brest" behind a unit that stays as one that stays, too.

    So does "Brest too". Any other "neither" denies; "so does" says nothing but behind a unit alone. In a sentence of
    its own a "neither" says of a unit what the sentence before it said, unless it ``is_about`` what that denied.
    """
    idle = {found.start() for found in _HOLDS_TOO.finditer("".join(word.role.value for word in words))}
    words = [word for at, word in enumerate(words) if at not in idle]
    letters = "".join(word.role.value for word in words)
    if _NOR_MOVES.fullmatch(letters):  # a sentence of its own: "Nor does Venice move."
        yield from (words[1], replace(words[2], role=Role.IMMOBILE))
        return
    if found := None if is_about else _OF_ITS_OWN.fullmatch(letters):
        first, *behind = words[found.end(1) :]
        words = [replace(first, role=Role.SAME), *behind]
        letters = "".join(word.role.value for word in words)
    too = {words[at].start for one in _TOO.finditer(letters) for at in range(*one.span()) if letters[at] == "="}
    same = {found.start(1) for found in _NOR.finditer(letters)}
    last = {found.end() - 1 for found in _NOR.finditer(letters)}
    so = {found.start(1) for found in _SO.finditer(letters)}
    for at, word in enumerate(words):
        if word.role not in {Role.NEITHER, Role.SAME} or at - 1 in so:
            yield replace(word, role=Role.COMMA) if at in so else word
            if at in last:
                yield SentenceWord(Role.IMMOBILE, word.end, word.end)
        elif word.start in too:
            yield replace(word, role=Role.IMMOBILE)
        elif at not in same:
            is_first = word.role is Role.SAME and at == 0  # "Likewise Brest"
            is_last = at + 1 == len(words) or words[at + 1].role in _ENDING_PART
            is_first_unit = letters[:at] in {"n", "n:"} and is_last  # "Brest likewise."
            is_told = at > 0 and (words[at - 1].role is Role.UNIT or letters[:at] == "n:")
            is_told = is_told and (is_first_unit or (at > 1 and words[at - 2].role in _ENDING_PART))
            kept = [word] if is_told or is_first else []
            yield from [replace(word, role=Role.DENIAL)] if word.role is Role.NEITHER else kept
        else:
            yield replace(word, role=Role.COMMA)


_HOLDS_TOO = re.compile("(?<=[hi])=(?=[,:&b])")
"""It says nothing of the next unit: ``Belgium holds too, as does Denmark``."""
_NOR_MOVES = re.compile("Znm,*")
_OF_ITS_OWN = re.compile("([eq][qmpu]*(?==)|(?=Z))[Z=][mpw]*n(?:[,&]+n)*[,u]*")
"""``Nor does Brest``; ``It's the same with Brest``."""
_TOO = re.compile(r"[hi][pu]*(?:[,&]+n:?=(?=[,:&b]|$))+")
_NOR = re.compile(r"(?<=[hi])[,&]*([Z=])n(?:[,&]+n(?![mpshicSCvny]))*(?=[,:&b]|$)")
_SO = re.compile(r"s[^&:bhi]*(?<=[nqyY]),*([&,])=n(?=[,:&b]|$)")
"""Behind a support: ``Adriatic supports Venice, and so does Tyrolia``."""


# --- units of which neither moves


_NEITHER_STIRS = re.compile(r"Z(?P<units>p?n(?:,?&?Zp?n)+),?!*[e]?(?P<verb>[mi])(?=[,:&b]|$)")
_STIRS_NEITHER = re.compile(r"(?<![^,:&bp])(?P<verb>!*[m!])Z(?P<units>p?n(?:,?&?Zp?n)+)(?=[,:b]|$)")


def with_neither(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """Return the words in which units stay of which neither moves: « Ni la Belgique ni Londres ne bougent ».

    ``Neither Belgium nor London moves``; but ``Neither Belgium nor London holds`` tells nothing.
    """
    if not any(word.role is Role.NEITHER for word in words):
        return words
    told = [
        replace(word, role=Role.NEITHER) if _said(word, lexicon) == _NOR_WORD else word
        for word in words
        if word.role is not Role.SMALL
    ]
    letters = "".join(word.role.value for word in told)
    for pattern in (_NEITHER_STIRS, _STIRS_NEITHER):
        for found in reversed(list(pattern.finditer(letters))):
            verbs = told[slice(*found.span("verb"))]
            if all(_is_stirring(word, lexicon) for word in verbs):
                units = [word for word in told[slice(*found.span("units"))] if word.role is Role.UNIT]
                joined = [SentenceWord(Role.AND, word.start, word.start) for word in units]
                listed = [one for both in zip(joined, units, strict=True) for one in both][1:]
                is_plain = _said(verbs[-1], lexicon) in shared_phrases("hold_all", "moves")
                stays = [SentenceWord(Role.IMMOBILE, verbs[0].start, verbs[-1].end, guessed=not is_plain)]
                parts = (stays, listed) if pattern is _STIRS_NEITHER else (listed, stays)
                return (*told[: found.start()], *parts[0], *parts[1], *told[found.end() :])
    return words


_NOR_WORD = ("nor",)
_NEVER_STAYING = frozenset({("ne",), ("n",)})


def _is_stirring(word: SentenceWord, lexicon: Lexicon) -> bool:
    """Whether a verb is one of moving, or denies it: « ne bougent »."""
    return word.role is Role.MOVE or _said(word, lexicon)[:1] in _NEVER_STAYING


def _said(word: SentenceWord, lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(token.text for token in lexicon.tokens[word.start : word.end])
