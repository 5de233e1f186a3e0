import pytest

pytest.register_assert_rewrite("tests.cogs.room")

from tests.cogs.room import open_room  # noqa: E402 - its asserts are rewritten first


@pytest.fixture
async def room(tmp_path):
    async with open_room(tmp_path) as room:
        yield room


@pytest.fixture
def ann(room):
    return room.person("Ann")


@pytest.fixture
def ben(room):
    return room.person("Ben")


@pytest.fixture
def cem(room):
    return room.person("Cem")
