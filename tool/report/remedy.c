/* SPDX-License-Identifier: Apache-2.0 */
#include "remedy.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../base/system.h"
#include "../base/text.h"
#include "../base/types.h"
#include "api/opencl.h"

#include <stdlib.h>
#include <string.h>

const struct standing_words standing_words[] = {
    [STANDS_WELL] = { "well", "loaded", GOOD, "loaded", GOOD },
    [STANDS_OFF] = { "off", "off", DIM, "off", PLAIN },
    [STANDS_UNTRIED] = { "untried", "?", DIM, "not tried", WARN },
    [STANDS_OTHER_ARCHITECTURE] = { "other architecture", "other arch", WARN,
                                    "for another architecture", PLAIN },
    [STANDS_WRONG] = { "wrong", "FAILED", BAD, "failed", BAD },
};

/* What this program says about a candidate. */
struct explanation {
    const json_t *candidate, *settings;
    enum standing standing;
    char *reason; /* starts with the loader's words */
    char *remedy; /* NULL: none */
};

/* Whether a manifest is a file, which belongs to one candidate alone. On Windows it may be a
 * registry key or a device instead. */
static bool is_file(const char *manifest)
{
    const char *dot = strrchr(text_file_name(manifest), '.');
    return dot && (strcmp(dot, ".icd") == 0 || strcmp(dot, ".lay") == 0);
}

static bool is_in_registry(const json_t *candidate)
{
    return data_is(candidate, "source", "registry");
}

bool remedy_has_manifest(const json_t *candidate)
{
    return is_file(data_text(candidate, "manifest"));
}

const char *remedy_where(const json_t *candidate)
{
    static const char *const members[] = { "manifest", "path", "library", "manifest", "source" };
    size_t i = *data_text(candidate, "library") && !remedy_has_manifest(candidate);
    for (; i < sizeof members / sizeof members[0]; i++)
        if (*data_text(candidate, members[i])) return data_text(candidate, members[i]);
    return "?";
}

char *remedy_place(const json_t *candidate)
{
    const char *library = data_text(candidate, "library"),
               *place = data_text(candidate, "manifest");
    if (!*place || is_file(place)) return text_format("%s", remedy_where(candidate));
    if (is_in_registry(candidate))
        return text_format("the value %s of %s", *library ? library : "without a name", place);
    return text_format("OpenCLDriverName of %s", place);
}

char *remedy_name(const json_t *candidate)
{
    const char *manifest = text_file_name(data_text(candidate, "manifest"));
    const char *dot = strrchr(manifest, '.');
    if (is_file(manifest) && dot > manifest)
        return text_format("%.*s", (int)(dot - manifest), manifest);
    return text_format("%s", text_file_name(data_text(candidate, "library")));
}

/* ---- explanations ---- */

static void append_reason(struct explanation *it, const char *format, ...) PRINTF_LIKE(2, 3);
static void append_reason(struct explanation *it, const char *format, ...)
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

static void replace_text(char **text, char *other)
{
    free(*text);
    *text = other;
}

/* A default directory need not exist. */
static void explain_default_directory(struct explanation *it)
{
    if (strcmp(data_text(it->candidate, "source"), "default directory") != 0) return;
    it->standing = STANDS_OFF;
    replace_text(&it->remedy, NULL);
}

static void explain_permissions(struct explanation *it)
{
    const char *library = data_text(it->candidate, "library");
    const char *path = *library ? library : remedy_where(it->candidate);
    char *obstacle = file_is_absolute(path) ? file_obstacle(path) : NULL;
    if (obstacle) append_reason(it, "; %s", obstacle);
    free(obstacle);
}

/* The message names what is not trusted, which may be above the file, or the target of a link. */
static void explain_untrusted(struct explanation *it)
{
    const char *culprit = data_text(it->candidate, "message");
    char *ownership = file_ownership(culprit);
    append_reason(it, "; %s", ownership);
    free(ownership);
}

static void explain_link(struct explanation *it)
{
    char *target = file_target(remedy_where(it->candidate));
    if (target) append_reason(it, "; it leads to %s", target);
    free(target);
}

const json_t *remedy_setting(const json_t *settings, const char *name)
{
    size_t i;
    const json_t *setting;
    json_array_foreach((json_t *)settings, i, setting)
        if (strcmp(data_text(setting, "name"), name) == 0) return setting;
    return NULL;
}

/* This program has asked the loader not to open anything, unless the user has. */
static void explain_search_only(struct explanation *it)
{
    if (!*data_text(remedy_setting(it->settings, "OCL_ICD_SEARCH_ONLY"), "value"))
        replace_text(&it->remedy, NULL);
}

static void append_setting(struct explanation *it, const char *name)
{
    const json_t *setting = remedy_setting(it->settings, name);
    const char *origin = data_text(setting, "origin");
    if (!setting) return;
    append_reason(it, " = %s (%s%s)", data_text(setting, "value"),
                  strcmp(origin, "environment") == 0 ? "in the " : "", origin);
}

static void explain_setting(struct explanation *it)
{
    const char *name = data_text(it->candidate, "message");
    char *place;
    if (is_in_registry(it->candidate)) {
        place = remedy_place(it->candidate);
        replace_text(&it->remedy,
                     text_format("Nothing, if you want this. Otherwise make %s 0", place));
        free(place);
        return;
    }
    replace_text(&it->reason, text_format("%s by %s", data_text(it->candidate, "text"), name));
    append_setting(it, name);
}

static void explain_platforms_select(struct explanation *it)
{
    append_setting(it, "OCL_ICD_PLATFORMS_SELECT");
}

static void explain_platforms_disable(struct explanation *it)
{
    append_setting(it, "OCL_ICD_PLATFORMS_DISABLE");
}

static void explain_architecture(struct explanation *it)
{
    const char *library = data_text(it->candidate, "library");
    char *other = file_architecture(library), *own = file_own_architecture();
    if (other) append_reason(it, "; it is for %s, this program for %s", other, own);
    free(other);
    free(own);
}

/* A bare name: where the system has searched, and whether another architecture has it. */
static void explain_missing_name(struct explanation *it, const char *name)
{
    char *found = file_find_library(name), *architecture = found ? file_architecture(found) : NULL;
    char *places = file_search_directories();
    append_reason(it, ". Searched: %s", places);
    if (architecture) append_reason(it, ". There is %s, for %s", found, architecture);
    free(places);
    free(architecture);
    free(found);
}

static void explain_missing_library(struct explanation *it)
{
    const char *name = data_text(it->candidate, "library");
    char *missing, *how = file_how_to_install(name, "--reinstall");
    replace_text(&it->reason, text_format("%s: %s", data_text(it->candidate, "text"), name));
    if (!strpbrk(name, SYSTEM_PATH_SEPARATORS)) {
        explain_missing_name(it, name);
    } else if ((missing = file_first_missing(name))) {
        if (strcmp(missing, name) != 0) append_reason(it, " (%s is not there)", missing);
        free(missing);
    }
    if (how)
        replace_text(&it->remedy,
                     text_format("Install it. %s. If the driver is no longer wanted, remove %s",
                                 how, remedy_where(it->candidate)));
    free(how);
}

static void explain_refusal(struct explanation *it)
{
    char *reason = NULL, *remedy = NULL;
    if (!remedy_of_message(data_text(it->candidate, "message"), data_text(it->candidate, "library"),
                           &reason, &remedy))
        return;
    replace_text(&it->reason, reason);
    replace_text(&it->remedy, remedy);
}

/* The message ends with the error's number. A driver without memory has no trouble with rights. */
static void explain_listing(struct explanation *it)
{
    const char *message = data_text(it->candidate, "message"), *space = strrchr(message, ' ');
    long number = space ? strtol(space, NULL, 10) : 0;
    const struct enumerant *error = number ? type_enumerant(TYPE_error_code, number) : NULL;
    if (error) append_reason(it, " (%s)", error->name);
    if (number == CL_OUT_OF_HOST_MEMORY)
        replace_text(&it->remedy,
                     text_format("The driver says that it had too little memory, here as early as "
                                 "in its list of platforms. Try again with more memory to spare%s. "
                                 "Otherwise ask the driver's vendor.",
                                 SYSTEM_TEXT(", and with higher limits (ulimit -a)", "")));
}

/* ---- the table ---- */

enum {
#define VERDICT(id, standing, text) STANDING_##id = STANDS_##standing,
#include "base/verdicts.h"
#undef VERDICT
};

static const struct row {
    const char *verdict;
    enum standing standing;
    void (*explain)(struct explanation *);
    const char *text;
} rows[] = {
#define REMEDY(id, explain, text) { #id, (enum standing)STANDING_##id, explain, text },
#include "remedies.h"
#undef REMEDY
};

/* What replaces a row's text on another system. */
static const struct {
    const char *verdict, *text;
} other_texts[] = {
#ifdef _WIN32
#define REMEDY(id, text) { #id, text },
#include "remedies_windows.h"
#undef REMEDY
#endif
    { "", NULL },
};

static const char *text_of(const struct row *row)
{
    for (size_t i = 0; i < sizeof other_texts / sizeof other_texts[0]; i++)
        if (strcmp(other_texts[i].verdict, row->verdict) == 0 && *row->verdict)
            return other_texts[i].text;
    return row->text;
}

/* The row of a verdict. An unknown verdict, from a newer loader, counts as wrong. */
static const struct row *row_of(const char *verdict)
{
    static const struct row unknown = { "", STANDS_WRONG, NULL,
                                        "The loader is newer than this program: see the loader's "
                                        "documentation." };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].verdict, verdict) == 0) return &rows[i];
    return &unknown;
}

/* The value of a placeholder, or NULL if there is none of this name. */
static char *placeholder_value(const json_t *candidate, const char *word, size_t length)
{
    static const char *const members[] = { "library", "message", "source" };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (strlen(members[i]) == length && strncmp(word, members[i], length) == 0)
            return text_format("%s", data_text(candidate, members[i]));
    if (length == 5 && strncmp(word, "where", length) == 0) return remedy_place(candidate);
    if (length == 5 && strncmp(word, "place", length) == 0)
        return text_format("%s", *data_text(candidate, "manifest")
                                     ? data_text(candidate, "manifest")
                                     : remedy_where(candidate));
    if (length == 4 && strncmp(word, "name", length) == 0) return remedy_name(candidate);
    return NULL;
}

static char *expand_placeholders(const char *text, const json_t *candidate)
{
    char *filled = text_format("%s", "");
    while (*text) {
        size_t plain = strcspn(text, "{"), length = text[plain] ? strcspn(text + plain, "}") : 0;
        char *word = length ? placeholder_value(candidate, text + plain + 1, length - 1) : NULL;
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
    struct explanation it = { .candidate = candidate,
                              .settings = settings,
                              .standing = row->standing };
    it.reason = text_format("%s%s%s", data_text(candidate, "text"), *message ? ": " : "", message);
    if (text_of(row)) it.remedy = expand_placeholders(text_of(row), candidate);
    if (row->explain) row->explain(&it);
    json_object_set_new(candidate, "standing", json_string(standing_words[it.standing].name));
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
        if (data_is(candidate, "standing", standing_words[standing].name))
            return (enum standing)standing;
    return STANDS_WRONG;
}

size_t remedy_count(const json_t *candidates, enum standing standing)
{
    size_t i, count = 0;
    json_t *candidate;
    json_array_foreach((json_t *)candidates, i, candidate)
        count += remedy_standing(candidate) == standing;
    return count;
}
