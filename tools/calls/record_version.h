/* SPDX-License-Identifier: Apache-2.0 */
/* Tells which version of clrelay wrote a file of records: only that version can read the file. */
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
    atomic_thread_fence(memory_order_release); /* a reader that sees the magic sees the rest, too */
    memcpy(file->magic, RECORD_MAGIC, sizeof file->magic);
}

/* Whether a file is a file of records, of whatever version. */
static inline bool record_is_one(const struct record_file *file)
{
    return !memcmp(file->magic, RECORD_MAGIC, sizeof file->magic);
}

/* Whether a file of records has the version of this program. */
static inline bool record_is_ours(const struct record_file *file)
{
    return record_is_one(file) && file->version == RECORD_VERSION &&
           file->meaning == RECORD_MEANING;
}

/* The file's version and this program's, for people. A release is not enough: there are many builds
 * between two releases. */
struct record_versions {
    char file[80], ours[80];
};

static inline struct record_versions record_versions(const struct record_file *file)
{
    struct record_versions versions = { "", "" };
    size_t length = 0;
    /* Copies only characters that a release may have: the file may hold anything. */
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
