"""Tells which of the writer's units the words of a sentence name, and of which of them a part of it tells something."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord, is_in
from judge.notation.tables import people_of_regions, regions_of_adjective
from judge.rules.board import Location, Province, Unit, UnitKind

Words = tuple[SentenceWord, ...]

DENYING = frozenset({Role.DENIAL, Role.NEITHER})
OTHERS = frozenset({Role.SOMEBODY, Role.NATIONALITY})
BEFORE_OBJECT = frozenset({Role.MOVE, Role.TOWARDS, Role.SUPPORT, Role.CONVOY, Role.VIA, Role.SAME})
SILENT = frozenset({Role.SMALL, Role.UNKNOWN, Role.KIND})
GOING = frozenset({Role.MOVE, Role.TOWARDS, Role.SEND})
_DENIALS = frozenset({"not", "never", "don't", "dont", "pas", "jamais"})


_OTHER = frozenset({"other", "autre"})
_WAITING = ("wait", "attend")


def roles_of(words: Sequence[SentenceWord]) -> frozenset[Role]:
    """Return what words do."""
    return frozenset(word.role for word in words)


@dataclass(frozen=True)
class NamesOfUnits:
    """Which of the writer's units words name; "the other one" is ``other``, the last that has no order."""

    lexicon: Lexicon
    units: Sequence[Unit]
    other: Province | None = None

    def places(self, word: SentenceWord) -> tuple[Location, ...]:
        """The regions that a word names, those that it says something or somebody is from included."""
        if word.spots:
            return tuple(dict.fromkeys(Location(spot.province, spot.coast) for spot in word.spots))
        if word.role not in {*SILENT, *OTHERS} or word.end != word.start + 1:
            return ()
        text = self.lexicon.tokens[word.start].text
        found = (*regions_of_adjective(text), *people_of_regions(text))
        return tuple(Location(one) for one in dict.fromkeys(found) if one in self.lexicon.board.regions)

    def unit(self, word: SentenceWord) -> Province | None:
        """The unit of the writer's that a word names by its region."""
        if self.other and not word.spots and _OTHER & {one.text for one in self.lexicon.tokens[word.start : word.end]}:
            return self.other
        own = {unit.at.province for unit in self.units}
        is_named = bool(word.spots) or not regions_of_adjective(self.lexicon.tokens[word.start].text)
        return next((one.province for one in self.places(word) if is_named and one.province in own), None)

    def subject(self, piece: Words, *, is_first: bool) -> Province | None:
        """The unit that a piece of a sentence tells something of: the first of the writer's that is no object."""
        if at := self._denied(piece):
            return at
        named = next((at for at, word in enumerate(piece) if self.places(word)), len(piece))
        kinds = [word for word in piece[:named] if word.role is Role.KIND and word.kind and word.count <= 1]
        before = [word.role for word in piece[:named] if word.role not in SILENT]
        is_object = bool(before) and before[-1] in BEFORE_OBJECT and before != [Role.MOVE]  # "Move London to …"
        is_standing = before == [Role.TOWARDS] and any(
            word.role is Role.KIND for word in piece[:named]
        )  # "the army up in Picardy"
        is_for = is_first and before == [Role.TOWARDS] and self.is_bare(piece[named:])  # "For Picardy, …"
        if named < len(piece) and (is_standing or is_for) and (at := self.unit(piece[named])):
            return at
        if kinds and (is_object or named == len(piece) or not self.unit(piece[named])):
            return self._only(kinds[0].kind)
        if is_object:
            return None
        told = (word for word in piece[named:])
        for word in told:
            if word.role in BEFORE_OBJECT:
                return None
            if at := self.unit(word):
                return at
        return None

    def _denied(self, piece: Words) -> Province | None:
        """The one unit named, of which words deny something: ``Not a step for Warsaw``."""
        told = [word for word in piece if word.role not in SILENT]
        named = [at for at, word in enumerate(told) if word.spots and not word.guessed]
        if DENYING.isdisjoint(roles_of(piece)) or len(named) != 1 or not named[0]:
            return None
        leading = told[named[0] - 1]
        is_for = leading.role is Role.TOWARDS and is_in("for_whom", self.lexicon.tokens[leading.start])
        return self.unit(told[named[0]]) if is_for else None

    def is_bare(self, piece: Words) -> bool:
        """Whether words do no more than name units."""
        return all(word.role in {Role.SMALL, Role.KIND, Role.WITH, Role.FROM} or self.unit(word) for word in piece)

    def is_helper(self, words: Sequence[SentenceWord], silent: Sequence[Province]) -> bool:
        """Whether words begin with a unit without an order and do not lead from there: ``with Rumania supporting``."""
        first = next((at for at, word in enumerate(words) if word.role not in SILENT or self.places(word)), 0)
        is_way = any(word.role in GOING for word in words[first + 1 : first + 3])
        return bool(words) and self.unit(words[first]) in silent and not is_way

    def _only(self, kind: UnitKind | None) -> Province | None:
        of_kind = [unit.at.province for unit in self.units if unit.kind is kind]
        return of_kind[0] if len(of_kind) == 1 else None

    def meant(self, words: Sequence[SentenceWord]) -> Iterator[SentenceWord]:
        """Words, with a "not" that said nothing to a grammar as a denial, and a unit that waits as one that stays."""
        for before, word in pairwise((None, *words)):
            is_unit = before is not None and before.role in {Role.UNIT, Role.KIND}
            if word and is_unit and word.end > word.start and self.lexicon.tokens[word.start].text.startswith(_WAITING):
                yield replace(word, role=Role.HOLD)
            elif word:
                yield self._denying(word)

    def _denying(self, word: SentenceWord) -> SentenceWord:
        text = self.lexicon.tokens[word.start].text if word.end == word.start + 1 else ""
        is_denial = word.role in {Role.SMALL, Role.UNKNOWN} and (text in _DENIALS or text.endswith(("n't", "n’t")))
        return replace(word, role=Role.DENIAL) if is_denial else word

    def are_places(self, piece: Words) -> bool:
        """Whether words name any place."""
        return any(map(self.places, piece))

    def takes_back(self, piece: Words) -> bool:
        """Whether words deny what was said before them: ``I don't want that``."""
        roles = roles_of(piece)
        is_back = not DENYING.isdisjoint(roles) and not roles.isdisjoint({Role.IT, Role.THERE})
        is_back = is_back and Role.MOVE not in roles  # "no marching for that army"
        return is_back and not self.are_places(piece)

    def is_supposing(self, word: SentenceWord) -> bool:
        """Whether all that follows in the sentence hangs on a word: an "if", and what somebody else says."""
        is_question = word.role is Role.CONDITION and self.lexicon.tokens[word.start].text == "?"
        return word.role in {Role.CONDITION, Role.REPORT} and not is_question

    def is_of_others(self, words: Iterable[SentenceWord]) -> bool:
        """Whether somebody else is named before any unit of the writer's: what is told is theirs."""
        for word in words:
            if self.unit(word) or word.role is Role.KIND:
                return False
            if word.role in OTHERS:
                return True
        return False
