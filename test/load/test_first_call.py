# SPDX-License-Identifier: Apache-2.0
"""The first call: from many threads, in a forked child, in a signal handler."""

import time

import sandbox

ROUNDS = 3 if sandbox.BUILD.sanitizers else 60


class Threads(sandbox.Case):
    def check_race(self, m, drivers, **env):
        result = m.run("race", "64", env=env)
        # The number of platforms; of threads that saw another number; of threads whose first call got no answer.
        self.assertEqual(result.answer("race"), [str(len(drivers)), "0", "0"])
        for driver in drivers:
            self.assertEqual(len(result.happened("list", driver)), 1)

    def test_race(self, m):
        m.drivers("a", "b", "two")
        for _ in range(ROUNDS):
            result = m.run("race", "64")
            self.assertEqual(result.answer("race"), ["4", "0", "0"])
            self.assertEqual(sorted(driver for kind, driver, *_ in result.events
                                    if kind == "list"), ["a", "b", "two"])

    def test_race_for_a_slow_driver(self, m):
        m.drivers("a", "slow", "b")
        self.check_race(m, ["a", "slow", "b"])

    def test_race_where_devices_are_chosen(self, m):
        """A thread that waits for the choice gets it."""
        m.drivers("a", "slow")
        self.check_race(m, ["a", "slow"], OCL_ICD_DEVICES_SELECT="*")

    def test_race_for_a_driver_that_calls_back(self, m):
        m.drivers("a", "reenters_listing", "reenters_constructor", "reenters_info")
        self.check_race(m, ["a", "reenters_listing", "reenters_constructor", "reenters_info"])

    def check_time(self, m, *steps):
        """On a busy machine one of many runs is quick; a thread that waits in vain makes each run slow."""
        m.drivers("slow")
        limit, times = 9 if sandbox.BUILD.sanitizers or sandbox.BUILD.emulator else 0.9, []
        while not times or (min(times) >= limit and len(times) < 10):
            start = time.monotonic()
            m.run(*steps)
            times.append(time.monotonic() - start)
        self.assertLess(min(times), limit)

    def test_slow_driver_is_asked_once(self, m):
        self.check_time(m, "platforms", "platforms")

    def test_waiting_threads_are_woken(self, m):
        """If nobody wakes it, a thread looks again only after a second."""
        self.check_time(m, "race", "64")


class Forks(sandbox.Case):
    """A child that is forked while another thread is in the middle of the first call gets an answer at once."""

    def test_child(self):
        # Title, drivers, what the child sees: 100 stands for "none yet".
        for title, drivers, count in [("nothing was published", ["slow", "a"], 100),
                                      ("one platform was published", ["a", "slow", "b"], 1)]:
            for way in "libc", "syscall":
                with self.row((title, way)), sandbox.Machine() as m:
                    m.drivers(*drivers)
                    result = m.run("fork", way, "middle", "platforms")
                    self.assertEqual(result.answer("child"), ["exit", str(count)])
                    self.assertEqual(result.names, drivers)

    def test_child_after_the_first_call(self):
        for way in "libc", "syscall":
            with self.row(way), sandbox.Machine() as m:
                m.drivers("a", "b")
                result = m.run("platforms", "fork", way, "begin")
                self.assertEqual(result.answer("child"), ["exit", "2"])


class Signals(sandbox.Case):
    def test_handler(self):
        """In the thread that loads the drivers, the answer consists of what is loaded so far."""
        for drivers, answer in [(["a", "slow"], ["0", "1"]), (["slow"], ["-1001", "0"])]:
            with self.row(drivers), sandbox.Machine() as m:
                m.drivers(*drivers)
                result = m.run("signal", "platforms")
                self.assertEqual(result.answer("signal"), answer)
                self.assertEqual(result.names, drivers)
