"""Settings changed by a line of a letter."""

from collections.abc import Collection, Iterator

from judge.desk.asked import changed_settings, person_settings
from judge.desk.context import Context
from judge.desk.moves import MAILBOX_SETTINGS, set_mailbox
from judge.desk.options import OPTIONS, PERSONAL
from judge.desk.progress import Progress
from judge.game.mastery.commands import ChangeSettings
from judge.game.people.messages import SetPreference
from judge.game.person import Person
from judge.mail.meanings import Set
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong, with_faults
from judge.reports.language import say
from judge.reports.people import calendar_told, reminders_named


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
