/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "linux/users.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's, unless somebody sets kernel.overflowuid and kernel.overflowgid to others. */
enum { OVERFLOW_ID = 65534 };

/* ---- maps ---- */

/* A map has a line for each range of ids: the first one inside, the first one outside, how many. Tells whether it
 * has `id`; and in *count, if it is not NULL, how many ids it has. */
static enum mapping look_up(const char *map, uintmax_t id, uintmax_t *count)
{
    char text[512], *at = text;
    int file = open(map, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    enum mapping mapping = MAPPING_MISSING;
    if (file >= 0) close(file);
    if (count) *count = 0;
    if (length < 0 || length == sizeof text - 1) return MAPPING_UNKNOWN;
    text[length] = '\0';
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

/* The capabilities with which a process takes on another user's rights, or writes to anybody's files. Others are
 * given to ordinary programs, too: sessions of systemd have CAP_WAKE_ALARM. */
static const unsigned char powers[] = { CAP_CHOWN,     CAP_DAC_OVERRIDE, CAP_FOWNER,
                                        CAP_SETGID,    CAP_SETUID,       CAP_SETPCAP,
                                        CAP_SETFCAP,   CAP_SYS_MODULE,   CAP_SYS_PTRACE,
                                        CAP_SYS_RAWIO, CAP_SYS_ADMIN,    CAP_MKNOD };

/* Whether one of them is permitted, so that the process can use it whenever it likes. */
static bool has_power(void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, data)) return errno != ENOSYS && errno != EPERM;
    for (size_t i = 0; i < sizeof powers; i++)
        if (data[CAP_TO_INDEX(powers[i])].permitted & CAP_TO_MASK(powers[i])) return true;
    return false;
}

/* In a namespace of one id there is nobody else: its capabilities are the user's own. */
static bool is_alone(void)
{
    uintmax_t count;
    return look_up("/proc/self/uid_map", 0, &count) != MAPPING_UNKNOWN && count == 1;
}

bool users_is_one(void)
{
    uid_t real, effective, saved;
    gid_t real_group, effective_group, saved_group;
    if (getresuid(&real, &effective, &saved) ||
        getresgid(&real_group, &effective_group, &saved_group) || real != effective ||
        saved != effective || real_group != effective_group || saved_group != effective_group)
        return false;
    return effective == 0 || !has_power() || is_alone();
}
