/* SPDX-License-Identifier: Apache-2.0 */
/* A symbol that others see, in a library that hides all that does not say so. */
#ifndef CLRELAY_TEST_FAKE_EXPORTED_H
#define CLRELAY_TEST_FAKE_EXPORTED_H

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#endif
