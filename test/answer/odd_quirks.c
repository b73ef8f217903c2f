/* SPDX-License-Identifier: Apache-2.0 */
/* A fake driver whose texts cause trouble to a program that prints them. */
#include "fake/driver_parts.h"
#include "fake/overridden.h"

extern HIDDEN const struct driver_quirks fake_odd;
const struct driver_quirks fake_odd = {
#define QUIRK(type, name, usual) .name = usual,
#include "fake/driver_quirks.h"
    .name = "quote \" backslash \\ tab \t newline \n escape \x1b[31m delete \x7f end",
    .vendor =
        "cut \xc3, alone \x80 \xff, too long \xc0\xaf, half \xed\xa0\x80, too far \xf4\x90\x80\x80",
    .version = "OpenCL 3.0 tr\xc3\xa4ger \xe2\x82\xac \xf0\x9f\x98\x80 \xe2\x80\xa8",
    .suffix = "O\x01\x02",
};
