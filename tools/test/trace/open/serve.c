/* SPDX-License-Identifier: Apache-2.0 */
/* serve FILE SECONDS: does what `clrelay trace --open` does at its end, with another limit of
 * time. */
#include "../../../trace/open.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    char *complaint = count == 3 ? open_timeline(words[1], strtod(words[2], NULL)) : NULL;
    if (!complaint) return 0;
    printf("%s\n", complaint);
    free(complaint);
    return 1;
}
