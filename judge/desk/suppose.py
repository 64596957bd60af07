"""Carries out a what-if: reads its block of orders, has them judged, answers every line; no real order is touched."""

from dataclasses import replace

from judge.desk.context import Context
from judge.desk.office import Office
from judge.desk.phases import closed_as, no_phase
from judge.desk.progress import InGame, Progress
from judge.desk.supposed import read_supposed
from judge.game.decide import decide
from judge.game.orders.messages import AskWhatIf
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.sight import close_as_known
from judge.game.state import DAY, Game
from judge.mail.calendar import read_phase
from judge.mail.meanings import WhatIf
from judge.mail.words import Word
from judge.reports.echo import Supposed, Wrong
from judge.reports.states import write_begun, write_what_if
from judge.rules.position import Position
from judge.rules.turn import judge


def suppose(progress: InGame, text: str, asked: WhatIf, context: Context) -> Progress:
    """Answer a what-if, for the open phase or for a closed one; of its day's allowance it takes one if it is judged."""
    game = progress.view
    position = _position(game, asked.phase, context.office, progress.person)
    if not isinstance(position, Position):
        return progress.told(text, position)
    events = decide(game, AskWhatIf(progress.person.address), context.now)
    if isinstance(events, Refused):
        return progress.told(text, events)
    return _judged(progress.happened(events), text, asked, position, context)


def _position(game: Game, named: Word | None, office: Office, reader: Person) -> Position | Wrong | Refused:
    """The position a what-if starts from."""
    if named is None:
        none = Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
        return game.open_position or none
    current = game.open_position
    if current and read_phase(named.text) == current.phase:
        return current
    closed = [close_as_known(game, event, reader.address) for event in office.phases(game.name)]
    event = closed_as(named, closed)
    known = [event.before.phase for event in closed] + ([current.phase] if current else [])
    return event.before if event else no_phase(named, known)


def _judged(progress: InGame, text: str, asked: WhatIf, position: Position, context: Context) -> Progress:
    game, reader = progress.view, progress.person
    read = read_supposed(asked.lines, game, reader, position, progress.answers)
    judgement = judge(game.board, game.book, position, read.orders)
    used = sum(one.address == reader.address for one in game.whatifs_since(context.now - DAY))
    report = write_what_if(game, reader, position, judgement, game.settings.whatifs_per_day - used)
    progress = progress.told(text.partition("\n")[0], Supposed(write_begun(reader)))
    progress = replace(progress, answers=(*progress.answers, *read.answers))
    return progress.told(asked.closing, Supposed(report=report))
