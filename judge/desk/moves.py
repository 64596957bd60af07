"""Changes of address and of reply address: the lines that ask for them, the codes that come back."""

from judge.desk.asked import read_powers
from judge.desk.context import Context
from judge.desk.office import fresh_secret
from judge.desk.progress import Progress
from judge.game.people.messages import MoveTo, RenewToken
from judge.game.settings import Address
from judge.mail.from_header import is_address
from judge.mail.meanings import Reissue, Setting
from judge.mail.vocabulary import value_of
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.rules.boardfile import load_board

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
