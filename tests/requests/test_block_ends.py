"""Every way people close a block closes it; what follows is read, and never sent on."""

from hypothesis import given
from hypothesis import strategies as st

from judge.requests.orders import ConditionalOrdersRequest
from judge.requests.press import SendPressRequest, WriteDiaryRequest
from judge.requests.questions import WhatIfRequest
from judge.requests.read_lines import read_lines
from judge.requests.vocabulary import block_ended_by
from tests.shared.each_case import each_case

ENDS = (
    "ENDPRESS",
    "END PRESS",
    "End of press",
    "End of the press.",
    "--- END OF PRESS ---",
    "END MESSAGE",
    "end of message",
    "End of letter",
    "Message ends.",
    "End of broadcast",
    "END.",
    "The end.",
    "[END PRESS]",
    "[/press]",
    "</PRESSE>",
    "FIN PRESSE",
    "FIN DE PRESSE",
    "Fin de la presse",
    "*** FIN DE PRESSE ***",
    "fin du message",
    "Fin de message.",
    "Fin du communiqué",
    "Fin de l'annonce",
    "Fin de la lettre",
    "Message terminé.",
    "Fin.",
    "FIN",
    "— fin —",
    "END PRESSE",
    "FIN PRESS",
    "ENDDIARY",
)
"""Those of another block close it as well: whoever wrote them meant that something ends."""

NO_ENDS = (
    "End of the line, my friend",
    "The end of Turkey is near",
    "Fin mai, je serai à Rome",
    "Finland",
    "La fin justifie les moyens",
    "Message for Italy",
    "My letter of yesterday",
    "In the end we all lose.",
    "Press on!",
    "",
)


@each_case("end", ENDS)
@each_case("head", ["PRESS TO ITALY", "BROADCAST", "PRESSE À L'ITALIE, GRISE", "DIARY", "JOURNAL"])
def test_every_way_to_close_a_block_closes_it(head: str, end: str) -> None:
    block, order = read_lines(f"{head}\nHello.\n\n{end}\nA PAR - BUR")
    assert isinstance(block.request, SendPressRequest | WriteDiaryRequest)
    assert (block.request.text, block.request.closing) == ("Hello.", end)
    assert block.text.endswith(end)
    assert order.text == "A PAR - BUR"


@each_case("end", [*ENDS, "End of whatif", "FIN DE L'ESSAI", "Fin de l'hypothèse"])
def test_every_way_closes_a_what_if(end: str) -> None:
    block, order = read_lines(f"WHATIF\nA PAR - BUR\n{end}\nA PAR H")
    assert isinstance(block.request, WhatIfRequest)
    assert (block.request.lines, block.request.closing, order.text) == (("A PAR - BUR",), end, "A PAR H")


@each_case("end", ["ENDIF", "END IF", "End of condition", "FIN SI", "Fin de la condition", "Fin.", "END"])
def test_every_way_closes_a_condition(end: str) -> None:
    phase, block, order = read_lines(f"PHASE F1902M\nIF MUN\nx\nELSE\ny\n{end}\nA PAR H")
    assert isinstance(block.request, ConditionalOrdersRequest)
    assert block.request.stray is None
    assert (phase.text, block.text.splitlines()[-1], order.text) == ("PHASE F1902M", end, "A PAR H")


@each_case("line", NO_ENDS)
def test_prose_closes_nothing(line: str) -> None:
    assert block_ended_by(line) is None
    (block,) = read_lines(f"PRESS TO ITALY\nHello.\n{line}\nBye.")
    assert isinstance(block.request, SendPressRequest)
    assert block.request.text == f"Hello.\n{line}\nBye."


NEXT = (
    "PRESS TO RUSSIA",
    "PRESS RUSSIA",
    "Press to Russia and Turkey",
    "press to russia",
    "PRESSE À LA RUSSIE",
    "Presse pour la Russie",
    "PRESSE GRISE À TOUS",
    "BROADCAST",
    "Annonce",
    "DIARY",
    "Journal",
)
PROSE = (
    "Press on, my friend!",
    "Presse-toi.",
    "Broadcast news from Rome",
    "Annonce la paix à tous",
    "Journal de guerre",
)


@each_case("line", NEXT)
@each_case("head", ["PRESS TO ITALY", "BROADCAST", "DIARY", "WHATIF"])
def test_the_next_block_closes_the_last_one(head: str, line: str) -> None:
    first, second = read_lines(f"{head}\nOne.\n{line}\nTwo.\nENDPRESS")
    assert first.text == f"{head}\nOne."
    assert second.text == f"{line}\nTwo.\nENDPRESS"


@each_case("line", PROSE)
def test_prose_begins_no_block(line: str) -> None:
    (block,) = read_lines(f"PRESS TO ITALY\nOne.\n{line}\nTwo.\nENDPRESS")
    assert isinstance(block.request, SendPressRequest)
    assert block.request.text == f"One.\n{line}\nTwo."


def test_verbatim_takes_every_line_up_to_its_own_end() -> None:
    block, order = read_lines("PRESS VERBATIM TO ITALY\nA PAR - BUR\nFin.\nPRESS TO ALL\nENDDIARY\nENDPRESS\nA PAR H")
    assert isinstance(block.request, SendPressRequest)
    assert block.request.verbatim
    assert [word.text for word in block.request.to.powers] == ["ITALY"]
    assert block.request.text == "A PAR - BUR\nFin.\nPRESS TO ALL\nENDDIARY"
    assert order.text == "A PAR H"


LINES = st.sampled_from([*ENDS, *NEXT, *PROSE, "PRESS VERBATIM TO ITALY", "WHATIF", "IF MUN", "ENDIF", "A PAR H", ""])


@given(st.lists(LINES, max_size=12))
def test_every_line_stands_in_one_piece_and_in_order(lines: list[str]) -> None:
    written = [line for line in "\n".join(lines).splitlines() if line.strip()]
    read = [line for piece in read_lines("\n".join(lines)) for line in piece.text.splitlines() if line.strip()]
    assert read == written
