/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The verdicts on candidates, one row each: identifier, and the text for people. Define VERDICT(id,
 * text), then include this file. tool/remedies.h says what a user can do about each.
 */
/* clang-format off */
VERDICT(UNTRIED, "not tried")
VERDICT(LOADED, "loaded")

/* Directories. */
VERDICT(SEARCHED, "searched")
VERDICT(SEARCHED_BEFORE, "searched before under another name")
VERDICT(NO_DIRECTORY, "no such directory")
VERDICT(UNREADABLE_DIRECTORY, "the directory cannot be read")

/* Keys of Windows' registry, and their values. */
VERDICT(NO_KEY, "no such registry key")
VERDICT(UNREADABLE_KEY, "the registry key cannot be read")
VERDICT(VALUE_NOT_DWORD, "the registry value is not a DWORD")

/* Devices of Windows, and their registry values. */
VERDICT(VALUE_NOT_TEXT, "the registry value is not text")
VERDICT(RESTART_NEEDED, "the device needs a restart of the machine")
VERDICT(SYSTEM_FAILED, "the system reports an error")

/* Files that must be the user's own. The message names the part of the path that is at fault: the
 * file, a directory above it, or a link or its target. */
VERDICT(UNTRUSTED_OWNER, "not trusted, because part of its path belongs to another user")
VERDICT(UNTRUSTED_RIGHTS, "not trusted, because others may write to part of its path")
VERDICT(UNTRUSTED_SHARED, "not trusted, because its path leads through a directory that others share")

/* Manifests. */
VERDICT(HIDDEN, "hidden by a file of the same name in an earlier directory")
VERDICT(HIDDEN_BY_USER, "hidden by the user's own file of the same name")
VERDICT(FILE_MASK, "an empty file, which hides files of this name in later directories")
VERDICT(FILE_MISSING, "no such file")
VERDICT(FILE_DANGLING_LINK, "the file is a link to a file that does not exist")
VERDICT(FILE_IS_DIRECTORY, "the file is a directory")
VERDICT(FILE_IS_FIFO, "the file is a FIFO")
VERDICT(FILE_IS_SOCKET, "the file is a socket")
VERDICT(FILE_IS_DEVICE, "the file is a device")
VERDICT(FILE_UNREADABLE, "the file cannot be read")
VERDICT(FILE_EMPTY, "the file names no library")
VERDICT(FILE_BINARY, "the file is not text: it has a NUL byte")
VERDICT(FILE_LONG_LINE, "the file has a line of more than 4096 bytes")
VERDICT(FILE_TOO_LARGE, "the file has more than 65536 bytes")

/* The user's choice. */
VERDICT(NOT_SELECTED, "not selected")
VERDICT(DISABLED, "disabled")

/* The library's name. */
VERDICT(NAME_EMPTY, "an empty name")
VERDICT(NAME_PRIVILEGED, "a privileged program does not follow a name with $ or relative to the current directory")
VERDICT(DUPLICATE, "the same library as an earlier one")
VERDICT(ITSELF, "this is the loader itself")
VERDICT(ANOTHER_LOADER, "this is an OpenCL loader, not a driver")

/* The library. */
VERDICT(LIBRARY_MISSING, "library not found")
VERDICT(LIBRARY_UNREADABLE, "the library cannot be read")
VERDICT(LIBRARY_WRONG_ARCHITECTURE, "the library is for another architecture")
VERDICT(LIBRARY_INVALID, "the file is not a shared library")
VERDICT(LIBRARY_REFUSED, "the system cannot open the library")
VERDICT(FUNCTION_MISSING, "not an OpenCL driver: a function is missing")

/* The driver's answers. */
VERDICT(PLATFORMS_FAILED, "the driver could not list its platforms")
VERDICT(PLATFORMS_IMPLAUSIBLE, "the driver's list of platforms makes no sense")
VERDICT(NO_PLATFORMS, "the driver has no platforms")
VERDICT(PLATFORM_NOT_SELECTED, "not selected by OCL_ICD_PLATFORMS_SELECT")
VERDICT(PLATFORM_DISABLED, "disabled by OCL_ICD_PLATFORMS_DISABLE")
VERDICT(PLATFORM_NULL, "a platform is NULL")
VERDICT(PLATFORM_REPEATED, "a platform was listed before")
VERDICT(PLATFORM_NO_TABLE, "a platform has no dispatch table")
VERDICT(PLATFORM_ICD2_HALF, "a platform has the tag of cl_khr_icd 2.0 in one place only")
VERDICT(PLATFORM_ICD2_FUNCTION,
        "a platform has the tag of cl_khr_icd 2.0, but the driver lacks a function that the tag requires")
VERDICT(PLATFORM_ICD2_REFUSED, "a platform refused the dispatch data of cl_khr_icd 2.0")
VERDICT(PLATFORM_ICD2_NO_DATA, "a platform did not keep the dispatch data of cl_khr_icd 2.0")
VERDICT(PLATFORM_NO_INFO, "a platform has no clGetPlatformInfo")
VERDICT(PLATFORM_NO_EXTENSIONS, "a platform does not report its extensions")
VERDICT(PLATFORM_NO_ICD,
        "a platform does not list cl_khr_icd in its extensions; OCL_ICD_ASSUME_ICD_EXTENSION=1 "
        "accepts it anyway")
VERDICT(PLATFORM_NO_SUFFIX, "a platform does not report its extension suffix")

/* The layer's answers. */
VERDICT(LAYER_FUNCTION, "not a layer: a function is missing")
VERDICT(LAYER_VERSION, "the layer is not made for version 100 of the layer API")
VERDICT(LAYER_ERROR, "the layer failed to initialise")
VERDICT(LAYER_NO_TABLE, "the layer reported success but gave no table")

VERDICT(OUT_OF_MEMORY, "out of memory")
