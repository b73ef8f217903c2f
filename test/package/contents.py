# SPDX-License-Identifier: Apache-2.0
"""The files of each part of clrelay, whatever a distribution calls its package, without licence and documents. The
tests of packages compare their contents with these lists."""

# LIB stands for the folder of libraries, ZSH for that of zsh's completions.
PARTS = {
    "loader": ["LIB/libOpenCL.so.1", "LIB/libOpenCL.so.1.0.0", "usr/share/man/man7/libOpenCL.7.gz"],
    "ext": ["LIB/libclrelay_ext.so.1", "LIB/libclrelay_ext.so.1.0.0"],
    "command": ["usr/bin/clrelay", "usr/share/man/man1/clrelay.1.gz", "usr/share/man/man1/clrelay-check.1.gz",
                "usr/share/man/man1/clrelay-trace.1.gz", "usr/share/bash-completion/completions/clrelay", "ZSH/_clrelay"],
    "cllayerinfo": ["usr/bin/cllayerinfo", "usr/share/man/man1/cllayerinfo.1.gz"],
    "layers": ["LIB/clrelay/libclrelay_check.so", "LIB/clrelay/libclrelay_frees.so", "LIB/clrelay/libclrelay_trace.so"],
    "development": [
        "LIB/libOpenCL.so", "LIB/pkgconfig/OpenCL.pc", "usr/include/clrelay/report.h", "usr/include/clrelay/opencl_compat.h",
        "usr/include/clrelay/extensions.h", "usr/include/clrelay/marks.h", "LIB/libclrelay_ext.so", "LIB/libclrelay_ext.a",
        "LIB/pkgconfig/clrelay-ext.pc", "LIB/cmake/clrelay/clrelayConfig.cmake",
        "LIB/cmake/clrelay/clrelayConfigVersion.cmake", "LIB/cmake/clrelay/clrelayTargets.cmake",
        "LIB/cmake/clrelay/clrelayTargets-none.cmake", "LIB/cmake/OpenCLICDLoader/OpenCLICDLoaderConfig.cmake",
        "LIB/cmake/OpenCLICDLoader/OpenCLICDLoaderConfigVersion.cmake",
        "LIB/cmake/OpenCLICDLoader/OpenCLICDLoaderTargets.cmake",
        "LIB/cmake/OpenCLICDLoader/OpenCLICDLoaderTargets-none.cmake", "LIB/cmake/OpenCLICDLoader/OpenCLHeaders.cmake"],
}


def contents(part, lib, zsh="usr/share/zsh/site-functions"):
    """Returns the files of a part for a system whose libraries are in `lib`."""
    return [path.replace("LIB", lib).replace("ZSH", zsh) for path in PARTS[part]]
