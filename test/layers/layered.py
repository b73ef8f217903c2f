# SPDX-License-Identifier: Apache-2.0
"""A simulated machine that also has layers."""

import os

import sandbox
from sandbox import BUILD

BUILD.add("layers")


class Machine(sandbox.Machine):
    def __enter__(self):
        super().__enter__()
        self.layer_path = self.path("layers")
        os.mkdir(self.layer_path)
        return self

    def environment(self, changes):
        return super().environment({"OPENCL_LAYER_PATH": self.layer_path, **changes})

    def layers(self, *names):
        """Returns the value of OPENCL_LAYERS for these layers, the innermost first."""
        return ":".join(self.layer(name) for name in names)

    def lay(self, name, content):
        """Writes a manifest into the directory of layers."""
        if isinstance(content, str) and not content.endswith("\n"):
            content += "\n"
        return self.write(os.path.join("layers", name), content)


# For runs in which the loader keeps something on purpose, or others keep something.
KEEPS = {"ASAN_OPTIONS": "detect_leaks=0"}


def came_by(result, function):
    """Returns the layers that a function passed, in this order."""
    return [event[1] for event in result.events if event[0] == "layer" and event[2:] == [function]]


def order(result, *kinds):
    """Returns the events of these kinds in their order, as "kind name"."""
    return [" ".join(event[:2]) for event in result.events if event[0] in kinds]


def no_sanitizers(why):
    sandbox.need(not BUILD.sanitizers, f"sanitizers: {why}")
