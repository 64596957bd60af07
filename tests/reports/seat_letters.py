"""Letters about seats, for the golden files: every kind of news of how a game fills, in games of different settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from judge.game.apply import apply, fold_events
from judge.game.league import Excerpt, ListedGames, summary_of
from judge.game.messages import Notice
from judge.game.seats.messages import (
    Allotment,
    AllotmentReason,
    GameOpened,
    GameReadyNews,
    GameStartedNews,
    MusterCalledNews,
    PlayerJoined,
    PlayerJoinedNews,
    RequestClosedNews,
    SeatAskedNews,
    SeatNews,
    SeatsFreedNews,
    SeatsLostNews,
    StandbyAdded,
    StandbyAddedNews,
)
from judge.game.settings import Access, Address, Entry, GameName, Language, Seating, Settings
from judge.game.state import Game
from judge.reports.games import game_rows, write_games
from judge.reports.language import LetterText
from judge.reports.notices import write_notice
from judge.reports.quoted_lines import StrangerLetter, write_welcome
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
from tests.shared.changed_members import with_master
from tests.shared.listed import listed

Scene = Callable[[Language], LetterText]
ITALY, TURKEY = Power("ITALY"), Power("TURKEY")
ZINE = replace(
    SETTINGS, seating=Seating.LISTS, access=Access(anonymous=False, muster=timedelta(days=7)), notation="18centres"
)
BY_HAND = replace(SETTINGS, seating=Seating.HAND, access=Access(Entry.APPROVED))
BY_WISH = Allotment(AllotmentReason.WISH)
NAMED = replace(
    SETTINGS, seating=Seating.LOTS, access=Access(Entry.NAMED, hidden=True, manual=True, master_plays=False)
)


def waiting_game(settings: Settings, joined: int = 4) -> Game:
    game = fold_events(opening_events(settings)[: 1 + joined])
    assert game is not None
    return game


def to_master(settings: Settings, news: SeatNews) -> Scene:
    def scene(language: Language) -> LetterText:
        game = speaking(waiting_game(settings), MASTER.address, language)
        return write_notice(game, Notice(MASTER.address, news))

    return scene


def to_france(settings: Settings, news: SeatNews) -> Scene:
    def scene(language: Language) -> LetterText:
        game = speaking(waiting_game(settings), SEATS[FRANCE], language)
        return write_notice(game, Notice(SEATS[FRANCE], news))

    return scene


def opened(settings: Settings) -> Scene:
    return to_master(settings, GameOpened(ROME, settings, MASTER, "seed", OPENED))


def begun(
    settings: Settings,
    how: Allotment,
    *,
    place: int = 0,
    master: Address = MASTER.address,
    master_plays: tuple[Power, ...] | None = None,
) -> Scene:
    powers = () if place else (FRANCE,)
    told = {} if place else {FRANCE: how}
    players = {} if settings.access.anonymous or place else SEATS
    event = replace(started(settings=settings), master_plays=master_plays)
    news = GameStartedNews(event, powers, told, players, place)

    def scene(language: Language) -> LetterText:
        game = fold_events([*opening_events(settings), news.event])
        assert game is not None
        game = with_master(game, master)
        return write_notice(speaking(game, SEATS[FRANCE], language), Notice(SEATS[FRANCE], news))

    return scene


def waiting(*, is_running: bool) -> Scene:
    def scene(language: Language) -> LetterText:
        game = game_at() if is_running else waiting_game(ZINE, 7)
        return write_notice(speaking(game, SEATS[FRANCE], language), Notice(SEATS[FRANCE], StandbyAddedNews(2)))

    return scene


def some_games() -> tuple[Game, ...]:
    """Open to anyone, full, by invitation; under way; over; one that stands in no list."""
    late = replace(person(FRANCE), address=Address("late@example.org"))
    full = apply(replace(waiting_game(ZINE, 6), name=GameName("oslo")), PlayerJoined(person(TURKEY), (), NOW))
    full = apply(replace(full, name=GameName("oslo")), StandbyAdded(late, NOW))
    running = game_at(SPRING)
    return (
        waiting_game(ZINE, 4),
        full,
        replace(waiting_game(replace(BY_HAND, access=Access(Entry.NAMED))), name=GameName("turin")),
        replace(running, name=GameName("vienna")),
        replace(waiting_game(NAMED), name=GameName("secret")),
    )


def list_of_games(reader: Address | None = None) -> Scene:
    return lambda language: LetterText("", write_games(listed(map(summary_of, some_games()), reader), language))


def page_of_many(page: int) -> ListedGames:
    """A page of a list of ten thousand games; the second is its end, the third does not exist."""
    whole = listed(map(summary_of, (*some_games(), replace(some_games()[0], name=GameName("porto")))))
    over = Excerpt([GameName("lima"), GameName("quito")], 60 if page == 1 else 1)
    if page == 1:
        return ListedGames(replace(whole.openings, more=1), replace(whole.running, more=9876), over)
    return ListedGames(running=whole.running, over=over, page=2) if page == 2 else ListedGames(page=page)


def list_of_many(page: int) -> Scene:
    return lambda language: LetterText("", write_games(page_of_many(page), language))


def welcome(newcomer: StrangerLetter, games: tuple[Game, ...] = ()) -> Scene:
    return lambda language: write_welcome(newcomer, game_rows(listed(map(summary_of, games)), language), language)


SEAT_LETTERS: Mapping[str, Scene] = {
    "master.opened-lists": opened(ZINE),
    "master.opened-by-hand": opened(BY_HAND),
    "master.opened-named": opened(NAMED),
    "master.asked": to_master(BY_HAND, SeatAskedNews(Address("late@example.org"), (ITALY, TURKEY), is_full=False)),
    "master.asked-full": to_master(BY_HAND, SeatAskedNews(Address("late@example.org"), (), is_full=True)),
    "master.ready": to_master(NAMED, GameReadyNews(())),
    "master.ready-by-hand": to_master(BY_HAND, GameReadyNews(tuple(SEATS.values())[:3])),
    "player.declined": to_france(BY_HAND, RequestClosedNews()),
    "player.seated-lists": to_france(ZINE, PlayerJoinedNews((), 3, 7)),
    "player.seated-by-hand": to_france(BY_HAND, PlayerJoinedNews((), 3, 7)),
    "player.seated-moved-up": to_france(ZINE, PlayerJoinedNews((), 7, 7, moved_up=True)),
    "player.waiting": waiting(is_running=False),
    "player.standby": waiting(is_running=True),
    "player.muster": to_france(ZINE, MusterCalledNews(NOW, asked=True, number=6)),
    "player.muster-others": to_france(ZINE, MusterCalledNews(NOW, asked=False, number=1)),
    "player.seat-lost": to_france(ZINE, SeatsLostNews()),
    "all.seats-free": to_france(ZINE, SeatsFreedNews(1, True, 1, 7, 7)),
    "all.seats-free-some": to_france(ZINE, SeatsFreedNews(3, True, 2, 6, 7)),
    "all.seats-free-left": to_france(ZINE, SeatsFreedNews(1, False, 0, 6, 7)),
    "all.started-wish": begun(ZINE, Allotment(AllotmentReason.WISH, 2)),
    "all.started-unwished": begun(ZINE, Allotment(AllotmentReason.UNWISHED)),
    "all.started-hand": begun(BY_HAND, Allotment(AllotmentReason.HAND)),
    "all.started-master-plays": begun(ZINE, BY_WISH, master=SEATS[ITALY], master_plays=(ITALY,)),
    "all.started-master-plays-hidden": begun(
        replace(ZINE, access=Access()), BY_WISH, master=SEATS[ITALY], master_plays=()
    ),
    "all.started-master-plays-you": begun(ZINE, BY_WISH, master=SEATS[FRANCE], master_plays=(FRANCE,)),
    "all.started-standby": begun(ZINE, Allotment(AllotmentReason.LOT), place=1),
    "anyone.games-all-kinds": list_of_games(),
    "anyone.games-many": list_of_many(1),
    "anyone.games-many-2": list_of_many(2),
    "anyone.games-many-3": list_of_many(3),
    "anyone.games-hidden": list_of_games(MASTER.address),
    "anyone.stranger": welcome(StrangerLetter("rome", (), wants_no_more=False), some_games()),
    "anyone.stranger-nowhere": welcome(StrangerLetter("", (), wants_no_more=False), some_games()),
    "anyone.stranger-no-games": welcome(StrangerLetter("", (), wants_no_more=False)),
    "anyone.stranger-plays": welcome(StrangerLetter("", ("rome", "vienna"), wants_no_more=False), some_games()),
    "anyone.stranger-no-more": welcome(StrangerLetter("", (), wants_no_more=True), some_games()),
    "anyone.stranger-no-more-plays": welcome(StrangerLetter("", ("rome",), wants_no_more=True), some_games()),
}
