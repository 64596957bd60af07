"""Requests about seats, before the start and while the game is played: taken, left, shared, given by the master."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from judge.game.settings import Language
from judge.requests.dates import read_length, read_weekdays, zone_named
from judge.requests.names import game_name
from judge.requests.questions import first_name
from judge.requests.registry import reads
from judge.requests.setting_lists import WrittenSetting, powers_and_settings, preset_and_settings
from judge.requests.small_talk import names_no_game, opens_nothing
from judge.requests.vocabulary import (
    WEEKDAYS,
    VerbLine,
    Word,
    any_of,
    fold_case,
    form_of,
    spaced_words,
    value_of,
    vocabulary,
    without_fillers,
    written_value,
)
from judge.requests.wishes import wish_tables
from judge.rules.rulebook import rulebook_names


@dataclass(frozen=True)
class OpenGameRequest:
    """Open a game; ``name`` is None when the line stops too early."""

    language: Language
    name: Word | None
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class JoinGameRequest:
    """Join a game, perhaps as a named power, or with a list of them, the one wanted most first."""

    language: Language
    name: Word | None
    powers: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class SignOnRequest:
    """The first line of letters to older judges: ``?rome`` asks for a seat, ``frome`` names a power and its game."""

    language: Language
    name: Word | None

    @property
    def joins(self) -> bool:
        """Whether it asks for a seat."""
        return self.name is not None and self.name.text.startswith("?")


@dataclass(frozen=True)
class AddStandbyRequest:
    """Wait for a seat in a game; ``name`` is None when the line names none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class LeaveGameRequest:
    """Give a seat back, in the named game or in the letter's own."""

    name: Word | None


@dataclass(frozen=True)
class AnswerMusterRequest:
    """Answer a muster; not ``is_bare`` with more words behind it: it may be prose that begins with that word."""

    is_bare: bool = True


@dataclass(frozen=True)
class ApprovePlayerRequest:
    """Admit people, or refuse them where ``is_let`` is False; the words that are their addresses."""

    who: tuple[Word, ...]
    is_let: bool


@dataclass(frozen=True)
class PlacePlayerRequest:
    """Place a player on a power by hand; the words that name it."""

    who: Word
    power: tuple[Word, ...]


@dataclass(frozen=True)
class StartGameRequest:
    """Start the game."""


@dataclass(frozen=True)
class ChangeTokenRequest:
    """Give the players of some powers fresh reply addresses; the words that name the powers."""

    words: tuple[Word, ...]


SeatRequest = (
    OpenGameRequest
    | JoinGameRequest
    | SignOnRequest
    | ChangeTokenRequest
    | AddStandbyRequest
    | LeaveGameRequest
    | AnswerMusterRequest
    | ApprovePlayerRequest
    | PlacePlayerRequest
    | StartGameRequest
)


@reads("open", talk=opens_nothing)
def read_opening(verb: VerbLine) -> OpenGameRequest:
    """The name of the game to open, perhaps a preset, and its settings."""
    name, behind = first_name(verb.words)
    return OpenGameRequest(verb.language, name, preset_and_settings(behind))


@reads("join")
def read_joining(verb: VerbLine) -> JoinGameRequest:
    """The game to join, the powers asked for, and the settings of who joins."""
    name, behind = first_name(verb.words)
    powers, settings = powers_and_settings(behind)
    return JoinGameRequest(verb.language, name, powers, settings)


@reads("sign_on")
def read_sign_on(verb: VerbLine) -> SignOnRequest:
    """The first line of a letter to an older judge."""
    return SignOnRequest(verb.language, verb.words[0] if verb.words else None)


@reads("reissue")
def read_reissue(verb: VerbLine) -> ChangeTokenRequest:
    """Whose reply addresses are to be others."""
    return ChangeTokenRequest(without_fillers(verb.words))


@reads("standby")
def read_standby(verb: VerbLine) -> AddStandbyRequest | None:
    """The game to wait in; None of prose that begins with the word."""
    return AddStandbyRequest(verb.language, next(iter(verb.named), None)) if len(verb.named) <= 1 else None


@reads("leave")
def read_leave(verb: VerbLine) -> LeaveGameRequest | None:
    """The game to leave; None of prose that begins with the word."""
    return LeaveGameRequest(next(iter(verb.named), None)) if len(verb.named) <= 1 else None


@reads("here")
def read_here(verb: VerbLine) -> AnswerMusterRequest:
    """That somebody is there, and whether they say more."""
    return AnswerMusterRequest(is_bare=not any(any(map(str.isalnum, word.text)) for word in verb.words))


@reads("approve", "reject")
def read_letting_in(verb: VerbLine) -> ApprovePlayerRequest | None:
    """Who is let in or kept out; None of prose that begins with the word: nobody is without an address."""
    return ApprovePlayerRequest(verb.named, is_let=verb.key == "approve") if "@" in _first(verb.named) else None


@reads("seat")
def read_seat(verb: VerbLine) -> PlacePlayerRequest | None:
    """Who is given which power; None of prose that begins with the word: nobody is without an address."""
    return PlacePlayerRequest(verb.named[0], verb.named[1:]) if "@" in _first(verb.named) else None


@reads("start")
def read_start(verb: VerbLine) -> StartGameRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return None if any(any(map(str.isalnum, word.text)) for word in verb.words) else StartGameRequest()


def _first(words: tuple[Word, ...]) -> str:
    return words[0].text if words else ""


# --- what newcomers say in sentences of games that they would open or join


_MOST_BEFORE_QUESTION = 1
"""Words before one that asks, ``And how …``."""


@dataclass(frozen=True)
class SpokenSentence:
    """A sentence of a letter, and what its words say by the tables of ``[newcomers]``."""

    text: str

    @cached_property
    def spaced(self) -> str:
        """Its words, folded, with one space before, between and after them."""
        return spaced_words(self.text)

    def says(self, table: str) -> bool:
        """Whether a phrase of a table stands in it."""
        return _said(table).search(self.spaced) is not None

    @property
    def asks(self) -> bool:
        """Whether it asks for something to know: politeness that ends in a question mark does not."""
        said = _said("harmless").sub(" ", self.spaced)
        found = _said("asking").search(said)
        is_first = found is not None and len(said[: found.start()].split()) <= _MOST_BEFORE_QUESTION
        return found is not None and (is_first or self.text.rstrip().endswith("?"))

    @property
    def may_want(self) -> bool:
        """Whether it says that its writer wants something, or only whether that can be had."""
        is_wish = any(map(self.says, ("joins", "wants", "alternates"))) and not self.asks
        return is_wish or self.says("free")

    @property
    def opens(self) -> bool:
        """Whether it says that its writer would open a game."""
        is_new = self.says("new") or (self.says("games") and self.says("naming"))
        is_wish = self.says("opens") or (self.says("wants") and self.says("naming"))
        return is_wish and is_new and not self.asks

    @property
    def excluded_from(self) -> int:
        """Where words begin that name what its writer does not want; its end where none do."""
        plain = _harmless_words().sub(lambda found: " " * len(found[0]), fold_case(self.text))
        found = _excluding().search(plain)
        return found.start() if found else len(self.text)

    @property
    def declines(self) -> bool:
        """Whether it says that its writer does not want a seat, or wants to be rid of one."""
        bare = _said("harmless").sub(" ", self.spaced)
        return self.says("leaves") or _declining().search(bare) is not None


_SENTENCE_ENDS = re.compile(r"(?<=[.!?;…])\s+|\n(?=\s*(?:\n|[^\W\da-z_]|[-*\d]))")
"""Where sentences end: behind their sign, and at the end of a line below which none goes on in small letters."""


def spoken_sentences(text: str) -> tuple[SpokenSentence, ...]:
    """The sentences of a letter."""
    parts = (" ".join(part.split()) for part in _SENTENCE_ENDS.split(text))
    return tuple(SpokenSentence(part) for part in parts if part.strip(" .!"))


def name_spoken(text: str) -> str:
    """The name that a letter gives the game it would open; empty for none."""
    found = _naming().search(fold_case(text))
    return found["name"] if found and game_name(found["name"]) else ""


def settings_spoken(text: str) -> Mapping[str, str]:
    """The settings that sentences name, each by its key with its value as a command has it."""
    words = spaced_words(text)
    read: dict[str, str] = {}
    if rules := _rules_in(words):
        read["rules"] = rules
    read |= dict(_lengths_in(words))
    if days := _days_in(words):
        read["days"] = days
    if hour := _hour_in(text):
        read["hour"] = hour
    if zone := zone_named(text):
        read["zone"] = zone
    return read


def _rules_in(words: str) -> str:
    """The rule book that is named: a bare year only beside a word for rules."""
    found = [name for name in rulebook_names() if f" {name} " in words]
    beside = _said("of_rules").search(words)
    named = [name for name in found if not name.isdecimal() or beside]
    return named[0] if len(named) == 1 else ""


_NEAR = 40
"""Characters within which the word for a turn stands beside its length."""


def _lengths_in(words: str) -> Iterator[tuple[str, str]]:
    """How long phases are, where a word for a turn or for every stands beside the length."""
    for found in _length_spoken().finditer(words):
        before, behind = words[max(0, found.start() - _NEAR) : found.start() + 1], words[found.end() :][:_NEAR]
        if not (_said("turns").search(f" {before}") or _said("turns").search(f"{behind} ") or _ends_in_every(before)):
            continue
        count, unit = found["count"] or "", found["unit"]
        number = count if count.isdecimal() else _counts().get(count, "1")
        days = {"weeks": 7, "fortnights": 14, "days": 1}.get(_units().get(unit, ""))
        if days is None:
            continue
        length = _COUNTED_IN_HALVES.get((count, unit)) or int(number) * days
        if read_length(f"{length}d"):
            yield "movement", f"{length}d"
            return
    for table, days in (("weekly", 7), ("fortnightly", 14), ("daily", 1)):
        if any(f" {word} " in words for word in _newcomers()["lengths"][table]):
            yield "movement", f"{days}d"
            return


_COUNTED_IN_HALVES = {("quinze", "jours"): 14, ("huit", "jours"): 7}
"""How French counts a week and a fortnight: with the day that it begins on."""


def _ends_in_every(before: str) -> bool:
    return any(before.endswith(f" {word} ") for word in _newcomers()["every"])


def _days_in(words: str) -> str:
    """The days of deadlines, in English."""
    if _said("weekdays_only").search(words):
        return "MON-FRI"
    days = [read_weekdays(word.rstrip("s")) for word in words.split() if len(word) >= len("lundi")]
    return " ".join(dict.fromkeys(WEEKDAYS[day[0]] for day in days if day))


@lru_cache(maxsize=1)
def _hour_spoken() -> re.Pattern[str]:
    named = any_of(_newcomers()["clock"]["words"])
    return re.compile(
        r"(?<![\d:])(?P<hour>\d{1,2})(?:(?:[:.]|\s?h\s?)(?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m\b"
        rf"|(?<![\d:])(?P<hour24>\d{{1,2}})(?::(?P<min24>[0-5]\d)|\s?{named}(?:\s?(?P<minh>[0-5]\d))?\b)"
    )


def _hour_in(text: str) -> str:
    """The one time of day that is named."""
    folded, hours = fold_case(text), set[str]()
    for found in _hour_spoken().finditer(folded):
        hour = int(found["hour"] or found["hour24"])
        if found["half"] and hour <= 12:  # noqa: PLR2004 (hours of a half day)
            hour = hour % 12 + 12 * (found["half"] == "p")
        if hour < 24:  # noqa: PLR2004 (hours of a day)
            hours.add(f"{hour:02}:{found['minute'] or found['min24'] or found['minh'] or '00'}")
    words = spaced_words(text)
    hours |= {hour for hour, said in _newcomers()["hours"].items() if any(f" {word} " in words for word in said)}
    return hours.pop() if len(hours) == 1 else ""


def _newcomers() -> Mapping[str, Mapping[str, list[str]]]:
    tables: Mapping[str, Mapping[str, list[str]]] = wish_tables()["newcomers"]
    return tables


@lru_cache(maxsize=1)
def _counts() -> Mapping[str, str]:
    counts = wish_tables()["numbers"]
    return {word: number for number, words in counts.items() for word in words} | {"fourteen": "14"}


@lru_cache(maxsize=1)
def _units() -> Mapping[str, str]:
    kinds = ("days", "weeks", "fortnights")
    return {word: kind for kind in kinds for word in _newcomers()["lengths"][kind]}


@lru_cache(maxsize=1)
def _length_spoken() -> re.Pattern[str]:
    return re.compile(rf" (?:(?P<count>\w+) )?(?P<unit>{any_of(_units())})(?= )")


@cache
def _said(table: str) -> re.Pattern[str]:
    """The phrases of a table among spaced words; a star stands for any ending."""
    return re.compile(f"(?<= ){any_of(_newcomers()[table])} ")


@lru_cache(maxsize=1)
def _declining() -> re.Pattern[str]:
    tables = _newcomers()
    wished = any_of((*tables["joins"], *tables["wants"]))
    return re.compile(rf" {any_of(tables['denials'])} (?!ai |a |as |avons |ont )(?:\w+ ){{0,3}}?{wished} ")


@lru_cache(maxsize=1)
def _naming() -> re.Pattern[str]:
    said = "|".join(re.escape(one).replace(r"\*", r"\w*").replace(r"\ ", "[ '’-]+") for one in _newcomers()["naming"])
    return re.compile(
        rf"(?<!\w)(?:{said})(?!\w)(?: (?:is|be|it|de|est))?\s*[:=]?\s*[«“\"'‘]?\s*(?P<name>[^\W\d_][\w-]+)"
    )


@lru_cache(maxsize=1)
def _harmless_words() -> re.Pattern[str]:
    return re.compile("|".join(re.escape(one).replace(r"\ ", r"[\s'’]+") for one in _newcomers()["harmless"]))


@lru_cache(maxsize=1)
def _excluding() -> re.Pattern[str]:
    said = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in _newcomers()["excludes"])
    return re.compile(rf"(?<!\w)(?:{said})(?!\w)")


_FIRST_LINE, _SECOND_LINE, _THIRD_LINE = ("rules", "board"), ("movement", "days"), ("hour", "zone")


def opening_in_lines(name: str, settings: Mapping[str, str], language: Language) -> tuple[str, ...]:
    """The lines of an OPEN with settings."""
    rest = tuple(key for key in settings if key not in (*_FIRST_LINE, *_SECOND_LINE, *_THIRD_LINE))
    head = f"{form_of('verbs', 'open', language)} {name}"
    lines = []
    for keys in (_FIRST_LINE, _SECOND_LINE, _THIRD_LINE, rest):
        told = (
            f"{form_of('settings', key, language)} {_spoken_value(key, settings[key], language)}"
            for key in keys
            if key in settings
        )
        lines.append(" ".join(told))
    return tuple(filter(None, (f"{head} {lines[0]}".rstrip(), *lines[1:])))


def _spoken_value(key: str, value: str, language: Language) -> str:
    return written_value(value.upper() if key == "days" else value, language) if key in _WRITTEN else value


_WRITTEN = frozenset({"days", "movement", "retreats", "adjustments"})
"""Settings whose values are written in the language of a letter."""


# --- seats of a game under way: taking over, returning, resigning, sharing; records of reliability


_MOST = 4
"""Words behind such a verb: a game, a power of two words, when; with more it is prose."""

_PREPOSITIONS = frozenset({"by", "with", "par"})
"""Words that may stand before an address."""


@dataclass(frozen=True)
class TakeSeatRequest:
    """Take an empty seat over; the words may name the game, the power, or both."""

    language: Language
    words: tuple[Word, ...]


@dataclass(frozen=True)
class DeclineSeatRequest:
    """Decline the seat that was offered."""


@dataclass(frozen=True)
class ReturnToSeatRequest:
    """Return to one's seat, or stay where one was about to leave."""


@dataclass(frozen=True)
class ResignRequest:
    """Resign from the game of that ``name``, which confirms it; ``at_once`` or as soon as somebody takes the seat."""

    name: Word | None
    at_once: bool


@dataclass(frozen=True)
class RecordRequest:
    """Ask how reliable players are: those of the game that the word names; the writer where there is none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class EjectPlayerRequest:
    """Eject the player of a power, by the master; the words that name the power."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class ReplacePlayerRequest:
    """Offer a seat to somebody, by the master: the words that name the power, then the address."""

    language: Language
    words: tuple[Word, ...]
    who: Word


@dataclass(frozen=True)
class AskStrategistRequest:
    """Ask somebody to share the writer's seat: the word that is their address."""

    language: Language
    who: Word


@dataclass(frozen=True)
class ShareSeatRequest:
    """Share the seat that one was asked to share."""


ReplacementRequest = (
    TakeSeatRequest
    | DeclineSeatRequest
    | ReturnToSeatRequest
    | ResignRequest
    | EjectPlayerRequest
    | ReplacePlayerRequest
    | AskStrategistRequest
    | ShareSeatRequest
)


@reads("take_over")
def read_takeover(verb: VerbLine) -> TakeSeatRequest | None:
    """Which seat is taken; None of prose that begins with the word."""
    named = _named(verb)
    return None if named is None else TakeSeatRequest(verb.language, named)


@reads("decline")
def read_decline(verb: VerbLine) -> DeclineSeatRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return DeclineSeatRequest() if _named(verb) == () else None


@reads("come_back")
def read_return(verb: VerbLine) -> ReturnToSeatRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return ReturnToSeatRequest() if _named(verb) == () else None


@reads("resign")
def read_resignation(verb: VerbLine) -> ResignRequest | None:
    """The game that somebody resigns from, and whether at once; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return ResignRequest(None, at_once=False)
        case (name,):
            return ResignRequest(name, at_once=False)
        case (name, when) if value_of(when.text) == "now":
            return ResignRequest(name, at_once=True)
        case _:
            return None


@reads("eject")
def read_ejection(verb: VerbLine) -> EjectPlayerRequest | None:
    """The power whose player is ejected; None of prose that begins with the word."""
    named = _named(verb)
    return EjectPlayerRequest(named) if named else None


@reads("replace")
def read_replacement(verb: VerbLine) -> ReplacePlayerRequest | None:
    """Which power goes to which address; None of prose that begins with the word."""
    match _named(verb):
        case (*power, who) if power and "@" in who.text:
            return ReplacePlayerRequest(verb.language, tuple(power), who)
        case _:
            return None


@reads("strategist")
def read_strategist(verb: VerbLine) -> AskStrategistRequest | ShareSeatRequest | None:
    """Whom somebody asks to share the seat, or that they share one; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return ShareSeatRequest()
        case (who,) if "@" in who.text:
            return AskStrategistRequest(verb.language, who)
        case _:
            return None


@reads("record", talk=names_no_game)
def read_record(verb: VerbLine) -> RecordRequest | None:
    """The game whose players are asked about; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return RecordRequest(verb.language, None)
        case (name,):
            return RecordRequest(verb.language, name)
        case _:
            return None


def _named(verb: VerbLine) -> tuple[Word, ...] | None:
    """The words behind the verb without small ones; None where there are so many that the line is prose."""
    named = tuple(word for word in verb.words if fold_case(word.text) not in vocabulary().fillers | _PREPOSITIONS)
    return named if len(verb.words) <= _MOST else None
