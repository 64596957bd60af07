"""Who is told what the master of a game has done: everyone, of everything but an offer that nobody has accepted."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.mastery.after import lost_orders
from judge.game.mastery.events import (
    CloseForced,
    GameDeclined,
    GameOffered,
    MasterChanged,
    MasteryEvent,
    PositionCorrected,
    RolledBack,
    SettingsChanged,
)
from judge.game.mastery.news import Corrected, MasteryNews, NewMaster, NewSettings, Offer, OfferTurnedDown, WentBack
from judge.game.news import Notice
from judge.game.settings import Address
from judge.game.state import Game


def mastery_notices(was: Game, game: Game, event: MasteryEvent) -> Iterator[Notice]:
    """The notices of one of these events, which turned ``was`` into ``game``."""
    if isinstance(event, GameOffered):
        yield _to_candidate(game, event.to, Offer(event, event.code))
    elif isinstance(event, GameDeclined):
        yield Notice(game.master, OfferTurnedDown(event, is_you=False))
        yield _to_candidate(game, event.to, OfferTurnedDown(event, is_you=True))
    elif not isinstance(event, CloseForced):  # the results say by whom the phase was closed
        for reader in dict.fromkeys((*was.audience, *game.audience)):
            yield Notice(reader, _news(was, game, event, reader))


def _to_candidate(game: Game, to: Address, news: MasteryNews) -> Notice:
    """Somebody who may have no part in the game yet reads as its master does."""
    known = to in game.people
    return Notice(to if known else game.master, news, at=None if known else to)


def _news(
    was: Game, game: Game, event: SettingsChanged | RolledBack | PositionCorrected | MasterChanged, reader: Address
) -> MasteryNews:
    powers = game.powers_of(reader)
    match event:
        case SettingsChanged():
            return NewSettings(event, was.settings)
        case RolledBack():
            return WentBack(event, powers)
        case PositionCorrected():
            lost = tuple(power for power in lost_orders(was, event) if power in powers)
            return Corrected(event, powers, lost)
        case MasterChanged(master):
            by_power = event.by is None or not game.settings.access.anonymous
            power = next(iter(game.powers_of(master.address)), None) if by_power else None
            return NewMaster(event, reader == master.address, power)
        case _:
            assert_never(event)
