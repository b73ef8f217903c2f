/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What parameters of kernels take. Most drivers say this only for programs that were built with
 * -cl-kernel-arg-info. For others, the layer reads the source, if it is simple.
 */
#ifndef CLRELAY_LAYER_CHECK_PARAMETERS_H
#define CLRELAY_LAYER_CHECK_PARAMETERS_H

#include "info.h"

/* What parameters take. */
enum parameter_kind {
    PARAMETER_UNKNOWN,
    PARAMETER_VALUE,
    PARAMETER_POINTER, /* to global or constant memory */
    PARAMETER_LOCAL,
    PARAMETER_IMAGE,
    PARAMETER_PIPE,
    PARAMETER_SAMPLER,
    PARAMETER_QUEUE
};

enum access { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE, ACCESS_BOTH };

struct kernel_parameter {
    uint8_t kind;   /* enum parameter_kind */
    uint8_t access; /* of an image or a pointer: enum access */
    /* Of a pointer: whether each work-item certainly uses the element with the index
     * get_global_id(0), and with ACCESS_WRITE, writes to it. Of an image: whether some work-item
     * certainly writes to it. */
    uint16_t indexed;
    uint16_t size;     /* of a value, or of such an element; 0: not known */
    uint16_t mem_type; /* of an image; 0: not known */
};

/* Letters of words in sources. */
static inline bool is_word(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

static inline bool is_space(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/* A program that was made from source, and a device that it was built for; NULL: the program has another origin. */
struct parameter_source {
    cl_program program;
    cl_device_id device;
};

/* Fills in what is known of a kernel's parameters; the rest stays 0. */
HIDDEN void parameters_of(cl_kernel kernel, struct parameter_source source, cl_uint count,
                          struct kernel_parameter *parameters);

/* The type and the name of a parameter, as the driver or the source have them. Returns false if they are not
 * known. */
HIDDEN bool parameter_text(cl_kernel kernel, cl_program from_source, cl_uint index, char *text,
                           size_t size);
HIDDEN bool parameter_text_of_source(char *source, const char *name, cl_uint index, char *text,
                                     size_t size);

/* The bytes of a built-in type of OpenCL C; the memory object that an image type takes; 0: it is none, or
 * not known. */
HIDDEN uint16_t parameter_type_size(const char *name);
HIDDEN uint32_t parameter_mem_type(const char *name);
HIDDEN bool parameter_is_image(const char *name);

/* Whether the body of a kernel, between its braces, certainly writes to what the pointer `name` points to
 * (writes.c). `end` is where the body ends. */
HIDDEN bool parameter_is_written(const char *body, const char *end, const char *name);

/* Whether it certainly writes to an image of that name. */
HIDDEN bool parameter_is_drawn(const char *body, const char *end, const char *name);

/* The same for the element that has the work-item's index, get_global_id(0): whether each work-item certainly
 * uses it, or if `written`, assigns to it. */
HIDDEN bool parameter_is_indexed(const char *body, const char *end, const char *name, bool written);

/* The same by the source alone (source.c). Changes `source`, which ends with a NUL. */
HIDDEN void parameters_of_source(char *source, const char *options, const char *name, cl_uint count,
                                 struct kernel_parameter *parameters);

#endif
