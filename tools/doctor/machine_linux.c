/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* eaccess, getgrouplist */
#include "machine.h"
#include "linker_linux.h"
#include "nodes_linux.h"
#include "running_linux.h"

#include "../base/array.h"
#include "../base/files.h"
#include "../recording/program_path_linux.h"

#include <errno.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void machine_facts(struct fact facts[MOST_FACTS + 1])
{
    facts[0] = (struct fact){ NULL, NULL };
}

bool machine_is_without_sudo(void)
{
    char *sudo = program_find("sudo");
    const bool is = geteuid() == 0 && !sudo;
    free(sudo);
    return is;
}

/* ---- device nodes ---- */

enum { MOST_GROUPS = 16 };

/* Nodes of one group that this user may not use. */
struct refused {
    gid_t group;
    bool helps;  /* members of the group may use them */
    char *nodes; /* the nodes, with commas between them */
};

static void add_refused_node(struct refused *all, size_t *count, const char *node,
                             const struct stat *status)
{
    bool helps = (status->st_mode & 0060) == 0060 && status->st_gid != 0;
    size_t i = 0;
    while (i < *count && (all[i].group != status->st_gid || all[i].helps != helps)) i++;
    if (i == MOST_GROUPS) return;
    if (i == *count) all[(*count)++] = (struct refused){ status->st_gid, helps, NULL };
    text_add(&all[i].nodes, "%s%s", all[i].nodes ? ", " : "", node);
}

static size_t find_refused(const struct options *options, struct refused *all)
{
    size_t count = 0;
    for (size_t i = 0; i < NODE_PATTERNS; i++) {
        char *pattern = text_format("%s%s", options->root, node_patterns[i]);
        glob_t nodes;
        if (glob(pattern, 0, NULL, &nodes) == 0)
            for (size_t n = 0; n < nodes.gl_pathc; n++) {
                struct stat status;
                if (stat(nodes.gl_pathv[n], &status) == 0 &&
                    eaccess(nodes.gl_pathv[n], R_OK | W_OK) != 0 && errno == EACCES)
                    add_refused_node(all, &count, nodes.gl_pathv[n] + strlen(options->root),
                                     &status);
            }
        globfree(&nodes);
        free(pattern);
    }
    return count;
}

/* Whether the system's lists have the user in this group. This session lacks the group's rights, so
 * the user joined the group after the session began. */
static bool is_new_member(const struct passwd *user, gid_t group)
{
    gid_t groups[256];
    int count = 256;
    if (!user || getgrouplist(user->pw_name, user->pw_gid, groups, &count) < 0) return false;
    while (count > 0)
        if (groups[--count] == group) return true;
    return false;
}

/* Whether this session has the group. */
static bool has_group(const char *name)
{
    const struct group *group = getgrnam(name);
    gid_t all[256];
    int count = group ? getgroups(256, all) : 0;
    gid_t wanted = group ? group->gr_gid : 0;
    while (count > 0)
        if (all[--count] == wanted) return true;
    return false;
}

/* Says how to begin again after this user has joined a group. The caller frees the text. */
static char *how_to_begin_again(const struct options *options, const struct running *running)
{
    char *service = running_service(options->root, running ? running->number : "self"), *how;
    if (service) how = text_format("sudo systemctl restart %s", service);
    else if (!running_logs_in(geteuid())) how = text_format("restart its service");
    else
        how = text_format("log out and in again (if that does not help, restart the machine)%s",
                          running ? ", and start it again" : "");
    free(service);
    return how;
}

static void add_refused_finding(struct findings *findings, const struct options *options,
                                const struct running *running, const struct refused *refused,
                                bool missed)
{
    char *again = how_to_begin_again(options, running), *who;
    const struct passwd *user = getpwuid(geteuid());
    struct rights rights = { .nodes = refused->nodes, .helps = refused->helps };
    bool joined = is_new_member(user, refused->group), video = has_group("video");
    char *name = user ? text_format("%s", user->pw_name) : text_format("USER");
    const struct group *group = getgrgid(refused->group);
    char *group_name =
        group ? text_format("%s", group->gr_name) : text_format("%u", (unsigned)refused->group);
    rights.named = group;
    rights.joined = joined;
    rights.video = video;
    rights.render = has_group("render");
    rights.group = group_name;
    rights.user = name;
    rights.again = again;
    rights.who = who = running ? text_format("the user %s has", name) : text_format("you have");
    machine_add_rights(findings, options, &rights, missed ? PROBLEM_RIGHTS : WARNING_RIGHTS);
    free(group_name);
    free(name);
    free(again);
    free(who);
}

static void check_rights(struct findings *findings, const struct options *options,
                         const struct running *running, bool missed)
{
    struct refused all[MOST_GROUPS];
    size_t count = find_refused(options, all);
    for (size_t i = 0; i < count; i++) {
        add_refused_finding(findings, options, running, &all[i], missed);
        free(all[i].nodes);
    }
}

/* ---- nodes that do not open ---- */

ARRAY(unopened_nodes, struct unopened);

/* Adds a node to nodes of the same driver that fail with the same error. A module of its own makes
 * nvidia-uvm. */
static void add_unopened(struct unopened_nodes *all, const char *node, int error)
{
    struct unopened *unopened = all->items, *end = unopened + all->count;
    const char *name = text_file_name(node);
    while (unopened < end &&
           (unopened->error != error || strcmp(name, "nvidia-uvm") == 0 ||
            strncmp(text_file_name(unopened->nodes), name, strlen("nvidia")) != 0))
        unopened++;
    if (unopened == end) {
        unopened = unopened_nodes_add(all);
        *unopened = (struct unopened){ NULL, error };
    }
    text_add(&unopened->nodes, "%s%s", unopened->nodes ? ", " : "", node);
}

/* Opens the nodes that a driver without a device may need. */
static void check_opening(struct findings *findings, const struct options *options,
                          const struct probed *probed)
{
    struct unopened_nodes all = { NULL, 0, 0 };
    struct unopened *unopened;
    for (size_t i = 0; i < NODE_PATTERNS; i++) {
        char *pattern = text_format("%s%s", options->root, node_patterns[i]);
        glob_t nodes;
        if (machine_misses(probed, node_patterns[i]) && glob(pattern, 0, NULL, &nodes) == 0) {
            for (size_t n = 0; n < nodes.gl_pathc; n++) {
                const char *path = nodes.gl_pathv[n];
                const int error = eaccess(path, R_OK | W_OK) == 0 ? node_open(path) : 0;
                if (error) add_unopened(&all, path + strlen(options->root), error);
            }
            globfree(&nodes);
        }
        free(pattern);
    }
    unopened = all.items;
    for (size_t i = 0; i < all.count; i++, unopened++) {
        machine_add_unopened(findings, options, unopened);
        free(unopened->nodes);
    }
    free(all.items);
}

void machine_check_devices(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct running *running, bool missed)
{
    if (missed) check_opening(findings, options, probed);
    check_rights(findings, options, running, missed);
}

/* ---- libraries ---- */

/* The first folder in LD_LIBRARY_PATH that has this file as libOpenCL.so.1, or NULL. The caller
 * frees the path. */
static char *folder_in_variable(const char *file)
{
    const char *rest = getenv("LD_LIBRARY_PATH");
    while (rest && *rest) {
        size_t length = strcspn(rest, ":;");
        char *folder = text_format("%.*s", (int)length, length ? rest : ".");
        char *path = text_format("%s/libOpenCL.so.1", folder);
        bool same = file_is_same(path, file);
        free(path);
        if (same) return folder;
        free(folder);
        rest += length + (rest[length] != '\0');
    }
    return NULL;
}

/* The library that programs most likely get without LD_LIBRARY_PATH, or NULL. The caller frees the
 * path. */
static char *usual_library(void)
{
    static const char *const folders[] = { "/usr/local/lib",
                                           "/usr/local/lib/*-linux-gnu*",
                                           "/lib/*-linux-gnu*",
                                           "/usr/lib/*-linux-gnu*",
                                           "/lib64",
                                           "/usr/lib64",
                                           "/lib",
                                           "/usr/lib" };
    char *own = file_own_architecture(), *found = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        char *pattern = text_format("%s/libOpenCL.so.1", folders[i]);
        glob_t matches;
        if (glob(pattern, 0, NULL, &matches) == 0)
            for (size_t m = 0; m < matches.gl_pathc && !found; m++) {
                char *architecture = file_architecture(matches.gl_pathv[m]);
                if (architecture && strcmp(architecture, own) == 0)
                    found = realpath(matches.gl_pathv[m], NULL);
                free(architecture);
            }
        globfree(&matches);
        free(pattern);
    }
    free(own);
    return found;
}

void machine_check_libraries(struct findings *findings, const struct options *options,
                             const struct probed *probed)
{
    const struct loader *loader = probed->loader;
    const char *file = loader ? text_or_empty(loader->file) : "";
    char *own, *variable, *usual;
    struct libraries libraries = { .file = file };
    if (strchr(options->library, '/') || !*file) return; /* the user has chosen the library */
    libraries.beside = loader->beside;
    libraries.own = own = file_own_library(false);
    libraries.variable = variable = folder_in_variable(file);
    libraries.usual = usual = usual_library();
    libraries.is_unsearched = own && !linker_searches(options->root, own);
    machine_add_library(findings, options, probed, &libraries);
    machine_add_environment(findings, options, file);
    free(usual);
    free(variable);
    free(own);
}
