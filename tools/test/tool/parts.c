/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the command whose results depend on their arguments, and on files that this test
 * makes: one row for each case. */
#include "test.h"

#include "../../base/conf.h"
#include "../../base/terminal.h"
#include "../../check/place.h"
#include "../../report/owners.h"

#include <sys/stat.h>
#include <unistd.h>

static void check_lists(void)
{
    static const struct {
        const char *list, *element, *left;
        bool removed;
    } rows[] = { { "a, b, c", "b", "a, c", true }, { "a, B", "b", "a", true },
                 { "b", "B", "", true },           { "a, bc", "b", "a, bc", false },
                 { " a ,b,b", "b", "a", true },    { "", "b", "", false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool removed;
        char *left = conf_list_remove(rows[i].list, rows[i].element, &removed);
        test_about = rows[i].list;
        CHECK_STR(left, rows[i].left);
        CHECK_INT(removed, rows[i].removed);
        free(left);
    }
}

static void check_paths(void)
{
    static const char *const rows[][2] = {
        { "a/b.c", "a/b.c" },
        { "././b.c", "b.c" },
        { "a/../b.c", "b.c" },
        { "a/b/../../c.c", "c.c" },
        { "a/b/c/../../d/../e.c", "a/e.c" },
        { "/usr/x/../long/../y.c", "/usr/y.c" },
        { "../b.c", "../b.c" },
        { "../../b.c", "../../b.c" },
        { "../a/../b.c", "../b.c" },
        { "a/.../b.c", "a/.../b.c" },
        { "/../b.c", "/../b.c" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = rows[i][0];
        CHECK_STR(place_path(rows[i][0]), rows[i][1]);
    }
}

/* ---- who has a file ---- */

static char root[] = "/tmp/clrelay-parts-XXXXXX";

static void make(const char *path, const char *text)
{
    char all[4096];
    FILE *file;
    snprintf(all, sizeof all, "%s%s", root, path);
    for (char *at = all + strlen(root) + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        mkdir(all, 0777);
    }
    file = text ? fopen(all, "w") : NULL;
    if (text && (!file || fputs(text, file) < 0 || fclose(file))) TEST_STOP("no %s", all);
}

static void clear(void)
{
    char command[4096];
    snprintf(command, sizeof command, "rm -rf %s/*", root);
    if (system(command)) TEST_STOP("the folder can't be emptied");
}

#define DPKG   "/var/lib/dpkg/info/x.list", "/usr/lib/libother.so\n"
#define FILE_X "/usr/lib/libx.so"
static const struct owner_row {
    const char *about, *file;
    const char *files[3][2]; /* paths with their texts */
    const char *words;
} owner_rows[] = {
    { "no lists", FILE_X, { { NULL } }, "" },
    { "listed",
      FILE_X,
      { { DPKG }, { "/var/lib/dpkg/info/libx1:amd64.list", "/.\n/usr/lib\n" FILE_X "\n" } },
      " (of the package libx1)" },
    { "a longer name",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", FILE_X ".1\n" } },
      " (of no package)" },
    { "not listed", FILE_X, { { DPKG } }, " (of no package)" },
    { "in /lib", "/lib/libx.so", { { DPKG } }, " (of no package)" },
    { "a maker's", "/opt/x/libx.so", { { DPKG } }, "" },
    { "python's", "/usr/lib/python3/libx.so", { { DPKG } }, "" },
    { "pip's", "/usr/lib/site-packages/libx.so", { { DPKG } }, "" },
    { "put aside", FILE_X, { { DPKG }, { "/var/lib/dpkg/diversions", FILE_X "\nx\nx\n" } }, "" },
    { "listed and put aside",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", FILE_X "\n" },
        { "/var/lib/dpkg/diversions", FILE_X "\nx\nx\n" } },
      "" },
    { "another put aside",
      FILE_X,
      { { DPKG }, { "/var/lib/dpkg/diversions", "/usr/lib/liby.so\nx\nx\n" } },
      " (of no package)" },
    { "rpm", FILE_X, { { "/var/lib/rpm/x", "" } }, " (rpm -qf " FILE_X " names its package)" },
    { "rpm's newer folder",
      FILE_X,
      { { DPKG }, { "/usr/lib/sysimage/rpm/x", "" } },
      " (rpm -qf " FILE_X " names its package)" },
    { "pacman",
      FILE_X,
      { { "/var/lib/pacman/local/mesa-x-1:24.0.1-1/files", "%FILES%\nusr/lib/libx.so\n" } },
      " (of the package mesa-x)" },
    { "without /usr",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", "/lib/libx.so\n" } },
      " (of the package a)" },
    { "with /usr",
      "/lib/libx.so",
      { { "/var/lib/dpkg/info/a.list", FILE_X "\n" } },
      " (of the package a)" },
    { "another /lib",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", "/lib/libx.so\n" }, { "/lib/x", "" } },
      " (of no package)" },
};

static void check_owners(void)
{
    if (!mkdtemp(root)) TEST_STOP("no temporary folder");
    for (size_t i = 0; i < sizeof owner_rows / sizeof *owner_rows; i++) {
        const struct owner_row *row = &owner_rows[i];
        char *words;
        for (size_t f = 0; f < 3 && row->files[f][0]; f++) make(row->files[f][0], row->files[f][1]);
        words = owner_words(root, row->file);
        test_about = row->about;
        CHECK_STR(words, row->words);
        free(words);
        clear();
    }
    rmdir(root);
}

/* ---- rows of a terminal ---- */

static void check_rows(void)
{
    static const char *const rows[][2] = {
        /* A separator in the first half of a row is no place for a break. */
        { "/ab/0123456789012345678901234567890123456789",
          "/ab/012345678901234567890123456789012345\n  6789\n" },
        { "/0123456789012345678901234567/8901234567890",
          "/0123456789012345678901234567/\n  8901234567890\n" },
        { "0123456789012345678/01234567890123456789012",
          "0123456789012345678/01234567890123456789\n  012\n" },
        { "01234567890123456789/0123456789012345678901",
          "01234567890123456789/\n  0123456789012345678901\n" },
        { "/ab/012345678901234567890123456789012345",
          "/ab/012345678901234567890123456789012345\n" },
        { "one /ab/0123456789012345678901234567890123",
          "one\n  /ab/0123456789012345678901234567890123\n" },
    };
    setenv("COLUMNS", "40", 1);
    terminal_start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        if (!file) TEST_STOP("no memory");
        terminal_use(file);
        line(0, 2, PLAIN, "%s", rows[i][0]);
        fclose(file);
        test_about = rows[i][0];
        CHECK_STR(text, rows[i][1]);
        free(text);
    }
}

int main(void)
{
    check_lists();
    check_paths();
    check_owners();
    check_rows();
    return test_end();
}
