/* SPDX-License-Identifier: Apache-2.0 */
#include "hints.h"
#include "hint_subjects.h"

#include "../base/data.h"

double hint_percent(uint64_t part, const struct tally *tally)
{
    return tally->host_time ? 100 * (double)part / (double)tally->host_time : 0;
}

struct hint {
    uint64_t time; /* nanoseconds that it concerns; the largest comes first */
    json_t *object;
};

void hint_add(struct array *hints, const char *id, uint64_t time, char *text, const char *advice)
{
    json_t *object = json_pack("{s:s}", "id", id);
    data_set(object, "text", text);
    json_object_set_new(object, "advice", json_string(advice));
    *(struct hint *)array_add(hints, sizeof(struct hint)) = (struct hint){ time, object };
}

static int by_time(const void *a, const void *b)
{
    const struct hint *left = a, *right = b;
    return (left->time < right->time) - (left->time > right->time);
}

/* Adds the lines of the program that a hint concerns. */
static void add_call_sites(json_t *hint, const struct tally *tally)
{
    static const struct {
        const char *id;
        enum site_list list;
        const char *functions; /* only these; NULL: all */
    } rows[] = {
        { "failed-calls", SITE_FAILURES, NULL },
        { "lone-waits", SITE_LONE_WAITS, NULL },
        { "idle-reads", SITE_IDLE_READS, NULL },
        { "small-transfers", SITE_SMALL_TRANSFERS, NULL },
        { "same-data", SITE_REWRITES, NULL },
        { "kernel-for-each-launch", SITE_CALLS, "clCreateKernel" },
        { "built-again", SITE_CALLS, "clBuildProgram" },
        { "building", SITE_CALLS, "clBuildProgram,clCompileProgram,clLinkProgram" },
        { "polling", SITE_CALLS, "clGetEventInfo" },
        { "flushes", SITE_CALLS, "clFlush" },
        { "buffer-for-each-launch", SITE_CALLS, "clCreateBuffer*" },
        { "queue-for-each-launch", SITE_CALLS, "clCreateCommandQueue*" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *sites;
        if (!data_is(hint, "id", rows[i].id)) continue;
        sites = site_tallies_json(&tally->sites, rows[i].list, rows[i].functions);
        if (json_array_size(sites)) json_object_set(hint, "call_sites", sites);
        json_decref(sites);
    }
}

json_t *hints_make(const struct tally *tally)
{
    struct array found = { NULL, 0, 0 };
    json_t *hints = json_array();
    hints_of_calls(&found, tally);
    hints_of_device(&found, tally);
    hints_of_transfers(&found, tally);
    hints_of_objects(&found, tally);
    array_sort(&found, sizeof(struct hint), by_time);
    for (size_t i = 0; i < found.count; i++) {
        json_t *hint = ((struct hint *)found.items)[i].object;
        add_call_sites(hint, tally);
        json_array_append_new(hints, hint);
    }
    free(found.items);
    return hints;
}
