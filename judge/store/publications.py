"""The values of the publications: who reads the gazette or the zine, their issues, letters to the editor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from judge.game.settings import GameName, Language, LetterForm
from judge.rules.position import Phase


class Publication(Enum):
    """What somebody may subscribe to; the value is what is stored, and what its Message-IDs begin with."""

    GAZETTE = "gazette"
    ZINE = "zine"


@dataclass(frozen=True)
class Subscription:
    """Somebody wants a publication in a language and a form, or no longer wants it.

    ``alarm`` is when its next issue is due, None where that is for its editor to say. ``pdf`` when its file is to come
    with it.
    """

    publication: Publication
    address: str
    is_on: bool
    language: Language = "en"
    alarm: datetime | None = None
    form: LetterForm = LetterForm.TEXT
    pdf: bool = False


@dataclass(frozen=True)
class Subscriber:
    """A reader of a publication; their number never changes."""

    number: int
    address: str
    language: Language
    form: LetterForm
    pdf: bool = False


@dataclass(frozen=True)
class StoredTournament:
    """A tournament that was opened by letter, in its version ``seen`` (0 of a new one) or in the one to be written.

    ``standing`` is its table as in a file of the operator's, ``state`` all that is known of it, both as JSON.
    """

    name: str
    seen: int
    standing: str
    state: str
    alarm: datetime | None


@dataclass(frozen=True)
class GazetteIssue:
    """An issue of the gazette, numbered from 1, and when the next one is due; number 0 is none."""

    number: int
    at: datetime | None
    alarm: datetime | None


@dataclass(frozen=True)
class ZineIssue:
    """An issue of the zine, numbered from 1: when it went out, until when its draft looked, what it tells of.

    ``games`` has the last phase told of each game. The next issue begins with what has come after ``drafted``.
    """

    number: int
    at: datetime
    drafted: datetime
    games: Mapping[GameName, Phase] = field(default_factory=dict)


@dataclass(frozen=True)
class EditorLetter:
    """A letter to the editor as the editor reads it; ``signature`` is the writer's own, empty for none."""

    number: int
    at: datetime
    language: Language
    signature: str
    text: str


@dataclass(frozen=True)
class NewEditorLetter:
    """A letter to the editor to be kept, with the address it came from."""

    address: str
    at: datetime
    language: Language
    signature: str
    text: str


@dataclass(frozen=True)
class WithdrawnEditorLetters:
    """Somebody takes back their letters to the editor that have come after a moment; None for all."""

    address: str
    after: datetime | None
