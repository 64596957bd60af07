"""The letter that a game begins: the powers, what gave them, what was agreed on, what is to be written first."""

from collections.abc import Sequence

from judge.game.person import Person
from judge.game.press.post import may_write
from judge.game.seats.allot import Allotment, By
from judge.game.seats.news import Joined, Started
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.briefing import briefing
from judge.reports.facts import position_table
from judge.reports.front import front
from judge.reports.language import listing, say
from judge.reports.layout import hanging
from judge.reports.names import power_name
from judge.reports.pages import fill
from judge.reports.samples import samples
from judge.reports.terms.agreed import agreement
from judge.reports.voice import Voice, voice_of
from judge.reports.words import Words, words
from judge.rules.board import Power


def write_started(game: Game, reader: Person, news: Started) -> Words:
    """The powers are given out, the first phase is open."""
    event = news.event
    voice = voice_of(game, reader, event.position)
    phase = voice.phase(event.position.phase)
    text = fill(
        reader.language,
        "all.started",
        game=game.name,
        powers=voice.listing(map(voice.power_in_words, news.powers)),
        several=len(news.powers) > 1,
        other=_other(news.powers, voice),
        how=tuple(_how(power, how, voice) for power, how in news.how.items()),
        seed=_seed(game),
        place=news.place,
        watches=reader.address in game.observers,
        may_write=may_write(game, reader.address),
        players=_players(news, voice),
        ahead=agenda(game, reader, event.deadline, news.powers, voice),
        briefing=briefing(game, reader),
        samples=samples(game, news.powers, voice) if game.board.war.troops else (),
        front=front(game, reader, voice, in_full=True),
        position=position_table(voice),
        terms=agreement(game.settings, reader.language),
    )
    return words(voice.say("subject.started", game=game.name, phase=phase), text)


def write_joined(game: Game, reader: Person, news: Joined) -> Words:
    """The coin has fallen: a power that stood aside joins a seat."""
    event, board = news.event, game.board
    named = power_name(event.power, board, reader.language)
    text = fill(
        reader.language,
        "all.power_joined",
        game=game.name,
        power=named.name,
        seat=listing(reader.language, [board.powers[power][reader.language] for power in event.seat]),
        year=board.joining.year if board.joining else "",
        own=news.own,
        seed=_seed(game),
        code=event.power,
        seats=len(board.seats),
        place=board.seats.index(event.seat),
    )
    return words(say(reader.language, "subject.power_joined", game=game.name, power=named.name), text)


def _seed(game: Game) -> str:
    """What the lots were drawn with, where the names they drew are open; never where scouts throw dice by it."""
    return "" if game.settings.access.anonymous or game.board.war.scouts else game.seed


def _other(own: Sequence[Power], voice: Voice) -> str:
    """A power that somebody else plays, as the one to whom a command writes."""
    played = [power for seat in voice.board.seats for power in seat if power not in own]
    return voice.to_power(played[-1]).upper()


def _how(power: Power, how: Allotment, voice: Voice) -> str:
    """What gave the reader a power."""
    name = voice.power_in_words(power)
    capital = name[:1].upper() + name[1:]
    if how.by is By.WISH:
        return voice.count("allotted.wish", how.place, power=capital)
    return voice.say(f"allotted.{how.by.value}", power=capital)


def _players(news: Started, voice: Voice) -> str:
    """Who plays what, a line for each power; empty where the reader may not know."""
    width = 4 + max((len(voice.power(power)) for power in news.players), default=0)
    return "\n".join(hanging(f"  {voice.power(power)}", [address], width) for power, address in news.players.items())
