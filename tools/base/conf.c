/* SPDX-License-Identifier: Apache-2.0 */
#include "conf.h"

#include "base/text.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Where a setting is in the text. */
struct place {
    size_t count; /* the number of lines with the setting */
    /* The number of the last line with the setting, and of the last line of all. */
    size_t line, last;
    size_t begin, end; /* the bytes of that line, with its end */
    struct text value;
};

static struct place find(const struct conf *conf, const char *name)
{
    struct text rest = { conf->bytes, conf->length }, its_name, value;
    struct text_line line = { .number = 0 };
    struct place place = { .count = 0 };
    const char *begin = rest.start;
    for (; text_next_line(&rest, &line); begin = rest.start) {
        if (text_is_ignorable(&line) || line.length > TEXT_LONGEST_LINE ||
            memchr(line.text.start, '\0', line.text.length) ||
            !text_split_setting(line.text, &its_name, &value) || !text_is(its_name, name))
            continue;
        place.count++;
        place.line = line.number;
        place.begin = (size_t)(begin - conf->bytes);
        place.end = (size_t)(rest.start - conf->bytes);
        place.value = value;
    }
    place.last = line.number;
    return place;
}

/* The line end that the file uses, by its last line. */
static const char *line_end(const struct conf *conf)
{
    size_t at = conf->length;
    while (at > 0 && conf->bytes[at - 1] != '\n') at--;
    return at > 1 && conf->bytes[at - 2] == '\r' ? "\r\n" : "\n";
}

/* Replaces the bytes between two places. */
static void splice(struct conf *conf, size_t begin, size_t end, const char *text)
{
    size_t length = strlen(text), rest = conf->length - end;
    char *bytes = require_memory(malloc(begin + length + rest + 1));
    if (begin > 0) memcpy(bytes, conf->bytes, begin);
    memcpy(bytes + begin, text, length);
    if (rest > 0) memcpy(bytes + begin + length, conf->bytes + end, rest);
    free(conf->bytes);
    conf->bytes = bytes;
    conf->length = begin + length + rest;
    bytes[conf->length] = '\0';
}

char *conf_get(const struct conf *conf, const char *name, size_t *line)
{
    struct place place = find(conf, name);
    *line = place.line;
    if (place.count == 0) return NULL;
    return text_format("%.*s", (int)place.value.length, place.value.start);
}

/* Whether a value has control characters of ASCII, except for the tab, which separates as a blank
 * does. */
static bool has_control(const char *value)
{
    for (; *value; value++)
        if (*value != '\t' && ((unsigned char)*value < ' ' || *value == 127)) return true;
    return false;
}

/* Writes a value without checking it. Returns the number of its line. */
static size_t put(struct conf *conf, const char *name, const char *value)
{
    struct place place = find(conf, name);
    if (place.count > 0) {
        size_t begin = (size_t)(place.value.start - conf->bytes);
        char *text = text_format("%s%s", place.value.length == 0 ? " " : "", value);
        splice(conf, begin, begin + place.value.length, text);
        free(text);
        return place.line;
    } else {
        bool ends = conf->length == 0 || conf->bytes[conf->length - 1] == '\n';
        const char *end = line_end(conf);
        char *added = text_format("%s%s = %s%s", ends ? "" : end, name, value, end);
        splice(conf, conf->length, conf->length, added);
        free(added);
        return place.last + 1;
    }
}

char *conf_set(struct conf *conf, const char *name, const char *value, size_t *line)
{
    struct conf changed = { require_memory(malloc(conf->length + 1)), conf->length };
    size_t wanted;
    char *reread, *trouble = NULL;
    if (conf->length > 0) memcpy(changed.bytes, conf->bytes, conf->length);
    changed.bytes[conf->length] = '\0';
    wanted = put(&changed, name, value);
    reread = conf_get(&changed, name, line);
    if (has_control(value)) trouble = text_format("it has a control character");
    else if (text_trim(text_of(value)).length < strlen(value))
        trouble = text_format("it begins or ends with a blank");
    else if (!text_same(reread, value) || *line != wanted)
        trouble = text_format("line %zu would have more than %d bytes", wanted, TEXT_LONGEST_LINE);
    free(trouble ? changed.bytes : conf->bytes);
    if (!trouble) *conf = changed;
    free(reread);
    return trouble;
}

bool conf_remove(struct conf *conf, const char *name)
{
    struct place place = find(conf, name);
    if (place.count != 1) return false;
    splice(conf, place.begin, place.end, "");
    return true;
}

/* ---- lists ---- */

char *conf_list_add(const char *list, const char *element)
{
    return text_format("%s%s%s%s", list, *list ? "," : "", *list && *element ? " " : "", element);
}

char *conf_list_remove(const char *list, const char *element, bool *removed)
{
    char *kept = text_format("%s", "");
    struct text part;
    *removed = false;
    while (text_next_element(&list, ',', &part)) {
        char *copy, *longer;
        part = text_trim(part);
        copy = text_format("%.*s", (int)part.length, part.start);
        if (text_compare_nocase(copy, element) == 0) {
            *removed = true;
        } else {
            longer = conf_list_add(kept, copy);
            free(kept);
            kept = longer;
        }
        free(copy);
    }
    return kept;
}
