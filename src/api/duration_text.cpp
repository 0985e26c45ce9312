// SPDX-License-Identifier: Apache-2.0
#include "api/duration_text.h"

#include "cel/time.h"

namespace sluice::api {

std::optional<Duration> parse_duration(std::string_view text) {
  const auto parsed = cel::parse_duration(text);
  return parsed ? std::optional(Duration(parsed->nanos)) : std::nullopt;
}

}  // namespace sluice::api
