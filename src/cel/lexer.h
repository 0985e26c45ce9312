// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cel/source.h"

namespace sluice::cel {

struct Token {
  enum class Kind {
    kEnd,
    kIdentifier,
    kEscapedIdentifier,
    kInt,
    kUint,
    kDouble,
    kString,
    kBytes,
    kSymbol,  // operators, brackets, and the words in, true, false, null
  };

  Kind kind = Kind::kEnd;
  std::uint32_t offset = 0;
  std::string_view text;  // as written
  std::string content;    // of strings and bytes: what they stand for
};

// The tokens of an expression, with kEnd as the last. What is no token is reported and left out.
std::vector<Token> tokenize(std::string_view source, std::vector<Issue>& issues);

}  // namespace sluice::cel
