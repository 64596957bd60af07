"""The command language: one line, one command, anywhere in a letter, in English and French words."""

from hypothesis import given
from hypothesis import strategies as st

from judge.requests.asked import ArchiveRequest, ExportRequest
from judge.requests.orders import KeepWishRequest, PhaseHeading, StopReading, WithdrawOrdersRequest
from judge.requests.press import NamedRecipients, SendPressRequest, WatchRequest, WriteDiaryRequest
from judge.requests.questions import (
    GameInfoRequest,
    HelpRequest,
    HistoryRequest,
    MapRequest,
    ResendRequest,
    WhatIfRequest,
    WhyRequest,
)
from judge.requests.read_lines import read_lines
from judge.requests.seats import ChangeTokenRequest, JoinGameRequest, OpenGameRequest, SignOnRequest
from judge.requests.setting_lists import ChangeSettingsRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import fold_case, vocabulary
from tests.shared.each_case import each_case


def named(them: NamedRecipients) -> str:
    others = {"all": them.everyone, "MASTER": them.master, "OBSERVERS": them.observers}
    return ",".join([*(word.text for word in them.powers), *(name for name, is_so in others.items() if is_so)])


def pressed(press: SendPressRequest) -> str:
    parts = {"but": press.but, "from": press.signed, "shown to": press.shown}
    said = [f"press {named(press.to)}", *(f"{word} {named(them)}" for word, them in parts.items() if them)]
    said += [f"after {' '.join(word.text for word in press.after)}"] if press.after is not None else []
    return f"{' '.join([*said, *(['grey'] if press.grey else [])])}: {press.text}"


def said(request: object) -> str:
    """A meaning on one line, words as written."""
    match request:
        case OpenGameRequest(language, name, settings):
            return f"open {language} {name.text if name else '?'} {paired(settings)}".strip()
        case JoinGameRequest(language, name, powers, settings):
            wanted = ",".join(word.text for word in powers) or "?"
            return f"join {language} {name.text if name else '?'} {wanted} {paired(settings)}".strip()
        case SendPressRequest():
            return pressed(request)
        case WriteDiaryRequest(text):
            return f"diary: {text}"
        case WatchRequest(language, name, is_on):
            return f"{'watch' if is_on else 'unwatch'} {language} {name.text if name else '?'}"
        case GameInfoRequest(about, language, name):
            return f"ask {about} {language} {name.text if name else ''}".strip()
        case MapRequest(language, name, phase, form, paper, is_blank):
            words = [
                name.text if name else "",
                str(phase.moment) if phase else "",
                form,
                paper,
                "blank" if is_blank else "",
            ]
            return " ".join(["map", language, *filter(None, words)])
        case HistoryRequest(language, name, since, press):
            words = ["press" if press else "", name.text if name else "", str(since.moment) if since else ""]
            return " ".join(["history", language, *filter(None, words)])
        case SignOnRequest(language, name) as signed:
            return f"sign on {language} {name.text if name else '?'}{' joins' if signed.joins else ''}"
        case ExportRequest(language, name, to, unknown):
            words = [name.text if name else "", to, f"{unknown.text}?" if unknown else ""]
            return " ".join(["export", language, *filter(None, words)])
        case ArchiveRequest(language, name, notation, read_in, unknown):
            words = [name.text if name else "", notation, read_in or "", f"{unknown.text}?" if unknown else ""]
            return " ".join(["archive", language, *filter(None, words)])
        case HelpRequest(language, about):
            return f"help {language} {about.text if about else ''}".strip()
        case WhyRequest(language, phase, unit):
            words = [phase.text if phase else "?", *(word.text for word in unit)]
            return f"why {language} {' '.join(words)}"
        case WhatIfRequest(language, phase, lines, closing):
            return f"what if {language} {phase.text if phase else '?'}: {'|'.join(lines)}{' .' if closing else ''}"
        case ResendRequest(words):
            return f"resend {' '.join(word.text for word in words)}".strip()
        case ChangeTokenRequest(words):
            return f"reissue {' '.join(word.text for word in words)}".strip()
        case WithdrawOrdersRequest(phase, everything):
            return f"clear {'everything' if everything else phase or ''}".strip()
        case KeepWishRequest(kind, word, listed):
            return f"prefer {kind or '?'} {word.text if word else '?'}: {listed.text if listed else ''}".strip()
        case ChangeSettingsRequest(settings):
            return f"set {paired(settings)}"
        case PhaseHeading(phase, named):
            return f"phase {phase or '?'} {named.text if named and not phase else ''}".strip()
        case StopReading():
            return "stop"
        case _:
            return "maybe order"


def paired(settings: object) -> str:
    assert isinstance(settings, tuple)
    return " ".join(f"{item.name or '?'}={item.value.text if item.value else '?'}" for item in settings)


LINES = {
    "OPEN rome": "open en rome",
    "create Rome": "open en Rome",
    "Ouvrir rome règles 18centres": "open fr rome rules=18centres",
    "OPEN rome RULES=2023 HOUR: 21:00": "open en rome rules=2023 hour=21:00",
    "OPEN": "open en ?",
    "OPEN rome RULES": "open en rome rules=?",
    "OPEN rome COLOUR red": "open en rome ?=red",
    "JOIN rome": "join en rome ?",
    "join rome as the France": "join en rome France",
    "JOUER rome pour l'Italie": "join fr rome Italie",
    "Jouer à rome en Autriche-Hongrie notation 18centres": "join fr rome Autriche-Hongrie notation=18centres",
    "JOIN rome LANGUAGE fr": "join en rome ? language=fr",
    "STATUS": "ask status en",
    "ÉTAT rome": "ask status fr rome",
    "etat de rome": "ask status fr rome",
    "LIST": "ask list en",
    "liste": "ask list fr",
    "LIST rome": "ask status en rome",
    "SUMMARY rome": "ask summary en rome",
    "EXPORT": "export en",
    "EXPORT rome": "export en rome",
    "EXPORT rome as CSV": "export en rome csv",
    "EXPORTER UNITÉS": "export fr units",
    "EXPORT rome xml": "export en rome xml?",
    "export duties of the Turks": "maybe order",
    "ARCHIVE": "archive en",
    "ARCHIVE rome": "archive en rome",
    "ARCHIVE rome 18centres fr": "archive en rome 18centres fr",
    "ARCHIVE FR rome in 18CENTRES": "archive en rome 18centres fr",
    "ARCHIVES rome en français, notation 1971": "archive fr rome 1971 fr",
    "ARCHIVES rome en français": "archive fr rome fr",
    "ARCHIVES rome en 18centres": "archive fr rome 18centres",
    "ARCHIVE rome EN": "archive en rome en",
    "ARCHIVE english": "archive en en",
    "ARCHIVE rome 19centres": "archive en rome 19centres?",
    "archives of that kind are dull": "maybe order",
    "whogame rome": "ask status en rome",
    "TERMS rome": "ask terms en rome",
    "réglages": "ask terms fr",
    "STATUS rome TERMS": "ask terms en rome",
    "état réglages": "ask terms fr",
    "Terms we could agree on": "maybe order",
    "BILAN": "ask summary fr",
    "Résumé rome": "ask summary fr rome",
    "RE\u0301SUME\u0301": "ask summary fr",
    "HISTORY": "history en",
    "HISTORY of rome since F1902M": "history en rome F1902M",
    "HISTORIQUE rome depuis le 3 juillet 2026": "history fr rome 2026-07-03",
    "SIGNON frome sesame": "sign on en frome",
    "sign on ?rome sesame standard": "sign on en ?rome joins",
    "SIGNON": "sign on en ?",
    "List of my orders:": "maybe order",
    "HELP": "help en",
    "HELP end press": "help en end press",
    "Aide sinon si": "help fr sinon si",
    "aide": "help fr",
    "RESEND 12": "resend 12",
    "RESEND 12 TO 15": "resend 12 15",
    "renvoyer la dernière": "resend dernière",
    "RESEND": "resend",
    "REISSUE ITALY": "reissue ITALY",
    "Renouveler l'Italie et la France": "reissue Italie France",
    "WHY S1902M F NTH": "why en S1902M F NTH",
    "why A Paris": "why en ? A Paris",
    "Why F NTH S1902M?": "why en S1902M? F NTH",
    "WHY retreats of spring 1902 F NTH": "why en retreats of spring 1902 F NTH",
    "POURQUOI printemps 1902 retraites A PAR": "why fr printemps 1902 retraites A PAR",
    "WHY 1902 A PAR": "why en 1902 A PAR",
    "Pourquoi F1901M A PAR": "why fr F1901M A PAR",
    "POURQUOI": "why fr ?",
    "CLEAR": "clear",
    "Annuler": "clear",
    "CLEAR F1902M": "clear F1902M",
    "ANNULER automne 1902": "clear F1902M",
    "CLEAR ALL": "clear everything",
    "annuler tout": "clear everything",
    "clear skies today": "maybe order",
    "PREFER RETREATS A BUR: PAR, GAS": "prefer retreats RETREATS: A BUR: PAR, GAS",
    "prefer builds F BRE": "prefer builds builds: F BRE",
    "Préférences démobilisations : A RHE": "prefer removals démobilisations: : A RHE",
    "PREFER NOTHING": "prefer nothing NOTHING:",
    "PRÉFÉRENCES AUCUNE": "prefer nothing AUCUNE:",
    "PREFER tea": "prefer ? tea:",
    "PREFER": "prefer ? ?:",
    "SET LANGUAGE fr": "set language=fr",
    "SET LANGUAGE EN": "set language=EN",
    "RÈGLE notation 18centres fuseau Europe/Paris": "set notation=18centres zone=Europe/Paris",
    "PHASE S1901M": "phase S1901M",
    "TOUR S1901M": "phase S1901M",
    "PHASE Fall 1902 Movement": "phase F1902M",
    "TOUR automne 1902": "phase F1902M",
    "PHASE": "phase ?",
    "PHASE two of my plan": "phase ? two of my plan",
    "IF you agree, I shall move north": "maybe order",
    "Si tu veux": "maybe order",
    "ELSE": "maybe order",
    "ENDIF": "maybe order",
    "SIGNOFF": "stop",
    "Fin": "stop",
    "End of the line, my friend": "maybe order",
    "A PAR - BUR": "maybe order",
    "Bonjour": "maybe order",
}


@each_case(("line", "expected"), LINES.items(), ids=list(LINES))
def test_a_line_is_one_command(line: str, expected: str) -> None:
    assert [said(piece.request) for piece in read_lines(line)] == [expected]


PRESS = {
    "PRESS TO FRANCE\nHello.\nENDPRESS": ["press FRANCE: Hello."],
    "PRESS TO FRANCE, ITALY and Turkey\nHello.\nEND PRESS": ["press FRANCE,ITALY,Turkey: Hello."],
    "PRESS TO ALL\nHello.\nENDPRESS": ["press all: Hello."],
    "BROADCAST\nHello.\nENDBROADCAST": ["press all: Hello."],
    "PRESSE À l'Italie et à la France\nSalut.\nFIN PRESSE": ["press Italie,France: Salut."],
    "PRESSE À TOUS\nSalut.\nFIN PRESSE": ["press all: Salut."],
    "PRESS\nTo whom?\nENDPRESS": ["press : To whom?"],
    "A PAR H\nPRESS TO ITALY\nA VEN H?\n\nYes.\nENDPRESS\nA MAR H": [
        "maybe order",
        "press ITALY: A VEN H?\n\nYes.",
        "maybe order",
    ],
    "PRESS TO ITALY\nno end": ["press ITALY: no end"],
    "PRESS TO FRANCE, GREY\nHush.": ["press FRANCE grey: Hush."],
    "PRESSE À LA FRANCE, GRISE\nChut.": ["press FRANCE grey: Chut."],
    "PRESS TO ITALY FROM GERMANY\nHi.": ["press ITALY from GERMANY: Hi."],
    "PRESSE À L'ITALIE DE L'ALLEMAGNE\nTiens.": ["press ITALIE from ALLEMAGNE: Tiens."],
    "PRESSE À L'ITALIE D'AUTRICHE\nTiens.": ["press ITALIE from AUTRICHE: Tiens."],
    "PRESS TO ALL FROM MASTER\nHi.": ["press all from MASTER: Hi."],
    "PRESS TO THE GAME MASTER\nHi.": ["press MASTER: Hi."],
    "PRESSE AU MENEUR\nBonjour.": ["press MASTER: Bonjour."],
    "PRESSE AU MAÎTRE DE JEU\nBonjour.": ["press MASTER: Bonjour."],
    "PRESSE AU MAÎTRE\nBonjour.": ["press MASTER: Bonjour."],
    "PRESSE À L'ITALIE ET À LA TURQUIE\nBonjour.": ["press ITALIE,TURQUIE: Bonjour."],
    "PRESSE À L'ARBITRE ET À LA RUSSIE\nBonjour.": ["press RUSSIE,MASTER: Bonjour."],
    "PRESS TO OBSERVERS\nHi.": ["press OBSERVERS: Hi."],
    "PRESS TO ALL BUT RUSSIA AND TURKEY\nHi.": ["press all but RUSSIA,TURKEY: Hi."],
    "PRESSE À TOUS SAUF LA RUSSIE\nBonjour.": ["press all but RUSSIE: Bonjour."],
    "PRESS TO ITALY AFTER F1902M\nHi.": ["press ITALY after F1902M: Hi."],
    "PRESS TO ITALY AFTER THE RESULTS OF fall 1902\nHi.": ["press ITALY after RESULTS fall 1902: Hi."],
    "PRESSE À L'ITALIE APRÈS LES RÉSULTATS DE L'AUTOMNE 1902\nTiens.": [
        "press ITALIE after RÉSULTATS AUTOMNE 1902: Tiens."
    ],
    "PRESS TO ITALY FAKE TO ALL\nHi.": ["press ITALY shown to all: Hi."],
    "PRESS TO ITALY GREY FAKE TO FRANCE, RUSSIA AFTER RESULTS\nHi.": [
        "press ITALY shown to FRANCE,RUSSIA after RESULTS grey: Hi."
    ],
    "BROADCAST GREY\nHi.": ["press all grey: Hi."],
    "PRESS TO turkey\nHi.": ["press turkey: Hi."],
    "DIARY\nTrust nobody.\nENDDIARY\nA PAR H": ["diary: Trust nobody.", "maybe order"],
    "JOURNAL\nJamais Munich.\nFIN JOURNAL": ["diary: Jamais Munich."],
    "Diary of a game, day one": ["maybe order"],
    "OPEN rome\nPRESS WHITE/GREY\nHOUR 21:00": ["open en rome press=WHITE/GREY hour=21:00"],
    "OPEN rome PRESS WHITE GREY HOUR 21:00": ["open en rome press=WHITE GREY hour=21:00"],
    "WATCH rome": ["watch en rome"],
    "FIN OBSERVER rome": ["unwatch fr rome"],
    "Watch your back, Turkey": ["maybe order"],
    "HISTORY rome PRESS S1902M": ["history en press rome S1902M"],
    "HISTORIQUE PRESSE": ["history fr press"],
}


@each_case(("text", "expected"), PRESS.items(), ids=[f"{n}" for n in range(len(PRESS))])
def test_press_is_a_block_up_to_its_end_word(text: str, expected: list[str]) -> None:
    assert [said(piece.request) for piece in read_lines(text)] == expected


BOARDS = {
    "BOARD rome": ["ask board en rome"],
    "Plateau": ["ask board fr"],
    "Carte": ["map fr"],
    "CARTE rome P1901M PNG": ["map fr rome S1901M png"],
    "MAP BLANK A4 PDF": ["map en pdf a4 blank"],
    "carte vierge de rome, A5": ["map fr rome a5 blank"],
    "MAP F1901M": ["map en F1901M"],
    "Map of our plans for png lovers": ["maybe order"],
    "MENACES de rome": ["ask threats fr rome"],
    "Threats from England are empty": ["maybe order"],
    "Carte postale de Rome": ["maybe order"],
    "OPEN rome\nBOARD nine\nHOUR 21:00": ["open en rome board=nine hour=21:00"],
    "OUVRIR rome\n\nCarte : neuf": ["open fr rome board=neuf"],
    "OPEN rome\nBOARD rome": ["open en rome", "ask board en rome"],
    "JOIN rome FRANCE\nBOARD": ["join en rome FRANCE", "ask board en"],
}
"""A board is asked for, or set below the line that opens a game."""


@each_case(("text", "expected"), BOARDS.items(), ids=[f"{n}" for n in range(len(BOARDS))])
def test_a_board_is_asked_for_or_set(text: str, expected: list[str]) -> None:
    assert [said(piece.request) for piece in read_lines(text)] == expected


WHAT_IFS = {
    "WHATIF\nFRANCE:\nA PAR H\n\nA MAR H\nENDWHATIF": ["what if en ?: FRANCE:|A PAR H|A MAR H ."],
    "WHATIF S1902M\nA PAR H\nEND WHATIF\nA PAR - BUR": ["what if en S1902M: A PAR H .", "maybe order"],
    "essai S1902M\nA PAR T\nFin essai": ["what if fr S1902M: A PAR T ."],
    "ESSAI\nA PAR T\nANNULER\nFIN": ["what if fr ?: A PAR T|ANNULER ."],
    "WHATIF we leave it\nA PAR H": ["what if en we leave it: A PAR H"],
    "ENDWHATIF": ["maybe order"],
}


@each_case(("text", "expected"), WHAT_IFS.items(), ids=[f"{n}" for n in range(len(WHAT_IFS))])
def test_no_line_of_a_what_if_is_anything_else(text: str, expected: list[str]) -> None:
    assert [said(piece.request) for piece in read_lines(text)] == expected


def test_settings_may_go_on_below_the_line_they_belong_to() -> None:
    (piece,) = read_lines("OPEN rome\nRULES 18centres\nHOUR 21:00")
    assert said(piece.request) == "open en rome rules=18centres hour=21:00"
    assert isinstance(piece.request, OpenGameRequest)
    for setting in piece.request.settings:
        assert piece.text[setting.word.start : setting.word.end] == setting.word.text


@each_case("line", ["OPEN rome LATE 2d", "OUVRIR rome RETARD 2j", "OPEN rome GRACE 2d"])
def test_the_time_in_which_late_orders_count_is_no_slip_of_the_last_year(line: str) -> None:
    (piece,) = read_lines(line)
    assert said(piece.request).split()[2:] == ["rome", f"grace={line.rsplit(maxsplit=1)[-1]}"]


@each_case("key", ["verbs", "settings", "values", "seasons", "kinds", "logic", "wishes"])
def test_no_word_has_two_meanings(key: str) -> None:
    seen: dict[str, str] = {}
    words = getattr(vocabulary(), key)
    for form, request in words.items():
        name = request[0] if isinstance(request, tuple) else request
        assert seen.setdefault(fold_case(form), name) == name


@given(st.text(max_size=400))
def test_any_text_is_read_and_every_line_of_it_is_somewhere(text: str) -> None:
    pieces = read_lines(text)
    written = [line for line in text.splitlines() if line.strip()]
    assert [line for piece in pieces for line in piece.text.splitlines() if line.strip()] == written


def test_a_long_line_is_read_at_once() -> None:
    assert isinstance(read_lines("PRESS " * 10_000)[0].request, SendPressRequest)
    assert isinstance(read_lines("- " * 30_000)[0].request, PossibleOrder)
