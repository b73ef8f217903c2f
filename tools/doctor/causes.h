/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why programs can't use a machine's GPUs, one cause in each row. A row has an identifier, the
 * kinds of its subject (see cause_rows_linux.h), a function that decides from the machine's facts
 * whether the row fits, what is wrong, what to do, and a public report or manual.
 *
 * In the texts, {value} and {other} are what the function found; for a row of VARIABLE, {value} is
 * the variable. {hidden} lists the drivers that a variable hides. {kind} is the word driver or
 * layer, and {suffix} is .icd or .lay. {paths} is the variable that names folders of such files,
 * {vendors} the first folder that is searched for .icd files.
 * {driver} is what to install for the GPU of a row of GPU.
 * Rows of RIGHTS and PROCESS also have {user}, and the words that facts_linux.h names. Any other
 * word in braces is a row of package_rows.h.
 *
 * The first row that fits counts, so the more certain and the more special rows come first.
 *
 * Define CAUSE, then include this file.
 */
/* clang-format off */
CAUSE(LOADER_BAD_FIRST, NO_LOADER, is_loader_bad_first,
      "the one that is found first cannot be opened: {value}",
      "Take its folder out of LD_LIBRARY_PATH: then programs get {other}",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(LOADER_NAMED, NO_LOADER, is_named_loader_missing,
      "the loader cannot be opened: {value}",
      "Name another library with --library.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(LOADER_BAD, NO_LOADER, is_loader_bad,
      "the one that is found cannot be opened: {value}",
      "{other}",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(LOADER_UNFIT, NO_LOADER, is_loader_unfit,
      "the one that is found cannot be opened: {value}",
      "{other}",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(LOADER_MISSING, NO_LOADER, is_loader_missing,
      "the loader cannot be opened: {value}",
      "Install {LOADER}. If it is there, in a folder that the system does not know: run ldconfig "
      "as root, or set LD_LIBRARY_PATH to the folder.",
      "https://github.com/clearlinux/distribution/issues/1671")
CAUSE(LOADER_BESIDE_BAD, LIBRARY, is_only_beside_bad,
      "programs find another libOpenCL.so.1, which cannot be opened: {value}. Only this command uses this file, its own",
      "Replace that file, or set LD_LIBRARY_PATH to {other}",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(LOADER_BESIDE, LIBRARY, is_only_beside,
      "programs find no libOpenCL.so.1: only this command uses this file, its own",
      "If the system searches {value}, run ldconfig as root. If not: set LD_LIBRARY_PATH to it, or install {LOADER}.",
      "https://man7.org/linux/man-pages/man8/ldconfig.8.html")
CAUSE(LOADER_OF_CUDA, LIBRARY, is_cuda_first,
      "LD_LIBRARY_PATH has {value}, so programs get the libOpenCL.so.1 of the CUDA toolkit and not "
      "{other}",
      "Take {value} out of LD_LIBRARY_PATH, or put a folder before it with only a link to {other}",
      "https://github.com/OpenKinect/libfreenect2/pull/796")
CAUSE(LOADER_IN_FOLDER, LIBRARY, is_hidden_by_folder,
      "programs get this libOpenCL.so.1 and not {other}, which belongs to this command",
      "Take {value} out of LD_LIBRARY_PATH, or put a folder before it with only a link to {other}",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(LOADER_IS_DRIVER, LIBRARY, is_driver_as_loader,
      "it is a driver ({value}), not a loader: with it, programs get no other driver, and some do not start",
      "{other}",
      "https://github.com/MichaIng/DietPi/issues/4101")
CAUSE(LOADER_UNSEARCHED, LIBRARY, is_own_unsearched,
      "programs get this libOpenCL.so.1; {value}, which belongs to this command, is in a folder that they do not search",
      "Nothing, if you want this. Otherwise name that folder in a file in /etc/ld.so.conf.d that sorts before all others, "
      "and run ldconfig as root.",
      "https://man7.org/linux/man-pages/man8/ldconfig.8.html")
CAUSE(LOADER_IN_CACHE, LIBRARY, is_hidden_by_cache,
      "programs get this libOpenCL.so.1 and not {value}, which belongs to this command",
      "Run ldconfig as root. If that does not help, name the folder of {value} in a file in /etc/ld.so.conf.d that sorts "
      "before all others, and run ldconfig again.",
      "https://man7.org/linux/man-pages/man8/ldconfig.8.html")
CAUSE(LOADER_CHOSEN, LIBRARY, is_chosen_by_folder,
      "LD_LIBRARY_PATH has {value}, so programs get this and not {other}",
      "Nothing, if you want this. Otherwise take {value} out of LD_LIBRARY_PATH, or put a folder before it with only a link "
      "to {other}",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")

CAUSE(VARIABLE_SHELL, VARIABLE, has_work_for_shell,
      "{value} has {other} in it, which only a shell interprets, so there is no such file{hidden}",
      "Write the whole path into {value}, without {other}.",
      "https://github.com/inducer/pyopencl/issues/797")
CAUSE(VARIABLE_BLANK, VARIABLE, has_blank_around,
      "{value} has a blank before or after this path, so there is no such file{hidden}",
      "Take the blank out of {value}.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VARIABLE_SEPARATOR, VARIABLE, has_other_separator,
      "{value} has {other} between its elements, and the separator of lists is : here{hidden}",
      "Write : in place of {other} in {value}.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VENDOR_PATH_LIST, VARIABLE, is_list_for_one_folder,
      "{value} is a list, and it takes one folder{hidden}",
      "Write the list into OCL_ICD_VENDORS, and unset {value}.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VENDORS_LIST, VARIABLE, is_list_for_one,
      "{value} is a list, and {other}{hidden}",
      "Name one in {value}, such as a folder with links to all these .icd files. Or use clrelay's libOpenCL, which takes "
      "a list in OCL_ICD_VENDORS.",
      "https://github.com/OCL-dev/ocl-icd/issues/7")
CAUSE(VENDORS_NO_FILE, VARIABLE, is_file_missing,
      "{value} names a file that is not there{hidden}",
      "Unset {value}, or correct it: it replaces the folders that the loader usually searches.",
      "https://github.com/OCL-dev/ocl-icd/issues/7")
CAUSE(VENDORS_SUFFIX, VARIABLE, is_without_suffix,
      "{value} has a name without .icd, so the loader takes it for a library{hidden}",
      "Write {other} in {value}.",
      "https://github.com/pocl/pocl/issues/645")
CAUSE(VENDORS_MISSING, VARIABLE, is_folder_missing,
      "{value} names a folder that is not there{hidden}",
      "Unset {value}, or correct it: it replaces the folders that the loader usually searches.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VENDORS_FILE, VARIABLE, is_file_for_folder,
      "{value} must name a folder, and this is a file{hidden}",
      "Unset {value}, or let it name the folder of the .icd files.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(VENDORS_EMPTY, VARIABLE, is_folder_empty,
      "{value} names a folder without {suffix} files{hidden}",
      "Unset {value}, or correct it: it replaces the folders that the loader usually searches.",
      "https://github.com/KhronosGroup/OpenCL-ICD-Loader")
CAUSE(FILENAMES_MANIFEST, VARIABLE, is_manifest_for_library,
      "{value} must name libraries, and this is a manifest ({suffix})",
      "Unset {value}, or let it name the library that is written in the file. For {suffix} "
      "files there is {paths}.",
      "https://github.com/inducer/pyopencl/issues/797")
CAUSE(FILENAMES_FOLDER, VARIABLE, is_folder_for_library,
      "{value} must name libraries, and this is a folder",
      "Unset {value}, or let it name the {kind}'s library. For a folder of {suffix} files "
      "there is {paths}.",
      "https://github.com/inducer/pyopencl/issues/797")

CAUSE(FILENAMES_LACKS, UNREAD, is_named_and_lacks_library,
      "{value} names it, but this libOpenCL has not opened it; it also needs {other}, which is not found",
      "Install the package that has {other}, or name its folder in LD_LIBRARY_PATH. Then run clrelay doctor again.",
      "https://github.com/spack/spack/issues/49757")
CAUSE(FILENAMES_UNREAD, UNREAD, is_named_and_unread,
      "{value} names it, but this libOpenCL has not opened it: not every libOpenCL knows this variable",
      "Name it in a file, too: sudo mkdir -p {vendors} && echo '{other}' | sudo tee {vendors}/NAME.icd",
      "https://github.com/inducer/pyopencl/issues/797")
CAUSE(FOLDER_UNREAD, UNREAD, is_in_unread_folder,
      "this libOpenCL has not opened it: not every libOpenCL searches {value}",
      "sudo {other}, if you need it. Or let OCL_ICD_VENDORS name its folder, instead of all others.",
      "https://github.com/openSUSE/nvidia-driver-G06/issues/75")

CAUSE(GPU_TOO_OLD, GPU | NODE | KERNEL, is_too_old_beside_processor,
      "no driver that is still maintained is for a GPU as old as this one",
      "Nothing, if programs can use the processor, which is listed.",
      "https://github.com/luke-jr/bfgminer/issues/249")
CAUSE(NVIDIA_TOO_OLD, GPU | NODE | KERNEL, is_before_geforce_8,
      "it is older than the GeForce 8, the first of NVIDIA's GPUs with OpenCL",
      "Use a newer GPU, or a driver for the processor: {POCL}.",
      "https://developer.nvidia.com/cuda-legacy-gpus")
CAUSE(VFIO, GPU | KERNEL, is_for_virtual_machines,
      "the kernel keeps it for virtual machines (its driver is {value})",
      "Nothing, if you want this. Otherwise unbind it from {value}, and bind it to its own driver.",
      "https://docs.kernel.org/driver-api/vfio.html")
CAUSE(HIDDEN_BY_VARIABLE, GPU | KERNEL, is_hidden_by_variable,
      "{value} is {other}, which leaves all GPUs of this vendor out",
      "Nothing, if you want this. Otherwise unset {value}",
      "https://rocm.docs.amd.com/en/latest/conceptual/gpu-isolation.html")
CAUSE(BBSWITCH_OFF, GPU | KERNEL, is_switched_off,
      "it is switched off (/proc/acpi/bbswitch)",
      "With Bumblebee, start programs with optirun. Or switch it on, and load its module: echo ON | sudo tee "
      "/proc/acpi/bbswitch; sudo modprobe nvidia",
      "https://github.com/Bumblebee-Project/Bumblebee/issues/509")
CAUSE(NVIDIA_NOUVEAU, GPU | KERNEL, is_nouveau,
      "the kernel uses nouveau for it, and NVIDIA's OpenCL needs the module "
      "nvidia",
      "Install {driver}. Or use {RUSTICL}, with RUSTICL_ENABLE=nouveau",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(SECURE_BOOT, GPU | KERNEL, is_unsigned_module,
      "the kernel module nvidia is installed and not loaded, and Secure Boot is on, which refuses "
      "modules without a known signature",
      "See what sudo modprobe nvidia says. Key rejected: sign the module, and enroll the key with mokutil --import. No such "
      "device: this version of the driver may not be for this GPU.",
      "https://github.com/openSUSE/openSUSE-docs-revamped-temp/pull/49")
CAUSE(NVIDIA_OTHER_KERNEL, GPU | KERNEL, is_module_of_other_kernel,
      "the kernel module nvidia is there for another kernel, but not for {value}, the running one",
      "Restart the machine, if a newer kernel was installed. Otherwise install the kernel's headers, and build the module "
      "again (dkms autoinstall, akmods).",
      "https://wiki.archlinux.org/title/NVIDIA")
CAUSE(NVIDIA_OPEN_ONLY, GPU | KERNEL, is_beside_gpu_for_open_module,
      "NVIDIA's open kernel module is loaded, which supports GPUs since Turing; this one is older, and another one here "
      "works only with that module",
      "Nothing: with NVIDIA's driver, one machine cannot use both at once.",
      "https://github.com/NVIDIA/open-gpu-kernel-modules")
CAUSE(NVIDIA_OPEN_MODULE, GPU | KERNEL, is_too_old_for_open_module,
      "NVIDIA's open kernel module is loaded, which supports GPUs since Turing, and this one is "
      "older",
      "Install {driver}, and its proprietary kernel module, not the open one.",
      "https://github.com/NVIDIA/open-gpu-kernel-modules")
CAUSE(NVIDIA_LEFT_OUT, GPU | KERNEL, is_left_by_module,
      "the kernel module nvidia, version {value}, is loaded and does not use it",
      "sudo dmesg | grep NVRM says why. Where it says that the driver no longer supports the GPU: "
      "install the older driver that it names.",
      "https://www.nvidia.com/en-us/drivers/unix/legacy-gpu/")
CAUSE(KERNEL_TOO_OLD, GPU | KERNEL, is_newer_than_kernel,
      "no kernel driver uses it, and the modules of this kernel ({value}) are for other GPUs of the vendor",
      "Use a newer kernel, as of a newer release of the distribution. If the GPU is older than this kernel: sudo dmesg may "
      "say why.",
      "https://github.com/openvinotoolkit/openvino/issues/8003")
CAUSE(INTEL_LEFT_OUT, GPU | KERNEL, is_left_by_intel_module,
      "the kernel module {value} is loaded and does not use it",
      "Use a newer kernel. Where sudo dmesg says that the GPU is not supported by default: start "
      "the kernel with {other}",
      "https://github.com/intel/compute-runtime/issues/185")
CAUSE(OPTIRUN, GPU | KERNEL, is_for_optirun,
      "no kernel driver uses it, and {value} (of Bumblebee) is there, which may turn it on for programs that it starts",
      "Try a program with it: optirun clrelay doctor",
      "https://github.com/Bumblebee-Project/Bumblebee/issues/509")
CAUSE(MODULE_OFF, GPU | KERNEL, is_module_off,
      "no kernel driver uses it: {other} keeps everybody from loading the kernel module {value}",
      "If a tool wrote that file, switch the GPU on with it; on Ubuntu: sudo prime-select on-demand. Otherwise take all lines "
      "about {value} out of it, and restart the machine.",
      "https://man7.org/linux/man-pages/man5/modprobe.d.5.html")
CAUSE(MODULE_BLACKLISTED, GPU | KERNEL, is_module_blacklisted,
      "no kernel driver uses it: {other} keeps the kernel module {value} from being loaded",
      "Take 'blacklist {value}' out of {other}, and restart the machine. At once: sudo modprobe {value}",
      "https://man7.org/linux/man-pages/man5/modprobe.d.5.html")
CAUSE(MODULE_UNLOADED, GPU | KERNEL, is_module_unloaded,
      "no kernel driver uses it, and the kernel module for it, {value}, is not loaded",
      "sudo modprobe {value}. If that fails, it says why; more is in sudo dmesg.",
      "https://man7.org/linux/man-pages/man5/modules.dep.5.html")
CAUSE(MODULES_MISSING, GPU | KERNEL, is_without_modules,
      "no kernel driver uses it, and none is installed for this kernel ({value})",
      "Install the rest of the kernel's modules (Ubuntu: linux-modules-extra-{value}), or a kernel that is not for virtual "
      "machines alone.",
      "https://man7.org/linux/man-pages/man5/modules.dep.5.html")
CAUSE(AMD_LEFT_OUT, GPU | KERNEL, is_left_by_amd_module,
      "no kernel driver uses it, though the module is loaded ({value})",
      "See sudo dmesg | grep -e amdgpu -e radeon. If firmware is missing: install {AMD_FIRMWARE}. If the kernel is older than "
      "the GPU: use a newer one.",
      "https://github.com/ROCm/legacy-rocm-build/issues/1357")
CAUSE(NO_KERNEL_DRIVER, GPU | KERNEL, is_without_kernel_driver,
      "no kernel driver uses it{value}",
      "Load the kernel module of its driver{other}.",
      "https://docs.kernel.org/admin-guide/kernel-parameters.html")
CAUSE(NVIDIA_LINK, GPU, is_link_to_other_version,
      "{other} does not lead to the library of the loaded module nvidia, version {value}, which is there",
      "Point it at that: sudo ln -sfn libnvidia-opencl.so.{value} '{other}'. In the image of a container, "
      "remove the other version, which hides the host's.",
      "https://github.com/NVIDIA/nvidia-docker/issues/1327")
CAUSE(NVIDIA_VERSIONS, GPU, is_of_other_version,
      "the kernel module nvidia is of version {value}, and the libraries are of version {other}",
      "Restart the machine, if the driver was updated. If that does not help, or in a container: install the libraries of "
      "version {value}.",
      "https://github.com/tinygrad/open-gpu-kernel-modules/issues/32")
CAUSE(SINGULARITY_NO_ICD, GPU | NO_DRIVER, is_in_singularity_without_manifest,
      "no .icd file names the driver's library, {value}",
      "Start the container with the host's files: apptainer (or singularity) exec -B /etc/OpenCL/vendors",
      "https://github.com/apptainer/singularity/issues/1156")
CAUSE(STEAM_NO_ICD, GPU | NO_DRIVER, is_in_steam_without_manifest,
      "no .icd file names the driver's library, {value}",
      "This is Steam's container. Let the program use the host's .icd files, by its launch option: "
      "OCL_ICD_VENDORS={other} %command%",
      "https://github.com/ValveSoftware/Proton/issues/7537")
CAUSE(LIBRARY_NO_ICD, GPU | NO_DRIVER, is_without_manifest,
      "no .icd file names the driver's library, {value}",
      "Write the file: sudo mkdir -p {vendors} && echo '{value}' | sudo tee "
      "{vendors}/{other}.icd",
      "https://github.com/KhronosGroup/OpenCL-Guide/issues/33")
CAUSE(NVIDIA_CAPABILITIES, GPU | NODE | NO_DRIVER, is_without_compute,
      "NVIDIA_DRIVER_CAPABILITIES is {value}, so the container did not get "
      "the libraries for computing",
      "Start the container with NVIDIA_DRIVER_CAPABILITIES=compute,utility, or all.",
      "https://github.com/NVIDIA/nvidia-docker/issues/919")
CAUSE(NVIDIA_UTILITY_ONLY, GPU | NODE | NO_DRIVER, is_container_with_utility,
      "the container got NVIDIA's libraries for nvidia-smi, and not those for computing",
      "Start the container with NVIDIA_DRIVER_CAPABILITIES=compute,utility, or all.",
      "https://github.com/DeadSix27/waifu2x-converter-cpp/issues/258")
CAUSE(NVIDIA_NO_LIBRARIES, GPU | NODE | NO_DRIVER, is_container_without_libraries,
      "the container has its device nodes, and not the libraries of NVIDIA's driver",
      "{other}",
      "https://docs.nvidia.com/datacenter/cloud-native/container-toolkit/latest/install-guide.html")
CAUSE(NVIDIA_NO_UVM, GPU | NODE, is_without_uvm,
      "/dev/nvidia-uvm is not there, which NVIDIA's OpenCL needs",
      "{other}",
      "https://github.com/OpenKinect/libfreenect2/issues/153")
CAUSE(BEIGNET_SELF_TEST, GPU, is_failed_by_beignet,
      "the test that Beignet makes of it fails",
      "With Haswell, a newer kernel may help, 4.2 or later. If it does not: set OCL_IGNORE_SELF_TEST=1 where programs start, and see "
      "whether clrelay test gets right numbers.",
      "https://github.com/maweigert/spimagine/issues/2")
CAUSE(INTEL_TOO_OLD, GPU | NODE | GUESS, is_before_broadwell,
      "Intel's runtime does not support GPUs before Broadwell, and of Atoms before Apollo Lake",
      "Use a driver for the processor: {POCL}.",
      "https://github.com/intel/compute-runtime/issues/55")
CAUSE(INTEL_DROPPED, GPU | GUESS, is_dropped_by_intel,
      "the installed Intel runtime ({value}) is only for GPUs since Tiger Lake, and this GPU is older",
      "Install {INTEL_LEGACY}. Intel's own package for Debian and Ubuntu is intel-opencl-icd-legacy1.",
      "https://github.com/intel/compute-runtime/blob/master/LEGACY_PLATFORMS.md")
CAUSE(INTEL_MAY_DROP, GPU | GUESS, is_perhaps_dropped_by_intel,
      "Intel's runtime is for this GPU only up to version 24.35, and the version of the installed one is not known",
      "If it is newer: install {INTEL_24_35}. Otherwise sudo dmesg may say more.",
      "https://github.com/zelikos/davincibox/issues/177")
CAUSE(INTEL_LEGACY_ONLY, GPU | GUESS, is_legacy_only,
      "the installed Intel runtime is the one for GPUs before Tiger Lake, and this GPU is newer",
      "Install {INTEL_DRIVER}.",
      "https://github.com/intel/compute-runtime/blob/master/LEGACY_PLATFORMS.md")
CAUSE(INTEL_TOO_NEW, GPU | GUESS, is_newer_than_runtime,
      "the installed runtime of Intel ({value}) is older than this GPU",
      "Install a newer one, such as that of a newer release of the distribution, or Intel's own.",
      "https://github.com/intel/compute-runtime/releases")
CAUSE(INTEL_XE, GPU | GUESS, is_older_intel_with_xe,
      "the kernel's driver for it is xe, with which Intel's runtime supports GPUs since Lunar Lake, and older ones only "
      "in some versions",
      "Install a newer runtime. Or let i915 drive it: start the kernel with i915.force_probe={value} xe.force_probe=!{value}",
      "https://github.com/intel/compute-runtime/issues/899")
CAUSE(INTEL_KERNEL, GPU | GUESS, is_kernel_newer_than_runtime,
      "the installed Intel runtime ({value}) may find no GPU with Linux 6.7.5 up to 6.8.x; this is {other}",
      "Install a newer runtime, or use another kernel. Until then, start programs with NEOReadDebugKeys=1 and "
      "OverrideGpuAddressSpace=48 in the environment.",
      "https://github.com/intel/compute-runtime/issues/710")
CAUSE(BEIGNET, GPU | GUESS, is_left_by_beignet,
      "Beignet, Intel's old driver, does not use it",
      "Install {INTEL_DRIVER}, if it is for this GPU.",
      "https://github.com/OpenKinect/libfreenect2/issues/920")
CAUSE(RUSTICL_NOT_BUILT, GPU | NO_DRIVER, is_rusticl_not_built,
      "Mesa's package for OpenCL is there, without rusticl, which is Mesa's driver for it",
      "Use a build of Mesa with rusticl, such as that of a newer release of the distribution. RUSTICL_ENABLE='{value}' then "
      "lets it use this GPU.",
      "https://github.com/UbuntuAsahi/ubuntu-asahi/issues/135")
CAUSE(RUSTICL_MISSING, GPU | NO_DRIVER, is_rusticl_missing,
      "RUSTICL_ENABLE is {value}, and Mesa's rusticl is not installed as an OpenCL driver",
      "Install {RUSTICL}.",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(RUSTICL_OFF, GPU, is_rusticl_off,
      "Mesa's rusticl is there, which uses a GPU only if RUSTICL_ENABLE "
      "names its driver",
      "Set RUSTICL_ENABLE='{value}' where programs start.",
      "https://github.com/ilya-zlobintsev/LACT/issues/952")
CAUSE(RUSTICL_VALUE, GPU, is_rusticl_wrong,
      "RUSTICL_ENABLE is {other}, and does not name the driver of this GPU",
      "Set RUSTICL_ENABLE='{value}' where programs start.",
      "https://github.com/ilya-zlobintsev/LACT/issues/952")
CAUSE(AMD_TOO_OLD, GPU | NODE, is_before_evergreen,
      "its generation is older than the Radeon HD 5000, and no current driver of Mesa or AMD supports it",
      "Use a newer GPU, or a driver for the processor: {POCL}.",
      "https://github.com/tmpim/kristforge/issues/11")
CAUSE(AMD_RADEON, GPU, is_radeon,
      "the kernel uses radeon for it, and AMD's OpenCL needs amdgpu",
      "Use {RUSTICL}, with RUSTICL_ENABLE=radeonsi. Or, for an old AMDGPU-PRO, start the kernel with radeon.si_support=0 "
      "amdgpu.si_support=1 (for CIK: cik_ in place of si_)",
      "https://docs.kernel.org/gpu/amdgpu/module-parameters.html")
CAUSE(ROCM_NO_OPENCL, GPU | NO_DRIVER, is_rocm_without_opencl,
      "ROCm is installed ({value}), and its OpenCL is not",
      "Install ROCm's package for OpenCL. In AMD's repository it is rocm-opencl-runtime.",
      "https://github.com/ROCm/legacy-rocm-build/issues/474")
CAUSE(AMD_NOT_IN_KFD_IN_GUEST, GPU | GUESS, is_not_in_kfd_in_guest,
      "the kernel's part for computing (KFD) has left it out",
      "sudo dmesg | grep kfd says why. If it lacks PCIe atomics: the virtual machine may not pass them on. Or use "
      "{RUSTICL}, with RUSTICL_ENABLE=radeonsi",
      "https://github.com/ROCm/legacy-rocm-build/issues/307")
CAUSE(AMD_NOT_IN_KFD, GPU | GUESS, is_not_in_kfd,
      "the kernel's part for computing (KFD) has left it out",
      "sudo dmesg | grep kfd says why. Try a newer kernel or, without PCIe atomics, another slot. Or use {RUSTICL}, with "
      "RUSTICL_ENABLE=radeonsi",
      "https://github.com/ROCm/legacy-rocm-build/issues/1214")
CAUSE(AMD_PRO_LEGACY, GPU | GUESS, is_before_amdgpu_pro,
      "since AMDGPU-PRO 17.40, its {value} is only for Vega and newer GPUs, and this GPU is older",
      "Install its driver for older GPUs: amdgpu-pro-install -y --opencl=legacy",
      "https://github.com/fireice-uk/xmr-stak/issues/550")
CAUSE(AMD_TOO_NEW, GPU | GUESS, is_newer_than_rocm,
      "the installed ROCm ({value}) is older than this GPU ({other})",
      "Use a newer ROCm, in a container the one of a newer image. Or use {RUSTICL}, with RUSTICL_ENABLE=radeonsi",
      "https://github.com/FoldingAtHome/containers/issues/36")
CAUSE(AMD_DROPPED, GPU | GUESS, is_dropped_by_rocm,
      "ROCm has no support for GPUs before Vega ({other}) since its version 7, and the installed one is {value}",
      "Use ROCm 6.4 or older, with ROC_ENABLE_PRE_VEGA=1 where programs start. Or use {RUSTICL}, with "
      "RUSTICL_ENABLE=radeonsi",
      "https://github.com/ROCm/clr/issues/269")
CAUSE(AMD_PRE_VEGA, GPU | GUESS, is_before_vega,
      "it is older than Vega ({value}), and ROCm's OpenCL leaves it out unless ROC_ENABLE_PRE_VEGA "
      "is 1",
      "Set ROC_ENABLE_PRE_VEGA=1 where programs start. ROCm 7 has no support at all: use an older "
      "one, or {RUSTICL}, with RUSTICL_ENABLE=radeonsi",
      "https://github.com/ROCm/legacy-rocm-build/issues/1864")
CAUSE(AMD_KFD_HIDDEN, GPU, is_kfd_hidden,
      "AMD's ROCm needs /dev/kfd: the kernel has it, but this /dev does not",
      "Pass it on: {other}",
      "https://github.com/netblue30/firejail/issues/6364")
CAUSE(AMD_NO_KFD, GPU, is_without_kfd,
      "AMD's ROCm needs /dev/kfd, which is not there",
      "{other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/1643")
CAUSE(NIXOS_FOLDER, GPU | NO_DRIVER, is_nixos_folder_left,
      "the drivers of NixOS are in /run/opengl-driver/etc/OpenCL/vendors, which was not searched",
      "Set OCL_ICD_VENDORS=/run/opengl-driver/etc/OpenCL/vendors where programs start.",
      "https://nixos.org/manual/nixos/stable/#sec-gpu-accel-opencl")
CAUSE(CONDA_FOLDER, GPU | NO_DRIVER, is_in_conda,
      "conda's libOpenCL searches only {value}, and the system's drivers are in "
      "/etc/OpenCL/vendors",
      "Install {SYSTEM_DRIVERS}.",
      "https://github.com/JuliaGPU/OpenCL.jl/issues/149")
CAUSE(CONDA_EMPTY, NO_DRIVER, is_in_empty_conda,
      "no driver is found: conda's libOpenCL searches only {value}, where there is no .icd file",
      "Install {POCL}. Or, for drivers of the system: conda install -c conda-forge ocl-icd-system",
      "https://github.com/magnus-haw/arcjetCV/issues/21")
CAUSE(SYSTEM_FOLDER, GPU | NO_DRIVER, is_system_folder_left,
      "this libOpenCL does not search /etc/OpenCL/vendors, where the system's drivers are",
      "Set OCL_ICD_VENDORS=/etc/OpenCL/vendors where programs start, or use the system's "
      "libOpenCL.",
      "https://github.com/ComputeCanada/software-stack/issues/139")
CAUSE(PREFIX_FOLDER, NO_DRIVER, is_prefix_folder_left,
      "no driver is found: there are .icd files in {value}, beside this libOpenCL, which does not search that folder",
      "Set OCL_ICD_VENDORS='{value}' where programs start.",
      "https://github.com/gentoo/gentoo/pull/29311")
CAUSE(FLATPAK_NVIDIA, GPU | NODE | NO_DRIVER, is_in_flatpak_with_nvidia,
      "this is a sandbox of Flatpak, which has no libraries of NVIDIA's driver",
      "Install the extension of the same version as the kernel module: flatpak install '{value}'. "
      "The program also needs --device=dri.",
      "https://github.com/flatpak/flatpak/issues/574")
CAUSE(FLATPAK, GPU | NO_DRIVER, is_in_flatpak,
      "this is a sandbox of Flatpak, which has the drivers of its runtime and extensions, and not "
      "the system's",
      "Use the program as a package of the system. Or use Mesa's rusticl, if the runtime has it: "
      "flatpak run --device=dri --env=RUSTICL_ENABLE=DRIVER PROGRAM",
      "https://github.com/flathub/org.darktable.Darktable/issues/10")
CAUSE(SNAP, GPU | NO_DRIVER, is_in_snap,
      "this is the snap {value}, which has the drivers inside it, and of the system's only NVIDIA's",
      "Use the program as a package of the system, or ask the maker of the snap for a driver.",
      "https://github.com/krrishnarraj/clpeak/issues/105")
CAUSE(WSL_NVIDIA, GPU | NODE | NO_DRIVER, is_wsl_with_nvidia,
      "NVIDIA's driver brings CUDA into WSL (/usr/lib/wsl/lib), and no OpenCL",
      "Use PoCL, built with ENABLE_CUDA=ON; or run the program on Windows.",
      "https://github.com/microsoft/WSL/issues/6951")
CAUSE(WSL_INTEL, GPU | NODE | NO_DRIVER, is_wsl_with_intel,
      "Windows has Intel's driver for it (/usr/lib/wsl/drivers), and Intel's OpenCL for Linux is "
      "not installed",
      "Install {INTEL_DRIVER}.",
      "https://github.com/ufo-kit/ufo-core/blob/master/docs/manual/install/windows.rst")
CAUSE(WSL_ROCM_OFF, GPU | NODE, is_wsl_with_rocm_off,
      "ROCm looks for it through {value}, and perhaps only if HSA_ENABLE_DXG_DETECTION is 1",
      "Set HSA_ENABLE_DXG_DETECTION=1 where programs start.",
      "https://github.com/ROCm/librocdxg/issues/34")
CAUSE(WSL_ROCM, GPU, is_wsl_with_rocm,
      "only AMD's ROCm for WSL uses /dev/dxg; its newer versions need librocdxg, which is not in /opt/rocm",
      "If this is not AMD's ROCm for WSL, install that, as AMD describes. Or run the program on Windows.",
      "https://github.com/ROCm/librocdxg")
CAUSE(WSL_OTHER, GPU, is_wsl,
      "WSL has GPUs as /dev/dxg alone, without /dev/dri and /dev/kfd, and no driver here is known to use /dev/dxg",
      "Use a driver that does: for Intel's GPUs Intel's runtime, for AMD's what AMD describes for WSL. Or run the program on "
      "Windows.",
      "https://github.com/microsoft/WSL/issues/6372")
CAUSE(TEGRA, GPU | NODE | NO_DRIVER, is_tegra,
      "it is part of a Tegra, for which NVIDIA has no OpenCL driver",
      "Use PoCL, built with ENABLE_CUDA=ON.",
      "https://github.com/ProjectPhysX/OpenCL-Benchmark/issues/28")
CAUSE(MALI_NO_ICD, GPU | NODE | NO_DRIVER, is_mali_without_manifest,
      "no .icd file names ARM's library with OpenCL, {value}",
      "Write the file: sudo mkdir -p {vendors} && echo '{value}' | sudo tee "
      "{vendors}/mali.icd",
      "https://github.com/amazingfate/armbian-rock5b-images/issues/4")
CAUSE(MALI_NO_DRIVER, GPU | NODE | NO_DRIVER, is_mali_without_driver,
      "the kernel has ARM's own driver, and ARM's library for it (libmali) is not installed as an OpenCL driver. Mesa does "
      "not use /dev/mali0",
      "Install libmali with OpenCL from the board's maker, and write its path to {vendors}/mali.icd",
      "https://github.com/airockchip/rknn-toolkit2/issues/286")
CAUSE(ARM_NO_DRIVER, GPU | NODE | NO_DRIVER, is_arm_without_driver,
      "Mesa's rusticl, the OpenCL driver for it, is not installed",
      "Install {RUSTICL}, and set RUSTICL_ENABLE='{value}' where programs start.",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(POD_NO_NODE, GPU | NODE, is_in_pod,
      "the pod of Kubernetes has no {value}",
      "If it is to use this GPU, set {other}, on a node where the vendor's device plugin runs.",
      "https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/")
CAUSE(CONTAINER_NO_NODE, GPU | NODE, is_in_container,
      "the container has no {value}",
      "If it is to use this GPU, pass it on: {other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/1643")
CAUSE(PRIVATE_DEVICES, GPU | NODE, is_in_private_service,
      "there is no {value}: systemd gives this service a /dev of its own (PrivateDevices)",
      "Run sudo systemctl edit '{other}', write there a line [Service] and one PrivateDevices=no, and restart the service.",
      "https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html")
CAUSE(NVIDIA_NO_NODES, GPU | NODE, is_nvidia_without_nodes,
      "the kernel module nvidia uses it, and there is no {value}",
      "Try sudo nvidia-smi, which makes them where it can. In a container, pass them on: docker run --gpus all",
      "https://manpages.debian.org/bookworm/nvidia-modprobe/nvidia-modprobe.1.en.html")
CAUSE(DRIVER_NO_NODE, GPU | NODE, is_driver_without_node,
      "the kernel's driver {other} uses it, and there is no {value}",
      "In a container, pass the device on (docker run --device /dev/dri). Otherwise see what the kernel says: sudo dmesg | grep '{other}'",
      "https://docs.kernel.org/gpu/drm-uapi.html")
CAUSE(NO_NODE, GPU | NODE, is_without_node,
      "there is no {value}",
      "Load the kernel module of its driver; in a container, pass the device on (docker run "
      "--device /dev/dri, or --gpus all).",
      "https://docs.kernel.org/gpu/drm-uapi.html")
CAUSE(DRIVER_HIDDEN, GPU, is_driver_hidden,
      "{other} leaves out {value}, which names its driver",
      "Nothing, if you want this. Otherwise unset {other}.",
      "https://registry.khronos.org/OpenCL/specs/unified/html/OpenCL_Ext.html#cl_khr_icd-opencl")
CAUSE(INTEL_NO_DRIVER, GPU, is_intel_without_driver,
      "none of the drivers is for GPUs of Intel",
      "Install {driver}.",
      "https://github.com/SaschaWillems/OpenCLCapsViewer/issues/7")
CAUSE(NVIDIA_NO_DRIVER, GPU, is_nvidia_without_driver,
      "none of the drivers is for GPUs of NVIDIA",
      "Install {driver}.",
      "https://github.com/inducer/pyopencl/pull/669")
CAUSE(AMD_OLD_NO_DRIVER, GPU, is_old_amd_without_driver,
      "none of the drivers is for GPUs of AMD, and AMD's ROCm usually leaves this one out, which is older than Vega",
      "Install {driver}.",
      "https://github.com/pocl/pocl/issues/1073")
CAUSE(AMD_NO_DRIVER, GPU, is_amd_without_driver,
      "none of the drivers is for GPUs of AMD",
      "Install {driver}.",
      "https://github.com/ROCm/legacy-rocm-build/issues/474")
CAUSE(GPU_DRIVER_SAYS, UNEXPLAINED, is_refused_by_driver,
      "its driver says: {value}",
      "If that names a remedy, follow it. Otherwise use another version of the driver ({other}), or of the kernel.",
      "https://github.com/ROCm/legacy-rocm-build/issues/1423")
CAUSE(AMD_UNEXPLAINED, UNEXPLAINED, is_unexplained_by_amd,
      "AMD's driver does not find it, and the cause is not known",
      "AMD_LOG_LEVEL=4 clinfo may say more. Otherwise install another version of the driver.",
      "https://github.com/ROCm/ROCm-OpenCL-Runtime/issues/144")
CAUSE(GPU_LEFT_OUT, UNEXPLAINED, is_left_by_working_driver,
      "{value}, a driver for GPUs of this vendor, lists other devices, and the cause is not known",
      "Install a newer version of that driver: it may be older than this GPU. If it is new: sudo dmesg may say more.",
      "https://github.com/mudler/LocalAI/issues/9540")
CAUSE(NOT_OFFERED, UNEXPLAINED, is_any,
      "the cause is not known",
      "Install the OpenCL driver for this GPU, if it is not installed; if it is, another version of it.",
      "https://github.com/SaschaWillems/OpenCLCapsViewer/issues/7")

CAUSE(UNREPORTED_GPU, UNREPORTED, is_unreported_gpu,
      "this loader does not say why",
      "To see what becomes of each driver, let clrelay's library look: clrelay doctor --library '{other}'",
      "https://github.com/pocl/pocl/issues/1073")
CAUSE(UNREPORTED_LEFT, NO_DRIVER, is_unreported_with_variable,
      "this loader found no platform, and does not say why; but {value} is there, which OCL_ICD_VENDORS may leave out",
      "Unset OCL_ICD_VENDORS. To see what becomes of each driver, let clrelay's library look: clrelay doctor "
      "--library '{other}'",
      "https://github.com/Oblomov/clinfo/issues/11")
CAUSE(UNREPORTED_PATH, NO_DRIVER, is_unreported_with_path,
      "this loader found no platform, and does not say why; but {value} is there, which OPENCL_VENDOR_PATH may leave out",
      "Unset OPENCL_VENDOR_PATH. To see what becomes of each driver, let clrelay's library look: clrelay doctor "
      "--library '{other}'",
      "https://github.com/OCL-dev/ocl-icd/issues/7")
CAUSE(LIBRARIES_MISSING, NO_DRIVER, is_unreported_without_libraries,
      "this loader found no platform: {value} names {other}, which is not there",
      "Correct that path, or install the driver again. If the driver is no longer wanted: sudo rm '{value}'",
      "https://github.com/pocl/pocl/issues/945")
CAUSE(UNREPORTED_NONE, NO_DRIVER, is_unreported_with_files,
      "this loader found no platform, and does not say why; but {value} is there, so a driver may be installed",
      "To see what becomes of each driver, let clrelay's library look: clrelay doctor --library '{other}'",
      "https://github.com/Oblomov/clinfo/issues/11")
CAUSE(MANIFEST_RENAMED, NO_DRIVER, is_manifest_renamed,
      "no driver is found: there is {value}, but loaders read only files whose names end in .icd",
      "If you want that driver: sudo mv {value} {other}",
      "https://github.com/mbevand/silentarmy/issues/41")
CAUSE(POCL_LOST, NO_DRIVER | NO_DEVICE | NO_PLATFORM, is_pocl_lost,
      "PoCL, a driver for the processor, is not found: {value}, and that file is gone",
      "Install the file again: {other}",
      "https://github.com/mbevand/silentarmy/issues/41")
CAUSE(MANIFEST_LOST, NO_DRIVER, is_manifest_lost,
      "no driver is found: {value}, and that file is gone",
      "Install the file again: {other}",
      "https://github.com/mbevand/silentarmy/issues/41")
CAUSE(DRIVER_NO_ICD, NO_DRIVER | NO_DEVICE | NO_PLATFORM, is_accelerator_without_manifest,
      "no .icd file names the library of a driver, {value}",
      "Write the file: sudo mkdir -p {vendors} && echo '{value}' | sudo tee "
      "{vendors}/{other}.icd",
      "https://github.com/Xilinx/XRT/issues/2414")
CAUSE(LIBRARY_UNNAMED, NO_DRIVER | NO_DEVICE | NO_PLATFORM, is_library_without_manifest,
      "no .icd file names the library of a driver, {value}",
      "Write the file: sudo mkdir -p {vendors} && echo '{value}' | sudo tee "
      "{vendors}/{other}.icd",
      "https://github.com/sipeed/LicheePi4A/issues/13")
CAUSE(WSL_1, NO_DRIVER, is_wsl_1,
      "no driver is installed, and programs in WSL 1 cannot use a GPU",
      "For a GPU, run the program on Windows. For the processor: {POCL}",
      "https://github.com/exploitagency/vanitygen-plus/issues/209")
CAUSE(V3D_NO_DRIVER, NO_DRIVER, is_v3d_without_any_driver,
      "no driver is installed. For the GPU of a Raspberry Pi 4 or 5, newer versions of Mesa have one",
      "Install {RUSTICL}, and set RUSTICL_ENABLE=v3d where programs start, if that Mesa knows v3d. For the processor: {POCL}",
      "https://github.com/void-linux/void-packages/issues/57684")
CAUSE(NO_ICD_FILE, NO_DRIVER, is_unreported_without_files,
      "this loader found no platform, and there is no .icd file in /etc/OpenCL/vendors",
      "{value}",
      "https://github.com/benoitsteiner/tensorflow-opencl/issues/36")
CAUSE(NONE_INSTALLED, NO_DRIVER, is_nothing_installed,
      "no driver is installed: there is no .icd file in the directories that were searched{other}",
      "{value}",
      "https://github.com/Oblomov/clinfo/issues/11")

CAUSE(OTHER_ARCHITECTURE, ALL_OFF, is_for_other_architecture,
      "all drivers are for another architecture, and this program is for {value}",
      "Install a driver for that. A 32-bit program needs a 32-bit driver, even on a 64-bit system: on Debian and Ubuntu the "
      "package's name ends in :i386, on Fedora in .i686, and on Arch it begins with lib32-.",
      "https://github.com/dthpham/sminterpolate/pull/115")
CAUSE(ALL_OFF, ALL_OFF, is_any_machine,
      "all drivers are off or for another architecture",
      "Undo what turns them off, or install others, for this architecture: clrelay drivers says why each of them is off.",
      "https://wiki.archlinux.org/title/GPGPU")

CAUSE(WSL_IN_CONTAINER, NO_DEVICE | NO_PLATFORM | DRIVER, is_wsl_in_container,
      "the container has no /dev/dxg, through which programs in WSL get at GPUs",
      "Pass it on: {other} run --device /dev/dxg -v /usr/lib/wsl:/usr/lib/wsl",
      "https://github.com/intel/compute-runtime/issues/625")
CAUSE(WSL_NO_GPU, NO_DEVICE | NO_PLATFORM, is_wsl_without_gpu,
      "there are drivers, but no device: WSL has no /dev/dxg, so no GPU is in reach",
      "Use version 2 of WSL, up to date (wsl --update), and a driver for Windows that supports it. "
      "For the processor: {POCL}",
      "https://github.com/intel/compute-runtime/issues/300")
CAUSE(EMPTY_DRIVER_SAYS, NO_DEVICE, is_empty_with_words,
      "there are drivers, but no device; {other} says: {value}",
      "If that names a remedy, follow it. Otherwise check that the device is there and that you may use it.",
      "https://github.com/ROCm/legacy-rocm-build/issues/1423")
CAUSE(UNREPORTED_EMPTY, NO_DEVICE, is_unreported,
      "this loader lists platforms, but no device, and does not say why",
      "Check that the device is there and that you may use it. To see what each driver says, let clrelay's library look: "
      "clrelay doctor --library '{other}'",
      "https://github.com/intel/compute-runtime/issues/350")
CAUSE(POCL_HIDDEN, NO_DEVICE, is_pocl_hidden,
      "there are drivers, but no device: {other} leaves {value} out, a driver for the processor",
      "Unset {other}. For a GPU, check that it is there and that you may use it.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(POCL_OFF, NO_DEVICE, is_pocl_off,
      "there are drivers, but no device; {value} is off, a driver for the processor",
      "Undo what turns it off: clrelay drivers says why. For a GPU, check that it is there and that you may use it.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(POCL_UNUSED, NO_DEVICE, is_pocl_there,
      "there are drivers, but no device, not even from PoCL, which is for the processor",
      "POCL_DEBUG=error,warning clrelay doctor quotes what PoCL says. For a GPU, check that it is there and that you may use "
      "it.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(NO_GPU_FOR_ALL, NO_DEVICE, is_without_any_gpu,
      "there is no device: the drivers that can be used here are for GPUs, and none of these GPUs is here",
      "For the processor, install {POCL}. A virtual machine or a container has only the GPUs that are passed to it.",
      "https://github.com/intel/compute-runtime/issues/628")
CAUSE(V3D_NO_DEVICE, NO_DEVICE, is_v3d_without_driver,
      "there is no device. For the GPU of a Raspberry Pi 4 or 5, newer versions of Mesa have a driver",
      "Install {RUSTICL}, and set RUSTICL_ENABLE=v3d where programs start, if that Mesa knows v3d. For the processor: {POCL}",
      "https://github.com/void-linux/void-packages/issues/57684")
CAUSE(NO_DEVICE, NO_DEVICE, is_any_machine,
      "there are drivers, but no device",
      "Check that the device is there and that you may use it; or install a driver for the "
      "processor: {POCL}",
      "https://github.com/intel/compute-runtime/issues/350")

CAUSE(NO_GPU_FOR_DRIVER, DRIVER, is_without_its_gpu,
      "it is for GPUs of {value}, and there is none here",
      "Nothing, if you want this. To leave the driver out: clrelay disable '{other}'",
      "https://registry.khronos.org/OpenCL/specs/unified/html/OpenCL_Ext.html#cl_khr_icd-opencl")
CAUSE(ILLEGAL_IN_GUEST, DRIVER | BUILD, is_illegal_instruction_in_guest,
      "has met an instruction that this virtual machine's processor lacks, or has aborted on purpose",
      "Try another build of the driver. If the virtual machine (VirtualBox, QEMU) hides instructions of the host's "
      "processor: let it have them. Until then leave the driver out: clrelay disable '{value}'",
      "https://github.com/pocl/pocl/issues/268")
CAUSE(ILLEGAL_INSTRUCTION, DRIVER | BUILD, is_illegal_instruction,
      "has met an instruction that this processor lacks, or has aborted on purpose",
      "Try another build of the driver, one for this processor. Until then leave it out: clrelay disable '{value}'",
      "https://github.com/pocl/pocl/issues/857")
CAUSE(NVIDIA_STACK, DRIVER | BUILD, is_nvidia_without_stack_limit,
      "has crashed; the stack has no limit here (ulimit -s), and this driver may crash without one",
      "Try again with a limit: ulimit -s 8192",
      "https://github.com/DeltaGroupNJUPT/Vina-GPU/issues/10")
CAUSE(AMD_RADEON_CRASHES, DRIVER, is_crash_with_radeon,
      "the kernel uses radeon for the GPU, and AMD's OpenCL needs amdgpu",
      "Start the kernel with radeon.si_support=0 amdgpu.si_support=1 (for CIK: cik_ in place of si_). Or use {RUSTICL}, with "
      "RUSTICL_ENABLE=radeonsi",
      "https://github.com/fireice-uk/xmr-stak/issues/2162")
CAUSE(BEIGNET_CRASHES, DRIVER, is_beignet_crashing,
      "it is Beignet, Intel's old driver, which is no longer maintained",
      "Leave it out: clrelay disable '{value}'. Install {INTEL_DRIVER}, if it is for this GPU.",
      "https://github.com/darktable-org/darktable/issues/5842")
CAUSE(INTEL_WSL, DRIVER | BUILD | CRASHED, is_stopped_in_wsl,
      "has aborted in its code for WSL",
      "Update Intel's graphics driver on Windows, then run wsl --shutdown there. If that does not help, install another "
      "version of {INTEL_DRIVER}.",
      "https://github.com/intel/compute-runtime/issues/688")
CAUSE(INTEL_OTHER_COMPILER, DRIVER | BUILD | QUOTED, is_stopped_by_other_compiler,
      "has aborted in the code for its own kernels, and LD_LIBRARY_PATH leads to {value}, a part of its compiler",
      "If that is of another release: take {other} out of LD_LIBRARY_PATH. Otherwise install driver and compiler of one "
      "release.",
      "https://github.com/intel/compute-runtime/issues/217")
CAUSE(INTEL_BUILT_INS, DRIVER | BUILD, is_stopped_at_built_ins,
      "has aborted in the code for its own kernels, which its compiler builds",
      "Install Intel's runtime anew with the compiler of the same release (libigdfcl, libigc). Until then leave it out: "
      "clrelay disable '{value}'",
      "https://github.com/intel/compute-runtime/issues/657")
CAUSE(INTEL_GMM, DRIVER | BUILD | QUOTED, is_stopped_at_gmm,
      "has aborted in its code for gmmlib (libigdgmm), which may be missing or of another release",
      "Install Intel's runtime anew with the gmmlib of the same release, and let LD_LIBRARY_PATH lead to no other. Until "
      "then leave it out: clrelay disable '{value}'",
      "https://github.com/intel/compute-runtime/issues/99")
CAUSE(VC4CL_KMS, DRIVER | BUILD, is_vc4_with_kms,
      "{value} gives the GPU to the kernel: {other}",
      "Try without that line: write # before it in {value}, and restart the machine.",
      "https://github.com/doe300/VC4CL/issues/16")
CAUSE(XRT_UNSET, DRIVER | QUOTED, is_xrt_unset,
      "XILINX_XRT is not set, and the driver asks for it",
      "In the shell that starts the program: source '{value}'",
      "https://github.com/Xilinx/Vitis_Accel_Examples/issues/65")
CAUSE(XRT_LIB64, DRIVER, is_xrt_in_lib64,
      "XILINX_XRT is {value}, so XRT may look for its libraries in {value}/lib, and they are in {value}/lib64",
      "sudo mkdir -p '{value}'/lib && sudo ln -s '{value}'/lib64/libxrt* '{value}'/lib/",
      "https://github.com/Xilinx/XRT/issues/5621")
CAUSE(XRT_NO_LIBRARIES, DRIVER, is_xrt_elsewhere,
      "XILINX_XRT is {value}, so XRT may look for its libraries in {value}/lib, and libxrt_core is not there",
      "Let XILINX_XRT name XRT's folder, as its setup.sh does.",
      "https://github.com/Xilinx/XRT/issues/5621")
CAUSE(LIBRARY_SAID, DRIVER | QUOTED, is_library_said_missing,
      "it says that it does not find {value}",
      "Install the package that has {value}: {other}",
      "https://github.com/intel/llvm/issues/12545")
CAUSE(SYMBOL_SHADOWED, DRIVER | QUOTED, is_symbol_shadowed,
      "it gets {value}, a symbol that the system's file of that name has",
      "{other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/2934")
CAUSE(SYMBOL_LATE, DRIVER | QUOTED, is_symbol_missing_late,
      "{value}",
      "{other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/2934")
CAUSE(LIBC_MIXED, DRIVER, is_libc_mixed,
      "its {value} does not belong to the C library here, {other}",
      "Use a driver and programs from one release of the system (Nix: one channel), or another version of the driver.",
      "https://github.com/NixOS/nixpkgs/issues/97311")
CAUSE(SYSFS_MISSING, DRIVER, is_without_sysfs,
      "/sys is not there, where it looks for the processor",
      "Mount it: sudo mount -t sysfs sysfs /sys. For a chroot, do so from outside.",
      "https://github.com/open-mpi/hwloc/pull/570")
CAUSE(LIBRARY_OF_OPTIRUN, DRIVER, is_library_of_optirun,
      "there is {value}, for programs that optirun starts",
      "Start programs with it: optirun clrelay doctor",
      "https://github.com/Bumblebee-Project/Bumblebee/issues/509")
CAUSE(NEEDED_STORE, DRIVER, is_needed_missing_in_store,
      "a driver finds libraries in {value} by its RUNPATH, which does not lead to this one",
      "That is a mistake of the driver's package: report it, and use another version. Until then set LD_LIBRARY_PATH to "
      "{other}",
      "https://github.com/NixOS/nixpkgs/issues/72898")
CAUSE(NEEDED_BESIDE, DRIVER, is_needed_beside,
      "it lies in a folder that the dynamic linker does not search",
      "Set LD_LIBRARY_PATH={other}.",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(LIBNUMA, DRIVER, is_libnuma_missing,
      "that library is not part of the driver",
      "Install {LIBNUMA}.",
      "https://github.com/ROCm/legacy-rocm-build/issues/1082")
CAUSE(NEEDED_MISSING, DRIVER, is_needed_missing,
      "a library that the driver needs is missing, and not the driver itself",
      "Install the package that has {value}: {other}",
      "https://github.com/ROCm/ROCm-OpenCL-Runtime/issues/42")
CAUSE(NOT_CACHED, DRIVER, is_name_not_cached,
      "there is {value}, in a folder that ldconfig searches",
      "Run sudo ldconfig. If that does not help, write the whole path: echo '{value}' | sudo tee '{other}'",
      "https://github.com/lightgbm-org/LightGBM/issues/882")
CAUSE(NOT_SEARCHED, DRIVER, is_name_not_searched,
      "there is {value}, which is not searched",
      "Write the whole path: echo '{value}' | sudo tee '{other}'",
      "https://man7.org/linux/man-pages/man8/ld.so.8.html")
CAUSE(MANIFEST_LEFT, DRIVER, is_manifest_left_behind,
      "it is left over: {value} names the version that is there",
      "Remove the file: sudo rm '{other}'",
      "https://github.com/ROCm/legacy-rocm-build/issues/1331")
CAUSE(LIBRARY_ELSEWHERE, DRIVER, is_library_elsewhere,
      "there is {value}",
      "If that is the driver, write its path: echo '{value}' | sudo tee '{other}'",
      "https://github.com/ROCm/legacy-rocm-build/issues/1240")
CAUSE(PACKAGE_FILE_LOST, DRIVER, is_lost_from_package,
      "the package {value} has that file, and the file is gone",
      "Install the package again: {other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/1011")
CAUSE(DIRECT_ONLY, DRIVER, is_for_direct_use,
      "it has OpenCL's functions, and not a driver's: programs may use it in a loader's place",
      "Make a link libOpenCL.so.1 to {value} in a folder, and set LD_LIBRARY_PATH to that folder for programs. Or {other}",
      "https://github.com/ARM-software/ComputeLibrary/issues/58")
CAUSE(OPT_MISSING, DRIVER, is_missing_from_opt,
      "a driver below /opt is its maker's, and not the distribution's",
      "Install it again with its maker's installer or repository. If it is no longer wanted, {value}",
      "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/ch03s13.html")

CAUSE(INTEL_SMALL_BAR, DRIVER | QUOTED, is_small_bar_refused,
      "it says: {value}. With the kernel's driver xe, it leaves out GPUs without Resizable BAR",
      "If the machine's firmware (BIOS, UEFI) can: turn on Resizable BAR and Above 4G Decoding there; for a virtual machine, in the "
      "host's.",
      "https://github.com/intel/compute-runtime/issues/997")
CAUSE(DRIVER_SAYS, DRIVER | QUOTED, is_absent_with_words,
      "it says: {value}",
      "If that names a remedy, follow it. Otherwise see what the kernel says (sudo dmesg), or use another version of the "
      "driver.",
      "https://github.com/ROCm/legacy-rocm-build/issues/1423")
CAUSE(GPU_UNFOUND_OPEN, DRIVER, is_its_gpu_with_open_module,
      "its GPU is there ({value})",
      "See what the kernel says: sudo dmesg | grep {other}. Otherwise restart the machine, or try NVIDIA's other kind of "
      "kernel module, the proprietary one.",
      "https://github.com/NixOS/nixpkgs/issues/325378")
CAUSE(GPU_UNFOUND_INSIDE, DRIVER, is_its_gpu_in_container,
      "its GPU is there ({value})",
      "The container's driver may be too old for the GPU or for the host's {other}, or too new: try a newer image, then an older one. "
      "Otherwise see what the kernel says: sudo dmesg",
      "https://github.com/OpenVisualCloud/Dockerfiles/issues/662")
CAUSE(GPU_UNFOUND, DRIVER, is_its_gpu_there,
      "its GPU is there ({value})",
      "See what the kernel says: sudo dmesg | grep {other}. Otherwise restart the machine, or install another version of "
      "the driver.",
      "https://github.com/darktable-org/darktable/issues/5834")

CAUSE(CACHE_NO_DEVICE, CACHE, is_empty_without_cache,
      "has no device, because it can't write to {value}, where it keeps what it builds",
      "Let this user write to that folder, which {other} leads to. Or set POCL_CACHE_DIR to a folder that this user "
      "may write to.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(POCL_NO_LIBRARIES, CACHE, is_without_device_libraries,
      "has no device: this PoCL has each kind of device in a library of its own, and there is no {other} in {value}",
      "Install all of PoCL's packages, or another build of it, such as conda-forge's. If you have built it: install it, "
      "into the folders that it was built for.",
      "https://github.com/NixOS/nixpkgs/issues/89954")
CAUSE(CACHE_NO_BUILD, CACHE, is_useless_without_cache,
      "can't write to {value}, where it keeps what it builds, so programs can't build kernels",
      "Let this user write to that folder, which {other} leads to. Or set POCL_CACHE_DIR to a folder that this user may "
      "write to.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(COMPILER_NOT_SEARCHED, CACHE | DRIVER, is_compiler_not_searched,
      "builds kernels with {value}, which is in {other}, where the dynamic linker does not find it",
      "Run sudo ldconfig. If that does not help, name that folder in a file in /etc/ld.so.conf.d, and run ldconfig again.",
      "https://github.com/intel/compute-runtime/issues/161")
CAUSE(COMGR_MISSING, CACHE, is_comgr_missing,
      "has no device without {value}, and the dynamic linker does not find that",
      "Install the package that has {value}; in AMD's repository it is comgr. If it is there, run sudo ldconfig.",
      "https://github.com/ROCm/legacy-rocm-build/issues/977")
CAUSE(COMPILER_OF_HOST, CACHE | DRIVER, is_compiler_missing_in_container,
      "needs {value} to build kernels, and the dynamic linker does not find that in this container",
      "The host's driver may have it. {other}",
      "https://github.com/apptainer/apptainer/issues/1752")
CAUSE(COMPILER_MISSING, CACHE | DRIVER, is_compiler_missing,
      "needs {value} to build kernels, and the dynamic linker does not find that",
      "Install the package that has {value}: {other}",
      "https://github.com/darktable-org/darktable/issues/13714")
CAUSE(LINKER_MISSING, CACHE, is_linker_missing,
      "needs a linker to build kernels, and finds no ld in the folders of PATH",
      "Install {BINUTILS}. If it is there, add the folder of ld to PATH.",
      "https://github.com/pocl/pocl/pull/1621")
CAUSE(LINKER_NO_LIBC, CACHE, is_libc_missing,
      "cannot link kernels: the linker (ld) does not find {value}, a file of the C library",
      "Install {LIBC_DEV}",
      "https://github.com/JuliaGPU/OpenCL.jl/issues/303")

CAUSE(INTEL_CPU_SSE, BUILD, is_intel_on_old_processor,
      "cannot run a kernel: {value}. Most versions of Intel's runtime for processors need SSE 4.2, which this processor lacks",
      "Use another driver for the processor: {POCL}.",
      "https://github.com/hashcat/hashcat/issues/2375")
CAUSE(CACHE_NOEXEC, BUILD, is_cache_noexec,
      "cannot run what it has built: it keeps that in {value}, on a file system that is mounted with noexec",
      "Name a folder on another file system in {other}; or mount that one with exec.",
      "https://github.com/pocl/pocl/issues/662")
CAUSE(CACHE_REFUSED, BUILD, is_cache_refused,
      "cannot run what it has built: the system does not let it execute files of {value}, though that is not mounted "
      "with noexec",
      "Usually a security policy does this: {denials} names it. Let the program map files there as code, "
      "or name another folder in {other}.",
      "https://github.com/pocl/pocl/issues/662")
CAUSE(CACHE_FULL, BUILD, is_cache_full,
      "cannot build kernels: the file system of {value} is full, where it keeps what it builds",
      "Make room there. Or choose another folder: {other} leads to that one.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(POCL_GPU_OLD, BUILD, is_gpu_unknown,
      "cannot build kernels: this PoCL's LLVM does not know this GPU, and calls it {value}",
      "Use NVIDIA's own OpenCL driver for the GPU; or build PoCL with a newer LLVM.",
      "https://github.com/pocl/pocl/issues/1034")
CAUSE(POCL_OLD, BUILD, is_processor_unknown,
      "cannot build kernels: this PoCL's LLVM does not know this processor, and calls it {value}",
      "Install a newer PoCL, such as that of a newer release of the distribution, or of conda-forge. Or use another "
      "driver for the processor.",
      "https://github.com/pocl/pocl/issues/1049")
CAUSE(POCL_NO_KERNELS, BUILD, is_kernel_library_missing,
      "cannot build kernels: there is no {value}, a file of PoCL",
      "{other}",
      "https://github.com/pocl/pocl/issues/1346")
CAUSE(CLOVER_GPU, BUILD, is_gpu_not_in_libclc,
      "cannot build kernels for it: Mesa's Clover, with libclc, does not support this GPU. There is no {value}",
      "Use {RUSTICL}, with RUSTICL_ENABLE=radeonsi; or AMD's ROCm.",
      "https://github.com/Oblomov/clinfo/issues/63")
CAUSE(CLOVER_LIBCLC, BUILD, is_libclc_missing,
      "cannot build kernels: there is no {value}, a file of libclc",
      "Install the package libclc in the version that belongs to the driver.",
      "https://libclc.llvm.org/")
CAUSE(CLANG_HEADERS_FLATPAK, BUILD, is_compiler_header_missing_in_flatpak,
      "cannot build kernels: its compiler, Clang, does not find its own header {value} in this runtime of Flatpak",
      "Update the runtime, outside the sandbox: flatpak update. If that does not help: use the program as a package of "
      "the system.",
      "https://github.com/flathub/org.darktable.Darktable/issues/158")
CAUSE(CLANG_HEADERS, BUILD, is_compiler_header_missing,
      "cannot build kernels: its compiler, Clang, does not find its own header {value}",
      "Install the headers of the driver's version of Clang: on Debian and Ubuntu the package is called {other}.",
      "https://clang.llvm.org/docs/OpenCLSupport.html")
CAUSE(CLANG_FILE, BUILD, is_compiler_file_missing,
      "cannot build kernels: its compiler needs {value}, which is not there",
      "Install the package that has it: {other}",
      "https://github.com/H3rz3n/Davinci-Resolve-Fedora-38-39-40-Fix/issues/6")
CAUSE(ROCM_DEVICE_LIBRARY, BUILD, is_rocm_device_library_missing,
      "cannot build kernels: its compiler does not find ROCm's device library",
      "Install the package rocm-device-libs in the version of the installed ROCm.",
      "https://github.com/ROCm/ROCm-Device-Libs")
CAUSE(AMD_OVERRIDE, BUILD, is_gpu_overridden,
      "runs no kernel there. HSA_OVERRIDE_GFX_VERSION is {value}, which makes ROCm take the GPU for another one",
      "Unset HSA_OVERRIDE_GFX_VERSION, and try again.",
      "https://rocm.docs.amd.com/en/latest/conceptual/gpu-isolation.html")
CAUSE(CODE_REFUSED, BUILD, is_writable_code_refused,
      "runs no kernel there. This process may not have memory that is writable and executable, which many compilers need",
      "In a service: set MemoryDenyWriteExecute=no with sudo systemctl edit SERVICE. Otherwise a security policy does this: "
      "{denials} names it.",
      "https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html")
CAUSE(GPU_MEMORY, BUILD, is_gpu_out_of_memory,
      "cannot run a kernel: {value}",
      "See whether other programs have filled the GPU's memory. If so, end them.",
      "https://github.com/hashcat/hashcat/issues/1207")
CAUSE(CACHE_OFF, CACHE_USED, is_cache_off,
      "{value} turns its cache off, so each start of a program builds its kernels again, unless the program keeps them",
      "Nothing, if you want this. Otherwise unset {other} where programs start.",
      "https://portablecl.org/docs/html/env_variables.html")
CAUSE(CACHE_LOST, CACHE_USED, is_slow_without_cache,
      "can't write to {value}, where it keeps what it has built, so each program may build its kernels anew",
      "Nothing, if that is fast enough. Otherwise let this user write there: {other} leads to that folder.",
      "https://docs.mesa3d.org/envvars.html")

CAUSE(LIBRARY_OF_OTHERS, ELSEWHERE, is_library_beside,
      "gets {value}, and not the file of that name in its own folder, {other}",
      "Nothing, if programs work. If they crash in that library, start them with '{other}' first in LD_LIBRARY_PATH",
      "https://github.com/intel/llvm/issues/453")

CAUSE(RIGHTS_UNMAPPED, RIGHTS, is_group_unmapped,
      "{you} no right to use it: its group is not mapped into this user namespace, as in a rootless container",
      "{other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/1549")
CAUSE(RIGHTS_NEW, RIGHTS, is_new_member,
      "{you} no right to use it",
      "The user {user} is in the group {value}, but this session is not: {login}.",
      "https://github.com/intel/compute-runtime/issues/350")
CAUSE(RIGHTS_CONTAINER, RIGHTS, is_group_missing_in_container,
      "{you} no right to use it",
      "{other}",
      "https://github.com/ROCm/legacy-rocm-build/issues/415")
CAUSE(RIGHTS_VIDEO, RIGHTS, is_in_video_only,
      "{you} no right to use it: it belongs to the group {value}, and the user {user} is in the group video",
      "Join the group {value}: {other}sudo usermod -aG {value} {user}; then {login}.",
      "https://github.com/RadeonOpenCompute/ROCm_Documentation/issues/39")
CAUSE(RIGHTS_GROUP, RIGHTS, is_group_missing,
      "{you} no right to use it",
      "Join the group {value}: {other}sudo usermod -aG {value} {user}; then {login}.",
      "https://github.com/intel/compute-runtime/issues/350")
CAUSE(RIGHTS_NAMELESS, RIGHTS, is_group_nameless,
      "{you} no right to use it",
      "The group has no name here, as in a container: run the container with --group-add {value}",
      "https://github.com/ROCm/ROCm-docker/pull/93")
CAUSE(RIGHTS_UDEV, RIGHTS, is_group_useless,
      "{you} no right to use it",
      "Joining its group ({value}) is no remedy. {other}",
      "https://github.com/ROCm/ROCT-Thunk-Interface/issues/36")

CAUSE(PROCESS_RIGHTS, PROCESS, is_process_without_rights,
      "{who} has no right to use {other}",
      "Let the user join the group {value}: sudo usermod -aG {value} {user}; then {again}.",
      "https://github.com/FoldingAtHome/fah-issues/issues/1548")
CAUSE(PROCESS_REPLACED, PROCESS_WARNED, is_process_with_old_library,
      "{who} has {value} open, which was replaced or removed since it started",
      "If it does not work: {again}.",
      "https://github.com/NVIDIA/nvidia-docker/issues/182")
CAUSE(PROCESS_BEFORE_UVM, PROCESS, is_process_before_uvm,
      "{who} started before there was {value}; a process looks for devices once",
      "If it has no GPU: {again}. If this recurs after each start of the machine, {other}.",
      "https://github.com/FoldingAtHome/fah-issues/issues/1723")
CAUSE(PROCESS_BEFORE_NODE, PROCESS, is_process_before_node,
      "{who} started before there was {value}; a process looks for devices once",
      "If it has no GPU: {again}. If this recurs after each start of the machine, let it start later; a service with [Unit] "
      "Wants= and After=systemd-udev-settle.service.",
      "https://github.com/FoldingAtHome/fah-client-bastet/issues/323")
CAUSE(PROCESS_BEFORE_DRIVER, PROCESS, is_process_before_driver,
      "{who} started before {value} was installed, and has not opened it",
      "If it lacks that driver's devices: {again}.",
      "https://github.com/FoldingAtHome/fah-client-bastet/issues/323")

CAUSE(FLATPAK_APP_NVIDIA, FLATPAK_APP, is_flatpak_without_extension,
      "it is a Flatpak, whose drivers are extensions, and lacks the one for the loaded kernel module, {value}{other}",
      "flatpak install '{value}'. The program also needs --device=dri.",
      "https://github.com/flathub/org.darktable.Darktable/issues/94")
CAUSE(FLATPAK_APPS_NVIDIA, FLATPAK_APPS, are_flatpaks_without_extension,
      "its programs have drivers as extensions, and lack the one for the loaded kernel module, {value}{other}",
      "Nothing, unless one is to use the GPU. Then: flatpak install '{value}'. The program also needs --device=dri.",
      "https://github.com/darktable-org/darktable/issues/16101")
CAUSE(FLATPAK_APP_AMD, FLATPAK_WARNED, is_flatpak_without_amd,
      "it is a Flatpak, which has drivers from its runtime and extensions, and not the system's driver of AMD",
      "Use the program as a package of the system. Or use Mesa's rusticl, if the runtime has it: flatpak run --device=dri "
      "--env=RUSTICL_ENABLE=radeonsi {value}",
      "https://github.com/flathub/org.darktable.Darktable/issues/68")
CAUSE(SNAP_APP_GPU, SNAP_APP, is_snap_without_plug,
      "it is the snap {value}, which is confined and has no plug opengl, so it may get no GPU",
      "Use the program as a package of the system, or ask the snap's maker for that plug. What it has: snap connections {value}",
      "https://github.com/BOINC/boinc/issues/7061")

CAUSE(NODE_SUSPENDED, OPENING, is_uvm_lost,
      "opening it fails (EIO), as it does after the machine was suspended",
      "End what uses the GPU; then: sudo modprobe -r nvidia_uvm && sudo modprobe nvidia_uvm. To avoid it: "
      "NVreg_PreserveVideoMemoryAllocations=1, and sudo systemctl enable nvidia-suspend nvidia-resume.",
      "https://github.com/pop-os/default-settings/pull/64")
CAUSE(NODE_RULE, OPENING, is_device_rule,
      "opening it fails (EPERM), although its rights allow that: a rule of the container or the service forbids it",
      "Start the container with --device '{other}'; or, for a service: sudo systemctl edit NAME, and there "
      "[Service] DeviceAllow={other} rw",
      "https://www.freedesktop.org/software/systemd/man/latest/systemd.resource-control.html")
CAUSE(NODE_POLICY, OPENING, is_policy,
      "opening it fails (EACCES), although its rights allow that: a policy such as AppArmor or SELinux forbids it",
      "Find the policy with {denials}, and let it allow the program this file.",
      "https://man7.org/linux/man-pages/man2/open.2.html")
CAUSE(NODE_EMPTY, OPENING, is_node_empty,
      "opening it fails ({value}): the kernel has no device behind it",
      "See whether sudo modprobe {other} helps, and what sudo dmesg says. A container that is older than the loaded "
      "module must be started again.",
      "https://man7.org/linux/man-pages/man2/open.2.html")
CAUSE(NODE_BUSY, OPENING, is_node_busy,
      "opening it fails (EBUSY): another program has it for itself",
      "sudo fuser -v '{other}' says which program that is: end it.",
      "https://man7.org/linux/man-pages/man2/open.2.html")
CAUSE(NODE_FILES, OPENING, is_out_of_files,
      "opening it fails ({value}): too many files are open",
      "Raise the limit: ulimit -n NUMBER in this shell, sudo sysctl fs.file-max=NUMBER for all programs.",
      "https://man7.org/linux/man-pages/man2/open.2.html")
CAUSE(NODE_HANGS, OPENING, is_node_hanging,
      "opening it has not ended after {value} seconds",
      "sudo dmesg says what the kernel's driver waits for. Often a restart of the machine is the only help.",
      "https://man7.org/linux/man-pages/man2/open.2.html")
CAUSE(NODE_FAILS, OPENING, is_node_failing,
      "opening it fails ({value}), although its rights allow that",
      "sudo dmesg says why. Where the GPU has failed: restart the machine.",
      "https://man7.org/linux/man-pages/man2/open.2.html")

CAUSE(RUSTICL_EMPTY, PLATFORM, is_rusticl_empty,
      "rusticl has no device: it uses only what RUSTICL_ENABLE names, which is not set",
      "Nothing, if programs work. Otherwise set RUSTICL_ENABLE to the GPU's driver, or to llvmpipe, which is for the "
      "processor. If a program stops at it, leave the driver out: clrelay disable '{other}'",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(CLOVER_EMPTY, PLATFORM, is_clover,
      "Clover, Mesa's older driver, has no device",
      "Nothing, if programs work. If one stops at it, leave the driver out: clrelay disable '{other}'. Mesa's newer driver "
      "is rusticl.",
      "https://github.com/filecoin-project/rust-fil-proofs/issues/1320")
CAUSE(CLOVER_OLD, OLD_PLATFORM, is_clover_beside_rusticl,
      "Clover, Mesa's older driver, has this GPU; Mesa's newer one, rusticl, is there, and RUSTICL_ENABLE is not set",
      "Nothing, if programs work. Otherwise set RUSTICL_ENABLE='{value}' where programs start, and leave Clover out: clrelay "
      "disable '{other}'",
      "https://docs.mesa3d.org/rusticl.html")
CAUSE(CLOVER_PACKAGE, OLD_PLATFORM, is_clover_without_rusticl,
      "Clover, Mesa's older driver, has {value} for this GPU, and may have no images; many programs need 1.2, or images",
      "If programs fail, use a build of Mesa with rusticl, and RUSTICL_ENABLE=radeonsi; or, for GPUs since Vega, {AMD_DRIVER}",
      "https://github.com/stitchEm/stitchEm/issues/118")
CAUSE(CLOVER_ALONE, OLD_PLATFORM, is_clover_alone,
      "Clover, Mesa's older driver, has {value} for this GPU, and may have no images; many programs need 1.2, or images",
      "If programs fail, use {RUSTICL}, with RUSTICL_ENABLE=radeonsi; or, for GPUs since Vega, {AMD_DRIVER}",
      "https://github.com/stitchEm/stitchEm/issues/118")
CAUSE(BEIGNET_OLD, OLD_PLATFORM, is_beignet,
      "Beignet, Intel's old driver, is no longer maintained",
      "Nothing, if programs work. Otherwise install {INTEL_DRIVER}, if it is for this GPU, then clrelay disable "
      "'{other}'",
      "https://github.com/hashcat/hashcat/issues/1584")
CAUSE(INTEL_CPU_OLD, OLD_PLATFORM, is_intel_for_processors_old,
      "has {value}; newer versions of Intel's runtime for processors have OpenCL 3.0",
      "Nothing, if programs work. If one crashes in it: install the newer version from Intel, or use {POCL}",
      "https://github.com/hashcat/hashcat/issues/4116")
CAUSE(POCL_EMPTY, PLATFORM, is_pocl_empty,
      "PoCL has no device, and POCL_DEVICES is {value}",
      "Unset POCL_DEVICES, or let it name kinds of devices that this PoCL has, such as cpu.",
      "https://portablecl.org/docs/html/env_variables.html")
