"""The lines of one proven letter, carried out one after the other, each with its answer."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

from judge.desk.asked import newcomer, opening_settings, person_settings, read_powers
from judge.desk.give_orders import give_orders, is_order, point_out
from judge.desk.keep import condition_without_end, is_ahead, keep_block, keep_orders, take_back
from judge.desk.moves import MAILBOX_SETTINGS, reissue, set_mailbox
from judge.desk.prefer import prefer
from judge.desk.progress import Progress, Reading
from judge.desk.resend import Series, no_letters, resend
from judge.desk.suppose import suppose
from judge.desk.wrapped import made_whole
from judge.game.commands import (
    JoinGame,
    OpenGame,
    Person,
    SendPress,
    SetPreference,
)
from judge.game.decide import decide
from judge.game.events import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName, Token
from judge.game.state import Game
from judge.mail.blocks import If
from judge.mail.meanings import (
    Ask,
    Clear,
    Join,
    Line,
    MaybeOrder,
    NamePhase,
    Open,
    Prefer,
    PressText,
    Reissue,
    Resend,
    Set,
    Stop,
    WhatIf,
    Why,
)
from judge.mail.words import Word
from judge.notation.misread import Misread
from judge.notation.tables import load_notation
from judge.reports.echo import Answer, Deed, Did, PressTaken, Unkept, Unknown, Wrong
from judge.rules.position import Phase

MOST_LINES = 300
"""Lines that are read of one letter, a block of press being one of them; a year of thirty-four units needs fewer."""

MOST_CHARACTERS = 20_000
"""Characters of those lines that may be orders; the orders for a whole board take a thousand."""

MOST_MISREAD = 40
"""Lines not understood after which no more are read: each takes as long as a hundred that are."""

RATIONS = {Deed.NOT_ANSWERED: 10, Deed.NOT_SENT: 20}
"""Questions that are answered in one letter, press that is sent on: either may cause far more than was written."""


@dataclass(frozen=True)
class Sources:
    """What is not in the letter: the game it named, answers to questions, closed phases, secrets, earlier letters."""

    named: GameName | None
    answer: Callable[[Ask | Why, Game | None, Person], Answer]
    phases: Callable[[GameName], Sequence[PhaseClosed]]
    secret: Callable[[], Token]
    letters: Callable[[Game | None, Person], Series] = no_letters
    own_address: str = ""


def carry_out(
    progress: Progress, reading: Reading, lines: Sequence[Line], below: Sequence[str], sources: Sources
) -> Progress:
    """Carry out every line in order; a line that cannot be carried out changes nothing and the next one is read.

    ``below`` are lines under a signature, which are no more read than those below the word that ends a letter. Of a
    letter without end the beginning is read.
    """
    rationed: Counter[Deed] = Counter()
    most = _readable(lines)
    for line in made_whole(lines[:most], partial(is_order, progress)):
        ration = _ration(line)
        rationed.update((ration,) if ration else ())
        if progress.stopped:
            progress = point_out(progress, line.text)
        elif _is_hopeless(progress):
            return progress.told(line.text, Did(Deed.TOO_UNCLEAR))
        elif ration and rationed[ration] > RATIONS[ration]:
            progress = progress.told(line.text, Did(ration, str(RATIONS[ration])))
        else:
            progress = _carry_out(progress, line, reading, sources)
    for words in below[:MOST_LINES]:
        progress = point_out(progress, words)
    for line in lines[most : most + 1]:
        progress = progress.told(line.text, Did(Deed.TOO_LONG, str(most)))
    return progress


def _readable(lines: Sequence[Line]) -> int:
    """How many lines from the top are read at all."""
    lengths = (len(line.text) if isinstance(line.meaning, MaybeOrder) else 0 for line in lines[:MOST_LINES])
    return sum(length <= MOST_CHARACTERS for length in accumulate(lengths))


def _is_hopeless(progress: Progress) -> bool:
    """Whether so little was understood that it can be no letter to the judge."""
    misread = sum(isinstance(answered.answer, Misread | Unkept) for answered in progress.answers)
    return misread >= MOST_MISREAD


def _ration(line: Line) -> Deed | None:
    """What is said of a line that comes too often; None for one that may."""
    match line.meaning:
        case Ask() | Why():
            return Deed.NOT_ANSWERED
        case PressText():
            return Deed.NOT_SENT
        case _:
            return None


def _carry_out(progress: Progress, line: Line, reading: Reading, sources: Sources) -> Progress:
    match line.meaning:
        case Open() as opening:
            return _open(progress, line.text, opening, reading, sources)
        case Join() as joining:
            return _join(progress, line.text, joining, reading, sources)
        case PressText() as press:
            return _press(progress, line.text, press, reading)
        case Ask() | Why() as question:
            return progress.told(line.text, sources.answer(question, progress.game, progress.person))
        case WhatIf() as asked:
            return suppose(progress, line.text, asked, reading, sources.phases)
        case Resend() as asked:
            return resend(progress, line.text, asked, sources.letters(progress.game, progress.person))
        case Reissue() as asked:
            return reissue(progress, line.text, asked, reading, sources.secret)
        case Clear() as clear:
            return take_back(progress, line.text, clear, reading)
        case Set() as change:
            return _set(progress, line.text, change, reading, sources)
        case Prefer() as wished:
            return prefer(progress, line.text, wished, reading)
        case NamePhase(phase, words):
            return _name_phase(progress, line.text, phase, words)
        case If() as block:
            return keep_block(progress, line.text, block, reading)
        case Stop():
            return replace(progress, stopped=True)
        case MaybeOrder():
            return _orders(progress, line.text, reading)


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


def _set(progress: Progress, line: str, change: Set, reading: Reading, sources: Sources) -> Progress:
    if not change.settings:
        return progress.told(line, Wrong(Unknown.SETTING, "", len(line), len(line)))
    mailbox = next((setting for setting in change.settings if setting.name in MAILBOX_SETTINGS), None)
    if mailbox:
        return set_mailbox(progress, line, mailbox, reading, sources.secret, sources.own_address)
    wanted = person_settings(progress.person, change.settings, line, strict=True)
    if isinstance(wanted, Wrong):
        return progress.told(line, wanted)
    command = SetPreference(wanted.address, wanted.language, wanted.notation, wanted.zone)
    said = f"{wanted.language}, {wanted.notation}, {wanted.zone}"
    return progress.decided(line, command, reading, Did(Deed.PREFERENCE_SET, said))


def _name_phase(progress: Progress, line: str, phase: Phase | None, words: Word | None) -> Progress:
    """The phase the lines below are for; below one that cannot be read, orders would be for nobody knows which."""
    if phase is None:
        position = progress.game.open_position if progress.game else None
        place = words or Word("", len(line.rstrip()))
        hint = (f"PHASE {position.phase}",) if position else ()
        progress = progress.told(line, Wrong(Unknown.VALUE, place.text, place.start, place.end, hint))
    return replace(progress, phase=phase, astray=None if phase else Refused(Refusal.PHASE_UNREAD))


def _orders(progress: Progress, line: str, reading: Reading) -> Progress:
    """Orders for the open phase, or for one that is to come; perhaps a condition where none can stand."""
    if is_ahead(progress):
        return keep_orders(progress, line, reading)
    astray = progress.astray or condition_without_end(progress, line)
    return give_orders(replace(progress, astray=astray), line, reading)
