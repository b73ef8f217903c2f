/* SPDX-License-Identifier: Apache-2.0 */
#include "loading.h"

#include "../base/files.h"
#include "../base/text.h"
#include "ending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The loader writes fewer lines than MOST_LINES. If a file has more, nothing is said. */
enum { LONGEST_LINE = 1024, MOST_LINES = 1 << 18 };

/* The last line that the loader wrote in a process. */
struct progress {
    unsigned long process;
    char what[16], name[LONGEST_LINE];
};

static bool read_line(const char *line, struct progress *progress)
{
    int rest = 0;
    if (sscanf(line, "%lu %15[a-z] %n", &progress->process, progress->what, &rest) < 2 || !rest)
        return false;
    snprintf(progress->name, LONGEST_LINE, "%.*s", (int)strcspn(line + rest, "\n"), line + rest);
    return true;
}

/* The words between "while" and the name; NULL: nothing is being loaded. */
static const char *activity(const char *what)
{
    static const char *const texts[][2] = {
        { "driver", "drivers were being loaded: " },
        { "drivers", "drivers were asked for their platforms and devices (clrelay doctor tries "
                     "each one)" },
        { "layer", "layers were being loaded: " },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i][0], what) == 0) return texts[i][1];
    return NULL;
}

/* Reads the last line of the program's own process, and of another process that has not loaded all,
 * if there is one. Returns false if the file has too many lines. */
static bool read_lines(FILE *file, struct progress *own, struct progress *other)
{
    char line[LONGEST_LINE];
    struct progress now;
    int left = MOST_LINES;
    while (left >= 0 && fgets(line, sizeof line, file)) {
        if (left-- == 0 || !read_line(line, &now)) continue;
        if (now.process == own->process) *own = now;
        else if (now.process == other->process || !activity(other->what)) *other = now;
    }
    return left >= 0;
}

static char *text_of(const struct progress *own, const struct progress *other, int crash)
{
    const struct progress *which = activity(own->what) ? own : other;
    char *shown = text_valid(which->name), *text;
    char *name = crash ? ending_signal(crash) : NULL;
    if (which == other)
        text = text_format("Process %lu has come no further than this: %s%s.", which->process,
                           activity(which->what), shown);
    else if (crash)
        text = text_format("%s ended the program while %s%s.", name, activity(which->what), shown);
    else text = text_format("The program ended while %s%s.", activity(which->what), shown);
    free(name);
    free(shown);
    return text;
}

char *loading_ending(const struct records *records, const struct run_program *program)
{
    struct progress own = { .process = program->id }, other = { .process = 0 };
    const int crash = run_crash(program);
    FILE *file = file_stream(records->loading);
    const bool known = file && read_lines(file, &own, &other);
    if (file) fclose(file);
    /* Other processes matter only if nothing else is known. */
    if (crash || atomic_load(&records->file->processes) > 0) *other.what = '\0';
    return known && (activity(own.what) || activity(other.what)) ? text_of(&own, &other, crash)
                                                                 : NULL;
}
