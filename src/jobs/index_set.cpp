// SPDX-License-Identifier: Apache-2.0
#include "jobs/index_set.h"

#include "base/text.h"

namespace sluice::jobs {
namespace {

constexpr std::int64_t kHighest = 4'000'000;  // MaxArraySize cannot be more
constexpr std::int64_t kMost = 1'000'000;     // as much as we are willing to remember

// "4", "0-9", "0-9:3". `left`: how many indices may still be named, also if twice.
bool add_part(IndexSet& indices, std::string_view part, std::int64_t& left) {
  const auto steps = split(part, ':');
  const auto ends = split(steps.front(), '-');
  if (steps.size() > 2 || ends.size() > 2) {
    return false;
  }
  const auto first = parse_int(ends.front());
  const auto last = parse_int(ends.back());
  const auto step = steps.size() == 2 ? parse_int(steps.back()) : std::optional<std::int64_t>(1);
  if (!first || !last || !step || *first < 0 || *last < *first || *last > kHighest || *step < 1) {
    return false;
  }
  left -= (*last - *first) / *step + 1;
  if (left < 0) {
    return false;
  }
  for (std::int64_t index = *first; index <= *last; index += *step) {
    indices.insert(indices.end(), index);
  }
  return true;
}

}  // namespace

std::optional<IndexSet> parse_indices(std::string_view text) {
  text = text.substr(0, text.find('%'));
  IndexSet indices;
  std::int64_t left = kMost;
  for (const std::string_view part : split(text, ',')) {
    if (!add_part(indices, part, left)) {
      return std::nullopt;
    }
  }
  return indices;
}

std::string indices_text(const IndexSet& indices) {
  std::string text;
  for (auto begin = indices.begin(); begin != indices.end();) {
    std::int64_t last = *begin;
    auto next = std::next(begin);
    while (next != indices.end() && *next == last + 1) {
      last = *next++;
    }
    text += (text.empty() ? "" : ",") + std::to_string(*begin);
    if (last != *begin) {
      text += (last == *begin + 1 ? "," : "-") + std::to_string(last);
    }
    begin = next;
  }
  return text;
}

}  // namespace sluice::jobs
