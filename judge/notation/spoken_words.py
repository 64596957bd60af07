"""Tells apart what words of speech do: "has a go at" and "has gone", a dash before "it", a "so" behind a denial."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.notation.lexer import DASH
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, tables_of

_TOLD = frozenset({Role.MOVE, Role.TOWARDS, Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})


def as_spoken(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words of a sentence as they are meant where people speak."""
    whole = _there_inside(_without_its(words, lexicon), lexicon)
    words = _without_back(tuple(_with_other_ones(_behind_thanks(whole, lexicon), lexicon)), lexicon)
    told = _standing_by(tuple(_with_tries(_with_help_understood(words, lexicon), lexicon)), lexicon)
    return tuple(_with_ends_of_denials(tuple(_with_pauses(told, lexicon)), lexicon))


def _without_its(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words without a « c » for « c'est » before a strange word: « slt c yann »."""
    pairs = zip(words, (*words[1:], None), strict=True)
    return [
        replace(word, role=Role.SMALL)
        if behind and behind.role is Role.UNKNOWN and _text_of(word, lexicon) == "c" and word.role is Role.CONVOY
        else word
        for word, behind in pairs
    ]


def _without_back(words: Sequence[SentenceWord], lexicon: Lexicon) -> Sequence[SentenceWord]:
    """The words, a "back" that ends its part as no help: ``Get Yorkshire back!``."""
    return [
        replace(word, role=Role.SMALL)
        if word.role is Role.SUPPORT and _text_of(word, lexicon) == "back" and (behind is None or behind.role in _ENDS)
        else word
        for word, behind in zip(words, (*words[1:], None), strict=True)
    ]


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


IF = frozenset({"if", "si", "s"})


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


_HELPED = frozenset({Role.UNIT, Role.IT, Role.SMALL})


def _standing_by(words: Sequence[SentenceWord], lexicon: Lexicon) -> Iterator[SentenceWord]:
    """Yield the words, "stand by" before a unit as help for it: ``Rumania will stand by it in support``."""
    is_helping = False
    for before, word, behind in zip((None, *words), words, (*words[1:], None), strict=False):
        is_by = _text_of(word, lexicon) == "by" and behind is not None and behind.role in _HELPED
        is_stood = before is not None and before.role is Role.HOLD and _text_of(before, lexicon).startswith("stand")
        is_standing = word.role is Role.HOLD and _text_of(word, lexicon).startswith("stand")
        if is_standing and behind is not None and _text_of(behind, lexicon) == "by":
            following = words[words.index(behind) + 1 :]
            is_helping = bool(following) and following[0].role in _HELPED
            yield replace(word, role=Role.SUPPORT, guessed=True) if is_helping else word
        elif is_helping and is_by and is_stood:
            yield replace(word, role=Role.SMALL)
        elif is_helping and word.role is Role.SUPPORT:
            yield replace(word, role=Role.UNKNOWN)
        else:
            yield word


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
