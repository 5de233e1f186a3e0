from tests.storage.conftest import postgresql as postgresql
