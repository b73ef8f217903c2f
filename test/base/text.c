/* SPDX-License-Identifier: Apache-2.0 */
/* loader/base/text.c: lists, words, numbers, patterns, lines of files. */
#include "find/manifest.h"

#include "test.h"

#include <limits.h>
#include <time.h>

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* Returns a text in brackets, for comparisons. */
static const char *shown(struct text text)
{
    static char buffers[4][400];
    static size_t next;
    char *buffer = buffers[next++ % 4];
    snprintf(buffer, sizeof buffers[0], "<%.*s>", (int)text.length, text.start ? text.start : "");
    return buffer;
}

static void check_copies(void)
{
    char *copy = text_copy((struct text){ "abcdef", 3 });
    CHECK_STR(copy, "abc");
    free(copy);
    copy = text_copy((struct text){ "abc", 0 });
    CHECK_STR(copy, "");
    free(copy);
    copy = text_copy_string("whole");
    CHECK_STR(copy, "whole");
    free(copy);
}

static void check_lists(void)
{
    static const struct {
        const char *list, *elements;
        /* clang-format off */
    } rows[] = {
        { "", "<>" },        { "a", "<a>" },           { "a:b", "<a><b>" },
        { ":a", "<><a>" },   { "a:", "<a><>" },        { "a::b", "<a><><b>" },
        { ":", "<><>" },     { "::", "<><><>" },       { " a : b ", "< a >< b >" },
        { "a,b", "<a,b>" },  { "/x/y:z", "</x/y><z>" },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        char seen[200] = "";
        const char *rest = rows[i].list;
        struct text element;
        test_about = rows[i].list;
        while (text_next_element(&rest, ':', &element)) strcat(seen, shown(element));
        CHECK_STR(seen, rows[i].elements);
        CHECK(!rest);
        CHECK(!text_next_element(&rest, ':', &element));
    }
    test_about = "no list";
    const char *none = NULL;
    struct text element;
    CHECK(!text_next_element(&none, ':', &element));
    none = "a,b";
    CHECK(text_next_element(&none, ',', &element));
    CHECK_STR(shown(element), "<a>");
}

static void check_trim(void)
{
    static const struct {
        const char *text, *trimmed;
        /* clang-format off */
    } rows[] = {
        { "", "<>" }, { " ", "<>" }, { " \t\r\n\v\f ", "<>" }, { "a", "<a>" }, { " a", "<a>" },
        { "a ", "<a>" }, { "\t a b \r", "<a b>" }, { "\xc2\xa0", "<\xc2\xa0>" },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        test_about = rows[i].text;
        CHECK_STR(shown(text_trim(text_of(rows[i].text))), rows[i].trimmed);
    }
}

static void check_words(void)
{
    static const struct {
        const char *list, *word;
        bool found;
    } rows[] = {
        { "cl_khr_icd", "cl_khr_icd", true },
        { "a cl_khr_icd b", "cl_khr_icd", true },
        { "a\tcl_khr_icd\nb", "cl_khr_icd", true },
        { "cl_khr_icd b", "cl_khr_icd", true },
        { "a cl_khr_icd", "cl_khr_icd", true },
        { "cl_khr_icd ", "cl_khr_icd", true },
        { "cl_khr_icd2", "cl_khr_icd", false },
        { "x_cl_khr_icd", "cl_khr_icd", false },
        { "cl_khr_icd_x cl_khr_icd", "cl_khr_icd", true },
        { "xcl_khr_icd cl_khr_icd", "cl_khr_icd", true },
        { "cl_khr_icd,b", "cl_khr_icd", false },
        { "CL_KHR_ICD", "cl_khr_icd", false },
        { "cl_khr_ic", "cl_khr_icd", false },
        { "aa aaa a", "a", true },
        { "aa aaa", "a", false },
        { "", "a", false },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        test_about = rows[i].list;
        CHECK_INT(text_has_word(rows[i].list, rows[i].word), rows[i].found);
    }
}

static void check_ends(void)
{
    static const struct {
        const char *text, *part;
        bool begins, ends;
    } rows[] = {
        { "abc", "abc", true, true },  { "abc", "", true, true },     { "", "", true, true },
        { "abc", "ab", true, false },  { "abc", "bc", false, true },  { "abc", "b", false, false },
        { "bc", "abc", false, false }, { "ab", "abc", false, false }, { "", "a", false, false },
        { "aba", "a", true, true },    { "abc", "AB", false, false },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        test_about = rows[i].text;
        CHECK_INT(text_begins_with(rows[i].text, rows[i].part), rows[i].begins);
        CHECK_INT(text_ends_with(rows[i].text, rows[i].part), rows[i].ends);
    }
}

static void check_numbers(void)
{
    static const struct {
        const char *text;
        bool is_number;
        unsigned number;
        /* clang-format off */
    } rows[] = {
        { "0", true, 0 },           { "7", true, 7 },          { "0010", true, 10 },
        { "4294967295", true, UINT_MAX },
        { "4294967296", false, 0 }, { "42949672950", false, 0 }, { "99999999999999999999", false, 0 },
        { "", false, 0 },           { " 1", false, 0 },        { "1 ", false, 0 },
        { "-1", false, 0 },         { "+1", false, 0 },        { "0x1", false, 0 },
        { "1a", false, 0 },         { "1.0", false, 0 },       { "\xd9\xa1", false, 0 },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned number = 12345;
        test_about = rows[i].text;
        CHECK_INT(text_number(rows[i].text, &number), rows[i].is_number);
        CHECK_INT(number, rows[i].is_number ? rows[i].number : 12345);
    }
}

static void check_patterns(void)
{
    static const struct {
        const char *pattern, *text;
        bool matches;
        /* clang-format off */
    } rows[] = {
        { "", "", true },          { "", "a", false },         { "a", "", false },
        { "abc", "abc", true },    { "abc", "abcd", false },   { "abc", "xabc", false },
        { "ABC", "abc", true },    { "abc", "AbC", true },     { "\xc4", "\xe4", false },
        /* any characters */
        { "*", "", true },         { "*", "abc", true },       { "**", "", true },
        { "a*", "a", true },       { "a*", "abc", true },      { "a*", "ba", false },
        { "*c", "abc", true },     { "*c", "abcd", false },    { "a*c", "abc", true },
        { "a*c", "ac", true },     { "a*c", "acb", false },    { "a**c", "abbc", true },
        { "*b*", "abc", true },    { "*b*", "ac", false },     { "a*bc*d", "abxbcxd", true },
        { "*ab", "aab", true },    { "*aab", "aaab", true },   { "*.so.?", "libx.so.1", true },
        /* any one */
        { "?", "a", true },        { "?", "", false },         { "?", "ab", false },
        { "??", "ab", true },      { "a?c", "abc", true },     { "a?c", "ac", false },
        { "?*", "", false },       { "?*", "a", true },        { "*?", "abc", true },
        /* one of these */
        { "[abc]", "b", true },    { "[abc]", "d", false },    { "[abc]", "", false },
        { "[a-c]x", "bx", true },  { "[a-c]", "d", false },    { "[a-cx-z]", "y", true },
        { "[a-c]", "B", true },    { "[A-C]", "b", true },     { "[0-9]*", "7up", true },
        { "[!a-c]", "d", true },   { "[!a-c]", "b", false },   { "[^a-c]", "d", true },
        { "[!a-c]", "B", false },  { "[!a]", "", false },      { "x[!0-9]", "x1", false },
        { "[]]", "]", true },      { "[!]]", "a", true },      { "[!]]", "]", false },
        { "[]a]", "a", true },     { "[a-]", "-", true },      { "[a-]", "a", true },
        { "[-a]", "-", true },     { "[a!]", "!", true },      { "[*]", "*", true },
        { "[*]", "a", false },     { "[?]", "?", true },       { "[[]", "[", true },
        { "[c-a]", "b", false },   { "*[0-9]", "abc7", true }, { "*[0-9]x", "a7b8x", true },
        { "[a-c]", "-", false },   { "[c-a]", "a", false },    { "[!a-c]", "-", true },
        { "a[b]c[d]e", "abcde", true },
        /* without an end: literal */
        { "[", "[", true },        { "[", "a", false },        { "[abc", "[abc", true },
        { "[abc", "a", false },    { "[a-", "[a-", true },     { "[!", "[!", true },
        { "[]", "[]", true },      { "[!]", "[!]", true },     { "[]", "]", false },
        { "*[", "abc[", true },    { "*[x", "abc[x", true },   { "a[*", "a[bc", true },
        { "]", "]", true },        { "a]", "a]", true },
        /* nothing else is special */
        { "\\*", "*", false },     { "\\*", "\\x", true },     { "a.c", "abc", false },
        { "{a,b}", "a", false },   { "a-b", "a-b", true },     { "a b", "a b", true },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        char about[100];
        snprintf(about, sizeof about, "%s for %s", rows[i].pattern, rows[i].text);
        test_about = about;
        CHECK_INT(text_matches(rows[i].text, text_of(rows[i].pattern)), rows[i].matches);
    }
    test_about = "a pattern is as long as it is";
    CHECK(text_matches("ab", (struct text){ "ab*]", 2 }));
    CHECK(!text_matches("abc", (struct text){ "ab*]", 2 }));
    CHECK(text_matches("[a", (struct text){ "[a]", 2 }));
    CHECK(!text_matches("a", (struct text){ "[a]", 2 }));
}

/* Patterns for which a simple matcher would take ages. */
static void check_pathological_patterns(void)
{
    enum { LONG = 20000 };
    static char text[LONG + 1], pattern[2001];
    clock_t start = clock();
    memset(text, 'a', LONG);
    test_about = "pathological";
    CHECK(!text_matches(text, text_of("*a*a*a*b")));
    CHECK(text_matches(text, text_of("*a*a*a*a")));
    for (size_t i = 0; i + 1 < sizeof pattern; i += 2) memcpy(pattern + i, "*a", 2);
    CHECK(text_matches(text, text_of(pattern)));
    pattern[sizeof pattern - 2] = 'b';
    CHECK(!text_matches(text, text_of(pattern)));
    memset(pattern, '*', sizeof pattern - 1);
    CHECK(text_matches(text, text_of(pattern)));
    for (size_t i = 0; i + 5 < sizeof pattern; i += 5) memcpy(pattern + i, "*[ab]", 5);
    memcpy(pattern + sizeof pattern - 6, "*[!a]", 5);
    CHECK(!text_matches(text, text_of(pattern)));
    CHECK((clock() - start) / CLOCKS_PER_SEC < 5);
}

static void check_compare(void)
{
    static const struct {
        const char *one, *other;
        int order;
        /* clang-format off */
    } rows[] = {
        { "", "", 0 },      { "a", "a", 0 },   { "a", "A", 0 },        { "Ab", "aB", 0 },
        { "a", "b", -1 },   { "B", "a", 1 },   { "a", "B", -1 },       { "", "a", -1 },
        { "ab", "a", 1 },   { "a10", "a9", -1 }, { "z", "\xc3\xa4", -1 }, { "\xff", "", 1 },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        int order = text_compare_nocase(rows[i].one, rows[i].other);
        test_about = rows[i].one;
        CHECK_INT((order > 0) - (order < 0), rows[i].order);
    }
}

/* The first and last character of each length and beside each gap, and what is none. */
static void check_utf8(void)
{
    static const struct {
        const char *text;
        size_t length;
        unsigned long code;
        /* clang-format off */
    } rows[] = {
        { "a", 1, 'a' },                   { "\x7f", 1, 0x7f },               { "\x80", 0, 0 },
        { "\xc1\xbf", 0, 0 },              { "\xc2\x80", 2, 0x80 },          { "\xdf\xbf", 2, 0x7ff },
        { "\xe0\x9f\xbf", 0, 0 },          { "\xe0\xa0\x80", 3, 0x800 },     { "\xef\xbf\xbf", 3, 0xffff },
        { "\xed\x9f\xbf", 3, 0xd7ff },     { "\xed\xa0\x80", 0, 0 },         { "\xed\xbf\xbf", 0, 0 },
        { "\xee\x80\x80", 3, 0xe000 },     { "\xf0\x8f\xbf\xbf", 0, 0 },     { "\xf0\x90\x80\x80", 4, 0x10000 },
        { "\xf4\x8f\xbf\xbf", 4, 0x10ffff }, { "\xf4\x90\x80\x80", 0, 0 },   { "\xf8\x88\x80\x80", 0, 0 },
        { "\xc2", 0, 0 },                  { "\xc2" "a", 0, 0 },             { "\xc2\xc0", 0, 0 },
        { "\xe0\xa0", 0, 0 },              { "\xf0\x90\x80", 0, 0 },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned long code = 0;
        char about[30];
        snprintf(about, sizeof about, "row %zu of characters", i);
        test_about = about;
        CHECK_INT(text_utf8_length(rows[i].text, &code), rows[i].length);
        CHECK_INT(code, rows[i].code);
        CHECK_INT(text_utf8_length(rows[i].text, NULL), rows[i].length);
    }
}

static void check_lines(void)
{
    static const struct {
        const char *title, *bytes;
        const char *lines; /* number, length and text of each line */
        /* clang-format off */
    } rows[] = {
        { "nothing", "", "" },
        { "one", "a", "1:1<a>" },
        { "its end", "a\n", "1:1<a>" },
        { "two", "a\nb", "1:1<a>2:1<b>" },
        { "blank lines count", "\n\nb\n\n", "1:0<>2:0<>3:1<b>4:0<>" },
        { "blanks around", "  a \t\n", "1:5<a>" },
        { "CRLF", "a\r\nb\r\n", "1:2<a>2:2<b>" },
        { "BOM", "\xef\xbb\xbf" "a\nb", "1:1<a>2:1<b>" },
        { "only a BOM", "\xef\xbb\xbf", "" },
        { "half a BOM", "\xef\xbb", "1:2<\xef\xbb>" },
        { "a BOM later on", "a\n\xef\xbb\xbf" "b", "1:1<a>2:4<\xef\xbb\xbf" "b>" },
        { "two BOMs", "\xef\xbb\xbf\xef\xbb\xbf" "a", "1:4<\xef\xbb\xbf" "a>" },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        char seen[400] = "";
        struct text rest = text_of(rows[i].bytes);
        struct text_line line = { .number = 0 };
        test_about = rows[i].title;
        while (text_next_line(&rest, &line))
            snprintf(seen + strlen(seen), 100, "%zu:%zu%s", line.number, line.length,
                     shown(line.text));
        CHECK_STR(seen, rows[i].lines);
    }
    static const struct {
        const char *line;
        bool silent;
    } silence[] = { { "", true },   { "#", true },      { "# a = b", true }, { "#a", true },
                    { "a", false }, { "a # b", false }, { "=", false },      { ";", false } };
    for (size_t i = 0; i < COUNT(silence); i++) {
        struct text_line line = { .text = text_of(silence[i].line) };
        test_about = silence[i].line;
        CHECK_INT(text_is_ignorable(&line), silence[i].silent);
    }
}

static void check_settings(void)
{
    static const struct {
        const char *line, *name, *value; /* a `name` of NULL means that the line is no setting */
        /* clang-format off */
    } rows[] = {
        { "a = b", "<a>", "<b>" },         { "a=b", "<a>", "<b>" },
        { "a\t=\tb", "<a>", "<b>" },       { "a = b c", "<a>", "<b c>" },
        { "a = b = c", "<a>", "<b = c>" }, { "a =", "<a>", "<>" },
        { "a = ", "<a>", "<>" },           { "a = \"b\"", "<a>", "<\"b\">" },
        { "a = b # c", "<a>", "<b # c>" }, { "a b = c", "<a b>", "<c>" },
        { "a", NULL, NULL },               { "", NULL, NULL },
        { "=", NULL, NULL },               { " = b", NULL, NULL },
        { "= b", NULL, NULL },             { "a b", NULL, NULL },
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text name, value;
        bool good = text_split_setting(text_of(rows[i].line), &name, &value);
        test_about = rows[i].line;
        CHECK_INT(good, rows[i].name != NULL);
        if (!good || !rows[i].name) continue;
        CHECK_STR(shown(name), rows[i].name);
        CHECK_STR(shown(value), rows[i].value);
    }
}

#define BYTES(string)                                                                              \
    {                                                                                              \
        string, sizeof string - 1                                                                  \
    }

static void check_manifests(void)
{
    static char longest[TEXT_LONGEST_LINE + 2];
    static const struct {
        const char *title;
        struct text bytes;
        enum verdict answer;
        const char *library;
        size_t ignored;
    } rows[] = {
        { "a name", BYTES("lib.so\n"), VERDICT_ACCEPTED, "<lib.so>", 0 },
        { "no end of the line", BYTES("lib.so"), VERDICT_ACCEPTED, "<lib.so>", 0 },
        { "comments", BYTES("# x\n\n \t\nlib.so\n# y\n"), VERDICT_ACCEPTED, "<lib.so>", 0 },
        { "blanks inside", BYTES(" a lib.so \r\n"), VERDICT_ACCEPTED, "<a lib.so>", 0 },
        { "BOM", BYTES("\xef\xbb\xbflib.so\n"), VERDICT_ACCEPTED, "<lib.so>", 0 },
        { "a second", BYTES("lib.so\n\nother.so\nthird.so\n"), VERDICT_ACCEPTED, "<lib.so>", 3 },
        { "nothing", BYTES(""), VERDICT_FILE_EMPTY, "<>", 0 },
        { "blanks", BYTES(" \n\t\r\n"), VERDICT_FILE_EMPTY, "<>", 0 },
        { "only a comment", BYTES("# lib.so"), VERDICT_FILE_EMPTY, "<>", 0 },
        { "only a BOM", BYTES("\xef\xbb\xbf"), VERDICT_FILE_EMPTY, "<>", 0 },
        { "NUL", BYTES("lib.so\0\n"), VERDICT_FILE_BINARY, "<>", 0 },
        { "NUL behind", BYTES("lib.so\n# \0\n"), VERDICT_FILE_BINARY, "<>", 0 },
        { "the longest line", { longest, TEXT_LONGEST_LINE }, VERDICT_ACCEPTED, NULL, 0 },
        { "a longer line", { longest, TEXT_LONGEST_LINE + 1 }, VERDICT_FILE_LONG_LINE, NULL, 0 },
    };
    memset(longest, 'x', sizeof longest);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text library;
        size_t ignored = 12345;
        test_about = rows[i].title;
        CHECK_INT(manifest_read(rows[i].bytes, &library, &ignored), rows[i].answer);
        if (rows[i].library) CHECK_STR(shown(library), rows[i].library);
        CHECK_INT(ignored, rows[i].ignored);
    }
}

int main(void)
{
    check_copies();
    check_lists();
    check_trim();
    check_words();
    check_ends();
    check_numbers();
    check_patterns();
    check_pathological_patterns();
    check_compare();
    check_utf8();
    check_lines();
    check_settings();
    check_manifests();
    test_about = "";
    return test_end();
}
