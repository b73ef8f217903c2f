/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include "os.h"
#include "settings.h"
#include "text.h"

#include <stdarg.h>
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
static int target = OS_STANDARD_ERROR;

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

static void open_file(void)
{
    char buffer[128];
    const char *path = setting_text(SETTING_LOG_FILE);
    int error = 0;
    if (!path || os_privileged()) return;
    target = os_open_to_append(path, &error);
    if (target >= 0) return;
    target = OS_STANDARD_ERROR;
    complain(SETTING_LOG_FILE, os_error_text(error, buffer, sizeof buffer));
}

void log_start(void)
{
    unsigned bits = 0;
    bool bad_log = setting_text(SETTING_LOG) && !read_log(setting_text(SETTING_LOG));
    bool bad_bits = setting_text(SETTING_DEBUG) && !setting_number(SETTING_DEBUG, &bits);
    if (setting_flag(SETTING_ENABLE_TRACE)) want_all_up_to(LOG_INFO);
    read_bits(bits);
    open_file();
    if (bad_log)
        complain(SETTING_LOG, "which is not error, warn, info or debug, or has a category behind "
                              "its colon that is not settings, search, driver, layer, platform, "
                              "table or call");
    if (bad_bits) complain(SETTING_DEBUG, "which is not a number");
}

void log_end(void)
{
    memset(wanted, 0, sizeof wanted);
    if (target != OS_STANDARD_ERROR) os_close(target);
    target = OS_STANDARD_ERROR;
}

bool log_wants(enum log_level level, enum log_category category)
{
    return (wanted[category] & 1u << level) != 0;
}

void log_line(enum log_level level, enum log_category category, const char *format, ...)
{
    static const char digits[] = "0123456789abcdef";
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
    for (const char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte >= ' ' && byte != 127) {
            line[length++] = *at;
        } else {
            line[length++] = '\\';
            line[length++] = 'x';
            line[length++] = digits[byte >> 4];
            line[length++] = digits[byte & 15];
        }
    }
    line[length++] = '\n';
    os_write(target, line, length);
}
