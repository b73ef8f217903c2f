/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists the layers that an OpenCL program of this user gets: their files, API versions and names,
 * the outermost first. It uses only the public API, the system's list of loaded libraries and, if
 * available, the loader's report, so it works with any loader. Scripts read its output, so it
 * suppresses what layers and drivers print to standard output, as other loaders' cllayerinfo does.
 * Standard error stays theirs, and the loader's log's.
 */
#define CL_TARGET_OPENCL_VERSION          300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS /* extension functions are found by name alone */
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include "../../include/clrelay/report.h"
#include "libraries.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *report; /* the loader's, or NULL */

/* Reads the loader's report for its verdicts on layers. Without a report, every loaded layer is
 * listed. */
static void get_report(void)
{
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    clGetLoaderReportCLRELAY_fn ask;
    size_t size = 0;
    if (!address) return;
    memcpy(&ask, &address, sizeof ask);
    if (ask(0, NULL, &size) != CL_SUCCESS) return;
    report = malloc(size);
    if (!report || ask(size, report, NULL) == CL_SUCCESS) return;
    free(report);
    report = NULL;
}

/* Whether the loader refused this library, which then stays loaded. In the report, a layer's
 * verdict follows its file. */
static bool is_refused(const char *path)
{
    static const char layers[] = "\"layers\":[", file[] = "\"file\":\"",
                      verdict[] = "\"verdict\":\"";
    const char *at = report ? strstr(report, layers) : NULL;
    bool refused = false;
    if (!at) return false;
    while ((at = strstr(at, file)) != NULL) {
        at += strlen(file);
        if (strncmp(at, path, strlen(path)) != 0 || at[strlen(path)] != '"') continue;
        at = strstr(at, verdict);
        if (!at) return refused;
        at += strlen(verdict);
        if (strncmp(at, "LOADED\"", 7) == 0) return false; /* even if a duplicate was refused */
        refused = true;
    }
    return refused;
}

static void print_layer(const char *path, pfn_clGetLayerInfo info)
{
    cl_layer_api_version version;
    size_t size = 0;
    char *name, line[64];
    libraries_print(path);
    libraries_print(":\n");
    if (info(CL_LAYER_API_VERSION, sizeof version, &version, NULL) == CL_SUCCESS) {
        snprintf(line, sizeof line, "\tCL_LAYER_API_VERSION: %u\n", version);
        libraries_print(line);
    }
    if (info(CL_LAYER_NAME, 0, NULL, &size) != CL_SUCCESS || size == 0 || size > 1 << 20) return;
    name = calloc(1, size + 1);
    if (name && info(CL_LAYER_NAME, size, name, NULL) == CL_SUCCESS) {
        libraries_print("\tCL_LAYER_NAME: ");
        libraries_print(name);
        libraries_print("\n");
    }
    free(name);
}

/* Prints a loaded library if it is a layer. */
static void print_library(const char *path, void *library)
{
    void *address = NULL;
    pfn_clGetLayerInfo info;
    if (libraries_find(library, "clInitLayerWithProperties") ||
        libraries_find(library, "clInitLayer"))
        address = libraries_find(library, "clGetLayerInfo");
    memcpy(&info, &address, sizeof info);
    if (info && !is_refused(path)) print_layer(path, info);
}

static int list_layers(void)
{
    cl_uint count;
    const char *wrong;
    /* The first call loads the layers, even if there is no platform. */
    clGetPlatformIDs(0, NULL, &count);
    get_report();
    /* The layer that was loaded last is called first. */
    wrong = libraries_each(print_library);
    free(report);
    if (wrong) fprintf(stderr, "cllayerinfo: %s\n", wrong);
    return wrong != NULL;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        bool help = strcmp(argv[1], "--help") == 0;
        fprintf(help ? stdout : stderr,
                "Usage: cllayerinfo\n"
                "Lists the OpenCL layers in use, in the order in which they are called.\n"
                "Layers come from the variable OPENCL_LAYERS and from .lay files: see\n"
                "libOpenCL(7).\n");
        return help ? 0 : 2;
    }
    return libraries_run_isolated(list_layers);
}
