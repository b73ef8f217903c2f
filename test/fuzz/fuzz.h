/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The common part of the targets. A target takes bytes and fields from the input, makes a world
 * from them, and runs the loader in that world. Each target is one function,
 * LLVMFuzzerTestOneInput, which libFuzzer calls with generated inputs and replay.c with files.
 */
#ifndef CLRELAY_TEST_FUZZ_FUZZ_H
#define CLRELAY_TEST_FUZZ_FUZZ_H

#include "api/dispatch.h"
#include "base/os.h"
#include "input.h"

#include <stdbool.h>

/* ---- the world: what the system answers to the loader (world.c has os.h's functions) ---- */

/* Starts with no variables, no files and no libraries. */
void world_begin(void);

/* Unloads the loader, which must have released everything and can then start again. */
void world_end(void);

/* Returns text that lives as long as the world. It ends at its first NUL. */
const char *world_keep(struct text text);
const char *world_words(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

void world_be_privileged(void);
void world_set(const char *variable, const char *value);

/* Adds a file or directory. A later one with the same path is ignored. */
struct world_file {
    const char *path;
    enum verdict kind;
    bool others_may_write;
    struct text bytes;
    int error; /* the error on reading or listing; 0: none */
};
void world_add(struct world_file file);
const struct world_file *world_find(const char *path);

/* Lists the files of a directory in the order of their names. Returns their number. */
size_t world_list(const char *folder, const struct world_file **files, size_t room);

#define WORLD_HOME   "/home/user/.config"
#define WORLD_FOLDER "/opt/lib" /* the directory of the loader */

/* A library: one of the drivers or layers below, as a file with this path. */
struct world_library {
    const char *path;
    function (*symbol)(int number, const char *name);
    int number;
    const char *low, *high;
};
void world_add_library(const struct world_library *library);

/* Returns how many times libraries are open now. */
int world_open_libraries(void);

/* ---- drivers and layers ---- */

/* The numbers with which driver.c and layer.c are compiled. */
enum { DRIVERS = 3, LAYERS = 3 };

/* The code of a driver. The target decides what it answers. */
struct fuzz_driver {
    const struct dispatch *table;
    const char *low, *high; /* the range of its functions */
    function list, info, extension, get, set;
};
extern const struct fuzz_driver fuzz_driver_0, fuzz_driver_1, fuzz_driver_2;

struct fuzz_answers {
    cl_int (*list)(int driver, cl_uint room, cl_platform_id *list, cl_uint *count);
    cl_int (*info)(int driver, cl_platform_id platform, cl_platform_info what, size_t size,
                   void *value, size_t *size_ret);
    cl_int (*devices)(int driver, cl_platform_id platform, cl_device_type type, cl_uint *count);
    void *(*extension)(int driver, const char *name);
    void *(*get)(int driver, cl_platform_id platform, const char *name);
    cl_int (*set)(int driver, cl_platform_id platform, void *data);
};
extern struct fuzz_answers fuzz_answers[DRIVERS];

/* The objects of a well-behaved driver (answers.c). */
struct fuzz_object {
    const struct dispatch *table;
    void *data;
};
enum { OBJECTS = 8 };
extern struct fuzz_object fuzz_objects[DRIVERS][OBJECTS];
extern unsigned fuzz_calls; /* counts the calls of all drivers' other functions */

/* Makes a driver well-behaved, with one platform, and adds it to the world as /drivers/N.so. */
void fuzz_add_driver(int number);
const struct fuzz_driver *fuzz_driver(int number);

/* Sets another function that says what a library exports. */
void world_set_symbols(const char *path, function (*symbol)(int number, const char *name));

/* The text that a well-behaved driver answers, or NULL for no answer. */
extern const char *fuzz_texts[DRIVERS][8];
const char **fuzz_text(int driver, cl_platform_info what);
cl_int fuzz_give(const void *from, size_t need, size_t size, void *to, size_t *need_ret);

/* The same for layers. */
struct fuzz_layer {
    const struct dispatch *table;
    const char *low, *high;
    function info, init, init_with, deinit;
};
extern const struct fuzz_layer fuzz_layer_0, fuzz_layer_1, fuzz_layer_2;
struct fuzz_layer_answers {
    cl_int (*info)(int layer, cl_layer_info what, size_t size, void *value, size_t *size_ret);
    cl_int (*init)(int layer, cl_uint count, const struct dispatch *target, cl_uint *count_ret,
                   const struct dispatch **table);
    cl_int (*deinit)(int layer);
};
extern struct fuzz_layer_answers fuzz_layer_answers;
extern const struct dispatch *fuzz_layer_target[LAYERS];
extern unsigned fuzz_layer_calls;

/* ---- promises that hold in every world ---- */

/* Asks for the report, which must be JSON and takes longer than everything else, and calls the
 * functions that the loader answers itself. */
void fuzz_ask_all(bool report);
#define REPORTED(size) ((size) % 4 == 0)

/* Calls every function with each platform, and passes the platforms in property lists. */
void fuzz_call_all(void);

/* Checks that the published platforms are all different and not NULL. Returns their number. */
enum { MOST_LISTED = 256 };
cl_uint fuzz_list(cl_platform_id *list);

/* Tells whether a list of words contains a word: a second implementation of text_has_word. */
bool reference_has_word(const char *list, const char *word);

/* Tells whether a text is UTF-8 without control characters. */
bool reference_is_plain(const char *text, size_t length);

/* Returns the library that a manifest names, with length 0 for none: a second implementation of
 * manifest_read. */
struct text reference_manifest(struct text bytes);

#endif
