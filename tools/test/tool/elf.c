/* SPDX-License-Identifier: Apache-2.0 */
/* A program file becomes shorter while the command reads it, as when a linker writes it again. */
#include "test.h"

#include "../../base/elf_linux.h"

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
    return test_end();
}
