"""News of those who have not written: the phase held open for a while, a warning."""

from collections.abc import Iterator

from judge.game.person import Person
from judge.game.phases.messages import HeldOpen, OrdersMissed, PhaseClosed, Wait
from judge.game.phases.missing import Misses, Missing
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.in_force import force
from judge.reports.language import count, say
from judge.reports.moments import moment
from judge.reports.names import phase_name
from judge.reports.pages import fill
from judge.reports.terms.missing import forfeit_told
from judge.reports.voice import voice_of
from judge.reports.words import Words, words


def write_held_open(game: Game, reader: Person, news: HeldOpen) -> Words:
    """The deadline has passed, and late orders are taken, or somebody is sought for an empty seat."""
    position, deadline, event = game.open_position, game.deadline, news.event
    assert position is not None
    assert deadline is not None
    voice = voice_of(game, reader, position)
    phase = voice.phase(event.phase, "for")
    text = fill(
        reader.language,
        "all.held",
        game=game.name,
        phase=phase,
        is_grace=event.why is Wait.GRACE,
        passed=moment(deadline.at, reader.zone, reader.language),
        until=moment(event.until, reader.zone, reader.language),
        powers=voice.listing(map(voice.power_in_words, news.powers)),
        own=voice.listing(map(voice.power, news.own)),
        forces=tuple(force(game, power, voice) for power in news.own),
        ahead=agenda(game, reader, deadline, news.own, voice),
    )
    key = "subject.grace" if event.why is Wait.GRACE else "subject.waits"
    return words(voice.say(key, game=game.name, phase=phase), text)


def write_warned(game: Game, reader: Person, event: OrdersMissed) -> Words:
    """You have missed a deadline; what comes of more of them."""
    phase = phase_name(event.phase, game.board.calendar, reader.language, "for")
    misses = Misses(event.in_a_row, event.in_all)
    text = fill(
        reader.language,
        "player.warned",
        game=game.name,
        phase=phase,
        warning=warning(misses, game.settings.missing, reader.language),
    )
    return words(say(reader.language, "subject.warned", game=game.name, phase=phase), text)


def missed_so_far(game: Game, event: PhaseClosed, language: Language) -> Iterator[str]:
    """The seats whose players missed the deadline of a phase, each with how often that has happened."""
    seats = dict.fromkeys(game.seat_of(power) for power in game.board.powers)
    for seat in seats if game.settings.missing.published else ():
        power = seat[0]
        vacancy = game.vacancies.get(power)
        player = game.seats.get(power) or (vacancy.left if vacancy else None)
        misses = game.misses.get(player, Misses()) if player else Misses()
        if misses.last == event.before.phase:
            key = "missed.told_row" if 1 < misses.in_a_row < misses.in_all else "missed.told"
            name = " + ".join(game.board.powers[each][language] for each in seat)
            yield say(language, key, power=name, n=misses.in_all, row=misses.in_a_row)


def warning(misses: Misses, missing: Missing, language: Language) -> str:
    """How many deadlines a player has missed, and how many cost the seat; empty where there is nothing to warn of."""
    if not misses.in_all or not missing.may_cost_the_seat:
        return ""
    said = [count(language, "missed.in_all", misses.in_all)]
    if 1 < misses.in_a_row < misses.in_all:
        said.append(say(language, "missed.in_a_row", n=misses.in_a_row))
    return " ".join((*said, forfeit_told(missing, language)))
