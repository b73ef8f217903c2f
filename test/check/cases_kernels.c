/* SPDX-License-Identifier: Apache-2.0 */
#include "cases.h"

const struct check_case cases_kernels[] = {
    END_OF_LIST,
};
