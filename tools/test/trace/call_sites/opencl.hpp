/* SPDX-License-Identifier: Apache-2.0 */
/* A function as the binding for C++ has them, in a header of its name. */
static void finish(void)
{
    CALL(); /* in the binding */
}
