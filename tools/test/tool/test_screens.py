# SPDX-License-Identifier: Apache-2.0
"""Whole screens, with their columns and where their lines are broken."""

import os
import re
import shutil
import tempfile

import tool
from texts import Texts
from test_choose import Place
from tool import BUILD, TOOL

LENGTH = 50  # of a machine's path, which stands for ROOT: it tells where lines are broken
MOST = 20    # lines at the begin of a screen, and at its end

GONE = {"vendors/gone.icd": "/nowhere/libgone.so"}
CONF = "config/OpenCL/loader.conf"
SAYS = "a driver says a sentence that is longer than one line of a screen of eighty columns\n"

# The screen, the drivers, other files of the machine, variables, and the words of the command.
ROWS = [
    ("doctor", "good lcrash nodevices print several", GONE, {}, ["doctor"]),
    ("doctor, no driver", "", {}, {}, ["doctor"]),
    ("doctor, driver left out", "good", {"config/OpenCL/vendors/user.icd": "ROOT/lib/libuser.so"}, {}, ["doctor"]),
    ("doctor, program", "good", {}, {}, ["doctor", "ROOT/libOpenCL.so.1"]),
    ("list", "good other nodevices faildevices", {}, {"OCL_ICD_DEFAULT_PLATFORM": "1"}, ["list"]),
    ("list, left out", "good several uuid", {}, {"OCL_ICD_DEVICES_DISABLE": "gpu:1", "OCL_ICD_DRIVERS_DISABLE": "uuid"}, ["list"]),
    ("list, details", "icrash-pci", {}, {}, ["list", "--verbose"]),
    ("list, images", "images", {}, {}, ["list", "--verbose"]),
    ("drivers", "good off says", GONE, {"OCL_ICD_DRIVERS_DISABLE": "off", "TOOL_SAYS": SAYS}, ["drivers"]),
    ("drivers, long names", "", {}, {"OCL_ICD_VENDORS": f"/{'n' * 43}:/{'n' * 44}:/n"}, ["drivers"]),
    ("layers", "", {"layers/gone.lay": "/nowhere/liblayer.so"}, {}, ["layers"]),
    ("settings", "", {CONF: "nonsense that is longer than one line of a screen of eighty columns\n"}, {}, ["settings"]),
    ("disable", "good", {CONF: "OCL_ICD_DRIVERS_DISABLE = " + "another, " * 9}, {}, ["disable", "good"]),
    ("enable", "good", {CONF: "OCL_ICD_DRIVERS_DISABLE = good\n"}, {}, ["enable", "good"]),
    ("default", "good several", {}, {}, ["default", "libx-good"]),
    ("test", "good lcrash faildevices", {}, {}, ["test"]),
    ("test, demo driver", "", {}, {}, ["test", "--demo-driver", TOOL["demo_driver"]]),
    ("list, no driver", "", {}, {}, ["list"]),
    ("drivers, none", "", {}, {}, ["drivers"]),
    ("layers, one", "good", {"layers/one.lay": BUILD.layers + "/liblayer_one.so"}, {}, ["layers"]),
    ("doctor, layer", "good", {"layers/gone.lay": "/nowhere/liblayer.so"}, {"OPENCL_LAYERS": "/nowhere/none.so"}, ["doctor"]),
    ("doctor, settings", "good", {CONF: "OCL_ICD_DRIVERS_DISABLE = nothing\nOCL_ICD_LOGS = all\n"}, {"OCL_ICD_LOG": "al"}, ["doctor"]),
    ("default, none", "good several", {CONF: "OCL_ICD_DEFAULT_PLATFORM = good\n"}, {}, ["default"]),
    ("disable, mistake", "good", {}, {}, ["disable", "goood"]),
    ("check, list", "", {}, {}, ["check", "--list"]),
    ("check, explain", "", {}, {}, ["check", "--explain", "user-event-status"]),
]


class Screens(tool.Case):
    TEXTS = Texts("tool/screen_texts.tsv")
    some = False

    def setUp(self):
        outer = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, outer)
        self.addCleanup(setattr, tempfile, "tempdir", tempfile.gettempdir())
        missing = LENGTH - len(os.path.join(outer, "", "clrelay-12345678"))
        tool.need(missing > 0, "the path of the folder for temporary files is too long")
        tempfile.tempdir = os.path.join(outer, "x" * missing)
        os.mkdir(tempfile.tempdir)

    def test_screens(self):
        for name, drivers, files, variables, words in ROWS:
            with self.row(name), Place() as m:
                def here(text):
                    return text.replace("ROOT", m.root)
                for quirks in drivers.split():
                    m.driver(quirks)
                for path, text in {"layers/x": "", **files}.items():
                    m.write(path, here(text))
                library = m.copy(TOOL["machine_library"], "libOpenCL.so.1")
                env = {"OPENCL_LAYER_PATH": "ROOT/layers", **variables}
                result = m.clrelay(*map(here, words), code=None, env={key: here(value) for key, value in env.items()},
                                   library=None if words[0] == "check" else library)
                text = (result.output + result.errors).replace(m.root, "ROOT").replace(BUILD.layers, "LAYERS").replace(BUILD.version, "*")
                text = re.sub(r"(?:  +)?\b[\d.]+ m?s\b", lambda time: "*".rjust(len(time[0]) if time[0][0] == " " else 1), text)
                text = re.sub(r"(?m)^(  For +).*", r"\1*", text)
                self.said.update(f"{name}: {line}" for line in [*text.splitlines()[:MOST], *text.splitlines()[-MOST:]])
