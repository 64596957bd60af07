"""Several judges behind one Postfix: it hands a letter to the judge that has the game in its address."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from smtplib import SMTPRecipientsRefused

import pytest

from tests.mail.sink import Sink, listening
from tests.mta.postfix import Postfix, check_the_ground, own_folder, until
from tests.mta.stage import DEPLOY, JUDGE, JudgeProcess, Players
from tests.shared.ports import free_port

ALICE, BRUNO, CARLA = "alice@example.com", "bruno@example.com", "carla@example.com"


@dataclass
class TwoJudges:
    """A Postfix that knows two judges by one address, as deploy/postfix/several.cf has it."""

    postfix: Postfix
    judges: dict[str, JudgeProcess]
    players: Players

    def opens(self, judge: str, game: str) -> None:
        """Somebody opens a game at one of the judges, whose map Postfix then reads."""
        own = f"judge-{judge}@judge.example.org"
        known = self.players.count(ALICE, "Did you write this")
        self.players.write(ALICE, own, f"OPEN {game}")
        until(lambda: self.players.count(ALICE, "Did you write this") > known, self.postfix.log)
        self.players.write(ALICE, self.players.letter(ALICE, "Did you write this")["Reply-To"], "Yes.")
        self.players.letter(ALICE, f"{game}.*The game is open")
        until(lambda: f"judge+{game}@" in self.map_of(judge).read_text(encoding="utf-8"))
        index(self.map_of(judge))

    def received(self, judge: str, sender: str) -> list[object]:
        """The addresses to which somebody's letters have come at one of the judges."""
        question = f"SELECT recipient FROM letters WHERE sender = '{sender}' ORDER BY id"
        return [recipient for (recipient,) in self.judges[judge].rows(question)]

    def map_of(self, judge: str) -> Path:
        return self.judges[judge].folder / "games"


def index(path: Path) -> None:
    """What judge-aliases.service does."""
    subprocess.run(["/usr/sbin/postmap", f"hash:{path}"], check=True, capture_output=True)


@pytest.fixture(scope="module")
def two_judges() -> Iterator[TwoJudges]:
    check_the_ground()
    with ExitStack() as stack:
        folder, sink = stack.enter_context(own_folder()), Sink()
        beyond = stack.enter_context(listening(sink))
        settings = (DEPLOY / "several.cf").read_text(encoding="utf-8").replace("/var/lib/", f"{folder}/")
        ports = {"a": free_port(), "b": free_port()}
        settings = settings.replace(":8024 ", f":{ports['a']} ").replace(":8026 ", f":{ports['b']} ")
        postfix = Postfix(folder, settings + f"relayhost = [127.0.0.1]:{beyond}\n")
        judges = {}
        for name, port in ports.items():
            home, own = folder / f"judge-{name}", f"judge-{name}@judge.example.org"
            shared: dict[str, object] = {"address": JUDGE, "alias_map": str(home / "games")}
            judges[name] = JudgeProcess(home, port, postfix.port, own, shared=shared)
            judges[name].start()
            stack.callback(judges[name].stop)
            until((home / "games").exists)
            index(home / "games")
        postfix.start()
        stack.callback(postfix.stop)
        yield TwoJudges(postfix, judges, Players(sink, postfix.port))


def test_a_letter_goes_to_the_judge_that_has_the_game_in_its_address(two_judges: TwoJudges) -> None:
    two_judges.opens("a", "rome")
    two_judges.opens("b", "milan")
    for game in ("rome", "milan"):
        two_judges.players.write(BRUNO, f"judge+{game}@judge.example.org", f"STATUS {game}")
    until(lambda: two_judges.received("a", BRUNO) and two_judges.received("b", BRUNO), two_judges.postfix.log)
    assert two_judges.received("a", BRUNO) == ["judge-a+rome@judge.example.org"]
    assert two_judges.received("b", BRUNO) == ["judge-b+milan@judge.example.org"]


def test_what_names_no_game_goes_to_the_first_judge(two_judges: TwoJudges) -> None:
    two_judges.players.write(CARLA, JUDGE, "HELP")
    until(lambda: two_judges.received("a", CARLA), two_judges.postfix.log)
    assert two_judges.received("a", CARLA) == ["judge-a@judge.example.org"]
    assert two_judges.received("b", CARLA) == []


def test_what_no_game_can_be_called_is_refused_before_its_letter_is_taken(two_judges: TwoJudges) -> None:
    with pytest.raises(SMTPRecipientsRefused) as refused:
        two_judges.players.write(CARLA, "judge+no_game@judge.example.org", "HELP")
    code, words = refused.value.recipients["judge+no_game@judge.example.org"]
    assert code == 550
    assert b"Nobody of that address here" in words


def test_replies_reach_the_judge_that_wrote_while_the_other_is_away(two_judges: TwoJudges) -> None:
    two_judges.opens("b", "turin")
    reply_to = two_judges.players.letter(ALICE, "turin.*The game is open")["Reply-To"]
    assert reply_to.startswith("judge-b+turin.")
    two_judges.judges["a"].stop()
    answered = two_judges.players.count(ALICE, "turin.*Your letter")
    two_judges.players.write(ALICE, reply_to, "STATUS")
    until(lambda: two_judges.players.count(ALICE, "turin.*Your letter") > answered, two_judges.postfix.log)
    two_judges.judges["a"].start()
