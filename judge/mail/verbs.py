"""The command language of letters: which lines are commands, which press, which may be orders."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from operator import length_hint

from judge.game.settings import Language
from judge.mail.addresses import game_name
from judge.mail.ballots import read_about_votes
from judge.mail.blocks import LONGEST, block_length, read_block
from judge.mail.calendar import read_phase
from judge.mail.closings import key_of
from judge.mail.dates import read_length, read_weekdays
from judge.mail.leagues import LEAGUE_VERBS, read_league
from judge.mail.meanings import (
    Ask,
    Clear,
    Help,
    Join,
    Line,
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
    Setting,
    SignOn,
    Stop,
    Why,
)
from judge.mail.near import near_command
from judge.mail.of_master import read_of_master
from judge.mail.of_war import WAR_VERBS, read_of_war
from judge.mail.passages import Passages
from judge.mail.past import phase_and_unit, read_since
from judge.mail.pressing import read_signatures, read_watching
from judge.mail.seating import SEAT_VERBS, read_seating
from judge.mail.succession import SUCCESSION_VERBS, read_succession
from judge.mail.talk import is_talk
from judge.mail.timing import ALONE, read_about_time
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word, rest_of, verb_of, without_courtesy, without_elision, without_fillers, words_in

_BARE = frozenset({"stop", "list", "ready"}) | ALONE
"""Verbs that are commands only when they stand alone on their line."""

_ITEMS: Mapping[str, Callable[[str], object]] = {
    "reminder": read_length,
    "days": read_weekdays,
    "press": read_signatures,
}
"""Settings whose value may be a list of words, each with what reads one (None: it is no item)."""

_LONGEST_LIST = 50


def read_lines(text: str) -> tuple[Line, ...]:
    """Every piece of a letter that is not blank, in order; one line is one command, press and conditions are blocks."""
    pieces: list[Line] = []
    written = text.splitlines()
    passages = Passages(written)
    keys = [key_of(line) for line in written]
    lines = iter(written)
    is_ahead = False
    for line in lines:
        if not line.strip():
            continue
        plainly = without_courtesy(line)
        key, language, rest = verb_of(plainly)
        here = len(written) - length_hint(lines) - 1
        if passage := passages.begun_at(here):
            pieces.append(passage)
            deque(islice(lines, passage.text.count("\n")), maxlen=0)
        elif key == "sign_on":
            pieces.append(_sign_on(line, language, rest))
        elif key == "if" and (length := block_length(_from_here(keys, lines), expected=is_ahead)):
            block = [line, *islice(lines, length - 1)]
            pieces.append(Line("\n".join(block), read_block(block)))
        else:
            piece = Line(line, _meaning(plainly if key else line, key, language, rest))
            below = _settings_below(piece, written, here)
            pieces.append(_with_settings(piece, below) if below else piece)
            deque(islice(lines, len(below)), maxlen=0)
            is_ahead = is_ahead or key == "phase"
    return tuple(pieces)


def _sign_on(line: str, language: Language, rest: tuple[Word, ...]) -> Line:
    """A line that names a game; the password that used to stand behind it goes no further than here."""
    name = rest[0] if rest else None
    return Line(line[: name.end] if name else line, SignOn(language, name))


def _from_here(keys: Sequence[str | None], lines: Iterator[str]) -> Sequence[str | None]:
    """The verbs of the line just read and of the next ones that ``lines`` still holds."""
    here = len(keys) - length_hint(lines) - 1
    return keys[here : here + LONGEST]


def _named_phase(words: Word | None) -> NamePhase:
    return NamePhase(read_phase(words.text) if words else None, words)


def _meaning(line: str, key: str | None, language: Language, rest: tuple[Word, ...]) -> Meaning:
    if key == "list" and len(rest) == 1 and game_name(rest[0].text):
        return Ask("status", language, rest[0])  # as older judges have it
    if key is None or (key in _BARE and rest) or is_talk(line, key, rest):
        return _near(line)  # prose that happens to begin with the word: "End of the line, my friend"
    if key == "handover" and rest and "@" not in line and isinstance(said := _near(line), Near):
        return said  # "Transmettre à l'Allemagne : d'accord"
    if key in SEAT_VERBS:
        return read_seating(key, language, rest) or MaybeOrder()
    if key in LEAGUE_VERBS:
        return read_league(key, language, rest) or MaybeOrder()
    if key in SUCCESSION_VERBS:
        return read_succession(key, language, rest) or MaybeOrder()
    if key in WAR_VERBS:
        return read_of_war(line, key, rest) or MaybeOrder()
    name, behind = _name(rest)
    match key:
        case "open":
            return Open(language, name, _opening(behind))
        case "join":
            powers, settings = _powers_then_settings(behind)
            return Join(language, name, powers, settings)
        case "status" | "terms" | "list" | "summary":
            return _question(key, language, rest)
        case "history":
            others = tuple(word for word in rest if verb_of(word.text)[0] != "press")
            since, name = read_since(line, others)
            return Recall(language, name, since, press=others != rest)
        case "watch" | "unwatch":
            return read_watching(language, rest, is_on=key == "watch") or MaybeOrder()
        case "help":
            return Help(language, rest_of(line, rest))
        case "why":
            phase, unit = phase_and_unit(line, rest)
            return Why(language, phase, unit)
        case "resend":
            return Resend(without_fillers(rest))
        case "reissue":
            return Reissue(without_fillers(rest))
        case "clear":
            return _clear(line, rest)
        case "ready":
            return Ready()
        case "prefer":
            return _prefer(line, rest)
        case "set":
            return _as_set_elsewhere(line, rest) or Set(_settings(rest))
        case "phase":
            return _named_phase(rest_of(line, rest))
        case "stop":
            return Stop()
        case "absence" | "extend" | "pause" | "resume" | "wait" | "nowait":
            return read_about_time(line, key, rest) or MaybeOrder()
        case "vote" | "unvote" | "concede":
            return read_about_votes(line, key, rest) or MaybeOrder()
        case "close" | "rollback" | "handover" | "terminate" | "report" | "predict":
            return read_of_master(line, key, rest) or MaybeOrder()
        case _:
            return MaybeOrder()


def _near(line: str) -> Near | MaybeOrder:
    """What a sentence wishes for, where it is no command; perhaps an order."""
    said = near_command(line)
    if said is None:
        return MaybeOrder()
    to = without_fillers(words_in(said.to))
    return Near(said.command, to, said.about) if to or not said.to else MaybeOrder()


def _clear(line: str, words: tuple[Word, ...]) -> Meaning:
    """What is taken back; prose may begin with the word as well."""
    phase = rest_of(line, words)
    match words:
        case ():
            return Clear()
        case (word,) if value_of(word.text) == "all":
            return Clear(everything=True)
        case _ if phase and (named := read_phase(phase.text)):
            return Clear(named)
        case _:
            return MaybeOrder()


def _prefer(line: str, words: tuple[Word, ...]) -> Prefer:
    if not words:
        return Prefer(None, None, None)
    kind = vocabulary().wishes.get(fold(words[0].text.strip(":")))
    return Prefer(kind, words[0], rest_of(line, words[1:]))


def _question(key: str, language: Language, rest: tuple[Word, ...]) -> Ask | MaybeOrder:
    """What is asked of a game; STATUS with TERMS behind it asks for what was agreed."""
    others = tuple(word for word in rest if verb_of(word.text)[0] != "terms")
    about = "terms" if key == "status" and others != rest else key
    name, behind = _name(others)
    return MaybeOrder() if about == "terms" and behind else Ask(about, language, name)  # "Terms we could agree on"


def _name(words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The first word that is not a filler, and the words behind it."""
    for place, word in enumerate(words):
        bare = without_elision(word)
        if fold(bare.text) not in vocabulary().fillers:
            return bare, words[place + 1 :]
    return None, ()


def _powers_then_settings(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[Setting, ...]]:
    """The words up to the first setting, and the settings from there on."""
    keys = vocabulary().settings
    place = next((place for place, word in enumerate(words) if fold(word.text.strip(":")) in keys), len(words))
    return without_fillers(words[:place]), _settings(words[place:])


def _opening(words: tuple[Word, ...]) -> tuple[Setting, ...]:
    """The settings of an opening; the name of a preset may stand at once behind that of the game."""
    if words and fold(words[0].text) in vocabulary().presets:
        return (Setting("preset", words[0], words[0]), *_settings(words[1:]))
    return _settings(words)


def _as_set_elsewhere(line: str, rest: tuple[Word, ...]) -> Meaning | None:
    """A command that stands behind SET with older judges: SET WAIT; None of what is a setting here, too."""
    if not rest or fold(rest[0].text) in vocabulary().settings:
        return None
    alone = " " * rest[0].start + line[rest[0].start :]
    key, language, words = verb_of(alone)
    return _meaning(alone, key, language, words) if key in _SET_ELSEWHERE else None


_SET_ELSEWHERE = frozenset({"wait", "nowait", "absence", "concede"})


def _settings(words: tuple[Word, ...]) -> tuple[Setting, ...]:
    """Pairs of a setting and its value; a colon between them is nothing. A few settings take a list."""
    bare = [Word(text, word.start) for word in words if (text := word.text.strip(":"))]
    settings: list[Setting] = []
    at = 0
    while at < len(bare):
        word = bare[at]
        key = vocabulary().settings.get(fold(word.text))
        behind = bare[at + 1 : at + 1 + _LONGEST_LIST]
        listed = behind[: max(_listed(key, behind), 1)]
        value = Word(" ".join(one.text for one in listed), listed[0].start) if listed else None
        settings.append(Setting(key, word, value))
        at += 1 + len(listed)
    return tuple(settings)


def _listed(key: str | None, words: Sequence[Word]) -> int:
    """How many words at the head are items of the list that this setting takes."""
    read = _ITEMS.get(key or "")
    return sum(1 for _ in takewhile(lambda word: read(word.text) is not None, words)) if read else 0


def _settings_below(piece: Line, written: Sequence[str], at: int) -> Sequence[str]:
    """The lines below an OPEN or JOIN that add settings to it, blank ones among them."""
    if not isinstance(piece.meaning, Open | Join):
        return ()
    below = (written[place] for place in range(at + 1, len(written)))
    return tuple(takewhile(lambda line: not line.strip() or _adds_settings(line), below))


def _adds_settings(line: str) -> bool:
    """Whether a line is settings; PRESS is one before the words for signatures."""
    key, _, rest = verb_of(line)
    if key == "press":
        return bool(rest) and all(read_signatures(word.text) is not None for word in rest)
    first = words_in(line)[:1]
    return key is None and any(fold(word.text.rstrip("=:")) in vocabulary().settings for word in first)


def _with_settings(piece: Line, below: Sequence[str]) -> Line:
    text = "\n".join([piece.text, *(line for line in below if line.strip())])
    more = _settings(words_in(text, len(piece.text)))
    match piece.meaning:
        case Open(language, name, settings):
            return Line(text, Open(language, name, settings + more))
        case Join(language, name, powers, settings):
            return Line(text, Join(language, name, powers, settings + more))
        case _:
            return piece
