"""Letters put aside until the keys of their signatures have come; others are settled meanwhile."""

from datetime import datetime

from judge.mail.dkim_keys import DkimKeys
from judge.mail.headers import Headers, single_from_address
from judge.mail.size_limits import header_block
from judge.store.records import KeptLetter
from judge.store.store import Store

_MOST_BEHIND = 50
"""Letters of one writer that wait behind another; beyond, the oldest waits no longer."""


class LettersAwaitingKeys:
    """Which letter is next: not one that awaits a key, nor a later one of the same From, lest it be overtaken."""

    def __init__(self, store: Store, keys: DkimKeys | None) -> None:
        """Without ``keys`` no letter ever waits."""
        self._store, self._keys = store, keys
        self._waiting: dict[int, tuple[str, str | None]] = {}

    def put_aside(self, letter: KeptLetter, name: str) -> None:
        """Have the key of that name looked up; the letter is next again once the answer is there."""
        assert self._keys, "whoever awaits a key has somebody to look it up"
        self._keys.ask(name)
        self._waiting[letter.id] = (name, _author(letter))

    def next_letter(self, deadline: datetime | None) -> KeptLetter | None:
        """The letter to be settled next.

        Before a ``deadline`` that is due nobody waits: what arrived up to then is read with the keys there are.
        """
        first = self._store.next_letter()
        if first is None or self._keys is None:
            return first
        self._waiting = {one: each for one, each in self._waiting.items() if self._keys.is_awaited(each[0])}
        if deadline:
            self._wait_no_longer(first if first.arrived <= deadline else None)
            return first
        return self._first_that_waits_for_nothing(first)

    def _first_that_waits_for_nothing(self, first: KeptLetter) -> KeptLetter | None:
        skipped, authors = set(self._waiting), {author for _, author in self._waiting.values()}
        letter: KeptLetter | None = first
        while letter and (letter.id in skipped or _author(letter) in authors):
            skipped.add(letter.id)
            if len(skipped) > _MOST_BEHIND:
                self._wait_no_longer(first)
                return first
            letter = self._store.next_letter(skipped)
        return letter

    def _wait_no_longer(self, letter: KeptLetter | None) -> None:
        if letter and self._keys and (waiting := self._waiting.pop(letter.id, None)):
            self._keys.give_up(waiting[0])


def _author(letter: KeptLetter) -> str | None:
    """The one address of From in lower case, None where there is none."""
    return single_from_address(Headers(header_block(letter.raw)).all("from"))
