"""The tables of an issue say what is so: draws are no victories, who played more stands first, points add up."""

from collections.abc import Iterator
from fractions import Fraction

from judge.game.apply import fold_events
from judge.game.league import Summary, public_hobby, summary_of
from judge.game.messages import Event
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending
from judge.game.settings import Access, Settings
from judge.rules.board import Power
from judge.zine.article import Article, Headline, Paragraph, Table
from judge.zine.issue_articles import GameArticleWriter, HobbyWriter
from judge.zine.season_prose import season_prose
from judge.zine.sentence_writer import PatternCount
from judge.zine.sources import chronicle_of
from tests.reports.war_room import at_war, closing
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import OPENED, recorded_log, unplayed_log
from tests.zine.documents import a_war, renamed, to_its_term
from tests.zine.issues import BOTH, known_of
from tests.zine.seasons import GAMES, seasons_of

KNOWN = Settings(access=Access(anonymous=False))


def drawn(name: str, turn: int, *winners: str) -> Summary:
    """A game that these powers have agreed to share, its seats dealt anew."""
    log = tuple(renamed(recorded_log("one", KNOWN, 3), name, turn))
    game = fold_events(log)
    assert game
    assert game.position
    ended = game_ended(game, game.position, Ending.DRAW, tuple(map(Power, winners)), OPENED)
    over = fold_events((*log, ended))
    assert over
    return summary_of(over)


def table_under(article: Article, title: str) -> Table:
    at = next(place for place, block in enumerate(article.blocks) if block == Headline(title, 2))
    return next(block for block in article.blocks[at:] if isinstance(block, Table))


def test_a_draw_is_no_victory() -> None:
    hobby = public_hobby([drawn("rome", 0, "FRANCE", "ITALY")])
    rankings = HobbyWriter(hobby, "en").rankings()
    for title, name in (("Players, by their C-Diplo average", 1), ("Powers: standard board", 0)):
        table = table_under(rankings, title)
        won, shared = table.head.index("Won"), table.head.index("Drawn")
        assert {row[won] for row in table.rows} == {"0"}
        assert sorted(row[shared] for row in table.rows) == [*"0" * 5, *"1" * 2], name


def test_who_played_more_stands_before_those_of_the_same_average() -> None:
    games = [
        drawn("rome", 0, "FRANCE", "ITALY"),
        drawn("oslo", 0, "FRANCE", "ITALY"),
        drawn("york", 2, "FRANCE", "ITALY"),
    ]
    ranking = public_hobby(games).ranking
    worth = [(row.tally.average, row.tally.games) for row in ranking]
    assert worth == sorted(worth, reverse=True)
    for row, one in zip(ranking, worth, strict=True):
        assert row.place == 1 + worth.index(one)
    tallies = [*public_hobby(games).powers.values()]
    assert [tally.average for tally in tallies] == sorted((tally.average for tally in tallies), reverse=True)


def numbers(row: tuple[str, ...]) -> Iterator[Fraction]:
    """The numbers of a row; mixed ones such as 19 2/3 as they add up."""
    for cell in row[1:]:
        yield sum((Fraction(part) for part in cell.split()), Fraction(0))


@each_case("name", GAMES)
def test_the_points_of_a_game_add_up_in_its_table(name: str) -> None:
    log: tuple[Event, ...] = to_its_term(recorded_log(name, KNOWN))
    article = GameArticleWriter(chronicle_of(known_of(log)), "en").article()
    table = table_under(article, "The end of the game")
    for row in table.rows:
        *parts, points = numbers(row)
        assert sum(parts) == points or table.head == ("Power", "Number", "Points"), (table.head, row)
    assert sum(([*numbers(row)][-1] for row in table.rows), Fraction(0)) == 100


def test_towns_that_count_double_have_a_line_below_the_territories_of_a_war() -> None:
    known = known_of(unplayed_log("seuil"))
    article = GameArticleWriter(chronicle_of(known), "en").article()
    table = table_under(article, "Territories")
    (told,) = [block.text for block in article.blocks if isinstance(block, Paragraph) and "twice" in block.text]
    board = known.game.board
    owners = known.game.position.owners if known.game.position else {}
    assert told.count(",") + told.count(" and ") == len([at for at in owners if board.war.worth.get(at, 1) > 1]) - 1
    for row in table.rows:
        places = row[-1].split()
        assert int(row[1]) >= len(places)
    assert any(int(row[1]) > len(row[-1].split()) for row in table.rows)


def test_a_war_ends_with_as_many_territories_as_stand_above() -> None:
    known = known_of(a_war())
    article = GameArticleWriter(chronicle_of(known), "en").article()
    held = {row[0]: row[1] for row in table_under(article, "Territories").rows}
    assert {row[0]: row[1] for row in table_under(article, "The end of the game").rows} == held


def test_a_war_recruits() -> None:
    stages = at_war()
    closed = [event for stage in stages for event in closing(stage)]
    for language in BOTH:
        told = PatternCount()
        seasons = seasons_of([event for event in closed if hasattr(event, "judgement")])  # type: ignore[misc]
        text = " ".join(part for season in seasons for part in season_prose(stages[-1], season, language, told))
        assert "obilis" not in text
        assert " builds " not in text
