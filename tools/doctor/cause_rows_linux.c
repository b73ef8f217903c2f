/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for the rows of causes.h that fit, and makes findings of them. */
#include "cause_rows_linux.h"

#include "../report/packages.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const struct cause_row rows[] = {
#define CAUSE(id, kinds, fits, text, remedy, source) { kinds, fits, #id, text, remedy },
#include "causes.h"
#undef CAUSE
};

/* Makes "; it hides FILE.icd and 2 more", or "". The report lists all of these drivers
 * elsewhere. */
static char *describe_hidden(const struct search *search)
{
    const char *root = search->root;
    char *pattern = text_format("%s/etc/OpenCL/vendors/*.icd", root), *all = text_format("%s", "");
    glob_t files;
    if (!fact_hides_drivers(search)) {
        free(pattern);
        return all;
    }
    if (glob(pattern, 0, NULL, &files) == 0) {
        text_add(&all, "; it hides %s", files.gl_pathv[0] + strlen(root));
        if (files.gl_pathc > 1) text_add(&all, " and %zu more", files.gl_pathc - 1);
    }
    globfree(&files);
    free(pattern);
    return all;
}

/* Says that rusticl needs a newer Mesa, if the installed one is known to be too old. */
static void name_newer_mesa(const struct search *search, char **text)
{
    char *package =
        strstr(*text, "{RUSTICL}") ? fact_package_version(search, "libgl1-mesa-dri", "mesa") : NULL;
    char *end, *words;
    const char *own = fact_mesa_version(search), *version = own ? own : text_or_empty(package);
    unsigned long major, minor;
    if (version[strspn(version, "0123456789")] == ':')
        version = strchr(version, ':') + 1; /* epoch */
    major = strtoul(version, &end, 10);
    minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    if (end != version && (major < 22 || (major == 22 && minor < 3))) {
        words = text_format("Mesa's rusticl, which Mesa has since 22.3 (this is %.*s)",
                            (int)strspn(version, ".0123456789"), version);
        text_replace(text, "{RUSTICL}", words);
        free(words);
    }
    free(package);
}

/* Replaces the advice to install PoCL or rusticl if that is installed. */
static void name_installed(const struct search *search, char **text)
{
    static const struct {
        const char *row, *library, *manifest, *words;
    } drivers[] = {
        { "{POCL}", "libpocl", "pocl*.icd", "PoCL, which is installed" },
        { "{RUSTICL}", "libRusticlOpenCL", "rusticl.icd", "Mesa's rusticl, which is installed" },
    };
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (fact_has_driver(search, drivers[i].library) ||
            fact_has_manifest(search, drivers[i].manifest))
            text_replace(text, drivers[i].row, drivers[i].words);
    name_newer_mesa(search, text);
}

char *cause_fill(const struct search *search, const char *words)
{
    const bool is_layer = fact_is_of_layers(search);
    char *hidden = describe_hidden(search), *vendors = fact_vendors_folder(search), *text;
    const struct text_meaning meanings[] = {
        { "hidden", hidden },
        { "kind", is_layer ? "layer" : "driver" },
        { "suffix", is_layer ? ".lay" : ".icd" },
        { "paths", is_layer ? "OPENCL_LAYER_PATH" : "OCL_ICD_VENDORS" },
        { search->rights ? "you" : "who", search->who },
        { "user", search->user },
        { search->rights ? "login" : "again", search->again },
        { "value", search->setting ? search->setting : search->value },
        { "other", search->other },
        { "vendors", vendors },
        { "denials", fact_has_path(search, "/sys/fs/selinux/enforce")
                         ? "sudo ausearch -m AVC -ts recent"
                         : "sudo dmesg | grep -i denied" },
    };
    text = text_format("%s", words);
    if (search->gpu) text_replace(&text, "{driver}", gpu_driver(search));
    name_installed(search, &text);
    packages_fill(&text, packages_distribution(search->root, search->loader));
    report_set(&text, text_fill(text, meanings, sizeof meanings / sizeof *meanings));
    free(vendors);
    free(hidden);
    return text;
}

void cause_forget(struct search *search)
{
    free(search->value);
    free(search->other);
    search->value = search->other = NULL;
}

const struct cause_row *cause_find(struct search *search, unsigned kind)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((rows[i].kinds & kind) == kind && rows[i].fits(search)) return &rows[i];
        cause_forget(search);
    }
    return NULL;
}

bool cause_has_kind(const char *id, unsigned kinds)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].id, id) == 0) return rows[i].kinds & kinds;
    return false;
}

bool cause_is_partial(const char *id)
{
    static const char *const ids[] = { "LIBRARY_NO_ICD", "SINGULARITY_NO_ICD", "STEAM_NO_ICD" };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (text_same(id, ids[i])) return true;
    return false;
}

/* Puts what the GPU's driver prints before a text and its remedy. Returns the driver, which the
 * caller frees. NULL: the driver prints nothing. */
static char *put_words_first(const struct search *search, char **text, char **remedy)
{
    struct search said = { .root = search->root, .report = search->report, .gpu = search->gpu };
    char *driver = NULL;
    if (is_refused_by_driver(&said)) {
        report_set(text, text_format("its driver says: %s; and %s", said.value, *text));
        report_set(remedy, text_format("Try what that says. Otherwise: %s", *remedy));
        driver = text_format("%s", said.other);
    }
    cause_forget(&said);
    return driver;
}

const struct cause_row *cause_add(struct findings *findings, struct search *search, unsigned kind,
                                  enum urgency urgency, const char *about, const char *beginning)
{
    const struct cause_row *row = cause_find(search, kind);
    char *text, *remedy, *quoted = NULL;
    if (!row) return NULL;
    /* This row is also for GPUs, so its text does not say that there is no driver. */
    if (kind == NO_DRIVER && (row->kinds & GPU))
        beginning = cause_is_partial(row->id) && !fact_lacks_drivers(search)
                        ? "no platform is found: "
                        : "no driver is found: ";
    text = cause_fill(search, row->text);
    remedy = cause_fill(search, row->remedy);
    if (search->report && (row->kinds & GUESS)) quoted = put_words_first(search, &text, &remedy);
    if (row->fits == is_refused_by_driver || row->fits == is_empty_with_words)
        quoted = text_format("%s", search->other);
    findings_add(findings, urgency, about, remedy, "%s%s", beginning, text);
    findings_set_cause(findings, urgency, row->id);
    if (quoted) findings_set_quoted(findings, urgency, quoted);
    free(quoted);
    free(remedy);
    free(text);
    cause_forget(search);
    return row;
}
