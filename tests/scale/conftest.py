from tests.storage.conftest import postgresql  # noqa: F401 - a fixture
