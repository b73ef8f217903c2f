# SPDX-License-Identifier: Apache-2.0
"""Reads Chrome's format."""
import collections
import decimal
import json

import perfetto


class Trace:
    """The events as a viewer sees them. Times are nanoseconds since the recording began."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.whole = json.load(file, parse_float=decimal.Decimal)
        self.names = {}
        self.slices = collections.defaultdict(list)  # by (process, row)
        self.counters = collections.defaultdict(list)  # by (process, name, series)
        self.flows = collections.defaultdict(dict)
        self.instants = []  # (row, time, name)
        self.ranges = collections.defaultdict(list)  # by number: the beginning and the end, as instants
        for event in self.whole["traceEvents"]:
            self.read(event)

    @staticmethod
    def time(value):
        nanoseconds = decimal.Decimal(value) * 1000
        assert nanoseconds == int(nanoseconds)
        return int(nanoseconds)

    def read(self, event):
        row = (event["pid"], event["tid"])
        kind = event["ph"]
        if kind == "M":
            self.names[event["name"], row] = event["args"]["name"]
            return
        time = self.time(event["ts"])
        if kind in ("X", "B"):
            end = time + self.time(event["dur"]) if kind == "X" else None
            self.slices[row].append({"begin": time, "end": end, "name": event["name"],
                                     "arguments": event.get("args", {})})
        elif kind == "C":
            for series, value in event["args"].items():
                self.counters[event["pid"], event["name"], series].append((time, value))
        elif kind == "i":
            assert event["s"] == "t" and "dur" not in event, event
            self.instants.append((row, time, event["name"]))
        elif kind in ("b", "e"):
            assert bool(self.ranges[event["id"]]) == (kind == "e") and event["cat"] == "range", event
            self.ranges[event["id"]].append((row, time, event["name"]))
        else:
            assert kind in ("s", "f") and (kind == "s" or event["bp"] == "e"), event
            assert kind not in self.flows[event["id"]]
            self.flows[event["id"]][kind] = (row, time)

    def slices_of(self, name, process=None):
        """Returns the slices of the rows with this name. Threads have the name "thread NUMBER"."""
        return [slice_ for row, slices in self.slices.items()
                if name in ("thread %d" % row[1], self.names.get(("thread_name", row))) and
                process in (None, row[0]) for slice_ in slices]

    def check(self):
        for row, slices in self.slices.items():
            ends = []
            for slice_ in sorted(slices, key=lambda slice_: slice_["begin"]):
                while ends and ends[-1] is not None and ends[-1] <= slice_["begin"]:
                    ends.pop()
                assert perfetto.nests(slice_["end"], ends), (row, slice_)
                ends.append(slice_["end"])
        for number, flow in self.flows.items():
            assert set(flow) == {"s", "f"}, (number, flow)
            for row, time in flow.values():
                assert any(slice_["begin"] == time for slice_ in self.slices[row]), (number, flow)
        for name, values in self.counters.items():
            assert all(value >= 0 for _, value in values), (name, values)
            assert all(a[0] <= b[0] for a, b in zip(values, values[1:])), (name, values)
