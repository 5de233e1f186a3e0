"""The turn clock that the host of a lobby has chosen.

Reason: it must outlive a restart.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Integer()))
