"""Requests about press: recipients, signature, shown recipients, time of sending; diary; watching."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.game.settings import Language, PressSignature
from judge.requests.registry import reads
from judge.requests.small_talk import names_no_game
from judge.requests.vocabulary import VerbLine, Word, fold_case, value_of, vocabulary, without_elision


@dataclass(frozen=True)
class NamedRecipients:
    """The recipients that words name; ``everyone`` when one of them is the word for all."""

    powers: tuple[Word, ...] = ()
    everyone: bool = False
    master: bool = False
    observers: bool = False

    @property
    def is_nobody(self) -> bool:
        """Whether no word named anybody."""
        return not (self.powers or self.everyone or self.master or self.observers)


@dataclass(frozen=True)
class SendPressRequest:
    """Send a block of press. ``but`` are those who do not get it, of all others.

    ``unclear`` are the words that leave open who gets it: where some are named beside everyone, or where those who are
    left out are not left out of everyone. ``signed`` is whom it is from, ``shown`` whom it shows as recipients,
    ``after`` the words that say when it goes out; each None where nothing says so. ``verbatim`` when all of it is text,
    whatever it looks like. ``closing`` is the line that ended it, its own or the first line of the block below; empty
    where the letter ended it.
    """

    to: NamedRecipients
    text: str
    but: NamedRecipients | None = None
    signed: NamedRecipients | None = None
    shown: NamedRecipients | None = None
    after: tuple[Word, ...] | None = None
    grey: bool = False
    unclear: tuple[Word, ...] = ()
    verbatim: bool = False
    closing: str = ""


@dataclass(frozen=True)
class ReplyToPressRequest:
    """Send a letter to the circle of the press that it replies to, which the ``mark`` of its address shows.

    ``text`` is without a word below it that ends blocks of press.
    """

    mark: str
    text: str


@dataclass(frozen=True)
class WriteDiaryRequest:
    """Write a note for oneself; ``closing`` as of a block of press."""

    text: str
    closing: str = ""


@dataclass(frozen=True)
class WatchRequest:
    """Watch a game, or no longer where ``is_on`` is False; ``name`` is None when the line names none."""

    language: Language
    name: Word | None
    is_on: bool


PressRequest = SendPressRequest | ReplyToPressRequest | WriteDiaryRequest | WatchRequest

_PARTS = frozenset({"but", "from", "shown", "after"})
_MOST_WORDS, _MOST_SIGNATURE_WORDS = 25, 6
_OTHERS = frozenset({"all", "master", "observers"})


def begins_press(key: str | None, words: tuple[Word, ...]) -> bool:
    """Whether a line in the middle of a block begins a block of press; prose may begin with the word as well.

    The words behind the verb address somebody: with a small word in front, or all capitalised.
    """
    if key not in {"press", "broadcast"} or len(words) > _MOST_WORDS:
        return False
    first = words[0] if words else None
    if first is None or _key(first):
        return first is not None or key == "broadcast"
    addresses = fold_case(first.text) in vocabulary().fillers and key == "press"
    return addresses or all(word.text[0].isupper() for word in words)


def read_press(words: tuple[Word, ...], text: str, *, to_all: bool, closing: str = "") -> SendPressRequest:
    """The request made by the words behind the verb and the lines below it."""
    parts: dict[str, list[Word]] = {"to": []}
    part, grey, verbatim, first_but = "to", False, False, None
    for key, word in _with_keys(words):
        first_but = first_but or (word if key == "but" else None)
        if key in _PARTS and not (key == "from" and _belongs_to_part(part, parts)):
            part = str(key)
            parts.setdefault(part, [])
        elif key == "grey" and part != "after":
            grey = True
        elif key == "verbatim" and part != "after":
            verbatim = True
        elif fold_case(word.text) not in vocabulary().fillers:
            parts[part].append(word)
    to = _named(parts["to"])
    return SendPressRequest(
        to=replace(to, everyone=to.everyone or to_all),
        text=text,
        but=_named(parts["but"]) if "but" in parts else None,
        signed=_named(parts["from"]) if "from" in parts else None,
        shown=_named(parts["shown"]) if "shown" in parts else None,
        after=tuple(parts["after"]) if "after" in parts else None,
        grey=grey,
        unclear=_unclear(parts, first_but, to_all=to_all),
        verbatim=verbatim,
        closing=closing,
    )


def _belongs_to_part(part: str, parts: Mapping[str, Sequence[Word]]) -> bool:
    """Whether "of" belongs to the part before it: after the results OF a phase, with the exception OF some."""
    return part == "after" or (part == "but" and not parts["but"])


def _unclear(parts: Mapping[str, list[Word]], but: Word | None, *, to_all: bool) -> tuple[Word, ...]:
    """The words that leave open who gets the letter, or who is shown as getting it.

    Naming a recipient must never add others: so nobody may be named beside everyone, and nobody left out but of
    everyone.
    """
    to, shown = _named(parts["to"]), _named(parts.get("shown", []))
    if but and (not (to.everyone or to_all) or _named(parts["but"]).everyone):
        return (but, *parts["but"])
    if to.powers and (to.everyone or to_all):
        return to.powers
    if to_all and (to.master or to.observers):
        return tuple(parts["to"])
    return shown.powers if shown.everyone else ()


def names_nobody(press: SendPressRequest) -> bool:
    """Whether a line is the word for press and nothing else."""
    is_more = press.but or press.signed or press.shown or press.after is not None or press.grey or press.unclear
    return press.to.is_nobody and not (is_more or press.verbatim)


def signature_line(words: tuple[Word, ...]) -> SendPressRequest | None:
    """What a line says of the signature of the text below it, if it says nothing else: FROM MASTER, GREY."""
    if len(words) > _MOST_SIGNATURE_WORDS:
        return None
    read = read_press(words, "", to_all=False)
    is_more = not read.to.is_nobody or read.but or read.shown or read.after is not None or read.verbatim
    return read if (read.signed or read.grey) and not is_more else None


def is_results(word: Word) -> bool:
    """Whether a word means results."""
    return _key(word) == "results"


def _named(words: list[Word]) -> NamedRecipients:
    kinds = [_key(word) for word in words]
    powers = (word for word, kind in zip(words, kinds, strict=True) if kind not in _OTHERS)
    return NamedRecipients(tuple(powers), "all" in kinds, "master" in kinds, "observers" in kinds)


def _key(word: Word) -> str | None:
    return "all" if value_of(word.text) == "all" else vocabulary().addressing.get(fold_case(word.text))


def _with_keys(words: tuple[Word, ...]) -> Iterator[tuple[str | None, Word]]:
    """The words, each with its key in the line of a letter; an elided "de" is a word, so may three words be."""
    pieces = [piece for word in words for piece in _pieces(Word(word.text.strip(":"), word.start))]
    place = 0
    while place < len(pieces):
        length = next(length for length in (3, 2, 1) if length == 1 or _key(_joined(pieces[place : place + length])))
        word = _joined(pieces[place : place + length])
        yield _key(word), word
        place += length


def _joined(words: Sequence[Word]) -> Word:
    return Word(" ".join(word.text for word in words), words[0].start)


def _pieces(word: Word) -> Iterator[Word]:
    bare = without_elision(word)
    if bare != word:
        yield Word(word.text[:1], word.start)
    if bare.text:
        yield bare


@reads("watch", "unwatch", talk=names_no_game)
def read_watching(verb: VerbLine) -> WatchRequest | None:
    """The game to be watched; None for prose that begins with the word."""
    named = [word for word in verb.words if fold_case(word.text) not in vocabulary().fillers]
    is_on = verb.key == "watch"
    return WatchRequest(verb.language, named[0] if named else None, is_on) if len(named) <= 1 else None


def read_signatures(word: str) -> tuple[PressSignature, ...] | None:
    """The signatures that one word allows, several separated by slashes; none for ``no``, None for any other word."""
    keys = [value_of(one) for one in word.split("/")]
    if keys in (["no"], ["none"]):
        return ()
    known = {one.value: one for one in PressSignature}
    return tuple(known[key] for key in keys) if set(keys) <= known.keys() else None
