/* SPDX-License-Identifier: Apache-2.0 */
#include "read.h"

#include "../base/system.h"
#include "../base/terminal.h"
#include "../recording/layer_file.h"
#include "../recording/records.h"
#include "../recording/run.h"
#include "collector.h"
#include "check_session.h"

#include <signal.h>
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

static void offer(const char *path, void *data)
{
    collector_offer(data, path);
}

static volatile sig_atomic_t ending; /* the signal that ends this process */

static void note_signal(int number)
{
    ending = number;
}

/* Notices the signals that end --follow, except those that are ignored, as after nohup. */
static void notice_signals(void)
{
    static const int numbers[] = { SIGINT, SIGTERM,
#ifdef SIGHUP
                                   SIGHUP
#endif
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (signal(numbers[i], note_signal) == SIG_IGN) signal(numbers[i], SIG_IGN);
}

enum { LOOKS = 20 }; /* looks at the files for each look at the folder */

/* Reads findings until a signal ends this process. Writes each at once. */
static int follow(struct collector *collector, const char *folder)
{
    bool is_gone = false;
    notice_signals();
    for (unsigned i = 0; !ending; i++) {
        if (folder && i % LOOKS == 0) {
            const bool was_gone = is_gone;
            is_gone = !records_list(folder, offer, collector);
            if (is_gone && !was_gone)
                line_error("clrelay check: %s: the folder can't be read any more", folder);
        }
        collector_look(collector, false);
        system_sleep(50);
    }
    if (is_gone || collector_misses(collector)) return RUN_FAILED;
    signal(ending, SIG_DFL);
    raise(ending);
    return RUN_FAILED;
}

int read_findings(const struct check_options *options)
{
    char *complaint = NULL;
    struct collector *collector = collector_start(options, &complaint);
    bool folder;
    int found;
    if (!collector) return fail(complaint);
    records_allow_many();
    folder = records_list(options->read, offer, collector);
    if (!folder) complaint = collector_add(collector, options->read);
    if (complaint) {
        collector_free(collector);
        return fail(complaint);
    }
    if (options->follow) {
        found = follow(collector, folder ? options->read : NULL);
        collector_free(collector);
        return found;
    }
    collector_look(collector, true);
    found = collector_status(collector);
    complaint = collector_end(collector, NULL, false);
    if (complaint) return fail(complaint);
    return found;
}
