/* SPDX-License-Identifier: Apache-2.0 */
/* For sources of quirks alone: an initializer sets all of them to what is usual, then some once
 * more. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Winitializer-overrides"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Woverride-init"
#endif
