/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* gnu_get_libc_version */
#include "remedy.h"

#include "data.h"
#include "files.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

static const char *const standings[] = { [STANDS_WELL] = "well", [STANDS_OFF] = "off",
                                         [STANDS_FOREIGN] = "foreign", [STANDS_WRONG] = "wrong" };

/* What is said about a candidate. */
struct explanation {
    const json_t *candidate, *settings;
    enum standing standing;
    char *reason; /* begins as the loader's words */
    char *remedy; /* NULL: none */
};

const char *remedy_where(const json_t *candidate)
{
    static const char *const members[] = { "manifest", "path", "library", "source" };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (*data_text(candidate, members[i])) return data_text(candidate, members[i]);
    return "?";
}

char *remedy_name(const json_t *candidate)
{
    const char *manifest = text_file_name(data_text(candidate, "manifest"));
    const char *dot = strrchr(manifest, '.');
    if (dot && dot > manifest) return text_format("%.*s", (int)(dot - manifest), manifest);
    return text_format("%s", text_file_name(data_text(candidate, "library")));
}

/* ---- closer looks ---- */

static void more(struct explanation *it, const char *format, ...) PRINTF_LIKE(2, 3);
static void more(struct explanation *it, const char *format, ...)
{
    va_list arguments;
    char *addition, *longer;
    va_start(arguments, format);
    addition = text_format_list(format, arguments);
    va_end(arguments);
    longer = text_format("%s%s", it->reason, addition);
    free(addition);
    free(it->reason);
    it->reason = longer;
}

static void instead(char **text, char *other)
{
    free(*text);
    *text = other;
}

/* A default directory need not be there. */
static void look_at_default(struct explanation *it)
{
    if (strcmp(data_text(it->candidate, "source"), "default directory") != 0) return;
    it->standing = STANDS_OFF;
    instead(&it->remedy, NULL);
}

static void look_at_rights(struct explanation *it)
{
    const char *library = data_text(it->candidate, "library");
    const char *path = *library ? library : remedy_where(it->candidate);
    char *obstacle = *path == '/' ? file_obstacle(path) : NULL;
    if (obstacle) more(it, "; %s", obstacle);
    free(obstacle);
}

static void look_at_owner(struct explanation *it)
{
    char *ownership = file_ownership(remedy_where(it->candidate));
    more(it, "; %s", ownership);
    free(ownership);
}

static void look_at_link(struct explanation *it)
{
    char target[4096];
    ssize_t length = readlink(remedy_where(it->candidate), target, sizeof target - 1);
    if (length > 0) more(it, "; it leads to %.*s", (int)length, target);
}

static const json_t *find_setting(const json_t *settings, const char *name)
{
    size_t i;
    const json_t *setting;
    json_array_foreach((json_t *)settings, i, setting)
        if (strcmp(data_text(setting, "name"), name) == 0) return setting;
    return NULL;
}

/* This program itself has asked the loader not to open anything, unless the user has. */
static void look_at_search_only(struct explanation *it)
{
    if (!*data_text(find_setting(it->settings, "OCL_ICD_SEARCH_ONLY"), "value"))
        instead(&it->remedy, NULL);
}

static void tell_setting(struct explanation *it, const char *name)
{
    const json_t *setting = find_setting(it->settings, name);
    const char *origin = data_text(setting, "origin");
    if (!setting) return;
    more(it, " = %s (%s%s)", data_text(setting, "value"),
         strcmp(origin, "environment") == 0 ? "in the " : "", origin);
}

static void look_at_setting(struct explanation *it)
{
    const char *name = data_text(it->candidate, "message");
    instead(&it->reason, text_format("%s by %s", data_text(it->candidate, "text"), name));
    tell_setting(it, name);
}

static void look_at_platforms_select(struct explanation *it)
{
    tell_setting(it, "OCL_ICD_PLATFORMS_SELECT");
}

static void look_at_platforms_disable(struct explanation *it)
{
    tell_setting(it, "OCL_ICD_PLATFORMS_DISABLE");
}

static void look_at_architecture(struct explanation *it)
{
    const char *library = data_text(it->candidate, "library");
    char *other = file_architecture(library), *own = file_own_architecture();
    if (other) more(it, "; it is for %s, this program for %s", other, own);
    free(other);
    free(own);
}

/* A name without a slash: where the dynamic linker has looked, and whether another architecture's
 * folders have it. */
static void look_for_name(struct explanation *it, const char *name)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    char *found = file_find_library(name), *architecture = found ? file_architecture(found) : NULL;
    more(it, ". Searched: %s%s%sthe cache of ldconfig, /lib, /usr/lib",
         path && *path ? "LD_LIBRARY_PATH (" : "", path && *path ? path : "",
         path && *path ? "), " : "");
    if (architecture)
        more(it, ". There is %s, for %s", found, architecture);
    free(architecture);
    free(found);
}

static void look_for_library(struct explanation *it)
{
    const char *name = data_text(it->candidate, "library"), *package = file_package(name);
    char *missing;
    instead(&it->reason, text_format("%s: %s", data_text(it->candidate, "text"), name));
    if (!strchr(name, '/')) {
        look_for_name(it, name);
    } else if ((missing = file_first_missing(name))) {
        if (strcmp(missing, name) != 0) more(it, " (%s is not there)", missing);
        free(missing);
    }
    if (package)
        instead(&it->remedy, text_format("Install it. On Debian and Ubuntu: apt-get install "
                                         "--reinstall %s. If the driver is no longer wanted, "
                                         "remove %s", package, remedy_where(it->candidate)));
}

static void look_at_refusal(struct explanation *it)
{
    char *reason = NULL, *remedy = NULL;
    if (!remedy_of_message(data_text(it->candidate, "message"),
                           data_text(it->candidate, "library"), &reason, &remedy))
        return;
    instead(&it->reason, reason);
    instead(&it->remedy, remedy);
}

/* ---- the dynamic linker's messages ---- */

/* The text between two others, for the caller to free; `end` "" is the end of the text. */
static char *between(const char *text, const char *begin, const char *end)
{
    const char *from = strstr(text, begin), *to;
    if (!from) return NULL;
    from += strlen(begin);
    to = *end ? strstr(from, end) : from + strlen(from);
    return to && to > from ? text_format("%.*s", (int)(to - from), from) : NULL;
}

/* The file that a message begins with, or the library where it does not. */
static char *file_of(const char *message, const char *library)
{
    const char *colon = strstr(message, ": ");
    return colon ? text_format("%.*s", (int)(colon - message), message)
                 : text_format("%s", library);
}

static const char *own_version(void)
{
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return "another C library";
#endif
}

/* "FILE: version `VERSION' not found (required by FILE)" */
static bool read_version(const char *message, const char *file, char **reason, char **remedy)
{
    char *version = between(message, "version `", "'"), *by = between(message, "required by ", ")");
    bool good = version && by && strstr(message, "not found");
    if (good && strncmp(version, "GLIBC_", 6) == 0) {
        *reason = text_format("%s needs the C library's version %s, and here is %s", by, version,
                              own_version());
        *remedy = text_format("It was built for a newer system: install a build of the driver for "
                              "this system, or update the system.");
    } else if (good) {
        *reason = text_format("%s needs version %s of %s, which does not have it", by, version,
                              file);
        *remedy = text_format("Update the package of %s, or install a build of the driver for this "
                              "system.", file);
    }
    free(version);
    free(by);
    return good;
}

/* "FILE: undefined symbol: SYMBOL", or ", version VERSION" behind it; musl: "Error relocating FILE:
 * SYMBOL: symbol not found" */
static bool read_symbol(const char *message, const char *file, char **reason, char **remedy)
{
    char *musl_file = between(message, "Error relocating ", ": ");
    char *rest = musl_file ? between(message, musl_file, ": symbol not found") : NULL;
    char *symbol = rest ? text_format("%s", rest + (strlen(rest) > 2 ? 2 : 0))
                        : between(message, "undefined symbol: ", "");
    const char *needs = musl_file ? musl_file : file;
    bool good = symbol != NULL;
    if (good) {
        *reason = text_format("%s needs the symbol %s, which no library has", needs, symbol);
        *remedy = text_format("%s and the libraries that it needs are of different versions: "
                              "install their packages again. All that it lacks: ldd -r %s", needs,
                              needs);
    }
    free(symbol);
    free(rest);
    free(musl_file);
    return good;
}

/* "NAME: cannot open shared object file: No such file or directory"; musl: "Error loading shared
 * library NAME: No such file or directory (needed by FILE)" */
static bool read_needed(const char *message, const char *library, char **reason, char **remedy)
{
    bool glibc = strstr(message, ": cannot open shared object file: No such file") != NULL;
    char *name = between(message, "Error loading shared library ", ": No such file");
    char *by = between(message, "(needed by ", ")");
    const char *package;
    bool good;
    if (!name && glibc) name = file_of(message, library);
    good = name && strcmp(name, library) != 0;
    if (good) {
        *reason = text_format("%s, which %s needs, is not found", name, by ? by : library);
        package = file_package(name);
        *remedy = package ? text_format("Install it. On Debian and Ubuntu: apt-get install %s",
                                        package)
                          : text_format("Install the package that has %s; on Debian and Ubuntu, "
                                        "'apt-file search %s' finds it.", name, name);
    }
    free(by);
    free(name);
    return good;
}

/* Other messages by words in them. */
static bool read_other(const char *message, const char *file, char **reason, char **remedy)
{
    static const struct {
        const char *words, *remedy;
    } others[] = {
        { "wrong ELF class", "It is for another architecture: install the one for this "
                             "architecture." },
        { "failed to map segment", "Its file system does not allow programs (noexec), or a "
                                   "security policy forbids it: move the driver to another file "
                                   "system, or mount this one with exec." },
        { "executable stack", "The system forbids executable stacks, which the library asks for: "
                              "update the driver." },
        { "static TLS block", "The library must be loaded at the start of the program: try it with "
                              "LD_PRELOAD set to its path, and report it to the driver's vendor." },
        { "Permission denied", "Make it readable, and its folders too: chmod a+r" },
        { "file too short", "It is damaged: install its package again." },
        { "invalid ELF header", "It is damaged: install its package again." },
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strstr(message, others[i].words)) {
            *reason = text_format("the system cannot open the library: %s", message);
            *remedy = text_format("%s (%s)", others[i].remedy, file);
            return true;
        }
    return false;
}

bool remedy_of_message(const char *message, const char *library, char **reason, char **remedy)
{
    char *file = file_of(message, library);
    bool good = read_version(message, file, reason, remedy) ||
                read_symbol(message, file, reason, remedy) ||
                read_needed(message, library, reason, remedy) ||
                read_other(message, file, reason, remedy);
    free(file);
    return good;
}

/* ---- the table ---- */

static const struct row {
    const char *verdict;
    enum standing standing;
    void (*look)(struct explanation *);
    const char *text;
} rows[] = {
#define REMEDY(id, standing, look, text) { #id, standing, look, text },
#include "remedies.h"
#undef REMEDY
};

/* The row of a verdict; one that a newer loader has and this program does not know is wrong. */
static const struct row *row_of(const char *verdict)
{
    static const struct row unknown = { "", STANDS_WRONG, NULL,
                                        "The loader is newer than this program: see the loader's "
                                        "documentation." };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].verdict, verdict) == 0) return &rows[i];
    return &unknown;
}

/* What a word in braces stands for; NULL: it is no such word. */
static char *word_in_braces(const json_t *candidate, const char *word, size_t length)
{
    static const char *const members[] = { "library", "message", "source" };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (strlen(members[i]) == length && strncmp(word, members[i], length) == 0)
            return text_format("%s", data_text(candidate, members[i]));
    if (length == 5 && strncmp(word, "where", length) == 0)
        return text_format("%s", remedy_where(candidate));
    if (length == 4 && strncmp(word, "name", length) == 0) return remedy_name(candidate);
    return NULL;
}

static char *fill_in(const char *text, const json_t *candidate)
{
    char *filled = text_format("%s", "");
    while (*text) {
        size_t plain = strcspn(text, "{"), length = text[plain] ? strcspn(text + plain, "}") : 0;
        char *word = length ? word_in_braces(candidate, text + plain + 1, length - 1) : NULL;
        char *longer = text_format("%s%.*s%s", filled, (int)plain, text, word ? word : "");
        free(filled);
        filled = longer;
        text += plain + length + (length > 0);
        free(word);
    }
    return filled;
}

void remedy_add(json_t *candidate, const json_t *settings)
{
    const struct row *row = row_of(data_text(candidate, "verdict"));
    const char *message = data_text(candidate, "message");
    struct explanation it = { .candidate = candidate, .settings = settings,
                              .standing = row->standing };
    it.reason = text_format("%s%s%s", data_text(candidate, "text"), *message ? ": " : "", message);
    if (row->text) it.remedy = fill_in(row->text, candidate);
    if (row->look) row->look(&it);
    json_object_set_new(candidate, "standing", json_string(standings[it.standing]));
    data_set(candidate, "reason", it.reason);
    data_set(candidate, "remedy", it.remedy);
}

void remedy_add_all(json_t *candidates, const json_t *settings)
{
    size_t i;
    json_t *candidate;
    json_array_foreach(candidates, i, candidate) remedy_add(candidate, settings);
}

enum standing remedy_standing(const json_t *candidate)
{
    for (int standing = STANDS_WELL; standing < STANDS_WRONG; standing++)
        if (data_is(candidate, "standing", standings[standing])) return (enum standing)standing;
    return STANDS_WRONG;
}
