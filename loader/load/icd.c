/* SPDX-License-Identifier: Apache-2.0 */
#include "load/icd.h"

#include "base/log.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* No answer of a driver may be longer than this. */
enum { LONGEST_ANSWER = 1 << 20 };

function icd_function(const struct icd *icd, const char *name)
{
    function found = library_function(&icd->library, name);
    if (!found && icd->extension) {
        void *address;
        candidate_announce(icd->candidate, CALL_clGetExtensionFunctionAddress);
        address = icd->extension(name);
        memcpy(&found, &address, sizeof found);
    }
    return found;
}

clGetPlatformInfo_slot icd_info(const struct icd *icd, function of_table)
{
    size_t slot = SLOT_OF(clGetPlatformInfo);
    if (!of_table || of_table == dispatch_missing(slot))
        of_table =
            library_own_function(&icd->library, slot, icd_function(icd, "clGetPlatformInfo"));
    if (of_table) candidate_announce(icd->candidate, CALL_clGetPlatformInfo);
    return (clGetPlatformInfo_slot)of_table;
}

/* Asks again if the answer grows between the two queries. */
char *icd_query(const struct icd *icd, clGetPlatformInfo_slot info, cl_platform_id id,
                cl_platform_info what, enum verdict *verdict)
{
    for (int attempt = 0; attempt < 3; attempt++) {
        size_t size = SIZE_MAX;
        char *answer;
        cl_int error = info(id, what, 0, NULL, &size);
        log_line(LOG_DEBUG, LOG_CALL, "%s: clGetPlatformInfo(%p, 0x%x) = %d, %zu bytes",
                 icd->candidate->library, (void *)id, what, error, size);
        if (error != CL_SUCCESS || size > LONGEST_ANSWER) return NULL;
        answer = calloc(1, size + 1);
        if (!answer) {
            *verdict = VERDICT_OUT_OF_MEMORY;
            return NULL;
        }
        error = size ? info(id, what, size, answer, NULL) : CL_SUCCESS;
        answer[size] = '\0';
        if (error == CL_SUCCESS) return answer;
        free(answer);
        if (error != CL_INVALID_VALUE) return NULL;
    }
    return NULL;
}

unsigned icd_version(const struct icd *icd, cl_platform_id id, function of_table)
{
    static const char before[] = "OpenCL ";
    clGetPlatformInfo_slot info = icd_info(icd, of_table);
    enum verdict verdict;
    char *answer = info ? icd_query(icd, info, id, CL_PLATFORM_VERSION, &verdict) : NULL;
    unsigned version = 0;
    if (answer && text_begins_with(answer, before)) {
        const char *at = answer + strlen(before);
        /* Minor versions have one digit. */
        for (; *at >= '0' && *at <= '9' && version < 100; at++)
            version = version * 10 + (unsigned)(*at - '0');
        version *= 10;
        if (at[0] == '.' && at[1] >= '0' && at[1] <= '9') version += (unsigned)(at[1] - '0');
    }
    free(answer);
    return version < 10 ? 10 : version;
}

bool icd_may_follow(const void *handle, size_t slot, const struct os_image *image)
{
    struct object object = { NULL, NULL };
    struct dispatch copy;
    const size_t size = (slot + 1) * sizeof(function);
    const size_t known = os_copy_memory(&object, handle, sizeof object, image);
    if (known < sizeof object.dispatch ||
        os_copy_memory(&copy, object.dispatch, size, image) < size)
        return false;
    if (!dispatch_is_tag((function)copy.clGetPlatformIDs)) return true;
    return known == sizeof object &&
           (!object.data || os_copy_memory(&copy, object.data, size, NULL) == size);
}
