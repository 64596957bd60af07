"""A letter to others that has swallowed a line for the judge is asked about, at its place; the rest counts."""

from dataclasses import replace

from judge.game.press.messages import DiaryWritten, PressSent
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.line_answers import InvalidCommand, OrdersOffered, PressRead, Unknown
from judge.requests.read_lines import read_lines
from tests.game.tables import OPENED, address, started
from tests.shared.changed_members import with_entry
from tests.shared.each_case import each_case
from tests.shared.services import context

GAME = started()


def carried_out(text: str, notation: str = "standard") -> Session:
    """A letter of France's as the judge carries it out."""
    person = replace(GAME.people[address("FRANCE")], notation=notation)
    game = with_entry(GAME, person)
    return handle_lines(Session(game, person), context(OPENED, number=1), read_lines(text), ())


def sent(session: Session) -> list[str]:
    """The letters that were sent or kept, each on a line."""
    kept = (event for event in session.events if isinstance(event, PressSent | DiaryWritten))
    return [event.text.replace("\n", " / ") for event in kept]


def orders(session: Session) -> int:
    assert session.game
    return len(session.game.orders_of(session.game.powers_of(address("FRANCE"))[0]))


def asked(session: Session) -> list[str]:
    """The lines that were asked about, as they are marked, or as they are below press that is offered."""
    if any(isinstance(one.answer, PressRead) for one in session.answers):
        return [one.line for one in session.answers if isinstance(one.answer, OrdersOffered)]
    found = ((one.line, one.answer) for one in session.answers if isinstance(one.answer, InvalidCommand))
    return [
        line[wrong.start : wrong.end]
        for line, wrong in found
        if wrong.what in {Unknown.COMMAND_IN_PRESS, Unknown.COMMAND_IN_DIARY}
    ]


ASKED = {
    "an order, no end": ("PRESS TO ITALY\nPeace?\nA PAR - BUR", "A PAR - BUR"),
    "an order, an end": ("PRESS TO ITALY\nPeace?\nA PAR - BUR\nENDPRESS", "A PAR - BUR"),
    "in French": ("PRESSE À L'ITALIE\nPaix ?\n- A PAR - BOU\nFIN DE PRESSE", "- A PAR - BOU"),
    "in words": ("PRESS TO ITALY\nPeace?\nArmy Paris to Burgundy", "Army Paris to Burgundy"),
    "under a heading": ("PRESS TO ITALY\nPeace?\n\nFRANCE:\nF BRE - MAO\nA MAR - SPA", "F BRE - MAO"),
    "a bullet": ("PRESS TO ITALY\nPeace?\n* A PAR - BUR", "* A PAR - BUR"),
    "a command": ("PRESS TO ITALY\nPeace?\nVOTE DRAW", "VOTE DRAW"),
    "a command in small letters": ("PRESS TO ITALY\nPeace?\nvote draw", "vote draw"),
    "a phase": ("PRESS TO ITALY\nPeace?\nPHASE F1901M\nA BUR - MUN", "PHASE F1901M"),
    "a setting": ("PRESS TO ITALY\nPeace?\nset zone Europe/Paris", "set zone Europe/Paris"),
    "a what-if": ("PRESS TO ITALY\nPeace?\nWHATIF\nA BUR - MUN\nENDWHATIF", "WHATIF"),
    "a letter nobody can read": ("PRESS TO ITALY\nPeace?\nPRESS ahead with it\nNo.\nENDPRESS", "PRESS ahead with it"),
    "a note without an end": ("DIARY\nTrust nobody.\nA PAR - BUR", "A PAR - BUR"),
    "a note in French": ("JOURNAL\nNe me fier à personne.\nATTENDRE", "ATTENDRE"),
    "a broadcast": ("BROADCAST GREY\nPeace?\nA PAR - BUR", "A PAR - BUR"),
    "verbatim without an end": ("PRESS VERBATIM TO ITALY\nPeace?\nA PAR - BUR", "A PAR - BUR"),
}


@each_case(("text", "line"), ASKED.values(), ids=ASKED)
def test_a_block_that_holds_a_line_for_the_judge_is_asked_about(text: str, line: str) -> None:
    notation = "18centres" if "PRESSE" in text else "standard"
    session = carried_out(text, notation)
    assert (asked(session)[:1], sent(session), orders(session)) == ([line], [], 0)
    end = "ENDDIARY" if "VERBATIM" in text else "ENDPRESS"  # that of another block
    around = carried_out(f"F BRE - MAO\n{text}\n{end}\nA MAR H", notation)
    assert sent(around) == []
    assert orders(around) >= 1


SENT = {
    "prose that names an order": (
        "PRESS TO ITALY\nI will order A PAR - BUR, trust me.",
        ["I will order A PAR - BUR, trust me."],
    ),
    "an order of the reader's": (
        "PRESS TO ITALY\nPlease:\nA VEN - TYR\nF NAP - ION",
        ["Please: / A VEN - TYR / F NAP - ION"],
    ),
    "an order nobody can give": ("PRESS TO ITALY\nA BUR - MUN", ["A BUR - MUN"]),
    "a question": ("PRESS TO ITALY\nA PAR - BUR?\nOr not?", ["A PAR - BUR? / Or not?"]),
    "why": ("PRESS TO ITALY\nWhy did you attack me?", ["Why did you attack me?"]),
    "help": ("PRESS TO ITALY\nHelp me take Munich.", ["Help me take Munich."]),
    "wait": ("PRESS TO ITALY\nWait for me in Piedmont", ["Wait for me in Piedmont"]),
    "open": ("PRESS TO ITALY\nOpen your eyes", ["Open your eyes"]),
    "press on": ("PRESS TO ITALY\nPress on, my friend!", ["Press on, my friend!"]),
    "si": ("PRESSE À L'ITALIE\nSi vous voulez la paix\nécrivez-moi.", ["Si vous voulez la paix / écrivez-moi."]),
    "liste": ("PRESSE À L'ITALIE\nListe de mes amis : vous.", ["Liste de mes amis : vous."]),
    "quoted": ("PRESS TO ITALY\nYou wrote:\n> A PAR - BUR\nWhy?\nENDPRESS", ["You wrote: / > A PAR - BUR / Why?"]),
    "verbatim": ("PRESS VERBATIM TO ITALY\nMy orders:\nA PAR - BUR\nENDPRESS", ["My orders: / A PAR - BUR"]),
    "telle quelle": ("PRESSE TELLE QUELLE À L'ITALIE\nA PAR - BOU\nFIN PRESSE", ["A PAR - BOU"]),
    "a note that was closed": ("DIARY\nA PAR - BUR\nENDDIARY", ["A PAR - BUR"]),
    "two letters": ("PRESS TO ITALY\nOne.\nPRESS TO RUSSIA\nTwo.", ["One.", "Two."]),
}


@each_case(("text", "texts"), SENT.values(), ids=SENT)
def test_what_is_written_for_others_goes_to_them(text: str, texts: list[str]) -> None:
    session = carried_out(f"{text}\nENDPRESS\nF BRE - MAO", "18centres" if "PRESSE" in text else "standard")
    assert (asked(session), sent(session)) == ([], texts)


def test_nothing_private_goes_to_the_readers_of_the_block_above() -> None:
    """The letter that went wrong: a public block without an end, a private letter, an order."""
    text = "ANNONCE\nBonjour à tous.\n\nPRESSE À LA RUSSIE\nEntre nous.\nFin du message\n\nA PAR - BOU\nFin.\n"
    session = carried_out(text, "18centres")
    assert sent(session) == ["Bonjour à tous.", "Entre nous."]
    assert orders(session) == 1


def test_words_on_when_press_comes_address_nobody_and_swallow_no_order() -> None:
    session = carried_out("Press first: hello all, I love you.\nA PAR - BUR")
    assert (sent(session), asked(session)) == ([], [])
    assert [str(order.at) for _, order in session.offered if hasattr(order, "at")] == ["PAR"]
