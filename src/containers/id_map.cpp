// SPDX-License-Identifier: Apache-2.0
#include "containers/id_map.h"

#include <algorithm>
#include <limits>
#include <sstream>

#include "base/text.h"

namespace sluice::containers {
namespace {

// [from, to) as itself, unless empty.
void add_same(IdMap& map, std::uint32_t from, std::uint32_t to) {
  if (from < to) {
    map.push_back({from, from, to - from});
  }
}

std::uint32_t as_id(std::string_view text) {
  const auto number = parse_int(text);
  return number && *number >= 0 && *number <= std::numeric_limits<std::uint32_t>::max()
             ? static_cast<std::uint32_t>(*number)
             : 0;
}

}  // namespace

IdMap parse_id_map(std::string_view text) {
  IdMap map;
  std::istringstream lines{std::string(text)};
  Extent extent;
  while (lines >> extent.inside >> extent.outside >> extent.count) {
    map.push_back(extent);
  }
  return map;
}

std::string to_text(const IdMap& map) {
  std::string text;
  for (const Extent& extent : map) {
    text += std::to_string(extent.inside) + " " + std::to_string(extent.outside) + " " +
            std::to_string(extent.count) + "\n";
  }
  return text;
}

bool is_mapped(const IdMap& map, std::uint32_t inside) {
  return std::any_of(map.begin(), map.end(), [&](const Extent& extent) {
    return inside >= extent.inside && inside - extent.inside < extent.count;
  });
}

IdMap same_ids(const IdMap& map) {
  IdMap result;
  for (const Extent& extent : map) {
    result.push_back({extent.inside, extent.inside, extent.count});
  }
  return result;
}

IdMap with_root_as(const IdMap& map, std::uint32_t id) {
  if (id == 0) {
    return same_ids(map);
  }
  IdMap result{{id, 0, 1}};
  if (is_mapped(map, id)) {
    result.push_back({0, id, 1});
  }
  for (const Extent& extent : map) {
    const std::uint32_t begin = std::max(extent.inside, 1U);
    const std::uint32_t end = extent.inside + extent.count;
    if (id >= begin && id < end) {
      add_same(result, begin, id);
      add_same(result, id + 1, end);
    } else {
      add_same(result, begin, end);
    }
  }
  return result;
}

std::optional<IdRange> granted_range(std::string_view file, std::string_view user,
                                     std::uint32_t uid) {
  std::optional<IdRange> best;
  for (const std::string_view line : split(file, '\n')) {
    const std::vector<std::string_view> fields = split(trim(line), ':');
    if (fields.size() != 3 || (fields[0] != user && fields[0] != std::to_string(uid))) {
      continue;
    }
    const IdRange range{as_id(fields[1]), as_id(fields[2])};
    if (range.first > 0 && range.count > 0 && (!best || range.count > best->count)) {
      best = range;
    }
  }
  return best;
}

}  // namespace sluice::containers
