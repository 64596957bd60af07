"""What the master of a game has done, in words."""

from typing import assert_never

from judge.game.mastery.messages import Corrected, MasteryNews, NewMaster, NewSettings, Offer, OfferTurnedDown, WentBack
from judge.game.person import Person
from judge.game.settings import shown_code
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.corrections import corrections_named
from judge.reports.facts import centre_table, position_table
from judge.reports.front import front
from judge.reports.in_force import force
from judge.reports.language import count, say
from judge.reports.layout import glue
from judge.reports.names import power_name
from judge.reports.pages import fill
from judge.reports.terms.agreed import agreed
from judge.reports.voice import voice_of
from judge.reports.words import Words, words


def write_about_mastery(game: Game, reader: Person, news: MasteryNews) -> Words:
    """The letter that tells one person what the master did."""
    match news:
        case NewSettings():
            return _settings(game, reader, news)
        case WentBack():
            return _went_back(game, reader, news)
        case Corrected():
            return _corrected(game, reader, news)
        case Offer(code=code):
            subject = say(reader.language, "subject.offer", game=game.name)
            return words(subject, fill(reader.language, "anyone.offer", game=game.name, code=shown_code(code)))
        case OfferTurnedDown(event, is_you):
            subject = say(reader.language, "subject.offer_declined", game=game.name)
            facts = {"to": glue(event.to), "is_you": is_you}
            return words(subject, fill(reader.language, "anyone.offer_declined", game=game.name, **facts))
        case NewMaster():
            return _new_master(game, reader, news)
        case _:
            assert_never(news)


def _settings(game: Game, reader: Person, news: NewSettings) -> Words:
    """What is agreed now and was not, what was and is no longer."""
    old, new = (agreed(settings, reader.language) for settings in (news.were, news.event.settings))
    text = fill(
        reader.language,
        "all.settings",
        added=[one for one in new if one not in old],
        gone=[one for one in old if one not in new],
        votes_void=news.were.votes != news.event.settings.votes,
    )
    return words(say(reader.language, "subject.settings", game=game.name), text)


def _went_back(game: Game, reader: Person, news: WentBack) -> Words:
    event = news.event
    voice = voice_of(game, reader, event.position)
    text = fill(
        reader.language,
        "all.rolledback",
        phase=voice.phase(event.phase),
        undone=count(reader.language, "rollback.undone", len(event.undone)),
        kept=bool(event.orders),
        forces=[force(game, power, voice) for power in news.powers],
        ahead=agenda(game, reader, event.deadline, news.powers, voice),
        front=front(game, reader, voice),
        position=position_table(voice),
        centres=centre_table(voice),
    )
    return words(voice.say("subject.rolledback", game=game.name, phase=voice.phase(event.phase)), text)


def _corrected(game: Game, reader: Person, news: Corrected) -> Words:
    event = news.event
    voice = voice_of(game, reader, event.position)
    text = fill(
        reader.language,
        "all.corrected",
        phase=voice.phase(event.position.phase, "for"),
        lines=corrections_named(event.corrections, voice),
        reason=event.reason,
        lost=voice.listing(map(voice.power, news.lost)),
        front=front(game, reader, voice),
        position=position_table(voice),
        centres=centre_table(voice),
    )
    return words(voice.say("subject.corrected", game=game.name), text)


def _new_master(game: Game, reader: Person, news: NewMaster) -> Words:
    language = reader.language
    power = power_name(news.power, game.board, language).name if news.power else ""
    text = fill(language, "all.master", game=game.name, is_you=news.is_you, power=power, voted=news.event.by is None)
    return words(say(language, "subject.master", game=game.name), text)
