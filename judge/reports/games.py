"""Several games at once: the list of games, an issue of the gazette."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.seats.settings import Entry
from judge.game.settings import Address, GameName, Language
from judge.game.summary import Summary
from judge.game.visibility import has_fog
from judge.reports.language import count, day_text, duration_text, listing, moment_text, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import phase_name, powers_listed
from judge.reports.templates import LetterText, fill_template, letter_text

_COLUMN = 14
"""The column where the description of a game begins."""


@dataclass(frozen=True)
class GameList:
    """The rows of the list.

    ``example`` is a game with a free seat, ``vacant`` one whose waiting list one may join; both may be empty.
    """

    openings: tuple[str, ...]
    running: tuple[str, ...]
    over: tuple[str, ...]
    example: str
    vacant: str


def write_games(games: Sequence[Summary], language: Language, reader: Address | None = None) -> str:
    """Return the list of the games that the reader may know of; deadlines in the time zone of each game."""
    return fill_template(language, "anyone.games", games=game_list(games, language, reader))


def game_list(games: Sequence[Summary], language: Language, reader: Address | None = None) -> GameList:
    """Return the rows of the list; hidden games are shown to their own people alone."""
    shown = [game for game in games if not game.settings.access.hidden or reader in game.languages]
    openings = [game for game in shown if not game.phase and not game.ended]
    running = [game for game in shown if game.phase and not game.ended]
    free = [game for game in openings if game.free_seats and game.settings.access.entry is not Entry.NAMED]
    full = [game for game in openings if not game.free_seats]
    wanting = [game for game in running if game.sought or not game.waiting] + full
    return GameList(
        openings=tuple(_row(game, ", ".join(_opening(game, language))) for game in openings),
        running=tuple(_row(game, ", ".join(_running(game, language))) for game in running),
        over=tuple(game.name for game in shown if game.ended),
        example=free[0].name if free else "",
        vacant=next((game.name for game in wanting if game.settings.access.entry is not Entry.NAMED), ""),
    )


def _row(game: Summary, told: str) -> str:
    return hanging_indent(f"  {game.name}", told.split(" "), _COLUMN)


def _opening(game: Summary, language: Language) -> Iterator[str]:
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


def write_gazette(
    language: Language,
    number: int,
    since: datetime,
    now: datetime,
    games: Mapping[GameName, Sequence[PhaseClosed]],
    stand: Sequence[Summary],
) -> LetterText:
    """Return the issue on what has happened between ``since`` and ``now``; days are named in the zone of these.

    ``stand`` are all games as they stand now; ``games`` are their closed phases, where a game without a phase closed
    since then may be missing.
    """
    shown = [game for game in stand if not game.settings.access.hidden]
    new = {game.name: [event for event in games.get(game.name, ()) if since < event.at <= now] for game in shown}
    text = fill_template(
        language,
        "anyone.gazette",
        number=number,
        first=day_text(since.date(), language),
        last=day_text(now.date(), language),
        games=game_list(shown, language),
        results=[_row(game, _results(game, new[game.name], language)) for game in shown if new[game.name]],
        over=[_row(game, _over(game, language)) for game in shown if game.ended and since < game.ended.at <= now],
        seats=[_row(game, _powers_sought(game, language)) for game in shown if game.sought],
        seat=next((game.name for game in shown if game.sought), ""),
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
