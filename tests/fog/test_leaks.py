"""Wars by chance: after every phase every letter to everybody is searched for what they may not know."""

from pathlib import Path
from random import Random

import pytest

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from tests.fog.reading import is_report_of, leaks_in_results, leaks_in_state
from tests.fog.tables import Desk, desk_of
from tests.fog.wars import PLAYERS, STANDBY, WATCHER, at_war, play_phase

WARS = [("eagle", "CARTE seuil"), ("heron", "CARTE seuil INTÉRIM MOYEN")]
"""In the second one a player leaves, and a clockwork player goes on."""


@pytest.mark.parametrize(("seed", "opening"), WARS)
def test_no_letter_of_a_war_tells_what_the_fog_hides(tmp_path: Path, seed: str, opening: str) -> None:
    random = Random(seed)
    with desk_of(tmp_path) as desk:
        at_war(desk, opening)
        if desk.game.settings.missing.caretaker:
            desk.write(STANDBY, "QUITTER rome")
            desk.confirm(STANDBY)
            desk.write(PLAYERS[0], "DÉMISSIONNER rome MAINTENANT")
        while not desk.game.ended:
            readers = [one for one in (*PLAYERS, WATCHER, STANDBY) if one in desk.game.audience]
            letters = {reader: len(desk.letters(reader)) for reader in readers}
            closed = desk.game.phases_closed
            play_phase(random, desk)
            if not desk.game.ended:
                _search(desk, letters, closed)
        assert desk.game.phases_closed >= 9
        is_clockwork = [bool(event.clockwork) for event in desk.log if isinstance(event, PhaseClosed)]
        assert any(is_clockwork) == bool(desk.game.settings.missing.caretaker)
        assert not desk.stuck


def _search(desk: Desk, letters: dict[str, int], closed: int) -> None:
    events = [event for event in desk.log if isinstance(event, PhaseClosed)][closed:]
    for reader, before in letters.items():
        powers = desk.game.powers_of(Address(reader))
        texts = [text for text in desk.texts(reader)[before:] if is_report_of(text, events[0].before.phase)]
        assert texts
        for event in events:
            for text in texts:
                if is_report_of(text, event.before.phase):
                    assert list(leaks_in_results(desk.game.board, event, powers, text)) == [], text
        desk.later()
        desk.write(reader, "STATUS\nSUMMARY")
        assert list(leaks_in_state(desk.game, powers, desk.texts(reader)[-1])) == [], reader
