/* SPDX-License-Identifier: Apache-2.0 */
#include "remedy.h"

#include "../base/files.h"
#include "../base/text.h"
#include "../base/types.h"
#include "packages.h"

#include <stdlib.h>
#include <string.h>

/* This program's explanation of a candidate. */
struct explanation {
    const struct candidate *candidate;
    const struct report *report;
    enum severity severity;
    char *reason; /* begins with the loader's words */
    char *remedy; /* NULL: none */
};

static char *expand_placeholders(const char *text, const struct candidate *candidate);

/* Whether a manifest is a file, and so belongs to a single candidate. On Windows it may also be a
 * registry key or a device. */
static bool is_file(const char *manifest)
{
    const char *dot = strrchr(text_file_name(manifest), '.');
    return dot && (strcmp(dot, ".icd") == 0 || strcmp(dot, ".lay") == 0);
}

static bool is_in_registry(const struct candidate *candidate)
{
    return text_same(candidate->source, "registry");
}

bool remedy_has_manifest(const struct candidate *candidate)
{
    return candidate->manifest && is_file(candidate->manifest);
}

const char *remedy_where(const struct candidate *candidate)
{
    const char *const names[] = { candidate->manifest, candidate->path, candidate->library,
                                  candidate->manifest, candidate->source };
    size_t i = *text_or_empty(candidate->library) && !remedy_has_manifest(candidate);
    for (; i < sizeof names / sizeof names[0]; i++)
        if (*text_or_empty(names[i])) return names[i];
    return "?";
}

char *remedy_place(const struct candidate *candidate)
{
    const char *library = text_or_empty(candidate->library),
               *place = text_or_empty(candidate->manifest);
    if (!*place || is_file(place)) return text_format("%s", remedy_where(candidate));
    if (is_in_registry(candidate))
        return text_format("the value %s of %s", *library ? library : "without a name", place);
    return text_format("OpenCLDriverName of %s", place);
}

char *remedy_name(const struct candidate *candidate)
{
    const char *manifest = text_file_name(text_or_empty(candidate->manifest));
    const char *dot = strrchr(manifest, '.');
    if (is_file(manifest) && dot > manifest)
        return text_format("%.*s", (int)(dot - manifest), manifest);
    return text_format("%s", text_file_name(text_or_empty(candidate->library)));
}

/* ---- explanations ---- */

/* A default directory need not exist, so there is nothing to do. */
static void explain_default_directory(struct explanation *explanation)
{
    if (!text_same(explanation->candidate->source, "default directory")) return;
    explanation->severity = SEVERITY_OFF;
    report_set(&explanation->remedy, NULL);
}

/* Whether a folder is somebody's home, or in one. */
static bool is_home(const char *folder)
{
    return strncmp(folder, "/home/", 6) == 0 || strcmp(folder, "/root") == 0 ||
           strncmp(folder, "/root/", 6) == 0;
}

static void explain_permissions(struct explanation *explanation)
{
    const char *library = text_or_empty(explanation->candidate->library);
    const char *path = *library ? library : remedy_where(explanation->candidate);
    const bool is_path = file_is_absolute(path);
    char *obstacle = is_path ? file_obstacle(path) : NULL,
         *barrier = is_path ? file_barrier(path) : NULL;
    if (obstacle) text_add(&explanation->reason, "; %s", obstacle);
    if (barrier && strcmp(barrier, path) != 0) {
        char *word = text_shell_word(barrier);
        report_set(
            &explanation->remedy,
            is_home(barrier)
                ? text_format("Not all users may enter %s: put what they are to use into "
                              "another folder, such as /opt or /usr/local.",
                              word)
                : text_format("Let the users of OpenCL enter the folder: chmod a+x %s", word));
        free(word);
    }
    free(barrier);
    free(obstacle);
}

/* The message names what is untrusted, perhaps a folder above the file, or the target of a link. */
static void explain_untrusted(struct explanation *explanation)
{
    const char *culprit = text_or_empty(explanation->candidate->message);
    char *ownership = file_ownership(culprit);
    text_add(&explanation->reason, "; %s", ownership);
    free(ownership);
}

static void explain_link(struct explanation *explanation)
{
    char *target = file_target(remedy_where(explanation->candidate));
    if (target) text_add(&explanation->reason, "; it points to %s", target);
    free(target);
}

/* Unless the user has, the probe itself has asked the loader not to open anything. */
static void explain_search_only(struct explanation *explanation)
{
    const struct setting *setting = report_setting(explanation->report, "OCL_ICD_SEARCH_ONLY");
    if (!setting || !*text_or_empty(setting->value)) report_set(&explanation->remedy, NULL);
}

static void append_setting(struct explanation *explanation, const char *name)
{
    const struct setting *setting = report_setting(explanation->report, name);
    if (setting)
        text_add(&explanation->reason, " = %s (%s%s)", text_or_empty(setting->value),
                 text_same(setting->origin, "environment") ? "in the " : "",
                 text_or_empty(setting->origin));
}

static void explain_setting(struct explanation *explanation)
{
    const char *name = text_or_empty(explanation->candidate->message);
    char *place;
    if (is_in_registry(explanation->candidate)) {
        place = remedy_place(explanation->candidate);
        report_set(&explanation->remedy,
                   text_format("Nothing, if you want this. Otherwise make %s 0", place));
        free(place);
        return;
    }
    report_set(&explanation->reason,
               text_format("%s by %s", text_or_empty(explanation->candidate->text), name));
    append_setting(explanation, name);
}

static void explain_platforms_select(struct explanation *explanation)
{
    append_setting(explanation, "OCL_ICD_PLATFORMS_SELECT");
}

static void explain_platforms_disable(struct explanation *explanation)
{
    append_setting(explanation, "OCL_ICD_PLATFORMS_DISABLE");
}

static void explain_devices_select(struct explanation *explanation)
{
    append_setting(explanation, "OCL_ICD_DEVICES_SELECT");
}

static void explain_devices_disable(struct explanation *explanation)
{
    append_setting(explanation, "OCL_ICD_DEVICES_DISABLE");
}

static void explain_architecture(struct explanation *explanation)
{
    const char *library = text_or_empty(explanation->candidate->library);
    char *other = file_architecture(library), *own = file_own_architecture();
    if (other) text_add(&explanation->reason, "; it is for %s, this program for %s", other, own);
    free(other);
    free(own);
}

/* For a bare name: says where the system searched, and whether there is the library for another
 * architecture. */
static void explain_missing_name(struct explanation *explanation, const char *name)
{
    char *found = file_find_library(name), *architecture = found ? file_architecture(found) : NULL;
    char *places = file_search_directories();
    text_add(&explanation->reason, ". Searched: %s", places);
    if (architecture) text_add(&explanation->reason, ". There is %s, for %s", found, architecture);
    free(places);
    free(architecture);
    free(found);
}

static const struct distribution *distribution_of(const struct explanation *explanation)
{
    return explanation->report ? explanation->report->distribution : NULL;
}

static void explain_missing_library(struct explanation *explanation)
{
    const char *name = text_or_empty(explanation->candidate->library);
    char *missing, *package = packages_of_library(name, distribution_of(explanation), true);
    report_set(&explanation->reason,
               text_format("%s: %s", text_or_empty(explanation->candidate->text), name));
    if (!strpbrk(name, SYSTEM_PATH_SEPARATORS)) {
        explain_missing_name(explanation, name);
    } else if ((missing = file_first_missing(name))) {
        if (strcmp(missing, name) != 0)
            text_add(&explanation->reason, " (%s is not there)", missing);
        free(missing);
    }
    if (package)
        report_set(&explanation->remedy,
                   text_format("Install %s. If the driver is no longer wanted, remove %s", package,
                               remedy_where(explanation->candidate)));
    free(package);
}

static void explain_invalid(struct explanation *explanation)
{
    const char *library = text_or_empty(explanation->candidate->library);
    if (!file_is_folder(library)) return;
    report_set(&explanation->reason, text_format("it is a folder, and not a library: %s", library));
    report_set(&explanation->remedy,
               expand_placeholders("The name must be that of the {kind}'s library: {correct}",
                                   explanation->candidate));
}

static void explain_refusal(struct explanation *explanation)
{
    char *reason = NULL, *remedy = NULL;
    if (!remedy_of_message(text_or_empty(explanation->candidate->message),
                           text_or_empty(explanation->candidate->library),
                           distribution_of(explanation), &reason, &remedy))
        return;
    report_set(&explanation->reason, reason);
    report_set(&explanation->remedy, remedy);
}

static bool has_one(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words)) return true;
    return false;
}

/* The remedy for an error, by its name, that mostly means no lack of rights; or NULL. Intel's runtime
 * reports a lack of memory where it finds no GPU, and Arm's also where it may not use one. */
static char *remedy_of_error(const struct candidate *candidate, const char *error)
{
    static const char *const mistakes[] = { "CL_INVALID_VALUE", "CL_INVALID_PLATFORM",
                                            "CL_INVALID_DEVICE_TYPE", NULL };
    char *name, *remedy;
    if (has_one(error, mistakes))
        return text_format(
            "The call was right, so this is a mistake of the driver: install another "
            "version of it, or report it to its vendor.");
    if (!strstr(error, "CL_OUT_OF_HOST_MEMORY")) return NULL;
    if (!strstr(text_or_empty(candidate->library), "igdrcl"))
        return text_format(
            "Try again with more free memory%s",
            SYSTEM_TEXT(" and higher limits (ulimit -a). Some drivers say this, too, if "
                        "they may not use their device (/dev/dri, /dev/kfd or "
                        "/dev/nvidia*), or its kernel module is missing. Otherwise ask the "
                        "vendor.",
                        ". Some drivers say this, too, if they cannot use their device: "
                        "check the Device Manager. Otherwise ask the driver's vendor."));
    name = remedy_name(candidate);
    remedy = text_format("Intel's runtime says this where it finds no GPU that it can use. If none "
                         "of Intel's is in this machine, nothing is to be mended. To leave the "
                         "driver out: clrelay disable %s",
                         name);
    free(name);
    return remedy;
}

static void explain_listing(struct explanation *explanation)
{
    const json_int_t number = explanation->candidate->error;
    const struct enumerant *error = number ? type_enumerant(TYPE_error_code, (long)number) : NULL;
    char *remedy = error ? remedy_of_error(explanation->candidate, error->name) : NULL;
    if (error) text_add(&explanation->reason, " (%s)", error->name);
    if (remedy) report_set(&explanation->remedy, remedy);
}

/* ---- the table ---- */

/* The loader's verdicts; an unknown one counts as wrong. */
static const enum severity severities[] = {
#define VERDICT(id, severity, text) [VERDICT_##id] = SEVERITY_##severity,
#include "base/verdicts.h"
#undef VERDICT
    [VERDICT_UNKNOWN] = SEVERITY_WRONG
};

static const struct row {
    void (*explain)(struct explanation *);
    const char *text;
} rows[] = {
#define REMEDY(id, explain, text) [VERDICT_##id] = { explain, text },
#include "remedies.h"
#undef REMEDY
    [VERDICT_UNKNOWN] = { NULL, "The loader is newer than this program: see the loader's "
                                "documentation." }
};

/* Texts that replace those of rows on another system. */
static const char *const other_texts[VERDICT_UNKNOWN + 1] = {
#ifdef _WIN32
#define REMEDY(id, text) [VERDICT_##id] = text,
#include "remedies_windows.h"
#undef REMEDY
#else
    NULL
#endif
};

/* The word for a candidate: driver or layer. */
static const char *kind_of(const struct candidate *candidate)
{
    return candidate->is_driver ? "driver" : "layer";
}

static char *make_kind(const struct candidate *candidate)
{
    return text_format("%s", kind_of(candidate));
}

/* How to correct the library's name: it is in a manifest, or in a variable or a line of
 * loader.conf. */
static char *make_correct(const struct candidate *candidate)
{
    char *place = remedy_place(candidate);
    char *text = *text_or_empty(candidate->manifest)
                     ? text_format("correct the name in %s", place)
                     : text_format("correct %s", text_or_empty(candidate->source));
    free(place);
    return text;
}

char *remedy_removal(const struct candidate *candidate)
{
    char *place = remedy_place(candidate);
    char *text = *text_or_empty(candidate->manifest)
                     ? text_format("remove %s", place)
                     : text_format("take %s out of %s", place, text_or_empty(candidate->source));
    free(place);
    return text;
}

static char *expand_placeholders(const char *text, const struct candidate *candidate)
{
    const char *place =
        *text_or_empty(candidate->manifest) ? candidate->manifest : candidate->source;
    char *where = remedy_place(candidate), *name = remedy_name(candidate),
         *kind = make_kind(candidate), *correct = make_correct(candidate),
         *removal = remedy_removal(candidate), *filled;
    const struct text_meaning meanings[] = {
        { "library", candidate->library },
        { "message", candidate->message },
        { "source", candidate->source },
        { "place", place },
        { "where", where },
        { "name", name },
        { "kind", kind },
        { "correct", correct },
        { "remove", removal },
    };
    filled = text_fill(text, meanings, sizeof meanings / sizeof *meanings);
    free(where), free(name), free(kind), free(correct), free(removal);
    return filled;
}

bool remedy_is_absent(enum verdict verdict)
{
    return verdict == VERDICT_NO_PLATFORMS || verdict == VERDICT_PLATFORMS_FAILED;
}

void remedy_add(struct candidate *candidate, const struct report *report)
{
    const enum verdict verdict = candidate->verdict;
    const char *message = text_or_empty(candidate->message);
    const char *text = other_texts[verdict] ? other_texts[verdict] : rows[verdict].text;
    struct explanation explanation = { .candidate = candidate,
                                       .report = report,
                                       .severity = severities[verdict] };
    explanation.reason =
        text_format("%s%s%s", text_or_empty(candidate->text), *message ? ": " : "", message);
    if (text) explanation.remedy = expand_placeholders(text, candidate);
    if (rows[verdict].explain) rows[verdict].explain(&explanation);
    remedy_set(candidate, explanation.severity, explanation.reason, explanation.remedy);
}

char *remedy_of_listing(const struct candidate *candidate, const char *error)
{
    const enum verdict verdict = VERDICT_PLATFORMS_FAILED;
    char *remedy = remedy_of_error(candidate, error);
    if (remedy) return remedy;
    return expand_placeholders(other_texts[verdict] ? other_texts[verdict] : rows[verdict].text,
                               candidate);
}

void remedy_set(struct candidate *candidate, enum severity severity, char *reason, char *remedy)
{
    candidate->severity = severity;
    report_set(&candidate->reason, reason ? text_valid(reason) : NULL);
    report_set(&candidate->remedy, remedy ? text_valid(remedy) : NULL);
    free(reason);
    free(remedy);
}

void remedy_add_all(const struct candidates *candidates, const struct report *report)
{
    for (size_t i = 0; i < candidates->count; i++) remedy_add(&candidates->all[i], report);
}

size_t remedy_count(const struct candidates *candidates, enum severity severity)
{
    size_t count = 0;
    for (size_t i = 0; i < candidates->count; i++) count += candidates->all[i].severity == severity;
    return count;
}
