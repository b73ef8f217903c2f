/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a driver that lists a device runs no kernel there: rows of causes.h. They read the build
 * log and the driver's output, and then look whether the cause is there. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "causes_linux.h"

#include "../base/files.h"
#include "../report/owners.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* The build log from this word on, or else what the process has printed from this word on; or
 * NULL. */
static const char *find_said(const struct search *search, const char *word)
{
    const char *found = strstr(text_or_empty(search->log), word);
    if (!found && search->answer) found = strstr(text_or_empty(search->answer->err.text), word);
    return found;
}

/* The text in quotation marks behind this word, in the same line, or NULL. The caller frees the
 * text. */
static char *find_quoted(const struct search *search, const char *word)
{
    const char *found = find_said(search, word), *end;
    size_t line, begin, length;
    if (!found) return NULL;
    found += strlen(word);
    line = strcspn(found, "\n");
    begin = strcspn(found, "'\"");
    if (begin >= line) return NULL;
    end = found + begin + 1;
    length = strcspn(end, "'\"\n");
    return end[length] && end[length] != '\n' && length ? text_format("%.*s", (int)length, end)
                                                        : NULL;
}

static bool is_pocl(const struct search *search)
{
    return strstr(text_or_empty(search->driver->library), "libpocl") ||
           strcmp(text_or_empty(search->platform), "Portable Computing Language") == 0;
}

bool is_gpu_unknown(struct search *search)
{
    char *name = is_pocl(search) ? find_quoted(search, "unknown target CPU") : NULL;
    if (name && strncmp(name, "sm_", 3) == 0) search->value = text_format("%s", name);
    free(name);
    return search->value != NULL;
}

bool is_processor_unknown(struct search *search)
{
    search->value = is_pocl(search) ? find_quoted(search, "unknown target CPU") : NULL;
    return search->value != NULL;
}

/* The file that PoCL says is missing, without links among its folders; or NULL. The caller frees the
 * path. */
static char *find_kernel_library(const struct search *search)
{
    static const char before[] = "Kernel library file /", behind[] = " doesn't exist";
    const char *found = is_pocl(search) ? find_said(search, before) : NULL, *path, *end;
    char *file, *folder, *real;
    if (!found) return NULL;
    path = found + sizeof before - 2;
    end = strstr(path, behind);
    if (!end || end > path + strcspn(path, "\n")) return NULL;
    file = text_format("%.*s", (int)(end - path), path);
    folder = text_format("%.*s", (int)(text_file_name(file) - file), file);
    real = realpath(folder, NULL);
    if (real) report_set(&file, text_format("%s/%s", real, text_file_name(file)));
    if (access(file, F_OK) == 0) report_set(&file, NULL);
    free(real);
    free(folder);
    return file;
}

bool is_kernel_library_missing(struct search *search)
{
    const struct distribution *distribution = packages_distribution(search->root, search->loader);
    char *file = find_kernel_library(search), *package = NULL, *again;
    if (!file) return false;
    if (owner_of_file(search->root, file, &package) == OWNER_PACKAGE) {
        again = packages_again(package, distribution);
        search->other = text_format("Install its package again: %s%s%s%s", package,
                                    *again ? " (" : "", again, *again ? ")" : "");
        free(again);
    } else if (distribution && strncmp(file, "/usr/share/", 11) == 0) {
        again = packages_search(text_file_name(file), distribution);
        search->other = text_format("Install its package again: %s", again);
        free(again);
    } else {
        search->other = text_format("Install PoCL again, with all of its files.");
    }
    free(package);
    search->value = file;
    return true;
}

/* The library that the driver has built and that the dynamic linker could not map, although there
 * was memory; or NULL. The caller frees the path. */
static char *find_unmapped(const struct search *search)
{
    static const char words[] = ": failed to map segment from shared object";
    static const char no_memory[] = ": Cannot allocate memory";
    const char *found = find_said(search, words), *start, *begin;
    struct rlimit limit;
    /* With a limit, the limit is the cause, and the doctor names it elsewhere. */
    if (!found || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY ||
        strncmp(found + sizeof words - 1, no_memory, sizeof no_memory - 1) == 0)
        return NULL;
    start = strstr(text_or_empty(search->log), words) ? search->log : search->answer->err.text;
    for (begin = found; begin > start && !strchr("\n'\" ", begin[-1]);) begin--;
    return *begin == '/' ? text_format("%.*s", (int)(found - begin), begin) : NULL;
}

/* The innermost folder of a path that exists. The caller frees it. */
static char *nearest_folder(const char *path)
{
    char *folder = text_format("%s", path), *slash;
    while (!file_is_folder(folder) && (slash = strrchr(folder, '/')) && slash > folder)
        *slash = '\0';
    return folder;
}

/* Whether there is a library that could not be mapped, and its file system forbids executing files
 * (`noexec`), or allows that. {value}: the folder of the driver's cache, or of the library. */
static bool is_unmapped(struct search *search, bool noexec)
{
    const char *library = search->driver->library, *variable = cache_variable(library), *chosen_by;
    char *file = find_unmapped(search), *cache = cache_folder(library, &chosen_by), *folder;
    struct statvfs system;
    bool is = false;
    if (file) {
        folder = nearest_folder(file);
        if (cache && strncmp(file, cache, strlen(cache)) == 0)
            report_set(&folder, text_format("%s", cache));
        if (statvfs(folder, &system) == 0 && noexec == ((system.f_flag & ST_NOEXEC) != 0))
            is = fact_found(search, folder, variable ? variable : "the variable of its cache");
        free(folder);
    }
    free(cache);
    free(file);
    return is;
}

bool is_cache_noexec(struct search *search)
{
    return is_unmapped(search, true);
}

bool is_cache_refused(struct search *search)
{
    return is_unmapped(search, false);
}

/* MemoryDenyWriteExecute of systemd and execmem of SELinux refuse memory into which compilers write
 * code. */
bool is_writable_code_refused(struct search *search)
{
    void *memory =
        mmap(NULL, 1, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)search;
    if (memory != MAP_FAILED) munmap(memory, 1);
    return memory == MAP_FAILED && (errno == EPERM || errno == EACCES);
}

bool is_cache_full(struct search *search)
{
    enum { LEAST = 1 << 20 }; /* bytes; a built kernel takes less */
    const char *chosen_by;
    /* Other drivers build without a cache. */
    char *cache = is_pocl(search) ? cache_folder(search->driver->library, &chosen_by) : NULL;
    char *folder = cache ? nearest_folder(cache) : NULL;
    struct statvfs system;
    bool is = folder && statvfs(folder, &system) == 0 && system.f_blocks > 0 &&
              (unsigned long long)system.f_bavail * system.f_frsize < LEAST;
    if (is) fact_found(search, folder, chosen_by);
    free(folder);
    free(cache);
    return is;
}

/* A file of libclc. There is one for each kind of GPU for which Clover can build. */
static char *find_libclc(const struct search *search, bool *has_others)
{
    char *file = find_quoted(search, "cannot open file"), *pattern;
    glob_t others;
    if (!file || !strstr(file, "/clc/") || access(file, F_OK) == 0) {
        free(file);
        return NULL;
    }
    pattern = text_format("%.*s*.bc", (int)(text_file_name(file) - file), file);
    *has_others = glob(pattern, 0, NULL, &others) == 0;
    globfree(&others);
    free(pattern);
    return file;
}

bool is_gpu_not_in_libclc(struct search *search)
{
    bool has_others = false;
    char *file = find_libclc(search, &has_others);
    const bool is = file && (has_others || strstr(file, "/gfx1"));
    if (is) fact_found(search, file, NULL);
    free(file);
    return is;
}

bool is_libclc_missing(struct search *search)
{
    bool has_others = false;
    search->value = find_libclc(search, &has_others);
    return search->value != NULL;
}

/* Most drivers use Clang, so these are Clang's words. */
/* The version of Clang is that of LLVM, which Mesa has in the names of devices. */
static char *package_of_headers(const struct search *search)
{
    const char *name = search->device ? text_or_empty(search->device->name) : "";
    const char *version = strstr(name, "LLVM ");
    const int length = version ? (int)strspn(version + 5, "0123456789") : 0;
    return length ? text_format("libclang-common-%.*s-dev", length, version + 5)
                  : text_format("libclang-common-N-dev, where N is the version");
}

bool is_compiler_header_missing(struct search *search)
{
    static const char *const names[] = { "opencl-c.h", "opencl-c-base.h" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *words = text_format("'%s' file not found", names[i]);
        const bool is = find_said(search, words) != NULL;
        free(words);
        if (!is) continue;
        search->other = package_of_headers(search);
        return fact_found(search, names[i], NULL);
    }
    return false;
}

bool is_compiler_header_missing_in_flatpak(struct search *search)
{
    return fact_has_path(search, "/.flatpak-info") && is_compiler_header_missing(search);
}

/* Clang has a list of the files that its precompiled headers need. {value}: the first part of the
 * path that is not there. */
bool is_compiler_file_missing(struct search *search)
{
    char *file = find_quoted(search, "could not find file"), *folder, *name;
    const char *part;
    if (file && *file == '/' && access(file, F_OK) != 0) {
        folder = nearest_folder(file);
        part = file + strlen(folder) + 1;
        search->value = text_format("%s/%.*s", folder, (int)strcspn(part, "/"), part);
        /* The folder's name makes the name of the missing part more special. */
        name = text_format("%s/%.*s", text_file_name(folder), (int)strcspn(part, "/"), part);
        search->other = packages_search(name, packages_distribution(search->root, search->loader));
        free(name);
        free(folder);
    }
    free(file);
    return search->value != NULL;
}

bool is_rocm_device_library_missing(struct search *search)
{
    return find_said(search, "cannot find ROCm device library") != NULL;
}

bool is_gpu_overridden(struct search *search)
{
    return strstr(text_or_empty(search->driver->library), "libamdocl") &&
           !fact_is_unset("HSA_OVERRIDE_GFX_VERSION") &&
           fact_found(search, getenv("HSA_OVERRIDE_GFX_VERSION"), NULL);
}

/* These errors mean too little memory, also on a GPU that other programs have filled. */
bool is_gpu_out_of_memory(struct search *search)
{
    static const char *const errors[] = { "CL_OUT_OF_RESOURCES", "CL_OUT_OF_HOST_MEMORY",
                                          "CL_MEM_OBJECT_ALLOCATION_FAILURE" };
    bool is = false;
    for (size_t i = 0; i < sizeof errors / sizeof *errors && !is; i++)
        is = strstr(text_or_empty(search->error), errors[i]) != NULL;
    return is && search->device && strstr(text_or_empty(search->device->type), "GPU") &&
           fact_found(search, search->error, NULL);
}
