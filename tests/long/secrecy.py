"""What readers must not be told: searched for in every piece of news, by somebody who knows what was to be hidden."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

from judge.game.deadlines.messages import AbsenceNews, ReminderSentNews
from judge.game.mastery.messages import PositionCorrectedNews, RolledBack, RolledBackNews
from judge.game.messages import Event, News, Notice
from judge.game.orders.messages import AdvanceKept, OrderGiven, PlanTaken, WhatIfAsked, WishKept
from judge.game.phases.messages import HoldOpenReason, OrdersMissed, PhaseClosed, PhaseClosedNews, PhaseHeldOpenNews
from judge.game.press.messages import DiaryWritten, PressMadeReady, PressMuted, PressNews, PressSent, PressWriter
from judge.game.replacements.messages import (
    SeatReturnedNews,
    SeatTakenNews,
    SeatVacatedNews,
    StandbyAsked,
    StandbyPassedNews,
)
from judge.game.seats.messages import (
    GameOpened,
    GameReadyNews,
    GameStarted,
    GameStartedNews,
    PlayerJoinedNews,
    RequestClosedNews,
    SeatAskedNews,
    SeatsLostNews,
    StandbyAddedNews,
)
from judge.game.settings import Address, PressSignature, VoteSecrecy
from judge.game.state import Game, GivenOrder
from judge.game.votes.messages import VoteCast, VoteCastNews, VotesLapsed, VotesWithdrawn
from judge.rules.board import Power

SECRET = (
    OrderGiven,
    GivenOrder,
    AdvanceKept,
    WishKept,
    WhatIfAsked,
    DiaryWritten,
    PressSent,
    PressMadeReady,
    VoteCast,
    VotesWithdrawn,
)
"""What is never part of any news: it is between one person and the judge."""

PUBLIC = (PhaseClosed, RolledBack, GameStarted)
"""What everyone may know whole: nothing in it is searched."""

FOR_PLAYERS = (ReminderSentNews, OrdersMissed, SeatVacatedNews, SeatTakenNews)
FOR_SOMEBODY = (
    SeatAskedNews,
    RequestClosedNews,
    GameOpened,
    GameReadyNews,
    PlayerJoinedNews,
    SeatsLostNews,
    StandbyAddedNews,
    StandbyAsked,
    StandbyPassedNews,
    SeatReturnedNews,
)


@dataclass(frozen=True)
class Told:
    """One notice, with all states the game went through in the letter or the hour that it belongs to."""

    notice: Notice
    states: Sequence[Game]
    letters: Mapping[str, PressSent]

    @property
    def powers(self) -> set[Power]:
        """What the reader has played meanwhile."""
        return {power for game in self.states for power in game.powers_of(self.notice.to)}

    @property
    def is_observer(self) -> bool:
        """Whether the reader only watches, and has done nothing else meanwhile."""
        return all(self.notice.to in game.observers for game in self.states)


def nothing_secret_is_told(told: Told) -> bool:
    """No order, vote, kept plan, diary of anybody is part of any news before it is public."""
    return not any(isinstance(part, SECRET) for part in parts(told.notice.news))


def plans_and_votes_are_told_to_their_owners(told: Told) -> bool:
    """What was taken up, what lapsed, what is still to be written is told to whose it is."""
    own = [part for part in parts(told.notice.news) if isinstance(part, PlanTaken | VotesLapsed)]
    return {part.power for part in own} <= told.powers and {*_named_as_own(told.notice.news)} <= told.powers


def _named_as_own(news: News) -> tuple[Power, ...]:
    match news:
        case (
            PhaseClosedNews(powers=powers)
            | ReminderSentNews(powers=powers)
            | GameStartedNews(powers=powers)
            | RolledBackNews(powers=powers)
        ):
            return powers
        case PositionCorrectedNews(powers=powers, lost=lost):
            return (*powers, *lost)
        case PhaseHeldOpenNews(own=own):
            return own
        case _:
            return ()


def the_settings_say_who_is_named(told: Told) -> bool:
    """Who is late, who is away, who has voted for what is told as far as the settings go."""
    news, game = told.notice.news, told.states[-1]
    settings = [one.settings for one in told.states]
    match news:
        case PhaseHeldOpenNews(event, powers, own):
            is_told = event.why is HoldOpenReason.STANDBY or any(one.timing.tell_waited for one in settings)
            return is_told or powers == own
        case AbsenceNews():
            is_apart = told.notice.to == game.master and not told.powers
            return is_apart or any(one.timing.tell_absences for one in settings)
        case VoteCastNews(power=power):
            tallies = {one.votes.tally for one in settings}
            return bool(tallies - {VoteSecrecy.SECRET}) and (power is None or VoteSecrecy.OPEN in tallies)
        case _:
            return True


def letters_hide_their_writers(told: Told) -> bool:
    """A grey letter says nothing of its writer, a black one bears the name it was given."""
    news = told.notice.news
    if not isinstance(news, PressNews) or news.text not in told.letters:
        return True
    sent = told.letters[news.text]
    match sent.signature:
        case PressSignature.GREY:
            return news.writer is PressWriter.UNSIGNED
        case PressSignature.BLACK:
            return news.writer == sent.signed
        case PressSignature.WHITE:
            by = PressWriter.OBSERVER if sent.observer else PressWriter.MASTER
            return news.writer == (sent.sender or by)


def observers_are_told_what_is_public(told: Told) -> bool:
    """Whoever only watches gets what everyone gets, and of the press what is for them or for everyone."""
    news = told.notice.news
    if not told.is_observer:
        return True
    if isinstance(news, PressNews):
        sent = told.letters[news.text]
        return (
            sent.to_observers
            or sent.to_unnamed
            or (sent.recipients.are_everyone and told.states[-1].settings.press.observers_read)
        )
    return not isinstance(news, FOR_PLAYERS + FOR_SOMEBODY) and not _named_as_own(news)


SECRECY = (
    nothing_secret_is_told,
    plans_and_votes_are_told_to_their_owners,
    the_settings_say_who_is_named,
    letters_hide_their_writers,
    observers_are_told_what_is_public,
)


def parts(value: object) -> Iterator[object]:
    """A value, and everything in it that is not public as a whole."""
    yield value
    if isinstance(value, PUBLIC):
        return
    if is_dataclass(value):
        for one in fields(value):
            yield from parts(getattr(value, one.name))
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from parts(item)


class Post:
    """Follows every letter: each reaches those it is for exactly once, whenever it leaves."""

    def __init__(self) -> None:
        self.letters: dict[str, PressSent] = {}
        self.reached: Counter[tuple[Address, str]] = Counter()
        self.delivered = 0
        self._waiting: dict[str, set[Power]] = {}
        self._muted: set[tuple[int, Power]] = set()

    def expected(self, states: Sequence[Game], events: Sequence[Event]) -> Counter[tuple[Address, str]]:
        """Who should get which letter because of these events, counted from what was written and who plays."""
        due: Counter[tuple[Address, str]] = Counter()
        for was, event, game in zip(states, events, states[1:], strict=False):
            freed = {*was.press.held} - {*game.press.held}
            if isinstance(event, PressMuted):
                pairs = {(event.reader, power) for power in event.powers}
                self._muted = self._muted | pairs if event.is_on else self._muted - pairs
            if isinstance(event, PressSent):
                self.letters[event.text] = event
                freed |= set() if event.waits else {event}
            for text, powers in self._waiting.items():
                seated = {game.seats[power] for power in powers if power in game.seats}
                due.update((reader, text) for reader in self._heard(game, self.letters[text], seated))
                self._waiting[text] = {power for power in powers if power not in game.seats}
            for press in freed:
                due.update((reader, press.text) for reader in self._heard(game, press, meant(game, press)))
                named = {*press.to, *([press.thread.sender] if press.thread and press.to_unnamed else [])}
                self._waiting[press.text] = {power for power in named if power in game.vacant}
        return due

    def _heard(self, game: Game, press: PressSent, readers: set[Address]) -> set[Address]:
        """Those who have not muted the power that a letter names; the master hears everybody, where it is for them."""
        named = {PressSignature.WHITE: press.sender, PressSignature.BLACK: press.signed}.get(press.signature)
        muted = {one for one in readers if (game.readers[one], named) in self._muted}
        everyone = not (press.to or press.to_master or press.to_observers or press.to_unnamed)
        return readers - muted | (muted & {game.master} if everyone or press.to_master else set())

    def sent(self, notices: Sequence[Notice]) -> Counter[tuple[Address, str]]:
        """Who was told which letter."""
        told = Counter((one.to, one.news.text) for one in notices if isinstance(one.news, PressNews))
        self.reached += told
        self.delivered += told.total()
        return told


def meant(game: Game, press: PressSent) -> set[Address]:
    """The readers a letter is for as the game stands."""
    everyone = not (press.to or press.to_master or press.to_observers or press.to_unnamed)
    readers = {player for power, player in game.seats.items() if everyone or power in press.to}
    if everyone or press.to_master:
        readers.add(game.master)
    if press.to_observers or (everyone and game.settings.press.observers_read):
        readers |= {*game.observers}
    if press.thread and press.to_unnamed:
        unnamed = _who(game, press.thread.sender, press.thread.observer)
        readers |= {one for one in (*game.seats.values(), *game.observers) if one == unnamed}
    return readers - {_writer(game, press)}


def _who(game: Game, power: Power | None, observer: int) -> Address | None:
    """Who plays a power now, or who has that number as an observer."""
    if observer:
        return next(one for one, number in game.readers.items() if number == observer)
    return game.seats.get(power) if power else game.master


def _writer(game: Game, press: PressSent) -> Address | None:
    return _who(game, press.sender, press.observer)
