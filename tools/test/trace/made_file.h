/* SPDX-License-Identifier: Apache-2.0 */
/* The file of a recording, as `clrelay trace` makes it before it starts a program. */
#ifndef CLRELAY_TOOLS_TEST_TRACE_MADE_FILE_H
#define CLRELAY_TOOLS_TEST_TRACE_MADE_FILE_H

#include "test.h"

#include "../../calls/record_version.h"
#include "../../recording/recording.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static char path[4096];
static struct record_file *file;

/* Makes the file, in which this process and those that it starts record. */
static void make_recording(void)
{
    const off_t limit = 64 << 20;
    struct timespec now;
    int descriptor;
    const char *folder = getenv("TMPDIR"); /* test/mutate.py removes it */
    snprintf(path, sizeof path, "%s/clrelay-trace-XXXXXX", folder ? folder : "/tmp");
    descriptor = mkstemp(path);
    file = descriptor < 0 || ftruncate(descriptor, limit)
               ? MAP_FAILED
               : mmap(NULL, RECORD_GRANULE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (file == MAP_FAILED) TEST_STOP("no temporary file");
    close(descriptor);
    clock_gettime(CLOCK_MONOTONIC, &now);
    record_stamp(file);
    file->limit = (uint64_t)limit;
    file->end = RECORD_GRANULE;
    file->first.nanoseconds = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    file->state = RECORD_ON;
    setenv(RECORD_VARIABLE, path, 1);
}

static inline struct recording *open_recording(void)
{
    char *error = NULL;
    struct recording *recording = recording_open(path, &error);
    if (!recording) TEST_STOP("%s", error);
    return recording;
}

#endif
