/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises what is wrong with a process of a program, but with nothing else: rows of causes.h. */
#define _GNU_SOURCE /* eaccess */
#include "cause_rows_linux.h"
#include "causes_linux.h"
#include "nodes_linux.h"
#include "program.h"
#include "running_linux.h"

#include <glob.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The device nodes that fit a test, all with the group of the first such node. */
struct nodes {
    bool (*fits)(const struct search *search, const char *path);
    gid_t group; /* the group of the first node */
    char *words; /* the paths, with commas between them; NULL: there are none */
};

static void find_nodes(const struct search *search, struct nodes *nodes)
{
    for (size_t i = 0; i < NODE_PATTERNS; i++) {
        char *pattern = text_format("%s%s", search->root, node_patterns[i]);
        glob_t paths;
        if (glob(pattern, 0, NULL, &paths) == 0) {
            for (size_t p = 0; p < paths.gl_pathc; p++) {
                const char *path = paths.gl_pathv[p];
                struct stat about;
                if (!nodes->fits(search, path) || stat(path, &about) != 0 ||
                    (nodes->words && about.st_gid != nodes->group))
                    continue;
                nodes->group = about.st_gid;
                text_add(&nodes->words, "%s%s", nodes->words ? ", " : "",
                         path + strlen(search->root));
            }
            globfree(&paths);
        }
        free(pattern);
    }
}

/* Whether the other process may not use a node, but its group would help, and this process may. */
static bool is_refused(const struct search *search, const char *path)
{
    struct stat about;
    return !running_may_use(search->running, path) && eaccess(path, R_OK | W_OK) == 0 &&
           stat(path, &about) == 0 && (about.st_mode & 0060) == 0060 && about.st_gid != 0;
}

bool is_process_without_rights(struct search *search)
{
    struct nodes nodes = { .fits = is_refused };
    const struct group *group;
    bool found;
    find_nodes(search, &nodes);
    group = nodes.words ? getgrgid(nodes.group) : NULL;
    found = group && fact_found(search, group->gr_name, nodes.words);
    free(nodes.words);
    return found;
}

bool is_process_with_old_library(struct search *search)
{
    search->value = running_replaced(search->running);
    return search->value;
}

static bool is_later(const struct search *search, const char *path)
{
    return running_is_earlier(search->running, search->root, path, false);
}

/* A process looks for devices only once. A process that uses a GPU has found it. Of a process whose
 * files this user may not see, that is not known. */
static bool may_have_missed(const struct search *search)
{
    return search->is_well && search->running->shows_files && !search->running->has_node;
}

bool is_process_before_uvm(struct search *search)
{
    if (!is_process_before_node(search)) return false;
    if (strcmp(search->value, "/dev/nvidia-uvm") != 0) {
        cause_forget(search);
        return false;
    }
    return fact_found(search, NULL,
                      has_nvidia_modprobe(search)
                          ? "let the service make the node: [Service] "
                            "ExecStartPre=+/usr/bin/nvidia-modprobe -u -c=0"
                          : "install nvidia-modprobe, with which programs make the node");
}

bool is_process_before_node(struct search *search)
{
    struct nodes nodes = { .fits = is_later };
    if (may_have_missed(search)) find_nodes(search, &nodes);
    search->value = nodes.words;
    return search->value;
}

/* The driver has devices in this process. */
bool is_process_before_driver(struct search *search)
{
    const struct report *report = search->report;
    if (!may_have_missed(search) || search->program->way != WAY_OPEN) return false;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        const char *file = text_or_empty(driver->file), *manifest = text_or_empty(driver->manifest);
        if (fact_has_device(driver) && *file == '/' &&
            (running_is_earlier(search->running, search->root, file, true) ||
             running_is_earlier(search->running, search->root, manifest, true)) &&
            !running_has_library(search->running, text_file_name(file)))
            return fact_found(search, file, NULL);
    }
    return false;
}
