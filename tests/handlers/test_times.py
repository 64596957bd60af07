"""Settings of time as players write them: what is read, and what is answered with what would work."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time, timedelta

import pytest

from judge.game.deadlines.messages import DeadlineMoved
from judge.game.people.messages import Person
from judge.game.settings import Address, Allowance, Reminders, Reserve, Settings, Timing, Token
from judge.handlers.session import Session
from judge.handlers.settings import (
    read_allowance,
    read_holiday_calendar,
    read_opening_settings,
    read_person_settings,
    read_reminders,
)
from judge.handlers.settle_letter import handle_lines
from judge.reports.line_answers import InvalidCommand
from judge.requests.dates import read_reserve
from judge.requests.deadlines import TakeReserveRequest
from judge.requests.read_lines import read_lines
from judge.requests.seats import OpenGameRequest
from judge.requests.setting_lists import ChangeSettingsRequest
from tests.reports.parlour import MASTER, OPENED, SPRING, game_at
from tests.shared.changed_members import with_entry
from tests.shared.each_case import each_case
from tests.shared.services import context

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

ALLOWANCES = {
    "21": Allowance(21),
    "21/year": Allowance(21),
    "21/an": Allowance(21),
    "30/game": Allowance(30, whole_game=True),
    "30/Partie": Allowance(30, whole_game=True),
    "no": Allowance(),
    "non": Allowance(),
    "0": None,
    "400": None,
    "21/month": None,
    "many": None,
}


@each_case(("word", "allowance"), ALLOWANCES.items(), ids=ALLOWANCES)
def test_a_budget_of_absence(word: str, allowance: Allowance | None) -> None:
    assert read_allowance(word) == allowance


RESERVES = {
    "10d": Reserve(10),
    "10j": Reserve(10),
    "10 days": Reserve(10),
    "2 weeks": Reserve(14),
    "10d +1d a year": Reserve(10, 1),
    "10d, and 1d each year": Reserve(10, 1),
    "10d at most 2d": Reserve(10, 0, 2),
    "10d +1d a year, at most 4d a phase": Reserve(10, 1, 4),
    "10j +1j par an, au plus 4j par phase": Reserve(10, 1, 4),
    "10j+1j/4j": Reserve(10, 1, 4),
    "no": Reserve(),
    "non": Reserve(),
    "0d": None,
    "10": None,
    "36h": None,
    "10d at most 12h": None,
    "10d at most 31d": None,
    "400d": None,
    "10d +1d a fortnight": None,
    "some": None,
}


@each_case(("words", "reserve"), RESERVES.items(), ids=RESERVES)
def test_a_reserve(words: str, reserve: Reserve | None) -> None:
    assert read_reserve(words) == reserve


TAKEN = {
    "TAKE 2d": 2,
    "TAKE 2 days of my reserve": 2,
    "Take two days.": 2,
    "PRENDRE 2j": 2,
    "Prendre deux jours de réserve": 2,
    "TAKE 1 week": 7,
    "TAKE": 0,
    "TAKE 36h": 0,
    "TAKE RESERVE": 0,
    "TAKE BUL": None,
    "Take care!": None,
    "Take 2 centres if you can": None,
    "Take two days off, it is only a game": None,
    "Prendre Belgique avec A PIC": None,
}


@each_case(("line", "days"), TAKEN.items(), ids=TAKEN)
def test_days_of_a_reserve_are_taken_and_nothing_else_that_begins_so(line: str, days: int | None) -> None:
    (piece,) = read_lines(line)
    found = piece.request.days if isinstance(piece.request, TakeReserveRequest) else None
    assert found == days


CALENDARS = {"fr": "FR", "FR-57": "FR-57", "NOR": "NOR", "no": "", "non": "", "XX": None, "FR-ZZ": None}


@each_case(("word", "calendar"), CALENDARS.items(), ids=CALENDARS)
def test_a_calendar_of_holidays(word: str, calendar: str | None) -> None:
    assert read_holiday_calendar(word) == calendar


REMINDERS = {
    "24h": Reminders((24 * HOUR,)),
    "3h 24h": Reminders((24 * HOUR, 3 * HOUR)),
    "7d 1h": Reminders((7 * DAY, HOUR)),
    "no": Reminders(()),
    "habituel": Reminders(),
    "8d": None,
    "1h 2h 3h 4h": None,
    "soon": None,
}


@each_case(("words", "reminders"), REMINDERS.items(), ids=REMINDERS)
def test_when_to_be_reminded_within_bounds(words: str, reminders: Reminders | None) -> None:
    assert read_reminders(words) == reminders


def test_a_game_is_opened_with_all_of_them_in_either_language() -> None:
    english = "OPEN rome DAYS MON-FRI EXACT yes FIRST 14d HOLIDAYS FR MINIMUM 24h DISPUTES 2d ABSENCES 21/game"
    english += " RESERVE 10d +1d a year, at most 2d a phase"
    french = "OUVRIR rome JOURS lun mar mer jeu ven EXACT oui PREMIÈRE 14j FÉRIÉS FR MINIMUM 24h LITIGES 2j"
    french += " RÉSERVE 10 jours +1j par an, au plus 2 jours par phase"
    expected = Timing(
        days=(0, 1, 2, 3, 4),
        exact=True,
        first=14 * DAY,
        holidays="FR",
        minimum=DAY,
        disputes=2 * DAY,
        unhurried=True,
        absences=Allowance(21, whole_game=True),
        reserve=Reserve(10, 1, 2),
        tell_absences=False,
        tell_waited=True,
    )
    for line in (
        f"{english} UNHURRIED yes ABSENTEES master WAITED public",
        f"{french} SANSHÂTE oui ABSENCES 21/partie ABSENTS meneur ATTENDUS public",
    ):
        (piece,) = read_lines(line)
        assert isinstance(piece.request, OpenGameRequest)
        settings = read_opening_settings(piece.request.settings, line, "Europe/Paris").settings
        assert settings.timing == expected


def test_the_reminder_of_an_opening_is_the_games_and_a_list_is_the_readers() -> None:
    (opening,) = read_lines("OPEN rome REMINDER 36h LAST 1907")
    assert isinstance(opening.request, OpenGameRequest)
    settings = read_opening_settings(opening.request.settings, opening.text, "Europe/Paris").settings
    assert (settings.reminder, settings.last_year) == (36 * HOUR, 1907)
    (own,) = read_lines("SET REMINDER 24h 3h CALENDAR yes")
    assert isinstance(own.request, ChangeSettingsRequest)
    reader = Person(Address("alice@example.org"), Token("t"))
    wanted = read_person_settings(reader, own.request.settings, own.text, Settings(), strict=True).settings
    assert (wanted.reminders, wanted.calendar) == (Reminders((24 * HOUR, 3 * HOUR)), True)


@pytest.mark.parametrize(
    "line",
    [
        "OPEN rome DAYS someday",
        "OPEN rome HOLIDAYS XX",
        "OPEN rome ABSENCES lots",
        "OPEN rome MINIMUM soon",
        "OPEN rome RESERVE lots",
    ],
)
def test_a_value_that_cannot_be_read_is_pointed_at_with_some_that_can(line: str) -> None:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, OpenGameRequest)
    (wrong,) = read_opening_settings(piece.request.settings, line, "Europe/Paris").faults
    assert isinstance(wrong, InvalidCommand)
    assert line[wrong.start : wrong.end] == line.rsplit(maxsplit=1)[-1]
    assert wrong.hints


HOURS: Mapping[tuple[str, str], str] = {
    ("UTC", "EXTEND TO 2026-12-20 22:13"): "2026-12-20 22:13",
    ("Europe/Paris", "EXTEND TO 2026-12-20 22:13"): "2026-12-20 21:13",
    ("America/New_York", "PROLONGER AU 20 décembre à 22h13"): "2026-12-21 03:13",
    ("America/New_York", "EXTEND TO 2026-12-20"): "2026-12-20 20:00",
}


@pytest.mark.parametrize(("zone", "line"), HOURS)
def test_an_hour_is_read_in_the_zone_in_which_its_writer_reads_hours(zone: str, line: str) -> None:
    game = game_at(SPRING)
    game = replace(game, settings=replace(game.settings, zone="Europe/Paris", hour=time(21)))
    master = replace(game.people[MASTER.address], zone=zone)
    game = with_entry(game, master)
    session = handle_lines(Session(game, master), context(OPENED), read_lines(line), ())
    (moved,) = session.events
    assert isinstance(moved, DeadlineMoved)
    assert f"{moved.deadline.at:%Y-%m-%d %H:%M}" == HOURS[zone, line]
