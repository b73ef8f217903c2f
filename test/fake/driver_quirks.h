/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What makes one fake driver differ from another: a row for each quirk, and what an ordinary driver
 * has.
 *
 *   QUIRK(TYPE, NAME, USUAL)
 *
 * zoo.txt and the CMakeLists.txt of the tests list the drivers; there FAKE_SUFFIX="A" is the quirk
 * `suffix`. fakes.cmake makes a `struct driver_quirks` of each list.
 */
/* clang-format off */
/* Who it says it is. With several platforms, platform i is called "NAME i". */
QUIRK(const char *, name, "fake")
QUIRK(const char *, suffix, "FAKE")
QUIRK(const char *, vendor, "a fake")
QUIRK(const char *, extensions, "cl_khr_byte_addressable_store cl_khr_icd")
QUIRK(const char *, version, "OpenCL 3.0 fake")
QUIRK(unsigned, platforms, 1)

/* Devices of every platform, by type. */
QUIRK(unsigned, gpus, 1)
QUIRK(unsigned, cpus, 0)
QUIRK(unsigned, accelerators, 0)
QUIRK(unsigned, customs, 0) /* which are among all, as with some drivers, though they should not be */
/* They have names ("NAME gpu 1"), PCI addresses and UUIDs; custom ones are not among all, the first
 * one is the default; and contexts, OpenGL and VA-API tell which of them they have. */
QUIRK(int, named_devices, 0)
/* With names, what few drivers do. */
#define ODD_ANSWERS 1 /* a NULL behind all devices; of the second one, the type says that it is the default, the
                         PCI domain is 1 and the UUID too short; the name of the third one is empty */
#define ODD_COUNT   2 /* 5000 devices, of which it writes those it has */
#define ODD_NO_NAME 4 /* of none it tells the name */
#define ODD_TYPES   8 /* each is of all types but custom */
#define ODD_REPEATS 16 /* it lists each of them three times */
#define ODD_LENGTH  32 /* the name of the second one has 66,000 bytes */
#define ODD_TWINS   64 /* all its platforms have the first one's devices */
#define ODD_GAP     128 /* NULL in place of the second one */
#define ODD_SIZE    256 /* those for OpenGL have SIZE_MAX bytes, and those for VA-API are CL_UINT_MAX */
#define ODD_WILD    512 /* an address where nothing is in place of the second one, or of the only one, and of the
                           first one for OpenGL */
QUIRK(int, odd_devices, 0)
/* It counts so many devices for OpenGL and VA-API, and lists those that it has. */
QUIRK(unsigned, shared, 0)
/* Contexts do not tell their devices, for which a thread needs memory of its own. */
QUIRK(int, forgets_devices, 0)
/* clGetDeviceIDs fails and leaves the count as it was: the first so many calls. */
QUIRK(unsigned, devices_fail, 0)
/* What a question for custom devices alone fails with. */
QUIRK(int, custom_error, CL_SUCCESS)
/* The last device appears after so many calls of clGetDeviceIDs, as if it was plugged in then. */
QUIRK(unsigned, device_comes, 0)
/* Which queries of devices fail for want of memory. */
#define SILENT_TYPE 1
#define SILENT_UUID 2
QUIRK(int, silent_devices, 0)

/* The functions that a loader looks up: exported (FAKE_EXPORTS, which fakes.cmake answers by what
 * it links), and offered by clGetExtensionFunctionAddress. */
#define LOOKUP 1 /* clGetExtensionFunctionAddress, to be exported only */
#define LIST   2 /* clIcdGetPlatformIDsKHR */
#define INFO   4 /* clGetPlatformInfo */
#define THING  8 /* clFakeThing + suffix, to be offered only */
#define ALL    16 /* any name that is asked for */
QUIRK(int, offers, LIST | INFO | THING)

/* Which platform has the defects of a platform: its index, or -1 for every one. */
QUIRK(int, bad, -1)

/* How the platforms are listed. */
#define LISTING_RIGHT         0
#define LISTING_NO_COUNT      1 /* success, and the count is left as it was */
#define LISTING_HUGE_COUNT    2 /* 0xffffffff platforms */
#define LISTING_2_31_COUNT    3 /* 2^31 platforms */
#define LISTING_FAILS         4 /* CL_INVALID_VALUE, with a count of 1 */
#define LISTING_NONE          5 /* CL_PLATFORM_NOT_FOUND_KHR, the count is left as it was */
#define LISTING_TWO_CALLS     6 /* fails unless asked for the count, then for just as many */
#define LISTING_PROMISES      7 /* counts two more than it writes */
#define LISTING_NULL          8 /* the bad platform is NULL */
#define LISTING_REPEATS       9 /* the bad platform is the first one once more */
#define LISTING_OVERSTATES    10 /* counts 1000 platforms, writes those it has */
#define LISTING_WILD          11 /* the bad platform is an address where nothing is */
#define LISTING_NO_MEMORY     12 /* counts them, and fails with CL_OUT_OF_HOST_MEMORY for a list */
QUIRK(int, listing, LISTING_RIGHT)

/* How a question of the bad platform for a string is answered: the extensions, the suffix, the
 * version, the name, and the vendor. */
#define ANSWER_RIGHT        0
#define ANSWER_FAILS        1
#define ANSWER_EXITS        2 /* ends the process with code 3 */
#define ANSWER_EMPTY        3
#define ANSWER_UNTERMINATED 4 /* no NUL, and the size does not count one */
#define ANSWER_SIZE_0       5 /* the size is 0, nothing is written */
#define ANSWER_SIZE_HUGE    6 /* the size is SIZE_MAX / 2 */
#define ANSWER_NO_SIZE      7 /* the size is left as it was */
#define ANSWER_GROWS        8 /* 64 bytes more each time it is asked */
#define ANSWER_LONG         9 /* 10,000 bytes */
#define ANSWER_ONLY_SIZE    10 /* tells the size, and then not the string */
#define ANSWER_GROWS_ONCE   11 /* 64 bytes more from the second time on */
#define ANSWER_PROMISES     12 /* no NUL, and the size is 64 bytes more than are written */
#define ANSWER_NO_MEMORY    13 /* fails with CL_OUT_OF_HOST_MEMORY */
QUIRK(int, extensions_answer, ANSWER_RIGHT)
QUIRK(int, suffix_answer, ANSWER_RIGHT)
QUIRK(int, version_answer, ANSWER_RIGHT)
QUIRK(int, name_answer, ANSWER_RIGHT)
QUIRK(int, vendor_answer, ANSWER_RIGHT)
/* Every question to the bad platform fails. */
QUIRK(int, mute, 0)

/* The dispatch table. */
#define TABLE_FULL     0
#define TABLE_NONE     1 /* the bad platform's pointer to it is NULL */
#define TABLE_GLOBAL   2 /* slots bound to the symbols of the same name, which are exported too: the
                            dynamic linker may bind them to a libOpenCL (by what is linked, again) */
#define TABLE_TAG_BOTH 3 /* tagged as cl_khr_icd 2.0 says */
#define TABLE_TAG_0    4 /* only half of the tag */
#define TABLE_TAG_31   5
#define TABLE_SHORT    6 /* ends after OpenCL 1.1; what lies behind is no function */
#define TABLE_WILD     7 /* the bad platform's pointer to it leads nowhere */
QUIRK(int, table, TABLE_FULL)
/* Slots that are NULL: names with blanks between, or "all". */
QUIRK(const char *, null_slots, "")
/* FAKE_LACKS_IL=1, with TABLE_GLOBAL: what is linked has no clCreateProgramWithIL of its own. */

/* cl_khr_icd 2.0, besides the tags: which of its two functions there are, what becomes of the data
 * that the loader sets for the bad platform, and which functions the loader does not get, in the
 * words of FAKE_NULL_SLOTS. */
#define ICD2_GET 1 /* clIcdGetFunctionAddressForPlatformKHR */
#define ICD2_SET 2 /* clIcdSetPlatformDispatchDataKHR */
QUIRK(int, icd2, 0)
#define SET_RIGHT   0
#define SET_FAILS   1 /* CL_OUT_OF_HOST_MEMORY */
#define SET_FORGETS 2 /* success, but the data is not kept */
QUIRK(int, set, SET_RIGHT)
QUIRK(const char *, lacks, "")

/* Which of ext/extension_functions.h it has, in the words of FAKE_NULL_SLOTS. NULL: whatever a
 * platform is asked for, it answers with a function that is none of these. */
QUIRK(const char *, has, NULL)
/* clGetExtensionFunctionAddressForPlatform knows all functions of OpenCL, too. */
QUIRK(int, knows_core, 0)
/* What the bad platform has instead: the same, nothing, or functions of its own that are noted as
 * "other NAME". */
#define BAD_HAS_SAME    0
#define BAD_HAS_NOTHING 1
#define BAD_HAS_OTHERS  2
QUIRK(int, bad_has, BAD_HAS_SAME)
/* It takes them from the global scope, whosever they are. */
QUIRK(int, takes_global, 0)
/* Objects that are no platforms and no devices have a copy of the table, at another address. */
QUIRK(int, other_table, 0)

/* What the bad platform answers to CL_PLATFORM_UNLOADABLE_KHR; the others say yes. */
#define UNLOADABLE_FAILS 0
#define UNLOADABLE_NO    1
#define UNLOADABLE_YES   2
QUIRK(int, unloadable, UNLOADABLE_FAILS)

/* Each call of a function is an event too, "call NAME function", and the end of the library,
 * "destructor NAME". */
QUIRK(int, tells, 0)

/* When it calls OpenCL functions of the global scope: in its constructor, listing, information. */
#define IN_CONSTRUCTOR  1
#define IN_LISTING      2
#define IN_INFO         4
#define NAMING_PLATFORM 8 /* in information, naming the platform that is asked */
QUIRK(int, reenters, 0)

/* How long a listing takes, and whether it forks a child that calls clGetPlatformIDs. */
QUIRK(long, slow_ms, 0)
#define FORK_LIBC    1
#define FORK_SYSCALL 2
QUIRK(int, forks, 0)

/* Something that it does to the program, and when: see side_effect.h. */
QUIRK(int, side_effect, 0)
QUIRK(int, side_effect_at, AT_CONSTRUCTOR)

#undef QUIRK
