"""Saved games of the recorded games, loaded and judged again by the package that they are written for.

Run ``python -m bench.saved_games`` after ``make bench`` has installed the ``diplomacy`` package. Fails where a phase, a
unit or a centre differs after any phase; results that the package names otherwise are counted.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import click
from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format
from diplomacy.utils.game_phase_data import GamePhaseData

from judge.formats.export import export
from judge.game.apply import fold_events
from judge.game.folded_log import valid_phases
from judge.shell.play import recorded_games
from tests.shared.recorded_logs import recorded_log

_COMPARED = ("units", "centers", "homes", "builds")


def saved_game(name: str) -> dict[str, Any]:
    """The saved game of a recorded game."""
    log = recorded_log(name)
    game = fold_events(log)
    assert game is not None
    text = export(game, valid_phases(log), "diplomacy", sees_all=True)
    assert isinstance(text, str)
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def differences(saved: Mapping[str, Any], results: Counter[str]) -> Iterator[str]:
    """Yield what the package makes otherwise of any phase; ``results`` counts the codes that it names otherwise."""
    for phase, following in zip(saved["phases"], saved["phases"][1:], strict=False):
        judged = Game(rules=["SOLITAIRE"])
        judged.set_phase_data(GamePhaseData.from_dict(phase))
        judged.clear_orders()
        for power, orders in phase["orders"].items():
            judged.set_orders(power, orders)
        judged.process()
        if judged.get_current_phase() != following["name"]:
            yield f"{phase['name']} is followed by {judged.get_current_phase()}, here by {following['name']}"
        state = judged.get_state()
        for field in _COMPARED:
            theirs, ours = _sorted(state[field]), _sorted(following["state"][field])
            yield from (
                f"{phase['name']} {field} {power}: {one} against {ours[power]}"
                for power, one in theirs.items()
                if one != ours[power]
            )
        for unit, codes in judged.result_history.last_value().items():
            named, told = sorted(map(str, codes)), sorted(phase["results"].get(unit, []))
            if named != told:
                results[f"{phase['name'][-1]}: {named} against {told}"] += 1


def _sorted(table: Mapping[str, Any]) -> dict[str, Any]:
    def in_order(value: Any) -> Any:
        return sorted(value) if isinstance(value, list) else value

    return {
        power: {key: in_order(one) for key, one in told.items()} if isinstance(told, dict) else in_order(told)
        for power, told in table.items()
    }


def main() -> None:
    """Compare all recorded games."""
    results: Counter[str] = Counter()
    found = 0
    for name in recorded_games():
        saved = saved_game(name)
        loaded = from_saved_game_format(saved)
        told = [*differences(saved, results)]
        found += len(told)
        phases = len(saved["phases"]) - 1
        click.echo(
            f"{name}: {phases} phases judged again, {len(told)} differences; stands at {loaded.get_current_phase()}"
        )
        for line in told:
            click.echo(f"  {line}")
    for codes, count in results.most_common():
        click.echo(f"  results named otherwise, {count} times: {codes}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
