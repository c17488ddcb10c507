"""Figures for whoever runs a server, in the form that Prometheus reads."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from techdeck.server.hub import Hub


class Figures:
    """What a server does just now, and has done so far."""

    def __init__(self, hub: "Hub") -> None:
        self._hub: Final = hub

    def text(self) -> str:
        hub = self._hub
        rows: list[tuple[str, str, str, float]] = [
            ("techdeck_rooms", "gauge", "Rooms in memory.", len(hub.lives)),
            ("techdeck_rooms_playing", "gauge", "Rooms in which a game goes on.",
             sum(live.room.state == "playing" for live in hub.lives.values())),
            ("techdeck_clients", "gauge", "Connected clients.", sum(len(live.clients) for live in hub.lives.values())),
            ("techdeck_actions_total", "counter", "Actions done in games.", hub.actions),
            ("techdeck_facts_written_total", "counter", "Facts stored.", hub.journal.written),
            ("techdeck_groups_written_total", "counter", "Transactions in which they were stored.", hub.journal.groups),
        ]
        return "".join(f"# HELP {name} {words}\n# TYPE {name} {kind}\n{name} {value:g}\n"
                       for name, kind, words, value in rows)
