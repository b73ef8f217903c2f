/* SPDX-License-Identifier: Apache-2.0 */
/* Implements os.h without a system: the target defines files, variables and libraries. Only memory
 * is real: linux/memory.c and code.c. */
#include "fuzz.h"

#include "again/again.h"
#include "load/lifecycle.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- the world ---- */

enum { MOST_FILES = 200, MOST_LIBRARIES = DRIVERS + LAYERS, MOST_VARIABLES = 40, MOST_KEPT = 600 };
enum { LOG_NUMBER = 100 };

static struct {
    bool privileged;
    struct {
        const char *name, *value;
    } variables[MOST_VARIABLES];
    size_t variable_count;
    struct world_file files[MOST_FILES];
    size_t file_count;
    struct {
        struct world_library library;
        int open;
    } libraries[MOST_LIBRARIES];
    size_t library_count;
    uint64_t loads, time;
    int open_directories, open_files;
    char *kept[MOST_KEPT];
    size_t kept_count;
} world;

const char *world_keep(struct text text)
{
    char *copy = text_copy(text);
    PROMISE(copy && world.kept_count < MOST_KEPT);
    world.kept[world.kept_count++] = copy;
    return copy;
}

const char *world_words(const char *format, ...)
{
    char words[8192];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return world_keep((struct text){ words, strlen(words) });
}

void world_begin(void)
{
    memset(&world, 0, sizeof world);
    fuzz_calls = fuzz_layer_calls = 0;
    dispatch_again();
    world_add(
        (struct world_file){ .path = WORLD_HOME "/OpenCL", .kind = VERDICT_FILE_IS_DIRECTORY });
}

void world_end(void)
{
    lifecycle_on_unload();
    lifecycle_again();
    detour_again();
    extensions_again();
    icd2_again();
    table_again();
    dispatch_again();
    PROMISE(world.open_directories == 0);
    PROMISE(world.open_files == 0);
    while (world.kept_count > 0) free(world.kept[--world.kept_count]);
}

void world_be_privileged(void)
{
    world.privileged = true;
}

void world_set(const char *variable, const char *value)
{
    PROMISE(world.variable_count < MOST_VARIABLES);
    world.variables[world.variable_count].name = variable;
    world.variables[world.variable_count++].value = value;
}

void world_add(struct world_file file)
{
    if (world.file_count < MOST_FILES && !world_find(file.path))
        world.files[world.file_count++] = file;
}

const struct world_file *world_find(const char *path)
{
    for (size_t i = 0; i < world.file_count; i++)
        if (strcmp(world.files[i].path, path) == 0) return &world.files[i];
    return NULL;
}

void world_add_library(const struct world_library *library)
{
    PROMISE(world.library_count < MOST_LIBRARIES);
    world.libraries[world.library_count].library = *library;
    world.libraries[world.library_count++].open = 0;
    world_add((struct world_file){ .path = library->path, .kind = VERDICT_ACCEPTED });
}

void world_set_symbols(const char *path, function (*symbol)(int number, const char *name))
{
    for (size_t i = 0; i < world.library_count; i++)
        if (strcmp(world.libraries[i].library.path, path) == 0)
            world.libraries[i].library.symbol = symbol;
}

int world_open_libraries(void)
{
    int open = 0;
    for (size_t i = 0; i < world.library_count; i++) open += world.libraries[i].open;
    return open;
}

/* ---- os.h: process ---- */

bool os_privileged(void)
{
    return world.privileged;
}

bool os_is_caller_controlled(const char *path)
{
    return *path != '/' && world.privileged;
}

const char *os_environment(const char *name)
{
    for (size_t i = 0; i < world.variable_count; i++)
        if (strcmp(world.variables[i].name, name) == 0) return world.variables[i].value;
    return NULL;
}

/* This is the real id, because linux/memory.c asks the kernel for the memory of this thread. */
int os_process_id(void)
{
    return 1;
}

int os_thread_id(void)
{
    return (int)syscall(SYS_gettid);
}

bool os_is_thread_alive(int thread)
{
    return true;
}

void os_wait(atomic_int *word, int value)
{
    abort(); /* it would wait forever: there is no other thread */
}

void os_wake_all(atomic_int *word)
{
}

/* The order is reversed, which must make no difference. */
void os_parallel_for(void (*job)(void *item), void *const *items, size_t count, size_t most)
{
    while (count > 0) job(items[--count]);
}

int os_disable_cancel(void)
{
    return 0;
}

void os_restore_cancel(int before)
{
}

uint64_t os_microseconds(void)
{
    return world.time += 100;
}

bool os_at_exit(void (*handler)(void *))
{
    return true;
}

bool os_is_exit_hidden(void)
{
    return false;
}

void os_pin_loader(void)
{
}

/* Nobody changes any state here. */
void os_save_state(void)
{
}
void os_discard_state(void)
{
}
bool os_restore_state(char *words, size_t size)
{
    return false;
}

int os_open_to_append(const char *path, int *error)
{
    PROMISE(!world.privileged);
    *error = ENOENT;
    if (strncmp(path, "/tmp/", 5) != 0) return -1;
    world.open_files++;
    return LOG_NUMBER;
}

void os_close(int file)
{
    PROMISE(file == LOG_NUMBER);
    world.open_files--;
}

/* Each write is one line without control characters. */
void os_write(int file, const char *text, size_t length)
{
    PROMISE(file == (world.open_files ? LOG_NUMBER : OS_STANDARD_ERROR));
    PROMISE(length > 9 && memcmp(text, "clrelay: ", 9) == 0 && text[length - 1] == '\n');
    PROMISE(reference_is_plain(text, length - 1));
}

/* ---- os.h: files ---- */

struct os_file os_stat(const char *path)
{
    const struct world_file *found = world_find(path);
    struct os_file file = { .kind = VERDICT_FILE_MISSING };
    if (strcmp(path, "/dev/null") == 0)
        return (struct os_file){ .kind = VERDICT_FILE_IS_DEVICE, .device = 1, .number = 1 };
    if (!found) return file;
    file.kind = found->kind;
    if (file.kind == VERDICT_FILE_MISSING || file.kind == VERDICT_FILE_DANGLING_LINK) return file;
    if (file.kind == VERDICT_FILE_UNREADABLE) file.error = found->error ? found->error : EACCES;
    file.device = 1;
    file.number = (uint64_t)(found - world.files) + 10;
    /* A device is a link to /dev/null, the same file for all. */
    if (file.kind == VERDICT_FILE_IS_DEVICE && !found->error) file.number = 1;
    return file;
}

struct os_file os_fstat(int file)
{
    return (struct os_file){ .kind = VERDICT_ACCEPTED, .device = 2, .number = (uint64_t)file };
}

struct os_directory {
    const struct world_file *of;
    bool checked;
};

enum verdict os_read_file(const struct os_directory *in, const char *path, bool is_regular,
                          char *buffer, size_t capacity, size_t *length, struct details *details)
{
    const struct world_file *found = world_find(path);
    struct os_file file = os_stat(path);
    if (file.kind != VERDICT_ACCEPTED) return os_refuse(details, file.kind, file.error);
    if (in && in->checked && found->others_may_write && !found->error)
        return verdict_explain(details, VERDICT_UNTRUSTED_RIGHTS, "doubted");
    if (found->error) return os_refuse(details, VERDICT_FILE_UNREADABLE, found->error);
    *length = found->bytes.length < capacity ? found->bytes.length : capacity;
    if (*length) memcpy(buffer, found->bytes.start, *length);
    return VERDICT_ACCEPTED;
}

static const char *name_in(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/') return NULL;
    return strchr(path + length + 1, '/') ? NULL : path + length + 1;
}

static int by_path(const void *one, const void *other)
{
    return strcmp((*(const struct world_file *const *)one)->path,
                  (*(const struct world_file *const *)other)->path);
}

size_t world_list(const char *folder, const struct world_file **files, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < world.file_count && count < room; i++)
        if (name_in(folder, world.files[i].path)) files[count++] = &world.files[i];
    qsort(files, count, sizeof *files, by_path);
    return count;
}

enum verdict os_open_directory(const struct os_place *place, struct os_directory **directory,
                               struct os_file *file, struct details *details)
{
    *directory = NULL;
    *file = os_stat(place->path);
    if (file->kind == VERDICT_FILE_UNREADABLE)
        return os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, file->error);
    if (file->kind != VERDICT_FILE_IS_DIRECTORY) return VERDICT_NO_DIRECTORY;
    *directory = malloc(sizeof **directory);
    PROMISE(*directory);
    (*directory)->of = world_find(place->path);
    (*directory)->checked = place->base > 0;
    world.open_directories++;
    return VERDICT_ACCEPTED;
}

void os_close_directory(struct os_directory *directory)
{
    free(directory);
    world.open_directories--;
}

bool os_is_missing(const char *path, size_t base)
{
    return os_stat(path).kind == VERDICT_FILE_MISSING;
}

bool os_is_in_directory(const struct os_directory *directory, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory->of->path, name);
    return os_stat(path).kind != VERDICT_FILE_MISSING;
}

enum verdict os_directory_path(const struct os_directory *directory, const char **real,
                               struct details *details)
{
    *real = directory->checked ? directory->of->path : NULL;
    return VERDICT_ACCEPTED;
}

void os_free_names(struct os_name *names)
{
    for (size_t i = 0; names && names[i].name; i++) free(names[i].name);
    free(names);
}

bool os_is_lasting(int error)
{
    return error == EACCES;
}

const char *os_error_text(int error, char *buffer, size_t size)
{
    snprintf(buffer, size, "error %d", error);
    return buffer;
}

static int by_bytes(const void *one, const void *other)
{
    return strcmp(((const struct os_name *)one)->name, ((const struct os_name *)other)->name);
}

struct os_name *os_list_directory(struct os_directory *directory, const char *ending,
                                  struct details *details)
{
    const struct world_file *of = directory->of;
    struct os_name *names = calloc(world.file_count + 1, sizeof *names);
    size_t count = 0;
    PROMISE(names);
    for (size_t i = 0; !of->error && i < world.file_count; i++) {
        const char *name = name_in(of->path, world.files[i].path);
        if (!name || !text_ends_with(name, ending)) continue;
        names[count].is_regular = world.files[i].kind == VERDICT_ACCEPTED && !world.files[i].error;
        names[count++].name = text_copy_string(name);
    }
    if (!of->error) {
        qsort(names, count, sizeof *names, by_bytes);
        return names;
    }
    free(names);
    os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, of->error);
    return NULL;
}

char *os_user_folder(const char *name, size_t *base)
{
    char path[256];
    PROMISE(!world.privileged);
    *base = strlen(WORLD_HOME);
    snprintf(path, sizeof path, "%s/%s", WORLD_HOME, name);
    return text_copy_string(path);
}

const char *os_loader_folder(void)
{
    return WORLD_FOLDER;
}

void os_forget_loader_folder(void)
{
}

/* ---- os.h: libraries ---- */

void *os_open_library(const char *name, char **message)
{
    *message = NULL;
    for (size_t i = 0; i < world.library_count; i++) {
        const char *path = world.libraries[i].library.path;
        if (strcmp(name, path) != 0 && strcmp(name, strrchr(path, '/') + 1) != 0) continue;
        if (world.libraries[i].open++ == 0) world.loads++;
        return &world.libraries[i];
    }
    PROMISE(asprintf(message, "%s: cannot open", name) > 0);
    return NULL;
}

void os_close_library(void *library)
{
    for (size_t i = 0; i < world.library_count; i++)
        if (library == &world.libraries[i]) {
            PROMISE(world.libraries[i].open > 0);
            world.libraries[i].open--;
            return;
        }
    abort(); /* not a library */
}

/* Any of the answers is possible, but the same name always gets the same one. */
enum verdict os_library_problem(const char *name, const char *message)
{
    PROMISE(message);
    static const enum verdict answers[] = { VERDICT_LIBRARY_MISSING, VERDICT_LIBRARY_UNREADABLE,
                                            VERDICT_LIBRARY_WRONG_ARCHITECTURE,
                                            VERDICT_LIBRARY_INVALID, VERDICT_LIBRARY_REFUSED };
    return answers[strlen(name) % (sizeof answers / sizeof answers[0])];
}

function os_symbol(void *library, const char *name)
{
    for (size_t i = 0; i < world.library_count; i++)
        if (library == &world.libraries[i])
            return world.libraries[i].library.symbol(world.libraries[i].library.number, name);
    abort();
}

function os_global_symbol(const char *name)
{
    return NULL;
}

static void describe_library(const struct world_library *library, struct os_image *image)
{
    *image = (struct os_image){ .low = (uintptr_t)library->low,
                                .high = (uintptr_t)library->high,
                                .code_low = (uintptr_t)library->low,
                                .code_high = (uintptr_t)library->high,
                                .path = library->path,
                                .soname = strrchr(library->path, '/') + 1 };
}

bool os_image_of_library(void *library, struct os_image *image)
{
    for (size_t i = 0; i < world.library_count; i++)
        if (library == &world.libraries[i]) {
            describe_library(&world.libraries[i].library, image);
            return true;
        }
    abort();
}

/* Everything that belongs to no driver and no layer is the loader's. */
bool os_image_at(uintptr_t address, struct os_image *image)
{
    extern const char __executable_start[], _end[];
    for (size_t i = 0; i < world.library_count; i++) {
        const struct world_library *library = &world.libraries[i].library;
        if (address < (uintptr_t)library->low || address >= (uintptr_t)library->high) continue;
        if (!world.libraries[i].open) return false;
        describe_library(library, image);
        return true;
    }
    if (address < (uintptr_t)__executable_start || address >= (uintptr_t)_end) return false;
    *image = (struct os_image){ .low = (uintptr_t)__executable_start,
                                .high = (uintptr_t)_end,
                                .path = WORLD_FOLDER "/libOpenCL.so.1",
                                .soname = "libOpenCL.so.1" };
    return true;
}

uint64_t os_count_loads(void)
{
    return world.loads;
}
