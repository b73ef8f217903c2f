/* SPDX-License-Identifier: Apache-2.0 */
/* convert FORMAT RECORDING OUTPUT [no-arguments | FROM TO]: writes a recording, or a span of it in
 * nanoseconds, as perfetto or chrome. Prints the number of bytes that a viewer has to load. */
#include "../../../trace/timeline_formats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    char *error = NULL;
    struct recording *recording;
    struct model *model;
    bool with_arguments = count != 5, failed;
    uint64_t bytes;
    FILE *file;
    if (count < 4) return 2;
    recording = recording_open(arguments[2], &error);
    if (!recording) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    file = fopen(arguments[3], "wb");
    if (!file) return 1;
    if (count == 6)
        recording_choose_span(recording, strtoull(arguments[4], NULL, 10),
                              strtoull(arguments[5], NULL, 10));
    model = model_make(recording);
#ifdef CLRELAY_PERFETTO
    if (!strcmp(arguments[1], "perfetto")) bytes = format_perfetto(file, model, with_arguments);
    else
#endif
        bytes = format_chrome(file, model, with_arguments);
    printf("%" PRIu64 "\n", bytes);
    failed = fclose(file) != 0;
    model_free(model);
    recording_close(recording);
    return failed;
}
