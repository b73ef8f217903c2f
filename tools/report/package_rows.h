/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What remedies install, and how each distribution installs it. A remedy of causes.h names a
 * PACKAGE in braces. Define SYSTEM, OLDER, PACKAGE or LIBRARY, and include this file.
 *
 * OLDER: a SYSTEM's ID, whether systems whose ID_LIKE has the ID have the same version numbers, the
 * version before which texts have other words, these words, and the words of the texts.
 *
 * SYSTEM: the name, the ID in /etc/os-release, and whether the row also holds for systems whose
 * ID_LIKE has this ID. Then comes the option with which the install command replaces an installed
 * package; "" if the command needs or has none. The last is the command that finds the package of a
 * file, {}; or "". PACKAGE: the identifier, what the package is, and a text for each SYSTEM, in their
 * order; "" where there is no package, or none that is certain. LIBRARY: the beginning of a file's
 * name, and the PACKAGE that has the file.
 */
/* clang-format off */
#ifdef SYSTEM
SYSTEM("Ubuntu", "ubuntu", true, "--reinstall", "'apt-file search {}' looks for it")
SYSTEM("Debian", "debian", true, "--reinstall", "'apt-file search {}' looks for it")
SYSTEM("Fedora", "fedora", false, "", "dnf provides '*/{}' looks for it")
SYSTEM("RHEL", "rhel", true, "", "dnf provides '*/{}' looks for it")
SYSTEM("Arch", "arch", true, "", "'pacman -F {}' looks for it")
SYSTEM("openSUSE", "opensuse", true, "--force", "'zypper search --provides {}' looks for it")
SYSTEM("NixOS", "nixos", true, "", "'nix-locate lib/{}' looks for it, and LD_LIBRARY_PATH must lead to it")
SYSTEM("conda", "conda", false, "--force-reinstall", "")
#endif
#ifdef OLDER
OLDER("nixos", true, 24.11, "hardware.opengl", "hardware.graphics")
OLDER("rhel", true, 8, "yum", "dnf")
OLDER("ubuntu", false, 23.1, "rusticl, which newer releases of Ubuntu have", "rusticl (Ubuntu: apt-get install mesa-opencl-icd)")
OLDER("debian", false, 12, "rusticl, which Mesa has since 22.3, and so a newer Debian", "rusticl (Debian: apt-get install mesa-opencl-icd)")
#endif
#ifdef PACKAGE
PACKAGE(LOADER, "libOpenCL.so.1",
        "apt-get install ocl-icd-libopencl1",
        "apt-get install ocl-icd-libopencl1",
        "dnf install OpenCL-ICD-Loader",
        "dnf install ocl-icd",
        "pacman -S ocl-icd",
        "zypper install libOpenCL1",
        "",
        "conda install -c conda-forge ocl-icd")
PACKAGE(LOADER_DEV, "libOpenCL.so",
        "apt-get install ocl-icd-opencl-dev",
        "apt-get install ocl-icd-opencl-dev",
        "dnf install OpenCL-ICD-Loader-devel",
        "dnf install ocl-icd-devel",
        "pacman -S ocl-icd",
        "zypper install ocl-icd-devel",
        "",
        "conda install -c conda-forge ocl-icd")
PACKAGE(POCL, "PoCL",
        "apt-get install pocl-opencl-icd",
        "apt-get install pocl-opencl-icd",
        "dnf install pocl",
        "dnf install pocl, where EPEL has it",
        "pacman -S pocl",
        "zypper install pocl",
        "hardware.graphics.extraPackages = [ pkgs.pocl ]",
        "conda install -c conda-forge pocl")
PACKAGE(INTEL_DRIVER, "Intel's runtime",
        "apt-get install intel-opencl-icd",
        "apt-get install intel-opencl-icd",
        "dnf install intel-opencl",
        "dnf install intel-opencl, from Intel's repository",
        "pacman -S intel-compute-runtime",
        "zypper install intel-opencl",
        "hardware.graphics.extraPackages = [ pkgs.intel-compute-runtime ]",
        "")
PACKAGE(INTEL_24_35, "Intel's runtime up to 24.35",
        "apt-get install intel-opencl-icd, if that old, or intel-opencl-icd-legacy, if available",
        "apt-get install intel-opencl-icd, if that old; else mesa-opencl-icd with RUSTICL_ENABLE=iris",
        "dnf install mesa-libOpenCL, with RUSTICL_ENABLE=iris, for Mesa's rusticl instead",
        "",
        "pacman -S opencl-mesa, with RUSTICL_ENABLE=iris, for Mesa's rusticl instead",
        "zypper install Mesa-libRusticlOpenCL, with RUSTICL_ENABLE=iris, for Mesa's rusticl instead",
        "hardware.graphics.extraPackages = [ pkgs.intel-compute-runtime-legacy1 ]",
        "")
PACKAGE(INTEL_LEGACY, "Intel's runtime for older GPUs",
        "apt-get install intel-opencl-icd-legacy, where the release has it",
        "apt-get install intel-opencl-icd-legacy, where the release has it",
        "",
        "",
        "",
        "",
        "hardware.graphics.extraPackages = [ pkgs.intel-compute-runtime-legacy1 ]",
        "")
PACKAGE(NVIDIA_DRIVER, "NVIDIA's driver with OpenCL",
        "ubuntu-drivers install",
        "apt-get install nvidia-opencl-icd, in non-free",
        "dnf install xorg-x11-drv-nvidia-cuda, from RPM Fusion",
        "dnf install xorg-x11-drv-nvidia-cuda, from RPM Fusion",
        "pacman -S opencl-nvidia",
        "zypper install nvidia-compute-G06, from NVIDIA's repository",
        "services.xserver.videoDrivers = [ \"nvidia\" ]",
        "")
PACKAGE(NVIDIA_MODULE, "NVIDIA's driver with OpenCL",
        "ubuntu-drivers install",
        "apt-get install nvidia-opencl-icd, in non-free",
        "dnf install xorg-x11-drv-nvidia-cuda, from RPM Fusion",
        "dnf install xorg-x11-drv-nvidia-cuda, from RPM Fusion",
        "pacman -S nvidia-open-dkms opencl-nvidia, and the headers of the kernel",
        "zypper install nvidia-compute-G06, from NVIDIA's repository",
        "services.xserver.videoDrivers = [ \"nvidia\" ]",
        "")
PACKAGE(NVIDIA_580, "NVIDIA's driver with OpenCL, of version 580 or older",
        "ubuntu-drivers install",
        "apt-get install nvidia-opencl-icd, in non-free",
        "", "", "",
        "zypper install nvidia-compute-G06, from NVIDIA's repository",
        "", "")
PACKAGE(NVIDIA_470, "NVIDIA's last driver for this GPU: 470 for Kepler, 390 for Fermi, 340 for older ones",
        "ubuntu-drivers install",
        "", "", "", "", "", "", "")
PACKAGE(AMD_FIRMWARE, "the GPU's firmware",
        "apt-get install linux-firmware",
        "apt-get install firmware-amd-graphics, in non-free-firmware",
        "dnf install amd-gpu-firmware",
        "dnf install linux-firmware",
        "pacman -S linux-firmware",
        "zypper install kernel-firmware-amdgpu kernel-firmware-radeon",
        "hardware.enableRedistributableFirmware = true",
        "")
PACKAGE(AMD_DRIVER, "ROCm's OpenCL",
        "apt-get install rocm-opencl-icd, if available",
        "apt-get install rocm-opencl-icd, if available",
        "dnf install rocm-opencl",
        "dnf install rocm-opencl, from AMD's repository",
        "pacman -S rocm-opencl-runtime",
        "",
        "hardware.graphics.extraPackages = [ pkgs.rocmPackages.clr.icd ]",
        "")
PACKAGE(RUSTICL, "Mesa's rusticl",
        "apt-get install mesa-opencl-icd",
        "apt-get install mesa-opencl-icd",
        "dnf install mesa-libOpenCL",
        "",
        "pacman -S opencl-mesa",
        "zypper install Mesa-libRusticlOpenCL",
        "hardware.graphics.extraPackages = [ pkgs.mesa.opencl ]",
        "")
PACKAGE(CLOVER, "Mesa's Clover",
        "apt-get install mesa-opencl-icd",
        "apt-get install mesa-opencl-icd",
        "", "", "", "", "", "")
PACKAGE(OCLGRIND, "Oclgrind",
        "apt-get install oclgrind",
        "apt-get install oclgrind",
        "", "", "", "", "", "")
PACKAGE(LLVM_15, "LLVM 15",
        "apt-get install libllvm15",
        "apt-get install libllvm15",
        "", "", "", "", "", "")
PACKAGE(LLVM_19, "LLVM 19",
        "apt-get install libllvm19",
        "apt-get install libllvm19",
        "", "", "", "", "", "")
PACKAGE(LIBNUMA, "libnuma.so.1",
        "apt-get install libnuma1",
        "apt-get install libnuma1",
        "dnf install numactl-libs",
        "dnf install numactl-libs",
        "pacman -S numactl",
        "zypper install libnuma1",
        "",
        "")
PACKAGE(TBB, "oneTBB of 2021 or later",
        "apt-get install libtbb12",
        "apt-get install libtbb12",
        "", "",
        "pacman -S onetbb",
        "zypper install libtbb12",
        "",
        "conda install -c conda-forge tbb")
PACKAGE(BINUTILS, "the linker ld",
        "apt-get install binutils",
        "apt-get install binutils",
        "dnf install binutils",
        "dnf install binutils",
        "pacman -S binutils",
        "zypper install binutils",
        "",
        "")
PACKAGE(LIBC_DEV, "the C library's files for linking",
        "apt-get install libc6-dev",
        "apt-get install libc6-dev",
        "dnf install glibc-devel",
        "dnf install glibc-devel",
        "pacman -S glibc",
        "zypper install glibc-devel",
        "",
        "")
PACKAGE(SYSTEM_DRIVERS, "the package that shows conda's programs the system's drivers",
        "", "", "", "", "", "", "",
        "conda install -c conda-forge ocl-icd-system")
#endif
#ifdef LIBRARY
LIBRARY("libpocl.", POCL)
LIBRARY("libMesaOpenCL.", CLOVER)
LIBRARY("libRusticlOpenCL.", RUSTICL)
LIBRARY("libnvidia-opencl.", NVIDIA_DRIVER)
LIBRARY("libamdocl64.", AMD_DRIVER)
LIBRARY("libigdrcl.", INTEL_DRIVER)
LIBRARY("libigdrcl_legacy", INTEL_LEGACY)
LIBRARY("liboclgrind-rt-icd.", OCLGRIND)
LIBRARY("libLLVM-15.", LLVM_15)
LIBRARY("libLLVM-19.", LLVM_19)
LIBRARY("libnuma.", LIBNUMA)
LIBRARY("libtbb.so.12", TBB)
#endif
