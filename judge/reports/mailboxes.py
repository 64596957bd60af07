"""News about mailboxes in words: one that fails, one that moves, a reply address made new."""

from typing import assert_never

from judge.game.people.messages import (
    Mailboxes,
    Moved,
    MoveHalfway,
    MoveOff,
    MoveToConfirm,
    Reached,
    TokenGiven,
    Unreachable,
)
from judge.game.person import Person
from judge.game.settings import Address, Language, shown_code
from judge.game.state import Game
from judge.reports.language import listing, say
from judge.reports.layout import glue
from judge.reports.pages import fill
from judge.reports.words import Words, words
from judge.rules.board import Power


def write_about_mailbox(game: Game, reader: Person, news: Mailboxes) -> Words:
    """The letter that tells one person of a mailbox, their own or another's."""
    language = reader.language
    match news:
        case Unreachable(powers, address):
            return _master(game, language, powers, address, is_back=False)
        case Reached(powers):
            return _master(game, language, powers, None, is_back=True)
        case MoveToConfirm(event, code, is_new):
            subject = say(language, "subject.move", game=game.name)
            facts = {"to": glue(event.to), "is_new": is_new, "code": shown_code(code)}
            return words(subject, fill(language, "player.move", game=game.name, **facts))
        case MoveHalfway(is_new):
            subject = say(language, "subject.move_halfway", game=game.name)
            return words(subject, fill(language, "player.moved", game=game.name, is_halfway=True, is_new=is_new))
        case MoveOff(is_new, to):
            subject = say(language, "subject.move_off", game=game.name)
            to_told = glue(to) if to else ""
            return words(subject, fill(language, "player.move_off", game=game.name, to=to_told, is_new=is_new))
        case Moved(is_new):
            subject = say(language, "subject.moved", game=game.name)
            return words(subject, fill(language, "player.moved", game=game.name, is_halfway=False, is_new=is_new))
        case TokenGiven():
            return words(say(language, "subject.token", game=game.name), fill(language, "player.token", game=game.name))
        case _:
            assert_never(news)


def _master(
    game: Game, language: Language, powers: tuple[Power, ...], address: Address | None, *, is_back: bool
) -> Words:
    names = [game.board.powers[power][language] for power in powers]
    who = listing(language, names) or say(language, "words.no_power")
    subject = say(language, "subject.reached" if is_back else "subject.unreachable", game=game.name, who=who)
    to = glue(address) if address else ""
    return words(subject, fill(language, "master.unreachable", who=who, address=to, is_back=is_back))
