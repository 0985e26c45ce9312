// SPDX-License-Identifier: Apache-2.0
#include "kubelet/gres_names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "api/label_syntax.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

constexpr std::string_view kPrefix = "gres.sluice.dev/";
constexpr std::string_view kNvidia = "nvidia.com/gpu";
constexpr std::string_view kAmd = "amd.com/gpu";
constexpr std::string_view kGpu = "gpu";

bool is_by_amd(std::string_view type) {
  const std::string lower = to_lower(type);
  constexpr std::array<std::string_view, 5> kFamilies{"amd", "instinct", "radeon", "vega", "gfx"};
  const bool is_instinct =
      lower.size() > 2 && lower.starts_with("mi") && std::isdigit(lower[2]) != 0;
  return is_instinct ||
         std::any_of(kFamilies.begin(), kFamilies.end(),
                     [&](std::string_view family) { return lower.starts_with(family); });
}

}  // namespace

std::optional<std::string> gres_of_resource(std::string_view resource) {
  if (resource == kNvidia || resource == kAmd) {
    return std::string(kGpu);
  }
  if (!resource.starts_with(kPrefix) || resource.size() == kPrefix.size()) {
    return std::nullopt;
  }
  std::string name(resource.substr(kPrefix.size()));
  if (const std::size_t dot = name.find('.'); dot != std::string::npos) {
    name[dot] = ':';
  }
  return name;
}

std::map<std::string, std::int64_t> resources_of_gres(const slurm::Gres& gres) {
  std::map<std::string, std::int64_t> result;
  std::int64_t by_amd = 0;
  for (const auto& [name, count] : gres) {
    std::string resource = std::string(kPrefix) + name;
    if (const std::size_t colon = name.find(':'); colon != std::string::npos) {
      resource[kPrefix.size() + colon] = '.';
      by_amd += name.starts_with("gpu:") && is_by_amd(name.substr(colon + 1)) ? count : 0;
    }
    if (api::label_key_fault(resource).empty()) {
      result[resource] = count;
    }
  }
  if (const auto gpus = gres.find(std::string(kGpu)); gpus != gres.end()) {
    if (by_amd > 0) {
      result[std::string(kAmd)] = by_amd;
    }
    if (by_amd < gpus->second || by_amd == 0) {
      result[std::string(kNvidia)] = gpus->second - by_amd;
    }
  }
  return result;
}

}  // namespace sluice::kubelet
