"""The pages of acts that are no orders: what was agreed to, corrections, settings, going back, a war's decisions."""

from collections.abc import Iterable, Mapping

from judge.game.mastery.messages import ActAgreed, PositionCorrected, RolledBack, SettingsChanged
from judge.game.moving.messages import PositionTakenOver
from judge.game.settings import Settings
from judge.game.war.messages import WarEvent
from judge.record.facts import Named
from judge.record.values import table_lines, value_line
from judge.record.words import moment_in_utc
from judge.record.writing import PageWriter, page_of, settings_table
from judge.reports.corrections import correction_lines
from judge.reports.war import war_event_lines
from judge.rules.position import Position

NOT_OF_THE_ACT = frozenset({"by", "at", "position", "phase"})
"""Fields of an event that the page tells elsewhere, or not at all."""


def agreement_page(writer: PageWriter, event: ActAgreed) -> str:
    """Return the page which says that the master plays, and who agreed to an act of theirs."""
    code, back = writer.code(event.phase), event.back_to
    agreed = "record.confirmed_at" if event.by_operator else "record.agreed_at"
    return page_of(
        writer.say("record.agreed", game=writer.game.name, code=code),
        writer.say(agreed, at=moment_in_utc(event.at), phase=code, number=event.number),
        writer.say("record.agreed_to", act=writer.say(f"act.{event.act.value}")),
        writer.say("record.agreed_back", phase=writer.code(back), page=event.back_to_number) if back else "",
    )


def correction_page(writer: PageWriter, event: PositionCorrected) -> str:
    """Return the page of a corrected position, from which the next phase is judged, with the reason."""
    position = event.position
    return page_of(
        writer.say("record.corrected", game=writer.game.name, code=writer.code(position.phase)),
        writer.say("record.corrected_at", at=moment_in_utc(event.at)),
        _below(correction_lines(event.corrections, writer.phrasing(position))),
        writer.say("record.reason", reason=" ".join(event.reason.split())),
        writer.say("heading.entries"),
        "\n".join(map(value_line, event.corrections)),
        writer.say("heading.corrected", code=writer.code(position.phase)),
        *writer.position(position, writer.game.scouting),
    )


def takeover_page(writer: PageWriter, event: PositionTakenOver) -> str:
    """Return the page of a position that another judge had, from which the next phase is judged."""
    position = event.position
    return page_of(
        writer.say("record.taken", game=writer.game.name, code=writer.code(position.phase)),
        writer.say("record.taken_at", at=moment_in_utc(event.at)),
        writer.say("heading.entries"),
        "\n".join(table_lines(position_json(position))),
        writer.say("heading.after", code=writer.code(position.phase)),
        *writer.position(position, writer.game.scouting),
        writer.say("record.deadline", at=moment_in_utc(event.deadline.at)),
    )


def war_event_page(writer: PageWriter, event: WarEvent) -> str:
    """Return the page of an event of a war other than orders; the game of the writer is the one after it."""
    position = _position(writer)
    return page_of(
        writer.say("record.decided", game=writer.game.name, code=writer.code(position.phase)),
        writer.say("record.decided_at", at=moment_in_utc(event.at)),
        _below(war_event_lines(event, writer.phrasing(position))),
        writer.say("heading.entries"),
        value_line(event, NOT_OF_THE_ACT),
        writer.say("heading.since"),
        *writer.position(position, writer.game.scouting),
    )


def settings_page(writer: PageWriter, event: SettingsChanged, were: Settings, named: Named) -> str:
    """Return the page of settings that the master changed under way."""
    changed = settings_table(event.settings, were, named.settings)
    return page_of(
        writer.say("record.settings", game=writer.game.name, code=writer.code(_position(writer).phase)),
        writer.say("record.settings_at", at=moment_in_utc(event.at)),
        "\n".join(table_lines(changed)),
    )


def rollback_page(writer: PageWriter, event: RolledBack) -> str:
    """Return the page that says which phases the master has undone, and the position from which the game goes on."""
    code = writer.code(event.phase)
    return page_of(
        writer.say("record.undone", game=writer.game.name, code=code),
        writer.say("record.undone_at", at=moment_in_utc(event.at), phase=code, pages=", ".join(map(str, event.undone))),
        writer.say("heading.after", code=code),
        *writer.position(event.position, event.scouting),
        writer.say("record.deadline", at=moment_in_utc(event.deadline.at)),
    )


def position_json(position: Position) -> Mapping[str, object]:
    """Return a position of a board without troops as the object that ``positions_json`` reads."""
    driven_out = [
        {
            "power": one.unit.power,
            "unit": str(one.unit),
            **({"from": one.by} if one.by else {}),
            "options": [*map(str, one.retreats)],
        }
        for _, one in sorted(position.dislodged.items())
    ]
    powers = sorted({unit.power for unit in position.units.values()} | {*position.owners.values()})
    return {
        "phase": str(position.phase),
        "units": {power: [*map(str, position.units_of(power))] for power in powers},
        "centers": {power: [*position.centres_of(power)] for power in powers},
        **({"dislodged": driven_out} if driven_out else {}),
    }


def _below(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)


def _position(writer: PageWriter) -> Position:
    assert writer.game.position is not None
    return writer.game.position
