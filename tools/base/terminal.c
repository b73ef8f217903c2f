/* SPDX-License-Identifier: Apache-2.0 */
#include "terminal.h"

#include "system.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_WIDTH = 80,
    LEAST_WIDTH = 40,    /* smaller values are implausible */
    LARGEST_WIDTH = 100, /* longer lines are hard to read */
    TIMES = 0xd7         /* the sign between sizes; an x if the locale lacks it */
};

static bool colour;        /* the file of the lines has colours */
static bool output_colour; /* standard output has colours */
static bool error_colour;  /* standard error has colours */
static FILE *lines;        /* the file of the lines; NULL: standard output */
static bool breaks;        /* words that are too long for a row are broken */
static int width = USUAL_WIDTH;
static bool progress_on; /* standard error is a terminal */
static bool progress_there;

void terminal_start(void)
{
    const char *columns = getenv("COLUMNS"), *no_colour = getenv("NO_COLOR");
    struct system_terminal terminal = system_terminal_start();
    long wanted = columns ? strtol(columns, NULL, 10) : 0;
    colour = output_colour = terminal.out && terminal.obeys && !(no_colour && *no_colour);
    error_colour = terminal.err && terminal.obeys && !(no_colour && *no_colour);
    progress_on = terminal.err && terminal.obeys;
    /* A reader of a pipe wants paths in one piece. */
    breaks = terminal.out || wanted > 0;
    if (wanted <= 0) wanted = terminal.width;
    if (wanted >= LEAST_WIDTH) width = wanted < LARGEST_WIDTH ? (int)wanted : LARGEST_WIDTH;
}

void terminal_use(FILE *file)
{
    lines = file;
    colour = file == stderr ? error_colour : file == stdout && output_colour;
}

static FILE *stream(void)
{
    return lines ? lines : stdout;
}

/* ---- escaping ---- */

/* The number of columns that a character takes; 0: it must be escaped. */
static int columns_of(unsigned long code)
{
    if (text_is_harmful(code)) return 0;
    return code < 0x80 ? 1 : system_columns(code);
}

/* Converts the next character of a text to its shown form. Returns the number of its bytes in the
 * text. */
static size_t show(const char *text, char shown[16])
{
    unsigned long code;
    const size_t length = text_utf8_length(text, &code);
    if (length == 0 || (columns_of(code) <= 0 && code != TIMES)) return text_escape(text, shown);
    if (columns_of(code) > 0) snprintf(shown, 16, "%.*s", (int)length, text);
    else snprintf(shown, 16, "x");
    return length;
}

static char *printable(const char *text)
{
    char *all = require_memory(malloc(12 * strlen(text) + 1)), *end = all, shown[16];
    size_t length;
    while (*text) {
        text += show(text, shown);
        length = strlen(shown);
        memcpy(end, shown, length);
        end += length;
    }
    *end = '\0';
    return all;
}

/* ---- one line ---- */

/* The parts of the line: bytes, each with a style. A newline starts a new row. */
static struct {
    char *text;
    unsigned char *style;
    size_t length, room;
    int column; /* the column of the line's end, before it is broken */
    int hanging;
} row;

static void put(char byte, enum style style)
{
    if (row.length == row.room) {
        row.room = 2 * row.room + 256;
        row.text = require_memory(realloc(row.text, row.room));
        row.style = require_memory(realloc(row.style, row.room));
    }
    row.text[row.length] = byte;
    row.style[row.length++] = (unsigned char)style;
}

static void put_blanks(int count)
{
    for (; count > 0; count--, row.column++) put(' ', PLAIN);
}

static size_t measure(const char *text, size_t left, int *columns)
{
    unsigned long code;
    size_t length = left ? text_utf8_length(text, &code) : 0;
    *columns = length ? columns_of(code) : 1;
    return length ? length : 1;
}

void line_begin(int indent, int hanging)
{
    row.length = 0;
    row.column = 0;
    row.hanging = hanging;
    put_blanks(indent);
}

static void add(enum style style, const char *format, va_list arguments)
{
    char *text = text_format_list(format, arguments), *shown = printable(text);
    size_t length = strlen(shown);
    int columns;
    for (size_t i = 0; i < length; row.column += columns) {
        size_t bytes = measure(shown + i, length - i, &columns);
        for (; bytes > 0; bytes--) put(shown[i++], style);
    }
    free(shown);
    free(text);
}

void line_add(enum style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(style, format, arguments);
    va_end(arguments);
}

void line_pad(int column)
{
    if (row.column >= column) {
        put('\n', PLAIN);
        row.column = 0;
    }
    put_blanks(column - row.column);
}

/* ---- writing it ---- */

static struct {
    FILE *file;
    int column;
    enum style style;
} out;

static void use_style(enum style style)
{
    static const char *const codes[] = {
        [PLAIN] = "",        [BOLD] = "\033[1m",   [DIM] = "\033[2m",
        [GOOD] = "\033[32m", [BAD] = "\033[1;31m", [WARN] = "\033[33m"
    };
    if (!colour || out.file != stream() || style == out.style) return;
    fputs("\033[0m", out.file);
    fputs(codes[style], out.file);
    out.style = style;
}

static void new_row(int indent)
{
    use_style(PLAIN);
    fprintf(out.file, "\n%*s", indent, "");
    out.column = indent;
}

static void write_blanks(size_t from, size_t to)
{
    for (; from < to; from++, out.column++) {
        use_style((enum style)row.style[from]);
        putc(' ', out.file);
    }
}

static int columns_between(size_t from, size_t to)
{
    int all = 0, columns;
    for (; from < to; all += columns) from += measure(row.text + from, to - from, &columns);
    return all;
}

/* Where to break a word that does not fit in a row: after a path separator in its second half, or
 * else at the end of the row. */
static size_t breaking_point(size_t from, size_t to, int room)
{
    size_t end = from, slash = 0;
    int used = 0, columns;
    while (end < to) {
        size_t bytes = measure(row.text + end, to - end, &columns);
        if (used + columns > room && end > from) break;
        used += columns;
        end += bytes;
        if (strchr(SYSTEM_PATH_SEPARATORS, row.text[end - 1]) && used > room / 2) slash = end;
    }
    return slash ? slash : end;
}

static void write_word(size_t from, size_t to)
{
    while (from < to) {
        int all = columns_between(from, to);
        bool fits = !breaks || out.column + all <= width;
        size_t end = fits ? to : breaking_point(from, to, width - out.column);
        out.column += columns_between(from, end);
        for (; from < end; from++) {
            use_style((enum style)row.style[from]);
            putc(row.text[from], out.file);
        }
        if (from < to) new_row(row.hanging);
    }
}

static void write_row(FILE *file)
{
    size_t at = 0, blanks, word;
    out.column = 0;
    out.file = file;
    while (at < row.length) {
        if (row.text[at] == '\n') {
            new_row(0);
            at++;
            continue;
        }
        for (blanks = at; blanks < row.length && row.text[blanks] == ' ';) blanks++;
        for (word = blanks; word < row.length && row.text[word] != ' ' && row.text[word] != '\n';)
            word++;
        if (word > blanks && out.column > row.hanging &&
            out.column + (int)(blanks - at) + columns_between(blanks, word) > width)
            new_row(row.hanging);
        else if (word > blanks) write_blanks(at, blanks);
        write_word(blanks, word);
        at = word;
    }
    use_style(PLAIN);
    putc('\n', file);
}

void line_end(void)
{
    write_row(stream());
}

void line(int indent, int hanging, enum style style, const char *format, ...)
{
    va_list arguments;
    line_begin(indent, hanging);
    va_start(arguments, format);
    add(style, format, arguments);
    va_end(arguments);
    line_end();
}

void line_label(int indent, int column, const char *label)
{
    line_begin(indent, column);
    line_add(DIM, "%s", label);
    line_pad(column);
}

void line_labelled(int indent, int column, const char *label, const char *text)
{
    if (!*text_or_empty(text)) return;
    line_label(indent, column, label);
    line_add(PLAIN, "%s", text);
    line_end();
}

void line_empty(void)
{
    putc('\n', stream());
}

/* ---- standard error ---- */

void line_error(const char *format, ...)
{
    va_list arguments;
    progress_clear();
    fflush(stdout);
    line_begin(0, 4);
    va_start(arguments, format);
    add(PLAIN, format, arguments);
    va_end(arguments);
    write_row(stderr);
}

void error_line(const char *format, ...)
{
    va_list arguments;
    char *text, *shown;
    va_start(arguments, format);
    text = text_format_list(format, arguments);
    va_end(arguments);
    shown = printable(text);
    progress_clear();
    fflush(stdout);
    fprintf(stderr, "%s\n", shown);
    free(shown);
    free(text);
}

void progress_show(const char *what, unsigned seconds)
{
    char *shown;
    if (!progress_on) return;
    /* The message has only one row, so that it can be erased. */
    shown = printable(what);
    if (strlen(shown) > LEAST_WIDTH - 12) {
        char *end = shown + LEAST_WIDTH - 15;
        while ((*end & 0xc0) == 0x80) end--;
        strcpy(end, "...");
    }
    fprintf(stderr, "\r\033[K%s %u s", shown, seconds);
    fflush(stderr);
    progress_there = true;
    free(shown);
}

void progress_clear(void)
{
    if (!progress_there) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress_there = false;
}
