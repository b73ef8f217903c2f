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
    return one->kind == other->kind && (numbered ? one->number != 0 : os_is_special(one->kind)) &&
           one->device == other->device && one->number == other->number;
}
