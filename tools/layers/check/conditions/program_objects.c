/* SPDX-License-Identifier: Apache-2.0 */
/* Programs: section 5.8. */
#include "common.h"

#include "../known/info_contexts.h"
#include "../known/info_programs.h"

#include <string.h>

/* ---- what several functions share ---- */

/* A list of the devices that a program is to be for: it has at least one, and only devices of the
 * context. */
static void devices_needed(struct check_call *call, cl_uint count, const cl_device_id *list)
{
    error_if(call, !list || !count, CL_INVALID_VALUE, DEVICE_LIST_EMPTY);
}

static void devices_of_context(struct check_call *call, cl_context context, cl_uint count,
                               const cl_device_id *const *list)
{
    error_about(call, info_foreign_context_device(context, count, *list), CL_INVALID_DEVICE,
                PROGRAM_CONTEXT_DEVICE);
    none_null(call, *list, count, CL_INVALID_DEVICE);
}

/* A list of the program's devices that a call is for. Without a list, it is for all. */
static void devices_length(struct check_call *call, cl_uint count, const cl_device_id *list)
{
    error_if(call, !list != !count, CL_INVALID_VALUE, DEVICE_LIST_LENGTH);
}

static void devices_of_program(struct check_call *call, cl_program program, cl_uint count,
                               const cl_device_id *const *list)
{
    error_about(call, info_foreign_program_device(program, count, *list), CL_INVALID_DEVICE,
                PROGRAM_DEVICE);
    none_null(call, *list, count, CL_INVALID_DEVICE);
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* Whether an option is in the specification, or may be a driver's own. */
static bool is_option(const char *option, size_t length)
{
    static const char *const exact[] = { "-w",
                                         "-Werror",
                                         "-g",
                                         "-s",
                                         "-x",
                                         "-D",
                                         "-I",
                                         "-create-library",
                                         "-enable-link-options",
                                         "-cl-denorms-are-zero",
                                         "-cl-fast-relaxed-math",
                                         "-cl-finite-math-only",
                                         "-cl-fp32-correctly-rounded-divide-sqrt",
                                         "-cl-kernel-arg-info",
                                         "-cl-mad-enable",
                                         "-cl-no-signed-zeros",
                                         "-cl-no-subgroup-ifp",
                                         "-cl-opt-disable",
                                         "-cl-single-precision-constant",
                                         "-cl-strict-aliasing",
                                         "-cl-uniform-work-group-size",
                                         "-cl-unsafe-math-optimizations" };
    static const char *const families[] = { "-D",           "-I",           "-cl-std=CL1.",
                                            "-cl-std=CL2.", "-cl-std=CL3.", "-cl-std=CLC++",
                                            "-spir-std=",   "-xspir",       "-cl-amd-",
                                            "-cl-arm-",     "-cl-ext-",     "-cl-img-",
                                            "-cl-intel-",   "-cl-nv-",      "-cl-qcom-" };
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (strlen(exact[i]) == length && begins(option, exact[i])) return true;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (begins(option, families[i])) return true;
    return false;
}

static size_t option_length(const char *option)
{
    bool is_quoted = false;
    size_t length = 0;
    for (; option[length] && (is_quoted || (option[length] != ' ' && option[length] != '\t'));
         length++) {
        if (option[length] == '\\' && option[length + 1]) length++;
        else if (option[length] == '"') is_quoted = !is_quoted;
    }
    return length;
}

/* Whether an option of two characters has its value in the next word. */
static bool has_operand(const char *option)
{
    return strchr("DIx", option[1]);
}

/* The position, counted from 1, of the first option that is wrong; 0: none. */
static uint64_t bad_option(const char *options)
{
    const char *option = options;
    bool follows = false; /* the word before needs this one as its value */
    while (option && *option) {
        const size_t length = option_length(option);
        if (length && !follows && !is_option(option, length))
            return (uint64_t)(option - options) + 1;
        if (length) follows = !follows && length == 2 && has_operand(option);
        option += length ? length : 1;
    }
    return 0;
}

/* The position, counted from 1, of the first option that the driver refuses even for an empty
 * program; 0: none. */
static uint64_t refused_option(const struct clBuildProgram_args *a)
{
    const char *option = a->options;
    if (!option || info_build_empty(a, "", 0) != CL_SUCCESS)
        return 0; /* so it is none of the options */
    while (option && *option) {
        size_t length = option_length(option);
        if (length == 2 && has_operand(option)) {
            length += strspn(option + length, " \t");
            length += option_length(option + length);
        }
        if (length && info_build_empty(a, option, length) == CL_INVALID_BUILD_OPTIONS)
            return (uint64_t)(option - a->options) + 1;
        option += length ? length : 1;
    }
    return 0;
}

static void build_options(struct check_call *call, const char *options, cl_int error)
{
    if (!explaining(call, error)) return;
    const uint64_t bad = bad_option(options);
    const bool has_value = bad && begins(options + bad - 1, "-cl-std=");
    explain_if(call, bad && !has_value, error, PROGRAM_OPTIONS, bad);
    explain_if(call, has_value, error, PROGRAM_OPTION_VALUE, bad);
}

static void build_option_refused(struct check_call *call, const struct clBuildProgram_args *a)
{
    if (!explaining(call, CL_INVALID_BUILD_OPTIONS)) return;
    const uint64_t refused = bad_option(a->options) ? 0 : refused_option(a);
    explain_if(call, refused, CL_INVALID_BUILD_OPTIONS, PROGRAM_OPTION_REFUSED, refused);
}

static void build_failed(struct check_call *call, cl_program program, cl_int error)
{
    if (!explaining(call, error)) return;
    const uint64_t line = info_build_line(program);
    explain_if(call, line, error, PROGRAM_BUILD, line, info_build_column(program));
    explain_if(call, !line, error, PROGRAM_BUILD_LOG);
}

static void not_building(struct check_call *call, cl_program program, cl_uint count,
                         const cl_device_id *list)
{
    explain_if(call, info_program_is_building(program, count, list), CL_INVALID_OPERATION,
               PROGRAM_BUILDING);
}

static void no_kernels(struct check_call *call, cl_program program)
{
    const uint64_t kernels = info_program_kernels(program);
    error_if(call, kernels, CL_INVALID_OPERATION, PROGRAM_HAS_KERNELS, kernels);
}

/* The program has an executable. Built-in kernels need none. */
static void has_executable(struct check_call *call, cl_program program)
{
    explain_if(call,
               info_program_origin(program) != ORIGIN_BUILT_IN &&
                   info_program_lacks_executable(program, NULL),
               CL_INVALID_PROGRAM_EXECUTABLE, PROGRAM_NOT_BUILT,
               (uint64_t)(int64_t)info_build_status(program));
}

/* The program is one that can be built. */
static void can_be_built(struct check_call *call, cl_program program)
{
    const enum program_origin origin = info_program_origin(program);
    error_if(call, origin == ORIGIN_BUILT_IN || origin == ORIGIN_LINKED, CL_INVALID_OPERATION,
             PROGRAM_ORIGIN);
}

/* ---- creation ---- */

void check_clCreateProgramWithSource(struct check_call *call,
                                     const struct clCreateProgramWithSource_args *a)
{
    const uint64_t missing = info_first_null(a->strings, a->count);
    not_null(call, a->context, CL_INVALID_CONTEXT);
    error_if(call, !a->count || !a->strings, CL_INVALID_VALUE, SOURCE_MISSING);
    error_if(call, missing, CL_INVALID_VALUE, SOURCE_NULL, missing - 1);
    out_of_memory(call);
}

/* The first binary, counted from 1, that the driver has not accepted; 0: none. */
static uint64_t bad_binary(cl_uint count, const cl_int *status)
{
    for (cl_uint i = 0; status && i < count; i++)
        if (status[i]) return i + 1;
    return !status && count == 1;
}

void check_clCreateProgramWithBinary(struct check_call *call,
                                     const struct clCreateProgramWithBinary_args *a)
{
    const uint64_t empty = info_first_zero(a->lengths, a->num_devices);
    const uint64_t missing = info_first_null(a->binaries, a->num_devices);
    not_null(call, a->context, CL_INVALID_CONTEXT);
    devices_needed(call, a->num_devices, a->device_list);
    devices_of_context(call, a->context, a->num_devices, &a->device_list);
    error_if(call, a->num_devices && (!a->lengths || !a->binaries), CL_INVALID_VALUE,
             BINARY_MISSING, 0);
    error_if(call, empty, CL_INVALID_VALUE, BINARY_MISSING, empty - 1);
    error_if(call, missing, CL_INVALID_VALUE, BINARY_MISSING, missing - 1);
    if (explaining(call, CL_INVALID_BINARY)) {
        const uint64_t bad = bad_binary(a->num_devices, a->binary_status);
        explain_if(call, bad, CL_INVALID_BINARY, BINARY_REJECTED, bad - 1);
    }
    out_of_memory(call);
}

void check_clCreateProgramWithBuiltInKernels(struct check_call *call,
                                             const struct clCreateProgramWithBuiltInKernels_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    devices_needed(call, a->num_devices, a->device_list);
    error_if(call, !a->kernel_names, CL_INVALID_VALUE, BUILT_IN_NAMES_NULL);
    if (explaining(call, CL_INVALID_VALUE)) {
        const uint64_t bad = info_bad_built_in(a->kernel_names, a->num_devices, a->device_list);
        explain_if(call, bad, CL_INVALID_VALUE, BUILT_IN_NAME, bad);
    }
    devices_of_context(call, a->context, a->num_devices, &a->device_list);
    out_of_memory(call);
}

static bool is_no_spirv(const void *il, size_t length)
{
    enum { HEADER = 20 };
    static const uint32_t magic = 0x07230203, swapped = 0x03022307;
    uint32_t word;
    if (!il || !length) return false;
    if (length < HEADER || length % sizeof word) return true;
    memcpy(&word, il, sizeof word);
    return word != magic && word != swapped;
}

static uint64_t first_word(const void *il, size_t length)
{
    uint32_t word = 0;
    if (il && length >= sizeof word) memcpy(&word, il, sizeof word);
    return word;
}

static void program_of_il(struct check_call *call, const struct clCreateProgramWithIL_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    error_if(call, info_context_lacks_il(a->context), CL_INVALID_OPERATION, IL_UNSUPPORTED);
    error_if(call, !a->il || !a->length, CL_INVALID_VALUE, IL_MISSING);
    explain_if(call, is_no_spirv(a->il, a->length), CL_INVALID_VALUE, IL_FORMAT,
               first_word(a->il, a->length));
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(program_of_il, clCreateProgramWithIL, clCreateProgramWithILKHR, errcode_ret)

void check_clSetProgramReleaseCallback(struct check_call *call,
                                       const struct clSetProgramReleaseCallback_args *a)
{
    not_null(call, a->program, CL_INVALID_PROGRAM);
    explain_if(call, true, CL_INVALID_OPERATION, PROGRAM_DESTRUCTORS);
    error_if(call, !a->pfn_notify, CL_INVALID_VALUE, CALLBACK_MISSING);
    out_of_memory(call);
}

void check_clSetProgramSpecializationConstant(
    struct check_call *call, const struct clSetProgramSpecializationConstant_args *a)
{
    const enum program_origin origin = info_program_origin(a->program);
    const cl_context context = objects_context(a->program);
    const size_t size = a->spec_size;
    not_null(call, a->program, CL_INVALID_PROGRAM);
    error_if(call, origin != ORIGIN_UNKNOWN && origin != ORIGIN_IL, CL_INVALID_PROGRAM,
             PROGRAM_NOT_IL);
    error_if(call, origin == ORIGIN_IL && info_context_lacks_il(context), CL_INVALID_OPERATION,
             IL_UNSUPPORTED);
    error_about(call,
                origin == ORIGIN_IL
                    ? info_program_device_without(a->program, 0, NULL, CL_DEVICE_COMPILER_AVAILABLE)
                    : NULL,
                CL_COMPILER_NOT_AVAILABLE, COMPILER_MISSING);
    driver_checks(call, CL_INVALID_SPEC_ID,
                  "the program has no specialization constant of this number");
    error_if(call, !a->spec_value, CL_INVALID_VALUE, CONSTANT_VALUE);
    explain_if(call, size != 1 && size != 2 && size != 4 && size != 8, CL_INVALID_VALUE,
               CONSTANT_SIZE);
    out_of_memory(call);
}

/* ---- builds ---- */

void check_clBuildProgram(struct check_call *call, const struct clBuildProgram_args *a)
{
    const enum program_origin origin = info_program_origin(a->program);
    not_null(call, a->program, CL_INVALID_PROGRAM);
    devices_length(call, a->num_devices, a->device_list);
    callback_data(call, a->pfn_notify, a->user_data);
    devices_of_program(call, a->program, a->num_devices, &a->device_list);
    explain_if(call, info_program_lacks_binary(a->program), CL_INVALID_BINARY, PROGRAM_NO_BINARY);
    build_options(call, a->options, CL_INVALID_BUILD_OPTIONS);
    build_option_refused(call, a);
    error_about(call,
                origin == ORIGIN_SOURCE || origin == ORIGIN_IL
                    ? info_program_device_without(a->program, a->num_devices, a->device_list,
                                                  CL_DEVICE_COMPILER_AVAILABLE)
                    : NULL,
                CL_COMPILER_NOT_AVAILABLE, COMPILER_MISSING);
    build_failed(call, a->program, CL_BUILD_PROGRAM_FAILURE);
    not_building(call, a->program, a->num_devices, a->device_list);
    no_kernels(call, a->program);
    can_be_built(call, a->program);
    out_of_memory(call);
}

void check_clCompileProgram(struct check_call *call, const struct clCompileProgram_args *a)
{
    const cl_uint headers = a->num_input_headers;
    not_null(call, a->program, CL_INVALID_PROGRAM);
    error_about(call, info_elsewhere(a->program, a->input_headers, headers), CL_INVALID_CONTEXT,
                PROGRAM_CONTEXT);
    devices_length(call, a->num_devices, a->device_list);
    error_if(call, !headers != !a->input_headers || !headers != !a->header_include_names,
             CL_INVALID_VALUE, HEADERS_LENGTH);
    callback_data(call, a->pfn_notify, a->user_data);
    devices_of_program(call, a->program, a->num_devices, &a->device_list);
    build_options(call, a->options, CL_INVALID_COMPILER_OPTIONS);
    not_building(call, a->program, a->num_devices, a->device_list);
    error_about(call,
                info_program_device_without(a->program, a->num_devices, a->device_list,
                                            CL_DEVICE_COMPILER_AVAILABLE),
                CL_COMPILER_NOT_AVAILABLE, COMPILER_MISSING);
    build_failed(call, a->program, CL_COMPILE_PROGRAM_FAILURE);
    no_kernels(call, a->program);
    can_be_built(call, a->program);
    explain_if(call,
               info_program_origin(a->program) == ORIGIN_BINARY &&
                   !(a->options && strstr(a->options, "spir")),
               CL_INVALID_OPERATION, PROGRAM_BINARY_COMPILED);
    out_of_memory(call);
}

void check_clLinkProgram(struct check_call *call, const struct clLinkProgram_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    devices_length(call, a->num_devices, a->device_list);
    error_if(call, !a->num_input_programs || !a->input_programs, CL_INVALID_VALUE,
             LINK_PROGRAMS_LENGTH);
    none_null(call, a->input_programs, a->num_input_programs, CL_INVALID_PROGRAM);
    error_about(call, info_elsewhere(a->context, a->input_programs, a->num_input_programs),
                CL_INVALID_CONTEXT, PROGRAM_CONTEXT);
    callback_data(call, a->pfn_notify, a->user_data);
    error_about(call, info_foreign_context_device(a->context, a->num_devices, a->device_list),
                CL_INVALID_DEVICE, PROGRAM_CONTEXT_DEVICE);
    driver_checks(
        call, CL_INVALID_OPERATION,
        "some devices have a compiled program or a library for each input, and others do not");
    error_about(call,
                info_context_device_without(a->context, a->num_devices, a->device_list,
                                            CL_DEVICE_LINKER_AVAILABLE),
                CL_LINKER_NOT_AVAILABLE, LINKER_MISSING);
    build_options(call, a->options, CL_INVALID_LINKER_OPTIONS);
    driver_checks(call, CL_LINK_PROGRAM_FAILURE, "the programs do not fit together");
    out_of_memory(call);
}

void check_clUnloadCompiler(struct check_call *call, const struct clUnloadCompiler_args *a)
{
    (void)call, (void)a;
}

void check_clUnloadPlatformCompiler(struct check_call *call,
                                    const struct clUnloadPlatformCompiler_args *a)
{
    not_null(call, a->platform, CL_INVALID_PLATFORM);
}

/* ---- queries, and the kernels of programs ---- */

/* For CL_PROGRAM_BINARIES, param_value is a list of pointers to memory for each binary, and not
 * memory for binaries. */
static void binaries(struct check_call *call, const struct clGetProgramInfo_args *a)
{
    const bool asks = a->param_name == CL_PROGRAM_BINARIES && a->param_value;
    const uint64_t count = asks ? info_binary_count(a->program) : UNKNOWN;
    const size_t size = a->param_value_size, least = (size_t)count * sizeof(void *);
    const bool is_long = count != UNKNOWN && size > least;
    const bool is_bytes = is_long && info_is_binary_size(a->program, size);
    const void *bad = count != UNKNOWN && size >= least && !is_bytes
                          ? info_bad_pointer(a->param_value, (size_t)count)
                          : NULL;
    error_if(call, is_bytes, CL_SUCCESS, PROGRAM_BINARIES_BYTES, count);
    error_if(call, bad, CL_SUCCESS, PROGRAM_BINARIES_POINTER, count, ADDRESS(bad));
}

void check_clGetProgramInfo(struct check_call *call, const struct clGetProgramInfo_args *a)
{
    not_null(call, a->program, CL_INVALID_PROGRAM);
    binaries(call, a);
    explain_query(call, a, clGetProgramInfo, a->program, 0x1160, 0x117f);
    has_executable(call, a->program);
    out_of_memory(call);
}

void check_clGetProgramBuildInfo(struct check_call *call,
                                 const struct clGetProgramBuildInfo_args *a)
{
    not_null(call, a->program, CL_INVALID_PROGRAM);
    error_about(call, info_foreign_program_device(a->program, 1, &a->device), CL_INVALID_DEVICE,
                PROGRAM_DEVICE);
    not_null(call, a->device, CL_INVALID_DEVICE);
    if (explaining(call, CL_INVALID_VALUE))
        object_query(call, a->program, a->param_name, 0x1180, 0x118f,
                     ANSWER_SIZE(clGetProgramBuildInfo, a->program, a->device, a->param_name),
                     a->param_value_size, a->param_value);
    out_of_memory(call);
}

void check_clCreateKernel(struct check_call *call, const struct clCreateKernel_args *a)
{
    not_null(call, a->program, CL_INVALID_PROGRAM);
    has_executable(call, a->program);
    explain_if(call, info_is_no_kernel_name(a->program, a->kernel_name), CL_INVALID_KERNEL_NAME,
               KERNEL_NAME, info_kernel_count(a->program),
               ADDRESS(info_record_kernels(a->program, a->kernel_name)));
    driver_checks(call, CL_INVALID_KERNEL_DEFINITION,
                  "the kernel's parameters differ from device to device");
    error_if(call, !a->kernel_name, CL_INVALID_VALUE, KERNEL_NAME_NULL);
    out_of_memory(call);
}

void check_clCreateKernelsInProgram(struct check_call *call,
                                    const struct clCreateKernelsInProgram_args *a)
{
    not_null(call, a->program, CL_INVALID_PROGRAM);
    has_executable(call, a->program);
    if (explaining(call, CL_INVALID_VALUE)) {
        const uint64_t count = info_kernel_count(a->program);
        explain_if(call, a->kernels && count != UNKNOWN && a->num_kernels < count, CL_INVALID_VALUE,
                   KERNELS_SPACE, count);
    }
    out_of_memory(call);
}
