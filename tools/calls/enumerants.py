#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""enumerants.py CL_XML: writes enumerants.h, the types and enumerants of the OpenCL API, again from the registry's
machine-readable description (https://github.com/KhronosGroup/OpenCL-Docs, xml/cl.xml). It keeps what the registry does
not state: what queries answer (QUERY), and which types share values (SHARES).

The registry states types and values. The comment above a list of enumerants says which type they belong to; if it uses
another word than the type, the tables below say what it means. Enumerants that belong to no type (constants, values
inside the structures of devices' own extensions) are left out."""
import io
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "enumerants.h")

# Types by their names in comments.
CALLED = {
    "cl_media_adapter_type_khr": "cl_dx9_media_adapter_type_khr",
    "cl_media_adapter_set_khr": "cl_dx9_media_adapter_set_khr",
    "cl_unified_shared_memory_capabilities_intel":
        "cl_device_unified_shared_memory_capabilities_intel",
    "cl_mem_alloc_info_intel": "cl_mem_info_intel",
    "cl_semaphore_type": "cl_semaphore_type_khr",
}
# Beginnings of other comments, or of names under a comment that does not help.
COMMENTS = {"Error": "error_code", "command execution status": "execution_status",
            "Command type": "cl_command_type"}
NAMES = {"CL_COMMAND_READ_HOST_PIPE": "cl_command_type", "CL_COMMAND_WRITE_HOST_PIPE":
         "cl_command_type", "CL_PROGRAM_": "cl_program_info",
         "CL_DEVICE_PARTITION_": "cl_device_partition_property"}
# Types of numbers that are shown the way CL_MAKE_VERSION takes them apart.
VERSIONS = ("cl_version", "cl_version_khr")
# Kinds where the definition says too little: numbers in hexadecimal, addresses, names of properties.
KINDS = {"cl_GLenum": "ENUM", "cl_mem_advice_intel": "ENUM", "cl_mem_device_address_ext": "ADDRESS",
         "cl_device_partition_property_ext": "KEYS", "void": "ADDRESS"}
# Types of which enumerants.h says which extension has brought an enumerant.
WITH_EXTENSIONS = ("cl_channel_order", "cl_channel_type", "cl_mem_flags")
# Types that the API does not define.
OWN = {"error_code": "cl_int", "execution_status": "cl_int", "cl_affinity_domain_ext": "cl_ulong",
       "cl_command_termination_reason_arm": "cl_uint"}
SIZES = {"void": 0, "char": 1, "int": 4, "size_t": 0, "intptr_t": 0, "float": 4, "double": 8,
         "unsigned char": 1, "unsigned int": 4}


def read_types(root):
    """Returns the definition of each type; a structure is "struct"."""
    types = {}
    for node in root.find("types"):
        name = node.get("name") or node.findtext("name")
        text = " ".join("".join(node.itertext()).split())
        if node.get("category") == "basetype":
            types[name] = None
        elif node.get("category") == "struct":
            types[name] = "struct"
        elif node.get("category") == "define" and text.startswith("typedef "):
            types[name] = re.sub(r"__attribute__.*|;", "", text)[len("typedef "):]
            types[name] = re.sub(rf"\b{name}\b", "", types[name]).strip()
    types.update(OWN)
    return types


def read_values(root):
    """Returns the value and the block of each enumerant."""
    values, aliases = {}, {}
    for block in root.findall("enums"):
        # A block with a range has several types.
        title = None if block.get("start") else block.get("name")
        if block.get("name").startswith(("Constants", "MiscNumbers")):
            continue
        for node in block.findall("enum"):
            name, text = node.get("name"), node.get("value")
            if node.get("bitpos"):
                values[name] = 1 << int(node.get("bitpos")), title
            elif text.startswith("CL_"):
                aliases[name] = text, title
            else:
                number, _, bits = text.strip("()").partition("<<")
                values[name] = int(number.strip(), 0) << int(bits or 0), title
    for name, (text, block) in aliases.items():
        values[name] = values[text][0], block
    return values


def groups_of(name, block, comment, types):
    """Returns the types whose value an enumerant is."""
    words = [CALLED.get(word, word) for word in re.findall(r"\bcl_\w+", comment)]
    found = [word for word in words if word in types and word != "cl_uint"]
    if block in types and block not in found:
        found = [block]
    for table, text in ((COMMENTS, comment), (NAMES, name)):
        found = found or [group for start, group in table.items() if text.startswith(start)]
    return found


def rank(provider, comment):
    """Returns the rank of a name among those with the same value: the first one is shown."""
    if provider.startswith("CL_VERSION"):  # 3.1 renames some, which are known by their old names
        return (1 if "deprecated" in comment and "3.1" not in comment else 0, provider)
    if provider.startswith("cl_khr"):
        return (2, provider)
    return (3 if provider.startswith("cl_ext") else 4, provider)


def read_rows(root, types):
    values, rows = read_values(root), {}
    for provider in root.findall("feature") + list(root.find("extensions")):
        for require in provider.findall("require"):
            comment = require.get("comment") or ""
            for node in require.findall("enum"):
                name = node.get("name")
                if name not in values:
                    continue
                value, block = values[name]
                for group in groups_of(name, block, comment, types):
                    order = rank(provider.get("name"), comment)
                    key = group, value, name
                    rows[key] = min(rows.get(key, order), order)
    return rows


def read_core_versions(root):
    """Returns the first version of OpenCL that has each enumerant, whether an extension has it or not."""
    versions = {}
    for provider in root.findall("feature"):
        major_minor = re.fullmatch(r"CL_VERSION_(\d)_(\d)", provider.get("name"))
        version = int("".join(major_minor.groups())) if major_minor else 0
        for node in provider.iter("enum"):
            versions[node.get("name")] = min(version, versions.get(node.get("name"), version))
    return versions


def read_versions(root):
    """Returns the version of OpenCL that has brought each enumerant, as 10 * major + minor, or 0 if an extension has
    brought it."""
    versions = read_core_versions(root)
    for provider in root.find("extensions"):
        for node in provider.iter("enum"):
            versions[node.get("name")] = 0
    return versions


def read_extensions(root):
    """Returns the extension that has brought each enumerant."""
    extensions = {}
    for provider in root.find("extensions"):
        for node in provider.iter("enum"):
            extensions.setdefault(node.get("name"), provider.get("name"))
    return extensions


def read_queries():
    """Returns the type and the form of each query's answer, and the types that share others' values."""
    with open(HEADER, encoding="utf-8") as file:
        text = file.read()
    answers = dict(re.findall(r"^QUERY\(\w+, (\w+), [^,]+, \d+, (\w+, \w+)\)$", text, re.M))
    return answers, re.findall(r"^SHARES\((\w+), (\w+)\)$", text, re.M)


def kind_of(name, types, used):
    """Returns the kind of a type and its size in bytes, which is 0 for a pointer's size."""
    at, passed = name, []
    while types.get(at) and "struct" not in types[at] and "*" not in types[at]:
        passed.append(at)
        at = types[at]
    size = SIZES.get(at)
    if size is None:
        size = int(re.sub(r"\D", "", at) or 0) // 8
    if types.get(at):
        return ("HANDLE" if "*" in types[at] else "STRUCT"), 0
    if name in KINDS:
        return KINDS[name], size
    if name in VERSIONS:
        return "VERSION", size
    if "cl_bitfield" in passed:
        return "BITS", size
    if "cl_properties" in passed or (at == "intptr_t" and passed):
        return "KEYS", size
    if name in used:
        return ("CODE" if "cl_int" in passed else "ENUM"), size
    if at in ("float", "double"):
        return "FLOATING", size
    return ("SIGNED" if re.match(r"int|char", at) else "UNSIGNED"), size


def write(root, to):
    types = read_types(root)
    rows = read_rows(root, types)
    versions = read_versions(root)
    answers, shares = read_queries()
    extensions, core = read_extensions(root), read_core_versions(root)
    used = {group for group, value, name in rows}
    to.write("""/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The types and enumerants of the OpenCL API. enumerants.py writes this file. It keeps what the
 * registry does not state: the last two columns of QUERY, and SHARES.
 *
 *   API_TYPE(NAME, KIND, SIZE)
 *       sorted by name; SIZE is in bytes, and 0 for a pointer or a structure
 *   ENUMERANT(TYPE, NAME, VALUE, SINCE)
 *       sorted by types, then by values; of several names of a value, the preferred one is first.
 *       SINCE is the version of OpenCL that added the enumerant, 10 * major + minor, or 0 if an
 *       extension added it
 *   QUERY(TYPE, NAME, VALUE, SINCE, ANSWER, FORM)
 *       an ENUMERANT that is the name of a query or a property, with the type and the form
 *       (tools/base/types.h) of the answer or the value
 *   SHARES(TYPE, OTHER)
 *       values of TYPE may be those of OTHER, too
 *   EXTENSION_ENUMERANT(TYPE, NAME, VALUE, EXTENSION, SINCE)
 *       an ENUMERANT with SINCE 0 of a type whose values are checked; SINCE here is the version of
 *       OpenCL that includes the extension, or 0
 *
 * Define those of these macros that you need, then include this file, which undefines them.
 */
/* clang-format off */
#ifndef API_TYPE
#define API_TYPE(name, kind, size)
#endif
#ifndef ENUMERANT
#define ENUMERANT(type, name, value, since)
#endif
#ifndef QUERY
#define QUERY(type, name, value, since, answer, form) ENUMERANT(type, name, value, since)
#endif
#ifndef SHARES
#define SHARES(type, other)
#endif
#ifndef EXTENSION_ENUMERANT
#define EXTENSION_ENUMERANT(type, name, value, extension, since) ENUMERANT(type, name, value, 0)
#endif

""")
    order = sorted(name for name in types if " " not in name)
    for name in order:
        kind, size = kind_of(name, types, used)
        to.write(f"API_TYPE({name}, {kind}, {size})\n")
    to.write("\n")
    for (group, value, name), first in sorted(
            rows.items(), key=lambda row: (order.index(row[0][0]), row[0][1], row[1], row[0][2])):
        text = str(value) if -9999 < value < 10 else hex(value)
        row = f"{group}, {name}, {text}, {versions[name]}"
        if group in WITH_EXTENSIONS and not versions[name]:
            row = f'{group}, {name}, {text}, "{extensions[name]}", {core.get(name, 0)}'
            to.write(f"EXTENSION_ENUMERANT({row})\n")
        else:
            to.write(f"QUERY({row}, {answers[name]})\n" if name in answers else f"ENUMERANT({row})\n")
    to.write("\n")
    for name, other in shares:
        to.write(f"SHARES({name}, {other})\n")
    to.write("\n#undef API_TYPE\n#undef ENUMERANT\n#undef QUERY\n#undef SHARES\n#undef EXTENSION_ENUMERANT\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: enumerants.py CL_XML")
    written = io.StringIO()
    write(ElementTree.parse(sys.argv[1]).getroot(), written)
    with open(HEADER, "w", encoding="utf-8") as header:
        header.write(written.getvalue())
