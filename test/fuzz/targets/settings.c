/* SPDX-License-Identifier: Apache-2.0 */
/* Both loader.conf files. Fields: the system's, the user's, then letters: w, others may write to
 * the user's; e, the file cannot be read; p, the program is privileged; v, everything is logged. */
#include "../fuzz.h"
#include "base/settings.h"

#define USERS WORLD_HOME "/OpenCL/loader.conf"

/* Returns the line with this number, without white space around it. */
static struct text line_of(struct text bytes, size_t number)
{
    if (bytes.length >= 3 && memcmp(bytes.start, "\xef\xbb\xbf", 3) == 0)
        bytes.start += 3, bytes.length -= 3;
    for (;; number--) {
        const char *end = bytes.length ? memchr(bytes.start, '\n', bytes.length) : NULL;
        size_t length = end ? (size_t)(end - bytes.start) : bytes.length;
        if (number == 1) return text_trim((struct text){ bytes.start, length });
        PROMISE(end);
        bytes.start += length + 1, bytes.length -= length + 1;
    }
}

/* A value must be in the line that its origin names. */
static void check_origin(enum setting setting, struct text machine, struct text users)
{
    const char *origin = setting_origin(setting), *value = setting_text(setting), *colon;
    struct text line;
    if (strcmp(origin, "default") == 0 || strcmp(origin, "environment") == 0) return;
    colon = strrchr(origin, ':');
    PROMISE(colon && value && *value);
    PROMISE(text_begins_with(origin, USERS ":") ||
            text_begins_with(origin, CLRELAY_CONFIG_FILE ":"));
    line = line_of(text_begins_with(origin, USERS) ? users : machine, (size_t)atol(colon + 1));
    PROMISE(line.length > strlen(value) && line.length > strlen(setting_name(setting)));
    PROMISE(memcmp(line.start, setting_name(setting), strlen(setting_name(setting))) == 0);
    PROMISE(memcmp(line.start + line.length - strlen(value), value, strlen(value)) == 0);
}

static bool has(struct text text, char letter)
{
    return text.length && memchr(text.start, letter, text.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static cl_platform_id list[MOST_LISTED];
    struct input input = { data, size };
    struct text machine = take_field(&input), users = take_field(&input), how = take_field(&input);
    bool others = has(how, 'w'), unreadable = has(how, 'e'), privileged = has(how, 'p');
    bool believed = !others && !unreadable && !privileged;
    world_begin();
    world_add((struct world_file){
        .path = CLRELAY_CONFIG_FILE, .kind = VERDICT_ACCEPTED, .bytes = machine });
    world_add((struct world_file){ .path = USERS,
                                   .kind = VERDICT_ACCEPTED,
                                   .bytes = users,
                                   .others_may_write = others,
                                   .error = unreadable ? 13 : 0 });
    if (privileged) world_be_privileged();
    if (has(how, 'v')) world_set("OCL_ICD_LOG", "debug:settings, call");
    fuzz_add_driver(0);
    fuzz_add_driver(1);
    *fuzz_text(1, CL_PLATFORM_NAME) = "other";
    world_add((struct world_file){ .path = "/etc/vendors", .kind = VERDICT_FILE_IS_DIRECTORY });
    world_add((struct world_file){
        .path = "/etc/vendors/a.icd", .kind = VERDICT_ACCEPTED, .bytes = { "0.so", 4 } });
    world_add((struct world_file){
        .path = "/etc/vendors/b.icd", .kind = VERDICT_ACCEPTED, .bytes = { "1.so", 4 } });
    PROMISE(fuzz_list(list) <= 2);
    for (int i = 0; i < SETTING_COUNT; i++) {
        check_origin((enum setting)i, machine, users);
        if (!believed) PROMISE(!text_begins_with(setting_origin((enum setting)i), USERS));
    }
    fuzz_ask_all(REPORTED(size));
    world_end();
    return 0;
}
