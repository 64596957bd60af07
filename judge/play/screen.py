"""What a newcomer reads on the terminal while a recorded game is played."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.packaged import TYPED_PROGRAM
from judge.play.gallery import phrasing_of
from judge.play.local_game import GAME, text_of
from judge.reports.board_facts import board_clauses
from judge.reports.language import count, say
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name

_PHASE_WIDTH = 26
"""Columns for the names of phases, behind which stands what happened."""

_WIDTH = 120
"""Columns of a line where no terminal says how wide it is."""

_SHOWN_HEADERS = ("From", "To", "Subject", "Date")


@dataclass(frozen=True)
class Screen:
    """Writes to ``console`` in ``language``; on a terminal the course of the game is shown below."""

    console: Console
    language: Language

    def say(self, key: str, **facts: object) -> None:
        """Write one sentence."""
        self.write(say(self.language, key, **facts))

    def count(self, key: str, n: int, **facts: object) -> str:
        """Return one clause in the form that goes with a number."""
        return count(self.language, key, n, **facts)

    def write(self, text: str) -> None:
        """Write lines as they are."""
        self.console.print(Text(plain_spaces(text)), soft_wrap=True)

    @contextmanager
    def progress(self, total: int) -> Iterator[Progress]:
        """Show how many of so many phases are over, while a terminal is there to show it."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as shown:
            shown.add_task("", total=total)
            yield shown

    def phase(self, game: Game, event: PhaseClosed) -> str:
        """Write one line on a closed phase; return what happened in it."""
        name = phase_name(event.before.phase, game.board.phase_names, self.language)
        clauses = board_clauses(event, phrasing_of(game, event, self.language))
        happened = plain_spaces(say(self.language, "words.semicolon").join(clauses))
        line = Text(f"  {name:<{_PHASE_WIDTH}}", style="bold").append(Text(happened, style="not bold"))
        line.truncate(self.console.width if self.console.is_terminal else _WIDTH, overflow="ellipsis")
        self.console.print(line, soft_wrap=True)
        return f"{happened[:1].upper()}{happened[1:]}."

    def letter(self, letter: EmailMessage) -> None:
        """Write a letter as a mail program shows it."""
        headers = "\n".join(f"{name}: {str(letter[name]).strip()}" for name in _SHOWN_HEADERS)
        text = "\n".join(f"  | {line}".rstrip() for line in f"{headers}\n\n{text_of(letter)}".splitlines())
        self.write(f"{text}\n")

    def differences(self, differences: Sequence[str]) -> None:
        """Write where the judge and the record differ."""
        self.say("play.differs")
        self.write("\n".join(f"  {one}" for one in differences))

    def next_steps(self, place: Path, page: Path, zine: Path, reader: str) -> None:
        """Write where everything lies, and what to do now."""
        self.say("play.where", folder=place)
        lying = (
            ("play.maps", page),
            ("play.zine", zine),
            ("play.mailboxes", f"mutt -f {place}/mailboxes/{reader}"),
            ("play.archive", f"less {place}/archive/{GAME}/*.txt"),
            ("play.config", f"{TYPED_PROGRAM} --config {place}/config.toml game {GAME}"),
        )
        for key, how in lying:
            self.say(key, how=how)
        self.say("play.go_on", program=TYPED_PROGRAM)
