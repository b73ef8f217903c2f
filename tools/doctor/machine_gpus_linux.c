/* SPDX-License-Identifier: Apache-2.0 */
/* GPUs that no platform lists, and their device nodes. */
#include "cause_rows_linux.h"
#include "containers_linux.h"
#include "machine.h"

#include "../report/packages.h"

#include <stdlib.h>
#include <string.h>

/* Whether each missing GPU of this vendor has a row that says why. Otherwise the cause of one is no
 * reason why the driver fails. */
static bool are_all_explained(const struct search *all, const struct probed *probed,
                              const struct gpu *gpus, size_t count)
{
    bool are = true;
    for (size_t i = 0; i < count && are; i++) {
        struct search search = *all;
        if (gpus[i].vendor != all->gpu->vendor || fact_is_offered(probed, &gpus[i])) continue;
        search.gpu = &gpus[i];
        are = cause_find(&search, search.report ? GPU : GPU | KERNEL) ||
              (!search.report && cause_find(&search, GPU | NODE));
        cause_forget(&search);
    }
    return are;
}

/* Whether there is a device of this type; NULL: of any. */
static bool has_device(const struct platforms *platforms, const char *type)
{
    for (size_t i = 0; i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        for (size_t j = 0; j < platform->device_count; j++)
            if (!type || text_same(platform->devices[j].type, type)) return true;
    }
    return false;
}

/* Whether programs get a device of this type; NULL: of any. */
static bool lists(const struct probed *probed, const char *type)
{
    const struct report *report = probed->report;
    for (size_t i = 0; report && i < report->drivers.count; i++)
        if (has_device(&report->drivers.all[i].platforms, type)) return true;
    return has_device(&probed->platforms, type);
}

/* Whether programs get the processor, and no driver for this GPU fails, which would have another
 * finding. */
static bool has_processor(const struct probed *probed, const struct gpu *gpu)
{
    if (probed->report && (fact_missing_bits(probed) & fact_vendor_bit(gpu->vendor))) return false;
    return lists(probed, "CPU");
}

/* Whether a container's driver for this GPU waits for a device, and there is none at all: somebody
 * wants to use the GPU. */
static bool is_awaited(const struct probed *probed, const struct gpu *gpu)
{
    return probed->report && (fact_missing_bits(probed) & fact_vendor_bit(gpu->vendor)) &&
           !lists(probed, NULL);
}

/* Adds why a GPU is missing. `all`: each missing GPU of the vendor has a row. `rest`: the rows for
 * what remains, or 0. Returns the row, or NULL. */
static const struct cause_row *add_gpu(struct findings *findings, struct search *search,
                                       enum urgency urgency, bool all, unsigned rest,
                                       const char *about)
{
    const unsigned bit = fact_vendor_bit(search->gpu->vendor);
    static const char beginning[] = "no platform lists it: ";
    const bool left = container_lacks(search, search->gpu);
    const unsigned kind = left ? GPU | NODE : search->report ? GPU : GPU | KERNEL;
    const struct cause_row *row = cause_add(findings, search, kind, urgency, about, beginning);
    if (!row && kind == (GPU | KERNEL))
        row = cause_add(findings, search, GPU | NODE, urgency, about, beginning);
    if (row) {
        /* If rusticl is not asked to use the GPU, this is no reason why another driver fails. */
        const bool is_choice = row->fits == is_rusticl_off || row->fits == is_rusticl_wrong;
        findings_set_part(findings, urgency, PART_GPU, is_choice || !all ? 0 : bit);
    } else if (!left && rest) { /* a container without the GPU has a row */
        row = cause_add(findings, search, rest, PROBLEM_UNKNOWN, about, beginning);
        if (row) findings_set_part(findings, PROBLEM_UNKNOWN, PART_UNKNOWN, bit);
    }
    return row;
}

/* Puts the GPUs of vendors whose driver is installed first: somebody wants to use these. */
static void put_wanted_first(struct gpu *gpus, size_t count, unsigned wanted)
{
    struct gpu ordered[MOST_GPUS];
    size_t filled = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i++)
            if ((wanted & fact_vendor_bit(gpus[i].vendor) ? 0 : 1) == pass)
                ordered[filled++] = gpus[i];
    memcpy(gpus, ordered, filled * sizeof *gpus);
}

size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct probed *probed, const struct probed *usual, bool *explained)
{
    struct gpu gpus[MOST_GPUS];
    size_t count = fact_find_gpus(options->root, gpus), missing = 0;
    put_wanted_first(gpus, count, fact_missing_bits(probed));
    for (size_t i = 0; i < count; i++) {
        /* The loader of other programs can't say why the program lacks a GPU that they get. */
        const bool asks_usual =
            !probed->report && usual->report && !fact_is_offered(usual, &gpus[i]);
        const struct probed *asked = asks_usual ? usual : probed;
        struct search search = {
            .root = options->root,
            .report = asked->report,
            .loader = asked->loader,
            .gpu = &gpus[i],
            .has_processor = has_processor(probed, &gpus[i]),
        };
        /* A container need not have the GPUs of its host. */
        const bool left = container_lacks(&search, &gpus[i]);
        const enum urgency urgency = is_too_old_beside_processor(&search)    ? NOTE_OTHER
                                     : left && !is_awaited(probed, &gpus[i]) ? WARNING_RIGHTS
                                                                             : PROBLEM_GPU;
        /* If the loader lists no device, another finding says so. */
        const unsigned rest = asked->report                          ? UNEXPLAINED
                              : has_device(&probed->platforms, NULL) ? UNREPORTED
                                                                     : 0;
        const struct cause_row *row;
        char *about;
        if (fact_is_offered(probed, &gpus[i])) continue;
        missing += !left;
        about = fact_describe_gpu(&gpus[i]);
        row = add_gpu(findings, &search, urgency, are_all_explained(&search, probed, gpus, count),
                      rest, about);
        if (row && (row->kinds & NO_DRIVER)) *explained = true;
        free(about);
    }
    return missing;
}

/* The vendors of nodes, as bits. Commas separate the nodes. */
static unsigned bits_of_nodes(const char *nodes)
{
    unsigned bits = 0;
    while (*nodes) {
        const size_t length = strcspn(nodes, ",");
        char *node = text_format("%.*s", (int)length, nodes);
        bits |= fact_node_bits(node);
        free(node);
        nodes += length + strspn(nodes + length, ", ");
    }
    return bits;
}

bool machine_misses(const struct probed *probed, const char *node)
{
    return fact_node_bits(node) & fact_missing_bits(probed);
}

void machine_add_rights(struct findings *findings, const struct options *options,
                        const struct rights *rights, enum urgency urgency)
{
    struct search search = { .root = options->root,
                             .rights = rights,
                             .who = rights->who,
                             .user = rights->user,
                             .again = rights->again };
    if (cause_add(findings, &search, RIGHTS, urgency, rights->nodes, ""))
        findings_set_part(findings, urgency, PART_NODE, bits_of_nodes(rights->nodes));
}

void machine_add_unopened(struct findings *findings, const struct options *options,
                          const struct unopened *unopened)
{
    char *first = text_format("%.*s", (int)strcspn(unopened->nodes, ","), unopened->nodes);
    struct search search = { .root = options->root, .node = first, .opening = unopened->error };
    if (cause_add(findings, &search, OPENING, PROBLEM_RIGHTS, unopened->nodes, ""))
        findings_set_part(findings, PROBLEM_RIGHTS, PART_OPENING, bits_of_nodes(unopened->nodes));
    free(first);
}

/* Whether one of the GPUs before this one is of the same vendor and needs the same driver. */
static bool is_named(const char *root, const struct gpu *gpus, size_t number, const char *driver)
{
    for (size_t i = 0; i < number; i++) {
        const struct search search = { .root = root, .gpu = &gpus[i] };
        if (gpus[i].vendor == gpus[number].vendor && text_same(gpu_driver(&search), driver))
            return true;
    }
    return false;
}

/* How a container gets NVIDIA's driver. NULL: it may have a driver of its own. The caller frees the
 * text. */
static char *driver_of_host(const struct search *search)
{
    const struct container *container = container_of(search);
    if (search->gpu->vendor != NVIDIA || !container) return NULL;
    if (container->kind == CONTAINER_SYSTEM)
        return text_format("the libraries of NVIDIA's driver, without its kernel module");
    return fact_has_path(search, "/dev/nvidiactl")
               ? text_format("install NVIDIA's OpenCL on the host, and start the container anew")
               : text_format("%s brings the host's driver", container->nvidia);
}

char *machine_advice(const struct options *options)
{
    struct search search = { .root = options->root };
    char *advice = text_format("Install a driver."), version[64];
    struct gpu gpus[MOST_GPUS];
    size_t count = fact_find_gpus(options->root, gpus);
    unsigned named = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned bit = fact_vendor_bit(gpus[i].vendor);
        const char *driver;
        char *host;
        search.gpu = &gpus[i];
        driver = gpu_driver(&search);
        if (!*driver || is_named(options->root, gpus, i, driver)) continue;
        host = driver_of_host(&search);
        text_add(&advice, " For %s GPU of %s: %s", named & bit ? "another" : "the",
                 fact_vendor_name(gpus[i].vendor), host ? host : driver);
        named |= bit;
        if (gpus[i].vendor == NVIDIA &&
            (!host || container_of(&search)->kind == CONTAINER_SYSTEM) &&
            fact_nvidia_version(&search, version, sizeof version))
            text_add(&advice, ", version %s", version);
        text_add(&advice, ".");
        free(host);
    }
    if (fact_has_path(&search, "/dev/dxg"))
        text_add(&advice, " For a GPU in WSL: Intel's runtime, or what AMD describes for WSL.");
    text_add(&advice, " For the processor: {POCL}");
    packages_fill(&advice, packages_distribution(options->root, NULL));
    return advice;
}
