// SPDX-License-Identifier: Apache-2.0
#include "cel/source.h"

#include <algorithm>

#include "json/utf8.h"

namespace sluice::cel {
namespace {

// Bytes of the character at the front; broken text counts byte by byte.
std::size_t character(std::string_view text) {
  return std::max<std::size_t>(1, json::utf8_length(text));
}

std::string describe_one(std::string_view source, const Issue& issue) {
  const std::string_view before = source.substr(0, issue.offset);
  const std::size_t line =
      static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t start =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  std::string snippet(source.substr(start, source.find('\n', start) - start));
  std::replace(snippet.begin(), snippet.end(), '\t', ' ');

  std::string dots;
  std::size_t column = 1;
  std::size_t at = 0;
  for (; at < issue.offset - start && at < snippet.size(); ++column) {
    const std::size_t length = character(std::string_view(snippet).substr(at));
    dots += length > 1 ? "\uff0e" : ".";
    at += length;
  }
  const bool wide = at < snippet.size() && character(std::string_view(snippet).substr(at)) > 1;
  return "ERROR: <input>:" + std::to_string(line) + ":" + std::to_string(column) + ": " +
         issue.message + "\n | " + snippet + "\n | " + dots + (wide ? "\uff3e" : "^");
}

}  // namespace

std::string describe(std::string_view source, std::vector<Issue> issues) {
  std::stable_sort(issues.begin(), issues.end(),
                   [](const Issue& a, const Issue& b) { return a.offset < b.offset; });
  std::string text;
  for (const Issue& issue : issues) {
    text += (text.empty() ? "" : "\n") + describe_one(source, issue);
  }
  return text;
}

}  // namespace sluice::cel
