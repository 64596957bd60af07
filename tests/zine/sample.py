"""Issues of a fanzine as somebody might write them, with the maps of a recorded game."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from judge.game.settings import Language
from judge.maps.of_game import ChartView, draw_chart
from judge.maps.picture import draw_map
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.zine.article import read_article
from judge.zine.issue import Issue, NamedArticle
from tests.maps.recorded import BOARD, history_of, judged_phases

GAME = "three"

EDITORIAL = {
    "en": """\
# Editorial

Seven years ago this fanzine began with four pages, a borrowed typewriter and eleven readers, nine of whom are still
with us. The tenth has emigrated, the eleventh was stabbed in Munich and has not been heard of since.

This issue brings two seasons of *rome*, where Germany has stopped pretending, the standings of the Winter Cup, and a
letter from Leeds that I print in full because its author asked me to cut it. "Honesty", he says, "is what you call it
when you have no fleets left." Make of that what you will.

Deadlines are at the end of each game. They mean what they say.
""",
    "fr": """\
# Éditorial

Il y a sept ans, ce fanzine comptait quatre pages, une machine à écrire prêtée et onze lecteurs, dont neuf sont encore
là. Le dixième a émigré ; le onzième s'est fait poignarder à Munich et n'a plus donné signe de vie.

Au sommaire de ce numéro : deux saisons de *rome*, où l'Allemagne a cessé de faire semblant, le classement de la Coupe
d'hiver, et une lettre de Lille que je publie intégralement parce que son auteur m'a prié de la couper. « L'honnêteté,
écrit-il, c'est ce qu'on invoque quand on n'a plus de flottes. » Qu'en pensez-vous ? Écrivez !

Les dates limites figurent à la fin de chaque partie. Elles disent ce qu'elles disent.
""",
}

SEASON = {
    "en": """\
# rome

## Spring 1905

Germany moves on three fronts at once. In the west Burgundy falls to an attack from Munich that Ruhr supports, and the
French army, which had no support of its own, must retreat; in the north the fleet slips into the Skagerrak while
England looks the other way. In the south nothing moves: Tyrolia and Trieste stand off over Venice for the third season
running, and the Italian army that neither of them trusts stays where it is.

[picture {map}: Spring 1905, with the orders and what became of them]

Turkey and Russia are at peace, or say so. The fleet in the Black Sea has not read the treaty.

### Orders

    Austria:  A SER - GRE
              A TRI - VEN (bounced)
              F ALB S A SER - GRE
    England:  F NTH - DEN (bounced)
              F ENG - BRE
              A WAL - PIC (convoy cut)
    France:   A BUR - MUN (dislodged by Germany)
              F MAO S F ENG - BRE (void)
    Germany:  A MUN - BUR
              A RUH S A MUN - BUR
              F KIE - DEN (bounced)

## Centres

| Power | 1904 | 1905 | Change |
|---|---|---|---|
| Austria | 4 | 5 | +1 |
| England | 6 | 6 | – |
| France | 5 | 3 | −2 |
| Germany | 7 | 9 | +2 |
| Italy | 4 | 3 | −1 |
| Russia | 4 | 4 | – |
| Turkey | 4 | 4 | – |

[picture {chart}: The centres of each power]

## Press

England to France:
> I am told that Brest is lovely in the spring. Would you mind if I came and had
> a look? I should bring no more than one fleet, and my own sandwiches.

Germany to all:
> Nobody is being attacked.
> This is a manoeuvre.
>
>     Burgundy, tonight!

Anonymous:
> Of seven kings who sat to dine
> The one in red paid for the wine.

* Deadline for autumn 1905: Sunday 24 May 2026, 21:00
* Missed deadline (ONR): Italy, for the first time
* Wanted: a stand-by for France, which is in better shape than it looks and needs somebody who answers letters
""",
    "fr": """\
# rome

## Printemps 1905

L'Allemagne avance sur trois fronts à la fois. À l'ouest, la Bourgogne tombe sous une attaque venue de Munich et
soutenue par la Ruhr ; l'armée française, que personne ne soutenait, doit battre en retraite. Au nord, la flotte se
glisse dans le Skagerrak pendant que l'Angleterre regarde ailleurs. Au sud, rien ne bouge : le Tyrol et Trieste se
neutralisent sur Venise pour la troisième saison de suite, et l'armée italienne, dont aucun des deux ne se méfie assez,
reste où elle est.

[picture {map}: Printemps 1905, avec les ordres et ce qu'ils sont devenus]

La Turquie et la Russie sont en paix ; c'est du moins ce qu'elles disent. La flotte en mer Noire n'a pas lu le traité.

### Ordres

    Autriche :    A SER - GRE
                  A TRI - VEN (repoussée)
                  F ALB S A SER - GRE
    Angleterre :  F MDN - DAN (repoussée)
                  F MAN - BRE
    France :      A BOU - MUN (délogée)
    Allemagne :   A MUN - BOU
                  A RUH S A MUN - BOU
                  F KIE - DAN (repoussée)

## Centres

| Puissance | 1904 | 1905 | Écart |
|---|---|---|---|
| Allemagne | 7 | 9 | +2 |
| Angleterre | 6 | 6 | – |
| Autriche | 4 | 5 | +1 |
| France | 5 | 3 | −2 |
| Italie | 4 | 3 | −1 |
| Russie | 4 | 4 | – |
| Turquie | 4 | 4 | – |

[picture {chart}: Les centres de chaque puissance]

## Presse

L'Angleterre à la France :
> On me dit que Brest est charmante au printemps. Verriez-vous un inconvénient
> à ce que j'y passe ? Je n'amènerais qu'une flotte, et mes propres sandwichs.

L'Allemagne à tous :
> Personne n'est attaqué.
> Ce sont des manœuvres.
>
>     Ce soir, la Bourgogne !

Anonyme :
> Sept rois soupaient un soir d'automne ;
> Le rouge a payé pour personne.

* Date limite de l'automne 1905 : dimanche 24 mai 2026, 21h00
* Date limite manquée (ONR) : l'Italie, pour la première fois
* On cherche : un remplaçant pour la France, qui se porte mieux qu'elle n'en a l'air
""",
}

STANDINGS = {
    "en": """\
# Standings of the Winter Cup

After two rounds; the best three results of each player count. Ties are broken by the best result.

| Place | Player | Country | Games | Solos | Best | C-Diplo |
|---|---|---|---|---|---|---|
| 1 | Nadia Kern | Austria | 4 | 1 | 92 | 183.5 |
| 2 | Paul Ostrander | England | 4 | 0 | 38 | 101 |
| 3 | Inès Vauquelin-Delmarre | France | 3 | 0 | 38 | 96.5 |
| 4 | Tom Ashby | Wales | 4 | 0 | 26 | 71 |
| 5 | Luca Ferri | Italy | 2 | 0 | 21 | 40 |

## Openings

* *milan*: standard board, rules of 2023, a week for each season; three seats are free
* *dover*: fog of war, French and English; five seats are free
""",
    "fr": """\
# Classement de la Coupe d'hiver

Après deux rondes ; les trois meilleurs résultats de chaque joueur comptent. À égalité, le meilleur résultat départage.

| Place | Joueur | Pays | Parties | Victoires | Meilleur | C-Diplo |
|---|---|---|---|---|---|---|
| 1 | Nadia Kern | Autriche | 4 | 1 | 92 | 183,5 |
| 2 | Paul Ostrander | Angleterre | 4 | 0 | 38 | 101 |
| 3 | Inès Vauquelin-Delmarre | France | 3 | 0 | 38 | 96,5 |
| 4 | Tom Ashby | Pays de Galles | 4 | 0 | 26 | 71 |
| 5 | Luca Ferri | Italie | 2 | 0 | 21 | 40 |

## Parties ouvertes

* *milan* : carte standard, règles de 2023, une semaine par saison ; trois places libres
* *dover* : brouillard de guerre, en français et en anglais ; cinq places libres
""",
}

MASTHEAD = {
    "en": ("The Sleeping Ambassador", "A fanzine of Diplomacy, printed, folded and stapled"),
    "fr": ("L’Ambassadeur endormi", "Un fanzine de Diplomatie, imprimé, plié, agrafé"),
}


@lru_cache
def phase_map(phase: str, language: Language) -> str:
    """Return a phase of the recorded game with its orders, as SVG."""
    judgement = next(judgement for found, judgement in judged_phases(GAME) if str(found.phase) == phase)
    return draw_map(MapView(_phrasing(language, phase), "rome", judgement))


@lru_cache
def chart(language: Language) -> str:
    """Return the centres by years of the recorded game, as SVG."""
    return draw_chart(ChartView(_phrasing(language, "S1901M"), history_of(GAME), "rome"))


def _phrasing(language: Language, phase: str) -> Phrasing:
    position = next(found for found, _ in judged_phases(GAME) if str(found.phase) == phase)
    return Phrasing(language, load_notation("standard" if language == "en" else "18centres"), BOARD, position)


def whole_issue(language: Language, *, languages: Sequence[Language] = (), seasons: int = 1) -> Issue:
    """Return an issue with maps, in one language or, side by side, in several; with so many seasons of a game."""
    wanted = tuple(languages) or (language,)
    phases = [str(found.phase) for found, _ in judged_phases(GAME) if str(found.phase).endswith("M")]
    names = [f"rome-{phase}" for phase in phases[8 : 8 + seasons]]
    pictures = {name: phase_map(name.removeprefix("rome-"), language) for name in names}
    texts = {"editorial": EDITORIAL, "cup": STANDINGS}
    articles = {name: {each: read_article(text[each]) for each in wanted} for name, text in texts.items()}
    for name in names:
        articles[name] = {
            each: read_article(SEASON[each].replace("{map}", name).replace("{chart}", "rome-chart")) for each in wanted
        }
    order = ("editorial", *names, "cup")
    title, subtitle = MASTHEAD[language]
    return Issue(
        title,
        12,
        date(2026, 5, 3),
        language,
        tuple(NamedArticle(name, articles[name]) for name in order),
        {**pictures, "rome-chart": chart(language)},
        subtitle,
    )
