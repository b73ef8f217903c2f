/* SPDX-License-Identifier: Apache-2.0 */
/* What compilers differ in. */
#ifndef CLRELAY_COMPILER_H
#define CLRELAY_COMPILER_H

/* A symbol that no other library's can take the place of, and that is reached without asking for one. */
#if defined(__GNUC__) && !defined(_WIN32)
#define HIDDEN __attribute__((visibility("hidden")))
#else
#define HIDDEN
#endif

/* A parameter, counted from 1, is a format string of printf, and from `first` on its arguments follow. */
#ifdef __MINGW32__
/* Not the format of Microsoft's old C library, which "printf" would mean. */
#define PRINTF_FORMAT(string, first) __attribute__((format(gnu_printf, string, first)))
#elif defined(__GNUC__)
#define PRINTF_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_FORMAT(string, first)
#endif

/* A function whose type does not matter yet. */
typedef void (*function)(void);

#endif
