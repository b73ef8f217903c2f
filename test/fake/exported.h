/* SPDX-License-Identifier: Apache-2.0 */
/* Marks a symbol that others see, in a library that hides every symbol without this mark. */
#ifndef CLRELAY_TEST_FAKE_EXPORTED_H
#define CLRELAY_TEST_FAKE_EXPORTED_H

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#endif
