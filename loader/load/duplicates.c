/* SPDX-License-Identifier: Apache-2.0 */
#include "load/duplicates.h"

#include "base/hash.h"

#include <string.h>

/* Libraries are the same if their files or their addresses are. */
enum { BY_FILE, BY_ADDRESS, KEY_KINDS };
enum { CHAIN_BITS = 6 };
static struct candidate *chains[KEY_KINDS][1 << CHAIN_BITS];

/* The chain that a candidate belongs to, or NULL if nothing is known. */
static struct candidate **chain_of(const struct candidate *candidate, int key_kind)
{
    uintptr_t key = key_kind == BY_ADDRESS ? candidate->low : (uintptr_t)candidate->file.number;
    bool known =
        key_kind == BY_ADDRESS ? key != 0 : os_same_file(&candidate->file, &candidate->file);
    return known ? &chains[key_kind][hash_pointer((const void *)key, CHAIN_BITS)] : NULL;
}

static bool is_same(const struct candidate *one, const struct candidate *other, int key_kind)
{
    if (one->kind != other->kind) return false;
    return key_kind == BY_ADDRESS ? one->low == other->low : os_same_file(&one->file, &other->file);
}

void duplicates_add(struct candidate *candidate)
{
    for (int key_kind = 0; key_kind < KEY_KINDS; key_kind++) {
        struct candidate **chain = chain_of(candidate, key_kind);
        if (!chain) continue;
        candidate->next_in_chain[key_kind] = *chain;
        *chain = candidate;
    }
}

const struct candidate *duplicates_find(const struct candidate *candidate)
{
    for (int key_kind = 0; key_kind < KEY_KINDS; key_kind++) {
        struct candidate *const *chain = chain_of(candidate, key_kind);
        const struct candidate *earlier = chain ? *chain : NULL;
        while (earlier && !is_same(earlier, candidate, key_kind))
            earlier = earlier->next_in_chain[key_kind];
        if (earlier) return earlier;
    }
    return NULL;
}

void duplicates_forget(void)
{
    memset(chains, 0, sizeof chains);
}
