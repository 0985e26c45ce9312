// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::slurmconf {

// A release line of Slurm, "22.05"; what is behind the second number does not matter here.
struct Release {
  int year = 0;
  int month = 0;

  friend auto operator<=>(const Release&, const Release&) = default;
};

inline constexpr Release kOldest{22, 5};
inline constexpr Release kNewest{26, 5};
// From here on `scontrol reconfigure` starts the daemons anew with the new files.
inline constexpr Release kRestartsItself{23, 11};
// From here on that also serves for static nodes.
inline constexpr Release kNodesComeAndGo{24, 11};

std::string to_string(Release release);

// "22.05" or "22.05.8". Invalid: no release; Unsupported: older than we know. What is newer than
// we know counts as the newest we do.
Result<Release> parse_release(std::string_view text);

}  // namespace sluice::slurmconf
