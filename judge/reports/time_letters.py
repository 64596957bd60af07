"""Letters about time: the deadline moved, the game paused, somebody away."""

from typing import assert_never
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import ClockSet, Mover, OutageOver, Shifted
from judge.game.deadlines.messages import AbsenceNews, DeadlineMoved, GamePaused, GameResumed, TimeChanged
from judge.game.deadlines.move import FARTHEST
from judge.game.person import Person
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.deadlines import powers_named
from judge.reports.language import say
from judge.reports.moments import day_named, days_named
from judge.reports.pages import fill
from judge.reports.voice import voice_of
from judge.reports.words import Words, words


def write_time_changed(game: Game, reader: Person, news: TimeChanged) -> Words:
    """The deadline of the open phase moved, stands still, or runs again."""
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None:
        message = f"{game.name} has no open phase"
        raise ValueError(message)
    voice = voice_of(game, reader, position)
    phase, (lead, subject) = voice.phase(news.event.phase, "for"), _keys(news)
    text = fill(
        reader.language,
        "all.time",
        game=game.name,
        lead=voice.say(lead, phase=phase),
        ahead=agenda(game, reader, deadline, game.powers_of(reader.address), voice),
        undone_by=_undone_by(game, reader, news),
    )
    return words(voice.say(subject, game=game.name, phase=phase), text)


def _keys(news: TimeChanged) -> tuple[str, str]:
    """The sentence at the head of the letter that tells what has happened, and that of its subject."""
    match news.event:
        case GamePaused():
            return "time.paused", "subject.paused"
        case GameResumed():
            return "time.resumed", "subject.resumed"
        case DeadlineMoved(deadline=deadline):
            match deadline.steps[-1]:
                case OutageOver():
                    return "time.outage", "subject.extended"
                case ClockSet(since, until):
                    return "time.clock_forward" if until > since else "time.clock_back", "subject.extended"
                case Shifted(Mover.VOTE):
                    return "time.by_vote", "subject.extended"
                case _:
                    return "time.by_master", "subject.extended"
        case _:
            assert_never(news.event)


def _undone_by(game: Game, reader: Person, news: TimeChanged) -> str:
    """What a master writes who would have the deadline where it was; nothing for others, or where it has not moved.

    No line can bring back an hour that has passed, or one that is too far away.
    """
    event = news.event
    match event:
        case DeadlineMoved(deadline=deadline) if reader.address == game.master:
            match deadline.steps[-1]:
                case ClockSet(was=was) | OutageOver(was=was) if event.at < was <= event.at + FARTHEST:
                    return f"{was.astimezone(ZoneInfo(game.settings.zone)):%Y-%m-%d %H:%M}"
    return ""


def write_absence(game: Game, reader: Person, news: AbsenceNews) -> Words:
    """Somebody will be away, or there after all."""
    language = reader.language
    powers = powers_named(news.powers, game, language)
    if news.last is None:
        said = say(language, "away.back", powers=powers, since=day_named(news.first, language))
    else:
        said = say(language, "away.told", powers=powers, days=days_named(news.first, news.last, language))
    text = fill(language, "all.absence", game=game.name, said=said[:1].upper() + said[1:], is_back=news.last is None)
    names = ", ".join(game.board.powers[power][language] for power in news.powers)
    return words(say(language, "subject.absence", game=game.name, who=names), text)
