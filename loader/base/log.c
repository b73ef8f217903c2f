/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include "base/os.h"
#include "base/settings.h"
#include "base/text.h"

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

/* For each category, the levels that are written: one bit each. */
static unsigned char enabled[LOG_CATEGORIES];

/* Any thread reads it. */
static atomic_int target = OS_STANDARD_ERROR;
static struct os_file target_file; /* the identity of the log file; unused for standard error */

/* What log_settings() has written already: the number of problems, and that settings are
 * missing. */
static size_t reported;
static bool reported_lost;

static void enable(enum log_category category, enum log_level level)
{
    enabled[category] |= (unsigned char)(1u << level);
}

/* Enables a level and all more important ones. */
static void enable_up_to(enum log_category category, enum log_level level)
{
    for (int i = LOG_ERROR; i <= (int)level; i++) enable(category, (enum log_level)i);
}

static void enable_all_up_to(enum log_level level)
{
    for (int i = 0; i < LOG_CATEGORIES; i++) enable_up_to((enum log_category)i, level);
}

/* Reads what follows the colon in OCL_ICD_LOG. False: it names an unknown category. */
static bool enable_categories(const char *list, enum log_level level)
{
    struct text word;
    bool good = true;
    while (text_next_element(&list, ',', &word)) {
        int category = 0;
        word = text_trim(word);
        while (category < LOG_CATEGORIES && !text_is(word, categories[category])) category++;
        if (category < LOG_CATEGORIES) enable_up_to((enum log_category)category, level);
        else good = false;
    }
    return good;
}

static bool parse_log_setting(const char *value)
{
    const char *rest = value;
    struct text word;
    int level = LOG_ERROR;
    text_next_element(&rest, ':', &word);
    word = text_trim(word);
    while (level <= LOG_DEBUG && !text_is(word, levels[level])) level++;
    if (level > LOG_DEBUG) return false;
    if (rest) return enable_categories(rest, (enum log_level)level);
    enable_all_up_to((enum log_level)level);
    return true;
}

/* Reads the bits of OCL_ICD_DEBUG. As in ocl-icd, each bit stands alone. */
static void parse_debug_bits(unsigned bits)
{
    for (int i = 0; i < LOG_CATEGORIES; i++) {
        if (bits & 1) enable_up_to((enum log_category)i, LOG_WARNING);
        if (bits & 2) enable((enum log_category)i, LOG_INFO);
    }
    if (bits & 4) enable(LOG_CALL, LOG_DEBUG);
    if (bits & 8) enable(LOG_TABLE, LOG_DEBUG);
}

/* Whoever sets one of these variables wants log lines, so the log shows what is wrong with them. */
static void report_problem(enum setting setting, const char *what)
{
    enable(LOG_SETTINGS, LOG_WARNING);
    settings_add_problem("%s is '%s', %s", setting_name(setting), setting_text(setting), what);
}

/* Whether a descriptor is still the log's. A library may have closed it, and the program may use
 * the same number for a file of its own by now: our lines must not get into that file. */
static bool is_log_file(int file)
{
    struct os_file now = os_fstat(file);
    return os_same_file(&now, &target_file);
}

/* Returns NULL, or what is wrong with the file. If something is, lines go to standard error. */
static const char *open_log_file(const char *path, char *buffer, size_t size)
{
    int error = 0, file = os_open_to_append(path, &error);
    if (file < 0) return os_error_text(error, buffer, size);
    target_file = os_fstat(file);
    if (os_same_file(&target_file, &target_file)) {
        atomic_store(&target, file);
        return NULL;
    }
    os_close(file); /* is_log_file() could not recognise it later */
    return "which the system cannot distinguish from other files";
}

static void start_log_file(void)
{
    char buffer[128];
    const char *path = setting_text(SETTING_LOG_FILE);
    const char *wrong =
        path && !os_privileged() ? open_log_file(path, buffer, sizeof buffer) : NULL;
    if (wrong) report_problem(SETTING_LOG_FILE, wrong);
}

void log_start(void)
{
    unsigned bits = 0;
    bool bad_bits = setting_text(SETTING_DEBUG) && !setting_number(SETTING_DEBUG, &bits), bad_log;
    /* Opens the file only if somebody asks for lines: otherwise an empty file would appear. Opens
     * it before any line is enabled, because a signal handler may write a line at any moment. */
    if (setting_text(SETTING_LOG) || setting_flag(SETTING_ENABLE_TRACE) || bits & 15 || bad_bits)
        start_log_file();
    bad_log = setting_text(SETTING_LOG) && !parse_log_setting(setting_text(SETTING_LOG));
    if (setting_flag(SETTING_ENABLE_TRACE)) enable_all_up_to(LOG_INFO);
    parse_debug_bits(bits);
    /* A setting for which there was no memory may have been the one that asks for lines. */
    if (settings_are_incomplete()) enable(LOG_SETTINGS, LOG_ERROR);
    if (bad_log)
        report_problem(SETTING_LOG,
                       "which is not error, warn, info or debug, or has a category behind "
                       "its colon that is not settings, search, driver, layer, platform, "
                       "table or call");
    if (bad_bits) report_problem(SETTING_DEBUG, "which is not a number");
}

void log_settings(void)
{
    const struct problem *problems = settings_problems();
    for (; problems && problems[reported].text; reported++)
        log_line(LOG_WARNING, LOG_SETTINGS, "%s", problems[reported].text);
    if (settings_are_incomplete() && !reported_lost)
        log_line(LOG_ERROR, LOG_SETTINGS, "out of memory: some settings have no effect");
    reported_lost = settings_are_incomplete();
}

void log_end(void)
{
    int file = atomic_exchange(&target, OS_STANDARD_ERROR);
    memset(enabled, 0, sizeof enabled);
    reported = 0;
    reported_lost = false;
    if (file != OS_STANDARD_ERROR && is_log_file(file)) os_close(file);
}

bool log_is_enabled(enum log_level level, enum log_category category)
{
    return (enabled[category] & 1u << level) != 0;
}

/* A line, which is written in one piece, because others write to the same file. Whatever does not
 * fit is cut: threads may have small stacks, so the buffer is small. */
struct line {
    bool cut;
    size_t length;
    char text[2112];
};

static const char ending[] = "...\n";

static void add(struct line *line, const char *bytes, size_t count)
{
    if (line->length + count > sizeof line->text - strlen(ending)) line->cut = true;
    if (line->cut) return;
    memcpy(line->text + line->length, bytes, count);
    line->length += count;
}

/* Cuts are seen: the line ends with three dots. */
static void end_line(struct line *line)
{
    const char *end = line->cut ? ending : "\n";
    memcpy(line->text + line->length, end, strlen(end));
    line->length += strlen(end);
}

/* Adds a text so that it can't control a terminal. Bytes of control characters, bytes that are
 * not UTF-8, and a backslash that looks like an escape become \xNN. */
static void add_escaped(struct line *line, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    while (*text) {
        size_t count = text_utf8_length(text, NULL);
        bool safe = count > 0 && !text_is_control(text) && !text_is_escape(text);
        if (count == 0) count = 1;
        if (safe) add(line, text, count);
        for (; count > 0; count--, text++) {
            const unsigned char byte = (unsigned char)*text;
            const char escape[] = { '\\', 'x', digits[byte >> 4], digits[byte & 15] };
            if (!safe) add(line, escape, sizeof escape);
        }
    }
}

/* Returns where a line goes. Once the file is closed, all lines go to standard error, and the first
 * of them says so. */
static int find_target(void)
{
    static const char lost[] = "clrelay: warning: somebody closed the log file; log lines go to "
                               "standard error from now on\n";
    int file = atomic_load(&target);
    if (file == OS_STANDARD_ERROR || is_log_file(file)) return file;
    if (atomic_exchange(&target, OS_STANDARD_ERROR) != OS_STANDARD_ERROR)
        os_write(OS_STANDARD_ERROR, lost, sizeof lost - 1);
    return OS_STANDARD_ERROR;
}

/* A function of its own, because its buffers take stack, which a silent log should not touch. */
SLOW PRINTF_FORMAT(2, 0) static void write_line(enum log_level level, const char *format,
                                                va_list arguments)
{
    static const char *const words[] = {
        [LOG_ERROR] = "error: ", [LOG_WARNING] = "warning: ", [LOG_INFO] = "", [LOG_DEBUG] = ""
    };
    char text[2048];
    struct line line;
    line.cut = false;
    line.length = 0;
    add(&line, "clrelay: ", strlen("clrelay: "));
    add(&line, words[level], strlen(words[level]));
    const int length = vsnprintf(text, sizeof text, format, arguments);
    add_escaped(&line, text);
    if (length >= (int)sizeof text) line.cut = true;
    end_line(&line);
    os_write(find_target(), line.text, line.length);
}

void log_line(enum log_level level, enum log_category category, const char *format, ...)
{
    va_list arguments;
    if (!log_is_enabled(level, category)) return;
    va_start(arguments, format);
    write_line(level, format, arguments);
    va_end(arguments);
}
