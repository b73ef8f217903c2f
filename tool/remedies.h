/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a user can do about each verdict of the loader, one row each: the identifier as in
 * loader/find/verdicts.h, the standing of the candidate, a function that explains more (or NULL),
 * and the remedy (or NULL if there is nothing to do). Define REMEDY(id, standing, explain, text),
 * then include this file. In the text, {library} is the library, {where} the manifest or else the
 * library, {place} the manifest alone, {source} the setting that leads to it, {message} the
 * loader's message, and {name} the name that a setting can use for the driver. remedies_windows.h
 * has the texts that differ on Windows.
 */
/* clang-format off */
REMEDY(UNTRIED, STANDS_OFF, explain_search_only,
       "Unset OCL_ICD_SEARCH_ONLY: with it the loader opens nothing.")
REMEDY(LOADED, STANDS_WELL, NULL, NULL)

/* Directories. */
REMEDY(SEARCHED, STANDS_WELL, NULL, NULL)
REMEDY(SEARCHED_BEFORE, STANDS_WELL, NULL, NULL)
REMEDY(NO_DIRECTORY, STANDS_WRONG, explain_default_directory,
       "Correct {source}, which names this directory, or make the directory.")
REMEDY(UNREADABLE_DIRECTORY, STANDS_WRONG, explain_permissions,
       "Let the users of OpenCL read and enter it: chmod a+rx {where}")

/* Keys of Windows' registry, and their values. */
REMEDY(NO_KEY, STANDS_WELL, NULL, NULL)
REMEDY(UNREADABLE_KEY, STANDS_WRONG, NULL, "Let the users of OpenCL read the key {where}")
REMEDY(VALUE_NOT_DWORD, STANDS_WRONG, NULL,
       "Make the value {library} of {place} a DWORD: 0 for a driver, the priority for a layer.")

/* Devices of Windows, and their registry values. */
REMEDY(VALUE_NOT_TEXT, STANDS_WRONG, NULL,
       "Install the driver of {place} again: OpenCLDriverName in its key is not a text.")
REMEDY(RESTART_NEEDED, STANDS_WRONG, NULL, "Restart the machine: {place} has a new driver.")
REMEDY(SYSTEM_FAILED, STANDS_WRONG, NULL,
       "Restart the machine. If that does not help, install the driver of {place} again.")

/* {message} names what is at fault: the file, or a directory or link on the way to it. */
REMEDY(UNTRUSTED_OWNER, STANDS_WRONG, explain_untrusted,
       "What lies in a user's own folders counts only if HOME, or XDG_CONFIG_HOME, is a folder of the "
       "user who runs the program, and all of it belongs to that user or to root; what lies beside "
       "the library, if all of its tree does. Set HOME to the user's own folder (sudo -H), or name "
       "the directory in OCL_ICD_VENDORS.")
REMEDY(UNTRUSTED_RIGHTS, STANDS_WRONG, explain_untrusted,
       "What lies in the user's own folders, or beside the library, counts only if nobody else may "
       "write to it: chmod go-w {message}")
REMEDY(UNTRUSTED_SHARED, STANDS_WRONG, explain_untrusted,
       "Put the files themselves here, with whole paths in them, and no link and no relative name that "
       "leads through {message}; or name the directory in OCL_ICD_VENDORS. If {message} is root's "
       "and nobody else needs to write there, root can say so: chmod go-w {message}")

/* Manifests. */
REMEDY(HIDDEN, STANDS_OFF, NULL, "Nothing, if you want this. Otherwise remove {message}")
REMEDY(HIDDEN_BY_USER, STANDS_OFF, NULL,
       "Nothing, if the user wants this. Otherwise remove the user's own file: rm {message}")
REMEDY(FILE_MASK, STANDS_OFF, NULL, "Nothing, if you want this. Otherwise remove {where}")
REMEDY(FILE_MISSING, STANDS_WRONG, NULL,
       "Correct {source}, which names this file. A name without a slash is looked up in the "
       "default directories.")
REMEDY(FILE_DANGLING_LINK, STANDS_WRONG, explain_link,
       "The package that it came from is half removed: remove the link, or install the package "
       "again.")
REMEDY(FILE_IS_DIRECTORY, STANDS_WRONG, NULL,
       "Move it away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_IS_FIFO, STANDS_WRONG, NULL,
       "Move it away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_IS_SOCKET, STANDS_WRONG, NULL,
       "Move it away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_IS_DEVICE, STANDS_WRONG, NULL,
       "Move it away: an .icd or .lay file must be a plain file.")
REMEDY(FILE_UNREADABLE, STANDS_WRONG, explain_permissions, "Make it readable: chmod a+r {where}")
REMEDY(FILE_EMPTY, STANDS_WRONG, NULL,
       "Write the name of the library into {where}, or remove the file.")
REMEDY(FILE_BINARY, STANDS_WRONG, NULL,
       "It is the library itself, or text in UTF-16: {where} must be plain text, with the name of "
       "the library in it.")
REMEDY(FILE_LONG_LINE, STANDS_WRONG, NULL,
       "{where} is not what its name says: write the name of the library into it, or remove it.")
REMEDY(FILE_TOO_LARGE, STANDS_WRONG, NULL,
       "{where} is not what its name says: write the name of the library into it, or remove it.")

/* The user's choice. */
REMEDY(NOT_SELECTED, STANDS_OFF, explain_setting,
       "Nothing, if you want this. Otherwise add '{name}' to {message}")
REMEDY(DISABLED, STANDS_OFF, explain_setting,
       "Nothing, if you want this. Otherwise remove the pattern from {message}")

/* The library's name. */
REMEDY(NAME_EMPTY, STANDS_WRONG, NULL, "Remove the extra colon from {source}")
REMEDY(NAME_PRIVILEGED, STANDS_WRONG, NULL, "Write the absolute path into {where}")
REMEDY(DUPLICATE, STANDS_OFF, NULL,
       "Nothing: it is loaded once. One of the two can be removed.")
REMEDY(ITSELF, STANDS_WRONG, NULL,
       "Remove {where}: it must name a driver, and libOpenCL is not one.")
REMEDY(ANOTHER_LOADER, STANDS_WRONG, NULL,
       "Remove {where}: it must name a driver, and {library} is not one.")

/* The library. */
REMEDY(LIBRARY_MISSING, STANDS_WRONG, explain_missing_library,
       "Install what {library} belongs to, or correct its name in {where}. If the driver is no "
       "longer wanted, remove {where}")
REMEDY(LIBRARY_UNREADABLE, STANDS_WRONG, explain_permissions,
       "Make it readable, and its folders too: chmod a+r {library}")
REMEDY(LIBRARY_WRONG_ARCHITECTURE, STANDS_FOREIGN, explain_architecture,
       "Nothing, if it is for other programs. Otherwise install the driver for this architecture.")
REMEDY(LIBRARY_INVALID, STANDS_WRONG, NULL,
       "{library} is damaged or something else: install the driver again, or correct the name in "
       "{where}")
REMEDY(LIBRARY_REFUSED, STANDS_WRONG, explain_refusal,
       "A library that it needs is missing or of another version. What it needs: ldd {library}")
REMEDY(FUNCTION_MISSING, STANDS_WRONG, NULL,
       "{library} is something else, or a library that can only be linked to directly: correct the "
       "name in {where}, or remove it.")

/* The driver's answers. */
REMEDY(PLATFORMS_FAILED, STANDS_WRONG, NULL,
       "Most often it may not use its device, or the device's kernel module is missing or of "
       "another version: clrelay doctor looks at the rights. Otherwise ask the driver's vendor.")
REMEDY(PLATFORMS_IMPLAUSIBLE, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(NO_PLATFORMS, STANDS_WRONG, NULL,
       "It found no device that it can use: check that the device is there and that you may use it "
       "(clrelay doctor looks at the rights). If you have no such device, remove the driver.")
REMEDY(PLATFORM_NOT_SELECTED, STANDS_OFF, explain_platforms_select,
       "Nothing, if you want this. Otherwise add the platform to OCL_ICD_PLATFORMS_SELECT")
REMEDY(PLATFORM_DISABLED, STANDS_OFF, explain_platforms_disable,
       "Nothing, if you want this. Otherwise remove the pattern from OCL_ICD_PLATFORMS_DISABLE")
REMEDY(PLATFORM_NULL, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_REPEATED, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_NO_TABLE, STANDS_WRONG, NULL,
       "It was not made for loaders, or is damaged: install the driver again, or report it to its "
       "vendor.")
REMEDY(PLATFORM_ICD2_HALF, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_ICD2_FUNCTION, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_ICD2_REFUSED, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_ICD2_NO_DATA, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_NO_INFO, STANDS_WRONG, NULL, "Report it to the driver's vendor.")
REMEDY(PLATFORM_NO_EXTENSIONS, STANDS_WRONG, NULL,
       "If you trust the driver, try it with OCL_ICD_ASSUME_ICD_EXTENSION=1, which does not ask "
       "for them; and report it to its vendor.")
REMEDY(PLATFORM_NO_ICD, STANDS_WRONG, NULL,
       "It was not made for loaders. If you trust the driver, try it with "
       "OCL_ICD_ASSUME_ICD_EXTENSION=1 in the environment.")
REMEDY(PLATFORM_NO_SUFFIX, STANDS_WRONG, NULL, "Report it to the driver's vendor.")

/* The layer's answers. */
REMEDY(LAYER_FUNCTION, STANDS_WRONG, NULL,
       "{library} is something else: correct OPENCL_LAYERS, or {where}")
REMEDY(LAYER_VERSION, STANDS_WRONG, NULL, "Use a layer for OpenCL loader layers 1.0.")
REMEDY(LAYER_ERROR, STANDS_WRONG, NULL, "See the layer's own documentation.")
REMEDY(LAYER_NO_TABLE, STANDS_WRONG, NULL, "Report it to the author of the layer.")

REMEDY(OUT_OF_MEMORY, STANDS_WRONG, NULL, "Close other programs.")
