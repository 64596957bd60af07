"""The ids that news hangs under in a mail program: those of its game, of its phase, of who writes to whom."""

from collections.abc import Sequence

from judge.game.messages import Event, Notice
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import PressNews, PressWriter
from judge.game.state import Game
from judge.handlers.services import Services


def phase_references(services: Services, game: Game, events: Sequence[Event]) -> tuple[str, ...]:
    """Return the ids a mail program hangs a letter under: the game's, then that of the phase it speaks of."""
    closed = next((event for event in events if isinstance(event, PhaseClosed)), None)
    phase = closed.before.phase if closed else game.position.phase if game.position else None
    root = f"<{game.name}@{services.host}>"
    return (root, f"<{game.name}.{phase}@{services.host}>") if phase else (root,)


def press_references(services: Services, game: Game, notice: Notice) -> tuple[str, ...]:
    """Return the ids that press hangs under: the game's, then that of its writer and readers together.

    They are those it names, so that a reply hangs with what it replies to, whatever the subjects are. Press that does
    not say who wrote it, or whom it is for, hangs with its phase, and with the first letter of its exchange.
    """
    if not isinstance(notice.news, PressNews) or notice.news.writer in {PressWriter.UNSIGNED, PressWriter.OBSERVER}:
        return ()
    to = notice.news.to
    if to.unnamed:
        return ()
    named = {notice.news.writer, *to.powers, *((PressWriter.MASTER,) if to.master else ())}
    names = sorted(one.value if isinstance(one, PressWriter) else one for one in named)
    among = "everyone" if to.are_everyone or to.observers else " ".join(names)
    return (
        f"<{game.name}@{services.host}>",
        f"<{game.name}.press.{services.opaque_id(game.name, among)}@{services.host}>",
    )
