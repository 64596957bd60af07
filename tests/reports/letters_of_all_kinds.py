"""One letter of every kind, each written by a function of its language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from judge.game.apply import fold_events
from judge.game.deadlines.deadline import phase_deadline
from judge.game.deadlines.messages import PhaseExtended, ReminderSentNews
from judge.game.figures import CentreHistory
from judge.game.league import ListedGames, summary_of
from judge.game.messages import News, Notice
from judge.game.orders.order_status import VoidOrder
from judge.game.people.messages import (
    AddressChangedNews,
    BecameUnreachableNews,
    MoveAsked,
    MoveAskedNews,
    MoveConfirmedNews,
    MoveRefusedNews,
    Person,
    ReachedAgainNews,
    TokenChangedNews,
)
from judge.game.phases.messages import Ending, GameEnded, GameFingerprint, PhaseClosed, PhaseClosedNews
from judge.game.press.messages import DiaryWritten, PressSent, PressThread, Recipients
from judge.game.press.rules import Delivery, press_as_read
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import Allotment, AllotmentReason, GameOpened, GameStartedNews, PlayerJoinedNews
from judge.game.settings import Address, Language, PressSignature, Reader, Token
from judge.game.state import Game
from judge.notation.line import Misread, MisreadReason
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.game_answers import write_status, write_terms
from judge.reports.games import write_games
from judge.reports.help import (
    HelpTopic,
    help_topics,
    write_help_first_page,
    write_help_topic,
    write_help_topics,
    write_unknown_topic,
)
from judge.reports.language import LetterText
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    OrderAccepted,
    Outcome,
    PressAccepted,
    TextAnswer,
    Unknown,
    UnreadableReason,
)
from judge.reports.notices import write_notice
from judge.reports.people import write_late_pictures, write_undelivered
from judge.reports.press import DiaryNote, PressItem, ReceivedPress, SentPress, write_press_history
from judge.reports.quoted_lines import (
    LetterExcerpt,
    write_answer_limit_reached,
    write_confirmation,
    write_confirmation_denied,
    write_confirmation_unclear,
    write_unread_commands,
    write_unreadable,
)
from judge.reports.rules import write_house_rules
from judge.rules.board import Power, Province, Year
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
from tests.shared.listed import listed

Scene = Callable[[Language], LetterText]

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY = map(Power, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY"))


def told(game: Game, power: Power, language: Language, news: News) -> LetterText:
    return write_notice(speaking(game, SEATS[power], language), Notice(SEATS[power], news))


# --- how the game comes about ------------------------------------------------------------------------------------


def opened(language: Language) -> LetterText:
    game = fold_events(opening_events()[:1])
    assert game is not None
    news = opening_events()[0]
    assert isinstance(news, GameOpened)
    return write_notice(speaking(game, MASTER.address, language), Notice(MASTER.address, news))


def seated(language: Language) -> LetterText:
    game = fold_events(opening_events()[:4])
    assert game is not None
    return told(game, FRANCE, language, PlayerJoinedNews((ITALY,), 3, 7))


def begun(language: Language) -> LetterText:
    return told(
        game_at(), FRANCE, language, GameStartedNews(started(), (FRANCE,), {FRANCE: Allotment(AllotmentReason.LOT)})
    )


def begun_for_the_master(language: Language) -> LetterText:
    game = speaking(game_at(), MASTER.address, language)
    return write_notice(game, Notice(MASTER.address, GameStartedNews(started(), (), players=SEATS)))


# --- phases and what follows them --------------------------------------------------------------------------------


def after_spring(power: Power) -> Scene:
    game = GameFingerprint("0" * 64, "1" * 64, "83f1762a46d0e96d" + "2" * 48)
    event = replace(closed(SPRING, SPRING_ORDERS, silent=["ITALY"]), fingerprint=game)
    return lambda language: told(game_at(SPRING, event), power, language, PhaseClosedNews(event, (power,)))


def autumn() -> tuple[PhaseClosed, PhaseClosed, PhaseClosed]:
    """An autumn with its retreats and its adjustments."""
    moves = closed(AUTUMN, AUTUMN_ORDERS, number=6)
    retreats = closed(moves.judgement.after, {"GERMANY": ["F DEN R SKA"]}, number=7)
    builds = {"FRANCE": ["A PAR B"], "GERMANY": ["A MUN D"], "TURKEY": ["WAIVE"]}
    return moves, retreats, closed(retreats.judgement.after, builds, silent=["ENGLAND", "ITALY"], number=8)


def after_autumn(phase: int, power: Power) -> Scene:
    event = autumn()[phase]
    game = game_at(event.before, event)
    return lambda language: told(game, power, language, PhaseClosedNews(event, (power,)))


def last_results(language: Language) -> LetterText:
    event = replace(closed(AUTUMN, AUTUMN_ORDERS), deadline=None)
    return told(game_at(AUTUMN, event), FRANCE, language, PhaseClosedNews(event, (FRANCE,)))


def reminded_of_moves(language: Language) -> LetterText:
    game = game_at(SPRING, *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR"))
    return told(game, FRANCE, language, ReminderSentNews((FRANCE,)))


def reminded_of_retreats(language: Language) -> LetterText:
    at = autumn()[1].before
    return told(game_at(at), GERMANY, language, ReminderSentNews((GERMANY,)))


def reminded_of_adjustments(power: Power, *orders: str) -> Scene:
    at = autumn()[2].before
    game = game_at(at, *given(at, power, *orders))
    return lambda language: told(game, power, language, ReminderSentNews((power,)))


def extended(language: Language) -> LetterText:
    later = phase_deadline(SETTINGS, PhaseKind.MOVEMENT, NOW)
    event = PhaseExtended(SPRING.phase, later, NOW)
    return told(game_at(SPRING, event), FRANCE, language, event)


MOVE = MoveAsked(SEATS[FRANCE], Address("poste@example.org"), Token("oldcode"), Token("newcode"), NOW)


def mailbox_news(news: News) -> Scene:
    return lambda language: told(game_at(SPRING), FRANCE, language, news)


SHARED = {"AUSTRIA": "1", "ENGLAND": "13", "FRANCE": "36", "GERMANY": "5", "ITALY": "4", "RUSSIA": "36", "TURKEY": "5"}

HISTORY = CentreHistory(
    tuple(map(Year, range(1901, 1910))),
    {
        Power("AUSTRIA"): (3, 4, 5, 4, 3, 2, 1, 1, 0, 0),
        ENGLAND: (3, 4, 4, 5, 5, 6, 6, 5, 5, 5),
        FRANCE: (3, 5, 5, 6, 6, 7, 7, 8, 9, 9),
        GERMANY: (3, 5, 5, 5, 5, 4, 4, 4, 4, 4),
        ITALY: (3, 4, 4, 4, 4, 4, 4, 3, 3, 3),
        Power("RUSSIA"): (4, 6, 5, 6, 7, 7, 8, 9, 9, 9),
        Power("TURKEY"): (3, 4, 5, 4, 4, 4, 4, 4, 4, 4),
    },
)
"""Centres by years, the last as the letters of the end tell them."""


WON = CentreHistory(
    HISTORY.years,
    {
        Power("AUSTRIA"): (3, 4, 5, 4, 3, 2, 1, 1, 0, 0),
        ENGLAND: (3, 4, 4, 5, 5, 6, 6, 5, 5, 4),
        FRANCE: (3, 5, 5, 6, 6, 6, 6, 6, 6, 6),
        GERMANY: (3, 5, 5, 4, 4, 3, 3, 3, 3, 2),
        ITALY: (3, 4, 4, 4, 4, 4, 3, 3, 3, 2),
        Power("RUSSIA"): (4, 6, 6, 7, 8, 9, 12, 13, 14, 18),
        Power("TURKEY"): (3, 4, 5, 4, 4, 4, 3, 3, 3, 2),
    },
)
"""The same of a game that Russia wins alone."""


def ended(
    ending: Ending, winners: tuple[str, ...], scores: Mapping[str, str], history: CentreHistory = HISTORY
) -> Scene:
    event = GameEnded(
        ending,
        {power: counts[-1] for power, counts in history.counts.items()},
        {Power(power): Fraction(score) for power, score in scores.items()},
        tuple(map(Power, winners)),
        NOW,
    )
    game = replace(game_at(AUTUMN, event), phases_closed=31, centre_history=history)
    return lambda language: told(game, FRANCE, language, event)


SOLO = dict.fromkeys(SHARED, "0") | {"RUSSIA": "100"}


# --- press -------------------------------------------------------------------------------------------------------

LETTER = """Dear Iacopo,

shall we leave Piedmont empty? If you agree, I will not build a fleet \
in Marseilles before 1905, and I will tell Anselm nothing of it.

  Yours,
      Fernand"""


def pressed(sender: Power | None, *to: Power, held: bool = False) -> Scene:
    return received(PressSent(sender, to, LETTER, held, OPENED, phase=SPRING.phase, number=7))


def received(event: PressSent) -> Scene:
    return lambda language: told(game_at(), ITALY, language, press_as_read(event))


GREY = PressSent(FRANCE, (ITALY,), LETTER, False, OPENED, signature=PressSignature.GREY, phase=SPRING.phase, number=7)
BLACK = replace(GREY, signature=PressSignature.BLACK, signed=GERMANY, shown=Recipients())
OBSERVED = replace(GREY, sender=None, to=(), observer=Reader(9), signature=PressSignature.WHITE)
TO_OTHERS = replace(GREY, sender=None, signature=PressSignature.WHITE, to_master=True, to_observers=True)
THREAD = PressThread(6, FRANCE, Reader(0), PressSignature.GREY, None, Recipients((ITALY, GERMANY)), "Piedmont")
REPLY = PressSent(
    GERMANY, (ITALY,), "Gladly.", False, OPENED, phase=SPRING.phase, number=9, thread=THREAD, to_unnamed=True
)


def papers(language: Language) -> LetterText:
    """What Fernand may read again of a game."""
    note = DiaryWritten(FRANCE, Reader(4), "Never trust Gerda.", SPRING.phase, OPENED)
    own: list[PressItem] = [ReceivedPress(press_as_read(GREY)), SentPress(BLACK), SentPress(GREY), DiaryNote(note)]
    spoken = speaking(game_at(), SEATS[FRANCE], language)
    return LetterText("", write_press_history(spoken, spoken.people[SEATS[FRANCE]], own, more="2026-11-21"))


# --- acknowledgements --------------------------------------------------------------------------------------------


def answered(
    game: Game | None, language: Language, *answers: tuple[str, LineAnswer], proof: str = "token"
) -> LetterText:
    spoken = speaking(game or game_at(), SEATS[FRANCE], language)
    lines = [AnsweredLine(line, answer) for line, answer in answers]
    subject = "Orders for spring"
    return write_acknowledgement(spoken if game else None, spoken.people[SEATS[FRANCE]], lines, subject, proof, NOW)


def ordered(text: str, void: Illegal | None = None, *, replaced: bool = False) -> tuple[str, LineAnswer]:
    given = order(text, SPRING)
    return text, OrderAccepted(
        FRANCE, given, VoidOrder(given, void, seen=False, meant=False) if void else None, replaced
    )


SPRING_GAME = game_at(SPRING, *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR", "F BRE - LON"))
COMPLETE = game_at(
    SPRING,
    *given(SPRING, "FRANCE", "A BUR H", "A PAR S A BUR", "F BRE - ENG"),
    *given(SPRING, "FRANCE", "A BEL S A BUR", "F MAO S F BRE - ENG", "F SPA/SC - LYO"),
)
UNREAD = Misread(
    "A BEL vers la lune", 14, 18, MisreadReason.UNKNOWN_PLACE, hints=("A BEL - HOL", "A BEL - RUH", "A BEL - PIC")
)
TWO_WAYS = Misread(
    "F MAO - ESP",
    8,
    11,
    MisreadReason.AMBIGUOUS,
    meanings=(order("F MAO - SPA/NC", SPRING), order("F MAO - SPA/SC", SPRING)),
)


def three_right_two_wrong(language: Language) -> LetterText:
    return answered(
        SPRING_GAME,
        language,
        ordered("A BUR H"),
        ordered("A PAR S A BUR", replaced=True),
        ordered("F BRE - LON", Illegal.NOT_ADJACENT),
        ("A BEL vers la lune", UNREAD),
        ("A MUN - BUR", Refused(Refusal.NOT_YOUR_UNIT, province=Province("MUN"), power=GERMANY)),
    )


def all_right(language: Language) -> LetterText:
    return answered(COMPLETE, language, ordered("A BUR H"), ordered("F BRE - ENG"), ordered("A BEL S A BUR"))


def one_wrong(language: Language) -> LetterText:
    return answered(COMPLETE, language, ("F MAO - ESP", TWO_WAYS))


def commands(language: Language) -> LetterText:
    press = "PRESS TO ITALY\nShall we leave Piedmont empty?\nENDPRESS"
    return answered(
        SPRING_GAME,
        language,
        (
            press,
            PressAccepted(
                replace(GREY, to=(ITALY, GERMANY), signature=PressSignature.WHITE), Delivery((ITALY, GERMANY))
            ),
        ),
        (press, PressAccepted(replace(OBSERVED, held=True), Delivery((AUSTRIA, ITALY), master=True, observers=2))),
        (press, PressAccepted(replace(BLACK, held=True, until=SPRING.phase), Delivery((ITALY,), awaiting=(AUSTRIA,)))),
        (press, PressAccepted(GREY, Delivery((ITALY,)))),
        (
            "DIARY\nWatch Tarik.\nENDDIARY",
            Done(Outcome.DIARY_WRITTEN, {"en": "S1903M", "fr": "printemps 1903"}[language]),
        ),
        ("WATCH paris", Done(Outcome.OBSERVER_CAME, "paris")),
        ("SET ZONE Europe/London", Done(Outcome.PREFERENCE_SET, "fr, 18centres, Europe/London")),
        ("SET LANGUAGE klingon", InvalidCommand(Unknown.VALUE, "klingon", 13, 20, ("en", "fr"))),
        ("OPEN paris RULES 2023\nHOUR noon", InvalidCommand(Unknown.VALUE, "noon", 27, 31, ("21:00",))),
        ("JOIN", InvalidCommand(Unknown.GAME, "", 4, 4)),
        ("CLEAR", Done(Outcome.ORDERS_WITHDRAWN)),
        ("Bien à vous", Done(Outcome.PLAIN_WORDS)),
        ("F BRE - MAO", Done(Outcome.BELOW_END_NOT_READ)),
        proof="confirmed",
    )


def no_hint(language: Language) -> LetterText:
    unread = Misread("A LUNE - BUR", 2, 6, MisreadReason.UNKNOWN_PLACE)
    return answered(SPRING_GAME, language, ("A LUNE - BUR", unread))


def nothing(language: Language) -> LetterText:
    return answered(SPRING_GAME, language)


def too_late(language: Language) -> LetterText:
    refused = Refused(Refusal.TOO_LATE, phase=SPRING.phase, at=OPENED)
    return answered(game_at(autumn()[2].before), language, ("A BUR H", refused))


def builds(language: Language) -> LetterText:
    at = autumn()[2].before
    game = game_at(at, *given(at, "FRANCE", "A PAR B"))
    line = "A PAR B"
    return answered(game, language, (line, OrderAccepted(FRANCE, order(line, at))))


def asked(line: str, text: Callable[[Language], str]) -> Scene:
    return lambda language: answered(None, language, (line, TextAnswer(text(language))), proof="")


def asker(language: Language) -> Person:
    return Person(Address("asker@example.org"), Token("t"), language, NOTATION_OF[language])


def helped(topic: HelpTopic) -> Callable[[Language], str]:
    return lambda language: write_help_topic(topic, asker(language))


def state(game: Game) -> Callable[[Language], str]:
    def text(language: Language) -> str:
        spoken = speaking(game, SEATS[FRANCE], language)
        return write_status(spoken, spoken.people[SEATS[FRANCE]], NOW)

    return text


def games(language: Language) -> str:
    waiting = fold_events(opening_events()[:6])
    assert waiting is not None
    over = game_at(AUTUMN, GameEnded(Ending.TERM, {}, {}, (), NOW))
    return write_games(listed(map(summary_of, (game_at(SPRING), waiting, over))), language)


WAITING = fold_events(opening_events())
assert WAITING is not None
OVER = game_at(AUTUMN, GameEnded(Ending.TERM, {}, {}, (FRANCE,), NOW))


def late_pictures(language: Language) -> LetterText:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    subject = "[rome] Results of spring 1903" if language == "en" else "[rome] Résultats : printemps 1903"
    return write_late_pictures(game, game.people[SEATS[FRANCE]], subject, {"map", "chart"})


# --- at the door -------------------------------------------------------------------------------------------------


def confirmation(language: Language) -> LetterText:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_confirmation(
        game, game.people[SEATS[FRANCE]], LetterExcerpt(("A BUR - MUN", "PRESS …"), 2), NOW, "k7abcdefgh"
    )


def denied(language: Language) -> LetterText:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_confirmation_denied(
        game, game.people[SEATS[FRANCE]], LetterExcerpt(("RESIGN", "SET ADDRESS mallory@example.net")), NOW, 3
    )


def denied_by_a_stranger(language: Language) -> LetterText:
    return write_confirmation_denied(
        None, Person(Address("nora@example.com"), Token("t"), language), LetterExcerpt(()), NOW, 1
    )


def left_unread(language: Language) -> LetterText:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_unread_commands(
        game, game.people[SEATS[FRANCE]], ("A PAR - BUR", "PRESS TO ALL …"), 2, "judge@localhost"
    )


def unclear(language: Language) -> LetterText:
    game = speaking(game_at(SPRING), SEATS[FRANCE], language)
    return write_confirmation_unclear(game, game.people[SEATS[FRANCE]], "k7abcdefgh")


NEAR = [topic for topic in help_topics() if topic.name in {"conditions", "preferences"}]

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
    "all.ended-solo": ended(Ending.SOLO, ("RUSSIA",), SOLO, WON),
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
    "player.press-reply": received(REPLY),
    "player.press-no-reply": received(replace(GREY, signature=PressSignature.WHITE, number=0)),
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
    "anyone.help": asked("HELP", lambda language: write_help_first_page(asker(language), 2)),
    "anyone.help-none": asked("HELP presss", lambda language: write_unknown_topic("presss", NEAR, asker(language))),
    "anyone.help-topics": asked("HELP TOPICS", lambda language: write_help_topics(asker(language))),
    **{f"help.{topic.name}": asked(topic.asked("en"), helped(topic)) for topic in help_topics()},
    "anyone.games": asked("LIST", games),
    "anyone.games-none": asked("LIST", lambda language: write_games(ListedGames(), language)),
    "anyone.state": asked("STATUS rome", state(SPRING_GAME)),
    "anyone.state-waiting": asked("STATUS rome", state(WAITING)),
    "anyone.state-over": asked("STATUS rome", state(OVER)),
    "anyone.house_rules": asked("HOUSE RULES", write_house_rules),
    "anyone.terms": asked(
        "TERMS rome", lambda language: write_terms(SPRING_GAME, Person(SEATS[FRANCE], Token("t"), language))
    ),
    **SEAT_LETTERS,
    "anyone.trouble": lambda language: write_unreadable(UnreadableReason.EMPTY, language),
    "anyone.trouble-attachments": lambda language: write_unreadable(
        UnreadableReason.ATTACHMENT_ONLY,
        language,
        [("orders.txt", Outcome.ATTACHMENT_WITH_ORDERS), ("map.png", Outcome.ATTACHMENT)],
    ),
    "master.unreachable": mailbox_news(BecameUnreachableNews((ITALY,))),
    "master.unreachable-address": mailbox_news(BecameUnreachableNews((ITALY,), Address("bob@example.org"))),
    "master.unreachable-back": mailbox_news(ReachedAgainNews((ITALY,))),
    "player.move-old": mailbox_news(MoveAskedNews(MOVE, MOVE.old_code, is_new=False)),
    "player.move-new": mailbox_news(MoveAskedNews(MOVE, MOVE.new_code, is_new=True)),
    "player.moved-halfway": mailbox_news(MoveConfirmedNews(is_new=True)),
    "player.move-off": mailbox_news(MoveRefusedNews(is_new=False, to=MOVE.to)),
    "player.move-off-by-new": mailbox_news(MoveRefusedNews(is_new=True, to=MOVE.to)),
    "player.move-off-new": mailbox_news(MoveRefusedNews(is_new=True, to=None)),
    "player.moved": mailbox_news(AddressChangedNews(is_new=True)),
    "player.moved-away": mailbox_news(AddressChangedNews(is_new=False)),
    "player.token": mailbox_news(TokenChangedNews()),
    "anyone.enough": lambda language: write_answer_limit_reached("rome", language, NOW, "Europe/Paris"),
    "player.pictures": late_pictures,
    "master.undelivered": lambda language: write_undelivered(
        SPRING_GAME, (ITALY,), Address("bob@example.org"), "550 5.1.1 No such user here", language
    ),
    "master.undelivered-who-plays": lambda language: write_undelivered(
        SPRING_GAME, (ITALY,), None, "550 5.1.1 <bob@example.org>: no such user here", language
    ),
}
