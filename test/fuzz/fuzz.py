#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fuzz.py FOLDER SECONDS [TARGET...]: runs each fuzz target of a build folder for this many seconds, two side by side,
from the checked-in inputs and those of earlier runs. FOLDER/fuzz then contains the findings: inputs that reach
something new in TARGET/, and inputs that break something as TARGET-crash-... and similar names beside it. Ends with 1
if there are any of the latter."""
import concurrent.futures
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The folder of each target, in the sources and in a build.
TARGETS = {**dict.fromkeys("manifest list settings vendors names driver layer".split(), "test/fuzz"),
           **dict.fromkeys(["kernels", "modules"], "tools/test/fuzz")}
# A line of an .icd file may have 4096 bytes; a longer one must be refused.
LONGEST_INPUT = 8192


def run(target, folder, seconds):
    """Returns the exit code of one target, its counts of executions, edges, features and inputs, and its last lines."""
    found = os.path.join(folder, "fuzz", target)
    os.makedirs(found, exist_ok=True)
    command = [os.path.join(folder, TARGETS[target], f"fuzz_{target}"), f"-max_total_time={seconds}",
               f"-max_len={LONGEST_INPUT}", "-timeout=10", "-rss_limit_mb=2048",
               f"-artifact_prefix={found}-", found, os.path.join(ROOT, TARGETS[target], "corpus", target)]
    environment = {**os.environ, "ASAN_OPTIONS": "malloc_context_size=8"}
    with open(f"{found}.log", "w+", encoding="utf-8", errors="replace") as log:
        code = subprocess.run(command, stdout=log, stderr=log, env=environment, check=False,
                              stdin=subprocess.DEVNULL).returncode
        log.seek(0)
        lines = log.read().splitlines()
    done = [line for line in lines if re.match(r"#\d+\s+(DONE|pulse|NEW|REDUCE|RELOAD|INITED)", line)]
    number = {key: (re.search(key + r": (\d+)", done[-1]) if done else None)
              for key in ("cov", "ft", "corp")}
    executions = re.match(r"#(\d+)", done[-1]).group(1) if done else "0"
    words = [executions] + [hit.group(1) if hit else "?" for hit in number.values()]
    return code, words, lines[-30:]


def main():
    folder, seconds = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    targets = sys.argv[3:] or TARGETS
    bad = False
    print(f"{'target':10}{'executions':>12}{'per second':>12}{'edges':>8}{'features':>10}{'inputs':>8}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = {target: pool.submit(run, target, folder, seconds) for target in targets}
        for target, job in jobs.items():
            code, (executions, edges, features, inputs), last = job.result()
            print(f"{target:10}{executions:>12}{int(executions) // seconds:>12}{edges:>8}"
                  f"{features:>10}{inputs:>8}", flush=True)
            if code != 0:
                bad = True
                print(f"{target} failed:", *last, sep="\n", flush=True)
    sys.exit(bad)


if __name__ == "__main__":
    main()
