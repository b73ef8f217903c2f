/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The differences between fake drivers: a row for each quirk, with an ordinary driver's value.
 *
 *   QUIRK(TYPE, NAME, USUAL)
 *
 * zoo.txt and the CMakeLists.txt of the tests list the drivers; there FAKE_SUFFIX="A" is the quirk
 * `suffix`. fakes.cmake makes a `struct driver_quirks` from each list.
 */
/* clang-format off */
/* The names that the driver tells. With several platforms, platform i is called "NAME i". */
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
QUIRK(unsigned, customs, 0) /* listed among all devices, which is wrong, but some drivers do it */
/* The devices have names ("NAME gpu 1"), PCI addresses and UUIDs. The first one is the default;
 * custom ones are not listed among all. Contexts, OpenGL and VA-API tell which devices they
 * have. */
QUIRK(int, named_devices, 0)
/* What few drivers with named devices do. */
#define ODD_ANSWERS 1 /* a NULL follows all devices; the second one's type says that it is the default, its PCI
                         domain is 1 and its UUID too short; the third one's name is empty */
#define ODD_COUNT   2 /* 5000 devices, of which it writes those that it has */
#define ODD_NO_NAME 4 /* no device tells its name */
#define ODD_TYPES   8 /* each device is of all types but custom */
#define ODD_REPEATS 16 /* it lists each device three times */
#define ODD_LENGTH  32 /* the second device's name has 66,000 bytes */
#define ODD_TWINS   64 /* all its platforms have the devices of the first one */
#define ODD_GAP     128 /* NULL in place of the second device */
#define ODD_SIZE    256 /* the list for OpenGL has SIZE_MAX bytes, the one for VA-API CL_UINT_MAX devices */
#define ODD_WILD    512 /* an unmapped address in place of the second device, or of the only one, and of the first one
                           for OpenGL */
QUIRK(int, odd_devices, 0)
/* It counts so many devices for OpenGL and VA-API, and lists those that it has. */
QUIRK(unsigned, shared, 0)
/* A context does not tell its devices; to note them, a thread needs memory of its own. */
QUIRK(int, forgets_devices, 0)
/* The first calls of clGetDeviceIDs, this many, fail and leave the count as it was. */
QUIRK(unsigned, devices_fail, 0)
/* What a question for custom devices alone fails with. */
QUIRK(int, custom_error, CL_SUCCESS)
/* The last device appears after this many calls of clGetDeviceIDs, as if someone plugged it in. */
QUIRK(unsigned, device_comes, 0)
/* Which queries of devices fail for lack of memory. */
#define SILENT_TYPE 1
#define SILENT_UUID 2
QUIRK(int, silent_devices, 0)

/* The functions that a loader looks up, and how it gets them: by an exported symbol (FAKE_EXPORTS,
 * for which fakes.cmake links the right parts) or from clGetExtensionFunctionAddress. */
#define LOOKUP 1 /* clGetExtensionFunctionAddress; export only */
#define LIST   2 /* clIcdGetPlatformIDsKHR */
#define INFO   4 /* clGetPlatformInfo */
#define THING  8 /* clFakeThing + suffix; offer only */
#define ALL    16 /* any name that a caller asks for */
QUIRK(int, offers, LIST | INFO | THING)

/* Which platform is bad, that is, has the defects of a platform: its index, or -1 for all of
 * them. */
QUIRK(int, bad, -1)

/* How the driver lists its platforms. */
#define LISTING_RIGHT         0
#define LISTING_NO_COUNT      1 /* success; the count stays as it was */
#define LISTING_HUGE_COUNT    2 /* 0xffffffff platforms */
#define LISTING_2_31_COUNT    3 /* 2^31 platforms */
#define LISTING_FAILS         4 /* CL_INVALID_VALUE, with a count of 1 */
#define LISTING_NONE          5 /* CL_PLATFORM_NOT_FOUND_KHR; the count stays as it was */
#define LISTING_TWO_CALLS     6 /* fails except for the count alone, or for exactly that many platforms */
#define LISTING_PROMISES      7 /* counts two platforms more than it writes */
#define LISTING_NULL          8 /* the bad platform is NULL */
#define LISTING_REPEATS       9 /* the bad platform is the first one again */
#define LISTING_OVERSTATES    10 /* counts 1000 platforms, writes those that it has */
#define LISTING_WILD          11 /* the bad platform is an address that is not mapped */
#define LISTING_NO_MEMORY     12 /* counts the platforms, but has no memory for a list (CL_OUT_OF_HOST_MEMORY) */
#define LISTING_MOST          13 /* counts 65536 platforms, and one more if a list is given; writes those that it has */
QUIRK(int, listing, LISTING_RIGHT)

/* How the bad platform answers when asked for a string: extensions, suffix, version, name,
 * vendor. */
#define ANSWER_RIGHT        0
#define ANSWER_FAILS        1
#define ANSWER_EXITS        2 /* ends the process with code 3 */
#define ANSWER_EMPTY        3
#define ANSWER_UNTERMINATED 4 /* no NUL, and the size does not count one */
#define ANSWER_SIZE_0       5 /* the size is 0, nothing is written */
#define ANSWER_SIZE_HUGE    6 /* the size is SIZE_MAX / 2 */
#define ANSWER_NO_SIZE      7 /* the size stays as it was */
#define ANSWER_GROWS        8 /* 64 bytes more with each question */
#define ANSWER_LONG         9 /* 10,000 bytes */
#define ANSWER_ONLY_SIZE    10 /* tells the size, but not the string */
#define ANSWER_GROWS_ONCE   11 /* 64 bytes more from the second question on */
#define ANSWER_PROMISES     12 /* no NUL, and the size is 64 bytes more than the driver writes */
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
#define TABLE_NONE     1 /* the bad platform's pointer to the table is NULL */
#define TABLE_GLOBAL   2 /* slots bound to symbols of the same name, which the driver exports, too: the dynamic linker
                            may bind them to a libOpenCL (fakes.cmake links other parts for this) */
#define TABLE_TAG_BOTH 3 /* tagged as cl_khr_icd 2.0 defines */
#define TABLE_TAG_0    4 /* only half of the tag */
#define TABLE_TAG_31   5
#define TABLE_SHORT    6 /* ends after OpenCL 1.1; what follows is no function */
#define TABLE_WILD     7 /* the bad platform's pointer to the table is not mapped */
QUIRK(int, table, TABLE_FULL)
/* Slots that are NULL: names separated by blanks, or "all". */
QUIRK(const char *, null_slots, "")
/* FAKE_LACKS_IL=1, with TABLE_GLOBAL: the linked parts have no clCreateProgramWithIL of their
 * own. */

/* cl_khr_icd 2.0, besides the tags: which of its two functions the driver has; what happens to the
 * data that the loader sets for the bad platform; and which functions the loader does not get,
 * written like FAKE_NULL_SLOTS. */
#define ICD2_GET 1 /* clIcdGetFunctionAddressForPlatformKHR */
#define ICD2_SET 2 /* clIcdSetPlatformDispatchDataKHR */
QUIRK(int, icd2, 0)
#define SET_RIGHT   0
#define SET_FAILS   1 /* CL_OUT_OF_HOST_MEMORY */
#define SET_FORGETS 2 /* success, but the driver does not keep the data */
QUIRK(int, set, SET_RIGHT)
QUIRK(const char *, lacks, "")

/* Which functions of ext/extension_functions.h the driver has, written like FAKE_NULL_SLOTS. With
 * NULL a platform answers every question with a function that is none of these. */
QUIRK(const char *, has, NULL)
/* clGetExtensionFunctionAddressForPlatform also knows all functions of OpenCL. */
QUIRK(int, knows_core, 0)
/* What the bad platform has instead: the same functions, none, or functions of its own that are
 * noted as "other NAME". */
#define BAD_HAS_SAME    0
#define BAD_HAS_NOTHING 1
#define BAD_HAS_OTHERS  2
QUIRK(int, bad_has, BAD_HAS_SAME)
/* The driver takes these functions from the global scope, whoever defines them there. */
QUIRK(int, takes_global, 0)
/* Objects that are neither platforms nor devices have a copy of the table at another address. */
QUIRK(int, other_table, 0)

/* The bad platform's answer to CL_PLATFORM_UNLOADABLE_KHR; the others say yes. */
#define UNLOADABLE_FAILS 0
#define UNLOADABLE_NO    1
#define UNLOADABLE_YES   2
QUIRK(int, unloadable, UNLOADABLE_FAILS)

/* Each call of a function is an event, too ("call NAME function"), and so is the end of the library
 * ("destructor NAME"). */
QUIRK(int, tells, 0)

/* When the driver calls OpenCL functions of the global scope: in its constructor, when it lists
 * platforms, or when it gives information. */
#define IN_CONSTRUCTOR  1
#define IN_LISTING      2
#define IN_INFO         4
#define NAMING_PLATFORM 8 /* when it gives information, with the platform in question */
QUIRK(int, reenters, 0)

/* How long a listing takes, and whether it forks a child that calls clGetPlatformIDs. */
QUIRK(long, slow_ms, 0)
#define FORK_LIBC    1
#define FORK_SYSCALL 2
QUIRK(int, forks, 0)

/* A side effect on the program, and the moment of it: see side_effect.h. */
QUIRK(int, side_effect, 0)
QUIRK(int, side_effect_at, AT_CONSTRUCTOR)

#undef QUIRK
