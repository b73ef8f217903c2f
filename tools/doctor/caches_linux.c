/* SPDX-License-Identifier: Apache-2.0 */
/* Folders that drivers need, mostly to keep what they have built, and the rows of causes.h about
 * these folders. */
#define _GNU_SOURCE /* faccessat */
#include "causes_linux.h"

#include "../base/data.h"
#include "../base/files.h"

#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A driver, by a part of its library's name, and the variable that names its folder. Without the
 * variable, the folder is below XDG_CACHE_HOME (or .cache in HOME), below HOME, or in `last`. The
 * driver keeps nothing if the variable `off` has one of these values. If PoCL's does not begin with 1,
 * PoCL keeps nothing, and builds in `unkept`. */
/* clang-format off */
static const struct cache {
    const char *driver, *variable, *in_caches, *in_home, *unkept, *last, *off, *off_values[2];
    const char *words; /* in the library, if it has such a cache; NULL: each version has */
} caches[] = {
    { "libpocl", "POCL_CACHE_DIR", "pocl/kcache", NULL, "pocl/uncached", "/tmp", "POCL_KERNEL_CACHE", { NULL }, NULL },
    { "libnvidia-opencl", "CUDA_CACHE_PATH", NULL, ".nv/ComputeCache", NULL, NULL, "CUDA_CACHE_DISABLE", { "1" }, NULL },
    { "libigdrcl", "NEO_CACHE_DIR", "neo_compiler_cache", NULL, NULL, NULL, "NEO_CACHE_PERSISTENT", { "0" }, "NEO_CACHE_" },
    { "libRusticlOpenCL", "MESA_SHADER_CACHE_DIR", "mesa_shader_cache", NULL, NULL, NULL, "MESA_SHADER_CACHE_DISABLE", { "true", "1" }, NULL },
};
/* clang-format on */

static const struct cache *find_cache(const char *library)
{
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++)
        if (strstr(text_or_empty(library), caches[i].driver)) return &caches[i];
    return NULL;
}

static bool is_off(const struct cache *cache)
{
    const char *value = getenv(cache->off);
    if (value && cache->unkept) return *value != '1';
    return value &&
           (text_same(value, cache->off_values[0]) || text_same(value, cache->off_values[1]));
}

/* The folder of a cache, or NULL: there is none. *chosen_by: the variable that leads to it, in
 * words. The caller frees the path. */
static char *folder_of(const struct cache *cache, const char **chosen_by)
{
    const char *own = getenv(cache->variable), *shared = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    const char *below = cache->unkept && is_off(cache) ? cache->unkept : cache->in_caches;
    *chosen_by = cache->variable;
    if (own && *own) return text_format("%s", own);
    *chosen_by = "XDG_CACHE_HOME";
    if (below && shared && *shared) return text_format("%s/%s", shared, below);
    *chosen_by = "HOME";
    if (home && strcmp(home, "/") == 0) home = "";
    if (home && below) return text_format("%s/.cache/%s", home, below);
    if (home && cache->in_home) return text_format("%s/%s", home, cache->in_home);
    *chosen_by = "an unset HOME";
    return cache->last ? text_format("%s/%s", cache->last, below) : NULL;
}

const char *cache_variable(const char *library)
{
    const struct cache *cache = find_cache(library);
    return cache ? cache->variable : NULL;
}

char *cache_folder(const char *library, const char **chosen_by)
{
    const struct cache *cache = find_cache(library);
    return cache ? folder_of(cache, chosen_by) : NULL;
}

/* Whether this version of a driver has the cache. */
static bool has_cache(const struct candidate *driver, const struct cache *cache)
{
    const char *file = *text_or_empty(driver->file) ? driver->file : driver->library;
    char *path = data_path(text_or_empty(file));
    const bool has = !cache->words || fact_contains(path, cache->words);
    free(path);
    return has;
}

static bool may_write(const char *path)
{
    return file_is_folder(path) && faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0;
}

/* Whether this user can write to a folder, or can create it. */
static bool can_be_used(const char *folder)
{
    char *missing = file_first_missing(folder), *last;
    bool can;
    if (!missing) return may_write(folder);
    last = strrchr(missing, '/');
    if (last) *(last == missing ? last + 1 : last) = '\0';
    can = may_write(last ? missing : ".");
    free(missing);
    return can;
}

/* Whether a driver can't write to its folder. {value}: the folder. {other}: the variable that
 * chooses it. `needed`: looks only at drivers that need their folder; otherwise only at the
 * others. */
static bool is_shut_out(struct search *search, bool needed)
{
    const struct cache *cache = find_cache(search->driver->library);
    const char *chosen_by;
    char *folder;
    bool shut;
    if (!cache || (cache->last != NULL) != needed || !has_cache(search->driver, cache))
        return false;
    /* PoCL needs the folder to build at all. */
    if (!needed && is_off(cache)) return false;
    folder = folder_of(cache, &chosen_by);
    /* A driver that needs its folder has created it by now, if it can. */
    shut = folder && (needed ? !may_write(folder) : !can_be_used(folder));
    if (shut) fact_found(search, folder, chosen_by);
    free(folder);
    return shut;
}

bool is_empty_without_cache(struct search *search)
{
    return !fact_has_device(search->driver) && is_shut_out(search, true);
}

/* PoCL opens device libraries beside its own library, one for each kind of device. */
bool is_without_device_libraries(struct search *search)
{
    static const char prefix[] = "libpocl-devices-";
    const struct candidate *driver = search->driver;
    char *file =
        data_path(text_or_empty(*text_or_empty(driver->file) ? driver->file : driver->library));
    char *folder = text_format("%.*spocl", (int)(text_file_name(file) - file), file);
    char *pattern = text_format("%s/%s*.so", folder, prefix);
    glob_t found;
    bool without = false;
    if (*file == '/' && strstr(file, "libpocl") && !fact_has_device(driver) &&
        driver->platforms.count && fact_contains(file, prefix)) {
        without = glob(pattern, 0, NULL, &found) == GLOB_NOMATCH;
        globfree(&found);
    }
    if (without) fact_found(search, folder, "libpocl-devices-*.so");
    free(pattern);
    free(folder);
    free(file);
    return without;
}

bool is_useless_without_cache(struct search *search)
{
    return is_shut_out(search, true);
}

bool is_cache_off(struct search *search)
{
    const struct cache *cache = find_cache(search->driver->library);
    if (!cache || !is_off(cache) || !fact_has_device(search->driver) ||
        !has_cache(search->driver, cache))
        return false;
    search->value = text_format("%s=%s", cache->off, getenv(cache->off));
    search->other = text_format("%s", cache->off);
    return true;
}

bool is_slow_without_cache(struct search *search)
{
    return fact_has_device(search->driver) && is_shut_out(search, false);
}
