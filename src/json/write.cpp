// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>

#include "json/text.h"

namespace sluice::json {
namespace {

template <class Number>
void write_number(Number number, std::string& into) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  into.append(buffer.data(), end);
}

// One writer for both forms: `indent` < 0 means compact.
void write_value(const Value& value, int indent, std::string& into) {
  const auto line_break = [&](int depth) {
    if (indent >= 0) {
      into += '\n';
      into.append(static_cast<std::size_t>(depth) * 2, ' ');
    }
  };
  const int inner = indent < 0 ? indent : indent + 1;
  switch (value.type()) {
    case Type::kNull:
      into += "null";
      return;
    case Type::kBool:
      into += value.as_bool() ? "true" : "false";
      return;
    case Type::kInt:
      write_number(value.as_int(), into);
      return;
    case Type::kDouble:
      write_number(value.as_double(), into);
      return;
    case Type::kString:
      write_string(value.as_string(), into);
      return;
    case Type::kArray: {
      const Array& array = value.as_array();
      into += '[';
      for (std::size_t i = 0; i < array.size(); ++i) {
        if (i > 0) {
          into += ',';
        }
        line_break(inner);
        write_value(array[i], inner, into);
      }
      if (!array.empty()) {
        line_break(indent);
      }
      into += ']';
      return;
    }
    case Type::kObject: {
      const Object& object = value.as_object();
      into += '{';
      bool first = true;
      for (const Member& member : object) {
        if (!first) {
          into += ',';
        }
        first = false;
        line_break(inner);
        write_string(member.key, into);
        into += indent < 0 ? ":" : ": ";
        write_value(member.value, inner, into);
      }
      if (!object.empty()) {
        line_break(indent);
      }
      into += '}';
      return;
    }
  }
}

}  // namespace

void write_string(std::string_view text, std::string& into) {
  constexpr std::string_view kHex = "0123456789abcdef";
  into += '"';
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') {
      continue;
    }
    into.append(text.substr(plain, i - plain));
    plain = i + 1;
    switch (c) {
      case '"':
        into += "\\\"";
        break;
      case '\\':
        into += "\\\\";
        break;
      case '\n':
        into += "\\n";
        break;
      case '\r':
        into += "\\r";
        break;
      case '\t':
        into += "\\t";
        break;
      default:
        into += "\\u00";
        into += kHex[c >> 4U];
        into += kHex[c & 15U];
    }
  }
  into.append(text.substr(plain));
  into += '"';
}

void write(const Value& value, std::string& into) {
  write_value(value, -1, into);
}

std::string write(const Value& value) {
  std::string text;
  write(value, text);
  return text;
}

std::string write_pretty(const Value& value) {
  std::string text;
  write_value(value, 0, text);
  return text;
}

}  // namespace sluice::json
