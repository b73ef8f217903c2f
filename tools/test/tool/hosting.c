/* SPDX-License-Identifier: Apache-2.0 */
/* A program that knows nothing of OpenCL. It opens the plugins (hosted.c) that its arguments name,
 * one after the other, and runs them. After the argument "renamed", it calls itself host/ng, as
 * services do to show their state. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int host(const char *file)
{
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    void *found = plugin ? dlsym(plugin, "plugin_run") : NULL;
    void (*run)(void);
    if (!found) return 1;
    memcpy(&run, &found, sizeof run);
    run();
    puts("done");
    return dlclose(plugin) ? 2 : 0;
}

int main(int words, char **word)
{
    int code = words > 1 ? 0 : 1;
    for (int i = 1; i < words && !code; i++) {
        if (strcmp(word[i], "renamed")) code = host(word[i]);
        else word[0][strlen(word[0]) - strlen("ing")] = '/';
    }
    return code;
}
