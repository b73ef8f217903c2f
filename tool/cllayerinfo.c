/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists the layers that an OpenCL program of this user gets: their files, API versions and names,
 * the one that is called first at the top. It uses nothing but the public API and the system's list
 * of loaded libraries, so it works over any loader.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include "libraries.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static void look_at(const char *path, void *library)
{
    void *address = NULL;
    pfn_clGetLayerInfo info;
    if (libraries_find(library, "clInitLayerWithProperties") ||
        libraries_find(library, "clInitLayer"))
        address = libraries_find(library, "clGetLayerInfo");
    memcpy(&info, &address, sizeof info);
    if (info) print_layer(path, info);
}

int main(int argc, char **argv)
{
    cl_uint count;
    const char *wrong;

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
    /* The last loaded layer is called first. */
    wrong = libraries_each(look_at);
    if (wrong) fprintf(stderr, "cllayerinfo: %s\n", wrong);
    return wrong != NULL;
}
