/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Candidates: everything that could have been a driver or a layer, its origin, and its verdict.
 * They live as long as the loader, so anyone can ask at any time why a driver is missing.
 */
#ifndef CLRELAY_LOADER_FIND_CANDIDATE_H
#define CLRELAY_LOADER_FIND_CANDIDATE_H

#include "base/log.h"
#include "base/os.h"
#include "base/verdict.h"

#include <stdatomic.h>

/* Calls into a library while it is loaded. */
#define CANDIDATE_CALLS(CALL)                                                                      \
    CALL(clGetExtensionFunctionAddress)                                                            \
    CALL(clIcdGetPlatformIDsKHR)                                                                   \
    CALL(clIcdGetFunctionAddressForPlatformKHR)                                                    \
    CALL(clIcdSetPlatformDispatchDataKHR)                                                          \
    CALL(clGetPlatformInfo)                                                                        \
    CALL(clGetDeviceIDs)                                                                           \
    CALL(clGetDeviceInfo)                                                                          \
    CALL(clGetLayerInfo)                                                                           \
    CALL(clInitLayer)                                                                              \
    CALL(clInitLayerWithProperties)                                                                \
    CALL(clDeinitLayer)
enum candidate_call {
#define CALL(name) CALL_##name,
    CANDIDATE_CALLS(CALL)
#undef CALL
};

enum candidate_kind { CANDIDATE_DRIVER, CANDIDATE_LAYER };

struct platform;

/* A directory, a manifest, or a library that the search has found. */
struct candidate {
    enum candidate_kind kind;
    const char *source; /* the variable that named it, or "default directory" */
    char *origin;       /* the directory or manifest; NULL if the source names the library */
    bool is_directory;  /* a searched directory, not a candidate itself */
    bool is_key;        /* the "directory" is a key of Windows' registry */
    bool in_home;       /* found in one of the user's own places */
    bool named;         /* a user named it, so it should exist */
    char *library;      /* what the system is to open; NULL if unknown */
    enum verdict verdict;
    char *message;       /* details from the system or the driver, or NULL */
    int error;           /* the OpenCL error that the driver returned; 0: none */
    char *opened;        /* the file of the opened library; NULL if not opened */
    struct os_file file; /* the identity of that file */
    uintptr_t low;       /* start of the library in memory; 0: not opened, or unknown */
    char *changed;       /* the process state that it has changed, or NULL */
    size_t platforms;    /* how many of its platforms were published */
    const struct platform *first_platform; /* of the published ones; set when all are loaded */
    uint64_t microseconds;
    atomic_uint announced; /* see candidate_announce() */
    struct candidate *next;
    struct candidate *next_found;       /* during a search: see search.c */
    struct candidate *next_in_chain[2]; /* among possibly equal libraries: see duplicates.c */
};

/* Adds a candidate at the end. Copies the texts; origin and library may be NULL. Returns NULL, and
 * logs it, if there is no memory. */
struct candidate *candidate_add(enum candidate_kind kind, const char *source, const char *origin,
                                const char *library);

/* Logs that the first call of this kind into a candidate's library follows: if it does not return,
 * the last line says where. Any thread may call it. */
void candidate_announce(struct candidate *candidate, enum candidate_call call);

/* The first candidate. Follow `next` from there. */
struct candidate *candidate_first(void);

/* Whether there was no memory for one that was found. */
bool candidates_are_lost(void);

/* Sets the verdict, with a message that may be empty or NULL, and writes it to the log. Call it
 * when everything else about the candidate is set. */
void candidate_set_verdict(struct candidate *candidate, enum verdict verdict, const char *message);

/* Frees all candidates. */
void candidates_free(void);

/* Replaces *text, which was allocated, with a copy of `value`, or with NULL. */
void candidate_set_text(char **text, const char *value);

#endif
