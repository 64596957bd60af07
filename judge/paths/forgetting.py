"""The path of one forgetting: seats are left, files beside the database go, then all of it in one transaction.

At the end the database and the spool are written anew, so that nothing of what was deleted is left between their rows.
"""

import json
import logging
import re
import shutil
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.messages import Command
from judge.game.press.messages import StopWatching
from judge.game.refusals import Refused
from judge.game.replacements.messages import Resign
from judge.game.seats.messages import LeaveGame
from judge.game.settings import Address, GameName
from judge.game.state import Game
from judge.handlers.outgoing import letters_of_news
from judge.handlers.plans import what_follows
from judge.handlers.services import Services, is_own_fault
from judge.handlers.transaction import new_transaction, with_game_fingerprints
from judge.languages import LANGUAGES, language_folder
from judge.mail.maildir import mailbox_of
from judge.requests.vocabulary import vocabulary
from judge.rules.board_file import board_names, board_text
from judge.store.forgetting import Forgetting, ForgottenPerson, JudgesWords
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from judge.store.spool import spool_path
from judge.system.files import sync_folder, write_whole
from judge.system.log import error_file

_log = logging.getLogger("judge")


def forget_due(services: Services) -> bool:
    """Forget the first of those whose hour has come; False where there is none.

    A fault of the judge's own over one of them keeps nobody else waiting: that one is tried again later.
    """
    return any(_forget_one(services, one) for one in services.store.due_forgettings())


def _forget_one(services: Services, address: str) -> bool:
    try:
        return forget(services, Address(address)) if address else write_anew(services)
    except Exception as error:
        if not is_own_fault(error):
            raise
        _log.exception("a fault of the judge's own: somebody who is to be forgotten is not yet")
        later = services.clock.now() + _TRIED_AGAIN_AFTER
        wish = Subscription(Publication.FORGETTING, Address(address), is_on=True, alarm=later)
        services.store.commit(Transaction(None, LetterStatus.DONE, subscriptions=(wish,)))
        return False


def forget(services: Services, address: Address) -> bool:
    """Forget somebody; later where a letter to others that bears their words waits, or a game has gone on."""
    for name in services.store.games_of(address):
        _leave(services, name, address)
    plan = services.store.find_forgetting(address, judges_words())
    if plan.wait or plan.is_early:
        services.store.put_off_forgetting(plan, services.clock.now() + _TRIED_AGAIN_AFTER)
        return True
    _forget_files(services, plan)
    return services.store.forget(plan)


_TRIED_AGAIN_AFTER = timedelta(minutes=10)
"""After how long it is tried again: a letter that waits is given up after some days at the latest."""


def _leave(services: Services, name: GameName, address: Address) -> None:
    """Leave a game as by RESIGN, LEAVE, UNWATCH; whoever goes on is told, and what follows of it happens."""
    game, now = services.game(name), services.clock.now()
    while game is not None and not game.ended:
        before, trail = game, Trail(game)
        for command in _ways_out(game, address):
            events = decide(trail.game, command, now)
            trail = trail if isinstance(events, Refused) else trail.on(events)
        if not trail.steps:
            return
        trail = with_game_fingerprints(services, Trail(before, (*trail.steps, *what_follows(trail.game, now).steps)))
        if services.store.commit(new_transaction(services, trail, letters_of_news(services, trail))):
            return
        game = services.game(name)


def _ways_out(game: Game, address: Address) -> Iterator[Command]:
    if game.position is not None:
        yield Resign(address, at_once=True)
    yield LeaveGame(address)
    yield StopWatching(address)


# --- what tells a name


_LISTING = {"player", "players", "standings", "statistics", "tournament", "teams", "blocked"}
"""The verbs to which the judge answers with people's names."""


@cache
def judges_words() -> JudgesWords:
    """The words of the judge's texts, boards and orders, and what stands in letters that list people.

    That is the line that asked, as an answer quotes it, else a Message-ID of a gazette, a zine or a tournament.
    """
    pages = [
        *(one for language in LANGUAGES for one in language_folder(language).rglob("*.*")),
        *(files("judge.notation") / "tables").iterdir(),
    ]
    texts = [*(one.read_text(encoding="utf-8") for one in pages if one.is_file()), *map(board_text, board_names())]
    words = {word for text in texts for word in re.findall(r"\w+", text.casefold())}
    verbs = "|".join(re.escape(form) for form, key, _ in vocabulary().words if key.removeprefix("verbs.") in _LISTING)
    asked = rf"^> (?:{verbs})(?: \S+){{0,2}}\W*$"
    return JudgesWords(words, re.compile(rf"(?im){asked}|<(?:tournament|{'|'.join(_ISSUES)})\."))


_ISSUES = (Publication.GAZETTE.value, Publication.ZINE.value)


# --- files beside the database


def _forget_files(services: Services, plan: Forgetting) -> None:
    """Remove their mailboxes, letters to others that bear their words, pages with them, lines of the log of faults.

    All of it is gone from the disk before the database forgets who they were.
    """
    folders, person = services.config.folders, plan.person
    changed = {one for one in (folders.mailboxes, folders.archive, folders.data) if one.is_dir()}
    for address in person.addresses:
        shutil.rmtree(mailbox_of(folders.mailboxes, address), ignore_errors=True)
    for path in _letters_in(folders.mailboxes):
        if person.is_in_letter(path.read_bytes()):
            path.unlink()
            changed.add(path.parent)
    for name in plan.events:
        _forget_pages(folders.archive / name, person)
    errors = error_file(folders.data)
    if errors.exists():
        lines = errors.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        write_whole(errors, "".join(line for line in lines if not person.is_in(_says(line))))
    for folder in sorted(changed):
        sync_folder(folder)


def _letters_in(mailboxes: Path) -> Sequence[Path]:
    return [path for part in ("new", "cur", "tmp") for path in mailboxes.glob(f"*/{part}/*") if path.is_file()]


def _forget_pages(folder: Path, person: ForgottenPerson) -> None:
    """Have the pages of a game written anew where one of them bears words of theirs."""
    pages = [path for path in folder.rglob("*.txt") if path.is_file()]
    if any(person.is_in(path.read_text(encoding="utf-8", errors="replace")) for path in pages):
        shutil.rmtree(folder)


def _says(line: str) -> str:
    try:
        return str(json.loads(line)["says"])
    except (ValueError, KeyError, TypeError):
        return line


# --- nothing is left between the rows


def write_anew(services: Services) -> bool:
    """Write the database and the spool anew, without what was deleted; False where that must be done once more."""
    services.store.drop_taken_from(spool_path(services.config.folders.data))
    return services.store.write_anew()
