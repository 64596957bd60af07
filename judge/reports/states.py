"""Answers to questions: the state of a game, the list of games, the help."""

from collections.abc import Sequence
from datetime import datetime

from judge.game.commands import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.facts import centre_table, position_table
from judge.reports.language import listing, say
from judge.reports.layout import hanging
from judge.reports.moments import moment
from judge.reports.pages import fill
from judge.reports.tasks import force
from judge.reports.voice import voice_of


def write_state(game: Game, reader: Person, now: datetime) -> str:
    """One game as it stands for one reader; of orders it shows the reader's own alone."""
    position = game.position
    voice = voice_of(game, reader, position) if position else None
    powers = game.powers_of(reader.address)
    is_open = voice is not None and game.deadline is not None
    return fill(
        reader.language,
        "anyone.state",
        game=game.name,
        now=moment(now, reader.zone, reader.language),
        rulebook=game.settings.rulebook,
        joined=len(game.players),
        needed=len(game.board.powers),
        is_started=position is not None,
        is_over=game.ended is not None,
        winners=listing(reader.language, _winners(game, reader.language)),
        phase=voice.phase(voice.position.phase) if voice else "",
        ahead=agenda(game, reader, game.deadline, powers, voice) if voice and game.deadline else None,
        forces=[force(power, game.orders_of(power), voice) for power in powers] if voice and is_open else [],
        position=position_table(voice) if voice else "",
        centres=centre_table(voice) if voice else "",
    )


def write_games(games: Sequence[Game], language: Language) -> str:
    """Every game of the judge on a line or two; deadlines in the zone of each game."""
    rows = [hanging(f"  {game.name}", _in_short(game, language).split(" "), 14) for game in games]
    return fill(language, "anyone.games", rows=rows)


def write_help(language: Language) -> str:
    """How to write to the judge."""
    return fill(language, "anyone.help")


def _in_short(game: Game, language: Language) -> str:
    if game.ended:
        return say(language, "list.over")
    if game.position is None or game.deadline is None:
        return say(language, "list.waiting", joined=len(game.players), needed=len(game.board.powers))
    phase = game.position.phase
    name = say(language, f"phase.name.{phase.season.value}{phase.kind.value}", year=phase.year)
    return say(language, "list.open", phase=name, at=moment(game.deadline.at, game.settings.zone, language))


def _winners(game: Game, language: Language) -> list[str]:
    return [game.board.powers[power][language] for power in game.ended.winners] if game.ended else []
