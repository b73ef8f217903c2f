/* SPDX-License-Identifier: Apache-2.0 */
#include "find/search.h"

#include "find/candidate.h"
#include "base/settings.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The largest manifest, including its comments. */
enum { LARGEST_MANIFEST = 65536 };

/* The differences between drivers and layers. */
struct kind {
    enum candidate_kind kind;
    const char *ending; /* of the names of its manifests */
    const char *places; /* default places, if no variable names another: see default_place() */
    const char *folder; /* the end of such a place if it depends on the machine */
};
static const struct kind driver = { CANDIDATE_DRIVER, ".icd", CLRELAY_VENDOR_DIRS,
                                    "OpenCL/vendors" };
static const struct kind layer = { CANDIDATE_LAYER, ".lay", CLRELAY_LAYER_DIRS, "OpenCL/layers" };

/* A directory to search. */
struct place {
    const char *source;
    char *path;
    size_t base;        /* 0, or the length of the base: see struct os_place */
    bool users;         /* the user's own */
    bool wanted;        /* a user named it, so it should exist */
    bool unless_listed; /* skip it if its path is a default directory, too */
    bool lost;          /* no path, because there is no memory */
    bool system;        /* not a directory, but the system's own list */
};

/* Adds a candidate that has its verdict already. */
static void add_refused(const struct kind *kind, const char *source, const char *origin,
                        enum verdict verdict, int error)
{
    char buffer[128];
    struct candidate *candidate = candidate_add(kind->kind, source, origin, NULL);
    if (!candidate) return;
    candidate_set_verdict(candidate, verdict,
                          error ? os_error_text(error, buffer, sizeof buffer) : NULL);
}

static enum verdict verdict_of_distrust(const struct os_distrust *distrust)
{
    static const enum verdict verdicts[] = { [OS_UNTRUSTED_OWNER] = VERDICT_UNTRUSTED_OWNER,
                                             [OS_UNTRUSTED_RIGHTS] = VERDICT_UNTRUSTED_RIGHTS,
                                             [OS_UNTRUSTED_SHARED] = VERDICT_UNTRUSTED_SHARED };
    return verdicts[distrust->why];
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
        [TEXT_MANIFEST_GOOD] = VERDICT_ACCEPTED,
        [TEXT_MANIFEST_EMPTY] = VERDICT_FILE_EMPTY,
        [TEXT_MANIFEST_BINARY] = VERDICT_FILE_BINARY,
        [TEXT_MANIFEST_LONG_LINE] = VERDICT_FILE_LONG_LINE,
    };
    return verdicts[manifest];
}

/* ---- one manifest ---- */

/* The files found so far that hide later ones, sorted by name; and the directories that were
 * searched. Both use next_found. */
static struct candidate *hiding_files, *searched;

static void end_search(void)
{
    hiding_files = searched = NULL;
}

/* Whether a file only exists to hide others: it is empty, or a link to /dev/null. */
static bool is_mask(const struct os_file *file, ptrdiff_t length)
{
    struct os_file nothing;
    if (file->kind != OS_DEVICE) return length == 0;
    nothing = os_stat("/dev/null");
    return os_same_file(file, &nothing);
}

/* A manifest to read: its path, and its directory, or NULL if the manifest itself was named. */
struct manifest {
    const char *source, *path;
    const struct place *place;
    const struct os_directory *directory;
    bool regular;   /* certainly a regular file */
    bool untrusted; /* result: the file is not trusted */
};

/*
 * What a manifest's library name means to the system. The system searches for a bare name, as for
 * any library; absolute names and names with $ stay as they are; any other name is relative to the
 * manifest's directory, and never to the current one. Returns NULL if there is no memory, or if
 * others could replace the directory; *distrust says so.
 */
static char *resolve(const struct manifest *it, struct text name, struct os_distrust *distrust)
{
    const char *last = os_basename(it->path), *real = NULL;
    struct text folder = { it->path, last ? (size_t)(last - 1 - it->path) : 0 };
    char *copy = text_copy(name), *path = NULL;
    if (!copy || os_is_absolute(copy) || os_is_searched_for(copy)) return copy;
    if (it->directory) real = os_directory_path(it->directory, distrust);
    if (real) folder = text_of(real);
    if (distrust->why == OS_TRUSTED) path = text_join(folder, OS_PATH_SEPARATOR, name);
    free(copy);
    return path;
}

/* Determines what a manifest names: *library is for the caller to free. Otherwise returns the verdict. */
static enum verdict read_name(const struct manifest *it, const char *bytes, size_t length,
                              char **library, struct os_distrust *distrust)
{
    struct text name;
    size_t ignored;
    enum verdict verdict =
        verdict_of_manifest(text_read_manifest((struct text){ bytes, length }, &name, &ignored));
    if (verdict != VERDICT_ACCEPTED) return verdict;
    if (ignored)
        log_line(LOG_WARNING, LOG_SEARCH,
                 "%s:%zu: only the first library is used, this line is ignored", it->path, ignored);
    *library = resolve(it, name, distrust);
    if (distrust->why != OS_TRUSTED) return verdict_of_distrust(distrust);
    return *library ? VERDICT_ACCEPTED : VERDICT_OUT_OF_MEMORY;
}

/* Reads a manifest: *library is the library that it names, for the caller to free. Otherwise
 * returns the verdict, with details in *file or *distrust. */
static enum verdict read_library(const struct manifest *it, char **library, struct os_file *file,
                                 struct os_distrust *distrust)
{
    ptrdiff_t length;
    enum verdict verdict;
    char *bytes;
    if (os_is_caller_controlled(it->path)) return VERDICT_NAME_PRIVILEGED;
    bytes = os_read_text(it->directory, it->path, it->regular, LARGEST_MANIFEST, &length, file,
                         distrust);
    if (!bytes) verdict = VERDICT_OUT_OF_MEMORY;
    else if (file->kind == OS_UNTRUSTED) verdict = verdict_of_distrust(distrust);
    else if (it->place && is_mask(file, length)) verdict = VERDICT_FILE_MASK;
    else if (length < 0) verdict = verdict_of_file(file);
    else if (length > LARGEST_MANIFEST) verdict = VERDICT_FILE_TOO_LARGE;
    else verdict = read_name(it, bytes, (size_t)length, library, distrust);
    free(bytes);
    return verdict;
}

/* Reads a manifest and adds its candidate. */
static struct candidate *read_manifest(const struct kind *kind, struct manifest *it)
{
    struct candidate *candidate = candidate_add(kind->kind, it->source, it->path, NULL);
    char buffer[128];
    struct os_file file = { .kind = OS_FILE };
    struct os_distrust distrust = { .why = OS_TRUSTED };
    enum verdict verdict;
    if (!candidate) return NULL;
    candidate->users = it->place && it->place->users;
    verdict = read_library(it, &candidate->library, &file, &distrust);
    if (verdict == VERDICT_ACCEPTED) return candidate;
    it->untrusted = distrust.why != OS_TRUSTED;
    candidate_set_verdict(candidate, verdict,
                          file.error     ? os_error_text(file.error, buffer, sizeof buffer)
                          : distrust.why ? distrust.path
                                         : NULL);
    return candidate;
}

/* ---- one directory ---- */

/* Reads one manifest of a directory. *place_of is the position of its name among the hiding files,
 * or an earlier one. */
static void read_listed_manifest(const struct kind *kind, const struct place *place,
                                 const struct os_directory *directory, const struct os_name *file,
                                 struct candidate ***place_of)
{
    char *path = text_join(text_of(place->path), OS_PATH_SEPARATOR, text_of(file->name));
    struct candidate *candidate;
    int order = -1;
    if (!path) {
        add_refused(kind, place->source, file->name, VERDICT_OUT_OF_MEMORY, 0);
        return;
    }
    while (**place_of && (order = strcmp(os_basename((**place_of)->origin), file->name)) < 0)
        *place_of = &(**place_of)->next_found;
    if (**place_of && order == 0) {
        const struct candidate *by = **place_of;
        candidate = candidate_add(kind->kind, place->source, path, NULL);
        if (candidate) {
            candidate_set_verdict(
                candidate, by->users && !place->users ? VERDICT_HIDDEN_BY_USER : VERDICT_HIDDEN,
                by->origin);
        }
    } else {
        struct manifest it = { place->source, path, place, directory, file->regular, false };
        candidate = read_manifest(kind, &it);
        if (candidate && !it.untrusted) {
            candidate->next_found = **place_of;
            **place_of = candidate;
        }
    }
    free(path);
}

/* Whether a directory was searched before. If not, it counts as searched from now on. */
static bool is_searched_before(struct candidate *directory)
{
    for (const struct candidate *it = searched; it; it = it->next_found)
        if (os_same_file(&it->file, &directory->file)) return true;
    directory->next_found = searched;
    searched = directory;
    return false;
}

/* Whether a directory is listed among the default ones: by its path, or, if `file` is not NULL, by
 * its identity. */
static bool is_listed(const struct kind *kind, const char *path, const struct os_file *file)
{
    const char *rest = kind->places;
    struct text element;
    bool listed = false;
    while (!listed && text_next_element(&rest, OS_DEFAULTS_SEPARATOR, &element)) {
        char *name = element.length > 0 && *element.start != '@' ? text_copy(element) : NULL;
        struct os_file other;
        if (name && file) other = os_stat(name);
        listed = name && (file ? os_same_file(file, &other) : strcmp(name, path) == 0);
        free(name);
    }
    return listed;
}

/* Opens the directory of a place. If it returns NULL, *verdict says why, with details in *file or
 * *distrust; VERDICT_SEARCHED means that the directory is skipped, because it has another place in
 * the list. */
static struct os_directory *open_place(const struct kind *kind, const struct place *place,
                                       enum verdict *verdict, struct os_file *file,
                                       struct os_distrust *distrust)
{
    struct os_directory *directory;
    *file = (struct os_file){ .kind = OS_MISSING };
    distrust->why = OS_TRUSTED;
    *verdict = VERDICT_NAME_PRIVILEGED;
    if (os_is_caller_controlled(place->path)) return NULL;
    *verdict = VERDICT_SEARCHED;
    if (place->unless_listed && is_listed(kind, place->path, NULL)) return NULL;
    directory = os_open_directory(&(struct os_place){ place->path, place->base, place->users },
                                  file, distrust);
    if (directory && place->unless_listed && is_listed(kind, place->path, file)) {
        os_close_directory(directory);
        return NULL;
    }
    *verdict = file->kind == OS_UNTRUSTED ? verdict_of_distrust(distrust)
               : file->error              ? VERDICT_UNREADABLE_DIRECTORY
                                          : VERDICT_NO_DIRECTORY;
    return directory;
}

/* Adds the manifests of a directory. */
static void read_directory(const struct kind *kind, const struct place *place)
{
    struct os_file file;
    struct os_distrust distrust;
    enum verdict verdict;
    struct os_directory *directory = open_place(kind, place, &verdict, &file, &distrust);
    struct candidate *it = verdict == VERDICT_SEARCHED
                               ? NULL
                               : candidate_add(kind->kind, place->source, place->path, NULL);
    struct os_name *names = NULL;
    struct candidate **place_of = &hiding_files;
    char buffer[128];
    int error = file.error;

    if (!it) goto close;
    it->is_directory = true;
    it->wanted = place->wanted;
    it->file = file;
    if (directory && is_searched_before(it)) {
        verdict = VERDICT_SEARCHED_BEFORE;
    } else if (directory) {
        names = os_list_directory(directory, kind->ending, &error);
        verdict = names ? VERDICT_SEARCHED : VERDICT_UNREADABLE_DIRECTORY;
    }
    candidate_set_verdict(it, verdict,
                          error          ? os_error_text(error, buffer, sizeof buffer)
                          : distrust.why ? distrust.path
                                         : NULL);
    for (size_t i = 0; names && names[i].name; i++)
        read_listed_manifest(kind, place, directory, &names[i], &place_of);
    if (names) os_free_names(names);

close:
    if (directory) os_close_directory(directory);
}

/* ---- the default directories ---- */

/* The directory beside the library, as in relocated trees: PREFIX/etc for a library in PREFIX/lib
 * or, as on Debian, PREFIX/lib/x86_64-linux-gnu. *base is as in struct os_place. */
static char *find_beside_library(const struct kind *kind, size_t *base, bool *has_place)
{
    const char *folder = os_loader_folder(), *up = folder ? os_basename(folder) : NULL;
    struct text prefix = { folder, up ? (size_t)(up - 1 - folder) : 0 };
    char *etc, *path;
    *has_place = up != NULL;
    if (!up) return NULL;
    if (strstr(up, "-linux-") && prefix.length >= 4 &&
        memcmp(prefix.start + prefix.length - 4, "/lib", 4) == 0)
        prefix.length -= 4;
    *base = prefix.length ? prefix.length : 1; /* the slash of the root */
    etc = text_join(prefix, OS_PATH_SEPARATOR, text_of("etc"));
    path = etc ? text_join(text_of(etc), OS_PATH_SEPARATOR, text_of(kind->folder)) : NULL;
    free(etc);
    return path;
}

/* The place for an element of the list of default directories: @user is the user's own, @library
 * the one beside the library, @system the system's own list, and anything else is a path.
 * Privileged programs skip the first two. The path is NULL if there is no directory. */
static struct place default_place(const struct kind *kind, struct text element)
{
    struct place place = { .source = "default directory", .path = text_copy(element) };
    bool users = place.path && strcmp(place.path, "@user") == 0;
    bool beside = place.path && strcmp(place.path, "@library") == 0, has_place = false;
    place.system = place.path && strcmp(place.path, "@system") == 0;
    place.lost = !place.path;
    if (!users && !beside && !place.system) return place;
    free(place.path);
    place.path = NULL;
    if (place.system || os_privileged()) return place;
    place.users = users;
    place.unless_listed = true;
    if (beside) place.path = find_beside_library(kind, &place.base, &has_place);
    else if (CLRELAY_USER_FILES) place.path = os_user_folder(kind->folder, &place.base, &has_place);
    place.lost = has_place && !place.path;
    return place;
}

static void read_defaults(const struct kind *kind)
{
    const char *rest = kind->places;
    struct text element;
    while (text_next_element(&rest, OS_DEFAULTS_SEPARATOR, &element)) {
        struct place place = default_place(kind, element);
        if (place.system) search_system(kind->kind);
        if (place.path && *place.path) read_directory(kind, &place);
        if (place.lost) add_refused(kind, place.source, NULL, VERDICT_OUT_OF_MEMORY, 0);
        free(place.path);
    }
}

/* Reads a manifest of a place. Returns false if the place has no valid one of this name, so that
 * the search continues. *reported: a candidate says what is wrong. */
static bool read_manifest_in(const struct kind *kind, const char *source, const struct place *place,
                             const char *name, bool *reported)
{
    struct os_file file;
    struct os_distrust distrust;
    enum verdict verdict;
    struct os_directory *directory = open_place(kind, place, &verdict, &file, &distrust);
    char *path = text_join(text_of(place->path), OS_PATH_SEPARATOR, text_of(name));
    /* A manifest that was named is not a mask, unless it is the user's own. */
    struct manifest it = {
        .source = source, .path = path, .directory = directory, .place = place->users ? place : NULL
    };
    struct candidate *candidate;
    bool there = directory && os_is_in_directory(directory, name);
    if (!path) {
        add_refused(kind, source, name, VERDICT_OUT_OF_MEMORY, 0);
        *reported = true;
    } else if (there) {
        read_manifest(kind, &it);
        *reported = true;
    } else if (distrust.why != OS_TRUSTED && !os_is_missing(path)) {
        candidate = candidate_add(kind->kind, source, path, NULL);
        if (candidate) candidate_set_verdict(candidate, verdict, distrust.path);
        *reported = true;
    }
    if (directory) os_close_directory(directory);
    free(path);
    return there && !it.untrusted;
}

/* Reads a manifest from the default directories by its bare name: the first valid one. */
static void read_default_manifest(const struct kind *kind, const char *source, const char *name)
{
    const char *rest = kind->places;
    struct text element;
    bool there = false, lost = false, reported = false;
    while (!there && !lost && text_next_element(&rest, OS_DEFAULTS_SEPARATOR, &element)) {
        struct place place = default_place(kind, element);
        if (place.path && *place.path)
            there = read_manifest_in(kind, source, &place, name, &reported);
        lost = place.lost;
        free(place.path);
    }
    if (lost) add_refused(kind, source, name, VERDICT_OUT_OF_MEMORY, 0);
    else if (!reported) add_refused(kind, source, name, VERDICT_FILE_MISSING, 0);
}

/* ---- the user's lists ---- */

/* Reads a directory that a user named. Its path is NULL if there is no memory. */
static void read_named(const struct kind *kind, struct place *place)
{
    if (place->path) read_directory(kind, place);
    else add_refused(kind, place->source, NULL, VERDICT_OUT_OF_MEMORY, 0);
    free(place->path);
}

/* Adds a list of libraries, under any names that the system can open. */
static void add_libraries(const struct kind *kind, enum setting setting)
{
    const char *list = setting_text(setting), *source = setting_name(setting);
    struct text element;
    while (text_next_element(&list, OS_LIST_SEPARATOR, &element)) {
        char *library = text_copy(element);
        if (library) candidate_add(kind->kind, source, NULL, library);
        else add_refused(kind, source, NULL, VERDICT_OUT_OF_MEMORY, 0);
        free(library);
    }
}

/* Adds whatever the user named: a directory, a manifest, a library, or nothing, which means the
 * default directories. */
static void add_named(const struct kind *kind, const char *source, const char *name)
{
    struct place place = { .source = source, .wanted = true };
    enum os_kind what = os_is_caller_controlled(name) ? OS_MISSING : os_stat(name).kind;
    /* A missing path that does not look like a library was meant to be a directory. */
    if (what == OS_MISSING && os_basename(name) && !strstr(name, OS_LIBRARY_SUFFIX) &&
        !text_ends_with(name, kind->ending))
        what = OS_DIRECTORY;
    if (!*name) {
        read_defaults(kind);
    } else if (what == OS_DIRECTORY) {
        place.path = text_copy_string(name);
        read_named(kind, &place);
    } else if (!text_ends_with(name, kind->ending)) {
        candidate_add(kind->kind, source, NULL, name);
    } else if (os_basename(name)) {
        read_manifest(kind, &(struct manifest){ .source = source, .path = name });
    } else {
        /* A bare name means an installed manifest, never a file of the current directory. */
        read_default_manifest(kind, source, name);
    }
}

static void add_list(const struct kind *kind, enum setting setting)
{
    const char *list = setting_text(setting);
    struct text element;
    while (text_next_element(&list, OS_LIST_SEPARATOR, &element)) {
        char *name = text_copy(element);
        if (name) add_named(kind, setting_name(setting), name);
        else add_refused(kind, setting_name(setting), NULL, VERDICT_OUT_OF_MEMORY, 0);
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
    if (setting_text(SETTING_VENDORS)) add_list(&driver, SETTING_VENDORS);
    else if (setting_text(SETTING_VENDOR_PATH)) add_directory(&driver, SETTING_VENDOR_PATH);
    else read_defaults(&driver);
    end_search();
}

void search_layers(void)
{
    if (setting_text(SETTING_LAYER_PATH)) add_list(&layer, SETTING_LAYER_PATH);
    else read_defaults(&layer);
    if (setting_text(SETTING_LAYERS)) add_libraries(&layer, SETTING_LAYERS);
    end_search();
}
