/* SPDX-License-Identifier: Apache-2.0 */
/* loader/linux/trust.c: whether a path certainly does not exist, found out without following a
 * link. */
#include "linux/trust.h"

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <unistd.h>

/* Another file of the loader has this; nothing here reads the noted error. */
void os_note_error(int error)
{
    (void)error;
}

static char base[PATH_MAX];

static const char *in_base(const char *path)
{
    static char buffer[PATH_MAX + 100];
    snprintf(buffer, sizeof buffer, "%s/%s", base, path);
    return buffer;
}

/* A path below the base and what to create there: 'd' a directory, 'o' a directory that others may
 * write to, 'f' a file, 'l' a link to the target. */
static const struct {
    const char *path;
    char what;
    const char *target;
    /* clang-format off */
} entries[] = {
    { "own", 'd', NULL },          { "own/folder", 'd', NULL },      { "own/folder/file", 'f', NULL },
    { "open", 'o', NULL },         { "open/folder", 'd', NULL },     { "open/folder/file", 'f', NULL },
    { "link", 'l', "own/folder" }, { "open/link", 'l', "../own" },   { "own/nowhere", 'l', "/none" },
    { "own/loop", 'l', "loop" },   { "open/nowhere", 'l', "/none" },
    { "own/none_else", 'd', NULL },
};
/* clang-format on */

/* Each question follows others that share directories with it. */
static const struct {
    const char *path;
    bool missing;
    /* clang-format off */
} rows[] = {
    { "own", false },
    { "own/none", true },
    { "own/none/deeper", true },
    { "own/none_else", false }, /* its name only begins with a missing one */
    { "own/folder/file", false },
    { "own/folder/none", true },
    { "own/folder", false },
    { "own/folder//none", true },
    { "own//folder/file", false },
    { "own/folder/", false },
    { "own/none/", true },
    { "ownership", true },
    { "own/folderol/none", true },
    { "own/folder/file/none", false }, /* opening the path reports that a file is no directory */
    { "open", false },
    { "open/none", true },
    { "open/none/deeper", true },
    { "open/folder/file", false },
    { "open/folder/none", true },
    { "open//folder//none", true },
    { "open/folder/", false },
    /* The function does not follow the link. */
    { "link", false },
    { "link/none", false },
    { "open/link", false },
    { "open/link/none", false },
    { "own/nowhere", false },
    { "own/nowhere/none", false },
    { "open/nowhere/none", false },
    { "own/loop/none", false },
    { "own/../own/none", true },
    { "own/../own/folder", false },
};
/* clang-format on */

static void make_things(void)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const char *path = in_base(entries[i].path);
        bool made = true;
        int file;
        switch (entries[i].what) {
        case 'l': made = symlink(entries[i].target, path) == 0; break;
        case 'f':
            file = open(path, O_WRONLY | O_CREAT, 0600);
            made = file >= 0 && close(file) == 0;
            break;
        default:
            made = mkdir(path, 0700) == 0 && chmod(path, entries[i].what == 'o' ? 0777 : 0700) == 0;
        }
        if (!made) perror(path), exit(2);
    }
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    return remove(path);
}

/* Returns the next free descriptor, which shows whether any stayed open. */
static int next_descriptor(void)
{
    int file = open("/", O_PATH | O_CLOEXEC);
    close(file);
    return file;
}

/* Asks without a base, and with one that the path is below. */
static bool is_missing(const char *path)
{
    bool missing = os_is_missing(path, 0);
    size_t length = strlen(base);
    if (strncmp(path, base, length) == 0 && *base) CHECK_INT(os_is_missing(path, length), missing);
    return missing;
}

/* Asks the questions in a new directory below `where` and removes it afterwards. */
static void check_below(const char *where)
{
    char name[NAME_MAX + 1] = "", path[PATH_MAX + 2 * NAME_MAX + 10];
    int next;
    snprintf(base, sizeof base, "%s/clrelay-missing-XXXXXX", where);
    if (!mkdtemp(base)) perror(base), exit(2);
    make_things();
    next = next_descriptor();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        test_about = in_base(rows[i].path);
        CHECK_INT(is_missing(in_base(rows[i].path)), rows[i].missing);
    }
    /* Longer than all that is remembered. */
    memset(name, 'x', sizeof name - 1);
    test_about = "a long path";
    snprintf(path, sizeof path, "%s/own/%s", base, name);
    CHECK_INT(is_missing(path), true);
    CHECK_INT(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/own/%s/%s", base, name, name);
    CHECK_INT(is_missing(path), true);
    test_about = "";
    CHECK_INT(next_descriptor(), next);
    nftw(base, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(void)
{
    char longest[PATH_MAX + 100], here[PATH_MAX - 100];
    /* In the first directory nobody else can change anything, in the second one everybody can. */
    if (!getcwd(here, sizeof here)) return 2;
    check_below(here);
    check_below("/tmp");
    CHECK_INT(is_missing("relative"), false);
    CHECK_INT(is_missing(""), false);
    memset(longest, 'x', sizeof longest - 1);
    longest[0] = '/';
    longest[sizeof longest - 1] = '\0';
    CHECK_INT(is_missing(longest),
              false); /* such a name is impossible; opening the path reports that */
    return test_end();
}
