/* SPDX-License-Identifier: Apache-2.0 */
#include "windows/wide.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

wchar_t *wide_from(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

char *wide_to_text_of(const wchar_t *wide, size_t length)
{
    int from = (int)length;
    int size = from ? WideCharToMultiByte(CP_UTF8, 0, wide, from, NULL, 0, NULL, NULL) : 0;
    char *text = malloc((size_t)size + 1);
    if (!text) return NULL;
    if (from) WideCharToMultiByte(CP_UTF8, 0, wide, from, text, size, NULL, NULL);
    text[size] = '\0';
    return text;
}

char *wide_to_text(const wchar_t *wide)
{
    return wide_to_text_of(wide, wcslen(wide));
}

wchar_t *wide_join(const wchar_t *one, const wchar_t *other)
{
    size_t first = wcslen(one), second = wcslen(other);
    wchar_t *joined = malloc((first + second + 1) * sizeof *joined);
    if (!joined) return NULL;
    memcpy(joined, one, first * sizeof *joined);
    memcpy(joined + first, other, (second + 1) * sizeof *joined);
    return joined;
}

wchar_t *wide_path_of(HMODULE module)
{
    DWORD length, room = 260;
    wchar_t *path = NULL;
    do {
        wchar_t *larger = realloc(path, (room *= 2) * sizeof *larger);
        if (!larger) break;
        path = larger;
        length = GetModuleFileNameW(module, path, room);
        if (length > 0 && length < room) return path;
    } while (length > 0 && room < 65536);
    free(path);
    return NULL;
}

/* ---- interned texts ---- */

struct interned {
    char *text;
    struct interned *next;
};
static struct interned *interned;
static SRWLOCK interned_lock = SRWLOCK_INIT;

const char *wide_intern(char *text)
{
    struct interned *entry;
    if (!text) return "";
    AcquireSRWLockExclusive(&interned_lock);
    for (entry = interned; entry && strcmp(entry->text, text) != 0; entry = entry->next) {
    }
    if (!entry && (entry = malloc(sizeof *entry)) != NULL) {
        *entry = (struct interned){ text, interned };
        interned = entry;
    } else {
        free(text);
    }
    ReleaseSRWLockExclusive(&interned_lock);
    return entry ? entry->text : "";
}

void wide_free_interned(void)
{
    while (interned) {
        struct interned *next = interned->next;
        free(interned->text);
        free(interned);
        interned = next;
    }
}
