/* SPDX-License-Identifier: Apache-2.0 */
#include "read.h"

#include "../base/system.h"
#include "../base/terminal.h"
#include "../recording/layer_file.h"
#include "../recording/records.h"
#include "../recording/run.h"
#include "collector.h"
#include "session.h"

#include <stdlib.h>

static int fail(char *complaint)
{
    line_error("clrelay check: %s", complaint);
    free(complaint);
    return RUN_FAILED;
}

int read_environment(const struct check_options *options)
{
    char *complaint = NULL, *layer = layer_file_find("check", &complaint), *list;
    const char *separator = "";
    if (!layer) return fail(complaint);
    list = layer_file_list(layer);
    printf("OPENCL_LAYERS=%s\n" RECORD_CHECK_FOLDER "=%s\n", list, options->environment);
    if (options->objects_only || options->guard || options->canaries)
        printf(RECORD_CHECK_OPTIONS "=");
    if (options->objects_only) printf("objects-only"), separator = ",";
    if (options->guard) printf("%sguard", separator), separator = ",";
    if (options->canaries) printf("%scanaries", separator), separator = ",";
    if (*separator) printf("\n");
    free(list);
    free(layer);
    return EXIT_SUCCESS;
}

/* Adds a file that is not there yet. One that a process is just making is not ready. */
static void add(const char *path, void *data)
{
    struct collector *collector = data;
    char *complaint;
    if (collector_has(collector, path) || !records_are_ready(path)) return;
    complaint = collector_add(collector, path);
    if (complaint) collector_complain(collector, complaint);
    free(complaint);
}

enum { LOOKS = 20 }; /* between those at the folder */

/* Goes on until a signal ends this process. Every finding is written at once. */
static void follow(struct collector *collector, const char *folder)
{
    for (unsigned i = 0;; i++) {
        if (folder && i % LOOKS == 0) records_list(folder, add, collector);
        collector_look(collector, false);
        system_sleep(50);
    }
}

int read_findings(const struct check_options *options)
{
    char *complaint = NULL;
    struct collector *collector = collector_start(options, &complaint);
    bool folder;
    int found;
    if (!collector) return fail(complaint);
    folder = records_list(options->read, add, collector);
    if (!folder) complaint = collector_add(collector, options->read);
    if (complaint) {
        collector_free(collector);
        return fail(complaint);
    }
    if (options->follow) follow(collector, folder ? options->read : NULL);
    collector_look(collector, true);
    found = collector_status(collector);
    complaint = collector_end(collector, NULL, false);
    if (complaint) return fail(complaint);
    return found;
}
