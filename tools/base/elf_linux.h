/* SPDX-License-Identifier: Apache-2.0 */
/* Reads Linux programs and libraries as files, without running them. They may be of any
 * architecture with this machine's byte order, and nothing in them is trusted. */
#ifndef CLRELAY_TOOLS_BASE_ELF_LINUX_H
#define CLRELAY_TOOLS_BASE_ELF_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
    int file;
    unsigned char *bytes; /* its header, and what was needed of the rest so far */
    bool *is_read;        /* for each part of the file */
    size_t size;
    bool wide;         /* of 64 bits */
    uint64_t sections; /* that are looked at */
};

/* Opens a file. Returns false if it is no program or library, or can't be read. */
bool elf_open(struct elf *elf, const char *path);
void elf_close(struct elf *elf);

/* Its dynamic linker, or NULL: it is a library, or linked statically. */
const char *elf_interpreter(const struct elf *elf);

/* How many bytes the file must have for all of its segments. */
uint64_t elf_least_size(const struct elf *elf);

/* The text of the entry with this number, from 0 on, among the dynamic entries of this kind
 * (DT_NEEDED, DT_RUNPATH, …), or NULL if there are fewer. */
const char *elf_dynamic(const struct elf *elf, int64_t kind, size_t number);

/* Whether the dynamic linker may find a dynamic entry of this kind: it reads segments, and no
 * section that elf_dynamic() reads. */
bool elf_may_have_dynamic(const struct elf *elf, int64_t kind);

/* Whether it has a function of this name: one that others may call, or any. */
bool elf_exports(const struct elf *elf, const char *function);
bool elf_defines(const struct elf *elf, const char *function);
/* Whether an address of it is in one of its functions. */
bool elf_has_function_at(const struct elf *elf, uint64_t address);

/* The next symbol that other files may use or, if not `defined`, that this one needs from others.
 * *at is 0 at first. NULL: there are no more. */
const char *elf_symbol(const struct elf *elf, bool defined, size_t *at);
/* Whether it wants all functions to be found before it runs. */
bool elf_binds_now(const struct elf *elf);

/* Finds the next text with this in it among its constants. *at is 0 at first. NULL: there are no
 * more. */
const char *elf_find_text(const struct elf *elf, const char *part, size_t *at);
/* Whether one of its constants is this text. */
bool elf_has_text(const struct elf *elf, const char *text);

#endif
