/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a machine's GPUs are not used, one row each: the identifier, what it is about (causes_linux.c
 * explains the kinds), a function that recognises it from the machine's facts, what is wrong, what
 * to do, and a public report or manual.
 *
 * In the texts, {value} and {other} are what the function found, {hidden} the drivers that a
 * variable hides, and any other word in braces is a row of packages.h. The first row that fits
 * counts, so those that are more certain or more special come first.
 *
 * Define CAUSE, then include this file.
 */
/* clang-format off */
CAUSE(VENDORS_MISSING, VARIABLE, is_folder_missing,
      "{value} names a folder that is not there{hidden}",
      "Unset {value}, or correct it: it replaces the folders that the loader usually searches.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VENDORS_FILE, VARIABLE, is_file_for_folder,
      "{value} must name a folder, and this is a file{hidden}",
      "Unset {value}, or let it name the folder of the .icd files.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VENDORS_EMPTY, VARIABLE, is_folder_empty,
      "{value} names a folder without .icd files{hidden}",
      "Unset {value}, or correct it: it replaces the folders that the loader usually searches.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(FILENAMES_MANIFEST, VARIABLE, is_manifest_for_library,
      "OCL_ICD_FILENAMES must name libraries, and this is an .icd file",
      "Unset OCL_ICD_FILENAMES, or let it name the library that is written in the file. For .icd "
      "files there is OCL_ICD_VENDORS.",
      "https://github.com/inducer/pyopencl/issues/797")
CAUSE(FILENAMES_FOLDER, VARIABLE, is_folder_for_library,
      "OCL_ICD_FILENAMES must name libraries, and this is a folder",
      "Unset OCL_ICD_FILENAMES, or let it name the driver's library. For a folder of .icd files "
      "there is OCL_ICD_VENDORS.",
      "https://github.com/inducer/pyopencl/issues/797")

CAUSE(VFIO, GPU, is_for_virtual_machines,
      "the kernel keeps it for virtual machines (its driver is {value})",
      "Nothing, if you want this. Otherwise take it from vfio-pci, and give it to its own driver.",
      "https://docs.kernel.org/driver-api/vfio.html")
CAUSE(HIDDEN_BY_VARIABLE, GPU, is_hidden_by_variable,
      "{value} is {other}, which leaves all GPUs of this vendor out",
      "Nothing, if you want this. Otherwise unset {value}",
      "https://rocm.docs.amd.com/en/latest/conceptual/gpu-isolation.html")
CAUSE(NVIDIA_NOUVEAU, GPU, is_nouveau,
      "the kernel uses nouveau for it, and NVIDIA's OpenCL needs the module "
      "nvidia",
      "Install {NVIDIA_DRIVER}. Or use Mesa's rusticl, with RUSTICL_ENABLE=nouveau",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(NO_KERNEL_DRIVER, GPU, is_without_kernel_driver,
      "no kernel driver uses it{value}",
      "Load the kernel module of its driver{other}.",
      "https://docs.kernel.org/admin-guide/kernel-parameters.html")
CAUSE(NVIDIA_VERSIONS, GPU, is_of_other_version,
      "the kernel module nvidia is of version {value}, and the libraries are "
      "of version {other}",
      "Restart the machine, which loads the new module. If that does not help, or in a container: "
      "install the libraries of version {value}.",
      "https://github.com/tinygrad/open-gpu-kernel-modules/issues/32")
CAUSE(NVIDIA_CAPABILITIES, GPU | NO_DRIVER, is_without_compute,
      "NVIDIA_DRIVER_CAPABILITIES is {value}, so the container did not get "
      "the libraries for computing",
      "Start the container with NVIDIA_DRIVER_CAPABILITIES=compute,utility, or all.",
      "https://github.com/NVIDIA/nvidia-docker/issues/919")
CAUSE(LIBRARY_NO_ICD, GPU | NO_DRIVER, is_without_manifest,
      "the driver's library is there ({value}), and no .icd file names it",
      "Write the file: echo {value} | sudo tee /etc/OpenCL/vendors/{other}.icd",
      "https://github.com/KhronosGroup/OpenCL-Guide/issues/33")
CAUSE(INTEL_TOO_OLD, GPU, is_before_broadwell,
      "Intel's runtime does not support GPUs before Broadwell",
      "Use a driver for the processor: {POCL}.",
      "https://github.com/intel/compute-runtime/issues/55")
CAUSE(INTEL_DROPPED, GPU, is_dropped_by_intel,
      "the installed runtime of Intel ({value}) is for GPUs since Tiger "
      "Lake, and this one is older",
      "Install {INTEL_LEGACY}. Intel's own package for Debian and Ubuntu is "
      "intel-opencl-icd-legacy1.",
      "https://github.com/intel/compute-runtime/blob/master/LEGACY_PLATFORMS.md")
CAUSE(RUSTICL_OFF, GPU, is_rusticl_off,
      "Mesa's rusticl is there, which uses a GPU only if RUSTICL_ENABLE "
      "names its driver",
      "Set RUSTICL_ENABLE={value} where programs start.",
      "https://github.com/ilya-zlobintsev/LACT/issues/952")
CAUSE(RUSTICL_VALUE, GPU, is_rusticl_wrong,
      "RUSTICL_ENABLE is {other}, and the driver of this GPU is {value}",
      "Set RUSTICL_ENABLE={value} where programs start.",
      "https://github.com/ilya-zlobintsev/LACT/issues/952")
CAUSE(AMD_NO_KFD, GPU, is_without_kfd,
      "AMD's ROCm needs /dev/kfd, which is not there",
      "In a container, pass it on: docker run --device /dev/kfd --device /dev/dri. Otherwise use a "
      "kernel with CONFIG_HSA_AMD.",
      "https://github.com/ROCm/legacy-rocm-build/issues/1643")
CAUSE(CONTAINER_NO_NODE, GPU | NODE, is_in_container_without_node,
      "the container has no {value}",
      "If it is to use this GPU, pass the device on: docker run --device /dev/dri, or for NVIDIA's "
      "--gpus all.",
      "https://docs.docker.com/engine/containers/resource_constraints/#gpu")
CAUSE(NO_NODE, GPU | NODE, is_without_node,
      "there is no {value}",
      "Load the kernel module of its driver; in a container, pass the device on (docker run "
      "--device /dev/dri, or --gpus all).",
      "https://docs.kernel.org/gpu/drm-uapi.html")
CAUSE(NOT_OFFERED, GPU, is_any,
      "the cause is not known",
      "Install the OpenCL driver for this GPU, if it is not installed. What each driver says: "
      "clrelay drivers",
      "https://github.com/SaschaWillems/OpenCLCapsViewer/issues/7")

CAUSE(NONE_INSTALLED, NO_DRIVER, is_nothing_installed,
      "no driver is installed: there is no .icd file in the directories that were searched",
      "{value}",
      "https://github.com/Oblomov/clinfo/issues/11")

CAUSE(RIGHTS_NEW, RIGHTS, is_new_member,
      "you have no right to use it",
      "You are in the group {value}, but were not when you logged in: log out and in again.",
      "https://github.com/intel/compute-runtime/issues/350")
CAUSE(RIGHTS_GROUP, RIGHTS, is_group_missing,
      "you have no right to use it",
      "Join the group {value}: sudo usermod -aG {value} {other}; then log out and in again.",
      "https://github.com/intel/compute-runtime/issues/350")
CAUSE(RIGHTS_NAMELESS, RIGHTS, is_group_nameless,
      "you have no right to use it",
      "The group has no name here, as in a container: run the container with --group-add {value}",
      "https://github.com/ROCm/ROCm-docker/issues/116")
CAUSE(RIGHTS_UDEV, RIGHTS, is_group_useless,
      "you have no right to use it",
      "Not even its group ({value}) may use it: the rules of udev that belong to the driver are "
      "missing. Install the driver again.",
      "https://github.com/ROCm/ROCT-Thunk-Interface/issues/36")

CAUSE(RUSTICL_EMPTY, PLATFORM, is_rusticl_empty,
      "rusticl has no device: it uses only what RUSTICL_ENABLE names, which is not set",
      "Nothing, if you do not need it. Otherwise set RUSTICL_ENABLE to the GPU's driver, or to "
      "llvmpipe, which is for the processor.",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(CLOVER_EMPTY, PLATFORM, is_clover,
      "Clover, Mesa's older driver, has no device",
      "Nothing, if you do not need it. Mesa's newer driver is rusticl.",
      "https://github.com/filecoin-project/rust-fil-proofs/issues/1320")
CAUSE(POCL_EMPTY, PLATFORM, is_pocl_empty,
      "PoCL has no device, and POCL_DEVICES is {value}",
      "Unset POCL_DEVICES, or let it name kinds of devices that this PoCL has, such as cpu.",
      "https://portablecl.org/docs/html/env_variables.html")
