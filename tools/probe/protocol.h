/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of this program that uses OpenCL, in a process of its own. process_run() starts the
 * process with the words PROBE_COMMAND KIND LIBRARY SUBJECT, and further words for the system. The
 * process answers in JSON, one object per line: {"stage": "what it does"}, and at the end
 * {"result": {...}, "seconds": since it started}. It sends {"trouble": "why"} if it can't answer,
 * {"changed": "what"} for changes by drivers that the loader does not check for, {"handlers":
 * "which"} for changed signal handlers and variables, and {"crashed": "file"}, {"aborted": "file"}
 * and {"hangs": "file"} where it ends. On Windows, the answer goes through a pipe; on Linux, through
 * the memory of the file with the number PROBE_FILE, because drivers can close pipes.
 *
 *   KIND      result
 *   report    {"loader", "report"}: the loader and its report; if that is null, also "platforms"
 *   devices   the same as for report, and {"platforms"}: all platforms with their devices
 *   bind      {"bound", "message"}: whether SUBJECT can be opened with all symbols bound at once
 *   test      {"test"}: what a kernel computed on the device with the numbers in SUBJECT, "0 1"
 *   details   {"details", "image_formats"}: all that the device with these numbers answers, or the
 *             platform if there is only one number; what a kernel answers is in the details, too
 *   everything {}: the process has asked all platforms and devices for all details
 *
 * The result is {"error": text} if LIBRARY is not a loader.
 */
#ifndef CLRELAY_TOOLS_PROBE_PROTOCOL_H
#define CLRELAY_TOOLS_PROBE_PROTOCOL_H

#define PROBE_COMMAND "--probe"
/* An environment variable that makes the process end without exit handlers. */
#define PROBE_LEAVES "CLRELAY_PROBE_LEAVES"
#define PROBE_FILE   3
#define PROBE_MUTE   126 /* the exit code if there is no way to answer */

/* The error of a library without a function that every loader has, whose name follows. */
#define PROBE_LACKS_FUNCTION "is not a whole OpenCL library: it lacks "

/* The stage in which the library is opened. */
#define PROBE_STAGE_OPENING "%s is opened"
/* The stage that doctor/alone.c subdivides. */
#define PROBE_STAGE_LOADING "the drivers are loaded"

int child_main(int count, char **words);

#endif
