"""Lines of those who watch a game, or watch it no more."""

from judge.desk.asked import newcomer
from judge.desk.enter import wrong_game
from judge.desk.progress import Progress, Reading
from judge.desk.sources import Sources
from judge.game.watching.messages import StopWatching, Watch
from judge.mail.pressing import WatchGame
from judge.reports.deeds import Deed
from judge.reports.echo import Did


def watch(progress: Progress, line: str, wanted: WatchGame, reading: Reading, sources: Sources) -> Progress:
    """Begin or stop to watch the game that the letter is addressed to."""
    game, name = progress.game, wanted.name
    if game is None or (name and name.text.lower() != sources.named):
        return progress.told(line, wrong_game(line, name))
    by = progress.person
    if not wanted.is_on:
        return progress.decided(line, StopWatching(by.address), reading, Did(Deed.WATCHES_NO_MORE, game.name))
    person = game.people.get(by.address) or newcomer(by, wanted.language, game.settings)
    return progress.decided(line, Watch(person), reading, Did(Deed.WATCHES, game.name))
