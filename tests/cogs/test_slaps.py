"""Slaps in a channel: who may, what the others learn of it, and who was first."""

from dataclasses import replace
from itertools import count

import pytest

from bot.engine.actions import STOCK, Turn
from bot.engine.apply import apply
from bot.engine.cards import RANK, cards_in
from bot.engine.house_rules import parse_rules
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round, new_match
from bot.engine.views import table_view
from bot.present import tokens
from bot.present.tokens import decode, encode


def first_turns(rules, players=3):
    """Every first turn that lays one card, over one seed after another: seed, place, state after it."""
    for number in count():
        seed = f"{number:064x}"
        dealt = deal_round(new_match(rules, players, seed)).state
        for place, card in enumerate(cards_in(dealt.round.hands[dealt.round.to_move])):
            yield seed, place, apply(dealt, dealt.round.to_move, Turn((card,), STOCK)).state


def deal_with(fits, **changes):
    """The seed and the place of the card to lay first so that what follows fits."""
    rules = parse_rules(changes)
    return next((seed, place) for seed, place, state in first_turns(rules) if fits(state))


def anybody(state):
    return any(legal_actions(state, seat).slaps for seat in state.seats)


def slapper(state):
    """A seat that may slap out of turn."""
    seats = [seat for seat in state.seats if seat != state.round.to_move]
    return next((seat for seat in seats if legal_actions(state, seat).slaps), None)


async def start(room, people, seed, slap):
    room.bot.seed = seed
    await room.set_by_owner("slap", slap)
    await room.start(*people)
    return {who.id: who for who in people}


def person_at(room, by_user, seat):
    return by_user[room.table.members[seat].user]


async def lay(room, by_user, place):
    """The person to move lays the one card at that place and draws from the stock."""
    mover = person_at(room, by_user, room.table.view.to_move)
    (answer,) = await room.raw_presses((mover, await room.hand(mover), draw_press(room, mover, place)))
    room.hands[mover.id] = answer.response or room.hands[mover.id]
    await room.wait()
    return mover


def draw_press(room, who, place):
    hand = room.bot.manager.hand(room.table_id, who.id)
    return encode(tokens.Draw(room.table_id, hand.stamp, (place,), STOCK))


def board_buttons(room):
    return [(button.label, button.is_on) for button in room.buttons(room.board())]


def slap_any(room):
    return encode(tokens.SlapAny(room.table_id))


def slaps_of(room, who):
    return room.bot.manager.hand(room.table_id, who.id).view.legal.slaps


def able(room, people):
    """Somebody who may slap out of turn."""
    mover = room.table.members[room.table.view.to_move].user
    return next(who for who in people if who.id != mover and slaps_of(room, who))


def cards_of(room, who):
    return set(cards_in(room.bot.manager.hand(room.table_id, who.id).view.hand))


ANYONE = {"slap": "anyone"}


@pytest.fixture
def people(ann, ben, cem):
    return [ann, ben, cem]


async def test_the_button_stands_on_the_table_for_everybody_always(room, people):
    """Whether somebody can slap changes nothing that the channel sees."""
    seed, place = deal_with(lambda state: slapper(state) is not None, **ANYONE)
    by_user = await start(room, people, seed, "anyone")
    before = board_buttons(room)
    assert ("Slap!", True) in before
    for _ in range(6):
        await lay(room, by_user, place)
        assert board_buttons(room) == before
        place = 0


@pytest.mark.parametrize("slap", ["off", "own"])
async def test_there_is_no_button_where_nobody_slaps_out_of_turn(room, people, slap):
    await start(room, people, "7" * 64, slap)
    assert "Slap!" not in [label for label, _ in board_buttons(room)]
    version = room.table.version
    (answer,) = await room.raw_presses((people[0], room.board(), slap_any(room)))
    assert answer.response.ephemeral
    assert room.table.version == version


async def test_without_a_match_the_answer_is_private_and_nothing_else_happens(room, people):
    seed, place = deal_with(lambda state: not anybody(state), **ANYONE)
    by_user = await start(room, people, seed, "anyone")
    stranger = room.person("Dan")
    await lay(room, by_user, place)
    version, shown, since = room.table.version, room.text(room.board()), len(room.env.http_requests)
    for who in people:
        answer = await room.press(who, room.board(), "Slap!")
        assert answer.response.ephemeral
        assert "no card that can be slapped" in room.text(answer.response)
    answer = await room.press(stranger, room.board(), "Slap!")
    assert answer.response.ephemeral
    assert "no seat" in room.text(answer.response)
    await room.wait(5)
    assert room.table.version == version
    assert room.text(room.board()) == shown
    assert {path.split("/")[1] for path in room.requests(since)} <= {"interactions"}


async def test_a_match_is_laid_and_the_turn_stays(room, people):
    seed, place = deal_with(lambda state: slapper(state) is not None, **ANYONE)
    by_user = await start(room, people, seed, "anyone")
    await lay(room, by_user, place)
    who, to_move = able(room, people), room.table.view.to_move
    (card, *_) = slaps_of(room, who)
    answer = await room.press(who, room.board(), "Slap!")
    assert answer.response.ephemeral
    assert card not in cards_of(room, who)
    assert room.table.view.open[-1] == card
    assert room.table.view.to_move == to_move
    assert len(room.buttons(answer.response, tokens.Tap)) == 4
    await room.wait()
    assert "4 cards" in room.text(room.board())


async def test_of_two_presses_at_once_the_first_counts_and_the_second_is_told_in_private(room, people):
    seed, place = deal_with(lambda state: slapper(state) is not None, **ANYONE)
    by_user = await start(room, people, seed, "anyone")
    await lay(room, by_user, place)
    who, mover = able(room, people), person_at(room, by_user, room.table.view.to_move)
    held = cards_of(room, who)
    version = room.table.version
    # The player to move is quicker: his turn closes the window.
    _, late = await room.raw_presses(
        (mover, await room.hand(mover), draw_press(room, mover, 0)), (who, room.board(), slap_any(room))
    )
    assert room.table.version == version + 1
    assert late.response.ephemeral
    assert cards_of(room, who) == held
    assert "Too late" in room.text(late.response)


async def test_a_doubled_press_slaps_once(room, people):
    def has_one(state):
        seat = slapper(state)
        return seat is not None and len(legal_actions(state, seat).slaps) == 1

    seed, place = deal_with(has_one, **ANYONE)
    by_user = await start(room, people, seed, "anyone")
    await lay(room, by_user, place)
    who, version = able(room, people), room.table.version
    answers = await room.raw_presses(*[(who, room.board(), slap_any(room))] * 2)
    assert all(answer.response.ephemeral for answer in answers)
    assert room.table.version == version + 1
    assert len(cards_of(room, who)) == 4


# --- The drawer's own slap ------------------------------------------------------------------------


def drawn_match(state):
    seat = next(seat for seat in state.seats if seat != state.round.to_move and state.round.turns[seat])
    return bool(legal_actions(state, seat).slaps)


async def own_slap_open(room, people):
    """The first mover has drawn a card that he may slap: he, and his hand as he sees it."""
    seed, place = deal_with(drawn_match, slap="own")
    by_user = await start(room, people, seed, "own")
    mover = await lay(room, by_user, place)
    return by_user, mover, await room.hand(mover)


async def test_the_drawers_slap_stands_in_his_own_hand_alone(room, people):
    _, mover, hand = await own_slap_open(room, people)
    assert len(room.buttons(hand, tokens.SlapCard)) == 1
    assert "Slap!" not in [label for label, _ in board_buttons(room)]
    for other in people:
        if other is not mover:
            shown = await room.press(other, room.board(), "My hand")
            assert room.buttons(shown.response, tokens.SlapCard) == []
    answer = await room.press(mover, hand, tokens.SlapCard)
    assert answer.response.id == hand.id
    assert len(cards_of(room, mover)) == 4
    assert room.buttons(hand, tokens.SlapCard) == []


async def test_the_drawers_slap_is_closed_by_the_next_turn(room, people):
    by_user, mover, hand = await own_slap_open(room, people)
    press = room.buttons(hand, tokens.SlapCard)[0].id
    await lay(room, by_user, 0)
    held, version = cards_of(room, mover), room.table.version
    (late,) = await room.raw_presses((mover, hand, press))
    assert cards_of(room, mover) == held
    assert room.table.version == version
    assert "Too late" in room.text(late.response)


async def test_nobody_else_can_press_the_drawers_slap(room, people):
    _, mover, hand = await own_slap_open(room, people)
    press = room.buttons(hand, tokens.SlapCard)[0].id
    thief = next(who for who in people if who is not mover)
    held, version = cards_of(room, thief), room.table.version
    token = decode(press)
    own = room.bot.manager.hand(room.table_id, thief.id)
    forged = encode(tokens.SlapCard(room.table_id, own.stamp, token.card))
    for custom_id in (press, forged):
        (answer,) = await room.raw_presses((thief, room.board(), custom_id))
        assert answer.response.ephemeral
    assert cards_of(room, thief) == held
    assert room.table.version == version


# --- The last card --------------------------------------------------------------------------------


def down_to_one(rules):
    """Turns after which somebody can slap his last card: the seed, what is laid each time, his seat."""
    for number in count():
        seed = f"{number:064x}"
        state, laid = deal_round(new_match(rules, 2, seed)).state, []
        while state.round is not None and len(laid) < 12:
            seat = state.round.to_move
            discard = max(legal_actions(state, seat).discards, key=len, default=())
            if not discard:
                break
            laid.append(discard)
            state = apply(state, seat, Turn(discard, STOCK)).state
            other = seat if state.round is None else 1 - state.round.to_move
            if (
                state.round is not None
                and state.round.hands[other].bit_count() == 1
                and matches(state, other)
            ):
                return seed, laid, other
    raise AssertionError("seeds never end")


def matches(state, seat):
    (last,) = cards_in(state.round.hands[seat])
    return RANK[last] == RANK[table_view(state).open[-1]]


async def ready_for_the_last_slap(room, ann, ben, slap_last_card):
    """Played up to the moment when somebody holds one card, which matches."""
    changes = {"hand_size": 3, "call_limit": 0, "slap": "anyone", "slap_last_card": slap_last_card}
    seed, laid, seat = down_to_one(parse_rules(changes))
    settings = await room.bot.manager.guild_settings(room.guild.id)
    await room.bot.manager.save_guild_settings(replace(settings, rules={"preset": "classic"} | changes))
    room.bot.seed = seed
    await room.start(ann, ben)
    people = [ann, ben]
    for discard in laid:
        mover = people[room.table.view.to_move]
        hand = room.bot.manager.hand(room.table_id, mover.id)
        places = tuple(cards_in(hand.view.hand).index(card) for card in discard)
        press = encode(tokens.Draw(room.table_id, hand.stamp, places, STOCK))
        await room.raw_presses((mover, await room.hand(mover), press))
        await room.wait()
    assert len(cards_of(room, people[seat])) == 1
    return people[seat], people[1 - seat]


async def test_the_last_card_may_not_be_slapped_where_that_is_forbidden(room, ann, ben):
    who, _ = await ready_for_the_last_slap(room, ann, ben, "forbid")
    version = room.table.version
    answer = await room.press(who, room.board(), "Slap!")
    assert answer.response.ephemeral
    assert room.table.version == version
    assert len(cards_of(room, who)) == 1


async def test_who_slaps_the_last_card_has_to_call(room, ann, ben):
    who, other = await ready_for_the_last_slap(room, ann, ben, "must_call")
    answer = await room.press(who, room.board(), "Slap!")
    assert cards_of(room, who) == set()
    assert room.buttons(answer.response, tokens.Tap) == []
    await lay(room, {ann.id: ann, ben.id: ben}, 0)
    own = await room.press(who, room.board(), "My hand")
    on = [button for button in room.buttons(own.response) if button.is_on]
    assert isinstance(on[0].token, tokens.CallNow)
    await room.press(who, own.response, tokens.CallNow)
    assert room.table.last_round.caller == room.table.seat_of(who.id)
    assert other is not who


async def test_who_slaps_the_last_card_wins_the_round(room, ann, ben):
    who, _ = await ready_for_the_last_slap(room, ann, ben, "wins_round")
    await room.press(who, room.board(), "Slap!")
    ended = room.table.last_round
    assert ended is not None
    assert ended.points[room.table.seat_of(who.id)] == 0
    assert ended.counts[room.table.seat_of(who.id)] == 0
