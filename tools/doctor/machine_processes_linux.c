/* SPDX-License-Identifier: Apache-2.0 */
/* How a program's processes differ from this one: their user's rights, and Flatpak's sandboxes. */
#include "cause_rows_linux.h"
#include "machine.h"
#include "program.h"
#include "running_linux.h"

#include <stdlib.h>

/* Says how to start a process again. The caller frees the text. */
static char *how_to_start(const char *root, const struct running *running, bool logs_in)
{
    char *service = running_service(root, running->number);
    char *how = service   ? text_format("sudo systemctl restart %s", service)
                : logs_in ? text_format("start it again")
                          : text_format("restart its service");
    free(service);
    return how;
}

static bool add_process(struct findings *findings, const struct options *options,
                        const struct probed *probed, const struct program *program,
                        const struct running *running)
{
    char *user = running_user_name(running->user);
    char *who = text_format("process %s, of the user %s,", running->number, user);
    char *again = how_to_start(options->root, running, running_logs_in(running->user));
    struct search search = { .root = options->root,
                             .report = probed->report,
                             .running = running,
                             .program = program,
                             .who = who,
                             .user = user,
                             .again = again,
                             .is_well = findings_count(findings, LAST_PROBLEM) == 0 };
    const char *about = program->script ? program->script : program->file;
    /* A process that has libOpenCL open has probably looked for devices. */
    const bool has_looked = program->running && program->way == WAY_OPEN;
    const bool found = cause_add(findings, &search, PROCESS,
                                 has_looked ? PROBLEM_RIGHTS : WARNING_RIGHTS, about, "") ||
                       cause_add(findings, &search, PROCESS_WARNED, WARNING_LOADER, about, "");
    free(again);
    free(who);
    free(user);
    return found;
}

/* Whether each process of this file runs the program that is asked about. An interpreter runs other
 * scripts, too. */
static bool is_program_alone(const struct program *program)
{
    return program->file && !program->is_library && !program->foreign &&
           (program->script || program->way == WAY_LINKED || program->way == WAY_NAMED ||
            program->way == WAY_INSIDE);
}

bool machine_check_process(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct program *program)
{
    struct running running = { .number = NULL };
    bool found = false;
    if (program->contained) return false;
    if (program->running) return add_process(findings, options, probed, program, program->running);
    if (is_program_alone(program) && running_find(&running, program->file, program->script))
        found = add_process(findings, options, probed, program, &running);
    running_free(&running);
    return found;
}

bool machine_check_packed(struct findings *findings, const struct options *options,
                          const struct report *report, const struct program *program)
{
    struct gpu gpus[MOST_GPUS];
    const bool is_packed = program && (program->flatpak || program->snap);
    const size_t count = !program || is_packed ? fact_find_gpus(options->root, gpus) : 0;
    const char *about = !program ? "Flatpak" : program->script ? program->script : program->file;
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        struct search search = {
            .root = options->root, .report = report, .gpu = &gpus[i], .program = program
        };
        bool again = false;
        for (size_t j = 0; j < i; j++) again = again || gpus[j].vendor == gpus[i].vendor;
        if (again) continue;
        if (program && program->snap)
            return cause_add(findings, &search, SNAP_APP, WARNING_LOADER, about, "");
        if (!program) {
            cause_add(findings, &search, FLATPAK_APPS, NOTE_OTHER, about, "");
            continue;
        }
        if (cause_add(findings, &search, FLATPAK_APP, PROBLEM_OTHER, about, "")) found = true;
        if (cause_add(findings, &search, FLATPAK_WARNED, WARNING_LOADER, about, "")) found = true;
    }
    return found;
}
