"""Prepares the words of a sentence that orders are fitted to: without talk beside them, people as their units."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from judge.notation.denials import without_idle_talk
from judge.notation.grammar import WrittenPlace
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, behind_denied_part, is_in, with_leaving_denied
from judge.notation.tables import Notation, OrderPart, people_of_regions
from judge.rules.board import Province

_ENDS = frozenset({Role.COMMA, Role.COLON, Role.AND, Role.BUT})
_TOLD = frozenset({Role.MOVE, Role.TOWARDS, Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})
_SUBJECTS = frozenset({Role.UNIT, Role.KIND})
_OPEN = frozenset({Role.CONDITION, Role.CHOICE, Role.CORRECTION, Role.NO, Role.OTHER_PHASE})


def words_to_fit(words: Sequence[SentenceWord], lexicon: Lexicon, own: set[Province]) -> list[SentenceWord]:
    """Return the words of a sentence that orders are to fit: people as the unit where they live, second thoughts alone.

    ``own`` is where the power's own units stand.
    """
    words = _without_late_conditions(_before_further_condition(words, lexicon), lexicon, own)
    words = _with_helpers_told(words, lexicon, own)
    words = without_idle_talk(_without_nobody(words, lexicon), lexicon, own)
    words = behind_denied_part(with_leaving_denied(words, own), own)
    words = _decided_of_topic(words, lexicon, own)
    told = _behind_preface([_of_people(word, lexicon, own) for word in words], lexicon)
    return _with_second_thoughts(told)


_IF = frozenset({"if", "si"})


def _before_further_condition(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words before "and if", which sets a condition on what stands behind it, and on nothing before it."""
    pairs = pairwise(words)
    at = next(
        (at for at, (one, other) in enumerate(pairs) if one.role is Role.AND and _text_of(other, lexicon) in _IF), 0
    )
    return words[:at] if at and _text_of(words[-1], lexicon) != "?" else words


_NAMING = frozenset({Role.UNIT, Role.KIND, Role.THERE})


_SEASONS = frozenset(
    {"next", "spring", "autumn", "fall", "winter", "year", "printemps", "automne", "hiver", "prochain"}
)


def _without_late_conditions(
    words: Sequence[SentenceWord], lexicon: Lexicon, own: set[Province]
) -> Sequence[SentenceWord]:
    """The words without conditions behind an order that name neither unit nor place: ``… if nobody is at home``.

    So is ``whether France likes it or not``. The order is offered; one that may lead elsewhere is kept as it is.
    """
    at = 0
    if any(_text_of(word, lexicon) in _SEASONS for word in words):  # a plan: "in spring we go to …, if all goes well"
        return words
    while at < len(words):
        word, first = words[at], _text_of(words[at], lexicon)
        is_if = word.role is Role.CONDITION and first.isalpha()
        is_whether = word.role is Role.UNKNOWN and first == "whether"
        if is_if or is_whether:
            end = next((place for place in range(at + 1, len(words)) if words[place].role in _ENDS), len(words))
            inside = words[at + 1 : end]
            is_told = any(one.names_one_of(own) for one in words[:at]) and any(one.role in _TOLD for one in words[:at])
            named = (one for one, before in zip(inside, words[at:], strict=False) if not before.is_people)
            is_open = any(one.role in _NAMING for one in named) or (inside and _text_of(inside[-1], lexicon) == "?")
            if is_told and not is_open and (is_if or any(one.role is Role.CHOICE for one in inside)):
                words = (*words[:at], SentenceWord(Role.UNKNOWN, word.start, words[end - 1].end), *words[end:])
        at += 1
    return words


_HELPING_OUT = re.compile(r"w[ u]*p? *(?P<unit>n) *(?P<verb>u)[u ]*(?P<it>q)?[u ]*(?=[,:&b]|$)")


def _with_helpers_told(words: Sequence[SentenceWord], lexicon: Lexicon, own: set[Province]) -> list[SentenceWord]:
    """The words in which a unit "with" which something is done, by a strange verb that ends in -ing, supports it.

    ``…, with Bulgaria propping it up``, ``with the Ruhr lending its weight``.
    """
    told = list(words)
    for found in _HELPING_OUT.finditer("".join(word.role.value for word in words)):
        unit, verb = (words[found.start(name)] for name in ("unit", "verb"))
        text = _text_of(verb, lexicon)
        is_helping = text.endswith("ing") and (found["it"] or (is_in("lending", lexicon.tokens[verb.start])))
        if is_helping and unit.names_one_of(own):
            told[found.start()] = replace(words[found.start()], role=Role.COMMA)
            told[found.start() + 1 : found.start("unit")] = [
                replace(one, role=Role.UNKNOWN) for one in words[found.start() + 1 : found.start("unit")]
            ]
            told[found.start("verb")] = replace(verb, role=Role.SUPPORT)
    return told


def _without_nobody(words: Sequence[SentenceWord], lexicon: Lexicon) -> list[SentenceWord]:
    """The words without the parts that tell that nobody is somewhere: ``…, nobody seems to be at home there``."""
    kept: list[SentenceWord] = []
    joints = [at for at, word in enumerate(words) if word.role in _ENDS - {Role.AND}]
    for start, end in pairwise((-1, *joints, len(words))):
        part = words[start + 1 : end]
        first = next((word for word in part if word.role not in _LEADING_IN), None)
        is_nobody = start >= 0 and first is not None and _text_of(first, lexicon) in _NOBODY
        is_talk = is_nobody and not any(word.role in _SUBJECTS or word.role is Role.BUT for word in part)
        kept += [SentenceWord(Role.UNKNOWN, part[0].start, part[-1].end)] if is_talk else part
        kept += words[end : end + 1]
    return kept


_NOBODY = frozenset({"nobody", "noone", "personne"})


def _text_of(word: SentenceWord, lexicon: Lexicon) -> str:
    return lexicon.tokens[word.start].text if word.end > word.start else ""


_LEADING_IN = frozenset({Role.SMALL, Role.AND, Role.COMMA, Role.BUT})


def _decided_of_topic(words: list[SentenceWord], lexicon: Lexicon, own: set[Province]) -> list[SentenceWord]:
    """The words with what is decided at last of the unit that they begin with, behind what its writer thought of.

    ``Quant à Munich, j'ai hésité avec la Bourgogne, mais bon, ce sera la Ruhr``.
    """
    first = next((at for at, word in enumerate(words) if word.role not in {*_LEADING_IN, Role.TOWARDS, Role.KIND}), 0)
    unit = words[first] if words and any(spot.province in own for spot in words[first].spots) else None
    turns = (at for at, word in enumerate(words) if word.role is Role.BUT or _text_of(word, lexicon) in _DECIDING)
    turn = max(turns, default=0)
    before, behind = {word.role for word in words[first:turn]}, words[turn + 1 :]
    is_open = any(word.role in _OPEN or word.role in _UNDECIDED for word in behind) or before & (_OPEN | _HELPING)
    goals = [word for word in behind if word.role is Role.UNIT]
    if unit is None or Role.SOMEBODY not in before or is_open or len(goals) != 1 or goals[0].spots == unit.spots:
        return words
    return [*words[:first], unit, SentenceWord(Role.MOVE, goals[0].start, goals[0].start), goals[0]]


_HELPING = frozenset({Role.SUPPORT, Role.CONVOY})
_DECIDING = frozenset({"donc", "finalement", "so", "finally"})
_UNDECIDED = frozenset(
    {Role.DENIAL, Role.SOMEBODY, Role.REPORT, Role.NATIONALITY, Role.SUPPORT, Role.CONVOY, Role.KIND}
)


_TO_THE_POINT = frozenset({"so", "anyway", "anyhow", "ok", "right", "alors", "donc", "bref", "bon"})
_PREFACING = frozenset(
    {Role.UNKNOWN, Role.SMALL, Role.SOMEBODY, Role.TOWARDS, Role.WITH, Role.FROM, Role.AND, Role.COMMA}
    | {Role.DENIAL, Role.CORRECTION, Role.REASON, Role.ITS_SUBJECT}
)
"""What an excuse is made of that stands in front of orders, and names nothing."""


def _behind_preface(words: list[SentenceWord], lexicon: Lexicon) -> list[SentenceWord]:
    """The words behind an excuse that comes to the point: ``g pas mon pc alors armée venise va au tyrol``."""
    first = next((at for at, word in enumerate(words) if word.role in _SUBJECTS), 0)
    points = [at for at in range(1, first) if lexicon.tokens[words[at].start].text in _TO_THE_POINT]
    is_excuse = bool(points) and all(word.role in _PREFACING and not word.is_doubtful for word in words[: points[-1]])
    return words[points[-1] :] if is_excuse else words


def _of_people(word: SentenceWord, lexicon: Lexicon, own: set[Province]) -> SentenceWord:
    """A word for the people of a region in which a unit of the power stands, as that unit: ``the Parisians``."""
    if word.role not in {Role.UNKNOWN, Role.SOMEBODY, Role.NATIONALITY, Role.SMALL} or word.end != word.start + 1:
        return word
    text = lexicon.tokens[word.start].text
    named = people_of_regions(text) or (_people(text, lexicon.own) if word.role is Role.UNKNOWN else ())
    home = next((one for one in named if one in own), None)
    if home is None:
        return word
    return replace(word, role=Role.UNIT, spots=(WrittenPlace(home, "", None, word.start, word.end),))


_STEM = 4
_PEOPLE = (
    *("er", "ers", "an", "ans", "ese", "ite", "ites", "ote", "otes", "ois", "oise", "ien", "iens", "ain"),
    *("ains", "ins", "ais"),
)
"""Endings of the people of a town in both languages: ``Berliners``, ``Munichois``."""


def _people(text: str, own: Notation) -> tuple[Province, ...]:
    """The region whose name begins as a word for people does, if it is the only one."""
    homes = _homes(own).get(text[:_STEM], frozenset()) if text.endswith(_PEOPLE) else frozenset()
    return tuple(homes) if len(homes) == 1 else ()


@cache
def _homes(own: Notation) -> Mapping[str, frozenset[Province]]:
    """The regions whose names of one word begin with some letters."""
    found: defaultdict[str, set[Province]] = defaultdict(set)
    for words, lexemes in own.phrases.items():
        if len(words) == 1 and len(words[0]) > _STEM:
            found[words[0][:_STEM]].update(Province(one.value) for one in lexemes if one.part is OrderPart.PLACE)
    return {stem: frozenset(homes) for stem, homes in found.items()}


_SECOND_THOUGHT = re.compile(r"n(?=[,&b]*[oN][,oNb]*[pfm]*n)")
_MISHEARD = re.compile(r"(?<=[mp])u{1,3},*[oN][,oN]*(?=[pfm]*n)")
"""Behind what leads somewhere: ``goes to mass hay I mean Marseilles``."""
_APOLOGY = re.compile(r"o(?=[^n,:&b]*(?:[,:&b]|$))|\([^n()]*o[^()]*\)")


def _with_second_thoughts(words: list[SentenceWord]) -> list[SentenceWord]:
    """The words in which the second of two regions with a correction between them counts; apologies say nothing.

    ``to Constantinople… sorry, Armenia``; ``(sorry, Vienna)``.
    """
    told = [at for at, word in enumerate(words) if word.role is not Role.SMALL]
    letters = "".join(words[at].bracket or words[at].role.value for at in told)
    said = {at for found in _APOLOGY.finditer(letters) for at in range(*found.span())}
    said.update(at for found in _MISHEARD.finditer(letters) for at in range(*found.span()))
    for found in _SECOND_THOUGHT.finditer(letters):
        behind = next(at for at in range(found.end(), len(letters)) if letters[at] == "n")
        said.update(range(found.start(), behind))
    said = {told[at] for at in said}
    return [replace(word, role=Role.UNKNOWN) if at in said else word for at, word in enumerate(words)]
