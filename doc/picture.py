#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the picture of the architecture, light and dark, from architecture.dot.

    picture.py            writes architecture.svg and architecture-dark.svg; needs graphviz
    picture.py --check    fails if a picture was not made from the current source; needs only Python
"""
import hashlib
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "architecture.dot")
DARK = {
    "#1f2328": "#e6edf3",  # text
    "#57606a": "#9da7b3",  # labels
    "#8c959f": "#6e7681",  # lines
    "#ffffff": "#0d1117",  # boxes
    "#f6f8fa": "#161b22",  # the loader
    "#0969da": "#58a6ff",  # the path of a call
}
PICTURES = {"architecture.svg": {}, "architecture-dark.svg": DARK}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def mark(source, picture):
    """Returns a picture's last line: digests of its source and of itself when it was made. Versions of graphviz draw
    differently, so a comparison with a new picture would prove nothing."""
    return f"<!-- architecture.dot {digest(source)}, picture {digest(picture)} -->\n"


def recolour(source, colours):
    unknown = set(re.findall(r"#[0-9a-f]{6}", source)) - set(DARK)
    if unknown:
        sys.exit(f"picture.py: no dark colour for {', '.join(sorted(unknown))}")
    return re.sub(r"#[0-9a-f]{6}", lambda hit: colours.get(hit[0], hit[0]), source)


def centre(picture):
    """Centres the lines in each box, so that they fit with the fonts of any reader."""
    def in_node(node):
        outline = re.search(r' (?:d|points)="([^"]*)"', node[0])[1]
        across = [float(x) for x in re.findall(r"(-?[\d.]+),-?[\d.]+", outline)]
        middle = (min(across) + max(across)) / 2
        return re.sub(r'text-anchor="start" x="[^"]*"', f'text-anchor="middle" x="{middle:g}"', node[0])
    return re.sub(r'<g id="node\d+".*?</g>', in_node, picture, flags=re.S)


def make(source):
    for name, colours in PICTURES.items():
        drawn = subprocess.run(["dot", "-Tsvg"], input=recolour(source, colours), text=True,
                               encoding="utf-8", stdout=subprocess.PIPE, check=True).stdout
        picture = centre(drawn)
        with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
            file.write(picture + mark(source, picture))


def check(source):
    wrong = []
    for name in PICTURES:
        picture, _, last = read(os.path.join(HERE, name)).rpartition("<!--")
        if "<!--" + last != mark(source, picture):
            wrong.append(name)
    for name in wrong:
        print(f"doc/{name} is not the picture of doc/architecture.dot: run doc/picture.py")
    sys.exit(bool(wrong))


if sys.argv[1:] == ["--check"]:
    check(read(SOURCE))
elif not sys.argv[1:]:
    make(read(SOURCE))
else:
    sys.exit(__doc__)
