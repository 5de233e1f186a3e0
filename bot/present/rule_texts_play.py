"""The switches of the cards, of laying, drawing and slapping in words (sections 1 to 4 of the rules)."""

from bot.i18n.catalog import mark, mark_count
from bot.present.rule_words import NO, OFF, YES, Counted, RuleText, Said

CARDS = {
    "players_max": RuleText(
        "cards",
        mark("Most players"),
        mark("How many may sit at one table."),
        number=Counted(mark_count("Up to {n} player at the table.", "Up to {n} players at the table.")),
    ),
    "hand_size": RuleText(
        "cards",
        mark("Cards in hand"),
        mark("How many cards everybody is dealt."),
        number=Counted(mark_count("Everybody is dealt {n} card.", "Everybody is dealt {n} cards.")),
    ),
    "packs": RuleText(
        "cards",
        mark("Packs"),
        mark("How many packs of cards are shuffled together."),
        {
            1: Said(mark("one pack"), mark("One pack of cards."), quiet=True),
            2: Said(mark("two packs"), mark("Two packs of cards.")),
            "auto": Said(
                mark("two packs from six players on"), mark("From six players on there are two packs.")
            ),
        },
    ),
    "jokers_per_pack": RuleText(
        "cards",
        mark("Jokers"),
        mark("How many jokers each pack has."),
        {
            0: Said(mark("no jokers"), mark("There are no jokers.")),
            1: Said(mark("one joker"), mark("Each pack has one joker; it counts 0.")),
            2: Said(mark("two jokers"), mark("Each pack has two jokers; they count 0.")),
        },
    ),
    "face_values": RuleText(
        "cards",
        mark("Face cards"),
        mark("What jack, queen and king count."),
        {
            "10-10-10": Said(mark("10 each"), mark("Ace counts 1, jack, queen and king 10 each.")),
            "11-12-13": Said(mark("11, 12 and 13"), mark("Ace counts 1, jack 11, queen 12, king 13.")),
        },
    ),
    "teams": RuleText(
        "cards",
        mark("Teams"),
        mark("Whether two teams play against each other."),
        {
            0: Said(NO, mark("Everybody plays alone."), quiet=True),
            2: Said(mark("two teams"), mark("Two teams, every other seat; the limit is for a team's sum.")),
        },
    ),
}

LAYING = {
    "set_min": RuleText(
        "laying",
        mark("Smallest set"),
        mark("How many cards of one rank make a set."),
        {
            2: Said(mark("two cards"), mark("A set: two or more cards of one rank.")),
            3: Said(mark("three cards"), mark("A set: three or more cards of one rank.")),
        },
    ),
    "jokers_in_sets": RuleText(
        "laying",
        mark("Jokers in sets"),
        mark("Whether a joker can stand for a card of a set."),
        {
            "none": Said(NO, mark("A joker cannot be part of a set."), quiet=True),
            "wild": Said(YES, mark("A joker may stand for a card of a set.")),
        },
    ),
    "joker_pair": RuleText(
        "laying",
        mark("Jokers as a set"),
        mark("Whether jokers alone make a set."),
        {
            False: Said(NO, mark("Jokers alone are no set."), quiet=True),
            True: Said(YES, mark("Jokers alone are a set too.")),
        },
    ),
    "runs": RuleText(
        "laying",
        mark("Runs"),
        mark("Whether cards of one suit that follow one another may be laid."),
        {
            True: Said(YES, mark("A run: cards of one suit that follow one another.")),
            False: Said(NO, mark("There are no runs.")),
        },
    ),
    "run_min": RuleText(
        "laying",
        mark("Shortest run"),
        mark("How many cards make a run."),
        number=Counted(mark_count("A run has at least {n} card.", "A run has at least {n} cards.")),
    ),
    "ace_in_runs": RuleText(
        "laying",
        mark("Ace in runs"),
        mark("Where the ace stands in a run."),
        {
            "low": Said(mark("low"), mark("In a run the ace comes before the 2."), quiet=True),
            "high_or_low": Said(
                mark("low or high"), mark("In a run the ace comes before the 2 or after the king.")
            ),
            "wrap": Said(
                mark("round the corner"), mark("A run may go on from the king over the ace to the 2.")
            ),
        },
    ),
    "jokers_in_runs": RuleText(
        "laying",
        mark("Jokers in runs"),
        mark("What a joker can do in a run."),
        {
            "none": Said(NO, mark("A joker cannot be part of a run.")),
            "gaps_only": Said(mark("in gaps"), mark("A joker may fill a gap inside a run.")),
            "anywhere": Said(mark("anywhere"), mark("A joker may stand for any card of a run.")),
        },
    ),
    "max_jokers_per_run": RuleText(
        "laying",
        mark("Most jokers in a run"),
        mark("How many jokers one run may hold."),
        {4: Said(mark("any number"), mark("A run may hold any number of jokers."), quiet=True)},
        Counted(mark_count("A run holds at most {n} joker.", "A run holds at most {n} jokers.")),
    ),
    "min_naturals_in_run": RuleText(
        "laying",
        mark("Real cards in a run"),
        mark("How many cards of a run must be no jokers."),
        {
            1: Said(mark("one card"), mark("At least one card of a run is no joker."), quiet=True),
            2: Said(mark("two cards"), mark("At least two cards of a run are no jokers.")),
        },
    ),
}

DRAWING = {
    "draw_from_set": RuleText(
        "drawing",
        mark("Taking from a set"),
        mark("Which cards of a laid set the next player may take."),
        {
            "ends": Said(
                mark("first or last card"), mark("From a set you may take the first or the last card.")
            ),
            "any": Said(mark("any card"), mark("From a set you may take any card.")),
            "top": Said(mark("last card"), mark("From a set you may take only the card laid last.")),
        },
    ),
    "draw_from_run": RuleText(
        "drawing",
        mark("Taking from a run"),
        mark("Which cards of a laid run the next player may take."),
        {
            "ends": Said(
                mark("first or last card"), mark("From a run you may take the first or the last card.")
            ),
            "any": Said(mark("any card"), mark("From a run you may take any card.")),
            "top": Said(mark("last card"), mark("From a run you may take only the card laid last.")),
        },
    ),
    "end_joker_drawable": RuleText(
        "drawing",
        mark("Taking a joker"),
        mark("Whether a joker may be taken from a set or a run."),
        {
            True: Said(YES, mark("A joker that lies first or last may be taken."), quiet=True),
            False: Said(NO, mark("A joker may not be taken from a set or a run.")),
        },
    ),
    "joker_swap": RuleText(
        "drawing",
        mark("Swapping a joker"),
        mark("Whether the card a joker stands for may be swapped for it."),
        {
            False: Said(NO, mark("Jokers are not swapped."), quiet=True),
            True: Said(
                YES, mark("As your turn you may swap a joker in the open run for the card it stands for.")
            ),
        },
    ),
    "discard_draw_needs": RuleText(
        "drawing",
        mark("To take an open card"),
        mark("What you must lay to be allowed to take an open card."),
        {
            "nothing": Said(
                mark("lay anything"), mark("Whatever you lay, you may take an open card."), quiet=True
            ),
            "multi": Said(
                mark("lay two cards or more"),
                mark("You may take an open card only after laying two cards or more."),
            ),
        },
    ),
    "upcard_drawable": RuleText(
        "drawing",
        mark("Taking the first open card"),
        mark("Whether the card turned up after the deal may be taken."),
        {
            True: Said(YES, mark("The card turned up after the deal may be taken."), quiet=True),
            False: Said(NO, mark("The card turned up after the deal may not be taken.")),
        },
    ),
    "stock_empty": RuleText(
        "drawing",
        mark("Empty stock"),
        mark("What happens when the stock runs out."),
        {
            "reshuffle": Said(
                mark("discards are shuffled"), mark("When the stock runs out, the old discards are shuffled.")
            ),
            "score_hands": Said(
                mark("round ends, hands count"),
                mark("When the stock runs out, the round ends and everybody writes the hand."),
            ),
            "no_points": Said(
                mark("round ends without points"),
                mark("When the stock runs out, the round ends without points."),
            ),
        },
    ),
}

SLAP = {
    "slap": RuleText(
        "slap",
        mark("Slapping"),
        mark("Whether a matching card may be laid at once, without a turn."),
        {
            "off": Said(OFF, mark("There is no slapping."), quiet=True),
            "own": Said(
                mark("the card just drawn"),
                mark("If you draw a card that matches what you just laid, you may slap it down at once."),
            ),
            "anyone": Said(
                mark("by anyone"),
                mark("Whoever holds a card of the top card's rank may slap it down at once, out of turn."),
            ),
            "both": Said(
                mark("the card just drawn, or by anyone"),
                mark(
                    "Whoever holds a card of the top card's rank may slap it down at once, and so may you "
                    "with a card just drawn that matches what you laid."
                ),
            ),
        },
    ),
    "slap_trigger": RuleText(
        "slap",
        mark("Slapping onto"),
        mark("What a drawn card may be slapped onto."),
        {
            "single": Said(mark("a single card"), mark("A drawn card is slapped onto a single card only.")),
            "single_or_set": Said(
                mark("a single card or a set"), mark("A drawn card is slapped onto a single card or a set.")
            ),
        },
    ),
    "slap_run_extension": RuleText(
        "slap",
        mark("Slapping onto a run"),
        mark("Whether a drawn card that goes on from your run may be slapped."),
        {
            False: Said(NO, mark("Nothing is slapped onto a run."), quiet=True),
            True: Said(YES, mark("A drawn card that goes on from your run may be slapped too.")),
        },
    ),
    "slap_from": RuleText(
        "slap",
        mark("Slapping a card from"),
        mark("Where the card that you slap must come from."),
        {
            "stock": Said(
                mark("the stock"), mark("Only a card from the stock may be slapped by who drew it.")
            ),
            "any": Said(mark("anywhere"), mark("A card taken from the discards may be slapped too.")),
        },
    ),
    "slap_last_card": RuleText(
        "slap",
        mark("Slapping the last card"),
        mark("What happens when somebody slaps the last card."),
        {
            "must_call": Said(
                mark("call next turn"), mark("Whoever slaps the last card calls at the next turn.")
            ),
            "forbid": Said(mark("not allowed"), mark("The last card may not be slapped.")),
            "wins_round": Said(mark("wins the round"), mark("Whoever slaps the last card wins the round.")),
        },
    ),
}
