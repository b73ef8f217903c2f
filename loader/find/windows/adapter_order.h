/* SPDX-License-Identifier: Apache-2.0 */
/* The order of the display adapters in DXGI's list, the preferred one first. */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_ADAPTER_ORDER_H
#define CLRELAY_LOADER_FIND_WINDOWS_ADAPTER_ORDER_H

#include "find/windows/found.h"

/* The system function in use: CreateDXGIFactory1. */
struct order {
    HRESULT(WINAPI *create)(const GUID *interface_id, void **factory);
};

/* Moves the findings of adapters to the front, in the system's order. All others keep their
 * order. */
void order_findings(const struct order *system, struct findings *findings);
void order_findings_here(struct findings *findings);

#endif
