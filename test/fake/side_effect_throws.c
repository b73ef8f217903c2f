/* SPDX-License-Identifier: Apache-2.0 */
/* THROWS. */
#include "side_effect.h"

#include <stdlib.h>
#include <string.h>
#include <unwind.h>

void side_effect(int which)
{
#ifdef HAS_UNWINDER
    static struct _Unwind_Exception exception;
    memcpy(&exception.exception_class, "CLRLTEST", sizeof exception.exception_class);
    _Unwind_RaiseException(&exception);
#endif
    abort(); /* no handler has caught it */
}
