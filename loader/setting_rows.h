/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every setting, one row each. Define SETTING(id, name, type, fallback, help), then include this
 * file. The name is that of the environment variable; an empty variable is as good as none, and in
 * a privileged program all are.
 *
 *   TEXT    any text
 *   FLAG    on for true, True, T and 1
 *   NUMBER  a decimal number
 */
SETTING(FILENAMES, "OCL_ICD_FILENAMES", TEXT, NULL,
        "Drivers to load before all others: a list of libraries, separated by colons.")
SETTING(VENDORS, "OCL_ICD_VENDORS", TEXT, NULL,
        "Where the drivers are found instead of the default directory: a directory of .icd files, "
        "one .icd file (without a slash: in the default directory), or one library.")
SETTING(VENDOR_PATH, "OPENCL_VENDOR_PATH", TEXT, NULL,
        "A directory of .icd files to be used instead of the default one. OCL_ICD_VENDORS wins.")
SETTING(PLATFORM_SORT, "OCL_ICD_PLATFORM_SORT", TEXT, CLRELAY_PLATFORM_SORT,
        "Order of the platforms: devices (most GPUs first, then most CPUs, then most accelerators) "
        "or none (as they were found).")
SETTING(DEFAULT_PLATFORM, "OCL_ICD_DEFAULT_PLATFORM", NUMBER, "0",
        "The platform that a program means when it names none: its index, counted from 0.")
SETTING(ASSUME_ICD_EXTENSION, "OCL_ICD_ASSUME_ICD_EXTENSION", FLAG, NULL,
        "Accept platforms that do not list cl_khr_icd in their extensions, without asking them.")
SETTING(LAYERS, "OPENCL_LAYERS", TEXT, NULL,
        "Layers to put between program and drivers: a list of libraries, separated by colons. The "
        "last one is called first; all are called before those of the layers' directory.")
SETTING(LAYER_PATH, "OPENCL_LAYER_PATH", TEXT, NULL,
        "A directory of .lay files to be used instead of the default one.")
SETTING(LEGACY_TERMINATION, "OCL_ICD_FORCE_LEGACY_TERMINATION", FLAG, NULL,
        "Use clInitLayer with layers that have both ways, and do nothing when the loader is "
        "unloaded or the program ends, as loaders did until 2025.")
SETTING(NO_UNLOADING, "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", FLAG, NULL,
        "Keep the libraries of drivers and layers in memory when the loader is unloaded, for tools "
        "that look at them afterwards.")
SETTING(ENABLE_TRACE, "OCL_ICD_ENABLE_TRACE", FLAG, NULL,
        "Write to standard error what was searched and what became of each driver.")
SETTING(DEBUG, "OCL_ICD_DEBUG", NUMBER, "0",
        "The same by parts, a sum of: 1 warnings, 2 information, 4 calls between loader and "
        "drivers, 8 the dispatch tables of the drivers.")
