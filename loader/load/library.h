/* SPDX-License-Identifier: Apache-2.0 */
/* The library of a driver or a layer: opening it, and telling its functions from others'. */
#ifndef CLRELAY_LIBRARY_H
#define CLRELAY_LIBRARY_H

#include "find/candidate.h"
#include "api/dispatch.h"

struct library {
    void *handle;
    struct os_image image; /* where its own code and data lie; empty where the system cannot tell */
    bool shared;           /* somebody else had it open before */
};

/*
 * Opens the library of a candidate. VERDICT_UNTRIED: it is open. Any other verdict has been given
 * to the candidate, and nothing is open: the library was tried before, is this loader, or the
 * system cannot open it.
 */
enum verdict library_open(struct candidate *candidate, struct library *library);

/*
 * Closes it: for what may be unloaded, and when the loader leaves. What is refused stays open, for its
 * code has run: there may be a thread of it, a signal handler, a variable of the environment that
 * lies in it, which would be led to nowhere. True: it is gone from memory. False: something else
 * holds it there, or this library is itself being unloaded and the system puts off what is closed
 * meanwhile.
 */
bool library_close(struct library *library);

/* Whether the library is an OpenCL loader: this one under another name, or another one. */
bool library_is_loader(const struct library *library);

/* A function that the library, or one that it depends on, exports and no loader does; or NULL. A
 * driver or layer that is linked to libOpenCL would lead back to us. */
function library_function(const struct library *library, const char *name);

/*
 * What a driver means by the function that it gave for a slot. Mostly that function. But a library
 * that is linked without -Bsymbolic and fills its table with the names of the API gets whatever
 * the process binds to these names: this loader, another one, an interposer, or the stub of a
 * program that takes a function's address; called through the loader, they would call themselves
 * for ever. Then it is the library's own definition, or NULL where it has none.
 */
function library_own_function(const struct library *library, size_t slot, function found);

#endif
