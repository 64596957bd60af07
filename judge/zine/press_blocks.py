"""The press of a game as an article prints it: in the order in which it came, under the name that it bears."""

from collections.abc import Iterator

from judge.game.published import PublicLetter
from judge.game.settings import Language
from judge.reports.language import say
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name
from judge.reports.press import sender_name
from judge.zine.blocks import Block, Headline, Quotation
from judge.zine.sources import ToldGame


def press_blocks(told: ToldGame, language: Language) -> Iterator[Block]:
    """Yield the press that is new under a heading of its own; nothing where nobody has written."""
    if told.press:
        yield Headline(say(language, "zine.press"), 2)
        yield from (_letter(told, one, language) for one in told.press)


def _letter(told: ToldGame, one: PublicLetter, language: Language) -> Quotation:
    """A letter under the name that it is signed with, true or not, and the phase in which it was written."""
    board, letter = told.known.game.board, one.letter
    author = sender_name(letter.writer, board, language)
    if letter.phase:
        phase = phase_name(letter.phase, board.phase_names, language)
        author = say(language, "zine.author", author=author, phase=phase)
    return Quotation(plain_spaces(author), tuple(letter.text.splitlines()))
