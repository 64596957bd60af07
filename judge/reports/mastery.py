"""Letters about what the master of a game has done, corrections in words, the overview a master may ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.mastery.messages import Corrected, MasteryNews, NewMaster, NewSettings, Offer, OfferTurnedDown, WentBack
from judge.game.mastery.permissions import is_apart, knows_addresses
from judge.game.orders.standing import expected
from judge.game.person import Person
from judge.game.phases.close import waited_for
from judge.game.settings import Address, shown_code
from judge.game.sight import is_waiting_told
from judge.game.state import Game
from judge.game.votes.count import counted
from judge.reports.board import health_told, power_told
from judge.reports.deadlines import agenda
from judge.reports.facts import centre_table, position_table
from judge.reports.front import front
from judge.reports.language import count, days_named, say
from judge.reports.layout import glue, hanging
from judge.reports.names import power_name
from judge.reports.orders import force
from judge.reports.pages import Words, fill, words
from judge.reports.terms import agreed
from judge.reports.voice import Voice, voice_of
from judge.reports.votes import told_of_votes
from judge.rules.board import Corps, Power, Unit
from judge.rules.corrections import AddUnit, Correction, GiveCentre, MoveUnit, RemoveUnit, SetHealth, SetStrength


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


# --- corrections


def corrections_named(corrections: Sequence[Correction], voice: Voice) -> tuple[str, ...]:
    """Each correction as a line."""
    return tuple(correction_named(one, voice) for one in corrections)


def correction_named(correction: Correction, voice: Voice) -> str:
    """One correction; regions by their names."""
    match correction:
        case AddUnit(power, kind, at, troop):
            unit = Unit(power, kind, at, corps=Corps(troop, 0, 0, 0) if troop else None)
            return voice.say("correction.add", unit=voice.unit(unit), power=voice.power(power))
        case SetHealth(at, health):
            told = glue(health_told(health, voice.language))
            return voice.say("correction.health", at=voice.region(at, "of"), health=told)
        case SetStrength(at, attack, support, defence):
            told = power_told(attack, support, defence, voice.language)
            return voice.say("correction.strength", at=voice.region(at, "of"), power=told)
        case RemoveUnit(at):
            return voice.say("correction.remove", at=voice.region(at, "of"))
        case MoveUnit(at, to):
            return voice.say("correction.move", at=voice.region(at, "of"), to=voice.region(to, "at"))
        case GiveCentre(centre, to):
            owner = voice.to_power(to) if to else say(voice.language, "correction.nobody")
            key = "correction.owner"
            return voice.say(key, at=voice.region(centre, "of"), owner=glue(owner))
        case _:
            assert_never(correction)


# --- the overview


@dataclass(frozen=True)
class Unsent:
    """Letters to one person that do not arrive: those still tried, those given up."""

    waiting: int
    given_up: int


def write_overview(game: Game, reader: Person, unsent: Mapping[Address, Unsent]) -> str:
    """The game as its master may see it at any time; orders are sealed for the master, too."""
    names = {power: spoken[reader.language] for power, spoken in game.board.powers.items()}
    tell = knows_written(game, reader)
    width = max(map(len, names.values())) + 4
    rows = [
        hanging(f"  {names[power]}", _row(game, reader, power, unsent, tell=tell).split(" "), width)
        for power in game.board.powers
    ]
    return fill(
        reader.language,
        "master.report",
        game=game.name,
        is_started=game.position is not None,
        joined=len(game.players),
        needed=len(game.board.seats),
        rows=rows if game.position else (),
        absences=_absences(game, reader),
        votes=told_of_votes(counted(game), game.board, reader.language),
    )


def knows_written(game: Game, reader: Person) -> bool:
    """Whether a reader may know who has written: a master without a seat, everyone where the game tells it."""
    return is_waiting_told(game, reader.address) or is_apart(game, reader.address)


def _row(game: Game, reader: Person, power: Power, unsent: Mapping[Address, Unsent], *, tell: bool) -> str:
    language, players = reader.language, game.players_of(power)
    if not players:
        return say(language, "overview.nobody")
    said = [glue(player) for player in players] if knows_addresses(game, reader.address) else []
    said += [written(game, power, reader)] if tell else []
    letters = [unsent.get(player, Unsent(0, 0)) for player in players]
    waiting, given_up = sum(one.waiting for one in letters), sum(one.given_up for one in letters)
    said += [count(language, "overview.waiting", waiting)] if waiting else []
    said += [count(language, "overview.given_up", given_up)] if given_up else []
    said += [say(language, "overview.unreachable")] if game.mail.unreachable.intersection(players) else []
    return say(language, "words.comma").join(said) or say(language, "overview.played")


def written(game: Game, power: Power, reader: Person) -> str:
    """How far a power has written for the open phase, nothing of what."""
    if power not in expected(game):
        return say(reader.language, "overview.owes_nothing")
    if power not in waited_for(game):
        return say(reader.language, "overview.complete")
    return say(
        reader.language,
        "overview.partly" if game.orders.get(power) or game.errands.get(power) else "overview.not_written",
    )


def _absences(game: Game, reader: Person) -> Sequence[str]:
    if not (game.settings.timing.tell_absences or is_apart(game, reader.address)):
        return ()
    return tuple(
        say(
            reader.language,
            "overview.absence",
            power=game.board.powers[power][reader.language],
            days=days_named(absence.first, absence.last, reader.language),
        )
        for power, address in game.all_seated
        for absence in game.absences_of(address)
    )
