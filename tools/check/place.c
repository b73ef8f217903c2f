/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* getcwd */
#include "place.h"

#include "../base/data.h"

#include <string.h>
#include <unistd.h>

const json_t *place_frames(const json_t *finding)
{
    const json_t *frames = json_object_get(finding, "backtrace");
    if (json_array_size(frames)) return frames;
    return json_object_get(json_object_get(json_object_get(finding, "object"), "made"),
                           "backtrace");
}

const json_t *place_frame(const json_t *frames)
{
    const json_t *object;
    size_t i;
    json_array_foreach(frames, i, object)
        if (*data_text(object, "file")) return object;
    return json_array_get(frames, 0);
}

/* Removes each folder/.. from a path; compilers leave these in. */
static void shorten(char *path)
{
    char *parent_link = path, *folder;
    while ((parent_link = strstr(parent_link, "/../"))) {
        for (folder = parent_link; folder > path && folder[-1] != '/'; folder--) {
        }
        if (folder == parent_link || (parent_link - folder == 2 && !strncmp(folder, "..", 2))) {
            parent_link += 3;
            continue;
        }
        memmove(folder, parent_link + 4, strlen(parent_link + 4) + 1);
        parent_link = path;
    }
}

const char *place_path(const char *path)
{
    static char folder[4096], shortened[4096];
    size_t length;
    while (!strncmp(path, "./", 2)) path += 2;
    if (strlen(path) >= sizeof shortened) return path;
    memcpy(shortened, path, strlen(path) + 1);
    shorten(shortened);
    if (!*folder && !getcwd(folder, sizeof folder)) return shortened;
    length = strlen(folder);
    return !strncmp(shortened, folder, length) && shortened[length] == '/' ? shortened + length + 1
                                                                           : shortened;
}

long long place_line(const json_t *frame)
{
    return (long long)json_integer_value(json_object_get(frame, "line"));
}

char *place_fingerprint(const json_t *finding)
{
    const json_t *frame = place_frame(place_frames(finding));
    const char *file = data_text(frame, "file"), *function = data_text(frame, "function");
    /* The fingerprint has no folder of the source, because a later build may be in another one. */
    return text_format("%s/%s/%s/%s", data_text(finding, "identity"),
                       data_text(finding, "function"),
                       text_file_name(*file ? file : data_text(frame, "module")),
                       *function ? function : data_text(frame, "address"));
}
