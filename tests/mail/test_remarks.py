"""What stands under the marks of a proof, in replies as mail programs write them."""

from email.message import EmailMessage

from judge.mail.letter import digest_of, read_letter
from tests.shared.each_case import each_case

PLAIN = "> [§7OJD]\n> Burgundy falls\n\nBurgundy has fallen.\n\n> [§R7TR]\n> x\n"
GMAIL = (
    '<div>Thank you.</div><div class="gmail_quote"><div class="gmail_attr">On Sun, 3 May 2026 at 10:00, Judge '
    "&lt;judge@localhost&gt; wrote:<br></div><blockquote class='gmail_quote'><div>[§7OJD]<br>Burgundy falls</div>"
    "</blockquote><div>Burgundy has fallen.</div><blockquote class='gmail_quote'><div>[§R7TR]<br>x</div></blockquote>"
    "</div>"
)
CITED = (
    '<p>Thank you.</p><blockquote type="cite">Le 03/05/2026 à 10:00, Judge a écrit :<br><div>[§7OJD]<br>Burgundy falls'
    '</div></blockquote><p>Burgundy has fallen.</p><blockquote type="cite"><div>[§R7TR]<br>x</div></blockquote>'
)


def letter(text: str, page: str = "") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "editor@example.org", "judge@localhost", "Re: Proof"
    if text:
        message.set_content(text)
    if page:
        (message.add_alternative if text else message.set_content)(page, subtype="html")
    return message


@each_case(
    ("text", "page"),
    [
        (f"Thank you.\n\nOn Sun, 3 May 2026 at 10:00, Judge <judge@localhost> wrote:\n{PLAIN}", ""),
        (f"Thank you.\n\n{PLAIN}", GMAIL),
        ("", GMAIL),
        ("", CITED),
        (f"Thank you.\n\n{PLAIN}-- \nThe editor\n", ""),
        (f"Thank you.\n\n{PLAIN.replace('> ', '>> ')}\nSent from my iPhone\n", ""),
    ],
)
def test_what_stands_under_a_mark_is_no_part_of_the_text(text: str, page: str) -> None:
    read = read_letter(letter(text, page).as_bytes())
    assert (read.text, read.remarks) == ("Thank you.", (("7OJD", "Burgundy has fallen."),))


@each_case(
    ("below", "text", "under"),
    [
        ("Gone.\nPUBLISH", "PUBLISH", "Gone."),
        ("Gone.\nEND\nYours, Ida", "END\nYours, Ida", "Gone."),
        ("Gone.\nParaître", "Paraître", "Gone."),
        ("Gone.\nTEXT editorial\n> Quoted.\nEND TEXT", "TEXT editorial\n> Quoted.\nEND TEXT", "Gone."),
        ("Gone.\n\nThe end of it: publish or perish.", "", "Gone.\n\nThe end of it: publish or perish."),
        ("> [§]\nPUBLISH", "PUBLISH", ""),
    ],
)
def test_a_command_ends_what_stands_under_a_mark(below: str, text: str, under: str) -> None:
    read = read_letter(letter(f"> [§7OJD]\n> Burgundy falls\n{below}\n").as_bytes())
    assert (read.text, read.remarks) == (text, (("7OJD", under),) if under else ())


def test_two_replies_that_differ_under_a_mark_alone_are_two_letters() -> None:
    one, other = (read_letter(letter(f"> [§7OJD]\n> Burgundy\n{words}\n").as_bytes()) for words in ("Gone.", "Lost."))
    assert digest_of(one) != digest_of(other)
