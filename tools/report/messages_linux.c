/* SPDX-License-Identifier: Apache-2.0 */
/* Explains the messages of glibc's and musl's dynamic linkers. */
#define _GNU_SOURCE /* ST_NOEXEC */
#include "remedy.h"

#include "../base/files.h"
#include "../base/text.h"
#include "packages.h"
#include "symbols_linux.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

/* The text between two others. An `end` of "" means the end of the text. The caller frees it. */
static char *between(const char *text, const char *begin, const char *end)
{
    const char *from = strstr(text, begin), *to;
    if (!from) return NULL;
    from += strlen(begin);
    to = *end ? strstr(from, end) : from + strlen(from);
    return to && to > from ? text_format("%.*s", (int)(to - from), from) : NULL;
}

/* The file at the start of a message, or else the library. */
static char *file_of(const char *message, const char *library)
{
    const char *colon = strstr(message, ": ");
    return colon ? text_format("%.*s", (int)(colon - message), message)
                 : text_format("%s", library);
}

static const char *own_version(void)
{
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return "another C library";
#endif
}

/* Reads "FILE: version `VERSION' not found (required by FILE)". */
static bool read_version(const char *message, const char *file, char **reason, char **remedy)
{
    char *version = between(message, "version `", "'"),
         *needer = between(message, "required by ", ")");
    bool good = version && needer && strstr(message, "not found");
    if (good && strncmp(version, "GLIBC_", 6) == 0) {
        *reason = text_format("%s needs version %s of the C library; this is %s", needer, version,
                              own_version());
        *remedy = text_format("It was built for a newer system. Install a build of it for "
                              "this system, or update the system.");
    } else if (good) {
        *reason =
            text_format("%s needs version %s of %s, which does not have it", needer, version, file);
        *remedy = text_format("Update the package of %s, or install a build of %s for this "
                              "system.",
                              file, needer);
    }
    free(version);
    free(needer);
    return good;
}

/* What to do if no library has the symbol. The caller frees it. */
static char *remedy_of_symbol(const char *needs, const char *symbol,
                              const struct distribution *distribution)
{
    char *library = symbol_library(needs, symbol), *package = NULL, *remedy;
    if (!library)
        return text_format("%s and what it needs may be of versions that do not fit: install those "
                           "that were built together, or other versions. To see all missing "
                           "symbols: ldd -r %s",
                           needs, needs);
    package = packages_of_library(library, distribution, false);
    remedy =
        text_format("By its name it is a symbol of %s: install another version of that, usually "
                    "a newer one%s%s. To see all missing symbols: ldd -r %s",
                    library, package ? ": " : "", text_or_empty(package), needs);
    free(package);
    free(library);
    return remedy;
}

/* Reads "FILE: undefined symbol: SYMBOL", perhaps with ", version VERSION"; musl: "Error relocating
 * FILE: SYMBOL: symbol not found". */
static bool read_symbol(const char *message, const char *file,
                        const struct distribution *distribution, char **reason, char **remedy)
{
    char *musl_file = between(message, "Error relocating ", ": ");
    char *rest = musl_file ? between(message, musl_file, ": symbol not found") : NULL;
    char *symbol = rest ? text_format("%s", rest + (strlen(rest) > 2 ? 2 : 0))
                        : between(message, "undefined symbol: ", "");
    const char *needs = musl_file ? musl_file : file;
    bool good = symbol != NULL;
    if (good) {
        *reason = text_format("%s needs the symbol %s, which no library has", needs, symbol);
        *remedy = remedy_of_symbol(needs, symbol, distribution);
    }
    free(symbol);
    free(rest);
    free(musl_file);
    return good;
}

/* Reads "NAME: cannot open shared object file: No such file or directory"; musl: "Error loading
 * shared library NAME: No such file or directory (needed by FILE)". */
static bool read_needed(const char *message, const char *library,
                        const struct distribution *distribution, char **reason, char **remedy)
{
    bool glibc = strstr(message, ": cannot open shared object file: No such file") != NULL;
    char *name = between(message, "Error loading shared library ", ": No such file");
    char *needer = between(message, "(needed by ", ")");
    bool good;
    char *advice;
    if (!name && glibc) name = file_of(message, library);
    good = name && strcmp(name, library) != 0;
    if (good) {
        *reason = text_format("%s, which %s needs, is not found", name, needer ? needer : library);
        advice = packages_search(name, distribution);
        *remedy = text_format("Install the package that has %s: %s", name, advice);
        free(advice);
    }
    free(needer);
    free(name);
    return good;
}

/* Recognizes other messages by words in them. */
static bool read_other(const char *message, const char *file, char **reason, char **remedy)
{
    static const struct {
        const char *words, *remedy;
    } others[] = {
        { "wrong ELF class", "It is for another architecture: install the one for this "
                             "architecture." },
        { "executable stack", "The system forbids executable stacks, which the library asks for: "
                              "update it." },
        { "static TLS block", "The library must be loaded when the program starts: try "
                              "LD_PRELOAD set to its path, and report it to its vendor." },
        { "Permission denied", "Make it readable, and its folders too: chmod a+r" },
        { "file too short", "It is damaged: install its package again." },
        { "invalid ELF header", "It is damaged: install its package again." },
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strstr(message, others[i].words)) {
            *reason = text_format("the system cannot open the library: %s", message);
            *remedy = text_format("%s (%s)", others[i].remedy, file);
            return true;
        }
    return false;
}

/* Reads "failed to map segment", which has several causes: says the true one. */
static bool read_mapping(const char *message, const char *file, char **reason, char **remedy)
{
    char *found = strchr(file, '/') ? text_format("%s", file) : file_find_library(file);
    struct statvfs about;
    struct rlimit limit;
    const bool good = strstr(message, "failed to map segment") != NULL;
    if (good) *reason = text_format("the system cannot open the library: %s", message);
    if (good && found && statvfs(found, &about) == 0 && about.f_flag & ST_NOEXEC)
        *remedy = text_format("The file system of %s does not allow programs (noexec): move it to "
                              "another one, or mount this one with exec.",
                              found);
    else if (good && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        *remedy =
            text_format("This process may have %llu KiB of addresses (ulimit -v), too few for "
                        "this library: set a higher limit, or none.",
                        (unsigned long long)limit.rlim_cur >> 10);
    else if (good)
        *remedy = text_format("Neither a limit (ulimit -v) nor its file system (noexec) forbids it "
                              "here. A security policy may: sudo dmesg tells.");
    free(found);
    return good;
}

bool remedy_of_message(const char *message, const char *library,
                       const struct distribution *distribution, char **reason, char **remedy)
{
    char *file = file_of(message, library);
    bool good = read_version(message, file, reason, remedy) ||
                read_symbol(message, file, distribution, reason, remedy) ||
                read_needed(message, library, distribution, reason, remedy) ||
                read_mapping(message, file, reason, remedy) ||
                read_other(message, file, reason, remedy);
    free(file);
    return good;
}
