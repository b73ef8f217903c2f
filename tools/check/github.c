/* SPDX-License-Identifier: Apache-2.0 */
/* Prints annotations for GitHub Actions, which shows such lines of a log beside the source. */
#include "server_formats.h"

#include "../base/data.h"
#include "../base/strings.h"
#include "place.h"

#include <string.h>

/* Writes % and line ends as GitHub wants them. `special`: further characters to escape. */
static void print_escaped(FILE *file, const char *text, const char *special)
{
    struct string harmless = { NULL, 0, 0 };
    string_add_harmless(&harmless, text, "\r\n");
    for (size_t i = 0; i < harmless.length; i++) {
        const char letter = harmless.text[i];
        if (strchr("%\r\n", letter) || strchr(special, letter))
            fprintf(file, "%%%02X", (unsigned)letter);
        else fputc(letter, file);
    }
    string_free(&harmless);
}

void github_print(const json_t *finding, FILE *file)
{
    static const char in_property[] = ":,";
    const json_t *frame = place_frame(place_frames(finding));
    const char *path = data_text(frame, "file");
    fprintf(file, "::%s ",
            data_is(finding, "level", "error")  ? "error"
            : data_is(finding, "level", "note") ? "notice"
                                                : "warning");
    if (*path) {
        fputs("file=", file);
        print_escaped(file, place_path(path), in_property);
        fprintf(file, ",line=%lld,", place_line(frame));
    }
    fputs("title=", file);
    print_escaped(file, data_text(finding, "identity"), in_property);
    fputs("::", file);
    print_escaped(file, data_text(finding, "text"), "");
    fputs(". ", file);
    print_escaped(file, data_text(finding, "advice"), "");
    fputc('\n', file);
    fflush(file);
}
