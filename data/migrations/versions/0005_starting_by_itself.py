"""With how many players a lobby starts by itself.

Reason: what its host has chosen must outlive a restart.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("starts_with", sa.Integer()))
