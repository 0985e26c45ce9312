// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/regex.h"

#include <re2/re2.h>

#include <limits>

#include "cel/functions/cost.h"
#include "json/utf8.h"

namespace sluice::cel {
namespace {

std::string_view go_wording(re2::RE2::ErrorCode code) {
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case re2::RE2::ErrorBadCharClass:
      return "invalid character class";
    case re2::RE2::ErrorBadCharRange:
      return "invalid character class range";
    case re2::RE2::ErrorMissingBracket:
      return "missing closing ]";
    case re2::RE2::ErrorMissingParen:
      return "missing closing )";
    case re2::RE2::ErrorUnexpectedParen:
      return "unexpected )";
    case re2::RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case re2::RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case re2::RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case re2::RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case re2::RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case re2::RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case re2::RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    default:
      return "expression too large";
  }
}

// The pattern of a call: compiled before when it is a literal.
Result<std::shared_ptr<const re2::RE2>> pattern_of(const Arguments& a) {
  if (a.regex != nullptr) {
    return std::shared_ptr<const re2::RE2>(std::shared_ptr<const re2::RE2>(), a.regex);
  }
  return compile_regex(a[1].as_string());
}

Value illegal(const Error& error) {
  return Value::error("Illegal regex: " + error.message);
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

Value find(const Arguments& a) {
  const auto regex = pattern_of(a);
  if (!regex) {
    return illegal(regex.error());
  }
  const std::string_view text = a[0].as_string();
  re2::StringPiece match;
  const bool found = (*regex)->Match(piece(text), 0, text.size(), re2::RE2::UNANCHORED, &match, 1);
  return found ? Value(std::string(match.data(), match.size())) : Value(std::string());
}

// As Go: an empty match right after another match does not count.
Value find_all(const Arguments& a) {
  const auto regex = pattern_of(a);
  if (!regex) {
    return illegal(regex.error());
  }
  std::int64_t limit = a.size() > 2 ? a[2].as_int() : -1;
  limit = limit < 0 ? std::numeric_limits<std::int64_t>::max() : limit;
  const std::string_view text = a[0].as_string();
  std::vector<Value> matches;
  std::size_t at = 0;
  std::size_t last_end = std::string_view::npos;
  re2::StringPiece match;
  while (at <= text.size() && static_cast<std::int64_t>(matches.size()) < limit &&
         (*regex)->Match(piece(text), at, text.size(), re2::RE2::UNANCHORED, &match, 1)) {
    const auto start = static_cast<std::size_t>(match.data() - text.data());
    if (!match.empty() || start != last_end) {
      matches.push_back(Value(std::string(match.data(), match.size())));
    }
    last_end = start + match.size();
    at = match.empty()
             ? last_end + std::max<std::size_t>(1, json::utf8_length(text.substr(last_end)))
             : last_end;
  }
  return Value::list(std::move(matches));
}

const FunctionRow kRows[] = {
    {"find", ".(string, string) string", "string_find_string", find, cost_regex},
    {"findAll", ".(string, string) list(string)", "string_find_all_string", find_all, cost_regex},
    {"findAll", ".(string, string, int) list(string)", "string_find_all_string_int", find_all,
     cost_regex},
};

}  // namespace

Result<std::shared_ptr<const re2::RE2>> compile_regex(std::string_view pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto regex = std::make_shared<const re2::RE2>(piece(pattern), options);
  if (!regex->ok()) {
    return fail(Code::kInvalid,
                "error parsing regexp: " + std::string(go_wording(regex->error_code())) + ": `" +
                    regex->error_arg() + "`");
  }
  return regex;
}

Value regex_matches(const Arguments& a) {
  const auto regex = pattern_of(a);
  return regex ? Value(re2::RE2::PartialMatch(piece(a[0].as_string()), **regex))
               : Value::error(regex.error().message);
}

std::span<const FunctionRow> regex_functions() {
  return kRows;
}

}  // namespace sluice::cel
