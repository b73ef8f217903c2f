/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of os.h that are the same, or nearly the same, on every system. */
#include "base/os.h"

#include <string.h>

const char *os_basename(const char *path)
{
    const char *end = strrchr(path, '/');
#ifdef _WIN32
    const char *other = strrchr(path, '\\');
    if (!end || (other && other > end)) end = other;
#endif
    return end ? end + 1 : NULL;
}

bool os_is_searched_for(const char *name)
{
#ifdef _WIN32
    return !os_basename(name) && !strchr(name, ':');
#else
    return name[0] == '$' || !strchr(name, '/');
#endif
}

bool os_is_absolute(const char *name)
{
#ifdef _WIN32
    if ((name[0] == '\\' || name[0] == '/') && name[0] == name[1]) return true; /* a network path */
    return name[0] && name[1] == ':' && (name[2] == '\\' || name[2] == '/');
#else
    return name[0] == '/';
#endif
}

bool os_same_file(const struct os_file *one, const struct os_file *other)
{
    bool numbered = one->kind == VERDICT_ACCEPTED || one->kind == VERDICT_FILE_IS_DIRECTORY;
    bool known = one->kind >= VERDICT_FILE_IS_DIRECTORY && one->kind <= VERDICT_FILE_IS_DEVICE;
    return one->kind == other->kind && (numbered ? one->number != 0 : known) &&
           one->device == other->device && one->number == other->number;
}

enum verdict os_refuse(struct details *details, enum verdict verdict, int error)
{
    char buffer[128];
    const char *words = error ? os_error_text(error, buffer, sizeof buffer) : "";
    return verdict_refuse(details, verdict, "%s", words);
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
