"""What the benchmark measures on is like what is written in earnest, only more of it."""

from sqlalchemy import func, select

from bot.ports.statistics import Criterion
from bot.ratings.periods import ALL_TIME
from bot.storage.engine import open_store
from bot.storage.migrate import upgrade
from bot.storage.sample import GUILD, SEATS, Sample, fill
from bot.storage.schema import rounds, seat_rounds, tallies
from bot.storage.statistics import SqlStatistics

SMALL = Sample(rounds=5_000, people=120)


async def test_a_small_sample(tmp_path) -> None:
    database = tmp_path / "sample.sqlite3"
    address = f"sqlite+aiosqlite:///{database}"
    await upgrade(address)
    fill(database, SMALL)
    store = await open_store(address)
    statistics = SqlStatistics(store)

    async def count(query):
        return (await store.read(lambda connection: connection.execute(query))).one()

    assert await count(select(func.count()).select_from(rounds)) == (SMALL.rounds,)
    of_rounds = select(func.count(), func.sum(seat_rounds.c.points)).where(seat_rounds.c.user_id > 0)
    of_sums = select(func.sum(tallies.c.rounds), func.sum(tallies.c.points))
    assert await count(of_sums.where(tallies.c.period == ALL_TIME)) == await count(of_rounds)
    assert await count(of_sums.where(tallies.c.period.like("____-Q_"))) == await count(of_rounds)
    assert (await count(of_rounds))[0] == SMALL.rounds * SEATS
    for by in set(Criterion) - {Criterion.COMPUTERS}:
        board = await statistics.board(GUILD, by, ALL_TIME, page=0, asked_by=1)
        assert len(board.rows) == 10
        assert board.own is not None
    assert await statistics.profile(GUILD, 7) is not None
    await store.close()
