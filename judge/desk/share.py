"""Strategists who share a seat: the lines by which one is asked, and agrees; what the others see of each letter."""

from collections.abc import Iterator, Sequence

from judge.desk.asked import newcomer, read_address
from judge.desk.context import Context
from judge.desk.office import fresh_secret
from judge.desk.progress import InGame, Progress
from judge.game.person import Person
from judge.game.refusals import Refused
from judge.game.strategists.messages import AskStrategist, ShareSeat
from judge.mail.succession import NamePartner, Share
from judge.notation.misread import Misread
from judge.reports.deeds import Deed
from judge.reports.echo import Answered, Barred, Did, Kept, Ordered, PressTaken, SentOut, Unkept, Wrong

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


def ask_strategist(progress: InGame, line: str, asked: NamePartner, context: Context) -> Progress:
    """Ask somebody to share one's seat."""
    game, address = progress.game, read_address(asked.who)
    if isinstance(address, Wrong):
        return progress.told(line, address)
    stranger = Person(address, fresh_secret(), asked.language)
    player = game.people.get(address) or newcomer(stranger, asked.language, game.settings)
    command = AskStrategist(progress.person.address, player)
    return progress.decided(line, command, context, Did(Deed.STRATEGIST_ASKED, address))


def share_seat(progress: InGame, line: str, _: Share, context: Context) -> Progress:
    """Agree to share a seat."""
    deed = Deed.SEAT_SHARED if progress.game.position else Deed.PAIR_AGREED
    return progress.decided(line, ShareSeat(progress.person.address), context, Did(deed))


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
