/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: a system that fails to read the access control list of a file. */
#include <errno.h>
#include <sys/types.h>
#include <sys/xattr.h>

ssize_t fgetxattr(int file, const char *name, void *value, size_t size)
{
    errno = EIO;
    return -1;
}
