/* SPDX-License-Identifier: Apache-2.0 */
/* The checking functions of extensions: see extension_wrappers.h. */
#include "../system.h"

/* Where the program continues is known in the function that it has called, not in the one behind it. */
static _Thread_local const void *site_called THREAD_LOCAL_NEAR;
#define NOTE_SITE() site_called = RETURN_ADDRESS()
#define CALL_SITE   site_called

#include "wrapper.h"

#include "../extension_wrappers.h"
