/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out how a process came to its OpenCL functions. */
#define _GNU_SOURCE /* clearenv */
#include "program.h"
#include "program_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/strings.h"
#include "linker_linux.h"
#include "loaders_linux.h"
#include "running_linux.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char library_name[] = "libOpenCL";

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The content of a file of the process in /proc, with a NUL behind it. The caller frees it. */
static char *read_process(const char *number, const char *name, size_t *length)
{
    char *path = text_format("/proc/%s/%s", number, name);
    struct string all = { NULL, 0, 0 };
    char part[4096];
    size_t count;
    FILE *file = fopen(path, "re");
    free(path);
    while (file && (count = fread(part, 1, sizeof part, file)) > 0)
        string_add_bytes(&all, part, count);
    if (file) fclose(file);
    string_add(&all, "");
    *length = all.length;
    return all.text;
}

/* The folder that is the process's root, as /proc names it. The caller frees the path. */
static char *root_of(const char *number)
{
    char *link = text_format("/proc/%s/root", number), *root = file_target(link);
    free(link);
    return root;
}

/* Makes a path from /proc the path that the process itself sees: its root may be a folder
 * (chroot). */
static const char *seen_from(const char *root, const char *path)
{
    size_t length = strlen(text_or_empty(root));
    return length > 1 && begins(path, root) && path[length] == '/' ? path + length : path;
}

/* Adds a file that the process has open, if it is a libOpenCL. */
static void add_open(struct program *program, const char *number, const char *path)
{
    static const char deleted[] = PROGRAM_DELETED;
    const char *end = path + strlen(path), *words = NULL;
    size_t length = sizeof deleted - 1;
    bool gone = (size_t)(end - path) > length && strcmp(end - length, deleted) == 0;
    char *seen;
    if (program_has_loader(program, NULL, path)) return;
    seen = text_format("/proc/%s/root%s", number, path);
    if (loader_is(seen, &words) || (gone && begins(text_file_name(path), library_name))) {
        struct program_loader *loader = program_loaders_add(&program->loaders);
        *loader = (struct program_loader){ .file = text_format("%s", path), .whose = words };
        program->way = WAY_OPEN;
    }
    free(seen);
}

static void find_open(struct program *program, const char *number)
{
    size_t length;
    char *all = read_process(number, "maps", &length), *rest = all, *line, *root = root_of(number);
    while ((line = strsep(&rest, "\n"))) {
        const char *path = strchr(line, '/');
        if (path) add_open(program, number, seen_from(root, path));
    }
    free(root);
    free(all);
}

/* Puts the library first to which the program of the process is linked. */
static void put_linked_first(struct program *program)
{
    struct program_loader *all = program->loaders.items;
    struct program file = { .file = program->file, .way = WAY_NONE };
    const struct program_loader *linked = NULL;
    struct linked_libraries libraries = { NULL, 0, 0 };
    struct elf elf;
    if (program->loaders.count < 2 || program->contained || !elf_open(&elf, program->file)) return;
    if (elf_interpreter(&elf)) {
        const struct link_question question = { .program = program->file,
                                                .linker = elf_interpreter(&elf) };
        free(linker_ask(&question, &libraries));
        if (program_find_linked(&file, &libraries, WAY_LINKED)) linked = file.loaders.items;
    }
    for (size_t i = 0; linked && linked->file && i < program->loaders.count; i++)
        if (text_same(all[i].file, linked->file)) {
            const struct program_loader found = all[i];
            memmove(all + 1, all, i * sizeof *all);
            all[0] = found;
            program->is_linked = true;
        }
    elf_close(&elf);
    linker_free(&libraries);
    program_forget_loaders(&file);
}

/* Whether another process sees the folders that count for OpenCL as this one does. The services of
 * systemd may have others in the rest, or these for reading alone. */
static bool sees_same_folders(const char *number)
{
    static const char *const folders[] = { "/usr", "/etc", "/etc/OpenCL", "/etc/OpenCL/vendors",
                                           "/dev", "/opt" };
    char *exe = text_format("/proc/%s/exe", number), *program = file_target(exe);
    bool same = program && file_is_same(program, exe);
    for (size_t i = 0; i < sizeof folders / sizeof *folders && same; i++) {
        char *path = text_format("/proc/%s/root%s", number, folders[i]);
        same = file_is_same(path, folders[i]) ||
               (!file_is_folder(path) && !file_is_folder(folders[i]));
        free(path);
    }
    free(program);
    free(exe);
    return same;
}

/* Whether this process sees the same files as another one. */
static bool sees_same_files(const char *number)
{
    char *space = text_format("/proc/%s/ns/mnt", number), *root = root_of(number);
    bool same = text_same(root, "/") &&
                (file_is_same("/proc/self/ns/mnt", space) || sees_same_folders(number));
    free(root);
    free(space);
    return same;
}

/* The names of variables that count for OpenCL, or their beginnings. */
static const char *const variables[] = { "CUDA_VISIBLE_DEVICES",
                                         "GPU_DEVICE_ORDINAL",
                                         "HIP_VISIBLE_DEVICES",
                                         "HOME",
                                         "LD_LIBRARY_PATH",
                                         "LD_PRELOAD",
                                         "OCL_ICD_*",
                                         "OPENCL_*",
                                         "POCL_*",
                                         "ROCR_VISIBLE_DEVICES",
                                         "RUSTICL_*",
                                         "XDG_CONFIG_HOME",
                                         "ZE_AFFINITY_MASK" };

static bool counts(const char *name)
{
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        if (fnmatch(variables[i], name, 0) == 0) return true;
    return false;
}

/* Notes the variables of this process that the other process lacks, or has with another value. */
static void note_variables(struct string *to, char **ours, const char *theirs, size_t length)
{
    for (; *ours; ours++) {
        char *name = text_format("%.*s", (int)strcspn(*ours, "="), *ours);
        bool same = false;
        for (const char *variable = theirs; variable < theirs + length;
             variable += strlen(variable) + 1)
            if (strcmp(variable, *ours) == 0 ||
                (strncmp(variable, name, strlen(name)) == 0 && variable[strlen(name)] == '='))
                same = true;
        if (counts(name) && !same) string_format(to, "%sno %s", to->length ? ", " : "", name);
        free(name);
    }
}

/* Gives this process the variables with which the other one was started. */
static void take_variables(struct program *program, const char *number)
{
    size_t length;
    char *all = read_process(number, "environ", &length);
    struct string differing = { NULL, 0, 0 };
    note_variables(&differing, environ, all, length);
    for (char *variable = all; variable < all + length; variable += strlen(variable) + 1) {
        char *name = text_format("%.*s", (int)strcspn(variable, "="), variable);
        if (counts(name) && !text_same(getenv(name), variable + strlen(name) + 1))
            string_format(&differing, "%s%s", differing.length ? ", " : "", variable);
        free(name);
    }
    clearenv();
    for (char *variable = all; variable < all + length; variable += strlen(variable) + 1) {
        char *is = strchr(variable, '=');
        if (!is) continue;
        *is = '\0';
        setenv(variable, is + 1, 1);
        *is = '=';
    }
    program->differing = differing.text;
    free(all);
}

/* Whether there is a process that /proc does not show, as with its option hidepid. */
static bool is_hidden(const char *number)
{
    const long process = strtol(number, NULL, 10);
    return process > 0 && process <= INT_MAX && kill((pid_t)process, 0) != 0 && errno == EPERM;
}

/* Says why this command can't look at a process, or NULL. The caller frees the text. */
static char *refuse(const char *number)
{
    char *folder = text_format("/proc/%s", number), *complaint = NULL;
    struct stat about;
    if (!*number || number[strspn(number, "0123456789")])
        complaint = text_format("there is no process %s", *number ? number : "''");
    else if (stat(folder, &about))
        complaint = text_format(is_hidden(number) ? "this user may not see process %s: look at it "
                                                    "as root"
                                                  : "there is no process %s",
                                number);
    else if (about.st_uid == 0 && geteuid() != 0)
        complaint = text_format("only root can read process %s: look at it as root", number);
    else if (about.st_uid != geteuid() && geteuid() != 0)
        complaint = text_format(
            "process %s belongs to another user: look at it as that user, or as root", number);
    free(folder);
    return complaint;
}

/* Flatpak's name for the program of a process that Flatpak has started, or NULL. The caller frees
 * the name. */
static char *flatpak_of(const char *number)
{
    char name[256] = "", *path = text_format("/proc/%s/root/.flatpak-info", number);
    const bool is = file_line(path, "name=", name, sizeof name) && *name;
    free(path);
    return is ? text_format("%s", name) : NULL;
}

/* A command that looks as a process does, if that one sees the file of this command, and processes by
 * the same numbers. NULL: not known. The caller frees the text. */
static char *command_inside(const char *number)
{
    char *exe = file_target("/proc/self/exe"), *root = root_of(number), *words = NULL, *command;
    char *path = text_format("/proc/%s/root%s", number, text_or_empty(exe));
    char *space = text_format("/proc/%s/ns/pid", number);
    if (exe && text_same(root, "/") && file_is_same(path, exe) &&
        file_is_same(space, "/proc/self/ns/pid")) {
        command = text_shell_word(exe);
        words = text_format("sudo nsenter -t %s -m %s doctor --pid %s", number, command, number);
        free(command);
    }
    free(space);
    free(path);
    free(root);
    free(exe);
    return words;
}

char *program_look_at_process(struct program *program, const char *number)
{
    char *complaint = refuse(number), *exe, *own;
    if (complaint) return complaint;
    exe = text_format("/proc/%s/exe", number);
    program->file = file_target(exe);
    program->architecture = file_architecture(exe);
    free(exe);
    if (!program->file || !program->architecture)
        return text_format("process %s can't be read", number);
    own = file_own_architecture();
    program->foreign = strcmp(program->architecture, own) != 0;
    free(own);
    program->is_process = true;
    program->contained = !sees_same_files(number);
    if (program->contained) program->flatpak = flatpak_of(number);
    if (program->contained) program->inside = command_inside(number);
    find_open(program, number);
    program->running = require_memory(calloc(1, sizeof *program->running));
    if (!running_read(program->running, number))
        return text_format("process %s can't be read", number);
    take_variables(program, number);
    running_take_limits(program->running);
    /* From here on, files of that user decide what this process runs, so it becomes that user. */
    if (program->running->user != geteuid() && !running_become(program->running))
        return text_format("process %s belongs to another user: look at it as that user", number);
    put_linked_first(program);
    if (program->way == WAY_NONE && program->contained)
        program_set_unknown(program,
                            text_format("it has none open now, and sees other files than this "
                                        "command"));
    else if (program->way == WAY_NONE) program_look_at_file(program);
    return NULL;
}
