/* SPDX-License-Identifier: Apache-2.0 */
#include "image_windows.h"

#include <string.h>

/* `size` bytes at an offset in the file, or NULL if the file is too short. */
static const void *part(const struct image *image, size_t at, size_t size)
{
    return at <= image->size && size <= image->size - at ? image->bytes + at : NULL;
}

/* The file offset of an address in memory, or 0 if it is not from the file. */
static uint32_t place_of(const struct image *image, uint32_t address)
{
    for (size_t i = 0; address && i < image->section_count; i++) {
        IMAGE_SECTION_HEADER section;
        memcpy(&section, &image->sections[i], sizeof section);
        if (address >= section.VirtualAddress &&
            address - section.VirtualAddress < section.SizeOfRawData)
            return address - section.VirtualAddress + section.PointerToRawData;
    }
    return 0;
}

/* Finds the import table. Its offset depends on the size of addresses. */
static uint32_t find_imports(const struct image *image, size_t header, size_t size)
{
    const unsigned char *magic = part(image, header, 2);
    bool wide = magic && magic[0] == 0x0b && magic[1] == 2;
    size_t at = wide ? offsetof(IMAGE_OPTIONAL_HEADER64, DataDirectory)
                     : offsetof(IMAGE_OPTIONAL_HEADER32, DataDirectory);
    IMAGE_DATA_DIRECTORY directory;
    const void *from;
    at += IMAGE_DIRECTORY_ENTRY_IMPORT * sizeof directory;
    from = at + sizeof directory <= size ? part(image, header + at, sizeof directory) : NULL;
    if (!from) return 0;
    memcpy(&directory, from, sizeof directory);
    return place_of(image, directory.VirtualAddress);
}

static bool read_headers(struct image *image)
{
    IMAGE_DOS_HEADER dos;
    IMAGE_FILE_HEADER file;
    DWORD signature;
    size_t at;
    const void *from = part(image, 0, sizeof dos);
    if (!from) return false;
    memcpy(&dos, from, sizeof dos);
    at = (size_t)(uint32_t)dos.e_lfanew;
    from = part(image, at, sizeof signature + sizeof file);
    if (dos.e_magic != IMAGE_DOS_SIGNATURE || !from) return false;
    memcpy(&signature, from, sizeof signature);
    memcpy(&file, (const char *)from + sizeof signature, sizeof file);
    if (signature != IMAGE_NT_SIGNATURE) return false;
    at += sizeof signature + sizeof file;
    image->machine = file.Machine;
    image->section_count = file.NumberOfSections;
    image->sections =
        part(image, at + file.SizeOfOptionalHeader, image->section_count * sizeof *image->sections);
    if (!image->sections) image->section_count = 0;
    image->imports = find_imports(image, at, file.SizeOfOptionalHeader);
    return true;
}

bool image_open(struct image *image, const wchar_t *path)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, 0, NULL);
    LARGE_INTEGER size = { .QuadPart = 0 };
    HANDLE mapping = NULL;
    *image = (struct image){ .bytes = NULL };
    if (file == INVALID_HANDLE_VALUE) return false;
    /* Opening a pipe could block forever. */
    if (GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &size) && size.QuadPart > 0 &&
        size.QuadPart < INT32_MAX)
        mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping) image->bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    if (mapping) CloseHandle(mapping);
    CloseHandle(file);
    if (!image->bytes) return false;
    image->size = (size_t)size.QuadPart;
    if (read_headers(image)) return true;
    image_close(image);
    return false;
}

void image_close(struct image *image)
{
    if (image->bytes) UnmapViewOfFile(image->bytes);
    image->bytes = NULL;
}

/* A string that ends inside the file, or NULL. */
static const char *text_at(const struct image *image, uint32_t at)
{
    return at && at < image->size && memchr(image->bytes + at, 0, image->size - at)
               ? (const char *)image->bytes + at
               : NULL;
}

/* The name in a row of a table, at `offset` in the row. NULL at the end of the table. */
static const char *name_in(const struct image *image, uint32_t table, size_t row_size, size_t row,
                           size_t offset)
{
    const unsigned char *from =
        table ? part(image, table + row * row_size + offset, sizeof(uint32_t)) : NULL;
    uint32_t address;
    if (!from) return NULL;
    memcpy(&address, from, sizeof address);
    return address ? text_at(image, place_of(image, address)) : NULL;
}

const char *image_needs(const struct image *image, size_t number)
{
    const size_t row = sizeof(IMAGE_IMPORT_DESCRIPTOR),
                 name = offsetof(IMAGE_IMPORT_DESCRIPTOR, Name);
    return name_in(image, image->imports, row, number, name);
}
