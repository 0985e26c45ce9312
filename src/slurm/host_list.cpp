// SPDX-License-Identifier: Apache-2.0
#include "slurm/host_list.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::slurm {
namespace {

constexpr std::size_t kMost = 100'000;

// Its parts at the commas that are not in brackets.
std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t from = 0;
  bool inside = false;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    inside = i < list.size() && (c == '[' || (inside && c != ']'));
    if (c == ',' && !inside) {
      parts.push_back(list.substr(from, i - from));
      from = i + 1;
    }
  }
  return parts;
}

// "07-10": 07, 08, 09, 10; a single number, or what is none, as it is.
void add_range(std::string_view range, std::vector<std::string>& into) {
  const std::size_t dash = range.find('-');
  const auto first = parse_int(range.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_int(range.substr(dash + 1));
  if (!first || !last || *first < 0 || *last < *first) {
    into.emplace_back(range);
    return;
  }
  const std::size_t width = std::min<std::size_t>(std::min(dash, range.size()), 20);
  for (std::int64_t number = *first; number <= *last && into.size() < kMost; ++number) {
    std::string text = std::to_string(number);
    into.push_back(std::string(width > text.size() ? width - text.size() : 0, '0') + text);
  }
}

// What stands before the brackets, each of what is in them, and what comes behind, where there may
// be brackets again.
void add_part(const std::string& before, std::string_view part, std::vector<std::string>& into) {
  const std::size_t open = part.find('[');
  const std::size_t close = part.find(']', open);
  if (open == std::string_view::npos || close == std::string_view::npos) {
    if (into.size() < kMost && !(before.empty() && part.empty())) {
      into.push_back(before + std::string(part));
    }
    return;
  }
  std::vector<std::string> numbers;
  for (const std::string_view range : split(part.substr(open + 1, close - open - 1), ',')) {
    add_range(range, numbers);
  }
  for (const std::string& number : numbers) {
    if (into.size() >= kMost) {
      return;
    }
    add_part(before + std::string(part.substr(0, open)) + number, part.substr(close + 1), into);
  }
}

}  // namespace

std::vector<std::string> expand_host_list(std::string_view list) {
  std::vector<std::string> names;
  for (const std::string_view part : parts_of(list)) {
    add_part("", part, names);
  }
  return names;
}

}  // namespace sluice::slurm
