"""Seats of a game under way that change hands: the lines by which one is taken, declined, resigned, returned to."""

from dataclasses import replace
from typing import assert_never

from judge.desk.asked import newcomer, read_powers
from judge.desk.give_orders import is_order
from judge.desk.progress import Progress, Reading
from judge.desk.sources import Sources
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.commands import Decline, EjectPlayer, ReplacePlayer, Resign, ReturnToSeat, TakeOver
from judge.game.replacements.decide import way_back
from judge.game.seats.commands import LeaveGame
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.strategists.commands import DeclineToShare
from judge.mail.from_header import is_address
from judge.mail.succession import ComeBack, DeclineSeat, GiveUp, NameSuccessor, TakeSeat, Unseat
from judge.mail.words import Word
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.reports.names import powers_listed
from judge.rules.board import Power

_Asked = TakeSeat | DeclineSeat | ComeBack | GiveUp | Unseat | NameSuccessor


def succeed(progress: Progress, line: str, asked: _Asked, reading: Reading, sources: Sources) -> Progress:
    """Take one of these lines."""
    by = progress.person.address
    match asked:
        case TakeSeat():
            return _take(progress, line, asked, reading, sources)
        case DeclineSeat():
            is_to_share = progress.game is not None and by in {*progress.game.to_share, *progress.game.pairs}
            declined = DeclineToShare(by) if is_to_share else Decline(by)
            return progress.decided(line, declined, reading, Did(Deed.DECLINED))
        case ComeBack():
            return _come_back(progress, line, reading)
        case GiveUp():
            return _give_up(progress, line, asked, reading)
        case Unseat(words):
            return _unseat(progress, line, words, reading)
        case NameSuccessor():
            return _name_successor(progress, line, asked, reading, sources)
        case _:
            assert_never(asked)


def back_with_orders(progress: Progress, line: str, reading: Reading) -> Progress:
    """Who has lost the seat and writes orders in time has it back; the orders then count as anybody's."""
    game, by = progress.game, progress.person.address
    power = way_back(game, by) if game else None
    if game is None or power is None or game.powers_of(by):
        return progress
    back = replace(game, seats={**game.seats, power: by})  # in fog only who has a seat sees what stands there
    if not is_order(replace(progress, game=back), line):
        return progress
    return _come_back(progress, line, reading)


def _come_back(progress: Progress, line: str, reading: Reading) -> Progress:
    by = progress.person.address
    stays = progress.game is not None and bool(progress.game.powers_of(by))
    return progress.decided(line, ReturnToSeat(by), reading, Did(Deed.STAYS if stays else Deed.CAME_BACK))


def _take(progress: Progress, line: str, asked: TakeSeat, reading: Reading, sources: Sources) -> Progress:
    game = progress.game
    if game is None:
        word = asked.words[0] if asked.words else None
        end = word.end if word else len(line)
        return progress.told(line, Wrong(Unknown.GAME, word.text if word else "", word.start if word else end, end))
    known = game.people.get(progress.person.address)
    person = known or newcomer(progress.person, asked.language, game.settings)
    words = tuple(word for word in asked.words if word.text.lower() != game.name)
    powers = read_powers(words, game.board, load_notation(person.notation))
    if isinstance(powers, Wrong):
        return progress.told(line, powers)
    command = TakeOver(person, powers[0] if powers else None, sources.percent(game, person.address))
    return progress.decided(line, command, reading, Did(Deed.TOOK_OVER))


def _give_up(progress: Progress, line: str, asked: GiveUp, reading: Reading) -> Progress:
    """The name of the game stands for a second thought."""
    game, name = progress.game, asked.name
    if game is None or name is None or name.text.lower() != game.name:
        start, end = (name.start, name.end) if name else (len(line), len(line))
        near = (game.name,) if game else ()
        return progress.told(line, Wrong(Unknown.GAME, name.text if name else "", start, end, near))
    by = progress.person.address
    if game.position is None:
        return progress.decided(line, LeaveGame(by), reading, Did(Deed.SEAT_GIVEN_BACK))
    if any(len(game.players_of(power)) > 1 for power in game.powers_of(by)):
        return progress.decided(line, Resign(by, asked.at_once), reading, Did(Deed.SEAT_LEFT))
    deed = Deed.RESIGNED if asked.at_once else Deed.LEAVING
    return progress.decided(line, Resign(by, asked.at_once), reading, Did(deed))


def _unseat(progress: Progress, line: str, words: tuple[Word, ...], reading: Reading) -> Progress:
    game = progress.game
    if game is None:
        return progress.told(line, Refused(Refusal.NOT_THE_MASTER))
    power = _one_power(game, words, line, progress.person)
    if isinstance(power, Wrong):
        return progress.told(line, power)
    language = progress.person.language
    names = powers_listed(game.seat_of(power), game.board, language)
    return progress.decided(line, EjectPlayer(progress.person.address, power), reading, Did(Deed.EJECTED, names))


def _name_successor(
    progress: Progress, line: str, asked: NameSuccessor, reading: Reading, sources: Sources
) -> Progress:
    """Somebody is asked in the language the master wrote in, until they say otherwise."""
    game, who = progress.game, asked.who
    address = who.text.strip("<>()").lower()
    if not is_address(address):
        return progress.told(line, Wrong.at(Unknown.VALUE, who, ("name@example.org",)))
    if game is None:
        return progress.told(line, Refused(Refusal.NOT_THE_MASTER))
    power = _one_power(game, asked.words, line, progress.person)
    if isinstance(power, Wrong):
        return progress.told(line, power)
    stranger = Person(Address(address), sources.secret(), asked.language)
    successor = game.people.get(stranger.address) or newcomer(stranger, asked.language, game.settings)
    command = ReplacePlayer(progress.person.address, power, successor)
    return progress.decided(line, command, reading, Did(Deed.SUCCESSOR_ASKED, address))


def _one_power(game: Game, words: tuple[Word, ...], line: str, reader: Person) -> Power | Wrong:
    """The one power that some words name."""
    powers = read_powers(words, game.board, load_notation(reader.notation))
    if isinstance(powers, Wrong):
        return powers
    return powers[0] if len(powers) == 1 else Wrong.missing(Unknown.POWER, len(line.rstrip()))
