/* SPDX-License-Identifier: Apache-2.0 */
/* State of the program's own that a driver may change: the program notes it before, compares it
 * afterwards and prints the differences. (windows/own.h is the same for Windows.) */
#ifndef CLRELAY_TEST_DRIVERS_ZOO_OWN_H
#define CLRELAY_TEST_DRIVERS_ZOO_OWN_H

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    sigset_t signals;
    int rounding, traps;
    locale_t thread_locale;
    char locale[256], folder[4096];
    int input, file;
    struct stat seen; /* identifies the file */
} own;

/* Returns which floating-point exceptions end the program, where the C library can tell. */
static int get_traps(void)
{
#ifdef __GLIBC__
    return fegetexcept();
#else
    return 0;
#endif
}

static void note(void)
{
#ifdef __GLIBC__
    feenableexcept(FE_DIVBYZERO);
#endif
    own.traps = get_traps();
    pthread_sigmask(SIG_SETMASK, NULL, &own.signals);
    own.rounding = fegetround();
    own.thread_locale = uselocale((locale_t)0);
    snprintf(own.locale, sizeof own.locale, "%s", setlocale(LC_ALL, NULL));
    if (!getcwd(own.folder, sizeof own.folder)) exit(2);
    own.input = fcntl(STDIN_FILENO, F_GETFD) >= 0;
    own.file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fstat(own.file, &own.seen)) exit(2);
}

static void compare(void)
{
    static volatile long double sum = 1;
    sigset_t signals;
    struct stat now;
    char folder[4096];
    memset(&signals, 0, sizeof signals);
    pthread_sigmask(SIG_SETMASK, NULL, &signals);
    if (memcmp(&signals, &own.signals, sizeof signals)) printf("changed\tsignals\n");
    if (fegetround() != own.rounding || get_traps() != own.traps) printf("changed\tarithmetic\n");
    if (uselocale((locale_t)0) != own.thread_locale) printf("changed\tthread locale\n");
    if (strcmp(setlocale(LC_ALL, NULL), own.locale)) printf("changed\tlocale\n");
    if (!getcwd(folder, sizeof folder) || strcmp(folder, own.folder)) printf("changed\tfolder\n");
    if (getenv("FAKE_WAS_HERE")) printf("changed\tenvironment\n");
    sum += sum; /* a driver may leave pending exceptions; they must not end the program */
    if (own.input && fcntl(STDIN_FILENO, F_GETFD) < 0) printf("changed\tinput\n");
    if (fstat(own.file, &now) || now.st_dev != own.seen.st_dev || now.st_ino != own.seen.st_ino)
        printf("changed\tfile\n");
}

#endif
