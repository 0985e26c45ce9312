// SPDX-License-Identifier: Apache-2.0
#include "auth/wildcard.h"

#include <algorithm>

namespace sluice::auth {

Words words_of(const json::Value& list) {
  Words words;
  for (const json::Value& word : list.as_array()) {
    words.push_back(word.as_string());
  }
  return words;
}

bool has_or_all(const Words& words, std::string_view wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word == "*" || word == wanted; });
}

}  // namespace sluice::auth
