"""Many games at once: the list of games, the gazette."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.listing import Excerpt, ListedGames
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.settings import Entry, GameName, Language
from judge.game.summary import Summary
from judge.game.visibility import has_fog
from judge.reports.language import count, day_text, duration_text, listing, moment_text, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import phase_name, powers_listed
from judge.reports.templates import LetterText, fill_template, letter_text

COLUMN = 14
"""The column where the description of a game begins."""


@dataclass(frozen=True)
class GameList:
    """The rows of a page of the list; behind each kind how many more there are in words, empty for none.

    ``example`` is a game with a free seat, ``vacant`` one whose waiting list one may join; both may be empty.
    ``next_page`` is 0 for none.
    """

    openings: tuple[str, ...]
    more_openings: str
    running: tuple[str, ...]
    more_running: str
    over: tuple[str, ...]
    more_over: str
    example: str
    vacant: str
    page: int
    next_page: int


def write_games(games: ListedGames, language: Language) -> str:
    """Return a page of the list of games; deadlines in the time zone of each game."""
    return fill_template(language, "anyone.games", games=game_rows(games, language))


def game_rows(games: ListedGames, language: Language) -> GameList:
    """Return the rows of a page of the list."""
    openings, running = games.openings.shown, games.running.shown
    free = [game for game in openings if game.free_seats and game.settings.access.entry is not Entry.NAMED]
    full = [game for game in openings if not game.free_seats]
    wanting = [game for game in running if game.sought or not game.waiting] + full
    return GameList(
        openings=tuple(_row(game, ", ".join(opening_traits(game, language))) for game in openings),
        more_openings=_more(games.openings.more, language),
        running=tuple(_row(game, ", ".join(_running(game, language))) for game in running),
        more_running=_more(games.running.more, language),
        over=tuple(games.over.shown),
        more_over=_more(games.over.more, language),
        example=free[0].name if free else "",
        vacant=next((game.name for game in wanting if game.settings.access.entry is not Entry.NAMED), ""),
        page=games.page,
        next_page=games.next_page,
    )


def _more(games: int, language: Language) -> str:
    """Return how many more there are, empty for none."""
    return count(language, "list.more", games) if games else ""


def _row(game: Summary, told: str) -> str:
    return hanging_indent(f"  {game.name}", told.split(" "), COLUMN)


def opening_traits(game: Summary, language: Language) -> Iterator[str]:
    """Yield rule book, speed, free seats, who may join."""
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
    """Yield rule book, speed, phase, seats that need a player."""
    yield from _kind(game, language)
    yield _phase(game, language)
    if game.sought:
        yield count(language, "list.vacant", len(game.sought_seats))
    yield count(language, "list.standbys", game.waiting) if game.waiting else say(language, "list.no_standby")


def _kind(game: Summary, language: Language) -> Iterator[str]:
    yield say(language, "list.rules", rulebook=game.settings.rulebook)
    yield say(language, "list.speed", length=no_wrap(duration_text(game.settings.lengths.movement, language)))


def _phase(game: Summary, language: Language) -> str:
    if game.phase is None or game.due is None:
        return say(language, "list.over")
    name = phase_name(game.phase, game.board.calendar, language)
    if game.is_paused:
        return say(language, "list.paused", phase=name)
    return say(language, "list.open", phase=name, at=moment_text(game.due, game.settings.zone, language))


# --- the gazette


@dataclass(frozen=True)
class GazetteGames:
    """The games that an issue tells of, none of them hidden, each as it stands now.

    They are those that have not begun, those that look for players, those in which a phase has closed since the last
    issue, and those that have ended since.
    """

    openings: Excerpt[Summary]
    seeking: Excerpt[Summary]
    closed: Excerpt[Summary]
    ended: Excerpt[Summary]


def write_gazette(
    language: Language,
    number: int,
    since: datetime,
    now: datetime,
    games: Mapping[GameName, Sequence[PhaseClosed]],
    stand: GazetteGames,
) -> LetterText:
    """Return the issue on what has happened between ``since`` and ``now``; days are named in the zone of these.

    ``games`` are the closed phases of the games, where one without a phase closed since then may be missing.
    """
    shown, over = stand.closed.shown, [game for game in stand.ended.shown if game.ended and game.ended.at <= now]
    new = {game.name: [event for event in games.get(game.name, ()) if since < event.at <= now] for game in shown}
    text = fill_template(
        language,
        "anyone.gazette",
        number=number,
        first=day_text(since.date(), language),
        last=day_text(now.date(), language),
        games=game_rows(ListedGames(openings=stand.openings), language),
        results=[_row(game, _results(game, new[game.name], language)) for game in shown if new[game.name]],
        more_results=_more(stand.closed.more, language),
        over=[_row(game, _over(game, language)) for game in over],
        more_over=_more(stand.ended.more, language),
        seats=[_row(game, _powers_sought(game, language)) for game in stand.seeking.shown],
        more_seats=_more(stand.seeking.more, language),
        seat=next((game.name for game in stand.seeking.shown), ""),
    )
    facts = {"game": say(language, "words.judge"), "number": number, "day": day_text(now.date(), language)}
    return letter_text(say(language, "subject.gazette", **facts), text)


def _results(game: Summary, closed: Sequence[PhaseClosed], language: Language) -> str:
    """Return the phases closed and, where no fog hides them, the centres after the last of them."""
    phases = (event.before.phase for event in closed)
    names = [phase_name(one, game.board.calendar, language) for one in phases]
    told = listing(language, names)
    if has_fog(game):
        return say(language, "gazette.closed", phases=told)
    after = closed[-1].judgement.after
    held = [no_wrap(f"{names[language]} {len(after.centres_of(power))}") for power, names in game.board.powers.items()]
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


def _powers_sought(game: Summary, language: Language) -> str:
    return powers_listed(game.sought, game.board, language)
