/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include "os.h"
#include "settings.h"
#include "text.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const char *const levels[] = {
    [LOG_ERROR] = "error", [LOG_WARNING] = "warn", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"
};
static const char *const categories[LOG_CATEGORIES] = {
    [LOG_SETTINGS] = "settings", [LOG_SEARCH] = "search",     [LOG_DRIVER] = "driver",
    [LOG_LAYER] = "layer",       [LOG_PLATFORM] = "platform", [LOG_TABLE] = "table",
    [LOG_CALL] = "call",
};

/* The levels that are written, for each category: a bit each. */
static unsigned char wanted[LOG_CATEGORIES];

/* Set once, and read by any thread from then on. */
static int target = OS_STANDARD_ERROR;
static struct os_file target_file; /* what it is, where it is no standard error */
static char target_path[4096];     /* what that is called in any folder, or empty */
static atomic_bool lost;           /* somebody has closed it */

static void want(enum log_category category, enum log_level level)
{
    wanted[category] |= (unsigned char)(1u << level);
}

/* A level, and all that are more important. */
static void want_up_to(enum log_category category, enum log_level level)
{
    for (int i = LOG_ERROR; i <= (int)level; i++) want(category, (enum log_level)i);
}

static void want_all_up_to(enum log_level level)
{
    for (int i = 0; i < LOG_CATEGORIES; i++) want_up_to((enum log_category)i, level);
}

static bool is(struct text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.start, word, text.length) == 0;
}

/* Takes the part of OCL_ICD_LOG behind the colon. False: it names a category that is none. */
static bool want_categories(const char *list, enum log_level level)
{
    struct text word;
    bool good = true;
    while (text_next(&list, ',', &word)) {
        int category = 0;
        word = text_trim(word);
        while (category < LOG_CATEGORIES && !is(word, categories[category])) category++;
        if (category < LOG_CATEGORIES)
            want_up_to((enum log_category)category, level);
        else
            good = false;
    }
    return good;
}

static bool read_log(const char *value)
{
    const char *rest = value;
    struct text word;
    int level = LOG_ERROR;
    text_next(&rest, ':', &word);
    word = text_trim(word);
    while (level <= LOG_DEBUG && !is(word, levels[level])) level++;
    if (level > LOG_DEBUG) return false;
    if (rest) return want_categories(rest, (enum log_level)level);
    want_all_up_to((enum log_level)level);
    return true;
}

/* The bits of OCL_ICD_DEBUG, as ocl-icd has them: each for itself. */
static void read_bits(unsigned bits)
{
    for (int i = 0; i < LOG_CATEGORIES; i++) {
        if (bits & 1) want_up_to((enum log_category)i, LOG_WARNING);
        if (bits & 2) want((enum log_category)i, LOG_INFO);
    }
    if (bits & 4) want(LOG_CALL, LOG_DEBUG);
    if (bits & 8) want(LOG_TABLE, LOG_DEBUG);
}

/* Whoever sets one of these wants to read something: so what is wrong with them is written. */
static void complain(enum setting setting, const char *what)
{
    want(LOG_SETTINGS, LOG_WARNING);
    settings_complain("%s is '%s', %s", setting_name(setting), setting_text(setting), what);
}

/* 0, or the system's error number: then lines go to standard error. */
static int open_file(const char *path)
{
    int error = 0, file = os_open_to_append(path, &error);
    if (!os_absolute(path, target_path, sizeof target_path)) *target_path = '\0';
    target_file = os_look_at_open(file);
    atomic_store(&lost, false);
    target = file < 0 ? OS_STANDARD_ERROR : file;
    return file < 0 ? error : 0;
}

static void start_file(void)
{
    char buffer[128];
    const char *path = setting_text(SETTING_LOG_FILE);
    int error = path && !os_privileged() ? open_file(path) : 0;
    if (error) complain(SETTING_LOG_FILE, os_error_text(error, buffer, sizeof buffer));
}

/*
 * A library may have closed a file that is not its own, and the number may be that of a file of the
 * program's by now, which is not for our lines. From then on the log is opened for each line. It is
 * looked at twice, because the number may be that of the log again, for another thread's line.
 */
static bool is_lost(void)
{
    struct os_file now;
    if (atomic_load(&lost)) return true;
    now = os_look_at_open(target);
    if (!os_same_file(&now, &target_file)) atomic_store(&lost, true);
    return atomic_load(&lost);
}

void log_start(void)
{
    unsigned bits = 0;
    bool bad_bits = setting_text(SETTING_DEBUG) && !setting_number(SETTING_DEBUG, &bits), bad_log;
    /* Only where lines are asked for, or the file would be made for nothing; and before anything is
     * wanted, because a signal handler may write a line at any moment. */
    if (setting_text(SETTING_LOG) || setting_flag(SETTING_ENABLE_TRACE) || bits & 15 || bad_bits)
        start_file();
    bad_log = setting_text(SETTING_LOG) && !read_log(setting_text(SETTING_LOG));
    if (setting_flag(SETTING_ENABLE_TRACE)) want_all_up_to(LOG_INFO);
    read_bits(bits);
    /* What asks for lines may be among what was lost. */
    if (settings_lost()) want(LOG_SETTINGS, LOG_ERROR);
    if (bad_log)
        complain(SETTING_LOG, "which is not error, warn, info or debug, or has a category behind "
                              "its colon that is not settings, search, driver, layer, platform, "
                              "table or call");
    if (bad_bits) complain(SETTING_DEBUG, "which is not a number");
}

void log_end(void)
{
    memset(wanted, 0, sizeof wanted);
    if (target != OS_STANDARD_ERROR && !is_lost()) os_close(target);
    target = OS_STANDARD_ERROR;
}

bool log_wants(enum log_level level, enum log_category category)
{
    return (wanted[category] & 1u << level) != 0;
}

/* Writes a text so that it does nothing to a terminal: each byte of a control character, and bytes that
 * are no UTF-8, as \xNN, and a backslash that looks like the beginning of that, too. The length. */
static size_t write_safely(char *to, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    char *end = to;
    while (*text) {
        size_t count = text_character(text);
        bool safe = count > 0 && !text_is_control(text) && !text_is_escape(text);
        if (count == 0) count = 1;
        for (; count > 0; count--, text++) {
            unsigned char byte = (unsigned char)*text;
            if (safe) {
                *end++ = *text;
                continue;
            }
            *end++ = '\\';
            *end++ = 'x';
            *end++ = digits[byte >> 4];
            *end++ = digits[byte & 15];
        }
    }
    return (size_t)(end - to);
}

void log_line(enum log_level level, enum log_category category, const char *format, ...)
{
    static const char *const words[] = {
        [LOG_ERROR] = "error: ", [LOG_WARNING] = "warning: ", [LOG_INFO] = "", [LOG_DEBUG] = ""
    };
    char text[2048], line[32 + 4 * sizeof text];
    size_t length;
    va_list arguments;

    if (!log_wants(level, category)) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);

    length = (size_t)snprintf(line, sizeof line, "clrelay: %s", words[level]);
    length += write_safely(line + length, text);
    line[length++] = '\n';
    if (target == OS_STANDARD_ERROR || !is_lost())
        os_write(target, line, length);
    else if (*target_path)
        os_append(target_path, line, length);
}
