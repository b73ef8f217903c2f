/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pairs LAYER runs the pairs of pairs_*.c over the check layer. pairs LAYER PLACE runs those of one
 * place, such as pairs_queues.c:12, and pairs LAYER FOLDER/ writes what the layer records of each
 * wrong call into a folder there: the first one of each check ID into 0, the second into 1. pairs --list prints the check IDs: those with a pair, and those
 * without, with the reason.
 */
#include "answering.h"

#include <sys/stat.h>
#include <sys/wait.h>

/* ---- what the program has ---- */

const struct dispatch *layer;
cl_platform_id vendor[2];
cl_device_id gpu[3];

static cl_int refusal_of_run;              /* CL_SUCCESS: the driver refuses nothing in this run */
static unsigned before_of[CHECK_ID_COUNT]; /* findings from before the call */

static void forget_findings(void)
{
    count_findings();
    memcpy(before_of, found, sizeof before_of);
}

void refuse(cl_int error)
{
    refusal = error;
}

void pair_begins(cl_int error)
{
    refusal = refusal_of_run ? error : CL_SUCCESS;
    forget_findings();
}

static uint64_t wanted_values[4];
static size_t wanted_count;

void wants_values(const uint64_t *values, size_t count)
{
    memcpy(wanted_values, values, count * sizeof *values);
    wanted_count = count;
}

/* Makes an object, even while the driver refuses calls. */
#define MADE(type, expression)                                                                     \
    const cl_int refused = refusal;                                                                \
    type made;                                                                                     \
    refusal = CL_SUCCESS;                                                                          \
    made = expression;                                                                             \
    refusal = refused;                                                                             \
    forget_findings();                                                                             \
    return made
/* Makes the object at the first call, and returns it at all later ones. */
#define MADE_ONCE(type, expression)                                                                \
    static type there;                                                                             \
    const cl_int refused = refusal;                                                                \
    if (there) return there;                                                                       \
    refusal = CL_SUCCESS;                                                                          \
    there = expression;                                                                            \
    refusal = refused;                                                                             \
    forget_findings();                                                                             \
    return there

static cl_context new_context(cl_uint count)
{
    return layer->clCreateContext(NULL, count, gpu, NULL, NULL, NULL);
}

cl_context a_context(void)
{
    MADE_ONCE(cl_context, new_context(1));
}

cl_context other_context(void)
{
    MADE_ONCE(cl_context, new_context(1));
}

cl_context both_context(void)
{
    MADE_ONCE(cl_context, new_context(2));
}

cl_command_queue queue_with(cl_context context, cl_device_id on, cl_command_queue_properties bits)
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    MADE(cl_command_queue, layer->clCreateCommandQueueWithProperties(context, on, list, NULL));
}

cl_command_queue a_queue(void)
{
    MADE_ONCE(cl_command_queue, queue_with(a_context(), gpu[0], 0));
}

cl_command_queue device_queue(void)
{
    MADE_ONCE(cl_command_queue,
              queue_with(a_context(), gpu[0],
                         CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
}

cl_mem a_buffer(void)
{
    MADE_ONCE(cl_mem, layer->clCreateBuffer(a_context(), 0, 64, NULL, NULL));
}

cl_mem other_buffer(void)
{
    MADE_ONCE(cl_mem, layer->clCreateBuffer(other_context(), 0, 64, NULL, NULL));
}

cl_mem buffer_at(size_t origin)
{
    const cl_buffer_region region = { origin, 16 };
    MADE(cl_mem,
         layer->clCreateSubBuffer(a_buffer(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL));
}

cl_mem image_of(cl_mem_object_type type)
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = type,
                                 .image_width = 8,
                                 .image_height = 4,
                                 .image_depth = 2,
                                 .image_array_size = 2 };
    MADE(cl_mem, layer->clCreateImage(a_context(), 0, &format, &desc, NULL, NULL));
}

cl_mem an_image(void)
{
    MADE_ONCE(cl_mem, image_of(CL_MEM_OBJECT_IMAGE2D));
}

cl_program program_in(cl_context context)
{
    const char *text = "";
    MADE(cl_program, layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL));
}

cl_program a_program(void)
{
    MADE_ONCE(cl_program, program_in(a_context()));
}

cl_kernel kernel_in(cl_context context)
{
    MADE(cl_kernel, layer->clCreateKernel(program_in(context), "it", NULL));
}

cl_kernel a_kernel(void)
{
    MADE_ONCE(cl_kernel, kernel_in(a_context()));
}

char *some_svm(void)
{
    MADE_ONCE(char *, layer->clSVMAlloc(a_context(), 0, 64, 0));
}

function extension(const char *name)
{
    void *address = layer->clGetExtensionFunctionAddressForPlatform(vendor[0], name);
    function named;
    if (!address) TEST_STOP("no driver has %s", name);
    memcpy(&named, &address, sizeof named);
    return named;
}

void end_world(void)
{
    layer->clReleaseContext(a_context());
    forget_findings();
    deinit();
}

/* ---- pairs ---- */

static struct pair *first, **end = &first;

void pair_add(struct pair *pair)
{
    *end = pair;
    end = &pair->next;
}

/* Writes what differs from the one wanted finding into `text`; nothing if all is well. */
static void compare(enum check_id wanted, char *text, size_t size)
{
    static const char *const names[] = {
        "",
#define CHECK_ID(name, ...) #name,
#include "../../calls/check_id_rows.h"
    };
    *text = 0;
    for (unsigned i = 1; i < CHECK_ID_COUNT; i++) {
        const unsigned count = found[i] - before_of[i], length = (unsigned)strlen(text);
        if (count != (i == wanted))
            snprintf(text + length, size - length, " %s %u times", names[i], count);
    }
}

static const struct pair *running;
static char differing[1024]; /* the values of the pair's finding that it does not want */

static void compare_values(const struct record_finding *finding)
{
    if (finding->check_id != running->check_id) return;
    *differing = 0;
    for (size_t i = 0; i < wanted_count; i++)
        if (finding->values[i] != wanted_values[i])
            snprintf(differing, sizeof differing, " value %zu is 0x%llx, not 0x%llx", i,
                     (unsigned long long)finding->values[i], (unsigned long long)wanted_values[i]);
}

/* Returns the check ID for an error that no condition explains. Some functions have one of their
 * own. */
static enum check_id unexplained(void)
{
    static const enum check_id all[] = { QUERY_FAILED, SVM_NO_MEMORY };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (found[all[i]] > before_of[all[i]]) return all[i];
    return CALL_FAILED;
}

enum half { WRONG, LEGAL, LEGAL_REFUSED, HALVES };

static unsigned done; /* runs */

/* Writes the recording to a file that clrelay check --read finds in the folder. Findings of one
 * check ID from one place in the code would count as one, so each is in a folder of its own. */
static void keep_recording(const char *folder)
{
    char name[4096];
    FILE *out;
    unsigned before = 0;
    for (const struct pair *pair = first; pair != running; pair = pair->next)
        before += pair->run && pair->check_id == running->check_id;
    snprintf(name, sizeof name, "%s%u", folder, before);
    mkdir(name, 0777);
    snprintf(name, sizeof name, "%s%u/%05u.records", folder, before, done);
    file->options |= RECORD_CHECKS;
    out = fopen(name, "wb");
    if (!out || fwrite(file, 1, (size_t)file->end, out) != file->end || fclose(out))
        TEST_STOP("%s can't be written", name);
}

/* Runs one call of the pair, in a child process, which it ends. */
static void run(const struct pair *pair, const char *name, enum half half, const char *folder)
{
    static const char *const words[] = { "wrong", "legal", "legal, but refused" };
    char text[sizeof differing * 2];
    bool failed;
    /* A file in memory is faster: there are a thousand processes. */
    if (!access("/dev/shm", W_OK)) strcpy(path, "/dev/shm/clrelay-XXXXXX");
    make_file();
    make_driver();
    load_layer(name, &driver);
    layer = checked;
    layer->clGetPlatformIDs(2, vendor, NULL);
    layer->clGetDeviceIDs(vendor[0], CL_DEVICE_TYPE_ALL, 2, gpu, NULL);
    layer->clGetDeviceIDs(vendor[1], CL_DEVICE_TYPE_ALL, 1, gpu + 2, NULL);
    atomic_store(&file->listings, 0);
    refusal_of_run = half == LEGAL ? CL_SUCCESS : pair->error;
    forget_findings();
    pair->run(half == WRONG);
    count_findings();
    compare(half == WRONG           ? pair->check_id
            : half == LEGAL_REFUSED ? unexplained()
                                    : CHECK_ID_NONE,
            text, sizeof differing);
    running = pair;
    if (half == WRONG) each_finding(compare_values);
    if (folder) keep_recording(folder);
    strcat(text, differing);
    failed = *text;
    if (failed)
        fprintf(stderr, "%s:%d: %s, %s:%s\n", pair->file, pair->line, pair->name, words[half],
                text);
    _exit(failed);
}

static bool run_apart(const struct pair *pair, const char *name, enum half half, const char *folder)
{
    int status = 0;
    const pid_t child = fork();
    if (child < 0) TEST_STOP("no process");
    if (!child) run(pair, name, half, folder);
    waitpid(child, &status, 0);
    if (status && !WIFEXITED(status))
        fprintf(stderr, "%s:%d: %s ended with the signal %d\n", pair->file, pair->line, pair->name,
                WTERMSIG(status));
    return !status;
}

static bool is_at(const struct pair *pair, const char *place)
{
    const char *folder = strrchr(pair->file, '/');
    char text[1024];
    snprintf(text, sizeof text, "%s:%d", folder ? folder + 1 : pair->file, pair->line);
    return !place || !strcmp(text, place);
}

int main(int count, char **arguments)
{
    const bool lists = count == 2 && !strcmp(arguments[1], "--list");
    const bool keeps = count == 3 && strchr(arguments[2], '/');
    const char *place = count == 3 && !keeps ? arguments[2] : NULL;
    unsigned failed = 0;
    if (count != 2 && count != 3) return 2;
    if (!lists) dlopen(arguments[1], RTLD_NOW); /* loads the layer once, for all child processes */
    for (const struct pair *pair = first; pair; pair = pair->next) {
        if (lists) printf("%s\t%s\n", pair->name, pair->reason ? pair->reason : "");
        if (lists || !pair->run || !is_at(pair, place)) continue;
        for (enum half half = WRONG; half < HALVES; half++) {
            if (half == LEGAL_REFUSED && (!pair->error || pair->fails)) continue;
            if (keeps && half != WRONG) continue;
            done++;
            failed += !run_apart(pair, arguments[1], half, keeps ? arguments[2] : NULL);
        }
    }
    if (!lists) printf("%u runs, %u failed\n", done, failed);
    return !lists && (failed || !done);
}
