"""The lines by which one enters a game: it is opened, seats are taken."""

from collections.abc import Sequence

from judge.desk.asked import newcomer, person_settings, preset_of, read_powers
from judge.desk.boards import settings_on_a_board
from judge.desk.progress import Progress, Reading
from judge.desk.sources import Sources
from judge.game.decide import decide
from judge.game.events import Event
from judge.game.refusals import Refused
from judge.game.seats.commands import JoinGame, OpenGame
from judge.game.seats.events import SeatAsked, WishesChanged
from judge.mail.meanings import Join, Open, Setting
from judge.mail.words import Word
from judge.notation.tables import load_notation
from judge.reports.echo import Deed, Did, Unknown, Wrong


def open_game(progress: Progress, line: str, opening: Open, reading: Reading, sources: Sources) -> Progress:
    """Open the game that the letter is addressed to."""
    if opening.name is None or sources.named is None or opening.name.text.lower() != sources.named:
        return progress.told(line, wrong_game(line, opening.name))
    settings = settings_on_a_board(opening.settings, line, sources.own_boards)
    if isinstance(settings, Wrong | Refused):
        return progress.told(line, settings)
    person = person_settings(newcomer(progress.person, opening.language, settings), _own(opening.settings), line)
    if isinstance(person, Wrong):
        return progress.told(line, person)
    command = OpenGame(sources.named, settings, person, seed=sources.seed())
    name = preset_of(opening.settings)
    opened = Did(Deed.OPENED_FROM, name) if name else Did(Deed.OPENED, sources.named)
    return progress.decided(line, command, reading, opened)


def join(progress: Progress, line: str, joining: Join, reading: Reading, sources: Sources) -> Progress:
    """Take a seat in the game that the letter is addressed to."""
    game = progress.game
    if game is None or joining.name is None or joining.name.text.lower() != sources.named:
        return progress.told(line, wrong_game(line, joining.name))
    known = game.people.get(progress.person.address)
    reader = known or newcomer(progress.person, joining.language, game.settings)
    person = person_settings(reader, joining.settings, line)
    if isinstance(person, Wrong):
        return progress.told(line, person)
    wishes = read_powers(joining.powers, game.board, load_notation(person.notation))
    if isinstance(wishes, Wrong):
        return progress.told(line, wishes)
    decided = decide(game, JoinGame(person, wishes, sources.percent(game, person.address)), reading.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    return progress.happened(decided).told(line, Did(_entered(decided[0]), game.name))


def _entered(event: Event) -> Deed:
    match event:
        case SeatAsked():
            return Deed.SEAT_ASKED
        case WishesChanged():
            return Deed.WISHES_CHANGED
        case _:
            return Deed.JOINED


def _own(given: Sequence[Setting]) -> tuple[Setting, ...]:
    """The settings of an opening that are its writer's, too; the reminder is everyone's."""
    return tuple(setting for setting in given if setting.name != "reminder")


def wrong_game(line: str, word: Word | None) -> Wrong:
    """There is no such game, or the letter is not addressed to it."""
    if word is None:
        return Wrong(Unknown.GAME, "", len(line), len(line))
    return Wrong(Unknown.GAME, word.text, word.start, word.end)
