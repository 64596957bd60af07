"""The lines of one proven letter, carried out one after the other, each with its answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from judge.desk.asked import newcomer, opening_settings, person_settings, read_powers
from judge.desk.give_orders import give_orders, point_out
from judge.desk.progress import Progress, Reading
from judge.game.commands import (
    JoinGame,
    OpenGame,
    Person,
    SendPress,
    SetPreference,
    WithdrawOrders,
)
from judge.game.decide import decide
from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName, Token
from judge.game.state import Game
from judge.mail.verbs import (
    Ask,
    Clear,
    Join,
    Line,
    MaybeOrder,
    NamePhase,
    Open,
    PressText,
    Set,
    Stop,
    Word,
)
from judge.notation.tables import load_notation
from judge.reports.echo import Answer, Deed, Did, PressTaken, Unknown, Wrong
from judge.rules.position import Phase


@dataclass(frozen=True)
class Sources:
    """What is not in the letter: the game it named, answers to questions, fresh secrets."""

    named: GameName | None
    answer: Callable[[Ask, Game | None, Person], Answer]
    secret: Callable[[], Token]


def carry_out(
    progress: Progress, reading: Reading, lines: Sequence[Line], below: Sequence[str], sources: Sources
) -> Progress:
    """Carry out every line in order; a line that cannot be carried out changes nothing and the next one is read.

    ``below`` are lines under a signature, which are no more read than those below the word that ends a letter.
    """
    for line in lines:
        is_below = progress.stopped
        progress = point_out(progress, line.text) if is_below else _carry_out(progress, line, reading, sources)
    for words in below:
        progress = point_out(progress, words)
    return progress


def _carry_out(progress: Progress, line: Line, reading: Reading, sources: Sources) -> Progress:
    match line.meaning:
        case Open() as opening:
            return _open(progress, line.text, opening, reading, sources)
        case Join() as joining:
            return _join(progress, line.text, joining, reading, sources)
        case PressText() as press:
            return _press(progress, line.text, press, reading)
        case Ask() as question:
            return progress.told(line.text, sources.answer(question, progress.game, progress.person))
        case Clear():
            return progress.decided(line.text, WithdrawOrders(progress.person.address), reading, Did(Deed.WITHDRAWN))
        case Set() as change:
            return _set(progress, line.text, change, reading)
        case NamePhase(code):
            return _name_phase(progress, line.text, code)
        case Stop():
            return replace(progress, stopped=True)
        case MaybeOrder():
            return give_orders(progress, line.text, reading)


def _open(progress: Progress, line: str, opening: Open, reading: Reading, sources: Sources) -> Progress:
    if opening.name is None or sources.named is None or opening.name.text.lower() != sources.named:
        return progress.told(line, _wrong_game(line, opening.name))
    settings = opening_settings(opening.settings, line)
    if isinstance(settings, Wrong):
        return progress.told(line, settings)
    person = person_settings(newcomer(progress.person, opening.language, settings.zone), opening.settings, line)
    if isinstance(person, Wrong):
        return progress.told(line, person)
    command = OpenGame(sources.named, settings, person, seed=sources.secret())
    return progress.decided(line, command, reading, Did(Deed.OPENED, sources.named))


def _join(progress: Progress, line: str, joining: Join, reading: Reading, sources: Sources) -> Progress:
    game = progress.game
    if game is None or joining.name is None or joining.name.text.lower() != sources.named:
        return progress.told(line, _wrong_game(line, joining.name))
    known = game.people.get(progress.person.address)
    reader = known or newcomer(progress.person, joining.language, game.settings.zone)
    person = person_settings(reader, joining.settings, line)
    if isinstance(person, Wrong):
        return progress.told(line, person)
    named = (joining.power,) if joining.power else ()
    wishes = read_powers(named, game.board, load_notation(person.notation))
    if isinstance(wishes, Wrong):
        return progress.told(line, wishes)
    return progress.decided(line, JoinGame(person, wishes), reading, Did(Deed.JOINED, game.name))


def _wrong_game(line: str, word: Word | None) -> Wrong:
    if word is None:
        return Wrong(Unknown.GAME, "", len(line), len(line))
    return Wrong(Unknown.GAME, word.text, word.start, word.end)


def _press(progress: Progress, line: str, press: PressText, reading: Reading) -> Progress:
    game = progress.game
    if game is None:
        return progress.told(line, Refused(Refusal.NOT_STARTED))
    to = read_powers(press.to, game.board, load_notation(progress.person.notation))
    if isinstance(to, Wrong):
        return progress.told(line, to)
    if not to and not press.everyone:
        end = len(line.partition("\n")[0])
        return progress.told(line, Wrong(Unknown.POWER, "", end, end))
    command = SendPress(progress.person.address, to, press.text)
    decided = decide(game, command, reading.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    held = progress.happened(decided)
    was_held = held.game is not None and held.game.held_press != game.held_press
    return held.told(line, PressTaken(to, held=was_held))


def _set(progress: Progress, line: str, change: Set, reading: Reading) -> Progress:
    if not change.settings:
        return progress.told(line, Wrong(Unknown.SETTING, "", len(line), len(line)))
    wanted = person_settings(progress.person, change.settings, line, strict=True)
    if isinstance(wanted, Wrong):
        return progress.told(line, wanted)
    command = SetPreference(wanted.address, wanted.language, wanted.notation, wanted.zone)
    said = f"{wanted.language}, {wanted.notation}, {wanted.zone}"
    return progress.decided(line, command, reading, Did(Deed.PREFERENCE_SET, said))


def _name_phase(progress: Progress, line: str, code: Word | None) -> Progress:
    position = progress.game.open_position if progress.game else None
    try:
        phase = Phase.parse(code.text.upper()) if code else None
    except ValueError:
        phase = None
    if phase is None:
        place = code or Word("", len(line))
        hint = (f"PHASE {position.phase}",) if position else ()
        return progress.told(line, Wrong(Unknown.VALUE, place.text, place.start, place.end, hint))
    return replace(progress, phase=phase)
