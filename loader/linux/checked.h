/* SPDX-License-Identifier: Apache-2.0 */
/* Tells memory checkers what they need to know, in builds for one. */
#ifndef CLRELAY_LOADER_LINUX_CHECKED_H
#define CLRELAY_LOADER_LINUX_CHECKED_H

#include <stddef.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

/* We may read past the end of an object, which an address checker takes for an error. */
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define ADDRESSES_CHECKED true
#else
#define ADDRESSES_CHECKED false
#endif

/* Marks memory as initialised that the system or the C library has written in a way unknown to
 * MemorySanitizer of clang 14. */
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define SYSTEM_WROTE(memory, size) __msan_unpoison(memory, size)
#define SYSTEM_WROTE_TEXT(text)    __msan_unpoison_string(text)
#else
#define SYSTEM_WROTE(memory, size) ((void)(memory))
#define SYSTEM_WROTE_TEXT(text)    ((void)(text))
#endif

#endif
