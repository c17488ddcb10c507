"""python -m techdeck.server: the server with its usual settings."""

from techdeck.server.running import main

main()
