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
static const char *doubt; /* why numbers over all platforms are not known; NULL: they are */
static bool doubt_here;   /* the same for the platform whose devices are being added */

bool devices_are_chosen(void)
{
    return setting_text(SETTING_DEVICES_SELECT) || setting_text(SETTING_DEVICES_DISABLE);
}

void devices_doubt_numbers(const char *why)
{
    if (!doubt) doubt = why;
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
    cl_int error;
    candidate_announce(device->platform->icd->candidate, CALL_clGetDeviceInfo);
    error = info ? info(device->id, what, room, to, size) : CL_INVALID_OPERATION;
    log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceInfo(%p, 0x%x) = %d",
             device->platform->icd->candidate->library, (void *)device->id, (unsigned)what, error);
    return error;
}

/* Whether a pattern means a device. Where a pattern has two parts, the lesser of both counts. */
enum fit { NO, UNCLEAR, YES };

/* Whether a device answers with just this size. NO: it does not have this property. */
static enum fit ask_exactly(const struct device *device, cl_device_info what, size_t size, void *to)
{
    size_t given = 0;
    cl_int error = ask(device, what, size, to, &given);
    if (error == CL_INVALID_VALUE) return NO;
    return error == CL_SUCCESS && given == size ? YES : UNCLEAR;
}

static char *ask_name(const struct device *device)
{
    size_t size = 0;
    char *name;
    if (ask(device, CL_DEVICE_NAME, 0, NULL, &size) != CL_SUCCESS || size > LONGEST_NAME)
        return NULL;
    name = calloc(1, size + 1);
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

static enum fit fits_type(const struct device *device, cl_device_type type)
{
    if (!device->typed) return UNCLEAR;
    return device->type & type ? YES : NO;
}

/* Whether a device has a number: `own` is its number in the same count. */
static enum fit fits_number(const struct device *device, size_t number, size_t own,
                            bool in_platform)
{
    if (!(in_platform ? device->numbered_here : device->numbered)) return UNCLEAR;
    return number == own ? YES : NO;
}

/* Whether a device is counted with this type, and has this number there. */
static enum fit fits_number_of_type(const struct device *device, cl_device_type type, size_t number,
                                    bool in_platform)
{
    const size_t i = counted_type(device);
    if (number == SIZE_MAX) return NO;
    if (!device->typed) return UNCLEAR;
    if (i >= TYPES || types[i].type != type) return NO;
    return fits_number(device, number, in_platform ? device->of_type_in_platform : device->of_type,
                       in_platform);
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
static enum fit fits_pci(const struct device *device, struct text pattern)
{
    struct pci_bus_info at;
    char text[48];
    enum fit answer = ask_exactly(device, DEVICE_PCI_BUS_INFO, sizeof at, &at);
    if (answer != YES) return answer;
    snprintf(text, sizeof text, "%04x:%02x:%02x.%x", at.domain, at.bus, at.device, at.function);
    return text_matches(text, pattern) || (at.domain == 0 && text_matches(text + 5, pattern)) ? YES
                                                                                              : NO;
}

/* Hyphens in the pattern say nothing. */
static enum fit fits_uuid(const struct device *device, struct text pattern)
{
    unsigned char uuid[16];
    char text[2 * sizeof uuid + 1], plain[64];
    struct text rest = { plain, 0 };
    enum fit answer =
        pattern.length > sizeof plain ? NO : ask_exactly(device, DEVICE_UUID, sizeof uuid, uuid);
    if (answer != YES) return answer;
    for (size_t i = 0; i < sizeof uuid; i++) snprintf(text + 2 * i, 3, "%02x", uuid[i]);
    for (size_t i = 0; i < pattern.length; i++)
        if (pattern.start[i] != '-') plain[rest.length++] = pattern.start[i];
    return text_matches(text, rest) ? YES : NO;
}

static enum fit fits_name(const struct device *device, struct text pattern)
{
    if (!device->name) return UNCLEAR;
    return text_matches(device->name, pattern) ? YES : NO;
}

static const struct {
    const char *prefix;
    enum fit (*fits)(const struct device *device, struct text pattern);
} prefixes[] = { { "pci", fits_pci }, { "uuid", fits_uuid }, { "name", fits_name } };
enum { PREFIXES = sizeof prefixes / sizeof prefixes[0] };

/* What may stand alone, or behind a platform: then numbers count in that platform. */
static enum fit fits_device(const struct device *device, struct text pattern, bool in_platform)
{
    struct text front, rest = pattern;
    cl_device_type type = type_of_word(pattern);
    size_t number = number_of(pattern);
    if (type) return fits_type(device, type);
    if (number != SIZE_MAX)
        return fits_number(device, number, in_platform ? device->in_platform : device->number,
                           in_platform);
    if (take_front(&rest, ':', &front)) {
        type = type_of_word(front);
        if (type) return fits_number_of_type(device, type, number_of(rest), in_platform);
        for (size_t i = 0; i < PREFIXES; i++)
            if (is_word(front, prefixes[i].prefix)) return prefixes[i].fits(device, rest);
    }
    return fits_name(device, pattern);
}

static bool is_about_platform(struct text *pattern)
{
    struct text front, rest = *pattern;
    if (!take_front(&rest, ':', &front) || !is_word(front, "platform")) return false;
    *pattern = rest;
    return true;
}

static enum fit fits_platform(const struct platform *platform, struct text pattern)
{
    if (order_is_named(platform, pattern)) return YES;
    return platform->named ? NO : UNCLEAR;
}

static enum fit fits(const struct device *device, struct text pattern)
{
    struct text platform;
    enum fit whole, part;
    bool more;
    if (!is_about_platform(&pattern)) return fits_device(device, pattern, false);
    more = take_front(&pattern, '/', &platform);
    whole = fits_platform(device->platform, more ? platform : pattern);
    part = more && whole != NO ? fits_device(device, pattern, true) : whole;
    return whole < part ? whole : part;
}

/* A question of patterns_find(). */
struct inquiry {
    const struct device *device;
    bool *unclear; /* becomes true if it is not known whether a pattern means it */
};

static bool matches(struct text pattern, const void *about)
{
    const struct inquiry *inquiry = about;
    enum fit fit = fits(inquiry->device, pattern);
    if (fit == UNCLEAR) *inquiry->unclear = true;
    return fit == YES;
}

/* What is wrong with a pattern that matches nothing, if that can be seen. */
static const char *explain(struct text pattern)
{
    struct text front, platform;
    const bool in_platform = is_about_platform(&pattern);
    const char *unknown = in_platform ? NULL : doubt;
    if (in_platform && !take_front(&pattern, '/', &platform)) return NULL;
    if (number_of(pattern) != SIZE_MAX) return unknown;
    if (!take_front(&pattern, ':', &front)) return NULL;
    if (type_of_word(front))
        return number_of(pattern) == SIZE_MAX ? "a number must follow the type" : unknown;
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

static bool is_among(const struct devices *list, cl_device_id id)
{
    for (size_t i = 0; i < list->count; i++)
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
    device->typed =
        ask(device, CL_DEVICE_TYPE, sizeof device->type, &device->type, NULL) == CL_SUCCESS;
    device->name = ask_name(device);
    device->numbered = !doubt;
    device->numbered_here = !doubt_here;
    for (const struct device *earlier = first; earlier; earlier = earlier->after) {
        bool same_type = device_type_word(earlier) == device_type_word(device);
        bool same_platform = earlier->platform == platform;
        device->number++;
        device->of_type += same_type;
        device->in_platform += same_platform;
        device->of_type_in_platform += same_type && same_platform;
    }
    if (last) last->after = device;
    else first = device;
    return last = device;
}

/* Something is not known that the numbers of all later devices depend on. */
static void doubt_later(const char *why)
{
    devices_doubt_numbers(why);
    doubt_here = true;
}

static const char no_memory[] = "there was no memory for all drivers and devices";

/* Asks a platform for its devices of one type mask. Returns an array for the caller to free, or
 * NULL: then *error is why, or CL_SUCCESS if they are too many. */
static cl_device_id *ask_devices(const struct platform *platform, cl_device_type type,
                                 cl_uint *count, cl_int *error)
{
    clGetDeviceIDs_slot go = DISPATCH_FIND(platform->id, clGetDeviceIDs);
    cl_device_id *ids = NULL;
    *count = 0;
    candidate_announce(platform->icd->candidate, CALL_clGetDeviceIDs);
    *error = go ? go(platform->id, type, 0, NULL, count) : CL_INVALID_OPERATION;
    if (*error == CL_DEVICE_NOT_FOUND) *error = CL_SUCCESS, *count = 0;
    if (*error == CL_SUCCESS && *count <= MOST_DEVICES) {
        ids = calloc((size_t)*count + 1, sizeof *ids);
        if (!ids) *error = CL_OUT_OF_HOST_MEMORY;
        else if (*count > 0) *error = go(platform->id, type, *count, ids, NULL);
    }
    log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceIDs(%p, 0x%x) = %d, %u devices",
             platform->icd->candidate->library, (void *)platform->id, (unsigned)type, *error,
             *count);
    if (*error == CL_SUCCESS) return ids;
    free(ids);
    return NULL;
}

/* Adds devices that are not in the list yet. Returns the list, which may move, or NULL if there is
 * no memory. */
static struct devices *add_devices(struct devices *list, struct platform *platform,
                                   const cl_device_id *ids, cl_uint count, bool ordinary)
{
    struct devices *longer =
        realloc(list, sizeof *list + (list->count + count) * sizeof list->at[0]);
    if (!longer) free(list);
    for (cl_uint i = 0; longer && i < count; i++) {
        struct device *device;
        if (is_among(longer, ids[i])) continue;
        if (!icd_may_follow(ids[i], SLOT_OF(clGetDeviceInfo), &platform->icd->library.image)) {
            doubt_later("a driver counted a device that it did not list");
            continue;
        }
        device = add_device(platform, ids[i], ordinary);
        if (device && !device->typed) doubt_later("a driver does not tell the type of a device");
        if (device) longer->at[longer->count++] = device;
        if (device) continue;
        doubt_later(no_memory);
        log_line(LOG_ERROR, LOG_PLATFORM, "%s: out of memory: programs do not see a device",
                 platform->icd->candidate->library);
    }
    return longer;
}

/* Whether an answer means that a platform has no custom devices: before OpenCL 1.2 there was no
 * such type. */
static bool has_no_custom(cl_int error)
{
    return error == CL_INVALID_DEVICE_TYPE || error == CL_INVALID_VALUE;
}

/* All devices of a platform, or NULL if there is no memory. */
static struct devices *list_devices(struct platform *platform)
{
    static const char not_listed[] = "a driver did not list its devices";
    struct devices *list = calloc(1, sizeof *list);
    cl_device_id *ids;
    cl_uint count = 0;
    cl_int error = CL_SUCCESS;
    doubt_here = false;
    ids = list ? ask_devices(platform, CL_DEVICE_TYPE_ALL, &count, &error) : NULL;
    if (!ids) doubt_later(list ? not_listed : no_memory);
    if (list && !ids) list->incomplete = true, list->error = error;
    if (!ids) return list;
    list->listed = count;
    list = add_devices(list, platform, ids, count, true);
    free(ids);
    ids = list ? ask_devices(platform, CL_DEVICE_TYPE_CUSTOM, &count, &error) : NULL;
    if (ids) list = add_devices(list, platform, ids, count, false);
    else if (list && !has_no_custom(error)) doubt_later(not_listed);
    free(ids);
    if (!list) doubt_later(no_memory);
    return list;
}

/* ---- the choice ---- */

static void choose_device(struct device *device)
{
    bool maybe_selected = false, maybe_disabled = false;
    const struct inquiry select = { device, &maybe_selected };
    const struct inquiry disable = { device, &maybe_disabled };
    bool selects = setting_text(SETTING_DEVICES_SELECT) != NULL;
    size_t rank = selects ? patterns_find(SETTING_DEVICES_SELECT, matches, &select) : 0;
    bool disabled = patterns_find(SETTING_DEVICES_DISABLE, matches, &disable) != SIZE_MAX;
    bool selected = rank != SIZE_MAX;
    device->rank = rank;
    device->visible = selected && !disabled && !maybe_disabled;
    device->left_out_by = disabled || selected ? SETTING_DEVICES_DISABLE : SETTING_DEVICES_SELECT;
    device->unclear = !device->visible && !disabled && (selected || maybe_selected);
}

/* Two platforms may list one device. What is hidden in one of them is hidden in both. */
static void hide_twins(const struct device *hidden)
{
    if (hidden->visible || hidden->left_out_by != SETTING_DEVICES_DISABLE) return;
    for (struct device *device = first; device; device = device->after) {
        if (device->id != hidden->id || !device->visible) continue;
        device->visible = false;
        device->left_out_by = SETTING_DEVICES_DISABLE;
        device->unclear = hidden->unclear;
    }
}

static bool comes_before(const struct device *one, const struct device *other)
{
    if (one->visible != other->visible) return one->visible;
    return one->visible && one->rank < other->rank;
}

/* Puts the visible devices first, in the user's order; equal ones keep theirs. */
static void arrange(struct devices *list)
{
    for (size_t i = 0; list && i < list->count; i++) {
        struct device *device = list->at[i];
        size_t place = i;
        list->visible += device->visible;
        for (; place > 0 && comes_before(device, list->at[place - 1]); place--)
            list->at[place] = list->at[place - 1];
        list->at[place] = device;
    }
}

/* Says how many devices of a platform are hidden because a setting may mean them, or may not. */
static void tell_unclear(const struct platform *platform, enum setting by)
{
    const struct devices *list = platform->chosen;
    size_t count = 0;
    bool numbered = true;
    for (size_t i = 0; list && i < list->count; i++) {
        if (!list->at[i]->unclear || list->at[i]->left_out_by != by) continue;
        count++;
        numbered = numbered && list->at[i]->numbered;
    }
    if (count == 0) return;
    settings_add_hint("DEVICES_HIDDEN",
                      "%zu of the devices of platform '%s' (%s) %s hidden, because it is not known "
                      "whether %s means %s%s%s",
                      count, platform->name ? platform->name : "",
                      platform->icd->candidate->library, count == 1 ? "is" : "are",
                      setting_name(by), count == 1 ? "it" : "them", numbered ? "" : ": ",
                      numbered ? "" : doubt);
}

/* With OCL_ICD_DEVICES_DISABLE alone, a platform that never had devices stays. */
static bool is_visible(const struct devices *list)
{
    if (!list || list->incomplete) return false;
    return list->visible > 0 ||
           (list->listed == 0 && list->count == 0 && !setting_text(SETTING_DEVICES_SELECT));
}

/* Why programs do not see a platform. */
static enum verdict judge(const struct platform *platform, struct details *details)
{
    const struct devices *list = platform->chosen;
    if (!list) return VERDICT_OUT_OF_MEMORY;
    if (list->incomplete && list->error == CL_SUCCESS)
        return verdict_explain(details, VERDICT_DEVICES_NOT_LISTED, "it counts more than %d",
                               MOST_DEVICES);
    if (list->incomplete)
        return verdict_explain(details, VERDICT_DEVICES_NOT_LISTED, "clGetDeviceIDs returned %d",
                               list->error);
    if (list->count == 0 && list->listed > 0)
        return verdict_explain(details, VERDICT_DEVICES_NOT_LISTED, "it counts %u, and lists none",
                               list->listed);
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i]->left_out_by == SETTING_DEVICES_DISABLE) return VERDICT_DEVICES_DISABLED;
    return VERDICT_DEVICES_NOT_SELECTED;
}

/* The verdict on the last platform of a driver is that on the driver; of any other, a hint tells
 * if it is no wish of the user's. */
static void leave_out(struct platform *platform, enum verdict verdict, const char *message)
{
    struct candidate *candidate = platform->icd->candidate;
    if (--candidate->platforms == 0) {
        candidate->first_platform = NULL;
        candidate_set_verdict(candidate, verdict, message);
    } else if (verdict_severity(verdict) <= SEVERITY_OFF) {
        log_line(LOG_INFO, LOG_PLATFORM, "%s: platform '%s': %s", candidate->library,
                 platform->name ? platform->name : "", verdict_text(verdict));
    } else {
        settings_add_hint("DEVICES_HIDDEN", "platform '%s' (%s): %s%s%s",
                          platform->name ? platform->name : "", candidate->library,
                          verdict_text(verdict), *message ? ": " : "", message);
    }
    platform->next_left_out = left_out;
    left_out = platform;
}

void devices_leave_out(struct platform *const *at, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct details details = { "" };
        enum verdict verdict = judge(at[i], &details);
        leave_out(at[i], verdict, details.text);
    }
}

void devices_hide_all(enum verdict verdict)
{
    struct platform_view now = platforms_snapshot();
    platforms_withdraw();
    for (size_t i = 0; i < now.count; i++) leave_out(now.at[i], verdict, "");
}

static size_t rank_of(const struct platform *platform)
{
    return platform->chosen->visible > 0 ? platform->chosen->at[0]->rank : SIZE_MAX;
}

/* Finds out whether all drivers and platforms are there, and in their usual order. */
static void check_order(struct platform *const *at, size_t count)
{
    for (const struct candidate *candidate = candidate_first(); candidate;
         candidate = candidate->next)
        if (candidate->kind == CANDIDATE_DRIVER && candidate->verdict == VERDICT_OUT_OF_MEMORY)
            devices_doubt_numbers(no_memory);
    if (candidates_are_lost() || settings_are_incomplete()) devices_doubt_numbers(no_memory);
    if (os_was_short()) devices_doubt_numbers("a file of a driver could not be read this time");
    for (size_t i = 0; i < count; i++)
        if (at[i]->miscounted)
            devices_doubt_numbers("a driver did not count its devices, on which the order of the "
                                  "platforms depends");
}

size_t devices_choose(struct platform **at, size_t count)
{
    size_t left = 0;
    check_order(at, count);
    for (size_t i = 0; i < count; i++) at[i]->chosen = list_devices(at[i]);
    for (struct device *device = first; device; device = device->after) choose_device(device);
    for (const struct device *device = first; device; device = device->after) hide_twins(device);
    for (size_t i = 0; i < count; i++) {
        struct platform *platform = at[i];
        size_t place = i;
        arrange(platform->chosen);
        tell_unclear(platform, SETTING_DEVICES_SELECT);
        tell_unclear(platform, SETTING_DEVICES_DISABLE);
        if (!is_visible(platform->chosen)) continue;
        for (; place > left || (place > 0 && rank_of(at[place - 1]) > rank_of(platform)); place--)
            at[place] = at[place - 1];
        at[place] = platform;
        left++;
    }
    return left;
}

const struct devices *devices_of(const struct platform *platform)
{
    static const struct devices nothing;
    if (!platform) return NULL;
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
    doubt = NULL;
}
