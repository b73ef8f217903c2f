/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include "os.h"
#include "settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static unsigned wanted;

void log_start(void)
{
    unsigned bits = 0;
    bool number = setting_number(SETTING_DEBUG, &bits);
    wanted = bits | (number ? 0 : LOG_WARNING);
    if (setting_flag(SETTING_ENABLE_TRACE)) wanted |= LOG_WARNING | LOG_INFO;
    if (!number)
        log_line(LOG_WARNING, "%s is '%s', which is not a number",
                 setting_name(SETTING_DEBUG), setting_text(SETTING_DEBUG));
}

bool log_wants(enum log_kind kind)
{
    return (wanted & kind) != 0;
}

void log_line(enum log_kind kind, const char *format, ...)
{
    static const char prefix[] = "clrelay: ", warning[] = "warning: ", digits[] = "0123456789abcdef";
    char text[2048], line[sizeof prefix + sizeof warning + 4 * sizeof text];
    size_t length;
    va_list arguments;

    if (!log_wants(kind)) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);

    length = (size_t)snprintf(line, sizeof line, "%s%s", prefix, kind == LOG_WARNING ? warning : "");
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
    os_write_error(line, length);
}
