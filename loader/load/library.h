/* SPDX-License-Identifier: Apache-2.0 */
/* The library of a driver or a layer: opens it, and recognises functions of others. */
#ifndef CLRELAY_LOADER_LOAD_LIBRARY_H
#define CLRELAY_LOADER_LOAD_LIBRARY_H

#include "find/candidate.h"
#include "api/dispatch.h"

struct library {
    void *handle;
    struct os_image image; /* its own code and data; empty if the system can't tell */
    bool shared;           /* it was open before */
};

/* Opens the library of a candidate. VERDICT_ACCEPTED: it is open. Otherwise returns the verdict,
 * and nothing is open: the library was tried before, is this loader, or can't be opened. The caller
 * stores the verdict. */
enum verdict library_open(struct candidate *candidate, struct library *library,
                          struct details *details);

/*
 * Closes a library that may be unloaded, or when the loader is unloaded. Do not close a refused
 * library: its code has run, and it may have left a thread, a signal handler or an environment
 * variable that leads into it. Returns whether it is gone from memory. If not, somebody else holds
 * it, or this library is being unloaded and the system delays closing.
 */
bool library_close(struct library *library);

/* Whether the library is an OpenCL loader: this one under another name, or another one. */
bool library_is_loader(const struct library *library);

/* A function that the library or one of its dependencies exports, or NULL. A loader's function
 * counts as none: with a driver or layer that is linked to libOpenCL, it would lead back to us. */
function library_function(const struct library *library, const char *name);

/*
 * The function that a driver meant to put into a slot. Usually that is the one in the slot. But if
 * a library is linked without -Bsymbolic and fills its table with the names of the API, it gets
 * what the process binds to these names: this loader, another one, an interposer, or the stub of a
 * program that takes a function's address. A call through the loader would then call itself
 * forever. In that case the result is the library's own definition, or NULL if it has none.
 */
function library_own_function(const struct library *library, size_t slot, function found);

#endif
