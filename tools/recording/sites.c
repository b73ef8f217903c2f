/* SPDX-License-Identifier: Apache-2.0 */
#include "sites.h"

#include "../base/array.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ADDRESSES = 500 }; /* the most for a process of addr2line */

ARRAY(sites, struct site);

static struct sites all;             /* `frames` is NULL until found */
static size_t found;                 /* how many of `all` were looked up */
static bool is_missing;              /* addr2line is missing */
static uint64_t newest = UINT64_MAX; /* set by sites_leave_newer() */
static bool has_newer;

static struct site *at(size_t i)
{
    return &all.items[i];
}

static struct site *find(const char *module, uint64_t address)
{
    for (size_t i = all.count; i-- > 0;)
        if (at(i)->address == address && !strcmp(at(i)->module, module)) return at(i);
    return NULL;
}

void sites_want(const char *module, uint64_t address)
{
    if (find(module, address)) return;
    *sites_add(&all) = (struct site){ module, address, NULL, 0 };
}

const struct site *sites_get(const char *module, uint64_t address)
{
    return find(module, address);
}

/* ---- what addr2line prints ---- */

static struct frame *add_frame(struct site *site)
{
    site->frames = require_memory(realloc(site->frames, (site->count + 1) * sizeof *site->frames));
    site->frames[site->count] = (struct frame){ NULL, NULL, 0 };
    return &site->frames[site->count++];
}

void sites_leave(const char *module, uint64_t address)
{
    if (find(module, address)) return;
    sites_want(module, address);
    add_frame(at(all.count - 1));
}

/* Reads FILE:LINE, ignoring a (discriminator N) after it. */
static void read_line_number(struct frame *frame, const char *text, size_t length)
{
    const char *colon = NULL;
    for (size_t i = 0; i < length; i++)
        if (text[i] == ':') colon = text + i;
    if (!colon) return;
    frame->line = (unsigned)strtoul(colon + 1, NULL, 10);
    if (frame->line) frame->file = text_format("%.*s", (int)(colon - text), text);
}

/* Removes the name of a function if it is only a guess. */
static void drop_guessed_name(const struct site *site)
{
    struct frame *frame = site->frames;
    if (site->count != 1 || frame->file || !frame->function) return;
    if (symbol_covers(site->module, site->address)) return;
    free(frame->function);
    frame->function = NULL;
}

/* Reads the output of addr2line: for each address the address itself, then two lines for each
 * frame, the function and the source line. */
static void read_output(const char *text, const char *module)
{
    struct site *site = NULL;
    struct frame *frame = NULL;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (!strncmp(text, "0x", 2)) {
            site = find(module, strtoull(text, NULL, 16));
            frame = NULL;
        } else if (site && !frame) {
            frame = add_frame(site);
            if (text[0] != '?') frame->function = text_format("%.*s", (int)length, text);
        } else if (site) {
            read_line_number(frame, text, length);
            frame = NULL;
        }
        text += length + (text[length] != 0);
    }
}

/* ---- asking ---- */

/* Looks up the address with the index `first`, and further ones of its module. */
static void look_up(size_t first)
{
    static char name[] = "addr2line", options[] = "-afCi", file[] = "-e";
    const char *module = at(first)->module;
    const bool is_newer = module_changed(module) > newest;
    char *words[MOST_ADDRESSES + 5] = { name, options, file, (char *)(uintptr_t)module };
    size_t count = 4;
    char *output;
    has_newer = has_newer || is_newer;
    for (size_t i = first; i < all.count && count < MOST_ADDRESSES + 4; i++)
        if (!at(i)->frames && !strcmp(at(i)->module, module))
            words[count++] = text_format("0x%llx", (unsigned long long)at(i)->address);
    output = is_missing || is_newer ? NULL : addr2line_run(words);
    if (output) read_output(output, module);
    else if (!is_newer) is_missing = true;
    for (size_t i = 4; i < count; i++) {
        struct site *site = find(module, strtoull(words[i], NULL, 16));
        if (site && !site->frames) add_frame(site);
        if (site) drop_guessed_name(site);
        free(words[i]);
    }
    free(output);
}

void sites_find(void)
{
    for (; found < all.count; found++)
        if (!at(found)->frames) look_up(found);
}

void sites_leave_newer(uint64_t moment)
{
    newest = moment;
}

const char *sites_complaint(void)
{
    if (has_newer)
        return "Lines are not known for programs and libraries that were changed after the "
               "recording was made.";
    if (!is_missing) return NULL;
    return SYSTEM_TEXT(
        "Functions and lines are not known, because there is no addr2line. It is in the "
        "package binutils.",
        "Functions and lines are not known on Windows.");
}

void sites_free(void)
{
    for (size_t i = 0; i < all.count; i++) {
        for (size_t frame = 0; frame < at(i)->count; frame++) {
            free(at(i)->frames[frame].function);
            free(at(i)->frames[frame].file);
        }
        free(at(i)->frames);
    }
    free(all.items);
    all = (struct sites){ NULL, 0, 0 };
    found = 0;
}
