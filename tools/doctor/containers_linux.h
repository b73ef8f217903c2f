/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of containers, and how one of each kind gets the host's GPUs. */
#ifndef CLRELAY_TOOLS_DOCTOR_CONTAINERS_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_CONTAINERS_LINUX_H

#include "facts_linux.h"

enum container_kind { CONTAINER_POD, CONTAINER_SINGULARITY, CONTAINER_IMAGE, CONTAINER_SYSTEM };

struct container {
    enum container_kind kind;
    /* This file is there in such a container; NULL: the variable of Kubernetes is set. */
    const char *file;
    /* Of CONTAINER_IMAGE, the command that makes one from an image. Otherwise NULL. */
    const char *command;
    /* What passes on a GPU of NVIDIA, of AMD, or of another vendor. */
    const char *nvidia, *amd, *other;
};

/* The container that this process is in. NULL: none is known. There /sys shows the host's GPUs. */
const struct container *container_of(const struct search *search);
/* Whether a GPU is the host's, and this container did not get it. */
bool container_lacks(const struct search *search, const struct gpu *gpu);
/* What passes on a GPU of this vendor. */
const char *container_option(const struct container *container, enum vendor vendor);

#endif
