/* SPDX-License-Identifier: Apache-2.0 */
/* The words of SPIR-V modules, for tests that make their own. */
#ifndef CLRELAY_TOOLS_TEST_CHECK_SPIRV_H
#define CLRELAY_TOOLS_TEST_CHECK_SPIRV_H

#include <stdint.h>

/* An instruction: its opcode, then its operands. */
#define I(op, ...) (uint32_t)(1 + WORDS(__VA_ARGS__)) << 16 | (op), __VA_ARGS__
#define WORDS(...) (sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

enum {
    OP_NAME = 5,
    OP_LINE = 8,
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_BOOL = 20,
    OP_INT = 21,
    OP_FLOAT = 22,
    OP_VECTOR = 23,
    OP_IMAGE = 25,
    OP_SAMPLER = 26,
    OP_ARRAY = 28,
    OP_STRUCT = 30,
    OP_POINTER = 32,
    OP_QUEUE = 37,
    OP_PIPE = 38,
    OP_FORWARD = 39,
    OP_CONSTANT = 43,
    OP_SPEC_CONSTANT = 50,
    OP_FUNCTION = 54,
    OP_PARAMETER = 55,
    OP_FUNCTION_END = 56,
    OP_DECORATE = 71,
    OP_MEMBER_DECORATE = 72,
    OP_DECORATION_GROUP = 73,
    OP_GROUP_DECORATE = 74,
    OP_GROUP_MEMBER_DECORATE = 75
};
enum { IN_CONSTANT, IN_LOCAL = 4, IN_GLOBAL, IN_FUNCTION = 7, IN_GENERIC };
enum { PACKED = 10, OFFSET = 35, ATTRIBUTE = 38, ALIGNMENT = 44, BY_VALUE = 2 };

#define SPIRV_HEADER(bound) 0x07230203, 0x10000, 0, bound, 0

#endif
