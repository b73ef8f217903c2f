/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table with open addressing. Nothing is ever removed: drivers reuse handles. */
#include "handle_numbers.h"

#include "../base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct handle {
    bool used;
    unsigned kind;
    size_t process;
    uint64_t handle, number;
};

/* The place of a handle, or the free place for it. */
static struct handle *find(const struct handles *handles, size_t process, unsigned kind,
                           uint64_t handle)
{
    uint64_t hash = (handle ^ (uint64_t)process << 56 ^ (uint64_t)kind << 48) * 0x9e3779b97f4a7c15;
    for (size_t i = (size_t)(hash >> 32);; i++) {
        struct handle *item = &handles->items[i & (handles->space - 1)];
        if (!item->used ||
            (item->handle == handle && item->kind == kind && item->process == process))
            return item;
    }
}

static void grow(struct handles *handles)
{
    struct handles more = { NULL, handles->count, handles->space ? 2 * handles->space : 256 };
    more.items = require_memory(calloc(more.space, sizeof *more.items));
    for (size_t i = 0; i < handles->space; i++) {
        const struct handle *item = &handles->items[i];
        if (item->used) *find(&more, item->process, item->kind, item->handle) = *item;
    }
    free(handles->items);
    *handles = more;
}

uint64_t *handles_number(struct handles *handles, size_t process, unsigned kind, uint64_t handle)
{
    struct handle *item;
    if (2 * handles->count >= handles->space) grow(handles);
    item = find(handles, process, kind, handle);
    if (!item->used) {
        *item = (struct handle){ true, kind, process, handle, 0 };
        handles->count++;
    }
    return &item->number;
}

void handles_free(struct handles *handles)
{
    free(handles->items);
}

/* ---- texts ---- */

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash;
}

uint64_t names_number(struct names *names, const char *text)
{
    const uint64_t hash = hash_of(text);
    for (size_t attempt = 0;; attempt++) {
        uint64_t *number = handles_number(&names->hashes, attempt, 0, hash);
        if (!*number) {
            *name_texts_add(&names->texts) = text_format("%s", text);
            return *number = names->texts.count;
        }
        if (!strcmp(names_text(names, *number), text)) return *number;
    }
}

const char *names_text(const struct names *names, uint64_t number)
{
    return names->texts.items[number - 1];
}

void names_free(struct names *names)
{
    for (size_t i = 0; i < names->texts.count; i++) free(names->texts.items[i]);
    free(names->texts.items);
    handles_free(&names->hashes);
}
