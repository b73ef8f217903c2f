/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of semaphores (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SEMAPHORES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_SEMAPHORES_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_semaphore;

/* Whether a semaphore of the list is of a type that has payloads. */
HIDDEN bool info_semaphores_need_payload(const cl_semaphore_khr *list, size_t count);

/* Whether a semaphore was made only for other devices. */
HIDDEN bool info_is_semaphore_elsewhere(cl_semaphore_khr semaphore, cl_device_id device);

/* The first semaphore of a list that was made only for other devices, or NULL. */
HIDDEN cl_semaphore_khr info_semaphore_elsewhere(const cl_semaphore_khr *list, size_t count,
                                                 cl_device_id device);

/* The first semaphore of a list whose context lacks the device, or NULL. */
HIDDEN cl_semaphore_khr info_semaphore_without(const cl_semaphore_khr *list, size_t count,
                                               cl_device_id device);

/* Whether the context of a semaphore lacks the device. */
HIDDEN bool info_is_device_elsewhere(cl_semaphore_khr semaphore, cl_device_id device);

/* Whether a semaphore was made without a property. */
HIDDEN bool info_semaphore_lacks(cl_semaphore_khr semaphore, cl_ulong property);

/* Whether a semaphore was made without exporting this type of handles. */
HIDDEN bool info_semaphore_lacks_export(cl_semaphore_khr semaphore, cl_ulong type);

/* The number of bytes of the answer to a query; UNKNOWN if the driver refuses. Asks the driver. */
HIDDEN uint64_t info_semaphore_answer(cl_semaphore_khr semaphore, cl_uint what);

#endif
