"""What is held is offered: a yes takes exactly that, a no drops it, later orders win, and the phase waits meanwhile."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.phases.close import is_left_open
from judge.game.state import Game
from judge.handlers.fitted import with_words_understood
from judge.handlers.left_open import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.notation.line import OfferReason
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.line_answers import Done, OrdersOffered, Outcome
from judge.requests.read_lines import read_lines
from judge.rules.board import Location, Power, Province
from judge.rules.orders import Move, Order
from tests.reports.parlour import OPENED, SEATS, SPRING, game_at
from tests.shared.each_case import each_case
from tests.shared.sections import sections
from tests.shared.services import context
from tests.shared.shares import in_turn

FRANCE = Power("FRANCE")

AROUND = sections(Path(__file__).parent / "around-orders.txt")
"""What is held or followed below is tried below orders, behind them, or in a later letter: each line in one way."""


def settled(game: Game, text: str, number: int, assent_to: int | None = None) -> Session:
    there = replace(context(OPENED), number=number, assent_to=assent_to)
    return leave_lines(handle_lines(Session(game, game.people[SEATS[FRANCE]]), there, read_lines(text), ()), there)


def after(session: Session) -> Game:
    assert session.game is not None
    return session.game


@cache
def ordered() -> Game:
    """A game in which France has given two orders in a letter."""
    return after(settled(game_at(SPRING), "A PAR - PIC\nF BRE H", 7))


@each_case("above", in_turn(AROUND["held above"], 0, 6))
def test_what_introduces_denies_conditions_or_quotes_holds_the_orders_below(above: str) -> None:
    game = after(settled(game_at(SPRING), f"{above}\n\nA PAR - PIC", 7))
    (left,) = game.left_open
    assert [str(order.at) for order in left.offered if hasattr(order, "at")] == ["PAR"]
    assert not game.orders.get(FRANCE)


@each_case("above", in_turn(AROUND["followed above"], 1, 6))
def test_greetings_small_talk_and_what_announces_ones_own_orders_hold_nothing(above: str) -> None:
    session = settled(game_at(SPRING), f"{above}\n\nA PAR - PIC", 7)
    assert OrderGiven in map(type, session.events)
    assert session.offered == ()


HELD_BELOW = [*AROUND["held below"], *AROUND["held below only"]]


@each_case("below", in_turn(HELD_BELOW, 0, 20))
def test_what_doubts_conditions_or_takes_back_holds_the_orders_above(below: str) -> None:
    game = after(settled(game_at(SPRING), f"A PAR - PIC\nF BRE H\n{below}", 7))
    assert game.left_open
    assert not game.orders.get(FRANCE)


@each_case("below", in_turn(AROUND["followed below"], 0, 6))
def test_talk_below_orders_puts_none_of_them_in_question(below: str) -> None:
    session = settled(game_at(SPRING), f"A PAR - PIC\nF BRE H\n{below}", 7)
    assert len(after(session).orders[FRANCE]) == 2
    assert session.offered == ()


BEHIND = "Paris goes to Picardy and Brest holds."
NAMES_A_REGION = {"And may the best man win, i.e. not Bob.", "Je n'arrive pas à croire que je suis encore en vie."}
"""Talk with the code of a region in it, ENG or VIE to whom writes in small letters."""


@each_case("below", in_turn(HELD_BELOW, 10, 20))
def test_what_holds_the_orders_above_holds_those_before_it_on_its_line(below: str) -> None:
    game = after(settled(game_at(SPRING), f"{BEHIND} {below}", 7))
    assert game.left_open
    assert not game.orders.get(FRANCE)


@each_case("below", [one for one in in_turn(AROUND["followed below"], 3, 12) if one not in NAMES_A_REGION])
def test_talk_behind_orders_on_their_line_puts_none_of_them_in_question(below: str) -> None:
    session = settled(game_at(SPRING), f"{BEHIND} {below}", 7)
    assert len(after(session).orders[FRANCE]) == 2
    assert session.offered == ()


DICTATED = "ok army paris to picardy and fleet brest to mid atlantic"
SAID_IN_THE_ROOM = {
    "no darling mummy is talking to the phone": 2,
    "non léo pas sur le canapé": 2,
    "no we are not there yet ten minutes": 2,
    "no forget all of that": 0,
    "no do not send this one": 0,
    "no not to picardy to gascony": 0,
}
"""What somebody says behind orders that they dictate, and how many of those may count."""


@pytest.mark.parametrize(("said", "count"), SAID_IN_THE_ROOM.items())
def test_a_no_to_somebody_in_the_room_denies_nothing_that_is_dictated(said: str, count: int) -> None:
    game = after(settled(game_at(SPRING), f"{DICTATED} {said}", 7))
    offered = {order for left in game.left_open for order in left.offered}
    given = {one.order for one in game.orders.get(FRANCE, ())}
    assert len(given | offered if count else given) == count


OF_ITS_OWN_LETTER = {
    "Bin this letter please.",
    "Est-il encore temps de revenir sur mes ordres ? Si oui, supprimez-les, je vous prie.",
}
"""What takes them back at once, and leaves nothing to ask."""

HELD_LATER = [*in_turn(AROUND["held below"], 5, 6), *AROUND["held later"]]
ASKED_OR_WISHED = {"That's what I would have played, but I leave the game.", "J'envoie comme ça ?"}
"""What is answered with the command that it wishes for, or with what the judge would do."""


@each_case("later", sorted(OF_ITS_OWN_LETTER))
def test_what_takes_all_orders_back_in_a_letter_of_its_own_leaves_none(later: str) -> None:
    game = after(settled(ordered(), later, 8))
    assert not game.left_open
    assert not game.orders.get(FRANCE)


@each_case("later", in_turn([one for one in HELD_LATER if one not in OF_ITS_OWN_LETTER | ASKED_OR_WISHED], 0, 4))
def test_what_holds_the_orders_above_does_so_in_a_letter_of_its_own(later: str) -> None:
    game = after(settled(ordered(), later, 8))
    assert game.left_open
    assert not game.orders.get(FRANCE)


@each_case("later", [*in_turn(AROUND["followed below"], 5, 12), *in_turn(AROUND["followed later"], 0, 8)])
def test_a_letter_of_talk_puts_no_order_in_question(later: str) -> None:
    session = settled(ordered(), later, 8)
    assert len(after(session).orders[FRANCE]) == 2
    assert session.offered == ()


QUOTING = [
    'Italy wrote "you should take Burgundy from Paris and stay in Brest". A PAR - PIC',
    "L'Italie m'a écrit « va en Bourgogne depuis Paris, et Brest tient », bien reçu. A PAR - PIC",
    "The last report said “A PAR - BUR bounced, F BRE held”. A PAR - PIC",
]


@each_case("line", QUOTING)
def test_of_the_words_of_somebody_else_in_quotation_marks_nothing_is_offered(line: str) -> None:
    session = settled(game_at(SPRING), line, 7)
    orders = [one.order for one in after(session).orders.get(FRANCE, ())] + [order for _, order in session.offered]
    assert orders == [Move(Province("PAR"), Location(Province("PIC")))]


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
    for game in (
        after(settled(game_at(SPRING), f"A PAR - PIC\nF BRE H\n{said}", 7)),
        after(settled(ordered(), said, 8)),
    ):
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
    asked = after(settled(game_at(SPRING), "Draft:\nA PAR - XQQ\nA PAR - PIC\nF BRE H", 7))
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


@pytest.mark.parametrize(
    "line", ["I've slept on it. Plan A it is.", "After sleeping on it: plan A it is.", "C'est le plan A que je joue."]
)
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


def subject_after(*letters: str) -> str:
    """The subject of the answer to the last of some letters."""
    game = game_at(SPRING)
    for number, text in enumerate(letters, 7):
        session = settled(game, text, number)
        game = after(session)
    reader = game.people[SEATS[FRANCE]]
    return write_acknowledgement(game, reader, session.answers, "Orders", "", OPENED).subject


def test_an_order_that_is_in_force_is_not_offered_for_words_beside_it() -> None:
    before = after(settled(game_at(SPRING), "A PAR - PIC", 7))
    session = settled(before, "A PAR - PIC blimey", 8)
    assert session.offered == ()
    assert not after(session).left_open
    assert after(settled(before, "A PAR - GAS blimey", 8)).left_open


@each_case("doubt", ["A PAR - PIC maybe", "If Italy agrees:\n\nA PAR - PIC", "A PAR - PIC?"])
def test_an_order_that_is_in_force_and_now_in_doubt_stays_a_question(doubt: str) -> None:
    before = after(settled(game_at(SPRING), "A PAR - PIC", 7))
    game = after(settled(before, doubt, 8))
    assert game.left_open or game.orders == before.orders
    assert is_left_open(game)


def test_the_subject_counts_all_that_waits_for_a_yes() -> None:
    two, waiting = "Si l'Italie est d'accord :\n\nA PAR - PIC\nF BRE - MAN", "attendent votre OUI"
    assert subject_after(f"{two}\nA BOU T").endswith(f"aucun ordre, 3 {waiting}")
    assert subject_after(two, "A BOU T").endswith(f"1 ordre sur 6, 2 {waiting}")
    assert subject_after("Seulement si l'Italie est d'accord : A PAR - PIC, F BRE - MAN, A BOU T").endswith(
        f"3 {waiting}"
    )


def test_the_subject_is_not_ok_while_something_is_open() -> None:
    whole = "A PAR - PIC\nF BRE - MAN\nA BOU T\nA BEL T\nF ATL T\nF ESPcs T"
    assert subject_after(whole).endswith("OK, 6 ordres")
    assert subject_after(whole, "A PAR - XYZ").endswith("1 ligne refusée")
    assert subject_after(whole, "A PAR - XYZ", "VOTER NULLE").endswith("un point reste ouvert")


EXAMPLES = {
    "A BEL - Ruritanie": "Un ordre s’écrit ainsi : A BEL - ",
    "F MAO - Ruritanie": "Un ordre s’écrit ainsi : F ATL - ",
    "Ne bougez pas Brest": "Un ordre s’écrit ainsi : F BRE T",
}


@each_case("line", EXAMPLES)
def test_the_example_of_an_order_is_one_for_the_unit_that_the_line_names(line: str) -> None:
    session = settled(game_at(SPRING), line, 7)
    reader = after(session).people[SEATS[FRANCE]]
    text = write_acknowledgement(after(session), reader, session.answers, "Orders", "", OPENED).text
    said = " ".join(text.replace("\u00a0", " ").split())
    assert EXAMPLES[line] in said, said


@each_case("text", ["Parris and Brest hold, and so does Marseilles.", "Parris and Brest hold. Marseilles, too."])
def test_a_slip_that_is_read_is_told_nowhere_to_be_unknown(text: str) -> None:
    done = with_words_understood(settled(game_at(SPRING), text, 7))
    reasons = [one.answer.why for one in done.answers if isinstance(one.answer, OrdersOffered)]
    assert len(reasons) > 1
    assert set(reasons) == {OfferReason.GUESS}
