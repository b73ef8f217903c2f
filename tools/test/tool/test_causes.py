# SPDX-License-Identifier: Apache-2.0
"""Each row of tools/doctor/causes.h, on a machine made for it."""

import collections
import errno
import json
import os
import re
import resource
import shutil
import zlib

import sandbox
import tool
from tool import BUILD, TOOL

with open(os.path.join(BUILD.source, "tools/doctor/causes.h"), encoding="utf-8") as source:
    ROWS = re.findall(r'^CAUSE\((\w+), ([\w |]+), \w+,\s*((?:"[^"]*"\s*)+),\s*((?:"[^"]*"\s*)+),\s*"([^"]*)"\)', source.read(), re.M)

INTEL, NVIDIA, AMD = "0x8086", "0x10de", "0x1002"
NODE = {"dev/dri/renderD128": "", "dev/nvidia0": ""}
NEW_INTEL = {"var/lib/dpkg/status": "Package: other\nStatus: install ok installed\nVersion: 1.0\n\nPackage: intel-opencl-icd\n"
                                    "Status: install ok installed\nArchitecture: amd64\nVersion: 24.52.32224.5-1\n"}
OLD_INTEL = {"var/lib/dpkg/status": "Package: intel-opencl-icd\nStatus: install ok installed\nVersion: 22.43.24595.41-1\n"}
ARCH_INTEL = {"var/lib/pacman/local/intel-compute-runtime-25.13.33276.16-1/desc": ""}
OPENCL, ALTERNATIVE = "usr/lib/x86_64-linux-gnu/libnvidia-opencl.so", "usr/lib/x86_64-linux-gnu/glx--libnvidia-opencl.so.1"

# The row, the GPU (vendor, device, kernel driver), files, libraries in folders (a pair is a library and a link to it),
# drivers that have an .icd file but find nothing, the environment, and what the finding must say.
GPUS = [
    ("VFIO", (INTEL, "0x46a6", "vfio-pci"), NODE, [], [], {}, ["vfio-pci"]),
    ("HIDDEN_BY_VARIABLE", (NVIDIA, "0x2684", "nvidia"), NODE, [], [], {"CUDA_VISIBLE_DEVICES": "-1"},
     ["Otherwise unset CUDA_VISIBLE_DEVICES"]),
    ("HIDDEN_BY_VARIABLE", (AMD, "0x744c", "amdgpu"), NODE, [], [], {"ROCR_VISIBLE_DEVICES": "-1"},
     ["Otherwise unset ROCR_VISIBLE_DEVICES"]),
    ("NVIDIA_NOUVEAU", (NVIDIA, "0x2684", "nouveau"), NODE, [], [], {}, ["Install NVIDIA's driver with OpenCL (Debian: apt-get install nvidia-opencl-icd, in non-free). Or use Mesa's rusticl (mesa-opencl-icd), with RUSTICL"]),
    *(("NVIDIA_NOUVEAU", (NVIDIA, number, "nouveau"), NODE, [], [], {}, [words])
      for number, words in (("0x133f", "Install NVIDIA's last driver for this GPU: 470 for Kepler, 390"), ("0x1b80", "OpenCL, of version 580 or older (Debian: apt-get install nvidia-opencl-icd,"))),
    ("NVIDIA_NOUVEAU", (NVIDIA, "0x2684", "nouveau"), {**NODE, "etc/os-release": "ID=arch\n"}, [], [], {}, ["(Arch: pacman -S nvidia-open-dkms opencl-nvidia, and the headers of the kernel)"]),
    ("NO_KERNEL_DRIVER", (INTEL, "0x46a6", ""), {}, [], [], {}, ["no kernel driver uses it", "Load the kernel module"]),
    ("NO_KERNEL_DRIVER", (NVIDIA, "0x2684", ""), {"proc/cmdline": "quiet nomodeset\n"}, [], [], {}, ["no kernel driver uses it", "sudo modprobe nvidia"]),
    ("NO_KERNEL_DRIVER", (INTEL, "0x46a6", ""), {"proc/cmdline": "quiet nomodeset\n"}, [], [], {},
     ["no kernel driver uses it: the kernel was started with nomodeset", "start the kernel without"]),
    ("NVIDIA_VERSIONS", (NVIDIA, "0x2684", "nvidia"), {**NODE, "sys/module/nvidia/version": "565.57.01\n"},
     [(OPENCL + ".570.86.15", OPENCL + ".1")], ["libnvidia-opencl.so.1"], {},
     ["module nvidia is of version 565.57.01, and the libraries are of version 570.86.15", "Restart the machine"]),
    # /sys/module is missing.
    ("NVIDIA_VERSIONS", (NVIDIA, "0x2684", "nvidia"), {**NODE, "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX x86_64 Kernel Module  565.57.01  x\n"},
     [(OPENCL + ".570.86.15", OPENCL + ".1")], ["libnvidia-opencl.so.1"], {},
     ["module nvidia is of version 565.57.01, and the libraries are of version 570.86.15", "Restart the machine"]),
    # The library of the module's version is installed, too.
    ("NVIDIA_LINK", (NVIDIA, "0x2684", "nvidia"), {**NODE, "sys/module/nvidia/version": "565.57.01\n"},
     [OPENCL + ".565.57.01", (OPENCL + ".570.86.15", OPENCL + ".1")], ["libnvidia-opencl.so.1"], {},
     [f"/{OPENCL}.1 does not lead to", f"sudo ln -sfn libnvidia-opencl.so.565.57.01 /{OPENCL}.1."]),
    ("LIBRARY_NO_ICD", (NVIDIA, "0x2684", "nvidia"), {**NODE, "sys/module/nvidia/version": "570.86.15\n"},
     [(OPENCL + ".570.86.15", OPENCL + ".1")], [], {},
     [f"echo /{OPENCL}.1 | sudo tee VENDORS/nvidia.icd"]),
    ("LIBRARY_NO_ICD", (AMD, "0x744c", "amdgpu"), NODE, ["opt/rocm-6.2.0/lib/libamdocl64.so"], [], {},
     ["echo /opt/rocm-6.2.0/lib/libamdocl64.so |"]),
    # The folder of ROCm before version 4.
    ("LIBRARY_NO_ICD", (AMD, "0x744c", "amdgpu"), NODE, ["opt/rocm/opencl/lib/x86_64/libamdocl64.so"], [], {},
     ["echo /opt/rocm/opencl/lib/x86_64/libamdocl64.so |"]),
    ("LIBRARY_NO_ICD", (INTEL, "0x46a6", "i915"), NODE, ["usr/lib64/intel-opencl/libigdrcl.so"], [], {},
     ["echo /usr/lib64/intel-opencl/libigdrcl.so |"]),
    ("NOT_OFFERED", (NVIDIA, "0x2684", "nvidia"), NODE, [], [], {"NVIDIA_DRIVER_CAPABILITIES": "utility"}, ["not known"]),  # started without the GPU
    ("NVIDIA_CAPABILITIES", (NVIDIA, "0x2684", "nvidia"), {**NODE, "dev/nvidiactl": ""}, [], [], {"NVIDIA_DRIVER_CAPABILITIES": "utility"},
     ["NVIDIA_DRIVER_CAPABILITIES is utility", "compute,utility"]),
    *(("NOT_OFFERED", (NVIDIA, "0x2684", "nvidia"), NODE, [], [], {"NVIDIA_DRIVER_CAPABILITIES": value}, ["not known"])
      for value in ("all", "compute,utility", "")),
    # A link of the system's alternatives tells no version.
    ("NOT_OFFERED", (NVIDIA, "0x2684", "nvidia"), {**NODE, "sys/module/nvidia/version": "565.57.01\n"}, [(ALTERNATIVE, OPENCL + ".1")],
     ["libnvidia-opencl.so.1"], {}, ["not known"]),
    ("INTEL_TOO_OLD", (INTEL, "0x0412", "i915"), NODE, [], ["libigdrcl.so"], {}, ["before Broadwell"]),
    ("INTEL_DROPPED", (INTEL, "0x5917", "i915"), {**NODE, **NEW_INTEL}, [], ["libigdrcl.so"], {}, ["legacy1", "24.52"]),
    ("INTEL_DROPPED", (INTEL, "0x5917", "i915"), {**NODE, **ARCH_INTEL}, [], ["nix/abc-intel-compute-runtime-x1/lib/libigdrcl.so"], {}, ["(25.13"]),
    ("INTEL_DROPPED", (INTEL, "0x5917", "i915"), NODE, [], ["nix/abc-intel-compute-runtime-24.45.31740.9/lib/libigdrcl.so"],
     {}, ["(24.45.31740.9)"]),
    ("INTEL_DROPPED", (INTEL, "0x5917", "i915"), NODE, [], ["nix/abc-intel-compute-runtime-24.36.1/lib/libigdrcl.so"], {}, ["24.36"]),
    ("INTEL_DROPPED", (INTEL, "0x5917", "i915"), NODE, [], ["nix/abc-intel-compute-runtime-25.01.1/lib/libigdrcl.so"], {}, ["25.01"]),
    ("INTEL_MAY_DROP", (INTEL, "0x5917", "i915"), NODE, [], ["libigdrcl.so"], {}, ["If it is newer: install Intel's runtime up to 24.35"]),
    ("NOT_OFFERED", (INTEL, "0x46a6", "i915"), NODE, [], ["libigdrcl.so"], {}, ["not known"]),
    ("NOT_OFFERED", (INTEL, "0x5917", "i915"), NODE, [], ["nix/abc-intel-compute-runtime-24.35.30872.22/lib/libigdrcl.so"],
     {}, ["not known"]),
    ("NOT_OFFERED", (INTEL, "0x5917", "i915"), NODE, [], ["nix/abc-intel-compute-runtime-23.52.1/lib/libigdrcl.so"], {}, ["not known"]),
    ("NOT_OFFERED", (INTEL, "0x5917", "i915"), {**NODE, **OLD_INTEL}, [], ["libigdrcl.so"], {}, ["not known"]),
    ("NOT_OFFERED", (INTEL, "0x46a6", "i915"), {**NODE, **NEW_INTEL}, [], ["libigdrcl.so"], {}, ["not known"]),
    ("NOT_OFFERED", (INTEL, "0x5917", "i915"), {**NODE, **NEW_INTEL}, [], ["libigdrcl_legacy1.so"], {}, ["not known"]),
    ("RUSTICL_OFF", (INTEL, "0x46a6", "xe"), NODE, [], ["libRusticlOpenCL.so.1"], {}, ["Set RUSTICL_ENABLE=iris "]),
    ("RUSTICL_OFF", (AMD, "0x744c", "amdgpu"), NODE, [], ["libRusticlOpenCL.so.1"], {}, ["Set RUSTICL_ENABLE=radeonsi "]),
    ("RUSTICL_OFF", (NVIDIA, "0x2684", "nouveau"), NODE, [], ["libRusticlOpenCL.so.1"], {}, ["RUSTICL_ENABLE=nouveau "]),
    ("RUSTICL_VALUE", (AMD, "0x744c", "amdgpu"), NODE, [], ["libRusticlOpenCL.so.1"], {"RUSTICL_ENABLE": "1"},
     ["RUSTICL_ENABLE is 1", "Set RUSTICL_ENABLE=radeonsi "]),
    ("NOT_OFFERED", (AMD, "0x744c", "amdgpu"), NODE, [], ["libRusticlOpenCL.so.1"], {"RUSTICL_ENABLE": "radeonsi"},
     ["not known"]),
    ("AMD_NO_KFD", (AMD, "0x744c", "amdgpu"), NODE, [], ["libamdocl64.so"], {}, ["which is not there", "Use a kernel with CONFIG_HSA_AMD"]),
    ("AMD_NO_KFD", (AMD, "0x744c", "amdgpu"), {**NODE, "run/.containerenv": ""}, [], ["libamdocl64.so"], {}, ["If the host has it, pass it on: podman run --device /dev/kfd --device /dev/dri. Otherwise the host needs"]),
    *(("AMD_UNEXPLAINED", (AMD, "0x68b8", driver), {**NODE, "dev/ati/card0": ""}, [], ["libamdocl64.so"], {}, ["not known"]) for driver in ("radeon", "fglrx_pci")),
    ("DRIVER_NO_NODE", (AMD, "0x68b8", "fglrx_pci"), NODE, [], ["libamdocl64.so"], {}, ["there is no /dev/ati/card*"]),
    ("AMD_KFD_HIDDEN", (AMD, "0x744c", "amdgpu"), {**NODE, "sys/class/kfd/kfd/dev": "236:0\n"}, [], ["libamdocl64.so"], {},
     ["the kernel has it", "firejail --ignore=private-dev"]),
    ("AMD_KFD_HIDDEN", (AMD, "0x744c", "amdgpu"), {**NODE, "sys/class/kfd/kfd/dev": "236:0\n", ".dockerenv": ""}, [], ["libamdocl64.so"], {}, ["Pass it on: docker run --device /dev/kfd --device /dev/dri"]),
    ("AMD_UNEXPLAINED", (AMD, "0x744c", "amdgpu"), {**NODE, "dev/kfd": ""}, [], ["libamdocl64.so"], {}, ["not known", "AMD_LOG_LEVEL=4 clinfo"]),
    ("AMD_UNEXPLAINED", (AMD, "0x67df", "amdgpu"), NODE, [], ["libamdocl64-amdgpu-pro.so"], {}, ["not known"]),
    ("AMD_UNEXPLAINED", (AMD, "0x67df", "amdgpu"), NODE, [], ["libamdocl-orca64.so"], {}, ["not known"]), # needs no KFD
]

# The row, the level of its finding, a machine, what the finding must say, and neighbours: changes of the machine after
# which the row must not fit. A machine has a GPU, files, libraries in folders, drivers that work and find nothing (or
# have the quirks in their names), the environment, and whether the loader belongs to conda.
INTEL_GPU, NVIDIA_GPU, AMD_GPU = (INTEL, "0x46a6", "i915"), (NVIDIA, "0x2684", "nvidia"), (AMD, "0x744c", "amdgpu")
AMDGPU_PRO = {"var/lib/dpkg/status": "Package: opencl-amdgpu-pro-icd\nStatus: install ok installed\nVersion: 17.40-492261\n"}
CPU = ["libpocl.so.2"]
ICD = {"etc/OpenCL/vendors/intel.icd": "libigdrcl.so\n"}
NVIDIA_ICD = {**NODE, "etc/OpenCL/vendors/nvidia.icd": "libnvidia-opencl.so.1\n",
              **{f"sys/bus/pci/devices/0000:65:00.0/{name}": text for name, text in
                 (("vendor", NVIDIA), ("device", "0x2684"), ("class", "0x030000"), ("uevent", "DRIVER=nvidia"))}}
FLATPAK = {"files": {".flatpak-info": "[Application]\n", **NODE,
                     "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Wed Jan 1 UTC 2025\n"}}
SNAP = {"SNAP": "/snap/clpeak/1", "SNAP_NAME": "clpeak"}
HOST = {"var/lib/snapd/hostfs/etc/hostname": "", **NODE}
WSL = {"dev/dxg": ""}
ROCM_IN_WSL = {**WSL, "opt/rocm-7.2.1/lib/librocdxg.so.1": ""}
PANFROST = {"sys/class/drm/renderD128/device/uevent": "DRIVER=panfrost\n", **NODE}
ASAHI = {"sys/class/drm/renderD128/device/uevent": "DRIVER=asahi\n", **NODE}
UBUNTU = {"etc/os-release": "ID=ubuntu\n"}
MESA = "Package: mesa-opencl-icd\nStatus: install ok installed\nVersion: 24.0.5-1ubuntu1\n"
PANTHOR = {"sys/class/drm/renderD129/device/uevent": "DRIVER=panthor\n", "dev/dri/renderD129": ""}
SERVICE = {"proc/self/cgroup": "0::/system.slice/miner.service\n", "proc/self/mountinfo": "36 25 0:5 / / rw - ext4 /dev/sda1 rw\n37 36 0:6 / /dev rw,nosuid - tmpfs tmpfs rw\n"}
CLOVER_11 = {"TOOL_NAME": "Clover", "TOOL_VERSION": "OpenCL 1.1 Mesa 20.1.4"}
UNUSED = (NVIDIA, "0x2684", "")
KERNEL = {"proc/sys/kernel/osrelease": "6.1.0-2-amd64\n"}
ALIAS, ALL_NVIDIA = "lib/modules/6.1.0-2-amd64/modules.alias", "alias pci:v000010DEd*sv*sd*bc03sc00i00* nvidia\n"

BUILTIN = "lib/modules/6.1.0-2-amd64/modules.builtin"


def aliases(vendor, device, *modules):
    return "# Aliases\n" + "".join(f"alias pci:v0000{vendor}d0000{device}sv*sd*bc03sc*i* {module}\n" for module in modules)


MODULE = {**KERNEL, "lib/modules/6.1.0-2-amd64/updates/dkms/nvidia.ko.xz": ""}
OTHER_MODULE = {**KERNEL, "lib/modules/6.1.0-1-amd64/updates/dkms/nvidia.ko": ""}
SECURE = "sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
OPEN_MODULE = {"sys/module/nvidia/version": "570.86.15\n",
               "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15\n"}
NVIDIA_NODES = {"dev/nvidia0": "", "dev/nvidiactl": ""}
TOPOLOGY = "sys/class/kfd/kfd/topology/nodes/{}/properties"
KFD = {**NODE, "dev/kfd": "", TOPOLOGY.format(0): "cpu_cores_count 8\nlocation_id 0\ndomain 0\n"}
POLARIS = "gfx_target_version 80003\ngfx_target_versions 1\nlocation_id 25856\ndomain 0\n"  # PCI address 0000:65:00.0
VEGA, PHOENIX = POLARIS.replace("80003", "90006"), POLARIS.replace("80003", "110003")
# Nodes as older kernels write them: 5.3 has no domain and no version, 3.19 has another place. Since 5.15, a file that a
# container may not read is empty.
LINUX_5_3 = "cpu_cores_count 0\nsimd_count 240\nvendor_id 4098\ndevice_id {}\nlocation_id {}\n"
LINUX_5_15 = LINUX_5_3 + "domain {}\n"
ARC, ARCH_2409 = (INTEL, "0x56a1", "i915"), {"var/lib/pacman/local/intel-compute-runtime-24.05.28454.6-1/desc": ""}
PCI = {"sys/bus/pci/devices/0000:00:00.0/class": "0x060000\n"}
KFD_NODE = {**KFD, TOPOLOGY.format(1): POLARIS}
NOT_FOUND = "cannot open shared object file: No such file or directory"
BUILT_INS = "Abort was called at 36 line in file:\n/src/shared/source/built_ins/built_ins.cpp\n"
MICROSOFT = {"proc/sys/kernel/osrelease": "5.15.133.1-microsoft-standard-WSL2\n"}
IN_WSL = {**WSL, **MICROSOFT}
UTILITY = {"proc/self/mountinfo": "36 25 0:5 / / rw - ext4 /dev/sda1 rw\n"
                                  "37 36 8:1 /lib/libnvidia-ml.so.450.51 /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.450.51 ro - ext4 /dev/sda1 rw\n"}
CARD = {"dev/dri/card0": ""}
GMM = "Abort was called at 22 line in file:\n/src/runtime/gmm_helper/gmm_interface.cpp\n"
GUEST, OPTIRUN = {"proc/cpuinfo": "flags\t\t: fpu hypervisor lahf_lm\n"}, {"usr/bin/optirun": ""}
SMALL_BAR = "WARNING: Small BAR detected for device 0000:65:00.0"
STEAM = {**NODE, "run/pressure-vessel/ldso/x": "", "run/host/etc/OpenCL/vendors/nvidia.icd": "libnvidia-opencl.so.1\n"}
V3D = {"sys/class/drm/renderD128/device/uevent": "DRIVER=v3d\n", **NODE}
IN_WDDM = "Abort was called at 54 line in file:\n./shared/source/os_interface/windows/wddm/create_um_km_data_translator.cpp\n"
FCL, NVVM = "usr/local/lib/libigdfcl.so.77", "usr/lib/x86_64-linux-gnu/nvidia/current/libnvidia-nvvm.so.77"


def second_gpu(gpu, device="0x56a1"):
    return {f"sys/bus/pci/devices/0000:66:00.0/{name}": text for name, text in (("vendor", gpu[0]), ("device", device), ("class", "0x030000"), ("uevent", f"DRIVER={gpu[2]}"))}


MACHINES = [
    ("CONDA_FOLDER", "problem", {"gpu": INTEL_GPU, "files": {**NODE, **ICD}, "drivers": CPU, "conda": True},
     ["etc/OpenCL/vendors", "(conda: conda install -c conda-forge ocl-icd-system)"],
     [{"conda": False}, {"files": NODE}, {"env": {"OCL_ICD_VENDORS": "/etc/OpenCL/vendors", "OCL_ICD_DRIVERS_DISABLE": "*"}}]),
    ("CONDA_EMPTY", "problem", {"conda": "fake_loader", "env": {"OCL_ICD_VENDORS": None}},
     ["/conda/etc/OpenCL/vendors, where there is no .icd file", "conda install -c conda-forge pocl)", "ocl-icd-system"],
     [{"conda": False, "env": {}}, {"env": {"OCL_ICD_VENDORS": "/nowhere"}}, {"files": ICD},
      *({"env": {"OCL_ICD_VENDORS": None, name: "/nowhere"}} for name in ("OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"))]),
    ("CONDA_FOLDER", "problem", {"files": ICD, "conda": "fake_loader", "env": {"OCL_ICD_VENDORS": None}},
     ["no driver is found: conda's libOpenCL"], [{"conda": False, "env": {}}, {"env": {"OCL_ICD_VENDORS": "/nowhere"}}]),
    ("FLATPAK_NVIDIA", "problem", {"gpu": NVIDIA_GPU, "drivers": CPU, **FLATPAK},
     ["flatpak install org.freedesktop.Platform.GL.nvidia-570-86-15"],
     [{"files": NODE}, {"files": {".flatpak-info": "", **NODE, "proc/driver/nvidia/version": "NVRM version: NVIDIA\n"}},
      {"drivers": ["libnvidia-opencl.so.1"]}]),
    ("FLATPAK", "problem", {"gpu": AMD_GPU, "drivers": CPU, **FLATPAK}, ["sandbox of Flatpak", "RUSTICL_ENABLE"],
     [{"files": NODE}, {"drivers": ["libRusticlOpenCL.so.1"]}, {"drivers": ["lcrash"]}]),
    ("FLATPAK", "problem", {**FLATPAK}, ["no driver is found: this is a sandbox"], [{"files": NODE}]),
    ("SNAP", "problem", {"gpu": INTEL_GPU, "drivers": CPU, "files": HOST, "env": SNAP}, ["the snap clpeak"],
     [{"files": NODE}, {"env": {}}, {"env": {"SNAP_NAME": "clpeak"}}, {"drivers": ["lcrash"]}]),
    ("WSL_NVIDIA", "problem", {"files": {**WSL, "usr/lib/wsl/lib/libcuda.so.1": ""}, "drivers": CPU}, ["CUDA"],
     [{"files": {"usr/lib/wsl/lib/libcuda.so.1": ""}}, {"drivers": ["gpu"]},
      {"files": {**WSL, "usr/lib/wsl/lib/libcuda.so.1": "", "usr/lib/wsl/lib/libnvidia-opencl.so.1": ""}}]),
    ("WSL_INTEL", "problem", {"files": {**WSL, "usr/lib/wsl/drivers/iigd_dch.inf_amd64_1/x": ""}},
     ["apt-get install intel-opencl-icd"],
     [{"files": WSL}, {"drivers": ["libigdrcl.so"]}, {"drivers": ["gpu"]}]),
    ("WSL_OTHER", "problem", {"files": WSL, "drivers": CPU}, ["/dev/dxg alone"],
     [{"files": {}}, {"drivers": ["gpu"]}, {"drivers": ["lcrash"]}, {"drivers": ["libamdocl64.so"]}, {"drivers": ["libigdrcl.so"]}]),
    ("WSL_ROCM_OFF", "problem", {"files": ROCM_IN_WSL, "drivers": ["libamdocl64.so"]}, ["through /opt/rocm-7.2.1/lib/librocdxg.so.1, and", "Set HSA_ENABLE_DXG_DETECTION=1"],
     [{"files": WSL}, {"drivers": CPU}, {"env": {"HSA_ENABLE_DXG_DETECTION": "1"}}, {"drivers": ["gpu", "libamdocl64.so"]}]),
    ("WSL_ROCM", "problem", {"files": WSL, "drivers": ["libamdocl64.so"]}, ["its newer versions need librocdxg, which is not in /opt/rocm", "as AMD describes. Or run"],
     [{"files": ROCM_IN_WSL}, {"drivers": CPU}, {"files": {}}]),
    *(("WSL_IN_CONTAINER", "problem", {"files": {**MICROSOFT, **PCI, ".dockerenv": ""}, "drivers": drivers}, ["Pass it on: docker run --device /dev/dxg -v"],
       [{"files": {**MICROSOFT, **PCI, "run/systemd/container": "wsl\n"}}, {"files": {**IN_WSL, ".dockerenv": ""}}, {"files": {**PCI, ".dockerenv": ""}},
        {"drivers": ["good", "libother-noplatforms.so"]}])
      for drivers in (["good", "libigdrcl-noplatforms.so"], ["libigdrcl-noplatforms.so"], ["libigdrcl.so"])),
    ("WSL_NO_GPU", "problem", {"files": {"proc/sys/kernel/osrelease": "5.4.0-microsoft-standard\n"}, "drivers": CPU},
     ["WSL has no /dev/dxg"],
     [{"files": {}}, {"files": {**MICROSOFT, ".dockerenv": ""}}, {"drivers": ["gpu"]}, {"files": {**WSL, "proc/sys/kernel/osrelease": "5.4.0-microsoft-standard\n"}}]),
    ("WSL_NO_GPU", "problem", {"files": {"proc/sys/kernel/osrelease": "4.19.84-microsoft-standard\n"}, "manifests": ["/x"]},
     ["WSL has no /dev/dxg"], [{"files": {}}]),
    ("NO_DEVICE", "problem", {"drivers": ["liboclgrind-rt-icd.so"]}, ["there are drivers, but no device", "apt-get install pocl"],
     [{"drivers": ["gpu"]}, {"drivers": CPU}, {"drivers": [*CPU, "liboclgrind-rt-icd.so"]}]),
    ("NO_GPU_FOR_ALL", "problem", {"files": PCI, "drivers": ["libigdrcl-nomemory.so", "libamdocl64-noplatforms.so"]},
     ["for GPUs, and none of these GPUs is here", "install PoCL (Debian"],
     [{"drivers": ["libigdrcl-nomemory.so", "good"]}, {"drivers": ["libigdrcl-nomemory.so", "libother.so"]}, {"drivers": ["libigdrcl-nomemory.so", "libx-lcrash.so"]}, {"gpu": INTEL_GPU},
      {"drivers": ["libother.so"]}]),
    ("POCL_OFF", "problem", {"files": PCI, "drivers": ["libigdrcl-nomemory.so", *CPU], "env": {"OCL_ICD_DRIVERS_DISABLE": "*pocl*"}},
     ["1.icd is off", "clrelay drivers says why"], [{"env": {"OCL_ICD_DRIVERS_DISABLE": "x"}}, {"drivers": ["libigdrcl-nomemory.so"]}]),
    # Drivers of other vendors: found by what they export.
    *(("LIBRARY_UNNAMED", "problem", {"libraries": [path]}, [f"echo /{path} | sudo tee VENDORS/{name}.icd"],
       [{"libraries": [path.replace("lib" + name, "libOpenCL")]}, {"libraries": [path.replace(name, name + "plain")]}, {"drivers": ["good"]}, {"drivers": [f"lib{name}-nodevices.so"]},
        {"files": {"etc/OpenCL/vendors/x.icd": f"lib{name}.so.1\n"}}, *({"libraries": [path.replace(name, other)]} for other in ("MesaOpenCL", "RusticlOpenCL")), {"files": {path: "text"}, "libraries": []}])
      for path, name in (("usr/lib/x86_64-linux-gnu/libPVROCL.so.1", "PVROCL"), ("usr/lib64/libOpenCL_adreno.so", "OpenCL_adreno"), ("usr/local/lib/libVC4CL.so.0.4", "VC4CL"))),
    # PoCL is not recommended where it is installed.
    ("POCL_UNUSED", "problem", {"drivers": [*CPU, "libother.so"]}, ["not even from PoCL", "POCL_DEBUG=error,warning clrelay doctor"],
     [{"drivers": ["libother.so"]}, {"drivers": ["libpocl-lcrash.so.2", "libother.so"]}]),
    ("POCL_HIDDEN", "problem", {"drivers": ["libother.so"], "files": {"etc/OpenCL/vendors/pocl.icd": "libpocl.so.2\n"}},
     ["OCL_ICD_VENDORS leaves /etc/OpenCL/vendors/pocl.icd out", "Unset OCL_ICD_VENDORS"],
     [{"files": {}}, {"drivers": CPU}, {"files": ICD}]),
    ("INTEL_TOO_OLD", "problem", {"gpu": (INTEL, "0x0412", "i915"), "files": NODE, "drivers": ["libigdrcl.so", *CPU]},
     ["Use a driver for the processor: PoCL, which is installed."], []),
    ("INTEL_TOO_OLD", "problem", {"gpu": (INTEL, "0x0412", "i915"), "files": {**NODE, "usr/share/OpenCL/vendors/pocl.icd": ""}, "drivers": ["libigdrcl.so"]},
     ["Use a driver for the processor: PoCL, which is installed."], []),
    ("DRIVER_HIDDEN", "problem", {"gpu": INTEL_GPU, "files": {**NODE, **ICD}, "drivers": CPU},
     ["OCL_ICD_VENDORS leaves out /etc/OpenCL/vendors/intel.icd", "Otherwise unset OCL_ICD_VENDORS"],
     [{"files": NODE}, {"gpu": NVIDIA_GPU}, {"drivers": ["libigdrcl.so"]}, {"reported": [("/x/liboclgrind.so", "LOADED")]}]),
    # Drivers of accelerators: named by the maker's variable, by LD_LIBRARY_PATH, and in the maker's own folder.
    ("DRIVER_NO_ICD", "problem", {"libraries": ["home/x/SDx/2018.2/runtime/lib/x86_64/libxilinxopencl.so"], "env": {"XILINX_SDX": "/home/x/SDx/2018.2"}},
     ["echo /home/x/SDx/2018.2/runtime/lib/x86_64/libxilinxopencl.so | sudo tee VENDORS/xilinxopencl.icd"],
     [{"env": {}}, {"libraries": []}, {"files": {"home/x/SDx/2018.2/runtime/lib/x86_64/libxilinxopencl.so": "text"}, "libraries": []},
      {"files": {"etc/OpenCL/vendors/xilinx.icd": "libxilinxopencl.so\n"}}, {"drivers": ["libxilinxopencl.so"]}, {"drivers": ["good"]},
      {"env": {"XILINX_SDX": "/home/*/SDx/2018.2"}}]),
    ("DRIVER_NO_ICD", "problem", {"libraries": ["home/x/lib/libxilinxopencl.so", "z/libxilinxopencl.so"], "env": {"LD_LIBRARY_PATH": "relative:/y;/home/x/lib:/z"}},
     ["echo /home/x/lib/libxilinxopencl.so |"], [{"env": {"LD_LIBRARY_PATH": "/home"}}, {"env": {"LD_LIBRARY_PATH": "/home/*/lib"}}]),
    ("DRIVER_NO_ICD", "problem", {"libraries": [f"opt/intelFPGA/{version}/hld/host/linux64/lib/libalteracl.so" for version in ("17.0", "18.1")]},
     ["echo /opt/intelFPGA/18.1/hld/"], []),
    ("DRIVER_NO_ICD", "problem", {"libraries": ["opt/xilinx/xrt/lib/libxilinxopencl.so"], "drivers": ["libother.so"]},
     ["echo /opt/xilinx/xrt/lib/libxilinxopencl.so |"], []),
    # An .icd file that is there already stays as it is.
    ("DRIVER_NO_ICD", "problem", {"libraries": ["opt/xilinx/xrt/lib/libxilinxopencl.so"], "drivers": ["libother.so"],
                                  "files": {"etc/OpenCL/vendors/xilinxopencl.icd": "libold.so\n"}},
     ["tee VENDORS/xilinxopencl-2.icd"], []),
    ("DRIVER_NO_ICD", "problem", {"libraries": ["a/hld/host/linux64/lib/libalteracl.so"], "env": {"INTELFPGAOCLSDKROOT": "/a/hld"}},
     ["tee VENDORS/alteracl.icd"], [{"env": {"INTELFPGAOCLSDKROOT": ""}}]),
    ("DRIVER_NO_ICD", "problem", {"libraries": ["a/lib/x86_64/libamdocl64.so"], "env": {"AMDAPPSDKROOT": "/a"}},
     ["tee VENDORS/amdocl64.icd"], [{"env": {"LD_LIBRARY_PATH": "/a/lib/x86_64"}}]),
    ("LIBRARY_NO_ICD", "problem", {"gpu": AMD_GPU, "files": NODE, "libraries": ["a/lib/libamdocl64.so"], "env": {"LD_LIBRARY_PATH": "/a/lib"}},
     ["echo /a/lib/libamdocl64.so |"], [{"env": {}}, {"gpu": INTEL_GPU}, {"libraries": ["plain/libamdocl64.so"], "env": {"LD_LIBRARY_PATH": "/plain"}}]),
    ("SINGULARITY_NO_ICD", "problem", {"gpu": NVIDIA_GPU, "files": {**NODE, **NVIDIA_NODES, ".singularity.d/x": ""}, "env": {"LD_LIBRARY_PATH": "/.singularity.d/libs"},
                                       "libraries": [".singularity.d/libs/libnvidia-opencl.so.1"]},
     ["library, /.singularity.d/libs/libnvidia-opencl.so.1", "-B /etc/OpenCL/vendors"],
     [{"env": {"LD_LIBRARY_PATH": "/a"}, "files": {**NODE, **NVIDIA_NODES}, "libraries": ["a/libnvidia-opencl.so.1"]}, {"libraries": []}]),
    ("LIBRARY_NO_ICD", "problem", {"gpu": INTEL_GPU, "files": NODE, "libraries": ["usr/lib64/beignet/libcl.so"]},
     ["tee VENDORS/intel-beignet.icd"], [{"gpu": AMD_GPU}, {"files": {**NODE, "etc/OpenCL/vendors/x.icd": "/usr/lib64/beignet/libcl.so\n"}}]),
    # A path that a shell would change is in quotes.
    ("STEAM_NO_ICD", "problem", {"gpu": NVIDIA_GPU, "files": STEAM, "libraries": [OPENCL + ".1"]},
     [f"library, /{OPENCL}.1", "OCL_ICD_VENDORS=/run/host/etc/OpenCL/vendors %command%"],
     [{"files": {path: text for path, text in STEAM.items() if part not in path}} for part in ("pressure", "host")] +
     [{"files": {**STEAM, "run/host/etc/OpenCL/vendors/nvidia.icd": text}} for text in ("libpocl.so.2\n", f"/{OPENCL}.1\n", "libnvidia-opencl.so.10\n")] +
     [{"libraries": []}, {"drivers": ["libnvidia-opencl.so.1"]}]),
    ("LIBRARY_NO_ICD", "problem", {"gpu": AMD_GPU, "files": NODE, "libraries": ["it's a & b/libamdocl64.so"], "env": {"LD_LIBRARY_PATH": "/it's a & b"}},
     ["library, /it's a & b/libamdocl64.so", r"echo '/it'\''s a & b/libamdocl64.so' | sudo tee VENDORS/"], []),
    *(("NOT_CACHED", "problem", {"manifests": ["libcuda.so.77"], "libraries": ["opt/maker/lib/libcuda.so.77"], "files": {"etc/ld.so.conf.d/maker.conf": text}},
       ["there is /opt/maker/lib/libcuda.so.77, in a folder that ldconfig searches", "sudo ldconfig. If", "echo /opt/maker/lib/libcuda.so.77 | sudo tee"],
       [{"files": {}}, {"libraries": []}, {"files": {"etc/ld.so.conf.d/maker.conf": "/opt/maker/lib64\n"}}, {"files": {"etc/ld.so.conf.d/maker.conf": "#/opt/maker/lib\n"}}])
      for text in ("/opt/maker/lib\n", "# x\n/opt/maker\n/opt/maker/lib\n")),
    ("NVIDIA_UTILITY_ONLY", "problem", {"gpu": NVIDIA_GPU, "files": {**NODE, **NVIDIA_NODES, **UTILITY, ".dockerenv": ""}},
     ["libraries for nvidia-smi, and not", "NVIDIA_DRIVER_CAPABILITIES=compute,utility, or all"],
     [{"files": {**NODE, **NVIDIA_NODES, ".dockerenv": ""}}, {"libraries": ["usr/lib/x86_64-linux-gnu/libcuda.so.1"]}, {"files": {**NODE, **NVIDIA_NODES, **UTILITY}}]),
    ("WSL_1", "problem", {"files": {"proc/sys/kernel/osrelease": "4.4.0-19041-Microsoft\n"}}, ["programs in WSL 1 cannot use a GPU", "on Windows. For the processor: PoCL"],
     [{"files": MICROSOFT}, {"drivers": ["good"]}]),
    ("TEGRA", "problem", {"files": {"dev/nvhost-gpu": ""}, "drivers": CPU}, ["the GPU /dev/nvhost-gpu", "Tegra"],
     [{"files": {}}, {"drivers": ["gpu"]}, {"drivers": ["libnvidia-opencl.so.1"]}, {"drivers": ["lcrash"]}]),
    ("MALI_NO_ICD", "problem", {"files": {"dev/mali0": ""}, "libraries": ["usr/lib/libmali.so.1"], "drivers": CPU},
     ["echo /usr/lib/libmali.so.1 | sudo tee VENDORS/mali.icd"],
     [{"files": {}}, {"libraries": []}, {"drivers": ["libmali.so.1"]}, {"drivers": ["gpu"]}, {"drivers": ["lcrash"]}, {"libraries": ["usr/lib/libmali.so.plain"]}]),
    ("MALI_NO_ICD", "problem", {"files": {"dev/mali0": ""}, "libraries": ["usr/lib/mali-egl/libmali.so"], "drivers": CPU},
     ["echo /usr/lib/mali-egl/libmali.so |"], [{"libraries": ["usr/lib/egl/libmali.so"]}]),
    ("MALI_NO_DRIVER", "problem", {"files": {"dev/mali0": ""}, "drivers": CPU}, ["Mesa does not use /dev/mali0"],
     [{"files": {}}, {"libraries": ["usr/lib/libmali.so.1"]}, {"drivers": ["gpu"]}]),
    ("ARM_NO_DRIVER", "problem", {"files": PANFROST, "drivers": CPU},
     ["the GPU /dev/dri/renderD128 (panfrost)", "apt-get install mesa-opencl-icd", "RUSTICL_ENABLE=panfrost "],
     [{"files": NODE}, {"drivers": ["libRusticlOpenCL.so.1"]}, {"drivers": ["gpu"]},
      {"files": {**PANFROST, "usr/share/OpenCL/vendors/rusticl.icd": "libRusticlOpenCL.so.1\n"}}]),
    ("V3D_NO_DRIVER", "problem", {"files": V3D}, ["the GPU of a Raspberry Pi 4 or 5", "RUSTICL_ENABLE=v3d ", "For the processor: PoCL"],
     [{"files": PANFROST}, {"files": {**V3D, "sys/class/drm/renderD128/device/uevent": "DRIVER=v3dx\n"}}, {"drivers": ["good"]}, {"drivers": ["libRusticlOpenCL.so.1"]}]),
    ("V3D_NO_DEVICE", "problem", {"files": V3D, "drivers": ["libMesaOpenCL.so.1"]}, ["there is no device. For the GPU of a Raspberry Pi", "RUSTICL_ENABLE=v3d "],
     [{"files": NODE}, {"drivers": ["libMesaOpenCL.so.1", "libRusticlOpenCL.so.1"]}, {"drivers": ["good"]}]),
    ("RUSTICL_NOT_BUILT", "problem", {"files": {**ASAHI, **UBUNTU}, "drivers": ["libMesaOpenCL.so.1"]},
     ["the GPU /dev/dri/renderD128 (asahi)", "Use a build of Mesa with rusticl", "RUSTICL_ENABLE=asahi "],
     [{"drivers": CPU}, {"drivers": ["libMesaOpenCL.so.1", "libRusticlOpenCL.so.1"]}, {"drivers": ["libMesaOpenCL-lcrash.so.1"]},
      {"files": {**ASAHI, **UBUNTU, "etc/OpenCL/vendors/rusticl.icd": ""}}, {"files": UBUNTU}, {"files": {**ASAHI, "etc/os-release": "ID=opensuse\n"}}, {"drivers": ["gpu"]}]),
    ("RUSTICL_NOT_BUILT", "problem", {"files": {**ASAHI, "var/lib/dpkg/status": MESA}}, ["Use a build of Mesa with rusticl"],
     [{"files": {**ASAHI, "var/lib/dpkg/status": MESA.replace("ok installed", "ok config-files")}}, {"files": ASAHI}]),
    ("RUSTICL_NOT_BUILT", "problem", {"gpu": AMD_GPU, "files": {**NODE, "etc/os-release": "ID=debian\n"}, "drivers": ["libMesaOpenCL.so.1"], "env": {"RUSTICL_ENABLE": "radeonsi"}},
     ["RUSTICL_ENABLE=radeonsi "], [{"env": {}}, {"env": {"RUSTICL_ENABLE": "iris"}}, {"gpu": INTEL_GPU}]),
    ("RUSTICL_MISSING", "problem", {"gpu": INTEL_GPU, "files": NODE, "drivers": CPU, "env": {"RUSTICL_ENABLE": "iris,llvmpipe"}},
     ["RUSTICL_ENABLE is iris,llvmpipe, and", "apt-get install mesa-opencl-icd"],
     [{"env": {}}, {"env": {"RUSTICL_ENABLE": "radeonsi"}}, {"drivers": ["libRusticlOpenCL.so.1"]}, {"files": {}},
      {"files": {**NODE, "usr/share/OpenCL/vendors/rusticl.icd": ""}}]),
    ("RUSTICL_MISSING", "problem", {"gpu": INTEL_GPU, "files": NODE, "env": {"RUSTICL_ENABLE": "iris"}}, ["apt-get install mesa-opencl-icd"], []),
    ("RUSTICL_MISSING", "problem", {"gpu": INTEL_GPU, "files": NODE, "env": {"RUSTICL_ENABLE": "iris{value}{other}"}},
     ["RUSTICL_ENABLE is iris{value}{other}, and"],  # a value with words that a row has in its text
     [{"libraries": ["usr/lib/x86_64-linux-gnu/libRusticlOpenCL.so.1"], "env": {"RUSTICL_ENABLE": "iris"}}]),
    *(("RUSTICL_VALUE", "problem", {"gpu": INTEL_GPU, "files": {**NODE, **second_gpu(AMD_GPU, "0x744c")}, "drivers": ["libRusticlOpenCL.so.1", "libigdrcl-pci"], "env": {"RUSTICL_ENABLE": value}}, [f"Set RUSTICL_ENABLE={words} "], [])
      for value, words in (("iris", "iris,radeonsi"), ("1", "radeonsi"), ("llvmpipe", "llvmpipe,radeonsi"))),
    ("AMD_UNEXPLAINED", "problem", {"gpu": AMD_GPU, "files": {**NODE, "dev/kfd": ""}, "drivers": ["libamdocl64.so"]}, ["not known"],
     [{"env": {name: "1"}} for name in ("GPU_DEVICE_ORDINAL", "ROCR_VISIBLE_DEVICES")]),
    ("RUSTICL_OFF", "problem", {"files": PANTHOR, "drivers": ["libRusticlOpenCL.so.1"]}, ["RUSTICL_ENABLE=panfrost "],
     [{"env": {"RUSTICL_ENABLE": "panfrost"}}]),
    *(("POD_NO_NODE", "warning", {"gpu": gpu, "drivers": ["good"], "env": {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}}, [words],
       [{"files": NODE}, {"env": {}}, {"gpu": None}])
      for gpu, words in [(NVIDIA_GPU, "set the container's limit nvidia.com/gpu, on"), (AMD_GPU, "limit amd.com/gpu"), (INTEL_GPU, "limit gpu.intel.com/i915 or")]),
    ("CONTAINER_NO_NODE", "warning", {"gpu": AMD_GPU, "drivers": ["good"], "files": {"run/.containerenv": ""}},
     ["podman run --device /dev/kfd --device /dev/dri"],
     [{"files": {}}, {"gpu": None}, {"files": {"run/.containerenv": "", **NODE}}]),
    # A driver that waits for the GPU: there is no device without it.
    ("CONTAINER_NO_NODE", "problem", {"gpu": AMD_GPU, "drivers": ["libamdocl64-nodevices.so"], "files": {".dockerenv": ""}}, ["docker run --device /dev/kfd --device /dev/dri"], []),
    *(("CONTAINER_NO_NODE", "warning", {"gpu": AMD_GPU, "drivers": drivers, "files": {".dockerenv": ""}}, ["docker run --device /dev/kfd --device /dev/dri"], [])
      for drivers in (["libamdocl64-nodevices.so", "good"], ["libigdrcl"])),
    *[("CONTAINER_NO_NODE", "warning", {"gpu": gpu, "drivers": ["good"], "files": {".singularity.d/x": ""}}, [words], [])
      for gpu, words in [(NVIDIA_GPU, "pass it on: apptainer exec --nv"), (AMD_GPU, "apptainer exec --rocm"), (INTEL_GPU, "without --contain")]],
    *[("CONTAINER_NO_NODE", "warning", {"gpu": gpu, "drivers": ["good"], "files": {"run/systemd/container": kind + "\n"}}, ["pass it on: in the container's settings on the host"],
       [{"files": {"run/systemd/container": "wsl\n"}}])
      for gpu in (NVIDIA_GPU, AMD_GPU, INTEL_GPU) for kind in ("lxc", "systemd-nspawn")],
    ("PRIVATE_DEVICES", "problem", {"gpu": INTEL_GPU, "drivers": CPU, "files": SERVICE},
     ["there is no /dev/dri/renderD*", "PrivateDevices=no", "systemctl edit miner.service"],
     [{"files": {**SERVICE, "proc/self/cgroup": "0::/user.slice/user-1000.slice/session-2.scope\n"}},
      {"files": {**SERVICE, "proc/self/cgroup": "0::/system.slice/docker-1.scope\n"}},
      {"files": {**SERVICE, **NODE}}, {"files": {**SERVICE, ".dockerenv": ""}},
      {"files": {**SERVICE, "proc/self/mountinfo": "37 36 0:6 / /dev rw,nosuid - devtmpfs udev rw\n"}}]),
    ("PRIVATE_DEVICES", "problem", {"gpu": INTEL_GPU, "drivers": CPU, "files": {**SERVICE, "proc/self/cgroup": "0::/system.slice/system-x.slice/x@1.service\n"}},
     ["systemctl edit x@1.service"], []),
    ("INTEL_LEGACY_ONLY", "problem", {"gpu": INTEL_GPU, "files": NODE, "drivers": ["libigdrcl_legacy1.so"]},
     ["one for GPUs before Tiger Lake"],
     [{"gpu": (INTEL, "0x5917", "i915")}, {"drivers": ["libigdrcl_legacy1.so", "libigdrcl.so"]}, {"drivers": ["libigdrcl_legacy1.so", "libRusticlOpenCL.so.1"]}]),
    ("NVIDIA_NO_NODES", "problem", {"gpu": NVIDIA_GPU, "drivers": ["good"], "libraries": ["usr/lib/x86_64-linux-gnu/libcuda.so.1"]}, ["module nvidia uses it, and there is no /dev/nvidia*", "Try sudo nvidia-smi, which makes"],
     [{"files": NODE}, {"gpu": NVIDIA_GPU[:2] + ("nouveau",)}, {"gpu": NVIDIA_GPU[:2] + (None,)}, {"libraries": []}, {"files": {"run/.containerenv": ""}}]),
    ("DRIVER_NO_NODE", "problem", {"gpu": INTEL_GPU, "drivers": ["good"]}, ["driver i915 uses it, and there is no /dev/dri/renderD*", "grep i915"],
     [{"files": NODE}, {"gpu": INTEL_GPU[:2] + (None,)}, {"gpu": INTEL_GPU[:2] + ("",)}, {"files": {"run/.containerenv": ""}}, {"gpu": NVIDIA_GPU}]),
    ("DRIVER_NO_NODE", "problem", {"gpu": NVIDIA_GPU[:2] + ("nouveau",), "drivers": ["good", "libRusticlOpenCL.so.1"], "env": {"RUSTICL_ENABLE": "nouveau"}},
     ["driver nouveau uses it, and there is no /dev/dri/renderD*"], [{"files": {"dev/dri/renderD128": ""}}]),
    ("NIXOS_FOLDER", "problem", {"files": {"run/opengl-driver/etc/OpenCL/vendors/nvidia.icd": "x\n"}},
     ["no driver is found: the drivers of NixOS", "Set OCL_ICD_VENDORS=/run/opengl-driver/etc/OpenCL/vendors "],
     [{"files": {}}, {"drivers": ["good"]}, {"env": {"OCL_ICD_VENDORS": "/run/opengl-driver/etc/OpenCL/vendors"}}]),
    ("NIXOS_FOLDER", "problem", {"gpu": AMD_GPU, "files": {**NODE, "dev/kfd": "", "run/opengl-driver/etc/OpenCL/vendors/amdocl64.icd": "libamdocl64-nodevices.so\n"}, "drivers": CPU}, ["the drivers of NixOS"],
     [{"drivers": ["libamdocl64.so"]}]),
    ("SECURE_BOOT", "problem", {"gpu": UNUSED, "files": {**MODULE, SECURE: "\6\0\0\0\1"}, "drivers": CPU}, ["Secure Boot", "mokutil"],
     [{"files": {**MODULE, SECURE: "\6\0\0\0\0"}}, {"files": {**MODULE, SECURE: "\6\0\0\0\1", "proc/sys/kernel/osrelease": None}},
      {"files": {**KERNEL, SECURE: "\6\0\0\0\1"}}, {"gpu": NVIDIA_GPU},
      *({"files": {**MODULE, SECURE: "\6\0\0\0\1", ALIAS: ALL_NVIDIA, "etc/modprobe.d/x.conf": line + " nvidia off\n"}} for line in ("blacklist", "alias"))]),
    ("BBSWITCH_OFF", "problem", {"gpu": UNUSED, "files": {"proc/acpi/bbswitch": "0000:65:00.0 OFF\n"}, "drivers": CPU}, ["With Bumblebee, start programs with optirun"],
     [{"files": {"proc/acpi/bbswitch": text}} for text in ("0000:65:00.0 ON\n", "0000:01:00.0 OFF\n")] + [{"gpu": NVIDIA_GPU}, {"gpu": (AMD, "0x744c", "")}]),
    ("OPTIRUN", "problem", {"gpu": UNUSED, "files": {**OPTIRUN, **KERNEL, ALIAS: ALL_NVIDIA, "etc/modprobe.d/bumblebee.conf": "blacklist nvidia\n"}, "drivers": CPU},
     ["/usr/bin/optirun (of Bumblebee) is there, which may turn it on", "optirun clrelay doctor"],
     [{"files": {**KERNEL, ALIAS: ALL_NVIDIA, "etc/modprobe.d/bumblebee.conf": "blacklist nvidia\n"}}, {"gpu": NVIDIA_GPU}, {"gpu": (AMD, "0x744c", "")},
      {"gpu": UNUSED[:2] + ("nouveau",)},
      *({"files": {**OPTIRUN, **files}} for files in ({"sys/module/nvidia/version": "1\n"}, {"proc/driver/nvidia/params": ""}, OTHER_MODULE, {**MODULE, SECURE: "\6\0\0\0\1"},
                                                      {"proc/acpi/bbswitch": "0000:65:00.0 OFF\n"}))]),
    ("LIBRARY_OF_OPTIRUN", "problem", {"gpu": UNUSED, "files": OPTIRUN, "libraries": ["usr/lib/nvidia-current/libcuda.so.77"], "manifests": ["libcuda.so.77"]},
     ["there is /usr/lib/nvidia-current/libcuda.so.77", "optirun clrelay doctor"], [{"files": {}}, {"libraries": []}, {"manifests": ["libcuda.so.78"]}]),
    ("NVIDIA_OTHER_KERNEL", "problem", {"gpu": UNUSED, "files": OTHER_MODULE, "drivers": CPU}, ["not for 6.1.0-2-amd64", "dkms"],
     [{"files": MODULE}, {"files": KERNEL}, {"gpu": NVIDIA_GPU}, {"files": {**OTHER_MODULE, "sys/module/nvidia/version": "1\n"}},
      {"files": {**OTHER_MODULE, "proc/driver/nvidia/params": ""}},
      {"files": {**OTHER_MODULE, "lib/modules/6.1.0-2-amd64/updates/dkms/nvidia-tesla-470.ko": ""}}]),
    ("NVIDIA_OPEN_MODULE", "problem", {"gpu": (NVIDIA, "0x1b80", ""), "files": OPEN_MODULE, "drivers": CPU}, ["Turing", "of version 580 or older (Debian", "proprietary kernel module, not the open one"],
     [{"gpu": UNUSED}, {"gpu": (NVIDIA, "0x1b80", "nvidia")}, {"files": {"sys/module/nvidia/version": "570.86.15\n"}}]),
    ("NVIDIA_OPEN_MODULE", "problem", {"gpu": (NVIDIA, "0x1dff", ""), "files": OPEN_MODULE, "drivers": CPU}, ["Turing"],
     [{"gpu": (NVIDIA, "0x1e00", "")}]),
    ("NVIDIA_LEFT_OUT", "problem", {"gpu": UNUSED, "files": {"sys/module/nvidia/version": "570.86.15\n"}, "drivers": CPU},
     ["module nvidia, version 570.86.15, is loaded and does not use it"], [{"gpu": NVIDIA_GPU}, {"files": {}}]),
    *(("INTEL_LEFT_OUT", "problem", {"gpu": (INTEL, "0xe20b", ""), "files": {f"sys/module/{module}/x": ""}, "drivers": CPU},
       [f"{module} is loaded and does not use it", f"{module}.force_probe=e20b"],
       [{"files": {}}, {"gpu": (INTEL, "0xe20b", "xe")}, {"files": {f"sys/module/{module}/x": "", "proc/cmdline": "nomodeset\n"}}]) for module in ("i915", "xe")),
    *(("INTEL_LEFT_OUT", "problem", {"gpu": (INTEL, "0x3e98", ""), "files": {f"sys/module/i915/parameters/{name}": "0" for name in names}, "drivers": CPU}, [f"i915.{words}"], [])
      for names, words in [(["alpha_support"], "alpha_support=1"), (["alpha_support", "force_probe"], "force_probe=3e98")]),
    ("KERNEL_TOO_OLD", "problem", {"gpu": (INTEL, "0x4c8a", ""), "files": {**KERNEL, ALIAS: aliases("8086", "5917", "i915")}, "drivers": CPU},
     ["kernel (6.1.0-2-amd64) are for other GPUs", "Use a newer kernel"],
     [{"files": KERNEL}, {"files": {**KERNEL, ALIAS: aliases("8086", "4C8A", "i915")}}, {"gpu": (INTEL, "0x4c8a", "i915")},
      {"files": {**KERNEL, ALIAS: aliases("8086", "5917", "mei_me")}}, {"files": {**KERNEL, ALIAS: ""}},
      {"files": {**KERNEL, ALIAS: aliases("8086", "5917", "xe"), BUILTIN: "kernel/drivers/gpu/drm/i915/i915.ko\n"}}]),
    # The system's name for the device has more parts.
    ("KERNEL_TOO_OLD", "problem", {"gpu": (AMD, "0x744c", ""), "drivers": CPU, "files": {
        **KERNEL, ALIAS: aliases("1002", "7480", "amdgpu") + "alias pci:v00001002d0000744Csv*sd*bc12sc*i* amdgpu\n",
        "sys/bus/pci/devices/0000:65:00.0/modalias": "pci:v00001002d0000744Csv00001002sd00000E3Bbc03sc00i00\n"}}, ["newer kernel"], []),
    ("MODULE_UNLOADED", "problem", {"gpu": (AMD, "0x744c", ""), "drivers": CPU,
                                    "files": {**KERNEL, ALIAS: aliases("1002", "744C", "radeon", "amdgpu", "radeon")}},
     ["module for it, amdgpu, is not loaded", "sudo modprobe amdgpu"],
     [{"files": KERNEL}, {"files": {**KERNEL, ALIAS: aliases("1002", "744C", "amdgpu"), "sys/module/amdgpu/x": ""}},
      {"files": {**KERNEL, ALIAS: aliases("1002", "744C", "amdgpu"), "proc/cmdline": "nomodeset\n"}}]),
    ("MODULE_UNLOADED", "problem", {"gpu": UNUSED, "drivers": CPU, "files": {**KERNEL, ALIAS: ALL_NVIDIA, "proc/cmdline": "nomodeset\n"}}, ["sudo modprobe nvidia"], []),
    *(("MODULE_OFF", "problem", {"gpu": UNUSED, "drivers": CPU, "files": {**KERNEL, ALIAS: ALL_NVIDIA, "etc/modprobe.d/prime.conf": f"blacklist nvidia\n{line}\n"}},
       ["/etc/modprobe.d/prime.conf keeps everybody from loading the kernel module nvidia", "on Ubuntu: sudo prime-select on-demand"],
       [{"files": {**KERNEL, ALIAS: ALL_NVIDIA, "etc/modprobe.d/prime.conf": f"blacklist nvidia\n{other}\n"}} for other in others])
      for line, others in (("alias nvidia off", ["alias nvidia on", "alias nvidiafb off", "alias off nvidia"]),
                           ("install nvidia /bin/false", ["install nvidia /sbin/modprobe", "install nvidia-drm /bin/false"]), ("install nvidia /usr/bin/true", []))),
    *(("AMD_LEFT_OUT", "problem", {"gpu": (AMD, "0x744c", ""), "files": {f"sys/module/{module}/x": ""}, "drivers": CPU},
       [f"no kernel driver uses it, though the module is loaded ({module})", "dmesg | grep -e amdgpu -e radeon", "(Debian: apt-get install firmware-amd-graphics, in non-free-firmware)"],
       [{"files": {}}, {"gpu": AMD_GPU}, {"gpu": (INTEL, "0x46a6", "")}, {"files": {f"sys/module/{module}/x": "", "proc/cmdline": "nomodeset\n"}},
        {"files": {**KERNEL, f"sys/module/{module}/x": "", ALIAS: aliases("1002", "7480", "amdgpu")}}]) for module in ("amdgpu", "radeon")),
    ("AMD_LEFT_OUT", "problem", {"gpu": (AMD, "0x744c", ""), "files": {"sys/module/radeon/x": "", "sys/module/amdgpu/x": ""}, "drivers": CPU}, ["(amdgpu or radeon)"], []),
    ("NVIDIA_TOO_OLD", "problem", {"gpu": (NVIDIA, "0x01d1", "nouveau"), "files": NODE, "drivers": ["libMesaOpenCL.so.1"]}, ["older than the GeForce 8", "PoCL"], [{"gpu": (NVIDIA, "0x0400", "nouveau")}]),
    ("NVIDIA_OPEN_ONLY", "problem", {"gpu": (NVIDIA, "0x2900", "nvidia"), "files": {**OPEN_MODULE, **NVIDIA_NODES, **second_gpu((NVIDIA, "", ""), "0x1b80")}, "drivers": ["libnvidia-opencl-pci"]},
     ["Nothing: with NVIDIA's driver, one machine"], [{"gpu": (NVIDIA, "0x28ff", "nvidia")}, {"files": {**OPEN_MODULE, **NVIDIA_NODES, **second_gpu((NVIDIA, "", ""), "0x1e00")}}]),
    ("MODULE_BLACKLISTED", "problem", {"gpu": UNUSED, "drivers": CPU, "files": {
        **KERNEL, ALIAS: ALL_NVIDIA, "etc/modprobe.d/no.conf": "# x\nblacklist other\nblacklist nvidia\n"}},
     ["/etc/modprobe.d/no.conf keeps the kernel module nvidia"],
     [{"files": {**KERNEL, ALIAS: ALL_NVIDIA, "etc/modprobe.d/no.conf": "blacklist nvidiafb\n#blacklist nvidia\n"}}]),
    ("MODULE_BLACKLISTED", "problem", {"gpu": UNUSED, "drivers": CPU, "files": {
        **KERNEL, ALIAS: ALL_NVIDIA.replace(" nvidia\n", " nvidia_current\n"), "etc/modprobe.d/no.conf": "blacklist nvidia-current\n"}},
     ["keeps the kernel module nvidia-current", "Take 'blacklist nvidia-current' out of"], [{"files": {**KERNEL, ALIAS: ALL_NVIDIA.replace(" nvidia\n", " nvidia_current\n"),
                                                             "etc/modprobe.d/no.conf": "blacklist nvidia-currents\nblacklist nvidia-curren\n"}}]),
    ("MODULES_MISSING", "problem", {"gpu": (INTEL, "0x46a6", ""), "files": {**KERNEL, ALIAS: aliases("8086", "46A6", "mei_me")}, "drivers": CPU},
     ["none is installed for this kernel", "linux-modules-extra-6.1.0-2-amd64"],
     [{"files": KERNEL}, {"gpu": UNUSED},
      {"files": {**KERNEL, ALIAS: aliases("8086", "46A6", "mei_me"), BUILTIN: "kernel/fs/x.ko\nkernel/drivers/gpu/drm/i915/i915.ko\n"}}]),
    ("NO_KERNEL_DRIVER", "problem", {"gpu": (INTEL, "0x4c8a", ""), "drivers": CPU}, ["sudo modprobe i915, or xe. If that"], []),
    *(("NVIDIA_NO_UVM", "problem", {"gpu": NVIDIA_GPU, "files": {**NVIDIA_NODES, **files}, "drivers": ["libnvidia-opencl.so.1"]}, [words], [])
      for files, words in (({"usr/bin/nvidia-modprobe": ""}, "sudo nvidia-modprobe -u -c=0 makes it"), ({"run/.containerenv": ""}, "If the host has it, pass it on: podman run --device nvidia.com/gpu=all. Otherwise make it there: sudo nvidia-modprobe"))),
    ("NVIDIA_NO_UVM", "problem", {"gpu": NVIDIA_GPU, "files": NVIDIA_NODES, "drivers": ["libnvidia-opencl.so.1"]},
     ["Install nvidia-modprobe, with which programs make it"],
     [{"files": {**NVIDIA_NODES, "dev/nvidia-uvm": ""}}, {"drivers": CPU}, {"files": {**NVIDIA_NODES, "sys/module/nvidia/version": "304.137\n"}}]),
    ("NVIDIA_NO_UVM", "problem", {"gpu": NVIDIA_GPU, "files": {**NVIDIA_NODES, "sys/module/nvidia/version": "331.20\n"}, "drivers": ["libnvidia-opencl.so.1"]},
     ["nvidia-modprobe"], [{"files": {**NVIDIA_NODES, "sys/module/nvidia/version": "330.99\n"}}]),
    *[("NVIDIA_NO_LIBRARIES", "problem", {"gpu": NVIDIA_GPU, "files": {**NVIDIA_NODES, **files}}, [words], [])
      for files, words in (({".singularity.d/x": ""}, "Let the container have them, too: apptainer exec --nv"),
                           ({"run/systemd/container": "lxc\n"}, "Install them inside, in the host's version, without a kernel module."),
                           ({"run/systemd/container": "lxc\n", "sys/module/nvidia/version": "535.1.2\n"}, "in the host's version 535.1.2, without a kernel module. With Incus"))],
    ("NVIDIA_NO_LIBRARIES", "problem", {"gpu": NVIDIA_GPU, "files": {**NVIDIA_NODES, ".dockerenv": ""}},
     ["Let the container have them, too: docker run --gpus all (with NVIDIA's Container Toolkit)"],
     [{"files": NVIDIA_NODES}, {"libraries": ["usr/lib64/libnvidia-opencl.so.1"]}, {"libraries": ["usr/lib64/libcuda.so.1"]}, {"libraries": ["usr/local/nvidia/lib64/libcuda.so.1"]},
      {"drivers": ["libnvidia-opencl.so.1"]}]),
    ("INTEL_TOO_NEW", "problem", {"gpu": (INTEL, "0x7d55", "i915"), "files": {**NODE, **OLD_INTEL}, "drivers": ["libigdrcl.so"]},
     ["(22.43.24595.41-1) is older than this GPU"],
     [{"gpu": INTEL_GPU}, {"files": {**NODE, **NEW_INTEL}}, {"drivers": ["libigdrcl.so", "libRusticlOpenCL.so.1"]},
      {"files": {**NODE, "var/lib/dpkg/status": OLD_INTEL["var/lib/dpkg/status"].replace("22.43", "1:22.43")}},
      {"drivers": ["nix/abc-intel-compute-runtime-23.01.1/lib/libigdrcl.so"]}]),
    *(("INTEL_TOO_NEW", "problem", {"gpu": (INTEL, number, "xe"), "files": NODE, "drivers": ["nix/abc-intel-compute-runtime-23.52.1/lib/libigdrcl.so"]},
       ["(23.52.1) is older than this GPU"], [{"drivers": ["nix/abc-intel-compute-runtime-24.01.1/lib/libigdrcl.so"]}])
      for number in ("0x6420", "0xe216")),
    ("INTEL_TOO_NEW", "problem", {"gpu": (INTEL, "0xe223", "xe"), "files": NODE, "drivers": ["nix/abc-intel-compute-runtime-24.52.1/lib/libigdrcl.so"]},
     ["(24.52.1) is older than this GPU"], [{"drivers": ["nix/abc-intel-compute-runtime-25.01.1/lib/libigdrcl.so"]}]),
    *(("GPU_LEFT_OUT", "problem", {"gpu": gpu, "files": {**NODE, **second_gpu(gpu), **files}, "drivers": [driver]}, ["lists other devices", "Install a newer version of that driver"],
       [{"files": NODE}, {"files": {**NODE, **second_gpu(gpu), ".dockerenv": ""}}, {"files": {**NODE, **second_gpu(gpu, gpu[1])}}, {"drivers": [driver.replace("-pci", ".so")]}, {"drivers": ["libother-pci"]}])
      for gpu, driver, own in ((INTEL_GPU, "libigdrcl-pci", {"sys/bus/pci/devices/0000:66:00.0/drm/renderD128/x": ""}), (NVIDIA_GPU, "libnvidia-opencl-pci", {"proc/driver/nvidia/gpus/0000:66:00.0/x": ""}))
      for files in ({}, {**own, ".dockerenv": ""})),
    # What can be done is done.
    *(("GPU_TOO_OLD", "note", {"gpu": (*gpu, "radeon"), "files": NODE, "drivers": ["cpu"]}, ["for a GPU as old as this one", "Nothing, if programs can use the processor"],
       [{"drivers": ["good"]}, {"drivers": ["cpu-nodevices"]}, {"drivers": ["cpu", driver]}, {"gpu": (gpu[0], "0x9999", "radeon")}])
      for gpu, driver in (((INTEL, "0x0412"), "libigdrcl.so"), ((AMD, "0x94c1"), "libMesaOpenCL.so.1"))),
    ("INTEL_TOO_OLD", "problem", {"gpu": (INTEL, "0x22b0", "i915"), "files": NODE, "drivers": ["libigdrcl.so"]},
     ["Atoms before Apollo Lake"], [{"drivers": ["libbeignet"]}, {"gpu": (INTEL, "0x5a84", "i915")}]),
    *(("INTEL_XE", "problem", {"gpu": (INTEL, number, "xe"), "files": NODE, "drivers": [f"libigdrcl{how}.so"]},
       [f"i915.force_probe={number[2:]} xe.force_probe=!{number[2:]}"],
       [{"gpu": (INTEL, number, "i915")}, {"drivers": CPU}, {"drivers": ["libigdrcl-lcrash.so"]}, {"files": {}},
        *({"gpu": (INTEL, newer, "xe")} for newer in ("0x6420", "0x64b0", "0xe202", "0xe216", "0x4904", "0x490a"))])
      for number, how in [("0x56a1", ""), ("0x4905", "-noplatforms"), ("0x4909", "")]),
    ("INTEL_KERNEL", "problem", {"gpu": ARC, "files": {**NODE, **ARCH_2409, "proc/sys/kernel/osrelease": "6.8.1-arch1-1\n"},
                                 "drivers": ["libigdrcl.so"]}, ["(24.05.28454.6-1)", "6.8.1-arch1-1", "OverrideGpuAddressSpace=48"],
     [{"gpu": (INTEL, "0x56a1", "xe")}, {"env": {"OverrideGpuAddressSpace": "48"}},
      {"files": {**NODE, **ARCH_2409, "proc/sys/kernel/osrelease": "6.9.1\n"}},
      {"files": {**NODE, **ARCH_2409, "proc/sys/kernel/osrelease": "6.6.1\n"}},
      {"files": {**NODE, **ARCH_INTEL, "proc/sys/kernel/osrelease": "6.8.1\n"}},
      {"files": {**NODE, "var/lib/pacman/local/intel-compute-runtime-1:24.05-1/desc": "", "proc/sys/kernel/osrelease": "6.8.1\n"}}]),
    # From 6.7.5 to 6.8, and until the runtime 24.09.
    ("INTEL_KERNEL", "problem", {"gpu": ARC, "files": {**NODE, "proc/sys/kernel/osrelease": "6.7.5\n"},
                                 "drivers": ["nix/abc-intel-compute-runtime-24.09.1/lib/libigdrcl.so"]}, ["(24.09.1)", "6.7.5"],
     [{"files": {**NODE, "proc/sys/kernel/osrelease": "6.7.4\n"}}, {"files": {**NODE, "proc/sys/kernel/osrelease": "5.8.5\n"}},
      {"drivers": ["nix/abc-intel-compute-runtime-24.10.1/lib/libigdrcl.so"]}]),
    ("BEIGNET_SELF_TEST", "problem", {"gpu": (INTEL, "0x0a16", "i915"), "files": NODE, "drivers": ["beignet-says-nodevices.so"],
                                      "env": {"TOOL_SAYS": "Beignet: self-test failed: (3, 7, 5) + (5, 7, 3) returned (3, 7, 5)\n"}},
     ["the test that Beignet makes of it fails", "OCL_IGNORE_SELF_TEST=1"], [{"env": {"TOOL_SAYS": "Beignet: self-test\n"}}, {"gpu": AMD_GPU}]),
    ("BEIGNET", "problem", {"gpu": (INTEL, "0x5926", "i915"), "files": NODE, "drivers": ["beignet.so"]}, ["Beignet"],
     [{"drivers": CPU}, {"gpu": AMD_GPU}, {"drivers": ["beignet.so", "libigdrcl.so"]}, {"drivers": ["beignet.so", "libRusticlOpenCL.so.1"]}, {"drivers": ["beignet-lcrash.so"]}]),
    ("AMD_RADEON", "problem", {"gpu": (AMD, "0x6810", "radeon"), "files": NODE, "drivers": ["libamdocl64.so"]}, ["needs amdgpu", "RUSTICL_ENABLE=radeonsi. Or"],
     [{"gpu": (AMD, "0x6810", "amdgpu")}, {"drivers": ["libMesaOpenCL.so.1"]}, {"drivers": ["libRusticlOpenCL.so.1"]}, {"drivers": ["lcrash"]},
      *({"gpu": (AMD, number, "radeon")} for number in ("0x1303", "0x131e", "0x65ff", "0x6680", "0x677f", "0x67c0", "0x67ff", "0x6840", "0x982f", "0x9860"))]),
    *(("AMD_RADEON", "problem", {"gpu": (AMD, number, "radeon"), "files": NODE, "drivers": drivers}, ["needs amdgpu"], [])
      for number, drivers in (("0x6818", ["libamdocl-orca64.so", "libMesaOpenCL.so.1"]), ("0x1304", CPU), ("0x131d", CPU), ("0x6600", CPU), ("0x667f", CPU),
                              ("0x6780", CPU), ("0x67bf", CPU), ("0x6800", CPU), ("0x683f", CPU), ("0x9830", CPU), ("0x985f", CPU))),
    ("AMD_RADEON_CRASHES", "problem", {"gpu": (AMD, "0x6810", "radeon"), "files": NODE, "drivers": ["libamdocl-orca64-lcrash.so"]}, ["AMD's OpenCL needs amdgpu", "amdgpu.si_support=1"],
     [{"gpu": (AMD, "0x67df", "amdgpu")}, {"gpu": (AMD, "0x68b8", "radeon")}, {"drivers": ["libother-lcrash.so"]}, {"files": {**NODE, **second_gpu((AMD, "", "amdgpu"), "0x67df")}}]),
    ("AMD_NO_DRIVER", "problem", {"gpu": (AMD, "0x6840", "radeon"), "files": {**NODE, "var/lib/dpkg/status": "Package: libgl1-mesa-dri\nStatus: install ok installed\nVersion: 18.1.9-1\n"}, "drivers": CPU},
     ["Install Mesa's rusticl, which Mesa has since 22.3 (this is 18.1.9)."], []),
    *(("AMD_NO_DRIVER", "problem", {"gpu": (AMD, "0x6840", "radeon"), "files": {**NODE, "etc/os-release": "ID=arch\n", f"var/lib/pacman/local/mesa-{version}/desc": ""}, "drivers": CPU}, [words], [])
      for version, words in (("1:25.0.1-1", "Mesa's rusticl (Arch: pacman -S opencl-mesa)"), ("1:22.2.9-1", "which Mesa has since 22.3 (this is 22.2.9)"))),
    ("AMD_TOO_OLD", "problem", {"gpu": (AMD, "0x94c1", "radeon"), "files": NODE, "drivers": ["libMesaOpenCL.so.1"]}, ["older than the Radeon HD 5000", "PoCL"],
     [{"gpu": (NVIDIA, "0x94c1", "radeon")}, {"gpu": (AMD, "0x9600", "radeon")}]),
    ("ROCM_NO_OPENCL", "problem", {"gpu": AMD_GPU, "files": {**NODE, "opt/rocm-6.2.0/lib/libhsa-runtime64.so.1": ""}},
     ["(/opt/rocm-6.2.0/lib/libhsa-runtime64.so.1)", "rocm-opencl-runtime"],
     [{"files": NODE}, {"drivers": ["libamdocl64.so"]}, {"gpu": INTEL_GPU},
      {"libraries": ["opt/rocm-6.2.0/lib/libamdocl64.so"], "files": {**NODE, "opt/rocm-6.2.0/lib/libhsa-runtime64.so.1": "", "etc/OpenCL/vendors/x.icd": "libamdocl64.so\n"}}]),
    ("AMD_NOT_IN_KFD", "problem", {"gpu": AMD_GPU, "files": KFD, "drivers": ["libamdocl64-noplatforms.so"]}, ["left it out"], [{"drivers": ["libamdocl64-lcrash.so"]}]),
    ("AMD_NOT_IN_KFD", "problem", {"gpu": AMD_GPU, "files": KFD, "drivers": ["libamdocl64.so"]}, ["PCIe atomics"],
     [{"files": KFD_NODE}, {"files": {**NODE, "dev/kfd": ""}}, {"drivers": CPU}, {"files": {**KFD, "dev/kfd": None}},
      {"gpu": (AMD, "0x6810", "radeon"), "drivers": ["libamdocl64.so", "libMesaOpenCL.so.1"]},
      {"files": {**KFD, TOPOLOGY.format(1): LINUX_5_3.format(29772, 25856)}},
      {"files": {**KFD, TOPOLOGY.format(1): LINUX_5_3.format(29772, 0x65 << 24)}},
      {"files": {**KFD, TOPOLOGY.format(1): LINUX_5_3.format(29772, 256), TOPOLOGY.format(2): LINUX_5_3.format(29772, 25856)}},
      {"files": {**KFD, TOPOLOGY.format(1): LINUX_5_15.format(29772, 25856, 0)}}, {"files": {**KFD, TOPOLOGY.format(1): ""}}]),
    ("AMD_NOT_IN_KFD_IN_GUEST", "problem", {"gpu": AMD_GPU, "files": {**KFD, **GUEST, "etc/os-release": "ID=ubuntu\nVERSION_ID=\"20.04\"\n"}, "drivers": ["libamdocl64.so"]},
     ["the virtual machine may not pass them on", "Mesa's rusticl, which newer releases of Ubuntu have, with"],
     [{"files": KFD}, {"files": {**KFD_NODE, **GUEST}}, {"files": {**KFD, "proc/cpuinfo": "flags\t\t: fpu\n"}}]),
    # The releases that have Mesa 22.3. A system that is like Ubuntu has versions of its own.
    *(("AMD_NOT_IN_KFD", "problem", {"gpu": AMD_GPU, "files": {**KFD, "etc/os-release": release}, "drivers": ["libamdocl64.so"]}, [f"Or use Mesa's rusticl{words}, with RUSTICL"], [])
      for release, words in [*((f"ID=ubuntu\nVERSION_ID=\"{older}\"\n", ", which newer releases of Ubuntu have") for older in ("20.04", "22.04", "23.04")), ("ID=ubuntu\nVERSION_ID=\"23.10\"\n", " (Ubuntu: apt-get install mesa-opencl-icd)"),
                             ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\"\n", " (Ubuntu: apt-get install mesa-opencl-icd)"),
                             ("ID=debian\nVERSION_ID=\"11\"\n", ", which Mesa has since 22.3, and so a newer Debian"), ("ID=debian\nVERSION_ID=\"12\"\n", " (Debian: apt-get install mesa-opencl-icd)")]),
    # KFD lists other GPUs.
    *(("AMD_NOT_IN_KFD", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): node}, "drivers": ["libamdocl64.so"]}, ["left it out"], [])
      for node in [LINUX_5_3.format(26591, 256), LINUX_5_15.format(29772, 256, 0), LINUX_5_15.format(29772, 25856, 1),
                   LINUX_5_15.format(0, 25856, 0).replace("simd_count 240", "simd_count 0")]),
    ("AMD_PRE_VEGA", "problem", {"gpu": AMD_GPU, "files": KFD_NODE, "drivers": ["libamdocl64.so"]},
     ["older than Vega (gfx803)", "Set ROC_ENABLE_PRE_VEGA=1 "],
     [{"env": {"ROC_ENABLE_PRE_VEGA": "1"}}, {"files": {**KFD_NODE, TOPOLOGY.format(1): VEGA}}, {"files": KFD}]),
    # The version is in the name of the driver's folder, in a file there, or that of the package.
    ("AMD_TOO_NEW", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): PHOENIX}, "drivers": ["opt/rocm-5.0.0/lib/libamdocl64.so"]},
     ["ROCm (5.0.0) is older than this GPU (gfx1103, which ROCm knows since 5.3)", "Use a newer ROCm"],
     [{"drivers": ["opt/rocm-5.3.0/lib/libamdocl64.so"]}, {"drivers": ["opt/rocm-10.0.0/lib/libamdocl64.so"]},
      {"drivers": ["libamdocl64.so"]}, {"drivers": ["opt/rocm-latest/lib/libamdocl64.so"]}, {"drivers": CPU},
      *({"drivers": [f"opt/rocm-{version}.0.0/lib/libamdocl64.so" for version in versions]} for versions in ("56", "65")),
      {"drivers": ["opt/rocm-5.0.0/lib/libamdocl64.so", "libamdocl64.so"]},
      {"files": {**KFD, TOPOLOGY.format(1): VEGA}}, {"files": {**KFD, TOPOLOGY.format(1): PHOENIX.replace("110003", "119999")}},
      {"files": {**KFD, TOPOLOGY.format(1): PHOENIX, "dev/kfd": None}}, {"files": KFD},
      {"env": {"HSA_OVERRIDE_GFX_VERSION": "10.3.0"}}]),
    ("AMD_TOO_NEW", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): PHOENIX}, "drivers": ["opt/rocm-5.0.0/lib/libamdocl64-noplatforms.so", *CPU]},
     ["ROCm (5.0.0) is older than"], [{"drivers": ["opt/rocm-5.0.0/lib/libamdocl64-lcrash.so"]}]),
    ("AMD_TOO_NEW", "problem", {"gpu": AMD_GPU, "drivers": ["opt/rocm/lib/libamdocl64.so"], "files": {
        **KFD, TOPOLOGY.format(1): PHOENIX, "opt/rocm/.info/version": "5.2.3-109\n"}}, ["ROCm (5.2.3) is older"],
     [{"files": {**KFD, TOPOLOGY.format(1): PHOENIX}}, {"files": {**KFD, TOPOLOGY.format(1): PHOENIX, "opt/rocm/.info/version": "5.4.1\n"}}]),
    ("AMD_TOO_NEW", "problem", {"gpu": AMD_GPU, "drivers": ["libamdocl64.so"], "files": {
        **KFD, TOPOLOGY.format(1): PHOENIX, "var/lib/pacman/local/rocm-opencl-runtime-5.2.1-1/desc": ""}}, ["ROCm (5.2.1-1) is older"], []),
    # A driver that somebody has built does not have the package's version. Drivers that are off do not count.
    ("AMD_TOO_NEW", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): PHOENIX, "var/lib/pacman/local/rocm-opencl-runtime-5.2.1-1/desc": ""},
                                "reported": [("/x/libamdocl64.so", "LOADED"), ("/opt/rocm-6.0.0/lib/libamdocl64.so", "DISABLED"),
                                             ("/opt/rocm-6.0.0/lib/libamdocl32.so", "LIBRARY_WRONG_ARCHITECTURE")]}, ["ROCm (5.2.1-1) is older"],
     [{"reported": [(f"/{folder}/libamdocl64.so", "LOADED")]} for folder in ("home/x", "usr/local/x")]),
    ("AMD_DROPPED", "problem", {"gpu": AMD_GPU, "files": KFD_NODE, "drivers": ["opt/rocm-7.1.1/lib/libamdocl64.so"]},
     ["GPUs before Vega (gfx803)", "installed one is 7.1.1", "Use ROCm 6.4 or older, with ROC_ENABLE_PRE_VEGA=1 "],
     [{"drivers": ["opt/rocm-6.99.9/lib/libamdocl64.so"]}, {"drivers": ["libamdocl64.so"]}, {"files": {**KFD, TOPOLOGY.format(1): VEGA}},
      {"files": {**KFD, TOPOLOGY.format(1): POLARIS.replace("80003", "70001")}}]),
    ("AMD_DROPPED", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): POLARIS.replace("80003", "80110")},
                                "drivers": ["opt/rocm-7.0.0/lib/libamdocl64.so"]}, ["(gfx81a)", "installed one is 7.0.0"],
     [{"files": {**KFD, TOPOLOGY.format(1): POLARIS.replace("80003", "90000")}}]),
    ("AMD_PRO_LEGACY", "problem", {"gpu": (AMD, "0x67df", "amdgpu"), "files": {**NODE, **AMDGPU_PRO}, "drivers": ["opt/amdgpu-pro/lib/libamdocl64.so"]},
     ["its 0-libamdocl64"], [{"drivers": ["opt/amdgpu-pro/lib/libother.so"]}]),
    ("AMD_PRO_LEGACY", "problem", {"gpu": (AMD, "0x67df", "amdgpu"), "files": {**NODE, **AMDGPU_PRO}, "drivers": ["opt/amdgpu-pro/lib/libamdocl64-noplatforms.so"]},
     ["since AMDGPU-PRO 17.40, its ", "amdgpu-pro-install -y --opencl=legacy"],
     [{"files": NODE}, {"files": {**NODE, "var/lib/dpkg/status": AMDGPU_PRO["var/lib/dpkg/status"].replace("17.40", "17.10")}},
      {"gpu": (AMD, "0x687f", "amdgpu")}, {"gpu": AMD_GPU}, {"drivers": ["opt/amdgpu-pro/lib/libamdocl64-lcrash.so"]},
      {"drivers": ["opt/rocm/lib/libamdocl64-noplatforms.so"]}, {"drivers": ["opt/amdgpu-pro/lib/libamdocl-orca64-noplatforms.so"]},
      {"drivers": ["opt/amdgpu-pro/lib/libamdocl64-noplatforms.so", "opt/amdgpu-pro/lib/libamdocl-orca64.so"]}]),
    # The system lists the GPU a second time, as that of the node.
    ("INTEL_NO_DRIVER", "problem", {"gpu": INTEL_GPU, "drivers": [*CPU, "libnvidia-opencl.so.1"],
                                    "files": {**NODE, "sys/class/drm/renderD128/device/uevent": "DRIVER=i915\nPCI_SLOT_NAME=0000:65:00.0\n"}},
     ["apt-get install intel-opencl-icd"],
     [*({"files": {**NODE, f"usr/{folder}/pocl/libpocl-devices-level0.so": ""}} for folder in ("lib/x86_64-linux-gnu", "lib64")),
      {"files": {}}, {"drivers": [*CPU, "libigdrcl.so"]}, {"drivers": ["libunknown.so"]}, {"drivers": []}]),
    ("INTEL_NO_DRIVER", "problem", {"gpu": (INTEL, "0x1916", "i915"), "files": NODE, "drivers": CPU},
     ["up to 24.35 (Debian: apt-get install intel-opencl-icd, if that old; else mesa-opencl-icd with RUSTICL_ENABLE=iris)"], [{"drivers": ["libigdrcl.so"]}]),
    ("INTEL_NO_DRIVER", "problem", {"gpu": (INTEL, "0x1916", "i915"), "files": {**NODE, "etc/os-release": "ID=arch\n"}, "drivers": CPU},
     ["up to 24.35 (Arch: pacman -S opencl-mesa, with RUSTICL_ENABLE=iris, for Mesa's rusticl instead)"], []),
    ("INTEL_NO_DRIVER", "problem", {"gpu": INTEL_GPU, "files": NODE, "reported": [("/x/liboclgrind.so", "LOADED"), ("/x/libamdocl32.so", "LIBRARY_WRONG_ARCHITECTURE")]},
     ["for GPUs of Intel"], []),
    ("NVIDIA_NO_DRIVER", "problem", {"gpu": NVIDIA_GPU, "files": NODE, "drivers": CPU}, ["apt-get install nvidia-opencl-icd"],
     [*({"files": {**NODE, f"usr/{folder}/pocl/libpocl-devices-cuda.so": ""}} for folder in ("lib/x86_64-linux-gnu", "lib64")),
      {"drivers": ["libnvidia-opencl.so.1"]}, {"gpu": AMD_GPU}, {"drivers": ["libunknown.so"]}]),
    ("AMD_NO_DRIVER", "problem", {"gpu": AMD_GPU, "files": NODE, "drivers": [*CPU, "libigdrcl-nomemory.so"]}, ["GPUs of AMD"],
     [{"drivers": [*CPU, "libamdocl64-nomemory.so"]}]),
    ("AMD_NO_DRIVER", "problem", {"gpu": AMD_GPU, "files": {**NODE, "etc/os-release": "ID=fedora\n"}, "drivers": CPU},
     ["dnf install rocm-opencl)"], [{"drivers": ["libamdocl64.so"]}, {"drivers": ["libMesaOpenCL.so.1"]}, {"gpu": INTEL_GPU}]),
    *(("AMD_OLD_NO_DRIVER", "problem", {"gpu": (AMD, number, "amdgpu"), "files": NODE, "drivers": CPU}, ["older than Vega", "RUSTICL_ENABLE=radeonsi."],
       [{"drivers": ["libamdocl64.so"]}, {"gpu": (AMD, neighbour, "amdgpu")}])
      for number, neighbour in [("0x67ff", "0x69a0"), ("0x6600", "0x65ff"), ("0x667f", "0x6680"), ("0x6900", "0x68ff"), ("0x6907", "0x6908"),
                                ("0x9870", "0x986f"), ("0x9877", "0x9878"), ("0x98e4", "0x98e3"), ("0x98e4", "0x98e5"), ("0x694c", "0x694b"), ("0x694f", "0x6950"), ("0x6fdf", "0x6fde"), ("0x6fdf", "0x6fe0"), ("0x6980", "0x697f"), ("0x699f", "0x69a0"), ("0x7300", "0x72ff"),
                                ("0x730f", "0x7310"), ("0x6920", "0x691f"), ("0x6939", "0x693a")]),
    ("AMD_OLD_NO_DRIVER", "problem", {"gpu": AMD_GPU, "files": KFD_NODE, "drivers": CPU}, ["RUSTICL_ENABLE=radeonsi."],
     [{"files": KFD}, {"files": {**KFD_NODE, TOPOLOGY.format(1): POLARIS.replace("80003", "90000")}}]),
    # A GPU that the user has turned off is not missing.
    *(("NOT_OFFERED", "problem", {"gpu": gpu, "files": NODE, "drivers": ["libother.so"]}, ["not known"], [{"env": {name: "1"}}])
      for gpu, name in [(NVIDIA_GPU, "CUDA_VISIBLE_DEVICES"), (AMD_GPU, "ROCR_VISIBLE_DEVICES"), (INTEL_GPU, "ZE_AFFINITY_MASK")]),
    ("ALL_OFF", "problem", {"drivers": ["good"], "env": {"OCL_ICD_DRIVERS_DISABLE": "*"}}, ["all drivers are off", "or install others"],
     [{"env": {}}, {"drivers": []}]),
    ("CACHE_NO_DEVICE", "problem", {"drivers": CPU, "env": {"POCL_CACHE_DIR": "/proc/none"}},
     ["has no device, because it can't write to /proc/none", "Let this user write to that folder, which POCL_CACHE_DIR leads to"],
     [{"env": {"POCL_CACHE_DIR": "/tmp"}}, {"env": {}}, {"drivers": ["libother.so.2"]}, {"drivers": ["libpocl"]}]),
    ("CACHE_NO_DEVICE", "problem", {"drivers": CPU, "env": {"XDG_CACHE_HOME": "/proc/none"}},
     ["/proc/none/pocl/kcache", "which XDG_CACHE_HOME leads to"], [{"env": {"XDG_CACHE_HOME": ""}}]),
    ("CACHE_NO_DEVICE", "problem", {"drivers": CPU, "env": {"HOME": "/proc/none", "POCL_CACHE_DIR": ""}},
     ["/proc/none/.cache/pocl/kcache", "which HOME leads to"], [{"env": {"HOME": "/proc/none", "POCL_CACHE_DIR": "/tmp"}}]),
    ("CACHE_NO_BUILD", "problem", {"drivers": ["libpocl"], "env": {"POCL_CACHE_DIR": "/proc/none"}},
     ["can't write to /proc/none", "can't build kernels"], [{"env": {}}, {"drivers": CPU}, {"drivers": ["good"]}]),
    ("CACHE_LOST", "note", {"drivers": ["libigdrcl"], "env": {"NEO_CACHE_DIR": "/dev/null/x"}},
     ["/dev/null/x", "may build its kernels anew"],
     [{"env": {}}, {"env": {"NEO_CACHE_DIR": "/tmp/clrelay-nowhere/x"}}, {"env": {"NEO_CACHE_DIR": "/dev/null/x", "NEO_CACHE_PERSISTENT": "0"}},
      {"drivers": ["libigdrcl.so"]}, {"drivers": ["old/libigdrcl"]}, {"drivers": ["good"]}]),
    *[("CACHE_OFF", "note", {"drivers": [driver], "env": {name: value}}, [f"{name}={value} turns its cache off", f"unset {name} "],
       [{"env": {name: other}}, {"env": {}}, {"drivers": ["good"]}, {"drivers": [driver + ".so"]}, *[{"drivers": ["old/libigdrcl"]}] * (driver == "libigdrcl")])
      for driver, name, value, other in [("libpocl", "POCL_KERNEL_CACHE", "0", "1"), ("libpocl", "POCL_KERNEL_CACHE", "no", "1x"), ("libnvidia-opencl/good", "CUDA_CACHE_DISABLE", "1", "0"),
                                         ("libigdrcl", "NEO_CACHE_PERSISTENT", "0", "1"), ("libRusticlOpenCL/good", "MESA_SHADER_CACHE_DISABLE", "true", "false"),
                                         ("libRusticlOpenCL/good", "MESA_SHADER_CACHE_DISABLE", "1", "0")]],
    # PoCL needs its folder nevertheless.
    ("CACHE_NO_BUILD", "problem", {"drivers": ["libpocl"], "env": {"POCL_CACHE_DIR": "/proc/none", "POCL_KERNEL_CACHE": "0"}}, [], []),
    ("CACHE_NO_BUILD", "problem", {"drivers": ["libpocl"], "env": {"XDG_CACHE_HOME": "/proc/none", "POCL_KERNEL_CACHE": "0"}},
     ["can't write to /proc/none/pocl/uncached"], []),
    ("CACHE_LOST", "note", {"drivers": ["libnvidia-opencl"], "env": {"HOME": "/dev/null", "XDG_CACHE_HOME": "/proc/self/cwd"}},
     ["/dev/null/.nv/ComputeCache", "HOME leads"],
     [{"env": {"HOME": "/dev/null", "CUDA_CACHE_DISABLE": "1"}}, {"env": {"HOME": None, "XDG_CACHE_HOME": "/dev/null"}}]),
    # A library that a driver opens only when it builds kernels.
    *(("COMPILER_OF_HOST", "problem", {"drivers": ["pci", "libnvidia-opencl-needing.so"], "files": {container: ""}}, ["in this container", words],
       [{"files": {}}, {"drivers": ["pci", "libigdrcl-needing.so"]}])
      for container, words in [(".singularity.d/x", "to nvliblist.conf there"), (".dockerenv", "NVIDIA's Container Toolkit there")]),
    ("COMPILER_MISSING", "problem", {"drivers": ["pci", "libigdrcl-needing.so"]},
     ["needs libigdfcl.so.77 to build kernels", "'apt-file search libigdfcl.so.77' looks for it"],
     [{"drivers": ["pci", "libigdrcl.so"]}, {"drivers": ["pci", "libother-needing.so"]}, {"libraries": [FCL]}]),
    ("COMPILER_MISSING", "problem", {"drivers": ["pci", "libigdrcl-needing-abort.so"]},
     ["SIGABRT", "needs libigdfcl.so.77 to build kernels"],
     [{"drivers": ["pci", "libigdrcl-needing-illegal.so"]}, {"drivers": ["pci", "libigdrcl-needing-noplatforms.so"]}]),
    ("COMPILER_NOT_SEARCHED", "problem", {"drivers": ["pci", "libigdrcl-needing.so"], "libraries": [FCL]},
     ["libigdfcl.so.77, which is in /usr/local/lib,", "Run sudo ldconfig."], [{"libraries": []}]),
    ("COMPILER_NOT_SEARCHED", "problem", {"drivers": ["pci", "libnvidia-opencl-needing.so.1"], "libraries": [NVVM]},
     ["builds kernels with libnvidia-nvvm.so.77", "is in /usr/lib/x86_64-linux-gnu/nvidia/current,"], [{"libraries": [FCL]}]),
    # AMD's driver has no device without this library.
    ("COMGR_MISSING", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): LINUX_5_3.format(29772, 25856)}, "drivers": ["libamdocl64-needing.so"]},
     ["has no device without libamd_comgr.so,", "AMD's repository it is comgr"],
     [{"drivers": ["libamdocl64.so"]}, {"drivers": ["libother-needing.so"]}, {"libraries": ["opt/rocm/lib/libamd_comgr.so"]}]),
    ("COMPILER_NOT_SEARCHED", "problem", {"gpu": AMD_GPU, "files": {**KFD, TOPOLOGY.format(1): VEGA}, "drivers": ["libamdocl64-needing.so"],
                                          "libraries": ["opt/rocm/lib/libamd_comgr.so"]}, ["is in /opt/rocm/lib,"], []),
    ("NOT_SEARCHED", "problem", {"libraries": ["opt/vendor/lib/libvendorcl.so"], "manifests": ["libvendorcl.so"]},
     ["there is /opt/vendor/lib/libvendorcl.so", "echo /opt/vendor/lib/libvendorcl.so | sudo tee"],
     [{"libraries": []}, {"libraries": ["opt/vendor/lib/libothercl.so"]}]),
    ("NOT_SEARCHED", "problem", {"libraries": ["opt/rocm/opencl/lib/x86_64/libvendorcl.so"], "manifests": ["libvendorcl.so"]},
     ["there is /opt/rocm/opencl/lib/x86_64/libvendorcl.so"], [{"manifests": [], "env": {"OCL_ICD_FILENAMES": "libvendorcl.so"}}]),
    ("MANIFEST_LEFT", "problem", {"drivers": ["libamdocl64.so"], "manifests": ["/opt/rocm-3.1.0/lib/0-libamdocl64-nodevices.so.1"]},
     ["vendors/0.icd names the version that is there", "sudo rm "],
     [{"drivers": ["libother.so"]}, {"manifests": ["/opt/rocm-3.1.0/lib/libamdocl64.so"]}, {"manifests": ["0-libamdocl64-nodevices.so.1"]}]),
    ("LIBRARY_ELSEWHERE", "problem", {"libraries": ["opt/rocm-3.10.0/opencl/lib/libamdocl64.so"],
                                      "manifests": ["/opt/rocm-3.1.0/opencl/lib/x86_64/libamdocl64.so"]},
     ["there is /opt/rocm-3.10.0/opencl/lib/libamdocl64.so", "echo /opt/rocm-3.10.0/opencl/lib/libamdocl64.so | sudo tee"],
     [{"libraries": []}, {"libraries": ["opt/rocm-3.10.0/opencl/lib/libother.so"]}]),
    # Another version of the library.
    ("LIBRARY_ELSEWHERE", "problem", {"libraries": ["usr/local/lib/libvendorcl.so.2.7.0"], "manifests": ["/usr/local/lib/libvendorcl.so.2.5.0"]},
     ["there is /usr/local/lib/libvendorcl.so.2.7.0"],
     [{"libraries": ["usr/local/lib/libvendorcl2.so.2.7.0"]}, {"manifests": ["/usr/local/lib/libvendor*.so.2.5.0"]},
      {"manifests": [], "env": {"OCL_ICD_FILENAMES": "/usr/local/lib/libvendorcl.so.2.5.0"}}]),
    *(("VC4CL_KMS", "problem", {"drivers": ["libVC4CL-says-lcrash.so"], "files": {path: "arm_64bit=1\ndtoverlay=vc4-fkms-v3d\n"},
                                "env": {"TOOL_SAYS": "Failed to enable QPUs!\n"}}, [f"write # before it in /{path}", "dtoverlay=vc4-fkms-v3d"],
       [{"files": {path: "#dtoverlay=vc4-kms-v3d\n"}}, {"drivers": ["libx-says-lcrash.so"]}, {"env": {"TOOL_SAYS": "no right to open /dev/mem\n"}}]) for path in ("boot/config.txt", "boot/firmware/config.txt")),
    ("XRT_UNSET", "problem", {"drivers": ["libxilinxopencl-says-noplatforms.so"], "files": {"opt/xilinx/xrt/setup.sh": ""}, "env": {"TOOL_SAYS": "[XRT] ERROR: XILINX_XRT must be set\n"}},
     ["source /opt/xilinx/xrt/setup.sh"], [{"files": {}}, {"env": {"TOOL_SAYS": "[XRT] ERROR: x\n"}}, {"env": {"TOOL_SAYS": "[XRT] ERROR: XILINX_XRT must be set\n", "XILINX_XRT": "/xrt"}}]),
    ("XRT_NO_LIBRARIES", "problem", {"drivers": ["libxilinxopencl-noplatforms.so"], "env": {"XILINX_XRT": "/xrt"}}, ["libxrt_core is not there"],
     [{"files": {"xrt/lib/libxrt_core.so.2": ""}}, {"files": {"xrt/lib/x86_64-linux-gnu/libxrt_core.so.2": ""}}, {"env": {}}, {"env": {"XILINX_XRT": "xrt"}}, {"drivers": ["libx-noplatforms.so"]}, {"drivers": ["libxilinxopencl-lcrash.so"]}]),
    ("XRT_LIB64", "problem", {"drivers": ["libxilinxopencl-noplatforms.so"], "env": {"XILINX_XRT": "/xrt"}, "files": {"xrt/lib64/libxrt_core.so.2": ""}},
     ["sudo ln -s /xrt/lib64/libxrt* /xrt/lib/"], [{"files": {}}, {"files": {"xrt/lib/libxrt_core.so.2": "", "xrt/lib64/libxrt_core.so.2": ""}}]),
    *(("LIBRARY_SAID", "problem", {"drivers": [f"libx-says-{how}.so"], "env": {"TOOL_SAYS": f"{before}libsvml.so: {NOT_FOUND}\n"}}, ["does not find libsvml.so", "apt-file search libsvml.so"],
       [{"libraries": ["usr/lib/x86_64-linux-gnu/libsvml.so"]}, {"env": {"TOOL_SAYS": "libsvml.so: cannot open shared object file: Permission denied\n"}},
        {"env": {"TOOL_SAYS": f"svml: {NOT_FOUND}\n"}}, {"env": {"TOOL_SAYS": f"a;b.so: {NOT_FOUND}\n"}}])
      for how, before in [("noplatforms", ""), ("labort", "cannot load '"), ("noplatforms", "/opt/x/")]),
    ("ILLEGAL_INSTRUCTION", "problem", {"drivers": ["illegal"]}, ["SIGILL", "an instruction that this processor lacks", "clrelay disable 0"],
     [{"drivers": ["crash"]}, {"drivers": ["good"]}]),
    ("ILLEGAL_IN_GUEST", "problem", {"drivers": ["illegal"], "files": GUEST}, ["SIGILL", "this virtual machine's processor lacks", "(VirtualBox, QEMU) hides", "clrelay disable 0"],
     [{"drivers": ["crash"]}, {"files": {"proc/cpuinfo": "flags\t\t: fpu\n"}}, {"files": {**GUEST, **MICROSOFT}}, {"files": {**GUEST, "proc/xen/capabilities": "control_d\n"}}]),
    ("INTEL_GMM", "problem", {"drivers": ["libigdrcl-says-labort.so"], "env": {"TOOL_SAYS": GMM}},
     ["SIGABRT", "in its code for gmmlib (libigdgmm), which may be missing", "of the same release", "clrelay disable 0"],
     [{"env": {"TOOL_SAYS": BUILT_INS}}, {"drivers": ["libother-says-labort.so"]}, {"drivers": ["libigdrcl-says-lcrash.so"]}]),
    *(("INTEL_SMALL_BAR", "problem", {"gpu": (INTEL, "0xe20b", "xe"), "files": NODE, "drivers": ["libigdrcl-says-noplatforms.so"], "env": {"TOOL_SAYS": f"x\n{says}\n"}},
       [f"it says: {says}. With the kernel's driver xe, it leaves out GPUs without Resizable BAR", "turn on Resizable BAR"],
       [{"env": {"TOOL_SAYS": "WARNING\n"}}, {"gpu": (INTEL, "0x56a0", "i915")}, {"gpu": None}, {"drivers": ["pci", "libigdrcl-says.so"]}])
      for says in (SMALL_BAR, SMALL_BAR.replace("Small BAR", "Resizable BAR not"))),
    ("BEIGNET_CRASHES", "problem", {"drivers": ["beignet/libcl-lcrash.so"]}, ["SIGSEGV", "Beignet, Intel's old driver", "clrelay disable 0. Install Intel's runtime"],
     [{"drivers": ["libcl-lcrash.so"]}, {"drivers": ["beignet/libcl-noplatforms.so"]}]),
    ("INTEL_BUILT_INS", "problem", {"drivers": ["libigdrcl-says-labort.so"], "env": {"TOOL_SAYS": BUILT_INS}},
     ["SIGABRT", "its own kernels", "(libigdfcl, libigc)", "clrelay disable 0"],
     [{"env": {"TOOL_SAYS": BUILT_INS.replace("built_ins.cpp", "x.cpp")}}, {"env": {"TOOL_SAYS": BUILT_INS[10:]}},
      {"drivers": ["libother-says-labort.so"]}, {"drivers": ["libigdrcl-says-nomemory.so"]}, {"drivers": ["libigdrcl-says-lcrash.so"]}]),
    ("INTEL_WSL", "problem", {"drivers": ["libigdrcl-says-labort.so"], "files": IN_WSL, "env": {"TOOL_SAYS": IN_WDDM}},
     ["SIGABRT", "in its code for WSL", "Update Intel's graphics driver on Windows"],
     [{"files": WSL}, {"files": {"proc/sys/kernel/osrelease": "5.15.133.1-microsoft-standard-WSL2\n"}}, {"env": {"TOOL_SAYS": BUILT_INS}},
      {"drivers": ["libother-says-labort.so"]}, {"drivers": ["libigdrcl-says-nomemory.so"]}, {"drivers": ["libigdrcl-says-lcrash.so"]}]),
    ("INTEL_BUILT_INS", "problem", {"drivers": ["libigdrcl-tells-labort.so"], "env": {"TOOL_SAYS": BUILT_INS}}, ["(libigdfcl, libigc)"], []),
    # Drivers with a successor.
    ("CLOVER_OLD", "note", {"gpu": AMD_GPU, "files": {**NODE, "etc/OpenCL/vendors/rusticl.icd": ""}, "drivers": ["pci"], "env": {"TOOL_NAME": "Clover"}},
     ["has this GPU", "RUSTICL_ENABLE=radeonsi", "clrelay disable 0"],
     [{"files": NODE}, {"env": {"TOOL_NAME": "Clover", "RUSTICL_ENABLE": "radeonsi"}}, {"env": {}}, {"gpu": INTEL_GPU[:2] + ("x",)}]),
    ("CLOVER_ALONE", "warning", {"gpu": AMD_GPU, "files": NODE, "drivers": ["pci"], "env": CLOVER_11},
     ["Clover, Mesa's older driver, has OpenCL 1.1 for this GPU", "for GPUs since Vega, ROCm's OpenCL (Debian: apt-get install rocm-opencl-icd", "Mesa's rusticl, which Mesa has since 22.3 (this is 20.1.4)"],
     [{"files": {**NODE, "etc/OpenCL/vendors/rusticl.icd": ""}}, {"files": {**NODE, "usr/share/OpenCL/vendors/amdocl64_70000.icd": ""}},
      {"drivers": ["pci", "libamdocl64.so"]}, {"drivers": ["pci", "libRusticlOpenCL.so.1"]}, {"libraries": ["opt/rocm-6.2.0/lib/libamdocl64.so"]},
      {"libraries": ["usr/lib64/libRusticlOpenCL.so.1"]}, {"env": {**CLOVER_11, "TOOL_VERSION": "OpenCL 1.2 Mesa 20.1.4"}}, {"env": {**CLOVER_11, "TOOL_NAME": "rusticl"}},
      {"env": {"TOOL_NAME": "Clover"}}, {"gpu": AMD_GPU[:2] + ("radeon",)}, {"gpu": INTEL_GPU}, {"files": {**NODE, **PANFROST}}]),
    ("CLOVER_ALONE", "warning", {"gpu": AMD_GPU, "files": NODE, "drivers": ["pci"], "env": {**CLOVER_11, "TOOL_VERSION": "OpenCL 1.0"}}, ["has OpenCL 1.0 for"], []),
    ("CLOVER_PACKAGE", "warning", {"gpu": AMD_GPU, "files": {**NODE, "var/lib/dpkg/status": MESA}, "drivers": ["pci"], "env": CLOVER_11},
     ["has OpenCL 1.1 for this GPU", "a build of Mesa with rusticl"], [{"files": NODE}, {"gpu": INTEL_GPU}]),
    *(("INTEL_CPU_OLD", "note", {"drivers": ["libintelocl"], "env": {"TOOL_VERSION": f"OpenCL {version} LINUX"}}, [f"has OpenCL {version}; newer", "If one crashes in it"],
       [{"env": {"TOOL_VERSION": "OpenCL 3.0 LINUX"}}, {"drivers": ["libother"]}, {"drivers": ["libintelocl_emu"]}, {"files": {"proc/cpuinfo": "flags\t\t: fpu\n"}}])
      for version in ("1.2", "2.1")),
    ("BEIGNET_OLD", "note", {"drivers": ["good"], "env": {"TOOL_NAME": "Intel Gen OCL Driver"}},
     ["no longer maintained", "if it is for this GPU", "Intel's runtime", "clrelay disable 0"], [{"env": {}}, {"drivers": ["libx.so"]}]),
    # The driver for the processor works. Another driver finds no GPU of its own.
    ("NO_GPU_FOR_DRIVER", "note", {"files": PCI, "drivers": ["good", "libigdrcl-nomemory.so"]},
     ["returned -6 (CL_OUT_OF_HOST_MEMORY); it is for GPUs of Intel, and there is none here", "clrelay disable 1"],
     [{"gpu": INTEL_GPU}, {"files": {}}, {"files": {**PCI, **WSL}}, {"files": {**PCI, **MICROSOFT}}, {"drivers": ["good", "libigdrcl-lcrash.so"]},
      {"drivers": ["good", "libpocl-noplatforms.so.2"]}, {"drivers": ["good", "libunknown-noplatforms.so"]}]),
    ("NO_GPU_FOR_DRIVER", "note", {"gpu": INTEL_GPU, "files": {"run/systemd/container": ""}, "drivers": ["good", "libigdrcl-nomemory.so"]},
     ["GPUs of Intel"], [{"files": {".dockerenv": "", **NODE}}, {"files": {}}]),
    ("NO_GPU_FOR_DRIVER", "note", {"gpu": AMD_GPU, "files": NODE, "drivers": ["pci", "libnvidia-opencl-noplatforms.so.1"]},
     ["the driver has no platforms; it is for GPUs of NVIDIA"],
     [{"gpu": NVIDIA_GPU}, {"drivers": ["pci", "libamdocl64-noplatforms.so"]}]),
    # A file that was left behind, in whose way no other driver is.
    *((cause, level, {"gpu": AMD_GPU, "files": NODE, "drivers": CPU, "manifests": ["libnvidia-opencl.so.77"]}, [text], [{"gpu": NVIDIA_GPU}, {"manifests": ["libx.so.77"]}])
      for cause, level, text in (("NO_GPU_FOR_DRIVER", "note", "it is for GPUs of NVIDIA"), ("AMD_NO_DRIVER", "problem", "none of the drivers is for GPUs of AMD"))),
    ("NO_GPU_FOR_DRIVER", "note", {"files": {"sys/bus/cpu/devices": ""}, "drivers": ["good", "libamdocl64-noplatforms.so"]},
     ["GPUs of AMD"], [{"files": {"sys/bus/cpu/devices": "", node: ""}} for node in NODE]),
    ("NO_GPU_FOR_DRIVER", "note", {"files": PCI, "drivers": ["good", "libMesaOpenCL-noplatforms.so.1"]},
     ["GPUs of AMD, or of NVIDIA with the kernel's driver nouveau, and"], [{"files": {**PCI, **WSL}}, {"gpu": NVIDIA_GPU[:2] + ("nouveau",)}]),
    ("NO_GPU_FOR_DRIVER", "note", {"gpu": NVIDIA_GPU, "files": NODE, "drivers": ["pci", "libMesaOpenCL-noplatforms.so.1"]},
     ["nouveau, and there is none"], [{"gpu": NVIDIA_GPU[:2] + ("nouveau",)}]),
    *(("PACKAGE_FILE_LOST", "problem", {"files": {path: lines, "etc/os-release": "ID=debian\n"}, "manifests": [library]}, [f"the package {package} has that file", words], neighbours)
      for path, lines, library, package, words, neighbours in (
          ("var/lib/dpkg/info/rocm-x:amd64.list", "/opt\n/opt/x/libvendorcl.so\n", "libvendorcl.so", "rocm-x", "apt-get install --reinstall rocm-x",
           [{"manifests": ["libvendorcl.so.1"]}, {"libraries": ["opt/x/libvendorcl.so"]}, {"manifests": ["/opt/y/libvendorcl.so"]}]),
          ("var/lib/dpkg/info/rocm-x.list", "/opt/x/libvendorcl.so\n", "/opt/x/libvendorcl.so", "rocm-x", "rocm-x", []),
          ("var/lib/pacman/local/vendor-cl-1.0-1/files", "%FILES%\nusr/lib/libvendorcl.so\n", "libvendorcl.so", "vendor-cl", "vendor-cl", []))),
    ("DIRECT_ONLY", "problem", {"drivers": ["libmali-plain.so"]}, ["in a loader's place", "0-libmali-plain-nodevices.so in a folder", "Or remove "],
     [{"drivers": ["libmali.so"]}, {"drivers": ["libmali-lcrash.so"]}]),
    ("OPT_MISSING", "problem", {"manifests": ["/opt/nowhere/libdriver.so"]}, ["library not found: /opt/nowhere", "its maker"],
     [{"manifests": ["/usr/lib/nowhere/libdriver.so"]}, {"manifests": []}]),
    ("OPT_MISSING", "problem", {"env": {"OCL_ICD_FILENAMES": "/opt/nowhere/libdriver.so"}},
     ["If it is no longer wanted, take /opt/nowhere/libdriver.so out of OCL_ICD_FILENAMES"], []),
]

# The row, a node, the error when it is opened (0: it hangs), a GPU with the module of its vendor and a driver without
# devices, and what the finding must say. It replaces the finding about the driver.
NVIDIA_DRIVER, AMD_DRIVER, INTEL_DRIVER = (NVIDIA_GPU, "libnvidia-opencl-noplatforms.so.1"), (AMD_GPU, "libamdocl64.so"), (INTEL_GPU, "libigdrcl.so")
OPENINGS = [
    ("NODE_SUSPENDED", "dev/nvidia-uvm", errno.EIO, NVIDIA_DRIVER, ["modprobe -r nvidia_uvm", "NVreg_PreserveVideoMemoryAllocations=1"]),
    ("NODE_FAILS", "dev/nvidia0", errno.EIO, NVIDIA_DRIVER, ["opening it fails (EIO)"]),
    ("NODE_FAILS", "dev/nvidiactl", errno.EINVAL, NVIDIA_DRIVER, ["(EINVAL)"]),
    ("NODE_RULE", "dev/nvidiactl", errno.EPERM, NVIDIA_DRIVER, ["--device /dev/nvidiactl", "DeviceAllow=/dev/nvidiactl rw"]),
    ("NODE_RULE", "dev/kfd", errno.EPERM, AMD_DRIVER, ["--device /dev/kfd"]),
    ("NODE_POLICY", "dev/dri/renderD128", errno.EACCES, INTEL_DRIVER, ["AppArmor or SELinux", "sudo dmesg | grep -i denied"]),
    ("NODE_POLICY", "dev/dri/renderD128", errno.EACCES, (*INTEL_DRIVER, {"sys/fs/selinux/enforce": "1"}), ["with sudo ausearch -m AVC -ts recent, and"]),
    ("NODE_EMPTY", "dev/nvidia-uvm", errno.ENXIO, NVIDIA_DRIVER, ["(ENXIO)", "modprobe nvidia_uvm"]),
    ("NODE_EMPTY", "dev/kfd", errno.ENODEV, AMD_DRIVER, ["(ENODEV)", "modprobe amdgpu"]),
    ("NODE_BUSY", "dev/nvidia0", errno.EBUSY, NVIDIA_DRIVER, ["sudo fuser -v /dev/nvidia0"]),
    ("NODE_FILES", "dev/kfd", errno.EMFILE, AMD_DRIVER, ["ulimit -n"]),
    # A cause of the GPU explains this: no module is loaded.
    ("NVIDIA_OTHER_KERNEL", "dev/nvidia0", errno.ENODEV, (UNUSED, NVIDIA_DRIVER[1]), ["not for 6.1.0-2-amd64"]),
    ("NODE_HANGS", "dev/nvidia-uvm", 0, NVIDIA_DRIVER, ["has not ended after 3 seconds"]),
]

# A machine, and its problems in their order (None: a problem without a row). A problem that explains another one comes
# before it, or replaces it.
OTHER_VERSION = {"gpu": NVIDIA_GPU, "files": {**NODE, "sys/module/nvidia/version": "565.57.01\n"},
                 "libraries": [(OPENCL + ".570.86.15", OPENCL + ".1")]}
RIGHT_LINK = {**OTHER_VERSION, "libraries": [OPENCL + ".565.57.01", *OTHER_VERSION["libraries"]]}
ORDERS = [
    ({**OTHER_VERSION, "drivers": ["libnvidia-opencl-noplatforms.so.1"]}, ["NVIDIA_VERSIONS"]),
    ({**RIGHT_LINK, "drivers": ["libnvidia-opencl-noplatforms.so.1"]}, ["NVIDIA_LINK"]),
    ({**OTHER_VERSION, "drivers": ["libnvidia-opencl-faildevices.so.1"]}, ["NVIDIA_VERSIONS"]),
    ({**OTHER_VERSION, "drivers": ["libnvidia-opencl-lcrash.so.1"]}, ["NVIDIA_VERSIONS", None]),
    ({**OTHER_VERSION, "drivers": ["libnvidia-opencl-illegal.so.1"]}, ["ILLEGAL_INSTRUCTION", "NVIDIA_VERSIONS"]),
    # The failure of another vendor's driver is a problem of its own.
    ({**OTHER_VERSION, "drivers": ["libunknown-noplatforms.so.1"]}, ["NVIDIA_VERSIONS", None]),
    ({**OTHER_VERSION, "drivers": ["libunknown-lcrash.so.1"]}, [None, "NVIDIA_VERSIONS"]),
    ({"gpu": (INTEL, "0x46a6", ""), "drivers": ["libigdrcl-nomemory.so"]}, ["NO_KERNEL_DRIVER"]),
    ({"gpu": INTEL_GPU, "drivers": ["libigdrcl-nomemory.so"]}, ["DRIVER_NO_NODE"]),
    # Rusticl could use the GPU, but that does not explain why Intel's runtime does not.
    *(({"gpu": INTEL_GPU, "files": NODE, "drivers": ["libRusticlOpenCL.so.1", "libigdrcl-faildevices.so"], "env": env}, [None, cause])
      for env, cause in (({}, "RUSTICL_OFF"), ({"RUSTICL_ENABLE": "1"}, "RUSTICL_VALUE"))),
    ({"drivers": ["libother.so", "libother-faildevices.so"]}, [None]),
    # The manifest of the library exists, but a variable hides it.
    ({"gpu": NVIDIA_GPU, "libraries": [OPENCL + ".1"], "files": {**NODE, "etc/OpenCL/vendors/nvidia.icd": "libnvidia-opencl.so.1\n"},
      "env": {"OCL_ICD_VENDORS": "/nowhere"}}, ["VENDORS_MISSING"]),
    ({"gpu": NVIDIA_GPU, "libraries": [OPENCL + ".1"], "files": {**NODE, "etc/OpenCL/vendors/nvidia.icd": f"# x\n/{OPENCL}.1\n"}, "drivers": CPU},
     ["DRIVER_HIDDEN"]),
]

# The row, the variable, its value below the machine's folder, and what the finding must say.
VARIABLES = [
    ("VENDORS_MISSING", "OCL_ICD_VENDORS", "nowhere", ["is not there", "hides /etc/OpenCL/vendors/good.icd"]),
    *(("VENDORS_MISSING", "OCL_ICD_VENDORS", value, ["is not there"]) for value in ("nowhere;/x", "home;", "a-file/x")),
    ("VENDORS_MISSING", "OPENCL_VENDOR_PATH", "nowhere", ["is not there", "hides", "Unset OPENCL_VENDOR_PATH"]),
    ("VENDORS_EMPTY", "OCL_ICD_VENDORS", "home", ["without .icd files", "hides", "Unset OCL_ICD_VENDORS"]),
    ("VENDORS_SUFFIX", "OCL_ICD_VENDORS", None, ["hides /etc/OpenCL/vendors/good.icd", "Write good.icd in OCL_ICD_VENDORS"]),
    ("VENDORS_MISSING", "OPENCL_VENDOR_PATH", None, ["is not there", "hides"]),
    ("VENDOR_PATH_LIST", "OPENCL_VENDOR_PATH", "home:/sys", ["it takes one folder", "hides", "Write the list into OCL_ICD_VENDORS"]),
    ("VENDORS_MISSING", "OPENCL_VENDOR_PATH", "nowhere:/none", ["is not there"]),
    ("VENDORS_FILE", "OPENCL_VENDOR_PATH", "a-file", ["must name a folder", "hides"]),
    ("FILENAMES_MANIFEST", "OCL_ICD_FILENAMES", "a.icd", ["this is a manifest (.icd)", "OCL_ICD_VENDORS"]),
    ("FILENAMES_FOLDER", "OCL_ICD_FILENAMES", "home", ["this is a folder", "the driver's library"]),
    ("FILENAMES_MANIFEST", "OPENCL_LAYERS", "a.lay", ["this is a manifest (.lay)", "OPENCL_LAYER_PATH"]),
    ("FILENAMES_FOLDER", "OPENCL_LAYERS", "home", ["this is a folder", "the layer's library"]),
    ("VENDORS_MISSING", "OPENCL_LAYER_PATH", "nowhere", ["is not there", "Unset OPENCL_LAYER_PATH"]),
    ("VENDORS_EMPTY", "OPENCL_LAYER_PATH", "home", ["without .lay files"]),
]

# Values that a shell or another system would understand: the row, the text before and after an existing path, and what
# the finding must say. Without that text, the value is right.
SLIPS = [
    ("VARIABLE_SHELL", '"', '"', ['has " in it']),
    ("VARIABLE_SHELL", "'", "'", ["has ' in it"]),
    ("VARIABLE_SHELL", "", '"', ['has " in it']),
    ("VARIABLE_SHELL", "", "'", ["has ' in it"]),
    ("VARIABLE_SHELL", "~", "", ["has ~ in it", "without ~"]),
    ("VARIABLE_SHELL", "$HOME", "", ["has $HOME in it"]),
    ("VARIABLE_SHELL", "${HOME}", "", ["has ${HOME} in it"]),
    ("VARIABLE_BLANK", " ", "", ["Take the blank out of"]),
    ("VARIABLE_BLANK", "", " ", ["Take the blank out of"]),
    ("VARIABLE_SEPARATOR", "", ";/other", ["has ; between", "Write : in place of ;"]),
    ("VARIABLE_SEPARATOR", "", ",/other", ["has , between"]),
    ("VARIABLE_SEPARATOR", "", " /other", ["has a blank between"]),
]

# The row, the platform's name, and the environment.
PLATFORMS = [
    ("RUSTICL_EMPTY", "rusticl", {}),
    (None, "rusticl", {"RUSTICL_ENABLE": "iris"}),
    ("CLOVER_EMPTY", "Clover", {}),
    ("POCL_EMPTY", "Portable Computing Language", {"POCL_DEVICES": "cuda"}),
    ("POCL_EMPTY", "Portable Computing Language", {"POCL_DEVICES": ""}),
    (None, "Portable Computing Language", {}),
]
# With another loader: the row, files, the environment, what the finding must say, and a part of the driver's name.
OCL_ICD = "libOpenCL-of-ocl-icd"
UNREPORTED = [
    ("UNREPORTED_NONE", ICD, {}, "but /etc/OpenCL/vendors/intel.icd is there, so a driver may be installed"),
    ("NVIDIA_NO_UVM", {**NVIDIA_ICD, "dev/nvidiactl": "", "usr/bin/nvidia-modprobe": ""}, {}, "/dev/nvidia-uvm is not there"),
    ("NO_ICD_FILE", {**NVIDIA_ICD, "dev/nvidiactl": "", "etc/OpenCL/vendors/nvidia.icd": None}, {}, "Install a driver. For the GPU of NVIDIA"),
    ("UNREPORTED_NONE", {**NVIDIA_ICD, "dev/nvidiactl": "", "dev/nvidia-uvm": ""}, {}, "nvidia.icd is there"),
    *(("LIBRARIES_MISSING", {"etc/OpenCL/vendors/a.icd": text, "etc/OpenCL/vendors/b.icd": "/none/libx.so\n"}, {}, "a.icd names /none/liba.so, which is not there")
      for text in ("/none/liba.so\n", "/none/liba.so", "/none/liba.so\r\n")),
    *(("UNREPORTED_NONE", {"etc/OpenCL/vendors/a.icd": "/none/liba.so\n", "none/libb.so": "", "etc/OpenCL/vendors/b.icd": text}, {}, "a.icd is there") for text in ("/none/libb.so\n", "libb.so\n", "")),
    ("UNREPORTED_LEFT", {"etc/OpenCL/vendors/a.icd": "/none/liba.so\n"}, {"OCL_ICD_VENDORS": "/proc/self/exe"}, "Unset OCL_ICD_VENDORS"),
    ("UNREPORTED_LEFT", ICD, {"OCL_ICD_VENDORS": "/proc/self/exe"}, "Unset OCL_ICD_VENDORS"),
    ("NO_ICD_FILE", {}, {}, "Install a driver"), (None, {}, {"OCL_ICD_FILENAMES": "libx.so"}, "Install a driver"),
    ("DRIVER_NO_ICD", {}, {"XILINX_XRT": "/xrt"}, "echo /xrt/lib/libxilinxopencl.so |"),
    ("UNREPORTED_EMPTY", ICD, {"TOOL_EMPTY": "1"}, "lists platforms, but no device"),
    ("UNREPORTED_EMPTY", ICD, {"TOOL_EMPTY": "1", "POCL_CACHE_DIR": "/tmp"}, "no device", "libpocl"),
    ("CACHE_NO_DEVICE", ICD, {"TOOL_EMPTY": "1", "POCL_CACHE_DIR": "/proc/none"}, "can't write to /proc/none", "libpocl"),
    ("VARIABLE_SHELL", ICD, {"OCL_ICD_VENDORS": "~/vendors"}, "has ~ in it"),
    ("VENDORS_EMPTY", ICD, {"OCL_ICD_VENDORS": "/proc/self/fd"}, "without .icd files; it hides /etc/OpenCL/vendors/intel.icd"),
    ("VENDORS_MISSING", {**ICD, "etc/OpenCL/vendors/pocl.icd": "", "etc/OpenCL/vendors/x.icd": ""}, {"OCL_ICD_VENDORS": "/nowhere"},
     "it hides /etc/OpenCL/vendors/intel.icd and 2 more"),
    # Other loaders know no lists in this variable. Without the system's files, installing a driver would not help either.
    *(("VENDORS_LIST", ICD, {"OCL_ICD_VENDORS": value}, "OCL_ICD_VENDORS is a list, and this libOpenCL may take none; it hides /etc/OpenCL/vendors/intel.icd")
      for value in ("/proc:/nowhere", "/proc:/sys", "/proc/self/exe:/proc/self/exe", "/proc:")),
    *(("VENDORS_LIST", files, {"OCL_ICD_VENDORS": "/proc:/sys"}, "and ocl-icd takes one folder or one .icd file", OCL_ICD) for files in (ICD, {})),
    ("VENDORS_LIST", ICD, {"OPENCL_VENDOR_PATH": "/proc:/sys"}, "OPENCL_VENDOR_PATH is a list, and ocl-icd takes one folder; it hides", OCL_ICD),
    ("VENDORS_MISSING", ICD, {"OCL_ICD_VENDORS": "/nowhere:/none"}, "names a folder that is not there"),
    *(("VENDORS_NO_FILE", files, {"OCL_ICD_VENDORS": value}, "names a file that is not there")
      for files in (ICD, {}) for value in ("/nowhere/x.icd", "/proc/self/exe/x.icd", "x.icd", "/nowhere/libx.so.1")),
    ("VENDORS_MISSING", {}, {"OCL_ICD_VENDORS": "/nowhere"}, "names a folder that is not there"),
    ("UNREPORTED_LEFT", ICD, {"OCL_ICD_VENDORS": "intel.icd"}, "Unset OCL_ICD_VENDORS"),
    (None, {}, {"OCL_ICD_VENDORS": "libx.so.1"}, "Install a driver"),
    ("UNREPORTED_NONE", {}, {"OCL_ICD_VENDORS": "/proc/self/exe"}, "is there, so a driver may be installed"),
    # ocl-icd reads this variable, too, unless the other one is set.
    ("VENDORS_MISSING", {}, {"OPENCL_VENDOR_PATH": "/nowhere"}, "OPENCL_VENDOR_PATH names a folder that is not there", OCL_ICD),
    ("VENDORS_FILE", ICD, {"OPENCL_VENDOR_PATH": "/proc/self/exe"}, "OPENCL_VENDOR_PATH must name a folder", OCL_ICD),
    ("VENDORS_EMPTY", ICD, {"OPENCL_VENDOR_PATH": "/proc/self/fd"}, "OPENCL_VENDOR_PATH names a folder without .icd files", OCL_ICD),
    ("UNREPORTED_PATH", ICD, {"OPENCL_VENDOR_PATH": "VENDORS"}, "Unset OPENCL_VENDOR_PATH", OCL_ICD),
    ("UNREPORTED_NONE", {}, {"OPENCL_VENDOR_PATH": "VENDORS"}, "x.icd is there, so a driver may be installed", OCL_ICD),
    ("UNREPORTED_NONE", {**ICD, **V3D}, {}, "may be installed"), # that driver may have failed
    *((None, files, {"OCL_ICD_FILENAMES": "/nowhere/libx.so"}, "this loader found no platform") for files in (V3D, {"proc/sys/kernel/osrelease": "4.4.0-19041-Microsoft\n"})),
    ("MANIFEST_RENAMED", {**V3D, "etc/OpenCL/vendors/pocl.icd.off": "libpocl.so.2\n"}, {}, "here is"),
    ("UNREPORTED_LEFT", ICD, {"OCL_ICD_VENDORS": "/proc/self/exe", "OPENCL_VENDOR_PATH": "/nowhere"}, "Unset OCL_ICD_VENDORS", OCL_ICD),
    ("UNREPORTED_NONE", ICD, {"OPENCL_VENDOR_PATH": "/nowhere"}, "may be installed"),
    ("VENDORS_SUFFIX", ICD, {"OCL_ICD_VENDORS": "intel"}, "Write intel.icd in OCL_ICD_VENDORS"),
    # It is not known what a loader without a report does with these variables.
    ("UNREPORTED_NONE", ICD, {"OCL_ICD_FILENAMES": "~/libx.so", "OPENCL_LAYERS": "/nowhere"}, "may be installed"),
]


class Case(tool.Case):
    def setUp(self):
        tool.need_linux("causes")

    def words(self, name):
        """Returns a part of the text that only this row has."""
        text = next(row[2] for row in ROWS if row[0] == name)
        return max(re.split(r"{\w+}", "".join(re.findall(r'"([^"]*)"', text))), key=len)

    def fake(self, m, gpu, files, libraries, drivers, manifests=()):
        for name, text in () if not gpu else zip(["vendor", "device", "class", "uevent"][:4 if gpu[2] is not None else 3],
                              [gpu[0], gpu[1], "0x030000", f"DRIVER={gpu[2]}" if gpu[2] else "PCI_CLASS=30000"]):
            m.write(f"root/sys/bus/pci/devices/0000:65:00.0/{name}", text + "\n")
        for path, text in files.items():
            if text is not None:
                m.write(os.path.join("root", path), text)
        for library in libraries:
            path, link = library if isinstance(library, tuple) else (library, None)
            m.copy(TOOL["fake_loader" if "plain" in path else "driver"], os.path.join("root", path))
            if link:
                os.symlink(os.path.basename(path), m.path("root", link))
        for number, name in enumerate(drivers):
            quirk = "" if re.fullmatch("(.*/)?[a-z]+(-pci)?|libnvidia-opencl(-pci)?", name) else "-nodevices"
            kind = "needing" if "needing" in name else "fake_loader" if "plain" in name else "driver"
            folder, name = os.path.split(name)
            path = m.copy(TOOL[kind], f"lib/{folder}/{number}-{name.partition('.so')[0]}{quirk}.so")
            m.icd(f"{number}.icd", path)
            if "libigdrcl" in name and folder != "old":  # since 2023 it knows such variables
                with open(path, "ab") as file:
                    file.write(b"NEO_CACHE_DIR")
            if "libpocl" in name:  # PoCL makes this folder when it is opened
                for kept in ("kcache", "uncached"):
                    os.makedirs(m.path("home/.cache/pocl", kept), exist_ok=True)
        for number, path in enumerate(manifests):
            m.icd(f"manifest{number}.icd", path)

    def doctor(self, gpu=None, files=(), libraries=(), drivers=(), manifests=(), env=None, conda=False, reported=(), unreported=False):
        """Returns what the doctor finds on such a machine. `reported`: what another loader says of its drivers."""
        with tool.Machine() as m:
            self.fake(m, gpu, dict(files), libraries, drivers, manifests)
            library, env = BUILD.library, dict(env or {})
            if conda:
                library = m.copy(TOOL.get(conda, BUILD.library), "conda/lib/libOpenCL.so.1")
                m.write("conda/conda-meta/history", "")
            if reported:
                report = {"schema": 1, "driver_directories": [{"path": "/etc/OpenCL/vendors", "verdict": "SEARCHED"}],
                          "drivers": [{"source": "x", "library": path, "manifest": "/x.icd", "verdict": verdict} for path, verdict in reported]}
                library, env = TOOL["fake_loader"], {**env, "OCL_ICD_VENDORS": None, "TOOL_REPORT": m.write("report", json.dumps(report))}
            if unreported:
                library = m.unreported()
            answer = m.json("doctor", env=env, library=library, code=None)
            self.assertEqual(answer["well"], not any(finding["level"] == "problem" for finding in answer["findings"]))
            for finding in answer["findings"]:
                finding["remedy"] = finding["remedy"].replace(m.vendors, "VENDORS")
            return answer


class Machines(Case):
    def test_all_rows(self):
        """Each row has a machine, a text, a remedy and a source. The functions see nothing of the real machine."""
        with open(os.path.join(BUILD.source, "tools/test/tool/test_machine.py"), encoding="utf-8") as machine:
            nodes = set(re.findall(r'"([A-Z_]+)"', machine.read())) # rows about rights, which need no GPU's node
        with open(os.path.join(BUILD.source, "tools/test/tool/test_compute.py"), encoding="utf-8") as compute:
            nodes |= set(re.findall(r'"([A-Z_]+)"', compute.read()))
        with open(os.path.join(BUILD.source, "tools/test/tool/test_program.py"), encoding="utf-8") as program:
            nodes |= set(re.findall(r'"(PROCESS_[A-Z_]+)"', program.read()))
        nodes |= {"OTHER_ARCHITECTURE", "SYSFS_MISSING", "LIBNUMA", "NEEDED_MISSING", "NEEDED_BESIDE", "NEEDED_STORE", "SYSTEM_FOLDER", "PREFIX_FOLDER", "POCL_NO_LIBRARIES",
                  # other tests have these
                  "LIBC_MIXED", "LIBRARY_OF_OTHERS", "FILENAMES_UNREAD", "FILENAMES_LACKS", "FOLDER_UNREAD", "FLATPAK_APP_NVIDIA", "FLATPAK_APPS_NVIDIA", "FLATPAK_APP_AMD", "SNAP_APP_GPU", "GPU_UNFOUND_OPEN",
                  "SYMBOL_SHADOWED", "SYMBOL_LATE", "NVIDIA_STACK", "MANIFEST_RENAMED", "MANIFEST_LOST", "POCL_LOST", "INTEL_OTHER_COMPILER"}
        nodes |= {"GPU_UNFOUND", "GPU_UNFOUND_INSIDE", "GPU_DRIVER_SAYS", "EMPTY_DRIVER_SAYS", "DRIVER_SAYS"}
        tested = {"UNREPORTED_GPU"} | {row[0] for row in GPUS + OPENINGS + VARIABLES + SLIPS + PLATFORMS + UNREPORTED + MACHINES if row[0]}
        self.assertEqual({row[0] for row in ROWS} - nodes, tested - nodes)
        for name, kind, _, _, link in ROWS:
            self.assertTrue(link.startswith("https://"), name)

    def test_lengths(self):
        """Findings fit into their lines, even those that no machine here has. The test takes 20 characters for a name,
        40 for a path, and the package names of Debian."""
        with open(os.path.join(BUILD.source, "tools/report/package_rows.h"), encoding="utf-8") as file:
            packages = re.findall(r'^PACKAGE\((\w+),\s*"([^"]*)",\s*"[^"]*",\s*"([^"]*)"', file.read(), re.M)
        self.assertGreater(len(packages), 9)
        with open(os.path.join(BUILD.source, "tools/report/remedies.h"), encoding="utf-8") as file:
            remedies = re.findall(r'^REMEDY\((\w+),\s*\w+,\s*((?:"[^"]*"\s*)+)\)', file.read(), re.M)
        self.assertGreater(len(remedies), 50)
        for name, *texts in [(name, text, remedy) for name, _, text, remedy, _ in ROWS] + remedies:
            for begin, strings in zip(["Problem: /etc/OpenCL/vendors/x.icd: ", "    To do: "][-len(texts):], texts):
                with self.row((name, begin)):
                    words = begin + "".join(re.findall(r'"([^"]*)"', strings)).replace("{hidden}", "")
                    for package, what, how in packages:
                        words = words.replace(f"{{{package}}}", f"{what} (Debian: {how})")
                    words = re.sub("{(library|where|place|message)}", "x" * 40, words)
                    tool.check_lines(re.sub(r"{\w+}", "x" * 20, words))

    def test_machines(self):
        for name, level, machine, parts, neighbours in MACHINES:
            with self.row((name, machine)):
                answer = self.doctor(**machine)
                finding = next((finding for finding in answer["findings"] if finding["cause"] == name), None)
                self.assertIsNotNone(finding, answer["findings"])
                self.assertEqual(finding["level"], level)
                self.check_finding(answer, level, "", *parts)
                self.assertFalse([other for other in answer["findings"] if other["level"] == "problem" and other is not finding and
                                  other["cause"] != "NO_DEVICE" and "manifests" not in machine], answer["findings"])
            for changed in neighbours[:1] if BUILD.sanitizers else neighbours:  # a run takes 0.3 s there
                with self.row((name, "neighbour", changed)):
                    found = self.doctor(**{**machine, **changed})["findings"]
                    self.assertNotIn(name, [finding["cause"] for finding in found])

    def test_root_without_sudo(self):
        """Root needs no sudo, and gets commands without that if PATH has none. A user gets them with sudo, who then
        knows that the command is for root."""
        machine = {"gpu": NVIDIA_GPU, "files": NODE, "libraries": [(OPENCL + ".570.86.15", OPENCL + ".1")]}
        for path, gets in (tool.path_with_sudo(), True), ("/none", os.geteuid() != 0):
            with self.row(path):
                [remedy] = [finding["remedy"] for finding in self.doctor(**machine, env={"PATH": path})["findings"]]
                sudo = "sudo " if gets else ""
                self.assertIn(f"{sudo}mkdir -p VENDORS && echo /{OPENCL}.1 | {sudo}tee VENDORS/nvidia.icd", remedy)

    def test_orders(self):
        for machine, names in ORDERS:
            with self.row(machine):
                found = self.doctor(**machine)["findings"]
                self.assertEqual([finding["cause"] for finding in found if finding["level"] == "problem"], names, found)


class TwoMachines(Case):
    def test_two_machines(self):
        """What the doctor finds where two rows come together, and with a loader that gives no report. Whoever changes a
        row sees here what else that changes."""
        def lists(name):
            return [*first.get(name, ()), *second.get(name, ())]
        named = collections.defaultdict(list)
        for name, _, machine, _, _ in MACHINES:
            if "reported" not in machine:
                named[name].append(machine)
        rows = [(f"{name} {number}", machine) for name, machines in named.items() for number, machine in enumerate(machines, 1)]
        for name, first in rows[::4 if BUILD.sanitizers else 1]:
            # The other row is chosen by both names, so that a new row changes few of the pairs.
            other, second = min((row for row in rows if row[0] != name), key=lambda row: zlib.crc32(f"{name}+{row[0]}".encode()))
            machine = {"gpu": first.get("gpu") or second.get("gpu"), "files": {**second.get("files", {}), **first.get("files", {})},
                       "env": {**(second.get("env") or {}), **(first.get("env") or {})}, "conda": first.get("conda") or second.get("conda") or False,
                       **{name: lists(name) for name in ("libraries", "drivers", "manifests")}}
            answers = {f"{name} and {other}": self.doctor(**machine)}
            if name.endswith(" 1") and "OCL_ICD_VENDORS" not in (first.get("env") or {}):  # without, the system's drivers would count
                answers[f"{name} without a report"] = self.doctor(**first, unreported=True)
            for words, answer in answers.items():
                found = [f"{finding['level']} {finding['cause'] or finding['text'][:60]}" for finding in answer["findings"]]
                self.said.add(f"{words}: {', '.join(found)}")


class Causes(Case):
    def test_openings(self):
        """The doctor opens a node if a driver of its vendor has no device."""
        tool.need(TOOL["unopened"], "nothing is preloaded here")
        for name, node, error, (gpu, driver, *more), parts in OPENINGS:
            for neighbour in False, True:
                with self.row((name, node, error, more, neighbour)), tool.Machine() as m:
                    nodes = {**OTHER_MODULE, **KFD_NODE, TOPOLOGY.format(1): VEGA, **NVIDIA_NODES, "dev/nvidia-uvm": "", **(more[0] if more else {})}
                    self.fake(m, gpu, nodes, [], [driver, *CPU] if not neighbour else [*CPU, "libother.so"])
                    found = m.json("doctor", code=1, env={**m.preload(TOOL["unopened"]), "TOOL_UNOPENED": f"*/{node}",
                                                          "TOOL_OPENING": str(error)})["findings"]
                    if neighbour: # no driver uses the node
                        self.assertNotIn("/" + node, [finding["about"] for finding in found])
                        continue
                    [finding] = found
                    self.assertEqual((finding["cause"], finding["level"]), (name, "problem"))
                    self.assertEqual(finding["about"] == "/" + node, gpu[2] != "")
                    for part in parts:
                        self.assertIn(part, finding["text"] + finding["remedy"])

    def test_other_compiler(self, m):
        """Intel's runtime gets its compiler by LD_LIBRARY_PATH, which may be that of another release."""
        self.fake(m, None, {}, [], ["libigdrcl-tells-labort.so"])
        m.write("old/libigdfcl.so.1", "")
        m.write("new/libx.so.1", "")
        for folders, cause in (["old"], "INTEL_OTHER_COMPILER"), (["new", "old"], "INTEL_OTHER_COMPILER"), (["new"], "INTEL_BUILT_INS"), ([], "INTEL_BUILT_INS"):
            with self.row(folders):
                answer = m.json("doctor", code=1, env={"TOOL_SAYS": BUILT_INS, "LD_LIBRARY_PATH": ":".join(map(m.path, folders)) or None})
                self.assertEqual([finding["cause"] for finding in answer["findings"] if finding["level"] == "problem"], [cause], answer["findings"])
                if "old" in folders:
                    self.check_finding(answer, "problem", "0.icd", "LD_LIBRARY_PATH leads to libigdfcl.so.1, a part", f"take {m.path('old')} out of")

    def test_several_openings(self):
        """Nodes of one driver that fail alike have one finding."""
        tool.need(TOOL["unopened"], "nothing is preloaded here")
        for (gpu, driver), nodes in [(NVIDIA_DRIVER, ["/dev/nvidia0, /dev/nvidiactl", "/dev/nvidia-uvm"]), (AMD_DRIVER, ["/dev/dri/renderD128", "/dev/kfd"])]:
            with self.row(driver), tool.Machine() as m:
                self.fake(m, gpu, {**KFD_NODE, TOPOLOGY.format(1): VEGA, **NVIDIA_NODES, "dev/nvidia-uvm": ""}, [], [driver, *CPU])
                env = {**m.preload(TOOL["unopened"]), "TOOL_UNOPENED": "*/root/dev/*", "TOOL_OPENING": str(errno.EIO)}
                found = m.json("doctor", code=1, env=env)["findings"]
                self.assertEqual([finding["about"] for finding in found], nodes)
                if gpu == NVIDIA_GPU:  # they fail in different ways
                    found = m.json("doctor", code=1, env={**env, "TOOL_ABSENT": "*ctl"})["findings"]
                    self.assertEqual([finding["about"] for finding in found], ["/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-uvm"])

    def test_gpu_is_there(self):
        """If the driver does not find an existing GPU, the doctor says what it knows about the GPU, and does not advise
        to remove the driver."""
        module = {"sys/module/nvidia/version": "450.57\n", "proc/driver/nvidia/version": "NVRM\n"}
        libraries = [(OPENCL + ".450.57", OPENCL + ".1")]
        for gpu, driver, files, has, said in [
                (NVIDIA_GPU, "libnvidia-opencl-noplatforms.so.1", {**NODE, **module}, libraries,
                 ["its GPU is there (0000:65:00.0, with the kernel's driver nvidia 450.57, libraries of this version, and its node "
                  "opens)", "-e NVRM -e Xid"]),
                (NVIDIA_GPU, "libnvidia-opencl-nomemory.so.1", NODE, [], ["driver nvidia, and its node opens)"]),
                (INTEL_GPU, "libigdrcl-nomemory.so", NODE, [], ["driver i915, and its node opens)", "-e i915 -e xe"]),
                ((INTEL, "0x46a6", None), "libigdrcl-nomemory.so", NODE, [], ["(0000:65:00.0, and its node opens)"]),
                (AMD_GPU, "libamdocl64-noplatforms.so", {**KFD_NODE, TOPOLOGY.format(1): VEGA}, [], ["amdgpu, and its node", "-e kfd"]),
                ((AMD, "0x6798", "radeon"), "libMesaOpenCL-noplatforms.so.1", NODE, [], ["dmesg | grep radeon. Otherwise"])]:
            with self.row((driver, said)):
                answer = self.doctor(gpu, files, has, [driver])
                [finding] = answer["findings"]
                self.assertEqual(finding["cause"], "GPU_UNFOUND")
                self.check_finding(answer, "problem", "0.icd", *said)
                self.assertNotIn("remove the driver", str(answer))
                # Nothing is known where PCI can't be read.
                for machine in {"gpu": None, "files": files}, {"gpu": gpu, "files": {".dockerenv": ""}}:
                    found = self.doctor(**machine, libraries=has, drivers=[driver])["findings"]
                    self.assertNotIn("GPU_UNFOUND", [finding["cause"] for finding in found])
        inside = {".dockerenv": "", "proc/sys/kernel/osrelease": "4.4.302+\n", **PCI}
        for gpu, driver, files, cause in [(INTEL_GPU, "libigdrcl-nomemory.so", inside, "GPU_UNFOUND_INSIDE"), (INTEL_GPU, "libigdrcl-nomemory.so", PCI, "GPU_UNFOUND"),
                                          (NVIDIA_GPU, "libnvidia-opencl-nomemory.so.1", inside, "GPU_UNFOUND")]:
            with self.row((driver, cause)):
                answer = self.doctor(gpu, {**NODE, **files}, [], [driver])
                self.assertEqual([finding["cause"] for finding in answer["findings"]], [cause], answer["findings"])
                self.assertEqual("the host's Linux 4.4.302+, or too new: try a newer image" in answer["findings"][0]["remedy"], cause == "GPU_UNFOUND_INSIDE")
        answer = self.doctor(NVIDIA_GPU[:2] + ("nouveau",), NODE, [], ["pci", "libMesaOpenCL-noplatforms.so.1"])
        self.check_finding(answer, "problem", "1.icd", "dmesg | grep nouveau. Otherwise")

    def test_clover_beside_another_gpu(self):
        """Clover has none of Intel's GPUs. Two that it may have are not told apart."""
        beside = "sys/bus/pci/devices/0000:00:02.0"
        for driver, is_known in ("i915", True), ("xe", True), ("nvidia", True), ("radeon", False), ("nouveau", False), ("amdgpu", False):
            for name, files, env in ("CLOVER_ALONE", {}, CLOVER_11), ("CLOVER_OLD", {"etc/OpenCL/vendors/rusticl.icd": ""}, {"TOOL_NAME": "Clover"}):
                with self.row((driver, name)):
                    files = {**NODE, **files, **{f"{beside}/{file}": text for file, text in (("vendor", INTEL), ("device", "0x591b"), ("class", "0x030000"))}}
                    answer = self.doctor(AMD_GPU, {**files, f"{beside}/uevent": f"DRIVER={driver}"}, (), ["pci"], env=env)
                    self.assertEqual(name in [finding["cause"] for finding in answer["findings"]], is_known, answer["findings"])

    def test_programs_of_flatpak(self):
        """Without a program, the doctor says what all programs of Flatpak lack, if there are any."""
        folder, extension = "root/var/lib/flatpak", "runtime/org.freedesktop.Platform.GL.nvidia-510-85-02"
        app, own = f"{folder}/app/org.example.App/x", "home/.local/share/flatpak/app/org.example.App/x"
        for gpu, lies, fits in [(NVIDIA_GPU, [app], True), (NVIDIA_GPU, [own], True), (NVIDIA_GPU, [], False), (AMD_GPU, [app], False),
                                (NVIDIA_GPU, [app, f"{folder}/{extension}/x"], False)]:
            with self.row((gpu, lies)), tool.Machine() as m:
                self.fake(m, gpu, {**NODE, "dev/kfd": "", "sys/module/nvidia/version": "510.85.02\n"}, [], ["pci"])
                for path in [f"{folder}/runtime/org.freedesktop.Platform/x", *lies]:
                    m.write(path, "")
                found = m.json("doctor")["findings"]
                self.assertEqual([finding["cause"] for finding in found], ["FLATPAK_APPS_NVIDIA"] * fits)
                if fits:
                    self.assertEqual((found[0]["level"], found[0]["about"]), ("note", "Flatpak"))
                    self.assertIn("Then: flatpak install org.freedesktop.Platform.GL.nvidia-510-85-02.", found[0]["remedy"])

    def test_flatpak_with_other_loader(self):
        """The same files lead to the same row, whichever libOpenCL the sandbox has."""
        opencl, manifest = "usr/lib/x86_64-linux-gnu/GL/{}/lib/libnvidia-opencl.so.1", "usr/lib/x86_64-linux-gnu/GL/nvidia-1/OpenCL/vendors/nvidia.icd"
        for loader, drivers, files, fits in [
                ("clrelay", [], {}, True), ("clrelay", ["good"], {}, True), ("fake", [], {}, True), ("unreported", ["good"], {}, True),
                *(("fake", [], files, False) for files in ({opencl.format("nvidia-570-86-15"): ""}, {manifest: ""}, {"etc/OpenCL/vendors/nvidia.icd": ""},
                                                           {".flatpak-info": None}, {"proc/driver/nvidia/version": None})),
                ("unreported", ["good"], {manifest: ""}, False)]:
            with self.row((loader, drivers, files)), tool.Machine() as m:
                self.fake(m, NVIDIA_GPU, {**FLATPAK["files"], **files}, [], drivers)
                library = {"clrelay": BUILD.library, "fake": TOOL["fake_loader"], "unreported": m.unreported()}[loader]
                found = [finding for finding in m.json("doctor", code=None, library=library)["findings"] if finding["level"] == "problem"]
                self.assertEqual([finding["cause"] for finding in found if finding["cause"] == "FLATPAK_NVIDIA"], ["FLATPAK_NVIDIA"] * fits, found)
                if fits:
                    self.assertEqual(len(found), 1)

    def test_crash_with_other_loader(self):
        """Nobody knows which driver has ended the process, but its words tell."""
        for says, files, cause in (IN_WDDM, IN_WSL, "INTEL_WSL"), (BUILT_INS, IN_WSL, None), (IN_WDDM, WSL, None):
            with self.row((says, files)), tool.Machine() as m:
                self.fake(m, None, files, [], ["libother-says-labort.so"])
                [finding] = m.json("doctor", code=1, library=m.unreported(), env={"TOOL_SAYS": says})["findings"]
                self.assertEqual((finding["cause"], "Update Intel's graphics driver on Windows" in finding["remedy"]), (cause, bool(cause)))

    def test_open_module(self):
        """NVIDIA has two kinds of kernel module. If both support the GPU, the user may try the other one."""
        other = {**OPEN_MODULE, "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15\n"}
        second = {f"sys/bus/pci/devices/0000:66:00.0/{name}": text for name, text in (("vendor", INTEL), ("device", "0x46a6"), ("class", "0x030000"))}
        for number, files, fits in [("0x2684", OPEN_MODULE, True), ("0x2684", other, False), ("0x2900", OPEN_MODULE, False), ("0x1dff", OPEN_MODULE, False),
                                    ("0x2300", OPEN_MODULE, False), ("0x23ff", OPEN_MODULE, False), ("0x2684", {}, False),
                                    *((number, OPEN_MODULE, True) for number in ("0x1e00", "0x22ff", "0x2400", "0x28ff"))]:
            with self.row((number, files)):
                answer = self.doctor((NVIDIA, number, "nvidia"), {**NODE, **second, **files}, [], ["libnvidia-opencl-noplatforms.so.1"])
                [finding] = answer["findings"]
                self.assertEqual(finding["cause"], "GPU_UNFOUND_OPEN" if fits else "GPU_UNFOUND")
                self.assertEqual("NVIDIA's open kernel module)" in finding["text"], files == OPEN_MODULE)
                self.assertEqual("try NVIDIA's other kind of kernel module, the proprietary one" in finding["remedy"], fits)
        self.assertNotIn("GPU_UNFOUND", str(self.doctor(NVIDIA_GPU, {**NODE, **OPEN_MODULE}, [], ["libnvidia-opencl-lcrash.so.1"])))

    def test_flatpak_programs(self):
        """A Flatpak seen from the system: the doctor says which of the system's drivers the program does not get."""
        runtime, name = "root/var/lib/flatpak/runtime/org.freedesktop.Platform", "org.freedesktop.Platform.GL.nvidia-510-85-02"
        second = {f"sys/bus/pci/devices/0000:66:00.0/{name}": text for name, text in (("vendor", NVIDIA), ("device", "0x2684"), ("class", "0x030000"))}
        version, other = {"sys/module/nvidia/version": "510.85.02\n"}, [f"{runtime}.GL.nvidia-510-73-05/x86_64/1.4/x", f"{runtime}.GL.default/x86_64/x"]
        nvidia = (NVIDIA_GPU, version, ["pci"])
        amd = (AMD_GPU, {}, ["libamdocl64-pci.so"])
        for machine, lies, env, cause, parts in [
                (nvidia, [f"{runtime}/x"], {}, "FLATPAK_APP_NVIDIA", [name, f"flatpak install {name}."]),
                (nvidia, other, {}, "FLATPAK_APP_NVIDIA", [f"{name} (there is nvidia-510-73-05)"]),
                ((NVIDIA_GPU, {**version, **second}, ["pci"]), other, {}, "FLATPAK_APP_NVIDIA", [name]),
                (nvidia, [*other, f"{runtime}.GL.nvidia-510-85-02/x"], {}, None, []),
                (nvidia, [*other, f"home/.local/share/flatpak/runtime/{name}/x"], {}, None, []),
                (nvidia, [*other, "root/var/lib/flatpak/extension/org.freedesktop.Platform.GL.host/x"], {}, None, []),
                (nvidia, [*other, "root/etc/flatpak/installations.d/x.conf"], {}, None, []),
                (nvidia, other, {"FLATPAK_GL_DRIVERS": "host"}, None, []),
                *((nvidia, lies, {}, None, []) for lies in ([], ["root/var/lib/flatpak/extension/x"])),  # it is not known where Flatpak keeps its files
                ((NVIDIA_GPU, {}, ["pci"]), other, {}, None, []),
                ((INTEL_GPU, version, ["pci"]), other, {}, None, []),
                (amd, [], {}, "FLATPAK_APP_AMD", ["not the system's driver of AMD", "--env=RUSTICL_ENABLE=radeonsi org.example.App"]),
                ((AMD_GPU, {}, ["pci"]), [], {}, None, []),
                ((INTEL_GPU, {}, amd[2]), [], {}, None, [])]:
            with self.row((machine, lies, env)), tool.Machine() as m:
                gpu, files, drivers = machine
                self.fake(m, gpu, {**NODE, "dev/kfd": "", **files}, [], ["pci"])
                if drivers == amd[2]:
                    m.icd("0.icd", m.copy(TOOL["driver"], "lib/libamdocl64-pci.so"))
                for path in lies:
                    m.write(path, "")
                m.write("flatpak/app/org.example.App/current/active/export/bin/org.example.App", "#!/bin/sh\n")
                m.write("flatpak/exports/bin/x", "")
                os.symlink("../../app/org.example.App/current/active/export/bin/org.example.App", m.path("flatpak/exports/bin/org.example.App"))
                os.symlink(m.path("flatpak/exports/bin/org.example.App"), m.path("darktable"))
                for path in "flatpak/exports/bin/org.example.App", "darktable":
                    answer = m.json("doctor", m.path(path), env={"XDG_DATA_HOME": None, **env}, code=None)
                    found = [finding for finding in answer["findings"] if str(finding["cause"]).startswith("FLATPAK")]
                    self.assertEqual([finding["cause"] for finding in found], [cause] * bool(cause), answer["findings"])
                    self.assertIn("it is a Flatpak, which sees other files", str(answer["findings"]))
                    for part in parts:
                        self.assertIn(part, found[0]["text"] + found[0]["remedy"])
                    self.assertEqual(answer["well"], cause != "FLATPAK_APP_NVIDIA")
                if cause == "FLATPAK_APP_AMD":
                    self.assertIn("nothing is wrong for you, but for the program: the warning above", m.clrelay("doctor", m.path(path)).words)

    def test_snaps(self):
        """A confined snap without a plug for GPUs gets none."""
        strict, plug = "name: boinc\nconfinement: strict\n", "apps:\n  boinc:\n    plugs: [opengl]\n"
        for gpu, path, folder, yaml, warned in [
                (AMD_GPU, "snap/bin/boinc", "snap", strict, True), (AMD_GPU, "snap/bin/boinc.client", "snap", strict, True),
                (AMD_GPU, "snap/boinc/605/usr/bin/boinc", "snap", strict, True), (AMD_GPU, "var/lib/snapd/snap/bin/boinc", "var/lib/snapd/snap", strict, True),
                (AMD_GPU, "snap/bin/boinc", "snap", strict + plug, False), (AMD_GPU, "snap/bin/boinc", "snap", strict.replace("strict", "classic"), False),
                (AMD_GPU, "snap/bin/boincs", "snap", strict, False), (AMD_GPU, "snap/bin/boinc", "snap", None, False), (None, "snap/bin/boinc", "snap", strict, False),
                (AMD_GPU, "usr/bin/boinc", "snap", strict, False)]:
            with self.row((gpu, path, yaml)), tool.Machine() as m:
                self.fake(m, gpu, {**NODE, "usr/bin/snap": "", f"{folder}/boinc/current/meta/snap.yaml": yaml}, [], ["pci"])
                os.makedirs(os.path.dirname(m.path("root", path)), exist_ok=True)
                os.symlink(m.path("root/usr/bin/snap"), m.path("root", path))
                answer = m.json("doctor", m.path("root", path), code=None)
                self.assertEqual("SNAP_APP_GPU" in [finding["cause"] for finding in answer["findings"]], warned, answer["findings"])
                self.assertNotIn("NONE_INSTALLED", str(answer["findings"]))
                if warned:
                    self.check_finding(answer, "warning", path, "it is the snap boinc, which is confined and has no plug opengl, so it may get no GPU", "snap connections boinc")

    def test_packed_program_without_drivers(self):
        """That the system has no driver says nothing about a program with drivers of its own."""
        for path, is_packed in ("snap/bin/boinc", True), ("snap/bin/code", False), ("flatpak/exports/bin/org.example.App", True), ("usr/bin/program", False):
            for library in (None, "unreported"):
                with self.row((path, library)), tool.Machine() as m:
                    m.write(f"root/{path}", "#!/bin/sh\n")
                    m.write("root/snap/code/current/meta/snap.yaml", "confinement: classic\n")
                    answer = m.json("doctor", m.path("root", path), code=None, library=m.unreported() if library else BUILD.library)
                    self.assertEqual("Install a driver" in str(answer["findings"]), not is_packed, answer["findings"])
                    if "flatpak" in path:
                        self.check_finding(answer, "note", path, "flatpak run --env=OCL_ICD_VENDORS=/none org.example.App")

    def test_what_a_driver_says(self):
        """If a driver prints a reason, the problem quotes that line, and no warning about output does."""
        vega = "HSA Error:  Incompatible kernel and userspace, Vega 20 [Radeon VII] disabled. Upgrade amdgpu.\n"
        found = {**KFD_NODE, TOPOLOGY.format(1): VEGA}
        for gpu, files, driver, says, cause, others in [
                (AMD_GPU, found, "libamdocl64-says.so", vega, "GPU_DRIVER_SAYS", []),
                (AMD_GPU, found, "libamdocl64-says.so", "one\ndevice is not supported\nfailed\n", "GPU_DRIVER_SAYS", []),
                (AMD_GPU, found, "libamdocl64-says.so", "hello\n", "AMD_UNEXPLAINED", ["prints 6 bytes"]),
                (AMD_GPU, found, "libother-says.so", vega, "NOT_OFFERED", ["prints 94 bytes"]),
                (AMD_GPU, NODE, "libRusticlOpenCL-says.so", "Libclc failed to load.\n", "GPU_DRIVER_SAYS", []),
                (None, {}, "libamdocl64-says.so", vega, "EMPTY_DRIVER_SAYS", []),
                (None, {}, "libamdocl64-says.so libother-says.so", vega, "EMPTY_DRIVER_SAYS", ["prints 94 bytes"]),
                (None, {}, "libamdocl64-says.so", "hello\n", "NO_DEVICE", ["prints 6 bytes"]),
                (AMD_GPU, found, "libamdocl64-says-noplatforms.so", vega, "DRIVER_SAYS", []),
                (AMD_GPU, found, "libamdocl64-says-nomemory.so", "x" * 200 + " failed\n", "DRIVER_SAYS", []),
                (AMD_GPU, found, "libamdocl64-says-noplatforms.so", "hello\n", "GPU_UNFOUND", ["prints 6 bytes"])]:
            with self.row((driver, says)):
                found_here = self.doctor(gpu, files, [], driver.split(), env={"TOOL_SAYS": says, "RUSTICL_ENABLE": "radeonsi" if "Rusticl" in driver else ""})["findings"]
                self.assertEqual([finding["cause"] for finding in found_here if finding["level"] == "problem"], [cause])
                if cause.endswith("SAYS"):
                    said = next(line for line in says.splitlines() if any(word in line for word in ("Error", "support", "failed")))
                    self.assertIn(f"says: {said[:110]}", found_here[0]["text"])
                    self.assertIn("/0.icd", str(found_here[0]))
                rest = [finding["text"] for finding in found_here[1:]]
                self.assertEqual(len(rest), len(others), rest)
                self.assertTrue(all(part in text for part, text in zip(others, rest)), rest)

    def test_last_output(self):
        """What the C library says about memory, after a driver has said why it fails, is not quoted alone."""
        failed = "Error! Fail to load fglrx kernel module!"
        for driver, says, quoted in [("libx-says-labort", f"x\n{failed}\n", failed), ("libx-tells-labort", f"x\n{failed}\n", failed),
                                     *(("libx-says-labort", f"{failed}\n{words}\n", failed) for words in
                                       ("munmap_chunk(): invalid pointer", "free(): invalid size", "malloc(): corrupted top size", "malloc_consolidate(): invalid chunk size", "corrupted double-linked list", "realloc(): invalid next size",
                                        "corrupted size vs. prev_size", "double free or corruption (out)", "*** Error in `x': free()", "*** glibc detected *** x")),
                                     ("libx-says-labort", "free(): invalid size\n", "free(): invalid size"),
                                     ("libx-says-labort", f"{failed}\nfreed\n", "freed"),
                                     ("libx-says-labort", f"{failed}\nmalloc failed\n", "malloc failed"), ("libx-says-labort", f"{failed}\ncorrupted cache\n", "corrupted cache")]:
            with self.row((driver, says)):
                [finding] = self.doctor(drivers=[driver + ".so"], env={"TOOL_SAYS": says})["findings"]
                self.assertTrue(finding["text"].endswith(f". The last output: {quoted}"), finding["text"])

    def test_message_of_a_driver_comes_first(self):
        """What the driver prints comes before a cause that facts suggest."""
        for says, quoted in ("HSA Error:  Incompatible kernel\n", True), ("hello\n", False):
            with self.row(says):
                answer = self.doctor(AMD_GPU, KFD, [], ["libamdocl64-says.so"], env={"TOOL_SAYS": says})
                [finding, *rest] = answer["findings"]
                self.assertEqual((finding["cause"], len(rest)), ("AMD_NOT_IN_KFD", 0 if quoted else 1))
                self.assertEqual("lists it: its driver says: HSA Error:  Incompatible kernel; and the kernel's" in finding["text"], quoted)
                self.assertEqual(finding["remedy"].startswith("Try what that says. Otherwise: sudo dmesg"), quoted)

    def test_cause_of_another_gpu(self):
        """The cause of one GPU is no reason why the driver finds no other GPU of the vendor."""
        old, new = (INTEL, "0x0412", "i915"), {f"sys/bus/pci/devices/0000:66:00.0/{name}": text for name, text in
                                               (("vendor", INTEL), ("device", "0x56a1"), ("class", "0x030000"), ("uevent", "DRIVER=i915\n"))}
        other = {path: text.replace(INTEL, AMD) for path, text in new.items()}
        first = {path.replace("66:", "64:"): text for path, text in new.items()}
        for files, said in ({}, None), (new, "66"), (first, "64"), (other, None):
            with self.row(files):
                found = self.doctor(old, {**NODE, **files}, [], ["libigdrcl-noplatforms.so"])["findings"]
                self.assertEqual("INTEL_TOO_OLD" in [finding["cause"] for finding in found], True)
                there = re.search(r"the driver has no platforms; its GPU is there \(0000:(\d\d):00.0, ", str(found))
                self.assertEqual(there and there[1], said, found)
        # The first GPU has a driver. So the failure of the other driver is explained.
        files = {path: text.replace("0x56a1", "0x0412") for path, text in first.items()}
        found = self.doctor((INTEL, "0x56a1", "i915"), {**NODE, **files}, [], ["libigdrcl-noplatforms.so", "pci"])["findings"]
        self.assertEqual([finding["cause"] for finding in found], ["INTEL_TOO_OLD"], found)

    def test_order_of_gpus(self):
        """The GPU whose driver is installed comes before others."""
        second = {f"sys/bus/pci/devices/0000:66:00.0/{name}": text for name, text in
                  (("vendor", NVIDIA), ("device", "0x2684"), ("class", "0x030000"), ("uevent", "DRIVER=nouveau\n"))}
        for drivers, first in (["libnvidia-opencl-noplatforms.so"], "66"), (["libigdrcl-noplatforms.so"], "65"):
            with self.row(drivers):
                found = self.doctor((INTEL, "0x0412", "i915"), {**NODE, **second}, [], drivers)["findings"]
                self.assertEqual(re.findall(r"PCI address 0000:(\d\d)", " ".join(finding["about"] for finding in found)), sorted(["65", "66"], key=lambda gpu: gpu != first), found)

    def test_one_gpu_of_two_drivers(self):
        """Two drivers list the only GPU of a vendor, though neither tells where the GPU is."""
        for gpu, drivers, second, said in [(AMD_GPU, ["radeon", "radeon"], None, True), (AMD_GPU, ["radeon", "radeon"], AMD, False),
                                           (AMD_GPU, ["radeon", "radeon"], INTEL, True),
                                           (AMD_GPU, ["radeon", "uuid"], None, True), (AMD_GPU, ["uuid", "radeon"], None, True),
                                           (AMD_GPU, ["radeon", "good"], None, False), (AMD_GPU, ["good", "radeon"], None, False),
                                           (AMD_GPU, ["radeon"], None, False), (INTEL_GPU, ["radeon", "radeon"], None, False)]:
            with self.row((gpu, drivers, second)):
                files = {f"sys/bus/pci/devices/0000:66:00.0/{name}": text for name, text in
                         (("vendor", second), ("device", "0x1"), ("class", "0x030000"))} if second else {}
                answer = self.doctor(gpu, files, [], drivers, env={"TOOL_VENDOR": "AMD"} if "uuid" in drivers else {})
                self.assertEqual("(this machine has one GPU of that vendor)" in str(answer["findings"]), said, answer["findings"])
                if said:
                    self.check_finding(answer, "note", "", "two drivers seem to have", "0.icd and", "1.icd", "clrelay disable 1")

    def test_least_limits(self):
        """A limit that is just high enough is none that explains a failure."""
        tool.need(not BUILD.sanitizers, "they need more memory")
        for name, least, words in [("nofile", 256, "ulimit -n 4096, or"), ("data", 4 << 30, "ulimit -d unlimited, or"), ("fsize", 1 << 30, "ulimit -f unlimited, or"),
                                   ("stack", 8 << 20, "ulimit -s 8192, or"), ("nproc", 64, "ulimit -u 4096, or")]:
            if name == "data" and BUILD.foreign:
                continue  # with 32 bits, that is no limit
            most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
            raised = ":" if most == resource.RLIM_INFINITY or (name in ("nofile", "nproc") and most >= 4096) else ""
            for value, end in (least - 1, ""), (least - 1, raised), (least, ""):  # a colon: users may raise it
                tool.need(name != "nproc" or os.geteuid() == 0, "users have more processes than that")
                with self.row((name, value, end)), tool.Machine() as m:
                    m.driver("crash")
                    before = ["prlimit", f"--{name}={value}{end}"]
                    found = m.json("doctor", code=1, before=before)["findings"]
                    remedies = [finding["remedy"] for finding in found if "ulimit" in finding["about"]]
                    self.assertEqual(len(remedies), value < least, found)
                    self.assertEqual([words in remedy for remedy in remedies], [end == ":"] * len(remedies), found)

    def test_limit_that_may_be_raised_a_little(self, m):
        """The hard limit suffices, but is less than what is usual."""
        m.driver("crash")
        [remedy] = [finding["remedy"] for finding in m.json("doctor", code=1, before=["prlimit", "--nofile=200:1000"])["findings"] if finding["about"] == "ulimit -n"]
        self.assertIn("ulimit -n 1000, or", remedy)

    def test_stack(self):
        """Only a crash of the kind that a lack of stack causes tells that the stack may be too small."""
        tool.need(not BUILD.sanitizers, "they change what crashes")
        for driver, limited in [("lcrash", True), ("labort", False), ("lexit", False)]:
            with self.row(driver), tool.Machine() as m:
                m.driver(driver)
                found = m.json("doctor", code=1, before=["prlimit", f"--stack={4 << 20}:"])["findings"]
                self.assertEqual(["ulimit -s" in finding["about"] for finding in found], [True, False] if limited else [False], found)

    def test_stack_without_limit(self):
        tool.need(not BUILD.sanitizers, "they change what crashes")
        for driver, limit, cause in [("libnvidia-opencl-lcrash", "unlimited", "NVIDIA_STACK"), ("libnvidia-opencl-lcrash", "8388608", None),
                                     ("libnvidia-opencl-labort", "unlimited", None), ("libother-lcrash", "unlimited", None)]:
            with self.row((driver, limit)), tool.Machine() as m:
                m.icd("x.icd", m.copy(TOOL["driver"], f"lib/{driver}.so"))
                before = ["prlimit", f"--stack={limit}:"]
                tool.need(sandbox.works([*before, "true"]), "the stack has a limit that may not be raised")
                answer = m.json("doctor", code=1, before=before)
                self.assertEqual([finding["cause"] for finding in answer["findings"]], [cause], answer["findings"])
                if cause:
                    self.check_finding(answer, "problem", "x.icd", "SIGSEGV", "the stack has no limit here", "ulimit -s 8192")

    def test_limit_explains(self):
        """Where a limit may be why drivers fail, the doctor first advises to raise it, not to install the drivers
        again."""
        limited = ["sh", "-c", 'ulimit -n 200; exec "$@"', "sh"]
        for driver, env in [("lcrash", {}), ("noplatforms", {}), ("libpocl-faildevices", {"TOOL_ERROR": "-6"})]:
            with self.row(driver), tool.Machine() as m:
                m.icd("x.icd", m.copy(TOOL["driver"], f"lib/x-{driver}.so"))
                os.makedirs(m.path("home/.cache/pocl/kcache"))
                limit, failure = m.json("doctor", env=env, code=1, before=limited)["findings"]
                self.assertEqual(limit["about"], "ulimit -n")
                self.assertIn("may be why drivers fail", limit["text"])
                [finding] = m.json("doctor", env=env, code=1)["findings"]
                self.assertEqual(finding["about"], m.path("vendors/x.icd"))
                self.assertEqual(failure["text"], finding["text"])
                remedy = finding["remedy"]
                if driver == "lcrash":
                    remedy = "If it fails without the limit, too: " + remedy[0].lower() + remedy[1:]
                self.assertEqual(failure["remedy"], remedy)
                if env:
                    found = m.json("doctor", env=env, code=1, before=limited, library=m.unreported())["findings"]
                    self.assertEqual([finding["about"] for finding in found], ["ulimit -n", "x-libpocl-faildevices"], found)
        with tool.Machine() as m:
            m.driver("illegal")
            found = m.json("doctor", code=1, before=limited)["findings"]
            self.assertEqual([finding["cause"] for finding in found], [None, "ILLEGAL_INSTRUCTION"])
        with tool.Machine() as m:  # this driver has no GPU, with any limit
            self.fake(m, None, PCI, [], ["good", "libigdrcl-nomemory.so"])
            self.assertEqual([finding["cause"] for finding in m.json("doctor", before=limited)["findings"]], ["NO_GPU_FOR_DRIVER"])

    def test_healthy(self):
        """Nothing is wrong if a GPU has its driver, or if there is no GPU, whatever else the machine has."""
        offered = {"gpu": AMD_GPU, "drivers": ["pci"]}
        for machine in [{"drivers": ["good"]}, {**offered}, {**offered, "files": {**NODE, **ICD}},
                        {**offered, "files": {**NODE, ".flatpak-info": ""}}, {**offered, "files": HOST, "env": SNAP},
                        {**offered, "files": {**NODE, **SERVICE}},
                        {**offered, "files": {**NODE, ".dockerenv": ""}},
                        {**offered, "files": NODE, "env": {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}},
                        {"drivers": ["gpu"], "files": WSL}, {"drivers": ["gpu"], "files": PANFROST},
                        {"drivers": ["gpu"], "files": {"dev/mali0": ""}},
                        {"drivers": ["gpu"], "files": {**NODE, "sys/class/drm/renderD128/device/uevent": "DRIVER=vc4\n"}},
                        {"drivers": ["good"], "conda": True, "files": ICD}]:
            with self.row(machine):
                self.assertEqual(self.doctor(**machine)["findings"], [])

    def test_pipes(self):
        """A pipe in the place of a regular file counts as missing. The doctor does not wait for its other end."""
        paths = ["proc/cmdline", "sys/module/nvidia/version", "proc/sys/kernel/osrelease", "proc/driver/nvidia/version",
                 "var/lib/dpkg/status", "proc/self/mountinfo", "proc/self/cgroup", "etc/os-release",
                 "sys/class/kfd/kfd/topology/nodes/1/properties", "sys/firmware/efi/efivars/SecureBoot-1", ALIAS, "etc/modprobe.d/x.conf"]
        for gpu in NVIDIA_GPU, INTEL_GPU, AMD_GPU:
            with self.row(gpu), tool.Machine() as m:
                self.fake(m, gpu, {}, [], [])
                for path in paths:
                    os.makedirs(os.path.dirname(m.path("root", path)), exist_ok=True)
                    os.mkfifo(m.path("root", path))
                self.assertFalse(m.json("doctor", code=1)["well"])

    def test_gpus(self):
        tool.need("x86_64" in BUILD.library or os.uname().machine == "x86_64", "the folders are of another machine")
        for name, gpu, files, libraries, drivers, env, parts in GPUS:
            with self.row((name, gpu, drivers, env)), tool.Machine() as m:
                self.fake(m, gpu, files, libraries, drivers)
                m.driver("nodevices")
                answer = m.json("doctor", code=1, env=env)
                parts = [part.replace("VENDORS/", m.vendors + "/") for part in parts]
                self.check_finding(answer, "problem", "at PCI address 0000:65:00.0", self.words(name), *parts)
                found = [finding for finding in answer["findings"] if "PCI address" in str(finding["about"])]
                self.assertEqual([finding["cause"] for finding in found], [name])
                self.assertNotIn("there is a GPU of", str(answer["findings"]))

    def test_most_gpus(self):
        """The doctor looks at 32 GPUs."""
        for count, found in (31, 31), (32, 32), (33, 32):
            with self.row(count), tool.Machine() as m:
                for i in range(count):
                    for name, text in ("vendor", INTEL), ("device", "0x5690"), ("class", "0x030000"), ("uevent", "DRIVER=i915"):
                        m.write(f"root/sys/bus/pci/devices/0000:{i:02x}:00.0/{name}", text + "\n")
                m.driver("good")
                [finding] = m.json("doctor", code=1)["findings"]
                self.assertTrue(finding["about"].endswith(f" 0000:00:00.0, 0000:01:00.0, 0000:02:00.0 and {found - 3} more"), finding)
        self.said.clear()

    def test_offered(self):
        """The device tells this PCI address, another one, or only its vendor."""
        for quirk, names, code in [("pci", {}, 0), ("several", {}, 1), ("several", {"TOOL_NAME": "AMD Radeon"}, 0),
                                   ("several", {"TOOL_VENDOR": "Advanced Micro Devices, Inc."}, 0), ("cpu", {"TOOL_NAME": "AMD Ryzen"}, 1), ("accelerator", {"TOOL_NAME": "AMD Radeon"}, 1),
                                   ("several", {"TOOL_NAME": "Intel"}, 1)]:
            with self.row((quirk, names)), tool.Machine() as m:
                self.fake(m, (AMD, "0x744c", "amdgpu"), NODE, [], [])
                m.driver(quirk)
                answer = m.json("doctor", code=code, env=names)
                self.assertEqual(len(answer["findings"]), code)

    def test_platforms(self):
        """The doctor explains a platform without devices. That is no problem unless a GPU is missing."""
        for name, platform, env in PLATFORMS:
            with self.row((name, env)), tool.Machine() as m:
                m.driver("nodevices")
                answer = m.json("doctor", code=1, env={"TOOL_NAME": platform, **env})
                self.assertEqual([finding["cause"] for finding in answer["findings"] if finding["cause"] != "NO_DEVICE"],
                                 [name] if name else [])
                # PoCL has a device on every machine.
                is_problem = [finding["level"] for finding in answer["findings"] if finding["cause"] == name] == ["problem"]
                self.assertEqual(is_problem, name == "POCL_EMPTY")
                self.assertEqual(any(finding["cause"] == "NO_DEVICE" for finding in answer["findings"]), not is_problem)
                m.driver("good")
                if name:
                    self.check_finding(m.json("doctor", env={"TOOL_NAME": platform, **env}), "note", "nodevices.icd", "has no device")

    def test_device_libraries(self):
        """PoCL has a library for each device, in a folder beside its own library."""
        for mark, file, devices, fits in [(b"libpocl-devices-", None, "-nodevices", True), (b"", None, "-nodevices", False),
                                          (b"libpocl-devices-", "lib/pocl/libpocl-devices-basic.so", "-nodevices", False),
                                          (b"libpocl-devices-", None, "-good", False)]:
            with self.row((mark, file, devices)), tool.Machine() as m:
                library = m.copy(TOOL["driver"], f"lib/libpocl{devices}.so")
                with open(library, "ab") as image:
                    image.write(mark + b"\0")
                if file:
                    m.write(file, "")
                m.icd("pocl.icd", library)
                os.makedirs(m.path("home/.cache/pocl/kcache"))
                answer = m.json("doctor", code=None)
                causes = [finding["cause"] for finding in answer["findings"]]
                self.assertEqual("POCL_NO_LIBRARIES" in causes, fits, causes)
                self.assertEqual("POCL_UNUSED" in causes, not fits and devices == "-nodevices", causes)
                if fits:
                    self.check_finding(answer, "problem", "pocl.icd", f"no libpocl-devices-*.so in {m.path('lib/pocl')}")

    def test_gpu_for_driver(self):
        """A driver that finds no GPU is a problem if there is one. If there is none, the user can do without that
        driver."""
        machine = {"files": {**PCI, **NODE}, "drivers": ["good", "libigdrcl-nomemory.so"]}
        for gpu, level in (None, "note"), (INTEL_GPU, "problem"):
            with self.row(gpu):
                answer = self.doctor(gpu, **machine)
                self.check_finding(answer, level, "1.icd", "returned -6 (CL_OUT_OF_HOST_MEMORY)",
                                   "is there (" if gpu else "clrelay disable 1")
                self.assertEqual(answer["well"], level == "note")

    def test_disabled_driver_is_not_missing(self, m):
        self.fake(m, (AMD, "0x744c", "amdgpu"), NODE, [], [])
        m.driver("pci", manifest="gpu.icd")
        m.driver("good")
        answer = m.json("doctor", env={"OCL_ICD_DRIVERS_DISABLE": "gpu"})
        self.assertEqual(answer["findings"], [])

    def report(self, m, env=None, **members):
        """Returns what the doctor says about a loader with this report."""
        members = {"schema": 1, "settings": [], "driver_directories": [], "drivers": [], **members}
        env = {"OCL_ICD_VENDORS": None, "TOOL_REPORT": m.write("report", json.dumps(members)), **(env or {})}
        return m.json("doctor", code=1, env=env, library=TOOL["fake_loader"])

    def test_other_loader_with_the_gpu(self):
        """The other loader has no report, and lists a device: this GPU, or another one."""
        for gpu, files, driver, env, causes in [
                (NVIDIA_GPU, {**NVIDIA_ICD, "dev/nvidiactl": ""}, "pci", {}, []), (AMD_GPU, NODE, "good", {}, ["UNREPORTED_GPU"]),
                (AMD_GPU, NODE, "good", {"ROCR_VISIBLE_DEVICES": "0"}, []), (AMD_GPU, NODE, "good", {"ROCR_VISIBLE_DEVICES": "-1"}, ["HIDDEN_BY_VARIABLE"]),
                (AMD_GPU, {}, "good", {}, ["DRIVER_NO_NODE"]), (AMD_GPU[:2] + (None,), {}, "good", {}, ["NO_NODE"]), ((AMD, "0x94c1", "radeon"), NODE, "good", {}, ["AMD_TOO_OLD"]), ((INTEL, "0x46a6", "vfio-pci"), NODE, "good", {}, ["VFIO"]),
                *((AMD_GPU, {**CARD, "proc/sys/kernel/osrelease": f"{kernel}-amd64\n"}, "good", {}, causes)
                  for kernel, causes in (("2.6.39", []), ("3.16.7", []), ("3.17.0", ["DRIVER_NO_NODE"]), ("4.0.1", ["DRIVER_NO_NODE"]))),
                (AMD_GPU, CARD, "good", {}, ["DRIVER_NO_NODE"]), (NVIDIA_GPU, {**CARD, "proc/sys/kernel/osrelease": "3.16.7\n"}, "good", {}, ["NO_NODE"]),
                ((INTEL, "0xe20b", ""), {"sys/module/xe/x": ""}, "good", {}, ["INTEL_LEFT_OUT"]), ((AMD, "0x744c", ""), NODE, "good", {}, ["NO_KERNEL_DRIVER"])]:
            with self.row((gpu, files, driver, env)), tool.Machine() as m:
                self.fake(m, gpu, files, [], [driver])
                self.assertEqual([finding["cause"] for finding in m.json("doctor", code=None, env=env, library=m.unreported())["findings"]], causes)

    def test_other_loader_of_one_gpu(self):
        """A loader without a report has no platform. What there is about one GPU is no reason why another driver, which an
        .icd file names, has none: the doctor looks through clrelay's library, too."""
        for files, beginning in ({}, "no driver is found: "), (ICD, "no platform is found: "):
            with self.row(files), tool.Machine() as m:
                self.fake(m, NVIDIA_GPU, {**NODE, **files}, [(OPENCL + ".570.86.15", OPENCL + ".1")], [])
                result = m.clrelay("doctor", code=1, env={"OCL_ICD_VENDORS": None}, library=TOOL["fake_loader"])
                self.assertIn(f"Problem: {beginning}no .icd file names the driver's library, /{OPENCL}.1", result.words)
                self.assertEqual("clrelay's library shows, below" in result.words, files == ICD, result.words)

    def test_other_loader(self):
        """The other loader has no report, so the doctor looks at the machine. It recommends no driver where one may be
        installed."""
        for name, files, env, part, *driver in UNREPORTED:
            with self.row((name, files, env)), tool.Machine() as m:
                self.fake(m, None, files, ["xrt/lib/libxilinxopencl.so"], [])
                library = m.copy(TOOL["fake_loader"], f"lib/{driver[0]}.so") if driver else TOOL["fake_loader"]
                if driver == [OCL_ICD]:  # a text that only ocl-icd has
                    with open(library, "r+b") as image:
                        text = image.read().replace(b"clGetLoaderReportCLRELAY", b"OPENCL_VENDOR_PATH".ljust(24, b"\0"))
                        image.seek(0)
                        image.write(text)
                m.icd("x.icd", "libnowhere.so")
                env = {name: m.vendors if value == "VENDORS" else value for name, value in env.items()}
                answer = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None, **env}, library=library)
                self.assertEqual([finding["cause"] for finding in answer["findings"]], [name], answer["findings"])
                self.check_finding(answer, "problem", "", part)
                self.assertEqual("Install" in answer["findings"][0]["remedy"], name in (None, "NO_ICD_FILE"))
                self.assertNotIn("--library FILE", str(answer["findings"]))
                if "OCL_ICD_VENDORS" not in env:
                    self.assertNotIn("Unset OCL_ICD_VENDORS", answer["findings"][0]["remedy"])
                if "UNREPORTED" in str(name) and driver == [OCL_ICD]:  # a limit may be why its drivers fail
                    limited = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None, **env}, library=library,
                                     before=["sh", "-c", 'ulimit -n 200; exec "$@"', "sh"])
                    self.assertIn("ulimit -n", [finding["about"] for finding in limited["findings"]])
                if "UNREPORTED" in str(name):  # another libOpenCL helps only if it is clrelay's
                    for source, words in (TOOL["driver"], f"--library {BUILD.library}"), (m.unreported(), f"--library {BUILD.library}"), (BUILD.library, "--library /usr/lib/libOpenCL.so.1"):
                        m.copy(source, "root/usr/lib/libOpenCL.so.1")
                        answer = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None, **env}, library=library)
                        self.assertIn(words, answer["findings"][0]["remedy"])

    def test_unread(self):
        """Drivers that another loader leaves out, because it searches other folders or does not know a variable."""
        for folder in ("/usr/share/OpenCL/vendors", "/run/opengl-driver/etc/OpenCL/vendors", "/usr/local/etc/OpenCL/vendors",
                       "/usr/lib64/OpenCL/vendors", "/usr/lib/OpenCL/vendors"):
            with self.row(folder), tool.Machine() as m:
                path = m.write(f"root{folder}/rusticl.icd", "libRusticlOpenCL.so.1\n")
                env, library = {"OCL_ICD_VENDORS": None}, TOOL["fake_loader"]
                [finding] = m.json("doctor", code=1, env=env, library=library)["findings"]
                self.assertEqual((finding["cause"], finding["about"]), ("FOLDER_UNREAD", f"{folder}/rusticl.icd"))
                self.assertIn(f"sudo mkdir -p /etc/OpenCL/vendors/ && sudo ln -s {folder}/rusticl.icd /etc/OpenCL/vendors/, if", finding["remedy"])
                os.makedirs(m.path("root/etc/OpenCL/vendors"))
                [finding] = m.json("doctor", code=1, env=env, library=library)["findings"]
                self.assertIn(f"sudo ln -s {folder}/rusticl.icd /etc/OpenCL/vendors/, if", finding["remedy"])
                m.write(f"root{folder}/read.icd", "")
                [finding] = m.json("doctor", code=1, env={**env, "TOOL_READS": m.path(f"root{folder}/read.icd")}, library=library)["findings"]
                self.assertEqual((finding["level"], finding["about"]), ("problem", f"{folder}/rusticl.icd"))
                os.remove(m.path(f"root{folder}/read.icd"))
                found = m.json("doctor", code=None, library=m.unreported(), env={
                    **env, "OCL_ICD_FILENAMES": m.driver("good", manifest=False), "OCL_ICD_DRIVERS_SELECT": "libx-good*"})["findings"]
                self.assertEqual([finding["level"] for finding in found if finding["cause"] == "FOLDER_UNREAD"], ["warning"], found)  # there is a device
                m.write("root/etc/OpenCL/vendors/rusticl.icd", "")
                [finding] = m.json("doctor", code=1, env=env, library=library)["findings"]  # an .icd file stays as it is
                self.assertIn(f"sudo ln -s {folder}/rusticl.icd /etc/OpenCL/vendors/rusticl-2.icd, if", finding["remedy"])
                for changed in {"TOOL_READS": path}, {"OCL_ICD_VENDORS": "/nowhere"}, {"OPENCL_VENDOR_PATH": "/nowhere"}:
                    answer = m.json("doctor", code=1, env={**env, **changed}, library=library)
                    self.assertNotIn("FOLDER_UNREAD", [finding["cause"] for finding in answer["findings"]])
        with tool.Machine() as m:
            path = m.driver("good", manifest=False)
            env = {"OCL_ICD_VENDORS": None, "OCL_ICD_FILENAMES": path}
            [finding] = m.json("doctor", code=1, env=env, library=TOOL["fake_loader"])["findings"]
            self.assertEqual((finding["cause"], finding["about"]), ("FILENAMES_UNREAD", path))
            self.assertIn(f"echo {path} | sudo tee", finding["remedy"])
            if shutil.which("cc") and BUILD.glibc and not BUILD.foreign:
                gone, needing = m.path("libgone.so.7"), m.path("libneeding.so")
                for library, more in (gone, ["-Wl,-soname,libgone.so.7"]), (needing, ["-Wl,--no-as-needed", gone]):
                    sandbox.run(["cc", "-shared", "-fPIC", m.write("a.c", "int a;"), "-o", library, *more])
                os.remove(gone)
                [finding] = m.json("doctor", code=1, env={**env, "OCL_ICD_FILENAMES": needing}, library=TOOL["fake_loader"])["findings"]
                self.assertEqual((finding["cause"], finding["about"]), ("FILENAMES_LACKS", needing))
                self.assertIn("it also needs libgone.so.7, which is not found", finding["text"])
            for changed in [{"TOOL_READS": path},
                            *({"OCL_ICD_FILENAMES": value} for value in (m.write("text", ""), os.path.relpath(path), None))]:
                answer = m.json("doctor", code=1, env={**env, **changed}, library=TOOL["fake_loader"])
                self.assertNotIn("FILENAMES_UNREAD", [finding["cause"] for finding in answer["findings"]])
            self.assertEqual(m.json("doctor", env={**env, "OCL_ICD_VENDORS": m.vendors})["findings"], [])

    def test_unread_with_report(self):
        """The loader says which folders and libraries there are. Only a file elsewhere with another library is left out."""
        path = "usr/local/etc/OpenCL/vendors/pocl.icd"
        for folder, text, drivers, level, there in [
                ("/etc/OpenCL/vendors", "/x/libpocl.so\n", [], "problem", True), ("/etc/OpenCL/vendors", "/x/libpocl.so\n", [], None, False),
                ("/etc/OpenCL/vendors", "libpocl.so\n", [], "problem", False), ("/" + os.path.dirname(path), "/x/libpocl.so\n", [], None, True), ("/etc/OpenCL/vendors", "\n", [], None, True),
                ("/etc/OpenCL/vendors", "/x/libpocl.so\n", [{"library": "/x/libpocl.so", "verdict": "LIBRARY_REFUSED"}], None, True),
                ("/etc/OpenCL/vendors", "/x/libpocl.so\n", [{"library": "/x/libother.so", "verdict": "LIBRARY_REFUSED"}], "problem", True)]:
            with self.row((folder, text, drivers, there)), tool.Machine() as m:
                m.write("root/" + path, text)
                if there:
                    m.write("root/x/libpocl.so", "")
                answer = self.report(m, driver_directories=[{"path": folder, "verdict": "SEARCHED"}],
                                     drivers=[{"source": "x", "manifest": "/x.icd", "text": "x", "microseconds": 1, "file": None, "platforms": [], **driver} for driver in drivers])
                found = [finding for finding in answer["findings"] if finding["cause"] == "FOLDER_UNREAD"]
                self.assertEqual([finding["level"] for finding in found], [level] if level else [], answer["findings"])
                self.assertEqual("NONE_INSTALLED" in str(answer["findings"]), not level and not drivers, answer["findings"])
                if level:
                    self.assertEqual(found[0]["about"], "/" + path)
        with self.row("NixOS"), tool.Machine() as m:  # another finding says what to do there
            m.write("root/run/opengl-driver/etc/OpenCL/vendors/pocl.icd", "/x/libpocl.so\n")
            answer = self.report(m, driver_directories=[{"path": "/etc/OpenCL/vendors", "verdict": "SEARCHED"}])
            self.assertNotIn("FOLDER_UNREAD", [finding["cause"] for finding in answer["findings"]])

    def test_needed_libraries(self):
        """A library that the driver needs: the doctor says what it is, and how to install it, if it knows that."""
        missing, refused = ": cannot open shared object file: No such file or directory", ": file too short"
        for message, name, part in [("libnuma.so.1" + missing, "LIBNUMA", "apt-get install libnuma1"),
                                    ("libtbb.so.12" + missing, "NEEDED_MISSING", "oneTBB of 2021 or later (Debian: apt-get install libtbb12)"),
                                    ("libtbb.so.2" + missing, "NEEDED_MISSING", "apt-file search libtbb.so.2"),
                                    ("libLLVM-15.so.1" + missing, "NEEDED_MISSING",
                                     "has libLLVM-15.so.1: LLVM 15 (Debian: apt-get install libllvm15)"),
                                    ("libother.so.7" + missing, "NEEDED_MISSING",
                                     "has libother.so.7: on Debian and Ubuntu, 'apt-file search libother.so.7' looks for it"),
                                    ("./libother.so" + missing, None, ""), ("libnuma.so.1" + refused, None, "")]:
            with self.row(message), tool.Machine() as m:
                answer = self.report(m, drivers=[{
                    "source": "OCL_ICD_VENDORS", "library": "/opt/x/libx.so", "manifest": "/etc/x.icd", "message": message,
                    "verdict": "LIBRARY_REFUSED", "text": "x", "microseconds": 1, "file": None, "platforms": []}])
                self.assertEqual([finding["cause"] for finding in answer["findings"]], [name], answer["findings"])
                self.check_finding(answer, "problem", "x.icd", part)

    def test_needed_library_beside(self):
        """A library that is not found, though it lies in the driver's own folder."""
        for there, source, linked, cause in [("libother.so.7", TOOL["driver"], False, "NEEDED_BESIDE"), ("libother.so.7", TOOL["driver"], True, "NEEDED_BESIDE"),
                                             ("libother.so.70", TOOL["driver"], False, "NEEDED_MISSING"), ("libother.so.7", "/etc/passwd", False, "NEEDED_MISSING")]:
            with self.row((there, source, linked)), tool.Machine() as m:
                library = m.write("maker/libx.so.1", "")
                m.copy(source, f"maker/{there}")
                if linked:
                    os.symlink(library, m.path("libx.so"))
                answer = self.report(m, drivers=[{
                    "source": "OCL_ICD_VENDORS", "library": m.path("libx.so") if linked else library, "manifest": "/etc/x.icd",
                    "message": "libother.so.7: cannot open shared object file: No such file or directory",
                    "verdict": "LIBRARY_REFUSED", "text": "x", "microseconds": 1, "file": None, "platforms": []}])
                [finding] = answer["findings"]
                self.assertEqual(finding["cause"], cause)
                self.assertEqual(f"LD_LIBRARY_PATH={m.path('maker')} where programs start" in finding["remedy"], cause == "NEEDED_BESIDE")
        # Another part of the driver's tree has the library, as oneAPI's does.
        for there, cause in (("oneapi/tbb/2021.13/lib", "NEEDED_BESIDE"), ("oneapi/tbb/2021.8/lib/intel64/gcc4.8", "NEEDED_BESIDE"), ("oneapi/compiler/x/lib", "NEEDED_BESIDE"), ("b/tbb/2021.13/lib", "NEEDED_MISSING"), ("other/lib", "NEEDED_MISSING")):
            for value in None, "/x":
                with self.row((there, value)), tool.Machine() as m:
                    top = "oneapi" if there.startswith("oneapi") else there[0]
                    library = m.write(f"tree/{top}/compiler/2024.2/linux/lib/libx.so.1", "")
                    m.copy(TOOL["driver"], f"tree/{there}/libother.so.7")
                    answer = self.report(m, env={"LD_LIBRARY_PATH": value}, drivers=[{
                        "source": "OCL_ICD_VENDORS", "library": library, "manifest": "/etc/x.icd",
                        "message": "libother.so.7: cannot open shared object file: No such file or directory",
                        "verdict": "LIBRARY_REFUSED", "text": "x", "microseconds": 1, "file": None, "platforms": []}])
                    [finding] = answer["findings"]
                    self.assertEqual(finding["cause"], cause)
                    folder = m.path("tree", there) + (":$LD_LIBRARY_PATH" if value else "")
                    self.assertEqual(f"LD_LIBRARY_PATH={folder} where programs start" in finding["remedy"], cause == "NEEDED_BESIDE", finding)

    def test_needed_libraries_elsewhere(self):
        """Each distribution has its own way to find packages. NixOS and Guix install none for all programs."""
        message = "libother.so.7: cannot open shared object file: No such file or directory"
        there = "nix/store/abc-other-1/lib/libother.so.7"
        nix, guix = "/nix/store/abc-intel-1/lib/libx.so", "/gnu/store/abc-intel-1/lib/libx.so"
        for system, library, files, name, part in [
                ("fedora", "/opt/x/libx.so", [], "NEEDED_MISSING", "dnf provides '*/libother.so.7' looks for it"),
                ("rhel\nVERSION_ID=7.9", "/opt/x/libx.so", [], "NEEDED_MISSING", "yum provides '*/libother.so.7' looks for it"),
                ("opensuse-leap", "/opt/x/libx.so", [], "NEEDED_MISSING", "'zypper search --provides libother.so.7' looks for it"),
                ("nixos", "/opt/x/libx.so", [], "NEEDED_MISSING", "'nix-locate lib/libother.so.7' looks for it"),
                ("nixos", "/nix/stores/abc-intel-1/lib/libx.so", [], "NEEDED_MISSING", "'nix-locate lib/libother.so.7' looks for it"),
                ("nixos", nix, [], "NEEDED_STORE", "LD_LIBRARY_PATH to the folder there that has it"),
                ("nixos", nix, {there: "no library"}, "NEEDED_STORE", "LD_LIBRARY_PATH to the folder there that has it"),
                ("nixos", nix, [there], "NEEDED_STORE", "LD_LIBRARY_PATH to /nix/store/abc-other-1/lib"),
                ("nixos", nix, [there, "nix/store/abc-other-2/lib/libother.so.7"], "NEEDED_STORE", "LD_LIBRARY_PATH to the folder there that has it"),
                ("nixos", nix, [there, "nix/store/abc-other-1/lib/libc.so.6"], "NEEDED_STORE", "LD_LIBRARY_PATH to the folder there that has it"),
                ("guix", guix, [there], "NEEDED_STORE", "LD_LIBRARY_PATH to the folder there that has it"),
                ("debian", nix, [], "NEEDED_STORE", "a mistake of the driver's package")]:
            with self.row((system, library, files)), tool.Machine() as m:
                self.fake(m, None, {"etc/os-release": f"ID={system}\n", **(files if isinstance(files, dict) else {})},
                          files if isinstance(files, list) else [], [])
                answer = self.report(m, drivers=[{
                    "source": "OCL_ICD_VENDORS", "library": library, "manifest": "/etc/x.icd", "message": message,
                    "verdict": "LIBRARY_REFUSED", "text": "x", "microseconds": 1, "file": None, "platforms": []}])
                [finding] = answer["findings"]
                self.assertEqual(finding["cause"], name)
                self.assertIn(part, finding["remedy"])
                self.assertNotIn("apt-file", str(answer))

    def test_version_of_advice(self):
        """What the user installs beside a kernel module must have the module's version."""
        module = {"sys/module/nvidia/version": "570.172.08\n", "etc/os-release": "ID=opensuse-leap\n"}
        for gpu, said in (NVIDIA_GPU, True), (INTEL_GPU, False):
            [finding] = self.doctor(gpu, {**NODE, **module}, [], [])["findings"]
            self.assertEqual(", version 570.172.08" in finding["remedy"], said, finding)

    def test_compiler_that_is_found(self, m):
        """The dynamic linker finds the compiler, wherever it looks."""
        self.fake(m, None, {}, [], ["pci", "libigdrcl-needing.so"])
        m.copy(TOOL["driver"], "compiler/libigdfcl.so.77")
        self.assertEqual(m.json("doctor", env={"LD_LIBRARY_PATH": m.path("compiler")})["findings"], [])
        m.json("doctor", code=1, env={"LD_LIBRARY_PATH": m.path("lib")})

    def make_compiler(self, m, name, lacks):
        """Makes a library that needs one which is not there, or that needs only the C library."""
        with open(m.copy(TOOL["driver"], f"compiler/{name}"), "r+b") as image:
            text = image.read()
            self.assertIn(b"\0libc.so.6\0", text)
            image.seek(0)
            image.write(text.replace(b"\0libc.so.6\0", b"\0libq.so.6\0") if lacks else text)

    def test_compiler_whose_lack_crashes(self):
        """AMD's driver may crash then; where another one crashes, the cause is another."""
        for driver, name, lacks, fits in [("libamdocl64-needing-lcrash", "libamd_comgr.so", True, True),
                                          ("libamdocl64-needing-lcrash", "libamd_comgr.so", False, False),
                                          ("libigdrcl-needing-lcrash", "libigdfcl.so.77", True, False)]:
            with self.row((driver, lacks)), tool.Machine() as m:
                self.fake(m, None, {}, [], ["libpocl.so.2", f"{driver}.so"])
                self.make_compiler(m, name, lacks)
                answer = m.json("doctor", code=1, env={"LD_LIBRARY_PATH": m.path("compiler")})
                self.check_finding(answer, "problem", "1.icd", "crashes with SIGSEGV")
                self.assertEqual("needs libq.so.6 to build kernels" in str(answer["findings"]), fits, answer["findings"])

    def test_compiler_that_lacks_a_library(self):
        """The compiler is there, but a library that it needs is not. AMD's driver then has no device."""
        for driver, name, fits in [("libigdrcl-needing", "libigdfcl.so.77", True), ("libamdocl64-needing", "libamd_comgr.so", True),
                                   ("libother-needing", "libamd_comgr.so", False)]:
            for lacks in True, False:
                with self.row((driver, lacks)), tool.Machine() as m:
                    self.fake(m, None, {}, [], ["libpocl.so.2" if "amd" in driver else "pci", f"{driver}.so"])
                    self.make_compiler(m, name, lacks)
                    self.fake(m, AMD_GPU, {**KFD_NODE, TOPOLOGY.format(1): VEGA}, [], [])
                    answer = m.json("doctor", code=None, env={"LD_LIBRARY_PATH": m.path("compiler")})
                    if driver.startswith("libamd"):
                        self.assertEqual("AMD_UNEXPLAINED" in str(answer["findings"]), not lacks, answer["findings"])
                        self.assertIn("COMGR_MISSING", str(m.json("doctor", code=1)["findings"]))
                        place = None
                        for other, is_sole in [(b"libamd_comgr.so.2", False), (b"/x/libamd_comgr.so", False),  # that may be installed
                                               (b"./libamd_comgr.so", True)]:
                            with open(m.path(f"lib/1-{driver}-nodevices.so"), "r+b") as image:
                                place = place or image.read().index(b"libnvidia-nvvm.so.77")
                                image.seek(place)
                                image.write(other.ljust(20, b"\0"))
                            self.assertEqual("COMGR_MISSING" in str(m.json("doctor", code=1)["findings"]), is_sole)
                    if lacks and fits:
                        self.check_finding(answer, "problem", "1.icd", "needs libq.so.6 to build kernels", "has libq.so.6: ")
                        untried = m.json("drivers", code=None, env={"LD_LIBRARY_PATH": m.path("compiler"), "OCL_ICD_SEARCH_ONLY": "1"})
                        self.assertNotIn("libq.so.6", str(untried["drivers"]))
                    else:
                        self.assertNotIn("libq.so.6", str(answer["findings"]))

    def test_prefix(self):
        """A tree that holds a whole system, such as Gentoo's Prefix, has .icd files beside its libOpenCL."""
        vendors, searched = "prefix/etc/OpenCL/vendors", [{"path": "/etc/OpenCL/vendors", "source": "default directory", "verdict": "NO_DIRECTORY", "text": "x", "message": None}]
        for files, has_name, report, env, fits in [(vendors, False, None, {}, True), (vendors, False, searched, {}, True), ("prefix/usr/etc/OpenCL/vendors", False, None, {}, True),
                                                   ("other/etc/OpenCL/vendors", False, None, {}, False), (vendors, True, None, {}, False), (vendors, True, searched, {}, True),
                                                   (vendors, False, [{**searched[0], "path": "ROOT/" + vendors}], {}, False), (vendors, False, None, {"OCL_ICD_VENDORS": "/none"}, False), (vendors, False, None, {"OPENCL_VENDOR_PATH": "/none"}, False),
                                                   (vendors, False, None, {"OCL_ICD_FILENAMES": "libx.so"}, False), ("root/etc/OpenCL/vendors", False, None, {}, False),
                                                   (f".mount_A/{vendors}", False, None, {}, False)]:
            with self.row((files, has_name, report, env)), tool.Machine() as m:
                prefix = files[:files.find(vendors)] if vendors in files else "" # of a packed program
                library, folder = m.copy(TOOL["fake_loader"], prefix + "prefix/usr/lib64/libOpenCL.so.1"), m.path(files)
                m.write(f"{files}/a.icd", "liba.so\n")
                if has_name:
                    with open(library, "ab") as file:
                        file.write(folder.encode() + b"\0")
                if report:
                    text = json.dumps({"schema": 1, "driver_directories": report, "drivers": []}).replace("ROOT", m.root)
                    env = {**env, "TOOL_REPORT": m.write("report", text)}
                found = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None, **env}, library=library)["findings"]
                self.assertEqual([finding["remedy"] for finding in found if finding["cause"] == "PREFIX_FOLDER"],
                                 [f"Set OCL_ICD_VENDORS={folder} where programs start."] if fits else [], found)

    def test_same_gpus(self):
        """Several GPUs with one cause and remedy are one problem."""
        files = {f"sys/bus/pci/devices/0000:{place}:00.0/{name}": text for place in ("66", "67") for name, text in
                 (("vendor", AMD), ("device", AMD_GPU[1]), ("class", "0x030000"), ("uevent", "DRIVER=amdgpu"))}
        for changes, places in ({}, ["0000:65:00.0, 0000:66:00.0, 0000:67:00.0"]), ({"sys/bus/pci/devices/0000:66:00.0/device": "0x67df"}, ["0000:66:00.0", "0000:65:00.0, 0000:67:00.0"]):
            with self.row(changes):
                found = self.doctor(AMD_GPU, {**NODE, **files, **changes}, [], CPU)["findings"]
                self.assertEqual(sorted(finding["about"] for finding in found if "AMD" in str(finding["cause"])), sorted(f"the GPU of AMD at PCI address {place}" for place in places), found)

    def test_folder_not_searched(self, m):
        """The system's folder has drivers, but the loader searches another one."""
        m.write("root/etc/OpenCL/vendors/intel.icd", "libigdrcl.so\n")
        searched = {"source": "default directory", "verdict": "NO_DIRECTORY", "text": "no such directory", "message": None}
        for path, settings, name in [("/prefix/etc/OpenCL/vendors", {}, "SYSTEM_FOLDER"), ("/etc/OpenCL/vendors", {}, "NONE_INSTALLED"),
                                     ("/prefix", {"OCL_ICD_VENDORS": "", "OPENCL_VENDOR_PATH": ""}, "SYSTEM_FOLDER"),
                                     ("/prefix", {"OPENCL_VENDOR_PATH": "/proc/self/fd"}, "VENDORS_EMPTY")]:
            answer = self.report(m, driver_directories=[{**searched, "path": path}], settings=[{"name": key, "value": value} for key, value in settings.items()])
            self.assertEqual([finding["cause"] for finding in answer["findings"]], [name], answer["findings"])

    def test_manifest_not_there(self):
        """An .icd file that has another name, or that its package has lost; if the loader reads that folder."""
        state, names = "var/lib/dpkg/status", "var/lib/dpkg/info/x-icd.list"
        debian = {names: "/.\n/etc/OpenCL/vendors/x.icd\n", state: "Package: x-icd\nStatus: install ok installed\nVersion: 6.0-1\n", "etc/os-release": "ID=debian\n"}
        arch = {"var/lib/pacman/local/x-cl-6.0-1/files": "%FILES%\netc/OpenCL/vendors/x.icd\n", "etc/os-release": "ID=arch\n"}
        removed = debian[state].replace("install ok installed", "deinstall ok config-files")
        pocl = {names.replace("x-icd", "pocl-icd"): "/etc/OpenCL/vendors/pocl.icd\n", state: debian[state] + "\n" + debian[state].replace("x-icd", "pocl-icd"), "etc/os-release": "ID=debian\n"}
        rows = [({"etc/OpenCL/vendors/x.icd.off": ""}, "MANIFEST_RENAMED", "sudo mv /etc/OpenCL/vendors/x.icd.off /etc/OpenCL/vendors/x.icd"),
                ({"etc/OpenCL/vendors/x.txt": ""}, None), (debian, "MANIFEST_LOST", "apt-get install --reinstall -o Dpkg::Options::=--force-confmiss x-icd"),
                ({**debian, state: removed}, None), ({**debian, names: "/etc/OpenCL/x.icd\n/etc/OpenCL/vendors/x.conf\n"}, None), (arch, "MANIFEST_LOST", "again: x-cl"),
                *((files, "POCL_LOST", "--force-confmiss pocl-icd", "the package pocl-icd has /etc/OpenCL/vendors/pocl.icd, and that file is gone") for files in (pocl, {**debian, **pocl}))]
        usual, other = ({"verdict": "SEARCHED", "path": path} for path in ("/etc/OpenCL/vendors", "/prefix"))
        for files, cause, *words in rows:
            for directory, env, reads in (usual, {}, True), (other, {}, False), (None, {}, True), (None, {"OCL_ICD_VENDORS": "/x"}, False), (None, {"OPENCL_VENDOR_PATH": "/x"}, False):
                with self.row((files, directory, env)), tool.Machine() as m:
                    self.fake(m, None, files, [], [])
                    answer = self.report(m, driver_directories=[directory]) if directory else \
                        m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None, **env}, library=TOOL["fake_loader"])
                    found = [finding["cause"] for finding in answer["findings"]]
                    self.assertEqual([name for name in found if "MANIFEST" in str(name) or "LOST" in str(name)], [cause] if cause and reads else [], found)
                    if cause and reads:
                        self.check_finding(answer, "problem", "", *words)

    def test_manifest_of_pocl_beside_others(self):
        """Another driver has no device. PoCL is installed, and only its .icd file is gone."""
        lost = {"var/lib/dpkg/info/pocl-icd.list": "/etc/OpenCL/vendors/pocl.icd\n", "etc/os-release": "ID=debian\n",
                "var/lib/dpkg/status": "Package: pocl-icd\nStatus: install ok installed\nVersion: 6.0-1\n"}
        directory = {"verdict": "SEARCHED", "path": "/etc/OpenCL/vendors"}
        other = {"library": "/x/libigdrcl.so", "severity": "info", "verdict": "LOADED", "platforms": []}
        for files, cause in (lost, "POCL_LOST"), ({**lost, "etc/OpenCL/vendors/pocl.icd": "libpocl.so\n"}, "NO_DEVICE"), ({}, "NO_DEVICE"):
            with self.row(files), tool.Machine() as m:
                self.fake(m, None, files, [], [])
                answer = self.report(m, env={"TOOL_EMPTY": "1"}, driver_directories=[directory], drivers=[other])
                self.assertEqual(answer["findings"][0]["cause"], cause, answer["findings"])

    def test_empty_folder_on_purpose(self, m):
        """An empty folder together with OCL_ICD_FILENAMES leaves out all other drivers, as some users want."""
        m.write("root/etc/OpenCL/vendors/good.icd", "libgood.so\n")
        library = m.driver("good", manifest=False)
        os.makedirs(m.path("empty"))
        env = {"OCL_ICD_VENDORS": m.path("empty"), "OCL_ICD_FILENAMES": library}
        self.assertEqual(m.json("doctor", env=env)["findings"], [])
        m.json("doctor", code=1, env={**env, "OCL_ICD_FILENAMES": None})

    def test_no_driver(self, m):
        """A library without its .icd file is the reason why there is no driver. No package mends that."""
        self.fake(m, (NVIDIA, "0x2684", "nvidia"), NODE, [(OPENCL + ".570.86.15", OPENCL + ".1")], [])
        for library, env in (BUILD.library, {}), (TOOL["fake_loader"], {"OCL_ICD_VENDORS": None}):
            answer = m.json("doctor", code=1, env=env, library=library)
            self.assertEqual([finding["cause"] for finding in answer["findings"]], ["LIBRARY_NO_ICD"])
        m.write("vendors-of-user/nvidia.icd", OPENCL + ".1\n") # a file that another loader reads may name the library
        answer = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": m.path("vendors-of-user")}, library=TOOL["fake_loader"])
        self.assertNotIn("LIBRARY_NO_ICD", str(answer))
        m.write("root/sys/bus/pci/devices/0000:65:00.0/vendor", AMD + "\n")  # a library is no cause without its GPU
        self.assertNotIn("LIBRARY_NO_ICD", str(m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None}, library=TOOL["fake_loader"])))

    def test_driver_of_host(self):
        """A container made from an image gets NVIDIA's driver from its host."""
        for files, env, words in [({}, {}, "For the GPU of NVIDIA: NVIDIA's driver with OpenCL"), ({"run/systemd/container": "lxc"}, {}, "For the GPU of NVIDIA: the libraries of NVIDIA's driver, without its kernel module."),
                                  *(({path: ""}, {}, f"For the GPU of NVIDIA: {command} brings the host's driver.")
                                    for path, command in ((".dockerenv", "docker run --gpus all (with NVIDIA's Container Toolkit)"), ("run/.containerenv", "podman run --device nvidia.com/gpu=all"))),
                                  ({".dockerenv": "", "dev/nvidiactl": "", "dev/nvidia0": ""}, {}, "For the GPU of NVIDIA: install NVIDIA's OpenCL on the host, and start the container anew."),
                                  ({".singularity.d/x": ""}, {}, "For the GPU of NVIDIA: apptainer exec --nv brings the host's driver."),
                                  ({".dockerenv": ""}, {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, "For the GPU of NVIDIA: the container's limit nvidia.com/gpu brings the host's driver.")]:
            with self.row((files, env)):
                found = self.doctor(NVIDIA_GPU, files, ["usr/lib/x86_64-linux-gnu/libcuda.so.1"] if "dev/nvidiactl" in files else [], env=env)["findings"]
                [remedy] = [finding["remedy"] for finding in found if finding["cause"] == "NONE_INSTALLED"]
                self.assertIn(words, remedy)

    def test_second_head(self):
        """The second head of old graphics never has a driver of the kernel."""
        for address, second, first, count in [("0000:65:00.1", "0x038000", "0x030000", 1), ("0000:65:00.1", "0x030000", "0x030000", 2), ("0000:65:00.1", "0x038000", "0x040300", 1),
                                              ("0000:66:00.0", "0x038000", "0x030000", 2), ("0000:65:00.1", "0x038000", "0x038000", 2)]:
            files = {f"sys/bus/pci/devices/{folder}/{name}": text for folder, kind in (("0000:65:00.0", first), (address, second))
                     for name, text in (("vendor", INTEL), ("device", "0x46a7"), ("class", kind), ("uevent", ""))}
            if first == second != "0x030000":
                files[f"sys/bus/pci/devices/{address}/physfn/x"] = ""
            with self.row((address, second, first)):
                found = self.doctor(None, files, [], ["good"])["findings"]
                self.assertEqual(sum(finding["about"].count("0000:") for finding in found), count, found)

    def test_no_driver_with_any_loader(self):
        """These rows need no report of the loader. With a file that names a driver, it is not known whether they fit."""
        nodes = {**NVIDIA_NODES, ".dockerenv": ""}
        rows = [(NVIDIA_GPU, nodes, {}, "NVIDIA_NO_LIBRARIES", True), (NVIDIA_GPU, nodes, {"NVIDIA_DRIVER_CAPABILITIES": "utility"}, "NVIDIA_CAPABILITIES", True),
                (None, {"dev/nvhost-gpu": ""}, {}, "TEGRA", False), (None, {"dev/mali0": ""}, {}, "MALI_NO_DRIVER", False), (None, PANFROST, {}, "ARM_NO_DRIVER", True),
                (None, {**WSL, "usr/lib/wsl/lib/libcuda.so.1": ""}, {}, "WSL_NVIDIA", True),
                (None, {**WSL, "usr/lib/wsl/drivers/iigd_dch.inf_amd64_1/x": ""}, {}, "WSL_INTEL", False)]
        for gpu, files, env, cause, always in rows:
            for library, more, fits in (BUILD.library, {}, True), (TOOL["fake_loader"], {}, True), (TOOL["fake_loader"], {"usr/share/OpenCL/vendors/x.icd": "/x.so\n"}, always):
                with self.row((cause, library, more)), tool.Machine() as m:
                    self.fake(m, gpu, {**files, **more}, [], [])
                    answer = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None, **env} if library != BUILD.library else env, library=library)
                    self.assertEqual([finding["cause"] == cause for finding in answer["findings"] if finding["level"] == "problem"], [fits])

    def test_advice(self):
        """No driver is recommended for a GPU that is too old for one."""
        for numbers, count in (["0x0412"], 0), (["0x46a6"], 1), (["0x0412", "0x46a6"], 1), (["0x46a6", "0x56a1"], 1), (["0x94c1", "0x46a6"], 1), (["0x68a0"], 1), (["0x1916"], 1):
            with self.row(numbers), tool.Machine() as m:
                for place, number in enumerate(numbers):
                    maker = AMD if number in ("0x94c1", "0x68a0") else INTEL
                    for name, text in (("vendor", maker), ("device", number), ("class", "0x030000"), ("uevent", "DRIVER=i915\n")):
                        m.write(f"root/sys/bus/pci/devices/0000:0{place}:00.0/{name}", text)
                answer = m.json("doctor", code=1, env={"OCL_ICD_VENDORS": None}, library=TOOL["fake_loader"])
                self.assertEqual(str(answer["findings"]).count("For the GPU of "), count, answer["findings"])
                self.assertEqual("up to 24.35" in str(answer["findings"]), numbers == ["0x1916"])

    def test_variables(self):
        for name, variable, value, parts in VARIABLES:
            with self.row((name, variable)), tool.Machine() as m:
                m.write("root/etc/OpenCL/vendors/good.icd", "libgood.so\n")
                m.write("a-file", "libgood.so\n")
                m.write("a.icd", "libgood.so\n")
                m.write("a.lay", "libgood.so\n")
                m.driver("good")
                env = {"OCL_ICD_VENDORS": None if variable == "OPENCL_VENDOR_PATH" else m.vendors}
                env[variable] = value = m.path(value) if value else "good"
                note = (name, variable) == ("VENDORS_EMPTY", "OPENCL_LAYER_PATH")
                answer = m.json("doctor", code=0 if note else 1, env=env)
                first = answer["findings"][0]
                self.assertEqual((first["level"], first["about"], first["cause"]),
                                 ("note" if note else "problem", value, name))
                for part in [self.words(name), *parts]:
                    self.assertIn(part, first["text"] + first["remedy"])
                if "FILENAMES" not in name:
                    self.assertEqual(len(answer["findings"]), 1, answer["findings"])
                self.assertNotIn("damaged", str(answer["findings"]))

    def test_slips(self):
        """Slips in each variable that names folders or libraries. The doctor says nothing about the right path."""
        for name, before, behind, parts in SLIPS:
            for variable, path in [("OCL_ICD_VENDORS", "vendors"), ("OPENCL_VENDOR_PATH", "vendors"),
                                   ("OCL_ICD_FILENAMES", "lib/libx-good.so"), ("OPENCL_LAYER_PATH", "layers"),
                                   ("OCL_ICD_VENDORS", "vendors/x.icd")]:
                with self.row((name, variable, path, before, behind)), tool.Machine() as m:
                    m.driver("good", manifest="x.icd")
                    m.write("layers/x.lay", "")
                    m.write("root/etc/OpenCL/vendors/good.icd", "libgood.so\n")
                    env = {"OCL_ICD_VENDORS": None if variable == "OPENCL_VENDOR_PATH" else m.vendors}
                    value = before + m.path(path) + behind
                    answer = m.json("doctor", code=1, env={**env, variable: value})
                    first = answer["findings"][0]
                    takes_one = (name, variable) == ("VARIABLE_SEPARATOR", "OPENCL_VENDOR_PATH")
                    self.assertEqual((first["level"], first["about"], first["cause"]), ("problem", value, "VENDORS_MISSING" if takes_one else name))
                    for part in ["names a folder that is not there"] if takes_one else [f"{variable} has ", *parts]:
                        self.assertIn(part, first["text"] + first["remedy"])
                    self.assertEqual("hides /etc/OpenCL/vendors/good.icd" in first["text"], "VENDOR" in variable)
                    self.assertNotIn("Install", str(answer["findings"]))
                    self.assertEqual(m.json("doctor", env={**env, variable: m.path(path)})["findings"], [])

    def test_slips_between_names(self, m):
        """Names without a folder: libraries that the dynamic linker finds, and .icd files of the system's folder."""
        shutil.copy(m.path(m.driver("good", manifest=False)), m.path(m.write("root/usr/lib/x86_64-linux-gnu/libx.so.1", "")))
        m.write("root/etc/OpenCL/vendors/x.icd", "libx.so.1\n")
        for variable, value, cause in [("OCL_ICD_FILENAMES", "libx.so.1;liby.so.1", "VARIABLE_SEPARATOR"), ("OCL_ICD_FILENAMES", "libx.so.1 ", "VARIABLE_BLANK"),
                                       ("OCL_ICD_FILENAMES", "libz.so.1;liby.so.1", None), ("OCL_ICD_FILENAMES", "libz.so.1 ", None),
                                       ("OCL_ICD_VENDORS", "x.icd,y.icd", "VARIABLE_SEPARATOR"), ("OCL_ICD_VENDORS", " x.icd", "VARIABLE_BLANK"),
                                       ("OCL_ICD_VENDORS", "y.icd,x.icd", None), ("OPENCL_LAYERS", "libx.so.1;liby.so.1", "VARIABLE_SEPARATOR")]:
            with self.row((variable, value)):
                causes = [finding["cause"] for finding in m.json("doctor", code=None, env={variable: value})["findings"]]
                self.assertEqual([name for name in causes if str(name) in ("VARIABLE_SEPARATOR", "VARIABLE_BLANK")], [cause] if cause else [])
                if cause and variable != "OPENCL_LAYERS":  # there is no driver either
                    self.assertEqual(causes[0], cause)

    def test_blank_alone(self):
        """No package has a driver with a blank as its name."""
        for variable in "OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_LAYERS":
            with self.row(variable), tool.Machine() as m:
                m.driver("good")
                [finding] = m.json("doctor", code=1, env={variable: " "})["findings"]
                self.assertEqual(finding["cause"], "VARIABLE_BLANK")

    def test_slips_that_are_none(self, m):
        """Names with such characters may exist, and dlopen() itself replaces $ORIGIN."""
        for folder in "it's", "a b", "a;b", "$HOME", "~", "x ":
            with self.row(folder):
                m.write(f"{folder}/x.icd", m.driver("good", manifest=False))
                self.assertEqual(m.json("doctor", env={"OCL_ICD_VENDORS": m.path(folder)})["findings"], [])
        answer = m.json("doctor", code=1, env={"OCL_ICD_FILENAMES": "$ORIGIN/libnowhere.so"})
        self.assertNotIn("VARIABLE_SHELL", [finding["cause"] for finding in answer["findings"]])
