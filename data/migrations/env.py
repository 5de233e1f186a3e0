"""Run by Alembic with the connection that `bot.storage.migrate` opened; its transaction is the caller's."""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
