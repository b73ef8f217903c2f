/* SPDX-License-Identifier: Apache-2.0 */
/* The names of functions, as clrelay check prints them. */
#include "test.h"

#include "../../check/function_name.h"

static const struct {
    const char *name, *shown;
    bool standard;
} rows[] = {
    { "main", "main", false },
    { "ffi_call", "ffi_call", false },
    { "deep(_cl_context*)", "deep", false },
    { "main::{lambda(int)#1}::operator()(int) const", "main::{lambda#1}::operator()", false },
    { "void Pipe<std::string, std::function<void (int)> >::each<int>(std::map<int, int>)",
      "Pipe<...>::each<...>", false },
    { "unsigned long count<int>(int)", "count<...>", false },
    { "(anonymous namespace)::run(char const*)", "(anonymous namespace)::run", false },
    { "void (anonymous namespace)::run<int>()", "(anonymous namespace)::run<...>", false },
    { "Matrix::operator<<(int)", "Matrix::operator<<", false },
    { "Matrix::operator->() const", "Matrix::operator->", false },
    { "Matrix::operator bool() const", "Matrix::operator bool", false },
    { "operator new(unsigned long)", "operator new", false },
    { "my_operator()", "my_operator", false },
    { "my2operator()", "my2operator", false },
    { "use<(&Matrix::operator->)>(int)", "use<...>", false },
    { "__gnu_cxx::__iterator<int*>::base() const", "__gnu_cxx::__iterator<...>::base", true },
    { "operators::run(int)", "operators::run", false },
    { "auto f<int>(int)::{lambda(auto:1)#1}::operator()<int>(int) const",
      "f<...>::{lambda#1}::operator()<...>", false },
    { "g() [clone .isra.0]", "g", false },
    { "Buffer::Buffer(std::vector<int> const&)", "Buffer::Buffer", false },
    { "std::function<void (int)>::operator()(int) const", "std::function<...>::operator()", true },
    { "void std::__invoke_impl<void, int>(std::__invoke_other, int&&)", "std::__invoke_impl<...>",
      true },
    { "std::vector<int> made(int)", "made", false },
    { "broken<int", "broken<...>", false },
    { "", "", false },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct string text = { NULL, 0, 0 };
        test_about = rows[i].name;
        function_name_add(&text, rows[i].name);
        CHECK_STR(text.text ? text.text : "", rows[i].shown);
        CHECK_INT(function_is_standard(rows[i].name, ""), rows[i].standard);
        CHECK_INT(function_is_standard(rows[i].name, "/usr/include/c++/12/thread"), true);
        string_free(&text);
    }
    return test_end();
}
