/* SPDX-License-Identifier: Apache-2.0 */
/* Where in the program a finding belongs, from its JSON. */
#ifndef CLRELAY_TOOLS_CHECK_PLACE_H
#define CLRELAY_TOOLS_CHECK_PLACE_H

#include <jansson.h>

/* The frames of a finding; if it belongs to no call, those of where the object was made. */
const json_t *place_frames(const json_t *finding);

/* The innermost of these frames whose source is known, otherwise the innermost; NULL if there is
 * none. */
const json_t *place_frame(const json_t *frames);

/* The path of a file without its folder/.. and without the current folder. Valid until the next
 * call. */
const char *place_path(const char *path);

/* The line of a frame; 0: not known. */
long long place_line(const json_t *frame);

/* Text that stays the same for a finding in later builds of a program, for the caller to free:
 * without lines, and without addresses if the function is known. */
char *place_fingerprint(const json_t *finding);

#endif
