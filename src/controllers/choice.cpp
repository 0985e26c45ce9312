// SPDX-License-Identifier: Apache-2.0
#include "controllers/choice.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::controllers {
namespace {

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Result<void> check_known(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view name = word.substr(word.starts_with('-') ? 1 : 0);
  if (word == "*" || contains(known, name)) {
    return {};
  }
  std::string all;
  for (const std::string_view other : known) {
    all += (all.empty() ? "" : ", ") + std::string(other);
  }
  return fail(Code::kInvalid,
              "\"" + std::string(name) + "\" is not in the list of known controllers: " + all);
}

}  // namespace

Result<std::vector<std::string_view>> choose(std::string_view list,
                                             std::span<const std::string_view> known) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(list, ',')) {
    words.push_back(trim(word));
    TRY(check_known(words.back(), known));
  }
  std::vector<std::string_view> chosen;
  for (const std::string_view name : known) {
    const bool out = contains(words, "-" + std::string(name));
    if (contains(words, name) || (contains(words, "*") && !out)) {
      chosen.push_back(name);
    }
  }
  return chosen;
}

}  // namespace sluice::controllers
