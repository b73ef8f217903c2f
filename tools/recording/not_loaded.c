/* SPDX-License-Identifier: Apache-2.0 */
#include "not_loaded.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* How to find the library that ended the program. The caller frees the text. */
static char *way_to_driver(const char *command, const char *program)
{
    const bool searches = *text_or_empty(getenv("LD_LIBRARY_PATH"));
    char *library = file_own_library(true), *folder, *word = text_shell_word(program);
    char *text = text_format("clrelay doctor tries libOpenCL and each driver");
    if (library) {
        *strrchr(library, '/') = '\0';
        folder = text_shell_word(library);
        text_add(&text,
                 "; and with clrelay's libOpenCL in the program, this may name the driver: "
                 "LD_LIBRARY_PATH=%s%s clrelay %s %s",
                 folder, searches ? ":\"$LD_LIBRARY_PATH\"" : "", command, word);
        free(folder);
    }
    free(word);
    free(library);
    return text;
}

void not_loaded_add(json_t *notes, const char *command, const char *done, const char *variable,
                    const char *program, const char *ending)
{
    char *reason = program ? not_loaded_reason(program) : NULL, *word, *way;
    if (reason) {
        json_array_append_new(notes,
                              data_format("No call was %s, because %s %s.", done, program, reason));
        free(reason);
        return;
    }
    way = way_to_driver(command, program ? program : "PROGRAM");
    if (ending) {
        json_array_append_new(
            notes, data_format("No call was %s: the program ended before a process had loaded the "
                               "layer. A driver may have ended it, or a libOpenCL that can't be "
                               "opened: %s",
                               done, way));
        free(way);
        return;
    }
    json_array_append_new(
        notes,
        data_format("No call was %s: no process has loaded the layer. Either the program has "
                    "called no function of OpenCL, or a driver has ended it before, or its calls "
                    "do not reach the layer:",
                    done));
    json_array_append_new(
        notes,
        data_format("- A driver may end a program with exit(), as LLVM does where two of its "
                    "versions meet: %s",
                    way));
    free(way);
    json_array_append_new(
        notes, data_format("- The program contains an OpenCL loader, or uses a vendor's library, "
                           "and not the system's libOpenCL."));
    word = text_shell_word(program ? program : "PROGRAM");
    json_array_append_new(
        notes, data_format("- It gets no libOpenCL, or one that has no layers or finds no driver. "
                           "On Linux, this says which one: clrelay doctor %s",
                           word));
    free(word);
    json_array_append_new(
        notes, data_format("- It starts a program that is privileged (setuid), for which loaders "
                           "ignore variables, or one for another architecture."));
    json_array_append_new(
        notes, data_format("- They come from a process that the program leaves in the background: "
                           "after its own end, none is %s.",
                           done));
    json_array_append_new(
        notes, data_format("- It runs in a container, on another machine, or without the variables "
                           "OPENCL_LAYERS and %s, which clrelay %s sets.",
                           variable, command));
}
