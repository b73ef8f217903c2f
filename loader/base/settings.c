/* SPDX-License-Identifier: Apache-2.0 */
#include "base/settings.h"

#include "base/os.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *fallback;
    const char *help;
} rows[SETTING_COUNT] = {
#define SETTING(id, name, type, fallback, help) { name, fallback, help },
#include "base/setting_rows.h"
#undef SETTING
};

/* An empty text in a file is a value: it hides the value from another file. */
static struct value {
    char *text;
    char *origin;
} values[SETTING_COUNT];

static char *user_file;

static struct problem *problems;
static size_t problem_count;
static bool incomplete;  /* there was no memory for a value or a problem */
static bool choice_lost; /* a value that is lost may be a choice of what programs see */

/* Returns memory, or NULL, which makes the settings incomplete. */
static void *checked(void *memory)
{
    if (!memory) incomplete = true;
    return memory;
}

/* The same for what all of a file depends on. */
static void *checked_for_all(void *memory)
{
    if (!memory) choice_lost = true;
    return checked(memory);
}

static bool is_choice(size_t setting)
{
    switch (setting) {
    case SETTING_DRIVERS_SELECT:
    case SETTING_DRIVERS_DISABLE:
    case SETTING_PLATFORMS_SELECT:
    case SETTING_PLATFORMS_DISABLE:
    case SETTING_DEVICES_SELECT:
    case SETTING_DEVICES_DISABLE: return true;
    default: return false;
    }
}

/* ---- problems ---- */

PRINTF_FORMAT(4, 0)
static void add_problem(const char *code, const char *file, size_t line, const char *format,
                        va_list arguments)
{
    char message[1024];
    struct problem *more = checked(realloc(problems, (problem_count + 2) * sizeof *problems));
    struct problem problem = { .line = line, .code = code };
    if (!more) return;
    problems = more;
    vsnprintf(message, sizeof message, format, arguments);
    problem.text = checked(text_copy_string(message));
    if (file) problem.file = checked(text_copy_string(file));
    if (problem.text) problems[problem_count++] = problem;
    else free(problem.file);
    problems[problem_count] = (struct problem){ .text = NULL };
}

void settings_add_problem(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_problem("VALUE", NULL, 0, format, arguments);
    va_end(arguments);
}

void settings_add_hint(const char *code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_problem(code, NULL, 0, format, arguments);
    va_end(arguments);
}

/* A file, or a line of it (0: all of it), that is ignored. */
static void ignore(const char *file, size_t line, const char *format, ...) PRINTF_FORMAT(3, 4);
static void ignore(const char *file, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_problem(line ? "LINE_IGNORED" : "FILE_IGNORED", file, line, format, arguments);
    va_end(arguments);
}

bool settings_are_incomplete(void)
{
    return incomplete;
}

bool settings_choice_is_lost(void)
{
    return choice_lost;
}

const struct problem *settings_problems(void)
{
    return problems;
}

/* ---- reading ---- */

static void set_value(size_t setting, struct text text, const char *origin)
{
    struct value *value = &values[setting];
    char *copy = checked(text_copy(text)), *from = checked(text_copy_string(origin));
    if (!copy || !from) {
        choice_lost = choice_lost || is_choice(setting);
        free(copy);
        free(from);
        return;
    }
    free(value->text);
    free(value->origin);
    *value = (struct value){ copy, from };
}

static void read_line(const char *path, const struct text_line *line)
{
    struct text name, value;
    char *origin;
    size_t size = strlen(path) + 32;
    if (!text_split_setting(line->text, &name, &value)) {
        ignore(path, line->number, "%s:%zu: this is not name = value; the line is ignored", path,
               line->number);
        return;
    }
    origin = checked_for_all(malloc(size));
    if (!origin) return;
    snprintf(origin, size, "%s:%zu", path, line->number);
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (text_is(name, rows[i].name)) {
            set_value(i, value, origin);
            goto done;
        }
    ignore(path, line->number, "%s: there is no setting '%.*s'; the line is ignored", origin,
           name.length > 100 ? 100 : (int)name.length, name.start);
done:
    free(origin);
}

/* Reads the lines of a file. */
static void read_lines(const char *path, struct text rest)
{
    struct text_line line = { .number = 0 };
    while (text_next_line(&rest, &line)) {
        if (text_is_ignorable(&line)) continue;
        if (line.length > TEXT_LONGEST_LINE)
            ignore(path, line.number, "%s:%zu: the line has more than %d bytes, and is ignored",
                   path, line.number, TEXT_LONGEST_LINE);
        else if (memchr(line.text.start, '\0', line.text.length))
            ignore(path, line.number, "%s:%zu: the line has a NUL byte, and is ignored", path,
                   line.number);
        else read_line(path, &line);
    }
}

/* Reads a file of settings if it exists. `directory` is the opened directory of the file, or NULL;
 * `verdict` is on the directory. */
static void read_file(const char *path, const struct os_directory *directory, enum verdict verdict,
                      struct details *details)
{
    struct text text;
    if (verdict == VERDICT_ACCEPTED) verdict = os_read_text(directory, path, false, &text, details);
    if (verdict == VERDICT_ACCEPTED) read_lines(path, text);
    else if (verdict == VERDICT_UNTRUSTED_RIGHTS)
        ignore(path, 0, "%s is ignored: %s: " OS_REVOKE_WRITE, path, verdict_text(verdict),
               details->text);
    else if (verdict != VERDICT_FILE_MISSING && verdict != VERDICT_NO_DIRECTORY)
        ignore(path, 0, "%s is ignored: %s%s%s%s", path, verdict_text(verdict),
               *details->text ? " (" : "", details->text, *details->text ? ")" : "");
}

/* Ignores the user's file if somebody other than the user or root may have made it. */
static void read_users_file(const char *folder, size_t base)
{
    struct os_file file;
    struct details details = { "" };
    struct os_directory *directory;
    enum verdict verdict =
        os_open_directory(&(struct os_place){ folder, base, true }, &directory, &file, &details);
    user_file =
        checked_for_all(text_join(text_of(folder), OS_PATH_SEPARATOR, text_of("loader.conf")));
    if (user_file && (!os_is_untrusted(verdict) || !os_is_missing(user_file, 0)))
        read_file(user_file, directory, verdict, &details);
    if (directory) os_close_directory(directory);
}

/* A user who hides devices this way must not believe that they are hidden. */
static void tell_foreign(void)
{
    static const char name[] = "OPENCL_VISIBLE_DEVICES";
    const char *value = os_environment(name);
    if (value && *value && !setting_text(SETTING_DEVICES_SELECT))
        settings_add_hint("FOREIGN_VARIABLE",
                          "%s is set, but this loader does not know it, and hides no device for "
                          "it: set %s instead",
                          name, rows[SETTING_DEVICES_SELECT].name);
}

static void read_all(void)
{
    char *folder = NULL;
    size_t base = 0;
    read_file(CLRELAY_CONFIG_FILE, NULL, VERDICT_ACCEPTED, &(struct details){ "" });
    if (os_privileged()) return;
    if (CLRELAY_USER_FILES) folder = checked_for_all(os_user_folder("OpenCL", &base));
    if (folder && *folder) read_users_file(folder, base);
    free(folder);
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const char *value = os_environment(rows[i].name);
        /* Copied, because the program may change its environment later. */
        if (value && *value) set_value(i, text_of(value), "environment");
    }
    tell_foreign();
}

void settings_read(void)
{
    read_all();
    /* Another time a file may count that did not count now: nobody knows what it hides. */
    if (os_was_short()) choice_lost = true;
}

void settings_free(void)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        free(values[i].text);
        free(values[i].origin);
        values[i] = (struct value){ NULL, NULL };
    }
    free(user_file);
    user_file = NULL;
    while (problem_count > 0) {
        free(problems[--problem_count].text);
        free(problems[problem_count].file);
    }
    free(problems);
    problems = NULL;
    incomplete = false;
    choice_lost = false;
}

/* ---- queries ---- */

const char *settings_machine_file(void)
{
    return *CLRELAY_CONFIG_FILE ? CLRELAY_CONFIG_FILE : NULL;
}

const char *settings_user_file(void)
{
    return user_file;
}

static bool is_set(enum setting setting)
{
    return values[setting].text && *values[setting].text;
}

const char *setting_name(enum setting setting)
{
    return rows[setting].name;
}

const char *setting_help(enum setting setting)
{
    return rows[setting].help;
}

const char *setting_origin(enum setting setting)
{
    return is_set(setting) ? values[setting].origin : "default";
}

const char *setting_text(enum setting setting)
{
    return is_set(setting) ? values[setting].text : rows[setting].fallback;
}

bool setting_flag(enum setting setting)
{
    static const char *const yes[] = { "true", "True", "T", "1" };
    const char *value = setting_text(setting);
    for (size_t i = 0; value && i < sizeof yes / sizeof yes[0]; i++)
        if (strcmp(value, yes[i]) == 0) return true;
    return false;
}

bool setting_number(enum setting setting, unsigned *number)
{
    const char *value = setting_text(setting);
    return value && text_number(value, number);
}
