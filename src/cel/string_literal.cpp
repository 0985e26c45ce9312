// SPDX-License-Identifier: Apache-2.0
#include "cel/string_literal.h"

#include <algorithm>
#include <cstdint>

namespace sluice::cel {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::uint32_t> number(std::string_view text, std::size_t at, std::size_t digits,
                                    std::uint32_t base) {
  if (at + digits > text.size()) {
    return std::nullopt;
  }
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const int digit = hex_digit(text[at + i]);
    if (digit < 0 || static_cast<std::uint32_t>(digit) >= base) {
      return std::nullopt;
    }
    value = value * base + static_cast<std::uint32_t>(digit);
  }
  return value;
}

struct Escape {
  std::size_t length = 0;  // after the backslash
  std::uint32_t value = 0;
  bool code_point = true;  // false: one byte, in byte literals
};

std::optional<Escape> numeric_escape(std::string_view text) {
  const char kind = text[0];
  std::size_t digits = 3;
  std::size_t skip = 1;
  std::uint32_t base = 16;
  if (kind == 'x' || kind == 'X') {
    digits = 2;
  } else if (kind == 'u') {
    digits = 4;
  } else if (kind == 'U') {
    digits = 8;
  } else if (kind >= '0' && kind <= '3') {
    skip = 0;
    base = 8;
  } else {
    return std::nullopt;
  }
  const auto value = number(text, skip, digits, base);
  if (!value || *value > 0x10FFFF || (*value >= 0xD800 && *value <= 0xDFFF)) {
    return std::nullopt;
  }
  return Escape{skip + digits, *value, kind == 'u' || kind == 'U'};
}

// `text` follows a backslash.
std::optional<Escape> read_escape(std::string_view text) {
  static constexpr std::string_view kNames = "abfnrtv\"'\\?`";
  static constexpr std::string_view kValues = "\a\b\f\n\r\t\v\"'\\?`";
  if (text.empty()) {
    return std::nullopt;
  }
  if (const std::size_t found = kNames.find(text[0]); found != std::string_view::npos) {
    return Escape{1, static_cast<unsigned char>(kValues[found]), true};
  }
  return numeric_escape(text);
}

struct Opening {
  std::size_t length = 0;
  bool raw = false;
  bool bytes = false;
  std::string_view quotes;
};

std::optional<Opening> read_opening(std::string_view text) {
  Opening opening;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == 'b' || text[at] == 'B')) {
    opening.bytes = true;
    ++at;
  }
  if (at < text.size() && (text[at] == 'r' || text[at] == 'R')) {
    opening.raw = true;
    ++at;
  }
  const std::string_view from = text.substr(at);
  if (from.empty() || (from[0] != '"' && from[0] != '\'')) {
    return std::nullopt;
  }
  const bool triple = from.substr(0, 3) == "\"\"\"" || from.substr(0, 3) == "'''";
  opening.quotes = from.substr(0, triple ? 3 : 1);
  opening.length = at + opening.quotes.size();
  return opening;
}

// Appends one character or escape at `at`, which moves behind it; false when it is wrong.
bool read_character(std::string_view text, const Opening& opening, std::size_t& at,
                    std::string& content) {
  if (text[at] != '\\' || opening.raw) {
    if (opening.quotes.size() == 1 && (text[at] == '\n' || text[at] == '\r')) {
      return false;
    }
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') {
      ++at;  // line ends inside long strings are single line feeds
    }
    content += text[at] == '\r' ? '\n' : text[at];
    ++at;
    return true;
  }
  const auto escape = read_escape(text.substr(at + 1));
  if (!escape || (opening.bytes && escape->code_point && text[at + 1] == 'u') ||
      (opening.bytes && text[at + 1] == 'U')) {
    return false;
  }
  if (opening.bytes) {
    content += static_cast<char>(escape->value);
  } else {
    append_utf8(content, escape->value);
  }
  at += 1 + escape->length;
  return true;
}

}  // namespace

void append_utf8(std::string& into, std::uint32_t c) {
  if (c < 0x80) {
    into += static_cast<char>(c);
  } else if (c < 0x800) {
    into += static_cast<char>(0xC0 | (c >> 6));
    into += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    into += static_cast<char>(0xE0 | (c >> 12));
    into += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    into += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    into += static_cast<char>(0xF0 | (c >> 18));
    into += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    into += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    into += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::optional<StringLiteral> read_string_literal(std::string_view text) {
  const auto opening = read_opening(text);
  if (!opening) {
    return std::nullopt;
  }
  StringLiteral literal{.is_bytes = opening->bytes};
  std::size_t at = opening->length;
  while (at < text.size() && text.substr(at, opening->quotes.size()) != opening->quotes) {
    if (!read_character(text, *opening, at, literal.content)) {
      literal.valid = false;
      literal.length = std::min(text.size(), at + 1);
      return literal;
    }
  }
  literal.valid = at < text.size();
  literal.length = literal.valid ? at + opening->quotes.size() : text.size();
  return literal;
}

}  // namespace sluice::cel
