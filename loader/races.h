/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a checker must be told that sees each access to memory and does not know what C's atomics mean
 * (valgrind's helgrind). Nothing, unless the library is built for it with CLRELAY_HELGRIND.
 */
#ifndef CLRELAY_RACES_H
#define CLRELAY_RACES_H

#ifdef CLRELAY_HELGRIND
#include <valgrind/helgrind.h>

/* At file level: this object is only accessed atomically, or in a way that is as good. */
#define RACES_ATOMIC(object)                                                                       \
    __attribute__((constructor)) static void object##_is_atomic(void)                              \
    {                                                                                              \
        VALGRIND_HG_DISABLE_CHECKING(&object, sizeof object);                                      \
    }
/* What a thread did before the one is known to whoever has come to the other. */
#define RACES_RELEASED(object) ANNOTATE_HAPPENS_BEFORE(&object)
#define RACES_ACQUIRED(object) ANNOTATE_HAPPENS_AFTER(&object)
#else
#define RACES_ATOMIC(object)
#define RACES_RELEASED(object) ((void)0)
#define RACES_ACQUIRED(object) ((void)0)
#endif

#endif
