"""Letters out: words put into envelopes, each with an id that is a function of what it tells."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.desk.office import Office
from judge.game.commands import Person
from judge.game.events import Event, PhaseClosed
from judge.game.notices import notices
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.addresses import bounce_address, confirmation_address, reply_address
from judge.mail.compose import Sheet, compose
from judge.reports.words import Words
from judge.reports.write import write_notice
from judge.store.values import Outgoing


@dataclass(frozen=True)
class Thread:
    """Where a letter hangs: its own id, the letter it answers, the ids above it (RFC 5322 3.6.4)."""

    message_id: str
    answers: str | None = None
    above: tuple[str, ...] = ()


def news(office: Office, before: Game | None, game: Game, events: Sequence[Event]) -> tuple[Outgoing, ...]:
    """The letters that tell what ``events`` did to the game that stood as ``before`` and stands as ``game``.

    The id of a letter is made of the game, the version the events follow and the letter's place among them, so a
    letter written twice after a crash is the same letter.
    """
    seen = before.version if before else 0
    above = _above(office, game, events)
    return tuple(
        to_person(
            office,
            game,
            game.people[notice.to],
            write_notice(game, notice),
            Thread(f"<{game.name}.{seen}.{place}@{_host(office)}>", above=above),
        )
        for place, notice in enumerate(notices(before, events))
    )


def _above(office: Office, game: Game, events: Sequence[Event]) -> tuple[str, ...]:
    """What a mail program hangs the letter under: the game, then the phase it speaks of."""
    closed = next((event for event in events if isinstance(event, PhaseClosed)), None)
    phase = closed.before.phase if closed else game.position.phase if game.position else None
    root = f"<{game.name}@{_host(office)}>"
    return (root, f"<{game.name}.{phase}@{_host(office)}>") if phase else (root,)


def to_person(office: Office, game: Game, person: Person, words: Words, thread: Thread) -> Outgoing:
    """A letter to a person of a game; a plain reply to it acts for that person."""
    reply_to = reply_address(office.config.judge.address, game.name, person.token)
    return _envelope(office, person.address, words, thread, reply_to, game)


def to_stranger(office: Office, to: Address, words: Words, thread: Thread) -> Outgoing:
    """A letter to somebody who has no seat; a reply to it is an ordinary letter to the judge."""
    return _envelope(office, to, words, thread, office.config.judge.address)


def to_confirm(office: Office, to: Address, words: Words, thread: Thread, code: str) -> Outgoing:
    """A confirmation request: a plain reply to it proves that the waiting letter is theirs."""
    return _envelope(office, to, words, thread, confirmation_address(office.config.judge.address, code))


def _envelope(
    office: Office, to: Address, words: Words, thread: Thread, reply_to: str, game: Game | None = None
) -> Outgoing:
    judge = office.config.judge
    sheet = Sheet(
        sender_name=judge.name,
        sender_address=judge.address,
        reply_to=reply_to,
        to=to,
        subject=words.subject,
        text=words.text,
        message_id=thread.message_id,
        date=office.clock.now(),
        in_reply_to=thread.answers,
        references=(*thread.above, *((thread.answers,) if thread.answers else ())),
        list_id=f"{game.name if game else 'judge'}.{_host(office)}",
        automatic="replied" if thread.answers else "generated",
    )
    name = game.name if game else None
    return Outgoing(thread.message_id, name, to, bounce_address(judge.address), compose(sheet))


def _host(office: Office) -> str:
    return office.config.judge.address.rpartition("@")[2]
