"""The pages of the archive that events bring, and what a page still to come is made of."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from judge.game.effect import Transition
from judge.game.mastery.messages import ActAgreed, PositionCorrected, RolledBack, SettingsChanged
from judge.game.messages import Event
from judge.game.moving.messages import PositionTakenOver
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.messages import PressSent
from judge.game.press.rules import is_public_press, released_press
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.war.messages import WarEvent

_WITH_PAGES = (
    GameStarted
    | PhaseClosed
    | GameEnded
    | PowerJoined
    | ActAgreed
    | PositionCorrected
    | RolledBack
    | SettingsChanged
    | PositionTakenOver
)


def adds_pages(events: Iterable[Event]) -> bool:
    """Whether events add a page to the archive."""
    return any(isinstance(event, _WITH_PAGES | WarEvent) for event in events)


@dataclass(frozen=True)
class OpenPages:
    """What has been since a phase last closed: the public press sent, the titles of pages, all of one number."""

    press: tuple[PressSent, ...] = ()
    titles: tuple[str, ...] = ()

    def press_with(self, step: Transition[Event]) -> tuple[PressSent, ...]:
        """The public press with what an event has sent, itself or because it is kept back no longer."""
        event = step.event
        out = (event,) if isinstance(event, PressSent) and not event.waits else ()
        freed = released_press(step.before, step.after) if step.before.press.held else ()
        return (*self.press, *filter(is_public_press, (*out, *freed)))

    def name_of(self, step: Transition[Event]) -> tuple[int, str] | None:
        """The number and the title of the page of an event, which no other page has; None where it has no page."""
        numbered = _number_and_title(step)
        if numbered is None:
            return None
        number, title = numbered
        named = re.compile(rf"{re.escape(title)}(-\d+)?")
        same = sum(bool(named.fullmatch(other)) for other in self.titles)
        return number, f"{title}-{same + 1}" if same else title

    def after(self, step: Transition[Event]) -> "OpenPages":
        """What there is after an event."""
        if isinstance(step.event, PhaseClosed):
            return OpenPages()
        name = self.name_of(step)
        after = OpenPages(self.press_with(step), (*self.titles, name[1]) if name else self.titles)
        return self if after == self else after


def _number_and_title(step: Transition[Event]) -> tuple[int, str] | None:
    """The number and the title of the page of an event, before titles are made different."""
    game, following = step.after, step.after.phases_closed + 1
    if game.settings.practice:
        return None
    match step.event:
        case GameStarted():
            return 0, "opening"
        case PhaseClosed(number, before):
            return number, str(before.phase)
        case PowerJoined():
            return following, f"{game.position.phase if game.position else ''}-joined"
        case ActAgreed(phase=phase):
            return following, f"{phase}-agreed"
        case PositionCorrected(position=position):
            return following, f"{position.phase}-corrected"
        case PositionTakenOver(position=position):
            return following, f"{position.phase}-taken"
        case _ if isinstance(step.event, WarEvent) and game.position:
            return following, f"{game.position.phase}-decided"
        case SettingsChanged() if game.position:
            return following, f"{game.position.phase}-settings"
        case RolledBack(phase=phase):
            return following, f"{phase}-undone"
        case GameEnded():
            return following, "end"
        case _:
            return None
