/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes marks that programs make for NVTX, NVIDIA's interface to its own tools. Such a program
 * loads the library that NVTX_INJECTION64_PATH names, and calls one function of it. That function
 * gets tables from the program, and puts the layer's functions there. The rest of NVTX (categories,
 * colours, payloads, names of objects) is not recorded.
 */
#include "mark_calls.h"

#include "../entry.h"
#include "../layer_system.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- NVTX's own numbers and structures ---- */

enum { CALLBACKS = 1 };       /* a table that programs export */
enum { CORE = 1, CORE2 = 5 }; /* modules: without domains, and with them */
enum { MESSAGE_NARROW = 1, MESSAGE_WIDE, MESSAGE_REGISTERED };

/* The beginning of the structure that describes a mark, since version 2. */
struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type;
    const void *message;
};

/* A table that a program exports. */
struct callbacks {
    size_t size;
    int(CL_API_CALL *places)(int module, function ***places, unsigned *count);
};
typedef const void *(CL_API_CALL *exporter)(uint32_t table);

/* ---- texts ---- */

enum { SPACE = MARKS_LONGEST + 8 }; /* a longer text stays longer than MARKS_LONGEST */

static unsigned long code_at(const wchar_t **text)
{
    unsigned long code = (unsigned long)*(*text)++;
    /* Two units of UTF-16 are one character. */
    if (sizeof(wchar_t) == 2 && (code & 0xfc00) == 0xd800 && (**text & 0xfc00) == 0xdc00)
        code = 0x10000 + ((code & 0x3ff) << 10 | ((unsigned long)*(*text)++ & 0x3ff));
    return code < 0x110000 && (code & 0xfffff800) != 0xd800 ? code : '?';
}

static const char *narrow(char space[SPACE], const wchar_t *text)
{
    char *to = space;
    if (!text) return NULL;
    while (*text && to < space + SPACE - 5) {
        const unsigned long code = code_at(&text);
        const int more = (code >= 0x80) + (code >= 0x800) + (code >= 0x10000);
        static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };
        *to++ = (char)(first[more] | code >> 6 * more);
        for (int i = more - 1; i >= 0; i--) *to++ = (char)(0x80 | (code >> 6 * i & 0x3f));
    }
    *to = 0;
    return space;
}

static const char *text_of(char space[SPACE], const struct attributes *mark)
{
    if (!mark || mark->size < offsetof(struct attributes, message) + sizeof mark->message)
        return NULL;
    if (mark->message_type == MESSAGE_WIDE) return narrow(space, mark->message);
    return mark->message_type == MESSAGE_NARROW || mark->message_type == MESSAGE_REGISTERED
               ? mark->message
               : NULL;
}

/* A copy of a text behind other bytes. It is never freed: marks may refer to it until the program
 * ends. */
static char *keep(size_t before, const char *text, size_t most)
{
    const char *end = memchr(text, 0, most);
    const size_t length = end ? (size_t)(end - text) : most;
    char *copy = calloc(1, before + length + 1);
    if (copy) memcpy(copy + before, text, length);
    return copy;
}

static char *CL_API_CALL register_narrow(const struct marks_domain *domain, const char *text)
{
    (void)domain;
    return text ? keep(0, text, SPACE) : NULL;
}

static char *CL_API_CALL register_wide(const struct marks_domain *domain, const wchar_t *text)
{
    char space[SPACE];
    return register_narrow(domain, narrow(space, text));
}

/* ---- domains ---- */

enum { LONGEST_NAME = 200 };

static struct marks_domain *CL_API_CALL create_domain(const char *name)
{
    static atomic_uint last;
    struct marks_domain *domain =
        name ? (void *)keep(offsetof(struct marks_domain, name), name, LONGEST_NAME) : NULL;
    if (domain) domain->number = atomic_fetch_add(&last, 1) + 1;
    return domain;
}

static struct marks_domain *CL_API_CALL create_wide_domain(const wchar_t *name)
{
    char space[SPACE];
    return create_domain(narrow(space, name));
}

/* ---- marks ---- */

static uint64_t add(unsigned kind, const struct marks_domain *domain, const struct attributes *mark)
{
    char space[SPACE];
    return marks_add(kind, 0, domain, text_of(space, mark));
}

static uint64_t add_wide(unsigned kind, const wchar_t *text)
{
    char space[SPACE];
    return marks_add(kind, 0, NULL, narrow(space, text));
}

static void CL_API_CALL mark(const struct attributes *mark)
{
    add(CLRELAY_INSTANT, NULL, mark);
}

static void CL_API_CALL mark_narrow(const char *text)
{
    marks_add(CLRELAY_INSTANT, 0, NULL, text);
}

static void CL_API_CALL mark_wide(const wchar_t *text)
{
    add_wide(CLRELAY_INSTANT, text);
}

static uint64_t CL_API_CALL start(const struct attributes *mark)
{
    return add(CLRELAY_START, NULL, mark);
}

static uint64_t CL_API_CALL start_narrow(const char *text)
{
    return marks_add(CLRELAY_START, 0, NULL, text);
}

static uint64_t CL_API_CALL start_wide(const wchar_t *text)
{
    return add_wide(CLRELAY_START, text);
}

static void CL_API_CALL end(uint64_t range)
{
    marks_add(CLRELAY_END, range, NULL, NULL);
}

/* Begins a range. Returns the thread's depth in ranges; negative: it is in none. */
static int CL_API_CALL push(const struct attributes *mark)
{
    return (int)(uint32_t)add(CLRELAY_PUSH, NULL, mark);
}

static int CL_API_CALL push_narrow(const char *text)
{
    return (int)(uint32_t)marks_add(CLRELAY_PUSH, 0, NULL, text);
}

static int CL_API_CALL push_wide(const wchar_t *text)
{
    return (int)(uint32_t)add_wide(CLRELAY_PUSH, text);
}

static int CL_API_CALL pop(void)
{
    return (int)(uint32_t)marks_add(CLRELAY_POP, 0, NULL, NULL);
}

static void CL_API_CALL mark_in(const struct marks_domain *domain, const struct attributes *mark)
{
    add(CLRELAY_INSTANT, domain, mark);
}

static uint64_t CL_API_CALL start_in(const struct marks_domain *domain,
                                     const struct attributes *mark)
{
    return add(CLRELAY_START, domain, mark);
}

static void CL_API_CALL end_in(const struct marks_domain *domain, uint64_t range)
{
    (void)domain;
    end(range);
}

static int CL_API_CALL push_in(const struct marks_domain *domain, const struct attributes *mark)
{
    return (int)(uint32_t)add(CLRELAY_PUSH, domain, mark);
}

static int CL_API_CALL pop_in(const struct marks_domain *domain)
{
    return (int)(uint32_t)marks_add(CLRELAY_POP, 0, domain, NULL);
}

/* ---- the beginning ---- */

/* Puts the layer's functions for a module into the program's table. (Code does so, because a table
 * would need relocations.) */
static void put_all(unsigned module, function **places, unsigned count)
{
#define PUT(place, name)                                                                           \
    if ((place) < count && places[place]) *places[place] = (function)(name)
    if (module == CORE) {
        PUT(1, mark);
        PUT(2, mark_narrow);
        PUT(3, mark_wide);
        PUT(4, start);
        PUT(5, start_narrow);
        PUT(6, start_wide);
        PUT(7, end);
        PUT(8, push);
        PUT(9, push_narrow);
        PUT(10, push_wide);
        PUT(11, pop);
    } else {
        PUT(1, mark_in);
        PUT(2, start_in);
        PUT(3, end_in);
        PUT(4, push_in);
        PUT(5, pop_in);
        PUT(10, register_narrow);
        PUT(11, register_wide);
        PUT(12, create_domain);
        PUT(13, create_wide_domain);
    }
}

/* Returns 0 if nothing will be recorded: NVTX then forgets the layer. */
EXPORTED int CL_API_CALL InitializeInjectionNvtx2(exporter export);
EXPORTED int CL_API_CALL InitializeInjectionNvtx2(exporter export)
{
    static const unsigned char modules[] = { CORE, CORE2 };
    const struct callbacks *callbacks = export(CALLBACKS);
    if (!marks_can() || !callbacks || callbacks->size < sizeof *callbacks) return 0;
    for (unsigned i = 0; i < sizeof modules; i++) {
        function **places = NULL;
        unsigned count = 0;
        if (callbacks->places(modules[i], &places, &count) && places)
            put_all(modules[i], places, count);
    }
    return 1;
}
