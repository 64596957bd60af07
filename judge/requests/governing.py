"""Tells what a sentence of plain words says of the orders that stand near it: whether it announces or governs them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import chain, takewhile
from typing import Any

from judge.languages import word_table
from judge.requests.suggestions import phrase_pattern
from judge.requests.vocabulary import fold_case, spaced_words


class Governs(Enum):
    """What a sentence says of the orders below it."""

    NOTHING = "nothing"
    ANNOUNCES = "announces"  # they are the writer's own, for now
    HOLDS = "holds"  # they may be anything: earlier ones, a draft, a choice, the words of somebody else
    DENIES = "denies"  # they are not to be followed
    ADDRESSES = "addresses"  # they are written to somebody else than the judge
    ENDS = "ends"  # what stood above them ends here


class Nearness(Enum):
    """Where a sentence stands that may put orders in question."""

    BELOW = "below"  # below them in their letter
    FIRST = "first"  # at the beginning of a later letter
    WITHIN = "within"  # further down in one


_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_CLOSINGS = " \t*_\"”»')"
_FULL_STOPS = (".", "!", "?", "…")
_COLONS = (":", "\uff1a")
_SMILEY = re.compile(r"\s*[:;=]['’]?-?[()DPp|/](?=\s*$)")
_SHORTEST_STEM = 5
"""Letters by which the name of a power is known in the words made of it: Italie, italien."""


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the sentences of a text; the last one may go on."""
    return tuple(piece for piece in _SENTENCE.split(text.strip()) if piece)


def is_finished(sentence: str) -> bool:
    """Whether a sentence has come to its end: a full stop, or the colon of an introduction."""
    return _unadorned(sentence).endswith((*_FULL_STOPS, *_COLONS))


def introduces(sentence: str) -> bool:
    """Whether a sentence ends as an introduction does."""
    return _unadorned(sentence).endswith(_COLONS)


def is_question(sentence: str) -> bool:
    """Whether a sentence ends as a question does."""
    return _unadorned(sentence).endswith("?") or bool(_any_of("asks").match(spaced_words(sentence)))


def _unadorned(sentence: str) -> str:
    """A sentence without what closes it behind its last sign: quotation marks, brackets; a smiley is a full stop."""
    return _SMILEY.sub(".", sentence).rstrip(_CLOSINGS)


@lru_cache
def stems_of(names: tuple[str, ...]) -> frozenset[str]:
    """Return how the words begin that speak of the powers of these names."""
    folded = [fold_case(name) for name in names]
    also = [word for name in folded for word in _table()["peoples"].get(name, ())]
    words = [word for name in (*folded, *map(fold_case, also)) for word in re.findall(r"\w+", name)]
    return frozenset(word[:_SHORTEST_STEM] for word in words if len(word) >= _SHORTEST_STEM - 1)


def what_governs(sentence: str, others: frozenset[str], *, behind_orders: bool = False) -> Governs:
    """Return what a sentence says of orders right below it; ``others`` are the stems of other powers' names.

    One that speaks of nothing but a joke or a mistake is about the orders that stand above it, where any do.
    It counts where the sentence ends as an introduction or has no end, where it points at what follows, and where it
    greets somebody. Whatever introduces orders, and does not say that they are the writer's own, holds them.
    """
    words = _words_of(sentence)
    if _any_of("ends").search(words):
        return Governs.ENDS
    if greeted := _greeted(sentence):
        return _of_greeting(greeted, others)
    if _is_title_of_several(sentence) or _is_addressed_in_front(sentence, others):
        return Governs.ADDRESSES
    if is_question(sentence) and _any_of("shown").search(words):
        is_request = _any_of("follow").search(words) and not _puts_off(words)
        return Governs.ANNOUNCES if is_request else Governs.HOLDS
    is_open = not _unadorned(sentence).endswith(_FULL_STOPS)
    is_own = is_open and bool(_any_of("own").search(spaced_words(sentence)))
    if is_open and (_any_of("partly").search(words) or (_any_of("later").match(words) and not is_own)):
        return Governs.HOLDS
    if (is_open and _announces_first(sentence, others)) or _announces_last(sentence, others):
        return Governs.ANNOUNCES
    is_headed = is_open and bool(_any_of("heads").match(words))
    goes_on = (is_open and introduces(sentence)) or _is_unfinished(sentence, words) or is_headed
    points = goes_on or _is_in_brackets(sentence) or bool(_any_of("below").search(words))
    is_held = is_open or points or _is_draft(words)
    title = _words_of(_CLAUSE.split(sentence, maxsplit=1)[0])
    kind = _class_of(words, others, points=points, goes_on=is_open, title=title) if is_held else None
    if kind or _puts_off(words):
        return kind or Governs.DENIES
    if goes_on and _any_of("asking").match(words) and not _any_of("follow").search(words):
        return Governs.HOLDS
    if is_own:
        return Governs.ANNOUNCES
    if _speaks_of_doubt(words) and not behind_orders and len(words.split()) <= _LONGEST_DOUBT:
        return Governs.HOLDS
    if not is_open and not behind_orders and any(map(_speaks_of_orders, map(_words_of, _APART.split(sentence)))):
        return Governs.HOLDS
    is_assent = not _any_of("assent").sub(" ", spaced_words(sentence)).strip()
    return Governs.HOLDS if goes_on and not is_assent else Governs.NOTHING


def _is_unfinished(sentence: str, words: str) -> bool:
    """Whether a sentence must go on in what stands below it, by its last word: ``In an ideal world I would do``."""
    is_cut = bool(_ends_with("abbreviated").search(words))
    is_in_word = sentence.rstrip(" ,;-\u2013\u2014")[-1:].isalnum()
    return is_cut or (is_in_word and bool(_ends_with("unfinished").search(words)))


def _puts_off(words: str) -> bool:
    """Whether orders near a sentence are to wait: ``Don't execute yet.``, ``To be confirmed.``."""
    is_denied = _is_denied(words, "processed")
    is_old = bool(_any_of("besides").search(words) or _any_of("past").search(words))
    return (is_denied or bool(_any_of("waits").search(words))) and not is_old


def _is_in_brackets(sentence: str) -> bool:
    """Whether a sentence without an end is a line in brackets: a title, as ``(thinking aloud)`` above orders."""
    text = sentence.strip(" \t*_")
    return (text[:1], text[-1:]) in {("(", ")"), ("[", "]"), ("-", "-")}


def denies_or_conditions(clause: str) -> bool:
    """Whether a clause beside an order on its line may take it back: a denial, a condition, somebody else's words."""
    words = _words_of(clause)
    return any(_any_of(name).search(words) for name in ("denial", "condition", "choice", "draft", "report"))


def around_quotation(line: str) -> tuple[str, str, str] | None:
    """Return what stands before, in and behind a sentence that quotes: ``Italy wrote “take Greece”. A SER - GRE``.

    None where nothing is quoted in several words, behind a word for what others say.
    """
    found = QUOTATION.search(line)
    if found is None or len(found[0].split()) < _SHORTEST_QUOTATION:
        return None
    *before, telling = sentences_of(line[: found.start()]) or ("",)
    if not any(_any_of(name).search(_words_of(telling)) for name in ("report", "earlier")):
        return None
    begins = line.rindex(telling, 0, found.start()) if telling else found.start()
    return " ".join(before), line[begins : found.end()].strip(), line[found.end() :].lstrip(" ,;.")


def plan_named(title: str) -> str:
    """Return the name of one of several plans in a title, as ``Plan B``; empty where it names none, or several."""
    found = [*_name_of_plan().finditer(title)]
    return found[0]["title"] if len(found) == 1 else ""


def plans_of(line: str) -> tuple[str, ...]:
    """Split a line of several plans into their titles and what stands below each: ``Plan A: … Plan B: …``.

    Nothing where it neither has two of them nor begins with one.
    """
    titles = tuple(_title_of_plan().finditer(line))
    is_titled = bool(titles) and (len(titles) > 1 or not line[: titles[0].start()].strip(" \t*-\u2022"))
    if not is_titled or not line[titles[0].end() :].strip():
        return ()
    ends = [*(found.start() for found in titles[1:]), len(line)]
    told = ((f"{found['title']}:", line[found.end() : end].strip()) for found, end in zip(titles, ends, strict=True))
    return tuple(filter(None, (line[: titles[0].start()].strip(), *chain.from_iterable(told))))


def sets_condition(clause: str) -> bool:
    """Whether a clause begins with a condition: ``If Italy attacks me``."""
    found = _any_of("condition").search(_words_of(clause))
    return found is not None and found.start() <= _FIRST_WORDS


def is_draft_title(title: str) -> bool:
    """Whether the title of a whole letter says that it is a draft."""
    return bool(_any_of("titles").search(spaced_words(title)))


def takes_back(sentence: str, *, is_later: bool = False) -> bool:
    """Whether a sentence takes back the orders above it: ``Scrap all of the above.``, ``This isn't final``.

    In a letter that ``is_later`` they are those of the one before it: ``I retract my last submission.``
    """
    words = _words_of(sentence)
    is_denied = _is_denied(words, "handled")
    is_before = bool(_any_of("besides").search(words))
    about = _any_of("about").search(words) or (is_later and (is_before or _any_of("posted").search(words)))
    is_back = (is_denied or _any_of("verbs").search(words)) and about
    is_apart = introduces(sentence) or (is_before and not is_later)
    return bool(is_back) and not (is_apart or _keeps(words) or _is_of_no_orders(words))


def _keeps(words: str) -> bool:
    """Whether what would take orders back is denied: ``do not cancel them``."""
    return _is_denied(_any_of("unable").sub(" ", words), "verbs", "negations")


def puts_in_question(sentence: str, others: frozenset[str] = frozenset(), near: Nearness = Nearness.BELOW) -> bool:
    """Whether a sentence may take back or put off what was written before it: ``Don't run these yet``.

    It is no whole sentence but a condition, a title or a doubt, or the rest of one; or a clause of it points at what
    stands above and does not affirm it (decision 0367); or it speaks, in a few words, of nothing else. What doubts how
    orders will go, or what others do, is talk. In a later letter to point at orders is not enough: who agrees does so,
    too. Further down in one it must speak of what was sent, and deny it. ``others`` are as in `what_governs`.
    """
    is_within = near is Nearness.WITHIN
    if is_proviso(sentence) or (not is_within and _is_doubtful_rest(sentence, others, near)):
        return True
    if introduces(sentence) or is_question(sentence) or (is_within and leaves_as_is(sentence)):
        return False
    return any(_doubts(_words_of(clause), near) for clause in _APART.split(sentence))


def is_proviso(sentence: str) -> bool:
    """Return whether a sentence begins as one that says of orders that they may change: ``Subject to change.``."""
    return bool(_any_of("provisos").match(_without_leading(_words_of(sentence))))


def _is_doubtful_rest(sentence: str, others: frozenset[str], near: Nearness) -> bool:
    """Whether a piece of a sentence, as the rest of what stands above it, puts that in question.

    ``Maybe``, ``if Germany agrees``, ``(draft)``, ``-- to be discussed --``; ``Shall I send it like this?``.
    """
    words = _without_leading(spaced_words(sentence))
    if is_question(sentence):
        is_own = bool(_any_of("asks_oneself").match(words) and _any_of("points").search(words))
        is_request = (
            bool(_any_of("requests").search(words)) and _refers(words) and not _any_of("answered").search(words)
        )
        is_supposed = bool(_any_of("supposes").search(words))
        return (
            is_own or is_request or (is_supposed and (near is Nearness.BELOW or bool(_any_of("about").search(words))))
        )
    is_rest = not sentence.lstrip()[:1].isupper() and _any_of("rests").match(words)
    if is_rest and not _any_of("affirms").match(words):
        return True
    if _is_in_brackets(sentence) and _class_of(_words_of(sentence), others, points=True) is Governs.HOLDS:
        return True
    if len(words.split()) > _LONGEST_DOUBT:
        return False
    is_fragment = len(words.split()) <= _LONGEST_FRAGMENT or not _is_outlook(words)
    is_condition = bool(_any_of("condition").match(words)) and _names_other(words, others)
    is_whole = not _CLAUSE.search(_ADDED.sub("", sentence))
    return (is_fragment and bool(_any_of("fragments").match(words))) or (is_condition and is_whole)


def _without_leading(words: str) -> str:
    """The words behind those that only lead to what is said: "but", "hmm"."""
    while found := _any_of("leading").match(words):
        words = words[found.end() - 1 :]
    return words


def leaves_as_is(text: str) -> bool:
    """Whether a text says that what was sent stays as it is, and takes nothing back: ``Keep my three orders``."""
    if any(takes_back(one) or is_proviso(one) or sets_condition(one) for one in sentences_of(text)):
        return False
    said, stays = [*map(spaced_words, sentences_of(text))], _any_of("stays")
    return any(map(_is_of_no_orders, said)) or any(
        stays.search(words) and not _any_of("given_up").search(stays.sub(" ", words)) for words in said
    )


def tells_what_was_not(text: str) -> bool:
    """Whether each sentence tells of what its writer did not do, or was torn about: ``I should have moved Paris``."""
    told = (
        _COLON.split(one, maxsplit=1)[-1] for one in sentences_of(text)
    )  # "In two minds about it, but here goes: …"
    return all(map(_is_unreal, map(spaced_words, told)))


def _is_unreal(words: str) -> bool:
    ends = (found.end() - 1 for found in _any_of("unreal_modals").finditer(words))
    is_unreal = _any_of("unreal").search(words) or any(_any_of("participles").match(words, end) for end in ends)
    return bool(is_unreal) and not _any_of("asks_to_change").search(words)


def _is_of_no_orders(words: str) -> bool:
    """Whether a clause is about a question or a remark, and takes back nothing else: ``Forget my question``."""
    taken = [verb.end() - 1 for verb in _any_of("verbs").finditer(words)]
    return bool(_any_of("no_orders").search(words)) and not any(_any_of("about").match(words, end) for end in taken)


def _speaks_of_orders(words: str) -> bool:
    """Whether a clause points at orders near it, by its grammar, and does not affirm them (``[reference]``)."""
    is_affirmed = any(_any_of(name).search(words) for name in ("affirms", "outlooks", "past", "complains"))
    return not (is_affirmed or _is_of_no_orders(words) or _keeps(words)) and _refers(words)


def _refers(words: str) -> bool:
    return any(found.search(words) for found in _references())


@lru_cache(maxsize=1)
def _references() -> tuple[re.Pattern[str], ...]:
    """What points at orders: a pronoun, a word for orders that is somebody's, a pronoun as an object, a phrase."""
    table = _table()["reference"].items()
    listed = {name: "|".join(spaced_words(one).strip() for one in words) for name, words in table}
    pronoun, noun, thing = listed["pronouns"], listed["nouns"], listed["objects"]
    no_comment = rf"(?!^ (?:{listed['comments']}) (?!(?:{listed['points_on']}) ))"
    return (
        re.compile(rf"{no_comment} (?:{pronoun}) (?:(?:{listed['behind_pronouns']}) |$)"),
        re.compile(rf" (?:{listed['owners']}) (?:\w+ )?(?:{noun}) "),
        re.compile(rf"\w (?:{thing}) (?:(?:{listed['behind_objects']}) |$)"),
        _any_of("phrases"),
    )


def _doubts(words: str, near: Nearness) -> bool:
    points = bool(_any_of("points").search(words)) or _refers(words)
    is_pointed_at = near is Nearness.BELOW and _speaks_of_orders(words)
    if _puts_off(words) or _says_what_it_is(words, points=points) or is_pointed_at:
        return True
    if _speaks_of_doubt(words):
        return points or len(words.split()) <= _LONGEST_DOUBT
    is_denied = points and bool(_any_of("denies").search(words))
    is_talk = _is_of_no_orders(words) or any(_any_of(name).search(words) for name in ("affirms", "complains"))
    is_denied = is_denied and not (_keeps(words) or _is_outlook(words) or is_talk)
    is_of_sent = bool(_any_of("sent").search(words) or _any_of("handled").search(words))
    return is_denied and (near is not Nearness.WITHIN or is_of_sent)


def _speaks_of_doubt(words: str) -> bool:
    return bool(_any_of("alone").search(words)) and not _any_of("past").search(words)


def _says_what_it_is(words: str, *, points: bool) -> bool:
    """Whether a clause says of what stands above it that it is a draft, a choice, old, or somebody else's."""
    is_unsure = points and any(_any_of(name).search(words) for name in ("draft", "choice", "elsewhere"))
    is_other = any(_any_of(name).search(words) for name in ("earlier", "report", "elsewhere"))
    is_called = bool(_any_of("this_is").match(words)) and is_other
    return (is_unsure or is_called) and not _is_outlook(words)


def _is_outlook(words: str) -> bool:
    """Whether what is doubted is how it will go, or what others do."""
    return any(_any_of(name).search(words) for name in ("outlooks", "of_others"))


def _is_denied(words: str, name: str, denials: str = "denial") -> bool:
    """Whether one of a list of phrases is denied: behind a denial, or, as one speaks in French, before it."""
    behind = any(_any_of(name).match(words, end) for end in _ends_of_denials(words, denials))
    return behind or any(_any_of("after_verbs").match(words, verb.end() - 1) for verb in _any_of(name).finditer(words))


def _ends_of_denials(words: str, denials: str) -> Iterator[int]:
    """Where words within a denial's reach begin: up to three behind it."""
    for denial in _any_of(denials).finditer(words):
        behind = [found.start() for found in re.finditer(" ", words[denial.end() - 1 :])][: _REACH + 1]
        yield from (denial.end() - 1 + place for place in behind)


def _words_of(text: str) -> str:
    """The words of a sentence without those that say nothing."""
    return _any_of("harmless").sub(" ", spaced_words(text))


def _class_of(
    words: str, others: frozenset[str], *, points: bool, goes_on: bool = False, title: str = ""
) -> Governs | None:
    """The word class that governs, if any: new orders that follow behind what is denied or old are announced.

    Where the sentence neither introduces nor ``points`` at orders, it must be as short as a title, or ``title``, its
    words before the first comma, is that of a draft or a choice; of one that ``goes_on`` in the orders a condition may
    stand anywhere.
    """
    seen = {name: _any_of(name).search(words) for name in _CLASSES}
    seen["denial"] = seen["denial"] or (None if _keeps(words) else _any_of("verbs").search(words))
    size = len(words.split())
    found = {
        name: place if place and (points or is_whole or size <= most or _stands_apart(name, place, words)) else None
        for name, most in _CLASSES.items()
        for place, is_whole in [(seen[name], goes_on and name in _OF_OPEN_SENTENCES)]
    }
    if any(found[name] for name in ("condition", "choice", "draft", "elsewhere", "later")) or _is_title_of_draft(title):
        return Governs.HOLDS
    is_named = _names_other(words, others) and (points or size <= _CLASSES["address"])
    if found["address"] or is_named:
        is_quoting = not found["address"] and _ends_with("report").search(words)  # "What Italy suggested:"
        return Governs.HOLDS if is_quoting else Governs.ADDRESSES
    if found["denial"]:
        is_afresh = _is_afresh(words, found["denial"]) and not _is_denied(words, "used")
        return Governs.ANNOUNCES if is_afresh and not _ends_in_doubt(words) else Governs.DENIES
    if found["earlier"]:
        behind = [("titles_of_orders", found["earlier"].start()), ("amended", 0)]
        behind += [] if found["report"] else [("afresh", found["earlier"].start())]
        is_new = any(_any_of(name).search(words, start) for name, start in behind)
        return Governs.ANNOUNCES if is_new else Governs.HOLDS
    is_told = bool(seen["report"]) and (_names_other(words, others) or bool(_ends_with("report").search(words)))
    return Governs.HOLDS if found["report"] or is_told else None


def _is_afresh(words: str, denial: re.Match[str]) -> bool:
    """Whether a denial is about something else than the new orders told of behind it, or the "now" at the end."""
    for told in _any_of("afresh").finditer(words, denial.start()):
        is_bare = _folded("determiners").issuperset(words[denial.end() - 1 : told.start()].split())
        if not (is_bare and _any_of("new_orders").match(words, told.start())):
            return not (is_bare and told.end() == len(words) and told.start() >= denial.end() - 1)
    return False


def _ends_in_doubt(words: str) -> bool:
    """Whether a "but" leads to what puts in question: ``I'm not cross with you, but these are no orders``."""
    _, *behind = _BUT.split(words)
    return bool(behind) and _doubts(f" {behind[-1]}", Nearness.BELOW)


def _stands_apart(name: str, place: re.Match[str], words: str) -> bool:
    """Whether a word class holds by its place: a condition that opens the sentence, what is old at its end."""
    match name:
        case "condition" | "later":
            return place.start() <= _FIRST_WORDS
        case "earlier":
            return place.end() == len(words)
        case _:
            return False


def _is_title_of_draft(title: str) -> bool:
    is_title = 0 < len(title.split()) <= _LONGEST_TITLE
    return is_title and any(_any_of(name).search(title) for name in ("draft", "choice"))


def _is_title_of_several(sentence: str) -> bool:
    words = spaced_words(sentence).split()
    return (
        sentence.rstrip().endswith(",")
        and len(words) <= _LONGEST_TITLE
        and words[:1] != []
        and words[0] in _folded("bare")
    )


def _is_addressed_in_front(sentence: str, others: frozenset[str]) -> bool:
    """Whether the words before a colon or a dash within a sentence address it: ``Message for Italy: stay away``."""
    text = _unadorned(sentence)
    front, mark, rest = next((found for sign in _MARKS if (found := text.partition(sign))[2].strip()), ("", "", ""))
    words = _words_of(front)
    is_title = bool(mark and rest) and 0 < len(words.split()) <= _CLASSES["address"]
    return is_title and _class_of(words, others, points=True) is Governs.ADDRESSES


def _announces_first(sentence: str, others: frozenset[str]) -> bool:
    """Whether a clause before the first comma announces one's own orders, whatever is said behind it."""
    clause, comma, _ = sentence.partition(",")
    words = _words_of(clause)
    return bool(comma and _any_of("titles_of_orders").match(words)) and _class_of(words, others, points=True) is None


def _announces_last(sentence: str, others: frozenset[str]) -> bool:
    """Whether its last clause announces one's own orders, whomever others speak of: ``…, so here's what I do:``.

    What stands before it is more than a name, and is no condition, choice, draft or address.
    """
    *before, last = _APART.split(_unadorned(sentence).rstrip("".join(_COLONS)))
    words = _words_of(" ".join(before))
    is_name = 0 < len(words.split()) <= _LONGEST_TITLE
    if is_name or is_question(sentence) or not _any_of("declares").match(_without_leading(_words_of(last))):
        return False
    is_free = not any(_any_of(name).search(words) for name in ("condition", "choice", "draft", "elsewhere", "address"))
    return is_free and _class_of(_words_of(last), others, points=True) is None


def _is_draft(words: str) -> bool:
    return bool(_any_of("draft").search(words)) and bool(_any_of("about").search(words))


def _names_other(words: str, others: frozenset[str]) -> bool:
    return any(word[:_SHORTEST_STEM] in others for word in words.split())


def _greeted(sentence: str) -> tuple[str, ...] | None:
    """The words behind a salutation, up to its end; None where the sentence does not begin with one."""
    found = _salutation().match(fold_case(sentence.lstrip(" *_>-")))
    return tuple(re.findall(r"[^\W\d_]+", found[1])) if found else None


def behind_greeting(line: str) -> int:
    """Return where the words behind a salutation to nobody but the judge begin, ``Bonjour, ``; 0 where none stands."""
    found = _salutation().match(fold_case(line))
    if found is None or line[found.end() - 1] not in ",.!" or not line[found.end() :].strip():
        return 0
    is_to_judge = all(word in _neutral() for word in re.findall(r"[^\W\d_]+", found[1]))
    return found.end() if is_to_judge else 0


def _of_greeting(greeted: tuple[str, ...], others: frozenset[str]) -> Governs:
    if any(word[:_SHORTEST_STEM] in others for word in greeted):
        return Governs.ADDRESSES
    whom = takewhile(lambda word: word not in _folded("from"), greeted)
    return Governs.NOTHING if all(word in _neutral() for word in whom) else Governs.ADDRESSES


_CLASSES = {
    "denial": 6,
    "condition": 0,
    "choice": 4,
    "draft": 6,
    "elsewhere": 20,
    "later": 0,
    "earlier": 3,
    "report": 3,
    "address": 6,
}
"""The word classes, with the most words of a title that has them and does not end as an introduction."""

_OF_OPEN_SENTENCES = frozenset({"condition", "draft"})
"""Classes that govern the orders in which a sentence goes on, however long it is: ``What if I ordered``."""

_LONGEST_TITLE = 3  # words before the first comma of a sentence that are a title: "Rough draft, …"
_MARKS = (":", "\uff1a", " - ", " \u2013 ", " \u2014 ")
_CLAUSE = re.compile(r"[,;:(]| [-\u2013\u2014] ")
_COLON = re.compile(r":\s+(?=\S)")
_ADDED = re.compile(r",? (?:that is|i mean|of course|bien sûr|bien entendu|évidemment)\W*$", re.IGNORECASE)
_BUT = re.compile(" (?:but|mais) ", re.IGNORECASE)
_APART = re.compile(rf"{_CLAUSE.pattern}|{_BUT.pattern}", re.IGNORECASE)

QUOTATION = re.compile('"[^"]+"|\u201c[^\u201d]+\u201d|\u00ab[^\u00bb]+\u00bb')
_SHORTEST_QUOTATION = 3
"""Words in quotation marks that are what somebody said, and no name."""

_REACH = 3  # words between a denial and what it denies: "don't you dare use it"
_LONGEST_DOUBT = 7  # words of a clause that may speak of a doubt and of nothing else: "(kidding, real ones tomorrow)"
_LONGEST_FRAGMENT = 3  # words of a piece of a sentence that can only be about the orders above it: "Maybe not yet"
_FIRST_WORDS = 12
"""Characters at the beginning of a sentence within which a condition opens it: ``Only if``, ``Seulement si``."""


@lru_cache
def _ends_with(name: str) -> re.Pattern[str]:
    return re.compile(f"(?:{_any_of(name).pattern})$")


@lru_cache
def _any_of(name: str) -> re.Pattern[str]:
    phrases = _phrases()[name]
    return re.compile("|".join(map(phrase_pattern, sorted(phrases, key=len, reverse=True))))


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, Sequence[str]]:
    """Each list of phrases by its key; one called "words" by the name of its table."""
    listed = (
        (key if key != "words" else name, words) for name, table in _table().items() for key, words in table.items()
    )
    return dict(listed)


@lru_cache(maxsize=1)
def _title_of_plan() -> re.Pattern[str]:
    """Matches the name of one of several plans with the sign of a title behind it."""
    return re.compile(
        rf"{_name_of_plan().pattern}\s*(?:[:=\uff1a)]|[-\u2013\u2014](?=\s)|(?:is|est|would be|serait)\b)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _name_of_plan() -> re.Pattern[str]:
    """Matches the name of one of several plans: its word, and a letter or a number; ``first idea`` as well."""
    names, ordinals = _table()["plans"]["words"], "|".join(_table()["plans"]["ordinals"])
    words = "|".join(sorted({*names, *map(fold_case, names)}, key=len, reverse=True))
    numbered = rf"(?:{words})\s+(?:n\W?\s*)?\(?(?:[a-f]|\d)(?!\w)"
    return re.compile(rf"(?<!\w)(?P<title>{numbered}|(?:{ordinals})\s+(?:{words})(?!\w))", re.IGNORECASE)


@lru_cache(maxsize=1)
def _salutation() -> re.Pattern[str]:
    openings = sorted(map(fold_case, _table()["salutations"]["openings"]), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, openings))})\b([^,.!?:;\n]{{0,60}})(?:[,.!?:;]|$)")


@cache
def _folded(key: str) -> frozenset[str]:
    """The words of a list, folded."""
    return frozenset(map(fold_case, _phrases()[key]))


@lru_cache(maxsize=1)
def _neutral() -> frozenset[str]:
    words = (*_table()["salutations"]["neutral"], *_table()["salutations"]["openings"])
    return frozenset(word for one in words for word in fold_case(one).split())


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return word_table("requests", "governing")
