/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls every function of every platform of drivers with old tables. Those in the table reach the
 * driver; those past its end fail as missing functions do. `test_legacy_tables REFUSAL NAME...`
 * uses the drivers of these names; REFUSAL is "free", or says how the system refuses the careful
 * ways to read memory.
 */
#include "calls.h"

#include "legacy.h"
#include "test.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#ifdef _WIN32
#define getppid GetCurrentProcessId
#else
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* What a slot does in a driver of each kind. */
enum kind { FORWARDS, BEHIND, ELSEWHERE, MISSING };
static enum kind kind_of(const char *driver, const struct legacy_table *table, size_t slot)
{
    /* Nobody could tell where such a table ends. */
    if (!strcmp(driver, "unsized")) return slot < table->slots ? FORWARDS : BEHIND;
    /* The loader believes the version, as nothing else vouches for such an address. */
    if (!strcmp(driver, "jit"))
        return slot < table->promised && slot < table->slots ? FORWARDS : MISSING;
    if (!strcmp(driver, "elsewhere") && slot >= table->promised && slot < table->slots)
        return ELSEWHERE;
    /* Here, too, the loader believes the version. */
    if (slot >= table->slots && slot < table->promised &&
        (!strcmp(driver, "data") || !strcmp(driver, "heap") || !strcmp(driver, "sized")))
        return BEHIND;
    return slot < table->slots ? FORWARDS : MISSING;
}

/* The call has reached getppid(). */
static void check_elsewhere(const struct call *call, struct outcome outcome)
{
    if (call->result == CALL_STATUS) CHECK_INT(outcome.status, getppid());
    else if (call->result != CALL_NOTHING) CHECK(!outcome.null);
}

static void check_platform(const struct legacy_driver *driver, size_t row)
{
    const struct legacy_table *table = &driver->tables[row];
    char about[200];
    for (const struct call *call = calls; call < calls + CALL_COUNT; call++) {
        const enum kind kind = kind_of(driver->name, table, call->slot);
        struct outcome outcome;
        cl_int errcode = 1;
        snprintf(about, sizeof about, "%s, %s, slot %zu: %s", driver->name, table->name, call->slot,
                 call->name);
        test_about = about;
        driver->called();
        outcome = call_with(call, driver->platform(row), driver->object(row), &errcode);
        if (kind == MISSING) CHECK(call_is_missing(call, outcome, errcode));
        else if (kind == ELSEWHERE) check_elsewhere(call, outcome);
        /* The function that stands in may have asked the driver several things. */
        if (kind == MISSING && call->slot == SLOT_OF(clGetKernelSuggestedLocalWorkSize)) {
            CHECK(driver->called() != LEGACY_BEHIND);
            continue;
        }
        CHECK_INT(driver->called(), kind == FORWARDS ? (int)call->slot
                                    : kind == BEHIND ? LEGACY_BEHIND
                                                     : LEGACY_NOTHING);
    }
    test_about = "";
}

#ifndef _WIN32

/* Makes the system refuse two system calls with this error, as sandboxes do, or end the process for
 * them. */
enum { ENDS_THE_PROCESS = -1 };
static void refuse(long one, long other, int error)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)one, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)other, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, error == ENDS_THE_PROCESS
                                      ? SECCOMP_RET_KILL_PROCESS
                                      : SECCOMP_RET_ERRNO | ((unsigned)error & SECCOMP_RET_DATA)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        fprintf(stderr, "skipped: this system has no seccomp (%s)\n", strerror(errno));
        exit(test_equal(getenv("CLRELAY_TESTS_REQUIRE_ALL"), "1") ? EXIT_FAILURE : TEST_SKIPPED);
    }
}

static const struct refusal {
    const char *name;
    long one, other;
    int error;
} refusals[] = {
    { "unknown", SYS_process_vm_readv, SYS_process_vm_readv, ENOSYS },
    { "refused", SYS_process_vm_readv, SYS_process_vm_readv, EPERM },
    { "denied", SYS_process_vm_readv, SYS_process_vm_readv, EACCES },
    { "all_refused", SYS_process_vm_readv, SYS_prlimit64, EPERM },
    { "ends", SYS_process_vm_readv, SYS_prlimit64, ENDS_THE_PROCESS },
};

static void begin_refusal(const char *name)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        if (!strcmp(name, refusals[i].name))
            refuse(refusals[i].one, refusals[i].other, refusals[i].error);
}

#else

static void begin_refusal(const char *name)
{
}

#endif

static const struct legacy_driver *open_driver(const char *name)
{
    char path[4096];
    void *library;
    const struct legacy_driver *driver;
    snprintf(path, sizeof path, "%s/liblegacy_%s" LEGACY_ENDING, LEGACY_DIRECTORY, name);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    driver = library ? dlsym(library, "legacy_driver") : NULL;
    if (!driver) TEST_STOP("%s", dlerror());
    return driver;
}

int main(int argc, char **argv)
{
    cl_uint count = 0, wanted = 0;
    if (argc > 1) begin_refusal(argv[1]);
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    for (int i = 2; i < argc; i++) {
        const struct legacy_driver *driver = open_driver(argv[i]);
        wanted += (cl_uint)driver->count;
        for (size_t row = 0; row < driver->count; row++) check_platform(driver, row);
    }
    CHECK_INT(count, wanted);
    return test_end();
}
