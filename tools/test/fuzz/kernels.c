/* SPDX-License-Identifier: Apache-2.0 */
/* The check layer reads sources of kernels. Fields: the options of the build, the source. */
#include "fuzz/input.h"

#include "source/kernel_source.h"

enum { PARAMETERS = 6 };

/* What a source says about the kernels `k` with up to PARAMETERS parameters. */
struct answers {
    struct kernel_parameter list[PARAMETERS + 1][PARAMETERS];
    bool known[PARAMETERS + 1];
};

static void ask_source(const char *text, const char *options, struct answers *answers)
{
    struct source *source = source_read(text, options, 8);
    PROMISE(source);
    memset(answers, 0, sizeof *answers);
    for (uint32_t count = 0; count <= PARAMETERS; count++) {
        answers->known[count] = source_parameters(source, "k", count, answers->list[count]);
        PROMISE(!source_parameter_text(source, "k", count) ||
                *source_parameter_text(source, "k", count));
    }
    source_free(source);
}

static void check(const struct kernel_parameter *kernel_parameter)
{
    const bool has_memory =
        kernel_parameter->kind == PARAMETER_POINTER || kernel_parameter->kind == PARAMETER_IMAGE;
    PROMISE(kernel_parameter->kind != PARAMETER_VALUE || kernel_parameter->size);
    PROMISE(!kernel_parameter->is_struct || kernel_parameter->kind == PARAMETER_VALUE);
    PROMISE(!kernel_parameter->is_read_first || kernel_parameter->is_read);
    PROMISE(has_memory || (!kernel_parameter->is_written && !kernel_parameter->is_read &&
                           !kernel_parameter->is_indexed));
    PROMISE(!kernel_parameter->is_unused ||
            (!kernel_parameter->is_written && !kernel_parameter->is_read &&
             !kernel_parameter->is_indexed));
}

/* Returns a copy with a blank at the beginning of each line and a comment at the end. That must not
 * change the answers. */
static char *with_comments(const char *text)
{
    char *copy = malloc(3 * strlen(text) + 16), *to = copy;
    PROMISE(copy);
    for (; *text; text++) {
        const bool is_joined = *text == '\n' && to > copy && strchr("\\\r", to[-1]);
        *to++ = *text;
        if (*text == '\n' && !is_joined) *to++ = ' ';
    }
    strcpy(to, "\n/* */");
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    char *options = text_copy(take_field(&input)), *text = text_copy(take_field(&input));
    struct answers answers, others;
    char *other;
    PROMISE(options && text);
    other = with_comments(text);
    ask_source(text, options, &answers);
    for (unsigned i = 0; i < PARAMETERS * (PARAMETERS + 1); i++)
        check(&answers.list[i / PARAMETERS][i % PARAMETERS]);
    ask_source(other, options, &others);
    if (!strchr(text, '"') && !strchr(text, '\'') && !strstr(text, "/*"))
        PROMISE(!memcmp(&answers, &others, sizeof answers));
    free(options);
    free(text);
    free(other);
    return 0;
}
