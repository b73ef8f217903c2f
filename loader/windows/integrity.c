/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the program has more rights than a user's programs. In a file of its own, so that tests
 * can replace it. */
#include "windows/wide.h"

#include "base/os.h"

/* Above medium integrity, the level of a user's programs, a program has rights that may be denied
 * to those who can write the user's environment and files. If the level is unknown, it counts as
 * higher. */
bool os_privileged(void)
{
    union {
        TOKEN_MANDATORY_LABEL label;
        char room[sizeof(TOKEN_MANDATORY_LABEL) + SECURITY_MAX_SID_SIZE];
    } answer;
    HANDLE token;
    DWORD size;
    bool privileged = true;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return true;
    if (GetTokenInformation(token, TokenIntegrityLevel, &answer, sizeof answer, &size)) {
        PSID sid = answer.label.Label.Sid;
        DWORD last = (DWORD)(*GetSidSubAuthorityCount(sid) - 1);
        privileged = *GetSidSubAuthority(sid, last) > SECURITY_MANDATORY_MEDIUM_RID;
    }
    CloseHandle(token);
    return privileged;
}
