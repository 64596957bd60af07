"""Motions: what a power can vote for."""

from dataclasses import dataclass
from datetime import timedelta

from judge.rules.board import Power


@dataclass(frozen=True)
class ForDraw:
    """The game shall end in a draw between these powers, in board order; between all survivors where none is named."""

    among: tuple[Power, ...] = ()


@dataclass(frozen=True)
class ForConcession:
    """The game shall end with the victory of one power."""

    to: Power


@dataclass(frozen=True)
class ForExtension:
    """The deadline of the open phase shall be later by so much; who wants much accepts less."""

    length: timedelta


@dataclass(frozen=True)
class ForEnding:
    """The game shall end without a result."""


@dataclass(frozen=True)
class ForMaster:
    """The player of a power shall be master of the game."""

    power: Power


Motion = ForDraw | ForConcession | ForExtension | ForEnding | ForMaster
