/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether the by-handle functions are assembler (entry_x86_64.S, entry_aarch64.S) or C (exports.c,
 * dispatch.c). Contains preprocessor directives only, because assembler files include it, too.
 */
#ifndef CLRELAY_LOADER_API_ASSEMBLED_H
#define CLRELAY_LOADER_API_ASSEMBLED_H

#if defined(__SANITIZE_THREAD__)
#define CLRELAY_RACE_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CLRELAY_RACE_CHECKED 1
#endif
#endif

/* A race detector must see the accesses, so its builds use C. */
#if !defined(CLRELAY_NO_ASSEMBLER) && !defined(CLRELAY_RACE_CHECKED) && defined(__ELF__)
#if defined(__x86_64__) && !defined(__ILP32__)
#define CLRELAY_ASSEMBLED 1
#elif defined(__aarch64__) && !defined(__ILP32__) && !defined(__AARCH64EB__)
#define CLRELAY_ASSEMBLED 1
#endif
#endif

/* What the library itself calls an exported function: a hidden name, of which the exported name is
 * an alias. So an interposer or a program's stub can't take over what the loader calls. (On Windows
 * a library's names never bind to another library's functions.) */
#ifdef __ELF__
#define ENTRY(name) name##_entry
#else
#define ENTRY(name) name
#endif

#endif
