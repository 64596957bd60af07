"""How the clauses of a sentence are made of the roles of its words (notation/sentence_words.py)."""

import re
from collections.abc import Mapping
from functools import cache

_MANY = r"(?P<many>[nqk](?:(?:,&*|&+)n)*)"
_ONE = r"(?P<one>[nqk])"
_TO = r"(?:(?P<to>n)|(?P<there>[yY]))"
_THAT = r"(?P<that>q)"  # a region named before: "attacks it"
_GO = r"[mp]+"
_LEAN = r"[,:mp]{0,2}"
_HOLD = r"[hi](?:&?[hi])*"
_BACKED = r"(?:[,&]*S(?P<backers>n(?:[,&]+n(?![mpshicSCvny]))*))?(?:[,&]*w(?P<backer>n)(?:sq?|qs|Y))?"
_FERRIED = r"(?:,?v?,?[Cvw][pw,]?(?P<ferries>n(?:[,&]+n(?![mpshicSCvny]))*),?|,?v(?![mp]))?"
_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "hold": (
        rf"{_MANY}&?{_LEAN}{_HOLD}(?!p?n(?![mpshicSCvny])){_BACKED}",
        rf"{_ONE}{_LEAN}{_HOLD}p?(?P<where>n)(?![mpshicSCvny])",
        r"h:?(?P<many>n(?:[,&]+n)*)(?![mpshicSCvny])",
        rf"h{_ONE}(?![mpshicSCvny])",
        rf"{_ONE}(?P<where>n)(?![mpshicSCvny])",
    ),
    "move": (
        rf"{_ONE}(?:[,:]?q?(?:m*,?&)?{_GO}[qv]?[mp]*|:){_TO}{_FERRIED}{_BACKED}",
        rf"{_ONE},?[Cv]{_GO}{_TO},?[wp](?P<ferries>n(?:[,&]+n(?![mpshicSCvny]))*){_BACKED}",
        rf"{_ONE},?[Cv][pw]?(?P<ferries>n)?,?&?{_GO}{_TO}{_BACKED}",
        rf"k?[Cv]f(?P<one>n){_GO}{_TO},?[wp](?P<ferries>n(?:[,&]+n(?![mpshicSCvny]))*){_BACKED}",
        rf"[mds]?d?[md]+(?P<one>[nk])[mp]+{_TO}{_FERRIED}{_BACKED}",
        rf"k?[md]*f(?P<one>n){_GO}{_TO}{_FERRIED}{_BACKED}",
        rf"[md]*kf(?P<one>n)&?{_GO}{_TO}{_BACKED}",
        r"[md]+p?(?P<to>n)[fw](?P<one>n)",
        rf"[md]+p?(?P<to>n):f?(?P<one>n){_FERRIED}{_BACKED}",
        rf"(?P<to>n)f(?P<one>n){_BACKED}",
        rf"{_ONE}(?P<there>[yY])m+{_BACKED}",
        rf"{_ONE}{_GO}Y{_GO}(?P<to>n){_BACKED}",
        rf"{_ONE}{_GO}{_THAT}{_BACKED}",
    ),
    "pair": (rf"(?P<one>n)(?P<to>n){_FERRIED}{_BACKED}",),
    "support": (
        rf"{_MANY}{_LEAN}(?:h&?)?sh?[pf]?k?(?P<other>n)(?:[mp]*[hi])?(?![mpy])(?P<mutual>,?&?,?r)?",
        rf"{_MANY}{_LEAN}(?:h&?)?s[pf]?(?:k[mp]*f?)?f?m?(?P<other>n)[mp]*{_TO}v?",
        rf"s(?P<other>n)(?:{_GO}(?P<to>n))?[wf](?P<many>n)",
        rf"{_MANY}{_LEAN}(?:h&?)?(?:s[pf]?q|[qy][qy]?s)(?:{_GO}{_TO})?(?![n])",
        rf"{_MANY}s{_GO}{_TO}f(?P<other>n)",
        rf"{_MANY}s(?![mpnqi])",
        rf"{_MANY},?(?P<same>=)",
        rf"{_MANY}(?P<other>n)s[hi]?(?P<given>)(?![mpnq])",  # "gives Norway a hand"
    ),
    "mutual": (
        r"[hi]?(?P<one>n)[,&]+(?P<other>n)(?:Mr?|sr|[hip,]*r)",
        r"(?P<one>n),?&(?P<other>n)s(?![mpn])",
    ),
    "convoy": (
        rf"{_ONE}c{_GO}(?P<to>n)f(?P<other>n){_BACKED}",
        rf"{_ONE}{_LEAN}(?:h&?)?c(?P<other>[nq])[mp]*(?P<to>n){_BACKED}",
        rf"c(?P<other>n){_GO}(?P<to>n)[wf](?P<one>n){_BACKED}",
        rf"c(?P<other>n){_GO}(?P<to>n)v(?P<one>n){_BACKED}",
        rf"{_ONE}(?:cq|q?c(?![mpnq])){_BACKED}",
    ),
    "helping": (rf"(?P<one>n)[dm]?(?P<other>n){_GO}(?P<to>n)",),
}
"""How each kind of clause is made of the letters of roles; ``one`` is the unit that acts."""


@cache
def clause_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return each kind of clause with its patterns, those with what may follow first."""
    whole = [(kind, one) for kind, written in _CLAUSES.items() for one in written]
    backed = [(kind, one.replace(_FERRIED, "")) for kind, one in whole]
    bare = [(kind, one.replace(_BACKED, "")) for kind, one in backed]
    return tuple((kind, re.compile(one)) for kind, one in dict.fromkeys((*whole, *backed, *bare)))
