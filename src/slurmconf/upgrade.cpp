// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/upgrade.h"

#include <algorithm>
#include <array>
#include <string>

namespace sluice::slurmconf {
namespace {

// All of them, the oldest first.
constexpr std::array<Release, 9> kReleases{
    {{22, 5}, {23, 2}, {23, 11}, {24, 5}, {24, 11}, {25, 5}, {25, 11}, {26, 5}, {26, 11}}};
constexpr std::ptrdiff_t kWindow = 2;

std::ptrdiff_t place_of(Release release) {
  return std::lower_bound(kReleases.begin(), kReleases.end(), release) - kReleases.begin();
}

}  // namespace

Result<void> check_upgrade(Release from, Release to) {
  if (to < from) {
    return fail(Code::kForbidden,
                "Slurm " + to_string(to) + " cannot read what " + to_string(from) +
                    " has stored; restore a backup into a new SlurmCluster instead");
  }
  if (place_of(to) - place_of(from) > kWindow) {
    const Release between = kReleases[static_cast<std::size_t>(place_of(from) + kWindow)];
    return fail(Code::kForbidden, "Slurm " + to_string(to) + " knows the two releases before it, " +
                                      "not " + to_string(from) + "; go to " + to_string(between) +
                                      " first");
  }
  return {};
}

}  // namespace sluice::slurmconf
