/* SPDX-License-Identifier: Apache-2.0 */
/* The layers that the command loads into programs. */
#include "layer_file.h"

#include "../base/files.h"
#include "../base/system.h"
#include "../base/text.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Their folders, relative to this program's: installed, and in a build. */
static const char *const folders[] = { CLRELAY_LAYER_FOLDER, "../layer" };

/* How to get a missing layer. The caller frees it. */
static char *remedy(const char *folder, const char *command)
{
    char *cache = text_format("%s/../CMakeCache.txt", folder), *build = NULL, *text;
    if (system_exists(cache)) build = text_format("%s/..", folder);
    text = build ? text_format("cmake --build %s --target clrelay_%s builds it", build, command)
                 : text_format("It is in the package clrelay-tools");
    free(build);
    free(cache);
    return text;
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
        char *how = remedy(folder, command);
        *complaint = text_format("the layer of clrelay %s is missing: there is no %s and no %s. %s",
                                 command, path[0], path[1], how);
        free(how);
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

static bool is_check_layer(struct text path)
{
    static const char name[] = CLRELAY_LAYER_PREFIX "clrelay_check" CLRELAY_LAYER_SUFFIX;
    const size_t length = sizeof name - 1, before = path.length - length;
    return path.length >= length && memcmp(path.start + before, name, length) == 0 &&
           (before == 0 || path.start[before - 1] == '/' || path.start[before - 1] == '\\');
}

/* The last layer in the list is called first. The check layer stays the last: it judges the program's calls, and
 * another layer makes calls of its own. */
char *layer_file_list(const char *layer)
{
    const char separator[] = { SYSTEM_LIST_SEPARATOR, '\0' };
    const char *others = text_or_empty(getenv("OPENCL_LAYERS"));
    char *list = text_format("%s", "");
    struct text other;
    bool placed = false;
    while (text_next_element(&others, SYSTEM_LIST_SEPARATOR, &other)) {
        if (!placed && is_check_layer(other)) {
            text_add(&list, "%s%s", *list ? separator : "", layer);
            placed = true;
        }
        text_add(&list, "%s%.*s", *list ? separator : "", (int)other.length, other.start);
    }
    if (!placed) text_add(&list, "%s%s", *list ? separator : "", layer);
    return list;
}

/* A blank or a colon would end a path there. */
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
