/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of this program that has OpenCL in it. It runs in a process of its own, started by
 * child_run() with the words PROBE_COMMAND KIND LIBRARY SUBJECT and what else the system needs, and
 * answers with JSON, one object in a line: {"stage": "what it is at"}, and at last {"result": {...}}.
 * {"trouble": "why"} stands where it cannot answer; {"changed": "what"} says what drivers have changed
 * that the loader does not look at. The answer goes by a pipe; on Linux it goes by the memory of the file
 * that the process has as PROBE_FILE, since a driver can close pipes.
 *
 *   KIND      result
 *   report    {"loader", "report"}: which loader this is, and its report; null: see devices
 *   devices   the same and {"platforms"}, each with its devices
 *   bind      {"bound", "message"}: whether SUBJECT can be opened with all symbols bound at once
 *
 * {"error": text} where LIBRARY is no loader at all.
 */
#ifndef CLRELAY_TOOL_PROBE_H
#define CLRELAY_TOOL_PROBE_H

#define PROBE_COMMAND "--probe"
#define PROBE_FILE 3
#define PROBE_MUTE 126 /* the exit code where there is no way to answer */

int probe_main(int count, char **words);

#endif
