"""Reads what a line says of orders given before: which it puts right, which it takes back, which it leaves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from judge.notation.clause_orders import is_all_due
from judge.notation.corrected_orders import (
    does_no_more,
    exchanged,
    for_coast_or_kind,
    help_of,
    helps_told,
    is_asked,
    is_exchange,
    is_to_stay,
    listed_behind,
    names_others,
    orders_of_kinds,
    read_misnamed,
    told_of_it,
    with_armies_carried,
    with_other,
    with_parts_exchanged,
    without_helps_denied,
)
from judge.notation.correction_words import (
    ACTIVE,
    Correction,
    CorrectionLine,
    Cue,
    Mark,
    Piece,
    is_into,
    is_than,
    number_of,
    says_where,
    speaks_of,
    split_last_sentence,
)
from judge.notation.denials import holds_denied
from judge.notation.lexer import tokens_of
from judge.notation.line import OrderReader
from judge.notation.sentence_roles import SPEAKING, Role, SentenceWord
from judge.notation.tables import OrderPart
from judge.rules.orders import Build, Disband, Hold, Move, Order, Retreat, province_of
from judge.rules.position import PhaseKind

LONGEST_CORRECTION = 600  # characters of a line; no longer one is a correction
_JOINTS = frozenset({"and", "et", "but", "mais"})
_SAID_AGAIN = frozenset({Cue.CONTRAST, Cue.BECOMES, Cue.CHANGE, Cue.PREFERS, Cue.BACK})
_PUTTING_RIGHT = frozenset({Cue.PUTS_RIGHT, Cue.RETHINKS})
_PARTING = _SAID_AGAIN | {Cue.TOUCHES}
_ACTS = frozenset({Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})
_NAMING = frozenset({Cue.ALL, Cue.LAST, Cue.ORDINAL})
_WHICH = frozenset({Cue.LAST, Cue.THAT, Cue.ORDINAL})
_MOST_SENTENCES, _MOST_PIECES, _MOST_SPLITS = 12, 16, 6
_REMOVING = (OrderPart.REMOVE, OrderPart.DISBAND, OrderPart.RETREAT)
_PAIR = 2
_MOST_BESIDE = 4  # words beside a verb that takes orders back, where it speaks of all of them


def read_corrections(
    line: str, standing: Sequence[Order], reader: OrderReader, *, answers: bool = False
) -> tuple[Correction | str, ...]:
    """Return the parts of a line in turn: a correction of orders that stand, or the text of any other part.

    ``standing`` are the orders given before, the last one last. Where the line ``answers`` yes, what it excepts counts
    as taken back. Nothing where no part corrects any.
    """
    if len(line) > LONGEST_CORRECTION:
        return ()
    if line.rstrip(' *_"»”').endswith(
        (":", "\uff1a")
    ):  # the title of what stands below: "Ignore all of it. The real thing:"
        said, title = split_last_sentence(line)
        before = read_corrections(said, standing, reader, answers=answers) if said else ()
        return (*before, title) if before else ()
    of = CorrectionLine(line, tokens_of(line), tuple(standing), reader, answers)
    parts = tuple(_parts(of))
    is_any = any(isinstance(part, Correction) and part.says_something for part in parts)
    return parts if is_any else read_misnamed(of)


_TURNING = frozenset({Role.IT, Role.ITS_SUBJECT, Role.BUT})
_STAYING = frozenset({Role.HOLD, Role.IMMOBILE})
_STAYING_OR_HELPING = frozenset({Role.SUPPORT, Role.CONVOY, Role.HOLD, Role.IMMOBILE})


def _parts(of: CorrectionLine) -> Iterator[Correction | str]:
    """Each part in turn."""
    if not any(mark.cue in ACTIVE | {Cue.BESIDES} for mark in of.marks_in(0, len(of.tokens))):
        return
    groups = of.groups()
    for start, end in groups if len(groups) <= _MOST_SENTENCES else ():
        text = of.whole(start, end)
        if not text:
            continue
        found = Group(of, start, end).read()
        kept = next((mark for mark in reversed(of.marks_in(start, end)) if mark.cue is Cue.STANDS), None)
        told = of.whole(start, kept.start) if kept and of.breaks(kept.start) else ""
        if found and found.says_something:
            yield found
        elif kept and of.orders_in([told]):  # "Ukraine stays, the others as before"
            yield told.rstrip(" ,;:")
        else:
            yield Correction(text) if kept and not says_where(text) else text


@dataclass(frozen=True)
class Group:
    """One sentence of the line, or several that belong together, from token ``start`` up to token ``end``."""

    of: CorrectionLine
    start: int
    end: int

    def read(self) -> Correction | None:
        """What it corrects; None where it corrects nothing."""
        text = self.of.whole(self.start, self.end)
        marks = [mark for mark in self.of.marks_in(self.start, self.end) if not self._is_beside(mark)]
        back = [mark for mark in marks if mark.cue is Cue.BACK]
        if back and self._removes(text) and not any(map(self._takes_removal_back, back)):
            marks = [mark for mark in marks if mark.cue is not Cue.BACK]
        if back:
            marks = [mark for mark in marks if mark.cue is not Cue.CHANGE or not self.of.is_put(mark.start)]
        cues = {mark.cue for mark in marks}
        is_besides = Cue.BESIDES in cues and (self.of.answers or Cue.STANDS in cues or Cue.ALL in cues)
        is_long = len(self._pieces(marks)) > _MOST_PIECES
        if is_long or not (cues & ACTIVE or is_besides) or self._is_supposed(cues):
            return None
        found = self._of_cues(marks, cues, is_besides=is_besides)
        if found and is_asked(self.of, self.start, self.end):
            return Correction(text, likely=(*found.given, *found.likely))
        found = with_armies_carried(self.of, found) if found else None
        return replace(without_helps_denied(self.of, found, self.start, self.end), text=text) if found else None

    def _is_beside(self, mark: Mark) -> bool:
        """Whether "that" is what a unit supports, or stands in "where it is"; or "into" is where a unit goes."""
        if mark.cue is Cue.BECOMES and is_into(self.of.tokens[mark.start].text):
            start, end = next(one for one in self.of.sentences() if one[0] <= mark.start < one[1])
            helps = self.of.roles_in(self.of.whole(start, end)) & {Role.SUPPORT, Role.CONVOY}
            return bool(helps) and len(self.of.words_of(start, mark.start)) > 1
        if mark.cue is Cue.THAT and mark.start and self.of.tokens[mark.start - 1].text in {"where", "as"}:
            return True
        lexicon = self.of.reader.lexicon(self.of.tokens[self.start : mark.start])
        helping = (OrderPart.SUPPORT, OrderPart.CONVOY)
        return mark.cue is Cue.THAT and any(lexicon.of(mark.start - self.start - 1, *helping))

    def _of_cues(self, marks: list[Mark], cues: set[Cue], *, is_besides: bool) -> Correction | None:
        """What its cues say of the orders that stand."""
        if found := self._put_right_at_once(marks):
            return found
        if not self.of.standing or self.of.is_swap_denied(self.start, marks):
            return None
        if (held := self._held_no_more()) and held.likely:
            return held
        if Cue.CONTRAST in cues and (instead := self._told_instead(marks)):
            return instead
        if is_besides and (listed := listed_behind(self.of, marks, self.end)):
            return Correction("", dropped=listed)
        if Cue.SWAP in cues and (swapped := self._swapped(marks)):
            return with_parts_exchanged(self.of, swapped)
        for old, new in self._ways(marks):
            if found := self._put_right(old, new):
                return self._with_mistaken(found, marks)
        if held:
            return held
        if Cue.BACK in cues:
            return self._taken_back(marks)
        if is_besides and not cues & ACTIVE:
            return self._excepted(self._pieces(marks))
        for old, _ in self._ways(marks):
            matched = self._contradicted(old)
            each = [self._contradicted([piece]) for piece in old if piece.cue is Cue.CONTRAST]
            if each[1:] and all(each):
                return Correction("", doubtful=tuple(dict.fromkeys(chain.from_iterable(each))))
            if matched:
                return self._told_before(marks, matched) or self._denied(old, matched)
        if is_besides and not cues & (ACTIVE - {Cue.RETHINKS}):  # "yes, but for Venice: after all it stays"
            return self._excepted(self._pieces(marks))
        if Cue.ONLY in cues and (others := self._all_but_those_that_count(marks)):
            return Correction("", doubtful=others)
        if Cue.RECONSIDERS in cues or self._is_thought_again(cues):
            return Correction("", doubtful=self._reconsidered(marks))
        if Cue.PUTS_RIGHT in cues and (mistaken := self._mistaken(marks)):
            return Correction("", doubtful=mistaken)
        return None

    def _reconsidered(self, marks: Sequence[Mark]) -> tuple[Order, ...]:
        """The orders that the clauses name which doubt or deny; those of the whole sentence where they name none."""
        pieces = self._pieces(marks)
        ends = {place for mark in marks if mark.cue is Cue.RECONSIDERS for place in (mark.start, mark.end)}
        ends |= {mark.start for mark in marks if mark.cue is Cue.CONTRAST and mark.end in ends}  # "aren't what I meant"
        doubting = [
            one
            for one in pieces
            if self.of.ends_denied(one) or ({one.start, one.end} & ends and self._names_any([one]))
        ]
        if found := tuple(order for one in doubting for order in self._named_in([one], pieces)):
            return found
        return self._named_in(pieces, ()) if not doubting else ()

    def _names_any(self, pieces: Sequence[Piece]) -> bool:
        return self._names(pieces) or any(self.of.kind_in(self.of.text(one)) for one in pieces)

    def _named_in(self, told: Sequence[Piece], pieces: Sequence[Piece]) -> tuple[Order, ...]:
        """The orders that words name by regions, by kinds of units, or as all but those of the other words."""
        if found := self._units_named(told) or orders_of_kinds(self.of, told):
            return found
        besides = [one for one in pieces if one not in told]
        left = self._units_named(besides) or orders_of_kinds(self.of, besides) or self._counted()
        return tuple(one for one in self.of.standing if left and names_others(self.of, told) and one not in left)

    def _mistaken(self, marks: Sequence[Mark]) -> tuple[Order, ...]:
        """The orders of units that stand alone in front of words for a mistake: « Tunis, je me suis trompé »."""
        starts = {mark.start for mark in marks if self.of.tells_mistake(mark)}
        before = [
            one for one in self._pieces(marks) if one.end in starts and not self.of.is_strange(one.start, one.end)
        ]
        return self._units_named(before) if not self.of.orders_in([self.of.text(one) for one in before]) else ()

    def _all_but_those_that_count(self, marks: Sequence[Mark]) -> tuple[Order, ...]:
        """The orders besides those of which words say that they alone count: ``Only the fleets count``."""
        pieces = self._pieces(marks)
        named = self._units_named(pieces) or orders_of_kinds(self.of, pieces) or self._counted()
        is_said = any(self.of.says_count(one) for one in pieces)
        return tuple(one for one in self.of.standing if named and is_said and one not in named)

    def _held_no_more(self) -> Correction | None:
        """What is told instead of a hold that is denied: « Venise ne reste pas à quai, elle soutient aussi … »."""
        text = self.of.whole(self.start, self.end)
        named = {at for words in self.of.sentences_of(text) for at in holds_denied(words)}
        old = tuple(one for one in self.of.standing if isinstance(one, Hold) and one.at in named)
        told = [order for order, _ in self.of.orders_in([text])] if old else []
        new = tuple(order for order in told if order not in self.of.standing and not isinstance(order, Hold))
        return Correction("", likely=new, dropped=old) if old else None

    def _told_instead(self, marks: Sequence[Mark]) -> Correction | None:
        """What a unit does in place of what is denied: ``MAR ne va plus en Piémont, elle soutient GAS``."""
        start = max((mark.end for mark in marks if mark.start == self.start), default=self.start)
        text = self.of.whole(start, self.end)
        roles = self.of.roles_in(text)
        is_told = roles & _STAYING_OR_HELPING and roles & _TURNING and len(self.of.sentences_of(text)) == 1
        read = self.of.orders_in([text]) if is_told else []
        old = [one for one in self.of.standing if any(province_of(one) == province_of(order) for order, _ in read)]
        new = tuple(order for order, _ in read)
        is_one = len(old) == len(new) == 1 and new != tuple(old) and not isinstance(new[0], Move)
        return Correction("", likely=new, dropped=tuple(old)) if is_one else None

    def _told_before(self, marks: Sequence[Mark], matched: tuple[Order, ...]) -> Correction | None:
        """What the words before a contradiction give the one unit of it: ``RUM stays and supports SER instead …``."""
        start = max((mark.end for mark in marks if mark.start == self.start), default=self.start)
        end = next((mark.start for mark in marks if mark.cue is Cue.CONTRAST), start)
        told = [order for order, _ in self.of.orders_in([self.of.whole(start, end)])] if end > start else []
        is_other = len(matched) == len(told) == 1 and told[0] not in self.of.standing
        same = is_other and province_of(told[0]) == province_of(matched[0])
        return Correction("", likely=tuple(told), dropped=matched) if same else None

    def _is_thought_again(self, cues: set[Cue]) -> bool:
        """Whether its writer has thought again and means to do something now: ``After all, Paris minds the shop``."""
        text = self.of.whole(self.start, self.end)
        is_told = self.of.roles_in(text) & {Role.SOMEBODY, Role.REPORT}
        return Cue.RETHINKS in cues and not is_told and not self.of.orders_in([text])

    def _with_mistaken(self, found: Correction, marks: Sequence[Mark]) -> Correction:
        """What is put right, with the order of another unit that stands right beside words of regret."""
        ends = {place for mark in marks if mark.cue is Cue.RECONSIDERS for place in (mark.start, mark.end)}
        beside = [piece for piece in self._pieces(marks) if {piece.start, piece.end} & ends] if ends else []
        told = {province_of(order) for order in (*found.given, *found.likely, *found.dropped)}
        doubted = tuple(order for order in self._units_named(beside) if province_of(order) not in told)
        return replace(found, doubtful=(*found.doubtful, *doubted))

    def _excepted(self, pieces: Sequence[Piece]) -> Correction | None:
        """What stands beside words that keep the other orders: an order of its own, or units that are to have none."""
        told = self.of.orders_in([self.of.text(piece) for piece in pieces])
        new = [(order, sure) for order, sure in told if order not in self.of.standing]
        given = tuple(order for order, sure in new if sure)
        if told:
            return Correction("", given, tuple(order for order, sure in new if not sure))
        return Correction("", dropped=self._units_named(pieces))

    def _swapped(self, marks: Sequence[Mark]) -> tuple[Order, ...]:
        """The orders of units that are to get each other's, where the sentence gives no order itself."""
        pieces = self._pieces(marks)
        if self.of.orders_in([self.of.text(piece) for piece in pieces]):
            return ()
        words = self._words(pieces)
        told = self._units_named(pieces) if words else self.of.pair_told(self.start, self.end) or self.of.standing
        about = tuple(one for one in self.of.standing if len(words) == 1 and speaks_of(words[0], one))
        return next((pair for pair in (about, told) if len(pair) == _PAIR), ())

    def _removes(self, text: str) -> bool:
        """Whether what would take an order back is one: ``Drop A WAR``, where units are removed or driven out."""
        is_movement = self.of.reader.scene.position.phase.kind is PhaseKind.MOVEMENT
        lexicon = self.of.reader.lexicon(self.of.tokens[self.start : self.end])
        acts = () if any(isinstance(one, Build) for one in self.of.standing) else _REMOVING
        is_removal = any(any(lexicon.of(at, *acts)) for at in lexicon.places)
        return not is_movement and (is_removal or bool(self.of.orders_in([text])))

    def _takes_removal_back(self, mark: Mark) -> bool:
        """Whether it is a removal that words take back: « Annulez le retrait de Venise »."""
        lexicon = self.of.reader.lexicon(self.of.tokens[mark.end : self.end])
        noun = next((at for at in lexicon.places if not any(lexicon.of(at, OrderPart.FILLER))), None)
        return noun is not None and noun > 0 and any(lexicon.of(noun, *_REMOVING))

    def _denied(self, old: Sequence[Piece], matched: tuple[Order, ...]) -> Correction:
        """The orders that are contradicted: denied with unit and target they are dropped, else asked about."""
        is_whole = len(matched) == 1 and len(self._words(old)) > 1
        return Correction("", dropped=matched) if is_whole else Correction("", doubtful=matched)

    def _words(self, pieces: Sequence[Piece]) -> list[SentenceWord]:
        return [word for piece in pieces for word in self.of.words_of(piece.start, piece.end)]

    def _is_supposed(self, cues: set[Cue]) -> bool:
        """Whether the sentence sets a condition, or tells of somebody else where it corrects."""
        own = {str(unit.power) for unit in self.of.reader.scene.units()}
        telling = {Cue.BACK} if Cue.BACK in cues else ACTIVE
        return Cue.CONDITION in cues or any(
            self._powers_in(piece.start, piece.end) - own
            or self.of.names_people(piece.start, piece.end)
            or self.of.reports(piece)
            for piece in self._clauses()
            if {mark.cue for mark in self.of.marks_in(piece.start, piece.end)} & telling
        )

    def _clauses(self) -> Iterator[Piece]:
        start = self.start
        for place in range(self.start + 1, self.end + 1):
            if place == self.end or self.of.breaks(place) or self.of.runs_on(place):
                yield Piece(start, place)
                start = place

    def _powers_in(self, start: int, end: int) -> set[str]:
        lexicon = self.of.reader.lexicon(self.of.tokens[start:end])
        return {one.lexeme.value for at in lexicon.places for one in lexicon.of(at, OrderPart.POWER)}

    # --- the old and the new

    def _pieces(self, marks: Sequence[Mark]) -> list[Piece]:
        """The words between cues and commas, in turn; behind a contrast an "and" ends them too."""
        at_mark = {mark.start: mark for mark in marks}
        pieces: list[Piece] = []
        cue: Cue | None = None
        is_told_which = False
        begin = place = self.start
        while place < self.end:
            token = self.of.tokens[place]
            mark = at_mark.get(place)
            is_joint = (
                token.text in _JOINTS
                and place > begin
                and (cue is Cue.CONTRAST or (cue is Cue.BACK and self.of.is_put(place + 1)))
            )
            if mark or is_joint or (place > begin and self.of.breaks(place)):
                is_led = bool(mark and mark.cue is Cue.BACK and self.of.tokens[place - 1].text in SPEAKING)
                if place - is_led > begin:  # « pour Rome j'annule »
                    pieces.append(Piece(begin, place - is_led, cue))
                    cue = None
                begin = place
            is_cut = cue is Cue.BACK and place == begin and self.of.breaks(place)
            before = self.of.text(pieces[-1]) if is_cut and pieces else ""  # "Holland to the Ruhr: cancel, it holds"
            if is_cut and (is_told_which or self.of.reader.named_units(before)):
                pieces.append(Piece(place, place, cue))
                cue = None
            is_told_which = bool(mark and mark.cue in _WHICH)
            if mark:
                cue = mark.cue if mark.cue in _PARTING or cue is None else cue
                begin = place = mark.end
            elif is_joint or token.text in {"(", ")", ":", ";"}:
                begin = place = place + 1
            else:
                place += 1
        if begin < self.end:
            pieces.append(Piece(begin, self.end, cue))
        return pieces

    def _ways(self, marks: Sequence[Mark]) -> Iterator[tuple[list[Piece], list[Piece]]]:
        """The ways to tell the words that no longer count from those that do."""
        pieces = [piece for piece in self._pieces(marks) if piece.cue is not Cue.TOUCHES]
        changed = next((piece for piece in pieces if piece.cue in {Cue.CHANGE, Cue.SWAP}), None)
        if changed:
            others = [piece for piece in pieces if piece is not changed]
            for at in self._joints_in(changed):
                yield [Piece(changed.start, at)], [Piece(at + 1, changed.end), *others]
        preferred = next((piece for piece in pieces if piece.cue is Cue.PREFERS), None)
        if preferred:
            others = [piece for piece in pieces if piece is not preferred]
            for at in self._joints_in(preferred, than=True):
                yield [Piece(at + 1, preferred.end)], [Piece(preferred.start, at), *others]
        if any(piece.cue is Cue.CONTRAST for piece in pieces):
            old = [piece for piece in pieces if piece.cue is Cue.CONTRAST]
            yield old, [piece for piece in pieces if piece not in old]
        elif at := next((at for at, piece in enumerate(pieces) if piece.cue is Cue.BECOMES), 0):
            yield pieces[:at], pieces[at:]
        if any(piece.cue in _SAID_AGAIN - {Cue.BECOMES, Cue.CHANGE, Cue.PREFERS} for piece in pieces):
            return
        yield [], pieces

    def _joints_in(self, changed: Piece, *, than: bool = False) -> list[int]:
        """Where what a unit is changed into may begin, or what something is preferred to."""
        is_joint = is_than if than else is_into
        places = [at for at in range(changed.start + 1, changed.end - 1) if is_joint(self.of.tokens[at].text)]
        return [at for at in places if self.of.words_of(changed.start, at)][:_MOST_SPLITS]

    def _put_right_at_once(self, marks: Sequence[Mark]) -> Correction | None:
        """The orders of a sentence that puts right what it has just said: ``Boh - Sil, sorry, I mean Boh - Mun``."""
        cue = next((mark for mark in marks if mark.cue in _PUTTING_RIGHT and mark.start > self.start), None)
        if cue is None or any(mark.cue in _SAID_AGAIN for mark in marks):
            return None
        pieces = self._pieces(marks)
        first, then = (
            self.of.orders_in([self.of.text(one) for one in pieces if (one.start < cue.start) is is_before])
            for is_before in (True, False)
        )
        units = {province_of(order) for order, _ in then}
        if not units or not units <= {province_of(order) for order, _ in first}:
            return None
        kept = [order for order, sure in first if sure and province_of(order) not in units]
        sure = all(is_sure for _, is_sure in (*first, *then))
        told = (*kept, *(order for order, _ in then))
        return Correction("", told) if sure else Correction("", likely=told)

    def _put_right(self, old: list[Piece], new: list[Piece]) -> Correction | None:
        """The orders that stand now in the place of others; None where nothing says which."""
        was = [piece for piece in new if self.of.tells_what_was(piece)]
        new = [piece for piece in new if piece not in was]
        old_text = [self.of.text(piece) for piece in old]
        new_text = [self.of.text(piece) for piece in new]
        read = self.of.orders_in(new_text)
        matched = self._contradicted(old) or self._held_until_now(old, [order for order, _ in read])
        by_unit = {province_of(one): one for one in self.of.standing}
        told = [
            (order, sure) for order, sure in read if order not in self.of.standing and not self._is_old(order, old_text)
        ]
        changed = [(order, sure) for order, sure in told if province_of(order) in by_unit]
        if changed:
            units = {province_of(order) for order, _ in told}
            gone = tuple(one for one in matched if province_of(one) not in units and does_no_more(one, told))
            gone = gone if self._names(old) else ()  # "a fleet at Ankara, not an army"
            is_certain = not old or bool({province_of(one) for one in matched} & units) or bool(gone)
            given = tuple(order for order, sure in told if is_certain and (sure or matched))
            rest = tuple(one for one in matched if province_of(one) not in units and one not in gone)
            likely = tuple(order for order, _ in told if order not in given)
            is_doubted = any(mark.cue is Cue.RECONSIDERS for mark in self.of.marks_in(self.start, self.end))
            staying = [by_unit[one.at] for one in likely if is_doubted and isinstance(one, Hold) and one.at in by_unit]
            return Correction("", given, likely, (*gone, *(one for one in staying if one not in gone)), rest)
        if told and matched and all(does_no_more(one, told) for one in matched):
            likely = () if is_exchange(told) else tuple(order for order, sure in told if not sure)
            return Correction("", tuple(order for order, _ in told if order not in likely), likely, dropped=matched)
        if told and not old and is_exchange(told) and len(self.of.standing) == len(told):
            other, standing = tuple(order for order, _ in told), self.of.standing
            gone = tuple(one for one in standing if province_of(one) not in {*map(province_of, other)})
            is_all = is_all_due(len(told), self.of.reader.scene)
            return Correction("", other, dropped=gone) if is_all else Correction("", other, doubtful=standing)
        if not old and any(sure for _, sure in told):  # orders of other units: they put none of those right
            return None
        return self._substituted(matched, new, new_text, was)

    def _is_old(self, order: Order, old_text: Sequence[str]) -> bool:
        return any(order == one for one, _ in self.of.orders_in(old_text)) if old_text else False

    def _contradicted(self, old: Sequence[Piece]) -> tuple[Order, ...]:
        """The orders that stand and that words speak of: one of them as a whole, else those with all regions named."""
        if not old:
            return ()
        said = {order for order, _ in self.of.orders_in([self.of.text(piece) for piece in old])}
        if whole := tuple(one for one in self.of.standing if one in said):
            return whole
        start = max(at for at in range(self.start, old[0].start + 1) if at == self.start or self.of.breaks(at))
        before = self.of.words_of(start, old[0].start)  # up to the last comma: "Rome won't" before "go to Venice"
        kind = self.of.kind_in(" ".join(self.of.text(piece) for piece in old))
        words = self._words(old) or ([] if kind else before)
        if not words:
            return tuple(one for one in self.of.standing if isinstance(one, Build) and one.kind is kind)
        found = [one for one in self.of.standing if all(speaks_of(word, one) for word in words)]
        moves = [one for one in found if isinstance(one, Move | Retreat)]
        units = {spot.province for word in before for spot in word.spots}
        own = units & {unit.at.province for unit in self.of.reader.scene.units()}
        is_of_other = bool(own) and own.isdisjoint(map(province_of, found))
        if is_of_other and Role.MOVE in self.of.roles_in(self.of.text(Piece(self.start, old[0].end))):
            return ()  # "Brest can't go to Paris" says nothing of the army that goes there
        return tuple([one for one in found if province_of(one) in units] or moves or found)

    def _held_until_now(self, old: Sequence[Piece], told: Sequence[Order]) -> tuple[Order, ...]:
        """The holds of units that are told something else where one is denied: ``Venice, instead of holding, …``."""
        is_hold = any(self.of.roles_in(self.of.text(piece)) & _STAYING for piece in old)
        units = set(map(province_of, told))
        return tuple(one for one in self.of.standing if is_hold and isinstance(one, Hold) and one.at in units)

    def _substituted(
        self, matched: tuple[Order, ...], new: Sequence[Piece], new_text: Sequence[str], was: Sequence[Piece]
    ) -> Correction | None:
        """The order of one unit with another region, coast or kind in it; what ``was`` may name its unit."""
        by_unit = {province_of(one): one for one in self.of.standing}
        units = [word for word in self._words(was) if any(spot.province in by_unit for spot in word.spots)]
        words = [*units[:1], *self._words(new)]
        named = [spot.province for word in words for spot in word.spots if spot.province in by_unit]
        inside = [one for one in matched if province_of(one) in named] or list(matched)
        candidates = inside or [by_unit[at] for at in named[:1]]
        of_kind = orders_of_kinds(self.of, new) if not candidates and len(words) == 1 else ()
        candidates = candidates or (list(of_kind) if len(of_kind) == 1 else [])
        if not candidates and len(words) <= 1:
            candidates = for_coast_or_kind(self.of, words, new_text)
        found: dict[Order, Order] = {}
        for one in candidates:
            targets = [word for word in words if all(spot.province != province_of(one) for spot in word.spots)]
            is_itself = isinstance(one, Disband) and words and not targets  # "The Warsaw army is to go"
            is_itself = is_itself or any(is_to_stay(self.of, target, self.start, self.end) for target in targets)
            if other := None if is_itself else with_other(self.of, one, targets, " ".join(new_text)):
                found[one] = other
        if len(found) != 1:
            return exchanged(self.of, matched, words, new_text)
        ((old, other),) = found.items()
        is_moved = isinstance(other, Build | Disband) and province_of(old) != province_of(other)
        if is_moved and (named_as := exchanged(self.of, matched, words, new_text)):
            return named_as
        is_certain = not is_moved and (isinstance(other, Build) or bool(named and matched))
        return Correction("", (other,)) if is_certain else Correction("", likely=(other,), dropped=(old,))

    def _taken_back(self, marks: Sequence[Mark]) -> Correction:
        """The orders that a sentence takes back, and those that it gives beside that."""
        pieces = self._pieces(marks)
        at = next((at for at, piece in enumerate(pieces) if piece.cue is Cue.BACK), len(pieces))
        subject = at - 1 if at and pieces[at - 1].end - pieces[at - 1].start == 1 else at  # "I" of "I withdraw"
        is_silent = subject < at and not self._names(pieces[subject:at])
        back = pieces[at : at + 1]
        others = [*(pieces[:subject] if is_silent else pieces[:at]), *pieces[at + 1 :]]
        said = pieces[at - 1 : at] if subject == at and self._names(pieces[at - 1 : at]) else others[:1]
        named = (
            self._units_named(back)
            or self._counted()
            or orders_of_kinds(self.of, back)
            or (() if back and self._names(back) else self._units_named(said) or helps_told(self.of, back or said))
        )
        given = [(order, sure) for order, sure in self.of.orders_in([self.of.text(one) for one in others])]
        if not (named or any(sure for _, sure in given)):
            named = tuple(one for each in others for one in self._units_named([each]))
        named = (*named, *help_of(self.of, named, self.start, self.end))
        cues = {mark.cue for mark in marks}
        told = {role for one in back for role in self.of.roles_in(self.of.text(one))} & _ACTS
        is_of_it = not (named or told or cues & _NAMING or self._names(back))  # "London to the Channel, never mind"
        gone = {order for order, _ in self.of.orders_in([self.of.text(one) for one in pieces[:at]])} if is_of_it else ()
        new = [(order, sure) for order, sure in given if order not in self.of.standing and order not in gone]
        is_that = Cue.THAT in cues and not (back and self._names(back))
        if new and (not named or is_that):
            return Correction(
                "", tuple(order for order, sure in new if sure), tuple(order for order, sure in new if not sure)
            )
        if len(named) == 1 and not new:  # "Forget it for Rome, have her stay", « J'annule pour Rome : elle reste »
            new = [(one, False) for one in (told_of_it(self.of, named[0], back, others),) if one]
        if named:
            sure, likely = (tuple(order for order, is_sure in new if is_sure is wanted) for wanted in (True, False))
            left = tuple(one for one in named if province_of(one) not in set(map(province_of, sure)))
            return Correction("", sure, likely, dropped=left)
        if Cue.ALL in cues:
            return Correction("", dropped=self.of.standing)
        is_short = sum(piece.end - piece.start for piece in pieces) <= _MOST_BESIDE
        is_end = any(mark.cue is Cue.BACK and self.of.breaks(mark.end) for mark in marks)
        is_bare = not (gone or self._names(pieces)) and (is_short or is_end)
        return Correction("", doubtful=self.of.standing if is_bare else ())

    def _names(self, pieces: Sequence[Piece]) -> bool:
        return any(self.of.words_of(piece.start, piece.end) for piece in pieces)

    def _units_named(self, pieces: Sequence[Piece]) -> tuple[Order, ...]:
        """The orders that words name: as a whole, by their units, else by where they lead."""
        whole = self._contradicted(pieces)
        said = {order for order, _ in self.of.orders_in([self.of.text(piece) for piece in pieces])} if pieces else set()
        is_one = len(whole) == 1 and any(map(self.of.is_tied, pieces))
        if whole and (set(whole) <= said or is_one):
            return whole
        words = self._words(pieces)
        by_unit = {province_of(one): one for one in self.of.standing}
        units = tuple(by_unit[spot.province] for word in words for spot in word.spots if spot.province in by_unit)
        if units:
            return tuple(dict.fromkeys(units))
        is_clear = not any(self.of.is_strange(piece.start, piece.end) for piece in pieces)
        return tuple(one for one in self.of.standing for word in words if is_clear and speaks_of(word, one))

    def _counted(self) -> tuple[Order, ...]:
        """The orders named by their number, or as the last one; "that" alone on a line may mean all of them."""
        found: list[Order] = []
        marks = self.of.marks_in(self.start, self.end)
        behind = {mark.end - 1 for mark in marks if mark.cue is Cue.BACK}
        for mark in marks:
            word = self.of.tokens[mark.end - 1].text
            if mark.cue is Cue.ORDINAL and (number := number_of(word)) is not None:
                found += self.of.standing[number : number + 1]
            is_that = mark.cue is Cue.THAT and mark.start - 1 in behind and not self.of.breaks(mark.start)
            is_that = is_that and (self._follows_order() or len(self.of.standing) == 1)
            if mark.cue is Cue.LAST or is_that:
                found.append(self.of.standing[-1])
        return tuple(dict.fromkeys(found))

    def _follows_order(self) -> bool:
        """Whether an order stands before it on its line, so that "that" is no other one."""
        return bool(self.of.orders_in([self.of.text(Piece(0, self.start))]))
