#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the timelines of tools/doc/tracing.md, light and dark, from the records of its two programs.

    timeline.py                    draws timeline.svg and timeline-dark.svg from timeline.csv
    timeline.py --check            fails if the pictures differ from what it would draw
    timeline.py --take SLOW MENDED writes timeline.csv: some milliseconds from the files that
                                   `clrelay trace --format chrome` wrote for slow and mended
"""
import csv
import html
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "timeline.csv")

SPAN = 4000  # microseconds in the picture
BEFORE = 400  # microseconds of these that precede the first kernel of the last plate
HOST, QUEUE = "host", "queue"

LEFT, WIDTH, ROW, GAP, TOP = 70, 890, 30, 8, 52
HEIGHT = 2 * (TOP + 2 * (ROW + GAP)) + 52

# The words of the legend, the light colour, the dark colour.
KINDS = {
    "kernel": ("kernel", "#0969da", "#58a6ff"),
    "transfer": ("read or write", "#1a7f37", "#3fb950"),
    "enqueue": ("enqueue a kernel", "#8250df", "#bc8cff"),
    "wait": ("wait in clFinish", "#cf222e", "#f85149"),
    "other": ("other calls", "#8c959f", "#6e7681"),
}
COLOURS = {"light": {"text": "#1f2328", "paper": "#ffffff", "lane": "#eef1f4", "line": "#8c959f"},
           "dark": {"text": "#e6edf3", "paper": "#0d1117", "lane": "#1c2128", "line": "#6e7681"}}
PICTURES = {"timeline.svg": "light", "timeline-dark.svg": "dark"}


def kind_of(row, name):
    if "Read" in name or "Write" in name:
        return "transfer"
    if row == QUEUE:
        return "kernel"
    return {"clEnqueueNDRangeKernel": "enqueue", "clFinish": "wait"}.get(name, "other")


# ---- taking the data ----

def take(program, path):
    """Returns the slices of the last plate's first milliseconds: (program, row, name, begin, end)."""
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    queues = {event["tid"] for event in events if event["ph"] == "M" and event["name"] == "thread_name"
              and event["args"]["name"].startswith("Queue ")}
    slices = [(QUEUE if event["tid"] in queues else HOST, event["name"], float(event["ts"]),
               float(event["ts"]) + float(event["dur"])) for event in events if event["ph"] == "X"]
    kernels = sorted(slice_[2] for slice_ in slices if slice_[0] == QUEUE and slice_[1] == "relax")
    start = kernels[len(kernels) * 9 // 10] - BEFORE
    rows = []
    for row, name, begin, end in sorted(slices, key=lambda slice_: slice_[2]):
        begin, end = max(begin - start, 0), min(end - start, SPAN)
        if end > begin:
            rows.append((program, row, name, f"{begin:.3f}", f"{end:.3f}"))
    return rows


# ---- drawing ----

def x_of(time):
    return LEFT + time * WIDTH / SPAN


def rectangle(x, y, width, height, colour, more=""):
    return f'<rect x="{x:.2f}" y="{y}" width="{width:.2f}" height="{height}" fill="{colour}"{more}/>'


def label(x, y, text, colour, more=""):
    return f'<text x="{x:.1f}" y="{y}" fill="{colour}"{more}>{html.escape(text)}</text>'


def draw_slices(slices, y, theme):
    """Draws slices; those that are too narrow to be seen become half a pixel wide. Their names are titles."""
    column = 1 if theme == "light" else 2
    for _, row, name, begin, end in slices:
        left, right = x_of(float(begin)), x_of(float(end))
        colour = KINDS[kind_of(row, name)][column]
        took = float(end) - float(begin)
        yield (f'<g><title>{html.escape(name)}, {took:.1f} µs</title>'
               + rectangle(left, y, max(right - left, 0.5), ROW, colour) + "</g>")


def draw_program(program, slices, top, theme):
    colours = COLOURS[theme]
    kernels = sum(slice_[1] == QUEUE and kind_of(*slice_[1:3]) == "kernel" for slice_ in slices)
    title = f"{program}: {kernels} kernels"
    yield label(LEFT, top + 32, title, colours["text"], ' font-weight="600"')
    for i, row in enumerate((HOST, QUEUE)):
        y = top + TOP - 8 + i * (ROW + GAP)
        yield label(LEFT - 8, y + 20, row, colours["text"], ' text-anchor="end"')
        yield rectangle(LEFT, y, WIDTH, ROW, colours["lane"])
        yield from draw_slices([slice_ for slice_ in slices if slice_[1] == row], y, theme)


def draw_scale(y, colours):
    for millisecond in range(SPAN // 1000 + 1):
        x = x_of(1000 * millisecond)
        yield (f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + 5}" stroke="{colours["line"]}"/>')
        yield label(x, y + 18, f"{millisecond} ms", colours["text"], ' text-anchor="middle"')


def draw_legend(y, theme):
    x = LEFT
    for words, light, dark in KINDS.values():
        yield rectangle(x, y - 10, 12, 12, light if theme == "light" else dark)
        yield label(x + 18, y, words, COLOURS[theme]["text"])
        x += 40 + 7 * len(words)


def draw(rows, theme):
    colours = COLOURS[theme]
    half = TOP + 2 * (ROW + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {HEIGHT}" '
             'font-family="sans-serif" font-size="13">',
             f"<title>{SPAN // 1000} ms of the slow program and of the mended one</title>",
             rectangle(0, 0, LEFT + WIDTH + 30, HEIGHT, colours["paper"])]
    for i, program in enumerate(("slow", "mended")):
        parts += draw_program(program, [row for row in rows if row[0] == program], i * half, theme)
    parts += draw_scale(2 * half - 6, colours)
    parts += draw_legend(2 * half + 36, theme)
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(arguments):
    if arguments[:1] == ["--take"] and len(arguments) == 3:
        rows = take("slow", arguments[1]) + take("mended", arguments[2])
        with open(DATA, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("program", "row", "name", "begin", "end"))
            writer.writerows(rows)
        return
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    with open(DATA, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    for name, theme in PICTURES.items():
        path, picture = os.path.join(HERE, name), draw(rows, theme)
        if not arguments:
            with open(path, "w", encoding="utf-8") as file:
                file.write(picture)
            continue
        with open(path, encoding="utf-8") as file:
            if file.read() != picture:
                sys.exit(f"doc/{name} is not the picture of tools/doc/timeline.csv: run tools/doc/timeline.py")


main(sys.argv[1:])
