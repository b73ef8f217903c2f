# SPDX-License-Identifier: Apache-2.0
# For nixpkgs, which was not to be had where this was written: Debian's nix-instantiate parses it, and nobody has
# built it so far. A test installs with the same kind of folders.
#
#   nix-build -E '(import <nixpkgs> { }).callPackage ./packaging/nix/package.nix { }'
{
  lib,
  stdenv,
  fetchurl,
  cmake,
  ninja,
  pkg-config,
  protobufc,
  jansson,
  opencl-headers,
  zlib,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = "clrelay";
  version = "0.1.0";

  src = fetchurl {
    url = "https://clrelay.example/releases/clrelay-${finalAttrs.version}.tar.gz";
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [
    cmake
    ninja
    pkg-config
    protobufc
  ];

  buildInputs = [
    jansson
    opencl-headers
    protobufc
    zlib
  ];

  # The library is alone in its folder; drivers register where NixOS collects them, or in /etc elsewhere.
  cmakeFlags = [
    (lib.cmakeBool "BUILD_TESTING" false)
    (lib.cmakeBool "CLRELAY_TOOL" true)
    (lib.cmakeBool "CLRELAY_PERFETTO" true)
    (lib.cmakeFeature "CLRELAY_VENDOR_DIRS" "@user:/run/opengl-driver/etc/OpenCL/vendors:/etc/OpenCL/vendors")
    (lib.cmakeFeature "CLRELAY_LAYER_DIRS" "@user:/run/opengl-driver/etc/OpenCL/layers:/etc/OpenCL/layers")
  ];

  meta = {
    description = "An OpenCL ICD loader";
    homepage = "https://clrelay.example";
    license = lib.licenses.asl20;
    mainProgram = "clrelay";
    platforms = lib.platforms.linux;
  };
})
