/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The call site of a stack is its innermost line that is the program's own, ignoring system
 * libraries, modules without debug information, and the headers of a C++ binding. Without such a
 * line it is the innermost address.
 */
#include "call_sites.h"

#include "../base/array.h"
#include "../base/text.h"
#include "frames.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FUNCTION = 48 }; /* the most characters of a function's name */

#define NOWHERE SIZE_MAX

/* What is known about a stack. */
struct known {
    uint64_t number;
    size_t site, caller; /* or NOWHERE */
};

ARRAY(site_list, struct call_site);
ARRAY(known_stacks, struct known);
ARRAY(fresh_stacks, const struct stack *);

struct call_sites {
    struct site_list sites;
    struct known_stacks stacks; /* sorted by number */
    size_t named;               /* the number of sites that have a text */
};

static struct call_site *site_at(const struct call_sites *all, size_t i)
{
    return &all->sites.items[i];
}

static int by_number(const void *a, const void *b)
{
    const struct known *left = a, *right = b;
    return (left->number > right->number) - (left->number < right->number);
}

/* ---- lines ---- */

static bool is_of_system(const char *path)
{
    static const char *const folders[] = { "/usr/include/", "/usr/lib", "/lib" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i]))) return true;
    return false;
}

/* Whether a module is the check layer: with `clrelay check`, it is between the program and the
 * trace layer. */
static bool is_of_check_layer(const char *module)
{
    return strstr(text_file_name(module), "clrelay_check.") != NULL;
}

static bool is_of_program(const struct site *site, const struct frame *frame)
{
    static const char *const bindings[] = { "opencl.hpp", "cl2.hpp", "cl.hpp" };
    if (!frame->file || is_of_system(frame->file) || is_of_system(site->module)) return false;
    if (is_of_check_layer(site->module)) return false;
    /* Some versions of addr2line name the including file for a function in a header, so the
     * function's name counts, too. */
    if (frame->function && !strncmp(frame->function, "cl::", strlen("cl::"))) return false;
    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
        if (!strcmp(text_file_name(frame->file), bindings[i])) return false;
    return true;
}

static bool is_same(const struct call_site *one, const struct call_site *other)
{
    if (one->frame.file || other->frame.file)
        return one->frame.line == other->frame.line &&
               text_same(one->frame.file, other->frame.file);
    return one->address == other->address && text_same(one->module, other->module);
}

/* The index of a call site. Adds a new one. */
static size_t place_of(struct call_sites *all, const struct call_site *like)
{
    struct call_site *fresh;
    for (size_t i = 0; i < all->sites.count; i++)
        if (is_same(site_at(all, i), like)) return i;
    fresh = site_list_add(&all->sites);
    *fresh = *like;
    fresh->number = all->sites.count - 1;
    return fresh->number;
}

static size_t place_of_frame(struct call_sites *all, const struct site *site,
                             const struct frame *frame)
{
    const struct call_site like = { 0, *frame, site->module, site->address, NULL };
    return place_of(all, &like);
}

/* The index of a stack's innermost address, for a stack without lines. */
static size_t place_of_address(struct call_sites *all, const struct recording *recording,
                               const struct stack *stack)
{
    struct call_site like = { .address = stack->sites[0].address };
    for (size_t i = 0; i < stack->count; i++) {
        const struct return_site at = { stack->process, stack->at, &stack->sites[i] };
        const struct site *site = frames_of(recording, at);
        if (site && !is_of_check_layer(site->module))
            return place_of_frame(all, site, &site->frames[0]);
    }
    return like.address ? place_of(all, &like) : NOWHERE;
}

static struct known find_lines(struct call_sites *all, const struct recording *recording,
                               const struct stack *stack)
{
    struct known known = { stack->number, NOWHERE, NOWHERE };
    for (size_t i = 0; i < stack->count; i++) {
        const struct return_site at = { stack->process, stack->at, &stack->sites[i] };
        const struct site *site = frames_of(recording, at);
        for (size_t j = 0; site && j < site->count; j++) {
            size_t *to = known.site == NOWHERE ? &known.site : &known.caller;
            if (!is_of_program(site, &site->frames[j])) continue;
            *to = place_of_frame(all, site, &site->frames[j]);
            if (to == &known.caller) return known;
        }
    }
    if (known.site == NOWHERE) known.site = place_of_address(all, recording, stack);
    return known;
}

/* ---- texts ---- */

/* Whether another path has the same last `length` bytes. */
static bool is_ambiguous(const struct call_sites *all, const char *path, size_t length)
{
    const char *tail = path + strlen(path) - length;
    for (size_t i = 0; i < all->sites.count; i++) {
        const struct call_site *site = site_at(all, i);
        const char *others[] = { site->frame.file, site->module };
        for (int which = 0; which < 2; which++) {
            const char *other = others[which];
            const size_t other_length = other ? strlen(other) : 0;
            if (other && strcmp(other, path) != 0 && other_length >= length &&
                !strcmp(other + other_length - length, tail) &&
                (other_length == length ||
                 strchr(SYSTEM_PATH_SEPARATORS, other[other_length - length - 1])))
                return true;
        }
    }
    return false;
}

/* The file name, with as many folders as needed to tell it from the others. */
static const char *short_path(const struct call_sites *all, const char *path)
{
    const char *tail = text_file_name(path);
    while (tail > path && is_ambiguous(all, path, strlen(tail))) {
        tail--; /* the separator */
        while (tail > path && !strchr(SYSTEM_PATH_SEPARATORS, tail[-1])) tail--;
    }
    return tail;
}

/* The length of a C++ function's name without its parameters. */
static size_t name_length(const char *function)
{
    const char *end = strrchr(function, ')');
    int depth = 0;
    for (const char *at = end; at && at > function; at--) {
        if (*at == ')') depth++;
        if (*at == '(' && --depth == 0) return (size_t)(at - function);
    }
    return strlen(function);
}

static char *function_text(const char *function)
{
    const size_t length = name_length(function);
    if (length <= MOST_FUNCTION) return text_format("%.*s", (int)length, function);
    return text_format("%.*s...", MOST_FUNCTION - 3, function);
}

static char *place_text(const struct call_sites *all, const struct call_site *site)
{
    if (site->frame.file)
        return text_format("%s:%u", short_path(all, site->frame.file), site->frame.line);
    if (site->module)
        return text_format("%s+0x%" PRIx64, short_path(all, site->module), site->address);
    return text_format("0x%" PRIx64, site->address);
}

static void give_text(const struct call_sites *all, struct call_site *site)
{
    char *place = place_text(all, site), *function;
    site->text = place;
    if (!site->frame.function) return;
    function = function_text(site->frame.function);
    site->text = text_format("%s %s %s", function, site->frame.file ? "at" : "in", place);
    free(function);
    free(place);
}

/* ---- all of it ---- */

static const struct known *find_known(const struct call_sites *all, uint64_t number)
{
    const struct known key = { .number = number };
    if (!all->stacks.count) return NULL;
    return bsearch(&key, all->stacks.items, all->stacks.count, sizeof key, by_number);
}

void call_sites_find(struct recording *recording)
{
    const struct record_file *file = recording->file;
    struct call_sites *all = recording->call_sites;
    const struct stack *stacks;
    const size_t count = recording_stacks(recording, &stacks);
    struct fresh_stacks fresh = { NULL, 0, 0 };
    if (!(file->options & RECORD_CALL_SITES)) return;
    if (!all) all = recording->call_sites = require_memory(calloc(1, sizeof *all));
    for (size_t i = 0; i < count; i++) {
        if (find_known(all, stacks[i].number)) continue;
        *fresh_stacks_add(&fresh) = &stacks[i];
        for (size_t j = 0; j < stacks[i].count; j++)
            frames_want(recording, (struct return_site){ stacks[i].process, stacks[i].at,
                                                         &stacks[i].sites[j] });
    }
    /* The last moment is at most a second old; the other second is a margin. */
    sites_leave_newer(file->realtime + file->last.nanoseconds - file->first.nanoseconds +
                      2000000000u);
    sites_find();
    for (size_t i = 0; i < fresh.count; i++)
        *known_stacks_add(&all->stacks) = find_lines(all, recording, fresh.items[i]);
    ARRAY_SORT(&all->stacks, by_number);
    for (; all->named < all->sites.count; all->named++) give_text(all, site_at(all, all->named));
    free(fresh.items);
}

void call_sites_free(struct recording *recording)
{
    struct call_sites *all = recording->call_sites;
    if (!all) return;
    for (size_t i = 0; i < all->sites.count; i++) free(site_at(all, i)->text);
    free(all->sites.items);
    free(all->stacks.items);
    free(all);
    recording->call_sites = NULL;
    sites_free();
}

const char *call_sites_complaint(const struct recording *recording)
{
    const struct call_sites *all = recording->call_sites;
    if (!all || !recording->count) return NULL;
    if (!all->sites.count)
        return "The lines that made the calls are not known: the program's C library does not "
               "tell.";
    if (sites_complaint()) return sites_complaint();
    for (size_t i = 0; i < all->sites.count; i++)
        if (site_at(all, i)->frame.file) return NULL;
    return "No line of the program is known: it has no debug information (compile it with -g), or "
           "its file is gone.";
}

const struct call_site *call_sites_of(const struct recording *recording, const struct call *call,
                                      const struct call_site **caller)
{
    const struct call_sites *all = recording->call_sites;
    const struct stack *stack = all ? recording_stack(recording, call) : NULL;
    const struct known *known = stack ? find_known(all, stack->number) : NULL;
    const bool has_site = known && known->site != NOWHERE;
    if (caller) *caller = known && known->caller != NOWHERE ? site_at(all, known->caller) : NULL;
    return has_site ? site_at(all, known->site) : NULL;
}

const char *call_sites_text(const struct recording *recording, const struct call *call)
{
    const struct call_site *site = call_sites_of(recording, call, NULL);
    return site ? site->text : NULL;
}
