/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Candidates: everything that could have been a driver or a layer, where it was found, and what
 * became of it. Kept for the life of the loader, so that one can always ask why a driver is missing.
 */
#ifndef CLRELAY_CANDIDATE_H
#define CLRELAY_CANDIDATE_H

#include "base/log.h"
#include "base/os.h"

enum verdict {
#define VERDICT(id, text) VERDICT_##id,
#include "find/verdicts.h"
#undef VERDICT
};

/* The verdict's identifier in verdicts.h, and the verdict in words. */
const char *verdict_name(enum verdict verdict);
const char *verdict_text(enum verdict verdict);

enum candidate_kind { CANDIDATE_DRIVER, CANDIDATE_LAYER };

struct platform;

/* What was looked at: a directory, a manifest, or a library. */
struct candidate {
    enum candidate_kind kind;
    const char *source;  /* the variable that named it, or the words "default directory" */
    char *origin;        /* the directory or manifest; NULL where the source names the library */
    bool is_directory;   /* it is a directory that was searched, and no candidate itself */
    bool is_key;         /* what is called a directory is a key of Windows' registry */
    bool users;          /* it was found in a place of the user's own */
    bool wanted;         /* a user named it, so that it should be there */
    char *library;       /* what is handed to the system to open; NULL when that is not known */
    enum verdict verdict;
    char *message;       /* the system's or the driver's words on it; may be NULL */
    char *opened;        /* the file that the library was found to be; NULL when not opened */
    struct os_file file; /* the same as an identity */
    uintptr_t low;       /* where the library begins in memory; 0: not opened, or not known */
    char *changed;       /* what it has changed that is the program's; NULL: nothing */
    size_t platforms;    /* how many of its platforms were accepted */
    const struct platform *first_platform; /* of those, once all drivers are loaded */
    uint64_t microseconds;
    struct candidate *next;
    struct candidate *next_found; /* while there is a search: see search.c */
    struct candidate *next_opened; /* of those whose library was opened */
    struct candidate
        *next_in_chain[2]; /* of those that are perhaps the same library: see candidate.c */
};

/*
 * Adds a candidate behind those that there are. The texts are copied; origin and library may be
 * NULL. NULL when there is no memory for it, which has been logged.
 */
struct candidate *candidate_add(enum candidate_kind kind, const char *source, const char *origin,
                                const char *library);

/* The first of all, for a walk along `next`. */
struct candidate *candidate_first(void);

/* Notes the file that a candidate's library was found to be; and the first one that has been noted so,
 * for a walk along `next_opened`. */
void candidate_set_opened(struct candidate *candidate, const char *path);
struct candidate *candidate_first_opened(void);

/* Notes a candidate whose library is open, once its file and its place in memory are known; and finds
 * the first of the same kind that was noted so and is the same library: the same file, or one at the
 * same place. NULL: there is none. */
void candidate_index(struct candidate *candidate);
const struct candidate *candidate_find_duplicate(const struct candidate *candidate);

/* Gives the verdict, with a message in printf's way or NULL. The last verdict counts. */
void candidate_set_verdict(struct candidate *candidate, enum verdict verdict, const char *format,
                           ...) PRINTF_FORMAT(3, 4);

/* Writes what became of a candidate to the log. */
void candidate_log(const struct candidate *candidate);

/* Forgets all candidates. */
void candidates_free(void);

/* Replaces *text, which was allocated, by a copy of another, or by NULL. */
void candidate_set_text(char **text, const char *value);

#endif
