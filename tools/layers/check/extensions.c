/* SPDX-License-Identifier: Apache-2.0 */
/* The checking functions of extensions: see extension_wrappers.h. */
#include "../system.h"

/* The return address of a call: only the function that the program calls knows it, not the wrapper
 * that this calls. */
static _Thread_local const void *site_called THREAD_LOCAL_NEAR;
#define NOTE_SITE() site_called = RETURN_ADDRESS()
#define CALL_SITE   site_called

#include "wrapper.h"

#include "../extension_wrappers.h"
