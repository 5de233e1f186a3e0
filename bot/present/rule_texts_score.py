"""The switches of calling, points, the end and the seats in words (sections 5 to 7 of the rules)."""

from bot.i18n.catalog import mark, mark_count
from bot.present.rule_words import NO, OFF, YES, Counted, RuleText, Said

CALLING = {
    "call_limit": RuleText(
        "calling",
        mark("Call limit"),
        mark("With how many points in hand you may call."),
        {0: Said(mark("0"), mark("At the start of your turn you may call {word} if your hand counts 0."))},
        Counted(
            mark_count(
                "At the start of your turn you may call {word} with {n} point or less.",
                "At the start of your turn you may call {word} with {n} points or less.",
            )
        ),
    ),
    "first_turn_call": RuleText(
        "calling",
        mark("Calling at once"),
        mark("Whether you may call before you have had a turn in the round."),
        {
            "allowed": Said(mark("allowed"), mark("You may call on your first turn."), quiet=True),
            "after_one_turn": Said(
                mark("after one turn"), mark("You may call only after one turn of your own in the round.")
            ),
        },
    ),
    "final_lap": RuleText(
        "calling",
        mark("Last turn after a call"),
        mark("Whether the others get one more turn after a call."),
        {
            "none": Said(NO, mark("After a call all hands are shown at once.")),
            "optional": Said(
                mark("yes, or pass"),
                mark("After a call everybody else takes one more turn or passes; then all hands are shown."),
            ),
            "compulsory": Said(
                mark("yes, no passing"),
                mark("After a call everybody else must take one more turn; then all hands are shown."),
            ),
        },
    ),
}

SCORING = {
    "assaf_on": RuleText(
        "scoring",
        mark("A call is beaten by"),
        mark("Which hand beats a call."),
        {
            "tie_or_lower": Said(
                mark("an equal or lower hand"),
                mark("Assaf! A call is beaten by a hand that counts as much or less."),
            ),
            "lower": Said(
                mark("a lower hand"), mark("Assaf! A call is beaten only by a hand that counts less.")
            ),
        },
    ),
    "assaf_mode": RuleText(
        "scoring",
        mark("A beaten caller writes"),
        mark("Whether the penalty comes on top of the hand."),
        {
            "plus": Said(mark("hand and penalty"), mark("A beaten caller writes the hand and the penalty.")),
            "flat": Said(mark("the penalty alone"), mark("A beaten caller writes the penalty alone.")),
        },
    ),
    "assaf_penalty": RuleText(
        "scoring",
        mark("Penalty"),
        mark("How many points a beaten call costs."),
        number=Counted(mark_count("The penalty is {n} point.", "The penalty is {n} points.")),
    ),
    "assaf_tie_penalty": RuleText(
        "scoring",
        mark("Penalty for a tie"),
        mark("What a call costs that is beaten by an equal hand."),
        {None: Said(mark("the same"), mark("Beaten by an equal hand, the penalty is the same."), quiet=True)},
        Counted(
            mark_count(
                "Beaten by an equal hand, the penalty is {n} point.",
                "Beaten by an equal hand, the penalty is {n} points.",
            )
        ),
    ),
    "assaf_extra": RuleText(
        "scoring",
        mark("Penalty for each further hand"),
        mark("What each further hand that beats the call costs."),
        {0: Said(mark("nothing"), mark("Several hands that beat a call cost no more than one."), quiet=True)},
        Counted(
            mark_count(
                "Each further hand that beats the call costs {n} point more.",
                "Each further hand that beats the call costs {n} points more.",
            )
        ),
    ),
    "assaf_zero": RuleText(
        "scoring",
        mark("0 after an Assaf goes to"),
        mark("Who writes 0 when a call is beaten."),
        {
            "lowest": Said(mark("the lowest hand"), mark("After an Assaf the lowest hand writes 0.")),
            "all": Said(
                mark("every hand that beats it"),
                mark("After an Assaf every hand that beats the call writes 0."),
            ),
            "first": Said(
                mark("the first lowest hand"),
                mark(
                    "After an Assaf one hand writes 0: the lowest, of equal ones the first after the caller."
                ),
            ),
            "none": Said(mark("nobody"), mark("After an Assaf nobody writes 0.")),
        },
    ),
    "assaf_others": RuleText(
        "scoring",
        mark("The others after an Assaf"),
        mark("What the others write when a call is beaten."),
        {
            "hand": Said(
                mark("their hand"), mark("After an Assaf the others write their hands."), quiet=True
            ),
            "zero": Said(mark("0"), mark("After an Assaf the others write 0.")),
        },
    ),
    "level_with_caller": RuleText(
        "scoring",
        mark("Level with the caller"),
        mark("What a hand writes that counts as much as a call that stands."),
        {
            "hand": Said(mark("the hand"), mark("A hand level with a call that stands is written as it is.")),
            "zero": Said(mark("0"), mark("A hand level with a call that stands writes 0.")),
        },
    ),
    "zero_hand": RuleText(
        "scoring",
        mark("A call with 0"),
        mark("Whether a call with 0 points can be beaten."),
        {
            "normal": Said(mark("can be beaten"), mark("A call with 0 can be beaten too."), quiet=True),
            "immune": Said(mark("always stands"), mark("A call with 0 always stands.")),
        },
    ),
    "caller_bonus": RuleText(
        "scoring",
        mark("Bonus for a call"),
        mark("How many points a call that stands takes off."),
        {0: Said(mark("no bonus"), mark("A call that stands writes 0, the others write their hands."))},
        Counted(
            mark_count(
                "A call that stands takes {n} point off the total; the others write their hands.",
                "A call that stands takes {n} points off the total; the others write their hands.",
            )
        ),
    ),
    "winner_halves_total": RuleText(
        "scoring",
        mark("The winner's total"),
        mark("Whether the winner of a round halves the total."),
        {
            False: Said(mark("stays"), mark("Winning a round changes nothing in a total."), quiet=True),
            True: Said(mark("is halved"), mark("The winner of a round halves the total.")),
        },
    ),
    "ofer": RuleText(
        "scoring",
        mark("Ofer"),
        mark("Whether a beaten caller is out of the match at once."),
        {
            False: Said(OFF, mark("A beaten caller plays on."), quiet=True),
            True: Said(mark("a beaten caller is out"), mark("A beaten caller is out of the match at once.")),
        },
    ),
    "exact_hits": RuleText(
        "scoring",
        mark("Exact totals"),
        mark("Which totals fall when they are hit exactly."),
        {"off": Said(OFF, mark("Exact totals change nothing."))},
    ),
    "exact_hit_needs_points": RuleText(
        "scoring",
        mark("Exact totals count"),
        mark("Whether a round without points can hit a total exactly."),
        {
            True: Said(
                mark("with points"),
                mark("An exact total counts only in a round that adds points."),
                quiet=True,
            ),
            False: Said(mark("always"), mark("An exact total counts also in a round that adds no points.")),
        },
    ),
    "exact_hit_chain": RuleText(
        "scoring",
        mark("Exact totals in a row"),
        mark("Whether a fallen total can fall again at once."),
        {
            False: Said(NO, mark("A total falls once a round."), quiet=True),
            True: Said(YES, mark("A total that falls onto the next mark falls again.")),
        },
    ),
}

END = {
    "limit": RuleText(
        "end",
        mark("Limit"),
        mark("The total that nobody should exceed."),
        number=Counted(mark_count("The limit is {n} point.", "The limit is {n} points.")),
    ),
    "limit_test": RuleText(
        "end",
        mark("The limit is passed by"),
        mark("Whether a total that is just the limit has passed it."),
        {
            "over": Said(
                mark("more than it"), mark("A total of just the limit has not passed it."), quiet=True
            ),
            "reach": Said(mark("reaching it"), mark("A total of just the limit has passed it.")),
        },
    ),
    "game_end": RuleText(
        "end",
        mark("The match ends"),
        mark("When the match is over and who wins."),
        {
            "last_in": Said(
                mark("when one is left"), mark("Whoever passes the limit is out. The last one in wins.")
            ),
            "first_over": Said(
                mark("when one passes the limit"),
                mark("As soon as somebody passes the limit, the lowest total wins."),
            ),
            "rounds": Said(mark("after some rounds"), mark("After the last round the lowest total wins.")),
        },
    ),
    "rounds": RuleText(
        "end",
        mark("Rounds"),
        mark("How many rounds a match has, where it does not end by the limit."),
        number=Counted(mark_count("The match has {n} round.", "The match has {n} rounds.")),
    ),
    "two_left": RuleText(
        "end",
        mark("When two are left"),
        mark("How the last two settle the match."),
        {
            "play_on": Said(mark("they play on"), mark("The last two play on to the limit."), quiet=True),
            "golden": Said(
                mark("one round decides"), mark("When two are left, the lower score of the next round wins.")
            ),
        },
    ),
    "tie_at_end": RuleText(
        "end",
        mark("Level at the end"),
        mark("What happens when the best are level."),
        {
            "joint": Said(
                mark("they share the win"), mark("Who is level at the end shares the win."), quiet=True
            ),
            "extra_round": Said(mark("extra round"), mark("Who is level at the end plays an extra round.")),
        },
    ),
}

TABLE = {
    "first_starter": RuleText(
        "table",
        mark("First to start"),
        mark("Who starts the first round."),
        {
            "left_of_dealer": Said(
                mark("left of the dealer"), mark("Left of the dealer starts the first round."), quiet=True
            ),
            "random": Said(mark("by lot"), mark("Who starts the first round is drawn by lot.")),
            "host": Said(mark("the host"), mark("The host starts the first round.")),
        },
    ),
    "next_starter": RuleText(
        "table",
        mark("Then starts"),
        mark("Who starts the later rounds."),
        {
            "winner": Said(mark("the winner"), mark("The winner of a round starts the next.")),
            "caller": Said(mark("the caller"), mark("The caller of a round starts the next.")),
            "left_of_caller": Said(
                mark("left of the caller"), mark("Left of the caller starts the next round.")
            ),
            "dealer": Said(
                mark("left of the dealer"), mark("The deal moves on each round; left of the dealer starts.")
            ),
            "loser": Said(mark("the loser"), mark("Who writes most points in a round starts the next.")),
        },
    ),
    "late_join": RuleText(
        "table",
        mark("Joining late"),
        mark("Whether one may sit down at a running match."),
        {
            "none": Said(NO, mark("Nobody joins a running match."), quiet=True),
            "highest": Said(mark("at the highest total"), mark("You may join late, at the highest total.")),
            "highest_plus_10": Said(
                mark("at the highest total and 10"),
                mark("You may join late, at the highest total and 10 more."),
            ),
        },
    ),
    "round_turn_cap": RuleText(
        "table",
        mark("Longest round"),
        mark("After how many turns a round without a call ends."),
        {0: Said(mark("no end"), mark("A round goes on until somebody calls."), quiet=True)},
        Counted(
            mark_count(
                "A round without a call ends after {n} turn, without points.",
                "A round without a call ends after {n} turns, without points.",
            )
        ),
    ),
}
