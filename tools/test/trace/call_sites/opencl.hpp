/* SPDX-License-Identifier: Apache-2.0 */
/* A function like those of the C++ binding, in a header with the binding's name. */
static void finish(void)
{
    CALL(); /* in the binding */
}
