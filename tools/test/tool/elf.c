/* SPDX-License-Identifier: Apache-2.0 */
/* A program file becomes shorter while the command reads it, as when a linker writes it again. */
#include "test.h"

#include "../../base/elf_linux.h"

#include <elf.h>
#include <endian.h>
#include <link.h>
#include <unistd.h>

/* The second text is far from the header and from the tables at the end, which are read at once. */
static const char texts[3][1 << 17] = { "", "a text of this program", "" };
static char path[] = "/tmp/clrelay-elf-XXXXXX";

/* Makes a copy of this program. */
static int make_copy(void)
{
    FILE *from = fopen("/proc/self/exe", "rb");
    const int to = mkstemp(path);
    char part[4096];
    size_t size;
    if (!from || to < 0) TEST_STOP("no temporary file");
    while ((size = fread(part, 1, sizeof part, from)) > 0)
        if (write(to, part, size) != (ssize_t)size) TEST_STOP("the file can't be written");
    fclose(from);
    return to;
}

static bool has_symbol(const struct elf *elf, bool defined, const char *wanted)
{
    const char *name;
    size_t at = 0;
    while ((name = elf_symbol(elf, defined, &at)))
        if (!strcmp(name, wanted)) return true;
    return false;
}

/* ---- when symbols are bound ---- */

enum { OWN_ORDER = __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB };

static void check_binding(void)
{
    /* The same bit means something else in each kind of flags. */
    static const struct {
        int tag, value;
        bool now;
    } rows[] = { { DT_BIND_NOW, 0, true },
                 { DT_FLAGS, DF_BIND_NOW, true },
                 { DT_FLAGS, DF_BIND_NOW | DF_ORIGIN, true },
                 { DT_FLAGS, DF_ORIGIN, false },
                 { DT_FLAGS_1, DF_1_NOW, true },
                 { DT_FLAGS_1, DF_1_NOW | DF_1_NODELETE, true },
                 { DT_FLAGS_1, DF_1_NODELETE, false },
                 { DT_DEBUG, DF_BIND_NOW | DF_1_NOW, false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct file {
            ElfW(Ehdr) head;
            ElfW(Shdr) section;
            ElfW(Dyn) entries[2];
        } made = { .head = { .e_shoff = offsetof(struct file, section),
                             .e_shentsize = sizeof made.section,
                             .e_shnum = 1 },
                   .section = { .sh_type = SHT_DYNAMIC,
                                .sh_offset = offsetof(struct file, entries),
                                .sh_size = sizeof made.entries },
                   .entries = { { .d_tag = rows[i].tag } } };
        char name[] = "/tmp/clrelay-elf-XXXXXX", about[64];
        const int file = mkstemp(name);
        struct elf elf;
        made.entries[0].d_un.d_val = (unsigned)rows[i].value;
        memcpy(made.head.e_ident, ELFMAG, SELFMAG);
        made.head.e_ident[EI_CLASS] = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
        made.head.e_ident[EI_DATA] = OWN_ORDER;
        if (file < 0 || write(file, &made, sizeof made) != sizeof made || !elf_open(&elf, name))
            TEST_STOP("no file with a dynamic section");
        snprintf(about, sizeof about, "%#x %#x", (unsigned)rows[i].tag, (unsigned)rows[i].value);
        test_about = about;
        CHECK_INT(elf_binds_now(&elf), rows[i].now);
        test_about = "";
        elf_close(&elf);
        close(file);
        unlink(name);
    }
}

/* ---- segments ---- */

/* What is loaded must be in the file. Where two segments share a page, the entries of the dynamic
 * linker are not known, because one of the segments covers the other. */
static void check_segments(void)
{
    static const struct {
        const char *about;
        unsigned type, at, address; /* of another segment, which comes first or last */
        bool may_have;
        unsigned least; /* 0: the size of the file */
    } rows[] = { { "none", PT_NULL, 0, 0, false, 0 },
                 { "not loaded", PT_NOTE, 1 << 16, 0, false, 0 },
                 { "loaded elsewhere", PT_LOAD, 1 << 16, 1 << 20, false, (1 << 16) + 100 },
                 { "on the same page", PT_LOAD, 0, 0, true, 0 } };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        struct file {
            ElfW(Ehdr) head;
            ElfW(Phdr) parts[3];
            ElfW(Dyn) entries[2];
        } made = { .head = { .e_phoff = offsetof(struct file, parts),
                             .e_phentsize = sizeof made.parts[0],
                             .e_phnum = 3 },
                   .parts[1] = { .p_type = PT_DYNAMIC, .p_vaddr = offsetof(struct file, entries) },
                   .entries = { { .d_tag = DT_SONAME } } };
        const size_t row = i / 2, own = i % 2 * 2;
        char name[] = "/tmp/clrelay-elf-XXXXXX";
        const int file = mkstemp(name);
        struct elf elf;
        made.parts[own] =
            (ElfW(Phdr)){ .p_type = PT_LOAD, .p_filesz = sizeof made, .p_memsz = sizeof made };
        made.parts[2 - own] = (ElfW(Phdr)){ .p_type = rows[row].type,
                                            .p_offset = rows[row].at,
                                            .p_vaddr = rows[row].address,
                                            .p_filesz = 100,
                                            .p_memsz = 100 };
        if (rows[row].may_have) made.parts[2 - own] = made.parts[own];
        memcpy(made.head.e_ident, ELFMAG, SELFMAG);
        made.head.e_ident[EI_CLASS] = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
        made.head.e_ident[EI_DATA] = OWN_ORDER;
        if (file < 0 || write(file, &made, sizeof made) != sizeof made || !elf_open(&elf, name))
            TEST_STOP("no file with segments");
        test_about = rows[row].about;
        CHECK_INT(elf_may_have_dynamic(&elf, DT_VERSYM), rows[row].may_have);
        CHECK_INT(elf_may_have_dynamic(&elf, DT_SONAME), true);
        CHECK_INT(elf_least_size(&elf), rows[row].least ? rows[row].least : sizeof made);
        test_about = "";
        elf_close(&elf);
        close(file);
        unlink(name);
    }
}

int main(void)
{
    const int file = make_copy();
    struct elf whole, cut, none;
    if (!elf_open(&whole, path) || !elf_open(&cut, path)) TEST_STOP("not a program");
    CHECK(elf_has_text(&whole, texts[1]));
    CHECK(elf_defines(&whole, "main"));
    CHECK(elf_least_size(&whole) <= whole.size && elf_least_size(&whole) > sizeof texts);
    CHECK(has_symbol(&whole, false, "malloc") && !has_symbol(&whole, true, "malloc"));
    if (ftruncate(file, 0)) TEST_STOP("the file can't be cut");
    CHECK(!elf_has_text(&cut, texts[1]));
    CHECK(!elf_exports(&cut, "no such function"));
    CHECK(!elf_has_function_at(&cut, UINT64_MAX));
    CHECK(!has_symbol(&cut, false, "no such function"));
    CHECK(!elf_open(&none, path));
    elf_close(&whole);
    elf_close(&cut);
    close(file);
    unlink(path);
    check_binding();
    check_segments();
    return test_end();
}
