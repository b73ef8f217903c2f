/* SPDX-License-Identifier: Apache-2.0 */
#include "load/progress.h"

#include "base/os.h"
#include "base/settings.h"

#include <stdio.h>

static int progress_file = -1;
static struct os_file identity; /* of the file: a library may have closed the descriptor */

static bool open_file(void)
{
    const char *path = setting_text(SETTING_LOADING_FILE);
    int error;
    if (!path || os_privileged()) return false;
    if (progress_file >= 0) {
        const struct os_file now = os_fstat(progress_file);
        if (os_same_file(&now, &identity)) return true;
    }
    progress_file = os_open_to_append(path, &error);
    if (progress_file < 0) return false;
    identity = os_fstat(progress_file);
    if (os_same_file(&identity, &identity)) return true;
    os_close(progress_file); /* it could not be recognised later */
    progress_file = -1;
    return false;
}

void progress_note(const char *what, const char *name)
{
    char line[1024];
    int length;
    if (!open_file()) return;
    length = snprintf(line, sizeof line - 1, "%d %s %s", os_process_id(), what, name);
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    for (int i = 0; i < length; i++)
        if (line[i] == '\n') line[i] = '?';
    line[length] = '\n';
    os_write(progress_file, line, (size_t)length + 1);
}

void progress_end(void)
{
    progress_note("loaded", "");
    if (open_file()) os_close(progress_file);
    progress_file = -1;
}
