/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the test `calls` passes, and what `clrelay trace` should show. Values and names of
 * extensions that older headers lack stand here as they are.
 */
#ifndef CLRELAY_TOOLS_TEST_TRACE_PASSED_H
#define CLRELAY_TOOLS_TEST_TRACE_PASSED_H

#include "../../calls/provisional_types.h"
#include "api/dispatch.h"
#include "test.h"

/* clang-format off */

/* ---- types ---- */

/* Types shown as decimal numbers. */
static const char *const numbers[] = { "cl_uint", "cl_int", "size_t", "int", "cl_GLint", "cl_GLuint", "UINT", NULL };

/* Types shown as addresses. */
static const char *const handle_types[] = {
    "cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue", "cl_mem", "cl_program",
    "cl_kernel", "cl_event", "cl_sampler", "cl_semaphore_khr", "cl_command_buffer_khr",
    "cl_mutable_command_khr", "cl_GLsync", "CLeglImageKHR",
    "CLeglDisplayKHR", "CLeglSyncKHR", "cl_mem_device_address_ext", "context_callback",
    "context_destructor_callback", "event_callback", "mem_callback", "program_callback",
    "svm_free_callback", "native_kernel_function", NULL
};

/* Types of flags, shown as 0 if no flag is set; parameters that are statuses. */
static const char *const flag_types[] = {
    "cl_device_type", "cl_command_queue_properties", "cl_mem_flags", "cl_svm_mem_flags",
    "cl_map_flags", "cl_mem_migration_flags", "cl_mem_migration_flags_ext", NULL
};
static const char *const status_names[] = { "execution_status", "command_exec_callback_type", NULL };

/* Values of other types, or of parameters whose type says too little. */
#define V(type, value) { #type, (uint64_t)(value), #value }
static const struct {
    const char *type;
    uint64_t value;
    const char *text;
} values[] = {
    V(execution_status, CL_OUT_OF_RESOURCES),
    V(command_exec_callback_type, CL_SUBMITTED),
    V(cl_bool, CL_TRUE),
    V(cl_device_type, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU),
    V(cl_command_queue_properties, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE),
    V(cl_mem_flags, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR),
    V(cl_svm_mem_flags, CL_MEM_READ_ONLY | CL_MEM_SVM_ATOMICS),
    V(cl_map_flags, CL_MAP_READ | CL_MAP_WRITE),
    V(cl_mem_migration_flags, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED),
    { "cl_mem_migration_flags_ext", 0x5, "CL_MIGRATE_MEM_OBJECT_HOST | 0x4" },
    V(cl_mem_object_type, CL_MEM_OBJECT_IMAGE3D),
    V(cl_addressing_mode, CL_ADDRESS_MIRRORED_REPEAT),
    V(cl_filter_mode, CL_FILTER_LINEAR),
    V(cl_buffer_create_type, CL_BUFFER_CREATE_TYPE_REGION),
    { "cl_GLenum", 0xde1, "0xde1" },
    { "cl_mem_advice_intel", 0x77, "0x77" },
#ifdef _WIN32
    { "cl_d3d10_device_source_khr", 0x4010, "CL_D3D10_DEVICE_KHR" },
    { "cl_d3d10_device_set_khr", 0x4012, "CL_PREFERRED_DEVICES_FOR_D3D10_KHR" },
    { "cl_d3d11_device_source_khr", 0x4019, "CL_D3D11_DEVICE_KHR" },
    { "cl_d3d11_device_set_khr", 0x401c, "CL_ALL_DEVICES_FOR_D3D11_KHR" },
    { "cl_dx9_media_adapter_type_khr", 0x2021, "CL_ADAPTER_D3D9EX_KHR" },
    { "cl_dx9_media_adapter_set_khr", 0x2023, "CL_PREFERRED_DEVICES_FOR_DX9_MEDIA_ADAPTER_KHR" },
#endif
};

/* The number of elements in lists. */
static const struct {
    const char *name;
    uint64_t length;
} list_lengths[] = {
    { "num_events_in_wait_list", 2 }, { "num_events", 3 }, { "num_devices", 2 }, { "num_entries", 4 },
    { "num_mem_objects", 2 }, { "num_objects", 2 }, { "num_input_headers", 2 }, { "count", 2 },
    { "num_input_programs", 3 }, { "num_sema_objects", 2 }, { "num_svm_pointers", 2 },
    { "work_dim", 2 }, { "num_kernels", 3 }, { "cb_args", 6 }, { "length", 9 },
    { "input_value_size", 2 * sizeof(size_t) }, { "num_media_adapters", 1 }, { "num_queues", 2 },
    { "num_sync_points_in_wait_list", 3 }, { "num_handles", 2 }, { "num_configs", 2 },
};

/* ---- pointers ---- */

/* Pointers to memory that only the program and the driver read. Any other pointer needs a role. */
static const char *const addresses[] = {
    "host_ptr", "user_data", "ptr", "mapped_ptr", "svm_pointer", "svm_ptr", "dst_ptr", "src_ptr",
    "arg_value", "mutable_config", "d3d_object", "resource", "surface_info", "media_adapters", NULL
};

/* How the memory behind a pointer gets its contents. */
enum how {
    GIVEN,    /* by the program */
    WRITTEN, /* by the driver if it succeeds, or recorded only then */
    STATUS,   /* by the driver: an error code */
    BY_HASHES, /* by the program; two texts, shown by their hashes */
    BY_HASH   /* by the program; one text, shown by its hash */
};

static const char *text_list[] = { "kernel void a() {}", "binary two" };
static const size_t text_lengths[] = { 5, 7 }, source_lengths[] = { 5, 0 }; /* 0: up to the NUL */
static const unsigned char intermediate[9] = { 3, 2, 35, 7, 0, 1, 2, 3, 4 };
static const char *name_list[] = { "a.h", "b/c.h" };
static cl_int errcode;
/* There is room for three, but the driver creates two. */
static cl_kernel created_kernels[3] = { (cl_kernel)0x3001, (cl_kernel)0x3002, (cl_kernel)0x3003 };

#define HANDLES(name, type, ...) static type name[] = { __VA_ARGS__ }
HANDLES(waited_for, cl_event, (cl_event)0xe001, (cl_event)0xe002);
HANDLES(three_events, cl_event, (cl_event)0xe003, (cl_event)0xe004, (cl_event)0xe005);
HANDLES(new_event, cl_event, (cl_event)0xe006);
HANDLES(two_devices, cl_device_id, (cl_device_id)0xd001, (cl_device_id)0xd002, NULL, NULL);
HANDLES(more_devices, cl_device_id, (cl_device_id)0xd003, (cl_device_id)0xd004, NULL, NULL);
HANDLES(two_platforms, cl_platform_id, (cl_platform_id)0x7001, (cl_platform_id)0x7002, NULL, NULL);
HANDLES(mems, cl_mem, (cl_mem)0x8001, (cl_mem)0x8002);
HANDLES(programs, cl_program, (cl_program)0x9001, (cl_program)0x9002, (cl_program)0x9003);
static void *pointers[] = { (void *)0xb001, (void *)0xb002 };
static cl_uint two[] = { 2 }, gl_name[] = { 77 }, gl_type[] = { CL_GL_OBJECT_TEXTURE2D };
static const size_t one_two_three[] = { 1, 2, 3 }, four_five_six[] = { 4, 5, 6 }, seven_eight_nine[] = { 7, 8, 9 };
static size_t pitch[] = { 2048 }, other_pitch[] = { 4096 }, suggested[] = { 16, 2 };
static cl_ulong device_time[] = { 111 }, host_time[] = { 222 }, payloads[] = { 55, 66 };
static cl_command_queue_properties profiling_on[] = { CL_QUEUE_PROFILING_ENABLE };
static const cl_int statuses[] = { 0, CL_INVALID_BINARY };
static const cl_image_format two_formats[] = { { CL_RGBA, CL_FLOAT }, { CL_R, CL_UNORM_INT8 }, { 0, 0 }, { 0, 0 } };
static const cl_image_desc picture = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 640, .image_height = 480, .num_samples = 4 };
static const cl_buffer_region buffer_region = { 128, 256 };
static const unsigned char native_args[] = { 1, 2, 3, 4, 250, 6 };
static const cl_context_properties context_list[] = { CL_CONTEXT_PLATFORM, 0x7003, CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0 };
static const cl_device_partition_property counts_list[] = { CL_DEVICE_PARTITION_BY_COUNTS, 3, 5, 0, 0 };
static const cl_ulong parts_list[] = { 0x4051, 3, 5, 2, 0, 0x4050, 8, 0 };
static const intptr_t egl_list[] = { 0x4107, 1, 0 }, pipe_list[] = { 0x1234, 5, 0 };
static const cl_ulong queue_list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 4096, 0 };
static const cl_ulong priority_list[] = { 0x1096, 2, 0 }, import_list[] = { 0x2051, 0xd00a, 0, 0x5000, 1, 0 };
static const cl_ulong usm_list[] = { 0x4195, 1, 0 };
static const cl_ulong sampler_list[] = { CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0 };
static const cl_ulong semaphore_list[] = { 0x203d, 1, 0x2058, 7, 0 }, reimport_list[] = { 0x99, 1, 0 };
static const cl_ulong buffer_list[] = { 0x1293, 3, 0 }, command_list[] = { 0x12b1, 10, 0 };
static const cl_uint sync_points[] = { 71, 72, 73 }, update_types[] = { 0, 7 };
static cl_uint new_sync_point[] = { 74 };
HANDLES(two_queues, cl_command_queue, (cl_command_queue)0x6001, (cl_command_queue)0x6002);
HANDLES(new_command, cl_mutable_command_khr, (cl_mutable_command_khr)0x5001);
HANDLES(two_commands, cl_mutable_command_khr, (cl_mutable_command_khr)0x5002, (cl_mutable_command_khr)0x5003);
HANDLES(more_commands, cl_mutable_command_khr, (cl_mutable_command_khr)0x5004, (cl_mutable_command_khr)0x5005);
static cl_uint adapter[] = { 0x2020 };

/* Pointers by name. If several have the same name, the type or else the function decides. The first
 * that fits counts. */
static const struct pointee {
    const char *name, *type, *function;
    const void *memory;
    enum how how;
    const char *text;
} pointees[] = {
    { "errcode_ret", NULL, NULL, &errcode, STATUS, NULL },
    { "event_wait_list", NULL, NULL, waited_for, GIVEN, "[0xe001, 0xe002]" },
    { "event_list", NULL, NULL, three_events, GIVEN, "[0xe003, 0xe004, 0xe005]" },
    { "event", "cl_event *", NULL, new_event, WRITTEN, "&0xe006" },
    { "device_list", NULL, NULL, two_devices, GIVEN, "[0xd001, 0xd002]" },
    { "devices", "const cl_device_id *", NULL, two_devices, GIVEN, "[0xd001, 0xd002]" },
    { "devices", NULL, NULL, two_devices, WRITTEN, "[0xd001, 0xd002]" },
    { "out_devices", NULL, NULL, more_devices, WRITTEN, "[0xd003, 0xd004]" },
    { "num_devices", NULL, NULL, two, WRITTEN, "&2" },
    { "num_devices_ret", NULL, NULL, two, WRITTEN, "&2" },
    { "platforms", NULL, NULL, two_platforms, WRITTEN, "[0x7001, 0x7002]" },
    { "num_platforms", NULL, NULL, two, WRITTEN, "&2" },
    { "kernels", NULL, NULL, created_kernels, WRITTEN, "[0x3001 \"one\", 0x3002 \"two\"]" },
    { "num_kernels_ret", NULL, NULL, two, WRITTEN, "&2" },
    { "image_formats", NULL, NULL, two_formats, WRITTEN, "[{CL_RGBA, CL_FLOAT}, {CL_R, CL_UNORM_INT8}]" },
    { "num_image_formats", NULL, NULL, two, WRITTEN, "&2" },
    { "image_format", NULL, NULL, two_formats, GIVEN, "{CL_RGBA, CL_FLOAT}" },
    { "image_desc", NULL, NULL, &picture, GIVEN,
      "{CL_MEM_OBJECT_IMAGE2D, image_width: 640, image_height: 480, num_samples: 4}" },
    { "buffer_create_info", NULL, NULL, &buffer_region, GIVEN, "{origin: 128, size: 256}" },
    { "mem_objects", NULL, NULL, mems, GIVEN, "[0x8001, 0x8002]" },
    { "mem_list", NULL, NULL, mems, GIVEN, "[0x8001, 0x8002]" },
    { "args_mem_loc", NULL, NULL, pointers, GIVEN, "[0xb001, 0xb002]" },
    { "svm_pointers", NULL, NULL, pointers, GIVEN, "[0xb001, 0xb002]" },
    { "sizes", NULL, NULL, one_two_three, GIVEN, "[1, 2]" },
    { "args", NULL, NULL, native_args, GIVEN, "<6 bytes: 01020304fa06>" },
    { "input_headers", NULL, NULL, programs, GIVEN, "[0x9001, 0x9002]" },
    { "input_programs", NULL, NULL, programs, GIVEN, "[0x9001, 0x9002, 0x9003]" },
    { "header_include_names", NULL, NULL, name_list, WRITTEN, "[\"a.h\", \"b/c.h\"]" },
    { "strings", NULL, NULL, text_list, BY_HASHES, "source" },
    { "binaries", NULL, NULL, text_list, BY_HASHES, "binary" },
    { "lengths", NULL, "clCreateProgramWithSource", source_lengths, GIVEN, "[5, 0]" },
    { "lengths", NULL, NULL, text_lengths, GIVEN, "[5, 7]" },
    { "binary_status", NULL, NULL, statuses, WRITTEN, "[CL_SUCCESS, CL_INVALID_BINARY]" },
    { "il", NULL, NULL, intermediate, BY_HASH, "IL" },
    { "options", NULL, NULL, "-DX=\"1\"\n", GIVEN, "\"-DX=\\\"1\\\"\\n\"" },
    { "kernel_name", NULL, NULL, "blur", GIVEN, "\"blur\"" },
    { "kernel_names", NULL, NULL, "one;two", GIVEN, "\"one;two\"" },
    { "func_name", NULL, NULL, "clNoSuchFunction", GIVEN, "\"clNoSuchFunction\"" },
    { "properties", "const cl_context_properties *", NULL, context_list, GIVEN,
      "[CL_CONTEXT_PLATFORM = 0x7003, CL_CONTEXT_INTEROP_USER_SYNC = CL_TRUE]" },
    { "properties", "const cl_device_partition_property *", NULL, counts_list, GIVEN,
      "[CL_DEVICE_PARTITION_BY_COUNTS = [3, 5]]" },
    { "properties", "const cl_device_partition_property_ext *", NULL, parts_list, GIVEN,
      "[CL_DEVICE_PARTITION_BY_COUNTS_EXT = [3, 5, 2], CL_DEVICE_PARTITION_EQUALLY_EXT = 8]" },
    { "properties", "const cl_egl_image_properties_khr *", NULL, egl_list, GIVEN, "[CL_EGL_YUV_PLANE_INTEL = 1]" },
    { "properties", "const cl_queue_properties *", NULL, queue_list, GIVEN,
      "[CL_QUEUE_PROPERTIES = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, "
      "CL_QUEUE_SIZE = 4096]" },
    { "properties", "const cl_queue_properties_khr *", NULL, priority_list, GIVEN,
      "[CL_QUEUE_PRIORITY_KHR = CL_QUEUE_PRIORITY_MED_KHR]" },
    { "properties", "const cl_pipe_properties *", NULL, pipe_list, GIVEN, "[0x1234 = 0x5]" },
    { "properties", "const cl_mem_properties *", NULL, import_list, GIVEN,
      "[CL_MEM_DEVICE_HANDLE_LIST_KHR = [0xd00a], CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT = CL_TRUE]" },
    { "properties", "const cl_mem_properties_intel *", NULL, usm_list, GIVEN,
      "[CL_MEM_ALLOC_FLAGS_INTEL = CL_MEM_ALLOC_WRITE_COMBINED_INTEL]" },
    { "sampler_properties", NULL, NULL, sampler_list, GIVEN,
      "[CL_SAMPLER_NORMALIZED_COORDS = CL_FALSE, CL_SAMPLER_FILTER_MODE = CL_FILTER_NEAREST]" },
    { "sema_props", NULL, NULL, semaphore_list, GIVEN,
      "[CL_SEMAPHORE_TYPE_KHR = CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR = 7]" },
    { "reimport_props", NULL, NULL, reimport_list, GIVEN, "[0x99 = 0x1]" },
    { "sema_objects", NULL, NULL, pointers, GIVEN, "[0xb001, 0xb002]" },
    { "sema_payload_list", NULL, NULL, payloads, GIVEN, "[55, 66]" },
    { "queues", NULL, NULL, two_queues, GIVEN, "[0x6001, 0x6002]" },
    { "properties", "const cl_command_buffer_properties_khr *", NULL, buffer_list, GIVEN,
      "[CL_COMMAND_BUFFER_FLAGS_KHR = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR]" },
    { "properties", "const cl_command_properties_khr *", NULL, command_list, GIVEN,
      "[CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR = CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR]" },
    { "sync_point_wait_list", NULL, NULL, sync_points, GIVEN, "[71, 72, 73]" },
    { "sync_point", NULL, NULL, new_sync_point, WRITTEN, "&74" },
    { "mutable_handle", NULL, NULL, new_command, WRITTEN, "&0x5001" },
    { "handles", NULL, NULL, two_commands, GIVEN, "[0x5002, 0x5003]" },
    { "handles_ret", NULL, NULL, more_commands, WRITTEN, "[0x5004, 0x5005]" },
    { "config_types", NULL, NULL, update_types, GIVEN, "[CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, 0x7]" },
    { "configs", NULL, NULL, pointers, GIVEN, "[0xb001, 0xb002]" },
    { "global_work_offset", NULL, NULL, one_two_three, GIVEN, "[1, 2]" },
    { "global_work_size", NULL, NULL, four_five_six, GIVEN, "[4, 5]" },
    { "local_work_size", NULL, NULL, seven_eight_nine, GIVEN, "[7, 8]" },
    { "suggested_local_work_size", NULL, NULL, suggested, WRITTEN, "[16, 2]" },
    { "origin", NULL, NULL, one_two_three, GIVEN, "[1, 2, 3]" },
    { "src_origin", NULL, NULL, one_two_three, GIVEN, "[1, 2, 3]" },
    { "buffer_origin", NULL, NULL, one_two_three, GIVEN, "[1, 2, 3]" },
    { "dst_origin", NULL, NULL, four_five_six, GIVEN, "[4, 5, 6]" },
    { "host_origin", NULL, NULL, four_five_six, GIVEN, "[4, 5, 6]" },
    { "region", NULL, NULL, seven_eight_nine, GIVEN, "[7, 8, 9]" },
    { "image_row_pitch", NULL, NULL, pitch, WRITTEN, "&2048" },
    { "image_slice_pitch", NULL, NULL, other_pitch, WRITTEN, "&4096" },
    { "input_value", NULL, NULL, seven_eight_nine, GIVEN, "[7, 8]" },
    { "old_properties", NULL, NULL, profiling_on, WRITTEN, "&CL_QUEUE_PROFILING_ENABLE" },
    { "gl_object_type", NULL, NULL, gl_type, WRITTEN, "&CL_GL_OBJECT_TEXTURE2D" },
    { "gl_object_name", NULL, NULL, gl_name, WRITTEN, "&77" },
    { "device_timestamp", NULL, NULL, device_time, WRITTEN, "&111" },
    { "host_timestamp", NULL, NULL, host_time, WRITTEN, "&222" },
    { "media_adapter_type", NULL, NULL, adapter, GIVEN, "[CL_ADAPTER_D3D9_KHR]" },
};

/* ---- what queries return, and bytes of other types ---- */

#define BYTES(type, ...) (const void *)(const type[]){ __VA_ARGS__ }, sizeof((const type[]){ __VA_ARGS__ })
#define TEXT(text)       text, sizeof text
struct name_and_version { cl_uint version; char name[64]; };
struct bus { cl_uint field[4]; };
#define X10 "xxxxxxxxxx"
#define X100 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10

/* Answers for a parameter of this type, in the order in which the test tries them. */
static const struct answer {
    const char *type;
    uint64_t value;
    const char *name;
    const void *bytes;
    size_t size;
    const char *text;
    bool single; /* a single value, shown with & if the driver writes it */
} answers[] = {
#define A(type, value, bytes, text, single) { #type, value, #value, bytes, text, single }
#define E(type, value, name, bytes, text, single) { #type, value, name, bytes, text, single }
    A(cl_platform_info, CL_PLATFORM_NAME, TEXT("A \"platform\""), "\"A \\\"platform\\\"\"", false),
    A(cl_platform_info, CL_PLATFORM_EXTENSIONS, TEXT(X100 X100 "yyy"), "\"" X100 X100 "\"...", false),
    A(cl_platform_info, CL_PLATFORM_NUMERIC_VERSION, BYTES(cl_uint, (3u << 22) + (1 << 12) + 7), "3.1.7", true),
    A(cl_platform_info, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
      BYTES(struct name_and_version, { 1u << 22, "cl_khr_a" }, { 2u << 22, "cl_khr_b" }),
      "[{\"cl_khr_a\", 1.0.0}, {\"cl_khr_b\", 2.0.0}]", false),
    E(cl_platform_info, 0x7777, "0x7777", BYTES(cl_uint, 0x12), "0x12", false),
    E(cl_platform_info, 0x7778, "0x7778", BYTES(char, 1, 2, 3), "<3 bytes>", false),
    A(cl_device_info, CL_DEVICE_TYPE, BYTES(cl_device_type, CL_DEVICE_TYPE_GPU), "CL_DEVICE_TYPE_GPU", true),
    A(cl_device_info, CL_DEVICE_MAX_WORK_ITEM_SIZES, BYTES(size_t, 1024, 512, 64), "[1024, 512, 64]", false),
    A(cl_device_info, CL_DEVICE_SINGLE_FP_CONFIG, BYTES(cl_device_fp_config, CL_FP_DENORM | CL_FP_FMA),
      "CL_FP_DENORM | CL_FP_FMA", true),
    A(cl_device_info, CL_DEVICE_MAX_COMPUTE_UNITS, BYTES(cl_uint, 4000000000), "4000000000", true),
    A(cl_device_info, CL_DEVICE_GLOBAL_MEM_SIZE, BYTES(cl_ulong, 0xfffffffffff), "17592186044415", true),
    A(cl_device_info, CL_DEVICE_IMAGE_SUPPORT, BYTES(cl_bool, CL_TRUE), "CL_TRUE", true),
    A(cl_device_info, CL_DEVICE_PARTITION_PROPERTIES,
      BYTES(cl_device_partition_property, CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS),
      "[CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS]", false),
    A(cl_device_info, CL_DEVICE_PARTITION_TYPE,
      BYTES(cl_device_partition_property, CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0),
      "[CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN = CL_DEVICE_AFFINITY_DOMAIN_NUMA]", false),
    E(cl_device_info, 0x410f, "CL_DEVICE_PCI_BUS_INFO_KHR", BYTES(struct bus, { { 0, 7, 5, 1 } }),
      "{pci_domain: 0, pci_bus: 7, pci_device: 5, pci_function: 1}", true),
    E(cl_device_info, 0x106a, "CL_DEVICE_UUID",
      BYTES(unsigned char, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255),
      "<16 bytes: 0102030405060708090a0b0c0d0e0fff>", false),
    A(cl_context_info, CL_CONTEXT_DEVICES, BYTES(cl_device_id, (cl_device_id)0xd00b, (cl_device_id)0xd00c),
      "[0xd00b, 0xd00c]", false),
    A(cl_context_info, CL_CONTEXT_PROPERTIES, BYTES(cl_context_properties, CL_CONTEXT_PLATFORM, 0x7009, 0),
      "[CL_CONTEXT_PLATFORM = 0x7009]", false),
    A(cl_command_queue_info, CL_QUEUE_CONTEXT, BYTES(cl_context, (cl_context)0xc001), "0xc001", true),
    A(cl_mem_info, CL_MEM_FLAGS, BYTES(cl_mem_flags, CL_MEM_READ_ONLY), "CL_MEM_READ_ONLY", true),
    A(cl_mem_info, CL_MEM_HOST_PTR, BYTES(void *, NULL), "NULL", true),
    A(cl_mem_info, CL_MEM_TYPE, BYTES(cl_uint, CL_MEM_OBJECT_PIPE), "CL_MEM_OBJECT_PIPE", true),
    A(cl_image_info, CL_IMAGE_FORMAT, BYTES(cl_image_format, { CL_BGRA, CL_UNORM_INT8 }), "{CL_BGRA, CL_UNORM_INT8}", true),
    A(cl_image_info, CL_IMAGE_WIDTH, BYTES(size_t, 1920), "1920", true),
    A(cl_pipe_info, CL_PIPE_PACKET_SIZE, BYTES(cl_uint, 16), "16", true),
    A(cl_sampler_info, CL_SAMPLER_ADDRESSING_MODE, BYTES(cl_uint, CL_ADDRESS_REPEAT), "CL_ADDRESS_REPEAT", true),
    E(cl_sampler_info, 0x1156, "CL_SAMPLER_LOD_MIN", BYTES(float, 0.1f), "0.1f", true),
    E(cl_sampler_info, 0x1157, "CL_SAMPLER_LOD_MAX", BYTES(float, 1000.00006f), "1000.00006f", true),
    A(cl_program_info, CL_PROGRAM_BINARY_SIZES, BYTES(size_t, 100, 200), "[100, 200]", false),
    A(cl_program_build_info, CL_PROGRAM_BUILD_STATUS, BYTES(cl_build_status, CL_BUILD_ERROR), "CL_BUILD_ERROR", true),
    A(cl_kernel_info, CL_KERNEL_FUNCTION_NAME, TEXT("blur"), "\"blur\"", false),
    A(cl_kernel_arg_info, CL_KERNEL_ARG_TYPE_QUALIFIER,
      BYTES(cl_kernel_arg_type_qualifier, CL_KERNEL_ARG_TYPE_NONE), "CL_KERNEL_ARG_TYPE_NONE", true),
    A(cl_kernel_work_group_info, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, BYTES(size_t, 8, 8, 1), "[8, 8, 1]", false),
    A(cl_kernel_sub_group_info, CL_KERNEL_MAX_NUM_SUB_GROUPS, BYTES(size_t, 32), "32", true),
    A(cl_event_info, CL_EVENT_COMMAND_EXECUTION_STATUS, BYTES(cl_int, CL_RUNNING), "CL_RUNNING", true),
    A(cl_event_info, CL_EVENT_COMMAND_EXECUTION_STATUS, BYTES(cl_int, CL_MEM_COPY_OVERLAP), "CL_MEM_COPY_OVERLAP", true),
    A(cl_event_info, CL_EVENT_COMMAND_EXECUTION_STATUS, BYTES(cl_int, -9999), "-9999", true),
    A(cl_profiling_info, CL_PROFILING_COMMAND_END, BYTES(cl_ulong, 123456789012), "123456789012", true),
    A(cl_gl_texture_info, CL_GL_TEXTURE_TARGET, BYTES(cl_uint, 0xde1), "0xde1", true),
    E(cl_gl_context_info, 0x2007, "CL_DEVICES_FOR_GL_CONTEXT_KHR", BYTES(cl_device_id, (cl_device_id)0xd00d), "[0xd00d]", false),
    E(cl_semaphore_info_khr, 0x203c, "CL_SEMAPHORE_PAYLOAD_KHR", BYTES(cl_ulong, 3), "3", true),
    E(cl_command_buffer_info_khr, 0x1294, "CL_COMMAND_BUFFER_QUEUES_KHR",
      BYTES(cl_command_queue, (cl_command_queue)0x6003, (cl_command_queue)0x6004), "[0x6003, 0x6004]", false),
    E(cl_command_buffer_info_khr, 0x1297, "CL_COMMAND_BUFFER_STATE_KHR", BYTES(cl_uint, 1), "CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR", true),
    E(cl_command_buffer_info_khr, 0x1298, "CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR", BYTES(cl_ulong, 0x1293, 1, 0),
      "[CL_COMMAND_BUFFER_FLAGS_KHR = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR]", false),
    E(cl_mutable_command_info_khr, 0x12a1, "CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR",
      BYTES(cl_command_buffer_khr, (cl_command_buffer_khr)0x4001), "0x4001", true),
    E(cl_mutable_command_info_khr, 0x12ad, "CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR", BYTES(cl_uint, CL_COMMAND_NDRANGE_KERNEL),
      "CL_COMMAND_NDRANGE_KERNEL", true),
    E(cl_mutable_command_info_khr, 0x12a6, "CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR", BYTES(size_t, 640, 480), "[640, 480]", false),
    E(cl_external_semaphore_handle_type_khr, 0x2058, "CL_SEMAPHORE_HANDLE_SYNC_FD_KHR", BYTES(int, 9), "9", true),
    E(cl_image_requirements_info_ext, 0x12b2, "CL_IMAGE_REQUIREMENTS_SIZE_EXT", BYTES(size_t, 999), "999", true),
    E(cl_mem_info_intel, 0x419a, "CL_MEM_ALLOC_TYPE_INTEL", BYTES(cl_uint, 0x4197), "CL_MEM_TYPE_HOST_INTEL", true),
    A(cl_kernel_exec_info, CL_KERNEL_EXEC_INFO_SVM_PTRS, BYTES(void *, (void *)0xb003, (void *)0xb004), "[0xb003, 0xb004]", false),
    A(cl_kernel_exec_info, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, BYTES(cl_bool, CL_TRUE), "CL_TRUE", true),
#define FOUR(x)        x, x, x, x
#define ONES           "01010101010101010101010101010101"
    E(cl_device_info, 0x106a, "CL_DEVICE_UUID", BYTES(unsigned char, FOUR(FOUR(FOUR(1)))),
      "<64 bytes: " ONES " " ONES " " ONES " " ONES ">", false),
#define U(bytes, text) { "untyped", 0, NULL, bytes, text, true }
    U(BYTES(unsigned char, 200), "200"),
    U(BYTES(cl_ushort, 40000), "40000"),
    U(BYTES(cl_int, -3), "-3"),
    U(BYTES(cl_int, 100000000), "100000000"),
    U(BYTES(float, 1), "0x3f800000 or 1.0f"),
    U(BYTES(float, -0.1f), "0xbdcccccd or -0.1f"),
    U(BYTES(cl_uint, 0x7f800000), "0x7f800000"),
    U(BYTES(cl_ulong, 4096), "4096"),
    U(BYTES(cl_long, -1), "-1"),
    U(BYTES(cl_ulong, 0x55f8f350b950), "0x55f8f350b950"),
    U(BYTES(double, 0.1), "0x3fb999999999999a or 0.1"),
    U(BYTES(cl_uint, 0x3f8ccccd, 0x40133333), "0x401333333f8ccccd or 1.1f 2.3f"),
    U(BYTES(cl_uint, 1, 2, 3), "<12 bytes: 00000001 00000002 00000003>"),
    U(BYTES(float, 1, 0, 0.5f, 2), "<16 bytes: 3f800000 00000000 3f000000 40000000 or 1.0f 0.0f 0.5f 2.0f>"),
    U(BYTES(unsigned char, 1, 2, 255), "<3 bytes: 0102ff>"),
    U(BYTES(unsigned char, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17),
      "<17 bytes: 0102030405060708090a0b0c0d0e0f10 11>"),
    U(BYTES(cl_uint, FOUR(FOUR(1))),
      "<64 bytes: 00000001 00000001 00000001 00000001 00000001 00000001 00000001 00000001 "
      "00000001 00000001 00000001 00000001 00000001 00000001 00000001 00000001>"),
    U(BYTES(unsigned char, FOUR(FOUR(FOUR(1))), 1), "<65 bytes: " ONES " " ONES " " ONES " " ONES "...>"),
    { "fill_color", 0, NULL, BYTES(float, 0.25f, 0.5f, 1, 0),
      "<16 bytes: 3e800000 3f000000 3f800000 00000000 or 0.25f 0.5f 1.0f 0.0f>", true },
};

/* The parameters that point to the answer, and to its size; those that the program fills; and those
 * with its size. */
static const char *const answer_names[] = { "param_value", "handle_ptr", "arg_value", "pattern", "spec_value", "fill_color", NULL };
static const char *const answer_size_names[] = { "param_value_size_ret", "handle_size_ret", NULL };
static const char *const given_answers[] = { "arg_value", "pattern", "spec_value", "fill_color", NULL };
static const char *const answer_sizes[] = { "param_value_size", "handle_size", "arg_size", "pattern_size", "spec_size", NULL };
static const char *const untyped_sizes[] = { "arg_size", "pattern_size", "spec_size", NULL };

/* Functions whose bytes come before their size. */
static const struct {
    const char *function, *type;
} first_answers[] = {
    { "clEnqueueFillBuffer", "untyped" }, { "clEnqueueSVMMemFill", "untyped" },
    { "clEnqueueMemFillINTEL", "untyped" }, { "clEnqueueFillImage", "fill_color" },
    { "clCommandFillBufferKHR", "untyped" }, { "clCommandSVMMemFillKHR", "untyped" },
    { "clCommandFillImageKHR", "fill_color" },
};
/* clang-format on */

#endif
