/* SPDX-License-Identifier: Apache-2.0 */
/* Identities (identities.h) about the lives of objects, and calls that failed. */
/* clang-format off */

IDENTITY(CALL_FAILED, ERROR, "",
    "the driver returned {0:cl_int}, and none of the conditions that clrelay can judge explains it",
    "Look at what only the driver can judge, below, and at the driver's own messages")
IDENTITY(QUERY_FAILED, NOTE, "",
    "the query returned {0:cl_int}, and none of the conditions that clrelay can judge explains it",
    "Handle the error: not every driver knows every query")

IDENTITY(HANDLE_NULL, ERROR, "2.7", "{0} is NULL",
    "Check what the function that makes the object returned")
IDENTITY(HANDLE_UNKNOWN, ERROR, "2.7", "{object} is no object that OpenCL has returned to this program",
    "Look for a variable that was never set or was overwritten, or for memory that was freed")
IDENTITY(HANDLE_TYPE, ERROR, "2.7", "{object} is a {1:kind}, but the function takes a {2:kind}",
    "Pass the object that the parameter is for")
IDENTITY(CONTEXT_MISMATCH, ERROR, "4.4", "the objects of the call belong to different contexts",
    "Use objects of one context in a call, or make one context for all devices")

#define OBJECT_IDENTITIES(KIND, word, section)                                                     \
    IDENTITY(KIND##_FREED, ERROR, section, "the " word " {object} was released before",            \
        "Release it after its last use, or retain it where it is kept")                            \
    IDENTITY(KIND##_RELEASED_TWICE, ERROR, section,                                                \
        "the " word " {object} is released more often than it was made and retained",              \
        "Remove one of the releases, or retain it where a second owner keeps it")                  \
    IDENTITY(KIND##_LEAKED, SPEED, section,                                                        \
        "the " word " {object} was never released ({0} references left, {1} objects made from it)",\
        "Release it when it is no longer used")
OBJECT_IDENTITIES(PLATFORM, "platform", "4.1")
OBJECT_IDENTITIES(DEVICE, "device", "4.3")
OBJECT_IDENTITIES(CONTEXT, "context", "4.4")
OBJECT_IDENTITIES(QUEUE, "command queue", "5.1")
OBJECT_IDENTITIES(MEM, "memory object", "5.5")
OBJECT_IDENTITIES(SAMPLER, "sampler", "5.7")
OBJECT_IDENTITIES(PROGRAM, "program", "5.8")
OBJECT_IDENTITIES(KERNEL, "kernel", "5.9")
OBJECT_IDENTITIES(EVENT, "event", "5.11")
OBJECT_IDENTITIES(SEMAPHORE, "semaphore", "cl_khr_semaphore")
#undef OBJECT_IDENTITIES
