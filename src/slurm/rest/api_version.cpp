// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/api_version.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"

namespace sluice::slurm::rest {
namespace {

constexpr std::string_view kPrefix = "/slurm/v0.0.";

// Release: 22.05 has 36 to 38, 23.02 has 37 to 39, 23.11 has 38 to 40, and so on; 26.05: 42 to 45.
// clang-format off
constexpr std::array kKnown{
    //         number modern finds members changes parts cluster default
    ApiVersion{36,    false, false, false,  false,  false, false, true},
    ApiVersion{37,    false, true,  true,   false,  false, false, true},
    ApiVersion{38,    false, true,  true,   false,  false, false, true},
    ApiVersion{39,    true,  true,  true,   false,  false, false, false},
    ApiVersion{40,    true,  true,  true,   true,   true,  true,  false},
    ApiVersion{41,    true,  true,  true,   true,   true,  true,  false},
    ApiVersion{42,    true,  true,  true,   true,   true,  true,  false},
    ApiVersion{43,    true,  true,  true,   true,   true,  true,  false},
    ApiVersion{44,    true,  true,  true,   true,   true,  true,  false},
    ApiVersion{45,    true,  true,  true,   true,   true,  true,  true},
    ApiVersion{46,    true,  true,  true,   true,   true,  true,  true},
};
// clang-format on

constexpr std::array<std::pair<bool ApiVersion::*, std::string_view>, 3> kLimits{{
    {&ApiVersion::counts_changes,
     "every query brings the jobs of all users, also when none changed"},
    {&ApiVersion::signals_parts, "a signal reaches the batch script's process group and all steps"},
    {&ApiVersion::tells_default_partition,
     "the default partition is not told: name one with --partition"},
}};

}  // namespace

std::span<const ApiVersion> known_versions() {
  return kKnown;
}

Result<ApiVersion> choose_version(const json::Value& specification, int only) {
  std::set<std::int64_t> offered;
  for (const auto& [path, operations] : specification.at("paths").as_object()) {
    if (!path.starts_with(kPrefix)) {
      continue;
    }
    const std::string_view rest = std::string_view(path).substr(kPrefix.size());
    if (const auto number = parse_int(rest.substr(0, rest.find('/'))); number && *number > 0) {
      offered.insert(*number);
    }
  }
  for (auto known = kKnown.rbegin(); known != kKnown.rend(); ++known) {
    if (offered.contains(known->number) && (only == 0 || only == known->number)) {
      return *known;
    }
  }
  const auto newer = offered.upper_bound(kKnown.back().number);
  if (only == 0 && newer != offered.end() && *newer < 10'000) {
    ApiVersion version = kKnown.back();
    version.number = static_cast<int>(*newer);
    return version;
  }
  std::vector<std::string> names;
  for (const std::int64_t number : offered) {
    names.push_back("v0.0." + std::to_string(number));
  }
  return fail(Code::kUnsupported,
              "slurmrestd offers " + (names.empty() ? "no version of its API" : join(names, ", ")) +
                  "; expected one of " + kKnown.front().name() + " to " + kKnown.back().name());
}

std::vector<std::string> limits(const ApiVersion& version) {
  std::vector<std::string> words{"pods start as batch jobs only: no step can be launched"};
  for (const auto& [can, otherwise] : kLimits) {
    if (!(version.*can)) {
      words.emplace_back(otherwise);
    }
  }
  return words;
}

}  // namespace sluice::slurm::rest
