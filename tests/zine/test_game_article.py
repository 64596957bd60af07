"""The order of an article: press before the results of its phase, the map beside its season, the end last."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby

from judge.game.figures import Stab
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import DiaryWritten, PressSent
from judge.game.settings import Reader, Settings
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from judge.zine.article import Article, Headline, Items, Orders, Paragraph, Picture, Quotation
from judge.zine.issue_articles import GameArticleWriter, captions_of
from judge.zine.season_prose import year_sentences
from judge.zine.sentence_writer import PatternCount
from judge.zine.sources import ToldGame, chronicle_of, told_since
from tests.shared.recorded_logs import OPENED, recorded_log
from tests.zine.documents import to_its_term
from tests.zine.issues import BOTH, known_of
from tests.zine.prose_witness import SeasonSeen
from tests.zine.seasons import GAMES, real_game

HOUR = timedelta(hours=1)


def with_press(log: Sequence[Event]) -> tuple[Event, ...]:
    """A log with a letter in each phase, an hour before it closed, and one of the phase that is open."""
    found: list[Event] = []
    for event in log:
        if isinstance(event, PhaseClosed):
            phase = event.before.phase
            found.append(
                PressSent(Power("ITALY"), (), f"Sent in {phase}.", held=False, at=event.at - HOUR, phase=phase)
            )
        found.append(event)
    return (*found, PressSent(Power("ITALY"), (), "Sent now.", held=False, at=log[-1].at + HOUR))


def article_on(told: ToldGame) -> Article:
    pictures = captions_of(told, "en")
    return GameArticleWriter(told, "en", "", pictures.of_phases, pictures.of_game).article()


def course_of(article: Article) -> list[str]:
    """What an article holds, in its order, each block by a word or two."""
    found = []
    for block in article.blocks:
        match block:
            case Headline(text):
                found.append(f"# {text}")
            case Quotation(_, lines):
                found.append(f"> {lines[0]}")
            case Picture(name):
                found.append(f"[{name}]")
            case Orders():
                found.append("orders")
            case _:
                pass
    return found


def test_press_stands_with_its_season_before_its_results_and_the_map_beside_its_prose() -> None:
    log = with_press(recorded_log("two", Settings(), 12))
    known = known_of(log)
    moves = [event for event in known.closed if event.before.phase.kind is PhaseKind.MOVEMENT]
    told = told_since(known, moves[-1].at - HOUR * 2, log[-1].at)
    course = course_of(article_on(told))
    (last, *others) = [event.before.phase for event in told.phases]
    expected = [f"> Sent in {last}.", f"[rome-{last}]", "orders"]
    assert [one for one in course if one in expected][:3] == expected
    for phase in others:
        assert course.index(f"> Sent in {phase}.") < len(course) - 1 - course[::-1].index("orders")
    assert course.index("> Sent now.") > len(course) - 1 - course[::-1].index("orders")
    season = course.index(f"[rome-{last}]")
    assert "orders" not in course[:season], "the map comes before the orders, right behind the prose"


def test_a_retreat_that_is_known_is_not_offered() -> None:
    log = recorded_log("two", Settings())
    known = known_of(log)
    driven = next(event for event in known.closed if event.before.phase.kind is PhaseKind.RETREAT)
    for until, is_open in ((driven.at - HOUR, True), (driven.at, False)):
        told = told_since(known, OPENED, until)
        last = article_on(told)
        options = [item for block in last.blocks if isinstance(block, Items) for item in block.items]
        assert any("may go to" in one or "can go" in one or "may retreat" in one for one in options) == is_open, options


def test_diaries_stand_in_the_article_on_a_game_that_is_over_and_its_end_last() -> None:
    log = recorded_log("two", Settings(), 12)
    closed = next(event for event in log if isinstance(event, PhaseClosed))
    note = DiaryWritten(Power("ITALY"), Reader(4), "Trust nobody.", closed.before.phase, closed.at)
    running = known_of((*log, note))
    assert running.diaries == ()
    over = known_of(to_its_term((*log, note)))
    course = course_of(article_on(told_since(over, closed.at, over.last_closed or closed.at)))
    assert course.index("# Diaries") < course.index("> Trust nobody.") < course.index("# The end of the game")
    assert [one for one in course if one.startswith("# ")][-1] == "# The end of the game"


def test_a_chronicle_tells_a_year_in_a_paragraph_with_a_small_map() -> None:
    known = known_of(to_its_term(recorded_log("two", Settings(), 20)))
    blocks = article_on(chronicle_of(known)).blocks
    years = [block.text for block in blocks if isinstance(block, Headline) and block.level == 3]
    assert years == [str(year) for year in known.game.centre_history.years]
    for year in years:
        at = next(place for place, block in enumerate(blocks) if block == Headline(year, 3))
        paragraph, picture = blocks[at + 1 : at + 3]
        assert isinstance(paragraph, Paragraph)
        assert picture == Picture(f"rome-{year}", f"Rome: the end of {year}")
    assert not any(isinstance(block, Orders) for block in blocks)


def test_what_a_chronicle_claims_is_found_again() -> None:
    for name in GAMES:
        game, seasons = real_game(name)
        told = {language: PatternCount() for language in BOTH}
        for _, group in groupby(seasons, key=lambda season: season[0].before.phase.year):
            of_year = [*group]
            closed = [event for season in of_year for event in season]
            whole = SeasonSeen(game.board, closed)
            moved = [seen for season in of_year if (seen := SeasonSeen(game.board, season)).movement]
            for language, count in told.items():
                claims = [claim for one in year_sentences(game, closed, language, count) for claim in one.claims]
                assert claims
                for claim in claims:
                    places = moved if isinstance(claim, Stab) and claim.dislodged else [whole]
                    assert any(seen.is_true(claim) for seen in places), claim
