/* SPDX-License-Identifier: Apache-2.0 */
#include "search.h"

#include "candidate.h"
#include "settings.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* A manifest may have long comments, but not more than this in all. */
enum { LARGEST_MANIFEST = 65536 };

/* What differs between drivers and layers. */
struct kind {
    enum candidate_kind kind;
    const char *ending; /* of the names of its manifests */
    const char *places; /* where they are when no variable names another place: see default_place */
    const char *folder; /* what such a place ends with where it depends on the machine */
};
static const struct kind driver = { CANDIDATE_DRIVER, ".icd", CLRELAY_VENDOR_DIRS,
                                    "OpenCL/vendors" };
static const struct kind layer = { CANDIDATE_LAYER, ".lay", CLRELAY_LAYER_DIRS, "OpenCL/layers" };

/* A directory to be searched. */
struct place {
    const char *source;
    char *path;
    bool personal;      /* the user's own: counts only if nobody else can write to it */
    bool wanted;        /* a user named it, so that it should be there */
    bool unless_listed; /* left out where it is a default directory by its own name */
    bool lost;          /* it has no path because there is no memory */
    bool system;        /* no directory, but what the system keeps a list of */
};

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
    path[directory.length] = OS_PATH_SEPARATOR;
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
    const char *last = os_last_part(manifest);
    struct text folder = { manifest, last ? (size_t)(last - 1 - manifest) : 0 };
    char *copy = text_copy(name), *path;
    if (!copy || os_is_absolute(copy) || os_is_searched_for(copy)) return copy;
    path = join(folder, name);
    free(copy);
    return path;
}

static enum verdict verdict_of_file(const struct os_file *file)
{
    static const enum verdict verdicts[] = {
        [OS_MISSING] = VERDICT_FILE_MISSING,  [OS_DANGLING_LINK] = VERDICT_FILE_DANGLING_LINK,
        [OS_FILE] = VERDICT_FILE_UNREADABLE,  [OS_DIRECTORY] = VERDICT_FILE_IS_DIRECTORY,
        [OS_FIFO] = VERDICT_FILE_IS_FIFO,     [OS_SOCKET] = VERDICT_FILE_IS_SOCKET,
        [OS_DEVICE] = VERDICT_FILE_IS_DEVICE, [OS_UNREADABLE] = VERDICT_FILE_UNREADABLE,
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

/* ---- one manifest ---- */

/* Room for one manifest after the other, while there is a search. */
static char *scratch;

static void end_search(void)
{
    free(scratch);
    scratch = NULL;
}

/* The file of an earlier directory that hides one of this name, or NULL. */
static const struct candidate *find_hiding(const struct kind *kind, const char *path,
                                           const struct candidate *directory)
{
    const char *name = os_last_part(path);
    for (const struct candidate *it = candidate_first(); it != directory; it = it->next)
        if (it->kind == kind->kind && it->in_directory && it->verdict != VERDICT_UNTRUSTED &&
            strcmp(os_last_part(it->origin), name) == 0)
            return it;
    return NULL;
}

/* Whether a file is there to hide others only: empty, or a link to /dev/null. */
static bool is_mask(const struct os_file *file, ptrdiff_t length)
{
    struct os_file nothing;
    if (file->kind != OS_DEVICE) return length == 0;
    nothing = os_look_at("/dev/null");
    return os_same_file(file, &nothing);
}

/*
 * Reads a manifest and adds its candidate. `place` is the directory that it was found in, or NULL
 * where it was named by itself. `surely`: it is a regular file.
 */
static struct candidate *read_manifest(const struct kind *kind, const char *source,
                                       const char *path, const struct place *place, bool surely)
{
    struct candidate *candidate = candidate_add(kind->kind, source, path, NULL);
    char *bytes = scratch ? scratch : (scratch = malloc(LARGEST_MANIFEST + 1)), buffer[128];
    struct os_file file = { .kind = OS_FILE };
    enum verdict verdict = VERDICT_OUT_OF_MEMORY;
    struct text name;
    size_t ignored;
    ptrdiff_t length;

    if (!candidate || !bytes) goto done;
    verdict = VERDICT_NAME_PRIVILEGED;
    if (os_is_callers(path)) goto done;
    length = os_read_file(path, surely, bytes, LARGEST_MANIFEST + 1, &file);
    verdict = VERDICT_UNTRUSTED;
    if (place && place->personal && length >= 0 && !file.ours) goto done;
    verdict = VERDICT_FILE_MASK;
    if (place && is_mask(&file, length)) goto done;
    verdict = verdict_of_file(&file);
    if (length < 0) goto done;
    verdict = VERDICT_FILE_TOO_LARGE;
    if (length > LARGEST_MANIFEST) goto done;
    verdict = verdict_of_manifest(
        text_read_manifest((struct text){ bytes, (size_t)length }, &name, &ignored));
    if (verdict != VERDICT_UNTRIED) goto done;
    if (ignored)
        log_line(LOG_WARNING, LOG_SEARCH,
                 "%s:%zu: only the first library is used, this line is ignored", path, ignored);
    candidate->library = resolve(path, name);
    if (!candidate->library) verdict = VERDICT_OUT_OF_MEMORY;

done:
    if (candidate && verdict != VERDICT_UNTRIED) {
        candidate_judge(candidate, verdict, "%s",
                        file.error ? os_error_text(file.error, buffer, sizeof buffer) : "");
        candidate_report(candidate);
    }
    return candidate;
}

/* ---- one directory ---- */

static void read_file_of(const struct kind *kind, const struct place *place,
                         const struct os_name *file, const struct candidate *directory)
{
    char *path = join((struct text){ place->path, strlen(place->path) },
                      (struct text){ file->name, strlen(file->name) });
    const struct candidate *hiding;
    struct candidate *candidate;
    if (!path) {
        refuse(kind, place->source, file->name, VERDICT_OUT_OF_MEMORY, 0);
        return;
    }
    hiding = find_hiding(kind, path, directory);
    if (!hiding) {
        candidate = read_manifest(kind, place->source, path, place, file->regular);
    } else {
        candidate = candidate_add(kind->kind, place->source, path, NULL);
        if (candidate) {
            candidate_judge(candidate, VERDICT_HIDDEN, "%s", hiding->origin);
            candidate_report(candidate);
        }
    }
    if (candidate) candidate->in_directory = true;
    free(path);
}

static bool was_searched(const struct candidate *directory)
{
    for (const struct candidate *it = candidate_first(); it != directory; it = it->next)
        if (it->kind == directory->kind && it->is_directory &&
            os_same_file(&it->file, &directory->file))
            return true;
    return false;
}

/* Whether a directory is also among the default ones by its own name. */
static bool is_listed(const struct kind *kind, const struct os_file *file)
{
    const char *rest = kind->places;
    struct text element;
    bool listed = false;
    while (!listed && text_next(&rest, OS_PLACES_SEPARATOR, &element)) {
        char *name = element.length > 0 && *element.start != '@' ? text_copy(element) : NULL;
        struct os_file other = os_look_at(name ? name : "");
        listed = os_same_file(file, &other);
        free(name);
    }
    return listed;
}

/* Whether a directory that is there is to be searched. */
static enum verdict check_directory(const struct place *place, const struct candidate *directory)
{
    if (place->personal && !directory->file.ours) return VERDICT_UNTRUSTED;
    return was_searched(directory) ? VERDICT_SEARCHED_BEFORE : VERDICT_SEARCHED;
}

/* Adds the manifests of a directory. */
static void read_directory(const struct kind *kind, const struct place *place)
{
    struct os_file file = { .kind = OS_MISSING };
    bool callers = os_is_callers(place->path);
    struct os_directory *directory = callers ? NULL : os_open_directory(place->path, &file);
    bool listed = directory && place->unless_listed && is_listed(kind, &file);
    struct candidate *it =
        listed ? NULL : candidate_add(kind->kind, place->source, place->path, NULL);
    enum verdict verdict = callers ? VERDICT_NAME_PRIVILEGED : VERDICT_NO_DIRECTORY;
    struct os_name *names = NULL;
    char buffer[128];
    int error = file.error;

    if (!it) {
        if (directory) os_list_directory(directory, NULL, &error);
        return;
    }
    it->is_directory = true;
    it->wanted = place->wanted;
    it->file = file;
    if (directory) {
        verdict = check_directory(place, it);
        names =
            os_list_directory(directory, verdict == VERDICT_SEARCHED ? kind->ending : NULL, &error);
        if (verdict != VERDICT_SEARCHED || names) error = 0;
    }
    if (error) verdict = VERDICT_UNREADABLE_DIRECTORY;
    candidate_judge(it, verdict, "%s", error ? os_error_text(error, buffer, sizeof buffer) : "");
    candidate_report(it);
    for (size_t i = 0; names && names[i].name; i++) read_file_of(kind, place, &names[i], it);
    if (names) os_free_names(names);
}

/* ---- the default directories ---- */

/* The directory beside the library, as relocated trees have it: PREFIX/lib and PREFIX/etc. */
static char *beside_library(const struct kind *kind, bool *has_place)
{
    static const struct text etc = { "etc", 3 };
    const char *folder = os_own_folder(), *up = folder ? os_last_part(folder) : NULL;
    char *prefix = up ? join((struct text){ folder, (size_t)(up - 1 - folder) }, etc) : NULL;
    char *path = prefix ? join((struct text){ prefix, strlen(prefix) },
                               (struct text){ kind->folder, strlen(kind->folder) })
                        : NULL;
    *has_place = up != NULL;
    free(prefix);
    return path;
}

/*
 * The place that an element of the list of default directories stands for: @user the user's own,
 * @library the one beside the library, @system no directory but the system's own list, anything else
 * itself. The first two are not for privileged programs. The path is NULL where there is no directory.
 */
static struct place default_place(const struct kind *kind, struct text element)
{
    struct place place = { .source = "default directory", .path = text_copy(element) };
    bool users = place.path && strcmp(place.path, "@user") == 0;
    bool beside = place.path && strcmp(place.path, "@library") == 0, has_place;
    place.system = place.path && strcmp(place.path, "@system") == 0;
    place.lost = !place.path;
    if (!users && !beside && !place.system) return place;
    free(place.path);
    place.path = NULL;
    if (place.system || os_privileged()) return place;
    place.personal = users;
    place.unless_listed = beside;
    place.path = users ? os_user_file(kind->folder, &has_place) : beside_library(kind, &has_place);
    place.lost = has_place && !place.path;
    return place;
}

static void read_defaults(const struct kind *kind)
{
    const char *rest = kind->places;
    struct text element;
    while (text_next(&rest, OS_PLACES_SEPARATOR, &element)) {
        struct place place = default_place(kind, element);
        if (place.system) search_system(kind->kind);
        if (place.path && *place.path) read_directory(kind, &place);
        if (place.lost) refuse(kind, place.source, NULL, VERDICT_OUT_OF_MEMORY, 0);
        free(place.path);
    }
}

/* A manifest of the default directories, by its name alone: the first that is there. */
static void read_default_manifest(const struct kind *kind, const char *source, const char *name)
{
    const char *rest = kind->places;
    struct text element;
    while (text_next(&rest, OS_PLACES_SEPARATOR, &element)) {
        struct place place = default_place(kind, element);
        char *path = place.path ? join((struct text){ place.path, strlen(place.path) },
                                       (struct text){ name, strlen(name) })
                                : NULL;
        bool there = path && os_look_at(path).kind != OS_MISSING &&
                     (!place.personal || os_look_at(place.path).ours);
        bool lost = place.lost || (place.path && !path);
        if (there) read_manifest(kind, source, path, place.personal ? &place : NULL, false);
        if (lost) refuse(kind, source, name, VERDICT_OUT_OF_MEMORY, 0);
        free(path);
        free(place.path);
        if (there || lost) return;
    }
    refuse(kind, source, name, VERDICT_FILE_MISSING, 0);
}

/* ---- lists of the user ---- */

/* A directory that a user named, whose path is NULL where there is no memory for it. */
static void read_named(const struct kind *kind, struct place *place)
{
    if (place->path)
        read_directory(kind, place);
    else
        refuse(kind, place->source, NULL, VERDICT_OUT_OF_MEMORY, 0);
    free(place->path);
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

/* Whatever it is that the user named: a directory, a manifest, a library, or nothing, which means
 * the default directories. */
static void add_any(const struct kind *kind, const char *source, const char *name)
{
    struct place place = { .source = source, .wanted = true };
    enum os_kind what = os_is_callers(name) ? OS_MISSING : os_look_at(name).kind;
    /* What is not there and does not look like a library was meant to be a directory. */
    if (what == OS_MISSING && os_last_part(name) && !strstr(name, OS_LIBRARY_PART) &&
        !text_ends_with(name, kind->ending))
        what = OS_DIRECTORY;
    if (!*name) {
        read_defaults(kind);
    } else if (what == OS_DIRECTORY) {
        place.path = text_copy_string(name);
        read_named(kind, &place);
    } else if (!text_ends_with(name, kind->ending)) {
        candidate_add(kind->kind, source, NULL, name);
    } else if (os_last_part(name)) {
        read_manifest(kind, source, name, NULL, false);
    } else {
        /* A bare name means one of the installed ones, and never a file of the current folder. */
        read_default_manifest(kind, source, name);
    }
}

static void add_list(const struct kind *kind, enum setting setting)
{
    const char *list = setting_text(setting);
    struct text element;
    while (text_next(&list, OS_LIST_SEPARATOR, &element)) {
        char *name = text_copy(element);
        if (name)
            add_any(kind, setting_name(setting), name);
        else
            refuse(kind, setting_name(setting), NULL, VERDICT_OUT_OF_MEMORY, 0);
        free(name);
    }
}

static void add_directory(const struct kind *kind, enum setting setting)
{
    struct place place = { .source = setting_name(setting),
                           .path = text_copy_string(setting_text(setting)),
                           .wanted = true };
    read_named(kind, &place);
}

void search_drivers(void)
{
    if (setting_text(SETTING_FILENAMES)) add_libraries(&driver, SETTING_FILENAMES);
    if (setting_text(SETTING_VENDORS))
        add_list(&driver, SETTING_VENDORS);
    else if (setting_text(SETTING_VENDOR_PATH))
        add_directory(&driver, SETTING_VENDOR_PATH);
    else
        read_defaults(&driver);
    end_search();
}

void search_layers(void)
{
    if (setting_text(SETTING_LAYER_PATH))
        add_list(&layer, SETTING_LAYER_PATH);
    else
        read_defaults(&layer);
    if (setting_text(SETTING_LAYERS)) add_libraries(&layer, SETTING_LAYERS);
    end_search();
}
