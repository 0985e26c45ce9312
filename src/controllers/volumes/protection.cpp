// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/protection.h"

#include <algorithm>

#include "controllers/volumes/claims.h"
#include "controllers/volumes/in_use.h"

namespace sluice::controllers {
namespace {

// Those of both states, in the namespace of the object or nowhere.
template <class Names>
runtime::Controller::Keys named_by(Names names, bool namespaced) {
  return [names, namespaced](const runtime::Change& change) {
    std::vector<api::Key> keys;
    for (const client::ObjectPtr& object : {change.before, change.after}) {
      for (const std::string& name :
           object == nullptr ? std::vector<std::string>() : names(*object)) {
        keys.push_back({namespaced ? api::ns(*object) : "", name});
      }
    }
    return keys;
  };
}

template <class Objects, class Test>
bool any(const Objects& objects, const Test& test) {
  return std::any_of(objects.begin(), objects.end(),
                     [&](const client::ObjectPtr& object) { return test(*object); });
}

}  // namespace

Result<runtime::Requeue> Protection::reconcile(const api::Key& key) {
  const auto found = client_.get(kind_, key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  client::Object object = **found;
  json::Array finalizers = object.at("metadata", "finalizers").as_array();
  const auto own = std::find_if(finalizers.begin(), finalizers.end(), [&](const json::Value& one) {
    return one.as_string() == finalizer_;
  });
  const bool going = api::is_being_deleted(object);
  if (going == (own == finalizers.end())) {
    return runtime::Requeue{};
  }
  if (going) {
    TRY_ASSIGN(const bool used, is_used(object));
    if (used) {
      return runtime::Requeue{};
    }
    finalizers.erase(own);
  } else {
    finalizers.push_back(std::string(finalizer_));
  }
  object["metadata"]["finalizers"] = std::move(finalizers);
  TRY(client_.update(kind_, object));
  return runtime::Requeue{};
}

ClaimProtection::ClaimProtection(client::Client& client, runtime::Informers& informers)
    : Protection(client, api::kinds::persistent_volume_claim(), "kubernetes.io/pvc-protection"),
      claims_(informers.of(api::kinds::persistent_volume_claim())),
      pods_(informers.of(api::kinds::pod())) {
  volumes::index_by_claim(pods_);
}

void ClaimProtection::connect(runtime::Controller& controller) {
  controller.watch(claims_);
  controller.watch(pods_, named_by(volumes::claims_of, true));
}

// The server has the last word: the copy here may not know a pod yet.
Result<bool> ClaimProtection::is_used(const client::Object& claim) {
  const auto uses = [&](const client::Object& pod) { return volumes::uses_claim(pod, claim); };
  if (any(volumes::pods_with(pods_, claim), uses)) {
    return true;
  }
  TRY_ASSIGN(const client::ObjectList pods,
             client_.list(api::kinds::pod(), {.ns = api::ns(claim)}));
  return any(pods.items, uses);
}

VolumeProtection::VolumeProtection(client::Client& client, runtime::Informers& informers)
    : Protection(client, api::kinds::persistent_volume(), "kubernetes.io/pv-protection"),
      volumes_(informers.of(api::kinds::persistent_volume())) {}

void VolumeProtection::connect(runtime::Controller& controller) {
  controller.watch(volumes_);
}

Result<bool> VolumeProtection::is_used(const client::Object& volume) {
  return volumes::is_held(volume);
}

ClassProtection::ClassProtection(client::Client& client, runtime::Informers& informers)
    : Protection(client, api::kinds::volume_attributes_class(), "kubernetes.io/vac-protection"),
      classes_(informers.of(api::kinds::volume_attributes_class())),
      volumes_(informers.of(api::kinds::persistent_volume())),
      claims_(informers.of(api::kinds::persistent_volume_claim())) {}

void ClassProtection::connect(runtime::Controller& controller) {
  controller.watch(classes_);
  controller.watch(volumes_, named_by(volumes::classes_of, false));
  controller.watch(claims_, named_by(volumes::classes_of, false));
}

Result<bool> ClassProtection::is_used(const client::Object& volume_class) {
  const auto names = [&](const client::Object& object) {
    const std::vector<std::string> classes = volumes::classes_of(object);
    return std::find(classes.begin(), classes.end(), api::name(volume_class)) != classes.end();
  };
  return any(volumes_.list(), names) || any(claims_.list(), names);
}

}  // namespace sluice::controllers
