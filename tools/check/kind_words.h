/* SPDX-License-Identifier: Apache-2.0 */
/* Words for the kinds of objects (tools/calls/kind.h). */
#ifndef CLRELAY_TOOLS_CHECK_KIND_WORDS_H
#define CLRELAY_TOOLS_CHECK_KIND_WORDS_H

/* "command queue"; "object" for an invalid number. */
const char *kind_word(unsigned kind);

/* "cl_command_queue"; "void *" for an invalid number. */
const char *kind_type(unsigned kind);

/* Whether a type is that of the handles of a kind. */
_Bool kind_is_type(const char *type);

#endif
