/* SPDX-License-Identifier: Apache-2.0 */
/* The options of all commands, and their questions to the loader. */
#ifndef CLRELAY_TOOLS_REPORT_LOADER_H
#define CLRELAY_TOOLS_REPORT_LOADER_H

#include "report.h"

enum { STATUS_WELL, STATUS_WRONG, STATUS_USAGE };

struct options {
    const char *library; /* the loader to probe */
    bool json, help, version;
    double timeout;   /* seconds; 0: the user gave none */
    const char *root; /* prefix of /dev, /sys and /etc; for tests */
    /* The driver, platform or device to choose, or for doctor a program to look as. */
    const char *subject;
    const char *pid; /* doctor: a process to look as */
    bool verbose;    /* list: show all details */
    bool system;     /* change the machine's settings */
    /* For clrelay test: the driver to use if no other has a device, or NULL. */
    const char *demo_driver;
};

/* Asks a question in a new process. `kind` is as in probe/protocol.h. */
struct probed loader_probe(const struct options *options, const char *kind,
                           const struct variable *variables, double limit, const char *progress);

/* Asks a process that loads the drivers for a report. If that process fails, asks another one that
 * opens nothing for what is known anyway; then `failed` is true, and `answer` is the first
 * process's. */
struct probed loader_probe_report(const struct options *options);

/* The setting that replaces the usual folders of drivers, or NULL. */
const char *loader_hiding_setting(const struct report *report);

/* The manifests of drivers that programs would get if OCL_ICD_VENDORS or OPENCL_VENDOR_PATH did not
 * hide them: an array of texts. *setting becomes the one of the two that is set, or NULL; then the
 * array is empty. */
json_t *loader_hidden_drivers(const struct options *options, const struct report *report,
                              const char **setting);
/* Prints these manifests under a title, if there are any. */
void loader_print_hidden(const json_t *hidden, const char *setting);

/* The last line that a process, or a library in it, has written to standard error, or else to standard
 * output, up to 300 bytes; not the loader's log, nor what the C library has said after that. NULL: none.
 * The caller frees it. */
char *loader_last_output(const struct answer *answer);
/* The part of a line from the file's name on, where a failed assertion() has the file's path. */
const char *loader_behind_path(const char *line);

/* The first line of a process's output that names a reason, as by "failed" or "not supported"; up
 * to 110 bytes. NULL: none. The caller frees it. */
char *loader_reason_output(const struct answer *answer);
/* Prints the last lines that a process has written to standard error, without the loader's log. */
void loader_print_output(const struct answer *answer);

/* Prints to standard error how a process failed, and what to do next. */
void loader_print_failure(const struct probed *probed);

/* Prints the first lines of a command's text: which loader this is. */
void loader_print(const struct loader *loader);
/* The same for clrelay doctor, which has a finding if programs do not get this loader. */
void loader_print_briefly(const struct loader *loader);
/* Says what a loader without a report can't tell, and how to get one that can. */
void loader_print_no_report(const struct probed *probed, const char *what);

#endif
