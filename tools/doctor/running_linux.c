/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* setgroups, getxattr */
#include "running_linux.h"

#include "../base/files.h"
#include "../base/strings.h"
#include "nodes_linux.h"

#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static FILE *open_file(const char *number, const char *name)
{
    char *path = text_format("/proc/%s/%s", number, name);
    FILE *file = fopen(path, "re");
    free(path);
    return file;
}

/* ---- as whom ---- */

/* Reads the effective user, the effective group and the groups from lines such as
 * "Uid:\t0\t0\t0\t0". */
static bool read_status(struct running *running)
{
    char *line = NULL;
    size_t space = 0;
    unsigned number;
    bool has_user = false, has_group = false;
    FILE *file = open_file(running->number, "status");
    while (file && getline(&line, &space, file) > 0) {
        if (sscanf(line, "Uid: %*u %u", &number) == 1) running->user = number, has_user = true;
        if (sscanf(line, "Gid: %*u %u", &number) == 1) running->group = number, has_group = true;
        if (strncmp(line, "Groups:", 7) != 0) continue;
        for (char *at = line + 7, *end; (number = (unsigned)strtoul(at, &end, 10)), end > at;
             at = end)
            *running_groups_add(&running->groups) = number;
    }
    free(line);
    if (file) fclose(file);
    return has_user && has_group;
}

static bool has_group(const struct running *running, gid_t group)
{
    const gid_t *all = running->groups.items;
    for (size_t i = 0; i < running->groups.count; i++)
        if (all[i] == group) return true;
    return running->group == group;
}

bool running_may_use(const struct running *running, const char *path)
{
    struct stat about;
    unsigned rights;
    /* Root may use each file, and an access control list may name others. */
    if (running->user == 0 || stat(path, &about) != 0 ||
        getxattr(path, "system.posix_acl_access", NULL, 0) > 0)
        return true;
    rights = about.st_uid == running->user      ? about.st_mode >> 6
             : has_group(running, about.st_gid) ? about.st_mode >> 3
                                                : about.st_mode;
    return (rights & 6) == 6;
}

#ifdef __GLIBC__
typedef __rlimit_resource_t resource; /* with _GNU_SOURCE */
#else
typedef int resource;
#endif

void running_take_limits(const struct running *running)
{
    /* The limits at which limits_linux.c looks. */
    static const resource limits[] = { RLIMIT_AS,    RLIMIT_DATA,  RLIMIT_NOFILE,
                                       RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_STACK };
    const pid_t process = (pid_t)strtol(running->number, NULL, 10);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit theirs, own;
        if (prlimit(process, limits[i], NULL, &theirs) != 0 || getrlimit(limits[i], &own) != 0)
            continue;
        own.rlim_cur = theirs.rlim_cur < own.rlim_max ? theirs.rlim_cur : own.rlim_max;
        setrlimit(limits[i], &own);
    }
}

bool running_become(const struct running *running)
{
    if (setgroups(running->groups.count, running->groups.items) != 0 ||
        setresgid(running->group, running->group, running->group) != 0 ||
        setresuid(running->user, running->user, running->user) != 0)
        return false;
    prctl(PR_SET_DUMPABLE, 1); /* without this, root owns the files of this process in /proc */
    return true;
}

char *running_user_name(uid_t user)
{
    const struct passwd *entry = getpwuid(user);
    return entry ? text_format("%s", entry->pw_name) : text_format("%u", (unsigned)user);
}

bool running_logs_in(uid_t user)
{
    const struct passwd *entry = getpwuid(user);
    const char *shell = entry ? text_file_name(entry->pw_shell) : "";
    return entry && strcmp(shell, "nologin") != 0 && strcmp(shell, "false") != 0;
}

char *running_service(const char *root, const char *number)
{
    static const char *const beginnings[] = { "0::/system.slice/",
                                              "1:name=systemd:/system.slice/" };
    static const char ending[] = ".service";
    char line[512] = "", *path = text_format("%s/proc/%s/cgroup", root, number), *name = NULL;
    for (size_t i = 0; i < 2 && !name; i++)
        if (file_line(path, beginnings[i], line, sizeof line) && strlen(line) > strlen(ending) &&
            strcmp(line + strlen(line) - strlen(ending), ending) == 0)
            name = text_format("%s", text_file_name(line));
    free(path);
    return name;
}

/* ---- since when ---- */

static double seconds_of(clockid_t clock)
{
    struct timespec now = { 0, 0 };
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Reads when the process started, in ticks since the machine's start. This is the 22nd word, the
 * 20th behind the name in brackets. */
static void read_start(struct running *running)
{
    char line[2048] = "", *at;
    unsigned long long ticks;
    FILE *file = open_file(running->number, "stat");
    if (file && !fgets(line, sizeof line, file)) *line = '\0';
    if (file) fclose(file);
    at = strrchr(line, ')');
    for (int word = 0; at && word < 20; word++) at = strchr(at + 1, ' ');
    if (at && sscanf(at, "%llu", &ticks) == 1)
        running->started = seconds_of(CLOCK_REALTIME) - seconds_of(CLOCK_BOOTTIME) +
                           (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

static double seconds_at(const struct timespec *time)
{
    return (double)time->tv_sec + (double)time->tv_nsec / 1e9;
}

/* Whether /dev/null is as old as the machine has been running. After a change of the clock, times
 * of files do not say what came first. */
static bool is_clock_kept(const char *root)
{
    enum { MOST = 120 }; /* seconds until /dev is there */
    char *path = text_format("%s/dev/null", root);
    struct stat about;
    const bool there = stat(path, &about) == 0;
    const double age = seconds_of(CLOCK_REALTIME) - seconds_at(&about.st_mtim) * there,
                 off = seconds_of(CLOCK_BOOTTIME) - age;
    free(path);
    return !there || (off > -MOST && off < MOST);
}

bool running_is_earlier(const struct running *running, const char *root, const char *path,
                        bool installed)
{
    enum { MARGIN = 1 }; /* seconds: the system counts in ticks */
    struct stat about;
    double there;
    if (running->started == 0 || stat(path, &about) != 0) return false;
    /* Logging in changes the rights of nodes (ctime), and unpacking a file sets its time
     * (mtime). */
    there = seconds_at(installed ? &about.st_ctim : &about.st_mtim);
    return there > running->started + MARGIN && there <= seconds_of(CLOCK_REALTIME) &&
           is_clock_kept(root);
}

/* ---- what it has open ---- */

static bool is_node(const char *path)
{
    for (size_t i = 0; i < NODE_PATTERNS; i++)
        if (fnmatch(node_patterns[i], path, FNM_PATHNAME) == 0) return true;
    return false;
}

static void read_files(struct running *running)
{
    char *pattern = text_format("/proc/%s/fd/*", running->number);
    glob_t files;
    if (glob(pattern, 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++) {
            char *target = file_target(files.gl_pathv[i]);
            if (target) running->shows_files = true;
            if (target && is_node(target)) running->has_node = true;
            free(target);
        }
        globfree(&files);
    }
    free(pattern);
}

static bool is_of_driver(const char *name)
{
    static const char *const patterns[] = {
        "libnvidia-*",    "libcuda.*",         "libamdocl*",  "libamd_comgr*", "libhsa-runtime*",
        "libigdrcl*",     "libigc.*",          "libigdfcl*",  "libpocl*",      "libintelocl*",
        "libMesaOpenCL*", "libRusticlOpenCL*", "libgallium*", "libmali*",      "libLLVM*",
    };
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (fnmatch(patterns[i], name, 0) == 0) return true;
    return false;
}

static void read_maps(struct running *running)
{
    enum { MOST = 1 << 24 };
    struct string all = { NULL, 0, 0 };
    char part[4096];
    size_t count;
    FILE *file = open_file(running->number, "maps");
    while (file && all.length < MOST && (count = fread(part, 1, sizeof part, file)) > 0)
        string_add_bytes(&all, part, count);
    if (file) fclose(file);
    string_add(&all, "");
    running->maps = all.text;
}

/* The system writes this behind the name of such a file. */
char *running_replaced(const struct running *running)
{
    static const char deleted[] = " (deleted)";
    for (const char *line = running->maps; *line; line += strcspn(line, "\n"), line += *line != 0) {
        const size_t length = strcspn(line, "\n"), size = sizeof deleted - 1;
        const char *path = memchr(line, '/', length);
        char *file;
        if (!path || length < size || strncmp(line + length - size, deleted, size) != 0) continue;
        file = text_format("%.*s", (int)(line + length - size - path), path);
        if (is_of_driver(text_file_name(file))) return file;
        free(file);
    }
    return NULL;
}

bool running_has_library(const struct running *running, const char *name)
{
    char *part = text_format("/%s", name);
    const char *at = strstr(running->maps, part);
    free(part);
    return at;
}

/* ---- the whole process ---- */

bool running_read(struct running *running, const char *number)
{
    *running = (struct running){ .number = text_format("%s", number) };
    if (!read_status(running)) return false;
    read_start(running);
    read_files(running);
    read_maps(running);
    return true;
}

void running_free(struct running *running)
{
    free(running->number);
    free(running->groups.items);
    free(running->maps);
    *running = (struct running){ .number = NULL };
}

/* Whether the command line of a process has the program as its first word, and the script in a
 * later one. Only the user of the process may read /proc/PID/exe, so that is not used. */
static bool is_process_of(const char *number, const char *program, const char *script)
{
    char words[8192], *end, *at;
    size_t length;
    bool is;
    FILE *file = open_file(number, "cmdline");
    length = file ? fread(words, 1, sizeof words - 1, file) : 0;
    if (file) fclose(file);
    words[length] = '\0';
    is = *words == '/' && file_is_same(words, program);
    if (!is || !script) return is;
    end = words + length;
    for (at = words + strlen(words) + 1; at < end; at += strlen(at) + 1)
        if (*at == '/' && file_is_same(at, script)) return true;
    return false;
}

bool running_find(struct running *running, const char *program, const char *script)
{
    glob_t folders;
    bool found = false;
    if (glob("/proc/[0-9]*", 0, NULL, &folders) != 0) return false;
    for (size_t i = 0; i < folders.gl_pathc && !found; i++) {
        const char *number = text_file_name(folders.gl_pathv[i]);
        struct stat about;
        if (stat(folders.gl_pathv[i], &about) != 0 || !is_process_of(number, program, script))
            continue;
        found = running_read(running, number) && running->user != geteuid();
        if (!found) running_free(running);
    }
    globfree(&folders);
    return found;
}
