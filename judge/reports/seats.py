"""Letters about seats: a game opened; seats asked for, taken, waited for, lost; the muster; the start of the game."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from judge.game.deadlines.schedule import forecast
from judge.game.people.address_book import Person
from judge.game.press.delivery import may_write
from judge.game.seats.allotment import Allotment, AllotmentReason
from judge.game.seats.messages import GameOpened
from judge.game.seats.news import (
    GameOpenedNews,
    GameReadyNews,
    GameStartedNews,
    MusterCalledNews,
    PlayerJoinedNews,
    PowerJoinedNews,
    RequestClosedNews,
    SeatAskedNews,
    SeatNews,
    SeatsFreedNews,
    SeatsLostNews,
    StandbyAddedNews,
)
from judge.game.settings import Language, Seating, Settings, board_of_settings
from judge.game.state import Game
from judge.reports.board_tables import position_table
from judge.reports.deadlines import open_phase
from judge.reports.language import listing, moment_text, say, zone_text
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import phase_name, power_name, powers_listed
from judge.reports.page import RowsOfTable
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.practice import clockwork_player_lines
from judge.reports.regions import region_groups
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.terms import agreed_paragraphs
from judge.reports.war_briefing import sample_orders, war_briefing
from judge.reports.war_report import war_report
from judge.rules.board import Board, Power


def write_about_seats(game: Game, reader: Person, news: SeatNews) -> LetterText:
    """Return the letter that tells one person about seats."""
    match news:
        case GameOpenedNews(event):
            return _opened(game, reader, event)
        case SeatAskedNews() | RequestClosedNews() | GameReadyNews():
            return _to_master(game, reader, news)
        case PlayerJoinedNews():
            return _seated(game, reader, news)
        case StandbyAddedNews(place):
            return _waiting(game, reader, place)
        case MusterCalledNews() | SeatsLostNews() | SeatsFreedNews():
            return _mustered(game, reader, news)
        case GameStartedNews():
            return _write_started(game, reader, news)
        case PowerJoinedNews():
            return _write_power_joined(game, reader, news)
        case _:
            assert_never(news)


def first_year_calendar(settings: Settings, opened: datetime, zone: str, language: Language) -> tuple[str, ...]:
    """Return a line for each phase of the first year if the game began at ``opened``; in the time zone ``zone``."""
    return tuple(
        say(
            language,
            "calendar.coming",
            phase=phase_name(one.phase, board_of_settings(settings).phase_names, language),
            at=moment_text(one.deadline.at, zone, language),
        )
        for one in forecast(settings, opened)
    )


def _opened(game: Game, reader: Person, event: GameOpened) -> LetterText:
    settings = event.settings
    text = fill_template(
        reader.language,
        "master.opened",
        game=game.name,
        terms=agreed_paragraphs(settings, reader.language),
        calendar=first_year_calendar(settings, event.at, reader.zone, reader.language),
        counted_by=board_of_settings(settings).calendar,
        has_muster=bool(settings.access.muster),
        entry=settings.access.entry.value,
        some=_example_powers(game, reader.language),
        notation=settings.notation or "18centres",
        may_choose=settings.seating is Seating.CHOICE,
        may_list=settings.seating is Seating.LISTS,
        by_hand=settings.seating is Seating.HAND,
        is_manual=settings.access.manual,
    )
    return letter_text(say(reader.language, "subject.opened", game=game.name), text)


def _wishes_listed(wishes: Sequence[Power], board: Board, language: Language) -> str:
    """Return the powers of a list of wishes, the one wanted most first."""
    return listing(language, [power_name(power, board, language).name for power in wishes])


def _to_master(game: Game, reader: Person, news: SeatAskedNews | RequestClosedNews | GameReadyNews) -> LetterText:
    match news:
        case SeatAskedNews(address, wishes, is_full):
            who = no_wrap(address)
            facts = {"who": who, "wishes": _wishes_listed(wishes, game.board, reader.language), "is_full": is_full}
            text = fill_template(reader.language, "master.asked", game=game.name, **facts)
            return letter_text(say(reader.language, "subject.asked", game=game.name, who=address), text)
        case RequestClosedNews():
            text = fill_template(reader.language, "player.declined", game=game.name)
            return letter_text(say(reader.language, "subject.declined", game=game.name), text)
        case GameReadyNews(players):
            names = tuple(game.board.name_of(power, reader.language) for power in game.board.powers)
            wished = {
                player: _wishes_listed(game.wishes.get(player, ()), game.board, reader.language) for player in players
            }
            text = fill_template(
                reader.language, "master.ready", game=game.name, wishes=wished, example=names[0].upper()
            )
            return letter_text(say(reader.language, "subject.ready", game=game.name), text)
        case _:
            assert_never(news)


def _seated(game: Game, reader: Person, news: PlayerJoinedNews) -> LetterText:
    key = "subject.moved_up" if news.moved_up else "subject.seated"
    subject = say(reader.language, key, game=game.name, joined=news.joined, needed=news.needed)
    text = fill_template(
        reader.language,
        "player.seated",
        game=game.name,
        joined=news.joined,
        needed=news.needed,
        moved_up=news.moved_up,
        may_list=game.settings.seating is Seating.LISTS,
        some=_example_powers(game, reader.language),
        usual=game.settings.notation or "18centres",
        wishes=_wishes_listed(news.wishes, game.board, reader.language),
        begins=_start_condition(game.settings),
        language=say(reader.language, f"language.{reader.language}"),
        notation=reader.notation,
        zone=zone_text(reader.zone, reader.language),
    )
    return letter_text(subject, text)


def _example_powers(game: Game, language: Language) -> tuple[str, ...]:
    """Return up to three powers of the board, as a line with a list of wishes may name them."""
    played = [power for seat in game.board.seats for power in seat]
    return tuple(game.board.name_of(power, language).upper() for power in played[::-2][::-1][-3:])


def _start_condition(settings: Settings) -> str:
    """Return what a full game still waits for: ``muster``, ``master`` or nothing."""
    if settings.access.muster:
        return "muster"
    return "master" if settings.access.manual or settings.seating is Seating.HAND else ""


def _waiting(game: Game, reader: Person, place: int) -> LetterText:
    is_running = game.position is not None
    key = "subject.standby" if is_running else "subject.waiting"
    text = fill_template(reader.language, "player.waiting", game=game.name, place=place, is_running=is_running)
    return letter_text(say(reader.language, key, game=game.name, place=place), text)


def _mustered(game: Game, reader: Person, news: MusterCalledNews | SeatsLostNews | SeatsFreedNews) -> LetterText:
    match news:
        case MusterCalledNews(until, asked, number):
            at = moment_text(until, reader.zone, reader.language)
            text = fill_template(reader.language, "player.muster", game=game.name, asked=asked, number=number, until=at)
            return letter_text(
                say(reader.language, "subject.muster" if asked else "subject.mustered", game=game.name), text
            )
        case SeatsLostNews():
            is_master = reader.address == game.master
            text = fill_template(reader.language, "player.seat_lost", game=game.name, is_master=is_master)
            return letter_text(say(reader.language, "subject.seat_lost", game=game.name), text)
        case SeatsFreedNews():
            facts = {"left": news.left, "given": news.given, "joined": news.joined, "needed": news.needed}
            plays = reader.address in game.players
            text = fill_template(
                reader.language, "all.seats_free", game=game.name, by_muster=news.by_muster, plays=plays, **facts
            )
            return letter_text(say(reader.language, "subject.seats_free", game=game.name, **facts), text)
        case _:
            assert_never(news)


# --- the beginning


def _write_started(game: Game, reader: Person, news: GameStartedNews) -> LetterText:
    """Return the letter on the start: the powers are given out, the first phase is open."""
    event = news.event
    phrasing = phrasing_for(game, reader, event.position)
    phase = phrasing.phase(event.position.phase)
    text = fill_template(
        reader.language,
        "all.started",
        game=game.name,
        powers=phrasing.listing(map(phrasing.power_in_words, news.powers)),
        several=len(news.powers) > 1,
        other=_example_recipient(news.powers, phrasing),
        how=tuple(_allotment_text(power, how, phrasing) for power, how in news.how.items()),
        seed=_public_seed(game),
        place=news.place,
        watches=reader.address in game.observers,
        may_write=may_write(game, reader.address),
        is_practice=game.settings.practice,
        players=_players(news, phrasing),
        master_plays=_master_plays(game, reader, news, phrasing),
        clockwork=clockwork_player_lines(game, reader.language),
        ahead=open_phase(game, reader, event.deadline, news.powers, phrasing),
        briefing=war_briefing(game, reader),
        samples=sample_orders(game, news.powers, phrasing) if game.board.war.troops or game.settings.practice else (),
        front=war_report(game, reader, phrasing, in_full=True),
        position=position_table(phrasing),
        terms=agreed_paragraphs(game.settings, reader.language),
        regions=() if game.board.war.troops else region_groups(reader, game.board),
    )
    return letter_text(phrasing.say("subject.started", game=game.name, phase=phase), text)


def _write_power_joined(game: Game, reader: Person, news: PowerJoinedNews) -> LetterText:
    """Return the letter on a power that stood aside and joins a seat, decided by a coin."""
    event, board = news.event, game.board
    named = power_name(event.power, board, reader.language)
    text = fill_template(
        reader.language,
        "all.power_joined",
        game=game.name,
        power=named.name,
        seat=powers_listed(event.seat, board, reader.language),
        year=board.joining.year if board.joining else "",
        own=news.own,
        seed=_public_seed(game),
        code=event.power,
        seats=len(board.seats),
        place=board.seats.index(event.seat),
    )
    return letter_text(say(reader.language, "subject.power_joined", game=game.name, power=named.name), text)


def _public_seed(game: Game) -> str:
    """Return the seed of the lots; empty in an anonymous game, and where scouts' dice depend on it."""
    return "" if game.settings.access.anonymous or game.board.war.scouts else game.seed


def _example_recipient(own: Sequence[Power], phrasing: Phrasing) -> str:
    """Return a power that somebody else plays, as PRESS names its recipient."""
    played = [power for seat in phrasing.board.seats for power in seat if power not in own]
    return phrasing.to_power(played[-1]).upper()


def _allotment_text(power: Power, how: Allotment, phrasing: Phrasing) -> str:
    """Return how the reader got a power."""
    name = phrasing.power_in_words(power)
    capital = name[:1].upper() + name[1:]
    if how.by is AllotmentReason.WISH:
        return phrasing.count("allotted.wish", how.place, power=capital)
    return phrasing.say(f"allotted.{how.by.value}", power=capital)


def _master_plays(game: Game, reader: Person, news: GameStartedNews, phrasing: Phrasing) -> str:
    """Return that the master plays and what follows from it, empty where they do not; who it is, if that is known."""
    powers = news.event.master_plays
    if powers is None:
        return ""
    if reader.address == game.master:
        return phrasing.say("master_plays.you")
    if not powers or not news.players:
        return phrasing.say("master_plays.hidden")
    return phrasing.say("master_plays.known", address=no_wrap(game.master), powers=phrasing.side(powers))


def _players(news: GameStartedNews, phrasing: Phrasing) -> RowsOfTable:
    """Return who plays what, a line for each power; empty where the reader may not know."""
    width = 4 + max((len(phrasing.power(power)) for power in news.players), default=0)
    return RowsOfTable(
        hanging_indent(f"  {phrasing.power(power)}", [address], width) for power, address in news.players.items()
    )
