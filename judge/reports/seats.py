"""Letters about seats: a game opened, seats asked for, taken, waited for, lost; the muster; the beginning."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from judge.game.person import Person
from judge.game.press.post import may_write
from judge.game.seats.allot import Allotment, By
from judge.game.seats.forecast import forecast
from judge.game.seats.messages import GameOpened
from judge.game.seats.news import (
    Asked,
    Declined,
    Joined,
    Mustered,
    Opened,
    Ready,
    Seated,
    SeatLost,
    SeatNews,
    SeatsFree,
    Started,
    Waiting,
)
from judge.game.settings import Language, Seating, Settings, board_of
from judge.game.state import Game
from judge.reports.briefing import briefing, samples
from judge.reports.deadlines import agenda
from judge.reports.facts import position_table
from judge.reports.front import front
from judge.reports.language import moment, say
from judge.reports.layout import glue, hanging
from judge.reports.names import phase_name, power_name, powers_listed, powers_named
from judge.reports.pages import Words, fill, words
from judge.reports.terms import agreement
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Power


def write_about_seats(game: Game, reader: Person, news: SeatNews) -> Words:
    """The letter that tells one such piece of news."""
    match news:
        case Opened(event):
            return _opened(game, reader, event)
        case Asked() | Declined() | Ready():
            return _master(game, reader, news)
        case Seated():
            return _seated(game, reader, news)
        case Waiting(place):
            return _waiting(game, reader, place)
        case Mustered() | SeatLost() | SeatsFree():
            return _mustered(game, reader, news)
        case Started():
            return write_started(game, reader, news)
        case Joined():
            return write_joined(game, reader, news)
        case _:
            assert_never(news)


def calendar(settings: Settings, opened: datetime, zone: str, language: Language) -> tuple[str, ...]:
    """A line for each phase of the first year, were the game to begin at ``opened``; times of a reader's zone."""
    return tuple(
        say(
            language,
            "calendar.coming",
            phase=phase_name(one.phase, board_of(settings).calendar, language),
            at=moment(one.deadline.at, zone, language),
        )
        for one in forecast(settings, opened)
    )


def _opened(game: Game, reader: Person, event: GameOpened) -> Words:
    settings = event.settings
    text = fill(
        reader.language,
        "master.opened",
        game=game.name,
        terms=agreement(settings, reader.language),
        calendar=calendar(settings, event.at, reader.zone, reader.language),
        counted_by=board_of(settings).calendar,
        has_muster=bool(settings.access.muster),
        entry=settings.access.entry.value,
        some=_some_powers(game, reader.language),
        notation=settings.notation or "18centres",
        may_choose=settings.seating is Seating.CHOICE,
        may_list=settings.seating is Seating.LISTS,
        by_hand=settings.seating is Seating.HAND,
        is_manual=settings.access.manual,
    )
    return words(say(reader.language, "subject.opened", game=game.name), text)


def _master(game: Game, reader: Person, news: Asked | Declined | Ready) -> Words:
    match news:
        case Asked(address, wishes, is_full):
            who = glue(address)
            facts = {"who": who, "wishes": powers_named(wishes, game.board, reader.language), "is_full": is_full}
            text = fill(reader.language, "master.asked", game=game.name, **facts)
            return words(say(reader.language, "subject.asked", game=game.name, who=address), text)
        case Declined():
            text = fill(reader.language, "player.declined", game=game.name)
            return words(say(reader.language, "subject.declined", game=game.name), text)
        case Ready(players):
            names = tuple(game.board.powers[power][reader.language] for power in game.board.powers)
            wished = {
                player: powers_named(game.wishes.get(player, ()), game.board, reader.language) for player in players
            }
            text = fill(reader.language, "master.ready", game=game.name, wishes=wished, example=names[0].upper())
            return words(say(reader.language, "subject.ready", game=game.name), text)
        case _:
            assert_never(news)


def _seated(game: Game, reader: Person, news: Seated) -> Words:
    key = "subject.moved_up" if news.moved_up else "subject.seated"
    subject = say(reader.language, key, game=game.name, joined=news.joined, needed=news.needed)
    text = fill(
        reader.language,
        "player.seated",
        game=game.name,
        joined=news.joined,
        needed=news.needed,
        moved_up=news.moved_up,
        may_list=game.settings.seating is Seating.LISTS,
        some=_some_powers(game, reader.language),
        usual=game.settings.notation or "18centres",
        wishes=powers_named(news.wishes, game.board, reader.language),
        begins=_begins(game.settings),
        language=say(reader.language, f"language.{reader.language}"),
        notation=reader.notation,
        zone=reader.zone,
    )
    return words(subject, text)


def _some_powers(game: Game, language: Language) -> tuple[str, ...]:
    """Powers of the board, three at most, as a line that wishes for them may name them."""
    played = [power for seat in game.board.seats for power in seat]
    return tuple(game.board.powers[power][language].upper() for power in played[::-2][::-1][-3:])


def _begins(settings: Settings) -> str:
    """What a full game still waits for: ``muster``, ``master`` or nothing."""
    if settings.access.muster:
        return "muster"
    return "master" if settings.access.manual or settings.seating is Seating.HAND else ""


def _waiting(game: Game, reader: Person, place: int) -> Words:
    is_running = game.position is not None
    key = "subject.standby" if is_running else "subject.waiting"
    text = fill(reader.language, "player.waiting", game=game.name, place=place, is_running=is_running)
    return words(say(reader.language, key, game=game.name, place=place), text)


def _mustered(game: Game, reader: Person, news: Mustered | SeatLost | SeatsFree) -> Words:
    match news:
        case Mustered(until, asked, number):
            at = moment(until, reader.zone, reader.language)
            text = fill(reader.language, "player.muster", game=game.name, asked=asked, number=number, until=at)
            return words(say(reader.language, "subject.muster" if asked else "subject.mustered", game=game.name), text)
        case SeatLost():
            is_master = reader.address == game.master
            text = fill(reader.language, "player.seat_lost", game=game.name, is_master=is_master)
            return words(say(reader.language, "subject.seat_lost", game=game.name), text)
        case SeatsFree():
            facts = {"left": news.left, "given": news.given, "joined": news.joined, "needed": news.needed}
            plays = reader.address in game.players
            text = fill(
                reader.language, "all.seats_free", game=game.name, by_muster=news.by_muster, plays=plays, **facts
            )
            return words(say(reader.language, "subject.seats_free", game=game.name, **facts), text)
        case _:
            assert_never(news)


# --- the beginning


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
        seat=powers_listed(event.seat, board, reader.language),
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
