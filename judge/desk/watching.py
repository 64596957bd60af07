"""Lines of those who watch a game, or watch it no more."""

from judge.desk.asked import newcomer
from judge.desk.context import Context
from judge.desk.enter import unknown_game
from judge.desk.progress import InGame, Progress
from judge.game.watching.messages import StopWatching, Watch
from judge.mail.pressing import WatchGame
from judge.reports.deeds import Deed
from judge.reports.echo import Did


def watch(progress: InGame, line: str, wanted: WatchGame, context: Context) -> Progress:
    """Begin or stop to watch the game that the letter is addressed to."""
    game, name = progress.game, wanted.name
    if name and name.text.lower() != context.name:
        return progress.told(line, unknown_game(line, name))
    by = progress.person
    if not wanted.is_on:
        return progress.decided(line, StopWatching(by.address), context, Did(Deed.WATCHES_NO_MORE, game.name))
    person = game.people.get(by.address) or newcomer(by, wanted.language, game.settings)
    return progress.decided(line, Watch(person), context, Did(Deed.WATCHES, game.name))
