"""A program that takes a seat at a table: python bot.py http://127.0.0.1:8484 CODE SEAT NAME"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect  # pip install websockets


def play(server: str, code: str, seat: int, name: str) -> Any:
    body = json.dumps({"program": True}).encode()
    token = json.load(urlopen(Request(f"{server}/api/guests", body, {"Content-Type": "application/json"})))["token"]
    address = f"{server.replace('http', 'ws', 1)}/api/rooms/{code}/socket?client=bot"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as socket:
        salt = random.SystemRandom().randbytes(16).hex()  # this program's part of the deal
        socket.send(json.dumps({"type": "sit", "word": 1, "seat": seat, "name": name, "salt": salt}))
        word, answered, asked = 1, -1, list[Any]()
        room: Any = None
        for text in socket:
            message = json.loads(text)
            if message["type"] == "closing" or (message["type"] == "refused" and message["word"] == 1):
                raise SystemExit(message["words"])
            room = message.get("room") or room
            asked = (message.get("table") or {}).get("asked", asked)
            if room["state"] == "over":
                return room["scores"]
            for question in asked:
                if question["seat"] == seat and question["turn"] != answered and question["options"]:
                    word, answered = word + 1, question["turn"]
                    choice = random.choice(question["options"])["choice"]  # a better bot would think here
                    socket.send(json.dumps({"type": "act", "word": word, "turn": answered, "choice": choice}))


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
