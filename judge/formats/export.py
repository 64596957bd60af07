"""The formats a game can be exported to: postal zines, tables, the archives of other sites."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from textwrap import wrap

from judge.formats.diplobn import write_diplobn
from judge.formats.njudge import write_njudge
from judge.formats.played import SEASONS, PlayedGame, english_power, short_place
from judge.formats.saved_game import is_on_its_map, write_diplomacy_package
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal
from judge.game.state import Game
from judge.notation.write import mark_of
from judge.rules.board import Board, Location, Province, Unit
from judge.rules.orders import Build, Convoy, Disband, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.verdicts import Verdict, Waived

# --- tables as CSV (RFC 4180): the centres of each power by years, and where the units stood in each phase


def write_centres(played: PlayedGame) -> str:
    """The centres by years: ``game,year,power,centres,final``.

    The year before the first is the start; ``final`` is 1 in the last year of a game that is over.
    """
    history = played.game.centre_history
    years = (played.opening.phase.year - 1, *history.years)
    last = len(years) - 1 if played.is_over else -1
    rows = [
        (played.game.name, year, power, counts[place], int(place == last))
        for place, year in enumerate(years)
        for power, counts in history.counts.items()
    ]
    return _csv(("game", "year", "power", "centres", "final"), rows)


def write_units(played: PlayedGame) -> str:
    """The units before each phase and at last: ``game,phase,power,unit,province,coast,dislodged``."""
    positions = [*(event.before for event in played.closed), played.position]
    rows = [(played.game.name, *row) for position in positions for row in _units(played, position)]
    return _csv(("game", "phase", "power", "unit", "province", "coast", "dislodged"), rows)


def _units(played: PlayedGame, position: Position) -> Iterable[tuple[object, ...]]:
    is_last = position is played.position and played.is_over
    phase = "end" if is_last else str(position.phase)
    for power in played.powers:
        for unit in position.units_of(power):
            yield phase, power, unit.letter, unit.at.province, unit.at.coast, 0
        for _, one in sorted(position.dislodged.items()):
            if one.unit.power == power:
                yield phase, power, one.unit.letter, one.unit.at.province, one.unit.at.coast, 1


def _csv(header: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


# --- the adjudication of a game as postal zines list it: a block for each phase, a paragraph for each power


_WIDTH = 72
_NO_BREAK = "\N{NO-BREAK SPACE}"


def write_pbm(played: PlayedGame) -> str:
    """Every closed phase, the units driven out, the centres where they have changed."""
    blocks = [
        f"{played.game.name.upper()}, {_title(event.before.phase)}\n\n{_phase(played, event)}"
        for event in played.closed
    ]
    final = [f"{played.game.name.upper()} is over.\n\n{_centres(played, played.position)}"] if played.is_over else []
    return "\n\n\n".join([*blocks, *final]) + "\n"


def _title(phase: Phase) -> str:
    kind = {PhaseKind.MOVEMENT: "", PhaseKind.RETREAT: " retreats", PhaseKind.ADJUSTMENT: " adjustments"}[phase.kind]
    return f"{SEASONS[phase.season]} {phase.year}{kind}"


def _phase(played: PlayedGame, event: PhaseClosed) -> str:
    board = played.board_at(event.before)
    paragraphs = [
        _paragraph(english_power(power, board).upper(), _orders(verdicts, event.before, board))
        for power in played.powers
        if (verdicts := event.judgement.verdicts.get(power))
    ]
    blocks = ["\n".join(paragraphs), _driven_out(event, board)]
    if event.judgement.after.owners != event.before.owners:
        blocks.append(_centres(played, event.judgement.after))
    return "\n\n".join(filter(None, blocks))


def _paragraph(title: str, told: Iterable[str], joint: str = "; ") -> str:
    """A title and what stands behind it, filled; no line ends within an order."""
    whole = joint.join(one.replace(" ", _NO_BREAK) for one in told)
    lines = wrap(f"{title.replace(' ', _NO_BREAK)}: {whole}.", _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines).replace(_NO_BREAK, " ")


# --- orders


def _orders(verdicts: tuple[Verdict, ...], position: Position, board: Board) -> Iterator[str]:
    for verdict in verdicts:
        if verdict.unit is None or isinstance(verdict.reason, Waived):
            count = verdict.reason.count if isinstance(verdict.reason, Waived) else 1
            yield "one build waived" if count == 1 else f"{count} builds waived"
        else:
            mark = _MARKS.get(mark_of(verdict.reason))
            marks = ", ".join(filter(None, (mark, "dislodged" if verdict.dislodged else "")))
            yield _order(verdict.order, verdict.unit, position, board) + (f" ({marks})" if marks else "")


def _order(order: Order | None, unit: Unit, position: Position, board: Board) -> str:
    own = _unit(unit, board)
    match order:
        case Move(to=to) | Retreat(to=to):
            return f"{own}-{_place(to, board)}"
        case SupportHold(target=target):
            return f"{own} S {_other(target, position, board)}"
        case SupportMove(origin=origin, to=to):
            return f"{own} S {_other(origin, position, board)}-{_place(to, board)}"
        case Convoy(origin=origin, to=landing):
            return f"{own} C {_other(origin, position, board)}-{_place(Location(landing), board)}"
        case Build():
            return f"builds {own}"
        case Disband():
            return f"{own} disbands" if position.phase.kind is PhaseKind.RETREAT else f"removes {own}"
        case None if position.phase.kind is PhaseKind.ADJUSTMENT:
            return f"removes {own}"
        case _:
            return f"{own} {'H' if position.phase.kind is PhaseKind.MOVEMENT else 'disbands'}"


_MARKS = {
    "bounce": "fails",
    "cut": "cut",
    "unmatched": "nso",
    "void": "imp",
    **dict.fromkeys(("no_convoy", "disrupted", "paradox"), "no convoy"),
    "collided": "lost in a collision",
    **dict.fromkeys(("unordered", "no_retreat_order", "by_default"), "unordered"),
    "nowhere_to_go": "nowhere to go",
}
"""What stands behind an order, by the name of its mark; nothing behind others."""


# --- units and centres


def _driven_out(event: PhaseClosed, board: Board) -> str:
    """Who was dislodged and may go where; empty where nobody was."""
    told = []
    for power, verdicts in event.judgement.verdicts.items():
        for verdict in verdicts:
            if verdict.unit and verdict.dislodged:
                one = event.judgement.after.dislodged.get(verdict.unit.at.province)
                ways = ", ".join(_place(way, board) for way in one.retreats) if one else ""
                told.append(f"{english_power(power, board)} {_unit(verdict.unit, board)} ({ways or 'destroyed'})")
    return _paragraph("Dislodged", told) if told else ""


def _centres(played: PlayedGame, position: Position) -> str:
    board = played.board_at(position)
    owned = [(english_power(power, board).upper(), position.centres_of(power)) for power in played.powers]
    return "\n".join(
        _paragraph(f"{name} {len(centres)}", (_place(Location(at), board) for at in centres), ", ")
        for name, centres in owned
        if centres
    )


def _other(province: Province, position: Position, board: Board) -> str:
    unit = position.units.get(province)
    return _unit(unit, board) if unit else _place(Location(province), board)


def _unit(unit: Unit, board: Board) -> str:
    return f"{unit.letter} {_place(unit.at, board)}"


def _place(place: Location, board: Board) -> str:
    return short_place(place, board) + (f"({place.coast.lower()})" if place.coast else "")


# --- the formats a game can be exported to: their names, their files, what each can hold


@dataclass(frozen=True)
class ExportFormat:
    """How a game is exported.

    ``kind`` is the media type of the text, ``suffix`` ends the name of its file, with the dot. ``on_standard_map`` and
    ``when_over`` are what a game must be; ``without_troops`` where armies and fleets are all the format knows.
    """

    write: Callable[[PlayedGame], str]
    kind: str
    suffix: str
    on_standard_map: bool = False
    without_troops: bool = False
    when_over: bool = False


FORMATS: Mapping[str, ExportFormat] = {
    "diplomacy": ExportFormat(write_diplomacy_package, "application/json", ".json", on_standard_map=True),
    "diplobn": ExportFormat(write_diplobn, "application/json", "-diplobn.json", on_standard_map=True, when_over=True),
    "njudge": ExportFormat(write_njudge, "text/plain", "-njudge.txt", without_troops=True),
    "pbm": ExportFormat(write_pbm, "text/plain", "-pbm.txt"),
    "csv": ExportFormat(write_centres, "text/csv", "-centres.csv"),
    "units": ExportFormat(write_units, "text/csv", "-units.csv"),
}
"""The formats by the names that ``--to`` and EXPORT take; the first is the usual one."""

USUAL = next(iter(FORMATS))
"""The format where none is named."""


def export(game: Game, closed: Sequence[PhaseClosed], name: str, *, sees_all: bool) -> str | Refusal:
    """The text of a game in the format of that name, or why there is none.

    ``game`` and ``closed``, its closed phases, are what the reader may know of them; a game of which they do not see
    all is refused, for no format tells what is hidden from what is not there.
    """
    to = FORMATS[name]
    match game.position:
        case None:
            return Refusal.NOT_STARTED
        case _ if not sees_all:
            return Refusal.EXPORT_HIDDEN
        case _ if to.on_standard_map and not is_on_its_map(game.board):
            return Refusal.EXPORT_OTHER_MAP
        case _ if to.without_troops and game.board.war.troops:
            return Refusal.EXPORT_TROOPS
        case _ if to.when_over and game.ended is None:
            return Refusal.EXPORT_RUNNING
        case position:
            return to.write(PlayedGame(game, closed, position))


def file_name(game: Game, name: str) -> str:
    """The name of the file of a game in a format: ``rome.json``, ``rome-centres.csv``."""
    return f"{game.name}{FORMATS[name].suffix}"
