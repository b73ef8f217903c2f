/* SPDX-License-Identifier: Apache-2.0 */
/* Facts of the machine, from which the rows of causes.h are recognised. */
#ifndef CLRELAY_TOOLS_DOCTOR_FACTS_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_FACTS_LINUX_H

#include "bad_library_linux.h"
#include "machine.h"

/* PCI's numbers of vendors. NO_VENDOR: the GPU is not on PCI. */
enum vendor { NO_VENDOR = 0, INTEL = 0x8086, NVIDIA = 0x10de, AMD = 0x1002 };
enum { MOST_GPUS = 32 };

struct gpu {
    enum vendor vendor;
    unsigned number;
    char address[32]; /* of PCI; otherwise its device node */
    char driver[32];  /* the kernel's; "" if none uses it, "?" if unknown */
};

/* What a row's function may ask, and what it found: {value} and {other}, which the caller frees. */
struct search {
    const char *root;
    const struct report *report; /* NULL: the loader gives none */
    const struct loader *loader;
    const struct gpu *gpu;             /* for rows of GPU */
    const struct candidate *driver;    /* for rows of DRIVER, with how the process ended, */
    const struct answer *answer;       /* which opened it; NULL: none did */
    const struct rights *rights;       /* for rows of RIGHTS */
    const char *node;                  /* for rows of OPENING: the first that does not open, */
    int opening;                       /* and why, as node_open() says */
    const struct libraries *libraries; /* for rows of LIBRARY */
    const char *user;                  /* for rows of RIGHTS and PROCESS */
    const char *who, *again;       /* {you} and {login} of RIGHTS; {who} and {again} of PROCESS */
    const struct running *running; /* for rows of PROCESS, */
    const struct program *program; /* whose process it is */
    bool is_well;                  /* otherwise nothing is wrong */
    const char *platform;          /* for rows of PLATFORM and BUILD: its name */
    const char *log;               /* for rows of BUILD: the build log, "" if there is none */
    const struct device *device;   /* for rows of BUILD, with the error; NULL: not known */
    const char *setting;           /* for rows of VARIABLE: its name and its element */
    const char *element;
    const char *
        error; /* for rows of NO_LOADER, and the library's name as the element; NULL: opening it crashes; or of BUILD */
    const struct bad_library *bad; /* for rows of NO_LOADER and LIBRARY: what programs can't open */
    char *value, *other;
};

/* Notes what a row's function has found, {value} and {other}, each of which may be NULL. Returns
 * true. */
bool fact_found(struct search *search, const char *value, const char *other);

/* ---- files below the root ---- */

/* The first path that fits, with the root before it, or NULL. The caller frees it. */
char *fact_path(const struct search *search, const char *pattern);
bool fact_has_path(const struct search *search, const char *pattern);
/* Whether there is a manifest of this name in a folder that distributions put them into. */
bool fact_has_manifest(const struct search *search, const char *name);
/* The text in the first line of a file that begins so. Without a beginning: the first line. */
bool fact_line(const struct search *search, const char *path, const char *beginning, char *to,
               size_t size);
/* Whether a line of the file contains both words. */
bool fact_line_contains(const struct search *search, const char *path, const char *word,
                        const char *other);
/* Whether a file (a path with the root) contains the word. */
bool fact_contains(const char *path, const char *word);
/* Whether there is a node that fits and that this user may open. */
bool fact_may_use(const struct search *search, const char *pattern);
/* A library for this program's architecture in the usual folders, or NULL. The caller frees it. */
char *fact_library(const struct search *search, const char *name);
/* The version of an installed package, from the lists of Debian's and Arch's tools, or NULL. */
char *fact_package_version(const struct search *search, const char *debian, const char *arch);
/* The version of NVIDIA's kernel module, if that is loaded. A sandbox may lack /sys/module. */
bool fact_nvidia_version(const struct search *search, char *to, size_t size);
/* Whether this is a container, whose /sys shows the host's GPUs. */
bool fact_is_container(const struct search *search);
/* Whether a GPU is one of these that the container did not get. */
bool fact_is_left(const struct search *search, const struct gpu *gpu);

/* ---- the environment ---- */

bool fact_is_unset(const char *variable);

/* For rows of VARIABLE: whether the setting is about layers, and whether the loader looks for
 * drivers nowhere else if it is set. */
bool fact_is_of_layers(const struct search *search);
bool fact_hides_drivers(const struct search *search);

/* ---- drivers ---- */

/* Whether a driver's library has this in its name, and whether such a driver works, or fails. */
bool fact_has_driver(const struct search *search, const char *name);
bool fact_has_working_driver(const struct search *search, const char *name);
bool fact_has_failing_driver(const struct search *search, const char *name);
/* Whether a driver may use the GPUs of a vendor. One that is not known may. */
bool fact_may_serve(const struct candidate *driver, enum vendor vendor);
/* Vendors as bits: of a GPU, of the GPUs that a driver is for (0: none, or not known), and of a
 * node, by its name. */
unsigned fact_vendor_bit(enum vendor vendor);
unsigned fact_driver_bits(const struct candidate *driver);
unsigned fact_node_bits(const char *node);
/* Whether a driver is for GPUs of which there is certainly none here. Whose they are, in
 * words; the caller frees them. */
bool fact_lacks_gpu(const struct search *search, const struct candidate *driver);
char *fact_vendors(const struct candidate *driver);
/* The vendors of whose drivers one has no device. */
unsigned fact_missing_bits(const struct probed *probed);
bool fact_has_device(const struct candidate *driver);
/* Whether none fails that has a GPU. One that fails is a finding by itself, which may be the
 * cause. */
bool fact_all_drivers_work(const struct search *search);

/* ---- GPUs ---- */

size_t fact_find_gpus(const char *root, struct gpu gpus[MOST_GPUS]);
/* "Intel", and the row of package_rows.h with the driver for a GPU, in braces; "" if there is
 * none. */
const char *fact_vendor_name(enum vendor vendor);
const char *fact_driver_package(const struct gpu *gpu);
/* "the GPU of Intel at PCI address …". The caller frees it. */
char *fact_describe_gpu(const struct gpu *gpu);
/* The nodes through which programs use such a GPU. */
const char *fact_nodes(const struct gpu *gpu);
/* What RUSTICL_ENABLE calls the driver of a GPU, by the kernel's driver; or NULL. */
const char *fact_rusticl_name(const struct gpu *gpu);
/* Whether a platform has this GPU, or a device that may be it. */
bool fact_is_offered(const struct probed *probed, const struct gpu *gpu);

#endif
