"""Answers about players and tournaments, issues of the gazette, whole, in both languages."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from judge.game.apply import fold_events
from judge.game.figures import Figures
from judge.game.league import (
    Excerpt,
    Summary,
    Tournament,
    player_standings,
    public_hobby,
    results_by_player,
    summary_of,
    team_standings,
)
from judge.game.phases.endings import scores_of
from judge.game.phases.messages import Ending, GameEnded
from judge.game.press.messages import EVERYONE, PressNews, PressWriter
from judge.game.published import PublicLetter
from judge.game.settings import Access, GameName, Language, Settings
from judge.reports.ending import (
    StatisticsSubject,
    write_player,
    write_players,
    write_ranking,
    write_standings,
    write_statistics,
    write_tournaments,
)
from judge.reports.gazette import (
    GazetteGames,
    GazettePress,
    RankedPlayer,
    signature_text,
    write_gazette,
    write_tribune_decision,
)
from judge.reports.language import LetterText, letter_text
from judge.reports.people import write_held_letter
from judge.rules.board import Power
from judge.store.records import EditorLetter
from tests.reports.parlour import FRANCE, ROME, SEATS, SPRING, SPRING_ORDERS, closed, game_at, opening_events, person
from tests.shared.each_case import each_case

FIRST, LAST = datetime(2026, 11, 19, 18, tzinfo=UTC), datetime(2026, 11, 26, 18, tzinfo=UTC)
SEVEN = tuple(SEATS)


def over(name: str, *centres: int, ending: Ending = Ending.TERM, winners: tuple[Power, ...] = ()) -> Summary:
    game = replace(game_at(SPRING), name=GameName(name))
    held = dict(zip(SEVEN, centres, strict=True))
    scores = scores_of("c-diplo", game.board, ending, held, winners)
    game = replace(game, ended=GameEnded(ending, held, scores, winners, datetime(2026, 11, 25, 21, tzinfo=UTC)))
    return summary_of(game)


GAMES = {
    game.name: game
    for game in (
        over("oslo", 4, 9, 12, 2, 6, 1, 0, winners=(FRANCE,)),
        over("vienne", 12, 12, 4, 4, 2, 0, 0, ending=Ending.DRAW, winners=SEVEN[:2]),
        summary_of(replace(game_at(SPRING), name=GameName("paris"))),
    )
}
NAMES = {SEATS[FRANCE]: "Fernand", SEATS[Power("ENGLAND")]: "Edith", SEATS[Power("AUSTRIA")]: "Anselm"}
CUP = Tournament(
    "winter",
    {"en": "Winter Cup", "fr": "Coupe d'hiver"},
    (GameName("oslo"), GameName("vienne"), GameName("paris")),
    best=2,
    names=NAMES,
    teams={SEATS[FRANCE]: "Lions", SEATS[Power("AUSTRIA")]: "Lions", SEATS[Power("ENGLAND")]: "Ours"},
)


def player(language: Language, who: str = "") -> str:
    return write_player(
        replace(person(FRANCE), language=language), who, results_by_player(GAMES.values())[SEATS[FRANCE]], GAMES
    )


def standings(language: Language, cup: Tournament = CUP) -> str:
    players, teams = (ranked(cup, GAMES.values()) for ranked in (player_standings, team_standings))
    return write_standings(replace(person(FRANCE), language=language), cup, players, teams, GAMES)


HOBBY = public_hobby(
    [
        replace(one, settings=replace(one.settings, access=Access(anonymous=False)))
        for one in (*GAMES.values(), over("turin", 0, 0, 18, 9, 4, 2, 1, ending=Ending.SOLO, winners=(FRANCE,)))
    ],
    [replace(CUP, names={SEATS[FRANCE]: "Fernand"})],
)
FIGURES = Figures(1, 9, 1, timedelta(hours=2), 2)
ROWS = [replace(row, figures=FIGURES) if row.power == FRANCE else row for row in HOBBY.results]


def statistics(language: Language, who: str = "", board: str = "", *powers: Power) -> str:
    rows = [row for row in ROWS if (not who or row.player == who) and (not powers or row.power in powers)]
    boards = {one.settings.board: one.board for one in HOBBY.games.values()}
    return write_statistics(
        replace(person(FRANCE), language=language), StatisticsSubject(who, board, powers), rows, boards
    )


def tournaments(language: Language, *there: Tournament) -> str:
    return write_tournaments(replace(person(FRANCE), language=language), there, {"winter": 2})


RANKING = (
    RankedPlayer(1, "Fernand", 3, Fraction(176, 3)),
    RankedPlayer(2, "Edith", 12, Fraction(50)),
    RankedPlayer(2, "England (oslo), England (turin), …", 1, Fraction(50)),
)


def press_of(game: Summary) -> tuple[tuple[Summary, PublicLetter], ...]:
    """In a name, without one, a long one of the master's."""
    phase = SPRING.phase
    said: tuple[tuple[Power | PressWriter, str], ...] = (
        (FRANCE, "Burgundy is French.\n\nIt always was, and those who do not believe it may come and see."),
        (PressWriter.UNSIGNED, "Is it?"),
        (PressWriter.MASTER, "No more of this, please. " * 40),
    )
    letters = (PressNews(writer, EVERYONE, text, False, LAST, phase) for writer, text in said)
    return tuple((game, PublicLetter(letter, LAST)) for letter in letters)


def gazette(language: Language, more: int = 0, tribune: tuple[EditorLetter, ...] = ()) -> LetterText:
    waiting = fold_events(opening_events(Settings())[:4])
    assert waiting
    spring = replace(closed(SPRING, SPRING_ORDERS), at=LAST)
    phases = dict.fromkeys(GAMES, ()) | {ROME: (), GameName("paris"): (spring,)}
    oslo, vienne, paris = GAMES.values()
    ended = [oslo, vienne, over("turin", 11, 9, 9, 2, 1, 0, 0, winners=SEVEN[:1])]
    stand = GazetteGames(
        openings=Excerpt([summary_of(waiting)], more),
        seeking=Excerpt([replace(paris, sought=SEVEN[:2])] if more else (), more),
        closed=Excerpt([paris], more),
        ended=Excerpt(ended * (4 if more else 1), more),
        press=GazettePress(press_of(paris) * (8 if more else 1), (GameName("oslo"),) if more else ()),
        ranking=dict.fromkeys(("en", "fr"), RANKING),
        tribune=tribune,
    )
    return write_gazette(language, 12, FIRST, LAST, phases, stand)


PAGES: Mapping[str, Callable[[Language], str]] = {
    "player": player,
    "player-other": lambda language: player(language, "fernand@example.org"),
    "player-none": lambda language: write_player(replace(person(FRANCE), language=language), "", (), {}),
    "player-unknown": lambda language: write_player(
        replace(person(FRANCE), language=language), "nobody@example.org", (), {}
    ),
    "standings": standings,
    "standings-new": lambda language: standings(language, replace(CUP, games=(GameName("paris"),), best=0)),
    "ranking": lambda language: write_ranking(
        replace(person(FRANCE), language=language), HOBBY, tournaments(language, CUP)
    ),
    "ranking-none": lambda language: write_ranking(replace(person(FRANCE), language=language), public_hobby([])),
    "players": lambda language: write_players(replace(person(FRANCE), language=language), HOBBY),
    "players-none": lambda language: write_players(replace(person(FRANCE), language=language), public_hobby([])),
    "statistics": statistics,
    "statistics-board": lambda language: statistics(language, board="standard"),
    "statistics-power": lambda language: statistics(language, "", "", FRANCE),
    "statistics-player": lambda language: statistics(language, SEATS[FRANCE]),
    "statistics-none": lambda language: statistics(language, "nobody@example.org"),
    "tournaments": lambda language: tournaments(language, CUP),
    "tournaments-none": tournaments,
}


@each_case("language", ["en", "fr"])
@each_case("name", PAGES)
def test_answers(name: str, language: Language, golden: Callable[[str, LetterText], None]) -> None:
    golden(f"anyone.{name}.{language}", letter_text("Your letter", PAGES[name](language)))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_issue(language: Language, golden: Callable[[str, LetterText], None]) -> None:
    golden(f"anyone.gazette.{language}", gazette(language))
    golden(f"anyone.gazette-many.{language}", gazette(language, more=9876))


TALK: Mapping[Language, EditorLetter] = {
    "en": EditorLetter(
        12, LAST - timedelta(days=2), "en", "A reader in York", "Why nobody by the Lepanto?\n\nIt wins."
    ),
    "fr": EditorLetter(12, LAST - timedelta(days=2), "fr", "Une lectrice", "Personne par la Lépante.\n\nElle gagne."),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tribune(language: Language, golden: Callable[[str, LetterText], None]) -> None:
    talk = TALK[language]
    golden(f"anyone.gazette-tribune.{language}", gazette(language, tribune=(talk, replace(talk, signature=""))))
    golden(f"anyone.tribune-printed.{language}", write_tribune_decision(talk, is_printed=True))
    golden(f"anyone.tribune-dropped.{language}", write_tribune_decision(talk, is_printed=False))
    signed = signature_text(talk.signature, language)
    golden(f"anyone.tribune-held.{language}", write_held_letter(language, f"{signed}\n\n{talk.text}", "K7QMRT"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_address_stands_in_standings_or_in_the_gazette(language: Language) -> None:
    assert "@" not in standings(language) + gazette(language, more=1).text
