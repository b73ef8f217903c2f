/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists the layers that an OpenCL program of this user gets: their files, API versions and names,
 * the outermost first. It uses only the public API, the system's list of loaded libraries and, if
 * available, the loader's report, so it works with any loader. Scripts read its output, so it
 * suppresses what layers and drivers print to standard output, as other loaders' cllayerinfo does.
 * Standard error stays theirs, and the loader's log's.
 */
#define CL_TARGET_OPENCL_VERSION          300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS /* this program finds extension functions by name alone */
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include "../../include/clrelay/report.h"
#include "libraries.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *report; /* the loader's report, or NULL */

/* Reads the loader's report for its verdicts on layers. Without a report, every loaded layer is
 * listed. */
static void get_report(void)
{
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    clGetLoaderReportCLRELAY_fn get_json;
    size_t size = 0;
    if (!address) return;
    memcpy(&get_json, &address, sizeof get_json);
    if (get_json(0, NULL, &size) != CL_SUCCESS) return;
    report = malloc(size);
    if (!report || get_json(size, report, NULL) == CL_SUCCESS) return;
    free(report);
    report = NULL;
}

/* ---- layers that are not loaded ---- */

/* A piece of the report: a text as it is in the JSON, with its escapes. */
struct piece {
    const char *start;
    size_t length;
};

static bool is_wrong(struct piece verdict)
{
    enum { UNTRIED, WELL, OFF, OTHER_ARCHITECTURE, WRONG };
    static const struct {
        const char *name;
        int severity;
    } verdicts[] = {
#define VERDICT(id, severity, text) { #id, severity },
#include "base/verdicts.h"
    };
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
        if (strlen(verdicts[i].name) == verdict.length &&
            memcmp(verdicts[i].name, verdict.start, verdict.length) == 0)
            return verdicts[i].severity == WRONG;
    return false;
}

/* The text member of this name in a part of the report. It has no bytes if there is none, or it is
 * null. */
static struct piece text_in(struct piece part, const char *name)
{
    struct piece text = { "", 0 };
    const char *end = part.start + part.length;
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    text.start = strstr(part.start, key);
    if (!text.start || text.start >= end) return (struct piece){ "", 0 };
    text.start += strlen(key);
    while (text.start + text.length < end && text.start[text.length] != '"')
        text.length += text.start[text.length] == '\\' ? 2 : 1;
    return text;
}

static bool tell_if_wrong(struct piece layer)
{
    const struct piece verdict = text_in(layer, "verdict"), text = text_in(layer, "text");
    struct piece file = text_in(layer, "library");
    if (!is_wrong(verdict)) return false;
    if (file.length == 0) file = text_in(layer, "manifest");
    if (file.length == 0)
        return false; /* OPENCL_LAYERS=$OPENCL_LAYERS:layer.so names nothing else */
    fprintf(stderr, "cllayerinfo: the layer %.*s is left out: %.*s\n", (int)file.length, file.start,
            (int)text.length, text.start);
    return true;
}

/* Prints what is wrong with these layers of the report. Returns whether something is. */
static bool tell_refused(const char *layers)
{
    static const char begin[] = "{\"source\":"; /* the beginning of each layer */
    bool any = false;
    for (const char *at = strstr(layers, begin), *next; at; at = next) {
        next = strstr(at + 1, begin);
        any |= tell_if_wrong((struct piece){ at, next ? (size_t)(next - at) : strlen(at) });
    }
    return any;
}

/* Prints the listed layers that are not loaded. A loader without a report takes the same list, but
 * does not tell what became of a layer. */
static bool tell_not_loaded(const char *list)
{
    bool any = false;
    while (*list) {
        const size_t length = strcspn(list, LIBRARIES_SEPARATOR);
        char *name = calloc(1, length + 1);
        if (name && length) memcpy(name, list, length);
        if (name && length && !libraries_is_loaded(name)) {
            fprintf(stderr, "cllayerinfo: the layer %s of OPENCL_LAYERS is not loaded\n", name);
            any = true;
        }
        free(name);
        list += length + (list[length] != '\0');
    }
    return any;
}

static bool tell_missing(void)
{
    const char *layers = report ? strstr(report, "\"layers\":[") : NULL;
    const char *named = getenv("OPENCL_LAYERS");
    if (report) return layers && tell_refused(layers);
    return named && tell_not_loaded(named);
}

/* ---- layers that are loaded ---- */

/* Whether the loader refused this library, which stays loaded then. In the report, a layer's
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

static bool printed; /* a layer was printed */

static void print_layer(const char *path, pfn_clGetLayerInfo info)
{
    cl_layer_api_version version;
    size_t size = 0;
    char *name, line[64];
    printed = true;
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
    bool missing;
    /* The first call loads the layers, even if there is no platform. */
    clGetPlatformIDs(0, NULL, &count);
    get_report();
    /* The layer that was loaded last is called first. */
    wrong = libraries_each(print_library);
    missing = tell_missing();
    free(report);
    if (wrong) fprintf(stderr, "cllayerinfo: %s\n", wrong);
    else if (!printed && !missing) fprintf(stderr, "cllayerinfo: no layer is in use\n");
    return wrong || missing;
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
