/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Directories of manifests. Fields: letters about the world (p: privileged), the value of
 * OCL_ICD_VENDORS or nothing, then names and contents in turn. A name starts with the number of its
 * directory and the letter of its kind: see kinds.
 */
#include "../fuzz.h"

static const char *const folders[] = { WORLD_HOME "/OpenCL/vendors", "/opt/etc/OpenCL/vendors",
                                       "/etc/vendors", "/usr/vendors" };
enum { FOLDERS = sizeof folders / sizeof folders[0] };

static const struct {
    char letter;
    enum verdict kind;
    bool others_may_write;
    int error;
} kinds[] = {
    { 'f', VERDICT_ACCEPTED, false, 0 },           { 'w', VERDICT_ACCEPTED, true, 0 },
    { 'u', VERDICT_ACCEPTED, false, 13 },          { 'd', VERDICT_FILE_IS_DIRECTORY, false, 0 },
    { 'p', VERDICT_FILE_IS_FIFO, false, 0 },       { 'n', VERDICT_FILE_IS_DEVICE, false, 0 },
    { 'v', VERDICT_FILE_IS_DEVICE, false, 1 },     { 's', VERDICT_FILE_IS_SOCKET, false, 0 },
    { 'l', VERDICT_FILE_DANGLING_LINK, false, 0 }, { 'x', VERDICT_FILE_UNREADABLE, false, 13 },
};

/* No system has such names. */
static bool impossible(struct text name)
{
    return name.length == 0 || name.length > 255 || memchr(name.start, '/', name.length) ||
           memchr(name.start, '\0', name.length);
}

static void add_file(struct text name, struct text bytes)
{
    size_t folder = name.length > 2 ? (size_t)(unsigned char)name.start[0] % FOLDERS : 0, kind = 0;
    char letter = name.length > 2 ? name.start[1] : 'f';
    while (kind + 1 < sizeof kinds / sizeof kinds[0] && kinds[kind].letter != letter) kind++;
    name =
        name.length > 2 ? (struct text){ name.start + 2, name.length - 2 } : (struct text){ "", 0 };
    if (impossible(name)) return;
    world_add((struct world_file){
        .path = world_words("%s/%s", folders[folder], world_keep(name)),
        .kind = kinds[kind].kind,
        .others_may_write = kinds[kind].others_may_write,
        .error = kinds[kind].error,
        .bytes = bytes,
    });
}

/* Tells whether the loader should find the good driver: every manifest counts that no earlier one
 * hides. */
static const char *seen[256];
static size_t seen_count;

static bool is_hidden(const char *name)
{
    for (size_t i = 0; i < seen_count; i++)
        if (strcmp(seen[i], name) == 0) return true;
    return false;
}

static bool names_driver(const char *folder, const struct world_file *file, bool checked)
{
    const char *name = file->path + strlen(folder) + 1;
    struct text library;
    if (!text_ends_with(name, ".icd") || is_hidden(name)) return false;
    if (checked && file->kind == VERDICT_ACCEPTED && !file->error && file->others_may_write)
        return false;
    PROMISE(seen_count < sizeof seen / sizeof seen[0]);
    seen[seen_count++] = name;
    if (file->kind != VERDICT_ACCEPTED || file->error || file->bytes.length > 65536) return false;
    library = reference_manifest(file->bytes);
    return (library.length == 4 && memcmp(library.start, "0.so", 4) == 0) ||
           (library.length == 13 && memcmp(library.start, "/drivers/0.so", 13) == 0);
}

static bool expected(const struct world_file *const *files, size_t count, bool privileged)
{
    bool found = false;
    seen_count = 0;
    for (size_t folder = privileged ? 2 : 0; folder < FOLDERS; folder++)
        for (size_t i = 0; i < count; i++)
            if (text_begins_with(files[i]->path, folders[folder]) &&
                names_driver(folders[folder], files[i], folder < 2))
                found = true;
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 100 };
    static cl_platform_id list[MOST_LISTED];
    const struct world_file *files[MOST];
    struct input input = { data, size };
    struct text how = take_field(&input), value = take_field(&input);
    bool privileged = how.length && memchr(how.start, 'p', how.length);
    size_t count = 0;
    cl_uint found;
    world_begin();
    if (privileged) world_be_privileged();
    if (how.length && memchr(how.start, 'v', how.length)) world_set("OCL_ICD_LOG", "debug");
    if (value.length) world_set("OCL_ICD_VENDORS", world_keep(value));
    fuzz_add_driver(0);
    for (size_t i = 0; i < FOLDERS; i++)
        world_add((struct world_file){ .path = folders[i], .kind = VERDICT_FILE_IS_DIRECTORY });
    for (size_t i = 0; i < MOST && input.left > 0; i++) {
        struct text name = take_field(&input);
        add_file(name, take_field(&input));
    }
    for (size_t i = 0; i < FOLDERS; i++)
        count += world_list(folders[i], files + count, MOST - count);
    found = fuzz_list(list);
    PROMISE(found <= 1);
    if (!value.length || privileged) PROMISE((found == 1) == expected(files, count, privileged));
    fuzz_ask_all(REPORTED(size));
    world_end();
    return 0;
}
