# SPDX-License-Identifier: Apache-2.0
"""The server of `clrelay trace --open`: the page gets the file, and nobody else does. The argument is the program
`serve`."""

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from page_port import PORT, take_turn

SERVE = sys.argv.pop(1)
HOST = f"127.0.0.1:{PORT}"
PAGE = "https://ui.perfetto.dev"
NOBODY = 65534
PATIENCE = 60  # seconds


def connect(address="127.0.0.1"):
    return socket.create_connection((address, PORT), timeout=PATIENCE)


def request(path, method="GET", host=HOST, origin=PAGE, more=()):
    """Returns what a browser gets: the status, the headers, and the bytes."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in [("Host", host), ("Origin", origin), *more]:
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    answer = (response.status, dict(response.getheaders()), response.read())
    connection.close()
    return answer


class Open(unittest.TestCase):
    def remove_folder(self):
        """The browser may still be writing to it."""
        until = time.monotonic() + PATIENCE
        while os.path.exists(self.folder) and time.monotonic() < until:
            shutil.rmtree(self.folder, ignore_errors=True)

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(self.remove_folder)
        os.chmod(self.folder, 0o777)
        self.file = os.path.join(self.folder, "a trace&.pftrace")
        self.content = os.urandom(8_000_000)
        with open(self.file, "wb") as file:
            file.write(self.content)
        shutil.copy(SERVE, os.path.join(self.folder, "serve"))
        with open(os.path.join(self.folder, "xdg-open"), "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\necho "$@" >"${0%/*}/part" && mv "${0%/*}/part" "${0%/*}/opened"\n')
        os.chmod(file.name, 0o755)

    def start(self, path=None, seconds=PATIENCE, display=":9", root=False):
        """Serves the file. Returns the process and the path in the URL, once there is one."""
        variables = {**os.environ, "PATH": self.folder + ":" + os.environ["PATH"], "DISPLAY": display}
        if display is None:
            variables = {name: value for name, value in variables.items() if "DISPLAY" not in name and value}
        as_nobody = {} if root or os.geteuid() else {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        process = subprocess.Popen([os.path.join(self.folder, "serve"), path or self.file, str(seconds)],
                                   env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, **as_nobody)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        line = process.stderr.readline()
        if not line:
            return process, None
        self.url = re.fullmatch(r"The timeline: (\S+)\n", line)[1]
        return process, re.fullmatch(re.escape(PAGE + "/#!/?url=http://" + HOST) + r"(/[0-9a-f]{16}/a_trace_\.pftrace)",
                                     self.url)[1]

    def check_gets(self, process, path):
        status, headers, content = request(path)
        self.assertEqual((status, content == self.content), (200, True))
        self.assertEqual(headers["Access-Control-Allow-Origin"], PAGE)
        self.assertEqual(process.wait(PATIENCE), 0)

    def was_opened(self):
        try:
            with open(os.path.join(self.folder, "opened"), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def test_page(self):
        process, path = self.start()
        until = time.monotonic() + PATIENCE
        while not self.was_opened() and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(self.was_opened(), self.url + "\n")
        self.check_gets(process, path)
        self.assertRaises(OSError, connect)
        self.assertNotEqual(self.start()[1], path)  # nobody can guess it

    def test_no_browser(self):
        """Root has no browser, nor has a machine without a display. The command then says what to open."""
        for options in ({"root": True}, {"display": None}):
            if "root" in options and os.geteuid():
                continue
            with self.subTest(**options):
                process, path = self.start(**options)
                self.check_gets(process, path)
                self.assertIsNone(self.was_opened())

    def test_permission(self):
        """Before a page may read from this machine, browsers ask the server."""
        process, path = self.start()
        status, headers, _ = request(path, "OPTIONS", more=[("Access-Control-Request-Private-Network", "true")])
        self.assertEqual(status, 204)
        self.assertEqual(headers["Access-Control-Allow-Private-Network"], "true")
        self.assertEqual(headers["Access-Control-Allow-Origin"], PAGE)
        self.check_gets(process, path)

    def test_names_of_headers(self):
        """They have no case: a browser may write them in small letters."""
        process, path = self.start()
        self.assertEqual(request(path, "OPTIONS", host=None, origin=None, more=[("host", HOST), ("ORIGIN", PAGE)])[0], 204)
        self.check_gets(process, path)

    def test_others_get_nothing(self):
        process, path = self.start()
        rows = [({"origin": None}, 403), ({"origin": "https://evil.example"}, 403), ({"origin": PAGE + ".evil.example"}, 403),
                ({"origin": "null"}, 403), ({"host": "evil.example:9001"}, 403), ({"host": None}, 403),
                ({"host": HOST + "0"}, 403), ({"host": "localhost:9001"}, 403), ({"method": "POST"}, 404),
                ({"method": "OPTIONS", "origin": "https://evil.example"}, 403), ({"method": "HEAD"}, 404)]
        for changes, expected in rows:
            with self.subTest(**changes):
                status, headers, content = request(path, **changes)
                self.assertEqual((status, content), (expected, b""))
                self.assertNotIn("Access-Control-Allow-Origin", headers)
        for other in ("/", "/0000000000000000/a_trace_.pftrace", "/../../../../etc/passwd", path + "/../../etc/passwd",
                      path + "?", self.file.replace(" ", "%20"), "http://" + HOST + path):
            with self.subTest(other):
                self.assertEqual(request(other)[0], 404)
        self.check_gets(process, path)

    def test_other_addresses(self):
        process, path = self.start()
        self.assertRaises(OSError, connect, "127.0.0.2")
        self.check_gets(process, path)

    def test_odd_connections(self):
        """Even if many connections send nothing, or too much, or end early, the page gets the file."""
        process, path = self.start()
        silent = [connect() for _ in range(40)]
        connect().close()
        half = connect()
        half.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n".encode())
        for sent in (b"x" * 20000, b"GET / HTTP/1.1\r\n\0\r\n\r\n" + 20000 * b"y", b"\r\n" * 10000):
            with connect() as endless:
                try:
                    endless.sendall(sent)
                    self.assertNotIn(b"200", endless.recv(1000))
                except ConnectionError:
                    pass
        with connect() as hasty:  # this connection ends in the middle
            hasty.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nOrigin: {PAGE}\r\n\r\n".encode())
            self.assertIn(b"200 OK", hasty.recv(1000))
        half.sendall(f"Origin: {PAGE}\r\n\r\n".encode())
        answer = b""
        while part := half.recv(1 << 20):
            answer += part
        self.assertTrue(answer.endswith(b"\r\n\r\n" + self.content))
        self.assertEqual(process.wait(PATIENCE), 0)
        for connection in silent:
            connection.close()

    def test_nobody_asks(self):
        process, _ = self.start(seconds=0.3)
        silent = connect()
        said, _ = process.communicate(timeout=PATIENCE)
        silent.close()
        self.assertEqual(process.returncode, 1)
        self.assertIn(f"no browser has asked for the timeline in 0 seconds: it is in {self.file}", said)

    def test_port_in_use(self):
        with socket.create_server(("127.0.0.1", PORT)):
            process, path = self.start()
            self.assertIsNone(path)
            said, _ = process.communicate(timeout=PATIENCE)
        self.assertIn("port 9001, from which Perfetto's page reads, can't be used: Address already in use", said)

    def test_what_is_no_file(self):
        for path, why in ((self.folder, "--open needs a regular file"), ("/dev/null", "--open needs a regular file"),
                          (self.file + "x", "can't be read: No such file")):
            process, _ = self.start(path)
            said, _ = process.communicate(timeout=PATIENCE)
            self.assertIn(why, said)
            self.assertEqual(process.returncode, 1)


if __name__ == "__main__":
    try:
        turn = take_turn()
    except OSError as error:
        print(f"port {PORT}: {error}")
        sys.exit(77)
    with turn:
        unittest.main(verbosity=2)
