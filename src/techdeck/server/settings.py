"""What can be set when a server is started."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a server runs.  Times are seconds."""

    database: str = "sqlite:///techdeck.db"
    redis: str = ""  # through which servers of one database tell each other
    origins: tuple[str, ...] = ()  # pages that may talk to it besides its own
    is_public: bool = False  # reached over https, by people who are not known
    grace: float = 60.0  # before a bot plays for who is away
    least_time: float = 5.0  # for a decision when the time for the game is up
    bot_pace: float = 1.0  # about how long bots wait before they answer; if at all, the rules wait before they pass
    bot_patience: float = 2.0  # after which a bot that waits looks again
    bot_processes: int = 1
    words_of_players: int = 100  # that one may say within the span
    words_of_watchers: int = 50
    words_span: float = 20.0
    rooms_per_address: int = 20  # that may be opened within an hour
    clients_per_address: int = 100
    requests_per_address: int = 1000  # of the HTTP interface, within the same span as words
    idle: float = 600.0  # after which a room in which nothing happens leaves the memory
    forget_after: float = 30 * 86400.0  # rooms that nobody finished
