// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/upgrade.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace sluice::slurmconf {
namespace {

// All of them, the oldest first, each with how many before it it knows: what its sources say with
// SLURM_MIN_PROTOCOL_VERSION, which is also the oldest state that it reads.
struct Window {
  Release release;
  std::ptrdiff_t before;
};
constexpr std::array<Window, 9> kReleases{{{{22, 5}, 2},
                                           {{23, 2}, 2},
                                           {{23, 11}, 2},
                                           {{24, 5}, 2},
                                           {{24, 11}, 3},
                                           {{25, 5}, 3},
                                           {{25, 11}, 3},
                                           {{26, 5}, 3},
                                           {{26, 11}, 3}}};

std::ptrdiff_t place_of(Release release) {
  const auto* const found =
      std::lower_bound(kReleases.begin(), kReleases.end(), release,
                       [](const Window& one, Release wanted) { return one.release < wanted; });
  return std::min(found - kReleases.begin(), std::ssize(kReleases) - 1);
}

// Whether the release at `to` knows the one at `from`.
bool knows(std::ptrdiff_t to, std::ptrdiff_t from) {
  return to - from <= kReleases[static_cast<std::size_t>(to)].before;
}

}  // namespace

Result<void> check_upgrade(Release from, Release to) {
  if (to < from) {
    return fail(Code::kForbidden,
                "Slurm " + to_string(to) + " cannot read what " + to_string(from) +
                    " has stored; restore a backup into a new SlurmCluster instead");
  }
  const std::ptrdiff_t old = place_of(from);
  if (knows(place_of(to), old)) {
    return {};
  }
  std::ptrdiff_t between = old;  // as far as one can go
  while (knows(between + 1, old)) {
    ++between;
  }
  const Window& wanted = kReleases[static_cast<std::size_t>(place_of(to))];
  return fail(Code::kForbidden,
              "Slurm " + to_string(to) + " knows the " + std::to_string(wanted.before) +
                  " releases before it, not " + to_string(from) + "; go to " +
                  to_string(kReleases[static_cast<std::size_t>(between)].release) + " first");
}

}  // namespace sluice::slurmconf
