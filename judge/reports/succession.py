"""News of seats that change hands, in words."""

from typing import assert_never

from judge.game.person import Person
from judge.game.press.post import may_write
from judge.game.replacements.messages import (
    Displaced,
    OfferOver,
    ReplacementNews,
    ReplacementSought,
    SearchEnded,
    SeatGone,
    SeatNotice,
    SeatOffered,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    SeatYours,
    StandbyAsked,
)
from judge.game.state import Game
from judge.reports.briefing import briefing
from judge.reports.deadlines import agenda
from judge.reports.facts import centre_table, position_table
from judge.reports.front import front
from judge.reports.language import listing, moment, say
from judge.reports.names import power_name, powers_listed
from judge.reports.pages import Words, fill, words
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Power


def write_succession(game: Game, reader: Person, news: ReplacementNews) -> Words:
    """The letter that tells one person what has become of a seat."""
    match news:
        case SeatNotice(event):
            return _of_the_seat(game, reader, event)
        case SeatGone(power):
            return _letter(
                game,
                reader,
                power,
                "player.gone",
                "subject.seat_gone",
                why=news.why.value,
                may_return=news.may_return,
                reads_on=reader.address in game.audience,
            )
        case SeatOffered(event):
            return _offered(game, reader, event)
        case OfferOver(power, is_named):
            return _letter(game, reader, power, "standby.over", "subject.seat_over", is_named=is_named)
        case SeatYours(power, is_back):
            return write_seat_yours(game, reader, power, is_back=is_back)
        case Displaced(power):
            return _letter(game, reader, power, "standby.displaced", "subject.seat_displaced")
        case _:
            assert_never(news)


def _letter(game: Game, reader: Person, power: Power, template: str, subject: str, /, **facts: object) -> Words:
    """A letter about one seat; the last word of the name of its subject says what has become of it."""
    seat, language = game.seat_of(power), reader.language
    named = [power_name(each, game.board, language) for each in seat]
    spoken = powers_listed(seat, game.board, language)
    text = fill(
        reader.language,
        template,
        game=game.name,
        what=subject.rpartition("_")[2],
        power=spoken,
        one_power=game.board.powers[power][language],
        is_several=len(seat) > 1,
        the_power=listing(language, [each.name for each in named]),
        to_power=listing(language, [each.to for each in named]),
        **facts,
    )
    return words(say(reader.language, subject, game=game.name, power=spoken), text)


def _of_the_seat(
    game: Game, reader: Person, event: SeatVacated | ReplacementSought | SearchEnded | SeatTaken | SeatReturned
) -> Words:
    key = {
        SeatVacated: "subject.seat_vacated",
        ReplacementSought: "subject.seat_sought",
        SearchEnded: "subject.seat_stays",
        SeatTaken: "subject.seat_taken",
        SeatReturned: "subject.seat_returned",
    }[type(event)]
    why = event.why.value if isinstance(event, SeatVacated | ReplacementSought) else ""
    vacancy = game.vacancies.get(event.power)
    fresh = event.deadline if isinstance(event, SeatTaken | SeatReturned) else None
    return _letter(
        game,
        reader,
        event.power,
        "all.seat",
        key,
        why=why,
        deadline=moment(fresh.at, reader.zone, reader.language) if fresh else "",
        is_asked=bool(game.standbys),
        is_named=bool(vacancy and vacancy.offer and vacancy.offer.is_named),
        waits=bool(game.settings.missing.standby_wait),
    )


def _offered(game: Game, reader: Person, event: StandbyAsked) -> Words:
    voice = _voice(game, reader)
    return _letter(
        game,
        reader,
        event.power,
        "standby.asked",
        "subject.seat_asked",
        until=moment(event.until, reader.zone, reader.language),
        has_left=event.power not in game.seats,
        is_named=event.named is not None,
        **_board(game, reader, event.power, voice),
    )


def write_seat_yours(
    game: Game, reader: Person, power: Power, shared_with: str = "", *, is_back: bool = False
) -> Words:
    """The seat is the reader's, perhaps with somebody else: the position, what is to be written."""
    voice = _voice(game, reader)
    return _letter(
        game,
        reader,
        power,
        "player.yours",
        "subject.seat_yours",
        is_back=is_back,
        shared_with=shared_with,
        briefing=None if is_back else briefing(game, reader),
        may_write=may_write(game, reader.address),
        **_board(game, reader, power, voice),
    )


def _voice(game: Game, reader: Person) -> Voice:
    assert game.open_position is not None
    return voice_of(game, reader, game.open_position)


def _board(game: Game, reader: Person, power: Power, voice: Voice) -> dict[str, object]:
    """The open phase for somebody who has, or may have, the seat of a power."""
    assert game.deadline is not None
    return {
        "ahead": agenda(game, reader, game.deadline, game.seat_of(power), voice),
        "front": front(game, reader, voice),
        "position": position_table(voice),
        "centres": centre_table(voice),
        "rulebook": game.settings.rulebook,
    }
