#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Writes, in C, the functions that programs call instead of OpenCL's, from rows that list the functions:

    wrappers.py trace|check FOLDER [--windows]

writes FOLDER/wrapped_PART.c with the functions of the dispatch table, and FOLDER/extension_PART.c with those that
programs look up by name (extension_wrappers.h). PART is create for clCreate..., and so on. The build runs this script.
The rows are in loader/api/entry_points.h, ext/extension_functions.h and, below tools/, calls/provisional_functions.h,
calls/roles.h, calls/kind_rows.h and layers/check/hook_rows.h; these headers explain them. --windows adds the functions
of Windows.
"""

import argparse
import os
import re
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPIES = 3  # copies of each wrapper of an extension's function: see extension_wrappers.h
WHEN = ("INSIDE", "ALONE", "REPLACED", "PARAMETER", "BEFORE", "FREEING", "FOLLOW", "AFTER", "FAILURE", "ENDED")
# The files, by the beginnings of the functions' names. CMakeLists.txt and extension_wrappers.h have them, too.
PARTS = {"clCreate": "create", "clEnqueueSVM": "enqueue_svm", "clEnqueue": "enqueue", "clGet": "get",
         "clCommandCopy": "command_copy", "clCommand": "command", "cl": "other"}


# ---- the rows ----


class Rows:
    """A preprocessor, as far as rows need one. `found` becomes (macro, [arguments]) of each macro that no file defines,
    or that is in `defined`."""

    def __init__(self, *paths, defined=()):
        self.macros = {name: (None, None) for name in defined}
        self.found = []
        for path in paths:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                self.read(re.sub(r"/\*.*?\*/", " ", file.read().replace("\\\n", " "), flags=re.S))

    def read(self, text):
        waiting, kept = "", [True]
        for line in text.split("\n"):
            words = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
            if not words:
                waiting += line + "\n" if all(kept) else ""
                continue
            self.take(waiting)
            waiting = ""
            directive, rest = words.groups()
            if directive in ("ifdef", "ifndef"):
                kept.append((rest.strip() in self.macros) == (directive == "ifdef"))
            elif directive == "else":
                kept[-1] = not kept[-1]
            elif directive == "endif":
                kept.pop()
            elif directive == "define" and all(kept):
                name, parameters, body = re.match(r"(\w+)(\([^)]*\))?\s*(.*)", rest).groups()
                self.macros[name] = (parameters and split(parameters), body.strip())
            elif directive == "undef" and all(kept):
                self.macros.pop(rest.strip(), None)
        self.take(waiting)

    def take(self, text):
        """Adds the calls of macros in a text, which contains nothing else once it is expanded."""
        text = self.expand(text)
        while text.strip():
            name = re.match(r"\s*(\w+)\s*(?=\()", text)
            if not name:
                raise SyntaxError(f"this is no row: {text.strip()[:60]}")
            arguments, text = cut(text[name.end():])
            self.found.append((name[1], split(arguments)))

    def expand(self, text):
        done = ""
        while word := re.search(r'"[^"]*"|\b[A-Za-z_]\w*', text):
            done, name, text = done + text[:word.start()], word[0], text[word.end():]
            parameters, body = self.macros.get(name, (None, None))
            if body is None or parameters is not None and not text.lstrip().startswith("("):
                done += name
            elif parameters is None:
                text = body + text
            else:
                arguments, text = cut(text.lstrip())
                text = self.replace(parameters, body, split(self.expand(arguments))) + text
        return done + text

    @staticmethod
    def replace(parameters, body, arguments):
        named = dict(zip(parameters, arguments))
        if parameters[-1] == "...":
            named["__VA_ARGS__"] = ", ".join(arguments[len(parameters) - 1:])
        body = re.sub(r"(?<!#)#\s*(\w+)", lambda word: f'"{named[word[1]]}"', body)
        return re.sub(r"\s*##\s*", "", re.sub(r'"[^"]*"|\w+', lambda word: named.get(word[0], word[0]), body))


def cut(text):
    """Splits a text that begins with a parenthesis after the matching one."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "({") - (letter in ")}")
        if not depth:
            return text[:at + 1], text[at + 1:]
    raise SyntaxError(f"a parenthesis stays open: {text[:60]}")


def split(arguments, by=","):
    """Returns the parts of "(a, b, ...)", without splitting inside parentheses."""
    parts, depth = [""], 0
    for letter in arguments[1:-1]:
        depth += (letter in "({") - (letter in ")}")
        if letter == by and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts]


class Parameter:
    def __init__(self, function, pair):
        self.type, self.name = split(pair)
        self.declared = self.type + ("" if self.type.endswith("*") else " ") + self.name
        role = ROLES.get(f"{function}_{self.name}") or ROLES.get(self.name) or ["VALUE", "char", "no_", "no_"]
        self.role, self.element, length, self.counted = role
        self.length = {"no_": "0", "one_": "1", "three_": "3"}.get(length, length)
        # The kind of the handle, or of the handles in the list.
        self.kind = KINDS.get(self.type if self.role == "VALUE" else self.element)


class Function:
    def __init__(self, version, type_, name, result, *pairs):
        self.version = version  # of OpenCL, 10 * major + minor; 0 for an extension's; None outside the table, too
        self.type, self.name, self.result = type_, name, result
        self.parameters = [Parameter(name, pair) for pair in pairs if pair != "(void,)"]
        self.declared = ", ".join(parameter.declared for parameter in self.parameters) or "void"
        self.passed = [parameter.name for parameter in self.parameters]
        # The first argument, its kind if it is an object, and the parameters through which the call returns handles.
        self.first = self.passed[0] if self.passed else None
        self.subject = KINDS.get(self.parameters[0].type) if self.passed else None
        self.returned = [parameter for parameter in self.parameters
                         if parameter.kind and parameter.role in ("RETURNED", "RETURNED_LIST")]
        self.number = f"{name}_number"
        self.succeeds = {"STATUS": "result == 0", "OBJECT": "result != 0"}.get(result, "true")
        self.assign = "" if result == "NOTHING" else "result = "
        self.word = {"NOTHING": "0", "STATUS": "(uint32_t)result"}.get(result, "(uintptr_t)result")

    def __contains__(self, name):
        return name in self.passed


def read_roles():
    with open(os.path.join(ROOT, "tools/calls/roles.h"), encoding="utf-8") as file:
        return {name: split(row) for name, row in re.findall(r"^#define ROLE_(\w+)\s*, (\(.*\))", file.read(), re.M)}


def read_kinds():
    """Returns the kind of each type of handle, and what each function retains or releases."""
    kinds, retained, released = {}, {}, {}
    for macro, row in Rows("tools/calls/kind_rows.h", defined=("KIND", "ALSO")).found:
        kind = f"KIND_{row[0]}"
        if macro == "KIND":
            kinds[row[1]] = kind
        retained[row[-2]], released[row[-1]] = kind, kind
    return kinds, retained, released


def read_functions(windows):
    """Returns the functions of the table, and those of extensions, in the table or outside it."""
    defined = ["VERSION_1_0", *(["_WIN32"] if windows else [])]
    table, extensions = [], []
    for _, (version, *row) in Rows("loader/api/parameters.h", "loader/api/entry_points.h", defined=defined).found:
        table.append(Function(0 if version.startswith("EXT") else int(version.replace("_", "")), *row))
    extensions += [function for function in table if not function.version]
    for _, (_, *row) in Rows("ext/extension_functions.h").found:
        extensions.append(Function(None, *row))
    for _, (_, _, _, type_, _, *row) in Rows("tools/calls/provisional_functions.h").found:
        extensions.append(Function(None, type_, *row))
    return table, extensions


def read_hooks(names, windows):
    """Returns {(when, function or parameter): [statement, ...]}."""
    hooks = {}
    for when, (name, *statements) in Rows("tools/layers/check/hook_rows.h", defined=["_WIN32"] if windows else []).found:
        if when not in WHEN:
            raise SyntaxError(f"tools/layers/check/hook_rows.h: there is no {when}")
        if name not in names:
            raise SyntaxError(f"tools/layers/check/hook_rows.h: {when}: there is no {name}")
        hooks.setdefault((when, name), []).extend(split(f"({', '.join(statements)})", ";"))
    return hooks


def part_of(name):
    return next(part for prefix, part in PARTS.items() if name.startswith(prefix))


# ---- C ----


class Writer:
    """Collects lines, indented by their braces, up to 100 columns wide."""

    def __init__(self):
        self.text, self.depth = "", 0

    def __call__(self, line):
        self.depth -= line.startswith("}")
        indent = " " * (4 * self.depth)
        line = re.sub(r"(?<![^=<>!]=|.,) ", "\xa0", line)  # lines break after commas and before values
        self.text += "\n".join(textwrap.wrap(line, 100, initial_indent=indent, subsequent_indent=indent + " " * 8,
                                             break_long_words=False)).replace("\xa0", " ") + "\n"
        self.depth += line.endswith("{")

    def lines(self, lines):
        for line in lines:
            self(line)

    def block(self, head, statements):
        """Writes a block if it has statements."""
        if statements:
            self.lines([head + " {", *statements, "}"])


class Trace:
    """Records a call: recorder.h describes the record; commands.c has the events for the times of commands."""

    suffix, needs_site = "recorded", False
    # Functions that programs call in their inner loops.
    often = ("clSetKernelArg", "clSetKernelArgSVMPointer", "clEnqueueNDRangeKernel", "clFlush", "clGetEventInfo",
             "clRetainEvent", "clReleaseEvent")
    # Queues get profiling, whichever function creates them.
    instead = {"clCreateCommandQueueWithPropertiesKHR": "commands_queue_creator(callee)"}

    def declare(self, out, function):
        pass

    def write(self, out, function, callee, site):
        count = len(function.parameters)
        has_event = any(parameter.name == "event" and parameter.role == "RETURNED" for parameter in function.parameters)
        begin = "recorder_begin_often" if function.name in self.often else "recorder_begin"
        out(f"struct record_call *record = {begin}({function.number}, {count});")
        if has_event:
            out("struct command_event own = { NULL, 0 };")
            out("cl_event *used;")
        if function.assign:
            out(f"{function.type} result;")
        out("if (record) {")
        if count:
            out("uint64_t *words = (uint64_t *)(record + 1);")
        for at, name in enumerate(function.passed):
            out(f"words[{at}] = word_of(&{name}, sizeof {name});")
        out(f"recorder_called(record, {count});")
        out("}")
        if has_event:
            out("used = commands_event(event, &own, record);")
        passed = ", ".join("used" if has_event and name == "event" else name for name in function.passed)
        out(f"{function.assign}{self.instead.get(function.name, callee)}({passed});")
        out(f"if (record) recorder_end(record, {function.number}, {function.word}, {function.succeeds});")
        if has_event:
            out(f"if (used && {function.succeeds}) commands_add(used, &own);")
        if function.assign:
            out("return result;")


class Check:
    """Checks a call, passes it on, and notes what it has done. An example, with the rows behind its lines:

    cl_int clEnqueueMarkerWithWaitList_checked(cl_command_queue command_queue, ...)         entry_points.h
    {
        const struct clEnqueueMarkerWithWaitList_args arguments = { command_queue, ... };
        ...
        check_handle(call, KIND_QUEUE, ADDRESS(command_queue), false);                      kind_rows.h
        check_handles(call, KIND_EVENT, ADDRESS(event_wait_list), num_events_in_wait_list); roles.h
        if (check_conditions()) {
            check_clEnqueueMarkerWithWaitList(call, a);                                     conditions/
            if (num_events_in_wait_list) order_barrier(command_queue);
        }
        if (call->count) finding_write(call);
        result = wrapped_target.clEnqueueMarkerWithWaitList(command_queue, ...);
        if (result == 0) {
            check_returned(call, KIND_EVENT, ADDRESS(event), 1, 0, ADDRESS(command_queue)); roles.h
            hazard_enqueued(call, command_queue, ..., event);
            order_barrier(a->command_queue);                                                hook_rows.h: AFTER
        } else {
            call->error = result;
            check_failed(call);
        }
        return result;
    }
    """

    suffix, needs_site = "checked", True

    def __init__(self, hooks):
        self.hooks = hooks

    def hooked(self, when, name):
        return [f"{statement}; /* {when} */" for statement in self.hooks.get((when, name), [])]

    def declare(self, out, function):
        """Declares the function's conditions as condition.h does, without all the others, which are 30 KB."""
        out(f"HIDDEN void check_{function.name}(struct check_call *call, const struct {function.name}_args *a);")

    def write(self, out, function, callee, site):
        self.begin(out, function, callee, site)
        self.check(out, function)
        out("if (call->count) finding_write(call);")
        out("if (call->refusal) {")
        if function.assign:
            out("result = " + ("call->refusal;" if function.result == "STATUS" else "NULL;"))
        if "errcode_ret" in function:
            out("if (errcode_ret) *errcode_ret = call->refusal;")
        out.lines(self.missed(function))
        out("} else {")
        self.pass_on(out, function, callee)
        self.note(out, function)
        out("}")
        out.block("if (check_conditions())", self.hooked("ENDED", function.name))
        done = self.done(function) or "true"
        out(f"if (call->record) recorder_end(call->record, {function.number}, {function.word}, {done});")
        out("current_end(outer);")
        if function.assign:
            out("return result;")

    def begin(self, out, function, callee, site):
        """Writes the variables, and the bare call for when nothing is checked or a driver itself calls."""
        passed = ", ".join(function.passed)
        out(f"const struct {function.name}_args arguments = {{ {passed or '0'} }}, *const a = &arguments;")
        out(f"const void *const site = {site};")
        out("struct check_call own, *const call = &own;")
        out("struct record_current *current;")
        out("uint32_t outer;")
        if function.result == "OBJECT":
            out("cl_int status = NO_STATUS;")
        if function.assign:
            out(f"{function.type} result;")
        out("")
        out(f"if (!check_on() || !current_begin({function.number}, site, &outer, &current)) {{")
        out(f"{function.assign and 'return '}{callee}({passed});")
        if not function.assign:
            out("return;")
        out("}")
        out(f"check_begin(call, {function.number}, a, site);")

    def check(self, out, function):
        """Writes the handles, conditions and hooks before the call."""
        releases = "true" if function.name in RELEASED else "false"
        for parameter in function.parameters:
            if parameter.kind and parameter.role == "VALUE":
                out(f"check_handle(call, {parameter.kind}, ADDRESS({parameter.name}), {releases});")
            elif parameter.kind and parameter.role == "LIST":
                out(f"check_handles(call, {parameter.kind}, ADDRESS({parameter.name}), {parameter.length});")
        out.lines(self.hooked("INSIDE", function.name))
        out("if (check_conditions()) {")
        out("call->phase = CHECKING;")
        out(f"check_{function.name}(call, a);")
        out("hazard_called(call);")
        if function.subject and function.version is None:
            out("since_extension(call);")
        if function.subject and (function.version or 0) > 10:
            out(f"since_version(call, {function.version}, {function.subject});")
        for version in self.hooks.get(("REPLACED", function.name), []):
            out(f"since_replacement(call, {version});")
        for name in function.passed:
            out.lines(self.hooked("PARAMETER", name))
        if "num_events_in_wait_list" in function:
            out(f"if (num_events_in_wait_list) order_barrier({self.queue(function)});")
        out.lines(self.hooked("BEFORE", function.name))
        if ("ALONE", function.name) in self.hooks:
            out.lines(["} else {", *self.hooked("ALONE", function.name)])
        out("}")

    def pass_on(self, out, function, callee):
        """Writes the call of the driver's function. The layer needs its error, the size of its answer, and the number
        of handles that it returns, even if the program does not."""
        passed = list(function.passed)
        for parameter in function.returned:
            if parameter.counted in function:
                out(f"cl_uint *const counted = count_of(call, {parameter.name}, {parameter.counted});")
                passed[passed.index(parameter.counted)] = "counted"
        if "errcode_ret" in function:
            passed[passed.index("errcode_ret")] = "&status"
        if "param_value_size_ret" in function:
            passed[passed.index("param_value_size_ret")] = "size_of_answer(call, param_value, param_value_size_ret)"
        if function.name in RELEASED:
            out(f"call->left = objects_release({function.first}, {RELEASED[function.name]}, call_site(call));")
        out.lines(self.hooked("FREEING", function.name))
        if "param_name" in function:
            out("current_ask(current, param_name);")
        # Objects of extensions have no table.
        has_table = function.subject and not function.parameters[0].type.endswith("_khr")
        if has_table:
            out(f"if (!call->strange) current_enter(current, {function.first});")
        out(f"{function.assign}{callee}({', '.join(passed)});")
        if has_table:
            out("current_leave(current);")
        if "errcode_ret" in function:
            out("if (errcode_ret && status != NO_STATUS) *errcode_ret = status;")

    def note(self, out, function):
        """Writes the notes of what the call has done, or why it has failed."""
        success, after, failure = [], self.hooked("AFTER", function.name), []
        if function.result in ("OBJECT", "POINTER"):
            success.append("call->result = (void *)result;")
        if self.made(function):
            success.append(f"check_made(call, {self.made(function)}, result, {self.parent(function)});")
        for parameter in function.returned:
            count = "ADDRESS(counted)" if parameter.counted in function else "0"
            success.append(f"check_returned(call, {parameter.kind}, ADDRESS({parameter.name}), {parameter.length}, "
                           f"{count}, {self.parent(function)});")
        if function.name in RETAINED:
            success.append(f"objects_retain({function.first}, {RETAINED[function.name]});")
        success += self.hooked("FOLLOW", function.name)
        if "num_events_in_wait_list" in function:
            after.insert(0, f"hazard_enqueued(call, {self.queue(function)}, num_events_in_wait_list, event_wait_list, "
                            "event);")
        success += ["if (check_conditions()) {", *after, "}"] if after else []

        error = "status == NO_STATUS ? CL_SUCCESS : status" if function.result == "OBJECT" else "result"
        failure.append(f"call->error = {error};")
        if function.name in RELEASED:
            failure.append(f"if (call->left > 0) objects_retain({function.first}, {RELEASED[function.name]});")
        failure += [*self.hooked("FAILURE", function.name), "check_failed(call);", *self.missed(function)]

        if not self.done(function):
            out.lines(success)
        elif success:
            out.lines([f"if ({self.done(function)}) {{", *success, "} else {", *failure, "}"])
        else:
            out.lines(["if (result != 0) {", *failure, "}"])

    @staticmethod
    def done(function):
        """Returns the condition that says that the call has succeeded, or None if it always does."""
        return {"STATUS": "result == 0", "OBJECT": "result && is_made(status)"}.get(function.result)

    @staticmethod
    def made(function):
        """Returns the kind of the object that the call returns, if any."""
        return KINDS.get(function.type) if function.result == "OBJECT" else None

    def missed(self, function):
        """Returns notes of the objects that a failed call has not made. Some drivers return a handle nevertheless."""
        return [*([f"causes_failed(call, {self.made(function)}, result);"] if self.made(function) else []),
                *(f"if ({parameter.name}) causes_failed(call, {parameter.kind}, NULL);"
                  for parameter in function.returned)]

    @staticmethod
    def queue(function):
        """Returns the queue of a command."""
        return "command_queue" if "command_queue" in function else \
            "info_command_buffer_queue(command_buffer, queues, num_queues)"

    @staticmethod
    def parent(function):
        """Returns the object that the call makes another one from. (A command buffer has the context of its first
        queue.)"""
        return {"clCreateCommandBufferKHR": "queues && num_queues ? ADDRESS(*queues) : 0",
                "clEnqueueCommandBufferKHR": "ADDRESS(command_buffer)"}.get(
                    function.name, f"ADDRESS({function.first})" if function.subject else "0")


HEAD = """/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the layer {0}, made by tools/layers/wrappers.py: change that, or the rows that it reads. */
#include "{0}_wrapped.h"
"""


def write_table(out, layer, functions):
    for function in functions:
        out("")
        layer.declare(out, function)
        out(f"{function.type} CL_API_CALL {function.name}_{layer.suffix}({function.declared})")
        out("{")
        layer.write(out, function, f"wrapped_target.{function.name}", "RETURN_ADDRESS()")
        out("}")


def write_extensions(out, layer, functions, part):
    """Writes the functions, each with its copies: extension_wrappers.h says why."""
    out('#include "../extension_wrappers.h"')
    out("")
    out("enum {")
    for function in functions:
        out(f"{function.name}_place,")
    out("PLACE_COUNT")
    out("};")
    out("static _Atomic(function) found[PLACE_COUNT][EXTENSION_COPIES];")
    for function in functions:
        out("")
        layer.declare(out, function)
        out(f"typedef {function.type}(CL_API_CALL *{function.name}_pointer)({function.declared});")
        out(f"static {function.type} CL_API_CALL {function.name}_wrapped({function.declared})")
        out("{")
        pointer = f"{function.name}_pointer"
        out(f"const {pointer} callee = ({pointer})extension_callee(found[{function.name}_place]);")
        layer.write(out, function, "callee", "extension_called.site")
        out("}")
        for copy in range(COPIES):
            out(f"static {function.type} CL_API_CALL {function.name}_wrapped_{copy}({function.declared})")
            out("{")
            out(f"extension_called.copy = {copy};")
            if layer.needs_site:
                out("extension_called.site = RETURN_ADDRESS();")
            out(f"{function.assign and 'return '}{function.name}_wrapped({', '.join(function.passed)});")
            out("}")
    out("")
    out("static const uint16_t numbers[] = {")
    for function in functions:
        out(f"{function.number},")
    out("};")
    out("")
    out("static function wrapper(unsigned place, unsigned copy)")
    out("{")
    out("switch (place * EXTENSION_COPIES + copy) {")
    for function in functions:
        for copy in range(COPIES):
            place = f"{function.name}_place * EXTENSION_COPIES + {copy}"
            out(f"case {place}: return (function){function.name}_wrapped_{copy};")
    out("default: return NULL;")
    out("}")
    out("}")
    out("")
    out(f"const struct extension_wrappers extension_{part} = {{ numbers, PLACE_COUNT, found, wrapper }};")


ROLES = read_roles()
KINDS, RETAINED, RELEASED = read_kinds()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("layer", choices=["trace", "check"])
    parser.add_argument("folder")
    parser.add_argument("--windows", action="store_true")
    options = parser.parse_args()
    table, extensions = read_functions(options.windows)
    layer = Trace() if options.layer == "trace" else Check(read_hooks(
        {name for function in table + extensions for name in (function.name, *function.passed)}, options.windows))
    os.makedirs(options.folder, exist_ok=True)
    for what, functions in ("wrapped", table), ("extension", extensions):
        for part in PARTS.values():
            chosen = [function for function in functions if part_of(function.name) == part]
            if not chosen:
                continue
            out = Writer()
            if what == "wrapped":
                write_table(out, layer, chosen)
            else:
                write_extensions(out, layer, chosen, part)
            with open(os.path.join(options.folder, f"{what}_{part}.c"), "w", encoding="utf-8", newline="\n") as file:
                file.write(HEAD.format(options.layer) + out.text)


if __name__ == "__main__":
    try:
        main()
    except SyntaxError as error:
        sys.exit(f"wrappers.py: {error}")
