"""Games whose people take other parts than their events gave them, for tests that need no events for that."""

from collections.abc import Mapping
from dataclasses import replace

from judge.game.people.messages import Person
from judge.game.settings import Address, Token
from judge.game.state import Game
from judge.rules.board import Power


def with_entry(game: Game, person: Person) -> Game:
    """The game with somebody as they are to be, known before or not."""
    return replace(game, address_book=game.address_book.with_entry(person))


def with_master(game: Game, master: Address) -> Game:
    """The game with somebody it knows as its master."""
    return replace(game, members=replace(game.members, master=game.readers[master]))


def with_seats(game: Game, seats: Mapping[Power, Address]) -> Game:
    """The game with these players, known before or not."""
    book = game.address_book
    for address in seats.values():
        book = book.with_person(Person(address, Token(address)))
    numbers = {power: book.numbers[address] for power, address in seats.items()}
    return replace(game, address_book=book, members=replace(game.members, seats=numbers))
