/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises why drivers fail: rows of causes.h. */
#include "causes_linux.h"
#include "linker_linux.h"

#include "../base/data.h"
#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/system.h"
#include "../report/loader.h"
#include "../report/owners.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <dlfcn.h>
#include <glob.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool is_without_its_gpu(struct search *search)
{
    if (!search->driver->lacks_gpu) return false;
    search->value = fact_vendors(search->driver);
    search->other = remedy_name(search->driver);
    return true;
}

/* What a driver has printed to standard error: the process that has opened the driver alone, or with
 * others, has that. */
static const char *words_of_driver(const struct search *search)
{
    const struct answer *answer = search->answer ? search->answer : &search->driver->run;
    return text_or_empty(answer->err.text);
}

/* Whether a driver says that the dynamic linker does not find a library, which is not there. */
bool is_library_said_missing(struct search *search)
{
    const char *text = words_of_driver(search),
               *end = strstr(text, ": cannot open shared object file: No such file"), *name = end;
    char *file;
    while (end && name > text && !strchr(" \t\n'\"(:/", name[-1])) name--;
    if (!end) return false;
    search->value = text_format("%.*s", (int)(end - name), name);
    file = fact_library(search, search->value);
    if (strstr(search->value, ".so") && text_is_plain_word(search->value) && !file)
        search->other = packages_search(search->value, packages_distribution(search->root, NULL));
    free(file);
    return search->other;
}

/* On a Raspberry Pi, the kernel's driver may keep the GPU from VC4CL. */
bool is_vc4_with_kms(struct search *search)
{
    static const char *const files[] = { "/boot/firmware/config.txt", "/boot/config.txt" };
    char kind[64];
    if (!strstr(text_or_empty(search->driver->library), "libVC4CL") ||
        !strstr(words_of_driver(search), "QPU"))
        return false;
    for (size_t i = 0; i < sizeof files / sizeof *files && !search->value; i++)
        if (fact_line(search, files[i], "dtoverlay=vc4-", kind, sizeof kind)) {
            search->other = text_format("dtoverlay=vc4-%s", kind);
            search->value = text_format("%s", files[i]);
        }
    return search->value;
}

/* XRT opens its other libraries from the folder that the variable names. */
bool is_xrt_elsewhere(struct search *search)
{
    const char *folder = text_or_empty(getenv("XILINX_XRT"));
    char *libraries = text_format("%s/lib/libxrt_core*", folder),
         *below = text_format("%s/lib/*/libxrt_core*", folder);
    const bool is = *folder == '/' && remedy_is_absent(search->driver->verdict) &&
                    strstr(text_or_empty(search->driver->library), "libxilinxopencl") &&
                    !fact_has_path(search, libraries) && !fact_has_path(search, below);
    free(below);
    free(libraries);
    return is && fact_found(search, folder, NULL);
}

bool is_xrt_unset(struct search *search)
{
    static const char setup[] = "/opt/xilinx/xrt/setup.sh";
    return fact_is_unset("XILINX_XRT") &&
           strstr(text_or_empty(search->driver->library), "xilinxopencl") &&
           strstr(words_of_driver(search), "XILINX_XRT") && fact_has_path(search, setup) &&
           fact_found(search, setup, NULL);
}

bool is_xrt_in_lib64(struct search *search)
{
    char *libraries = text_format("%s/lib64/libxrt_core*", text_or_empty(getenv("XILINX_XRT")));
    const bool is = fact_has_path(search, libraries) && is_xrt_elsewhere(search);
    free(libraries);
    return is;
}

bool is_absent_with_words(struct search *search)
{
    if (remedy_is_absent(search->driver->verdict))
        search->value = loader_reason_output(&search->driver->run);
    return search->value;
}

/* The beginning of the line of a text that has this part, or NULL. The caller frees it. */
static char *line_with(const char *text, const char *part)
{
    enum { MOST = 110 };
    const char *at = strstr(text, part);
    char *line, *valid;
    size_t length;
    if (!at) return NULL;
    while (at > text && at[-1] != '\n') at--;
    length = strcspn(at, "\r\n");
    line = text_format("%.*s", (int)(length < MOST ? length : MOST), at);
    valid = text_valid(line);
    free(line);
    return valid;
}

/* With the kernel's i915, the runtime prints the same, and takes the GPU. */
static bool has_gpu_of_xe(const struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    for (size_t i = 0; i < count; i++)
        if (gpus[i].vendor == INTEL && strcmp(gpus[i].driver, "xe") == 0) return true;
    return false;
}

bool is_small_bar_refused(struct search *search)
{
    if (!remedy_is_absent(search->driver->verdict) || !has_gpu_of_xe(search)) return false;
    search->value = line_with(words_of_driver(search), "Small BAR detected");
    if (!search->value)
        search->value = line_with(words_of_driver(search), "Resizable BAR not detected");
    return search->value;
}

bool is_illegal_instruction(struct search *search)
{
    if (!search->answer || search->answer->end != END_SIGNAL || search->answer->code != SIGILL)
        return false;
    search->value = remedy_name(search->driver);
    return true;
}

bool is_illegal_instruction_in_guest(struct search *search)
{
    return fact_is_guest(search) && is_illegal_instruction(search);
}

/* Whether this process has a library of this name, so that it opens no other. */
static bool is_loaded(const char *name)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (library) dlclose(library);
    return library;
}

/* The file of a part of the C library, if it lies beside another C library than this process has;
 * or NULL. A process has one C library, and all parts must be of its release. */
static const char *part_of_other(const struct linked_libraries *libraries, const char *own)
{
    static const char *const parts[] = { "libpthread.so.0", "librt.so.1",   "libdl.so.2",
                                         "libm.so.6",       "libutil.so.1", "libresolv.so.2" };
    const struct linked *all = libraries->items;
    for (size_t i = 0; i < libraries->count; i++)
        for (size_t j = 0; all[i].file && j < sizeof parts / sizeof *parts; j++) {
            const char *name = text_file_name(all[i].file);
            char *other = text_format("%.*slibc.so.6", (int)(name - all[i].file), all[i].file);
            const bool is = strcmp(name, parts[j]) == 0 && access(other, F_OK) == 0 &&
                            !file_is_same(other, own) && !is_loaded(name);
            free(other);
            if (is) return all[i].file;
        }
    return NULL;
}

/* The driver of one release of Nix or Guix, for example, in a program of another. */
bool is_libc_mixed(struct search *search)
{
    const struct candidate *driver = search->driver;
    char *file = data_path(text_or_empty(driver->file ? driver->file : driver->library));
    char *own = system_file_of((const void *)(uintptr_t)access);
    const struct link_question question = { .program = file };
    struct linked_libraries libraries = { NULL, 0, 0 };
    const char *part;
    if (own && *file == '/' && search->answer && search->answer->end == END_SIGNAL) {
        free(linker_ask(&question, &libraries));
        part = part_of_other(&libraries, own);
        if (part) fact_found(search, part, own);
        linker_free(&libraries);
    }
    free(own);
    free(file);
    return search->value;
}

/* Whether a library is one that a maker's folder often has for older systems, which is not used on
 * newer ones. */
static bool is_of_compiler(const char *name)
{
    static const char *const begins[] = { "libstdc++.",  "libgcc_s.", "libc.",  "libm.",
                                          "libpthread.", "libdl.",    "librt.", "ld-linux" };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

/* The file of a driver's library without links, or NULL: not known. The caller frees the path. */
static char *real_file_of(const struct candidate *driver)
{
    char *file = data_path(text_or_empty(driver->file ? driver->file : driver->library));
    char *real = *file == '/' ? system_real_path(file) : NULL;
    free(file);
    return real;
}

/* The driver's folder has a library that the driver needs, but the driver gets another file. */
bool is_library_beside(struct search *search)
{
    char *real = real_file_of(search->driver);
    const struct link_question question = { .program = real };
    struct linked_libraries libraries = { NULL, 0, 0 };
    const struct linked *all;
    const int length = real ? (int)(text_file_name(real) - real) : 0;
    if (real) free(linker_ask(&question, &libraries));
    all = libraries.items;
    for (size_t i = 0; i < libraries.count && !search->value; i++) {
        const char *name = text_file_name(all[i].name);
        char *beside = text_format("%.*s%s", length, real, name);
        if (all[i].file && !is_of_compiler(name) && access(beside, R_OK) == 0 &&
            !file_is_same(beside, all[i].file)) {
            search->value = text_format("%s", all[i].file);
            search->other = text_format("%.*s", length - 1, real);
        }
        free(beside);
    }
    linker_free(&libraries);
    free(real);
    return search->value;
}

/* Drivers for processors use hwloc, which prints this before they fail. */
bool is_without_sysfs(struct search *search)
{
    return search->answer && strstr(text_or_empty(search->answer->err.text), "sysfs") &&
           !fact_has_path(search, "/sys/devices");
}

bool is_missing_from_opt(struct search *search)
{
    const char *library = text_or_empty(search->driver->library);
    if (search->driver->verdict != VERDICT_LIBRARY_MISSING || strncmp(library, "/opt/", 5) != 0)
        return false;
    search->value = remedy_removal(search->driver);
    return true;
}

/* Whether the driver was refused because a library that it needs has no file. */
static bool needs_missing(const struct search *search, const char *name)
{
    const char *message = text_or_empty(search->driver->message);
    return search->driver->verdict == VERDICT_LIBRARY_REFUSED && strstr(message, name) &&
           strstr(message, "cannot open shared object file: No such file");
}

/* On NixOS and Guix, the system has no folder into which users could install a library. */
bool is_needed_missing_in_store(struct search *search)
{
    static const char *const stores[] = { "/nix/store", "/gnu/store" };
    const char *message = text_or_empty(search->driver->message);
    char *real, *name;
    if (!needs_missing(search, "") || *message == '/') return false;
    real = system_real_path(text_or_empty(search->driver->library));
    for (size_t i = 0; i < sizeof stores / sizeof *stores && !search->value; i++) {
        const char *library = real ? real : text_or_empty(search->driver->library);
        const size_t length = strlen(stores[i]);
        if (strncmp(library, stores[i], length) != 0 || library[length] != '/') continue;
        name = text_format("%.*s", (int)strcspn(message, ":"), message);
        search->value = text_format("%s", stores[i]);
        search->other = fact_folder_in_store(search, stores[i], name);
        if (!search->other) search->other = text_format("the folder there that has it");
        free(name);
    }
    free(real);
    return search->value;
}

bool is_libnuma_missing(struct search *search)
{
    return needs_missing(search, "libnuma.so.1");
}

bool is_needed_missing(struct search *search)
{
    const char *message = text_or_empty(search->driver->message);
    /* A name with a folder is a path, which packages do not tell. */
    if (!needs_missing(search, "") || message[strcspn(message, "/:")] == '/') return false;
    search->value = text_format("%.*s", (int)strcspn(message, ":"), message);
    search->other = packages_search(search->value, search->report->distribution);
    return true;
}

/* A file for this architecture that fits a pattern, or NULL. The caller frees the path. */
static char *find_fitting(const char *pattern)
{
    char *own = file_own_architecture(), *found = NULL;
    glob_t files;
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc && !found; i++) {
            char *architecture = file_architecture(files.gl_pathv[i]);
            if (text_same(architecture, own)) found = text_format("%s", files.gl_pathv[i]);
            free(architecture);
        }
    globfree(&files);
    free(own);
    return found;
}

/* Looks for a library beside the driver, and in the other parts of oneAPI if the driver is part of that:
 * .../compiler/VERSION/lib and .../tbb/VERSION/lib. */
static char *find_in_tree(const char *driver, const char *name)
{
    static const char *const patterns[] = { "%s/%s", "%s/*/lib/%s", "%s/*/*/lib/%s",
                                            "%s/*/*/lib/intel64/gcc4.8/%s" };
    char *folder = text_format("%s", driver), *slash, *found = NULL;
    for (bool above = false; !found && (slash = strrchr(folder, '/')); above = true) {
        *slash = '\0';
        if (above && !strstr(folder, "oneapi")) break;
        for (size_t i = 0; i < (above ? 4 : 1) && !found; i++) {
            char *pattern = text_format(patterns[i], folder, name);
            found = find_fitting(pattern);
            free(pattern);
        }
    }
    free(folder);
    return found;
}

bool is_needed_beside(struct search *search)
{
    char *real = is_needed_missing(search) ? real_file_of(search->driver) : NULL;
    char *file = real ? find_in_tree(real, search->value) : NULL;
    const bool is = file, has_list = *text_or_empty(getenv("LD_LIBRARY_PATH"));
    if (is)
        report_set(&search->other,
                   text_format("%.*s%s where programs start%s",
                               (int)(text_file_name(file) - file) - 1, file,
                               has_list ? ":$LD_LIBRARY_PATH" : "",
                               strstr(file, "/tbb/") ? ", as oneAPI's setvars.sh does" : ""));
    free(real);
    free(file);
    return is;
}

/* ---- a library that lies elsewhere ---- */

/* A library for this architecture that fits the name, in a folder of the system or of a maker: its
 * path below the root, or NULL. The caller frees the path. */
static char *find_library(const struct search *search, const char *name)
{
    static const char *const folders[] = { "/opt/*/lib", "/opt/*/lib64", "/opt/*/*/lib",
                                           "/opt/*/*/lib/x86_64",
                                           "/usr/lib/*-linux-gnu*/intel-opencl" };
    char *found = NULL, *own = file_own_architecture(), *usual;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        char *pattern = text_format("%s/%s", folders[i], name), *file = fact_path(search, pattern);
        char *architecture = file ? file_architecture(file) : NULL;
        if (text_same(architecture, own)) found = text_format("%s", file + strlen(search->root));
        free(architecture);
        free(file);
        free(pattern);
    }
    usual = found ? NULL : fact_library(search, name);
    if (usual) found = text_format("%s", usual + strlen(search->root));
    free(usual);
    free(own);
    return found;
}

/* The manifest has a bare name, and the library lies in a folder that the linker does not
 * search. */
bool is_name_not_searched(struct search *search)
{
    const char *name = text_or_empty(search->driver->library);
    if (search->driver->verdict != VERDICT_LIBRARY_MISSING || strpbrk(name, "/*?[") ||
        !remedy_has_manifest(search->driver))
        return false;
    search->value = find_library(search, name);
    search->other = text_format("%s", remedy_where(search->driver));
    return search->value != NULL;
}

bool is_name_not_cached(struct search *search)
{
    char *folder, *file;
    bool is;
    if (!is_name_not_searched(search)) return false;
    folder = text_format("%.*s", (int)(text_file_name(search->value) - search->value) - 1,
                         search->value);
    file = linker_file_with(search->root, folder);
    is = file;
    free(folder);
    free(file);
    return is;
}

bool is_lost_from_package(struct search *search)
{
    const char *library = text_or_empty(search->driver->library);
    char *file = NULL, *package = NULL, *again;
    if (search->driver->verdict == VERDICT_LIBRARY_MISSING)
        package = owner_of_name(search->root, text_file_name(library), &file);
    if (package && (*library != '/' || text_same(library, file)) && !fact_has_path(search, file)) {
        again = packages_again(package, packages_distribution(search->root, search->loader));
        search->other = text_format("%s", *again ? again : package);
        search->value = package;
        free(again);
    } else {
        free(package);
    }
    free(file);
    return search->value != NULL;
}

/* Some makers' libraries, such as older ones of ARM, have OpenCL's functions, and not a driver's. */
bool is_for_direct_use(struct search *search)
{
    const struct candidate *driver = search->driver;
    const char *file = *text_or_empty(driver->file) ? driver->file : text_or_empty(driver->library);
    struct elf elf;
    bool is;
    if (driver->verdict != VERDICT_FUNCTION_MISSING || !elf_open(&elf, file)) return false;
    is = elf_exports(&elf, "clGetPlatformIDs") && !elf_exports(&elf, "clIcdGetPlatformIDsKHR");
    elf_close(&elf);
    if (is) search->other = remedy_removal(driver);
    return is && fact_found(search, file, NULL);
}

/* The name of a missing library, without its folder and with any version, or NULL. The caller frees
 * the name. */
static char *missing_with_any_version(const struct candidate *driver)
{
    const char *path = text_or_empty(driver->library), *name = text_file_name(path);
    const char *ending = strstr(name, ".so");
    if (driver->verdict != VERDICT_LIBRARY_MISSING || *path != '/' || !driver->manifest ||
        !ending || ending == name || strpbrk(name, "*?["))
        return NULL;
    return text_format("%.*s.so", (int)(ending - name), name);
}

/* An update has left this manifest behind: another manifest names the driver that is there. */
bool is_manifest_left_behind(struct search *search)
{
    char *name = missing_with_any_version(search->driver);
    for (size_t i = 0; name && search->report && i < search->report->drivers.count; i++) {
        const struct candidate *other = &search->report->drivers.all[i];
        const char *file = text_file_name(text_or_empty(other->library));
        if (!search->value && other->manifest && strncmp(file, name, strlen(name)) == 0 &&
            (other->verdict == VERDICT_UNTRIED || other->verdict == VERDICT_LOADED))
            fact_found(search, other->manifest, search->driver->manifest);
    }
    free(name);
    return search->value != NULL;
}

bool is_library_elsewhere(struct search *search)
{
    char *name = missing_with_any_version(search->driver), *pattern = NULL;
    if (name) pattern = text_format("%s*", name);
    if (name && !(search->value = find_library(search, text_file_name(search->driver->library))))
        search->value = find_library(search, pattern);
    if (search->value) search->other = text_format("%s", search->driver->manifest);
    free(pattern);
    free(name);
    return search->value != NULL;
}
