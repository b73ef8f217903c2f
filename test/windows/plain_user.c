/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of loader/windows/integrity.c: a program at the level of a user's programs. Wine runs all
 * programs at a high level, at which no variable is believed.
 */
#include "base/os.h"

bool os_privileged(void)
{
    return false;
}
