// SPDX-License-Identifier: Apache-2.0
// Recursive descent over CEL's grammar. Each kind of recursion (nested expressions, chains of
// operators, chains of members) is bounded, so that later walks over the tree cannot exhaust the
// stack. Parsing stops at the first syntax error.
#include "cel/parser.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cel/depth.h"
#include "cel/lexer.h"
#include "cel/macros.h"
#include "cel/number_literal.h"

namespace sluice::cel {
namespace {

constexpr std::size_t kMaxCodePoints = 100'000;

constexpr std::array<std::string_view, 17> kReserved = {
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",   "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while"};

constexpr std::string_view kStartOfPrimary =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, "
    "STRING, BYTES, IDENTIFIER}";

ExpressionPtr make(Expression::Kind kind, std::uint32_t offset) {
  auto node = std::make_unique<Expression>();
  node->kind = kind;
  node->offset = offset;
  return node;
}

class Parser {
 public:
  Parser(std::vector<Token> tokens, bool binds, std::vector<Issue>& issues)
      : tokens_(std::move(tokens)), binds_(binds), issues_(issues) {}

  ExpressionPtr run() {
    ExpressionPtr tree = expression();
    if (tree != nullptr && peek().kind != Token::Kind::kEnd) {
      const bool last = tokens_[at_ + 1].kind == Token::Kind::kEnd;
      return fail_at(peek(), std::string(last ? "extraneous" : "mismatched") + " input '" +
                                 std::string(peek().text) + "' expecting <EOF>");
    }
    return tree;
  }

 private:
  const Token& peek() const { return tokens_[at_]; }
  const Token& next() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }

  bool is_symbol(std::string_view text) const {
    return peek().kind == Token::Kind::kSymbol && peek().text == text;
  }

  bool accept(std::string_view text) {
    if (!is_symbol(text)) {
      return false;
    }
    next();
    return true;
  }

  std::nullptr_t report(std::uint32_t offset, std::string message) {
    issues_.push_back({offset, std::move(message)});
    return nullptr;
  }

  std::nullptr_t fail_at(const Token& token, const std::string& message) {
    return report(token.offset, "Syntax error: " + message);
  }

  std::nullptr_t mismatched(std::string_view expected) {
    const std::string found = peek().kind == Token::Kind::kEnd ? "<EOF>" : std::string(peek().text);
    return fail_at(peek(), "mismatched input '" + found + "' expecting " + std::string(expected));
  }

  bool expect(std::string_view text) {
    if (accept(text)) {
      return true;
    }
    mismatched("'" + std::string(text) + "'");
    return false;
  }

  std::nullptr_t too_deep() {
    return report(0, "expression recursion limit exceeded: " + std::to_string(kMaxDepth));
  }

  ExpressionPtr call(std::string_view name, std::uint32_t offset, ExpressionPtr a,
                     ExpressionPtr b = nullptr, ExpressionPtr c = nullptr) {
    auto node = make(Expression::Kind::kCall, offset);
    node->name = name;
    for (ExpressionPtr* argument : {&a, &b, &c}) {
      if (*argument != nullptr) {
        node->arguments.push_back(std::move(*argument));
      }
    }
    return node;
  }

  ExpressionPtr expression() {
    Depth depth(expression_depth_);
    if (!depth.deeper()) {
      return too_deep();
    }
    ExpressionPtr condition = logical("||", "_||_");
    if (condition == nullptr || !is_symbol("?")) {
      return condition;
    }
    const std::uint32_t offset = next().offset;
    ExpressionPtr yes = logical("||", "_||_");
    if (yes == nullptr || !expect(":")) {
      return nullptr;
    }
    ExpressionPtr no = expression();
    return no == nullptr
               ? nullptr
               : call("_?_:_", offset, std::move(condition), std::move(yes), std::move(no));
  }

  // Chains of && and || are one call with many arguments: they are evaluated in order anyway.
  ExpressionPtr logical(std::string_view symbol, std::string_view name) {
    const auto operand = [&] { return symbol == "||" ? logical("&&", "_&&_") : relation(); };
    ExpressionPtr first = operand();
    if (first == nullptr || !is_symbol(symbol)) {
      return first;
    }
    ExpressionPtr node = call(name, peek().offset, std::move(first));
    while (accept(symbol)) {
      ExpressionPtr argument = operand();
      if (argument == nullptr) {
        return nullptr;
      }
      node->arguments.push_back(std::move(argument));
    }
    return node;
  }

  using Operators = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  const std::string_view* binary_operator(const Operators& operators) {
    for (const auto& [symbol, name] : operators) {
      if (is_symbol(symbol)) {
        return &name;
      }
    }
    return nullptr;
  }

  template <class Operand>
  ExpressionPtr binary(const Operators& operators, int& depth_counter, Operand operand) {
    Depth depth(depth_counter);
    ExpressionPtr left = operand();
    while (left != nullptr) {
      const std::string_view* name = binary_operator(operators);
      if (name == nullptr) {
        break;
      }
      if (!depth.deeper()) {
        return too_deep();
      }
      const std::uint32_t offset = next().offset;
      ExpressionPtr right = operand();
      if (right == nullptr) {
        return nullptr;
      }
      left = call(*name, offset, std::move(left), std::move(right));
    }
    return left;
  }

  ExpressionPtr relation() {
    static const Operators kOperators = {{"<", "_<_"}, {"<=", "_<=_"}, {">=", "_>=_"},
                                         {">", "_>_"}, {"==", "_==_"}, {"!=", "_!=_"},
                                         {"in", "@in"}};
    return binary(kOperators, relation_depth_, [this] { return sum(); });
  }

  ExpressionPtr sum() {
    static const Operators kOperators = {{"+", "_+_"}, {"-", "_-_"}};
    return binary(kOperators, sum_depth_, [this] { return product(); });
  }

  ExpressionPtr product() {
    static const Operators kOperators = {{"*", "_*_"}, {"/", "_/_"}, {"%", "_%_"}};
    return binary(kOperators, sum_depth_, [this] { return unary(); });
  }

  ExpressionPtr unary() {
    const Token& first = peek();
    if (is_symbol("!")) {
      std::size_t count = 0;
      while (accept("!")) {
        ++count;
      }
      ExpressionPtr operand = member();
      return operand == nullptr || count % 2 == 0 ? std::move(operand)
                                                  : call("!_", first.offset, std::move(operand));
    }
    if (is_symbol("-") && !is_number(tokens_[at_ + 1])) {
      std::size_t count = 0;
      while (is_symbol("-") && !(count > 0 && is_number(tokens_[at_ + 1]))) {
        next();
        ++count;
      }
      ExpressionPtr operand = member();
      return operand == nullptr || count % 2 == 0 ? std::move(operand)
                                                  : call("-_", first.offset, std::move(operand));
    }
    return member();
  }

  static bool is_number(const Token& token) {
    return token.kind == Token::Kind::kInt || token.kind == Token::Kind::kDouble;
  }

  ExpressionPtr member() {
    Depth depth(member_depth_);
    ExpressionPtr operand = primary();
    while (operand != nullptr && (is_symbol(".") || is_symbol("["))) {
      if (!depth.deeper()) {
        return too_deep();
      }
      operand = is_symbol(".") ? selection(std::move(operand)) : index(std::move(operand));
    }
    return operand;
  }

  // The name of a field: words that are reserved elsewhere may be one, operators may not.
  bool field_name(std::string& name) {
    if (peek().kind == Token::Kind::kEscapedIdentifier) {
      report(peek().offset, "unsupported syntax: '`'");
      return false;
    }
    if (peek().kind != Token::Kind::kIdentifier) {
      fail_at(peek(), "no viable alternative at input '." +
                          (peek().kind == Token::Kind::kEnd ? "" : std::string(peek().text)) + "'");
      return false;
    }
    name = next().text;
    return true;
  }

  ExpressionPtr selection(ExpressionPtr operand) {
    const std::uint32_t offset = next().offset;
    const bool optional = accept("?");
    std::string name;
    if (!field_name(name)) {
      return nullptr;
    }
    if (optional) {
      auto field = make(Expression::Kind::kLiteral, tokens_[at_ - 1].offset);
      field->literal = Value(name);
      return call("_?._", offset, std::move(operand), std::move(field));
    }
    if (!is_symbol("(")) {
      auto node = make(Expression::Kind::kSelect, offset);
      node->name = std::move(name);
      node->target = std::move(operand);
      return node;
    }
    auto node = make(Expression::Kind::kCall, peek().offset);
    node->name = std::move(name);
    node->target = std::move(operand);
    return arguments(std::move(node));
  }

  ExpressionPtr index(ExpressionPtr operand) {
    const std::uint32_t offset = next().offset;
    const bool optional = accept("?");
    ExpressionPtr key = expression();
    if (key == nullptr || !expect("]")) {
      return nullptr;
    }
    return call(optional ? "_[?_]" : "_[_]", offset, std::move(operand), std::move(key));
  }

  ExpressionPtr arguments(ExpressionPtr node) {
    next();
    if (!accept(")")) {
      do {
        ExpressionPtr argument = expression();
        if (argument == nullptr) {
          return nullptr;
        }
        node->arguments.push_back(std::move(argument));
      } while (accept(","));
      if (!expect(")")) {
        return nullptr;
      }
    }
    return expand_macro(std::move(node), binds_, issues_);
  }

  ExpressionPtr primary() {
    if (accept("(")) {
      ExpressionPtr nested = expression();
      return nested != nullptr && expect(")") ? std::move(nested) : nullptr;
    }
    if (is_symbol("[")) {
      return list();
    }
    if (is_symbol("{")) {
      auto node = make(Expression::Kind::kMap, next().offset);
      return map_entries(std::move(node));
    }
    if (peek().kind == Token::Kind::kIdentifier || is_symbol(".")) {
      return identifier();
    }
    return literal();
  }

  ExpressionPtr list() {
    auto node = make(Expression::Kind::kList, next().offset);
    while (!accept("]")) {
      const bool optional = accept("?");
      ExpressionPtr value = expression();
      if (value == nullptr) {
        return nullptr;
      }
      node->entries.push_back(
          {.key = nullptr, .field = {}, .value = std::move(value), .optional = optional});
      if (!accept(",") && !is_symbol("]")) {
        return mismatched("']'");
      }
    }
    return node;
  }

  ExpressionPtr map_entries(ExpressionPtr node) {
    while (!accept("}")) {
      const bool optional = accept("?");
      ExpressionPtr key = expression();
      const std::uint32_t colon = peek().offset;
      if (key == nullptr || !expect(":")) {
        return nullptr;
      }
      ExpressionPtr value = expression();
      if (value == nullptr) {
        return nullptr;
      }
      node->entries.push_back({.key = std::move(key),
                               .field = {},
                               .value = std::move(value),
                               .optional = optional,
                               .offset = colon});
      if (!accept(",") && !is_symbol("}")) {
        return mismatched("'}'");
      }
    }
    return node;
  }

  ExpressionPtr object_entries(std::string name) {
    auto node = make(Expression::Kind::kObject, next().offset);
    node->name = std::move(name);
    while (!accept("}")) {
      const bool optional = accept("?");
      Entry entry{.optional = optional};
      if (!field_name(entry.field)) {
        return nullptr;
      }
      entry.offset = peek().offset;
      if (!expect(":")) {
        return nullptr;
      }
      entry.value = expression();
      if (entry.value == nullptr) {
        return nullptr;
      }
      node->entries.push_back(std::move(entry));
      if (!accept(",") && !is_symbol("}")) {
        return mismatched("'}'");
      }
    }
    return node;
  }

  // How many tokens "a.b.c" has when "{" follows it; otherwise 0.
  std::size_t object_name_length() const {
    std::size_t end = at_;
    while (tokens_[end].kind == Token::Kind::kIdentifier) {
      ++end;
      if (tokens_[end].kind == Token::Kind::kSymbol && tokens_[end].text == "{") {
        return end - at_;
      }
      if (tokens_[end].kind != Token::Kind::kSymbol || tokens_[end].text != ".") {
        return 0;
      }
      ++end;
    }
    return 0;
  }

  ExpressionPtr identifier() {
    const std::uint32_t offset = peek().offset;
    std::string name = accept(".") ? "." : "";
    if (peek().kind != Token::Kind::kIdentifier) {
      return mismatched("IDENTIFIER");
    }
    if (const std::size_t length = object_name_length(); length > 0) {
      for (std::size_t i = 0; i < length; ++i) {
        name += next().text;
      }
      return object_entries(std::move(name));
    }
    const std::string_view word = next().text;
    if (std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end()) {
      return report(offset, "reserved identifier: " + std::string(word));
    }
    name += word;
    auto node = make(is_symbol("(") ? Expression::Kind::kCall : Expression::Kind::kIdentifier,
                     is_symbol("(") ? peek().offset : offset);
    node->name = std::move(name);
    return node->kind == Expression::Kind::kCall ? arguments(std::move(node)) : std::move(node);
  }

  ExpressionPtr literal_node(const Token& token, Value value) {
    auto node = make(Expression::Kind::kLiteral, token.offset);
    node->literal = std::move(value);
    return node;
  }

  ExpressionPtr number_node(const Token& token, std::optional<Value> value, const char* kind) {
    return value ? literal_node(token, *std::move(value))
                 : report(token.offset, std::string("invalid ") + kind + " literal");
  }

  ExpressionPtr literal() {
    const Token& start = peek();
    const bool negative = is_symbol("-") && is_number(tokens_[at_ + 1]);
    if (negative) {
      next();
    }
    const Token token = peek();
    switch (token.kind) {
      case Token::Kind::kInt:
        next();
        return number_node(start, int_literal(token.text, negative), "int");
      case Token::Kind::kUint:
        next();
        return number_node(start, uint_literal(token.text), "uint");
      case Token::Kind::kDouble:
        next();
        return number_node(start, double_literal(token.text, negative), "double");
      case Token::Kind::kString:
        next();
        return literal_node(start, Value(token.content));
      case Token::Kind::kBytes:
        next();
        return literal_node(start, Value::bytes(token.content));
      default:
        break;
    }
    if (accept("true") || accept("false")) {
      return literal_node(start, Value(token.text == "true"));
    }
    return accept("null") ? literal_node(start, Value()) : mismatched(kStartOfPrimary);
  }

  std::vector<Token> tokens_;
  const bool binds_;
  std::vector<Issue>& issues_;
  std::size_t at_ = 0;
  int expression_depth_ = 0;
  int relation_depth_ = 0;
  int sum_depth_ = 0;
  int member_depth_ = 0;
};

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

ExpressionPtr parse(std::string_view source, bool binds, std::vector<Issue>& issues) {
  if (const std::size_t size = code_points(source); size > kMaxCodePoints) {
    issues.push_back({0, "expression code point size exceeds limit: size: " + std::to_string(size) +
                             ", limit " + std::to_string(kMaxCodePoints)});
    return nullptr;
  }
  std::vector<Token> tokens = tokenize(source, issues);
  if (!issues.empty()) {
    return nullptr;
  }
  ExpressionPtr tree = Parser(std::move(tokens), binds, issues).run();
  return issues.empty() ? std::move(tree) : nullptr;
}

}  // namespace sluice::cel
