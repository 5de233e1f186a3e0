"""The forfeit of a match is chosen once."""

import asyncio

from bot.storage.store import SqlStore
from tests.storage.builders import lobby


async def test_of_many_who_choose_at_once_one_is_heard(store: SqlStore) -> None:
    one, other = (await store.create_table(lobby())).id, (await store.create_table(lobby())).id
    answers = await asyncio.gather(*(store.claim_forfeit(one) for _ in range(5)))
    assert sorted(answers) == [False] * 4 + [True]
    assert await store.claim_forfeit(other)
    assert not await store.claim_forfeit(one)


async def test_a_table_that_never_was_has_no_forfeit(store: SqlStore) -> None:
    for table_id in (0, -1, 77, 2**80):
        assert not await store.claim_forfeit(table_id)
