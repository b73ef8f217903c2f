/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program WORD...: calls OpenCL from lines that test_call_sites.py finds by the comments after
 * them. main() lists the words.
 */
#include "program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder; /* the folder of the plugins */

static void two_lines(void)
{
    CALL(); /* first line */
    CALL(); /* second line */
}

static void aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(void)
{
    CALL(); /* in 48 characters */
}

static void bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb(void)
{
    CALL(); /* in 49 characters */
}

static void long_names(void)
{
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa();
    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb();
}

static void one_line(void)
{
    CALL(), CALL(); /* two in one line */
}

static void in_a_row(void)
{
    for (int i = 0; i < 3; i++) CALL(); /* in a row */
}

/* Calls on stacks of many depths, so that the layer remembers several in one place. */
static void call_deeper(int depth)
{
    if (depth % 2) CALL(); /* at an odd depth */
    else CALL();           /* at an even depth */
    if (depth < 23) call_deeper(depth + 1);
}

static void depths(void)
{
    for (int i = 0; i < 20; i++) call_deeper(0);
}

static void library(void)
{
    library_calls(); /* before the library */
}

static void library_again(void)
{
    library_calls(); /* before the library again */
}

static void library_twice(void)
{
    library_calls();
    library_calls();
}

static void load(const char *name)
{
    char path[4096];
    void *plugin;
    void (*calls)(void);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    plugin = dlopen(path, RTLD_NOW);
    if (!plugin) exit(2);
    *(void **)&calls = dlsym(plugin, "plugin_calls");
    calls(); /* before the plugin */
    dlclose(plugin);
}

static void plugin(void)
{
    load("libplugin.so");
}

/* The second plugin gets the addresses of the first, from one place. A process's first call takes
 * another way. */
static void plugins(void)
{
    static const char *const names[] = { "libplugin_with_lines.so",
                                         "libother_plugin_with_lines.so" };
    library_calls();
    for (int i = 0; i < 2; i++) load(names[i]);
}

static void binding(void)
{
    binding_calls(); /* before the binding */
}

static void *thread(void *data)
{
    (void)data;
    CALL(); /* in a thread */
    return NULL;
}

static void threads(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, thread, NULL)) exit(3);
    pthread_join(other, NULL);
    CALL(); /* beside a thread */
}

static void child(void)
{
    const pid_t process = fork();
    if (process == 0) {
        CALL(); /* in a child */
        _exit(0);
    }
    waitpid(process, NULL, 0);
    CALL(); /* in the parent */
}

/* The orphan's parent has ended, so only its own records tell where it calls. */
static void orphan(void)
{
    int ends[2];
    pid_t process;
    char end;
    if (pipe(ends)) exit(4);
    CALL(); /* before the orphan */
    process = fork();
    if (process == 0) {
        const pid_t parent = getpid();
        if (fork()) _exit(0);
        while (getppid() == parent) usleep(1000);
        CALL(); /* in the orphan */
        _exit(0);
    }
    waitpid(process, NULL, 0);
    close(ends[1]);
    if (read(ends[0], &end, 1)) exit(5); /* waits until the orphan has ended */
    close(ends[0]);
}

static void many(void)
{
    for (int i = 0; i < 20000; i++) CALL();
}

static void same_name(void)
{
    other_program_calls();
    CALL(); /* in program.c */
}

static void launch(cl_command_queue queue, cl_kernel kernel)
{
    const size_t size = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL); /* the launch */
}

static void work(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    program = clCreateProgramWithSource(context, 1, &(const char *){ "" }, NULL, NULL);
    clBuildProgram(program, 1, &device, "-DFAILS", NULL, NULL); /* the failure */
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    kernel = clCreateKernel(program, "first", NULL);
    launch(queue, kernel);                             /* one launch */
    for (int i = 0; i < 2; i++) launch(queue, kernel); /* two launches */
    clFinish(queue);                                   /* the wait */
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(int count, char **words)
{
    static const struct {
        const char *word;
        void (*calls)(void);
    } rows[] = { { "two_lines", two_lines },
                 { "long_names", long_names },
                 { "one_line", one_line },
                 { "in_a_row", in_a_row },
                 { "depths", depths },
                 { "library", library },
                 { "library_again", library_again },
                 { "library_twice", library_twice },
                 { "plugin", plugin },
                 { "plugins", plugins },
                 { "binding", binding },
                 { "threads", threads },
                 { "child", child },
                 { "orphan", orphan },
                 { "many", many },
                 { "same_name", same_name },
                 { "work", work } };
    folder = words[1];
    for (int i = 2; i < count; i++)
        for (size_t j = 0; j < sizeof rows / sizeof *rows; j++)
            if (!strcmp(rows[j].word, words[i])) rows[j].calls();
    return 0;
}
