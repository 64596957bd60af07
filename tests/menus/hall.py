"""A judge with a game of each rule text under way, and the people who write to it: for tables of letters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from judge.game.settings import Address, GameName
from judge.mail.maildir import mailbox_of
from judge.shell.local_game import Correspondent, LocalGame, text_of
from tests.shared.seated import lay_seated_table
from tests.stories.conversations import with_guests

GAMES: Mapping[str, str] = {
    "18centres": "descartes",
    "1971": "hannut",
    "faf": "arsenal",
    "soop": "soop",
    "stim": "front",
}
"""The game of each book, by the name that its settings give the book. Milo is the master of all and plays none."""

_GUESTS = ("milo", "aude", "rainer", "mira", "olga", "operator")
"""The master and the nations of the war; an organiser; the operator."""

_SEATS = {
    "AUSTRIA": "anton",
    "ENGLAND": "edith",
    "FRANCE": "florence",
    "GERMANY": "greta",
    "ITALY": "ivo",
    "RUSSIA": "raisa",
    "TURKEY": "tarik",
}
_WAR = {"AADLERON": "aude", "REINHEIM": "rainer", "MILANIA": "mira"}

_SPRING: Mapping[str, str] = {
    "florence": "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO",
    "greta": "A MUN - BUR\nF KIE - DEN\nA BER - KIE",
    "raisa": "A WAR - GAL\nF SEV - BLA\nA MOS - UKR\nF STP/SC - BOT",
    "tarik": "F ANK S F SEV - BLA\nA CON - BUL\nA SMY - CON",
    "anton": "A VIE - GAL\nA BUD - SER\nF TRI - ALB",
    "edith": "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
}
"""The orders of spring 1901: an attack that is beaten, a standoff, a foreign support; Italy sends none."""

_AFTER_SPRING = datetime(2026, 1, 12, 21, tzinfo=UTC)
"""An hour past the first deadline."""

_BETWEEN = timedelta(minutes=3)
"""Between two letters, so that nobody writes more within an hour than is answered."""

_CORRECTION = """CORRIGER
RETIRER F Ank
RETIRER A Con
RETIRER A Bul
PROPRIÉTAIRE Ank RUSSIE
PROPRIÉTAIRE Con RUSSIE
PROPRIÉTAIRE Smy RUSSIE
{more}MOTIF Essai
FIN CORRIGER"""
"""By this the master takes Turkey out of the game."""


@dataclass
class Hall:
    """The judge with everybody who writes to it, by the part of their address before the at sign.

    Whoever is called stranger has written to nobody before: each time it is somebody else.
    """

    table: LocalGame
    strangers: list[Correspondent] = field(default_factory=list)

    def person(self, name: str) -> Correspondent:
        if name == "stranger":
            return self._stranger()
        return next(one for one in self.table.players.values() if one.address.startswith(f"{name}@"))

    def _stranger(self) -> Correspondent:
        known, address = self.person("edith"), f"nobody{len(self.strangers)}@example.org"
        box = mailbox_of(self.table.judge.services.config.folders.mailboxes, address)
        self.strangers.append(replace(known, address=address, mailbox=box, read=[], _seen=set()))
        return self.strangers[-1]

    def _address_in(self, writer: Correspondent, game: str) -> str:
        """The reply address of a person in a game, or the judge's own where there is none."""
        found = self.table.judge.services.game(GameName(game)) if game else None
        person = found.people.get(Address(writer.address)) if found else None
        own = self.table.judge.services.config.judge.address
        return own.replace("@", f"+{game}.{person.token}@") if person else own

    def write(self, name: str, text: str, game: str = "") -> Mapping[str, Sequence[EmailMessage]]:
        """Send a letter, which its writer confirms where they are asked; who has got which letters by it."""
        self.table.clock.advance_to(self.table.clock.now() + _BETWEEN)
        writer = self.person(name)
        everybody = [*self.table.players.values(), *([writer] if name == "stranger" else [])]
        before = {one.address: len(one.read) for one in everybody}
        writer.write(self._address_in(writer, game), text)
        self._settle(everybody)
        got = writer.read[before[writer.address] :]
        if got and is_question(got[-1]):
            before[writer.address] = len(writer.read)
            writer.answer("Yes.\nOui.")
            self._settle(everybody)
        new = {one.address.partition("@")[0]: one.read[before[one.address] :] for one in everybody}
        own = writer.address.partition("@")[0]
        return {name if who == own else who: letters for who, letters in new.items() if letters}

    def let_pass(self, until: datetime) -> None:
        """Let the clock run to that moment."""
        self.table.clock.advance_to(until)
        self.table.judge.wake()
        self.table.settle()

    def _settle(self, everybody: Sequence[Correspondent]) -> None:
        self.table.settle()
        for one in everybody:
            one.fetch()


def is_question(letter: EmailMessage) -> bool:
    """Whether a letter of the judge asks if another one is from its reader."""
    return any(words in told(letter) for words in ("Nothing has changed so far", "Rien n'a changé jusqu'ici"))


def told(letter: EmailMessage) -> str:
    """The text of a letter in one line."""
    return " ".join(text_of(letter).replace("’", "'").split())


def open_hall(folder: Path) -> Hall:
    """Start the judge; everybody has read their letters."""
    table = with_guests(lay_seated_table(folder, played_on=_open_games), _GUESTS)
    for person in table.players.values():
        person.fetch()
    return Hall(table)


def _open_games(table: LocalGame) -> None:
    """A game of each book, played to the autumn; two that have ended; a tournament that takes entries."""
    hall = Hall(with_guests(table, _GUESTS))
    for book, game in GAMES.items():
        board = "CARTE seuil" if book == "stim" else f"RÈGLES {book}"
        hall.write("milo", f"OUVRIR {game} {board} MENEUR EXTÉRIEUR ANONYME non MOUVEMENTS 7j")
        for power, name in (_WAR if book == "stim" else _SEATS).items():
            verb = "JOUER" if hall.person(name).language == "fr" else "JOIN"
            hall.write(name, f"{verb} {game} {power}")
    hall.write("anton", "OPEN verdun BOARD duel ANONYMOUS no\nJOIN verdun")
    hall.write("edith", "JOIN verdun")
    hall.write("olga", "OPEN TOURNAMENT winter BOARD duel ROUNDS 2 TEAMS 2 TITLE Winter Cup")
    hall.write("greta", "ENTER TOURNAMENT winter NAME Greta TEAM Bears")
    hall.write("florence", "INSCRIPTION TOURNOI winter NOM Florence ÉQUIPE Loups")
    hall.write("greta", "SET LANGUAGE fr NOTATION 1971", "hannut")
    for game in ("rome", *GAMES.values()):
        for name, orders in _SPRING.items():
            if game != "front":
                hall.write(name, orders, game)
    hall.let_pass(_AFTER_SPRING)
    for name in _SEATS.values():
        hall.write(name, "VOTE DRAW", "rome")
    for name in ("anton", "edith"):
        hall.write(name, "VOTE DRAW", "verdun")
    hall.write("milo", _CORRECTION.format(more=""), "descartes")
    moved = "DÉPLACER A Mun Sil\nRETIRER A Ukr\nAJOUTER RUSSIE A Fin\n"
    hall.write("milo", _CORRECTION.format(more=moved), "hannut")
