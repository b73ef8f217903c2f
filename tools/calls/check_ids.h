/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check IDs: what the layer can find. Users know BUFFER_SIZE_ZERO as CLR-BUFFER-SIZE-ZERO; it never gets
 * another meaning. Rows are in check_ids_*.h:
 *
 *   CHECK_ID(NAME, LEVEL, "section", "what is wrong", "what to do")
 *
 * The section is that of a rule; the one of a function's condition is in tools/check/section_rows.h.
 * LEVEL: ERROR, PORTABILITY, LEAK (memory is never given back), or NOTE (a call failed, which may be what the
 * program wanted). The texts are sentences without a full stop at the end. In both,
 *
 *   {0} to {3}       are the values of the finding, as numbers
 *   {0:cl_mem_flags} a value as one of that type
 *   {0:kind}         as a kind of object
 *   {0:function}     as the function with that number, {0:extension}: as the extension of that function
 *   {0:came_with}    as the extension of a row of EXTENSION_ENUMERANT (enumerants.h)
 *   {0:parameter}    as the call's parameter with that index
 *   {0:element}      empty if that parameter is NULL; otherwise it says that one of its elements is meant
 *   {0:address}      in hexadecimal
 *   {0:named}        the name of what has that address, in parentheses
 *   {0:words}        the name of what has that address
 *   {0:query}        as the name of a query of another function
 *   {NAME}           the call's argument of that name, {NAME:TYPE}: as another type
 *   {object}         what the finding is about
 */
#ifndef CLRELAY_TOOLS_CALLS_CHECK_IDS_H
#define CLRELAY_TOOLS_CALLS_CHECK_IDS_H

#include <stdint.h>

enum check_id {
    CHECK_ID_NONE,
#define CHECK_ID(name, level, section, text, advice) name,
#include "check_id_rows.h"
    CHECK_ID_COUNT
};

enum level { LEVEL_NOTE, LEVEL_LEAK, LEVEL_PORTABILITY, LEVEL_ERROR };

#endif
