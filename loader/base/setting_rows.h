/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All settings, one row each. Define SETTING(id, name, type, fallback, help), then include this
 * file. The name is the name of the environment variable, and the name in loader.conf.
 *
 *   TEXT    any text
 *   FLAG    on for true, True, T and 1
 *   NUMBER  a decimal number
 *
 * OS_LIST_SEPARATORS (os.h) in a help text is the name of what separates the elements of a list.
 */
/* clang-format off */
SETTING(FILENAMES, "OCL_ICD_FILENAMES", TEXT, NULL,
        "Drivers to load before all others: a list of libraries, separated by " OS_LIST_SEPARATORS ".")
SETTING(VENDORS, "OCL_ICD_VENDORS", TEXT, NULL,
        "Where to find drivers instead of the default directories: a list, separated by "
        OS_LIST_SEPARATORS ", of directories of .icd files, .icd files (without a folder: from the "
        "default directories) and libraries. An empty element stands for the default directories.")
SETTING(VENDOR_PATH, "OPENCL_VENDOR_PATH", TEXT, NULL,
        "A directory of .icd files to use instead of the default ones. OCL_ICD_VENDORS overrides it.")
SETTING(DRIVERS_SELECT, "OCL_ICD_DRIVERS_SELECT", TEXT, NULL,
        "Open only these drivers: patterns (* ? [a-z]), separated by commas, for the name of the "
        ".icd file without .icd or for the file name of the library.")
SETTING(DRIVERS_DISABLE, "OCL_ICD_DRIVERS_DISABLE", TEXT, NULL,
        "Do not open these drivers: patterns as for OCL_ICD_DRIVERS_SELECT.")
SETTING(PLATFORMS_SELECT, "OCL_ICD_PLATFORMS_SELECT", TEXT, NULL,
        "Show only these platforms: patterns, separated by commas, for the name, the vendor or the "
        "extension suffix of the platform.")
SETTING(PLATFORMS_DISABLE, "OCL_ICD_PLATFORMS_DISABLE", TEXT, NULL,
        "Do not show these platforms: patterns as for OCL_ICD_PLATFORMS_SELECT.")
SETTING(DEVICES_SELECT, "OCL_ICD_DEVICES_SELECT", TEXT, NULL,
        "Show only these devices, in this order: patterns, separated by commas, for the name; or gpu, cpu, "
        "accelerator, custom; gpu:1 (counted from 0) or 1; pci:0000:65:00.0; uuid:...; "
        "platform:PATTERN, or platform:PATTERN/gpu:1.")
SETTING(DEVICES_DISABLE, "OCL_ICD_DEVICES_DISABLE", TEXT, NULL,
        "Do not show these devices: patterns as for OCL_ICD_DEVICES_SELECT.")
SETTING(PLATFORM_SORT, "OCL_ICD_PLATFORM_SORT", TEXT, CLRELAY_PLATFORM_SORT,
        "Order of the platforms: devices (most GPUs first, then most CPUs, then most devices of any "
        "kind), none (as they were found), name, or patterns as for OCL_ICD_PLATFORMS_SELECT: "
        "platforms that match an earlier pattern come first.")
SETTING(DEFAULT_PLATFORM, "OCL_ICD_DEFAULT_PLATFORM", TEXT, "0",
        "The platform for programs that name none: its index, counted from 0, or a "
        "pattern as for OCL_ICD_PLATFORMS_SELECT.")
SETTING(PARALLEL, "OCL_ICD_PARALLEL", FLAG, NULL,
        "Ask the drivers in parallel for their platforms and, where the order depends on them, for "
        "their devices. Use it only if several drivers are slow to answer.")
SETTING(ASSUME_ICD_EXTENSION, "OCL_ICD_ASSUME_ICD_EXTENSION", FLAG, NULL,
        "Accept platforms that do not list cl_khr_icd in their extensions, without asking them.")
SETTING(LAYERS, "OPENCL_LAYERS", TEXT, NULL,
        "Layers to put between program and drivers: a list of libraries, separated by "
        OS_LIST_SEPARATORS ". The last one is called first; all are called before those of the "
        "layers' directories.")
SETTING(LAYER_PATH, "OPENCL_LAYER_PATH", TEXT, NULL,
        "Where to find .lay files instead of the default directories: a list as for "
        "OCL_ICD_VENDORS.")
SETTING(LEGACY_TERMINATION, "OCL_ICD_FORCE_LEGACY_TERMINATION", FLAG, NULL,
        "Call clInitLayer in layers that support both ways to start, and do nothing when the loader "
        "is unloaded or the program ends, as loaders did until 2025.")
SETTING(NO_UNLOADING, "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", FLAG, NULL,
        "Keep the libraries of drivers and layers in memory when the loader is unloaded, for tools "
        "that look at them afterwards.")
SETTING(SEARCH_ONLY, "OCL_ICD_SEARCH_ONLY", FLAG, NULL,
        "Find drivers and layers, but open none, for tools that ask what would be opened.")
SETTING(LOG, "OCL_ICD_LOG", TEXT, NULL,
        "What to write about the search for drivers: error, warn, info or debug; a colon and a list "
        "of categories may follow (settings, search, driver, layer, platform, table, call).")
SETTING(LOG_FILE, "OCL_ICD_LOG_FILE", TEXT, NULL,
        "The file to append the log to, instead of standard error.")
SETTING(LOADING_FILE, "OCL_ICD_LOADING_FILE", TEXT, NULL,
        "A file to note in which driver or layer is being loaded, for tools that ask what the program "
        "was doing when it ended. `clrelay check` and `clrelay trace` set it.")
SETTING(ENABLE_TRACE, "OCL_ICD_ENABLE_TRACE", FLAG, NULL,
        "The same as OCL_ICD_LOG=info.")
SETTING(DEBUG, "OCL_ICD_DEBUG", NUMBER, NULL,
        "The same by parts, a sum of: 1 warnings, 2 information without the warnings, 4 the loader's own "
        "calls to drivers, 8 what the drivers' tables lack.")
