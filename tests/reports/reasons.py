"""Every reason of a verdict, every kind of order."""

from collections.abc import Sequence

from judge.game.settings import Language
from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnusedConvoy,
    Waive,
)
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    HeadToHead,
    Illegal,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Unread,
    Void,
    Waived,
)

BOTH: tuple[Language, ...] = ("en", "fr")


def provinces(text: str) -> tuple[Province, ...]:
    return tuple(map(Province, text.split()))


def at(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(Province(province), coast)


A_MUN_BUR = Move(Province("MUN"), at("BUR"))
A_YOR_BEL = Move(Province("YOR"), at("BEL"))
RUH_SUPPORTS = SupportMove(Province("RUH"), Province("MUN"), at("BUR"))
NTH_CONVOYS = Convoy(Province("NTH"), Province("YOR"), Province("BEL"))
REASONS: Sequence[tuple[Reason, Order | None, str, str]] = [
    (Stood(), Hold(Province("MUN")), "It held.", "L’unité tient."),
    (Stood(unordered=True), None, "No order: it held.", "Sans ordre, l’unité tient."),
    (Unread(), None, "No order could be read: it held.", "Faute d’ordre lisible, l’unité tient."),
    (
        Unread(lost=True),
        None,
        "No order could be read: the unit is disbanded.",
        "Faute d’ordre lisible, l’unité est dispersée.",
    ),
    (
        Unread(offered=True),
        None,
        "An order was offered, and got no yes: it held.",
        "Faute de OUI à l’ordre proposé, l’unité tient.",
    ),
    (
        Unread(lost=True, offered=True),
        None,
        "An order was offered, and got no yes: the unit is disbanded.",
        "Faute de OUI à l’ordre proposé, l’unité est dispersée.",
    ),
    (Moved(1), A_MUN_BUR, "The attack succeeds: 1, unopposed.", "L’attaque réussit à 1, sans opposition."),
    (
        Moved(2, 1, provinces("BUR")),
        A_MUN_BUR,
        "The attack succeeds, 2 against 1, in spite of A BUR (France).",
        "L’attaque réussit, 2 contre 1, face à A BOU (France).",
    ),
    (
        Moved(1, convoyed_by=provinces("NTH ENG")),
        A_YOR_BEL,
        "The attack succeeds: 1, unopposed. Carried by F ENG and F NTH.",
        "L’attaque réussit à 1, sans opposition. Convoi par F MAN et F NRD.",
    ),
    (
        Moved(3, 2, provinces("BUR PAR")),
        A_MUN_BUR,
        "The attack succeeds, 3 against 2 at most, in spite of A BUR (France) and A PAR (France).",
        "L’attaque réussit, 3 contre 2 au plus, face à A BOU (France) et A PAR (France).",
    ),
    (Supported(), RUH_SUPPORTS, "The support is given.", "Le soutien est donné."),
    (
        Supported(against_own=True),
        RUH_SUPPORTS,
        "The support is given, but does not count against a unit of its own power.",
        "Le soutien est donné, mais ne compte pas contre une unité de sa propre puissance.",
    ),
    (Carried(), NTH_CONVOYS, "The convoy stands.", "Le convoi tient."),
    (
        Carried(used=False),
        NTH_CONVOYS,
        "No army was carried by this fleet.",
        "Cette flotte n’a convoyé personne.",
    ),
    (
        Carried(used=False, why_not=UnusedConvoy.BY_LAND),
        NTH_CONVOYS,
        "The convoy was not used: the army attacked by land.",
        "Le convoi n’a pas servi : l’armée a attaqué par la terre.",
    ),
    (
        Carried(used=False, why_not=UnusedConvoy.BY_OTHERS),
        NTH_CONVOYS,
        "The convoy was not used: other fleets carried the army.",
        "Le convoi n’a pas servi : d’autres flottes ont convoyé l’armée.",
    ),
    (
        Carried(used=False, why_not=UnusedConvoy.NO_CHAIN),
        NTH_CONVOYS,
        "The convoy came to nothing: the fleets ordered to carry the army make no chain.",
        "Le convoi reste sans effet : les flottes qui devaient convoyer l’armée ne forment pas de chaîne.",
    ),
    (
        Carried(used=False, why_not=UnusedConvoy.NO_ROUTE),
        NTH_CONVOYS,
        "The convoy came to nothing: no chain of the fleets ordered to carry the army passes through this one.",
        "Le convoi reste sans effet : aucune chaîne des flottes qui devaient convoyer l’armée ne passe par celle-ci.",
    ),
    (
        Carried(used=False, why_not=UnusedConvoy.BROKEN),
        NTH_CONVOYS,
        "The convoy came to nothing: a fleet that it needed was dislodged.",
        "Le convoi reste sans effet : une flotte dont il avait besoin est délogée.",
    ),
    (
        Carried(used=False, why_not=UnusedConvoy.PARADOX),
        NTH_CONVOYS,
        "The convoy came to nothing: the attack would have decided over its own convoy.",
        "Le convoi reste sans effet : l’attaque déciderait du sort de son propre convoi.",
    ),
    (
        Bounced(provinces("BUR PAR"), 1, 1),
        A_MUN_BUR,
        "Bounced, 1 against 1: A BUR (France) and A PAR (France) stood in the way.",
        "L’attaque échoue, 1 contre 1, face à A BOU (France) et A PAR (France).",
    ),
    (
        HeadToHead(Province("BUR"), 1, 2),
        A_MUN_BUR,
        "Bounced, 1 against 2: A BUR (France) attacked the other way.",
        "L’attaque échoue, 1 contre 2, face à A BOU (France) en sens inverse.",
    ),
    (
        OwnUnit(Province("RUH")),
        Move(Province("MUN"), at("RUH")),
        "The attack fails: it would have dislodged A RUH, a unit of the same power.",
        "L’attaque échoue : elle aurait délogé A RHE, unité de la même puissance.",
    ),
    (
        OwnSupport(Province("BUR"), provinces("PAR"), 1, 1),
        A_MUN_BUR,
        ("The attack fails, 1 against 1: support from A PAR (France) does not count against a unit of its own power."),
        (
            "L’attaque échoue, 1 contre 1 : le soutien de A PAR (France) ne compte pas "
            "contre une unité de la même puissance."
        ),
    ),
    (
        Cut(provinces("BEL")),
        RUH_SUPPORTS,
        "The support is cut by A BEL (France).",
        "Soutien coupé par A BEL (France).",
    ),
    (
        Cut(provinces("BEL"), dislodged=True),
        RUH_SUPPORTS,
        "The support is cut: the unit is dislodged by A BEL (France).",
        "Soutien coupé : l’unité est délogée par A BEL (France).",
    ),
    (
        Unmatched(Hold(Province("MUN"))),
        RUH_SUPPORTS,
        "Without effect: the order of that unit was A MUN H.",
        "Sans effet : l’ordre de cette unité était A MUN T.",
    ),
    (
        Unmatched(A_MUN_BUR),
        RUH_SUPPORTS,
        "Without effect: that order, A MUN - BUR, was void.",
        "Sans effet : cet ordre, A MUN - BOU, était nul.",
    ),
    (
        Unmatched(None),
        RUH_SUPPORTS,
        "Without effect: A MUN had no such order.",
        "Sans effet : A MUN n’avait pas d’ordre en ce sens.",
    ),
    (
        NoConvoy(),
        A_YOR_BEL,
        "The attack never had a convoy: no chain of fleets was ordered to carry it.",
        "L’attaque n’avait pas de convoi : aucune chaîne de flottes n’a reçu l’ordre de la convoyer.",
    ),
    (
        Disrupted(provinces("NTH ENG")),
        A_YOR_BEL,
        "The convoy is broken by the dislodging of F ENG and F NTH.",
        "Convoi rompu : retraite forcée de F MAN et F NRD.",
    ),
    (
        Disrupted(provinces("NTH")),
        NTH_CONVOYS,
        "This fleet carries nobody: it is dislodged.",
        "Cette flotte ne convoie personne : elle est délogée.",
    ),
    (
        Paradox(provinces("NTH")),
        A_YOR_BEL,
        "The convoy fails, for the attack would decide over its own convoy (F NTH).",
        "Le convoi échoue, car l’attaque déciderait du sort de son propre convoi (F NRD).",
    ),
    (
        Void(Illegal.NOT_ADJACENT),
        Move(Province("STP"), at("BAR")),
        "Void: the Barents Sea cannot be reached from St Petersburg (south coast). It held.",
        "Ordre nul : depuis Saint-Pétersbourg (côte sud), on ne peut pas aller en mer de Barents. L’unité tient.",
    ),
    (Retreated(), Retreat(Province("MUN"), at("TYR")), "It retreated.", "Retraite effectuée."),
    (
        RetreatsCollided(provinces("RUH")),
        Retreat(Province("MUN"), at("KIE")),
        "Destroyed: A RUH retreated to the same place.",
        "Unité annihilée : même région de retraite que A RHE.",
    ),
    (NoRetreatOrder(), None, "No order: the unit is disbanded.", "Sans ordre, l’unité est dispersée."),
    (
        NowhereToGo(),
        None,
        "Destroyed: it had nowhere to retreat to.",
        "Unité annihilée : aucune région libre pour sa retraite.",
    ),
    (Disbanded(), Disband(Province("MUN")), "Disbanded by order.", "Unité retirée sur ordre."),
    (
        RemovedByDefault(1),
        None,
        "Removed by the civil disorder rule, 1 region from the nearest centre its power holds.",
        "Démobilisée par la règle du désordre civil, à 1 région du centre le plus proche que contrôle sa puissance.",
    ),
    (
        RemovedByDefault(0, from_home=True),
        None,
        "Removed by the civil disorder rule, 0 regions from its nearest home centre.",
        "Démobilisée par la règle du désordre civil, à 0 région de son centre national le plus proche.",
    ),
    (Built(), Build(UnitKind.ARMY, at("BER")), "Built.", "Unité mobilisée."),
    (Waived(1, by_order=True), Waive(), "One build is waived by order.", "Renoncement à une mobilisation, sur ordre."),
    (
        Waived(2, by_order=False),
        None,
        "Two builds were not ordered and are lost for this year.",
        "Deux mobilisations non ordonnées, perdues pour cette année.",
    ),
]
ORDER_KINDS: Sequence[Order] = [
    Hold(Province("MUN")),
    A_MUN_BUR,
    SupportHold(Province("RUH"), Province("MUN")),
    RUH_SUPPORTS,
    NTH_CONVOYS,
    Retreat(Province("MUN"), at("TYR")),
    Disband(Province("MUN")),
    Build(UnitKind.FLEET, at("STP/NC")),
    Waive(),
]
