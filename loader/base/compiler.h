/* SPDX-License-Identifier: Apache-2.0 */
/* Differences between compilers. */
#ifndef CLRELAY_LOADER_BASE_COMPILER_H
#define CLRELAY_LOADER_BASE_COMPILER_H

/* A symbol that other libraries can't replace, and that is reached without the GOT. */
#if defined(__GNUC__) && !defined(_WIN32)
#define HIDDEN __attribute__((visibility("hidden")))
#else
#define HIDDEN
#endif

/* SLOW keeps what is rarely called out of the functions that are called often; NOT_INLINED keeps
 * what is often called out of them, too. */
#ifdef __GNUC__
#define SLOW           __attribute__((noinline, cold))
#define NOT_INLINED    __attribute__((noinline))
#define ALWAYS_INLINED __attribute__((always_inline))
#else
#define SLOW
#define NOT_INLINED
#define ALWAYS_INLINED
#endif

/* Marks a function like printf(): parameter `string`, counted from 1, is the format, and its
 * arguments start at parameter `first`. */
#ifdef __MINGW32__
/* "printf" would mean the format of Microsoft's old C library. */
#define PRINTF_FORMAT(string, first) __attribute__((format(gnu_printf, string, first)))
#elif defined(__GNUC__)
#define PRINTF_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_FORMAT(string, first)
#endif

/* A function of any type. Cast it before you call it. */
typedef void (*function)(void);

#endif
