/* SPDX-License-Identifier: Apache-2.0 */
/* Reads Linux programs and libraries as files, without running them. They may be of any
 * architecture with this machine's byte order. Their content is not trusted. */
#ifndef CLRELAY_TOOLS_BASE_ELF_LINUX_H
#define CLRELAY_TOOLS_BASE_ELF_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
    int file;
    unsigned char *bytes; /* the file's content, as far as `is_read` says */
    bool *is_read;        /* for each part of the file: whether `bytes` has it */
    size_t size;
    bool wide;         /* the file is a 64-bit one */
    uint64_t sections; /* the number of sections that are searched */
};

/* Opens a file. Returns false if it can't be read, or is neither a program nor a library. */
bool elf_open(struct elf *elf, const char *path);
void elf_close(struct elf *elf);

/* Whether it is an object file, which is not linked yet. */
bool elf_is_object(const struct elf *elf);

/* The dynamic linker that a program names. NULL: the file is a library, or linked statically. */
const char *elf_interpreter(const struct elf *elf);

/* How many bytes the file needs for all of its segments. */
uint64_t elf_least_size(const struct elf *elf);

/* The text of a dynamic entry of this kind (DT_NEEDED, DT_RUNPATH, …). `number` counts the entries
 * of the kind from 0. NULL: there are fewer. */
const char *elf_dynamic(const struct elf *elf, int64_t kind, size_t number);

/* Whether the dynamic linker may find a dynamic entry of this kind. The linker reads segments;
 * elf_dynamic() reads sections, which a file may lack. */
bool elf_may_have_dynamic(const struct elf *elf, int64_t kind);

/* Whether the file exports a function of this name. */
bool elf_exports(const struct elf *elf, const char *function);

/* Whether the file has a function of this name, exported or not. */
bool elf_defines(const struct elf *elf, const char *function);
/* Whether an address in the file belongs to one of its functions. */
bool elf_has_function_at(const struct elf *elf, uint64_t address);

/* The next symbol that the file exports or, if not `defined`, needs from other files. An object file
 * exports what it has for other object files. *at is 0 for the first call. NULL: there are no more. */
const char *elf_symbol(const struct elf *elf, bool defined, size_t *at);
/* Whether the file asks the dynamic linker to bind all functions before it runs. */
bool elf_binds_now(const struct elf *elf);

/* Finds the next string among the file's constants that contains `part`. *at is 0 for the first
 * call. NULL: there are no more. */
const char *elf_find_text(const struct elf *elf, const char *part, size_t *at);
/* Whether a string among the file's constants is equal to this text. */
bool elf_has_text(const struct elf *elf, const char *text);

#endif
