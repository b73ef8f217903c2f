# SPDX-License-Identifier: Apache-2.0
"""The port that Perfetto's page reads from. Tests of several builds may run at once, and one of them can have it."""

import socket
import time

PORT = 9001
PATIENCE = 120  # seconds, of which a test uses the port for a few


def take_turn():
    """Waits until no other test uses the port, and returns a socket: the turn ends when it is closed. OSError: the
    port is in use, and not by a test. The turn is a name without a file, so nothing is left of it."""
    turn = socket.socket(socket.AF_UNIX)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            turn.bind(f"\0clrelay's test of port {PORT}")
            break
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
    try:
        socket.create_server(("127.0.0.1", PORT)).close()
    except OSError:
        turn.close()
        raise
    return turn
