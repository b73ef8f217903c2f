/* SPDX-License-Identifier: Apache-2.0 */
/* Directives of a source, and options that define macros (macros.h). */
#include "macros_inside.h"

enum { MOST_NESTED = 64, MOST_REGIONS = 1 << 16 };

/* ---- regions ---- */

bool region_is_within(const struct regions *regions, uint32_t region, uint32_t outer)
{
    while (region > outer) region = regions->parents[region]; /* a parent has a lower number */
    return region == outer;
}

uint32_t region_below(const struct regions *regions, uint32_t region, uint32_t outer)
{
    while (!region_is_within(regions, outer, regions->parents[region]))
        region = regions->parents[region];
    return region;
}

static uint32_t new_region(struct preprocessor *preprocessor)
{
    struct regions *all = &preprocessor->result->regions;
    if (all->count == all->space) {
        const uint32_t space = all->space ? 2 * all->space : 64;
        uint32_t *parents = space > MOST_REGIONS
                                ? NULL
                                : reader_memory(preprocessor->reader, space * sizeof *parents);
        if (!parents) {
            preprocessor->reader->failed = true;
            return preprocessor->region;
        }
        if (all->count) memcpy(parents, all->parents, all->count * sizeof *parents);
        all->parents = parents;
        all->space = space;
    }
    all->parents[all->count] = preprocessor->region;
    return all->count++;
}

/* ---- macros ---- */

static struct macro *macro_of(struct preprocessor *preprocessor, const struct token *name)
{
    struct macro *macro = macro_find(preprocessor, name);
    if (macro) return macro;
    macro = reader_memory(preprocessor->reader, sizeof *macro);
    if (!macro) return NULL;
    table_set(preprocessor->reader, &preprocessor->macros, name, macro);
    return macro;
}

/* Notes what a macro is now, before a region changes it. */
static void note_change(struct preprocessor *preprocessor, struct macro *macro)
{
    if (!preprocessor->region) return;
    if (preprocessor->change_count == preprocessor->change_space) {
        const size_t space = preprocessor->change_space ? 2 * preprocessor->change_space : 64;
        struct macro_change *changes = reader_memory(preprocessor->reader, space * sizeof *changes);
        if (!changes) return;
        if (preprocessor->change_count)
            memcpy(changes, preprocessor->changes, preprocessor->change_count * sizeof *changes);
        preprocessor->changes = changes;
        preprocessor->change_space = space;
    }
    preprocessor->changes[preprocessor->change_count++] =
        (struct macro_change){ macro, *macro, false };
}

/* Whether tokens are an expression of numbers only. Then they hide nothing, whatever their value
 * is. */
static bool are_numbers(const struct preprocessor *preprocessor, const struct token *at,
                        const struct token *end)
{
    unsigned depth = 0;
    if (at == end) return false;
    for (; at < end; at++) {
        const struct macro *macro = at->kind == TOKEN_NAME ? macro_find(preprocessor, at) : NULL;
        static const char *const marks[] = { "+", "-", "*", "/", "%", "<<", ">>", NULL };
        if (token_is(at, "(")) depth++;
        else if (token_is(at, ")") && depth) depth--;
        else if (at->kind != TOKEN_NUMBER && !token_is_one(at, marks) &&
                 !(macro && macro->is_number && macro->state != MACRO_UNKNOWN))
            return false;
    }
    return !depth;
}

/* Whether a pragma leaves the layout of structures as it is, by its first words. */
static bool keeps_layout(const char *text, size_t length)
{
    static const char *const words[] = { "OPENCL", "unroll", "nounroll", "STDC", "once" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t own = strlen(words[i]);
        if (length >= own && !memcmp(text, words[i], own) &&
            (length == own || strchr(" \t(\"", text[own])))
            return true;
    }
    return false;
}

static void may_change_layout(struct preprocessed *result, size_t from)
{
    if (result->laid_out > from) result->laid_out = from;
}

static void may_include(struct preprocessed *result, size_t from)
{
    if (result->plain > from) result->plain = from;
    may_change_layout(result, from);
}

/* The index of the first token in a list that is an operator for a pragma that may change the
 * layout; `count`: there is none. */
static size_t find_pragma(const struct token *list, size_t count)
{
    static const char *const operators[] = { "_Pragma", "__pragma", NULL };
    for (size_t i = 0; i < count; i++) {
        const struct token *text = i + 2 < count ? &list[i + 2] : NULL;
        if (!token_is_one(&list[i], operators)) continue;
        if (!text || text->kind != TOKEN_TEXT || !text->length ||
            !keeps_layout(text->text + 1, text->length - 1))
            return i;
    }
    return count;
}

/* Reads the parameters of a macro, from behind the parenthesis. Returns what follows them, or
 * NULL. */
static const struct token *read_parameters(struct preprocessor *preprocessor, struct macro *macro,
                                           const struct token *at, const struct token *end)
{
    static const struct token rest = { .text = "__VA_ARGS__", .length = 11, .kind = TOKEN_NAME };
    struct tokens names = { NULL, 0, 0 };
    bool is_named = false; /* the variadic parameter has a name */
    for (; at < end && !token_is(at, ")"); at++) {
        macro->is_variadic = token_is(at, "...");
        if (at->kind == TOKEN_NAME) tokens_add(preprocessor->reader, &names, at);
        else if (macro->is_variadic && !is_named) tokens_add(preprocessor->reader, &names, &rest);
        else if (!macro->is_variadic && !token_is(at, ",")) return NULL;
        is_named = at->kind == TOKEN_NAME;
    }
    macro->parameters = names.list;
    macro->parameter_count = (uint32_t)names.count;
    return at < end ? at + 1 : NULL;
}

static void define(struct preprocessor *preprocessor, const struct token *at,
                   const struct token *end)
{
    struct macro *macro = at < end && at->kind == TOKEN_NAME ? macro_of(preprocessor, at) : NULL;
    if (!macro) return;
    note_change(preprocessor, macro);
    *macro = (struct macro){ .state = MACRO_DEFINED };
    at++;
    if (at < end && token_is(at, "(") && !at->is_spaced) {
        macro->is_function = true;
        at = read_parameters(preprocessor, macro, at + 1, end);
        if (!at) {
            macro->state = MACRO_MIXED;
            return;
        }
    }
    macro->body = at;
    macro->body_count = (uint32_t)(end - at);
    macro->is_number = !macro->is_function && are_numbers(preprocessor, at, end);
    /* The macro may be used anywhere, so this counts for the whole source. */
    if (find_pragma(at, macro->body_count) < macro->body_count)
        may_change_layout(preprocessor->result, preprocessor->result->tokens.count);
}

static void undefine(struct preprocessor *preprocessor, const struct token *at,
                     const struct token *end)
{
    struct macro *macro = at < end && at->kind == TOKEN_NAME ? macro_of(preprocessor, at) : NULL;
    if (!macro) return;
    note_change(preprocessor, macro);
    *macro = (struct macro){ .state = MACRO_UNDEFINED };
}

/* ---- #if ---- */

/* An #if up to its #endif. */
struct branching {
    bool is_outer;    /* the text around the #if is compiled */
    enum truth taken; /* whether one of the branches so far is taken */
    bool is_compiled; /* the current branch is compiled, too */
    bool is_region;   /* the current branch is a region of its own */
    uint32_t region;  /* the region around the #if */
    /* Where the changes of the current branch begin, and those of the first branch. */
    size_t changes, mixed;
};

struct directives {
    struct preprocessor *preprocessor;
    struct branching nested[MOST_NESTED];
    unsigned count;
};

/* The innermost open #if; NULL: there is none. */
static struct branching *innermost(struct directives *directives)
{
    return directives->count ? &directives->nested[directives->count - 1] : NULL;
}

static bool is_compiled(struct directives *directives)
{
    const struct branching *last = innermost(directives);
    return !last || last->is_compiled;
}

static void begin_branch(struct preprocessor *preprocessor, struct branching *branching,
                         enum truth when)
{
    const enum truth before = branching->taken;
    branching->is_compiled = branching->is_outer && before != IS_TRUE && when != IS_FALSE;
    branching->is_region = branching->is_compiled && !(when == IS_TRUE && before == IS_FALSE);
    branching->changes = preprocessor->change_count;
    if (!branching->is_compiled) return;
    branching->taken = when == IS_TRUE ? IS_TRUE : IS_UNKNOWN;
    if (branching->is_region) preprocessor->region = new_region(preprocessor);
}

/* Takes back what a region has defined. The list keeps which macros these are. */
static void end_branch(struct preprocessor *preprocessor, struct branching *branching)
{
    if (!branching->is_region) return;
    for (size_t i = preprocessor->change_count; i-- > branching->changes;) {
        struct macro_change *change = &preprocessor->changes[i];
        const struct macro now = *change->macro;
        *change->macro = change->before;
        change->is_over = true;
        change->before.is_number =
            now.state != MACRO_UNDEFINED && now.is_number &&
            (change->before.is_number || change->before.state == MACRO_UNKNOWN);
    }
    preprocessor->region = branching->region;
}

/* Makes a macro mean one thing or another. */
static void mix(struct preprocessor *preprocessor, struct macro *macro, bool is_number)
{
    is_number = is_number && (macro->is_number || macro->state == MACRO_UNKNOWN);
    note_change(preprocessor, macro);
    *macro = (struct macro){ .state = MACRO_MIXED, .is_number = is_number };
}

/* At an #endif: does so with each macro that a branch has changed. */
static void mix_all(struct preprocessor *preprocessor, const struct branching *branching)
{
    const size_t count = preprocessor->change_count;
    size_t left = branching->mixed;
    for (size_t i = branching->mixed; i < count && reader_step(preprocessor->reader); i++)
        if (preprocessor->changes[i].is_over)
            mix(preprocessor, preprocessor->changes[i].macro,
                preprocessor->changes[i].before.is_number);
    for (size_t i = branching->mixed; i < preprocessor->change_count; i++)
        if (!preprocessor->changes[i].is_over)
            preprocessor->changes[left++] = preprocessor->changes[i];
    preprocessor->change_count = left;
}

static enum truth is_defined(const struct preprocessor *preprocessor, const struct token *at,
                             const struct token *end, bool wanted)
{
    const struct macro *macro = at < end ? macro_find(preprocessor, at) : NULL;
    if (!macro || macro->state == MACRO_UNKNOWN || macro->state == MACRO_MIXED) return IS_UNKNOWN;
    return (macro->state == MACRO_DEFINED) == wanted ? IS_TRUE : IS_FALSE;
}

static void begin_if(struct directives *directives, const struct token *name,
                     const struct token *end)
{
    struct preprocessor *preprocessor = directives->preprocessor;
    const bool outer = is_compiled(directives);
    struct branching *branching;
    enum truth when = IS_FALSE;
    if (directives->count == MOST_NESTED) {
        preprocessor->reader->failed = true;
        return;
    }
    branching = &directives->nested[directives->count++];
    *branching = (struct branching){ .is_outer = outer,
                                     .region = preprocessor->region,
                                     .mixed = preprocessor->change_count };
    if (!outer) when = IS_FALSE;
    else if (token_is(name, "if")) when = condition_truth(preprocessor, name + 1, end);
    else when = is_defined(preprocessor, name + 1, end, token_is(name, "ifdef"));
    begin_branch(preprocessor, branching, when);
}

static void next_branch(struct directives *directives, const struct token *name,
                        const struct token *end)
{
    struct preprocessor *preprocessor = directives->preprocessor;
    struct branching *branching = innermost(directives);
    enum truth when = IS_TRUE;
    if (!branching) {
        preprocessor->reader->failed = true;
        return;
    }
    end_branch(preprocessor, branching);
    preprocessor->region = branching->region;
    if (!branching->is_outer || branching->taken == IS_TRUE) when = IS_FALSE;
    else if (token_is(name, "elif")) when = condition_truth(preprocessor, name + 1, end);
    begin_branch(preprocessor, branching, when);
}

static void end_if(struct directives *directives)
{
    struct branching *branching = innermost(directives);
    if (!branching) {
        directives->preprocessor->reader->failed = true;
        return;
    }
    end_branch(directives->preprocessor, branching);
    directives->preprocessor->region = branching->region;
    mix_all(directives->preprocessor, branching);
    directives->count--;
}

/* ---- lines ---- */

static void read_pragma(struct preprocessor *preprocessor, const struct token *at,
                        const struct token *end)
{
    if (at < end && !keeps_layout(at->text, at->length))
        may_change_layout(preprocessor->result, preprocessor->result->tokens.count);
}

static void run_directive(struct directives *directives, const struct token *name,
                          const struct token *end)
{
    static const char *const begins[] = { "if", "ifdef", "ifndef", NULL };
    static const char *const others[] = { "elif", "else", NULL };
    struct preprocessor *preprocessor = directives->preprocessor;
    if (name == end) return;
    if (token_is_one(name, begins)) begin_if(directives, name, end);
    else if (token_is_one(name, others)) next_branch(directives, name, end);
    else if (token_is(name, "endif")) end_if(directives);
    else if (!is_compiled(directives)) return;
    else if (token_is(name, "define")) define(preprocessor, name + 1, end);
    else if (token_is(name, "undef")) undefine(preprocessor, name + 1, end);
    else if (token_is(name, "pragma")) read_pragma(preprocessor, name + 1, end);
    else if (token_is(name, "include"))
        may_include(preprocessor->result, preprocessor->result->tokens.count);
}

static const struct token *line_end(const struct token *at, const struct token *end)
{
    for (at++; at < end && !at->is_first; at++) {
    }
    return at;
}

static bool is_directive(const struct token *at)
{
    return at->is_first && token_is(at, "#");
}

static void read_lines(struct preprocessor *preprocessor, const struct tokens *raw)
{
    struct directives directives = { .preprocessor = preprocessor };
    const struct token *at = raw->list, *end = tokens_end(raw), *rest;
    for (; at < end && reader_step(preprocessor->reader); at = rest) {
        if (is_directive(at)) {
            rest = line_end(at, end);
            run_directive(&directives, at + 1, rest);
            continue;
        }
        for (rest = at + 1; rest < end && !is_directive(rest);) rest++;
        if (is_compiled(&directives))
            macros_expand(preprocessor, at, rest, &preprocessor->result->tokens);
    }
    if (directives.count) preprocessor->reader->failed = true;
}

/* ---- options ---- */

/* Copies the next option without its quotes. Returns its length; *at becomes what follows it. */
static size_t next_option(const char **at, char *option)
{
    size_t length = 0;
    char quote = 0;
    while (**at == ' ') ++*at;
    for (; **at && (quote || **at != ' '); ++*at) {
        if (!quote && (**at == '"' || **at == '\'')) quote = **at;
        else if (quote == **at) quote = 0;
        else if (**at == '\\' && (*at)[1]) option[length++] = *++*at;
        else option[length++] = **at;
    }
    option[length] = 0;
    return length;
}

/* Defines the macro of an option -D NAME or -D NAME=VALUE. */
static void define_option(struct preprocessor *preprocessor, char *text)
{
    static const char one[] = "1";
    char *equals = strchr(text, '=');
    struct tokens *tokens = reader_memory(preprocessor->reader, sizeof *tokens);
    if (!tokens) return;
    if (equals) *equals = ' ';
    tokens_read(preprocessor->reader, tokens, text, text + strlen(text));
    if (!equals) tokens_read(preprocessor->reader, tokens, one, &one[1]);
    define(preprocessor, tokens->list, tokens_end(tokens));
}

/* Whether a driver's compiler may define anything by an option, or reads C++. (Not all drivers end
 * options at a tab.) */
static bool includes(const char *option)
{
    static const char *const languages[] = { "-cl-std=CLC++", "-cl-std=clc++" };
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (!strncmp(option, languages[i], strlen(languages[i]))) return true;
    return strpbrk(option, "\t\n") || !strncmp(option, "-include", 8) ||
           !strncmp(option, "-imacros", 8) || !strncmp(option, "-U", 2) || *option == '@';
}

static void read_options(struct preprocessor *preprocessor, const char *options)
{
    /* Each option needs space for its letters and a NUL. */
    char *option = reader_memory(preprocessor->reader, 2 * strlen(options) + 2);
    size_t length;
    for (; option && reader_step(preprocessor->reader) && (length = next_option(&options, option));
         option += length + 1) {
        if (includes(option)) may_include(preprocessor->result, 0);
        if (!strcmp(option, "-D")) length = next_option(&options, option);
        else if (!strncmp(option, "-D", 2)) memmove(option, option + 2, length - 1);
        else continue;
        define_option(preprocessor, option);
    }
}

void preprocess(struct reader *reader, const char *source, const char *options,
                struct preprocessed *result)
{
    struct preprocessor preprocessor = { .reader = reader, .result = result };
    struct tokens raw = { NULL, 0, 0 };
    const char *end;
    const char *text = tokens_join(reader, source, &end);
    *result = (struct preprocessed){ .plain = SIZE_MAX, .laid_out = SIZE_MAX };
    new_region(&preprocessor); /* region 0 */
    if (!text) return;
    tokens_read(reader, &raw, text, end);
    read_options(&preprocessor, options);
    if (raw.count && !reader->failed) read_lines(&preprocessor, &raw);
    may_change_layout(result, find_pragma(result->tokens.list, result->tokens.count));
}
