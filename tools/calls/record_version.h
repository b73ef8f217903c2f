/* SPDX-License-Identifier: Apache-2.0 */
/* Which clrelay a file of records is of: the layers, the command and the recording must be of
 * one. */
#ifndef CLRELAY_TOOLS_CALLS_RECORD_VERSION_H
#define CLRELAY_TOOLS_CALLS_RECORD_VERSION_H

#include "record.h"
#include "record_meaning.h" /* made by meaning.cmake */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static inline void record_stamp(struct record_file *file)
{
    file->version = RECORD_VERSION;
    file->meaning = RECORD_MEANING;
    snprintf(file->release, sizeof file->release, "%s", RECORD_RELEASE);
    atomic_thread_fence(memory_order_release); /* who sees this sees the rest */
    memcpy(file->magic, RECORD_MAGIC, sizeof file->magic);
}

/* Whether it is a file of records at all, of whatever version. */
static inline bool record_is_one(const struct record_file *file)
{
    return !memcmp(file->magic, RECORD_MAGIC, sizeof file->magic);
}

static inline bool record_is_ours(const struct record_file *file)
{
    return record_is_one(file) && file->version == RECORD_VERSION &&
           file->meaning == RECORD_MEANING;
}

/* The two versions, for people. Releases alone would not do: there are many builds between two. */
struct record_versions {
    char file[80], ours[80];
};

static inline struct record_versions record_versions(const struct record_file *file)
{
    struct record_versions versions = { "", "" };
    size_t length = 0;
    /* Only characters that a release may have: the file may have any content. */
    while (length < sizeof file->release && file->release[length] > ' ' &&
           file->release[length] < 0x7f)
        length++;
    if (file->version < 2)
        snprintf(versions.file, sizeof versions.file, "clrelay with format %" PRIu32,
                 file->version);
    else
        snprintf(versions.file, sizeof versions.file,
                 "clrelay %.*s with format %" PRIu32 "-%016" PRIx64, (int)length, file->release,
                 file->version, file->meaning);
    snprintf(versions.ours, sizeof versions.ours, "clrelay %s with format %d-%016" PRIx64,
             RECORD_RELEASE, RECORD_VERSION, RECORD_MEANING);
    return versions;
}

#endif
