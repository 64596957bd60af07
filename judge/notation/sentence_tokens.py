"""The tokens of a line of sentences: what stands between them, where a part ends, which words name units of a kind."""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import islice, takewhile

from judge.notation.grammar import WrittenPlace
from judge.notation.hold_all import numbers_in_words
from judge.notation.lexer import DASH
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, is_in
from judge.notation.tables import OrderPart, kinds_in_other_words, regions_of_adjective
from judge.rules.board import Province, UnitKind

KINDS = {OrderPart.ARMY: UnitKind.ARMY, OrderPart.FLEET: UnitKind.FLEET}
NAMING = (OrderPart.PLACE, OrderPart.COAST, *KINDS)
APOSTROPHES = frozenset("'’ʼ")
STOP = re.compile(r"[.!?…]+[\"'»”)]*\s|[.!?…]+[\"'»”)]*$|\n|;\s")
_BETWEEN, _PARTING = frozenset(",;\t"), frozenset(",;!?")
_POSSESSIVE = "s"
_LONGEST_PHRASE = 6


class SentenceTokens:
    """The tokens of a line, with what orders know of them."""

    def __init__(self, line: str, lexicon: Lexicon) -> None:
        self._line = line
        self._lexicon = lexicon
        self._tokens = lexicon.tokens

    def _between(self, place: int) -> str:
        return self._line[self._tokens[place - 1].end : self._tokens[place].start]

    def _is_cell(self, place: int) -> bool:
        """Whether a sign between two tokens without a space parts the cells of a table."""
        between = self._between(place)
        return "\t" in between or (between in {",", ";"} and not between.endswith(" "))

    def _is_article(self, place: int) -> bool:
        return place < len(self._tokens) and any(self._lexicon.of(place, OrderPart.FILLER))

    def _goes_on_as(self, end: int, part: OrderPart) -> bool:
        """Whether words of some part go on behind a phrase that ends there, as a name: ``par la mer du Nord``."""
        return any(one.end > end for at in range(max(end - 2, 0), end) for one in self._lexicon.of(at, part))

    def _count_before(self, place: int) -> int:
        at = place - 1 - (place > 1 and is_in("among_units", self._tokens[place - 1]))  # "the two home armies"
        return numbers_in_words().get(self._tokens[at].text, 0) if place else 0

    def _described(self, place: int) -> SentenceWord | None:
        """The unit of a region whose adjective stands beside the word for a unit: ``the Venetian army``."""
        for at, of_unit in ((place, place + 1), (place + 1, place)):
            region = self._region_of_adjective(at)
            kind = self._kind_at(of_unit) if region else None
            if region and kind is not None:
                spot = WrittenPlace(region, "", kind.kind, place, place + 2)
                return SentenceWord(Role.UNIT, place, place + 2, (spot,))
        return None

    def _other_kind(self, place: int) -> UnitKind | None:
        """The kind of a unit in another word for one, as "ship", with no region behind it."""
        kind = kinds_in_other_words().get(self._tokens[place].text)
        return kind if kind and place and not (self._names(place + 1) or self._names(place + 2)) else None

    def _kind_at(self, place: int) -> SentenceWord | None:
        """The word for a unit at a token."""
        if place >= len(self._tokens) or len(self._tokens[place].text) == 1:
            return None
        found = next(self._lexicon.of(place, *KINDS), None)
        if found and found.end == place + 1:
            return SentenceWord(Role.KIND, place, place + 1, kind=KINDS[found.lexeme.part])
        other, is_unit = kinds_in_other_words().get(self._tokens[place].text), is_in("units", self._tokens[place])
        return SentenceWord(Role.KIND, place, place + 1, kind=other) if is_unit or other else None

    def _region_of_adjective(self, place: int) -> Province | None:
        if place >= len(self._tokens):
            return None
        found = regions_of_adjective(self._tokens[place].text)
        return next((code for code in found if code in self._lexicon.board.regions), None)

    def _names(self, place: int) -> bool:
        """Whether the name of a unit or a region begins here: the word before it says whose it is."""
        return place < len(self._tokens) and any(self._lexicon.of(place, *NAMING))

    def _kind_behind(self, end: int) -> SentenceWord | None:
        """Another word for a unit right behind its region: ``the Paris garrison``, ``the Brest squadron``."""
        if not 0 < end < len(self._tokens) or self._parted[end] or self._names(end + 1):
            return None
        is_other = self._tokens[end].text in kinds_in_other_words() or is_in("garrisons", self._tokens[end])
        return self._kind_at(end) if is_other else None

    def _has_coast(self, spot: WrittenPlace) -> bool:
        """Whether a region has coasts, where one is named; of ``A Tri (S)`` the letter is the sign of a support."""
        borders = self._lexicon.board.borders.values()
        return not spot.coast or any(at.province == spot.province and at.coast for one in borders for at in one)

    def _is_possessive(self, place: int) -> bool:
        tokens = self._tokens
        return place < len(tokens) and tokens[place].text == _POSSESSIVE and self._between(place) in APOSTROPHES

    def _is_parted(self, at: int) -> bool:
        """Whether a comma stands before a token that is no coast, as "c'est" is none, and in no cell of a table."""
        is_parted = bool(_BETWEEN & set(self._between(at))) and not self._is_cell(at)
        is_word = at + 1 < len(self._tokens) and self._between(at + 1) in APOSTROPHES
        return is_parted and (is_word or not any(self._lexicon.of(at, OrderPart.COAST, OrderPart.SIDE)))

    def _ahead(self, place: int) -> Sequence[int]:
        """The tokens of a phrase that may begin at one: no dash within a word, up to a comma or a new sentence."""
        further = takewhile(lambda at: not self._begins_part(at), range(place + 1, len(self._tokens)))
        return [place, *(at for at in islice(further, _LONGEST_PHRASE - 1) if not self._is_hyphen(at))]

    def _begins_part(self, at: int) -> bool:
        """Whether a comma stands before a token, or a stop before a capital: ``Brest holds. On ne sait jamais``."""
        is_stopped = self._line[self._tokens[at].start].isupper() and STOP.match(self._between(at)) is not None
        return self._parted[at] or is_stopped

    @cached_property
    def _parted(self) -> Sequence[bool]:
        """Of each token whether a comma or a stop stands before it, over which no phrase goes on: ``no, sorry``."""
        return [not _PARTING.isdisjoint(self._between(at)) for at in range(len(self._tokens))]

    def _is_hyphen(self, at: int) -> bool:
        """Whether a token is a dash within a word: ``elle-même``."""
        is_inside = 0 < at < len(self._tokens) - 1 and self._tokens[at].text == DASH
        return is_inside and not (self._between(at) or self._between(at + 1))

    def _ends_clause(self, end: int) -> bool:
        """Whether a sentence, or a part of it, comes to its end before a token."""
        is_end = end >= len(self._tokens) or self._between(end).strip()
        return bool(is_end) or any(self._lexicon.of(end, OrderPart.AND, OrderPart.JOINT))
