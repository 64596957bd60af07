"""What answers tell of subscriptions to the zine and of letters to its editor."""

from judge.game.settings import Language
from judge.reports.language import count, say


def zine_form_text(language: Language, *, pdf: bool) -> str:
    """Return in which form the zine comes."""
    return say(language, "subscription.with_pdf" if pdf else "subscription.as_letter")


def letters_taken_back_text(letters: int, language: Language) -> str:
    """Return how many letters to the editor are taken back."""
    return count(language, "subscription.letters", letters)
