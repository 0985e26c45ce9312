// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "api/meta.h"
#include "api/printing/cells.h"
#include "base/text.h"

namespace sluice::api::cells {
namespace {

// "RWO,RWX", in kubectl's order
std::string access_modes(const json::Value& modes) {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> kShort = {
      {{"ReadWriteOnce", "RWO"},
       {"ReadOnlyMany", "ROX"},
       {"ReadWriteMany", "RWX"},
       {"ReadWriteOncePod", "RWOP"}}};
  std::vector<std::string> shown;
  for (const auto& [name, letters] : kShort) {
    for (const json::Value& mode : modes.as_array()) {
      if (mode.as_string() == name && (shown.empty() || shown.back() != letters)) {
        shown.emplace_back(letters);
      }
    }
  }
  return join(shown, ",");
}

const std::string& annotation(const json::Value& object, std::string_view name) {
  return object.at("metadata", "annotations", name).as_string();
}

}  // namespace

json::Value phase(const json::Value& object, WallTime) {
  return is_being_deleted(object) ? "Terminating" : object.at("status", "phase").as_string();
}

json::Value volume_access_modes(const json::Value& volume, WallTime) {
  return access_modes(volume.at("spec", "accessModes"));
}

json::Value volume_claim(const json::Value& volume, WallTime) {
  const json::Value& claim = volume.at("spec", "claimRef");
  return claim.is_null() ? ""
                         : claim.at("namespace").as_string() + "/" + claim.at("name").as_string();
}

json::Value volume_class(const json::Value& object, WallTime) {
  const std::string& old = annotation(object, "volume.beta.kubernetes.io/storage-class");
  return old.empty() ? object.at("spec", "storageClassName").as_string() : old;
}

json::Value claim_capacity(const json::Value& claim, WallTime) {
  if (claim.at("spec", "volumeName").as_string().empty()) {
    return "";
  }
  const json::Value& size = claim.at("status", "capacity", "storage");
  return size.is_null() ? json::Value("0") : size;
}

json::Value claim_access_modes(const json::Value& claim, WallTime) {
  return claim.at("spec", "volumeName").as_string().empty()
             ? ""
             : access_modes(claim.at("status", "accessModes"));
}

json::Value storage_class_name(const json::Value& storage_class, WallTime) {
  const bool standard =
      annotation(storage_class, "storageclass.kubernetes.io/is-default-class") == "true" ||
      annotation(storage_class, "storageclass.beta.kubernetes.io/is-default-class") == "true";
  return name(storage_class) + (standard ? " (default)" : "");
}

json::Value driver_audiences(const json::Value& driver, WallTime) {
  const json::Value& requests = driver.at("spec", "tokenRequests");
  std::vector<std::string> audiences;
  for (const json::Value& request : requests.as_array()) {
    audiences.push_back(request.at("audience").as_string());
  }
  return requests.is_null() ? "<unset>" : join(audiences, ",");
}

}  // namespace sluice::api::cells
