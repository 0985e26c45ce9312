// SPDX-License-Identifier: Apache-2.0
#include "api/crd/value_check.h"

#include <re2/re2.h>

#include "api/crd/value_walk.h"

namespace sluice::api {
namespace {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

ValueCheck::ValueCheck(const json::Value& schema) : schema_(schema) {
  compile(schema);
}

ValueCheck::~ValueCheck() = default;

void ValueCheck::compile(const json::Value& schema) {
  for (const json::Member& member : schema.as_object()) {
    if (member.key == "pattern" && member.value.is_string()) {
      auto& pattern = patterns_[member.value.as_string()];
      pattern = std::make_unique<RE2>(member.value.as_string(), quiet());
    }
    compile(member.value);
  }
  for (const json::Value& item : schema.as_array()) {
    compile(item);
  }
}

void ValueCheck::run(const json::Value& value, const json::Value* old, const FieldPath& at,
                     Faults& faults) const {
  ValueWalk(patterns_, faults).check(schema_, value, old, at);
}

// As Go's parser of the same language says it.
std::string pattern_fault(const std::string& pattern) {
  struct Fault {
    RE2::ErrorCode code;
    std::string_view text;
  };
  constexpr Fault kFaults[] = {
      {RE2::ErrorBadEscape, "invalid escape sequence"},
      {RE2::ErrorBadCharClass, "invalid character class"},
      {RE2::ErrorBadCharRange, "invalid character class range"},
      {RE2::ErrorMissingBracket, "missing closing ]"},
      {RE2::ErrorMissingParen, "missing closing )"},
      {RE2::ErrorUnexpectedParen, "unexpected )"},
      {RE2::ErrorTrailingBackslash, "trailing backslash at end of expression"},
      {RE2::ErrorRepeatArgument, "missing argument to repetition operator"},
      {RE2::ErrorRepeatSize, "invalid repeat count"},
      {RE2::ErrorRepeatOp, "invalid nested repetition operator"},
      {RE2::ErrorBadPerlOp, "invalid or unsupported Perl syntax"},
      {RE2::ErrorBadUTF8, "invalid UTF-8"},
      {RE2::ErrorBadNamedCapture, "invalid named capture"}};
  const RE2 compiled(pattern, quiet());
  for (const Fault& fault : kFaults) {
    if (fault.code == compiled.error_code()) {
      return "error parsing regexp: " + std::string(fault.text) + ": `" + compiled.error_arg() +
             "`";
    }
  }
  return compiled.ok() ? "" : compiled.error();
}

}  // namespace sluice::api
