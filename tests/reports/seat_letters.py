"""Letters about seats, for the golden files: every kind of news of how a game fills, in games of different settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from judge.game.after import after, fold
from judge.game.messages import Notice
from judge.game.seats.access import Access, Entry
from judge.game.seats.allot import Allotment, By
from judge.game.seats.messages import GameOpened, PlayerJoined, StandbyAdded
from judge.game.seats.news import (
    Asked,
    Declined,
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
from judge.game.settings import Address, GameName, Language, Seating, Settings
from judge.game.state import Game
from judge.game.summary import summary_of
from judge.reports.doorstep import Newcomer, write_welcome
from judge.reports.games import listed, write_games
from judge.reports.pages import Words
from judge.reports.write import write_notice
from judge.rules.board import Power
from tests.reports.parlour import (
    FRANCE,
    MASTER,
    NOW,
    OPENED,
    ROME,
    SEATS,
    SETTINGS,
    SPRING,
    game_at,
    opening_events,
    person,
    speaking,
    started,
)

Scene = Callable[[Language], Words]
ITALY, TURKEY = Power("ITALY"), Power("TURKEY")
ZINE = replace(
    SETTINGS, seating=Seating.LISTS, access=Access(anonymous=False, muster=timedelta(days=7)), notation="18centres"
)
BY_HAND = replace(SETTINGS, seating=Seating.HAND, access=Access(Entry.APPROVED))
NAMED = replace(
    SETTINGS, seating=Seating.LOTS, access=Access(Entry.NAMED, hidden=True, manual=True, master_plays=False)
)


def waiting_game(settings: Settings, joined: int = 4) -> Game:
    game = fold(opening_events(settings)[: 1 + joined])
    assert game is not None
    return game


def to_master(settings: Settings, news: SeatNews) -> Scene:
    def scene(language: Language) -> Words:
        game = speaking(waiting_game(settings), MASTER.address, language)
        return write_notice(game, Notice(MASTER.address, news))

    return scene


def to_france(settings: Settings, news: SeatNews) -> Scene:
    def scene(language: Language) -> Words:
        game = speaking(waiting_game(settings), SEATS[FRANCE], language)
        return write_notice(game, Notice(SEATS[FRANCE], news))

    return scene


def opened(settings: Settings) -> Scene:
    return to_master(settings, Opened(GameOpened(ROME, settings, MASTER, "seed", OPENED)))


def begun(settings: Settings, how: Allotment, *, place: int = 0) -> Scene:
    powers = () if place else (FRANCE,)
    told = {} if place else {FRANCE: how}
    players = {} if settings.access.anonymous or place else SEATS
    news = Started(started(settings=settings), powers, told, players, place)

    def scene(language: Language) -> Words:
        game = fold([*opening_events(settings), news.event])
        assert game is not None
        return write_notice(speaking(game, SEATS[FRANCE], language), Notice(SEATS[FRANCE], news))

    return scene


def waiting(*, is_running: bool) -> Scene:
    def scene(language: Language) -> Words:
        game = game_at() if is_running else waiting_game(ZINE, 7)
        return write_notice(speaking(game, SEATS[FRANCE], language), Notice(SEATS[FRANCE], Waiting(2)))

    return scene


def some_games() -> tuple[Game, ...]:
    """Open to anyone, full, by invitation; under way; over; one that stands in no list."""
    late = replace(person(FRANCE), address=Address("late@example.org"))
    full = after(replace(waiting_game(ZINE, 6), name=GameName("oslo")), PlayerJoined(person(TURKEY), (), NOW))
    full = after(replace(full, name=GameName("oslo")), StandbyAdded(late, NOW))
    running = game_at(SPRING)
    return (
        waiting_game(ZINE, 4),
        full,
        replace(waiting_game(replace(BY_HAND, access=Access(Entry.NAMED))), name=GameName("turin")),
        replace(running, name=GameName("vienna")),
        replace(waiting_game(NAMED), name=GameName("secret")),
    )


def list_of_games(reader: Address | None = None) -> Scene:
    return lambda language: Words("", write_games(list(map(summary_of, some_games())), language, reader))


def welcome(newcomer: Newcomer, games: tuple[Game, ...] = ()) -> Scene:
    return lambda language: write_welcome(newcomer, listed(list(map(summary_of, games)), language), language)


SEAT_LETTERS: Mapping[str, Scene] = {
    "master.opened-lists": opened(ZINE),
    "master.opened-by-hand": opened(BY_HAND),
    "master.opened-named": opened(NAMED),
    "master.asked": to_master(BY_HAND, Asked(Address("late@example.org"), (ITALY, TURKEY), is_full=False)),
    "master.asked-full": to_master(BY_HAND, Asked(Address("late@example.org"), (), is_full=True)),
    "master.ready": to_master(NAMED, Ready(())),
    "master.ready-by-hand": to_master(BY_HAND, Ready(tuple(SEATS.values())[:3])),
    "player.declined": to_france(BY_HAND, Declined()),
    "player.seated-lists": to_france(ZINE, Seated((), 3, 7)),
    "player.seated-by-hand": to_france(BY_HAND, Seated((), 3, 7)),
    "player.seated-moved-up": to_france(ZINE, Seated((), 7, 7, moved_up=True)),
    "player.waiting": waiting(is_running=False),
    "player.standby": waiting(is_running=True),
    "player.muster": to_france(ZINE, Mustered(NOW, asked=True, number=6)),
    "player.muster-others": to_france(ZINE, Mustered(NOW, asked=False, number=1)),
    "player.seat-lost": to_france(ZINE, SeatLost()),
    "all.seats-free": to_france(ZINE, SeatsFree(1, True, 1, 7, 7)),
    "all.seats-free-some": to_france(ZINE, SeatsFree(3, True, 2, 6, 7)),
    "all.seats-free-left": to_france(ZINE, SeatsFree(1, False, 0, 6, 7)),
    "all.started-wish": begun(ZINE, Allotment(By.WISH, 2)),
    "all.started-unwished": begun(ZINE, Allotment(By.UNWISHED)),
    "all.started-hand": begun(BY_HAND, Allotment(By.HAND)),
    "all.started-standby": begun(ZINE, Allotment(By.LOT), place=1),
    "anyone.games-all-kinds": list_of_games(),
    "anyone.games-hidden": list_of_games(MASTER.address),
    "anyone.stranger": welcome(Newcomer("rome", (), wants_no_more=False), some_games()),
    "anyone.stranger-nowhere": welcome(Newcomer("", (), wants_no_more=False), some_games()),
    "anyone.stranger-no-games": welcome(Newcomer("", (), wants_no_more=False)),
    "anyone.stranger-plays": welcome(Newcomer("", ("rome", "vienna"), wants_no_more=False), some_games()),
    "anyone.stranger-no-more": welcome(Newcomer("", (), wants_no_more=True), some_games()),
    "anyone.stranger-no-more-plays": welcome(Newcomer("", ("rome",), wants_no_more=True), some_games()),
}
