"""Letters that bear a deadline, whole: every reason in the reader's language and zone, long after it was set."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from judge.game.apply import apply_all
from judge.game.deadlines import rules as absences
from judge.game.deadlines.deadline import Circumstances, Mover, PowerAbsence, phase_deadline
from judge.game.deadlines.messages import (
    AbsenceNews,
    AbsenceTold,
    CloseHeld,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    PhaseExtended,
    ReminderSentNews,
    ScheduleEvent,
    ScheduleNews,
    TakeReserve,
)
from judge.game.deadlines.rules import (
    compensate_clock_set_back,
    compensate_outage,
    extended_deadline,
    move_deadline,
    resume_game,
)
from judge.game.league import summary_of
from judge.game.messages import Event, News, Notice
from judge.game.settings import Allowance, Language, Lengths, Reserve, Settings, Timing
from judge.game.state import Game
from judge.reports.deadlines import deadline_text
from judge.reports.game_answers import write_status
from judge.reports.games import write_games
from judge.reports.language import LetterText, letter_text
from judge.reports.layout import plain_spaces
from judge.reports.notices import write_notice
from judge.reports.own_texts import templates_of
from judge.reports.phrasing import phrasing_for
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from tests.game.tables import decided
from tests.reports.parlour import SEATS, SPRING, game_at, given, order, speaking
from tests.shared.changed_members import with_master
from tests.shared.each_case import each_case
from tests.shared.listed import listed

FRANCE, ITALY = Power("FRANCE"), Power("ITALY")
DAY = timedelta(days=1)
OPENED = datetime(2026, 7, 3, 19, 30, tzinfo=UTC)
BUSY = Settings(
    rulebook="18centres",
    lengths=Lengths(),
    timing=Timing(days=(0, 1, 2, 3, 4), holidays="FR", absences=Allowance(21), tell_waited=True, unhurried=True),
)
"""Fridays, weekends, the Fourteenth of July, people who go away: everything that moves a deadline."""

BOTH: tuple[Language, ...] = ("en", "fr")
Golden = Callable[[str, LetterText], None]
Scene = Callable[[Language], LetterText]


def playing(language: Language, *events: Event, tell: bool = True) -> Game:
    """The spring of 1903, open since the third of July, as it stands once these events have happened."""
    timing = replace(BUSY.timing, tell_absences=tell, tell_waited=tell)
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    game = replace(game, settings=replace(BUSY, timing=timing))
    game = replace(game, deadline=phase_deadline(game.settings, PhaseKind.MOVEMENT, OPENED))
    return with_events(game, events)


def with_events(game: Game, events: object) -> Game:
    return apply_all(game, events)  # type: ignore[arg-type]


def told(game: Game, news: News) -> LetterText:
    return write_notice(game, Notice(SEATS[FRANCE], news))


def changed(game: Game, event: ScheduleEvent) -> LetterText:
    assert game.deadline
    assert not isinstance(event, PhaseExtended)
    return told(with_events(game, (event,)), ScheduleNews(event, game.deadline))


def moved(game: Game, by: Mover, length: timedelta) -> DeadlineMoved:
    events = move_deadline(game, by, OPENED + DAY, length=length)
    assert isinstance(events, tuple)
    (event,) = events
    assert isinstance(event, DeadlineMoved)
    return event


def extended_by_the_master(language: Language) -> LetterText:
    game = playing(language)
    return changed(game, moved(game, Mover.MASTER, 2 * DAY))


def extended_by_a_vote(language: Language) -> LetterText:
    game = playing(language)
    return changed(game, moved(game, Mover.VOTE, 3 * DAY))


def by_a_reserve(language: Language) -> LetterText:
    """From Friday on: the weekend and the Fourteenth of July cost nothing."""
    game = with_reserve(playing(language))
    (event,) = decided(game, TakeReserve(SEATS[ITALY], 2, OPENED + DAY), OPENED + DAY)
    assert isinstance(event, DeadlineMoved)
    return changed(game, event)


def with_reserve(game: Game) -> Game:
    timing = replace(game.settings.timing, reserve=Reserve(10, 1))
    return replace(game, settings=replace(game.settings, timing=timing))


def reminded_with_a_reserve(language: Language) -> LetterText:
    game = with_reserve(playing(language))
    events = decided(game, TakeReserve(SEATS[ITALY], 2, OPENED + DAY), OPENED + DAY)
    return told(with_events(game, events), ReminderSentNews((FRANCE,)))


def brought_forward(language: Language) -> LetterText:
    game = playing(language)
    events = move_deadline(game, Mover.MASTER, OPENED + DAY, to=OPENED + 4 * DAY)
    assert isinstance(events, tuple)
    (event,) = events
    assert isinstance(event, DeadlineMoved)
    return changed(game, event)


def paused(language: Language) -> LetterText:
    return changed(playing(language), GamePaused(SPRING.phase, OPENED + DAY))


def goes_on(language: Language) -> LetterText:
    game = playing(language, GamePaused(SPRING.phase, OPENED + DAY))
    assert game.deadline
    (event,) = resume_game(game, game.deadline, OPENED + DAY, OPENED + 4 * DAY)
    assert isinstance(event, GameResumed)
    return changed(game, event)


def after_an_outage(language: Language) -> LetterText:
    game = playing(language)
    (event,) = compensate_outage(game, OPENED + DAY, OPENED + DAY + timedelta(hours=7, minutes=12))
    assert isinstance(event, DeadlineMoved)
    return changed(game, event)


def of_the_master(language: Language, *, ahead: timedelta) -> LetterText:
    """France is the master, too; the clock has been set by so much, back to where it had been or forward."""
    game = playing(language)
    game = with_master(game, SEATS[FRANCE])
    since = OPENED + DAY
    if ahead < timedelta():
        since -= ahead
        game = with_events(game, compensate_outage(game, since + ahead, since, by_clock=True))
        (event,) = compensate_clock_set_back(game, since, since + ahead)
    else:
        (event,) = compensate_outage(game, since, since + ahead, by_clock=True)
    assert isinstance(event, DeadlineMoved)
    return changed(game, event)


def clock_put_forward(language: Language) -> LetterText:
    return of_the_master(language, ahead=timedelta(hours=26))


def clock_put_back(language: Language) -> LetterText:
    return of_the_master(language, ahead=timedelta(days=-100))


def somebody_away(language: Language) -> LetterText:
    return told(playing(language), AbsenceNews((ITALY,), date(2026, 7, 10), date(2026, 7, 24)))


def somebody_back(language: Language) -> LetterText:
    return told(playing(language), AbsenceNews((ITALY,), date(2026, 7, 12), None))


def reminded_where_all_is_public(language: Language) -> LetterText:
    held = CloseHeld(Power("TURKEY"), SPRING.phase, OPENED)
    game = playing(language, *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR"), held)
    return told(game, ReminderSentNews((FRANCE,)))


LETTERS: Mapping[str, Scene] = {
    "time.extended-by-master": extended_by_the_master,
    "time.extended-by-vote": extended_by_a_vote,
    "time.by-reserve": by_a_reserve,
    "time.reminder-with-reserves": reminded_with_a_reserve,
    "time.brought-forward": brought_forward,
    "time.paused": paused,
    "time.resumed": goes_on,
    "time.outage": after_an_outage,
    "time.clock-forward-to-its-master": clock_put_forward,
    "time.clock-back-to-its-master": clock_put_back,
    "time.absence": somebody_away,
    "time.absence-cancelled": somebody_back,
    "time.reminder-public": reminded_where_all_is_public,
}


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_a_letter_about_time_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    golden(f"{name}.{language}", LETTERS[name](language))


@pytest.mark.parametrize("language", BOTH)
def test_a_deadline_tells_every_step_that_led_to_it(language: Language, golden: Golden) -> None:
    """Wednesday becomes the day after a holiday, then an absence, a vote, a pause, an outage, a silence."""
    game = playing(language, AbsenceTold(SEATS[ITALY], date(2026, 7, 15), date(2026, 7, 17), OPENED))
    first = phase_deadline(
        game.settings, PhaseKind.MOVEMENT, OPENED + 4 * DAY, Circumstances(announced=OPENED, away=away(game))
    )
    game = replace(game, deadline=first)
    game = with_events(game, (moved(game, Mover.VOTE, 2 * DAY),))
    assert game.deadline
    game = with_events(game, (GamePaused(SPRING.phase, OPENED + 5 * DAY),))
    assert game.deadline
    game = with_events(game, resume_game(game, game.deadline, OPENED + 5 * DAY, OPENED + 8 * DAY))
    game = with_events(game, compensate_outage(game, OPENED + 9 * DAY, OPENED + 9 * DAY + timedelta(hours=2)))
    assert game.deadline
    later = extended_deadline(game, SPRING, game.deadline.at)
    said = deadline_text(game, game.people[SEATS[FRANCE]], later, PhaseKind.MOVEMENT)
    golden(f"time.every-step.{language}", letter_text(said.at, plain_spaces(said.why) + "\n"))


@pytest.mark.parametrize(
    ("language", "open_phase", "wish", "row"),
    [
        ("en", "The game is paused.", "at the wish of France", "spring 1903, paused"),
        ("fr", "La partie est suspendue.", "demandé par la France", "printemps 1903, suspendue"),
    ],
)
def test_status_shows_a_pause_and_ones_own_wish_to_wait(
    language: Language, open_phase: str, wish: str, row: str
) -> None:
    held = CloseHeld(FRANCE, SPRING.phase, OPENED)
    game = playing(language, GamePaused(SPRING.phase, OPENED + DAY), held, tell=False)
    shown = plain_spaces(write_status(game, game.people[SEATS[FRANCE]], OPENED + 2 * DAY))
    plain = " ".join(shown.replace("\N{NO-BREAK SPACE}", " ").split())
    assert open_phase in plain
    assert wish in plain
    assert row in " ".join(
        plain_spaces(write_games(listed([summary_of(game)]), language)).replace("\N{NO-BREAK SPACE}", " ").split()
    )


def away(game: Game) -> tuple[PowerAbsence, ...]:
    return absences.absences_to_wait_for(game, SPRING)


def test_the_same_deadline_is_told_in_the_zone_of_each_reader() -> None:
    game = playing("fr")
    assert game.deadline
    said = {
        zone: plain_spaces(
            deadline_text(game, replace(game.people[SEATS[FRANCE]], zone=zone), game.deadline, PhaseKind.MOVEMENT).at
        )
        for zone in ("Europe/Paris", "America/New_York")
    }
    assert said["Europe/Paris"].endswith("à 21 h, heure de Paris")
    assert said["America/New_York"].endswith("à 15 h, heure de New York")


@pytest.mark.parametrize("language", BOTH)
def test_where_it_is_secret_nobody_learns_who_is_waited_for_or_away(language: Language) -> None:
    held = CloseHeld(Power("TURKEY"), SPRING.phase, OPENED)
    away_too = AbsenceTold(SEATS[ITALY], date(2026, 7, 10), date(2026, 7, 24), OPENED)
    game = playing(language, held, away_too, tell=False)
    quiet = playing(language, tell=False)
    reader = game.people[SEATS[FRANCE]]
    assert write_status(game, reader, OPENED) == write_status(quiet, reader, OPENED)
    assert told(game, ReminderSentNews((FRANCE,))) == told(quiet, ReminderSentNews((FRANCE,)))
    assert game.deadline
    later = phase_deadline(game.settings, PhaseKind.MOVEMENT, OPENED + DAY, Circumstances(away=away(game)))
    names = {name for spoken in game.board.powers.values() for name in spoken.values()}
    assert not any(name in deadline_text(game, reader, later, PhaseKind.MOVEMENT).why for name in names)


@pytest.mark.parametrize("language", BOTH)
def test_every_letter_that_bears_a_deadline_says_what_the_settings_of_the_game_do_not_give(language: Language) -> None:
    """How it is counted is told where it is new, and on demand: when it is changed, in STATUS."""
    templates = {path.name: path.read_text(encoding="utf-8") for path in templates_of(language).rglob("*.txt")}
    bearing = {name for name, text in templates.items() if "due.at" in text}
    whole = {name for name in bearing if "due.why" in templates[name]}
    assert whole == {"all.time.txt", "all.extended.txt", "anyone.state.txt"}
    assert bearing - whole == {name for name in bearing if "due.exceptions" in templates[name]}
    assert {"all.results.txt", "player.reminder.txt", "player.acknowledgement.txt"} <= bearing - whole


@pytest.mark.parametrize("language", BOTH)
def test_whoever_asked_a_phase_to_wait_is_not_told_that_it_closes_sooner(language: Language) -> None:
    """Neither in the answer to WAIT nor later; the others are told what they were told before."""
    plain, held = playing(language), playing(language, CloseHeld(FRANCE, SPRING.phase, OPENED))
    assert held.deadline
    sooner = deadline_text(plain, plain.people[SEATS[FRANCE]], held.deadline, PhaseKind.MOVEMENT).early
    told_to = {
        power: deadline_text(held, held.people[SEATS[power]], held.deadline, PhaseKind.MOVEMENT).early
        for power in (FRANCE, ITALY)
    }
    assert {"en": "NOWAIT", "fr": "SANS ATTENDRE"}[language] in told_to[FRANCE]
    assert sooner not in told_to[FRANCE]
    assert told_to[ITALY] == deadline_text(plain, plain.people[SEATS[ITALY]], held.deadline, PhaseKind.MOVEMENT).early


IN_FORCE = ("A BEL H", "F BRE H", "A BUR H", "F MAO H", "A PAR H", "F SPA/SC H")
"""An order for every unit that France has in the spring of 1903."""


@each_case("language", BOTH)
@each_case("number", range(len(IN_FORCE) + 1))
def test_a_letter_that_tells_what_is_owed_tells_what_is_in_force(language: Language, number: int) -> None:
    """Whoever has written is not asked to write: what stands is named, and only units without an order are missing."""
    game = playing(language, *given(SPRING, "FRANCE", *IN_FORCE[:number]))
    phrasing = phrasing_for(game, game.people[SEATS[FRANCE]], SPRING)
    orders = [plain_spaces(phrasing.order(order(line, SPRING))) for line in IN_FORCE]
    text = " ".join(changed(game, moved(game, Mover.MASTER, 2 * DAY)).text.split())
    owes = {"en": "you have six orders to write", "fr": "vous avez six ordres à rédiger"}[language]
    missing = {"en": "Still without an order", "fr": "Encore sans ordre"}[language]
    assert [one in text for one in orders] == [place < number for place in range(len(IN_FORCE))]
    assert (owes in text) == (number == 0)
    assert (missing in text) == (0 < number < len(IN_FORCE))
