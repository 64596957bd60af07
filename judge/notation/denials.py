"""Leaves out what stands beside an order in its sentence: what is denied, as far as that reaches, asides, remarks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from judge.notation.lexer import DASH
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.tables import listed_phrases, starred_keys, starred_phrase
from judge.rules.board import Province

_JOINTS = frozenset({Role.COMMA, Role.COLON, Role.BUT})
_DOING = frozenset({Role.TOWARDS, Role.MOVE, Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})
_LEADING = frozenset({Role.TOWARDS, Role.MOVE, Role.FROM})
_STAYING = frozenset({Role.HOLD, Role.IMMOBILE})
_VERBS = _STAYING | {Role.MOVE, Role.SEND, Role.SUPPORT, Role.CONVOY}
"""Right behind these a denial is that of the verb, and of all that it says."""
_PRONOUNS = frozenset({Role.IT, Role.ITS_SUBJECT, Role.KIND})
_TOLD_INSTEAD = 3
"""Words by which that is known: a joint, a pronoun, what is done."""


def without_denied(words: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words of a sentence without what it denies, where the end of that is marked; else all of them.

    It is marked by a "but", an "only" or a "so", by a pronoun behind a comma that says what the unit does instead, and
    where a denial behind an order names but a region: ``not BUR``.
    """
    kept = _without_help_denied(list(words))
    while any(word.role is Role.DENIAL for word in kept):
        at = next(place for place, word in enumerate(kept) if word.role is Role.DENIAL)
        cut = _first(kept, at, own) or _exception(kept, at) or _contrast(kept, at, own) or _told_instead(kept, at, own)
        cut = cut or _goal_behind(kept, at, own) or _told_next(kept, at, own)
        if cut is None:
            break
        kept = cut
    return kept


def _without_help_denied(words: list[SentenceWord]) -> list[SentenceWord]:
    """The words without a denial of any help, which denies nothing else: ``with help from nobody``."""
    letters = "".join(word.role.value for word in words)
    for found in reversed(list(_unhelped().finditer(letters))):
        words = words[: found.start()] + words[found.end() :]
    return words


@cache
def _unhelped() -> re.Pattern[str]:
    return re.compile(r"(?:[Sw]!+s?|!+s+)(?=[,:b]|$)|!*s!+&?(?=[,:&bhi]|$)")


def _first(words: list[SentenceWord], at: int, own: set[Province]) -> list[SentenceWord] | None:
    """The words behind a denial of one place in front of a unit that is told what to do: ``Au lieu de Rome, VEN …``."""
    found = _region_first().match("".join(word.role.value for word in words)) if at <= 1 else None
    is_own = found is not None and any(spot.province in own for spot in words[found.end()].spots)
    return words[found.end() :] if found and is_own else None


@cache
def _region_first() -> re.Pattern[str]:
    return re.compile(r"(?:m!+|!+[mpfd]+!*)[mpf]*n,(?=n[mpshic])")


def _exception(words: list[SentenceWord], at: int) -> list[SentenceWord] | None:
    """The words without a denial that names one region or one order, behind an order: ``rather than to Burgundy``."""
    behind_order = {word.role for word in words[:at]} & _DOING
    is_verb = words[at - 1].role in _VERBS  # "stays out of Burgundy", « attaque pas la Belgique »
    if is_verb or not behind_order or not any(word.spots for word in words[:at]):
        return None
    roles = "".join(word.role.value for word in words[at:])
    if words[at - 1].role is Role.UNIT and _way_instead().match(roles):
        return None
    found = _excepted().match(roles)
    return words[: at - (words[at - 1].role is Role.AND)] + words[at + found.end() :] if found else None


@cache
def _excepted() -> re.Pattern[str]:
    return re.compile(r"!+(?:m!+)?(?:[mpfd]*n(?:[mp]+n)?|[hi]+)(?=[,:b]|$)")


@cache
def _way_instead() -> re.Pattern[str]:
    """Behind a unit: ``… not to Rome but to the Ionian``."""
    return re.compile(r"!+[mp]+n,?b[mp]")


def _contrast(words: list[SentenceWord], at: int, own: set[Province]) -> list[SentenceWord] | None:
    """The words without the clause of a denial that ends at a "but"; its unit stays where only a way follows."""
    end = next((place for place in range(at, len(words)) if words[place].role is Role.BUT), None)
    if end is None:
        return None
    behind = words[end + 1 :]
    start = 1 + max((place for place in range(at) if words[place].role in _JOINTS), default=-1)
    if _is_region_alone(behind):
        return words[:start] + _but_its_object(words[start:end]) + behind
    if behind and behind[0].role in _PRONOUNS and (told := _told_instead(words, at, own)):
        return told  # "Rome can't reach, so it stays"
    if not behind or behind[0].role not in _LEADING | _DOING:
        return words[:start] + behind
    of_denied = [word for word in words[start:end] if any(spot.province in own for spot in word.spots)]
    return words[:start] + of_denied[:1] + behind


def _is_region_alone(words: Sequence[SentenceWord]) -> bool:
    is_end = len(words) == 1 or (len(words) > 1 and words[1].role in _JOINTS | {Role.AND})
    return is_end and words[0].role is Role.UNIT


def _but_its_object(words: Sequence[SentenceWord]) -> list[SentenceWord]:
    """The words of a denied clause without its denial and the last region: ``n'attaque pas la Serbie, mais …``."""
    last = max((at for at, word in enumerate(words) if word.role is Role.UNIT), default=0)
    return [word for at, word in enumerate(words) if word.role is not Role.DENIAL and at != last] if last else []


def _told_instead(words: list[SentenceWord], at: int, own: set[Province]) -> list[SentenceWord] | None:
    """The words without the clause of a denial behind which a pronoun tells what its unit does: ``…, it holds``."""
    end = next((place for place in range(at, len(words)) if _tells_of_unit(words[place : place + _TOLD_INSTEAD])), None)
    start = 1 + max((place for place in range(at) if words[place].role in _JOINTS), default=-1)
    if end is None:
        return None
    is_it = any(word.role in _PRONOUNS for word in words[start:at])
    spoken = [*words[start:end], *(reversed(words[:start]) if is_it else ())]
    unit = next((word for word in spoken if any(spot.province in own for spot in word.spots)), None)
    if unit is None:
        return None
    first, second = words[end + 1 : end + _TOLD_INSTEAD]
    pronoun, done = (second, [first]) if first.role in _STAYING else (first, [second])
    return [*words[:start], replace(unit, start=pronoun.start, end=pronoun.end), *done, *words[end + _TOLD_INSTEAD :]]


def _goal_behind(words: list[SentenceWord], at: int, own: set[Province]) -> list[SentenceWord] | None:
    """The words in which the unit of a denial goes where "it is": ``I won't send Kiel to Denmark, Holland it is``."""
    start, end = _part_around(words, at)
    unit = next((word for word in words[start:end] if _own_places([word], own)), None)
    found = _GOAL_IT_IS.match("".join(word.role.value for word in words[end:]))
    goal = words[end + 1] if found else None
    if unit is None or goal is None or _own_places([goal], own):
        return None
    return [*words[:start], unit, replace(goal, role=Role.MOVE, end=goal.start, spots=()), goal, *words[end + 3 :]]


_GOAL_IT_IS = re.compile(r"[,:b]nq(?=[,:&b]|$)")


def _told_next(words: list[SentenceWord], at: int, own: set[Province]) -> list[SentenceWord] | None:
    """The words without the clause of a denial, behind which a clause tells what a unit does: ``…, London holds``.

    The denied one has a unit of its own in front of the denial, or the same one.
    """
    start, end = _part_around(words, at)
    behind = words[end + 1 :]
    found = _CLAUSE_OF_UNIT.match("".join(word.role.value for word in behind))
    if found is None or not _own_places(behind[:1], own) or not any(word.spots for word in words[start:end]):
        return None
    is_told = bool(_own_places(words[start:at], own)) and end > at + 1
    is_told = is_told or any(word.role is Role.KIND for word in words[at:end])  # "neither of my armies goes to …"
    is_same = bool(_own_places(words[start:end], own) & _own_places(behind[:1], own))
    return words[:start] + behind if is_told or is_same else None


_CLAUSE_OF_UNIT = re.compile(r"n,?u*[pm]*[hisc]|nu*m")


def _part_around(words: Sequence[SentenceWord], at: int) -> tuple[int, int]:
    """Where the clause around a word begins and ends, between two joints."""
    start = 1 + max((place for place in range(at) if words[place].role in _JOINTS), default=-1)
    return start, next((place for place in range(at, len(words)) if words[place].role in _JOINTS), len(words))


def _places(words: Iterable[SentenceWord]) -> set[Province]:
    return {spot.province for word in words for spot in word.spots}


def _own_places(words: Iterable[SentenceWord], own: set[Province]) -> set[Province]:
    return _places(words) & own


def _tells_of_unit(words: Sequence[SentenceWord]) -> bool:
    roles = [word.role for word in words]
    if len(roles) < _TOLD_INSTEAD:
        return False
    joint, *told = roles
    is_held = told[0] in _STAYING and told[1] is Role.IT  # "I am holding it"
    return joint in _JOINTS and (is_held or (told[0] in _PRONOUNS and told[1] in _DOING))


def holds_denied(words: Sequence[SentenceWord]) -> Iterator[Province]:
    """Yield the regions of units of which a sentence denies that they stay: ``Venice doesn't hold after all``."""
    told = [word for word in words if word.role not in {Role.SMALL, Role.UNKNOWN}]
    is_open = any(word.is_doubtful or word.role in _SUPPOSING for word in words)
    for found in () if is_open else _HELD_NO_MORE.finditer("".join(word.role.value for word in told)):
        yield from (spot.province for word in told[slice(*found.span(1))] for spot in word.spots)


_SUPPOSING = frozenset({Role.CONDITION, Role.CHOICE, Role.REPORT})
_HELD_NO_MORE = re.compile(r"(?<![^,&:bN])(n(?:[,&]+n)*),?[Pe]?(?:!+[hi]+|h+!+)")

_GOES_NOWHERE = re.compile(r"(?P<unit>[nkqe])(?:!+[md]*u?L)(?=[^nk,:&b]*(?:[,:&b]|$))")
_LET_GO_NOWHERE = re.compile(r"!+[lumdWp]{0,3}(?P<unit>[nk])[mdp]*L(?=[^nk,:&b]*(?:[,:&b]|$))")


def with_stays(words: Sequence[SentenceWord]) -> Sequence[SentenceWord]:
    """Return the words in which a unit stays that does "not go anywhere": ``Smyrna doesn't leave port``.

    ``Don't let Vienna leave home``, « la flotte ne va nulle part ».
    """
    if not any(word.role is Role.NOWHERE for word in words):
        return words
    told = [word for word in words if word.role is not Role.SMALL]
    letters = "".join(word.role.value for word in told)
    for pattern in (_GOES_NOWHERE, _LET_GO_NOWHERE):
        for found in pattern.finditer(letters):
            for at in () if {"!", "Z"} & {*letters[found.end() :]} else range(*found.span()):
                role = Role.IMMOBILE if at + 1 == found.end() else Role.SMALL
                told[at] = told[at] if at == found.start("unit") else replace(told[at], role=role)
    return tuple(replace(word, role=Role.UNKNOWN) if word.role is Role.NOWHERE else word for word in told)


_NAMING = frozenset({Role.UNIT, Role.KIND, Role.IT, Role.THERE, *_DOING}) - {Role.TOWARDS}


def without_denials_of_others(words: Sequence[SentenceWord]) -> list[SentenceWord]:
    """Return the words of which a denial is strange that tells of people, and of no unit: ``Italy won't like it``.

    ``l'Allemand ne m'a rien promis``, ``je ne fais pas confiance au Turc``.
    """
    told = list(words)
    joints = [at for at, word in enumerate(told) if word.role in _JOINTS]
    for start, end in pairwise([-1, *joints, len(told)]):
        part = told[start + 1 : end]
        is_title = end < len(told) and told[end].role is Role.COLON
        if any(word.is_people for word in part) and not (is_title or any(word.role in _NAMING for word in part)):
            told[start + 1 : end] = [
                replace(word, role=Role.UNKNOWN) if word.role is Role.DENIAL else word for word in part
            ]
    return told


# --- what is answered, what is told instead of something else


_INSTEAD = frozenset(
    tuple(said.split())
    for said in ("rather than", "instead of", "as opposed to", "plutôt que", "plutôt qu", "au lieu de", "au lieu d")
)
"""In front of what is not done: ``rather than Burgundy``."""
_PLAIN_NO = frozenset(
    {"no", "nope", "nah", "nothing", "nobody", "none", "non", "nan", "rien", "personne", "aucun", "aucune"}
)
"""In front of these, behind a question, no more than its answer stands."""


def with_answers(sentences: Iterable[tuple[SentenceWord, ...]], lexicon: Lexicon) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences; a plain no at the beginning of one, behind a question, is its answer and denies no more.

    ``Munich supports Tyrolia? No - Munich holds``; ``bul s con? no bul hold``; ``Bla S? nothing, Bla-Rum``.
    """
    is_asked = False
    for words in sentences:
        texts = [lexicon.tokens[word.start].text if word.end == word.start + 1 else "" for word in words]
        if is_asked and words[1:] and texts[0] in _PLAIN_NO and words[0].role is not Role.UNIT:
            is_dash = texts[1] == DASH
            is_joint = is_dash or words[1].role in _JOINTS
            behind = words[2 if is_joint else 1 :]
            end = words[0].end
            answer = replace(words[0], role=Role.NO), SentenceWord(Role.COMMA, end, end)
            is_told = any(word.role in _DOING | {Role.CORRECTION} for word in behind)
            is_told = is_told or sum(word.role is Role.UNIT for word in behind) > 1
            is_next = is_joint or any(word.role is Role.UNIT for word in behind[:1])
            yield (*answer, *behind) if is_told and is_next else words
        else:
            yield words
        is_asked = texts[-1:] == ["?"] and words[-1].role is Role.CONDITION and any(word.spots for word in words)


_DENYING = frozenset({Role.DENIAL, Role.NEITHER, Role.CONDITION, Role.CHOICE, Role.NO, Role.CORRECTION})


def without_instead(words: tuple[SentenceWord, ...], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words without what is not done "rather than" something else; all where the same part denies more.

    ``Paris holds rather than move to Picardy``; ``Trieste rather than Vienna moves``; ``Rather than hold, …``. What is
    left is not certain.
    """
    at = next((at for at, word in enumerate(words) if _is_instead(word, lexicon)), None)
    if at is None or sum(word.role in _DENYING for word in words[slice(*_part_around(words, at))]) > 1:
        return words
    start = 1 + max((place for place in range(at) if words[place].role in _JOINTS), default=-1)
    before = {word.role for word in words[start:at]} - {Role.SMALL, Role.UNKNOWN}
    joints = (place for place in range(at + 1, len(words)) if words[place].role in _JOINTS)
    end = next(joints, 0 if start == at else len(words))
    role = words[at - 1].role if at else None
    named = next((place for place in range(at + 1, end) if words[place].role is role), None)
    if named is not None and (before == {Role.UNIT} or role is Role.KIND):
        # the one that does it: "Trieste rather than Vienna moves", "an army rather than a fleet at Brest"
        is_told = role is Role.KIND or any(word.role in _DOING for word in words[named + 1 : end])
        end = named + 1 if is_told else end
    kept = (*words[:at], *words[end + (start == at) :])
    return tuple(replace(word, guessed=word.guessed or bool(word.spots)) for word in kept) if end else words


def _is_instead(word: SentenceWord, lexicon: Lexicon) -> bool:
    said = tuple(one.text for one in lexicon.tokens[word.start : word.end])
    return word.role in _DENYING and said in _INSTEAD


# --- asides, remarks in brackets, emphasis, excuses at the end


_ASIDE = re.compile(r"(?<=n),(?:[uf]+|e),(?=[!mpshic])")
_EMPHASIS = re.compile(r"[,&b]N,n[i!]")
_GLOSS = re.compile(r"(?<=.)\((?!.\))[^()]*\)|(?<=[^n])\(.\)")
_TALKING = frozenset(
    {
        *(Role.UNKNOWN, Role.SOMEBODY, Role.REPORT, Role.NATIONALITY, Role.COMMA, Role.WITH, Role.CORRECTION),
        *(Role.REASON, Role.ITS_SUBJECT, Role.AND, Role.FROM, Role.TOWARDS),
    }
)
"""What is said in brackets beside an order and tells nothing of it."""
_REMARKING = frozenset(
    {
        *(Role.UNIT, Role.KIND, Role.IT, Role.ITS_SUBJECT, Role.TOWARDS, Role.WITH, Role.AND, Role.COMMA, Role.UNKNOWN),
        *(Role.SOMEBODY, Role.REPORT, Role.NATIONALITY, Role.SMALL, Role.SAME, Role.THERE, Role.MOVE, Role.SEND),
    }
)


def without_late_excuses(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words; one that puts right, with nothing named behind it, is strange: ``…, sorry for the delay``."""
    last = max((at for at, word in enumerate(words) if word.role in {Role.UNIT, Role.KIND, Role.IT}), default=-1)
    return [
        replace(word, role=Role.UNKNOWN) if word.role is Role.CORRECTION and at > last >= 0 else word
        for at, word in enumerate(words)
    ]


def without_emphasis(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words without a "no" in the middle behind which a unit stays: ``and no, Brest stays``."""
    letters = "".join(word.role.value for word in words if word.role is not Role.UNKNOWN)
    if not _EMPHASIS.search(letters):
        return words
    return [word for at, word in enumerate(words) if not (at and word.role is Role.NO)]


def without_asides(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words without strange ones, or a pronoun, between commas behind a unit: ``Paris, my dear, holds``."""
    letters = "".join(word.role.value for word in words)
    for found in reversed(list(_ASIDE.finditer(letters))):
        if any(spot.province in own for spot in words[found.start() - 1].spots):
            words = [*words[: found.start()], *words[found.end() :]]
    return words


def without_glosses(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words without brackets behind others that name nothing and leave nothing open: ``(poor things)``."""
    letters = "".join(word.bracket or word.role.value for word in words)
    for found in reversed(list(_GLOSS.finditer(letters))):
        if is_gloss(words[found.start() + 1 : found.end() - 1]):
            words = [*words[: found.start()], *words[found.end() :]]
    return words


def without_names_again(words: Sequence[SentenceWord]) -> Sequence[SentenceWord]:
    """Return the words without brackets that name the place before them again: « Odessa (ou Sébastopol) »."""
    letters = "".join(word.bracket or word.role.value for word in words)
    for found in reversed(list(_NAMED_AGAIN.finditer(letters))):
        named, *inside = words[found.start() : found.end() - 1]
        places = [{spot.province for spot in word.spots} for word in inside if word.spots]
        if places and all(one == {spot.province for spot in named.spots} for one in places):
            words = (*words[: found.start()], replace(named, guessed=True), *words[found.end() :])
    return words


_NAMED_AGAIN = re.compile(r"n\([^()]*n[^()]*\)")


def is_gloss(words: Sequence[SentenceWord]) -> bool:
    """Return whether words in brackets are talk that leaves an order as it is: ``(sorry, France!!)``, ``(at last)``."""
    told = [word for word in words if word.role is not Role.SMALL]
    is_apology = any(word.role is not Role.CORRECTION for word in told)
    return not any(word.is_doubtful or word.role not in _TALKING for word in told) and (is_apology or not told)


def is_remark(words: Sequence[SentenceWord]) -> bool:
    """Return whether words in brackets give no order, and take none back: ``(towards Sevastopol)``."""
    return bool(words) and all(word.role in _REMARKING for word in words)


def without_remarks(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words of a sentence without its remarks in brackets; nothing where it has none."""
    texts = [lexicon.tokens[word.start].text if word.end > word.start else "" for word in words]
    kept: list[SentenceWord] = []
    at = 0
    while at < len(words):
        end = texts.index(")", at) if texts[at] == "(" and ")" in texts[at:] else at
        inside = words[at + 1 : end]
        is_apology = inside[:1] and inside[0].role is Role.CORRECTION  # "(sorry, Vienna!)"
        is_said = is_apology or any(word.role is Role.UNKNOWN for word in inside)
        is_out = end > at and is_remark(inside[1:] if is_apology else inside) and is_said
        kept.extend(() if is_out else words[at : end + 1])
        at = end + 1
    return tuple(kept) if len(kept) < len(words) else ()


# --- talk that denies something of its own


_LEAVING_OPEN = frozenset({Role.CONDITION, Role.CHOICE, Role.CORRECTION, Role.NO})
_OF_ORDERS = frozenset({Role.UNIT, Role.KIND, Role.IT, Role.THERE, Role.HOLD, Role.SUPPORT, Role.CONVOY, Role.SEND})
_FEWEST_IDLE = 2
"""Strange words of a part that denies something of its own behind a name; in front of all, one is enough."""


def without_idle_talk(words: Sequence[SentenceWord], lexicon: Lexicon, own: set[Province]) -> list[SentenceWord]:
    """Return the words with one strange word for a part that denies something of its own, and names nothing of orders.

    ``I'm not going to be polite: Paris to Burgundy``; ``… voir si le Turc dort``. A part that may speak of orders is
    kept, as what stands behind a "but" or asks.
    """
    words = _without_asking_aside(_before_farewell(words, lexicon))
    words = _without_lacking(_without_wondering(words, lexicon, own), lexicon)
    joints = [at for at, word in enumerate(words) if word.role in _JOINTS]
    kept: list[SentenceWord] = []
    is_told = False
    for start, end in pairwise((-1, *joints, len(words))):
        part = words[start + 1 : end]
        is_first = not any(word.role in {Role.UNIT, Role.KIND, Role.IT} for word in words[:end])
        is_behind_but = not is_first and words[start].role is Role.BUT
        brackets = [word.bracket for word in words[: start + 1] if word.bracket]
        is_apart = is_first or brackets[-1:] == ["("]
        idle = part and not is_behind_but and _is_idle_talk(part, lexicon, least=1 if is_apart else _FEWEST_IDLE)
        idle = idle or (is_told and _adds_to_talk(part, lexicon))
        is_told = is_told or any(word.is_people for word in part)
        kept += [replace(part[0], role=Role.UNKNOWN, end=part[-1].end)] if idle else part
        kept += words[end : end + 1]
    return kept


def _is_idle_talk(part: Sequence[SentenceWord], lexicon: Lexicon, least: int) -> bool:
    roles = {word.role for word in part}
    is_open = roles & (_OF_ORDERS | _LEAVING_OPEN) or any(word.is_doubtful for word in part)
    if Role.DENIAL not in roles or is_open:
        return False
    said = sum(word.role in {Role.UNKNOWN, Role.SOMEBODY} and not word.is_people for word in part)
    is_said = said >= (1 if _text_at(part[0], lexicon) in _LACKING else least)
    return is_said and not any(_is_unsettling(word, lexicon) for word in part)


def _adds_to_talk(part: Sequence[SentenceWord], lexicon: Lexicon) -> bool:
    """Whether a part that names nothing denies one more thing of people: ``…, and I'd rather you didn't either``."""
    said = {_text_at(word, lexicon) for word in part}
    return bool(said & {"either", "neither", "plus"}) and not {word.role for word in part} & _OF_ORDERS


def _is_unsettling(word: SentenceWord, lexicon: Lexicon) -> bool:
    """Whether a word may speak of orders; no phrase does that says nothing, nor « sur » for « sûr »."""
    is_quiet = (word.role is Role.SMALL and word.end > word.start + 1) or word.role is Role.TOWARDS
    return not is_quiet and _says_any("unsettling", word, lexicon)


_LACKING = frozenset({"sans", "without"})


def _before_farewell(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words before what is said once all is said, to whom are in the room: ``voilà c'est tout non Léo pas là``.

    What is said to them in between tells nothing: ``Léo tu poses ce couteau``.
    """
    last = max((at for at, word in enumerate(words) if word.role in _OF_ORDERS), default=len(words))
    end = next((at for at in range(last + 1, len(words)) if _says_any("farewell", words[at], lexicon)), len(words))
    is_talk = not any(_is_unsettling(word, lexicon) for word in words[end:])
    told = words[:end] if is_talk else words
    letters = "".join(word.role.value for word in told)
    said = {found.start("you") for found in _SAID_TO_SOMEBODY.finditer(letters)}
    said = {at for at in said if _text_at(told[at], lexicon) in _YOU}
    return [replace(word, role=Role.UNKNOWN) if at in said else word for at, word in enumerate(told)]


def _without_asking_aside(words: Sequence[SentenceWord]) -> Sequence[SentenceWord]:
    """The words without a question in brackets that names nothing: ``(il paraît que tout le monde fait ça ?)``."""
    letters = "".join(word.bracket or word.role.value for word in words)
    for found in reversed(list(_ASKED_ASIDE.finditer(letters))):
        if found[0].count("u") >= _FEWEST_IDLE:
            words = [*words[: found.start()], *words[found.end() :]]
    return words


_ASKED_ASIDE = re.compile(r"\([ueyPpfm, ]*\? *\)")
_SAID_TO_SOMEBODY = re.compile("u *(?P<you>[eP])[u ]{3,}(?=[n,]|$)")
_YOU = frozenset({"tu", "vous", "you"})


def _says_any(table: str, word: SentenceWord, lexicon: Lexicon) -> bool:
    return any(_stands_in(table, one.text) for one in lexicon.tokens[word.start : word.end])


def _without_lacking(words: list[SentenceWord], lexicon: Lexicon) -> list[SentenceWord]:
    """The words in which "without" and strange words, up to a joint, deny nothing: ``en Serbie sans rien dire``."""
    letters = "".join(word.role.value for word in words)
    for found in reversed(list(_LACKS.finditer(letters))):
        first, last = words[found.start()], words[found.end() - 1]
        if _text_at(first, lexicon) in _LACKING:
            words = [*words[: found.start()], replace(first, role=Role.UNKNOWN, end=last.end), *words[found.end() :]]
    return words


_LACKS = re.compile(r"![u !]*u[u !]*(?=[,:b]|$)")


def _without_wondering(words: Sequence[SentenceWord], lexicon: Lexicon, own: set[Province]) -> list[SentenceWord]:
    """The words without what somebody will see, which is no condition: ``on verra bien si le Turc tient parole``."""
    kept = list(words)
    ifs = [at for at, word in enumerate(words) if _text_at(word, lexicon) in _WHETHER]
    seen = [
        (back, at)
        for at in ifs
        for back in range(max(at - _SOON_BEHIND, 0), at)
        if _says_any("seeing", words[back], lexicon)
    ]
    for start, at in seen[:1]:
        end = next((place for place in range(at, len(words)) if words[place].role in _JOINTS), len(words))
        named = (spot.province for word in words[start:end] for spot in word.spots)
        is_own = any(word.role in {Role.KIND, Role.IT} for word in words[start:end]) or any(at in own for at in named)
        if not is_own:
            kept[at:end] = [replace(words[at], role=Role.UNKNOWN, end=words[end - 1].end)]
    return kept


_WHETHER = frozenset({"if", "si", "s", "whether"})


def _stands_in(table: str, text: str) -> bool:
    return any(key in _words_of(table) for key in starred_keys((text,)))


@cache
def _words_of(table: str) -> frozenset[tuple[str, ...]]:
    """The words of a table, those with a star as their keys."""
    return frozenset(starred_phrase(phrase) for phrase in listed_phrases("sentences", table))


_SOON_BEHIND = 3


def _text_at(word: SentenceWord, lexicon: Lexicon) -> str:
    return lexicon.tokens[word.start].text if word.end > word.start else ""
