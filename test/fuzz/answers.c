/* SPDX-License-Identifier: Apache-2.0 */
/* Well-behaved drivers, from which a target deviates, and promises that hold in every world. */
#define _DEFAULT_SOURCE
#include "fuzz.h"

#include "calls.h"
#include "find/candidate.h"

#include "../../include/clrelay/report.h"

struct fuzz_answers fuzz_answers[DRIVERS];
struct fuzz_layer_answers fuzz_layer_answers;
struct fuzz_object fuzz_objects[DRIVERS][OBJECTS];
const struct dispatch *fuzz_layer_target[LAYERS];
const char *fuzz_texts[DRIVERS][8];
unsigned fuzz_calls, fuzz_layer_calls;

const struct fuzz_driver *fuzz_driver(int number)
{
    static const struct fuzz_driver *const all[DRIVERS] = { &fuzz_driver_0, &fuzz_driver_1,
                                                            &fuzz_driver_2 };
    return all[number];
}

const char **fuzz_text(int driver, cl_platform_info what)
{
    switch (what) {
    case CL_PLATFORM_PROFILE: return &fuzz_texts[driver][0];
    case CL_PLATFORM_VERSION: return &fuzz_texts[driver][1];
    case CL_PLATFORM_NAME: return &fuzz_texts[driver][2];
    case CL_PLATFORM_VENDOR: return &fuzz_texts[driver][3];
    case CL_PLATFORM_EXTENSIONS: return &fuzz_texts[driver][4];
    case CL_PLATFORM_ICD_SUFFIX_KHR: return &fuzz_texts[driver][5];
    }
    return &fuzz_texts[driver][7];
}

cl_int fuzz_give(const void *from, size_t need, size_t size, void *to, size_t *need_ret)
{
    if (to && size < need) return CL_INVALID_VALUE;
    if (to) memcpy(to, from, need);
    if (need_ret) *need_ret = need;
    return CL_SUCCESS;
}

static cl_int list_one(int driver, cl_uint room, cl_platform_id *list, cl_uint *count)
{
    if (list && room > 0) list[0] = (cl_platform_id)(void *)&fuzz_objects[driver][0];
    if (count) *count = 1;
    return CL_SUCCESS;
}

static cl_int info_of_texts(int driver, cl_platform_id platform, cl_platform_info what, size_t size,
                            void *value, size_t *size_ret)
{
    const char *text = *fuzz_text(driver, what);
    if (!text) return CL_INVALID_VALUE;
    return fuzz_give(text, strlen(text) + 1, size, value, size_ret);
}

static cl_int one_device(int driver, cl_platform_id platform, cl_device_type type, cl_uint *count)
{
    if (type != CL_DEVICE_TYPE_GPU) return CL_DEVICE_NOT_FOUND;
    if (count) *count = 1;
    return CL_SUCCESS;
}

static void *no_extension(int driver, const char *name)
{
    return NULL;
}

static void *get_nothing(int driver, cl_platform_id platform, const char *name)
{
    return NULL;
}

static cl_int refuse_data(int driver, cl_platform_id platform, void *data)
{
    return CL_INVALID_OPERATION;
}

static function symbol_of_driver(int number, const char *name)
{
    const struct fuzz_driver *driver = fuzz_driver(number);
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return driver->list;
    if (strcmp(name, "clGetPlatformInfo") == 0) return driver->info;
    if (strcmp(name, "clGetExtensionFunctionAddress") == 0) return driver->extension;
    return NULL;
}

void fuzz_add_driver(int number)
{
    static const char *const texts[8] = {
        "FULL_PROFILE", "OpenCL 3.0 fuzz", "good", "nobody", "cl_khr_icd", "GOOD", NULL, NULL
    };
    const struct fuzz_driver *driver = fuzz_driver(number);
    fuzz_answers[number] = (struct fuzz_answers){ list_one,     info_of_texts, one_device,
                                                  no_extension, get_nothing,   refuse_data };
    memcpy(fuzz_texts[number], texts, sizeof texts);
    for (int i = 0; i < OBJECTS; i++)
        fuzz_objects[number][i] = (struct fuzz_object){ driver->table, NULL };
    world_add_library(&(struct world_library){ .path = world_words("/drivers/%d.so", number),
                                               .symbol = symbol_of_driver,
                                               .number = number,
                                               .low = driver->low,
                                               .high = driver->high });
}

/* ---- JSON ---- */

static const char *skip_value(const char *at, int depth);

static const char *skip_string(const char *at)
{
    PROMISE(*at == '"');
    for (at++; *at != '"'; at++) {
        PROMISE((unsigned char)*at >= ' ');
        if (*at != '\\') continue;
        at++;
        PROMISE(*at && strchr("\"\\/bfnrtu", *at));
        for (int i = 0; *at == 'u' && i < 4; i++) PROMISE(strchr("0123456789abcdef", at[1 + i]));
    }
    return at + 1;
}

static const char *skip_elements(const char *at, char end, int depth)
{
    if (*at == end) return at + 1;
    for (;; at++) {
        if (end == '}') {
            at = skip_string(at);
            PROMISE(*at++ == ':');
        }
        at = skip_value(at, depth + 1);
        if (*at == end) return at + 1;
        PROMISE(*at == ',');
    }
}

static const char *skip_value(const char *at, int depth)
{
    static const char *const words[] = { "null", "true", "false" };
    PROMISE(depth < 10);
    if (*at == '"') return skip_string(at);
    if (*at == '{') return skip_elements(at + 1, '}', depth);
    if (*at == '[') return skip_elements(at + 1, ']', depth);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_begins_with(at, words[i])) return at + strlen(words[i]);
    if (*at == '-') at++; /* an error code */
    PROMISE(*at >= '0' && *at <= '9');
    return at + strspn(at, "0123456789");
}

/* ---- promises ---- */

cl_uint fuzz_list(cl_platform_id *list)
{
    cl_uint count = 0, again = 0;
    cl_int error = clGetPlatformIDs(0, NULL, &count);
    PROMISE(error == (count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR));
    error = clGetPlatformIDs(MOST_LISTED, list, &again);
    PROMISE(again == count);
    if (count > MOST_LISTED) count = MOST_LISTED;
    for (cl_uint i = 0; i < count; i++) {
        PROMISE(list[i]);
        for (cl_uint k = 0; k < i; k++) PROMISE(list[i] != list[k]);
    }
    return count;
}

static void ask_report(void)
{
    clGetLoaderReportCLRELAY_fn get_report;
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    static char report[1 << 20];
    size_t size = 0;
    PROMISE(address);
    memcpy(&get_report, &address, sizeof get_report);
    if (get_report(sizeof report, report, &size) == CL_SUCCESS) {
        PROMISE(size == strlen(report) + 1);
        PROMISE(strcmp(skip_value(report, 0), "\n") == 0);
        PROMISE(reference_is_plain(report, size - 2));
    } else {
        PROMISE(size > sizeof report);
    }
}

void fuzz_ask_all(bool report)
{
    int opened = 0;
    if (report) ask_report();
    /* A refused library stays open because its code has run. A library that was tried before is
     * open once. */
    for (const struct candidate *candidate = candidate_first(); candidate;
         candidate = candidate->next)
        opened += candidate->opened && candidate->verdict != VERDICT_DUPLICATE &&
                  candidate->verdict != VERDICT_ITSELF;
    PROMISE(world_open_libraries() == opened);
    PROMISE(clUnloadCompiler() == CL_SUCCESS);
    clGetExtensionFunctionAddress("clThingGOOD");
    clGetExtensionFunctionAddressForPlatform(NULL, "clThing");
    PROMISE(!clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR"));
}

void fuzz_call_all(void)
{
    static cl_platform_id list[MOST_LISTED];
    cl_uint count = fuzz_list(list);
    for (cl_uint i = 0; i < count && i < 2 * OBJECTS; i++) {
        for (size_t call = 0; call < CALL_COUNT; call++) {
            cl_int error = 0;
            call_with(&calls[call], list[i], list[i], &error);
        }
        clGetExtensionFunctionAddressForPlatform(list[i], "clThing");
    }
    clGetPlatformInfo(NULL, CL_PLATFORM_NAME, 0, NULL, NULL);
    clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
}

/* ---- second implementations ---- */

static bool blank(char c)
{
    return c && strchr(" \t\n\v\f\r", c);
}

bool reference_has_word(const char *list, const char *word)
{
    char *copy = text_copy_string(list), *rest = copy, *at;
    bool found = false;
    PROMISE(copy);
    while ((at = strsep(&rest, " \t\n\v\f\r"))) found = found || strcmp(at, word) == 0;
    free(copy);
    return found;
}

/* The ranges of RFC 3629, without the control characters. */
bool reference_is_plain(const char *text, size_t length)
{
    static const unsigned char forms[][5] = {
        /* The first byte's range, the second byte's range, the number of continuation bytes. */
        { 0x20, 0x7e, 0, 0, 0 },       { 0xc2, 0xc2, 0xa0, 0xbf, 1 }, { 0xc3, 0xdf, 0x80, 0xbf, 1 },
        { 0xe0, 0xe0, 0xa0, 0xbf, 2 }, { 0xe1, 0xec, 0x80, 0xbf, 2 }, { 0xed, 0xed, 0x80, 0x9f, 2 },
        { 0xee, 0xef, 0x80, 0xbf, 2 }, { 0xf0, 0xf0, 0x90, 0xbf, 3 }, { 0xf1, 0xf3, 0x80, 0xbf, 3 },
        { 0xf4, 0xf4, 0x80, 0x8f, 3 },
    };
    const unsigned char *at = (const void *)text, *end = at + length;
    while (at < end) {
        size_t form = 0, more;
        while (form < sizeof forms / sizeof forms[0] &&
               (*at < forms[form][0] || *at > forms[form][1]))
            form++;
        if (form == sizeof forms / sizeof forms[0]) return false;
        more = forms[form][4];
        if (more > (size_t)(end - at) - 1) return false;
        if (more && (at[1] < forms[form][2] || at[1] > forms[form][3])) return false;
        for (size_t i = 2; i <= more; i++)
            if (at[i] < 0x80 || at[i] > 0xbf) return false;
        at += more + 1;
    }
    return true;
}

struct text reference_manifest(struct text bytes)
{
    const struct text none = { "", 0 };
    struct text name = none;
    size_t start = 0;
    if (bytes.length >= 3 && memcmp(bytes.start, "\xef\xbb\xbf", 3) == 0) start = 3;
    for (size_t i = 0; i < bytes.length; i++)
        if (!bytes.start[i]) return none;
    while (start < bytes.length) {
        size_t end = start, low, high;
        while (end < bytes.length && bytes.start[end] != '\n') end++;
        if (end - start > TEXT_LONGEST_LINE) return none;
        for (low = start; low < end && blank(bytes.start[low]);) low++;
        for (high = end; high > low && blank(bytes.start[high - 1]);) high--;
        if (high > low && bytes.start[low] != '#' && !name.length)
            name = (struct text){ bytes.start + low, high - low };
        start = end + 1;
    }
    return name;
}
