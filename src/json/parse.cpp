// SPDX-License-Identifier: Apache-2.0
//
// A recursive-descent parser of RFC 8259. Its input is foreign: every read is bounds-checked, depth
// is limited, and an error leaves nothing behind. tests/fuzz feeds it arbitrary bytes.
#include <charconv>
#include <cmath>

#include "json/text.h"
#include "json/utf8.h"

namespace sluice::json {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const ParseOptions& options) : text_(text), options_(options) {}

  Result<Value> document() {
    Value value;
    skip_space();
    TRY(parse_value(value, 0));
    skip_space();
    if (at_ != text_.size()) {
      return error("unexpected text after the document");
    }
    return value;
  }

 private:
  tl::unexpected<Error> error(std::string_view what) const {
    if (at_ >= text_.size()) {
      return fail(Code::kBadRequest, "unexpected end of JSON input");
    }
    return fail(Code::kBadRequest,
                "invalid JSON at offset " + std::to_string(at_) + ": " + std::string(what));
  }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool consume(char c) {
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }

  bool consume(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) {
      return false;
    }
    at_ += word.size();
    return true;
  }

  Result<void> parse_value(Value& into, std::size_t depth) {
    if (depth > options_.max_depth) {
      return error("nested too deeply");
    }
    if (at_ >= text_.size()) {
      return error("unexpected end");
    }
    switch (text_[at_]) {
      case '{':
        return parse_object(into, depth);
      case '[':
        return parse_array(into, depth);
      case '"':
        return parse_string(into.string());
      case 't':
        return parse_word("true", Value(true), into);
      case 'f':
        return parse_word("false", Value(false), into);
      case 'n':
        return parse_word("null", Value(), into);
      default:
        return parse_number(into);
    }
  }

  Result<void> parse_word(std::string_view word, Value value, Value& into) {
    if (!consume(word)) {
      return error("expected a value");
    }
    into = std::move(value);
    return {};
  }

  Result<void> parse_object(Value& into, std::size_t depth) {
    Object& object = into.object();
    ++at_;
    skip_space();
    if (consume('}')) {
      return {};
    }
    while (true) {
      if (at_ >= text_.size() || text_[at_] != '"') {
        return error("expected a member name in quotes");
      }
      std::string key;
      TRY(parse_string(key));
      skip_space();
      if (!consume(':')) {
        return error("expected ':' after a member name");
      }
      skip_space();
      const std::size_t path_length = path_.size();
      if (options_.duplicates != nullptr) {
        path_ += path_.empty() ? key : "." + key;
      }
      Value* slot = object.find(key);
      if (slot != nullptr) {
        note_duplicate();
        *slot = Value();
      } else {
        slot = &object.append(std::move(key), Value());
      }
      TRY(parse_value(*slot, depth + 1));
      path_.resize(path_length);
      skip_space();
      if (consume('}')) {
        return {};
      }
      if (!consume(',')) {
        return error("expected ',' or '}' in an object");
      }
      skip_space();
    }
  }

  // As many as upstream tells, and no more text than one of them: a long path may have many below.
  void note_duplicate() {
    constexpr std::size_t kMost = 100;
    constexpr std::size_t kMostText = std::size_t{64} * 1024;
    if (options_.duplicates != nullptr && options_.duplicates->size() < kMost &&
        noted_ < kMostText) {
      options_.duplicates->push_back(path_);
      noted_ += path_.size();
    }
  }

  Result<void> parse_array(Value& into, std::size_t depth) {
    Array& array = into.array();
    ++at_;
    skip_space();
    if (consume(']')) {
      return {};
    }
    while (true) {
      const std::size_t path_length = path_.size();
      if (options_.duplicates != nullptr) {
        path_ += "[" + std::to_string(array.size()) + "]";
      }
      TRY(parse_value(array.emplace_back(), depth + 1));
      path_.resize(path_length);
      skip_space();
      if (consume(']')) {
        return {};
      }
      if (!consume(',')) {
        return error("expected ',' or ']' in an array");
      }
      skip_space();
    }
  }

  Result<void> parse_string(std::string& into) {
    ++at_;
    into.clear();
    while (true) {
      const std::size_t start = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20 &&
             static_cast<unsigned char>(text_[at_]) < 0x80) {
        ++at_;
      }
      into.append(text_.substr(start, at_ - start));
      if (at_ >= text_.size()) {
        return error("string without closing quote");
      }
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return {};
      }
      if (c == '\\') {
        TRY(parse_escape(into));
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return error("control character in a string");
      } else {
        TRY(parse_utf8(into));
      }
    }
  }

  Result<void> parse_escape(std::string& into) {
    ++at_;
    if (at_ >= text_.size()) {
      return error("string without closing quote");
    }
    switch (text_[at_++]) {
      case '"':
        into += '"';
        return {};
      case '\\':
        into += '\\';
        return {};
      case '/':
        into += '/';
        return {};
      case 'b':
        into += '\b';
        return {};
      case 'f':
        into += '\f';
        return {};
      case 'n':
        into += '\n';
        return {};
      case 'r':
        into += '\r';
        return {};
      case 't':
        into += '\t';
        return {};
      case 'u':
        return parse_unicode_escape(into);
      default:
        --at_;
        return error("unknown escape in a string");
    }
  }

  Result<std::uint32_t> hex4() {
    std::uint32_t value = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const auto [end, bad] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.size() != 4 || bad != std::errc() || end != digits.data() + 4) {
      return error("expected four hexadecimal digits");
    }
    at_ += 4;
    return value;
  }

  Result<void> parse_unicode_escape(std::string& into) {
    constexpr std::uint32_t kReplacement = 0xFFFD;  // what Go makes of a lone surrogate
    TRY_ASSIGN(std::uint32_t code, hex4());
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      const std::size_t before = at_;
      at_ += 2;
      TRY_ASSIGN(const std::uint32_t low, hex4());
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
      } else {
        at_ = before;
      }
    }
    if (code >= 0xD800 && code < 0xE000) {
      code = kReplacement;
    }
    append_utf8(code, into);
    return {};
  }

  static void append_utf8(std::uint32_t code, std::string& into) {
    const auto byte = [&](std::uint32_t bits) { into += static_cast<char>(bits); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xC0U | code >> 6U);
      byte(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
      byte(0xE0U | code >> 12U);
      byte(0x80U | (code >> 6U & 0x3FU));
      byte(0x80U | (code & 0x3FU));
    } else {
      byte(0xF0U | code >> 18U);
      byte(0x80U | (code >> 12U & 0x3FU));
      byte(0x80U | (code >> 6U & 0x3FU));
      byte(0x80U | (code & 0x3FU));
    }
  }

  Result<void> parse_utf8(std::string& into) {
    const std::size_t length = utf8_length(text_.substr(at_));
    if (length == 0) {
      return error("invalid UTF-8 in a string");
    }
    into.append(text_.substr(at_, length));
    at_ += length;
    return {};
  }

  bool digits() {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      ++at_;
    }
    return at_ > start;
  }

  Result<void> parse_number(Value& into) {
    const std::size_t start = at_;
    consume('-');
    const bool leading_zero = at_ < text_.size() && text_[at_] == '0';
    const std::size_t first_digit = at_;
    if (!digits() || (leading_zero && at_ - first_digit > 1)) {
      at_ = start;
      return error("expected a value");
    }
    bool integral = true;
    if (consume('.')) {
      integral = false;
      if (!digits()) {
        return error("expected digits after '.'");
      }
    }
    if (consume('e') || consume('E')) {
      integral = false;
      if (!consume('+')) {
        consume('-');
      }
      if (!digits()) {
        return error("expected digits in an exponent");
      }
    }
    const std::string_view token = text_.substr(start, at_ - start);
    const char* const end = token.data() + token.size();
    if (integral) {
      std::int64_t whole = 0;
      if (std::from_chars(token.data(), end, whole).ec == std::errc()) {
        into = Value(static_cast<long long>(whole));
        return {};
      }
    }
    double number = 0;
    if (std::from_chars(token.data(), end, number).ec != std::errc() || !std::isfinite(number)) {
      at_ = start;
      return error("number out of range");
    }
    into = Value(number);
    return {};
  }

  std::string_view text_;
  const ParseOptions& options_;
  std::size_t at_ = 0;
  std::size_t noted_ = 0;  // bytes of duplicates
  std::string path_;       // of the value being read; kept only when duplicates are wanted
};

}  // namespace

Result<Value> parse(std::string_view text, const ParseOptions& options) {
  return Parser(text, options).document();
}

}  // namespace sluice::json
