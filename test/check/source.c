/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of kernels as the check layer reads them in the source: right, or not at all. */
#include "check/parameters.h"

#include <stdio.h>
#include <stdlib.h>

/* `expected` has a word for each parameter: ? not known, P pointer (r: to what kernels only read, w: that it writes to, i: at the index of the work-item), L local, S sampler, Q queue, I image
 * (2D, r w b: how it is used), or the bytes of a value. */
/* clang-format off */
static const struct {
    const char *source, *options, *expected;
} rows[] = {
    { "kernel void k(global int *a, int b) {}", "", "P 4" },
    { "__kernel void k(__global const float4 *restrict a, __local float *b, float3 c){}", "", "Pr L 16" },
    { "kernel\nvoid\nk (constant uchar* a,\n\tconst ulong b,\n unsigned c, unsigned char d)\n{}", "",
      "Pr 8 4 1" },
    { "kernel void k(read_only image2d_t a, write_only image2d_t b, image2d_t c, sampler_t d, queue_t e){}",
      "", "Ir Iw Ir S Q" },
    { "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(double16 a, half *b) {}", "", "128 ?" },
    { "kernel void k() {}", "", "" },
    /* Types that only the compiler knows. */
    { "typedef float real; kernel void k(real a, global real *b, struct s c, size_t d, image_size_t e){}",
      "", "? P ? ? ?" },
    { "kernel void k(int a[4], int EXTRA b, GLOBAL int *c, float *d, long long e) {}", "", "? ? ? ? ?" },
    { "kernel void k(__attribute__((unused)) int a, int b) {}", "", "? 4" },
    { "kernel void k(global volatile const int * const a, pipe int b, private int c) {}", "", "Pr ? 4" },
    /* What is no code. */
    { "/* kernel void k(int a, int b) */ // void k(long a)\nkernel void k(int a /* , int b */) {}", "", "4" },
    { "constant char t[] = \"void k(long a)\"; kernel void k(int a) {}", "", "4" },
    { "kernel void k(int a, // (\n float b) {} /* void k(", "", "4 4" },
    { "kernel void k(int \\\na) {}", "", "4" },
    /* Other functions, and calls. */
    { "void kk(long a) {} void h(int x) { k(x); } kernel void k(int a) { kk(a); }", "", "4" },
    { "kernel void k(int a); kernel void k(int a) {}", "", "4" },
    /* Several that differ, another number of parameters, directives, words that are redefined. */
    { "#ifdef A\nkernel void k(int a) {}\n#else\nkernel void k(long a) {}\n#endif", "", "?" },
    { "kernel void k(int a MORE) {}", "", "? ?" },
    { "kernel void k(int a, int b) {}", "", "?" },
    { "kernel void k(int a\n#ifdef A\n, int b\n#endif\n) {}", "", "?" },
    { "#define float double\nkernel void k(float a) {}", "", "?" },
    { "#  define\tglobal local\nkernel void k(global int *a) {}", "", "?" },
    { "kernel void k(float a) {}", "-D float=double", "?" },
    { "kernel void k(float a) {}", "-Dfloat=double -w", "?" },
    { "kernel void k(float a) {}", "-D N=4 -DM", "4" },
    { "#define K(n, t) kernel void n(t a) {}\nK(k, float)", "", "?" },
    { "#define DECLARE(t) kernel void k(t a) {}\nDECLARE(float)", "", "?" },
    /* What a kernel writes to, certainly. */
    { "kernel void k(global int *a, global float *b) { a[1] = b[0]; }", "", "Pw P" },
    { "kernel void k(global int *a, global int *b, global int *c, global int *d) {"
      " *a = 1; b[a[c[2]]] <<= 1; if (1) *c += 2; d[0]--; }", "", "Pw Pw P Pw" },
    { "struct s { int x; }; kernel void k(global struct s *a, global float4 *b) {"
      " a->x = 1; b[3] . xy = 0; }", "", "Pw Pw" },
    { "kernel void k(global int *a) { do a[0] = 1; while (0); }", "", "P" },
    { "kernel void k(global int *a, int b) { if (a[0] == 1 || a[1] <= 2 || a[2] != 3) b = *a; }", "", "P 4" },
    { "kernel void k(global int *a, global int *b) { f(a, b[1]); b; s.a[0] = 1; p->b[0] = 1; }", "", "P P" },
    { "kernel void k(global int *a, global int *b) { int c = b[0] * a[0]; }", "", "P P" },
    /* Other variables of its name, directives, macros, other pointers. */
    { "kernel void k(global int *a) { { int a[2]; a[0] = 1; } }", "", "P" },
    { "kernel void k(global int *a) { { double a = 0; } a[0] = 1; }", "", "P" },
    { "kernel void k(global int *a, global int *b) { a = b; a[0] = 1; }", "", "P P" },
    { "kernel void k(global int *a) {\n#if 0\na[0] = 1;\n#endif\n}", "", "P" },
    { "#define a b\nkernel void k(global int *a) { a[0] = 1; }", "", "P" },
    { "kernel void k(global int *a) { a[0] = 1; }", "-D a=b", "P" },
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
      "", "P P" },
    { "kernel void k(global int *a) { { ARRAY(a); a[0] = 1; } }", "-DARRAY(n)=int\tn[3]", "P" },
    /* What the program may prevent by what it passes. */
    { "kernel void k(global int *a, global int *b, int n) { int i = get_global_id(0); if (n) a[i] = 1; else b[i] = 1; }",
      "", "P P 4" },
    { "kernel void k(global int *a, int n) { if (n) { n++; } a[0] = 1; }", "", "Pw 4" },
    { "kernel void k(global int *a, int n) { if (n) { if (n > 1) return; } a[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { switch (n) { case 1: a[0] = 1; } }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int x = get_global_id(0), y = x / n; if (y < n) a[y] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int x = n; x = x + 1; if (x) a[n] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, global int *b) { int i = get_global_id(0); if (b[i]) a[i] = 1; }", "", "P P" },
    { "kernel void k(global int *a, int n) { if (n) n = 1; else if (get_local_id(0) == 0) a[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int m = n, i = get_global_id(0); if (m < 4) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0) * n; if (2 * i < n) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, global int *b) { if (2 * *b + get_global_id(0)) a[0] = 1; }", "", "P P" },
    { "kernel void k(write_only image2d_t a, read_write image2d_t b, int n) { write_imagef(a, 0, 1); if (n)"
      " write_imagef(b, 0, 1); }", "", "Iwi0 Ib 4" },
    { "kernel void k(write_only image2d_t a, read_only image2d_t b) { read_imagef(b, a); }", "", "Iw Ir" },
    { "#ifdef A\nkernel void k(write_only image2d_t a) { write_imagei(a, 0, 1); }\n#else\n"
      "kernel void k(write_only image2d_t a) {}\n#endif", "", "Iw" },
    { "kernel void k(global int *a, int n) { if (n", "", "P 4" },
    { "kernel void k(global int *a, int n) { if EVER a[0] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { a[0] = 1; if", "", "Pw 4" },
    /* The element with the index of the work-item. */
    { "kernel void k(global int *a) { a += 16; a[get_global_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { a++; a[get_global_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { --a; a[get_global_id(0)] = 1; }", "", "Pw" },
    { "kernel void k(global int *a) { int ixxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = get_global_id(0);"
      " a[ixxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx] = 1; }", "", "Pw" },
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
    /* What each work-item may leave out is not certain. */
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); for (int j = 0; j < n; j++) a[j] = j; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); for (int j = i; j < n; j += get_global_size(0)) { a[j] = j; } }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i >= 100000000) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); n ? (a[0] = 1) : 0; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); n && (a[0] = 1); }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); while (n--) a[i] = 1; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); goto end; a[i] = 2; end:; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i >= n) { n = 1; return; } a[i] = 2; }", "", "P 4" },
    { "kernel void k(global int *a, int n) { int i = get_global_id(0); switch (n) { case 1: a[i] = 1; } }", "", "P 4" },
    { "#define IF if\nkernel void k(global int *a, int n) { int i = get_global_id(0); IF (n) a[i] = 1; }", "", "P 4" },
    { "#define WR(x) if (n) x\nkernel void k(global int *a, int n) { int i = get_global_id(0); WR(a[i] = 1); }", "", "P 4" },
    { "kernel void k(global int *a, int n) { { int x = n; a[0] = x; } }", "", "Pw 4" },
    { "#define A if (n)\n#define B A\nkernel void k(global int *a, int n) { B a[0] = 1; }", "", "P 4" },
    { "#define W(x) x\nkernel void k(global int *a, int n) { W(a[0] = 1); }", "", "P 4" },
    { "kernel void k(global int *a, int n) { MAYBE a[0] = 1; }", "-D \"MAYBE=if (n)\"", "P 4" },
    { "#define N (2 * 0x10u)\nkernel void k(global int *a, int n) { if (n) { n = N; } a[N] = n; }", "", "Pw 4" },
    { "#define i 4\nkernel void k(global int *a) { int i = get_global_id(0); a[i] = 1; }", "", "Pwi4" },
    { "#define N 4\nkernel void k(global int *a) { a[get_global_id(0)] = 1; }", "", "Pwi4" },
    { "kernel void k(global int *a) { MAYBE a[get_global_id(0)] = 1; }", "-D MAYBE=if(0)", "P" },
    { "#include \"m.h\"\nkernel void k(global int *a) { a[get_global_id(0)] = 1; }", "", "P" },
    { "#ifdef A\nkernel void k(global int *a) { a[get_global_id(0)] = 1; }\n#else\n"
      "kernel void k(global int *a) { a[4] = 1; }\n#endif", "", "Pw" },
    /* What ends too early. */
    { "kernel void k(int a", "", "?" },
    { "kernel void k(", "", "?" },
    { "\"void k(", "", "?" },
    { "/*", "", "?" },
    { "", "", "?" },
};
/* clang-format on */

static const char *word_of(const struct kernel_parameter *it, char text[16])
{
    static const char *const words[] = { "?", "", "P", "L", "I", "pipe", "S", "Q" };
    static const char *const access[] = { "", "r", "w", "b" };
    if (it->kind == PARAMETER_VALUE) snprintf(text, 16, "%u", it->size);
    else snprintf(text, 16, "%s%s", words[it->kind], access[it->access]);
    if (it->indexed) snprintf(text + strlen(text), 8, "i%u", it->size);
    return text;
}

/* The source in memory of its own size, for tools that watch it. */
static void read_all(const char *source, const char *options, cl_uint count,
                     struct kernel_parameter *parameters)
{
    const size_t size = strlen(source) + 1;
    char *copy = malloc(size);
    if (!copy) exit(2);
    memcpy(copy, source, size);
    parameters_of_source(copy, options, "k", count, parameters);
    free(copy);
}

static unsigned check(unsigned row)
{
    struct kernel_parameter parameters[16];
    const char *expected = rows[row].expected;
    char found[256] = "", text[16];
    cl_uint count = *expected != 0;
    for (const char *it = expected; *it; it++) count += *it == ' ';
    memset(parameters, 0, sizeof parameters);
    read_all(rows[row].source, rows[row].options, count, parameters);
    for (cl_uint i = 0; i < count; i++) {
        if (i) strcat(found, " ");
        strcat(found, word_of(&parameters[i], text));
    }
    if (strcmp(found, expected) == 0) return 0;
    fprintf(stderr, "source: %s: found \"%s\", not \"%s\"\n", rows[row].source, found, expected);
    return 1;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) failures += check(i);
    return failures != 0;
}
