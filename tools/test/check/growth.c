/* SPDX-License-Identifier: Apache-2.0 */
/*
 * growth KIND FILE [FOLDER]: reads a text of a program or a user in one call of growth_lap(), for callgrind to count.
 *
 *   includes      a source, in whose folder the files are that it includes; prints why it is refused, and the text
 *   conditions    a source whose conditions are all taken
 *   kernels       a source in OpenCL C, and asks for each kernel `kN`
 *   suppressions  a file of suppressions; prints the complaint
 *   cache         an answer, and puts 100 copies into the cache; prints how many the cache has kept
 *   rewrite       a source whose syntax tree is in FILE.json, and the places of its lines in FILE.places
 */
#include "../../layers/source/kernel_source.h"
#include "../../bounds/cache.h"
#include "../../bounds/kept_branches.h"
#include "../../bounds/includes.h"
#include "../../bounds/rewrite.h"
#include "../../check/suppressions.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *path, *folder;
static char *text;
static struct string made, places;
static char *why;
static node tree;

static char *read_file(const char *ending)
{
    char *name = text_format("%s%s", path, ending), *bytes;
    FILE *file = fopen(name, "rb");
    long size;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0) exit(2);
    rewind(file);
    bytes = calloc(1, (size_t)size + 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) exit(2);
    fclose(file);
    free(name);
    return bytes;
}

static void put_includes(void)
{
    struct build_options options;
    char *words = text_format("-I %s", folder);
    struct source source = { &options, text, "", "", (long)getpid() };
    source.end = source.headers;
    build_options_read(&options, words);
    why = includes_put(&source, &made, &places);
    build_options_free(&options);
    free(words);
}

static void decide(void)
{
    struct string names = { NULL, 0, 0 };
    string_add(&names, "clrelay_always");
    for (unsigned i = 0; i < strlen(text) / 10; i++)
        string_format(&names, ";clrelay_branch_%u", 2 * i);
    directives_decide(text, names.text, &made);
    string_free(&names);
}

static void read_kernels(void)
{
    struct source *source = (struct source *)(void *)source_read(text, "", 8);
    struct kernel_parameter parameters[1];
    unsigned known = 0;
    for (unsigned i = 0; i < strlen(text) / 30; i++) {
        char name[32];
        snprintf(name, sizeof name, "k%u", i);
        known += source_parameters((void *)source, name, 1, parameters);
    }
    string_format(&made, "%u", known);
    source_free((void *)source);
}

static void suppress(void)
{
    struct suppressions suppressions = { .items = NULL };
    why = suppressions_read(&suppressions, path);
    string_format(&made, "%zu", suppressions.count);
    suppressions_free(&suppressions);
}

static void fill_cache(void)
{
    struct cache *cache = cache_make();
    const struct bounds_head head = { .size = strlen(text) };
    int kept = 0;
    for (int i = 0; i < 100; i++) cache_add(cache, &i, sizeof i, &head, text);
    for (int i = 0; i < 100; i++) kept += cache_find(cache, &i, sizeof i) != NULL;
    why = text_format("%d answers were kept", kept);
}

static void rewrite_all(void)
{
    struct functions functions = { .index = NULL };
    char *lines = read_file(".places");
    struct rewritten rewritten = { .count = 0 };
    functions_find(&functions, text, tree);
    why = rewrite(&(struct parsed_unit){ text, tree, &functions, lines, "the source", false },
                  &made, &rewritten);
    string_format(&made, "// %u accesses\n", rewritten.count);
}

static const struct {
    const char *name;
    void (*read)(void);
} kinds[] = { { "includes", put_includes }, { "conditions", decide }, { "kernels", read_kernels },
              { "suppressions", suppress }, { "cache", fill_cache },  { "rewrite", rewrite_all } };

__attribute__((noinline)) void growth_lap(void (*read)(void));
__attribute__((noinline)) void growth_lap(void (*read)(void))
{
    read();
}

int main(int count, char **words)
{
    if (count < 3) return 2;
    path = words[2];
    folder = words[3];
    text = read_file("");
    if (!strcmp(words[1], "rewrite")) {
        char *json = read_file(".json");
        tree = json_loads(json, 0, NULL);
        if (!tree) return 2;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, words[1])) growth_lap(kinds[i].read);
    printf("%s\n%s", why ? why : "", made.text);
    return 0;
}
