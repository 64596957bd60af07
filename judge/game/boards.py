"""The board that settings name, packaged or kept with the game, with the rule book that it is played by."""

from dataclasses import replace

from judge.game.settings import Settings
from judge.rules.board import Board
from judge.rules.boardfile import load_board, own_board
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import load_rulebook


def board_of(settings: Settings) -> Board:
    """The board as it is in its first year; the text of an own one was checked when the game was opened."""
    return own_board(settings.board, settings.board_text) if settings.board_text else load_board(settings.board)


def book_of(settings: Settings) -> RuleBook:
    """The rule book that settings name, with what their board chooses instead of its choices."""
    book, policies = load_rulebook(settings.rulebook), board_of(settings).policies
    return replace(book, **policies) if policies else book
