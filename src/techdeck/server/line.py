"""A WebSocket whose messages go straight from the network to the hub, and frames straight back.

On the usual way, through the queues and tasks of ASGI, a frame takes longer than all else that is done for it.  So only
the beginning and the end of a connection go that way.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

PENALTY: Final = 0.1  # seconds until the next word is read of who speaks too fast
TEXT: Final = b"\x81"  # how a frame with a whole text begins
IS_LAST: Final = 0x80  # the bit of a frame after which its message is whole
IS_CONTROL: Final = 0x08  # the bit of a frame that belongs to no message
IS_MASKED: Final = 0x80  # the bit by the length, as every client must have it
MASK: Final = 4  # bytes
SHORT, MIDDLE, LONG = 126, 65_536, 127  # lengths from which on more bytes tell the length, and the mark of most bytes


class Line(WebSocketsSansIOProtocol):
    """See above.  Until somebody listens, messages go the usual way."""

    def __init__(self, *details: Any, **more: Any) -> None:
        super().__init__(*details, **more)
        self._hear: Callable[[str | bytes], bool] | None = None
        self._when_writable: Callable[[], None] | None = None
        self._may_speak: Callable[[], bool] | None = None
        self._is_held = False  # it has to wait
        self._rest = b""  # the beginning of a frame, or all that came while it had to wait
        self._is_in_parts = False  # a message that has begun comes in several frames
        self._is_cut = True  # what comes is cut into frames here

    def listen(
        self, hear: Callable[[str | bytes], bool], may_speak: Callable[[], bool], when_writable: Callable[[], None],
    ) -> None:
        """Give each message to a function from now on, which says whether it came not too fast.

        Frames that are no whole message are not heard, but they count as well: `may_speak` says the same of them.
        """
        self._hear, self._may_speak, self._when_writable = hear, may_speak, when_writable

    def hang_up(self) -> None:
        self._hear = self._may_speak = self._when_writable = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self

    # Hearing

    def data_received(self, data: bytes) -> None:
        """Cut what comes into frames.  One with a whole text goes straight on; uvicorn sees to everything else."""
        if not self.handshake_initiated or not self._is_cut:
            super().data_received(data)
            return
        self._cut(self._rest + data if self._rest else data)

    def _cut(self, data: bytes) -> None:
        at, end = 0, _end_of_frame(data, 0)
        while at < end <= len(data) and not self._is_held:
            if not self._take_text(data, at, end):
                self._take_frame(data[at:end])
            at, end = end, _end_of_frame(data, end)
        self._rest = data[at:]
        if end - at > self.config.ws_max_size and not self._is_held:
            self._is_cut = False
            super().data_received(self._rest)  # which knows what is too long

    def _take_frame(self, frame: bytes) -> None:
        """One that is no whole text.  If no message ends with it, nobody hears it, but it counts."""
        is_control, is_last = frame[0] & IS_CONTROL, frame[0] & IS_LAST
        if not is_control:
            self._is_in_parts = not is_last
        super().data_received(frame)
        if (is_control or not is_last) and self._may_speak is not None and not self._may_speak():
            self._hold()

    def _take_text(self, data: bytes, at: int, end: int) -> bool:
        """Whether a frame is nothing but a text for somebody who listens; then it is heard."""
        if data[at:at + 1] != TEXT or self._is_in_parts or self._hear is None or self.close_sent:
            return False
        length = data[at + 1] - IS_MASKED
        start = at + 2 + MASK + (0 if length < SHORT else 2 if length < LONG else 8)
        if length < 0 or end - start > self.config.ws_max_size:
            return False
        try:
            message = _unmasked(data[start - MASK:start], data[start:end]).decode()
        except UnicodeDecodeError:
            return False
        self._take(message)
        return True

    def send_receive_event_to_app(self) -> None:
        if self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        message: str | bytes = data
        if self.curr_msg_data_type == "text":
            try:
                message = data.decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # which ends the connection
                return
        self.frames = []
        self._take(message)

    def _take(self, message: str | bytes) -> None:
        if self._hear is not None and not self._hear(message):
            self._hold()

    def _hold(self) -> None:
        """Who floods waits, and nobody else: nothing more is read, so that the network slows them down."""
        self._is_held = True
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self.loop.call_later(PENALTY, self._release)

    def _release(self) -> None:
        self._is_held = False
        if self.transport.is_closing():
            return
        self._cut(self._rest)
        if not self._is_held and not self.transport.is_closing():
            self.transport.resume_reading()

    # Telling

    def write(self, frames: deque[bytes]) -> None:
        """Send frames up to one that is empty, or none if the reader is slow; what is sent is taken away."""
        if self.disconnected or self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return
        parts: list[bytes] = []
        while frames and frames[0]:
            text = frames.popleft()
            parts += (_head(len(text)), text)
        if parts:
            self.transport.write(b"".join(parts))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._when_writable is not None:
            self._when_writable()

    def shutdown(self) -> None:
        """The server stops.  Who is hanging up is told nothing more: they may not read it for a long time, or ever."""
        if self.transport.is_closing():
            self.transport.abort()
        else:
            super().shutdown()

    def end(self, code: int, reason: str = "") -> None:
        """Close the connection from here."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        # Who does not read does not answer either, and nothing that waits would ever be sent.
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def _end_of_frame(data: bytes, at: int) -> int:
    """Where the frame that begins there ends, as soon as so much is there that this can be told; otherwise nowhere."""
    if len(data) < at + 2:
        return 0
    length, start = data[at + 1] & ~IS_MASKED, at + 2
    if length >= SHORT:
        size = 2 if length == SHORT else 8
        if len(data) < start + size:
            return 0
        length, start = int.from_bytes(data[start:start + size]), start + size
    return start + (MASK if data[at + 1] & IS_MASKED else 0) + length


def _unmasked(mask: bytes, data: bytes) -> bytes:
    size = len(data)
    pattern = (mask * (size // MASK + 1))[:size]
    return (int.from_bytes(data) ^ int.from_bytes(pattern)).to_bytes(size)


def _head(length: int) -> bytes:
    if length < SHORT:
        return TEXT + bytes([length])
    if length < MIDDLE:
        return TEXT + bytes([SHORT]) + length.to_bytes(2)
    return TEXT + bytes([LONG]) + length.to_bytes(8)


def line_of(socket: WebSocket) -> Line:
    """The line below a socket: the server is to be run with `uvicorn.Config(ws=Line)`."""
    line: Line = socket.scope["state"]["line"]
    return line
