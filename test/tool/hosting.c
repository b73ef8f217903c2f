/* SPDX-License-Identifier: Apache-2.0 */
/* A program that knows nothing of OpenCL: it opens the plugin hosted.c, its first word, and runs
 * it. With another word, it calls itself host/ng before, as services show what they do. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int words, char **word)
{
    void *plugin = words > 1 ? dlopen(word[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void *found = plugin ? dlsym(plugin, "plugin_run") : NULL;
    void (*run)(void);
    if (!found) return 1;
    if (words > 2) word[0][strlen(word[0]) - strlen("ing")] = '/';
    memcpy(&run, &found, sizeof run);
    run();
    puts("done");
    return dlclose(plugin) ? 2 : 0;
}
