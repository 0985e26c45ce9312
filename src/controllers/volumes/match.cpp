// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/match.h"

#include <algorithm>

#include "api/selector.h"
#include "controllers/volumes/claims.h"

namespace sluice::controllers::volumes {
namespace {

constexpr const char* kByClass = "class";

bool offers_modes(const client::Object& volume, const client::Object& claim) {
  const auto& offered = volume.at("spec", "accessModes").as_array();
  const auto& asked = claim.at("spec", "accessModes").as_array();
  return std::all_of(asked.begin(), asked.end(), [&](const json::Value& mode) {
    return std::find(offered.begin(), offered.end(), mode) != offered.end();
  });
}

std::string mode_of(const client::Object& object) {
  const std::string& mode = object.at("spec", "volumeMode").as_string();
  return mode.empty() ? "Filesystem" : mode;
}

bool is_selected(const client::Object& volume, const client::Object& claim) {
  const json::Value* selector = claim.find("spec", "selector");
  if (selector == nullptr) {
    return true;
  }
  const auto parsed = api::LabelSelector::from_object(*selector);
  return parsed && parsed->matches(volume);
}

bool is_free(const client::Object& volume) {
  return volume.find("spec", "claimRef") == nullptr;
}

}  // namespace

std::string misfit(const client::Object& volume, const client::Object& claim) {
  if (mode_of(volume) != mode_of(claim)) {
    return "incompatible volumeMode";
  }
  if (capacity(volume.at("spec")) < requested(claim)) {
    return "requested PV is too small";
  }
  if (class_of(volume) != class_of(claim)) {
    return "storageClassName does not match";
  }
  return offers_modes(volume, claim) ? "" : "incompatible accessMode";
}

client::ObjectPtr best_volume(const client::Object& claim,
                              const std::vector<client::ObjectPtr>& volumes) {
  client::ObjectPtr best;
  for (const client::ObjectPtr& volume : volumes) {
    if (api::is_being_deleted(*volume) || !misfit(*volume, claim).empty()) {
      continue;
    }
    if (is_meant_for(*volume, claim)) {
      return volume;
    }
    const bool smaller =
        best == nullptr || capacity(volume->at("spec")) < capacity(best->at("spec"));
    if (is_free(*volume) && is_selected(*volume, claim) && smaller) {
      best = volume;
    }
  }
  return best;
}

void index_by_class(runtime::Informer& informer) {
  informer.add_index(kByClass, [](const client::Object& object) {
    return std::vector<std::string>{class_of(object)};
  });
}

std::vector<client::ObjectPtr> of_class(const runtime::Informer& informer,
                                        const std::string& storage_class) {
  return informer.by_index(kByClass, storage_class);
}

}  // namespace sluice::controllers::volumes
