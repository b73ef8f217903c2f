/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the check layer alone in a process, over a made-up driver, and reads what it writes to its
 * file. */
#ifndef CLRELAY_TOOLS_TEST_CHECK_ALONE_H
#define CLRELAY_TOOLS_TEST_CHECK_ALONE_H

#include "test.h"

#include "../../calls/check_ids.h"
#include "../../calls/record_version.h"
#include "api/dispatch.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

static char path[] = "/tmp/clrelay-check-XXXXXX";
static struct record_file *file;
static const struct dispatch *checked;
static cl_int(CL_API_CALL *deinit)(void);

static void make_file(void)
{
    const off_t limit = 64 << 20;
    int descriptor = mkstemp(path);
    file = descriptor < 0 || ftruncate(descriptor, limit)
               ? MAP_FAILED
               : mmap(NULL, (size_t)limit, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (file == MAP_FAILED) TEST_STOP("no temporary file");
    close(descriptor);
    record_stamp(file);
    file->limit = (uint64_t)limit;
    file->end = RECORD_GRANULE;
    file->state = RECORD_ON;
    setenv(RECORD_CHECK_VARIABLE, path, 1);
}

static void load_layer(const char *name, const struct dispatch *driver)
{
    void *layer = dlopen(name, RTLD_NOW);
    cl_int(CL_API_CALL * init)(cl_uint, const cl_icd_dispatch *, cl_uint *,
                               const cl_icd_dispatch **);
    const cl_icd_dispatch *table;
    cl_uint entries;
    if (!layer) TEST_STOP("%s", dlerror());
    *(void **)&init = dlsym(layer, "clInitLayer");
    *(void **)&deinit = dlsym(layer, "clDeinitLayer");
    if (!init || !deinit || init(SLOT_COUNT, (const void *)driver, &entries, &table))
        TEST_STOP("%s can't be initialized", name);
    checked = (const void *)table;
    unlink(path); /* so that no file stays if a signal ends this process */
}

/* Calls visit() for each record in the file. */
static void each_record(void (*visit)(const struct record_head *head))
{
    const unsigned char *base = (const unsigned char *)file;
    for (uint64_t place = RECORD_GRANULE; place < file->end;) {
        const struct record_chunk *chunk = (const void *)(base + place);
        const unsigned char *at = (const unsigned char *)(chunk + 1);
        if (memcmp(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic) != 0) {
            place += RECORD_GRANULE;
            continue;
        }
        for (; at < base + place + chunk->size; at += ((const struct record_head *)at)->size) {
            const struct record_head *head = (const void *)at;
            if (!head->size) break;
            visit(head);
        }
        place += chunk->size;
    }
}

static void (*visit_finding)(const struct record_finding *finding);
static void pass_finding(const struct record_head *head)
{
    if (head->kind == RECORD_FINDING) visit_finding((const void *)head);
}
static inline void each_finding(void (*visit)(const struct record_finding *finding))
{
    visit_finding = visit;
    each_record(pass_finding);
}

/* The highest count that a finding of each check ID has, the number of its records, and the number
 * of all records. */
static uint64_t times[CHECK_ID_COUNT];
static unsigned found[CHECK_ID_COUNT];
static unsigned records;

static void count_finding(const struct record_finding *finding)
{
    const bool is_count =
        finding->head.flags & FINDING_COUNT; /* counts repeats of earlier findings */
    /* Each child process has one of the first; stress.c keeps many objects. */
    records += !is_count && finding->check_id != CHILD_OF_FORK && finding->check_id != OBJECTS_KEPT;
    found[finding->check_id] += !is_count;
    if (finding->times > times[finding->check_id]) times[finding->check_id] = finding->times;
}

static inline void count_findings(void)
{
    memset(times, 0, sizeof times);
    memset(found, 0, sizeof found);
    records = 0;
    each_finding(count_finding);
}

/* FINDS(): the call, at a place of its own, causes this finding and no other. SILENT(): it causes
 * none. */
#define FINDS(check_id, call)                                                                      \
    do {                                                                                           \
        const unsigned before = (count_findings(), records);                                       \
        const unsigned of_it = found[check_id];                                                    \
        (void)(call);                                                                              \
        count_findings();                                                                          \
        CHECK_INT(records, before + 1);                                                            \
        CHECK_INT(found[check_id], of_it + 1);                                                     \
    } while (0)
#define SILENT(call)                                                                               \
    do {                                                                                           \
        const unsigned before = (count_findings(), records);                                       \
        (void)(call);                                                                              \
        count_findings();                                                                          \
        CHECK_INT(records, before);                                                                \
    } while (0)

#endif
