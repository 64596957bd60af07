"""Settings of people, what the judge publishes for them, how they keep their peace."""

from base64 import b32encode
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import Literal

from judge.config import WEEKDAYS, GazetteConfig
from judge.game.mastery.messages import ChangeSettings
from judge.game.names import Stage
from judge.game.people.messages import AskMove, ChangeToken, Person, SetPreference
from judge.game.people.rules import hour_after
from judge.game.press.messages import MutePress, PressNews, PressSent, SendPress, shown_writer
from judge.game.press.rules import press_as_read
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, Language, LetterForm, Settings
from judge.game.state import Game
from judge.handlers.acknowledgement import has_room
from judge.handlers.digests import as_read_now
from judge.handlers.names import read_address, read_powers
from judge.handlers.outgoing import MailThread, OutgoingLetter, Outsider, letter_to_outsider, message_id_of
from judge.handlers.press import stray_line_in
from judge.handlers.services import Services, fresh_secret
from judge.handlers.session import GameSession, LineContext, Session, handles, handles_in_game, no_player
from judge.handlers.settings import GAME_SETTINGS, PERSONAL_SETTINGS, read_changed_settings, read_person_settings
from judge.mail.headers import is_address
from judge.mail.identity import redact_addresses
from judge.notation.tables import load_notation
from judge.reports.gazette import letters_taken_back_text, signature_text, write_tribune_decision, zine_form_text
from judge.reports.language import listing, moment_text, say
from judge.reports.line_answers import Done, InvalidCommand, Outcome, TextAnswer, Unknown, answer_for_faults
from judge.reports.names import powers_listed
from judge.reports.people import (
    calendar_setting_text,
    reader_text,
    reminder_times_text,
    write_held_letter,
    write_letter_to_admins,
)
from judge.reports.press import complaint_text
from judge.requests.asked import (
    DecideTribuneRequest,
    LetterToEditorRequest,
    SubscriptionRequest,
    WithdrawLettersRequest,
)
from judge.requests.peace import BlockedRequest, BlockRequest, MuteRequest
from judge.requests.requests import Line
from judge.requests.seats import ChangeTokenRequest
from judge.requests.setting_lists import ChangeSettingsRequest, WrittenSetting
from judge.requests.vocabulary import Word, value_of
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.store.records import (
    Block,
    EditorLetter,
    NewEditorLetter,
    Occasion,
    Publication,
    Subscription,
    TribuneDecision,
    WithdrawnEditorLetters,
)

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


@handles()
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


@handles()
def handle_change_settings(session: Session, line: str, change: ChangeSettingsRequest, context: LineContext) -> Session:
    """Change all settings that the line names; if anything is wrong, change none."""
    if not change.settings:
        return session.told(line, InvalidCommand.missing(Unknown.SETTING, len(line)))
    mailbox = next((setting for setting in change.settings if setting.name in _MAILBOX_SETTINGS), None)
    if mailbox:
        return _handle_set_mailbox(session, line, mailbox, context)
    if any(setting.name in GAME_SETTINGS.keys() - PERSONAL_SETTINGS.keys() for setting in change.settings):
        return _of_game(session, line, change, context)
    settings = session.game.settings if session.game else Settings()
    read = read_person_settings(session.person, change.settings, line, settings, strict=True)
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
    named = {setting.name for setting in change.settings}
    said = ", ".join(_preferences_told(wanted, named))
    session = session.decided(line, command, context, Done(Outcome.PREFERENCE_SET, said))
    return as_read_now(session, context.services, context.now) if named & {"language", "zone", "letters"} else session


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


# --- what the judge publishes


def next_issue_at(gazette: GazetteConfig, after: datetime) -> datetime | None:
    """Return the first hour of the gazette after a moment (UTC), None where there is no gazette.

    The hour is that of the clocks in its zone.
    """
    if gazette.weekday == "never":
        return None
    return hour_after(gazette.zone, gazette.hour, after, WEEKDAYS.index(gazette.weekday))


@handles()
def handle_subscription(session: Session, line: str, wanted: SubscriptionRequest, context: LineContext) -> Session:
    """Begin or end the writer's subscription; it belongs to no game."""
    publication, person = Publication(wanted.publication), session.person
    if publication is Publication.PLAYERS:
        named = Done(Outcome.NAMED_AS_PLAYER if wanted.is_on else Outcome.NOT_NAMED_AS_PLAYER)
        return with_subscription(session.told(line, named), Subscription(publication, person.address, wanted.is_on))
    is_gazette = publication is Publication.GAZETTE
    issue = next_issue_at(context.services.config.gazette, context.now) if is_gazette else None
    if not wanted.is_on:
        ended = Outcome.GAZETTE_UNSUBSCRIBED if is_gazette else Outcome.ZINE_UNSUBSCRIBED
        off = Subscription(publication, person.address, is_on=False)
        return with_subscription(session.told(line, Done(ended)), off)
    if is_gazette and issue is None:
        return session.told(line, Done(Outcome.NO_GAZETTE))
    begun = (
        Done(Outcome.GAZETTE_SUBSCRIBED, moment_text(issue, person.zone, person.language))
        if issue
        else Done(Outcome.ZINE_SUBSCRIBED, zine_form_text(person.language, pdf=wanted.pdf))
    )
    wish = Subscription(publication, person.address, True, person.language, issue, person.form, wanted.pdf)
    return with_subscription(session.told(line, begun), wish)


def ends_nothing(services: Services, writer: Address, lines: Sequence[Line]) -> bool:
    """Return whether a letter only ends subscriptions, and its writer has none: there is nothing to confirm."""
    requests = [line.request for line in lines]
    ends = all(isinstance(one, SubscriptionRequest) and not one.is_on for one in requests)
    ends = ends and not any(one == SubscriptionRequest("players", is_on=False) for one in requests)
    return ends and not services.store.is_subscriber(writer)


def with_subscription(session: Session, wish: Subscription) -> Session:
    """Return the session with a wish of the writer's about what the judge publishes, or keeps, of or for them."""
    return replace(session, subscriptions=(*session.subscriptions, wish))


# --- letters to the editor


LONGEST_LETTER = 3000
"""Characters of a letter to the editor: a page of a zine."""

MOST_LETTERS = 3
"""Letters of one person that wait for the next issue."""

_WAITS = timedelta(days=60)
"""A letter that no issue has printed for so long keeps nobody from writing another one."""


@handles()
def handle_letter_to_editor(
    session: Session, line: str, letter: LetterToEditorRequest, context: LineContext
) -> Session:
    """Keep a letter for the editor, for all readers, too, if it is one to the tribune; or send one to the operator.

    No more of its writer is kept than their signature; secrets in addresses of the judge are left out.
    """
    person = session.person
    if not letter.text.strip():
        return session.told(line, Done(Outcome.NO_LETTER_TO_EDITOR))
    if len(letter.text) > LONGEST_LETTER:
        return session.told(line, Done(Outcome.LETTER_TO_EDITOR_TOO_LONG, str(LONGEST_LETTER)))
    asked = stray_line_in(session, line, letter, context)
    if asked:
        return session.told(line, asked)
    if letter.to == "master":
        return _complain(session, line, letter, context)
    if letter.to == "admins":
        return _write_to_admins(session, line, letter, context)
    long_ago = context.now - _WAITS
    if _count_waiting(session, context, max(_last_draft(context) or long_ago, long_ago)) >= MOST_LETTERS:
        return session.told(line, Done(Outcome.TOO_MANY_LETTERS_TO_EDITOR, str(MOST_LETTERS)))
    text, signature = (
        redact_addresses(words, context.own_address, person.token) for words in (letter.text, letter.signature)
    )
    tribune = _tribune_of(context.services, person.address) if letter.to == "tribune" else ""
    kept = NewEditorLetter(person.address, context.now, person.language, signature, text, tribune)
    session = replace(session, to_editor=(*session.to_editor, kept))
    if not tribune:
        outcome = Outcome.LETTER_TO_EDITOR_SIGNED if signature else Outcome.LETTER_TO_EDITOR_UNSIGNED
        return session.told(line, Done(outcome, signature))
    signed = signature_text(signature, person.language)
    if tribune == "open":
        return session.told(line, Done(Outcome.TRIBUNE_OPEN, signed))
    return _tell_operator_of(session.told(line, Done(Outcome.TRIBUNE_HELD, signed)), kept, context)


def operator_of(services: Services) -> Address:
    """Return the operator's address, empty where there is none."""
    return Address(services.config.judge.operator.lower())


# --- the tribune: letters to all readers


def _tribune_of(services: Services, writer: Address) -> Literal["", "held", "open"]:
    """Return where a letter to all readers begins to stand; where none are printed it is one to the editor."""
    gazette = services.config.gazette
    if gazette.tribune == "off" or gazette.weekday == "never":
        return ""
    games = services.games_of(writer, Stage.RUNNING, Stage.OVER) if gazette.tribune == "players" else ()
    return "open" if any(writer in game.seats and not game.settings.practice for game in games) else "held"


def _tell_operator_of(session: Session, held: NewEditorLetter, context: LineContext) -> Session:
    """Send the operator a letter that waits for them, while there is room; their command shows all that wait."""
    services = context.services
    operator, own = operator_of(services), services.config.judge.language
    if not operator or not has_room(services, operator, Occasion.ADMINS):
        return session
    thread = MailThread("held", (held.address, f"{held.at:%Y-%m-%d %H:%M:%S}", len(session.to_editor)))
    words = write_held_letter(own, f"{signature_text(held.signature, own)}\n\n{held.text}", _code_of(held))
    letter = OutgoingLetter(operator, words, thread, services.config.judge.address, Occasion.ADMINS, own)
    return replace(session, sent=(*session.sent, letter))


def _code_of(held: NewEditorLetter | EditorLetter) -> str:
    """Return what the operator names a letter by that waits; it is no secret, and proves nothing."""
    told = f"{held.at:%Y-%m-%d %H:%M:%S} {held.language} {held.signature} {held.text}"
    return b32encode(sha256(told.encode()).digest()).decode()[:6]


@handles()
def handle_tribune_decision(session: Session, line: str, asked: DecideTribuneRequest, context: LineContext) -> Session:
    """Let a letter that waits through, or leave it out, as the operator has decided in a letter that is theirs."""
    services = context.services
    waiting = services.store.letters_of_tribune("held") if session.person.address == operator_of(services) else ()
    letter = next((one for one in waiting if _code_of(one) == asked.code), None)
    if letter is None:
        return session.told(line, Done(Outcome.NOT_OF_TRIBUNE))
    told, decided = decide_about(services, letter, is_printed=asked.is_printed)
    done = Done(Outcome.TRIBUNE_PRINTED if asked.is_printed else Outcome.TRIBUNE_DROPPED)
    session = replace(session, sent=(*session.sent, told), to_editor=(*session.to_editor, decided))
    return session.told(line, done)


def decide_about(
    services: Services, letter: EditorLetter, *, is_printed: bool
) -> tuple[OutgoingLetter, TribuneDecision]:
    """Return the letter that tells the writer of one that waits what has become of it, and the decision."""
    writer = Outsider(services.store.writer_to_editor(letter.number), letter.language, LetterForm.TEXT)
    words, thread = write_tribune_decision(letter, is_printed=is_printed), MailThread("tribune", (letter.number,))
    told = letter_to_outsider(services, writer, words, thread, Occasion.NEWS)
    return told, TribuneDecision(letter.number, services.clock.now(), is_printed)


# --- letters to the operator


MOST_TO_ADMINS = 3
"""Letters of one person to the operator within a day."""


def _write_to_admins(session: Session, line: str, letter: LetterToEditorRequest, context: LineContext) -> Session:
    """Send a letter to the operator; secrets in addresses of the judge are left out."""
    text = redact_addresses(letter.text, context.own_address, session.person.token)
    sent = letter_to_operator(session, text, context)
    if isinstance(sent, Done):
        return session.told(line, sent)
    return replace(session.told(line, Done(Outcome.SENT_TO_ADMINS)), sent=(*session.sent, sent))


def letter_to_operator(session: Session, text: str, context: LineContext) -> OutgoingLetter | Done:
    """Return what somebody writes to the operator, to be answered to its writer, or why it does not leave."""
    services, person = context.services, session.person
    operator = operator_of(services)
    if not operator:
        return Done(Outcome.NO_ADMINS)
    threads = (MailThread("admins", (person.address, f"{context.now:%Y-%m-%d}", n)) for n in range(MOST_TO_ADMINS))
    taken = {one.thread for one in session.sent}
    free = [one for one in threads if one not in taken and not _is_sent(services, one)]
    if not free or not has_room(services, operator, Occasion.ADMINS):
        return Done(Outcome.TOO_MANY_LETTERS_TO_ADMINS, str(MOST_TO_ADMINS))
    own = services.config.judge.language
    words = write_letter_to_admins(own, person.address, text)
    return OutgoingLetter(operator, words, free[0], person.address, Occasion.ADMINS, own)


def _is_sent(services: Services, thread: MailThread) -> bool:
    return bool(services.store.sent_under([message_id_of(services, thread)]))


# --- complaints about somebody, to the master of a game, or to the operator


_MOST_QUOTED = 3
"""Letters of whom somebody complains of that go with a complaint, the last ones."""


def _complain(session: Session, line: str, letter: LetterToEditorRequest, context: LineContext) -> Session:
    """Carry a complaint to a master who does not play, else to an operator who has no part in the game."""
    game, person = session.game, session.person
    if game is None or person.address not in game.audience:
        return session.told(line, Refused(Refusal.NOT_A_PLAYER))
    powers = read_powers(letter.about, game.board, load_notation(person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    text = redact_addresses(letter.text, context.own_address, person.token)
    written = complaint_text(game, powers[0], text, _letters_from(powers[0], game, person, context.services), person)
    named = game.board.name_of(powers[0], person.language)
    if game.master != person.address and not game.powers_of(game.master):
        command = SendPress(person.address, (), written, to_master=True)
        return session.decided(line, command, context, Done(Outcome.COMPLAINT_SENT, named))
    if operator_of(context.services) in game.people:
        return session.told(line, Done(Outcome.NO_ADMINS))
    sent = letter_to_operator(session, f"[{game.name}] {written}", context)
    if isinstance(sent, Done):
        return session.told(line, sent)
    session = session.told(line, Done(Outcome.COMPLAINT_TO_ADMINS, named))
    return replace(session, sent=(*session.sent, sent))


def _letters_from(power: Power, game: Game, person: Person, services: Services) -> Sequence[PressNews]:
    """Return the last letters to somebody that name a power as their writer, oldest first."""
    told = services.store.press_told(game.name, game.readers[person.address])
    events = (services.store.event(game.name, one.told.press) for one in told)
    named = (press_as_read(event) for event in events if isinstance(event, PressSent) and shown_writer(event) == power)
    return [*reversed([*islice(named, _MOST_QUOTED)])]


@handles()
def handle_withdraw_letters(session: Session, line: str, _: WithdrawLettersRequest, context: LineContext) -> Session:
    """Take back the writer's letters that no draft of an issue has seen yet."""
    person, drafted = session.person, _last_draft(context)
    waiting = _count_waiting(session, context, drafted)
    if not waiting:
        return session.told(line, Done(Outcome.NO_LETTER_WAITS))
    done = Done(Outcome.LETTERS_TO_EDITOR_WITHDRAWN, letters_taken_back_text(waiting, person.language))
    withdrawn = WithdrawnEditorLetters(person.address, drafted)
    return replace(session.told(line, done), to_editor=(*session.to_editor, withdrawn))


def _count_waiting(session: Session, context: LineContext, since: datetime | None) -> int:
    """Return how many letters of the writer have come after a moment, those of this very letter too."""
    waiting = context.services.store.count_letters_to_editor(session.person.address, since)
    for one in session.to_editor:
        waiting = waiting + 1 if isinstance(one, NewEditorLetter) else 0
    return waiting


def _last_draft(context: LineContext) -> datetime | None:
    issue = context.services.store.last_zine_issue()
    return issue.drafted if issue else None


# --- peace: powers not heard, people not met again


@handles_in_game(no_player)
def handle_mute(session: GameSession, line: str, asked: MuteRequest, context: LineContext) -> Session:
    """Keep the press of some powers from the writer, or no longer."""
    game, person = session.game, session.person
    powers = read_powers(asked.words, game.board, load_notation(person.notation))
    if isinstance(powers, InvalidCommand):
        return session.told(line, powers)
    if not powers:
        return session.told(line, InvalidCommand.missing(Unknown.POWER, len(line)))
    outcome = Outcome.PRESS_MUTED if asked.is_on else Outcome.PRESS_HEARD
    done = Done(outcome, powers_listed(powers, game.board, person.language))
    return session.decided(line, MutePress(person.address, powers, is_on=asked.is_on), context, done)


# --- people whom the writer does not want to meet again


MOST_BLOCKED = 100
"""People that one person may block."""


@handles()
def handle_block(session: Session, line: str, asked: BlockRequest, context: LineContext) -> Session:
    """Keep somebody out of the writer's games, and the writer out of theirs; or no longer."""
    own = _blocked_by(session, context.services)
    if not asked.is_on:
        return _unblocked(session, line, asked.words, own, context.services)
    meant = _people_named(session, line, asked.words, context.services)
    if isinstance(meant, InvalidCommand | Refused):
        return session.told(line, meant)
    if len({(one.named, one.game) for one in (*own, *meant)}) > MOST_BLOCKED:
        return session.told(line, Done(Outcome.TOO_MANY_BLOCKED, str(MOST_BLOCKED)))
    named = _name_of(meant[0], context.services, session.person.language)
    return replace(session, blocks=(*session.blocks, *meant)).told(line, Done(Outcome.BLOCKED, named))


@handles()
def handle_blocked(session: Session, line: str, asked: BlockedRequest, context: LineContext) -> Session:
    """Whom the writer blocks, each as they named them."""
    blocks, services = _blocked_by(session, context.services), context.services
    names = dict.fromkeys(_name_of(one, services, asked.language) for one in blocks)
    told = listing(asked.language, [*names]) if names else ""
    return session.told(line, TextAnswer(say(asked.language, "blocked.some" if told else "blocked.none", names=told)))


def _blocked_by(session: Session, services: Services) -> Sequence[Block]:
    """Return whom the writer blocks, as the lines above have left it."""
    by = session.person.address
    blocks = {one: None for one in services.store.blocks_about(by) if one.by == by}
    for one in session.blocks:
        blocks.pop(replace(one, is_on=True), None)
        blocks |= {one: None} if one.is_on else {}
    return [*blocks]


def _people_named(
    session: Session, line: str, words: tuple[Word, ...], services: Services
) -> Sequence[Block] | InvalidCommand | Refused:
    """Return the blocks of whom some words name: an address, a power of the game, a name in a tournament's lists.

    Of a power the answer is the same whoever plays it.
    """
    by, said = session.person.address, " ".join(word.text for word in words)
    if not words:
        return InvalidCommand.missing(Unknown.PERSON, len(line), _EXAMPLES)
    meant: Sequence[Block] | InvalidCommand
    if "@" in said:
        address = read_address(words[0])
        meant = address if isinstance(address, InvalidCommand) else [Block(by, address, address)]
    elif powers := _powers_named(session, words):
        meant = _players_of(session, powers)
    else:
        named = {who: name for cup in services.tournaments() for who, name in cup.names.items()}
        same = [(who, name) for who, name in named.items() if name.casefold() == said.casefold()]
        unknown = InvalidCommand.at(Unknown.PERSON, Word(said, words[0].start), _EXAMPLES)
        meant = [Block(by, name, who) for who, name in same] or unknown
    if isinstance(meant, InvalidCommand):
        return meant
    meant = [one for one in meant if one.other != by]
    moved = [replace(one, other=other) for one in meant for other in services.store.other_addresses(one.other) - {by}]
    return [*meant, *moved] or Refused(Refusal.BLOCK_ONESELF)


_EXAMPLES = ("name@example.org",)


def _powers_named(session: Session, words: tuple[Word, ...]) -> tuple[Power, ...]:
    """Return the one power of the letter's game that words name, none where they name none, or several."""
    if session.game is None:
        return ()
    powers = read_powers(words, session.game.board, load_notation(session.person.notation))
    return () if isinstance(powers, InvalidCommand) or len(powers) > 1 else powers


def _players_of(session: Session, powers: tuple[Power, ...]) -> Sequence[Block]:
    game, by = session.game, session.person.address
    assert game is not None
    return [Block(by, power, who, game.name) for power in powers for who in game.players_of(power)]


def _unblocked(
    session: Session, line: str, words: tuple[Word, ...], own: Sequence[Block], services: Services
) -> Session:
    """Take back what the writer has blocked under a name; what they have blocked under another stays."""
    if not words:
        return session.told(line, InvalidCommand.missing(Unknown.PERSON, len(line), _EXAMPLES))
    said = " ".join(word.text.strip("<>") for word in words)
    powers, game = _powers_named(session, words), session.game.name if session.game else ""
    shown = {one: _name_of(one, services, session.person.language) for one in own}
    names = {one: {name.casefold(), one.named.casefold()} for one, name in shown.items()}
    gone = [one for one in own if (one.named in powers and one.game == game) or said.casefold() in names[one]]
    if not gone:
        return session.told(line, Done(Outcome.NOT_BLOCKED, said))
    session = replace(session, blocks=(*session.blocks, *(replace(one, is_on=False) for one in gone)))
    return session.told(line, Done(Outcome.UNBLOCKED, shown[gone[0]]))


def _name_of(one: Block, services: Services, language: Language) -> str:
    """Return under which name somebody is blocked: a power in the reader's language, with its game."""
    game = services.game(GameName(one.game))
    return f"{game.board.name_of(Power(one.named), language)} ({game.name})" if game else one.named
