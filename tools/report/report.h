/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answers of a process that uses OpenCL, as structs: the loader, its report (doc/report.md),
 * and the platforms and devices that a program gets. In the command, only report.c knows the
 * members of the JSON. Texts are NULL if unknown, and belong to their struct.
 */
#ifndef CLRELAY_TOOLS_REPORT_REPORT_H
#define CLRELAY_TOOLS_REPORT_REPORT_H

#include "../probe/probe.h"
#include "verdict.h"

enum { UNKNOWN = -1 }; /* for numbers */

struct loader {
    char *name, *version, *opencl, *path, *file;
    bool beside; /* it belongs to this command, because the system has none */
};

struct setting {
    char *name, *value, *origin, *help;
};
struct settings {
    struct setting *all;
    size_t count;
};

struct problem {
    char *text, *code, *file;
    json_int_t line; /* the line of the file; 0: none */
};
struct problems {
    struct problem *all;
    size_t count;
};

struct device {
    json_int_t index, compute_units, memory;
    char *name, *vendor, *version, *driver_version, *type, *uuid, *pci;
    char *pattern;   /* the pattern that chooses the device in settings, or NULL */
    json_t *details; /* for clrelay list --verbose: more members of its JSON, or NULL */
};

struct platform {
    json_int_t index; /* among all platforms; UNKNOWN if its driver was probed alone */
    char *name, *vendor, *version, *file, *suffix;
    bool is_default;
    /* The loader's report has the platform, its suffix, and whether it is the default. */
    bool reported;
    bool listed; /* the process asked it for its devices */
    struct device *devices;
    size_t device_count;
    char *error;     /* why it could not list its devices */
    json_t *details; /* as in struct device */
};

struct platforms {
    struct platform *all;
    size_t count;
};

/* A driver, a layer, or a directory of manifests. */
struct candidate {
    bool is_directory, is_driver;
    char *source, *path, *manifest, *library, *file, *text, *message, *changed;
    enum verdict verdict;
    char *verdict_name;
    json_int_t microseconds;
    json_int_t error; /* what the driver returned in place of a list of platforms; 0: nothing */
    struct platforms platforms;

    /* From remedy.h; `remedy` is NULL if nothing can be done. */
    enum severity severity;
    char *reason, *remedy;

    /* From the doctor: the driver lists no platform, because it is for GPUs that this machine
     * lacks. */
    bool lacks_gpu;
    /* From the doctor: the driver lists devices, and none of them runs a kernel. */
    bool runs_nothing;
    /* From the doctor: it probed the driver alone. `run`: opened as programs open it; `bound`:
     * opened with all symbols bound. */
    bool probed_alone;
    struct answer run, bound;
};

struct candidates {
    struct candidate *all;
    size_t count;
};

/* A device that settings can choose. */
struct choosable {
    json_int_t number, number_of_type;
    json_int_t platform, index; /* its place among what programs see; UNKNOWN: they don't see it */
    char *type, *name, *platform_name, *left_out_by;
};
struct choosables {
    struct choosable *all;
    size_t count;
};

struct report {
    bool privileged;                        /* the loader ignores variables */
    char *machine_settings, *user_settings; /* files */
    struct settings settings;
    struct problems problems;
    struct candidates driver_directories, drivers, layer_directories, layers;
    struct choosables devices;
    const struct distribution *distribution; /* of this machine, for packages.h; NULL: not known */
};

/* A kernel's results on a device. */
struct computed {
    char *result, *error, *log;
    bool native;
    json_int_t build_microseconds, run_microseconds, numbers, wrong;
};

/* All answers to one question. What is missing is NULL or 0. */
struct probed {
    struct answer answer; /* how the process ended */
    bool failed;          /* no answer, or not even a loader */
    char *error;          /* why the library is not a loader */
    struct loader *loader;
    struct report *report;
    char *report_error; /* why there is no report */
    struct platforms platforms;
    bool bound;    /* the library can be opened with all symbols bound */
    char *message; /* why not */
    struct computed *computed;
};

/* Asks a process. probed_free() frees the answer. */
struct probed report_ask(const struct question *question);
struct probed report_read(struct answer answer);
void probed_free(struct probed *probed);

/* Replaces a text, and frees the old one. The struct takes over the new one, which may be NULL. */
void report_set(char **to, char *text);

/* Changes the loader's verdict on a candidate, and the words for it. */
void report_set_verdict(struct candidate *candidate, enum verdict verdict, const char *message);

/* What is wrong with the devices that OCL_ICD_DEVICES_SELECT names: one does not exist, or other
 * settings leave none of them. NULL: nothing. The caller frees the text. */
char *report_choice_problem(const struct report *report);

/* The setting of this name, or NULL. `report` may be NULL, too. */
struct setting *report_setting(const struct report *report, const char *name);

/* ---- JSON for the answers of commands ---- */

/* Starts a JSON answer: schema, command, loader and, if the process gave no answer, how it
 * ended. */
json_t *report_json(const struct probed *probed, const char *command);
json_t *report_settings_json(const struct report *report);
json_t *report_problems_json(const struct report *report);
/* The devices that settings leave out. */
json_t *report_left_out_json(const struct report *report);
json_t *report_candidates_json(const struct candidates *candidates);
json_t *report_platform_json(const struct platform *platform);
json_t *report_platforms_json(const struct platforms *platforms);
json_t *report_computed_json(const struct computed *computed);

#endif
