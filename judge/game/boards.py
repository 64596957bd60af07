"""The board that settings name: one that comes with the judge, or one of somebody's own, kept with the game."""

from judge.game.settings import Settings
from judge.rules.board import Board
from judge.rules.boardfile import load_board, own_board


def board_of(settings: Settings) -> Board:
    """The board as it is in its first year; the text of an own one was checked when the game was opened."""
    return own_board(settings.board, settings.board_text) if settings.board_text else load_board(settings.board)
