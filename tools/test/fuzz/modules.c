/* SPDX-License-Identifier: Apache-2.0 */
/* The check layer reads modules in SPIR-V. */
#include "fuzz/input.h"

#include "source/kernel_source.h"

enum { PARAMETERS = 12 };

/* What a module says about the kernel `k`, for each number of parameters. */
struct answers {
    struct kernel_parameter list[PARAMETERS + 1][PARAMETERS];
    bool known[PARAMETERS + 1];
};

static void ask_module(const void *module, size_t size, struct answers *answers)
{
    struct source *source = source_read_module(module, size);
    PROMISE(source);
    memset(answers, 0, sizeof *answers);
    for (uint32_t count = 0; count <= PARAMETERS; count++) {
        answers->known[count] = source_parameters(source, "k", count, answers->list[count]);
        source_parameter_text(source, "k", count);
    }
    source_free(source);
}

static void check(const struct kernel_parameter *kernel_parameter)
{
    PROMISE(kernel_parameter->kind != PARAMETER_VALUE || kernel_parameter->size);
    PROMISE(!kernel_parameter->is_struct || kernel_parameter->kind == PARAMETER_VALUE);
    PROMISE(!kernel_parameter->mem_type || kernel_parameter->kind == PARAMETER_IMAGE);
    PROMISE(!kernel_parameter->is_written && !kernel_parameter->is_read &&
            !kernel_parameter->is_indexed && !kernel_parameter->is_unused);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct answers answers, others;
    uint8_t *other = malloc(size + 1);
    PROMISE(other);
    ask_module(data, size, &answers);
    for (unsigned i = 0; i < PARAMETERS * (PARAMETERS + 1); i++)
        check(&answers.list[i / PARAMETERS][i % PARAMETERS]);
    for (size_t i = 0; i < size / 4 * 4; i++) other[i] = data[i ^ 3];
    ask_module(other, size / 4 * 4, &others);
    PROMISE(!memcmp(&answers, &others, sizeof answers));
    free(other);
    return 0;
}
