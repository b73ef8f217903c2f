/* SPDX-License-Identifier: Apache-2.0 */
#include "build_logs.h"

#include "../../build_log.h"
#include "../known/info_programs.h"
#include "../known/info_sources.h"

#include <stdlib.h>

void check_log(cl_program program)
{
    char *log = objects_living(program, KIND_PROGRAM) ? build_log_of(program) : NULL;
    /* Records an empty log, too: another program may have had the address, and a log. */
    if (log) recorder_log(program, log);
    free(log);
}

void check_built(cl_program program)
{
    const struct tracked *tracked = objects_living(program, KIND_PROGRAM);
    const void *caller;
    uint64_t line;
    if (!tracked) return;
    if (!info_fails_to_build(program, &caller)) {
        info_read_source(program);
        return;
    }
    check_log(program);
    line = info_build_line(program);
    finding_write_at(line ? PROGRAM_BUILD : PROGRAM_BUILD_LOG, tracked->handle,
                     (struct call_site){ caller, 0 }, VALUES(line, info_build_column(program)));
}

void check_linked(const struct check_call *call, cl_program program)
{
    info_program_changes(program, call_site(call).address);
    check_built(program);
}
