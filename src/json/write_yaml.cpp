// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "json/text.h"
#include "json/yaml.h"
#include "json/yaml_scalar.h"

namespace sluice::json {
namespace {

bool is_plain_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./@+=,()$ ").find(c) != std::string_view::npos;
}

// Text that reads back as the same text without quotes. Anything doubtful is quoted.
bool is_plain(const std::string& text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') {
    return false;
  }
  const bool safe_start = std::string_view("-,@=").find(text.front()) == std::string_view::npos;
  return safe_start && std::all_of(text.begin(), text.end(), is_plain_character) &&
         resolve_plain_scalar(text).is_string();
}

// Several lines of ordinary text, ending with exactly one line break, look best as a block.
bool is_block(const std::string& text) {
  if (text.size() < 2 || text.back() != '\n' || text.front() == ' ' || text.front() == '\n' ||
      text[text.size() - 2] == '\n') {
    return false;
  }
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\n' || (byte >= 0x20 && byte < 0x7f);
  });
}

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  // Writes a value after "key:" or "-"; `indent` is that of the value's own lines.
  void value(const Value& value, std::size_t indent, bool in_list) {
    if (value.is_object() && !value.as_object().empty()) {
      in_list ? out_ += ' ' : out_ += '\n';
      map(value.as_object(), indent, in_list);
    } else if (value.is_array() && !value.as_array().empty()) {
      out_ += '\n';
      list(value.as_array(), in_list ? indent : indent - 2);
    } else {
      out_ += ' ';
      scalar(value, indent);
      out_ += '\n';
    }
  }

  void map(const Object& members, std::size_t indent, bool first_is_indented) {
    bool indented = first_is_indented;
    for (const Member& member : members) {
      out_.append(indented ? 0 : indent, ' ');
      indented = false;
      text(member.key);
      out_ += ':';
      value(member.value, indent + 2, false);
    }
  }

  void list(const Array& items, std::size_t indent) {
    for (const Value& item : items) {
      out_.append(indent, ' ');
      out_ += '-';
      value(item, indent + 2, true);
    }
  }

  void scalar(const Value& value, std::size_t indent) {
    if (value.is_string() && is_block(value.as_string())) {
      block(value.as_string(), indent);
    } else if (value.is_string()) {
      text(value.as_string());
    } else {
      write(value, out_);
    }
  }

 private:
  void text(const std::string& text) {
    if (is_plain(text)) {
      out_ += text;
    } else {
      write_string(text, out_);
    }
  }

  void block(const std::string& text, std::size_t indent) {
    out_ += '|';
    std::size_t start = 0;
    while (start < text.size()) {
      const std::size_t end = text.find('\n', start);
      out_ += '\n';
      if (end > start) {
        out_.append(indent, ' ');
        out_.append(text, start, end - start);
      }
      start = end + 1;
    }
  }

  std::string& out_;
};

}  // namespace

std::string write_yaml(const Value& value) {
  std::string out;
  Writer writer(out);
  if (value.is_object() && !value.as_object().empty()) {
    writer.map(value.as_object(), 0, false);
  } else if (value.is_array() && !value.as_array().empty()) {
    writer.list(value.as_array(), 0);
  } else {
    writer.scalar(value, 2);
    out += '\n';
  }
  return out;
}

}  // namespace sluice::json
