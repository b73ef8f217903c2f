# SPDX-License-Identifier: Apache-2.0
"""The .icd files: each kind of them between two good ones, which must go on working."""

import os
import shutil
import socket

import sandbox

FAKES = sandbox.BUILD.fakes
A = os.fsencode(FAKES + "/libfake_a.so")
OTHER = os.fsencode(FAKES + "/libfake_b.so")
BOM = b"\xef\xbb\xbf"

# Title, bytes: all of these name the fake driver `a`.
GOOD = [
    ("plain", A + b"\n"),
    ("no newline at the end", A),
    ("CRLF", A + b"\r\n"),
    ("CR and no newline", A + b"\r"),
    ("a blank behind", A + b" \n"),
    ("blanks behind, no newline", A + b" \t "),
    ("blanks before", b"  \t" + A + b"\n"),
    ("a blank behind and CRLF", A + b" \r\n"),
    ("a BOM", BOM + A + b"\n"),
    ("a BOM, blanks and CRLF", BOM + b" " + A + b" \r\n"),
    ("a blank line first", b"\n" + A + b"\n"),
    ("lines of blanks first", b" \t \r\n\r\n" + A + b"\n"),
    ("blank lines behind", A + b"\n\n\n \n"),
    ("a comment first", b"# the driver\n" + A + b"\n"),
    ("an indented comment first", b"  # the driver\n" + A + b"\n"),
    ("a comment with a BOM, CRLF", BOM + b"# the driver\r\n" + A + b"\r\n"),
    ("a comment behind", A + b"\n# the driver\n"),
    ("many comments", b"# the driver\n" * 300 + A + b"\n"),
    ("a line of 4096 bytes", A + b" " * (4096 - len(A)) + b"\n"),
    ("a line of 4096 bytes and no newline", A + b" " * (4096 - len(A))),
]

# Title, bytes, verdict.
BAD = [
    ("empty", b"", "FILE_MASK"),  # Khronos hangs
    ("a newline", b"\n", "FILE_EMPTY"),
    ("blanks", b" \t\r\n  \n", "FILE_EMPTY"),
    ("a BOM", BOM, "FILE_EMPTY"),
    ("comments", b"# one\n # two\n\n#", "FILE_EMPTY"),
    ("a NUL first", b"\0", "FILE_BINARY"),  # ocl-icd crashes
    ("a NUL and a name", b"\0" + A + b"\n", "FILE_BINARY"),
    ("a NUL inside", A[:20] + b"\0" + A[20:] + b"\n", "FILE_BINARY"),
    ("a NUL behind", A + b"\0\n", "FILE_BINARY"),
    ("a NUL on a later line", A + b"\nx\0\n", "FILE_BINARY"),
    ("a line of 4097 bytes", A + b" " * (4097 - len(A)) + b"\n", "FILE_LONG_LINE"),
    ("a line of 4097 bytes and no newline", b"x" * 4097, "FILE_LONG_LINE"),
    ("too large", b"# comment\n" * 10000 + A + b"\n", "FILE_TOO_LARGE"),
    ("a library that is not there", b"/nowhere/lib.so\n", "LIBRARY_MISSING"),
    ("a bare name that is not there", b"libnowhere-at-all.so.9\n", "LIBRARY_MISSING"),
    ("a comment behind the name is part of it", A + b" # a\n", "LIBRARY_MISSING"),
    ("a directory as library", b"/usr\n", "LIBRARY_INVALID"),
    ("a device as library", b"/dev/zero\n", "LIBRARY_INVALID"),
    ("text as library", b"{root}/text.so\n", "LIBRARY_INVALID"),
    ("nothing as library", b"{root}/empty.so\n", "LIBRARY_INVALID"),
    ("a cut library", b"{root}/cut.so\n", "LIBRARY_INVALID"),
    ("a FIFO as library", b"{root}/fifo.so\n", "LIBRARY_INVALID"),
    ("another processor's library", b"{root}/foreign.so\n", "LIBRARY_WRONG_ARCHITECTURE"),
    ("another word size's library", b"{root}/word.so\n", "LIBRARY_WRONG_ARCHITECTURE"),
    ("a program as library", os.fsencode(sandbox.BUILD.probe) + b"\n",
     "LIBRARY_REFUSED" if sandbox.BUILD.glibc else "FUNCTION_MISSING"),  # musl opens it
    ("a library with needs that are not met", b"{root}/needs.so\n", "LIBRARY_REFUSED"),
]


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(path)


def make_huge(path):
    with open(path, "wb") as file:
        file.truncate(5 << 30)


# Title, what makes the file, the correct verdicts.
SPECIAL = [
    # 32-bit programs must ask for the size in the right way.
    ("a file of 5 GB", make_huge, ["FILE_TOO_LARGE"]),
    ("a directory", os.mkdir, ["FILE_IS_DIRECTORY"]),
    ("a FIFO", os.mkfifo, ["FILE_IS_FIFO"]),  # ocl-icd blocks forever
    ("a socket", make_socket, ["FILE_IS_SOCKET"]),
    ("/dev/zero", lambda path: os.symlink("/dev/zero", path), ["FILE_IS_DEVICE"]),
    ("/dev/null", lambda path: os.symlink("/dev/null", path), ["FILE_MASK"]),
    ("/dev/full", lambda path: os.symlink("/dev/full", path), ["FILE_IS_DEVICE"]),
    ("a link to a directory", lambda path: os.symlink("/usr", path), ["FILE_IS_DIRECTORY"]),
    ("a dangling link", lambda path: os.symlink("nowhere.icd", path), ["FILE_DANGLING_LINK"]),
    ("a loop of links", lambda path: os.symlink(path, path),
     ["FILE_DANGLING_LINK", "FILE_UNREADABLE"]),
    # This is no regular file: no read gets to its end.
    ("a file that fails to be read", lambda path: os.symlink("/proc/self/mem", path),
     ["FILE_UNREADABLE", "FILE_EMPTY", "FILE_TOO_LARGE"]),
]


def patched(library, offset, value):
    with open(library, "rb") as file:
        data = bytearray(file.read())
    data[offset:offset + len(value)] = value
    return bytes(data)


def make_libraries(m):
    """Makes the broken libraries of BAD."""
    library = m.fake("a")
    with open(library, "rb") as file:
        data = file.read()
    m.write("text.so", "this is no library\n" * 100)
    m.write("empty.so", "")
    m.write("cut.so", data[:40])
    os.mkfifo(m.path("fifo.so"))
    little = data[5] == 1
    processor = 21 if 62 in data[18:20] else 62 # POWER on x86-64, x86-64 on any other
    m.write("foreign.so", patched(library, 18,
                                  processor.to_bytes(2, "little" if little else "big")))
    m.write("word.so", patched(library, 4, b"\x01" if data[4] == 2 else b"\x02"))
    needed = b"libc.so.6\0" if sandbox.BUILD.glibc else b"libc.so\0"
    m.write("needs.so", data.replace(needed, needed.replace(b"libc", b"libX")))


class Manifests(sandbox.Case):
    def check_beside(self, m, middle, *verdicts, names=("b", "c"), about=None, **options):
        """Checks what becomes of the file `middle` between the good drivers b and c."""
        m.icd("1.icd", m.fake("b"))
        m.icd("9.icd", m.fake("c"))
        result = m.run("platforms", **options)
        self.assertEqual(result.names, list(names), result.trace)
        self.check_verdict(result, about or middle, *verdicts)
        return result

    def test_good(self):
        for title, content in GOOD:
            with self.row(title), sandbox.Machine() as m:
                path = m.icd("5.icd", content)
                result = self.check_beside(m, path, "LOADED", names="bac")
                self.assertEqual(len([line for line in result.trace if path in line]), 1)

    def test_bad(self):
        for title, content, verdict in BAD:
            with self.row(title), sandbox.Machine() as m:
                make_libraries(m)
                path = m.icd("5.icd", content.replace(b"{root}", os.fsencode(m.root)))
                self.check_beside(m, path, verdict)

    def test_special(self):
        for title, make, verdicts in SPECIAL:
            with self.row(title), sandbox.Machine() as m:
                path = os.path.join(m.vendors, "5.icd")
                make(path)
                self.check_beside(m, path, *verdicts)

    def test_longest_name(self, m):
        """No system opens a name of 4096 bytes; the name must not push the verdict out of the message."""
        path = m.icd("5.icd", b"/" + b"x" * 4095 + b"\n")
        self.check_beside(m, path, "LIBRARY_MISSING", "LIBRARY_UNREADABLE", "LIBRARY_REFUSED")

    def test_device_node(self, m):
        path = os.path.join(m.vendors, "5.icd")
        try:
            os.mknod(path, 0o20666, os.makedev(1, 5))
        except OSError as error:
            sandbox.need(False, f"no device can be made here: {error}")
        self.check_beside(m, path, "FILE_IS_DEVICE")

    def test_unreadable(self, m):
        path = m.icd("5.icd", A)
        os.chmod(path, 0)
        if os.geteuid():
            self.check_beside(m, path, "FILE_UNREADABLE")
            return
        sandbox.need(shutil.which("setpriv"), "setpriv is missing")
        probe = m.copy(sandbox.BUILD.probe, "probe")
        m.copy(sandbox.BUILD.library, "libOpenCL.so.1")
        m.write("vendors/1.icd", m.copy(m.fake("b"), "libb.so"))
        m.write("vendors/9.icd", m.copy(m.fake("c"), "libc.so"))
        result = m.run("platforms", probe=probe, env={"LD_LIBRARY_PATH": m.root},
                       before=sandbox.AS_NOBODY)
        self.assertEqual(result.names, ["b", "c"])
        self.check_verdict(result, path, "FILE_UNREADABLE")

    def test_second_line(self):
        """The loader reports a second line with its number and ignores it."""
        for title, content in [
                ("behind", A + b"\n" + OTHER + b"\n"),
                ("behind a comment", A + b"\n# another\n\n" + OTHER + b"\n"),
                ("no library at all", A + b"\nsee the README\n")]:
            with self.row(title), sandbox.Machine() as m:
                path = m.icd("5.icd", content)
                result = m.run("platforms")
                self.assertEqual(result.names, ["a"])
                number = content[:content.rstrip().rindex(b"\n")].count(b"\n") + 2
                self.assertTrue([line for line in result.trace
                                 if path in line and f":{number}:" in line], result.trace)

    def test_link_to_a_manifest(self, m):
        os.symlink(m.write("elsewhere/real", A), os.path.join(m.vendors, "5.icd"))
        self.check_beside(m, "5.icd", "LOADED", names="bac")

    def test_bare_name(self, m):
        """The system searches for a bare name as for any library: not in the manifest's folder, not where the program
        runs."""
        m.icd("5.icd", b"libfake_a.so\n")
        self.check_beside(m, "5.icd", "LOADED", names="bac", env={"LD_LIBRARY_PATH": FAKES})
        self.check_beside(m, "5.icd", "LIBRARY_MISSING", cwd=FAKES)
        m.copy(m.fake("a"), "vendors/libfake_a.so")
        self.check_beside(m, "5.icd", "LIBRARY_MISSING")

    def test_relative(self):
        """A relative name is relative to the folder of the .icd file, never to where the program runs."""
        for name in "sub/lib.so", "./sub/lib.so", "../vendors/sub/lib.so", "sub/../sub/lib.so":
            with self.row(name), sandbox.Machine() as m:
                m.copy(m.fake("a"), "vendors/sub/lib.so")
                m.copy(m.fake("good"), "here/sub/lib.so")
                m.copy(m.fake("good"), "vendors-of-here/sub/lib.so")
                m.icd("5.icd", name)
                self.check_beside(m, "5.icd", "LOADED", names="bac", cwd=m.path("here"))
                shutil.rmtree(m.path("vendors/sub"))
                self.check_beside(m, "5.icd", "LIBRARY_MISSING", cwd=m.path("here"))

    def test_relative_directory(self, m):
        """The same holds when the directory itself is named relatively."""
        m.copy(m.fake("a"), "vendors/sub/lib.so")
        m.icd("5.icd", "sub/lib.so")
        result = m.run("platforms", env={"OCL_ICD_VENDORS": "vendors"})
        self.assertEqual(result.names, ["a"])
        result = m.run("platforms", env={"OCL_ICD_VENDORS": "./vendors/5.icd"})
        self.assertEqual(result.names, ["a"])
        self.assertIn("./vendors/5.icd: ./vendors/sub/lib.so: loaded", "\n".join(result.trace))

    def test_blank_in_a_path(self, m):
        m.icd("5.icd", m.copy(m.fake("a"), "a folder/a lib.so"))
        self.check_beside(m, "5.icd", "LOADED", names="bac")

    def test_origin(self):
        """The system resolves $ORIGIN: the folder of the library that opens the driver, which is the loader."""
        sandbox.need_glibc("$ORIGIN in dlopen")
        sandbox.need(not sandbox.BUILD.sanitizers,
                     "dlopen is the sanitizer's, and so is its $ORIGIN")
        folder = os.path.dirname(os.path.realpath(sandbox.BUILD.library))
        way = os.path.relpath(FAKES, folder)
        for name in "$ORIGIN", "${ORIGIN}":
            with self.row(name), sandbox.Machine() as m:
                m.icd("5.icd", f"{name}/{way}/libfake_a.so")
                self.check_beside(m, "5.icd", "LOADED", names="bac")
