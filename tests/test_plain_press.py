"""Press as people write it: orders in a plain reply to press, words to another player on one line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.press.messages import PressSent
from judge.rules.board import Power
from judge.rules.orders import province_of
from judge.shell.local_game import GAME, LocalGame, text_of
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


WORDS = {
    "tell england i wont come if he leaves denmark to me": ("ENGLAND", "i wont come if he leaves denmark to me"),
    "Would you kindly tell France that I stay at home?": ("FRANCE", "I stay at home?"),
    "please let England know that I agree": ("ENGLAND", "I agree"),
    "press to england i wont go west if u leave me denmark": ("ENGLAND", "i wont go west if u leave me denmark"),
    'Press to all from Rome: "The fleet is in the best of health."': ("", "The fleet is in the best of health."),
    "Rome-Paris: Madame, your army is in my way.": ("FRANCE", "Madame, your army is in my way."),
    "Dear Austria, I promise I won't touch Trieste! Love Dot": ("AUSTRIA", "I promise I won't touch Trieste! Love Dot"),
    "To Austria: shall we be friends?": ("AUSTRIA", "shall we be friends?"),
    "To France and Germany: shall we be friends?": ("FRANCE GERMANY", "shall we be friends?"),
    "@france u in?": ("FRANCE", "u in?"),
    "Dites à l'Angleterre que je ne viendrai pas.": ("ENGLAND", "je ne viendrai pas."),
    "Pour Vienne : voulez-vous la paix ?": ("AUSTRIA", "voulez-vous la paix ?"),
    "Message pour le joueur autrichien : je reste chez moi.": ("AUSTRIA", "je reste chez moi."),
    "Et de grâce, transmettez à l'Autriche que je ne lui en veux pas.": ("AUSTRIA", "je ne lui en veux pas."),
}


@pytest.mark.parametrize("line", WORDS)
def test_words_to_a_player_on_one_line_are_sent_by_a_yes(table: LocalGame, line: str) -> None:
    to, text = WORDS[line]
    before = sent(table)
    told = answered(table, ITALY, line)
    assert sent(table) == before
    assert f"Reply YES, and it goes to {'everyone' if not to else ''}" in told
    assert text in told
    answered(table, ITALY, "YES")
    *_, last = [one for one in table.judge.services.store.events(GAME) if isinstance(one, PressSent)]
    assert (last.to, last.text) == (tuple(to.split()), text)
    answered(table, ITALY, "YES")
    assert len(sent(table)) == len(before) + 1


NOT_WORDS = [
    "For Italy: A VEN - TYR",
    "To Venice: A ROM",
    "Let Venice hold.",
    "Tell me what A VEN does.",
    "PRESS TO FRANCE, GERMANIA\nHello there.\nENDPRESS",
    "Press on to Tyrolia!",
    "Pour l'arbitre : bonjour à vous",
    "Dear judge, I am fine.",
    "Tell Austria to keep away. A VEN - TYR",
]


@each_case("text", NOT_WORDS)
def test_what_may_be_for_the_judge_is_no_press(table: LocalGame, text: str) -> None:
    answered(table, ITALY, text)
    assert not table.game.press.ready


def test_words_to_somebody_of_whom_no_power_is_known_have_gone_to_nobody(table: LocalGame) -> None:
    for text in ("Message for Kev and Priya:\nAre you both coming?", "Pourriez-vous dire à M. Bernard que j'accepte ?"):
        told = answered(table, ITALY, text)
        assert "Nobody but the judge has read this." in told
        assert "PRESS TO and their name" in told


ABOVE_ORDERS = [
    "Tell Austria I stay at home.\nA VEN - TYR\nF NAP - ION",
    "press to austria\n\nSorry, my dear fellow.\n\nMy orders:\nA VEN - TYR\nF NAP - ION",
    "press to austria my dear fellow, sorry\nA VEN - TYR\nF NAP - ION",
]


@each_case("text", ABOVE_ORDERS)
def test_orders_below_words_to_a_player_are_offered_and_not_part_of_them(table: LocalGame, text: str) -> None:
    before = sent(table)
    told = answered(table, ITALY, text)
    assert "Reply with PRESS alone, and it goes to Austria." in told
    (left,) = table.game.left_open
    assert {province_of(order) for order in left.offered} == {"VEN", "NAP"}
    (ready,) = table.game.press.ready
    assert "VEN" not in ready.text
    assert "orders" not in ready.text
    assert not table.game.orders_of(ITALY)
    assert sent(table) == before


def test_press_that_the_rules_forbid_is_not_offered(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, "PRESS NO")
    told = answered(table, ITALY, "Tell Austria I stay at home.")
    assert "Reply YES" not in told
    assert "Not done." in told
    table.judge.stop()


def test_a_yes_to_words_of_a_phase_that_is_over_sends_nothing(table: LocalGame) -> None:
    answered(table, ITALY, "Tell Austria I stay at home.")
    offer = table.players[ITALY].last()
    for player in table.players.values():
        player.answer("Tout tient" if player.language == "fr" else "ALL HOLD")
    table.settle()
    assert table.game.position
    assert str(table.game.position.phase) != "S1901M"
    before = sent(table)
    table.players[ITALY].read.append(offer)
    answered(table, ITALY, "YES")
    assert sent(table) == before
