"""Letters of every kind as they leave the judge, with their pages and pictures."""

from datetime import UTC, datetime

from judge.game.settings import Language
from judge.mail.compose import MessageFields, PictureSlot, compose, with_picture
from judge.reports.html_letter import write_html
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.pictures_of_letters import drawn


def letter(name: str, language: Language, host: str = "example.net") -> bytes:
    """A letter of that kind as it leaves the judge of a mail domain, with the pictures that it bears."""
    words, pictures = LETTERS[name](language), drawn(name, language)
    slots = [PictureSlot(f"{shows}.0123@{host}", f"rome-{shows}.png", "png", is_in_place=True) for shows in pictures]
    fields = MessageFields(
        sender_name="Judge",
        sender_address=f"judge@{host}",
        reply_to=f"judge+rome.q3w5e7r9t2y4u6i8@{host}",
        to="edith@example.org",
        subject=words.subject or "[rome]",
        text=f"{words.text}Letter 12 of rome to you.\n",
        message_id=f"<rome.7jlkq3vexu2vwsm7@{host}>",
        date=datetime.now(UTC),
        in_reply_to=None,
        references=(),
        list_id=f"rome.{host}",
        automatic="generated",
        series="rome 12",
        html=write_html(
            words,
            language,
            "Letter 12 of rome to you.",
            [(shows, slot.content_id) for shows, slot in zip(pictures, slots, strict=True)],
            f"judge+rome@{host}",
        ),
        pictures=tuple(slots),
    )
    raw = compose(fields)
    for slot, picture in zip(slots, pictures.values(), strict=True):
        raw = with_picture(raw, slot.content_id, picture)
    return raw
