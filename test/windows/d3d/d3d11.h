/* SPDX-License-Identifier: Apache-2.0 */
/* See d3d9.h. */
#ifndef CLRELAY_TEST_WINDOWS_D3D_D3D11_H
#define CLRELAY_TEST_WINDOWS_D3D_D3D11_H

#ifndef CLRELAY_TEST_DXGI_FORMAT
#define CLRELAY_TEST_DXGI_FORMAT
typedef int DXGI_FORMAT;
#endif
typedef struct ID3D11Buffer ID3D11Buffer;
typedef struct ID3D11Texture2D ID3D11Texture2D;
typedef struct ID3D11Texture3D ID3D11Texture3D;
typedef unsigned UINT;

#endif
