/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conditions of functions that the layer does not see: OUTSIDE(function, error, "why"), in the order
 * of the specification. Define OUTSIDE, then include this file, which undefines it.
 */
/* clang-format off */

#define BETWEEN_DRIVERS "it is between the loader and drivers: programs do not call it"

OUTSIDE(clIcdGetPlatformIDsKHR, CL_PLATFORM_NOT_FOUND_KHR, BETWEEN_DRIVERS)
OUTSIDE(clIcdGetPlatformIDsKHR, CL_INVALID_VALUE, BETWEEN_DRIVERS)
OUTSIDE(clIcdGetPlatformIDsKHR, CL_INVALID_VALUE, BETWEEN_DRIVERS)
OUTSIDE(clIcdGetPlatformIDsKHR, CL_OUT_OF_HOST_MEMORY, BETWEEN_DRIVERS)

OUTSIDE(clIcdSetPlatformDispatchDataKHR, CL_INVALID_PLATFORM, BETWEEN_DRIVERS)
OUTSIDE(clIcdSetPlatformDispatchDataKHR, CL_OUT_OF_HOST_MEMORY, BETWEEN_DRIVERS)

#undef BETWEEN_DRIVERS
#undef OUTSIDE
