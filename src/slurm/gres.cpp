// SPDX-License-Identifier: Apache-2.0
#include "slurm/gres.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"

namespace sluice::slurm {
namespace {

constexpr std::int64_t kMost = 1'000'000'000'000;  // so that sums cannot overflow

// Without what stands in brackets: sockets, indices and other places, which may hold commas.
std::string without_places(std::string_view text) {
  std::string plain;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) {
      plain += c;
    }
    depth -= c == ')' && depth > 0 ? 1 : 0;
  }
  return plain;
}

// "4", "2K"; nothing: no number.
std::optional<std::int64_t> count_of(std::string_view word) {
  constexpr std::string_view kUnits = "KMGTP";
  std::int64_t unit = 1;
  if (const std::size_t power = word.empty() ? std::string_view::npos : kUnits.find(word.back());
      power != std::string_view::npos) {
    word.remove_suffix(1);
    unit = std::int64_t{1} << (10 * (power + 1));
  }
  const auto number = parse_int(word);
  if (!number || *number < 0) {
    return std::nullopt;
  }
  return *number > kMost / unit ? kMost : *number * unit;
}

void add(Gres& into, const std::string& name, std::int64_t count) {
  std::int64_t& sum = into[name];
  sum = std::min(kMost, sum + count);
}

}  // namespace

Gres parse_gres(std::string_view text) {
  Gres result;
  const std::string plain = without_places(text);
  for (const std::string_view part : split(plain, ',')) {
    std::vector<std::string_view> words = split(trim(part), ':');
    std::erase(words, "no_consume");
    std::int64_t count = 1;
    if (const auto last = words.size() > 1 ? count_of(words.back()) : std::nullopt) {
      count = *last;
      words.pop_back();
    }
    if (words.empty() || words.size() > 2 || words[0].empty() || words[0] == "null") {
      continue;
    }
    add(result, std::string(words[0]), count);
    if (words.size() == 2 && !words[1].empty()) {
      add(result, std::string(words[0]) + ":" + std::string(words[1]), count);
    }
  }
  return result;
}

}  // namespace sluice::slurm
