/* SPDX-License-Identifier: Apache-2.0 */
#include "find/search.h"

#include "find/candidate.h"
#include "find/manifest.h"
#include "base/settings.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

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

static const char default_source[] = "default directory";

/* A directory to search. */
struct place {
    const char *source;
    char *path;
    const char *only; /* the name of the only manifest to read, or NULL */
    size_t base;      /* 0, or the length of the base: see struct os_place */
    bool in_home;     /* among the user's own settings */
    bool named;       /* a user named it, so it should exist */
    bool is_optional; /* skip it if its path is a default directory, too */
    bool is_system;   /* not a directory, but the system's own list */
};

/* Adds a candidate that has its verdict already. */
static void add_refused(const struct kind *kind, const char *source, const char *origin,
                        enum verdict verdict)
{
    struct candidate *candidate = candidate_add(kind->kind, source, origin, NULL);
    if (candidate) candidate_set_verdict(candidate, verdict, NULL);
}

/* Returns the text. If it is NULL, because there was no memory, adds a candidate that says so. */
static char *report_if_null(const struct kind *kind, const char *source, const char *origin,
                            char *text)
{
    if (!text) add_refused(kind, source, origin, VERDICT_OUT_OF_MEMORY);
    return text;
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
static bool is_mask(const char *path, enum verdict verdict, size_t length)
{
    struct os_file file, nothing;
    if (verdict != VERDICT_FILE_IS_DEVICE) return verdict == VERDICT_ACCEPTED && length == 0;
    file = os_stat(path);
    nothing = os_stat("/dev/null");
    return os_same_file(&file, &nothing);
}

/*
 * Sets `library` to what a name in a manifest means to the system. The system searches for a bare
 * name, as for any library; absolute names and names with $ stay as they are; any other name is
 * relative to the manifest's directory, and never to the current one.
 */
static enum verdict resolve(struct candidate *candidate, const struct os_directory *directory,
                            struct text name, struct details *details)
{
    const char *last = os_basename(candidate->origin), *real = NULL;
    struct text folder = { candidate->origin, last ? (size_t)(last - 1 - candidate->origin) : 0 };
    enum verdict verdict = VERDICT_ACCEPTED;
    char *copy = text_copy(name);
    candidate->library = copy;
    if (copy && !os_is_absolute(copy) && !os_is_searched_for(copy)) {
        if (directory) verdict = os_directory_path(directory, &real, details);
        if (real) folder = text_of(real);
        candidate->library =
            verdict == VERDICT_ACCEPTED ? text_join(folder, OS_PATH_SEPARATOR, name) : NULL;
        free(copy);
    }
    return verdict != VERDICT_ACCEPTED || candidate->library ? verdict : VERDICT_OUT_OF_MEMORY;
}

/* Sets `library` to what a manifest names. `directory` is NULL if the manifest itself was named;
 * otherwise it may be a mask. */
static enum verdict read_library(struct candidate *candidate, const struct os_directory *directory,
                                 bool is_regular, struct details *details)
{
    enum verdict verdict;
    struct text bytes = { NULL, 0 }, name;
    size_t ignored;
    if (os_is_caller_controlled(candidate->origin)) return VERDICT_NAME_PRIVILEGED;
    verdict = os_read_text(directory, candidate->origin, is_regular, &bytes, details);
    if (directory && is_mask(candidate->origin, verdict, bytes.length)) return VERDICT_FILE_MASK;
    if (verdict == VERDICT_ACCEPTED) verdict = manifest_read(bytes, &name, &ignored);
    if (verdict != VERDICT_ACCEPTED) return verdict;
    if (ignored)
        log_line(LOG_WARNING, LOG_SEARCH,
                 "%s:%zu: only the first library is used, this line is ignored", candidate->origin,
                 ignored);
    return resolve(candidate, directory, name, details);
}

/* Reads the manifest that is the origin of a candidate. */
static void read_manifest(struct candidate *candidate, const struct os_directory *directory,
                          bool is_regular)
{
    struct details details = { "" };
    enum verdict verdict = read_library(candidate, directory, is_regular, &details);
    if (verdict != VERDICT_ACCEPTED) candidate_set_verdict(candidate, verdict, details.text);
}

/* ---- one directory ---- */

/* Reads one manifest of a directory. *insert_at is where it belongs among the hiding files, or an
 * earlier position. */
static void read_listed_manifest(const struct kind *kind, const struct place *place,
                                 const struct os_directory *directory, const char *name,
                                 bool is_regular, struct candidate ***insert_at)
{
    char *path = report_if_null(kind, place->source, name,
                                text_join(text_of(place->path), OS_PATH_SEPARATOR, text_of(name)));
    struct candidate *candidate =
        path ? candidate_add(kind->kind, place->source, path, NULL) : NULL;
    const struct candidate *by;
    int comparison = -1;
    free(path);
    if (!candidate) return;
    candidate->in_home = place->in_home;
    while (**insert_at && (comparison = strcmp(os_basename((**insert_at)->origin), name)) < 0)
        *insert_at = &(**insert_at)->next_found;
    by = **insert_at;
    if (by && comparison == 0) {
        candidate_set_verdict(
            candidate, by->in_home && !candidate->in_home ? VERDICT_HIDDEN_BY_USER : VERDICT_HIDDEN,
            by->origin);
        return;
    }
    read_manifest(candidate, directory, is_regular);
    if (os_is_untrusted(candidate->verdict)) return;
    candidate->next_found = **insert_at;
    **insert_at = candidate;
}

/* Whether a directory was searched before. If not, it counts as searched from now on. */
static bool is_searched_before(struct candidate *directory)
{
    for (const struct candidate *candidate = searched; candidate; candidate = candidate->next_found)
        if (os_same_file(&candidate->file, &directory->file)) return true;
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

/* Opens the directory of a place. *is_skipped: it has another place in the list. */
static enum verdict open_place(const struct kind *kind, const struct place *place,
                               struct os_directory **directory, struct os_file *file,
                               struct details *details, bool *is_skipped)
{
    enum verdict verdict;
    *directory = NULL;
    *is_skipped = false;
    if (os_is_caller_controlled(place->path)) return VERDICT_NAME_PRIVILEGED;
    *is_skipped = place->is_optional && is_listed(kind, place->path, NULL);
    if (*is_skipped) return VERDICT_SEARCHED;
    verdict = os_open_directory(&(struct os_place){ place->path, place->base, place->in_home },
                                directory, file, details);
    if (*directory) *is_skipped = place->is_optional && is_listed(kind, place->path, file);
    return verdict;
}

/* Adds the manifests of a directory. If only one is looked for, adds the directory itself only if
 * it is not trusted, and returns whether that manifest is there. */
static bool read_directory(const struct kind *kind, const struct place *place)
{
    struct os_file file = { .kind = VERDICT_UNTRIED };
    struct details details = { "" };
    struct os_directory *directory;
    bool is_skipped;
    enum verdict verdict = open_place(kind, place, &directory, &file, &details, &is_skipped);
    bool found =
        directory && !is_skipped && place->only && os_is_in_directory(directory, place->only);
    struct candidate *candidate = NULL, **insert_at = &hiding_files;
    struct os_name *names = NULL;

    if (found) read_listed_manifest(kind, place, directory, place->only, false, &insert_at);
    else if (!is_skipped && (!place->only || os_is_untrusted(verdict)))
        candidate = candidate_add(kind->kind, place->source, place->path, NULL);
    if (!candidate) goto close;
    candidate->is_directory = true;
    candidate->named = place->named;
    candidate->file = file;
    if (directory && is_searched_before(candidate)) {
        verdict = VERDICT_SEARCHED_BEFORE;
    } else if (directory) {
        names = os_list_directory(directory, kind->ending, &details);
        verdict = names ? VERDICT_SEARCHED : VERDICT_UNREADABLE_DIRECTORY;
    }
    candidate_set_verdict(candidate, verdict, details.text);
    for (size_t i = 0; names && names[i].name; i++)
        read_listed_manifest(kind, place, directory, names[i].name, names[i].is_regular,
                             &insert_at);
    if (names) os_free_names(names);

close:
    if (directory) os_close_directory(directory);
    return found;
}

/* ---- the default directories ---- */

/* The directory beside the library, as in relocated trees: PREFIX/etc for a library in PREFIX/lib
 * or, as on Debian, PREFIX/lib/x86_64-linux-gnu. *base is as in struct os_place. Empty if it is
 * unknown. */
static char *find_beside_library(const struct kind *kind, size_t *base)
{
    const char *folder = os_loader_folder(), *up = folder ? os_basename(folder) : NULL;
    struct text prefix = { folder, up ? (size_t)(up - 1 - folder) : 0 };
    char *etc, *path;
    if (!up) return text_copy_string("");
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
 * Privileged programs skip the first two. The path is empty if there is no directory, and NULL if
 * there is no memory. */
static struct place default_place(const struct kind *kind, const char *source, struct text element)
{
    struct place place = { .source = source };
    place.is_system = text_is(element, "@system");
    place.in_home = text_is(element, "@user");
    place.is_optional = place.in_home || text_is(element, "@library");
    if (place.is_system || (place.is_optional && os_privileged()) ||
        (place.in_home && !CLRELAY_USER_FILES))
        place.path = text_copy_string("");
    else if (!place.is_optional) place.path = text_copy(element);
    else if (place.in_home) place.path = os_user_folder(kind->folder, &place.base);
    else place.path = find_beside_library(kind, &place.base);
    return place;
}

/* Reads all default directories. With `only`, looks in one after the other for the manifest of that
 * name instead. Returns true if one of them has the manifest, or if for lack of memory nobody knows. */
static bool read_defaults(const struct kind *kind, const char *source, const char *only)
{
    const char *rest = kind->places;
    struct text element;
    bool found = false;
    while (!(only && hiding_files) && text_next_element(&rest, OS_DEFAULTS_SEPARATOR, &element)) {
        struct place place = default_place(kind, source, element);
        place.only = only;
        if (place.is_system && !only) search_system(kind->kind);
        if (!report_if_null(kind, source, only, place.path)) found = true;
        else if (*place.path) found = read_directory(kind, &place) || found;
        free(place.path);
    }
    return found;
}

/* Reads a manifest from the default directories by its bare name: the first one that is trusted. It
 * hides no other, and no other hides it. */
static void read_default_manifest(const struct kind *kind, const char *source, const char *name)
{
    struct candidate *hiding = hiding_files;
    hiding_files = NULL;
    if (!read_defaults(kind, source, name)) add_refused(kind, source, name, VERDICT_FILE_MISSING);
    hiding_files = hiding;
}

/* ---- the user's lists ---- */

/* Adds a directory that a user named. */
static void add_directory(const struct kind *kind, const char *source, const char *name)
{
    char *path = report_if_null(kind, source, NULL, text_copy_string(name));
    if (path)
        read_directory(kind, &(struct place){ .source = source, .path = path, .named = true });
    free(path);
}

static void add_library(const struct kind *kind, const char *source, const char *name)
{
    candidate_add(kind->kind, source, NULL, name);
}

/* Adds whatever the user named: a directory, a manifest, a library, or nothing, which means the
 * default directories. */
static void add_named(const struct kind *kind, const char *source, const char *name)
{
    enum verdict what = os_is_caller_controlled(name) ? VERDICT_FILE_MISSING : os_stat(name).kind;
    /* A missing path that does not look like a library was meant to be a directory. */
    if (what == VERDICT_FILE_MISSING && os_basename(name) && !strstr(name, OS_LIBRARY_SUFFIX) &&
        !text_ends_with(name, kind->ending))
        what = VERDICT_FILE_IS_DIRECTORY;
    if (!*name) {
        read_defaults(kind, default_source, NULL);
    } else if (what == VERDICT_FILE_IS_DIRECTORY) {
        add_directory(kind, source, name);
    } else if (!text_ends_with(name, kind->ending)) {
        add_library(kind, source, name);
    } else if (os_basename(name)) {
        struct candidate *candidate = candidate_add(kind->kind, source, name, NULL);
        if (candidate) read_manifest(candidate, NULL, false);
    } else {
        /* A bare name means an installed manifest, never a file of the current directory. */
        read_default_manifest(kind, source, name);
    }
}

/* Adds each element of a list. */
static void add_list(const struct kind *kind, enum setting setting,
                     void (*add)(const struct kind *, const char *source, const char *name))
{
    const char *list = setting_text(setting), *source = setting_name(setting);
    struct text element;
    while (text_next_element(&list, OS_LIST_SEPARATOR, &element)) {
        char *name = report_if_null(kind, source, NULL, text_copy(element));
        if (name) add(kind, source, name);
        free(name);
    }
}

void search_drivers(void)
{
    if (setting_text(SETTING_FILENAMES)) add_list(&driver, SETTING_FILENAMES, add_library);
    if (setting_text(SETTING_VENDORS)) add_list(&driver, SETTING_VENDORS, add_named);
    else if (setting_text(SETTING_VENDOR_PATH))
        add_directory(&driver, setting_name(SETTING_VENDOR_PATH),
                      setting_text(SETTING_VENDOR_PATH));
    else read_defaults(&driver, default_source, NULL);
    end_search();
}

void search_layers(void)
{
    if (setting_text(SETTING_LAYER_PATH)) add_list(&layer, SETTING_LAYER_PATH, add_named);
    else read_defaults(&layer, default_source, NULL);
    if (setting_text(SETTING_LAYERS)) add_list(&layer, SETTING_LAYERS, add_library);
    end_search();
}
