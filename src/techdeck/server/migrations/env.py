"""How alembic runs the migrations: on the connection that the server gives it."""

from alembic import context

from techdeck.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
