// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sluice {

// Arguments or environment as exec(3) takes them: pointers into `words`, which must outlive them,
// and a null at the end. They are not const because exec's are not; it changes nothing.
inline std::vector<char*> exec_words(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) {
    result.push_back(const_cast<char*>(word.c_str()));
  }
  result.push_back(nullptr);
  return result;
}

}  // namespace sluice
