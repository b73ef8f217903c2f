# SPDX-License-Identifier: Apache-2.0
"""For Conan 2, which was not to be had where this was written: nobody has built it so far.

    conan create packaging/conan
"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir
from conan.tools.gnu import PkgConfigDeps

required_conan_version = ">=2.0"


class Clrelay(ConanFile):
    name = "clrelay"
    version = "0.1.0"
    description = "An OpenCL ICD loader"
    license = "Apache-2.0"
    homepage = "https://clrelay.example"
    topics = ("opencl", "icd-loader")
    # Not opencl-icd-loader beside it: both are libOpenCL.
    provides = "opencl-icd-loader"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "tool": [True, False]}
    default_options = {"shared": True, "fPIC": True, "tool": False}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def layout(self):
        cmake_layout(self, src_folder="src")

    def requirements(self):
        self.requires("opencl-headers/2023.12.14", transitive_headers=True)
        if self.options.tool:
            self.requires("jansson/2.14")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")
        if self.options.tool:
            self.tool_requires("pkgconf/[>=2.0]")

    def source(self):
        get(self, f"{self.homepage}/releases/clrelay-{self.version}.tar.gz", strip_root=True)

    def generate(self):
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.cache_variables["CLRELAY_TOOL"] = bool(self.options.tool)
        toolchain.cache_variables["CLRELAY_PERFETTO"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        for folder in ("cmake", "pkgconfig"):  # Conan makes its own
            rmdir(self, os.path.join(self.package_folder, "lib", folder))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "OpenCLICDLoader")
        loader = self.cpp_info.components["opencl"]
        loader.set_property("cmake_target_name", "OpenCL::OpenCL")
        loader.set_property("pkg_config_name", "OpenCL")
        loader.libs = ["OpenCL"]
        loader.requires = ["opencl-headers::opencl-headers"]
        extensions = self.cpp_info.components["ext"]
        extensions.set_property("cmake_target_name", "clrelay::ext")
        extensions.set_property("pkg_config_name", "clrelay-ext")
        extensions.libs = ["clrelay_ext"]
        extensions.requires = ["opencl"]
        if self.options.tool:
            self.cpp_info.components["tool"].requires = ["jansson::jansson"]
        if self.settings.os == "Linux":
            loader.system_libs = ["dl", "pthread"]
