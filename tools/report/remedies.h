/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a user can do about each verdict of the loader. A row has the identifier in
 * loader/base/verdicts.h, a function that explains more (or NULL), and the remedy (or NULL if there
 * is nothing to do). Define REMEDY(id, explain, text), then include this file.
 *
 * In the text, {library} is the library, {where} the manifest or else the library, and {place} the
 * manifest only. {source} is the setting that leads to the manifest, {message} the loader's
 * message, {name} the driver's name for settings, and {kind} the word driver or layer. {correct}
 * and {remove} say what to do with the name of the library, in its manifest or else in the setting.
 * remedies_windows.h has the texts that differ on Windows.
 */
/* clang-format off */
REMEDY(UNTRIED, explain_search_only,
       "Unset OCL_ICD_SEARCH_ONLY: with it the loader opens nothing.")
REMEDY(LOADED, NULL, NULL)

/* Directories. */
REMEDY(SEARCHED, NULL, NULL)
REMEDY(SEARCHED_BEFORE, NULL, NULL)
REMEDY(NO_DIRECTORY, explain_default_directory,
       "Correct {source}, which names this directory, or make the directory.")
REMEDY(UNREADABLE_DIRECTORY, explain_permissions,
       "Let the users of OpenCL read and enter it: chmod a+rx '{where}'")

/* Keys of Windows' registry, and their values. */
REMEDY(NO_KEY, NULL, NULL)
REMEDY(UNREADABLE_KEY, NULL,
       "Let the users of OpenCL read the key {where}")
REMEDY(VALUE_NOT_DWORD, NULL,
       "Make the value {library} of {place} a DWORD: 0 for a driver, the priority for a layer.")

/* Devices of Windows, and their registry values. */
REMEDY(VALUE_NOT_TEXT, NULL,
       "Install the driver of {place} again: OpenCLDriverName in its key is not a text.")
REMEDY(RESTART_NEEDED, NULL, "Restart the machine: {place} has a new driver.")
REMEDY(SYSTEM_FAILED, NULL,
       "Restart the machine. If that does not help, install the driver of {place} again.")

/* {message} names what is at fault: the file, or a directory or link on the way to it. */
REMEDY(UNTRUSTED_OWNER, explain_untrusted,
       "Set HOME to the user's own folder (sudo -H); or give the files, and every folder above "
       "them up to HOME, XDG_CONFIG_HOME or the library's tree, to that user or to root; or name "
       "the directory in OCL_ICD_VENDORS.")
REMEDY(UNTRUSTED_RIGHTS, explain_untrusted,
       "The loader reads a user's files, and those beside the library, only if nobody else may "
       "write to them or to the folders above them: chmod go-w '{message}'")
REMEDY(UNTRUSTED_PROCESS, NULL,
       "Let the program give up its other user and group IDs, and capabilities such as CAP_SETUID, "
       "before its first call of OpenCL; mount /proc, if it is not there; or name the directory in "
       "OCL_ICD_VENDORS.")
REMEDY(UNTRUSTED_UNMAPPED, NULL,
       "Start the program in a namespace that maps its user, as unshare --map-current-user does, "
       "and with /proc. For a relative name, write the library's full path into the file. Or name "
       "the directory in OCL_ICD_VENDORS.")
REMEDY(UNTRUSTED_SHARED, explain_untrusted,
       "Put the file itself here, and no link, with an absolute path in it; or name the directory "
       "in OCL_ICD_VENDORS; or, if only root writes there: chmod go-w '{message}'")

/* Manifests. */
REMEDY(HIDDEN, NULL,
       "Nothing, if you want this. Otherwise remove {message}, or rename it if both files should "
       "count.")
REMEDY(HIDDEN_BY_USER, NULL,
       "Nothing, if the user wants this. Otherwise remove the user's own file: {message}")
REMEDY(FILE_MASK, NULL, "Nothing, if you want this. Otherwise remove {where}")
REMEDY(FILE_MISSING, NULL,
       "Correct {source}, which names this file. A name without a folder is looked up in the "
       "default directories.")
REMEDY(FILE_DANGLING_LINK, explain_link,
       "The package or driver that the link came with is only partly removed: remove the link, or "
       "install it again.")
REMEDY(FILE_IS_DIRECTORY, NULL,
       "Move {where} away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_IS_FIFO, NULL,
       "Move {where} away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_IS_SOCKET, NULL,
       "Move {where} away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_IS_DEVICE, NULL,
       "Move {where} away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_UNREADABLE, explain_permissions,
       "Make the file readable: chmod a+r '{where}'")
REMEDY(FILE_EMPTY, NULL,
       "Write the name of the library into {where}, or remove the file.")
REMEDY(FILE_BINARY, NULL,
       "{where} is the library itself, or text in UTF-16. Write the name of the library into it "
       "as plain text.")
REMEDY(FILE_LONG_LINE, NULL,
       "{where} is not a manifest: write the name of the library into it, or remove it.")
REMEDY(FILE_TOO_LARGE, NULL,
       "{where} is not a manifest: write the name of the library into it, or remove it.")

/* The user's choice. */
REMEDY(NOT_SELECTED, explain_setting,
       "Nothing, if you want this. Otherwise add {name} to {message}")
REMEDY(DISABLED, explain_setting,
       "Nothing, if you want this. Otherwise remove the pattern from {message}")

/* The library's name. */
REMEDY(NAME_EMPTY, NULL, "Remove the extra colon from {source}")
REMEDY(NAME_PRIVILEGED, NULL, "Write the absolute path into {place}")
REMEDY(DUPLICATE, NULL,
       "Nothing: the loader loads the library once. You can remove one of the two entries.")
REMEDY(ITSELF, NULL, "{library} is not a {kind}: {remove}")
REMEDY(ANOTHER_LOADER, NULL, "{library} is not a {kind}: {remove}")

/* The library. */
REMEDY(LIBRARY_MISSING, explain_missing_library,
       "Install what {library} belongs to, or {correct}. If the {kind} is no longer wanted, {remove}")
REMEDY(LIBRARY_UNREADABLE, explain_permissions,
       "Make the library readable, and its folders too: chmod a+r '{library}'")
REMEDY(LIBRARY_WRONG_ARCHITECTURE, explain_architecture,
       "Nothing, if other programs use it. Otherwise install the {kind} for this architecture: "
       "64-bit programs need one of 64 bits, and 32-bit programs one of 32 bits.")
REMEDY(LIBRARY_INVALID, explain_invalid,
       "{library} is damaged, or not a library: install the {kind} again, or {correct}")
REMEDY(LIBRARY_REFUSED, explain_refusal,
       "A library that the {kind} needs is missing or of the wrong version. See: ldd "
       "'{library}'")
REMEDY(FUNCTION_MISSING, NULL,
       "{library} is not a driver, or one that programs can only link to directly: {correct}, or "
       "{remove}")

/* The driver's answers. */
REMEDY(PLATFORMS_FAILED, explain_listing,
       "The driver is probably not allowed to use its device (check /dev/dri, /dev/kfd or "
       "/dev/nvidia*), or the device's kernel module is missing or of the wrong version. Otherwise "
       "ask the driver's vendor.")
REMEDY(PLATFORMS_IMPLAUSIBLE, NULL, "Report it to the driver's vendor.")
REMEDY(NO_PLATFORMS, NULL,
       "Usually it has found no device that it can use: check that the device exists and that you may "
       "use it (a GPU: /dev/dri, /dev/kfd or /dev/nvidia*). If you have no such device, remove the "
       "driver.")
REMEDY(PLATFORM_NOT_SELECTED, explain_platforms_select,
       "Nothing, if you want this. Otherwise add the platform to OCL_ICD_PLATFORMS_SELECT")
REMEDY(PLATFORM_DISABLED, explain_platforms_disable,
       "Nothing, if you want this. Otherwise remove the pattern from OCL_ICD_PLATFORMS_DISABLE")
REMEDY(DEVICES_NOT_SELECTED, explain_devices_select,
       "Nothing, if you want this. Otherwise add a device of it to OCL_ICD_DEVICES_SELECT")
REMEDY(DEVICES_DISABLED, explain_devices_disable,
       "Nothing, if you want this. Otherwise remove the pattern from OCL_ICD_DEVICES_DISABLE")
REMEDY(DEVICES_NOT_LISTED, NULL,
       "Report it to the driver's vendor. To see what devices it has, unset OCL_ICD_DEVICES_SELECT "
       "and OCL_ICD_DEVICES_DISABLE")
REMEDY(DEVICES_PROTECTED, NULL,
       "Allow the program mprotect(), which a seccomp filter or SELinux may forbid. Or unset "
       "OCL_ICD_DEVICES_SELECT and OCL_ICD_DEVICES_DISABLE")
REMEDY(PLATFORM_NO_NAME, NULL,
       "Report it to the driver's vendor. To see it, unset OCL_ICD_PLATFORMS_DISABLE")
REMEDY(PLATFORM_NULL, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_REPEATED, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_NO_TABLE, NULL,
       "The driver does not support loaders, or is damaged: install another version of it, or report "
       "it to its vendor.")
REMEDY(PLATFORM_ICD2_HALF, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_ICD2_FUNCTION, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_ICD2_REFUSED, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_ICD2_NO_DATA, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_NO_INFO, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_NO_EXTENSIONS, NULL,
       "Report it to the driver's vendor. If you trust the driver, try it with "
       "OCL_ICD_ASSUME_ICD_EXTENSION=1: then the loader does not ask for the extensions.")
REMEDY(PLATFORM_NO_ICD, NULL,
       "The driver does not support loaders. If you trust it, try it with "
       "OCL_ICD_ASSUME_ICD_EXTENSION=1 in the environment.")
REMEDY(PLATFORM_NO_SUFFIX, NULL, "Report it to the driver's vendor.")

/* The layer's answers. */
REMEDY(LAYER_FUNCTION, NULL,
       "{library} is not a layer: {correct}, or {remove}")
REMEDY(LAYER_VERSION, NULL, "Use a layer for OpenCL loader layers 1.0.")
REMEDY(LAYER_ERROR, NULL, "See the layer's own documentation.")
REMEDY(LAYER_NO_TABLE, NULL, "Report it to the author of the layer.")

REMEDY(OUT_OF_MEMORY, NULL, "Close other programs.")
