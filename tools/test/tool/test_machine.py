# SPDX-License-Identifier: Apache-2.0
"""What the doctor finds on the machine: rights, two drivers for one device, other libraries."""

import glob
import grp
import os
import pwd
import re
import shutil
import struct
import subprocess
import tempfile

import sandbox
import tool
from tool import BUILD, TOOL

NOBODY = tuple(sandbox.AS_NOBODY)

# Libraries that can't be opened, and what the doctor says about each.
BAD_FILES = {"empty": "is empty", "text": "is not a library", "cut": "is cut off: it has 1000 of at least ",
             "folder": "is a folder, and not a library", "other": f"is for {BUILD.bits}-bit MIPS, and not for ",
             "width": f"is for {96 - BUILD.bits}-bit MIPS, and not for ",
             "machine": f"is for machine 2748 of {BUILD.bits} bits, and not for ", "link": "is a link to /nowhere, which is not there",
             "link to folder": "is a link to /usr, which is a folder"}
PASSED_OVER = ["other", "width", "machine", "link"]  # the dynamic linker passes over these, and looks for the next library


def make_bad(m, kind, path):
    """Makes such a library. Returns its path."""
    with open(BUILD.library, "rb") as file:
        whole = file.read()
    if kind == "folder":
        os.makedirs(m.path(path))
    elif kind.startswith("link"):
        m.write(os.path.join(os.path.dirname(path), "other-file"), "")
        os.symlink("/nowhere" if kind == "link" else "/usr", m.path(path))
    else:
        m.write(path, "")
        other, machine = (whole[5:18] + struct.pack("=H", number) + whole[20:] for number in (8, 2748))  # in e_machine; 8 is MIPS
        with open(m.path(path), "wb") as file:
            file.write({"empty": b"", "text": b"text " * 40, "cut": whole[:1000], "other": whole[:5] + other, "machine": whole[:5] + machine,
                        "width": whole[:4] + bytes([3 - whole[4]]) + other}[kind])
    return m.path(path)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def as_nobody(test):
    return tool.unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"),
                                    "only root can become somebody else")(test)


class Privileged(tool.Case):
    @as_nobody
    def test_setuid(self):
        """A setuid command would give its rights to everybody."""
        tool.need(not BUILD.sanitizers, "sanitizers do not run in privileged programs")
        tool.need(not BUILD.emulator, "an emulator is not a privileged program")
        with tool.Machine() as m:
            m.driver("good")
            program = m.copy(TOOL["tool"], "clrelay")
            library = m.copy(BUILD.library, "libOpenCL.so.1")
            for mode, code in (0o755, 0), (0o4755, 1), (0o2755, 1):
                os.chmod(program, mode)
                for words in ["settings"], ["list"], ["doctor"], ["--probe", "x"], ["--version"]:
                    done = subprocess.run([*NOBODY, program, *words, "--library", library],
                                          env=m.environment({}), capture_output=True, text=True,
                                          timeout=60, check=False)
                    with self.row((oct(mode), words)):
                        if words == ["settings"] or code:
                            self.assertEqual(done.returncode, code, done)
                        self.assertEqual("privileged program" in done.stderr, bool(code))
                        if code:
                            self.assertEqual(done.stdout, "")


    @as_nobody
    def test_layers(self):
        """Layers that the machine's settings name ignore their variables in a setuid program, as the loader does."""
        tool.need(TOOL["check_layer"] and TOOL["layer"], "the layers were not built")
        tool.need(not BUILD.sanitizers, "sanitizers do not run in privileged programs")
        tool.need(not BUILD.emulator, "an emulator is not a privileged program")
        sandbox.need_nobody(TOOL["machine_library"], TOOL["check_layer"], TOOL["layer"])
        settings = os.path.join(TOOL["machine"], "loader.conf")
        self.addCleanup(lambda: os.path.exists(settings) and os.remove(settings))
        with tool.Machine() as m:
            probe = m.copy(TOOL["machine_probe"], "probe")
            records = m.path("records")
            os.makedirs(records)
            for path, mode in (m.root, 0o755), (records, 0o777):
                os.chmod(path, mode)
            rows = [("check_layer", {"CLRELAY_CHECK_FOLDER": records}, ""),
                    ("check_layer", {"CLRELAY_CHECK_FOLDER": records, "CLRELAY_CHECK_OPTIONS": "none"},
                     "there is no option none"),
                    ("check_layer", {"CLRELAY_CHECK_FILE": "/nowhere"}, "/nowhere: "),
                    ("layer", {"CLRELAY_TRACE_FILE": "/nowhere"}, "/nowhere: ")]
            for layer, variables, complaint in rows:
                m.write(settings, f"OPENCL_LAYERS = {TOOL[layer]}\n")
                for mode, privileged in (0o755, False), (0o4755, True), (0o2755, True):
                    os.chmod(probe, mode)
                    done = subprocess.run([*NOBODY, probe, "platforms"], env=m.environment(variables),
                                          capture_output=True, text=True, timeout=60, check=False)
                    written = os.listdir(records)
                    for name in written:
                        os.remove(os.path.join(records, name))
                    with self.row((variables, oct(mode))):
                        self.assertEqual(bool(written), not privileged and not complaint, done)
                        self.assertIn("names no file" if privileged else complaint, done.stderr)


class Twice(tool.Case):
    def test_same_device(self):
        for quirk, words in [("uuid", "UUID 0102030405060708090a0b0c0d0e0f10"),
                             ("pci", "PCI address 0000:65:00.0")]:
            with self.row(quirk), tool.Machine() as m:
                m.driver(f"{quirk}-a", manifest="a.icd")
                m.driver(f"{quirk}-b", manifest="b.icd")
                m.driver("good")
                answer = m.json("doctor")
                self.check_finding(answer, "note", "two drivers have this device", words, "a.icd",
                                   "b.icd", "clrelay disable b")
                self.assertEqual(len(answer["findings"]), 1)
                # Clover is rather left out than another driver.
                self.check_finding(m.json("doctor", env={"TOOL_NAME": "Clover"}), "note", "two drivers have this device", "clrelay disable a")
                self.assertIn("Note: ", m.clrelay("doctor").output)
                self.assertEqual(m.json("doctor", env={"OCL_ICD_DRIVERS_DISABLE": "b"})["findings"],
                                 [])

    def test_different_devices(self):
        """Two drivers have a device each. Or one driver has several that cannot be told apart."""
        for drivers in ["uuid", "pci"], ["several-uuid"], ["several-pci"]:
            with self.row(drivers), tool.Machine() as m:
                for driver in drivers:
                    m.driver(driver)
                self.assertEqual(m.json("doctor")["findings"], [])


class Nodes(tool.Case):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="clrelay-")
        os.chmod(self.folder, 0o755)
        self.library = tool.copy_for_all(BUILD.library,
                                         os.path.join(self.folder, "libOpenCL.so.1"))
        self.before, TOOL["tool"] = TOOL["tool"], tool.copy_for_all(TOOL["tool"], self.folder)

    def tearDown(self):
        TOOL["tool"] = self.before
        shutil.rmtree(self.folder)

    def node(self, m, path, mode, group=0):
        path = m.write(os.path.join("root", path), "")
        os.chown(path, 0, group)
        os.chmod(path, mode)

    def doctor(self, m, code, before=NOBODY):
        result = m.clrelay("doctor", "--json", "--root", m.path("root"), before=before,
                           library=self.library, code=code)
        return result.json()

    @as_nobody
    def test_group(self):
        with tool.Machine() as m:
            m.driver("good")
            one, other = [entry for entry in grp.getgrall() if 0 < entry.gr_gid < 1000][:2]
            self.node(m, "dev/dri/renderD128", 0o660, one.gr_gid)
            self.node(m, "dev/dri/renderD129", 0o660, one.gr_gid)
            self.node(m, "dev/dri/renderD130", 0o600, one.gr_gid)
            self.node(m, "dev/kfd", 0o660, other.gr_gid)
            self.node(m, "dev/nvidia0", 0o666)
            self.node(m, "dev/nvidiactl", 0o600)
            self.node(m, "dev/nvidia-uvm", 0o660, 54321)
            self.node(m, "dev/dri/card0", 0o600)
            answer = self.doctor(m, 0)
            self.check_finding(answer, "warning", "/dev/dri/renderD128, /dev/dri/renderD129",
                               f"Join the group {one.gr_name}: sudo usermod -aG {one.gr_name} "
                               "nobody")
            self.assertEqual({finding["about"]: finding["cause"] for finding in answer["findings"]}, {
                "/dev/dri/renderD128, /dev/dri/renderD129": "RIGHTS_GROUP", "/dev/kfd": "RIGHTS_GROUP", "/dev/dri/renderD130": "RIGHTS_UDEV",
                "/dev/nvidiactl": "RIGHTS_UDEV", "/dev/nvidia-uvm": "RIGHTS_NAMELESS"})
            self.check_finding(answer, "warning", "/dev/kfd", f"Join the group {other.gr_name}:")
            self.check_finding(answer, "warning", "/dev/nvidiactl", "NVreg_DeviceFileMode=0666")
            self.check_finding(answer, "warning", "/dev/nvidia-uvm", "--group-add 54321")
            self.assertEqual(len(answer["findings"]), 5)
            m.write("root/run/systemd/container", "lxc\n")  # such a container keeps its users
            self.check_finding(self.doctor(m, 0), "warning", "/dev/kfd", f"Join the group {other.gr_name}:")
            for path, command in ("root/.dockerenv", "docker"), ("root/run/.containerenv", "podman"): # what changes in a container is lost with it
                m.write(path, "")
                self.assertEqual(self.check_finding(self.doctor(m, 0), "warning", "/dev/kfd", f"{command} run --group-add {other.gr_name}")["cause"], "RIGHTS_CONTAINER")
            m.write("root/proc/sys/kernel/overflowgid", "54321\n")
            for groups, cause in ("         0       1000          1\n         1     100000      65536\n", "RIGHTS_UNMAPPED"), ("0 0 4294967295\n", "RIGHTS_NAMELESS"), ("", "RIGHTS_NAMELESS"):
                m.write("root/proc/self/gid_map", groups)
                causes = {finding["about"]: finding["cause"] for finding in self.doctor(m, 0)["findings"]}
                self.assertEqual((causes["/dev/nvidia-uvm"], causes["/dev/kfd"]), (cause, "RIGHTS_CONTAINER"))

    @as_nobody
    def test_rules(self):
        """If a group may not use a node, installing a package again does not help, unless that package has a rule for
        the node."""
        for path, name in ("dev/kfd", "kfd"), ("dev/dri/renderD128", "renderD"):
            with self.row(path), tool.Machine() as m:
                m.driver("good")
                self.node(m, path, 0o600)
                pattern = name + "*" * (name == "renderD")
                finding = self.check_finding(self.doctor(m, 0), "warning", path, f'write KERNEL=="{pattern}", GROUP="render", MODE="0660" into',
                                             f"/etc/udev/rules.d/70-{name}.rules")
                self.assertEqual(finding["cause"], "RIGHTS_UDEV")
                self.assertNotIn("again", finding["remedy"])
                m.write("root/etc/group", "video:x:44:\n")  # older systems have no group render
                video = ["setpriv", "--reuid=65534", "--regid=65534", f"--groups={grp.getgrnam('video').gr_gid}"]
                for before, remedy in ((), ".rules, join the group video, and"), (video, ".rules, and restart"):
                    self.check_finding(self.doctor(m, 0, *([before] if before else [])), "warning", path, 'GROUP="video"', remedy)
                m.write("root/.dockerenv", "")  # a container has no udev
                said = self.check_finding(self.doctor(m, 0), "warning", path, "The host's rules of udev decide that")["remedy"]
                self.assertNotIn("/etc/udev", said)

    @as_nobody
    def test_new_member(self):
        """The user is in the group, but the session is not."""
        with tool.Machine() as m:
            m.driver("good")
            self.node(m, "dev/kfd", 0o660, pwd.getpwnam("daemon").pw_gid)
            before = ["setpriv", f"--reuid={pwd.getpwnam('daemon').pw_uid}", "--regid=65534", "--clear-groups"]
            finding = self.check_finding(self.doctor(m, 0, before), "warning", "/dev/kfd", "The user daemon is in the group daemon, but this session is not",
                                         "restart its service") # a service's user does not log in
            self.assertEqual(finding["cause"], "RIGHTS_NEW")
            self.node(m, "dev/kfd", 0o600, pwd.getpwnam("daemon").pw_gid)  # the group does not help
            self.assertEqual(self.check_finding(self.doctor(m, 0, before), "warning", "/dev/kfd")["cause"], "RIGHTS_UDEV")
            self.node(m, "dev/kfd", 0o660, pwd.getpwnam("daemon").pw_gid)
            m.write("root/proc/self/cgroup", "0::/system.slice/x.service\n")
            self.check_finding(self.doctor(m, 0, before), "warning", "/dev/kfd", "sudo systemctl restart x.service")
            person = next((user for user in pwd.getpwall() if user.pw_shell.endswith("sh") and 0 < user.pw_uid < 65534), None)
            if person:
                os.remove(m.path("root/proc/self/cgroup"))
                before = ["setpriv", f"--reuid={person.pw_uid}", "--regid=65534", "--clear-groups"]
                self.check_finding(self.doctor(m, 0, before), "warning", "/dev/kfd", "then log out and in again (if that does not help, restart the machine)")

    @as_nobody
    def test_video(self):
        """The group for the screen's nodes does not suffice for the render nodes."""
        with tool.Machine() as m:
            m.driver("good")
            video, daemon = grp.getgrnam("video").gr_gid, grp.getgrnam("daemon").gr_gid
            self.node(m, "dev/dri/renderD128", 0o660, daemon)
            before = ["setpriv", "--reuid=65534", "--regid=65534", f"--groups={video}"]
            finding = self.check_finding(self.doctor(m, 0, before), "warning", "/dev/dri/renderD128",
                                         "it belongs to the group daemon, and the user nobody is in the group video", "usermod -aG daemon")
            self.assertEqual(finding["cause"], "RIGHTS_VIDEO")
            m.write("root/usr/lib/group", "daemon:x:1:\n")
            self.check_finding(self.doctor(m, 0, before), "warning", "/dev/dri/renderD128", "daemon: grep '^daemon:' /usr/lib/group | sudo tee -a /etc/group; sudo usermod")
            m.write("root/etc/group", "daemon:x:1:\n")
            self.check_finding(self.doctor(m, 0, before), "warning", "/dev/dri/renderD128", "Join the group daemon: sudo usermod")
            for mode, group, cause in (0o660, 54321, "RIGHTS_NAMELESS"), (0o600, daemon, "RIGHTS_UDEV"):
                self.node(m, "dev/dri/renderD128", mode, group)
                self.assertEqual(self.check_finding(self.doctor(m, 0, before), "warning", "/dev/dri/renderD128")["cause"], cause)

    @as_nobody
    def test_rights_matter_if_a_driver_finds_no_device(self):
        for name in "libx", "liboclgrind", "libMesaOpenCL":
            with self.row(name), tool.Machine() as m:
                m.icd("x.icd", m.copy(TOOL["driver"], f"lib/{name}-nodevices.so"))
                self.gpu(m, "0x8086")
                self.node(m, "dev/dri/renderD128", 0o660, 12)
                answer = self.doctor(m, 1)
                finding = self.check_finding(answer, "problem", "/dev/dri/renderD128", "no right")
                self.assertEqual(answer["findings"], [finding])
                self.node(m, "dev/dri/renderD127", 0o666)  # one node suffices
                self.assertEqual("none of the drivers is for GPUs of Intel" in str(self.doctor(m, 1)["findings"]), name != "libx")

    @as_nobody
    def test_rights_matter_if_a_gpu_is_missing(self):
        """The driver for the processor works. A container that has no node of a GPU need not have that GPU."""
        for node, contained, level in ("dev/dri/renderD128", False, "problem"), ("dev/dri/renderD128", True, "problem"), ("dev/kfd", True, "warning"):
            with self.row((node, contained)), tool.Machine() as m:
                m.driver("good")
                self.gpu(m, "0x8086")
                self.node(m, node, 0o660, 12)
                if contained:
                    m.write("root/.dockerenv", "")
                self.check_finding(self.doctor(m, 1 if level == "problem" else 0), level, "/" + node, "no right")

    @as_nobody
    def test_rights_explain_a_crash(self):
        """The rights of the driver's nodes come first."""
        for name, first in ("libamdocl64", "/dev/kfd"), ("libnvidia-opencl", "x.icd"):
            with self.row(name), tool.Machine() as m:
                m.icd("x.icd", m.copy(TOOL["driver"], f"lib/{name}-lcrash.so"))
                self.node(m, "dev/kfd", 0o660, 12)
                found = self.doctor(m, 1)["findings"]
                self.assertEqual(len(found), 2, found)
                self.assertTrue(found[0]["about"].endswith(first), found)

    @as_nobody
    def test_a_driver_without_its_gpu_misses_none(self):
        with tool.Machine() as m:
            m.driver("good")
            m.icd("nvidia.icd", m.copy(TOOL["driver"], "lib/libnvidia-opencl-noplatforms.so"))
            self.gpu(m, "0x1a03")
            self.node(m, "dev/dri/renderD128", 0o660, 12)
            self.check_finding(self.doctor(m, 0), "warning", "/dev/dri/renderD128", "no right")

    @as_nobody
    def test_no_trouble(self):
        with tool.Machine() as m:
            m.driver("good")
            self.node(m, "dev/dri/renderD128", 0o666)
            self.assertEqual(self.doctor(m, 0)["findings"], [])

    def gpu(self, m, vendor, kind="0x030000"):
        m.write(f"root/sys/bus/pci/devices/0000:01:00.{vendor[-1]}/vendor", vendor + "\n")
        m.write(f"root/sys/bus/pci/devices/0000:01:00.{vendor[-1]}/class", kind + "\n")

    def test_advice(self):
        for vendor, driver, package in [
                                ("0x8086", "i915", "Intel's runtime (Debian: apt-get install intel-opencl-icd)"),
                                ("0x1002", "radeon", "Mesa's rusticl (Debian: apt-get install mesa-opencl-icd)"),
                                ("0x1002", "amdgpu", "ROCm's OpenCL (Debian: apt-get install rocm-opencl-icd, if available); or Mesa's "
                                                     "rusticl (mesa-opencl-icd), with RUSTICL_ENABLE=radeonsi"),
                                ("0x10de", "nvidia", "NVIDIA's driver with OpenCL (Debian: apt-get install nvidia-opencl-icd, in non-free)")]:
            with self.row(driver), tool.Machine() as m:
                self.gpu(m, vendor)
                m.write(f"root/sys/bus/pci/devices/0000:01:00.{vendor[-1]}/uevent", f"DRIVER={driver}\n")
                m.write("root/dev/dri/renderD128", "")
                m.write("root/dev/nvidia0", "")
                answer = self.doctor(m, 1, ())
                self.check_finding(answer, "problem", "no driver is installed",
                                   f"{package}. For the processor: PoCL (pocl-opencl-icd)")
                self.assertEqual([finding["cause"] for finding in answer["findings"]], ["NONE_INSTALLED"])
        for node, told in ("dev/dxg", "Install a driver. For a GPU in WSL: Intel's runtime, or what AMD describes for WSL. For the"), ("dev/x", "driver. For the processor"):
            with self.row(node), tool.Machine() as m:
                m.write(f"root/{node}", "")
                self.check_finding(self.doctor(m, 1, ()), "problem", "no driver is installed", told)

    def test_distributions(self):
        """The advice for this distribution, which /etc/os-release names. Without one that is known, the advice for
        Debian."""
        for words, told in [("ID=debian\n", "Debian: apt-get install pocl-opencl-icd"),
                            ('NAME="x"\nID=linuxmint\nID_LIKE="ubuntu debian"\n', "Ubuntu: apt-get install pocl-"),
                            ("ID=raspbian\nID_LIKE=debian\n", "Debian: apt-get"), ("ID=fedora\n", "Fedora: dnf install pocl"),
                            ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "RHEL: dnf install pocl, where EPEL has it"),
                            *((f'ID="x"\nID_LIKE="centos rhel fedora"\nVERSION_ID="{version}"\n', f"RHEL: {word} install pocl, where EPEL")
                              for version, word in (("7", "yum"), ("7.9", "yum"), ("2", "yum"), ("8", "dnf"), ("8.4", "dnf"), ("10", "dnf"), ("2023", "dnf"))),
                            ("ID=rhel\nID_LIKE=fedora\n", "RHEL: dnf"), ("ID=nobara\nID_LIKE=fedora\n", "Fedora: dnf install pocl"), ('ID=x\nID_LIKE="fedora"\n', "Fedora: dnf install pocl"),
                            ('ID="amzn"\nID_LIKE="fedora"\n', "Debian: apt-get"), ("ID=mageia\nID_LIKE=\"mandriva fedora\"\n", "Debian: apt-get"),
                            ("ID=arch\n", "Arch: pacman -S pocl"), ("ID=manjaro\nID_LIKE=arch\n", "Arch: pacman"),
                            ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "openSUSE: zypper install pocl"),
                            ("ID=nixos\n", "NixOS: hardware.graphics.extraPackages = [ pkgs.pocl ]"),
                            *((f"ID=nixos\nVERSION_ID={version}\n", f"NixOS: hardware.{word}.extraPackages")
                              for version, word in (('"24.05"', "opengl"), ("23.11", "opengl"), ('"24.11"', "graphics"), ('"25.05"', "graphics"))),
                            ("ID=ubuntu\nVERSION_ID=20.04\n", "Ubuntu: apt-get"),
                            ("ID=archaic\n", "Debian: apt-get"), ("", "Debian: apt-get")]:
            with self.row(words), tool.Machine() as m:
                m.write("root/etc/os-release", words)
                self.check_finding(self.doctor(m, 1, ()), "problem", "no driver is installed", f"PoCL ({told}")
                if "dnf install" in told:  # dnf cannot change an image of ostree
                    m.write("root/run/ostree-booted", "")
                    self.check_finding(self.doctor(m, 1, ()), "problem", "no driver is installed", f"PoCL ({told.replace('dnf install', 'rpm-ostree install')}")

    def test_packages(self):
        """Each package without a further word is in Debian's main section."""
        tool.need(shutil.which("apt-cache") and "bookworm" in read("/etc/os-release"), "this is not Debian 12")
        tool.need(re.search(r"\w+/main ", sandbox.run(["apt-cache", "policy"])), "apt knows no packages")
        named = set()
        for path in "tools/report/package_rows.h", "tools/command/test.c":
            text = re.sub(r'"\s+"', "", read(os.path.join(BUILD.source, path)))
            text = text.replace('"apt-get install linux-firmware"', "")  # Ubuntu's
            rows = re.findall(r"apt-get install ([\w-]+)(,?)", text)
            self.assertTrue(rows, path)
            named.update(rows)
        # one call for all, because each reads all lists
        told = sandbox.run(["apt-cache", "policy", *{package for package, _ in named}])
        policies = {words.split(":")[0]: words for words in re.split(r"^(?=\S)", told, flags=re.MULTILINE)}
        named -= {(package, ",") for package, note in named if not note} # a word about its version
        for package, note in named:
            self.assertNotEqual(note == "", not re.search(r"\w+/main ", policies.get(package, "")), package)

    def test_other_hardware(self):
        for vendor, kind, is_gpu in [("0x1a03", "0x030000", False),  # the screen of a server
                                     ("0x8086", "0x020000", False),  # a network card
                                     ("0x8086", "0x120000", False),  # a processor for neural networks
                                     ("0x1002", "0x120000", True)]:  # a GPU without a screen
            with self.row((vendor, kind)), tool.Machine() as m:
                self.gpu(m, vendor, kind)
                answer = self.doctor(m, 1, ())
                self.assertEqual("For the GPU of" in answer["findings"][0]["remedy"], is_gpu)
                self.assertEqual(len(answer["findings"]) > 1, is_gpu)

    def test_no_node(self, m):
        m.driver("good")
        self.gpu(m, "0x10de")
        self.assertEqual(self.check_finding(self.doctor(m, 1, ()), "problem", "GPU of NVIDIA", "/dev/nvidia",
                                            "--gpus all")["cause"], "NO_NODE")
        m.write("root/.dockerenv", "")  # a container need not have the host's files
        self.assertEqual(self.check_finding(self.doctor(m, 0, ()), "warning", "GPU of NVIDIA", "/dev/nvidia",
                                            "--gpus all")["cause"], "CONTAINER_NO_NODE")


class Libraries(tool.Case):
    """The command as users install it."""

    def install(self, m):
        done = subprocess.run([TOOL["cmake"], "--install", TOOL["build"], "--prefix",
                               m.path("prefix")], capture_output=True, text=True, check=False)
        tool.need(done.returncode == 0, f"not all is built: {done.stderr}")
        return (m.path("prefix", TOOL["bin"], "clrelay"),
                m.path("prefix", TOOL["lib"], "libOpenCL.so.1"))

    def run_installed(self, m, path, env, code, command="doctor", before=()):
        built, TOOL["tool"] = TOOL["tool"], path
        try:
            return m.json(command, library=None, env=env, code=code, before=before)
        finally:
            TOOL["tool"] = built

    def test_no_library_of_the_system(self, m):
        """If the system has no library, the command takes the one that belongs to it: installed below its prefix, or
        built with it."""
        tool.need(TOOL["unfound"], "no LD_AUDIT here")
        hidden = {"LD_AUDIT": TOOL["unfound"]}
        m.driver("good")
        installed, library = self.install(m)
        for command, beside in (installed, os.path.realpath(library)), (TOOL["tool"], BUILD.library):
            with self.row(command):
                answer = self.run_installed(m, command, hidden, 0, "list")
                self.assertEqual((answer["loader"]["file"], answer["loader"]["beside"]),
                                 (os.path.realpath(beside), True))
                self.assertEqual(len(answer["platforms"]), 1)
                answer = self.run_installed(m, command, hidden, 1)
                self.check_cause(answer, "LOADER_BESIDE", "problem", os.path.realpath(beside),
                                 "programs find no libOpenCL.so.1", "LD_LIBRARY_PATH", "ldconfig")
        # If programs find a library, even a broken one, the command takes no other.
        answer = self.run_installed(m, installed, {"LD_LIBRARY_PATH": os.path.dirname(library)}, 0, "list")
        self.assertEqual((answer["loader"]["file"], answer["loader"]["beside"]),
                         (os.path.realpath(library), False))
        m.write("broken/libOpenCL.so.1", "nothing")
        answer = self.run_installed(m, installed, {"LD_LIBRARY_PATH": m.path("broken")}, 1, "list")
        self.assertEqual(answer["loader"], None)
        os.remove(library)
        self.assertEqual(self.run_installed(m, installed, hidden, 1, "list")["loader"], None)
        self.check_cause(self.run_installed(m, installed, hidden, 1), "LOADER_MISSING", "problem", "libOpenCL.so.1",
                         "the loader cannot be opened", "apt-get install ocl-icd-libopencl1", "ldconfig")
        answer = m.json("doctor", library="/nowhere/libOpenCL.so.1", code=1)
        self.check_cause(answer, "LOADER_NAMED", "problem", "/nowhere/libOpenCL.so.1", "Name another library")

    def test_found_and_bad(self, m):
        """A broken library does not count as missing. The doctor names the file, what is wrong with it, and the next
        library."""
        sandbox.need_glibc("this order of search")
        tool.need(not BUILD.emulator and not BUILD.foreign, "the linker of this machine is asked")
        m.driver("good")
        good = m.copy(BUILD.library, "good/libOpenCL.so.1")
        for number, (name, problem) in enumerate(BAD_FILES.items()):
            with self.row(name):
                bad = make_bad(m, name, f"{name}/libOpenCL.so.1")
                folders = f"{os.path.dirname(bad)}{':;'[number % 2]}{os.path.dirname(good)}"  # the linker takes both
                answer = m.json("doctor", library=None, env={"LD_LIBRARY_PATH": folders}, code=None)
                if name in PASSED_OVER:
                    self.assertEqual(answer["loader"]["file"], os.path.realpath(good))
                    self.assertNotIn(bad, str(answer["findings"]))
                    continue
                self.check_cause(answer, "LOADER_BAD_FIRST", "problem", "libOpenCL.so.1", f"{bad} {problem}",
                                 f"Take its folder out of LD_LIBRARY_PATH: then programs get {good}")
                self.assertEqual(len(answer["findings"]), 1)
                # The user has named the path, so no folder is at fault.
                answer = m.json("doctor", library=bad, code=1)
                self.check_cause(answer, "LOADER_NAMED", "problem", bad, f"{bad} {problem}", "--library")
                self.assertEqual(len(answer["findings"]), 1)
        # The first library that can be opened counts.
        env = {"LD_LIBRARY_PATH": f"{os.path.dirname(good)}:{m.path('empty')}"}
        self.assertNotIn("empty", str(m.json("doctor", library=None, env=env, code=None)["findings"]))

    def test_found_and_lacking(self, m):
        """A library that lacks a symbol in the first folder of LD_LIBRARY_PATH. A program that binds lazily starts
        with such a library."""
        sandbox.need_glibc("this order of search")
        tool.need(shutil.which("cc") and not BUILD.emulator and not BUILD.foreign and not BUILD.sanitizers, "there is no compiler for this")
        m.driver("good")
        good = m.copy(BUILD.library, "good/libOpenCL.so.1")
        source = m.write("unfit.c", "void lacking(void); int clGetPlatformIDs(unsigned n, void *all, unsigned *count) { lacking(); return 0; }")
        unfit = os.path.join(os.path.dirname(m.write("unfit/x", "")), "libOpenCL.so.1")
        program = m.write("program.c", "int clGetPlatformIDs(unsigned n, void *all, unsigned *count); int main(void) { return clGetPlatformIDs(0, 0, 0); }")
        sandbox.run(["cc", "-shared", "-fPIC", "-Wl,-z,lazy,-soname,libOpenCL.so.1", source, "-o", unfit])
        sandbox.run(["cc", "-Wl,-z,lazy,--unresolved-symbols=ignore-in-shared-libs", program, unfit, "-o", m.path("program")])
        env = {"LD_LIBRARY_PATH": f"{os.path.dirname(unfit)}:{os.path.dirname(good)}"}
        for subject, about in ([], "libOpenCL.so.1"), ([m.path("program")], unfit):
            answer = m.json("doctor", *subject, library=None, env=env, code=1)
            self.check_cause(answer, "LOADER_BAD_FIRST", "problem", about, f"{unfit} needs the symbol lacking, which no library has",
                             f"Take its folder out of LD_LIBRARY_PATH: then programs get {good}")
        sandbox.run(["cc", "-x", "c", "-o", m.path("other"), m.write("other.c", "int main(void) { return 0; }")])
        for subject in [], [m.path("other")]:  # the user has named the library
            answer = m.json("doctor", *subject, library=unfit, env=env, code=1)
            self.check_cause(answer, "LOADER_NAMED", "problem", unfit, "Name another library")
        answer = m.json("doctor", library="libOpenCL.so.1", env={"LD_LIBRARY_PATH": os.path.dirname(unfit)}, code=1)
        self.assertNotIn("LOADER_NAMED", str(answer["findings"]))

    def test_half_a_driver(self, m):
        """A library with OpenCL's functions is for direct use only if it has none of a driver's."""
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign and not BUILD.sanitizers, "no compiler makes libraries for here")
        for count, cause in (1, "DIRECT_ONLY"), (2, None):
            names = ["clGetPlatformIDs", "clIcdGetPlatformIDsKHR"][:count]
            source, library = m.write("half.c", "".join(f"int {name}(void) {{ return 0; }}" for name in names)), m.write("half.so", "")
            sandbox.run(["cc", "-shared", "-fPIC", source, "-o", library])
            m.icd("half.icd", library)
            [finding] = m.json("doctor", code=1)["findings"]
            self.assertEqual((finding["about"], finding["cause"]), (m.path("vendors/half.icd"), cause))

    def test_found_and_bad_alone(self, m):
        """There is no other library. So those that the linker passes over count, too."""
        name = "libOpenCL.so.77"  # the system has no library of this name
        for kind, problem in BAD_FILES.items():
            with self.row(kind):
                bad = make_bad(m, kind, f"{kind}/{name}")
                answer = m.json("doctor", library=name, env={"LD_LIBRARY_PATH": "/nowhere;" + os.path.dirname(bad)}, code=1)
                self.check_cause(answer, "LOADER_BAD", "problem", name, f"{bad} {problem}", "Remove that " + ("link" if kind.startswith("link") else "file"),
                                 "apt-get install --reinstall ocl-icd-libopencl1")
                self.assertEqual(len(answer["findings"]), 1)
        # The package to install again is the one that has the file. pacman's lists begin without a slash.
        bad = m.path(f"packaged/{name}")
        for path, package in [("var/lib/dpkg/info/vendor-opencl:amd64.list", "vendor-opencl"),
                              ("var/lib/pacman/local/opencl-icd-x-1:2.3-1/files", "opencl-icd-x")]:
            m.write("root/" + path, f"%FILES%\n{bad.lstrip('/') if 'pacman' in path else bad}\n")
            for kind in "empty", "text", "cut", "other":
                make_bad(m, kind, f"packaged/{name}")
                answer = m.json("doctor", library=name, env={"LD_LIBRARY_PATH": os.path.dirname(bad)}, code=1)
                self.check_cause(answer, "LOADER_BAD", "problem", name, f"Install its package again: {package}")
            os.remove(m.path("root", path))
        answer = m.json("doctor", library=name, env={"LD_LIBRARY_PATH": m.path("none")}, code=1)
        self.check_cause(answer, "LOADER_MISSING", "problem", name, "Install libOpenCL.so.1")

    def test_bad_and_beside(self, m):
        """Inside a namespace, the system's own libraries are of another architecture, too."""
        tool.need(shutil.which("unshare") and sandbox.works(["unshare", "-m", "true"]), "nobody may make a namespace here")
        m.driver("good")
        for kind in "other", "width":
            bad = make_bad(m, kind, f"{kind}/libOpenCL.so.1")
            mounts = [f"mount --bind {bad} {os.path.realpath(path)} &&" for path in glob.glob("/usr/lib*/*/libOpenCL.so.1")]
            answer = m.json("doctor", library=None, env={"LD_LIBRARY_PATH": os.path.dirname(bad)}, code=1,
                            before=["unshare", "-m", "sh", "-c", " ".join(mounts) + ' exec "$0" "$@"'])
            with self.row(kind):
                self.check_cause(answer, "LOADER_BESIDE_BAD", "problem", os.path.realpath(BUILD.library),
                                 f"{bad} {BAD_FILES[kind]}", "Replace that file")

    def test_found_and_unfit(self, m):
        """The library is whole, but lacks one that it needs. Or it is something else."""
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign, "no compiler makes libraries for here")
        good = m.copy(BUILD.library, "good/libOpenCL.so.1")
        source = m.write("a.c", "int a;")

        def build(path, *flags):
            path = m.write(path, "")
            subprocess.run(["cc", "-shared", "-fPIC", source, "-o", path, *flags], check=True)
            return path
        gone = build("gone/libgone.so.3", "-Wl,-soname,libgone.so.3")
        unfit = build("unfit/libOpenCL.so.1", "-Wl,--no-as-needed", gone)
        other = build("something/libOpenCL.so.1")
        env = {"LD_LIBRARY_PATH": f"{os.path.dirname(unfit)}:{os.path.dirname(good)}"}
        self.check_cause(m.json("doctor", library=None, env=env, code=1), "LOADER_UNFIT", "problem", "libOpenCL.so.1",
                         "libgone.so.3, which libOpenCL.so.1 needs, is not found", "Install the package that has libgone.so.3")
        env = {"LD_LIBRARY_PATH": f"{os.path.dirname(other)}:{os.path.dirname(good)}"}
        names = ["clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo", "clGetExtensionFunctionAddress"]
        for count, name in enumerate(names):
            with self.row(name):
                m.write("a.c", "int a;" + "".join(f" int {there}(void) {{ return 1; }}" for there in names[:count]))
                build("something/libOpenCL.so.1")
                self.check_cause(m.json("doctor", library=None, env=env, code=1), "LOADER_BAD_FIRST", "problem",
                                 "libOpenCL.so.1", f"{other} is not a whole OpenCL library: it lacks {name}", f"then programs get {good}")

    def test_another_one_is_found_first(self, m):
        m.driver("good")
        command, library = self.install(m)
        folder = os.path.dirname(library)
        os.makedirs(m.path("first"))
        other = shutil.copy(TOOL["fake_loader"], m.path("first", "libOpenCL.so.1"))
        folders = f"/nowhere{';' if BUILD.glibc else ':'}{m.path('first')}:/none"  # musl has no semicolons
        answer = self.run_installed(m, command, {"LD_LIBRARY_PATH": folders}, 1)
        self.check_cause(answer, "LOADER_IN_FOLDER", "problem", other, "programs get this", library,
                         f"Take {m.path('first')} out of LD_LIBRARY_PATH")
        os.makedirs(m.path("cuda-12.4/lib64"))
        cuda = shutil.copy(TOOL["fake_loader"], m.path("cuda-12.4/lib64", "libOpenCL.so.1"))
        answer = self.run_installed(m, command, {"LD_LIBRARY_PATH": os.path.dirname(cuda)}, 1)
        self.check_cause(answer, "LOADER_OF_CUDA", "problem", cuda, "of the CUDA toolkit", library, "out of LD_LIBRARY_PATH")
        os.makedirs(m.path("cuda-12.5"))  # the same file
        os.link(os.path.realpath(library), m.path("cuda-12.5/libOpenCL.so.1"))
        self.assertNotIn("LOADER_OF_CUDA", str(self.run_installed(m, command, {"LD_LIBRARY_PATH": m.path("cuda-12.5")}, None)["findings"]))
        second = m.copy(BUILD.library, "second/libOpenCL.so.1")  # it has a report, too
        answer = self.run_installed(m, command, {"LD_LIBRARY_PATH": m.path("second")}, 0)
        self.check_cause(answer, "LOADER_IN_FOLDER", "warning", second, "programs get this", library)
        answer = self.run_installed(m, command,
                                    {"LD_LIBRARY_PATH": f"{m.path('first')}:{folder}"}, 1)
        self.check_finding(answer, "problem", other, "programs get this")
        answer = self.run_installed(m, command, {"LD_LIBRARY_PATH": folder}, 0)
        self.assertEqual([finding for finding in answer["findings"] if finding["level"] != "note"], [])
        # Without the variable, the command finds the system's own library, if there is one.
        def machine(path):
            with open(path, "rb") as file:
                return file.read(20)[18:]  # e_machine of the ELF header
        found = [path for path in glob.glob("/usr/lib/*-linux-gnu/libOpenCL.so.1") if machine(path) == machine(library)]
        if found:
            answer = self.run_installed(m, command, {}, None)
            self.check_cause(answer, "LOADER_UNSEARCHED", "note", os.path.realpath(found[0]), library, "Nothing, if you want this")
            for path, text, cause in [("etc/ld.so.conf", folder, "LOADER_IN_CACHE"), ("etc/ld.so.conf.d/x.conf", f"# x\n{folder}\n", "LOADER_IN_CACHE"),
                                      ("etc/ld.so.conf.d/x.conf", f"{folder}s\n", "LOADER_UNSEARCHED"), ("etc/ld.so.conf.d/x", f"{folder}\n", "LOADER_UNSEARCHED")]:
                with self.row((path, text)):
                    m.write(f"root/{path}", text)
                    answer = self.run_installed(m, command, {}, None)
                    self.check_cause(answer, cause, "problem" if cause == "LOADER_IN_CACHE" else "note", os.path.realpath(found[0]), library, "ldconfig")
                    os.remove(m.path("root", path))
            answer = m.json("doctor", library=None, env={"LD_LIBRARY_PATH": m.path("first")}, code=None)
            self.check_cause(answer, "LOADER_CHOSEN", "warning", other, f"LD_LIBRARY_PATH has {m.path('first')}")
            answer = m.json("doctor", library=None, env={"LD_LIBRARY_PATH": os.path.dirname(found[0])}, code=None)
            self.assertNotIn("LOADER_CHOSEN", str(answer["findings"]))  # without the variable they would get it, too

    def test_conda_is_active(self, m):
        """The programs of an active environment get its own libOpenCL."""
        m.driver("good")
        command, library = self.install(m)
        variables = {"LD_LIBRARY_PATH": os.path.dirname(library), "CONDA_PREFIX": "/conda"}
        self.assertNotIn("conda environment", str(self.run_installed(m, command, variables, 0)["findings"]))  # it has none
        m.write("root/conda/lib/libOpenCL.so.1", "")
        for python, remedy in (None, "clrelay doctor PROGRAM"), ("root/conda/bin/python", "clrelay doctor /conda/bin/python"):
            with self.row(remedy):
                if python: m.write(python, "")
                self.check_finding(self.run_installed(m, command, variables, 0), "note", "/conda/lib/libOpenCL.so.1", "get this library, and not " + os.path.realpath(library), remedy)
        prefix = os.path.dirname(os.path.dirname(library))
        m.write(f"root/{prefix}/lib/libOpenCL.so.1", "")
        for value in "", prefix:  # none, or the one whose library all programs get
            self.assertNotIn("conda environment", str(self.run_installed(m, command, {**variables, "CONDA_PREFIX": value}, 0)["findings"]))

    def test_driver_as_library(self, m):
        """Programs get a driver as their libOpenCL.so.1."""
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign, "no compiler makes libraries for here")
        tool.need(shutil.which("unshare") and sandbox.works(["unshare", "-m", "true"]), "nobody may make a namespace here")
        functions = " ".join(f"long {name}(void) {{ return {'-1001' if name == 'clGetPlatformIDs' else '0'}; }}" for name in re.findall(
            r"\bcl[A-Z]\w+", subprocess.run(["nm", "-D", "--defined-only", BUILD.library], capture_output=True, text=True, check=True).stdout)
            if name != "clIcdGetPlatformIDsKHR")
        m.write("a.c", functions + "int clIcdGetPlatformIDsKHR(void) { return -1001; }")
        m.write("b.c", functions)
        folder = os.path.dirname(next(iter(glob.glob("/usr/lib/*-linux-gnu/libc.so.6")), "/usr/lib/x/y"))
        # While a package owns the link, no other package may bring a loader. Otherwise one command writes the .icd
        # file.
        for source, listed, parts in [
                ("a.c", "libOpenCL.so.1", ["by a link of the package mali-t628", "Use a version of the package mali-t628 without that link"]),
                ("a.c", "other", [f"Remove {folder}/libOpenCL.so.1, install",
                                  f"echo {folder}/libMali.so | sudo tee /etc/OpenCL/vendors/mali.icd"]),
                ("b.c", "other", [])]:
            with self.row((source, listed)):
                m.write("root/var/lib/dpkg/info/mali-t628.list", f"/.\n{folder[4:]}/{listed}\n")
                subprocess.run(["cc", "-w", "-shared", "-fPIC", m.path(source), "-o", m.path("libMali.so")], check=True)
                inside = (f"mkdir -p {m.path('u')} {m.path('w')} && mount -t tmpfs tmpfs {m.path('u')} && mkdir {m.path('u')}/u {m.path('u')}/w && "
                          f"mount -t overlay overlay -o lowerdir={folder},upperdir={m.path('u')}/u,workdir={m.path('u')}/w {folder} && "
                          f"rm -f {folder}/libOpenCL.so* && cp {m.path('libMali.so')} {folder}/ && ln -s libMali.so {folder}/libOpenCL.so.1")
                tool.need(sandbox.works(["unshare", "-m", "sh", "-c", inside]), "nobody may mount here")
                before = ["unshare", "-m", "sh", "-c", inside + ' && exec "$0" "$@"']
                answer = m.json("doctor", library=None, code=1, before=before)
                if parts:
                    beside = self.run_installed(m, self.install(m)[0], None, 1, before=before)  # with a library of this command elsewhere
                    self.check_cause(beside, "LOADER_IS_DRIVER", "problem", "libMali.so", *parts)
                    self.check_cause(answer, "LOADER_IS_DRIVER", "problem", "libMali.so", *parts)
                    self.assertNotIn("pocl", str(answer["findings"]))  # this driver would not load it
                    if glob.glob("/usr/lib/*-linux-gnu/libOpenCL.so.1"):  # which programs get without the variable
                        shutil.copy(m.path("libMali.so"), m.write("first/libOpenCL.so.1", ""))
                        answer = m.json("doctor", library=None, env={"LD_LIBRARY_PATH": m.path("first")}, code=None)
                        self.check_cause(answer, "LOADER_CHOSEN", "", "first/libOpenCL.so.1", f"take {m.path('first')} out of")
                else:
                    self.assertNotIn("LOADER_IS_DRIVER", [finding["cause"] for finding in answer["findings"]])

    def check_cause(self, answer, name, level, about, *parts):
        levels = [level] if level else [finding["level"] for finding in answer["findings"]]
        self.assertEqual(self.check_finding(answer, levels[0], about, *parts)["cause"], name)

    def test_what_is_installed(self, m):
        self.install(m)
        for path in ["bin/clrelay", "share/man/man1/clrelay.1",
                     "share/bash-completion/completions/clrelay",
                     "share/zsh/site-functions/_clrelay"]:
            self.assertTrue(os.path.exists(m.path("prefix", path)), path)
