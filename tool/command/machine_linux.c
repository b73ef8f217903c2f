/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* eaccess, getgrouplist */
#include "machine.h"

#include "../base/files.h"

#include <errno.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- hardware ---- */

/* GPU vendors: PCI vendor ID, the Debian package with a driver, a note on it, and its device
 * node. */
static const struct vendor {
    unsigned number;
    const char *name, *package, *note, *node;
} vendors[] = { { 0x8086, "Intel", "intel-opencl-icd", "", "/dev/dri/renderD*" },
                { 0x10de, "NVIDIA", "nvidia-opencl-icd",
                  " (Debian's section non-free; on Ubuntu: ubuntu-drivers install)",
                  "/dev/nvidia[0-9]*" },
                { 0x1002, "AMD", "mesa-opencl-icd", "", "/dev/dri/renderD*" } };
enum { VENDORS = sizeof vendors / sizeof vendors[0] };

/* The number in a one-line file, or 0. */
static unsigned long read_number(const char *folder, const char *name)
{
    char *path = text_format("%s/%s", folder, name), text[32] = "";
    FILE *file = fopen(path, "re");
    free(path);
    if (!file) return 0;
    if (!fgets(text, sizeof text, file)) text[0] = '\0';
    fclose(file);
    return strtoul(text, NULL, 16);
}

/* Finds the vendors of GPUs and accelerators in this machine. */
static void find_vendors(const struct options *options, bool found[VENDORS])
{
    char *pattern = text_format("%s/sys/bus/pci/devices/*", options->root);
    glob_t devices;
    memset(found, 0, VENDORS * sizeof *found);
    if (glob(pattern, 0, NULL, &devices) == 0)
        for (size_t i = 0; i < devices.gl_pathc; i++) {
            unsigned long class = read_number(devices.gl_pathv[i], "class") >> 16;
            unsigned long vendor = read_number(devices.gl_pathv[i], "vendor");
            for (size_t m = 0; m < VENDORS; m++)
                if ((class == 0x03 || class == 0x12) && vendor == vendors[m].number)
                    found[m] = true;
        }
    globfree(&devices);
    free(pattern);
}

char *machine_advice(const struct options *options)
{
    char *advice = text_format("Install one. On Debian and Ubuntu"), *longer;
    bool found[VENDORS];
    find_vendors(options, found);
    for (size_t i = 0; i < VENDORS; i++) {
        if (!found[i]) continue;
        longer = text_format("%s, for the GPU of %s: apt-get install %s%s;", advice,
                             vendors[i].name, vendors[i].package, vendors[i].note);
        free(advice);
        advice = longer;
    }
    longer = text_format("%s%s for the processor: apt-get install pocl-opencl-icd", advice,
                         advice[strlen(advice) - 1] == ';' ? "" : ",");
    free(advice);
    return longer;
}

void machine_facts(struct fact facts[MOST_FACTS + 1])
{
    facts[0] = (struct fact){ NULL, NULL };
}

/* ---- device nodes ---- */

enum { MOST_GROUPS = 16 };

/* A group's nodes that this user may not use. */
struct refused {
    gid_t group;
    bool helps;  /* members of the group may use them */
    char *nodes; /* separated by commas */
};

static void add_refused_node(struct refused *all, size_t *count, const char *node,
                             const struct stat *it)
{
    bool helps = (it->st_mode & 0060) == 0060 && it->st_gid != 0;
    char *longer;
    size_t i = 0;
    while (i < *count && (all[i].group != it->st_gid || all[i].helps != helps)) i++;
    if (i == MOST_GROUPS) return;
    if (i == *count) all[(*count)++] = (struct refused){ it->st_gid, helps, NULL };
    longer =
        text_format("%s%s%s", all[i].nodes ? all[i].nodes : "", all[i].nodes ? ", " : "", node);
    free(all[i].nodes);
    all[i].nodes = longer;
}

static size_t find_refused(const struct options *options, struct refused *all)
{
    static const char *const patterns[] = { "/dev/dri/renderD*", "/dev/kfd", "/dev/nvidia[0-9]*",
                                            "/dev/nvidiactl", "/dev/nvidia-uvm" };
    size_t count = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        char *pattern = text_format("%s%s", options->root, patterns[i]);
        glob_t nodes;
        if (glob(pattern, 0, NULL, &nodes) == 0)
            for (size_t n = 0; n < nodes.gl_pathc; n++) {
                struct stat it;
                if (stat(nodes.gl_pathv[n], &it) == 0 &&
                    eaccess(nodes.gl_pathv[n], R_OK | W_OK) != 0 && errno == EACCES)
                    add_refused_node(all, &count, nodes.gl_pathv[n] + strlen(options->root), &it);
            }
        globfree(&nodes);
        free(pattern);
    }
    return count;
}

/* Whether the user joined a group after this session began. */
static bool is_new_member(const struct passwd *user, gid_t group)
{
    gid_t groups[256];
    int count = 256;
    if (!user || getgrouplist(user->pw_name, user->pw_gid, groups, &count) < 0) return false;
    while (count > 0)
        if (groups[--count] == group) return true;
    return false;
}

static void add_refused_finding(struct findings *findings, const struct refused *it, bool missed)
{
    const struct group *group = getgrgid(it->group);
    const struct passwd *user = getpwuid(geteuid());
    char *name = group ? text_format("%s", group->gr_name) : text_format("%u", (unsigned)it->group);
    char *remedy;
    if (it->helps && is_new_member(user, it->group))
        remedy = text_format("You are in the group %s, but were not when you logged in: log out "
                             "and in again.",
                             name);
    else if (it->helps && group)
        remedy = text_format("Join the group %s: sudo usermod -aG %s %s; then log out and in "
                             "again.",
                             name, name, user ? user->pw_name : "USER");
    else if (it->helps)
        remedy = text_format("The group has no name here, as in a container: run the container "
                             "with --group-add %s",
                             name);
    else
        remedy = text_format("Not even its group (%s) may use it: the rules of udev that belong "
                             "to the driver are missing. Install the driver again.",
                             name);
    findings_add(findings, missed ? PROBLEM_RIGHTS : WARNING_RIGHTS, it->nodes, remedy,
                 "you have no right to use it");
    free(remedy);
    free(name);
}

static bool is_container(const struct options *options)
{
    static const char *const marks[] = { "/.dockerenv", "/run/.containerenv" };
    bool found = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        char *path = text_format("%s%s", options->root, marks[i]);
        found = found || access(path, F_OK) == 0;
        free(path);
    }
    return found;
}

/* Reports GPUs without a device node. A container need not have those of its host. */
static void check_missing(struct findings *findings, const struct options *options)
{
    bool found[VENDORS];
    find_vendors(options, found);
    for (size_t i = 0; i < VENDORS; i++) {
        char *pattern = text_format("%s%s", options->root, vendors[i].node);
        glob_t nodes;
        if (found[i] && glob(pattern, 0, NULL, &nodes) != 0) {
            globfree(&nodes);
            findings_add(findings, is_container(options) ? WARNING_RIGHTS : PROBLEM_RIGHTS, "",
                         "Load the kernel module of its driver; in a container, pass the "
                         "device on (docker run --device /dev/dri, or --gpus all).",
                         "there is a GPU of %s, but no %s", vendors[i].name, vendors[i].node);
        } else if (found[i]) {
            globfree(&nodes);
        }
        free(pattern);
    }
}

void machine_check_devices(struct findings *findings, const struct options *options, bool missed)
{
    struct refused all[MOST_GROUPS];
    size_t count = find_refused(options, all);
    for (size_t i = 0; i < count; i++) {
        add_refused_finding(findings, &all[i], missed);
        free(all[i].nodes);
    }
    if (!findings_any(findings, PROBLEM_GPU)) check_missing(findings, options);
}

/* ---- libraries ---- */

/* The first directory in LD_LIBRARY_PATH with a library, or NULL. */
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

/* The library that programs most likely get without LD_LIBRARY_PATH. */
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

/* This command uses its own library, but programs do not even start. */
static void add_only_beside(struct findings *findings, const char *file)
{
    char *folder = text_format("%.*s", (int)(strlen(file) - strlen(text_file_name(file))), file);
    char *remedy = text_format("If the system searches %s, run ldconfig as root. If not: set "
                               "LD_LIBRARY_PATH to it, or install a libOpenCL.so.1.",
                               folder);
    findings_add(findings, PROBLEM_LOADER, file, remedy,
                 "programs find no libOpenCL.so.1: only this command uses this one, which belongs "
                 "to it");
    free(remedy);
    free(folder);
}

void machine_check_libraries(struct findings *findings, const struct options *options,
                             const struct probed *probed)
{
    const struct loader *loader = probed->loader;
    const char *file = loader ? text_or_empty(loader->file) : "";
    char *own, *folder, *usual, *remedy;
    enum urgency urgency = probed->report ? NOTE_OTHER : WARNING_OTHER;
    if (strchr(options->library, '/') || !*file) return; /* the user wants this one */
    if (loader->beside) {
        add_only_beside(findings, file);
        return;
    }
    own = file_own_library(false);
    folder = folder_in_variable(file);
    usual = usual_library();
    if (own && !file_is_same(own, file)) {
        remedy = folder ? text_format("Take %s out of LD_LIBRARY_PATH", folder)
                        : text_format("Run ldconfig as root. If that does not help: put the folder "
                                      "of %s into a file of /etc/ld.so.conf.d whose name comes "
                                      "first, and run ldconfig again.",
                                      own);
        findings_add(findings, probed->report ? WARNING_LOADER : PROBLEM_LOADER, file, remedy,
                     "programs get this libOpenCL.so.1 and not %s, which belongs to this command",
                     own);
        free(remedy);
    } else if (folder && usual && !file_is_same(usual, file)) {
        findings_add(findings, urgency, file, "",
                     "LD_LIBRARY_PATH has %s, so programs get this and not %s", folder, usual);
    }
    free(usual);
    free(folder);
    free(own);
}
