/* SPDX-License-Identifier: Apache-2.0 */
/* Identities (identities.h) about what drivers do not tell: order, threads, versions, cost. */
/* clang-format off */

