// SPDX-License-Identifier: Apache-2.0
#include "machines/role.h"

#include <array>
#include <string>

namespace sluice::machines {
namespace {

constexpr std::array<std::string_view, 4> kRoles{"slurm-controller", "slurm-worker",
                                                 "kubernetes-worker", "custom"};
constexpr std::array<std::string_view, 2> kFormats{"cloud-config", "ignition"};

// The one among the names, by its place.
template <class Enum, std::size_t kSize>
Result<Enum> among(const std::array<std::string_view, kSize>& names, const std::string& text,
                   const std::string& field) {
  std::string expected;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (names[i] == text) {
      return static_cast<Enum>(i);
    }
    expected += (i == 0 ? "" : i + 1 == kSize ? " or " : ", ") + std::string(names[i]);
  }
  return fail(Code::kInvalid, field + ": \"" + text + "\": expected " + expected);
}

}  // namespace

Result<Role> read_role(const json::Value& config) {
  return among<Role>(kRoles, config.at("spec", "role").as_string(), "spec.role");
}

Result<Format> read_format(const json::Value& config) {
  const json::Value& format = config.at("spec", "format");
  return format.is_null() ? Format::kCloudConfig
                          : among<Format>(kFormats, format.as_string(), "spec.format");
}

std::string_view to_string(Role role) {
  return kRoles.at(static_cast<std::size_t>(role));
}

std::string_view to_string(Format format) {
  return kFormats.at(static_cast<std::size_t>(format));
}

}  // namespace sluice::machines
