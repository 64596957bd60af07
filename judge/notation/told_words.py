"""Prepares the words of a sentence: without asides and strays, wishes and subjects as what they stand for."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.notation.denials import (
    with_answers,
    with_stays,
    without_asides,
    without_denials_of_others,
    without_denied,
    without_emphasis,
    without_glosses,
    without_instead,
    without_late_excuses,
    without_names_again,
)
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.spoken_words import as_spoken, with_neither, with_ordinals, with_same_of_others
from judge.notation.tables import covers
from judge.notation.word_order import (
    in_order,
    with_coasts_told,
    with_goals_first,
    with_guards_helping,
    with_help_of_units,
    with_help_received,
    with_passengers,
    with_passives,
    with_units_first,
)
from judge.rules.board import Province, UnitKind

_ENDS = frozenset({Role.COMMA, Role.COLON, Role.AND, Role.BUT})
_TOLD = frozenset({Role.MOVE, Role.TOWARDS, Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})
_SUBJECTS = frozenset({Role.UNIT, Role.KIND})
_STAYING = frozenset({Role.HOLD, Role.IMMOBILE})
_TALKING = frozenset({Role.PURPOSE, Role.ITS_SUBJECT})
_SAYING = frozenset({Role.UNKNOWN, Role.SOMEBODY, Role.REPORT, Role.NATIONALITY, Role.WITH, Role.FROM, Role.TOWARDS})
"""What may be said of a place with no word of orders."""
_OTHERS = frozenset({Role.SOMEBODY, Role.NATIONALITY, Role.ITS_SUBJECT})
_OPEN = frozenset({Role.CONDITION, Role.CHOICE, Role.CORRECTION, Role.NO, Role.OTHER_PHASE})
_SOON = 3
"""Words behind a unit up to the one that tells what it does."""
_LEADING = frozenset({Role.FROM, Role.WITH, Role.TOWARDS, Role.SEND, Role.KIND, Role.MOVE})
_ADDED = re.compile(r"(?<=n)\((?:[&w]|s:?)n\)")


def words_meant(sentences: Iterable[tuple[SentenceWord, ...]], lexicon: Lexicon) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences: what answers a question, what is done "rather than" another thing, where "there" is."""
    spoken = (
        as_spoken(_with_guards(with_stays(with_neither(without_names_again(words), lexicon)), lexicon), lexicon)
        for words in sentences
    )
    named = with_ordinals(spoken, lexicon)
    told = with_answers((without_instead(words, lexicon) for words in named), lexicon)
    meant = with_units_meant(_with_places_meant(told, lexicon), lexicon)
    for words in meant:
        ordered = with_passengers(with_goals_first(with_coasts_told(words, lexicon), lexicon), lexicon)
        yield with_help_received(with_guards_helping(ordered, lexicon), lexicon)


def _with_guards(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """Return the words in which a unit stays that guards what no region is: « Munich garde le sud ».

    An adverb between the words of a denial, too, leaves it where it is: « qu'elle ne bouge surtout pas ».
    """
    told = list(words)
    for at, word in enumerate(words):
        texts = [token.text for token in lexicon.tokens[word.start : word.end]]
        joint = next((end for end in range(at + 1, len(words)) if words[end].role in _ENDS), len(words))
        first = max((end for end in range(at) if words[end].role in _ENDS - {Role.AND}), default=-1)
        behind = words[at + 1 : joint]
        is_guard = word.role is Role.UNKNOWN and bool(texts) and covers(texts[0])
        is_alone = not any(one.role in _GUARDED for one in behind) and any(one.spots for one in words[first + 1 : at])
        if is_guard and is_alone and any(one.role is not Role.SMALL or one.end > one.start + 1 for one in behind):
            told[at] = replace(word, role=Role.IMMOBILE, guessed=True)
            told[at + 1 : joint] = [replace(one, role=Role.SMALL) for one in behind]
        is_open = word.role is Role.IMMOBILE and texts[:1] in (["ne"], ["n"]) and texts[-1] not in {"pas", "plus"}
        if is_open and behind and behind[0].role is Role.DENIAL:
            told[at + 1] = replace(behind[0], role=Role.SMALL)
    return tuple(told)


_GUARDED = frozenset({Role.UNIT, Role.KIND, Role.IT, Role.ITS_SUBJECT, Role.THERE, Role.DENIAL, Role.CONDITION})


def _with_places_meant(
    sentences: Iterable[tuple[SentenceWord, ...]], lexicon: Lexicon
) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences; "there" before any name is the one place of which the sentence before tells something.

    ``La Grèce doit tomber ! J'y envoie la flotte de la mer Égée.`` So is where a unit "goes in", perhaps.
    """
    place: SentenceWord | None = None
    for words in sentences:
        first = _there_first(words)
        meant = place if first else None
        told = [replace(meant, start=one.start, end=one.end) if meant and one is first else one for one in words]
        colon = next((at for at, word in enumerate(told) if word.role is Role.COLON), 0)
        topic = (_place_told(told[:colon]) if colon else None) or place
        yield tuple(_going_in(told, colon, topic, lexicon))
        named = any(word.role is Role.UNIT for word in told)
        place = _place_told(told) if named else place


def _place_told(words: Sequence[SentenceWord]) -> SentenceWord | None:
    """The one place of which words tell something, and that is all that they name."""
    named = [word for word in words if word.role is Role.UNIT]
    of_others = {id(word) for before, word in pairwise(words) if before.is_people}
    told = (word for word in words if not (word.role is Role.KIND and id(word) in of_others))
    is_told = len(named) == 1 and all(word.role in _TELLING_OF_PLACE for word in told)
    is_place = is_told and (id(named[0]) in of_others or not any(spot.kind for spot in named[0].spots))
    return _place_alone(named[0]) if is_place else None


def _place_alone(word: SentenceWord) -> SentenceWord:
    """A region without the unit in it: ``That French army in Yorkshire has to go``."""
    return replace(word, spots=tuple(replace(spot, kind=None) for spot in word.spots))


def _going_in(
    words: Sequence[SentenceWord], colon: int, place: SentenceWord | None, lexicon: Lexicon
) -> Iterator[SentenceWord]:
    """The words with the place behind what only says that a unit goes there: ``Bulgaria: Serbia goes in``."""
    for at, word in enumerate(words):
        is_attacked = place is not None and at > 0 and word.role is Role.IT and _is_attack(words, at, lexicon)
        yield replace(place, start=word.start, end=word.end, guessed=True) if place and is_attacked else word
        last = lexicon.tokens[word.end - 1].text if word.end > word.start else ""
        is_over = at + 1 == len(words) or words[at + 1].role in _ENDS | {Role.WITH, Role.SUPPORTED}
        if place and at > colon and is_over and word.role in _ARRIVING and last in _IN:
            start = max((back for back in range(at) if words[back].role in _ENDS), default=-1)
            if sum(one.role in _SUBJECTS for one in words[start + 1 : at]) == 1:
                yield replace(place, start=word.end, end=word.end, guessed=True)


def _is_attack(words: Sequence[SentenceWord], at: int, lexicon: Lexicon) -> bool:
    """Whether "it" is what a unit attacks, of which the sentence before told: ``Edinburgh attacks it``."""
    is_it = lexicon.tokens[words[at].start].text == "it" and words[at - 1].role is Role.MOVE
    named = [word for word in words[:at] if word.role is Role.UNIT]
    return is_it and len(named) == 1


_TELLING_OF_PLACE = frozenset(
    {Role.UNIT, Role.SMALL, Role.UNKNOWN, Role.COMMA, Role.COLON, Role.MOVE, Role.TOWARDS, Role.SEND, Role.SOMEBODY}
    | {Role.CONDITION, Role.NATIONALITY, Role.AND, Role.IT, Role.FROM, Role.REASON}
)
_ARRIVING = frozenset({Role.MOVE, Role.TOWARDS, Role.SMALL})
_IN = frozenset({"in", "attacks", "attacking", "attack", "strikes", "moving", "y"})


def told_words(
    words: Sequence[SentenceWord], own: set[Province], about: SentenceWord | None
) -> tuple[list[SentenceWord], frozenset[int]]:
    """Return the words of a sentence that tell something of orders, and the tokens of those that no order knows.

    ``own`` is where the power's own units stand, ``about`` the one of which the sentence before it denies something.
    """
    told = _without_talk([word for word in without_glosses(list(words)) if word.role is not Role.SMALL], own)
    first = with_passives(with_help_of_units(with_units_first(_of_this_phase(told), own), own), own)
    told = _with_helpers_first(in_order(first))
    told = without_denials_of_others(list(with_same_of_others(_with_added(told), is_about=about is not None)))
    told = without_late_excuses(_with_driven_out(_with_wishes(told, own), own))
    odd = frozenset(at for word in told if word.role is Role.UNKNOWN for at in range(word.start, word.end))
    if about and told and told[0].role is Role.DENIAL:
        told = _behind_answer(told, own)
    return _about_unit(without_emphasis(_without_strays(without_asides(told, own))), about), odd


_BELOW_AN_ORDER = re.compile(r"u?w?(?:S[wf]?|s[mf]+)(?P<first>n(?:[,&]+n)*)|u?w(?P<only>n(?:[,&]+n)*)w?s")
"""All that a sentence says of units that help with the order above it."""


def _with_helpers_first(words: list[SentenceWord]) -> list[SentenceWord]:
    """The words of a sentence without a subject, "supported by Marseilles", as of one that has it: who helps."""
    found = _BELOW_AN_ORDER.fullmatch("".join(word.role.value for word in words))
    if not found:
        return words
    start, end = found.span("first" if found["first"] else "only")
    help_ = next(word for word in words if word.role in {Role.SUPPORTED, Role.SUPPORT})
    return [*words[start:end], replace(help_, role=Role.SUPPORT, start=words[end - 1].end, end=words[end - 1].end)]


def _of_this_phase(words: list[SentenceWord]) -> list[SentenceWord]:
    """The words without the clauses that tell of another phase, where others stand beside them."""
    joints = [at for at, word in enumerate(words) if word.role in _ENDS - {Role.AND}]
    kept = [
        word
        for start, end in pairwise([-1, *joints, len(words)])
        if not any(one.role is Role.OTHER_PHASE and one.is_doubtful for one in words[start + 1 : end])
        for word in words[start + 1 : end + 1]
    ]
    return kept if any(word.role in _SUBJECTS for word in kept) else words


def plain_words(told: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words without strange ones and what is denied, those that stand for a unit as that unit."""
    plain = _behind_denial([word for word in told if word.role is not Role.UNKNOWN])
    return _with_subjects(without_denied(plain, own), own)


def _about_unit(words: list[SentenceWord], unit: SentenceWord | None) -> list[SentenceWord]:
    """The words of a sentence that is about a unit named before: one that it leaves out, or that a pronoun is."""
    if unit is None or not words:
        return words
    words = _behind_denial(words)
    said = "".join(word.role.value for word in words)
    if _GOAL_ALONE.fullmatch(said) or _STAY_ALONE.fullmatch(said):
        return [replace(unit, start=words[0].start, end=words[0].start), *words]
    is_it = {Role.IT, Role.ITS_SUBJECT}
    first = next((at for at, word in enumerate(words) if word.spots), len(words))  # behind it a pronoun is that region
    return [
        replace(unit, start=word.start, end=word.end) if word.role in is_it and at < first else word
        for at, word in enumerate(words)
    ]


_STAY_ALONE = re.compile("[,o]*i")
"""What the unit does of which something was asked: ``Munich to Burgundy? No, leave it.``"""
_GOAL_ALONE = re.compile("[,o]*u?,*m?p?n[,u]*")
"""Where the unit goes of which something was denied: ``Not the Channel! Rather the North Sea``."""


def _without_talk(words: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words without what tells why, what for, or how a place is: ``… because Italy attacks, which is a pity``.

    One strange word stands for what may leave an order open.
    """
    kept: list[SentenceWord] = []
    place = 0
    while place < len(words):
        word, end = words[place], place + 1
        while end < len(words) and not _ends_reason(words[end:], own):
            end += 1
        inside = words[place + 1 : end]
        if word.role is Role.REASON:
            is_apart = end < len(words) and words[end].role is Role.COMMA
            is_said = bool(kept) or (is_apart and not any(one.role in _SUBJECTS for one in inside))
            kept += [] if is_said and not _leaves_open(inside, own) else [replace(word, role=Role.UNKNOWN)]
            place = end if is_said else place + 1
        elif word.role in _TALKING and _is_order(kept, own) and _is_talk(word, inside, own):
            place = end
        else:
            kept.append(replace(word, role=Role.UNKNOWN) if word.role is Role.PURPOSE else word)
            place += 1
    return kept


def _is_talk(word: SentenceWord, inside: Sequence[SentenceWord], own: set[Province]) -> bool:
    """Whether words tell what an order is for, or how the place is to which it leads, and nothing of orders."""
    is_plain = word.role is Role.PURPOSE or all(one.role in _SAYING for one in inside)
    return bool(inside) and is_plain and not _leaves_open(inside, own)


def _is_order(words: Sequence[SentenceWord], own: set[Province]) -> bool:
    """Whether the last words name a unit and what it does: another place, that it stays."""
    joints = [at for at, word in enumerate(words[:-1]) if word.role in _ENDS]
    if joints and words[joints[-1] + 1].role is Role.ITS_SUBJECT:  # "the fleet, it goes to …"
        del joints[-1]
    part = words[max(joints, default=-1) + 1 :]
    is_told = len([word for word in part if word.role in _SUBJECTS]) > 1 or any(word.role in _STAYING for word in part)
    return is_told and _names_own(part, own)


def _names_own(words: Sequence[SentenceWord], own: set[Province]) -> bool:
    return any(word.role is Role.KIND or any(spot.province in own for spot in word.spots) for word in words)


def _leaves_open(words: Sequence[SentenceWord], own: set[Province]) -> bool:
    """Whether a reason sets a condition, leaves a choice, puts right, doubts, or names a unit of the writer's."""
    others = next((at for at, word in enumerate(words) if word.role in _OTHERS), len(words))
    is_doubted = any(one.is_doubtful or one.role is Role.DENIAL for one in words[:others])  # what others may do is none
    return is_doubted or _names_own(words, own) or any(word.role in _OPEN for word in words)


def _ends_reason(words: Sequence[SentenceWord], own: set[Province]) -> bool:
    """Whether another part of the sentence begins: at a joint; behind an "and" with a unit that is told what to do."""
    joint, *behind = words
    if joint.role is not Role.AND:
        return joint.role in _ENDS
    is_own = bool(behind) and any(spot.province in own for spot in behind[0].spots)
    return is_own and any(word.role in _TOLD for word in behind[1:_SOON])


def _with_added(words: list[SentenceWord]) -> list[SentenceWord]:
    """The words in which a unit that a bracket adds to an order supports it: ``VAR > GAL (+ UKR)``, ``(S: UKR)``."""
    letters = "".join(word.bracket or word.role.value for word in words)
    for found in _ADDED.finditer(letters):
        at = found.start()
        words[at] = replace(words[at], role=Role.UNKNOWN)
        words[at + 1] = replace(words[at + 1], role=Role.SUPPORTED)
        if letters[at + 2] == Role.COLON.value:
            words[at + 2] = replace(words[at + 2], role=Role.UNKNOWN)
    return words


def _with_wishes(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words in which "wants" behind a unit of the power's tells what it does; what others want is a report."""
    told: list[SentenceWord] = []
    for at, word in enumerate(words):
        if word.role is not Role.WISH:
            told.append(word)
            continue
        is_joined = bool(told) and told[-1].role is Role.AND  # "he has seen enough water and would like to …"
        named = [one for one in told if one.spots or one.is_people or one.role is Role.KIND]
        wishing = named[-1:] if is_joined and len(named) == 1 else told[-1:]
        is_own = any(spot.province in own for one in wishing for spot in one.spots)
        is_goal = at + 1 < len(words) and words[at + 1].role is Role.UNIT
        wished = [SentenceWord(Role.UNKNOWN, word.start, word.end)] + (
            [replace(word, role=Role.MOVE)] if is_goal else []
        )
        told += wished if is_own else [replace(word, role=Role.REPORT)]
    return told


def _with_driven_out(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words in which who drives somebody out of a region goes there: ``throws the French out of Wales``."""
    told = list(words)
    for at in range(len(words) - 3, 0, -1):
        verb, people, way, place = words[at - 1 : at + 3]
        is_out = verb.role in _DRIVING and people.is_people and way.role is Role.FROM and place.role is Role.UNIT
        if is_out and not any(spot.province in own for spot in place.spots):
            told[at - 1 : at + 2] = [replace(verb, role=Role.UNKNOWN), replace(way, role=Role.MOVE)]
    return told


_DRIVING = frozenset({Role.UNKNOWN, Role.SEND, Role.MOVE})


def _without_strays(words: Sequence[SentenceWord]) -> list[SentenceWord]:
    """The words of which those that lead nowhere, as a preposition at the end of a clause, count as strange."""
    kept: list[SentenceWord] = []
    is_last = True
    for at, word in reversed(list(enumerate(words))):
        leads = at > 0 and words[at - 1].role is Role.THERE  # "y va"
        is_stray = is_last and word.role in _LEADING and not leads
        kept.append(replace(word, role=Role.UNKNOWN) if is_stray else word)
        is_last = word.role in _ENDS or (is_last and (is_stray or word.role is Role.UNKNOWN))
    return kept[::-1]


def _behind_answer(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words behind the clause that answers a question with a denial, where an own unit is named next."""
    joint = next((at for at, word in enumerate(words) if word.role is Role.COMMA), len(words))
    is_named = any(word.spots for word in words[:joint])
    is_next = joint + 1 < len(words) and any(spot.province in own for spot in words[joint + 1].spots)
    return [replace(words[0], role=Role.NO), *words[joint:]] if is_next and not is_named else words


def _behind_denial(words: list[SentenceWord]) -> list[SentenceWord]:
    """The words without those at the beginning that are about what was said before: "no" and a comma, "I meant"."""
    place = 0
    while place < len(words) and (words[place].role is Role.CORRECTION or _is_no(words, place)):
        place += 1 + (words[place].role is Role.NO)
        place += place < len(words) and words[place].role in _ENDS
    return words[place:]


def _with_subjects(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words in which one right behind a unit stands for it: ``A CON S A BUL, qui ne bouge pas``.

    Others tell of somebody.
    """
    kept: list[SentenceWord] = []
    for word, behind in zip(words, (*words[1:], None), strict=False):
        if word.role is not Role.ITS_SUBJECT:
            kept.append(word)
            continue
        at = len(kept) - 1 - (bool(kept) and kept[-1].role is Role.COMMA)
        is_unit = at >= 0 and any(spot.province in own for spot in kept[at].spots)
        is_helped = at > 0 and kept[at - 1].role is Role.SUPPORT and behind is not None and behind.role in _STAYING
        is_helped = is_helped and kept[at].role is Role.UNIT and not is_unit  # an ally: "supports Brest, which holds"
        if is_helped or (is_unit and (at == 0 or kept[at - 1].role in _ENDS)):
            del kept[at + 1 :]
        else:
            is_unit = is_unit or (behind is not None and behind.role in _TOLD and _is_topic(kept, own))
            kept.append(replace(word, role=Role.IT if is_unit else Role.SOMEBODY))
    return kept


def _is_topic(before: Sequence[SentenceWord], own: set[Province]) -> bool:
    """Whether a joint stands last, and nothing is named before it but one unit: ``Smyrna moves: it sails …``."""
    if not before or before[-1].role not in _ENDS - {Role.AND}:
        return False
    named = [word for word in before if word.spots or word.is_people or word.role in {Role.KIND, Role.REPORT}]
    return len(named) == 1 and any(spot.province in own for spot in named[0].spots)


def _is_no(words: list[SentenceWord], place: int) -> bool:
    joints = {Role.COMMA, Role.COLON}
    return words[place].role is Role.NO and place + 1 < len(words) and words[place + 1].role in joints


# --- places and units that are told in other words


_ACTING = frozenset({Role.UNIT, Role.KIND, Role.IT, Role.ITS_SUBJECT})


def _there_first(words: Sequence[SentenceWord]) -> SentenceWord | None:
    """The "there" of a sentence before which nothing is named but a unit that goes: ``c'est Sébastopol qui y va``."""
    at = next((at for at, word in enumerate(words) if word.role is Role.THERE), None)
    before = [word for word in words[:at] if word.role in _ACTING]
    is_first = len(before) <= 1 or [word.role for word in before] == [Role.UNIT, Role.ITS_SUBJECT]
    return words[at] if at is not None and is_first else None


_BEFORE_PLACE = frozenset({Role.SMALL, Role.TOWARDS, Role.UNKNOWN})
_THERE = frozenset({"y", "there"})
ONE_OF_UNITS = frozenset({"celle", "celui", "one"})
"""Words for the one that stands where it is told."""


def with_units_meant(
    sentences: Iterable[tuple[SentenceWord, ...]], lexicon: Lexicon
) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences in which a unit that is told by where it stands, or as "the other one", is that unit.

    ``l'armée que j'ai en Ukraine``, ``celle qui est en mer Noire``, ``la flotte qui y est déjà``.
    """
    place: SentenceWord | None = None
    kind: UnitKind | None = None
    for words in sentences:
        told: list[SentenceWord] = []
        at = 0
        while at < len(words):
            word = words[at]
            if word.role is Role.OTHER_ONE:
                word = replace(word, role=Role.KIND if kind else Role.UNKNOWN, kind=kind)
            elif word.role is Role.STANDING:
                is_there = any(one.text in _THERE for one in lexicon.tokens[word.start : word.end])
                end, spot = (at + 1, place) if is_there else _where_it_stands(words, at)
                of = _unit_before(told, lexicon) if spot else None
                if spot is None or of is None:
                    word = replace(word, role=Role.ITS_SUBJECT)
                else:
                    spots = tuple(replace(one, kind=of.kind) for one in spot.spots)
                    word, at = replace(spot, start=of.start, end=words[end - 1].end, spots=spots), end - 1
                    told.pop()
            told.append(word)
            place = word if word.spots else place
            kind = word.kind or next((one.kind for one in word.spots if one.kind), kind)
            at += 1
        yield tuple(told)


def _where_it_stands(words: Sequence[SentenceWord], at: int) -> tuple[int, SentenceWord | None]:
    """Where the words end that tell where a unit stands, and its place."""
    end = at + 1
    while end < len(words) and end - at <= _SOON and words[end].role in _BEFORE_PLACE:
        end += 1
    is_named = end < len(words) and words[end].role is Role.UNIT
    return end + 1, words[end] if is_named else None


def _unit_before(words: Sequence[SentenceWord], lexicon: Lexicon) -> SentenceWord | None:
    """The word for a unit, or for "the one", that stands last."""
    last = words[-1] if words else None
    is_one = last is not None and lexicon.tokens[last.start].text in ONE_OF_UNITS
    return last if last and (last.role is Role.KIND or is_one) else None
