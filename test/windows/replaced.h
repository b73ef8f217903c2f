/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of Windows that a test puts its own in the place of. Programs call those by pointers with
 * names that follow from the function's, and where the program has such a pointer itself, the linker
 * does not look for another one:
 *
 *   BOOL(WINAPI *const close_pointer)(HANDLE) REPLACED(CloseHandle, 4) = own_close;
 *
 * The number is that of the bytes that the parameters take in a 32-bit program.
 */
#ifndef CLRELAY_TEST_REPLACED_H
#define CLRELAY_TEST_REPLACED_H

#ifdef _WIN64
#define REPLACED(name, bytes) __asm__("__imp_" #name)
#else
#define REPLACED(name, bytes) __asm__("__imp__" #name "@" #bytes)
#endif

/* The function itself, to be cast to its type. */
#define REPLACED_REAL(library, name)                                                                 \
    ((void (*)(void))GetProcAddress(GetModuleHandleA(library), name))

#endif
