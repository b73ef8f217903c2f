/* SPDX-License-Identifier: Apache-2.0 */
#include "search.h"

#include "candidate.h"
#include "settings.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A manifest may have long comments, but not more than this in all. */
enum { LARGEST_MANIFEST = 65536 };

/* What differs between drivers and layers. */
struct kind {
    enum candidate_kind kind;
    const char *ending;    /* of the names of its manifests */
    const char *directory; /* where they are when no variable names another place */
};
static const struct kind driver = { CANDIDATE_DRIVER, ".icd", CLRELAY_VENDOR_DIR };
static const struct kind layer = { CANDIDATE_LAYER, ".lay", CLRELAY_LAYER_DIR };

/* A candidate that has its verdict at once. */
static void refuse(const struct kind *kind, const char *source, const char *origin,
                   enum verdict verdict, int error)
{
    char buffer[128];
    struct candidate *candidate = candidate_add(kind->kind, source, origin, NULL);
    if (!candidate) return;
    candidate_judge(candidate, verdict, "%s",
                    error ? os_error_text(error, buffer, sizeof buffer) : "");
    candidate_report(candidate);
}

/* A path of two parts, for the caller to free; or NULL. */
static char *join(struct text directory, struct text name)
{
    char *path = malloc(directory.length + name.length + 2);
    if (!path) return NULL;
    memcpy(path, directory.start, directory.length);
    path[directory.length] = '/';
    memcpy(path + directory.length + 1, name.start, name.length);
    path[directory.length + 1 + name.length] = '\0';
    return path;
}

/*
 * What a manifest's name means to the system: a bare name is searched for as all libraries are, an
 * absolute one and one with $ stand for themselves, any other is relative to the manifest's folder
 * and never to wherever the program happens to run.
 */
static char *resolve(const char *manifest, struct text name)
{
    const char *folder_end = strrchr(manifest, '/');
    struct text folder = { manifest, folder_end ? (size_t)(folder_end - manifest) : 0 };
    if (name.start[0] == '/' || name.start[0] == '$' || !memchr(name.start, '/', name.length))
        return text_copy(name);
    return join(folder, name);
}

static enum verdict verdict_of_file(const struct os_file *file)
{
    static const enum verdict verdicts[] = {
        [OS_MISSING] = VERDICT_FILE_MISSING,     [OS_DANGLING_LINK] = VERDICT_FILE_DANGLING_LINK,
        [OS_FILE] = VERDICT_FILE_UNREADABLE,     [OS_DIRECTORY] = VERDICT_FILE_IS_DIRECTORY,
        [OS_FIFO] = VERDICT_FILE_IS_FIFO,        [OS_SOCKET] = VERDICT_FILE_IS_SOCKET,
        [OS_DEVICE] = VERDICT_FILE_IS_DEVICE,    [OS_UNREADABLE] = VERDICT_FILE_UNREADABLE,
    };
    return verdicts[file->kind];
}

static enum verdict verdict_of_manifest(enum text_manifest manifest)
{
    static const enum verdict verdicts[] = {
        [TEXT_MANIFEST_GOOD] = VERDICT_UNTRIED,
        [TEXT_MANIFEST_EMPTY] = VERDICT_FILE_EMPTY,
        [TEXT_MANIFEST_BINARY] = VERDICT_FILE_BINARY,
        [TEXT_MANIFEST_LONG_LINE] = VERDICT_FILE_LONG_LINE,
    };
    return verdicts[manifest];
}

static void read_manifest(const struct kind *kind, const char *source, const char *path)
{
    char *bytes = malloc(LARGEST_MANIFEST + 1), *library = NULL;
    struct os_file file = { .kind = OS_FILE };
    enum verdict verdict = VERDICT_OUT_OF_MEMORY;
    struct text name;
    size_t ignored;
    ptrdiff_t length;

    if (!bytes) goto refuse;
    length = os_read_file(path, bytes, LARGEST_MANIFEST + 1, &file);
    verdict = verdict_of_file(&file);
    if (length < 0) goto refuse;
    verdict = VERDICT_FILE_TOO_LARGE;
    if (length > LARGEST_MANIFEST) goto refuse;
    verdict = verdict_of_manifest(text_read_manifest(bytes, (size_t)length, &name, &ignored));
    if (verdict != VERDICT_UNTRIED) goto refuse;
    if (ignored)
        log_line(LOG_WARNING, "%s:%zu: only the first library is used, this line is ignored", path,
                 ignored);
    verdict = VERDICT_OUT_OF_MEMORY;
    library = resolve(path, name);
    if (!library) goto refuse;
    candidate_add(kind->kind, source, path, library);
    free(library);
    free(bytes);
    return;

refuse:
    free(bytes);
    refuse(kind, source, path, verdict, file.error);
}

/* Adds the manifests of a directory; `wanted` if a user named it, so that it should be there. */
static void read_directory(const struct kind *kind, const char *source, const char *directory,
                           bool wanted)
{
    int error;
    struct os_file file = os_look_at(directory);
    char **names = os_list_directory(directory, kind->ending, &error);
    log_line(LOG_INFO, "%s: searching %s", source, directory);
    if (!names) {
        bool missing = file.kind != OS_DIRECTORY && file.kind != OS_UNREADABLE;
        if (missing && !wanted)
            log_line(LOG_INFO, "%s: %s", directory, verdict_text(VERDICT_NO_DIRECTORY));
        else
            refuse(kind, source, directory,
                   missing ? VERDICT_NO_DIRECTORY : VERDICT_UNREADABLE_DIRECTORY,
                   missing ? 0 : error);
        return;
    }
    for (size_t i = 0; names[i]; i++) {
        char *path = join((struct text){ directory, strlen(directory) },
                          (struct text){ names[i], strlen(names[i]) });
        if (path)
            read_manifest(kind, source, path);
        else
            refuse(kind, source, names[i], VERDICT_OUT_OF_MEMORY, 0);
        free(path);
    }
    os_free_names(names);
}

/* A list of libraries, by whatever names the system can open. */
static void add_libraries(const struct kind *kind, enum setting setting)
{
    const char *list = setting_text(setting), *source = setting_name(setting);
    struct text element;
    while (text_next(&list, OS_LIST_SEPARATOR, &element)) {
        char *library = text_copy(element);
        if (library)
            candidate_add(kind->kind, source, NULL, library);
        else
            refuse(kind, source, NULL, VERDICT_OUT_OF_MEMORY, 0);
        free(library);
    }
}

/* Whatever it is that the user named: a directory, a manifest, or a library. */
static void add_any(const struct kind *kind, enum setting setting)
{
    const char *value = setting_text(setting), *source = setting_name(setting);
    char *path;
    if (os_look_at(value).kind == OS_DIRECTORY) {
        read_directory(kind, source, value, true);
    } else if (!text_ends_with(value, kind->ending)) {
        candidate_add(kind->kind, source, NULL, value);
    } else if (strchr(value, '/')) {
        read_manifest(kind, source, value);
    } else {
        /* A bare name means one of the installed ones, and never a file of the current folder. */
        path = join((struct text){ kind->directory, strlen(kind->directory) },
                    (struct text){ value, strlen(value) });
        if (path)
            read_manifest(kind, source, path);
        else
            refuse(kind, source, value, VERDICT_OUT_OF_MEMORY, 0);
        free(path);
    }
}

/* The directory of a variable, else the default one. */
static void add_directory(const struct kind *kind, enum setting setting)
{
    const char *directory = setting_text(setting);
    if (directory)
        read_directory(kind, setting_name(setting), directory, true);
    else
        read_directory(kind, "default directory", kind->directory, false);
}

void search_drivers(void)
{
    if (setting_text(SETTING_FILENAMES)) add_libraries(&driver, SETTING_FILENAMES);
    if (setting_text(SETTING_VENDORS))
        add_any(&driver, SETTING_VENDORS);
    else
        add_directory(&driver, SETTING_VENDOR_PATH);
}

void search_layers(void)
{
    add_directory(&layer, SETTING_LAYER_PATH);
    if (setting_text(SETTING_LAYERS)) add_libraries(&layer, SETTING_LAYERS);
}
