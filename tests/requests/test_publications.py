"""Lines about what the judge publishes: what they mean, and which are prose that happens to begin so."""

from judge.requests.asked import (
    DecideTribuneRequest,
    LetterToEditorRequest,
    SubscriptionRequest,
    WithdrawLettersRequest,
)
from judge.requests.read_lines import read_lines
from judge.requests.suggestions import PossibleOrder
from tests.shared.each_case import each_case

GAZETTE, NO_GAZETTE = (SubscriptionRequest("gazette", is_on) for is_on in (True, False))
ZINE, NO_ZINE = (SubscriptionRequest("zine", is_on) for is_on in (True, False))
WITH_PDF = SubscriptionRequest("zine", is_on=True, pdf=True)


@each_case(
    ("line", "meaning"),
    [
        ("GAZETTE", GAZETTE),
        ("THE GAZETTE", GAZETTE),
        ("LA GAZETTE", GAZETTE),
        ("GAZETTE OUI", GAZETTE),
        ("GAZETTE OFF", NO_GAZETTE),
        ("La gazette : non", NO_GAZETTE),
        ("SUBSCRIBE", ZINE),
        ("Subscribe to the zine", ZINE),
        ("SUBSCRIBE TEXT", ZINE),
        ("S’ABONNER AU FANZINE", ZINE),
        ("ABONNER PDF", WITH_PDF),
        ("SUBSCRIBE ZINE, PDF", WITH_PDF),
        ("SUBSCRIBE OFF", NO_ZINE),
        ("ABONNEMENT NON", NO_ZINE),
        ("UNSUBSCRIBE", NO_ZINE),
        ("desabonner", NO_ZINE),
        ("SE DÉSABONNER DU ZINE", NO_ZINE),
        ("UNSUBSCRIBE PDF", NO_ZINE),
        ("SUBSCRIBE TO THE GAZETTE", GAZETTE),
        ("DÉSABONNER DE LA GAZETTE", NO_GAZETTE),
        ("LETTER TO THE EDITOR OFF", WithdrawLettersRequest()),
        ("TRIBUNE NON", WithdrawLettersRequest()),
        ("COURRIER NON", WithdrawLettersRequest()),
        ("TRIBUNE PRINT k7qmrt", DecideTribuneRequest("K7QMRT", is_printed=True)),
        ("Tribune écarter K7QMRT", DecideTribuneRequest("K7QMRT", is_printed=False)),
    ],
    ids=str,
)
def test_a_line_is_read(line: str, meaning: object) -> None:
    (read,) = read_lines(line)
    assert read.request == meaning


@each_case(
    "line",
    [
        "Gazette readers will have noticed",
        "La gazette de demain dira tout",
        "Subscribe if you like",
        "Abonnement arrivé à terme, je crois",
        "Subscribe to the gazette as PDF",
        "Letter to the editor of the Times",
        "Courrier bien reçu, merci à tous",
        "Letters to be sent",
    ],
)
def test_prose_is_left_alone(line: str) -> None:
    (read,) = read_lines(line)
    assert read.request == PossibleOrder()


LETTERS = {
    "signed by a dash": ("Why Italy?\n— Edith of York", "Why Italy?", "Edith of York"),
    "signed by two hyphens": ("Why Italy?\n\n-- Edith\n", "Why Italy?", "Edith"),
    "signed in words": ("Pourquoi ?\nSigné : une lectrice", "Pourquoi ?", "une lectrice"),
    "not signed": ("Why Italy?\nNobody knows.", "Why Italy?\nNobody knows.", ""),
    "a signature alone is a text": ("— Edith", "— Edith", ""),
    "an address signs nothing": ("Why?\n— edith@example.net", "Why?\n— edith@example.net", ""),
    "a long last line signs nothing": (f"Why?\n— {'so ' * 30}", f"Why?\n— {'so ' * 30}", ""),
    "a word that begins like one signs nothing": ("Why?\nSignedness matters.", "Why?\nSignedness matters.", ""),
}


@each_case(("written", "text", "signature"), LETTERS.values(), ids=LETTERS)
def test_the_last_line_of_a_letter_to_the_editor_may_sign_it(written: str, text: str, signature: str) -> None:
    (read,) = read_lines(f"LETTER TO THE EDITOR\n{written}\nENDLETTER")
    assert read.request == LetterToEditorRequest(text, signature, "ENDLETTER")


@each_case(
    "end",
    [
        "ENDLETTER",
        "End of letter",
        "FIN COURRIER",
        "-- fin du courrier --",
        "[/courrier]",
        "FIN TRIBUNE",
        "End of tribune",
    ],
)
def test_a_letter_to_the_editor_ends_as_press_does(end: str) -> None:
    verb = "TRIBUNE" if "ribune" in end.lower() else "COURRIER DES LECTEURS"
    letter, below = read_lines(f"{verb}\nPourquoi ?\n{end}\nGAZETTE")
    assert isinstance(letter.request, LetterToEditorRequest)
    assert letter.request.text == "Pourquoi ?"
    assert below.request == GAZETTE
