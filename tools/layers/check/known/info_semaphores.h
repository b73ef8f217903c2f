/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of semaphores (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SEMAPHORES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SEMAPHORES_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_semaphore;

/* Whether one of the list is of a type that has payloads. */
HIDDEN bool info_semaphores_need_payload(const cl_semaphore_khr *list, size_t count);

/* Whether a semaphore was made only for other devices; the first such of a list, or NULL. */
HIDDEN bool info_is_semaphore_elsewhere(cl_semaphore_khr semaphore, cl_device_id device);
HIDDEN cl_semaphore_khr info_semaphore_elsewhere(const cl_semaphore_khr *list, size_t count,
                                                 cl_device_id device);

/* The first whose context lacks the device, or NULL; whether the one's context lacks it. */
HIDDEN cl_semaphore_khr info_semaphore_without(const cl_semaphore_khr *list, size_t count,
                                               cl_device_id device);
HIDDEN bool info_is_device_elsewhere(cl_semaphore_khr semaphore, cl_device_id device);

/* Whether a semaphore was made without a property; without a type of handles that it exports. */
HIDDEN bool info_semaphore_lacks(cl_semaphore_khr semaphore, cl_ulong property);
HIDDEN bool info_semaphore_lacks_export(cl_semaphore_khr semaphore, cl_ulong type);

/* The bytes of the answer to a query; UNKNOWN if the driver refuses. Asks the driver. */
HIDDEN uint64_t info_semaphore_answer(cl_semaphore_khr semaphore, cl_uint what);

#endif
