/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include "../base/files.h"
#include "../base/system.h"
#include "../base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *complaint(const char *name, int error)
{
    return text_format("%s can't be written: %s", name, strerror(error));
}

bool output_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool output_overwrites(const char *path, const char *other)
{
    if (!path || !other || output_is_standard(path) || system_is_stream(path)) return false;
    return text_same(path, other) || file_is_same(path, other);
}

bool output_is_program(const char *path)
{
    const bool is_file = path && !output_is_standard(path) && !system_is_stream(path);
    char *architecture = is_file ? file_architecture(path) : NULL;
    free(architecture);
    return architecture != NULL;
}

const char *output_file_of(const char *program)
{
    return strpbrk(program, SYSTEM_TEXT("/", "/\\")) ? program : NULL;
}

/* Removes a file if it is a regular one, and no link or device. */
static void remove_file(const char *path)
{
    char *real = system_is_stream(path) ? NULL : system_real_path(path);
    if (real) remove(real);
    free(real);
}

char *output_try(const char *path, const char *name)
{
    const bool was_there = system_exists(path);
    FILE *file;
    /* Opening a pipe or device could have effects, so only writing will tell. */
    if (output_is_standard(path) || system_is_stream(path)) return NULL;
    file = fopen(path, "ab");
    if (!file) return complaint(name, errno);
    fclose(file);
    if (!was_there) remove_file(path);
    return NULL;
}

char *output_try_new(const char *path, const char *name)
{
    FILE *file = file_make(path);
    if (!file && errno != EEXIST) return complaint(name, errno);
    if (file) fclose(file), remove(path);
    return NULL;
}

char *output_name(const char *stem, const char *ending, unsigned number)
{
    return number < 2 ? text_format("%s%s", stem, ending)
                      : text_format("%s-%u%s", stem, number, ending);
}

char *output_open_new(struct output *output, char **path, const char *ending)
{
    char *stem = *path;
    int error = EEXIST;
    *output = (struct output){ .name = stem };
    for (unsigned i = 1; error == EEXIST && i < OUTPUT_MOST_NAMES; i++) {
        if (*path != stem) free(*path);
        output->name = *path = output_name(stem, ending, i);
        output->file = file_make(*path);
        error = output->file ? 0 : errno;
    }
    free(stem);
    return error ? complaint(*path, error) : NULL;
}

char *output_open(struct output *output, const char *path, enum output_kind kind)
{
    const char *mode = kind == OUTPUT_BYTES ? SYSTEM_TEXT("wbe", "wbN") : SYSTEM_TEXT("we", "wN");
    *output = (struct output){ stderr, "standard error", 0, kind == OUTPUT_LINES };
    if (!path) return NULL;
    *output = output_is_standard(path)
                  ? (struct output){ stdout, "standard output", 0, true }
                  : (struct output){ fopen(path, mode), path, 0, kind == OUTPUT_LINES };
    return output->file ? NULL : complaint(path, errno);
}

/* Whether a failed write sets such an error number. */
static bool is_of_writing(int error)
{
    static const int all[] = { ENOSPC, EFBIG, EPIPE, EIO,
#ifdef EDQUOT
                               EDQUOT
#endif
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] == error) return true;
    return false;
}

void output_flush(struct output *output)
{
    /* The reason of a failed write is in errno, unless something else has failed since. */
    const int earlier = is_of_writing(errno) ? errno : EIO;
    if (output->failure) return;
    if (fflush(output->file)) output->failure = errno;
    else if (ferror(output->file)) output->failure = earlier;
}

char *output_close(struct output *output)
{
    const bool is_stream = output->file == stdout || output->file == stderr;
    output_flush(output);
    if (!is_stream && fclose(output->file) && !output->failure) output->failure = errno;
    /* A truncated file would look complete. */
    if (output->failure && !is_stream && !output->in_parts) remove_file(output->name);
    return output->failure ? complaint(output->name, output->failure) : NULL;
}
