/* SPDX-License-Identifier: Apache-2.0 */
/* The options of all commands, and their questions to the loader. */
#ifndef CLRELAY_TOOLS_REPORT_LOADER_H
#define CLRELAY_TOOLS_REPORT_LOADER_H

#include "report.h"

enum { STATUS_WELL, STATUS_WRONG, STATUS_USAGE };

struct options {
    const char *library; /* the loader to probe */
    bool json, help, version;
    double timeout;          /* seconds; 0: not given */
    const char *root;        /* prefix of /dev, /sys and /etc; for tests */
    const char *subject;     /* the driver, platform or device to set, or the program to look as */
    const char *pid;         /* doctor: a process to look as */
    bool verbose;            /* list: with all details */
    bool system;             /* change the machine's settings */
    const char *demo_driver; /* for clrelay test if no driver has a device, or NULL */
};

/* Asks a child. `kind` is as in probe/protocol.h. */
struct probed loader_probe(const struct options *options, const char *kind,
                           const struct variable *variables, double limit, const char *progress);

/* Asks for a report from a child that loads the drivers. If that child fails, asks one that opens
 * nothing: then the report has what is known anyway, `failed` is true, and the answer is the first
 * child's. */
struct probed loader_probe_report(const struct options *options);

/* The setting that replaces the usual folders of drivers, or NULL: none does. */
const char *loader_hiding_setting(const struct report *report);

/* The manifests of drivers that programs would get if OCL_ICD_VENDORS or OPENCL_VENDOR_PATH did not
 * hide them: an array of texts. Empty if neither is set; then *setting, the one that does, is
 * NULL. */
json_t *loader_hidden_drivers(const struct options *options, const struct report *report,
                              const char **setting);
/* Prints them under a title, if there are any. */
void loader_print_hidden(const json_t *hidden, const char *setting);

/* The last line that a child, or a library in it, has written to standard error, up to 300 bytes;
 * not the loader's log. NULL: none. The caller frees it. */
char *loader_last_output(const struct answer *answer);

/* The first line of its output that names a reason, as by "failed" or "not supported"; up to 110
 * bytes. NULL: none. The caller frees it. */
char *loader_reason_output(const struct answer *answer);
/* Prints the last lines of what it has written to standard error; not the loader's log. */
void loader_print_output(const struct answer *answer);

/* Prints to standard error how a child failed, and what to do next. */
void loader_print_failure(const struct probed *probed);

/* Prints the first lines of a command's text: which loader this is. */
void loader_print(const struct loader *loader);
/* Says what a loader without a report can't tell, and how to get one that can. */
void loader_print_no_report(const struct probed *probed, const char *what);

#endif
