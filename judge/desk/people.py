"""Settings changed by a line of a letter: of a game, of how a person reads, of their mailbox."""

from collections.abc import Collection, Iterator

from judge.desk.asked import changed_settings, person_settings, read_powers
from judge.desk.context import Context
from judge.desk.office import fresh_secret
from judge.desk.options import OPTIONS, PERSONAL
from judge.desk.progress import Progress
from judge.game.mastery.commands import ChangeSettings
from judge.game.people.messages import MoveTo, RenewToken, SetPreference
from judge.game.person import Person
from judge.game.settings import Address
from judge.mail.from_header import is_address
from judge.mail.meanings import Reissue, Set, Setting
from judge.mail.vocabulary import value_of
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong, with_faults
from judge.reports.language import say
from judge.reports.people import calendar_told, reminders_named
from judge.rules.boardfile import load_board

# --- addresses and reply addresses


MAILBOX_SETTINGS = frozenset({"address", "token"})
"""What SET changes of how a person is written to and known; a matter of its own on its line."""


def set_mailbox(progress: Progress, line: str, setting: Setting, context: Context) -> Progress:
    """Take ``SET ADDRESS`` or ``SET TOKEN NEW``; nobody's letters may go to the judge's own address."""
    value = setting.value
    if value is None:
        return progress.told(line, Wrong.missing(Unknown.VALUE, len(line), _examples(setting)))
    by = progress.person.address
    if setting.name == "token":
        if value_of(value.text) != "new":
            return progress.told(line, Wrong.at(Unknown.VALUE, value, _examples(setting)))
        return progress.decided(line, RenewToken(by, fresh_secret()), context, Did(Deed.TOKEN_RENEWED))
    to = value.text.strip("<>").lower()
    if not is_address(to) or _is_ours(to, context.own_address):
        return progress.told(line, Wrong.at(Unknown.VALUE, value, _examples(setting)))
    return progress.decided(
        line, MoveTo(by, Address(to), fresh_secret(), fresh_secret()), context, Did(Deed.MOVE_ASKED, to)
    )


def _examples(setting: Setting) -> tuple[str, ...]:
    return ("NEW",) if setting.name == "token" else ("name@example.org",)


def _is_ours(address: str, own: str) -> bool:
    """Whether mail to an address would come to the judge itself."""
    local, _, domain = own.lower().rpartition("@")
    return address.rpartition("@")[2] == domain and address.partition("@")[0].partition("+")[0] == local


def reissue(progress: Progress, line: str, asked: Reissue, context: Context) -> Progress:
    """Take a line by which the master gives a player a fresh reply address."""
    board = progress.game.board if progress.game else load_board("standard")
    powers = read_powers(asked.words, board, load_notation(progress.person.notation))
    if isinstance(powers, Wrong):
        return progress.told(line, powers)
    if not powers:
        return progress.told(line, Wrong.missing(Unknown.POWER, len(line)))
    for power in powers:
        command = RenewToken(progress.person.address, fresh_secret(), power)
        name = board.powers[power][progress.person.language]
        progress = progress.decided(line, command, context, Did(Deed.TOKEN_GIVEN, name))
    return progress


# --- settings


def change_settings(progress: Progress, line: str, change: Set, context: Context) -> Progress:
    """Change what the line names, all of it or nothing."""
    if not change.settings:
        return progress.told(line, Wrong.missing(Unknown.SETTING, len(line)))
    mailbox = next((setting for setting in change.settings if setting.name in MAILBOX_SETTINGS), None)
    if mailbox:
        return set_mailbox(progress, line, mailbox, context)
    if any(setting.name in OPTIONS.keys() - PERSONAL.keys() for setting in change.settings):
        return _of_game(progress, line, change, context)
    read = person_settings(progress.person, change.settings, line, strict=True)
    if read.faults:
        return progress.told(line, with_faults(read.faults))
    wanted = read.settings
    command = SetPreference(
        wanted.address,
        wanted.language,
        wanted.notation,
        wanted.zone,
        wanted.reminders,
        wanted.calendar,
        wanted.byline,
    )
    said = ", ".join(_said(wanted, {setting.name for setting in change.settings}))
    return progress.decided(line, command, context, Did(Deed.PREFERENCE_SET, said))


def _of_game(progress: Progress, line: str, change: Set, context: Context) -> Progress:
    """Settings of the game, which its master may change."""
    game = progress.game
    if game is None:
        return progress.told(line, Wrong.missing(Unknown.GAME, len(line)))
    read = changed_settings(game.settings, change.settings, line)
    if read.faults:
        return progress.told(line, with_faults(read.faults))
    command = ChangeSettings(progress.person.address, read.settings)
    return progress.decided(line, command, context, Did(Deed.SETTINGS_CHANGED))


def _said(person: Person, named: Collection[str | None]) -> Iterator[str]:
    """How a person reads; how they are reminded, how they sign, where the line spoke of that."""
    language = person.language
    if any(name not in {"reminder", "calendar", "byline"} for name in named):
        yield f"{language}, {person.notation}, {person.zone}"
    if "reminder" in named:
        yield reminders_named(person.reminders, language)
    if "calendar" in named:
        yield calendar_told(language, wanted=person.calendar)
    if "byline" in named:
        yield say(language, f"byline.{person.byline.value}")
