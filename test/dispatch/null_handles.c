/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A NULL handle, an empty list, a NULL list and a NULL first element return the codes in
 * dispatch/promises.h. Run this without a driver, so that there is no default platform; or with one
 * and an argument, which leaves out what then means that platform. It checks dispatch/layout.h, too.
 */
#include "calls.h"

#include "dispatch/layout.h"
#include "test.h"

enum how { RETURNED, ERRCODE, ONLY_NULL, NOTHING };

struct promise {
    const char *name;
    size_t slot;
    enum how how;
    cl_int code, null_code; /* of lists: for an empty one, for one whose first element is NULL */
    bool answered;
};

static const struct promise promises[] = {
#define HANDLE(slot, name, how, code)           { #name, slot, how, code, code, false },
#define LIST(slot, name, how, empty, null_code) { #name, slot, how, empty, null_code, false },
#define PROPERTIES(slot, name, how, code)       { #name, slot, how, code, code, false },
#define ANSWERED(slot, name)                    { #name, slot, NOTHING, 0, 0, true },
#include "dispatch/promises.h"
};
#define PROMISE_COUNT (sizeof promises / sizeof promises[0])

static const struct call *find_call(const char *name)
{
    size_t i;
    for (i = 0; i < CALL_COUNT; i++)
        if (!strcmp(calls[i].name, name)) return &calls[i];
    return NULL;
}

static void check_outcome(enum how how, cl_int code, struct outcome outcome, cl_int errcode)
{
    switch (how) {
    case RETURNED: CHECK_INT(outcome.status, code); break;
    case ERRCODE:
        CHECK(outcome.null);
        CHECK_INT(errcode, code);
        break;
    case ONLY_NULL:
    case NOTHING: CHECK(outcome.null); break;
    }
    if (how != ERRCODE) CHECK_INT(errcode, 1);
}

/* Calls with errcode_ret, then with NULL in its place, which must not crash. */
static void check(const struct call *call, enum how how, cl_int code, struct target target)
{
    cl_int errcode = 1;
    struct outcome outcome = call->run(&target, &errcode);
    check_outcome(how, code, outcome, errcode);
    outcome = call->run(&target, NULL);
    if (how == ERRCODE) errcode = code;
    check_outcome(how, code, outcome, errcode);
}

static bool has_default; /* a platform, which NULL and a list of properties without one mean */

static void check_promise(const struct promise *promise)
{
    static const cl_context_properties null_platform[] = { CL_CONTEXT_PLATFORM, 0, 0 };
    static const cl_context_properties no_platform[] = { 0x7777, 1, 0 };
    static const cl_context_properties empty[] = { 0 };
    void *null_element[] = { NULL };
    const struct call *call = find_call(promise->name);
    test_about = promise->name;
    if (!call) {
        CHECK(promise->answered);
        return;
    }
    CHECK_INT(call->slot, promise->slot);
    if (has_default && (call->of_platform || call->kind == CALL_BY_PROPERTIES)) return;
    switch (call->kind) {
    case CALL_BY_HANDLE:
        check(call, promise->how, promise->code, (struct target){ .handle = NULL });
        break;
    case CALL_BY_ARRAY:
        check(call, promise->how, promise->code, (struct target){ .count = 0 });
        check(call, promise->how, promise->code, (struct target){ .count = 1 });
        check(call, promise->how, promise->code,
              (struct target){ .count = 0, .array = null_element });
        check(call, promise->how, promise->null_code,
              (struct target){ .count = 1, .array = null_element });
        break;
    case CALL_BY_PROPERTIES:
        check(call, promise->how, promise->code, (struct target){ .properties = null_platform });
        check(call, promise->how, promise->code, (struct target){ .properties = no_platform });
        check(call, promise->how, promise->code, (struct target){ .properties = empty });
        check(call, promise->how, promise->code, (struct target){ .properties = NULL });
        break;
    }
}

int main(int count, char **argument)
{
    size_t i;
    int turn;
    has_default = count > 1;
    /* The first round comes before any search, except for rows that search themselves. */
    for (turn = 0; turn < 2; turn++) {
        for (i = 0; i < PROMISE_COUNT; i++) check_promise(&promises[i]);
        test_about = "clGetPlatformIDs";
        CHECK_INT(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
        test_about = "clUnloadCompiler";
        CHECK_INT(clUnloadCompiler(), CL_SUCCESS);
        test_about = "clGetExtensionFunctionAddress";
        CHECK_POINTER(clGetExtensionFunctionAddress(NULL), NULL);
        test_about = "clGetExtensionFunctionAddressForPlatform";
        if (has_default) continue;
        CHECK_POINTER(clGetExtensionFunctionAddressForPlatform(NULL, NULL), NULL);
        CHECK_POINTER(clGetExtensionFunctionAddressForPlatform(NULL, "clFakeThing"), NULL);
    }
    test_about = "";
    CHECK_INT(CALL_COUNT, PROMISE_COUNT - 4);
    return test_end();
}
