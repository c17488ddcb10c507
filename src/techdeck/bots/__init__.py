"""The bots: for each game the levels at which they play."""

from techdeck.bots.bot import Bot, RandomBot, play_out
from techdeck.bots.levels import BOTS, bot  # last: the function bot takes the place of the module of that name

__all__ = ["BOTS", "Bot", "RandomBot", "bot", "play_out"]
