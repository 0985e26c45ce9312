// SPDX-License-Identifier: Apache-2.0
#include "containers/id_map.h"

#include <cstdint>
#include <string_view>

#include "base/result.h"

// A user on the first line, then the text of /etc/subuid: a range that is found has ids that fit,
// and a map is written as it is read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace containers = sluice::containers;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  const std::string_view user = text.substr(0, end);
  const std::string_view file = end == std::string_view::npos ? "" : text.substr(end + 1);
  if (const auto range = containers::granted_range(file, user, 1000)) {
    CHECK(range->first > 0 && range->count > 0);
  }
  const containers::IdMap map = containers::parse_id_map(file);
  CHECK(containers::parse_id_map(containers::to_text(map)) == map);
  return 0;
}
