/* SPDX-License-Identifier: Apache-2.0 */
/* Only for sources of quirks: an initializer sets all quirks to their usual values, then some of
 * them again. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Winitializer-overrides"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Woverride-init"
#endif
