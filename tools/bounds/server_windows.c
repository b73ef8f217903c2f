/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include "../base/text.h"

char *server_start(struct server *server, const char *name)
{
    (void)server;
    (void)name;
    return text_format("--bounds is not available on Windows");
}

void server_end(const struct server *server)
{
    (void)server;
}
