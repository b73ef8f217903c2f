/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "linux/users.h"

#include "base/os.h"
#include "linux/checked.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The kernel's, unless somebody sets kernel.overflowuid and kernel.overflowgid to others. */
enum { OVERFLOW_ID = 65534 };

/* Reads a small file of /proc. Returns false if it can't be read, or does not fit. */
static bool read_proc(const char *path, char *text, size_t size)
{
    ssize_t length = -1;
    int file;
    do {
        file = open(path, O_RDONLY | O_CLOEXEC);
    } while (file < 0 && errno == EINTR);
    if (file < 0) os_note_error(errno);
    if (file < 0) return false;
    do {
        length = read(file, text, size - 1);
    } while (length < 0 && errno == EINTR);
    if (length < 0) os_note_error(errno);
    close(file);
    if (length < 0 || (size_t)length == size - 1) return false;
    SYSTEM_WROTE(text, (size_t)length);
    text[length] = '\0';
    return true;
}

/* ---- maps ---- */

/* A map has a line for each range of ids: the first one inside, the first one outside, how many.
 * Tells whether it has `id`; and in *count, if it is not NULL, how many ids it has. */
static enum mapping look_up(const char *map, uintmax_t id, uintmax_t *count)
{
    char text[512], *at = text;
    enum mapping mapping = MAPPING_MISSING;
    if (count) *count = 0;
    if (!read_proc(map, text, sizeof text)) return MAPPING_UNKNOWN;
    while (*at) {
        const uintmax_t inside = strtoumax(at, &at, 10);
        const uintmax_t outside = strtoumax(at, &at, 10), ids = strtoumax(at, &at, 10);
        (void)outside;
        if (id >= inside && id - inside < ids) mapping = MAPPING_THERE;
        if (count) *count += ids;
        while (*at == ' ' || *at == '\n') at++;
        if (!ids) return MAPPING_UNKNOWN;
    }
    return mapping;
}

enum mapping users_mapping(uid_t user)
{
    return user == OVERFLOW_ID ? look_up("/proc/self/uid_map", user, NULL) : MAPPING_THERE;
}

enum mapping users_group_mapping(gid_t group)
{
    return group == OVERFLOW_ID ? look_up("/proc/self/gid_map", group, NULL) : MAPPING_THERE;
}

/* ---- rights ---- */

/* The capabilities that ordinary programs are given: systemd's sessions have CAP_WAKE_ALARM, sound
 * servers CAP_SYS_NICE, ping CAP_NET_RAW. With each of the others, or with one that is newer, a
 * process may come to another user's files, rights or memory, or to the kernel's. */
static const uint64_t harmless = 1ull << CAP_NET_BIND_SERVICE | 1ull << CAP_NET_BROADCAST |
                                 1ull << CAP_NET_RAW | 1ull << CAP_IPC_LOCK | 1ull << CAP_SYS_NICE |
                                 1ull << CAP_WAKE_ALARM | 1ull << CAP_BLOCK_SUSPEND;

/* In a namespace of one user and one group there is nobody else: its capabilities are the user's
 * own. */
static bool is_alone(void)
{
    uintmax_t users, groups;
    return look_up("/proc/self/uid_map", 0, &users) != MAPPING_UNKNOWN && users == 1 &&
           look_up("/proc/self/gid_map", 0, &groups) != MAPPING_UNKNOWN && groups <= 1;
}

/* The value of a line of a status, behind its label; or NULL. */
static char *value_of(char *status, const char *label)
{
    char *line = strstr(status, label);
    return line ? line + strlen(label) : NULL;
}

/* Whether the real, effective and saved id, and that for files, are the same one. */
static bool is_one_id(char *ids)
{
    const uintmax_t first = ids ? strtoumax(ids, &ids, 10) : 0;
    for (int i = 1; i < 4; i++)
        if (!ids || strtoumax(ids, &ids, 10) != first) return false;
    return true;
}

/* The status of a process lists all its groups, of which there may be thousands. */
enum { STATUS_SIZE = 1 << 16 };

/* Asks /proc, not the system calls capget() and getresuid(), for which the filter of a sandbox may
 * end the process. */
bool users_is_one(void)
{
    char *status = malloc(STATUS_SIZE), *permitted;
    bool one = false;
    if (!status) os_note_error(ENOMEM);
    if (!status) return false;
    if (read_proc("/proc/thread-self/status", status, STATUS_SIZE)) {
        permitted = value_of(status, "\nCapPrm:");
        one = is_one_id(value_of(status, "\nUid:")) && is_one_id(value_of(status, "\nGid:")) &&
              permitted &&
              (geteuid() == 0 || !(strtoumax(permitted, NULL, 16) & ~harmless) || is_alone());
    }
    free(status);
    return one;
}
