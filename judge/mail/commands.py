"""The table of the verbs of letters: for each key of ``verbs.toml`` what reads a line that begins with the verb."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail import ballots, leagues, of_master, pressing, seating, succession, timing
from judge.mail.addresses import game_name
from judge.mail.calendar import read_phase
from judge.mail.meanings import (
    Ask,
    Clear,
    Help,
    Join,
    MaybeOrder,
    Meaning,
    NamePhase,
    Near,
    Open,
    Prefer,
    Ready,
    Recall,
    Reissue,
    Resend,
    Set,
    SignOn,
    Stop,
    Why,
)
from judge.mail.near import near_command
from judge.mail.of_master import HandOver
from judge.mail.of_war import read_of_war
from judge.mail.past import phase_and_unit, read_since
from judge.mail.setting_lists import powers_and_settings, preset_and_settings, settings_in
from judge.mail.talk import (
    Talk,
    asks_nothing,
    is_talk,
    names_no_game,
    names_no_past,
    opens_nothing,
    sets_nothing,
    votes_nothing,
)
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import VerbLine, Word, rest_of, verb_of, without_elision, without_fillers, words_in


@dataclass(frozen=True)
class Verb:
    """What ``read`` makes of a line that begins with the verb; None of prose that begins with the same word.

    ``is_alone`` when the verb is a command only where nothing stands behind it. ``talk`` tells whether what stands
    behind a verb in small letters is nothing that it could mean.
    """

    read: Callable[[VerbLine], Meaning | None]
    is_alone: bool = False
    talk: Talk | None = None


def meaning_of(line: str, key: str, language: Language, words: tuple[Word, ...]) -> Meaning:
    """What a line means that begins with the verb of that key and goes on with these words."""
    verb, written = VERBS[key], VerbLine(line, key, language, words)
    if (verb.is_alone and words) or (verb.talk and is_talk(written, verb.talk)):
        return near(line)  # prose that happens to begin with the word: "End of the line, my friend"
    return verb.read(written) or MaybeOrder()


def near(line: str) -> Near | MaybeOrder:
    """What a sentence wishes for, where it is no command; perhaps an order."""
    said = near_command(line)
    if said is None:
        return MaybeOrder()
    to = without_fillers(words_in(said.to))
    return Near(said.command, to, said.about) if to or not said.to else MaybeOrder()


def _open(verb: VerbLine) -> Open:
    name, behind = _name(verb.words)
    return Open(verb.language, name, preset_and_settings(behind))


def _join(verb: VerbLine) -> Join:
    name, behind = _name(verb.words)
    powers, settings = powers_and_settings(behind)
    return Join(verb.language, name, powers, settings)


def _sign_on(verb: VerbLine) -> SignOn:
    return SignOn(verb.language, verb.words[0] if verb.words else None)


def _list(verb: VerbLine) -> Ask | Near | MaybeOrder:
    """Older judges have LIST with the name of a game for what is STATUS here."""
    if len(verb.words) == 1 and game_name(verb.words[0].text):
        return Ask("status", verb.language, verb.words[0])
    return near(verb.text) if verb.words else Ask("list", verb.language, None)


def _question(verb: VerbLine) -> Ask | None:
    """What is asked of a game; STATUS with TERMS behind it asks for what was agreed."""
    others = tuple(word for word in verb.words if verb_of(word.text)[0] != "terms")
    about = "terms" if verb.key == "status" and others != verb.words else verb.key
    name, behind = _name(others)
    return None if about == "terms" and behind else Ask(about, verb.language, name)  # "Terms we could agree on"


def _history(verb: VerbLine) -> Recall:
    others = tuple(word for word in verb.words if verb_of(word.text)[0] != "press")
    since, name = read_since(verb.text, others)
    return Recall(verb.language, name, since, press=others != verb.words)


def _help(verb: VerbLine) -> Help:
    return Help(verb.language, verb.rest)


def _why(verb: VerbLine) -> Why:
    phase, unit = phase_and_unit(verb.text, verb.words)
    return Why(verb.language, phase, unit)


def _resend(verb: VerbLine) -> Resend:
    return Resend(without_fillers(verb.words))


def _reissue(verb: VerbLine) -> Reissue:
    return Reissue(without_fillers(verb.words))


def _clear(verb: VerbLine) -> Clear | None:
    """What is taken back; prose may begin with the word as well."""
    phase = verb.rest
    match verb.words:
        case ():
            return Clear()
        case (word,) if value_of(word.text) == "all":
            return Clear(everything=True)
        case _ if phase and (named := read_phase(phase.text)):
            return Clear(named)
        case _:
            return None


def _ready(_: VerbLine) -> Ready:
    return Ready()


def _stop(_: VerbLine) -> Stop:
    return Stop()


def _prefer(verb: VerbLine) -> Prefer:
    if not verb.words:
        return Prefer(None, None, None)
    kind = vocabulary().wishes.get(fold(verb.words[0].text.strip(":")))
    return Prefer(kind, verb.words[0], rest_of(verb.text, verb.words[1:]))


def _phase(verb: VerbLine) -> NamePhase:
    return NamePhase(read_phase(verb.rest.text) if verb.rest else None, verb.rest)


def _set(verb: VerbLine) -> Meaning:
    """Settings; older judges have some commands behind SET: SET WAIT, as long as it is no setting here, too."""
    first = verb.words[0] if verb.words else None
    if first and fold(first.text) not in vocabulary().settings:
        alone = " " * first.start + verb.text[first.start :]
        key, language, words = verb_of(alone)
        if key in _SET_ELSEWHERE:
            return meaning_of(alone, key, language, words)
    return Set(settings_in(verb.words))


_SET_ELSEWHERE = frozenset({"wait", "nowait", "absence", "concede"})


def _handover(verb: VerbLine) -> HandOver | Near:
    """Without an address it may be something said to other players: ``Transmettre à l'Allemagne : d'accord``."""
    if verb.words and "@" not in verb.text and isinstance(said := near(verb.text), Near):
        return said
    return of_master.read_handover(verb)


def _no_command(_: VerbLine) -> None:
    """Nothing: the verb begins or ends a block, where it stands as that must (``passages.py``, ``blocks.py``)."""


def _name(words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The first word that is not a filler, and the words behind it."""
    for place, word in enumerate(words):
        bare = without_elision(word)
        if fold(bare.text) not in vocabulary().fillers:
            return bare, words[place + 1 :]
    return None, ()


VERBS: Mapping[str, Verb] = {
    "open": Verb(_open, talk=opens_nothing),
    "join": Verb(_join),
    "sign_on": Verb(_sign_on),
    "standby": Verb(seating.read_standby),
    "leave": Verb(seating.read_leave),
    "take_over": Verb(succession.read_takeover),
    "decline": Verb(succession.read_decline),
    "come_back": Verb(succession.read_return),
    "resign": Verb(succession.read_resignation),
    "eject": Verb(succession.read_ejection),
    "strategist": Verb(succession.read_strategist),
    "replace": Verb(succession.read_replacement),
    "record": Verb(succession.read_record, talk=names_no_game),
    "player": Verb(leagues.read_player),
    "standings": Verb(leagues.read_standings),
    "gazette": Verb(leagues.read_gazette),
    "here": Verb(seating.read_here),
    "approve": Verb(seating.read_letting_in),
    "reject": Verb(seating.read_letting_in),
    "seat": Verb(seating.read_seat),
    "start": Verb(seating.read_start),
    "press": Verb(_no_command),
    "broadcast": Verb(_no_command),
    "end_press": Verb(_no_command),
    "diary": Verb(_no_command),
    "end_diary": Verb(_no_command),
    "watch": Verb(pressing.read_watching, talk=names_no_game),
    "unwatch": Verb(pressing.read_watching, talk=names_no_game),
    "status": Verb(_question, talk=names_no_game),
    "terms": Verb(_question, talk=names_no_game),
    "list": Verb(_list),
    "history": Verb(_history, talk=names_no_past),
    "summary": Verb(_question, talk=names_no_game),
    "help": Verb(_help),
    "why": Verb(_why, talk=asks_nothing),
    "whatif": Verb(_no_command),
    "end_whatif": Verb(_no_command),
    "reissue": Verb(_reissue),
    "resend": Verb(_resend),
    "prefer": Verb(_prefer),
    "if": Verb(_no_command),
    "else_if": Verb(_no_command),
    "else": Verb(_no_command),
    "end_if": Verb(_no_command),
    "clear": Verb(_clear),
    "ready": Verb(_ready, is_alone=True),
    "set": Verb(_set, talk=sets_nothing),
    "phase": Verb(_phase),
    "absence": Verb(timing.read_absence),
    "extend": Verb(timing.read_extension),
    "pause": Verb(timing.read_pause, is_alone=True),
    "resume": Verb(timing.read_pause, is_alone=True),
    "wait": Verb(timing.read_wait, is_alone=True),
    "nowait": Verb(timing.read_wait, is_alone=True),
    "vote": Verb(ballots.read_vote, talk=votes_nothing),
    "unvote": Verb(ballots.read_unvote, talk=votes_nothing),
    "concede": Verb(ballots.read_concession),
    "close": Verb(of_master.read_close),
    "rollback": Verb(of_master.read_rollback),
    "correct": Verb(_no_command),
    "end_correct": Verb(_no_command),
    "handover": Verb(_handover),
    "terminate": Verb(of_master.read_termination),
    "report": Verb(of_master.read_report),
    "predict": Verb(of_master.read_prediction),
    "alliance": Verb(read_of_war),
    "rupture": Verb(read_of_war),
    "enter": Verb(read_of_war),
    "barracks": Verb(read_of_war),
    "factory": Verb(read_of_war),
    "repair": Verb(read_of_war),
    "quarantine": Verb(read_of_war),
    "release": Verb(read_of_war),
    "stop": Verb(_stop, is_alone=True),
}
"""Every verb, by its key, in the order of ``verbs.toml``."""
