"""A plain reply to press that is for the judge goes to nobody; its orders are offered, and PRESS sends it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.press.messages import PressSent
from judge.rules.board import Power
from judge.rules.orders import province_of
from judge.shell.play.local_game import GAME, LocalGame, text_of
from tests.shared.by_mail import reply_to, write
from tests.shared.each_case import each_case
from tests.shared.seated import lay_seated_table

FRANCE, ITALY = Power("FRANCE"), Power("ITALY")


def _asked(table: LocalGame) -> None:
    table.players[FRANCE].answer("PRESSE À L'ITALIE\nQue faites-vous ?\nFIN PRESSE")
    table.settle()
    table.players[ITALY].answer("PRESS TO FRANCE\nWhat will you do?\nENDPRESS")
    table.settle()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """A game in which France and Italy have each had a question of the other."""
    table = lay_seated_table(tmp_path, played_on=_asked)
    yield table
    table.judge.stop()


def sent(table: LocalGame) -> list[str]:
    return [one.text for one in table.judge.services.store.events(GAME) if isinstance(one, PressSent)]


def answered(table: LocalGame, power: Power, text: str) -> str:
    """What the judge answers to a reply to its own last letter, below it in the thread."""
    player, last = table.players[power], table.players[power].last()
    write(table, player.address, reply_to(table, power), text, f"In-Reply-To: {last['Message-ID']}\r\n")
    return " ".join(text_of(player.last()).split())


def replied(table: LocalGame, power: Power, text: str) -> str:
    """What the judge answers to a plain reply to press."""
    table.players[power].answer_press(text)
    table.settle()
    return " ".join(text_of(table.players[power].last()).split())


FOR_THE_JUDGE = [
    ("ITALY", "Venice goes to Piedmont, Rome stays."),
    ("ITALY", "Hi, orders for this turn: Venice to Tyrolia please. Everything else holds. Thanks, Ivo"),
    ("ITALY", "I want Venice to go to Piedmont and Rome to Apulia. The fleet goes to the Ionian. Cheers Dot"),
    ("ITALY", "A VEN - TYR\nA ROM - VEN\nF NAP - ION"),
    ("ITALY", "Hello, all my units hold. Dot"),
    ("ITALY", "ven pie rom ven nap ion"),
    ("ITALY", "Thanks for your letter! Venice to Piedmont. Rome to Venice."),
    (
        "ITALY",
        "Dear friend,\nlet us stay at peace.\nIt is better so.\nNobody shall know.\nVEN - PIE\nROM - APU\nNAP - ION",
    ),
    ("FRANCE", "Bonjour, ma flotte de Brest va en Manche, l'armée de Paris tient. Marseille va en Espagne."),
    ("FRANCE", "Voici mes ordres : Paris en Bourgogne, Marseille en Espagne, Brest en Manche. Merci, Bernard"),
    ("FRANCE", "bon alors paris en bourgogne et brest tient"),
    ("FRANCE", "Tout le monde tient."),
]


@each_case(("power", "text"), FOR_THE_JUDGE, ids=[text for _, text in FOR_THE_JUDGE])
def test_a_reply_of_orders_goes_to_nobody_and_its_orders_are_offered(table: LocalGame, power: str, text: str) -> None:
    before = sent(table)
    told = replied(table, Power(power), text)
    assert sent(table) == before
    assert "PRESS alone sends it" in told or "PRESSE, seul, transmet la lettre" in told
    assert "do not count yet" in told or "ne comptent pas encore" in told
    assert not any(table.game.orders.values())


FOR_PEOPLE = [
    ("ITALY", "I'd move Venice to Tyrolia if you let me. What about you?"),
    ("ITALY", "Okay, I'll support you into Tyrolia. You go from Munich."),
    ("ITALY", "I'm not going to Tyrolia, promise."),
    ("ITALY", "My fleet goes to the Ionian as always, so no worries. I hope that suits you."),
    ("ITALY", "yes"),
    ("ITALY", "Fine."),
    ("FRANCE", "Merci de votre lettre. Je vais en Espagne et au Portugal. Et vous ?"),
    ("FRANCE", "D'accord, je n'irai pas en Piémont."),
    ("FRANCE", "Vous soutenez la Bourgogne ?"),
]


@each_case(("power", "text"), FOR_PEOPLE, ids=[text for _, text in FOR_PEOPLE])
def test_talk_of_moves_is_press(table: LocalGame, power: str, text: str) -> None:
    replied(table, Power(power), text)
    assert sent(table)[-1] == text
    assert not table.game.left_open


def test_a_yes_makes_orders_of_it_and_sends_nothing(table: LocalGame) -> None:
    before = sent(table)
    replied(table, ITALY, "Venice goes to Piedmont, Rome stays.")
    answered(table, ITALY, "YES")
    assert {province_of(order) for order in table.game.orders_of(ITALY)} == {"VEN", "ROM"}
    assert sent(table) == before


def test_the_word_for_press_alone_sends_it_once(table: LocalGame) -> None:
    replied(table, ITALY, "Venice goes to Piedmont, Rome stays.")
    assert "Sent to France." in answered(table, ITALY, "PRESS")
    assert sent(table)[-1] == "Venice goes to Piedmont, Rome stays."
    assert not table.game.orders_of(ITALY)
    count = len(sent(table))
    assert "The name of a power is missing" in answered(table, ITALY, "PRESS")
    assert len(sent(table)) == count


NOT_THE_WORD = {
    "a fresh letter": ("PRESS", False),
    "the word above a text": ("PRESS\nShall we make peace?", True),
    "a yes below talk of orders": ("Yes, Rome to Apulia!", True),
}


@pytest.mark.parametrize(("text", "is_reply"), NOT_THE_WORD.values(), ids=NOT_THE_WORD)
def test_nothing_else_sends_it(table: LocalGame, text: str, is_reply: bool) -> None:
    before = sent(table)
    replied(table, ITALY, "Venice goes to Piedmont, Rome stays.")
    if is_reply:
        answered(table, ITALY, text)
    else:
        write(table, table.players[ITALY].address, reply_to(table, ITALY), text)
    assert sent(table) == before


@pytest.mark.parametrize("text", ["VOTE DRAW", "READY", "I vote for the draw."])
def test_a_command_alone_goes_to_nobody_before_its_writer_says_so(table: LocalGame, text: str) -> None:
    before = sent(table)
    assert "This line is for the judge" in replied(table, ITALY, text)
    assert sent(table) == before
    offer = table.players[ITALY].last()
    answered(table, ITALY, "YES")
    assert sent(table) == before
    table.players[ITALY].read.append(offer)
    answered(table, ITALY, "PRESS")
    assert sent(table)[-1] == text
