// SPDX-License-Identifier: Apache-2.0
#include "machines/shared_state.h"

#include <filesystem>
#include <string>

#include "base/text.h"
#include "machines/class_refusal.h"

namespace sluice::machines {
namespace {

bool is_below(const std::string& path, const std::string& directory) {
  const auto normal = [](const std::string& text) {
    return std::filesystem::path(text).lexically_normal();
  };
  const std::filesystem::path from = normal(path).lexically_relative(normal(directory));
  return !from.empty() && *from.begin() != "..";
}

}  // namespace

// Of several, the next knows the jobs only from there. A directory that controllers export is
// another on each of them.
Result<void> check_shared_state(const json::Value& spec) {
  if (spec.at("controller", "hosts").as_array().size() < 2) {
    return {};
  }
  std::string place;
  for (const json::Member& parameter : spec.at("slurmParameters").as_object()) {
    if (to_lower(parameter.key) == "statesavelocation") {
      place = parameter.value.as_string();
    }
  }
  const std::string field = "slurmParameters.StateSaveLocation";
  const std::string why = "all of controller.hosts share it, or the next one loses every job: ";
  if (place.empty()) {
    return refused(field, "Required value: " + why +
                              "expected a directory that each of them mounts from elsewhere");
  }
  const json::Value& shared = spec.at("sharedDirectory");
  const std::string& path = shared.at("path").as_string();
  if (!path.empty() && shared.at("server").as_string().empty() && is_below(place, path)) {
    return refused(field, "\"" + place + "\": " + why + path +
                              " is on each controller's own disk: expected "
                              "sharedDirectory.server, which is none of them, or another directory "
                              "that each of them mounts from elsewhere");
  }
  return {};
}

}  // namespace sluice::machines
