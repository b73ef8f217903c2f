/* SPDX-License-Identifier: Apache-2.0 */
/* The checking functions of extensions: see extension_wrappers.h. */
#include "../system.h"

/* Only the function that the program has called knows its return address: the wrapper behind it does not. */
static _Thread_local const void *site_called THREAD_LOCAL_NEAR;
#define NOTE_SITE() site_called = RETURN_ADDRESS()
#define CALL_SITE   site_called

#include "wrapper.h"

#include "../extension_wrappers.h"
