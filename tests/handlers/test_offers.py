"""What is held is offered: a yes takes exactly that, a no drops it, later orders win, and the phase waits meanwhile."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.phases.close import is_left_open
from judge.game.state import Game
from judge.handlers.offers import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.line_answers import Done, Outcome
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.orders import Order
from tests.reports.parlour import OPENED, SEATS, SPRING, game_at
from tests.shared.each_case import each_case
from tests.shared.services import context

FRANCE = Power("FRANCE")

HELD = [
    "J'annule :", "Ne tenez pas compte de :", "Ce que je ne ferai pas :", "Brouillon :", "Si l'Italie m'attaque :",
    "Seulement si l'Allemagne est d'accord :", "Plan A :", "L'Italie me demande de jouer :", "Anciens ordres :",
    "Message pour l'Italie :", "Cher Italien,", "Chère Angleterre,", "Voici ce que j'ai dit à l'Italie :",
    "J'hésite encore, je pensais à :", "Variante :", "Hypothèse 1 :", "Peut-être :", "À confirmer :", "Exemple :",
    "Mes anciens ordres :", "Ordres précédents :", "Sauf si la Russie bouge :", "Au cas où l'Italie trahit :",
    "À condition que l'Angleterre suive :", "Quand l'Autriche sera morte :", "Mon allié propose :", "Citation :",
    "Ne jouez pas :", "Surtout pas :", "Ignorez ce qui suit.", "Ce qui suit n'est qu'un brouillon.", "Provisoire",
    "Mes coups, si l'Allemagne est d'accord :", "L'Allemagne voudrait que je joue :", "Pour l'Italie :", "Idée :",
    "Here is what I told Italy:", "Dear Italy,", "Hi Germany,", "Hello Tom,", "I cancel:", "Ignore:",
    "Please disregard:", "What I will not do:", "Draft:", "Just a draft so far:", "If Italy attacks me:",
    "Only if Germany agrees:", "Plan B:", "Option 1:", "Italy asks me to play:", "Old orders:", "My previous orders:",
    "Message for Italy:", "Letter to my ally:", "Unless Russia moves:", "Provided that England helps:", "Maybe:",
    "For example:", "Tentative:", "He suggested:", "You said:", "I had planned to play:", "Alternatively:",
    "Don't do this:", "Never:", "Not these:", "Thinking about:", "The following is only a draft.",
    "Please ignore the following orders.", "Germany wants me to order:", "Scenario 2:",
    # a title before its first comma, the words of a report before orders, adjectives of powers
    "Draft, the real one comes tomorrow", "Rough sketch, final version follows tonight", "Brouillon, la suite demain",
    "Première ébauche, le reste viendra", "The German idea was as follows:",
    "La proposition anglaise était la suivante :",
    "Here is the Russian plan:", "Voici le projet turc :", "My father (who knows the game) suggests",
    "Mon voisin de bureau, qui joue bien, recommande", "The Italians claim I should open with",
    "Les Anglais prétendent que je devrais ouvrir par", "Possible moves, not decided:",
    "Coups possibles, rien de décidé :",
    # another season than the one that is open
    "Next season I intend to play", "Next year:", "Au prochain tour, je compte jouer", "La saison prochaine :",
    "In the turn after this one:", "Plus tard :",
    # what is written to other players or to all of them
    "Message for Italy: stay out of Piedmont.", "Message à l'Italie : restez chez vous.", "cc: Italy, Germany",
    "To: England", "Note to Germany - this is what I play", "Gentlemen,", "Messieurs,", "Comrades,", "Chers voisins,",
    "I am publishing my orders so that everybody can see them:",
    "Je publie mes ordres, pour que chacun puisse vérifier :",
    "À l'intention de l'Angleterre : voici mes coups",
]  # fmt: skip
FOLLOWED = [
    "Voici mes ordres :", "Mes ordres :", "Ordres :", "Bonjour,", "Cher arbitre,", "Bonjour à tous,",
    "Désolé du retard.", "J'espère que vous allez bien.",
    "Voici mes ordres, et le rapport pour mémoire (celui de lundi)", "Je joue :", "Je voudrais jouer :",
    "Ce tour-ci, je joue :", "Correction :", "Erratum :", "J'avais oublié :", "Finalement :", "Annule et remplace :",
    "J'annule mes ordres précédents, voici les nouveaux :", "Merci d'avance.", "Rien d'autre.",
    "Mes coups pour ce tour :", "France :", "Ici la France.", "Cher maître de jeu,", "Bonsoir", "Voici",
    "Here are my orders:", "My orders:", "Orders:", "Dear judge,", "Hi all,", "Hello there,", "Hope you are well.",
    "As I wrote last week, but with one change:", "I would like to order:", "This turn:", "My moves", "Nothing else.",
    "Sorry for the delay.", "Sorry, it is late, I hope it's not too late.", "Dear GM,", "Good evening,",
    "Final orders:", "Ignore my last letter. Only this counts:", "Forget my previous orders, here are the new ones:",
    "France here.", "As I said, here are my orders:", "New orders:", "I was wondering how you are.",
    "Thanks for running this game!", "The valid ones are:", "Les bons sont :", "These are the right orders:",
    "To be sure, here they are again:", "Voici les vrais ordres :", "Next, my moves:", "Thanks for the report you sent",
    "Bonjour monsieur,", "Hi judge, thanks for what you said.", "Season's greetings,",
]  # fmt: skip


def settled(game: Game, text: str, number: int, assent_to: int | None = None) -> Session:
    there = replace(context(OPENED), number=number, assent_to=assent_to)
    return leave_lines(handle_lines(Session(game, game.people[SEATS[FRANCE]]), there, read_lines(text), ()), there)


def after(session: Session) -> Game:
    assert session.game is not None
    return session.game


@each_case("above", HELD)
def test_what_introduces_denies_conditions_or_quotes_holds_the_orders_below(above: str) -> None:
    game = after(settled(game_at(SPRING), f"{above}\n\nA PAR - PIC", 7))
    (left,) = game.left_open
    assert [str(order.at) for order in left.offered if hasattr(order, "at")] == ["PAR"]
    assert not game.orders.get(FRANCE)


@each_case("above", FOLLOWED)
def test_greetings_small_talk_and_what_announces_ones_own_orders_hold_nothing(above: str) -> None:
    session = settled(game_at(SPRING), f"{above}\n\nA PAR - PIC", 7)
    assert OrderGiven in map(type, session.events)
    assert session.offered == ()


@each_case("word", ["YES", "Oui", "oui merci", "Yes, please.", "👍", "Yes!\nThanks, Anna"])
def test_a_yes_takes_exactly_what_was_offered_and_the_phase_waits_until_then(word: str) -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC\nOrders:\nF BRE H", 7))
    assert is_left_open(asked)
    taken = after(settled(asked, word, 8, assent_to=7))
    assert {str(one.order.at) for one in taken.orders[FRANCE] if hasattr(one.order, "at")} == {"PAR", "BRE"}
    assert taken.left_open == ()


def test_a_no_or_ready_drops_it() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC", 7))
    for word in ("NO", "Non merci", "READY"):
        dropped = after(settled(asked, word, 8, assent_to=7))
        assert (dropped.left_open, dropped.orders.get(FRANCE, ())) == ((), ()), word


def test_later_orders_win_and_an_old_yes_is_explained() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC", 7))
    later = after(settled(asked, "A PAR H", 8))
    old = settled(later, "YES", 9, assent_to=7)
    assert [one.answer for one in old.answers] == [Done(Outcome.NOTHING_OFFERED)]
    assert after(old).orders == later.orders


def test_a_yes_to_another_question_takes_nothing() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC", 7))
    assert after(settled(asked, "YES", 8)).left_open == asked.left_open


def test_what_is_taken_back_below_is_asked_about() -> None:
    lines = ("Scrap all of the above.", "Oubliez ces ordres.", "Cancel these orders", "Annulez tout ce qui précède.")
    denied = ("This isn't final, please don't enter it yet.", "Ce n'est pas encore officiel.")
    for back in (*lines, *denied, "Don't you dare file these.", "N'enregistrez surtout pas cela."):
        game = after(settled(game_at(SPRING), f"A PAR - PIC\nF BRE H\n{back}", 7))
        assert (not game.orders.get(FRANCE), len(game.left_open[0].offered)) == (True, 2), back


@pytest.mark.parametrize(
    "said", ["Not Picardy!", "Pas la Picardie !", "Scrap that Paris thing", "Oops: Gascony, not Picardy."]
)
def test_an_order_that_is_contradicted_is_in_force_no_longer_and_the_phase_waits(said: str) -> None:
    given = after(settled(game_at(SPRING), "A PAR - PIC\nF BRE H", 7))
    for game in (after(settled(game_at(SPRING), f"A PAR - PIC\nF BRE H\n{said}", 7)), after(settled(given, said, 8))):
        assert [str(one.order.at) for one in game.orders[FRANCE] if hasattr(one.order, "at")] == ["BRE"]
        assert is_left_open(game) or "Scrap" in said  # a unit without an order holds the phase open itself


@pytest.mark.parametrize(
    "said", ["The second one.", "Plan B", "yes to the third, no to the fourth", "le premier seulement"]
)
def test_a_reply_that_says_neither_yes_nor_no_is_told_what_waits(said: str) -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC", 7))
    told = settled(asked, said, 8, assent_to=7)
    assert Done(Outcome.STILL_OPEN) in [one.answer for one in told.answers]
    assert after(told).left_open == asked.left_open


NUMBERED = {
    "YES 2": ("BRE", "BUR PAR"),
    "yes to the first and the last": ("BUR PAR", "BRE"),
    "1 et 3 oui, 2 non": ("BUR PAR", ""),
    "seulement le deuxième, merci": ("BRE", ""),
    "all but the second": ("BUR PAR", ""),
    "1: yes\n2: no\n3: yes": ("BUR PAR", ""),
    "1 - oui\n2 - oui": ("BRE PAR", "BUR"),
    "No, only the third": ("BUR", ""),
}


def places(orders: Iterable[Order]) -> str:
    return " ".join(sorted(str(order.at) for order in orders if hasattr(order, "at")))


def in_force_and_offered(game: Game) -> tuple[str, str]:
    given = [one.order for one in game.orders.get(FRANCE, ())]
    return places(given), places(order for left in game.left_open for order in left.offered)


@each_case(("said", "becomes"), NUMBERED.items(), ids=list(NUMBERED))
def test_a_reply_takes_offers_by_the_numbers_of_the_answer_and_the_others_wait(
    said: str, becomes: tuple[str, str]
) -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC\nF BRE H\nA BUR H", 7))
    assert in_force_and_offered(after(settled(asked, said, 8, assent_to=7))) == becomes


def test_what_waits_after_numbers_is_numbered_anew_and_older_numbers_are_explained() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC\nF BRE H\nA BUR H", 7))
    rest = after(settled(asked, "yes to the first", 8, assent_to=7))
    assert in_force_and_offered(after(settled(rest, "YES 2", 9, assent_to=8))) == ("BUR PAR", "BRE")
    assert in_force_and_offered(after(settled(rest, "YES 2", 9, assent_to=7))) == ("PAR", "BRE BUR")


def test_numbers_say_nothing_once_an_order_has_changed_the_list() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC\nF BRE H\nA BUR H", 7))
    changed = after(settled(asked, "A PAR H", 8))
    assert in_force_and_offered(after(settled(changed, "YES 2", 9, assent_to=7))) == ("PAR", "BRE BUR")
    assert in_force_and_offered(after(settled(changed, "YES 2", 9, assent_to=8))) == ("BUR PAR", "BRE")
    assert in_force_and_offered(after(settled(changed, "YES 2", 9, assent_to=9))) == ("PAR", "BRE BUR")


def test_a_letter_that_replies_to_none_takes_by_numbers_what_nothing_has_changed() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIC\nF BRE H\nA BUR H", 7))
    assert in_force_and_offered(after(settled(asked, "YES 2", 8, assent_to=8))) == ("BRE", "BUR PAR")


def test_numbers_say_nothing_where_they_may_be_those_of_lines_that_could_not_be_read() -> None:
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - PIX\nA PAR - PIC\nF BRE H", 7))
    assert in_force_and_offered(after(settled(asked, "the second", 8, assent_to=7)))[0] == ""


PLANS = "Plan A: Par-Pic, Bre H. Plan B: Par-Gas, Bur H."
CHOSEN = {
    "Plan B then": ("BUR PAR", ""),
    "B, definitely.": ("BUR PAR", ""),
    "The first one please.": ("BRE PAR", ""),
    "YES 2": ("BUR PAR", ""),
    "not plan A": ("", "BUR PAR"),
    "NO": ("", ""),
}


def test_of_several_plans_one_is_to_count_and_a_mere_yes_says_not_which() -> None:
    game = after(settled(game_at(SPRING), PLANS, 7))
    assert [(one.title, places(one.orders)) for one in game.left_open[0].choices] == [
        ("Plan A", "BRE PAR"),
        ("Plan B", "BUR PAR"),
    ]
    told = settled(game, "Yes please", 8, assent_to=7)
    assert [one.answer for one in told.answers] == [Done(Outcome.WHICH_PLAN)]
    assert (after(told).left_open, is_left_open(game)) == (game.left_open, True)
    assert in_force_and_offered(after(settled(after(told), "YES 2", 9, assent_to=8))) == ("BUR PAR", "")


@each_case(("said", "becomes"), CHOSEN.items(), ids=list(CHOSEN))
def test_a_reply_takes_a_plan_by_its_name_or_its_number(said: str, becomes: tuple[str, str]) -> None:
    asked = after(settled(game_at(SPRING), PLANS, 7))
    assert in_force_and_offered(after(settled(asked, said, 8, assent_to=7))) == becomes


@pytest.mark.parametrize("line", ["I've slept on it. Plan A it is.", "C'est le plan A que je joue."])
def test_the_plan_that_the_same_letter_decides_for_is_offered_alone(line: str) -> None:
    game = after(settled(game_at(SPRING), f"Option 3 - A PAR H\n{PLANS}\n{line}", 7))
    assert (in_force_and_offered(game), game.left_open[0].choices) == (("", "BRE PAR"), ())


def test_an_order_to_a_unit_of_the_plans_settles_that_none_of_them_counts() -> None:
    asked = after(settled(game_at(SPRING), PLANS, 7))
    assert after(settled(asked, "A PAR H", 8)).left_open == ()


@pytest.mark.parametrize(
    "said",
    [
        "A PAR and A BUR\nThese two hold.",
        "Paris, Burgundy.\nThose two stay.",
        "Paris, Bourgogne.\nCes deux-là tiennent.",
    ],
)
def test_units_that_a_line_counts_are_those_named_right_above(said: str) -> None:
    given = after(settled(game_at(SPRING), f"F BRE H\n{said}", 7))
    assert in_force_and_offered(given) == ("BRE", "BUR PAR")


@pytest.mark.parametrize("said", ["A PAR\nThese two hold.", "A PAR, A BUR, A BEL\nThese two hold."])
def test_where_the_count_does_not_fit_nothing_is_offered(said: str) -> None:
    assert in_force_and_offered(after(settled(game_at(SPRING), said, 7))) == ("", "")


def test_an_answer_lists_each_plan_once() -> None:
    told = settled(game_at(SPRING), PLANS, 7)
    words = write_acknowledgement(told.game, told.person, told.answers, "", "token", OPENED).text
    assert ("2. Plan B" in words, words.count("A PAR - PIC")) == (True, 1)
