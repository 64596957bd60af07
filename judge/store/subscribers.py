"""Who reads the gazette, and who the zine, in the database."""

from sqlite_utils import Database

from judge.game.settings import LetterForm
from judge.store.publications import Publication, Subscriber, Subscription
from judge.store.records import format_timestamp


def subscribe(db: Database, wanted: Subscription) -> None:
    """Add or remove a reader of a publication; the first reader of the gazette sets when its next issue is due."""
    key = [wanted.publication.value, wanted.address]
    if not wanted.is_on:
        db.execute("DELETE FROM subscribers WHERE publication = ? AND address = ?", key)
        return
    db.execute(
        """INSERT INTO subscribers (publication, address, language, form, pdf) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (publication, address)
           DO UPDATE SET language = excluded.language, form = excluded.form, pdf = excluded.pdf""",
        [*key, wanted.language, wanted.form.value, wanted.pdf],
    )
    if wanted.alarm and wanted.publication is Publication.GAZETTE:
        db.execute("UPDATE gazette SET alarm = coalesce(alarm, ?)", [format_timestamp(wanted.alarm)])


def subscribers_of(db: Database, publication: Publication) -> tuple[Subscriber, ...]:
    """Every reader of a publication, in the order they subscribed."""
    rows = db.execute(
        "SELECT number, address, language, form, pdf FROM subscribers WHERE publication = ? ORDER BY number",
        [publication.value],
    )
    return tuple(
        Subscriber(int(number), str(to), language, LetterForm(form), bool(pdf))
        for number, to, language, form, pdf in rows
    )


def is_subscriber(db: Database, address: str) -> bool:
    """Whether somebody reads any publication."""
    return bool(db.execute("SELECT 1 FROM subscribers WHERE address = ? LIMIT 1", [address]).fetchone())
