// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/release.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace sluice::slurmconf {

std::string to_string(Release release) {
  return std::to_string(release.year) + (release.month < 10 ? ".0" : ".") +
         std::to_string(release.month);
}

Result<Release> parse_release(std::string_view text) {
  const std::vector<std::string_view> words = split(text, '.');
  const auto year = parse_int(words[0]);
  const auto month = words.size() > 1 ? parse_int(words[1]) : std::nullopt;
  if (!year || !month || *year < 0 || *year > 99 || *month < 1 || *month > 12) {
    return fail(Code::kInvalid,
                "\"" + std::string(text) + "\" is no release of Slurm: expected one as in 22.05");
  }
  const Release release{static_cast<int>(*year), static_cast<int>(*month)};
  if (release < kOldest) {
    return fail(Code::kUnsupported, "Slurm " + to_string(release) + " is older than " +
                                        to_string(kOldest) + ", the oldest that is known");
  }
  return std::min(release, kNewest);
}

}  // namespace sluice::slurmconf
