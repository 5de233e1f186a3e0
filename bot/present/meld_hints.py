"""Why chosen cards may not be laid together, in a sentence that says what would do."""

from bot.engine.cards import RANK, SUIT, Card, is_joker
from bot.engine.house_rules import HouseRules
from bot.i18n.catalog import Words


def why_no_meld(cards: tuple[Card, ...], rules: HouseRules, words: Words) -> str:
    """The reason for cards that make no legal discard under these rules."""
    jokers = [card for card in cards if is_joker(card)]
    naturals = [card for card in cards if not is_joker(card)]
    ranks = {RANK[card] for card in naturals}
    suits = {SUIT[card] for card in naturals}
    if len(ranks) <= 1:
        return _no_set(len(cards), jokers, rules, words)
    if len(suits) > 1:
        return _unlike(rules, words)
    if not rules.runs:
        return words.say("There are no runs here: lay one card, or cards of one rank.")
    return _no_run(cards, naturals, rules, words)


def _unlike(rules: HouseRules, words: Words) -> str:
    if rules.runs:
        return words.say("Together go cards of one rank, or cards of one suit that follow one another.")
    return words.say("Only cards of one rank go together.")


def _no_set(count: int, jokers: list[Card], rules: HouseRules, words: Words) -> str:
    if len(jokers) == count:
        return words.say("Jokers alone do not go together here. Lay one of them, or with other cards.")
    if jokers and rules.jokers_in_sets == "none":
        if rules.runs and rules.jokers_in_runs != "none":
            return words.say("Jokers go only into runs here, not with cards of one rank.")
        return words.say("A joker can only be laid alone here.")
    return words.count(
        "A set needs at least {n} card of one rank.",
        "A set needs at least {n} cards of one rank.",
        rules.set_min,
    )


def _no_run(cards: tuple[Card, ...], naturals: list[Card], rules: HouseRules, words: Words) -> str:
    jokers = len(cards) - len(naturals)
    if jokers and rules.jokers_in_runs == "none":
        return words.say("Jokers cannot be part of a run here.")
    if jokers > rules.max_jokers_per_run:
        return words.count(
            "A run holds at most {n} joker here.",
            "A run holds at most {n} jokers here.",
            rules.max_jokers_per_run,
        )
    if len(cards) < rules.run_min:
        return words.count(
            "A run needs at least {n} card in a row.",
            "A run needs at least {n} cards in a row.",
            rules.run_min,
        )
    return words.say("These cards do not follow one another without a gap.")
