"""Settings changed by a line of a letter: of a game, of how a person reads, of their mailbox."""

from collections.abc import Collection, Iterator

from judge.game.mastery.messages import ChangeSettings
from judge.game.people.address_book import Person
from judge.game.people.messages import AskMove, ChangeToken, SetPreference
from judge.game.settings import Address
from judge.handlers.arguments import read_changed_settings, read_person_settings, read_powers
from judge.handlers.services import fresh_secret
from judge.handlers.session import LineContext, Session
from judge.handlers.setting_options import GAME_SETTINGS, PERSONAL_SETTINGS
from judge.mail.headers import is_address
from judge.notation.tables import load_notation
from judge.reports.language import say
from judge.reports.line_answers import Done, InvalidCommand, Unknown, answer_for_faults
from judge.reports.outcomes import Outcome
from judge.reports.people import calendar_setting_text, reader_text, reminder_times_text
from judge.requests.requests import ChangeSettingsRequest, ChangeTokenRequest, WrittenSetting
from judge.requests.vocabulary import value_of
from judge.rules.board_file import load_board

# --- addresses and reply addresses


_MAILBOX_SETTINGS = frozenset({"address", "token"})
"""Settings of how a person is written to and recognised; each stands alone on its line."""


def _handle_set_mailbox(session: Session, line: str, setting: WrittenSetting, context: LineContext) -> Session:
    """Handle ``SET ADDRESS`` or ``SET TOKEN NEW``.

    ``own`` is the judge's address, to which nobody's letters may be sent.
    """
    value = setting.value
    if value is None:
        return session.told(line, InvalidCommand.missing(Unknown.VALUE, len(line), _mailbox_examples(setting)))
    by = session.person.address
    if setting.name == "token":
        if value_of(value.text) != "new":
            return session.told(line, InvalidCommand.at(Unknown.VALUE, value, _mailbox_examples(setting)))
        return session.decided(line, ChangeToken(by, fresh_secret()), context, Done(Outcome.OWN_TOKEN_CHANGED))
    to = value.text.strip("<>").lower()
    if not is_address(to) or _is_judge_address(to, context.own_address):
        return session.told(line, InvalidCommand.at(Unknown.VALUE, value, _mailbox_examples(setting)))
    return session.decided(
        line, AskMove(by, Address(to), fresh_secret(), fresh_secret()), context, Done(Outcome.MOVE_ASKED, to)
    )


def _mailbox_examples(setting: WrittenSetting) -> tuple[str, ...]:
    return ("NEW",) if setting.name == "token" else ("name@example.org",)


def _is_judge_address(address: str, own: str) -> bool:
    """Return whether mail to an address would come to the judge itself."""
    local, _, domain = own.lower().rpartition("@")
    return address.rpartition("@")[2] == domain and address.partition("@")[0].partition("+")[0] == local


def handle_renew_token(session: Session, line: str, asked: ChangeTokenRequest, context: LineContext) -> Session:
    """Handle a line by which the master gives a player a fresh reply address."""
    board = session.game.board if session.game else load_board("standard")
    powers = read_powers(asked.words, board, load_notation(session.person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    if not powers:
        return session.told(line, InvalidCommand.missing(Unknown.POWER, len(line)))
    for power in powers:
        command = ChangeToken(session.person.address, fresh_secret(), power)
        name = board.name_of(power, session.person.language)
        session = session.decided(line, command, context, Done(Outcome.TOKEN_CHANGED, name))
    return session


# --- settings


def handle_change_settings(session: Session, line: str, change: ChangeSettingsRequest, context: LineContext) -> Session:
    """Change all settings that the line names; if anything is wrong, change none."""
    if not change.settings:
        return session.told(line, InvalidCommand.missing(Unknown.SETTING, len(line)))
    mailbox = next((setting for setting in change.settings if setting.name in _MAILBOX_SETTINGS), None)
    if mailbox:
        return _handle_set_mailbox(session, line, mailbox, context)
    if any(setting.name in GAME_SETTINGS.keys() - PERSONAL_SETTINGS.keys() for setting in change.settings):
        return _of_game(session, line, change, context)
    read = read_person_settings(session.person, change.settings, line, strict=True)
    if read.faults:
        return session.told(line, answer_for_faults(read.faults))
    wanted = read.settings
    command = SetPreference(
        wanted.address,
        wanted.language,
        wanted.notation,
        wanted.zone,
        wanted.reminders,
        wanted.calendar,
        wanted.byline,
        wanted.letters,
        wanted.maps,
    )
    said = ", ".join(_preferences_told(wanted, {setting.name for setting in change.settings}))
    return session.decided(line, command, context, Done(Outcome.PREFERENCE_SET, said))


def _of_game(session: Session, line: str, change: ChangeSettingsRequest, context: LineContext) -> Session:
    """Settings of the game, which its master may change."""
    game = session.game
    if game is None:
        return session.told(line, InvalidCommand.missing(Unknown.GAME, len(line)))
    read = read_changed_settings(game.settings, change.settings, line)
    if read.faults:
        return session.told(line, answer_for_faults(read.faults))
    command = ChangeSettings(session.person.address, read.settings)
    return session.decided(line, command, context, Done(Outcome.SETTINGS_CHANGED))


def _preferences_told(person: Person, named: Collection[str | None]) -> Iterator[str]:
    """Yield what the answer tells of a person's settings, as far as the line spoke of them."""
    language = person.language
    if any(name in {"language", "notation", "zone"} for name in named):
        yield reader_text(person)
    if "reminder" in named:
        yield reminder_times_text(person.reminders, language)
    if "calendar" in named:
        yield calendar_setting_text(language, wanted=person.calendar)
    if "byline" in named:
        yield say(language, f"byline.{person.byline.value}")
    if "letters" in named:
        yield say(language, f"form.{person.form.value}")
    if "maps" in named:
        yield say(language, f"maps.{person.maps.value}")
