/* SPDX-License-Identifier: Apache-2.0 */
#include "child_system.h"

#include "../base/system.h"
#include "../base/system_windows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static HANDLE answers;

/* Lowers the integrity level of this process to medium: variables select the driver to probe, and
 * the loader obeys them only there. If this fails, the report says that the process is
 * privileged. */
static void become_plain(void)
{
    union {
        SID sid;
        char room[SECURITY_MAX_SID_SIZE];
    } medium;
    DWORD size = sizeof medium;
    TOKEN_MANDATORY_LABEL label = { .Label = { .Sid = &medium.sid,
                                               .Attributes = SE_GROUP_INTEGRITY } };
    HANDLE token;
    if (!CreateWellKnownSid(WinMediumLabelSid, NULL, &medium.sid, &size)) return;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY | TOKEN_ADJUST_DEFAULT, &token)) return;
    if (system_is_privileged())
        SetTokenInformation(token, TokenIntegrityLevel, &label, (DWORD)sizeof label + size);
    CloseHandle(token);
}

/* Ends the process with the code of the exception, without a debugger or an error report. */
static LONG WINAPI end_at_exception(EXCEPTION_POINTERS *exception)
{
    (void)exception;
    return EXCEPTION_EXECUTE_HANDLER;
}

/* `words` are the handle for answers, and whether to lower the integrity level. */
bool child_begin(char **words)
{
    if (words[0]) answers = (HANDLE)(uintptr_t)strtoull(words[0], NULL, 10);
    SetHandleInformation(answers, HANDLE_FLAG_INHERIT, 0);
    /* The parent reports a crash, so no window should. */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    SetUnhandledExceptionFilter(end_at_exception);
    if (words[0] && words[1] && strcmp(words[1], "plain") == 0) become_plain();
    return true;
}

char *child_changed_handlers(void)
{
    return NULL;
}

char *child_changed_files(void)
{
    return NULL; /* no driver closes handles by guessing their numbers */
}

void child_answer(const char *text, size_t length)
{
    DWORD written;
    while (length > 0 && WriteFile(answers, text, (DWORD)length, &written, NULL)) {
        text += written;
        length -= written;
    }
}

void *child_open_loader(const char *path, char **message)
{
    return system_bind(path, message);
}

bool child_loader_is_beside(void)
{
    return false; /* programs find the library beside them, too */
}
