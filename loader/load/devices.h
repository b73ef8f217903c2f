/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which devices the user wants, and in which order: OCL_ICD_DEVICES_SELECT and
 * OCL_ICD_DEVICES_DISABLE. doc/environment.md says what they mean. Without them nothing here asks a
 * driver anything. filter.h makes the programs' calls obey. What is not known to be wanted is
 * hidden: whatever goes wrong, programs never see a device that the user may have left out.
 */
#ifndef CLRELAY_LOADER_LOAD_DEVICES_H
#define CLRELAY_LOADER_LOAD_DEVICES_H

#include "base/settings.h"
#include "load/platforms.h"

/* A device of a published platform, whether programs see it or not. Its numbers count from 0, over
 * the platforms in their order without these settings. */
struct device {
    struct platform *platform;
    cl_device_id id;
    cl_device_type type;
    bool typed;         /* the driver tells the type */
    char *name;         /* NULL: the driver does not tell */
    bool ordinary;      /* among CL_DEVICE_TYPE_ALL, which custom devices are not */
    bool numbered;      /* the numbers over all platforms are known */
    bool numbered_here; /* those in its platform are */
    size_t number;      /* among all devices */
    size_t of_type;     /* among those of its type */
    size_t in_platform; /* the same two in its platform */
    size_t of_type_in_platform;
    size_t rank;              /* the first pattern that selects it */
    bool visible;             /* programs see it */
    enum setting left_out_by; /* if they do not */
    bool unclear;             /* only because it is not known whether that setting means it */
    struct device *after;     /* in the list of all */
};

/* What programs see of a platform: the first `visible` ones of its devices. */
struct devices {
    size_t count, visible;
    cl_uint listed;  /* how many its driver counted, without custom ones */
    bool incomplete; /* the driver did not list them, and `error` is why; CL_SUCCESS: too many */
    cl_int error;
    struct device *at[];
};

/* Whether one of the settings is there. */
bool devices_are_chosen(void);

/* From now on no device has a number over all platforms, because something is missing or in another
 * place than usual: a part of a sentence, which must stay valid. */
void devices_doubt_numbers(const char *why);

/* Makes the choice among the devices of these platforms. Puts those behind all others of which
 * programs see nothing, and those with a device of an earlier pattern first. Returns how many
 * platforms are left. */
size_t devices_choose(struct platform **at, size_t count);

/* Gives platforms that devices_choose() has left out their verdicts, and owns them from now on. Call it
 * after platforms_reorder() has taken them out of the list. */
void devices_leave_out(struct platform *const *at, size_t count);

/* Takes all platforms out of the list, because the choice cannot be obeyed; their drivers get this
 * verdict. Needs no memory. */
void devices_hide_all(enum verdict verdict);

/* The choice for a platform, which may be NULL. NULL: it is not in the list. */
const struct devices *devices_of(const struct platform *platform);

/* All devices by their numbers. Follow `after` from there. NULL: there are none, or no choice. */
const struct device *devices_first(void);

/* The place of a device in what programs see of its platform with CL_DEVICE_TYPE_ALL; -1: it is not
 * there. */
long long devices_place(const struct device *device);

/* The word for the type of a device in patterns: gpu, cpu, accelerator, custom. NULL: it has
 * none. */
const char *device_type_word(const struct device *device);

/* Adds a problem to the settings for each pattern that matched no device. */
void devices_warn_unmatched(void);

/* Frees everything. Only for the time when no call can come any more. */
void devices_free(void);

#endif
