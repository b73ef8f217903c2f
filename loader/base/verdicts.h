/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The verdicts on candidates, one row each: identifier, severity, and the text for people. Define
 * VERDICT(id, severity, text), then include this file. tools/report/remedies.h says what a user can
 * do about each.
 *
 * The severity says how bad the verdict is: WELL, OFF (the user or another file wants it so),
 * UNTRIED, OTHER_ARCHITECTURE (not for this program), or WRONG. The log warns of the last three.
 */
/* clang-format off */
VERDICT(UNTRIED, UNTRIED, "not tried")
VERDICT(LOADED, WELL, "loaded")

/* Directories. */
VERDICT(SEARCHED, WELL, "searched")
VERDICT(SEARCHED_BEFORE, WELL, "searched before under another name")
VERDICT(NO_DIRECTORY, WRONG, "no such directory")
VERDICT(UNREADABLE_DIRECTORY, WRONG, "the directory cannot be read")

/* Keys of Windows' registry, and their values. */
VERDICT(NO_KEY, WELL, "no such registry key")
VERDICT(UNREADABLE_KEY, WRONG, "the registry key cannot be read")
VERDICT(VALUE_NOT_DWORD, WRONG, "the registry value is not a DWORD")

/* Devices of Windows, and their registry values. */
VERDICT(VALUE_NOT_TEXT, WRONG, "the registry value is not text")
VERDICT(RESTART_NEEDED, WRONG, "the device needs a restart of the machine")
VERDICT(SYSTEM_FAILED, WRONG, "the system reports an error")

/* Files that must be the user's own. The message names the part of the path that is at fault: the
 * file, a directory above it, or a link or its target. */
VERDICT(UNTRUSTED_OWNER, WRONG, "not trusted, because part of its path belongs to another user")
VERDICT(UNTRUSTED_RIGHTS, WRONG, "not trusted, because others may write to part of its path")
VERDICT(UNTRUSTED_PROCESS, WRONG, "not trusted, because the program can act for other users, too")
VERDICT(UNTRUSTED_UNMAPPED, WRONG, "not trusted, because the user namespace hides whose part of its path is")
VERDICT(UNTRUSTED_SHARED, WRONG, "not trusted, because its path leads through a directory that others share")

/* Manifests. */
VERDICT(HIDDEN, OFF, "hidden by a file of the same name in an earlier directory")
VERDICT(HIDDEN_BY_USER, OFF, "hidden by the user's own file of the same name")
VERDICT(FILE_MASK, OFF, "an empty file, which hides files of this name in later directories")
VERDICT(FILE_MISSING, WRONG, "no such file")
VERDICT(FILE_DANGLING_LINK, WRONG, "the file is a link to a file that does not exist")
VERDICT(FILE_IS_DIRECTORY, WRONG, "the file is a directory")
VERDICT(FILE_IS_FIFO, WRONG, "the file is a FIFO")
VERDICT(FILE_IS_SOCKET, WRONG, "the file is a socket")
VERDICT(FILE_IS_DEVICE, WRONG, "the file is a device")
VERDICT(FILE_UNREADABLE, WRONG, "the file cannot be read")
VERDICT(FILE_EMPTY, WRONG, "the file names no library")
VERDICT(FILE_BINARY, WRONG, "the file is not text: it has a NUL byte")
VERDICT(FILE_LONG_LINE, WRONG, "the file has a line of more than 4096 bytes")
VERDICT(FILE_TOO_LARGE, WRONG, "the file has more than 65536 bytes")

/* The user's choice. */
VERDICT(NOT_SELECTED, OFF, "not selected")
VERDICT(DISABLED, OFF, "disabled")

/* The library's name. */
VERDICT(NAME_EMPTY, WRONG, "an empty name")
VERDICT(NAME_PRIVILEGED, WRONG, "a privileged program does not follow a name with $ or relative to the current directory")
VERDICT(DUPLICATE, OFF, "the same library as an earlier one")
VERDICT(ITSELF, WRONG, "this is the loader itself")
VERDICT(ANOTHER_LOADER, WRONG, "this is an OpenCL loader, not a driver")

/* The library. */
VERDICT(LIBRARY_MISSING, WRONG, "library not found")
VERDICT(LIBRARY_UNREADABLE, WRONG, "the library cannot be read")
VERDICT(LIBRARY_WRONG_ARCHITECTURE, OTHER_ARCHITECTURE, "the library is for another architecture")
VERDICT(LIBRARY_INVALID, WRONG, "the file is not a shared library")
VERDICT(LIBRARY_REFUSED, WRONG, "the system cannot open the library")
VERDICT(FUNCTION_MISSING, WRONG, "not an OpenCL driver: a function is missing")

/* The driver's answers. */
VERDICT(PLATFORMS_FAILED, WRONG, "the driver could not list its platforms")
VERDICT(PLATFORMS_IMPLAUSIBLE, WRONG, "the driver's list of platforms makes no sense")
VERDICT(NO_PLATFORMS, WRONG, "the driver has no platforms")
VERDICT(PLATFORM_NOT_SELECTED, OFF, "not selected by OCL_ICD_PLATFORMS_SELECT")
VERDICT(PLATFORM_DISABLED, OFF, "disabled by OCL_ICD_PLATFORMS_DISABLE")
VERDICT(DEVICES_NOT_SELECTED, OFF, "none of its devices is selected by OCL_ICD_DEVICES_SELECT")
VERDICT(DEVICES_DISABLED, OFF, "its devices are disabled by OCL_ICD_DEVICES_DISABLE")
VERDICT(DEVICES_NOT_LISTED, WRONG,
        "it does not list its devices, so a choice of devices (OCL_ICD_DEVICES_SELECT, "
        "OCL_ICD_DEVICES_DISABLE) hides all of them")
VERDICT(DEVICES_PROTECTED, WRONG,
        "the system refuses to change memory protection, without which no device can be hidden")
VERDICT(PLATFORM_NO_NAME, WRONG,
        "it does not tell its name and vendor, so it may be one that OCL_ICD_PLATFORMS_DISABLE hides")
VERDICT(PLATFORM_NULL, WRONG, "a platform is NULL")
VERDICT(PLATFORM_REPEATED, WRONG, "a platform was listed before")
VERDICT(PLATFORM_NO_TABLE, WRONG, "a platform has no dispatch table")
VERDICT(PLATFORM_ICD2_HALF, WRONG, "a platform has the tag of cl_khr_icd 2.0 in one place only")
VERDICT(PLATFORM_ICD2_FUNCTION, WRONG,
        "a platform has the tag of cl_khr_icd 2.0, but the driver lacks a function that the tag requires")
VERDICT(PLATFORM_ICD2_REFUSED, WRONG, "a platform refused the dispatch data of cl_khr_icd 2.0")
VERDICT(PLATFORM_ICD2_NO_DATA, WRONG, "a platform did not keep the dispatch data of cl_khr_icd 2.0")
VERDICT(PLATFORM_NO_INFO, WRONG, "a platform has no clGetPlatformInfo")
VERDICT(PLATFORM_NO_EXTENSIONS, WRONG, "a platform does not report its extensions")
VERDICT(PLATFORM_NO_ICD, WRONG,
        "a platform does not list cl_khr_icd in its extensions; OCL_ICD_ASSUME_ICD_EXTENSION=1 "
        "accepts it anyway")
VERDICT(PLATFORM_NO_SUFFIX, WRONG, "a platform does not report its extension suffix")

/* The layer's answers. */
VERDICT(LAYER_FUNCTION, WRONG, "not a layer: a function is missing")
VERDICT(LAYER_VERSION, WRONG, "the layer is not made for version 100 of the layer API")
VERDICT(LAYER_ERROR, WRONG, "the layer failed to initialise")
VERDICT(LAYER_NO_TABLE, WRONG, "the layer reported success but gave no table")

VERDICT(OUT_OF_MEMORY, WRONG, "out of memory")
