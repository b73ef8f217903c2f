/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* REG_RIP, O_CLOEXEC */
#include "crash_linux.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

/* All code that runs after a crash calls only functions that signal handlers may call. */

/* These are not on the stack, which may be small, or the cause of the crash. */
static char part[4096], line[4400];
static pid_t self;
static void (*answer)(const char *text, size_t length);

/* The address of the instruction that the signal interrupted. 0: not known on this processor. */
static uintptr_t instruction_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#elif defined(__arm__)
    return (uintptr_t)context->uc_mcontext.arm_pc;
#elif defined(__riscv)
    return (uintptr_t)context->uc_mcontext.__gregs[0];
#else
    (void)context;
    return 0;
#endif
}

/* Reads a hexadecimal number, and moves *at behind it. */
static uintptr_t read_number(const char **at)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;
    for (const char *digit; **at && (digit = strchr(digits, **at)); ++*at)
        number = number << 4 | (uintptr_t)(digit - digits);
    return number;
}

/* The path in a line of /proc/self/maps, if the line covers this address; or NULL. */
static const char *path_at(const char *mapping, uintptr_t address)
{
    const uintptr_t begin = read_number(&mapping);
    const uintptr_t end = *mapping == '-' ? (++mapping, read_number(&mapping)) : 0;
    return address >= begin && address < end ? strchr(mapping, '/') : NULL;
}

/* The file that has code at an address, or NULL. The path stays in `line`. */
static const char *file_at(uintptr_t address)
{
    const int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    const char *path = NULL;
    size_t length = 0;
    ssize_t count;
    while (maps >= 0 && !path && (count = read(maps, part, sizeof part)) > 0)
        for (ssize_t i = 0; i < count && !path; i++) {
            if (part[i] != '\n') {
                if (length + 1 < sizeof line) line[length++] = part[i];
                continue;
            }
            line[length] = '\0';
            length = 0;
            path = path_at(line, address);
        }
    if (maps >= 0) close(maps);
    return path;
}

/* Whether a text needs no escapes in JSON. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\') return false;
    return true;
}

static void tell(const char *member, const char *path)
{
    static const char behind[] = "\"}\n";
    if (!is_plain(path)) return;
    answer("{\"", 2);
    answer(member, strlen(member));
    answer("\":\"", 3);
    answer(path, strlen(path));
    answer(behind, sizeof behind - 1);
}

/* ---- the callers ---- */

/* Sends the files that have called each other, the innermost first. */
struct callers {
    const char *member;
    int left; /* how many are sent at most */
};

static _Unwind_Reason_Code tell_caller(struct _Unwind_Context *context, void *data)
{
    struct callers *callers = data;
    int is_exact = 0; /* the place is not behind a call */
    const uintptr_t address = (uintptr_t)_Unwind_GetIPInfo(context, &is_exact);
    const char *path = address ? file_at(is_exact ? address : address - 1) : NULL;
    if (path) tell(callers->member, path);
    return callers->left-- > 0 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Takes no memory, and opens no library, unlike backtrace(): the crash may be in malloc(). */
static void tell_callers(const char *member)
{
    struct callers callers = { member, 64 };
    _Unwind_Backtrace(tell_caller, &callers);
}

/* ---- the signals ---- */

/* Whether the process itself has raised the signal: abort() does. */
static bool is_own(const siginfo_t *info)
{
    return info->si_code == SI_TKILL && info->si_pid == self;
}

/* Sends what is known of a signal. A process that a driver forks has this handler, too, but is not
 * this process. */
static void tell_crash(int number, const siginfo_t *info, const ucontext_t *context)
{
    const uintptr_t address = instruction_of(context);
    const char *path;
    if (getpid() != self) return;
    if (number == SIGABRT && is_own(info)) tell_callers("aborted");
    else if (info->si_code > 0 && address && (path = file_at(address))) tell("crashed", path);
}

/* The first signal ends the process, although two threads may crash at once, and the stack may be
 * damaged, so that reading it crashes. */
static void crashed(int number, siginfo_t *info, void *context)
{
    static atomic_int first;
    struct sigaction usual = { .sa_handler = SIG_DFL };
    int none = 0;
    if (atomic_compare_exchange_strong(&first, &none, number)) tell_crash(number, info, context);
    number = atomic_load(&first);
    sigaction(number, &usual, NULL);
    raise(number);
}

/* The process is killed soon, so this may wait for a lock that the driver holds. The lines that were
 * sent before stay. */
static void ask_where(int number, siginfo_t *info, void *context)
{
    const uintptr_t address = instruction_of(context);
    const char *path;
    (void)number;
    (void)info;
    if (syscall(SYS_gettid) != self) return; /* another thread, or a process that a driver forks */
    if (address && (path = file_at(address))) tell("hangs", path);
    tell_callers("hangs");
    _exit(0);
}

void crash_watch(void (*send)(const char *text, size_t length))
{
    static const int numbers[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
    struct sigaction action = { .sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_NODEFER };
    self = getpid();
    answer = send;
    /* If a preloaded library or a sanitizer has a handler, that handler says more. */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before;
        if (sigaction(numbers[i], NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
            before.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    }
    action.sa_sigaction = ask_where;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(CRASH_WHERE, &action, NULL);
}
