/* SPDX-License-Identifier: Apache-2.0 */
#define COBJMACROS
#include "made_up.h"

#include <dxgi.h>
#include <string.h>
#include <wchar.h>

struct made_machine machine;
int made_calls;
int made_open;
const char *made_mistake;

enum { MOST_CALLS = 1000 }; /* of the failing function: a source must give up earlier */

static void demand(bool right, const char *what)
{
    if (!right && !made_mistake) made_mistake = what;
}

/* Tells whether a function must only return this result. */
static bool is_made_to_fail(const char *name, long *answer)
{
    *answer = 0;
    if (machine.silent) return true;
    if (!machine.fails.name || strcmp(machine.fails.name, name) != 0) return false;
    made_calls++;
    demand(made_calls < MOST_CALLS, "a source does not give up");
    *answer = machine.fails.answer;
    return made_calls >= machine.fails.first && made_calls <= machine.fails.last;
}

static bool is_named(const struct made_value *value, const wchar_t *name)
{
    return value->type != REG_NONE &&
           wcscmp(value->name ? value->name : L"OpenCLDriverName", name) == 0;
}

static BOOL WINAPI is_wow64(HANDLE process, BOOL *answer)
{
    long failed;
    demand(process == GetCurrentProcess(), "IsWow64Process: another process");
    if (is_made_to_fail("IsWow64Process", &failed)) return failed;
    *answer = machine.wow64;
    return TRUE;
}

/* ---- the graphics kernel ---- */

static ULONG count_adapters(void)
{
    ULONG count = 0;
    while (count < 4 && machine.adapters[count].luid) count++;
    return count;
}

static kernel_status APIENTRY list_adapters(struct kernel_list *list)
{
    const ULONG count = count_adapters(), room = list->count;
    long answer;
    if (is_made_to_fail("D3DKMTEnumAdapters2", &answer)) return (kernel_status)answer;
    list->count = machine.claims ? machine.claims : count;
    if (!list->adapters) return KERNEL_SUCCESS;
    if (machine.crowded) demand(++made_calls < MOST_CALLS, "a source does not give up");
    if (room < count || (machine.crowded && made_calls < MOST_CALLS)) return KERNEL_TOO_SMALL;
    for (ULONG i = 0; i < count; i++) {
        const uint64_t luid = machine.adapters[i].luid;
        list->adapters[i].handle = 0x40000000 + i;
        list->adapters[i].luid.HighPart = (LONG)(luid >> 32);
        list->adapters[i].luid.LowPart = (DWORD)luid;
        made_open++;
    }
    return KERNEL_SUCCESS;
}

static kernel_status APIENTRY ask_adapter(struct kernel_question *question)
{
    struct kernel_value *value = question->data;
    const size_t index = question->adapter - 0x40000000;
    const struct made_value *made;
    size_t room;
    long answer;
    if (is_made_to_fail("D3DKMTQueryAdapterInfo", &answer)) return (kernel_status)answer;
    demand(index < count_adapters(), "D3DKMTQueryAdapterInfo: no such adapter");
    if (index >= count_adapters()) return KERNEL_NAME_NOT_FOUND;
    demand(question->type == 48, "D3DKMTQueryAdapterInfo: type");
    demand(question->size >= sizeof *value, "D3DKMTQueryAdapterInfo: size");
    demand(value->key == 1 && value->flags == 1, "D3DKMTQueryAdapterInfo: key or flags");
    made = &machine.adapters[index].value;
    room = question->size - offsetof(struct kernel_value, data);
    value->result = KERNEL_VALUE_FAILED;
    if (!is_named(made, value->name)) return KERNEL_SUCCESS;
    if (value->type != made->type) return (kernel_status)machine.other_type;
    value->size = machine.endless ? (ULONG)room + 2 : made->size;
    value->result = value->size > room ? KERNEL_VALUE_LONGER : KERNEL_VALUE_READ;
    if (value->result == KERNEL_VALUE_READ) memcpy(&value->data, made->data, made->size);
    return KERNEL_SUCCESS;
}

static kernel_status APIENTRY close_adapter(const struct kernel_closing *closing)
{
    demand(closing->adapter >= 0x40000000, "D3DKMTCloseAdapter: no such adapter");
    made_open--;
    return KERNEL_SUCCESS;
}

const struct adapters made_adapters = { NULL, list_adapters, ask_adapter, close_adapter, is_wow64 };

/* ---- the configuration manager ---- */

/* Writes the names of the devices of a class if there is space. Returns the size needed. */
static ULONG put_ids(const wchar_t *class, wchar_t *ids, ULONG room)
{
    const bool component = wcscmp(class, L"{5c4c3332-344d-483c-8739-259e934c9cc8}") == 0;
    ULONG length = 0;
    demand(component || wcscmp(class, L"{4d36e968-e325-11ce-bfc1-08002be10318}") == 0,
           "devices: class");
    for (size_t i = 0; i < 6 && machine.devices[i].id; i++) {
        ULONG more = (ULONG)wcslen(machine.devices[i].id) + 1;
        if (machine.devices[i].component != component) continue;
        if (ids && length + more < room) wcscpy(ids + length, machine.devices[i].id);
        length += more;
    }
    if (ids && length < room) ids[length] = L'\0';
    return length + 1;
}

static CONFIGRET WINAPI list_size(ULONG *length, const wchar_t *class, ULONG flags)
{
    long answer;
    if (is_made_to_fail("CM_Get_Device_ID_List_SizeW", &answer)) return (CONFIGRET)answer;
    demand(flags == 0x300, "CM_Get_Device_ID_List_SizeW: flags");
    *length = put_ids(class, NULL, 0);
    return CR_SUCCESS;
}

static CONFIGRET WINAPI list_devices(const wchar_t *class, wchar_t *ids, ULONG length, ULONG flags)
{
    long answer;
    if (is_made_to_fail("CM_Get_Device_ID_ListW", &answer)) return (CONFIGRET)answer;
    demand(flags == 0x300, "CM_Get_Device_ID_ListW: flags");
    return put_ids(class, ids, length) <= length ? CR_SUCCESS : CR_BUFFER_SMALL;
}

static CONFIGRET WINAPI locate(DEVINST *device, wchar_t *id, ULONG flags)
{
    long answer;
    if (is_made_to_fail("CM_Locate_DevNodeW", &answer)) return (CONFIGRET)answer;
    demand(flags == 0, "CM_Locate_DevNodeW: flags");
    for (DEVINST i = 0; i < 6 && machine.devices[i].id; i++)
        if (wcscmp(machine.devices[i].id, id) == 0) {
            *device = 0x100 + i;
            return CR_SUCCESS;
        }
    return CR_NO_SUCH_DEVNODE;
}

static CONFIGRET WINAPI device_state(ULONG *state, ULONG *problem, DEVINST device, ULONG flags)
{
    long answer;
    if (is_made_to_fail("CM_Get_DevNode_Status", &answer)) return (CONFIGRET)answer;
    demand(device >= 0x100 && flags == 0, "CM_Get_DevNode_Status");
    *state = machine.devices[device - 0x100].state;
    *problem = machine.devices[device - 0x100].problem;
    return CR_SUCCESS;
}

static CONFIGRET WINAPI open_key(DEVINST device, REGSAM rights, ULONG profile, REGDISPOSITION how,
                                 HKEY *key, ULONG flags)
{
    long answer;
    if (is_made_to_fail("CM_Open_DevNode_Key", &answer)) return (CONFIGRET)answer;
    /* to read; it must exist; the driver's key */
    demand(rights == KEY_QUERY_VALUE && profile == 0 && how == 1 && flags == 1,
           "CM_Open_DevNode_Key");
    *key = (HKEY)(uintptr_t)device;
    made_open++;
    return CR_SUCCESS;
}

static LSTATUS WINAPI read_value(HKEY key, const wchar_t *name, DWORD *reserved, DWORD *type,
                                 BYTE *data, DWORD *size)
{
    const struct made_value *made;
    DWORD room = *size;
    long answer;
    if (is_made_to_fail("RegQueryValueExW", &answer)) return answer;
    demand(key && !reserved, "RegQueryValueExW");
    made = &machine.devices[(uintptr_t)key - 0x100].value;
    if (!is_named(made, name)) return ERROR_FILE_NOT_FOUND;
    *type = made->type;
    *size = machine.endless ? room + 2 : made->size;
    if (data && *size > room) return ERROR_MORE_DATA;
    if (data) memcpy(data, made->data, made->size);
    return ERROR_SUCCESS;
}

static LSTATUS WINAPI close_key(HKEY key)
{
    demand(key != NULL, "RegCloseKey");
    made_open--;
    return ERROR_SUCCESS;
}

const struct devices made_devices = { list_size, list_devices, locate,    device_state,
                                      open_key,  read_value,   close_key, is_wow64 };

/* ---- app packages ---- */

static LONG WINAPI list_packages(const wchar_t *family, UINT32 *count, wchar_t **names,
                                 UINT32 *length, wchar_t *buffer)
{
    const UINT32 room = *length, names_room = *count;
    long answer;
    if (is_made_to_fail("GetPackagesByPackageFamily", &answer)) return answer;
    demand(wcscmp(family, L"Microsoft.D3DMappingLayers_8wekyb3d8bbwe") == 0, "package family");
    demand((names != NULL) == (buffer != NULL), "GetPackagesByPackageFamily");
    *count = *length = 0;
    for (size_t i = 0; i < 3 && machine.packages[i].name; i++) {
        const UINT32 more = (UINT32)wcslen(machine.packages[i].name) + 1;
        if (buffer && *length + more <= room && *count < names_room) {
            wcscpy(buffer + *length, machine.packages[i].name);
            names[*count] = buffer + *length;
        }
        *length += more;
        ++*count;
    }
    return *length > room || *count > names_room ? ERROR_INSUFFICIENT_BUFFER : ERROR_SUCCESS;
}

static LONG WINAPI package_path(const wchar_t *name, UINT32 *length, wchar_t *path)
{
    const UINT32 room = *length;
    long answer;
    if (is_made_to_fail("GetPackagePathByFullName", &answer)) return answer;
    for (size_t i = 0; i < 3 && machine.packages[i].name; i++) {
        if (wcscmp(machine.packages[i].name, name) != 0) continue;
        *length = (UINT32)wcslen(machine.packages[i].path) + 1;
        if (*length > room) return ERROR_INSUFFICIENT_BUFFER;
        wcscpy(path, machine.packages[i].path);
        return ERROR_SUCCESS;
    }
    return ERROR_NOT_FOUND;
}

const struct package made_package = { list_packages, package_path };

/* ---- DXGI ---- */

static ULONG STDMETHODCALLTYPE release_adapter(IDXGIAdapter1 *self)
{
    made_open--;
    return 0;
}

static size_t described; /* one adapter at a time */

static HRESULT STDMETHODCALLTYPE describe(IDXGIAdapter1 *self, DXGI_ADAPTER_DESC1 *about)
{
    const uint64_t luid = machine.dxgi[described];
    long answer;
    if (is_made_to_fail("GetDesc1", &answer)) return answer;
    about->AdapterLuid.HighPart = (LONG)(luid >> 32);
    about->AdapterLuid.LowPart = (DWORD)luid;
    return S_OK;
}

static IDXGIAdapter1Vtbl adapter_table = { .Release = release_adapter, .GetDesc1 = describe };
static IDXGIAdapter1 adapter = { &adapter_table };

static HRESULT STDMETHODCALLTYPE give_adapter(IDXGIFactory1 *self, UINT index, IDXGIAdapter1 **out)
{
    long answer;
    if (is_made_to_fail("EnumAdapters1", &answer)) return answer;
    if (index >= 6 || !machine.dxgi[index]) return DXGI_ERROR_NOT_FOUND;
    described = index;
    *out = &adapter;
    made_open++;
    return S_OK;
}

static ULONG STDMETHODCALLTYPE release_factory(IDXGIFactory1 *self)
{
    made_open--;
    return 0;
}

static IDXGIFactory1Vtbl factory_table = { .Release = release_factory,
                                           .EnumAdapters1 = give_adapter };
static IDXGIFactory1 factory = { &factory_table };

static HRESULT WINAPI create(const GUID *id, void **out)
{
    static const GUID wanted = {
        0x770aae78, 0xf26f, 0x4dba, { 0xa8, 0x29, 0x25, 0x3c, 0x83, 0xd1, 0xb3, 0x87 }
    };
    long answer;
    if (is_made_to_fail("CreateDXGIFactory1", &answer)) return answer;
    demand(memcmp(id, &wanted, sizeof wanted) == 0, "CreateDXGIFactory1: interface");
    *out = &factory;
    made_open++;
    return S_OK;
}

const struct order made_order = { create };
