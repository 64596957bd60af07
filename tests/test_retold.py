"""What reports tell is the game: read back from any reader's letters, its position is the one that was lost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

import pytest

from judge.formats.kept_letters import reports_in
from judge.formats.record.logs import NewGame, log_of_saved_game
from judge.formats.record.verifying import Cast
from judge.formats.told_reports import ReportReader, ToldPhase, retold
from judge.game.apply import apply_all, fold_events, transitions
from judge.game.messages import Event
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.phases.messages import PhaseClosed, PhaseClosedNews
from judge.game.settings import Address, GameName, Language, Settings, Token
from judge.game.state import Game, GivenOrder
from judge.notation.tables import notation_names
from judge.reports.notices import write_results
from judge.rules.position import Position
from judge.rules.rulebook import rulebook_names
from tests.long.writing import orders_for
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import OPENED, opened
from tests.shared.shares import in_turn, is_whole

NOW = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)
BOOKS = [book for book in rulebook_names() if book != "stim"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
SEEDS = range(6) if is_whole() else range(1)
PHASES = 12


def played(book: str, seed: int, phases: int = PHASES) -> list[Event]:
    """The log of a game that chance plays; one power in ten writes nothing in a phase."""
    random, log = Random(seed), list(opened(Settings(rulebook=book)))
    game = fold_events(log)
    assert game
    for phase in range(1, phases + 1):
        position = game.open_position
        if position is None:
            break
        given = {
            power: tuple(GivenOrder(one, 1, None) for one in orders_for(random, game.board, position, power))
            for power in game.board.powers
            if random.random() > 0.1
        }
        closed = close_at_deadline(replace(game, orders=given), OPENED + timedelta(days=phase))
        log += closed
        game = apply_all(game, closed)
    return log


def letters(log: Sequence[Event], language: Language, notation: str) -> Iterator[str]:
    """The reports of a game as one reader gets them."""
    for step in transitions(None, log):
        if isinstance(step.event, PhaseClosed):
            reader = Person(Address("england@example.com"), Token("token"), language, notation)
            yield write_results(step.after, reader, PhaseClosedNews(step.event, ())).text


def read_back(book: str, texts: Sequence[str]) -> tuple[Game, tuple[Event, ...], tuple[str, ...]]:
    here = NewGame(GameName("rome"), Cast(), "seedofthelots", Settings(rulebook=book), NOW)
    game = here.replay.step(here.opening(NOW, NOW)).after.game
    assert game
    reader = ReportReader(game)
    told: dict[int, ToldPhase] = {one.number: reader.report(one) for text in texts for one in reports_in(text)}
    found = retold(reader, told, {})
    log = log_of_saved_game(found.saved, here)
    after = fold_events(log.events)
    assert after
    return after, log.events, (*found.unread, *log.differences)


def facts(position: Position | None) -> object:
    assert position
    return position.phase, position.units, position.owners, position.dislodged


@pytest.mark.parametrize("seed", SEEDS)
@each_case(("book", "language"), in_turn([*product(BOOKS, LANGUAGES)], 0))
def test_the_position_read_back_is_the_one_that_was_lost(book: str, language: Language, seed: int) -> None:
    log = played(book, seed)
    every = notation_names()
    for notation in every if is_whole() else [every[(BOOKS.index(book) + LANGUAGES.index(language)) % len(every)]]:
        after, events, differences = read_back(book, [*letters(log, language, notation)])
        assert differences == ()
        lost = fold_events(log)
        assert lost
        assert facts(after.open_position) == facts(lost.open_position)
        closed = [one for one in log if isinstance(one, PhaseClosed)]
        again = [one for one in events if isinstance(one, PhaseClosed)]
        assert [(one.before, one.silent) for one in again] == [(one.before, one.silent) for one in closed]
