/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "not_loaded.h"

#include "../base/files.h"
#include "../base/text.h"
#include "program_path_linux.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether a program needs a dynamic linker; true if its file can't be read. */
static bool is_dynamic(const char *path)
{
    int file = file_open(path);
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    bool dynamic = file < 0 || read(file, &head, sizeof head) != (ssize_t)sizeof head;
    for (unsigned i = 0; !dynamic && i < head.e_phnum; i++) {
        off_t place = (off_t)(head.e_phoff + i * sizeof part);
        if (pread(file, &part, sizeof part, place) != (ssize_t)sizeof part) dynamic = true;
        else dynamic = part.p_type == PT_INTERP;
    }
    if (file >= 0) close(file);
    return dynamic;
}

char *not_loaded_reason(const char *program)
{
    char *path = program_find(program), *reason = NULL;
    char *architecture = path ? file_architecture(path) : NULL, *own = file_own_architecture();
    if (path && program_is_privileged(path))
        reason = text_format("is a privileged program (setuid, setgid or capabilities), for which "
                             "loaders ignore variables");
    else if (architecture && strcmp(architecture, own) != 0)
        reason = text_format("is a program for %s, and this layer is for %s", architecture, own);
    else if (architecture && !is_dynamic(path))
        reason = text_format("is linked statically, so no library can get into it");
    free(path);
    free(architecture);
    free(own);
    return reason;
}
