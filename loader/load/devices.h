/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which devices the user wants, and in which order: OCL_ICD_DEVICES_SELECT and
 * OCL_ICD_DEVICES_DISABLE. doc/environment.md says what they mean. Without them nothing here asks a
 * driver anything. filter.h makes the programs' calls obey.
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
    char *name;         /* NULL: the driver does not tell */
    bool ordinary;      /* among CL_DEVICE_TYPE_ALL, which custom devices are not */
    size_t number;      /* among all devices */
    size_t of_type;     /* among those of its type */
    size_t in_platform; /* the same two in its platform */
    size_t of_type_in_platform;
    size_t rank;              /* the first pattern that selects it */
    bool visible;             /* programs see it */
    enum setting left_out_by; /* if they do not */
    struct device *after;     /* in the list of all */
};

/* What programs see of a platform: the first `visible` ones of its devices. */
struct devices {
    size_t count, visible;
    struct device *at[];
};

/* Whether one of the settings is there. */
bool devices_are_chosen(void);

/* Makes the choice among the devices of these platforms. Takes those out of the array of which
 * programs see nothing, and owns them from now on; puts those with a device of an earlier pattern
 * first. Returns how many platforms are left. */
size_t devices_choose(struct platform **at, size_t count);

/* The choice for a platform, which may be NULL. NULL: programs see it as the driver shows it. */
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
