"""The game server: rooms in which people and bots play, over HTTP and WebSockets.

The rules know nothing of it.  The server orders what people say, keeps time, stores, and shows each seat its view.
"""
