"""Lines about seats: who waits, leaves, is there; whom the master lets in or gives a power; that the game begins."""

from typing import assert_never

from judge.desk.asked import newcomer, read_powers
from judge.desk.enter import wrong_game
from judge.desk.notations import notations_of
from judge.desk.progress import Progress, Reading
from judge.desk.sources import Sources
from judge.game.decide import decide
from judge.game.refusals import Refusal, Refused
from judge.game.seats.commands import (
    AnswerMuster,
    ApprovePlayer,
    DeclinePlayer,
    LeaveGame,
    OfferToWait,
    PlacePlayer,
    StartGame,
)
from judge.game.seats.events import PlayerInvited, StandbyAdded
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.from_header import is_address
from judge.mail.seating import Begin, GivePower, Here, Leave, LetIn, SeatMeaning, Standby
from judge.mail.words import Word
from judge.notation.several import are_orders
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.rules.setup import opening_position

MOST_LET_IN = 20
"""Addresses of one line; each has an answer of its own, which shows the line."""


def about_seats(progress: Progress, line: str, meaning: SeatMeaning, reading: Reading, sources: Sources) -> Progress:
    """Carry out one such line, in the game that the letter is addressed to."""
    by = progress.person.address
    match meaning:
        case Standby() as standby:
            return _wait(progress, line, standby, reading, sources)
        case Leave(name):
            return _leave(progress, line, name, reading, sources)
        case Here(is_bare):
            if not is_bare and not is_mustered(progress.game, by):
                return progress.told(line, Did(Deed.PLAIN_WORDS))
            return progress.decided(line, AnswerMuster(by), reading, Did(Deed.IS_HERE))
        case Begin():
            return progress.decided(line, StartGame(by), reading, Did(Deed.BEGUN))
        case LetIn() as let:
            return _let_in(progress, line, let, reading)
        case GivePower() as given:
            return _give_power(progress, line, given, reading)
        case _:
            assert_never(meaning)


def answered_by_order(progress: Progress, line: str, reading: Reading) -> Progress | None:
    """An order is an answer to the muster, though it is for nobody yet; None of any other line."""
    game, by = progress.game, progress.person.address
    if game is None or not is_mustered(game, by):
        return None
    if not are_orders(line, opening_position(game.board), game.board, None, *notations_of(progress.person, game.board)):
        return None
    return progress.decided(line, AnswerMuster(by), reading, Did(Deed.HERE_BY_ORDER))


def is_mustered(game: Game | None, by: Address) -> bool:
    """Whether a muster waits for the answer of this person."""
    return game is not None and game.muster is not None and by in game.muster.waited_for


def _wait(progress: Progress, line: str, standby: Standby, reading: Reading, sources: Sources) -> Progress:
    game, name = progress.game, standby.name
    if game is None or (name and name.text.lower() != sources.named):
        return progress.told(line, wrong_game(line, name))
    known = game.people.get(progress.person.address)
    person = known or newcomer(progress.person, standby.language, game.settings)
    decided = decide(game, OfferToWait(person, sources.percent(game, person.address)), reading.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    is_added = any(isinstance(event, StandbyAdded) for event in decided)
    return progress.happened(decided).told(line, Did(Deed.WAITING if is_added else Deed.SEAT_ASKED))


def _leave(progress: Progress, line: str, name: Word | None, reading: Reading, sources: Sources) -> Progress:
    game, by = progress.game, progress.person.address
    if game is None or (name and name.text.lower() != sources.named):
        return progress.told(line, wrong_game(line, name))
    if game.powers_of(by):
        return progress.decided(line, LeaveGame(by), reading, Did(Deed.LEAVING))
    deed = Deed.SEAT_GIVEN_BACK if by in game.wishes else Deed.WAITS_NO_MORE
    return progress.decided(line, LeaveGame(by), reading, Did(deed))


def _let_in(progress: Progress, line: str, let: LetIn, reading: Reading) -> Progress:
    """Each address is a matter of its own."""
    for word in let.who[:MOST_LET_IN]:
        who = _address(word)
        if who is None:
            progress = progress.told(line, _no_address(word))
            continue
        by = progress.person.address
        command = ApprovePlayer(by, who) if let.is_let else DeclinePlayer(by, who)
        decided = decide(progress.game, command, reading.now)
        if isinstance(decided, Refused):
            progress = progress.told(line, decided)
            continue
        invited = any(isinstance(event, PlayerInvited) for event in decided)
        deed = Deed.TURNED_AWAY if not let.is_let else Deed.INVITED if invited else Deed.LET_IN
        progress = progress.happened(decided).told(line, Did(deed, who))
    return progress.told(line, Did(Deed.TOO_MANY_NAMED, str(MOST_LET_IN))) if let.who[MOST_LET_IN:] else progress


def _give_power(progress: Progress, line: str, given: GivePower, reading: Reading) -> Progress:
    game, who = progress.game, _address(given.who)
    if game is None:
        return progress.told(line, Refused(Refusal.NOT_THE_MASTER))
    if who is None:
        return progress.told(line, _no_address(given.who))
    powers = read_powers(given.power, game.board, load_notation(progress.person.notation))
    if isinstance(powers, Wrong):
        return progress.told(line, powers)
    if not powers:
        return progress.told(line, Wrong.missing(Unknown.POWER, len(line)))
    command = PlacePlayer(progress.person.address, who, powers[0])
    return progress.decided(line, command, reading, Did(Deed.POWER_PLACED, who))


def _address(word: Word) -> Address | None:
    bare = word.text.strip("<>()").lower()
    return Address(bare) if is_address(bare) else None


def _no_address(word: Word) -> Wrong:
    return Wrong.at(Unknown.VALUE, word, ("name@example.org",))
