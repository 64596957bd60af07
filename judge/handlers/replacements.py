"""Handle the lines by which seats of a game under way change hands: taken, declined, resigned, returned to."""

from dataclasses import replace

from judge.game.people.address_book import Person
from judge.game.replacements.decide import seat_to_return_to
from judge.game.replacements.messages import DeclineSeat, EjectPlayer, ReplacePlayer, Resign, ReturnToSeat, TakeSeat
from judge.game.seats.messages import LeaveGame
from judge.game.settings import Address, LetterForm
from judge.game.state import Game
from judge.game.strategists.messages import DeclineToShare
from judge.handlers.arguments import read_address, read_powers, with_game_defaults
from judge.handlers.plain_words import is_order
from judge.handlers.seats import unknown_game
from judge.handlers.services import fresh_secret
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.tables import load_notation
from judge.reports.line_answers import Done, InvalidCommand, Unknown
from judge.reports.names import powers_listed
from judge.reports.outcomes import Outcome
from judge.requests.replacements import (
    DeclineSeatRequest,
    EjectPlayerRequest,
    ReplacePlayerRequest,
    ResignRequest,
    ReturnToSeatRequest,
    TakeSeatRequest,
)
from judge.requests.vocabulary import Word
from judge.rules.board import Power


def handle_decline_seat(session: GameSession, line: str, _: DeclineSeatRequest, context: LineContext) -> Session:
    """Say no to the seat, or to the half of one, that was offered."""
    by, game = session.person.address, session.game
    sharing = game.members.sharing
    is_to_share = game.readers.get(by) in {*sharing.asked, *sharing.pairs}
    return session.decided(
        line, DeclineToShare(by) if is_to_share else DeclineSeat(by), context, Done(Outcome.SEAT_DECLINED)
    )


def _as_player(game: Game, power: Power, player: Address) -> Game:
    seats = {**game.members.seats, power: game.readers[player]}
    return replace(game, members=replace(game.members, seats=seats))


def return_by_order(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Return the seat to a player who has lost it and writes an order in time.

    The line is then read as anybody's.
    """
    game, by = session.game, session.person.address
    power = seat_to_return_to(game, by)
    if power is None or game.powers_of(by):
        return session
    back = _as_player(game, power, by)  # in fog only who has a seat sees what stands there
    if not is_order(replace(session, game=back), line):
        return session
    return handle_return_to_seat(session, line, ReturnToSeatRequest(), context)


def handle_return_to_seat(session: GameSession, line: str, _: ReturnToSeatRequest, context: LineContext) -> GameSession:
    """Come back to one's seat, or stay where one was about to leave."""
    by = session.person.address
    stays = session.game.powers_of(by)
    return session.decided(
        line, ReturnToSeat(by), context, Done(Outcome.SEARCH_ENDED if stays else Outcome.SEAT_RETURNED)
    )


def handle_take_over(session: GameSession, line: str, asked: TakeSeatRequest, context: LineContext) -> Session:
    """Take an empty seat."""
    game = session.game
    known = game.people.get(session.person.address)
    person = known or with_game_defaults(session.person, asked.language, game.settings)
    words = tuple(word for word in asked.words if word.text.lower() != game.name)
    powers = read_powers(words, game.board, load_notation(person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    command = TakeSeat(person, powers[0] if powers else None, context.percent(game, person.address))
    return session.decided(line, command, context, Done(Outcome.SEAT_TAKEN))


def handle_resign(session: GameSession, line: str, asked: ResignRequest, context: LineContext) -> Session:
    """Resign, which ends a practice game; in any other the name of the game stands for a second thought."""
    game, name, by = session.game, asked.name, session.person.address
    is_bare = name is None and game.settings.practice
    if not is_bare and (name is None or name.text.lower() != game.name):
        return session.told(line, replace(unknown_game(line, name), hints=(game.name,)))
    if game.settings.practice:
        return session.decided(line, Resign(by, asked.at_once), context, Done(Outcome.GAME_TERMINATED))
    if game.position is None:
        return session.decided(line, LeaveGame(by), context, Done(Outcome.PLAYER_LEFT))
    if any(len(game.players_of(power)) > 1 for power in game.powers_of(by)):
        return session.decided(line, Resign(by, asked.at_once), context, Done(Outcome.STRATEGIST_LEFT))
    outcome = Outcome.SEAT_VACATED if asked.at_once else Outcome.REPLACEMENT_SOUGHT
    return session.decided(line, Resign(by, asked.at_once), context, Done(outcome))


def handle_eject_player(session: GameSession, line: str, asked: EjectPlayerRequest, context: LineContext) -> Session:
    """Take a seat from its player."""
    game = session.game
    power = _read_one_power(game, asked.words, line, session.person)
    if isinstance(power, InvalidCommand):
        return session.told(line, power)
    language = session.person.language
    names = powers_listed(game.seat_of(power), game.board, language)
    return session.decided(
        line, EjectPlayer(session.person.address, power), context, Done(Outcome.PLAYER_EJECTED, names)
    )


def handle_replace_player(
    session: GameSession, line: str, asked: ReplacePlayerRequest, context: LineContext
) -> Session:
    """Have somebody asked for a seat, in the language the master wrote in, until they say otherwise."""
    game, address = session.game, read_address(asked.who)
    if isinstance(address, InvalidCommand):
        return session.told(line, address)
    power = _read_one_power(game, asked.words, line, session.person)
    if isinstance(power, InvalidCommand):
        return session.told(line, power)
    stranger = Person(address, fresh_secret(), asked.language, letters=LetterForm.HTML)
    successor = game.people.get(address) or with_game_defaults(stranger, asked.language, game.settings)
    command = ReplacePlayer(session.person.address, power, successor)
    return session.decided(line, command, context, Done(Outcome.SUCCESSOR_ASKED, address))


def _read_one_power(game: Game, words: tuple[Word, ...], line: str, reader: Person) -> Power | InvalidCommand:
    """Return the one power that some words name, or what is wrong with them."""
    powers = read_powers(words, game.board, load_notation(reader.notation))
    if isinstance(powers, InvalidCommand):
        return powers
    return powers[0] if len(powers) == 1 else InvalidCommand.missing(Unknown.POWER, len(line.rstrip()))
