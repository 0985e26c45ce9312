// SPDX-License-Identifier: Apache-2.0
#include "auth/wildcard.h"

#include <algorithm>

namespace sluice::auth {

bool has_or_all(const Words& words, std::string_view wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word == "*" || word == wanted; });
}

}  // namespace sluice::auth
