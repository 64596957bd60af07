"""Letters of strategists who share a seat: the question, the answer, what one of them has written."""

from collections.abc import Sequence
from typing import assert_never

from judge.game.person import Person
from judge.game.state import Game
from judge.game.strategists.messages import (
    PairAgreed,
    PairChanged,
    PairWanted,
    SeatShared,
    SeatToShare,
    StrategistDeclined,
    StrategistJoined,
    StrategistLeft,
    StrategistNews,
    StrategistsChanged,
)
from judge.reports.deadlines import agenda
from judge.reports.echo import Answered, Did
from judge.reports.language import listing, say
from judge.reports.layout import quoted
from judge.reports.lines import Echo, Tone, echo
from judge.reports.names import powers_listed
from judge.reports.orders import force
from judge.reports.pages import Words, fill, words
from judge.reports.scouts import scouts
from judge.reports.succession import write_seat_yours
from judge.reports.tasks import example
from judge.reports.voice import voice_of
from judge.reports.votes import own_votes
from judge.rules.board import Power

_WHAT = {StrategistJoined: "joined", StrategistDeclined: "declined", StrategistLeft: "left"}
_SUBJECTS = {
    StrategistJoined: "subject.share_joined",
    StrategistDeclined: "subject.share_declined",
    StrategistLeft: "subject.share_left",
}


def write_about_strategists(game: Game, reader: Person, news: StrategistNews) -> Words:
    """The letter that tells one person who shares a seat."""
    match news:
        case PairWanted(by):
            text = fill(reader.language, "strategist.pair", game=game.name, by=by)
            return words(say(reader.language, "subject.to_pair", game=game.name), text)
        case PairChanged(event, other):
            what = "agreed" if isinstance(event, PairAgreed) else "for_one" if event.is_for_one else "declined"
            text = fill(reader.language, "strategist.paired", game=game.name, other=other, what=what)
            return words(say(reader.language, f"subject.pair_{what}", game=game.name), text)
        case SeatToShare(power, by):
            text = _filled(game, reader, power, "strategist.asked", by=by)
            return words(_subject(game, reader, power, "subject.to_share"), text)
        case SeatShared(power, others):
            return write_seat_yours(game, reader, power, listing(reader.language, others))
        case StrategistsChanged(event, is_own):
            what = _WHAT[type(event)]
            who = event.player if is_own else ""
            text = _filled(game, reader, event.power, "strategist.changed", what=what, who=who)
            return words(_subject(game, reader, event.power, _SUBJECTS[type(event)]), text)
        case _:
            assert_never(news)


def write_copy(game: Game, reader: Person, who: Person, answers: Sequence[Answered]) -> Words:
    """What somebody who shares the reader's seat has written, line by line, and what is in force now."""
    powers, position = game.powers_of(reader.address), game.open_position or game.position
    assert position is not None
    voice = voice_of(game, reader, position)
    is_open = game.open_position is not None
    tone = Tone(voice, reader.zone, example(powers, voice) if is_open else "", keeps=game.settings.advance)
    text = fill(
        reader.language,
        "strategist.copy",
        game=game.name,
        who=who.address,
        power=_named(game, reader, powers[0]),
        echoes=[_echo(answered, tone, is_own=who.language == reader.language) for answered in answers],
        forces=[force(game, power, voice) for power in powers] if is_open else [],
        scouts=[found for power in powers if is_open and (found := scouts(game, power, voice))],
        ahead=agenda(game, reader, game.deadline, powers, voice) if game.deadline else None,
        votes=own_votes(game, powers, reader.language),
    )
    return words(_subject(game, reader, powers[0], "subject.share_copy"), text)


def _echo(answered: Answered, tone: Tone, *, is_own: bool) -> Echo:
    """A line with its answer; what was done is named in its writer's language, so that others are told less of it."""
    match answered.answer:
        case Did(_, what) if what and not is_own:
            return Echo(quoted(answered.line), (tone.voice.say("line.done"),))
        case _:
            return echo(answered, tone)


def _subject(game: Game, reader: Person, power: Power, key: str) -> str:
    return say(reader.language, key, game=game.name, power=_named(game, reader, power))


def _named(game: Game, reader: Person, power: Power) -> str:
    return powers_listed(game.seat_of(power), game.board, reader.language)


def _filled(game: Game, reader: Person, power: Power, template: str, **facts: object) -> str:
    return fill(reader.language, template, game=game.name, power=_named(game, reader, power), **facts)
