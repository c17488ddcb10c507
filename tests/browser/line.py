"""A line between a page and the server that can be cut and mended."""

import socket
from contextlib import suppress
from threading import Thread
from typing import Final


class Line:
    """What connects to it reaches the server, as long as the line is whole."""

    def __init__(self, port: int) -> None:
        self._to: Final = port
        self._door: Final = socket.create_server(("127.0.0.1", 0))
        self.url: Final = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.is_cut = False
        self._ends: Final[list[socket.socket]] = []
        Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends.extend((near, far))
            for one, other in ((near, far), (far, near)):
                Thread(target=_carry, args=(one, other), daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        while self._ends:
            _end(self._ends.pop())

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.cut()
        _end(self._door)


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while part := one.recv(65536):
            other.sendall(part)
    _end(other)
    _end(one)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
