// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice {

// A time zone of the system's database, or a fixed one. Plain value; thread-safe to read.
class Zone {
 public:
  // "" and "UTC", an offset such as "-02:30", or a name of the database. Invalid for others.
  static Result<Zone> find(std::string_view name);

  // Seconds east of Greenwich at that instant (seconds since 1970).
  std::int64_t offset(std::int64_t seconds) const;

 private:
  std::string data_;  // of the database; empty: fixed_ counts
  std::int64_t fixed_ = 0;
};

}  // namespace sluice
