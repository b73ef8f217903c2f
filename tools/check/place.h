/* SPDX-License-Identifier: Apache-2.0 */
/* Where in the program a finding belongs, from its JSON. */
#ifndef CLRELAY_TOOLS_CHECK_PLACE_H
#define CLRELAY_TOOLS_CHECK_PLACE_H

#include <jansson.h>

/* The frames of a finding. If it belongs to no call, those of the call that made its object. */
const json_t *place_frames(const json_t *finding);

/* The innermost of these frames with a known source; if no source is known, the innermost frame.
 * NULL: there are no frames. */
const json_t *place_frame(const json_t *frames);

/* The path of a file without its folder/.. and without the current folder. Valid until the next
 * call. */
const char *place_path(const char *path);

/* The line of a frame; 0: not known. */
long long place_line(const json_t *frame);

/* A text that stays the same for a finding in later builds of a program: it has no lines and, if
 * the function is known, no addresses. The caller frees it. */
char *place_fingerprint(const json_t *finding);

#endif
