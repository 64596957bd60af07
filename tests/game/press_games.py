"""Games under settings of press, and letters in them."""

from collections.abc import Callable
from dataclasses import replace

from judge.game.press.messages import SendPress, Watch
from judge.game.settings import PressRules, PressSignature, Settings
from judge.game.state import Game
from judge.rules.board import Power
from tests.game.tables import WEEKLY, address, happen, person, started

FRANCE, ITALY, RUSSIA, GERMANY, TURKEY = map(Power, ("FRANCE", "ITALY", "RUSSIA", "GERMANY", "TURKEY"))
ALL_KINDS = PressRules(tuple(PressSignature), fakes=True, observers_write=True)


def with_rules(rules: PressRules, rulebook: str = "2023") -> Settings:
    return replace(WEEKLY, press=rules, rulebook=rulebook)


def table(rules: PressRules = ALL_KINDS, rulebook: str = "2023") -> Game:
    """A game of seven under these rules, with a master who does not play and somebody who watches."""
    return happen(started(with_rules(rules, rulebook)), Watch(person("watcher")))


def by(power: str, text: str = "Peace?") -> Callable[..., SendPress]:
    """Letters of one writer; the rest is said when one is sent."""

    def send(*to: Power, **how: object) -> SendPress:
        return SendPress(address(power), to, text, **how)  # type: ignore[arg-type]

    return send


france, master, watcher = by("FRANCE"), by("master"), by("watcher")
GREYS = PressRules((PressSignature.WHITE, PressSignature.GREY), observers_write=True)
