/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include "../base/files.h"
#include "../base/system_windows.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- display adapters ---- */

/* The names of the adapters, without duplicates, with commas between them. NULL: there are none.
 * The caller frees the text. */
static char *list_adapters(void)
{
    DISPLAY_DEVICEW device = { .cb = sizeof device };
    char *all = NULL;
    for (DWORD i = 0; EnumDisplayDevicesW(NULL, i, &device, 0); i++) {
        char *name = require_memory(wide_to_text(device.DeviceString));
        if (*name && !(all && strstr(all, name))) text_add(&all, "%s%s", all ? ", " : "", name);
        free(name);
    }
    return all;
}

char *machine_other_library(const struct options *options)
{
    (void)options;
    return NULL;
}

char *machine_reporting_library(const struct options *options)
{
    (void)options;
    return NULL;
}

char *machine_advice(const struct options *options)
{
    (void)options;
    return text_format(
        "Install the graphics driver of the card's maker (AMD, Intel, NVIDIA), which includes "
        "OpenCL; the one that comes with Windows may not.");
}

/* The rows of causes.h are for Linux only. */
bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct probed *probed)
{
    (void)findings, (void)options, (void)probed;
    return false;
}

struct unread *machine_watch(const struct options *options)
{
    (void)options;
    return NULL;
}

void machine_unwatch(struct unread *unread)
{
    (void)unread;
}

bool machine_check_unread(struct findings *findings, const struct options *options,
                          const struct report *report, struct unread *unread, bool works)
{
    (void)findings, (void)options, (void)report, (void)unread, (void)works;
    return false;
}

bool machine_may_lack_stack(const struct answer *answer)
{
    (void)answer;
    return false;
}

bool machine_check_limits(struct findings *findings, bool crashes)
{
    (void)findings;
    (void)crashes;
    return false;
}

char *machine_limit_words(const struct answer *answer)
{
    (void)answer;
    return NULL;
}

bool machine_check_caches(struct findings *findings, const struct options *options,
                          const struct probed *probed)
{
    (void)findings, (void)options, (void)probed;
    return false;
}

char *machine_explain_platform(const struct options *options, const char *library,
                               const struct platform *platform)
{
    (void)options, (void)library, (void)platform;
    return NULL;
}

const char *machine_explain_trial(const struct trial *trial, const struct probed *probed,
                                  char **text, char **remedy)
{
    (void)trial, (void)probed, (void)text, (void)remedy;
    return NULL;
}

bool machine_check_packed(struct findings *findings, const struct options *options,
                          const struct report *report, const struct program *program)
{
    (void)findings;
    (void)options;
    (void)report;
    (void)program;
    return false;
}

bool machine_check_process(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct program *program)
{
    (void)findings, (void)options, (void)probed, (void)program;
    return false;
}

void machine_check_link(struct findings *findings, const struct options *options,
                        const char *architecture, bool first)
{
    (void)findings, (void)options, (void)architecture, (void)first;
}

const char *machine_explain_crash(const struct options *options, const struct answer *answer,
                                  char **remedy)
{
    (void)options, (void)answer, (void)remedy;
    return NULL;
}

unsigned machine_vendors(const struct candidate *driver)
{
    (void)driver;
    return 0;
}

size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct probed *probed, const struct probed *usual, bool *explained)
{
    (void)findings, (void)options, (void)probed, (void)usual, (void)explained;
    return 0;
}

const char *machine_check_no_driver(struct findings *findings, const struct options *options,
                                    const struct probed *probed)
{
    char *advice;
    if (!probed->report) return NULL;
    advice = machine_advice(options);
    findings_add(findings, PROBLEM_NO_DRIVER, "", advice,
                 "no driver is installed: neither a device nor the registry names one");
    free(advice);
    return "NONE_INSTALLED";
}

bool machine_is_driver(const struct loader *loader)
{
    (void)loader;
    return false;
}

void machine_add_all_off(struct findings *findings, const struct options *options,
                         const struct report *report)
{
    (void)options, (void)report;
    findings_add(findings, PROBLEM_NO_DRIVER, "",
                 "Undo what turns the drivers off, or install one for this architecture: clrelay "
                 "drivers says why each of them is off.",
                 "all drivers are off or for another architecture");
}

bool machine_add_no_loader(struct findings *findings, const struct options *options,
                           const char *program, const char *error)
{
    (void)program;
    if (!error) return false;
    findings_add(findings, PROBLEM_LOADER, options->library,
                 strpbrk(options->library, SYSTEM_PATH_SEPARATORS)
                     ? "Name another library with --library."
                     : "Install a driver with OpenCL, which brings OpenCL.dll along. If it is "
                       "there, in a folder of its own: name it with --library.",
                 "the loader cannot be opened: %s", error);
    return true;
}

void machine_add_no_device(struct findings *findings, const struct options *options,
                           const struct report *report, bool works)
{
    (void)options, (void)report;
    if (!works) return;
    findings_add(findings, PROBLEM_NOTHING, "",
                 "Check in the Device Manager whether the device is there and works.",
                 "there are drivers, but no device");
    findings_set_part(findings, PROBLEM_NOTHING, PART_NOTHING, 0);
}

const char *machine_explain_driver(const struct options *options, const struct report *report,
                                   const struct candidate *driver, const struct answer *answer,
                                   char **reason, char **remedy)
{
    (void)options, (void)report, (void)driver, (void)answer, (void)reason, (void)remedy;
    return NULL;
}

char *machine_store_folder(const char *root)
{
    (void)root;
    return NULL;
}

size_t machine_count_drivers(const struct options *options, const struct loader *loader)
{
    (void)options, (void)loader;
    return 0;
}

bool machine_is_vendors_own(const struct options *options)
{
    (void)options;
    return false;
}

bool machine_has_quoted(const char *cause)
{
    (void)cause;
    return false;
}

bool machine_lacks_gpu(const struct options *options, const struct candidate *driver)
{
    (void)options, (void)driver;
    return false;
}

bool machine_is_one_gpu(const struct options *options, const struct device *one,
                        const struct device *other)
{
    (void)options, (void)one, (void)other;
    return false;
}

bool machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct probed *probed, bool any_device)
{
    (void)findings, (void)options, (void)probed, (void)any_device;
    return false;
}

void machine_check_devices(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct running *running, bool missed)
{
    (void)probed, (void)running;
    char *adapters = list_adapters();
    (void)options;
    if (adapters && strstr(adapters, "Basic Display"))
        findings_add(findings, WARNING_RIGHTS, "",
                     "Install the graphics driver of the card's maker.",
                     "a display adapter has no driver but Windows' simplest one");
    if (missed && GetSystemMetrics(SM_REMOTESESSION))
        findings_add(
            findings, NOTE_RIGHTS, "", "Try it at the machine itself.",
            "this is a session of Remote Desktop, where some graphics drivers have no device");
    free(adapters);
}

/* ---- the registry ---- */

#define VENDORS L"SOFTWARE\\Khronos\\OpenCL\\Vendors"

/* The number of values in the registry key of drivers, or -1 if it is missing or unreadable. */
static long count_values(HKEY root, REGSAM view)
{
    HKEY key;
    DWORD count = 0;
    LSTATUS status = RegOpenKeyExW(root, VENDORS, 0, KEY_READ | view, &key);
    if (status != ERROR_SUCCESS) return -1;
    status =
        RegQueryInfoKeyW(key, NULL, NULL, NULL, NULL, NULL, NULL, &count, NULL, NULL, NULL, NULL);
    RegCloseKey(key);
    return status == ERROR_SUCCESS ? (long)count : -1;
}

/* Whether this Windows runs both 64-bit and 32-bit programs. Each kind has a view of the
 * registry. */
static bool has_two_views(void)
{
    BOOL other = FALSE;
    return sizeof(void *) == 8 || (IsWow64Process(GetCurrentProcess(), &other) && other);
}

static char *format_count(long count)
{
    return count < 0 ? text_format("no key of drivers")
                     : text_format("%ld driver%s", count, text_plural((size_t)count));
}

static char *describe_registry(void)
{
    char *wide = format_count(count_values(HKEY_LOCAL_MACHINE, KEY_WOW64_64KEY));
    char *narrow = format_count(count_values(HKEY_LOCAL_MACHINE, KEY_WOW64_32KEY)), *words;
    words = has_two_views()
                ? text_format("%s for 64-bit programs, %s for 32-bit ones", wide, narrow)
                : text_format("%s", narrow);
    free(narrow);
    free(wide);
    return words;
}

/* Reports drivers that only the other kind of programs sees, and drivers where no loader looks. */
static void check_registry(struct findings *findings)
{
    bool is_wide = sizeof(void *) == 8;
    long own = count_values(HKEY_LOCAL_MACHINE, is_wide ? KEY_WOW64_64KEY : KEY_WOW64_32KEY);
    long other = count_values(HKEY_LOCAL_MACHINE, is_wide ? KEY_WOW64_32KEY : KEY_WOW64_64KEY);
    if (has_two_views() && own <= 0 && other > 0)
        findings_add(
            findings, WARNING_RIGHTS, "", "Install the driver for programs of both kinds.",
            "the registry names drivers for %s-bit programs only, and this is a %s-bit one",
            is_wide ? "32" : "64", is_wide ? "64" : "32");
    if (count_values(HKEY_CURRENT_USER, 0) > 0)
        findings_add(findings, NOTE_OTHER, "HKCU\\SOFTWARE\\Khronos\\OpenCL\\Vendors",
                     "An administrator must register them in HKLM.",
                     "no loader looks for drivers here");
}

/* ---- facts ---- */

static char *describe_system(void)
{
    LONG(WINAPI * ask)(OSVERSIONINFOW *);
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
    OSVERSIONINFOW is = { .dwOSVersionInfoSize = sizeof is };
    SYSTEM_INFO system;
    const char *processor;
    memcpy(&ask, &found, sizeof ask);
    if (ask) ask(&is);
    GetNativeSystemInfo(&system);
    processor = system.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? "64-bit x86"
                : system.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_INTEL ? "32-bit x86"
                : system.wProcessorArchitecture == 12                           ? "64-bit ARM"
                                                      : "another processor";
    return text_format("Windows %lu.%lu.%lu, %s", (unsigned long)is.dwMajorVersion,
                       (unsigned long)is.dwMinorVersion, (unsigned long)is.dwBuildNumber,
                       processor);
}

static char *describe_program(void)
{
    char *own = file_own_architecture(), *words;
    words = text_format("%s, %s", own,
                        system_is_privileged() ? "above medium integrity: variables do not count"
                                               : "of medium integrity or below");
    free(own);
    return words;
}

void machine_facts(struct fact facts[MOST_FACTS + 1])
{
    char *adapters = list_adapters();
    facts[0] = (struct fact){ "System", describe_system() };
    facts[1] = (struct fact){ "Program", describe_program() };
    facts[2] =
        (struct fact){ "Adapters", adapters ? adapters : text_format("none that Windows lists") };
    facts[3] = (struct fact){ "Registry", describe_registry() };
    facts[4] = (struct fact){ NULL, NULL };
}

bool machine_is_without_sudo(void)
{
    return false;
}

bool machine_is_partial(const struct options *options, const char *cause)
{
    (void)options;
    (void)cause;
    return false;
}

/* ---- libraries ---- */

/* The library beside this command, or NULL. The caller frees the path. */
static char *own_library(void)
{
    char *folder = file_own_folder();
    char *path = folder ? text_format("%s\\" SYSTEM_LIBRARY, folder) : NULL;
    free(folder);
    if (path && system_exists(path)) return path;
    free(path);
    return NULL;
}

void machine_check_libraries(struct findings *findings, const struct options *options,
                             const struct probed *probed)
{
    const struct loader *loader = probed->loader;
    const char *file = loader ? text_or_empty(loader->file) : "";
    char *own;
    check_registry(findings);
    if (strpbrk(options->library, SYSTEM_PATH_SEPARATORS ":") || !*file)
        return; /* the user has chosen the library */
    own = own_library();
    if (own && !file_is_same(own, file))
        findings_add(
            findings, probed->report ? WARNING_LOADER : PROBLEM_LOADER, file,
            "Programs that have no OpenCL.dll beside them get the one in Windows' folder, which "
            "the graphics driver has installed. To look at the other one: --library",
            "programs get this OpenCL.dll and not %s, which belongs to this command", own);
    free(own);
}

char *machine_crash_remedy(const struct options *options, const struct candidate *driver,
                           const struct answer *answer)
{
    (void)options, (void)driver, (void)answer;
    return NULL;
}
