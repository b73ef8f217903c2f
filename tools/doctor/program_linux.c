/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* environ */
#include "program.h"
#include "program_linux.h"

#include "../base/files.h"
#include "../base/elf_linux.h"
#include "../base/system.h"
#include "../recording/program_path_linux.h"
#include "bad_library_linux.h"
#include "loaders_linux.h"
#include "running_linux.h"
#include "undefined_linux.h"

#include <elf.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char library_name[] = "libOpenCL", entry[] = "clGetPlatformIDs";
static const char driver_entry[] = "clIcdGetPlatformIDsKHR", usual_folder[] = "/etc/OpenCL/vendors";

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---- libraries ---- */

/* The loader that was added last. */
static struct program_loader *last_loader(const struct program *program)
{
    struct program_loader *all = program->loaders.items;
    return all ? all + program->loaders.count - 1 : NULL;
}

bool program_has_loader(const struct program *program, const char *name, const char *file)
{
    const struct program_loader *all = program->loaders.items;
    for (size_t i = 0; i < program->loaders.count; i++)
        if (strcmp(text_or_empty(all[i].name), text_or_empty(name)) == 0 &&
            strcmp(text_or_empty(all[i].file), text_or_empty(file)) == 0)
            return true;
    return false;
}

static void add_loader(struct program *program, enum way way, const char *name, const char *file)
{
    char *real = file ? system_real_path(file) : NULL;
    struct program_loader loader = { .file = real };
    if (file && !real) loader.file = text_format("%s", file);
    if (name) loader.name = text_format("%s", name);
    if (file) loader_is(file, &loader.whose);
    program->way = way;
    if (program_has_loader(program, loader.name, loader.file)) {
        free(loader.name);
        free(loader.file);
    } else {
        *program_loaders_add(&program->loaders) = loader;
    }
}

void program_forget_loaders(struct program *program)
{
    struct program_loader *all = program->loaders.items;
    for (size_t i = 0; i < program->loaders.count; i++) {
        free(all[i].name);
        free(all[i].file);
        free(all[i].problem);
    }
    free(all);
    program->loaders = (struct program_loaders){ NULL, 0, 0 };
}

void program_set_unknown(struct program *program, char *reason)
{
    program_forget_loaders(program);
    program->way = WAY_UNKNOWN;
    program->reason = reason;
    program->advice = NULL;
}

/* Whether a library has the name of a libOpenCL: libOpenCL.so, a number behind that, or a copy's number
 * before, as in the packages of Python: libOpenCL-1d5c3cb1.so.1.0.0. Others are called libOpenCLUtils.so,
 * for instance. */
static bool is_loader_name(const char *name)
{
    const char *rest = begins(name, library_name) ? name + sizeof library_name - 1 : "";
    if (*rest == '-') rest += 1 + strspn(rest + 1, "0123456789abcdef");
    return begins(rest, ".so");
}

/* ---- libraries that are linked ---- */

bool program_find_linked(struct program *program, const struct linked_libraries *libraries,
                         enum way way)
{
    const struct linked *all = libraries->items;
    const char *words;
    for (size_t i = 0; i < libraries->count; i++)
        if (all[i].file && loader_is(all[i].file, &words)) {
            add_loader(program, way, all[i].name, all[i].file);
            if (all[i].problem && !last_loader(program)->problem)
                last_loader(program)->problem = text_format("%s", all[i].problem);
            return true;
        }
    /* The program needs a library of that name even if the library lacks these functions. */
    for (size_t i = 0; i < libraries->count && way == WAY_LINKED; i++)
        if (all[i].file && is_loader_name(text_file_name(all[i].name))) {
            add_loader(program, way, all[i].name, all[i].file);
            return true;
        }
    for (size_t i = 0; i < libraries->count; i++)
        if (!all[i].file && is_loader_name(text_file_name(all[i].name))) {
            add_loader(program, way, all[i].name, NULL);
            return true;
        }
    return false;
}

/* ---- libraries that are opened by name ---- */

/* Whether a text is the name or the absolute path of a libOpenCL, and nothing more. */
static bool is_library_name(const char *text)
{
    const char *name = text_file_name(text);
    const char *ending = is_loader_name(name) ? strstr(name, ".so") : NULL;
    return (name == text || *text == '/') && ending &&
           ending[3 + strspn(ending + 3, ".0123456789")] == '\0' &&
           strspn(text,
                  "/._-+"
                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == strlen(text);
}

static const char *run_path_of(const struct elf *elf)
{
    const char *path = elf_dynamic(elf, DT_RUNPATH, 0);
    return path ? path : elf_dynamic(elf, DT_RPATH, 0);
}

/* The first library that the linker does not find, and that is no libOpenCL; or NULL. Without it, the
 * linker lists no others. */
static const char *find_missing(const struct linked_libraries *libraries)
{
    const struct linked *all = libraries->items;
    for (size_t i = 0; i < libraries->count; i++)
        if (!all[i].file && !is_loader_name(text_file_name(all[i].name))) return all[i].name;
    return NULL;
}

/* Finds the file of a library that `by` opens by its name. `by` is the program or one of its
 * libraries. *missing: if the linker does not say that, a library that is missing; otherwise as
 * before. The caller frees both. */
static char *find_named(const struct program *program, const char *linker, const char *by,
                        const char *name, char **missing)
{
    const struct link_question question = {
        .program = by, .linker = linker, .also = name, .privileged = program->privileged
    };
    struct linked_libraries libraries = { NULL, 0, 0 };
    const char *lost;
    char *found = NULL;
    if (strchr(name, '/')) return access(name, F_OK) ? NULL : text_format("%s", name);
    free(linker_ask(&question, &libraries));
    for (size_t i = 0; i < libraries.count && !found; i++) {
        const struct linked *linked = &libraries.items[i];
        if (linked->file && strcmp(linked->name, name) == 0)
            found = text_format("%s", linked->file);
    }
    lost = find_missing(&libraries);
    if (!found && !*missing && lost && strcmp(lost, name) != 0) *missing = text_format("%s", lost);
    linker_free(&libraries);
    return found;
}

/* Whether the program's libraries search its folders, too: those of DT_RPATH, and not of DT_RUNPATH. */
static bool is_inherited(const struct program *program)
{
    bool first = false;
    free(linker_own_folders(program->file, &first));
    return first;
}

/* The linker of compilers keeps a name once that is also the end of a path, so a file with paths that
 * are not there may name the library alone, too. */
static void add_bare(struct program *program, const char *linker, const char *by, const char *name)
{
    char *lacks = NULL, *found = find_named(program, linker, by, name, &lacks);
    if (found) add_loader(program, WAY_NAMED, name, found);
    free(lacks);
    free(found);
}

/* Adds the libraries that a file of the program names. Asks the linker about each name. *missing: as
 * for find_named(). */
static void add_named(struct program *program, const char *linker, const char *file, char **missing)
{
    struct elf elf;
    const char *name, *bare = NULL, *by;
    size_t at = 0, count = 0, paths = 0;
    if (!elf_open(&elf, file)) return;
    by = run_path_of(&elf) || !is_inherited(program) ? file : program->file;
    while ((name = elf_find_text(&elf, library_name, &at))) {
        char *found, *lacks = NULL;
        if (!is_library_name(name)) continue;
        if (count++ == MOST_NAMES) {
            if (!program->cut) program->cut = text_format("%s", file);
            break;
        }
        found = find_named(program, linker, by, name, &lacks);
        if (lacks && by != program->file) { /* the program has opened what the library lacks */
            report_set(&lacks, NULL);
            found = find_named(program, linker, program->file, name, &lacks);
        }
        if (!found && *name == '/' && ++paths > 1) bare = text_file_name(name);
        if (!lacks) add_loader(program, WAY_NAMED, name, found);
        else if (!*missing) *missing = text_format("%s", lacks);
        free(lacks);
        free(found);
    }
    if (bare) add_bare(program, linker, by, bare);
    elf_close(&elf);
}

static void find_all_named(struct program *program, const char *linker,
                           const struct linked_libraries *libraries)
{
    const struct linked *all = libraries->items;
    const char *words;
    char *missing = NULL;
    add_named(program, linker, program->file, &missing);
    for (size_t i = 0; i < libraries->count; i++) /* loaders know their own name */
        if (all[i].file && !loader_is(all[i].file, &words))
            add_named(program, linker, all[i].file, &missing);
    if (missing && program->loaders.count == 0)
        program_set_unknown(program,
                            text_format("its dynamic linker does not find %s, and so does not say "
                                        "what else it finds",
                                        missing));
    free(missing);
}

/* ---- extension modules of Python ---- */

/* The name of the libOpenCL that a file needs, or NULL. The caller frees the name. */
static char *needed_loader(const char *file)
{
    struct elf elf;
    const char *name;
    char *needed = NULL;
    if (!elf_open(&elf, file)) return NULL;
    for (size_t i = 0; !needed && (name = elf_dynamic(&elf, DT_NEEDED, i)); i++)
        if (is_loader_name(name)) needed = text_format("%s", name);
    elf_close(&elf);
    return needed;
}

static bool needs_loader(const char *file)
{
    char *needed = needed_loader(file);
    const bool needs = needed != NULL;
    free(needed);
    return needs;
}

enum { MOST_MODULES = 4096, MODULE_LEVELS = 4 };

/* A search for modules of Python that need a libOpenCL, at one level of folders. `count`: how many
 * files it has read. */
struct modules {
    struct program *program;
    const char *linker, *version;
    size_t level, count;
};

static void add_module(struct modules *modules, const char *module)
{
    const struct link_question question = { .program = modules->program->file,
                                            .linker = modules->linker,
                                            .also = module,
                                            .privileged = modules->program->privileged };
    struct linked_libraries libraries = { NULL, 0, 0 };
    if (!needs_loader(module)) return;
    free(linker_ask(&question, &libraries));
    program_find_linked(modules->program, &libraries, WAY_MODULE);
    linker_free(&libraries);
}

static void search_folder(struct modules *modules, const char *folder)
{
    char *pattern = text_format("%s", folder);
    glob_t found;
    for (size_t i = 0; i < modules->level; i++) text_add(&pattern, "/*");
    text_add(&pattern, "/*.so");
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && modules->count < MOST_MODULES; i++) {
            modules->count++;
            add_module(modules, found.gl_pathv[i]);
        }
    globfree(&found);
    free(pattern);
}

static void search_modules(struct modules *modules, const char *prefix, const char *folder,
                           const char *version, const char *packages)
{
    char *path = text_format("%s/%s/%s/%s", prefix, folder, version, packages);
    search_folder(modules, path);
    free(path);
}

/* Whether a folder of a list has this file under the loader's name. */
static bool list_has(char *list, const char *file)
{
    const char *folder;
    while ((folder = strsep(&list, ":"))) {
        char *path = text_format("%s/" SYSTEM_LIBRARY, folder);
        const bool has = file_is_same(path, file);
        free(path);
        if (has) return true;
    }
    return false;
}

/* conda's Python has a libOpenCL in a folder of its DT_RPATH. */
static void find_beside(struct program *program, const char *linker)
{
    char *real = system_real_path(program->file), *missing = NULL, *file = NULL, *folders;
    bool first = false;
    folders = linker_own_folders(real ? real : program->file, &first);
    if (first && real) file = find_named(program, linker, real, SYSTEM_LIBRARY, &missing);
    if (file && list_has(folders, file)) {
        report_set(&file, system_real_path(file));
        add_loader(program, WAY_BESIDE, SYSTEM_LIBRARY, file);
    }
    free(missing);
    free(file);
    free(folders);
    free(real);
}

static void search_prefix(struct modules *modules, const char *prefix)
{
    search_modules(modules, prefix, "local/lib", modules->version, "dist-packages");
    search_modules(modules, prefix, "lib", "python3", "dist-packages");
    search_modules(modules, prefix, "local/lib", modules->version, "site-packages");
    search_modules(modules, prefix, "local/lib64", modules->version, "site-packages");
    search_modules(modules, prefix, "lib", modules->version, "site-packages");
    search_modules(modules, prefix, "lib64", modules->version, "site-packages");
}

/* Clusters deliver packages in folders of PYTHONPATH. */
static void search_variable(struct modules *modules)
{
    const char *value = modules->program->privileged ? NULL : getenv("PYTHONPATH");
    char *list = text_format("%s", text_or_empty(value)), *rest = list;
    const char *folder;
    while ((folder = strsep(&rest, ":")))
        if (*folder) search_folder(modules, folder);
    free(list);
}

/* Searches Python's folders. A virtual environment has a prefix, and so folders, of its own. It has
 * those of the user and of its base, too, only if its file says so. */
static void search_level(struct modules *modules)
{
    const char *path = modules->program->file, *home = getenv("HOME");
    char shared[16] = "", base[4096] = "";
    char *prefix = text_format("%.*s/..", (int)(text_file_name(path) - path), path);
    char *settings = text_format("%s/pyvenv.cfg", prefix);
    const bool is_whole =
        access(settings, F_OK) != 0 ||
        (file_line(settings, "include-system-site-packages = ", shared, sizeof shared) &&
         begins(shared, "true"));
    search_variable(modules);
    search_prefix(modules, prefix);
    if (is_whole && home)
        search_modules(modules, home, ".local/lib", modules->version, "site-packages");
    if (is_whole && file_line(settings, "home = ", base, sizeof base)) {
        char *other = text_format("%s/..", base);
        search_prefix(modules, other);
        free(other);
    }
    free(settings);
    free(prefix);
}

/* Most packages have their modules in their own folder. There may be many folders below those. */
static void find_modules(struct program *program, const char *linker)
{
    enum { USUAL_LEVELS = 2 };
    char *real = system_real_path(program->file);
    struct modules modules = { .program = program,
                               .linker = linker,
                               .version = text_file_name(text_or_empty(real)) };
    for (; modules.level < USUAL_LEVELS ||
           (modules.level < MODULE_LEVELS && program->loaders.count == 0 &&
            modules.count < MOST_MODULES);
         modules.level++)
        search_level(&modules);
    if (program->loaders.count == 0) find_beside(program, linker);
    free(real);
    if (program->loaders.count > 0) return;
    program_set_unknown(program, modules.count < MOST_MODULES
                                     ? text_format("no package that needs a libOpenCL was found in "
                                                   "this Python's folders")
                                     : text_format("no package that needs a libOpenCL was found "
                                                   "among the first %d libraries in this Python's "
                                                   "folders",
                                                   MOST_MODULES));
}

/* ---- programs ---- */

/* Looks for a loader that is compiled into the program. A program with OpenCL's functions but
 * without drivers' functions is no loader if it names a libOpenCL: then it opens that library for
 * them. */
static void find_inside(struct program *program, const struct elf *elf)
{
    const bool has_functions = elf_defines(elf, entry), knows = elf_has_text(elf, driver_entry);
    size_t at = 0;
    if (program->loaders.count > 0 && knows)
        program_set_unknown(program,
                            text_format("it names a libOpenCL, and can look for drivers itself"));
    else if (program->loaders.count == 0 &&
             (has_functions || (knows && elf_find_text(elf, usual_folder, &at))))
        program->way = WAY_INSIDE;
}

/* Finds the library that other programs get, and the one that this program gets without
 * variables. */
static void find_others(struct program *program, const char *linker)
{
    const struct program_loader *first = program->loaders.items;
    struct program bare = { .way = WAY_NONE };
    struct linked_libraries libraries = { NULL, 0, 0 };
    char *self = file_target("/proc/self/exe");
    char *missing = NULL;
    char *own = self && !program->foreign
                    ? find_named(program, NULL, self, SYSTEM_LIBRARY, &missing)
                    : NULL;
    program->usual = own ? system_real_path(own) : NULL;
    program->usual_link = own;
    free(missing);
    free(self);
    if (program->way == WAY_LINKED && first->file && !program->privileged) {
        const struct link_question question = { .program = program->file,
                                                .linker = linker,
                                                .privileged = true };
        free(linker_ask(&question, &libraries));
        program_find_linked(&bare, &libraries, WAY_LINKED);
        linker_free(&libraries);
    }
    if (bare.loaders.count > 0) {
        char **file = &bare.loaders.items->file;
        if (*file && strcmp(*file, first->file) != 0) {
            program->without = *file;
            *file = NULL;
        }
    }
    program_free(&bare);
}

/* ---- a library that is found and of no use ---- */

/* The path of a file without links, except that the file may be a link itself: the reader must
 * remove a wrong link, and not what the link leads to. The caller frees the path. */
static char *path_of_link(const char *file)
{
    const char *name = text_file_name(file);
    char *folder = text_format("%.*s", (int)(name - file), file), *real = system_real_path(folder);
    char *path = real ? text_format("%s/%s", real, name) : text_format("%s", file);
    free(real);
    free(folder);
    return path;
}

static void take_bad(struct program *program, struct program_loader *loader,
                     struct bad_library *bad)
{
    if (!loader->file || strncmp(bad->problem, "is a link ", 10) == 0) {
        free(loader->file);
        loader->file = path_of_link(bad->file);
    }
    if (!loader->problem) loader->problem = text_format("%s", bad->problem);
    program->folder = bad->folder;
    program->next = bad->next;
    bad->folder = bad->next = NULL;
    bad_library_free(bad);
}

/* Whether a libOpenCL is why the linker does not list the program's libraries. */
static bool is_stopped_by_loader(struct program *program, const struct link_question *question,
                                 const char *complaint)
{
    char *needed = needed_loader(program->file);
    struct bad_library bad = bad_library_find(question, needed ? needed : SYSTEM_LIBRARY,
                                              program->architecture, complaint);
    const bool is = bad.problem && (needed || bad.next || strstr(complaint, bad.file));
    if (is) {
        add_loader(program, WAY_LINKED, needed ? needed : SYSTEM_LIBRARY, bad.file);
        take_bad(program, last_loader(program), &bad);
    } else {
        bad_library_free(&bad);
    }
    free(needed);
    return is;
}

/* Finds out why the program's only library is of no use, and whether there is another one. */
static void explain_loader(struct program *program, struct link_question question)
{
    struct program_loader *first = program->loaders.items;
    struct bad_library bad = { NULL, NULL, NULL, NULL };
    if (program->loaders.count != 1 || (first->file && !first->problem) ||
        (program->way != WAY_LINKED && program->way != WAY_NAMED))
        return;
    if (program->way == WAY_NAMED) question.also = first->name;
    if (!first->file) {
        bad = bad_library_find(&question, first->name, program->architecture, NULL);
    } else if (!program->folder) {
        bad.file = text_format("%s", first->file);
        bad.problem = text_format("%s", first->problem);
        bad_library_find_next(&bad, &question, first->name, program->architecture);
    }
    if (bad.file) take_bad(program, first, &bad);
}

/* Looks whether the program can use the library that others get, if its own is taken away. */
static void try_usual(struct program *program, struct link_question question)
{
    struct linked_libraries libraries = { NULL, 0, 0 };
    const struct linked *all;
    char *complaint;
    bool fits = false;
    if (!program_is_stopped(program) || program->folder || !program->usual ||
        program->way != WAY_LINKED || file_is_same(last_loader(program)->file, program->usual))
        return;
    question.also = program->usual;
    complaint = linker_ask(&question, &libraries);
    all = libraries.items;
    for (size_t i = 0; i < libraries.count; i++)
        if (all[i].file && file_is_same(all[i].file, program->usual)) fits = !all[i].problem;
    if (fits && !complaint) program->next = text_format("%s", program->usual);
    free(complaint);
    linker_free(&libraries);
}

/* Looks for functions that no library has. Leaves out processes: a process may have opened a
 * library for all. */
static void look_for_functions(struct program *program, const struct linked_libraries *libraries,
                               const struct link_question *question)
{
    struct program_loader *first = program->loaders.items;
    const bool linked = program->way == WAY_LINKED && first->file && !first->problem;
    struct undefined undefined;
    if (program->is_process || (program->way != WAY_NONE && !linked)) return;
    undefined = undefined_find(program->file, libraries);
    if (undefined.by) {
        program->lacking = undefined_words(&undefined);
        program->caller = text_format("%s", undefined.by);
        program->binds = undefined.stops;
    }
    if (undefined.by && linked) {
        struct bad_library bad = { .file = text_format("%s", first->file) };
        bad_library_find_next(&bad, question, first->name, program->architecture);
        if (bad.next && !undefined_is_in(&undefined, bad.next)) bad.next[0] = '\0';
        program->folder = bad.folder;
        if (*text_or_empty(bad.next)) program->next = text_format("%s", bad.next);
        bad.folder = NULL;
        bad_library_free(&bad);
        if (undefined.stops)
            first->problem =
                text_format("lacks %s, which %s calls", program->lacking, undefined.by);
    }
    undefined_free(&undefined);
}

/* The findings about a module name it once. */
static void name_module(struct program *program)
{
    char *path = text_format(", which %s ", program->file);
    for (size_t i = 0; i < program->loaders.count; i++)
        if (program->is_library && program->loaders.items[i].problem)
            text_replace(&program->loaders.items[i].problem, path, ", which the module ");
    free(path);
}

/* Looks which functions of OpenCL an object file calls. With GCC's link-time optimization, the file
 * does not have their names as symbols. */
static void look_at_object(struct program *program, const struct elf *elf)
{
    const struct linked_libraries none = { NULL, 0, 0 };
    struct undefined undefined = undefined_find(program->file, &none);
    const char *name;
    size_t at = 0;
    program->is_object = true;
    program->foreign = false; /* nothing can run it, and the drivers here are not for it */
    while ((name = elf_symbol(elf, true, &at)))
        if (strcmp(name, "__gnu_lto_slim") == 0) {
            program_set_unknown(program, text_format("it is an object file for link-time "
                                                     "optimization"));
            break;
        }
    if (undefined.by) program->lacking = undefined_words(&undefined);
    undefined_free(&undefined);
    find_others(program, NULL);
}

/* Whether the name of a libOpenCL is in a long text: some compilers put nothing between texts. */
static bool may_name(const struct elf *elf)
{
    enum { LONG = 256 };
    const char *text;
    size_t at = 0;
    while ((text = elf_find_text(elf, library_name, &at)))
        if (strlen(text) > LONG && strstr(text, "libOpenCL.so")) return true;
    return false;
}

static void look_at_image(struct program *program, const struct elf *elf)
{
    const char *linker = elf_interpreter(elf), *path = run_path_of(elf);
    const struct link_question question = { .program = program->file,
                                            .linker = linker,
                                            .privileged = program->privileged };
    struct linked_libraries libraries = { NULL, 0, 0 };
    char *complaint = NULL;
    size_t at = 0;
    bool is_static = !linker && !elf_dynamic(elf, DT_NEEDED, 0) && !elf_symbol(elf, false, &at);
    if (path) program->run_path = text_format("%s", path);
    program->is_library = !linker && !is_static;
    program->is_loader = !linker && elf_exports(elf, entry) &&
                         (begins(text_file_name(program->file), "libOpenCL.") ||
                          begins(text_or_empty(elf_dynamic(elf, DT_SONAME, 0)), "libOpenCL."));
    program->is_driver = !linker && !program->is_loader && loader_is_driver(program->file);
    if (program->privileged && path && strstr(path, "$"))
        complaint = text_format("it is privileged, and its RUNPATH (%s) begins at its own folder, "
                                "which the dynamic linker believes only in some folders",
                                path);
    else if (!is_static && !linker && program->foreign && !program->is_loader)
        complaint = text_format("it is a library for another architecture");
    else if (!is_static && (linker || !program->foreign))
        complaint = linker_ask(&question, &libraries);
    if (complaint && is_stopped_by_loader(program, &question, complaint)) {
        free(complaint);
    } else if (complaint) {
        program_set_unknown(program, complaint);
        return;
    } else if (program->is_loader || (elf_defines(elf, entry) && elf_has_text(elf, driver_entry))) {
        program->way = WAY_INSIDE;
    } else if (find_missing(&libraries)) {
        program->missing = text_format("%s", find_missing(&libraries));
        program_set_unknown(program, text_format("its dynamic linker does not find %s, which it "
                                                 "needs",
                                                 program->missing));
    } else if (elf_exports(elf, entry) || !program_find_linked(program, &libraries, WAY_LINKED)) {
        if (!is_static) find_all_named(program, linker, &libraries);
        find_inside(program, elf);
        if (program->way == WAY_NONE && may_name(elf))
            program_set_unknown(
                program, text_format("it has libOpenCL.so among its texts, as programs in "
                                     "Rust or Go have names, and may open it while it runs"));
        if (program->way == WAY_NONE && begins(text_file_name(program->file), "python"))
            find_modules(program, linker);
    }
    if (!is_static) find_others(program, linker);
    if (!is_static) look_for_functions(program, &libraries, &question);
    name_module(program);
    explain_loader(program, question);
    try_usual(program, question);
    program->libraries = libraries;
}

/* ---- what is no program of this system's files ---- */

/* The words of a script's first line: its interpreter, and what follows. NULL: the file is no
 * script. The caller frees the text. */
static char *first_line(const char *path)
{
    char line[512] = "";
    FILE *file = file_stream(path);
    char *found = NULL;
    if (file && fgets(line, sizeof line, file) && begins(line, "#!")) {
        line[strcspn(line, "\r\n")] = '\0';
        found = text_format("%s", line + 2 + strspn(line + 2, " \t"));
    }
    if (file) fclose(file);
    return found;
}

/* The interpreter of a script, or the program that env starts. The caller frees the path. */
static char *interpreter_of(char *words)
{
    char *word = strsep(&words, " \t");
    if (strcmp(text_file_name(word), "env") != 0) return text_format("%s", word);
    while ((word = strsep(&words, " \t")))
        if (*word && *word != '-' && !strchr(word, '=')) return program_find(word);
    return NULL;
}

/* Systems of packages whose programs see files of their own. */
struct package {
    const char *begin, *in, *words, *advice;
};
static const char
    snap[] = "it is a snap, which sees other files than this command",
    confined[] = "Unless it is a classic snap, it has the drivers inside it, and of the "
                 "system's only NVIDIA's: use the program as a package of the system, or ask the "
                 "snap's maker for a driver.",
    flatpak[] = "it is a Flatpak, which sees other files than this command";
static const struct package packages[] = {
    { "/snap/", NULL, snap, confined },
    { "/var/lib/snapd/snap/", NULL, snap, confined },
    { NULL, "/flatpak/exports/bin/", flatpak, NULL },
    { NULL, "/flatpak/app/", flatpak, NULL },
};

static const struct package *package_by(const char *path)
{
    for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++)
        if ((packages[i].begin && begins(path, packages[i].begin)) ||
            (packages[i].in && strstr(path, packages[i].in)))
            return &packages[i];
    return NULL;
}

/* The path in the system's files. */
static const char *behind_root(const struct program *program, const char *path)
{
    const size_t length = strlen(program->root);
    return strncmp(path, program->root, length) == 0 ? path + length : path;
}

/* Finds such a system by the path, or by the file to which the path's links lead. */
static const struct package *package_of(struct program *program, const char *path)
{
    char *real = system_real_path(path);
    const char *here = behind_root(program, path);
    const struct package *package = package_by(here);
    if (!package && real) package = package_by(behind_root(program, real));
    if (package && !program->flatpak) program->flatpak = flatpak_name(path);
    if (package && !program->flatpak && real) program->flatpak = flatpak_name(real);
    if (package && package->words == snap && !program->snap)
        program->snap = snap_name(package_by(here) || !real ? here : behind_root(program, real));
    if (program->snap && snap_is_classic(program->root, program->snap)) {
        free(program->snap);
        program->snap = NULL;
    }
    free(real);
    return package;
}

/* An AppImage is a program with a file system behind it. */
static bool is_app_image(const struct elf *elf)
{
    return memcmp(elf->bytes + 8, "AI\1", 3) == 0 || memcmp(elf->bytes + 8, "AI\2", 3) == 0;
}

void program_look_at_file(struct program *program)
{
    const struct package *package = package_of(program, program->file);
    char *own = file_own_architecture();
    struct elf elf;
    if (!program->architecture) program->architecture = file_architecture(program->file);
    program->foreign = program->architecture && strcmp(program->architecture, own) != 0;
    program->privileged = program_is_privileged(program->file);
    free(own);
    if (package) {
        program_set_unknown(program, text_format("%s", package->words));
        program->advice = package->advice;
    } else if (!program->architecture) {
        program_set_unknown(program, text_format("it is no program of this system"));
    } else if (!elf_open(&elf, program->file)) {
        program_set_unknown(program, text_format("it has another byte order than this machine"));
    } else {
        if (is_app_image(&elf))
            program_set_unknown(program,
                                text_format("it is an AppImage, whose files are there only while "
                                            "it runs"));
        else if (elf_is_object(&elf)) look_at_object(program, &elf);
        else look_at_image(program, &elf);
        elf_close(&elf);
    }
}

char *program_look(struct program *program, const char *name)
{
    char *line, *found = program_find(name);
    struct stat about;
    if (!*name || !found || stat(found, &about) || !S_ISREG(about.st_mode)) {
        const bool is_here =
            !strchr(name, '/') && stat(name, &about) == 0 && S_ISREG(about.st_mode);
        char *complaint =
            text_format("there is no program %s%s%s", *name ? name : "''",
                        is_here ? " in PATH; the file here is ./" : "", is_here ? name : "");
        free(found);
        return complaint;
    }
    program->file = found;
    line = package_of(program, found) ? NULL : first_line(found);
    if (line) {
        program->script = found;
        program->file = interpreter_of(line);
        free(line);
        if (!program->file) program->file = text_format("%s", found);
        else if (access(program->file, F_OK) != 0)
            program_set_unknown(program,
                                text_format("its interpreter %s is not there", program->file));
        else if (!begins(text_file_name(program->file), "python"))
            program_set_unknown(program,
                                text_format("it is a script for %s, and what it starts is not "
                                            "known",
                                            program->file));
    }
    if (program->way != WAY_UNKNOWN) program_look_at_file(program);
    return NULL;
}

char *program_loader_remedy(const struct program *program, const struct program_loader *loader)
{
    if (!loader->file || *loader->file != '/') return NULL;
    return loader->problem ? loader_remedy(program->root, loader->file, loader->problem)
                           : loader_remedy_of_driver(program->root, loader->file);
}

void program_drop_variables(const struct program *program)
{
    const struct program_loader *first = program->loaders.items;
    const bool clrelay = program->loaders.count > 0 && text_same(first->whose, LOADER_CLRELAY);
    for (char **variable = environ; program->privileged && *variable;) {
        char *name = text_format("%.*s", (int)strcspn(*variable, "="), *variable);
        bool drop = strcmp(name, "LD_LIBRARY_PATH") == 0 || strcmp(name, "LD_PRELOAD") == 0 ||
                    (clrelay && (begins(name, "OCL_ICD_") || begins(name, "OPENCL_")));
        if (drop) unsetenv(name);
        else variable++;
        free(name);
    }
}

/* ---- drivers ---- */

/* The program's dynamic linker, or NULL: it has none, or that one says nothing here. This command's
 * own knows no libraries for another architecture. The caller frees the path. */
static char *linker_that_answers(const struct program *program)
{
    struct linked_libraries libraries = { NULL, 0, 0 };
    struct elf elf;
    char *linker = NULL, *complaint;
    if (!elf_open(&elf, program->file)) return NULL;
    if (elf_interpreter(&elf)) linker = text_format("%s", elf_interpreter(&elf));
    elf_close(&elf);
    if (!linker) return NULL;
    complaint = linker_ask(&(struct link_question){ .program = program->file,
                                                    .linker = linker,
                                                    .privileged = program->privileged },
                           &libraries);
    linker_free(&libraries);
    if (complaint) report_set(&linker, NULL);
    free(complaint);
    return linker;
}

char *program_driver_problem(const struct program *program, const char *file)
{
    char *found, *architecture = NULL, *missing = NULL;
    char *linker = strchr(file, '/') ? NULL : linker_that_answers(program);
    if (!linker && !strchr(file, '/')) return text_format(PROGRAM_UNKNOWN);
    found = find_named(program, linker, program->file, file, &missing);
    if (found) architecture = file_architecture(found);
    free(linker);
    free(found);
    if (architecture && strcmp(architecture, program->architecture) == 0) {
        free(architecture);
        free(missing);
        return NULL;
    }
    if (!architecture && missing) {
        free(missing);
        return text_format(PROGRAM_UNKNOWN);
    }
    if (!architecture) return text_format("not found for %s", program->architecture);
    free(missing);
    found = text_format("for %s", architecture);
    free(architecture);
    return found;
}

void program_free(struct program *program)
{
    linker_free(&program->libraries);
    program_forget_loaders(program);
    for (size_t i = 0; i < program->drivers.count; i++) {
        free(program->drivers.items[i].where);
        free(program->drivers.items[i].problem);
    }
    free(program->drivers.items);
    free(program->file);
    free(program->script);
    free(program->flatpak);
    free(program->inside);
    free(program->snap);
    free(program->architecture);
    free(program->reason);
    free(program->usual);
    free(program->usual_link);
    free(program->without);
    free(program->lacking);
    free(program->caller);
    free(program->folder);
    free(program->next);
    free(program->run_path);
    free(program->missing);
    free(program->cut);
    free(program->differing);
    if (program->running) running_free(program->running);
    free(program->running);
}
