/* SPDX-License-Identifier: Apache-2.0 */
#include "extension_wrappers.h"

_Thread_local struct extension_called extension_called THREAD_LOCAL_NEAR;
