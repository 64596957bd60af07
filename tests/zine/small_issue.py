"""A small issue with every kind of block, in one language, in the other, in both."""

from collections.abc import Sequence
from datetime import date

from judge.game.settings import Language
from judge.zine.article import read_article
from judge.zine.issue import Issue, NamedArticle

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>'

TEXTS = {
    "en": """\
# rome

## Spring 1905

Burgundy falls, and nobody "saw it coming"... The French army, which had no support, must retreat; so it does!

[picture rome: Spring 1905]

### Orders

    Germany:  A MUN - BUR
              A RUH S A MUN - BUR

~ Great Britain: F LON - MAN, F EDI S F LON - MAN, A LPL H, F NTH C A YOR - NOR (void), A YOR - NOR (no convoy)
~ France: A PAR - BUR

England to France:
> I am told that Brest is lovely in the spring. Would you mind if I came and had
> a look? I'd bring no more than one fleet.
>
>   Yours, *England*

| Power | 1904 | 1905 | Change | What its player says of it, if anything, at greater length than is needed |
|---|---|---|---|---|
| Germany | 7 | 9 | +2 | "A manoeuvre" |
| France | 5 | 3 | −2 | |

* Deadline: 24 May 2026
* Wanted: a stand-by for *rome*, which is in better shape than it looks and needs somebody who answers
""",
    "fr": """\
# rome

## Printemps 1905

La Bourgogne tombe, et personne n'a rien "vu venir"... L'armée française, que nul ne soutenait, recule; hélas!

[picture rome: Printemps 1905]

### Ordres

    Allemagne :  A MUN - BOU
                 A RUH S A MUN - BOU

~ Grande-Bretagne : F LON = MAN, F EDI S LON - MAN, A LIV T, F NRD c A CLY - NOR (sans effet), A CLY - NOR (nul, sans
  convoi), A YOR - LON
~ France : A PAR = BOU

L'Angleterre à la France :
> On me dit que Brest est charmante au printemps. Verriez-vous un inconvénient à
> ce que j'y passe? Je n'amènerais qu'une flotte.
>
>   Votre *Angleterre*

| Puissance | 1904 | 1905 | Écart | Ce qu'en dit son joueur, s'il en dit quelque chose, plus longuement qu'il ne faut |
|---|---|---|---|---|
| Allemagne | 7 | 9 | +2 | « Une manœuvre » |
| France | 5 | 3 | −2 | |

* Date limite : 24 mai 2026
* On cherche : un remplaçant pour *rome*, qui se porte mieux qu'elle n'en a l'air et où l'on attend des réponses
""",
}

TITLES = {"en": ("The Sleeping Ambassador", "A fanzine"), "fr": ("L’Ambassadeur endormi", "Un fanzine")}


def small_issue(language: Language, also: Sequence[Language] = ()) -> Issue:
    """Return an issue of one article, in a language and also in others."""
    texts = {each: read_article(TEXTS[each]) for each in (language, *also)}
    title, subtitle = TITLES[language]
    return Issue(title, 12, date(2026, 5, 3), language, (NamedArticle("rome", texts),), {"rome": SVG}, subtitle)
