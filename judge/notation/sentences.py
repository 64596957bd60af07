"""Reads a line as sentences: what each of them orders, in whatever words, where it has one legal reading."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.notation.clause_orders import ClauseOrder, with_helped_of_others
from judge.notation.clauses import ReadSentence, read_sentence
from judge.notation.denials import without_remarks
from judge.notation.effort import once_a_letter
from judge.notation.fit_words import words_to_fit
from judge.notation.lexer import LineToken, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import Misread, MisreadReason, Offered, OfferReason, OrderReader
from judge.notation.loose_reading import guessing_lexicon, is_legal, without_brackets
from judge.notation.prose import is_greeting
from judge.notation.season_clauses import read_season_sentence
from judge.notation.season_fitting import fitted_season_orders
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.sentence_words import sentence_words
from judge.notation.spoken_words import with_orders_shared
from judge.notation.tables import OrderPart, kinds_in_other_words, regions_of_adjective
from judge.rules.board import Province
from judge.rules.orders import Hold, Move, Order, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind

LONGEST_TEXT = 3000
"""Characters of a line; no longer one is read as sentences."""
_DENYING = frozenset({Role.NO, Role.DENIAL})
_OF_MERE_NO = frozenset(
    {Role.NO, Role.DENIAL, Role.COMMA, Role.SMALL, Role.IT, Role.CORRECTION, Role.BUT, Role.SOMEBODY}
)
_DOING = frozenset({Role.HOLD, Role.IMMOBILE, Role.MOVE, Role.SUPPORT, Role.CONVOY, Role.SEND})
_SHORT_DENIAL = 5
"""Words; so short a sentence takes back what was said right before it: ``No, not today.``"""

_MOST_GUESSED = 40
"""Words of a line in which a unit is looked for under a name with a slip, where none stands under its own."""
_PAIR = 2
_LONGEST_ROW = 12
_OF_CELLS = frozenset("()|/:;*#_=")
"""Signs that part the cells in the row of a table."""

_Found = tuple[ReadSentence, tuple[SentenceWord, ...]]
PieceRead = tuple[str, Order | Misread | Offered]


def read_sentences(
    line: str,
    reader: OrderReader,
    otherwise: Callable[[str], Sequence[PieceRead]],
    *,
    is_loose: bool = False,
    is_beside: bool = False,
) -> Iterator[PieceRead]:
    """Yield what each sentence of a line orders, clause by clause, in turn; nothing where none orders anything.

    ``otherwise`` reads a sentence that orders nothing in words. An order is offered where its words say more than
    orders do, where a sentence that is no order stands before it, and where the line denies something. Where
    ``is_loose``, clauses are read of sentences that cannot be read as a whole, and all of it is to be offered; some
    only where the line ``is_beside`` other orders.
    """
    if len(line) <= LONGEST_TEXT:
        yield from _Text(line, reader, otherwise, is_loose, is_beside).pieces()


@dataclass(frozen=True)
class FittedSentence:
    """A sentence with the orders that fit what it names; ``is_whole`` if all of that has a part in one of them."""

    text: str
    orders: tuple[tuple[str, Order], ...]
    is_whole: bool


def fitted_sentences(line: str, reader: OrderReader, earlier: Sequence[Order]) -> tuple[FittedSentence, ...]:
    """Return the sentences of a line that name units and places which legal orders fit, with these (0297).

    ``earlier`` are the orders above the line, to which its pronouns may refer. Nothing is certain of what is found.
    """
    if len(line) > LONGEST_TEXT:
        return ()
    above = tuple(ClauseOrder(order, 0, 0) for order in earlier)
    text = _Text(line, reader, lambda _: (), is_fitted=True, above=above)
    return once_a_letter((fitted_sentences, line, reader.key, above), lambda: tuple(text.fitted()))


def is_talk(sentence: str, reader: OrderReader) -> bool:
    """Return whether a sentence speaks of no unit, no region, no order; a mere no speaks of what stands before it."""
    lexicon = reader.lexicon(tokens_of(sentence))
    words = [word for one in sentence_words(sentence, lexicon, frozenset()) for word in one]
    roles = {word.role for word in words}
    is_short = len([word for word in words if word.role not in {Role.COMMA, Role.SMALL}]) <= _SHORT_DENIAL
    is_no = roles <= _OF_MERE_NO or (is_short and words[0].role in {Role.NO, Role.CORRECTION})
    is_told = Role.IT in roles and bool(roles & _DOING) and Role.CONDITION not in roles
    return not (is_no or is_told or Role.KIND in roles or any(word.spots for word in words))


@dataclass(frozen=True)
class _Text:
    """A line of sentences."""

    line: str
    reader: OrderReader
    otherwise: Callable[[str], Sequence[PieceRead]]
    is_loose: bool = False
    is_beside: bool = False
    is_fitted: bool = False
    above: tuple[ClauseOrder, ...] = ()

    def fitted(self) -> Iterator[FittedSentence]:
        """The sentences that orders fit."""
        lexicon = self.reader.lexicon(tokens_of(self.line))
        if self.reader.scene.board.war.troops or not (self._names_unit(lexicon) or self._may_name_unit(lexicon)):
            return
        tokens = without_brackets(lexicon)
        for read, _ in _without_taken_back(self._found(tokens)):
            orders = tuple((self._said(one, tokens), one.order) for one in read.orders)
            if orders:
                yield FittedSentence(self._text(read, tokens), orders, read.is_whole)

    def _said(self, one: ClauseOrder, tokens: Sequence[LineToken]) -> str:
        return self.line[tokens[one.start].start : tokens[one.end - 1].end]

    def pieces(self) -> Iterator[PieceRead]:
        lexicon = self.reader.lexicon(tokens_of(self.line))
        if self.reader.scene.board.war.troops or not (self._names_unit(lexicon) or self._may_name_unit(lexicon)):
            return
        tokens = without_brackets(lexicon)
        found = self._found(tokens)
        is_row = len(found) == 1 or any(token.text == ";" for token in tokens)
        if not any(one.orders for one, _ in found) or (is_row and _has_cell_of_help(found)):
            tokens = tuple(token for token in tokens if token.text not in _OF_CELLS)
            found = self._found(tokens) if is_row and 0 < len(tokens) <= _LONGEST_ROW else []
        if any(one.orders or (self.is_beside and one.resting) for one, _ in found):
            kept = _with_crossed(_with_resting(_without_taken_back(found)))
            moves = {one.order.at: one.order for read, _ in kept for one in read.orders if isinstance(one.order, Move)}
            yield from self._told(self._with_moves_supported(kept, moves), tokens, moves)

    def _found(self, tokens: Sequence[LineToken]) -> list[_Found]:
        """Each sentence; names with a slip are put right where a sentence orders nothing without that."""
        plain = self.reader.lexicon(tokens)
        found = self._read(plain)
        if not any(self._may_say_more(one, tokens) for one, _ in found):
            return found
        guessing = guessing_lexicon(self.line, plain)
        guessed = self._read(guessing) if guessing else []
        if len(guessed) != len(found):
            return found
        return [other if self._says_more(other[0], one[0]) else one for one, other in zip(found, guessed, strict=True)]

    def _may_say_more(self, read: ReadSentence, tokens: Sequence[LineToken]) -> bool:
        """Whether a sentence orders too little, and has strange words that may be names with a slip."""
        if self.is_fitted:
            return bool(read.strange) and len(tokens) <= _MOST_GUESSED
        is_told = read.names_own or self.reader.scene.position.phase.kind is not PhaseKind.MOVEMENT
        return bool(read.strange) and is_told and not read.orders

    def _says_more(self, guessed: ReadSentence, plain: ReadSentence) -> bool:
        """Whether a sentence orders more once its names are put right."""
        return bool(guessed.orders) and len(plain.orders) < (len(guessed.orders) if self.is_fitted else 1)

    def _names_unit(self, lexicon: Lexicon) -> bool:
        """Whether a unit may be named: a region of one, a word for one, its letter before a word that nothing knows.

        Retreats and adjustments may be told without any.
        """
        if self.reader.scene.position.phase.kind is not PhaseKind.MOVEMENT:
            return True
        own = {unit.at.province for unit in self.reader.scene.units()}
        described = any(not own.isdisjoint(regions_of_adjective(token.text)) for token in lexicon.tokens)
        if described and any(token.text in kinds_in_other_words() for token in lexicon.tokens):
            return True
        return any(
            one.lexeme.value in own
            or (
                one.lexeme.part is not OrderPart.PLACE and (len(lexicon.tokens[at].text) > 1 or not lexicon.at(one.end))
            )
            for at in lexicon.places
            for one in lexicon.of(at, OrderPart.PLACE, OrderPart.ARMY, OrderPart.FLEET)
        )

    def _may_name_unit(self, lexicon: Lexicon) -> bool:
        """Whether a name with a slip may be that of a unit, in a line short enough to be orders."""
        guessing = guessing_lexicon(self.line, lexicon) if len(lexicon.tokens) <= _MOST_GUESSED else None
        return guessing is not None and self._names_unit(guessing)

    def _read(self, lexicon: Lexicon) -> list[_Found]:
        scene = self.reader.scene
        own = frozenset({scene.power} if scene.power else {unit.power for unit in scene.units()})
        kinds = {unit.at.province: unit.kind for unit in scene.units()}
        whole = sentence_words(self.line, lexicon, own)
        fit = (words_to_fit(words, lexicon, set(kinds)) if self.is_fitted else words for words in whole)
        shared = (tuple(with_orders_shared(words, kinds)) for words in fit)
        sentences = tuple(words for words in shared if words)
        if self.is_fitted and scene.position.phase.kind is not PhaseKind.MOVEMENT:
            return self._season(sentences, lexicon)
        found: list[_Found] = []
        for said in _without_questions(sentences, is_fitted=self.is_fitted):
            before = found[-1][1] if found and not found[-1][0].orders else ()
            words = tuple(with_helped_of_others(said, before, scene)) if self.is_fitted else said
            earlier = (*self.above, *(order for read, _ in found for order in read.orders))
            if scene.position.phase.kind is not PhaseKind.MOVEMENT:
                found.append((read_season_sentence(words, lexicon, scene, earlier), words))
                continue
            above = [one for one, told in found if not (self.is_fitted and _is_idle_talk(told))][-_PAIR:]
            is_no = self.is_fitted and bool(above) and not above[-1].named and (above[-1].denies or above[-1].corrects)
            spoken = above[:-1] if is_no and not above[-1].orders else above  # behind "But no."
            about = self._about(spoken[-1]) if spoken and not spoken[-1].orders else None
            read = self._sentence(words, earlier, about)
            if not read.orders and (told := without_remarks(words, lexicon)):
                read = _beside_remark(read, self._sentence(told, earlier, about))
            if not read.orders and _leaves_unit(words, lexicon):
                read = replace(read, orders=_left(earlier[-1:], read))
            found.append((read, words))
        return found

    def _season(self, sentences: Sequence[tuple[SentenceWord, ...]], lexicon: Lexicon) -> list[_Found]:
        """All sentences of a line in a phase of retreats or adjustments, as one."""
        words = tuple(word for sentence in sentences for word in sentence)
        if not words:
            return []
        fitted = fitted_season_orders(sentences, lexicon, self.reader.scene, [one.order for one in self.above])
        strange = tuple(word.start for word in words if word.role is Role.UNKNOWN)
        start, end, is_whole = words[0].start, words[-1].end, fitted.is_whole
        read = ReadSentence(fitted.orders, start, end, names_own=True, strange=strange, is_whole=is_whole)
        return [(read, words)]

    def _about(self, read: ReadSentence) -> SentenceWord | None:
        """The unit that a pronoun of the next sentence is: one of which it denies something; else one that it names."""
        return read.named if self.is_fitted else read.denied_of

    def _sentence(
        self, words: Sequence[SentenceWord], earlier: tuple[ClauseOrder, ...], about: SentenceWord | None
    ) -> ReadSentence:
        scene, is_fitted = self.reader.scene, self.is_fitted
        return read_sentence(words, scene, earlier, about, is_loose=self.is_loose, is_fitted=is_fitted)

    def _with_moves_supported(self, found: Sequence[_Found], moves: Mapping[Province, Move]) -> list[_Found]:
        """The sentences in which nobody supports a unit to stay that moves: ``supports Vienna, which goes …``."""
        return [
            (replace(read, orders=tuple(self._with_move_supported(one, moves) for one in read.orders)), words)
            for read, words in found
        ]

    def _with_move_supported(self, one: ClauseOrder, moves: Mapping[Province, Move]) -> ClauseOrder:
        order = self._for_move(one.order, moves)
        return one if order == one.order else replace(one, order=order, sure=False)

    def _for_move(self, order: Order, moves: Mapping[Province, Move]) -> Order:
        """The support of a move for that of a unit which moves, if it is legal; any other order as it is."""
        moved = moves.get(order.target) if isinstance(order, SupportHold) else None
        if moved is None or not isinstance(order, SupportHold):
            return order
        other = SupportMove(order.at, moved.at, moved.to)
        return other if is_legal(other, self.reader.scene) else order

    def _told(
        self, found: Sequence[_Found], tokens: Sequence[LineToken], moves: Mapping[Province, Move]
    ) -> Iterator[PieceRead]:
        """Each sentence in turn; an order that a later sentence gives otherwise is left out, and none is certain."""
        rivals = _rivals([one for read, _ in found for one in read.orders])
        first = next((at for at, (read, _) in enumerate(found) if read.orders), 0)
        denied = any(
            (read.denies and not read.orders) or (read.corrects and at > first and _may_put_right(read))
            for at, (read, _) in enumerate(found)
        )
        beside = ""
        for at, (read, _) in enumerate(found):
            text = self._text(read, tokens)
            if read.taken_back or (text.endswith("?") and not read.orders and _is_denied(found[at + 1 :])):
                yield text, Misread(text, 0, len(text), MisreadReason.DENIED)
                beside = beside or text
            elif not read.orders:
                pieces = tuple(self.otherwise(text))
                yield from pieces
                is_told = not any(isinstance(one, Misread) for _, one in pieces)
                beside = beside if is_told or is_greeting(text) else text
            for start, end in read.impossible if read.orders else ():
                yield from self._impossible(self.line[tokens[start].start : tokens[end - 1].end], moves)
            for order in read.orders:
                said = self._said(order, tokens)
                if id(order) in rivals:
                    continue
                if order.sure and not (beside or denied or rivals):
                    yield said, order.order
                elif beside or not read.strange:
                    is_certain = order.sure and not (denied or rivals or read.strange)
                    why = OfferReason.HEADING if is_certain else OfferReason.GUESS
                    yield said, Offered(said, (order.order,), why, beside)
                else:
                    yield said, Offered(said, (order.order,), OfferReason.WORDS, self._strange(read, tokens))

    def _impossible(self, text: str, moves: Mapping[Province, Move]) -> Iterator[PieceRead]:
        """Why a clause is no order of its unit; one that can be written down is offered as it is written."""
        for said, one in self.otherwise(text):
            if isinstance(one, Misread | Offered):
                yield said, one
            else:
                yield said, Offered(said, (self._for_move(one, moves),), OfferReason.GUESS)

    def _text(self, read: ReadSentence, tokens: Sequence[LineToken]) -> str:
        end = tokens[read.end].start if read.end < len(tokens) else len(self.line)
        return self.line[tokens[read.start].start : end].strip()

    def _strange(self, read: ReadSentence, tokens: Sequence[LineToken]) -> str:
        """The first words that no order knows."""
        start = end = read.strange[0]
        while end + 1 in read.strange:
            end += 1
        return self.line[tokens[start].start : tokens[end].end]


def _has_cell_of_help(found: Sequence[_Found]) -> bool:
    """Whether a cell is a support or a convoy and no more: ``A;Serbie;soutient;Budapest - Roumanie``."""
    roles = ({word.role for word in words} - {Role.COMMA, Role.SMALL} for _, words in found)
    return len(found) > 1 and any(one in ({Role.SUPPORT}, {Role.CONVOY}) for one in roles)


_TALK = frozenset({Role.UNKNOWN, Role.SMALL, Role.COMMA, Role.AND})


def _is_idle_talk(words: Sequence[SentenceWord]) -> bool:
    """Whether a sentence says nothing of orders, units, places or people: a pronoun behind it is a unit before it."""
    return all(word.role in _TALK for word in words)


_LEAVING = ("laiss", "gard", "mainti", "leave", "keep")
_ONE_UNIT = frozenset({"la", "le", "it"})


def _leaves_unit(words: Sequence[SentenceWord], lexicon: Lexicon) -> bool:
    """Whether a sentence leaves one unit where it is, and names none: ``Laissez-la où elle est``."""
    told = [word for word in words if word.role not in {Role.SMALL, Role.COMMA, Role.CORRECTION, Role.NO}]
    texts = [token.text for word in told for token in lexicon.tokens[word.start : word.end]]
    is_staying = [word.role for word in told] == [Role.IMMOBILE]
    return is_staying and any(one.startswith(_LEAVING) for one in texts) and not _ONE_UNIT.isdisjoint(texts)


def _left(last: Sequence[ClauseOrder], read: ReadSentence) -> tuple[ClauseOrder, ...]:
    """The hold of the unit that was ordered last, not certain."""
    places = [place for one in last if (place := province_of(one.order))]
    return tuple(ClauseOrder(Hold(place), read.start, read.end, sure=False) for place in places)


def _beside_remark(read: ReadSentence, told: ReadSentence) -> ReadSentence:
    """The sentence with the orders that it gives without a remark in brackets, none of them certain."""
    orders = tuple(replace(one, sure=False) for one in told.orders)
    return replace(told, orders=orders, start=read.start, end=read.end) if orders else read


def _without_questions(
    sentences: Sequence[tuple[SentenceWord, ...]], *, is_fitted: bool
) -> Iterator[tuple[SentenceWord, ...]]:
    """Yield the sentences; of one that asks, and is answered with a "no", the part that asks is one of its own.

    So is it of one that orders are fitted to: ``Berlin tient, que voulez-vous que je fasse d'autre ?``
    """
    for words, (first, *_) in zip(sentences, (*sentences[1:], (None,)), strict=False):
        joint = max((at for at, word in enumerate(words) if word.role is Role.COMMA), default=0)
        is_no = first is not None and first.role in {Role.NO, Role.DENIAL}
        asked = [word for word in words[joint:] if word.role in {Role.UNKNOWN, Role.UNIT}]
        is_answered = (is_no or (is_fitted and asked[1:])) and words[-1].role is Role.CONDITION
        if is_answered and joint:
            yield words[:joint]
        yield words[joint:] if is_answered else words


def _is_denied(behind: Sequence[_Found]) -> bool:
    """Whether the sentence behind a question answers it with a denial."""
    return any(read.denies or read.corrects or words[0].role in _DENYING for read, words in behind[:1])


def _with_resting(found: Sequence[_Found]) -> list[_Found]:
    """The sentences with the units that rest in them, where no sentence has another order for these."""
    ordered = {province_of(one.order) for read, _ in found for one in read.orders}
    kept: list[_Found] = []
    for read, words in found:
        resting = tuple(one for one in read.resting if province_of(one.order) not in ordered)
        ordered.update(province_of(one.order) for one in resting)
        kept.append((replace(read, orders=(*read.orders, *resting)), words))
    return kept


def _with_crossed(found: Sequence[_Found]) -> list[_Found]:
    """The sentences in which no move is certain of a unit to one that helps it: « Vienne veille sur Budapest et … »."""
    orders = [one.order for read, _ in found for one in read.orders]
    helped = {(one.at, one.target) for one in orders if isinstance(one, SupportHold)}
    return [(replace(read, orders=tuple(_doubted(one, helped) for one in read.orders)), words) for read, words in found]


def _doubted(one: ClauseOrder, helped: set[tuple[Province, Province]]) -> ClauseOrder:
    is_crossed = isinstance(one.order, Move) and (one.order.to.province, one.order.at) in helped
    return replace(one, sure=False) if is_crossed else one


_LONGEST_NO = 3
"""Tokens of a sentence that is a no and nothing else."""


def _may_put_right(read: ReadSentence) -> bool:
    """Whether a sentence that puts something right names what, or is a mere no: not ``Sorry for the delay``."""
    return bool(read.named or read.orders or read.end - read.start <= _LONGEST_NO)


def _rivals(orders: Sequence[ClauseOrder]) -> frozenset[int]:
    """The orders whose unit gets another one later in the line, by their identity."""
    last = {province_of(one.order): one for one in orders}
    return frozenset(id(one) for one in orders if last[province_of(one.order)].order != one.order)


def _without_taken_back(found: Sequence[_Found]) -> list[_Found]:
    """The sentences without the orders of one that is denied right behind it."""
    kept = list(found)
    for at, (read, words) in enumerate(found[1:], start=1):
        is_short = sum(word.role is not Role.COMMA for word in words) <= _SHORT_DENIAL
        takes_back = read.denies or (read.corrects and all(word.role is not Role.UNKNOWN for word in words))
        before, said = kept[at - 1]
        if takes_back and is_short and not read.names_own and _is_about(words, before.orders):
            kept[at - 1] = replace(before, orders=(), taken_back=bool(before.orders)), said
    return kept


def _is_about(words: Sequence[SentenceWord], orders: Sequence[ClauseOrder]) -> bool:
    """Whether a sentence may be about orders: it names no region, or one of theirs."""
    named = {spot.province for word in words for spot in word.spots}
    told = {place for one in orders for place in (province_of(one.order), _goal(one.order))}
    return not named or bool(named & told)


def _goal(order: Order) -> Province | None:
    match order:
        case Move(to=to) | SupportMove(to=to):
            return to.province
        case _:
            return None
