"""Tells what words of speech do, "has a go at", a "so" behind a denial; which unit "the former", "the other one" is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.notation.lexer import DASH
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, is_in, tables_of
from judge.notation.tables import shared_phrases
from judge.rules.board import Province, UnitKind

_TOLD = frozenset({Role.MOVE, Role.TOWARDS, Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})


def as_spoken(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words of a sentence as they are meant where people speak."""
    words = _there_inside(_behind_thanks(words, lexicon), lexicon)
    known = tuple(_with_other_ones(words, lexicon))
    told = _with_tries(_with_help_understood(known, lexicon), lexicon)
    return tuple(_with_ends_of_denials(tuple(_with_pauses(told, lexicon)), lexicon))


IF = frozenset({"if", "si", "s"})


_REFLEXIVE = frozenset({"s", "m", "se", "me"})


def _there_inside(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words in which a « y » inside a verb leaves it whole: « s'y installe »."""
    told = list(words)
    for at, (there, verb) in enumerate(pairwise(words), 1):
        before = lexicon.tokens[there.start - 1].text if there.start and there.role is Role.THERE else ""
        if before in _REFLEXIVE and verb.role is Role.UNKNOWN and verb.start == there.end:
            whole = (tables_of((one, _text_of(verb, lexicon))) for one in ("s", "se"))
            told[at] = replace(verb, role=Role.MOVE) if any("move" in one for one in whole) else verb
    return told


def _behind_thanks(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words, those of thanks in front of what they ask for as one: ``It would be kind of you if Paris held``."""
    at = next((at for at, word in enumerate(words) if word.is_doubtful and _text_of(word, lexicon) in IF), 0)
    if any(word.spots or word.role in _ENDS for word in words[:at]):
        return words
    return (
        (SentenceWord(Role.UNKNOWN, words[0].start, words[at].end, is_doubtful=True), *words[at + 1 :]) if at else words
    )


# --- what a unit "has", where that is nothing past


_HAVING = frozenset({"has", "have", "having"})
_ONE_OF = frozenset({"a", "an", "another", "one", "its", "the"})
_ONCE, _SOON = frozenset({"once", "after", "when", "soon"}), 4
_LONGEST_TRY = 7
"""Words from "has a" up to where a unit goes: ``has a right old go at``."""


def _with_tries(words: Sequence[SentenceWord], lexicon: Lexicon) -> Iterator[SentenceWord]:
    """Yield the words, "has a bash at" before a place as a move; what a unit has, or has to do, is nothing past."""
    at = 0
    while at < len(words):
        word, behind = words[at], _text_of(words[at + 1], lexicon) if at + 1 < len(words) else ""
        is_having = word.role is Role.SOMEBODY and _text_of(word, lexicon) in _HAVING
        end = _end_of_try(words, at, lexicon) if is_having and behind in _ONE_OF else 0
        is_over = is_having and any(_text_of(one, lexicon) in _ONCE for one in words[max(at - _SOON, 0) : at])
        if is_over and words[at + 2 : at + 3] and words[at + 2].role is Role.TOWARDS:  # "once the fleet has left for …"
            yield from (replace(word, role=Role.UNKNOWN), replace(words[at + 1], role=Role.MOVE, guessed=True))
            end = at + 2
        elif end:
            yield SentenceWord(Role.MOVE, word.start, words[end - 1].end, guessed=True)
        elif is_having and (behind in _ONE_OF or behind == "to" or (words[at + 1 : at + 2] and words[at + 1].spots)):
            yield replace(word, role=Role.UNKNOWN)
        else:
            yield word
        at = max(end, at + 1)


def _end_of_try(words: Sequence[SentenceWord], at: int, lexicon: Lexicon) -> int:
    """Behind the "at" of "has a bash at", before a place; 0 where there is none."""
    for end in range(at + 1, min(at + _LONGEST_TRY, len(words) - 1)):
        if words[end].role not in {Role.SMALL, Role.UNKNOWN, Role.MOVE}:
            return 0
        if _text_of(words[end], lexicon) == "at":
            return end + 1 if words[end + 1].role is Role.UNIT or _is_article(words, end + 1, lexicon) else 0
    return 0


def _is_article(words: Sequence[SentenceWord], at: int, lexicon: Lexicon) -> bool:
    is_next = at + 1 < len(words) and words[at + 1].role is Role.UNIT
    return is_next and _text_of(words[at], lexicon) == "the"


_ENDS = frozenset({Role.COMMA, Role.COLON, Role.BUT, Role.AND})
_ACTING = frozenset({Role.TOWARDS, Role.MOVE, Role.HOLD, Role.IMMOBILE, Role.SUPPORT})


def _with_other_ones(words: Sequence[SentenceWord], lexicon: Lexicon) -> Iterator[SentenceWord]:
    """Yield the words, "the northern one" before what it does as another unit of the kind named last.

    "Likewise" before a way says nothing: ``Naples puts to sea, Rome likewise into the Tyrrhenian``.
    """
    for at, word in enumerate(words):
        before = [_text_of(one, lexicon) for one in words[max(at - 2, 0) : at]]
        is_acting = at + 1 < len(words) and words[at + 1].role in _ACTING
        is_described = before[:1] == ["the"] and len(before) > 1 and words[at - 1].role is Role.UNKNOWN
        if is_acting and is_described and _text_of(word, lexicon) == "one":
            yield replace(word, role=Role.OTHER_ONE)
        elif is_acting and words[at + 1].role is Role.TOWARDS and word.role is Role.SAME and at:
            yield replace(word, role=Role.UNKNOWN)
        else:
            yield word


def _with_help_understood(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words, a possessive at the end of a part as the help of its unit: ``…, with the Black Sea's``."""
    told = list(words)
    for at, word in enumerate(words):
        before = [one.role for one in words[:at] if one.role is not Role.SMALL][-2:]
        is_over = at + 1 == len(words) or words[at + 1].role in _ENDS
        is_owner = before == [Role.WITH, Role.UNIT] and words[at - 1].role is Role.UNIT
        if is_over and is_owner and word.role is Role.SMALL and _text_of(word, lexicon) == "s":
            told[at] = replace(word, role=Role.SUPPORT, guessed=True)
    return told


# --- a dash that is no sign of an attack


_SPEAKING = frozenset(
    {Role.IT, Role.ITS_SUBJECT, Role.NO, Role.DENIAL, Role.CORRECTION, Role.BUT, Role.REASON, Role.CONDITION, Role.AND}
    | {Role.SOMEBODY, Role.COMMA}
)


_THINKING = frozenset({Role.NO, Role.DENIAL, Role.CORRECTION})
YES = frozenset({"yes", "oui", "yep", "ok"})


def _with_pauses(words: Iterator[SentenceWord], lexicon: Lexicon) -> Iterator[SentenceWord]:
    """Yield the words, a dash as a comma where what follows begins to speak: ``Bohemia isn't moving - it holds``.

    So is one behind second thoughts: ``Rome to Venice - no, scratch that - Rome to Apulia``.
    A choice at the end of what is denied says no more than "too": ``isn't attacking Munich either - …``.
    """
    told = tuple(words)
    for before, word, behind in zip((None, *told), told, (*told[1:], None), strict=False):
        is_next_dash = behind is not None and _text_of(behind, lexicon) == DASH
        is_pause = word.role is Role.MOVE and _text_of(word, lexicon) == DASH and word.end == word.start + 1
        is_thought = before is not None and before.role in _THINKING and before.end > before.start + 1
        is_said = behind is not None and (behind.role in _SPEAKING or _text_of(behind, lexicon) in YES)
        if is_pause and (is_said or is_thought):
            yield replace(word, role=Role.COMMA)
        elif word.role is Role.CHOICE and _text_of(word, lexicon) == "either" and is_next_dash:
            yield replace(word, role=Role.SMALL)
        else:
            yield word


# --- where what is denied ends


_NO_MORE, _PRONOUNS = "plus", frozenset({"elle", "il", "elles", "ils", "it", "she", "he", "they"})
_SO = frozenset({"so", "therefore", "donc", "alors"})
_GOING_ON = frozenset({Role.UNIT, Role.KIND, Role.IT})
_ELSEWHERE = frozenset({Role.MOVE, Role.SEND, Role.SUPPORT, Role.CONVOY})


def _with_ends_of_denials(words: Sequence[SentenceWord], lexicon: Lexicon) -> Iterator[SentenceWord]:
    """Yield the words of who leaves out a "ne", or the comma behind what is denied.

    « la Picardie attaque plus la Belgique elle rentre à Brest »; ``I'm not going to Rumania so Sevastopol holds``.
    """
    last, is_denied = Role.SMALL, False
    for at, (word, behind) in enumerate(zip(words, (*words[1:], None), strict=True)):
        text = lexicon.tokens[word.start].text if word.end > word.start else ""
        is_no_more = word.role is Role.AND and text == _NO_MORE and last in _ELSEWHERE
        is_next = is_denied and last is Role.UNIT and text in _PRONOUNS and behind and behind.role in _TOLD
        if is_next:
            yield SentenceWord(Role.COMMA, word.start, word.start)
        is_so = is_denied and text in _SO and word.role is Role.SMALL and _goes_on(words[at + 1 :])
        yield replace(word, role=Role.DENIAL if is_no_more else Role.BUT) if is_no_more or is_so else word
        last, is_denied = word.role, is_denied or is_no_more or word.role in {Role.DENIAL, Role.REPORT}


def _goes_on(words: Sequence[SentenceWord]) -> bool:
    """Whether a unit, or a pronoun, comes first, or soon: ``so I suppose it sits there``."""
    first = next((word for word in words[:_SOON] if word.role not in {Role.SMALL, Role.UNKNOWN}), None)
    return first is not None and first.role in _GOING_ON


def _text_of(word: SentenceWord, lexicon: Lexicon) -> str:
    return lexicon.tokens[word.start].text if word.end > word.start else ""


# --- the unit that is meant


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
    so = {found.start(1) for found in _SO_JOINED.finditer(letters)}
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
_SO_JOINED = re.compile(r"s[^&:bhi]*(?<=[nqyY]),*([&,])=n(?=[,:&b]|$)")
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
