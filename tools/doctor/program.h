/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out how a program comes to its OpenCL functions, for clrelay doctor PROGRAM: from its
 * files, or from its process. Nothing of the program runs, with one exception: a library that could
 * harm a driver is opened with the driver, if only root may write to the library. */
#ifndef CLRELAY_TOOLS_DOCTOR_PROGRAM_H
#define CLRELAY_TOOLS_DOCTOR_PROGRAM_H

#include "../report/report.h"
#include "findings.h"
#include "linked.h"

enum way {
    WAY_NONE,    /* as far as its files say, it uses no OpenCL */
    WAY_UNKNOWN, /* not known: see `reason` */
    WAY_LINKED,  /* the dynamic linker opens a library at its start */
    WAY_NAMED,   /* its files name a library, which it may open */
    WAY_MODULE,  /* an extension module of Python needs a library */
    WAY_BESIDE,  /* a folder of this Python's RPATH has a library */
    WAY_INSIDE,  /* the functions are compiled into it */
    WAY_OPEN     /* its process has the library open */
};

/* A libOpenCL that the program gets or names. */
struct program_loader {
    char *name;        /* the program's name for it, or NULL */
    char *file;        /* NULL: the linker does not find it */
    const char *whose; /* whose loader it is, or LOADER_DRIVER; NULL: unknown */
    char *problem;     /* why the program can't use it, like "is empty"; or NULL */
};
ARRAY(program_loaders, struct program_loader);

/* A driver, and why a program for another architecture can't use it. */
struct program_driver {
    char *where, *problem; /* problem: NULL if the program can use the driver */
};
ARRAY(program_drivers, struct program_driver);

#define PROGRAM_DELETED " (deleted)" /* what the system adds to the name of a removed file */

#define PROGRAM_UNKNOWN "not known" /* the problem of a driver about which nothing is known */

enum { MOST_NAMES = 64 }; /* the most names of libraries that are read from a file */

/* The program that is asked about. In the comments on its members, "it" is the program. */
struct program {
    const char *root;   /* the folder of the system's files, with the lists of its packages */
    char *file;         /* the file of the program, or of a script's interpreter */
    char *script;       /* the script, or NULL */
    char *flatpak;      /* Flatpak's name for it, or NULL */
    char *snap;         /* the name of its snap, or NULL; a classic snap is none */
    char *architecture; /* its architecture in words, or NULL */
    bool foreign;       /* it is for another architecture than this command */
    bool privileged;    /* it is setuid, for instance: variables do not count */
    bool contained;     /* its process sees other files than this command */
    char *inside;       /* a command that looks as such a process does, or NULL: not known */
    bool is_process;
    bool is_library; /* it is a library that others open, such as a plug-in */
    bool is_loader;  /* it is such a library, and a libOpenCL */
    bool is_driver;  /* it is such a library, and a driver */
    bool is_object;  /* it is an object file, which is not linked yet */
    enum way way;
    char *reason;
    const char *advice;             /* what to do about `reason`; NULL: nothing special */
    struct program_loaders loaders; /* in a process, the first one gets its own calls */
    bool is_linked;                 /* the program of a process is linked to that first one */
    char *usual;                    /* the library that other programs get; NULL: unknown */
    char *usual_link;               /* the path by which the linker finds that library, or NULL */
    char *without; /* the library that it gets without variables, if that differs */
    char *folder;  /* the element of LD_LIBRARY_PATH that has a library with a problem, or NULL */
    char *next;    /* a library for use in place of that one; NULL: none is known */
    char *lacking; /* functions of OpenCL that no library of it has, or NULL */
    char *caller;  /* the file of it that calls these functions */
    bool binds;    /* that file looks them up at its start */
    struct linked_libraries libraries; /* the libraries that the linker opens at its start */
    char *missing;  /* a library other than libOpenCL that the linker does not find, or NULL */
    char *cut;      /* the first of its files with more than MOST_NAMES names, or NULL */
    char *run_path; /* the folders that it names for its libraries, or NULL */
    struct program_drivers drivers; /* for a foreign program */
    struct running *running;        /* its process (running_linux.h), or NULL */
    char *differing; /* variables that differ between its process and this one, or NULL */
};

/* Looks at a program. Returns NULL, or what is wrong with the request, which the caller frees. */
char *program_look(struct program *program, const char *name);
/* Looks at the process of this number, and gives its variables, limits, user and groups to this
 * process. Returns what program_look() returns. */
char *program_look_at_process(struct program *program, const char *number);
void program_free(struct program *program);

/* Removes the variables from this process that do not count for a privileged program. */
void program_drop_variables(const struct program *program);

/* Whether the program can't use the libOpenCL that it gets. */
bool program_is_stopped(const struct program *program);

/* Whether this libOpenCL is another one than the program finds, or would find. False if that is not
 * known, or if a finding says so. */
bool program_does_not_get(const struct program *program, const char *file);

/* Whether the program's libOpenCL is certainly not clrelay's. *file: the program's only libOpenCL,
 * or NULL. */
bool program_has_other_loader(const struct program *program, const char **file);

/* Says what to do about a libOpenCL of the program. If its problem is NULL, it is a driver in a
 * loader's place. NULL: nothing is known. The caller frees the text. */
char *program_loader_remedy(const struct program *program, const struct program_loader *loader);

/* The library that this command opens as the program's libOpenCL. NULL: the usual library, because
 * the program's is not known or can't be opened here. */
const char *program_library(const struct program *program);

/* Says why a program for another architecture can't use a driver's library. NULL: it can. `file` is
 * a path or a name. The caller frees the text. */
char *program_driver_problem(const struct program *program, const char *file);

/*
 * Lists the program's libraries that could harm a driver, or returns NULL: there are none. Either
 * the driver has the same library, or another LLVM, in another file, or the driver's calls of the
 * C++ library would go to the program's file. Colons separate the paths. *safe: only the system's
 * administrator can have written the files, so this command may open them. The caller frees the
 * list.
 */
char *program_shared_libraries(const struct program *program, const char *driver, bool *safe);
/* A function of LLVM that the program itself exports, if the driver has an LLVM, too: the driver's
 * calls may end in the program. NULL: there is none. The caller frees the name. */
char *program_llvm_function(const struct program *program, const char *driver);

/* Says what a driver needs of a library, but the program's library of the same name lacks, or NULL.
 * Opens no library for that. The caller frees the text. */
char *program_conflict(const struct program *program, const char *driver);

/* Finds out which drivers a foreign program can use, and adds a problem if there is none. */
void program_check_drivers(struct program *program, struct findings *findings,
                           const struct candidates *drivers);
size_t program_count_drivers(const struct program *program); /* drivers that it can use */
size_t program_count_unknown(
    const struct program *program); /* drivers that it may be able to use */
/* Adds findings about the program's libOpenCL, its variables and its rights. */
void program_check(const struct program *program, struct findings *findings);
/* Compares the platforms that programs get from the program's loader and from the usual one, if
 * both answered. */
void program_compare(const struct program *program, struct findings *findings,
                     const struct probed *probed, const struct probed *usual);
void program_print(const struct program *program);
json_t *program_json(const struct program *program);

#endif
