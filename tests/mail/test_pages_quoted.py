"""Replies to letters that are pages: whatever a mail program leaves of our page, only the new lines are read."""

import re
from email.message import EmailMessage

from judge.game.settings import Language
from judge.mail.letter import read_letter
from judge.reports.html_letter import write_html
from tests.reports.letters_of_all_kinds import LETTERS
from tests.shared.each_case import each_case

RESULTS = "all.results-retreats-builds"
HEADING = {
    "en": "On Mon, 5 Jan 2026 at 21:00, Judge &lt;judge@localhost&gt; wrote:",
    "fr": "Le lun. 5 janv. 2026 à 21:00, Judge &lt;judge@localhost&gt; a écrit :",
}
OF_OUTLOOK = {
    "en": "<b>From:</b> Judge &lt;judge@localhost&gt;<br><b>Sent:</b> Monday, January 5, 2026 9:00 PM<br>"
    "<b>To:</b> Edith &lt;edith@example.net&gt;<br><b>Subject:</b> [rome] Results",
    "fr": "<b>De :</b> Judge &lt;judge@localhost&gt;<br><b>Envoyé :</b> lundi 5 janvier 2026 21:00<br>"
    "<b>À :</b> Edith &lt;edith@example.net&gt;<br><b>Objet :</b> [rome] Résultats",
}
REPLIES = {
    "Gmail": '<div dir="ltr">F LON - NTH<br>A LVP - YOR</div><br><div class="gmail_quote gmail_quote_container">'
    '<div dir="ltr" class="gmail_attr">{heading}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px '
    '0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u>{gmail}</blockquote></div>',
    "Outlook on the web": '<div class="elementToProof">F LON - NTH</div><div class="elementToProof">A LVP - YOR</div>'
    '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" '
    'dir="ltr"><font face="Calibri, sans-serif">{outlook}</font><div>&nbsp;</div></div>{outlook_page}',
    "Outlook": '<div class="WordSection1"><p class="MsoNormal">F LON - NTH<o:p></o:p></p><p class="MsoNormal">A LVP - '
    'YOR<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">'
    '<p class="MsoNormal">{outlook}<o:p></o:p></p></div></div>{word}</div>',
    "Apple Mail": '<div dir="auto">F LON - NTH</div><div dir="auto">A LVP - YOR</div><div dir="ltr"><br>'
    '<blockquote type="cite">{heading}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">{page}</div>'
    "</blockquote>",
    "Thunderbird, below": '<div class="moz-cite-prefix">{heading}<br></div><blockquote type="cite" '
    'cite="mid:1@localhost">{page}</blockquote><p>F LON - NTH</p><p>A LVP - YOR</p>',
    "Thunderbird, above": '<p>F LON - NTH</p><p>A LVP - YOR</p><div class="moz-cite-prefix">{heading}<br></div>'
    '<blockquote type="cite" cite="mid:1@localhost">{page}</blockquote>',
    "a program that marks nothing": "<p>F LON - NTH<br>A LVP - YOR</p>{page}",
}


def reply(client: str, language: Language) -> bytes:
    html = write_html(LETTERS[RESULTS](language), language, "Letter 12 of rome to you.", to="judge+rome@localhost")
    assert "mailto:" in html
    page = re.sub(r"</?(?:html|body)[^>]*>|<!DOCTYPE html>", "", html)
    without_head = re.sub(r"<head>.*</head>", "", page, flags=re.DOTALL)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "edith@example.net", "judge@localhost", "Re: [rome] Results"
    letter.set_content(
        REPLIES[client].format(
            heading=HEADING[language],
            outlook=OF_OUTLOOK[language],
            page=page,
            gmail=re.sub(r'class="([\w-]+)"', r'class="m_8151\1"', without_head),
            outlook_page=re.sub(r'class="([\w-]+)"', r'class="x_\1"', page),
            word=re.sub(r'<(p|li|div)( class="[\w-]+")?>', r'<\1 class="MsoNormal">', without_head),
        ),
        subtype="html",
    )
    return letter.as_bytes()


@each_case("language", ["en", "fr"])
@each_case("client", REPLIES)
def test_only_the_new_lines_of_a_reply_to_a_page_are_read(client: str, language: Language) -> None:
    read = read_letter(reply(client, language))
    assert read.has_page
    assert [line for line in read.text.splitlines() if line] == ["F LON - NTH", "A LVP - YOR"]
