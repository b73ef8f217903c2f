/* SPDX-License-Identifier: Apache-2.0 */
/* The order of the display adapters, as DXGI lists them: the one to be preferred comes first. */
#ifndef CLRELAY_WINDOWS_ORDER_H
#define CLRELAY_WINDOWS_ORDER_H

#include "find/windows/discovery.h"

/* What is asked of the system: CreateDXGIFactory1. */
struct order {
    HRESULT(WINAPI *create)(const GUID *interface_id, void **factory);
};

/* Moves what belongs to adapters to the front, in the system's order; all else stays in order. */
void order_findings(const struct order *system, struct findings *findings);
void order_findings_here(struct findings *findings);

#endif
