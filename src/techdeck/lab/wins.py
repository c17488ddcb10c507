"""How often somebody won, and how sure that is."""

from techdeck.bots.measure import wilson


class Wins:
    """Whatever counts games, and the wins among them; a victory that is shared counts in part."""

    games: int
    wins: float

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games) if self.games else (0.0, 1.0)
