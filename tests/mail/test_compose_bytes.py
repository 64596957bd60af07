"""Letters are written without the email package, byte for byte as it would write them."""

from dataclasses import replace
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from hashlib import sha256
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge.mail.compose import (
    Invitation,
    MessageFields,
    PictureSlot,
    compose,
    wire_policy,
    with_picture,
    write_invitation,
)
from judge.mail.headers import clean

NOW = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
OWN = "judge@example.net"
INVITATION = Invitation("rome@example.net", 3, NOW, NOW, "Rome", "Été 1901", OWN, "alice@example.org")
IN_PLACE = (
    PictureSlot("map.0123abcd@example.net", "rome-map-7.png", "png", is_in_place=True),
    PictureSlot("chart.0123abcd@example.net", "rome-chart-7.png", "png", is_in_place=True),
)
ATTACHED = (
    PictureSlot("map.0123abcd@example.net", "rome-map-7.svg", "svg", is_in_place=False),
    PictureSlot("chart.0123abcd@example.net", "rome-chart-7.svg", "svg", is_in_place=False),
)
MAP, CHART = bytes(range(256)) * 2, bytes(range(255, -1, -1)) * 3
ADDRESSES = [
    "alice@example.org",
    "judge+rome.k7abc@example.net",
    "o'neil=x/y@sub.example.org",
    "andré@exämple.org",
    f"{'a' * 64}@{'b' * 60}.example.org",
]
LINES = st.text(
    st.one_of(st.characters(exclude_categories=()), st.sampled_from(" =\t\n\r.\x85\u2028Fromé")), max_size=200
)
WORDS = st.one_of(
    LINES,
    st.text(st.sampled_from('aB1 .,:;=?_"()<>@é\\'), max_size=120),
    st.builds("=?utf-8?q?{}?= {}".format, st.text("aé_=20", max_size=9), st.text("ab é", max_size=9)),
)
IDS = st.lists(st.integers(0, 9**20).map("<rome.{}@example.net>".format), max_size=14).map(tuple)
SHEETS = st.builds(
    MessageFields,
    sender_name=WORDS.filter(lambda name: name.isprintable() and "=?" not in name),
    sender_address=st.just(OWN),
    reply_to=st.sampled_from(ADDRESSES),
    to=st.sampled_from(ADDRESSES),
    subject=WORDS,
    text=LINES,
    message_id=st.just("<rome.17@example.net>"),
    date=st.just(NOW),
    in_reply_to=st.sampled_from([None, "<0123@example.org>", f"<{'a' * 90}@example.org>"]),
    references=IDS,
    list_id=st.sampled_from(["rome.example.net", "a b.example.net", "x" * 190]),
    automatic=st.sampled_from(["generated", "replied"]),
    series=st.sampled_from(["", "rome 12"]),
    html=st.sampled_from(["", "<!DOCTYPE html>\n<p>Été</p>\n", f"<p>{'long ' * 60}</p>"]),
    pictures=st.sampled_from([(), IN_PLACE, ATTACHED, IN_PLACE[:1], ATTACHED[:1]]),
    invitations=st.sampled_from([(), (INVITATION,), (INVITATION, replace(INVITATION, is_cancelled=True))]),
)


def by_the_package(sheet: MessageFields) -> bytes:
    """The same letter by ``EmailMessage``; ids and the boundary are those that the judge chooses."""
    addresses = (sheet.sender_address, sheet.reply_to, sheet.to)
    written = compose(sheet)
    letter = EmailMessage(wire_policy(is_utf8=not all(map(str.isascii, addresses))))
    ids = dict(_unfolded(written, name) for name in ("References", "In-Reply-To"))
    values = {
        "From": Address(display_name=clean(sheet.sender_name, 80), addr_spec=sheet.sender_address),
        "Reply-To": sheet.reply_to,
        "To": sheet.to,
        "Subject": clean(sheet.subject),
        "Date": sheet.date,
        "Message-ID": sheet.message_id,
        "In-Reply-To": ids["In-Reply-To"],
        "References": ids["References"],
        "List-Id": f"<{sheet.list_id.replace(' ', '-')}>",
        "Auto-Submitted": f"auto-{sheet.automatic}",
        "X-Auto-Response-Suppress": "All",
        "Precedence": "list",
        "X-Loop": sheet.sender_address,
        "X-Judge-Letter": sheet.series,
    }
    for name, value in values.items():
        if value:
            letter[name] = value
    unwritable = {*map(chr, (*range(9), *range(11, 32), *range(127, 160), 0x2028, 0x2029, *range(0xD800, 0xE000)))}
    lines = sheet.text.replace("\r\n", "\n").replace("\r", "\n")
    letter.set_content("".join(c for c in lines if c not in unwritable), charset="utf-8", cte="quoted-printable")
    if sheet.html:
        letter.add_alternative(sheet.html, subtype="html", charset="utf-8", cte="quoted-printable")
    for slot, picture in zip(sheet.pictures, (MAP, CHART), strict=False):
        named: dict[str, Any] = {"filename": slot.name, "cid": f"<{slot.content_id}>"}
        kind = slot.media_type.split("/")
        if slot.is_in_place:
            _, shown = letter.iter_parts()
            shown.add_related(picture, *kind, disposition="inline", **named)
        else:
            letter.add_attachment(picture, *kind, **named)
    for entry in sheet.invitations:
        letter.add_attachment(
            write_invitation(entry),
            subtype="calendar",
            charset="utf-8",
            cte="quoted-printable",
            params={"method": entry.method},
            filename=f"{entry.method.lower()}.ics",
        )
    for part in letter.walk():
        if part.is_multipart():
            subtype = part.get_content_subtype()
            of = "" if subtype == "mixed" else subtype
            part.set_boundary(sha256(f"{of}{sheet.message_id}".encode()).hexdigest()[:32])
    return letter.as_bytes()


def _unfolded(raw: bytes, name: str) -> tuple[str, str]:
    head, _, _ = raw.partition(b"\r\n\r\n")
    lines = head.decode().replace("\r\n ", " ").split("\r\n")
    return name, next((line.removeprefix(f"{name}: ") for line in lines if line.startswith(f"{name}: ")), "")


@given(SHEETS)
def test_a_letter_is_the_bytes_of_the_email_package(sheet: MessageFields) -> None:
    if not sheet.html:
        sheet = replace(sheet, pictures=ATTACHED[: len(sheet.pictures)])
    written = compose(sheet)
    for slot, picture in zip(sheet.pictures, (MAP, CHART), strict=False):
        written = with_picture(written, slot.content_id, picture)
    assert written == by_the_package(sheet)
