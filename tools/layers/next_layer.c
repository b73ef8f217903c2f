/* SPDX-License-Identifier: Apache-2.0 */
#include "next_layer.h"

struct dispatch next_layer, wrapped_target;
