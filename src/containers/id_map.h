// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::containers {

// User and group ids through user namespaces: pure arithmetic.

// A stretch of ids: inside + i is outside + i for i below count.
struct Extent {
  std::uint32_t inside = 0;
  std::uint32_t outside = 0;
  std::uint32_t count = 0;

  friend bool operator==(const Extent&, const Extent&) = default;
};
using IdMap = std::vector<Extent>;

// The text of /proc/<pid>/uid_map, read and written.
IdMap parse_id_map(std::string_view text);
std::string to_text(const IdMap& map);

bool is_mapped(const IdMap& map, std::uint32_t inside);

// Everything in `map` as itself: for a namespace below it that changes nothing.
IdMap same_ids(const IdMap& map);

// A namespace below `map` in which `id` is what 0 is above, and the reverse where `id` exists
// above; all other ids stay. So whoever runs as `id` owns what the pod's owner owns.
IdMap with_root_as(const IdMap& map, std::uint32_t id);

// The ids a file such as /etc/subuid grants: "name:first:count", by name or by number; the longest
// of several.
struct IdRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};
std::optional<IdRange> granted_range(std::string_view file, std::string_view user,
                                     std::uint32_t uid);

}  // namespace sluice::containers
