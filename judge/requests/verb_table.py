"""The table of the verbs of letters: for each key of ``verbs.toml`` what reads a line that begins with the verb."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests import (
    asked,
    deadlines,
    mastery,
    press,
    questions,
    replacements,
    seats,
    setting_lists,
    small_talk,
    votes,
)
from judge.requests.mastery import OfferGameRequest
from judge.requests.names import game_name, phase_named
from judge.requests.requests import (
    ChangeSettingsRequest,
    ChangeTokenRequest,
    GameInfoRequest,
    JoinGameRequest,
    KeepWishRequest,
    MeanOrdersRequest,
    OpenGameRequest,
    PhaseHeading,
    PossibleOrder,
    Request,
    ResendRequest,
    SignOnRequest,
    StopReading,
    SuggestedCommand,
    WithdrawOrdersRequest,
)
from judge.requests.suggestions import suggest_command
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    fold_case,
    rest_of,
    value_of,
    verb_of,
    vocabulary,
    without_fillers,
    words_in,
)
from judge.requests.war import read_war_request


@dataclass(frozen=True)
class _Verb:
    """What ``read`` makes of a line that begins with the verb; None of prose that begins with the same word.

    ``is_alone`` when the verb is a command only where nothing stands behind it. ``talk`` tells whether what stands
    behind a verb in small letters is nothing that it could mean.
    """

    read: Callable[[VerbLine], Request | None]
    is_alone: bool = False
    talk: small_talk.Talk | None = None


def meaning_of(line: str, key: str, language: Language, words: tuple[Word, ...]) -> Request:
    """What a line means that begins with the verb of that key and goes on with these words."""
    verb, written = VERBS[key], VerbLine(line, key, language, words)
    if (verb.is_alone and words) or (verb.talk and small_talk.is_small_talk(written, verb.talk)):
        return near(line)  # prose that happens to begin with the word: "End of the line, my friend"
    return verb.read(written) or PossibleOrder()


def near(line: str) -> SuggestedCommand | PossibleOrder:
    """What a sentence wishes for, where it is no command; perhaps an order."""
    said = suggest_command(line)
    if said is None:
        return PossibleOrder()
    to, names = without_fillers(words_in(said.to)), without_fillers(words_in(said.names))
    if said.to and not to:
        return PossibleOrder()
    return SuggestedCommand(said.command, to, said.about, names, said.asks, said.language)


_DENIALS = frozenset({"pas", "not"})


def _why(verb: VerbLine) -> Request:
    """A question why; behind "why not" a wish may stand."""
    said = near(verb.text) if verb.words and fold_case(verb.words[0].text) in _DENIALS else None
    return said if isinstance(said, SuggestedCommand) else questions.read_why(verb)


def _vote(verb: VerbLine) -> Request:
    """A vote; a sentence that begins with the verb and names no motion at once may deny one: ``I vote against …``."""
    vote = votes.read_vote(verb)
    said = near(verb.text) if isinstance(vote, votes.CastVoteRequest) and vote.motion is None else None
    return said if isinstance(said, SuggestedCommand) else vote


_PAGE = re.compile("[1-9][0-9]{0,5}")
"""The number of a page of the list; no game has such a name."""


def _open(verb: VerbLine) -> OpenGameRequest:
    name, behind = questions.first_name(verb.words)
    return OpenGameRequest(verb.language, name, setting_lists.preset_and_settings(behind))


def _join(verb: VerbLine) -> JoinGameRequest:
    name, behind = questions.first_name(verb.words)
    powers, settings = setting_lists.powers_and_settings(behind)
    return JoinGameRequest(verb.language, name, powers, settings)


def _sign_on(verb: VerbLine) -> SignOnRequest:
    return SignOnRequest(verb.language, verb.words[0] if verb.words else None)


def _list(verb: VerbLine) -> GameInfoRequest | SuggestedCommand | PossibleOrder:
    """A page of the list; older judges have LIST with the name of a game for what is STATUS here."""
    if len(verb.words) == 1 and _PAGE.fullmatch(verb.words[0].text):
        return GameInfoRequest("list", verb.language, None, int(verb.words[0].text))
    if len(verb.words) == 1 and game_name(verb.words[0].text):
        return GameInfoRequest("status", verb.language, verb.words[0])
    return near(verb.text) if verb.words else GameInfoRequest("list", verb.language, None)


def _resend(verb: VerbLine) -> ResendRequest:
    return ResendRequest(without_fillers(verb.words))


def _reissue(verb: VerbLine) -> ChangeTokenRequest:
    return ChangeTokenRequest(without_fillers(verb.words))


def _clear(verb: VerbLine) -> WithdrawOrdersRequest | None:
    """What is taken back; prose may begin with the word as well."""
    phase = verb.rest
    match verb.words:
        case ():
            return WithdrawOrdersRequest()
        case (word,) if value_of(word.text) == "all":
            return WithdrawOrdersRequest(everything=True)
        case _ if phase and (named := phase_named(phase.text)):
            return WithdrawOrdersRequest(named)
        case _:
            return None


def _ready(_: VerbLine) -> MeanOrdersRequest:
    return MeanOrdersRequest()


def _stop(_: VerbLine) -> StopReading:
    return StopReading()


def _prefer(verb: VerbLine) -> KeepWishRequest:
    if not verb.words:
        return KeepWishRequest(None, None, None)
    kind = vocabulary().wishes.get(fold_case(verb.words[0].text.strip(":")))
    return KeepWishRequest(kind, verb.words[0], rest_of(verb.text, verb.words[1:]))


def _phase(verb: VerbLine) -> PhaseHeading:
    return PhaseHeading(phase_named(verb.rest.text) if verb.rest else None, verb.rest)


def _set(verb: VerbLine) -> Request:
    """Settings; older judges have some commands behind SET: SET WAIT, as long as it is no setting here, too."""
    first = verb.words[0] if verb.words else None
    if first and fold_case(first.text) not in vocabulary().settings:
        alone = " " * first.start + verb.text[first.start :]
        key, language, words = verb_of(alone)
        if key in _SET_ELSEWHERE:
            return meaning_of(alone, key, language, words)
    return ChangeSettingsRequest(setting_lists.settings_in(verb.words))


_SET_ELSEWHERE = frozenset({"wait", "nowait", "absence", "concede"})


def _handover(verb: VerbLine) -> OfferGameRequest | SuggestedCommand:
    """Without an address it may be something said to other players: ``Transmettre à l'Allemagne : d'accord``."""
    if verb.words and "@" not in verb.text and isinstance(said := near(verb.text), SuggestedCommand):
        return said
    return mastery.read_handover(verb)


def _no_command(_: VerbLine) -> None:
    """Nothing: the verb begins or ends a block, where it stands as that must."""


VERBS: Mapping[str, _Verb] = {
    "open": _Verb(_open, talk=small_talk.opens_nothing),
    "practice": _Verb(setting_lists.read_practice, talk=small_talk.practises_nothing),
    "tutorial": _Verb(setting_lists.read_tutorial, talk=small_talk.teaches_nothing),
    "join": _Verb(_join),
    "sign_on": _Verb(_sign_on),
    "standby": _Verb(seats.read_standby),
    "leave": _Verb(seats.read_leave),
    "take_over": _Verb(replacements.read_takeover),
    "decline": _Verb(replacements.read_decline),
    "come_back": _Verb(replacements.read_return),
    "resign": _Verb(replacements.read_resignation),
    "eject": _Verb(replacements.read_ejection),
    "strategist": _Verb(replacements.read_strategist),
    "replace": _Verb(replacements.read_replacement),
    "record": _Verb(replacements.read_record, talk=small_talk.names_no_game),
    "player": _Verb(asked.read_player),
    "standings": _Verb(asked.read_standings),
    "gazette": _Verb(asked.read_gazette),
    "subscribe": _Verb(asked.read_subscription),
    "unsubscribe": _Verb(asked.read_subscription),
    "to_editor": _Verb(asked.read_letters_off),
    "end_to_editor": _Verb(_no_command),
    "here": _Verb(seats.read_here),
    "approve": _Verb(seats.read_letting_in),
    "reject": _Verb(seats.read_letting_in),
    "seat": _Verb(seats.read_seat),
    "start": _Verb(seats.read_start),
    "press": _Verb(_no_command),
    "broadcast": _Verb(_no_command),
    "end_press": _Verb(_no_command),
    "diary": _Verb(_no_command),
    "end_diary": _Verb(_no_command),
    "watch": _Verb(press.read_watching, talk=small_talk.names_no_game),
    "unwatch": _Verb(press.read_watching, talk=small_talk.names_no_game),
    "status": _Verb(questions.read_question, talk=small_talk.names_no_game),
    "board": _Verb(questions.read_question, talk=small_talk.names_no_game),
    "threats": _Verb(questions.read_question, talk=small_talk.names_no_game),
    "terms": _Verb(questions.read_question, talk=small_talk.names_no_game),
    "list": _Verb(_list),
    "history": _Verb(questions.read_history, talk=small_talk.names_no_past),
    "export": _Verb(asked.read_export, talk=small_talk.exports_nothing),
    "archive": _Verb(asked.read_archive, talk=small_talk.archives_nothing),
    "summary": _Verb(questions.read_question, talk=small_talk.names_no_game),
    "help": _Verb(questions.read_help),
    "why": _Verb(_why, talk=small_talk.asks_nothing),
    "prove": _Verb(asked.read_prove, talk=small_talk.names_no_past),
    "whatif": _Verb(_no_command),
    "end_whatif": _Verb(_no_command),
    "reissue": _Verb(_reissue),
    "resend": _Verb(_resend),
    "prefer": _Verb(_prefer),
    "if": _Verb(_no_command),
    "else_if": _Verb(_no_command),
    "else": _Verb(_no_command),
    "end_if": _Verb(_no_command),
    "clear": _Verb(_clear),
    "ready": _Verb(_ready, is_alone=True),
    "set": _Verb(_set, talk=small_talk.sets_nothing),
    "phase": _Verb(_phase),
    "absence": _Verb(deadlines.read_absence),
    "extend": _Verb(deadlines.read_extension),
    "pause": _Verb(deadlines.read_pause, is_alone=True),
    "resume": _Verb(deadlines.read_pause, is_alone=True),
    "wait": _Verb(deadlines.read_wait, is_alone=True),
    "nowait": _Verb(deadlines.read_wait, is_alone=True),
    "vote": _Verb(_vote, talk=small_talk.votes_nothing),
    "unvote": _Verb(votes.read_unvote, talk=small_talk.votes_nothing),
    "concede": _Verb(votes.read_concession),
    "close": _Verb(mastery.read_close),
    "rollback": _Verb(mastery.read_rollback),
    "correct": _Verb(_no_command),
    "end_correct": _Verb(_no_command),
    "handover": _Verb(_handover),
    "terminate": _Verb(mastery.read_termination),
    "report": _Verb(mastery.read_report),
    "predict": _Verb(mastery.read_prediction),
    "alliance": _Verb(read_war_request),
    "rupture": _Verb(read_war_request),
    "enter": _Verb(read_war_request),
    "barracks": _Verb(read_war_request),
    "factory": _Verb(read_war_request),
    "repair": _Verb(read_war_request),
    "quarantine": _Verb(read_war_request),
    "release": _Verb(read_war_request),
    "stop": _Verb(_stop, is_alone=True),
}
"""Every verb, by its key, in the order of ``verbs.toml``."""
