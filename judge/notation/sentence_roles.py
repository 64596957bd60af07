"""What a word does in a sentence, the tables of words and phrases that do it, the clauses they make, their tokens."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import islice, takewhile

from judge.notation.grammar import WrittenPlace
from judge.notation.hold_all import numbers_in_words
from judge.notation.lexer import DASH, LineToken
from judge.notation.lexicon import Lexicon, is_slip
from judge.notation.tables import (
    Notation,
    Openings,
    OrderPart,
    kinds_in_other_words,
    listed_phrases,
    regions_of_adjective,
    shared_phrases,
    starred_keys,
    starred_phrase,
)
from judge.rules.board import Province, UnitKind


class Role(Enum):
    """What a word does in a sentence; the value is the letter that stands for it in a pattern of a clause."""

    __hash__ = object.__hash__  # as that of ``OrderPart``

    UNIT = "n"  # a region, with or without the unit in it
    KIND = "k"  # a unit without its region: "the army"
    IT = "q"  # the unit or the order named last
    ITS_SUBJECT = "e"  # right behind a unit that it stands for; else somebody
    THERE = "y"  # where the last order leads
    ITS_PLACE = "Y"  # where the unit of the last order stands
    REPLACES = "V"  # goes there: "takes over from it"
    FOLLOWED = "F"  # before the unit that goes there: "followed by", "makes way for"
    STANDING = "t"  # behind a word for a unit, before where it stands: "the army that I have in"
    QUIT = "Q"  # between a unit and where it stands: "leaves Paris for Burgundy"
    LEAVE = "l"  # before a unit that stays: "leave Paris at home"
    OTHER_ONE = "a"  # the other unit of the kind named last
    EACH_OTHER = "r"
    MUTUAL = "M"  # units support each other
    MOVE = "m"
    TOWARDS = "p"
    SEND = "d"
    HOLD = "h"
    IMMOBILE = "i"
    SUPPORT = "s"
    SUPPORTED = "S"
    CONVOY = "c"
    CONVOYED = "C"
    VIA = "v"
    FROM = "f"
    WITH = "w"
    AND = "&"
    COMMA = ","
    COLON = ":"
    UNKNOWN = "u"
    DENIAL = "!"
    NOWHERE = "L"  # behind a denial: the unit stays
    NEITHER = "Z"  # behind a unit that stays, the next one does so too: "nor does Brest"; else it denies
    SAME = "="  # behind a unit that stays, the next one does so too: "and so does Brest"
    NO = "N"  # alone before a comma it is about what was said before
    CONDITION = "?"
    CORRECTION = "o"  # what follows puts right what was said before
    CHOICE = "|"
    BUT = "b"  # what stands behind it is told apart from what is denied before it
    SOMEBODY = "P"  # somebody else does it, or it is past
    REPORT = "R"  # somebody else says or wants it
    WISH = "W"  # what a unit "wants" it does; what somebody else wants is a report
    NATIONALITY = "g"
    REASON = "z"  # what follows tells why, up to the next joint
    PURPOSE = "j"  # what follows tells what for, behind an order
    OTHER_PHASE = "x"
    SMALL = " "


@dataclass(frozen=True)
class SentenceWord:
    """A word or a phrase of a sentence from token ``start`` up to token ``end``.

    ``spots`` are the regions that it may name, none for a place that nobody knows, ``kind`` the unit that it names
    without a region. ``guessed`` if the name of the region has a slip. ``count`` is of how many units it names the
    kind, ``bracket`` the one it is.
    ``is_people`` if it names a power or its people, ``is_doubtful`` if it says that something may not be meant,
    ``of_attack`` if it speaks of the attack of a unit: ``l'attaque de Marseille``.
    """

    role: Role
    start: int
    end: int
    spots: tuple[WrittenPlace, ...] = ()
    kind: UnitKind | None = None
    guessed: bool = False
    count: int = 0
    bracket: str = ""
    is_people: bool = False
    is_doubtful: bool = False
    of_attack: bool = False

    def names_one_of(self, places: AbstractSet[Province]) -> bool:
        """Whether it may name one of some places."""
        return any(spot.province in places for spot in self.spots)


ROLES_OF_PARTS: tuple[tuple[frozenset[OrderPart], Role], ...] = tuple(
    (frozenset(parts), role)
    for parts, role in (
        ({OrderPart.IMMOBILE}, Role.IMMOBILE),
        ({OrderPart.DENIAL}, Role.DENIAL),
        ({OrderPart.OTHERWISE}, Role.CONDITION),
        ({OrderPart.SUPPORTED}, Role.SUPPORTED),
        ({OrderPart.CONVOYED}, Role.CONVOYED),
        ({OrderPart.SUPPORT}, Role.SUPPORT),
        ({OrderPart.CONVOY}, Role.CONVOY),
        ({OrderPart.HOLD}, Role.HOLD),
        ({OrderPart.VIA}, Role.VIA),
        ({OrderPart.FROM}, Role.FROM),
        ({OrderPart.WITH, OrderPart.BY}, Role.WITH),
        ({OrderPart.AND, OrderPart.JOINT}, Role.AND),
        ({OrderPart.MOVE}, Role.MOVE),
        ({OrderPart.SEND}, Role.SEND),
        ({OrderPart.PREPOSITION}, Role.TOWARDS),
        ({OrderPart.POWER}, Role.SOMEBODY),
        ({OrderPart.DOUBT}, Role.UNKNOWN),
        ({OrderPart.RETREAT, OrderPart.DISBAND, OrderPart.BUILD, OrderPart.REMOVE, OrderPart.WAIVE}, Role.OTHER_PHASE),
    )
)
"""What a phrase of orders does in a sentence, by what it can be there; the first that fits."""
ORDERING = (Role.HOLD, Role.SUPPORT, Role.CONVOY, Role.MOVE, Role.SEND)

BEFORE_CODE = (OrderPart.PREPOSITION, OrderPart.MOVE, OrderPart.VIA, OrderPart.BY)
PASSIVE = {Role.SUPPORT: Role.SUPPORTED, Role.CONVOY: Role.CONVOYED}
SIGNS = {
    ":": Role.COLON,
    "/": Role.AND,
    "+": Role.AND,
    "&": Role.AND,
    "?": Role.CONDITION,
    "(": Role.COMMA,
    ")": Role.COMMA,
    ";": Role.COMMA,
}
SILENT_SIGNS = frozenset("|*#•·_=~")
SIGNS_OF_MEASURES = frozenset("%€$£°")
"""What stands behind a number and is no word of orders: ``battery 3%``."""

ROLES_OF_TABLES: Mapping[str, Role] = {
    "turning": Role.BUT,
    "move": Role.MOVE,
    "towards": Role.TOWARDS,
    "guarding": Role.IMMOBILE,
    "hold": Role.IMMOBILE,
    "idle": Role.IMMOBILE,
    "support": Role.SUPPORT,
    "supported": Role.SUPPORTED,
    "carried": Role.CONVOYED,
    "convoy": Role.CONVOY,
    "convoyed": Role.CONVOYED,
    "via": Role.VIA,
    "and": Role.AND,
    "with": Role.WITH,
    "send": Role.SEND,
    "same": Role.SAME,
    "alike": Role.SAME,
    "it": Role.IT,
    "it_before_verb": Role.IT,
    "it_behind_support": Role.IT,
    "wishing": Role.WISH,
    "there": Role.THERE,
    "its_place": Role.ITS_PLACE,
    "followed": Role.FOLLOWED,
    "replaces": Role.REPLACES,
    "standing": Role.STANDING,
    "other_one": Role.OTHER_ONE,
    "leave": Role.LEAVE,
    "quit": Role.QUIT,
    "behind": Role.SUPPORT,
    "sent": Role.IT,
    "attacked": Role.FROM,
    "each_other": Role.EACH_OTHER,
    "mutual": Role.MUTUAL,
    "no": Role.NO,
    "correction": Role.CORRECTION,
    "choice": Role.CHOICE,
    "void": Role.DENIAL,
    "nowhere": Role.NOWHERE,
    "neither": Role.NEITHER,
    "excepting": Role.BUT,
    "but": Role.BUT,
    "its_subject": Role.ITS_SUBJECT,
    "somebody": Role.SOMEBODY,
    "report": Role.REPORT,
    "reason": Role.REASON,
    "purpose": Role.PURPOSE,
    "nationality": Role.NATIONALITY,
    "past": Role.SOMEBODY,
    "doubtful": Role.UNKNOWN,
    "other_phase": Role.OTHER_PHASE,
    "unconcerned": Role.SMALL,
    "unhelped": Role.SMALL,
    "greeting": Role.SMALL,
    "small": Role.SMALL,
}


SPEAKING = frozenset({"i", "we", "je", "j", "nous"})
"""Words for who writes."""


def is_in(table: str, token: LineToken) -> bool:
    """Return whether a word stands in a table of such as do something beside units: titles, wishes, ``into``."""
    return (token.text,) in shared_phrases("sentences", table)


@cache
def sentence_openings() -> Openings:
    """Return how the phrases of the tables begin, with how many words each may have."""
    return Openings(_phrases())


@lru_cache(maxsize=4096)
def tables_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tables in which a phrase stands, whole or with a star for an ending."""
    return tuple(name for key in starred_keys(words) for name in _phrases().get(key, ()))


@lru_cache(maxsize=4096)
def role_of_slip(word: str, own: Notation) -> Role | None:
    """Return the role of the order words of which one is this word but for a slip; None for none, or several."""
    near = {role for known, role in _order_words(own).get(word[:1], ()) if is_slip(word, known)}
    return near.pop() if len(near) == 1 else None


@cache
def _order_words(own: Notation) -> Mapping[str, tuple[tuple[str, Role], ...]]:
    """The words that order something, by their first letter."""
    found: defaultdict[str, list[tuple[str, Role]]] = defaultdict(list)
    for words, lexemes in own.phrases.items():
        parts = {one.part for one in lexemes}
        role = next((role for apt, role in ROLES_OF_PARTS if parts & apt), None)
        if (
            len(words) == 1
            and role in ORDERING
            and not parts & {OrderPart.PLACE, OrderPart.FILLER, OrderPart.PREPOSITION}
        ):
            found[words[0][:1]].append((words[0], role))
    return {letter: tuple(named) for letter, named in found.items()}


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The tables that each phrase stands in, in their order."""
    found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in ROLES_OF_TABLES:
        for phrase in listed_phrases("sentences", name):
            found[starred_phrase(phrase)].append(name)
    return {words: tuple(names) for words, names in found.items()}


# --- what a denial says that its unit does


_SUPPOSING = frozenset({Role.CONDITION, Role.CHOICE, Role.CORRECTION, Role.NO})
_LEAVING_DENIED = re.compile(r"!+[^n!,:&b]*Q[u !]*n[u !]*(?=[,:b]|$)|(?<![^,:])n[,: i]*!+[!u eq]*m[!u ]*$")


def with_leaving_denied(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words in which a unit stays that does not leave: « Pas question d'évacuer Rome »."""
    words = [_not_there(word, words[at + 1 : at + 3], own) for at, word in enumerate(words)]
    letters = "".join(word.role.value for word in words)
    for found in reversed(list(_LEAVING_DENIED.finditer(letters))):
        unit = next(word for word in words[found.start() : found.end()] if word.role is Role.UNIT)
        if any(spot.province in own for spot in unit.spots):
            end = words[found.end() - 1].end
            stays = SentenceWord(Role.IMMOBILE, unit.end, max(unit.end, end), guessed=True)
            words = [*words[: found.start()], unit, stays, *words[found.end() :]]
    return words


def _not_there(word: SentenceWord, behind: Sequence[SentenceWord], own: set[Province]) -> SentenceWord:
    """A word of several for staying as a denial where another place stands behind it: « ne part plus au Piémont »."""
    is_way = [one.role for one in behind] == [Role.TOWARDS, Role.UNIT]
    is_elsewhere = is_way and not any(spot.province in own for spot in behind[1].spots)
    is_denial = word.role is Role.IMMOBILE and word.end > word.start + 2
    return replace(word, role=Role.DENIAL) if is_denial and is_elsewhere else word


_NO_HELP = frozenset({Role.DENIAL, Role.CONVOY, Role.SUPPORT, Role.SMALL, Role.COMMA})
"""What says in front of orders that nobody helps: « Pas de convoi cette saison : … »."""


def behind_denied_part(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words behind a colon before which something is denied of a place: « Pas de BOT - SUE : F BOT - BAL ».

    They tell what is meant instead; a pronoun in front is the unit named before. All words where they lead there, too.
    """
    colon = next((at for at, word in enumerate(words) if word.role is Role.COLON), 0)
    before, behind = words[:colon], words[colon + 1 :]
    is_denied = any(word.role is Role.DENIAL for word in before) and not {word.role for word in before} & _SUPPOSING
    named, told = ({spot.province for word in part for spot in word.spots} - own for part in (before, behind))
    is_there = any(word.role is Role.THERE for word in behind)
    told_before = {word.role for word in before}
    if is_denied and told_before <= _NO_HELP and told_before & {Role.CONVOY, Role.SUPPORT}:
        return behind
    if not (is_denied and any(word.spots for word in before)) or is_there or named & told:
        return words
    unit = next((word for word in before if any(spot.province in own for spot in word.spots)), None)
    first = next((at for at, word in enumerate(behind) if word.role is not Role.SMALL), None)
    if unit and first is not None and behind[first].role in {Role.IT, Role.ITS_SUBJECT}:
        behind[first] = replace(unit, start=behind[first].start, end=behind[first].end)
    return behind


# --- how the clauses of a sentence are made of the roles of its words


_MANY = r"(?P<many>[nqk](?:(?:,&*|&+)n)*)"
_ONE = r"(?P<one>[nqk])"
_TO = r"(?:(?P<to>n)|(?P<there>[yY]))"
_THAT = r"(?P<that>q)"  # a region named before: "attacks it"
_GO = r"[mp]+"
_LEAN = r"[,:mp]{0,2}"
_HOLD = r"[hi](?:&?[hi])*"
_HELPED_BY = r"(?:S|w&?s)[wf]?(?:k[pf]?)?"
_BACKED = rf"(?:[,&]*{_HELPED_BY}(?P<backers>n(?:[,&]+w?n(?![mpshicSCvny]))*))?(?:[,&]*w(?P<backer>n)(?:sq?|qs|Y))?"
_FERRIED = r"(?:,?v?,?[Cvw][pw,]?(?P<ferries>n(?:[,&]+n(?![mpshicSCvny]))*),?|,?v(?![mp]))?"
_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "hold": (
        rf"(?<!S){_MANY}&?{_LEAN}{_HOLD}(?!p?n(?![mpshicSCvny])){_BACKED}",
        r"(?P<many>nn+&?n)[hi](?![mpshicSCvn])",
        rf"{_ONE}{_LEAN}{_HOLD}p?(?P<where>n)(?![mpshicSCvny])",
        r"h:?(?P<many>n(?:[,&]+n)*)(?![mpshicSCvny])",
        r"(?<![^,:&b])i:?(?P<many>n(?:[,&]+n)*)(?=[,:&b]|$)",  # "Nothing for Bothnia"
        r"l(?P<many>n(?:[,&]+n)*)[hi]",
        r"(?P<left>l)(?P<many>n(?:[,&]+n)*)y?(?=[,:&b]|$)",  # "Leave Marseilles alone"
        rf"h{_ONE}(?![mpshicSCvny])",
        rf"{_ONE}(?P<where>n)(?![mpshicSCvny])",
    ),
    "move": (
        rf"{_ONE}(?:[,:]?q?(?:m*,?&)?{_GO}[qv]?[mp]*|:){_TO}{_FERRIED}{_BACKED}",
        rf"{_ONE},?[Cv]{_GO}{_TO},?[wpf](?P<ferries>n(?:[,&]+n(?![mpshicSCvny]))*){_BACKED}",
        rf"{_ONE},?[Cv][pw]?(?P<ferries>n)?,?&?{_GO}{_TO}{_BACKED}",
        rf"k?[Cv]f(?P<one>n){_GO}{_TO},?[wp](?P<ferries>n(?:[,&]+n(?![mpshicSCvny]))*){_BACKED}",
        rf"[mds]?d?[md]+(?P<one>[nk])[mp]+{_TO}{_FERRIED}{_BACKED}",
        rf"k?[md]*f(?P<one>n){_GO}{_TO}{_FERRIED}{_BACKED}",
        rf"[md]*kf(?P<one>n)&?{_GO}{_TO}{_BACKED}",
        rf"(?<![^,:&b])f(?P<one>n),?k{_GO}{_TO}{_FERRIED}{_BACKED}",  # "From Naples the fleet sails to the Ionian Sea"
        r"[md]+p?(?P<to>n)[fw](?P<one>n)",
        rf"[md]+p?(?P<to>n):f?(?P<one>n){_FERRIED}{_BACKED}",
        rf"(?<![^,&b])p+(?P<to>n):f?(?P<one>n){_FERRIED}{_BACKED}",  # "To Norway: NTH"
        rf"(?P<to>n),?f(?P<one>n){_BACKED}",  # "Burgundy, from Munich, supported by Ruhr"
        rf"{_ONE},?(?:[Qu]|mf?)(?P<where>n)[,&]*{_GO}{_TO}{_FERRIED}{_BACKED}",  # "passe du Danemark en Suède"
        rf"{_ONE},?Q{_GO}{_TO}{_FERRIED}{_BACKED}",
        rf"{_ONE},?m[pw]*(?P<sea>n),?{_GO}{_TO}{_BACKED}",  # "traverse la mer du Nord vers la Norvège"
        rf"{_ONE}(?P<there>[yY])m+{_BACKED}",
        rf"{_ONE}[mp]*V[mp]+(?P<to>n){_BACKED}",
        rf"{_ONE}[mp]*(?P<there>V)(?![mp]){_BACKED}",
        rf"{_ONE}{_GO}Y{_GO}(?P<to>n){_BACKED}",
        rf"{_ONE}{_GO}{_THAT}{_BACKED}",
        rf"{_ONE}[mp]+&[him]+p?(?P<to>n){_BACKED}",  # "trots home and sits in Brest"
        rf"{_ONE},?[Cv][pw]?(?P<ferries>n(?:[,&]+n)+),?{_GO}{_TO}{_BACKED}",  # "is carried by … and … to Syria"
    ),
    "pair": (rf"(?P<one>n)(?P<to>n){_FERRIED}{_BACKED}",),
    "support": (
        rf"{_MANY}{_LEAN}(?:[hi]+&?)?sh?[pf]?k?(?P<other>n)(?:[mp]*[hi])?(?![mpy])(?!n(?![mpshicSCvny]))(?P<mutual>,?&?,?r)?",
        rf"{_MANY}{_LEAN}(?:[hi]+&?)?s[pf]?(?:k[mp]*f?)?(?:f?m?|m[fw])(?P<other>n)[mp]*{_TO}v?",
        r"(?<![^,:&b])s(?P<many>n(?:[,&]+n)*)p+q?(?P<other>n)m[mp]*(?P<to>n)",  # "Support from Greece for Serbia – …"
        rf"s(?P<other>n)(?:{_GO}(?P<to>n))?[wf](?P<many>n)",
        rf"{_MANY}{_LEAN}(?:h&?)?(?:s[pf]?q|[qy][qy]?s)(?:{_GO}{_TO})?(?![n])",
        rf"{_MANY}s{_GO}{_TO}f(?P<other>n)",
        rf"{_MANY}s(?![mpnqir])",
        r"(?:(?<=n)|(?<=n,))s[pf:]*(?P<many>n(?:[,&]+n)*)(?![mpshicSCvny])",
        r"(?<![^,])(?P<same>=)[mpw:]*(?P<many>n(?:[,&]+n)*)(?![mpshicSCvny])",
        rf"{_MANY}[,:]?(?P<same>=)",
        rf"{_MANY}(?P<other>n)s(?:[hi]?|{_GO}(?P<to>n))(?P<given>)(?![mpnq])",  # "gives Norway a hand"
    ),
    "mutual": (
        r"[hi]?(?P<one>n)[,&]+(?P<other>n)(?:p?[hi]&)?(?:Mr?|sr|[hip,]*r)",
        r"(?P<one>n),?&(?P<other>n)s(?![mpnqy])",
    ),
    "convoy": (
        rf"{_ONE}c{_GO}(?P<to>n)f(?P<other>n){_BACKED}",
        rf"{_MANY}{_LEAN}(?:h&?)?c(?P<other>[nq])(?:p+(?P<sea>n))?[mp]*(?P<to>n){_BACKED}",
        rf"c(?P<other>n){_GO}(?P<to>n)[wf](?P<one>n){_BACKED}",
        rf"{_MANY}p?(?P<other>n)c{_GO}(?P<to>n){_BACKED}",  # "gives York a lift to Norway"
        rf"c(?P<other>n){_GO}(?P<to>n)v(?P<one>n){_BACKED}",
        rf"{_MANY}(?:cq|q?c(?![mpnq])){_BACKED}",
    ),
    "goal": (r"(?<![^,:&b])(?P<alone>n)(?=[,:&b]|$)",),
    "helping": (rf"(?P<one>n)[dm]?(?P<other>n){_GO}(?P<to>n)",),
}
"""How each kind of clause is made of the letters of roles; ``one`` is the unit that acts."""


@cache
def clause_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return each kind of clause with its patterns, those with what may follow first."""
    whole = [(kind, one) for kind, written in _CLAUSES.items() for one in written]
    backed = [(kind, one.replace(_FERRIED, "")) for kind, one in whole]
    bare = [(kind, one.replace(_BACKED, "")) for kind, one in backed]
    return tuple((kind, re.compile(one)) for kind, one in dict.fromkeys((*whole, *backed, *bare)))


# --- the tokens of a line of sentences


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
