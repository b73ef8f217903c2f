/* SPDX-License-Identifier: Apache-2.0 */
/* See d3d9.h. */
#ifndef CLRELAY_TEST_WINDOWS_D3D_D3D10_H
#define CLRELAY_TEST_WINDOWS_D3D_D3D10_H

#ifndef CLRELAY_TEST_DXGI_FORMAT
#define CLRELAY_TEST_DXGI_FORMAT
typedef int DXGI_FORMAT;
#endif
typedef struct ID3D10Buffer ID3D10Buffer;
typedef struct ID3D10Texture2D ID3D10Texture2D;
typedef struct ID3D10Texture3D ID3D10Texture3D;
typedef unsigned UINT;

#endif
