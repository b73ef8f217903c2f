/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls LAYER: calls every function through the trace layer, over a made-up driver, with another
 * value for each argument. `clrelay trace` must show of each call what was passed. This test states
 * that a second time. It must also be able to show each parameter of the rows.
 */
#include "passed.h"

#include "made_file.h"

#include "../../calls/functions.h"
#include "../../layers/data_hash.h"
#include "../../trace/line_formats.h"
#include "../../recording/show.h"

#include <dlfcn.h>
#include <inttypes.h>

#define PICK(...)        PICK_(__VA_ARGS__)
#define PICK_(a, b, ...) b

/* ---- what was passed, and what should be shown ---- */

/* The ways in which a call goes. */
static enum { SUCCEEDS, FAILS, NULLS, UNFINISHED, MODES } mode;

static const char *function_name;
static bool was_seen; /* the test has seen this call while it was unfinished */
static struct argument {
    const char *name;
    uint64_t word;
} arguments[ARGUMENTS_MOST];
static int argument_count;
static char shown[8192]; /* the expected text of the current call */
static char **all;       /* the expected texts of all calls */
static size_t all_count;
static unsigned turn, turns; /* calls of this function, each with other contents: this one, all */
static const struct answer *answer; /* what the current call returns or sets */
static size_t answer_size;
static uint64_t result;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...)
{
    size_t length = strlen(shown);
    va_list list;
    va_start(list, format);
    vsnprintf(shown + length, sizeof shown - length, format, list);
    va_end(list);
}

/* Returns a number below 2^31, never the same twice. */
static uint64_t fresh(void)
{
    static uint64_t number = 1000;
    return number += 37;
}

static void add_address(uint64_t address)
{
    if (address) add("0x%" PRIx64, address);
    else add("NULL");
}

static bool is_listed(const char *const *list, const char *name)
{
    for (; *list; list++)
        if (!strcmp(*list, name)) return true;
    return false;
}

/* Returns the contents of a parameter of this type in this turn, or NULL if it has none. */
static const struct answer *answer_for(const char *type)
{
    const struct answer *found = NULL;
    turns = 0;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (!strcmp(answers[i].type, type) && turns++ == turn) found = &answers[i];
    return found;
}

static const char *expected_content(const char *kind, const char *bytes, size_t length)
{
    static char text[80];
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3;
    snprintf(text, sizeof text, "<%s %016" PRIx64 ", %zu bytes>", kind, hash, length);
    return text;
}

/* A pointer that needs a role in roles.h. */
static bool pass_pointee(const char *type, const char *name, uint64_t *word)
{
    for (size_t i = 0; i < sizeof pointees / sizeof pointees[0]; i++) {
        const struct pointee *pointee = &pointees[i];
        if (strcmp(pointee->name, name) || (pointee->type && strcmp(pointee->type, type))) continue;
        if (pointee->function && strcmp(pointee->function, function_name)) continue;
        *word = (uintptr_t)pointee->memory;
        if (mode == UNFINISHED ||
            (mode == FAILS && pointee->how != GIVEN && pointee->how != STATUS)) {
            add_address(*word);
        } else if (pointee->how == STATUS) {
            errcode = mode == FAILS ? CL_INVALID_VALUE : CL_SUCCESS;
            add("&%s", mode == FAILS ? "CL_INVALID_VALUE" : "CL_SUCCESS");
        } else if (pointee->how == BY_HASHES) {
            const char *const *texts = pointee->memory;
            const bool is_source = !strcmp(function_name, "clCreateProgramWithSource");
            add("[%s", expected_content(pointee->text, texts[0], text_lengths[0]));
            add(", %s]", expected_content(pointee->text, texts[1],
                                          is_source ? strlen(texts[1]) : text_lengths[1]));
        } else if (pointee->how == BY_HASH) {
            add("%s", expected_content(pointee->text, pointee->memory, sizeof intermediate));
        } else {
            add("%s", pointee->text);
        }
        return true;
    }
    return false;
}

/* A parameter of the answer: what a query returns, or the argument of a kernel. */
static bool pass_answer(const char *name, uint64_t *word)
{
    const bool given =
        is_listed(given_answers, name) || !strcmp(function_name, "clSetKernelExecInfo");
    if (answer && is_listed(answer_size_names, name)) {
        answer_size = answer->size;
        *word = (uintptr_t)&answer_size;
        if (mode == SUCCEEDS) add("&%zu", answer_size);
        else add_address(*word);
        return true;
    }
    if (!answer || !is_listed(answer_names, name)) return false;
    if (!strcmp(name, "fill_color") != !strcmp(answer->type, "fill_color")) return false;
    *word = (uintptr_t)answer->bytes;
    if (mode == UNFINISHED || (mode == FAILS && !given)) add_address(*word);
    else add("%s%s", !given && answer->single ? "&" : "", answer->text);
    return true;
}

/* Returns the text for a zero. */
static const char *zero_of(const char *type, const char *name)
{
    if (is_listed(handle_types, type)) return "NULL";
    if (is_listed(status_names, name)) return "CL_COMPLETE";
    if (!strcmp(type, "cl_bool")) return "CL_FALSE";
    return is_listed(numbers, type) || is_listed(flag_types, type) ? "0" : "0x0";
}

static uint64_t pass_value(const char *type, const char *name)
{
    const struct answer *next = answer_for(is_listed(untyped_sizes, name) ? "untyped" : type);
    uint64_t word;
    if (is_listed(answer_sizes, name)) {
        if (is_listed(untyped_sizes, name)) answer = next;
        word = answer->size;
        add("%" PRIu64, word);
        return word;
    }
    if (next) {
        answer = next;
        add("%s", answer->name);
        return answer->value;
    }
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (strcmp(values[i].type, type) && strcmp(values[i].type, name)) continue;
        add("%s", values[i].text);
        return values[i].value;
    }
    word = fresh();
    for (size_t i = 0; i < sizeof list_lengths / sizeof list_lengths[0]; i++)
        if (!strcmp(list_lengths[i].name, name)) word = list_lengths[i].length;
    if (is_listed(numbers, type)) add("%" PRIu64, word);
    else if (is_listed(handle_types, type)) add_address(word);
    else TEST_STOP("%s of %s: this test has no value of type %s", name, function_name, type);
    return word;
}

static int prepare(const char *type, const char *name)
{
    const bool pointer = strchr(type, '*') != NULL;
    uint64_t word = 0;
    add("%s%s = ", argument_count ? ", " : "", name);
    if (mode == NULLS) add("%s", pointer ? "NULL" : zero_of(type, name));
    else if (!pointer) word = pass_value(type, name);
    else if (!pass_answer(name, &word) && !pass_pointee(type, name, &word)) {
        if (!is_listed(addresses, name))
            TEST_STOP("%s of %s: nothing to point to", name, function_name);
        word = fresh();
        add_address(word);
    }
    arguments[argument_count].name = name;
    arguments[argument_count].word = word;
    return argument_count++;
}

static uint64_t passed(const char *name)
{
    for (int i = 0; i < argument_count; i++)
        if (!strcmp(arguments[i].name, name)) return arguments[i].word;
    return 0;
}

/* ---- the driver ---- */

static int touch(const void *argument)
{
    return argument != NULL;
}

/* While a call runs, its record is already in the file. */
static void during_call(void)
{
    struct recording *recording;
    struct string text = { NULL, 0, 0 };
    struct call call;
    if (mode != UNFINISHED || was_seen) return;
    was_seen = true;
    recording = open_recording();
    test_about = function_name;
    if (recording_call(recording, &recording->entries[recording->count - 1], &call)) {
        show_call(&text, recording, &call);
        add(") = ?");
        CHECK_STR(text.text, shown);
    } else {
        test_report(__FILE__, __LINE__, "the last entry is no call");
    }
    test_about = "";
    string_free(&text);
    recording_close(recording);
}

#define TOUCH_               , 0
#define TOUCH(type, name)    PICK(TOUCH_##name, touch(&name), )
#define RETURN_STATUS(type)  return (type)(intptr_t)result
#define RETURN_OBJECT(type)  return (type)(uintptr_t)result
#define RETURN_POINTER(type) return (type)(uintptr_t)result
#define RETURN_NOTHING(type) return
#define FAKE(type, name, kind, ...)                                                                \
    static type CL_API_CALL name##_fake PARAMS(__VA_ARGS__)                                        \
    {                                                                                              \
        (void)(EACH(TOUCH, __VA_ARGS__));                                                          \
        during_call();                                                                             \
        PICK(FAKE_##name, (void)0, );                                                              \
        RETURN_##kind(type);                                                                       \
    }
/* Some functions do more. */
#define FAKE_clCreateKernelsInProgram                 , (num_kernels_ret ? (void)(*num_kernels_ret = 2) : (void)0)
#define FAKE_clGetKernelInfo                          , name_kernel(kernel, param_value)
#define FAKE_clGetPlatformIDs                         , list_platforms(platforms, num_platforms)
#define FAKE_clGetDeviceIDs                           , list_devices(platform, devices, num_devices)
#define FAKE_clGetDeviceInfo                          , tell_extension(device, param_name, param_value, param_value_size_ret)
#define FAKE_clGetExtensionFunctionAddressForPlatform , tell_function(platform)

/* When a program asks for a function, the layer asks the device for the revision of the
 * extension. */
static function looked_up;  /* the program asks for this; NULL: for something else */
static function second_has; /* the second platform's; NULL: there is only one platform */
static cl_name_version told[2];
static void *const platforms_there[2] = { (void *)0x7001, (void *)0x7002 };
static void *const devices_there[2] = { (void *)0xd00e, (void *)0xd00f }; /* one of each platform */

static void tell_revision_of(unsigned platform, const char *extension, cl_uint revision)
{
    told[platform].version = revision;
    strcpy(told[platform].name, extension);
}

static void tell_revision(const char *extension, cl_uint revision)
{
    tell_revision_of(0, extension, revision);
}

static void list_platforms(cl_platform_id *platforms, cl_uint *count)
{
    if (!looked_up) return;
    *count = second_has ? 2 : 1;
    for (cl_uint i = 0; i < *count; i++) platforms[i] = platforms_there[i];
    result = 0;
}

static void list_devices(cl_platform_id platform, cl_device_id *devices, cl_uint *count)
{
    if (!looked_up) return;
    *devices = devices_there[platform == platforms_there[1]];
    *count = 1;
    result = 0;
}

static void tell_extension(cl_device_id device, cl_device_info what, void *to, size_t *size)
{
    if (!looked_up || what != CL_DEVICE_EXTENSIONS_WITH_VERSION) return;
    if (to) memcpy(to, &told[device == devices_there[1]], sizeof *told);
    if (size) *size = sizeof *told;
    result = 0;
}

static void tell_function(cl_platform_id platform)
{
    if (looked_up) result = (uintptr_t)(platform == platforms_there[1] ? second_has : looked_up);
}

/* The kernels of clCreateKernelsInProgram have names, for which the layer asks. */
static void name_kernel(cl_kernel kernel, void *to)
{
    for (int i = 0; i < 2; i++)
        if (kernel == created_kernels[i] && to) strcpy(to, i ? "two" : "one");
    if (kernel == created_kernels[2]) TEST_STOP("the layer asks about a kernel that is not there");
}

/* clang-format off */
#define BY_ANY(version, type, name, kind, ...) FAKE(type, name, kind, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, kind, ...)           FAKE(type, name, kind, __VA_ARGS__)
#include "../../calls/outside_rows.h"

static const struct dispatch driver = {
#define BY_ANY(version, type, name, ...) .name = name##_fake,
#include "api/entry_points.h"
};
/* clang-format on */

/* ---- the calls ---- */

static const struct dispatch *layer;

/* Returns what a program gets if it asks for this function of the driver. The request is not
 * recorded. */
static void *wrapper_of(function fake)
{
    void *found, *found_for_any;
    memcpy(&result, &fake, sizeof fake);
    looked_up = fake;
    file->state = 0;
    found = layer->clGetExtensionFunctionAddressForPlatform((cl_platform_id)0x7001, function_name);
    memcpy(&result, &fake, sizeof fake);
    found_for_any = layer->clGetExtensionFunctionAddress(function_name);
    CHECK_POINTER(found_for_any, found);
    file->state = RECORD_ON;
    looked_up = NULL;
    return found;
}

static void begin(const char *name, bool status)
{
    function_name = name;
    argument_count = 0;
    answer = NULL;
    was_seen = false;
    result = mode == FAILS ? 0 : fresh();
    if (status) result = mode == FAILS ? (uint64_t)(int64_t)CL_INVALID_VALUE : 0;
    shown[0] = '\0';
    add("%s(", name);
    for (size_t i = 0; i < sizeof first_answers / sizeof first_answers[0]; i++)
        if (!strcmp(first_answers[i].function, name)) answer = answer_for(first_answers[i].type);
}

/* Keeps the expected text, or NULL if the call was compared before it returned. */
static void keep(void)
{
    all = realloc(all, (all_count + 1) * sizeof *all);
    all[all_count++] = mode == UNFINISHED ? NULL : strdup(shown);
}

static void end_status(cl_int status)
{
    CHECK_INT(status, (cl_int)(int64_t)result);
    add(") = %s", mode == FAILS ? "CL_INVALID_VALUE" : "CL_SUCCESS");
    keep();
}

static void end_object(const void *object)
{
    CHECK_POINTER(object, (const void *)(uintptr_t)result);
    add(") = ");
    add_address(result);
    if (result && mode == SUCCEEDS && !strcmp(function_name, "clCreateKernel")) add(" \"blur\"");
    keep();
}

static void end_nothing(void)
{
    add(")");
    keep();
}

/* Tells whether to call the function once more, with other contents. */
static bool has_more(void)
{
    return answer && mode != NULLS && answer_for(answer->type) && ++turn < turns;
}

#define PREPARE_            , 0
#define PREPARE(type, name) PICK(PREPARE_##name, prepare(#type, #name), )
#define PASS_               ,
#define PASS(type, name)    PICK(PASS_##name, (type)(uintptr_t)passed(#name), )
#define IS_STATUS_STATUS    true
#define IS_STATUS_OBJECT    false
#define IS_STATUS_POINTER   false
#define IS_STATUS_NOTHING   false
#define END_STATUS(call)    end_status(call)
#define END_OBJECT(call)    end_object((const void *)call)
#define END_POINTER(call)   end_object((const void *)call)
#define END_NOTHING(call)   (call, end_nothing())
#define TRY(type, text, name, kind, ...)                                                           \
    static void name##_try(type(CL_API_CALL *called) PARAMS(__VA_ARGS__))                          \
    {                                                                                              \
        turn = 0;                                                                                  \
        do {                                                                                       \
            begin(text, IS_STATUS_##kind);                                                         \
            (void)(EACH(PREPARE, __VA_ARGS__));                                                    \
            END_##kind(called(EACH(PASS, __VA_ARGS__)));                                           \
        } while (has_more());                                                                      \
    }
/* clang-format off */
#define BY_ANY(version, type, name, kind, ...) TRY(type, #name, name, kind, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, kind, ...)           TRY(type, text, name, kind, __VA_ARGS__)
#include "../../calls/outside_rows.h"

static void try_all(void)
{
#define BY_ANY(version, type, name, ...) name##_try(layer->name);
#include "api/entry_points.h"
#define TRY_OUTSIDE(type, text, name, ...)                                                         \
    {                                                                                              \
        type(CL_API_CALL *wrapper) PARAMS(__VA_ARGS__);                                            \
        void *found;                                                                               \
        function_name = text;                                                                      \
        found = wrapper_of((function)name##_fake);                                                 \
        memcpy(&wrapper, &found, sizeof wrapper);                                                  \
        name##_try(wrapper);                                                                       \
    }
#define BY_HANDLE(extension, type, name, kind, ...) TRY_OUTSIDE(type, #name, name, __VA_ARGS__)
#define BY_SEMAPHORE                                BY_HANDLE
#include "../../../ext/extension_functions.h"
#define PROVISIONAL(extension, from, to, type, text, name, kind, ...)                              \
    tell_revision(#extension, (to) - 1);                                                           \
    TRY_OUTSIDE(type, text, name, __VA_ARGS__)                                                     \
    tell_revision(#extension, from);                                                               \
    TRY_OUTSIDE(type, text, name, __VA_ARGS__)
#include "../../calls/provisional_functions.h"
}
/* clang-format on */

/* If the layer does not know a function's parameters, the program gets the driver's function. */
static void try_unknown(void)
{
    static const cl_uint revisions[] = { 0x8fff, 0x9009, 0x400000 };
    function fake = (function)clCommandCopyBufferKHR_fake, same;
    void *found;
    function_name = test_about = "clCommandCopyBufferKHR";
    for (size_t i = 0; i < sizeof revisions / sizeof *revisions; i++) {
        tell_revision("cl_khr_command_buffer", revisions[i]);
        found = wrapper_of(fake);
        memcpy(&same, &found, sizeof same);
        CHECK(same == fake);
    }
    tell_revision("cl_khr_command_buffers", 0x9005);
    found = wrapper_of(fake);
    memcpy(&same, &found, sizeof same);
    CHECK(same == fake);
    test_about = "";
}

/* ---- the rows ---- */

/* `clrelay trace` can show each parameter and each result. */
static void check_rows(void)
{
    size_t count = 0, rows = EXTENSION_COUNT;
#define BY_ANY(version, ...) rows++;
#include "api/entry_points.h"
    for (unsigned number = 0; number < FUNCTION_NUMBERS; number++) {
        const struct signature *signature = signature_of(number);
        if (!signature) continue;
        count++;
        test_about = signature->name;
        for (int i = 0; i < signature->parameters; i++) {
            const struct parameter *parameter = &signature->parameter[i];
            const bool pointer = strchr(parameter->type, '*') != NULL;
            if (!show_knows(parameter->type))
                test_report(__FILE__, __LINE__, "%s: show.c does not know %s", parameter->name,
                            parameter->type);
            if (pointer && parameter->role == VALUE && !is_listed(addresses, parameter->name))
                test_report(__FILE__, __LINE__, "%s: tools/calls/roles.h has no role for this %s",
                            parameter->name, parameter->type);
            if (!pointer && parameter->role != VALUE)
                test_report(__FILE__, __LINE__, "%s is no pointer, but has a role",
                            parameter->name);
        }
        CHECK(!strcmp(signature->type, "void") || show_knows(signature->type));
    }
    test_about = "";
    CHECK_INT(count, rows);
}

/* ---- comparing ---- */

static void compare_all(void)
{
    struct recording *recording = open_recording();
    struct string text = { NULL, 0, 0 };
    CHECK_INT(recording->count, all_count);
    CHECK_INT(recording->damaged, 0);
    for (size_t i = 0; i < recording->count && i < all_count; i++) {
        struct call call;
        if (!all[i]) continue;
        CHECK(recording_call(recording, &recording->entries[i], &call));
        string_clear(&text);
        show_call(&text, recording, &call);
        CHECK_STR(text.text, all[i]);
    }
    string_free(&text);
    recording_close(recording);
}

/* ---- functions of several platforms ---- */

static int retained_by;
#define RETAINS_ON(platform)                                                                       \
    static cl_int CL_API_CALL retain_on_##platform(cl_semaphore_khr semaphore)                     \
    {                                                                                              \
        (void)semaphore;                                                                           \
        retained_by = platform;                                                                    \
        return CL_SUCCESS;                                                                         \
    }
RETAINS_ON(2)
RETAINS_ON(3)
RETAINS_ON(4)

/* Each platform's function has its own wrapper, as long as there are some. The calls above have
 * taken the first of three. */
static void try_platforms(void)
{
    const clRetainSemaphoreKHR_fn own[] = { retain_on_2, retain_on_3, retain_on_4 };
    clRetainSemaphoreKHR_fn got[3];
    function_name = "clRetainSemaphoreKHR";
    for (int i = 0; i < 3; i++) {
        void *found = wrapper_of((function)own[i]);
        memcpy(&got[i], &found, sizeof found);
    }
    file->state = 0; /* these calls are not compared */
    for (int i = 0; i < 3; i++) {
        CHECK_INT(got[i] == own[i], i == 2);
        CHECK_INT(got[i]((cl_semaphore_khr)0x5e4a), CL_SUCCESS);
        CHECK_INT(retained_by, i + 2);
    }
}

/* A function of an experimental extension, with the parameters of two revisions. */
typedef cl_int(CL_API_CALL *copy_of_before)(cl_command_buffer_khr, cl_command_queue, cl_mem, cl_mem,
                                            size_t, size_t, size_t, cl_uint,
                                            const cl_sync_point_khr *, cl_sync_point_khr *,
                                            cl_mutable_command_khr *);
typedef cl_int(CL_API_CALL *copy_of_now)(cl_command_buffer_khr, cl_command_queue,
                                         const cl_command_properties_khr *, cl_mem, cl_mem, size_t,
                                         size_t, size_t, cl_uint, const cl_sync_point_khr *,
                                         cl_sync_point_khr *, cl_mutable_command_khr *);

static struct copied {
    cl_mem from;
    size_t size;
    const void *handle;
} copied;

#define PARAMETERS_OF_COPY                                                                         \
    cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size, cl_uint count,      \
        const cl_sync_point_khr *list, cl_sync_point_khr *point, cl_mutable_command_khr *handle
#define NOTE_COPY                                                                                  \
    (void)to, (void)from_offset, (void)to_offset, (void)count, (void)list, (void)point,            \
        copied = (struct copied)                                                                   \
    {                                                                                              \
        from, size, handle                                                                         \
    }

static cl_int CL_API_CALL copy_before(cl_command_buffer_khr buffer, cl_command_queue queue,
                                      PARAMETERS_OF_COPY)
{
    (void)buffer, (void)queue, NOTE_COPY;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL copy_now(cl_command_buffer_khr buffer, cl_command_queue queue,
                                   const cl_command_properties_khr *properties, PARAMETERS_OF_COPY)
{
    (void)buffer, (void)queue, (void)properties, NOTE_COPY;
    return CL_SUCCESS;
}

/* Returns what a program gets if it names no platform, and the loader finds `found`. */
static function found_for_any(function first, function second, function found)
{
    void *address;
    function called;
    looked_up = first;
    second_has = second;
    memcpy(&result, &found, sizeof found);
    address = layer->clGetExtensionFunctionAddress(function_name);
    memcpy(&called, &address, sizeof called);
    looked_up = second_has = NULL;
    return called;
}

/* Checks whether a function has the earlier parameters, or the current ones. */
static void check_copies(function got, bool is_before)
{
    cl_mem const from = (cl_mem)0xf503, to = (cl_mem)0x2;
    cl_mutable_command_khr handle;
    memset(&copied, 0, sizeof copied);
    if (is_before) ((copy_of_before)got)(NULL, NULL, from, to, 3, 4, 5, 0, NULL, NULL, &handle);
    else ((copy_of_now)got)(NULL, NULL, NULL, from, to, 3, 4, 5, 0, NULL, NULL, &handle);
    CHECK_POINTER(copied.from, from);
    CHECK_INT(copied.size, 5);
    CHECK_POINTER(copied.handle, &handle);
}

/* Two platforms have different revisions. If the program names no platform, the function's
 * parameters are those of the platform that has the function. If both have it, nobody knows. */
static void try_revisions(void)
{
    const function before = (function)copy_before, now = (function)copy_now;
    function got_before, got_now;
    function_name = "clCommandCopyBufferKHR";
    file->state = 0; /* these calls are not compared */
    tell_revision_of(0, "cl_khr_command_buffer", 0x9000);
    tell_revision_of(1, "cl_khr_command_buffer", 0x9008);
    got_before = found_for_any(before, now, before);
    got_now = found_for_any(before, now, now);
    CHECK(got_before != before);
    CHECK(got_now != now);
    check_copies(got_before, true);
    check_copies(got_now, false);
    CHECK(found_for_any(now, now, now) == now);
    CHECK(found_for_any(before, before, before) == before);
    CHECK(found_for_any(before, now, (function)retain_on_2) == (function)retain_on_2);
    /* One of them does not tell its revision. */
    tell_revision_of(1, "cl_khr_semaphore", 0x9008);
    CHECK(found_for_any(before, now, now) == now);
    CHECK(found_for_any(before, before, before) == got_before);
    tell_revision_of(0, "cl_khr_semaphore", 0x9000);
    tell_revision_of(1, "cl_khr_command_buffer", 0x9008);
    CHECK(found_for_any(now, now, now) == got_now);
}

static void check_layer_info(void *library)
{
    cl_int(CL_API_CALL * info)(cl_uint, size_t, void *, size_t *);
    char name[64];
    size_t size = 0;
    cl_uint version = 0;
    *(void **)&info = dlsym(library, "clGetLayerInfo");
    CHECK_INT(info(CL_LAYER_NAME, 0, NULL, &size), CL_SUCCESS);
    CHECK_INT(info(CL_LAYER_NAME, size - 1, name, NULL), CL_INVALID_VALUE);
    CHECK_INT(info(CL_LAYER_NAME, size, name, NULL), CL_SUCCESS);
    CHECK_INT(strlen(name), size - 1);
    CHECK_INT(info(CL_LAYER_API_VERSION, sizeof version, &version, &size), CL_SUCCESS);
    CHECK_INT(version, CL_LAYER_API_VERSION_100);
    CHECK_INT(size, sizeof version);
    CHECK_INT(info(0, sizeof name, name, NULL), CL_INVALID_VALUE);
}

static void load_layer(const char *library)
{
    typedef cl_int(CL_API_CALL * initializer)(cl_uint, const void *, cl_uint *, const void **);
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    initializer initialize;
    cl_uint count = 0;
    const void *table = NULL;
    if (!opened) TEST_STOP("%s", dlerror());
    *(void **)&initialize = dlsym(opened, "clInitLayer");
    check_layer_info(opened);
    if (!initialize || initialize(SLOT_COUNT, NULL, &count, &table) != CL_INVALID_VALUE ||
        initialize(SLOT_COUNT, &driver, NULL, &table) != CL_INVALID_VALUE ||
        initialize(SLOT_COUNT, &driver, &count, NULL) != CL_INVALID_VALUE ||
        initialize(SLOT_COUNT, &driver, &count, &table))
        TEST_STOP("the layer does not start");
    CHECK_INT(count, SLOT_COUNT);
    layer = table;
}

/* Data with one other byte, wherever it is, has another hash. */
static void check_hash(void)
{
    char bytes[100] = "";
    for (size_t length = 1; length <= sizeof bytes; length++) {
        const uint64_t hash = data_hash(bytes, length);
        for (size_t i = 0; i < length; i++) {
            bytes[i] = 1;
            CHECK(data_hash(bytes, length) != hash);
            bytes[i] = 0;
        }
    }
}

int main(int count, char **argument)
{
    if (count != 2) TEST_STOP("calls LAYER");
    check_rows();
    check_hash();
    make_recording();
    load_layer(argument[1]);
    for (mode = SUCCEEDS; mode < MODES; mode++) try_all();
    try_unknown();
    try_platforms();
    try_revisions();
    compare_all();
    unlink(path);
    for (size_t i = 0; i < all_count; i++) free(all[i]);
    free(all);
    return test_end();
}
