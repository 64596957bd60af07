"""Tells what each word of a sentence does there: it names a unit or a region, orders, joins, refers back, or denies."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, takewhile
from unicodedata import category

from judge.notation.effort import once_a_letter, spend
from judge.notation.grammar import LineParser, after_bullet
from judge.notation.lexer import DASH, LineToken
from judge.notation.lexicon import FoundLexeme, Lexicon, is_slip_of_unit, keeps_out
from judge.notation.sentence_roles import (
    APOSTROPHES,
    BEFORE_CODE,
    KINDS,
    NAMING,
    ORDERING,
    PASSIVE,
    ROLES_OF_PARTS,
    ROLES_OF_TABLES,
    SIGNS,
    SIGNS_OF_MEASURES,
    SILENT_SIGNS,
    STOP,
    Role,
    SentenceTokens,
    SentenceWord,
    is_in,
    role_of_slip,
    sentence_openings,
    tables_of,
)
from judge.notation.spoken_words import IF, YES
from judge.notation.tables import OrderPart, prose_phrases
from judge.notation.told_words import ONE_OF_UNITS, words_meant

_PAUSE = re.compile(r"\s+(?:\.{2,}|…)\s*")  # dots behind a space lead on, and end nothing
_AGAIN = frozenset({"turning", "correction"})
_DOTS = re.compile(r"\s*(?:\.{2,}|…)\s*")
_WIDE_GAP = re.compile(r"[ \u00a0]{3,}")
_STOPPING = frozenset("?;")  # signs that end a sentence and are words of it
_BETWEEN, _PICTURE = frozenset(",;\t"), "So"
_EFFORT = 9  # to tell what one word does, with what may lead on from the one before
_AT_UNITS = (OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.HOLD)
_SUBJECTS = frozenset({Role.UNIT, Role.KIND, Role.IT, Role.ITS_SUBJECT})
_DOING, _DONE = "ing", "ed"
_POSSESSIVE = "s"
_PRONOUNS = frozenset("ij")
_SAINT, _LEADING_ON = "st", frozenset({Role.MOVE, Role.TOWARDS})
"""Behind what leads somewhere it is no hold, but the beginning of a name: ``tries St.``."""
_ABBREVIATION = 4
_LEADERS = "...."  # from one cell of a table to the next
_VERBAL = frozenset(ORDERING)
_SOON = 4  # words between a participle and whoever does it
_BEFORE_NOBODY = {
    Role.SUPPORT: Role.DENIAL,
    **dict.fromkeys((Role.TOWARDS, Role.WITH, Role.FROM, Role.FOLLOWED), Role.UNKNOWN),
}
_PASSIVE = 12  # words behind a participle that may tell by whom it is done, and where it leads
_PRESENT = "eed"
_PAST = ("é", "ée", "és", "ées", "ait", "aient", "ed")  # endings of verbs that tell what is past, or would be
_SMALL = frozenset(map(OrderPart, ("filler", "attack", "modal", "opening", "request", "courtesy", "number", "heading")))


def sentence_words(line: str, lexicon: Lexicon, own_powers: frozenset[str]) -> tuple[tuple[SentenceWord, ...], ...]:
    """Return the words of each sentence of a line; names of the powers in ``own_powers`` say nothing."""
    key = (sentence_words, line, lexicon, own_powers)
    return once_a_letter(key, lambda: tuple(words_meant(_Sentences(line, lexicon, own_powers).all(), lexicon)))


class _Sentences(SentenceTokens):
    """The sentences of a line."""

    def __init__(self, line: str, lexicon: Lexicon, own_powers: frozenset[str]) -> None:
        super().__init__(line, lexicon)
        self._own_powers = own_powers
        self._parser = LineParser(lexicon)
        self._has_gaps = len(_WIDE_GAP.findall(line)) > 1
        self._asked = False
        self._wished = False
        self._denied = False

    def all(self) -> Iterator[tuple[SentenceWord, ...]]:
        words: list[SentenceWord] = []
        place = self._after_bullets(0)
        while place < len(self._tokens):
            if words and self._is_stopped(words[-1], place):
                yield tuple(words)
                self._asked = self._denied = self._wished = False
                words, place = [], self._after_bullets(place)
                continue
            is_parted = bool(_BETWEEN & set(self._between(place))) or self._is_picture(place) or self._is_wide(place)
            if words and (is_parted or self._is_led_on(words[-1], place)) and not self._is_cell(place):
                words.append(SentenceWord(Role.COMMA, place, place))
            spend(_EFFORT)
            if behind := self._second_thought(place, words):
                if words:
                    yield tuple(words)
                self._asked = self._denied = self._wished = False
                words = [SentenceWord(Role.NO, place, behind), SentenceWord(Role.COMMA, behind, behind)]
                place = behind
                continue
            word = self._denying(self._word(place, words[-1] if words else None), words)
            words.append(word := self._behind_attack(self._behind_sign(word, words), words))
            self._denied = self._denied or word.role in {Role.DENIAL, Role.NEITHER}
            place = word.end
        if words:
            yield tuple(words)

    def _is_wide(self, place: int) -> bool:
        """Whether a wide gap parts what stands at its sides, in a line that has several: ``arm smy   mos war``."""
        return self._has_gaps and bool(_WIDE_GAP.fullmatch(self._between(place)))

    def _second_thought(self, place: int, before: Sequence[SentenceWord]) -> int:
        """The token behind a "no" with no comma, where a unit follows that was named before; 0 where there is none.

        ``berlin supports no wait berlin to kiel``. So does a unit that is told what to do: « non pic reste ».
        """
        is_first = not before and is_in("alone_no", self._tokens[place])
        for size in sentence_openings().sizes(self._tokens[place].text) if before or is_first else ():
            end = self._behind_corrections(place + size)
            said = tuple(one.text for one in self._tokens[place : place + size])
            if "no" not in tables_of(said) or end >= len(self._tokens):
                continue
            is_next = not self._between(end).strip() or end > place + size  # "no, hang on, Norway …"
            noun = self._noun(end) if is_next else None
            named = {spot.province for word in before for spot in word.spots}
            is_told = noun is not None and is_first and any(self._lexicon.of(noun.end, *_AT_UNITS, OrderPart.MOVE))
            if noun and (is_told or any(spot.province in named for spot in noun.spots)):
                return end
        return 0

    def _behind_corrections(self, end: int) -> int:
        """The token behind words that correct right behind a "no": ``no hang on``, « non attendez »."""
        for size in sentence_openings().sizes(self._tokens[end].text) if end < len(self._tokens) else ():
            said = tuple(one.text for one in self._tokens[end : end + size])
            is_one = len(said) == size and not any(self._parted[end + 1 : end + size])
            if is_one and "correction" in tables_of(said):
                return self._behind_corrections(end + size)
        return end

    def _after_bullets(self, place: int) -> int:
        """The token behind the bullets and numbers at the beginning of a sentence."""
        further = [end for end in after_bullet(self._lexicon, place) if end < len(self._tokens)]
        is_sign = further and self._tokens[place].text == DASH
        return self._after_bullets(max(further)) if further and (is_sign or not self._noun(place)) else place

    def _is_picture(self, place: int) -> bool:
        """Whether a picture parts two words as a comma does: ``supports 👍 Burgundy``."""
        return any(category(sign) == _PICTURE for sign in self._between(place))

    def _is_stopped(self, last: SentenceWord, place: int) -> bool:
        """Whether a sentence ends before a token: at a stop, which is that of no abbreviation, and in no bracket."""
        is_pause = _PAUSE.fullmatch(self._between(place)) or self._is_led_on(last, place)
        if self._tokens[place].text in {")", "?"} or is_pause:
            return False
        if not STOP.match(stop := self._between(place).lstrip(")»”\"' ")) or _LEADERS in stop:
            return last.end > 0 and self._tokens[last.end - 1].text in _STOPPING
        if not stop.startswith(".") or "\n" in stop:
            return True
        if is_in("titles", self._tokens[place - 1]):
            return False
        is_short = last.role in {Role.UNIT, Role.KIND} and len(self._tokens[place - 1].text) <= _ABBREVIATION
        token = self._tokens[place]
        is_letter = len(token.text) == 1 and token.text not in _PRONOUNS and not any(self._lexicon.of(place, *KINDS))
        return not (is_short and (not token.is_word or is_letter))

    def _is_led_on(self, last: SentenceWord, place: int) -> bool:
        """Whether dots lead from a place to a small "no" and another way: ``en Ukraine... non, en Arménie``."""
        token = self._tokens[place]
        is_led = last.role is Role.UNIT and bool(_DOTS.fullmatch(self._between(place)))
        is_small = is_led and self._line[token.start].islower()
        sizes = sentence_openings().sizes(token.text) if is_small else ()
        for end in (place + size for size in sizes):
            if "no" in tables_of(tuple(one.text for one in self._tokens[place:end])):
                behind = self._behind_corrections(end)
                while behind < len(self._tokens) and _AGAIN & {*tables_of((self._tokens[behind].text,))}:
                    behind += 1
                return any(self._lexicon.of(behind, OrderPart.PREPOSITION))
        return False

    def _denying(self, word: SentenceWord, before: Sequence[SentenceWord]) -> SentenceWord:
        """The word as a denial where no unit stands beside "not moving", where "keep" stands before "out of".

        Behind it only a unit does that ends the clause: "not moving Marseilles", and not "… Marseilles to Spain". So
        is "nothing" behind a support; "for nobody" denies nothing.
        """
        if before and is_in("nothing", self._tokens[word.start]) and before[-1].role in _BEFORE_NOBODY:
            return replace(word, role=_BEFORE_NOBODY[before[-1].role])
        if word.role is Role.FROM:
            return replace(word, role=Role.DENIAL) if keeps_out(self._lexicon, word.start) else word
        is_denial = word.role is Role.IMMOBILE and any(self._lexicon.of(word.start, OrderPart.DENIAL))
        if not is_denial or self._is_behind_unit(word, before):
            return word
        unit = self._unit_behind(word.end) if word.end < len(self._tokens) else None
        stays = unit is not None and self._ends_clause(unit.end)  # "I'm not moving Paris", "No change in Paris"
        return replace(word, guessed=True) if stays else replace(word, role=Role.DENIAL)

    def _is_left_as_it_is(self, end: int) -> bool:
        """Whether a unit stands behind "keep", or behind "leave" with more: of "leave Brest (out)" nothing is said."""
        unit = self._unit_behind(end)
        is_kept = not self._tokens[end - 1].text.startswith(("leav", "laiss"))
        is_out = unit is not None and (self._ends_clause(unit.end) or is_in("left_out", self._tokens[unit.end]))
        return unit is not None and (is_kept or not is_out)

    def _unit_behind(self, place: int) -> SentenceWord | None:
        """The unit or the region named from a token on, or behind an article there."""
        return self._noun(place + 1) if self._is_article(place) else self._noun(place)

    def _behind_sign(self, word: SentenceWord, before: Sequence[SentenceWord]) -> SentenceWord:
        """A strange word behind the sign of an attack as the place where it leads, that nobody knows: ``RUM - Ssv``."""
        is_sign = len(before) > 1 and before[-1].role is Role.MOVE and not self._tokens[before[-1].start].is_word
        is_place = is_sign and before[-2].role is Role.UNIT and not (word.is_doubtful or word.guessed)
        is_word = word.role is Role.UNKNOWN and self._tokens[word.start].is_word
        is_part = word.end < len(self._tokens) and self._is_hyphen(word.end)  # "Midden-Atlantische"
        is_idle = "idle" in tables_of((self._tokens[word.start].text,)) or self._tokens[word.start].text in YES
        return replace(word, role=Role.UNIT) if is_place and is_word and not (is_part or is_idle) else word

    def _behind_attack(self, word: SentenceWord, before: Sequence[SentenceWord]) -> SentenceWord:
        """A unit with whether its attack is spoken of, in it or right before it."""
        start = before[-1].start if before and before[-1].role is Role.SMALL else word.start
        end = word.spots[0].start if word.spots else start
        is_told = any(True for at in range(start, end) for _ in self._lexicon.of(at, OrderPart.ATTACK))
        if [one.role for one in before[-2:]] == [Role.SUPPORT, Role.TOWARDS]:  # "Trieste supports into Venice"
            texts = tuple(token.text for token in self._tokens[before[-1].start : before[-1].end])
            is_told = is_told or texts in prose_phrases("inward")
        is_verb = word.role is Role.CHOICE and self._tokens[word.start].text == "soit"
        if is_verb and before and before[-1].role in {*_SUBJECTS, Role.IT, Role.ITS_SUBJECT}:
            return replace(word, role=Role.SMALL)  # « qu'elle soit dissoute »
        is_adjective = word.is_people and self._line[self._tokens[word.start].start].islower()
        if is_adjective and before and before[-1].role is Role.KIND and before[-1].end == word.start:
            return replace(word, role=Role.SMALL)  # « la flotte autrichienne »
        return replace(word, of_attack=True) if is_told else word

    def _is_behind_unit(self, word: SentenceWord, before: Sequence[SentenceWord]) -> bool:
        """Whether a unit stands before a word, behind the last joint; brackets and pronouns do not part them."""
        ends = [at for at, one in enumerate(before) if one.role in {Role.COMMA, Role.BUT}]
        joints = [at for at in ends if before[at - 1].role is not Role.ITS_SUBJECT]  # "Smyrne, elle, ne bouge pas"
        is_behind_bracket = bool(joints) and self._line[self._tokens[word.start - 1].start] == ")"
        return any(one.role in _SUBJECTS for one in before[0 if is_behind_bracket else max(joints, default=0) :])

    def _word(self, place: int, last: SentenceWord | None) -> SentenceWord:
        """The longest phrase from a token on; one that tells what is past, or would be, tells of no order."""
        word = self._known_word(place, last)
        is_alone = word.end == place + 1 and word.role in _VERBAL
        written = self._line[self._tokens[place].start : self._tokens[place].end].lower()
        self._wished = self._wished or any(is_in("wishes", one) for one in self._tokens[word.start : word.end])
        is_saint = word.role is Role.HOLD and written == _SAINT and last is not None and last.role in _LEADING_ON
        if is_saint or (is_alone and self._is_noun(place)):
            return replace(word, role=Role.UNKNOWN)
        is_past = written.endswith(_PAST) and not written.endswith(_PRESENT) and not self._wished
        if is_past and is_alone and word.role in PASSIVE and (end := self._end_of_agent(word.end)):
            return replace(word, role=PASSIVE[word.role], end=end)
        return replace(word, role=Role.SOMEBODY) if is_alone and is_past else word

    def _end_of_agent(self, place: int) -> int:
        """The token behind a "by" soon behind a participle; 0 where there is none: ``appuyée à la fois par``."""
        for at in range(place, min(place + _SOON, len(self._tokens))):
            if any(self._lexicon.of(at, OrderPart.BY)):
                return at + 1
            if self._parted[at] or any(self._lexicon.of(at, OrderPart.PLACE)):
                return 0
        return 0

    def _is_passive(self, place: int) -> bool:
        """Whether a word has something done to a unit that is carried: ``gets ferried``."""
        if place + 1 == len(self._tokens) or not is_in("passives", self._tokens[place]):
            return False
        is_carried = "carried" in tables_of((self._tokens[place + 1].text,))
        return is_carried and self._phrase(place, None)[1] <= 1  # "is taken by Paris"

    def _is_participle(self, place: int) -> bool:
        """Whether a word for carrying is none that « transporte » is: with its accent, or of another form."""
        token = self._tokens[place]
        return (
            not token.text.endswith(("e", "es", "er", "ez", "ent"))
            or "é" in self._line[token.start : token.end].lower()
        )

    def _is_by(self, place: int) -> bool:
        """Whether "by" tells who does it, in the same part of the sentence: ``carried to Norway by the North Sea``."""
        part = takewhile(lambda at: not self._parted[at], range(place, len(self._tokens)))
        return any(any(self._lexicon.of(at, OrderPart.BY)) for at in islice(part, _PASSIVE))

    def _leads_to_place(self, place: int) -> bool:
        """Whether the same part of a sentence leads to a place further on."""
        part = takewhile(lambda at: not self._parted[at], range(place, len(self._tokens) - 1))
        return any(
            any(self._lexicon.of(at, OrderPart.PREPOSITION)) and self._names(at + 1) for at in islice(part, _PASSIVE)
        )

    def _is_somebody(self, place: int) -> bool:
        """Whether a power or its people are named: ``Hello Italy``."""
        if place >= len(self._tokens):
            return False
        return any(self._lexicon.of(place, OrderPart.POWER)) or self._phrase(place, None)[0] is Role.NATIONALITY

    def _is_noun(self, place: int) -> bool:
        """Whether a word that could order something is a noun, or describes one: ``the back door``."""
        is_behind_article = place > 0 and self._tokens[place - 1].text == "the"
        end = place + 1
        leads = any(self._lexicon.of(end, OrderPart.PREPOSITION, OrderPart.FROM, *NAMING)) or end >= len(self._tokens)
        return is_behind_article and not leads and not self._between(end).strip()

    def _known_word(self, place: int, last: SentenceWord | None) -> SentenceWord:
        if (last and self._is_possessive(place)) or self._is_kind_with_slip(place) or self._is_passive(place):
            return SentenceWord(Role.SMALL, place, place + 1)
        if named := self._described(place):
            return named
        if kind := self._other_kind(place):
            return SentenceWord(Role.KIND, place, place + 1, kind=kind)
        if self._is_courteous(place):
            self._wished = True
            return SentenceWord(Role.UNKNOWN, place, place + 1, is_doubtful=True)
        role, length = self._phrase(place, last)
        if role is Role.CHOICE and self._is_relative(place):
            return SentenceWord(Role.UNKNOWN, place, place + 1)
        is_people = role is Role.NATIONALITY
        if is_people:
            is_own = any(one.lexeme.value in self._own_powers for one in self._lexicon.of(place, OrderPart.POWER))
            role = Role.SMALL if is_own or self._names(place + length) else Role.SOMEBODY
        noun = self._noun(place)
        if noun and noun.end - place >= length:
            return noun
        found = self._together(place)
        if length and (not found or found[0].end <= place + length):
            name = tables_of(tuple(one.text for one in self._tokens[place : place + length]))[:1]
            is_doubtful = role is Role.UNKNOWN or name[:1] in {("excepting",), ("other_phase",)}
            return SentenceWord(role, place, place + length, is_people=is_people, is_doubtful=is_doubtful)
        if self._is_elided(place):
            return SentenceWord(Role.SMALL, place, place + 1)
        return self._listed(place, found) if found else self._unlisted(place)

    def _is_courteous(self, place: int) -> bool:
        """Whether an "if" stands behind a word of thanks, and sets no condition: ``I'd be grateful if Paris held``."""
        if self._tokens[place].text not in IF:
            return False
        before = range(max(place - _SOON, 0), place)
        return any(is_in("pleased", self._tokens[at]) and not any(self._parted[at + 1 : place + 1]) for at in before)

    def _is_relative(self, place: int) -> bool:
        """Whether a word is « où », and leaves no choice as « ou » does."""
        return self._line[self._tokens[place].start : self._tokens[place].end].lower() == "où"

    def _is_elided(self, place: int) -> bool:
        """Whether a letter is what is left of a pronoun before a verb, and no order: ``s'aventure``."""
        is_next = place + 1 < len(self._tokens) and self._between(place + 1) in APOSTROPHES
        return is_next and any(self._lexicon.of(place, *_AT_UNITS))

    def _together(self, place: int) -> tuple[FoundLexeme, ...]:
        """What orders know of the words from here on; no phrase goes on behind a comma or a stop."""
        found = self._lexicon.at(place)
        found = tuple(one for one in found if not any(self._parted[place + 1 : one.end]))
        return tuple(
            one
            for one in found
            if one.lexeme.part is not OrderPart.VIA or not self._goes_on_as(one.end, OrderPart.PLACE)
        )

    def _unlisted(self, place: int) -> SentenceWord:
        token = self._tokens[place]
        if token.text == "?" and self._asked:
            return SentenceWord(Role.SMALL, place, place + 1)
        if not token.is_word:
            silent = Role.SMALL if token.text in SILENT_SIGNS else Role.CONDITION
            silent = Role.UNKNOWN if token.text in SIGNS_OF_MEASURES else silent
            bracket = token.text if token.text in {"(", ")"} else ""
            return SentenceWord(SIGNS.get(token.text, silent), place, place + 1, bracket=bracket)
        meant = role_of_slip(token.text, self._lexicon.own)
        return SentenceWord(meant or Role.UNKNOWN, place, place + 1, guessed=meant is not None)

    def _listed(self, place: int, found: Sequence[FoundLexeme]) -> SentenceWord:
        """The longest phrase of orders here."""
        end = found[0].end
        longest = [one.lexeme for one in found if one.end == end]
        parts = {lexeme.part for lexeme in longest}
        token = self._tokens[place]
        if not token.is_word and token.text in SIGNS and end == place + 1:
            return self._unlisted(place)
        if kind := next((kind for part, kind in KINDS.items() if part in parts), None):
            is_letter = end == place + 1 and len(token.text) == 1
            silent = Role.SMALL if self._line[token.start : token.end].isupper() else Role.UNKNOWN
            count = self._count_before(place) if token.text.endswith("s") else 0
            return SentenceWord(silent if is_letter else Role.KIND, place, end, kind=kind, count=count)
        if parts & {OrderPart.MOVE, OrderPart.SEND} and parts & {OrderPart.PREPOSITION, OrderPart.FILLER}:
            return SentenceWord(Role.TOWARDS, place, end)
        role = next((role for apt, role in ROLES_OF_PARTS if parts & apt), None)
        self._asked = self._asked or OrderPart.REQUEST in parts
        if role is Role.SOMEBODY and (any(one.value in self._own_powers for one in longest) or self._names(end)):
            role = Role.SMALL
        if role is Role.OTHER_PHASE and self._is_common(place, end):
            role = Role.UNKNOWN
        if role is None:
            role = Role.SMALL if parts & _SMALL else Role.UNKNOWN
        is_doubtful = role is Role.UNKNOWN and OrderPart.DOUBT in parts
        return SentenceWord(role, place, end, is_people=OrderPart.POWER in parts, is_doubtful=is_doubtful)

    def _is_kind_with_slip(self, place: int) -> bool:
        """Whether a word before a name is that for a unit, but for a slip: ``Armie Marseilles``."""
        is_one = is_slip_of_unit(self._tokens[place].text) and self._names(place + 1)
        return is_one and all(one.guessed for one in self._lexicon.at(place))

    def _noun(self, place: int) -> SentenceWord | None:
        """The unit or the region that is named from a token on; no article, no preposition before it."""
        if not any(self._lexicon.of(place, *NAMING)) or not self._may_name(place):
            return None
        parses = (step for step in self._parser.units_from(place) if self._is_together(place, step.end))
        steps = [step for step in parses if self._has_coast(step.spots[-1])]
        end = max((step.end for step in steps), default=0)
        longest = [step for step in steps if step.end == end]
        if not longest:
            return None
        least = min(step.borrowed for step in longest)
        spots = tuple(dict.fromkeys(step.spots[-1] for step in longest if step.borrowed == least))
        guessed = any(one.guessed for at in range(place, end) for one in self._lexicon.of(at, OrderPart.PLACE))
        owned = self._kind_at(end + 1) if self._is_possessive(end) else self._kind_behind(end)
        return SentenceWord(Role.UNIT, place, owned.end if owned else end, spots, guessed=guessed)

    def _is_together(self, place: int, end: int) -> bool:
        """Whether no sentence ends inside a noun, and its last word is not that for the next unit.

        ``Venice fleet Naples``, ``the Venice fleet. Naples``.
        """
        stops = [at for at in range(place + 1, end + 1) if at < len(self._tokens) and STOP.match(self._between(at))]
        if any(at < end and (len(self._tokens[at - 1].text) > _ABBREVIATION or self._kind_at(at)) for at in stops):
            return False  # "Kiel. Fleet Denmark"
        if any(self._is_parted(at) or is_in("into", self._tokens[at]) for at in range(place + 1, end)):
            return False
        takes_next = any(self._lexicon.of(end - 1, *KINDS)) and any(self._lexicon.of(end, OrderPart.PLACE))
        return end in stops or not takes_next

    def _may_name(self, place: int) -> bool:
        """Whether a token is no common word that only a code would be spelt like."""
        token = self._tokens[place]
        if not self._is_common(place, place + 1) and not self._is_other_word(place):
            return True
        if any(found.end > place + 1 for found in self._lexicon.of(place, *NAMING)):
            return True
        if self._line[token.start : token.end].isupper() and len(token.text) > 1:
            return True
        beside = (*self._tokens[max(place - 1, 0) : place], *self._tokens[place + 1 : place + 2])
        if self._line[token.start].islower() and len(beside) > 1 and all(map(self._is_whole_name, beside)):
            return False  # « L'Adriatique est prise par l'Ionienne, l'Ionienne par Naples »
        is_joined = any(one.text in {DASH, ">", "/"} for one in beside)
        is_name = (self._line[token.start].isupper() or self._line.islower()) and len(token.text) > 1
        is_told = is_name and (self._is_list or self._is_beside_verb(place) or self._is_listed_first(place))
        is_beside = self._is_beside_order(place) or self._is_beside_name(place)
        return is_joined or is_told or is_beside or self._leads_to_name(place)

    def _is_whole_name(self, token: LineToken) -> bool:
        """Whether a word has a capital, and is longer than a code."""
        return len(token.text) > _ABBREVIATION and self._line[token.start].isupper()

    @cached_property
    def _is_list(self) -> bool:
        """Whether the line names places and nothing else: ``Par, Mar and Pie``."""
        return all(
            is_in("listing", token) or any(self._lexicon.of(at, OrderPart.PLACE))
            for at, token in enumerate(self._tokens)
        )

    def _leads_to_name(self, place: int) -> bool:
        """Whether a code stands before a word that leads to a name, and behind no article: ``ok gal to ukr``."""
        is_code = len(self._tokens[place].text) > 1 and not (place and self._is_article(place - 1))
        return is_code and any(
            any(self._lexicon.of(one.end, OrderPart.PLACE)) for one in self._lexicon.of(place + 1, OrderPart.MOVE)
        )

    def _is_listed_first(self, place: int) -> bool:
        """Whether another name follows behind an "and": ``Con and Ank hold``."""
        is_listing = place + 2 < len(self._tokens) and is_in("listing", self._tokens[place + 1])
        return is_listing and any(self._lexicon.of(place + 2, OrderPart.PLACE))

    def _is_beside_verb(self, place: int) -> bool:
        """Whether a word that orders follows, or one that leads somewhere stands before: ``Con goes``, ``to Con``."""
        before = any(self._lexicon.of(place - 1, *BEFORE_CODE)) if place and not self._between(place).strip() else False
        adverbs = takewhile(lambda one: "small" in tables_of((one.text,)), self._tokens[place + 1 :])
        verb = place + 1 + sum(1 for _ in adverbs)  # "tri just stays"
        return before or any(self._lexicon.of(verb, OrderPart.MOVE, *_AT_UNITS))

    def _is_beside_order(self, place: int) -> bool:
        """Whether a support or a hold follows, or a support stands before."""
        behind = any(self._lexicon.of(place + 1, *_AT_UNITS)) and not self._is_common(place + 1, place + 2)
        behind = behind and not self._are_several(place)
        before = place - 1 - (place > 1 and any(self._lexicon.of(place - 1, OrderPart.FROM)))  # "support from mar"
        return behind or (place > 0 and any(self._lexicon.of(before, OrderPart.SUPPORT)))

    def _are_several(self, place: int) -> bool:
        """Whether a small word stands before a verb of several units: ``Denmark and Edinburgh both hold``."""
        verb = self._tokens[place + 1].text
        return self._phrase(place, None)[0] is Role.SMALL and len(verb) > 1 and not verb.endswith(_POSSESSIVE)

    def _is_common(self, place: int, end: int) -> bool:
        return tuple(token.text for token in self._tokens[place:end]) in prose_phrases("common")

    def _is_other_word(self, place: int) -> bool:
        """Whether a word of one letter, or one that is no longer than a code, is a small word as well."""
        is_short = len(self._tokens[place].text) <= _ABBREVIATION
        return is_short and bool(self._phrase(place, None)[1]) and any(self._lexicon.of(place, OrderPart.PLACE))

    def _is_beside_name(self, place: int) -> bool:
        """Whether nothing but the name of a region follows, or a letter of a unit stands before."""
        is_small = self._phrase(place, None)[0] is Role.SMALL  # "Paris and Brest both hold", "both Paris and Brest"
        names = [one.end for one in self._lexicon.of(place + 1, OrderPart.PLACE)]
        behind = any(not (is_small and any(self._lexicon.of(end, OrderPart.AND))) for end in names)
        is_first = self._is_led_in(place)
        is_last = not (is_first or is_small or self._is_article(place + 1))
        is_last = is_last and any(self._lexicon.of(place - 1, OrderPart.PLACE))
        return (place > 0 and any(self._lexicon.of(place - 1, *KINDS))) or (behind and is_first) or is_last

    def _is_led_in(self, place: int) -> bool:
        """Whether what comes first may follow: ``and con bulgaria``, ``its turkey con bul``, ``ok con bul``."""
        if place == 0 or not self._tokens[place - 1].is_word or self._between(place).strip():
            return True
        word, is_power = self._tokens[place - 1].text, any(self._lexicon.of(place - 1, OrderPart.POWER))
        return (
            is_power
            or is_in("listing", self._tokens[place - 1])
            or (word,) in prose_phrases("openings")
            or "greeting" in tables_of((word,))
        )

    def _phrase(self, place: int, last: SentenceWord | None) -> tuple[Role, int]:
        """The longest phrase that only sentences have, with how many tokens it takes; 0 where none begins."""
        if not (sizes := sentence_openings().sizes(self._tokens[place].text)):
            return Role.UNKNOWN, 0
        kept = self._ahead(place)
        for size in (size for size in sizes if size <= len(kept)):
            end = kept[size - 1] + 1
            for name in tables_of(tuple([self._tokens[at].text for at in kept[:size]])):
                if self._is_apt(name, last, end):
                    return ROLES_OF_TABLES[name], end - place
        return Role.UNKNOWN, 0

    def _is_apt(self, name: str, last: SentenceWord | None, end: int) -> bool:
        """Whether the words of a table count where they stand: some pronouns, a "no", what turns from a denial."""
        match name:
            case "it" if self._tokens[end - 1].text == "is":  # "I won't go to Burgundy, Picardy it is"
                return self._denied and last is not None and last.role is Role.UNIT and self._ends_clause(end)
            case "it":
                return not self._goes_on_as(end, OrderPart.ATTACK)  # "the attack of Tyrolia"
            case "it_before_verb":
                is_verb = end < len(self._tokens) and not (self._names(end) or self._kind_at(end))
                return last is not None and last.role is Role.UNIT and is_verb
            case "it_behind_support":
                is_over = self._ends_clause(end) or (self._names(end) and self._is_beside_order(end))
                return last is not None and last.role in {Role.SUPPORT, Role.CONVOY} and is_over
            case "greeting":
                is_first = last is None or last.role is Role.COMMA
                return is_first and not any(self._is_somebody(at) for at in range(end, end + 3))
            case "excepting":
                return not self._denied
            case "standing":
                return last is not None and (last.role is Role.KIND or self._tokens[last.start].text in ONE_OF_UNITS)
            case "leave":
                is_first = last is None or last.role not in _SUBJECTS
                return is_first and self._is_left_as_it_is(end)
            case "via":
                return not self._goes_on_as(end, OrderPart.PLACE)
            case "unconcerned":
                further = (end, end + 1) if self._is_article(end) else (end,)
                is_over = end >= len(self._tokens) or bool(self._between(end).strip()) or self._tokens[end].text == ":"
                return is_over or not any(self._names(at) or self._kind_at(at) for at in further)
            case "carried":
                is_passive = last is not None and is_in("passives", self._tokens[last.end - 1])
                return is_passive or (self._is_participle(end - 1) and self._is_by(end))
            case "attacked":
                return not self._leads_to_place(end)  # "is taken by the fleet to Norway"
            case "and" | "purpose":
                return end < len(self._tokens) and not APOSTROPHES & set(self._between(end))  # "n'est", "so that's"
            case "no":
                end = self._behind_corrections(end)
                return end == len(self._tokens) or bool(self._between(end).strip()) or self._tokens[end].text == ":"
            case "correction":
                doing = self._tokens[end : end + 1]  # "should be supporting", "should be helped"
                return not any(one.text.endswith((_DOING, _DONE)) for one in doing)
            case "choice" if self._tokens[end - 1].text == "either":  # "doesn't move either"
                return not self._ends_clause(end)
            case "reason":
                return last is None or not self._is_article(last.start)  # "in the car"
            case "unhelped" | "behind":
                return self._ends_clause(end)
            case "same":
                is_object = last is not None and last.role in {Role.SUPPORT, Role.CONVOY, Role.MOVE, Role.TOWARDS}
                return not (is_object and self._ends_clause(end))
            case "idle" | "alike":
                return last is not None and last.role in {Role.UNIT, Role.COMMA, Role.COLON} and self._ends_clause(end)
            case "turning":
                return self._denied and last is not None and last.role in {Role.COMMA, Role.COLON, Role.BUT}
            case _:
                return True
