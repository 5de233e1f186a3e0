"""Play: the private hand with all its buttons, and the table's buttons that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Accepted, Outcome, Refused, Stale
from bot.manager.requests import Play, TakeBack
from bot.ports.lesson import TABLE as LESSON
from bot.ports.tables import Hand
from bot.present import answers, tokens
from bot.present.deeds import Deed, action_of
from bot.present.hints import RISKY, advised, hint_text, risky_call_screen
from bot.present.notices import refusal_text
from bot.present.selection import toggle
from cogs.ui import reply
from cogs.ui.find import table_for, why_no_hand
from cogs.ui.group import add_command, remove_commands
from cogs.ui.hands import Say, refresh_hand, show_hand, why_anew
from cogs.ui.lessons import act_in_lesson, tap_in_lesson
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot

_DEEDS = (
    tokens.Draw,
    tokens.SureCall,
    tokens.PassNow,
    tokens.SlapCard,
    tokens.SlapAny,
    tokens.SwapCard,
)


class PlayCog(commands.Cog, name="Play"):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "hand", mark("See your cards, and play"), self.hand)
        self.bot.on_presses(
            {
                tokens.MyHand: self.open_hand,
                tokens.Refresh: self.open_hand,
                tokens.Tap: self.tap,
                tokens.TakeBack: self.take_back,
                tokens.CallNow: self.call,
                tokens.AskHint: self.hint,
                **dict.fromkeys(_DEEDS, self.act),
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "hand")

    async def hand(self, asked: Asked) -> None:
        """`/yaniv hand`"""
        table = table_for(asked)
        if table is None:
            await reply.send_notice(asked, answers.no_table_here)
        else:
            await self._show(asked, table.id)

    async def open_hand(self, asked: Asked, token: tokens.MyHand | tokens.Refresh) -> None:
        await self._show(asked, token.table)

    async def tap(self, asked: Asked, token: tokens.Tap) -> None:
        """A card is chosen or put back. Nothing is stored: the buttons carry the selection."""
        if token.table == LESSON:
            await tap_in_lesson(asked, token)
            return
        hand = self.bot.manager.hand(token.table, asked.user.id)
        if hand is None or hand.stamp != token.stamp:
            await self._show(asked, token.table, answers.outdated_hand)
        else:
            after = toggle(hand, token.selection, token.index)
            await show_hand(asked, hand, after, why_anew(hand, token.selection, token.index))

    async def act(self, asked: Asked, token: Deed) -> None:
        """A press that plays: one move through the manager's door, one answer."""
        if token.table == LESSON:
            await act_in_lesson(asked, token)
            return
        hand = self.bot.manager.hand(token.table, asked.user.id)
        action = action_of(token, hand) if hand else None
        if hand is None or action is None:
            await self._show(asked, token.table, answers.outdated_hand)
            return
        stamp = None if isinstance(token, tokens.SlapAny) else token.stamp
        with self.bot.desk.holding(token.table):
            outcome = await self.bot.manager.submit(Play(token.table, asked.user.id, action, stamp))
            await self._answer(asked, outcome, before=hand)

    async def call(self, asked: Asked, token: tokens.CallNow) -> None:
        """Whoever wishes it is asked again before a call that may well be beaten."""
        if token.table != LESSON and reply.wishes_of(asked).confirm_risky:
            hand = self.bot.manager.hand(token.table, asked.user.id)
            reason = await self.bot.manager.hint(token.table, asked.user.id)
            risk = reason.risk_of_assaf if reason else None
            if hand and reason and hand.stamp == token.stamp and risk is not None and risk >= RISKY:
                await reply.send_private(asked, lambda reader: risky_call_screen(reason, hand, reader))
                return
        await self.act(asked, token)

    async def hint(self, asked: Asked, token: tokens.AskHint) -> None:
        """What a good player would do, with its cards chosen; only where the server allows that."""
        manager = self.bot.manager
        hand = manager.hand(token.table, asked.user.id)
        if hand is None or not (await manager.guild_settings(hand.table.guild)).hints:
            await self._show(asked, token.table)
            return
        reason = await manager.hint(token.table, asked.user.id)
        if reason is None or hand.stamp != token.stamp:
            await self._show(asked, token.table, answers.outdated_hand)
            return
        await show_hand(
            asked, hand, advised(reason, hand), lambda reader: hint_text(reason, hand, reader.words)
        )

    async def take_back(self, asked: Asked, token: tokens.TakeBack) -> None:
        with self.bot.desk.holding(token.table):
            outcome = await self.bot.manager.submit(TakeBack(token.table, asked.user.id))
            await self._answer(asked, outcome)

    async def _answer(self, asked: Asked, outcome: Outcome, *, before: Hand | None = None) -> None:
        """The person's own hand as it is now, with a word on what came of the press."""
        say = _word_on(outcome, before)
        if outcome.hand is not None:
            await show_hand(asked, outcome.hand, say=say)
        elif isinstance(outcome, Refused) or outcome.table is None:
            await reply.send_notice(asked, say or answers.match_over)
        else:
            table = outcome.table
            await reply.send_notice(asked, lambda reader: answers.no_cards(reader, table))

    async def _show(self, asked: Asked, table_id: int, say: Say | None = None) -> None:
        hand = self.bot.manager.hand(table_id, asked.user.id)
        if hand is not None:
            await show_hand(asked, hand, say=say)
        else:
            await reply.send_notice(asked, await why_no_hand(self.bot, table_id, asked.user.id))

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """Whoever may act now sees it in the hand he has open; nobody else's hand is touched."""
        if self.bot.desk.board(table_id).held:
            return
        for user in self.bot.desk.hands_at(table_id, self.bot.clock.now()):
            self.bot.look_after(refresh_hand(self.bot, table_id, user))

    @commands.Cog.listener()
    async def on_sweep(self) -> None:
        self.bot.desk.drop_old_hands(self.bot.clock.now())


def _word_on(outcome: Outcome, before: Hand | None) -> Say | None:
    match outcome:
        case Refused(why=why, params=params):
            return lambda reader: refusal_text(why, params, reader)
        case Stale():
            return answers.outdated_hand
        case Accepted(hand=after):
            if before is None or after is None or after.view.table.round == before.view.table.round:
                return None
            number = after.view.table.round
            return lambda reader: answers.new_round(reader, number)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(PlayCog(bot))
