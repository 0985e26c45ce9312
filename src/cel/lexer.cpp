// SPDX-License-Identifier: Apache-2.0
#include "cel/lexer.h"

#include <algorithm>
#include <array>

#include "cel/string_literal.h"
#include "json/utf8.h"

namespace sluice::cel {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

template <class Predicate>
std::size_t count_while(std::string_view text, std::size_t from, Predicate predicate) {
  std::size_t end = from;
  while (end < text.size() && predicate(text[end])) {
    ++end;
  }
  return end - from;
}

std::size_t exponent_length(std::string_view text, std::size_t from) {
  if (from >= text.size() || (text[from] != 'e' && text[from] != 'E')) {
    return 0;
  }
  const std::size_t sign =
      from + 1 < text.size() && (text[from + 1] == '+' || text[from + 1] == '-') ? 1 : 0;
  const std::size_t digits = count_while(text, from + 1 + sign, is_digit);
  return digits == 0 ? 0 : 1 + sign + digits;
}

class Lexer {
 public:
  Lexer(std::string_view source, std::vector<Issue>& issues) : source_(source), issues_(issues) {}

  std::vector<Token> run() {
    for (skip_blanks(); at_ < source_.size(); skip_blanks()) {
      if (!number() && !text_literal() && !word() && !symbol()) {
        reject(std::max<std::size_t>(1, json::utf8_length(rest())));
      }
    }
    add(Token::Kind::kEnd, 0);
    return std::move(tokens_);
  }

 private:
  std::string_view rest() const { return source_.substr(at_); }

  Token& add(Token::Kind kind, std::size_t length) {
    tokens_.push_back({.kind = kind,
                       .offset = static_cast<std::uint32_t>(at_),
                       .text = source_.substr(at_, length),
                       .content = {}});
    at_ += length;
    return tokens_.back();
  }

  void reject(std::size_t length) {
    issues_.push_back(
        {static_cast<std::uint32_t>(at_), "Syntax error: token recognition error at: '" +
                                              std::string(rest().substr(0, length)) + "'"});
    at_ += length;
  }

  void skip_blanks() {
    while (at_ < source_.size()) {
      if (std::string_view(" \t\r\n\f").find(source_[at_]) != std::string_view::npos) {
        ++at_;
      } else if (rest().substr(0, 2) == "//") {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else {
        return;
      }
    }
  }

  bool number() {
    const std::string_view text = rest();
    const bool leading_point = text[0] == '.' && text.size() > 1 && is_digit(text[1]);
    if (!is_digit(text[0]) && !leading_point) {
      return false;
    }
    if (text.substr(0, 2) == "0x" && text.size() > 2 && is_hex(text[2])) {
      return integer(2 + count_while(text, 2, is_hex));
    }
    std::size_t length = count_while(text, 0, is_digit);
    const std::size_t whole = length;
    if (length < text.size() && text[length] == '.' && length + 1 < text.size() &&
        is_digit(text[length + 1])) {
      length += 1 + count_while(text, length + 1, is_digit);
    }
    length += exponent_length(text, length);
    if (length == whole) {
      return integer(whole);
    }
    add(Token::Kind::kDouble, length);
    return true;
  }

  bool integer(std::size_t length) {
    const bool is_unsigned =
        length < rest().size() && (rest()[length] == 'u' || rest()[length] == 'U');
    add(is_unsigned ? Token::Kind::kUint : Token::Kind::kInt, length + (is_unsigned ? 1 : 0));
    return true;
  }

  bool text_literal() {
    const auto literal = read_string_literal(rest());
    if (!literal) {
      return false;
    }
    if (!literal->valid) {
      reject(literal->length);
      return true;
    }
    add(literal->is_bytes ? Token::Kind::kBytes : Token::Kind::kString, literal->length).content =
        literal->content;
    return true;
  }

  bool word() {
    if (rest()[0] == '`') {
      const std::size_t end = source_.find('`', at_ + 1);
      if (end == std::string_view::npos || end == at_ + 1) {
        return false;
      }
      add(Token::Kind::kEscapedIdentifier, end + 1 - at_);
      return true;
    }
    if (!is_letter(rest()[0])) {
      return false;
    }
    const std::size_t length =
        count_while(rest(), 0, [](char c) { return is_letter(c) || is_digit(c); });
    const std::string_view text = rest().substr(0, length);
    const bool symbol = text == "in" || text == "true" || text == "false" || text == "null";
    add(symbol ? Token::Kind::kSymbol : Token::Kind::kIdentifier, length);
    return true;
  }

  bool symbol() {
    static constexpr std::array<std::string_view, 24> kSymbols = {
        "==", "!=", "<=", ">=", "&&", "||", "<", ">", "[", "]", "{", "}",
        "(",  ")",  ".",  ",",  "-",  "!",  "?", ":", "+", "*", "/", "%"};
    for (const std::string_view candidate : kSymbols) {
      if (rest().substr(0, candidate.size()) == candidate) {
        add(Token::Kind::kSymbol, candidate.size());
        return true;
      }
    }
    return false;
  }

  std::string_view source_;
  std::vector<Issue>& issues_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source, std::vector<Issue>& issues) {
  return Lexer(source, issues).run();
}

}  // namespace sluice::cel
