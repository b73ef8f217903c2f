/* SPDX-License-Identifier: Apache-2.0 */
#include "load/library.h"

#include "base/text.h"
#include "load/duplicates.h"

#include <stdlib.h>
#include <string.h>

static bool is_within(const struct os_image *image, function address)
{
    return os_is_within(image, (uintptr_t)address);
}

static bool is_loader(const struct os_image *image)
{
    return is_within(image, dispatch_export(SLOT_OF(clGetPlatformIDs))) ||
           text_begins_with(image->soname, OS_LOADER_NAME);
}

bool library_is_loader(const struct library *library)
{
    return is_loader(&library->image);
}

function library_function(const struct library *library, const char *name)
{
    struct os_image image;
    function found = os_symbol(library->handle, name);
    if (!found || is_within(&library->image, found)) return found;
    if (os_image_at((uintptr_t)found, &image) && is_loader(&image)) return NULL;
    return found;
}

static bool is_interposed(const struct library *library, size_t slot, function found)
{
    const char *name = dispatch_name(slot);
    struct os_image image;
    if (is_within(&library->image, found)) return false;
    if (found == dispatch_export(slot)) return true;
    if (os_image_at((uintptr_t)found, &image) && is_loader(&image)) return true;
    return found == os_global_symbol(name) && found != os_symbol(library->handle, name);
}

function library_own_function(const struct library *library, size_t slot, function found)
{
    if (!found || !is_interposed(library, slot, found)) return found;
    return library_function(library, dispatch_name(slot));
}

/* ---- opening ---- */

/* Refuses a candidate whose library was tried before, even under another name. */
static enum verdict check_duplicate(const struct candidate *candidate, struct details *details)
{
    const struct candidate *same = duplicates_find(candidate);
    if (!same) return VERDICT_ACCEPTED;
    return verdict_explain(details, VERDICT_DUPLICATE, "%s%s%s", same->origin ? same->origin : "",
                           same->origin ? ": " : "", same->library);
}

/* Checks what is known before a library is opened: opening it runs its code, and opening a FIFO
 * would block. */
static enum verdict check_before_opening(struct candidate *candidate, struct details *details)
{
    const char *name = candidate->library;
    if (!*name) return VERDICT_NAME_EMPTY;
    if ((*name == '$' || os_basename(name)) && os_is_caller_controlled(name))
        return VERDICT_NAME_PRIVILEGED;
    if (os_is_searched_for(name)) return VERDICT_ACCEPTED;
    candidate->file = os_stat(name);
    if (os_is_special(candidate->file.kind)) return VERDICT_LIBRARY_INVALID;
    return check_duplicate(candidate, details);
}

/* Opens the library that a candidate names. */
static enum verdict open_file(const struct candidate *candidate, struct library *library,
                              struct details *details)
{
    char *message = NULL;
    uint64_t loads = os_count_loads();
    enum verdict verdict;
    log_line(LOG_DEBUG, LOG_CALL, "%s: opening the library", candidate->library);
    library->handle = os_open_library(candidate->library, &message);
    library->shared = os_count_loads() == loads;
    if (library->handle) return VERDICT_ACCEPTED;
    verdict = os_library_problem(candidate->library, message);
    verdict_explain(details, verdict, "%s", message ? message : "");
    free(message);
    return verdict;
}

/* Checks what is known only of an open library. */
static enum verdict check_opened(struct candidate *candidate, struct library *library,
                                 struct details *details)
{
    /* A name that the system searched for. Any other name was checked before. */
    bool searched =
        candidate->file.kind == VERDICT_UNTRIED || candidate->file.kind == VERDICT_FILE_MISSING;
    enum verdict verdict = VERDICT_ACCEPTED;
    if (!os_image_of_library(library->handle, &library->image))
        library->image = (struct os_image){ .path = "", .soname = "" };
    candidate_set_text(&candidate->opened,
                       *library->image.path ? library->image.path : candidate->library);
    candidate->low = library->image.low;
    if (searched && candidate->opened) candidate->file = os_stat(candidate->opened);
    if (searched || library->shared) verdict = check_duplicate(candidate, details);
    if (verdict == VERDICT_ACCEPTED) duplicates_add(candidate);
    if (verdict == VERDICT_ACCEPTED &&
        is_within(&library->image, dispatch_export(SLOT_OF(clGetPlatformIDs))))
        return VERDICT_ITSELF;
    return verdict;
}

enum verdict library_open(struct candidate *candidate, struct library *library,
                          struct details *details)
{
    enum verdict verdict = check_before_opening(candidate, details);
    if (verdict == VERDICT_ACCEPTED) verdict = open_file(candidate, library, details);
    if (verdict != VERDICT_ACCEPTED) return verdict;
    verdict = check_opened(candidate, library, details);
    if (verdict != VERDICT_ACCEPTED) library_close(library);
    return verdict;
}

bool library_close(struct library *library)
{
    struct os_image now;
    os_close_library(library->handle);
    library->handle = NULL;
    return library->image.low && !os_image_at(library->image.low, &now);
}
