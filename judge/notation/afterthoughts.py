"""Reads second thoughts: ``no wait, Prussia`` of the order right above, a help that is no order of one that stands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from judge.notation.corrected_orders import with_other
from judge.notation.correction_words import Correction, CorrectionLine, Cue, Mark, provinces_of, says_where, speaks_of
from judge.notation.corrections import LONGEST_CORRECTION
from judge.notation.lexer import ARROW, DASH, tokens_of
from judge.notation.line import OrderReader
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.board import Unit
from judge.rules.orders import Build, Convoy, Hold, Move, Order, SupportHold, SupportMove, province_of

_THOUGHTS = frozenset({Cue.PUTS_RIGHT, Cue.RETHINKS, Cue.BECOMES, Cue.HARMLESS})
_QUIET = frozenset(
    {Role.SMALL, Role.COMMA, Role.COLON, Role.CORRECTION, Role.NO, Role.TOWARDS, Role.MOVE, Role.UNIT, Role.SEND}
)
_STAYING = frozenset({Role.HOLD, Role.IMMOBILE})
_BESIDE_STAYING = _STAYING | {Role.IT, Role.ITS_SUBJECT, Role.SOMEBODY, Role.THERE}
_NOES = frozenset({"no", "non", "nope", "nah", "nan", "nn"})
_MOST_STRANGE = 1


def read_afterthought(line: str, above: Order, reader: OrderReader) -> Correction | None:
    """Return what a line of second thoughts makes of the order above it: ``no wait, Prussia``; None for any other line.

    One region, coast or kind of unit is put in place of the one above. Where something of it is not certain it is
    likely; where it does not fit, the order above is doubtful.
    """
    if len(line) > LONGEST_CORRECTION:
        return None
    of = CorrectionLine(line, tokens_of(line), (above,), reader, answers=False)
    marks = of.marks_in(0, len(of.tokens))
    thoughts = [mark for mark in marks if mark.cue in _THOUGHTS or _is_that_back(mark, marks)]
    is_no = any(of.tokens[at].text in _NOES and _is_alone(of, at) for at in range(min(2, len(of.tokens))))
    if not is_no and not any(mark.cue is not Cue.HARMLESS for mark in thoughts):
        return None
    told = {at for mark in thoughts for at in range(mark.start, mark.end)}
    words = [word for said in of.sentences_of(line) for word in said if not set(range(word.start, word.end)) & told]
    named = [word for word in words if word.role is Role.UNIT]
    strange = sum(word.role is Role.UNKNOWN and of.tokens[word.start].text not in _NOES for word in words)
    others = [word for word in words if word.role not in _QUIET | {Role.UNKNOWN, Role.KIND, Role.DENIAL}]
    if any(word.role is Role.OTHER_PHASE and word.is_doubtful for word in words):  # "… if I come by one day"
        return None
    if any(word.role in _STAYING for word in words) and not named:
        if strange > _MOST_STRANGE or any(word.role not in _BESIDE_STAYING for word in others):
            return None
        return _stays(line, above, is_certain=not strange and len(others) == 1)
    is_far = strange and any(word.role is Role.FROM for word in others)  # "…, greetings from Moscow"
    if is_far or strange > _MOST_STRANGE or len(named) > 1 or not (named or of.kind_in(line) or of.coast_in(line)):
        return None
    if named and any(spot.province in provinces_of(above) for spot in named[0].spots):
        return None
    said = [word for word in words if of.tokens[word.start].text not in _NOES]
    if named and _is_denied(said, said.index(named[0])):
        return None
    other = with_other(of, above, named, line)
    units = {unit.at.province for unit in reader.scene.units()}
    is_talk = others or strange
    is_of_another = any(word.spots[0].province in units for word in named)  # "Scrap that Paris thing"
    if other is None or (is_talk and is_of_another):
        return Correction(line, doubtful=(above,)) if named and not is_of_another else None
    is_clear = (
        not is_talk and province_of(other) == province_of(above) and all(word.role is not Role.DENIAL for word in words)
    )
    is_clear = is_clear and not any(word.guessed or word.spots[0].province in units for word in named)
    return Correction(line, (other,)) if is_clear else Correction(line, likely=(other,), dropped=(above,))


def _is_denied(words: Sequence[SentenceWord], named: int) -> bool:
    """Whether a denial stands in the clause of a word: ``into Venice I shall not go``."""
    parts = (list(part) for _, part in groupby(enumerate(words), lambda one: one[1].role in {Role.COMMA, Role.COLON}))
    clause = next(part for part in parts if any(at == named for at, _ in part))
    last = max(at for at, word in clause if word.role in {Role.UNIT, Role.KIND})
    return any(word.role is Role.DENIAL and (at < named or at > last) for at, word in clause)  # "…, not the fleet"


def thinks_again(line: str, reader: OrderReader) -> bool:
    """Whether a line has words by which its writer puts something right: ``actually``, « finalement »."""
    of = CorrectionLine(line, tokens_of(line), (), reader, answers=False)
    return any(mark.cue in _THOUGHTS - {Cue.HARMLESS} for mark in of.marks_in(0, len(of.tokens)))


def _is_alone(of: CorrectionLine, at: int) -> bool:
    """Whether a "no" is about what was said before: a region, a kind or a word of staying stands right behind it."""
    behind = of.sentences_of(of.whole(at + 1, len(of.tokens)))
    first = next((word for said in behind for word in said if word.role is not Role.SMALL), None)
    return of.breaks(at + 1) or (first is not None and first.role in {Role.UNIT, Role.CORRECTION} | _STAYING)


def _is_that_back(mark: Mark, marks: Sequence[Mark]) -> bool:
    """Whether a phrase takes back what was just said: ``scratch that``."""
    pairs = {(one.cue, other.cue) for one, other in pairwise(marks) if mark in {one, other}}
    return (Cue.BACK, Cue.THAT) in pairs


def _stays(line: str, above: Order, *, is_certain: bool) -> Correction | None:
    """The unit of the order above stays where it is."""
    unit = province_of(above)
    if unit is None or not isinstance(above, Move | SupportHold | SupportMove | Convoy):
        return None
    hold = Hold(unit)
    return Correction(line, (hold,)) if is_certain else Correction(line, likely=(hold,), dropped=(above,))


def afterthoughts_in(line: str, reader: OrderReader) -> Iterator[tuple[str, str, str]]:
    """Yield each way to part a line into what is said, second thoughts of it, and what is said behind those."""
    if len(line) > _LONGEST_LINE:
        return
    tokens = tokens_of(line)
    of = CorrectionLine(line, tokens, (), reader, answers=False)
    marks = of.marks_in(0, len(tokens))
    ends = [end for _, end in of.groups()] if marks else []
    last = 0
    yield from _parted_by_no(of)
    for mark in marks:
        start = mark.start
        while start and tokens[start - 1].text in _LEADING and start - 1 >= last:
            start -= 1
        is_thought = mark.cue in _THOUGHTS - {Cue.HARMLESS} or _is_that_back(mark, marks)
        if (
            start
            and start >= last
            and is_thought
            and (of.breaks(start) or tokens[start].text == ARROW or _is_dash(of, start - 1))
        ):
            last = next(end for end in ends if end > mark.start)
            front = of.whole(0, start).rstrip(_JOINTS)
            thought = of.whole(start, last)
            back = TAKEN_BACK.match(thought)
            if back and not reader.named_units(back.group()) and reader.unit_of_line(thought[back.end() :]):
                yield front, back["back"], line[tokens[start].start + back.end() :]
            elif len(thought) <= _LONGEST_THOUGHT and of.roles_in(thought) & _SAYING:
                yield front, thought, of.whole(last, len(tokens))


def _parted_by_no(of: CorrectionLine) -> Iterator[tuple[str, str, str]]:
    """The same for a plain no behind dots: ``to Picardy... no, stays Burgundy``."""
    for at, token in enumerate(of.tokens[:-1]):
        front = of.whole(0, at)
        if at and token.text in _NOES and of.breaks(at + 1) and front.endswith(_DOTS):
            thought = of.whole(at, len(of.tokens))
            if len(thought) <= _LONGEST_THOUGHT and of.roles_in(thought) & _SAYING:
                yield front.rstrip(_JOINTS), thought, ""


def _is_dash(of: CorrectionLine, at: int) -> bool:
    """Whether a dash between spaces stands at a token: ``to Galicia - scratch that, Warsaw to Silesia``."""
    return of.tokens[at].text == DASH and f" {of.whole(at, at + 1).strip()} " in of.line


TAKEN_BACK = re.compile(
    r"(?P<back>(?:no, )?\w+ that)(?:,[^.!;:\u2013\u2014-]*)?\s*(?:[.!;]+|[\u2013\u2014-]+(?=\s))\s+", re.IGNORECASE
)
"""What takes back what was just said, with why, up to a stop or a dash: ``Scratch that. Sevastopol to Rumania.``"""
_DOTS = ("..", "…")
_LONGEST_LINE, _LONGEST_THOUGHT = 240, 60
_SAYING = _STAYING | {Role.UNIT, Role.KIND}
_LEADING = _NOES | {"euh", "heu", "er", "um", "uh", "ah", "oh", "hmm", "ou", "or", ARROW}
_JOINTS = " ,;:(\u2013\u2014->"


def names_last(line: str, order: Order, reader: OrderReader) -> bool:
    """Whether the region that a line names last is one of an order; so it is where it names none."""
    tokens = tokens_of(line)
    named = CorrectionLine(line, tokens, (), reader, answers=False).words_of(0, len(tokens))
    regions = {order.at.province} if isinstance(order, Build) else set(provinces_of(order))
    return not named or any(spot.province in regions for spot in named[-1].spots)


@dataclass(frozen=True)
class StayTold:
    """That units stay which were spoken of before: for certain or not, by a word for them or by none."""

    is_certain: bool
    speaks_of_them: bool


def stay_told(clauses: Sequence[str], units: Sequence[Unit], reader: OrderReader) -> StayTold | None:
    """Return what clauses say that have units stay which were spoken of before: ``That fleet does nothing.``.

    They name no other unit or region, and leave nothing open; None where no clause has them stay.
    """
    said = [one for clause in clauses if (one := _stay_in(clause, units, reader))]
    return said[-1] if units and len(said) > 0 and not any(_leaves_open(clause, reader) for clause in clauses) else None


def _stay_in(clause: str, units: Sequence[Unit], reader: OrderReader) -> StayTold | None:
    """What one clause says of that, of the units alone: ``the rest holds`` speaks of others."""
    if _OF_REST.search(clause):
        return None
    if _LEFT.search(clause) and says_where(clause) and len(units) == 1 and not reader.named_places(clause):
        return StayTold(is_certain=True, speaks_of_them=True)
    of = CorrectionLine(clause, tokens_of(clause), (), reader, answers=False)
    them = {at for at, token in enumerate(of.tokens) if token.text in _THEM}
    words = [word for word in _without_thoughts(of) if not them & set(range(word.start, word.end))]
    words = [word for word in words if word.role not in _BESIDE_ANY]
    named = {spot.province for word in words if word.role is Role.UNIT for spot in word.spots}
    kinds = {word.kind for word in words if word.role is Role.KIND}
    roles = {word.role for word in words}
    of_one = roles & {Role.IT, Role.ITS_SUBJECT, Role.KIND} if len(units) == 1 else set()
    is_of_them = bool(them if len(units) > 1 else of_one or them)
    is_theirs = named <= {unit.at.province for unit in units} and kinds <= {None, *(unit.kind for unit in units)}
    is_told = is_of_them or len(named) == len(units) or not (named or kinds or roles & {Role.IT, Role.ITS_SUBJECT})
    if not (roles & _STAYING and roles <= _ABOUT_STAYING and is_theirs and is_told):
        return None
    strange = sum(word.role not in _BESIDE_STAYING | {Role.UNIT, Role.KIND} for word in words)
    if not (is_of_them or named) and (strange or Role.HOLD not in roles):  # "keep waiting for me"
        return None
    return StayTold(not strange, is_of_them or bool(named)) if strange <= _MOST_BESIDE_STAYING else None


def _leaves_open(clause: str, reader: OrderReader) -> bool:
    of = CorrectionLine(clause, tokens_of(clause), (), reader, answers=False)
    return any(word.role in _OPEN or word.is_doubtful for word in _without_thoughts(of))


def _without_thoughts(of: CorrectionLine) -> list[SentenceWord]:
    """The words of a line besides those by which its writer prefers something or thinks again: ``I would prefer``."""
    thoughts = [mark for mark in of.marks_in(0, len(of.tokens)) if mark.cue in _THOUGHTS | {Cue.PREFERS}]
    told = {at for mark in thoughts for at in range(mark.start, mark.end)}
    return [word for said in of.sentences_of(of.line) for word in said if not told & set(range(word.start, word.end))]


_LEFT = re.compile(r"\b(?:leave|keep|laiss\w+|gard\w+)\b", re.IGNORECASE)
_OF_REST = re.compile(r"\b(?:the rest|le reste|others?|else|autres?)\b", re.IGNORECASE)
_OPEN = frozenset({Role.CONDITION, Role.CHOICE, Role.SUPPORT, Role.CONVOY})  # "it stays and supports Rome"
_THEM = frozenset({"they", "both", "them", "all", "elles", "ils", "toutes", "tous", "deux"})
"""What speaks of several units; in the singular of one alone."""
_BESIDE_ANY = frozenset({Role.SMALL, Role.COMMA, Role.COLON, Role.AND, Role.CORRECTION, Role.BUT})
_ABOUT_STAYING = _BESIDE_STAYING | {
    *(Role.UNIT, Role.KIND, Role.UNKNOWN, Role.TOWARDS, Role.MOVE, Role.LEAVE, Role.ITS_PLACE, Role.WISH, Role.SEND),
    *(Role.SAME, Role.THERE),
}
_MOST_BESIDE_STAYING = 3


_HELPING = frozenset({Role.SUPPORT, Role.CONVOY})
_PAIR = 2
_SUPPOSING = frozenset(
    {Role.CONDITION, Role.CHOICE, Role.SOMEBODY, Role.REPORT, Role.OTHER_PHASE, Role.DENIAL, Role.NO, Role.HOLD}
)


def contradicted_by(line: str, standing: Sequence[Order], reader: OrderReader) -> Correction | None:
    """Return the order of a unit of which a line says that it helps another one, and that can be read as no order.

    The order that stands is none that it says; None where the line says it in other words, or supposes something.
    """
    if len(line) > LONGEST_CORRECTION:
        return None
    of = CorrectionLine(line, tokens_of(line), tuple(standing), reader, answers=False)
    by_unit = {province_of(one): one for one in standing}
    for words in of.sentences_of(line):
        told = [word for word in words if word.role not in {Role.SMALL, Role.UNKNOWN, Role.COMMA}]
        spots = [spot.province for spot in told[0].spots if spot.province in by_unit] if len(told) > _PAIR else []
        roles = {word.role for word in told}
        if spots and told[1].role in _HELPING and told[2].spots and not roles & _SUPPOSING:
            stands = by_unit[spots[0]]
            is_said = all(speaks_of(word, stands) for word in told if word.spots)
            if not is_said and not of.orders_in([line]):
                return Correction(line, doubtful=(stands,))
    return None
