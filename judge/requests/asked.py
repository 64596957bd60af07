"""What lines ask of the judge besides a game's course: proofs, files, records, subscriptions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from judge.game.settings import Language
from judge.languages import LANGUAGES
from judge.notation.tables import every_notation
from judge.requests.names import read_history_start
from judge.requests.questions import first_name
from judge.requests.registry import reads
from judge.requests.small_talk import archives_nothing, exports_nothing, names_no_past
from judge.requests.vocabulary import VerbLine, Word, fold_case, value_of, verb_of, vocabulary

# --- the request for a proof of one's own orders, as a line asks for it


_MOST_WORDS = 8
"""Words of the name of a game and of a phase in words: ``rome fall 1902 movement``."""


@dataclass(frozen=True)
class ProveRequest:
    """Ask for the proof of one's own orders, in the phase that ``phase`` names, or in the last one that has closed."""

    language: Language
    name: Word | None
    phase: Word | None


@reads("prove", talk=names_no_past)
def read_prove(verb: VerbLine) -> ProveRequest | None:
    """Which phase is asked about; None of prose that begins with the word."""
    if len(verb.words) > _MOST_WORDS:
        return None
    start, name = read_history_start(verb.text, verb.words)
    return ProveRequest(verb.language, name, start.word if start else None)


# --- the requests for a game as a file: exported in a format, or its whole archive


@dataclass(frozen=True)
class ExportRequest:
    """Ask for a game as a file; ``to`` is the key of a format, empty for the usual one.

    ``unknown`` is a word in the place of a format that names none.
    """

    language: Language
    name: Word | None
    to: str = ""
    unknown: Word | None = None


@dataclass(frozen=True)
class ArchiveRequest:
    """Ask for the pages of a game's archive; ``notation`` and ``read_in`` are empty for those the writer reads.

    ``unknown`` is a word that names neither a notation nor a language.
    """

    language: Language
    name: Word | None
    notation: str = ""
    read_in: Language | None = None
    unknown: Word | None = None


_NAME_AND_ANOTHER = 2


@reads("export", talk=exports_nothing)
def read_export(verb: VerbLine) -> ExportRequest | None:
    """The game and the format named, in any order; None of prose. A single word that is no format names a game."""
    to, others = _without_key(verb.named, vocabulary().formats)
    if len(verb.named) > _NAME_AND_ANOTHER:
        return None
    name, unknown = (*others, None, None)[:2]
    return ExportRequest(verb.language, name, to, unknown)


@reads("archive", talk=archives_nothing)
def read_archive(verb: VerbLine) -> ArchiveRequest | None:
    """The game, a notation and a language, in any order; None of prose."""
    titles = vocabulary().settings
    bare = tuple(word for word in verb.named if titles.get(fold_case(word.text)) not in {"notation", "language"})
    notation, others = _without_key(bare, {name: name for name in every_notation()})
    tongue, others = _without_key(others, {fold_case(word.text): value_of(word.text) for word in _languages(others)})
    if len(others) > _NAME_AND_ANOTHER:
        return None
    name, unknown = (*others, None, None)[:2]
    named = next((one for one in LANGUAGES if one == (tongue or _last_word(verb))), None)
    return ArchiveRequest(verb.language, name, notation, named, unknown)


def _languages(words: tuple[Word, ...]) -> tuple[Word, ...]:
    return tuple(word for word in words if value_of(word.text) in LANGUAGES)


def _last_word(verb: VerbLine) -> str:
    """The last word: where it names a language it is no small word, ``ARCHIVE rome EN``, not ``en 18centres``."""
    return fold_case(verb.words[-1].text) if verb.words else ""


def _without_key(words: tuple[Word, ...], known: Mapping[str, str]) -> tuple[str, tuple[Word, ...]]:
    """The key that the last word of a table names, empty where none does, and the other words."""
    asked = next((word for word in reversed(words) if fold_case(word.text) in known), None)
    others = tuple(word for word in words if word is not asked)
    return (known[fold_case(asked.text)] if asked else ""), others


# --- requests beyond one game: records of players, standings of tournaments


@dataclass(frozen=True)
class PlayerRequest:
    """Ask which games a person has finished: the one of that address; the writer where there is none."""

    language: Language
    who: Word | None


@dataclass(frozen=True)
class StandingsRequest:
    """Ask how a tournament stands; without a name, which tournaments there are, perhaps with their ``teams``."""

    language: Language
    name: Word | None
    teams: bool = False


@dataclass(frozen=True)
class PlayersRequest:
    """Ask who plays here, or how they rank."""

    language: Language
    ranking: bool = False


@dataclass(frozen=True)
class StatisticsRequest:
    """Ask how finished games went: all, or those of the board, the power, the person that the words name."""

    language: Language
    words: tuple[Word, ...]


@reads("player")
def read_player(verb: VerbLine) -> PlayerRequest | None:
    """Whose games are asked for; None of prose that begins with the word."""
    match verb.named:
        case ():
            return PlayerRequest(verb.language, None)
        case (who,) if "@" in who.text:
            return PlayerRequest(verb.language, who)
        case _:
            return None


@reads("standings")
def read_standings(verb: VerbLine) -> PlayersRequest | StandingsRequest | None:
    """Which tournament is asked for, all players where none is; None of prose that begins with the word."""
    match verb.named:
        case ():
            return PlayersRequest(verb.language, ranking=True)
        case (name,):
            return StandingsRequest(verb.language, name)
        case _:
            return None


@reads("players")
def read_players(verb: VerbLine) -> "PlayersRequest | SubscriptionRequest | None":
    """Who plays here, or whether the writer is to be told of there; None of prose that begins with the word."""
    match [value_of(word.text) for word in verb.named]:
        case []:
            return PlayersRequest(verb.language)
        case ["yes" | "no" as said]:
            return SubscriptionRequest("players", is_on=said == "yes")
        case _:
            return None


_MOST_NAMED = 4
"""Words that name a board and a power of two words; longer lines are prose."""


@reads("statistics")
def read_statistics(verb: VerbLine) -> StatisticsRequest | None:
    """What the statistics are of, with or without a word for its kind; None of prose that begins with the word."""
    words = verb.named[1:] if len(verb.named) > 1 and _is_kind(verb.named[0].text) else verb.named
    return StatisticsRequest(verb.language, words) if len(words) <= _MOST_NAMED else None


def _is_kind(word: str) -> bool:
    """Whether a word says that a board, a power or a player is named behind it."""
    is_board = vocabulary().settings.get(fold_case(word)) == "board"
    return is_board or value_of(word) == "power" or verb_of(word)[0] == "player"


# --- requests about tournaments by mail


@dataclass(frozen=True)
class TournamentInfoRequest:
    """Ask what is known of one tournament: who has entered, when, its rounds."""

    language: Language
    name: Word


@dataclass(frozen=True)
class TournamentRequest:
    """Do with a tournament what ``do`` says; ``options`` by their keys, ``others`` are words that belong to none."""

    language: Language
    do: str
    name: Word | None
    options: Mapping[str, Word]
    others: tuple[Word, ...]


_OF_SEVERAL_WORDS = {"title", "name", "teams", "entries"}
"""Options of a tournament whose value goes on to the next one, or to the end of the line."""


@reads("tournament", "teams")
def read_tournament_asked(verb: VerbLine) -> StandingsRequest | TournamentInfoRequest | None:
    """Which tournament is asked about; all where none is; None of prose that begins with the word."""
    match verb.named:
        case ():
            return StandingsRequest(verb.language, None, teams=verb.key == "teams")
        case (name,):
            return TournamentInfoRequest(verb.language, name)
        case _:
            return None


@reads("open_tournament", "enter_tournament", "leave_tournament", "close_tournament", "cancel_tournament")
def read_tournament_command(verb: VerbLine) -> TournamentRequest:
    """The tournament, its options, and the words of settings for its games."""
    name, behind = first_name(verb.words)
    options, others, key = dict[str, Word](), list[Word](), ""
    for word in behind:
        folded = fold_case(word.text.strip(":"))
        is_ended = key in options and key != "title"  # the first word behind a key is its value in any case
        named = vocabulary().tournament.get(folded, "") if is_ended or not key else ""
        if named:
            key = named
        elif is_ended and (key not in _OF_SEVERAL_WORDS or (verb.key == "open_tournament" and _is_setting(folded))):
            others.append(word)
            key = ""
        elif key:
            before = options.get(key, word)
            options[key] = Word(verb.text[before.start : word.end], before.start)
        else:
            others.append(word)
    return TournamentRequest(verb.language, verb.key.removesuffix("_tournament"), name, options, tuple(others))


def _is_setting(folded: str) -> bool:
    return folded in vocabulary().settings


# --- requests about what the judge keeps of somebody


@dataclass(frozen=True)
class NoticeRequest:
    """Ask who runs the judge, what it keeps of whoever writes to it, and how long."""

    language: Language


@dataclass(frozen=True)
class MyDataRequest:
    """Ask for all that the judge keeps of the writer's mailbox, as a file."""

    language: Language


@dataclass(frozen=True)
class ForgetMeRequest:
    """Ask to be forgotten (``is_on``), or end that wish; ``is_bare`` by a word that elsewhere takes orders back."""

    language: Language
    is_on: bool
    is_bare: bool = False


@reads("forget_me", "keep_me", is_alone=True)
def read_forget_me(verb: VerbLine) -> ForgetMeRequest:
    """Nothing stands behind the words."""
    return ForgetMeRequest(verb.language, verb.key == "forget_me")


@reads("my_data", is_alone=True)
def read_my_data(verb: VerbLine) -> MyDataRequest:
    """Nothing stands behind the words."""
    return MyDataRequest(verb.language)


@reads("notice", is_alone=True)
def read_notice(verb: VerbLine) -> NoticeRequest:
    """Nothing stands behind the word."""
    return NoticeRequest(verb.language)


# --- requests about what the judge publishes


@dataclass(frozen=True)
class SubscriptionRequest:
    """Subscribe to a publication, or unsubscribe; ``pdf`` when its file is to come with it.

    Who subscribes to the lists of players is named there.
    """

    publication: Literal["gazette", "zine", "players"]
    is_on: bool
    pdf: bool = False


@dataclass(frozen=True)
class LetterToEditorRequest:
    """A letter ``to`` the editor of the zine; ``signature`` is its last line, empty where none signs it.

    One to the tribune is for all readers. One to the admins is signed by nothing, nor is one to the master, a complaint
    ``about`` the power that these words name.

    ``closing`` is the line that ended the block, empty where the letter ended it.
    """

    text: str
    signature: str = ""
    closing: str = ""
    to: Literal["editor", "tribune", "admins", "master"] = "editor"
    about: tuple[Word, ...] = ()


@dataclass(frozen=True)
class WithdrawLettersRequest:
    """Take back the letters to the editor that no issue has printed."""


@dataclass(frozen=True)
class DecideTribuneRequest:
    """Let the letter to the tribune that bears a code through, or have it printed nowhere."""

    code: str
    is_printed: bool


@dataclass(frozen=True)
class ProofRequest:
    """Ask for the draft of the issue in work, to be read and corrected by its editor."""

    language: Language


@dataclass(frozen=True)
class CorrectProofRequest:
    """Put right what a proof shows: what is to stand at each of its marks, as it was written."""

    remarks: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PlaceTextRequest:
    """Put a text at a place of the issue in work, or of every issue; ``tongue`` is None for that of the issue."""

    language: Language
    place: str
    tongue: Language | None
    text: str


@dataclass(frozen=True)
class PublishRequest:
    """Send the issue in work to its subscribers."""

    language: Language


@dataclass(frozen=True)
class DigestRequest:
    """Have news that can wait come in one letter, or no longer; ``words`` say how often, and what does not wait."""

    words: tuple[Word, ...]


DeskRequest = ProofRequest | CorrectProofRequest | PlaceTextRequest | PublishRequest
"""What the editor of the zine asks; anybody else is told that it is not theirs to ask."""

PublicationRequest = (
    SubscriptionRequest
    | LetterToEditorRequest
    | WithdrawLettersRequest
    | DecideTribuneRequest
    | DeskRequest
    | DigestRequest
)

_LONGEST_SIGNATURE = 60
_SIGNED = re.compile(r"\s*(?:—|–|--?|signed\b:?|signée?\b\s*:?)\s*(?P<name>[^\W\d_].*?)\s*", re.IGNORECASE)


@reads("gazette")
def read_gazette(verb: VerbLine) -> SubscriptionRequest | None:
    """Whether the gazette is wanted; None of prose that begins with the word."""
    match verb.named:
        case ():
            return SubscriptionRequest("gazette", is_on=True)
        case (word,) if value_of(word.text) in {"yes", "no"}:
            return SubscriptionRequest("gazette", is_on=value_of(word.text) == "yes")
        case _:
            return None


@reads("subscribe", "unsubscribe")
def read_subscription(verb: VerbLine) -> SubscriptionRequest | None:
    """What is subscribed to or ended, the zine unless the line says the gazette; None of prose."""
    said = ["gazette" if verb_of(word.text)[0] == "gazette" else value_of(word.text) for word in verb.named]
    if not {*said} <= {"gazette", "zine", "pdf", "text", "yes", "no"} or {"gazette", "pdf"} <= {*said}:
        return None
    is_on = verb.key == "subscribe" and "no" not in said
    return SubscriptionRequest("gazette" if "gazette" in said else "zine", is_on, is_on and "pdf" in said)


@reads("to_editor", "tribune")
def read_letters_off(verb: VerbLine) -> WithdrawLettersRequest | DecideTribuneRequest | None:
    """Whether letters are taken back, or the operator decides about one; None of prose that begins with the word."""
    match [value_of(word.text) for word in verb.named]:
        case ["no"]:
            return WithdrawLettersRequest()
        case ["print" | "drop" as decided, _] if verb.key == "tribune":
            return DecideTribuneRequest(verb.named[1].text.upper(), decided == "print")
        case _:
            return None


@reads("proof", is_alone=True)
def read_proof(verb: VerbLine) -> ProofRequest:
    """Nothing stands behind the word."""
    return ProofRequest(verb.language)


@reads("publish", is_alone=True)
def read_publish(verb: VerbLine) -> PublishRequest:
    """Nothing stands behind the word."""
    return PublishRequest(verb.language)


def text_for_place(verb: VerbLine, text: str) -> PlaceTextRequest | None:
    """A text for the place that the line names, perhaps with a language behind it; None of prose."""
    match [word.text for word in verb.words]:
        case [place]:
            return PlaceTextRequest(verb.language, place, None, text)
        case [place, last] if tongue := next((one for one in LANGUAGES if one == value_of(last)), None):
            return PlaceTextRequest(verb.language, place, tongue, text)
        case _:
            return None


def letter_to_editor(text: str, closing: str, to: Literal["editor", "tribune"] = "editor") -> LetterToEditorRequest:
    """A letter as it stands in its block: the last line is its signature if it begins as one and holds no address."""
    above, _, last = text.rstrip().rpartition("\n")
    signed = _SIGNED.fullmatch(last)
    if signed is None or not above.strip() or len(signed["name"]) > _LONGEST_SIGNATURE or "@" in last:
        return LetterToEditorRequest(text, closing=closing, to=to)
    return LetterToEditorRequest(above.strip("\n"), signed["name"], closing, to)
