# SPDX-License-Identifier: Apache-2.0
"""Reads Perfetto's format. protoc decodes the bytes, and this script follows sequences, clocks and texts."""
import collections
import gzip
import re
import subprocess

CLEARED, NEEDS = 1, 2
LINE = re.compile(r" *(?:\[perfetto\.protos\.)?(\w+)\]?(?:: (.*)| \{)$")


def value_of(text):
    """Returns a value as protoc prints it: a number, the name of an enumerant, or a string."""
    if text.startswith('"'):
        octal = re.sub(r"\\([0-7]{3})", lambda m: "\\x%02x" % int(m.group(1), 8), text[1:-1])
        return octal.encode().decode("unicode_escape").encode("latin-1").decode()
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return text == "true" if text in ("true", "false") else text


def decode(path, protoc, proto):
    """Returns the packets of a trace as dictionaries. Each field is a list of its values."""
    folder, name = proto.rsplit("/", 1)
    with gzip.open(path) as trace:
        run = subprocess.run([protoc, "--proto_path=" + folder, "--decode=perfetto.protos.Trace", name],
                             input=trace.read(), capture_output=True, check=True)
    assert not run.stderr, run.stderr
    stack = [collections.defaultdict(list)]
    for line in run.stdout.decode().splitlines():
        if line.strip() == "}":
            stack.pop()
            continue
        match = LINE.match(line)
        assert match, line
        field, text = match.groups()
        assert not field.isdigit(), "unknown to the published messages: " + line
        if text is None:
            stack.append(collections.defaultdict(list))
            stack[-2][field].append(stack[-1])
        else:
            stack[-1][field].append(value_of(text))
    return stack[0]["packet"]


def one(message, field, default=None):
    """Returns the value of a field that occurs at most once."""
    values = message.get(field, [])
    assert len(values) <= 1, (field, values)
    return values[0] if values else default


def nests(end, ends):
    """Tells whether a slice ends before the one around it. None means that a slice never ends."""
    return not ends or ends[-1] is None or (end is not None and end <= ends[-1])


class Trace:
    """The packets as a viewer sees them. Times are nanoseconds of CLOCK_MONOTONIC."""

    def __init__(self, path, protoc, proto):
        self.tracks = {}
        self.slices = collections.defaultdict(list)  # by track: dictionaries, in the order of their beginning
        self.counters = collections.defaultdict(list)  # by track: (time, value)
        self.instants = []  # (track, time, name)
        self.gpu_events = []
        self.gpus = []
        self.open = collections.defaultdict(list)
        self.sequences = {}
        self.packets = decode(path, protoc, proto)
        # Viewers use REALTIME (1) to relate a trace to other clocks, and BOOTTIME (6) to relate it to its first time.
        (snapshot,) = self.packets[0]["clock_snapshot"]
        assert {1, 3, 6} < {one(clock, "clock_id") for clock in snapshot["clocks"]}, snapshot
        for packet in self.packets[1:]:
            for snapshot in packet.get("clock_snapshot", []):  # relating them once is enough
                assert not {1, 6} & {one(clock, "clock_id") for clock in snapshot["clocks"]}, snapshot
        for packet in self.packets:
            self.read(packet)

    def read(self, packet):
        number = one(packet, "trusted_packet_sequence_id")
        flags = one(packet, "sequence_flags")
        assert number and flags in (CLEARED, NEEDS), packet
        if flags == CLEARED:
            assert number not in self.sequences
            self.sequences[number] = {"texts": collections.defaultdict(dict)}
        sequence = self.sequences[number]
        self.read_common(sequence, packet)
        time = None
        if packet.get("timestamp"):
            assert sequence["clock"] == sequence["incremental"]
            sequence["time"] += one(packet, "timestamp")
            time = sequence["time"]
        if packet.get("track_descriptor"):
            track = one(packet, "track_descriptor")
            assert one(track, "uuid") not in self.tracks
            self.tracks[one(track, "uuid")] = track
        if packet.get("track_event"):
            self.read_event(sequence, time, one(packet, "track_event"))
        if packet.get("gpu_render_stage_event"):
            self.read_gpu_event(sequence, time, one(packet, "gpu_render_stage_event"))
        if packet.get("gpu_info"):
            self.gpus = one(packet, "gpu_info")["gpus"]

    @staticmethod
    def read_common(sequence, packet):
        """Reads what later packets of the sequence use."""
        for snapshot in packet.get("clock_snapshot", []):
            assert one(snapshot, "primary_trace_clock") == "BUILTIN_CLOCK_MONOTONIC"
            clocks = {one(clock, "clock_id"): clock for clock in snapshot["clocks"]}
            (sequence["incremental"],) = [number for number, clock in clocks.items()
                                          if one(clock, "is_incremental")]
            assert 64 <= sequence["incremental"] <= 127
            sequence["time"] = one(clocks[3], "timestamp")
            assert one(clocks[sequence["incremental"]], "timestamp") == sequence["time"]
        for defaults in packet.get("trace_packet_defaults", []):
            sequence["clock"] = one(defaults, "timestamp_clock_id")
            event = one(defaults, "track_event_defaults")
            sequence["track"] = one(event, "track_uuid") if event else None
        for data in packet.get("interned_data", []):
            for field, entries in data.items():
                for entry in entries:
                    number = one(entry, "iid")
                    assert number and number not in sequence["texts"][field], (field, entry)
                    sequence["texts"][field][number] = entry

    @staticmethod
    def text(sequence, field, number):
        entry = sequence["texts"][field][number]
        return one(entry, "name", one(entry, "str"))

    def arguments(self, sequence, event):
        found = {}
        for argument in event.get("debug_annotations", []):
            name = self.text(sequence, "debug_annotation_names", one(argument, "name_iid"))
            values = {key: one(argument, key) for key in argument if key != "name_iid"}
            assert len(values) == 1 and name not in found, argument
            kind, value = values.popitem()
            if kind == "string_value_iid":
                value = self.text(sequence, "debug_annotation_string_values", value)
            found[name] = value
        return found

    def read_event(self, sequence, time, event):
        track = one(event, "track_uuid", sequence["track"])
        kind = one(event, "type")
        assert track in self.tracks and time is not None, event
        if kind == "TYPE_COUNTER":
            assert self.tracks[track].get("counter")
            self.counters[track].append((time, one(event, "counter_value")))
            return
        assert not self.tracks[track].get("counter")
        if kind == "TYPE_SLICE_END":
            self.open[track].pop()["end"] = time
            return
        if kind == "TYPE_INSTANT":
            self.instants.append((track, time, self.text(sequence, "event_names", one(event, "name_iid"))))
            return
        assert kind == "TYPE_SLICE_BEGIN"
        fresh = {"begin": time, "end": None, "depth": len(self.open[track]),
                 "name": self.text(sequence, "event_names", one(event, "name_iid")),
                 "starts": event.get("flow_ids", []), "ends": event.get("terminating_flow_ids", []),
                 "arguments": self.arguments(sequence, event)}
        self.slices[track].append(fresh)
        self.open[track].append(fresh)

    def read_gpu_event(self, sequence, time, event):
        texts = sequence["texts"]
        self.gpu_events.append({
            "begin": time, "end": time + one(event, "duration"), "id": one(event, "event_id"),
            "gpu": self.gpus[one(event, "gpu_id")],
            "queue": texts["gpu_specifications"][one(event, "hw_queue_iid")],
            "stage": texts["gpu_specifications"][one(event, "stage_iid")],
            "kernel": texts["compute_kernels"][one(event, "kernel_iid")],
            "context": texts["graphics_contexts"][one(event, "context")],
            "launch": one(event, "launch"),
            "extra": {one(pair, "name"): one(pair, "value") for pair in event.get("extra_data", [])}})

    # ---- rows, by what they are called ----

    def process_of(self, track):
        """Returns the number of the process to which a track belongs."""
        while True:
            about = self.tracks[track]
            for field in ("process", "thread"):
                if about.get(field):
                    return one(one(about, field), "pid")
            track = one(about, "parent_uuid")

    def find(self, name, process=None):
        """Returns the tracks with this name. Threads have the name "thread NUMBER"."""
        found = []
        for number, about in self.tracks.items():
            thread = one(about, "thread")
            called = "thread %d" % one(thread, "tid") if thread else one(about, "name")
            if called == name and process in (None, self.process_of(number)):
                found.append(number)
        return found

    def slices_of(self, name, process=None):
        return [slice_ for track in self.find(name, process) for slice_ in self.slices[track]]

    def check(self):
        """Checks what holds for every trace."""
        flows = collections.defaultdict(lambda: [[], []])
        for track, slices in self.slices.items():
            last = 0
            ends = []
            for slice_ in slices:
                assert slice_["begin"] >= last, (track, slice_)
                last = slice_["begin"]
                while ends and ends[-1] is not None and ends[-1] <= last:
                    ends.pop()
                assert nests(slice_["end"], ends), (track, slice_)
                ends.append(slice_["end"])
                for flow in slice_["starts"]:
                    flows[flow][0].append(slice_)
                for flow in slice_["ends"]:
                    flows[flow][1].append(slice_)
        for flow, (starts, ends) in flows.items():
            assert len(starts) == 1 and len(ends) == 1, (flow, starts, ends)
            assert starts[0]["begin"] <= ends[0]["begin"], (flow, starts, ends)
        for track, values in self.counters.items():
            assert all(value >= 0 for _, value in values), (track, values)
            assert all(a[0] <= b[0] for a, b in zip(values, values[1:])), (track, values)
        return flows
