/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replaces loader/windows/integrity.c: the program appears to run at the level of a user's
 * programs. Wine runs all programs at a high level, where the loader ignores variables.
 */
#include "base/os.h"

bool os_privileged(void)
{
    return false;
}
