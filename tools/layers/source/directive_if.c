/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates the condition of an #if (macros.h): true, false, or not known. */
#include "macros_inside.h"

enum { DEEPEST = 48, DIGITS = 32 };

/* A value, or none that is known. An unsigned value is known up to INT64_MAX, where it is the same
 * as a signed one. */
struct value {
    int64_t number;
    bool is_known, is_unsigned;
};

struct reading {
    const struct token *at, *end;
    unsigned depth;
};

static const struct value unknown = { 0, false, false };

static struct value known(int64_t number)
{
    return (struct value){ number, true, false };
}

/* A value with the type that an operator gives its two operands. */
static struct value with_type_of(struct value value, struct value one, struct value other)
{
    value.is_unsigned = one.is_unsigned || other.is_unsigned;
    return value.is_unsigned && value.number < 0 ? unknown : value;
}

static bool takes(struct reading *reading, const char *mark)
{
    if (reading->at == reading->end || !token_is(reading->at, mark)) return false;
    reading->at++;
    return true;
}

static unsigned digit_of(char letter)
{
    if (letter >= '0' && letter <= '9') return (unsigned)(letter - '0');
    if (letter >= 'a' && letter <= 'f') return (unsigned)(letter - 'a') + 10;
    if (letter >= 'A' && letter <= 'F') return (unsigned)(letter - 'A') + 10;
    return DIGITS;
}

/* The value of a number, which may end with letters for its type: u and l. */
static struct value number_of(const struct token *token)
{
    const bool is_hex =
        token->length > 2 && token->text[0] == '0' && (token->text[1] | 0x20) == 'x';
    const unsigned base = is_hex ? 16 : token->length && token->text[0] == '0' ? 8 : 10;
    struct value value;
    uint64_t number = 0;
    uint32_t i = is_hex ? 2 : 0;
    if (!token->length) return unknown;
    for (; i < token->length && digit_of(token->text[i]) < base; i++) {
        if (number > (uint64_t)INT64_MAX / base - 1) return unknown;
        number = number * base + digit_of(token->text[i]);
    }
    value = known((int64_t)number);
    for (; i < token->length; i++) {
        if (!strchr("uUlL", token->text[i])) return unknown;
        value.is_unsigned |= (token->text[i] | 0x20) == 'u';
    }
    return value;
}

static struct value read_value(struct reading *reading, unsigned least);

static struct value read_primary(struct reading *reading);

/* Reads the operator before a value, + or - or `!`; returns 0 if there is none. */
static char read_sign(struct reading *reading)
{
    static const char signs[] = "!-+~";
    for (const char *sign = signs; *sign; sign++)
        if (reading->at < reading->end && reading->at->length == 1 && *reading->at->text == *sign &&
            reading->at->kind == TOKEN_MARK) {
            reading->at++;
            return *sign;
        }
    return 0;
}

static struct value with_sign(char sign, struct value value)
{
    if (!value.is_known) return unknown;
    switch (sign) {
    case '!': return known(!value.number);
    case '-': return with_type_of(known((int64_t)(0 - (uint64_t)value.number)), value, value);
    case '~': return with_type_of(known(~value.number), value, value);
    }
    return value;
}

static struct value read_unsigned(struct reading *reading)
{
    struct value value = unknown;
    if (reading->at == reading->end) return unknown;
    if (takes(reading, "(")) {
        value = read_value(reading, 0);
        return takes(reading, ")") ? value : unknown;
    }
    if (reading->at->kind == TOKEN_NUMBER) value = number_of(reading->at);
    reading->at++; /* an unknown name may have any value */
    return value;
}

static struct value read_primary(struct reading *reading)
{
    char sign;
    struct value value;
    if (reading->depth >= DEEPEST) {
        reading->at = reading->end;
        return unknown;
    }
    reading->depth++;
    sign = read_sign(reading);
    value = sign ? with_sign(sign, read_primary(reading)) : read_unsigned(reading);
    reading->depth--;
    return value;
}

enum operator{
    OR,
    AND,
    BITS_OR,
    BITS_XOR,
    BITS_AND,
    EQUAL,
    UNEQUAL,
    LESS,
    MORE,
    NOT_MORE,
    NOT_LESS,
    LEFT,
    RIGHT,
    PLUS,
    MINUS,
    TIMES,
    OVER,
    REST,
    NO_OPERATOR
};

static const struct {
    const char *mark;
    unsigned rank;
} operators[NO_OPERATOR] = {
    [OR] = { "||", 1 },       [AND] = { "&&", 2 },      [BITS_OR] = { "|", 3 },
    [BITS_XOR] = { "^", 4 },  [BITS_AND] = { "&", 5 },  [EQUAL] = { "==", 6 },
    [UNEQUAL] = { "!=", 6 },  [LESS] = { "<", 7 },      [MORE] = { ">", 7 },
    [NOT_MORE] = { "<=", 7 }, [NOT_LESS] = { ">=", 7 }, [LEFT] = { "<<", 8 },
    [RIGHT] = { ">>", 8 },    [PLUS] = { "+", 9 },      [MINUS] = { "-", 9 },
    [TIMES] = { "*", 10 },    [OVER] = { "/", 10 },     [REST] = { "%", 10 }
};

static enum operator operator_at(const struct reading *reading)
{
    for (unsigned i = 0; reading->at < reading->end && i < NO_OPERATOR; i++)
        if (token_is(reading->at, operators[i].mark)) return (enum operator)i;
    return NO_OPERATOR;
}

/* The value of an operator with two operands, one of which may suffice. */
static struct value join(enum operator operation, struct value left, struct value right)
{
    const bool decides = operation == OR;
    if (left.is_known && (left.number != 0) == decides) return known(decides);
    if (right.is_known && (right.number != 0) == decides) return known(decides);
    return left.is_known && right.is_known ? known(!decides) : unknown;
}

static struct value compute_signed(enum operator operation, int64_t left, int64_t right)
{
    const bool divides = right != 0 && right != -1;
    const uint64_t a = (uint64_t)left, b = (uint64_t)right;
    switch (operation) {
    case BITS_OR: return known(left | right);
    case BITS_XOR: return known(left ^ right);
    case BITS_AND: return known(left & right);
    case EQUAL: return known(left == right);
    case UNEQUAL: return known(left != right);
    case LESS: return known(left < right);
    case MORE: return known(left > right);
    case NOT_MORE: return known(left <= right);
    case NOT_LESS: return known(left >= right);
    case LEFT: return left >= 0 && b < 32 && left <= INT32_MAX ? known(left << b) : unknown;
    case RIGHT: return left >= 0 && b < 63 ? known(left >> b) : unknown;
    case PLUS: return known((int64_t)(a + b));
    case MINUS: return known((int64_t)(a - b));
    case TIMES: return known((int64_t)(a * b));
    case OVER: return divides ? known(left / right) : unknown;
    case REST: return divides ? known(left % right) : unknown;
    case OR:
    case AND:
    case NO_OPERATOR: break;
    }
    return unknown;
}

static bool compares(enum operator operation)
{
    return operation >= EQUAL && operation <= NOT_LESS;
}

static struct value compute(enum operator operation, struct value left, struct value right)
{
    struct value value;
    left = with_type_of(left, left, right);
    right = with_type_of(right, left, right);
    if (!left.is_known || !right.is_known) return unknown;
    value = compute_signed(operation, left.number, right.number);
    return compares(operation) ? value : with_type_of(value, left, right);
}

static struct value read_operators(struct reading *reading, unsigned least)
{
    struct value left = read_primary(reading);
    for (enum operator operation = operator_at(reading);
         operation != NO_OPERATOR && operators[operation].rank > least;
         operation = operator_at(reading)) {
        struct value right;
        reading->at++;
        right = read_value(reading, operators[operation].rank);
        if (operation == OR || operation == AND) left = join(operation, left, right);
        else left = compute(operation, left, right);
    }
    return left;
}

/* Reads a value with the operators that bind more tightly than `least`. */
static struct value read_value(struct reading *reading, unsigned least)
{
    struct value value = unknown, yes, no;
    if (reading->depth++ >= DEEPEST) {
        reading->at = reading->end;
        return unknown;
    }
    value = read_operators(reading, least);
    if (!least && takes(reading, "?")) {
        yes = read_value(reading, 0);
        no = takes(reading, ":") ? read_value(reading, 0) : unknown;
        value = !value.is_known ? unknown : with_type_of(value.number ? yes : no, yes, no);
    }
    reading->depth--;
    return value;
}

/* A number that says whether a name is defined; its length is 0 if that is not known. */
static struct token definedness(const struct preprocessor *preprocessor, const struct token *name)
{
    const struct macro *macro = macro_find(preprocessor, name);
    struct token token = { .text = "", .kind = TOKEN_NUMBER };
    if (macro && macro->state == MACRO_DEFINED) token.text = "1";
    if (macro && macro->state == MACRO_UNDEFINED) token.text = "0";
    token.length = *token.text ? 1 : 0;
    return token;
}

/* Replaces `defined NAME` and `defined(NAME)`, and then macros. */
static struct tokens prepare(struct preprocessor *preprocessor, const struct token *at,
                             const struct token *end)
{
    struct tokens plain = { NULL, 0, 0 }, expanded = { NULL, 0, 0 };
    for (; at < end; at++) {
        struct token token = *at;
        if (token_is(at, "defined") && end - at > 1 && at[1].kind == TOKEN_NAME) {
            token = definedness(preprocessor, ++at);
        } else if (token_is(at, "defined") && end - at > 3 && token_is(at + 1, "(") &&
                   token_is(at + 3, ")")) {
            token = definedness(preprocessor, at + 2);
            at += 3;
        }
        tokens_add(preprocessor->reader, &plain, &token);
    }
    macros_expand(preprocessor, plain.list, tokens_end(&plain), &expanded);
    return expanded;
}

enum truth condition_truth(struct preprocessor *preprocessor, const struct token *from,
                           const struct token *end)
{
    const struct tokens tokens = prepare(preprocessor, from, end);
    struct reading reading = { tokens.list, tokens_end(&tokens), 0 };
    struct value value;
    if (preprocessor->reader->failed || !tokens.count) return IS_UNKNOWN;
    value = read_value(&reading, 0);
    if (!value.is_known || reading.at != reading.end) return IS_UNKNOWN;
    return value.number ? IS_TRUE : IS_FALSE;
}
