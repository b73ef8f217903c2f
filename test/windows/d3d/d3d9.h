/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of Direct3D that OpenCL's headers use, for the tests. The real headers take the
 * compiler most of a second. */
#ifndef CLRELAY_TEST_WINDOWS_D3D_D3D9_H
#define CLRELAY_TEST_WINDOWS_D3D_D3D9_H

typedef struct IDirect3DSurface9 IDirect3DSurface9;
typedef int D3DFORMAT;
typedef void *HANDLE;
typedef unsigned UINT;

#endif
