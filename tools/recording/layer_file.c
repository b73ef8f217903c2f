/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the layers that the command loads into programs. */
#include "layer_file.h"

#include "../base/files.h"
#include "../base/system.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* The folders of layers, relative to this program's: installed, and in a build. */
static const char *const folders[] = { CLRELAY_LAYER_FOLDER, "layers" };

/* How to get a missing layer. The caller frees it. */
static char *remedy(const char *folder, const char *command)
{
    /* For a build of the tools alone, and for a build of everything. */
    static const char *const builds[] = { "", "/.." };
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        char *build = text_format("%s%s", folder, builds[i]);
        char *cache = text_format("%s/CMakeCache.txt", build), *words = NULL;
        /* The build may be one without layers. */
        if (system_exists(cache))
            words = text_format("cmake -DCLRELAY_LAYERS=ON %s && cmake --build %s --target "
                                "clrelay_%s builds it",
                                build, build, command);
        free(cache);
        free(build);
        if (words) return words;
    }
    return text_format("It is in the package clrelay-tools");
}

char *layer_file_find(const char *command, char **complaint)
{
    char *folder = file_own_folder(), *path[2] = { NULL, NULL }, *found = NULL;
    for (int i = 0; folder && i < 2 && !found; i++) {
        path[i] = text_format("%s/%s/%sclrelay_%s%s", folder, folders[i], CLRELAY_LAYER_PREFIX,
                              command, CLRELAY_LAYER_SUFFIX);
        if (system_exists(path[i])) found = system_real_path(path[i]);
    }
    if (!folder) {
        *complaint = text_format("clrelay can't find its own folder, where its layer is");
    } else if (!found) {
        char *advice = remedy(folder, command);
        *complaint = text_format("the layer of clrelay %s is missing: there is no %s and no %s. %s",
                                 command, path[0], path[1], advice);
        free(advice);
    } else if (strchr(found, SYSTEM_LIST_SEPARATOR)) {
        *complaint = text_format("%s: loaders cannot open a layer with a %c in its path", found,
                                 SYSTEM_LIST_SEPARATOR);
        free(found);
        found = NULL;
    }
    free(path[0]);
    free(path[1]);
    free(folder);
    return found;
}

/* The place of the check layer in a list of layers, or the list's end. */
static size_t place_of_check(const char *list)
{
    static const char name[] = CLRELAY_LAYER_PREFIX "clrelay_check" CLRELAY_LAYER_SUFFIX;
    static const char separator[] = { SYSTEM_LIST_SEPARATOR, '\0' };
    const size_t all = strlen(list);
    for (size_t begin = 0, length; begin < all; begin += length + 1) {
        length = strcspn(list + begin, separator);
        char *path = text_format("%.*s", (int)length, list + begin);
        const bool is_check = strcmp(text_file_name(path), name) == 0;
        free(path);
        if (is_check) return begin;
    }
    return all;
}

/* The last layer in the list is the one that loaders call first. The check layer stays the last: it
 * judges the program's calls, while another layer makes calls of its own. */
char *layer_file_list(const char *layer)
{
    const char *others = text_or_empty(getenv("OPENCL_LAYERS"));
    const size_t before = place_of_check(others);
    const char *check = others + before;
    char *list = text_format("%.*s", (int)before, others);
    if (*others && !*check) text_add(&list, "%c", SYSTEM_LIST_SEPARATOR);
    text_add(&list, "%s", layer);
    if (*check) text_add(&list, "%c%s", SYSTEM_LIST_SEPARATOR, check);
    return list;
}

/* In LD_PRELOAD, a blank or a colon ends a path. */
char *layer_file_preload(const char *layer, char **complaint)
{
    const char *others = getenv("LD_PRELOAD"), *name = strrchr(layer, '/');
    char *path = text_format("%.*s/%sclrelay_frees%s", (int)(name ? name - layer : 0), layer,
                             CLRELAY_LAYER_PREFIX, CLRELAY_LAYER_SUFFIX);
    char *list = NULL;
    if (!system_exists(path)) *complaint = text_format("--frees needs %s, which is missing", path);
    else if (strpbrk(path, " :"))
        *complaint = text_format("--frees can't load %s: its path has a blank or a colon", path);
    else list = text_format("%s%s%s", path, others && *others ? ":" : "", others ? others : "");
    free(path);
    return list;
}
