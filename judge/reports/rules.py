"""The rule books in words: their list, the contents of one, its paragraphs with their examples, what its words mean."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from judge.game.settings import HouseRules, Language, Settings, house_rules
from judge.languages import LANGUAGES, language_name
from judge.notation.line import Misread, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import misread_if_offered, read_without_hints
from judge.notation.tables import load_notation
from judge.reports.board_tables import PowerResult, power_results
from judge.reports.language import fill_template, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.own_texts import own_template_folder, own_templates
from judge.reports.phrasing import Phrasing, notation_of_game
from judge.requests.vocabulary import vocabulary, written_value
from judge.rules.board import Power
from judge.rules.book_text import BookText, RuleExample, RuleParagraph, Term
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import board_in_book, load_rulebook, rulebook_names
from judge.rules.verdicts import Judgement

_HOUSE_RULES = "anyone.house_rules"
"""The template in whose place the operator puts theirs."""

_COLUMN = 12
_SIGN = re.compile("(?<=«) | (?=[:;!?»])")
_ITEM = "- "


def write_rule_books(language: Language) -> str:
    """Return the list of the rule books, each with the line that asks for its contents."""
    verb = _verb(language)
    rows = [
        hanging_indent(f"  {no_wrap(f'{verb} {book}')}", say(language, f"book.{book}").split(" "), 2 * _COLUMN)
        for book in rulebook_names()
    ]
    return fill_template(language, "anyone.rulebooks", rows=rows)


def write_house_rules(language: Language) -> str:
    """Return the house rules of the operator; where they stand in the other language alone, that is said."""
    others = [one for one in LANGUAGES if one != language and has_house_rules(one)]
    if has_house_rules(language) or not others:
        return fill_template(language, _HOUSE_RULES)
    told = say(language, "house.alone", tongue=language_name(others[0], language))
    return f"{told}\n\n{fill_template(others[0], _HOUSE_RULES)}"


def operators_house_rules() -> tuple[HouseRules, ...]:
    """Return the house rules of the operator, in each language in which they have some, for a game to keep."""
    return tuple(
        house_rules(language, str(fill_template(language, _HOUSE_RULES)))
        for language in LANGUAGES
        if has_house_rules(language)
    )


def has_house_rules(language: Language) -> bool:
    """Whether the operator has house rules in a language."""
    return f"{language}/{_HOUSE_RULES}.txt" in own_templates(own_template_folder()).usable


def write_rule_contents(text: BookText, paragraphs: Sequence[RuleParagraph], language: Language) -> str:
    """Return the titles of some paragraphs, and how one asks for them and for words."""
    rows = [hanging_indent(f"  {no_wrap(one.number)}", one.title[language].split(" "), _COLUMN) for one in paragraphs]
    asks = f"{_verb(language)} {text.book}"
    return fill_template(
        language,
        "anyone.rules",
        title=say(language, f"book.{text.book}"),
        rows=rows,
        paragraph=f"{asks} {paragraphs[len(paragraphs) // 2].number}",
        all=f"{asks} {written_value('all', language).upper()}",
        word=f"{asks} {text.terms[0].words[language][0]}",
        terms=", ".join(sorted({no_wrap(term.words[language][0]) for term in text.terms}, key=str.casefold)),
    )


def write_paragraphs(text: BookText, paragraphs: Sequence[RuleParagraph], language: Language) -> str:
    """Return paragraphs in full, their examples in the notation of the book."""
    return fill_template(
        language,
        "anyone.rule",
        book=say(language, f"book.{text.book}"),
        paragraphs=[
            {
                "heading": f"{one.number}. {one.title[language]}",
                "blocks": blocks_of(one.text[language]),
                "examples": [
                    {
                        "follows": shown.follows,
                        "opening": opening_of_example(shown, text.book, language),
                        "powers": example_results(shown, text.book, language),
                    }
                    for shown in pictured_examples(text.book, one).values()
                ],
            }
            for one in paragraphs
        ],
    )


def write_terms(known: Sequence[tuple[BookText, Term]], language: Language) -> str:
    """Return what a word means in each book that uses it, with the line that asks for its paragraph."""
    terms = [
        {
            "heading": f"{term.words[language][0]} ({say(language, f'book.{text.book}')})",
            "blocks": blocks_of(term.text[language]),
            "asks": f"{_verb(language)} {text.book} {term.paragraph}",
        }
        for text, term in known
    ]
    return fill_template(language, "anyone.term", terms=terms)


def cited_rules(rules: Iterable[RuleParagraph], language: Language) -> list[str]:
    """Return a line for each of some paragraphs of the book of a game: what asks for it there, and its title."""
    verb = say(language, "why.ask_rule")
    titles = {one.number: one.title[language].split(" ") for one in rules}
    return [hanging_indent(f"  {no_wrap(f'{verb} {number}')}", title, 2 * _COLUMN) for number, title in titles.items()]


def _verb(language: Language) -> str:
    return vocabulary().printed["verbs", language]["rule"]


def blocks_of(text: str) -> list[list[str]]:
    """Return the passages of a text, each one line to be laid out; French signs stay with the word before them.

    One whose lines begin with a dash is a list, of a line for each item.
    """
    passages = ([block] if block[:2] != _ITEM else block.split("\n") for block in text.split("\n\n"))
    return [
        [_SIGN.sub(no_wrap(" "), " ".join(line.removeprefix(_ITEM).split())) for line in lines] for lines in passages
    ]


def orders_of_example(example: RuleExample) -> Mapping[Power, Sequence[Order]]:
    """Return the orders of an example."""
    orders: dict[Power, list[Order]] = {}
    for power, line in example.lines:
        reader = OrderReader(load_notation("standard"), (), OrderContext(STANDARD_BOARD, example.position, power))
        order = misread_if_offered(read_without_hints(line, reader))
        if not isinstance(order, Misread):
            orders.setdefault(power, []).append(order)
    return orders


def judge_example(example: RuleExample, book: str) -> Judgement:
    """Return what a rule book makes of the orders of an example."""
    return judge_phase(STANDARD_BOARD, load_rulebook(book), example.position, orders_of_example(example))


def pictured_examples(book: str, paragraph: RuleParagraph) -> Mapping[str, RuleExample]:
    """Return the examples of a paragraph, phase by phase, by what their pictures are named: ``1971-XII.3-2``."""
    named = f"{book}-{paragraph.number.replace(' ', '_')}"
    shown = chain.from_iterable(_phases_of(example, book) for example in paragraph.examples)
    return {f"{named}-{place}" if place > 1 else named: one for place, one in enumerate(shown, 1)}


def _phases_of(example: RuleExample, book: str) -> Sequence[RuleExample]:
    """Return the phase that an example shows, and those that follow as a rule book judges them."""
    shown = [example]
    for lines in example.then:
        shown.append(RuleExample(judge_example(shown[-1], book).after, lines, follows=True))
    return shown


def example_phrasing(example: RuleExample, book: str, language: Language) -> Phrasing:
    """Return an example in the notation of its book and with its names."""
    notation = load_notation(notation_of_game(Settings(rulebook=book), language))
    return Phrasing(language, notation, board_in_book(STANDARD_BOARD, book), example.position)


def example_results(example: RuleExample, book: str, language: Language) -> Sequence[PowerResult]:
    """Return the orders of an example with what the rule book makes of them, in its notation and with its names."""
    return power_results(judge_example(example, book), (), example_phrasing(example, book, language))


def opening_of_example(example: RuleExample, book: str, language: Language) -> list[str]:
    """Return what the orders of an example do not tell: in winter who has what, else which units count for more."""
    phrasing, position = example_phrasing(example, book, language), example.position
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return [_holdings(phrasing, power) for power in phrasing.powers if _has_anything(position, power)]
    strong = [unit for unit in position.units.values() if unit.strength > 1]
    told = (f"{phrasing.unit(unit)} {unit.strength}" for unit in phrasing.by_place(strong, lambda unit: unit.at))
    return [phrasing.say("drawn.strengths", units=", ".join(told))] if strong else []


def _has_anything(position: Position, power: Power) -> bool:
    return power in position.owners.values() or bool(position.units_of(power))


def _holdings(phrasing: Phrasing, power: Power) -> str:
    centres = phrasing.places(at for at, owner in phrasing.position.owners.items() if owner == power)
    units = [phrasing.unit(unit) for unit in phrasing.units_of(power)]
    return phrasing.say(
        "drawn.holdings",
        name=phrasing.power(power),
        centres=", ".join(centres) or phrasing.say("drawn.none"),
        units=", ".join(units) or phrasing.say("drawn.no_units"),
    )
