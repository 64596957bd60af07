"""A question is answered by a clear yes or a clear no; nothing else is taken for either."""

import textwrap
from email.message import EmailMessage

from judge.game.settings import Language, shown_code
from judge.handlers.yes_or_no import Assent, read_assent
from judge.languages import LANGUAGES
from judge.mail.letter import Letter, read_letter
from tests.mail.questions import QUESTIONS
from tests.shared.each_case import each_case

CODE = "rome.k7abcdefghijklmn"

REPLIES = {
    Assent.YES: (
        "YES", "yes", "Yes.", "Yes!", "Yes, that was me.", "Yes it was me", "yes I wrote it", "Yes please",
        "Hello,\n\nYes.\n\nEdith",
        "OK", "Ok.", "I confirm", "Confirmed.", "That was me", "OUI", "Oui.", "oui, c'est bien moi", "Oui c'est moi",
        "Bonjour,\nOui.\nMathilde",
        "Je confirme.", "D'accord", "D’accord !", "C'est bien moi.", "JA", "Ja, das war ich.",
        "Ja ich habe das geschrieben", "Sí", "si", "Sim.", "Da", "tak",
        "Confermo.", "*Yes*", "K7ABCD", "k7abcd", "Here is the code:\nK7ABCD",
        "\n\n> Did you write this?\n> reply YES or with the code K7ABCD,\n> or",
        "Le lun. 4 mai 2026 à 10:00, Judge <judge@example.org> a écrit :\n> ou le code\n> K7ABCD.",
        "Hi,\nyes.\nAnn", "Yes of course!", "Oui, bien sûr.", "Oui, c'est ma lettre.", "Yes, no problem.",
        "Oui, pas de souci.", "Confirmed\nAnn",
        "Yes, I wrote it.\n\nMy address has changed, sorry. Why did that not work?",
    ),
    Assent.NO: (
        "NO", "No.", "NO! I did not write that", "no, it wasn't me", "No I didn't", "No that was not me",
        "I did not write that.", "I didn’t write this!", "That wasn't me",
        "Hello,\nI never wrote such a letter.\nEdith", "NON", "Non.", "Non !", "Ce n'est pas moi",
        "Ce n’est pas moi qui ai écrit cela.", "non ce n'est pas moi",
        "Bonjour,\nje n'ai pas écrit cette lettre.", "Cette lettre n'est pas de moi.", "NEIN",
        "Nein, das war ich nicht", "Nee.", "Não fui eu", "Nej", "no fui yo",
    ),
    Assent.UNCLEAR: (
        "I am away until Monday and will read your letter then.",
        "Je suis absente jusqu'à lundi. En cas d'urgence, écrivez à mon frère.",
        "Si c'est urgent, appelez-moi.", "Ich bin bis Montag nicht im Büro.\nDanke",
        "ok to call my office on 555 0100", "Tak for din mail",
        "Thank you for your letter.\nWe no longer use this address.", "This address is\nno longer read.",
        "Merci de votre message, je le lirai\noui ou non.",
        "What is this?", "Quelle lettre ?", "F LON - NTH", "JOIN rome FRANCE", "K7ABC", "zzz K7ABCD zzz",
        "yesterday I wrote", "Nobody is here", "Janus",
        "Yes, but I did not write the second line", "Oui, mais la deuxième ligne n'est pas de moi", "YES\nNO",
        "~~YES~~", "yes or no?",
        "", "> I am away until Monday", "-- \nI am away until Monday", "Sent from my iPhone",
        "Yes, but no.", "Yes?", "Yes? What is this?", "Yes, I did not.", "Oui, mais non.", "Ja, aber nein.",
        "Yes... no",
        "Yes - please stop this", "Yes, who are you?", "OK\nwho are you?", "Sure\nas hell not", "Confirm? What?",
        "Yes, please cancel it", "Oui, annulez cette lettre.", "What is this code\nK7ABCD\nI never asked for it?",
        "Answer with\nYES\nor with the code? I won't.", "NO\nK7ABCD",
        # what machines send while somebody is away, its lines broken anywhere
        "Hello,\n\nI am out of the office until Monday and will answer\nwith pleasure\nwhen I return.",
        "Guten Tag,\nab Montag beantworte ich sie\ngerne.\nIn dringenden Fällen hilft Frau Müller\ngern.",
        "Bonjour,\nje suis absente. À mon retour je vous répondrai\navec plaisir.",
        "Bonjour,\nPaul vous aidera\nvolontiers.",
        "Confermo la ricezione della vostra e-mail.", "Confermo, in automatico, la ricezione.",
        "Salve,\nConfermo.\nSono in ferie fino a lunedì.",
        "Confirmo.\nA sua mensagem foi recebida; estou de férias.", "Hallo,\nmaandag lees ik het\nja.",
        "Hej,\nJag är på semester.\nJa, det är sant.", "Я в отпуске до понедельника.\nДа, правда.",
        "Merhaba,\ntatildeyim.\nEvet.",
        "Szabadságon vagyok hétfőig.\nIgen,\nhétfőig.", "Olen lomalla maanantaihin.\nJoo.",
        "Confirmed: your message was received.", "Confirmed\nYour ticket number is 4711.",
        "Your message was received.\n\nOK\n\nTicket 4711",
    ),
}  # fmt: skip


def reply(text: str) -> Letter:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "edith@example.org", "judge@example.org", "Re: question"
    message.set_content(text)
    return read_letter(bytes(message))


@each_case(("text", "meant"), [(text, meant) for meant, texts in REPLIES.items() for text in texts])
def test_what_a_reply_says(text: str, meant: Assent) -> None:
    assert read_assent(reply(text), CODE) is meant


@each_case("language", LANGUAGES)
@each_case("name", QUESTIONS)
def test_a_machine_that_sends_the_question_back_unmarked_answers_nothing(name: str, language: Language) -> None:
    """However the machine wraps its lines, no word of ours stands there as an answer."""
    text = QUESTIONS[name](language, CODE)
    assert shown_code(CODE) in text
    for width in range(20, 100):
        wrapped = "\n".join(textwrap.fill(line, width) for line in text.splitlines())
        assert read_assent(Letter(text=f"I am away until Monday.\n\n{wrapped}"), CODE) is Assent.UNCLEAR, width


def test_a_no_below_what_a_mail_program_quotes_is_no_yes() -> None:
    assert read_assent(Letter(cut=("From: Judge", "Did you write this?", "NO")), CODE) is Assent.UNCLEAR
    assert read_assent(Letter(below=("I did not write that",)), CODE) is Assent.UNCLEAR
    quoted = ("From: Judge", "Did you write this?", "the code K7ABCD")
    assert read_assent(Letter(cut=(*quoted, "NO")), CODE) is Assent.UNCLEAR
    assert read_assent(Letter(cut=quoted), CODE) is Assent.YES
    assert read_assent(Letter(subject="Re: NO! Did you write this?", cut=quoted), CODE) is Assent.UNCLEAR
    assert read_assent(Letter(subject="Yes"), CODE) is Assent.UNCLEAR
    assert read_assent(Letter(cut=quoted, attached_texts=(("orders.txt", "NO"),)), CODE) is Assent.UNCLEAR
