/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets a test replace Windows' functions. Programs call these through pointers with names that
 * depend on the function's. If the program itself defines such a pointer, the linker uses it:
 *
 *   BOOL(WINAPI *const close_pointer)(HANDLE) REPLACED(CloseHandle, 4) = own_close;
 *
 * The number is the size of the parameters in a 32-bit program, in bytes.
 */
#ifndef CLRELAY_TEST_WINDOWS_REPLACED_H
#define CLRELAY_TEST_WINDOWS_REPLACED_H

#ifdef _WIN64
#define REPLACED(name, bytes) __asm__("__imp_" #name)
#else
#define REPLACED(name, bytes) __asm__("__imp__" #name "@" #bytes)
#endif

/* The real function, for the caller to cast to its type. */
#define REPLACED_REAL(library, name)                                                               \
    ((void (*)(void))GetProcAddress(GetModuleHandleA(library), name))

#endif
