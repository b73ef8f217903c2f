/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

char *program_look(struct program *program, const char *name)
{
    (void)program;
    return text_format("only on Linux clrelay doctor looks at a program: leave out %s", name);
}

char *program_look_at_process(struct program *program, const char *number)
{
    return program_look(program, number);
}

void program_drop_variables(const struct program *program)
{
    (void)program;
}

char *program_driver_problem(const struct program *program, const char *file)
{
    (void)program;
    (void)file;
    return NULL;
}

char *program_shared_libraries(const struct program *program, const char *driver, bool *safe)
{
    (void)program;
    (void)driver;
    (void)safe;
    return NULL;
}

char *program_llvm_function(const struct program *program, const char *driver)
{
    (void)program;
    (void)driver;
    return NULL;
}

char *program_conflict(const struct program *program, const char *driver)
{
    (void)program;
    (void)driver;
    return NULL;
}

void program_free(struct program *program)
{
    (void)program;
}

char *program_loader_remedy(const struct program *program, const struct program_loader *loader)
{
    (void)program, (void)loader;
    return NULL;
}
