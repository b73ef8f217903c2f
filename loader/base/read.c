/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of os.h that read text files and say why they can't. */
#include "base/os.h"

static bool short_of; /* see os_was_short() */

bool os_was_short(void)
{
    return short_of;
}

void os_note_error(int error)
{
    if (error && !os_is_lasting(error)) short_of = true;
}

void os_forget_errors(void)
{
    short_of = false;
}

enum verdict os_refuse(struct details *details, enum verdict verdict, int error)
{
    char buffer[128];
    const char *words = error ? os_error_text(error, buffer, sizeof buffer) : "";
    os_note_error(error);
    return verdict_explain(details, verdict, "%s", words);
}

/* In one place for all files, because the loader reads one after the other. The part behind the end
 * of most files takes no memory, because nobody writes to it. */
enum verdict os_read_text(const struct os_directory *in, const char *path, bool is_regular,
                          struct text *text, struct details *details)
{
    enum { LARGEST = 65536 }; /* as in the words of VERDICT_FILE_TOO_LARGE */
    static char bytes[LARGEST + 1];
    enum verdict verdict =
        os_read_file(in, path, is_regular, bytes, sizeof bytes, &text->length, details);
    text->start = bytes;
    return verdict == VERDICT_ACCEPTED && text->length > LARGEST ? VERDICT_FILE_TOO_LARGE : verdict;
}
