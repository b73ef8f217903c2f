/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check IDs: what the layer can find. Users know BUFFER_SIZE_ZERO as CLR-BUFFER-SIZE-ZERO, so a
 * check ID never gets another meaning. Rows are in check_ids_*.h:
 *
 *   CHECK_ID(NAME, LEVEL, "section", "what is wrong", "what to do")
 *
 * The section has the rule that is broken; tools/check/section_rows.h has the sections of the
 * conditions of functions. LEVEL: ERROR, PORTABILITY, LEAK (memory is never given back), or NOTE (a
 * call failed, as the program may have wanted). The texts are sentences without a full stop at the
 * end. Both may have these placeholders:
 *
 *   {0} to {3}       a value of the finding, as a number
 *   {0:cl_mem_flags} a value, as one of this type
 *   {0:kind}         as a kind of object
 *   {0:function}     as the function with that number
 *   {0:extension}    as the extension of the function with that number
 *   {0:came_with}    as the extension of a row of EXTENSION_ENUMERANT (enumerants.h)
 *   {0:parameter}    as the call's parameter with that index
 *   {0:element}      as words for an element of the parameter with that index, unless that is NULL
 *   {0:address}      in hexadecimal
 *   {0:named}        as the name that was recorded for that address, in parentheses
 *   {0:words}        as the name that was recorded for that address
 *   {0:query}        as the name of a query of another function
 *   {NAME}           the call's argument of that name
 *   {NAME:TYPE}      the call's argument of that name, as another type
 *   {object}         the object that the finding is about
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
