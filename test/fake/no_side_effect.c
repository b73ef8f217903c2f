/* SPDX-License-Identifier: Apache-2.0 */
#include "side_effect.h"

void side_effect(int which)
{
}
