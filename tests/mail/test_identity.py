"""Who a letter speaks for: token and registered From together, or that From verified, and nothing less."""

from judge.game.people.messages import Person
from judge.game.settings import Address, GameName, Token
from judge.mail.identity import Evidence, Proof, Proven, Recipient, Stranger, Unproven, identify_sender
from tests.shared.each_case import each_case

ALICE, BORIS, MALLORY = Address("alice@example.org"), Address("boris@example.net"), Address("mallory@example.com")
PEOPLE = {ALICE: Person(ALICE, Token("tokenofalice")), BORIS: Person(BORIS, Token("tokenofboris"))}
ROME = GameName("rome")


def to(token: str | None) -> Recipient:
    return Recipient(ROME, Token(token) if token else None)


CASES = {
    "a plain reply": (ALICE, to("tokenofalice"), Proven(ALICE, Proof.TOKEN)),
    "the right From and no token": (ALICE, to(None), Unproven(ALICE)),
    "the right From and a wrong token": (ALICE, to("guess"), Unproven(ALICE)),
    "the right From and another player's token": (ALICE, to("tokenofboris"), Unproven(BORIS)),
    "a token out of a forwarded report": (MALLORY, to("tokenofalice"), Unproven(ALICE)),
    "a stranger": (MALLORY, to(None), Stranger()),
    "a stranger who guesses": (MALLORY, to("guess"), Stranger()),
}


@each_case(("sender", "recipient", "expected"), CASES.values(), ids=CASES)
def test_a_letter_is_weighed(sender: Address, recipient: Recipient, expected: object) -> None:
    assert identify_sender(sender, recipient, PEOPLE, Evidence(), may_be_new=False) == expected


def test_a_newcomer_is_asked_too() -> None:
    assert identify_sender(
        MALLORY, to(None), PEOPLE, Evidence(verified=lambda: Proof.SIGNED), may_be_new=True
    ) == Unproven(MALLORY)


def test_an_old_letter_proves_nothing_until_its_owner_says_so() -> None:
    recipient = to("tokenofalice")
    kept = identify_sender(ALICE, recipient, PEOPLE, Evidence(is_old=True), may_be_new=False)
    assert kept == Unproven(ALICE)
    confirmed = identify_sender(ALICE, recipient, PEOPLE, Evidence(confirmed=True, is_old=True), may_be_new=False)
    assert confirmed == Proven(ALICE, Proof.CONFIRMED)


VERIFIED = {
    "a letter without a token": (ALICE, to(None), Proven(ALICE, Proof.SIGNED)),
    "a letter with a wrong token": (ALICE, to("guess"), Proven(ALICE, Proof.SIGNED)),
    "a plain reply, which says more": (ALICE, to("tokenofalice"), Proven(ALICE, Proof.TOKEN)),
    "another player's token": (ALICE, to("tokenofboris"), Unproven(BORIS)),
    "a stranger with a player's token": (MALLORY, to("tokenofalice"), Unproven(ALICE)),
    "a stranger": (MALLORY, to(None), Stranger()),
}


@each_case(("sender", "recipient", "expected"), VERIFIED.values(), ids=VERIFIED)
def test_a_verified_from_speaks_for_its_own_address_only(
    sender: Address, recipient: Recipient, expected: object
) -> None:
    evidence = Evidence(verified=lambda: Proof.SIGNED)
    assert identify_sender(sender, recipient, PEOPLE, evidence, may_be_new=False) == expected


def test_an_old_letter_is_not_even_looked_at() -> None:
    looked: list[bool] = []
    evidence = Evidence(is_old=True, verified=lambda: looked.append(True))
    assert identify_sender(ALICE, to(None), PEOPLE, evidence, may_be_new=False) == Unproven(ALICE)
    assert not looked


@each_case(("sender", "recipient", "asked"), CASES.values(), ids=CASES)
def test_a_confirmation_counts_for_whom_it_was_asked_of(sender: Address, recipient: Recipient, asked: object) -> None:
    answer = identify_sender(sender, recipient, PEOPLE, Evidence(confirmed=True), may_be_new=False)
    match asked:
        case Unproven(address) | Proven(address):
            assert answer == Proven(address, Proof.CONFIRMED)
        case _:
            assert answer == Stranger()
