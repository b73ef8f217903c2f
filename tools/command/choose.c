/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrelay disable, enable, device and default: change a loader.conf, the user's own or, with
 * --system, the machine's. After each change they ask the loader whether it took effect, and
 * restore the file if not.
 */
#include "commands.h"

#include "../base/conf.h"
#include "../base/data.h"
#include "../base/edit.h"
#include "../base/files.h"
#include "../base/strings.h"
#include "../base/terminal.h"
#include "../report/platforms.h"
#include "../report/remedy.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct choice {
    const struct options *options;
    const char *command;
    struct probed probed;
    const char *setting;
    const char *file; /* the loader.conf; belongs to `probed` */
    size_t line;      /* the changed line; 0: none */
    char *before;     /* the value that the file had, or NULL */
    char *value;      /* the new value; NULL: the line was removed */
    bool changed;
    char *did, *undo; /* sentences: what is true now, and how to undo it */
    char *note;       /* what else the user should know, or NULL */
    char *trouble;    /* why the command failed, or NULL */
};

/* ---- what the loader says ---- */

/* `system`: ignores this user's files and variables, as for all users. `search`: opens no driver;
 * only the default platform needs them open. */
static struct probed probe(const struct options *options, bool system, bool search)
{
    struct variable variables[12] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE } };
    size_t count = 1;
    if (search) variables[count++] = (struct variable){ "OCL_ICD_SEARCH_ONLY", "1" };
    if (system) {
        /* There is no file below this one. Drivers need HOME, for what they build. */
        variables[count++] = (struct variable){ "XDG_CONFIG_HOME", SYSTEM_NULL_DEVICE };
        variables[count++] = (struct variable){ "OCL_ICD_DRIVERS_DISABLE", NULL };
        variables[count++] = (struct variable){ "OCL_ICD_DRIVERS_SELECT", NULL };
        variables[count++] = (struct variable){ "OCL_ICD_PLATFORMS_DISABLE", NULL };
        variables[count++] = (struct variable){ "OCL_ICD_PLATFORMS_SELECT", NULL };
        variables[count++] = (struct variable){ "OCL_ICD_DEFAULT_PLATFORM", NULL };
        variables[count++] = (struct variable){ "OCL_ICD_DEVICES_SELECT", NULL };
        variables[count++] = (struct variable){ "OCL_ICD_DEVICES_DISABLE", NULL };
    }
    return loader_probe(options, "report", variables, 0,
                        search ? "looking for drivers" : "loading the drivers");
}

/* The loader's complaint about the file or the changed line, or NULL. */
static const char *problem_with(const struct choice *choice, const struct report *report)
{
    for (size_t i = 0; report && i < report->problems.count; i++) {
        const struct problem *problem = &report->problems.all[i];
        if (text_same(problem->file, choice->file) &&
            (text_same(problem->code, "FILE_IGNORED") ||
             (choice->line && problem->line == (json_int_t)choice->line)))
            return problem->text;
    }
    return NULL;
}

/* The report's entry for the setting to change, or NULL. */
static const struct setting *own_setting(const struct choice *choice)
{
    return report_setting(choice->probed.report, choice->setting);
}

/* Whether the value of a setting, which may be NULL, comes from there. */
static bool comes_from(const struct setting *setting, const char *origin)
{
    return setting && text_same(setting->origin, origin);
}

/* ---- words ---- */

/* Quotes a word for a shell. */
static char *quoted(const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-/:";
    struct string text = { NULL, 0, 0 };
    if (*word && strspn(word, plain) == strlen(word)) return text_format("%s", word);
    string_add(&text, "'");
    for (size_t length; *word; word += length) {
        length = *word == '\'' ? 1 : strcspn(word, "'");
        if (*word == '\'') string_add(&text, "'\\''");
        else string_add_bytes(&text, word, length);
    }
    string_add(&text, "'");
    return text.text;
}

/* A pattern for a name: characters that mean something in patterns or lists become "any
 * character". */
static char *pattern_of(const char *name)
{
    char *pattern = text_format("%s", name);
    size_t length = strlen(pattern);
    for (size_t i = 0; i < length; i++)
        if (strchr("*?[,", pattern[i]) || iscntrl((unsigned char)pattern[i]) ||
            (pattern[i] == ' ' && (i == 0 || i == length - 1)))
            pattern[i] = '?';
    return pattern;
}

static char *command_line(const struct choice *choice, const char *command, const char *name)
{
    char *word = quoted(name);
    const char *system = choice->options->system ? " --system" : "";
    char *text = *name == '-' ? text_format("clrelay %s%s -- %s", command, system, word)
                              : text_format("clrelay %s %s%s", command, word, system);
    free(word);
    return text;
}

/* ---- the file ---- */

static bool fail(struct choice *choice, char *trouble)
{
    free(choice->trouble);
    choice->trouble = trouble;
    return false;
}

/* Finds the file to change, and what would make a change pointless. */
static bool find_file(struct choice *choice)
{
    const struct report *report = choice->probed.report;
    const char *problem;
    choice->file = choice->options->system ? report->machine_settings : report->user_settings;
    if (!choice->file && choice->options->system)
        return fail(choice, text_format("this library has no settings for the machine"));
    if (!choice->file && report->privileged)
        return fail(choice, text_format("it would have no effect: this program is privileged, and "
                                        "the loader ignores a user's settings there"));
    if (!choice->file)
        return fail(choice, text_format("there is no folder for the user's settings: %s",
                                        SYSTEM_TEXT("HOME is not set to an absolute path",
                                                    "%LOCALAPPDATA% is not there")));
    if (comes_from(own_setting(choice), "environment"))
        return fail(choice,
                    text_format("it would have no effect: %s is set in the environment, and "
                                "that takes precedence. Change it there, or unset it",
                                choice->setting));
    problem = problem_with(choice, report);
    if (problem) return fail(choice, text_format("it would have no effect: %s", problem));
    return true;
}

/* The value to start from: that of the file, or of the file that it overrides. */
static char *base_of(struct choice *choice, const struct conf *conf)
{
    const struct setting *setting = own_setting(choice);
    free(choice->before);
    choice->before = conf_get(conf, choice->setting, &choice->line);
    if (choice->before) return text_format("%s", choice->before);
    return text_format(
        "%s", setting && !comes_from(setting, "default") ? text_or_empty(setting->value) : "");
}

/* Whether the machine's file has a value that would count again without the user's. */
static bool has_lower(const struct choice *choice)
{
    struct probed machine;
    bool found;
    if (choice->options->system) return false;
    machine = probe(choice->options, true, true);
    found = !comes_from(report_setting(machine.report, choice->setting), "default");
    probed_free(&machine);
    return found;
}

/* Whether the loader's report shows the wanted result. If not, *why may become the reason, which
 * the caller frees. */
typedef bool (*is_done_in)(const struct report *report, const void *about, char **why);

/* Notes if this user's own settings override the machine's. */
static void note_own(struct choice *choice, bool search, is_done_in is_done, const void *about)
{
    struct probed own = probe(choice->options, false, search);
    char *why = NULL;
    if (!is_done(own.report, about, &why))
        choice->note =
            text_format("It makes no difference for you: your own environment or loader.conf "
                        "takes precedence. To see what is set, and where: clrelay settings");
    free(why);
    probed_free(&own);
}

typedef char *(*change_value)(struct choice *choice, const char *base, const char *element);

/*
 * Changes the setting's value, and asks the loader whether the change took effect. `change` makes
 * the new value from the old one and the element; or it sets the trouble and returns NULL.
 */
static bool change_file(struct choice *choice, change_value change, const char *element,
                        bool search, is_done_in is_done, const void *about)
{
    char *path, *base;
    struct edit edit;
    struct conf conf = { NULL, 0 };
    if (!find_file(choice)) return false;
    path = data_path(choice->file);
    choice->trouble = edit_begin(&edit, path, choice->options->system);
    free(path);
    if (choice->trouble) goto done;
    base = base_of(choice, &edit.before);
    choice->value = change(choice, base, element);
    free(base);
    if (!choice->value) goto done;
    conf.length = edit.before.length;
    conf.bytes = require_memory(malloc(conf.length + 1));
    memcpy(conf.bytes, edit.before.bytes, conf.length + 1);
    if (*choice->value || has_lower(choice) || !conf_remove(&conf, choice->setting)) {
        char *why = conf_set(&conf, choice->setting, choice->value, &choice->line);
        if (why) fail(choice, text_format("%s can't hold this value: %s", choice->file, why));
        free(why);
    } else {
        free(choice->value);
        choice->value = NULL;
    }
    if (!choice->trouble) choice->trouble = edit_write(&edit, &conf);
    if (!choice->trouble) {
        struct probed after = probe(choice->options, choice->options->system, search);
        char *why = NULL;
        choice->changed = true;
        if (!is_done(after.report, about, &why)) {
            const char *problem = problem_with(choice, after.report);
            char *trouble = edit_undo(&edit);
            choice->changed = trouble != NULL;
            if (!problem) problem = why;
            fail(choice, text_format("it would have no effect%s%s%s%s", problem ? ": " : "",
                                     problem ? problem : "", trouble ? "; and " : "",
                                     trouble ? trouble : ""));
            free(trouble);
            free(why);
        }
        probed_free(&after);
        if (!choice->trouble && choice->options->system) note_own(choice, search, is_done, about);
    }
    free(conf.bytes);

done:
    edit_end(&edit);
    return !choice->trouble;
}

/* ---- drivers ---- */

static bool is_path(const char *path, const char *name)
{
    return path && *path && (strcmp(path, name) == 0 || strcmp(text_file_name(path), name) == 0);
}

static bool is_named(const struct candidate *driver, const char *name)
{
    char *own = remedy_name(driver);
    bool named = text_compare_nocase(own, name) == 0 || is_path(driver->manifest, name) ||
                 is_path(driver->library, name);
    free(own);
    return named;
}

/* The first driver of this name, or NULL. A file that hides others of its name comes before them. */
static struct candidate *find_driver(const struct report *report, const char *name)
{
    for (size_t i = 0; report && i < report->drivers.count; i++)
        if (is_named(&report->drivers.all[i], name)) return &report->drivers.all[i];
    return NULL;
}

static char *names_of_drivers(const struct candidates *drivers)
{
    char *all = text_format("%s", "");
    for (size_t i = 0; i < drivers->count; i++) {
        char *name = remedy_name(&drivers->all[i]);
        text_add(&all, "%s%s", *all ? ", " : "", name);
        free(name);
    }
    return all;
}

static struct candidate *need_driver(struct choice *choice)
{
    struct report *report = choice->probed.report;
    struct candidate *driver = find_driver(report, choice->options->subject);
    char *names;
    if (driver) {
        remedy_add(driver, report);
        return driver;
    }
    names = names_of_drivers(&report->drivers);
    fail(choice, text_format("there is no driver %s. There %s %s", choice->options->subject,
                             *names ? "are:" : "are", *names ? names : "none at all"));
    free(names);
    return NULL;
}

static bool is_off(const struct candidate *driver)
{
    return driver->verdict == VERDICT_DISABLED || driver->verdict == VERDICT_NOT_SELECTED ||
           driver->verdict == VERDICT_FILE_MASK || driver->verdict == VERDICT_HIDDEN ||
           driver->verdict == VERDICT_HIDDEN_BY_USER;
}

/* The setting that turns the driver off. */
static const char *setting_against(const struct candidate *driver)
{
    return driver->verdict == VERDICT_NOT_SELECTED ? "OCL_ICD_DRIVERS_SELECT"
                                                   : "OCL_ICD_DRIVERS_DISABLE";
}

static bool is_now_off(const struct report *report, const void *name, char **why)
{
    const struct candidate *driver = find_driver(report, name);
    (void)why;
    return driver && is_off(driver);
}

static bool is_now_on(const struct report *report, const void *name, char **why)
{
    const struct candidate *driver = find_driver(report, name);
    const struct setting *setting;
    if (!driver || !is_off(driver)) return driver != NULL;
    setting = report_setting(report, setting_against(driver));
    *why = text_format("%s = %s turns it off, too", setting ? setting->name : "",
                       setting ? text_or_empty(setting->value) : "");
    return false;
}

static char *add(struct choice *choice, const char *base, const char *element)
{
    (void)choice;
    return conf_list_add(base, element);
}

static char *take_out(struct choice *choice, const char *base, const char *element)
{
    bool removed;
    char *rest = conf_list_remove(base, element, &removed);
    if (removed) return rest;
    free(rest);
    fail(choice,
         text_format(
             "it is off because of a pattern that may match other drivers, too: %s = %s. Change it "
             "yourself, in %s",
             choice->setting, base, own_setting(choice)->origin));
    return NULL;
}

static void disable(struct choice *choice)
{
    const struct candidate *driver = need_driver(choice);
    char *name, *pattern;
    if (!driver) return;
    if (is_off(driver)) {
        choice->did =
            text_format("%s is off already: %s", choice->options->subject, driver->reason);
        return;
    }
    choice->setting = "OCL_ICD_DRIVERS_DISABLE";
    name = remedy_name(driver);
    pattern = pattern_of(name);
    if (change_file(choice, add, pattern, true, is_now_off, name)) {
        choice->did = text_format("%s is off from now on", name);
        choice->undo = command_line(choice, "enable", name);
    }
    free(pattern);
    free(name);
}

/* Notes what else turns the driver off, now that one cause is gone. */
static void note_still_off(struct choice *choice, const char *name)
{
    struct probed after = probe(choice->options, choice->options->system, true);
    const struct candidate *driver = find_driver(after.report, name);
    if (driver && is_off(driver)) {
        char *next = command_line(choice, "enable", name);
        choice->note =
            text_format("Something else turns it off, too: see clrelay drivers. Next: %s", next);
        free(next);
    }
    probed_free(&after);
}

/* Whether a file that hides others is in a folder that all programs search, and not in the user's
 * own. */
static bool is_for_all(const struct choice *choice, const char *mask)
{
    const struct report *report = choice->probed.report;
    const char *own = text_or_empty(report->user_settings);
    size_t folder = (size_t)(text_file_name(own) - own);
    for (size_t i = 0; i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        if (text_same(driver->manifest, mask))
            return text_same(driver->source, "default directory") &&
                   (folder == 0 || strncmp(mask, own, folder) != 0);
    }
    return false;
}

static bool hides_any(const struct candidates *drivers, const char *mask)
{
    for (size_t i = 0; i < drivers->count; i++)
        if (text_same(drivers->all[i].message, mask)) return true;
    return false;
}

/* Removes the file that hides the driver. */
static void unmask(struct choice *choice, const struct candidate *driver, const char *name)
{
    const char *mask = text_or_empty(driver->message ? driver->message : driver->manifest);
    char *path, *word;
    if (!hides_any(&choice->probed.report->drivers, mask)) {
        fail(choice,
             text_format("there is no driver to turn on: %s is empty, and no other file has "
                         "this name",
                         mask));
        return;
    }
    if (!choice->options->system && is_for_all(choice, mask)) {
        word = quoted(name);
        fail(choice,
             text_format("%s turns it off for all users. To turn it on for all: clrelay enable "
                         "%s --system",
                         mask, word));
        free(word);
        return;
    }
    path = data_path(mask);
    if (!(choice->trouble = edit_remove_mask(path))) {
        word = quoted(path);
        choice->changed = true;
        note_still_off(choice, name);
        choice->did = text_format(choice->note ? "%s: %s hid it, and is removed"
                                               : "%s is on from now on: %s hid it, and is removed",
                                  name, path);
        choice->undo =
            text_format(SYSTEM_TEXT("ln -s /dev/null %s", "make the empty file %s"), word);
        free(word);
    }
    free(path);
}

static void enable(struct choice *choice)
{
    const struct candidate *driver = need_driver(choice);
    char *name, *pattern;
    bool selects;
    if (!driver) return;
    if (!is_off(driver)) {
        choice->did = text_format("%s is not off", choice->options->subject);
        return;
    }
    name = remedy_name(driver);
    pattern = pattern_of(name);
    choice->setting = setting_against(driver);
    selects = driver->verdict == VERDICT_NOT_SELECTED;
    if (!selects && driver->verdict != VERDICT_DISABLED) {
        unmask(choice, driver, name);
    } else if (change_file(choice, selects ? add : take_out, pattern, true, is_now_on, name)) {
        choice->did = text_format("%s is on from now on", name);
        choice->undo = command_line(choice, "disable", name);
    }
    free(pattern);
    free(name);
}

/* ---- the default platform ---- */

static bool is_meant(const struct platform *platform, const char *wanted)
{
    unsigned number;
    if (text_number(wanted, &number)) return platform->index == (json_int_t)number;
    return text_matches(text_or_empty(platform->name), text_of(wanted)) ||
           text_matches(text_or_empty(platform->suffix), text_of(wanted));
}

/* The first matching platform, or NULL. */
static const struct platform *find_platform(const struct report *report, const char *wanted)
{
    const struct platform *first = NULL;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct platforms *platforms = &report->drivers.all[i].platforms;
        for (size_t j = 0; j < platforms->count; j++) {
            const struct platform *platform = &platforms->all[j];
            if (platform->index != UNKNOWN && is_meant(platform, wanted) &&
                (!first || platform->index < first->index))
                first = platform;
        }
    }
    return first;
}

static bool is_now_default(const struct report *report, const void *about, char **why)
{
    const struct platform *wanted = about, *now;
    char *index = text_format("%lld", wanted->index);
    (void)why;
    now = find_platform(report, index);
    free(index);
    return now && now->is_default &&
           text_same(text_or_empty(now->name), text_or_empty(wanted->name));
}

static char *replace(struct choice *choice, const char *base, const char *element)
{
    (void)choice, (void)base;
    return text_format("%s", element);
}

/* The name of a platform, because numbers change with the drivers; its number if two platforms have
 * the name. */
static char *name_for_setting(const struct report *report, const struct platform *platform)
{
    char *name = pattern_of(text_or_empty(platform->name));
    unsigned number;
    if (*name && !text_number(name, &number) && find_platform(report, name) == platform)
        return name;
    free(name);
    return text_format("%lld", platform->index);
}

/* Whether the file has this value already, and it takes effect. */
static bool is_set_already(struct choice *choice, const char *value)
{
    const struct setting *setting = own_setting(choice);
    size_t length;
    if (!find_file(choice) || !setting || !setting->origin) return false;
    length = strlen(choice->file);
    return text_same(setting->value, value) &&
           strncmp(setting->origin, choice->file, length) == 0 && setting->origin[length] == ':';
}

/* A command that restores the old value or, if there is none, instructions. */
static char *undo_default(const struct choice *choice)
{
    const struct report *report = choice->probed.report;
    const struct platform *former = choice->before ? find_platform(report, choice->before) : NULL;
    char *value = former ? name_for_setting(report, former) : NULL, *undo;
    if (!choice->before) undo = text_format("remove line %zu of %s", choice->line, choice->file);
    else if (value && strcmp(value, choice->before) == 0)
        undo = command_line(choice, "default", choice->before);
    else
        undo = text_format("set line %zu of %s to %s =%s%s", choice->line, choice->file,
                           choice->setting, *choice->before ? " " : "", choice->before);
    free(value);
    return undo;
}

/* ---- devices ---- */

static const char devices_select[] = "OCL_ICD_DEVICES_SELECT";

/* Whether each pattern chooses a device, and no other setting leaves out all of them. */
static bool is_now_chosen(const struct report *report, const void *about, char **why)
{
    (void)about;
    if (report) *why = report_choice_problem(report);
    return report && !*why;
}

/* Whether the subject names devices, and not a platform. A number is a platform's. */
static bool names_device(const struct choice *choice)
{
    unsigned number;
    const struct variable variables[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                          { devices_select, choice->options->subject },
                                          { NULL, NULL } };
    struct probed probed =
        loader_probe(choice->options, "report", variables, 0, "looking for the device");
    char *why = NULL;
    bool named =
        !text_number(choice->options->subject, &number) && is_now_chosen(probed.report, NULL, &why);
    free(why);
    probed_free(&probed);
    return named;
}

static void choose_devices(struct choice *choice, const char *value, const char *did)
{
    choice->setting = devices_select;
    if (is_set_already(choice, value)) {
        choice->did = text_format("this is set already: %s", own_setting(choice)->origin);
    } else if (change_file(choice, replace, value, false, is_now_chosen, NULL)) {
        choice->did = text_format(did, choice->options->subject);
        choice->undo =
            choice->before
                ? text_format("set line %zu of %s to %s =%s%s", choice->line, choice->file,
                              choice->setting, *choice->before ? " " : "", choice->before)
                : text_format("remove line %zu of %s", choice->line, choice->file);
    }
}

static void set_devices(struct choice *choice)
{
    choose_devices(choice, choice->options->subject, "Programs see only %s from now on");
}

/* Chooses all devices, with these first. */
static void set_first_device(struct choice *choice)
{
    char *value = text_format("%s,*", choice->options->subject);
    choose_devices(choice, value, "%s comes first from now on");
    free(value);
}

/* The pattern of the platform's first device, if `clrelay default` with it puts the platform first
 * in the list; or NULL. The caller frees it. */
static char *pattern_for_first(const struct choice *choice, const struct platform *platform)
{
    struct variable variables[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                    { NULL, NULL },
                                    { NULL, NULL } };
    const struct platform *first;
    struct probed probed;
    char *pattern = NULL, *value;
    /* It would replace the user's own choice. */
    if (!comes_from(report_setting(choice->probed.report, devices_select), "default")) return NULL;
    probed = loader_probe(choice->options, "devices", variables, 0, "looking for devices");
    platforms_add_from_report(&probed);
    for (size_t i = 0; i < probed.platforms.count; i++) {
        const struct platform *each = &probed.platforms.all[i];
        if (each->index == platform->index && each->device_count && each->devices[0].pattern)
            pattern = text_format("%s", each->devices[0].pattern);
    }
    probed_free(&probed);
    if (!pattern) return NULL;
    value = text_format("%s,*", pattern);
    variables[1] = (struct variable){ devices_select, value };
    probed = loader_probe(choice->options, "report", variables, 0, "looking for the device");
    first = find_platform(probed.report, "0");
    if (!first || !text_same(first->name, platform->name) ||
        find_platform(choice->probed.report, pattern)) {
        free(pattern);
        pattern = NULL;
    }
    probed_free(&probed);
    free(value);
    return pattern;
}

/* Notes that the default platform is not the first one, which many programs take. Other users may
 * have another order. */
static void note_first(struct choice *choice, const struct platform *platform)
{
    const struct platform *first = find_platform(choice->probed.report, "0");
    char *pattern, *command;
    if (choice->options->system || !first || first->index >= platform->index) return;
    choice->note = text_format("Programs that take the first platform still get platform 0, %s.",
                               text_or_empty(first->name));
    pattern = text_same(first->name, platform->name) ? NULL : pattern_for_first(choice, platform);
    if (!pattern) return;
    command = command_line(choice, "default", pattern);
    text_add(&choice->note, " To put %s first: %s", text_or_empty(platform->name), command);
    free(command);
    free(pattern);
}

/* Says that there is no such platform, and which one has the word in its name or suffix. */
static void fail_without_platform(struct choice *choice)
{
    const char *word = choice->options->subject;
    char *part = pattern_of(word), *pattern = text_format("*%s*", part);
    char *command = command_line(choice, "default", pattern);
    const struct platform *like = find_platform(choice->probed.report, pattern);
    unsigned number;
    if (like && !text_number(word, &number))
        fail(choice, text_format("there is no platform %s, and no such device. For %s: %s", word,
                                 text_or_empty(like->name), command));
    else
        fail(choice, text_format("there is no platform %s, and no such device. What there is: "
                                 "clrelay list",
                                 word));
    free(command);
    free(pattern);
    free(part);
}

static void set_default(struct choice *choice)
{
    const struct platform *platform =
        find_platform(choice->probed.report, choice->options->subject);
    char *value;
    choice->setting = "OCL_ICD_DEFAULT_PLATFORM";
    if (!platform) {
        if (!choice->trouble && names_device(choice)) set_first_device(choice);
        else fail_without_platform(choice);
        return;
    }
    value = name_for_setting(choice->probed.report, platform);
    if (platform->is_default && is_set_already(choice, value)) {
        choice->did = text_format("%s is the default platform already: %s",
                                  text_or_empty(platform->name), own_setting(choice)->origin);
        note_first(choice, platform);
    } else if (change_file(choice, replace, value, false, is_now_default, platform)) {
        choice->did =
            text_format("%s is the default platform from now on", text_or_empty(platform->name));
        choice->undo = undo_default(choice);
        note_first(choice, platform);
    }
    free(value);
}

/* ---- output ---- */

static void print_text(const struct choice *choice)
{
    const char *space = choice->value && *choice->value ? " " : "";
    if (choice->trouble) {
        line_error("clrelay: %s", choice->trouble);
        return;
    }
    line(0, 4, BOLD, "%s%s.", choice->did,
         choice->changed && choice->options->system ? ", for all users" : "");
    if (choice->line && choice->value)
        line(2, 6, PLAIN, "%s:%zu: %s =%s%s", choice->file, choice->line, choice->setting, space,
             choice->value);
    else if (choice->line)
        line(2, 6, PLAIN, "%s:%zu: the line is removed", choice->file, choice->line);
    if (choice->line && choice->before)
        line(2, 6, DIM, "before: %s = %s", choice->setting, choice->before);
    if (choice->changed && strcmp(choice->options->library, SYSTEM_LIBRARY) != 0)
        line(0, 4, PLAIN, "This is for programs that get this libOpenCL: %s",
             choice->options->library);
    if (choice->note) line(0, 4, WARN, "%s", choice->note);
    if (choice->undo) line(0, 4, PLAIN, "To undo: %s", choice->undo);
}

static void print_json(const struct choice *choice)
{
    json_t *all = report_json(&choice->probed, choice->command);
    bool written = choice->changed && choice->line; /* and the change was not undone */
    json_object_set_new(all, "well", json_boolean(!choice->trouble));
    json_object_set_new(all, "changed", json_boolean(choice->changed));
    json_object_set_new(all, "text", data_string(choice->did));
    json_object_set_new(all, "file", data_string(written ? choice->file : NULL));
    json_object_set_new(all, "line",
                        written ? json_integer((json_int_t)choice->line) : json_null());
    json_object_set_new(all, "setting", data_string(written ? choice->setting : NULL));
    json_object_set_new(all, "before", data_string(written ? choice->before : NULL));
    json_object_set_new(all, "value", data_string(written ? choice->value : NULL));
    json_object_set_new(all, "note", data_string(choice->note));
    json_object_set_new(all, "undo", data_string(choice->undo));
    json_object_set_new(all, "error", data_string(choice->trouble));
    data_print(all);
}

/* The option that makes a command use clrelay's library, which reads loader.conf. The caller frees
 * the text. */
static char *option_for_library(void)
{
    char *library = file_own_library(false), *word = library ? text_shell_word(library) : NULL;
    char *option = text_format("--library%s%s", word ? " " : "", text_or_empty(word));
    free(word);
    free(library);
    return option;
}

static int run(const struct options *options, const char *command, bool search,
               void (*change)(struct choice *))
{
    struct choice choice = { .options = options, .command = command };
    char *option = option_for_library();
    bool well;
    choice.probed = probe(options, options->system, search);
    if (!choice.probed.failed && choice.probed.report) change(&choice);
    else if (!choice.probed.failed)
        fail(&choice, text_format("this loader is not clrelay's: %s reads no loader.conf. Name "
                                  "clrelay's library with %s",
                                  text_or_empty(choice.probed.loader->file), option));
    else if (options->json) fail(&choice, text_format("the drivers could not be tried"));
    else {
        loader_print_failure(&choice.probed);
        if (text_same(options->library, SYSTEM_LIBRARY) && strchr(option, ' '))
            line_error("To use clrelay's library here: %s", option);
    }
    free(option);
    well = !choice.probed.failed && !choice.trouble;
    if (options->json) print_json(&choice);
    else if (!choice.probed.failed) print_text(&choice);
    free(choice.before);
    free(choice.value);
    free(choice.did);
    free(choice.undo);
    free(choice.note);
    free(choice.trouble);
    probed_free(&choice.probed);
    return well ? STATUS_WELL : STATUS_WRONG;
}

int command_disable(const struct options *options)
{
    return run(options, "disable", true, disable);
}

int command_enable(const struct options *options)
{
    return run(options, "enable", true, enable);
}

int command_device(const struct options *options)
{
    return run(options, "device", false, set_devices);
}

int command_default(const struct options *options)
{
    return run(options, "default", false, set_default);
}
