/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about the machine. The functions of causes.h decide by these facts whether a row fits. */
#ifndef CLRELAY_TOOLS_DOCTOR_FACTS_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_FACTS_LINUX_H

#include "bad_library_linux.h"
#include "machine.h"

/* The vendors' numbers on PCI. NO_VENDOR: the GPU is not on PCI. */
enum vendor { NO_VENDOR = 0, INTEL = 0x8086, NVIDIA = 0x10de, AMD = 0x1002 };
enum { MOST_GPUS = 32 };

struct gpu {
    enum vendor vendor;
    unsigned number;
    char address[32]; /* the PCI address; without one, the device node */
    char driver[32];  /* the kernel's driver; "": none uses the GPU; "?": unknown */
};

/* What a row's function may look at, and what the function found: {value} and {other}, which the
 * caller frees. The kinds of rows (GPU, DRIVER and so on) are those of cause_rows_linux.h. */
struct search {
    const char *root;
    const struct report *report; /* NULL: the loader gives none */
    const struct loader *loader;
    const struct gpu *gpu;             /* for rows of GPU, UNEXPLAINED and FLATPAK_APP */
    bool has_processor;                /* for rows of GPU: programs get the processor */
    const struct candidate *driver;    /* for rows of DRIVER, CACHE and BUILD */
    const struct answer *answer;       /* how the process ended that opened `driver`, or NULL */
    const struct rights *rights;       /* for rows of RIGHTS */
    const char *node;                  /* for rows of OPENING: the first node that fails */
    int opening;                       /* for rows of OPENING: what node_open() returned */
    const struct libraries *libraries; /* for rows of LIBRARY */
    const char *user;                  /* for rows of RIGHTS and PROCESS */
    const char *who, *again;       /* {you} and {login} of RIGHTS; {who} and {again} of PROCESS */
    const struct running *running; /* for rows of PROCESS: the process */
    const struct program *program; /* for rows of PROCESS and FLATPAK_APP */
    bool is_well;                  /* for rows of PROCESS: there is no other problem */
    const char *platform;          /* for rows of PLATFORM and BUILD: the platform's name */
    const char *log;               /* for rows of BUILD: the build log, "" if there is none */
    const struct device *device;   /* for rows of BUILD; NULL: not known */
    const char *setting;           /* for rows of VARIABLE and UNREAD: the variable, or NULL */
    /* For rows of VARIABLE and UNREAD: one element of the variable's value, or a file. For rows of
     * NO_LOADER: the name of the library. */
    const char *element;
    /* For rows of NO_LOADER: the message; NULL: the process crashes when it opens the library. For
     * rows of BUILD: the error of the trial. */
    const char *error;
    const struct bad_library *bad; /* for rows of NO_LOADER and LIBRARY */
    char *value, *other;
};

/* Notes {value} and {other}, which a row's function has found. Each may be NULL. Returns true. */
bool fact_found(struct search *search, const char *value, const char *other);

/* ---- files below the root ---- */

/* The first path that fits the pattern, with the root before it, or NULL. The caller frees the
 * path. */
char *fact_path(const struct search *search, const char *pattern);
bool fact_has_path(const struct search *search, const char *pattern);
/* Whether there is a manifest of this name in one of the folders into which distributions put
 * them. */
bool fact_has_manifest(const struct search *search, const char *name);
/* Finds the first line of a file that begins with `beginning`, and copies the text behind
 * `beginning`. "": copies the first line. Returns whether there is such a line. */
bool fact_line(const struct search *search, const char *path, const char *beginning, char *to,
               size_t size);
/* Whether a line of the file contains both words. */
bool fact_line_contains(const struct search *search, const char *path, const char *word,
                        const char *other);
/* Whether a file (a path with the root) contains the word. */
bool fact_contains(const char *path, const char *word);
/* Whether there is a node that fits the pattern, and that this user may open. */
bool fact_may_use(const struct search *search, const char *pattern);
/* A library for this program's architecture in the usual folders, or NULL. The caller frees it. */
char *fact_library(const struct search *search, const char *name);
/* The version of an installed package, as dpkg or pacman lists it, or NULL. `debian` and `arch`:
 * the package's names there. The caller frees the version. */
char *fact_package_version(const struct search *search, const char *debian, const char *arch);
/* The version of NVIDIA's kernel module. Returns whether the module is loaded. A sandbox may lack
 * /sys/module, so /proc counts, too. */
bool fact_nvidia_version(const struct search *search, char *to, size_t size);
/* The folder of a store of Nix or Guix that has a library, or NULL: there is none, or more than one.
 * The caller frees the path. */
char *fact_folder_in_store(const struct search *search, const char *store, const char *name);
/* Whether a variable names drivers to any loader. */
bool fact_chooses_drivers(void);
/* Whether a variable, or a file in /etc/OpenCL/vendors, may name drivers to any loader. */
bool fact_names_drivers(const struct search *search);
/* For rows of NO_DRIVER: whether the loader reports that it has no driver, or nothing names one to a
 * loader without a report. */
bool fact_lacks_drivers(const struct search *search);
/* Whether this is a virtual machine, but not WSL nor Xen's own. (Processors other than x86 do not
 * say so.) */
bool fact_is_guest(const struct search *search);
/* Whether this is Windows' subsystem for Linux, or a container there. */
bool fact_is_wsl(const struct search *search);

/* ---- the environment ---- */

bool fact_is_unset(const char *variable);

/* For rows of VARIABLE: whether the setting is about layers. */
bool fact_is_of_layers(const struct search *search);
/* For rows of VARIABLE: whether the loader looks for drivers nowhere else if this setting is
 * set. */
bool fact_hides_drivers(const struct search *search);

/* Whether the loader has searched this folder for .icd files. If the loader gives no report: whether
 * a variable may have named the folder. */
bool fact_is_searched(const struct search *search, const char *folder);

/* The first folder that the loader searches for .icd files. The caller frees the path. */
char *fact_vendors_folder(const struct search *search);

/* ---- drivers ---- */

/* Whether there is a driver whose library has this text in its path. */
bool fact_has_driver(const struct search *search, const char *name);
/* The same. If the loader gives no report: whether the usual folders have a file that this pattern
 * fits, or a variable names others. */
bool fact_may_have_driver(const struct search *search, const char *name, const char *manifest);
/* Whether there is a working driver whose library has this text in its path. */
bool fact_has_working_driver(const struct search *search, const char *name);
/* Whether there is a failing driver whose library has this text in its path. */
bool fact_has_failing_driver(const struct search *search, const char *name);
/* The version of Mesa that a platform tells, or NULL. More text may follow. */
const char *fact_mesa_version(const struct search *search);
/* Whether a driver may use a GPU. A driver that is not known here may. */
bool fact_may_serve(const struct candidate *driver, const struct gpu *gpu);
/* The bit of a vendor. Sets of vendors are sums of these bits. */
unsigned fact_vendor_bit(enum vendor vendor);
/* The vendors whose GPUs a driver is for. 0: none, or not known. */
unsigned fact_driver_bits(const struct candidate *driver);
/* The vendors whose GPUs may have a node of this name. */
unsigned fact_node_bits(const char *node);
/* Whether a driver is for GPUs, and this machine certainly has none of these. `contained`: this is a
 * container, which may lack those of its host. */
bool fact_lacks_gpu(const struct search *search, const struct candidate *driver, bool contained);
/* The vendors whose GPUs a known driver is for, in words. The caller frees the text. */
char *fact_vendors(const struct candidate *driver);
/* The vendors for whose GPUs there is a driver without a device. All bits: the loader gives no
 * report. */
unsigned fact_missing_bits(const struct probed *probed);
bool fact_has_device(const struct candidate *driver);
/* Whether all drivers work whose GPUs this machine may have. A driver that fails has a finding of
 * its own, which may be the cause. */
bool fact_all_drivers_work(const struct search *search);
/* The same, but a driver may also answer that it has no platform. */
bool fact_all_drivers_answer(const struct search *search);

/* ---- GPUs ---- */

size_t fact_find_gpus(const char *root, struct gpu gpus[MOST_GPUS]);
/* The name of a vendor, like "Intel". */
const char *fact_vendor_name(enum vendor vendor);
/* "the GPU of Intel at PCI address …". The caller frees the text. */
char *fact_describe_gpu(const struct gpu *gpu);
/* The pattern of the nodes through which programs use a GPU like this one. */
const char *fact_nodes(const struct gpu *gpu);
/* The name in RUSTICL_ENABLE for a GPU with this kernel driver, or NULL. */
const char *fact_rusticl_name(const struct gpu *gpu);
/* Whether both devices are of one vendor, of which there is one GPU here. */
bool fact_is_one_gpu(const char *root, const struct device *one, const struct device *other);
/* Whether a platform lists this GPU, or a device that may be this GPU. */
bool fact_is_offered(const struct probed *probed, const struct gpu *gpu);

#endif
