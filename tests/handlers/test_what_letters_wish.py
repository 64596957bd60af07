"""What sentences of a letter wish for is proposed or pointed out, at its place; what was not meant is not done."""

from collections.abc import Mapping

import pytest

from judge.game.refusals import Refused
from judge.game.settings import Language
from judge.handlers.books import find_topic
from judge.notation.line import Misread, OfferReason
from judge.reports.line_answers import (
    Done,
    InvalidCommand,
    OrderAccepted,
    OrdersOffered,
    Outcome,
    PressRead,
    SeveralFaults,
    Unknown,
    answer_for_faults,
)
from judge.requests.small_talk import without_courtesy
from judge.requests.suggestions import suggest_command
from judge.rules.board import Power
from judge.rules.orders import province_of
from tests.handlers.answered_lines import PHASES, answers
from tests.reports.parlour import MASTER, SEATS
from tests.rules import plain

PLAIN = {Done(Outcome.PLAIN_WORDS)}

PROPOSED: Mapping[str, str] = {
    "NB : pourriez-vous m’envoyer l’état de la partie ?": "ÉTAT",
    "could you please send me the status?": "STATUS",
    "also when is the deadline?": "STATUS",
    "Qui joue l’Italie ?": "ÉTAT",
    "C’est quand la date limite ?": "ÉTAT",
    "How many players are still missing? Who has joined?": "STATUS",
    "Who won? Can I see the results again?": "HISTORY",
    "Peux-tu me renvoyer le dernier compte rendu ?": "RENVOYER",
    "Annulez mon ordre pour Paris svp.": "ANNULER",
    "Sorry, ignore my last mail": "CLEAR",
    "cancel all my orders": "CLEAR",
    "Je retire mon vote": "RETIRER VOTE",
    "I vote no.": "HELP VOTES",
    "Nulle ? Oui pour moi.": "VOTER NULLE",
    "Please hold the deadline, I’m not done": "WAIT",
    "wait for me": "WAIT",
    "Pas prêt, ne fermez pas": "ATTENDRE",
    "Merci pour la partie, j’abandonne.": "DÉMISSIONNER",
    "Je ne veux plus suivre la partie, merci.": "FIN OBSERVER",
    "Merci d’accorder 48 heures de plus à tout le monde.": "PROLONGER 48h",
    "Could we have 2 more days please?": "EXTEND 2d",
    "Could we have one more week?": "EXTEND 7d",
    "Can I get 36 hours more time, can we extend?": "EXTEND 36h",
    "Une semaine de plus serait bien": "PROLONGER 7j",
    "Deux jours de plus svp": "PROLONGER 2j",
    "Peux-tu prolonger ?": "PROLONGER 3j",
    "Comment on écrit un convoi ?": "AIDE CONVOI",
    "Comment écrire les retraites ?": "AIDE RETRAITES",
    "Comment donner mes ordres ?": "AIDE ORDRES",
    "How do I write a convoy?": "HELP CONVOY",
    "How are builds written?": "HELP BUILDS",
    "Pouvez-vous rouvrir la partie ?": "REVENIR",
    "Can you reopen the game?": "ROLLBACK",
    "N’oubliez pas vos ordres": "PRESSE À TOUS",
    "Please don’t forget your orders!": "PRESS TO ALL",
    "Pause jusqu’au 20 janvier": "SUSPENDRE",
    "Changez ma notation en faf": "RÈGLE NOTATION faf",
    "Ma nouvelle adresse est flo@example.org.": "RÈGLE ADRESSE flo@example.org",
    "Rappelle-moi 12h avant": "RÈGLE RAPPEL 12h",
    "Je serai absent du 12 au 19 janvier (ski !). Pouvez-vous attendre ?": "ABSENCE du 12 au 19 janvier",
    "I’ll be away next week, back on Monday 19th. Is that all right?": "ABSENCE next week",
    "Désolé, je serai en vacances demain, merci à tous": "ABSENCE demain",
}
NO_WISH = [
    "Bravo à l’Italie qui joue bien",
    "Le Kaiser vote toujours oui",
    "Merci pour la nulle !",
    "The status quo suits me",
    "To be honest: no idea",
    "For the record: I like it",
    "Pour info : je rentre",
]


def test_a_wish_is_answered_by_the_command_it_comes_near_to() -> None:
    found = {line: suggest_command(line) for line in PROPOSED}
    assert {line: said.command if said else None for line, said in found.items()} == PROPOSED


def test_a_wish_of_absence_proposes_nothing_that_the_game_would_refuse() -> None:
    told = answers(PHASES["movements"], SEATS[Power("FRANCE")], "Je serai absent demain", "18centres", "fr")
    assert not any(isinstance(one.answer, InvalidCommand) for one in told)


TO_OTHERS: Mapping[str, tuple[str, Language, tuple[str, ...]]] = {
    "Message pour la Russie et l’Italie : la Manche reste vide.": ("18centres", "fr", ("RUSSIA", "ITALY")),
    "Dis à l’Italie que je suis d’accord.": ("18centres", "fr", ("ITALY",)),
    "Transmettre à l’Allemagne : je vous soutiens.": ("18centres", "fr", ("GERMANY",)),
    "To Germany: I won’t go to Denmark. Promise.": ("standard", "en", ("GERMANY",)),
    "Please forward to Italy: I agree.": ("standard", "en", ("ITALY",)),
    "Tell Germany and Italy that I agree.": ("standard", "en", ("GERMANY", "ITALY")),
}


@pytest.mark.parametrize("line", TO_OTHERS)
def test_words_for_other_players_outside_of_press_go_to_them_by_a_yes_alone(line: str) -> None:
    notation, language, powers = TO_OTHERS[line]
    (found,) = answers(PHASES["movements"], SEATS[Power("FRANCE")], line, notation, language)
    assert isinstance(found.answer, PressRead)
    assert found.answer.by_yes
    assert set(found.answer.to.powers) == set(powers)


def test_a_title_for_another_player_is_said_not_to_have_gone_to_them() -> None:
    (found,) = answers(PHASES["movements"], SEATS[Power("FRANCE")], "Pour l’Italie :", "18centres", "fr")
    assert found.answer == InvalidCommand(Unknown.PRESS_WISHED, "", 0, 0, ("PRESSE À L’ITALIE",))


@pytest.mark.parametrize("phase", ["movements", "retreats", "builds"])
def test_what_only_sounds_like_a_wish_is_none(phase: str) -> None:
    lines = [*NO_WISH, "Pour la France :", "For France:", "Best, R.", "All the best, A."]
    wrong = {
        (line, notation): told
        for line in lines
        for notation in ("standard", "18centres", "soop")
        if (told := {one.answer for one in answers(PHASES[phase], SEATS[Power("FRANCE")], line, notation, "en")})
        - {Done(Outcome.PLAIN_WORDS), Done(Outcome.ORDERS_HEADING)}
    }
    assert wrong == {}


DUE: Mapping[str, list[str]] = {
    "retreats": [
        "I’ll retreat to Picardy.",
        "Je me replie sur la Picardie.",
        "Je dissous l’armée de Bourgogne.",
        "So Picardy it is.",
    ],
    "removals": ["J’enlève l’armée de Bourgogne.", "Je renonce à la flotte de l’Atlantique"],
    "builds": ["I would like an army in Paris"],
}


def test_a_sentence_of_what_is_due_is_never_passed_over() -> None:
    passed = [
        line
        for phase, lines in DUE.items()
        for line in lines
        if {one.answer for one in answers(PHASES[phase], SEATS[Power("FRANCE")], line, "18centres", "fr")}
        <= {Done(Outcome.PLAIN_WORDS)}
    ]
    assert passed == []


NOT_MEANT: Mapping[str, tuple[str, list[str]]] = {
    "a title in a sentence": ("Autumn moves, in case I forget:\nA PAR - BUR", []),
    "a title behind a greeting": ("Hello, this is for next fall:\nA PAR - BUR\nA MAR H", []),
    "a title that begins like a command": ("Here is my plan for fall:\nA PAR - BUR", []),
    "back to the open phase": ("Here is my plan for fall:\nA PAR - PIC\nFor spring:\nF BRE H", ["BRE"]),
    "a line quoted with a stroke": ("| A PAR - BUR; A MAR - SPA", []),
    "a line quoted with initials": ("FL> A PAR - BUR, A MAR - SPA", []),
    "what somebody has said": ("On Monday 5 January 2026, you said:\nA PAR - BUR", []),
    "an order, politely": ("A PAR - PIC (s’il vous plaît)\nF BRE H (please)", ["BRE", "PAR"]),
    "all hold, politely": ("Everything holds please.", ["BEL", "BRE", "BUR", "MAO", "PAR", "SPA"]),
}


def test_orders_below_the_title_of_another_phase_or_in_a_quotation_are_not_given() -> None:
    given = {}
    for name, (text, _) in NOT_MEANT.items():
        told = answers(PHASES["movements"], SEATS[Power("FRANCE")], text, "standard", "en")
        given[name] = sorted(
            {str(province_of(one.answer.order)) for one in told if isinstance(one.answer, OrderAccepted)}
        )
    assert given == {name: row[1] for name, row in NOT_MEANT.items()}


REMARKS = [
    "(pour protéger Munich)",
    "// pour protéger Munich",
    "# une idée de ma fille",
    "afin de couvrir Brest",
    ", pour gêner l’Allemagne",
    "(to protect Munich)",
    "// to protect Munich",
    "# comment",
    "to keep Germany out of Munich",
]
NO_REMARKS = [
    "(or BUR)",
    "(Munich)",
    "// ou BUR",
    "// A MAR - SPA",
    "// BUR",
    "// not this one",
    "# ancien",
    "# old",
    "// unless attacked",
    "(si possible)",
    "to protect Munich if Germany attacks",
    "pour protéger Munich, ou sinon A PAR tient",
    "pour protéger ou BUR",
    "to support Munich",
]


def test_words_behind_an_order_that_only_say_what_it_is_for_are_no_part_of_it() -> None:
    for notation in ("standard", "18centres"):
        for words in (*REMARKS, *NO_REMARKS):
            told = answers(PHASES["movements"], SEATS[Power("FRANCE")], f"A PAR - PIC {words}", notation, "fr")
            assert all(isinstance(one.answer, OrderAccepted) for one in told) == (words in REMARKS), (notation, words)


TITLED: Mapping[str, list[str]] = {
    "mes ordres printemps : A PAR - PIC, A BEL - RUH": ["BEL", "PAR"],
    "Mes ordres pour le printemps 1903 : A PAR - PIC": ["PAR"],
    "Printemps 1903 : A PAR - PIC": ["PAR"],
    "Spring orders: A PAR - PIC; A BEL - RUH": ["BEL", "PAR"],
    "Orders: A PAR - PIC": ["PAR"],
    "FRANCE: A PAR - PIC": ["PAR"],
    "Mes ordres d’automne : A PAR - PIC, A BEL - RUH": [],
    "Fall orders: A PAR - PIC, A BEL - RUH": [],
    "Spring 1902 orders: A PAR - PIC, A BEL - RUH": [],
    "J’avais écrit : A PAR - PIC, A BEL - RUH": [],
    "Last turn I ordered: A PAR - PIC, A BEL - RUH": [],
}


def test_a_title_on_the_line_of_its_orders_is_read_and_costs_none_of_them() -> None:
    given, unanswered = {}, []
    for line in TITLED:
        told = answers(PHASES["movements"], SEATS[Power("FRANCE")], line, "standard", "fr")
        given[line] = sorted(
            {str(province_of(one.answer.order)) for one in told if isinstance(one.answer, OrderAccepted)}
        )
        unanswered += [line for one in told if one.answer in PLAIN and " - " in one.line]
    assert (given, unanswered) == (TITLED, [])


SLIPS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("standard", "F BRE OAM"): ("F BRE - MAO",),
    ("18centres", "F BRE OAM"): ("F BRE - ATL",),
    ("standard", "A PAR CIP"): ("A PAR - PIC",),
    ("standard", "F BRE Pou"): (),
    ("18centres", "F BRE Pou"): (),
    ("18centres", "A PAR tein"): ("A PAR T",),
}


def test_no_order_is_proposed_that_drops_what_a_line_says() -> None:
    told = {
        (notation, line): answers(PHASES["movements"], SEATS[Power("FRANCE")], line, notation, "fr")[0].answer
        for notation, line in SLIPS
    }
    assert {key: one.hints if isinstance(one, Misread) else one for key, one in told.items()} == SLIPS


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A PAR mvoe BUR", "A PAR - BUR"),
        ("F BRE hlod", "F BRE H"),
        ("A PAR atatque BUR", "A PAR - BUR"),
    ],
)
def test_an_order_word_with_a_slip_is_offered_as_what_it_says(line: str, order: str) -> None:
    (told,) = answers(PHASES["movements"], SEATS[Power("FRANCE")], line, "standard", "fr")
    assert told.answer == OrdersOffered((plain.order(order),), OfferReason.GUESS)


OF_ORDERS: Mapping[str, Outcome] = {
    "Same orders as last turn": Outcome.SAME_ORDERS_WISHED,
    "Mêmes ordres que la dernière fois": Outcome.SAME_ORDERS_WISHED,
    "Les mêmes ordres qu’au printemps, svp": Outcome.SAME_ORDERS_WISHED,
    "Je reste sur mes ordres": Outcome.ORDERS_CONFIRMED,
    "Mes ordres sont définitifs.": Outcome.ORDERS_CONFIRMED,
    "I stick to my orders.": Outcome.ORDERS_CONFIRMED,
    "Mes ordres sont dans la pièce jointe": Outcome.ATTACHED_ORDERS_MENTIONED,
    "Orders attached": Outcome.ATTACHED_ORDERS_MENTIONED,
    "My orders are in the attachment.": Outcome.ATTACHED_ORDERS_MENTIONED,
}


def test_words_about_orders_that_stand_nowhere_are_answered_by_what_counts() -> None:
    for phase in ("movements", "retreats", "builds"):
        told = {line: answers(PHASES[phase], SEATS[Power("FRANCE")], line, "standard", "fr") for line in OF_ORDERS}
        assert {line: [one.answer for one in found] for line, found in told.items()} == {
            line: [Done(outcome)] for line, outcome in OF_ORDERS.items()
        }, phase
    for line in OF_ORDERS:
        assert {one.answer for one in answers(PHASES["movements"], MASTER.address, line, "standard", "fr")} <= PLAIN, (
            line
        )


MAY: Mapping[tuple[str, str], list[InvalidCommand | Done]] = {
    ("player", "Could we have 2 more days please?"): [
        InvalidCommand(Unknown.COMMAND_WISHED, "", 0, 0, ("VOTE EXTEND 2d",))
    ],
    ("player", "Deux jours de plus svp"): [InvalidCommand(Unknown.COMMAND_WISHED, "", 0, 0, ("VOTER PROLONGER 2j",))],
    ("player", "Can we extend by 60 days?"): [InvalidCommand(Unknown.PRESS_WISHED, "", 0, 0, ("PRESS TO MASTER",))],
    ("player", "Pouvez-vous rouvrir la partie ?"): [
        InvalidCommand(Unknown.PRESS_WISHED, "", 0, 0, ("PRESSE AU MAÎTRE DE JEU",))
    ],
    ("player", "N’oubliez pas vos ordres"): [Done(Outcome.PLAIN_WORDS)],
    ("master", "Could we have 2 more days please?"): [InvalidCommand(Unknown.COMMAND_WISHED, "", 0, 0, ("EXTEND 2d",))],
    ("master", "Can you reopen the game?"): [InvalidCommand(Unknown.COMMAND_WISHED, "", 0, 0, ("ROLLBACK",))],
    ("master", "N’oubliez pas vos ordres"): [InvalidCommand(Unknown.PRESS_WISHED, "", 0, 0, ("PRESSE À TOUS",))],
    ("master", "Don’t forget your orders"): [InvalidCommand(Unknown.PRESS_WISHED, "", 0, 0, ("PRESS TO ALL",))],
}


def test_nothing_is_proposed_that_its_writer_may_not_do() -> None:
    who = {"player": SEATS[Power("FRANCE")], "master": MASTER.address}
    told = {
        (reader, line): [one.answer for one in answers(PHASES["movements"], who[reader], line, "standard", "en")]
        for reader, line in MAY
    }
    assert told == MAY


def test_every_page_of_the_help_that_is_proposed_is_there() -> None:
    asked = [command.split()[1] for command in PROPOSED.values() if command.startswith(("HELP ", "AIDE "))]
    assert [page for page in asked if find_topic(page, MASTER) is None] == []


OLD_WORDS = [
    "Le 4 janvier, j’avais écrit :",
    "Le 4 janvier j’avais écrit",
    "Voici ce que j’avais écrit :",
    "Rappel de mes ordres du printemps :",
    "Pour rappel :",
    "Dans ma dernière lettre j’avais mis :",
    "Mes anciens ordres :",
    "Mes ordres précédents étaient :",
    "Je vous avais envoyé ceci :",
    "On Monday I had written:",
    "I wrote on Monday 4 January 2026 at 20:00:",
    "My last letter said:",
    "My previous orders were:",
    "Last turn I ordered:",
    "As a reminder, my orders were:",
]
NEW_WORDS = [
    "Comme je l’avais dit, voici mes ordres :",
    "Correction de ma dernière lettre :",
    "À la place de ce que j’avais écrit :",
    "As I said, here are my orders:",
    "Instead of what I wrote on Monday:",
    "I said I would write, and I do.",
    "Merci pour ma dernière lettre, bien reçue",
    "As I wrote to you, all is well",
    "J’avais oublié :",
]
OLD_AND_NEW: Mapping[str, list[str]] = {
    "{}\n{}\nThis time:\nF BRE H": ["BRE"],
    "{}\n{}\nMes ordres :\nF BRE H": ["BRE"],
    "{}\n{}\nMaintenant je joue ceci\nF BRE H": ["BRE"],
    "F BRE H\n{}\n{}": ["BRE"],
    "{}\n{}\nA BEL H": [],
    "{}\n{}\nBien à vous\nA BEL H": [],
    "PHASE W1901A\n{}\n{}": [],
    "{}\n{}\nPHASE S1902M\nF BRE H": [],
}


def test_what_its_writer_says_was_written_before_is_asked_about_and_new_words_below_it_count() -> None:
    given, asked = {}, {}
    for above in OLD_WORDS:
        for letter in OLD_AND_NEW:
            text = letter.format(above, "A PAR - PIC\nVOTE DRAW\nCLEAR")
            told = answers(PHASES["movements"], SEATS[Power("FRANCE")], text, "standard", "fr")
            given[above, letter] = [
                str(province_of(one.answer.order)) for one in told if isinstance(one.answer, OrderAccepted)
            ]
            held = [one.line for one in told if isinstance(one.answer, OrdersOffered | Refused) and one.line != above]
            asked[above, letter] = held[:3]
    assert given == {(above, letter): row for above in OLD_WORDS for letter, row in OLD_AND_NEW.items()}
    first = {key: lines for key, lines in asked.items() if lines[:1] != ["A PAR - PIC"]}
    assert first == {}
    assert {key: lines for key, lines in asked.items() if "PHASE W" not in key[1] and len(lines) != 3} == {}


def test_orders_below_words_that_put_right_or_announce_are_new() -> None:
    lost = [
        above
        for above in NEW_WORDS
        if not any(
            isinstance(one.answer, OrderAccepted)
            for one in answers(PHASES["movements"], SEATS[Power("FRANCE")], f"{above}\nA PAR - PIC", "standard", "en")
        )
    ]
    assert lost == []


POLITE: Mapping[str, str] = {
    "VOTER NULLE, merci !": "VOTER NULLE",
    "Prolonger de 3 jours svp": "Prolonger de 3 jours",
    "STATUS rome please": "STATUS rome",
    "ÉTAT, s’il vous plaît.": "ÉTAT",
    "HELP, thanks in advance": "HELP",
    "VOTE DRAW": "VOTE DRAW",
    "Vote of thanks": "Vote of thanks",
}


def test_a_courtesy_behind_a_command_is_no_part_of_it() -> None:
    assert {line: without_courtesy(line) for line in POLITE} == POLITE


BUILT: Mapping[str, tuple[str, str, list[str]]] = {
    "in French": ("18centres", "Constructions :\n- armée à Paris\n- flotte à Brest", ["BRE", "PAR"]),
    "in English": ("standard", "Builds:\nA PAR\nF BRE\nA. Schmidt", ["BRE", "PAR"]),
    "with the phase": ("standard", "Winter 1903 builds:\nF BRE", ["BRE"]),
    "no title of builds": ("standard", "Orders:\nParis", []),
    "another title below": ("standard", "Builds:\nA PAR\nOrders:\nBrest", ["PAR"]),
}


def test_a_title_of_builds_speaks_for_the_lines_below_it() -> None:
    given = {}
    for name, (notation, text, _) in BUILT.items():
        told = answers(PHASES["builds"], SEATS[Power("FRANCE")], text, notation, "en")
        given[name] = sorted(
            {str(province_of(one.answer.order)) for one in told if isinstance(one.answer, OrderAccepted)}
        )
    assert given == {name: row[2] for name, row in BUILT.items()}


def test_a_fault_of_an_opening_is_told_once() -> None:
    fault = InvalidCommand(Unknown.VALUE, "Mars/Base", 30, 39)
    other = InvalidCommand(Unknown.VALUE, "25:00", 17, 22)
    assert answer_for_faults([fault, fault]) == fault
    assert answer_for_faults([other, fault, fault]) == SeveralFaults((other, fault))
