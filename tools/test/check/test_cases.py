# SPDX-License-Identifier: Apache-2.0
"""Small wrong programs under clrelay check. It must find the mistake in each, and nothing else, and nothing at all in
the legal neighbours."""

import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import signal
import subprocess
import sys
import unittest

import sandbox
from drivers import installed
from sandbox import BUILD, TIME_LIMIT, need, need_own_build
from texts import Texts

FACTS = sandbox.read_facts("check")
CASES = FACTS["check_cases"]
DEPRECATED = "CLR-FUNCTION-DEPRECATED"
# --objects-only finds these, too. Their handles are parameters, in lists, or inside values.
OF_OBJECTS = ["event_freed", "event_in_wait_list_freed", "buffer_freed", "handle_type", "argument_freed",
              "argument_no_object", "argument_sampler_freed", "argument_image_for_sampler", "argument_svm_freed",
              "exec_info_freed", "image_buffer_freed", "platform_in_properties_type", "command_buffer_freed",
              "command_buffer_of_freed_queue", "recorded_buffer_freed", "recorded_kernel_freed"]
# --canaries finds these in the same way, although it changes the sizes and flags of the driver's buffers.
OF_MEMORY = ["argument_*", "buffer_*", "copy_*", "fill_*", "host_*", "image_buffer_*", "map_*", "mem_*", "rect_*",
             "sub_buffer_*", "svm_*"]
# Only --canaries finds these.
OVERRUNS = ["CLR-KERNEL-OVERRUN", "CLR-KERNELS-OVERRUN", "CLR-KERNEL-OVERRUN-PART", "CLR-KERNEL-UNDERRUN-PART",
            "CLR-KERNEL-OVERRUN-SVM"]
# The options without which a check ID is not found.
NEEDED = {**dict.fromkeys(OVERRUNS, "--canaries"), "CLR-HOST-FREED-IN-USE": "--frees"}
# What the text of a finding must say.
WORDS = {"launch_local_limit": r" on this device \(.+\), whose ",
         "build_error_after_warning": "^the first error in the build log is in line 2, column 19$",
         "build_error_in_macro": "^the first error in the build log is in line 5, column ",
         "compile_error_in_header": r"^the first error in the build log is in line \d+, column \d+$",
         "query_name_wrong": r"^0x[0-9a-f]+ ", "argument_size": r"parameter \d \(.+\) of ",
         "overrun_by_released_kernel": r"^kernel \(write\) has written .*, its argument 0 \(global int \*at\),",
         "command_buffer_overrun": r"^kernel \(it\) has written .*, its argument 0 \(global int \*at\),",
         "command_buffer_overrun_by_second": r"^kernel \(other\) has written .*, its argument 0 ",
         "command_buffer_behind_overrun": r"^kernel \(other\) has written "}
# What is said of each case's finding, but the places in cases_*.c.
TEXTS = Texts("check/case_texts.tsv")
# In how many places a case makes its mistake, if it makes it in several. And what else it leaks.
PLACES = {"reads_not_awaited": 2, "overrun_before_second": 2, "overrun_by_both": 2,
          "command_buffer_overrun_by_one": 2}
IGNORED = {"user_event_never_set": ["--ignore", "CLR-*-LEAKED"]}
# The legal half of this case ends the process by itself, so no other case can come behind it.
ENDS_ITSELF = "user_event_wait_callback"
# Drivers' assertions that end a legal program, also without clrelay: here PoCL 5.0, on many processors.
ASSERTIONS = {"kernels_unordered_offset": "pocl_release_dlhandle_cache"}
Case = collections.namedtuple("Case", "name identity driver")
# All tests of a build share what PoCL has compiled, which takes a second for each kernel and size of its work-groups.
POCL_CACHE = os.path.join(os.path.abspath(sys.argv[1]), "tools", "test", "check", "pocl-cache")
# For work on a case: CLRELAY_TEST_CASES='buffer_*' runs only the cases of these names.
CHOSEN = os.environ.get("CLRELAY_TEST_CASES", "*")


def said_of(finding):
    """Returns what the finding says, without places and addresses."""
    parts = [finding["text"], finding["function"], finding["error"], finding["section"], finding["call"]]
    about = finding["object"]
    if about:
        parts.append(f"{about['kind']} {about['name'] or ''}".strip())
        parts += [f"{what} {about[what]['by']}" for what in ("made", "released") if what in about]
    if finding["other"]:
        parts.append(f"other {finding['other']['by']}")
    if finding["log"]:  # its words are the compiler's
        parts.append("log")
    said = "; ".join(part for part in [*parts, *finding["driver"]] if part)
    return re.sub(r"<((?!1 |2 |4 )\d+ bytes): [^>]*>", r"<\1>", said) # bytes of addresses


def environment(folder, driver):
    vendors = os.path.join(folder, driver)
    os.makedirs(vendors, exist_ok=True)
    with open(os.path.join(vendors, "driver.icd"), "w", encoding="utf-8") as file:
        file.write(installed.find(driver) + "\n")
    return {**sandbox.clean_environment(), "OCL_ICD_VENDORS": vendors,
            "LD_LIBRARY_PATH": os.path.dirname(BUILD.library), "POCL_CACHE_DIR": POCL_CACHE,
            "OPENCL_LAYER_PATH": folder, "XDG_CACHE_HOME": os.path.join(folder, "cache"),
            "XDG_CONFIG_HOME": folder}


def read_cases():
    lines = sandbox.run([CASES], {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(BUILD.library)}).splitlines()
    return [Case(*line.split()) for line in lines]


def needed_options(case):
    return *([NEEDED[case.identity]] if case.identity in NEEDED else []), *IGNORED.get(case.name, [])


def run_check(env, options, *words):
    """Runs the cases' program under the command. Returns its result, and the findings with the summary."""
    done = subprocess.run([FACTS["tool"], "check", "--json", *options, CASES, *words], env=env, text=True, check=False,
                          errors="replace", capture_output=True, stdin=subprocess.DEVNULL, timeout=TIME_LIMIT)
    # The driver may print to standard error, too.
    return done, [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]


def legal_together(cases, env, *options):
    """Whether the legal halves of cases that need the same options ran to their end in one process, where the check
    found nothing. If not, each must run alone, which tells why."""
    names = [case.name for case in cases]
    done, found = run_check(env, (*options, *needed_options(cases[0])), "legal", *names)
    others = [finding for finding in found[:-1] if finding["identity"] != DEPRECATED]
    return done.returncode == 0 and bool(found) and "summary" in found[-1] and not others and done.stdout.split() == names


def end_is_right(done, found):
    """Whether there is a summary, and the exit status tells that it has errors."""
    bad = found[-1].get("summary", {}) if found else {}
    return "processes" in bad and (done.returncode != 0 or not bad["error"] + bad["portability"] + bad["leak"])


def is_of(case, finding):
    """Whether the case's function made the calls that the finding is about."""
    about = finding["object"] or {}
    places = [finding, finding["other"] or {}, about.get("made", {}), about.get("released", {})]
    return any(frame["function"] == case.name for place in places for frame in place.get("backtrace", []))


def wrong_alone(cases, env, *options):
    """Runs the wrong halves of cases that need the same options, many in one process. Returns those that must run alone:
    the process ended in them, or something is wrong with what was found, maybe due to another case."""
    alone = []
    while cases:
        done, found = run_check(env, (*options, *needed_options(cases[0])), "wrong", *(case.name for case in cases))
        ended = len(done.stdout.split())
        whole = end_is_right(done, found) and all(any(is_of(case, finding) for case in cases) for finding in found[:-1])
        alone += [case for case in cases[:ended] if not whole or
                  judge(case, "wrong", [finding for finding in found[:-1] if is_of(case, finding)], options)]
        alone += cases[ended:ended + 1]
        cases = cases[ended + 1:]
    return alone


def check(case, kind, env, *options):
    """Runs a case under the command. Returns what is wrong with the result, or None."""
    done, found = run_check(env, (*options, *needed_options(case)), case.name, kind)
    if not end_is_right(done, found):
        return f"{case.name} {kind}: there is no summary, or the exit status is wrong: {done}"
    if done.returncode == sandbox.SKIPPED: # with the drivers of Debian 12, all cases must run
        if os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1":
            return f"{case.name} {kind} was not tried"
        raise unittest.SkipTest("with this driver it is no mistake, or can't be made")
    failed = ASSERTIONS.get(case.name)
    if failed and done.returncode == -signal.SIGABRT and failed in done.stderr:
        raise unittest.SkipTest(f"an assertion of the driver's {failed}() ended it")
    if kind == "legal" and done.returncode != 0:
        return f"{case.name} {kind}: ended with {done.returncode}: {done}"
    return judge(case, kind, found[:-1], options)


def judge(case, kind, found, options):
    """Returns what is wrong with the findings of a case, or None."""
    identities = [finding["identity"] for finding in found]
    if case.identity != DEPRECATED:  # with old drivers, check_cases makes its queue with a deprecated function
        identities = [identity for identity in identities if identity != DEPRECATED]
    wanted = [case.identity] if kind == "wrong" else []
    places = PLACES.get(case.name, len(identities)) if wanted else 0
    if sorted(set(identities)) != wanted or len(identities) != places:
        return f"{case.name} {kind}: found {identities}, not {wanted}:\n" + "\n".join(
            f"    {finding['identity']} {finding['function']}: {finding['text']}" for finding in found)
    # Other versions of the drivers have other limits and properties. With canaries, the layer refuses some calls.
    if kind == "wrong" and installed.is_debian_12() and "--canaries" not in options:
        different = TEXTS.compare(case.name, [said_of(finding) for finding in found])
        if different:
            return different
    for finding in found:
        if case.name in WORDS and not re.search(WORDS[case.name], finding["text"]):
            return f"{case.name} {kind}: {WORDS[case.name]} is not in the text: {finding['text']}"
        left = re.findall(r"\{[^{}]*\}", finding["text"] + finding["advice"])
        if left:
            return f"{case.name} {kind}: {left} is not filled in: {finding['text']} {finding['advice']}"
        if "-UNORDERED" in finding["identity"] and not (finding["other"]["by"] and finding["other"]["backtrace"]):
            return f"{case.name} {kind}: the place of the other command is missing: {finding}"
        if finding["identity"].endswith("-LEAKED") and not finding["backtrace"]:  # the backtrace leaves out frames of the loader
            return f"{case.name} {kind}: the place where it was made is missing: {finding}"
        if finding["function"] and not finding["backtrace"]:
            return f"{case.name} {kind}: no backtrace: {finding}"
    return None


def groups_of(cases):
    """Cases that can run in one process, each with another check ID: a place gets no more findings of the same ID. They are
    a dozen: 32 that build kernels took a minute beside the gate's other steps."""
    groups = collections.defaultdict(list)
    for case in cases:
        of_options = groups[needed_options(case), case.name == ENDS_ITSELF]
        fitting = (group for group in of_options if len(group) < 12 and all(case.identity != other.identity for other in group))
        group = next(fitting, None)
        if group is None:
            of_options.append(group := [])
        group.append(case)
    return [group for of_options in groups.values() for group in of_options]


class Cases(sandbox.Case):
    def check_all(self, driver, wanted=None, *options):
        need_own_build("drivers are")
        need(not BUILD.sanitizers, "drivers bring LLVM, which sanitizers do not get on with")
        cases = [case for case in read_cases() if case.driver == driver and fnmatch.fnmatch(case.name, CHOSEN)
                 and (not wanted or any(fnmatch.fnmatch(case.name, pattern) for pattern in wanted))]
        self.assertTrue(cases, f"no case is called {CHOSEN}")
        if not installed.find(driver):
            self.assertNotEqual(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL"), "1", installed.missing(driver))
            need(False, installed.missing(driver))
        env = environment(self.make_folder(), driver)
        with concurrent.futures.ThreadPoolExecutor(max_workers=min(4, os.cpu_count())) as pool:
            groups = groups_of(cases)
            alone = [pool.submit(wrong_alone, group, env, *options) for group in groups]
            groups = [(group, pool.submit(legal_together, group, env, *options)) for group in groups]
            kinds = [(case, "wrong") for cases in alone for case in cases.result()]
            kinds += [(case, "legal") for group, are_legal in groups if not are_legal.result() for case in group]
            answers = [(case, pool.submit(check, case, kind, env, *options)) for case, kind in kinds]
            try:
                for case, answer in answers:
                    with self.row(case.name):
                        if answer.result():
                            self.fail(answer.result())
            finally:  # with CLRELAY_TEST_FAILFAST, the first failure ends the test
                pool.shutdown(cancel_futures=True)

    def test_pocl(self):
        self.check_all("pocl")

    def test_objects_only(self):
        self.check_all("pocl", OF_OBJECTS, "--objects-only")

    def test_canaries(self):
        """The program sees buffers with its own sizes and flags, although they have canaries."""
        self.check_all("pocl", OF_MEMORY, "--canaries")

    def test_stop(self):
        """--stop does not stop the program at a wait that may still end."""
        self.check_all("pocl", ["user_event_wait"], "--stop")

    def test_oclgrind(self):
        self.check_all("oclgrind")

    def test_names(self):
        """Each case has a name of its own, and a check ID that exists."""
        cases = read_cases()
        self.assertGreater(len(cases), 10)
        names = collections.Counter(case.name for case in cases)
        self.assertEqual([name for name, count in names.items() if count > 1], [])
        known = sandbox.run([FACTS["tool"], "check", "--list", "--json"])
        known = {identity["identity"] for identity in json.loads(known)["identities"]}
        self.assertEqual([case for case in cases if case.identity not in known], [])
        self.assertEqual(sorted(TEXTS.texts), sorted(set(names)))
