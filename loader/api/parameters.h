/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes a parameter list, an argument list, or anything else that has one part per parameter, from
 * the (type, name) pairs of a row. A function without parameters has the pair (void,).
 */
/* clang-format off */
#ifndef CLRELAY_LOADER_API_PARAMETERS_H
#define CLRELAY_LOADER_API_PARAMETERS_H

/* Parameters that many functions share. */
#define CONTEXT_PARAM (cl_context, context)
#define QUEUE_PARAM   (cl_command_queue, command_queue)
#define ERROR_PARAM   (cl_int *, errcode_ret)
#define VALUE_PARAMS                                                                               \
        (size_t, param_value_size), (void *, param_value), (size_t *, param_value_size_ret)
#define EVENT_PARAMS                                                                               \
        (cl_uint, num_events_in_wait_list), (const cl_event *, event_wait_list), (cl_event *, event)

#define PARAMS(...) (EACH(PARAM, __VA_ARGS__))
#define ARGS(...)   (EACH(ARG, __VA_ARGS__))

/* The name of the first parameter. */
#define FIRST(...)         FIRST_(__VA_ARGS__, )
#define FIRST_(pair, ...)  ARG pair

/* The type of the first parameter. */
#define FIRST_TYPE(...)        FIRST_TYPE_(__VA_ARGS__, )
#define FIRST_TYPE_(pair, ...) TYPE pair

#define PARAM(type, name) type name
#define TYPE(type, name)  type
#define ARG(type, name)   name

/* The second argument: what a macro that expands to `, something` stands for, or else a default. */
#define PICK(...)        PICK_(__VA_ARGS__)
#define PICK_(a, b, ...) b

/* what(type, name) for each pair, separated by commas. At most 16 pairs. */
#define EACH(what, ...)    EACH_WITH(APPLY, what, __VA_ARGS__)
#define APPLY(what, pair)  what pair

/* what(with, (type, name)) for each pair, separated by commas. */
#define EACH_WITH(what, with, ...) EACH_BY(COMMA, what, with, __VA_ARGS__)
#define COMMA()     ,
#define SEMICOLON() ;

/* The same, separated by by(). */
#define EACH_BY(by, what, with, ...) JOIN(EACH_, COUNT(__VA_ARGS__))(by, what, with, __VA_ARGS__)
#define JOIN(a, b)      JOIN_(a, b)
#define JOIN_(a, b)     a##b
#define COUNT(...)      COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define EACH_1(by, what, with, pair)      what(with, pair)
#define EACH_2(by, what, with, pair, ...) what(with, pair) by() EACH_1(by, what, with, __VA_ARGS__)
#define EACH_3(by, what, with, pair, ...) what(with, pair) by() EACH_2(by, what, with, __VA_ARGS__)
#define EACH_4(by, what, with, pair, ...) what(with, pair) by() EACH_3(by, what, with, __VA_ARGS__)
#define EACH_5(by, what, with, pair, ...) what(with, pair) by() EACH_4(by, what, with, __VA_ARGS__)
#define EACH_6(by, what, with, pair, ...) what(with, pair) by() EACH_5(by, what, with, __VA_ARGS__)
#define EACH_7(by, what, with, pair, ...) what(with, pair) by() EACH_6(by, what, with, __VA_ARGS__)
#define EACH_8(by, what, with, pair, ...) what(with, pair) by() EACH_7(by, what, with, __VA_ARGS__)
#define EACH_9(by, what, with, pair, ...) what(with, pair) by() EACH_8(by, what, with, __VA_ARGS__)
#define EACH_10(by, what, with, pair, ...) what(with, pair) by() EACH_9(by, what, with, __VA_ARGS__)
#define EACH_11(by, what, with, pair, ...) what(with, pair) by() EACH_10(by, what, with, __VA_ARGS__)
#define EACH_12(by, what, with, pair, ...) what(with, pair) by() EACH_11(by, what, with, __VA_ARGS__)
#define EACH_13(by, what, with, pair, ...) what(with, pair) by() EACH_12(by, what, with, __VA_ARGS__)
#define EACH_14(by, what, with, pair, ...) what(with, pair) by() EACH_13(by, what, with, __VA_ARGS__)
#define EACH_15(by, what, with, pair, ...) what(with, pair) by() EACH_14(by, what, with, __VA_ARGS__)
#define EACH_16(by, what, with, pair, ...) what(with, pair) by() EACH_15(by, what, with, __VA_ARGS__)

#endif
