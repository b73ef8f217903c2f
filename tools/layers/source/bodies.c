/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the body of a kernel (bodies.h). First it finds the tokens that each work-item certainly
 * reaches; then it looks at each place that names a parameter. It says nothing of names that may
 * mean something else, or of code that may be left out.
 */
#include "bodies.h"

/* The state of reading a body. */
struct reading {
    const struct parser *parser;
    const struct body *body;
    /* For each token from the first brace on: whether each work-item reaches it. */
    bool *certain;
    uint32_t *starts;          /* for each token: where its statement begins */
    const struct token *index; /* the name of a variable that is get_global_id(0), or NULL */
};

static const struct token *token_at(const struct reading *reading, size_t at)
{
    return &reading->parser->list[at];
}

static bool is_at(const struct reading *reading, size_t at, const char *text)
{
    return at < reading->body->end && token_is(token_at(reading, at), text);
}

static bool is_before(const struct reading *reading, size_t at, const char *text)
{
    return at > reading->body->begin && token_is(token_at(reading, at - 1), text);
}

/* ---- what may be left out of the program ---- */

/* Whether each region (macros.h) consists of whole statements, and no token is hidden. */
static bool is_readable(const struct reading *reading)
{
    const struct body *body = reading->body;
    const struct regions *regions = reading->parser->regions;
    static const char *const unreadable[] = { "asm", "__asm__", "__asm", NULL };
    static const char *const brackets[] = { "(", "[", "{", ")", "]", "}", NULL };
    static const char *const ends[] = { ";", "}", NULL };
    static const char *const begins[] = { ";", "{", "}", NULL };
    /* The region inside the body's that a token is in; body->region: none. */
    uint32_t outer = body->region;
    size_t first = 0;
    for (size_t i = body->begin; i <= body->end; i++) {
        const struct token *token = token_at(reading, i);
        const size_t partner = reading->parser->partners[i];
        const uint32_t now = region_is_within(regions, body->region, token->region)
                                 ? body->region
                                 : region_below(regions, token->region, body->region);
        if (token->kind == TOKEN_HIDDEN || token_is_one(token, unreadable) ||
            (!partner && token_is_one(token, brackets)))
            return false;
        if (now != outer && outer != body->region && !token_is_one(token - 1, ends)) return false;
        if (now != outer) first = i;
        if (now != outer && now != body->region && !token_is_one(token - 1, begins)) return false;
        if (now != body->region && partner && partner < first) return false;
        if (now == body->region && partner && partner < i &&
            !region_is_within(regions, body->region, token_at(reading, partner)->region))
            return false;
        outer = now;
    }
    return true;
}

static bool is_compiled(const struct reading *reading, size_t at)
{
    return region_is_within(reading->parser->regions, reading->body->region,
                            token_at(reading, at)->region);
}

/* ---- what each work-item reaches ---- */

/* The end of a statement: its semicolon, or the brace that begins or ends a block. */
static size_t statement_end(const struct reading *reading, size_t at)
{
    unsigned depth = 0;
    for (; at < reading->body->end; at++) {
        if (is_at(reading, at, "(")) depth++;
        if (is_at(reading, at, ")") && depth) depth--;
        if (is_at(reading, at, "{") || is_at(reading, at, "}") ||
            (!depth && is_at(reading, at, ";")))
            break;
    }
    return at;
}

/* Whether a name is a function of the language. Any other that the source does not define may be a
 * macro of the driver, which leaves out its arguments. */
static bool is_function(const struct parser *parser, const struct token *name)
{
    static const char *const begins[] = {
        "get_",  "read_image", "write_image", "vload", "vstore", "convert_", "as_",    "native_",
        "half_", "atomic_",    "atom_",       "mul24", "mad",    "fma",      "min",    "max",
        "clamp", "sqrt",       "rsqrt",       "exp",   "log",    "pow",      "sin",    "cos",
        "tan",   "fabs",       "fmin",        "fmax",  "dot",    "cross",    "length", "normalize",
        "abs",   "rotate",     "select",      "mix",   "step",   "floor",    "ceil",   "round",
        "rint",  "trunc",      "popcount",    "clz",   "sign",   "distance", "hypot",  "bitselect"
    };
    if (table_find(&parser->functions, name) || type_is_word(name)) return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const size_t length = strlen(begins[i]);
        if (name->length >= length && !memcmp(name->text, begins[i], length)) return true;
    }
    return false;
}

static bool is_word_before_expression(const struct token *token)
{
    static const char *const words[] = { "return", "else", "do", "case", NULL };
    return token_is_one(token, words);
}

/* Marks the tokens from `at` to `end`, both in one statement, that each work-item reaches. */
static void mark(const struct reading *reading, size_t at, size_t end)
{
    static const char *const stops[] = { "?",      ":",        "&&",          "||",
                                         "if",     "else",     "for",         "while",
                                         "do",     "switch",   "case",        "default",
                                         "sizeof", "typeof",   "__typeof__",  "vec_step",
                                         "break",  "continue", "__alignof__", NULL };
    for (; at < end; at++) {
        const struct token *token = token_at(reading, at);
        if (token_is_one(token, stops)) return;
        if (is_at(reading, at + 1, "(") && token->kind == TOKEN_NAME &&
            !is_word_before_expression(token) && !is_function(reading->parser, token)) {
            reading->certain[at - reading->body->begin] = true;
            at = reading->parser->partners[at + 1] > at ? reading->parser->partners[at + 1] : end;
        } else {
            reading->certain[at - reading->body->begin] = true;
        }
    }
}

/* Marks the tokens of a statement that each work-item reaches: of `if` and the like, the first
 * comparison. */
static void mark_statement(const struct reading *reading, size_t at, size_t end)
{
    static const char *const words[] = { "if", "while", "switch", NULL };
    if (at + 1 < end && token_is_one(token_at(reading, at), words) && is_at(reading, at + 1, "("))
        mark(reading, at + 2, reading->parser->partners[at + 1]);
    else mark(reading, at, end);
}

static bool has_end(const struct reading *reading, size_t at, size_t end)
{
    static const char *const words[] = { "return", "goto", NULL };
    for (; at < end; at++)
        if (token_is_one(token_at(reading, at), words)) return true;
    return false;
}

/* Marks the statements up to the first that may end the kernel. */
static void mark_certain(const struct reading *reading)
{
    const struct body *body = reading->body;
    unsigned depth = 1,
             uncertain = 0; /* the depth at which a block begins that may be left out; 0: none */
    bool ended = false;
    for (size_t at = body->begin + 1, rest; at < body->end; at = rest + 1) {
        rest = statement_end(reading, at);
        for (size_t i = at; i <= rest; i++) reading->starts[i - body->begin] = (uint32_t)at;
        if (!ended && !uncertain && is_compiled(reading, at)) mark_statement(reading, at, rest);
        ended |= has_end(reading, at, rest);
        if (is_at(reading, rest, "{")) {
            depth++;
            if (!uncertain && (rest != at || !is_compiled(reading, rest))) uncertain = depth;
        } else if (is_at(reading, rest, "}")) {
            if (depth-- == uncertain) uncertain = 0;
        }
    }
}

/* ---- what a name is ---- */

/* The index of what follows each selection of a part: [index], .member and ->member. */
static size_t skip_parts(const struct reading *reading, size_t at)
{
    for (;;) {
        if (is_at(reading, at, "[")) at = behind_brackets(reading->parser, at);
        else if (is_at(reading, at, ".") || is_at(reading, at, "->")) at += 2;
        else return at;
    }
}

/* Whether the selections behind a pointer's name stay in the memory that it points to. A second
 * [index] or -> may lead to what a member points to. */
static bool is_inside(const struct reading *reading, size_t at)
{
    const size_t end = skip_parts(reading, at);
    if (is_at(reading, at, "[")) at = behind_brackets(reading->parser, at);
    else if (is_at(reading, at, "->")) at += 2;
    while (is_at(reading, at, ".")) at += 2;
    return at == end;
}

static bool is_assigned(const struct reading *reading, size_t at)
{
    static const char *const marks[] = { "=",  "+=", "-=", "*=", "/=",  "%=",  "&=",
                                         "|=", "^=", "++", "--", "<<=", ">>=", NULL };
    return at < reading->body->end && token_is_one(token_at(reading, at), marks);
}

static bool is_member(const struct reading *reading, size_t at)
{
    return is_before(reading, at, ".") || is_before(reading, at, "->");
}

/* Whether a name follows another word, as in a declaration. */
static bool is_behind_word(const struct reading *reading, size_t at)
{
    const struct token *before = token_at(reading, at - 1);
    return before->kind == TOKEN_NAME && !is_word_before_expression(before);
}

/* Whether a `*` before a name belongs to a declaration, because the word before it may be a
 * type. */
static bool is_behind_type(const struct reading *reading, size_t at)
{
    const size_t start = reading->starts[at - reading->body->begin];
    size_t word = at - 1;
    while (word > start && token_is(token_at(reading, word), "*")) word--;
    if (token_at(reading, word)->kind != TOKEN_NAME || word + 1 == at) return false;
    if (type_is_word(token_at(reading, word)) || word == start) return true;
    return token_at(reading, word - 1)->kind == TOKEN_NAME ||
           (is_at(reading, word - 1, "(") && is_before(reading, word - 1, "for"));
}

/* Whether a statement declares something: it begins with two words, or a word and `*`; or it
 * continues after values in braces. */
static bool is_declaration(const struct reading *reading, size_t start)
{
    const bool is_for = is_at(reading, start, "for") && is_at(reading, start + 1, "(");
    size_t at = start + (is_for ? 2 : 0);
    if (is_at(reading, start, ",")) return true;
    if (token_at(reading, at)->kind != TOKEN_NAME ||
        is_word_before_expression(token_at(reading, at)))
        return false;
    at++;
    while (is_at(reading, at, "*")) at++;
    return at < reading->body->end && token_at(reading, at)->kind == TOKEN_NAME;
}

/* Whether a name after a comma is a declared one. */
static bool is_declared_too(const struct reading *reading, size_t at)
{
    const size_t start = reading->starts[at - reading->body->begin];
    unsigned depth = 0;
    size_t before = at - 1;
    while (before > start && is_at(reading, before, "*")) before--;
    if (!is_at(reading, before, ",") || !is_declaration(reading, start)) return false;
    for (size_t i = start; i < before; i++) {
        if (is_at(reading, i, "(") || is_at(reading, i, "[")) depth++;
        if ((is_at(reading, i, ")") || is_at(reading, i, "]")) && depth) depth--;
    }
    return !depth || is_at(reading, start, "for");
}

/* Whether a name in parentheses of its own is declared or assigned: `int (a)[4]`, `(a) = b`. */
static bool is_in_parentheses(const struct reading *reading, size_t at)
{
    return is_before(reading, at, "(") && is_at(reading, at + 1, ")") &&
           (is_at(reading, at + 2, "[") || is_at(reading, at + 2, "="));
}

/* Whether the address of a variable is taken, so that it may get another value elsewhere. */
static bool is_address(const struct reading *reading, size_t at)
{
    return is_before(reading, at, "&") && skip_parts(reading, at + 1) == at + 1;
}

/* Whether a name means something else at a place, or from there on. */
static bool changes_meaning(const struct reading *reading, size_t at)
{
    return is_behind_word(reading, at) || is_behind_type(reading, at) ||
           is_declared_too(reading, at) || is_in_parentheses(reading, at) ||
           is_address(reading, at) || (is_at(reading, at + 1, "=") && !is_before(reading, at, "*"));
}

static bool is_step(const struct reading *reading, size_t at)
{
    return is_at(reading, at, "++") || is_at(reading, at, "--");
}

static bool is_moved(const struct reading *reading, size_t at)
{
    return is_step(reading, at - 1) || is_step(reading, at + 1) ||
           (is_assigned(reading, at + 1) && !is_before(reading, at, "*"));
}

/* ---- the index of a work-item ---- */

static size_t skip_words(const struct reading *reading, size_t at, const char *const *words)
{
    for (; *words; words++, at++)
        if (!is_at(reading, at, *words)) return 0;
    return at;
}

/* The index of what follows get_global_id(0) at a place; 0: there is something else. */
static size_t skip_id(const struct reading *reading, size_t at)
{
    static const char *const words[] = { "get_global_id", "(", "0", ")", NULL };
    return skip_words(reading, at, words);
}

/* The name of the variable that a statement like `const size_t i = get_global_id(0);` declares, or
 * NULL. */
static const struct token *declared_index(const struct reading *reading, size_t at)
{
    static const char *const types[] = {
        "size_t", "int", "uint", "unsigned", "long", "ulong", NULL
    };
    size_t behind;
    if (is_at(reading, at, "const")) at++;
    if (!token_is_one(token_at(reading, at), types)) return NULL;
    at++;
    if (is_at(reading, at, "int")) at++;
    if (!is_at(reading, at + 1, "=") || token_at(reading, at)->kind != TOKEN_NAME) return NULL;
    behind = skip_id(reading, at + 2);
    return behind && is_at(reading, behind, ";") ? token_at(reading, at) : NULL;
}

/* Whether a variable stays the index: its name occurs nowhere where it could change, or mean
 * another variable. */
static bool stays_index(const struct reading *reading, const struct token *index)
{
    for (size_t at = reading->body->begin + 1; at < reading->body->end; at++)
        if (tokens_equal(token_at(reading, at), index) && token_at(reading, at) != index &&
            !is_member(reading, at) &&
            (changes_meaning(reading, at) || is_moved(reading, at) || is_before(reading, at, "&")))
            return false;
    return true;
}

static const struct token *find_index(const struct reading *reading)
{
    for (size_t at = reading->body->begin + 1; at < reading->body->end; at++) {
        const size_t i = at - reading->body->begin;
        const struct token *index =
            reading->starts[i] == at && reading->certain[i] ? declared_index(reading, at) : NULL;
        if (index) return stays_index(reading, index) ? index : NULL;
    }
    return NULL;
}

/* The index of what follows an `[index]` that selects a whole element; or 0. */
static size_t skip_element(const struct reading *reading, size_t at)
{
    size_t behind = is_at(reading, at, "[") ? skip_id(reading, at + 1) : 0;
    if (!behind && is_at(reading, at, "[") && reading->index &&
        tokens_equal(token_at(reading, at + 1), reading->index))
        behind = at + 2;
    if (!behind || !is_at(reading, behind, "]")) return 0;
    behind++;
    return skip_parts(reading, behind) == behind ? behind : 0;
}

/* ---- what is done at a name ---- */

struct use {
    bool reads, writes;
};

/* Whether a token ends a value, so that a mark behind it is an operator with two operands. */
static bool ends_value(const struct token *token)
{
    return (token->kind == TOKEN_NAME && !is_word_before_expression(token)) ||
           token->kind == TOKEN_NUMBER || token_is(token, ")") || token_is(token, "]");
}

static size_t start_of(const struct reading *reading, size_t at)
{
    return reading->starts[at - reading->body->begin];
}

/* Whether the mark before a place is an operator with one operand, as in `*a` and `&a`. */
static bool is_unary(const struct reading *reading, size_t at, const char *mark)
{
    return at > start_of(reading, at) && is_before(reading, at, mark) &&
           (at - 1 == start_of(reading, at) || !ends_value(token_at(reading, at - 2)));
}

/* Whether parentheses hold only a type, but not void: a cast. */
static bool is_cast(const struct reading *reading, size_t open, size_t close)
{
    size_t at = open + 1;
    for (; at < close; at++) {
        const struct token *token = token_at(reading, at);
        if (token_is(token, "void") || (!type_is_word(token) && !token_is(token, "*")))
            return false;
    }
    return at > open + 1;
}

/* Whether the text before a place belongs to the same expression, unlike in `MACRO(...) a[0]`. */
static bool is_in_expression(const struct reading *reading, size_t at)
{
    const struct token *before = token_at(reading, at - 1);
    if (at == start_of(reading, at)) return true;
    if (before->kind == TOKEN_NAME) return is_word_before_expression(before);
    if (token_is(before, ")")) return is_cast(reading, reading->parser->partners[at - 1], at - 1);
    return before->kind == TOKEN_MARK && !token_is(before, "]");
}

/* Whether parentheses only group what they hold: they are not those of a call, or of `if`. */
static bool is_group(const struct reading *reading, size_t open)
{
    const struct token *before = token_at(reading, open - 1);
    return is_at(reading, open, "(") &&
           (before->kind != TOKEN_NAME || is_word_before_expression(before));
}

/* How a value is used, which has the tokens from `first` up to `behind`. For a value in
 * parentheses, as in `(a[0]) = 1` and `&(a[0])`, the tokens around them tell. */
static struct use use_of_value(const struct reading *reading, size_t first, size_t behind)
{
    bool is_stepped;
    while (is_group(reading, first - 1) && is_at(reading, behind, ")")) {
        first--;
        behind = skip_parts(reading, behind + 1);
    }
    if (is_unary(reading, first, "&") || is_unary(reading, first, "*") ||
        (is_before(reading, first, "&") && is_before(reading, first - 1, ")")))
        return (struct use){ false, false };
    if (!is_in_expression(reading, first)) return (struct use){ false, false };
    is_stepped = is_step(reading, first - 1);
    return (struct use){ .reads = !is_at(reading, behind, "="),
                         .writes = is_stepped || is_assigned(reading, behind) };
}

/* How a function of the language uses an argument, which has a number from 0. It is not known
 * whether a kernel looks at what atomic_xchg() reads. */
static struct use use_by(const struct token *name, unsigned argument)
{
    static const struct {
        const char *begin;
        unsigned argument;
        struct use use;
    } uses[] = { { "vload", 1, { true, false } },       { "vstore", 2, { false, true } },
                 { "read_image", 0, { true, false } },  { "write_image", 0, { false, true } },
                 { "atomic_add", 0, { true, true } },   { "atomic_sub", 0, { true, true } },
                 { "atomic_inc", 0, { true, true } },   { "atomic_dec", 0, { true, true } },
                 { "atomic_xchg", 0, { false, true } }, { "atom_add", 0, { true, true } },
                 { "atom_sub", 0, { true, true } },     { "atom_inc", 0, { true, true } },
                 { "atom_dec", 0, { true, true } },     { "atom_xchg", 0, { false, true } } };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        const size_t length = strlen(uses[i].begin);
        if (name->length >= length && !memcmp(name->text, uses[i].begin, length) &&
            argument == uses[i].argument)
            return uses[i].use;
    }
    return (struct use){ false, false };
}

/* How a function uses an argument that begins with a name: `a`, `a + 1`, `&a[1]`. */
static struct use use_as_argument(const struct reading *reading, size_t at)
{
    static const char *const ends[] = { ",", ")", "+", "-", NULL };
    const bool is_taken = is_unary(reading, at, "&");
    const size_t behind = skip_parts(reading, at + 1), start = start_of(reading, at);
    unsigned argument = 0;
    size_t before = at - 1 - is_taken;
    if (is_taken != (behind != at + 1) || !token_is_one(token_at(reading, behind), ends) ||
        !(is_at(reading, before, ",") || is_at(reading, before, "(")))
        return (struct use){ false, false };
    for (; before > start && !is_at(reading, before, "("); before--) {
        const size_t partner = reading->parser->partners[before];
        if (is_at(reading, before, ",")) argument++;
        else if (partner && partner < before) before = partner;
    }
    if (before <= start || table_find(&reading->parser->functions, token_at(reading, before - 1)))
        return (struct use){ false, false };
    return use_by(token_at(reading, before - 1), argument);
}

static struct use use_at(const struct reading *reading, size_t at)
{
    const size_t behind = skip_parts(reading, at + 1);
    const bool is_around = is_before(reading, at, "(") && is_unary(reading, at - 1, "*") &&
                           (is_at(reading, at + 1, "+") || is_at(reading, at + 1, "-"));
    if (!is_inside(reading, at + 1) ||
        (is_before(reading, at, "&") && is_before(reading, at - 1, ")")))
        return (struct use){ false, false }; /* the parentheses may be a cast of an address */
    if (behind != at + 1 && !is_unary(reading, at, "&") && !is_unary(reading, at, "*")) {
        if (is_in_expression(reading, at)) return use_of_value(reading, at, behind);
    } else if (behind == at + 1 && is_unary(reading, at, "*") && !is_step(reading, behind)) {
        if (is_in_expression(reading, at - 1)) return use_of_value(reading, at - 1, behind);
    } else if (is_around && is_in_expression(reading, at - 2)) {
        return use_of_value(reading, at - 2, behind_brackets(reading->parser, at - 1));
    }
    return use_as_argument(reading, at);
}

/* ---- parameters ---- */

static struct body_parameter *parameter_named(const struct body *body, const struct token *name)
{
    for (uint32_t i = 0; i < body->count; i++)
        if (body->parameters[i].name.length && tokens_equal(&body->parameters[i].name, name))
            return &body->parameters[i];
    return NULL;
}

/* Whether a place is after the `=` of a statement that begins with `name[...] =`, which writes
 * after it reads. */
static bool is_read_before_written(const struct reading *reading, size_t at)
{
    const size_t start = start_of(reading, at);
    const size_t behind = skip_parts(reading, start + 1);
    unsigned depth = 0;
    if (!tokens_equal(token_at(reading, start), token_at(reading, at)) || behind >= at ||
        !is_at(reading, behind, "="))
        return false;
    for (size_t i = start + 1; i < at; i++) {
        if (i < behind && tokens_equal(token_at(reading, i), token_at(reading, at))) return false;
        if (is_at(reading, i, "(") || is_at(reading, i, "[")) depth++;
        if ((is_at(reading, i, ")") || is_at(reading, i, "]")) && depth) depth--;
        if (!depth && is_at(reading, i, ",")) return false;
    }
    return true;
}

static void read_use(const struct reading *reading, size_t at,
                     struct body_parameter *body_parameter)
{
    const bool is_first = body_parameter->mentions == 1 ||
                          (body_parameter->mentions == 2 && is_read_before_written(reading, at));
    const bool is_element = skip_element(reading, at + 1) && !is_member(reading, at) &&
                            !is_unary(reading, at, "&") && is_in_expression(reading, at);
    const struct use use = use_at(reading, at);
    const bool can_read =
        body_parameter->element || body_parameter->parameter->kind == PARAMETER_IMAGE;
    body_parameter->is_moved |= skip_parts(reading, at + 1) == at + 1 && is_moved(reading, at);
    if (!reading->certain[at - reading->body->begin]) return;
    body_parameter->parameter->is_written |= use.writes;
    body_parameter->parameter->is_read |= use.reads && can_read;
    body_parameter->parameter->is_read_first |= use.reads && can_read && is_first;
    body_parameter->is_index_written |= is_element && use.writes;
    body_parameter->is_index_used |= is_element && (use.writes || use.reads);
}

/* Counts steps for a name: it may be compared with all tokens before it in its statement. Returns
 * false if there were too many. */
static bool pays(const struct reading *reading, size_t at)
{
    struct reader *reader = reading->parser->reader;
    const size_t steps = at - start_of(reading, at) + 1;
    if (reader->steps < steps) reader->failed = true;
    else reader->steps -= steps;
    return !reader->failed;
}

static void read_names(const struct reading *reading)
{
    const struct parser *parser = reading->parser;
    for (size_t at = reading->body->begin + 1; at < reading->body->end; at++) {
        struct body_parameter *found =
            parser->list[at].kind == TOKEN_NAME && !is_member(reading, at)
                ? parameter_named(reading->body, &parser->list[at])
                : NULL;
        if (!found || !pays(reading, at)) continue;
        found->mentions++;
        if (changes_meaning(reading, at)) found->is_lost = true;
        else if (!found->is_lost) read_use(reading, at, found);
    }
}

static void end_parameter(struct body_parameter *body_parameter)
{
    struct kernel_parameter *to = body_parameter->parameter;
    to->is_unused = body_parameter->is_known && !body_parameter->mentions;
    if (body_parameter->is_lost || (to->kind != PARAMETER_POINTER && to->kind != PARAMETER_IMAGE)) {
        to->is_written = to->is_read = to->is_read_first = false;
        return;
    }
    if (to->kind != PARAMETER_POINTER) return;
    to->is_indexed = !body_parameter->is_moved && (to->is_written ? body_parameter->is_index_written
                                                                  : body_parameter->is_index_used);
    if (to->is_indexed && body_parameter->element <= UINT16_MAX)
        to->size = (uint16_t)body_parameter->element;
}

void body_read(const struct parser *parser, const struct body *body)
{
    const size_t size = body->end - body->begin + 2;
    struct reading reading = { .parser = parser, .body = body };
    /* This function visits each token once for each parameter. */
    if (parser->reader->steps / (body->count + 1) < size) {
        parser->reader->failed = true;
        return;
    }
    parser->reader->steps -= size * (body->count + 1) / 8;
    reading.certain = reader_memory(parser->reader, size * sizeof *reading.certain);
    reading.starts = reader_memory(parser->reader, size * sizeof *reading.starts);
    if (!reading.certain || !reading.starts || !is_readable(&reading)) return;
    mark_certain(&reading);
    reading.index = find_index(&reading);
    read_names(&reading);
    for (uint32_t i = 0; i < body->count; i++) end_parameter(&body->parameters[i]);
}
