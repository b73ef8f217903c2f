/* SPDX-License-Identifier: Apache-2.0 */
#include "loading.h"

#include "../base/files.h"
#include "../base/system.h"
#include "../base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than so many lines are not of the loader alone: then nothing is said. */
enum { LONGEST_LINE = 1024, MOST_LINES = 1 << 18 };

/* What a line tells of the process; any other line leaves *what as it is. */
static void read_line(const char *line, unsigned long process, char what[16], char *name)
{
    unsigned long of;
    char word[16];
    int rest = 0;
    if (sscanf(line, "%lu %15[a-z] %n", &of, word, &rest) < 2 || !rest || of != process) return;
    memcpy(what, word, sizeof word);
    snprintf(name, LONGEST_LINE, "%.*s", (int)strcspn(line + rest, "\n"), line + rest);
}

/* What comes behind "while", with the name; NULL: nothing is being loaded. */
static const char *activity(const char *what)
{
    static const char *const texts[][2] = {
        { "driver", "drivers were being loaded: " },
        { "drivers", "drivers were asked for their platforms and devices" },
        { "layer", "layers were being loaded: " },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i][0], what) == 0) return texts[i][1];
    return NULL;
}

char *loading_ending(const char *path, const struct run_program *program)
{
    const int crash = run_crash(program);
    char line[LONGEST_LINE], what[16] = "", name[LONGEST_LINE] = "", *shown, *text = NULL;
    int left = MOST_LINES;
    FILE *file = file_stream(path);
    while (file && left >= 0 && fgets(line, sizeof line, file))
        if (left-- > 0) read_line(line, program->id, what, name);
    if (left < 0) *what = '\0'; /* what came behind is not known */
    if (file) fclose(file);
    if (!activity(what)) return NULL;
    shown = text_valid(name);
    text = crash ? text_format("%s ended the program while %s%s.", system_crash_name(crash),
                               activity(what), shown)
                 : text_format("The program ended while %s%s.", activity(what), shown);
    free(shown);
    return text;
}
