/* SPDX-License-Identifier: Apache-2.0 */
/* How a program comes to its OpenCL functions, for clrelay doctor PROGRAM: from its files, or, if
 * it runs, from its process. Nothing of it is run, except that a library which
 * a driver has, too, is opened with that driver if only root may write to it. */
#ifndef CLRELAY_TOOLS_DOCTOR_PROGRAM_H
#define CLRELAY_TOOLS_DOCTOR_PROGRAM_H

#include "../report/report.h"
#include "findings.h"
#include "linked.h"

enum way {
    WAY_NONE,    /* as far as its files say, not at all */
    WAY_UNKNOWN, /* see `reason` */
    WAY_LINKED,  /* a library that is opened at its start */
    WAY_NAMED,   /* a library that it opens by a name that is in it */
    WAY_MODULE,  /* a library that an extension module of Python needs */
    WAY_INSIDE,  /* they are compiled into it */
    WAY_OPEN     /* its process has the library open */
};

/* A libOpenCL of the program. */
struct program_loader {
    char *name;        /* as the program names it, or NULL */
    char *file;        /* NULL: it is not found */
    const char *whose; /* whose loader it is, in words, or LOADER_DRIVER, or NULL: unknown */
    char *problem;     /* why it is of no use to the program, like "is empty"; or NULL */
};
ARRAY(program_loaders, struct program_loader);

/* Whether a driver can be used by a program for another architecture. */
struct program_driver {
    char *where, *problem; /* NULL: it can */
};
ARRAY(program_drivers, struct program_driver);

#define PROGRAM_DELETED " (deleted)" /* what the system adds to the name of such a file */

enum { MOST_NAMES = 64 }; /* of libraries that are looked at in a file */

struct program {
    const char *root;   /* the folder of the system's files, where its packages are listed */
    char *file;         /* of the program, or of the interpreter of a script */
    char *script;       /* or NULL */
    char *flatpak;      /* what Flatpak calls it, or NULL */
    char *architecture; /* in words, or NULL */
    bool foreign;       /* another than this command's */
    bool privileged;    /* setuid and the like: variables do not count */
    bool contained;     /* its process sees other files than this command */
    bool is_process;
    bool is_library; /* something opens it: a plug-in */
    enum way way;
    char *reason;
    struct program_loaders loaders; /* of a process, its own calls reach the first */
    bool is_linked;                 /* of a process: because it is linked to that one */
    char *usual;                    /* the library that other programs get, or NULL: unknown */
    char *without;                  /* the one without variables, if that is another one, or NULL */
    char *folder;  /* the element of LD_LIBRARY_PATH that has a library with a problem, or NULL */
    char *next;    /* what the program could use in place of that library; NULL: nothing is known */
    char *lacking; /* functions of OpenCL that no library has, in words, or NULL */
    char *caller;  /* which of its files calls them */
    bool binds;    /* and looks them up when it starts */
    struct linked_libraries libraries; /* that are opened when it starts */
    char *cut;      /* the first of its files with more than MOST_NAMES names, or NULL */
    char *run_path; /* the folders in it where libraries are searched first, or NULL */
    struct program_drivers drivers; /* if it is foreign */
    struct running *running;        /* its process (running_linux.h), or NULL */
    char *differing; /* variables that its process has otherwise than this one had, or NULL */
};

/* Looks at a program. Or at the process of this number, and gives this process its variables.
 * Returns NULL, or what is wrong with the request; the caller frees it. */
char *program_look(struct program *program, const char *name);
char *program_look_at_process(struct program *program, const char *number);
void program_free(struct program *program);

/* Takes those variables from this process that do not count for a privileged program. */
void program_drop_variables(const struct program *program);

/* Whether the libOpenCL that it gets is of no use to it. */
bool program_is_stopped(const struct program *program);

/* Whether its libOpenCL is certainly another one than clrelay's; then *file is which. */
bool program_has_other_loader(const struct program *program, const char **file);

/* What to do about a libOpenCL of it, whose problem is NULL if it is a driver in a loader's place;
 * or NULL: nothing is known. The caller frees it. */
char *program_loader_remedy(const struct program *program, const struct program_loader *loader);

/* The library to look at, or NULL: the usual one, because the program's is not known, or can't be
 * opened here. */
const char *program_library(const struct program *program);

/* Why a driver's library is of no use to a program for another architecture, or NULL: it is. `file`
 * is a path or a name. The caller frees it. */
char *program_driver_problem(const struct program *program, const char *file);

/* The program's libraries that a driver's library has, too, as other files, or with an LLVM as it
 * has, or with functions of the C++ library that its calls would go to: paths, separated by colons, or NULL: none. It may be the program itself. *safe: nobody but
 * the system's administrator can have written them, so they may be opened. The caller frees it. */
char *program_shared_libraries(const struct program *program, const char *driver, bool *safe);

/* What a driver needs of a library, and the program's own library of the same name lacks, in words;
 * or NULL. Nothing is opened for that. The caller frees it. */
char *program_conflict(const struct program *program, const char *driver);

/* Which drivers a foreign program can use. */
void program_check_drivers(struct program *program, struct findings *findings,
                           const struct candidates *drivers);
size_t program_count_drivers(const struct program *program); /* that it can use */
void program_check(const struct program *program, struct findings *findings);
/* What programs get from its loader and from the usual one, if both answered. */
void program_compare(const struct program *program, struct findings *findings,
                     const struct probed *probed, const struct probed *usual);
void program_print(const struct program *program);
json_t *program_json(const struct program *program);

#endif
