"""Practice games: under every rule book and on every board, without a mark anywhere else, within their limits."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.clockwork import clockwork_orders
from judge.game.apply import Trail, fold_events
from judge.game.decide import open_practice
from judge.game.orders.messages import ErrandGiven, OrderGiven
from judge.game.orders.order_status import order_status, powers_expected_to_write
from judge.game.people.messages import Person
from judge.game.phases.close import close_early, is_left_open
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.practice.messages import ClockworkOrdered
from judge.game.seats.messages import OpenPractice
from judge.game.settings import Address, GameName, PlayingStrength, Reader, Settings, Token
from judge.game.state import Game
from judge.game.visibility import as_seen_by, has_fog
from judge.handlers.left_open import leave_lines
from judge.handlers.plans import with_plans_taken_up
from judge.handlers.practice import MOST_PRACTICE_GAMES_A_DAY, MOST_PRACTICE_GAMES_OPEN, practice_settings
from judge.handlers.session import LineContext, Session
from judge.handlers.settle_letter import handle_lines
from judge.paths.gazette import publish_issue
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.board_file import board_names, load_board
from judge.rules.rulebook import rulebook_names
from judge.rules.war.scouts import Rest
from judge.shell.local_game import LocalGame, text_of
from judge.store.event_json import dump_event, read_event
from tests.shared.seated import lay_seated_table
from tests.shared.services import context
from tests.shared.shares import share_of
from tests.stories.conversations import with_guests

NORA = Person(Address("nora@example.org"), Token("noras"), "en", "standard", "Europe/Paris")
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)

OWN_BOOKS = [(board, load_board(board).rulebook or "2023") for board in board_names()]
ALL_BOOKS = [("standard", book) for book in rulebook_names()]


def begun(board: str, book: str) -> Trail:
    settings = practice_settings(Settings(board=board, rulebook=book))
    wanted = OpenPractice(GameName("practice-1"), settings, NORA, None, PlayingStrength.FAIR, "seed")
    events = open_practice(None, wanted, NOON)
    assert isinstance(events, tuple)
    return with_plans_taken_up(Trail(None).on(events), NOON)


def written_by_nora(game: Game) -> Iterator[OrderGiven | ErrandGiven]:
    """All that she owes in the open phase, thought of as a clockwork player does, by what she may know."""
    view = as_seen_by(game, NORA.address)
    assert view.position is not None
    for power in game.powers_of(NORA.address):
        if power not in powers_expected_to_write(game):
            continue
        strength = PlayingStrength.EASY
        for order in clockwork_orders(view.board, view.book, view.position, power, strength, "hers"):
            yield OrderGiven(power, order, 1, None, NOON)
        for at in order_status(game, power).idle_scouts:
            yield ErrandGiven(power, Rest(at), 1, None, NOON)


def after_a_letter(trail: Trail) -> Trail:
    assert trail.game is not None
    written = trail.on(tuple(written_by_nora(trail.game)))
    assert written.game is not None
    return with_plans_taken_up(written.on(close_early(written.game, NOON)), NOON)


@pytest.mark.parametrize(("board", "book"), share_of([*dict.fromkeys([*OWN_BOOKS, *ALL_BOOKS])], 4, "practice"))
def test_every_letter_closes_a_phase_and_the_log_folds_to_the_same_game(board: str, book: str) -> None:
    trail = begun(board, book)
    for _ in range(6):
        game = trail.game
        assert game is not None
        if game.ended:
            break
        trail = after_a_letter(trail)
        assert trail.game is not None
        assert trail.game.phases_closed > game.phases_closed
    assert fold_events(read_event(dump_event(event)) for event in trail.events) == trail.game


def test_a_clockwork_player_goes_by_what_its_power_can_see() -> None:
    """Every unit that a power cannot see is taken from the board: it orders the same."""
    board = next(name for name, book in OWN_BOOKS if load_board(name).war.troops)
    trail = begun(board, load_board(board).rulebook or "2023")
    game = trail.game
    assert game is not None
    assert game.position is not None
    assert has_fog(game)
    ordered = next(event for event in trail.events if isinstance(event, ClockworkOrdered))
    for power, orders in ordered.orders.items():
        mine = replace(game, members=replace(game.members, seats=dict.fromkeys(game.seat_of(power), Reader(1))))
        seen = as_seen_by(mine, NORA.address).position
        assert seen is not None
        assert len(seen.units) < len(game.position.units)
        assert clockwork_orders(game.board, game.book, seen, power, PlayingStrength.FAIR, "seed") == orders


def test_a_player_with_nothing_left_ends_the_game() -> None:
    trail = begun("standard", "2023")
    game = trail.game
    assert game is not None
    assert game.position is not None
    (own,) = game.powers_of(NORA.address)
    rest = {at: unit for at, unit in game.position.units.items() if unit.power != own}
    owners = {at: power for at, power in game.position.owners.items() if power != own}
    bare = replace(game, position=replace(game.position, units=rest, owners=owners), orders={})
    gone = with_plans_taken_up(Trail(bare).on(close_early(bare, NOON)), NOON)
    assert [event.ending for event in gone.events if isinstance(event, GameEnded)] == [Ending.PRACTICE]


# --- by mail


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = with_guests(lay_seated_table(tmp_path / "one"), ["nora"])
    yield table
    table.judge.stop()


NORA_PLAYS = Power("NORA")


def practise(table: LocalGame, orders: str = "") -> None:
    """A practice game is asked for and confirmed; perhaps its first phase is played."""
    nora = table.players[NORA_PLAYS]
    nora.write(table.judge.services.config.judge.address, "PRACTICE FRANCE\n")
    table.settle()
    nora.answer("Yes")
    table.settle()
    if orders:
        nora.answer(orders)
        table.settle()


def end(table: LocalGame) -> None:
    table.players[NORA_PLAYS].answer("TERMINATE")
    table.settle()


def told_elsewhere(table: LocalGame) -> Sequence[str]:
    """What a judge answers to questions about many games, and its gazette; what lies in its archive."""
    own, services = table.judge.services.config.judge.address, table.judge.services
    table.clock.advance_to(datetime(2026, 1, 20, 12, 0, tzinfo=UTC))
    table.judge.wake()
    table.settle()
    answers = []
    for who in (NORA_PLAYS, Power("RUSSIA")):
        player = table.players[who]
        player.write(own, "LIST\nPLAYER\nRECORD\nPLAYER nora@example.org\nSTANDINGS\nPLAYERS\nSTATS\nGAZETTE ON\n")
        table.settle()
        player.answer("Yes")
        table.settle()
        answers += [text_of(letter) for letter in player.read[-2:]]
    publish_issue(services)
    table.judge.wake()
    table.settle()
    answers += [text_of(table.players[who].read[-1]) for who in (NORA_PLAYS, Power("RUSSIA"))]
    archive = services.config.folders.archive
    pages = sorted(str(path.relative_to(archive)) for path in archive.rglob("*"))
    return [*answers, *pages]


def without_codes(texts: Sequence[str]) -> Sequence[str]:
    return [text for text in texts if "code" not in text]


def test_nothing_is_told_of_practice_and_lessons_anywhere(table: LocalGame, tmp_path: Path) -> None:
    practise(table, "A PAR - BUR\nA MAR - SPA\nF BRE - MAO")
    assert table.players[NORA_PLAYS].read[-1]["Subject"].endswith("Results of spring 1901")
    end(table)
    practise(table)
    nora = table.players[NORA_PLAYS]
    for text in ("TUTORIAL\n", "Yes", "A BUR - BEL", "LESSON 7", "PRESS TO GERMANY\nWill you?\nENDPRESS\nA BUR - BEL"):
        if text == "TUTORIAL\n":
            nora.write(table.judge.services.config.judge.address, text)
        else:
            nora.answer(text)
        table.settle()
    assert "Lesson 8 of 8" in nora.read[-1]["Subject"]
    other = with_guests(lay_seated_table(tmp_path / "two"), ["nora"])
    try:
        assert without_codes(told_elsewhere(table)) == without_codes(told_elsewhere(other))
    finally:
        other.judge.stop()


def test_somebody_has_two_practice_games_at_once_and_five_in_a_day(table: LocalGame) -> None:
    nora, own = table.players[NORA_PLAYS], table.judge.services.config.judge.address
    for number in range(MOST_PRACTICE_GAMES_A_DAY):
        practise(table)
        if number >= MOST_PRACTICE_GAMES_OPEN - 1:
            nora.write(own, "PRACTICE\n")
            table.settle()
            assert f"You have {MOST_PRACTICE_GAMES_OPEN} practice games or tutorials open" in " ".join(
                text_of(nora.read.pop()).split()
            )
        if number:
            end(table)
    nora.write(own, "PRACTICE\n")
    table.settle()
    refused = " ".join(text_of(nora.read.pop()).split())
    assert f"{MOST_PRACTICE_GAMES_A_DAY} practice games or tutorials within a day" in refused
    table.clock.advance_to(table.clock.now() + timedelta(days=1, minutes=1))
    practise(table)
    assert "The practice game" in text_of(nora.read[-1])


def written_in(game: Game, text: str, there: LineContext) -> Game:
    done = leave_lines(handle_lines(Session(game, game.people[NORA.address]), there, read_lines(text), ()), there)
    assert done.game is not None
    return done.game


def test_a_practice_game_waits_for_the_one_who_writes() -> None:
    trail = begun("standard", "2023")
    assert trail.game is not None
    (power,) = trail.game.powers_of(NORA.address)
    position = trail.game.position
    assert position is not None
    *most, last = sorted(str(unit) for unit in position.units.values() if unit.power == power)
    text = "\n".join([*(f"{unit} H" for unit in most), "Draft:", f"{last} H"])
    asked = written_in(trail.game, text, replace(context(NOON), number=7))
    assert is_left_open(asked)
    assert close_early(asked, NOON) == ()
    taken = written_in(asked, "Yes", replace(context(NOON), number=8, assent_to=7))
    assert PhaseClosed in map(type, close_early(taken, NOON))
