/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces macros by what they stand for (macros.h). */
#include "macros_inside.h"

enum { MOST_CONTEXTS = 64, MOST_DEPTH = 16, MOST_ARGUMENTS = 64 };

/* Tokens to read: those of a replaced macro come before those that follow the macro. */
struct context {
    const struct token *at, *end;
    struct macro *macro;
};

struct stream {
    struct context list[MOST_CONTEXTS];
    unsigned count;
};

/* The tokens of each argument of a macro. */
struct arguments {
    struct tokens list[MOST_ARGUMENTS];
    unsigned count;
};

struct macro *macro_find(const struct preprocessor *preprocessor, const struct token *name)
{
    return table_find(&preprocessor->macros, name);
}

static void push(struct preprocessor *preprocessor, struct stream *stream, const struct token *from,
                 const struct token *end, struct macro *macro)
{
    if (stream->count == MOST_CONTEXTS) {
        preprocessor->reader->failed = true;
        return;
    }
    if (macro) macro->is_busy = true;
    stream->list[stream->count++] = (struct context){ from, end, macro };
}

/* The next token, or NULL. `takes`: goes past it. */
static const struct token *next(struct stream *stream, bool takes)
{
    for (unsigned i = stream->count; i-- > 0;) {
        struct context *context = &stream->list[i];
        if (context->at < context->end) return takes ? context->at++ : context->at;
        if (!takes) continue;
        if (context->macro) context->macro->is_busy = false;
        stream->count--;
    }
    return NULL;
}

static void add(struct preprocessor *preprocessor, struct tokens *to, const struct token *token)
{
    struct token copy = *token;
    copy.region = preprocessor->region;
    tokens_add(preprocessor->reader, to, &copy);
}

static void add_kind(struct preprocessor *preprocessor, struct tokens *to, enum token_kind kind)
{
    const struct token token = { .text = "", .kind = (uint8_t)kind };
    add(preprocessor, to, &token);
}

/* ---- arguments ---- */

/* Reads the arguments of a macro, from behind its name. Returns false if they do not end. */
static bool read_arguments(struct preprocessor *preprocessor, struct stream *stream,
                           const struct macro *macro, struct arguments *arguments)
{
    const struct token *token;
    unsigned depth = 0;
    arguments->count = 1;
    next(stream, true); /* the parenthesis */
    while (reader_step(preprocessor->reader) && (token = next(stream, true))) {
        const bool is_last = macro->is_variadic && arguments->count == macro->parameter_count;
        if (token_is(token, ")") && !depth--) return true;
        if (token_is(token, "(")) depth++;
        if (token_is(token, ",") && !depth && !is_last) {
            if (arguments->count == MOST_ARGUMENTS) return false;
            arguments->count++;
        } else {
            tokens_add(preprocessor->reader, &arguments->list[arguments->count - 1], token);
        }
    }
    return false;
}

/* The argument that a token of the macro's body stands for, or NULL. */
static const struct tokens *argument_of(const struct macro *macro,
                                        const struct arguments *arguments,
                                        const struct token *token)
{
    static const struct tokens none;
    for (uint32_t i = 0; token->kind == TOKEN_NAME && i < macro->parameter_count; i++)
        if (tokens_equal(&macro->parameters[i], token))
            return i < arguments->count ? &arguments->list[i] : &none;
    return NULL;
}

static bool fits(const struct macro *macro, const struct arguments *arguments)
{
    const uint32_t wanted = macro->parameter_count;
    if (macro->is_variadic) return arguments->count + 1 >= wanted;
    return arguments->count == wanted ||
           (!wanted && arguments->count == 1 && !arguments->list[0].count);
}

/* ---- bodies ---- */

/* Whether a token's meaning is known. */
static bool is_plain(const struct token *token)
{
    return token->kind != TOKEN_HIDDEN && token->length;
}

/* Makes one token of two. */
static void paste(struct preprocessor *preprocessor, struct token *left, const struct token *right)
{
    const size_t length = left->length + right->length;
    char *text = reader_memory(preprocessor->reader, length + 1);
    struct tokens read = { NULL, 0, 0 };
    if (!text) return;
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    tokens_read(preprocessor->reader, &read, text, text + length);
    if (read.count == 1 && is_plain(left) && is_plain(right)) *left = read.list[0];
    else left->kind = TOKEN_HIDDEN;
}

static void add_pasted(struct preprocessor *preprocessor, struct tokens *to,
                       const struct token *from, size_t count, bool pastes)
{
    for (size_t i = 0; i < count; i++)
        if (pastes && !i && to->count) paste(preprocessor, &to->list[to->count - 1], from);
        else tokens_add(preprocessor->reader, to, &from[i]);
}

/* Adds the body of a macro with its arguments in place. */
static void substitute(struct preprocessor *preprocessor, const struct macro *macro,
                       const struct arguments *arguments, struct tokens *to)
{
    const struct token *body = macro->body, *end = body + macro->body_count;
    bool pastes = false;
    for (; body < end && reader_step(preprocessor->reader); body++) {
        const struct tokens *argument = argument_of(macro, arguments, body);
        const bool before_paste = body + 1 < end && token_is(body + 1, "##");
        if (token_is(body, "##") && body > macro->body) {
            pastes = true;
            continue;
        }
        if (token_is(body, "#") && macro->is_function) {
            add_kind(preprocessor, to, TOKEN_TEXT);
            body++;
        } else if (argument && !pastes && !before_paste) {
            macros_expand(preprocessor, argument->list, tokens_end(argument), to);
        } else if (argument) { /* `, ## arguments` removes the comma if there are no arguments */
            const bool comma = pastes && to->count && token_is(&to->list[to->count - 1], ",");
            if (comma && !argument->count) to->count--;
            add_pasted(preprocessor, to, argument->list, argument->count, pastes && !comma);
            if (before_paste && !argument->count) body++;
        } else {
            add_pasted(preprocessor, to, body, 1, pastes);
        }
        pastes = false;
    }
}

static void replace(struct preprocessor *preprocessor, struct stream *stream, struct macro *macro,
                    struct tokens *to)
{
    struct arguments arguments = { .count = 0 };
    struct tokens body = { NULL, 0, 0 };
    if (macro->is_function &&
        (!read_arguments(preprocessor, stream, macro, &arguments) || !fits(macro, &arguments))) {
        add_kind(preprocessor, to, TOKEN_HIDDEN);
        return;
    }
    if (preprocessor->depth == MOST_DEPTH) preprocessor->reader->failed = true;
    if (preprocessor->reader->failed) return;
    preprocessor->depth++;
    substitute(preprocessor, macro, &arguments, &body);
    preprocessor->depth--;
    push(preprocessor, stream, body.list, tokens_end(&body), macro);
}

static void expand_token(struct preprocessor *preprocessor, struct stream *stream,
                         const struct token *token, struct tokens *to)
{
    struct macro *macro =
        token->kind == TOKEN_NAME && !token->is_final ? macro_find(preprocessor, token) : NULL;
    const struct token *behind = macro && macro->is_function ? next(stream, false) : NULL;
    struct token final = *token;
    if (macro && macro->state == MACRO_MIXED) {
        add_kind(preprocessor, to, macro->is_number ? TOKEN_NUMBER : TOKEN_HIDDEN);
    } else if (macro && macro->state == MACRO_DEFINED &&
               (!macro->is_function || (behind && token_is(behind, "(")))) {
        final.is_final = macro->is_busy;
        if (macro->is_busy) add(preprocessor, to, &final);
        else replace(preprocessor, stream, macro, to);
    } else {
        add(preprocessor, to, token);
    }
}

void macros_expand(struct preprocessor *preprocessor, const struct token *from,
                   const struct token *end, struct tokens *to)
{
    struct stream stream = { .count = 0 };
    const struct token *token;
    if (from == end) return;
    push(preprocessor, &stream, from, end, NULL);
    while (reader_step(preprocessor->reader) && (token = next(&stream, true)))
        expand_token(preprocessor, &stream, token, to);
    for (unsigned i = 0; i < stream.count; i++)
        if (stream.list[i].macro) stream.list[i].macro->is_busy = false;
}
