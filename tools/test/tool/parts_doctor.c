/* SPDX-License-Identifier: Apache-2.0 */
/* As parts.c, for functions of the doctor. */
#include "test.h"

#include "../../doctor/program.h"
#include "../../doctor/running_linux.h"

#include <pwd.h>

/* ---- users ---- */

static struct passwd user_entry;

/* Takes the place of the C library's function: which users there are must not depend on the
 * machine. A user without a shell does not exist. */
struct passwd *getpwuid(uid_t user)
{
    user_entry.pw_uid = user;
    return user_entry.pw_shell ? &user_entry : NULL;
}

/* Users of services have a shell that lets nobody log in. */
static void check_users(void)
{
    static struct {
        char shell[20];
        bool logs_in;
    } rows[] = {
        { "/bin/bash", true },   { "/usr/sbin/nologin", false }, { "/sbin/nologin", false },
        { "/bin/false", false }, { "/usr/bin/false", false },    { "", true }, /* that is /bin/sh */
    };
    test_about = "no user";
    CHECK_INT(running_logs_in(1), false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = user_entry.pw_shell = rows[i].shell;
        CHECK_INT(running_logs_in(1), rows[i].logs_in);
    }
}

/* ---- drivers ---- */

/* Only drivers that a program for another architecture can use count. */
static void check_drivers(void)
{
    static char problem[] = "for 64-bit x86 (amd64)";
    static struct program_driver drivers[] = { { NULL, problem }, { NULL, NULL }, { NULL, NULL } };
    static const size_t counts[] = { 0, 0, 1, 2 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const struct program program = { .drivers = { drivers, i } };
        test_about = "the first drivers";
        CHECK_INT(program_count_drivers(&program), counts[i]);
    }
}

int main(void)
{
    check_users();
    check_drivers();
    return test_end();
}
