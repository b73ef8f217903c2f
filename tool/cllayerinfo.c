/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists the layers that an OpenCL program of this user gets: their files, API versions and names,
 * the one that is called first at the top. It uses nothing but the public API and the system's list
 * of loaded libraries, so it works over any loader.
 */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *find(void *library, const char *name)
{
    struct link_map *map = NULL;
    Dl_info information;
    void *address = dlsym(library, name);
    /* Of this library itself, not of one that it depends on. */
    if (!address || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    if (!dladdr(address, &information)) return NULL;
    return strcmp(information.dli_fname, map->l_name) == 0 ? address : NULL;
}

static void print_layer(const char *path, pfn_clGetLayerInfo info)
{
    cl_layer_api_version version;
    size_t size = 0;
    char *name;
    printf("%s:\n", path);
    if (info(CL_LAYER_API_VERSION, sizeof version, &version, NULL) == CL_SUCCESS)
        printf("\tCL_LAYER_API_VERSION: %u\n", version);
    if (info(CL_LAYER_NAME, 0, NULL, &size) != CL_SUCCESS || size == 0 || size > 1 << 20) return;
    name = calloc(1, size + 1);
    if (name && info(CL_LAYER_NAME, size, name, NULL) == CL_SUCCESS)
        printf("\tCL_LAYER_NAME: %s\n", name);
    free(name);
}

/* Prints a loaded library if it is a layer. */
static void look_at(const char *path)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    void *address = NULL;
    pfn_clGetLayerInfo info;
    if (!library) return;
    if (find(library, "clInitLayerWithProperties") || find(library, "clInitLayer"))
        address = find(library, "clGetLayerInfo");
    memcpy(&info, &address, sizeof info);
    if (info) print_layer(path, info);
    dlclose(library);
}

int main(int argc, char **argv)
{
    cl_uint count;
    struct link_map *map = NULL;
    void *program;

    if (argc > 1) {
        bool help = strcmp(argv[1], "--help") == 0;
        fprintf(help ? stdout : stderr,
                "Usage: cllayerinfo\n"
                "Lists the OpenCL layers in use, the one that is called first at the top.\n"
                "Layers come from the variable OPENCL_LAYERS and from .lay files: see\n"
                "libOpenCL(7).\n");
        return help ? 0 : 2;
    }
    /* The first call loads the layers; there need not be a platform. */
    clGetPlatformIDs(0, NULL, &count);
    program = dlopen(NULL, RTLD_LAZY);
    if (!program || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0 || !map) {
        fprintf(stderr, "cllayerinfo: %s\n", dlerror());
        return 1;
    }
    /* Libraries are listed as they were loaded, and the last loaded layer is called first. */
    while (map->l_next) map = map->l_next;
    for (; map; map = map->l_prev)
        if (map->l_name && *map->l_name) look_at(map->l_name);
    return 0;
}
