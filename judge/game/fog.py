"""What of a piece of news its reader may know, where the rule book hides units that are far away."""

from dataclasses import replace

from judge.game.mastery.events import PositionCorrected
from judge.game.mastery.news import Corrected, WentBack
from judge.game.news import News, Notice
from judge.game.phases.news import Results
from judge.game.seats.news import Started
from judge.game.sight import close_as_known, known_position, sees_all
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.corrections import touched
from judge.rules.fog import sight_of


def through_fog(game: Game, notice: Notice) -> Notice:
    """A notice with nothing of a position but what its reader may know; ``game`` is as the news left it."""
    if sees_all(game, notice.to):
        return notice
    return replace(notice, news=_known(game, notice))


def _known(game: Game, notice: Notice) -> News:
    news, powers = notice.news, game.powers_of(notice.to)
    match news:
        case Results(event=event):
            return replace(news, event=close_as_known(game, event, notice.to))
        case Started(event=started):
            position = known_position(game, started.position, powers)
            return replace(news, event=replace(started, position=position))
        case WentBack(event=undone):
            position = known_position(game, undone.position, powers)
            orders = {power: given for power, given in undone.orders.items() if power in powers}
            return replace(news, event=replace(undone, position=position, orders=orders))
        case Corrected(event=corrected):
            return replace(news, event=_correction(game, corrected, powers))
        case _:
            return news


def _correction(game: Game, event: PositionCorrected, powers: tuple[Power, ...]) -> PositionCorrected:
    """The part of a correction that lies in sight once it has been made."""
    sight = sight_of(game.board, event.position, game.scouting, *powers)
    seen = tuple(one for one in event.corrections if {*touched(one)} <= sight)
    return replace(event, corrections=seen, position=known_position(game, event.position, powers))
