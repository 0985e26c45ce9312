// SPDX-License-Identifier: Apache-2.0
// Strings count in code points; positions are found by walking, without copying into arrays.
#include <algorithm>
#include <limits>

#include "cel/display.h"
#include "cel/functions/cost.h"
#include "cel/functions/format_string.h"
#include "cel/functions/function.h"
#include "cel/functions/regex.h"
#include "json/utf8.h"

namespace sluice::cel {
namespace {

bool is_start(char c) {
  return (c & 0xC0) != 0x80;
}

std::int64_t length(std::string_view text) {
  return static_cast<std::int64_t>(std::count_if(text.begin(), text.end(), is_start));
}

// Where the code point with that number starts; the end for the number after the last.
std::size_t position(std::string_view text, std::int64_t index) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_start(text[at]) && index-- == 0) {
      break;
    }
  }
  return at;
}

Value out_of_range(std::int64_t index) {
  return Value::error("index out of range: " + std::to_string(index));
}

// Far more than any request holds; without it, two short strings could fill the memory.
constexpr std::size_t kMaxResult = std::size_t{64} << 20;

Value too_long(const char* function) {
  return Value::error(std::string(function) + ": the result is too long");
}

Value contains_text(const Arguments& a) {
  return Value(a[0].as_string().find(a[1].as_string()) != std::string_view::npos);
}
Value starts_with(const Arguments& a) {
  return Value(a[0].as_string().substr(0, a[1].as_string().size()) == a[1].as_string());
}
Value ends_with(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::string_view end = a[1].as_string();
  return Value(text.size() >= end.size() && text.substr(text.size() - end.size()) == end);
}

Value char_at(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::int64_t index = a[1].as_int();
  if (index < 0 || index > length(text)) {
    return out_of_range(index);
  }
  const std::size_t start = position(text, index);
  return Value::text(text.substr(start, position(text, index + 1) - start));
}

Value index_of(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::int64_t offset = a.size() > 2 ? a[2].as_int() : 0;
  if (a[1].as_string().empty()) {
    return Value(offset);
  }
  if (offset < 0) {
    return out_of_range(offset);
  }
  if (offset >= length(text)) {
    return Value(std::int64_t{-1});
  }
  const std::size_t found = text.find(a[1].as_string(), position(text, offset));
  return Value(found == std::string_view::npos ? std::int64_t{-1} : length(text.substr(0, found)));
}

Value last_index_of(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::string_view part = a[1].as_string();
  const std::int64_t size = length(text);
  if (part.empty()) {
    return Value(a.size() > 2 ? a[2].as_int() : size);
  }
  const std::int64_t offset = a.size() > 2 ? a[2].as_int() : std::max<std::int64_t>(0, size - 1);
  if (offset < 0) {
    return out_of_range(offset);
  }
  if (offset >= size) {
    return Value(std::int64_t{-1});
  }
  const std::size_t found = text.rfind(part, position(text, offset));
  return Value(found == std::string_view::npos ? std::int64_t{-1} : length(text.substr(0, found)));
}

Value lower_ascii(const Arguments& a) {
  std::string text(a[0].as_string());
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return Value(std::move(text));
}
Value upper_ascii(const Arguments& a) {
  std::string text(a[0].as_string());
  for (char& c : text) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  return Value(std::move(text));
}

// Go's Replace: an empty pattern matches before each character and at the end.
Value replace(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::string_view old = a[1].as_string();
  std::int64_t left = a.size() > 3 ? a[3].as_int() : -1;
  left = left < 0 ? std::numeric_limits<std::int64_t>::max() : left;
  std::string result;
  std::size_t at = 0;
  for (bool first = true; left > 0; --left, first = false) {
    std::size_t found = text.find(old, at);
    if (old.empty() && !first) {
      found = at >= text.size() ? std::string_view::npos
                                : at + std::max<std::size_t>(1, json::utf8_length(text.substr(at)));
    }
    if (found == std::string_view::npos) {
      break;
    }
    result += text.substr(at, found - at);
    result += a[2].as_string();
    at = found + old.size();
    if (result.size() > kMaxResult) {
      return too_long("replace");
    }
  }
  return Value(result += text.substr(at));
}

// Go's SplitN: an empty separator splits into characters.
Value split(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::string_view separator = a[1].as_string();
  const std::int64_t limit = a.size() > 2 ? a[2].as_int() : -1;
  std::vector<Value> parts;
  if (limit == 0 || (separator.empty() && text.empty())) {
    return Value::list(std::move(parts));
  }
  std::size_t at = 0;
  while (limit < 0 || static_cast<std::int64_t>(parts.size()) < limit - 1) {
    const std::size_t found =
        separator.empty() ? at + std::max<std::size_t>(1, json::utf8_length(text.substr(at)))
                          : text.find(separator, at);
    if (found == std::string_view::npos || (separator.empty() && found >= text.size())) {
      break;
    }
    parts.push_back(Value::text(text.substr(at, found - at)));
    at = found + separator.size();
  }
  parts.push_back(Value::text(text.substr(at)));
  return Value::list(std::move(parts));
}

Value substring(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  const std::int64_t size = length(text);
  const std::int64_t start = a[1].as_int();
  const std::int64_t end = a.size() > 2 ? a[2].as_int() : size;
  if (a.size() > 2 && start > end) {
    return Value::error("invalid substring range. start: " + std::to_string(start) +
                        ", end: " + std::to_string(end));
  }
  if (start < 0 || start > size) {
    return out_of_range(start);
  }
  if (end < 0 || end > size) {
    return out_of_range(end);
  }
  const std::size_t from = position(text, start);
  return Value::text(text.substr(from, position(text, end) - from));
}

// White space of Unicode.
std::size_t space_length(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  if (std::string_view(" \t\n\v\f\r").find(text[0]) != std::string_view::npos) {
    return 1;
  }
  static constexpr std::string_view kWide[] = {"\u0085", "\u00a0", "\u1680", "\u2000", "\u2001",
                                               "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
                                               "\u2007", "\u2008", "\u2009", "\u200a", "\u2028",
                                               "\u2029", "\u202f", "\u205f", "\u3000"};
  for (const std::string_view space : kWide) {
    if (text.substr(0, space.size()) == space) {
      return space.size();
    }
  }
  return 0;
}

Value trim_spaces(const Arguments& a) {
  std::string_view text = a[0].as_string();
  while (const std::size_t space = space_length(text)) {
    text.remove_prefix(space);
  }
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && !is_start(text[last])) {
      --last;
    }
    if (space_length(text.substr(last)) == 0) {
      break;
    }
    text = text.substr(0, last);
  }
  return Value::text(text);
}

Value join_strings(const Arguments& a) {
  const List& list = a[0].as_list();
  std::string result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value item = list.at(i);
    if (!item.is(Value::Kind::kString)) {
      return item.is_error() ? item : Value::error("join: invalid input: " + display(item));
    }
    if (i > 0 && a.size() > 1) {
      result += a[1].as_string();
    }
    result += item.as_string();
    if (result.size() > kMaxResult) {
      return too_long("join");
    }
  }
  return Value(std::move(result));
}

Value quote(const Arguments& a) {
  std::string result = "\"";
  for (const char c : a[0].as_string()) {
    static constexpr std::string_view kPlain = "\a\b\f\n\r\t\v\"\\";
    static constexpr std::string_view kNames = "abfnrtv\"\\";
    const std::size_t found = kPlain.find(c);
    if (found == std::string_view::npos) {
      result += c;
    } else {
      result += '\\';
      result += kNames[found];
    }
  }
  return Value(result + "\"");
}

// A key as a segment of a JSON pointer.
Value escape_key(const Arguments& a) {
  std::string result;
  for (const char c : a[0].as_string()) {
    result += c == '~' ? "~0" : (c == '/' ? "~1" : std::string(1, c));
  }
  return Value(std::move(result));
}

Value format(const Arguments& a) {
  return format_string(a[0].as_string(), a[1].as_list());
}

const FunctionRow kStandard[] = {
    {"contains", ".(string, string) bool", "contains_string", contains_text, cost_search},
    {"startsWith", ".(string, string) bool", "starts_with_string", starts_with,
     cost_traverse_first},
    {"endsWith", ".(string, string) bool", "ends_with_string", ends_with, cost_traverse_first},
    {"matches", "(string, string) bool", "matches", regex_matches},
    {"matches", ".(string, string) bool", "matches_string", regex_matches, cost_regex},
};

const FunctionRow kRows[] = {
    {"charAt", ".(string, int) string", "string_char_at_int", char_at},
    {"indexOf", ".(string, string) int", "string_index_of_string", index_of, cost_elements},
    {"indexOf", ".(string, string, int) int", "string_index_of_string_int", index_of,
     cost_elements},
    {"lastIndexOf", ".(string, string) int", "string_last_index_of_string", last_index_of,
     cost_elements},
    {"lastIndexOf", ".(string, string, int) int", "string_last_index_of_string_int", last_index_of,
     cost_elements},
    {"lowerAscii", ".(string) string", "string_lower_ascii", lower_ascii, cost_traverse_first},
    {"upperAscii", ".(string) string", "string_upper_ascii", upper_ascii, cost_traverse_first},
    {"replace", ".(string, string, string) string", "string_replace_string_string", replace,
     cost_traverse_twice},
    {"replace", ".(string, string, string, int) string", "string_replace_string_string_int",
     replace, cost_traverse_twice},
    {"split", ".(string, string) list(string)", "string_split_string", split, cost_traverse_twice},
    {"split", ".(string, string, int) list(string)", "string_split_string_int", split,
     cost_traverse_twice},
    {"substring", ".(string, int) string", "string_substring_int", substring, cost_traverse_first},
    {"substring", ".(string, int, int) string", "string_substring_int_int", substring,
     cost_traverse_first},
    {"trim", ".(string) string", "string_trim", trim_spaces, cost_traverse_first},
    {"join", ".(list(string)) string", "list_join", join_strings, cost_join},
    {"join", ".(list(string), string) string", "list_join_string", join_strings, cost_join},
    {"strings.quote", "(string) string", "strings_quote", quote, cost_traverse_first},
    {"jsonpatch.escapeKey", "(string) string", "string_jsonpatch_escapeKey_string", escape_key,
     cost_traverse_first},
    {"format", ".(string, list(dyn)) string", "string_format", format, cost_traverse_first},
};

}  // namespace

std::span<const FunctionRow> standard_string_functions() {
  return kStandard;
}

std::span<const FunctionRow> string_functions() {
  return kRows;
}

}  // namespace sluice::cel
