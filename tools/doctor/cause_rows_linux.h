/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of causes.h: which one fits, and its finding. */
#ifndef CLRELAY_TOOLS_DOCTOR_CAUSE_ROWS_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_CAUSE_ROWS_LINUX_H

#include "causes_linux.h"
#include "findings.h"

/*
 * What a row is about, as bits:
 *
 *   NO_LOADER       no libOpenCL can be opened
 *   LIBRARY         which libOpenCL programs get
 *   VARIABLE        an element of a variable that names drivers or layers
 *   NO_DRIVER       there is no driver at all
 *   ALL_OFF         all drivers are off, or for another architecture
 *   DRIVER          a driver that fails
 *   GPU             a GPU that no platform lists; with NO_DRIVER: also why there is no driver
 *   NODE            with GPU: needs no report of the loader; also for containers that got no GPU
 *   KERNEL          with GPU: needs no report of the loader
 *   UNREPORTED      a GPU that no platform lists, and the loader gives no report
 *   NO_DEVICE       there are drivers, but not one device
 *   NO_PLATFORM     with NO_DEVICE: also where no driver works
 *   RIGHTS          device nodes that this user may not use
 *   OPENING         device nodes that this user may use, but that do not open
 *   PROCESS         a process of the program that differs from this one
 *   PROCESS_WARNED  such a process, which may work nevertheless
 *   PLATFORM        a platform without devices
 *   OLD_PLATFORM    a platform with devices, whose driver has a successor
 *   CACHE           a driver that lacks a folder of its own, a compiler, or other files
 *   CACHE_USED      a driver that is slower without such a folder
 *   ELSEWHERE       a driver that gets a library from elsewhere
 *   UNEXPLAINED     a GPU that no platform lists, and for which no row of GPU fits
 *   UNREAD          a file that names a driver, and that the loader has not opened
 *   BUILD           a driver that lists a device, but runs no kernel there
 *   FLATPAK_APP     a program of Flatpak's, on a machine with a GPU
 *   FLATPAK_APPS    all programs of Flatpak's, on such a machine
 *   FLATPAK_WARNED  such a program, which may work nevertheless
 *   SNAP_APP        a program of a snap, on a machine with a GPU
 *   CRASHED         with DRIVER: also where it is not known which driver has ended the process
 *   QUOTED          with DRIVER: the text has what matters of the driver's output; the last bit of an int
 *   GUESS           with GPU: facts suggest the cause, so the driver's own words come first
 */
enum cause_kind {
    VARIABLE = 1,
    NO_DRIVER = 2,
    DRIVER = 4,
    GPU = 8,
    NODE = 16,
    NO_DEVICE = 32,
    RIGHTS = 64,
    PLATFORM = 128,
    NO_LOADER = 256,
    LIBRARY = 512,
    NO_PLATFORM = 1024,
    ALL_OFF = 2048,
    CACHE = 4096,
    CACHE_USED = 8192,
    UNREAD = 16384,
    UNEXPLAINED = 32768,
    OPENING = 65536,
    PROCESS = 131072,
    PROCESS_WARNED = 262144,
    BUILD = 524288,
    GUESS = 1048576,
    FLATPAK_APP = 2097152,
    FLATPAK_WARNED = 4194304,
    ELSEWHERE = 8388608,
    OLD_PLATFORM = 16777216,
    CRASHED = 33554432,
    FLATPAK_APPS = 67108864,
    KERNEL = 134217728,
    UNREPORTED = 268435456,
    SNAP_APP = 536870912,
    QUOTED = 1073741824
};

struct cause_row {
    unsigned kinds; /* enum cause_kind */
    bool (*fits)(struct search *);
    const char *id, *text, *remedy;
};

/* The first row of this kind that fits, or NULL. After a row fits, call cause_forget(). */
const struct cause_row *cause_find(struct search *search, unsigned kind);

/* Whether the row of this identifier is of one of these kinds. */
bool cause_has_kind(const char *id, unsigned kinds);

/* Whether the row, of NO_DRIVER, is about one driver alone: others may be there. */
bool cause_is_partial(const char *id);

/* Fills in a row's text or remedy with what the row's function found. The caller frees the
 * result. */
char *cause_fill(const struct search *search, const char *words);

/* Frees what the row's function found. */
void cause_forget(struct search *search);

/* Adds a finding of the first row of this kind that fits, and returns the row; or NULL. `about`: the
 * file, driver or device. `beginning` comes before the row's text. */
const struct cause_row *cause_add(struct findings *findings, struct search *search, unsigned kind,
                                  enum urgency urgency, const char *about, const char *beginning);

#endif
