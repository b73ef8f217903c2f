/* SPDX-License-Identifier: Apache-2.0 */
/* For whom the process acts, and whose an id is. */
#ifndef CLRELAY_LOADER_LINUX_USERS_H
#define CLRELAY_LOADER_LINUX_USERS_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether the calling thread acts for its effective user alone: it has no other user's or
 * group's id that it could take on again, and no right to take on any. False also where /proc
 * does not say. */
bool users_is_one(void);

/* Files of owners that a user namespace does not map all have one id, the overflow id, whoever owns
 * them; and so has the process itself, if its own id is not mapped. */
enum mapping { MAPPING_UNKNOWN, MAPPING_THERE, MAPPING_MISSING };
enum mapping users_mapping(uid_t user);
enum mapping users_group_mapping(gid_t group);

#endif
