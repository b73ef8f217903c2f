/* SPDX-License-Identifier: Apache-2.0 */
/* The check layer reads the parameters of kernels from the source: correctly, or not at all. */
#include "../../layers/source/kernel_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `expected` has a word for each parameter: ? unknown; P pointer, with r: to const, c: in constant
 * memory, x: restrict, w: the kernel writes to it, i: at the index of the work-item, in elements of
 * so many bytes; L local; S sampler; Q queue; I image, with r w b: its qualifier, !: the kernel
 * writes to it; or the bytes of a value, with s for a structure. */
/* clang-format off */
struct row {
    const char *source, *options, *expected;
};
static const struct row rows[] = {
    { "kernel void k(global int *a, int b) {}", "", "P 4" },
    { "__kernel void k(__global const float4 *restrict a, __local float *b, float3 c){}", "", "Prx L 16" },
    { "kernel\nvoid\nk (constant uchar* a,\n\tconst ulong b,\n unsigned c, unsigned char d)\n{}", "",
      "Prc 8 4 1" },
    { "kernel void k(read_only image2d_t a, write_only image2d_t b, image2d_t c, sampler_t d, queue_t e){}",
      "", "Ir Iw Ir S Q" },
    { "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(double16 a, half *b) {}", "", "128 ?" },
    { "kernel void k() {}", "", "" },
    { "kernel void k(int) {}", "", "4" },
    { "kernel void k(long int a, unsigned long int b, short int c, int unsigned d, long unsigned e) {}", "", "8 8 2 4 8" },
    { "kernel void k(char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h, half i, float j, double k) {}", "",
      "1 1 2 2 4 4 8 8 2 4 8" },
    /* Types that only the compiler knows. */
    { "kernel void k(real a, global real *b, struct s c, size_t d, image_size_t e, real){}",
      "", "? P ? ? ? ?" },
    { "kernel void k(int a[4], int EXTRA b, GLOBAL int *c, float *d, long long e) {}", "", "? ? ? ? ?" },
    { "kernel void k(__attribute__((unused)) int a, int b) {}", "", "? 4" },
    { "kernel void k(global volatile const int * const a, pipe int b, private int c) {}", "", "Pr ? 4" },
    /* Directives that may change the layout of the structures after them. */
    { "#pragma pack(push, 1)\nstruct s { char a; int b; };\n#pragma pack(pop)\nkernel void k(struct s a, int b) {}", "", "? 4" },
    { "struct s { char a; int b; };\n#pragma pack(1)\nkernel void k(struct s a) {}", "", "8s" },
    { "struct s { char a;\n#pragma pack(1)\nint b; };\nkernel void k(struct s a) {}", "", "?" },
    { "#pragma PACKED\nstruct s { char a; int b; };\nkernel void k(struct s a) {}", "-DPACKED=pack(1)", "?" },
    { "#pragma clang attribute push(__attribute__((packed)))\nstruct s { char a; int b; };\nkernel void k(struct s a) {}",
      "", "?" },
    { "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma unroll\n#pragma\nstruct s { char a; int b; };\n"
      "kernel void k(struct s a) {}", "", "8s" },
    { "#if 0\n#pragma pack(1)\n#endif\nstruct s { char a; int b; };\nkernel void k(struct s a) {}", "", "8s" },
    { "#ifdef A\n#pragma pack(1)\n#endif\nstruct s { char a; int b; };\nkernel void k(struct s a) {}", "", "?" },
    { "_Pragma(\"pack(1)\") void f();\nstruct s { char a; int b; };\nkernel void k(struct s a) {}", "", "?" },
    { "__pragma(pack(1)) void f();\nstruct s { char a; int b; };\nkernel void k(struct s a) {}", "", "?" },
    { "#define P(x) _Pragma(#x)\nP(pack(1)) void f();\nstruct s { char a; int b; };\nkernel void k(struct s a) {}", "", "?" },
    { "#ifdef A\n#define P _Pragma(\"pack(1)\")\n#else\n#define P\n#endif\nP void f();\nstruct s { char a; int b; };\n"
      "kernel void k(struct s a) {}", "", "?" },
    { "struct s { char a; int b; };\n#include \"a.h\"\nstruct t { struct s s; };\nkernel void k(struct s a, struct t b) {}",
      "", "? ?" },
    { "#define U _Pragma(\"unroll 4\")\nvoid f() { _Pragma(\"unroll\") for (;;); }\nstruct s { char a; int b; };\nkernel void k(struct s a) {}",
      "", "8s" },
    /* Options that may define anything. */
#define LAID_OUT "struct s { char a; int b; };\nkernel void k(struct s a) {}"
    { LAID_OUT, "-w -I folder -D X", "8s" },
    { LAID_OUT, "-include a.h", "?" },
    { "kernel void k(float a, global float *b) {}\n#include \"a.h\"\n", "", "4 P" },
    { "#include \"a.h\"\nkernel void k(float a, global float *b, sampler_t c) {}", "", "? P S" },
    { LAID_OUT, "-imacros a.h", "?" },
    { LAID_OUT, "-UX", "?" },
    { LAID_OUT, "@options", "?" },
    { LAID_OUT, "-w\t-DX", "?" },
    { LAID_OUT, "-w\n-DX", "?" },
    /* An empty argument. */
    { "#define E(x) x\nkernel void k(int a E()) {}", "", "4" },
    { "#define E\nkernel void k(int a E) {}", "", "4" },
    { "kernel void k\n#define E\n(int a E) {}", "", "4" },
    { "#define S(x) #x\nkernel void k(int a S(b)) {}", "", "?" },
    /* Whether a name is defined may depend on an option, by way of another name. */
    { "#ifdef A\n#define N\n#endif\n#ifdef N\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    /* Comments and strings. */
    { "/* kernel void k(int a, int b) */ // void k(long a)\nkernel void k(int a /* , int b */) {}", "", "4" },
    { "constant char t[] = \"void k(long a)\"; kernel void k(int a) {}", "", "4" },
    { "kernel void k(int a, // (\n float b) {} /* void k(", "", "4 4" },
    { "kernel void k(int \\\na) {}", "", "4" },
    /* Other functions, and calls. */
    { "void kk(long a) {} void h(int x) { k(x); } kernel void k(int a) { kk(a); }", "", "4" },
    { "kernel void k(int a); kernel void k(int a) {}", "", "4" },
    /* Definitions that differ, another number of parameters, directives, redefined words. */
    { "#ifdef A\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "kernel void k(int a MORE) {}", "", "? ?" },
    { "kernel void k(int a] {}", "", "?" },
    { "kernel void k(int a, int b) {}", "", "?" },
    { "kernel void k(int a\n#ifdef A\n, int b\n#endif\n) {}", "", "?" },
    { "#define float double\nkernel void k(float a) {}", "", "8" },
    { "#  define\tglobal local\nkernel void k(global int *a) {}", "", "L" },
    { "kernel void k(float a) {}", "-D float=double", "8" },
    { "kernel void k(float a) {}", "-Dfloat=double -w", "8" },
    { "kernel void k(float a) {}", "-D N=4 -DM", "4" },
    { "#define K(n, t) kernel void n(t a) {}\nK(k, float)", "", "4" },
    { "#define DECLARE(t) kernel void k(t a) {}\nDECLARE(float)", "", "4" },
    { "#define SECOND(n, t) t\nkernel void k(SECOND(max(1, 2), float) a) {}", "", "4" },
    /* Parameters to which a kernel certainly writes. */
    { "kernel void k(global int *a, global float *b) { a[1] = b[0]; }", "", "Pw P" },
    { "kernel void k(global int *a, global int *b, global int *c, global int *d) {"
      " *a = 1; b[a[c[2]]] <<= 1; if (1) *c += 2; d[0]--; }", "", "Pw Pw P Pw" },
    { "struct s { int x; }; kernel void k(global struct s *a, global float4 *b) {"
      " a->x = 1; b[3] . xy = 0; }", "", "Pw Pw" },
    { "kernel void k(global int *a) { do a[0] = 1; while (0); }", "", "P" },
    { "kernel void k(global int *a, int b) { if (a[0] == 1 || a[1] <= 2 || a[2] != 3) b = *a; }", "", "P 4" },
    { "kernel void k(global int *a, global int *b) { f(a, b[1]); b; s.a[0] = 1; p->b[0] = 1; }", "", "P P" },
    { "kernel void k(global int *a, global int *b) { int c = b[0] * a[0]; }", "", "P P" },
    /* Variables of the same name, directives, macros, other pointers. */
    { "kernel void k(global int *a) { { int a[2]; a[0] = 1; } }", "", "P" },
    { "kernel void k(global int *a) { { double a = 0; } a[0] = 1; }", "", "P" },
    { "kernel void k(global int *a, global int *b) { a = b; a[0] = 1; }", "", "P P" },
    { "kernel void k(global int *a) {\n#if 0\na[0] = 1;\n#endif\n}", "", "P" },
    { "#define a b\nkernel void k(global int *a) { a[0] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { a[0] = 1; }", "-D a=b", "Pw" },
    { "kernel void k(global int *a) { /* a[0] = 1 */ }", "", "P" },
    { "kernel void k(global int *a) { aa[0] = 1; a_[0] = 1; }", "", "P" },
    { "#ifdef A\nkernel void k(global int *a) { a[0] = 1; }\n#else\nkernel void k(global int *a) {}\n#endif",
      "", "P" },
    { "kernel void k(global int *a) { a[0", "", "P" },
    { "kernel void k(global int *a) { a[0] =", "", "P" },
    { "kernel void k(global int *a) { ;\n#if 0\n; a[0] = 1;\n#endif\n}", "", "P" },
    { "kernel void k(global int *a, global int *b) { a[0] >>= 1; ELSE b[0] = 1; }", "", "Pw P" },
    { "kernel void k(global int *a) { int b = 2 > a[0]; if (b < *a) ; b = 1; }", "", "P" },
    { "kernel void k(global int *a) { { int t[2], a[3]; a[0] = 1; } }", "", "P" },
    { "kernel void k(global int *a) { { int t[] = { 1, 2 }, a[3]; a[0] = 1; } }", "", "P" },
    { "kernel void k(global int *a, int b) { b = f(1, 2), a[0] = 1; }", "", "Pw 4" },
    { "kernel void k(global int *a) { { int (a)[3]; a[0] = 1; } }", "", "P" },
    { "kernel void k(global int *a, global int *b) { (a) = b; a[0] = 1; }", "", "P P" },
    { "kernel void k(global int *a, global int *b) { f(&a, b); a[0] = 1; f(&b[0]); b[0] = 1; }", "", "P Pw" },
    { "#define ARRAY(n, s) int n[s]\nkernel void k(global int *a, global int *b) { { ARRAY(a, 3); a[0] = 1; } b[0] = 1; }",
      "", "P Pw" },
    { "kernel void k(global int *a) { { ARRAY(a); a[0] = 1; } }", "'-DARRAY(n)=int n[3]'", "P" },
    /* Writes that the program may prevent by its arguments. */
    { "kernel void k(global int *a, global int *b, int n) { int i = get_global_id(0); if (n) a[i] = 1; else b[i] = 1; }",
      "", "P P 4" },
    { "kernel void k(global int *a, int n) { if (n) { n++; } a[0] = 1; }", "", "Pw 4" },
    { "kernel void k(global int *a, int n) { if (n) { if (n > 1) return; } a[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { switch (n) { case 1: a[0] = 1; } }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int x = get_global_id(0), y = x / n; if (y < n) a[y] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int x = n; x = x + 1; if (x) a[n] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, global int *b) { int i = get_global_id(0); if (b[i]) a[i] = 1; }", "", "P Pi4" },
    { "kernel void k(global int *a, int n) { if (n) n = 1; else if (get_local_id(0) == 0) a[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int m = n, i = get_global_id(0); if (m < 4) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0) * n; if (2 * i < n) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, global int *b) { if (2 * *b + get_global_id(0)) a[0] = 1; }", "", "P P" },
    { "kernel void k(write_only image2d_t a, read_write image2d_t b, int n) { write_imagef(a, 0, 1); if (n)"
      " write_imagef(b, 0, 1); }", "", "Iw! Ib 4" },
    { "kernel void k(write_only image2d_t a, read_only image2d_t b) { read_imagef(b, a); }", "", "Iw Ir" },
    { "#ifdef A\nkernel void k(write_only image2d_t a) { write_imagei(a, 0, 1); }\n#else\n"
      "kernel void k(write_only image2d_t a) {}\n#endif", "", "Iw" },
    { "kernel void k(global int *a, int n) { if (n", "", "P 4" },
    { "kernel void k(global int *a, int n) { if EVER a[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { a[0] = 1; if", "", "P 4" },
    /* Writes to the element with the index of the work-item. */
    { "kernel void k(global int *a) { a += 16; a[get_global_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { a++; a[get_global_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { --a; a[get_global_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int ixxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = get_global_id(0);"
      " a[ixxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx] = 1; }", "", "Pwi4" },
    { "kernel void k(global int *a, global const float *b) { a[get_global_id(0)] = b[ get_global_id ( 0 ) ]; }", "",
      "Pwi4 Pri4" },
    { "kernel void k(global double4 *a, global real *b, uint n) { const size_t i = get_global_id(0);"
      " for (int j = 0; j < 4; j++) n += j; if (i >= n) return; a[i] += b[i] * 2; }", "", "P P 4" },
    { "kernel void k(global int *a) { unsigned int i = get_global_id(0); a[i]++; }", "", "Pwi4" },
    { "kernel void k(global int *a) { int i = get_global_id(0); if (i < 4) a[i] = 1; }", "", "P" },
    { "kernel void k(global int *a) { int i = get_global_id(0); if (i < 4) { a[i] = 1; } }", "", "P" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i <= n) return; a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (n > 1) return; a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); while (n) { return; } a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a) { int i = get_global_id(0); i += 4; a[i] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int i = get_global_id(0); ++i; a[i] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int i = get_global_id(0); f(&i); a[i] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int i = get_global_id(0); i = 4; a[i] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int i = get_global_id(0); { int i = 4; a[i] = 1; } }", "", "Pw" },
    { "kernel void k(global int *a) { int i = get_global_id(0) + 4; a[i] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int i = get_global_id(1); a[i] = 1; a[get_local_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { a[get_global_id(0) + 1] = 1; a[2] = a[get_global_id(0)]; }", "", "Pw" },
    { "kernel void k(global int4 *a, global int4 *b) { a[get_global_id(0)].x = b[get_global_id(0)].y; }", "", "Pw P" },
    { "kernel void k(global int *a, int n) { n = n ? a[get_global_id(0)] : 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { n = n && a[get_global_id(0)]; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { n = sizeof(a[get_global_id(0)]); f(&a[get_global_id(0)]); }", "", "P 4" },
    /* Writes that each work-item may skip are not certain. */
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); for (int j = 0; j < n; j++) a[j] = j; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); for (int j = i; j < n; j += get_global_size(0)) { a[j] = j; } }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i >= 100000000) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); n ? (a[0] = 1) : 0; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); n && (a[0] = 1); }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); while (n--) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); goto end; a[i] = 2; end:; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i >= n) { n = 1; return; } a[i] = 2; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); switch (n) { case 1: a[i] = 1; } }", "", "P 4" },
    { "kernel void k(global int *a) { UNKNOWN[0] a[0] = 1; }", "", "P" },
    { "#define IF if\nkernel void k(global int *a, int n) { int i = get_global_id(0); IF (n) a[i] = 1; }", "", "P 4" },
    { "#define WR(x) if (n) x\nkernel void k(global int *a, int n) { int i = get_global_id(0); WR(a[i] = 1); }", "", "P 4" },
    { "kernel void k(global int *a, int n) { { int x = n; a[0] = x; } }", "", "Pw 4" },
    { "#define A if (n)\n#define B A\nkernel void k(global int *a, int n) { B a[0] = 1; }", "", "P 4" },
    { "#define W(x) x\nkernel void k(global int *a, int n) { W(a[0] = 1); }", "", "Pw 4" },
    { "kernel void k(global int *a, int n) { MAYBE a[0] = 1; }", "-D \"MAYBE=if (n)\"", "P 4" },
    { "#define N (2 * 0x10u)\nkernel void k(global int *a, int n) { if (n) { n = N; } a[N] = n; }", "", "Pw 4" },
    { "#define i 4\nkernel void k(global int *a) { int i = get_global_id(0); a[i] = 1; }", "", "Pw" },
    { "#define N 4\nkernel void k(global int *a) { a[get_global_id(0)] = 1; }", "", "Pwi4" },
    { "kernel void k(global int *a) { MAYBE a[get_global_id(0)] = 1; }", "-D MAYBE=if(0)", "P" },
    { "#include \"m.h\"\nkernel void k(global int *a) { a[get_global_id(0)] = 1; }", "", "P" },
    { "#ifdef A\nkernel void k(global int *a) { a[get_global_id(0)] = 1; }\n#else\n"
      "kernel void k(global int *a) { a[4] = 1; }\n#endif", "", "Pw" },
    /* Typedefs, structures and their layout on the device. */
    { "typedef float real; typedef real3 r3; kernel void k(real a, global real *b, r3 c){}", "", "4 P ?" },
    { "typedef struct { float3 p; float w; } s; kernel void k(s a, global s *b) {}", "", "32s P" },
    { "struct s { int a; char b; }; kernel void k(struct s a, const struct s b) {}", "", "8s 8s" },
    { "typedef struct __attribute__((packed)) { int a; char b; } s; kernel void k(s a) {}", "", "5s" },
    { "typedef struct { int a; char b; } __attribute__((packed)) s; kernel void k(s a) {}", "", "5s" },
    { "typedef struct { int a; char b; } __attribute__((aligned(16))) s; kernel void k(s a) {}", "", "16s" },
    { "typedef struct { int a; char b __attribute__((aligned(8))); } s; kernel void k(s a) {}", "", "16s" },
    { "typedef struct { int a; char b; } s __attribute__((packed)); kernel void k(s a) {}", "", "?" },
    { "typedef struct { char a; int b __attribute__ PACKED; } s; kernel void k(s a) {}", "", "?" },
    { "typedef struct { char a; int b __attribute__((packed)); short c; } s; kernel void k(s a) {}", "", "8s" },
    { "typedef struct { char a; int b __attribute__((aligned(16), aligned(8))); } s; kernel void k(s a) {}", "", "32s" },
    { "typedef struct { char a; int b __attribute__((__packed__, __aligned__(2))); } s; kernel void k(s a) {}", "", "6s" },
    { "typedef struct __attribute__((packed)) { char a; int b __attribute__((aligned(4))); } s; kernel void k(s a) {}", "", "8s" },
    { "typedef struct { int a[3], *b; union { char c[5]; int d; }; struct { short e; } f[2]; } s; kernel void k(s a) {}",
      "", "40s" },
    { "typedef struct { size_t a; global int *b; char c; } s; kernel void k(s a) {}", "", "24s" },
    { "typedef struct { bool a; } s; typedef struct { int a : 3; } t; typedef struct { int a[N]; } u;"
      " kernel void k(s a, t b, u c) {}", "", "? ? ?" },
    { "#define N 2\ntypedef struct { int a[N]; } s; kernel void k(s a) {}", "", "8s" },
    { "typedef struct { int a;\n#ifdef B\n int b;\n#endif\n} s; kernel void k(s a) {}", "", "?" },
    { "typedef struct { int a;\n#ifdef B\n int b;\n#endif\n} s; kernel void k(s a) {}", "-DB", "8s" },
    { "typedef struct { unknown a; } s; typedef struct { int 3; } t; kernel void k(s a, t b) {}", "", "? ?" },
    { "typedef global int *p; typedef float *q; kernel void k(p a, q b) {}", "", "P ?" },
    { "typedef enum { A } e; kernel void k(e a, enum f b) {}", "", "? ?" },
    { "typedef struct s s; struct s { int a; }; kernel void k(s a, struct s b) {}", "", "? 4s" },
    { "struct s { int a; } constant c = { 1 }; kernel void k(struct s a) {}", "", "4s" },
    /* Conditions: certain, or not. */
    { "#if 1 + 2 * 3 == 7 && !defined(A) || 0\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "#undef A\n#if 1 + 2 * 3 == 7 && !defined(A)\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    /* Each operator binds more tightly than those before: || && | ^ & == < << + *. */
    { "#if (1 || 0 && 0) && !(0 && 0 | 1) && (1 | 1 ^ 1) && (1 ^ 1 & 0) && !(2 & 2 == 2) && !(2 & 3 != 1)\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if !(2 == 2 < 3) && !(1 != 1 < 2) && (0 == 2 > 3) && !(2 == 2 <= 3) && (1 == 2 >= 2)\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if (1 < 1 << 1) && !(2 > 1 << 1) && (2 <= 1 << 1) && !(2 >= 1 << 2) && (0 < 8 >> 3)\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if (1 << 1 + 1) == 4 && (8 >> 1 + 1) == 2 && (1 << 3 - 1) == 4 && 7 - 2 - 1 == 4\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if 1 + 2 * 3 == 7 && 9 - 4 / 2 == 7 && 9 + 5 % 3 == 11 && 8 / 4 * 2 == 4\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    /* -1 becomes unsigned here. */
    { "#if 010 == 8 && 0x10 == 16 && 10 - 1 == 9 && 0 == 00\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if -1 > 0u\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "#if 1u - 2 > 0\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "#if (1 ? -1 : 0U) > 0\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "#if 3u - 2 == 1 && -1 < (1u < 2)\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if 1u - 1 == 0\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if A == 2\nkernel void k(int a) {}\n#elif A == 3\nkernel void k(long a) {}\n#endif", "-DA=3", "8" },
    { "#if 0 && A\nkernel void k(int a) {}\n#elif (A > 1 ? 0 : 1)\nkernel void k(char a) {}\n#else\nkernel void k(long a) {}\n#endif",
      "-DA=(1+1)", "8" },
    { "#ifndef N\n#define N 4\n#endif\nkernel void k(global int *a) { a[N] = 1; }", "", "Pw" },
    { "#ifndef R\n#define R float\n#endif\nkernel void k(R a) {}", "", "?" },
    { "#ifndef R\n#define R float\n#endif\nkernel void k(R a) {}", "-D R=double", "8" },
    { "#ifdef D\n#define R double\n#else\n#define R float\n#endif\nkernel void k(R a) {}", "", "?" },
    { "#ifndef GUARD\n#define GUARD\ntypedef float r;\n#define R r\nkernel void k(R a, global R *b) { b[0] = a; }\n#endif",
      "", "4 Pw" },
    { "#ifdef D\ntypedef double r;\n#else\ntypedef float r;\n#endif\nkernel void k(r a) {}", "", "?" },
    { "#ifdef A\n#define B\n#ifdef B\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif\n#endif", "", "4" },
    { "#if A\n#if 1\n#define T int\n#endif\n#endif\nkernel void k(T a) {}", "", "?" },
    /* The variadic arguments of a macro may be missing, with the comma before them. */
    { "#define K(type, ...) kernel void k(type a, ## __VA_ARGS__) {}\nK(long, int b)", "", "8 4" },
    { "#define K(type, ...) kernel void k(type a) {}\nK(long)", "", "8" },
    { "#define K(name, type, ...) kernel void name(type a) {}\nK(k)", "", "" },
    { "#define K(type, ...) kernel void k(type a, ## __VA_ARGS__) {}\nK(long)", "", "8" },
    { "#define A(x) x##8\n#define B(x) A(x)\n#define C(x, ...) B(x) __VA_ARGS__\nkernel void k(C(float, a)) {}", "", "32" },
    { "#define S(x) #x\n#define E\nkernel void k(int E a) { S(a[0] = 1); }", "", "4" },
    { "#define A A B\n#define B A\nkernel void k(A) {}", "", "?" },
    { "#define F(x) x F(x)\nkernel void k(global int *a) { F(a[0] = 1;) }", "", "Pw" },
    { "#ifdef A\n#define M return\n#endif\nkernel void k(global int *a) { M; a[0] = 1; }", "", "P" },
    { "#define T float\n#ifdef A\n#undef T\n#define T double\n#endif\nkernel void k(T a) {}", "", "?" },
    { "#define T float\n#ifdef A\n#undef T\n#define T double\n#else\nkernel void k(T a) {}\n#endif", "", "4" },
    { "#ifdef A\nkernel void k(int a) {}\n#else\nkernel void k(int a, int b) {}\n#endif", "", "?" },
    { "#ifndef N\n#define N 4\n#endif\n#define C(a, b) a##b\n#define D(a, b) C(a, b)\nkernel void k(D(float, N) a) {}",
      "", "?" },
    { "kernel void k(int a) {}\n#endif", "", "?" },
    { "#if 1\nkernel void k(int a) {}", "", "?" },
    { "kernel void k(global int *a) {\n#ifdef A\nreturn;\n#endif\na[0] = 1; }", "", "P" },
    { "kernel void k(global int *a, int n) {\n#ifdef A\nif (n)\n#endif\na[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) {\n#ifdef A\nn = 1;\n#else\na[1] = 0;\n#endif\na[0] = 1; }", "", "Pw 4" },
    { "kernel void k(global int *a, int n) {\n#ifdef A\nif (n) {\n#endif\na[0] = 1;\n#ifdef A\n}\n#endif\n}", "", "P 4" },
    { "kernel void k(global int *a, int n) {\n#ifdef A\nint a[3];\n#endif\na[0] = 1; }", "", "P 4" },
    { "kernel void k(int a UNKNOWN) {} kernel void kk() {}", "", "?" },
    { "void f(int a) UNKNOWN { } kernel void k(int a) {}", "", "4" },
    { "#ifdef A\nkernel void k(global int *a) {\n#else\nkernel void k(global int *a) { a[1] = 0;\n#endif\na[0] = 1; }", "", "P" },
    /* Deep nesting: the most that is read, and one more. */
#define X4(text)  text text text text
#define X16(text) X4(X4(text))
#define X63(text) X4(text text text) X16(text text text) text text text
    { X63("#if 1\n") "#if 1\nkernel void k(int a) {}\n#endif" X63("\n#endif"), "", "4" },
    { X63("#if 1\n") "#if 1\n#if 1\nkernel void k(int a) {}\n#endif\n#endif" X63("\n#endif"), "", "?" },
    { "typedef " X16("struct { ") "int b; " X16("} b; ") "kernel void k(b a) {}", "", "4s" },
    { "typedef struct { " X16("struct { ") "int b; " X16("} b; ") "} b; kernel void k(b a) {}", "", "?" },
    { "#if " X16("~~") X4("~~") "~~~~~~1\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "4" },
    { "#if " X16("~~") X4("~~") "~~~~~~~0\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "#define F(x) x\nkernel void k(" X16("F(") "int" X16(")") " a) {}", "", "4" },
    { "#define F(x) x\nkernel void k(F(" X16("F(") "int" X16(")") ") a) {}", "", "?" },
#define STEP(from, to) "#define A" #from " A" #to "\n"
#define STEPS(from, to) STEP(from##0, from##1) STEP(from##1, from##2) STEP(from##2, from##3) STEP(from##3, from##4) \
                        STEP(from##4, from##5) STEP(from##5, from##6) STEP(from##6, from##7) STEP(from##7, to##0)
#define STEPS_TO_INT STEPS(0, 1) STEPS(1, 2) STEPS(2, 3) STEPS(3, 4) STEPS(4, 5) STEPS(5, 6) STEPS(6, 7) STEPS(7, 8) \
                     "#define A80 int\n"
    { STEPS_TO_INT "kernel void k(A02 a) {}", "", "4" },
    { STEPS_TO_INT "kernel void k(A01 a) {}", "", "?" },
    { "#define F(x" X63(", x") ") int\nkernel void k(F(1" X63(", 1") ") a) {}", "", "4" },
    { "#define F(x, x" X63(", x") ") int\nkernel void k(F(1, 1" X63(", 1") ") a) {}", "", "?" },
    /* Sources that end too early. */
    { "kernel void k(int a", "", "?" },
    { "kernel void k(", "", "?" },
    { "\"void k(", "", "?" },
    { "/*", "", "?" },
    { "", "", "?" },
    { "#define A(\nkernel void k(int a) {}", "", "4" },
    { "#define A(x) x\nkernel void k(int a) {} A(", "", "4" },
    { "#if (((\n#endif\nkernel void k(int a) {}", "", "4" },
    { "#if 1 /\n#elif 1 / 0\n#elif -1 % 0\n#endif\nkernel void k(int a) {}", "", "4" },
};

/* The same, with what kernels certainly read: R, or F if they have not used it before. A - means
 * that the kernel does not name the parameter. */
static const struct row reads[] = {
    { "kernel void k(global int *a, global int *b, global int *c) { b[0] = a[0]; }", "", "PF Pw P-" },
    { "kernel void k(global int *a, global int *b) { a[0] = 1; b[0] = a[0]; }", "", "PwR Pw" },
    { "kernel void k(global int *a) { a[0] += 1; }", "", "PwF" },
    { "kernel void k(global int *a) { a[0] = a[1] + 1; }", "", "PwF" },
    { "kernel void k(global int *a, int n) { a[0] = 1, n = a[0]; }", "", "PwR 4" },
    { "kernel void k(global int *a, int n) { n = *a; n = *(a + 1); }", "", "PF 4" },
    { "kernel void k(global int *a, int n) { n = *(a - 1); }", "", "PF 4" },
    { "kernel void k(global int *a, int n) { n = 2 * a[0] - (int)a[1]; }", "", "PF 4" },
    { "kernel void k(global int *a, int n) { if (a[0] > n) n = 1; while (a[1]) n++; }", "", "PF 4" },
    { "kernel void k(global int *a, int n) { if (n && a[0]) n = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { for (int i = 0; i < n; i++) n += a[i]; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { global int *b = a; b[0] = 1; n = a[0]; }", "", "PR 4" },
    { "void f(global int *x); kernel void k(global int *a, int n) { f(a); n = a[0]; }", "", "PR 4" },
    { "kernel void k(global int *a, int n) { n = sizeof(a[0]); n = sizeof *a; (void)a[0]; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { assert(a[0]); n = max(a[1], 2); }", "", "PR 4" },
    { "kernel void k(global int *a, int n) { global int *b = &a[1]; n = (int)&a[2]; }", "", "P 4" },
    { "struct s { int x[2]; }; kernel void k(global struct s *a, int n) { n = a->x[0]; n = a[0].x[1]; }", "", "P 4" },
    { "kernel void k(global float *a, float4 n) { n = vload4(0, a); vstore4(n, 0, a); }", "", "PwF 16" },
    { "kernel void k(global int *a, global int *b) { atomic_add(&a[0], 1); atomic_cmpxchg(b, 0, 1); }", "", "PwF P" },
    { "void atomic_add(global int *x, int y) {} kernel void k(global int *a) { atomic_add(a, 1); }", "", "P" },
    { "kernel void k(read_only image2d_t a, sampler_t b, float4 c) { c = read_imagef(a, b, (int2)(0)); }", "", "IrF S 16" },
    { "#define SKIP(x)\nkernel void k(global int *a, int n) { SKIP(n = a[0]); }", "", "P- 4-" },
    { "kernel void k(global int *a, global int *b) {\n#ifdef A\nb[0] = a[0];\n#endif\n}", "", "P P" },
    { "kernel void k(global int *a) {\n#ifdef A\n}\n#else\na[0] = 1; }\n#endif", "", "P" },
    { "#ifdef A\nkernel void k(global int *a) {}\n#else\nkernel void k(global int *a) { a[0]++; }\n#endif", "", "P" },
    { "#include \"m.h\"\nkernel void k(global int *a) { a[0]++; }", "", "P" },
    { "kernel void k(global int *a) { a[0]++; }\n#include \"m.h\"\n", "", "PwF" },
    /* C++ for OpenCL has references, and structures with more than their members. */
#define REFERENCE "kernel void k(global int *a) { global int &b = a[0]; b = 1; }"
    { REFERENCE, "-cl-std=CLC++2021", "P" },
    { REFERENCE, "-w \"-cl-std=clc++\"", "P" },
    { "kernel void k(global int *a) { a[0]++; }", "-cl-std=CL3.0", "PwF" },
    { "struct s { int a; static int b; };\nkernel void k(struct s a, global struct s *b) {}", "-cl-std=CLC++", "? P" },
    { "kernel void k(global int *a, int n) { n = *a++; *a++ = n; }", "", "P 4" },
    { "kernel void k(constant int *a, global int *b) { b[0] = a[0]; }", "", "PrcF Pw" },
    /* A pointer in a structure points to other memory. */
    { "struct s { global int *p; int n; }; kernel void k(global struct s *a, global struct s *b) { a->p[0] = 1; b[0].p->x = 2; }",
      "", "P P" },
    { "struct s { struct { int n; } m; }; kernel void k(global struct s *a, global struct s *b) { a->m.n = 1; b[0].m.n = 2; }",
      "", "Pw Pw" },
    { "kernel void k(global int **a, global int *b) { a[0][1] = 1; atomic_add(&b->p[0], 1); }", "", "? P" },
    { "kernel void k(UNKNOWN a, int b, int) { a[0] = 1; b = 1; }", "", "? 4 4-" },
    { "kernel void k(global int *a, global int *b) { atomic_xchg(a, 1); atom_xchg(&b[1], 2); }", "", "Pw Pw" },
    /* Parentheses around what the operator changes. */
    { "kernel void k(global int *a, global float4 *b, global int *c) { (a[0]) = 1; ((b[1])).x = 2; ++(c[0]); }", "",
      "Pw Pw PwF" },
    { "kernel void k(global int *a, global int *b) { (*a) = 1; (*(b + 1)) = 2; }", "", "Pw Pw" },
    { "kernel void k(global int *a, global int *b) { global int *p = &(a[1]), *q = (global int *)&(b[1]); }", "",
      "P P" },
    { "kernel void k(global int *a, global int *b, global int *c) { global int *p = &*a, *q = &*(b + 1); p = (global int *)&*c; }",
      "", "P P P" },
    { "kernel void k(global int *a, global int *b, int c) { c = 1 & *a; c = (c) + *(b + 1); }", "", "PF PF 4" },
    { "#define AT(p, i) ((p)[i])\n#define OF(p, i) (p[(i)])\n"
      "kernel void k(global int *a, global int *b) { AT(a, 0) = 1; OF(b, 0) = OF(b, 1); }", "", "P PwR" },
    { "kernel void k(global int *a, global int *b, int c) { c = 2 * (a[0]) + abs(b[0]); }", "", "PF PF 4" },
    { "kernel void k(global int *a, int c) { if (a[0]) c = 1; }", "", "PF 4" },
};
/* clang-format on */

static const char *word_of(const struct kernel_parameter *kernel_parameter, bool says_reads,
                           char text[32])
{
    static const char *const words[] = { "?", "", "P", "L", "I", "pipe", "S", "Q" };
    static const char *const access[] = { "", "r", "w", "b" };
    const bool is_image = kernel_parameter->kind == PARAMETER_IMAGE;
    if (kernel_parameter->kind == PARAMETER_VALUE) snprintf(text, 32, "%u", kernel_parameter->size);
    else
        snprintf(text, 32, "%s%s", words[kernel_parameter->kind], access[kernel_parameter->access]);
    if (kernel_parameter->is_constant) strcat(text, "c");
    if (kernel_parameter->is_restrict) strcat(text, "x");
    if (kernel_parameter->is_struct) strcat(text, "s");
    if (kernel_parameter->is_written) strcat(text, is_image ? "!" : "w");
    if (says_reads && kernel_parameter->is_read)
        strcat(text, kernel_parameter->is_read_first ? "F" : "R");
    if (says_reads && kernel_parameter->is_unused) strcat(text, "-");
    if (kernel_parameter->is_indexed)
        snprintf(text + strlen(text), 8, "i%u", kernel_parameter->size);
    return text;
}

/* Reads a copy of the source in memory of exactly its size, so that memory checkers notice reads
 * beyond. */
static void read_all(const char *source, const char *options, uint32_t count,
                     struct kernel_parameter *parameters)
{
    const size_t size = strlen(source) + 1;
    char *copy = malloc(size);
    struct source *read;
    if (!copy) exit(2);
    memcpy(copy, source, size);
    read = source_read(copy, options, 8);
    free(copy);
    if (!read) exit(2);
    source_parameters(read, "k", count, parameters);
    source_free(read);
}

static unsigned check(const struct row *row, bool says_reads)
{
    struct kernel_parameter parameters[16];
    char found[512] = "", text[32];
    uint32_t count = *row->expected != 0;
    for (const char *at = row->expected; *at; at++) count += *at == ' ';
    memset(parameters, 0, sizeof parameters);
    read_all(row->source, row->options, count, parameters);
    for (uint32_t i = 0; i < count; i++) {
        if (i) strcat(found, " ");
        strcat(found, word_of(&parameters[i], says_reads, text));
    }
    if (strcmp(found, row->expected) == 0) return 0;
    fprintf(stderr, "source: %s: found \"%s\", not \"%s\"\n", row->source, found, row->expected);
    return 1;
}

/* The text of a parameter is short enough, or it is not there. */
static unsigned check_text(int name_length, bool is_there)
{
    char source[512], parameter[300];
    struct source *read;
    const char *text;
    bool is_right;
    snprintf(parameter, sizeof parameter, "int %0*d", name_length, 0);
    memset(parameter + 4, 'a', (size_t)name_length);
    snprintf(source, sizeof source, "kernel void k(%s) {}", parameter);
    read = source_read(source, "", 8);
    if (!read) exit(2);
    text = source_parameter_text(read, "k", 0);
    is_right = is_there ? text && !strcmp(text, parameter) : !text;
    if (!is_right)
        fprintf(stderr, "source: the text of %s is %s\n", parameter, text ? text : "not known");
    source_free(read);
    return !is_right;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) failures += check(&rows[i], false);
    for (unsigned i = 0; i < sizeof reads / sizeof *reads; i++) failures += check(&reads[i], true);
    failures += check_text(251, true) + check_text(252, false);
    return failures != 0;
}
