/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds drivers through the present devices of the classes Display and SoftwareComponent that the
 * configuration manager lists: each has a registry key with the value OpenCLDriverName.
 */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_DISPLAY_DEVICES_H
#define CLRELAY_LOADER_FIND_WINDOWS_DISPLAY_DEVICES_H

#include "find/windows/found.h"

#include <cfgmgr32.h>

/* The system functions in use: CM_Get_Device_ID_List_SizeW, CM_Get_Device_ID_ListW,
 * CM_Locate_DevNodeW, CM_Get_DevNode_Status, CM_Open_DevNode_Key, RegQueryValueExW, RegCloseKey,
 * IsWow64Process. */
struct devices {
    CONFIGRET(WINAPI *list_size)(ULONG *length, const wchar_t *filter, ULONG flags);
    CONFIGRET(WINAPI *list)(const wchar_t *filter, wchar_t *ids, ULONG length, ULONG flags);
    CONFIGRET(WINAPI *locate)(DEVINST *device, wchar_t *id, ULONG flags);
    CONFIGRET(WINAPI *state)(ULONG *state, ULONG *problem, DEVINST device, ULONG flags);
    CONFIGRET(WINAPI *open)
    (DEVINST device, REGSAM rights, ULONG profile, REGDISPOSITION how, HKEY *key, ULONG flags);
    LSTATUS(WINAPI *value)
    (HKEY key, const wchar_t *name, DWORD *reserved, DWORD *type, BYTE *data, DWORD *size);
    LSTATUS(WINAPI *close)(HKEY key);
    BOOL(WINAPI *is_wow64)(HANDLE process, BOOL *answer);
};

/* Adds what the devices of a given system, or of this one, name. */
void devices_find(const struct devices *system, struct findings *findings);
void devices_find_here(struct findings *findings);

#endif
