"""Strategists who share a seat: the lines by which one is asked, and agrees; what the others see of each letter."""

from collections.abc import Iterator, Sequence

from judge.desk.asked import newcomer
from judge.desk.progress import Progress, Reading
from judge.desk.sources import Sources
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.strategists.commands import AskStrategist, ShareSeat
from judge.mail.from_header import is_address
from judge.mail.succession import NamePartner, Share
from judge.notation.misread import Misread
from judge.reports.deeds import Deed
from judge.reports.echo import Answered, Barred, Did, Kept, Ordered, PressTaken, SentOut, Unkept, Unknown, Wrong

_PERSONAL = frozenset(
    {
        Deed.SEAT_SHARED,
        Deed.PAIR_AGREED,
        Deed.SEAT_LEFT,
        Deed.PREFERENCE_SET,
        Deed.SENT_AGAIN,
        Deed.MOVE_ASKED,
        Deed.TOKEN_RENEWED,
        Deed.TOKEN_GIVEN,
        Deed.GAZETTE_ON,
        Deed.GAZETTE_OFF,
        Deed.NO_GAZETTE,
    }
)
"""What concerns the writer of a letter alone, whoever shares the seat."""


def share(progress: Progress, line: str, asked: NamePartner | Share, reading: Reading, sources: Sources) -> Progress:
    """Ask somebody to share one's seat, or agree to."""
    game, by = progress.game, progress.person.address
    if isinstance(asked, Share):
        deed = Deed.SEAT_SHARED if game and game.position else Deed.PAIR_AGREED
        return progress.decided(line, ShareSeat(by), reading, Did(deed))
    address = asked.who.text.strip("<>()").lower()
    if not is_address(address):
        who = asked.who
        return progress.told(line, Wrong.at(Unknown.VALUE, who, ("name@example.org",)))
    if game is None:
        return progress.told(line, Refused(Refusal.NOT_A_PLAYER))
    stranger = Person(Address(address), sources.secret(), asked.language)
    player = game.people.get(stranger.address) or newcomer(stranger, asked.language, game.settings)
    return progress.decided(line, AskStrategist(by, player), reading, Did(Deed.STRATEGIST_ASKED, address))


def partners(progress: Progress) -> Iterator[tuple[Person, Sequence[Answered]]]:
    """Everyone who shares the writer's seat, with what they are shown of the letter; nobody where it did nothing."""
    game, by = progress.game, progress.person.address
    shown = tuple(one for one in progress.answers if _concerns_the_seat(one))
    if game is None or not progress.events or not any(not isinstance(one.answer, Refused) for one in shown):
        return
    players = dict.fromkeys(one for power in game.powers_of(by) for one in game.players_of(power) if one != by)
    for player in players:
        yield game.people[player], shown


def _concerns_the_seat(answered: Answered) -> bool:
    """Orders, press, commands, and what was wrong with them; neither what was only asked, nor what is personal."""
    match answered.answer:
        case Did(deed):
            return deed not in _PERSONAL and deed is not Deed.PLAIN_WORDS
        case Ordered() | SentOut() | PressTaken() | Kept() | Unkept() | Misread() | Wrong() | Barred() | Refused():
            return True
        case _:
            return False
