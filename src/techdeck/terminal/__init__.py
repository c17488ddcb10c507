"""The table in the terminal: the only part that needs typer and rich."""
