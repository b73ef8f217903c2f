/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries of a program that a driver has, too, or that take the place of a driver's library. */
#include "conflict_linux.h"
#include "linker_linux.h"
#include "program.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The length of the part of a library's name that all versions share: "libLLVM" of
 * "libLLVM-15.so.1". */
static size_t stem_length(const char *name)
{
    const char *end = strstr(name, ".so");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    size_t digits = length;
    while (digits > 0 && strchr("0123456789.", name[digits - 1])) digits--;
    return digits > 0 && digits < length && name[digits - 1] == '-' ? digits - 1 : length;
}

static bool is_version_of(const char *one, const char *other)
{
    const size_t length = stem_length(one);
    return length == stem_length(other) && strncmp(one, other, length) == 0;
}

/* A function of LLVM that other libraries in the process may get from a file, or NULL. The file has
 * the same names for these functions as the LLVM of a driver. The caller frees the name. */
static char *function_of_llvm(const char *file)
{
    struct elf elf;
    const char *name;
    char *function = NULL;
    size_t at = 0;
    if (!elf_open(&elf, file)) return NULL;
    while ((name = elf_symbol(&elf, true, &at)) && strncmp(name, "_ZN4llvm", 8) != 0)
        ;
    if (name) function = text_format("%s", name);
    elf_close(&elf);
    return function;
}

static bool has_llvm(const char *file)
{
    char *function = function_of_llvm(file);
    const bool has = function != NULL;
    free(function);
    return has;
}

/* Whether the driver has an LLVM in another file than this one. */
static bool has_other_llvm(const struct linked_libraries *drivers, const char *file)
{
    const struct linked *all = drivers->items;
    bool has = false;
    for (size_t i = 0; i < drivers->count; i++) {
        if (!all[i].file) continue;
        if (file_is_same(all[i].file, file)) return false;
        has = has || has_llvm(all[i].file);
    }
    return has;
}

/* Whether the driver has this library, but in another file. */
static bool is_in_driver(const struct linked *linked, const struct linked_libraries *drivers)
{
    const struct linked *all = drivers->items;
    bool other = false;
    for (size_t i = 0; i < drivers->count; i++) {
        if (!all[i].file ||
            !is_version_of(text_file_name(linked->name), text_file_name(all[i].name)))
            continue;
        if (file_is_same(all[i].file, linked->file)) return false;
        other = true;
    }
    return other;
}

static bool is_of_system(const char *file)
{
    struct stat about;
    return stat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == 0 &&
           !(about.st_mode & (S_IWGRP | S_IWOTH));
}

/* Functions of the C++ library that are in no header. A file that has one of them contains that
 * library, and exports it. */
static const char *const cxx_functions[] = {
    "__cxa_throw",
    "__cxa_begin_catch",
    "_ZSt11_Hash_bytesPKvmm",
    "_ZSt17__throw_bad_allocv",
    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
};

/* Whether a library has the name of a C++ library, or is there to stand before one. */
static bool is_cxx_library(const char *name)
{
    static const char *const begins[] = { "libstdc++.", "libc++",   "libsupc++", "libcxxrt.",
                                          "libasan.",   "libtsan.", "libubsan.", "libclang_rt." };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

/* Whether the driver's calls of libstdc++ go to this library, which has another name. */
static bool stands_before_cxx(const struct linked *linked, const struct linked_libraries *drivers)
{
    const struct linked *all = drivers->items;
    bool needs = false, has = false;
    struct elf elf;
    for (size_t i = 0; i < drivers->count; i++) {
        if (all[i].file && file_is_same(all[i].file, linked->file)) return false;
        needs = needs || strncmp(text_file_name(all[i].name), "libstdc++.so", 12) == 0;
    }
    if (!needs || is_cxx_library(text_file_name(linked->name)) || !elf_open(&elf, linked->file))
        return false;
    for (size_t i = 0; i < sizeof cxx_functions / sizeof *cxx_functions && !has; i++)
        has = elf_exports(&elf, cxx_functions[i]);
    elf_close(&elf);
    return has;
}

char *program_shared_libraries(const struct program *program, const char *driver, bool *safe)
{
    const struct linked *all = program->libraries.items;
    const struct link_question question = { .program = driver };
    struct linked_libraries drivers = { NULL, 0, 0 };
    char *list = NULL;
    *safe = !program->privileged;
    if (program->foreign || program->libraries.count == 0) return NULL;
    free(linker_ask(&question, &drivers));
    for (size_t i = 0; i < program->libraries.count; i++) {
        const char *file = all[i].file;
        /* Other findings are about the loader. */
        if (!file || *file != '/' || strpbrk(file, ": ") ||
            strncmp(text_file_name(all[i].name), "libOpenCL", 9) == 0 ||
            !(is_in_driver(&all[i], &drivers) || stands_before_cxx(&all[i], &drivers) ||
              (has_llvm(file) && has_other_llvm(&drivers, file))))
            continue;
        text_add(&list, "%s%s", list ? ":" : "", file);
        *safe = *safe && is_of_system(file);
    }
    linker_free(&drivers);
    return list;
}

char *program_llvm_function(const struct program *program, const char *driver)
{
    const struct link_question question = { .program = driver };
    struct linked_libraries drivers = { NULL, 0, 0 };
    char *function = program->foreign ? NULL : function_of_llvm(program->file);
    if (function) free(linker_ask(&question, &drivers));
    if (function && !has_other_llvm(&drivers, program->file)) {
        free(function);
        function = NULL;
    }
    linker_free(&drivers);
    return function;
}

char *program_conflict(const struct program *program, const char *driver)
{
    return program->foreign ? NULL : conflict_find(driver, &program->libraries);
}
