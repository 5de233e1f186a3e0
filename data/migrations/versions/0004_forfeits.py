"""Whether the winner of a match has chosen the loser's forfeit.

Reason: he may do that once, also if the bot was restarted meanwhile.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("forfeited", sa.Boolean(), nullable=False, server_default=sa.false()))
