/* SPDX-License-Identifier: Apache-2.0 */
/*
 * callbacks LAYER: the check layer or the trace layer over a made-up driver that calls callbacks in
 * wrong ways. Checks what the program gets, and what the layer notes.
 */
#include "made_up.h"

/* ---- the driver ---- */

static struct handle {
    const void *dispatch;
} objects[64];
static unsigned used;

static void *new_object(cl_int *error)
{
    if (used == sizeof objects / sizeof *objects) TEST_STOP("too many objects");
    if (error) *error = refusal;
    if (refusal) return NULL;
    objects[used].dispatch = &driver;
    return &objects[used++];
}

/* The callbacks and the data that the driver got last. */
static struct {
    context_callback context;
    context_destructor_callback context_end;
    event_callback event;
    mem_callback mem;
    program_callback program;
    svm_free_callback svm;
    void *data;
} given;

static bool calls_at_once; /* the driver calls back inside the call, without user data */

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *list, context_callback notify,
                                             void *data, cl_int *error)
{
    given.context = notify;
    given.data = data;
    if (calls_at_once) notify("", NULL, 0, NULL);
    return new_object(error);
}

static cl_context CL_API_CALL create_context_of_type(const cl_context_properties *properties,
                                                     cl_device_type type, context_callback notify,
                                                     void *data, cl_int *error)
{
    return create_context(properties, 0, NULL, notify, data, error);
}

static cl_int CL_API_CALL end_context(cl_context of, context_destructor_callback notify, void *data)
{
    given.context_end = notify;
    given.data = data;
    return refusal;
}

static cl_int CL_API_CALL await_event(cl_event of, cl_int status, event_callback notify, void *data)
{
    given.event = notify;
    given.data = data;
    return refusal;
}

static cl_int CL_API_CALL await_mem(cl_mem of, mem_callback notify, void *data)
{
    given.mem = notify;
    given.data = data;
    return refusal;
}

static cl_int CL_API_CALL await_program(cl_program of, program_callback notify, void *data)
{
    given.program = notify;
    given.data = data;
    return refusal;
}

static cl_int CL_API_CALL build(cl_program of, cl_uint count, const cl_device_id *list,
                                const char *options, program_callback notify, void *data)
{
    return await_program(of, notify, data);
}

static cl_int CL_API_CALL program_info(cl_program of, cl_program_info what, size_t size,
                                       void *value, size_t *size_ret)
{
    const cl_device_id device = (cl_device_id)&given;
    return what == CL_PROGRAM_DEVICES ? ANSWER(device) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL build_info(cl_program of, cl_device_id on, cl_program_build_info what,
                                     size_t size, void *value, size_t *size_ret)
{
    return what == CL_PROGRAM_BUILD_LOG ? ANSWER_TEXT("log") : CL_INVALID_VALUE;
}

static cl_program CL_API_CALL link_program(cl_context in, cl_uint count, const cl_device_id *list,
                                           const char *options, cl_uint programs,
                                           const cl_program *from, program_callback notify,
                                           void *data, cl_int *error)
{
    await_program(NULL, notify, data);
    if (calls_at_once) notify((cl_program)&given, NULL); /* this program does not exist */
    return new_object(error);
}

static cl_int CL_API_CALL free_svm(cl_command_queue on, cl_uint count, void *pointers[],
                                   svm_free_callback notify, void *data, cl_uint waits,
                                   const cl_event *list, cl_event *event)
{
    given.svm = notify;
    given.data = data;
    return refusal;
}

/* ---- the program ---- */

static unsigned calls;
static void *last_data;

static void called(void *data)
{
    calls++;
    last_data = data;
}
static void CL_CALLBACK on_context(const char *text, const void *info, size_t size, void *data)
{
    called(data);
}
static void CL_CALLBACK on_end(cl_context of, void *data)
{
    called(data);
}
static void CL_CALLBACK on_event(cl_event of, cl_int status, void *data)
{
    called(data);
}
static void CL_CALLBACK on_other_event(cl_event of, cl_int status, void *data)
{
    on_event(of, status, data);
}
static void CL_CALLBACK on_mem(cl_mem of, void *data)
{
    called(data);
}
static void CL_CALLBACK on_program(cl_program of, void *data)
{
    called(data);
}
static void CL_CALLBACK on_svm(cl_command_queue on, cl_uint count, void *pointers[], void *data)
{
    called(data);
}

/* ---- what is noted ---- */

static unsigned logs;

static void note_log(const struct record_head *head)
{
    logs += head->kind == RECORD_LOG;
}

/* With --programs, the trace layer records the log of each build that has ended. */
static void test_logs(cl_program program)
{
    static const struct {
        cl_int status;
        unsigned logs;
    } rows[] = { { CL_SUCCESS, 1 },
                 { CL_BUILD_PROGRAM_FAILURE, 1 },
                 { CL_COMPILE_PROGRAM_FAILURE, 1 },
                 { CL_INVALID_BUILD_OPTIONS, 1 },
                 { CL_INVALID_COMPILER_OPTIONS, 1 },
                 { CL_OUT_OF_HOST_MEMORY, 0 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned before;
        each_record(note_log);
        before = logs, logs = 0;
        refusal = rows[i].status;
        checked->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
        each_record(note_log);
        CHECK_INT(logs, before + rows[i].logs);
        logs = 0;
    }
    refusal = CL_SUCCESS;
}

static const uint32_t check_ids[] = { 0, DRIVER_CALLBACK_DATA, DRIVER_CALLBACK_LOST,
                                      DRIVER_CALLBACK_AGAIN, DRIVER_CALLBACK_OBJECT };
static unsigned noted[STRAY_OBJECT + 1], unnamed;

static void note(const struct record_head *head)
{
    const struct record_finding *finding = (const void *)head;
    const struct record_stray *stray = (const void *)head;
    if (head->kind == RECORD_STRAY) {
        noted[stray->how]++;
        unnamed += !stray->module;
    }
    for (unsigned how = STRAY_DATA; head->kind == RECORD_FINDING && how <= STRAY_OBJECT; how++)
        if (finding->check_id == check_ids[how]) {
            noted[how]++;
            unnamed += !finding->values[0];
        }
}

/* The number of records of this kind since the last time. */
static unsigned count_noted(enum record_stray_how how)
{
    static unsigned before[STRAY_OBJECT + 1];
    unsigned more;
    memset(noted, 0, sizeof noted);
    unnamed = 0;
    each_record(note);
    more = noted[how] - before[how];
    before[how] = noted[how];
    return more;
}

/* ARRIVES(): the layer calls the program back, with the program's own data. IS_LOST(): it does
 * not. */
#define ARRIVES(call, data)                                                                        \
    do {                                                                                           \
        const unsigned before = calls;                                                             \
        call;                                                                                      \
        CHECK_INT(calls, before + 1);                                                              \
        CHECK_POINTER(last_data, data);                                                            \
    } while (0)
#define IS_LOST(call)                                                                              \
    do {                                                                                           \
        const unsigned before = calls;                                                             \
        call;                                                                                      \
        CHECK_INT(calls, before);                                                                  \
    } while (0)

static char data[8];

/* For callbacks that come once. The driver calls back correctly, without data, with data that the
 * layer does not know, with the data of another callback, and a second time. */
#define COMES_ONCE(set, call_with)                                                                 \
    do {                                                                                           \
        void *mine = data;                                                                         \
        set;                                                                                       \
        ARRIVES(call_with(given.data), data);                                                      \
        IS_LOST(call_with(given.data));                                                            \
        set;                                                                                       \
        ARRIVES(call_with(NULL), data);                                                            \
        set;                                                                                       \
        ARRIVES(call_with(&data[1]), data);                                                        \
        set;                                                                                       \
        ARRIVES(call_with(of_context), data);                                                      \
        IS_LOST(call_with(given.data));                                                            \
        IS_LOST(call_with(NULL));                                                                  \
        CHECK_INT(count_noted(STRAY_AGAIN), 1);                                                    \
        CHECK_INT(count_noted(STRAY_DATA), 1);                                                     \
        CHECK_INT(count_noted(STRAY_LOST), 1);                                                     \
        set;                                                                                       \
        mine = data + 1;                                                                           \
        set;                                                                                       \
        IS_LOST(call_with(NULL)); /* it may be either one */                                       \
        ARRIVES(call_with(given.data), data + 1);                                                  \
        ARRIVES(call_with(NULL), data);                                                            \
        refusal = CL_OUT_OF_RESOURCES;                                                             \
        set;                                                                                       \
        refusal = CL_SUCCESS;                                                                      \
        IS_LOST(call_with(given.data));                                                            \
    } while (0)

int main(int count, char **arguments)
{
    const char *text = "";
    cl_platform_id platform = new_object(NULL);
    cl_device_id device = new_object(NULL);
    cl_context context;
    void *of_context, *of_first = NULL;
    cl_mem mem;
    cl_event event, other_event;
    cl_program program;
    cl_command_queue queue;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)platform, 0 };
    bool is_trace;
    if (count != 2) return 2;
    is_trace = strstr(arguments[1], "clrelay_trace");
    make_file();
    setenv(RECORD_VARIABLE, path, 1);
    file->options |= RECORD_PROGRAMS;
    driver.clCreateContext = create_context;
    driver.clCreateContextFromType = create_context_of_type;
    driver.clSetContextDestructorCallback = end_context;
    driver.clSetEventCallback = await_event;
    driver.clSetMemObjectDestructorCallback = await_mem;
    driver.clSetProgramReleaseCallback = await_program;
    driver.clBuildProgram = build;
    driver.clLinkProgram = link_program;
    driver.clEnqueueSVMFree = free_svm;
    if (is_trace) {
        driver.clGetProgramInfo = program_info;
        driver.clGetProgramBuildInfo = build_info;
    }
    load_layer(arguments[1], &driver);

    /* The callback of a context may come any number of times. */
    context = checked->clCreateContext(NULL, 1, &device, on_context, data, NULL);
    of_context = given.data;
    ARRIVES(given.context("", NULL, 0, given.data), data);
    CHECK_INT(count_noted(STRAY_DATA), 0);
    ARRIVES(given.context("", NULL, 0, NULL), data);
    ARRIVES(given.context("", NULL, 0, &given), data);
    CHECK_INT(count_noted(STRAY_DATA), 1);
    calls_at_once = true;
    ARRIVES(checked->clCreateContext(NULL, 1, &device, on_context, data + 1, NULL), data + 1);
    ARRIVES(checked->clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, on_context, data + 2,
                                             NULL),
            data + 2);
    /* clCreateContextFromType gets a record of its own. */
    CHECK_INT(count_noted(STRAY_DATA), 1);
    calls_at_once = false;
    IS_LOST(given.context("", NULL, 0, NULL)); /* it could be any of the contexts */
    CHECK_INT(count_noted(STRAY_LOST), 1);
    ARRIVES(given.context("", NULL, 0, of_context), data);
    refusal = CL_OUT_OF_RESOURCES;
    checked->clCreateContext(NULL, 1, &device, on_context, data, NULL);
    refusal = CL_SUCCESS;
    IS_LOST(given.context("", NULL, 0, given.data));
    CHECK_INT(count_noted(STRAY_AGAIN), 1);

#define CALL(data) given.context_end(context, data)
    COMES_ONCE(checked->clSetContextDestructorCallback(context, on_end, mine), CALL);
#undef CALL
    mem = checked->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
#define CALL(data) given.mem(mem, data)
    COMES_ONCE(checked->clSetMemObjectDestructorCallback(mem, on_mem, mine), CALL);
#undef CALL
    event = checked->clCreateUserEvent(context, NULL);
#define CALL(data) given.event(event, CL_COMPLETE, data)
    COMES_ONCE(checked->clSetEventCallback(event, CL_COMPLETE, on_event, mine), CALL);
#undef CALL
    program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
#define CALL(data) given.program(program, data)
    COMES_ONCE(checked->clSetProgramReleaseCallback(program, on_program, mine), CALL);
#undef CALL
    queue = checked->clCreateCommandQueueWithProperties(context, device, NULL, NULL);
#define CALL(data) given.svm(queue, 0, NULL, data)
    COMES_ONCE(checked->clEnqueueSVMFree(queue, 0, NULL, on_svm, mine, 0, NULL, NULL), CALL);
#undef CALL
    CHECK_INT(unnamed, 1); /* the context whose creation failed */

    /* Builds. The layer must not take a late second callback of the build for the program's release
     * callback. */
    checked->clSetProgramReleaseCallback(program, on_program, data + 1);
    checked->clBuildProgram(program, 1, &device, NULL, on_program, data);
    ARRIVES(given.program(program, NULL), data);
    IS_LOST(given.program(program, given.data));
    CHECK_INT(count_noted(STRAY_AGAIN), 1);
    calls_at_once = true;
    ARRIVES(
        checked->clLinkProgram(context, 1, &device, NULL, 1, &program, on_program, data + 2, NULL),
        data + 2);
    calls_at_once = false;
    checked->clLinkProgram(context, 1, &device, NULL, 1, &program, on_program, data + 3, NULL);
    ARRIVES(given.program((cl_program)&given, given.data), data + 3);
    CHECK_INT(count_noted(STRAY_OBJECT), 1);
    if (is_trace) test_logs(program);

    /* The data is right, but the object is another one, or NULL. */
    other_event = checked->clCreateUserEvent(context, NULL);
    checked->clSetEventCallback(event, CL_COMPLETE, on_event, data);
    ARRIVES(given.event(other_event, CL_COMPLETE, given.data), data);
    checked->clSetEventCallback(event, CL_COMPLETE, on_event, data);
    ARRIVES(given.event(NULL, CL_COMPLETE, given.data), data);
    CHECK_INT(count_noted(STRAY_OBJECT), 1);
    /* Two callbacks that are the same count as one; other functions are others. */
    for (int i = 0; i < 2; i++) checked->clSetEventCallback(event, CL_COMPLETE, on_event, data);
    ARRIVES(given.event(event, CL_COMPLETE, NULL), data);
    checked->clSetEventCallback(event, CL_COMPLETE, on_other_event, data);
    IS_LOST(given.event(event, CL_COMPLETE, NULL));
    /* Many callbacks wait at the same time, and the last one comes first. */
    for (uintptr_t i = 0; i < 10000; i++) {
        checked->clSetEventCallback(event, CL_COMPLETE, on_event, (void *)i);
        if (!i) of_first = given.data;
    }
    ARRIVES(given.event(event, CL_COMPLETE, of_first), NULL);
    ARRIVES(given.event(event, CL_COMPLETE, given.data), (void *)(uintptr_t)9999);
    return test_end();
}
