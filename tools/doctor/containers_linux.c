/* SPDX-License-Identifier: Apache-2.0 */
#include "containers_linux.h"

/* The first that fits counts: a pod's container may have the file of Docker, too. */
static const struct container containers[] = {
    { CONTAINER_POD, NULL, NULL, "the container's limit nvidia.com/gpu",
      "the container's limit amd.com/gpu", "the container's limit gpu.intel.com/i915 or /xe" },
    { CONTAINER_SINGULARITY, "/.singularity.d", NULL, "apptainer exec --nv",
      "apptainer exec --rocm", "apptainer exec without --contain" },
    { CONTAINER_IMAGE, "/run/.containerenv", "podman", "podman run --device nvidia.com/gpu=all",
      "podman run --device /dev/kfd --device /dev/dri", "podman run --device /dev/dri" },
    { CONTAINER_IMAGE, "/.dockerenv", "docker",
      "docker run --gpus all (with NVIDIA's Container Toolkit)",
      "docker run --device /dev/kfd --device /dev/dri", "docker run --device /dev/dri" },
    { CONTAINER_SYSTEM, "/run/systemd/container", NULL, "in the container's settings on the host",
      "in the container's settings on the host", "in the container's settings on the host" },
};

const struct container *container_of(const struct search *search)
{
    for (size_t i = 0; i < sizeof containers / sizeof *containers; i++) {
        const struct container *container = &containers[i];
        if (container->file ? fact_has_path(search, container->file) &&
                                  !fact_line_contains(search, container->file, "wsl", "")
                            : !fact_is_unset("KUBERNETES_SERVICE_HOST"))
            return container;
    }
    return NULL;
}

bool container_lacks(const struct search *search, const struct gpu *gpu)
{
    return container_of(search) && !fact_has_path(search, fact_nodes(gpu));
}

const char *container_option(const struct container *container, enum vendor vendor)
{
    return vendor == NVIDIA ? container->nvidia : vendor == AMD ? container->amd : container->other;
}
