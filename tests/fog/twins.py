"""Two worlds that one reader cannot tell apart: what the reader is sent in them must be the same to the byte."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from judge.game.visibility import as_seen_by
from judge.paths.painter import draw_letter_picture
from judge.rules.board import Power, Province
from judge.store.records import LetterPicture
from tests.fog.changes import changed
from tests.fog.tables import Desk, desk_of, twin
from tests.fog.wars import PLAYERS, STANDBY, STRANGER, WATCHER, at_war, just_closed, play_phase
from tests.fog.witness import Fact, known, told
from tests.fog.writing import ordered, probing, prying
from tests.shared.keyed import GAME_FINGERPRINT

MOST_CHANGES = 60
"""So often it is tried to change what a reader cannot see."""

_CODE = re.compile(rb"(?<=judge[+]ok[.])[a-z0-9]{16}|(?<=code )[A-Z0-9]{6}\b")
"""What a question bears that proves whose the answer is, and what may be answered: drawn by lot for every letter."""

MOST_PICTURES = 4
"""So many of the last pictures to a reader are compared: the phase in which the worlds part, what comes after it."""

_AT_ONCE = 8
"""Questions in one letter, fewer than are answered."""


@dataclass
class Twins:
    """Two worlds, and the one who must not tell them apart; ``since`` so many letters ago they parted."""

    one: Desk
    other: Desk
    reader: str
    since: int

    @property
    def powers(self) -> tuple[Power, ...]:
        """What the reader plays."""
        return self.one.game.powers_of(Address(self.reader))

    @property
    def both(self) -> tuple[Desk, Desk]:
        """The two worlds."""
        return self.one, self.other

    @property
    def hints(self) -> tuple[Province, ...]:
        """Where the two worlds differ."""
        one, other = (desk.game.position for desk in self.both)
        assert one is not None
        assert other is not None
        places = {*one.units, *other.units, *one.dislodged, *other.dislodged}
        return tuple(sorted(at for at in places if one.units.get(at) != other.units.get(at)))

    def write(self, text: str) -> None:
        """The same letter of the reader in both worlds."""
        for desk in self.both:
            desk.later()
            desk.write(self.reader, text)

    def knowledge(self) -> tuple[object, ...]:
        """Whether the judge itself takes the two worlds for one, before anything is written of them."""
        games = (as_seen_by(desk.game, Address(self.reader)) for desk in self.both)
        one, other = ((game.position, game.scouting, game.errands, game.orders, game.war_state) for game in games)
        return () if one == other else (one, other)

    def difference(self) -> str:
        """The first letter to the reader that is not the same; empty while there is none."""
        assert not [one for desk in self.both for one in desk.stuck]
        if apart := self.knowledge():
            return f"the judge takes them for two: {apart}"
        one, other = (
            [GAME_FINGERPRINT.sub(b"", _CODE.sub(b"", raw)) for raw in desk.letters(self.reader)[self.since :]]
            for desk in self.both
        )
        for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            if mine != theirs:
                texts = [desk.texts(self.reader)[self.since + place].splitlines() for desk in self.both]
                lines = [f"- {a}\n+ {b}" for a, b in zip(*texts, strict=False) if a != b]
                return "\n".join([texts[0][0], *lines[:20]]) if lines else f"headers:\n{mine[:900]!r}\n{theirs[:900]!r}"
        return "" if len(one) == len(other) else f"{len(one)} letters in one world, {len(other)} in the other"

    def difference_in_pictures(self) -> str:
        """The first picture of a letter to the reader that is not the same to the byte; empty while there is none."""
        one, other = (desk.pictures(self.reader)[-MOST_PICTURES:] for desk in self.both)
        if [_as_shown(picture) for picture in one] != [_as_shown(picture) for picture in other]:
            return f"pictures of other things: {one}, {other}"
        for pair in zip(one, other, strict=True):
            mine, theirs = (draw_letter_picture(desk.services, of) for desk, of in zip(self.both, pair, strict=True))
            if mine != theirs:
                return f"not the same picture: {pair[0]}"
        return ""


def _as_shown(picture: LetterPicture) -> LetterPicture:
    """A picture without the number of events up to it, which nobody sees: others may have written more in one world."""
    return replace(picture, number=0)


@contextmanager
def parted(
    folder: Path, seed: str, reader: str, phases: int, opening: str = "CARTE seuil RÉSERVE 10j"
) -> Iterator[Twins | None]:
    """A war that has gone on for some phases, and its twin; None where nothing could be changed unseen."""
    random = Random(seed)
    with desk_of(folder / "one") as one:
        at_war(one, opening)
        for person in (*PLAYERS, WATCHER, STANDBY):
            one.write(person, "RÈGLE CARTE svg")
        for _ in range(phases):
            play_phase(random, one, complete=True)
        if reader == STRANGER:
            one.write(reader, "HELP")
        yield from _with_twin(random, one, folder / "other", reader)


def _with_twin(random: Random, one: Desk, folder: Path, reader: str) -> Iterator[Twins | None]:
    powers = one.game.powers_of(Address(reader))
    if not just_closed(one):
        yield None
        return
    seen = _seen(one, powers)
    for number in range(MOST_CHANGES):
        other = twin(one, folder / str(number), lambda event: changed(random, one.game.board, event, powers))
        try:
            last: object = other.log[-1]
            if last != one.log[-1] and _seen(other, powers) == seen:
                yield Twins(one, other, reader, len(one.letters(reader)))
                return
        finally:
            other.close()
    yield None


def _seen(desk: Desk, powers: Sequence[Power]) -> tuple[frozenset[Fact], ...]:
    """All the reader may know by now, and may have learned at each close."""
    closed = [event for event in desk.log if isinstance(event, PhaseClosed)]
    return known(desk.game, powers), *(told(desk.game.board, event, powers) for event in closed)


def pry(random: Random, twins: Twins) -> str:
    """Ask everything there is to ask; the first difference."""
    questions = prying(random, twins.one.game, twins.hints)
    random.shuffle(questions)
    for first in range(0, len(questions), _AT_ONCE):
        twins.write("\n".join(questions[first : first + _AT_ONCE]))
        if found := twins.difference():
            return found
    return ""


def go_on(random: Random, twins: Twins) -> str:
    """Everybody writes as it suits their world, the phase closes; what differs though it could not be seen."""
    number = twins.one.game.phases_closed
    twins.write("\n".join(probing(random, twins.one.game, twins.powers, twins.hints)) or "STATUS")
    if found := twins.difference():
        return found
    silent = random.random() < 0.25
    for desk in twins.both:
        for power, player in twins.one.game.seats.items():
            if player != twins.reader:
                desk.write(player, "" if silent else "\n".join(ordered(random, desk.game, power)) or "STATUS")
        if desk.game.phases_closed == number and not desk.game.ended:
            desk.let_time_pass()
    one, other = (_seen(desk, twins.powers) for desk in twins.both)
    if one != other or twins.one.game.ended:
        return ""
    return twins.difference() or twins.difference_in_pictures() or pry(random, twins)


def telling(folder: Path, seed: str, reader: str, phases: int) -> str | None:
    """What tells a reader their world from its twin; None where there is no twin, empty where nothing does."""
    with parted(folder, seed, reader, phases) as twins:
        if twins is None:
            return None
        random = Random(seed)
        return twins.difference_in_pictures() or pry(random, twins) or go_on(random, twins)
