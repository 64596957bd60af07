"""Dates, days and lengths as people write them: one meaning, or none."""

from datetime import date, time, timedelta

from hypothesis import given
from hypothesis import strategies as st

from judge.requests.dates import read_dates, read_days, read_hour, read_length, read_weekdays, zone_named
from judge.requests.deadlines import (
    CancelAbsenceRequest,
    HoldCloseRequest,
    MoveDeadlineRequest,
    PauseGameRequest,
    TellAbsenceRequest,
)
from judge.requests.read_lines import read_lines
from judge.requests.suggestions import PossibleOrder
from tests.shared.each_case import each_case

JULY = (date(2026, 7, 10), date(2026, 7, 24))

DATES = {
    "2026-07-10 TO 2026-07-24": JULY,
    "from 2026-07-10 until 2026-07-24": JULY,
    "du 10 au 24 juillet 2026": JULY,
    "du 10 juillet au 24 juillet 2026": JULY,
    "du vendredi 10 juillet au vendredi 24 juillet 2026 inclus": JULY,
    "10 to 24 July 2026": JULY,
    "July 10 to 24, 2026": JULY,
    "10/07/2026 - 24/07/2026": JULY,
    "10.07.2026 24.07.2026": JULY,
    "du 1er au 3 août 2026": (date(2026, 8, 1), date(2026, 8, 3)),
    "28 December to 3 January 2027": (date(2026, 12, 28), date(2027, 1, 3)),
    "28 December 2026 to 3 January 2027": (date(2026, 12, 28), date(2027, 1, 3)),
    "le 14 juillet 2026": (date(2026, 7, 14),),
    "du 10 au 24 juillet": (),
    "2026-02-30": (),
    "du 10 au 24 thermidor 2026": (),
    "1 2 3 July 2026": (),
    "": (),
}


@each_case(("text", "dates"), DATES.items(), ids=DATES)
def test_dates_are_read_in_both_languages_and_never_guessed(text: str, dates: tuple[date, ...]) -> None:
    assert read_dates(text) == dates


TODAY = date(2026, 11, 18)  # a Wednesday


def days(first: str, last: str) -> tuple[date, date]:
    return date.fromisoformat(first), date.fromisoformat(last)


DAYS = {
    "tomorrow": days("2026-11-19", "2026-11-19"),
    "demain": days("2026-11-19", "2026-11-19"),
    "today": days("2026-11-18", "2026-11-18"),
    "aujourd'hui et demain": days("2026-11-18", "2026-11-19"),
    "après-demain": days("2026-11-20", "2026-11-20"),
    "the day after tomorrow": days("2026-11-20", "2026-11-20"),
    "from tomorrow until friday": days("2026-11-19", "2026-11-20"),
    "jusqu'à vendredi": days("2026-11-18", "2026-11-20"),
    "until 2026-11-25": days("2026-11-18", "2026-11-25"),
    "jusqu'au 25 novembre": days("2026-11-18", "2026-11-25"),
    "monday": days("2026-11-23", "2026-11-23"),
    "lundi prochain": days("2026-11-23", "2026-11-23"),
    "wednesday": days("2026-11-18", "2026-11-18"),
    "next wednesday": days("2026-11-25", "2026-11-25"),
    "mercredi prochain": days("2026-11-25", "2026-11-25"),
    "de lundi à mercredi": days("2026-11-23", "2026-11-25"),
    "next week": days("2026-11-23", "2026-11-29"),
    "la semaine prochaine": days("2026-11-23", "2026-11-29"),
    "ce week-end": days("2026-11-21", "2026-11-22"),
    "this weekend": days("2026-11-21", "2026-11-22"),
    "for 3 days": days("2026-11-18", "2026-11-20"),
    "pendant une semaine": days("2026-11-18", "2026-11-24"),
    "from tomorrow for 3 days": days("2026-11-19", "2026-11-21"),
    "2 weeks": days("2026-11-18", "2026-12-01"),
    "du 24 décembre au 2 janvier": days("2026-12-24", "2027-01-02"),
    "24 December to 2 January": days("2026-12-24", "2027-01-02"),
    "du 24 au 28 décembre": days("2026-12-24", "2026-12-28"),
    "du 15 novembre au 20 novembre": days("2026-11-15", "2026-11-20"),
    "du 10 au 12 mars": days("2027-03-10", "2027-03-12"),
    "24/12 - 2/1": days("2026-12-24", "2027-01-02"),
    "le 3 mars": days("2027-03-03", "2027-03-03"),
    "du vendredi 18 au dimanche 20 décembre": days("2026-12-18", "2026-12-20"),
    "du 24 décembre 2026 au 2 janvier 2027": days("2026-12-24", "2027-01-02"),
    "10.12": days("2026-12-10", "2026-12-10"),
    "10.12.": days("2026-12-10", "2026-12-10"),
    "10/12/26": days("2026-12-10", "2026-12-10"),
    "10.12.26": days("2026-12-10", "2026-12-10"),
    "10.12.-24.12.": days("2026-12-10", "2026-12-24"),
    "du 10.12 au 24.12": days("2026-12-10", "2026-12-24"),
    "10/12/26 - 24/12/26": days("2026-12-10", "2026-12-24"),
    "du 24/12/26 au 2/1/27": days("2026-12-24", "2027-01-02"),
    "12/24 to 12/31": days("2026-12-24", "2026-12-31"),
    "2 semaines à partir du 10 décembre": days("2026-12-10", "2026-12-23"),
    "à partir du 10 décembre pour 2 semaines": days("2026-12-10", "2026-12-23"),
    "à compter du 10.12, pendant dix jours": days("2026-12-10", "2026-12-19"),
    "quinze jours dès le 10 décembre": days("2026-12-10", "2026-12-24"),
    "une semaine à partir de lundi": days("2026-11-23", "2026-11-29"),
    "3 jours à partir de demain": days("2026-11-19", "2026-11-21"),
    "two weeks from 10 December": days("2026-12-10", "2026-12-23"),
    "for ten days starting December 10": days("2026-12-10", "2026-12-19"),
    "a week beginning monday": days("2026-11-23", "2026-11-29"),
    "from Dec 10th through the 24th": days("2026-12-10", "2026-12-24"),
    "the 10th to the 24th of December (inclusive)": days("2026-12-10", "2026-12-24"),
    "between 10 and 24 December": days("2026-12-10", "2026-12-24"),
    "entre le 10 et le 24 décembre": days("2026-12-10", "2026-12-24"),
    "10–24 déc.": days("2026-12-10", "2026-12-24"),
    "du 20 au 25": days("2026-11-20", "2026-11-25"),
    "du 10 au 24 décembre compris": days("2026-12-10", "2026-12-24"),
    "3 ou 4 décembre": (),
    "32.12": (),
    "2 semaines à partir du 10 ou du 12": (),
    "from 10 July": (),
    "à partir de lundi": (),
    "some time soon": (),
    "31 february": (),
    "in december": (),
}


@each_case(("text", "meant"), DAYS.items(), ids=DAYS)
def test_days_are_read_from_the_day_on_which_the_letter_came(text: str, meant: tuple[date, ...]) -> None:
    assert read_days(text, TODAY) == meant


@given(st.dates(date(2026, 1, 1), date(2030, 1, 1)), st.dates(date(2026, 1, 1), date(2026, 12, 31)))
def test_a_day_without_its_year_is_the_next_one(today: date, day: date) -> None:
    (first, last) = read_days(f"{day.day}/{day.month}", today)
    assert first == last
    assert (first.day, first.month) == (day.day, day.month)
    assert 0 <= (first - today).days <= 366


@given(day=st.dates(date(2020, 1, 1), date(2099, 12, 31)))
def test_a_date_written_in_figures_is_that_date(day: date) -> None:
    assert read_dates(f"{day:%Y-%m-%d}") == read_dates(f"{day:%d/%m/%Y}") == (day,)


WEEKDAYS = {
    "MON-FRI": (0, 1, 2, 3, 4),
    "lun-ven": (0, 1, 2, 3, 4),
    "mon, wed fri": (0, 2, 4),
    "sam-lun": (0, 5, 6),
    "dimanche": (6,),
    "mon-": None,
    "friday-ish": None,
}


@each_case(("text", "days"), WEEKDAYS.items(), ids=WEEKDAYS)
def test_days_of_the_week(text: str, days: tuple[int, ...] | None) -> None:
    assert read_weekdays(text) == days


@each_case(
    ("text", "zone"),
    [
        ("deadlines at 9pm Eastern", "America/New_York"),
        ("9 pm EST, every Sunday", "America/New_York"),
        ("20:00 Paris", "Europe/Paris"),
        ("at nine, Moscow time", "Europe/Moscow"),
        ("à 21h, heure de Montréal", "America/Montreal"),
        ("à 21h, heure d'Ottawa", "America/Toronto"),
        ("21h heure suisse", "Europe/Zurich"),
        ("12:00 UTC", "UTC"),
        ("9pm Adelaide time", "Australia/Adelaide"),
        ("La partie est ouverte.", ""),
        ("Peux-tu ouvrir une partie ?", ""),
        ("I would like France.", ""),
        ("Give me some time in Rome.", ""),
        ("Let us have a good time.", ""),
    ],
)
def test_a_zone_is_named_beside_a_time_and_never_by_a_place_alone(text: str, zone: str) -> None:
    assert zone_named(text) == zone


def test_a_question_about_the_hour_names_its_zone_by_a_place() -> None:
    assert zone_named("And in Ohio, what time would that be?", by_place=True) == "America/New_York"
    assert zone_named("What time is it due?", by_place=True) == ""


def test_lengths_and_hours() -> None:
    assert read_length("36h") == timedelta(hours=36)
    assert read_length("3 jours") == read_length("3d") == read_length("3J") == timedelta(days=3)
    assert read_length("0d") is None
    assert read_length("soon") is None
    assert read_hour("21h30") == read_hour("21:30") == time(21, 30)
    assert read_hour("25:00") is None


def request(line: str) -> object:
    (piece,) = read_lines(line)
    return piece.request


LINES = {
    "WAIT": HoldCloseRequest(over=False),
    "Attendre.": HoldCloseRequest(over=False),
    "NOWAIT": HoldCloseRequest(over=True),
    "sans attendre": HoldCloseRequest(over=True),
    "PAUSE": PauseGameRequest(over=False),
    "Suspendre": PauseGameRequest(over=False),
    "RESUME": PauseGameRequest(over=True),
    "REPRENDRE": PauseGameRequest(over=True),
    "ABSENCE annuler": CancelAbsenceRequest(),
    "AWAY no": CancelAbsenceRequest(),
    "Wait for me in Burgundy": PossibleOrder(),
    "Absence makes the heart grow fonder": PossibleOrder(),
    "Extend my greetings to the Sultan": PossibleOrder(),
}


@each_case(("line", "meant"), LINES.items(), ids=LINES)
def test_lines_about_time_are_told_from_prose(line: str, meant: object) -> None:
    assert request(line) == meant


def test_an_absence_and_an_extension_bear_what_they_say() -> None:
    away = request("ABSENCE du 10 au 24 juillet 2026")
    assert isinstance(away, TellAbsenceRequest)
    assert away.words
    assert read_days(away.words.text, TODAY) == JULY
    by_length, to_a_day = request("PROLONGER de 3 jours"), request("EXTEND TO 20 July 2026 21h30")
    assert isinstance(by_length, MoveDeadlineRequest)
    assert isinstance(to_a_day, MoveDeadlineRequest)
    assert by_length.length == timedelta(days=3)
    assert (to_a_day.length, to_a_day.day, to_a_day.hour) == (None, date(2026, 7, 20), time(21, 30))
