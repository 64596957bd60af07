"""Lines about seats: what is a command, what is prose that begins with the same word."""

from judge.requests.read_lines import read_lines
from judge.requests.requests import Request
from judge.requests.seats import (
    AddStandbyRequest,
    AnswerMusterRequest,
    ApprovePlayerRequest,
    JoinGameRequest,
    LeaveGameRequest,
    PlacePlayerRequest,
    StartGameRequest,
)
from judge.requests.small_talk import asks_for_no_mail, guess_language
from judge.requests.suggestions import PossibleOrder
from tests.shared.each_case import each_case


def said(request: Request) -> str:
    """A meaning on one line, words as written."""
    match request:
        case AddStandbyRequest(language, name):
            return f"standby {language} {name.text if name else '?'}"
        case LeaveGameRequest(name):
            return f"leave {name.text if name else '?'}"
        case AnswerMusterRequest(is_bare):
            return "here" if is_bare else "here perhaps"
        case ApprovePlayerRequest(who, is_let):
            return f"{'in' if is_let else 'out'} {' '.join(word.text for word in who)}"
        case PlacePlayerRequest(who, power):
            return f"give {who.text} {' '.join(word.text for word in power)}".strip()
        case StartGameRequest():
            return "begin"
        case JoinGameRequest(_, name, powers):
            return f"join {name.text if name else '?'} {' '.join(word.text for word in powers)}".strip()
        case PossibleOrder():
            return "maybe order"
        case _:
            return "something else"


LINES = {
    "STANDBY rome": "standby en rome",
    "Remplaçant dans rome": "standby fr rome",
    "JOUER dans rome": "join rome",
    "REMPLAÇANTE à rome": "standby fr rome",
    "STANDBY": "standby en ?",
    "LEAVE": "leave ?",
    "Leave rome": "leave rome",
    "QUITTER !": "leave ?",
    "Leave Burgundy to me, please": "maybe order",
    "HERE": "here",
    "Present!": "here",
    "Présente !": "here",
    "Here are my orders:": "here perhaps",
    "Présent, merci à tous": "here perhaps",
    "START": "begin",
    "Commencer.": "begin",
    "START a new game": "maybe order",
    "APPROVE alice@example.org": "in alice@example.org",
    "INVITE alice@example.org and bob@example.org": "in alice@example.org bob@example.org",
    "Inviter alice@example.org": "in alice@example.org",
    "Invite me to a game": "maybe order",
    "REJECT alice@example.org": "out alice@example.org",
    "Refuser <alice@example.org>": "out <alice@example.org>",
    "Refuser de jouer": "maybe order",
    "SEAT alice@example.org as France": "give alice@example.org France",
    "PLACER alice@example.org en Autriche-Hongrie": "give alice@example.org Autriche-Hongrie",
    "Placer l'armée à Paris": "maybe order",
    "JOIN rome FRANCE, ITALY and TURKEY": "join rome FRANCE ITALY TURKEY",
    "JOIN rome AS FRANCE LANGUAGE fr": "join rome FRANCE",
    "JOUER rome l'Italie la France": "join rome Italie France",
}


@each_case(("line", "meaning"), LINES.items(), ids=list(LINES))
def test_a_line_means_what_it_says(line: str, meaning: str) -> None:
    (piece,) = read_lines(line)
    assert said(piece.request) == meaning


TONGUES = {
    "Bonjour, je voudrais jouer": "fr",
    "Hello, I would like to play": "en",
    "JE VOUDRAIS M'INSCRIRE À LA PARTIE": "fr",
    "A PAR - BUR": None,
    "": None,
}


@each_case(("text", "tongue"), TONGUES.items(), ids=list(TONGUES))
def test_the_language_of_a_letter_shows_in_its_small_words(text: str, tongue: str | None) -> None:
    assert guess_language(text) == tongue


def test_only_a_short_letter_asks_for_no_more() -> None:
    assert asks_for_no_mail("Unsubscribe", "")
    assert asks_for_no_mail("", "Se désabonner svp")
    assert not asks_for_no_mail("", "stop me if you have heard this, but is there a game that I could join?")
