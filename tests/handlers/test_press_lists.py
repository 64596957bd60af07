"""Lists of recipients: whoever is named, and nobody besides; a list that can be read in two ways goes to nobody."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from judge.game.press.rules import delivery
from judge.handlers.plain_press import handle_send_press
from judge.handlers.session import GameSession
from judge.reports.line_answers import InvalidCommand, LineAnswer, PressAccepted, Unknown
from judge.requests.press import SendPressRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.game.tables import OPENED, address, started
from tests.shared.each_case import each_case
from tests.shared.services import context
from tests.shared.shares import drawn

GAME = started()
POWERS = tuple(GAME.board.powers)


def answered(head: str, writer: str = "ITALY") -> LineAnswer:
    """What is said of a block of press with this first line."""
    (line,) = read_lines(f"{head}\nHello.\nENDPRESS")
    assert isinstance(line.request, SendPressRequest)
    session = GameSession(GAME, replace(GAME.people[address(writer)], notation="standard"))
    (one,) = handle_send_press(session, line.text, line.request, context(OPENED, number=1)).answers
    return one.answer


def recipients(head: str) -> list[str]:
    answer = answered(head)
    assert isinstance(answer, PressAccepted), answer
    reached = delivery(GAME, answer.press)
    return [*reached.powers, *(["MASTER"] if reached.master else [])]


EVERYONE = [power for power in POWERS if power != "ITALY"]
WITHOUT_GERMANY = [power for power in EVERYONE if power != "GERMANY"]
CLEAR = {
    "PRESS TO FRANCE": ["FRANCE"],
    "PRESS TO FRANCE AND GERMANY": ["FRANCE", "GERMANY"],
    "PRESS TO ALL EXCEPT GERMANY": WITHOUT_GERMANY,
    "PRESS TO EVERYONE BUT GERMANY": WITHOUT_GERMANY,
    "PRESS TO ALL BUT NOT GERMANY": WITHOUT_GERMANY,
    "PRESS TO ALL, NOT TO GERMANY": WITHOUT_GERMANY,
    "PRESS TO ALL APART FROM GERMANY": WITHOUT_GERMANY,
    "PRESS TO ALL WITH THE EXCEPTION OF GERMANY": None,
    "BROADCAST EXCEPT GERMANY": WITHOUT_GERMANY,
    "PRESSE À TOUS SAUF L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE À TOUS, SAUF À L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE À TOUS HORMIS L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE À TOUS EXCEPTÉ L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE À TOUS À PART L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE À TOUS À L'EXCEPTION DE L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE À TOUS MAIS PAS À L'ALLEMAGNE": WITHOUT_GERMANY,
    "ANNONCE SAUF L'ALLEMAGNE": WITHOUT_GERMANY,
    "PRESSE AU MAÎTRE DE JEU": ["MASTER"],
    "PRESSE AU MAÎTRE DU JEU ET À LA FRANCE": ["FRANCE", "MASTER"],
    "PRESS TO ALL AND THE MASTER": [*EVERYONE, "MASTER"],
}


@each_case("head", CLEAR)
def test_a_clear_list_reaches_those_it_names(head: str) -> None:
    if CLEAR[head] is None:
        assert isinstance(answered(head), InvalidCommand)  # a word nobody is called by: refused whole
    else:
        assert recipients(head) == CLEAR[head]


UNCLEAR = {
    "PRESS TO FRANCE EXCEPT GERMANY": ("EXCEPT GERMANY", ("PRESS TO FRANCE", "PRESS TO ALL EXCEPT GERMANY")),
    "PRESS TO FRANCE BUT NOT GERMANY": ("NOT GERMANY", None),
    "PRESS EXCEPT GERMANY TO FRANCE": ("EXCEPT GERMANY TO FRANCE", ("PRESS TO ALL EXCEPT GERMANY, FRANCE",)),
    "PRESS EXCEPT GERMANY": ("EXCEPT GERMANY", ("PRESS TO ALL EXCEPT GERMANY",)),
    "PRESSE À LA FRANCE SAUF L'ALLEMAGNE": (
        "SAUF L'ALLEMAGNE",
        ("PRESSE À FRANCE", "PRESSE À TOUS SAUF ALLEMAGNE"),
    ),
    "PRESSE AU MAÎTRE SAUF L'ALLEMAGNE": ("SAUF L'ALLEMAGNE", None),
    "PRESSE À LA FRANCE MAIS PAS À L'ALLEMAGNE": ("MAIS PAS À L'ALLEMAGNE", None),
    "PRESS TO FRANCE AND ALL": ("FRANCE", ("PRESS TO FRANCE", "PRESS TO ALL")),
    "PRESS TO ALL EXCEPT ALL": ("EXCEPT ALL", None),
    "BROADCAST TO FRANCE": ("FRANCE", ("PRESS TO FRANCE", "PRESS TO ALL")),
    "ANNONCE À LA FRANCE ET À L'ANGLETERRE": ("FRANCE ET À L'ANGLETERRE", None),
    "BROADCAST TO THE MASTER": ("MASTER", None),
    "PRESS TO FRANCE FAKE TO ALL AND TURKEY": ("TURKEY", None),
}


@each_case("head", UNCLEAR)
def test_an_unclear_list_reaches_nobody_and_is_asked_about(head: str) -> None:
    answer, (marked, clear) = answered(head), UNCLEAR[head]
    assert isinstance(answer, InvalidCommand)
    if answer.what is Unknown.RECIPIENTS:
        assert head[answer.start : answer.end] in {marked, f"BUT {marked}"}
        assert clear is None or answer.hints == clear
        for hint in answer.hints:
            assert isinstance(answered(hint), PressAccepted), hint
    else:
        assert answer.what is Unknown.POWER


LEFT_OUT = ("BUT", "EXCEPT", "NOT", "WITHOUT", "SAUF", "HORMIS", "SANS", "PAS", "EXCEPTÉ", "MAIS", "HORS")
ALL = ("ALL", "TOUS", "EVERYONE", "TOUT")
SMALL = ("TO", "À", "AND", "ET", "THE", "OF", "DE", "L'", "FOR", "POUR", ",", "ONLY", "SEULEMENT", "GREY", "FROM")
NAMES = {name: power for power, spoken in GAME.board.powers.items() for name in spoken.values() if " " not in name}
WORDS = st.sampled_from([*LEFT_OUT, *ALL, *SMALL, "MASTER", "OBSERVERS", *NAMES])


@given(words=st.lists(WORDS, max_size=7), verb=st.sampled_from(["PRESS", "PRESSE", "PRESS TO", "PRESSE À"]))
@example(["FRANCE", "EXCEPT", "GERMANY"], "PRESS TO")
@example(["EXCEPT", "GERMANY", "TO", "FRANCE"], "PRESS")
@drawn(600)
def test_nobody_gets_a_letter_who_is_not_named(words: list[str], verb: str) -> None:
    answer = answered(" ".join([verb, *words]))
    if not isinstance(answer, PressAccepted):
        return
    got = {*delivery(GAME, answer.press).powers}
    spoken_to, left_out = _by_hand(words)
    assert got <= spoken_to - left_out, words


def _by_hand(words: list[str]) -> tuple[set[Power], set[Power]]:
    """Whom the words name at most, and whom they leave out, told by the plainest of readings."""
    first = next((place for place, word in enumerate(words) if word in LEFT_OUT), len(words))
    named = {NAMES[word] for word in words[:first] if word in NAMES}
    is_all = any(word in ALL for word in words)
    return {*POWERS} if is_all else named, {NAMES[word] for word in words[first:] if word in NAMES}
