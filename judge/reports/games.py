"""Many games at once: the list of them, an issue of the gazette."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.seats.access import Entry
from judge.game.settings import Address, GameName, Language
from judge.game.sight import hides
from judge.game.summary import Summary
from judge.reports.language import count, day_named, length, listing, moment, say
from judge.reports.layout import glue, hanging
from judge.reports.names import phase_name, powers_listed
from judge.reports.pages import Words, fill, words

_COLUMN = 14
"""Where a row says what there is to say of a game."""


@dataclass(frozen=True)
class Listed:
    """The rows of the list; ``example`` is a game with a seat to take, ``vacant`` one with a seat to wait for."""

    openings: tuple[str, ...]
    running: tuple[str, ...]
    over: tuple[str, ...]
    example: str
    vacant: str


def write_games(games: Sequence[Summary], language: Language, reader: Address | None = None) -> str:
    """Every game that the reader may hear of on a line or two; deadlines in the zone of each game."""
    return fill(language, "anyone.games", games=listed(games, language, reader))


def listed(games: Sequence[Summary], language: Language, reader: Address | None = None) -> Listed:
    """The list; a hidden game is shown to its own people alone."""
    shown = [game for game in games if not game.settings.access.hidden or reader in game.languages]
    openings = [game for game in shown if not game.phase and not game.ended]
    running = [game for game in shown if game.phase and not game.ended]
    free = [game for game in openings if game.free_seats and game.settings.access.entry is not Entry.NAMED]
    full = [game for game in openings if not game.free_seats]
    wanting = [game for game in running if game.sought or not game.waiting] + full
    return Listed(
        openings=tuple(_row(game, ", ".join(_opening(game, language))) for game in openings),
        running=tuple(_row(game, ", ".join(_running(game, language))) for game in running),
        over=tuple(game.name for game in shown if game.ended),
        example=free[0].name if free else "",
        vacant=next((game.name for game in wanting if game.settings.access.entry is not Entry.NAMED), ""),
    )


def _row(game: Summary, told: str) -> str:
    return hanging(f"  {game.name}", told.split(" "), _COLUMN)


def _opening(game: Summary, language: Language) -> Iterator[str]:
    """Rule book, speed, seats free, who may join."""
    yield from _kind(game, language)
    if game.free_seats:
        yield count(language, "list.free", game.free_seats, needed=len(game.board.seats))
    else:
        yield say(language, "list.full")
        if game.waiting:
            yield count(language, "list.waiting", game.waiting)
    if game.settings.access.entry is not Entry.ANYONE:
        yield say(language, f"list.{game.settings.access.entry.value}")


def _running(game: Summary, language: Language) -> Iterator[str]:
    """Rule book, speed, phase, whether somebody is wanted."""
    yield from _kind(game, language)
    yield _phase(game, language)
    if game.sought:
        yield count(language, "list.vacant", len(game.sought_seats))
    yield count(language, "list.standbys", game.waiting) if game.waiting else say(language, "list.no_standby")


def _kind(game: Summary, language: Language) -> Iterator[str]:
    yield say(language, "list.rules", rulebook=game.settings.rulebook)
    yield say(language, "list.speed", length=glue(length(game.settings.lengths.movement, language)))


def _phase(game: Summary, language: Language) -> str:
    if game.phase is None or game.due is None:
        return say(language, "list.over")
    name = phase_name(game.phase, game.board.calendar, language)
    if game.is_paused:
        return say(language, "list.paused", phase=name)
    return say(language, "list.open", phase=name, at=moment(game.due, game.settings.zone, language))


# --- the gazette


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
    winners = powers_listed(game.ended.winners, game.board, language)
    match game.ended.ending:
        case Ending.DRAW | Ending.STALEMATE:
            return say(language, "gazette.drawn", winners=winners)
        case Ending.ABANDONED | Ending.TERMINATED:
            return say(language, "gazette.no_result")
        case _:
            return say(language, "gazette.won" if winners else "gazette.nobody", winners=winners)


def _sought(game: Summary, language: Language) -> str:
    return powers_listed(game.sought, game.board, language)
