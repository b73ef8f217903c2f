/* SPDX-License-Identifier: Apache-2.0 */
#include "load/devices.h"

#include "base/text.h"
#include "find/patterns.h"
#include "load/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 4096, LONGEST_NAME = 1 << 16 }; /* more is implausible */

/* Of cl_khr_device_uuid and cl_khr_pci_bus_info; older headers lack them. */
enum { DEVICE_UUID = 0x106A, DEVICE_PCI_BUS_INFO = 0x410F };
struct pci_bus_info {
    cl_uint domain, bus, device, function;
};

static struct device *first, *last;
static struct platform *left_out;
static bool incomplete; /* there was no memory for some device */

bool devices_are_chosen(void)
{
    return setting_text(SETTING_DEVICES_SELECT) || setting_text(SETTING_DEVICES_DISABLE);
}

const struct device *devices_first(void)
{
    return first;
}

/* ---- what drivers say about devices ---- */

static cl_int ask(const struct device *device, cl_device_info what, size_t room, void *to,
                  size_t *size)
{
    clGetDeviceInfo_slot info = DISPATCH_FIND(device->id, clGetDeviceInfo);
    cl_int error = info ? info(device->id, what, room, to, size) : CL_INVALID_OPERATION;
    log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceInfo(%p, 0x%x) = %d",
             device->platform->icd->candidate->library, (void *)device->id, (unsigned)what, error);
    return error;
}

/* Whether a device answers with just this size. */
static bool ask_exactly(const struct device *device, cl_device_info what, size_t size, void *to)
{
    size_t given = 0;
    return ask(device, what, size, to, &given) == CL_SUCCESS && given == size;
}

static char *ask_name(const struct device *device)
{
    size_t size = 0;
    char *name;
    if (ask(device, CL_DEVICE_NAME, 0, NULL, &size) != CL_SUCCESS || size > LONGEST_NAME)
        return NULL;
    name = calloc(1, size + 1);
    if (!name) incomplete = true;
    if (name && ask(device, CL_DEVICE_NAME, size, name, NULL) == CL_SUCCESS) return name;
    free(name);
    return NULL;
}

/* ---- what patterns say about devices ---- */

static const struct {
    const char *word;
    cl_device_type type;
} types[] = {
    { "gpu", CL_DEVICE_TYPE_GPU },
    { "cpu", CL_DEVICE_TYPE_CPU },
    { "accelerator", CL_DEVICE_TYPE_ACCELERATOR },
    { "custom", CL_DEVICE_TYPE_CUSTOM },
};
enum { TYPES = sizeof types / sizeof types[0] };

/* Whether a piece is this word, whatever the case of its letters. */
static bool is_word(struct text piece, const char *word)
{
    size_t i = 0;
    for (; i < piece.length && word[i]; i++) {
        char c = piece.start[i];
        if ((c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c) != word[i]) return false;
    }
    return i == piece.length && !word[i];
}

static cl_device_type type_of_word(struct text word)
{
    for (size_t i = 0; i < TYPES; i++)
        if (is_word(word, types[i].word)) return types[i].type;
    return 0;
}

/* The index of the type with which a device is counted: one may be of several. TYPES: it has
 * none. */
static size_t counted_type(const struct device *device)
{
    size_t i = 0;
    while (i < TYPES && !(device->type & types[i].type)) i++;
    return i;
}

const char *device_type_word(const struct device *device)
{
    const size_t i = counted_type(device);
    return i < TYPES ? types[i].word : NULL;
}

/* Whether a device is counted with this type, and has this number there. */
static bool is_numbered(const struct device *device, cl_device_type type, size_t number,
                        bool in_platform)
{
    const size_t i = counted_type(device);
    return i < TYPES && types[i].type == type &&
           number == (in_platform ? device->of_type_in_platform : device->of_type);
}

/* Takes a piece up to a separator off the front of a text, if the separator is there. */
static bool take_front(struct text *text, char separator, struct text *front)
{
    const char *end = memchr(text->start, separator, text->length);
    if (!end) return false;
    *front = (struct text){ text->start, (size_t)(end - text->start) };
    *text = (struct text){ end + 1, text->length - front->length - 1 };
    return true;
}

/* Parses all of a text as a number; SIZE_MAX: it is none. */
static size_t number_of(struct text text)
{
    char digits[12] = "";
    unsigned number;
    if (text.length == 0 || text.length >= sizeof digits) return SIZE_MAX;
    memcpy(digits, text.start, text.length);
    return text_number(digits, &number) ? number : SIZE_MAX;
}

/* In a pattern without the domain, the domain is 0. */
static bool matches_pci(const struct device *device, struct text pattern)
{
    struct pci_bus_info at;
    char text[48];
    if (!ask_exactly(device, DEVICE_PCI_BUS_INFO, sizeof at, &at)) return false;
    snprintf(text, sizeof text, "%04x:%02x:%02x.%x", at.domain, at.bus, at.device, at.function);
    return text_matches(text, pattern) || (at.domain == 0 && text_matches(text + 5, pattern));
}

/* Hyphens in the pattern say nothing. */
static bool matches_uuid(const struct device *device, struct text pattern)
{
    unsigned char uuid[16];
    char text[2 * sizeof uuid + 1], plain[64];
    struct text rest = { plain, 0 };
    if (pattern.length > sizeof plain || !ask_exactly(device, DEVICE_UUID, sizeof uuid, uuid))
        return false;
    for (size_t i = 0; i < sizeof uuid; i++) snprintf(text + 2 * i, 3, "%02x", uuid[i]);
    for (size_t i = 0; i < pattern.length; i++)
        if (pattern.start[i] != '-') plain[rest.length++] = pattern.start[i];
    return text_matches(text, rest);
}

static bool matches_name(const struct device *device, struct text pattern)
{
    return device->name && text_matches(device->name, pattern);
}

static const struct {
    const char *prefix;
    bool (*matches)(const struct device *device, struct text pattern);
} prefixes[] = { { "pci", matches_pci }, { "uuid", matches_uuid }, { "name", matches_name } };
enum { PREFIXES = sizeof prefixes / sizeof prefixes[0] };

/* What may stand alone, or behind a platform: then numbers count in that platform. */
static bool matches_device(const struct device *device, struct text pattern, bool in_platform)
{
    struct text front, rest = pattern;
    cl_device_type type = type_of_word(pattern);
    size_t number = number_of(pattern);
    if (type) return (device->type & type) != 0;
    if (number != SIZE_MAX) return number == (in_platform ? device->in_platform : device->number);
    if (take_front(&rest, ':', &front)) {
        type = type_of_word(front);
        if (type) return is_numbered(device, type, number_of(rest), in_platform);
        for (size_t i = 0; i < PREFIXES; i++)
            if (is_word(front, prefixes[i].prefix)) return prefixes[i].matches(device, rest);
    }
    return matches_name(device, pattern);
}

static bool is_about_platform(struct text *pattern)
{
    struct text front, rest = *pattern;
    if (!take_front(&rest, ':', &front) || !is_word(front, "platform")) return false;
    *pattern = rest;
    return true;
}

static bool matches(struct text pattern, const void *about)
{
    const struct device *device = about;
    struct text platform;
    bool more;
    if (!is_about_platform(&pattern)) return matches_device(device, pattern, false);
    more = take_front(&pattern, '/', &platform);
    return order_is_named(device->platform, more ? platform : pattern) &&
           (!more || matches_device(device, pattern, true));
}

/* What is wrong with a pattern that matches nothing, if that can be seen. */
static const char *explain(struct text pattern)
{
    struct text front, platform;
    if (is_about_platform(&pattern) && !take_front(&pattern, '/', &platform)) return NULL;
    if (!take_front(&pattern, ':', &front)) return NULL;
    if (type_of_word(front))
        return number_of(pattern) == SIZE_MAX ? "a number must follow the type" : NULL;
    for (size_t i = 0; i < PREFIXES; i++)
        if (is_word(front, prefixes[i].prefix)) return NULL;
    return "before the colon only gpu, cpu, accelerator, custom, platform, name, pci and uuid have "
           "a meaning";
}

void devices_warn_unmatched(void)
{
    if (setting_flag(SETTING_SEARCH_ONLY)) return; /* no device was queried */
    patterns_warn_unmatched(SETTING_DEVICES_SELECT, "device", explain);
    patterns_warn_unmatched(SETTING_DEVICES_DISABLE, "device", explain);
}

/* ---- all devices ---- */

static bool is_among(const struct devices *list, size_t count, cl_device_id id)
{
    for (size_t i = 0; i < count; i++)
        if (list->at[i]->id == id) return true;
    return false;
}

/* Adds a device to the list of all, with its numbers. */
static struct device *add_device(struct platform *platform, cl_device_id id, bool ordinary)
{
    struct device *device = calloc(1, sizeof *device);
    if (!device) return NULL;
    device->platform = platform;
    device->id = id;
    device->ordinary = ordinary;
    ask(device, CL_DEVICE_TYPE, sizeof device->type, &device->type, NULL);
    device->name = ask_name(device);
    for (const struct device *it = first; it; it = it->after) {
        bool same_type = device_type_word(it) == device_type_word(device);
        bool same_platform = it->platform == platform;
        device->number++;
        device->of_type += same_type;
        device->in_platform += same_platform;
        device->of_type_in_platform += same_type && same_platform;
    }
    if (last) last->after = device;
    else first = device;
    return last = device;
}

/* Adds the devices of one type mask that are not in the list yet. Returns the list, which may move,
 * or NULL if there is no memory. */
static struct devices *add_devices(struct devices *list, struct platform *platform,
                                   cl_device_type type)
{
    clGetDeviceIDs_slot go = DISPATCH_FIND(platform->id, clGetDeviceIDs);
    cl_uint count = 0;
    cl_device_id *ids;
    const size_t before = list->count;
    struct devices *longer;
    if (!go || go(platform->id, type, 0, NULL, &count) != CL_SUCCESS || count > MOST_DEVICES)
        count = 0;
    longer = realloc(list, sizeof *list + (list->count + count) * sizeof list->at[0]);
    ids = longer ? calloc((size_t)count + 1, sizeof *ids) : NULL;
    if (!longer) free(list);
    if (!ids) free(longer);
    if (!ids) return NULL;
    if (count > 0 && go(platform->id, type, count, ids, NULL) != CL_SUCCESS) count = 0;
    log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceIDs(%p, 0x%x): %u devices",
             platform->icd->candidate->library, (void *)platform->id, (unsigned)type, count);
    for (cl_uint i = 0; i < count; i++) {
        struct device *device;
        if (!ids[i] || is_among(longer, before, ids[i])) continue;
        device = add_device(platform, ids[i], type == CL_DEVICE_TYPE_ALL);
        if (device) longer->at[longer->count++] = device;
        else incomplete = true;
    }
    free(ids);
    return longer;
}

/* All devices of a platform, or NULL if there is no memory. */
static struct devices *list_devices(struct platform *platform)
{
    struct devices *list = calloc(1, sizeof *list);
    if (list) list = add_devices(list, platform, CL_DEVICE_TYPE_ALL);
    if (list) list = add_devices(list, platform, CL_DEVICE_TYPE_CUSTOM);
    if (!list) incomplete = true;
    return list;
}

/* ---- the choice ---- */

static void choose_device(struct device *device)
{
    bool selects = setting_text(SETTING_DEVICES_SELECT) != NULL;
    size_t rank = selects ? patterns_find(SETTING_DEVICES_SELECT, matches, device) : 0;
    bool disabled = patterns_find(SETTING_DEVICES_DISABLE, matches, device) != SIZE_MAX;
    device->rank = rank;
    device->visible = rank != SIZE_MAX && !disabled;
    device->left_out_by = disabled ? SETTING_DEVICES_DISABLE : SETTING_DEVICES_SELECT;
}

static bool comes_before(const struct device *one, const struct device *other)
{
    if (one->visible != other->visible) return one->visible;
    return one->visible && one->rank < other->rank;
}

/* Puts the visible devices first, in the user's order; equal ones keep theirs. Returns whether
 * anything differs now from what the driver shows. */
static bool arrange(struct devices *list)
{
    bool moved = false;
    for (size_t i = 0; i < list->count; i++) {
        struct device *it = list->at[i];
        size_t place = i;
        list->visible += it->visible;
        for (; place > 0 && comes_before(it, list->at[place - 1]); place--) {
            list->at[place] = list->at[place - 1];
            moved = true;
        }
        list->at[place] = it;
    }
    return moved || list->visible < list->count;
}

/* With OCL_ICD_DEVICES_DISABLE alone, a platform that never had devices stays. */
static bool is_visible(const struct devices *list)
{
    if (list && list->count == 0) return !setting_text(SETTING_DEVICES_SELECT);
    return list && list->visible > 0;
}

static void leave_out(struct platform *platform)
{
    const struct devices *list = platform->chosen;
    struct candidate *candidate = platform->icd->candidate;
    enum verdict verdict = VERDICT_DEVICES_NOT_SELECTED;
    for (size_t i = 0; list && i < list->count; i++)
        if (list->at[i]->left_out_by == SETTING_DEVICES_DISABLE) verdict = VERDICT_DEVICES_DISABLED;
    if (--candidate->platforms == 0) candidate_set_verdict(candidate, verdict, NULL);
    else
        log_line(LOG_INFO, LOG_PLATFORM, "%s: platform '%s': %s", candidate->library,
                 platform->name ? platform->name : "", verdict_text(verdict));
    platform->next_left_out = left_out;
    left_out = platform;
}

static size_t rank_of(const struct platform *platform)
{
    return platform->chosen->visible > 0 ? platform->chosen->at[0]->rank : SIZE_MAX;
}

size_t devices_choose(struct platform **at, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) at[i]->chosen = list_devices(at[i]);
    for (struct device *it = first; it; it = it->after) choose_device(it);
    for (size_t i = 0; i < count; i++) {
        struct platform *platform = at[i];
        size_t place = left;
        bool moved = platform->chosen && arrange(platform->chosen);
        platform->differs = moved || incomplete;
        if (!is_visible(platform->chosen)) {
            leave_out(platform);
            continue;
        }
        for (; place > 0 && rank_of(at[place - 1]) > rank_of(platform); place--)
            at[place] = at[place - 1];
        at[place] = platform;
        left++;
    }
    if (incomplete)
        log_line(LOG_ERROR, LOG_PLATFORM, "out of memory: programs do not see some devices");
    return left;
}

const struct devices *devices_of(const struct platform *platform)
{
    static const struct devices nothing;
    if (!platform || !platform->differs) return NULL;
    return platform->chosen ? platform->chosen : &nothing;
}

long long devices_place(const struct device *device)
{
    const struct devices *list = device->platform->chosen;
    long long place = 0;
    if (!list || !device->visible || !device->ordinary) return -1;
    for (size_t i = 0; list->at[i] != device; i++) place += list->at[i]->ordinary;
    return place;
}

void devices_free(void)
{
    while (first) {
        struct device *device = first;
        first = device->after;
        free(device->name);
        free(device);
    }
    while (left_out) {
        struct platform *platform = left_out;
        left_out = platform->next_left_out;
        platform_free(platform);
    }
    last = NULL;
    incomplete = false;
}
