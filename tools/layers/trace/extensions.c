/* SPDX-License-Identifier: Apache-2.0 */
/* The recording functions of extensions: see extension_wrappers.h. */
#include "wrapper.h"

/* Queues get profiling, whatever function creates them. */
#define CALLEE_clCreateCommandQueueWithPropertiesKHR                                               \
    , commands_queue_creator((clCreateCommandQueueWithPropertiesKHR_fn)stands_for(                 \
          clCreateCommandQueueWithPropertiesKHR_place))

#include "../extension_wrappers.h"
