"""Tells what each word of a sentence does in a phase of retreats or of adjustments."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from judge.notation.grammar import WrittenPlace
from judge.notation.lexer import DASH, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import SPEAKING, Role, SentenceWord
from judge.notation.tables import OrderPart, listed_phrases, starred_keys, starred_phrase
from judge.rules.board import UnitKind


class Does(Enum):
    """What a word does in a sentence of these phases."""

    PLACE = "place"
    KIND = "kind"
    IT = "it"
    GO = "go"
    EITHER = "either"  # goes where a region follows, else is no more
    DISBAND = "disband"
    BUILD = "build"
    WANT = "want"
    KEEP = "keep"
    WAIVE = "waive"
    PUT_OFF = "put_off"
    LATER = "later"
    NEXT_YEAR = "next_year"
    ONLY = "only"  # no other unit is raised
    WRITING = "writing"  # strange, and of when orders are written
    NOTHING = "nothing"
    ALL = "all"
    OTHERS = "others"
    ONE = "one"
    NUMBER = "number"
    EXCEPT = "except"
    ALL_EXCEPT = "all_except"
    NONE_EXCEPT = "none_except"
    DENIAL = "denial"
    AND = "and"
    COMMA = "comma"
    DOUBT = "doubt"  # a question, a condition, a choice
    DASH = "dash"
    SOMEBODY = "somebody"
    SAME = "same"  # what is named is told the same as what was named before
    BEING = "being"  # behind a region what it is like is told: "The Baltic is a dead end"
    STRANGE = "strange"
    SMALL = "small"


PUTTING_OFF = frozenset({Does.KEEP, Does.LATER, Does.NEXT_YEAR, Does.WAIVE, Does.PUT_OFF})
ACTS = frozenset({Does.GO, Does.EITHER, Does.DISBAND, Does.BUILD, Does.WANT, Does.KEEP, Does.WAIVE})


@dataclass(frozen=True)
class SeasonWord:
    """A word or a phrase from token ``start`` up to token ``end``, with the region or the kind of unit it names.

    ``lettered`` if it begins with one letter: ``A PAR``. ``excepted`` if the sentence says something of all but it.
    """

    does: Does
    start: int
    end: int
    spots: tuple[WrittenPlace, ...] = ()
    kind: UnitKind | None = None
    number: int = 0
    guessed: bool = False
    lettered: bool = False
    excepted: bool = False


_PREFERRING = frozenset({"prefer", "rather", "sooner", "prefere", "preferons", "prefererais", "mieux", "plutot"})
_THAN = frozenset({"than", "que", "qu"})
EVERY = -1
"""The number of a word for all units of a kind."""
_LONGEST_PHRASE = 5
_ARTICLES = frozenset({"les", "them"})
_TABLES = (
    *("go", "either", "disband", "build", "want", "keep", "waive", "later", "next_year", "nothing"),
    *("all", "others", "one", "except", "all_except", "none_except", "being", "strange", "same", "comma", "and"),
    "small",
)
_TABLES_OF_BUILDS = ("only", "put_off", "writing", "unit", "nowhere")
"""What counts only where units may be raised, before anything else."""
_AS = {"unit": Does.BUILD, "nowhere": Does.NOTHING}
_TELLING = ("either", "disband", "build", "waive")
_PARTS = (
    (OrderPart.WAIVE, Does.WAIVE),
    (OrderPart.RETREAT, Does.GO),
    (OrderPart.DISBAND, Does.DISBAND),
    (OrderPart.REMOVE, Does.DISBAND),
    (OrderPart.BUILD, Does.BUILD),
)
_ROLES: Mapping[Role, Does] = {
    Role.UNIT: Does.PLACE,
    Role.KIND: Does.KIND,
    Role.IT: Does.IT,
    Role.MOVE: Does.GO,
    Role.TOWARDS: Does.SMALL,
    Role.SEND: Does.GO,
    Role.HOLD: Does.KEEP,
    Role.IMMOBILE: Does.KEEP,
    Role.FROM: Does.SMALL,
    Role.WITH: Does.SMALL,
    Role.AND: Does.AND,
    Role.COMMA: Does.COMMA,
    Role.COLON: Does.COMMA,
    Role.BUT: Does.COMMA,
    Role.DENIAL: Does.DENIAL,
    Role.NEITHER: Does.DENIAL,
    Role.CONDITION: Does.DOUBT,
    Role.CHOICE: Does.DOUBT,
    Role.SOMEBODY: Does.SOMEBODY,
    Role.REPORT: Does.SOMEBODY,
    Role.SAME: Does.SAME,
    Role.NO: Does.SMALL,
    Role.NATIONALITY: Does.SMALL,
    Role.SMALL: Does.SMALL,
    Role.ITS_SUBJECT: Does.SMALL,
    Role.CORRECTION: Does.STRANGE,
}
_NUMBERS: Mapping[str, int] = {
    **{str(number): number for number in range(1, 10)},
    **dict.fromkeys(("one", "un", "une", "a", "an"), 1),
    **dict.fromkeys(("two", "deux"), 2),
    **dict.fromkeys(("three", "trois"), 3),
    **dict.fromkeys(("four", "quatre"), 4),
    **dict.fromkeys(("five", "cinq"), 5),
}


def season_words(words: Sequence[SentenceWord], lexicon: Lexicon, *, may_build: bool = False) -> tuple[SeasonWord, ...]:
    """Return the words of a sentence by what they do in these phases, without those that do nothing.

    Where its writer ``may_build`` they may also put that off, and say that no more is meant: « je ne lève que … ».

    Remarks in brackets are left out. What is excepted stands between commas, behind the word that says so.
    """
    thought = _with_second_thought(words)
    kept = _without_only(thought, lexicon)
    all_words = tuple(_all(kept, lexicon, may_build=may_build))
    if may_build and len(kept) < len(thought):
        all_words = (SeasonWord(Does.ONLY, thought[0].start, thought[0].start), *all_words)
    told = tuple(_without_remarks(tuple(_preferring(all_words, lexicon)), lexicon))
    return tuple(_with_exceptions(list(_excepting(_counted(_plain(_signed(told, lexicon), lexicon)), lexicon))))


def _with_second_thought(words: Sequence[SentenceWord]) -> Sequence[SentenceWord]:
    """The words without what a "no" right behind it puts right: ``Take away Warsaw, no wait, take the fleet``.

    Nothing is certain of what is meant instead.
    """
    at = max((at for at, word in enumerate(words) if word.role in _THINKING), default=0)
    named = {word.role for word in words[at:]} & _NAMED
    first = next((back for back in range(at, -1, -1) if words[back].role not in {*_THINKING, Role.COMMA}), 0)
    start = 1 + max((back for back in range(first) if words[back].role in {Role.COMMA, Role.AND}), default=-1)
    wrong = {word.role for word in words[start:at]} & _NAMED
    if not (at and named and wrong):
        return words
    gone = (named & wrong) or wrong
    kept = [word for word in words[start:at] if word.role not in gone | _THINKING]
    meant = [replace(word, guessed=word.guessed or word.role in _NAMED) for word in words[at + 1 :]]
    return (*words[:start], *kept, *meant)


def _without_only(words: Sequence[SentenceWord], lexicon: Lexicon) -> list[SentenceWord]:
    """The words without a « ne » that denies nothing, as a « que » stands behind it: « je ne lève qu'une armée »."""
    texts = [lexicon.tokens[word.start].text if word.end > word.start else "" for word in words]
    kept = []
    for at, word in enumerate(words):
        ends = (end for end in range(at + 1, len(words)) if words[end].role is Role.DENIAL or texts[end] in _THAN)
        behind = next(ends, None)
        is_only = texts[at] in {"ne", "n"} and behind is not None and words[behind].role is not Role.DENIAL
        if not (word.role is Role.DENIAL and is_only):
            kept.append(word)
    return kept


_THINKING = frozenset({Role.NO, Role.CORRECTION})
_NAMED = frozenset({Role.UNIT, Role.KIND})


def _preferring(words: Sequence[SeasonWord], lexicon: Lexicon) -> Iterator[SeasonWord]:
    """The words; behind one that prefers, what something is preferred to is denied: ``plutôt la dissoudre que …``."""
    prefers = is_denied = False
    for word in words:
        text = lexicon.tokens[word.start].text if word.end > word.start else ""
        if is_denied and text in SPEAKING:  # "Rather than limp home I would like the fleet disbanded"
            yield SeasonWord(Does.COMMA, word.start, word.start)
        last = lexicon.tokens[word.end - 1].text if word.end > word.start else ""
        is_denied = is_denied or (last in _THAN and (prefers or word.does is Does.DENIAL))
        yield replace(word, does=Does.DENIAL) if prefers and text in _THAN else word
        prefers = prefers or text in _PREFERRING


def _signed(words: Sequence[SeasonWord], lexicon: Lexicon) -> tuple[SeasonWord, ...]:
    """The words, with the signs for a unit that is no more beside one: ``R A MUN``, ``MUN x``; ``3 mars`` is a date."""
    texts = [lexicon.tokens[word.start].text if word.end == word.start + 1 else "" for word in words]
    named = [word.does is Does.PLACE for word in words]
    goes = [text == "r" and named[at + 1 : at + 2] == [True] for at, text in enumerate(texts)]
    ends = [text == "x" and named[max(at - 1, 0) : at] == [True] for at, text in enumerate(texts)]
    dates = [named[at] and texts[max(at - 1, 0)].isdecimal() for at in range(len(words))]
    found = [(goes, Does.EITHER), (ends, Does.DISBAND), (dates, Does.STRANGE)]
    return tuple(
        replace(word, does=next((does for said, does in found if said[at]), word.does)) for at, word in enumerate(words)
    )


def _plain(words: Sequence[SeasonWord], lexicon: Lexicon) -> Iterator[SeasonWord]:
    """The words that say something here."""
    for at, word in enumerate(words):
        beside = (*words[max(at - 1, 0) : at], *words[at + 1 : at + 2])
        if word.does is not Does.SMALL and not _is_article(word, beside, lexicon):
            yield word


def _counted(words: Iterable[SeasonWord]) -> Iterator[SeasonWord]:
    """The words, each for a kind of unit with the number before it; ``both fleets``."""
    before: SeasonWord | None = None
    for word in words:
        is_counted = word.does is Does.KIND and before and before.does in {Does.NUMBER, Does.ONE, Does.ALL}
        counted = replace(word, number=before.number or EVERY) if is_counted and before else word
        is_all = counted.number == EVERY and counted.kind is None and counted.does is Does.KIND
        yield replace(counted, does=Does.ALL) if is_all else counted  # "all units"
        before = word


_SIDES = {"north": "NC", "south": "SC", "east": "EC"}


def sides_named(words: Sequence[SentenceWord], lexicon: Lexicon) -> frozenset[str]:
    """The coasts that words beside the names of regions tell of: ``on its northern shore``, « au sud »."""
    found: set[str] = set()
    is_denied = False
    for word in words:
        is_denied = word.role is not Role.COMMA and (is_denied or word.role is Role.DENIAL)
        for token in () if word.spots else lexicon.tokens[word.start : word.end]:
            is_denied = is_denied or token.text in _NOT  # "south coast, not north"
            keys = tuple(starred_keys((token.text,)))
            found.update(_SIDES[table] for table in _SIDES if not (is_denied or _sides()[table].isdisjoint(keys)))
    return frozenset(found)


_NOT = frozenset({"not", "pas"})


@cache
def _sides() -> Mapping[str, frozenset[tuple[str, ...]]]:
    return {table: frozenset(map(starred_phrase, listed_phrases("seasons", table))) for table in _SIDES}


def segments(words: Sequence[SeasonWord], joint: Does) -> Iterator[Sequence[SeasonWord]]:
    """The words between joints; none of a segment in which somebody else does something, or in which it is past."""
    segment: list[SeasonWord] = []
    for word in (*words, None):
        if word is None or word.does is joint:
            if segment and not any(one.does is Does.SOMEBODY for one in segment):
                yield segment
            segment = []
        else:
            segment.append(word)


# --- builds that are not used


def without_nothing_but(words: Sequence[SeasonWord]) -> tuple[SeasonWord, ...]:
    """The words, those that say ``nothing but`` as one that says ``only``."""
    but = {
        at for at, word in enumerate(words) if word.does is Does.EXCEPT and words[max(at - 2, 0)].does is Does.NOTHING
    }
    gone = {near for at in but for near in (at - 2, at - 1)}
    return tuple(
        replace(word, does=Does.ONLY if at in but else word.does, excepted=word.excepted and not but)
        for at, word in enumerate(words)
        if at not in gone
    )


def waives_all(words: Sequence[SeasonWord]) -> bool:
    """Whether a sentence says that its writer raises no unit: ``My build can wait``, « Pas de construction »."""
    said = {word.does for word in words}
    is_named = any(word.does is Does.PLACE or (word.does is Does.KIND and word.kind) for word in words)
    if is_named or said & {Does.DOUBT, Does.WRITING, Does.EXCEPT}:
        return False
    parts = [{_as_noun(word) for word in part} for part in segments(words, Does.COMMA)]
    if any(part & PUTTING_OFF and Does.DENIAL in part for part in parts):
        return False  # "no waive", "My build can't wait"
    told = {_as_noun(word) for word in words}
    return (Does.BUILD in told or Does.STRANGE not in told) and any(_waives(part, told) for part in parts)


def _as_noun(word: SeasonWord) -> Does:
    """What a word does; a unit of no kind, where units may be raised, is a build: ``my new unit``."""
    return Does.BUILD if word.does is Does.KIND and word.kind is None else word.does


def _waives(part: set[Does], told: set[Does]) -> bool:
    """Whether words between commas say that no unit is raised, or that this is put off; one of several is not all.

    ``told`` is what the whole sentence does: the part may only point to the build.
    """
    refuses = bool(part & {Does.DENIAL, Does.NOTHING}) and Does.BUILD in part
    is_kept = Does.KEEP in part and Does.BUILD in part and Does.STRANGE not in told
    puts_off = bool(part & {Does.PUT_OFF, Does.LATER}) or is_kept
    is_it = bool(part & {Does.IT, Does.ALL, Does.KEEP} and part & {Does.LATER, Does.NEXT_YEAR})
    is_build = Does.BUILD in told or is_it
    return refuses or Does.WAIVE in part or (puts_off and is_build and not told & {Does.ONE, Does.OTHERS})


def leaves_rest(words: Sequence[SeasonWord]) -> bool:
    """Whether a sentence of somebody who raises units says that no others are raised, or that these are put off."""
    said = {word.does for word in words}
    if said & {Does.DOUBT, Does.WRITING}:
        return False
    is_clear = not said & {Does.SOMEBODY, Does.NOTHING, Does.DENIAL} and bool(said & _OF_BUILDS)
    is_only = Does.ONLY in said and (Does.STRANGE not in said or is_clear)
    told = {_as_noun(word) for word in words}
    parts = [{_as_noun(word) for word in part} for part in segments(words, Does.COMMA)]
    return is_only or any(_puts_off_rest(part, told) for part in parts)


def _puts_off_rest(part: set[Does], told: set[Does]) -> bool:
    is_kept = Does.KEEP in part and bool(part & _OTHER_BUILDS)
    return Does.DENIAL not in part and (is_kept or bool(part & (PUTTING_OFF - {Does.KEEP}) and told & _OTHER_BUILDS))


_OTHER_BUILDS = frozenset({Does.ONE, Does.OTHERS, Does.BUILD})
_OF_BUILDS = frozenset({Does.PLACE, Does.KIND, Does.BUILD, Does.NUMBER, Does.ONE})


# --- what is excepted


_LISTED = frozenset({Does.PLACE, Does.KIND, Does.IT, Does.ONE, Does.NUMBER})
_JOINTS = frozenset({Does.COMMA, Does.AND})
_QUANTIFIERS = frozenset({Does.ALL, Does.NOTHING})
_SAVE = ("save",)  # keeps, too
_BOTH_IN_ONE = {Does.ALL_EXCEPT: Does.ALL, Does.NONE_EXCEPT: Does.NOTHING}


def _excepting(words: Iterable[SeasonWord], lexicon: Lexicon) -> Iterator[SeasonWord]:
    """The words, those apart that are in one, as in ``everything but``; a "save" with nothing before it keeps."""
    told: list[SeasonWord] = []
    for word in words:
        text = lexicon.tokens[word.start].text if word.end > word.start else ""
        since = {one.does for one in told}
        if word.does in _BOTH_IN_ONE:
            yield replace(word, does=_BOTH_IN_ONE[word.does])
            yield replace(word, does=Does.EXCEPT)
        elif word.does is Does.EXCEPT and (text,) == _SAVE and word.end == word.start + 1 and not since:
            yield replace(word, does=Does.KEEP)
        elif word.does is Does.COMMA and text == "but" and since & _QUANTIFIERS:
            yield replace(word, does=Does.EXCEPT, guessed=True)
        else:
            yield word
        told = [] if word.does is Does.COMMA and text != "but" else [*told, word]


def _with_exceptions(words: Sequence[SeasonWord]) -> Iterator[SeasonWord]:
    """The words, each list of what is excepted between commas, its joints left out.

    A "but" behind a quantifier excepts nothing if what follows is told something of: ``All go, but Berlin stays``.
    """
    at = 0
    while at < len(words):
        word, end = words[at], at + 1
        if word.does is Does.EXCEPT:
            is_led = any(one.does in ACTS for one in words[:at])
            end = _end_of_list(words, at + 1, is_led=is_led)
            is_told = word.guessed and is_led and any(one.does in ACTS for one in _segment_from(words, end))
            comma = SeasonWord(Does.COMMA, word.start, word.start)
            named = [replace(one, excepted=True) for one in words[at + 1 : end] if one.does not in _JOINTS]
            yield from (comma, *words[at + 1 : end]) if is_told else (comma, replace(word, guessed=False), *named)
            if not is_led:
                yield comma
        else:
            yield word
        at = end


def _end_of_list(words: Sequence[SeasonWord], at: int, *, is_led: bool) -> int:
    """Where a list of units and regions ends; where an act ``is_led`` by it, what has one of its own is no part."""
    end = at
    while end < len(words):
        behind = _segment_from(words, end + 1)
        is_next = bool(behind) and behind[0].does in _LISTED and not (is_led and any(x.does in ACTS for x in behind))
        if not (words[end].does in _LISTED or (words[end].does in _JOINTS and is_next)):
            break
        end += 1
    return end


def _segment_from(words: Sequence[SeasonWord], at: int) -> Sequence[SeasonWord]:
    """The words from one on up to the next joint."""
    end = next((end for end in range(at, len(words)) if words[end].does in _JOINTS), len(words))
    return words[at:end]


# --- the words by themselves


def _is_article(word: SeasonWord, beside: Sequence[SeasonWord], lexicon: Lexicon) -> bool:
    """Whether a word that may stand for all units has no verb beside it: ``les Alpes``."""
    is_short = word.does is Does.ALL and word.end == word.start + 1 and lexicon.tokens[word.start].text in _ARTICLES
    return is_short and not any(one.does in ACTS for one in beside)


def tells_of_seasons(line: str) -> bool:
    """Return whether a word of a line is one of retreats or of adjustments."""
    texts = [token.text for token in tokens_of(line)]
    telling = {Does(table) for table in _TELLING}
    return any(_phrases().get(key) in telling for text in texts for key in starred_keys((text,)))


def excepts(line: str) -> bool:
    """Return whether words of a line except something from what they say."""
    texts = [token.text for token in tokens_of(line)]
    runs = (tuple(texts[at : at + size]) for at in range(len(texts)) for size in range(1, _LONGEST_PHRASE + 1))
    excepting = {Does.EXCEPT, *_BOTH_IN_ONE}
    return any(_phrases().get(key) in excepting for run in runs if run != _SAVE for key in starred_keys(run))


def _all(words: Sequence[SentenceWord], lexicon: Lexicon, *, may_build: bool) -> Iterator[SeasonWord]:
    ends = _ends(words, lexicon)
    at = 0
    while at < len(words):
        word = words[at]
        does, end = _phrase(word, lexicon, ends, _phrases(may_build=may_build))
        if does is None or (word.role is Role.UNIT and end <= word.end):
            yield _alone(word, lexicon)
            at += 1
        else:
            yield SeasonWord(does, word.start, end, number=_number(lexicon, word.start, end))
            at = ends[end]


def _ends(words: Sequence[SentenceWord], lexicon: Lexicon) -> Mapping[int, int]:
    """Where a phrase may end, with the word behind it, be it a comma; words left out of a sentence may be part."""
    ends = {word.end: at + 1 for at, word in reversed(list(enumerate(words)))}
    for at, word in enumerate(words):
        behind = words[at + 1].start if at + 1 < len(words) else len(lexicon.tokens)
        for end in range(word.end + 1, behind + 1):
            if lexicon.tokens[end - 2].end + 1 < lexicon.tokens[end - 1].start:  # a sign stands between
                break
            ends.setdefault(end, at + 1)
    return ends


def _phrase(
    word: SentenceWord, lexicon: Lexicon, ends: Mapping[int, int], phrases: Mapping[tuple[str, ...], Does]
) -> tuple[Does | None, int]:
    """The longest phrase of these phases from a word on that ends where one of the words does."""
    if word.end == word.start:
        return None, word.end
    texts = tuple(token.text for token in lexicon.tokens[word.start : word.start + _LONGEST_PHRASE])
    for size in range(len(texts), 0, -1):
        if word.start + size not in ends:
            continue
        for key in starred_keys(texts[:size]):
            if does := phrases.get(key):
                return does, word.start + size
    return None, word.end


def _alone(word: SentenceWord, lexicon: Lexicon) -> SeasonWord:
    if word.role is Role.OTHER_PHASE and not word.is_doubtful:  # no "next winter"
        parts = {one.lexeme.part for one in lexicon.at(word.start) if one.end == word.end}
        return SeasonWord(next(does for part, does in _PARTS if part in parts), word.start, word.end)
    does = _ROLES.get(word.role, Does.STRANGE)
    is_dash = word.end == word.start + 1 and lexicon.tokens[word.start].text == DASH
    does = Does.DASH if is_dash else does
    number = _number(lexicon, word.start, word.end)
    if number and does in {Does.SMALL, Does.STRANGE}:
        does = Does.NUMBER
    if does is Does.KIND and lexicon.tokens[word.end - 1].text.endswith("s"):
        number = EVERY  # "the armies"
    is_lettered = len(lexicon.tokens[word.start].text) == 1 if word.end > word.start else False
    return SeasonWord(does, word.start, word.end, word.spots, word.kind, number, word.guessed, is_lettered)


def _number(lexicon: Lexicon, start: int, end: int) -> int:
    return _NUMBERS.get(lexicon.tokens[start].text, 0) if end == start + 1 else 0


def _without_remarks(words: Sequence[SeasonWord], lexicon: Lexicon) -> Iterator[SeasonWord]:
    """The words without those in a bracket that names no region and no unit."""
    closing = [at for at, word in enumerate(words) if _is_sign(word, lexicon, ")")]
    skipped: set[int] = set()
    for opens in (at for at, word in enumerate(words) if _is_sign(word, lexicon, "(")):
        closes = next((at for at in closing if at > opens), None)
        inside = range(opens, closes + 1) if closes else range(0)
        if not any(words[at].does in {Does.PLACE, Does.KIND} for at in inside):
            skipped.update(inside)
    return (word for at, word in enumerate(words) if at not in skipped)


def _is_sign(word: SeasonWord, lexicon: Lexicon, sign: str) -> bool:
    return word.end == word.start + 1 and lexicon.tokens[word.start].text == sign


@cache
def _phrases(*, may_build: bool = False) -> Mapping[tuple[str, ...], Does]:
    found: defaultdict[tuple[str, ...], list[Does]] = defaultdict(list)
    for table in (*(_TABLES_OF_BUILDS if may_build else ()), *_TABLES):
        for phrase in listed_phrases("seasons", table):
            found[starred_phrase(phrase)].append(_AS.get(table) or Does(table))
    return {key: does[0] for key, does in found.items()}
