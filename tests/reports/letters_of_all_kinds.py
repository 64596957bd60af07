"""One letter of every kind, each written by a function of its language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from judge.game.after import fold
from judge.game.deadlines.messages import Extended, PhaseExtended, Reminder
from judge.game.deadlines.schedule import deadline
from judge.game.messages import News, Notice
from judge.game.orders.standing import VoidOrder
from judge.game.people.messages import (
    MoveAsked,
    Moved,
    MoveHalfway,
    MoveOff,
    MoveToConfirm,
    Reached,
    TokenGiven,
    Unreachable,
)
from judge.game.person import Person
from judge.game.phases.messages import Ended, Ending, GameEnded, PhaseClosed, Results
from judge.game.press.messages import DiaryWritten, PressSent, Recipients
from judge.game.press.post import Delivery, as_read
from judge.game.press.rules import Signature
from judge.game.refusals import Refusal, Refused
from judge.game.seats.allot import Allotment, By
from judge.game.seats.news import Opened, Seated, Started
from judge.game.settings import Address, Language, Token
from judge.game.state import Game
from judge.game.summary import summary_of
from judge.notation.misread import Misread, Misreading
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.deeds import Deed
from judge.reports.doorstep import (
    Gist,
    write_confirmation,
    write_denied,
    write_enough,
    write_left_unread,
    write_trouble,
    write_unclear,
)
from judge.reports.echo import Answer, Answered, Did, Ordered, PressTaken, Shown, Trouble, Unknown, Wrong
from judge.reports.games import write_games
from judge.reports.help import Topic, topics, write_first_page, write_no_topic, write_topic, write_topics
from judge.reports.pages import Words
from judge.reports.people import write_undelivered
from judge.reports.press import Noted, Paper, Received, Sent, write_papers
from judge.reports.states import write_state, write_terms
from judge.reports.write import write_notice
from judge.rules.board import Power, Province
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Illegal
from tests.reports.parlour import (
    AUTUMN,
    AUTUMN_ORDERS,
    MASTER,
    NOTATION_OF,
    NOW,
    OPENED,
    SEATS,
    SETTINGS,
    SPRING,
    SPRING_ORDERS,
    closed,
    game_at,
    given,
    opening_events,
    order,
    speaking,
    started,
)
from tests.reports.seat_letters import SEAT_LETTERS

Scene = Callable[[Language], Words]

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY = map(Power, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY"))


def told(game: Game, power: Power, language: Language, news: News) -> Words:
    return write_notice(speaking(game, SEATS[power], language), Notice(SEATS[power], news))


# --- how the game comes about ------------------------------------------------------------------------------------


def opened(language: Language) -> Words:
    game = fold(opening_events()[:1])
    assert game is not None
    news = Opened(opening_events()[0])  # type: ignore[arg-type]
    return write_notice(speaking(game, MASTER.address, language), Notice(MASTER.address, news))


def seated(language: Language) -> Words:
    game = fold(opening_events()[:4])
    assert game is not None
    return told(game, FRANCE, language, Seated((ITALY,), 3, 7))


def begun(language: Language) -> Words:
    return told(game_at(), FRANCE, language, Started(started(), (FRANCE,), {FRANCE: Allotment(By.LOT)}))


def begun_for_the_master(language: Language) -> Words:
    game = speaking(game_at(), MASTER.address, language)
    return write_notice(game, Notice(MASTER.address, Started(started(), (), players=SEATS)))


# --- phases and what follows them --------------------------------------------------------------------------------


def after_spring(power: Power) -> Scene:
    event = closed(SPRING, SPRING_ORDERS, silent=["ITALY"])
    return lambda language: told(game_at(SPRING, event), power, language, Results(event, (power,)))


def autumn() -> tuple[PhaseClosed, PhaseClosed, PhaseClosed]:
    """An autumn with its retreats and its adjustments."""
    moves = closed(AUTUMN, AUTUMN_ORDERS, number=6)
    retreats = closed(moves.judgement.after, {"GERMANY": ["F DEN R SKA"]}, number=7)
    builds = {"FRANCE": ["A PAR B"], "GERMANY": ["A MUN D"], "TURKEY": ["WAIVE"]}
    return moves, retreats, closed(retreats.judgement.after, builds, silent=["ENGLAND", "ITALY"], number=8)


def after_autumn(phase: int, power: Power) -> Scene:
    event = autumn()[phase]
    game = game_at(event.before, event)
    return lambda language: told(game, power, language, Results(event, (power,)))


def last_results(language: Language) -> Words:
    event = replace(closed(AUTUMN, AUTUMN_ORDERS), deadline=None)
    return told(game_at(AUTUMN, event), FRANCE, language, Results(event, (FRANCE,)))


def reminded_of_moves(language: Language) -> Words:
    game = game_at(SPRING, *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR"))
    return told(game, FRANCE, language, Reminder((FRANCE,)))


def reminded_of_retreats(language: Language) -> Words:
    at = autumn()[1].before
    return told(game_at(at), GERMANY, language, Reminder((GERMANY,)))


def reminded_of_adjustments(power: Power, *orders: str) -> Scene:
    at = autumn()[2].before
    game = game_at(at, *given(at, power, *orders))
    return lambda language: told(game, power, language, Reminder((power,)))


def extended(language: Language) -> Words:
    later = deadline(SETTINGS, PhaseKind.MOVEMENT, NOW)
    event = PhaseExtended(SPRING.phase, later, NOW)
    return told(game_at(SPRING, event), FRANCE, language, Extended(event))


MOVE = MoveAsked(SEATS[FRANCE], Address("poste@example.org"), Token("oldcode"), Token("newcode"), NOW)


def mailbox_news(news: News) -> Scene:
    return lambda language: told(game_at(SPRING), FRANCE, language, news)


CENTRES = {"AUSTRIA": 0, "ENGLAND": 5, "FRANCE": 9, "GERMANY": 4, "ITALY": 3, "RUSSIA": 9, "TURKEY": 4}
SHARED = {"AUSTRIA": "1", "ENGLAND": "13", "FRANCE": "36", "GERMANY": "5", "ITALY": "4", "RUSSIA": "36", "TURKEY": "5"}


def ended(ending: Ending, winners: tuple[str, ...], scores: Mapping[str, str]) -> Scene:
    event = GameEnded(
        ending,
        {Power(power): count for power, count in CENTRES.items()},
        {Power(power): Fraction(score) for power, score in scores.items()},
        tuple(map(Power, winners)),
        NOW,
    )
    game = replace(game_at(AUTUMN, event), phases_closed=31)
    return lambda language: told(game, FRANCE, language, Ended(event))


SOLO = dict.fromkeys(CENTRES, "0") | {"RUSSIA": "100"}


# --- press -------------------------------------------------------------------------------------------------------

LETTER = """Dear Iacopo,

shall we leave Piedmont empty? If you agree, I will not build a fleet \
in Marseilles before 1905, and I will tell Anselm nothing of it.

  Yours,
      Fernand"""


def pressed(sender: Power | None, *to: Power, held: bool = False) -> Scene:
    return received(PressSent(sender, to, LETTER, held, OPENED, phase=SPRING.phase))


def received(event: PressSent) -> Scene:
    return lambda language: told(game_at(), ITALY, language, as_read(event))


GREY = PressSent(FRANCE, (ITALY,), LETTER, False, OPENED, signature=Signature.GREY, phase=SPRING.phase)
BLACK = replace(GREY, signature=Signature.BLACK, signed=GERMANY, shown=Recipients())
OBSERVED = replace(GREY, sender=None, to=(), observer=9, signature=Signature.WHITE)
TO_OTHERS = replace(GREY, sender=None, signature=Signature.WHITE, to_master=True, to_observers=True)


def papers(language: Language) -> Words:
    """What Fernand may read again of a game."""
    note = DiaryWritten(FRANCE, 4, "Never trust Gerda.", SPRING.phase, OPENED)
    own: list[Paper] = [Received(as_read(GREY)), Sent(BLACK), Sent(GREY), Noted(note)]
    spoken = speaking(game_at(), SEATS[FRANCE], language)
    return Words("", write_papers(spoken, spoken.people[SEATS[FRANCE]], own, more="2026-11-21"))


# --- acknowledgements --------------------------------------------------------------------------------------------


def answered(game: Game | None, language: Language, *answers: tuple[str, Answer], proof: str = "token") -> Words:
    spoken = speaking(game or game_at(), SEATS[FRANCE], language)
    lines = [Answered(line, answer) for line, answer in answers]
    subject = "Orders for spring"
    return write_acknowledgement(spoken if game else None, spoken.people[SEATS[FRANCE]], lines, subject, proof, NOW)


def ordered(text: str, void: Illegal | None = None, *, replaced: bool = False) -> tuple[str, Answer]:
    given = order(text, SPRING)
    return text, Ordered(FRANCE, given, VoidOrder(given, void, seen=False, meant=False) if void else None, replaced)


SPRING_GAME = game_at(SPRING, *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR", "F BRE - LON"))
COMPLETE = game_at(
    SPRING,
    *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR", "F BRE - ENG"),
    *given(SPRING, "FRANCE", "A BEL S A BUR", "F MAO S F BRE - ENG", "F SPA/SC - LYO"),
)
UNREAD = Misread(
    "A BEL vers la lune", 14, 18, Misreading.UNKNOWN_PLACE, hints=("A BEL - HOL", "A BEL - RUH", "A BEL - PIC")
)
TWO_WAYS = Misread(
    "F MAO - ESP",
    8,
    11,
    Misreading.AMBIGUOUS,
    meanings=(order("F MAO - SPA/NC", SPRING), order("F MAO - SPA/SC", SPRING)),
)


def three_right_two_wrong(language: Language) -> Words:
    return answered(
        SPRING_GAME,
        language,
        ordered("A BUR H"),
        ordered("A PAR S A BUR", replaced=True),
        ordered("F BRE - LON", Illegal.NOT_ADJACENT),
        ("A BEL vers la lune", UNREAD),
        ("A MUN - BUR", Refused(Refusal.NOT_YOUR_UNIT, province=Province("MUN"), power=GERMANY)),
    )


def all_right(language: Language) -> Words:
    return answered(COMPLETE, language, ordered("A BUR H"), ordered("F BRE - ENG"), ordered("A BEL S A BUR"))


def one_wrong(language: Language) -> Words:
    return answered(COMPLETE, language, ("F MAO - ESP", TWO_WAYS))


def commands(language: Language) -> Words:
    press = "PRESS TO ITALY\nShall we leave Piedmont empty?\nENDPRESS"
    return answered(
        SPRING_GAME,
        language,
        (press, PressTaken(replace(GREY, to=(ITALY, GERMANY), signature=Signature.WHITE), Delivery((ITALY, GERMANY)))),
        (press, PressTaken(replace(OBSERVED, held=True), Delivery((AUSTRIA, ITALY), master=True, observers=2))),
        (press, PressTaken(replace(BLACK, held=True, until=SPRING.phase), Delivery((ITALY,), awaiting=(AUSTRIA,)))),
        (press, PressTaken(GREY, Delivery((ITALY,)))),
        ("DIARY\nWatch Tarik.\nENDDIARY", Did(Deed.NOTED, {"en": "S1903M", "fr": "printemps 1903"}[language])),
        ("WATCH paris", Did(Deed.WATCHES, "paris")),
        ("SET ZONE Europe/London", Did(Deed.PREFERENCE_SET, "fr, 18centres, Europe/London")),
        ("SET LANGUAGE klingon", Wrong(Unknown.VALUE, "klingon", 13, 20, ("en", "fr"))),
        ("OPEN paris RULES 2023\nHOUR noon", Wrong(Unknown.VALUE, "noon", 27, 31, ("21:00",))),
        ("JOIN", Wrong(Unknown.GAME, "", 4, 4)),
        ("CLEAR", Did(Deed.WITHDRAWN)),
        ("Bien à vous", Did(Deed.PLAIN_WORDS)),
        ("F BRE - MAO", Did(Deed.NOT_READ)),
        proof="confirmed",
    )


def no_hint(language: Language) -> Words:
    unread = Misread("A LUNE - BUR", 2, 6, Misreading.UNKNOWN_PLACE)
    return answered(SPRING_GAME, language, ("A LUNE - BUR", unread))


def nothing(language: Language) -> Words:
    return answered(SPRING_GAME, language)


def too_late(language: Language) -> Words:
    refused = Refused(Refusal.TOO_LATE, phase=SPRING.phase, at=OPENED)
    return answered(game_at(autumn()[2].before), language, ("A BUR H", refused))


def builds(language: Language) -> Words:
    at = autumn()[2].before
    game = game_at(at, *given(at, "FRANCE", "A PAR B"))
    line = "A PAR B"
    return answered(game, language, (line, Ordered(FRANCE, order(line, at))))


def asked(line: str, text: Callable[[Language], str]) -> Scene:
    return lambda language: answered(None, language, (line, Shown(text(language))), proof="")


def asker(language: Language) -> Person:
    return Person(Address("asker@example.org"), Token("t"), language, NOTATION_OF[language])


def helped(topic: Topic) -> Callable[[Language], str]:
    return lambda language: write_topic(topic, asker(language))


def state(game: Game) -> Callable[[Language], str]:
    def text(language: Language) -> str:
        spoken = speaking(game, SEATS[FRANCE], language)
        return write_state(spoken, spoken.people[SEATS[FRANCE]], NOW)

    return text


def games(language: Language) -> str:
    waiting = fold(opening_events()[:6])
    assert waiting is not None
    over = game_at(AUTUMN, GameEnded(Ending.TERM, {}, {}, (), NOW))
    return write_games([summary_of(game_at(SPRING)), summary_of(waiting), summary_of(over)], language)


WAITING = fold(opening_events())
assert WAITING is not None
OVER = game_at(AUTUMN, GameEnded(Ending.TERM, {}, {}, (FRANCE,), NOW))


# --- at the door -------------------------------------------------------------------------------------------------


def confirmation(language: Language) -> Words:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_confirmation(game, game.people[SEATS[FRANCE]], Gist(("A BUR - MUN", "PRESS …"), 2), NOW, "k7abcdefgh")


def denied(language: Language) -> Words:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_denied(game, game.people[SEATS[FRANCE]], Gist(("RESIGN", "SET ADDRESS mallory@example.net")), NOW, 3)


def denied_by_a_stranger(language: Language) -> Words:
    return write_denied(None, Person(Address("nora@example.com"), Token("t"), language), Gist(()), NOW, 1)


def left_unread(language: Language) -> Words:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_left_unread(game, game.people[SEATS[FRANCE]], ("A PAR - BUR", "PRESS TO ALL …"), 2, "judge@localhost")


def unclear(language: Language) -> Words:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_unclear(game, game.people[SEATS[FRANCE]], "k7abcdefgh")


NEAR = [topic for topic in topics() if topic.name in {"conditions", "preferences"}]

LETTERS: Mapping[str, Scene] = {
    "master.opened": opened,
    "player.seated": seated,
    "all.started": begun,
    "all.started-master": begun_for_the_master,
    "all.results-spring": after_spring(FRANCE),
    "all.results-spring-dislodged": after_spring(ENGLAND),
    "all.results-autumn-dislodged": after_autumn(0, GERMANY),
    "all.results-retreats-builds": after_autumn(1, FRANCE),
    "all.results-retreats-removals": after_autumn(1, ITALY),
    "all.results-adjustments": after_autumn(2, GERMANY),
    "all.results-last": last_results,
    "all.extended": extended,
    "all.ended-solo": ended(Ending.SOLO, ("RUSSIA",), SOLO),
    "all.ended-shared": ended(Ending.TERM, ("FRANCE", "RUSSIA"), SHARED),
    "all.ended-won": ended(Ending.TERM, ("FRANCE",), {**SHARED, "FRANCE": "176/3", "RUSSIA": "40/3"}),
    "all.ended-nobody": ended(Ending.TERM, (), SHARED),
    "player.reminder-moves": reminded_of_moves,
    "player.reminder-retreats": reminded_of_retreats,
    "player.reminder-builds": reminded_of_adjustments(FRANCE),
    "player.reminder-removals": reminded_of_adjustments(ITALY),
    "player.press": pressed(FRANCE, ITALY),
    "player.press-several": pressed(FRANCE, ITALY, AUSTRIA, GERMANY),
    "player.press-all-held": pressed(FRANCE, held=True),
    "player.press-master": pressed(None, ITALY),
    "player.press-grey": received(GREY),
    "player.press-black": received(BLACK),
    "player.press-observer": received(OBSERVED),
    "player.press-to-others": received(TO_OTHERS),
    "player.papers": papers,
    "player.acknowledgement-three-right-two-wrong": three_right_two_wrong,
    "player.acknowledgement-complete": all_right,
    "player.acknowledgement-two-ways": one_wrong,
    "player.acknowledgement-commands": commands,
    "player.acknowledgement-no-hint": no_hint,
    "player.acknowledgement-nothing": nothing,
    "player.acknowledgement-too-late": too_late,
    "player.acknowledgement-builds": builds,
    "player.confirmation": confirmation,
    "player.denied": denied,
    "player.denied-stranger": denied_by_a_stranger,
    "player.unclear": unclear,
    "player.left_unread": left_unread,
    "anyone.help": asked("HELP", lambda language: write_first_page(asker(language), 2)),
    "anyone.help-none": asked("HELP presss", lambda language: write_no_topic("presss", NEAR, asker(language))),
    "anyone.help-topics": asked("HELP TOPICS", lambda language: write_topics(asker(language))),
    **{f"help.{topic.name}": asked(topic.asked("en"), helped(topic)) for topic in topics()},
    "anyone.games": asked("LIST", games),
    "anyone.games-none": asked("LIST", lambda language: write_games([], language)),
    "anyone.state": asked("STATUS rome", state(SPRING_GAME)),
    "anyone.state-waiting": asked("STATUS rome", state(WAITING)),
    "anyone.state-over": asked("STATUS rome", state(OVER)),
    "anyone.terms": asked(
        "TERMS rome", lambda language: write_terms(SPRING_GAME, Person(SEATS[FRANCE], Token("t"), language))
    ),
    **SEAT_LETTERS,
    "anyone.trouble": lambda language: write_trouble(Trouble.EMPTY, language),
    "anyone.trouble-attachments": lambda language: write_trouble(
        Trouble.ATTACHMENT_ONLY, language, [("orders.txt", Deed.ATTACHED_ORDERS), ("map.png", Deed.ATTACHED)]
    ),
    "master.unreachable": mailbox_news(Unreachable((ITALY,))),
    "master.unreachable-address": mailbox_news(Unreachable((ITALY,), Address("bob@example.org"))),
    "master.unreachable-back": mailbox_news(Reached((ITALY,))),
    "player.move-old": mailbox_news(MoveToConfirm(MOVE, MOVE.old_code, is_new=False)),
    "player.move-new": mailbox_news(MoveToConfirm(MOVE, MOVE.new_code, is_new=True)),
    "player.moved-halfway": mailbox_news(MoveHalfway(is_new=True)),
    "player.move-off": mailbox_news(MoveOff(is_new=False, to=MOVE.to)),
    "player.move-off-by-new": mailbox_news(MoveOff(is_new=True, to=MOVE.to)),
    "player.move-off-new": mailbox_news(MoveOff(is_new=True, to=None)),
    "player.moved": mailbox_news(Moved(is_new=True)),
    "player.moved-away": mailbox_news(Moved(is_new=False)),
    "player.token": mailbox_news(TokenGiven()),
    "anyone.enough": lambda language: write_enough("rome", language, NOW, "Europe/Paris"),
    "master.undelivered": lambda language: write_undelivered(
        SPRING_GAME, (ITALY,), Address("bob@example.org"), "550 5.1.1 No such user here", language
    ),
    "master.undelivered-who-plays": lambda language: write_undelivered(
        SPRING_GAME, (ITALY,), None, "550 5.1.1 <bob@example.org>: no such user here", language
    ),
}
