"""Lines about seats: who waits, leaves, is there; whom the master lets in or gives a power; that the game begins."""

from judge.desk.asked import newcomer, read_address, read_powers
from judge.desk.context import Context
from judge.desk.enter import unknown_game
from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress
from judge.game.decide import decide
from judge.game.refusals import Refused
from judge.game.seats.messages import (
    AnswerMuster,
    ApprovePlayer,
    DeclinePlayer,
    LeaveGame,
    OfferToWait,
    PlacePlayer,
    PlayerInvited,
    StandbyAdded,
    StartGame,
)
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.seating import Begin, GivePower, Here, Leave, LetIn, Standby
from judge.notation.several import are_orders
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.rules.setup import opening_position

MOST_LET_IN = 20
"""Addresses of one line; each has an answer of its own, which shows the line."""


def answer_muster(progress: Progress, line: str, _: Here, context: Context) -> Progress:
    """Answer the muster."""
    return progress.decided(line, AnswerMuster(progress.person.address), context, Did(Deed.IS_HERE))


def start_game(progress: Progress, line: str, _: Begin, context: Context) -> Progress:
    """Begin the game."""
    return progress.decided(line, StartGame(progress.person.address), context, Did(Deed.BEGUN))


def answered_by_order(progress: Progress, line: str, context: Context) -> Progress | None:
    """An order is an answer to the muster, though it is for nobody yet; None of any other line."""
    game, by = progress.game, progress.person.address
    if game is None or not is_mustered(game, by):
        return None
    if not are_orders(line, opening_position(game.board), game.board, None, *notations_of(progress.person, game.board)):
        return None
    return progress.decided(line, AnswerMuster(by), context, Did(Deed.HERE_BY_ORDER))


def is_mustered(game: Game | None, by: Address) -> bool:
    """Whether a muster waits for the answer of this person."""
    return game is not None and game.muster is not None and by in game.muster.waited_for


def wait_for_seat(progress: InGame, line: str, standby: Standby, context: Context) -> Progress:
    """Wait for a seat in the game that the letter is addressed to."""
    game, name = progress.game, standby.name
    if name and name.text.lower() != context.name:
        return progress.told(line, unknown_game(line, name))
    known = game.people.get(progress.person.address)
    person = known or newcomer(progress.person, standby.language, game.settings)
    decided = decide(game, OfferToWait(person, context.percent(game, person.address)), context.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    is_added = any(isinstance(event, StandbyAdded) for event in decided)
    return progress.happened(decided).told(line, Did(Deed.WAITING if is_added else Deed.SEAT_ASKED))


def leave_seat(progress: InGame, line: str, leave: Leave, context: Context) -> Progress:
    """Give a seat back, or wait for one no more."""
    game, by, name = progress.game, progress.person.address, leave.name
    if name and name.text.lower() != context.name:
        return progress.told(line, unknown_game(line, name))
    if game.powers_of(by):
        return progress.decided(line, LeaveGame(by), context, Did(Deed.LEAVING))
    deed = Deed.SEAT_GIVEN_BACK if by in game.wishes else Deed.WAITS_NO_MORE
    return progress.decided(line, LeaveGame(by), context, Did(deed))


def let_in(progress: Progress, line: str, let: LetIn, context: Context) -> Progress:
    """Let people in, or keep them out; each address is a matter of its own."""
    for word in let.who[:MOST_LET_IN]:
        who = read_address(word)
        if isinstance(who, Wrong):
            progress = progress.told(line, who)
            continue
        by = progress.person.address
        command = ApprovePlayer(by, who) if let.is_let else DeclinePlayer(by, who)
        decided = decide(progress.game, command, context.now)
        if isinstance(decided, Refused):
            progress = progress.told(line, decided)
            continue
        invited = any(isinstance(event, PlayerInvited) for event in decided)
        deed = Deed.TURNED_AWAY if not let.is_let else Deed.INVITED if invited else Deed.LET_IN
        progress = progress.happened(decided).told(line, Did(deed, who))
    return progress.told(line, Did(Deed.TOO_MANY_NAMED, str(MOST_LET_IN))) if let.who[MOST_LET_IN:] else progress


def place_player(progress: InGame, line: str, given: GivePower, context: Context) -> Progress:
    """Give somebody a power by hand."""
    game, who = progress.game, read_address(given.who)
    if isinstance(who, Wrong):
        return progress.told(line, who)
    powers = read_powers(given.power, game.board, load_notation(progress.person.notation))
    if isinstance(powers, Wrong):
        return progress.told(line, powers)
    if not powers:
        return progress.told(line, Wrong.missing(Unknown.POWER, len(line)))
    command = PlacePlayer(progress.person.address, who, powers[0])
    return progress.decided(line, command, context, Did(Deed.POWER_PLACED, who))
