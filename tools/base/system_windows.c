/* SPDX-License-Identifier: Apache-2.0 */
#include "system.h"

#include "system_windows.h"
#include "text.h"

#include "base/os.h"
#include "windows/load.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- the program ---- */

const char *system_begin(void)
{
    return NULL;
}

bool system_is_privileged(void)
{
    return os_privileged();
}

char *windows_error(DWORD error)
{
    wchar_t wide[512];
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                  error, 0, wide, sizeof wide / sizeof *wide, NULL);
    while (length > 0 && (wide[length - 1] <= L' ' || wide[length - 1] == L'.')) length--;
    if (length == 0) return text_format("error %lu", (unsigned long)error);
    return require_memory(wide_to_text_of(wide, length));
}

bool system_exists(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path));
    bool there = GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return there;
}

bool system_is_stream(const char *path)
{
    (void)path; /* pipes of Windows have names that nobody passes here */
    return false;
}

double system_milliseconds(void)
{
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart * 1e3 / (double)second.QuadPart;
}

void system_sleep(unsigned milliseconds)
{
    Sleep(milliseconds);
}

/* ---- terminals ---- */

/* The console's code page before: all programs in a console share it. */
static UINT code_page;

static void reset_code_page(void)
{
    fflush(NULL);
    SetConsoleOutputCP(code_page);
}

/* Makes a console show UTF-8 and obey escape sequences. */
static bool prepare_console(HANDLE console, bool *obeys)
{
    DWORD mode;
    if (!GetConsoleMode(console, &mode)) return false;
    if (!SetConsoleMode(console,
                        mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING))
        *obeys = false; /* before Windows 10 */
    if (code_page) return true;
    code_page = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    atexit(reset_code_page);
    return true;
}

struct system_terminal system_terminal_start(void)
{
    struct system_terminal terminal = { .obeys = true };
    HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE);
    CONSOLE_SCREEN_BUFFER_INFO about;
    const char *term = getenv("TERM");
    terminal.out = prepare_console(out, &terminal.obeys);
    terminal.err = prepare_console(GetStdHandle(STD_ERROR_HANDLE), &terminal.obeys);
    if (term && strcmp(term, "dumb") == 0) terminal.obeys = false;
    if (terminal.out && GetConsoleScreenBufferInfo(out, &about))
        terminal.width = about.srWindow.Right - about.srWindow.Left + 1;
    /* A character must not be split between two writes. */
    if (terminal.out) setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    return terminal;
}

/* Characters beyond ASCII that are not one column wide: 0 columns if invisible, control, combining
 * or unassigned; 2 if wide. Windows has no function for this. */
static const struct {
    unsigned long first, last;
    int columns;
    /* clang-format off */
} widths[] = {
    { 0x0080, 0x009f, 0 },     { 0x00ad, 0x00ad, 0 },     { 0x0300, 0x036f, 0 },
    { 0x0483, 0x0489, 0 },     { 0x0591, 0x05bd, 0 },     { 0x0600, 0x0605, 0 },
    { 0x0610, 0x061c, 0 },     { 0x064b, 0x065f, 0 },     { 0x06dd, 0x06dd, 0 },
    { 0x070f, 0x070f, 0 },     { 0x1100, 0x115f, 2 },     { 0x1160, 0x11ff, 0 },
    { 0x180b, 0x180e, 0 },     { 0x1ab0, 0x1aff, 0 },     { 0x1dc0, 0x1dff, 0 },
    { 0x200b, 0x200f, 0 },     { 0x2028, 0x202e, 0 },     { 0x2060, 0x206f, 0 },
    { 0x20d0, 0x20ff, 0 },     { 0x2e80, 0x303e, 2 },     { 0x3041, 0xa4cf, 2 },
    { 0xac00, 0xd7a3, 2 },     { 0xe000, 0xf8ff, 0 },     { 0xf900, 0xfaff, 2 },
    { 0xfe00, 0xfe0f, 0 },     { 0xfe20, 0xfe2f, 0 },     { 0xfe30, 0xfe6f, 2 },
    { 0xfeff, 0xfeff, 0 },     { 0xff00, 0xff60, 2 },     { 0xffe0, 0xffe6, 2 },
    { 0xfff0, 0xfffb, 0 },     { 0xfffe, 0xffff, 0 },     { 0x1f300, 0x1f64f, 2 },
    { 0x1f900, 0x1f9ff, 2 },   { 0x20000, 0x3fffd, 2 },   { 0xe0000, 0x10ffff, 0 },
};
/* clang-format on */

int system_columns(unsigned long code)
{
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (code >= widths[i].first && code <= widths[i].last) return widths[i].columns;
    return 1;
}

/* ---- other programs ---- */

wchar_t *windows_add_word(wchar_t *line, const char *text)
{
    wchar_t *wide = require_memory(wide_from(text)), *to;
    const wchar_t *word = wide;
    size_t backslashes = 0, length = wcslen(line);
    line = require_memory(realloc(line, (length + 2 * wcslen(word) + 4) * sizeof *line));
    to = line + length;
    *to++ = L'"';
    for (; *word; word++) {
        /* Backslashes are literal, except before a quote. */
        for (; *word == L'"' && backslashes > 0; backslashes--) *to++ = L'\\';
        if (*word == L'"') *to++ = L'\\';
        backslashes = *word == L'\\' ? backslashes + 1 : 0;
        *to++ = *word;
    }
    while (backslashes-- > 0) *to++ = L'\\';
    *to++ = L'"';
    *to++ = L' ';
    *to = L'\0';
    free(wide);
    return line;
}

static const struct {
    DWORD code;
    const char *name, *words;
    /* clang-format off */
} exceptions[] = {
    { 0xc0000005, "EXCEPTION_ACCESS_VIOLATION", "access to missing or protected memory" },
    { 0xc0000006, "EXCEPTION_IN_PAGE_ERROR", "a file in memory could not be read" },
    { 0xc000001d, "EXCEPTION_ILLEGAL_INSTRUCTION", "this processor lacks an instruction" },
    { 0xc0000025, "EXCEPTION_NONCONTINUABLE_EXCEPTION", "nobody handled an exception" },
    { 0xc000008c, "EXCEPTION_ARRAY_BOUNDS_EXCEEDED", "an array index out of bounds" },
    { 0xc000008e, "EXCEPTION_FLT_DIVIDE_BY_ZERO", "division by zero" },
    { 0xc0000094, "EXCEPTION_INT_DIVIDE_BY_ZERO", "division by zero" },
    { 0xc0000095, "EXCEPTION_INT_OVERFLOW", "a number became too large" },
    { 0xc0000096, "EXCEPTION_PRIV_INSTRUCTION", "a privileged instruction" },
    { 0xc00000fd, "EXCEPTION_STACK_OVERFLOW", "the stack is full" },
    { 0xc0000135, "STATUS_DLL_NOT_FOUND", "a library is missing" },
    { 0xc0000139, "STATUS_ENTRYPOINT_NOT_FOUND", "a function is missing in a library" },
    { 0xc0000142, "STATUS_DLL_INIT_FAILED", "a library failed to initialize" },
    { 0xc0000374, "STATUS_HEAP_CORRUPTION", "the heap is corrupted" },
    { 0xc0000409, "STATUS_STACK_BUFFER_OVERRUN",
      "abort() or a failed check ended it" },
    { 0xc000041d, "STATUS_FATAL_USER_CALLBACK_EXCEPTION", "an exception in a callback" },
    { 0xe06d7363, "C++ exception", "nobody caught it" },
};
/* clang-format on */
enum { EXCEPTIONS = sizeof exceptions / sizeof exceptions[0] };

const char *system_crash_name(int code)
{
    static char other[32];
    for (size_t i = 0; i < EXCEPTIONS; i++)
        if (exceptions[i].code == (DWORD)code) return exceptions[i].name;
    snprintf(other, sizeof other, "exception 0x%08lx", (unsigned long)(DWORD)code);
    return other;
}

const char *system_crash_text(int code)
{
    static char words[128];
    for (size_t i = 0; i < EXCEPTIONS; i++)
        if (exceptions[i].code == (DWORD)code) {
            snprintf(words, sizeof words, "0x%08lx: %s", (unsigned long)(DWORD)code,
                     exceptions[i].words);
            return words;
        }
    return "Windows' list of NTSTATUS values explains it";
}

const char *system_error_text(int code)
{
    static char *words;
    free(words);
    words = windows_error((DWORD)code);
    return words;
}

/* ---- libraries ---- */

static wchar_t *full_path(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path)), *full;
    DWORD size = GetFullPathNameW(wide, 0, NULL, NULL);
    full = size ? require_memory(malloc(size * sizeof *full)) : NULL;
    if (full && GetFullPathNameW(wide, size, full, NULL) >= size) full[0] = L'\0';
    if (full) free(wide);
    return full ? full : wide;
}

/* Opens a library. A bare name means the same as for other programs: the system's library first,
 * then one beside this program or in PATH. Anything else is a path. */
static HMODULE open_library(const char *path)
{
    wchar_t *wide;
    HMODULE library;
    if (strpbrk(path, SYSTEM_PATH_SEPARATORS ":")) {
        wide = full_path(path);
        library = load_open(wide);
    } else {
        wide = require_memory(wide_from(path));
        library = LoadLibraryExW(wide, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
        if (!library) library = LoadLibraryExW(wide, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
        if (!library) {
            SetDllDirectoryW(L""); /* never from the current directory */
            library = LoadLibraryW(wide);
        }
    }
    free(wide);
    return library;
}

void *system_function(void *library, const char *name)
{
    FARPROC found = GetProcAddress(library, name);
    void *address;
    memcpy(&address, &found, sizeof address);
    return address;
}

char *system_file_of(const void *address)
{
    HMODULE library;
    wchar_t *path = NULL;
    char *text;
    if (GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                               GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                           (const wchar_t *)address, &library))
        path = wide_path_of(library);
    text = path ? wide_to_text(path) : NULL;
    free(path);
    return text;
}

/* Resolves links, and drops the \\?\ prefix that Windows adds. */
char *system_real_path(const char *path)
{
    wchar_t *wide = require_memory(wide_from(path)), real[32768];
    HANDLE file = CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    DWORD length = 0;
    free(wide);
    if (file == INVALID_HANDLE_VALUE) return NULL;
    length = GetFinalPathNameByHandleW(file, real, 32768, FILE_NAME_NORMALIZED);
    CloseHandle(file);
    if (length == 0 || length >= 32768) return NULL;
    if (wcsncmp(real, L"\\\\?\\", 4) != 0 || real[4] == L'U') return text_format("%s", path);
    return wide_to_text(real + 4);
}

/* Windows binds all functions when it opens a library, except delay-loaded ones. */
void *system_bind(const char *path, char **message)
{
    HMODULE library = open_library(path);
    if (!library) *message = windows_error(GetLastError());
    return library;
}
