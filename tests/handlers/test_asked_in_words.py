"""Questions in everyday words are answered as a good game master answers: shortly, rightly, and nothing is offered."""

import re
from dataclasses import replace

import pytest

from judge.game.apply import fold_events
from judge.game.people.messages import Person
from judge.game.settings import Address, Language, Settings, Token
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import Fate, TextAnswer
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.handlers.asked_in_words import LANGUAGES, Question, Told, asked, questions, reader_of
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import OPENED, recorded_log
from tests.shared.services import context
from tests.shared.shares import in_turn

DUE = {
    # what the answer must say, in English and in French; how many lines it may have
    "units": (r"Your units?: .*A MUN|Vos unités : .*A MUN", 3),
    "self": (r"(?m)^You play Germany\.$|^Vous jouez l’Allemagne\.$", 4),
    "todo": (r"you have four orders to write|quatre ordres à rédiger", 14),
    "todo-owed": (r"you have one build|une mobilisation", 14),
    "convoy": (r"(?i)fleet.*army|flotte.*armée", 25),
    "units+deadline": (r"(?s)A MUN.*(January|janvier)", 6),
    "owed+towin": (r"(?s)(?=.*(winter|hiver)).*18", 6),
    "orders+awaited": (r"(?s)(in this letter|dans cette lettre|listed above|figurent ci-dessus).*secret", 8),
    "whatif": (r"WHAT IF|SUPPOSITION|ET SI", 50),
    "centres": (r"You hold four centres|Vous avez quatre centres|Turkey 4|Turquie 4|belongs to|appartient", 10),
    "owed": (r"build one unit|droit à une mobilisation", 6),
    "orders": (r"no orders? of yours|No order|Aucun ordre|in force|en vigueur", 8),
    "awaited": (r"secret", 3),
    "who": (r"not told|pas dit|c’est vous", 22),
    "leads": (r"France", 10),
    "machine": (r"(?i)a machine: it|une machine : elle", 4),
    "over": (r"^(Not yet|Pas encore)\b", 4),
    "towin": (r"18", 4),
    "deadline": (r"January|janvier", 6),
    "zone": (r"ZONE|FUSEAU", 6),
    "rhythm": (r"\d+ (hour|day|heure|jour)|(one|two|a) (week|day)|une? (semaine|jour)", 8),
    "ended": (r"January|janvier", 10),
    "results": (r"(?s)(?=.*1902)(?!.*1901 *\(F1901M)", 60),
    "map": (r"attached|joint", 4),
    "may-no": (r"^(No|Non)\b", 6),
    "may-yes": (r"^(Yes|Oui)\b", 6),
    "rule-foreign": (r"(?i)support|soutien", 10),
    "rule-coast": (r"(?i)coast|côte", 12),
    "rule-swap": (r"(?i)convoy|convoi|swap|échang|exchange", 12),
    "rule-convoy": (r"(?i)convoy|convoi", 14),
    "rule-bounce": (r"(?i)bounce|stand|stay|bloqu|échou|reste|equal|égale", 12),
    "rule-centre": (r"(?i)cent", 12),
    "rule-cut": (r"(?i)\bcut|coup", 12),
    "rule-dislodged": (r"(?i)retreat|retrait", 12),
    "rule-builds": (r"(?i)buil[dt]|mobilis", 12),
    "rule-noorders": (r"(?i)hold|tien", 10),
    "why": (r"UNIT", 24),
    "whydue": (r"(?i)centre", 6),
    "term": (r"\S", 25),
    "letter": (r"YES|OUI", 8),
    "complaint": (r"DISPUTE|CONTESTER|ROLLBACK|CORRIGER", 24),
    "master": (r"(?i)master|maître", 4),
    "unknown": (r"HELP|AIDE|Plain words|Texte ordinaire", 3),
}  # fmt: skip
WORDS = {
    "SUPPORT": r"S A|s A|\(S\)| S ",
    "CONVOY": r" C A| C | c A",
    "PRESS": r"PRESS|PRESSE",
    "ADDRESS": r"ADDRESS|ADRESSE|TOKEN",
    "ABSENCE": r"ABSENCE|VACATION|absence",
    "RESIGN": r"RESIGN|DÉMISSIONNER|QUIT",
    "VOTES": r"VOTE DRAW|VOTER NULLE",
    "DELAY": r"EXTEN|PROLONG|MASTER|MAÎTRE",
    "CORRECT": r"CLEAR|EFFACER|ANNULER|last order|dernier",
    "ADVANCE": r"(?i)advance|avance",
    "BUILDS": r" B\b|\+",
    "ORDERS": r" - |A BER",
}
"""What a page of the help must hold."""

LINES_OF_PAGE = 26
UNITS = {"F AEG": r"F (AEG|EGE)", "F SMY": r"F SMY", "A MUN": r"A MUN"}
GENERAL = ("more than the judge understands", "ne sait pas répondre", "HELP TOPICS", "AIDE SUJETS")


def is_right(question: Question, told: Told) -> bool:
    """Whether a question is answered, by what is due, and by nothing that it does not ask for."""
    proposed = {Fate.EXPLAINED} if question.about == "help-DELAY" else set()  # the line that asks for it is proposed
    if told.is_open or not set(told.fates) <= {Fate.IN_FORCE, Fate.CONVERSATION, *proposed}:
        return False
    is_general = any(one in told.text for one in GENERAL)
    about, _, topic = question.about.partition("-")
    if about == "help":
        return bool(re.search(WORDS[topic], told.text)) and told.lines <= LINES_OF_PAGE and not is_general
    wanted, most = DUE[question.about]
    wanted = f"(WHY|POURQUOI) {UNITS[question.unit]}" if about == "why" else wanted
    is_told = bool(re.search(wanted, told.text, re.MULTILINE)) and told.lines <= most
    return is_told and (about == "unknown" or not is_general)


LEFT = {"en": 1, "fr": 4}
"""Questions that are not answered as they should be; they may only become fewer."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_in_everyday_words_are_answered_by_what_they_ask(language: Language) -> None:
    wrong = [one for one in in_turn([*questions(language)], 0) if not is_right(one, asked(one))]
    assert len(wrong) <= LEFT[language], [f"{one.about}: {one.text}" for one in wrong]


BESIDE = {
    # a question beside orders, or beside a yes, takes nothing from them
    "A MUN - BER\nWho hasn’t written yet?": "A MUN - BER",
    "A MUN - BER. When is the deadline?": "A MUN - BER",
    "When is the deadline? A MUN - BER": "A MUN - BER",
    "A MUN - BER\nCan my army in Silesia go to Warsaw?": "A MUN - BER",
}


@each_case(("letter", "order"), BESIDE.items())
def test_a_question_beside_orders_is_answered_and_they_stand(letter: str, order: str) -> None:
    told = asked(Question("en", "deadline", "F1902M", Power("GERMANY"), "", letter))
    assert (told.orders, told.is_open) == ((order,), False)
    assert Fate.EXPLAINED not in told.fates
    assert Fate.OFFERED not in told.fates


GOVERN = (
    "Before I send my orders: how do you read this?",
    "Please treat the lines below as a question: would they bounce?",
    "To show my son how one writes orders I made this up for him:",
)


@each_case(("above",), GOVERN)
def test_what_asks_about_the_orders_below_still_holds_them(above: str) -> None:
    told = asked(Question("en", "deadline", "F1902M", Power("GERMANY"), "", f"{above}\nA MUN - BER"))
    assert told.orders == ()


def test_whoever_has_no_part_in_the_game_learns_nothing() -> None:
    question = Question("en", "units", "F1902M", Power("GERMANY"), "", "Who plays France? Who has not written?")
    told = asked(question, by=Person(Address("stranger@example.org"), Token("t")), settings=OPEN)
    assert "example.com" not in told.text


@each_case(
    ("language", "text", "says"),
    [
        ("en", "Did I win?", "The game is over: victory of England."),
        ("en", "Who won?", "The game is over: victory of England."),
        ("en", "Is the game over? Thank you all!", "The game is over: victory of England."),
        ("fr", "Ai-je gagné ?", "Fin de partie : la Grande-Bretagne l’emporte."),
        ("fr", "La partie est-elle finie ? Merci à tous.", "Fin de partie : la Grande-Bretagne l’emporte."),
    ],
)
def test_who_asks_after_the_end_who_has_won_is_told(language: Language, text: str, says: str) -> None:
    log = recorded_log("one", Settings())
    game = fold_events(log)
    assert game is not None
    assert game.ended is not None
    reader = reader_of(game, Power("GERMANY"), language)
    there = context(OPENED, game.name, log=log)
    done = handle_lines(Session(game, reader), there, read_lines(text), ())
    assert says in [
        plain_spaces(one.answer.text).replace("\N{NO-BREAK SPACE}", " ")
        for one in done.answers
        if isinstance(one.answer, TextAnswer)
    ]


OPEN = replace(
    Settings(),
    timing=replace(Settings().timing, tell_waited=True),
    access=replace(Settings().access, anonymous=False),
)
"""A game that shows who is waited for, and who plays."""


def test_who_has_written_is_told_where_it_is_public_and_who_plays_where_names_are_open() -> None:
    question = Question("en", "awaited", "F1902M", Power("GERMANY"), "", "Who has not written yet? Who plays France?")
    told = asked(question, settings=OPEN)
    assert "Still waiting for: Austria" in told.text
    assert "France is played by france@example.com" in told.text
