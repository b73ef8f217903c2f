/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of os.h for Windows, except for files (files.c) and opening libraries (load.c). */
#include "windows/load.h"

#include "base/os.h"
#include "base/text.h"

#include <psapi.h>
#include <stdlib.h>

/* Its address lies in this library. */
static const char here;

/* ---- process ---- */

bool os_is_caller_controlled(const char *path)
{
    return !os_is_absolute(path) && os_privileged();
}

const char *os_environment(const char *name)
{
    /* No value has more than 32767 characters of up to three bytes, and none of our names has as
     * many as NAME. Static memory can't run out, which nobody could report here. */
    enum { VALUE = 32768, NAME = 64 };
    static wchar_t wide[VALUE];
    static char value[3 * VALUE];
    wchar_t wide_name[NAME];
    DWORD length = MultiByteToWideChar(CP_UTF8, 0, name, -1, wide_name, NAME) > 0
                       ? GetEnvironmentVariableW(wide_name, wide, VALUE)
                       : 0;
    bool found = length > 0 && length < VALUE &&
                 WideCharToMultiByte(CP_UTF8, 0, wide, -1, value, sizeof value, NULL, NULL) > 0;
    return found ? value : NULL;
}

int os_process_id(void)
{
    return (int)GetCurrentProcessId();
}

int os_thread_id(void)
{
    return (int)GetCurrentThreadId();
}

bool os_is_thread_alive(int thread)
{
    const DWORD access = SYNCHRONIZE | THREAD_QUERY_LIMITED_INFORMATION;
    HANDLE opened = OpenThread(access, FALSE, (DWORD)thread);
    bool lives;
    if (!opened) return GetLastError() != ERROR_INVALID_PARAMETER; /* no thread has this number */
    lives = GetProcessIdOfThread(opened) == GetCurrentProcessId() &&
            WaitForSingleObject(opened, 0) == WAIT_TIMEOUT;
    CloseHandle(opened);
    return lives;
}

/* Wakes everybody who sleeps on any word; each checks its own. */
static SRWLOCK word_lock = SRWLOCK_INIT;
static CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;

void os_wait(atomic_int *word, int value)
{
    AcquireSRWLockExclusive(&word_lock);
    if (atomic_load(word) == value) SleepConditionVariableSRW(&changed, &word_lock, 1000, 0);
    ReleaseSRWLockExclusive(&word_lock);
}

void os_wake_all(atomic_int *word)
{
    (void)word;
    /* Whoever has seen the old value is asleep by the time we get the lock. */
    AcquireSRWLockExclusive(&word_lock);
    ReleaseSRWLockExclusive(&word_lock);
    WakeAllConditionVariable(&changed);
}

/* Items for a job, and the next one to do. */
struct job_queue {
    void (*job)(void *item);
    void *const *items;
    size_t count;
    atomic_size_t next;
};

static void run_jobs(struct job_queue *job_queue)
{
    size_t i;
    while ((i = atomic_fetch_add(&job_queue->next, 1)) < job_queue->count)
        job_queue->job(job_queue->items[i]);
}

/*
 * A helper thread. While a DllMain runs, no new thread starts until it returns, so we do not wait
 * for a helper that has not started. It is abandoned, and notices that if it starts later. By then
 * the queue is gone, so it uses nothing but this struct, which it then owns. It keeps the library
 * with its code in memory.
 */
struct helper {
    atomic_int state;
    struct job_queue *job_queue;
    HANDLE thread;
    HMODULE library;
};
enum { NOT_STARTED, STARTED, ABANDONED };

static DWORD WINAPI helper_main(void *data)
{
    struct helper *helper = data;
    HMODULE library = helper->library;
    int state = NOT_STARTED;
    if (atomic_compare_exchange_strong(&helper->state, &state, STARTED)) {
        run_jobs(helper->job_queue);
        return 0;
    }
    free(helper);
    FreeLibraryAndExitThread(library, 0);
}

/* Returns NULL if that fails. */
static struct helper *start_helper(struct job_queue *job_queue)
{
    struct helper *helper = malloc(sizeof *helper);
    if (!helper) return NULL;
    atomic_init(&helper->state, NOT_STARTED);
    helper->job_queue = job_queue;
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                            (const wchar_t *)(const void *)&here, &helper->library)) {
        free(helper);
        return NULL;
    }
    helper->thread = CreateThread(NULL, 0, helper_main, helper, 0, NULL);
    if (helper->thread) return helper;
    FreeLibrary(helper->library);
    free(helper);
    return NULL;
}

static void end_helper(struct helper *helper)
{
    HANDLE thread = helper->thread;
    int state = NOT_STARTED;
    if (!atomic_compare_exchange_strong(&helper->state, &state, ABANDONED)) {
        WaitForSingleObject(thread, INFINITE);
        FreeLibrary(helper->library);
        free(helper);
    }
    CloseHandle(thread);
}

void os_parallel_for(void (*job)(void *item), void *const *items, size_t count, size_t most)
{
    struct job_queue job_queue = { .job = job, .items = items, .count = count };
    size_t wanted = count < most ? count : most, started = 0; /* counts this thread, too */
    struct helper **helpers = calloc(wanted ? wanted : 1, sizeof(struct helper *));
    while (helpers && started + 1 < wanted && (helpers[started] = start_helper(&job_queue)) != NULL)
        started++;
    run_jobs(&job_queue);
    while (started > 0) end_helper(helpers[--started]);
    free(helpers);
}

/* On Windows the only way to cancel a thread ignores every precaution. */
int os_disable_cancel(void)
{
    return 0;
}

void os_restore_cancel(int before)
{
    (void)before;
}

uint64_t os_microseconds(void)
{
    LARGE_INTEGER now, second;
    uint64_t whole, rest;
    if (!QueryPerformanceCounter(&now) || !QueryPerformanceFrequency(&second)) return 0;
    whole = (uint64_t)(now.QuadPart / second.QuadPart);
    rest = (uint64_t)(now.QuadPart % second.QuadPart);
    return whole * 1000000 + rest * 1000000 / (uint64_t)second.QuadPart;
}

/* DllMain knows which of the two ends it is. */
bool os_at_exit(void (*handler)(void *))
{
    (void)handler;
    return true;
}

bool os_is_exit_hidden(void)
{
    return false;
}

void os_pin_loader(void)
{
    HMODULE self;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                       (const wchar_t *)(const void *)&here, &self);
}

bool os_is_lasting(int error)
{
    return error == ERROR_ACCESS_DENIED || error == ERROR_FILE_NOT_FOUND ||
           error == ERROR_PATH_NOT_FOUND || error == ERROR_DIRECTORY;
}

const char *os_error_text(int error, char *buffer, size_t size)
{
    wchar_t wide[512];
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                  (DWORD)error, 0, wide, sizeof wide / sizeof *wide, NULL);
    int bytes;
    while (length > 0 && (wide[length - 1] <= L' ' || wide[length - 1] == L'.')) length--;
    bytes = WideCharToMultiByte(CP_UTF8, 0, wide, (int)length, buffer, (int)size - 1, NULL, NULL);
    if (length == 0 || bytes <= 0) return "unknown error";
    buffer[bytes] = '\0';
    return buffer;
}

/* ---- libraries ---- */

void *os_open_library(const char *name, char **message)
{
    wchar_t *wide = wide_from(name), *path = wide;
    HMODULE library = NULL;
    char buffer[1024];
    DWORD mode = 0, error = ERROR_NOT_ENOUGH_MEMORY;
    if (wide && os_is_searched_for(name)) path = load_find(wide);
    if (wide && !path) error = ERROR_MOD_NOT_FOUND;
    if (path && path == wide && !os_is_absolute(name)) {
        error = ERROR_BAD_PATHNAME; /* it would depend on the current directory */
    } else if (path) {
        /* Suppress windows that tell the user what is wrong with a file. */
        SetThreadErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX, &mode);
        library = load_open(path);
        error = GetLastError();
        SetThreadErrorMode(mode, NULL);
    }
    if (path != wide) free(path);
    free(wide);
    *message = NULL;
    if (!library && (error == ERROR_NOT_ENOUGH_MEMORY || error == ERROR_TOO_MANY_OPEN_FILES ||
                     error == ERROR_COMMITMENT_LIMIT || error == ERROR_NO_SYSTEM_RESOURCES))
        os_note_error((int)error);
    if (!library) *message = text_copy_string(os_error_text((int)error, buffer, sizeof buffer));
    return library;
}

void os_close_library(void *library)
{
    FreeLibrary(library);
}

static const IMAGE_NT_HEADERS *headers_of(const void *base)
{
    const IMAGE_DOS_HEADER *dos = base;
    if (dos->e_magic != IMAGE_DOS_SIGNATURE) return NULL;
    return (const void *)((const char *)base + dos->e_lfanew);
}

/* Whether this process could load a file, by its header: it must be like the loader's own. */
static enum verdict check_header(const char *path)
{
    union {
        IMAGE_DOS_HEADER dos;
        char bytes[4096];
    } read;
    struct details details;
    struct os_image self;
    IMAGE_FILE_HEADER header;
    DWORD signature = 0;
    size_t length = 0;
    enum verdict verdict =
        os_read_file(NULL, path, false, read.bytes, sizeof read.bytes, &length, &details);
    size_t needed = sizeof signature + sizeof header, at;

    if (verdict == VERDICT_FILE_MISSING || verdict == VERDICT_FILE_DANGLING_LINK)
        return VERDICT_LIBRARY_MISSING;
    if (verdict == VERDICT_FILE_UNREADABLE) return VERDICT_LIBRARY_UNREADABLE;
    if (length < (ptrdiff_t)sizeof read.dos || read.dos.e_magic != IMAGE_DOS_SIGNATURE)
        return VERDICT_LIBRARY_INVALID;
    at = (size_t)read.dos.e_lfanew;
    if (read.dos.e_lfanew < 0 || at > (size_t)length || (size_t)length - at < needed)
        return VERDICT_LIBRARY_INVALID;
    memcpy(&signature, read.bytes + at, sizeof signature);
    memcpy(&header, read.bytes + at + sizeof signature, sizeof header);
    if (signature != IMAGE_NT_SIGNATURE) return VERDICT_LIBRARY_INVALID;
    if (!os_image_at((uintptr_t)&here, &self)) return VERDICT_LIBRARY_REFUSED;
    if (header.Machine != headers_of((const void *)self.low)->FileHeader.Machine)
        return VERDICT_LIBRARY_WRONG_ARCHITECTURE;
    return header.Characteristics & IMAGE_FILE_DLL ? VERDICT_LIBRARY_REFUSED
                                                   : VERDICT_LIBRARY_INVALID;
}

enum verdict os_library_problem(const char *name, const char *message)
{
    wchar_t *wide, *path = NULL;
    (void)message;
    if (!os_is_searched_for(name))
        return os_is_absolute(name) ? check_header(name) : VERDICT_LIBRARY_REFUSED;
    wide = wide_from(name);
    if (wide) path = load_find(wide);
    free(wide);
    free(path);
    return path ? VERDICT_LIBRARY_REFUSED : VERDICT_LIBRARY_MISSING;
}

function os_symbol(void *library, const char *name)
{
    return (function)GetProcAddress(library, name);
}

/* Windows binds a name to another library's function only if the importer says which library. */
function os_global_symbol(const char *name)
{
    (void)name;
    return NULL;
}

/* The name that a library gives itself, in its export directory. */
static const char *name_of(const char *base, const IMAGE_NT_HEADERS *headers)
{
    const IMAGE_DATA_DIRECTORY *place =
        &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
    const IMAGE_EXPORT_DIRECTORY *exports = (const void *)(base + place->VirtualAddress);
    return place->Size && exports->Name ? base + exports->Name : "";
}

bool os_image_of_library(void *library, struct os_image *image)
{
    const char *base = library;
    const IMAGE_NT_HEADERS *headers = headers_of(base);
    const IMAGE_SECTION_HEADER *section;
    wchar_t *path;
    if (!headers) return false;
    path = wide_path_of(library);
    *image = (struct os_image){ .low = (uintptr_t)base,
                                .high = (uintptr_t)base + headers->OptionalHeader.SizeOfImage,
                                .path = path ? wide_intern(wide_to_text(path)) : "",
                                .soname = name_of(base, headers) };
    free(path);
    section = IMAGE_FIRST_SECTION(headers);
    for (size_t i = headers->FileHeader.NumberOfSections;
         i-- > 0;) { /* the first of a kind counts */
        uintptr_t low = image->low + section[i].VirtualAddress;
        if (section[i].Characteristics & IMAGE_SCN_MEM_WRITE) {
            image->data_low = low;
            image->data_high = low + section[i].Misc.VirtualSize;
        } else if (section[i].Characteristics & IMAGE_SCN_MEM_EXECUTE) {
            image->code_low = low;
            image->code_high = low + section[i].Misc.VirtualSize;
        }
    }
    return true;
}

bool os_image_at(uintptr_t address, struct os_image *image)
{
    HMODULE library;
    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                  GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              (const wchar_t *)address, &library) &&
           os_image_of_library(library, image);
}

/* Windows' libraries have no sizes of symbols. */
size_t os_symbol_size(const void *address)
{
    (void)address;
    return 0;
}

/* Whether an address lies in executable memory, and the type of that memory. */
static bool is_executable(uintptr_t address, DWORD *type)
{
    const DWORD executable =
        PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    MEMORY_BASIC_INFORMATION about;
    if (!VirtualQuery((const void *)address, &about, sizeof about)) return false;
    *type = about.Type;
    return about.State == MEM_COMMIT && (about.Protect & executable) != 0;
}

void os_find_code(const uintptr_t *addresses, size_t count, bool *is_code)
{
    DWORD type;
    for (size_t i = 0; i < count; i++)
        is_code[i] = is_executable(addresses[i], &type) && type == MEM_IMAGE;
}

void os_find_executable(const uintptr_t *addresses, size_t count, bool *is_code)
{
    DWORD type;
    for (size_t i = 0; i < count; i++) is_code[i] = is_executable(addresses[i], &type);
}

/* How many are loaded now. The caller compares before and after opening one. */
uint64_t os_count_loads(void)
{
    HMODULE one;
    DWORD size = 0;
    if (!K32EnumProcessModules(GetCurrentProcess(), &one, sizeof one, &size)) return 0;
    return size / sizeof one;
}

/* ---- memory ---- */

static size_t page_size(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwPageSize;
}

/* How many bytes can be read from an address on, in a region of one kind; 0 if none. */
static size_t readable_size(uintptr_t at)
{
    MEMORY_BASIC_INFORMATION about;
    if (!VirtualQuery((const void *)at, &about, sizeof about) || about.State != MEM_COMMIT)
        return 0;
    if (about.Protect & (PAGE_NOACCESS | PAGE_EXECUTE | PAGE_GUARD)) return 0;
    return (uintptr_t)about.BaseAddress + about.RegionSize - at;
}

/* Asks the system, and then lets it copy, because the memory may be gone by then: that gives an
 * error and no exception. (Wine copies protected memory, too.) */
size_t os_copy_memory(void *to, const void *from, size_t size, const struct os_image *near_image)
{
    size_t done = 0;
    if (near_image && (uintptr_t)from >= near_image->data_low &&
        (uintptr_t)from < near_image->data_high &&
        size <= near_image->data_high - (uintptr_t)from) {
        memcpy(to, from, size);
        return size;
    }
    while (done < size) {
        uintptr_t at = (uintptr_t)from + done;
        SIZE_T part = readable_size(at), got = 0;
        if (part > size - done) part = size - done;
        if (part == 0 ||
            !ReadProcessMemory(GetCurrentProcess(), (const void *)at, (char *)to + done, part,
                               &got) ||
            got != part)
            break;
        done += part;
    }
    return done;
}

void os_process_barrier(void)
{
    FlushProcessWriteBuffers();
}

bool os_protect(void *memory, size_t size, bool writable)
{
    DWORD before;
    if (page_size() > size) {
        /* The page has other data, too: it is writable, and stays so. */
        return true;
    }
    return VirtualProtect(memory, size, writable ? PAGE_READWRITE : PAGE_READONLY, &before) != 0;
}
