/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All functions outside the dispatch table that layers see: those of clrelay_ext, and provisional
 * ones. Define OUTSIDE(extension, type, text, name, kind, ...), then include this file, which
 * undefines it. `extension` is a string, because headers define macros with the names of
 * extensions. `text` is a string, too: the name by which programs ask for the function. `name` is
 * the identifier of its row (provisional_functions.h).
 */
#define BY_HANDLE(extension, type, name, ...)    OUTSIDE(#extension, type, #name, name, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, ...) OUTSIDE(#extension, type, #name, name, __VA_ARGS__)
#include "../../ext/extension_functions.h"
#define PROVISIONAL(extension, from, to, type, text, name, ...)                                    \
    OUTSIDE(#extension, type, text, name, __VA_ARGS__)
#include "provisional_functions.h"
#undef OUTSIDE
