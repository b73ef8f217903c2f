/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels whose buffers have 64 bytes each. With n = 16, each line with a comment accesses what the comment says, in
 * the first work-item, and no other line accesses anything outside; with n = 15 nothing does.
 *
 *     // reads SIZE OFFSET [ARGUMENT]        // writes ...        // changes ...
 */
#define AT(array, index) (array)[index]
#define PUT(array, index, value) \
    AT(array, index) = (value)
#ifdef cl_khr_never_heard_of
#define ONE 2
#else
#define ONE 1
#endif
#if ONE == 1 && __OPENCL_VERSION__ >= 100
typedef struct {
    int first;
    short others[6];
} pair;
#endif

/* Findings name the lines of this file. */
#line 500 "another.cl"
# 7 "third.cl"

/* ---- expressions ---- */

kernel void first_variable(global int *a, constant int *c, int n)
{
    global int *to = a;
    to[n] = 1; // writes 4 64
}

kernel void subscript_read(global int *a, constant int *c, int n)
{
    a[0] = a[n]; // reads 4 64
}

kernel void without_blanks(global int *a, constant int *c, int n)
{a[n] = 1;} // writes 4 64

kernel void subscript_write(global int *a, constant int *c, int n)
{
    a[n] = a[0]; // writes 4 64
}

kernel void subscript_before(global int *a, constant int *c, int n)
{
    a[15 - n] = 1; // writes 4 -4
}

kernel void subscript_turned(global int *a, constant int *c, int n)
{
    0[a] = n[a]; // reads 4 64
}

kernel void constant_read(global int *a, constant int *c, int n)
{
    a[0] = c[n]; // reads 4 64 1
}

kernel void compound(global int *a, constant int *c, int n)
{
    a[n] += 3; // changes 4 64
}

kernel void increment(global int *a, constant int *c, int n)
{
    a[n]++; // changes 4 64
}

kernel void decrement(global int *a, constant int *c, int n)
{
    a[n]--; // changes 4 64
}

kernel void dereference(global int *a, constant int *c, int n)
{
    *(a + n) = *(n + c); // writes 4 64 // reads 4 64 1
}

kernel void nested(global int *a, constant int *c, int n)
{
    a[a[n] & 15] = c[a[0] & 15]; // reads 4 64
}

kernel void once(global int *a, constant int *c, int n)
{
    int i = n - 15;
    a[i++] = 7;
    a[i] = i;
    a[14 + i++] = 9; // writes 4 64
}

kernel void in_condition(global int *a, constant int *c, int n)
{
    if (n < 16 && a[n]) a[1] = 1;
    a[2] = n < 16 ? a[n] : 4;
    while (a[n] == 77) a[n] = 1; // reads 4 64
}

kernel void macro(global int *a, constant int *c, int n)
{
    PUT(a, 0, AT(a, // reads 4 64
                 n * ONE));
}

kernel void vectors(global int4 *a, constant int *c, int n)
{
    a[0] = a[n - 12];   // reads 16 64
    a[n - 12].yz = 3;   // writes 16 64
    a[1].x = (int)c[n]; // reads 4 64 1
}

kernel void structs(global pair *a, constant int *c, int n)
{
    a[n - 12].others[0] = 1;     // writes 2 68
    a[1].others[n - 5] = 1;
    a[0].first = (a + n - 12)->first; // reads 4 64
    a[2] = a[n - 12];            // reads 16 64
}

kernel void rows(global int (*a)[4], constant int *c, int n)
{
    a[0][0] = a[n - 12][2]; // reads 4 72
}

kernel void cast(global int *a, constant int *c, int n)
{
    ((global char *)a)[4 * n + 1] = 1; // writes 1 65
    a[0] = *(global short *)(a + n);   // reads 2 64
    a[1] = sizeof(a[n]);
    a[2] = &a[n] > a;
}

/* ---- variables ---- */

kernel void variable(global int *a, constant int *c, int n)
{
    global int *at = a + 1, *const end = a + n;
    constant int *const *none = 0;
    for (at = a; at < end; at++) *at += 1;
    *at-- = 1; // writes 4 64
    *at = *(end - 1);
}

kernel void parameter(global int *a, constant int *c, int n)
{
    a += n;
    *a = 1; // writes 4 64
    a[-1] = 2;
}

/* The layer says nothing where it is not certain which buffer a pointer is for. */
kernel void several(global int *a, constant int *c, int n, global int *b)
{
    global int *one = n ? a : b, *other = a;
    global int *swapped = one;
    other = b;
    b[0] = swapped[n - 15] + other[n - 15];
    for (int i = 0; i < 2; i++) {
        swapped = a;
        a = b;
        b = swapped;
    }
    b[1] = a[n] ^ b[n] ^ a[n] ^ b[n];
}

/* ---- functions of OpenCL C ---- */

kernel void vloads(global int *a, constant int *c, int n)
{
    a[0] = vload4(n - 12, a).x; // reads 16 64
    a[1] = vload3(0, a + n - 2).x; // reads 12 56
    a[2] = vload2(n / 2 - 1, c).x + vload2(n / 2, c).x; // reads 8 64 1
}

/* An index that is an access itself. */
kernel void vload_by_access(global int *a, constant int *c, int n)
{
    a[0] = n;
    a[1] = vload2(a[0] / 2, a).x; // reads 8 64
}

/* An index that changes something is evaluated once. */
kernel void vloads_once(global int *a, constant int *c, int n)
{
    int i = 1, j = 3, k = 1, l = 3, o = 1, p = 1;
    a[14] = vload2(i++, a).x + vload2(j--, a).x + vload2(++k, a).x + vload2(--l, a).x +
            vload2(o += 1, a).x + vload2(p = 2, a).x;
    a[15] = i + 10 * j + 100 * k + 1000 * l + 10000 * o + 100000 * p;
}

kernel void vstores(global int *a, constant int *c, int n)
{
    vstore4((int4)(1), n - 12, a); // writes 16 64
    vstore2((int2)(1), n - 9, a);
    vstore_half(1.0f, n, (global half *)a + 16); // writes 2 64
}

kernel void atomics(global int *a, constant int *c, int n)
{
    atomic_add(a + n, 1); // changes 4 64
    atomic_inc(&a[n - 1]);
    atomic_cmpxchg(&a[n], a[0], 3); // changes 4 64
}

kernel void results(global float *a, constant int *c, int n)
{
    a[0] = fract(1.5f, a + n); // writes 4 64
}

kernel void async_copies(global int *a, constant int *c, int n)
{
    local int part[32];
    event_t done = async_work_group_copy(part, a, n + 1, 0); // reads 68 0
    wait_group_events(1, &done);
    done = async_work_group_copy(a + 1, part, n, 0); // writes 64 4
    wait_group_events(1, &done);
}

/* ---- functions of the program ---- */

int read(global const int *from, int i);

void write(int value, global int *to, int i)
{
    to[i] = value; // writes 4 64
}

int read(global const int *from, int i)
{
    return from[i]; // reads 4 64 3
}

int read_constant(constant int *from, int i) { return from[i]; } // reads 4 64 1

int sum(global int *a, global int *b, int n)
{
    global int *at = a;
    return read(at + 1, n - 1) + read(b, 0) + b[n];
}

kernel void function_write(global int *a, constant int *c, int n)
{
    write(1, a, n);
}

kernel void functions(global int *a, constant int *c, int n, global int *b)
{
    b[0] = sum(a, n ? a : b, n - 1) + read(a, read(b, n)) + sizeof(read(a, n)) + read_constant(c, n);
}

kernel void called(global int *a, constant int *c, int n)
{
    a[3] = n;
}

kernel void calls_kernel(global int *a, constant int *c, int n)
{
    called(a + n - 12, c, n);
}

/* The program's own functions may have any name that OpenCL C does not use. */
int __attribute__((overloadable)) atomic_mine(global int *at) { return at != 0; }

int get_next(int *i) { return (*i)++; }

kernel void own_functions(global int *a, constant int *c, int n)
{
    int i = n - 13;
    a[0] = atomic_mine(a + n);
    a[1] = vload2(get_next(&i), a).x + i;
}

kernel void nothing(void)
{
}
