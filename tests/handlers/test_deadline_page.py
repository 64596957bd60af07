"""The page about deadlines tells the truth: its examples are computed again, with every word a reader would get."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from judge.game.deadlines.deadline import (
    Absence,
    Circumstances,
    PowerAbsence,
    Taken,
    fitting_days_later,
    phase_deadline,
)
from judge.game.settings import Settings
from judge.handlers.settings import read_opening_settings
from judge.reports.deadlines import deadline_text
from judge.reports.layout import plain_spaces
from judge.requests.read_lines import read_lines
from judge.requests.seats import OpenGameRequest
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from tests.reports.parlour import SEATS, game_at
from tests.shared.each_case import each_case

PAGE = Path(__file__).parents[2] / "docs" / "deadlines.md"
EXAMPLES = re.findall(r"^```\n(settings: .*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def fields(example: str) -> dict[str, str]:
    whole = re.sub(r"\n\s+", " ", example.strip())
    return dict(line.split(": ", 1) for line in whole.splitlines())


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def settings_of(words: str) -> Settings:
    (line,) = read_lines(f"OPEN rome {words}")
    assert isinstance(line.request, OpenGameRequest)
    return read_opening_settings(line.request.settings, line.text, "Europe/Paris").settings


def away(text: str) -> tuple[PowerAbsence, ...]:
    if not text:
        return ()
    power, days = text.split(", ")
    return (PowerAbsence(Power(power), Absence(*map(date.fromisoformat, days.split(" to ")))),)


@each_case("example", EXAMPLES, ids=lambda example: fields(example)["settings"])
def test_an_example_of_the_page_comes_out_as_it_says(example: str) -> None:
    told = fields(example)
    kind, opened = told["opened"].split(", ")
    settings = settings_of(told["settings"])
    announced = moment(told["announced"]) if "announced" in told else None
    given = Circumstances(announced=announced, away=away(told.get("away", "")))
    found = phase_deadline(settings, PhaseKind[kind.upper()], moment(opened), given)
    if "taken" in told:
        power, days = told["taken"].split(", ")
        hours, skipped = fitting_days_later(settings, found.at, int(days.rstrip("d")))
        found = found.moved(hours[-1], *skipped, Taken(Power(power), found.at, hours))
    assert found.at == moment(told["deadline"])
    game = replace(game_at(), settings=settings)
    reader = replace(game.people[SEATS[Power("ITALY")]], zone="Europe/Paris")
    assert plain_spaces(deadline_text(game, reader, found, PhaseKind[kind.upper()]).why) == told["why"]


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 7
