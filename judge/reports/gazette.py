"""An issue of the gazette: openings, results, games that are over, seats that want somebody; all of it public."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.settings import GameName, Language
from judge.game.sight import hides
from judge.game.summary import Summary
from judge.reports.games import listed
from judge.reports.language import listing, say
from judge.reports.layout import glue, hanging
from judge.reports.moments import day_named
from judge.reports.names import phase_name
from judge.reports.pages import fill
from judge.reports.words import Words, words

_COLUMN = 14
"""Where a row says what there is to say of a game."""


def write_issue(
    language: Language,
    number: int,
    since: datetime,
    now: datetime,
    games: Mapping[GameName, Sequence[PhaseClosed]],
    stand: Sequence[Summary],
) -> Words:
    """What has happened in the games since a moment; ``stand`` is how they stand.

    ``games`` are their closed phases; a game none of whose phases closed since that moment may be missing there.
    Both moments bear the zone in which the days are named.
    """
    shown = [game for game in stand if not game.settings.access.hidden]
    new = {game.name: [event for event in games.get(game.name, ()) if since < event.at <= now] for game in shown}
    text = fill(
        language,
        "anyone.gazette",
        number=number,
        first=day_named(since.date(), language),
        last=day_named(now.date(), language),
        games=listed(shown, language),
        results=[_row(game, _results(game, new[game.name], language)) for game in shown if new[game.name]],
        over=[_row(game, _over(game, language)) for game in shown if game.ended and since < game.ended.at <= now],
        seats=[_row(game, _sought(game, language)) for game in shown if game.sought],
        seat=next((game.name for game in shown if game.sought), ""),
    )
    facts = {"game": say(language, "words.judge"), "number": number, "day": day_named(now.date(), language)}
    return words(say(language, "subject.gazette", **facts), text)


def _row(game: Summary, told: str) -> str:
    return hanging(f"  {game.name}", told.split(" "), _COLUMN)


def _results(game: Summary, closed: Sequence[PhaseClosed], language: Language) -> str:
    """The phases closed, then the centres as they stand after the last of them, where no fog hides those."""
    phases = (event.before.phase for event in closed)
    names = [phase_name(one, game.board.calendar, language) for one in phases]
    told = listing(language, names)
    if hides(game):
        return say(language, "gazette.closed", phases=told)
    after = closed[-1].judgement.after
    held = [glue(f"{names[language]} {len(after.centres_of(power))}") for power, names in game.board.powers.items()]
    centres = say(language, "words.comma").join(held)
    return say(language, "gazette.results", phases=told, centres=centres)


def _over(game: Summary, language: Language) -> str:
    assert game.ended is not None
    winners = listing(language, [game.board.powers[power][language] for power in game.ended.winners])
    match game.ended.ending:
        case Ending.DRAW | Ending.STALEMATE:
            return say(language, "gazette.drawn", winners=winners)
        case Ending.ABANDONED | Ending.TERMINATED:
            return say(language, "gazette.no_result")
        case _:
            return say(language, "gazette.won" if winners else "gazette.nobody", winners=winners)


def _sought(game: Summary, language: Language) -> str:
    return listing(language, [game.board.powers[power][language] for power in game.sought])
