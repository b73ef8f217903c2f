/* SPDX-License-Identifier: Apache-2.0 */
/* Which functions are recorded. */
#include "functions.h"

#include "base/text.h"

#include <string.h>

/* Functions that make or free objects. The command names objects by these calls. Calls for events
 * are too many. */
static const char objects[] = "clCreate*,clCloneKernel,clLinkProgram,clRetain*,clRelease*";
static const char no_objects[] = "*Event*";

enum memory_effect functions_memory(unsigned number)
{
    switch (number) {
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties): return MAKES_BUFFER;
    case SLOT_OF(clCreateSubBuffer): return MAKES_PART;
    case SLOT_OF(clCreatePipe): return MAKES_PIPE;
    case SLOT_OF(clCreateImage):
    case SLOT_OF(clCreateImageWithProperties):
    case SLOT_OF(clCreateImage2D):
    case SLOT_OF(clCreateImage3D): return MAKES_IMAGE;
    case SLOT_OF(clSVMAlloc): return MAKES_SVM;
    case clHostMemAllocINTEL_number:
    case clDeviceMemAllocINTEL_number:
    case clSharedMemAllocINTEL_number: return MAKES_USM;
    case SLOT_OF(clRetainMemObject): return RETAINS_MEMORY;
    case SLOT_OF(clReleaseMemObject): return RELEASES_MEMORY;
    case SLOT_OF(clSVMFree):
    case clMemFreeINTEL_number:
    case clMemBlockingFreeINTEL_number: return FREES_MEMORY;
    case SLOT_OF(clEnqueueSVMFree): return FREES_LIST;
    case SLOT_OF(clEnqueueMapBuffer):
    case SLOT_OF(clEnqueueMapImage): return MAPS_MEMORY;
    case SLOT_OF(clEnqueueSVMMap): return MAPS_SVM;
    case SLOT_OF(clEnqueueUnmapMemObject): return UNMAPS_MEMORY;
    case SLOT_OF(clEnqueueSVMUnmap): return UNMAPS_SVM;
    default: return NO_EFFECT;
    }
}

/* Whether calls of a function are recorded even if the user has not chosen it. */
static bool touches_objects(unsigned number, const char *name)
{
    const enum memory_effect effect = functions_memory(number);
    if (effect && effect < MAPS_MEMORY) return true;
    return functions_match(name, objects) && !functions_match(name, no_objects);
}

/* The numbers of all functions; and their names, one after the other, because a list of pointers
 * would need relocations. */
static const uint16_t numbers[] = {
#define FUNCTION(number, type, name, ...) number,
#include "function_rows.h"
};

static const char table_names[] = {
#define BY_ANY(version, type, name, ...) #name "\0"
#include "api/entry_points.h"
};

static const char outside_names[] = {
#define OUTSIDE(extension, type, text, name, ...) text "\0"
#include "outside_rows.h"
};

/* The name after another. An empty one follows the last. */
static const char *following(const char *name)
{
    name += strlen(name) + 1;
    return *name ? name : outside_names;
}

bool functions_has(const char *name)
{
    const char *known = table_names;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++, known = following(known))
        if (!strcmp(known, name)) return true;
    return false;
}

const char *functions_name(unsigned number)
{
    const char *name = table_names;
    for (size_t i = 0; numbers[i] != number; i++) name = following(name);
    return name;
}

bool functions_match(const char *text, const char *patterns)
{
    struct text pattern;
    if (!*patterns) return true;
    while (text_next_element(&patterns, ',', &pattern))
        if (text_matches(text, text_trim(pattern))) return true;
    return false;
}

unsigned functions_choose(unsigned char bits[FUNCTION_NUMBERS], const char *patterns)
{
    const char *name = table_names;
    unsigned chosen = 0;
    memset(bits, 0, FUNCTION_NUMBERS);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++, name = following(name)) {
        unsigned char *flags = &bits[numbers[i]];
        if (touches_objects(numbers[i], name)) *flags = RECORD_OBJECTS;
        if (!functions_match(name, patterns)) continue;
        *flags |= RECORD_ON;
        chosen++;
    }
    return chosen;
}
