/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a target on files, and on the files in directories: for compilers without libFuzzer, and for
 * a single input under a debugger. */
#define _FILE_OFFSET_BITS                                                                          \
    64 /* lets 32-bit programs list large directories, and those of an emulator */
#include "input.h"

#include <dirent.h>

static unsigned long inputs;

static void replay_file(const char *path)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    uint8_t *exact;
    size_t size;
    if (!file) {
        perror(path);
        exit(2);
    }
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    /* The copy has exactly the input's size, so a checker sees any read past its end. */
    exact = malloc(size ? size : 1);
    if (!exact) abort();
    memcpy(exact, bytes, size);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    inputs++;
}

static void replay(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    char name[4096];
    if (!folder) {
        replay_file(path);
        return;
    }
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        replay(name);
    }
    closedir(folder);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) replay(arguments[i]);
    printf("%lu inputs\n", inputs);
    return inputs ? 0 : 1;
}
