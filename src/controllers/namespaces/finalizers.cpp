// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/finalizers.h"

#include <algorithm>

namespace sluice::controllers::namespaces {

namespace {

bool is_ours(const json::Value& finalizer) {
  return finalizer.as_string() == "kubernetes";
}

}  // namespace

bool has_finalizer(const client::Object& home) {
  const json::Array& finalizers = home.at("spec", "finalizers").as_array();
  return std::any_of(finalizers.begin(), finalizers.end(), is_ours);
}

client::Object without_finalizer(client::Object home) {
  std::erase_if(home["spec"]["finalizers"].array(), is_ours);
  return home;
}

}  // namespace sluice::controllers::namespaces
