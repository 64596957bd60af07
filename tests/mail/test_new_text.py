"""Where the old letter begins: its headers in every tongue, the line above a quotation in that of every program."""

import pytest

from judge.mail.letter import read_letter
from tests.shared.each_case import each_case

HEAD = """\
Date: Mon, 05 Jan 2026 21:00:00 +0100
From: Alice Martin <alice@example.com>
To: Judge <judge+rome.k7abc@example.net>
Subject: {subject}
Content-Type: text/plain; charset=utf-8

"""


def read(body: str, subject: str = "RE: [rome] Spring 1901") -> str:
    return read_letter((HEAD.format(subject=subject) + body).encode()).text


LABELS = {
    "en": ("From", "Sent", "To", "Subject"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "fr, spaced": ("De ", "Envoyé ", "À ", "Objet "),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "es": ("De", "Enviado el", "Para", "Asunto"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
    "pt": ("De", "Enviado", "Para", "Assunto"),
    "pt-br": ("De", "Enviada em", "Para", "Assunto"),
    "da": ("Fra", "Sendt", "Til", "Emne"),
    "sv": ("Från", "Skickat", "Till", "Ämne"),
    "nb": ("Fra", "Sendt", "Til", "Emne"),
    "pl": ("Od", "Wysłano", "Do", "Temat"),
    "fi": ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    "cs": ("Od", "Odesláno", "Komu", "Předmět"),
    "sk": ("Od", "Odoslané", "Komu", "Predmet"),
    "hu": ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    "ro": ("De la", "Trimis", "Către", "Subiect"),
    "tr": ("Kimden", "Gönderildi", "Kime", "Konu"),
    "ru": ("От", "Отправлено", "Кому", "Тема"),
    "uk": ("Від", "Надіслано", "Кому", "Тема"),
    "bg": ("От", "Изпратено", "До", "Относно"),
    "el": ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    "ja": ("差出人", "送信日時", "宛先", "件名"),
    "zh-cn": ("发件人", "发送时间", "收件人", "主题"),
    "zh-tw": ("寄件者", "寄件日期", "收件者", "主旨"),
    "ko": ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
    "ca": ("De", "Enviat", "Per a", "Tema"),
    "hr": ("Šalje", "Poslano", "Prima", "Predmet"),
    "sl": ("Od", "Poslano", "Za", "Zadeva"),
    "et": ("Saatja", "Saadetud", "Adressaat", "Teema"),
    "lt": ("Nuo", "Išsiųsta", "Kam", "Tema"),
    "lv": ("No", "Nosūtīts", "Kam", "Tēma"),
    "he": ("מאת", "נשלח", "אל", "נושא"),
    "ar": ("من", "تاريخ الإرسال", "إلى", "الموضوع"),
    "no tongue": ("Xa", "Xb", "Xc", "Xd"),
}
JUDGE = "Judge <judge@example.net>"
ALICE = "Alice Martin <alice@example.com>"
SENT = "Monday, January 5, 2026 20:00"
BLOCKS = {
    "the judge's address": (JUDGE, SENT, ALICE, "[rome] Spring 1901"),
    "a reply address": ("Judge <judge+rome.k7abc@example.net>", SENT, ALICE, "[rome] Spring 1901"),
    "an address to be clicked at": ("Judge [mailto:judge@example.net]", SENT, "Alice", "[rome] Spring 1901"),
    "the judge's name alone": ("Judge", SENT, ALICE, "[rome] Spring 1901"),
    "no address": ("Judge", SENT, "Alice", "[rome] Spring 1901"),
}
FORMS = {
    "plain": "{}: {}",
    "bold": "*{}:* {}",
    "bold by two stars": "**{}:** {}",
    "wide colons": "{}：{}",
}


@each_case("form", FORMS.values(), ids=FORMS)
@each_case("values", BLOCKS.values(), ids=BLOCKS)
def test_headers_of_an_old_letter_end_the_reading(values: tuple[str, ...], form: str) -> None:
    blocks = {
        name: "\n".join(form.format(*pair) for pair in zip(labels, values, strict=True))
        for name, labels in LABELS.items()
    }
    found = {name: read(f"A PAR - BUR\n\n{one}\n\nSpring 1901\nA PAR - PIC\n") for name, one in blocks.items()}
    assert found == dict.fromkeys(LABELS, "A PAR - BUR")


@each_case(
    "gap", ["\n\n", "\n________________________________\n", "\n\n\n", "\n"], ids=["blank line", "rule", "two", "none"]
)
@each_case("between", ["\n", "\n\n"], ids=["close", "apart"])
def test_whatever_stands_around_them(gap: str, between: str) -> None:
    block = between.join(f"{label}: {value}" for label, value in zip("XYZ", (JUDGE, SENT, ALICE), strict=True))
    assert read(f"A PAR - BUR{gap}{block}\nA PAR - PIC\n") == "A PAR - BUR"


@each_case(
    "body",
    [
        "FRANCE: A PAR - BUR\nGERMANY: A MUN - RUH\nITALY: A VEN H",
        "OPEN turin\nRULES: faf\nPRESS: white\nLANGUAGE: fr",
        "PRESS TO GERMANY\nFrom: the Quai d'Orsay\nTo: the Wilhelmstrasse\nSubject: peace",
        "PRESS TO GERMANY\nOn Monday at 20:00 he told me:\nhold.",
        "Name: Alice\nMail: alice@example.com\nZone: Europe/Paris",
        "A PAR - BUR\nDeadline: 2026-01-06 20:00\nA MAR H",
        "Judge: judge@example.net\nA PAR - BUR",
    ],
)
def test_lines_with_colons_are_no_old_letter(body: str) -> None:
    assert read(body, "orders") == body


ATTRIBUTIONS = {
    "gmail en": "On Mon, Jan 5, 2026 at 8:00 PM Judge <judge@example.net> wrote:",
    "gmail en-gb": "On Mon, 5 Jan 2026 at 20:00, Judge <judge@example.net> wrote:",
    "gmail fr": "Le lun. 5 janv. 2026 à 20:00, Judge <judge@example.net> a écrit :",
    "gmail de": "Am Mo., 5. Jan. 2026 um 20:00 Uhr schrieb Judge <judge@example.net>:",
    "gmail es": "El lun, 5 ene 2026 a las 20:00, Judge (<judge@example.net>) escribió:",
    "gmail it": "Il giorno lun 5 gen 2026 alle ore 20:00 Judge <judge@example.net> ha scritto:",
    "gmail nl": "Op ma 5 jan 2026 om 20:00 schreef Judge <judge@example.net>:",
    "gmail pt-br": "Em seg., 5 de jan. de 2026 às 20:00, Judge <judge@example.net> escreveu:",
    "gmail pt": "Judge <judge@example.net> escreveu (segunda, 5/01/2026 à(s) 20:00):",
    "gmail da": "Den man. 5. jan. 2026 kl. 20.00 skrev Judge <judge@example.net>:",
    "gmail sv": "Den mån 5 jan. 2026 kl 20:00 skrev Judge <judge@example.net>:",
    "gmail nb": "man. 5. jan. 2026 kl. 20:00 skrev Judge <judge@example.net>:",
    "gmail pl": "pon., 5 sty 2026 o 20:00 Judge <judge@example.net> napisał(a):",
    "gmail fi": "ma 5. tammik. 2026 klo 20.00 Judge (judge@example.net) kirjoitti:",
    "gmail cs": "po 5. 1. 2026 v 20:00 odesílatel Judge <judge@example.net> napsal:",
    "gmail sk": "po 5. 1. 2026 o 20:00 Judge <judge@example.net> napísal(a):",
    "gmail hu": "Judge <judge@example.net> ezt írta (időpont: 2026. jan. 5., H, 20:00):",
    "gmail ro": "În lun., 5 ian. 2026 la 20:00, Judge <judge@example.net> a scris:",
    "gmail tr": "Judge <judge@example.net>, 5 Oca 2026 Pzt, 20:00 tarihinde şunu yazdı:",
    "gmail ru": "пн, 5 янв. 2026 г. в 20:00, Judge <judge@example.net>:",
    "gmail uk": "пн, 5 січ. 2026 р. о 20:00 Judge <judge@example.net> пише:",
    "gmail el": "Στις Δευ 5 Ιαν 2026 στις 8:00 μ.μ., ο χρήστης Judge <judge@example.net> έγραψε:",
    "gmail ja": "2026年1月5日(月) 20:00 Judge <judge@example.net>:",
    "gmail zh-cn": "Judge <judge@example.net> 于2026年1月5日周一 20:00写道：",
    "gmail zh-tw": "Judge <judge@example.net> 於 2026年1月5日 週一 下午8:00寫道：",
    "gmail ko": "2026년 1월 5일 (월) 오후 8:00, Judge <judge@example.net>님이 작성:",
    "apple en": "On 5 Jan 2026, at 20:00, Judge <judge@example.net> wrote:",
    "apple fr": "Le 5 janv. 2026 à 20:00, Judge <judge@example.net> a écrit :",
    "apple de": "Am 05.01.2026 um 20:00 schrieb Judge <judge@example.net>:",
    "apple es": "El 5 ene 2026, a las 20:00, Judge <judge@example.net> escribió:",
    "apple it": "Il giorno 5 gen 2026, alle ore 20:00, Judge <judge@example.net> ha scritto:",
    "apple nl": "Op 5 jan. 2026, om 20:00 heeft Judge <judge@example.net> het volgende geschreven:",
    "apple pt": "No dia 05/01/2026, às 20:00, Judge <judge@example.net> escreveu:",
    "apple da": "Den 5. jan. 2026 kl. 20.00 skrev Judge <judge@example.net>:",
    "apple sv": "5 jan. 2026 kl. 20:00 skrev Judge <judge@example.net>:",
    "apple pl": "Wiadomość napisana przez Judge <judge@example.net> w dniu 5 sty 2026, o godz. 20:00:",
    "apple fi": "Judge <judge@example.net> kirjoitti 5.1.2026 kello 20.00:",
    "apple cs": "5. 1. 2026 v 20:00, Judge <judge@example.net>:",
    "apple ru": "5 янв. 2026 г., в 20:00, Judge <judge@example.net> написал(а):",
    "apple ja": "2026/01/05 20:00、Judge <judge@example.net>のメール:",
    "apple zh": "在 2026年1月5日，20:00，Judge <judge@example.net> 写道：",
    "thunderbird en": "On 1/5/26 8:00 PM, Judge wrote:",
    "thunderbird fr": "Le 05/01/2026 à 20:00, Judge a écrit :",
    "thunderbird de": "Am 05.01.26 um 20:00 schrieb Judge:",
    "thunderbird es": "El 5/1/26 a las 20:00, Judge escribió:",
    "thunderbird it": "Il 05/01/2026 20:00, Judge ha scritto:",
    "thunderbird nl": "Op 05-01-2026 om 20:00 schreef Judge:",
    "thunderbird pt": "Às 20:00 de 05/01/2026, Judge escreveu:",
    "thunderbird da": "Den 05.01.2026 kl. 20.00 skrev Judge:",
    "thunderbird sv": "Den 2026-01-05 kl. 20:00, skrev Judge:",
    "thunderbird pl": "W dniu 5.01.2026 o 20:00, Judge pisze:",
    "thunderbird fi": "Judge kirjoitti 5.1.2026 klo 20.00:",
    "thunderbird cs": "Dne 05. 01. 26 v 20:00 Judge napsal(a):",
    "thunderbird hu": "2026. 01. 05. 20:00 keltezéssel, Judge írta:",
    "thunderbird ro": "La 05.01.2026 20:00, Judge a scris:",
    "thunderbird tr": "5.01.2026 20:00 tarihinde Judge yazdı:",
    "thunderbird ru": "05.01.2026 20:00, Judge пишет:",
    "thunderbird el": "Στις 5/1/26 20:00, ο/η Judge έγραψε:",
    "thunderbird zh": "在 2026/1/5 20:00, Judge 写道:",
    "proton": "On Monday, January 5th, 2026 at 8:00 PM, Judge <judge@example.net> wrote:",
    "roundcube": "On 2026-01-05 20:00, Judge wrote:",
    "roundcube fr": "Le 2026-01-05 20:00, Judge a écrit :",
    "mutt": "On Mon, Jan 05, 2026 at 08:00:00PM +0000, Judge wrote:",
    "gnus": "Judge <judge@example.net> writes:",
    "k-9": "Am 5. Januar 2026 20:00:00 MEZ schrieb Judge <judge@example.net>:",
    "k-9 it": "Il 5 gennaio 2026 20:00:00 CET, Judge <judge@example.net> ha scritto:",
    "yahoo es": "El lunes, 5 de enero de 2026, 20:00:00 CET, Judge <judge@example.net> escribió:",
    "yahoo it": "Il lunedì 5 gennaio 2026 alle ore 20:00:00 CET, Judge <judge@example.net> ha scritto:",
}


@each_case("mark", ["> ", ">", "| ", "AM> ", "│ ", ": ", "» ", "  > "])
def test_new_text_stands_above_below_and_between_quotations(mark: str) -> None:
    quoted = "\n".join(f"{mark}{line}" for line in ("Spring 1901", "A PAR - PIC"))
    found = {
        name: read(f"A PAR - BUR\n\n{said}\n{quoted}\nF BRE H\n{quoted}\nA MAR H")
        for name, said in ATTRIBUTIONS.items()
    }
    assert found == dict.fromkeys(ATTRIBUTIONS, "A PAR - BUR\nF BRE H\nA MAR H")


@each_case(
    "unit",
    ["A PAR", "F STP/SC", "A Par", "Army Brest", "Fleet Gulf of Lyon", "Flotte de la mer du Nord", "l'armée d'Ukraine"],
)
def test_a_quoted_unit_with_its_answer_right_below_is_new(unit: str) -> None:
    assert (
        read(f"On 1/5/26 8:00 PM, Judge wrote:\n> Your units:\n> {unit}:\nto Burgundy\n> bye") == f"{unit} to Burgundy"
    )


@each_case(
    ("quoted", "answer", "new"),
    [
        ("> No order yet: A PAR", "Just hold it.", "A PAR Just hold it."),
        ("> Pas encore d’ordre : A Gascogne", "en Espagne", "A Gascogne en Espagne"),
        ("> No order yet: A PAR, F BRE and A MAR", "they hold", "A PAR, F BRE and A MAR: they hold"),
        ("> A PAR: no order", "to Burgundy", "A PAR to Burgundy"),
        ("> A PAR ?", "to Burgundy", "A PAR to Burgundy"),
        ("> No order yet: A PAR", "A PAR - BUR", "A PAR - BUR"),
        ("> A PAR", "yes", "A PAR\nyes"),
        ("> F BRE: no order", "Brest to the Channel.", "Brest to the Channel."),
        ("> Army Paris:", "PAR - BUR", "PAR - BUR"),
        ("> In force: A PAR - BUR", "to Picardy", "to Picardy"),
        ("> No order yet: A PAR", "", ""),
    ],
)
def test_an_answer_below_a_quoted_line_that_names_units_is_for_them(quoted: str, answer: str, new: str) -> None:
    assert read(f"On 1/5/26 8:00 PM, Judge wrote:\n> Hello\n{quoted}\n{answer}\n> bye") == new


@each_case(
    "quoted",
    ["A PAR - BUR", "A PAR hold", "Army Paris holds", "Fleet London to Wales", "A Par S A Mar", "The fleet is late"],
)
def test_a_quoted_order_is_not_new_whatever_stands_below(quoted: str) -> None:
    assert read(f"On 1/5/26 8:00 PM, Judge wrote:\n> {quoted}\nto Burgundy") == "to Burgundy"


def test_a_letter_quoted_without_marks_ends_the_reading() -> None:
    found = {name: read(f"A PAR - BUR\n\n{said}\nSpring 1901\nA PAR - PIC") for name, said in ATTRIBUTIONS.items()}
    assert found == dict.fromkeys(ATTRIBUTIONS, "A PAR - BUR")


def test_the_line_above_a_quotation_may_be_broken_before_the_address() -> None:
    dated = {name: said for name, said in ATTRIBUTIONS.items() if "20" in said.partition("<")[0]}
    broken = {name: said.replace(" <", "\n<", 1).replace(" (<", "\n(<", 1) for name, said in dated.items()}
    found = {name: read(f"A PAR - BUR\n\n{said}\n> A PAR - PIC") for name, said in broken.items()}
    assert found == dict.fromkeys(dated, "A PAR - BUR")


TITLES = [
    "Original Message", "Message d'origine", "Ursprüngliche Nachricht", "Mensaje original", "Messaggio originale",
    "Oorspronkelijk bericht", "Mensagem original", "Oprindelig meddelelse", "Ursprungligt meddelande",
    "Opprinnelig melding", "Alkuperäinen viesti", "Wiadomość oryginalna", "Původní zpráva", "Eredeti üzenet",
    "Mesaj original", "Orijinal İleti", "Исходное сообщение", "Αρχικό μήνυμα",
    "元のメッセージ", "原始邮件", "원본 메시지",
]  # fmt: skip


@pytest.mark.parametrize("form", ["-----{}-----", "-------- {} --------", "---------- {} ---------"])
def test_a_title_above_an_old_letter_ends_the_reading(form: str) -> None:
    found = {title: read(f"A PAR - BUR\n\n{form.format(title)}\nSpring 1901\nA PAR - PIC") for title in TITLES}
    assert found == dict.fromkeys(TITLES, "A PAR - BUR")


@pytest.mark.parametrize(
    "body",
    ["| A PAR - BUR\n| F BRE H", "Here:\n| A PAR - BUR", "PAR>BOU\nBRE> ATL", ": A PAR - BUR"],
)
def test_marks_without_a_line_that_tells_of_a_quotation_are_the_writer_s(body: str) -> None:
    assert read(body) == body


@pytest.mark.parametrize(
    ("begins", "ends"), [("PRESS TO ITALY", "ENDPRESS"), ("PRESSE À L'ITALIE", "FIN PRESSE"), ("BROADCAST", "ENDPRESS")]
)
def test_what_is_quoted_inside_press_is_part_of_it(begins: str, ends: str) -> None:
    press = f"{begins}\nOn Monday at 20:00 you wrote:\n> Venice is mine.\nIt is not.\n{ends}"
    quoted = "On 1/5/26 8:00 PM, Judge wrote:\n> A PAR - PIC"
    assert read(f"{quoted}\n{press}\nA PAR - BUR") == f"{press}\nA PAR - BUR"


def test_press_without_an_end_stops_where_the_old_letter_begins() -> None:
    old = "-----Original Message-----\nTo answer:\n  PRESS ITALY\n  ENDPRESS"
    assert read(f"PRESS TO ITALY\nI agree.\n\n{old}") == "PRESS TO ITALY\nI agree."
    assert read("PRESS TO ITALY\nI agree.\n> PRESS ITALY\n> ENDPRESS") == "PRESS TO ITALY\nI agree."


LABELLED = {
    "lines of one's own with colons": "What I think: peace.\nGuess who: me.",
    "a block between them": "What I think: peace.\nENDDIARY\nPRESS TO FRANCE\nGuess who: me.\nENDPRESS",
    "orders with colons": "A Paris: holds\nA Marseilles: holds\nF Brest: holds",
}
OF_THE_JUDGE = (
    "On Tue, 06 Jan 2026 18:24:59 +0000, The Judge <judge@example.net> wrote:",
    "Le mar. 6 janv. 2026 à 18:24, Judge <judge@example.net> a écrit :",
    "Am 06.01.2026 um 18:24 schrieb Judge <judge@example.net>:",
)


@each_case("attribution", OF_THE_JUDGE)
@each_case("text", LABELLED.values(), ids=LABELLED)
def test_lines_of_the_writers_own_are_no_headers_of_the_letter_quoted_below(text: str, attribution: str) -> None:
    assert read(f"{text}\n\n{attribution}\n> A PAR H") == text
