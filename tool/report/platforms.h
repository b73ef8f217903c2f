/* SPDX-License-Identifier: Apache-2.0 */
/* Platforms and their devices in a survey of "devices". */
#ifndef CLRELAY_TOOL_REPORT_PLATFORMS_H
#define CLRELAY_TOOL_REPORT_PLATFORMS_H

#include "survey.h"

/* Adds to each platform what the loader's report knows: its driver, its suffix, and whether it is
 * the default. Adds to the drivers of the report what remedy.h says. */
void platforms_add_from_report(struct survey *survey);

/* The number of a platform or a device in the list that programs get. */
size_t platforms_index(const json_t *it);

size_t platforms_count_devices(const json_t *platforms);
/* Whether a platform could not list its devices. */
bool platforms_any_error(const json_t *platforms);

/* A line with the number, if it has one, and the name of a platform or a device. */
void platforms_print_name(int indent, const char *what, const json_t *it);

/* Adds to the line which kind of device this is, and how large. */
void platforms_add_kind(const json_t *device);

/* Says which drivers are missing, and where to read more. */
void platforms_print_missing(const struct survey *survey);

#endif
