// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::json {

// Foreign input must not exhaust the stack. More than any object has that is taken in (see
// registry/limits.h), so that objects are read wherever they stand: in the store, in lists, in
// events, with what is noted about their fields.
inline constexpr std::size_t kMaxDepth = 500;

struct ParseOptions {
  std::size_t max_depth = kMaxDepth;

  // When given, receives the path of every repeated member ("spec.replicas"), up to a limit; the last
  // one wins, as in Go. Strict field validation reports them.
  std::vector<std::string>* duplicates = nullptr;
};

// RFC 8259, strictly: no comments, no trailing commas, valid UTF-8, nothing after the document.
// Integers that fit are kept as integers. Fails with BadRequest and the offset of the error.
Result<Value> parse(std::string_view text, const ParseOptions& options = {});

// Compact text without white space. Numbers round-trip.
std::string write(const Value& value);
void write(const Value& value, std::string& into);

// With line breaks and two spaces of indentation, for people.
std::string write_pretty(const Value& value);

// `text` as a JSON string literal, quotes included.
void write_string(std::string_view text, std::string& into);

}  // namespace sluice::json
