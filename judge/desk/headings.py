"""Headings of a letter, its subject among them: for which phase and which power the lines below are."""

import re
from dataclasses import replace

from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress
from judge.game.refusals import Refusal, Refused
from judge.mail.calendar import Hint, Named, hint_in, in_century, phase_in
from judge.mail.recalled import begins_afresh, recalls
from judge.mail.subjects import own_subject
from judge.notation.heading import Heading, read_heading
from judge.notation.read import is_quoted
from judge.reports.deeds import Deed
from judge.reports.echo import Did
from judge.rules.position import Phase, Season

_COLON = re.compile(r"(:)(?!\d)")
_RECALLED = Refused(Refusal.RECALLED)


def headed(progress: InGame, line: str, heading: Heading) -> InGame:
    """A heading may say for which phase the lines below are, as PHASE does, and for which power, if the right one."""
    game = progress.game
    progress = _in_phase(replace(progress, astray=None) if is_recalled(progress) else progress, line)
    if progress.astray and progress.astray.why is Refusal.HEADING_UNCLEAR:
        unclear, unread = progress.astray, Refused(Refusal.PHASE_UNREAD)
        return replace(progress, astray=unread).told(line, unclear)
    if heading.power is None:
        return progress.told(line, Did(Deed.HEADING))
    if heading.power in game.powers_of(progress.person.address):
        return replace(progress, under=None, heading=heading.power).told(line, Did(Deed.HEADING))
    refused = Refused(Refusal.NOT_YOUR_POWER, power=heading.power)
    return replace(progress, under=heading.power, heading=None).told(line, refused)


def recalled(progress: InGame, line: str) -> InGame | None:
    """Below words that say of the next lines that they are old, none of these is followed; None above any other."""
    if not progress.game.open_position or not recalls(line):
        return None
    return replace(progress, astray=_RECALLED).told(line, Did(Deed.PLAIN_WORDS))


def title_apart(progress: InGame, line: str) -> tuple[str, ...]:
    """A title that names a phase, or says that old orders follow, and the orders on the same line; else the line.

    ``Mes ordres pour le printemps 1901 : A PAR - BUR``; the name of a power alone stands before an order as it is.
    """
    title, colon, *behind = _COLON.split(line, maxsplit=1) if _COLON.search(line) else (line, "")
    orders = "".join(behind)
    game = progress.view
    position = game.open_position
    if position is None or not colon or not orders.strip() or is_quoted(line):
        return (line,)
    heading = read_heading(title, game.board, *notations_of(progress.person, game.board))
    tells = heading is not None and hint_in(title, position.phase) != Hint()
    return (f"{title.rstrip()}{colon}", orders.strip()) if tells or recalls(f"{title}{colon}") else (line,)


def is_recalled(progress: Progress) -> bool:
    """Whether the last words above say that what follows was written before."""
    return progress.astray == _RECALLED


def past_recalled(progress: InGame, line: str) -> InGame:
    """A title, or words that say that new orders follow, end what the writer has only called to mind."""
    return replace(progress, astray=None) if is_recalled(progress) and begins_afresh(line) else progress


def titled(progress: InGame, line: str) -> InGame | None:
    """Below a sentence that announces lines, ``Autumn moves, in case I forget:``, where it speaks of another phase."""
    position = progress.game.open_position
    if position is None or not line.rstrip().endswith(":") or is_quoted(line):
        return None
    hint = hint_in(line, position.phase)
    if hint.season is None and hint.kind is None:
        return None  # a date, as those have that say who wrote when
    below = _in_phase(progress, line)
    if below == progress:
        return None
    if below.astray and below.astray.why is Refusal.HEADING_UNCLEAR:
        return replace(below, astray=Refused(Refusal.PHASE_UNREAD)).told(line, below.astray)
    return below.told(line, Did(Deed.HEADING))


def under_subject(start: Progress, subject: str) -> Progress:
    """A subject that its writer has chosen heads the whole letter, where it is a title that names another phase."""
    progress = start.in_game
    if progress is None:
        return start
    game = progress.view
    position, title = game.open_position, own_subject(subject, game.name)
    if position is None or not title or not game.powers_of(progress.person.address):
        return progress
    if read_heading(title, game.board, *notations_of(progress.person, game.board)) is None:
        return progress
    below = _in_phase(progress, title)
    if below.astray:
        return replace(below, astray=Refused(Refusal.PHASE_UNREAD)).told(title, below.astray)
    return below.told(title, Did(Deed.SUBJECT_HEADING)) if below.phase not in {None, position.phase} else progress


def _in_phase(progress: InGame, line: str) -> InGame:
    """Below a heading: in the phase it names; astray where what it says of a phase fits none that is known."""
    position = progress.game.open_position
    if position is None:
        return progress
    present = progress.phase or position.phase
    named, hint = _named(line, position.phase), hint_in(line, position.phase)
    if named and not _means(named, present):
        meant = position.phase if _means(named, position.phase) else named.phase
        return replace(progress, phase=meant, astray=_followed_again(progress))
    if named or (hint != Hint() and hint.fits(present)):
        return replace(progress, astray=_followed_again(progress))
    unclear = Refused(Refusal.HEADING_UNCLEAR, phase=position.phase)
    return progress if hint.fits(present) else replace(progress, astray=unclear)


def _named(line: str, present: Phase) -> Named | None:
    named = phase_in(line)
    return replace(named, phase=in_century(named.phase, present)) if named else None


def _followed_again(progress: Progress) -> Refused | None:
    """A phase that can be read ends what one that could not began."""
    astray = progress.astray
    return None if astray and astray.why is Refusal.PHASE_UNREAD else astray


def _means(named: Named, phase: Phase) -> bool:
    """Whether a heading may mean a phase; a season alone means any phase of it, autumn the winter after it too."""
    if named.is_exact:
        return named.phase == phase
    season = Season.FALL if phase.season is Season.WINTER else phase.season
    return (named.phase.year, named.phase.season) == (phase.year, season)
