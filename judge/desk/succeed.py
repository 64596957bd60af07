"""Seats of a game under way that change hands: the lines by which one is taken, declined, resigned, returned to."""

from dataclasses import replace

from judge.desk.asked import newcomer, read_address, read_powers
from judge.desk.context import Context
from judge.desk.give_orders import is_order
from judge.desk.office import fresh_secret
from judge.desk.progress import InGame, Progress
from judge.desk.seats import unknown_game
from judge.game.person import Person
from judge.game.replacements.decide import way_back
from judge.game.replacements.messages import Decline, EjectPlayer, ReplacePlayer, Resign, ReturnToSeat, TakeOver
from judge.game.seats.messages import LeaveGame
from judge.game.state import Game
from judge.game.strategists.messages import DeclineToShare
from judge.mail.succession import ComeBack, DeclineSeat, GiveUp, NameSuccessor, TakeSeat, Unseat
from judge.mail.words import Word
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.reports.names import powers_listed
from judge.rules.board import Power


def decline_seat(progress: InGame, line: str, _: DeclineSeat, context: Context) -> Progress:
    """Say no to the seat, or to the half of one, that was offered."""
    by, game = progress.person.address, progress.game
    is_to_share = by in {*game.sharing.asked, *game.sharing.pairs}
    return progress.decided(line, DeclineToShare(by) if is_to_share else Decline(by), context, Did(Deed.DECLINED))


def back_with_orders(progress: InGame, line: str, context: Context) -> InGame:
    """Who has lost the seat and writes orders in time has it back; the orders then count as anybody's."""
    game, by = progress.game, progress.person.address
    power = way_back(game, by)
    if power is None or game.powers_of(by):
        return progress
    back = replace(game, seats={**game.seats, power: by})  # in fog only who has a seat sees what stands there
    if not is_order(replace(progress, game=back), line):
        return progress
    return come_back(progress, line, ComeBack(), context)


def come_back(progress: InGame, line: str, _: ComeBack, context: Context) -> InGame:
    """Come back to one's seat, or stay where one was about to leave."""
    by = progress.person.address
    stays = progress.game.powers_of(by)
    return progress.decided(line, ReturnToSeat(by), context, Did(Deed.STAYS if stays else Deed.CAME_BACK))


def take_over(progress: InGame, line: str, asked: TakeSeat, context: Context) -> Progress:
    """Take an empty seat."""
    game = progress.game
    known = game.people.get(progress.person.address)
    person = known or newcomer(progress.person, asked.language, game.settings)
    words = tuple(word for word in asked.words if word.text.lower() != game.name)
    powers = read_powers(words, game.board, load_notation(person.notation))
    if isinstance(powers, Wrong):
        return progress.told(line, powers)
    command = TakeOver(person, powers[0] if powers else None, context.percent(game, person.address))
    return progress.decided(line, command, context, Did(Deed.TOOK_OVER))


def resign(progress: InGame, line: str, asked: GiveUp, context: Context) -> Progress:
    """Resign; the name of the game stands for a second thought."""
    game, name = progress.game, asked.name
    if name is None or name.text.lower() != game.name:
        return progress.told(line, replace(unknown_game(line, name), hints=(game.name,)))
    by = progress.person.address
    if game.position is None:
        return progress.decided(line, LeaveGame(by), context, Did(Deed.SEAT_GIVEN_BACK))
    if any(len(game.players_of(power)) > 1 for power in game.powers_of(by)):
        return progress.decided(line, Resign(by, asked.at_once), context, Did(Deed.SEAT_LEFT))
    deed = Deed.RESIGNED if asked.at_once else Deed.LEAVING
    return progress.decided(line, Resign(by, asked.at_once), context, Did(deed))


def eject(progress: InGame, line: str, asked: Unseat, context: Context) -> Progress:
    """Take a seat from its player."""
    game = progress.game
    power = _one_power(game, asked.words, line, progress.person)
    if isinstance(power, Wrong):
        return progress.told(line, power)
    language = progress.person.language
    names = powers_listed(game.seat_of(power), game.board, language)
    return progress.decided(line, EjectPlayer(progress.person.address, power), context, Did(Deed.EJECTED, names))


def replace_player(progress: InGame, line: str, asked: NameSuccessor, context: Context) -> Progress:
    """Have somebody asked for a seat, in the language the master wrote in, until they say otherwise."""
    game, address = progress.game, read_address(asked.who)
    if isinstance(address, Wrong):
        return progress.told(line, address)
    power = _one_power(game, asked.words, line, progress.person)
    if isinstance(power, Wrong):
        return progress.told(line, power)
    stranger = Person(address, fresh_secret(), asked.language)
    successor = game.people.get(address) or newcomer(stranger, asked.language, game.settings)
    command = ReplacePlayer(progress.person.address, power, successor)
    return progress.decided(line, command, context, Did(Deed.SUCCESSOR_ASKED, address))


def _one_power(game: Game, words: tuple[Word, ...], line: str, reader: Person) -> Power | Wrong:
    """The one power that some words name."""
    powers = read_powers(words, game.board, load_notation(reader.notation))
    if isinstance(powers, Wrong):
        return powers
    return powers[0] if len(powers) == 1 else Wrong.missing(Unknown.POWER, len(line.rstrip()))
